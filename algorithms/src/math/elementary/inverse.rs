//! Arc functions: short series around points of a table. What cannot be rounded with certainty is computed again by one step of Newton's
//! method, with sine and cosine of twice the digits, so that results are the floats next to the true values.

use super::arcs::{ARC_SINES, ARC_TANGENTS};
use super::double::{Double, fast_two_sum, power_of_two, two_product, two_sum, upper};
use super::exp::{TO_INTEGER, low_bits};
use super::tables::PI;
use super::trig::{TINY, direction_slowly};

const HALF_PI: Double = Double { hi: PI[0] / 2.0, lo: PI[1] / 2.0 };

/// A bound of the relative error of the series.
const FAST_ERROR: f64 = power_of_two(-64);

/// Never used: every index is in its table.
static NO_ROW: [u64; 13] = [0; 13];

/// The float next to what `compute` says, which is told whether to work slowly.
#[inline(always)]
fn settled(compute: impl Fn(bool) -> Double) -> f64 {
    let value = compute(false);
    value.rounded(value.hi.abs() * FAST_ERROR).unwrap_or_else(|| compute(true).settled())
}

/// The series of a row at `h`, which is at most 2^-7. The low part is up to 2^-8 of the high one.
#[inline(always)]
fn series(row: &[u64; 13], h: Double) -> Double {
    let [a, a_low, b, b_low, c2, c3, c4, c5, c6, c7, c8, c9, c10] = row.map(f64::from_bits);
    let (h1, b1) = (upper(h.hi), upper(b));
    let (h2, b2) = ((h.hi - h1) + h.lo, (b - b1) + b_low);
    let x = h.hi;
    let square = x * x;
    let fourth = square * square;
    let end = (c6 + x * c7) + square * (c8 + x * c9) + fourth * c10;
    let rest = square * ((c2 + x * c3) + square * (c4 + x * c5) + fourth * end);
    // What the low part, which is not small beside `h`, adds to the higher terms.
    let more = h.lo * x * (2.0 * c2 + 3.0 * c3 * x);
    // Exact.
    let linear = b1 * h1;
    let sum = two_sum(a, linear);
    Double { hi: sum.hi, lo: sum.lo + (rest + (more + a_low + (b1 * h2 + b2 * x))) }
}

/// The quotient of two floats with twice the digits.
#[inline(always)]
fn quotient(low: f64, high: f64) -> Double {
    let inverse = 1.0 / high;
    let near = low * inverse;
    let back = two_product(near, high);
    Double { hi: near, lo: ((low - back.hi) - back.lo) * inverse }
}

/// The angle whose tangent is `low / high`, for `0 <= low <= high`.
#[inline(always)]
fn angle(low: f64, high: f64, slowly: bool) -> Double {
    let tangent = if high == 1.0 { Double::of(low) } else { quotient(low, high) };
    let shifted = tangent.hi * 64.0 + TO_INTEGER;
    let row = ARC_TANGENTS.get(low_bits(shifted) as usize).unwrap_or(&NO_ROW);
    let h = tangent.hi - (shifted - TO_INTEGER) * (1.0 / 64.0);
    let near = series(row, Double { hi: h, lo: tangent.lo });
    if slowly { angle_slowly(low, high, near.hi + near.lo) } else { near }
}

#[cold]
fn angle_slowly(low: f64, high: f64, near: f64) -> Double {
    let at = direction_slowly(near);
    let miss = at.cosine.scaled(low).minus(at.sine.scaled(high));
    fast_two_sum(near, (miss.hi + miss.lo) / (high * at.cosine.hi + low * at.sine.hi))
}

/// The angle in the first quadrant with a sine of up to 1/2.
#[inline(always)]
fn series_of_sine(sine: Double) -> Double {
    let shifted = sine.hi * 128.0 + TO_INTEGER;
    let row = ARC_SINES.get(low_bits(shifted) as usize).unwrap_or(&NO_ROW);
    let h = sine.hi - (shifted - TO_INTEGER) * (1.0 / 128.0);
    series(row, Double { hi: h, lo: sine.lo })
}

/// The angle in the first quadrant whose sine is `x`, for `0 <= x <= 1/2`.
#[inline(always)]
fn angle_of_sine(x: f64, slowly: bool) -> Double {
    let near = series_of_sine(Double::of(x));
    if slowly { angle_of_sine_slowly(x, near.hi + near.lo) } else { near }
}

#[cold]
fn angle_of_sine_slowly(x: f64, near: f64) -> Double {
    let at = direction_slowly(near);
    fast_two_sum(near, ((x - at.sine.hi) - at.sine.lo) / at.cosine.hi)
}

/// The angle in the first quadrant whose cosine is `x`, for `1/2 <= x < 1`: twice that whose sine has the square `(1 - x) / 2`.
#[inline(always)]
fn angle_of_cosine(x: f64, slowly: bool) -> Double {
    let square = (1.0 - x) / 2.0;
    let root = square.sqrt();
    let back = two_product(root, root);
    let near = series_of_sine(Double { hi: root, lo: ((square - back.hi) - back.lo) * (0.5 / root) });
    let half = if slowly { half_angle_slowly(square, near.hi + near.lo) } else { near };
    Double { hi: 2.0 * half.hi, lo: 2.0 * half.lo }
}

#[cold]
fn half_angle_slowly(square: f64, near: f64) -> Double {
    let at = direction_slowly(near);
    let miss = Double::of(square).minus(at.sine.times(at.sine));
    fast_two_sum(near, (miss.hi + miss.lo) / (2.0 * at.sine.hi * at.cosine.hi))
}

/// The arc sine.
#[must_use]
pub fn asin(x: f64) -> f64 {
    let size = x.abs();
    if size < TINY {
        return x;
    }
    let angle = if size <= 0.5 {
        settled(|slowly| angle_of_sine(size, slowly))
    } else if size < 1.0 {
        settled(|slowly| HALF_PI.minus(angle_of_cosine(size, slowly)))
    } else if size == 1.0 {
        HALF_PI.hi
    } else {
        return f64::NAN;
    };
    angle.copysign(x)
}

/// The arc cosine.
#[must_use]
pub fn acos(x: f64) -> f64 {
    let size = x.abs();
    if size < TINY {
        return HALF_PI.hi + (HALF_PI.lo - x);
    }
    if size <= 0.5 {
        let sign = 1.0f64.copysign(x);
        return settled(|slowly| {
            let complement = angle_of_sine(size, slowly);
            HALF_PI.minus(Double { hi: sign * complement.hi, lo: sign * complement.lo })
        });
    }
    if size > 1.0 || size.is_nan() {
        return f64::NAN;
    }
    if size == 1.0 {
        if x > 0.0 { 0.0 } else { std::f64::consts::PI }
    } else if x > 0.0 {
        settled(|slowly| angle_of_cosine(size, slowly))
    } else {
        settled(|slowly| Double::pair(PI).minus(angle_of_cosine(size, slowly)))
    }
}

/// The arc tangent.
#[must_use]
pub fn atan(x: f64) -> f64 {
    let size = x.abs();
    if size < TINY || size.is_nan() {
        return x;
    }
    let angle = if size <= 1.0 {
        settled(|slowly| angle(size, 1.0, slowly))
    } else if size < power_of_two(60) {
        settled(|slowly| HALF_PI.minus(angle(1.0, size, slowly)))
    } else {
        HALF_PI.hi
    };
    angle.copysign(x)
}

/// The angle of the point `(x, y)`.
#[must_use]
pub fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    let (mut width, mut height) = (x.abs(), y.abs());
    if width == f64::INFINITY && height == f64::INFINITY {
        (width, height) = (1.0, 1.0);
    }
    let steep = height > width;
    let (low, high) = if steep { (width, height) } else { (height, width) };
    let back = x.is_sign_negative();
    let corner = match (steep, back) {
        (true, _) => HALF_PI,
        (false, true) => Double::pair(PI),
        (false, false) => Double::of(0.0),
    };
    // From the corner the angle goes down, except from zero and when the point is behind a steep one.
    let down = steep != back;
    let angle = if low == 0.0 || low / high < power_of_two(-60) {
        let rest = if low == 0.0 { 0.0 } else { low / high };
        corner.hi + if down { corner.lo - rest } else { corner.lo + rest }
    } else {
        // Far from the ends of the range, so that no product loses digits.
        let scale = if high > power_of_two(500) {
            power_of_two(-600)
        } else if high < power_of_two(-400) {
            power_of_two(600)
        } else {
            1.0
        };
        settled(|slowly| {
            let rest = angle(low * scale, high * scale, slowly);
            corner.plus(if down { rest.negated() } else { rest })
        })
    };
    angle.copysign(y)
}
