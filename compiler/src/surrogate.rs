//! Lone surrogates in strings.
//!
//! Python strings may hold lone surrogates (`'\ud800'`); Rust's may not. Inside our strings, the first 2048 characters
//! of the private-use plane 15 (U+FF000 to U+FF7FF) represent the 2048 surrogates. Every place where a code point
//! becomes visible maps them back: `ord`, `repr`, escapes, encoding. The price is that programs cannot use those
//! private-use characters; see `docs/divergences.md`.

const BASE: u32 = 0x000F_F000;

/// Returns the character that represents the surrogate `code` (0xD800 to 0xDFFF).
#[must_use]
pub fn from_code(code: u32) -> Option<char> {
    if (0xD800..=0xDFFF).contains(&code) { char::from_u32(BASE + (code - 0xD800)) } else { None }
}

/// Returns the surrogate that a character represents.
#[must_use]
pub fn to_code(c: char) -> Option<u32> {
    let offset = u32::from(c).checked_sub(BASE)?;
    (offset < 0x800).then_some(0xD800 + offset)
}

/// Returns the code point that Python sees.
#[must_use]
pub fn code_point(c: char) -> u32 {
    to_code(c).unwrap_or(u32::from(c))
}

/// Returns the character for a code point of Python, which is at most 0x10FFFF and may be a surrogate.
#[must_use]
pub fn char_of(code: u32) -> Option<char> {
    from_code(code).or_else(|| char::from_u32(code))
}
