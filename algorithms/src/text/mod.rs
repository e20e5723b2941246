//! The computations of the methods and operators of `str`, `bytes`, `int`, `float` and `complex`: formatting, parsing, searching, encoding.
//!
//! The folder uses [`crate::unicode`]. It does not depend on values of the interpreter or on how exceptions are raised: a function takes
//! Rust values and returns Rust values, or a [`TextError`] with CPython's exact message. No function panics on any input.
//!
//! A function whose result may be much larger than its operands takes a `limit` in bytes, or has a companion `..._size` or `..._bound`. The
//! caller charges first and builds afterwards. When the result would exceed `limit`, the error is [`ErrorKind::Limit`] and nothing was
//! allocated.
//!
//! Strings follow [`stockade_compiler::surrogate`]: one Rust `char` is one Python code point, and lone surrogates are in plane 15.

pub mod ascii;
pub mod bytes_case;
pub mod bytes_ops;
pub mod case;
pub mod codecs;
pub mod complex;
pub mod did_you_mean;
pub mod float;
pub mod float_format;
pub mod float_hex;
pub mod format_spec;
pub mod int;
pub mod int_bytes;
pub mod int_parse;
pub mod percent;
pub mod repr;
pub mod str_format;
pub mod strftime;
pub mod strings;
pub mod strptime;

#[cfg(test)]
mod tests;

/// The Python exception for a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// `TypeError`.
    Type,
    /// `ValueError`.
    Value,
    /// `OverflowError`.
    Overflow,
    /// `ZeroDivisionError`.
    ZeroDivision,
    /// `LookupError`.
    Lookup,
    /// `IndexError`.
    Index,
    /// `re.PatternError`.
    Pattern,
    /// The result would exceed the `limit` of the caller. It is not a Python exception: the caller refuses the memory.
    Limit,
}

impl ErrorKind {}

/// A failure of a function in this folder: the kind of exception and CPython's message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// The kind of exception.
    pub kind: ErrorKind,
    /// The message of the exception.
    pub message: String,
}

impl TextError {
    /// Makes an error of `kind` with `message`.
    #[must_use]
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// A `TypeError`.
    #[must_use]
    pub(crate) fn type_error(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Type, message)
    }

    /// A `ValueError`.
    #[must_use]
    pub(crate) fn value_error(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Value, message)
    }

    /// An `OverflowError`.
    #[must_use]
    pub(crate) fn overflow(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Overflow, message)
    }

    /// A `ZeroDivisionError`.
    #[must_use]
    pub(crate) fn zero_division(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::ZeroDivision, message)
    }

    /// The error for a result that would exceed the `limit` of the caller.
    #[must_use]
    pub(crate) fn limit() -> Self {
        Self::new(ErrorKind::Limit, "")
    }
}

/// The result type of the functions in this folder.
pub type Result<T> = std::result::Result<T, TextError>;

/// Refuses a result of `size` bytes that exceeds `limit`. `None` means a size that does not fit `usize`.
pub(crate) fn check_size(size: Option<usize>, limit: usize) -> Result<usize> {
    size.filter(|&size| size <= limit).ok_or_else(TextError::limit)
}
