//! Converts the leading blanks of a line to indents and dedents.

use super::{Kind, LexError, Lexer, offset};
use crate::error::{End, ErrorClass, ErrorKind, Found, SyntaxError};
use crate::tree::Span;

/// CPython's limit.
const MAX_INDENTS: usize = 100;

/// The columns of the open blocks. The second number counts a tab as one column. If the two numbers do not compare
/// alike, the line mixes tabs and blanks inconsistently.
#[derive(Debug)]
pub(super) struct Indents {
    stack: Vec<(u32, u32)>,
    /// Number of indents (positive) or dedents (negative) that are not returned yet.
    pending: i32,
}

impl Default for Indents {
    fn default() -> Self {
        Self { stack: vec![(0, 0)], pending: 0 }
    }
}

impl Indents {
    pub(super) fn take_pending(&mut self) -> Option<Kind> {
        match self.pending {
            0 => None,
            1.. => {
                self.pending -= 1;
                Some(Kind::Indent)
            }
            _ => {
                self.pending += 1;
                Some(Kind::Dedent)
            }
        }
    }

    /// Closes every block at the end of the text.
    pub(super) fn close_all(&mut self) {
        while self.stack.len() > 1 {
            self.stack.pop();
            self.pending -= 1;
        }
    }

    fn top(&self) -> (u32, u32) {
        self.stack.last().copied().unwrap_or((0, 0))
    }
}

enum Problem {
    Tabs,
    Unmatched,
    TooMany,
}

impl Lexer<'_> {
    /// Reads the blanks at the start of a line. Lines without code do not change the indentation.
    pub(super) fn read_indentation(&mut self) -> Result<(), Box<LexError>> {
        loop {
            let (mut column, mut alternative) = (0_u32, 0_u32);
            let mut continued: Option<u32> = None;
            loop {
                match self.peek() {
                    Some(b' ') => {
                        column = column.saturating_add(1);
                        alternative = alternative.saturating_add(1);
                    }
                    Some(b'\t') => {
                        column = (column / 8).saturating_add(1).saturating_mul(8);
                        alternative = alternative.saturating_add(1);
                    }
                    Some(b'\x0c') => (column, alternative) = (0, 0),
                    Some(b'\\') => {
                        continued = continued.or(Some(column).filter(|column| *column > 0));
                        self.continuation(self.at)?;
                        continue;
                    }
                    _ => break,
                }
                self.at += 1;
            }
            if let Some(first) = continued {
                (column, alternative) = (first, first);
            }
            match self.peek() {
                Some(b'#') => self.skip_comment(),
                Some(b'\n') | None => {}
                Some(_) => return self.indented(column, alternative),
            }
            if self.peek().is_none() {
                return Ok(());
            }
            self.at += 1;
        }
    }

    fn indented(&mut self, column: u32, alternative: u32) -> Result<(), Box<LexError>> {
        let (top, top_alternative) = self.indents.top();
        if column == top {
            return if alternative == top_alternative { Ok(()) } else { Err(self.indentation_error(&Problem::Tabs)) };
        }
        if column > top {
            if self.indents.stack.len() >= MAX_INDENTS {
                return Err(self.indentation_error(&Problem::TooMany));
            }
            if alternative <= top_alternative {
                return Err(self.indentation_error(&Problem::Tabs));
            }
            self.indents.pending += 1;
            self.indents.stack.push((column, alternative));
            return Ok(());
        }
        while self.indents.stack.len() > 1 && column < self.indents.top().0 {
            self.indents.stack.pop();
            self.indents.pending -= 1;
        }
        let (top, top_alternative) = self.indents.top();
        if column != top {
            return Err(self.indentation_error(&Problem::Unmatched));
        }
        if alternative == top_alternative { Ok(()) } else { Err(self.indentation_error(&Problem::Tabs)) }
    }

    fn indentation_error(&self, problem: &Problem) -> Box<LexError> {
        let line = self.source.line_of(offset(self.at));
        let start = self.source.line_start(line);
        let end = start.saturating_add(offset(self.source.line_text(line).len()));
        let (kind, class, message, help) = match problem {
            Problem::Tabs => (
                ErrorKind::Syntax,
                ErrorClass::TabError,
                "inconsistent use of tabs and spaces in indentation",
                "indent with four spaces everywhere",
            ),
            Problem::Unmatched => (
                ErrorKind::Syntax,
                ErrorClass::IndentationError,
                "unindent does not match any outer indentation level",
                "indent this line exactly like a line above it",
            ),
            Problem::TooMany => {
                (ErrorKind::Nesting, ErrorClass::IndentationError, "too many levels of indentation", "move inner blocks into functions")
            }
        };
        let span = if matches!(problem, Problem::Unmatched) { Span::new(end, end) } else { Span::new(start, offset(self.at)) };
        let shown = if matches!(problem, Problem::Unmatched) { End::Minus } else { End::Zero };
        let found = Found::Grammar { reached: start, end: shown };
        let error = SyntaxError::new(kind, message, span).with_class(class).with_found(found).with_help(help);
        Box::new(LexError { error, in_fstring: false, is_strong: false })
    }
}
