//! Accounted memory is allocated memory: at no moment does a run hold more bytes than its limit, a quarter for what the account rounds away,
//! and a constant for the interpreter itself.

use std::time::Duration;

use peakmem_alloc::PeakMemAllocTrait as _;
use stockade_vm::Session;

use super::on_thread;
use crate::ALLOCATOR;
use crate::run::{RunOptions, compile, config, host};

const LIMIT: u64 = 16 << 20;
/// The interpreter, its tables and a library module or two.
const CONSTANT: u64 = 24 << 20;

const STACK: usize = 2 << 20;
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let (peak, usage, outcome) = on_thread(STACK, PATIENCE, move || {
        let config = config(&RunOptions { fuel: 20_000_000, memory: LIMIT, ..RunOptions::default() });
        // Other threads allocate too, but little.
        ALLOCATOR.reset_peak_memory();
        let mut session = Session::new(&config, host());
        let outcome = session.run(&program);
        // What the host asks for afterwards is part of the run.
        let _ = (session.value(), session.finish());
        (ALLOCATOR.get_peak_memory() as u64, session.usage(), outcome)
    })?;
    if peak > LIMIT + LIMIT / 4 + CONSTANT {
        return Err(format!(
            "{} MiB were allocated at once under a limit of {} MiB; accounted were {} MiB at most; {outcome:.200?}",
            peak >> 20,
            LIMIT >> 20,
            usage.peak_memory >> 20
        ));
    }
    if usage.peak_memory > LIMIT + (1 << 20) {
        return Err(format!("{} bytes are accounted, the limit is {LIMIT}", usage.peak_memory));
    }
    Ok(())
}
