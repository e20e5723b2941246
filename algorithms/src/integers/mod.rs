//! Long operations on integers of any size, in steps of bounded length.
//!
//! One product of two numbers of a hundred million bits takes seconds, and `num-bigint` cannot be interrupted. So an operation that costs
//! more than [`STEP`] is split here (Karatsuba, Burnikel and Ziegler, Lehmer, Zimmermann) until each call of `num-bigint` is short. The
//! [`Meter`] is asked before each of these calls. [`cost`] gives the price of a whole operation beforehand.

pub mod cost;
mod divide;
mod gcd;
mod multiply;
mod power;
mod radix;
mod root;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;

use crate::meter::{Meter, Stop};

/// The cost of the longest piece of work between two questions to the meter. It takes a few milliseconds.
pub const STEP: u64 = 400_000;

/// Does operations in steps and asks a meter before each of them.
pub struct Work<'m> {
    meter: &'m mut dyn Meter,
    /// The largest cost of one step. Tests make it small, so that short numbers reach every branch.
    step: u64,
    /// Bits up to which a divisor is divided by with the schoolbook method.
    short: u64,
}

/// `num-bigint` divides by up to 64 limbs with the schoolbook method. Beyond that it pads both numbers to a power of two, so that a short
/// quotient of long numbers costs as much as a long one.
const SHORT_DIVISOR: u64 = 64 * 64;

impl<'m> Work<'m> {
    /// Work that asks this meter.
    pub fn new(meter: &'m mut dyn Meter) -> Self {
        Work { meter, step: STEP, short: SHORT_DIVISOR }
    }

    /// Asks the meter before a piece of work.
    fn ask(&mut self, cost: u64) -> Result<(), Stop> {
        self.meter.charge(cost)
    }
}

/// The lowest bits of a number. `bits` is a multiple of 32.
fn low_bits(number: &BigUint, bits: u64) -> BigUint {
    let digits = usize::try_from(bits / 32).unwrap_or(usize::MAX);
    BigUint::new(number.iter_u32_digits().take(digits).collect())
}

/// Half of a size, rounded up to whole limbs.
fn half_of(bits: u64) -> u64 {
    bits.div_ceil(128).saturating_mul(64)
}
