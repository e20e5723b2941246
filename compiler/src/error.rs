//! Why a text does not compile: one error with CPython's class and message, our span and help. Also the errors of the code generator.

use std::borrow::Cow;
use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity};

use crate::tree::Span;

/// The exception CPython raises for the same text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    /// Any other error.
    SyntaxError,
    /// Wrong indentation.
    IndentationError,
    /// Tabs and blanks that do not fit together.
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

/// Which promise of the front end a text breaks; each kind is one policy rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// CPython's grammar refuses it.
    Syntax,
    /// A statement or expression is where it has no meaning (`return` outside a function).
    Misplaced,
    /// Something that cannot be assigned to or deleted.
    Target,
    /// `global`, `nonlocal`, parameters and `:=` that contradict each other.
    Scope,
    /// A `match` pattern that contradicts itself.
    Pattern,
    /// Python, but not the Python we run.
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
    /// A character that cannot be seen, or that represents a surrogate inside our strings.
    HiddenCharacter,
    /// The parser failed on its own account: our bug, reported and never a crash.
    Internal,
}

impl ErrorKind {
    /// Whether the text is refused for its cost or its characters, not for its meaning.
    #[must_use]
    pub fn is_limit(self) -> bool {
        matches!(self, Self::SourceLimit | Self::Nesting | Self::Digits | Self::Encoding | Self::Internal)
    }

    /// The policy rule that reports this kind.
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
            Self::SourceLimit => "SIZE001",
            Self::Nesting => "SIZE002",
            Self::Digits => "SIZE005",
            Self::HiddenCharacter => "UNI002",
        }
    }
}

/// What found an error. It decides the attributes of CPython's exception besides the message and the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Found {
    /// The tokenizer: the line is shown without its end, and the start is the end too.
    Token,
    /// The tokenizer, which knows the end as well.
    TokenRange,
    /// The grammar, with tokens read up to an offset.
    Grammar {
        /// How far the tokens are read.
        reached: u32,
        /// How the error gives its end.
        end: End,
    },
    /// A check after parsing: the line is known only where the text is a file.
    #[default]
    Compiler,
    /// Like `Compiler`, while the names of scopes are collected.
    Symbols,
    /// The look at `from __future__` imports, which knows no end.
    Future,
}

/// How an error of the grammar gives its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Where the span ends.
    Span,
    /// Where the reader of tokens is.
    Reached,
    /// `end_offset` is 0.
    Zero,
    /// `end_offset` is -1: the place is where the reader is, not a token.
    Minus,
    /// Neither `offset` nor `end_offset` is known.
    Nowhere,
}

/// The attributes of CPython's exception.
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
    /// The line shown.
    pub text: String,
    /// The line is known only where the text comes from a file.
    pub needs_file: bool,
}

/// Why a text does not compile, as CPython reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// Which check found it.
    pub kind: ErrorKind,
    /// The class of CPython's exception.
    pub class: ErrorClass,
    /// CPython's text wherever CPython has one.
    pub message: Box<str>,
    /// The place, as byte offsets.
    pub span: Span,
    /// What decides the attributes of CPython's exception.
    pub found: Found,
    /// What to do about it, if there is advice.
    pub help: Option<Box<str>>,
}

impl SyntaxError {
    /// An error of class `SyntaxError`, found after parsing.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<Box<str>>, span: Span) -> Self {
        Self { kind, class: ErrorClass::SyntaxError, message: message.into(), span, found: Found::default(), help: None }
    }

    /// A plain grammar error.
    #[must_use]
    pub fn syntax(message: impl Into<Box<str>>, span: Span) -> Self {
        Self::new(ErrorKind::Syntax, message, span)
    }

    /// An `IndentationError` of the grammar.
    #[must_use]
    pub fn indentation(message: impl Into<Box<str>>, span: Span) -> Self {
        Self { class: ErrorClass::IndentationError, ..Self::syntax(message, span) }
    }

    /// The error with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Box<str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The error with another class.
    #[must_use]
    pub fn with_class(mut self, class: ErrorClass) -> Self {
        self.class = class;
        self
    }

    /// The error with another origin.
    #[must_use]
    pub fn with_found(mut self, found: Found) -> Self {
        self.found = found;
        self
    }

    /// The policy rule that reports it.
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

/// A limit of the bytecode that the source exceeds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CompileError {
    /// What is too large.
    pub message: Cow<'static, str>,
    /// The place, as byte offsets.
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

/// The result of a step of the compiler.
pub(crate) type Res<T> = Result<T, CompileError>;
