//! Quick cases of instructions change nothing that can be seen. Says most in debug builds: where rows jump to each other, a run without
//! quick cases falls back into them.

use super::same;
use crate::run::{Manner, compile, run};

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let quick = run(&program, &Manner::default());
    let plain = run(&program, &Manner { plain: true, ..Manner::default() });
    same("without quick cases", &quick, &plain)
}
