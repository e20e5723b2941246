//! The lines of a SyntaxError: its location, source line, caret and message.

use stockade_compiler::{SourceText, SyntaxError};

use crate::base::sizes::clamped_size;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;

/// No carets beyond this column.
const MAX_COLUMN: i64 = 10_000;

fn shown(rt: &mut Runtime, value: Value) -> Option<String> {
    if value.is_none() {
        return None;
    }
    let text = rt.str_text(value);
    rt.pending.call = crate::runtime::pending_call::PendingCall::default();
    Some(text.map_or_else(|_| "<unprintable>".into(), |text| super::user_texts::cut(&text)))
}

fn number(value: Value) -> Option<i64> {
    matches!(value.tag, Tag::Int | Tag::Bool).then(|| value.as_i64())
}

/// The fields of a SyntaxError, as text.
#[derive(Default)]
struct SyntaxErrorFields {
    file: Option<String>,
    line: Option<String>,
    text: Option<String>,
    offset: Option<i64>,
    end_offset: Option<i64>,
    same_line: bool,
    message: Option<String>,
}

/// The lines of a SyntaxError whose class is shown as `kind`.
pub(super) fn lines(rt: &mut Runtime, exc: Value, kind: &str) -> Vec<String> {
    let field = |name: &str| rt.exception_field(exc, name).unwrap_or(Value::NONE);
    let (file, line, end_line) = (field("filename"), field("lineno"), field("end_lineno"));
    let (source, offset, end_offset, message) = (field("text"), number(field("offset")), number(field("end_offset")), field("msg"));
    let same_line = line == end_line;
    let (file, line, message, text) = (shown(rt, file), shown(rt, line), shown(rt, message), shown(rt, source));
    SyntaxErrorFields { file, line, text, offset, end_offset, same_line, message }.lines(kind)
}

/// CPython's message for a source that is not a valid program.
#[must_use]
pub fn syntax_error_text(source: &SourceText, error: &SyntaxError) -> String {
    let is_file = !source.name().is_empty() && !source.name().starts_with('<');
    let place = if is_file { error.place_in_file(source) } else { error.place(source) };
    let shown = SyntaxErrorFields {
        file: Some(source.name().to_string()),
        line: Some(place.line.to_string()),
        text: Some(super::user_texts::cut(&place.text)),
        offset: Some(place.offset),
        end_offset: place.end_offset,
        same_line: place.line == place.end_line,
        message: Some(error.message.to_string()),
    };
    shown.lines(error.class.name()).concat()
}

impl SyntaxErrorFields {
    fn lines(self, kind: &str) -> Vec<String> {
        let SyntaxErrorFields { file, line, text, offset, end_offset, same_line, message } = self;
        let mut out = Vec::new();
        let mut place = String::new();
        match (&line, &file) {
            (Some(line), _) => {
                let file = file.as_deref().filter(|file| !file.is_empty()).unwrap_or("<string>");
                out.push(format!("  File \"{file}\", line {line}\n"));
            }
            (None, Some(file)) => place = format!(" ({file})"),
            (None, None) => {}
        }
        if let Some(text) = text {
            let stripped = text.trim_end_matches('\n');
            let left = stripped.trim_start_matches([' ', '\n', '\x0c']);
            out.push(format!("    {left}\n"));
            if let Some(offset) = offset {
                let count = |text: &str| i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
                let past = count(stripped).saturating_add(1);
                let mut start = offset;
                let mut end = if same_line { end_offset.filter(|end| *end != 0).unwrap_or(offset) } else { past };
                if !text.is_empty() {
                    start = if start > count(&text) { past } else { start };
                    end = if end > count(&text) { past } else { end };
                }
                if start >= end || end < 0 {
                    end = start.saturating_add(1);
                }
                let indent = count(stripped) - count(left);
                let (first, last) = (start.saturating_sub(1).saturating_sub(indent), end.saturating_sub(1).saturating_sub(indent));
                if first >= 0 {
                    let before = clamped_size(first.min(MAX_COLUMN));
                    let marks = clamped_size(last.saturating_sub(first).min(MAX_COLUMN));
                    let blanks: String = left.chars().take(before).map(|c| if c.is_whitespace() { c } else { ' ' }).collect();
                    out.push(format!("    {blanks}{}\n", "^".repeat(marks)));
                }
            }
        }
        let message = message.filter(|message| !message.is_empty()).unwrap_or_else(|| "<no detail available>".into());
        out.push(format!("{kind}: {message}{place}\n"));
        out
    }
}
