//! Quotients and remainders in steps, after Burnikel and Ziegler, "Fast Recursive Division" (1998): the work is that of products.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::One as _;

use super::{Work, cost, half_of, low_bits};
use crate::meter::Stop;

impl Work<'_> {
    /// Quotient and remainder. The divisor is not zero.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn divide(&mut self, a: &BigUint, b: &BigUint) -> Result<(BigUint, BigUint), Stop> {
        let (a_bits, b_bits) = (a.bits(), b.bits());
        if a < b {
            self.ask(1)?;
            return Ok((BigUint::ZERO, a.clone()));
        }
        let cost = cost::divide(a_bits, b_bits);
        if a_bits <= self.short.saturating_mul(2) || b_bits <= self.short && cost <= self.step {
            self.ask(cost)?;
            return Ok(a.div_rem(b));
        }
        if b_bits <= self.short {
            // As many digits as are one step.
            let step = u128::from(a_bits) * u128::from(self.step) / u128::from(cost.max(1));
            return self.by_digits(a, b, u64::try_from(step).unwrap_or(u64::MAX).min(a_bits / 2));
        }
        let quotient_bits = a_bits - b_bits + 1;
        if quotient_bits > b_bits {
            // The quotient of one digit by the divisor is not longer than the divisor.
            return self.by_digits(a, b, b_bits - 1);
        }
        let kept = quotient_bits.saturating_add(128);
        if b_bits >= kept.saturating_add(64) { self.by_leading_bits(a, b, (b_bits - kept) / 64 * 64) } else { self.by_halves(a, b) }
    }

    /// Divides digit by digit, each of `bits` bits, from the highest on.
    fn by_digits(&mut self, a: &BigUint, b: &BigUint, bits: u64) -> Result<(BigUint, BigUint), Stop> {
        let width = usize::try_from((bits / 64).max(1).saturating_mul(2)).unwrap_or(usize::MAX);
        let digits: Vec<u32> = a.iter_u32_digits().collect();
        let mut quotient = vec![0_u32; digits.len()];
        let mut rest = BigUint::ZERO;
        for (digit, place) in digits.chunks(width).zip(quotient.chunks_mut(width)).rev() {
            let above = (rest << (32 * digit.len())) + BigUint::from_slice(digit);
            let (part, left) = self.divide(&above, b)?;
            for (word, part) in place.iter_mut().zip(part.iter_u32_digits()) {
                *word = part;
            }
            rest = left;
        }
        Ok((BigUint::new(quotient), rest))
    }

    /// The quotient is about as long as the divisor: each half of it is a division of its own.
    fn by_halves(&mut self, a: &BigUint, b: &BigUint) -> Result<(BigUint, BigUint), Stop> {
        let half = half_of(a.bits() - b.bits() + 1);
        let (high, rest) = self.divide(&(a >> half), b)?;
        let (low, rest) = self.divide(&((rest << half) + low_bits(a, half)), b)?;
        Ok(((high << half) + low, rest))
    }

    /// The quotient is shorter than the divisor: without the last `dropped` bits of both numbers it is right, or too large by a unit or two.
    fn by_leading_bits(&mut self, a: &BigUint, b: &BigUint, dropped: u64) -> Result<(BigUint, BigUint), Stop> {
        let (mut quotient, rest) = self.divide(&(a >> dropped), &(b >> dropped))?;
        let mut rest = (rest << dropped) + low_bits(a, dropped);
        let taken = self.multiply(&quotient, &low_bits(b, dropped))?;
        while taken > rest {
            self.ask(b.bits() / 1024 + 1)?;
            quotient -= BigUint::one();
            rest += b;
        }
        Ok((quotient, rest - taken))
    }
}
