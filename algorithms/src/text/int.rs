//! Integers of any size: a small-or-big value, the operations that need an algorithm of their own, and the cost of the longest ones.

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use super::{Result, TextError, float};

/// An integer. A value that fits an `i64` is always `Small`, never `Big`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Int {
    /// Fits 64 bits.
    Small(i64),
    /// Does not fit 64 bits.
    Big(BigInt),
}

/// A borrowed integer.
#[derive(Clone, Copy, Debug)]
pub enum IntRef<'a> {
    /// Fits 64 bits.
    Small(i64),
    /// Any size. The value may fit 64 bits.
    Big(&'a BigInt),
}

impl From<BigInt> for Int {
    #[inline]
    fn from(value: BigInt) -> Self {
        value.to_i64().map_or(Self::Big(value), Self::Small)
    }
}

impl From<i64> for Int {
    #[inline]
    fn from(value: i64) -> Self {
        Self::Small(value)
    }
}

impl<'a> From<&'a Int> for IntRef<'a> {
    #[inline]
    fn from(value: &'a Int) -> Self {
        match value {
            Int::Small(small) => Self::Small(*small),
            Int::Big(big) => Self::Big(big),
        }
    }
}

impl From<i64> for IntRef<'_> {
    #[inline]
    fn from(value: i64) -> Self {
        Self::Small(value)
    }
}

impl<'a> From<&'a BigInt> for IntRef<'a> {
    #[inline]
    fn from(value: &'a BigInt) -> Self {
        Self::Big(value)
    }
}

impl Int {
    /// Borrows the value.
    #[inline]
    #[must_use]
    pub fn as_ref(&self) -> IntRef<'_> {
        self.into()
    }
}

impl<'a> IntRef<'a> {
    /// The value as a big integer.
    #[must_use]
    pub(crate) fn to_big(self) -> Cow<'a, BigInt> {
        match self {
            Self::Small(small) => Cow::Owned(BigInt::from(small)),
            Self::Big(big) => Cow::Borrowed(big),
        }
    }

    /// A copy of the value.
    #[must_use]
    pub(crate) fn to_int(self) -> Int {
        match self {
            Self::Small(small) => Int::Small(small),
            Self::Big(big) => Int::from(big.clone()),
        }
    }

    /// The value if it fits 64 bits.
    #[must_use]
    pub fn to_i64(self) -> Option<i64> {
        match self {
            Self::Small(small) => Some(small),
            Self::Big(big) => big.to_i64(),
        }
    }

    /// True below zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        match self {
            Self::Small(small) => small < 0,
            Self::Big(big) => big.is_negative(),
        }
    }

    /// True for zero.
    #[must_use]
    pub(crate) fn is_zero(self) -> bool {
        match self {
            Self::Small(small) => small == 0,
            Self::Big(big) => big.is_zero(),
        }
    }

    /// `bit_length()`.
    #[must_use]
    pub fn bits(self) -> u64 {
        match self {
            Self::Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Self::Big(big) => big.bits(),
        }
    }

    /// `bit_count()`: ones in the binary form of the magnitude.
    #[must_use]
    pub fn bit_count(self) -> u64 {
        match self {
            Self::Small(small) => u64::from(small.unsigned_abs().count_ones()),
            Self::Big(big) => big.magnitude().count_ones(),
        }
    }
}

/// `-a`.
#[must_use]
fn neg(a: IntRef<'_>) -> Int {
    match a {
        IntRef::Small(small) => small.checked_neg().map_or_else(|| Int::from(-BigInt::from(small)), Int::Small),
        IntRef::Big(big) => Int::from(-big),
    }
}

/// `abs(a)`.
#[must_use]
pub fn abs(a: IntRef<'_>) -> Int {
    if a.is_negative() { neg(a) } else { a.to_int() }
}

/// `float(a)`: the nearest float, ties to even.
pub fn to_f64(a: IntRef<'_>) -> Result<f64> {
    let value = match a {
        IntRef::Small(small) => small as f64,
        IntRef::Big(big) => big.to_f64().unwrap_or(f64::INFINITY),
    };
    if value.is_infinite() { Err(TextError::overflow("int too large to convert to float")) } else { Ok(value) }
}

/// `a / b`: the float nearest to the exact quotient.
pub fn true_div(a: IntRef<'_>, b: IntRef<'_>) -> Result<f64> {
    if b.is_zero() {
        return Err(TextError::zero_division("division by zero"));
    }
    // Both operands are exact as floats, so the float division rounds once and correctly.
    const EXACT: u64 = 1 << 53;
    if let (IntRef::Small(x), IntRef::Small(y)) = (a, b)
        && x.unsigned_abs() <= EXACT
        && y.unsigned_abs() <= EXACT
    {
        return Ok(x as f64 / y as f64);
    }
    if a.is_zero() {
        return Ok(if b.is_negative() { -0.0 } else { 0.0 });
    }
    let too_large = || TextError::overflow("integer division result too large for a float");
    let (a_bits, b_bits) = (signed(a.bits()), signed(b.bits()));
    let gap = a_bits.saturating_sub(b_bits);
    if gap > 1025 {
        return Err(too_large());
    }
    let negative = a.is_negative() != b.is_negative();
    let sign = if negative { -1.0 } else { 1.0 };
    if gap < -1077 {
        return Ok(0.0 * sign);
    }
    let (mut top, mut bottom) = (a.to_big().magnitude().clone(), b.to_big().magnitude().clone());
    // Scaled so that the quotient has 62 or 63 bits.
    let scale = 62i64.saturating_sub(gap);
    if scale >= 0 {
        top <<= scale.unsigned_abs();
    } else {
        bottom <<= scale.unsigned_abs();
    }
    let (quotient, rest) = top.div_rem(&bottom);
    let bits = quotient.to_u64().unwrap_or(u64::MAX) | u64::from(!rest.is_zero());
    let value = float::compose(bits, scale.saturating_neg());
    if value.is_infinite() { Err(too_large()) } else { Ok(value * sign) }
}

fn signed(bits: u64) -> i64 {
    i64::try_from(bits).unwrap_or(i64::MAX)
}

/// `pow(base, exponent, modulus)` for a base below the modulus. Squares and multiplies from the highest bit of the exponent on (Knuth, "The
/// Art of Computer Programming", 4.6.3).
fn pow_mod_word(base: u64, exponent: &BigUint, modulus: u64) -> u64 {
    let (wide, by) = (u128::from(modulus), u128::from(base));
    let mut result = 1 % wide;
    for bit in (0..exponent.bits()).rev() {
        result = result * result % wide;
        if exponent.bit(bit) {
            result = result * by % wide;
        }
    }
    result as u64
}

/// Like `pow_mod_word` for larger numbers and a small exponent, for which Montgomery preparation does not pay off.
fn pow_mod_small_exponent(base: &BigInt, exponent: u32, modulus: &BigInt) -> BigInt {
    let base = base.mod_floor(modulus);
    let mut result = BigInt::from(1).mod_floor(modulus);
    for bit in (0..32 - exponent.leading_zeros()).rev() {
        result = (&result * &result).mod_floor(modulus);
        if exponent >> bit & 1 == 1 {
            result = (result * &base).mod_floor(modulus);
        }
    }
    result
}

/// `pow(base, exponent, modulus)` for a non-negative exponent, with the algorithm that fits the sizes.
fn pow_mod_nonnegative(base: &BigInt, exponent: &BigInt, modulus: &BigInt) -> Int {
    Int::from(match (modulus.to_u64(), exponent.to_u32()) {
        (Some(word), _) => {
            let base = base.mod_floor(modulus).to_u64().unwrap_or_default();
            BigInt::from(pow_mod_word(base, exponent.magnitude(), word))
        }
        (None, Some(few)) => pow_mod_small_exponent(base, few, modulus),
        (None, None) => base.modpow(exponent, modulus),
    })
}

/// `pow(base, exponent, modulus)`.
pub fn pow_mod(base: IntRef<'_>, exponent: IntRef<'_>, modulus: IntRef<'_>) -> Result<Int> {
    if modulus.is_zero() {
        return Err(TextError::value_error("pow() 3rd argument cannot be 0"));
    }
    let modulus = modulus.to_big();
    if modulus.magnitude().is_one() {
        return Ok(Int::Small(0));
    }
    if !exponent.is_negative() {
        return Ok(pow_mod_nonnegative(&base.to_big(), &exponent.to_big(), &modulus));
    }
    let inverse = base.to_big().modinv(&modulus).ok_or_else(|| TextError::value_error("base is not invertible for the given modulus"))?;
    let exponent = -exponent.to_big().into_owned();
    Ok(pow_mod_nonnegative(&inverse, &exponent, &modulus))
}

/// `round(a, ndigits)`. A negative `ndigits` rounds to a multiple of a power of ten, ties to even multiples.
#[must_use]
pub fn round(a: IntRef<'_>, ndigits: IntRef<'_>) -> Int {
    if !ndigits.is_negative() {
        return a.to_int();
    }
    // A number of b bits has at most b * 0.302 + 1 decimal digits. With one more place, every number rounds to zero.
    let most = a.bits().saturating_mul(302) / 1000 + 2;
    let places = match ndigits.to_i64() {
        Some(n) if n.unsigned_abs() <= most => u32::try_from(n.unsigned_abs()).unwrap_or(u32::MAX),
        _ => return Int::Small(0),
    };
    let unit = BigInt::from(10).pow(places);
    let (quotient, rest): (BigInt, BigInt) = a.to_big().div_mod_floor(&unit);
    let doubled: BigInt = rest << 1u32;
    let up = match doubled.cmp(&unit) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => quotient.is_odd(),
    };
    Int::from((if up { quotient + 1 } else { quotient }) * unit)
}

/// The costs below are in units of about one multiplication of 64-bit limbs, rounded up.
fn limbs(bits: u64) -> u64 {
    bits / 64 + 1
}

/// The cost of a multiplication: schoolbook for short factors, Karatsuba (three products of halves) for longer ones.
#[must_use]
fn mul_cost(a_bits: u64, b_bits: u64) -> u64 {
    let (short, long) = (limbs(a_bits.min(b_bits)), limbs(a_bits.max(b_bits)));
    let (mut size, mut square) = (short, 1u64);
    while size > 32 {
        size = size.div_ceil(2);
        square = square.saturating_mul(3);
    }
    let square = square.saturating_mul(size.saturating_mul(size));
    long.div_ceil(short).saturating_mul(square)
}

/// The cost of a division with remainder: quotient limbs times divisor limbs.
#[must_use]
fn div_cost(a_bits: u64, b_bits: u64) -> u64 {
    limbs(a_bits.saturating_sub(b_bits)).saturating_mul(limbs(b_bits)).saturating_add(limbs(a_bits))
}

/// The cost of `pow(base, exponent, modulus)`: about one and a half multiplications and reductions per bit of the exponent.
#[must_use]
pub fn pow_mod_cost(base_bits: u64, exponent_bits: u64, modulus_bits: u64) -> u64 {
    let step = mul_cost(modulus_bits, modulus_bits).saturating_add(div_cost(modulus_bits.saturating_mul(2), modulus_bits));
    step.saturating_mul(exponent_bits.saturating_add(4)).saturating_mul(2).saturating_add(div_cost(base_bits, modulus_bits))
}

/// The cost of a conversion to or from a base that is not a power of two: quadratic in the limbs.
#[must_use]
pub fn decimal_cost(bits: u64) -> u64 {
    limbs(bits).saturating_mul(limbs(bits)).saturating_add(4)
}
