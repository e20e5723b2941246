//! A report for the language model that wrote the program: what to repair, and what is allowed instead. It is short
//! because every word costs tokens.

use std::collections::BTreeSet;

use crate::base::catalog::{KnownNames, VmCatalog};
use crate::base::rule::Family;
use crate::base::rule::Level;
use crate::base::text::escape_line;
use crate::report::verdict::{Checked, Finding};
use crate::settings::resolve::ResolvedPolicy;

/// The data for the lists of allowed things.
#[derive(Debug, Clone, Copy)]
pub struct Guide<'a> {
    /// The policy of the check.
    pub policy: &'a ResolvedPolicy,
    /// The contents of the VM.
    pub catalog: &'a VmCatalog,
    /// The names that exist before the program runs.
    pub known: &'a KnownNames,
}

/// Maximum number of problems that are shown. The others are only counted, because they probably have the same cause.
const MAX_PROBLEMS: usize = 8;

/// Returns the message about one program, or the empty text if it needs no repair.
#[must_use]
pub fn llm(checked: &Checked, guide: &Guide<'_>) -> String {
    let report = &checked.report;
    let denied = !report.accepted();
    let least = if denied { Level::Deny } else { Level::Warn };
    let problems: Vec<&Finding> = report.findings.iter().filter(|finding| finding.level >= least).collect();
    if problems.is_empty() {
        return String::new();
    }
    let mut text = if denied {
        "Your code was not run. Fix this and send the whole code again:\n".to_owned()
    } else {
        "Your code is accepted, but look at this:\n".to_owned()
    };
    let mut shown_lines: BTreeSet<String> = BTreeSet::new();
    let mut left = 0usize;
    for finding in &problems {
        let mut line = escape_line(&finding.message);
        // The list of allowed things comes once, at the end of the message.
        if let Some(help) = finding.help.as_deref().filter(|help| is_for_authors(finding, help)) {
            line.push_str(if line.ends_with(['.', '?']) { " Fix: " } else { ". Fix: " });
            line.push_str(&escape_line(help));
        }
        if let Some(fix) = fix(finding) {
            line.push_str(if line.ends_with(['.', '?']) { " Fix: " } else { ". Fix: " });
            line.push_str(fix);
        }
        if shown_lines.len() >= MAX_PROBLEMS && !shown_lines.contains(&line) {
            left = left.saturating_add(1);
        } else if shown_lines.insert(line.clone()) {
            let code: String = checked.source.line_text(finding.line).trim().chars().take(80).collect();
            let end = if line.ends_with(['.', '?']) { "" } else { "." };
            text.push_str(&format!("- line {} `{}`: {line}{end}\n", finding.line, escape_line(&code).replace('`', "'")));
        }
    }
    if left > 0 {
        text.push_str(&format!("- and {left} more\n"));
    }
    allowed(&mut text, &problems, guide);
    text
}

/// True if the help of a finding says what to write in the program. Advice about the policy is not for the author, and
/// neither is the list of allowed things.
fn is_for_authors(finding: &Finding, help: &str) -> bool {
    !help.starts_with("allowed: ") && !help.starts_with("allowed tools: ") && finding.rule.id != "IMP002"
}

/// Returns the repair for a rule whose findings have none.
fn fix(finding: &Finding) -> Option<&'static str> {
    if finding.help.as_deref().is_some_and(|help| is_for_authors(finding, help)) {
        return None;
    }
    Some(match finding.rule.id {
        "SYN008" => "send Python code only: no magics and no commands of a shell",
        "SYN007" => "send Python code only: no shell commands, no markdown, no prose",
        "DUN001" | "DUN002" | "DUN004" => "do without it: use the public methods of the object",
        "ATT003" => "do without it",
        "IMP001" | "IMP002" | "IMP007" => "write it with the modules below, or in plain Python",
        _ => return None,
    })
}

/// Lists what is allowed, for the families of the problems.
fn allowed(text: &mut String, problems: &[&Finding], guide: &Guide<'_>) {
    let has = |family: Family| problems.iter().any(|finding| finding.rule.family == family);
    let capability = problems.iter().any(|finding| finding.rule.id == "CAP001");
    let installs = problems.iter().any(|finding| finding.help.as_deref().is_some_and(|help| help.contains("nothing can be installed")));
    if has(Family::Imports) || capability || installs || problems.iter().any(|finding| finding.rule.id == "DYN001") {
        let grants = &guide.policy.grants;
        let modules: Vec<&str> =
            guide.catalog.modules().filter(|module| !module.starts_with('_') && grants.import(module).is_ok()).collect();
        let list = if modules.is_empty() { "none".to_owned() } else { modules.join(", ") };
        text.push_str(&format!("Modules you can import: {list}.\n"));
    }
    let tools_matter = has(Family::Tools) || has(Family::Undefined) || has(Family::Imports) || has(Family::Builtins);
    let tools: Vec<String> = guide
        .known
        .tools()
        .filter(|name| guide.policy.grants.tool(name).is_ok())
        .map(|name| match guide.known.tool(name).filter(|tool| tool.parameters.is_some()) {
            Some(tool) => format!("{}({})", escape_line(name), escape_line(&tool.listing())),
            None => format!("{}(...)", escape_line(name)),
        })
        .collect();
    if tools_matter && !tools.is_empty() {
        text.push_str(&format!("Functions you can call besides Python's own: {}.\n", tools.join(", ")));
    }
    if has(Family::Builtins)
        && let Some(crate::settings::model::Value::Entries(denied)) = guide.policy.get(&["builtins", "deny"])
    {
        let names: Vec<&str> = denied.keys().map(|name| &**name).collect();
        text.push_str(&format!("Builtins that do not exist here: {}; all others exist.\n", names.join(", ")));
    }
}
