//! Case, character classes and hexadecimal text of byte strings. These methods treat only ASCII letters as letters.

use super::bytes_ops::is_space;
use super::{Result, TextError, check_size};

/// `data.lower()`.
#[must_use]
pub fn lower(data: &[u8]) -> Vec<u8> {
    data.to_ascii_lowercase()
}

/// `data.upper()`.
#[must_use]
pub fn upper(data: &[u8]) -> Vec<u8> {
    data.to_ascii_uppercase()
}

/// `data.swapcase()`.
#[must_use]
pub fn swapcase(data: &[u8]) -> Vec<u8> {
    data.iter().map(|b| if b.is_ascii_lowercase() { b.to_ascii_uppercase() } else { b.to_ascii_lowercase() }).collect()
}

/// `data.capitalize()`.
#[must_use]
pub fn capitalize(data: &[u8]) -> Vec<u8> {
    let mut out = data.to_ascii_lowercase();
    if let Some(first) = out.first_mut() {
        first.make_ascii_uppercase();
    }
    out
}

/// `data.title()`.
#[must_use]
pub fn title(data: &[u8]) -> Vec<u8> {
    let mut inside = false;
    data.iter()
        .map(|b| {
            let shown = if inside { b.to_ascii_lowercase() } else { b.to_ascii_uppercase() };
            inside = b.is_ascii_alphabetic();
            shown
        })
        .collect()
}

fn all(data: &[u8], is: impl Fn(u8) -> bool) -> bool {
    !data.is_empty() && data.iter().all(|&b| is(b))
}

/// `data.isalpha()`.
#[must_use]
pub fn is_alpha(data: &[u8]) -> bool {
    all(data, |b| b.is_ascii_alphabetic())
}

/// `data.isalnum()`.
#[must_use]
pub fn is_alnum(data: &[u8]) -> bool {
    all(data, |b| b.is_ascii_alphanumeric())
}

/// `data.isdigit()`.
#[must_use]
pub fn is_digit(data: &[u8]) -> bool {
    all(data, |b| b.is_ascii_digit())
}

/// `data.isspace()`.
#[must_use]
pub fn is_space_only(data: &[u8]) -> bool {
    all(data, is_space)
}

/// `data.islower()`.
#[must_use]
pub fn is_lower(data: &[u8]) -> bool {
    data.iter().any(u8::is_ascii_lowercase) && !data.iter().any(u8::is_ascii_uppercase)
}

/// `data.isupper()`.
#[must_use]
pub fn is_upper(data: &[u8]) -> bool {
    data.iter().any(u8::is_ascii_uppercase) && !data.iter().any(u8::is_ascii_lowercase)
}

/// `data.istitle()`.
#[must_use]
pub fn is_title(data: &[u8]) -> bool {
    let (mut inside, mut any) = (false, false);
    for b in data {
        if b.is_ascii_uppercase() == inside && b.is_ascii_alphabetic() {
            return false;
        }
        inside = b.is_ascii_alphabetic();
        any |= inside;
    }
    any
}

/// `data.hex(separator, group)`. The separator comes after every `group` bytes, counted from the right, or from the left when `group` is
/// negative.
pub fn hex(data: &[u8], separator: Option<&str>, group: i64, limit: usize) -> Result<String> {
    let mut single = None;
    if let Some(separator) = separator {
        let mut chars = separator.chars();
        single = match (chars.next(), chars.next()) {
            (Some(c), None) => Some(c),
            _ => return Err(TextError::value_error("sep must be length 1.")),
        };
    }
    if single.is_some_and(|c| !c.is_ascii()) {
        return Err(TextError::value_error("sep must be ASCII."));
    }
    let separator = single.and_then(|c| u8::try_from(c).ok()).map(|separator| (separator, group));
    check_size(hex_size(data.len(), separator), limit)?;
    Ok(hex_digits(data, separator))
}

/// The length of `hex_digits`.
fn hex_size(len: usize, separator: Option<(u8, i64)>) -> Option<usize> {
    let step = separator.map_or(0, |(_, group)| usize::try_from(group.unsigned_abs()).unwrap_or(usize::MAX));
    len.checked_mul(2)?.checked_add(len.saturating_sub(1).checked_div(step).unwrap_or(0))
}

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Two digits for each byte. The separator comes after every n bytes, counted from the end, or from the start when n is negative. It may be
/// any byte.
pub(crate) fn hex_bytes(data: &[u8], separator: Option<(u8, i64)>) -> Vec<u8> {
    let mut out = Vec::with_capacity(hex_size(data.len(), separator).unwrap_or(0));
    for (at, &byte) in data.iter().enumerate() {
        if let Some((separator, group)) = separator
            && at > 0
        {
            let place = if group > 0 { data.len().saturating_sub(at) } else { at };
            let step = usize::try_from(group.unsigned_abs()).unwrap_or(usize::MAX);
            if place.checked_rem(step) == Some(0) {
                out.push(separator);
            }
        }
        out.extend([byte >> 4, byte & 15].map(|digit| HEX.get(usize::from(digit)).copied().unwrap_or_default()));
    }
    out
}

/// Like `hex_bytes`, as text: the separator is an ASCII character.
pub(crate) fn hex_digits(data: &[u8], separator: Option<(u8, i64)>) -> String {
    String::from_utf8(hex_bytes(data, separator)).unwrap_or_default()
}

/// `bytes.fromhex(text)`: pairs of digits, ASCII white space between pairs ignored.
pub fn from_hex(text: &str) -> Result<Vec<u8>> {
    // CPython reports the first non-ASCII character before any other error.
    if let Some(at) = text.chars().position(|c| !c.is_ascii()) {
        return Err(bad_hex(at));
    }
    let mut out = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    let mut count = 0usize;
    for b in text.bytes() {
        let at = count;
        count = count.saturating_add(1);
        let digit = char::from(b).to_digit(16).map(|d| d as u8);
        match (high, digit) {
            (None, Some(digit)) => high = Some(digit),
            (Some(first), Some(digit)) => {
                out.push(first << 4 | digit);
                high = None;
            }
            (None, None) if is_space(b) => {}
            (_, None) => return Err(bad_hex(at)),
        }
    }
    if high.is_some() { Err(bad_hex(count)) } else { Ok(out) }
}

fn bad_hex(at: usize) -> TextError {
    TextError::value_error(format!("non-hexadecimal number found in fromhex() arg at position {at}"))
}
