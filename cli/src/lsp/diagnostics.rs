//! A document to the problems that an editor shows: programs by the check, policies and settings by their readers.

use std::path::{Path, PathBuf};

use lsp_types::{Diagnostic, DiagnosticSeverity, DiagnosticTag, NumberOrString, Range, TextEdit};
use stockade_policy::input::{Document, Format};
use stockade_policy::load::{PolicyError, load_tests};
use stockade_policy::model::{Level, SETTINGS};
use stockade_policy::{Finding, Rule, resolve_text, rules};

use crate::check_plan::Plan;
use crate::check_settings;
use crate::lsp::text::Text;
use crate::policy_source;

/// What the server knows about a kind of document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Programs in this format.
    Programs(Format),
    Policy,
    PolicyTests,
    Settings,
    /// Nothing is checked: notebooks come as their cells, and other files are none of ours.
    Other,
}

impl Kind {
    /// The kind of a document by its name, by what the editor calls its language, and by its text.
    pub(super) fn of(path: Option<&Path>, language: &str, text: &str) -> Self {
        let name = path.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if matches!(name.as_str(), "stockade.toml" | "pyproject.toml") {
            return Self::Settings;
        }
        if name.ends_with(".yaml") || name.ends_with(".yml") || language == "yaml" {
            if name.ends_with(".policytest.yaml") {
                return Self::PolicyTests;
            }
            return if is_policy(text) { Self::Policy } else { Self::Other };
        }
        match Format::of_name(&name) {
            Some(Format::Notebook | Format::Jsonl { .. }) => Self::Other,
            Some(format) => Self::Programs(format),
            None => match language {
                "python" => Self::Programs(Format::Python),
                "markdown" => Self::Programs(Format::Markdown),
                _ => Self::Other,
            },
        }
    }
}

/// True for a YAML text of version 1 with a section that policies have. Other programs have files with a `version`, too.
fn is_policy(text: &str) -> bool {
    let key =
        |line: &str| line.split_once(':').map(|(key, value)| (key.to_owned(), value.split('#').next().unwrap_or("").trim().to_owned()));
    let keys: Vec<(String, String)> = text.lines().filter_map(key).collect();
    let has_version = keys.iter().any(|(key, value)| key == "version" && value == "1");
    let sections =
        || SETTINGS.iter().filter_map(|setting| setting.path.split('.').next()).chain(["extends", "add", "remove", "override", "final"]);
    has_version && keys.iter().any(|(key, _)| sections().any(|section| section == key))
}

/// One problem of a document.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    pub(super) diagnostic: Diagnostic,
    pub(super) rule: Option<&'static Rule>,
    /// What a repair does, and its edits.
    pub(super) fix: Option<(String, Vec<TextEdit>)>,
}

impl Problem {
    /// A problem at the start of a document.
    pub(super) fn of_whole(message: String) -> Self {
        let diagnostic =
            Diagnostic { severity: Some(DiagnosticSeverity::ERROR), source: Some("stockade".to_owned()), message, ..Diagnostic::default() };
        Self { diagnostic, rule: None, fix: None }
    }
}

/// The problems of programs.
pub(super) fn of_programs(text: &Text, name: &str, format: &Format, plan: &Plan) -> Vec<Problem> {
    let document = match Document::of_text(name, text.as_str(), format) {
        Ok(document) => document,
        Err(message) => return vec![Problem::of_whole(message)],
    };
    let mut problems = Vec::new();
    for mut checked in document.check(&plan.policy, stockade_vm::catalog(&crate::LIBRARY), &plan.known) {
        plan.hide(&mut checked.report.findings);
        problems.extend(checked.report.findings.iter().map(|finding| of_finding(text, finding)));
    }
    problems
}

fn of_finding(text: &Text, finding: &Finding) -> Problem {
    let range = |(line, column): (u32, u32), (end_line, end_column): (u32, u32)| Range {
        start: text.position(line, column),
        end: text.position(end_line, end_column),
    };
    let place = range((finding.line, finding.column), (finding.end_line, finding.end_column));
    let fix = finding.fix.as_ref().map(|fix| {
        let edits = fix
            .edits
            .iter()
            .map(|edit| TextEdit::new(range((edit.line, edit.column), (edit.end_line, edit.end_column)), edit.text.clone()));
        (fix.message.clone(), edits.collect())
    });
    let words = [Some(finding.message.clone()), finding.help.as_ref().map(|help| format!("help: {help}")), finding.note.clone()];
    let message: Vec<String> = words.into_iter().flatten().collect();
    let diagnostic = diagnostic(place, finding.level, finding.rule.id, message.join("\n"));
    let tags = (finding.rule.id == "IMP006").then(|| vec![DiagnosticTag::UNNECESSARY]);
    Problem { diagnostic: Diagnostic { tags, ..diagnostic }, rule: Some(finding.rule), fix }
}

fn diagnostic(range: Range, level: Level, rule: &str, message: String) -> Diagnostic {
    let severity = match level {
        Level::Deny => DiagnosticSeverity::ERROR,
        Level::Warn => DiagnosticSeverity::WARNING,
        Level::Info | Level::Off => DiagnosticSeverity::INFORMATION,
    };
    Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(rule.to_owned())),
        source: Some("stockade".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// The problems of a policy, and those of its bases, which stand at its start.
pub(super) fn of_policy(text: &Text, name: &str) -> Vec<Problem> {
    let errors = match resolve_text(name, text.as_str(), &policy_source::find_parent) {
        Ok(policy) => {
            let mut warnings = policy.warnings.clone();
            warnings.extend(policy.unused_entries(stockade_vm::catalog(&crate::LIBRARY)));
            warnings
        }
        Err(errors) => errors,
    };
    errors.iter().map(|error| of_policy_error(text, name, error)).collect()
}

/// The problems of a file with tests of a policy.
pub(super) fn of_policy_tests(text: &Text, name: &str) -> Vec<Problem> {
    let errors = load_tests(name, text.as_str()).err().unwrap_or_default();
    errors.iter().map(|error| of_policy_error(text, name, error)).collect()
}

fn of_policy_error(text: &Text, name: &str, error: &PolicyError) -> Problem {
    let mut message = error.to_string();
    if let Some(help) = &error.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let is_here = &*error.source.name == name;
    if !is_here {
        let (line, column) = error.position();
        message = format!("{}:{line}:{column}: {message}", error.source.name);
    }
    let (start, end) = if is_here { error.span } else { (0, 0) };
    let range = Range { start: text.position_of(start), end: text.position_of(end) };
    Problem { diagnostic: diagnostic(range, error.level, error.rule, message), rule: rules::find(error.rule), fix: None }
}

/// The problem of a file with settings, if it has one.
pub(super) fn of_settings(text: &Text, path: &Path) -> Vec<Problem> {
    let Err(error) = check_settings::check_text(text.as_str(), path) else { return Vec::new() };
    let (start, end) = error.span();
    let range = Range { start: text.position_of(start), end: text.position_of(end) };
    let severity = Some(DiagnosticSeverity::ERROR);
    let diagnostic = Diagnostic { range, severity, source: Some("stockade".to_owned()), message: error.text(), ..Diagnostic::default() };
    vec![Problem { diagnostic, rule: None, fix: None }]
}

/// The name of a document in messages, and the path by which its settings and bases are found.
pub(super) fn name_of(uri: &str, path: Option<&PathBuf>) -> String {
    path.map_or_else(|| uri.to_owned(), |path| path.to_string_lossy().into_owned())
}
