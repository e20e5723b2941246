//! A session that moves through snapshots at safepoints continues as if it had not moved.

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_vm::{CaptureHost, Captured, LimitKind, Outcome, Session, SnapshotError};

use super::same;
use crate::run::{Observed, RunOptions, compile, config, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let run_options = RunOptions { fuel: 20_000, ..RunOptions::default() };
    let straight = run(&program, &run_options);
    if matches!(straight.outcome, Outcome::Exceeded(LimitKind::Memory)) {
        // A snapshot does not contain garbage, so the memory limit may be reached later.
        return Ok(());
    }
    let every = straight.fuel / 6 + 1;
    let moved = run_through_snapshots(&program, &run_options, every)?;
    same(&format!("restored every {every} units of fuel"), &straight, &moved)
}

/// A host, and a handle to read its captured output.
fn capture() -> (Box<CaptureHost>, Captured) {
    let host = Box::<CaptureHost>::default();
    let captured = host.captured();
    (host, captured)
}

/// Runs a program, and moves it into a new session at each stop.
fn run_through_snapshots(program: &Arc<Program>, run_options: &RunOptions, every: u64) -> Result<Observed, String> {
    let config = config(run_options);
    let (host, mut captured) = capture();
    let (mut stdout, mut stderr) = (String::new(), String::new());
    let mut session = Session::new(&config, host);
    session.pause_at(every);
    let mut outcome = session.run(program);
    while outcome == Outcome::Paused {
        let used = session.usage().fuel;
        match session.snapshot(None) {
            Ok(bytes) => {
                let (out, err) = captured.take();
                stdout.push_str(&out);
                stderr.push_str(&err);
                let (host, fresh) = capture();
                captured = fresh;
                session = Session::restore(&bytes, None, &config, host).map_err(|error| format!("not restored: {error}"))?;
                let again = session.snapshot(None).map_err(|error| format!("no snapshot of what was restored: {error}"))?;
                if again != bytes {
                    return Err(format!("after {used} units of fuel: another snapshot of the same state"));
                }
            }
            // Some objects are never part of a snapshot; `snapshot` then returns an error.
            Err(SnapshotError::Unsupported(_) | SnapshotError::TooLarge(_) | SnapshotError::Memory) => {}
            Err(error) => return Err(format!("no snapshot: {error}")),
        }
        session.pause_at(used.saturating_add(every));
        outcome = session.resume();
    }
    let fuel = session.usage().fuel;
    let (out, err) = captured.take();
    stdout.push_str(&out);
    stderr.push_str(&err);
    Ok(Observed { stdout, stderr, outcome, fuel })
}
