//! Lone surrogates in strings.
//!
//! Python strings may hold lone surrogates (`'\ud800'`); Rust's may not. The 2048 surrogates live at the start of the
//! private-use plane 15 (U+FF000 to U+FF7FF) inside our strings and are mapped back wherever a code point becomes visible:
//! `ord`, `repr`, escapes, encoding. `docs/divergences.md` names the price: those 2048 private-use characters are refused.

const BASE: u32 = 0x000F_F000;

/// The character that represents surrogate `code` (0xD800 to 0xDFFF).
#[must_use]
pub fn from_code(code: u32) -> Option<char> {
    if (0xD800..=0xDFFF).contains(&code) { char::from_u32(BASE + (code - 0xD800)) } else { None }
}

/// The surrogate that a character represents.
#[must_use]
pub fn to_code(c: char) -> Option<u32> {
    let offset = u32::from(c).checked_sub(BASE)?;
    (offset < 0x800).then_some(0xD800 + offset)
}

/// The code point Python sees.
#[must_use]
pub fn code_point(c: char) -> u32 {
    to_code(c).unwrap_or(u32::from(c))
}

/// The character for a code point as Python counts them: surrogates included, at most 0x10FFFF.
#[must_use]
pub fn char_of(code: u32) -> Option<char> {
    from_code(code).or_else(|| char::from_u32(code))
}
