//! A collection at every safepoint changes nothing observable: the collector finds all reachable objects, and no behaviour depends on
//! addresses.

use stockade_vm::{LimitKind, Outcome};

use super::same;
use crate::run::{RunOptions, compile, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    // Each collection walks the whole heap, so these runs are short.
    let run_options = RunOptions { fuel: 20_000, memory: 64 << 20, ..RunOptions::default() };
    let straight = run(&program, &run_options);
    let stressed = run(&program, &RunOptions { stress: true, ..run_options });
    if matches!(straight.outcome, Outcome::Exceeded(LimitKind::Memory)) {
        // Accounted memory includes garbage, so the limit may be reached at different places.
        return Ok(());
    }
    same("with a collection at every safepoint", &straight, &stressed)
}
