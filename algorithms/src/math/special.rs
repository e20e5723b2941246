//! Functions of floats that the standard library does not have, or computes differently from the C library.

use std::f64::consts::{LN_2, PI};

use super::elementary;

/// Why a function has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The result is not a real number.
    Domain,
    /// The result is too large.
    Range,
}

/// 2^28. For larger `x`, `sqrt(x*x ± 1)` equals `x` to the last bit.
const LARGE_ARGUMENT: f64 = 268_435_456.0;

/// Inverse hyperbolic cosine, by the formula that loses the least precision in each range.
pub fn acosh(x: f64) -> f64 {
    if x < 1.0 {
        f64::NAN
    } else if x >= LARGE_ARGUMENT {
        if x.is_infinite() { x } else { elementary::ln(x) + LN_2 }
    } else if x == 1.0 {
        0.0
    } else if x > 2.0 {
        let square = x * x;
        elementary::ln(2.0 * x - 1.0 / (x + (square - 1.0).sqrt()))
    } else {
        let t = x - 1.0;
        elementary::ln_1p(t + (2.0 * t + t * t).sqrt())
    }
}

/// Inverse hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    let magnitude = x.abs();
    if !x.is_finite() || magnitude < 1.0 / LARGE_ARGUMENT {
        return x;
    }
    let result = if magnitude > LARGE_ARGUMENT {
        elementary::ln(magnitude) + LN_2
    } else if magnitude > 2.0 {
        elementary::ln(2.0 * magnitude + 1.0 / ((x * x + 1.0).sqrt() + magnitude))
    } else {
        let square = x * x;
        elementary::ln_1p(magnitude + square / (1.0 + (1.0 + square).sqrt()))
    };
    result.copysign(x)
}

/// Inverse hyperbolic tangent. Infinite at ±1.
pub fn atanh(x: f64) -> f64 {
    let magnitude = x.abs();
    if x.is_nan() || magnitude > 1.0 {
        return f64::NAN;
    }
    if magnitude == 1.0 {
        return f64::INFINITY.copysign(x);
    }
    if magnitude < 1.0 / LARGE_ARGUMENT {
        return x;
    }
    let double = magnitude + magnitude;
    let result = if magnitude < 0.5 {
        0.5 * elementary::ln_1p(double + double * magnitude / (1.0 - magnitude))
    } else {
        0.5 * elementary::ln_1p(double / (1.0 - magnitude))
    };
    result.copysign(x)
}

/// The distance to the next float away from zero.
pub fn ulp(x: f64) -> f64 {
    let magnitude = x.abs();
    if !magnitude.is_finite() {
        return magnitude;
    }
    let above = magnitude.next_up();
    if above.is_infinite() { magnitude - magnitude.next_down() } else { above - magnitude }
}

/// IEEE remainder of finite `x` by non-zero `y`: the quotient is rounded half to even.
pub fn remainder(x: f64, y: f64) -> f64 {
    if y.is_infinite() {
        return x;
    }
    let (dividend, divisor) = (x.abs(), y.abs());
    let rest = dividend % divisor;
    let complement = divisor - rest;
    let result = if rest < complement {
        rest
    } else if rest > complement {
        -complement
    } else {
        // Exactly half way, so the quotient is rounded to even.
        rest - 2.0 * ((0.5 * (dividend - rest)) % divisor)
    };
    1.0f64.copysign(x) * result
}

/// The float `steps` steps from `x` towards `y`.
pub fn step_towards(x: f64, y: f64, steps: u64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if y.is_nan() {
        return y;
    }
    if steps == 0 {
        return x;
    }
    if x == y {
        return y;
    }
    // As sign and magnitude, the bits of floats are ordered like integers.
    let position = |value: f64| {
        let magnitude = i128::from(value.to_bits() & (u64::MAX >> 1));
        if value.is_sign_negative() { -magnitude } else { magnitude }
    };
    let (from, to) = (position(x), position(y));
    let steps = i128::from(steps);
    let reached = if from < to { (from + steps).min(to) } else { (from - steps).max(to) };
    let magnitude = f64::from_bits(u64::try_from(reached.unsigned_abs()).unwrap_or(0));
    match reached {
        0 => 0.0f64.copysign(x),
        _ if reached < 0 => -magnitude,
        _ => magnitude,
    }
}

// The gamma function by Lanczos' approximation (C. Lanczos 1964; this set of coefficients, g = 6.0246..., N = 13, is the
// published one for double precision by G. Pugh and the Boost authors).

const G: f64 = 6.024_680_040_776_73;
const G_MINUS_HALF: f64 = 5.524_680_040_776_73;

const NUMERATOR: [f64; 13] = [
    23_531_376_880.410_76,
    42_919_803_642.649_1,
    35_711_959_237.355_67,
    17_921_034_426.037_21,
    6_039_542_586.352_028,
    1_439_720_407.311_721_6,
    248_874_557.862_054_17,
    31_426_415.585_400_194,
    2_876_370.628_935_372_5,
    186_056.265_395_223_48,
    8_071.672_002_365_816,
    210.824_277_751_579_36,
    2.506_628_274_631_000_2,
];

const DENOMINATOR: [f64; 13] = [
    0.0,
    39_916_800.0,
    120_543_840.0,
    150_917_976.0,
    105_258_076.0,
    45_995_730.0,
    13_339_535.0,
    2_637_558.0,
    357_423.0,
    32_670.0,
    1_925.0,
    66.0,
    1.0,
];

/// The quotient of the two polynomials, evaluated from the end that does not overflow.
fn lanczos_sum(x: f64) -> f64 {
    let (mut top, mut bottom) = (0.0, 0.0);
    if x < 5.0 {
        for (a, b) in NUMERATOR.iter().zip(&DENOMINATOR).rev() {
            top = top * x + a;
            bottom = bottom * x + b;
        }
    } else {
        for (a, b) in NUMERATOR.iter().zip(&DENOMINATOR) {
            top = top / x + a;
            bottom = bottom / x + b;
        }
    }
    top / bottom
}

/// `sin(pi * x)` for finite x, exact at the multiples of a half.
fn sin_pi(x: f64) -> f64 {
    let y = x.abs() % 2.0;
    let value = match (2.0 * y).round() as i64 {
        0 => elementary::sin(PI * y),
        1 => elementary::cos(PI * (y - 0.5)),
        // -sin(pi*(y-1)) is not -0.0 at y = 1, unlike sin(pi*(1-y)).
        2 => elementary::sin(PI * (1.0 - y)),
        3 => -elementary::cos(PI * (y - 1.5)),
        _ => elementary::sin(PI * (y - 2.0)),
    };
    1.0f64.copysign(x) * value
}

/// `n!` for n up to 22: exact floats.
fn small_factorial(n: u32) -> f64 {
    (2..=n).map(f64::from).product()
}

/// The gamma function.
pub fn gamma(x: f64) -> Result<f64, Trouble> {
    if !x.is_finite() {
        return if x.is_nan() || x > 0.0 { Ok(x) } else { Err(Trouble::Domain) };
    }
    if x == 0.0 {
        return Err(Trouble::Domain);
    }
    if x == x.floor() {
        if x < 0.0 {
            return Err(Trouble::Domain);
        }
        if x <= 23.0 {
            return Ok(small_factorial(x as u32 - 1));
        }
    }
    let magnitude = x.abs();
    if magnitude < 1e-20 {
        let value = 1.0 / x;
        return if value.is_infinite() { Err(Trouble::Range) } else { Ok(value) };
    }
    if magnitude > 200.0 {
        return if x < 0.0 { Ok(0.0 / sin_pi(x)) } else { Err(Trouble::Range) };
    }
    let y = magnitude + G_MINUS_HALF;
    // The rounding error of `y`, to first order.
    let lost = if magnitude > G_MINUS_HALF { (y - magnitude) - G_MINUS_HALF } else { (y - G_MINUS_HALF) - magnitude };
    let correction = lost * G / y;
    let power = |value: f64, divide: bool| {
        // A power that would overflow is applied as its square root, twice.
        if magnitude < 140.0 {
            let factor = elementary::pow(y, magnitude - 0.5);
            if divide { value / factor } else { value * factor }
        } else {
            let factor = elementary::pow(y, magnitude / 2.0 - 0.25);
            if divide { value / factor / factor } else { value * factor * factor }
        }
    };
    let value = if x < 0.0 {
        let base = -PI / sin_pi(magnitude) / magnitude * elementary::exp(y) / lanczos_sum(magnitude);
        power(base - correction * base, true)
    } else {
        let base = lanczos_sum(magnitude) / elementary::exp(y);
        power(base + correction * base, false)
    };
    if value.is_infinite() { Err(Trouble::Range) } else { Ok(value) }
}

/// The natural logarithm of the absolute value of gamma.
pub fn lgamma(x: f64) -> Result<f64, Trouble> {
    if !x.is_finite() {
        return Ok(if x.is_nan() { x } else { f64::INFINITY });
    }
    if x == x.floor() && x <= 2.0 {
        return if x <= 0.0 { Err(Trouble::Domain) } else { Ok(0.0) };
    }
    let magnitude = x.abs();
    if magnitude < 1e-20 {
        return Ok(-elementary::ln(magnitude));
    }
    let positive = (elementary::ln(lanczos_sum(magnitude)) - G) + (magnitude - 0.5) * (elementary::ln(magnitude + G - 0.5) - 1.0);
    // Negative arguments use the reflection formula.
    let value = if x < 0.0 {
        elementary::ln(PI) - elementary::ln(sin_pi(magnitude).abs()) - elementary::ln(magnitude) - positive
    } else {
        positive
    };
    if value.is_infinite() { Err(Trouble::Range) } else { Ok(value) }
}
