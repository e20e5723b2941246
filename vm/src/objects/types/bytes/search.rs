//! Methods of bytes that search and split: positions, counts, pieces.

use std::ops::Range;

use super::{byte, bytes_of, copied, data, like, made_of_held, make, unchanged};
use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::ChargedVec;
use crate::objects::types::buffer::bytes_of_other;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::text::bytes_ops as ops;

/// What a search looks for, and its bounds.
type ResumeRequest = (Vec<u8>, Option<i64>, Option<i64>);

/// The bytes that a search looks for (one byte or a run), and its bounds.
fn wanted(rt: &mut Runtime, args: Args<'_>) -> Result<ResumeRequest, Abrupt> {
    // CPython converts the bounds first.
    let (start, end) = rt.search_bounds(args.at(2), args.at(3))?;
    let plain = rt.unwrap_payload(args.at(1));
    let needle = if data(rt, plain).is_some() {
        copied(rt, plain)?
    } else if let Some(made) = bytes_of_other(rt, args.at(1))? {
        copied(rt, made)?
    } else if rt.int_of(plain).is_some() || rt.has_user_method(args.at(1), names::dunder_index) {
        vec![byte(rt, args.at(1), "byte must be in range(0, 256)")?]
    } else {
        let name = rt.type_name(args.at(1));
        return Err(rt.type_error(&format!("argument should be integer or bytes-like object, not '{name}'")));
    };
    let len = bytes_of(rt, args.at(0)).len();
    rt.charge_search(len, needle.len())?;
    Ok((needle, start, end))
}

fn position(found: Option<usize>) -> Value {
    Value::int(found.map_or(-1, |at| i64::try_from(at).unwrap_or(i64::MAX)))
}

pub(super) fn find(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (needle, start, end) = wanted(rt, args)?;
    Ok(position(ops::find_in(bytes_of(rt, args.at(0)), &needle, start, end)))
}

pub(super) fn rfind(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (needle, start, end) = wanted(rt, args)?;
    Ok(position(ops::rfind_in(bytes_of(rt, args.at(0)), &needle, start, end)))
}

pub(super) fn index(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (needle, start, end) = wanted(rt, args)?;
    match ops::find_in(bytes_of(rt, args.at(0)), &needle, start, end) {
        None => Err(rt.value_error("subsection not found")),
        found => Ok(position(found)),
    }
}

pub(super) fn rindex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (needle, start, end) = wanted(rt, args)?;
    match ops::rfind_in(bytes_of(rt, args.at(0)), &needle, start, end) {
        None => Err(rt.value_error("subsection not found")),
        found => Ok(position(found)),
    }
}

pub(super) fn count(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (needle, start, end) = wanted(rt, args)?;
    if needle.len() > 1 {
        // Each occurrence begins the search anew.
        let most = bytes_of(rt, args.at(0)).len().checked_div(needle.len()).unwrap_or(0);
        rt.charge(most as u64 / 2)?;
    }
    let count = ops::count(bytes_of(rt, args.at(0)), &needle, start, end);
    Ok(Value::int(i64::try_from(count).unwrap_or(i64::MAX)))
}

pub(super) fn startswith(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    affix(rt, args, "startswith", ops::starts_with)
}

pub(super) fn endswith(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    affix(rt, args, "endswith", ops::ends_with)
}

/// Tests whether bytes start or end with others, between two bounds.
type Affix = fn(&[u8], &[u8], Option<i64>, Option<i64>) -> bool;

fn affix(rt: &mut Runtime, args: Args<'_>, name: &str, test: Affix) -> Result<Value, Abrupt> {
    let wanted = rt.unwrap_payload(args.at(1));
    let (start, end) = rt.search_bounds(args.at(2), args.at(3))?;
    if wanted.tag == Tag::Tuple {
        let mut at = 0;
        while let Some(item) = rt.sequence_items(wanted).get(at).copied() {
            at += 1;
            rt.charge(1)?;
            let plain = like(rt, item)?;
            let len = bytes_of(rt, plain).len();
            rt.charge(len as u64 / 512)?;
            if test(bytes_of(rt, args.at(0)), bytes_of(rt, plain), start, end) {
                return Ok(Value::TRUE);
            }
        }
        return Ok(Value::FALSE);
    }
    let wanted = match data(rt, wanted) {
        Some(_) => wanted,
        None => bytes_of_other(rt, args.at(1))?.unwrap_or(wanted),
    };
    if data(rt, wanted).is_none() {
        let shown = rt.type_name(args.at(1));
        return Err(rt.type_error(&format!("{name} first arg must be bytes or a tuple of bytes, not {shown}")));
    }
    let len = bytes_of(rt, wanted).len();
    rt.charge(len as u64 / 512)?;
    Ok(Value::bool(test(bytes_of(rt, args.at(0)), bytes_of(rt, wanted), start, end)))
}

/// A list of the pieces.
fn pieces(rt: &mut Runtime, this: Value, all: &[u8], ranges: impl Iterator<Item = Range<usize>>) -> Result<Value, Abrupt> {
    let items = values(rt, this, all, ranges)?;
    items.into_list(&mut rt.heap)
}

/// A list of the pieces, which come from the last to the first.
fn pieces_from_right(rt: &mut Runtime, this: Value, all: &[u8], ranges: impl Iterator<Item = Range<usize>>) -> Result<Value, Abrupt> {
    let mut items = values(rt, this, all, ranges)?;
    items.reverse();
    items.into_list(&mut rt.heap)
}

fn values(rt: &mut Runtime, this: Value, all: &[u8], ranges: impl Iterator<Item = Range<usize>>) -> Result<ChargedVec<Value>, Abrupt> {
    let mut items = ChargedVec::new();
    for range in ranges {
        if items.len() % 16 == 15 {
            rt.charge(48)?;
        }
        let piece = part(rt, this, all, range)?;
        items.push(&mut rt.heap, piece)?;
    }
    Ok(items)
}

/// A part of the bytes as an object.
fn part(rt: &mut Runtime, this: Value, all: &[u8], range: Range<usize>) -> Result<Value, Abrupt> {
    let part = all.get(range).unwrap_or(&[]);
    rt.fits(part.len())?;
    make(rt, this, part.to_vec())
}

/// The separator (None for white space) and the maximal number of cuts.
fn split_arguments(rt: &mut Runtime, args: Args<'_>) -> Result<(Option<Vec<u8>>, i64), Abrupt> {
    let max = rt.index_or(args.at(2), -1)?;
    let Some(separator) = args.at(1).some() else { return Ok((None, max)) };
    let plain = like(rt, separator)?;
    let separator = copied(rt, plain)?;
    rt.pure(ops::check_separator(&separator))?;
    let len = bytes_of(rt, args.at(0)).len();
    rt.charge_search(len, separator.len())?;
    Ok((Some(separator), max))
}

pub(super) fn split(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (separator, max) = split_arguments(rt, args)?;
    let all = copied(rt, args.at(0))?;
    match separator {
        Some(separator) => pieces(rt, args.at(0), &all, ops::split(&all, &separator, max)),
        None => pieces(rt, args.at(0), &all, ops::split_space(&all, max)),
    }
}

pub(super) fn rsplit(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (separator, max) = split_arguments(rt, args)?;
    let all = copied(rt, args.at(0))?;
    rt.precheck(all.len(), 8)?;
    match separator {
        Some(separator) => pieces_from_right(rt, args.at(0), &all, ops::rsplit(&all, &separator, max)),
        None => pieces_from_right(rt, args.at(0), &all, ops::rsplit_space(&all, max)),
    }
}

pub(super) fn splitlines(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let keep = match args.at(1).defined() {
        Some(value) => rt.truth(value)?,
        None => false,
    };
    let all = copied(rt, args.at(0))?;
    pieces(rt, args.at(0), &all, ops::split_lines(&all, keep))
}

pub(super) fn partition(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    cut(rt, args, ops::find, false)
}

pub(super) fn rpartition(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    cut(rt, args, ops::rfind, true)
}

fn cut(rt: &mut Runtime, args: Args<'_>, search: fn(&[u8], &[u8]) -> Option<usize>, from_right: bool) -> Result<Value, Abrupt> {
    let this = args.at(0);
    let plain = like(rt, args.at(1))?;
    let separator = copied(rt, plain)?;
    rt.pure(ops::check_separator(&separator))?;
    let len = bytes_of(rt, this).len();
    rt.charge_search(len, separator.len())?;
    let all = copied(rt, this)?;
    match search(&all, &separator) {
        Some(at) => {
            let after = at.saturating_add(separator.len());
            let before = part(rt, this, &all, 0..at)?;
            // For bytes, the separator is the same object. For a bytearray, it is a copy as a bytearray.
            let middle = if this.tag == Tag::ByteArray { made_of_held(rt, this, separator)? } else { args.at(1) };
            let after = part(rt, this, &all, after..all.len())?;
            rt.heap.tuple(&[before, middle, after])
        }
        None => {
            let same = unchanged(rt, this)?;
            let (one, two) = (make(rt, this, Vec::new())?, make(rt, this, Vec::new())?);
            rt.heap.tuple(&if from_right { [one, two, same] } else { [same, one, two] })
        }
    }
}
