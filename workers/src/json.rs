//! Values that cross as JSON: variables and answers of hosts, values and arguments of programs.

use num_bigint::BigInt;
use serde_json::{Map, Value, json};
use stockade_compiler::surrogate;
use stockade_vm::{HostValue, RecordKind};

/// The variables of an object, whose keys are their names.
///
/// # Errors
/// The first key that is no name of a variable.
pub fn variables(object: &Map<String, Value>) -> Result<Vec<(String, HostValue)>, String> {
    let is_name = |name: &str| {
        !name.starts_with(|c: char| c.is_numeric()) && !name.is_empty() && name.chars().all(|c| c == '_' || c.is_alphanumeric())
    };
    match object.keys().find(|name| !is_name(name)) {
        Some(name) => Err(name.clone()),
        None => Ok(object.iter().map(|(name, value)| (name.clone(), to_host(value))).collect()),
    }
}

/// Converts JSON to a host value. The JSON parser limits the nesting depth.
#[must_use]
pub fn to_host(value: &Value) -> HostValue {
    match value {
        Value::Null => HostValue::None,
        Value::Bool(value) => HostValue::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(int) => HostValue::Int(int),
            None => match number.as_str().parse() {
                Ok(int) => HostValue::BigInt(int),
                Err(_) => HostValue::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            },
        },
        Value::String(text) => HostValue::Str(text.clone()),
        Value::Array(items) => HostValue::List(items.iter().map(to_host).collect()),
        Value::Object(map) => HostValue::Dict(map.iter().map(|(key, value)| (HostValue::Str(key.clone()), to_host(value))).collect()),
    }
}

/// An int of any size as a number of JSON.
fn whole_number(value: &BigInt) -> Value {
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
                    let key = if let HostValue::Str(text) = key { text.clone() } else { from_host(key).to_string() };
                    (key, from_host(value))
                })
                .collect(),
        ),
        HostValue::Record(record) => from_host(&record.plain()),
        HostValue::Type(name) => json!({ "type": name }),
        HostValue::Handle(number) | HostValue::Object { number, .. } => json!({ "handle": number }),
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
