//! Lines that CPython's tokenizer keeps together: those joined by a backslash, and those that a token goes over.

use super::lexer::{Kind, Lexer};
use crate::source::SourceText;
use crate::tree::Span;

/// The first of the lines that are read as one with a line (from 1) where something is wrong. What cannot be read ends the search.
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

/// The first line of those that are kept together after what lies between two tokens: a line end begins anew, but after a backslash.
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
