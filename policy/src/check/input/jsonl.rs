//! Reads independent programs from JSON lines: `{"code": "...", "id": "...", "variables": [...], "tools": [...]}`.

use serde_json::Value;

use super::Snippet;

/// Returns one program for each line that is not blank. For a line without a program, the report says that.
pub(super) fn snippets(name: &str, text: &str, field: &str) -> Vec<Snippet> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let number = format!("{name}#line{}", index.saturating_add(1));
        let record: Value = match serde_json::from_str(line) {
            Ok(record) => record,
            Err(error) => {
                found.push(Snippet { name: number, broken: Some(format!("the line is not JSON: {error}")), ..Snippet::default() });
                continue;
            }
        };
        let name = match record.get("id") {
            Some(Value::String(id)) => format!("{name}#{id}"),
            Some(Value::Number(id)) => format!("{name}#{id}"),
            _ => number,
        };
        let code = record.get(field).and_then(Value::as_str);
        let broken = code.is_none().then(|| format!("the line has no string in its field `{field}`"));
        found.push(Snippet {
            name,
            text: code.unwrap_or_default().to_owned(),
            broken,
            variables: texts(&record, "variables"),
            tools: texts(&record, "tools"),
            ..Snippet::default()
        });
    }
    found
}

fn texts(record: &Value, key: &str) -> Vec<String> {
    let items = record.get(key).and_then(Value::as_array);
    items.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
