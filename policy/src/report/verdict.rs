//! Findings, reports and verdicts, and their stable JSON form.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, Severity};
use serde::Serialize;
use stockade_compiler::SourceText;
use stockade_compiler::tree::Span;

use crate::base::rule::Level;
use crate::base::rule::{Family, Rule};

/// The report of a rule on one place.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule that reports.
    pub rule: &'static Rule,
    /// The level of the finding.
    pub level: Level,
    /// The message, in lower case and with user text in backticks.
    pub message: String,
    /// Describes the marked place in two or three words.
    pub label: Option<String>,
    /// Says what to do.
    pub help: Option<String>,
    /// More information, such as where an alias was bound.
    pub note: Option<String>,
    /// A change of the text that repairs it and changes nothing else.
    pub fix: Option<Fix>,
    /// The place, as byte offsets.
    pub span: Span,
    /// Line of the start, from 1.
    pub line: u32,
    /// Column of the start in characters, from 1.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column of the end.
    pub end_column: u32,
}

impl Finding {
    pub(crate) fn new(rule: &'static Rule, level: Level, source: &SourceText, span: Span, message: impl Into<String>) -> Self {
        let (start, end) = (source.position(span.start), source.position(span.end.max(span.start)));
        Self {
            rule,
            level,
            message: shorten(message.into()),
            label: None,
            help: None,
            note: None,
            fix: None,
            span,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }

    /// True if the finding reports a file that could not be read.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        self.rule.id == UNREADABLE
    }

    /// True if the finding reports text that the parser refuses.
    #[must_use]
    pub fn is_syntax(&self) -> bool {
        self.rule.family == Family::Syntax
    }

    /// True if the finding reports text that Stockade does not run though another tool does: Python that is not supported (SYN006), or a
    /// command of a notebook (SYN008).
    #[must_use]
    pub fn is_unsupported(&self) -> bool {
        matches!(self.rule.id, UNSUPPORTED | MAGIC)
    }

    /// True if the finding reports a bug of Stockade.
    #[must_use]
    pub fn is_internal(&self) -> bool {
        self.rule.family == Family::Internal
    }

    /// Sets the label.
    pub fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = Some(shorten(label.into()));
        self
    }

    /// Sets the help.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(shorten(help.into()));
        self
    }

    /// Sets the note.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.note = Some(shorten(note.into()));
        self
    }
}

/// The rule that reports files.
const UNREADABLE: &str = "INP001";

/// The rules that report what is not run here.
const UNSUPPORTED: &str = "SYN006";
const MAGIC: &str = "SYN008";

/// A change of the source that repairs a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the change does, as an imperative.
    pub message: String,
    /// The pieces of text that are replaced, in their order. They do not overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A fix that replaces one piece of text.
    pub(crate) fn new(message: impl Into<String>, edit: Edit) -> Self {
        Self { message: shorten(message.into()), edits: vec![edit] }
    }
}

/// A piece of the source, and the text that replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The piece, as byte offsets.
    pub span: Span,
    /// Line of its start, from 1.
    pub line: u32,
    /// Column of its start in characters, from 1.
    pub column: u32,
    /// Line of its end.
    pub end_line: u32,
    /// Column of its end.
    pub end_column: u32,
    /// The new text.
    pub text: String,
}

impl Edit {
    pub(crate) fn new(source: &SourceText, span: Span, text: impl Into<String>) -> Self {
        let (start, end) = (source.position(span.start), source.position(span.end.max(span.start)));
        Self { span, line: start.line, column: start.column, end_line: end.line, end_column: end.column, text: text.into() }
    }
}

/// Maximum number of characters of a message. Names in a hostile source may be as long as the source.
const MAX_MESSAGE: usize = 400;

fn shorten(text: String) -> String {
    match text.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or("")),
        None => text,
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Finding {}

/// Has no source text. The miette report that shows the finding must add it.
impl Diagnostic for Finding {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("{} {}", self.rule.id, self.rule.name)))
    }
    fn severity(&self) -> Option<Severity> {
        Some(match self.level {
            Level::Deny => Severity::Error,
            Level::Warn => Severity::Warning,
            Level::Info | Level::Off => Severity::Advice,
        })
    }
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let text = match (&self.help, &self.note) {
            (Some(help), Some(note)) => format!("{help}\nnote: {note}"),
            (Some(help), None) => help.clone(),
            (None, Some(note)) => format!("note: {note}"),
            (None, None) => return None,
        };
        Some(Box::new(text))
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = self.label.clone().unwrap_or_else(|| self.rule.name.replace('-', " "));
        Some(Box::new(std::iter::once(LabeledSpan::new(Some(label), self.span.start as usize, self.span.len() as usize))))
    }
}

/// The decision whether the program may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decision {
    /// No finding is a warning or a denial.
    Allow,
    /// There are warnings, but no denials.
    Warn,
    /// At least one finding is a denial.
    Deny,
}

impl Decision {
    /// Returns the name of the decision in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }
}

/// A report, with the text that its spans refer to. For a program in a document, that is the whole document.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The report.
    pub report: Verdict,
    /// The text.
    pub source: SourceText,
}

/// The report of `check` on one source.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Name of the source.
    pub file: Box<str>,
    /// The decision whether the program may run.
    pub verdict: Decision,
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// Dotted names of every module that the program imports, sorted.
    pub imports_used: Vec<Box<str>>,
    /// Things that the program uses besides computation: `clock`, `output`, `randomness`, `tool:NAME`. Sorted.
    pub capabilities_used: Vec<Box<str>>,
    /// Name of the policy.
    pub policy: Box<str>,
    /// Digest of the resolved policy.
    pub policy_sha256: Box<str>,
    /// Digest of the source.
    pub source_sha256: Box<str>,
    /// Version of this crate.
    pub tool_version: &'static str,
}

impl Verdict {
    /// True if the program may run.
    #[must_use]
    pub fn accepted(&self) -> bool {
        self.verdict < Decision::Deny
    }

    /// Adds a finding behind the others. The verdict follows it.
    pub(crate) fn add(&mut self, finding: Finding) {
        self.verdict = self.verdict.max(match finding.level {
            Level::Deny => Decision::Deny,
            Level::Warn => Decision::Warn,
            Level::Info | Level::Off => Decision::Allow,
        });
        self.findings.push(finding);
    }

    /// Returns the ids of the rules with denials, sorted, each once.
    #[must_use]
    pub fn denying(&self) -> Vec<&'static str> {
        let mut ids: Vec<&'static str> =
            self.findings.iter().filter(|finding| finding.level == Level::Deny).map(|finding| finding.rule.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Returns the report as JSON. Its fields are stable.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let json = ReportJson {
            file: &self.file,
            verdict: self.verdict.name(),
            findings: self.findings.iter().map(FindingJson::new).collect(),
            imports_used: &self.imports_used,
            capabilities_used: &self.capabilities_used,
            policy: &self.policy,
            policy_sha256: &self.policy_sha256,
            source_sha256: &self.source_sha256,
            tool_version: self.tool_version,
        };
        serde_json::to_value(json).unwrap_or(serde_json::Value::Null)
    }
}

/// A stable format: fields may be added, but never changed or removed.
#[derive(Serialize)]
struct ReportJson<'a> {
    file: &'a str,
    verdict: &'static str,
    findings: Vec<FindingJson<'a>>,
    imports_used: &'a [Box<str>],
    capabilities_used: &'a [Box<str>],
    policy: &'a str,
    policy_sha256: &'a str,
    source_sha256: &'a str,
    tool_version: &'static str,
}

#[derive(Serialize)]
struct FindingJson<'a> {
    rule: &'static str,
    name: &'static str,
    level: &'static str,
    message: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    start: u32,
    end: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixJson<'a>>,
}

#[derive(Serialize)]
struct FixJson<'a> {
    message: &'a str,
    edits: Vec<EditJson<'a>>,
}

#[derive(Serialize)]
struct EditJson<'a> {
    start: u32,
    end: u32,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    text: &'a str,
}

impl<'a> FixJson<'a> {
    fn new(fix: &'a Fix) -> Self {
        let edit = |edit: &'a Edit| EditJson {
            start: edit.span.start,
            end: edit.span.end,
            line: edit.line,
            column: edit.column,
            end_line: edit.end_line,
            end_column: edit.end_column,
            text: &edit.text,
        };
        Self { message: &fix.message, edits: fix.edits.iter().map(edit).collect() }
    }
}

impl<'a> FindingJson<'a> {
    fn new(finding: &'a Finding) -> Self {
        Self {
            rule: finding.rule.id,
            name: finding.rule.name,
            level: finding.level.name(),
            message: &finding.message,
            line: finding.line,
            column: finding.column,
            end_line: finding.end_line,
            end_column: finding.end_column,
            start: finding.span.start,
            end: finding.span.end,
            help: finding.help.as_deref(),
            note: finding.note.as_deref(),
            fixes: finding.fix.iter().map(FixJson::new).collect(),
        }
    }
}
