//! Methods of str that make another text or test what kind of text it is.

use crate::heap::charged_size;
use std::ops::Range;

use compact_str::CompactString;

use crate::base::abrupt::Abrupt;
use crate::base::sizes::clamped_size;
use crate::base::value::{Tag, Value};
use crate::heap::{ChargedString, DictObj};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::text::bytes_ops::{Justify, Side};
use stockade_algorithms::text::{case, strings};

use super::search::chars;

/// The text in another case.
fn recased(rt: &mut Runtime, args: Args<'_>, change: fn(&str) -> String) -> Result<Value, Abrupt> {
    let len = rt.heap.text(args.at(0)).len();
    if len == 1
        && let Some(other) = change(rt.heap.text(args.at(0))).chars().next()
    {
        // Strings of one ASCII character are shared.
        return rt.char_value(other);
    }
    // Other characters than ASCII are looked up in tables.
    let is_ascii = rt.heap.is_ascii(args.at(0));
    rt.charge(len as u64 / if is_ascii { 4 } else { 2 })?;
    rt.precheck(if is_ascii { len } else { case::case_bound(len) }, 1)?;
    let text = change(rt.heap.text(args.at(0)));
    rt.heap.string(text)
}

/// The text in another case, when each ASCII character maps to one character.
fn recase_ascii_per_char(rt: &mut Runtime, args: Args<'_>, change: fn(&str) -> String, ascii: fn(&mut str)) -> Result<Value, Abrupt> {
    let len = rt.heap.text(args.at(0)).len();
    if len == 1 || !rt.heap.is_ascii(args.at(0)) {
        return recased(rt, args, change);
    }
    rt.charge(len as u64 / 32)?;
    rt.precheck(len, 1)?;
    let mut text = rt.heap.text_copied(args.at(0));
    ascii(&mut text);
    rt.heap.str_ascii(text)
}

pub(super) fn lower(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    recase_ascii_per_char(rt, args, case::lower, str::make_ascii_lowercase)
}

pub(super) fn upper(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    recase_ascii_per_char(rt, args, case::upper, str::make_ascii_uppercase)
}

/// The result of a predicate on the text.
fn tested(rt: &mut Runtime, args: Args<'_>, test: fn(&str) -> bool) -> Result<Value, Abrupt> {
    let len = rt.heap.text(args.at(0)).len();
    if len >= 32 {
        let is_ascii = rt.heap.is_ascii(args.at(0));
        rt.charge(len as u64 / if is_ascii { 32 } else { 4 })?;
    }
    Ok(Value::bool(test(rt.heap.text(args.at(0)))))
}

macro_rules! each {
    ($apply:ident: $($name:ident => $function:expr;)*) => {
        $(pub(super) fn $name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
            $apply(rt, args, $function)
        })*
    };
}

each! { recased:
    casefold => case::casefold; swapcase => case::swapcase; capitalize => case::capitalize; title => case::title;
}
each! { tested:
    isalnum => case::is_alnum; isalpha => case::is_alpha; isdecimal => case::is_decimal; isdigit => case::is_digit;
    isidentifier => case::is_identifier; islower => case::is_lower; isnumeric => case::is_numeric;
    isprintable => case::is_printable; isspace => case::is_space; istitle => case::is_title; isupper => case::is_upper;
    isascii => str::is_ascii;
}
each! { justified: center => Justify::Center; ljust => Justify::Left; rjust => Justify::Right; }
each! { stripped: strip => (Side::Both, "strip"); lstrip => (Side::Left, "lstrip"); rstrip => (Side::Right, "rstrip"); }

fn justified(rt: &mut Runtime, args: Args<'_>, justify: Justify) -> Result<Value, Abrupt> {
    let width = rt.index(args.at(1))?;
    let fill = match args.at(2).defined() {
        None => ' ',
        Some(value) => {
            let plain = rt.unwrap_payload(value);
            if !plain.is_str() {
                let name = rt.type_name(value);
                return Err(rt.type_error(&format!("The fill character must be a unicode character, not {name}")));
            }
            let mut all = rt.heap.text(plain).chars();
            match (all.next(), all.next()) {
                (Some(fill), None) => fill,
                _ => return Err(rt.type_error("The fill character must be exactly one character long")),
            }
        }
    };
    let size = clamped_size(width);
    rt.precheck(size, 1)?;
    let padded = chars(rt, args.at(0)).pad(width, fill, justify, rt.room());
    made(rt, args.at(0), padded)
}

/// The built text, or the object itself when nothing changed.
fn made(rt: &mut Runtime, this: Value, text: stockade_algorithms::text::Result<Option<String>>) -> Result<Value, Abrupt> {
    match rt.pure(text)? {
        Some(text) => rt.heap.string(text),
        None => Ok(this),
    }
}

pub(super) fn zfill(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let width = rt.index(args.at(1))?;
    rt.precheck(clamped_size(width), 1)?;
    let padded = chars(rt, args.at(0)).zfill(width, rt.room());
    made(rt, args.at(0), padded)
}

/// The byte range of a part in its text.
fn place_of(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
    start..start.wrapping_add(part.len())
}

fn stripped(rt: &mut Runtime, args: Args<'_>, (side, name): (Side, &str)) -> Result<Value, Abrupt> {
    let set = match args.at(1).some() {
        None => None,
        Some(value) => {
            let plain = rt.unwrap_payload(value);
            if !plain.is_str() {
                return Err(rt.type_error(&format!("{name} arg must be None or str")));
            }
            Some(plain)
        }
    };
    let text = rt.heap.text(args.at(0));
    let set_len = set.map_or(0, |set| rt.heap.text(set).len());
    if text.len() + set_len >= 64 {
        let cost = (text.len() + set_len) as u64 / if set_len > 1 { 8 } else { 32 };
        rt.charge(cost)?;
    }
    let text = rt.heap.text(args.at(0));
    let rest = strings::strip(text, set.map(|set| rt.heap.text(set)), side);
    if rest.len() == text.len() {
        return Ok(args.at(0));
    }
    let rest = place_of(text, rest);
    rt.part(args.at(0), rest)
}

pub(super) fn removeprefix(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let prefix = rt.str_argument(args.at(1), "removeprefix() argument")?;
    removed(rt, args.at(0), |text, rt| text.strip_prefix(rt.heap.text(prefix)))
}

pub(super) fn removesuffix(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let suffix = rt.str_argument(args.at(1), "removesuffix() argument")?;
    removed(rt, args.at(0), |text, rt| text.strip_suffix(rt.heap.text(suffix)))
}

fn removed(rt: &mut Runtime, this: Value, rest: impl for<'a> Fn(&'a str, &'a Runtime) -> Option<&'a str>) -> Result<Value, Abrupt> {
    let len = rt.heap.text(this).len();
    rt.precheck(len, 1)?;
    let text = rt.heap.text(this);
    match rest(text, rt).map(|rest| place_of(text, rest)) {
        Some(rest) => rt.part(this, rest),
        None => Ok(this),
    }
}

pub(super) fn expandtabs(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let size = match args.at(1).defined() {
        Some(value) => {
            let size = rt.index(value)?;
            if i32::try_from(size).is_err() {
                return Err(rt.overflow_error("Python int too large to convert to C int"));
            }
            size
        }
        None => 8,
    };
    let len = rt.heap.text(args.at(0)).len();
    rt.charge(len as u64 / 4)?;
    let expanded = strings::expand_tabs(rt.heap.text(args.at(0)), size, rt.room());
    let text = rt.pure(expanded)?;
    rt.charge(text.len() as u64 / 64)?;
    rt.heap.string(text)
}

pub(super) fn replace(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let old = rt.str_argument(args.at(1), "replace() argument 1")?;
    let new = rt.str_argument(args.at(2), "replace() argument 2")?;
    let max = rt.index_or(args.at(3), -1)?;
    let (len, old_len) = (rt.heap.text(args.at(0)).len(), rt.heap.text(old).len());
    if len >= 64 {
        rt.charge_search(len, old_len)?;
        // Each place costs as much as 32 bytes without one.
        let most = super::most_places(rt.heap.text(args.at(0)).as_bytes(), rt.heap.text(old).as_bytes());
        rt.charge(len as u64 / 64 + most as u64)?;
    }
    let result = strings::replace(rt.heap.text(args.at(0)), rt.heap.text(old), rt.heap.text(new), max, rt.room());
    let result = rt.pure(result)?;
    match result {
        Some(text) => {
            rt.charge(text.len() as u64 / 64)?;
            rt.heap.str_own(text)
        }
        None => Ok(args.at(0)),
    }
}

pub(super) fn encode(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::CODEC)?;
    let (encoding, errors) = super::codec_arguments(rt, "encode", args.at(1), args.at(2))?;
    match rt.encode_text(args.at(0), &encoding, &errors) {
        Ok(data) => rt.heap.bytes(data),
        Err(exit) => {
            let is_empty = rt.heap.text(rt.unwrap_payload(args.at(0))).is_empty();
            Err(super::or_registered_codec(rt, exit, is_empty))
        }
    }
}

/// `join` for a list or tuple of strings. None for anything else.
fn joined(rt: &mut Runtime, separator: Value, iterable: Value) -> Result<Option<Value>, Abrupt> {
    if !matches!(iterable.tag, Tag::List | Tag::Tuple) {
        return Ok(None);
    }
    let items = rt.sequence_items(iterable);
    let count = items.len();
    let mut total = rt.heap.text(separator).len().saturating_mul(count.saturating_sub(1));
    for item in items {
        if item.tag != Tag::Str {
            return Ok(None);
        }
        total = total.saturating_add(rt.heap.text(*item).len());
    }
    let only = if count == 1 { items.first().copied() } else { None };
    rt.precheck(count, 16)?;
    if only.is_some() {
        return Ok(only);
    }
    rt.precheck(total, 1)?;
    rt.charge(count as u64 / 2)?;
    // A `String` grows faster than a text that may be inline, and converts without a copy when it is long.
    let (separator, mut text) = (rt.heap.text(separator), String::with_capacity(total));
    for (at, item) in rt.sequence_items(iterable).iter().enumerate() {
        if at > 0 {
            text.push_str(separator);
        }
        text.push_str(rt.heap.text(*item));
    }
    rt.heap.str_own(CompactString::from(text)).map(Some)
}

pub(super) fn join(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(text) = joined(rt, args.at(0), args.at(1))? {
        return Ok(text);
    }
    let iterable = rt.unwrap_payload(args.at(1));
    let items = match rt.collect(args.at(1)) {
        Ok(items) => items,
        Err(Abrupt::Raise(exc))
            if rt.exception_is(exc, crate::runtime::exceptions::TYPE_ERROR)
                && (args.at(1) != iterable
                    || !matches!(iterable.tag, Tag::List | Tag::Tuple | Tag::Iter | Tag::Dict | Tag::Set | Tag::FrozenSet)) =>
        {
            return Err(rt.type_error("can only join an iterable"));
        }
        Err(exit) => return Err(exit),
    };
    if let [only] = items.as_slice()
        && only.is_str()
    {
        return Ok(*only);
    }
    let separator = rt.heap.text(args.at(0)).len();
    let mut total = separator.saturating_mul(items.len().saturating_sub(1));
    rt.heap.hold((items.capacity() + items.len()).saturating_mul(charged_size::<Value>()))?;
    let mut plain = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let text = rt.unwrap_payload(*item);
        if !text.is_str() {
            let name = rt.type_name(*item);
            return Err(rt.type_error(&format!("sequence item {at}: expected str instance, {name} found")));
        }
        total = total.saturating_add(rt.heap.text(text).len());
        plain.push(text);
    }
    rt.precheck(total, 1)?;
    rt.charge(items.len() as u64 / 2)?;
    let mut text = CompactString::with_capacity(total);
    for (at, item) in plain.iter().enumerate() {
        if at > 0 {
            text.push_str(rt.heap.text(args.at(0)));
        }
        text.push_str(rt.heap.text(*item));
    }
    rt.heap.str_own(text)
}

/// `str.maketrans(x, y, z)`.
pub(super) fn maketrans(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let x = rt.unwrap_payload(args.at(0));
    let table = rt.heap.dict(DictObj::default())?;
    let code = |c: char| Value::int(stockade_compiler::surrogate::code_point(c).into());
    if args.at(1).is_undef() {
        if x.tag != Tag::Dict || x != args.at(0) {
            return Err(rt.type_error("if you give only one argument to maketrans it must be a dict"));
        }
        let pairs: Vec<(Value, Value)> = rt.heap.dicts.get(x.index()).iter(&rt.heap.fuel).collect();
        for (key, value) in pairs {
            rt.charge(1)?;
            let plain = rt.unwrap_payload(key);
            let key = match plain.tag {
                Tag::Int | Tag::Bool | Tag::BigInt => plain,
                Tag::Str => {
                    let mut all = rt.heap.text(plain).chars();
                    match (all.next(), all.next()) {
                        (Some(c), None) => code(c),
                        _ => return Err(rt.value_error("string keys in translate table must be of length 1")),
                    }
                }
                _ => return Err(rt.type_error("keys in translate table must be strings or integers")),
            };
            rt.dict_set(table, key, value)?;
        }
        return Ok(table);
    }
    // CPython checks the second and third argument before the first.
    let y = rt.str_argument(args.at(1), "maketrans() argument 2")?;
    let z = match args.at(2).defined() {
        Some(value) => Some(rt.str_argument(value, "maketrans() argument 3")?),
        None => None,
    };
    if !x.is_str() {
        return Err(rt.type_error("first maketrans argument must be a string if there is a second argument"));
    }
    if rt.heap.char_count(x) != rt.heap.char_count(y) {
        return Err(rt.value_error("the first two maketrans arguments must have equal length"));
    }
    let (from, to) = (rt.heap.text_held(x)?, rt.heap.text_held(y)?);
    for (from, to) in from.chars().zip(to.chars()) {
        rt.charge(1)?;
        rt.dict_set(table, code(from), code(to))?;
    }
    if let Some(gone) = z {
        for c in rt.heap.text_held(gone)?.chars() {
            rt.charge(1)?;
            rt.dict_set(table, code(c), Value::NONE)?;
        }
    }
    Ok(table)
}

/// `text.translate(table)`. Each code point is looked up once.
pub(super) fn translate(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let table = args.at(1);
    let len = rt.heap.text(args.at(0)).len();
    rt.precheck(len, 1)?;
    rt.charge(len as u64 * 3 / 4)?;
    let text = rt.heap.text_held(args.at(0))?;
    let mut known: rustc_hash::FxHashMap<char, Option<String>> = rustc_hash::FxHashMap::default();
    let mut out = ChargedString::new(&rt.heap);
    for c in text.chars() {
        if let std::collections::hash_map::Entry::Vacant(e) = known.entry(c) {
            rt.charge(2)?;
            let image = image(rt, table, c)?;
            rt.heap.hold(IMAGE_BYTES + image.as_ref().map_or(0, String::len))?;
            e.insert(image);
        }
        if let Some(Some(image)) = known.get(&c) {
            if image.len() > 64 {
                rt.charge(image.len() as u64 / 64)?;
            }
            out.push_str(&mut rt.heap, image)?;
        }
    }
    out.into_value(&mut rt.heap)
}

/// Bytes of the place of a character in the map of those that a translation has looked up.
const IMAGE_BYTES: usize = 96;

/// The text for one character by the table. None deletes the character.
fn image(rt: &mut Runtime, table: Value, c: char) -> Result<Option<String>, Abrupt> {
    let code = stockade_compiler::surrogate::code_point(c);
    let found = match rt.get_item(table, Value::int(code.into())) {
        Ok(found) => found,
        Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::LOOKUP_ERROR) => return Ok(Some(c.to_string())),
        // `__missing__` is user code: the fallback calls it.
        Err(Abrupt::Call) => return Err(Abrupt::NeedsUserCode),
        Err(exit) => return Err(exit),
    };
    translated(rt, found)
}

/// The text for one result of a translation table.
pub(super) fn translated(rt: &mut Runtime, found: Value) -> Result<Option<String>, Abrupt> {
    let plain = rt.unwrap_payload(found);
    match plain.tag {
        Tag::None => Ok(None),
        Tag::Str => Ok(Some(rt.copied_text(plain))),
        Tag::Int | Tag::Bool | Tag::BigInt => {
            let code = if plain.tag == Tag::BigInt { -1 } else { plain.as_i64() };
            match u32::try_from(code).ok().filter(|code| *code <= 0x10_FFFF) {
                Some(code) => {
                    let made = strings::chr(code.into());
                    rt.pure(made).map(|c| Some(c.to_string()))
                }
                None => Err(rt.value_error("character mapping must be in range(0x110000)")),
            }
        }
        _ => Err(rt.type_error("character mapping must return integer, None or str")),
    }
}
