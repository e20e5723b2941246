//! The errors of this crate. A [`SyntaxError`] has CPython's class and message, and our span and help. A
//! [`CompileError`] comes from the code generator.

use std::borrow::Cow;
use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity};
use serde::{Deserialize, Serialize};

use crate::tree::Span;

/// The class of the exception that CPython raises for the same text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ErrorClass {
    /// Any error that is not one of the others.
    SyntaxError,
    /// Indentation that CPython refuses.
    IndentationError,
    /// Indentation that mixes tabs and blanks inconsistently.
    TabError,
}

impl ErrorClass {
    /// The class's Python name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SyntaxError => "SyntaxError",
            Self::IndentationError => "IndentationError",
            Self::TabError => "TabError",
        }
    }
}

/// The kind of an error. Each kind belongs to one policy rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ErrorKind {
    /// CPython's grammar does not accept the text.
    Syntax,
    /// A statement or expression is in a place where CPython forbids it, such as `return` outside a function.
    Misplaced,
    /// The target of an assignment or of `del` is not assignable.
    Target,
    /// Contradictory uses of `global`, `nonlocal`, parameters or `:=`.
    Scope,
    /// A `match` pattern that contradicts itself.
    Pattern,
    /// Valid Python that Stockade does not run.
    Unsupported,
    /// Shell, markdown or prose.
    NotPython,
    /// The bytes are not text in the encoding they declare.
    Encoding,
    /// More bytes, tokens or nodes than allowed.
    SourceLimit,
    /// Deeper nesting than allowed.
    Nesting,
    /// An integer literal with more digits than allowed.
    Digits,
    /// An invisible character, or one of the characters that represent surrogates in our strings ([`crate::surrogate`]).
    HiddenCharacter,
    /// The time was over before the text was read ([`crate::Deadline`]).
    Late,
    /// The parser panicked. That is a bug of ours, and is reported as an error instead of a crash.
    Internal,
}

impl ErrorKind {
    /// True if the text is refused for its size, its encoding or a fault of ours, and not for its meaning.
    #[must_use]
    pub fn is_limit(self) -> bool {
        matches!(self, Self::SourceLimit | Self::Nesting | Self::Digits | Self::Encoding | Self::Internal | Self::Late)
    }

    /// Returns the policy rule that reports this kind.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::Syntax | Self::Encoding | Self::Internal => "SYN001",
            Self::Misplaced => "SYN002",
            Self::Target => "SYN003",
            Self::Scope => "SYN004",
            Self::Pattern => "SYN005",
            Self::Unsupported => "SYN006",
            Self::NotPython => "SYN007",
            Self::SourceLimit | Self::Late => "SIZE001",
            Self::Nesting => "SIZE002",
            Self::Digits => "SIZE005",
            Self::HiddenCharacter => "UNI002",
        }
    }
}

/// The stage that found an error. CPython's exception has different attributes for each stage, besides the message and the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Found {
    /// The tokenizer. The shown line has no newline, and the end of the error equals its start.
    Token,
    /// The tokenizer, for an error whose end is known too.
    TokenRange,
    /// The grammar.
    Grammar {
        /// Byte offset up to which CPython has read tokens at this point.
        reached: u32,
        /// Decides the end of the error.
        end: End,
    },
    /// A check after parsing. CPython shows the line only if the text comes from a file.
    #[default]
    Compiler,
    /// Like `Compiler`, while CPython builds its symbol table.
    Symbols,
    /// The check of `from __future__` imports. It gives no end.
    Future,
}

/// Decides which end an error of the grammar has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The end of the span.
    Span,
    /// The position up to which tokens are read.
    Reached,
    /// `end_offset` is 0.
    Zero,
    /// `end_offset` is -1. The start is a position of the tokenizer, not of a token.
    Minus,
    /// `offset` and `end_offset` are both 0.
    Nowhere,
}

/// The attributes of CPython's exception that describe the place of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// `lineno`.
    pub line: u32,
    /// `offset`.
    pub offset: i64,
    /// `end_lineno`.
    pub end_line: u32,
    /// `end_offset`.
    pub end_offset: Option<i64>,
    /// `text`, the source line that CPython shows.
    pub text: String,
    /// True if CPython shows the line only when the text comes from a file.
    pub needs_file: bool,
}

/// The reason why a text does not compile, as CPython reports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyntaxError {
    /// The kind of error, which decides the policy rule.
    pub kind: ErrorKind,
    /// The class of CPython's exception.
    pub class: ErrorClass,
    /// CPython's message, if CPython refuses the text too.
    pub message: Box<str>,
    /// The place, as byte offsets.
    pub span: Span,
    /// The stage that found the error. It decides attributes of CPython's exception.
    pub found: Found,
    /// Advice how to correct the program.
    pub help: Option<Box<str>>,
}

impl SyntaxError {
    /// Makes an error of class `SyntaxError`, found after parsing.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<Box<str>>, span: Span) -> Self {
        Self { kind, class: ErrorClass::SyntaxError, message: message.into(), span, found: Found::default(), help: None }
    }

    /// Makes an error of kind [`ErrorKind::Syntax`].
    #[must_use]
    pub fn syntax(message: impl Into<Box<str>>, span: Span) -> Self {
        Self::new(ErrorKind::Syntax, message, span)
    }

    /// Makes the error for a text that was not read in time.
    #[must_use]
    pub(crate) fn late() -> Self {
        Self::new(ErrorKind::Late, "the time was over before the text was read", Span::default())
    }

    /// Makes an `IndentationError`.
    #[must_use]
    pub fn indentation(message: impl Into<Box<str>>, span: Span) -> Self {
        Self { class: ErrorClass::IndentationError, ..Self::syntax(message, span) }
    }

    /// Adds advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Box<str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Replaces the class.
    #[must_use]
    pub fn with_class(mut self, class: ErrorClass) -> Self {
        self.class = class;
        self
    }

    /// Replaces the stage.
    #[must_use]
    pub fn with_found(mut self, found: Found) -> Self {
        self.found = found;
        self
    }

    /// Returns the policy rule that reports the error.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        self.kind.rule()
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.class.name(), self.message)
    }
}

impl std::error::Error for SyntaxError {}

impl Diagnostic for SyntaxError {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.rule()))
    }

    fn severity(&self) -> Option<Severity> {
        Some(Severity::Error)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new(Some(self.message.to_string()), self.span.start as usize, self.span.len() as usize);
        Some(Box::new(std::iter::once(label)))
    }
}

/// A limit of the bytecode that the source exceeds, such as the number of registers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CompileError {
    /// Says which limit is exceeded.
    pub message: Cow<'static, str>,
    /// The place, as byte offsets.
    pub span: Span,
}

impl CompileError {
    pub(crate) fn new(message: impl Into<Cow<'static, str>>, span: Span) -> Self {
        Self { message: message.into(), span }
    }

    /// The error for a program that was not compiled in time.
    pub(crate) fn late() -> Self {
        Self::new("the time was over before the program was compiled", Span::default())
    }
}

impl Diagnostic for CompileError {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        // The rule for sources that are too large.
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

/// The result type of the code generator.
pub(crate) type Res<T> = Result<T, CompileError>;
