//! JUnit XML with a test case for each program. The case fails if the program has findings at the failing level.

use crate::base::rule::Level;
use crate::base::text::escape;
use crate::report::output::concise;
use crate::report::verdict::Checked;

/// Returns the XML for all programs. Findings at the level `fail_on` or above are failures.
#[must_use]
pub fn junit(all: &[Checked], fail_on: Level) -> String {
    let fails = |checked: &Checked| checked.report.findings.iter().any(|finding| finding.level >= fail_on);
    let failures = all.iter().filter(|checked| fails(checked)).count();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let totals = format!("tests=\"{}\" failures=\"{failures}\" errors=\"0\"", all.len());
    text.push_str(&format!("<testsuites name=\"stockade check\" {totals}>\n  <testsuite name=\"stockade check\" {totals}>\n"));
    for checked in all {
        let report = &checked.report;
        text.push_str(&format!("    <testcase name=\"{}\" classname=\"{}\"", xml(&report.file), xml(&report.policy)));
        if report.findings.is_empty() {
            text.push_str("/>\n");
            continue;
        }
        text.push_str(">\n");
        let lines = xml(&concise(report));
        if fails(checked) {
            let failing = report.findings.iter().filter(|finding| finding.level >= fail_on).count();
            let ids = report.findings.iter().filter(|finding| finding.level >= fail_on).map(|finding| finding.rule.id).next();
            let message = format!("{failing} finding{}", if failing == 1 { "" } else { "s" });
            text.push_str(&format!("      <failure message=\"{message}\" type=\"{}\">{lines}</failure>\n", ids.unwrap_or("")));
        } else {
            text.push_str(&format!("      <system-out>{lines}</system-out>\n"));
        }
        text.push_str("    </testcase>\n");
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

/// Escapes text for XML 1.0, which does not allow control characters even if they are escaped.
fn xml(text: &str) -> String {
    let safe: String = escape(text).chars().filter(|c| !matches!(u32::from(*c), 0xFFFE | 0xFFFF)).collect();
    safe.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
