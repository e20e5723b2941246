//! What long computations pay: the trait between this crate and the caller that limits its work.

/// Why work was abandoned. The meter that refused knows the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// No steps left.
    Steps,
    /// No memory left.
    Memory,
}

/// Pays for work. A step is about what one bytecode instruction takes: a few nanoseconds.
pub trait Meter {
    /// Pays for steps, in portions of about a thousand while work goes on.
    ///
    /// # Errors
    /// [`Stop`] when the steps are refused: the work ends.
    fn charge(&mut self, steps: u64) -> Result<(), Stop>;

    /// Pays for memory before it is allocated.
    ///
    /// # Errors
    /// [`Stop`] when the memory is refused: the work ends.
    fn reserve(&mut self, bytes: usize) -> Result<(), Stop>;

    /// Returns memory that has been freed.
    fn release(&mut self, bytes: usize);
}

/// A meter that refuses nothing, for work on data that no program chose.
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
