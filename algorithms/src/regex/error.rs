//! What is wrong with a pattern or a template -> the exception CPython raises for it, with its exact words.

/// Which exception class the error becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// `re.PatternError` (also called `re.error`): the only class that has a position.
    Pattern,
    /// `ValueError`: flags that exclude each other.
    Value,
    /// `OverflowError`: a repetition number past what the engine counts.
    Overflow,
    /// `IndexError`: a template names a group that is not there.
    Index,
}

/// A pattern or template that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// The exception to raise.
    pub class: ErrorClass,
    /// `PatternError.msg`: the bare message.
    pub message: String,
    /// `PatternError.pos` in characters, when CPython knows it.
    pub position: Option<usize>,
}

impl PatternError {
    pub(super) fn at(message: impl Into<String>, position: usize) -> Self {
        Self { class: ErrorClass::Pattern, message: message.into(), position: Some(position) }
    }

    pub(super) fn of(class: ErrorClass, message: impl Into<String>) -> Self {
        Self { class, message: message.into(), position: None }
    }

    /// `lineno` and `colno` for a pattern given as characters: both count from one.
    #[must_use]
    pub fn line_and_column(&self, pattern: impl IntoIterator<Item = char>) -> Option<(usize, usize)> {
        let (mut line, mut column) = (1_usize, 1_usize);
        for c in pattern.into_iter().take(self.position?) {
            (line, column) = if c == '\n' { (line.saturating_add(1), 1) } else { (line, column.saturating_add(1)) };
        }
        Some((line, column))
    }

    /// `str(error)`: the message, where, and on which line when the pattern has several.
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
