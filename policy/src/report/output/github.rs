//! Annotations of a GitHub workflow: `::error file=...::message`.

use crate::base::rule::Level;
use crate::base::text::escape;
use crate::report::output::path_of;
use crate::report::verdict::Checked;

/// Returns one command for each finding.
#[must_use]
pub fn github(all: &[Checked]) -> String {
    let mut text = String::new();
    for checked in all {
        let file = property(&path_of(&checked.report));
        for finding in &checked.report.findings {
            let command = match finding.level {
                Level::Deny => "error",
                Level::Warn => "warning",
                Level::Info | Level::Off => "notice",
            };
            let title = property(&format!("{} {}", finding.rule.id, finding.rule.name));
            let mut message = escape(&finding.message).into_owned();
            if let Some(help) = &finding.help {
                message.push('\n');
                message.push_str(&escape(help));
            }
            text.push_str(&format!("::{command} file={file},line={}", finding.line));
            // An annotation for several lines has no useful columns.
            if finding.end_line == finding.line {
                text.push_str(&format!(",col={},endColumn={}", finding.column, finding.end_column));
            } else {
                text.push_str(&format!(",endLine={}", finding.end_line));
            }
            text.push_str(&format!(",title={title}::{}\n", data(&message)));
        }
    }
    text
}

/// Escapes line ends. A line that starts with `::` would otherwise be a separate command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(&escape(text)).replace(':', "%3A").replace(',', "%2C")
}
