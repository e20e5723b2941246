//! Splits the code points of a pattern into tokens: a character, or a backslash with the character after it.
//!
//! One token is always read ahead, as in CPython. So a backslash at the end of the pattern is reported when the token before it is taken.

use stockade_compiler::surrogate;

use super::error::PatternError;
use crate::unicode;

/// A token. An escape has two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) start: usize,
    /// The character, or for an escape the character after the backslash.
    pub(super) code: u32,
    pub(super) escape: bool,
}

impl Token {
    pub(super) fn length(self) -> usize {
        if self.escape { 2 } else { 1 }
    }

    /// True for this character, unescaped.
    pub(super) fn is(self, c: char) -> bool {
        !self.escape && self.code == u32::from(c)
    }

    /// The character, unless escaped. A surrogate is returned as U+FFFD, which has no special meaning in a pattern either.
    pub(super) fn plain(self) -> Option<char> {
        (!self.escape).then(|| char::from_u32(self.code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

pub(super) type Fallible<T> = Result<T, PatternError>;

pub(super) struct Lexer<'a> {
    pub(super) text: &'a [u32],
    index: usize,
    is_bytes: bool,
    pub(super) next: Option<Token>,
    /// CPython's `FutureWarning` messages.
    pub(super) warnings: Vec<String>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a [u32], is_bytes: bool) -> Fallible<Self> {
        let mut lexer = Self { text, index: 0, is_bytes, next: None, warnings: Vec::new() };
        lexer.advance()?;
        Ok(lexer)
    }

    /// Adds a warning about syntax that may change its meaning in future. At most twenty are kept, because a pattern can be long.
    pub(super) fn warn(&mut self, what: &str, position: usize) {
        const MAX_WARNINGS: usize = 20;
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(format!("{what} at position {position}"));
        }
    }

    fn advance(&mut self) -> Fallible<()> {
        let start = self.index;
        let Some(&code) = self.text.get(start) else {
            self.next = None;
            return Ok(());
        };
        if code != u32::from('\\') {
            self.index = start.saturating_add(1);
            self.next = Some(Token { start, code, escape: false });
            return Ok(());
        }
        let Some(&code) = self.text.get(start.saturating_add(1)) else {
            return Err(PatternError::at("bad escape (end of pattern)", start));
        };
        self.index = start.saturating_add(2);
        self.next = Some(Token { start, code, escape: true });
        Ok(())
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> Fallible<Option<Token>> {
        let token = self.next;
        self.advance()?;
        Ok(token)
    }

    /// Takes the next token if it is this character. Returns true when it did.
    pub(super) fn accept(&mut self, c: char) -> Fallible<bool> {
        let found = self.next.is_some_and(|token| token.is(c));
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Takes at most `count` characters that satisfy a test. Returns the position after them.
    pub(super) fn take_while(&mut self, count: usize, test: impl Fn(char) -> bool) -> Fallible<usize> {
        for _ in 0..count {
            if !self.next.and_then(Token::plain).is_some_and(&test) {
                break;
            }
            self.advance()?;
        }
        Ok(self.position())
    }

    /// Takes a name up to a terminator. Returns the range of the name without the terminator.
    pub(super) fn name_until(&mut self, terminator: char, what: &str) -> Fallible<(usize, usize)> {
        let start = self.position();
        loop {
            let end = self.position();
            let token = self.take()?;
            match token {
                None if end == start => return Err(self.error(format!("missing {what}"), 0)),
                None => return Err(self.error(format!("missing {terminator}, unterminated name"), end.saturating_sub(start))),
                Some(token) if token.is(terminator) => {
                    return if end == start { Err(self.error(format!("missing {what}"), 1)) } else { Ok((start, end)) };
                }
                Some(_) => {}
            }
        }
    }

    /// Where the next token starts.
    pub(super) fn position(&self) -> usize {
        self.next.map_or(self.text.len().min(self.index), |token| token.start)
    }

    /// Moves to a position.
    pub(super) fn seek(&mut self, position: usize) -> Fallible<()> {
        self.index = position;
        self.advance()
    }

    /// Makes an error with a position `back` characters before the next token.
    pub(super) fn error(&self, message: impl Into<String>, back: usize) -> PatternError {
        let position = self.position().saturating_sub(back);
        let message = message.into();
        if !self.is_bytes || message.is_ascii() {
            return PatternError::at(message, position);
        }
        // Messages show non-ASCII bytes as escapes.
        let mut shown = String::new();
        for c in message.chars() {
            if c.is_ascii() { shown.push(c) } else { shown.push_str(&format!("\\x{:02x}", u32::from(c))) }
        }
        PatternError::at(shown, position)
    }

    /// The characters of a range, as text.
    pub(super) fn slice(&self, start: usize, end: usize) -> String {
        self.text.get(start..end).unwrap_or_default().iter().filter_map(|&code| surrogate::char_of(code)).collect()
    }

    /// The source text of a token.
    pub(super) fn source_text(&self, token: Token) -> String {
        self.slice(token.start, token.start.saturating_add(token.length()))
    }

    /// Checks that a range is a valid group name. `extra` is the number of characters between the name and the next token.
    pub(super) fn check_name(&self, (start, end): (usize, usize), extra: usize) -> Fallible<()> {
        let codes = self.text.get(start..end).unwrap_or_default();
        let back = codes.len().saturating_add(extra);
        let foreign = self.is_bytes && !codes.iter().all(|&code| code < 128);
        if foreign || !unicode::is_identifier(codes.iter().copied()) {
            return Err(self.error(format!("bad character in group name {}", quoted(codes, foreign)), back));
        }
        Ok(())
    }
}

/// `repr` of a string, or `ascii` of it.
pub(super) fn quoted(codes: &[u32], ascii_only: bool) -> String {
    let has = |c: char| codes.contains(&u32::from(c));
    let quote = if has('\'') && !has('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for &code in codes {
        match char::from_u32(code) {
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            Some('\t') => out.push_str("\\t"),
            Some(c) if c == '\\' || c == quote => out.extend(['\\', c]),
            Some(c) if unicode::is_printable(code) && (code < 128 || !ascii_only) => out.push(c),
            _ if code < 0x100 => out.push_str(&format!("\\x{code:02x}")),
            _ if code < 0x1_0000 => out.push_str(&format!("\\u{code:04x}")),
            _ => out.push_str(&format!("\\U{code:08x}")),
        }
    }
    out.push(quote);
    out
}
