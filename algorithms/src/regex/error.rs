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
}
