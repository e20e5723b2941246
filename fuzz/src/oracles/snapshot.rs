//! A session written to bytes and read back at safepoints goes on as if nothing had happened, and the same state is the same bytes.

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_vm::{LimitKind, Outcome, Session, SnapshotError};

use super::same;
use crate::run::{Keep, Manner, Seen, compile, config, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let manner = Manner { fuel: 20_000, ..Manner::default() };
    let straight = run(&program, &manner);
    if matches!(straight.outcome, Outcome::Exceeded(LimitKind::Memory)) {
        // Garbage does not travel, so the limit may be met later.
        return Ok(());
    }
    let every = straight.fuel / 6 + 1;
    let moved = moving(&program, &manner, every)?;
    same(&format!("restored every {every} units of fuel"), &straight, &moved)
}

/// A run that moves into a new session at each stop.
fn moving(program: &Arc<Program>, manner: &Manner, every: u64) -> Result<Seen, String> {
    let keep = Keep::default();
    let config = config(manner);
    let mut session = Session::new(&config, Box::new(keep.clone()));
    session.pause_at(every);
    let mut outcome = session.run(program);
    while outcome == Outcome::Paused {
        let used = session.usage().fuel;
        match session.snapshot(None) {
            Ok(bytes) => {
                session =
                    Session::restore(&bytes, None, &config, Box::new(keep.clone())).map_err(|error| format!("not restored: {error}"))?;
                let again = session.snapshot(None).map_err(|error| format!("no snapshot of what was restored: {error}"))?;
                if again != bytes {
                    return Err(format!("after {used} units of fuel: another snapshot of the same state"));
                }
            }
            // Some things are never part of one, and it says so.
            Err(SnapshotError::Unsupported(_) | SnapshotError::TooLarge(_) | SnapshotError::Memory) => {}
            Err(error) => return Err(format!("no snapshot: {error}")),
        }
        session.pause_at(used.saturating_add(every));
        outcome = session.resume();
    }
    let fuel = session.usage().fuel;
    drop(session);
    let (stdout, stderr) = keep.texts();
    Ok(Seen { stdout, stderr, outcome, fuel })
}
