//! The host trait: everything that a run gets from the host, namely time, output and cancellation. The VM has no other access to the
//! outside.

#![expect(clippy::disallowed_methods, reason = "`CaptureHost` is a host of the embedder's: its clock is the one that the machine may ask")]

use crate::base::sizes::whole_u64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The host of a run.
pub trait Host: Send {
    /// A step begins: its text is read next. A host whose sessions run several steps starts [`Host::elapsed_ms`] from 0 here.
    fn begin_step(&mut self) {}

    /// Milliseconds since the step began, by a clock that the program cannot change. Called once per slice of fuel, and between the steps of
    /// long operations.
    fn elapsed_ms(&mut self) -> u64;

    /// True if the host wants the run to end now.
    fn is_cancelled(&mut self) -> bool {
        false
    }

    /// Receives printed text as it is produced, already cut to the output limit. `error` is true for `sys.stderr`.
    fn write(&mut self, text: &str, error: bool);

    /// The fuel that the step has used, before the program reads a clock. A host whose clocks show the program's work counts it.
    fn note_fuel(&mut self, used: u64) {
        let _ = used;
    }

    /// Seconds since the epoch, for `time.time()` and related functions. The policy's `determinism.clock` selects the clock.
    fn wall_clock(&mut self) -> f64 {
        0.0
    }

    /// Seconds of a monotonic clock for `time.perf_counter()`.
    fn monotonic(&mut self) -> f64 {
        0.0
    }

    /// The program sleeps. A virtual clock advances; a host with a real clock may wait or refuse.
    fn sleep(&mut self, seconds: f64) {
        let _ = seconds;
    }
}

/// A host that keeps the printed text in memory.
///
/// The session owns its host. To read the text later, call [`CaptureHost::captured`] before moving the host into the session. The clocks of
/// the default host show zero and do not move, so that a run depends only on the program; [`CaptureHost::with_clock`] makes a host with
/// running clocks.
///
/// ```
/// use stockade_vm::{CaptureHost, Config, Sandbox, Session};
///
/// let host = CaptureHost::default();
/// let captured = host.captured();
/// let mut session = Session::new(&Config::default(), Box::new(host));
/// session.step("hello.py", "print('hello')", Default::default());
/// assert_eq!(captured.stdout(), "hello\n");
/// ```
#[derive(Debug, Default)]
pub struct CaptureHost {
    captured: Captured,
    clock: Option<Clock>,
}

/// Reads the text that a [`CaptureHost`] keeps. Clones share the same text.
#[derive(Debug, Clone, Default)]
pub struct Captured(Arc<Mutex<Streams>>);

#[derive(Debug, Default)]
struct Streams {
    stdout: String,
    stderr: String,
}

/// The clock for the deadline and for the program.
#[derive(Debug)]
struct Clock {
    made: Instant,
    /// The start of the step, and the seconds slept before it.
    step: (Instant, f64),
    /// The clocks that the program reads start at zero and move only when it sleeps.
    is_frozen: bool,
    /// Seconds that the program slept. No thread waits; the clocks are advanced instead.
    slept: f64,
}

impl Clock {
    fn new(is_frozen: bool) -> Self {
        let now = Instant::now();
        Clock { made: now, step: (now, 0.0), is_frozen, slept: 0.0 }
    }
}

impl CaptureHost {
    /// A host whose clocks run, so that the time limit applies. With `is_frozen`, the clocks that the program reads start at zero and move
    /// only when the program sleeps. The deadline uses real time in both cases.
    #[must_use]
    pub fn with_clock(is_frozen: bool) -> Self {
        CaptureHost { captured: Captured::default(), clock: Some(Clock::new(is_frozen)) }
    }

    /// A handle to the text that is printed from now on.
    #[must_use]
    pub fn captured(&self) -> Captured {
        self.captured.clone()
    }
}

impl Captured {
    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The text printed to `sys.stdout` since the last [`Captured::take`].
    #[must_use]
    pub fn stdout(&self) -> String {
        self.streams().stdout.clone()
    }

    /// The text printed to `sys.stderr` since the last [`Captured::take`].
    #[must_use]
    pub fn stderr(&self) -> String {
        self.streams().stderr.clone()
    }

    /// Returns both texts, stdout first, and clears them.
    #[must_use]
    pub fn take(&self) -> (String, String) {
        let streams = std::mem::take(&mut *self.streams());
        (streams.stdout, streams.stderr)
    }
}

impl Host for CaptureHost {
    fn begin_step(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.step = (Instant::now(), clock.slept);
        }
    }
    fn elapsed_ms(&mut self) -> u64 {
        // The cast with `as` saturates.
        self.clock.as_ref().map_or(0, |Clock { step, slept, .. }| whole_u64((step.0.elapsed().as_secs_f64() + slept - step.1) * 1000.0))
    }
    fn write(&mut self, text: &str, error: bool) {
        let mut streams = self.captured.streams();
        if error { streams.stderr.push_str(text) } else { streams.stdout.push_str(text) }
    }
    fn wall_clock(&mut self) -> f64 {
        match &self.clock {
            None => 0.0,
            Some(clock) if clock.is_frozen => clock.slept,
            Some(clock) => clock.slept + SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()),
        }
    }
    fn monotonic(&mut self) -> f64 {
        self.clock
            .as_ref()
            .map_or(0.0, |clock| if clock.is_frozen { clock.slept } else { clock.made.elapsed().as_secs_f64() + clock.slept })
    }
    fn sleep(&mut self, seconds: f64) {
        if let Some(clock) = &mut self.clock
            && seconds.is_finite()
        {
            clock.slept += seconds.max(0.0);
        }
    }
}

/// One host, shared by all sessions of a [`crate::Sandbox`].
#[derive(Clone)]
pub(crate) struct SharedHost(Arc<Mutex<dyn Host>>);

impl SharedHost {
    pub(crate) fn new(host: impl Host + 'static) -> Self {
        SharedHost(Arc::new(Mutex::new(host)))
    }

    fn host(&self) -> MutexGuard<'_, dyn Host + 'static> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Host for SharedHost {
    fn begin_step(&mut self) {
        self.host().begin_step();
    }
    fn elapsed_ms(&mut self) -> u64 {
        self.host().elapsed_ms()
    }
    fn is_cancelled(&mut self) -> bool {
        self.host().is_cancelled()
    }
    fn write(&mut self, text: &str, error: bool) {
        self.host().write(text, error);
    }
    fn note_fuel(&mut self, used: u64) {
        self.host().note_fuel(used);
    }
    fn wall_clock(&mut self) -> f64 {
        self.host().wall_clock()
    }
    fn monotonic(&mut self) -> f64 {
        self.host().monotonic()
    }
    fn sleep(&mut self, seconds: f64) {
        self.host().sleep(seconds);
    }
}
