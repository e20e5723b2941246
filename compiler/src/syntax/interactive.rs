//! Parses an interactive statement: `compile(..., 'single')`.

use super::lexer::{Kind, Lexer};
use super::{ParseLimits, parse_until};
use crate::deadline::{Deadline, Phase};
use crate::error::{End, Found, SyntaxError};
use crate::source::SourceText;
use crate::tree::{Span, Stmt, Tree};

/// Parses one statement, or one line of several simple statements.
///
/// # Errors
/// Like `parse`. Also if the text has no statement, or more than one.
pub fn parse_interactive(source: &SourceText, limits: &ParseLimits) -> Result<Tree, SyntaxError> {
    parse_interactive_until(source, limits, &Deadline::never())
}

/// Parses one statement as [`parse_interactive`] does, as long as there is time.
///
/// # Errors
/// Those of [`parse_interactive`]. Also if the time is over: [`Deadline::ended_in`] then says so.
pub fn parse_interactive_until(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>) -> Result<Tree, SyntaxError> {
    deadline.begin(Phase::Scan);
    let first = first_line(source, limits, deadline);
    let more = first.as_ref().is_some_and(|line| has_code(source.text().get(line.end.end as usize..).unwrap_or("")));
    let too_many = |end: Span| {
        let message = "multiple statements found while compiling a single statement";
        grammar_error(message, end, end.end.saturating_sub(1), End::Span)
    };
    if let Some(FirstLine { end, is_simple: true }) = first
        && more
    {
        // Any code after a line of simple statements is an error, so it is not parsed.
        parse_until(&SourceText::new(source.name(), source.text().get(..end.end as usize).unwrap_or("")), limits, deadline)?;
        return Err(too_many(end));
    }
    let tree = parse_until(source, limits, deadline)?;
    let end = u32::try_from(source.text().len()).unwrap_or(u32::MAX);
    match tree.list(tree.body) {
        [] => {
            let last = source.line_start(source.line_of(end.saturating_sub(1)));
            Err(grammar_error("invalid syntax", Span::new(last, last), last, End::Nowhere))
        }
        [first, rest @ ..] if is_compound(&tree.stmt(*first)) => match rest.first() {
            Some(second) => {
                let start = tree.stmt_span(*second).start;
                let end = start.saturating_add(first_word(source.text().get(start as usize..).unwrap_or("")));
                Err(grammar_error("invalid syntax", Span::new(start, end), end, End::Span))
            }
            None => {
                // A block on the same line as its header ends only at another line.
                let last = source.line_start(source.line_of(end));
                let line = source.text().get(last as usize..).unwrap_or("");
                let is_open = tree.stmt_span(*first).end > last && !line.starts_with([' ', '\t', '\x0c']);
                if is_open { Err(grammar_error("invalid syntax", Span::new(last, last), end, End::Nowhere)) } else { Ok(tree) }
            }
        },
        _ => match first {
            Some(line) if more => Err(too_many(line.end)),
            _ => Ok(tree),
        },
    }
}

fn grammar_error(message: &str, span: Span, reached: u32, end: End) -> SyntaxError {
    SyntaxError::syntax(message, span).with_found(Found::Grammar { reached, end })
}

struct FirstLine {
    /// The span of the end of the line, including a comment before it.
    end: Span,
    /// True if the line cannot start a block.
    is_simple: bool,
}

fn first_line(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>) -> Option<FirstLine> {
    let mut lexer = Lexer::new(source, limits.brackets);
    let (mut before, mut is_simple) = (0, None);
    loop {
        let token = lexer.next().ok().filter(|_| !deadline.is_over())?;
        let headers = ["@", "if", "for", "while", "try", "with", "def", "class", "async", "match"];
        is_simple.get_or_insert_with(|| !headers.contains(&source.slice(token.span)));
        match token.kind {
            Kind::Newline => {
                let blanks = source.slice(Span::new(before, token.span.end)).bytes();
                let blanks = blanks.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\x0c')).count();
                let end = Span::new(before.saturating_add(u32::try_from(blanks).unwrap_or(0)), token.span.end);
                return Some(FirstLine { end, is_simple: is_simple.unwrap_or(false) });
            }
            Kind::End | Kind::EndInBracket | Kind::Indent => return None,
            _ => before = token.span.end,
        }
    }
}

/// True if a text contains more than blanks and comments.
fn has_code(text: &str) -> bool {
    text.lines().any(|line| !matches!(line.trim_start_matches([' ', '\t', '\x0c']).as_bytes().first(), None | Some(b'#')))
}

fn first_word(text: &str) -> u32 {
    let word = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    u32::try_from(word.max(1)).unwrap_or(1)
}

fn is_compound(stmt: &Stmt) -> bool {
    matches!(
        stmt,
        Stmt::FunctionDef(_)
            | Stmt::ClassDef(_)
            | Stmt::For { .. }
            | Stmt::While { .. }
            | Stmt::If { .. }
            | Stmt::With { .. }
            | Stmt::Match { .. }
            | Stmt::Try { .. }
    )
}
