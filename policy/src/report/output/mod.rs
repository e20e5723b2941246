//! Output formats for people, language models and other tools, in one file each. The format `fancy` is in the command line tool.
//!
//! Every format treats the source as hostile: it escapes all text of a program.

pub mod audit;
mod github;
mod gitlab;
mod junit;
mod llm;
mod sarif;

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::base::rule::Level;
use crate::base::rule::Rule;
use crate::base::text::{escape, escape_json, escape_line};
use crate::report::verdict::{Checked, Verdict};

pub use github::github;
pub use gitlab::gitlab;
pub use junit::junit;
pub use llm::{Guide, llm};
pub use sarif::{sarif, sarif_of};

/// Returns one line for each finding: `file:line:column: level[RULE] message (help)`.
#[must_use]
pub fn concise(report: &Verdict) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let (file, message) = (escape_line(&report.file), escape_line(&finding.message));
        text.push_str(&format!("{file}:{}:{}: {}[{}] {message}", finding.line, finding.column, finding.level, finding.rule.id));
        if let Some(help) = &finding.help {
            text.push_str(&format!(" ({})", escape_line(help)));
        }
        text.push('\n');
    }
    text
}

/// Returns one JSON array of reports.
#[must_use]
pub fn json(all: &[Checked]) -> String {
    pretty(&Json::Array(all.iter().map(|checked| checked.report.to_json()).collect()))
}

/// Returns one line with a JSON object for each program.
#[must_use]
pub fn jsonl(all: &[Checked]) -> String {
    let mut text = String::new();
    for checked in all {
        text.push_str(&escape_json(&checked.report.to_json().to_string()));
        text.push('\n');
    }
    text
}

pub(crate) fn pretty(json: &Json) -> String {
    let mut text = escape_json(&serde_json::to_string_pretty(json).unwrap_or_else(|_| "[]".into()));
    text.push('\n');
    text
}

/// Returns how often each rule reported, with the most frequent first.
#[must_use]
pub fn statistics(all: &[Checked]) -> String {
    let mut counts: BTreeMap<(&str, Level), (usize, &Rule)> = BTreeMap::new();
    for finding in all.iter().flat_map(|checked| &checked.report.findings) {
        let row = counts.entry((finding.rule.id, finding.level)).or_insert((0, finding.rule));
        row.0 = row.0.saturating_add(1);
    }
    let mut rows: Vec<(usize, &str, Level, &Rule)> =
        counts.into_iter().map(|((id, level), (count, rule))| (count, id, level, rule)).collect();
    rows.sort_by(|a, b| (b.0, a.1, a.2).cmp(&(a.0, b.1, b.2)));
    let mut text = String::new();
    for (count, id, level, rule) in rows {
        text.push_str(&format!("{count:>6}  {id:<8} {level:<5} {}\n", rule.name));
    }
    let denied = all.iter().filter(|checked| !checked.report.accepted()).count();
    text.push_str(&format!("{:>6}  programs, {denied} of them denied\n", all.len()));
    text
}

/// Returns the file name of a program without the cell or line in it, for formats that only support files.
pub(crate) fn path_of(report: &Verdict) -> String {
    let file = escape(&report.file);
    match file.rsplit_once('#') {
        Some((path, part)) if !path.is_empty() && !part.contains(['/', '\\']) => path.to_owned(),
        _ => file.into_owned(),
    }
}
