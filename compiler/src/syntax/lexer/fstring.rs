//! f-strings: text, fields and format specs as one sequence of tokens (PEP 701).

use super::{Kind, LexError, Lexer, Token, offset};
use crate::error::{ErrorKind, SyntaxError};
use crate::tree::Span;

/// CPython's limit on fields inside format specs inside fields.
const MAX_SPEC_DEPTH: usize = 2;
/// CPython's limit on f-strings inside fields of f-strings.
const MAX_FSTRINGS: usize = 150;

/// The state of an open f-string.
#[derive(Debug)]
pub(super) struct FString {
    pub(super) quote: u8,
    pub(super) triple: bool,
    raw: bool,
    start: usize,
    /// Number of brackets that are open inside it.
    pub(super) depth: u32,
    /// For each open field, the number of brackets that are open around it.
    fields: Vec<u32>,
    /// True if the lexer reads code, and not text.
    pub(super) in_field: bool,
    in_spec: bool,
}

impl FString {
    /// True if the innermost open bracket is the brace of the field itself.
    pub(super) fn at_field_level(&self) -> bool {
        self.fields.last().is_some_and(|around| self.depth == around + 1)
    }

    pub(super) fn closed(&mut self, byte: u8) {
        self.depth = self.depth.saturating_sub(1);
        if byte == b'}' && self.fields.last() == Some(&self.depth) {
            self.fields.pop();
            self.in_field = false;
            // The lexer is back in the text, or in the format spec of the outer field.
            self.in_spec = !self.fields.is_empty();
        }
    }
}

impl Lexer<'_> {
    pub(super) fn fstring_start(&mut self, start: usize) -> Result<Token, Box<LexError>> {
        let prefix = self.bytes.get(start..self.at).unwrap_or(&[]);
        let raw = prefix.iter().any(|byte| matches!(byte, b'r' | b'R'));
        let quote = self.peek().unwrap_or(b'"');
        let triple = self.opens_triple(quote);
        if self.fstrings.len() + 1 >= MAX_FSTRINGS {
            let span = Span::new(offset(start), offset(self.at + 1));
            return Err(self.wrap(SyntaxError::new(ErrorKind::Nesting, "too many nested f-strings", span)));
        }
        self.at += if triple { 3 } else { 1 };
        self.fstrings.push(FString { quote, triple, raw, start, depth: 0, fields: Vec::new(), in_field: false, in_spec: false });
        Ok(self.token(Kind::FStringStart, start))
    }

    /// True if this `:` starts a format spec, and is not part of an expression in the field.
    pub(super) fn starts_spec(&mut self) -> bool {
        let Some(fstring) = self.fstrings.last_mut() else { return false };
        if !fstring.at_field_level() {
            return false;
        }
        fstring.in_field = false;
        fstring.in_spec = true;
        true
    }

    /// Returns the next token in the text or a format spec of an f-string.
    pub(super) fn fstring_text(&mut self) -> Result<Token, Box<LexError>> {
        let start = self.at;
        let Some(fstring) = self.fstrings.last() else { return self.code() };
        let (quote, triple, raw, in_spec) = (fstring.quote, fstring.triple, fstring.raw, fstring.in_spec);
        let mut in_name = false;
        loop {
            match self.peek() {
                Some(b'{') if self.peek_at(1) != Some(b'{') || in_spec => return self.before_field(start),
                Some(b'{') => self.at += 2,
                Some(b'}') if in_name => {
                    in_name = false;
                    self.at += 1;
                }
                Some(b'}') if self.peek_at(1) == Some(b'}') && !in_spec => self.at += 2,
                // The brace ends a spec, or is an error that `code` reports.
                Some(b'}') => return self.leave_text(start),
                // The end of the text counts as the end of its last line.
                Some(b'\n') | None if !triple && in_spec => {
                    self.split_spec.get_or_insert(offset(self.at));
                    return self.leave_text(start);
                }
                None => return Err(self.unterminated_fstring(triple)),
                Some(b'\n') if !triple => return Err(self.unterminated_fstring(triple)),
                Some(byte) if byte == quote && (!triple || self.opens_triple(quote)) => {
                    if self.at > start {
                        return Ok(self.token(Kind::FStringMiddle, start));
                    }
                    self.at += if triple { 3 } else { 1 };
                    self.fstrings.pop();
                    return Ok(self.token(Kind::FStringEnd, start));
                }
                Some(b'\\') => in_name |= self.escape(raw),
                Some(_) => self.at += 1,
            }
        }
    }

    /// Skips a backslash and the character that it escapes. Returns true if a character name (`\N{...`) starts.
    fn escape(&mut self, raw: bool) -> bool {
        self.at += 1;
        match self.peek() {
            // A backslash does not escape a brace.
            Some(b'{' | b'}') | None => false,
            Some(b'N') if !raw && self.peek_at(1) == Some(b'{') => {
                self.at += 2;
                true
            }
            Some(_) => {
                self.at += 1;
                false
            }
        }
    }

    fn before_field(&mut self, start: usize) -> Result<Token, Box<LexError>> {
        if self.at > start {
            return Ok(self.token(Kind::FStringMiddle, start));
        }
        let at = self.at;
        let too_deep = self.fstrings.last().is_some_and(|fstring| fstring.fields.len() > MAX_SPEC_DEPTH);
        if too_deep {
            let span = Span::new(offset(at.saturating_sub(1)), offset(at));
            let message = "f-string: expressions nested too deeply";
            return Err(self.wrap(SyntaxError::new(ErrorKind::Nesting, message, span)));
        }
        if let Some(fstring) = self.fstrings.last_mut() {
            fstring.fields.push(fstring.depth);
            fstring.in_field = true;
        }
        self.at += 1;
        self.open(b'{', at)?;
        Ok(self.token(Kind::Op, at))
    }

    fn leave_text(&mut self, start: usize) -> Result<Token, Box<LexError>> {
        if let Some(fstring) = self.fstrings.last_mut() {
            fstring.in_field = true;
        }
        // The token is emitted even if it is empty. The grammar needs it to distinguish `{lambda x:}` from a lambda.
        Ok(self.token(Kind::FStringMiddle, start))
    }

    fn unterminated_fstring(&self, triple: bool) -> Box<LexError> {
        let start = self.fstrings.last().map_or(self.at, |fstring| fstring.start);
        let line = self.last_line();
        let what = if triple { "triple-quoted f-string" } else { "f-string" };
        self.error(format!("unterminated {what} literal (detected at line {line})"), start, start + 1)
    }
}
