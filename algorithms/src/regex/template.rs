//! Parses a replacement template (`\1`, `\g<name>`, escapes) into pieces that are joined for each match.

use stockade_compiler::surrogate;

use super::error::{ErrorClass, PatternError};
use super::escape::{control, is_octal};
use super::lexer::{Fallible, Lexer, Token, quoted};
use super::{Pattern, Source};

/// Part of a replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Bytes to insert: UTF-8 when the template is a str.
    Literal(Vec<u8>),
    /// The text of a group. Empty when the group did not match.
    Group(u32),
}

/// A parsed template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// The pieces in order. No two literals are adjacent.
    pub pieces: Vec<Piece>,
}

/// The characters that `re.escape` escapes.
const SPECIAL: &[u8] = b"()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c";

/// `re.escape` of UTF-8 or bytes.
#[must_use]
pub fn escape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        if SPECIAL.contains(&byte) {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out
}

struct Builder<'a> {
    lexer: Lexer<'a>,
    pattern: &'a Pattern,
    is_bytes: bool,
    pieces: Vec<Piece>,
    literal: Vec<u8>,
}

impl Template {
    /// Parses a template for a pattern. A template without a backslash is literal text and needs no parsing.
    ///
    /// # Errors
    /// [`PatternError`]: the exception to raise.
    pub fn parse(source: Source<'_>, pattern: &Pattern) -> Result<Self, PatternError> {
        let codes = source.codes();
        let lexer = Lexer::new(&codes, source.is_bytes())?;
        let mut builder = Builder { lexer, pattern, is_bytes: source.is_bytes(), pieces: Vec::new(), literal: Vec::new() };
        while let Some(token) = builder.lexer.take()? {
            if token.escape { builder.escape(token)? } else { builder.push(token.code) }
        }
        builder.flush();
        Ok(Self { pieces: builder.pieces })
    }
}

impl Builder<'_> {
    fn push(&mut self, code: u32) {
        if self.is_bytes {
            self.literal.extend(u8::try_from(code));
        } else if let Some(c) = surrogate::char_of(code) {
            self.literal.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }

    fn flush(&mut self) {
        if !self.literal.is_empty() {
            self.pieces.push(Piece::Literal(std::mem::take(&mut self.literal)));
        }
    }

    /// Adds a group. An error has a position `back` characters before the next token.
    fn group(&mut self, digits: &str, back: usize) -> Fallible<()> {
        let shown = match digits.trim_start_matches('0') {
            "" => "0",
            digits => digits,
        };
        match shown.parse::<u32>() {
            Ok(group) if group <= self.pattern.groups() => {
                self.flush();
                self.pieces.push(Piece::Group(group));
                Ok(())
            }
            _ => Err(self.lexer.error(format!("invalid group reference {shown}"), back)),
        }
    }

    fn octal(&mut self, token: Token) -> Fallible<()> {
        let end = self.lexer.position();
        let text = self.lexer.slice(token.start, end);
        let value = u32::from_str_radix(text.get(1..).unwrap_or_default(), 8).unwrap_or(u32::MAX);
        if value > 0o377 {
            let back = end.saturating_sub(token.start);
            return Err(self.lexer.error(format!("octal escape value {text} outside of range 0-0o377"), back));
        }
        self.push(value);
        Ok(())
    }

    fn escape(&mut self, token: Token) -> Fallible<()> {
        let start = token.start;
        match char::from_u32(token.code) {
            Some('g') => self.named(),
            Some('0') => {
                self.lexer.take_while(2, is_octal)?;
                self.octal(token)
            }
            Some(c) if c.is_ascii_digit() => {
                if let Some(second) = self.lexer.next.and_then(Token::plain).filter(char::is_ascii_digit) {
                    self.lexer.take()?;
                    if is_octal(c) && is_octal(second) && self.lexer.take_while(1, is_octal)? == start.saturating_add(4) {
                        return self.octal(token);
                    }
                }
                let end = self.lexer.position();
                let digits = self.lexer.slice(start.saturating_add(1), end);
                self.group(&digits, digits.len())
            }
            Some(c) if control(c).is_some() => {
                self.push(control(c).unwrap_or(token.code));
                Ok(())
            }
            Some(c) if c.is_ascii_alphabetic() => {
                Err(self.lexer.error(format!("bad escape {}", self.lexer.source_text(token)), token.length()))
            }
            _ => {
                self.push(u32::from('\\'));
                self.push(token.code);
                Ok(())
            }
        }
    }

    /// Parses `\g<...>` after the `\g`.
    fn named(&mut self) -> Fallible<()> {
        if !self.lexer.accept('<')? {
            return Err(self.lexer.error("missing <", 0));
        }
        let (from, to) = self.lexer.name_until('>', "group name")?;
        let name = self.lexer.slice(from, to);
        let back = to.saturating_sub(from).saturating_add(1);
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.group(&name, back);
        }
        self.lexer.check_name((from, to), 1)?;
        let Some(group) = self.pattern.group_named(&name) else {
            let shown = quoted(self.lexer.text.get(from..to).unwrap_or_default(), false);
            return Err(PatternError::of(ErrorClass::Index, format!("unknown group name {shown}")));
        };
        self.flush();
        self.pieces.push(Piece::Group(group));
        Ok(())
    }
}
