//! EvalPlus: HumanEval+ and MBPP+. The right answers are those of the canonical solution.

use serde_json::Value as Json;
use stockade_vm::HostValue;

use super::{Row, shared, text};
use crate::compare::{ValueRule, tolerance};
use crate::task::{Call, Expected, Problem, Tests};
use crate::values::from_json;

pub(super) fn problem(row: &Row) -> Result<Problem, String> {
    let entry = text(row, &["entry_point"]).ok_or("`entry_point` is missing")?.to_string();
    let prompt = text(row, &["prompt"]).unwrap_or_default().to_string();
    let solution = text(row, &["canonical_solution"]).ok_or("`canonical_solution` is missing")?;
    let task_id = super::task_id(row).unwrap_or_default();
    let is_mbpp = task_id.starts_with("Mbpp");
    let number = task_id.rsplit('/').next().and_then(|number| number.parse().ok()).filter(|_| is_mbpp);
    let reference = shared(format!("{prompt}{solution}"));
    let mut calls = Vec::new();
    for name in ["base_input", "plus_input"] {
        for input in row.get(name).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default() {
            let HostValue::List(args) = from_json(input) else { return Err(format!("`{name}` has an input that is no list")) };
            let args = number.map_or(Ok(args.clone()), |number| as_mbpp_has_it(number, args))?;
            calls.push(Call { args, kwargs: Vec::new(), expected: Expected::Reference(std::sync::Arc::clone(&reference)) });
        }
    }
    if calls.is_empty() {
        return Err("it has no inputs".to_string());
    }
    let rule = ValueRule::EvalPlus { is_mbpp, entry: entry.clone(), atol: tolerance(row.get("atol")) };
    // Completions of MBPP+ are whole programs: its prompt is a docstring.
    Ok(Problem { prompt, entry_point: Some(entry.clone()), tests: Tests::Calls { entry, calls, rule }, ..Problem::default() })
}

fn tuple(value: HostValue) -> HostValue {
    if let HostValue::List(items) = value { HostValue::Tuple(items) } else { value }
}

fn each(value: HostValue, change: impl Fn(HostValue) -> HostValue) -> HostValue {
    if let HostValue::List(items) = value { HostValue::List(items.into_iter().map(change).collect()) } else { value }
}

fn deep_tuple(value: HostValue) -> HostValue {
    if let HostValue::List(items) = value { HostValue::Tuple(items.into_iter().map(deep_tuple).collect()) } else { value }
}

fn set(value: HostValue) -> HostValue {
    match value {
        HostValue::List(items) if !items.is_empty() => HostValue::Set(items),
        _ => HostValue::Dict(Vec::new()),
    }
}

/// JSON has no tuples and sets: which lists of a problem of MBPP+ are meant as such is part of the data set.
fn as_mbpp_has_it(number: u32, args: Vec<HostValue>) -> Result<Vec<HostValue>, String> {
    let all = |args: Vec<HostValue>, change: &dyn Fn(HostValue) -> HostValue| args.into_iter().map(change).collect();
    let at = |args: Vec<HostValue>, wanted: usize, change: &dyn Fn(HostValue) -> HostValue| {
        args.into_iter().enumerate().map(|(at, arg)| if at == wanted { change(arg) } else { arg }).collect()
    };
    Ok(match number {
        2 | 116 | 132 | 143 | 222 | 261 | 273 | 394 | 399 | 421 | 424 | 429 | 470 | 560 | 579 | 596 | 616 | 630 | 726 | 740 | 744 | 809 => {
            all(args, &tuple)
        }
        63 | 64 | 70 | 94 | 120 | 237 | 272 | 299 | 400 | 409 | 417 | 438 | 473 | 614 | 780 => all(args, &|arg| each(arg, tuple)),
        75 | 413 | 444 | 753 => at(args, 0, &|arg| each(arg, tuple)),
        106 | 750 => at(args, 1, &tuple),
        115 => at(args, 0, &|arg| each(arg, set)),
        250 | 307 | 405 | 446 | 617 | 720 | 763 | 808 => at(args, 0, &tuple),
        259 | 278 | 401 | 445 => all(args, &|arg| tuple(each(arg, tuple))),
        722 => at(args, 0, &|arg| match arg {
            HostValue::Dict(pairs) => HostValue::Dict(pairs.into_iter().map(|(key, value)| (key, tuple(value))).collect()),
            other => other,
        }),
        124 | 252 => return Err("its inputs are complex numbers, which do not cross into the room of a candidate yet".to_string()),
        580 | 615 | 791 => all(args, &deep_tuple),
        _ => args,
    })
}
