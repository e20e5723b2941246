//! The host of a room: it keeps what is printed, shows a clock that stands still, and knows the backstop.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use stockade_vm::Host;

/// The host of one session.
#[derive(Debug)]
pub(crate) struct RoomHost {
    begun: Instant,
    /// The wall time of a step after which the host is taken to be at fault. Only what the step takes counts, not what the program sleeps.
    backstop: Duration,
    /// Seconds that the program slept. Nobody waits, and the backstop does not count them.
    slept: f64,
    printed: Option<Printed>,
}

/// What a program printed to its standard output.
#[derive(Debug, Clone, Default)]
pub(crate) struct Printed(Arc<Mutex<String>>);

impl Printed {
    pub(crate) fn take(&self) -> String {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl RoomHost {
    /// A host that drops what is printed.
    pub(crate) fn silent() -> Self {
        RoomHost { begun: Instant::now(), backstop: Duration::MAX, slept: 0.0, printed: None }
    }

    /// A host that keeps what is printed.
    pub(crate) fn keeping(printed: &Printed) -> Self {
        RoomHost { printed: Some(printed.clone()), ..RoomHost::silent() }
    }

    /// The same host with a backstop.
    pub(crate) fn with_backstop(self, backstop: Duration) -> Self {
        RoomHost { backstop, ..self }
    }
}

impl Host for RoomHost {
    fn begin_step(&mut self) {
        self.begun = Instant::now();
    }
    fn elapsed_ms(&mut self) -> u64 {
        // No time limit: it would refuse long sleeps, and score.
        0
    }
    fn is_cancelled(&mut self) -> bool {
        self.begun.elapsed() > self.backstop
    }
    fn write(&mut self, text: &str, error: bool) {
        if let Some(Printed(printed)) = self.printed.as_ref().filter(|_| !error) {
            printed.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        }
    }
    fn wall_clock(&mut self) -> f64 {
        self.slept
    }
    fn monotonic(&mut self) -> f64 {
        self.slept
    }
    fn sleep(&mut self, seconds: f64) {
        if seconds.is_finite() {
            self.slept += seconds.max(0.0);
        }
    }
}
