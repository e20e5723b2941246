//! Finds CPython's message and place for a text that the parser refuses.
//!
//! CPython reads a broken text twice. The first reading finds the last token that can be reached. The second one also
//! tries rules for common mistakes. The rules are data (`grammar.txt`) and are tried in CPython's order. This code does
//! not run for correct programs.

mod actions;
mod hints;
mod matcher;
mod notation;
mod strings;

use std::sync::LazyLock;

use matcher::{Lexeme, Matcher, Stop};
use notation::{
    BROKEN, DEDENT, ENDMARKER, FSTRING_END, FSTRING_MIDDLE, FSTRING_START, Grammar, INDENT, NAME, NEWLINE, NUMBER, OTHER, STRING,
};

use super::lexer::{Kind, LexError, Lexer, Open, Token, offset};
use super::limits::ParseLimits;
use crate::deadline::{Deadline, Phase};
use crate::error::{End, ErrorKind, Found, SyntaxError};
use crate::source::SourceText;
use crate::tree::Span;

pub(super) use strings::decoding_problem;

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| Grammar::read(include_str!("grammar.txt")).unwrap_or_default());

/// The result of reading a text with CPython's grammar.
pub(super) enum Diagnosis {
    /// The grammar accepts the text.
    Sound,
    Wrong(SyntaxError),
    /// The matcher reached one of its limits.
    GaveUp,
}

/// Finds CPython's error in a text. The parser accepted the text up to `accepted_until`, so statements well before it are not read again.
pub(super) fn diagnose(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>, accepted_until: u32) -> Diagnosis {
    deadline.begin(Phase::Diagnose);
    let recording = record(source, limits, deadline, &GRAMMAR);
    let start = statement_before(&recording.lexemes, source, accepted_until);
    let diagnosis = match find(source, &recording, deadline, start) {
        Diagnosis::Sound if start > 0 => find(source, &recording, deadline, 0),
        found => found,
    };
    match diagnosis {
        Diagnosis::Wrong(error) => Diagnosis::Wrong(hints::add(source, error)),
        // An error of the lexer or an unclosed bracket is reason enough to refuse the text.
        Diagnosis::GaveUp if recording.broken.is_some() || recording.unclosed.is_some() => Diagnosis::Wrong(broken(&recording, source)),
        other => other,
    }
}

/// Finds CPython's error in a text that should be one expression.
pub(super) fn diagnose_expression(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>) -> Diagnosis {
    deadline.begin(Phase::Diagnose);
    let recording = record(source, limits, deadline, &GRAMMAR);
    match read(source, &recording, deadline, "eval", 0) {
        Diagnosis::Wrong(error) => Diagnosis::Wrong(hints::add(source, error)),
        Diagnosis::GaveUp if recording.broken.is_some() || recording.unclosed.is_some() => Diagnosis::Wrong(broken(&recording, source)),
        other => other,
    }
}

/// True if the first reading of a text reaches its end without an error.
pub(super) fn is_incomplete(
    source: &SourceText,
    limits: &ParseLimits,
    deadline: &Deadline<'_>,
    rule: &str,
    keeps_blocks_open: bool,
) -> bool {
    deadline.begin(Phase::Diagnose);
    let recording = record(source, limits, deadline, &GRAMMAR);
    let Some(rule) = GRAMMAR.rule_id(rule) else { return false };
    let mut matcher = Matcher::new(&GRAMMAR, source, &recording.lexemes, deadline);
    let Some(matched) = matcher::run(|| matcher.rule(rule, 0)) else { return false };
    if matched.is_some() {
        return keeps_blocks_open && !source.text().ends_with('\n') && ends_in_block(&recording.lexemes, source);
    }
    if matches!(matcher.stop, Some(Stop::GaveUp)) {
        return false;
    }
    let unread = recording.lexemes.get(matcher.last_read()..).unwrap_or(&[]);
    match unread {
        [Lexeme { terminal: BROKEN, .. }, ..] => recording.broken.as_ref().is_none_or(|broken| is_cut_off(&broken.error, source)),
        _ => unread.iter().all(|lexeme| matches!(lexeme.terminal, DEDENT | ENDMARKER)),
    }
}

/// True if the last statement has a block. In an interactive session, only an empty line ends such a statement.
fn ends_in_block(lexemes: &[Lexeme], source: &SourceText) -> bool {
    const COMPOUND: [&str; 8] = ["async", "class", "def", "for", "if", "try", "while", "with"];
    let code = match lexemes {
        [code @ .., Lexeme { terminal: NEWLINE, .. }, Lexeme { terminal: ENDMARKER, .. }] => code,
        _ => return matches!(lexemes, [.., Lexeme { terminal: DEDENT, .. }, _]),
    };
    let start = code.iter().rposition(|lexeme| matches!(lexeme.terminal, NEWLINE | DEDENT)).map_or(0, |at| at + 1);
    code.get(start).is_some_and(|first| COMPOUND.contains(&source.slice(first.span)))
}

/// True if a token is wrong only because the text ends inside it.
fn is_cut_off(error: &SyntaxError, source: &SourceText) -> bool {
    let rest = source.text().get(error.span.start as usize..).unwrap_or("");
    let message = &error.message;
    message.starts_with("unexpected EOF")
        || message.starts_with("unterminated triple-quoted")
        || message.starts_with("unterminated string") && !has_line_end(rest)
}

/// True if the text of a string contains a newline that is not after a backslash.
fn has_line_end(text: &str) -> bool {
    let mut is_taken = false;
    text.bytes().any(|byte| {
        let ends = byte == b'\n' && !is_taken;
        is_taken = byte == b'\\' && !is_taken;
        ends
    })
}

/// Returns the token that starts the last statement but one at the left margin before an offset.
fn statement_before(lexemes: &[Lexeme], source: &SourceText, offset: u32) -> usize {
    /// These continue the statement above them.
    const CLAUSES: [&str; 4] = ["elif", "else", "except", "finally"];
    let (mut previous, mut last) = (0, 0);
    let mut depth = 0_u32;
    let mut at_start = true;
    let mut decorated = false;
    for (index, lexeme) in lexemes.iter().enumerate() {
        if lexeme.span.start > offset {
            break;
        }
        match lexeme.terminal {
            INDENT => depth += 1,
            DEDENT => depth = depth.saturating_sub(1),
            NEWLINE => at_start = true,
            _ if at_start && depth == 0 => {
                at_start = false;
                let text = source.slice(lexeme.span);
                if !decorated && !CLAUSES.contains(&text) {
                    (previous, last) = (last, index);
                }
                decorated = text == "@";
            }
            _ => at_start = false,
        }
    }
    previous
}

/// The tokens of a text, up to its end or to an error of the lexer.
struct Recording {
    lexemes: Vec<Lexeme>,
    broken: Option<Box<LexError>>,
    /// The innermost bracket that is open at the end.
    unclosed: Option<Open>,
    /// True if the end is inside an f-string.
    in_fstring: bool,
}

fn record(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>, grammar: &Grammar) -> Recording {
    let mut lexer = Lexer::new(source, limits.brackets);
    let mut lexemes = Vec::new();
    loop {
        let result = lexer.next();
        let level = offset(lexer.brackets.len());
        let unclosed = lexer.brackets.last().copied();
        match result {
            Ok(token) => {
                let terminal = terminal(token, source, grammar);
                lexemes.push(Lexeme { terminal, span: place(token, source, lexemes.last()), level });
                if matches!(token.kind, Kind::End | Kind::EndInBracket) || deadline.is_over() {
                    return Recording { lexemes, broken: None, unclosed, in_fstring: lexer.in_fstring() };
                }
            }
            Err(error) => {
                lexemes.push(Lexeme { terminal: BROKEN, span: error.error.span, level });
                return Recording { lexemes, in_fstring: error.in_fstring, broken: Some(error), unclosed };
            }
        }
    }
}

/// Returns the span that CPython gives a token. A token without text is at the last character before it. The token for
/// the end of a line includes the comment before it.
fn place(token: Token, source: &SourceText, before: Option<&Lexeme>) -> Span {
    let span = token.span;
    let at_end = span.is_empty() && span.start as usize >= source.text().len();
    match token.kind {
        Kind::Newline => {
            let code_end = before.map_or(0, |before| before.span.end);
            let comment = source.slice(Span::new(code_end, span.start)).find('#');
            Span::new(comment.map_or(span.start, |at| code_end.saturating_add(offset(at))), span.end)
        }
        Kind::Indent => Span::new(span.start.saturating_sub(1), span.start),
        Kind::End | Kind::Dedent if at_end && source.text().ends_with('\n') => Span::new(span.start.saturating_sub(1), span.start),
        _ => span,
    }
}

fn terminal(token: Token, source: &SourceText, grammar: &Grammar) -> notation::Terminal {
    match token.kind {
        Kind::Name => grammar.literal(source.slice(token.span)).unwrap_or(NAME),
        Kind::Op => grammar.literal(source.slice(token.span)).unwrap_or(OTHER),
        Kind::Number => NUMBER,
        Kind::String => STRING,
        Kind::FStringStart => FSTRING_START,
        Kind::FStringMiddle => FSTRING_MIDDLE,
        Kind::FStringEnd => FSTRING_END,
        Kind::Newline => NEWLINE,
        Kind::Indent => INDENT,
        Kind::Dedent => DEDENT,
        Kind::End => ENDMARKER,
        Kind::EndInBracket => BROKEN,
    }
}

fn find(source: &SourceText, recording: &Recording, deadline: &Deadline<'_>, start: usize) -> Diagnosis {
    read(source, recording, deadline, "file", start)
}

fn read(source: &SourceText, recording: &Recording, deadline: &Deadline<'_>, rule: &str, start: usize) -> Diagnosis {
    let Some(file) = GRAMMAR.rule_id(rule) else { return Diagnosis::GaveUp };
    let mut matcher = Matcher::new(&GRAMMAR, source, &recording.lexemes, deadline);
    let first_last = matcher::run(|| {
        if matcher.rule(file, start).is_some() {
            return None;
        }
        let first_last = matcher.last_read();
        if matcher.stop.is_none() {
            matcher.read_again();
            matcher.rule(file, start);
        }
        Some(first_last)
    });
    let first_last = match first_last {
        None => return Diagnosis::GaveUp,
        Some(None) => return Diagnosis::Sound,
        Some(Some(last)) => last,
    };
    let (Some(first_last), Some(last)) = (recording.lexemes.get(first_last), recording.lexemes.get(matcher.last_read())) else {
        return Diagnosis::GaveUp;
    };
    let pending = matcher.pending.take().map(Stop::Report);
    let error = match matcher.stop.take().or(pending) {
        Some(Stop::Broken) => broken(recording, source),
        Some(Stop::GaveUp) => return Diagnosis::GaveUp,
        Some(Stop::Report(error)) => strongest_error(source, recording, *last, error),
        None if first_last.terminal == INDENT => {
            SyntaxError::indentation("unexpected indent", last.span).with_found(matcher.found(End::Minus))
        }
        None if first_last.terminal == DEDENT => {
            SyntaxError::indentation("unexpected unindent", last.span).with_found(matcher.found(End::Minus))
        }
        None => {
            let end = if first_last.terminal == ENDMARKER { End::Nowhere } else { End::Span };
            let error = SyntaxError::syntax("invalid syntax", first_last.span).with_found(matcher.found(end));
            strongest_error(source, recording, *last, error)
        }
    };
    Diagnosis::Wrong(error)
}

/// Returns the error of the grammar, or an error later in the text that CPython reports instead.
fn strongest_error(source: &SourceText, recording: &Recording, last: Lexeme, error: SyntaxError) -> SyntaxError {
    match (&recording.broken, recording.unclosed) {
        // CPython reports an error of the lexer later in the text instead of the grammar's, except inside an f-string.
        (Some(broken), _) if broken.is_strong => {
            if recording.in_fstring {
                error
            } else {
                broken.error.clone()
            }
        }
        // A bracket that was opened on an earlier line and never closed is the more likely cause.
        (_, Some(open)) if !recording.in_fstring && source.line_of(last.span.start) > source.line_of(open.at) => never_closed(open, source),
        _ => error,
    }
}

/// Returns the error at the place where the tokens end early.
fn broken(recording: &Recording, source: &SourceText) -> SyntaxError {
    match (&recording.broken, recording.unclosed) {
        (Some(broken), Some(open)) if broken.error.message.starts_with("unexpected EOF") => never_closed(open, source),
        (Some(broken), _) => broken.error.clone(),
        (None, Some(open)) => never_closed(open, source),
        (None, None) => SyntaxError::new(ErrorKind::Syntax, "unexpected EOF while parsing", Span::default()),
    }
}

/// Returns the error for a bracket that is open at the end.
pub(super) fn never_closed(open: Open, source: &SourceText) -> SyntaxError {
    let bracket = char::from(open.byte);
    let closing = match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    let found = Found::Grammar { reached: offset(source.text().len()), end: End::Zero };
    SyntaxError::syntax(format!("'{bracket}' was never closed"), Span::new(open.at, open.at.saturating_add(1)))
        .with_found(found)
        .with_help(format!("add the `{closing}` that closes it"))
}

#[cfg(test)]
mod tests {
    use super::GRAMMAR;

    #[test]
    fn the_grammar_is_in_its_notation() {
        assert!(GRAMMAR.rule_id("file").is_some());
        assert!(GRAMMAR.rules.iter().all(|rule| !rule.alternatives.is_empty()));
        assert!(GRAMMAR.rules.len() > 150);
    }
}
