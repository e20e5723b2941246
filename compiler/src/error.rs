//! Why a text is not a program we run: one error with CPython's class and words, our span and help.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity};

use crate::source::SourceText;
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
    /// The text is refused for what it costs or is made of, not for what it says.
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

/// What found an error, which decides what CPython's exception says besides the message and the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Found {
    /// The tokenizer: the line is shown without its end, and the start is the end too.
    Token,
    /// The tokenizer, which knows the end as well.
    TokenRange,
    /// The grammar, with tokens read up to an offset.
    Grammar { reached: u32, end: End },
    /// What comes after parsing: the line is known only where the text is a file.
    #[default]
    Compiler,
    /// As that, while the names of scopes are collected.
    Symbols,
    /// The look at `from __future__` imports, which knows no end.
    Future,
}

/// How an error of the grammar says where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Where the span ends.
    Span,
    /// Where the reader of tokens stands.
    Reached,
    /// `end_offset` is 0.
    Zero,
    /// `end_offset` is -1: the place is where the reader stands, not a token.
    Minus,
    /// Neither `offset` nor `end_offset` is known.
    Nowhere,
}

/// The attributes of CPython's exception.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub offset: i64,
    pub end_line: u32,
    pub end_offset: Option<i64>,
    /// The line shown.
    pub text: String,
    /// The line is known only where the text comes from a file.
    pub needs_file: bool,
}

/// A text that is not a program, as CPython would say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    pub kind: ErrorKind,
    pub class: ErrorClass,
    /// CPython's text wherever CPython has one.
    pub message: Box<str>,
    pub span: Span,
    pub found: Found,
    /// What to do about it, when there is something to say.
    pub help: Option<Box<str>>,
}

impl SyntaxError {
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<Box<str>>, span: Span) -> Self {
        Self { kind, class: ErrorClass::SyntaxError, message: message.into(), span, found: Found::default(), help: None }
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

    #[must_use]
    pub fn with_found(mut self, found: Found) -> Self {
        self.found = found;
        self
    }

    /// What the exception's attributes say.
    #[must_use]
    pub fn place(&self, source: &SourceText) -> Place {
        let start = source.position(self.span.start);
        let offset = i64::from(start.column);
        let line = source.line_text(start.line);
        // The end of a line belongs to the line, also where the last one has none.
        let end_of = |at: u32, is_blank: bool| {
            let past_line = source.slice(Span::new(at.saturating_sub(1), at)) == "\n";
            let at = at.min(u32::try_from(source.text().len()).unwrap_or(u32::MAX));
            let end = source.position(if past_line { at.saturating_sub(1) } else { at });
            let more = past_line || (is_blank && at as usize >= source.text().len());
            (end.line, i64::from(end.column) + i64::from(more))
        };
        let (end_line, end_offset) = if self.span.is_empty() && !source.slice(Span::new(self.span.start, self.span.start + 1)).is_empty() {
            (start.line, offset)
        } else {
            // The end of the last line counts also where it is not written; a comment before it belongs to it.
            end_of(self.span.end, self.span.is_empty() || source.slice(self.span).starts_with('#'))
        };
        let place = Place {
            line: start.line,
            offset,
            end_line,
            end_offset: Some(end_offset),
            text: format!("{line}\n"),
            needs_file: matches!(self.found, Found::Compiler | Found::Symbols | Found::Future),
        };
        // After parsing, columns are those of bytes.
        let bytes_of = |at: u32, line: u32| i64::from(at.saturating_sub(source.line_start(line))) + 1;
        match self.found {
            Found::Compiler | Found::Symbols => Place {
                offset: bytes_of(self.span.start, start.line),
                end_offset: if self.span.is_empty() { place.end_offset } else { Some(bytes_of(self.span.end, end_line)) },
                ..place
            },
            Found::Future => Place { offset: bytes_of(self.span.start, start.line), end_line: start.line, end_offset: None, ..place },
            Found::Token => Place { end_line: start.line, end_offset: Some(offset), text: line.to_string(), ..place },
            Found::TokenRange => Place { text: line.to_string(), ..place },
            Found::Grammar { reached, end } => {
                // CPython takes the line from what it has just read, or looks for it in what it has read before.
                let text = if source.line_of(reached.saturating_sub(1)) > start.line {
                    line.to_string()
                } else {
                    let first = source.line_start(crate::syntax::joined::first_line(source, start.line));
                    format!("{}{}", source.slice(Span::new(first, source.line_start(start.line))), place.text)
                };
                // The bytes before the end are counted as characters of the first line.
                let end_offset = if place.end_line > start.line {
                    let bytes = self.span.end.saturating_sub(source.line_start(place.end_line)) as usize;
                    let known = line.char_indices().take_while(|(at, _)| *at <= bytes).count() + usize::from(bytes >= line.len());
                    i64::try_from(known).ok()
                } else {
                    place.end_offset
                };
                let place = Place { text, end_offset, ..place };
                match end {
                    End::Span => place,
                    End::Reached => {
                        let (line, column) = end_of(reached, reached as usize > source.text().len());
                        Place { end_line: line, end_offset: Some(column - 1), ..place }
                    }
                    End::Zero => Place { end_line: start.line, end_offset: Some(0), ..place },
                    // A dedent before other text stands where that begins.
                    End::Minus
                        if self.span.is_empty()
                            && !matches!(source.text().as_bytes().get(self.span.start as usize), None | Some(b'\n')) =>
                    {
                        Place { offset: offset.saturating_sub(1), end_line: start.line, end_offset: Some(-1), ..place }
                    }
                    End::Minus => Place { end_line: start.line, end_offset: Some(-1), ..place },
                    End::Nowhere => Place { offset: 0, end_line: start.line, end_offset: Some(0), ..place },
                }
            }
        }
    }

    /// As [`SyntaxError::place`], where the whole source is read from a file: its lines are read one by one, so the one that is shown
    /// stands alone, and behind the last of them the reader stands nowhere.
    #[must_use]
    pub fn place_in_file(&self, source: &SourceText) -> Place {
        let mut place = self.place(source);
        if let Found::Grammar { reached, end } = self.found {
            place.text = format!("{}\n", source.line_text(place.line));
            let rest = source.text().get(reached.min(self.span.start) as usize..).unwrap_or("");
            if end == End::Minus && rest.trim_matches([' ', '\t', '\x0c', '\n']).is_empty() {
                place.offset = 0;
            }
        }
        place
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
