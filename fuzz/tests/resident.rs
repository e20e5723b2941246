//! A sample of the inputs of the cost audit under a small memory limit: what the process holds stays near the limit.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::Path;

use stockade_fuzz::generators::costs::core_cases;
use stockade_fuzz::generators::hoards::hoards;
use stockade_fuzz::oracles::resident::{audit, audit_within};

/// Every so-manieth case; `.ci/nightly` runs all.
const STEP: usize = 150;

#[cfg(target_os = "linux")]
#[test]
fn a_sample_keeps_within_the_limit() {
    let cases: Vec<_> = core_cases().into_iter().step_by(STEP).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("resident");
    let wrong = audit(Path::new(env!("CARGO_BIN_EXE_stockade-fuzz")), &cases, &folder).expect("the cases run");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Small blocks that are freed before a large one is made, long names, results that grow beside their arguments.
#[cfg(target_os = "linux")]
#[test]
fn what_was_freed_counts_too() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hoards");
    let wrong = audit_within(Path::new(env!("CARGO_BIN_EXE_stockade-fuzz")), &hoards(), &folder, 64).expect("the cases run");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
