//! When an answer is right: the rules of the formats, each as its own checker has it. `docs/eval.md` has them beside each other.

use std::borrow::Cow;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use stockade_vm::HostValue;

use crate::values::{Equality, as_f64, hash_key};

/// When the value of a call is right.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ValueRule {
    /// Python's `==`.
    #[default]
    Equal,
    /// Python's `==`, and a tuple as answer counts as a list: LiveCodeBench.
    TupleIsList,
    /// As [`ValueRule::TupleIsList`], and the right answer may stand alone in a list: APPS, TACO.
    Apps,
    /// Numbers may differ by `atol + rtol * |expected|`, anywhere in the value.
    Close {
        /// The tolerance that is relative to the right answer.
        rtol: f64,
        /// The absolute tolerance.
        atol: f64,
    },
    /// EvalPlus: `==`, then `allclose` where the problem has a tolerance or the right answer is made of floats; some problems have a rule
    /// of their own.
    EvalPlus {
        /// True for the problems of MBPP+.
        is_mbpp: bool,
        /// The function, which selects the rule of its problem.
        entry: String,
        /// The tolerance of the problem.
        atol: f64,
    },
}

/// EvalPlus' relative tolerance.
const EVALPLUS_RTOL: f64 = 1e-7;
/// EvalPlus' absolute tolerance where the right answer is made of floats and the problem names none.
const EVALPLUS_ATOL: f64 = 1e-6;
/// Problems of MBPP+ whose answers are compared as sets.
const AS_SETS: &[&str] = &[
    "similar_elements",
    "find_char_long",
    "common_in_nested_lists",
    "extract_singly",
    "larg_nnum",
    "intersection_array",
    "find_dissimilar",
    "Diff",
];
/// Problems of MBPP+ of whose answers only counts whether they are `None`.
const AS_NOT_NONE: &[&str] = &["check_str", "text_match_three", "text_starta_endb"];

/// Compares the answers of one program, in order. EvalPlus' tolerance depends on what came before.
#[derive(Debug)]
pub struct ValueJudge<'r> {
    rule: &'r ValueRule,
    atol: f64,
}

impl<'r> ValueJudge<'r> {
    /// Starts with the first answer.
    #[must_use]
    pub fn new(rule: &'r ValueRule) -> Self {
        let atol = if let ValueRule::EvalPlus { atol, .. } = rule { *atol } else { 0.0 };
        ValueJudge { rule, atol }
    }

    /// True if `answer` is right for a call with these arguments.
    pub fn is_right(&mut self, args: &[HostValue], answer: &HostValue, expected: &HostValue) -> bool {
        let equal = Equality::default();
        match self.rule {
            ValueRule::Equal => equal.holds(answer, expected),
            ValueRule::TupleIsList => equal.holds(&listed(answer), expected),
            ValueRule::Apps => {
                let answer = listed(answer);
                let first = if let HostValue::List(items) = expected { items.first() } else { None };
                equal.holds(&answer, expected) || first.is_some_and(|first| equal.holds(&answer, first))
            }
            ValueRule::Close { rtol, atol } => all_close(answer, expected, *rtol, *atol, false),
            ValueRule::EvalPlus { is_mbpp, entry, .. } => self.evalplus(*is_mbpp, entry, args, answer, expected),
        }
    }

    fn evalplus(&mut self, is_mbpp: bool, entry: &str, args: &[HostValue], answer: &HostValue, expected: &HostValue) -> bool {
        let mut is_exact = Equality::default().holds(answer, expected);
        if is_mbpp {
            match entry {
                "are_equivalent" => return true,
                "sum_div" => is_exact = is_exact || Equality::default().holds(answer, &HostValue::Int(0)),
                "surface_Area" => {
                    let wanted = surface_area(args);
                    is_exact = is_exact || as_f64(answer).zip(wanted).is_some_and(|(a, b)| (a - b).abs() <= self.atol);
                }
                "digit_distance_nums" => {
                    let wanted = digit_distance(args).map(HostValue::Int);
                    is_exact = is_exact || wanted.is_some_and(|wanted| Equality::default().holds(answer, &wanted));
                }
                entry if AS_SETS.contains(&entry) => is_exact = set_of(answer).is_some_and(|set| Some(set) == set_of(expected)),
                entry if AS_NOT_NONE.contains(&entry) => {
                    let answer = if let HostValue::Bool(answer) = answer { *answer } else { !matches!(answer, HostValue::None) };
                    is_exact = Equality::default().holds(expected, &HostValue::Bool(answer));
                }
                _ => {}
            }
        } else if entry == "find_zero" {
            return polynomial(args, answer).is_some_and(|value| value.abs() <= self.atol);
        }
        if self.atol == 0.0 && is_floats(expected) {
            self.atol = EVALPLUS_ATOL;
        }
        if is_exact || self.atol == 0.0 {
            return is_exact;
        }
        kind(answer) == kind(expected) && all_close(answer, expected, EVALPLUS_RTOL, self.atol, true)
    }
}

/// A tuple as a list.
fn listed(value: &HostValue) -> Cow<'_, HostValue> {
    if let HostValue::Tuple(items) = value { Cow::Owned(HostValue::List(items.clone())) } else { Cow::Borrowed(value) }
}

/// A float, or a list or tuple of floats that is not empty.
fn is_floats(value: &HostValue) -> bool {
    match value {
        HostValue::Float(_) => true,
        HostValue::List(items) | HostValue::Tuple(items) => {
            !items.is_empty() && items.iter().all(|item| matches!(item, HostValue::Float(_)))
        }
        _ => false,
    }
}

fn kind(value: &HostValue) -> u8 {
    match value {
        HostValue::None => 0,
        HostValue::Bool(_) => 1,
        HostValue::Int(_) | HostValue::BigInt(_) => 2,
        HostValue::Float(_) => 3,
        HostValue::Str(_) => 4,
        HostValue::Bytes(_) => 5,
        HostValue::List(_) => 6,
        HostValue::Tuple(_) => 7,
        HostValue::Dict(_) => 8,
        HostValue::Set(_) => 9,
        HostValue::FrozenSet(_) => 10,
        HostValue::Record(record) => kind(&record.plain()),
        HostValue::Handle(_) | HostValue::Type(_) | HostValue::Object { .. } => 11,
    }
}

fn set_of(value: &HostValue) -> Option<std::collections::BTreeSet<String>> {
    match value {
        HostValue::List(items) | HostValue::Tuple(items) | HostValue::Set(items) | HostValue::FrozenSet(items) => {
            Some(items.iter().map(hash_key).collect())
        }
        HostValue::Str(text) => Some(text.chars().map(|c| hash_key(&HostValue::Str(c.to_string()))).collect()),
        HostValue::Dict(pairs) => Some(pairs.iter().map(|(key, _)| hash_key(key)).collect()),
        _ => None,
    }
}

/// Numbers within the tolerance, in sequences of the same shape. Only numbers can be close, unless other things may be equal.
fn all_close(answer: &HostValue, expected: &HostValue, rtol: f64, atol: f64, only_numbers: bool) -> bool {
    fn close(a: &HostValue, b: &HostValue, rtol: f64, atol: f64, only_numbers: bool, depth: usize) -> bool {
        use HostValue as H;
        if depth > 64 {
            return false;
        }
        match (a, b) {
            (H::List(a) | H::Tuple(a), H::List(b) | H::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b, rtol, atol, only_numbers, depth + 1))
            }
            (H::Dict(a), H::Dict(b)) if !only_numbers => {
                let same = |key: &H| b.iter().find(|(other, _)| hash_key(other) == hash_key(key));
                a.len() == b.len()
                    && a.iter().all(|(key, item)| same(key).is_some_and(|(_, b)| close(item, b, rtol, atol, only_numbers, depth + 1)))
            }
            _ => match (as_f64(a), as_f64(b)) {
                (Some(x), Some(y)) => x == y || (x.is_finite() && y.is_finite() && (x - y).abs() <= atol + rtol * y.abs()),
                _ => !only_numbers && Equality::default().holds(a, b),
            },
        }
    }
    close(answer, expected, rtol, atol, only_numbers, 0)
}

/// The value at `x` of the polynomial whose coefficients are the first argument, lowest first.
fn polynomial(args: &[HostValue], x: &HostValue) -> Option<f64> {
    let (Some(HostValue::List(coefficients) | HostValue::Tuple(coefficients)), Some(x)) = (args.first(), as_f64(x)) else { return None };
    let mut sum = 0.0;
    for (power, coefficient) in coefficients.iter().enumerate() {
        // Powers by multiplication: no function of the C library decides a verdict.
        let power = (0..power).fold(1.0, |product: f64, _| product * x);
        sum += as_f64(coefficient)? * power;
    }
    Some(sum)
}

/// The surface of a square pyramid with this base edge and this height from base to apex, rounded.
fn surface_area(args: &[HostValue]) -> Option<f64> {
    let (edge, height) = (as_f64(args.first()?)?, as_f64(args.get(1)?)?);
    let slant = (edge / 2.0 * (edge / 2.0) + height * height).sqrt();
    Some((edge * edge + 4.0 * (edge * slant) / 2.0).round_ties_even())
}

/// The sum of the differences of the digits of two numbers, written with the same length.
fn digit_distance(args: &[HostValue]) -> Option<i64> {
    let digits = |value: &HostValue| -> Option<Vec<i64>> {
        crate::values::repr(value).chars().rev().map(|c| c.to_digit(10).map(i64::from)).collect()
    };
    let (a, b) = (digits(args.first()?)?, digits(args.get(1)?)?);
    let at = |digits: &[i64], index: usize| digits.get(index).copied().unwrap_or(0);
    Some((0..a.len().max(b.len())).map(|index| (at(&a, index) - at(&b, index)).abs()).sum())
}

/// When a printed output is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextRule {
    /// Byte for byte.
    Exact,
    /// Line by line without the white space at the ends of lines and of the output.
    #[default]
    Trimmed,
    /// LiveCodeBench: line by line without the white space around lines; lines that differ are right if their words are equal decimals.
    Decimals,
    /// APPS and TACO: lines as before; else all numbers close; else equal as sets of words.
    Apps,
}

impl TextRule {
    /// The rule of this name in our own schema.
    #[must_use]
    pub fn named(name: &str) -> Option<TextRule> {
        [("exact", TextRule::Exact), ("trimmed", TextRule::Trimmed), ("decimals", TextRule::Decimals), ("apps", TextRule::Apps)]
            .into_iter()
            .find_map(|(known, rule)| (known == name).then_some(rule))
    }

    /// True if what was printed is right.
    #[must_use]
    pub fn is_right(self, printed: &str, expected: &str) -> bool {
        match self {
            TextRule::Exact => printed == expected,
            TextRule::Trimmed => printed.trim_end().lines().map(str::trim_end).eq(expected.trim_end().lines().map(str::trim_end)),
            TextRule::Decimals => {
                let (printed, expected) = (stripped_lines(printed), stripped_lines(expected));
                printed.len() == expected.len() && printed.iter().zip(&expected).all(|(a, b)| a == b || are_equal_decimals(a, b))
            }
            TextRule::Apps => is_right_for_apps(printed, expected),
        }
    }
}

fn stripped_lines(text: &str) -> Vec<&str> {
    text.trim().split('\n').map(str::trim).collect()
}

fn are_equal_decimals(a: &str, b: &str) -> bool {
    let decimals = |line: &str| -> Option<Vec<Decimal>> { line.split_whitespace().map(Decimal::read).collect() };
    match (decimals(a), decimals(b)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// A decimal number of any length: digits without zeros at either end, and the power of ten of the last digit.
#[derive(Debug, Eq)]
enum Decimal {
    Finite { negative: bool, digits: String, exponent: BigInt },
    Infinite { negative: bool },
    NotANumber,
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Decimal::Finite { negative, digits, exponent },
                Decimal::Finite { negative: other_negative, digits: other_digits, exponent: other_exponent },
            ) => {
                // There is one zero.
                (digits.is_empty() && other_digits.is_empty())
                    || (negative == other_negative && digits == other_digits && exponent == other_exponent)
            }
            (Decimal::Infinite { negative: a }, Decimal::Infinite { negative: b }) => a == b,
            _ => false,
        }
    }
}

impl Decimal {
    /// Reads what Python's `Decimal` reads.
    fn read(word: &str) -> Option<Decimal> {
        let negative = word.starts_with('-');
        let rest = word.strip_prefix(['-', '+']).unwrap_or(word).replace('_', "").to_ascii_lowercase();
        match rest.as_str() {
            "inf" | "infinity" => return Some(Decimal::Infinite { negative }),
            "nan" | "snan" => return Some(Decimal::NotANumber),
            _ => {}
        }
        let (mantissa, exponent) = match rest.split_once('e') {
            Some((mantissa, exponent)) => (mantissa, exponent.strip_prefix('+').unwrap_or(exponent).parse::<BigInt>().ok()?),
            None => (rest.as_str(), BigInt::ZERO),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !is_number(whole) || !is_number(fraction) {
            return None;
        }
        let all = format!("{whole}{fraction}");
        let digits = all.trim_end_matches('0');
        let exponent = exponent - BigInt::from(fraction.len()) + BigInt::from(all.len() - digits.len());
        Some(Decimal::Finite { negative, digits: digits.trim_start_matches('0').to_string(), exponent })
    }
}

fn is_right_for_apps(printed: &str, expected: &str) -> bool {
    let lines = |text: &str| -> Vec<Vec<String>> {
        let words = |line: &str| -> Vec<String> { line.split_whitespace().map(str::to_owned).collect() };
        text.lines().map(words).filter(|words| !words.is_empty()).collect()
    };
    let (printed, expected) = (lines(printed), lines(expected));
    if printed == expected {
        return true;
    }
    let numbers = |lines: &[Vec<String>]| -> Option<Vec<f64>> { lines.iter().flatten().map(|word| word.parse().ok()).collect() };
    if printed.len() == expected.len()
        && let (Some(a), Some(b)) = (numbers(&printed), numbers(&expected))
        && a.len() == b.len()
        && a.iter().zip(&b).all(|(a, b)| a == b || (a - b).abs() <= 1e-8 + 1e-5 * b.abs())
    {
        return true;
    }
    let sets = |lines: &[Vec<String>], rounded: bool| -> std::collections::BTreeSet<std::collections::BTreeSet<String>> {
        let word = |word: &String| match word.parse::<f64>() {
            Ok(number) if rounded => ((number * 1000.0).round_ties_even() / 1000.0).to_string(),
            _ => word.clone(),
        };
        lines.iter().map(|line| line.iter().map(word).collect()).collect()
    };
    sets(&printed, false) == sets(&expected, false)
        || (numbers(&printed).is_some() && numbers(&expected).is_some() && sets(&printed, true) == sets(&expected, true))
}

/// The tolerance that a JSON number gives.
#[must_use]
pub fn tolerance(value: Option<&serde_json::Value>) -> f64 {
    value.map(crate::values::from_json).and_then(|value| as_f64(&value)).unwrap_or(0.0)
}

/// An integer as a count, if it is one.
#[must_use]
pub fn count(value: &HostValue) -> Option<u64> {
    if let HostValue::Int(value) = value { value.to_u64() } else { None }
}
