//! tests/rules/<ID>.txt: programs that a rule reports, programs that nearly are such, and clean ones.
//!
//! A file is a row of sections, `=== hit`, `=== miss` and `=== clean`, each with one program. `=== hit warn` wants that level,
//! `=== policy` sets the policy of the sections after it.

use std::collections::BTreeSet;

use stockade_policy::rules::{self, Check};
use stockade_policy::{Level, resolve_preset};

use crate::{files, report, shared};

#[test]
fn rules_report_what_their_fixtures_say() {
    let mut wrong = Vec::new();
    let mut covered = BTreeSet::new();
    for path in files(&shared().join("rules"), "txt") {
        let id = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut policy = resolve_preset("default").unwrap();
        let mut kinds = BTreeSet::new();
        for section in text.split("=== ").skip(1) {
            let (head, code) = section.split_once('\n').unwrap_or((section, ""));
            let mut words = head.split_whitespace();
            let kind = words.next().unwrap_or_default();
            let level = words.next().map(|word| Level::parse(word).unwrap());
            if kind == "policy" {
                policy = crate::policy(code);
                continue;
            }
            kinds.insert(kind.to_owned());
            let found = report(code, &policy);
            let mut findings = found.findings.iter().filter(|finding| finding.rule.id == id);
            let seen = || {
                found
                    .findings
                    .iter()
                    .map(|finding| format!("{}[{}] {}", finding.level, finding.rule.id, finding.message))
                    .collect::<Vec<_>>()
            };
            match kind {
                "hit" => {
                    let good = findings.any(|finding| level.is_none_or(|level| finding.level == level));
                    if !good {
                        wrong.push(format!(
                            "{id}: not reported{}:\n{code}{:#?}",
                            level.map(|l| format!(" at {l}")).unwrap_or_default(),
                            seen()
                        ));
                    }
                }
                "miss" => {
                    if findings.next().is_some() {
                        wrong.push(format!("{id}: reported, but only nearly one:\n{code}{:#?}", seen()));
                    }
                }
                "clean" => {
                    if found.findings.iter().any(|finding| finding.level >= Level::Warn) {
                        wrong.push(format!("{id}: not clean:\n{code}{:#?}", seen()));
                    }
                }
                other => wrong.push(format!("{id}: unknown section `{other}`")),
            }
        }
        for kind in ["hit", "miss", "clean"] {
            if !kinds.contains(kind) {
                wrong.push(format!("{id}: no `{kind}` section"));
            }
        }
        covered.insert(id);
    }
    for rule in rules::ALL {
        let elsewhere = matches!(rule.check, Check::Elsewhere) && !rule.id.starts_with("SYN") && !rule.id.starts_with("SIZE");
        if !elsewhere && !covered.contains(rule.id) {
            wrong.push(format!("{}: no fixtures in tests/rules", rule.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
