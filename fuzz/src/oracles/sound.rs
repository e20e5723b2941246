//! What the checker has nothing to say about meets no refusal of the policy while it runs.

use std::sync::{Arc, LazyLock};

use stockade_compiler::SourceText;
use stockade_policy::{KnownNames, Level, ResolvedPolicy, check_source, resolve_preset};
use stockade_vm::{Config, Session};

use crate::run::{Keep, Manner, compile, config};

static POLICIES: LazyLock<Vec<ResolvedPolicy>> =
    LazyLock::new(|| ["default", "smolagents", "strict", "compute-only"].iter().filter_map(|name| resolve_preset(name).ok()).collect());

pub(super) fn check(text: &str) -> Result<(), String> {
    let source = SourceText::new("fuzz.py", text);
    for policy in POLICIES.iter() {
        let (report, tree) = check_source(&source, policy, stockade_vm::catalog(&crate::LIBRARY), &KnownNames::standard());
        if tree.is_none() || report.findings.iter().any(|finding| finding.level >= Level::Warn) {
            continue;
        }
        let Some(program) = compile(text) else { return Ok(()) };
        let config = Config { grants: Arc::new(policy.grants.clone()), ..config(&Manner::default()) };
        let mut session = Session::new(&config, Box::new(Keep::default()));
        session.run(&program);
        if let Some((message, rule)) = session.usage().denials.first() {
            return Err(format!("clean under `{}`, and refused by {rule} while it runs: {message}", policy.name));
        }
    }
    Ok(())
}
