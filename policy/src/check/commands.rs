//! Finds commands of notebooks (`%time`, `!ls`, `obj?`) in text that does not parse.

use stockade_compiler::tree::Span;
use stockade_compiler::{ErrorKind, ParseLimits, SourceText, SyntaxError};

use crate::base::rule::Level;
use crate::report::verdict::Finding;
use crate::rules::syntax::notebook_command;

/// More commands in one cell are not looked for.
const MOST: usize = 100;

/// A command of a notebook in a source.
#[derive(Debug, Clone)]
pub(crate) struct Command {
    /// The place of the command.
    pub(crate) span: Span,
    message: String,
    help: &'static str,
}

impl Command {
    pub(crate) fn finding(&self, source: &SourceText) -> Finding {
        let mut finding = Finding::new(&notebook_command::NOTEBOOK_COMMAND, Level::Deny, source, self.span, self.message.as_str());
        finding.label("not Python").help(self.help);
        finding
    }

    /// What a run says.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

/// The command of a notebook that made a text fail to parse. In a file that is not a notebook, the error must be at the start of its line, so
/// that an operator in a longer expression is not one.
pub(crate) fn command(source: &SourceText, error: &SyntaxError, in_notebook: bool) -> Option<Command> {
    if error.kind.is_limit() || error.kind == ErrorKind::Unsupported {
        return None;
    }
    // The parser fails at the command, or after its first word. The line decides.
    let number = source.line_of(error.span.start);
    let line = source.line_text(number);
    let start = source.line_start(number);
    let offset = |at: usize| start.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
    let text = line.trim();
    let indent = line.len() - line.trim_start().len();
    let span = |from: usize| Span::new(offset(from), offset(line.trim_end().len()));
    let whole = span(indent);
    // `files = !ls` and `x = %pwd`: the parser fails at the mark.
    let (before, rest) = line.split_at_checked((error.span.start.saturating_sub(start)) as usize).unwrap_or((line, ""));
    let is_value = before.trim_end().ends_with('=') && !before.trim_end().ends_with("==");
    let is_at_mark = error.span.start == whole.start || is_value || text.ends_with('?');
    if !in_notebook && !is_at_mark {
        return None;
    }
    let word = |text: &str| text.split([' ', '\t', '(']).next().unwrap_or("").chars().take(40).collect::<String>();
    let begins_name = |rest: &str| rest.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if let Some(rest) = text.strip_prefix("%%").filter(|rest| begins_name(rest) || rest.starts_with('!')) {
        // It rules over the whole cell, whatever language that is.
        let message = format!("`%%{}` is a cell magic of notebooks", word(rest));
        return Some(Command { span: whole, message, help: "remove the line; what follows must be Python" });
    }
    if let Some(rest) = text.strip_prefix('%').filter(|rest| begins_name(rest)) {
        return Some(magic(word(rest), whole));
    }
    if text.starts_with('!') && !text.starts_with("!=") {
        return Some(shell(word(text.trim_start_matches('!').trim_start()), whole));
    }
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '%' | '*')) && !text.ends_with('.')
    };
    let asked =
        text.strip_prefix('?').map(|text| text.trim_start_matches('?')).or_else(|| Some(text.strip_suffix('?')?.trim_end_matches('?')));
    if let Some(name) = asked.filter(|name| is_name(name.trim())) {
        let message = format!("`{}?` asks a notebook for help", name.trim().chars().take(40).collect::<String>());
        return Some(Command { span: whole, message, help: "remove the line" });
    }
    if !is_value {
        return None;
    }
    let at = before.len();
    if let Some(command) = rest.strip_prefix('!') {
        return Some(shell(word(command.trim_start()), span(at)));
    }
    let named = rest.strip_prefix('%').filter(|rest| begins_name(rest))?;
    Some(magic(word(named), span(at)))
}

fn magic(word: String, span: Span) -> Command {
    let help = if installs(&word) { NOTHING_INSTALLS } else { "remove it, or write it in Python" };
    Command { span, message: format!("`%{word}` is a magic of notebooks"), help }
}

fn shell(word: String, span: Span) -> Command {
    let help = if installs(&word) { NOTHING_INSTALLS } else { "no other program can be started: remove it, or write it in Python" };
    Command { span, message: format!("`!{word}` is a command of the shell"), help }
}

const NOTHING_INSTALLS: &str = "nothing can be installed: import what there is";

fn installs(word: &str) -> bool {
    matches!(word, "pip" | "pip3" | "conda" | "mamba" | "uv" | "apt" | "apt-get")
}

/// The commands in a cell of a notebook, and the cell with a placeholder for each, which has the same lines and columns.
pub(crate) fn commands(cell: &SourceText) -> (Vec<Command>, SourceText) {
    let (mut found, mut rest) = (Vec::new(), cell.clone());
    let limits =
        ParseLimits { literal_bytes: u32::MAX, source_bytes: u32::MAX, tokens: u32::MAX, nodes: u32::MAX, ..ParseLimits::default() };
    while found.len() < MOST {
        let first = rest.text().find(|c: char| !c.is_whitespace()).unwrap_or(0);
        let is_of_cell = rest.text().get(first..).is_some_and(|text| text.starts_with("%%"));
        let error = if is_of_cell {
            let at = u32::try_from(first).unwrap_or(u32::MAX);
            SyntaxError::syntax("invalid syntax", Span::new(at, at))
        } else {
            // Most cells have no mark and are not parsed twice.
            if !rest.text().contains(['%', '!', '?']) {
                break;
            }
            let Err(error) = stockade_compiler::parse(&rest, &limits) else { break };
            error
        };
        let Some(command) = command(&rest, &error, true) else { break };
        let end = if is_of_cell { rest.text().len() } else { command.span.end as usize };
        rest = blanked(&rest, command.span.start as usize, end);
        found.push(command);
    }
    (found, rest)
}

/// The text with the number 0 and blanks in the place of a part.
fn blanked(source: &SourceText, start: usize, end: usize) -> SourceText {
    let mut text = source.text().get(..start).unwrap_or("").to_owned();
    let part = source.text().get(start..end).unwrap_or("");
    text.push('0');
    text.extend(part.bytes().skip(1).map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    text.push_str(source.text().get(end..).unwrap_or(""));
    SourceText::new(source.name(), &text)
}
