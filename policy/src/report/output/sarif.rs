//! SARIF 2.1.0, with the documentation, weakness numbers and fingerprints of rules, for code scanning services.

use serde_json::{Map, Value as Json, json};

use crate::base::rule::{Level, Rule, RuleList};
use crate::base::text::{escape, neutralise};
use crate::report::fingerprint;
use crate::report::output::{path_of, pretty};
use crate::report::verdict::{Checked, Edit, Fix};
use crate::settings::resolve::ResolvedPolicy;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Returns the log of one run over all programs.
#[must_use]
pub fn sarif(all: &[Checked], policy: &ResolvedPolicy) -> String {
    sarif_of(&[(all, policy)])
}

/// Returns a log with one run for each policy.
#[must_use]
pub fn sarif_of(groups: &[(&[Checked], &ResolvedPolicy)]) -> String {
    let runs: Vec<Json> = groups.iter().map(|(all, policy)| run(all, policy)).collect();
    pretty(&json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": runs }))
}

fn run(all: &[Checked], policy: &ResolvedPolicy) -> Json {
    let rules: Vec<Json> = policy.rules.iter().map(|rule| descriptor(rule, policy.level(rule))).collect();
    let failed = all.iter().flat_map(|checked| &checked.report.findings).any(|finding| finding.is_internal() || finding.is_unreadable());
    let results: Vec<Json> = all.iter().flat_map(|checked| results(checked, policy.rules)).collect();
    let artifacts: Vec<Json> = all
        .iter()
        .map(|checked| {
            json!({
                "location": { "uri": uri(&path_of(&checked.report)) },
                "hashes": { "sha-256": checked.report.source_sha256 },
                "properties": { "program": escape(&checked.report.file), "verdict": checked.report.verdict.name() },
            })
        })
        .collect();
    json!({
        "tool": { "driver": {
            "name": "Stockade",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        } },
        "columnKind": "unicodeCodePoints",
        "invocations": [{ "executionSuccessful": !failed }],
        "artifacts": artifacts,
        "results": results,
        "properties": { "policy": policy.name, "policy_sha256": policy.sha256 },
    })
}

fn level_name(level: Level) -> &'static str {
    match level {
        Level::Deny => "error",
        Level::Warn => "warning",
        Level::Info => "note",
        Level::Off => "none",
    }
}

fn descriptor(rule: &Rule, level: Level) -> Json {
    let docs: String = rule.docs.lines().map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
    let mut properties = Map::new();
    let mut tags: Vec<String> = Vec::new();
    if rule.is_security {
        tags.push("security".into());
        let severity = match rule.level {
            Level::Deny => "8.0",
            Level::Warn => "5.0",
            Level::Info | Level::Off => "2.0",
        };
        properties.insert("security-severity".into(), severity.into());
    } else {
        tags.push("correctness".into());
    }
    tags.extend(rule.cwe.map(|number| format!("external/cwe/cwe-{number:03}")));
    properties.insert("tags".into(), tags.into());
    properties.insert("precision".into(), "high".into());
    let pascal: String = rule.name.split('-').map(capitalised).collect();
    json!({
        "id": rule.id,
        "name": pascal,
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": section(&docs, "What it does") },
        "help": { "text": section(&docs, "Why it matters"), "markdown": docs },
        "defaultConfiguration": { "enabled": level != Level::Off, "level": level_name(level) },
        "properties": properties,
    })
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Returns the text below a heading in the documentation of a rule.
fn section(docs: &str, heading: &str) -> String {
    let below = docs.split(&format!("## {heading}\n")).nth(1).unwrap_or(docs);
    below.split("\n## ").next().unwrap_or("").trim().to_owned()
}

fn results(checked: &Checked, rules: RuleList) -> Vec<Json> {
    let report = &checked.report;
    let path = uri(&path_of(report));
    let mut all = Vec::with_capacity(report.findings.len());
    for (finding, fingerprint) in report.findings.iter().zip(fingerprint::counted(checked)) {
        let index = rules.iter().position(|rule| rule.id == finding.rule.id);
        let mut message = escape(&finding.message).into_owned();
        if let Some(help) = &finding.help {
            message.push_str(&format!(" ({})", escape(help)));
        }
        let mut location = json!({ "physicalLocation": {
            "artifactLocation": { "uri": path },
            "region": {
                "startLine": finding.line.max(1),
                "startColumn": finding.column.max(1),
                "endLine": finding.end_line.max(finding.line).max(1),
                "endColumn": finding.end_column.max(1),
                "snippet": { "text": neutralise(checked.source.line_text(finding.line)) },
            },
        } });
        if report.file.contains('#')
            && let Some(location) = location.as_object_mut()
        {
            location.insert("logicalLocations".into(), json!([{ "fullyQualifiedName": escape(&report.file), "kind": "module" }]));
        }
        let mut result = json!({
            "ruleId": finding.rule.id,
            "ruleIndex": index,
            "level": level_name(finding.level),
            "message": { "text": message },
            "locations": [location],
            "partialFingerprints": { "stockade/v1": fingerprint },
        });
        // The places of a fix in a cell are not those of the notebook.
        if let Some(fix) = finding.fix.as_ref().filter(|_| !report.file.contains('#'))
            && let Some(result) = result.as_object_mut()
        {
            result.insert("fixes".into(), json!([fix_json(fix, &path)]));
        }
        all.push(result);
    }
    all
}

fn fix_json(fix: &Fix, path: &str) -> Json {
    let replacement = |edit: &Edit| {
        json!({
            "deletedRegion": {
                "startLine": edit.line,
                "startColumn": edit.column,
                "endLine": edit.end_line,
                "endColumn": edit.end_column,
            },
            "insertedContent": { "text": edit.text },
        })
    };
    let replacements: Vec<Json> = fix.edits.iter().map(replacement).collect();
    json!({
        "description": { "text": escape(&fix.message) },
        "artifactChanges": [{ "artifactLocation": { "uri": path }, "replacements": replacements }],
    })
}

/// Converts a path to a URI reference, with slashes and percent codes.
fn uri(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_' | b'~') {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    if text.is_empty() { "unknown".to_owned() } else { text }
}
