//! `print` and where it writes.

use crate::base::abrupt::Abrupt;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

pub(crate) fn print(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let file = args.at(2);
    if file.some().is_some() {
        // Anything with `write`: the prelude calls it.
        return Err(Abrupt::Guest);
    }
    match printed(rt) {
        StdoutTarget::Plain => {}
        StdoutTarget::To(_) => return Err(Abrupt::Guest),
        StdoutTarget::Nowhere => return Ok(Value::NONE),
        StdoutTarget::Lost => return Err(rt.runtime_error("lost sys.stdout")),
    }
    let part = |rt: &mut Runtime, value: Value, default: &str, what: &str| match value.some() {
        Some(value) if rt.plain(value).is_str() => rt.str_text(value),
        Some(value) => {
            let name = rt.type_name(value);
            Err(rt.type_error(&format!("{what} must be None or a string, not {name}")))
        }
        None => Ok(default.to_string()),
    };
    let separator = part(rt, args.at(0), " ", "sep")?;
    let end = part(rt, args.at(1), "\n", "end")?;
    let mut text = String::new();
    for (at, value) in args.rest.iter().enumerate() {
        if at > 0 {
            text.push_str(&separator);
        }
        text.push_str(&rt.str_text(*value)?);
        // A long text counts as memory while it is put together.
        rt.precheck(text.len(), 1)?;
    }
    text.push_str(&end);
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

pub(crate) fn write(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = rt.plain(args.at(0));
    if !text.is_str() {
        let name = rt.type_name(args.at(0));
        return Err(rt.type_error(&format!("write() argument must be str, not {name}")));
    }
    let count = rt.heap.char_count(text);
    let text = rt.heap.text(text).to_string();
    rt.write(&text, args.at(1).is_true())?;
    Ok(Value::int(i64::try_from(count).unwrap_or(i64::MAX)))
}

/// Where `print` writes.
pub(crate) enum StdoutTarget {
    /// To the host: nobody has touched `sys.stdout`.
    Plain,
    /// Nowhere: `sys.stdout` is None.
    Nowhere,
    /// `sys.stdout` was deleted.
    Lost,
    /// To what replaced it (`contextlib.redirect_stdout`), or to the stream itself, where that has a `write` of the program's.
    To(Value),
}

/// What has become of `sys.stdout`.
pub(crate) fn printed(rt: &mut Runtime) -> StdoutTarget {
    let known = |rt: &Runtime| {
        let module = rt.modules.by_name.get("sys")?;
        let namespace = rt.heap.modules.get(module.index()).namespace;
        let original = rt.get_global(namespace, rt.names.find("__stdout__")?)?;
        Some((rt.get_global(namespace, rt.names.find("stdout")?), original))
    };
    match known(rt) {
        None => StdoutTarget::Plain,
        Some((None, _)) => StdoutTarget::Lost,
        Some((Some(Value::NONE), _)) => StdoutTarget::Nowhere,
        Some((Some(current), original)) if current == original && current.tag == Tag::Inst => {
            let write = rt.names.find("write").and_then(|name| rt.own_attr(current, name));
            if write.is_some() { StdoutTarget::To(current) } else { StdoutTarget::Plain }
        }
        Some((Some(current), _)) => StdoutTarget::To(current),
    }
}

/// What `print` asks to write, for the prelude; None where it asks nobody.
pub(crate) fn stdout_row(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(if let StdoutTarget::To(stream) = printed(rt) { stream } else { Value::NONE })
}
