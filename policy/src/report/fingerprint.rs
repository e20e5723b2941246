//! Computes fingerprints of findings. They depend on the rule, the normalised line, the enclosing scope and, among
//! equal ones, a number. So edits elsewhere in the file do not change them.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use stockade_compiler::SourceText;

use crate::base::digest::hex;
use crate::report::verdict::{Checked, Finding};

/// Returns the fingerprint of each finding without the number. Equal findings in one scope share it.
#[must_use]
pub fn base(checked: &Checked) -> Vec<String> {
    checked.report.findings.iter().map(|finding| digest(finding, &checked.source)).collect()
}

/// Returns the fingerprint of each finding with its number among equal ones: `<hex>:<n>`.
#[must_use]
pub fn counted(checked: &Checked) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut all = Vec::with_capacity(checked.report.findings.len());
    for base in base(checked) {
        let count = seen.entry(base.clone()).or_insert(0);
        *count = count.saturating_add(1);
        all.push(format!("{base}:{count}"));
    }
    all
}

fn digest(finding: &Finding, source: &SourceText) -> String {
    let line = source.line_text(finding.line);
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut hash = Sha256::new();
    for part in ["stockade/v1", finding.rule.id, &words.join(" "), &scope(source, finding.line)] {
        hash.update(part);
        hash.update([0]);
    }
    let digest = hash.finalize();
    hex(digest.split_at_checked(16).map_or(&*digest, |(first, _)| first))
}

/// Maximum number of lines above a finding that are searched for its scope.
const MAX_LINES: u32 = 2_000;

/// Returns the `def` and `class` lines around a line. It uses the indentation, so it also works for texts that do not parse.
fn scope(source: &SourceText, line: u32) -> String {
    let indent = |text: &str| text.len().saturating_sub(text.trim_start().len());
    let mut names: Vec<&str> = Vec::new();
    let mut around = indent(source.line_text(line));
    for number in (line.saturating_sub(MAX_LINES).max(1)..line).rev() {
        if around == 0 {
            break;
        }
        let text = source.line_text(number);
        let body = text.trim_start();
        if body.is_empty() || body.starts_with('#') || indent(text) >= around {
            continue;
        }
        around = indent(text);
        let header = body.strip_prefix("async ").unwrap_or(body);
        if let Some(rest) = header.strip_prefix("def ").or_else(|| header.strip_prefix("class ")) {
            names.push(rest.split(['(', ':', '[', ' ']).next().unwrap_or(""));
        }
    }
    names.reverse();
    names.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_from_indentation() {
        let source = SourceText::new("a.py", "class A(B):\n    def f(self):\n        if x:\n\n            import os\n    y = 1\nz = 1\n");
        assert_eq!(scope(&source, 5), "A.f");
        assert_eq!(scope(&source, 6), "A");
        assert_eq!(scope(&source, 7), "");
    }
}
