//! `_re`: the natives behind the Python module `re`.

use super::objects;
use crate::base::abrupt::Abrupt;
use crate::base::sizes::low32;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::type_table as reg;
use stockade_algorithms::regex::{Source, escape as regex_escape, flags};

natives! { pub(crate) NATIVES:
    func "compile" "(cache, pattern, flags, /)" => compile;
    func "escape" "(pattern, /)" => escape;
}

/// Maximum number of compiled patterns in the cache of the module's functions.
const MAX_CACHED_PATTERNS: usize = 512;

/// Flags in the order in which `repr` lists them.
const FLAGS: &[(u32, &str)] = &[
    (flags::IGNORECASE, "re.IGNORECASE"),
    (flags::LOCALE, "re.LOCALE"),
    (flags::MULTILINE, "re.MULTILINE"),
    (flags::DOTALL, "re.DOTALL"),
    (flags::UNICODE, "re.UNICODE"),
    (flags::VERBOSE, "re.VERBOSE"),
    (flags::DEBUG, "re.DEBUG"),
    (flags::ASCII, "re.ASCII"),
];

/// The flags in the `repr` of a pattern, such as `, re.IGNORECASE|re.MULTILINE`; empty when there are none to show.
pub(super) fn flags_text(flags: u32, is_bytes: bool) -> String {
    let mut left = flags;
    // UNICODE is the default for str patterns, so `repr` omits it.
    if !is_bytes && left & (flags::LOCALE | flags::UNICODE | flags::ASCII) == flags::UNICODE {
        left &= !flags::UNICODE;
    }
    let mut names: Vec<String> = Vec::new();
    for (bit, name) in FLAGS {
        if left & bit != 0 {
            names.push((*name).to_string());
            left &= !bit;
        }
    }
    if left != 0 {
        names.push(format!("{left:#x}"));
    }
    if names.is_empty() { String::new() } else { format!(", {}", names.join("|")) }
}

/// Sets the types as names of the module.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    crate::runtime::modules::set_constant(rt, module, "Pattern", reg::PATTERN.value())?;
    crate::runtime::modules::set_constant(rt, module, "Match", reg::MATCH.value())
}

/// Takes a pattern from the cache, or compiles and caches it.
fn compile(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (cache, given) = (args.at(0), args.at(1));
    let flags_value = rt.unwrap_payload(args.at(2));
    if !matches!(flags_value.tag, Tag::Int | Tag::Bool) {
        hashable(rt, given)?;
        hashable(rt, args.at(2))?;
    }
    if objects::pattern_of(&rt.heap, given).is_ok() {
        if rt.truth(flags_value)? {
            return Err(rt.value_error("cannot process flags argument with a compiled pattern"));
        }
        return Ok(given);
    }
    let plain = rt.unwrap_payload(given);
    if !matches!(plain.tag, Tag::Str | Tag::Bytes) {
        hashable(rt, given)?;
        return Err(rt.type_error("first argument must be string or compiled pattern"));
    }
    let flags = match flags_value.tag {
        Tag::Int | Tag::Bool => flags_value.as_i64(),
        Tag::BigInt => return Err(rt.overflow_error("Python int too large to convert to C int")),
        _ => {
            let name = rt.type_name(args.at(2));
            return Err(rt.type_error(&format!("unsupported operand type(s) for &: '{name}' and 'int'")));
        }
    };
    let key = if flags == 0 { plain } else { rt.heap.tuple(&[plain, Value::int(flags)])? };
    if let Some(known) = rt.dict_get(cache, key)? {
        return Ok(known);
    }
    // Only the low bits have a meaning. The others are kept for `repr`, up to 32 bits.
    let made = objects::compile(rt, given, plain, low32((flags & i64::from(u32::MAX)) as u64))?;
    let warned = objects::pattern_of(&rt.heap, made)?.compiled.warnings().to_vec();
    if !warned.is_empty() {
        let mut texts = Vec::new();
        for text in &warned {
            texts.push(rt.heap.str(text)?);
        }
        let texts = rt.heap.tuple(&texts)?;
        return Err(rt.tail_fallback("re_warn", &[cache, key, made, texts]));
    }
    if flags & i64::from(flags::DEBUG) == 0 {
        if rt.heap.dicts.get(cache.index()).len() >= MAX_CACHED_PATTERNS {
            return Err(rt.tail_fallback("re_forget", &[cache, key, made]));
        }
        rt.dict_set(cache, key, made)?;
    }
    Ok(made)
}

/// Raises a TypeError for an unhashable value, because the cache hashes it. A `__hash__` of user code is not called.
fn hashable(rt: &mut Runtime, value: Value) -> Result<(), Abrupt> {
    match rt.hash(value) {
        Ok(_) => Ok(()),
        Err(Abrupt::NeedsUserCode | Abrupt::Call) => {
            rt.pending.call = crate::runtime::pending_call::PendingCall::default();
            Ok(())
        }
        Err(exit) => Err(exit),
    }
}

/// Puts a backslash before every special character.
fn escape(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    let Some(source) = objects::source(&rt.heap, plain) else {
        let name = rt.type_name(args.at(0));
        return Err(rt.type_error(&format!("decoding to str: need a bytes-like object, {name} found")));
    };
    let length = source.byte_len();
    rt.precheck(length.saturating_mul(2), 1)?;
    rt.charge(length as u64)?;
    let escaped = match objects::source(&rt.heap, plain) {
        Some(Source::Str(text)) => regex_escape(text.as_bytes()),
        Some(Source::Bytes(bytes)) => regex_escape(bytes),
        None => Vec::new(),
    };
    objects::finish(rt, plain.tag != Tag::Str, escaped)
}
