//! APPS, TACO and LiveCodeBench: inputs and outputs, of a program or of a function.

use serde_json::Value as Json;

use super::{Row, json_of, pickle, text};
use crate::compare::{TextRule, ValueRule};
use crate::task::{Call, Expected, Problem, Run, Tests};
use crate::values::from_json;

/// The names that a program finds without an import: those of LiveCodeBench's checker.
const LCB_PRELUDE: &str = include_str!("prelude.py");
/// Those of APPS' checker, which has numpy too.
const APPS_PRELUDE: &str = concat!(include_str!("prelude.py"), "import numpy as np\n");

/// A text, or the lines that make one.
fn joined(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(lines) => lines.iter().map(joined).collect::<Vec<_>>().join("\n"),
        other => other.to_string(),
    }
}

/// `input_output` with `inputs`, `outputs` and, for tests of a function, `fn_name`.
pub(super) fn apps(row: &Row) -> Result<Problem, String> {
    let data = json_of(row, "input_output")?;
    let list = |name: &str| data.get(name).and_then(Json::as_array).ok_or_else(|| format!("`input_output` has no list `{name}`"));
    let (inputs, outputs) = (list("inputs")?, list("outputs")?);
    if inputs.is_empty() || inputs.len() != outputs.len() {
        return Err(format!("`input_output` has {} inputs and {} outputs", inputs.len(), outputs.len()));
    }
    let tests = match data.get("fn_name").and_then(Json::as_str) {
        Some(name) => {
            let call = |(input, output): (&Json, &Json)| {
                let args = input.as_array().ok_or("an input of a function is no list of arguments")?;
                Ok(Call {
                    args: args.iter().map(from_json).collect(),
                    kwargs: Vec::new(),
                    coded: false,
                    expected: Expected::Value(from_json(output)),
                })
            };
            let calls = inputs.iter().zip(outputs).map(call).collect::<Result<_, String>>()?;
            Tests::Calls { entry: format!("Solution.{name}"), calls, rule: ValueRule::Apps }
        }
        None => {
            let run = |(input, output): (&Json, &Json)| Run { input: joined(input), output: joined(output) };
            Tests::Stdio { runs: inputs.iter().zip(outputs).map(run).collect(), rule: TextRule::Apps, may_exit: true }
        }
    };
    Ok(Problem { tests, prelude: APPS_PRELUDE, ..Problem::default() })
}

/// The test cases of a field: a list, or a text with one, or one that is pickled, compressed and in base 64.
fn cases(row: &Row, name: &str) -> Result<Vec<Json>, String> {
    let value = match json_of(row, name) {
        Ok(value) => value,
        Err(_) => {
            let packed = text(row, &[name]).unwrap_or_default();
            let unpacked = pickle::compressed_text(packed).map_err(|error| format!("`{name}` is neither JSON nor compressed: {error}"))?;
            serde_json::from_str(&unpacked).map_err(|error| format!("`{name}` holds no JSON: {error}"))?
        }
    };
    match value {
        Json::Null => Ok(Vec::new()),
        Json::Array(cases) => Ok(cases),
        _ => Err(format!("`{name}` is no list")),
    }
}

/// `public_test_cases` and `private_test_cases`.
pub(super) fn lcb(row: &Row) -> Result<Problem, String> {
    let mut all = cases(row, "public_test_cases")?;
    all.extend(cases(row, "private_test_cases")?);
    if all.is_empty() {
        return Err("it has no test cases".to_string());
    }
    let metadata = json_of(row, "metadata")?;
    let field = |case: &Json, name: &str| case.get(name).map(joined).unwrap_or_default();
    let name = metadata.get("func_name").and_then(Json::as_str);
    let tests = match name {
        Some(name) => {
            let value =
                |text: &str| serde_json::from_str::<Json>(text).map_err(|error| format!("`{text}` of a test case is not JSON: {error}"));
            let call = |case: &Json| -> Result<Call, String> {
                // Each line is an argument.
                let input = field(case, "input");
                let args = input.lines().map(|line| value(line).map(|value| from_json(&value))).collect::<Result<_, _>>()?;
                let expected = Expected::Value(from_json(&value(&field(case, "output"))?));
                Ok(Call { args, kwargs: Vec::new(), coded: false, expected })
            };
            let calls = all.iter().map(call).collect::<Result<_, _>>()?;
            Tests::Calls { entry: format!("Solution.{name}"), calls, rule: ValueRule::TupleIsList }
        }
        None => {
            let run = |case: &Json| Run { input: field(case, "input"), output: field(case, "output") };
            Tests::Stdio { runs: all.iter().map(run).collect(), rule: TextRule::Decimals, may_exit: true }
        }
    };
    Ok(Problem { tests, prelude: LCB_PRELUDE, ..Problem::default() })
}
