//! A run that is paused and resumed ends like an uninterrupted run.

use super::same;
use crate::run::{Manner, compile, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let manner = Manner { fuel: 20_000, ..Manner::default() };
    let straight = run(&program, &manner);
    for every in [1, 37] {
        let stopped = run(&program, &Manner { pause_every: Some(every), ..manner.clone() });
        same(&format!("stopped every {every} units of fuel"), &straight, &stopped)?;
    }
    Ok(())
}
