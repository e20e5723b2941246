//! Findings and diagnostics to text, with everything that a hostile source could do to a terminal taken out.

use std::io::{self, IsTerminal, Write};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, NamedSource, Report as MietteReport};
use stockade_compiler::SourceText;
pub(crate) use stockade_policy::text::{escape, neutralise};
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
