//! Decodes bytes to source text: byte order mark, coding cookie (PEP 263), and CPython's errors for bytes that are not text.
//!
//! UTF-8 is read here. The tables of other encodings are in `stockade-algorithms`, which uses this crate, so the caller hands in a decoder.

use crate::error::{ErrorKind, SyntaxError};
use crate::source::SourceText;
use crate::tree::Span;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// What a decoder makes of bytes in an encoding that a source declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declared {
    /// The text.
    Text(String),
    /// The bytes cannot be decoded.
    NotText {
        /// CPython's message.
        message: String,
        /// The text before the place of the error.
        before: String,
        /// The whole text for display, with a substitute for what cannot be decoded.
        shown: String,
    },
    /// CPython reads sources in this encoding, and the decoder does not.
    Unsupported,
}

/// Bytes that are not source text.
#[derive(Debug, Clone)]
pub struct NotText {
    /// The error. Its span is a place in `shown`.
    pub error: SyntaxError,
    /// The text for display, with substitutes for what cannot be decoded.
    pub shown: SourceText,
}

impl SourceText {
    /// Decodes a file's bytes as CPython reads a source. `decode` gets the name of a declared encoding that is not UTF-8, and the bytes, whose
    /// lines end with `\n`.
    ///
    /// # Errors
    /// The bytes are not text in the encoding that they declare, or declare one that is not known.
    pub fn from_bytes(name: &str, bytes: &[u8], decode: impl FnOnce(&str, &[u8]) -> Declared) -> Result<Self, Box<NotText>> {
        let (marked, body) = match bytes.strip_prefix(BOM) {
            Some(body) => (true, body),
            None => (false, bytes),
        };
        let refused = |error| Box::new(NotText { error, shown: Self::new(name, &String::from_utf8_lossy(bytes)) });
        let cookie = match cookie(body) {
            Some(cookie) if is_utf8(&cookie) => None,
            cookie => cookie,
        };
        let Some(cookie) = cookie else {
            return match std::str::from_utf8(body) {
                Ok(text) => Ok(Self::new(name, text)),
                Err(error) => Err(refused(utf8_error(body, &error))),
            };
        };
        if marked {
            return Err(refused(encoding_error(format!("encoding problem: {cookie} with BOM"), 0, 0)));
        }
        match decode(&cookie, &with_newlines(body)) {
            Declared::Text(text) => Ok(Self::new(name, if ends_line(body) { &text } else { text.strip_suffix('\n').unwrap_or(&text) })),
            Declared::NotText { message, before, shown } => {
                let (shown, start) = (Self::new(name, &shown), Self::new(name, &before).text().len());
                let width = shown.text().get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
                // An error about the name has no place.
                let width = if before.is_empty() { 0 } else { width };
                Err(Box::new(NotText { error: encoding_error(message, start, start + width), shown }))
            }
            Declared::Unsupported => {
                let message = format!("the encoding {cookie} is not supported");
                let help = "save the file as UTF-8";
                Err(refused(SyntaxError::new(ErrorKind::Unsupported, message, Span::default()).with_help(help)))
            }
        }
    }
}

/// True if the last line has its end.
fn ends_line(body: &[u8]) -> bool {
    matches!(body.last(), Some(b'\n' | b'\r'))
}

/// The bytes with the line ends that CPython gives them before it decodes: each is `\n`, and the last line has one.
fn with_newlines(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len() + 1);
    let mut rest = body.iter().peekable();
    while let Some(&byte) = rest.next() {
        if byte == b'\r' {
            rest.next_if(|next| **next == b'\n');
            out.push(b'\n');
        } else {
            out.push(byte);
        }
    }
    if !ends_line(body) {
        out.push(b'\n');
    }
    out
}

fn encoding_error(message: String, start: usize, end: usize) -> SyntaxError {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    SyntaxError::new(ErrorKind::Encoding, message, Span::new(offset(start), offset(end)))
}

fn utf8_error(body: &[u8], error: &std::str::Utf8Error) -> SyntaxError {
    let start = error.valid_up_to();
    let first = body.get(start).copied().unwrap_or(0);
    let (end, reason) = match error.error_len() {
        None => (body.len(), "unexpected end of data"),
        Some(len) if matches!(first, 0xC2..=0xF4) => (start + len, "invalid continuation byte"),
        Some(len) => (start + len, "invalid start byte"),
    };
    let bytes =
        if end - start > 1 { format!("bytes in position {start}-{}", end - 1) } else { format!("byte 0x{first:02x} in position {start}") };
    encoding_error(format!("(unicode error) 'utf-8' codec can't decode {bytes}: {reason}"), start, end)
}

/// Finds the encoding that a comment on the first line names. The second line counts too if the first one has no code.
fn cookie(body: &[u8]) -> Option<String> {
    let mut lines = body.split(|byte| matches!(byte, b'\n' | b'\r'));
    let first = lines.next()?;
    if let Some(name) = line_cookie(first) {
        return Some(name);
    }
    let comment_or_blank = first.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\x0c')).is_none_or(|byte| *byte == b'#');
    if comment_or_blank { line_cookie(lines.next()?) } else { None }
}

fn line_cookie(line: &[u8]) -> Option<String> {
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\x0c')).count();
    let comment = line.get(blanks..)?.strip_prefix(b"#")?;
    let at = comment.windows(7).position(|word| word.starts_with(b"coding") && matches!(word.last(), Some(b':' | b'=')))?;
    let rest = comment.get(at + 7..)?;
    let name: String = rest
        .iter()
        .skip_while(|byte| matches!(byte, b' ' | b'\t'))
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
        .map(|byte| char::from(*byte))
        .collect();
    (!name.is_empty()).then_some(name)
}

/// True for the names that CPython's tokenizer takes for UTF-8, and their aliases.
fn is_utf8(name: &str) -> bool {
    let name = name.to_ascii_lowercase().replace('_', "-");
    name.strip_prefix("utf-8").is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        || matches!(name.as_str(), "utf8" | "u8" | "utf" | "cp65001" | "utf8-ucs2" | "utf8-ucs4")
}
