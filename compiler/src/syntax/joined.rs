//! Finds lines that CPython's tokenizer reads as one: lines joined by a backslash, and lines inside one token.

use super::lexer::{Kind, Lexer};
use crate::source::SourceText;
use crate::tree::Span;

/// Returns the first line of those that are read together with the given line (from 1). A lexer error ends the search.
pub(crate) fn first_line(source: &SourceText, line: u32) -> u32 {
    let wanted = source.line_start(line);
    let is_joined = line > 1 && {
        let before = source.line_text(line - 1);
        before.ends_with('\\') || source.text().contains("\"\"\"") || source.text().contains("'''")
    };
    if !is_joined {
        return line;
    }
    let mut lexer = Lexer::new(source, u32::MAX);
    let (mut first, mut at) = (1, 0);
    while let Ok(token) = lexer.next() {
        let (gap_end, next) = match token.kind {
            Kind::Newline => (token.span.end, token.span.end),
            _ => (token.span.start.max(at), token.span.end.max(at)),
        };
        first = after_gap(source, Span::new(at, gap_end.min(wanted)), first);
        at = next;
        if at >= wanted || matches!(token.kind, Kind::End | Kind::EndInBracket) {
            return first;
        }
    }
    after_gap(source, Span::new(at, wanted.max(at)), first)
}

/// Returns the first line of those that are read together, after the text between two tokens. A newline starts anew,
/// unless a backslash precedes it.
fn after_gap(source: &SourceText, gap: Span, first: u32) -> u32 {
    let (mut first, mut line) = (first, source.line_of(gap.start));
    let text = source.slice(gap);
    let mut parts = text.split('\n').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_some() {
            line += 1;
            if part.contains('#') || !part.ends_with('\\') {
                first = line;
            }
        }
    }
    first
}
