//! The formats of problems and samples, found by their fields.
//!
//! A row is a JSON object. A problem and its sample are two rows with the same `task_id`, or one row that has the fields of both.

mod apps;
mod evalplus;
mod own;
pub mod pickle;

pub use own::schema;

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::extract::{Extract, extract};
use crate::task::{Problem, Sample, Tests};

/// A row of a file.
pub type Row = Map<String, Json>;

/// How rows are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `task_id, prompt, entry_point, test`.
    HumanEval,
    /// `base_input, plus_input, atol, canonical_solution`.
    EvalPlus,
    /// `test_list, test_setup_code`.
    Mbpp,
    /// The same with the harder tests of `challenge_test_list`.
    MbppChallenge,
    /// `input_output` with `inputs, outputs, fn_name`: APPS and TACO.
    Apps,
    /// `public_test_cases, private_test_cases`.
    Lcb,
    /// `test` with a class `TestCases` of `unittest`.
    BigCodeBench,
    /// `tests: [{input, output}]`.
    Stdio,
    /// No tests.
    Plain,
    /// Our own schema.
    Own,
}

impl Format {
    /// The names of `--format`.
    pub const NAMES: &'static [(&'static str, Format)] = &[
        ("humaneval", Format::HumanEval),
        ("evalplus", Format::EvalPlus),
        ("mbpp", Format::Mbpp),
        ("mbpp-challenge", Format::MbppChallenge),
        ("apps", Format::Apps),
        ("taco", Format::Apps),
        ("lcb", Format::Lcb),
        ("bigcodebench", Format::BigCodeBench),
        ("stdio", Format::Stdio),
        ("plain", Format::Plain),
        ("stockade", Format::Own),
    ];

    /// The format with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Format> {
        Format::NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }

    /// The format of a row with tests, by its fields.
    #[must_use]
    pub fn of(row: &Row) -> Format {
        let has = |name: &str| row.get(name).is_some_and(|value| !value.is_null());
        let is_unittest =
            || text(row, &["test"]).is_some_and(|test| test.contains("unittest.TestCase") || test.contains("class TestCases"));
        if has("base_input") || has("plus_input") {
            Format::EvalPlus
        } else if has("test_list") {
            Format::Mbpp
        } else if has("public_test_cases") || has("private_test_cases") {
            Format::Lcb
        } else if has("input_output") {
            Format::Apps
        } else if has("test") && is_unittest() {
            Format::BigCodeBench
        } else if has("test") {
            Format::HumanEval
        } else if has("tests") {
            let tests = row.get("tests").and_then(Json::as_array);
            let is_plain_run = |test: &Json| test.as_object().is_some_and(|test| test.keys().all(|key| key == "input" || key == "output"));
            let is_own = ["setup", "prompt", "entry_point", "comparison", "reference", "rooms"].iter().any(|name| has(name));
            if !is_own && tests.is_some_and(|tests| tests.iter().all(is_plain_run)) { Format::Stdio } else { Format::Own }
        } else if has("entry_point") || has("tests") || has("setup") {
            // It asks for tests and has none.
            Format::Own
        } else {
            Format::Plain
        }
    }

    /// Reads a problem. One that cannot be judged has [`Tests::Broken`] with the reason.
    #[must_use]
    pub fn problem(self, row: &Row) -> Problem {
        let read = match self {
            Format::HumanEval => humaneval(row),
            Format::BigCodeBench => bigcodebench(row),
            Format::Mbpp => mbpp(row, &["test_list"]),
            Format::MbppChallenge => mbpp(row, &["test_list", "challenge_test_list"]),
            Format::EvalPlus => evalplus::problem(row),
            Format::Apps => apps::apps(row),
            Format::Lcb => apps::lcb(row),
            Format::Stdio | Format::Own => own::problem(row),
            Format::Plain => Ok(Problem::default()),
        };
        let task_id = task_id(row).unwrap_or_default();
        match read {
            Ok(problem) => Problem { task_id, ..problem },
            Err(reason) => Problem { task_id, tests: Tests::Broken(format!("the problem cannot be read: {reason}")), ..Problem::default() },
        }
    }
}

/// The name of the problem of a row.
#[must_use]
pub fn task_id(row: &Row) -> Option<String> {
    ["task_id", "question_id", "problem_id", "name", "id"].iter().find_map(|name| match row.get(*name) {
        Some(Json::String(text)) => Some(text.clone()),
        Some(Json::Number(number)) => Some(number.to_string()),
        _ => None,
    })
}

/// The first of these fields that is a text.
fn text<'r>(row: &'r Row, names: &[&str]) -> Option<&'r str> {
    names.iter().find_map(|name| row.get(*name)?.as_str())
}

/// A field that is a JSON value, or a text that holds one.
fn json_of(row: &Row, name: &str) -> Result<Json, String> {
    match row.get(name) {
        None | Some(Json::Null) => Ok(Json::Null),
        Some(Json::String(text)) if text.trim().is_empty() => Ok(Json::Null),
        Some(Json::String(text)) => serde_json::from_str(text).map_err(|error| format!("`{name}` is not JSON: {error}")),
        Some(value) => Ok(value.clone()),
    }
}

fn humaneval(row: &Row) -> Result<Problem, String> {
    let test = text(row, &["test"]).ok_or("`test` is missing")?;
    let entry = text(row, &["entry_point"]).ok_or("`entry_point` is missing")?;
    Ok(Problem {
        prompt: text(row, &["prompt"]).unwrap_or_default().to_string(),
        entry_point: Some(entry.to_string()),
        tests: Tests::Code { setup: test.to_string(), steps: vec![format!("check({entry})\n")] },
        ..Problem::default()
    })
}

/// Runs the tests of a class of `unittest`, and fails as an assertion with what failed first.
const RUN_UNITTEST: &str = include_str!("run_unittest.py");

fn bigcodebench(row: &Row) -> Result<Problem, String> {
    let test = text(row, &["test"]).ok_or("`test` is missing")?;
    Ok(Problem {
        prompt: text(row, &["complete_prompt", "prompt", "code_prompt"]).unwrap_or_default().to_string(),
        entry_point: text(row, &["entry_point"]).map(str::to_owned),
        tests: Tests::Code { setup: test.to_string(), steps: vec![RUN_UNITTEST.to_string()] },
        ..Problem::default()
    })
}

/// MBPP's tests are the lists with these names, one after the other; only the first must have some.
fn mbpp(row: &Row, lists: &[&str]) -> Result<Problem, String> {
    let list = |name: &str| -> Result<Vec<String>, String> {
        let items = row.get(name).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
        items.iter().map(|item| item.as_str().map(str::to_owned).ok_or_else(|| format!("`{name}` has an item that is no text"))).collect()
    };
    let mut steps = Vec::new();
    for name in lists {
        steps.extend(list(name)?);
        if steps.is_empty() {
            return Err(format!("`{name}` has no tests"));
        }
    }
    let setup = format!("{}\n{}\n", list("test_imports")?.join("\n"), text(row, &["test_setup_code"]).unwrap_or_default());
    Ok(Problem { tests: Tests::Code { setup, steps }, ..Problem::default() })
}

/// Fields of samples that hold a whole program or what follows the prompt, and those that hold an answer in Markdown.
const PROGRAM_FIELDS: &[&str] = &["solution", "code", "program", "generation", "generated_code", "canonical_code"];
const COMPLETION_FIELDS: &[&str] = &["completion"];
const ANSWER_FIELDS: &[&str] = &["response", "answer", "output", "raw_output", "text"];

/// The programs of a row of samples. A row may hold several in a list.
///
/// # Errors
/// No field holds a program.
pub fn samples(row: &Row, problem: Option<&Problem>, chosen: Extract) -> Result<Vec<Sample>, String> {
    let task_id = task_id(row).unwrap_or_default();
    for name in ["code_list", "generations", "completions", "solutions"] {
        if let Some(Json::Array(items)) = row.get(name) {
            let texts = items.iter().map(|item| item.as_str().ok_or_else(|| format!("`{name}` has an item that is no text")));
            let one = |text: &str| sample(&task_id, text, name == "completions", problem, chosen);
            return texts.map(|text| text.map(one)).collect();
        }
    }
    if let Some(whole) = text(row, PROGRAM_FIELDS) {
        return Ok(vec![sample(&task_id, whole, false, problem, chosen)]);
    }
    if let Some(rest) = text(row, COMPLETION_FIELDS) {
        return Ok(vec![sample(&task_id, rest, true, problem, chosen)]);
    }
    if let Some(answer) = text(row, ANSWER_FIELDS) {
        let chosen = if chosen == Extract::None { Extract::LastFence } else { chosen };
        return Ok(vec![sample(&task_id, answer, false, problem, chosen)]);
    }
    Err(format!("no program: one of the fields {} must be a text", [PROGRAM_FIELDS, COMPLETION_FIELDS, ANSWER_FIELDS].concat().join(", ")))
}

fn sample(task_id: &str, text: &str, is_completion: bool, problem: Option<&Problem>, chosen: Extract) -> Sample {
    let (code, extracted) = extract(text, chosen);
    let prompt = problem.map_or("", |problem| problem.prompt.as_str());
    let entry = problem.and_then(|problem| problem.entry_point.as_deref());
    // A fence with the function is the whole program, whatever the field is called.
    let is_whole = extracted.is_some() && entry.is_some_and(|entry| code.contains(&format!("def {entry}(")));
    let program = if is_completion && !is_whole { format!("{prompt}{code}") } else { code.into_owned() };
    Sample { task_id: task_id.to_string(), program, extracted: extracted.map(str::to_owned) }
}

/// A text shared by the calls of a problem.
fn shared(text: String) -> Arc<str> {
    text.into()
}
