//! Collecting at every safepoint changes nothing that can be seen: what is reachable is found, and nothing depends on addresses.

use stockade_vm::{LimitKind, Outcome};

use super::same;
use crate::run::{Manner, compile, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    // A collection walks the whole heap, so these runs are kept short.
    let manner = Manner { fuel: 20_000, memory: 64 << 20, ..Manner::default() };
    let straight = run(&program, &manner);
    let stressed = run(&program, &Manner { stress: true, ..manner });
    if matches!(straight.outcome, Outcome::Exceeded(LimitKind::Memory)) {
        // Memory is counted with garbage; where the limit is met may differ.
        return Ok(());
    }
    same("with a collection at every safepoint", &straight, &stressed)
}
