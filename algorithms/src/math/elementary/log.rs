//! Logarithms: a number near the inverse, from a table, brings the argument near one, and a series does the rest. Results are the floats
//! next to the true values, as in `exp.rs`.

use super::double::{Double, fast_two_sum, power_of_two, series, two_product, two_sum, upper};
use super::tables::{INVERSE_LN2, INVERSES, LN2, LOGARITHMS};

/// A number as `2^exponent / c * (1 + r)`, and what is needed of the logarithms of the first two.
struct Near {
    exponent: f64,
    /// The first digits of the logarithm of `2^exponent / c`. Exact.
    high: f64,
    /// The next digits of `-ln c`, and those after them.
    low: [f64; 2],
    /// Exact, below 2^-8.
    r: f64,
}

/// For positive finite numbers.
#[inline(always)]
fn near(x: f64) -> Near {
    let mut bits = x.to_bits();
    let mut bias = 1023;
    if bits < 1 << 52 {
        bits = (x * power_of_two(54)).to_bits();
        bias = 1077;
    }
    let exponent = ((bits >> 52) as i64 - bias) as f64;
    let mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    // The eight bits after the first, rounded to the nearest.
    let row = ((bits >> 43) & 511).wrapping_add(1) >> 1;
    let [c, log, low, lowest] = LOGARITHMS.get(row as usize).copied().unwrap_or_default().map(f64::from_bits);
    let first = upper(mantissa);
    let r = (first * c - 1.0) + (mantissa - first) * c;
    let [ln2, ..] = LN2;
    Near { exponent, high: exponent * ln2 + log, low: [low, lowest], r }
}

/// The natural logarithm, and a bound of its error, which is relative 2^-68. The low part is up to 2^-9 of the high one.
#[inline(always)]
pub(super) fn fast(x: f64) -> (Double, f64) {
    let Near { exponent, high, low: [low, _], r } = near(x);
    let square = r * r;
    let first = upper(r);
    // The square in two parts: the first is exact.
    let (square_high, square_low) = (first * first, (r - first) * (r + first));
    let cube = square * r;
    let odd = (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0))) - r * (0.25 + square * (1.0 / 6.0 + square * 0.125));
    let one = fast_two_sum(high, r);
    let two = two_sum(one.hi, -0.5 * square_high);
    let [_, ln2_low, _] = LN2;
    let rest = (one.lo + two.lo) + ((exponent * ln2_low + low) + (cube * odd - 0.5 * square_low));
    // What the series, the low parts of the table and the last sum may lose.
    let error = cube.abs() * power_of_two(-51) + high.abs() * power_of_two(-86) + two.hi.abs() * power_of_two(-103);
    (Double { hi: two.hi, lo: rest }, error)
}

/// The natural logarithm with a relative error below 2^-98.
pub(super) fn slow(x: f64) -> Double {
    let Near { exponent, high, low: [low, lowest], r } = near(x);
    let short = Double::of(r).times(series(INVERSES.iter().take(15), Double::of(-r)));
    let [_, ln2_low, ln2_lowest] = LN2;
    let table = Double { hi: low, lo: lowest };
    let two = two_product(exponent, ln2_low);
    let rest = table.plus(Double { hi: two.hi, lo: two.lo + exponent * ln2_lowest });
    Double::of(high).plus(rest).plus(short)
}

fn special(x: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x < 0.0 {
        f64::NAN
    } else {
        x
    }
}

/// The natural logarithm.
#[must_use]
pub fn ln(x: f64) -> f64 {
    if !(x > 0.0 && x < f64::INFINITY) {
        return special(x);
    }
    let (value, error) = fast(x);
    value.rounded(error).unwrap_or_else(|| ln_slow(x))
}

#[cold]
fn ln_slow(x: f64) -> f64 {
    if x == 1.0 { 0.0 } else { slow(x).settled() }
}

/// The logarithm to base two.
#[must_use]
pub fn log2(x: f64) -> f64 {
    if !(x > 0.0 && x < f64::INFINITY) {
        return special(x);
    }
    let (value, error) = fast(x);
    let value = value.normal();
    let [inverse, inverse_low] = INVERSE_LN2;
    let (log, factor) = (upper(value.hi), upper(inverse));
    let rest = log * ((inverse - factor) + inverse_low) + ((value.hi - log) + value.lo) * inverse;
    let scaled = fast_two_sum(log * factor, rest);
    scaled.rounded(error * 1.5 + scaled.hi.abs() * power_of_two(-76)).unwrap_or_else(|| log2_slow(x))
}

#[cold]
fn log2_slow(x: f64) -> f64 {
    if x == 1.0 { 0.0 } else { slow(x).times(Double::pair(INVERSE_LN2)).settled() }
}
