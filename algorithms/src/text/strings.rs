//! Searches, splits and builds strings like Python's str methods, by code-point positions over UTF-8.
//!
//! `Chars` carries the number of code points with the text. When it equals the number of bytes, the text is ASCII and positions need no
//! conversion.

use std::ops::Range;

use compact_str::CompactString;
use stockade_compiler::surrogate;

use super::bytes_ops::{self, Justify, Side};
use super::{Result, TextError, check_size};
use crate::unicode;

/// A text and the number of its code points.
#[derive(Clone, Copy, Debug)]
pub struct Chars<'a> {
    text: &'a str,
    len: usize,
}

impl<'a> From<&'a str> for Chars<'a> {
    fn from(text: &'a str) -> Self {
        Self { text, len: text.chars().count() }
    }
}

impl<'a> Chars<'a> {
    /// A text whose number of code points the caller knows.
    #[inline]
    #[must_use]
    pub fn with_len(text: &'a str, len: usize) -> Self {
        debug_assert_eq!(text.chars().count(), len);
        Self { text, len }
    }

    /// True when each code point is one byte.
    #[inline]
    #[must_use]
    pub(crate) fn is_ascii(self) -> bool {
        self.len == self.text.len()
    }

    /// The byte position of code point `index`. The length of the text for an index at or past the end.
    #[inline]
    #[must_use]
    fn byte_of(self, index: usize) -> usize {
        if index >= self.len {
            return self.text.len();
        }
        if self.is_ascii() {
            return index;
        }
        // Counts from the nearer end.
        if index <= self.len / 2 {
            self.text.char_indices().nth(index).map_or(self.text.len(), |(at, _)| at)
        } else {
            let back = self.len.saturating_sub(index).saturating_sub(1);
            self.text.char_indices().nth_back(back).map_or(self.text.len(), |(at, _)| at)
        }
    }

    /// The number of code points before byte `at`, which must be a character boundary.
    #[inline]
    #[must_use]
    fn index_of(self, at: usize) -> usize {
        if self.is_ascii() {
            return at.min(self.len);
        }
        self.text.get(..at).map_or(self.len, |before| before.chars().count())
    }

    /// The byte range of a range of code points.
    #[must_use]
    pub(crate) fn bytes_of(self, range: Range<usize>) -> Range<usize> {
        let start = self.byte_of(range.start);
        if self.is_ascii() || range.end >= self.len {
            return start..self.byte_of(range.end);
        }
        // Counting on from the start is cheaper than counting again from an end.
        let wanted = range.end.saturating_sub(range.start);
        let rest = self.text.get(start..).unwrap_or("");
        start..rest.char_indices().nth(wanted).map_or(self.text.len(), |(at, _)| at.saturating_add(start))
    }

    /// The bounds of a search as a byte range.
    fn part(self, start: Option<i64>, end: Option<i64>) -> Option<Range<usize>> {
        if start.is_none() && end.is_none() {
            return Some(0..self.text.len());
        }
        bytes_ops::clamp_range(start, end, self.len).map(|range| self.bytes_of(range))
    }

    /// `text.find(needle, start, end)`, as a code-point position.
    #[must_use]
    pub fn find(self, needle: &str, start: Option<i64>, end: Option<i64>) -> Option<usize> {
        let range = self.part(start, end)?;
        let at = bytes_ops::find(self.text.as_bytes().get(range.clone())?, needle.as_bytes())?;
        Some(self.index_of(at.saturating_add(range.start)))
    }

    /// `text.rfind(needle, start, end)`, as a code-point position.
    #[must_use]
    pub fn rfind(self, needle: &str, start: Option<i64>, end: Option<i64>) -> Option<usize> {
        let range = self.part(start, end)?;
        let at = bytes_ops::rfind(self.text.as_bytes().get(range.clone())?, needle.as_bytes())?;
        Some(self.index_of(at.saturating_add(range.start)))
    }

    /// `text.count(needle, start, end)`.
    #[must_use]
    pub fn count(self, needle: &str, start: Option<i64>, end: Option<i64>) -> usize {
        let Some(range) = self.part(start, end) else { return 0 };
        let part = self.text.get(range).unwrap_or("");
        if needle.is_empty() { part.chars().count().saturating_add(1) } else { bytes_ops::occurrences(part.as_bytes(), needle.as_bytes()) }
    }

    /// `text.startswith(prefix, start, end)`.
    #[must_use]
    pub fn starts_with(self, prefix: &str, start: Option<i64>, end: Option<i64>) -> bool {
        self.part(start, end).and_then(|range| self.text.get(range)).is_some_and(|part| part.starts_with(prefix))
    }

    /// `text.endswith(suffix, start, end)`.
    #[must_use]
    pub fn ends_with(self, suffix: &str, start: Option<i64>, end: Option<i64>) -> bool {
        self.part(start, end).and_then(|range| self.text.get(range)).is_some_and(|part| part.ends_with(suffix))
    }

    /// `text.center(width, fill)`, `ljust`, `rjust`; `None` when nothing changes.
    pub fn pad(self, width: i64, fill: char, justify: Justify, limit: usize) -> Result<Option<String>> {
        let Some((left, right)) = bytes_ops::padding(self.len, width, justify) else { return Ok(None) };
        let added = left.checked_add(right).and_then(|n| n.checked_mul(fill.len_utf8()));
        let size = check_size(added.and_then(|n| n.checked_add(self.text.len())), limit)?;
        let mut out = String::with_capacity(size);
        out.extend(std::iter::repeat_n(fill, left));
        out.push_str(self.text);
        out.extend(std::iter::repeat_n(fill, right));
        Ok(Some(out))
    }

    /// `text.zfill(width)`; `None` when nothing changes.
    pub fn zfill(self, width: i64, limit: usize) -> Result<Option<String>> {
        let sign = if self.text.starts_with(['+', '-']) { 1 } else { 0 };
        let (head, tail) = self.text.split_at_checked(sign).unwrap_or(("", self.text));
        let tail = Chars { text: tail, len: self.len.saturating_sub(sign) };
        let width = width.saturating_sub(i64::from(sign != 0));
        Ok(tail.pad(width, '0', Justify::Right, limit)?.map(|mut padded| {
            padded.insert_str(0, head);
            padded
        }))
    }
}

/// Maximum bytes of a text that `CompactString` stores inline.
const INLINE_BYTES: usize = 24;

/// `text.replace(old, new, max)` without allocation. `new` must not be longer than `old`, and `old` must not be empty.
fn replaced_inline(text: &str, old: &str, new: &str, max: i64) -> Option<CompactString> {
    let mut left = usize::try_from(max).unwrap_or(usize::MAX);
    let mut cut = piece_at(text, old, 0, left > 0);
    cut.next?;
    let mut out = CompactString::const_new("");
    loop {
        out.push_str(text.get(cut.piece.clone()).unwrap_or(""));
        let Some(next) = cut.next else { return Some(out) };
        out.push_str(new);
        left = left.saturating_sub(1);
        cut = piece_at(text, old, next, left > 0);
    }
}

/// `text.replace(old, new, max)`; `None` when nothing changes.
pub fn replace(text: &str, old: &str, new: &str, max: i64, limit: usize) -> Result<Option<CompactString>> {
    if text.len() <= INLINE_BYTES && new.len() <= old.len() && !old.is_empty() && old != new && max != 0 {
        return Ok(replaced_inline(text, old, new, max));
    }
    let boundaries = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let bytes = (text.as_bytes(), old.as_bytes(), new.as_bytes());
    bytes_ops::replace_with(bytes.0, bytes.1, bytes.2, max, boundaries, limit, CompactString::with_capacity, |out, kept, more| {
        out.push_str(text.get(kept).unwrap_or(""));
        out.push_str(if more { new } else { "" });
    })
}

/// The pieces of `text.split(separator, max)`. The separator must not be empty (`bytes_ops::check_separator`).
pub fn split<'a>(text: &'a str, separator: &'a str, max: i64) -> impl Iterator<Item = &'a str> {
    bytes_ops::split(text.as_bytes(), separator.as_bytes(), max).map(|range| text.get(range).unwrap_or(""))
}

/// The pieces of `text.rsplit(separator, max)`, the last piece first. The separator must not be empty.
pub fn rsplit<'a>(text: &'a str, separator: &'a str, max: i64) -> impl Iterator<Item = &'a str> {
    bytes_ops::rsplit(text.as_bytes(), separator.as_bytes(), max).map(|range| text.get(range).unwrap_or(""))
}

/// A piece of a split text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The byte range of the piece.
    pub piece: Range<usize>,
    /// The byte position where the next piece begins. `None` for the last piece.
    pub next: Option<usize>,
}

/// The piece of `text.split(separator)` that begins at byte `from`. Without `more`, the piece is the whole rest. The separator must not be
/// empty.
#[must_use]
pub fn piece_at(text: &str, separator: &str, from: usize, more: bool) -> Cut {
    match if more { bytes_ops::next(text.as_bytes(), separator.as_bytes(), from) } else { None } {
        Some(at) => Cut { piece: from..at, next: Some(at.saturating_add(separator.len())) },
        None => Cut { piece: from..text.len(), next: None },
    }
}

/// The first word of `text.split()` at or after byte `from`. Without `more`, the word is the whole rest, including white space at its end.
#[must_use]
pub fn word_at(text: &str, from: usize, more: bool) -> Option<Cut> {
    let is_ascii_space = |byte: &u8| matches!(byte, 0x09..=0x0D | 0x1C..=0x20);
    // Byte by byte while the text is ASCII.
    let bytes = text.as_bytes();
    let mut start = from;
    while bytes.get(start).is_some_and(is_ascii_space) {
        start += 1;
    }
    if bytes.get(start)? >= &0x80 {
        start = start.saturating_add(text.get(start..)?.find(|c| !unicode::is_space(c))?);
    }
    if !more {
        return Some(Cut { piece: start..text.len(), next: None });
    }
    let mut end = start;
    while bytes.get(end).is_some_and(|byte| *byte < 0x80 && !is_ascii_space(byte)) {
        end += 1;
    }
    if bytes.get(end).is_some_and(|byte| *byte >= 0x80) {
        end = text.get(end..).and_then(|rest| rest.find(unicode::is_space)).map_or(text.len(), |len| end.saturating_add(len));
    }
    Some(Cut { piece: start..end, next: (end < text.len()).then_some(end) })
}

/// The pieces of `text.split(None, max)`.
pub fn split_space(text: &str, max: i64) -> impl Iterator<Item = &str> {
    let mut left = usize::try_from(max).unwrap_or(usize::MAX);
    let mut from = Some(0);
    std::iter::from_fn(move || {
        let cut = word_at(text, from?, left > 0)?;
        (from, left) = (cut.next, left.saturating_sub(1));
        text.get(cut.piece)
    })
}

/// The pieces of `text.rsplit(None, max)`, the last piece first.
pub fn rsplit_space(text: &str, max: i64) -> impl Iterator<Item = &str> {
    let mut left = usize::try_from(max).unwrap_or(usize::MAX);
    let mut rest = text.trim_end_matches(unicode::is_space);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if left == 0 {
            // The first piece keeps its leading white space.
            return Some(std::mem::take(&mut rest));
        }
        left -= 1;
        let piece = rest.rsplit(unicode::is_space).next().unwrap_or(rest);
        let head = rest.len().saturating_sub(piece.len());
        rest = rest.get(..head).unwrap_or("").trim_end_matches(unicode::is_space);
        Some(piece)
    })
}

/// The lines of `text.splitlines(keep_ends)`.
pub fn split_lines(text: &str, keep_ends: bool) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(unicode::is_line_break).unwrap_or(rest.len());
        let (line, tail) = rest.split_at_checked(end)?;
        let width = if tail.starts_with("\r\n") { 2 } else { tail.chars().next().map_or(0, char::len_utf8) };
        let whole = rest.get(..end.saturating_add(width))?;
        rest = tail.get(width..)?;
        Some(if keep_ends { whole } else { line })
    })
}

/// `text.partition(separator)` as (before, after), or `None` when the separator does not occur.
pub fn partition<'a>(text: &'a str, separator: &str) -> Result<Option<(&'a str, &'a str)>> {
    bytes_ops::check_separator(separator.as_bytes())?;
    let at = bytes_ops::find(text.as_bytes(), separator.as_bytes());
    Ok(at.and_then(|at| Some((text.get(..at)?, text.get(at.checked_add(separator.len())?..)?))))
}

/// `text.rpartition(separator)` as (before, after), or `None` when the separator does not occur.
pub fn rpartition<'a>(text: &'a str, separator: &str) -> Result<Option<(&'a str, &'a str)>> {
    bytes_ops::check_separator(separator.as_bytes())?;
    let at = bytes_ops::rfind(text.as_bytes(), separator.as_bytes());
    Ok(at.and_then(|at| Some((text.get(..at)?, text.get(at.checked_add(separator.len())?..)?))))
}

/// A set of characters with a fast membership test.
struct CharSet {
    ascii: u128,
    others: Vec<char>,
}

impl CharSet {
    fn new(chars: &str) -> Self {
        let mut set = Self { ascii: 0, others: Vec::new() };
        for c in chars.chars() {
            if c.is_ascii() {
                set.ascii |= 1 << u32::from(c);
            } else {
                set.others.push(c);
            }
        }
        set.others.sort_unstable();
        set
    }

    fn has(&self, c: char) -> bool {
        if c.is_ascii() { self.ascii >> u32::from(c) & 1 == 1 } else { self.others.binary_search(&c).is_ok() }
    }
}

/// `text.strip(chars)`, `lstrip` and `rstrip`. Without `chars` it strips white space.
#[must_use]
pub fn strip<'a>(text: &'a str, chars: Option<&str>, side: Side) -> &'a str {
    let Some(chars) = chars else { return strip_by(text, unicode::is_space, side) };
    let set = CharSet::new(chars);
    strip_by(text, |c| set.has(c), side)
}

fn strip_by(text: &str, is: impl Fn(char) -> bool, side: Side) -> &str {
    let text = if side.left() { text.trim_start_matches(&is) } else { text };
    if side.right() { text.trim_end_matches(&is) } else { text }
}

/// `text.expandtabs(size)`.
pub fn expand_tabs(text: &str, size: i64, limit: usize) -> Result<String> {
    // A size beyond memory must be refused, not become zero.
    let size = usize::try_from(size.max(0)).unwrap_or(usize::MAX);
    let mut out = String::with_capacity(text.len().min(limit));
    let mut column = 0usize;
    for c in text.chars() {
        if c == '\t' {
            let fill = column.checked_rem(size).map_or(0, |used| size.saturating_sub(used));
            check_size(out.len().checked_add(fill), limit)?;
            out.extend(std::iter::repeat_n(' ', fill));
            column = column.saturating_add(fill);
        } else {
            check_size(out.len().checked_add(c.len_utf8()), limit)?;
            out.push(c);
            column = if matches!(c, '\n' | '\r') { 0 } else { column.saturating_add(1) };
        }
    }
    Ok(out)
}

/// `chr(code)`. Refuses the private-use characters that represent surrogates in strings.
pub fn chr(code: i64) -> Result<char> {
    let c = u32::try_from(code).ok().and_then(surrogate::char_of);
    match c {
        Some(c) if surrogate::to_code(c).is_some_and(|lone| i64::from(lone) != code) => {
            Err(TextError::value_error("chr() arg in the private-use range(0xff000, 0xff800) is not available"))
        }
        Some(c) => Ok(c),
        None => Err(TextError::value_error("chr() arg not in range(0x110000)")),
    }
}
