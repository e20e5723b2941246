//! Products in steps.

use num_bigint::BigUint;

use super::{Work, cost, half_of, low_bits};
use crate::meter::Stop;

impl Work<'_> {
    /// `a * b`.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn multiply(&mut self, a: &BigUint, b: &BigUint) -> Result<BigUint, Stop> {
        let cost = cost::multiply(a.bits(), b.bits());
        let (short, long) = if a.bits() < b.bits() { (a, b) } else { (b, a) };
        if cost <= self.step || short.bits() <= 64 && long.bits() <= 128 {
            self.ask(cost)?;
            return Ok(a * b);
        }
        if long.bits() / 2 >= short.bits() { self.by_blocks(short, long, cost) } else { self.karatsuba(short, long) }
    }

    /// The product with a factor that is at least twice as long as the other: the longer factor is cut into blocks.
    fn by_blocks(&mut self, short: &BigUint, long: &BigUint, cost: u64) -> Result<BigUint, Stop> {
        // As long as the shorter factor, or longer, if that is a step. At most half of the longer one, so that blocks become shorter.
        let step = u128::from(long.bits()) * u128::from(self.step) / u128::from(cost.max(1));
        let bits = u64::try_from(step).unwrap_or(u64::MAX).max(short.bits()).min(long.bits() / 2) / 64 * 64;
        let bits = bits.max(64);
        let digits = usize::try_from(bits / 32).unwrap_or(usize::MAX);
        let mut rest = long.iter_u32_digits();
        let mut made: Vec<u32> = Vec::with_capacity(rest.len() + short.iter_u32_digits().len());
        let mut carry = BigUint::ZERO;
        while rest.len() > 0 {
            let block = BigUint::new(rest.by_ref().take(digits).collect());
            let sum = self.multiply(&block, short)? + carry;
            let filled = made.len() + digits;
            made.extend(sum.iter_u32_digits().take(digits));
            if rest.len() > 0 {
                made.resize(filled, 0);
                carry = sum >> bits;
            } else {
                made.extend(sum.iter_u32_digits().skip(digits));
                carry = BigUint::ZERO;
            }
        }
        Ok(BigUint::new(made))
    }

    /// Three products of halves (Karatsuba).
    fn karatsuba(&mut self, short: &BigUint, long: &BigUint) -> Result<BigUint, Stop> {
        let half = half_of(long.bits());
        let (long_low, long_high) = (low_bits(long, half), long >> half);
        let (short_low, short_high) = (low_bits(short, half), short >> half);
        let low = self.multiply(&long_low, &short_low)?;
        let high = self.multiply(&long_high, &short_high)?;
        let middle = self.multiply(&(long_low + long_high), &(short_low + short_high))? - &low - &high;
        Ok((((high << half) + middle) << half) + low)
    }
}
