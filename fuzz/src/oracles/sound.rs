//! A program without findings meets no denial of the policy at run time.

use std::sync::{Arc, LazyLock};

use stockade_policy::{Level, ResolvedPolicy, resolve_preset};
use stockade_vm::{Config, Session, StepOptions};

use crate::run::{RunOptions, config, host};

static POLICIES: LazyLock<Vec<Arc<ResolvedPolicy>>> = LazyLock::new(|| {
    ["default", "smolagents", "strict", "compute-only"].iter().filter_map(|name| resolve_preset(name).ok().map(Arc::new)).collect()
});

pub(super) fn check(text: &str) -> Result<(), String> {
    for policy in POLICIES.iter() {
        let config = Config { library: &crate::LIBRARY, limits: config(&RunOptions::default()).limits, ..Config::new(policy) };
        let mut session = Session::new(&config, host());
        let verdict = session.step("fuzz.py", text, StepOptions::default()).verdict;
        if verdict.is_none_or(|verdict| verdict.findings.iter().any(|finding| finding.level >= Level::Warn)) {
            continue;
        }
        if let Some((message, rule)) = session.usage().denials.first() {
            return Err(format!("clean under `{}`, and refused by {rule} while it runs: {message}", policy.name));
        }
    }
    Ok(())
}
