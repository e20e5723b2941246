//! The errors of patterns and templates, with the class and the exact message of CPython's exception.

/// The exception class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// `re.PatternError` (also `re.error`). Only this class has a position.
    Pattern,
    /// `ValueError`: incompatible flags.
    Value,
    /// `OverflowError`: a repetition count that is too large.
    Overflow,
    /// `IndexError`: a template names a group that does not exist.
    Index,
}

/// An error in a pattern or template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The exception to raise.
    pub class: ErrorClass,
    /// `PatternError.msg`: the message without the position.
    pub message: String,
    /// `PatternError.pos` in characters, if CPython gives one.
    pub position: Option<usize>,
}

impl PatternError {
    pub(super) fn at(message: impl Into<String>, position: usize) -> Self {
        Self { class: ErrorClass::Pattern, message: message.into(), position: Some(position) }
    }

    pub(super) fn of(class: ErrorClass, message: impl Into<String>) -> Self {
        Self { class, message: message.into(), position: None }
    }

    /// `lineno` and `colno` in a pattern that is given as characters. Both count from one.
    #[must_use]
    pub fn line_and_column(&self, pattern: impl IntoIterator<Item = char>) -> Option<(usize, usize)> {
        let (mut line, mut column) = (1_usize, 1_usize);
        for c in pattern.into_iter().take(self.position?) {
            (line, column) = if c == '\n' { (line.saturating_add(1), 1) } else { (line, column.saturating_add(1)) };
        }
        Some((line, column))
    }

    /// `str(error)`: the message and the position, with line and column when the pattern has several lines.
    #[must_use]
    pub fn text(&self, pattern: &str) -> String {
        let Some(position) = self.position else { return self.message.clone() };
        match self.line_and_column(pattern.chars()) {
            Some((line, column)) if pattern.contains('\n') => {
                format!("{} at position {position} (line {line}, column {column})", self.message)
            }
            _ => format!("{} at position {position}", self.message),
        }
    }
}
