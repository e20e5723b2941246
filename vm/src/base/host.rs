//! What a host lends to a run: time, output, cancellation. The VM has no other door.

#![expect(clippy::disallowed_methods, reason = "`CaptureHost` is a host of the embedder's: its clock is the one that the machine may ask")]

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The host's side of a run.
pub trait Host: Send {
    /// A step begins. A host whose sessions run several steps starts the time of [`Host::elapsed_ms`] here.
    fn begin_step(&mut self) {}

    /// Milliseconds since the step began, by a clock the guest can't touch. Asked once a slice, never in the loop.
    fn elapsed_ms(&mut self) -> u64;

    /// Whether the host wants the run to end now.
    fn is_cancelled(&mut self) -> bool {
        false
    }

    /// Takes printed text as it comes, already cut to the output limit. `error` is true for `sys.stderr`.
    fn write(&mut self, text: &str, error: bool);

    /// Seconds since the epoch for `time.time()` and its kin; what the policy's `determinism.clock` gives.
    fn wall_clock(&mut self) -> f64 {
        0.0
    }

    /// Seconds of a monotonic clock for `time.perf_counter()`.
    fn monotonic(&mut self) -> f64 {
        0.0
    }

    /// The guest sleeps: a virtual clock advances, a real host may wait or refuse.
    fn sleep(&mut self, seconds: f64) {
        let _ = seconds;
    }
}

/// A host that keeps what is printed.
///
/// The session owns its host, so what was printed is read through a handle, which [`CaptureHost::captured`] gives before the host is moved
/// into the session. The clocks show zero and do not move, so that a run depends on nothing but the program; [`CaptureHost::with_clock`] makes
/// them real.
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

/// Reads what a [`CaptureHost`] keeps. Copies read the same text.
#[derive(Debug, Clone, Default)]
pub struct Captured(Arc<Mutex<Streams>>);

#[derive(Debug, Default)]
struct Streams {
    stdout: String,
    stderr: String,
}

/// A clock for the deadline and for the program.
#[derive(Debug)]
struct Clock {
    made: Instant,
    /// When the step began, and the seconds slept before.
    step: (Instant, f64),
    /// Whether the program's own clocks show zero.
    is_frozen: bool,
    /// Seconds that the program slept. No thread waits for them: the clocks are set forward.
    slept: f64,
}

impl Clock {
    fn new(is_frozen: bool) -> Self {
        let now = Instant::now();
        Clock { made: now, step: (now, 0.0), is_frozen, slept: 0.0 }
    }
}

impl CaptureHost {
    /// A host whose clocks run: the limit on time holds. With `is_frozen` the clocks that the program reads begin at zero and move only when
    /// it sleeps; the deadline is real all the same.
    #[must_use]
    pub fn with_clock(is_frozen: bool) -> Self {
        CaptureHost { captured: Captured::default(), clock: Some(Clock::new(is_frozen)) }
    }

    /// A handle on what is printed from now on.
    #[must_use]
    pub fn captured(&self) -> Captured {
        self.captured.clone()
    }
}

impl Captured {
    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was printed to `sys.stdout` and not taken.
    #[must_use]
    pub fn stdout(&self) -> String {
        self.streams().stdout.clone()
    }

    /// What was printed to `sys.stderr` and not taken.
    #[must_use]
    pub fn stderr(&self) -> String {
        self.streams().stderr.clone()
    }

    /// Both texts, stdout first; the host keeps neither of them any longer.
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
        // `as` saturates.
        self.clock.as_ref().map_or(0, |Clock { step, slept, .. }| ((step.0.elapsed().as_secs_f64() + slept - step.1) * 1000.0) as u64)
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

/// One host for all sessions of a [`crate::Sandbox`].
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
