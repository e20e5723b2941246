//! A code point -> what CPython 3.13 (Unicode 15.1) says of it: predicates, values, names of classes.
//!
//! All functions take Python's code points as `u32`: a string's characters go through `surrogate::code_point` first.
//! `case` holds what whole strings do, `normalize` the four normal forms.

pub mod case;
mod names;
pub mod normalize;
mod table;

pub use names::{lookup, name};

use table::{flag, record};

#[inline]
fn has(code: u32, bits: u16) -> bool {
    record(code).flags & bits != 0
}

/// The database version, as `unicodedata.unidata_version`.
#[must_use]
pub fn version() -> &'static str {
    str::from_utf8(table::VERSION).unwrap_or_default()
}

/// `str.isalpha` of one character.
#[must_use]
pub fn is_alpha(code: u32) -> bool {
    has(code, flag::ALPHA)
}

/// `str.isdecimal` of one character; what `\d` matches.
#[inline]
#[must_use]
pub fn is_decimal(code: u32) -> bool {
    has(code, flag::DECIMAL)
}

/// `str.isdigit` of one character.
#[must_use]
pub fn is_digit(code: u32) -> bool {
    has(code, flag::DIGIT)
}

/// `str.isnumeric` of one character.
#[must_use]
pub fn is_numeric(code: u32) -> bool {
    has(code, flag::NUMERIC)
}

/// `str.isalnum` of one character; what `\w` matches beside the underscore.
#[inline]
#[must_use]
pub fn is_alnum(code: u32) -> bool {
    has(code, flag::ALPHA | flag::DECIMAL | flag::DIGIT | flag::NUMERIC)
}

/// `str.isspace` of one character; what `\s` matches.
#[inline]
#[must_use]
pub fn is_space(code: u32) -> bool {
    has(code, flag::SPACE)
}

/// `str.isprintable` of one character: `repr` shows it as it is.
#[must_use]
pub fn is_printable(code: u32) -> bool {
    has(code, flag::PRINTABLE)
}

/// `str.islower` of one character.
#[must_use]
pub fn is_lower(code: u32) -> bool {
    has(code, flag::LOWER)
}

/// `str.isupper` of one character.
#[must_use]
pub fn is_upper(code: u32) -> bool {
    has(code, flag::UPPER)
}

/// Whether the character is a title-case letter of its own (category `Lt`).
#[must_use]
pub fn is_title(code: u32) -> bool {
    has(code, flag::TITLE)
}

/// Whether an identifier may begin with it (underscore included).
#[must_use]
pub fn is_id_start(code: u32) -> bool {
    has(code, flag::ID_START)
}

/// Whether an identifier may go on with it.
#[must_use]
pub fn is_id_continue(code: u32) -> bool {
    has(code, flag::ID_CONTINUE)
}

/// Whether `str.splitlines` breaks here.
#[must_use]
pub fn is_line_break(code: u32) -> bool {
    has(code, flag::LINE_BREAK)
}

/// `str.isidentifier`.
#[must_use]
pub fn is_identifier(codes: impl IntoIterator<Item = u32>) -> bool {
    let mut codes = codes.into_iter();
    codes.next().is_some_and(is_id_start) && codes.all(is_id_continue)
}

/// The decimal value, as `unicodedata.decimal`.
#[must_use]
pub fn decimal(code: u32) -> Option<u8> {
    u8::try_from(record(code).decimal).ok()
}

/// The digit value, as `unicodedata.digit`.
#[must_use]
pub fn digit(code: u32) -> Option<u8> {
    u8::try_from(record(code).digit).ok()
}

/// The numeric value, as `unicodedata.numeric`.
#[must_use]
pub fn numeric(code: u32) -> Option<f64> {
    table::numeric(record(code))
}

/// The general category, such as `Lu`.
#[must_use]
pub fn category(code: u32) -> &'static str {
    table::CATEGORIES.get(usize::from(record(code).category)).copied().unwrap_or("Cn")
}

/// The bidirectional class, such as `AL`; empty when unassigned.
#[must_use]
pub fn bidirectional(code: u32) -> &'static str {
    table::BIDI.get(usize::from(record(code).bidi)).copied().unwrap_or_default()
}

/// The canonical combining class.
#[must_use]
pub fn combining(code: u32) -> u8 {
    record(code).combining
}

/// The East Asian width class, such as `Na`.
#[must_use]
pub fn east_asian_width(code: u32) -> &'static str {
    table::WIDTHS.get(usize::from(record(code).width)).copied().unwrap_or("N")
}

/// Whether the character is mirrored in right-to-left text.
#[must_use]
pub fn is_mirrored(code: u32) -> bool {
    has(code, flag::MIRRORED)
}

/// The lower case that is one code point: what `re.IGNORECASE` compares.
#[inline]
#[must_use]
pub fn simple_lower(code: u32) -> u32 {
    code.wrapping_add_signed(record(code).simple_lower)
}

/// Pairs of different lower-case letters that share their upper case, sorted: `re.IGNORECASE` takes them for equal.
#[must_use]
pub fn case_equivalent_pairs() -> &'static [[u32; 2]] {
    table::casefix()
}

/// Every code point whose simple lower case differs, ascending, paired with it.
#[must_use]
pub fn lowered() -> &'static [[u32; 2]] {
    table::lowered()
}

/// The pairs of `lowered` turned round: a lower case, and a code point that has it; sorted.
#[must_use]
pub fn raised() -> &'static [[u32; 2]] {
    table::raised()
}

#[cfg(test)]
mod tests {
    use super::case::{capitalize, casefold, is_title, lower, swapcase, title, upper};
    use super::normalize::{Form, decomposition, normalize};
    use super::*;

    #[test]
    fn predicates_and_values() {
        assert_eq!(version(), "15.1.0");
        let code = |c: char| u32::from(c);
        assert!(is_decimal(code('٣')) && is_digit(code('²')) && !is_decimal(code('²')) && is_numeric(code('½')) && is_alnum(code('Ⅷ')));
        assert!(is_space(0x85) && is_space(0x1f) && !is_space(0x200B) && !is_printable(0xAD) && is_printable(code('é')));
        assert_eq!((decimal(code('٣')), digit(code('²')), numeric(code('½'))), (Some(3), Some(2), Some(0.5)));
        assert_eq!((category(0xD800), category(0x10FFFF), category(0x110000)), ("Cs", "Cn", "Cn"));
        assert_eq!((bidirectional(code('א')), combining(0x301), east_asian_width(code('한'))), ("R", 230, "W"));
        assert!(is_identifier("_é1".chars().map(u32::from)) && !is_identifier("1a".chars().map(u32::from)) && !is_identifier([]));
    }

    #[test]
    fn cases() {
        assert_eq!(lower("ΑΣ ΑΣΑ Σ"), "ας ασα σ");
        assert_eq!(
            (upper("ßŉ"), casefold("ẞ"), title("ǆabc d'été"), capitalize("ΣΑΣ")),
            ("SSʼN".into(), "ss".into(), "ǅabc D'Été".into(), "Σας".into())
        );
        assert_eq!((swapcase("aBcß"), lower("İ")), ("AbCSS".into(), "i\u{307}".into()));
        assert!(is_title("Ab Cd 1E") && !is_title("AB") && !is_title("1"));
    }

    #[test]
    fn normal_forms() {
        assert_eq!(normalize(Form::Nfd, "é한"), "e\u{301}\u{1112}\u{1161}\u{11ab}");
        assert_eq!(normalize(Form::Nfc, "e\u{301}\u{1112}\u{1161}\u{11ab}"), "é한");
        assert_eq!(normalize(Form::Nfkc, "ﬁ①"), "fi1");
        assert_eq!(normalize(Form::Nfd, "a\u{301}\u{323}"), "a\u{323}\u{301}");
        assert_eq!(decomposition(0xFB01), "<compat> 0066 0069");
    }

    #[test]
    fn names() {
        assert_eq!(name(0x2022).as_deref(), Some("BULLET"));
        assert_eq!((lookup("BULLET"), lookup("NO SUCH NAME"), name(0xD800), name(0x10FFFF)), (Some(0x2022), None, None, None));
    }
}
