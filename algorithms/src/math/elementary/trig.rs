//! Sine, cosine and tangent: what is left of the argument beside a multiple of pi/128, and a short series around the sine and cosine of
//! that multiple. Results are the floats next to the true values, as in `exp.rs`.

use super::double::{Double, fast_two_sum, power_of_two, series, two_sum, upper};
use super::exp::{TO_INTEGER, low_bits};
use super::tables::{INVERSE_FACTORIALS, PI_DIGITS, PI_STEP, PI_STEP_PAIR, SINES, STEPS_PER_PI};

/// An angle as `steps * pi/128 + rest`.
#[derive(Clone, Copy)]
struct Reduced {
    steps: i64,
    rest: Double,
}

/// Sine and cosine of an angle.
#[derive(Clone, Copy)]
pub(super) struct Direction {
    pub(super) sine: Double,
    pub(super) cosine: Double,
}

/// A bound of the relative error of what is computed fast.
const FAST_ERROR: f64 = power_of_two(-64);

/// For `0 <= x < 400,000`, with an error below 2^-92. None when so little is left that the error is too large for it.
#[inline(always)]
fn reduced_fast(x: f64) -> Option<Reduced> {
    let shifted = x * STEPS_PER_PI + TO_INTEGER;
    let count = shifted - TO_INTEGER;
    let steps = low_bits(shifted);
    let [first, second, third] = PI_STEP;
    let high = two_sum(x - count * first, -(count * second));
    let rest = fast_two_sum(high.hi, high.lo - count * third);
    if steps & 63 == 0 && steps != 0 && rest.hi.abs() < power_of_two(-26) { None } else { Some(Reduced { steps, rest }) }
}

/// For finite numbers from 2^-8 on: multiplies with those binary digits of 128/pi that matter (M. Payne and R. Hanek 1983).
fn reduced_exactly(x: f64) -> Reduced {
    let exponent = (x.to_bits() >> 52) as i64 - 1075;
    let mantissa = (x.to_bits() & ((1 << 52) - 1)) | (1 << 52);
    // Digits before this one make multiples of 256 steps.
    let begin = usize::try_from(exponent.wrapping_add(120)).unwrap_or(0);
    let word = |at: usize| {
        let (index, shift) = (at / 64, (at % 64) as u32);
        let get = |index: usize| u128::from(PI_DIGITS.get(index).copied().unwrap_or(0));
        (((get(index) << 64) | get(index + 1)) >> (64 - shift)) as u64
    };
    let mut product = [0u64; 4];
    let mut carry = 0u128;
    for (at, slot) in product.iter_mut().enumerate().rev() {
        // Below 2^117 + 2^64.
        let total = (u128::from(word(begin + 64 * at)) * u128::from(mantissa)).wrapping_add(carry);
        *slot = total as u64;
        carry = total >> 64;
    }
    let [a, b, c, d] = product;
    let mut steps = (a >> 56) as i64;
    let mut high = (u128::from(a) << 72) | (u128::from(b) << 8) | u128::from(c >> 56);
    let mut low = (u128::from(c) << 72) | (u128::from(d) << 8);
    let negative = high >> 127 == 1;
    if negative {
        steps = steps.wrapping_add(1);
        high = if low == 0 { high.wrapping_neg() } else { !high };
        low = low.wrapping_neg();
    }
    let zeros = high.leading_zeros().min(127);
    let digits = if zeros == 0 { high } else { (high << zeros) | (low >> (128 - zeros)) };
    // 53 digits, and the 53 after them.
    let first = (digits >> 75) as f64;
    let second = ((digits >> 22) & ((1 << 53) - 1)) as f64;
    let unit = f64::from_bits(u64::from(1023 - 53 - zeros) << 52);
    let sign = if negative { -unit } else { unit };
    let fraction = fast_two_sum(first * sign, second * (sign * power_of_two(-53)));
    Reduced { steps, rest: fraction.times(Double::pair(PI_STEP_PAIR)) }
}

/// `a cos(r) + b sin(r)`, for `|r|` up to pi/256, with a relative error of 2^-65. The low part is up to 2^-13 of
/// the high one.
#[inline(always)]
fn turned(a: Double, b: Double, r: Double) -> Double {
    let (r1, b1) = (upper(r.hi), upper(b.hi));
    let (r2, b2) = ((r.hi - r1) + r.lo, (b.hi - b1) + b.lo);
    let square = r.hi * r.hi;
    let fourth = square * square;
    let less_one = square * ((-0.5 + square * (1.0 / 24.0)) + fourth * (square * (1.0 / 40320.0) - 1.0 / 720.0));
    let less_r = square * r.hi * ((square * (1.0 / 120.0) - 1.0 / 6.0) + fourth * (square * (1.0 / 362_880.0) - 1.0 / 5040.0));
    let sum = two_sum(a.hi, b1 * r1);
    Double { hi: sum.hi, lo: sum.lo + ((a.hi * less_one + b.hi * less_r) + (a.lo + (b1 * r2 + b2 * r.hi))) }
}

/// As `turned`, with a relative error of 2^-100.
fn turned_slowly(a: Double, b: Double, r: Double) -> Double {
    let square = r.times(r);
    let cosine = Double::ONE.minus(square.times(series(INVERSE_FACTORIALS.iter().skip(1).step_by(2), square.negated())));
    let sine = r.times(series(INVERSE_FACTORIALS.iter().step_by(2), square.negated()));
    a.times(cosine).plus(b.times(sine))
}

/// Sine and cosine of the multiple of pi/128 in the first quadrant.
#[inline(always)]
fn table(steps: i64) -> Direction {
    let [a, b, c, d] = SINES.get((steps & 63) as usize).copied().unwrap_or_default();
    Direction { sine: Double::bits([a, b]), cosine: Double::bits([c, d]) }
}

#[inline(always)]
fn sine_of(reduced: Reduced, turn: impl Fn(Double, Double, Double) -> Double) -> Double {
    let at = table(reduced.steps);
    let quadrant = reduced.steps >> 6;
    let value = if quadrant & 1 == 0 { turn(at.sine, at.cosine, reduced.rest) } else { turn(at.cosine, at.sine.negated(), reduced.rest) };
    if quadrant & 2 == 0 { value } else { value.negated() }
}

#[inline(always)]
fn direction_of(reduced: Reduced, turn: impl Fn(Double, Double, Double) -> Double) -> Direction {
    let quarter = Reduced { steps: reduced.steps.wrapping_add(64), ..reduced };
    Direction { sine: sine_of(reduced, &turn), cosine: sine_of(quarter, &turn) }
}

#[inline(always)]
fn reduced(x: f64) -> Reduced {
    if x < 400_000.0
        && let Some(reduced) = reduced_fast(x)
    {
        return reduced;
    }
    reduced_exactly(x)
}

fn reduced_slowly(x: f64) -> Reduced {
    // Half a step.
    if x < 1.0 / 256.0 { Reduced { steps: 0, rest: Double::of(x) } } else { reduced_exactly(x) }
}

/// For non-negative finite numbers, with relative errors of 2^-100.
pub(super) fn direction_slowly(x: f64) -> Direction {
    direction_of(reduced_slowly(x), turned_slowly)
}

/// Below it sine, tangent and their inverses are their argument.
pub(super) const TINY: f64 = power_of_two(-27);

/// The sine.
#[must_use]
pub fn sin(x: f64) -> f64 {
    let size = x.abs();
    if size < TINY {
        return x;
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let value = sine_of(reduced(size), turned);
    let sine = value.rounded(value.hi.abs() * FAST_ERROR).unwrap_or_else(|| sin_slow(size));
    if x < 0.0 { -sine } else { sine }
}

#[cold]
fn sin_slow(size: f64) -> f64 {
    sine_of(reduced_slowly(size), turned_slowly).settled()
}

/// The cosine.
#[must_use]
pub fn cos(x: f64) -> f64 {
    let size = x.abs();
    if size < TINY {
        return 1.0;
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let at = reduced(size);
    let value = sine_of(Reduced { steps: at.steps.wrapping_add(64), ..at }, turned);
    value.rounded(value.hi.abs() * FAST_ERROR).unwrap_or_else(|| cos_slow(size))
}

#[cold]
fn cos_slow(size: f64) -> f64 {
    direction_slowly(size).cosine.settled()
}

/// The tangent.
#[must_use]
pub fn tan(x: f64) -> f64 {
    let size = x.abs();
    if size < TINY {
        return x;
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let at = direction_of(reduced(size), turned);
    let value = at.sine.normal().over(at.cosine.normal());
    let tangent = value.rounded(value.hi.abs() * (4.0 * FAST_ERROR)).unwrap_or_else(|| tan_slow(size));
    if x < 0.0 { -tangent } else { tangent }
}

#[cold]
fn tan_slow(size: f64) -> f64 {
    let at = direction_slowly(size);
    at.sine.over(at.cosine).settled()
}
