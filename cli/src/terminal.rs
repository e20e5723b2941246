//! The host of a run of the command: it prints, tells the time and sleeps.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use stockade_vm::Host;

use crate::{render, signals};

/// A program that sleeps wakes up so often to see whether the run is to end.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);

/// What a step wrote to stdout and stderr.
pub(crate) type Streams = Arc<Mutex<(String, String)>>;

/// The host of a run: stdout, stderr, and a clock for the deadline.
pub(crate) struct Terminal {
    /// When the run began: the program's monotonic clock starts there.
    run: Instant,
    /// When the step began: its deadline counts from there.
    step: Instant,
    /// True when the program's clocks always show 0.
    pub(crate) frozen: bool,
    /// A copy of what is printed, for the report.
    pub(crate) copy: Option<Streams>,
}

impl Terminal {
    pub(crate) fn new(frozen: bool, copy: Option<Streams>) -> Self {
        let now = Instant::now();
        Terminal { run: now, step: now, frozen, copy }
    }
}

impl Host for Terminal {
    fn begin_step(&mut self) {
        self.step = Instant::now();
    }
    fn elapsed_ms(&mut self) -> u64 {
        // The interpreter calls this once per slice, so printed text appears without a noticeable delay.
        render::flush_if_late();
        u64::try_from(self.step.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
    fn is_cancelled(&mut self) -> bool {
        // Nobody reads what comes, or somebody asked for the end.
        render::failure().is_some() || signals::received()
    }
    fn write(&mut self, text: &str, error: bool) {
        if let Some(copy) = &self.copy {
            let mut streams = copy.lock().unwrap_or_else(PoisonError::into_inner);
            if error { streams.1.push_str(text) } else { streams.0.push_str(text) }
        }
        if error { render::to_stderr(text) } else { render::to_stdout(text) }
    }
    fn wall_clock(&mut self) -> f64 {
        if self.frozen {
            return 0.0;
        }
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
    }
    fn monotonic(&mut self) -> f64 {
        if self.frozen { 0.0 } else { self.run.elapsed().as_secs_f64() }
    }
    fn sleep(&mut self, seconds: f64) {
        sleep_unless(seconds, || self.is_cancelled());
    }
}

/// Sleeps in pieces, until the time is over or the run is to end.
pub(crate) fn sleep_unless(seconds: f64, mut is_cancelled: impl FnMut() -> bool) {
    if !seconds.is_finite() || seconds <= 0.0 {
        return;
    }
    render::flush();
    let end = Instant::now() + Duration::from_secs_f64(seconds.min(3600.0));
    while !is_cancelled() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        std::thread::sleep(left.min(LONGEST_SLEEP));
    }
}
