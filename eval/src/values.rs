//! Plain values between JSON, Python's text and Python's equality.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};
use serde_json::{Map, Number, Value as Json};
use stockade_vm::HostValue;

/// Values nested deeper than this cross no room, and are not compared.
const MAX_DEPTH: usize = 64;

/// The value that Python's `json.loads` makes of a JSON value.
#[must_use]
pub fn from_json(json: &Json) -> HostValue {
    match json {
        Json::Null => HostValue::None,
        Json::Bool(value) => HostValue::Bool(*value),
        Json::Number(number) => number_from_json(number),
        Json::String(text) => HostValue::Str(text.clone()),
        Json::Array(items) => HostValue::List(items.iter().map(from_json).collect()),
        Json::Object(map) => HostValue::Dict(map.iter().map(|(key, item)| (HostValue::Str(key.clone()), from_json(item))).collect()),
    }
}

fn number_from_json(number: &Number) -> HostValue {
    if let Some(value) = number.as_i64() {
        return HostValue::Int(value);
    }
    let text = number.to_string();
    if text.contains(['.', 'e', 'E']) {
        return HostValue::Float(text.parse().unwrap_or(f64::NAN));
    }
    text.parse::<BigInt>().map_or(HostValue::None, HostValue::BigInt)
}

/// A value as JSON: lists, tuples and sets become arrays, bytes and what JSON has not become Python's text.
#[must_use]
pub fn to_json(value: &HostValue) -> Json {
    match value {
        HostValue::None => Json::Null,
        HostValue::Bool(value) => Json::Bool(*value),
        HostValue::Int(value) => Json::from(*value),
        HostValue::Float(value) => Number::from_f64(*value).map_or_else(|| Json::from(repr(&HostValue::Float(*value))), Json::Number),
        HostValue::Str(text) => Json::String(text.clone()),
        HostValue::List(items) | HostValue::Tuple(items) | HostValue::Set(items) | HostValue::FrozenSet(items) => {
            Json::Array(items.iter().map(to_json).collect())
        }
        HostValue::Dict(pairs) => {
            let key = |key: &HostValue| if let HostValue::Str(text) = key { text.clone() } else { repr(key) };
            Json::Object(pairs.iter().map(|(name, item)| (key(name), to_json(item))).collect::<Map<_, _>>())
        }
        other => Json::String(repr(other)),
    }
}

/// Python's `repr` of a value.
#[must_use]
pub fn repr(value: &HostValue) -> String {
    let mut out = String::new();
    write_repr(value, usize::MAX, &mut out);
    out
}

/// Python's `repr` of a value, at most this many characters of it.
#[must_use]
pub fn short_repr(value: &HostValue, chars: usize) -> String {
    let mut out = String::new();
    write_repr(value, chars.saturating_mul(4), &mut out);
    shorten(&out, chars)
}

/// A text, at most this many characters of it.
#[must_use]
pub fn shorten(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        None => text.to_string(),
        Some((at, _)) => format!("{}...", text.get(..at).unwrap_or_default()),
    }
}

fn write_repr(value: &HostValue, room: usize, out: &mut String) {
    if out.len() > room {
        return;
    }
    match value {
        HostValue::None => out.push_str("None"),
        HostValue::Bool(value) => out.push_str(if *value { "True" } else { "False" }),
        HostValue::Int(value) => out.push_str(&value.to_string()),
        // A long integer takes a time that grows with the square of its digits.
        HostValue::BigInt(value) if value.bits() > 20_000 => out.push_str(&format!("<an int of {} bits>", value.bits())),
        HostValue::BigInt(value) => out.push_str(&value.to_string()),
        HostValue::Float(value) => out.push_str(&stockade_algorithms::text::float::float_repr(*value)),
        HostValue::Str(text) => write_text(text, room, out),
        HostValue::Bytes(data) => {
            out.push_str("b'");
            for byte in data.iter().take(room) {
                match byte {
                    b'\\' | b'\'' => out.push_str(&format!("\\{}", char::from(*byte))),
                    32..=126 => out.push(char::from(*byte)),
                    _ => out.push_str(&format!("\\x{byte:02x}")),
                }
            }
            out.push('\'');
        }
        HostValue::List(items) => write_items("[", items, "]", room, out),
        HostValue::Tuple(items) => write_items("(", items, if items.len() == 1 { ",)" } else { ")" }, room, out),
        HostValue::Set(items) if items.is_empty() => out.push_str("set()"),
        HostValue::Set(items) => write_items("{", items, "}", room, out),
        HostValue::FrozenSet(items) if items.is_empty() => out.push_str("frozenset()"),
        HostValue::FrozenSet(items) => write_items("frozenset({", items, "})", room, out),
        HostValue::Dict(pairs) => {
            out.push('{');
            for (at, (key, item)) in pairs.iter().enumerate() {
                if out.len() > room {
                    break;
                }
                out.push_str(if at > 0 { ", " } else { "" });
                write_repr(key, room, out);
                out.push_str(": ");
                write_repr(item, room, out);
            }
            out.push('}');
        }
        HostValue::Record(record) => write_repr(&record.plain(), room, out),
        HostValue::Type(name) => out.push_str(&format!("<class '{name}'>")),
        HostValue::Handle(_) | HostValue::Object { .. } => out.push_str("<object>"),
    }
}

fn write_items(open: &str, items: &[HostValue], close: &str, room: usize, out: &mut String) {
    out.push_str(open);
    for (at, item) in items.iter().enumerate() {
        if out.len() > room {
            break;
        }
        out.push_str(if at > 0 { ", " } else { "" });
        write_repr(item, room, out);
    }
    out.push_str(close);
}

fn write_text(text: &str, room: usize, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for c in text.chars().take(room) {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push(quote);
}

/// A number, for comparisons that need one.
#[must_use]
pub fn as_f64(value: &HostValue) -> Option<f64> {
    match value {
        HostValue::Bool(value) => Some(f64::from(u8::from(*value))),
        HostValue::Int(value) => value.to_f64(),
        HostValue::BigInt(value) => value.to_f64(),
        HostValue::Float(value) => Some(*value),
        _ => None,
    }
}

fn as_int(value: &HostValue) -> Option<BigInt> {
    match value {
        HostValue::Bool(value) => Some(BigInt::from(u8::from(*value))),
        HostValue::Int(value) => Some(BigInt::from(*value)),
        HostValue::BigInt(value) => Some(value.clone()),
        HostValue::Float(value) if value.is_finite() && value.fract() == 0.0 => BigInt::from_f64(*value),
        _ => None,
    }
}

/// What counts as equal besides Python's `==`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Equality {
    /// A tuple equals a list with equal items.
    pub sequences_are_alike: bool,
}

impl Equality {
    /// Python's `a == b` for plain values.
    #[must_use]
    pub fn holds(self, a: &HostValue, b: &HostValue) -> bool {
        self.equal(a, b, 0)
    }

    fn equal(self, a: &HostValue, b: &HostValue, depth: usize) -> bool {
        use HostValue as H;
        if depth > MAX_DEPTH {
            return false;
        }
        let all = |a: &[H], b: &[H]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.equal(a, b, depth + 1));
        match (a, b) {
            (H::None, H::None) => true,
            (H::Int(a), H::Int(b)) => a == b,
            (H::Float(a), H::Float(b)) => a == b,
            (H::Str(a), H::Str(b)) => a == b,
            (H::Bytes(a), H::Bytes(b)) => a == b,
            (H::Type(a), H::Type(b)) => a == b,
            (H::List(a), H::List(b)) | (H::Tuple(a), H::Tuple(b)) => all(a, b),
            (H::List(a), H::Tuple(b)) | (H::Tuple(a), H::List(b)) => self.sequences_are_alike && all(a, b),
            (H::Set(a) | H::FrozenSet(a), H::Set(b) | H::FrozenSet(b)) => a.len() == b.len() && contains_all(a, b),
            (H::Dict(a), H::Dict(b)) => a.len() == b.len() && self.same_entries(a, b, depth),
            // What a room hands over in a class of its own is a bytearray, or a member of an enumeration of numbers or texts.
            (H::Record(a), b) => self.equal(&a.plain(), b, depth + 1),
            (a, H::Record(b)) => self.equal(a, &b.plain(), depth + 1),
            _ => match (as_int(a), as_int(b)) {
                (Some(a), Some(b)) => a == b,
                _ => false,
            },
        }
    }

    fn same_entries(self, a: &[(HostValue, HostValue)], b: &[(HostValue, HostValue)], depth: usize) -> bool {
        let by_key: std::collections::BTreeMap<String, &HostValue> = b.iter().map(|(key, item)| (hash_key(key), item)).collect();
        a.iter().all(|(key, item)| by_key.get(&hash_key(key)).is_some_and(|other| self.equal(item, other, depth + 1)))
    }
}

fn contains_all(a: &[HostValue], b: &[HostValue]) -> bool {
    let known: std::collections::BTreeSet<String> = b.iter().map(hash_key).collect();
    a.iter().all(|item| known.contains(&hash_key(item)))
}

/// A text that is equal for keys that Python takes for equal, and different for others.
#[must_use]
pub fn hash_key(value: &HostValue) -> String {
    match value {
        HostValue::Tuple(items) => items.iter().fold(String::from("("), |text, item| text + &hash_key(item) + ",") + ")",
        HostValue::FrozenSet(items) => {
            let mut keys: Vec<String> = items.iter().map(hash_key).collect();
            keys.sort_unstable();
            format!("frozenset{keys:?}")
        }
        other => match as_int(other) {
            Some(int) => int.to_string(),
            None => repr(other),
        },
    }
}
