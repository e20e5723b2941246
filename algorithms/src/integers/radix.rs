//! Text of integers and integers from text in steps: halves of the digits, with a division or product for the two halves.

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::{Work, cost};
use crate::meter::Stop;

/// Digits up to which `num-bigint` converts. The default limit of `sys.set_int_max_str_digits` is below it.
const SHORT: usize = 4800;

impl Work<'_> {
    /// Digits that are converted in one step. Tests with short steps have short texts.
    fn short_text(&self) -> usize {
        SHORT.min(usize::try_from(self.step / 4).unwrap_or(usize::MAX))
    }

    /// The decimal digits of a number.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn to_decimal(&mut self, number: &BigUint) -> Result<String, Stop> {
        // Each power of ten has twice as many zeros as the one before. The last has at least half as many as the number has digits.
        let digits = usize::try_from(number.bits().saturating_mul(30_103) / 100_000 + 1).unwrap_or(usize::MAX);
        let mut powers: Vec<(BigUint, usize)> = Vec::new();
        let mut zeros = self.short_text();
        while digits > zeros {
            let next = match powers.last() {
                None => self.power(&BigUint::from(10_u8), zeros as u32)?,
                Some((last, _)) => self.multiply(last, last)?,
            };
            powers.push((next, zeros));
            zeros = zeros.saturating_mul(2);
        }
        let mut text = String::with_capacity(usize::try_from(number.bits() / 3).unwrap_or(0).saturating_add(2));
        self.write_decimal(number, &powers, 0, &mut text)?;
        Ok(text)
    }

    /// Writes a number with at least `width` digits. The square of the last power is larger than the number.
    fn write_decimal(&mut self, number: &BigUint, powers: &[(BigUint, usize)], width: usize, text: &mut String) -> Result<(), Stop> {
        let Some(((power, zeros), lower)) = powers.split_last() else {
            self.ask(cost::decimal(number.bits()))?;
            let digits = if number.is_zero() && (width > 0 || !text.is_empty()) { String::new() } else { number.to_string() };
            text.extend(std::iter::repeat_n('0', width.saturating_sub(digits.len())));
            text.push_str(&digits);
            return Ok(());
        };
        if number < power {
            if width > *zeros {
                text.extend(std::iter::repeat_n('0', width - zeros));
            }
            return self.write_decimal(number, lower, width.min(*zeros), text);
        }
        let (high, low) = self.divide(number, power)?;
        self.write_decimal(&high, lower, width.saturating_sub(*zeros), text)?;
        self.write_decimal(&low, lower, *zeros, text)
    }

    /// The number with these digits, the highest first. Each digit is below the radix.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn from_digits(&mut self, digits: &[u8], radix: u32) -> Result<BigUint, Stop> {
        let short = self.short_text();
        if radix.is_power_of_two() || digits.len() <= short {
            self.ask(if radix.is_power_of_two() { digits.len() as u64 / 64 } else { cost::from_text(digits.len() as u64 * 4) })?;
            return Ok(BigUint::from_radix_be(digits, radix).unwrap_or_default());
        }
        // From the lowest digits on: parts of equal length, then pairs of parts, each with the power of the radix between its halves.
        let mut parts: Vec<BigUint> = Vec::with_capacity(digits.len() / short + 1);
        for part in digits.rchunks(short) {
            self.ask(cost::from_text(part.len() as u64 * 4))?;
            parts.push(BigUint::from_radix_be(part, radix).unwrap_or_default());
        }
        let mut power = self.power(&BigUint::from(radix), short as u32)?;
        while parts.len() > 1 {
            let mut joined = Vec::with_capacity(parts.len().div_ceil(2));
            let mut pairs = parts.into_iter();
            while let Some(low) = pairs.next() {
                joined.push(match pairs.next() {
                    Some(high) => self.multiply(&high, &power)? + low,
                    None => low,
                });
            }
            parts = joined;
            if parts.len() > 1 {
                power = self.multiply(&power, &power)?;
            }
        }
        Ok(parts.pop().unwrap_or_default())
    }
}
