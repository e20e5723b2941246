//! Powers of e and of two: a power of two from a table times a short series. What cannot be rounded with certainty is computed again with
//! twice the digits, so that results are the floats next to the true values.

use super::double::{Double, fast_two_sum, power_of_two, series, two_product, two_sum};
use super::tables::{INVERSE_FACTORIALS, LN2_PAIR, LN2_STEP, POWERS, STEPS_PER_LN2};

/// Adding it to a float of up to 2^51 rounds the float to an integer, which the lowest bits then hold.
pub(super) const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// A positive number: `value * 2^exponent`.
pub(super) struct Scaled {
    pub(super) value: Double,
    pub(super) exponent: i64,
}

/// The lowest bits of an integer below 2^51 in a float to which `TO_INTEGER` was added.
#[inline(always)]
pub(super) fn low_bits(shifted: f64) -> i64 {
    (shifted.to_bits() as i64).wrapping_shl(13) >> 13
}

#[inline(always)]
fn power(step: i64) -> Double {
    Double::bits(POWERS.get((step & 255) as usize).copied().unwrap_or_default())
}

/// `2^(step/256) * e^r` for `|r|` up to 2^-9, with an error below 2^-60.
#[inline(always)]
fn multiplied(step: i64, high: f64, low: f64) -> Scaled {
    let r = high + low;
    let lost = (high - r) + low;
    let square = r * r;
    let series = (0.5 + r * (1.0 / 6.0)) + square * ((1.0 / 24.0 + r * (1.0 / 120.0)) + square * (1.0 / 720.0));
    let rest = lost + square * series;
    let table = power(step);
    let value = Double { hi: table.hi, lo: table.hi * r + (table.lo + table.lo * r + table.hi * rest) };
    Scaled { value, exponent: step >> 8 }
}

/// An error of `multiplied`, for arguments without error.
pub(super) const FAST_ERROR: f64 = power_of_two(-60);

/// `e^(high + low)` with a relative error of about 2^-60, for results that are normal floats. `near` is about the exponent, so that the
/// step need not wait for its exact parts.
#[inline(always)]
pub(super) fn fast(near: f64, high: f64, low: f64) -> Scaled {
    let shifted = near * STEPS_PER_LN2 + TO_INTEGER;
    let count = shifted - TO_INTEGER;
    let [step, step_low, lowest] = LN2_STEP;
    multiplied(low_bits(shifted), high - count * step, low - count * (step_low + lowest))
}

/// `e^x` with a relative error below 2^-100, for `|x|` up to 750.
pub(super) fn slow(x: Double) -> Scaled {
    let shifted = x.hi * STEPS_PER_LN2 + TO_INTEGER;
    let count = shifted - TO_INTEGER;
    let [high, low, lowest] = LN2_STEP;
    let first = two_sum(x.hi - count * high, -(count * low));
    let second = two_sum(first.hi, x.lo - count * lowest);
    let r = fast_two_sum(second.hi, second.lo + first.lo);
    expanded(low_bits(shifted), r)
}

fn expanded(step: i64, r: Double) -> Scaled {
    let table = power(step);
    Scaled { value: table.plus(table.times(less_one(r))), exponent: step >> 8 }
}

/// `e^r - 1` for `|r|` up to 2^-9.
fn less_one(r: Double) -> Double {
    r.times(series(INVERSE_FACTORIALS.iter().take(12), r))
}

/// `e^x`.
#[must_use]
pub fn exp(x: f64) -> f64 {
    if x.abs() < 708.0 {
        let near = fast(x, x, 0.0);
        if let Some(value) = near.value.rounded(FAST_ERROR) {
            return value * power_of_two(near.exponent);
        }
    }
    exp_slow(x)
}

#[cold]
fn exp_slow(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 709.8 {
        return f64::INFINITY;
    }
    if x < -745.2 {
        return 0.0;
    }
    if x.abs() < f64::EPSILON / 4.0 {
        return 1.0 + x;
    }
    if x.abs() < SMALL {
        return slow_near_one(Double::of(x));
    }
    let result = slow(Double::of(x));
    result.value.settled_at(result.exponent)
}

/// For smaller arguments, results may lie nearer to the middle between two floats than `Double`s can tell.
pub(super) const SMALL: f64 = power_of_two(-10);

/// `e^x` for `|x|` below `SMALL`. What is added to 1 has twice the digits of a float for itself.
pub(super) fn slow_near_one(x: Double) -> f64 {
    let less_one = less_one(x);
    let sum = two_sum(1.0, less_one.hi);
    let low = two_sum(sum.lo, less_one.lo);
    // What the series may have made is no digit of the result: an exact power must stay exact.
    let ruler = less_one.hi * power_of_two(-37);
    let last = (low.lo + ruler) - ruler;
    let low = if last > 0.0 {
        low.hi.next_up()
    } else if last < 0.0 {
        low.hi.next_down()
    } else {
        low.hi
    };
    sum.hi + low
}

/// `2^x`.
#[must_use]
pub fn exp2(x: f64) -> f64 {
    if x.abs() < 1021.0 && x.abs() > f64::EPSILON {
        let shifted = x * 256.0 + TO_INTEGER;
        let rest = x - (shifted - TO_INTEGER) / 256.0;
        let [ln2, ln2_low] = LN2_PAIR;
        let product = two_product(rest, ln2);
        let near = multiplied(low_bits(shifted), product.hi, product.lo + rest * ln2_low);
        if let Some(value) = near.value.rounded(FAST_ERROR) {
            return value * power_of_two(near.exponent);
        }
    }
    exp2_slow(x)
}

#[cold]
fn exp2_slow(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x >= 1024.0 {
        return f64::INFINITY;
    }
    if x < -1080.0 {
        return 0.0;
    }
    if x.abs() <= f64::EPSILON {
        return 1.0 + x * std::f64::consts::LN_2;
    }
    let shifted = x * 256.0 + TO_INTEGER;
    let rest = x - (shifted - TO_INTEGER) / 256.0;
    let result = expanded(low_bits(shifted), Double::pair(LN2_PAIR).scaled(rest));
    result.value.settled_at(result.exponent)
}
