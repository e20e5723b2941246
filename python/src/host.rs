//! The host of a session: captures the output of the program, and provides its clocks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use stockade_vm::Host;

use crate::convert::escape_surrogates;

/// Captures the output of the program for the result, and provides the clocks.
#[derive(Clone)]
pub(crate) struct SessionHost {
    pub(crate) texts: Arc<Mutex<(String, String)>>,
    start: Arc<Mutex<Instant>>,
    /// Milliseconds of `sleep` in this step. The host does not wait; it advances the program's clocks instead.
    slept: Arc<AtomicU64>,
    /// The creation time of the session, and the milliseconds of `sleep` in earlier steps. With these, the monotonic clock never goes back
    /// between steps.
    made: Instant,
    slept_before: Arc<AtomicU64>,
    /// A fixed clock for reproducible runs: the time at the start of each step, in seconds since the epoch.
    pub(crate) frozen: Arc<Mutex<Option<f64>>>,
    /// A Python function that also receives the output as it is printed.
    pub(crate) stream: Arc<Mutex<Option<Arc<Py<PyAny>>>>>,
    /// Somebody asked for the end of the run.
    interrupted: Arc<AtomicBool>,
    signals: Arc<Mutex<Signals>>,
}

/// Python's signals while the machine runs. Python itself handles them only between its own instructions.
#[derive(Default)]
struct Signals {
    /// True while the machine runs on the thread that handles signals.
    here: bool,
    /// When Python was last asked. `None` before the first time.
    asked: Option<Instant>,
    /// What a handler raised: `KeyboardInterrupt`, or an exception of the author's own.
    raised: Option<PyErr>,
}

/// A run asks Python for signals so often. Asking takes the lock of the interpreter.
const SIGNAL_STEP: Duration = Duration::from_millis(10);

/// True on the thread on which Python handles signals.
fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    main.eq(threading.call_method0("get_ident")?)
}

impl SessionHost {
    pub(crate) fn new() -> Self {
        SessionHost {
            texts: Arc::default(),
            start: Arc::new(Mutex::new(Instant::now())),
            slept: Arc::default(),
            made: Instant::now(),
            slept_before: Arc::default(),
            frozen: Arc::default(),
            stream: Arc::default(),
            interrupted: Arc::default(),
            signals: Arc::default(),
        }
    }

    /// Asks for the end of the run that is under way: it ends at the next instruction, or when the host function returns.
    pub(crate) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Runs the machine without the lock of the interpreter.
    ///
    /// # Errors
    /// What a signal handler of Python raised meanwhile. The step has ended then.
    pub(crate) fn detached<T: Send>(&self, py: Python<'_>, run: impl FnOnce() -> T + Send) -> PyResult<T> {
        self.signals().here = is_main_thread(py)?;
        let value = py.detach(run);
        let raised = {
            let mut signals = self.signals();
            signals.here = false;
            signals.raised.take()
        };
        raised.map_or(Ok(value), Err)
    }

    fn signals(&self) -> std::sync::MutexGuard<'_, Signals> {
        self.signals.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Lets Python handle signals, if it is time to.
    fn handle_signals(&self) {
        {
            let mut signals = self.signals();
            let is_due = signals.here && signals.asked.is_none_or(|asked| asked.elapsed() >= SIGNAL_STEP);
            if !is_due {
                return;
            }
            signals.asked = Some(Instant::now());
        }
        // A handler may itself call `interrupt`, so no lock is held here.
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            self.signals().raised = Some(error);
            self.interrupt();
        }
    }
    /// The host of a fork. Its clocks continue from the current times.
    pub(crate) fn copied(&self) -> Self {
        let slept = |of: &AtomicU64| Arc::new(AtomicU64::new(of.load(Ordering::Relaxed)));
        let frozen = Arc::new(Mutex::new(self.frozen()));
        SessionHost { made: self.made, slept: slept(&self.slept), slept_before: slept(&self.slept_before), frozen, ..SessionHost::new() }
    }
    fn elapsed(&self) -> Duration {
        let real = self.start.lock().map_or_else(|poisoned| poisoned.into_inner().elapsed(), |start| start.elapsed());
        real.saturating_add(self.slept())
    }
    fn slept(&self) -> Duration {
        Duration::from_millis(self.slept.load(Ordering::Relaxed))
    }
    fn slept_in_all(&self) -> Duration {
        self.slept().saturating_add(Duration::from_millis(self.slept_before.load(Ordering::Relaxed)))
    }
    /// Resets the clock of the deadline at the start of a step.
    pub(crate) fn begin_step(&self) {
        if let Ok(mut start) = self.start.lock() {
            *start = Instant::now();
        }
        self.interrupted.store(false, Ordering::Relaxed);
        let slept = self.slept.swap(0, Ordering::Relaxed);
        self.slept_before.fetch_add(slept, Ordering::Relaxed);
    }
    pub(crate) fn frozen(&self) -> Option<f64> {
        *self.frozen.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Host for SessionHost {
    fn is_cancelled(&mut self) -> bool {
        self.handle_signals();
        self.interrupted.load(Ordering::Relaxed)
    }
    fn elapsed_ms(&mut self) -> u64 {
        u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
    fn write(&mut self, text: &str, error: bool) {
        {
            let mut texts = self.texts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if error { texts.1.push_str(text) } else { texts.0.push_str(text) }
        }
        let stream = self.stream.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        if let Some(stream) = stream {
            Python::attach(|py| {
                // An exception in the host's function must not reach the program.
                if let Err(error) = stream.bind(py).call1((escape_surrogates(text.to_string()), error)) {
                    error.write_unraisable(py, Some(stream.bind(py)));
                }
            });
        }
    }
    fn sleep(&mut self, seconds: f64) {
        let ms = (seconds.max(0.0) * 1000.0).min(1e15);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "cut to the range just above")]
        self.slept.fetch_add(ms as u64, Ordering::Relaxed);
    }
    fn wall_clock(&mut self) -> f64 {
        let slept = self.slept().as_secs_f64();
        if let Some(at) = self.frozen() {
            return at + slept;
        }
        slept + std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
    }
    fn monotonic(&mut self) -> f64 {
        match self.frozen() {
            Some(_) => self.slept_in_all().as_secs_f64(),
            None => self.made.elapsed().saturating_add(self.slept_in_all()).as_secs_f64(),
        }
    }
}
