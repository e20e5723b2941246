//! Runs a program twice in this process. The second run finds warm caches and used arenas, and must behave the same.

use super::same;
use crate::run::{RunOptions, compile, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let run_options = RunOptions::default();
    let one = run(&program, &run_options);
    same("the second run differs", &one, &run(&program, &run_options))?;
    let again = compile(text).ok_or("it compiled once and not again")?;
    if again.listing() != program.listing() {
        return Err("compiled differently the second time".to_string());
    }
    same("compiled again it runs differently", &one, &run(&again, &run_options))
}
