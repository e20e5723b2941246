//! Encodes text to bytes. All codecs share one loop and differ in how they encode one code point.

use std::fmt::Write as _;
use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashMap;
use stockade_compiler::surrogate;

use super::{Codec, CodecError, Handler, UnicodeFailure, escape, multibyte, tables, unknown_handler, utf7, whole};
use crate::text::repr::push_escape;

/// Appends the byte of a character in a table. Tables of whole codecs are numbered after those of upper halves. False when the character is
/// not in the table.
fn push_table_byte(out: &mut Vec<u8>, table: usize, c: char) -> bool {
    /// A map for each table, built at the first use. A search of the table itself would take linear time per character.
    static BYTE_MAPS: LazyLock<Vec<OnceLock<FxHashMap<char, u8>>>> =
        LazyLock::new(|| vec![OnceLock::new(); tables::UPPER_HALVES.len().saturating_add(whole::WHOLE.len())]);
    let Some(known) = BYTE_MAPS.get(table) else { return false };
    let known = known.get_or_init(|| match tables::UPPER_HALVES.get(table) {
        Some(upper) => bytes_of(upper, 0x80),
        None => bytes_of(whole::WHOLE.get(table.wrapping_sub(tables::UPPER_HALVES.len())).copied().unwrap_or(""), 0),
    });
    let byte = known.get(&c);
    out.extend(byte);
    byte.is_some()
}

/// Maps each character of a table to its byte. `first` is the byte of the first character. When two bytes have the same character, the last
/// one wins. U+FFFE marks unused bytes.
fn bytes_of(table: &str, first: u8) -> FxHashMap<char, u8> {
    table.chars().zip(first..=0xFF).filter(|(c, _)| *c != '\u{fffe}').collect()
}

/// Appends one code point. False when the codec cannot encode it.
fn put(out: &mut Vec<u8>, codec: Codec, c: char) -> bool {
    let code = surrogate::code_point(c);
    let lone = (0xD800..=0xDFFF).contains(&code);
    match codec {
        Codec::Utf8 | Codec::Utf8Sig if !lone => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        Codec::Utf16 | Codec::Utf16Le if !lone => {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.extend_from_slice(&unit.to_le_bytes()))
        }
        Codec::Utf16Be if !lone => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.extend_from_slice(&unit.to_be_bytes())),
        Codec::Utf32 | Codec::Utf32Le if !lone => out.extend_from_slice(&code.to_le_bytes()),
        Codec::Utf32Be if !lone => out.extend_from_slice(&code.to_be_bytes()),
        Codec::Latin1 if code <= 0xFF => out.push(code as u8),
        Codec::Ascii | Codec::Charmap(_) if code <= 0x7F => out.push(code as u8),
        Codec::Charmap(table) if !lone => return push_table_byte(out, table, c),
        Codec::Whole(table) if !lone => return push_table_byte(out, tables::UPPER_HALVES.len().saturating_add(table), c),
        _ => return false,
    }
    true
}

/// The encoding name in error messages, and the reason, which is constant per codec.
fn failure(codec: Codec) -> (&'static str, &'static str) {
    const SURROGATES: &str = "surrogates not allowed";
    match codec {
        Codec::Utf8 | Codec::Utf8Sig => ("utf-8", SURROGATES),
        Codec::Utf16 => ("utf-16", SURROGATES),
        Codec::Utf16Le => ("utf-16-le", SURROGATES),
        Codec::Utf16Be => ("utf-16-be", SURROGATES),
        Codec::Utf32 => ("utf-32", SURROGATES),
        Codec::Utf32Le => ("utf-32-le", SURROGATES),
        Codec::Utf32Be => ("utf-32-be", SURROGATES),
        Codec::Utf7 => ("utf7", SURROGATES),
        Codec::Multibyte(kind) => (kind.name(), "illegal multibyte sequence"),
        Codec::Latin1 => ("latin-1", "ordinal not in range(256)"),
        Codec::Ascii => ("ascii", "ordinal not in range(128)"),
        Codec::Charmap(_) | Codec::Whole(_) | Codec::UnicodeEscape | Codec::RawUnicodeEscape => {
            ("charmap", "character maps to <undefined>")
        }
    }
}

/// UTF-16 and UTF-32 report each bad character separately. Other codecs report a run of them.
fn one_at_a_time(codec: Codec) -> bool {
    matches!(codec, Codec::Utf16 | Codec::Utf16Le | Codec::Utf16Be | Codec::Utf32 | Codec::Utf32Le | Codec::Utf32Be)
}

pub(super) fn encode(text: &str, codec: Codec, handler: Handler, name: &str) -> Result<Vec<u8>, CodecError> {
    let mut out = Vec::with_capacity(text.len().saturating_add(4));
    match codec {
        Codec::Utf7 => return Ok(utf7::encode(text)),
        Codec::UnicodeEscape => return Ok(escape::encode(text, false)),
        Codec::RawUnicodeEscape => return Ok(escape::encode(text, true)),
        Codec::Multibyte(kind) => return multibyte::encode(text, kind, handler, name),
        Codec::Utf8Sig => out.extend_from_slice(b"\xEF\xBB\xBF"),
        Codec::Utf16 => out.extend_from_slice(b"\xFF\xFE"),
        Codec::Utf32 => out.extend_from_slice(b"\xFF\xFE\0\0"),
        _ => {}
    }
    let mut index = 0usize;
    let mut rest = text.chars();
    let mut scratch = Vec::new();
    loop {
        let here = rest.as_str();
        let Some(c) = rest.next() else { return Ok(out) };
        if put(&mut out, codec, c) {
            index = index.saturating_add(1);
            continue;
        }
        // The run of bad characters from here on.
        let mut length = c.len_utf8();
        let mut count = 1usize;
        if !one_at_a_time(codec) {
            for next in here.get(length..).unwrap_or("").chars() {
                scratch.clear();
                if put(&mut scratch, codec, next) {
                    break;
                }
                length = length.saturating_add(next.len_utf8());
                count = count.saturating_add(1);
            }
        }
        let bad = here.get(..length).unwrap_or("");
        let (encoding, reason) = failure(codec);
        let error = UnicodeFailure { encoding, start: index, end: index.saturating_add(count), reason };
        match replacement(bad, codec, handler, name, error)? {
            // Replacements are ASCII, which every codec here can encode.
            Replacement::Text(shown) => {
                for c in shown.chars() {
                    put(&mut out, codec, c);
                }
            }
            Replacement::Bytes(bytes) => out.extend_from_slice(&bytes),
        }
        index = index.saturating_add(count);
        rest = here.get(length..).unwrap_or("").chars();
    }
}

/// What an error handler puts in the place of bad characters.
pub(super) enum Replacement {
    /// ASCII text, which is still to be encoded.
    Text(String),
    /// Bytes, which are not encoded.
    Bytes(Vec<u8>),
}

/// Applies the error handler to a run of bad characters.
pub(super) fn replacement(bad: &str, codec: Codec, handler: Handler, name: &str, error: UnicodeFailure) -> Result<Replacement, CodecError> {
    let strict = CodecError::Unicode(error);
    let mut shown = String::new();
    match handler {
        Handler::Strict => return Err(strict),
        Handler::Ignore => {}
        Handler::Replace => shown.extend(bad.chars().map(|_| '?')),
        Handler::BackslashReplace => bad.chars().for_each(|c| push_escape(&mut shown, surrogate::code_point(c))),
        Handler::NameReplace => {
            for code in bad.chars().map(surrogate::code_point) {
                match crate::unicode::name(code) {
                    Some(name) => {
                        let done = write!(shown, "\\N{{{name}}}");
                        debug_assert!(done.is_ok());
                    }
                    None => push_escape(&mut shown, code),
                }
            }
        }
        Handler::XmlCharRefReplace => {
            for c in bad.chars() {
                let done = write!(shown, "&#{};", surrogate::code_point(c));
                debug_assert!(done.is_ok());
            }
        }
        Handler::SurrogateEscape => {
            let bytes: Vec<u8> = bad.chars().map_while(escaped_byte).collect();
            let CodecError::Unicode(mut error) = strict else { return Err(strict) };
            let whole = bytes.len() == error.end.saturating_sub(error.start);
            // A single byte cannot be inserted between larger units.
            if !whole || one_at_a_time(codec) {
                if !matches!(codec, Codec::Charmap(_) | Codec::Whole(_)) {
                    // The error covers the remaining part of the run.
                    error.start = error.start.saturating_add(bytes.len()).min(error.end.saturating_sub(1));
                }
                return Err(CodecError::Unicode(error));
            }
            return Ok(Replacement::Bytes(bytes));
        }
        Handler::SurrogatePass => {
            let codes: Option<Vec<u32>> = bad.chars().map(surrogate::to_code).collect();
            let codes = codes.ok_or(strict.clone())?;
            let mut out = Vec::with_capacity(codes.len().saturating_mul(4));
            for code in codes {
                match codec {
                    Codec::Utf8 | Codec::Utf8Sig => {
                        out.extend_from_slice(&[0xED, 0x80 | ((code >> 6) & 0x3F) as u8, 0x80 | (code & 0x3F) as u8]);
                    }
                    Codec::Utf16 | Codec::Utf16Le => out.extend_from_slice(&(code as u16).to_le_bytes()),
                    Codec::Utf16Be => out.extend_from_slice(&(code as u16).to_be_bytes()),
                    Codec::Utf32 | Codec::Utf32Le => out.extend_from_slice(&code.to_le_bytes()),
                    Codec::Utf32Be => out.extend_from_slice(&code.to_be_bytes()),
                    _ => return Err(strict),
                }
            }
            return Ok(Replacement::Bytes(out));
        }
        Handler::Unknown => return Err(unknown_handler(name)),
    }
    Ok(Replacement::Text(shown))
}

/// The byte that `surrogateescape` represents by a surrogate.
fn escaped_byte(c: char) -> Option<u8> {
    let code = surrogate::to_code(c)?;
    (0xDC80..=0xDCFF).contains(&code).then_some((code & 0xFF) as u8)
}
