//! The interpreter alone, without the checker, refuses each program that an authority rule denies (`tests/rules`).

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_fuzz::corpus::root;
use stockade_fuzz::run::{RunOptions, compile, config};
use stockade_policy::{KnownNames, Level, ResolvedPolicy, resolve_preset, resolve_text};
use stockade_vm::{CaptureHost, Config, Outcome, Session};

/// Rules that the interpreter also enforces at run time. (DYN005 is refused when the getter is called.)
const RULES: [&str; 18] = [
    "IMP001", "IMP002", "IMP003", "IMP004", "IMP005", "IMP007", "ATT001", "ATT003", "DUN001", "DUN002", "DUN003", "DUN004", "DUN005",
    "BLT001", "BLT002", "DYN001", "DYN004", "CAP001",
];

/// Programs that the interpreter does not refuse at once. Some are refused only when the value is used. Others are denied only to protect
/// the author: a read-only view of a builtin type, or a name of the interpreter that the program binds for itself.
const REFUSED_LATER: [(&str, &str); 5] = [
    // The import does not run, because nothing raises.
    ("IMP001", "os = None\nexcept ImportError:\n    import os"),
    ("DUN001", "str.__dict__"),
    ("DUN001", "type("),
    ("DUN002", "__ = "),
    ("DUN004", "__match_args__"),
];

fn policy(yaml: &str) -> ResolvedPolicy {
    if yaml.is_empty() {
        return resolve_preset("default").expect("the preset");
    }
    resolve_text("test.yaml", yaml, &|_, wanted| Err(format!("no file `{wanted}`"))).expect("a policy")
}

/// How a run ends in which nothing is refused. `None` when something is refused, or the program fails before.
fn run_without_refusal(code: &str, policy: &ResolvedPolicy) -> Option<String> {
    let program = compile(code)?;
    let config = Config { grants: Arc::new(policy.grants.clone()), ..config(&RunOptions::default()) };
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    let outcome = session.run(&program);
    match outcome {
        Outcome::Raised(_) | Outcome::Exceeded(_) => None,
        Outcome::Exited(exit) if exit.status() != 0 => None,
        outcome if session.usage().denials.is_empty() => Some(format!("{outcome:?}")),
        _ => None,
    }
}

#[test]
fn denied_programs_are_refused_without_the_checker() {
    let mut tried = 0;
    let mut wrong = Vec::new();
    for id in RULES {
        let text = std::fs::read_to_string(root().join(format!("tests/rules/{id}.txt"))).expect("the fixtures");
        let mut rules = policy("");
        for section in text.split("=== ").skip(1) {
            let (head, code) = section.split_once('\n').unwrap_or((section, ""));
            if head.starts_with("policy") {
                rules = policy(code);
            }
            if !head.starts_with("hit") {
                continue;
            }
            let report = stockade_vm::check_text(&SourceText::new("a.py", code), &rules, &stockade_fuzz::LIBRARY, &KnownNames::standard());
            let is_denied = report.findings.iter().any(|finding| finding.rule.id == id && finding.level == Level::Deny);
            // Code inside a function is refused only when the function runs.
            let is_later = REFUSED_LATER.iter().any(|(rule, part)| *rule == id && code.contains(part));
            if is_denied && !is_later && !code.contains("def ") && !code.contains("lambda") {
                tried += 1;
                wrong.extend(run_without_refusal(code, &rules).map(|how| format!("{id}: {how}\n{code}")));
            }
        }
    }
    assert!(tried > 100, "only {tried} programs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
