//! Classifies ASCII characters for the predicates of `str` with one table. A loop over single characters needs no other lookup.

const DIGIT: u16 = 1;
const LOWER: u16 = 1 << 1;
const UPPER: u16 = 1 << 2;
const SPACE: u16 = 1 << 3;
const PRINTABLE: u16 = 1 << 4;
const UNDERSCORE: u16 = 1 << 5;
const ANY: u16 = 1 << 6;

/// The classes of each character.
#[expect(clippy::indexing_slicing, reason = "the loop counts up to the length")]
static CLASSES: [u16; 128] = {
    let mut classes = [ANY; 128];
    let mut at = 0;
    while at < 128 {
        let byte = at as u8;
        if byte.is_ascii_digit() {
            classes[at] |= DIGIT;
        }
        if byte.is_ascii_lowercase() {
            classes[at] |= LOWER;
        }
        if byte.is_ascii_uppercase() {
            classes[at] |= UPPER;
        }
        if matches!(byte, b'\t'..=b'\r' | 0x1c..=0x1f | b' ') {
            classes[at] |= SPACE;
        }
        if byte == b' ' || byte.is_ascii_graphic() {
            classes[at] |= PRINTABLE;
        }
        if byte == b'_' {
            classes[at] |= UNDERSCORE;
        }
        at += 1;
    }
    classes
};

/// The classes for which a predicate is true. 0 for an unknown predicate.
#[must_use]
pub fn classes_of(predicate: &str) -> u16 {
    match predicate {
        "isalnum" => DIGIT | LOWER | UPPER,
        "isalpha" => LOWER | UPPER,
        "isdecimal" | "isdigit" | "isnumeric" => DIGIT,
        "isidentifier" => LOWER | UPPER | UNDERSCORE,
        "islower" => LOWER,
        "isprintable" => PRINTABLE,
        "isspace" => SPACE,
        "istitle" | "isupper" => UPPER,
        "isascii" => ANY,
        _ => 0,
    }
}

/// True when a byte is an ASCII character of one of these classes. `None` for a byte that is not ASCII.
#[inline(always)]
#[must_use]
pub fn is_of(byte: u8, classes: u16) -> Option<bool> {
    CLASSES.get(usize::from(byte)).map(|of| of & classes != 0)
}

#[cfg(test)]
mod tests {
    use super::{classes_of, is_of};
    use crate::text::case;

    /// The name of a predicate, and its implementation for a whole string.
    type Predicate = (&'static str, fn(&str) -> bool);

    #[test]
    fn tables_say_what_predicates_say() {
        let predicates: [Predicate; 12] = [
            ("isalnum", case::is_alnum),
            ("isalpha", case::is_alpha),
            ("isascii", str::is_ascii),
            ("isdecimal", case::is_decimal),
            ("isdigit", case::is_digit),
            ("isidentifier", case::is_identifier),
            ("islower", case::is_lower),
            ("isnumeric", case::is_numeric),
            ("isprintable", case::is_printable),
            ("isspace", case::is_space),
            ("istitle", case::is_title),
            ("isupper", case::is_upper),
        ];
        for (name, predicate) in predicates {
            for byte in 0..128_u8 {
                let text = char::from(byte).to_string();
                assert_eq!(is_of(byte, classes_of(name)), Some(predicate(&text)), "{name} of {text:?}");
            }
        }
        assert_eq!((is_of(128, 1), classes_of("lower")), (None, 0));
    }
}
