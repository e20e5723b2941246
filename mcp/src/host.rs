//! The host of a session: it keeps what is printed, and says when a run is to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stockade_vm::{CaptureHost, Host};

/// Ends a run from outside. Clones are of the same run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub(crate) fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// True if both are of the same run.
    pub(crate) fn is(&self, other: &Cancel) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What a step printed.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Both, in the order in which they were written.
    pub(crate) both: String,
}

/// What the host of a session and the session's room share.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shared {
    printed: Arc<Mutex<Printed>>,
    run: Arc<Mutex<Cancel>>,
}

impl Shared {
    pub(crate) fn printed(&self) -> MutexGuard<'_, Printed> {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) -> MutexGuard<'_, Cancel> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next step begins, which this ends.
    pub(crate) fn begin(&self, cancel: &Cancel) {
        *self.run() = cancel.clone();
        *self.printed() = Printed::default();
    }

    /// What the step printed, which is forgotten here.
    pub(crate) fn take(&self) -> Printed {
        std::mem::take(&mut *self.printed())
    }
}

/// A host with running clocks. Where the session is in a worker, the worker's clocks are the program's.
pub(crate) struct SessionHost {
    clock: CaptureHost,
    shared: Shared,
}

impl SessionHost {
    pub(crate) fn new(is_frozen: bool, shared: Shared) -> Self {
        SessionHost { clock: CaptureHost::with_clock(is_frozen), shared }
    }
}

impl Host for SessionHost {
    fn begin_step(&mut self) {
        self.clock.begin_step();
    }
    fn elapsed_ms(&mut self) -> u64 {
        self.clock.elapsed_ms()
    }
    fn is_cancelled(&mut self) -> bool {
        self.shared.run().is_cancelled()
    }
    fn write(&mut self, text: &str, error: bool) {
        let mut printed = self.shared.printed();
        printed.both.push_str(text);
        if error { printed.stderr.push_str(text) } else { printed.stdout.push_str(text) }
    }
    fn wall_clock(&mut self) -> f64 {
        self.clock.wall_clock()
    }
    fn monotonic(&mut self) -> f64 {
        self.clock.monotonic()
    }
    fn sleep(&mut self, seconds: f64) {
        self.clock.sleep(seconds);
    }
}
