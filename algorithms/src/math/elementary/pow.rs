//! `x` to the power `y`: the exponential of `y * ln x` with enough digits for both.

use super::double::{Double, power_of_two, two_product, upper};
use super::exp::{self, FAST_ERROR};
use super::log;

/// `x` to the power `y`, with the special cases of C.
#[inline]
#[must_use]
pub fn pow(x: f64, y: f64) -> f64 {
    if x > 0.0 && x < f64::INFINITY {
        // IEEE's operations round these correctly too.
        if y == 2.0 {
            return x * x;
        }
        if y == 0.5 {
            return x.sqrt();
        }
        return positive(x, y);
    }
    special(x, y)
}

#[inline(never)]
fn positive(x: f64, y: f64) -> f64 {
    if let Some(value) = by_products(x, y) {
        return value;
    }
    let (log, error) = log::fast(x);
    let log = log.normal();
    let product = y * log.hi;
    let size = product.abs();
    if size < 708.0 && size > f64::EPSILON / 4.0 {
        let (y1, log1) = (upper(y), upper(log.hi));
        let near = exp::fast(product, y1 * log1, y1 * ((log.hi - log1) + log.lo) + (y - y1) * log.hi);
        let error = FAST_ERROR + 2.0 * (y * error).abs() + size * power_of_two(-76);
        if let Some(value) = near.value.rounded(error) {
            return value * power_of_two(near.exponent);
        }
    }
    positive_slow(x, y, size)
}

/// The commonest powers, without a logarithm.
#[inline(always)]
fn by_products(x: f64, y: f64) -> Option<f64> {
    let size = y.abs();
    if size > 4.0 || x < power_of_two(-200) || x > power_of_two(200) {
        return None;
    }
    let twice = size + size;
    let count = twice as i32;
    if f64::from(count) != twice {
        return None;
    }
    let power = match count {
        1 => root(x),
        2 => Double::of(x),
        3 => {
            let root = root(x);
            let product = two_product(root.hi, x);
            Double { hi: product.hi, lo: product.lo + root.lo * x }
        }
        4 => two_product(x, x),
        6 => two_product(x, x).scaled(x),
        8 => {
            let square = two_product(x, x);
            square.times(square)
        }
        _ => return None,
    };
    let power = if y < 0.0 { inverse(power) } else { power };
    power.rounded(power.hi * power_of_two(-98))
}

#[inline(always)]
fn root(x: f64) -> Double {
    let near = x.sqrt();
    let square = two_product(near, near);
    Double { hi: near, lo: ((x - square.hi) - square.lo) * (0.5 / near) }
}

#[inline(always)]
fn inverse(x: Double) -> Double {
    let near = 1.0 / x.hi;
    let back = two_product(near, x.hi);
    Double { hi: near, lo: (((1.0 - back.hi) - back.lo) - near * x.lo) * near }
}

#[cold]
fn positive_slow(x: f64, y: f64, size: f64) -> f64 {
    if x == 1.0 || y == 0.0 {
        return 1.0;
    }
    if y.is_nan() {
        return y;
    }
    if size > 800.0 {
        return if (x > 1.0) == (y > 0.0) { f64::INFINITY } else { 0.0 };
    }
    let log = log::slow(x);
    let size = y * log.hi;
    if size > 710.0 {
        return f64::INFINITY;
    }
    if size < -746.0 {
        return 0.0;
    }
    if size.abs() <= f64::EPSILON / 4.0 {
        return 1.0 + size;
    }
    if size.abs() < exp::SMALL {
        return exp::slow_near_one(log.scaled(y));
    }
    let result = exp::slow(log.scaled(y));
    result.value.settled_at(result.exponent)
}

/// Whether `y` is an odd integer.
fn is_odd(y: f64) -> bool {
    // Above 2^53 all floats are even.
    y.abs() < 9_007_199_254_740_992.0 && y == y.trunc() && (y as i64) & 1 == 1
}

#[cold]
fn special(x: f64, y: f64) -> f64 {
    if y == 0.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    let size = x.abs();
    let power = if size == 0.0 || size == f64::INFINITY {
        if (size == 0.0) == (y > 0.0) { 0.0 } else { f64::INFINITY }
    } else if y.is_finite() && y != y.trunc() {
        return f64::NAN;
    } else if y.is_infinite() {
        // -1 to an infinite power is 1.
        if size == 1.0 {
            1.0
        } else if (size > 1.0) == (y > 0.0) {
            f64::INFINITY
        } else {
            0.0
        }
    } else {
        pow(size, y)
    };
    if x.is_sign_negative() && is_odd(y) { -power } else { power }
}
