//! Searches, splits and builds byte strings like Python's bytes methods. `strings.rs` uses the core functions on UTF-8.
//!
//! Searches run in linear time (two-way with a vectorised prefilter), so the caller charges only the lengths.

use std::ops::Range;

use memchr::memmem;

use super::{Result, TextError, check_size};

/// Converts the bounds of a search to a range. Negative bounds count from the end, and bounds are clamped.
#[must_use]
pub(crate) fn clamp_range(start: Option<i64>, end: Option<i64>, len: usize) -> Option<Range<usize>> {
    let at = |bound: i64| match usize::try_from(bound) {
        Ok(bound) => bound,
        Err(_) => len.saturating_sub(usize::try_from(bound.unsigned_abs()).unwrap_or(usize::MAX)),
    };
    let end = end.map_or(len, at).min(len);
    let start = start.map_or(0, at);
    (start <= end).then_some(start..end)
}

/// Data up to this length is searched without a prepared searcher.
const SHORT_DATA_LEN: usize = 256;

/// The positions of a needle from the left, without overlap.
fn positions_of<'a>(data: &'a [u8], needle: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    // A long needle is not prepared for a search that cannot find it.
    let short = data.len() <= SHORT_DATA_LEN && !needle.is_empty() || needle.len() > data.len();
    // Boxed because the searcher is large and the iterator is moved.
    let mut prepared = if short { None } else { Some(Box::new(memmem::find_iter(data, needle))) };
    let mut from = 0;
    std::iter::from_fn(move || {
        if let Some(prepared) = &mut prepared {
            return prepared.next();
        }
        let at = next_in_short(data, needle, from)?;
        from = at + needle.len();
        Some(at)
    })
}

/// The first position of `needle` at or after `from`. `needle` must not be empty.
#[must_use]
#[inline]
pub(crate) fn next(data: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    if data.len() <= SHORT_DATA_LEN {
        return next_in_short(data, needle, from);
    }
    find(data.get(from..)?, needle).map(|at| at.saturating_add(from))
}

/// Like `next`, without a prepared searcher.
#[inline(always)]
fn next_in_short(data: &[u8], needle: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let at = from + first_at(*needle.first()?, data.get(from..)?)?;
        if needle.len() == 1 || data.get(at..).is_some_and(|rest| rest.starts_with(needle)) {
            return Some(at);
        }
        from = at + 1;
    }
}

/// The first position of a byte. A plain loop is faster than `memchr` for up to 32 bytes.
#[inline]
fn first_at(byte: u8, data: &[u8]) -> Option<usize> {
    if data.len() <= 32 { data.iter().position(|known| *known == byte) } else { memchr::memchr(byte, data) }
}

/// The position of the first `needle` in `data`.
#[must_use]
pub fn find(data: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [byte] => memchr::memchr(*byte, data),
        // A long needle is not prepared for a search that cannot find it.
        _ if needle.len() > data.len() => None,
        _ if data.len() <= SHORT_DATA_LEN => positions_of(data, needle).next(),
        _ => memmem::find(data, needle),
    }
}

/// The position of the last `needle` in `data`.
#[must_use]
pub fn rfind(data: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [byte] => memchr::memrchr(*byte, data),
        _ if needle.len() > data.len() => None,
        _ => memmem::rfind(data, needle),
    }
}

/// `data.find(needle, start, end)`.
#[must_use]
pub fn find_in(data: &[u8], needle: &[u8], start: Option<i64>, end: Option<i64>) -> Option<usize> {
    let range = clamp_range(start, end, data.len())?;
    find(data.get(range.clone())?, needle).map(|at| at.saturating_add(range.start))
}

/// `data.rfind(needle, start, end)`.
#[must_use]
pub fn rfind_in(data: &[u8], needle: &[u8], start: Option<i64>, end: Option<i64>) -> Option<usize> {
    let range = clamp_range(start, end, data.len())?;
    rfind(data.get(range.clone())?, needle).map(|at| at.saturating_add(range.start))
}

/// Occurrences of a needle that is not empty, without overlap.
#[must_use]
pub(crate) fn occurrences(data: &[u8], needle: &[u8]) -> usize {
    match needle {
        [byte] => memchr::memchr_iter(*byte, data).count(),
        _ => positions_of(data, needle).count(),
    }
}

/// `data.count(needle, start, end)`.
#[must_use]
pub fn count(data: &[u8], needle: &[u8], start: Option<i64>, end: Option<i64>) -> usize {
    let Some(range) = clamp_range(start, end, data.len()) else { return 0 };
    if needle.is_empty() {
        return range.len().saturating_add(1);
    }
    occurrences(data.get(range).unwrap_or(&[]), needle)
}

/// `data.startswith(prefix, start, end)`.
#[must_use]
pub fn starts_with(data: &[u8], prefix: &[u8], start: Option<i64>, end: Option<i64>) -> bool {
    clamp_range(start, end, data.len()).and_then(|range| data.get(range)).is_some_and(|part| part.starts_with(prefix))
}

/// `data.endswith(suffix, start, end)`.
#[must_use]
pub fn ends_with(data: &[u8], suffix: &[u8], start: Option<i64>, end: Option<i64>) -> bool {
    clamp_range(start, end, data.len()).and_then(|range| data.get(range)).is_some_and(|part| part.ends_with(suffix))
}

/// Maximum number of replacements or splits. A negative number means no limit.
fn max_count(max: i64) -> usize {
    usize::try_from(max).unwrap_or(usize::MAX)
}

/// Calls `place` for each range to replace, at most `max` times. An empty `old` matches at each boundary.
fn for_each_match(data: &[u8], old: &[u8], max: usize, boundaries: impl Iterator<Item = usize>, place: impl FnMut(Range<usize>)) {
    if old.is_empty() {
        boundaries.take(max).map(|at| at..at).for_each(place);
    } else {
        positions_of(data, old).take(max).map(|at| at..at.saturating_add(old.len())).for_each(place);
    }
}

/// Builds `data.replace(old, new, max)` in a container that is allocated for its size. `push` appends a part of the data and `new`. `None`
/// when nothing changes. `boundaries` are the positions of an empty `old`.
#[expect(clippy::too_many_arguments, reason = "the method's own, and how its result is made")]
pub(super) fn replace_with<T>(
    data: &[u8],
    old: &[u8],
    new: &[u8],
    max: i64,
    boundaries: impl Iterator<Item = usize> + Clone,
    limit: usize,
    begin: impl FnOnce(usize) -> T,
    push: impl Fn(&mut T, Range<usize>, bool),
) -> Result<Option<T>> {
    let max = max_count(max);
    if max == 0 || old == new {
        return Ok(None);
    }
    let mut found: usize = 0;
    for_each_match(data, old, max, boundaries.clone(), |_| found = found.saturating_add(1));
    if found == 0 {
        return Ok(None);
    }
    let kept = data.len().saturating_sub(found.saturating_mul(old.len()));
    let mut out = begin(check_size(found.checked_mul(new.len()).and_then(|grown| grown.checked_add(kept)), limit)?);
    let mut from = 0;
    for_each_match(data, old, max, boundaries, |place| {
        push(&mut out, from..place.start, true);
        from = place.end;
    });
    push(&mut out, from..data.len(), false);
    Ok(Some(out))
}

/// `data.replace(old, new, max)`; `None` when nothing changes.
pub fn replace(data: &[u8], old: &[u8], new: &[u8], max: i64, limit: usize) -> Result<Option<Vec<u8>>> {
    let boundaries = 0..data.len().saturating_add(1);
    replace_with(data, old, new, max, boundaries, limit, Vec::with_capacity, |out, kept, more| {
        out.extend_from_slice(data.get(kept).unwrap_or(&[]));
        out.extend_from_slice(if more { new } else { &[] });
    })
}

/// Refuses an empty separator.
pub fn check_separator(separator: &[u8]) -> Result<()> {
    if separator.is_empty() { Err(TextError::value_error("empty separator")) } else { Ok(()) }
}

/// The pieces of `data.split(separator, max)` as ranges. The separator must not be empty.
pub fn split<'a>(data: &'a [u8], separator: &'a [u8], max: i64) -> impl Iterator<Item = Range<usize>> + 'a {
    let cuts = positions_of(data, separator).take(max_count(max)).map(Some).chain([None]);
    let mut from = 0;
    cuts.map(move |cut| match cut {
        Some(at) => {
            let piece = from..at;
            from = at.saturating_add(separator.len());
            piece
        }
        None => from..data.len(),
    })
}

/// The pieces of `data.rsplit(separator, max)` as ranges, the last piece first. The separator must not be empty.
pub fn rsplit<'a>(data: &'a [u8], separator: &'a [u8], max: i64) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut places = (separator.len() <= data.len()).then(|| memmem::rfind_iter(data, separator).take(max_count(max)));
    let mut to = Some(data.len());
    std::iter::from_fn(move || {
        let end = to?;
        to = places.as_mut().and_then(Iterator::next);
        Some(to.map_or(0, |at| at.saturating_add(separator.len()))..end)
    })
}

/// True for the white space of the bytes methods.
#[must_use]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 0x09..=0x0D)
}

/// The pieces of `data.split(None, max)` as ranges.
pub fn split_space(data: &[u8], max: i64) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut left = max_count(max);
    let mut from = 0usize;
    std::iter::from_fn(move || {
        let rest = data.get(from..)?;
        let start = from.saturating_add(rest.iter().position(|&b| !is_space(b))?);
        if left == 0 {
            // The last piece keeps its trailing white space.
            from = data.len();
            return Some(start..from);
        }
        left -= 1;
        let length = data.get(start..)?.iter().position(|&b| is_space(b)).unwrap_or(data.len().saturating_sub(start));
        from = start.saturating_add(length);
        Some(start..from)
    })
}

/// The pieces of `data.rsplit(None, max)` as ranges, the last piece first.
pub fn rsplit_space(data: &[u8], max: i64) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut left = max_count(max);
    let mut to = data.len();
    std::iter::from_fn(move || {
        let last = data.get(..to).and_then(|rest| rest.iter().rposition(|&b| !is_space(b)))?;
        let end = last.saturating_add(1);
        let rest = data.get(..end).unwrap_or(&[]);
        let start = if left == 0 {
            // The first piece keeps its leading white space.
            0
        } else {
            rest.iter().rposition(|&b| is_space(b)).map_or(0, |space| space.saturating_add(1))
        };
        left = left.saturating_sub(1);
        to = start;
        Some(start..end)
    })
}

/// The lines of `data.splitlines(keep_ends)` as ranges. A line ends with `\n`, `\r` or `\r\n`.
pub fn split_lines(data: &[u8], keep_ends: bool) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut from = 0usize;
    std::iter::from_fn(move || {
        let rest = data.get(from..).filter(|rest| !rest.is_empty())?;
        let start = from;
        let Some(length) = memchr::memchr2(b'\n', b'\r', rest) else {
            from = data.len();
            return Some(start..from);
        };
        let end = start.saturating_add(length);
        let width = if rest.get(length..).is_some_and(|tail| tail.starts_with(b"\r\n")) { 2 } else { 1 };
        from = end.saturating_add(width);
        Some(start..if keep_ends { from } else { end })
    })
}

/// Which ends of a string are stripped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// `lstrip`.
    Left,
    /// `rstrip`.
    Right,
    /// `strip`.
    Both,
}

impl Side {
    /// True when the left end is stripped.
    #[must_use]
    pub(crate) fn left(self) -> bool {
        self != Self::Right
    }

    /// True when the right end is stripped.
    #[must_use]
    pub(crate) fn right(self) -> bool {
        self != Self::Left
    }
}

/// `data.strip(bytes)`, `lstrip` and `rstrip`. Without `bytes` it strips white space.
#[must_use]
#[expect(clippy::indexing_slicing, reason = "a byte indexes 256 entries")]
pub fn strip(data: &[u8], bytes: Option<&[u8]>, side: Side) -> Range<usize> {
    let mut member = [false; 256];
    match bytes {
        Some(bytes) => bytes.iter().for_each(|&b| member[usize::from(b)] = true),
        None => (0..=255u8).for_each(|b| member[usize::from(b)] = is_space(b)),
    }
    let kept = |b: &u8| !member[usize::from(*b)];
    let start = if side.left() { data.iter().position(kept).unwrap_or(data.len()) } else { 0 };
    let end = if side.right() { data.iter().rposition(kept).map_or(start, |last| last.saturating_add(1)) } else { data.len() };
    start..end.max(start)
}

/// The side of the text in a padded field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Justify {
    /// `ljust`.
    Left,
    /// `rjust`.
    Right,
    /// `center`.
    Center,
}

/// Number of fill characters before and after a text of `len` in a field of `width`. `None` when the text fills the field.
#[must_use]
pub(crate) fn padding(len: usize, width: i64, justify: Justify) -> Option<(usize, usize)> {
    let width = usize::try_from(width).ok()?;
    let pad = width.checked_sub(len).filter(|&pad| pad > 0)?;
    Some(match justify {
        Justify::Left => (0, pad),
        Justify::Right => (pad, 0),
        // When the padding is odd, the extra character goes to the left if the width is odd, as in CPython.
        Justify::Center => {
            let left = pad / 2 + (pad & width & 1);
            (left, pad.saturating_sub(left))
        }
    })
}

/// `data.center(width, fill)`, `ljust`, `rjust`; `None` when nothing changes.
pub fn pad(data: &[u8], width: i64, fill: u8, justify: Justify, limit: usize) -> Result<Option<Vec<u8>>> {
    let Some((left, right)) = padding(data.len(), width, justify) else { return Ok(None) };
    let size = check_size(usize::try_from(width).ok(), limit)?;
    let mut out = Vec::with_capacity(size);
    out.resize(left, fill);
    out.extend_from_slice(data);
    out.resize(out.len().saturating_add(right), fill);
    Ok(Some(out))
}

/// `data.zfill(width)`; `None` when nothing changes.
pub fn zfill(data: &[u8], width: i64, limit: usize) -> Result<Option<Vec<u8>>> {
    let Some(mut out) = pad(data, width, b'0', Justify::Right, limit)? else { return Ok(None) };
    let at = out.len().saturating_sub(data.len());
    // The sign goes before the zeros.
    if let Some(&sign @ (b'+' | b'-')) = data.first() {
        if let Some(first) = out.get_mut(0) {
            *first = sign;
        }
        if let Some(old) = out.get_mut(at) {
            *old = b'0';
        }
    }
    Ok(Some(out))
}

/// `data.expandtabs(size)`.
pub fn expand_tabs(data: &[u8], size: i64, limit: usize) -> Result<Vec<u8>> {
    // A size beyond memory must be refused, not become zero.
    let size = usize::try_from(size.max(0)).unwrap_or(usize::MAX);
    let mut out = Vec::with_capacity(data.len().min(limit));
    let mut column = 0usize;
    for &byte in data {
        if byte == b'\t' {
            let fill = column.checked_rem(size).map_or(0, |used| size.saturating_sub(used));
            check_size(out.len().checked_add(fill), limit)?;
            out.resize(out.len().saturating_add(fill), b' ');
            column = column.saturating_add(fill);
        } else {
            check_size(out.len().checked_add(1), limit)?;
            out.push(byte);
            column = if matches!(byte, b'\n' | b'\r') { 0 } else { column.saturating_add(1) };
        }
    }
    Ok(out)
}

/// `data.translate(table, delete)`. A table has 256 entries. `None` leaves each byte unchanged.
#[expect(clippy::indexing_slicing, reason = "a byte indexes 256 entries")]
pub fn translate(data: &[u8], table: Option<&[u8]>, delete: &[u8]) -> Result<Vec<u8>> {
    if table.is_some_and(|table| table.len() != 256) {
        return Err(TextError::value_error("translation table must be 256 characters long"));
    }
    let mut gone = [false; 256];
    delete.iter().for_each(|&b| gone[usize::from(b)] = true);
    let kept = data.iter().copied().filter(|&b| !gone[usize::from(b)]);
    Ok(match table {
        Some(table) => kept.map(|b| table.get(usize::from(b)).copied().unwrap_or(b)).collect(),
        None => kept.collect(),
    })
}

/// `bytes.maketrans(from, to)`.
pub fn make_trans(from: &[u8], to: &[u8]) -> Result<Vec<u8>> {
    if from.len() != to.len() {
        return Err(TextError::value_error("maketrans arguments must have same length"));
    }
    let mut table: Vec<u8> = (0..=255).collect();
    for (&from, &to) in from.iter().zip(to) {
        if let Some(entry) = table.get_mut(usize::from(from)) {
            *entry = to;
        }
    }
    Ok(table)
}
