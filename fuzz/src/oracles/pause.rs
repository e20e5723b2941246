//! A run that is paused and resumed ends like an uninterrupted run.

use super::same;
use crate::run::{RunOptions, compile, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let run_options = RunOptions { fuel: 20_000, ..RunOptions::default() };
    let straight = run(&program, &run_options);
    for every in [1, 37] {
        let stopped = run(&program, &RunOptions { pause_every: Some(every), ..run_options.clone() });
        same(&format!("stopped every {every} units of fuel"), &straight, &stopped)?;
    }
    Ok(())
}
