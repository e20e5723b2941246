//! Methods of str that search and split: positions, counts, pieces.

use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::ChargedVec;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::text::strings::{self, Chars};

/// The text with its length in characters, which the heap keeps.
pub(super) fn chars(rt: &Runtime, value: Value) -> Chars<'_> {
    let len = rt.heap.char_count(value);
    Chars::with_len(rt.heap.text(value), len)
}

/// The text that a search looks for, and its bounds. It also charges the fuel of the search.
fn wanted(rt: &mut Runtime, args: Args<'_>, name: &str) -> Result<(Value, Option<i64>, Option<i64>), Abrupt> {
    let sub = rt.str_argument(args.at(1), format_args!("{name}() argument 1"))?;
    let (start, end) = rt.search_bounds(args.at(2), args.at(3))?;
    let (len, sub_len) = (rt.heap.text(args.at(0)).len(), rt.heap.text(sub).len());
    if len >= 64 {
        rt.charge_search(len, sub_len)?;
        charge_bounds(rt, args.at(0), start, end)?;
    }
    Ok((sub, start, end))
}

/// Charges finding the bounds of a search. In a text that is not ASCII the characters up to a bound are counted, from the
/// nearer end for the start, and from the start for the end.
fn charge_bounds(rt: &mut Runtime, text: Value, start: Option<i64>, end: Option<i64>) -> Result<(), Abrupt> {
    if (start.is_none() && end.is_none()) || rt.heap.is_ascii(text) {
        return Ok(());
    }
    let count = rt.heap.char_count(text);
    let clamp = |bound: Option<i64>, default: usize| match bound {
        Some(bound) if bound < 0 => count.saturating_sub(usize::try_from(bound.unsigned_abs()).unwrap_or(usize::MAX)),
        Some(bound) => usize::try_from(bound).unwrap_or(usize::MAX).min(count),
        None => default,
    };
    let (start, end) = (clamp(start, 0), clamp(end, count));
    let to_end = if end == count { 0 } else { end.saturating_sub(start) };
    let walked = start.min(count - start) + to_end;
    rt.charge(walked as u64 / 8)
}

fn position(found: Option<usize>) -> Value {
    Value::int(found.map_or(-1, |at| i64::try_from(at).unwrap_or(i64::MAX)))
}

pub(super) fn find(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (sub, start, end) = wanted(rt, args, "find")?;
    Ok(position(chars(rt, args.at(0)).find(rt.heap.text(sub), start, end)))
}

pub(super) fn rfind(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (sub, start, end) = wanted(rt, args, "rfind")?;
    Ok(position(chars(rt, args.at(0)).rfind(rt.heap.text(sub), start, end)))
}

pub(super) fn index(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (sub, start, end) = wanted(rt, args, "index")?;
    match chars(rt, args.at(0)).find(rt.heap.text(sub), start, end) {
        None => Err(rt.value_error("substring not found")),
        found => Ok(position(found)),
    }
}

pub(super) fn rindex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (sub, start, end) = wanted(rt, args, "rindex")?;
    match chars(rt, args.at(0)).rfind(rt.heap.text(sub), start, end) {
        None => Err(rt.value_error("substring not found")),
        found => Ok(position(found)),
    }
}

pub(super) fn count(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (sub, start, end) = wanted(rt, args, "count")?;
    let (len, sub_len) = (rt.heap.text(args.at(0)).len(), rt.heap.text(sub).len());
    if len >= 64 && sub_len != 1 {
        // Each occurrence begins the search anew.
        rt.charge(len.checked_div(sub_len).unwrap_or(len) as u64 / 2)?;
    }
    let count = chars(rt, args.at(0)).count(rt.heap.text(sub), start, end);
    Ok(Value::int(i64::try_from(count).unwrap_or(i64::MAX)))
}

pub(super) fn startswith(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some((text, affix)) = text_and_affix(rt, args) {
        return Ok(Value::bool(text.as_bytes().starts_with(affix.as_bytes())));
    }
    affix(rt, args, "startswith", |text, affix, start, end| text.starts_with(affix, start, end))
}

pub(super) fn endswith(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some((text, affix)) = text_and_affix(rt, args) {
        return Ok(Value::bool(text.as_bytes().ends_with(affix.as_bytes())));
    }
    affix(rt, args, "endswith", |text, affix, start, end| text.ends_with(affix, start, end))
}

/// The text and the prefix or suffix to test, when that is one str and there are no bounds.
fn text_and_affix<'a>(rt: &'a Runtime, args: Args<'_>) -> Option<(&'a str, &'a str)> {
    let whole = args.at(1).tag == Tag::Str && args.at(2).is_undef() && args.at(3).is_undef();
    whole.then(|| {
        let (text, affix) = (rt.heap.text(args.at(0)), rt.heap.text(args.at(1)));
        rt.heap.fuel.charge_walk(affix.len().min(text.len()) as u64 / 512);
        (text, affix)
    })
}

fn affix(
    rt: &mut Runtime,
    args: Args<'_>,
    name: &str,
    test: fn(Chars<'_>, &str, Option<i64>, Option<i64>) -> bool,
) -> Result<Value, Abrupt> {
    let wanted = rt.unwrap_payload(args.at(1));
    let (start, end) = rt.search_bounds(args.at(2), args.at(3))?;
    match wanted.tag {
        Tag::Str => {
            let len = rt.heap.text(wanted).len();
            charge_bounds(rt, args.at(0), start, end)?;
            rt.charge(len as u64 / 512)?;
            Ok(Value::bool(test(chars(rt, args.at(0)), rt.heap.text(wanted), start, end)))
        }
        Tag::Tuple => {
            let mut at = 0;
            while let Some(item) = rt.sequence_items(wanted).get(at).copied() {
                at += 1;
                rt.charge(2)?;
                charge_bounds(rt, args.at(0), start, end)?;
                let plain = rt.unwrap_payload(item);
                if !plain.is_str() {
                    let shown = rt.type_name(item);
                    return Err(rt.type_error(&format!("tuple for {name} must only contain str, not {shown}")));
                }
                let len = rt.heap.text(plain).len();
                rt.charge(len as u64 / 512)?;
                if test(chars(rt, args.at(0)), rt.heap.text(plain), start, end) {
                    return Ok(Value::TRUE);
                }
            }
            Ok(Value::FALSE)
        }
        _ => {
            let shown = rt.type_name(args.at(1));
            Err(rt.type_error(&format!("{name} first arg must be str or a tuple of str, not {shown}")))
        }
    }
}

/// A copy of the text, so that the heap can grow while pieces are cut from it. Its bytes are held.
fn copied(rt: &mut Runtime, value: Value) -> Result<String, Abrupt> {
    let len = rt.heap.text(value).len();
    rt.precheck(len, 1)?;
    rt.heap.text_held(value)
}

/// A list of the pieces.
fn pieces<'a>(rt: &mut Runtime, all: impl Iterator<Item = &'a str>) -> Result<Value, Abrupt> {
    let items = values(rt, all)?;
    items.into_list(&mut rt.heap)
}

/// A list of the pieces, which come from the last to the first.
fn pieces_from_right<'a>(rt: &mut Runtime, all: impl Iterator<Item = &'a str>) -> Result<Value, Abrupt> {
    let mut items = values(rt, all)?;
    items.reverse();
    items.into_list(&mut rt.heap)
}

fn values<'a>(rt: &mut Runtime, all: impl Iterator<Item = &'a str>) -> Result<ChargedVec<Value>, Abrupt> {
    let mut items = ChargedVec::new();
    for piece in all {
        if items.len() % 16 == 15 {
            rt.charge(32)?;
        }
        let piece = made(rt, piece)?;
        items.push(&mut rt.heap, piece)?;
    }
    Ok(items)
}

/// The string of a piece.
fn made(rt: &mut Runtime, piece: &str) -> Result<Value, Abrupt> {
    match piece.as_bytes() {
        [byte] if byte.is_ascii() => rt.char_value(char::from(*byte)),
        _ => rt.heap.str(piece),
    }
}

/// Texts up to this length are split without a copy.
const SHORT: usize = 1024;

/// A list of the pieces of a short text, split at a separator, or at white space without one.
fn short_pieces(rt: &mut Runtime, text: Value, separator: Option<Value>, max: i64) -> Result<Value, Abrupt> {
    let mut left = usize::try_from(max).unwrap_or(usize::MAX);
    let mut items: SmallVec<[Value; 8]> = SmallVec::new();
    let mut from = Some(0);
    // The pieces of an ASCII text are ASCII.
    let ascii = rt.heap.is_ascii(text);
    while let Some(start) = from {
        let whole = rt.heap.text(text);
        let cut = match separator {
            Some(separator) => strings::piece_at(whole, rt.heap.text(separator), start, left > 0),
            None => match strings::word_at(whole, start, left > 0) {
                Some(cut) => cut,
                None => break,
            },
        };
        (from, left) = (cut.next, left.saturating_sub(1));
        if items.len() % 16 == 15 {
            rt.charge(32)?;
        }
        items.push(rt.part_of(text, cut.piece, ascii)?);
    }
    rt.heap.list_from(&items)
}

/// The separator (None for white space) and the maximal number of cuts.
fn split_arguments(rt: &mut Runtime, args: Args<'_>) -> Result<(Option<Value>, i64), Abrupt> {
    // CPython converts the maximum before it checks the separator.
    let max = rt.index_or(args.at(2), -1)?;
    let Some(separator) = args.at(1).some() else { return Ok((None, max)) };
    let plain = rt.unwrap_payload(separator);
    if !plain.is_str() {
        let name = rt.type_name(separator);
        return Err(rt.type_error(&format!("must be str or None, not {name}")));
    }
    let len = rt.heap.text(plain).len();
    rt.precheck(len, 1)?;
    if len == 0 {
        return Err(rt.value_error("empty separator"));
    }
    let text_len = rt.heap.text(args.at(0)).len();
    if text_len >= 64 {
        rt.charge_search(text_len, len)?;
    }
    Ok((Some(plain), max))
}

pub(super) fn split(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (separator, max) = split_arguments(rt, args)?;
    if rt.heap.text(args.at(0)).len() <= SHORT {
        rt.precheck(rt.heap.text(args.at(0)).len(), 1)?;
        return short_pieces(rt, args.at(0), separator, max);
    }
    let text = copied(rt, args.at(0))?;
    match separator {
        Some(separator) => {
            let separator = rt.heap.text_held(separator)?;
            pieces(rt, strings::split(&text, &separator, max))
        }
        None => {
            rt.charge(text.len() as u64 / if text.is_ascii() { 32 } else { 8 })?;
            pieces(rt, strings::split_space(&text, max))
        }
    }
}

pub(super) fn rsplit(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (separator, max) = split_arguments(rt, args)?;
    let text = copied(rt, args.at(0))?;
    rt.precheck(text.len(), 8)?;
    match separator {
        Some(separator) => {
            let separator = rt.heap.text_held(separator)?;
            pieces_from_right(rt, strings::rsplit(&text, &separator, max))
        }
        None => {
            rt.charge(text.len() as u64 / if text.is_ascii() { 32 } else { 8 })?;
            pieces_from_right(rt, strings::rsplit_space(&text, max))
        }
    }
}

pub(super) fn splitlines(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let keep = match args.at(1).defined() {
        Some(value) => rt.truth(value)?,
        None => false,
    };
    let text = copied(rt, args.at(0))?;
    rt.charge(text.len() as u64 / if text.is_ascii() { 32 } else { 8 })?;
    pieces(rt, strings::split_lines(&text, keep))
}

/// The separator of `partition`.
fn partition_separator(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(1));
    if plain.is_str() {
        let (text_len, len) = (rt.heap.text(args.at(0)).len(), rt.heap.text(plain).len());
        if text_len >= 64 {
            rt.charge_search(text_len, len)?;
        }
        return Ok(plain);
    }
    let name = rt.type_name(args.at(1));
    Err(rt.type_error(&format!("must be str, not {name}")))
}

pub(super) fn partition(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let separator = partition_separator(rt, args)?;
    let text = copied(rt, args.at(0))?;
    let cut = strings::partition(&text, rt.heap.text(separator));
    match rt.pure(cut)? {
        Some((before, after)) => {
            let (before, after) = (rt.heap.str(before)?, rt.heap.str(after)?);
            rt.heap.tuple(&[before, separator, after])
        }
        None => {
            let empty = rt.heap.str("")?;
            rt.heap.tuple(&[args.at(0), empty, empty])
        }
    }
}

pub(super) fn rpartition(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let separator = partition_separator(rt, args)?;
    let text = copied(rt, args.at(0))?;
    let cut = strings::rpartition(&text, rt.heap.text(separator));
    match rt.pure(cut)? {
        Some((before, after)) => {
            let (before, after) = (rt.heap.str(before)?, rt.heap.str(after)?);
            rt.heap.tuple(&[before, separator, after])
        }
        None => {
            let empty = rt.heap.str("")?;
            rt.heap.tuple(&[empty, empty, args.at(0)])
        }
    }
}
