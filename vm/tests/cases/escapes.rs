//! What holds for a program in `tests/escapes` with the check left out: the VM refuses by itself, with the exception that the
//! program's header names. That the check refuses them, too, is a test of the policy crate.
//!
//! `PWNED` is what an escape prints when it succeeds.

use std::path::Path;
use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::resolve_preset;
use stockade_vm::{Config, Outcome, Session};

use crate::common::{self, LIBRARY, compile_source};

pub(crate) fn check(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("an escape can be read");
    complaint(&text).into_iter().collect()
}

/// What went wrong with one, if anything did.
fn complaint(text: &str) -> Option<String> {
    let policy = resolve_preset("default").ok()?;
    let wanted = text.lines().take(3).find_map(|line| line.strip_prefix("# runtime:")).map(str::trim);
    let Some(wanted) = wanted else { return Some("the header lacks `runtime`".to_string()) };
    let source = Arc::new(SourceText::new("escape.py", text));
    let program = match compile_source(&source, &policy.limits) {
        Ok(program) => Arc::new(program),
        Err(refused) => return Some(format!("does not compile: {refused:?}")),
    };
    let (host, captured) = common::host();
    let mut config = Config { grants: Arc::new(policy.grants.clone()), limits: policy.limits.clone(), ..Config::with_library(&LIBRARY) };
    config.limits.instructions = 50_000_000;
    let mut session = Session::new(&config, host);
    let outcome = session.run(&program);
    let printed = common::printed(&captured);
    if printed.contains("PWNED") {
        return Some(format!("it got out: {printed}"));
    }
    match outcome {
        Outcome::Raised(raised) if raised.class == wanted || (wanted == "ImportError" && raised.class == "ModuleNotFoundError") => None,
        Outcome::Raised(raised) => Some(format!("raised {}: {}, not {wanted}", raised.class, raised.message)),
        other => Some(format!("ended as {other:?}, not with {wanted}")),
    }
}
