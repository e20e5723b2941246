//! The host of a room: it keeps what is printed, shows a clock that goes by the program's work, and knows the backstop.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use stockade_vm::Host;

/// Units of fuel for a second of the clocks that a program reads. CPython runs about as many simple instructions in a second, so a program
/// that works until a time is over does about as much as there, on every machine.
const FUEL_PER_SECOND: f64 = 100_000_000.0;

/// The host of one session.
#[derive(Debug)]
pub(crate) struct RoomHost {
    begun: Instant,
    /// The wall time of a step after which the host is taken to be at fault. Only what the step takes counts, not what the program sleeps.
    backstop: Duration,
    /// Seconds that the program slept. Nobody waits, and the backstop does not count them.
    slept: f64,
    /// Fuel of earlier steps, and of this one, when the program last read a clock.
    worked: (u64, u64),
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
        RoomHost { begun: Instant::now(), backstop: Duration::MAX, slept: 0.0, worked: (0, 0), printed: None }
    }

    /// A host that keeps what is printed.
    pub(crate) fn keeping(printed: &Printed) -> Self {
        RoomHost { printed: Some(printed.clone()), ..RoomHost::silent() }
    }

    /// The same host with a backstop.
    pub(crate) fn with_backstop(self, backstop: Duration) -> Self {
        RoomHost { backstop, ..self }
    }

    /// Seconds, of what the program did and slept. No machine is quicker than another by this clock.
    #[expect(clippy::cast_precision_loss, reason = "seconds, not money: 2^53 units are three years")]
    fn clock(&self) -> f64 {
        let (earlier, now) = self.worked;
        self.slept + earlier.saturating_add(now) as f64 / FUEL_PER_SECOND
    }
}

impl Host for RoomHost {
    fn begin_step(&mut self) {
        self.begun = Instant::now();
        let (earlier, now) = self.worked;
        self.worked = (earlier.saturating_add(now), 0);
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
    fn note_fuel(&mut self, used: u64) {
        self.worked.1 = used;
    }
    fn wall_clock(&mut self) -> f64 {
        self.clock()
    }
    fn monotonic(&mut self) -> f64 {
        self.clock()
    }
    fn sleep(&mut self, seconds: f64) {
        if seconds.is_finite() {
            self.slept += seconds.max(0.0);
        }
    }
}
