//! Reads the code cells of a Jupyter notebook, which are the steps of one session.

use serde_json::Value;

use super::Snippet;

/// Returns the code cells. Their names contain their number in the notebook.
pub(super) fn snippets(name: &str, text: &str) -> Result<Vec<Snippet>, String> {
    let notebook: Value = serde_json::from_str(text).map_err(|error| format!("`{name}` is not a notebook: {error}"))?;
    // Version 3 of the format has its cells in worksheets, and their text in another field.
    let sheets: Vec<&Value> = match notebook.get("worksheets").and_then(Value::as_array) {
        Some(sheets) => sheets.iter().collect(),
        None => vec![&notebook],
    };
    let lists: Option<Vec<&Vec<Value>>> = sheets.into_iter().map(|sheet| sheet.get("cells").and_then(Value::as_array)).collect();
    let lists = lists.ok_or_else(|| format!("`{name}` is not a notebook: it has no cells"))?;
    let language = ["/metadata/language_info/name", "/metadata/kernelspec/language"]
        .into_iter()
        .find_map(|path| notebook.pointer(path).and_then(Value::as_str));
    if language.is_some_and(|language| !matches!(language.to_ascii_lowercase().as_str(), "python" | "ipython")) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for (index, cell) in lists.into_iter().flatten().enumerate() {
        if cell.get("cell_type").and_then(Value::as_str) != Some("code") {
            continue;
        }
        let name = format!("{name}#cell{}", index.saturating_add(1));
        let source = match cell.get("source").or_else(|| cell.get("input")) {
            Some(Value::String(source)) => Some(source.clone()),
            Some(Value::Array(lines)) => lines.iter().map(Value::as_str).collect::<Option<Vec<&str>>>().map(|lines| lines.concat()),
            _ => None,
        };
        let broken = source.is_none().then(|| "the cell has no source".to_owned());
        found.push(Snippet { name, text: source.unwrap_or_default(), broken, is_step: true, is_cell: true, ..Snippet::default() });
    }
    Ok(found)
}
