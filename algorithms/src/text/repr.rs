//! Formats strings and bytes as Python literals: `repr`, `ascii`, and the escapes of both.

use stockade_compiler::surrogate;

use crate::unicode;

/// The quotes of the literal: double only when the text has single quotes and no double quotes.
fn quote(has_single: bool, has_double: bool) -> char {
    if has_single && !has_double { '"' } else { '\'' }
}

/// The quotes of `repr(text)`.
#[must_use]
pub fn str_quote(text: &str) -> char {
    quote(text.contains('\''), text.contains('"'))
}

/// The quotes of the `repr` of bytes.
#[must_use]
pub fn bytes_quote(data: &[u8]) -> char {
    quote(data.contains(&b'\''), data.contains(&b'"'))
}

/// A part of a text or of bytes becomes at most this many times its bytes in a `repr` or in the result of `ascii()`.
pub const PART_BOUND: usize = 4;

/// Appends a part of `repr(text)`, between the quotes of the whole.
pub fn push_str_part(out: &mut String, part: &str, quote: char) {
    part.chars().for_each(|c| push_char(out, c, quote, false));
}

/// Appends a part of the result of `ascii()`, made from the `repr`.
pub fn push_ascii_part(out: &mut String, repr: &str) {
    for c in repr.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            push_escape(out, surrogate::code_point(c));
        }
    }
}

/// True when `repr` of `text` is `text` in single quotes. This common case needs no Unicode tables.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    text.bytes().all(|b| (b' '..=b'~').contains(&b) && b != b'\'' && b != b'\\')
}

/// Appends the escape of one code point: the shortest of `\x`, `\u` and `\U` that fits.
pub(crate) fn push_escape(out: &mut String, code: u32) {
    let (mark, digits) = match code {
        0..=0xFF => ("\\x", 2),
        0x100..=0xFFFF => ("\\u", 4),
        _ => ("\\U", 8),
    };
    out.push_str(mark);
    for place in (0..digits).rev() {
        out.push(char::from_digit(code >> (4 * place) & 15, 16).unwrap_or('0'));
    }
}

fn push_char(out: &mut String, c: char, quote: char, ascii_only: bool) {
    match c {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if c == quote => {
            out.push('\\');
            out.push(c);
        }
        ' '..='~' => out.push(c),
        c if !ascii_only && unicode::is_printable(c) => out.push(c),
        c => push_escape(out, surrogate::code_point(c)),
    }
}

/// Appends `repr(text)`.
pub fn push_str_repr(out: &mut String, text: &str) {
    if is_plain(text) {
        out.push('\'');
        out.push_str(text);
        out.push('\'');
        return;
    }
    let quote = str_quote(text);
    out.push(quote);
    for c in text.chars() {
        push_char(out, c, quote, false);
    }
    out.push(quote);
}

/// `repr(text)`. At most four times the text's bytes and two more.
#[must_use]
pub fn str_repr(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(2));
    push_str_repr(&mut out, text);
    out
}

/// Converts a `repr` to the result of `ascii()`: escapes all characters beyond ASCII.
#[must_use]
pub fn ascii_of_repr(repr: &str) -> String {
    let mut out = String::with_capacity(repr.len());
    push_ascii_part(&mut out, repr);
    out
}

/// Appends bytes as a literal. `always_single`: escapes single quotes also between double quotes.
fn push_bytes(out: &mut String, data: &[u8], always_single: bool) {
    out.push('b');
    let quote = bytes_quote(data);
    out.push(quote);
    push_bytes_part(out, data, quote, always_single);
    out.push(quote);
}

/// Appends a part of a literal of bytes, between the quotes of the whole. `always_single`: escapes single quotes also between double
/// quotes, as CPython does for a bytearray.
pub fn push_bytes_part(out: &mut String, part: &[u8], quote: char, always_single: bool) {
    for &byte in part {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            byte if char::from(byte) == quote || (always_single && byte == b'\'') => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b' '..=b'~' => out.push(char::from(byte)),
            byte => push_escape(out, u32::from(byte)),
        }
    }
}

/// `repr(data)` of bytes.
#[must_use]
pub fn bytes_repr(data: &[u8]) -> String {
    let mut out = String::with_capacity(data.len().saturating_add(3));
    push_bytes(&mut out, data, false);
    out
}

/// `repr(data)` of a bytearray: `bytearray(b'...')`. `name` is the type name, also for subclasses.
#[must_use]
pub fn bytearray_repr(name: &str, data: &[u8]) -> String {
    let mut out = String::with_capacity(data.len().saturating_add(name.len()).saturating_add(5));
    out.push_str(name);
    out.push('(');
    // CPython's bytearray always escapes single quotes; its bytes does not.
    push_bytes(&mut out, data, true);
    out.push(')');
    out
}

/// At most `max` code points of `repr(text)`, like CPython's `%.200R` in error messages.
#[must_use]
pub(crate) fn str_repr_cut(text: &str, max: usize) -> String {
    // Every character gives at least one character of output, so `max` characters suffice. Only the choice of quotes needs the whole text.
    let quote = str_quote(text);
    let mut out = String::from(quote);
    for c in text.chars().take(max) {
        push_char(&mut out, c, quote, false);
    }
    if text.chars().nth(max).is_none() {
        out.push(quote);
    }
    cut(out, max)
}

/// Like [`str_repr_cut`], of bytes.
#[must_use]
pub(crate) fn bytes_repr_cut(data: &[u8], max: usize) -> String {
    let quote = bytes_quote(data);
    let mut out = String::from("b");
    out.push(quote);
    push_bytes_part(&mut out, data.get(..max).unwrap_or(data), quote, false);
    out.push(quote);
    cut(out, max)
}

/// At most `max` characters of a text.
#[must_use]
pub(crate) fn cut(mut text: String, max: usize) -> String {
    if let Some((at, _)) = text.char_indices().nth(max) {
        text.truncate(at);
    }
    text
}
