//! Integers of any size: a small-or-big value, and the operations of Python on it that need an algorithm of their own.

use std::borrow::Cow;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

use super::{Result, TextError, float};
use crate::integers::{Work, cost};
use crate::meter::Stop;

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
    /// Any size, with its decimal text, because making it takes long.
    Written(&'a BigInt, &'a str),
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
            Self::Big(big) | Self::Written(big, _) => Cow::Borrowed(big),
        }
    }

    /// A copy of the value.
    #[must_use]
    pub(crate) fn to_int(self) -> Int {
        match self {
            Self::Small(small) => Int::Small(small),
            Self::Big(big) | Self::Written(big, _) => Int::from(big.clone()),
        }
    }

    /// The value if it fits 64 bits.
    #[must_use]
    pub fn to_i64(self) -> Option<i64> {
        match self {
            Self::Small(small) => Some(small),
            Self::Big(big) | Self::Written(big, _) => big.to_i64(),
        }
    }

    /// True below zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        match self {
            Self::Small(small) => small < 0,
            Self::Big(big) | Self::Written(big, _) => big.is_negative(),
        }
    }

    /// True for zero.
    #[must_use]
    pub(crate) fn is_zero(self) -> bool {
        match self {
            Self::Small(small) => small == 0,
            Self::Big(big) | Self::Written(big, _) => big.is_zero(),
        }
    }

    /// `bit_length()`.
    #[must_use]
    pub fn bits(self) -> u64 {
        match self {
            Self::Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Self::Big(big) | Self::Written(big, _) => big.bits(),
        }
    }

    /// `bit_count()`: ones in the binary form of the magnitude.
    #[must_use]
    pub fn bit_count(self) -> u64 {
        match self {
            Self::Small(small) => u64::from(small.unsigned_abs().count_ones()),
            Self::Big(big) | Self::Written(big, _) => big.magnitude().count_ones(),
        }
    }
}

/// `-a`.
#[must_use]
fn neg(a: IntRef<'_>) -> Int {
    match a {
        IntRef::Small(small) => small.checked_neg().map_or_else(|| Int::from(-BigInt::from(small)), Int::Small),
        IntRef::Big(big) | IntRef::Written(big, _) => Int::from(-big),
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
        IntRef::Big(big) | IntRef::Written(big, _) => big.to_f64().unwrap_or(f64::INFINITY),
    };
    if value.is_infinite() { Err(TextError::overflow("int too large to convert to float")) } else { Ok(value) }
}

/// `a / b`: the float nearest to the exact quotient. `None` for long operands whose leading bits do not decide it; [`true_div_in_steps`] does.
pub fn leading_true_div(a: IntRef<'_>, b: IntRef<'_>) -> Result<Option<f64>> {
    if b.is_zero() {
        return Err(TextError::zero_division("division by zero"));
    }
    // Both operands are exact as floats, so the float division rounds once and correctly.
    const EXACT: u64 = 1 << 53;
    if let (IntRef::Small(x), IntRef::Small(y)) = (a, b)
        && x.unsigned_abs() <= EXACT
        && y.unsigned_abs() <= EXACT
    {
        return Ok(Some(x as f64 / y as f64));
    }
    if a.is_zero() {
        return Ok(Some(if b.is_negative() { -0.0 } else { 0.0 }));
    }
    let (a_bits, b_bits) = (signed(a.bits()), signed(b.bits()));
    let gap = a_bits.saturating_sub(b_bits);
    if gap > 1025 {
        return Err(too_large_quotient());
    }
    let sign = if a.is_negative() != b.is_negative() { -1.0 } else { 1.0 };
    if gap < -1077 {
        return Ok(Some(0.0 * sign));
    }
    // Scaled so that the quotient has 62 or 63 bits.
    let scale = 62i64.saturating_sub(gap);
    let Some(bits) = quotient_bits(a.to_big().magnitude(), b.to_big().magnitude(), scale) else { return Ok(None) };
    finish_true_div(bits, scale, sign).map(Some)
}

/// Like [`leading_true_div`], for operands whose leading bits do not decide the quotient. The divisor is not zero.
pub fn true_div_in_steps(a: IntRef<'_>, b: IntRef<'_>, work: &mut Work<'_>) -> std::result::Result<Result<f64>, Stop> {
    let sign = if a.is_negative() != b.is_negative() { -1.0 } else { 1.0 };
    let scale = 62i64.saturating_sub(signed(a.bits()).saturating_sub(signed(b.bits())));
    let shifted = |number: &BigUint, by: i64| if by > 0 { number << by.unsigned_abs() } else { number.clone() };
    let (top, bottom) = (shifted(a.to_big().magnitude(), scale), shifted(b.to_big().magnitude(), scale.saturating_neg()));
    let (quotient, rest) = work.divide(&top, &bottom)?;
    Ok(finish_true_div(quotient.to_u64().unwrap_or(u64::MAX) | u64::from(!rest.is_zero()), scale, sign))
}

/// The float of a quotient that was scaled by `2 ** scale`. The lowest bit is set if there is a remainder.
fn finish_true_div(bits: u64, scale: i64, sign: f64) -> Result<f64> {
    let value = float::compose(bits, scale.saturating_neg());
    if value.is_infinite() { Err(too_large_quotient()) } else { Ok(value * sign) }
}

fn too_large_quotient() -> TextError {
    TextError::overflow("integer division result too large for a float")
}

/// The quotient of `a * 2 ** scale` by `b`, which has 62 or 63 bits, with the lowest bit set if there is a remainder. It comes from the
/// leading bits of long operands: no copy of them is made. `None` if these do not decide it, as for quotients that are whole numbers.
fn quotient_bits(a: &BigUint, b: &BigUint, scale: i64) -> Option<u64> {
    const LEADING: u64 = 256;
    let dropped = |number: &BigUint| number.bits().saturating_sub(LEADING);
    let (a_dropped, b_dropped) = (dropped(a), dropped(b));
    let (top, bottom) = (a >> a_dropped, b >> b_dropped);
    // What is dropped counts as a part of the scale.
    let scale = scale.saturating_add(signed(a_dropped)).saturating_sub(signed(b_dropped));
    let quotient = |top: &BigUint, bottom: &BigUint| {
        if scale >= 0 { (top << scale.unsigned_abs()).div_rem(bottom) } else { top.div_rem(&(bottom << scale.unsigned_abs())) }
    };
    let is_inexact = |number: &BigUint, dropped: u64| number.trailing_zeros().is_some_and(|zeros| zeros < dropped);
    let (a_inexact, b_inexact) = (is_inexact(a, a_dropped), is_inexact(b, b_dropped));
    if !a_inexact && !b_inexact {
        let (quotient, rest) = quotient(&top, &bottom);
        return Some(quotient.to_u64().unwrap_or(u64::MAX) | u64::from(!rest.is_zero()));
    }
    // The true quotient is between these two and is neither of them. So it is no whole number if both have the same whole part.
    let (least, _) = quotient(&top, &(&bottom + u8::from(b_inexact)));
    let (most, _) = quotient(&(&top + u8::from(a_inexact)), &bottom);
    (least == most).then(|| least.to_u64().unwrap_or(u64::MAX) | 1)
}

fn signed(bits: u64) -> i64 {
    i64::try_from(bits).unwrap_or(i64::MAX)
}

/// `pow(base, exponent, modulus)`. The cost is [`pow_mod_cost`].
pub fn pow_mod(base: IntRef<'_>, exponent: IntRef<'_>, modulus: IntRef<'_>, work: &mut Work<'_>) -> std::result::Result<Result<Int>, Stop> {
    let modulus = modulus.to_big();
    if modulus.is_zero() {
        return Ok(Err(TextError::value_error("pow() 3rd argument cannot be 0")));
    }
    if modulus.magnitude().is_one() {
        return Ok(Ok(Int::Small(0)));
    }
    let (base, exponent) = (base.to_big(), exponent.to_big());
    let size = modulus.magnitude();
    let mut first = work.divide(base.magnitude(), size)?.1;
    if base.is_negative() && !first.is_zero() {
        first = size - first;
    }
    if exponent.is_negative() {
        match work.inverse(&first, size)? {
            Some(inverse) => first = inverse,
            None => return Ok(Err(TextError::value_error("base is not invertible for the given modulus"))),
        }
    }
    let result = work.power_modulo(&first, exponent.magnitude(), size)?;
    // The result has the sign of the modulus.
    let result =
        if modulus.is_negative() && !result.is_zero() { BigInt::from_biguint(Sign::Minus, size - result) } else { BigInt::from(result) };
    Ok(Ok(Int::from(result)))
}

/// The cost of [`pow_mod`].
#[must_use]
pub fn pow_mod_cost(base: IntRef<'_>, exponent: IntRef<'_>, modulus: IntRef<'_>) -> u64 {
    let power = cost::power_modulo(base.bits(), exponent.bits(), modulus.bits());
    if exponent.is_negative() { power.saturating_add(cost::inverse(base.bits(), modulus.bits())) } else { power }
}

/// `round(a, ndigits)`. A negative `ndigits` rounds to a multiple of a power of ten, ties to even multiples.
pub fn round(a: IntRef<'_>, ndigits: IntRef<'_>, work: &mut Work<'_>) -> std::result::Result<Int, Stop> {
    if !ndigits.is_negative() {
        return Ok(a.to_int());
    }
    // A number of b bits has at most b * 0.302 + 1 decimal digits. With one more place, every number rounds to zero.
    let most = a.bits().saturating_mul(302) / 1000 + 2;
    let places = match ndigits.to_i64() {
        Some(n) if n.unsigned_abs() <= most => u32::try_from(n.unsigned_abs()).unwrap_or(u32::MAX),
        _ => return Ok(Int::Small(0)),
    };
    let big = a.to_big();
    let rounded = work.round(big.magnitude(), places)?;
    Ok(Int::from(BigInt::from_biguint(if a.is_negative() { Sign::Minus } else { Sign::Plus }, rounded)))
}
