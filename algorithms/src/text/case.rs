//! Case and character classes of strings: from `lower` to `casefold`, from `isalpha` to `isidentifier`.

use crate::unicode;

/// True when the capital sigma at byte `at` ends a word, and so becomes `ς`.
fn is_final_sigma(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or("").chars().rev().find(|&c| !unicode::is_case_ignorable(c));
    let after = text.get(at..).unwrap_or("").chars().skip(1).find(|&c| !unicode::is_case_ignorable(c));
    before.is_some_and(unicode::is_cased) && !after.is_some_and(unicode::is_cased)
}

fn push_lower(out: &mut String, text: &str, at: usize, c: char) {
    if c == 'Σ' {
        out.push(if is_final_sigma(text, at) { 'ς' } else { 'σ' });
    } else {
        unicode::push_lower(out, c);
    }
}

/// Upper bound of the bytes after a case change of `len` bytes. The caller charges it before.
#[must_use]
pub fn case_bound(len: usize) -> usize {
    len.saturating_mul(3)
}

/// `text.lower()`.
#[must_use]
pub fn lower(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    text.char_indices().for_each(|(at, c)| push_lower(&mut out, text, at, c));
    out
}

/// `text.upper()`.
#[must_use]
pub fn upper(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_uppercase();
    }
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| unicode::push_upper(&mut out, c));
    out
}

/// `text.casefold()`.
#[must_use]
pub fn casefold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| unicode::push_fold(&mut out, c));
    out
}

/// `text.swapcase()`.
#[must_use]
pub fn swapcase(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if unicode::is_upper(c) {
            push_lower(&mut out, text, at, c);
        } else if unicode::is_lower(c) {
            unicode::push_upper(&mut out, c);
        } else {
            out.push(c);
        }
    }
    out
}

/// `text.capitalize()`.
#[must_use]
pub fn capitalize(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if at == 0 {
            unicode::push_title(&mut out, c);
        } else {
            push_lower(&mut out, text, at, c);
        }
    }
    out
}

/// `text.title()`.
#[must_use]
pub fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for (at, c) in text.char_indices() {
        if inside {
            push_lower(&mut out, text, at, c);
        } else {
            unicode::push_title(&mut out, c);
        }
        inside = unicode::is_cased(c);
    }
    out
}

#[inline(always)]
fn all(text: &str, is: fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(is)
}

/// Like `all`, with a faster test for ASCII text.
#[inline(always)]
fn all_or_ascii(text: &str, is_ascii: fn(&u8) -> bool, is: fn(char) -> bool) -> bool {
    match text.as_bytes() {
        [] => false,
        // The common case of a loop over the characters of a string.
        [byte] => is_ascii(byte),
        bytes if text.is_ascii() => bytes.iter().all(is_ascii),
        _ => text.chars().all(is),
    }
}

/// `text.isalpha()`.
#[inline]
#[must_use]
pub fn is_alpha(text: &str) -> bool {
    all_or_ascii(text, u8::is_ascii_alphabetic, unicode::is_alpha)
}

/// `text.isalnum()`.
#[inline]
#[must_use]
pub fn is_alnum(text: &str) -> bool {
    all_or_ascii(text, u8::is_ascii_alphanumeric, unicode::is_alnum)
}

/// `text.isdecimal()`.
#[inline]
#[must_use]
pub fn is_decimal(text: &str) -> bool {
    all_or_ascii(text, u8::is_ascii_digit, unicode::is_decimal)
}

/// `text.isdigit()`.
#[inline]
#[must_use]
pub fn is_digit(text: &str) -> bool {
    all_or_ascii(text, u8::is_ascii_digit, unicode::is_digit)
}

/// `text.isnumeric()`.
#[inline]
#[must_use]
pub fn is_numeric(text: &str) -> bool {
    all_or_ascii(text, u8::is_ascii_digit, unicode::is_numeric)
}

/// `text.isspace()`.
#[inline]
#[must_use]
pub fn is_space(text: &str) -> bool {
    all(text, unicode::is_space)
}

/// `text.isprintable()`. True for the empty string.
#[inline]
#[must_use]
pub fn is_printable(text: &str) -> bool {
    text.chars().all(unicode::is_printable)
}

/// `text.isidentifier()`.
#[inline]
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    unicode::is_identifier(text.chars())
}

/// `text.islower()`.
#[inline]
#[must_use]
pub fn is_lower(text: &str) -> bool {
    text.chars().any(unicode::is_lower) && !text.chars().any(|c| unicode::is_upper(c) || unicode::is_title(c))
}

/// `text.isupper()`.
#[inline]
#[must_use]
pub fn is_upper(text: &str) -> bool {
    text.chars().any(unicode::is_upper) && !text.chars().any(|c| unicode::is_lower(c) || unicode::is_title(c))
}

/// `text.istitle()`.
#[inline]
#[must_use]
pub fn is_title(text: &str) -> bool {
    let (mut inside, mut any) = (false, false);
    for c in text.chars() {
        let big = unicode::is_upper(c) || unicode::is_title(c);
        let small = unicode::is_lower(c);
        if (big && inside) || (small && !inside) {
            return false;
        }
        inside = big || small;
        any |= inside;
    }
    any
}
