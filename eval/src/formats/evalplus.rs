//! EvalPlus: HumanEval+ and MBPP+. The right answers are those of the canonical solution.

use serde_json::Value as Json;
use stockade_vm::HostValue;

use super::{Row, shared, text};
use crate::compare::{ValueRule, tolerance};
use crate::task::{Call, Expected, Problem, Tests};
use crate::values::{as_f64, from_json};

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
            let args = number.map_or(args.clone(), |number| as_mbpp_has_it(number, args));
            let coded = number.is_some_and(|number| COMPLEX.contains(&number));
            calls.push(Call { args, kwargs: Vec::new(), coded, expected: Expected::Reference(std::sync::Arc::clone(&reference)) });
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
fn as_mbpp_has_it(number: u32, args: Vec<HostValue>) -> Vec<HostValue> {
    let all = |args: Vec<HostValue>, change: &dyn Fn(HostValue) -> HostValue| args.into_iter().map(change).collect();
    let at = |args: Vec<HostValue>, wanted: usize, change: &dyn Fn(HostValue) -> HostValue| {
        args.into_iter().enumerate().map(|(at, arg)| if at == wanted { change(arg) } else { arg }).collect()
    };
    match number {
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
        124 => args.into_iter().enumerate().map(|(at, arg)| if at == 0 { plain(arg) } else { complex(&arg) }).collect(),
        252 => args.iter().map(complex).collect(),
        580 | 615 | 791 => all(args, &deep_tuple),
        _ => args,
    }
}

/// Problems whose inputs are complex numbers. Their arguments cross as descriptions: see `room.py`.
const COMPLEX: &[u32] = &[124, 252];

/// A complex number as `room.py` describes it, of a number or of a text such as `"(1+2j)"`.
fn complex(value: &HostValue) -> HostValue {
    let parts = match value {
        HostValue::Str(text) => complex_of_text(text),
        other => as_f64(other).map(|real| (real, 0.0)),
    };
    let (real, imaginary) = parts.unwrap_or((f64::NAN, f64::NAN));
    HostValue::Tuple(vec![HostValue::Str("complex".into()), HostValue::Float(real), HostValue::Float(imaginary)])
}

fn complex_of_text(text: &str) -> Option<(f64, f64)> {
    let text = text.trim().trim_start_matches('(').trim_end_matches(')');
    let Some(body) = text.strip_suffix(['j', 'J']) else { return Some((text.parse().ok()?, 0.0)) };
    // The sign between the parts is the last one that does not belong to an exponent.
    let mut signs = body.char_indices().filter(|(at, c)| *at > 0 && matches!(c, '+' | '-'));
    let between = signs.rfind(|(at, _)| !body.get(..*at).is_some_and(|before| before.ends_with(['e', 'E'])));
    let (real, imaginary) = between.map_or(("0", body), |(at, _)| body.split_at(at));
    let imaginary = match imaginary {
        "" | "+" => "1",
        "-" => "-1",
        other => other,
    };
    Some((real.parse().ok()?, imaginary.parse().ok()?))
}

fn plain(value: HostValue) -> HostValue {
    HostValue::Tuple(vec![HostValue::Str("plain".into()), value])
}

#[cfg(test)]
mod tests {
    use super::complex_of_text;

    #[test]
    fn complex_numbers_are_read() {
        assert_eq!(complex_of_text("(1+2j)"), Some((1.0, 2.0)));
        assert_eq!(complex_of_text("-1e-3-4.5e+2j"), Some((-0.001, -450.0)));
        assert_eq!(complex_of_text("j"), Some((0.0, 1.0)));
        assert_eq!(complex_of_text("2"), Some((2.0, 0.0)));
    }
}
