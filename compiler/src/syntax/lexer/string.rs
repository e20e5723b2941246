//! String and bytes literals: finds their ends.

use super::{Kind, LexError, Lexer, Token, offset};

pub(super) fn is_prefix(prefix: &[u8]) -> bool {
    matches!(prefix, [b'r' | b'R' | b'u' | b'U' | b'b' | b'B'] | [b'r' | b'R', b'b' | b'B'] | [b'b' | b'B', b'r' | b'R'])
}

pub(super) fn is_fstring_prefix(prefix: &[u8]) -> bool {
    matches!(prefix, [b'f' | b'F'] | [b'f' | b'F', b'r' | b'R'] | [b'r' | b'R', b'f' | b'F'])
}

impl Lexer<'_> {
    /// Reads a literal from its opening quote on. `start` is the start of its prefix.
    pub(super) fn string(&mut self, start: usize) -> Result<Token, Box<LexError>> {
        let Some(quote) = self.peek() else { return Ok(self.token(Kind::Name, start)) };
        let triple = self.opens_triple(quote);
        self.at += if triple { 3 } else { 1 };
        let mut escaped_quote = false;
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or(&[]);
            let next = if triple { memchr::memchr2(quote, b'\\', rest) } else { memchr::memchr3(quote, b'\\', b'\n', rest) };
            self.at += next.unwrap_or(rest.len());
            match self.peek() {
                None => return Err(self.unterminated(start, quote, triple, escaped_quote)),
                Some(b'\n') if !triple => return Err(self.unterminated(start, quote, triple, escaped_quote)),
                Some(b'\\') => {
                    escaped_quote |= self.peek_at(1) == Some(quote);
                    self.at += if self.at + 1 < self.bytes.len() { 2 } else { 1 };
                }
                Some(byte) if byte == quote => {
                    if !triple {
                        self.at += 1;
                        return Ok(self.token(Kind::String, start));
                    }
                    if self.peek_at(1) == Some(quote) && self.peek_at(2) == Some(quote) {
                        self.at += 3;
                        return Ok(self.token(Kind::String, start));
                    }
                    self.at += 1;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    pub(super) fn opens_triple(&self, quote: u8) -> bool {
        self.peek_at(1) == Some(quote) && self.peek_at(2) == Some(quote)
    }

    fn unterminated(&self, start: usize, quote: u8, triple: bool, escaped_quote: bool) -> Box<LexError> {
        // The quote would have ended the enclosing f-string, so the error is that its field is not closed.
        if self.fstrings.last().is_some_and(|fstring| fstring.quote == quote && fstring.triple == triple) {
            return self.error("f-string: expecting '}'", start, start + 1);
        }
        let line = self.last_line();
        let what = if triple { "triple-quoted string" } else { "string" };
        let guess = if escaped_quote && !triple { "; perhaps you escaped the end quote?" } else { "" };
        let error = self.error(format!("unterminated {what} literal (detected at line {line}){guess}"), start, start + 1);
        let help = if triple { "close it with three quotes" } else { "close the quote on the same line, or use triple quotes" };
        error.but(|error| error.with_help(help))
    }

    /// Returns the current line. The empty line after a final newline does not count.
    pub(super) fn last_line(&self) -> u32 {
        let at = if self.at >= self.bytes.len() && self.bytes.last() == Some(&b'\n') { self.at.saturating_sub(1) } else { self.at };
        self.source.line_of(offset(at))
    }
}
