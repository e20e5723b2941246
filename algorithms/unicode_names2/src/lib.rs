//! Names of characters, as CPython 3.13 has them: Unicode 15.1.
//!
//! `generate.py` writes the table and documents its layout. It is inflated once for a process, when the first name is asked for: some five
//! milliseconds, and two megabytes that stay.

#![forbid(unsafe_code)]

mod table;

use table::{TABLE, Table};

/// Before the four or five digits of an ideograph.
const IDEOGRAPH: &str = "CJK UNIFIED IDEOGRAPH-";
/// Before the letters of a syllable.
const SYLLABLE: &str = "HANGUL SYLLABLE ";
/// No name is longer, in bytes. A text of a program may be.
const LONGEST: usize = 128;

/// The Hangul syllables: a leading consonant, a vowel, and a trailing consonant or none (The Unicode Standard, section 3.12).
const FIRST_SYLLABLE: u32 = 0xAC00;
const LEADING: [&str; 19] = ["G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P", "H"];
const VOWELS: [&str; 21] =
    ["A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO", "WE", "WI", "YU", "EU", "YI", "I"];
const TRAILING: [&str; 28] = [
    "", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH", "M", "B", "BS", "S", "SS", "NG", "J", "C",
    "K", "T", "P", "H",
];
const TRAILINGS: u32 = TRAILING.len() as u32;
const OF_ONE_LEADING: u32 = VOWELS.len() as u32 * TRAILINGS;
const SYLLABLES: u32 = LEADING.len() as u32 * OF_ONE_LEADING;

/// The name of a character, or `None` for one without.
#[must_use]
pub fn name(character: char) -> Option<String> {
    let code = u32::from(character);
    if let Some(place) = code.checked_sub(FIRST_SYLLABLE).filter(|place| *place < SYLLABLES) {
        let letter = |all: &[&'static str], at: u32| all.get(at as usize).copied().unwrap_or_default();
        let (leading, vowel) = (letter(&LEADING, place / OF_ONE_LEADING), letter(&VOWELS, place % OF_ONE_LEADING / TRAILINGS));
        return Some(format!("{SYLLABLE}{leading}{vowel}{}", letter(&TRAILING, place % TRAILINGS)));
    }
    let table: &Table = &TABLE;
    if table.is_ideograph(code) {
        return Some(format!("{IDEOGRAPH}{code:04X}"));
    }
    table.name(code).map(str::to_owned)
}

/// The character of a name or of an alias. Case does not count.
#[must_use]
pub fn character(name: &str) -> Option<char> {
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_ascii_uppercase();
    let code = if let Some(digits) = name.strip_prefix(IDEOGRAPH) {
        let is_plain = matches!(digits.len(), 4 | 5) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_plain)?;
        TABLE.is_ideograph(code).then_some(code)?
    } else if let Some(letters) = name.strip_prefix(SYLLABLE) {
        syllable(letters)?
    } else {
        TABLE.code(&name)?
    };
    char::from_u32(code)
}

/// The syllable of these letters. Each part is as long as it can be, so that what follows it begins with another kind of letter.
fn syllable(letters: &str) -> Option<u32> {
    let (leading, rest) = longest(&LEADING, letters)?;
    let (vowel, rest) = longest(&VOWELS, rest)?;
    let trailing = TRAILING.iter().position(|trailing| *trailing == rest)?;
    Some(FIRST_SYLLABLE + leading * OF_ONE_LEADING + vowel * TRAILINGS + u32::try_from(trailing).ok()?)
}

/// The longest of some texts with which a text begins, by its number, and the rest.
fn longest<'text>(all: &[&str], text: &'text str) -> Option<(u32, &'text str)> {
    let found = all.iter().enumerate().filter(|(_, start)| text.starts_with(**start)).max_by_key(|(_, start)| start.len());
    let (number, start) = found?;
    Some((u32::try_from(number).ok()?, text.get(start.len()..)?))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};
    use std::fmt::Write as _;

    /// All names and aliases are CPython's, and each leads back to its character, in small letters too.
    #[test]
    fn names_are_those_of_cpython() {
        let mut lines = String::new();
        for character in (0..=0x0010_FFFF).filter_map(char::from_u32) {
            if let Some(name) = name(character) {
                assert_eq!(super::character(&name), Some(character), "{name}");
                assert_eq!(super::character(&name.to_ascii_lowercase()), Some(character), "{name}");
                assert!(name.len() <= LONGEST, "{name}");
                writeln!(lines, "{:X} {name}", u32::from(character)).unwrap();
            }
        }
        for (alias, code) in TABLE.aliases() {
            assert_eq!(super::character(alias).map(u32::from), Some(code), "{alias}");
            writeln!(lines, "{code:X} {alias}").unwrap();
        }
        let digest: String = Sha256::digest(lines).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, include_str!("../names.sha256").trim());
    }

    #[test]
    fn other_texts_are_no_names() {
        let none = [
            "",
            " ",
            "SNAKES",
            "SNAKE ",
            "CJK UNIFIED IDEOGRAPH-",
            "CJK UNIFIED IDEOGRAPH-0041",
            "CJK UNIFIED IDEOGRAPH-+4E00",
            "CJK UNIFIED IDEOGRAPH-004E00",
            "HANGUL SYLLABLE ",
            "HANGUL SYLLABLE GAX",
            "HANGUL SYLLABLE G",
            "ſnake",
            "SNAKE\0",
        ];
        for text in none {
            assert_eq!(character(text), None, "{text:?}");
        }
        assert_eq!(character(&"A".repeat(1 << 20)), None);
        assert_eq!(
            [0, 0x80, 0xE000, 0x0010_FFFF, 0xD7A4, 0x0002_EE5E].map(|code| char::from_u32(code).and_then(name)),
            [const { None }; 6]
        );
    }
}
