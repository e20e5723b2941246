//! Reads the characters of a subject: UTF-8 with Python's surrogates, or one byte each.
//!
//! A const parameter selects the encoding, so the matcher is compiled once for each encoding and does not branch per character.

use stockade_compiler::surrogate;

/// The character at a position, and the position after it.
#[inline]
pub(super) fn char_at<const UTF8: bool>(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let byte = *text.get(at)?;
    if !UTF8 || byte < 0x80 {
        return Some((u32::from(byte), at.wrapping_add(1)));
    }
    Some(decode(text, at, byte))
}

/// Decodes a multi-byte character. The text is valid UTF-8.
fn decode(text: &[u8], at: usize, lead: u8) -> (u32, usize) {
    let tail = |offset: usize| u32::from(text.get(at.wrapping_add(offset)).copied().unwrap_or(0) & 0x3F);
    match lead {
        ..0xE0 => (u32::from(lead & 0x1F) << 6 | tail(1), at.wrapping_add(2)),
        0xE0..0xF0 => (u32::from(lead & 0x0F) << 12 | tail(1) << 6 | tail(2), at.wrapping_add(3)),
        0xF0.. => {
            let code = u32::from(lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
            (char::from_u32(code).map_or(code, surrogate::code_point), at.wrapping_add(4))
        }
    }
}

/// The position of the previous character. `at` must be above zero and on a character boundary.
#[inline]
pub(super) fn step_back<const UTF8: bool>(text: &[u8], at: usize) -> usize {
    let mut at = at.saturating_sub(1);
    if UTF8 {
        while at > 0 && text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80) {
            at = at.wrapping_sub(1);
        }
    }
    at
}

/// The character before a position.
pub(super) fn char_before<const UTF8: bool>(text: &[u8], at: usize) -> Option<u32> {
    if at == 0 {
        return None;
    }
    char_at::<UTF8>(text, step_back::<UTF8>(text, at)).map(|(code, _)| code)
}
