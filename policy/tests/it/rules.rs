//! tests/rules/<ID>.txt: programs that a rule reports, similar programs that it does not report, and clean ones.
//!
//! A file is a sequence of sections `=== hit`, `=== miss` and `=== clean`, each with one program. `=== hit warn` also requires that level.
//! `=== hit | text` requires the text in the message, the help or the note, and `=== miss | text` its absence.
//! `=== policy` sets the policy for the following sections. An empty one sets the default.

use std::collections::BTreeSet;

use stockade_policy::rules;
use stockade_policy::{Finding, Level, resolve_preset, resolve_text};

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
            let (head, wanted) = head.split_once(" | ").unwrap_or((head, ""));
            let mut words = head.split_whitespace();
            let kind = words.next().unwrap_or_default();
            let level = words.next().map(|word| Level::parse(word).unwrap());
            if kind == "policy" {
                policy = if code.is_empty() { resolve_preset("default").unwrap() } else { crate::policy(code) };
                continue;
            }
            kinds.insert(kind.to_owned());
            let found = report(code, &policy);
            let says = |finding: &Finding| {
                let words = [Some(&finding.message), finding.help.as_ref(), finding.note.as_ref()];
                words.into_iter().flatten().any(|words| words.contains(wanted))
            };
            let mut findings = found.findings.iter().filter(|finding| finding.rule.id == id && says(finding));
            let seen = || {
                found
                    .findings
                    .iter()
                    .map(|finding| format!("{}[{}] {} ({:?})", finding.level, finding.rule.id, finding.message, finding.help))
                    .collect::<Vec<_>>()
            };
            match kind {
                "hit" => {
                    let good = findings.any(|finding| level.is_none_or(|level| finding.level == level));
                    if !good {
                        wrong.push(format!(
                            "{id}: not reported{} {wanted:?}:\n{code}{:#?}",
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
        let elsewhere = !rules::is_static(rule) && !rule.id.starts_with("SYN") && !rule.id.starts_with("SIZE");
        if !elsewhere && !covered.contains(rule.id) {
            wrong.push(format!("{}: no fixtures in tests/rules", rule.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tests that a rule that is off reports none of its fixtures. So each fixture tests its own rule, and not another rule
/// with the same report.
#[test]
fn without_the_rule_nothing_is_reported() {
    let mut wrong = Vec::new();
    let mut removed = BTreeSet::new();
    for path in files(&shared().join("rules"), "txt") {
        let id = path.file_stem().unwrap().to_string_lossy().into_owned();
        let rule = rules::find(&id).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let without = |parent: &str| {
            let child =
                format!("version: 1\nextends: [parent.yaml]\noverride: [{{path: rules.{id}, value: off, reason: to see what is left}}]\n");
            resolve_text("child.yaml", &child, &|_, _| Ok(("parent.yaml".into(), parent.into()))).unwrap()
        };
        let default = "version: 1\nextends: [default]\n";
        let mut policy = without(default);
        for section in text.split("=== ").skip(1) {
            let (head, code) = section.split_once('\n').unwrap_or((section, ""));
            if head.starts_with("policy") {
                policy = without(if code.is_empty() { default } else { code });
            } else if head.starts_with("hit") {
                let found = report(code, &policy);
                let is_reported = found.findings.iter().any(|finding| finding.rule.id == id);
                // A text that does not parse is refused under every policy.
                let stays = !rules::is_static(rule) || found.findings.iter().any(|finding| finding.rule.id.starts_with("SYN"));
                if is_reported && !stays {
                    wrong.push(format!("{id}: reported though it is off:\n{code}"));
                }
                removed.insert(id.clone());
            }
        }
    }
    // The other rules are about files (cli/tests), about policies (tests/policies) and about the tool itself.
    let others: Vec<&str> = rules::ids().filter(|id| !removed.contains(*id)).collect();
    assert_eq!(others, ["INP001", "INP002", "POL001", "POL002", "POL003", "POL004", "POL005", "POL006", "INT001"]);
    assert_eq!(rules::ALL.len(), 72);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tests that a golden file shows an error or a warning of every rule about policies.
#[test]
fn policy_rules_have_their_goldens() {
    let mut shown = String::new();
    for (folder, extension) in [("bad", "err"), ("good", "resolved")] {
        for path in files(&shared().join("policies").join(folder), extension) {
            shown += &std::fs::read_to_string(path).unwrap();
        }
    }
    for rule in rules::ALL.iter().filter(|rule| rule.id.starts_with("POL")) {
        assert!(shown.contains(rule.id), "{} is in no golden file", rule.id);
    }
}
