//! Encodes text and decodes bytes: `str.encode` and `bytes.decode`, their error handlers and CPython's error messages.
//!
//! The folder uses [`crate::unicode`] for names of characters. It does not depend on error handlers that a program registers.
//!
//! The work is linear. A result takes at most `encode_bound` or `decode_bound` bytes, which the caller charges before.

mod decode;
mod encode;
mod escape;
pub mod multibyte;
mod tables;
mod utf7;
mod whole;

pub use escape::invalid_escape_warning;

use super::{ErrorKind, TextError};
use multibyte::Multibyte;

/// The error for a character in the first half of plane 15. Strings use these code points for lone surrogates.
const RESERVED: &str = "private-use character U+FF000 to U+FF7FF is not available";

/// An encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// `utf-8`
    Utf8,
    /// `utf-8-sig`: with a byte-order mark.
    Utf8Sig,
    /// `utf-7`
    Utf7,
    /// `utf-16`: writes little-endian with a byte-order mark. The decoder obeys the mark.
    Utf16,
    /// `utf-16-le`
    Utf16Le,
    /// `utf-16-be`
    Utf16Be,
    /// `utf-32`
    Utf32,
    /// `utf-32-le`
    Utf32Le,
    /// `utf-32-be`
    Utf32Be,
    /// `latin-1`
    Latin1,
    /// `ascii`
    Ascii,
    /// One byte per character. The upper half is the table with this index.
    Charmap(usize),
    /// One byte per character. All bytes are in the table with this index.
    Whole(usize),
    /// Several bytes per character.
    Multibyte(Multibyte),
    /// `unicode_escape`
    UnicodeEscape,
    /// `raw_unicode_escape`
    RawUnicodeEscape,
}

impl Codec {
    /// True if ASCII text and its bytes are the same.
    #[must_use]
    pub fn keeps_ascii(self) -> bool {
        match self {
            Self::Utf8 | Self::Latin1 | Self::Ascii | Self::Charmap(_) => true,
            Self::Multibyte(kind) => kind.is_plain(),
            _ => false,
        }
    }
}

/// What to do with characters that cannot be encoded, or invalid bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handler {
    /// Raise an exception.
    Strict,
    /// Skip them.
    Ignore,
    /// Write `?` or U+FFFD.
    Replace,
    /// Write `\x..` or `\u....`.
    BackslashReplace,
    /// Write `&#...;`. Encoding only.
    XmlCharRefReplace,
    /// Write `\N{...}`, or `\x..` and so on for characters without a name. Encoding only.
    NameReplace,
    /// Represent bytes by lone surrogates U+DC80 to U+DCFF, and restore them.
    SurrogateEscape,
    /// Encode surrogates like other characters.
    SurrogatePass,
    /// An unknown handler name. It is an error only when the handler is needed.
    Unknown,
}

/// The handler for an `errors` argument.
#[must_use]
pub fn handler(name: &str) -> Handler {
    match name {
        "strict" => Handler::Strict,
        "ignore" => Handler::Ignore,
        "replace" => Handler::Replace,
        "backslashreplace" => Handler::BackslashReplace,
        "xmlcharrefreplace" => Handler::XmlCharRefReplace,
        "namereplace" => Handler::NameReplace,
        "surrogateescape" => Handler::SurrogateEscape,
        "surrogatepass" => Handler::SurrogatePass,
        _ => Handler::Unknown,
    }
}

/// The fields of a `UnicodeEncodeError` or `UnicodeDecodeError`, except `object`, which the caller has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnicodeFailure {
    /// The codec's name.
    pub encoding: &'static str,
    /// Index of the first code point or byte that failed.
    pub start: usize,
    /// Index after the last one.
    pub end: usize,
    /// The reason.
    pub reason: &'static str,
}

/// Why encoding or decoding ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodecError {
    /// A `UnicodeEncodeError` or `UnicodeDecodeError`.
    Unicode(UnicodeFailure),
    /// Another exception: the handler is unknown, or does not support this error.
    Other(TextError),
}

/// Normalizes a name for the table of names: runs of punctuation and space become one underscore, letters become lower case.
fn normalise(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut gap = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '.' {
            if gap && !out.is_empty() {
                out.push('_');
            }
            gap = false;
            out.push(c.to_ascii_lowercase());
        } else if c.is_ascii() {
            gap = true;
        }
    }
    out
}

/// True when `str.encode` and `bytes.decode` implement an encoding of this name natively.
#[must_use]
pub fn is_own(name: &str) -> bool {
    let plain = name.to_ascii_lowercase().replace(['-', ' '], "_");
    let of_utf = plain.strip_prefix("utf").map(|rest| rest.strip_prefix('_').unwrap_or(rest));
    matches!(of_utf, Some("8" | "16" | "32"))
        || matches!(plain.as_str(), "ascii" | "us_ascii" | "latin1" | "latin_1" | "iso_8859_1" | "iso8859_1")
}

/// The codec for an `encoding` argument. `decoding` changes only the wording of one error.
pub fn lookup(name: &str, decoding: bool) -> Result<Codec, TextError> {
    if name.contains('\0') {
        return Err(TextError::value_error("embedded null character"));
    }
    let unknown = || TextError::new(ErrorKind::Lookup, format!("unknown encoding: {name}"));
    // The longest known name is far shorter. This skips the normalization of very long names.
    if name.len() > 100 || !name.is_ascii() {
        return Err(unknown());
    }
    let normal = normalise(name);
    if let Ok(at) = tables::NAMES.binary_search_by_key(&normal.as_str(), |&(known, _)| known) {
        return tables::NAMES.get(at).map(|&(_, codec)| codec).ok_or_else(unknown);
    }
    if tables::NOT_TEXT.contains(&normal.as_str()) {
        let verb = if decoding { "decode" } else { "encode" };
        let message = format!("'{name}' is not a text encoding; use codecs.{verb}() to handle arbitrary codecs");
        return Err(TextError::new(ErrorKind::Lookup, message));
    }
    Err(unknown())
}

/// Upper bound of the bytes that encode a text of `len` bytes.
#[must_use]
pub fn encode_bound(len: usize) -> usize {
    // The worst case is a two-byte character that backslashreplace writes as six characters of UTF-32.
    len.saturating_mul(20).saturating_add(8)
}

/// Upper bound of the bytes of a text decoded from `len` bytes.
#[must_use]
pub fn decode_bound(len: usize) -> usize {
    len.saturating_mul(4).saturating_add(8)
}

/// `text.encode(codec, handler)`. `name` is the handler's name for the error message about an unknown handler.
pub fn encode(text: &str, codec: Codec, handler: Handler, name: &str) -> Result<Vec<u8>, CodecError> {
    if codec.keeps_ascii() && text.is_ascii() {
        return Ok(text.as_bytes().to_vec());
    }
    encode::encode(text, codec, handler, name)
}

/// `data.decode(codec, handler)`. `name` is the handler's name for the error message about an unknown handler.
pub fn decode(data: &[u8], codec: Codec, handler: Handler, name: &str) -> Result<String, CodecError> {
    if codec.keeps_ascii()
        && data.is_ascii()
        && let Ok(text) = std::str::from_utf8(data)
    {
        return Ok(text.to_owned());
    }
    decode::decode(data, codec, handler, name)
}

fn unknown_handler(name: &str) -> CodecError {
    CodecError::Other(TextError::new(ErrorKind::Lookup, format!("unknown error handler name '{name}'")))
}
