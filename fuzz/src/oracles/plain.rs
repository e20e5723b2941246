//! Fast paths change nothing observable: a run in reference mode behaves the same. It finds most in debug builds.

use super::same;
use crate::run::{RunOptions, compile, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let quick = run(&program, &RunOptions::default());
    let plain = run(&program, &RunOptions { plain: true, ..RunOptions::default() });
    same("without quick cases", &quick, &plain)
}
