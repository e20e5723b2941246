//! Integer square roots in steps (Zimmermann, "Karatsuba Square Root", 1999).

use num_bigint::BigUint;
use num_traits::One as _;

use super::{Work, cost, low_bits};
use crate::meter::Stop;

/// Up to this size Newton's method on the whole number is fast.
const SHORT: u64 = 1024;

impl Work<'_> {
    /// The largest number whose square is not above `number`.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn root(&mut self, number: &BigUint) -> Result<BigUint, Stop> {
        Ok(self.root_and_rest(number)?.0)
    }

    /// The root, and the number without its square.
    fn root_and_rest(&mut self, number: &BigUint) -> Result<(BigUint, BigUint), Stop> {
        let bits = number.bits();
        if bits <= SHORT {
            self.ask(cost::root(bits))?;
            let root = number.sqrt();
            let rest = number - &root * &root;
            return Ok((root, rest));
        }
        // Four digits of `quarter` bits each. The number is shifted by an even number of bits until the first one is at least half full.
        let quarter = bits.div_ceil(256).saturating_mul(64);
        let shift = (quarter.saturating_mul(4) - bits) / 2 * 2;
        let shifted = number << shift;
        let (high, rest) = self.root_and_rest(&(&shifted >> (quarter * 2)))?;
        let second = low_bits(&(&shifted >> quarter), quarter);
        let (low, rest) = self.divide(&((rest << quarter) + second), &(&high << 1_u8))?;
        let rest = (rest << quarter) + low_bits(&shifted, quarter);
        let square = self.multiply(&low, &low)?;
        let mut root = (high << quarter) + low;
        if rest < square {
            root -= BigUint::one();
        }
        root >>= shift / 2;
        let square = self.multiply(&root, &root)?;
        let rest = number - square;
        Ok((root, rest))
    }
}
