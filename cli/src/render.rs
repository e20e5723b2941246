//! Findings and diagnostics to text, with everything that a hostile source could do to a terminal taken out.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, NamedSource, Report as MietteReport};
use stockade_compiler::SourceText;
use stockade_policy::{Finding, Report};

/// Colours on stdout: only for a terminal, and not when `NO_COLOR` is set.
#[must_use]
pub(crate) fn stdout_colours() -> bool {
    io::stdout().is_terminal() && colours_wanted()
}

#[must_use]
pub(crate) fn stderr_colours() -> bool {
    io::stderr().is_terminal() && colours_wanted()
}

fn colours_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes to stdout; a closed pipe is not worth a message.
pub(crate) fn to_stdout(text: &str) {
    let _ = io::stdout().lock().write_all(text.as_bytes());
}

pub(crate) fn to_stderr(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A message about the call itself.
pub(crate) fn error(message: &str) {
    to_stderr(&format!("error: {}\n", escape(message)));
}

/// Characters that move the cursor, change colours or the direction of text, or cannot be seen.
fn is_hostile(c: char) -> bool {
    let code = u32::from(c);
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(code, 0x00AD | 0x061C | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xFFF9..=0xFFFB | 0xE0000..=0xE0FFF | 0x10F800..=0x10FFFF)
}

/// Hostile characters as `\u{202e}`: for messages.
#[must_use]
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hostile(c) { safe.extend(c.escape_unicode()) } else { safe.push(c) }
    }
    Cow::Owned(safe)
}

/// Hostile characters replaced by harmless ones of as many bytes, so that byte spans still fit: for source text.
#[must_use]
pub(crate) fn neutralise(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hostile) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // A lone carriage return ends a line in Python, but not for the renderer.
            '\r' if chars.peek() == Some(&'\n') => safe.push(' '),
            '\r' => safe.push('\n'),
            _ if !is_hostile(c) => safe.push(c),
            _ => safe.push_str(match c.len_utf8() {
                1 => "?",
                2 => "\u{B7}",
                3 => "\u{FFFD}",
                _ => "\u{FFFD}?",
            }),
        }
    }
    Cow::Owned(safe)
}

fn handler(colours: bool) -> GraphicalReportHandler {
    let theme = if colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    GraphicalReportHandler::new_themed(theme).with_links(false).with_width(120).with_context_lines(1)
}

/// A diagnostic that knows its source.
#[must_use]
pub(crate) fn diagnostic(diagnostic: &dyn Diagnostic, colours: bool) -> String {
    let mut text = String::new();
    // Writing to a string does not fail; a renderer that gives up still leaves the message.
    if handler(colours).render_report(&mut text, diagnostic).is_err() {
        text = format!("{diagnostic}\n");
    }
    text
}

/// Every finding with the source it points into.
#[must_use]
pub(crate) fn fancy(report: &Report, source: &SourceText, colours: bool) -> String {
    let mut text = String::new();
    let safe = neutralise(source.text());
    for finding in &report.findings {
        let named = NamedSource::new(escape(&report.file), safe.to_string()).with_language("python");
        let finding = safe_finding(finding);
        text.push_str(&diagnostic(MietteReport::new(finding).with_source_code(named).as_ref(), colours));
    }
    text
}

fn safe_finding(finding: &Finding) -> Finding {
    let mut safe = finding.clone();
    safe.message = escape(&safe.message).into_owned();
    for text in [&mut safe.label, &mut safe.help, &mut safe.note].into_iter().flatten() {
        *text = escape(text).into_owned();
    }
    safe
}

/// One line for each finding: `file:line:column: level[RULE] message (help)`.
#[must_use]
pub(crate) fn concise(report: &Report) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let file = escape(&report.file);
        let message = escape(&finding.message).replace('\n', " ");
        text.push_str(&format!("{file}:{}:{}: {}[{}] {message}", finding.line, finding.column, finding.level, finding.rule.id));
        if let Some(help) = &finding.help {
            text.push_str(&format!(" ({})", escape(help).replace('\n', " ")));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_characters_keep_their_length() {
        for text in ["\u{1b}[31m", "a\u{202e}b", "\u{85}", "\u{e0041}", "x\r\ny\rz", "\u{0}"] {
            let safe = neutralise(text);
            assert_eq!(safe.len(), text.len(), "{text:?}");
            assert!(!safe.chars().any(is_hostile), "{text:?}");
        }
        assert_eq!(escape("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(neutralise("plain é\n"), "plain é\n");
    }
}
