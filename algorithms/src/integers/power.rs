//! Powers and products of many factors in steps.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use super::{Work, cost};
use crate::meter::Stop;

/// Bits of the exponent that are taken at once.
const WINDOW: u64 = 4;

impl Work<'_> {
    /// `base ** exponent`, from the highest bit of the exponent on.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn power(&mut self, base: &BigUint, exponent: u32) -> Result<BigUint, Stop> {
        let mut result = BigUint::one();
        for bit in (0..32 - exponent.leading_zeros()).rev() {
            result = self.multiply(&result, &result)?;
            if exponent >> bit & 1 == 1 {
                result = self.multiply(&result, base)?;
            }
        }
        Ok(result)
    }

    /// `base ** exponent % modulus`. The modulus is not zero.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn power_modulo(&mut self, base: &BigUint, exponent: &BigUint, modulus: &BigUint) -> Result<BigUint, Stop> {
        let (_, base) = self.divide(base, modulus)?;
        if let Some(word) = modulus.to_u64() {
            return self.power_modulo_word(base.to_u64().unwrap_or(0), exponent, word);
        }
        // `num-bigint` prepares the modulus (Montgomery), which pays off unless the exponent is small. What it counts are single products.
        let cost = cost::power_modulo(base.bits(), exponent.bits(), modulus.bits()) / 16;
        if exponent.bits() > 32 && cost <= self.step {
            self.ask(cost)?;
            return Ok(base.modpow(exponent, modulus));
        }
        let mut powers = vec![BigUint::one() % modulus, base.clone()];
        let most = if exponent.bits() > 32 { 1 << WINDOW } else { 2 };
        while let Some(last) = powers.last().filter(|_| powers.len() < most) {
            let next = self.product_modulo(&last.clone(), &base, modulus)?;
            powers.push(next);
        }
        let width = u64::from(most.ilog2());
        let mut result = BigUint::one();
        for window in (0..exponent.bits().div_ceil(width)).rev() {
            for _ in 0..width {
                result = self.product_modulo(&result, &result, modulus)?;
            }
            let digit: usize = (0..width).map(|bit| usize::from(exponent.bit(window * width + bit)) << bit).sum();
            if let Some(power) = powers.get(digit).filter(|_| digit > 0) {
                result = self.product_modulo(&result, power, modulus)?;
            }
        }
        Ok(result % modulus)
    }

    fn product_modulo(&mut self, a: &BigUint, b: &BigUint, modulus: &BigUint) -> Result<BigUint, Stop> {
        let product = self.multiply(a, b)?;
        Ok(self.divide(&product, modulus)?.1)
    }

    /// Squares and multiplies from the highest bit of the exponent on (Knuth, "The Art of Computer Programming", 4.6.3). The base is below
    /// the modulus.
    fn power_modulo_word(&mut self, base: u64, exponent: &BigUint, modulus: u64) -> Result<BigUint, Stop> {
        const BITS: u64 = 1024;
        let (wide, by) = (u128::from(modulus), u128::from(base));
        let mut result = 1 % wide;
        for bit in (0..exponent.bits()).rev() {
            if bit % BITS == 0 {
                self.ask(BITS * 2)?;
            }
            result = result * result % wide;
            if exponent.bit(bit) {
                result = result * by % wide;
            }
        }
        Ok(BigUint::from(result))
    }

    /// The product of many factors, made pairwise, so that both factors of a product have similar sizes.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn product(&mut self, mut factors: Vec<BigUint>) -> Result<BigUint, Stop> {
        while factors.len() > 1 {
            let mut next = Vec::with_capacity(factors.len().div_ceil(2));
            let mut pairs = factors.into_iter();
            while let Some(left) = pairs.next() {
                next.push(match pairs.next() {
                    Some(right) => self.multiply(&left, &right)?,
                    None => left,
                });
            }
            factors = next;
        }
        Ok(factors.pop().unwrap_or_else(BigUint::one))
    }

    /// The product of the integers from `low` to `high` inclusive. Small factors are first combined.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn range_product(&mut self, low: u64, high: u64) -> Result<BigUint, Stop> {
        const NUMBERS: u64 = 4096;
        // Factors of this size are so few that what they occupy beside their digits does not matter.
        const FACTOR_BITS: u64 = 2048;
        let mut factors = Vec::new();
        let (mut factor, mut word) = (BigUint::one(), 1_u64);
        for number in low..=high {
            if number % NUMBERS == 0 {
                self.ask(NUMBERS / 8)?;
            }
            match word.checked_mul(number) {
                Some(more) => word = more,
                None => {
                    factor *= std::mem::replace(&mut word, number);
                    if factor.bits() > FACTOR_BITS {
                        factors.push(std::mem::replace(&mut factor, BigUint::one()));
                    }
                }
            }
        }
        factors.push(factor * word);
        self.product(factors)
    }

    /// Rounds to a multiple of `10 ** places`, ties to even multiples. Without the sign.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn round(&mut self, number: &BigUint, places: u32) -> Result<BigUint, Stop> {
        let unit = self.power(&BigUint::from(10_u8), places)?;
        let (quotient, rest) = self.divide(number, &unit)?;
        let is_up = match (rest << 1_u8).cmp(&unit) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => quotient.is_odd(),
        };
        let quotient = if is_up { quotient + BigUint::one() } else { quotient };
        if quotient.is_zero() { Ok(quotient) } else { self.multiply(&quotient, &unit) }
    }
}
