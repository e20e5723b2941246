//! Source text with its name and line index.

use crate::tree::Span;

/// A source text: the bytes every span of a program points into.
#[derive(Debug, Clone)]
pub struct SourceText {
    name: Box<str>,
    text: Box<str>,
    /// Byte offset of the start of each line.
    lines: Box<[u32]>,
}

/// A place in a source: both numbers count from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line.
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

impl SourceText {
    /// Line ends `\r\n` and `\r` become `\n` and a leading byte order mark is removed, as by CPython's tokenizer: spans point into
    /// that text, and string literals hold what they hold in Python.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Self {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let text: Box<str> = if memchr::memchr(b'\r', text.as_bytes()).is_some() {
            text.replace("\r\n", "\n").replace('\r', "\n").into()
        } else {
            text.into()
        };
        // The typical line length of ordinary programs.
        let mut lines = Vec::with_capacity(text.len() / 32 + 1);
        lines.push(0);
        lines.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX)));
        Self { name: name.into(), text, lines: lines.into() }
    }

    /// The file name shown in tracebacks and diagnostics.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text a span covers; empty when it is not on character boundaries.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The line (from 1) an offset is on.
    #[must_use]
    pub fn line_of(&self, offset: u32) -> u32 {
        u32::try_from(self.lines.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }

    /// The text of a line (from 1), without its line ending; empty when there is no such line.
    #[must_use]
    pub fn line_text(&self, line: u32) -> &str {
        let Some(index) = (line as usize).checked_sub(1) else { return "" };
        let Some(start) = self.lines.get(index) else { return "" };
        let end = self.lines.get(index + 1).map_or(self.text.len(), |end| *end as usize);
        self.text.get(*start as usize..end).unwrap_or("").trim_end_matches('\n')
    }

    /// Byte offset of the start of a line (from 1).
    #[must_use]
    pub fn line_start(&self, line: u32) -> u32 {
        (line as usize).checked_sub(1).and_then(|index| self.lines.get(index)).copied().unwrap_or(0)
    }

    /// How many lines the text has.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX)
    }

    /// The line and column of an offset.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        let line = self.line_of(offset);
        let start = self.line_start(line) as usize;
        let before = self.text.get(start..offset as usize).unwrap_or("");
        Position { line, column: u32::try_from(before.chars().count()).unwrap_or(u32::MAX).saturating_add(1) }
    }
}
