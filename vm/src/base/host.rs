//! What a host lends to a run: time, output, cancellation. The VM has no other door.

/// The host's side of a run.
pub trait Host: Send {
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

/// A host that keeps what is printed and whose clock stands still.
#[derive(Debug, Default)]
pub struct BufferHost {
    pub stdout: String,
    pub stderr: String,
}

impl Host for BufferHost {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, error: bool) {
        if error {
            self.stderr.push_str(text);
        } else {
            self.stdout.push_str(text);
        }
    }
}
