//! A code point into what Python's string methods know about it: category, numeric class, case, printability.
//!
//! The tables are Unicode 15.1 (CPython 3.13's); Rust's own case mappings may be newer, so they are used for assigned characters only.

use stockade_compiler::surrogate;

use super::unicode_tables::{CATEGORY_RUNS, CONTINUE_DIFF, DIGIT_EXTRA, FOLD, LOWER_EXTRA, NUMERIC_EXTRA, START_DIFF, TITLE, UPPER_EXTRA};

/// The general categories, in the order `CATEGORY_RUNS` counts them.
pub static CATEGORIES: [&str; 30] = [
    "Cn", "Cc", "Cf", "Cs", "Co", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf",
    "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp",
];

const UNASSIGNED: u8 = 0;
const UPPER: u8 = 5;
const LOWER: u8 = 6;
const TITLE_CASE: u8 = 7;
const DECIMAL: u8 = 13;
const ALTERNATING: u8 = 30;

/// The index in `CATEGORIES` of a code point's general category.
#[must_use]
pub fn category_index(code: u32) -> u8 {
    let after = CATEGORY_RUNS.partition_point(|&run| run >> 5 <= code);
    let Some(&run) = after.checked_sub(1).and_then(|i| CATEGORY_RUNS.get(i)) else { return UNASSIGNED };
    let kind = (run & 31) as u8;
    if kind != ALTERNATING {
        return kind;
    }
    if (code.wrapping_sub(run >> 5)) & 1 == 0 { UPPER } else { LOWER }
}

fn kind(c: char) -> u8 {
    category_index(surrogate::code_point(c))
}

/// The general category, as `unicodedata.category` names it.
#[must_use]
pub fn category(c: char) -> &'static str {
    CATEGORIES.get(usize::from(kind(c))).copied().unwrap_or("Cn")
}

fn within(table: &[(u32, u32)], c: char) -> bool {
    let code = u32::from(c);
    let after = table.partition_point(|&(first, _)| first <= code);
    after.checked_sub(1).and_then(|i| table.get(i)).is_some_and(|&(_, last)| code <= last)
}

/// `str.isprintable` of one character: all but controls, formats, surrogates, private use, unassigned and separators other than space.
#[must_use]
pub fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return (' '..='~').contains(&c);
    }
    matches!(kind(c), 5..=26)
}

/// `str.isspace` of one character; also what `str.strip` and `str.split` without arguments go by.
#[must_use]
pub fn is_space(c: char) -> bool {
    match u32::from(c) {
        0x09..=0x0D | 0x1C..=0x20 => true,
        code if code < 0x85 => false,
        0x85 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 => true,
        _ => false,
    }
}

/// White space around a number's text: `int()` and `float()` do not skip the four separators U+001C to U+001F.
#[must_use]
pub fn is_number_space(c: char) -> bool {
    is_space(c) && !('\x1c'..='\x1f').contains(&c)
}

/// Whether `str.splitlines` ends a line here.
#[must_use]
pub fn is_line_break(c: char) -> bool {
    matches!(u32::from(c), 0x0A..=0x0D | 0x1C..=0x1E | 0x85 | 0x2028 | 0x2029)
}

/// `str.isalpha` of one character.
#[must_use]
pub fn is_alpha(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphabetic() } else { matches!(kind(c), 5..=9) }
}

/// `str.isdecimal` of one character.
#[must_use]
pub fn is_decimal(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { kind(c) == DECIMAL }
}

/// The value of a decimal digit in any script.
#[must_use]
pub fn decimal_value(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.to_digit(10).map(|d| d as u8);
    }
    let code = u32::from(c);
    let after = CATEGORY_RUNS.partition_point(|&run| run >> 5 <= code);
    let run = *after.checked_sub(1).and_then(|i| CATEGORY_RUNS.get(i))?;
    // Decimal digits are encoded in whole tens that begin with zero; neighbouring tens share one run.
    ((run & 31) as u8 == DECIMAL).then(|| (code.wrapping_sub(run >> 5) % 10) as u8)
}

/// `str.isdigit` of one character.
#[must_use]
pub fn is_digit(c: char) -> bool {
    is_decimal(c) || (!c.is_ascii() && within(DIGIT_EXTRA, c))
}

/// `str.isnumeric` of one character.
#[must_use]
pub fn is_numeric(c: char) -> bool {
    is_digit(c) || (!c.is_ascii() && within(NUMERIC_EXTRA, c))
}

/// `str.isalnum` of one character.
#[must_use]
pub fn is_alnum(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { is_alpha(c) || is_numeric(c) }
}

/// Lower case by Unicode's derived property.
#[must_use]
pub fn is_lower(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_lowercase() } else { kind(c) == LOWER || within(LOWER_EXTRA, c) }
}

/// Upper case by Unicode's derived property.
#[must_use]
pub fn is_upper(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_uppercase() } else { kind(c) == UPPER || within(UPPER_EXTRA, c) }
}

/// Title case (`Dž` and the like).
#[must_use]
pub fn is_title(c: char) -> bool {
    !c.is_ascii() && kind(c) == TITLE_CASE
}

/// Has a case of any sort.
#[must_use]
pub fn is_cased(c: char) -> bool {
    is_lower(c) || is_upper(c) || is_title(c)
}

/// May begin an identifier.
#[must_use]
pub fn is_identifier_start(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphabetic() || c == '_';
    }
    matches!(kind(c), 5..=9 | 14) != within(START_DIFF, c)
}

/// May stand in an identifier after its first character.
#[must_use]
pub fn is_identifier_continue(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    matches!(kind(c), 5..=11 | 13 | 14 | 16) != within(CONTINUE_DIFF, c)
}

fn mapped(table: &[(u32, &'static str)], c: char) -> Option<&'static str> {
    let i = table.binary_search_by_key(&u32::from(c), |&(code, _)| code).ok()?;
    table.get(i).map(|&(_, text)| text)
}

/// Appends the lower-case mapping of one character, context aside (see `strings::lower` for the final sigma).
pub fn push_lower(out: &mut String, c: char) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
    } else if kind(c) == UNASSIGNED {
        out.push(c);
    } else {
        out.extend(c.to_lowercase());
    }
}

/// Appends the upper-case mapping of one character.
pub fn push_upper(out: &mut String, c: char) {
    if c.is_ascii() {
        out.push(c.to_ascii_uppercase());
    } else if kind(c) == UNASSIGNED {
        out.push(c);
    } else {
        for upper in c.to_uppercase() {
            // A mapping newer than the tables leads to a character that does not exist there.
            out.push(if kind(upper) == UNASSIGNED { c } else { upper });
        }
    }
}

/// Appends the title-case mapping of one character.
pub fn push_title(out: &mut String, c: char) {
    match mapped(TITLE, c) {
        Some(text) => out.push_str(text),
        None => push_upper(out, c),
    }
}

/// Appends the full case folding of one character.
pub fn push_fold(out: &mut String, c: char) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    match mapped(FOLD, c) {
        Some(text) => out.push_str(text),
        None => push_lower(out, c),
    }
}
