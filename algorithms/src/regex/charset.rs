//! Resolves the members of a character set and the flags around it into a `CharSet`.
//!
//! Case folding is done here, once: the set is closed over lower case, then over lower-case letters that share an upper case, then over all
//! characters whose lower case is in the set. CPython gets the same result by folding each character of the subject.

use super::ast::{Category, SetItem, flags};
use super::program::{Alphabet, ByteSet, CharSet, category_bit};
use crate::unicode;

/// The alphabet that the flags select.
pub(super) fn alphabet(given: u32) -> Alphabet {
    if given & flags::UNICODE != 0 && given & flags::LOCALE == 0 { Alphabet::Unicode } else { Alphabet::Ascii }
}

/// True for a letter, a digit or the underscore.
#[inline]
pub(super) fn is_word(code: u32, alphabet: Alphabet) -> bool {
    match u8::try_from(code) {
        Ok(byte) if byte < 128 => byte.is_ascii_alphanumeric() || byte == b'_',
        _ => alphabet == Alphabet::Unicode && unicode::is_alnum(code),
    }
}

/// The folded code point that case-insensitive back references compare.
pub(super) fn fold(code: u32, alphabet: Alphabet) -> u32 {
    match alphabet {
        Alphabet::Unicode => unicode::simple_lower(code),
        Alphabet::Ascii => u8::try_from(code).map_or(code, |byte| u32::from(byte.to_ascii_lowercase())),
    }
}

fn category_has(category: Category, code: u32, alphabet: Alphabet) -> bool {
    let unicode = alphabet == Alphabet::Unicode;
    let byte = u8::try_from(code).ok().filter(u8::is_ascii);
    let digit = || if unicode { unicode::is_decimal(code) } else { byte.is_some_and(|b| b.is_ascii_digit()) };
    let space = || if unicode { unicode::is_space(code) } else { byte.is_some_and(|b| matches!(b, b' ' | 9..=13)) };
    match category {
        Category::Digit => digit(),
        Category::NotDigit => !digit(),
        Category::Space => space(),
        Category::NotSpace => !space(),
        Category::Word => is_word(code, alphabet),
        Category::NotWord => !is_word(code, alphabet),
    }
}

/// The bit of a category for code points from 256 on. `Err(false)` when no such code point is in the category, `Err(true)` when all are.
fn high_category(category: Category, alphabet: Alphabet) -> Result<u8, bool> {
    if alphabet == Alphabet::Ascii {
        return Err(matches!(category, Category::NotDigit | Category::NotSpace | Category::NotWord));
    }
    Ok(match category {
        Category::Digit => category_bit::DIGIT,
        Category::NotDigit => category_bit::NOT_DIGIT,
        Category::Space => category_bit::SPACE,
        Category::NotSpace => category_bit::NOT_SPACE,
        Category::Word => category_bit::WORD,
        Category::NotWord => category_bit::NOT_WORD,
    })
}

/// Sorts ranges and joins those that touch.
fn normalized(mut ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    ranges.sort_unstable();
    let mut out: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
    for (low, high) in ranges {
        match out.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => out.push((low, high)),
        }
    }
    out
}

fn contains(ranges: &[(u32, u32)], code: u32) -> bool {
    let after = ranges.partition_point(|&(low, _)| low <= code);
    after.checked_sub(1).and_then(|last| ranges.get(last)).is_some_and(|&(_, high)| code <= high)
}

/// The ranges, extended by all code points that differ from a member only by case.
fn closed_over_case(ranges: &[(u32, u32)], alphabet: Alphabet) -> Vec<(u32, u32)> {
    let mut out = ranges.to_vec();
    let single = |code: u32| (code, code);
    if alphabet == Alphabet::Ascii {
        for upper in b'A'..=b'Z' {
            let (upper, lower) = (u32::from(upper), u32::from(upper.to_ascii_lowercase()));
            if contains(ranges, upper) || contains(ranges, lower) {
                out.extend([single(upper), single(lower)]);
            }
        }
        return normalized(out);
    }
    let mut lower = ranges.to_vec();
    extend_by(&mut lower, ranges, unicode::lowered());
    let mut equivalent = normalized(lower);
    let lower = equivalent.clone();
    extend_by(&mut equivalent, &lower, unicode::case_equivalent_pairs());
    let mut all = normalized(equivalent);
    let lower = all.clone();
    extend_by(&mut all, &lower, unicode::raised());
    normalized(all)
}

/// Adds the second item of each sorted pair whose first item is in `ranges`.
fn extend_by(out: &mut Vec<(u32, u32)>, ranges: &[(u32, u32)], pairs: &[[u32; 2]]) {
    for &(low, high) in ranges {
        let start = pairs.partition_point(|pair| pair[0] < low);
        let inside = pairs.get(start..).unwrap_or_default().iter().take_while(|pair| pair[0] <= high);
        out.extend(inside.map(|pair| (pair[1], pair[1])));
    }
}

/// Resolves a set.
pub(super) fn resolve(items: &[SetItem], negate: bool, given: u32) -> CharSet {
    let alphabet = alphabet(given);
    let folding = given & flags::IGNORECASE != 0 && alphabet == Alphabet::Unicode;
    let alone = items.iter().all(|item| Some(item) == items.first());
    let mut categories = 0;
    let mut named = Vec::new();
    let mut ranges = Vec::new();
    for item in items {
        match *item {
            // CPython folds a capital letter beyond the basic plane only when it is the only member. In a larger set it never matches.
            SetItem::Char(code) if folding && code > 0xFFFF && !alone && unicode::simple_lower(code) != code => {}
            SetItem::Char(code) => ranges.push((code, code)),
            SetItem::Range(low, high) => ranges.push((low, high)),
            SetItem::Category(category) if named.contains(&category) => {}
            SetItem::Category(category) => {
                named.push(category);
                match high_category(category, alphabet) {
                    Ok(bit) => categories |= bit,
                    Err(true) => ranges.push((256, 0x10_FFFF)),
                    Err(false) => {}
                }
            }
        }
    }
    let mut ranges = normalized(ranges);
    if given & flags::IGNORECASE != 0 {
        ranges = closed_over_case(&ranges, alphabet);
    }
    let mut low = ByteSet::default();
    for byte in 0..=u8::MAX {
        let code = u32::from(byte);
        let listed = contains(&ranges, code);
        let in_category = || named.iter().any(|&category| category_has(category, code, alphabet));
        if (listed || in_category()) != negate {
            low.add(byte);
        }
    }
    let high = ranges.iter().filter(|range| range.1 >= 256).map(|&(low, high)| (low.max(256), high));
    CharSet { low, ranges: high.collect(), categories, negate }
}

impl CharSet {
    /// True when a code point is a member.
    #[inline]
    pub(super) fn has(&self, code: u32) -> bool {
        match u8::try_from(code) {
            Ok(byte) => self.low.has(byte),
            Err(_) => self.has_high(code),
        }
    }

    fn has_high(&self, code: u32) -> bool {
        let bit = |bit: u8| self.categories & bit != 0;
        let in_category = self.categories != 0
            && ((bit(category_bit::WORD) && unicode::is_alnum(code))
                || (bit(category_bit::NOT_WORD) && !unicode::is_alnum(code))
                || (bit(category_bit::DIGIT) && unicode::is_decimal(code))
                || (bit(category_bit::NOT_DIGIT) && !unicode::is_decimal(code))
                || (bit(category_bit::SPACE) && unicode::is_space(code))
                || (bit(category_bit::NOT_SPACE) && !unicode::is_space(code)));
        (in_category || contains(&self.ranges, code)) != self.negate
    }

    /// True when no code point from 256 on is a member.
    pub(super) fn is_low(&self) -> bool {
        self.ranges.is_empty() && self.categories == 0 && !self.negate
    }

    /// The bytes that a member can begin with, in UTF-8 or as single bytes. The result may contain too many bytes, never too few.
    pub(super) fn first_bytes(&self, utf8: bool) -> ByteSet {
        if !utf8 {
            return self.low;
        }
        let mut out = ByteSet([self.low.0[0], self.low.0[1], 0, 0]);
        if (0x80..=0xBF).any(|byte| self.low.has(byte)) {
            out.add(0xC2);
        }
        if (0xC0..=0xFF).any(|byte| self.low.has(byte)) {
            out.add(0xC3);
        }
        if self.negate || self.categories != 0 {
            out.add_range(0xC4, 0xF4);
        }
        for &(low, high) in &self.ranges {
            out.add_range(lead_byte(low), lead_byte(high));
            // Strings store surrogates in plane 15.
            if low <= 0xDFFF && high >= 0xD800 {
                out.add(0xF3);
            }
        }
        out
    }
}

/// The first byte of a code point's UTF-8.
pub(super) fn lead_byte(code: u32) -> u8 {
    let (mark, shift) = match code {
        0..=0x7F => (0, 0),
        0x80..=0x7FF => (0xC0, 6),
        0x800..=0xFFFF => (0xE0, 12),
        _ => (0xF0, 18),
    };
    u8::try_from((code >> shift) & 0x7F).unwrap_or(0) | mark
}
