//! Equal states have equal bytes, however they were reached: directly, through snapshots, through forks, or with a collection at every
//! safepoint. This holds in the middle of a step, and after steps that follow a restore.

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_vm::{Config, LimitKind, Outcome, Session, SnapshotError};

use crate::run::{RunOptions, compile, config, host};

/// How a session gets from one stop to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Straight,
    /// Like `Straight`, but without warm imports: the session runs its imports.
    Importing,
    /// Through a snapshot at each stop.
    Moved,
    /// Through a fork at each stop. The fork continues.
    Forked,
    /// With a collection at every safepoint.
    Collected,
}

pub(super) fn check(text: &str) -> Result<(), String> {
    let steps = steps(text);
    if steps.is_empty() {
        return Ok(());
    }
    let run_options = RunOptions { fuel: 20_000, memory: 64 << 20, ..RunOptions::default() };
    // All runs stop at the same fuel counts.
    let mut every = 1_000;
    let mut straight = Vec::new();
    for attempt in 0..2 {
        straight = walk(&steps, &run_options, Way::Straight, every)?;
        let fuel: u64 = straight.iter().map(|seen| seen.fuel).max().unwrap_or(0);
        if attempt == 0 {
            every = fuel / 5 + 1;
        }
    }
    for way in [Way::Moved, Way::Forked, Way::Collected] {
        let other = walk(&steps, &run_options, way, every)?;
        if way == Way::Collected {
            // A run with a collection at every safepoint does not use warm imports, so it is compared with a run without them.
            straight = walk(&steps, &run_options, Way::Importing, every)?;
        }
        for (at, (one, two)) in straight.iter().zip(&other).enumerate() {
            // Garbage counts against the memory limit, but a snapshot does not contain it. So runs that reach the limit are not compared.
            if [one, two].iter().any(|seen| seen.outcome == Outcome::Exceeded(LimitKind::Memory)) {
                return Ok(());
            }
            if one.outcome != two.outcome || one.fuel != two.fuel {
                return Err(format!("{way:?}: stop {at}: {one:?} became {two:?}"));
            }
            if let (Some(left), Some(right)) = (&one.bytes, &two.bytes)
                && left != right
            {
                let place = left.iter().zip(right).skip(60).position(|(left, right)| left != right).unwrap_or(0);
                return Err(format!(
                    "{way:?}: stop {at} of {} (step {}, {:?}, {} units): {} bytes became {}, the first other one {place} into the body",
                    straight.len(),
                    one.step,
                    one.outcome,
                    one.fuel,
                    left.len(),
                    right.len()
                ));
            }
        }
        if straight.len() != other.len() {
            return Err(format!("{way:?}: {} stops became {}", straight.len(), other.len()));
        }
    }
    Ok(())
}

/// Splits a program into two steps, near the middle, where both parts compile.
fn steps(text: &str) -> Vec<Arc<Program>> {
    let lines: Vec<&str> = text.lines().collect();
    for at in (1..lines.len()).filter(|at| *at >= lines.len() / 2) {
        let (first, second) = lines.split_at(at);
        if second.first().is_some_and(|line| line.starts_with(char::is_alphabetic))
            && let (Some(first), Some(second)) = (compile(&first.join("\n")), compile(&second.join("\n")))
        {
            return vec![first, second];
        }
    }
    compile(text).into_iter().collect()
}

/// The state at a stop or at the end of a step.
#[derive(Debug)]
struct Stop {
    step: usize,
    outcome: Outcome,
    fuel: u64,
    bytes: Option<Vec<u8>>,
}

fn walk(steps: &[Arc<Program>], run_options: &RunOptions, way: Way, every: u64) -> Result<Vec<Stop>, String> {
    let stress = way == Way::Collected;
    let config = Config { runs_imports: stress || way == Way::Importing, ..config(&RunOptions { stress, ..run_options.clone() }) };
    let mut session = Session::new(&config, host());
    let mut stops = Vec::new();
    for (step, program) in steps.iter().enumerate() {
        session.pause_at(every);
        let mut outcome = session.run(program);
        loop {
            let fuel = session.usage().fuel;
            let bytes = match session.snapshot(None) {
                Ok(bytes) => Some(bytes),
                Err(SnapshotError::Unsupported(_) | SnapshotError::TooLarge(_) | SnapshotError::Memory) => None,
                Err(error) => return Err(format!("{way:?}: no snapshot: {error}")),
            };
            if let Some(bytes) = &bytes {
                match way {
                    Way::Moved => {
                        session = Session::restore(bytes, None, &config, host()).map_err(|error| format!("not restored: {error}"))?;
                    }
                    Way::Forked => {
                        session = session.fork(&config, host()).map_err(|error| format!("not forked: {error}"))?;
                    }
                    Way::Straight | Way::Importing | Way::Collected => {}
                }
            }
            let paused = outcome == Outcome::Paused;
            stops.push(Stop { step, outcome, fuel, bytes });
            if !paused {
                break;
            }
            session.pause_at(fuel.saturating_add(every));
            outcome = session.resume();
        }
    }
    Ok(stops)
}
