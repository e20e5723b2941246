//! The tokens of JSON text: strings, numbers and constants, by byte offsets. This file does not use the heap.

use stockade_compiler::surrogate;

/// An error message and the byte offset it applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScanError {
    pub(super) message: &'static str,
    pub(super) at: usize,
}

fn scan_error<T>(message: &'static str, at: usize) -> Result<T, ScanError> {
    Err(ScanError { message, at })
}

/// The offset of the first byte at or after `at` that is not white space.
pub(super) fn skip_space(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at = at.saturating_add(1);
    }
    at
}

/// The end of the number that begins at `start`, and whether it is an integer; None when no number begins there.
pub(super) fn number(text: &[u8], start: usize) -> Option<(usize, bool)> {
    let digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let digits = |mut at: usize| {
        while digit(at) {
            at = at.saturating_add(1);
        }
        at
    };
    let first = if text.get(start) == Some(&b'-') { start.saturating_add(1) } else { start };
    let mut end = match text.get(first) {
        Some(b'0') => first.saturating_add(1),
        Some(b'1'..=b'9') => digits(first),
        _ => return None,
    };
    let mut is_int = true;
    if text.get(end) == Some(&b'.') && digit(end.saturating_add(1)) {
        is_int = false;
        end = digits(end.saturating_add(1));
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(text.get(end.saturating_add(1)), Some(b'+' | b'-')));
        let exponent = end.saturating_add(1).saturating_add(signed);
        if digit(exponent) {
            is_int = false;
            end = digits(exponent);
        }
    }
    Some((end, is_int))
}

/// The contents of a string.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// A string without escapes, as two byte offsets.
    Plain(usize, usize),
    /// A string with its escapes resolved.
    Made(String),
}

/// Reads the string whose opening quote is at `quote`. Returns its contents and the offset after the closing quote.
#[inline(always)]
pub(super) fn string(text: &str, quote: usize, strict: bool) -> Result<(Text, usize), ScanError> {
    const UNTERMINATED: &str = "Unterminated string starting at";
    let bytes = text.as_bytes();
    let begin = quote.saturating_add(1);
    let mut made: Option<String> = None;
    let (mut from, mut at) = (begin, begin);
    loop {
        let Some(&byte) = bytes.get(at) else { return scan_error(UNTERMINATED, quote) };
        match byte {
            b'"' => {
                let end = at.saturating_add(1);
                return Ok(match made {
                    None => (Text::Plain(begin, at), end),
                    Some(mut made) => {
                        made.push_str(text.get(from..at).unwrap_or(""));
                        (Text::Made(made), end)
                    }
                });
            }
            b'\\' => {
                let made = made.get_or_insert_default();
                made.push_str(text.get(from..at).unwrap_or(""));
                let (c, next) = escape(bytes, at, quote)?;
                made.push(c);
                (from, at) = (next, next);
            }
            0..0x20 if strict => return scan_error("Invalid control character at", at),
            _ => at = at.saturating_add(1),
        }
    }
}

/// The character that an escape denotes, and the offset after the escape.
fn escape(bytes: &[u8], backslash: usize, quote: usize) -> Result<(char, usize), ScanError> {
    let Some(&letter) = bytes.get(backslash.saturating_add(1)) else { return scan_error("Unterminated string starting at", quote) };
    let after = backslash.saturating_add(2);
    let plain = match letter {
        b'"' | b'\\' | b'/' => char::from(letter),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let end = after.saturating_add(4);
            // CPython reports this error too when no byte follows the four digits.
            let Some(high) = hex(bytes, after).filter(|_| end < bytes.len()) else {
                return scan_error("Invalid \\uXXXX escape", after.saturating_sub(1));
            };
            let is_high = (0xD800..0xDC00).contains(&high) && end.saturating_add(6) < bytes.len();
            if is_high && bytes.get(end) == Some(&b'\\') && bytes.get(end.saturating_add(1)) == Some(&b'u') {
                let second = end.saturating_add(2);
                match hex(bytes, second) {
                    Some(low @ 0xDC00..0xE000) => {
                        let code = 0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF);
                        return Ok((char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), second.saturating_add(4)));
                    }
                    Some(_) => {}
                    None => return scan_error("Invalid \\uXXXX escape", second.saturating_sub(1)),
                }
            }
            let c = surrogate::char_of(high).unwrap_or(char::REPLACEMENT_CHARACTER);
            return Ok((c, end));
        }
        _ => return scan_error("Invalid \\escape", backslash),
    };
    Ok((plain, after))
}

/// The value of four hexadecimal digits.
fn hex(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at.checked_add(4)?)?;
    digits.iter().try_fold(0, |value, &byte| Some(value << 4 | char::from(byte).to_digit(16)?))
}

/// The kind of a token.
#[derive(Debug, PartialEq)]
pub(super) enum Token {
    /// One of `{}[],:`.
    Mark(u8),
    Text(Text),
    Int,
    Float,
    True,
    False,
    Null,
    NaN,
    Infinity,
    MinusInfinity,
    /// No token that can begin a value, or the end of the text.
    Nothing,
}

const WORDS: &[(&[u8], Token)] = &[
    (b"null", Token::Null),
    (b"true", Token::True),
    (b"false", Token::False),
    (b"NaN", Token::NaN),
    (b"Infinity", Token::Infinity),
    (b"-Infinity", Token::MinusInfinity),
];

impl Token {
    fn word(&self) -> Token {
        match self {
            Token::Null => Token::Null,
            Token::True => Token::True,
            Token::False => Token::False,
            Token::NaN => Token::NaN,
            Token::Infinity => Token::Infinity,
            Token::MinusInfinity => Token::MinusInfinity,
            _ => Token::Nothing,
        }
    }
}

/// The token at an offset and the offset after it.
#[inline(always)]
pub(super) fn token(text: &str, at: usize, strict: bool) -> Result<(Token, usize), ScanError> {
    let bytes = text.as_bytes();
    let Some(&byte) = bytes.get(at) else { return Ok((Token::Nothing, at)) };
    match byte {
        b'"' => string(text, at, strict).map(|(text, end)| (Token::Text(text), end)),
        b'{' | b'}' | b'[' | b']' | b',' | b':' => Ok((Token::Mark(byte), at.saturating_add(1))),
        _ => {
            let rest = bytes.get(at..).unwrap_or_default();
            if let Some((word, token)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
                return Ok((token.word(), at.saturating_add(word.len())));
            }
            Ok(match number(bytes, at) {
                Some((end, true)) => (Token::Int, end),
                Some((end, false)) => (Token::Float, end),
                None => (Token::Nothing, at),
            })
        }
    }
}
