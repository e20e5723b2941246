//! Decodes bytes to text. Each codec decodes valid stretches, and passes invalid bytes to the error handler.

use stockade_compiler::surrogate;

use super::{Codec, CodecError, Handler, RESERVED, UnicodeFailure, escape, multibyte, tables, unknown_handler, utf7, whole};
use crate::text::TextError;

/// The output and the error handling of a decoder.
pub(super) struct Decoder<'a> {
    pub(super) data: &'a [u8],
    pub(super) out: String,
    pub(super) encoding: &'static str,
    codec: Codec,
    handler: Handler,
    name: &'a str,
}

impl Decoder<'_> {
    /// Handles the invalid bytes from `start` to `end`. Returns the position to continue from.
    pub(super) fn bad(&mut self, start: usize, end: usize, reason: &'static str) -> Result<usize, CodecError> {
        let strict = CodecError::Unicode(UnicodeFailure { encoding: self.encoding, start, end, reason });
        let bytes = self.data.get(start..end).unwrap_or(&[]);
        match self.handler {
            Handler::Strict => return Err(strict),
            Handler::Ignore => {}
            Handler::Replace => self.out.push(char::REPLACEMENT_CHARACTER),
            Handler::BackslashReplace => bytes.iter().for_each(|&b| crate::text::repr::push_escape(&mut self.out, u32::from(b))),
            Handler::XmlCharRefReplace | Handler::NameReplace => {
                let message = "don't know how to handle UnicodeDecodeError in error callback";
                return Err(CodecError::Other(TextError::type_error(message)));
            }
            Handler::SurrogateEscape => {
                // Escapes as many bytes as possible, up to four. An ASCII byte at the start cannot be escaped.
                let hidden: Vec<char> = bytes
                    .iter()
                    .take(4)
                    .map_while(|&b| if b < 0x80 { None } else { surrogate::from_code(0xDC00 + u32::from(b)) })
                    .collect();
                if hidden.is_empty() {
                    return Err(strict);
                }
                let count = hidden.len();
                self.out.extend(hidden);
                return Ok(start.saturating_add(count));
            }
            Handler::SurrogatePass => {
                let (c, width) = self.surrogate_at(start).ok_or(strict)?;
                self.out.push(c);
                return Ok(start.saturating_add(width));
            }
            Handler::Unknown => return Err(unknown_handler(self.name)),
        }
        Ok(end)
    }

    /// The surrogate that is encoded at a position, and its width.
    fn surrogate_at(&self, start: usize) -> Option<(char, usize)> {
        let rest = self.data.get(start..)?;
        let (code, width) = match (self.encoding, rest) {
            ("utf-8", [0xED, b @ 0xA0..=0xBF, c @ 0x80..=0xBF, ..]) => (0xD000 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F), 3),
            ("utf-16-le", [a, b, ..]) => (u32::from(u16::from_le_bytes([*a, *b])), 2),
            ("utf-16-be", [a, b, ..]) => (u32::from(u16::from_be_bytes([*a, *b])), 2),
            ("utf-32-le", [a, b, c, d, ..]) => (u32::from_le_bytes([*a, *b, *c, *d]), 4),
            ("utf-32-be", [a, b, c, d, ..]) => (u32::from_be_bytes([*a, *b, *c, *d]), 4),
            _ => return None,
        };
        Some((surrogate::from_code(code)?, width))
    }

    fn utf8(&mut self) -> Result<(), CodecError> {
        let mut at = 0usize;
        while let Some(rest) = self.data.get(at..).filter(|rest| !rest.is_empty()) {
            let (good, error) = match std::str::from_utf8(rest) {
                Ok(text) => (text, None),
                Err(error) => {
                    let good = rest.get(..error.valid_up_to()).and_then(|valid| std::str::from_utf8(valid).ok());
                    (good.unwrap_or(""), Some(error))
                }
            };
            if let Some((taken, c)) = good.char_indices().find(|&(_, c)| surrogate::to_code(c).is_some()) {
                self.out.push_str(good.get(..taken).unwrap_or(""));
                let start = at.saturating_add(taken);
                at = self.bad(start, start.saturating_add(c.len_utf8()), RESERVED)?;
                continue;
            }
            self.out.push_str(good);
            let Some(error) = error else { return Ok(()) };
            let start = at.saturating_add(good.len());
            let first = self.data.get(start).copied().unwrap_or(0);
            let (end, reason) = match error.error_len() {
                None => (self.data.len(), "unexpected end of data"),
                Some(length) if (0xC2..=0xF4).contains(&first) => (start.saturating_add(length), "invalid continuation byte"),
                Some(_) => (start.saturating_add(1), "invalid start byte"),
            };
            at = self.bad(start, end, reason)?;
        }
        Ok(())
    }

    /// Appends a code point, unless it is one that represents a surrogate.
    fn push(&mut self, c: char, start: usize, width: usize) -> Result<usize, CodecError> {
        let end = start.saturating_add(width);
        if surrogate::to_code(c).is_some() {
            return self.bad(start, end, RESERVED);
        }
        self.out.push(c);
        Ok(end)
    }

    fn utf16(&mut self, mut at: usize, big: bool) -> Result<(), CodecError> {
        let data = self.data;
        let unit = |at: usize| match data.get(at..) {
            Some([a, b, ..]) => Some(if big { u16::from_be_bytes([*a, *b]) } else { u16::from_le_bytes([*a, *b]) }),
            _ => None,
        };
        while at < data.len() {
            let after = at.saturating_add(2);
            at = match unit(at) {
                None => self.bad(at, data.len(), "truncated data")?,
                Some(high @ 0xD800..=0xDBFF) => match unit(after) {
                    Some(low @ 0xDC00..=0xDFFF) => {
                        let code = 0x10000 + (u32::from(high & 0x3FF) << 10 | u32::from(low & 0x3FF));
                        self.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), at, 4)?
                    }
                    Some(_) => self.bad(at, after, "illegal UTF-16 surrogate")?,
                    None => self.bad(at, data.len(), "unexpected end of data")?,
                },
                Some(0xDC00..=0xDFFF) => self.bad(at, after, "illegal encoding")?,
                Some(code) => {
                    self.out.push(char::from_u32(u32::from(code)).unwrap_or(char::REPLACEMENT_CHARACTER));
                    after
                }
            };
        }
        Ok(())
    }

    fn utf32(&mut self, mut at: usize, big: bool) -> Result<(), CodecError> {
        let data = self.data;
        while at < data.len() {
            let after = at.saturating_add(4);
            let Some([a, b, c, d, ..]) = data.get(at..) else {
                at = self.bad(at, data.len(), "truncated data")?;
                continue;
            };
            let bytes = [*a, *b, *c, *d];
            let code = if big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
            at = match char::from_u32(code) {
                Some(c) => self.push(c, at, 4)?,
                None if code > 0x10FFFF => self.bad(at, after, "code point not in range(0x110000)")?,
                None => self.bad(at, after, "code point in surrogate code point range(0xd800, 0xe000)")?,
            };
        }
        Ok(())
    }

    /// Decodes one byte per character. `upper` returns `None` for an invalid byte.
    fn bytes(&mut self, upper: impl Fn(u8) -> Option<char>, reason: &'static str) -> Result<(), CodecError> {
        for (at, &byte) in self.data.iter().enumerate() {
            match if byte < 0x80 { Some(char::from(byte)) } else { upper(byte) } {
                Some(c) => self.out.push(c),
                None => {
                    self.bad(at, at.saturating_add(1), reason)?;
                }
            }
        }
        Ok(())
    }

    fn run(&mut self) -> Result<(), CodecError> {
        match self.codec {
            Codec::Utf8 | Codec::Utf8Sig => self.utf8(),
            Codec::Latin1 => self.bytes(|byte| Some(char::from(byte)), ""),
            Codec::Ascii => self.bytes(|_| None, "ordinal not in range(128)"),
            Codec::Charmap(table) => {
                let upper: Vec<char> = tables::UPPER_HALVES.get(table).copied().unwrap_or("").chars().collect();
                let of = |byte: u8| upper.get(usize::from(byte & 0x7F)).copied().filter(|&c| c != '\u{fffe}');
                self.bytes(of, "character maps to <undefined>")
            }
            Codec::Whole(table) => {
                let all: Vec<char> = whole::WHOLE.get(table).copied().unwrap_or("").chars().collect();
                for (at, &byte) in self.data.iter().enumerate() {
                    match all.get(usize::from(byte)).copied().filter(|&c| c != '\u{fffe}') {
                        Some(c) => self.out.push(c),
                        None => {
                            self.bad(at, at.saturating_add(1), "character maps to <undefined>")?;
                        }
                    }
                }
                Ok(())
            }
            Codec::Utf16Le => self.utf16(0, false),
            Codec::Utf16Be => self.utf16(0, true),
            Codec::Utf32Le => self.utf32(0, false),
            Codec::Utf32Be => self.utf32(0, true),
            Codec::Utf16 => {
                let (start, big) = match self.data {
                    [0xFF, 0xFE, ..] => (2, false),
                    [0xFE, 0xFF, ..] => (2, true),
                    _ => (0, false),
                };
                self.encoding = if big { "utf-16-be" } else { "utf-16-le" };
                self.utf16(start, big)
            }
            Codec::Utf32 => {
                let (start, big) = match self.data {
                    [0xFF, 0xFE, 0, 0, ..] => (4, false),
                    [0, 0, 0xFE, 0xFF, ..] => (4, true),
                    _ => (0, false),
                };
                self.encoding = if big { "utf-32-be" } else { "utf-32-le" };
                self.utf32(start, big)
            }
            Codec::Multibyte(kind) => multibyte::decode(self, kind),
            Codec::Utf7 => utf7::decode(self),
            Codec::UnicodeEscape => escape::decode(self, false),
            Codec::RawUnicodeEscape => escape::decode(self, true),
        }
    }
}

fn encoding_name(codec: Codec) -> &'static str {
    match codec {
        Codec::Utf8 | Codec::Utf8Sig => "utf-8",
        Codec::Utf16 | Codec::Utf16Le => "utf-16-le",
        Codec::Utf16Be => "utf-16-be",
        Codec::Utf32 | Codec::Utf32Le => "utf-32-le",
        Codec::Utf32Be => "utf-32-be",
        Codec::Latin1 => "latin-1",
        Codec::Ascii => "ascii",
        Codec::Charmap(_) | Codec::Whole(_) => "charmap",
        Codec::Multibyte(kind) => kind.name(),
        Codec::Utf7 => "utf7",
        Codec::UnicodeEscape => "unicodeescape",
        Codec::RawUnicodeEscape => "rawunicodeescape",
    }
}

pub(super) fn decode(data: &[u8], codec: Codec, handler: Handler, name: &str) -> Result<String, CodecError> {
    let data = match codec {
        // CPython counts error positions from after the byte-order mark.
        Codec::Utf8Sig => data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data),
        _ => data,
    };
    let mut decoder = Decoder { data, out: String::with_capacity(data.len()), encoding: encoding_name(codec), codec, handler, name };
    decoder.run()?;
    Ok(decoder.out)
}
