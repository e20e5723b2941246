//! Long operations on integers. Their fuel is charged before, from the sizes of all operands. The work then goes in steps, and between two
//! steps the host's clock is asked, so that a deadline ends the operation in its middle.

use stockade_algorithms::integers::Work;
use stockade_algorithms::meter::{Meter, Stop};

use crate::base::abrupt::{Abrupt, LimitKind};
use crate::base::fuel::SLICE;
use crate::base::host::Host;
use crate::heap::Heap;
use crate::runtime::core::Runtime;

/// Asks the host for the time as often as running code does. It charges no fuel.
pub(crate) struct DeadlineMeter<'a> {
    host: &'a mut dyn Host,
    deadline_ms: u64,
    /// Work since the host was asked.
    since: u64,
}

impl<'a> DeadlineMeter<'a> {
    pub(crate) fn new(host: &'a mut dyn Host, deadline_ms: u64) -> Self {
        DeadlineMeter { host, deadline_ms, since: 0 }
    }
}

impl Meter for DeadlineMeter<'_> {
    fn charge(&mut self, steps: u64) -> Result<(), Stop> {
        self.since = self.since.saturating_add(steps);
        if crate::base::UNLIMITED || self.since < SLICE {
            return Ok(());
        }
        self.since = 0;
        if self.host.elapsed_ms() >= self.deadline_ms || self.host.is_cancelled() { Err(Stop::Steps) } else { Ok(()) }
    }

    fn reserve(&mut self, _bytes: usize) -> Result<(), Stop> {
        Ok(())
    }

    fn release(&mut self, _bytes: usize) {}
}

impl Runtime {
    /// Like [`Runtime::charge`], for work that asks for the time itself.
    pub(crate) fn charge_in_steps(&mut self, fuel: u64) -> Result<(), Abrupt> {
        if crate::base::UNLIMITED {
            return Ok(());
        }
        // The costs count work of up to two hundred machine instructions.
        self.heap.fuel.spend_in_steps(fuel.saturating_mul(3), &mut *self.host.embedder, self.budget.deadline_ms)
    }

    /// Does work on integers in steps. `fuel` is its whole cost. `bits` is the size of everything it holds at once: operands that it copies,
    /// intermediate numbers and the result.
    pub(crate) fn big_work<T>(
        &mut self,
        fuel: u64,
        bits: u64,
        work: impl FnOnce(&Heap, &mut Work<'_>) -> Result<T, Stop>,
    ) -> Result<T, Abrupt> {
        self.fits_bits(bits)?;
        self.charge_in_steps(fuel)?;
        let mut meter = DeadlineMeter::new(&mut *self.host.embedder, self.budget.deadline_ms);
        work(&self.heap, &mut Work::new(&mut meter)).map_err(|_| Abrupt::Limit(LimitKind::Time))
    }

    /// Checks that numbers of this many bits altogether fit the memory limit, before they are made.
    pub(crate) fn fits_bits(&mut self, bits: u64) -> Result<(), Abrupt> {
        let bytes = usize::try_from(bits / 8).unwrap_or(usize::MAX);
        self.heap.charge(bytes)?;
        self.heap.refund(bytes);
        Ok(())
    }
}
