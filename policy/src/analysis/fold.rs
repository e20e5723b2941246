//! Constant folding for `names`: Python's operators and methods on small constants.
//!
//! This is not an interpreter. Each function supports the few forms that programs use to hide names, and returns `None` for the rest.

use std::fmt::Write as _;

use stockade_compiler::tree::BinOp;

use crate::analysis::names::{Facts, Value};

/// Maximum size of a folded text in bytes.
pub(crate) const MAX_BYTES: usize = 4096;

/// Returns a text as a value, unless it is too long.
#[must_use]
pub(crate) fn string(text: String) -> Option<Value> {
    (text.len() <= MAX_BYTES).then(|| Value::Str(text.into()))
}

/// Returns the number of steps that a value costs.
#[must_use]
pub(crate) fn weight(value: &Value) -> u32 {
    match value {
        Value::Str(text) => u32::try_from(text.len() / 64).unwrap_or(u32::MAX),
        _ => 1,
    }
}

/// `str(value)`.
#[must_use]
pub(crate) fn str_of(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) => Some((**text).to_owned()),
        Value::Int(number) => Some(number.to_string()),
        Value::None => Some("None".into()),
        Value::Bool(truth) => Some(if *truth { "True" } else { "False" }.into()),
        _ => None,
    }
}

/// `left op right`.
#[must_use]
pub(crate) fn binary(op: BinOp, left: &Value, right: &Value) -> Option<Value> {
    match (op, left, right) {
        (BinOp::Add, Value::Str(left), Value::Str(right)) => string(format!("{left}{right}")),
        (BinOp::Add, Value::Bytes(left), Value::Bytes(right)) if left.len() + right.len() <= MAX_BYTES => {
            Some(Value::Bytes([&**left, &**right].concat().into()))
        }
        (BinOp::Add, Value::Seq(left), Value::Seq(right)) if left.len() + right.len() <= crate::analysis::names::MAX_ITEMS => {
            Some(Value::Seq(left.iter().chain(right.iter()).cloned().collect()))
        }
        (BinOp::Mul, Value::Str(text), Value::Int(count)) | (BinOp::Mul, Value::Int(count), Value::Str(text)) => {
            let count = usize::try_from((*count).max(0)).ok()?;
            (text.len().checked_mul(count)? <= MAX_BYTES).then(|| Value::Str(text.repeat(count).into()))
        }
        (BinOp::Mod, Value::Str(template), args) => percent(template, args),
        (_, Value::Int(left), Value::Int(right)) => integers(op, *left, *right).map(Value::Int),
        _ => None,
    }
}

fn integers(op: BinOp, left: i64, right: i64) -> Option<i64> {
    match op {
        BinOp::Add => left.checked_add(right),
        BinOp::Sub => left.checked_sub(right),
        BinOp::Mul => left.checked_mul(right),
        BinOp::Pow => left.checked_pow(u32::try_from(right).ok()?),
        BinOp::LShift => (0..63).contains(&right).then(|| left.checked_mul(1i64.checked_shl(u32::try_from(right).ok()?)?)).flatten(),
        BinOp::RShift => (0..64).contains(&right).then(|| left >> right),
        BinOp::BitOr => Some(left | right),
        BinOp::BitXor => Some(left ^ right),
        BinOp::BitAnd => Some(left & right),
        // Python rounds towards minus infinity.
        BinOp::FloorDiv => {
            let quotient = left.checked_div(right)?;
            if is_across(left.checked_rem(right)?, right) { quotient.checked_sub(1) } else { Some(quotient) }
        }
        BinOp::Mod => {
            let rest = left.checked_rem(right)?;
            if is_across(rest, right) { rest.checked_add(right) } else { Some(rest) }
        }
        BinOp::Div | BinOp::MatMul => None,
    }
}

/// True if the numbers have opposite signs.
fn is_across(a: i64, b: i64) -> bool {
    a.signum() * b.signum() == -1
}

/// Folds `template % args` with plain `%s` and `%d`.
fn percent(template: &str, args: &Value) -> Option<Value> {
    let mut given: Vec<String> = Vec::new();
    match args {
        Value::Named(pairs) => return percent_named(template, pairs),
        Value::Seq(items) => {
            for item in items.iter() {
                given.push(str_of(item.single()?)?);
            }
        }
        other => given.push(str_of(other)?),
    }
    let mut given = given.into_iter();
    let mut text = String::new();
    let mut chars = template.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        match chars.next()? {
            '%' => text.push('%'),
            's' | 'd' | 'i' => text.push_str(&given.next()?),
            'c' => text.push_str(&given.next().filter(|one| one.chars().count() == 1)?),
            _ => return None,
        }
    }
    if given.next().is_some() { None } else { string(text) }
}

/// Folds `template % {"name": value}` with `%(name)s`.
fn percent_named(template: &str, pairs: &[Facts]) -> Option<Value> {
    let value_of = |name: &str| {
        pairs.iter().find_map(|pair| {
            let Some(Value::Seq(pair)) = pair.single() else { return None };
            match pair.first()?.single()? {
                Value::Str(key) if &**key == name => str_of(pair.get(1)?.single()?),
                _ => None,
            }
        })
    };
    let (mut text, mut rest) = (String::new(), template);
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            text.push('%');
            rest = after;
            continue;
        }
        let (name, after) = after.strip_prefix('(')?.split_once(')')?;
        text.push_str(&value_of(name)?);
        rest = after.strip_prefix(['s', 'd', 'i'])?;
    }
    text.push_str(rest);
    string(text)
}

/// Returns the position of an index, which may be negative.
#[must_use]
pub(crate) fn index(number: i64, len: usize) -> Option<usize> {
    let len = i64::try_from(len).ok()?;
    let at = if number < 0 { number.checked_add(len)? } else { number };
    (0..len).contains(&at).then(|| usize::try_from(at).ok()).flatten()
}

/// Folds `value[lower:upper:step]`.
#[must_use]
pub(crate) fn slice(value: &Value, [lower, upper, step]: [Option<i64>; 3]) -> Option<Value> {
    match value {
        Value::Str(text) => {
            let chars: Vec<char> = text.chars().collect();
            string(positions(chars.len(), lower, upper, step)?.into_iter().filter_map(|at| chars.get(at)).collect())
        }
        Value::Bytes(bytes) => {
            let picked: Vec<u8> = positions(bytes.len(), lower, upper, step)?.into_iter().filter_map(|at| bytes.get(at).copied()).collect();
            Some(Value::Bytes(picked.into()))
        }
        Value::Seq(items) => {
            Some(Value::Seq(positions(items.len(), lower, upper, step)?.into_iter().filter_map(|at| items.get(at).cloned()).collect()))
        }
        _ => None,
    }
}

fn positions(len: usize, lower: Option<i64>, upper: Option<i64>, step: Option<i64>) -> Option<Vec<usize>> {
    let len = i64::try_from(len).ok()?;
    let step = step.unwrap_or(1);
    if step == 0 {
        return None;
    }
    let forward = step.is_positive();
    let (least, most) = if forward { (0, len) } else { (-1, len - 1) };
    let clip = |bound: i64| (if bound.is_negative() { bound.saturating_add(len) } else { bound }).clamp(least, most);
    let (first, last) = if forward { (least, most) } else { (most, least) };
    let mut at = lower.map_or(first, clip);
    let end = upper.map_or(last, clip);
    let mut picked = Vec::new();
    while if forward { at < end } else { at > end } {
        picked.push(usize::try_from(at).ok()?);
        at = at.saturating_add(step);
    }
    Some(picked)
}

#[must_use]
pub(crate) fn chr(value: &Value) -> Option<Value> {
    let Value::Int(number) = value else { return None };
    let c = char::from_u32(u32::try_from(*number).ok()?)?;
    Some(Value::Str(c.to_string().into()))
}

#[must_use]
pub(crate) fn ord(value: &Value) -> Option<Value> {
    let Value::Str(text) = value else { return None };
    let mut chars = text.chars();
    let only = chars.next()?;
    if chars.next().is_some() { None } else { Some(Value::Int(i64::from(u32::from(only)))) }
}

#[must_use]
pub(crate) fn len(value: &Value) -> Option<Value> {
    let len = match value {
        Value::Str(text) => text.chars().count(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Seq(items) => items.len(),
        _ => return None,
    };
    i64::try_from(len).ok().map(Value::Int)
}

/// Folds `separator.join(items)`.
#[must_use]
pub(crate) fn join(separator: &str, items: &[Value]) -> Option<Value> {
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        let Value::Str(item) = item else { return None };
        if at > 0 {
            text.push_str(separator);
        }
        text.push_str(item);
        if text.len() > MAX_BYTES {
            return None;
        }
    }
    string(text)
}

/// Folds `bytes.fromhex(text)`.
#[must_use]
pub(crate) fn from_hex(value: &Value) -> Option<Value> {
    let Value::Str(text) = value else { return None };
    let digits: Vec<u32> = text.chars().filter(|c| !c.is_ascii_whitespace()).map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    let bytes: Option<Vec<u8>> = digits.chunks(2).map(|pair| u8::try_from(pair.first()? * 16 + pair.get(1)?).ok()).collect();
    Some(Value::Bytes(bytes?.into()))
}

/// Folds `receiver.name(*args)` for a text or bytes.
#[must_use]
pub(crate) fn method(receiver: &Value, name: &str, args: &[Value]) -> Option<Value> {
    if let Value::Bytes(bytes) = receiver {
        return match (name, args) {
            ("decode", [] | [Value::Str(_)]) => string(String::from_utf8(bytes.to_vec()).ok()?),
            _ => None,
        };
    }
    let Value::Str(text) = receiver else { return None };
    let ascii = text.is_ascii();
    match (name, args) {
        ("lower" | "casefold", []) if ascii => string(text.to_ascii_lowercase()),
        ("upper", []) if ascii => string(text.to_ascii_uppercase()),
        ("swapcase", []) if ascii => {
            string(text.chars().map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }).collect())
        }
        ("strip", []) => string(text.trim().to_owned()),
        ("lstrip", []) => string(text.trim_start().to_owned()),
        ("rstrip", []) => string(text.trim_end().to_owned()),
        ("strip", [Value::Str(set)]) => string(text.trim_matches(|c| set.contains(c)).to_owned()),
        ("lstrip", [Value::Str(set)]) => string(text.trim_start_matches(|c| set.contains(c)).to_owned()),
        ("rstrip", [Value::Str(set)]) => string(text.trim_end_matches(|c| set.contains(c)).to_owned()),
        ("removeprefix", [Value::Str(prefix)]) => string(text.strip_prefix(&**prefix).unwrap_or(text).to_owned()),
        ("removesuffix", [Value::Str(suffix)]) => string(text.strip_suffix(&**suffix).unwrap_or(text).to_owned()),
        ("replace", [Value::Str(old), Value::Str(new)]) => replace(text, old, new),
        ("split", []) => Some(words(text.split_whitespace())),
        ("split", [Value::Str(separator)]) if !separator.is_empty() => Some(words(text.split(&**separator))),
        ("encode", [] | [Value::Str(_)]) if ascii => Some(Value::Bytes(text.as_bytes().into())),
        ("format", args) => format_fields(text, args, &[]),
        ("center" | "ljust" | "rjust", [Value::Int(width)]) => pad(text, name, *width, ' '),
        ("center" | "ljust" | "rjust", [Value::Int(width), Value::Str(fill)]) => {
            let mut chars = fill.chars();
            let fill = chars.next().filter(|_| chars.next().is_none())?;
            pad(text, name, *width, fill)
        }
        ("capitalize", []) if ascii => {
            let lower = text.to_ascii_lowercase();
            string(lower.get(..1).unwrap_or("").to_ascii_uppercase() + lower.get(1..).unwrap_or(""))
        }
        ("__add__", [other]) => binary(BinOp::Add, receiver, other),
        ("__mod__", [other]) => binary(BinOp::Mod, receiver, other),
        ("__str__", []) => Some(receiver.clone()),
        _ => None,
    }
}

fn words<'a>(parts: impl Iterator<Item = &'a str>) -> Value {
    Value::Seq(parts.take(crate::analysis::names::MAX_ITEMS).map(|part| Facts::of(Value::Str(part.into()))).collect())
}

fn replace(text: &str, old: &str, new: &str) -> Option<Value> {
    let count = text.matches(old).count();
    let kept = text.len().checked_sub(count.checked_mul(old.len())?)?;
    let size = kept.checked_add(count.checked_mul(new.len())?)?;
    (size <= MAX_BYTES).then(|| Value::Str(text.replace(old, new).into()))
}

/// Folds `str.center`, `str.ljust` and `str.rjust`.
fn pad(text: &str, name: &str, width: i64, fill: char) -> Option<Value> {
    let width = usize::try_from(width.max(0)).ok().filter(|width| *width <= MAX_BYTES)?;
    let length = text.chars().count();
    let missing = width.saturating_sub(length);
    let left = match name {
        "ljust" => 0,
        "rjust" => missing,
        // If the number of blanks is odd, Python puts the extra one on the left if the width is odd too.
        _ => missing / 2 + (missing & width & 1),
    };
    let run = |count: usize| std::iter::repeat_n(fill, count).collect::<String>();
    string(run(left) + text + &run(missing.saturating_sub(left)))
}

/// Folds `template.format(*args, **named)` with plain `{}`, `{0}` and `{name}` fields.
#[must_use]
pub(crate) fn format_fields(template: &str, args: &[Value], named: &[(&str, Value)]) -> Option<Value> {
    let mut text = String::new();
    let mut next = 0usize;
    for part in fields(template)? {
        match part {
            FormatPart::Literal(literal) => text.push_str(&literal),
            FormatPart::Field(field) => {
                let value = if field.is_empty() {
                    next += 1;
                    args.get(next - 1)?
                } else if let Some((_, value)) = named.iter().find(|(name, _)| *name == field) {
                    value
                } else {
                    args.get(field.parse::<usize>().ok()?)?
                };
                write!(text, "{}", str_of(value)?).ok()?;
            }
        }
        if text.len() > MAX_BYTES {
            return None;
        }
    }
    string(text)
}

/// A piece of a format template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FormatPart {
    Literal(String),
    /// The text between the braces, including nested braces.
    Field(String),
}

/// Splits a template of `str.format`. Returns `None` if its braces do not match.
#[must_use]
pub(crate) fn fields(template: &str) -> Option<Vec<FormatPart>> {
    let mut parts = Vec::new();
    let mut literal = String::new();
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' if chars.peek() == Some(&'{') => {
                chars.next();
                literal.push('{');
            }
            '}' if chars.peek() == Some(&'}') => {
                chars.next();
                literal.push('}');
            }
            '{' => {
                if !literal.is_empty() {
                    parts.push(FormatPart::Literal(std::mem::take(&mut literal)));
                }
                let mut field = String::new();
                let mut depth = 1u32;
                for c in chars.by_ref() {
                    match c {
                        '{' => depth = depth.saturating_add(1),
                        '}' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                    field.push(c);
                }
                if depth != 0 {
                    return None;
                }
                parts.push(FormatPart::Field(field));
            }
            '}' => return None,
            _ => literal.push(c),
        }
    }
    if !literal.is_empty() {
        parts.push(FormatPart::Literal(literal));
    }
    Some(parts)
}

/// The access path of one field of a format template. `{0.__class__[x].y}` is position 0 with the attributes `__class__` and `y`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FieldPath {
    pub(crate) root: String,
    pub(crate) position: Option<usize>,
    pub(crate) attributes: Vec<String>,
}

/// Returns the fields of a template, including those in format specs.
#[must_use]
pub(crate) fn format_paths(template: &str) -> Vec<FieldPath> {
    let mut found: Vec<FieldPath> = Vec::new();
    let mut pending = vec![(template.to_owned(), false)];
    let mut next = 0;
    while let Some((template, is_spec)) = pending.pop() {
        for part in fields(&template).unwrap_or_default() {
            let FormatPart::Field(field) = part else { continue };
            let path_end = field.find(['!', ':']).unwrap_or(field.len());
            let (path, spec) = field.split_at(path_end);
            // Python formats the fields in a format spec, but refuses fields nested deeper.
            if !is_spec && spec.contains('{') {
                pending.push((spec.trim_start_matches(':').to_owned(), true));
            }
            let root_end = path.find(['.', '[']).unwrap_or(path.len());
            let (root, mut rest) = path.split_at(root_end);
            let position = if root.is_empty() {
                next += 1;
                Some(next - 1)
            } else {
                root.parse().ok()
            };
            let mut attributes = Vec::new();
            while let Some(dot) = rest.find(['.', '[']) {
                let is_attribute = rest.get(dot..).is_some_and(|tail| tail.starts_with('.'));
                rest = rest.get(dot + 1..).unwrap_or("");
                if is_attribute {
                    let end = rest.find(['.', '[']).unwrap_or(rest.len());
                    attributes.push(rest.get(..end).unwrap_or("").to_owned());
                } else {
                    rest = rest.split_once(']').map_or("", |(_, after)| after);
                }
            }
            found.push(FieldPath { root: root.to_owned(), position, attributes });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(text: &str) -> Value {
        Value::Str(text.into())
    }

    #[test]
    fn python_rounds_down() {
        for (op, left, right, want) in [
            (BinOp::FloorDiv, -7, 2, Some(-4)),
            (BinOp::Mod, -7, 2, Some(1)),
            (BinOp::Mod, 7, -2, Some(-1)),
            (BinOp::FloorDiv, 1, 0, None),
            (BinOp::Pow, 10, 40, None),
            (BinOp::LShift, 1, 62, Some(1 << 62)),
            (BinOp::LShift, 1, 63, None),
            (BinOp::FloorDiv, i64::MIN, -1, None),
            (BinOp::Mod, i64::MIN, -1, None),
            (BinOp::FloorDiv, -6, 3, Some(-2)),
            (BinOp::FloorDiv, 6, -3, Some(-2)),
            (BinOp::FloorDiv, 0, -1, Some(0)),
            (BinOp::FloorDiv, -1, i64::MIN, Some(0)),
            (BinOp::Mod, 6, -3, Some(0)),
            (BinOp::Mod, -7, -2, Some(-1)),
        ] {
            assert_eq!(integers(op, left, right), want, "{left} {op:?} {right}");
        }
    }

    #[test]
    fn slices_are_pythons() {
        for (bounds, want) in [
            ([None, None, Some(-1)], "fedcba"),
            ([Some(1), Some(-1), None], "bcde"),
            ([Some(-2), None, None], "ef"),
            ([Some(4), Some(1), Some(-2)], "ec"),
            ([Some(10), None, Some(-1)], "fedcba"),
            ([Some(10), None, Some(-3)], "fc"),
            ([None, None, Some(-3)], "fc"),
            ([None, None, Some(-2)], "fdb"),
            ([Some(0), Some(2), None], "ab"),
            ([None, Some(0), Some(-1)], "fedcb"),
            ([Some(-10), Some(10), Some(4)], "ae"),
            ([Some(3), Some(-10), Some(-2)], "db"),
        ] {
            assert_eq!(slice(&s("abcdef"), bounds), Some(s(want)), "{bounds:?}");
        }
        assert_eq!(slice(&s("abc"), [None, None, Some(0)]), None);
    }

    #[test]
    fn format_attributes_are_found_everywhere() {
        let read = |template: &str| format_paths(template).into_iter().flat_map(|path| path.attributes).collect::<Vec<_>>();
        assert_eq!(read("{0.__class__[x].y!r:{w.z}}"), ["__class__", "y", "z"]);
        assert_eq!(read("{{0.__class__}}"), Vec::<String>::new());
        assert_eq!(read("{0[a.b].c}"), ["c"]);
        assert_eq!(read("{0[a.].c.d}"), ["c", "d"]);
        assert_eq!(read("{0[].c}"), ["c"]);
        assert_eq!(read("{0:{1.a:{2.b}}}{3.c}"), ["c", "a"]);
        assert_eq!(read(&("{}".repeat(300) + "{0.last}")), ["last"]);
        assert_eq!(read("{"), Vec::<String>::new());
        let positions: Vec<_> = format_paths("{} {x.a} {1} {}").into_iter().map(|path| path.position).collect();
        assert_eq!(positions, [Some(0), None, Some(1), Some(1)]);
    }

    #[test]
    fn texts_fold() {
        assert_eq!(binary(BinOp::Mod, &s("__%s__"), &s("class")), Some(s("__class__")));
        assert_eq!(method(&s("__{}__"), "format", &[s("class")]), Some(s("__class__")));
        assert_eq!(method(&s("__klass__"), "replace", &[s("k"), s("c")]), Some(s("__class__")));
        assert_eq!(binary(BinOp::Mul, &s("aaaa"), &Value::Int(1 << 40)), None);
        assert_eq!(method(&s("ab"), "split", &[s("")]), None);
        assert_eq!(method(&s("\u{e9}"), "encode", &[s("latin-1")]), None);
        assert_eq!(method(&s("abab"), "replace", &[s(""), s("-")]), Some(s("-a-b-a-b-")));
        assert_eq!(method(&s("\u{e9}"), "replace", &[s(""), s("-")]), Some(s("-\u{e9}-")));
    }

    #[test]
    fn what_is_joined_stays_small() {
        let bytes = |len: usize| Value::Bytes(vec![b'a'; len].into());
        let seq = |len: usize| Value::Seq(vec![Facts::unknown(); len].into());
        for (left, right, want) in [
            (bytes(MAX_BYTES / 2), bytes(MAX_BYTES / 2), true),
            (bytes(MAX_BYTES / 2), bytes(MAX_BYTES / 2 + 1), false),
            (seq(crate::analysis::names::MAX_ITEMS - 2), seq(2), true),
            (seq(crate::analysis::names::MAX_ITEMS - 2), seq(3), false),
            (s(&"a".repeat(MAX_BYTES - 1)), s("b"), true),
            (s(&"a".repeat(MAX_BYTES)), s("b"), false),
        ] {
            assert_eq!(binary(BinOp::Add, &left, &right).is_some(), want);
        }
        for (len, want) in [(MAX_BYTES - 1, true), (MAX_BYTES, false)] {
            assert_eq!(method(&s("ab"), "replace", &[s("b"), s(&"x".repeat(len))]).is_some(), want, "{len}");
        }
    }
}
