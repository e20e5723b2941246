//! THE builtins table: one row for each builtin function, and the constants.

use crate::exit::Exit;
use crate::natives;
use crate::natives::Args;
use crate::registry as reg;
use crate::rt::Rt;
use crate::value::Value;

natives! { pub(crate) ROWS:
    /// Prints the values, separated by `sep` and followed by `end`.
    func "print" "(*args, sep=' ', end='\\n', file=None, flush=False)" => print;
    /// How many items a container holds.
    func "len" "(obj, /)" => len;
    /// The canonical text of an object.
    func "repr" "(obj, /)" => repr;
}

/// Types and constants by name.
pub(crate) static CONSTANTS: &[(&str, Value)] = &[
    ("object", reg::OBJECT.value()),
    ("type", reg::TYPE.value()),
    ("int", reg::INT.value()),
    ("bool", reg::BOOL.value()),
    ("float", reg::FLOAT.value()),
    ("complex", reg::COMPLEX.value()),
    ("str", reg::STR.value()),
    ("bytes", reg::BYTES.value()),
    ("bytearray", reg::BYTEARRAY.value()),
    ("memoryview", reg::MEMORYVIEW.value()),
    ("list", reg::LIST.value()),
    ("tuple", reg::TUPLE.value()),
    ("dict", reg::DICT.value()),
    ("set", reg::SET.value()),
    ("frozenset", reg::FROZENSET.value()),
    ("range", reg::RANGE.value()),
    ("slice", reg::SLICE.value()),
    ("property", reg::PROPERTY.value()),
    ("staticmethod", reg::STATICMETHOD.value()),
    ("classmethod", reg::CLASSMETHOD.value()),
    ("super", reg::SUPER.value()),
    ("enumerate", reg::ENUMERATE.value()),
    ("zip", reg::ZIP.value()),
    ("map", reg::MAP.value()),
    ("filter", reg::FILTER.value()),
    ("reversed", reg::REVERSED.value()),
    ("None", Value::NONE),
    ("True", Value::TRUE),
    ("False", Value::FALSE),
    ("Ellipsis", Value::ELLIPSIS),
    ("NotImplemented", Value::NOT_IMPLEMENTED),
    ("__debug__", Value::TRUE),
];

fn print(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let mut text = String::new();
    let separator = match args.at(0).some() {
        Some(value) => rt.str_text(value)?,
        None => " ".into(),
    };
    let end = match args.at(1).some() {
        Some(value) => rt.str_text(value)?,
        None => "\n".into(),
    };
    for (at, value) in args.rest.iter().enumerate() {
        if at > 0 {
            text.push_str(&separator);
        }
        text.push_str(&rt.str_text(*value)?);
    }
    text.push_str(&end);
    rt.write(&text, false)?;
    Ok(Value::NONE)
}

fn len(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let len = rt.len(args.at(0))?;
    Ok(Value::int(len as i64))
}

fn repr(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let text = rt.repr_text(args.at(0))?;
    rt.heap.string(text)
}
