//! A string -> the string in another case, and what `str`'s predicates say of whole strings.
//!
//! Results are at most three times as long as the text; callers pay for that beforehand.

use stockade_compiler::surrogate;

use super::table::{Record, SPECIAL, flag, mapped, record};

/// The capital letter whose small form depends on its place in the word.
const SIGMA: u32 = 0x3A3;
const SMALL_SIGMA: char = '\u{3C3}';
const FINAL_SIGMA: char = '\u{3C2}';

fn push(out: &mut String, code: u32, mapping: i32) {
    if mapping == 0 {
        out.extend(surrogate::char_of(code));
    } else if mapping < SPECIAL {
        out.extend(surrogate::char_of(code.wrapping_add_signed(mapping)));
    } else {
        out.extend(mapped(code, mapping).into_iter().filter_map(surrogate::char_of));
    }
}

/// Appends one character in lower case; `at` is its place in `text`.
fn push_lower(out: &mut String, text: &str, at: usize, code: u32) {
    if code == SIGMA {
        out.push(if is_final(text, at) { FINAL_SIGMA } else { SMALL_SIGMA });
    } else {
        push(out, code, record(code).lower);
    }
}

/// Whether the sigma at a place ends a word: a letter with case before it, none after it, looking through what has no say.
fn is_final(text: &str, at: usize) -> bool {
    let cased = |c: Option<char>| c.is_some_and(|c| record(surrogate::code_point(c)).flags & flag::CASED != 0);
    let transparent = |c: &char| record(surrogate::code_point(*c)).flags & flag::IGNORABLE != 0;
    let before = text.get(..at).unwrap_or_default().chars().rev().find(|c| !transparent(c));
    let after = text.get(at..).unwrap_or_default().chars().skip(1).find(|c| !transparent(c));
    cased(before) && !cased(after)
}

fn each(text: &str, mapping: impl Fn(&Record) -> i32) -> String {
    let mut out = String::with_capacity(text.len());
    for code in text.chars().map(surrogate::code_point) {
        push(&mut out, code, mapping(record(code)));
    }
    out
}

/// `str.upper`.
#[must_use]
pub fn upper(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_uppercase() } else { each(text, |record| record.upper) }
}

/// `str.casefold`.
#[must_use]
pub fn casefold(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { each(text, |record| record.fold) }
}

/// `str.lower`.
#[must_use]
pub fn lower(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        push_lower(&mut out, text, at, surrogate::code_point(c));
    }
    out
}

/// `str.swapcase`.
#[must_use]
pub fn swapcase(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let code = surrogate::code_point(c);
        let record = record(code);
        if record.flags & flag::UPPER != 0 {
            push_lower(&mut out, text, at, code);
        } else {
            push(&mut out, code, if record.flags & flag::LOWER != 0 { record.upper } else { 0 });
        }
    }
    out
}

/// `str.title`.
#[must_use]
pub fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let code = surrogate::code_point(c);
        let record = record(code);
        if in_word {
            push_lower(&mut out, text, at, code)
        } else {
            push(&mut out, code, record.title)
        }
        in_word = record.flags & flag::CASED != 0;
    }
    out
}

/// `str.capitalize`.
#[must_use]
pub fn capitalize(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let code = surrogate::code_point(c);
        if at == 0 { push(&mut out, code, record(code).title) } else { push_lower(&mut out, text, at, code) }
    }
    out
}

/// Whether a string has letters with case and all of them satisfy a test: `wrong` marks those that do not, `right` those that do.
fn all_cased(text: &str, wrong: u16, right: u16) -> bool {
    let mut found = false;
    for code in text.chars().map(surrogate::code_point) {
        let flags = record(code).flags;
        if flags & wrong != 0 {
            return false;
        }
        found |= flags & right != 0;
    }
    found
}

/// `str.islower`.
#[must_use]
pub fn is_lower(text: &str) -> bool {
    all_cased(text, flag::UPPER | flag::TITLE, flag::LOWER)
}

/// `str.isupper`.
#[must_use]
pub fn is_upper(text: &str) -> bool {
    all_cased(text, flag::LOWER | flag::TITLE, flag::UPPER)
}

/// `str.istitle`.
#[must_use]
pub fn is_title(text: &str) -> bool {
    let (mut found, mut in_word) = (false, false);
    for code in text.chars().map(surrogate::code_point) {
        let flags = record(code).flags;
        let capital = flags & (flag::UPPER | flag::TITLE) != 0;
        let small = !capital && flags & flag::LOWER != 0;
        if (capital && in_word) || (small && !in_word) {
            return false;
        }
        in_word = capital || small;
        found |= in_word;
    }
    found
}
