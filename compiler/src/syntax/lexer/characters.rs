//! Decides which characters may be in an identifier, and reports the others.

use super::{LexError, Lexer};
use crate::error::{ErrorKind, SyntaxError};
use crate::tree::Span;

/// Format characters and private-use ranges, which `str.isprintable` calls not printable.
const INVISIBLE: [(u32, u32); 20] = [
    (0x00AD, 0x00AD),
    (0x0600, 0x0605),
    (0x061C, 0x061C),
    (0x06DD, 0x06DD),
    (0x070F, 0x070F),
    (0x0890, 0x0891),
    (0x08E2, 0x08E2),
    (0x180E, 0x180E),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xE000, 0xF8FF),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0x110BD, 0x110BD),
    (0x110CD, 0x110CD),
    (0x13430, 0x1343F),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0x0010_FFFF),
];

fn is_printable(c: char) -> bool {
    let code = u32::from(c);
    !(c.is_control() || c.is_whitespace() || INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&code)))
}

impl Lexer<'_> {
    /// Checks an identifier that contains non-ASCII characters.
    pub(super) fn check_identifier(&self, start: usize) -> Result<(), Box<LexError>> {
        let text = self.source.text().get(start..self.at).unwrap_or("");
        for (index, c) in text.char_indices() {
            let allowed = if index == 0 { c == '_' || unicode_ident::is_xid_start(c) } else { unicode_ident::is_xid_continue(c) };
            if !allowed {
                return Err(self.invalid_character(start + index, c));
            }
        }
        Ok(())
    }

    fn invalid_character(&self, at: usize, c: char) -> Box<LexError> {
        let code = u32::from(c);
        if is_printable(c) {
            let error = self.error(format!("invalid character '{c}' (U+{code:04X})"), at, at + c.len_utf8());
            return error.but(|error| error.with_help(replacement_help(c)));
        }
        let span = Span::new(super::offset(at), super::offset(at + c.len_utf8()));
        let message = format!("invalid non-printable character U+{code:04X}");
        self.wrap(SyntaxError::new(ErrorKind::HiddenCharacter, message, span).with_help("delete the character, or type a plain space"))
    }
}

/// Returns the advice for a character that editors and chat windows insert.
fn replacement_help(c: char) -> &'static str {
    match c {
        '“' | '”' | '„' | '«' | '»' => "use the straight quote `\"`",
        '‘' | '’' | '‚' => "use the straight quote `'`",
        '–' | '—' | '−' => "use the minus sign `-`",
        '×' => "use `*` to multiply",
        '÷' => "use `/` to divide",
        '≤' => "use `<=`",
        '≥' => "use `>=`",
        '≠' => "use `!=`",
        '→' => "use `->`",
        '，' => "use the comma `,`",
        '：' => "use the colon `:`",
        '（' | '）' => "use the parentheses `(` and `)`",
        '…' => "use three dots `...`",
        _ => "only letters, digits and `_` make names; put other characters in a string or a comment",
    }
}
