//! Ints beyond 64 bits. Those of up to 127 bits are stored in their slots, so that products, masks and hashes of 64 bits allocate no more
//! memory.

use crate::base::sizes::low64;
use std::borrow::Cow;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use super::Moves;
use super::arena::HeapObject;
use super::charged_sizes::{block, charged_sizes};

/// INVARIANT: a number that fits is `Wide`, so that equal numbers have equal representations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BigIntObj(Repr);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Repr {
    /// The low and the high half of an `i128`. An `i128` field would need a larger alignment and so more space.
    Wide([u64; 2]),
    Large(BigInt),
}

impl Default for BigIntObj {
    fn default() -> Self {
        BigIntObj(Repr::Wide([0; 2]))
    }
}

/// The number with these two halves.
#[inline]
fn from_halves([low, high]: [u64; 2]) -> i128 {
    i128::from(low) | i128::from(high as i64) << 64
}

impl BigIntObj {
    pub(crate) fn new(value: BigInt) -> Self {
        match value.to_i128().and_then(Self::of_wide) {
            Some(wide) => wide,
            None => BigIntObj(Repr::Large(value)),
        }
    }

    /// A number of up to 127 bits; otherwise `None`.
    #[inline]
    pub(crate) fn of_wide(value: i128) -> Option<Self> {
        // The minimum has 128 bits: its negation does not fit.
        (value != i128::MIN).then_some(BigIntObj(Repr::Wide([low64(value as u128), (value >> 64) as u64])))
    }

    /// The number, if it has up to 127 bits.
    #[inline]
    pub(crate) fn wide(&self) -> Option<i128> {
        match self.0 {
            Repr::Wide(halves) => Some(from_halves(halves)),
            Repr::Large(_) => None,
        }
    }

    pub(crate) fn big(&self) -> Cow<'_, BigInt> {
        match &self.0 {
            Repr::Large(value) => Cow::Borrowed(value),
            Repr::Wide(halves) => Cow::Owned(BigInt::from(from_halves(*halves))),
        }
    }

    /// Number of bits without the sign.
    pub(crate) fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Wide(halves) => u64::from(128 - from_halves(*halves).unsigned_abs().leading_zeros()),
            Repr::Large(value) => value.bits(),
        }
    }

    pub(crate) fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Wide([_, high]) => (*high as i64) < 0,
            Repr::Large(value) => value.is_negative(),
        }
    }
}

charged_sizes! { BigIntObj = 32 }

impl HeapObject for BigIntObj {
    fn forward(&mut self, _moves: &Moves) {
        let BigIntObj(_) = self;
    }

    /// The bytes follow from the number alone, so that accounting does not depend on the representation.
    fn owned_bytes(&self) -> usize {
        let bytes = usize::try_from(self.bits().div_ceil(64) * 8).unwrap_or(usize::MAX);
        if bytes <= 16 { bytes } else { block(bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "it charges nothing")]
    fn a_slot_is_as_large_as_a_big_int() {
        assert_eq!(size_of::<BigIntObj>(), size_of::<BigInt>());
    }

    #[test]
    fn numbers_come_back() {
        let near = [0u32, 63, 64, 126, 127, 128, 129].map(|bits| BigInt::from(1) << bits);
        for number in near.iter().flat_map(|near| [near - 1, near.clone(), near + 1]).flat_map(|number: BigInt| [-&number, number]) {
            let object = BigIntObj::new(number.clone());
            assert_eq!(*object.big(), number);
            assert_eq!(object.bits(), number.bits());
            assert_eq!(object.is_negative(), number.is_negative());
            assert_eq!(object.wide().is_some(), number.bits() < 128);
            assert_eq!(object.wide().map(BigInt::from).unwrap_or_else(|| number.clone()), number);
        }
    }
}
