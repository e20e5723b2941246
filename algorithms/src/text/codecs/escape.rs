//! The codecs `unicode_escape` and `raw_unicode_escape`: Python's backslash escapes as an encoding.

use stockade_compiler::surrogate;

use super::CodecError;
use super::decode::Decoder;

/// Encodes text as ASCII with escapes. The raw form escapes only characters beyond Latin-1, and keeps backslashes.
pub(super) fn encode(text: &str, raw: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        let code = surrogate::code_point(c);
        match c {
            '\\' if !raw => out.extend_from_slice(b"\\\\"),
            '\n' if !raw => out.extend_from_slice(b"\\n"),
            '\r' if !raw => out.extend_from_slice(b"\\r"),
            '\t' if !raw => out.extend_from_slice(b"\\t"),
            ' '..='~' => out.push(c as u8),
            _ if raw && code <= 0xFF => out.push(code as u8),
            _ => {
                let mut escape = String::new();
                crate::text::repr::push_escape(&mut escape, code);
                out.extend_from_slice(escape.as_bytes());
            }
        }
    }
    out
}

/// Number of hexadecimal digits of an escape, and the error message when they are missing.
fn hex_escape(letter: u8, raw: bool) -> Option<(usize, &'static str)> {
    match letter {
        b'x' if !raw => Some((2, "truncated \\xXX escape")),
        b'u' => Some((4, "truncated \\uXXXX escape")),
        b'U' => Some((8, "truncated \\UXXXXXXXX escape")),
        _ => None,
    }
}

/// The warning about the first escape that is invalid, or an octal escape above 0o377.
pub fn invalid_escape_warning(data: &[u8]) -> Option<String> {
    let mut rest = data;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let inside = rest.get(at.checked_add(1)?..)?;
        let digits = inside.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
        let (head, tail) = inside.split_at_checked(digits.max(1))?;
        if digits == 3 && head.first() > Some(&b'3') {
            return Some(format!("invalid octal escape sequence '\\{}'", String::from_utf8_lossy(head)));
        }
        if digits == 0 && !head.iter().all(|byte| b"\n\\'\"abfnrtvxuUN".contains(byte)) {
            return Some(format!("invalid escape sequence '\\{}'", head.iter().map(|byte| char::from(*byte)).collect::<String>()));
        }
        rest = tail;
    }
    None
}

/// Decodes escapes. A `\N{...}` that names no character is reported as an unknown name.
pub(super) fn decode(decoder: &mut Decoder<'_>, raw: bool) -> Result<(), CodecError> {
    let data = decoder.data;
    let mut at = 0usize;
    while let Some(&byte) = data.get(at) {
        let after = at.saturating_add(1);
        if byte != b'\\' {
            decoder.out.push(char::from(byte));
            at = after;
            continue;
        }
        let Some(&letter) = data.get(after) else {
            if raw {
                decoder.out.push('\\');
                return Ok(());
            }
            at = decoder.bad(at, after, "\\ at end of string")?;
            continue;
        };
        let body = after.saturating_add(1);
        if let Some((wanted, reason)) = hex_escape(letter, raw) {
            at = hex(decoder, at, body, wanted, reason, raw)?;
            continue;
        }
        if raw {
            decoder.out.push('\\');
            decoder.out.push(char::from(letter));
            at = body;
            continue;
        }
        at = body;
        match letter {
            b'\n' => {}
            b'\\' | b'\'' | b'"' => decoder.out.push(char::from(letter)),
            b'b' => decoder.out.push('\x08'),
            b'f' => decoder.out.push('\x0c'),
            b't' => decoder.out.push('\t'),
            b'n' => decoder.out.push('\n'),
            b'r' => decoder.out.push('\r'),
            b'v' => decoder.out.push('\x0b'),
            b'a' => decoder.out.push('\x07'),
            b'0'..=b'7' => {
                let digits = data.get(after..).unwrap_or(&[]).iter().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
                let value =
                    data.get(after..after.saturating_add(digits)).unwrap_or(&[]).iter().fold(0u32, |sum, b| sum << 3 | u32::from(b & 7));
                decoder.out.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
                at = after.saturating_add(digits);
            }
            b'N' => at = name(decoder, at.saturating_sub(2), body)?,
            _ => {
                decoder.out.push('\\');
                decoder.out.push(char::from(letter));
            }
        }
    }
    Ok(())
}

/// Decodes `\x`, `\u` or `\U` at `start`. The digits are at `body`.
fn hex(decoder: &mut Decoder<'_>, start: usize, body: usize, wanted: usize, reason: &'static str, raw: bool) -> Result<usize, CodecError> {
    let digits = decoder.data.get(body..).unwrap_or(&[]).iter().take(wanted).take_while(|b| b.is_ascii_hexdigit()).count();
    let end = body.saturating_add(digits);
    if digits < wanted {
        return decoder.bad(start, end, reason);
    }
    let text = decoder.data.get(body..end).unwrap_or(&[]);
    let code = text.iter().fold(0u32, |sum, &b| sum << 4 | char::from(b).to_digit(16).unwrap_or(0));
    match surrogate::char_of(code) {
        Some(c) => {
            decoder.out.push(c);
            Ok(end)
        }
        None => decoder.bad(start, end, if raw { "\\Uxxxxxxxx out of range" } else { "illegal Unicode character" }),
    }
}

const MALFORMED: &str = "malformed \\N character escape";

/// Decodes `\N{...}` at `start`. `body` is the position after its letter.
fn name(decoder: &mut Decoder<'_>, start: usize, body: usize) -> Result<usize, CodecError> {
    let rest = decoder.data.get(body..).unwrap_or(&[]);
    let close = rest.iter().position(|&b| b == b'}');
    match (rest.first(), close) {
        (Some(b'{'), Some(close)) if close > 1 => {
            let end = body.saturating_add(close).saturating_add(1);
            // No character name is longer than 256 bytes.
            let inside = rest.get(1..close).filter(|inside| inside.len() <= 256).and_then(|inside| std::str::from_utf8(inside).ok());
            match inside.and_then(crate::unicode::lookup).and_then(surrogate::char_of) {
                Some(c) => {
                    decoder.out.push(c);
                    Ok(end)
                }
                None => decoder.bad(start, end, "unknown Unicode character name"),
            }
        }
        (Some(b'{'), Some(_)) => decoder.bad(start, body.saturating_add(1), MALFORMED),
        (Some(b'{'), None) => decoder.bad(start, decoder.data.len(), MALFORMED),
        _ => decoder.bad(start, body, MALFORMED),
    }
}
