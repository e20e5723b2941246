//! `print` and its output stream.

use crate::base::abrupt::Abrupt;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::{ChargedString, ChargedVec};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

pub(crate) fn print(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::PRINT)?;
    let file = args.at(2);
    if file.some().is_some() {
        // The fallback calls the `write` method of the file.
        return Err(Abrupt::NeedsUserCode);
    }
    match stdout_target(rt) {
        StdoutTarget::Plain => {}
        StdoutTarget::To(_) => return Err(Abrupt::NeedsUserCode),
        StdoutTarget::Discard => return Ok(Value::NONE),
        StdoutTarget::Deleted => return Err(rt.runtime_error("lost sys.stdout")),
    }
    let part = |rt: &mut Runtime, value: Value, default: &str, what: &str| match value.some() {
        Some(value) if rt.unwrap_payload(value).is_str() => rt.str_text(value),
        Some(value) => {
            let name = rt.type_name(value);
            Err(rt.type_error(&format!("{what} must be None or a string, not {name}")))
        }
        None => Ok(default.to_string()),
    };
    let separator = part(rt, args.at(0), " ", "sep")?;
    let end = part(rt, args.at(1), "\n", "end")?;
    if args.rest.iter().any(|value| value.is_str() && rt.heap.text(*value).len() > LONG) {
        return print_long(rt, args.rest, &separator, &end);
    }
    let mut text = ChargedString::new(&rt.heap);
    for (at, value) in args.rest.iter().enumerate() {
        if at > 0 {
            text.push_str(&mut rt.heap, &separator)?;
        }
        match value.tag {
            Tag::Str => text.push_value(&mut rt.heap, *value)?,
            _ => rt.push_made(&mut text, |rt| rt.str_text(*value))?,
        }
        // The text is read again when it is written.
        rt.charge(text.len() as u64 / 128)?;
    }
    text.push_str(&mut rt.heap, &end)?;
    rt.write_pieces(&text, |rt| {
        let mut pieces = Vec::new();
        for (at, value) in args.rest.iter().enumerate() {
            if at > 0 {
                pieces.push(separator.clone());
            }
            pieces.push(rt.str_text(*value)?);
        }
        pieces.push(end.clone());
        Ok(pieces)
    })?;
    Ok(Value::NONE)
}

/// A str above this length is printed in parts, without a copy of the whole.
const LONG: usize = 64 << 10;

/// Prints values of which one is a long str. All texts are made before the first is printed, because `print` may start over until then.
fn print_long(rt: &mut Runtime, values: &[Value], separator: &str, end: &str) -> Result<Value, Abrupt> {
    let mut texts = ChargedVec::with_capacity(&mut rt.heap, values.len())?;
    for value in values {
        let text = match value.tag {
            Tag::Str => None,
            _ => Some(rt.str_text(*value)?),
        };
        let length = text.as_ref().map_or_else(|| rt.heap.text(*value).len(), String::len);
        rt.charge(length as u64 / 64 + 1)?;
        texts.push(&mut rt.heap, text)?;
    }
    for (at, (value, text)) in values.iter().zip(texts.iter()).enumerate() {
        if at > 0 {
            rt.write(separator, false)?;
        }
        match text {
            Some(text) => rt.write(text, false)?,
            None => rt.write_str(*value, false)?,
        }
    }
    rt.write(end, false)?;
    Ok(Value::NONE)
}

pub(crate) fn write(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = rt.unwrap_payload(args.at(0));
    if !text.is_str() {
        let name = rt.type_name(args.at(0));
        return Err(rt.type_error(&format!("write() argument must be str, not {name}")));
    }
    let count = rt.heap.char_count(text);
    rt.write_str(text, args.at(1).is_true())?;
    Ok(Value::int(i64::try_from(count).unwrap_or(i64::MAX)))
}

/// The stream that `print` writes to.
pub(crate) enum StdoutTarget {
    /// The host's output: `sys.stdout` is the original stream.
    Plain,
    /// No output: `sys.stdout` is None.
    Discard,
    /// `sys.stdout` was deleted.
    Deleted,
    /// An object that replaced `sys.stdout` (`contextlib.redirect_stdout`), or the original stream when the program set its `write`
    /// attribute.
    To(Value),
}

/// Finds the current target of `sys.stdout`.
pub(crate) fn stdout_target(rt: &mut Runtime) -> StdoutTarget {
    let known = |rt: &Runtime| {
        let module = rt.modules.by_name.get("sys")?;
        let namespace = rt.heap.modules.get(module.index()).namespace;
        let original = rt.get_global(namespace, rt.names.find("__stdout__")?)?;
        Some((rt.get_global(namespace, rt.names.find("stdout")?), original))
    };
    match known(rt) {
        None => StdoutTarget::Plain,
        Some((None, _)) => StdoutTarget::Deleted,
        Some((Some(Value::NONE), _)) => StdoutTarget::Discard,
        Some((Some(current), original)) if current == original && current.tag == Tag::Inst => {
            let write = rt.names.find("write").and_then(|name| rt.own_attr(current, name));
            if write.is_some() { StdoutTarget::To(current) } else { StdoutTarget::Plain }
        }
        Some((Some(current), _)) => StdoutTarget::To(current),
    }
}

/// `_stdout` of the fallbacks: the object that `print` must call `write` on; None when `print` needs no such call.
pub(crate) fn stdout_native(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(if let StdoutTarget::To(stream) = stdout_target(rt) { stream } else { Value::NONE })
}
