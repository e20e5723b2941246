//! A run ends soon after its deadline: within two hundredths of it and 20 ms. It says something only on a machine that has nothing else to
//! do, so a late end is tried again, and counts only if no more threads want to run than there are processors.

use std::time::{Duration, Instant};

use stockade_vm::{CaptureHost, Outcome, Session};

use super::on_thread;
use crate::run::{RunOptions, compile, config};

const DEADLINE: Duration = Duration::from_millis(300);
const LATEST: Duration = Duration::from_millis(300 + 300 / 50 + 20);
/// Unoptimised code does a tenth as much between two looks at the clock.
const SLOWNESS: u32 = if cfg!(debug_assertions) { 10 } else { 1 };

const STACK: usize = 2 << 20;
const PATIENCE: Duration = Duration::from_secs(60);
const TRIES: usize = 4;

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let mut late = None;
    for _ in 0..TRIES {
        let program = program.clone();
        let (took, outcome) = on_thread(STACK, PATIENCE, move || {
            let mut config = config(&RunOptions { fuel: u64::MAX / 2, memory: 512 << 20, ..RunOptions::default() });
            config.limits.wall_ms = u64::try_from(DEADLINE.as_millis()).unwrap_or(u64::MAX);
            let mut session = Session::new(&config, Box::new(CaptureHost::with_clock(true)));
            let start = Instant::now();
            let outcome = session.run(&program);
            (start.elapsed(), outcome)
        })?;
        if let Outcome::Internal(fault) = outcome {
            return Err(format!("internal error: {fault}"));
        }
        if took <= LATEST + (LATEST - DEADLINE) * (SLOWNESS - 1) {
            return Ok(());
        }
        if is_idle() {
            let least: Duration = late.unwrap_or(took);
            late = Some(least.min(took));
        }
    }
    match late {
        Some(took) => Err(format!("it took {} ms, and may take {}", took.as_millis(), DEADLINE.as_millis())),
        // The machine was busy each time.
        None => Ok(()),
    }
}

/// True when no more threads want to run than there are processors, this one included. Also where the system does not say.
fn is_idle() -> bool {
    let loads = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let running = loads.split(' ').nth(3).and_then(|threads| threads.split('/').next()).and_then(|running| running.parse::<usize>().ok());
    running.is_none_or(|running| running <= std::thread::available_parallelism().map_or(1, usize::from))
}
