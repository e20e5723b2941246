//! Integers of any size: a small-or-big value, Python's arithmetic, exact comparison with floats, and the cost of each operation.

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
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
    pub fn to_big(self) -> Cow<'a, BigInt> {
        match self {
            Self::Small(small) => Cow::Owned(BigInt::from(small)),
            Self::Big(big) => Cow::Borrowed(big),
        }
    }

    /// A copy of the value.
    #[must_use]
    pub fn to_int(self) -> Int {
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
    pub fn is_zero(self) -> bool {
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

/// Applies an operation to both operands as big integers.
fn with_big(a: IntRef<'_>, b: IntRef<'_>, op: impl FnOnce(&BigInt, &BigInt) -> BigInt) -> Int {
    Int::from(op(&a.to_big(), &b.to_big()))
}

/// Defines an operation that uses 64-bit arithmetic when the result fits, and big integers otherwise.
macro_rules! either {
    ($(#[$doc:meta])* $name:ident, $small:expr, $big:expr) => {
        $(#[$doc])*
        #[must_use]
        pub fn $name(a: IntRef<'_>, b: IntRef<'_>) -> Int {
            if let (IntRef::Small(x), IntRef::Small(y)) = (a, b) {
                let small: fn(i64, i64) -> Option<i64> = $small;
                if let Some(result) = small(x, y) {
                    return Int::Small(result);
                }
            }
            with_big(a, b, $big)
        }
    };
}

either!(
    /// `a + b`.
    add, i64::checked_add, |a, b| a + b
);
either!(
    /// `a - b`.
    sub, i64::checked_sub, |a, b| a - b
);
either!(
    /// `a * b`.
    mul, i64::checked_mul, |a, b| a * b
);
either!(
    /// `a & b`.
    and, |a, b| Some(a & b), |a, b| a & b
);
either!(
    /// `a | b`.
    or, |a, b| Some(a | b), |a, b| a | b
);
either!(
    /// `a ^ b`.
    xor, |a, b| Some(a ^ b), |a, b| a ^ b
);
either!(
    /// `math.gcd(a, b)`.
    gcd, |a, b| i64::try_from(a.unsigned_abs().gcd(&b.unsigned_abs())).ok(), |a, b| a.gcd(b)
);

/// `-a`.
#[must_use]
pub fn neg(a: IntRef<'_>) -> Int {
    match a {
        IntRef::Small(small) => small.checked_neg().map_or_else(|| Int::from(-BigInt::from(small)), Int::Small),
        IntRef::Big(big) => Int::from(-big),
    }
}

/// `~a`.
#[must_use]
pub fn invert(a: IntRef<'_>) -> Int {
    match a {
        IntRef::Small(small) => Int::Small(!small),
        IntRef::Big(big) => Int::from(-big - 1),
    }
}

/// `abs(a)`.
#[must_use]
pub fn abs(a: IntRef<'_>) -> Int {
    if a.is_negative() { neg(a) } else { a.to_int() }
}

/// The quotient rounded towards minus infinity, and the remainder with the sign of the divisor.
fn divide(a: IntRef<'_>, b: IntRef<'_>) -> (Int, Int) {
    if let (IntRef::Small(x), IntRef::Small(y)) = (a, b)
        && let (Some(quotient), Some(rest)) = (x.checked_div(y), x.checked_rem(y))
    {
        return if rest != 0 && (rest < 0) != (y < 0) {
            (Int::Small(quotient.wrapping_sub(1)), Int::Small(rest.wrapping_add(y)))
        } else {
            (Int::Small(quotient), Int::Small(rest))
        };
    }
    let (quotient, rest) = a.to_big().div_mod_floor(&b.to_big());
    (Int::from(quotient), Int::from(rest))
}

/// `a // b`.
pub fn floor_div(a: IntRef<'_>, b: IntRef<'_>) -> Result<Int> {
    div_mod(a, b).map(|(quotient, _)| quotient)
}

/// `a % b`.
pub fn modulo(a: IntRef<'_>, b: IntRef<'_>) -> Result<Int> {
    if b.is_zero() {
        return Err(TextError::zero_division("integer modulo by zero"));
    }
    Ok(divide(a, b).1)
}

/// `divmod(a, b)`.
pub fn div_mod(a: IntRef<'_>, b: IntRef<'_>) -> Result<(Int, Int)> {
    if b.is_zero() {
        return Err(TextError::zero_division("integer division or modulo by zero"));
    }
    Ok(divide(a, b))
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

/// Exact comparison of an integer and a float. `None` for NaN.
#[must_use]
pub fn cmp_float(a: IntRef<'_>, x: f64) -> Option<Ordering> {
    if x.is_nan() {
        return None;
    }
    if let IntRef::Small(small) = a
        && small.unsigned_abs() <= 1 << 53
    {
        return (small as f64).partial_cmp(&x);
    }
    if x.is_infinite() {
        return Some(if x > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    // From 2^53 on, a float has no fraction. Below, the integer part decides unless it is equal.
    let whole = float::to_int(x.trunc()).ok()?;
    let fraction = x - x.trunc();
    Some(cmp(a, whole.as_ref()).then_with(|| 0.0f64.partial_cmp(&fraction).unwrap_or(Ordering::Equal)))
}

/// The order of two integers.
#[must_use]
pub fn cmp(a: IntRef<'_>, b: IntRef<'_>) -> Ordering {
    match (a, b) {
        (IntRef::Small(a), IntRef::Small(b)) => a.cmp(&b),
        _ => a.to_big().as_ref().cmp(b.to_big().as_ref()),
    }
}

/// Upper bound for the bytes of `a << count`.
#[must_use]
pub fn shl_size(a: IntRef<'_>, count: u64) -> usize {
    usize::try_from(a.bits().saturating_add(count) / 8).unwrap_or(usize::MAX).saturating_add(8)
}

/// `a << count`.
pub fn shl(a: IntRef<'_>, count: IntRef<'_>, limit: usize) -> Result<Int> {
    if count.is_negative() {
        return Err(TextError::value_error("negative shift count"));
    }
    if a.is_zero() {
        return Ok(Int::Small(0));
    }
    let Some(count) = count.to_i64() else { return Err(TextError::overflow("too many digits in integer")) };
    if let IntRef::Small(small) = a
        && count < 63
        && small.unsigned_abs().leading_zeros() as i64 > count.saturating_add(1)
    {
        return Ok(Int::Small(small << count));
    }
    if shl_size(a, count.unsigned_abs()) > limit {
        return Err(TextError::limit());
    }
    Ok(Int::from(a.to_big().into_owned() << count.unsigned_abs()))
}

/// `a >> count`, rounded towards minus infinity.
pub fn shr(a: IntRef<'_>, count: IntRef<'_>) -> Result<Int> {
    if count.is_negative() {
        return Err(TextError::value_error("negative shift count"));
    }
    let gone = if a.is_negative() { Int::Small(-1) } else { Int::Small(0) };
    let Some(count) = count.to_i64() else { return Ok(gone) };
    if count.unsigned_abs() >= a.bits() {
        return Ok(gone);
    }
    Ok(match a {
        IntRef::Small(small) => Int::Small(small >> count.min(63)),
        IntRef::Big(big) => Int::from(big >> count.unsigned_abs()),
    })
}

/// Upper bound for the bytes of `base ** exponent`. The exponent must not be negative.
#[must_use]
pub fn pow_size(base: IntRef<'_>, exponent: u64) -> usize {
    if base.bits() <= 1 {
        return 8;
    }
    usize::try_from(base.bits().saturating_mul(exponent) / 8).unwrap_or(usize::MAX).saturating_add(8)
}

/// `base ** exponent` for a non-negative exponent. A negative exponent gives a float: see `float::power`.
pub fn pow(base: IntRef<'_>, exponent: IntRef<'_>, limit: usize) -> Result<Int> {
    if exponent.is_zero() {
        return Ok(Int::Small(1));
    }
    match base.to_i64() {
        Some(small @ (0 | 1)) => return Ok(Int::Small(small)),
        Some(-1) => {
            let odd = match exponent {
                IntRef::Small(e) => e & 1 == 1,
                IntRef::Big(e) => e.is_odd(),
            };
            return Ok(Int::Small(if odd { -1 } else { 1 }));
        }
        _ => {}
    }
    let exponent = exponent.to_i64().and_then(|e| u64::try_from(e).ok()).ok_or_else(TextError::limit)?;
    if pow_size(base, exponent) > limit {
        return Err(TextError::limit());
    }
    if let IntRef::Small(small) = base
        && let Some(power) = u32::try_from(exponent).ok().and_then(|e| small.checked_pow(e))
    {
        return Ok(Int::Small(power));
    }
    if base.to_i64() == Some(2) {
        return Ok(Int::from(BigInt::one() << exponent));
    }
    let exponent = u32::try_from(exponent).map_err(|_| TextError::limit())?;
    Ok(Int::from(base.to_big().pow(exponent)))
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

/// `math.isqrt(a)`.
pub fn isqrt(a: IntRef<'_>) -> Result<Int> {
    if a.is_negative() {
        return Err(TextError::value_error("isqrt() argument must be nonnegative"));
    }
    Ok(match a {
        IntRef::Small(small) => Int::Small(small.isqrt()),
        IntRef::Big(big) => Int::from(big.sqrt()),
    })
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

/// The cost to add, subtract, compare, shift or copy numbers of at most `bits` bits.
#[must_use]
pub fn linear_cost(bits: u64) -> u64 {
    limbs(bits)
}

/// The cost of a multiplication: schoolbook for short factors, Karatsuba (three products of halves) for longer ones.
#[must_use]
pub fn mul_cost(a_bits: u64, b_bits: u64) -> u64 {
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
pub fn div_cost(a_bits: u64, b_bits: u64) -> u64 {
    limbs(a_bits.saturating_sub(b_bits)).saturating_mul(limbs(b_bits)).saturating_add(limbs(a_bits))
}

/// The cost of `base ** exponent`: the last squaring, plus at most the same again for all earlier ones together.
#[must_use]
pub fn pow_cost(base_bits: u64, exponent: u64) -> u64 {
    let bits = base_bits.saturating_mul(exponent);
    mul_cost(bits / 2, bits / 2).saturating_mul(3)
}

/// The cost of `pow(base, exponent, modulus)`: about one and a half multiplications and reductions per bit of the exponent.
#[must_use]
pub fn pow_mod_cost(base_bits: u64, exponent_bits: u64, modulus_bits: u64) -> u64 {
    let step = mul_cost(modulus_bits, modulus_bits).saturating_add(div_cost(modulus_bits.saturating_mul(2), modulus_bits));
    step.saturating_mul(exponent_bits.saturating_add(4)).saturating_mul(2).saturating_add(div_cost(base_bits, modulus_bits))
}

/// The cost of `gcd`, or of a modular inverse.
#[must_use]
pub fn gcd_cost(a_bits: u64, b_bits: u64) -> u64 {
    let bits = a_bits.max(b_bits);
    bits.saturating_mul(limbs(bits)).saturating_mul(2)
}

/// The cost of `isqrt`: a few Newton steps, each with a division.
#[must_use]
pub fn isqrt_cost(bits: u64) -> u64 {
    div_cost(bits, bits / 2).saturating_mul(u64::from(64 - limbs(bits).leading_zeros()).saturating_add(4))
}

/// The cost of a conversion to or from a base that is not a power of two: quadratic in the limbs.
#[must_use]
pub fn decimal_cost(bits: u64) -> u64 {
    limbs(bits).saturating_mul(limbs(bits)).saturating_add(4)
}

/// The sign as -1, 0 or 1.
#[must_use]
pub fn signum(a: IntRef<'_>) -> i8 {
    match a {
        IntRef::Small(small) => small.signum() as i8,
        IntRef::Big(big) => match big.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        },
    }
}
