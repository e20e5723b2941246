//! Our own schema, which says all that the others say, and `stdio`, which is a part of it. `docs/eval.md` describes it.

use serde_json::{Value as Json, json};
use stockade_vm::HostValue;

use super::{Row, json_of, shared, text};
use crate::compare::{TextRule, ValueRule, tolerance};
use crate::task::{Call, Expected, Problem, Run, Tests};
use crate::values::from_json;

pub(super) fn problem(row: &Row) -> Result<Problem, String> {
    // Without a test every program would pass. Whoever wants that says `--format plain`.
    let given = json_of(row, "tests")?;
    let tests = match &given {
        Json::Array(tests) if !tests.is_empty() => tests.as_slice(),
        Json::Array(_) | Json::Null => return Err("it has no `tests`; programs that only run have the format `plain`".to_string()),
        _ => return Err("`tests` is no list".to_string()),
    };
    let comparison = row.get("comparison").cloned().unwrap_or_else(|| json!({}));
    let named = |name: &str| comparison.get(name).and_then(Json::as_str);
    let entry = text(row, &["entry_point"]).map(str::to_owned);
    // In tables each test has the fields of all, with nulls.
    let has = |name: &str| tests.iter().any(|test| test.get(name).is_some_and(|value| !value.is_null()));
    let kinds = [has("code"), has("args"), has("input") || has("output")];
    let tests = match kinds {
        [_, false, false] => {
            let step = |test: &Json| match test.get("code") {
                Some(Json::String(code)) => Ok(code.clone()),
                _ => Err("a test has no `code` that is a text".to_string()),
            };
            let steps = tests.iter().map(step).collect::<Result<_, _>>()?;
            Tests::Code { setup: text(row, &["setup"]).unwrap_or_default().to_string(), steps }
        }
        [false, true, false] => {
            let entry = entry.clone().ok_or("tests that are calls need an `entry_point`")?;
            let reference = text(row, &["reference"]).map(|text| shared(text.to_string()));
            let call = |test: &Json| -> Result<Call, String> {
                let args = test.get("args").and_then(Json::as_array).ok_or("`args` of a test is no list")?;
                let kwargs = test.get("kwargs").and_then(Json::as_object);
                let expected = match (test.get("expected"), &reference) {
                    (Some(value), _) => Expected::Value(from_json(value)),
                    (None, Some(reference)) => Expected::Reference(std::sync::Arc::clone(reference)),
                    (None, None) => return Err("a test has no `expected`, and the problem no `reference`".to_string()),
                };
                let kwargs = kwargs.map(|kwargs| kwargs.iter().map(|(name, value)| (name.clone(), from_json(value))).collect());
                Ok(Call {
                    args: args.iter().map(from_json).collect::<Vec<HostValue>>(),
                    kwargs: kwargs.unwrap_or_default(),
                    coded: false,
                    expected,
                })
            };
            let rule = match named("values").unwrap_or("equal") {
                "equal" => ValueRule::Equal,
                "tuple_is_list" => ValueRule::TupleIsList,
                "close" => ValueRule::Close { rtol: tolerance(comparison.get("rtol")), atol: tolerance(comparison.get("atol")) },
                other => return Err(format!("`comparison.values` is `{other}`; allowed: equal, tuple_is_list, close")),
            };
            Tests::Calls { entry, calls: tests.iter().map(call).collect::<Result<_, _>>()?, rule }
        }
        [false, false, true] => {
            let run = |test: &Json| match (test.get("input"), test.get("output")) {
                (input @ (None | Some(Json::Null | Json::String(_))), Some(Json::String(output))) => {
                    Ok(Run { input: input.and_then(Json::as_str).unwrap_or_default().to_string(), output: output.clone() })
                }
                _ => Err("`input` and `output` of a test are texts, and `output` is there".to_string()),
            };
            let runs = tests.iter().map(run).collect::<Result<_, _>>()?;
            let name = named("text").unwrap_or("trimmed");
            let rule =
                TextRule::named(name).ok_or_else(|| format!("`comparison.text` is `{name}`; allowed: exact, trimmed, decimals, apps"))?;
            Tests::Stdio { runs, rule, may_exit: false }
        }
        _ => return Err("`tests` mixes kinds; all have `code`, or all `args`, or all `input` and `output`".to_string()),
    };
    let one_room = match row.get("rooms").map(Json::to_string).as_deref() {
        None | Some("2" | "null") => false,
        Some("1") => true,
        Some(other) => return Err(format!("`rooms` is {other}; allowed: 1, 2")),
    };
    Ok(Problem {
        prompt: text(row, &["prompt"]).unwrap_or_default().to_string(),
        entry_point: entry,
        tests,
        one_room,
        ..Problem::default()
    })
}

/// The JSON Schema of a problem and of a sample in our own format.
#[must_use]
pub fn schema() -> Json {
    let text = |doc: &str| json!({ "type": "string", "description": doc });
    let test = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "code": text("Python code that asserts something. It calls the candidate's functions by their names"),
            "args": { "type": "array", "description": "the positional arguments of a call of `entry_point`" },
            "kwargs": { "type": "object", "description": "its keyword arguments" },
            "expected": { "description": "the value that the call must give; without it the one that `reference` gives" },
            "input": text("what the program reads from its standard input"),
            "output": text("what it must print"),
        }
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rows of `stockade eval run --format stockade`",
        "$defs": {
            "problem": {
                "type": "object",
                "required": ["task_id", "tests"],
                "properties": {
                    "task_id": { "type": ["string", "integer"], "description": "the name of the problem" },
                    "prompt": text("what stands before a `completion`"),
                    "entry_point": text("the function that the tests call; `Solution.f` is the method of a new `Solution`"),
                    "setup": text("code that the tests need; it runs once for a problem"),
                    "tests": { "type": "array", "items": test, "description": "all of one kind: `code`, `args`, or `input` and `output`" },
                    "reference": text("a program that gives the right answers of calls without `expected`"),
                    "comparison": {
                        "type": "object",
                        "additionalProperties": false,
                        "properties": {
                            "values": { "enum": ["equal", "tuple_is_list", "close"], "default": "equal" },
                            "rtol": { "type": "number", "default": 0 },
                            "atol": { "type": "number", "default": 0 },
                            "text": { "enum": ["exact", "trimmed", "decimals", "apps"], "default": "trimmed" },
                        }
                    },
                    "rooms": { "enum": [1, 2], "description": "1 runs the tests in the candidate's room" },
                }
            },
            "sample": {
                "type": "object",
                "required": ["task_id"],
                "properties": {
                    "task_id": { "type": ["string", "integer"], "description": "the problem" },
                    "solution": text("a whole program"),
                    "completion": text("what follows the prompt of the problem"),
                    "response": text("an answer in Markdown; its last block of code is the program"),
                }
            }
        },
        "anyOf": [{ "$ref": "#/$defs/problem" }, { "$ref": "#/$defs/sample" }]
    })
}
