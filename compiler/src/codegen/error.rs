//! What compiling a checked tree can still refuse: sizes past what one body of code can hold.

use std::borrow::Cow;
use std::fmt;

use miette::{Diagnostic, LabeledSpan};

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

impl Diagnostic for CompileError {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        // A source past what one body of code can hold.
        Some(Box::new("SIZE001"))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new("split it into smaller functions or expressions"))
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new(Some(self.message.to_string()), self.span.start as usize, self.span.len() as usize);
        Some(Box::new(std::iter::once(label)))
    }
}

pub(crate) type Res<T> = Result<T, CompileError>;
