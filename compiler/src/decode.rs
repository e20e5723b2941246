//! Decodes bytes to source text: byte order mark, coding cookie (PEP 263), and CPython's errors for bytes that are not text.
//!
//! Reads UTF-8, Latin-1 and ASCII. A source that declares another encoding is refused.

use crate::error::{ErrorKind, SyntaxError};
use crate::source::SourceText;
use crate::tree::Span;

const BOM: &[u8] = b"\xEF\xBB\xBF";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Latin1,
    Ascii,
}

impl SourceText {
    /// Decodes a file's bytes as CPython reads a source file.
    ///
    /// # Errors
    /// The bytes are not text in the encoding that they declare, or declare an unsupported one. The span counts bytes.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, SyntaxError> {
        let (marked, body) = match bytes.strip_prefix(BOM) {
            Some(body) => (true, body),
            None => (false, bytes),
        };
        let encoding = match cookie(body) {
            None => Encoding::Utf8,
            Some(cookie) => match known(&cookie) {
                Some(Encoding::Utf8) => Encoding::Utf8,
                Some(_) if marked => return Err(encoding_error(format!("encoding problem: {cookie} with BOM"), 0, 0)),
                Some(encoding) => encoding,
                None => {
                    let help = "save the file as UTF-8; `latin-1` and `ascii` are read too";
                    return Err(encoding_error(format!("unknown encoding: {cookie}"), 0, 0).with_help(help));
                }
            },
        };
        match encoding {
            Encoding::Utf8 => match std::str::from_utf8(body) {
                Ok(text) => Ok(Self::new(name, text)),
                Err(error) => Err(utf8_error(body, &error)),
            },
            Encoding::Latin1 => {
                let text: String = body.iter().map(|byte| char::from(*byte)).collect();
                Ok(Self::new(name, &text))
            }
            Encoding::Ascii => match body.iter().position(|byte| !byte.is_ascii()) {
                None => Ok(Self::new(name, &String::from_utf8_lossy(body))),
                Some(at) => {
                    let byte = body.get(at).copied().unwrap_or(0);
                    let message = format!("'ascii' codec can't decode byte 0x{byte:02x} in position {at}: ordinal not in range(128)");
                    Err(encoding_error(message, at, at + 1))
                }
            },
        }
    }
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

fn known(name: &str) -> Option<Encoding> {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let is = |base: &str| name == base || name.strip_prefix(base).is_some_and(|rest| rest.starts_with('-'));
    if is("utf-8") || matches!(name.as_str(), "utf8" | "u8" | "cp65001") {
        Some(Encoding::Utf8)
    } else if is("latin-1") || is("iso-8859-1") || is("iso-latin-1") || matches!(name.as_str(), "latin1" | "l1" | "iso8859-1") {
        Some(Encoding::Latin1)
    } else if matches!(name.as_str(), "ascii" | "us-ascii" | "646") {
        Some(Encoding::Ascii)
    } else {
        None
    }
}
