//! Every run ends within its budget, and the fuel that a run reports is the fuel that it needs.

use stockade_vm::{LimitKind, Outcome};

use super::show;
use crate::run::{RunOptions, compile, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let run_options = RunOptions::default();
    let seen = run(&program, &run_options);
    match &seen.outcome {
        Outcome::Internal(fault) => Err(format!("internal error: {fault}")),
        Outcome::Paused => Err("stopped without being asked".to_string()),
        _ if seen.fuel > run_options.fuel => Err(format!("used {} of {} fuel", seen.fuel, run_options.fuel)),
        _ => Ok(()),
    }
}

/// With exactly the fuel that it used, a run ends in the same way. With one unit less it ends at the limit.
pub(super) fn exact(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let run_options = RunOptions::default();
    let seen = run(&program, &run_options);
    if !matches!(seen.outcome, Outcome::Finished(_) | Outcome::Exited(_) | Outcome::Raised(_)) || seen.fuel == 0 {
        return Ok(());
    }
    let enough = run(&program, &RunOptions { fuel: seen.fuel, ..run_options.clone() });
    if enough != seen {
        return Err(format!("with exactly {} fuel:\n{}\n--- with more\n{}", seen.fuel, show(&enough), show(&seen)));
    }
    if matches!(seen.outcome, Outcome::Exited(_) | Outcome::Raised(_)) {
        // Writing the traceback is charged too, from a separate reserve. So the program itself needed less fuel.
        return Ok(());
    }
    let less = run(&program, &RunOptions { fuel: seen.fuel - 1, ..run_options });
    if less.outcome == Outcome::Exceeded(LimitKind::Instructions) {
        Ok(())
    } else {
        Err(format!("one unit less than {} is enough: {:?}", seen.fuel, less.outcome))
    }
}
