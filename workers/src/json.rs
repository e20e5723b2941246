//! Values that cross as JSON: variables and answers of hosts, values and arguments of programs.

use num_bigint::BigInt;
use serde_json::{Map, Value, json};
use stockade_compiler::surrogate;
use stockade_vm::{HostValue, RecordKind};

/// The most digits of an integer that comes as JSON. CPython reads no more from a text either, because the work grows with their square.
const MOST_DIGITS: usize = 4300;
/// The most bits of an integer that is written with decimal digits, for the same reason.
const MOST_BITS: u64 = 1 << 14;

/// The variables of an object, whose keys are their names.
///
/// # Errors
/// What is wrong with a name or a value.
pub fn variables(object: &Map<String, Value>) -> Result<Vec<(String, HostValue)>, String> {
    let is_name = |name: &str| {
        !name.starts_with(|c: char| c.is_numeric()) && !name.is_empty() && name.chars().all(|c| c == '_' || c.is_alphanumeric())
    };
    match object.keys().find(|name| !is_name(name)) {
        Some(name) => Err(format!("`{name}` is no name of a variable")),
        None => object.iter().map(|(name, value)| Ok((name.clone(), to_host(value)?))).collect(),
    }
}

/// Converts JSON to a host value. The JSON parser limits the nesting depth.
///
/// # Errors
/// An integer has more than 4,300 digits.
pub fn to_host(value: &Value) -> Result<HostValue, String> {
    Ok(match value {
        Value::Null => HostValue::None,
        Value::Bool(value) => HostValue::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(int) => HostValue::Int(int),
            None if digits_of(number.as_str()) > MOST_DIGITS => {
                return Err(format!("an integer has {} digits, and may have {MOST_DIGITS}", digits_of(number.as_str())));
            }
            None => match number.as_str().parse() {
                Ok(int) => HostValue::BigInt(int),
                Err(_) => HostValue::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            },
        },
        Value::String(text) => HostValue::Str(text.clone()),
        Value::Array(items) => HostValue::List(items.iter().map(to_host).collect::<Result<_, _>>()?),
        Value::Object(map) => {
            let pair = |(key, value): (&String, &Value)| Ok((HostValue::Str(key.clone()), to_host(value)?));
            HostValue::Dict(map.iter().map(pair).collect::<Result<_, String>>()?)
        }
    })
}

/// The digits of an integer; none for another number.
fn digits_of(number: &str) -> usize {
    let digits = number.strip_prefix('-').unwrap_or(number);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.len() } else { 0 }
}

/// An int of any size as a number of JSON; one of more than 16,384 bits as a text of hexadecimal digits.
fn whole_number(value: &BigInt) -> Value {
    if value.bits() > MOST_BITS {
        return Value::String(format!("{value:#x}"));
    }
    let text = value.to_string();
    text.parse().map_or(Value::String(text), Value::Number)
}

/// Converts a host value to JSON, as far as JSON can represent it. The depth was limited when the value left the sandbox.
#[must_use]
pub fn from_host(value: &HostValue) -> Value {
    match value {
        HostValue::None => Value::Null,
        HostValue::Bool(value) => json!(value),
        HostValue::Int(value) => json!(value),
        HostValue::BigInt(value) => whole_number(value),
        HostValue::Float(value) => json!(value),
        HostValue::Str(text) => json!(text),
        HostValue::Bytes(data) => json!(data),
        HostValue::List(items) | HostValue::Tuple(items) | HostValue::Set(items) | HostValue::FrozenSet(items) => {
            Value::Array(items.iter().map(from_host).collect())
        }
        HostValue::Dict(pairs) => Value::Object(
            pairs
                .iter()
                .map(|(key, value)| {
                    let key = if let HostValue::Str(text) = key { text.clone() } else { in_key(key).to_string() };
                    (key, from_host(value))
                })
                .collect(),
        ),
        HostValue::Record(record) => from_host(&record.plain()),
        HostValue::Type(name) => json!({ "type": name }),
        HostValue::Handle(number) | HostValue::Object { number, .. } => json!({ "handle": number }),
    }
}

/// A value inside a key, which becomes a text: dicts in it are lists of pairs. A text in a text doubles at each level, because its quotation
/// marks are escaped again, and a program chooses the levels.
fn in_key(value: &HostValue) -> Value {
    match value {
        HostValue::List(items) | HostValue::Tuple(items) | HostValue::Set(items) | HostValue::FrozenSet(items) => {
            Value::Array(items.iter().map(in_key).collect())
        }
        HostValue::Dict(pairs) => Value::Array(pairs.iter().map(|(key, value)| json!([in_key(key), in_key(value)])).collect()),
        HostValue::Record(record) => in_key(&record.plain()),
        value => from_host(value),
    }
}

/// A value of types that JSON has: None, booleans, integers of 64 bits, finite floats, text, lists, and dicts with text as keys. Dataclasses and
/// members of enumerations are their fields and values. `None` for any other value. The depth was limited when the value left the sandbox.
#[must_use]
pub fn exactly(value: &HostValue) -> Option<Value> {
    let text = |text: &str| (!text.chars().any(|c| surrogate::to_code(c).is_some())).then(|| text.to_owned());
    Some(match value {
        HostValue::None => Value::Null,
        HostValue::Bool(value) => json!(value),
        HostValue::Int(value) => json!(value),
        HostValue::Float(value) => Value::Number(serde_json::Number::from_f64(*value)?),
        HostValue::Str(value) => Value::String(text(value)?),
        HostValue::List(items) => Value::Array(items.iter().map(exactly).collect::<Option<_>>()?),
        HostValue::Dict(pairs) => {
            let pair = |(key, value): &(HostValue, HostValue)| match key {
                HostValue::Str(key) => Some((text(key)?, exactly(value)?)),
                _ => None,
            };
            Value::Object(pairs.iter().map(pair).collect::<Option<_>>()?)
        }
        HostValue::Record(record) => match record.kind {
            RecordKind::Counter | RecordKind::OrderedDict | RecordKind::DefaultDict | RecordKind::Enum | RecordKind::Dataclass => {
                exactly(&record.plain())?
            }
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text for each level would be escaped again at the next: 2 ** 200 bytes.
    #[test]
    fn keys_in_keys_stay_small() {
        let mut key = HostValue::Int(1);
        for _ in 0..200 {
            key = HostValue::Dict(vec![(key, HostValue::Int(1))]);
        }
        let text = from_host(&key).to_string();
        assert!(text.len() < 2000, "{}", text.len());
        let pair = HostValue::Tuple(vec![HostValue::Int(1), HostValue::Str("a".into())]);
        assert_eq!(from_host(&HostValue::Dict(vec![(pair, HostValue::None)])), json!({ "[1,\"a\"]": null }));
    }

    /// Decimal digits of large integers take time that grows with their square, in both directions.
    #[test]
    fn large_integers_take_no_time() {
        let large = HostValue::BigInt(BigInt::from(1) << 100_000_000u32);
        assert!(matches!(from_host(&large), Value::String(text) if text.starts_with("0x1000") && text.len() == 25_000_003));
        assert_eq!(from_host(&HostValue::BigInt(BigInt::from(1) << 100u32)).to_string(), "1267650600228229401496703205376");
        let digits: Result<Value, _> = serde_json::from_str(&"9".repeat(4301));
        assert!(digits.is_ok_and(|digits| to_host(&json!([digits])).is_err_and(|message| message.contains("4301 digits"))));
        assert!(serde_json::from_str(&"9".repeat(4300)).is_ok_and(|digits: Value| to_host(&digits).is_ok()));
    }
}
