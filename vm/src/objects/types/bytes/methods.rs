//! Methods of bytes that make other bytes or text, or test what kind of bytes they are.

use super::{bytes_of, copied, data, like, make, unchanged};
use crate::base::abrupt::Abrupt;
use crate::base::sizes::clamped_size;
use crate::base::value::{Tag, Value};
use crate::heap::charged_size;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::text::bytes_case as case;
use stockade_algorithms::text::bytes_ops::{self as ops, Justify, Side};

fn recased(rt: &mut Runtime, args: Args<'_>, change: fn(&[u8]) -> Vec<u8>) -> Result<Value, Abrupt> {
    let len = bytes_of(rt, args.at(0)).len();
    rt.precheck(len, 1)?;
    rt.charge(len as u64 / 16)?;
    let data = change(bytes_of(rt, args.at(0)));
    make(rt, args.at(0), data)
}

fn tested(rt: &mut Runtime, args: Args<'_>, test: fn(&[u8]) -> bool) -> Result<Value, Abrupt> {
    let len = bytes_of(rt, args.at(0)).len();
    rt.charge(len as u64 / 16)?;
    Ok(Value::bool(test(bytes_of(rt, args.at(0)))))
}

macro_rules! each {
    ($apply:ident: $($name:ident => $function:expr;)*) => {
        $(pub(super) fn $name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
            $apply(rt, args, $function)
        })*
    };
}

each! { recased:
    lower => case::lower; upper => case::upper; swapcase => case::swapcase; capitalize => case::capitalize; title => case::title;
}
each! { tested:
    isalnum => case::is_alnum; isalpha => case::is_alpha; isdigit => case::is_digit; islower => case::is_lower;
    isspace => case::is_space_only; istitle => case::is_title; isupper => case::is_upper; isascii => <[u8]>::is_ascii;
}
each! { justified: center => (Justify::Center, "center"); ljust => (Justify::Left, "ljust"); rjust => (Justify::Right, "rjust"); }
each! { stripped: strip => Side::Both; lstrip => Side::Left; rstrip => Side::Right; }

fn justified(rt: &mut Runtime, args: Args<'_>, (justify, name): (Justify, &str)) -> Result<Value, Abrupt> {
    let width = rt.index(args.at(1))?;
    let fill = match args.at(2).defined() {
        None => b' ',
        Some(value) => {
            let plain = rt.unwrap_payload(value);
            match (plain.tag, data(rt, plain)) {
                (Tag::Bytes | Tag::ByteArray, Some([fill])) => *fill,
                _ => {
                    let shown = rt.argument_name(value);
                    return Err(rt.type_error(&format!("{name}() argument 2 must be a byte string of length 1, not {shown}")));
                }
            }
        }
    };
    rt.precheck(clamped_size(width), 1)?;
    let padded = ops::pad(bytes_of(rt, args.at(0)), width, fill, justify, rt.room());
    made(rt, args.at(0), padded)
}

fn made(rt: &mut Runtime, this: Value, result: stockade_algorithms::text::Result<Option<Vec<u8>>>) -> Result<Value, Abrupt> {
    match rt.pure(result)? {
        Some(data) => make(rt, this, data),
        None => unchanged(rt, this),
    }
}

pub(super) fn zfill(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let width = rt.index(args.at(1))?;
    rt.precheck(clamped_size(width), 1)?;
    let padded = ops::zfill(bytes_of(rt, args.at(0)), width, rt.room());
    made(rt, args.at(0), padded)
}

fn stripped(rt: &mut Runtime, args: Args<'_>, side: Side) -> Result<Value, Abrupt> {
    let set = match args.at(1).some() {
        None => None,
        Some(value) => Some(like(rt, value)?),
    };
    let all = copied(rt, args.at(0))?;
    let set_len = set.map_or(0, |set| bytes_of(rt, set).len());
    rt.charge((all.len() + set_len) as u64 / 32)?;
    let range = ops::strip(&all, set.map(|set| bytes_of(rt, set)), side);
    if range.len() == all.len() {
        return unchanged(rt, args.at(0));
    }
    rest_of(rt, args.at(0), all.get(range).unwrap_or(&[]))
}

/// A part of a copy as an object.
fn rest_of(rt: &mut Runtime, this: Value, rest: &[u8]) -> Result<Value, Abrupt> {
    rt.fits(rest.len())?;
    make(rt, this, rest.to_vec())
}

pub(super) fn removeprefix(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let prefix = like(rt, args.at(1))?;
    let all = copied(rt, args.at(0))?;
    match all.strip_prefix(bytes_of(rt, prefix)) {
        Some(rest) if rest.len() < all.len() => rest_of(rt, args.at(0), rest),
        _ => unchanged(rt, args.at(0)),
    }
}

pub(super) fn removesuffix(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let suffix = like(rt, args.at(1))?;
    let all = copied(rt, args.at(0))?;
    match all.strip_suffix(bytes_of(rt, suffix)) {
        Some(rest) if rest.len() < all.len() => rest_of(rt, args.at(0), rest),
        _ => unchanged(rt, args.at(0)),
    }
}

pub(super) fn expandtabs(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let size = rt.index_or(args.at(1), 8)?;
    if i32::try_from(size).is_err() {
        return Err(rt.overflow_error("Python int too large to convert to C int"));
    }
    let len = bytes_of(rt, args.at(0)).len();
    rt.charge(len as u64 / 16)?;
    let expanded = ops::expand_tabs(bytes_of(rt, args.at(0)), size, rt.room());
    let data = rt.pure(expanded)?;
    rt.charge(data.len() as u64 / 64)?;
    make(rt, args.at(0), data)
}

pub(super) fn replace(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (old, new) = (like(rt, args.at(1))?, like(rt, args.at(2))?);
    let max = rt.index_or(args.at(3), -1)?;
    let (len, old_len) = (bytes_of(rt, args.at(0)).len(), bytes_of(rt, old).len());
    rt.charge_search(len, old_len)?;
    // Each place costs as much as 32 bytes without one.
    let most = crate::objects::types::str::most_places(bytes_of(rt, args.at(0)), bytes_of(rt, old));
    rt.charge(len as u64 / 64 + most as u64)?;
    let result = ops::replace(bytes_of(rt, args.at(0)), bytes_of(rt, old), bytes_of(rt, new), max, rt.room());
    let size = result.as_ref().ok().and_then(Option::as_ref).map_or(0, Vec::len);
    rt.charge(size as u64 / 64)?;
    made(rt, args.at(0), result)
}

pub(super) fn translate(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let table = match args.at(1).some() {
        None => None,
        Some(value) => Some(like(rt, value)?),
    };
    if table.is_some_and(|table| bytes_of(rt, table).len() != 256) {
        return Err(rt.value_error("translation table must be 256 characters long"));
    }
    let gone = match args.at(2).defined() {
        None => Vec::new(),
        Some(value) => {
            let plain = like(rt, value)?;
            copied(rt, plain)?
        }
    };
    let len = bytes_of(rt, args.at(0)).len();
    rt.precheck(len, 1)?;
    rt.charge(len as u64 / 4)?;
    let result = ops::translate(bytes_of(rt, args.at(0)), table.map(|table| bytes_of(rt, table)), &gone);
    let data = rt.pure(result)?;
    make(rt, args.at(0), data)
}

pub(super) fn maketrans(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (from, to) = (like(rt, args.at(0))?, like(rt, args.at(1))?);
    let len = bytes_of(rt, from).len();
    rt.charge(len as u64 / 4)?;
    let table = ops::make_trans(bytes_of(rt, from), bytes_of(rt, to));
    let table = rt.pure(table)?;
    rt.heap.bytes(table)
}

pub(super) fn join(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let items = match rt.collect(args.at(1)) {
        Ok(items) => items,
        Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::TYPE_ERROR) => {
            return Err(rt.type_error("can only join an iterable"));
        }
        Err(exit) => return Err(exit),
    };
    let mut total = bytes_of(rt, args.at(0)).len().saturating_mul(items.len().saturating_sub(1));
    rt.heap.hold((items.capacity() + items.len()).saturating_mul(charged_size::<Value>()))?;
    let mut plain = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let bytes = rt.unwrap_payload(*item);
        let bytes = match data(rt, bytes) {
            Some(_) => bytes,
            None if super::view_has_gaps(rt, bytes) => bytes,
            None => crate::objects::types::buffer::bytes_of_other(rt, *item)?.unwrap_or(bytes),
        };
        let Some(data) = data(rt, bytes) else {
            let name = rt.type_name(*item);
            return Err(rt.type_error(&format!("sequence item {at}: expected a bytes-like object, {name} found")));
        };
        total = total.saturating_add(data.len());
        plain.push(bytes);
    }
    rt.precheck(total, 1)?;
    rt.charge(items.len() as u64 / 2)?;
    let mut out = Vec::with_capacity(total);
    for (at, item) in plain.iter().enumerate() {
        if at > 0 {
            out.extend_from_slice(bytes_of(rt, args.at(0)));
        }
        out.extend_from_slice(bytes_of(rt, *item));
    }
    make(rt, args.at(0), out)
}

pub(super) fn decode(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::CODEC)?;
    let (encoding, errors) = crate::objects::types::str::codec_arguments(rt, "decode", args.at(1), args.at(2))?;
    let data = copied(rt, args.at(0))?;
    let text = rt
        .decode_bytes(&data, &encoding, &errors)
        .map_err(|exit| crate::objects::types::str::or_registered_codec(rt, exit, data.is_empty()))?;
    if data.contains(&b'\\')
        && matches!(stockade_algorithms::text::codecs::lookup(&encoding, true), Ok(stockade_algorithms::text::codecs::Codec::UnicodeEscape))
    {
        rt.charge(data.len() as u64 / 16)?;
        if let Some(words) = stockade_algorithms::text::codecs::invalid_escape_warning(&data) {
            let words = rt.heap.string(words)?;
            return Err(rt.tail_fallback("tell_and_give", &[words, text]));
        }
    }
    Ok(text)
}

/// `data.hex(sep, bytes_per_sep)`, also for views.
pub(crate) fn hex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let group = rt.index_or(args.at(2), 1)?;
    let separator = match args.at(1).defined() {
        None => None,
        Some(value) => {
            if rt.len(value)? != 1 {
                return Err(rt.value_error("sep must be length 1."));
            }
            let plain = rt.unwrap_payload(value);
            match plain.tag {
                Tag::Str => Some(rt.heap.text(plain).to_string()),
                Tag::Bytes => Some(rt.byte_data(plain).iter().take(1).map(|byte| char::from(*byte)).collect()),
                _ => return Err(rt.type_error("sep must be str or bytes.")),
            }
        }
    };
    let len = bytes_of(rt, args.at(0)).len();
    rt.precheck(len, 3)?;
    rt.charge(len as u64 / 4)?;
    let text = case::hex(bytes_of(rt, args.at(0)), separator.as_deref(), group, rt.room());
    let text = rt.pure(text)?;
    rt.heap.string(text)
}

pub(super) fn fromhex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    use crate::runtime::type_table as reg;
    let class = args.at(0);
    let text = rt.str_argument(args.at(1), "fromhex() argument")?;
    let len = rt.heap.text(text).len();
    rt.precheck(len, 1)?;
    rt.charge(len as u64 / 4)?;
    let data = case::from_hex(rt.heap.text(text));
    let data = rt.pure(data)?;
    let mutable = rt.layout_of_class(class) == reg::BYTEARRAY;
    let value = if mutable && class.tag == Tag::Type { rt.heap.bytearray(data)? } else { rt.heap.bytes(data)? };
    if class.tag == Tag::Type { Ok(value) } else { Err(rt.tail_call(class, &[value])) }
}
