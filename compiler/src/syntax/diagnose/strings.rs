//! String literals with a prefix, characters or escapes that CPython refuses.

use rustpython_parser as parser;

use super::matcher::{Capture, Matcher};
use super::notation::{FSTRING_END, FSTRING_MIDDLE, FSTRING_START, STRING};
use crate::error::SyntaxError;
use crate::tree::Span;

/// Checks adjacent literals, which form one string.
pub(super) fn check(m: &Matcher<'_>, parts: Capture) -> Option<SyntaxError> {
    let (mut has_text, mut has_bytes) = (false, false);
    let mut depth = 0_usize;
    let mut raw = Vec::new();
    for at in parts.start..parts.end {
        let lexeme = m.lexeme(at)?;
        let text = m.text(at);
        match lexeme.terminal {
            STRING if depth == 0 => {
                let literal = Literal::read(text);
                *(if literal.bytes { &mut has_bytes } else { &mut has_text }) = true;
                if let Some(error) = literal.error(lexeme.span) {
                    return Some(error);
                }
            }
            FSTRING_START => {
                has_text |= depth == 0;
                depth += 1;
                raw.push(text.to_ascii_lowercase().contains('r'));
            }
            FSTRING_END => {
                depth = depth.saturating_sub(1);
                raw.pop();
            }
            FSTRING_MIDDLE if depth == 1 && raw.last() == Some(&false) => {
                if let Some(message) = decoding_problem(text, true) {
                    let end = m.span(at + 1);
                    return Some(SyntaxError::syntax(message, end));
                }
            }
            _ => {}
        }
    }
    (has_text && has_bytes).then(|| SyntaxError::syntax("cannot mix bytes and nonbytes literals", m.span(m.last_read())))
}

struct Literal<'t> {
    bytes: bool,
    raw: bool,
    content: &'t str,
}

impl<'t> Literal<'t> {
    fn read(text: &'t str) -> Self {
        let quote_at = text.find(['"', '\'']).unwrap_or(0);
        let (prefix, quoted) = text.split_at_checked(quote_at).unwrap_or(("", text));
        let quotes = if quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''")) { 3 } else { 1 };
        let content = quoted.get(quotes..quoted.len().saturating_sub(quotes)).unwrap_or("");
        Self { bytes: prefix.contains(['b', 'B']), raw: prefix.contains(['r', 'R']), content }
    }

    fn error(&self, span: Span) -> Option<SyntaxError> {
        if self.bytes && !self.content.is_ascii() {
            return Some(SyntaxError::syntax("bytes can only contain ASCII literal characters", span));
        }
        if self.raw {
            return None;
        }
        let message = if self.bytes { bytes_problem(self.content) } else { decoding_problem(self.content, false) }?;
        Some(SyntaxError::syntax(message, span))
    }
}

fn bytes_problem(content: &str) -> Option<String> {
    let mut rest = content.char_indices();
    while let Some((at, c)) = rest.next() {
        if c != '\\' {
            continue;
        }
        if let Some((_, 'x')) = rest.next() {
            let digits = rest.as_str().chars().take(2).take_while(char::is_ascii_hexdigit).count();
            if digits < 2 {
                return Some(format!("(value error) invalid \\x escape at position {at}"));
            }
        }
    }
    None
}

/// Returns the message of Python's `unicodeescape` codec for the first escape that does not decode.
pub(in crate::syntax) fn decoding_problem(content: &str, in_fstring: bool) -> Option<String> {
    if !content.contains('\\') {
        return None;
    }
    // CPython passes each non-ASCII character to the codec as an escape of ten characters, so positions count it as ten.
    let width = |c: char| if c.is_ascii() { 1 } else { 10 };
    let mut at = 0;
    let mut rest = content.chars();
    while let Some(c) = rest.next() {
        let start = at;
        at += width(c);
        if c != '\\' {
            continue;
        }
        let Some(kind) = rest.next() else { break };
        at += width(kind);
        let (length, form) = match kind {
            'x' => (2, "truncated \\xXX escape"),
            'u' => (4, "truncated \\uXXXX escape"),
            'U' => (8, "truncated \\UXXXXXXXX escape"),
            'N' => {
                let (used, problem) = name_problem(rest.as_str(), in_fstring);
                if let Some(problem) = problem {
                    return Some(problem_at(start, at + used - 1, problem));
                }
                rest.nth(used.saturating_sub(1));
                at += used;
                continue;
            }
            _ => continue,
        };
        let digits: String = rest.as_str().chars().take(length).take_while(char::is_ascii_hexdigit).collect();
        if digits.len() < length {
            return Some(problem_at(start, at + digits.len() - 1, form));
        }
        if u32::from_str_radix(&digits, 16).is_ok_and(|code| code > 0x0010_FFFF) {
            return Some(problem_at(start, at + digits.len() - 1, "illegal Unicode character"));
        }
        rest.nth(length - 1);
        at += length;
    }
    None
}

fn problem_at(start: usize, end: usize, problem: &str) -> String {
    format!("(unicode error) 'unicodeescape' codec can't decode bytes in position {start}-{end}: {problem}")
}

/// Returns how many characters after `\N` belong to the escape, and the problem with them.
fn name_problem(rest: &str, in_fstring: bool) -> (usize, Option<&'static str>) {
    const MALFORMED: Option<&str> = Some("malformed \\N character escape");
    let Some(inner) = rest.strip_prefix('{') else { return (0, MALFORMED) };
    let Some((name, _)) = inner.split_once('}') else {
        return (if in_fstring { rest.chars().count() } else { 1 + inner.chars().count() }, MALFORMED);
    };
    if name.is_empty() {
        return (1, MALFORMED);
    }
    let used = name.chars().count() + 2;
    let known = !name.contains(['\\', '"', '\'', '\n']) && parser::parse_expression(&format!("\"\\N{{{name}}}\"")).is_ok();
    (used, (!known).then_some("unknown Unicode character name"))
}
