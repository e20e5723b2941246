//! Why a text is not a program we run: one error with CPython's class and words, our span and help.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity};

use crate::tree::Span;

/// The exception CPython raises for the same text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    SyntaxError,
    IndentationError,
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
    /// A statement or expression stands where it has no meaning (`return` outside a function).
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
    /// A character that cannot be seen, or that stands for something else inside our strings.
    HiddenCharacter,
    /// The parser failed on its own account: our bug, reported and never a crash.
    Internal,
}

impl ErrorKind {
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

/// A text that is not a program, as CPython would say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    pub kind: ErrorKind,
    pub class: ErrorClass,
    /// CPython's text wherever CPython has one.
    pub message: Box<str>,
    pub span: Span,
    /// What to do about it, when there is something to say.
    pub help: Option<Box<str>>,
}

impl SyntaxError {
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<Box<str>>, span: Span) -> Self {
        Self { kind, class: ErrorClass::SyntaxError, message: message.into(), span, help: None }
    }

    /// A plain grammar error.
    #[must_use]
    pub fn syntax(message: impl Into<Box<str>>, span: Span) -> Self {
        Self::new(ErrorKind::Syntax, message, span)
    }

    #[must_use]
    pub fn indentation(message: impl Into<Box<str>>, span: Span) -> Self {
        Self { class: ErrorClass::IndentationError, ..Self::syntax(message, span) }
    }

    #[must_use]
    pub fn with_help(mut self, help: impl Into<Box<str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    #[must_use]
    pub fn with_class(mut self, class: ErrorClass) -> Self {
        self.class = class;
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
