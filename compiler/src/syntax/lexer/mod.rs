//! Splits a text into the same tokens as CPython's tokenizer, with CPython's errors.
//!
//! The guard reads each source through this lexer once. The diagnoser reads the tokens of sources that the parser
//! refused. Its state is a stack each of open brackets, indents and f-strings. It does not recurse.

mod characters;
mod fstring;
mod indent;
mod number;
mod string;
#[cfg(test)]
mod tests;

use crate::error::{End, ErrorKind, Found, SyntaxError};
use crate::source::SourceText;
use crate::tree::Span;
use fstring::FString;
use indent::Indents;
pub(super) use number::begins_with_keyword;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// An identifier or keyword.
    Name,
    Number,
    String,
    FStringStart,
    FStringMiddle,
    FStringEnd,
    Op,
    Newline,
    Indent,
    Dedent,
    End,
    /// The end of the text, inside an open bracket.
    EndInBracket,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// The error that stops the lexer. Boxed, so that the result of reading a token fits in two registers.
#[derive(Debug, Clone)]
pub(super) struct LexError {
    pub(super) error: SyntaxError,
    /// True inside an f-string, where CPython prefers an earlier error of the grammar.
    pub(super) in_fstring: bool,
    /// True if CPython reports the error even when the grammar already fails earlier in the text. Other errors count
    /// only if the parser reaches them.
    pub(super) is_strong: bool,
}

impl LexError {
    /// Returns the same value with its error changed.
    fn but(mut self: Box<Self>, change: impl FnOnce(SyntaxError) -> SyntaxError) -> Box<Self> {
        self.error = change(self.error);
        self
    }
}

/// An open bracket.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) byte: u8,
    pub(super) at: u32,
}

pub(super) struct Lexer<'s> {
    source: &'s SourceText,
    bytes: &'s [u8],
    at: usize,
    at_line_start: bool,
    /// True if the current logical line has a token, so that its end is a `Newline`.
    line_has_token: bool,
    indents: Indents,
    pub(super) brackets: Vec<Open>,
    max_brackets: usize,
    fstrings: Vec<FString>,
    /// The offset at which a format spec of a single-quoted f-string reaches the end of its line, if one does.
    pub(super) split_spec: Option<u32>,
    /// True if a name is directly before a quote and the parser would read it as the prefix of a template string
    /// (`t"{x}"`, Python 3.14). That is not Python 3.13, and the parser would read other parts of the text as code than
    /// this lexer.
    pub(super) has_template: bool,
}

/// The ASCII bytes that are allowed in names.
#[expect(clippy::indexing_slicing, reason = "the table is filled when the crate is built, and `get_mut` is longer there")]
const IN_NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte == b'_' as usize || byte < 128 && (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

pub(super) fn offset(at: usize) -> u32 {
    // The guard refuses sources above 4 GiB before the lexer reads them.
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl<'s> Lexer<'s> {
    pub(super) fn new(source: &'s SourceText, max_brackets: u32) -> Self {
        Self {
            source,
            bytes: source.text().as_bytes(),
            at: 0,
            at_line_start: true,
            line_has_token: false,
            indents: Indents::default(),
            brackets: Vec::new(),
            max_brackets: max_brackets as usize,
            fstrings: Vec::new(),
            split_spec: None,
            has_template: false,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn token(&self, kind: Kind, start: usize) -> Token {
        Token { kind, span: Span::new(offset(start), offset(self.at)) }
    }

    fn error(&self, message: impl Into<Box<str>>, start: usize, end: usize) -> Box<LexError> {
        self.wrap(SyntaxError::syntax(message, Span::new(offset(start), offset(end))))
    }

    pub(super) fn in_fstring(&self) -> bool {
        !self.fstrings.is_empty()
    }

    /// Makes an error that counts only if the parser reaches it.
    fn weak_error(&self, message: &str, start: usize, end: usize, shown: End) -> Box<LexError> {
        let error = SyntaxError::syntax(message, Span::new(offset(start), offset(end)));
        let found = Found::Grammar { reached: offset(start), end: shown };
        Box::new(LexError { error: error.with_found(found), in_fstring: self.in_fstring(), is_strong: false })
    }

    fn wrap(&self, error: SyntaxError) -> Box<LexError> {
        Box::new(LexError { error: error.with_found(Found::Token), in_fstring: self.in_fstring(), is_strong: true })
    }

    /// Returns the next token. After `End`, returns `End` again.
    pub(super) fn next(&mut self) -> Result<Token, Box<LexError>> {
        if self.fstrings.last().is_some_and(|fstring| !fstring.in_field) {
            return self.fstring_text();
        }
        self.code()
    }

    fn code(&mut self) -> Result<Token, Box<LexError>> {
        if self.at_line_start {
            self.at_line_start = false;
            self.read_indentation()?;
        }
        if let Some(kind) = self.indents.take_pending() {
            return Ok(self.token(kind, self.at));
        }
        loop {
            self.skip_blanks();
            let start = self.at;
            let Some(byte) = self.peek() else { return self.end() };
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => return self.name_or_string(start),
                b'\n' => {
                    self.at += 1;
                    if !self.brackets.is_empty() {
                        continue;
                    }
                    self.at_line_start = true;
                    if self.line_has_token {
                        self.line_has_token = false;
                        return Ok(self.token(Kind::Newline, start));
                    }
                    self.at_line_start = false;
                    self.read_indentation()?;
                    if let Some(kind) = self.indents.take_pending() {
                        return Ok(self.token(kind, self.at));
                    }
                }
                b'#' => self.skip_comment(),
                b'\\' => self.continuation(start)?,
                b'0'..=b'9' => {
                    self.line_has_token = true;
                    return self.number(start);
                }
                b'.' if self.peek_at(1).is_some_and(|next| next.is_ascii_digit()) => {
                    self.line_has_token = true;
                    return self.number(start);
                }
                b'"' | b'\'' => {
                    self.line_has_token = true;
                    return self.string(start);
                }
                _ => {
                    self.line_has_token = true;
                    return self.operator(start, byte);
                }
            }
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\x0c') = self.peek() {
            self.at += 1;
        }
    }

    fn skip_comment(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    /// Reads a backslash that joins lines. No character may follow it.
    fn continuation(&mut self, start: usize) -> Result<(), Box<LexError>> {
        match self.peek_at(1) {
            Some(b'\n') if self.at + 2 >= self.bytes.len() => {
                Err(self.weak_error("unexpected EOF while parsing", start + 1, self.at + 1, End::Minus))
            }
            Some(b'\n') => {
                self.at += 2;
                Ok(())
            }
            None => Err(self.weak_error("unexpected EOF while parsing", start + 1, self.at + 1, End::Minus)),
            Some(_) => {
                let rest = self.bytes.get(start..).unwrap_or(&[]);
                let end = start + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                Err(self.weak_error("unexpected character after line continuation character", start + 1, end, End::Zero))
            }
        }
    }

    fn end(&mut self) -> Result<Token, Box<LexError>> {
        if !self.brackets.is_empty() {
            return Ok(self.token(Kind::EndInBracket, self.at));
        }
        if self.line_has_token {
            self.line_has_token = false;
            return Ok(self.token(Kind::Newline, self.at));
        }
        self.indents.close_all();
        let kind = self.indents.take_pending().unwrap_or(Kind::End);
        Ok(self.token(kind, self.at))
    }

    fn name_or_string(&mut self, start: usize) -> Result<Token, Box<LexError>> {
        self.line_has_token = true;
        let mut ascii = true;
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or(&[]);
            self.at += rest.iter().position(|byte| IN_NAMES.get(usize::from(*byte)) != Some(&true)).unwrap_or(rest.len());
            let Some(byte) = self.peek() else { break };
            match byte {
                0x80.. => ascii = false,
                b'"' | b'\'' if self.at - start <= 2 => {
                    return match self.bytes.get(start..self.at) {
                        Some(prefix) if string::is_fstring_prefix(prefix) => self.fstring_start(start),
                        Some(prefix) if string::is_prefix(prefix) => self.string(start),
                        Some([b't' | b'T'] | [b't' | b'T', b'r' | b'R'] | [b'r' | b'R', b't' | b'T']) => {
                            self.has_template = true;
                            Ok(self.token(Kind::Name, start))
                        }
                        _ if !ascii => break,
                        _ => Ok(self.token(Kind::Name, start)),
                    };
                }
                _ => break,
            }
            self.at += 1;
        }
        if !ascii {
            self.check_identifier(start)?;
        }
        Ok(self.token(Kind::Name, start))
    }

    fn operator(&mut self, start: usize, byte: u8) -> Result<Token, Box<LexError>> {
        // In a field of an f-string, `:` may end the expression, even before `=`.
        if byte == b':' && self.starts_spec() {
            self.at += 1;
            return Ok(self.token(Kind::Op, start));
        }
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        self.at += match rest {
            [b'*', b'*', b'=', ..] | [b'/', b'/', b'=', ..] | [b'>', b'>', b'=', ..] | [b'<', b'<', b'=', ..] | [b'.', b'.', b'.', ..] => 3,
            [b'+' | b'-' | b'*' | b'/' | b'%' | b'@' | b'&' | b'|' | b'^' | b'=' | b'!' | b'<' | b'>' | b':', b'=', ..]
            | [b'*', b'*', ..]
            | [b'/', b'/', ..]
            | [b'<', b'<' | b'>', ..]
            | [b'>', b'>', ..]
            | [b'-', b'>', ..] => 2,
            _ => 1,
        };
        match byte {
            b'(' | b'[' | b'{' => self.open(byte, start)?,
            b')' | b']' | b'}' => self.close(byte, start)?,
            0..0x20 | 0x7f => {
                return Err(self.error(format!("invalid non-printable character U+{byte:04X}"), start, start + 1));
            }
            _ => {}
        }
        Ok(self.token(Kind::Op, start))
    }

    fn open(&mut self, byte: u8, start: usize) -> Result<(), Box<LexError>> {
        if self.brackets.len() >= self.max_brackets {
            let span = Span::new(offset(start), offset(start + 1));
            return Err(self.wrap(SyntaxError::new(ErrorKind::Nesting, "too many nested parentheses", span)));
        }
        self.brackets.push(Open { byte, at: offset(start) });
        if let Some(fstring) = self.fstrings.last_mut() {
            fstring.depth += 1;
        }
        Ok(())
    }

    fn close(&mut self, byte: u8, start: usize) -> Result<(), Box<LexError>> {
        let shown = char::from(byte);
        if byte == b'}' && self.fstrings.last().is_some_and(|fstring| fstring.depth == 0) {
            return Err(self.error("f-string: single '}' is not allowed", start, start + 1));
        }
        let Some(open) = self.brackets.pop() else {
            return Err(self.error(format!("unmatched '{shown}'"), start, start + 1));
        };
        let matches = matches!((open.byte, byte), (b'(', b')') | (b'[', b']') | (b'{', b'}'));
        if !matches {
            // A bracket that does not match the brace of the field closes nothing.
            if open.byte == b'{' && self.fstrings.last().is_some_and(FString::at_field_level) {
                return Err(self.error(format!("f-string: unmatched '{shown}'"), start, start + 1));
            }
            let opened = char::from(open.byte);
            let (open_line, line) = (self.source.line_of(open.at), self.source.line_of(offset(start)));
            let place = if open_line == line { String::new() } else { format!(" on line {open_line}") };
            let message = format!("closing parenthesis '{shown}' does not match opening parenthesis '{opened}'{place}");
            return Err(self.error(message, start, start + 1));
        }
        if let Some(fstring) = self.fstrings.last_mut() {
            fstring.closed(byte);
        }
        Ok(())
    }
}
