//! Reports of a run, compared with their schema.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::path::Path;

use serde_json::Value;

use crate::common::{Ended, Folder};

impl Folder {
    /// Runs the command with `--report`. The report fits its schema.
    pub(crate) fn reported(&self, args: &[&str]) -> (Ended, Value) {
        let mut all = args.to_vec();
        all.extend(["--report", "report.json"]);
        let ended = self.stockade(&all);
        let report = report(&self.path("report.json")).unwrap_or_else(|| panic!("no report: {}", ended.stderr));
        assert_eq!(report.get("exit_status"), Some(&Value::from(ended.status)), "{report:#}\n{}", ended.stderr);
        (ended, report)
    }
}

/// The report in a file, which fits its schema.
pub(crate) fn report(path: &Path) -> Option<Value> {
    let text = std::fs::read_to_string(path).ok().filter(|text| !text.is_empty())?;
    let report: Value = serde_json::from_str(&text).expect("the report is JSON");
    let schema: Value = serde_json::from_str(include_str!("../../schema/report.schema.json")).expect("the schema is JSON");
    let mut wrong = Vec::new();
    validate(&schema, &schema, &report, "report", &mut wrong);
    assert!(wrong.is_empty(), "{}\n{report:#}", wrong.join("\n"));
    Some(report)
}

/// The outcome of each step of a report.
pub(crate) fn outcomes(report: &Value) -> Vec<&str> {
    let steps = report.get("steps").and_then(Value::as_array).expect("steps");
    steps.iter().map(|step| step.get("outcome").and_then(Value::as_str).expect("an outcome")).collect()
}

/// The part of JSON Schema that the schema of reports uses. An unknown keyword fails, so that none is passed over.
pub(crate) fn validate(root: &Value, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let names = |value: &Value| -> Vec<String> {
        let one = value.as_str().map(|one| vec![one.to_owned()]);
        one.or_else(|| Some(value.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect())).unwrap_or_default()
    };
    for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
        let is_right = match keyword.as_str() {
            "$schema" | "title" | "description" | "$defs" => true,
            "$ref" => {
                let path = wanted.as_str().and_then(|path| path.strip_prefix('#')).expect("a reference in the schema");
                validate(root, root.pointer(path).expect("what is referred to"), value, at, wrong);
                true
            }
            "type" => names(wanted).iter().any(|name| name == kind || (name == "number" && kind == "integer")),
            "const" => wanted == value,
            "enum" => wanted.as_array().expect("a list").contains(value),
            "minimum" => value.as_i64() >= wanted.as_i64(),
            "maximum" => value.as_i64() <= wanted.as_i64(),
            // The only pattern is that of outcomes: words, some with something behind a colon.
            "pattern" => {
                let pattern = wanted.as_str().expect("text").trim_start_matches("^(").trim_end_matches(")$");
                let text = value.as_str().unwrap_or("");
                pattern.split('|').any(|word| match word.split_once(':') {
                    Some((word, _)) => text.strip_prefix(word).is_some_and(|rest| rest.len() > 1 && rest.starts_with(':')),
                    None => text == word,
                })
            }
            "anyOf" => wanted.as_array().expect("a list").iter().any(|one| {
                let mut found = Vec::new();
                validate(root, one, value, at, &mut found);
                found.is_empty()
            }),
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    validate(root, wanted, item, &format!("{at}[{index}]"), wrong);
                }
                true
            }
            "required" => names(wanted).iter().all(|name| value.get(name).is_some()),
            "properties" => {
                for (name, schema) in wanted.as_object().expect("an object") {
                    if let Some(value) = value.get(name) {
                        validate(root, schema, value, &format!("{at}.{name}"), wrong);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object).expect("properties");
                value.as_object().into_iter().flatten().all(|(name, _)| known.contains_key(name))
            }
            other => panic!("the validator of the tests does not know `{other}`"),
        };
        if !is_right {
            wrong.push(format!("{at}: `{keyword}` is not met: {value}"));
        }
    }
}
