//! Unicode 15.1, the version of CPython 3.13: properties, values, cases and names of characters, and the normal forms.
//!
//! All but the names comes from one packed table (`table.rs`, written by `algorithms/tables/generate_unicode.py`). The folder uses only
//! `surrogate`, which maps lone surrogates to characters of strings. It does not depend on the methods of `str` (they are in
//! [`crate::text::case`]) or the syntax of regular expressions.

mod names;
pub mod normalize;
mod table;
#[cfg(test)]
mod tests;

use stockade_compiler::surrogate;

pub use names::{lookup, name};

use table::{SPECIAL, flag, flags, mapped, record};

/// A code point as in Python: a number, or a character of a string. In strings, lone surrogates are characters of plane 15.
pub trait CodePoint: Copy {
    /// The number of the code point. A number above 0x10FFFF has no properties.
    fn code(self) -> u32;
}

impl CodePoint for u32 {
    #[inline]
    fn code(self) -> u32 {
        self
    }
}

impl CodePoint for char {
    #[inline]
    fn code(self) -> u32 {
        if self.is_ascii() { u32::from(self) } else { surrogate::code_point(self) }
    }
}

#[inline]
fn has(c: impl CodePoint, bits: u16) -> bool {
    flags(c.code()) & bits != 0
}

/// The version of the database, as `unicodedata.unidata_version`.
#[must_use]
pub fn version() -> &'static str {
    str::from_utf8(table::VERSION).unwrap_or_default()
}

/// `str.isalpha` of one character.
#[inline]
#[must_use]
pub(crate) fn is_alpha(c: impl CodePoint) -> bool {
    has(c, flag::ALPHA)
}

/// `str.isdecimal` of one character; what `\d` matches.
#[inline]
#[must_use]
pub(crate) fn is_decimal(c: impl CodePoint) -> bool {
    has(c, flag::DECIMAL)
}

/// `str.isdigit` of one character.
#[inline]
#[must_use]
pub(crate) fn is_digit(c: impl CodePoint) -> bool {
    has(c, flag::DIGIT)
}

/// `str.isnumeric` of one character.
#[inline]
#[must_use]
pub(crate) fn is_numeric(c: impl CodePoint) -> bool {
    has(c, flag::NUMERIC)
}

/// `str.isalnum` of one character; `\w` matches these and the underscore.
#[inline]
#[must_use]
pub(crate) fn is_alnum(c: impl CodePoint) -> bool {
    has(c, flag::ALPHA | flag::DECIMAL | flag::DIGIT | flag::NUMERIC)
}

/// `str.isspace` of one character; what `\s` matches and what `str.strip` and `str.split` without arguments remove.
#[inline]
#[must_use]
pub(crate) fn is_space(c: impl CodePoint) -> bool {
    has(c, flag::SPACE)
}

/// True for white space around the text of a number. `int()` and `float()` do not skip the four separators U+001C to U+001F.
#[inline]
#[must_use]
pub(crate) fn is_number_space(c: char) -> bool {
    is_space(c) && !('\x1c'..='\x1f').contains(&c)
}

/// `str.isprintable` of one character: `repr` shows it unescaped.
#[inline]
#[must_use]
pub(crate) fn is_printable(c: impl CodePoint) -> bool {
    has(c, flag::PRINTABLE)
}

/// `str.islower` of one character.
#[inline]
#[must_use]
pub(crate) fn is_lower(c: impl CodePoint) -> bool {
    has(c, flag::LOWER)
}

/// `str.isupper` of one character.
#[inline]
#[must_use]
pub(crate) fn is_upper(c: impl CodePoint) -> bool {
    has(c, flag::UPPER)
}

/// True for a title-case letter (category `Lt`, such as `ǅ`).
#[inline]
#[must_use]
pub(crate) fn is_title(c: impl CodePoint) -> bool {
    has(c, flag::TITLE)
}

/// True when the character has case. Title case leaves the letter after such a character in lower case.
#[inline]
#[must_use]
pub(crate) fn is_cased(c: impl CodePoint) -> bool {
    has(c, flag::CASED)
}

/// True when the final-sigma rule skips the character.
#[inline]
#[must_use]
pub(crate) fn is_case_ignorable(c: impl CodePoint) -> bool {
    has(c, flag::IGNORABLE)
}

/// True when an identifier may begin with the character (underscore included).
#[inline]
#[must_use]
pub(crate) fn is_id_start(c: impl CodePoint) -> bool {
    has(c, flag::ID_START)
}

/// True when an identifier may continue with the character.
#[inline]
#[must_use]
pub(crate) fn is_id_continue(c: impl CodePoint) -> bool {
    has(c, flag::ID_CONTINUE)
}

/// True when `str.splitlines` ends a line at the character.
#[inline]
#[must_use]
pub(crate) fn is_line_break(c: impl CodePoint) -> bool {
    has(c, flag::LINE_BREAK)
}

/// `str.isidentifier`.
#[must_use]
pub(crate) fn is_identifier<C: CodePoint>(text: impl IntoIterator<Item = C>) -> bool {
    let mut text = text.into_iter();
    text.next().is_some_and(is_id_start) && text.all(is_id_continue)
}

/// The value of a decimal digit of any script, as `unicodedata.decimal`.
#[inline]
#[must_use]
pub fn decimal(c: impl CodePoint) -> Option<u8> {
    let code = c.code();
    if code < 0x80 {
        let value = code.wrapping_sub(u32::from(b'0'));
        return (value < 10).then_some(value as u8);
    }
    u8::try_from(record(code).decimal).ok()
}

/// The digit value, as `unicodedata.digit`.
#[must_use]
pub fn digit(c: impl CodePoint) -> Option<u8> {
    u8::try_from(record(c.code()).digit).ok()
}

/// The numeric value, as `unicodedata.numeric`.
#[must_use]
pub fn numeric(c: impl CodePoint) -> Option<f64> {
    table::numeric(record(c.code()))
}

/// The general category, such as `Lu`.
#[must_use]
pub fn category(c: impl CodePoint) -> &'static str {
    table::CATEGORIES.get(usize::from(record(c.code()).category)).copied().unwrap_or("Cn")
}

/// The bidirectional class, such as `AL`; empty when unassigned.
#[must_use]
pub fn bidirectional(c: impl CodePoint) -> &'static str {
    table::BIDI.get(usize::from(record(c.code()).bidi)).copied().unwrap_or_default()
}

/// The canonical combining class of a code point (Unicode Standard, section 4.3); 0 for most.
#[must_use]
pub fn combining(c: impl CodePoint) -> u8 {
    record(c.code()).combining
}

/// The East Asian width class, such as `Na`.
#[must_use]
pub fn east_asian_width(c: impl CodePoint) -> &'static str {
    table::WIDTHS.get(usize::from(record(c.code()).width)).copied().unwrap_or("N")
}

/// True when the character is mirrored in right-to-left text.
#[must_use]
pub fn is_mirrored(c: impl CodePoint) -> bool {
    has(c, flag::MIRRORED)
}

/// Appends the result of a case mapping of a character's record.
fn push_mapped(out: &mut String, c: char, mapping: i32) {
    if mapping == 0 {
        out.push(c);
        return;
    }
    let code = c.code();
    if mapping < SPECIAL {
        out.extend(surrogate::char_of(code.wrapping_add_signed(mapping)));
    } else {
        out.extend(mapped(code, mapping).into_iter().filter_map(surrogate::char_of));
    }
}

/// Appends the lower case of one character without its context ([`crate::text::case::lower`] also handles the final sigma).
pub(crate) fn push_lower(out: &mut String, c: char) {
    if c.is_ascii() { out.push(c.to_ascii_lowercase()) } else { push_mapped(out, c, record(c.code()).lower) }
}

/// Appends the upper case of one character.
pub(crate) fn push_upper(out: &mut String, c: char) {
    if c.is_ascii() { out.push(c.to_ascii_uppercase()) } else { push_mapped(out, c, record(c.code()).upper) }
}

/// Appends the title case of one character.
pub(crate) fn push_title(out: &mut String, c: char) {
    if c.is_ascii() { out.push(c.to_ascii_uppercase()) } else { push_mapped(out, c, record(c.code()).title) }
}

/// Appends the case folding of one character.
pub(crate) fn push_fold(out: &mut String, c: char) {
    if c.is_ascii() { out.push(c.to_ascii_lowercase()) } else { push_mapped(out, c, record(c.code()).fold) }
}

/// The lower case as a single code point. `re.IGNORECASE` compares it.
#[inline]
#[must_use]
pub(crate) fn simple_lower(code: u32) -> u32 {
    code.wrapping_add_signed(record(code).simple_lower)
}

/// Pairs of different lower-case letters that have the same upper case, sorted. `re.IGNORECASE` treats them as equal.
#[must_use]
pub(crate) fn case_equivalent_pairs() -> &'static [[u32; 2]] {
    table::casefix()
}

/// All code points that differ from their simple lower case, ascending, each with that lower case.
#[must_use]
pub(crate) fn lowered() -> &'static [[u32; 2]] {
    table::lowered()
}

/// The pairs of [`lowered`] swapped, so each is a lower case and a code point that has it. Sorted.
#[must_use]
pub(crate) fn raised() -> &'static [[u32; 2]] {
    table::raised()
}
