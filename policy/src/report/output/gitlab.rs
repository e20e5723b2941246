//! GitLab's code quality report: one JSON array.

use serde_json::{Value as Json, json};

use crate::base::rule::Level;
use crate::report::fingerprint;
use crate::report::output::{path_of, pretty};
use crate::report::verdict::Checked;

/// Returns the report on all programs.
#[must_use]
pub fn gitlab(all: &[Checked]) -> String {
    let mut issues: Vec<Json> = Vec::new();
    for checked in all {
        let path = path_of(&checked.report);
        for (finding, fingerprint) in checked.report.findings.iter().zip(fingerprint::counted(checked)) {
            let severity = match finding.level {
                Level::Deny => "blocker",
                Level::Warn => "minor",
                Level::Info | Level::Off => "info",
            };
            let mut description = format!("{}: {}", finding.rule.id, finding.message);
            if let Some(help) = &finding.help {
                description.push_str(&format!(" ({help})"));
            }
            issues.push(json!({
                "description": description,
                "check_name": format!("{}-{}", finding.rule.id, finding.rule.name),
                // Equal programs in two files are two issues.
                "fingerprint": format!("{fingerprint}:{path}"),
                "severity": severity,
                "location": { "path": path, "lines": { "begin": finding.line, "end": finding.end_line } },
            }));
        }
    }
    pretty(&Json::Array(issues))
}
