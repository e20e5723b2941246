//! Functions whose last digit differs between C libraries, and which CPython takes from them: they follow the steps of the GNU C library
//! (Sun's reductions and approximations, with terms added by pairs), so that they print what CPython prints there. On today's processors that
//! library fuses multiplications with additions. Where this changes a result more than once in some hundred thousand, `fused` does the same.

use super::double::{Double, fused, power_of_two};
use super::exp::exp;
use super::log::{self, ln};
use super::tables::{INVERSE_LN10, LOG10_2};

/// ln 2: its first 32 digits, and the rest.
const LN2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
const INVERSE_LN2: f64 = std::f64::consts::LOG2_E;

/// The bits of a float that the C library compares instead of the number.
fn high_word(x: f64) -> u32 {
    (x.to_bits() >> 32) as u32
}

/// `e^x - 1` without cancellation.
#[must_use]
pub fn exp_m1(x: f64) -> f64 {
    const Q: [f64; 5] = [
        -0.033_333_333_333_333_13,
        0.001_587_301_587_254_814_6,
        -7.936_507_578_674_88e-5,
        4.008_217_827_329_362e-6,
        -2.010_992_181_836_243_7e-7,
    ];
    let size = x.abs();
    let word = high_word(size);
    if x.is_nan() || size < power_of_two(-54) {
        return x;
    }
    // 56 ln 2.
    if word >= 0x4043_687A {
        if x < 0.0 {
            return -1.0;
        }
        if x > 709.782_712_893_384 {
            return f64::INFINITY;
        }
    }
    // Above half of ln 2, and below one and a half of it.
    let (count, high, low) = if word <= 0x3fd6_2e42 {
        (0, x, 0.0)
    } else if word < 0x3FF0_A2B2 {
        if x > 0.0 { (1, x - LN2_HIGH, LN2_LOW) } else { (-1, x + LN2_HIGH, -LN2_LOW) }
    } else {
        let count = (INVERSE_LN2 * x + 0.5f64.copysign(x)).trunc();
        (count as i64, x - count * LN2_HIGH, count * LN2_LOW)
    };
    let r = high - low;
    let lost = (high - r) - low;
    let half = 0.5 * r;
    let square = r * half;
    let [a, b, c, d, e] = Q;
    let fourth = square * square;
    let series = (1.0 + square * a) + fourth * (b + square * c) + fourth * fourth * (d + square * e);
    let t = fused(-series, half, 3.0);
    let mut rest = square * ((series - t) / fused(-r, t, 6.0));
    if count == 0 {
        return r - fused(r, rest, -square);
    }
    rest = fused(r, rest - lost, -lost);
    rest -= square;
    match count {
        -1 => 0.5 * (r - rest) - 0.5,
        1 if r < -0.25 => -2.0 * (rest - (r + 0.5)),
        1 => 1.0 + 2.0 * (r - rest),
        // The last exponent has no power of its own.
        1024 => (1.0 - (rest - r)) * 2.0 * power_of_two(1023) - 1.0,
        ..=-2 | 57.. => (1.0 - (rest - r)) * power_of_two(count) - 1.0,
        ..20 => ((1.0 - power_of_two(-count)) - (rest - r)) * power_of_two(count),
        _ => ((r - (rest + power_of_two(-count))) + 1.0) * power_of_two(count),
    }
}

/// `ln(1 + x)` without cancellation.
#[must_use]
pub fn ln_1p(x: f64) -> f64 {
    const LP: [f64; 7] = [
        0.666_666_666_666_673_5,
        0.399_999_999_994_094_2,
        0.285_714_287_436_623_9,
        0.222_221_984_321_497_84,
        0.181_835_721_616_180_5,
        0.153_138_376_992_093_73,
        0.147_981_986_051_165_86,
    ];
    if x <= -1.0 {
        return if x == -1.0 { f64::NEG_INFINITY } else { f64::NAN };
    }
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    let size = x.abs();
    if size < power_of_two(-29) {
        return if size < power_of_two(-54) { x } else { x - x * x * 0.5 };
    }
    // Between about sqrt(1/2) - 1 and sqrt(2) - 1, `1 + x` is not rounded.
    let word = high_word(x);
    let (mut count, mut lost) = (0i64, 0.0);
    let (f, near_power) = if word < 0x3FDA_827A || (word > 0x8000_0000 && word <= 0xbfd2_bec3) {
        (x, false)
    } else {
        let sum = if x < power_of_two(53) { 1.0 + x } else { x };
        count = i64::from(high_word(sum) >> 20) - 1023;
        if x < power_of_two(53) {
            lost = (if count > 0 { 1.0 - (sum - x) } else { x - (sum - 1.0) }) / sum;
        }
        let mantissa = high_word(sum) & 0xf_ffff;
        let digits = sum.to_bits() & ((1 << 52) - 1);
        if mantissa < 0x6_a09e {
            (f64::from_bits(digits | (1023 << 52)) - 1.0, mantissa == 0)
        } else {
            count += 1;
            (f64::from_bits(digits | (1022 << 52)) - 1.0, (0x10_0000 - mantissa) >> 2 == 0)
        }
    };
    let scale = count as f64;
    let half_square = 0.5 * f * f;
    if near_power {
        if f == 0.0 {
            return if count == 0 { 0.0 } else { scale * LN2_HIGH + (fused(scale, LN2_LOW, lost)) };
        }
        let rest = half_square * (1.0 - 0.666_666_666_666_666_6 * f);
        return if count == 0 { f - rest } else { scale * LN2_HIGH - ((rest - (fused(scale, LN2_LOW, lost))) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let [a, b, c, d, e, g, h] = LP;
    let square = z * z;
    let fourth = square * square;
    let series = fused(z, a, square * (b + z * c)) + fourth * (d + z * e) + fourth * square * (g + z * h);
    if count == 0 {
        f - (half_square - s * (half_square + series))
    } else {
        scale * LN2_HIGH - ((half_square - (s * (half_square + series) + (fused(scale, LN2_LOW, lost)))) - f)
    }
}

/// The logarithm to base ten.
#[must_use]
pub fn log10(x: f64) -> f64 {
    /// The first digits of `log10(2)`, and the rest.
    const TWO_HIGH: f64 = 0.301_029_995_663_611_77;
    const TWO_LOW: f64 = 3.694_239_077_158_931e-13;
    if !(x > 0.0 && x < f64::INFINITY) {
        return ln(x);
    }
    let (bits, bias) = if x < f64::MIN_POSITIVE { ((x * power_of_two(54)).to_bits(), 1077) } else { (x.to_bits(), 1023) };
    let exponent = (bits >> 52) as i64 - bias;
    // Of a number below 1, the mantissa is taken below 1 too.
    let below = i64::from(exponent < 0);
    let mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (((1023 - below) as u64) << 52));
    let scale = (exponent + below) as f64;
    let from = |log: f64| (scale * TWO_LOW + std::f64::consts::LOG10_E * log) + scale * TWO_HIGH;
    let log = log::fast(mantissa).0.normal();
    // The C library's logarithm is the nearest float too, if it does not lie nearly half way.
    let beyond = log.hi + 1.004 * log.lo;
    if beyond == log.hi { from(log.hi) } else { between(from(log.hi), from(beyond), log, scale) }
}

/// Of two results that may be the C library's, that which is nearer to the true one; or the float between them.
#[cold]
fn between(one: f64, other: f64, log: Double, scale: f64) -> f64 {
    if one == other {
        return one;
    }
    let low = one.min(other);
    if low.next_up() != one.max(other) {
        return low.next_up();
    }
    let true_value = log.times(Double::pair(INVERSE_LN10)).plus(Double::pair(LOG10_2).scaled(scale));
    let miss = |x: f64| ((x - true_value.hi) - true_value.lo).abs();
    if miss(one) <= miss(other) { one } else { other }
}

/// Above it the smaller of two exponentials changes nothing.
const ONE_EXPONENTIAL: f64 = 22.0;
/// From here on the exponential of the whole argument is too large.
const TWO_STEPS: u32 = 0x4086_2e42;

/// `e^x / 2`, for results in the last binade too.
fn half_exp(x: f64) -> f64 {
    if high_word(x) < TWO_STEPS {
        return 0.5 * exp(x);
    }
    let root = exp(0.5 * x);
    (0.5 * root) * root
}

/// The hyperbolic sine.
#[must_use]
pub fn sinh(x: f64) -> f64 {
    let size = x.abs();
    if !x.is_finite() || size < power_of_two(-28) {
        return x;
    }
    let half = 0.5f64.copysign(x);
    if size < ONE_EXPONENTIAL {
        let t = exp_m1(size);
        return if size < 1.0 { half * (2.0 * t - t * t / (t + 1.0)) } else { half * (t + t / (t + 1.0)) };
    }
    half_exp(size).copysign(x)
}

/// The hyperbolic cosine.
#[must_use]
pub fn cosh(x: f64) -> f64 {
    let size = x.abs();
    if !x.is_finite() {
        return x * x;
    }
    if size >= ONE_EXPONENTIAL {
        return half_exp(size);
    }
    // Half of ln 2.
    if high_word(size) < 0x3fd6_2e43 {
        if size < power_of_two(-55) {
            return 1.0;
        }
        let t = exp_m1(size);
        let w = 1.0 + t;
        return 1.0 + (t * t) / (w + w);
    }
    let t = exp(size);
    0.5 * t + 0.5 / t
}

/// The hyperbolic tangent.
#[must_use]
pub fn tanh(x: f64) -> f64 {
    let size = x.abs();
    if x.is_nan() || x == 0.0 {
        return x;
    }
    let value = if size >= ONE_EXPONENTIAL {
        1.0
    } else if size < power_of_two(-55) {
        return x * (1.0 + x);
    } else if size >= 1.0 {
        1.0 - 2.0 / (exp_m1(2.0 * size) + 2.0)
    } else {
        let t = exp_m1(-2.0 * size);
        -t / (t + 2.0)
    };
    value.copysign(x)
}

/// The length of a vector: its root, less the rounding error of the squares (C. Borges 2019).
#[must_use]
pub fn hypot(x: f64, y: f64) -> f64 {
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    let (a, b) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    if b <= a * power_of_two(-54) {
        return a + b;
    }
    if a > power_of_two(511) {
        return length(a * power_of_two(-600), b * power_of_two(-600)) / power_of_two(-600);
    }
    if b < power_of_two(-459) {
        return length(a / power_of_two(-600), b / power_of_two(-600)) * power_of_two(-600);
    }
    length(a, b)
}

fn length(a: f64, b: f64) -> f64 {
    let near = (a * a + b * b).sqrt();
    let (first, second) = if near <= 2.0 * b {
        let delta = near - b;
        (a * (2.0 * delta - a), (delta - 2.0 * (a - b)) * delta)
    } else {
        let delta = near - a;
        (2.0 * delta * (a - 2.0 * b), (4.0 * delta - b) * b + delta * delta)
    };
    near - (first + second) / (2.0 * near)
}
