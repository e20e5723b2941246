//! Replaces `raise;` by `pass ;`, which has the same length. The parser requires an expression after `raise` unless the
//! line ends there, but CPython allows a semicolon.

use super::lexer::{Kind, Lexer};
use super::limits::ParseLimits;
use crate::deadline::Deadline;
use crate::source::SourceText;
use crate::tree::Span;

const RAISE: &str = "raise";
const PASS_WITH_BLANK: &str = "pass ";

/// Returns the text with every bare `raise` before a semicolon replaced, or None if it has none.
pub(super) fn patch(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>) -> Option<String> {
    let mut lexer = Lexer::new(source, limits.brackets);
    let mut patched: Option<String> = None;
    let mut raise: Option<Span> = None;
    while let Ok(token) = lexer.next() {
        let text = source.slice(token.span);
        if let (Some(span), ";") = (raise, text) {
            let patched = patched.get_or_insert_with(|| source.text().to_owned());
            patched.replace_range(span.start as usize..span.end as usize, PASS_WITH_BLANK);
        }
        raise = (token.kind == Kind::Name && text == RAISE).then_some(token.span);
        if matches!(token.kind, Kind::End | Kind::EndInBracket) || deadline.is_over() {
            break;
        }
    }
    patched
}

/// Returns the span of the original `raise` if a `pass` in the parser's tree replaces one.
pub(super) fn replaced_raise(source: &SourceText, pass: Span) -> Option<Span> {
    let span = Span::new(pass.start, pass.start.saturating_add(5));
    (source.slice(span) == RAISE).then_some(span)
}
