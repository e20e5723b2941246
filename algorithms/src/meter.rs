//! What a native loop may cost: the price list between the pure cores and whoever runs them.

/// Why work was abandoned. The meter that said so knows the rest.
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
    /// [`Stop`] when they are not to be had: the work ends.
    fn charge(&mut self, steps: u64) -> Result<(), Stop>;

    /// Pays for memory before it is allocated.
    ///
    /// # Errors
    /// [`Stop`] when it is not to be had: the work ends.
    fn reserve(&mut self, bytes: usize) -> Result<(), Stop>;

    /// Takes back memory that has been freed.
    fn release(&mut self, bytes: usize);
}

/// A meter without bounds, for work of our own on data of our own.
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
