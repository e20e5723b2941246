//! What methods and operators of `str`, `bytes`, `int`, `float` and `complex` compute: formatting, parsing, searching, encoding.
//!
//! The folder uses [`crate::unicode`]. It must never know values of the guest or how a failure is raised: a function takes Rust
//! values and returns Rust values, or a [`TextError`] with CPython's exact words. None of them panics on any input.
//!
//! A function whose result may be much larger than its operands takes a `limit` in bytes (past it: [`ErrorKind::Limit`], and
//! nothing was allocated) or has a companion `..._size` or `..._bound`, so that the caller charges first and builds afterwards.
//!
//! Strings follow [`stockade_compiler::surrogate`]: one Rust `char` is one Python code point, lone surrogates sit in plane 15.

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

/// Which Python exception a failure becomes.
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
    /// `KeyError`.
    Key,
    /// `AttributeError`.
    Attribute,
    /// `re.PatternError`.
    Pattern,
    /// The result would pass the `limit` the caller gave: the caller refuses the memory; it is not an exception of the language.
    Limit,
}

impl ErrorKind {
    /// The name of the Python exception.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Type => "TypeError",
            Self::Value => "ValueError",
            Self::Overflow => "OverflowError",
            Self::ZeroDivision => "ZeroDivisionError",
            Self::Lookup => "LookupError",
            Self::Index => "IndexError",
            Self::Key => "KeyError",
            Self::Attribute => "AttributeError",
            Self::Pattern => "PatternError",
            Self::Limit => "MemoryError",
        }
    }
}

/// A failure of one of these functions: the exception's kind and its text, as CPython words it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// The exception's type.
    pub kind: ErrorKind,
    /// The exception's text.
    pub message: String,
}

impl TextError {
    /// An error of `kind` saying `message`.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// A `TypeError`.
    #[must_use]
    pub fn type_error(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Type, message)
    }

    /// A `ValueError`.
    #[must_use]
    pub fn value_error(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Value, message)
    }

    /// An `OverflowError`.
    #[must_use]
    pub fn overflow(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Overflow, message)
    }

    /// A `ZeroDivisionError`.
    #[must_use]
    pub fn zero_division(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::ZeroDivision, message)
    }

    /// The result would be larger than the caller allows.
    #[must_use]
    pub fn limit() -> Self {
        Self::new(ErrorKind::Limit, "")
    }
}

/// What these functions return.
pub type Result<T> = std::result::Result<T, TextError>;

/// Refuses a result of `size` bytes when it passes `limit`; `None` means that the size does not even fit a `usize`.
pub fn check_size(size: Option<usize>, limit: usize) -> Result<usize> {
    size.filter(|&size| size <= limit).ok_or_else(TextError::limit)
}
