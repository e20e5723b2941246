//! Number literals, and the characters that may follow them.

use super::{Kind, LexError, Lexer, Token};
use crate::error::Found;

impl Lexer<'_> {
    pub(super) fn number(&mut self, start: usize) -> Result<Token, Box<LexError>> {
        if self.peek() == Some(b'0') {
            match self.peek_at(1) {
                Some(b'x' | b'X') => return self.radix(start, "hexadecimal", 16),
                Some(b'o' | b'O') => return self.radix(start, "octal", 8),
                Some(b'b' | b'B') => return self.radix(start, "binary", 2),
                _ => {}
            }
        }
        let mut integer = true;
        if self.peek() != Some(b'.') {
            self.digits("decimal")?;
        }
        let whole_end = self.at;
        if self.peek() == Some(b'.') {
            integer = false;
            self.at += 1;
            if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                self.digits("decimal")?;
            }
        }
        if let Some(b'e' | b'E') = self.peek() {
            let signed = usize::from(matches!(self.peek_at(1), Some(b'+' | b'-')));
            if self.peek_at(1 + signed).is_some_and(|byte| byte.is_ascii_digit()) {
                integer = false;
                self.at += 1 + signed;
                self.digits("decimal")?;
            } else if signed == 1 {
                return Err(self.error("invalid decimal literal", self.at + 1, self.at + 2));
            }
        }
        if let Some(b'j' | b'J') = self.peek() {
            self.at += 1;
            self.number_end("imaginary")?;
            return Ok(self.token(Kind::Number, start));
        }
        let digits = self.bytes.get(start..whole_end).unwrap_or(&[]);
        if integer && digits.first() == Some(&b'0') && digits.iter().any(|byte| matches!(byte, b'1'..=b'9')) {
            if matches!(self.peek(), Some(b'e' | b'E')) {
                // CPython looks for an exponent first, so an error there comes first.
                self.number_end("decimal")?;
            }
            let zeros = digits.iter().take_while(|byte| matches!(byte, b'0' | b'_')).count();
            let message = "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers";
            let error = self.error(message, start, start + zeros);
            let stripped: String = digits.iter().skip(zeros).map(|byte| char::from(*byte)).collect();
            let help = format!("write `{stripped}`, or `0o{stripped}` for octal");
            return Err(error.but(|error| error.with_found(Found::TokenRange).with_help(help)));
        }
        self.number_end("decimal")?;
        Ok(self.token(Kind::Number, start))
    }

    /// Reads digits with single underscores between them.
    fn digits(&mut self, kind: &str) -> Result<(), Box<LexError>> {
        loop {
            while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                self.at += 1;
            }
            if self.peek() != Some(b'_') {
                return Ok(());
            }
            self.at += 1;
            if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err(self.error(format!("invalid {kind} literal"), self.at - 1, self.at));
            }
        }
    }

    fn radix(&mut self, start: usize, kind: &str, radix: u32) -> Result<Token, Box<LexError>> {
        self.at += 2;
        loop {
            if self.peek() == Some(b'_') {
                self.at += 1;
            }
            let first = self.at;
            while self.peek().is_some_and(|byte| char::from(byte).is_digit(radix)) {
                self.at += 1;
            }
            if let Some(byte @ b'0'..=b'9') = self.peek() {
                let message = format!("invalid digit '{}' in {kind} literal", char::from(byte));
                return Err(self.error(message, self.at, self.at + 1));
            }
            if self.at == first {
                return Err(self.error(format!("invalid {kind} literal"), self.at - 1, self.at));
            }
            if self.peek() != Some(b'_') {
                break;
            }
        }
        self.number_end(kind)?;
        Ok(self.token(Kind::Number, start))
    }

    /// Checks the character after a number. A keyword may follow directly (`1if x else 2`), but no other name.
    fn number_end(&self, kind: &str) -> Result<(), Box<LexError>> {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let sticks = match rest.first() {
            Some(b'0'..=b'9') if kind == "imaginary" => true,
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => !begins_with_keyword(rest),
            _ => false,
        };
        if sticks { Err(self.error(format!("invalid {kind} literal"), self.at - 1, self.at)) } else { Ok(()) }
    }
}

/// True if the text starts with a keyword that may follow a number without a blank. For `if`, `in` and `is`, CPython
/// does not check where the keyword ends. So `1int` is a number and a name, and `1orb` is an invalid number.
pub(in crate::syntax) fn begins_with_keyword(rest: &[u8]) -> bool {
    const WHOLE: [&[u8]; 5] = [b"and", b"else", b"for", b"not", b"or"];
    let ends = |after: &[u8]| !matches!(after.first(), Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 0x80..));
    let is_open = matches!(rest, [b'i', b'f' | b'n' | b's', ..]);
    is_open || WHOLE.iter().any(|keyword| rest.strip_prefix(*keyword).is_some_and(ends))
}
