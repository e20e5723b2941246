//! The parser, the checker and the compiler return a result for any text, and compiled code passes the verifier.

use std::sync::Arc;
use std::sync::LazyLock;

use stockade_compiler::{CompileOptions, ParseLimits, SourceText};
use stockade_policy::{KnownNames, ResolvedPolicy, resolve_preset};

static POLICIES: LazyLock<Vec<ResolvedPolicy>> =
    LazyLock::new(|| ["default", "strict", "permissive"].iter().filter_map(|name| resolve_preset(name).ok()).collect());

pub(super) fn check(text: &str) -> Result<(), String> {
    let source = Arc::new(SourceText::new("fuzz.py", text));
    for policy in POLICIES.iter() {
        let report = stockade_vm::check_text(&source, policy, &crate::LIBRARY, &KnownNames::standard());
        if let Some(fault) = report.findings.iter().find(|finding| finding.rule.id == "INT001") {
            return Err(format!("the checker failed under `{}`: {}", policy.name, fault.message));
        }
    }
    let Ok(tree) = stockade_compiler::parse(&source, &ParseLimits::default()) else { return Ok(()) };
    let options = CompileOptions::default();
    let Ok(program) = stockade_compiler::compile(&tree, Arc::clone(&source), &options) else { return Ok(()) };
    program.verify().map_err(|error| format!("compiled code does not verify: {error:?}"))
}
