//! Reads independent programs from JSON lines, or from one JSON array: `{"code": "...", "id": "...", "variables": [...], "tools": [...]}`.

use serde_json::Value;

use super::Snippet;

/// Returns one program for each line that is not blank, or for each item if the whole text is one JSON value. For a record without a program,
/// the report says that.
pub(super) fn snippets(name: &str, text: &str, field: &str) -> Vec<Snippet> {
    match serde_json::from_str(text) {
        Ok(Value::Array(records)) => {
            let numbered = records.into_iter().zip(1_usize..);
            numbered.map(|(record, number)| snippet(name, &format!("item{number}"), "the item", Ok(&record), field)).collect()
        }
        // A single object may take several lines. On one line it is like any other line.
        Ok(record) if text.trim().contains('\n') => vec![snippet(name, "item1", "the file", Ok(&record), field)],
        _ => {
            let lines = text.lines().zip(1_usize..).filter(|(line, _)| !line.trim().is_empty());
            let read = lines.map(|(line, number)| (serde_json::from_str(line), number));
            read.map(|(record, number)| snippet(name, &format!("line{number}"), "the line", record.as_ref(), field)).collect()
        }
    }
}

/// The program of a record. Its name is that of the record, or else `place`.
fn snippet(name: &str, place: &str, what: &str, record: Result<&Value, &serde_json::Error>, field: &str) -> Snippet {
    let record = match record {
        Ok(record) => record,
        Err(error) => {
            let broken = Some(format!("{what} is not JSON: {error}"));
            return Snippet { name: format!("{name}#{place}"), broken, ..Snippet::default() };
        }
    };
    let name = match record.get("id") {
        Some(Value::String(id)) => format!("{name}#{id}"),
        Some(Value::Number(id)) => format!("{name}#{id}"),
        _ => format!("{name}#{place}"),
    };
    let code = record.get(field).and_then(Value::as_str);
    Snippet {
        name,
        text: code.unwrap_or_default().to_owned(),
        broken: code.is_none().then(|| format!("{what} has no string in its field `{field}`")),
        variables: texts(record, "variables"),
        tools: texts(record, "tools"),
        ..Snippet::default()
    }
}

fn texts(record: &Value, key: &str) -> Vec<String> {
    let items = record.get(key).and_then(Value::as_array);
    items.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
