//! What compiling a checked tree can still refuse: sizes past what one body of code can hold.

use std::borrow::Cow;

use crate::tree::Span;

/// A limit of the bytecode that the source exceeds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CompileError {
    pub message: Cow<'static, str>,
    pub span: Span,
}

impl CompileError {
    pub(crate) fn new(message: impl Into<Cow<'static, str>>, span: Span) -> Self {
        Self { message: message.into(), span }
    }
}

pub(crate) type Res<T> = Result<T, CompileError>;
