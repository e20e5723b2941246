//! Values may nest as deep as memory goes. Whatever is done with them, also by the host afterwards, needs no more of its stack than a flat
//! value, and ends within the budget, also when a DAG has more paths than atoms.

use std::time::Duration;

use stockade_vm::{Outcome, Session, SnapshotError};

use super::on_thread;
use crate::run::{RunOptions, compile, config, host};

/// The stack of the run. Without optimisation the frames of the interpreter itself are several times as large.
const STACK: usize = if cfg!(debug_assertions) { 2 << 20 } else { 512 << 10 };
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let outcome = on_thread(STACK, PATIENCE, move || {
        let config = config(&RunOptions { fuel: 6_000_000, memory: 256 << 20, ..RunOptions::default() });
        let mut session = Session::new(&config, host());
        let outcome = session.run(&program);
        // The host takes the values over, moves the session and drops it.
        let _ = (session.value(), session.get_variable("x"));
        match session.snapshot(None).map(|bytes| Session::restore(&bytes, None, &config, host())) {
            Ok(Ok(mut other)) => drop(other.finish()),
            Err(SnapshotError::Unsupported(_) | SnapshotError::TooLarge(_) | SnapshotError::Memory) => {}
            Ok(Err(error)) | Err(error) => return Err(format!("no way through a snapshot: {error}")),
        }
        session.finish();
        Ok(outcome)
    })??;
    match outcome {
        Outcome::Internal(fault) => Err(format!("internal error: {fault}")),
        _ => Ok(()),
    }
}
