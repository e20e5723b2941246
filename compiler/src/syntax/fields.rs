//! Decides from the tokens of a text whether every field of its f-strings is a plain expression. The parser finds no
//! error in a plain field.
//!
//! Plain fields are operands and operators in alternation, with calls, subscripts and conditional expressions. Lambdas,
//! comprehensions, keyword arguments, stars and dicts are not plain, although they may be correct. The guard then uses
//! a larger bound on nesting, or has the text checked first.

use super::lexer::{Kind, Token};

/// The last thing that was read at a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Start,
    Operand,
    /// `and`, `or`, `not`, `if` or `else`. `not` may follow, as at the start.
    Word,
    /// `is`. A `not` after it belongs to it.
    Is,
    Operator,
    Comma,
    /// A colon of a slice.
    Colon,
    Dot,
    /// `not` after an operand. `in` must follow.
    Not,
    /// `!`. The letter of a conversion must follow.
    Bang,
    /// The `=` of a field that shows its own text. A conversion may follow.
    Shown,
    /// A conversion. The field ends, or its format spec follows.
    Converted,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Text of the f-string outside of fields.
    Text,
    Field,
    /// The format spec, after the colon of a field.
    Spec,
    /// Parentheses of a group, a tuple or a call.
    Round,
    Square,
    /// Brackets of a subscript, which may contain slices and must not be empty.
    Subscript,
    Curly,
}

struct Level {
    place: Place,
    last: Last,
    /// Number of `if`s whose `else` has not come yet.
    conditions: u32,
    colons: u32,
}

/// The state of the check.
#[derive(Default)]
pub(super) struct Fields {
    levels: Vec<Level>,
    /// End of the previous token.
    end: u32,
    has_fstring: bool,
    is_not_plain: bool,
}

impl Fields {
    pub(super) fn are_plain(&self) -> bool {
        !self.has_fstring || (!self.is_not_plain && self.levels.is_empty())
    }

    #[inline]
    pub(super) fn read(&mut self, token: Token, text: &[u8]) {
        if !self.is_not_plain && (!self.levels.is_empty() || token.kind == Kind::FStringStart) {
            self.has_fstring = true;
            self.is_not_plain = self.step(token, text).is_none();
            self.end = token.span.end;
        }
    }

    /// Reads one token. Returns `None` if it does not fit.
    fn step(&mut self, token: Token, text: &[u8]) -> Option<()> {
        let Some(level) = self.levels.last_mut() else {
            self.open(Place::Text);
            return Some(());
        };
        match (level.place, token.kind) {
            (Place::Text | Place::Spec, Kind::FStringMiddle) => Some(()),
            (Place::Text | Place::Spec, Kind::Op) if text == b"{" => {
                self.open(Place::Field);
                Some(())
            }
            (Place::Text, Kind::FStringEnd) => {
                self.levels.pop();
                self.levels.last_mut().map_or(Some(()), |around| around.operand())
            }
            (Place::Spec, Kind::Op) if text == b"}" => {
                self.levels.pop();
                self.levels.pop();
                Some(())
            }
            (Place::Text | Place::Spec, _) => None,
            (_, Kind::FStringStart) if level.wants_operand() => {
                self.open(Place::Text);
                Some(())
            }
            (_, Kind::Number | Kind::String) => level.operand(),
            // The letter of a conversion must follow the `!` without a blank.
            (_, Kind::Name) if level.last == Last::Bang && token.span.start != self.end => None,
            (_, Kind::Name) => level.name(text),
            (_, Kind::Op) => self.operator(text),
            _ => None,
        }
    }

    fn open(&mut self, place: Place) {
        self.levels.push(Level { place, last: Last::Start, conditions: 0, colons: 0 });
    }

    fn operator(&mut self, op: &[u8]) -> Option<()> {
        let level = self.levels.last_mut()?;
        match op {
            b"(" if level.wants_operand() || level.last == Last::Operand => self.open(Place::Round),
            b"[" if level.wants_operand() => self.open(Place::Square),
            b"[" if level.last == Last::Operand => self.open(Place::Subscript),
            b"{" if level.wants_operand() => self.open(Place::Curly),
            b")" | b"]" | b"}" => return self.close(op),
            b":" if level.place == Place::Field && level.is_whole() => self.open(Place::Spec),
            b":" if level.place == Place::Subscript
                && level.conditions == 0
                && level.colons < 2
                && matches!(level.last, Last::Start | Last::Operand | Last::Comma | Last::Colon) =>
            {
                level.colons += 1;
                level.last = Last::Colon;
            }
            b"!" if level.place == Place::Field && level.is_whole() && level.last != Last::Converted => level.last = Last::Bang,
            b"=" if level.place == Place::Field && level.last == Last::Operand && level.conditions == 0 => level.last = Last::Shown,
            b"," if level.last == Last::Operand && level.conditions == 0 => {
                level.last = Last::Comma;
                level.colons = 0;
            }
            b"." if level.last == Last::Operand => level.last = Last::Dot,
            b"-" | b"+" | b"~" if level.wants_operand() => level.last = Last::Operator,
            b"+" | b"-" | b"*" | b"**" | b"/" | b"//" | b"%" | b"@" | b"<" | b">" | b"<=" | b">=" | b"==" | b"!=" | b"&" | b"|" | b"^"
            | b"<<" | b">>"
                if level.last == Last::Operand =>
            {
                level.last = Last::Operator;
            }
            _ => return None,
        }
        Some(())
    }

    fn close(&mut self, op: &[u8]) -> Option<()> {
        let level = self.levels.last()?;
        let (fits, may_be_empty) = match level.place {
            Place::Round => (op == b")", true),
            Place::Square => (op == b"]", true),
            Place::Curly => (op == b"}", true),
            Place::Subscript => (op == b"]", false),
            Place::Field => (op == b"}", false),
            Place::Text | Place::Spec => return None,
        };
        if !fits || !(level.is_whole() || level.last == Last::Colon || (may_be_empty && level.last == Last::Start)) {
            return None;
        }
        let is_field = level.place == Place::Field;
        self.levels.pop();
        if is_field {
            return Some(());
        }
        let around = self.levels.last_mut()?;
        around.last = Last::Operand;
        Some(())
    }
}

impl Level {
    fn wants_operand(&self) -> bool {
        matches!(self.last, Last::Start | Last::Word | Last::Is | Last::Operator | Last::Comma | Last::Colon)
    }

    /// True if a complete expression was read.
    fn is_whole(&self) -> bool {
        self.conditions == 0 && matches!(self.last, Last::Operand | Last::Comma | Last::Shown | Last::Converted)
    }

    fn operand(&mut self) -> Option<()> {
        if !self.wants_operand() {
            return None;
        }
        self.last = Last::Operand;
        Some(())
    }

    fn name(&mut self, word: &[u8]) -> Option<()> {
        let is_keyword = is_reserved(word);
        self.last = match (self.last, word) {
            (Last::Bang, b"r" | b"s" | b"a") => Last::Converted,
            (Last::Bang, _) => return None,
            (Last::Dot, _) if !is_keyword => Last::Operand,
            (Last::Not, b"in") => Last::Operator,
            (Last::Operand, b"not") => Last::Not,
            (Last::Operand, b"in") => Last::Operator,
            (Last::Operand, b"is") => Last::Is,
            (Last::Operand, b"and" | b"or") => Last::Word,
            (Last::Operand, b"if") if self.conditions == 0 => {
                self.conditions = 1;
                Last::Word
            }
            (Last::Operand, b"else") if self.conditions == 1 => {
                self.conditions = 0;
                Last::Word
            }
            (Last::Is, b"not") => Last::Operator,
            (Last::Start | Last::Word | Last::Comma | Last::Colon, b"not") => Last::Word,
            (_, b"None" | b"True" | b"False") => return self.operand(),
            _ if !is_keyword => return self.operand(),
            _ => return None,
        };
        Some(())
    }
}

fn is_reserved(word: &[u8]) -> bool {
    matches!(
        word,
        b"and"
            | b"as"
            | b"assert"
            | b"async"
            | b"await"
            | b"break"
            | b"class"
            | b"continue"
            | b"def"
            | b"del"
            | b"elif"
            | b"else"
            | b"except"
            | b"finally"
            | b"for"
            | b"from"
            | b"global"
            | b"if"
            | b"import"
            | b"in"
            | b"is"
            | b"lambda"
            | b"nonlocal"
            | b"not"
            | b"or"
            | b"pass"
            | b"raise"
            | b"return"
            | b"try"
            | b"while"
            | b"with"
            | b"yield"
            | b"None"
            | b"True"
            | b"False"
            | b"__debug__"
    )
}

#[cfg(test)]
mod tests {
    #![expect(clippy::indexing_slicing, reason = "a word is picked by a remainder")]

    use super::*;
    use crate::source::SourceText;
    use crate::syntax::lexer::Lexer;
    use crate::syntax::{ParseLimits, parse};

    /// Returns `None` if the text has an error of the lexer.
    fn are_plain(text: &str) -> Option<bool> {
        let source = SourceText::new("<test>", text);
        let mut lexer = Lexer::new(&source, 200);
        let mut fields = Fields::default();
        loop {
            let token = lexer.next().ok()?;
            if matches!(token.kind, Kind::End | Kind::EndInBracket) {
                return Some(fields.are_plain());
            }
            fields.read(token, source.slice(token.span).as_bytes());
        }
    }

    #[test]
    fn ordinary_fields_are_plain() {
        for field in [
            "x",
            "x.y.z",
            "x[0]",
            "x[1:]",
            "x[::2, -1]",
            "f(x)(y, 'z')",
            "len(a) / (b or 1)",
            "a if b else c",
            "not a and b is not c or d not in e",
            "x!r",
            "x=",
            "x=!s:>10",
            "x:{width}.{n + 1}f",
            "'a'.join([b, c,])",
            "-x ** 2 << 1 != +y",
            "{1, 2}",
            "()",
            "f'{x}'",
            "a, b",
        ] {
            let text = format!("f\"{{ {field}}}\"\n");
            assert_eq!(are_plain(&text), Some(true), "{text}");
        }
        for field in ["lambda: 1", "x for x in y", "a b", "*a", "yield", "x[]", "a if b", "not", "1 + not x", "x! r", "await x"] {
            let text = format!("f\"{{ {field}}}\"\n");
            assert_ne!(are_plain(&text), Some(true), "{text}");
        }
    }

    /// The parser finds no error in plain fields. The guard relies on this.
    #[test]
    fn what_is_plain_is_sound() {
        const WORDS: [&str; 38] = [
            "a",
            "b",
            "1",
            "'s'",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ".",
            ":",
            "=",
            "!",
            "!r",
            "-",
            "*",
            "**",
            "<",
            "==",
            "not",
            "in",
            "is",
            "and",
            "if",
            "else",
            "None",
            "f'{c}'",
            "f'{d!s:{e}}'",
            ":=",
            "lambda",
            "~",
            "for",
            "...",
            "@",
            "!=",
            "r",
        ];
        let check = |words: &[&str]| {
            for gap in ["", " "] {
                let text = format!("f\"\"\"{{ {} }}\"\"\"\n", words.join(gap));
                if are_plain(&text) == Some(true) {
                    let read = parse(&SourceText::new("<test>", &text), &ParseLimits::default());
                    assert!(read.is_ok(), "{text} {:?}", read.err());
                }
            }
        };
        for a in WORDS {
            for b in WORDS {
                check(&[a, b]);
                check(&["x", a, b]);
                check(&["(", a, b, ")"]);
            }
        }
        let mut state = 12345_u64;
        for _ in 0..60_000 {
            let mut words = Vec::new();
            loop {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let pick = (state >> 33) as usize;
                words.push(WORDS[pick % WORDS.len()]);
                if words.len() > 9 || pick.is_multiple_of(7) {
                    break;
                }
            }
            check(&words);
        }
    }
}
