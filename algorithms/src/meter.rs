//! The trait through which long computations charge their work to the caller.

/// Why work was abandoned. The meter that refused has the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The meter refused steps.
    Steps,
    /// The meter refused memory.
    Memory,
}

/// Counts work against a budget. One step is about the cost of one instruction: a few nanoseconds.
pub trait Meter {
    /// Charges steps. Long work charges in portions of about a thousand steps.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses. The caller must abandon the work.
    fn charge(&mut self, steps: u64) -> Result<(), Stop>;

    /// Charges memory before it is allocated.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses. The caller must abandon the work.
    fn reserve(&mut self, bytes: usize) -> Result<(), Stop>;

    /// Returns memory that has been freed.
    fn release(&mut self, bytes: usize);
}

/// A meter that refuses nothing, for work that is known to be short, and for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Meter for Unlimited {
    fn charge(&mut self, _: u64) -> Result<(), Stop> {
        Ok(())
    }

    fn reserve(&mut self, _: usize) -> Result<(), Stop> {
        Ok(())
    }

    fn release(&mut self, _: usize) {}
}
