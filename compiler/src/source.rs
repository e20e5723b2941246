//! Source text with its name and line index.

use std::sync::Arc;

use crate::tree::Span;

/// A source text. All spans of a program are byte ranges of its text. A clone shares the text: a document of many programs is cloned for each
/// of them.
#[derive(Debug, Clone)]
pub struct SourceText {
    name: Arc<str>,
    text: Arc<str>,
    /// Byte offset of the start of each line.
    lines: Arc<[u32]>,
}

/// A place in a source. Both numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line.
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

impl SourceText {
    /// Stores a text after changing the line ends `\r\n` and `\r` to `\n` and removing a leading byte order mark, as
    /// CPython's tokenizer does. Spans refer to the changed text, and string literals get the same values as in
    /// CPython.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Self {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let text: Arc<str> = if memchr::memchr(b'\r', text.as_bytes()).is_some() {
            text.replace("\r\n", "\n").replace('\r', "\n").into()
        } else {
            text.into()
        };
        // Ordinary programs have about 32 bytes a line.
        let mut lines = Vec::with_capacity(text.len() / 32 + 1);
        lines.push(0);
        lines.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX)));
        Self { name: name.into(), text, lines: lines.into() }
    }

    /// Returns the file name for tracebacks and diagnostics.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of a span, or the empty text if the span is not on character boundaries.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Returns the line (from 1) of a byte offset.
    #[must_use]
    pub fn line_of(&self, offset: u32) -> u32 {
        u32::try_from(self.lines.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }

    /// Returns the text of a line (from 1) without its newline, or the empty text if the line does not exist.
    #[must_use]
    pub fn line_text(&self, line: u32) -> &str {
        let Some(index) = (line as usize).checked_sub(1) else { return "" };
        let Some(start) = self.lines.get(index) else { return "" };
        let end = self.lines.get(index + 1).map_or(self.text.len(), |end| *end as usize);
        self.text.get(*start as usize..end).unwrap_or("").trim_end_matches('\n')
    }

    /// Returns the byte offset at which a line (from 1) starts.
    #[must_use]
    pub fn line_start(&self, line: u32) -> u32 {
        (line as usize).checked_sub(1).and_then(|index| self.lines.get(index)).copied().unwrap_or(0)
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX)
    }

    /// Returns the line and column of a byte offset.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        let line = self.line_of(offset);
        let start = self.line_start(line) as usize;
        let before = self.text.get(start..offset as usize).unwrap_or("");
        Position { line, column: u32::try_from(before.chars().count()).unwrap_or(u32::MAX).saturating_add(1) }
    }
}
