//! Converts floats to text, integers and other floats: `repr`, parsing, rounding, ratios. Also the arithmetic that differs from Rust's.

use num_bigint::BigInt;

use super::bytes_ops::is_space;
use super::float_format;
use super::int::Int;
use super::{Result, TextError, repr};
use crate::unicode;

/// `repr(x)`, which is also `str(x)`: the shortest digits that read back as `x`.
#[must_use]
pub fn float_repr(x: f64) -> String {
    let mut out = String::new();
    push_repr(&mut out, x);
    out
}

/// Appends `repr(x)`.
fn push_repr(out: &mut String, x: f64) {
    // Whole numbers of up to fifteen digits are the most common floats. They need no search for the shortest digits.
    if x.abs() < 1e15 && x.trunc() == x {
        if x.is_sign_negative() {
            out.push('-');
        }
        float_format::push_integer(out, x.abs() as u64);
        out.push_str(".0");
        return;
    }
    if x.is_sign_negative() && !x.is_nan() {
        out.push('-');
    }
    out.push_str(&float_format::shortest(x.abs(), false, true));
}

/// `repr` of a complex number: `(1+2j)`, or `2j` when the real part is positive zero.
#[must_use]
pub fn complex_repr(re: f64, im: f64) -> String {
    let part = |x: f64, plus: bool| {
        let body = float_format::shortest(x.abs(), false, false);
        let sign = if x.is_sign_negative() && !x.is_nan() {
            "-"
        } else if plus {
            "+"
        } else {
            ""
        };
        format!("{sign}{body}")
    };
    if re == 0.0 && !re.is_sign_negative() {
        return format!("{}j", part(im, false));
    }
    format!("({}{}j)", part(re, false), part(im, true))
}

/// Parses a float literal like `float()`: digits with single underscores between them, fraction, exponent, `inf`, `nan`. White space is not
/// allowed.
#[must_use]
pub(crate) fn parse_ascii(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let unsigned = match bytes.first()? {
        b'+' | b'-' => bytes.get(1..)?,
        _ => bytes,
    };
    let mut before = None;
    let mut digits = 0usize;
    let mut state = Part::Whole;
    let mut underscores = false;
    if !matches!(unsigned.first()?, b'0'..=b'9' | b'.') {
        // Rust's parser accepts these words too. All other words are refused here.
        let known = ["inf", "infinity", "nan"].iter().any(|word| unsigned.eq_ignore_ascii_case(word.as_bytes()));
        return if known { text.parse().ok() } else { None };
    }
    for (i, &b) in unsigned.iter().enumerate() {
        match b {
            b'0'..=b'9' => digits = digits.saturating_add(1),
            b'_' => {
                let after = i.checked_add(1).and_then(|i| unsigned.get(i));
                if !before.is_some_and(|b: u8| b.is_ascii_digit()) || !after.is_some_and(u8::is_ascii_digit) {
                    return None;
                }
                underscores = true;
            }
            b'.' if state == Part::Whole => state = Part::Fraction,
            b'e' | b'E' if state != Part::Exponent && digits > 0 => {
                state = Part::Exponent;
                digits = 0;
            }
            b'+' | b'-' if matches!(before, Some(b'e' | b'E')) => {}
            _ => return None,
        }
        before = Some(b);
    }
    if digits == 0 {
        return None;
    }
    if underscores { text.replace('_', "").parse().ok() } else { text.parse().ok() }
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Whole,
    Fraction,
    Exponent,
}

/// `float(text)` for a str. Allows surrounding white space and digits of any script.
pub fn from_str(text: &str) -> Result<f64> {
    let bare = text.trim_matches(unicode::is_number_space);
    let value = if bare.is_ascii() {
        parse_ascii(bare)
    } else {
        let plain: Option<String> = bare
            .chars()
            .map(|c| match unicode::decimal(c) {
                Some(d) => Some(char::from(b'0'.wrapping_add(d))),
                None => c.is_ascii().then_some(c),
            })
            .collect();
        plain.and_then(|plain| parse_ascii(&plain))
    };
    value.ok_or_else(|| TextError::value_error(format!("could not convert string to float: {}", repr::str_repr(text))))
}

/// `float(data)` for bytes or bytearray. `shown` gives the object's repr for the error message.
pub fn from_bytes(data: &[u8], shown: impl FnOnce() -> String) -> Result<f64> {
    let text = std::str::from_utf8(data).ok().map(|t| t.trim_matches(|c| u8::try_from(c).is_ok_and(is_space)));
    text.and_then(parse_ascii).ok_or_else(|| TextError::value_error(format!("could not convert string to float: {}", shown())))
}

/// Marks a NaN that `float()` made from a text. NaNs from arithmetic and from bytes have other payload bits.
const OWN_NAN: u64 = 0xA5 << 40;

/// A NaN with its own identity, like each result of `float('nan')` in CPython. Identity compares the bits.
#[must_use]
pub fn own_nan(nan: f64, number: u64) -> f64 {
    let sign = nan.to_bits() & 1 << 63;
    f64::from_bits(sign | f64::NAN.to_bits() | OWN_NAN | number & 0xFF_FFFF_FFFF)
}

/// The float without the identity bits of a NaN, as its bytes show it.
#[must_use]
pub fn plain_nan(value: f64) -> f64 {
    let bits = value.to_bits();
    if value.is_nan() && bits & 0x7_FF00_0000_0000 == OWN_NAN { f64::from_bits(bits & !0x7_FFFF_FFFF_FFFF) } else { value }
}

/// True when a float has no fractional part.
#[must_use]
pub fn is_integer(x: f64) -> bool {
    x.is_finite() && x.trunc() == x
}

/// The sign, mantissa and exponent of a finite float: `x == ±mantissa * 2**exponent`.
#[must_use]
pub(crate) fn decode(x: f64) -> (bool, u64, i32) {
    let bits = x.to_bits();
    let biased = ((bits >> 52) & 0x7FF) as i32;
    let fraction = bits & 0x000F_FFFF_FFFF_FFFF;
    let (mantissa, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    (bits >> 63 != 0, mantissa, exponent)
}

/// The float nearest to `bits * 2**scale`, ties to even, infinite when out of range. A caller that dropped lower bits sets the lowest bit
/// of `bits` if any dropped bit was one. `bits` must then be at least 56 bits long.
#[must_use]
pub(crate) fn compose(bits: u64, scale: i64) -> f64 {
    let length = i64::from(64 - bits.leading_zeros());
    // The value lies in [2^(top-1), 2^top).
    let top = scale.saturating_add(length);
    if bits == 0 || top < -1074 {
        return 0.0;
    }
    if top > 1024 {
        return f64::INFINITY;
    }
    let kept = if top < -1021 { top.saturating_add(1074) } else { 53 };
    let drop = length.saturating_sub(kept);
    if drop <= 0 {
        return scaled(bits, scale);
    }
    // `drop` is at most 64, because `kept` is not negative and `length` is at most 64.
    let wide = u128::from(bits);
    let unit = 1u128 << drop;
    let low = wide & unit.wrapping_sub(1);
    let high = wide >> drop;
    let half = unit >> 1;
    let up = low > half || (low == half && high & 1 == 1);
    scaled((high as u64).saturating_add(u64::from(up)), scale.saturating_add(drop))
}

/// `2**exponent`, for normal results.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits((exponent.wrapping_add(1023) as u64) << 52)
}

/// `bits * 2**scale`, where that is exact or infinite.
fn scaled(bits: u64, scale: i64) -> f64 {
    let mut value = bits as f64;
    let mut scale = scale;
    while scale > 1000 {
        value *= power_of_two(1000);
        scale -= 1000;
    }
    // A power below 2^-1000 is applied in two steps. The first is exact, because the mantissa is at least one.
    while scale < -1000 {
        value *= power_of_two(-500);
        scale += 500;
    }
    value * power_of_two(scale)
}

/// `int(x)`: rounds towards zero.
pub fn to_int(x: f64) -> Result<Int> {
    if x.is_nan() {
        return Err(TextError::value_error("cannot convert float NaN to integer"));
    }
    if x.is_infinite() {
        return Err(TextError::overflow("cannot convert float infinity to integer"));
    }
    // -2^63 is exact. All values between -2^63 and 2^63 fit after truncation.
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&x) {
        return Ok(Int::Small(x as i64));
    }
    let (negative, mantissa, exponent) = decode(x);
    let magnitude = BigInt::from(mantissa) << u32::try_from(exponent).unwrap_or(0);
    Ok(Int::from(if negative { -magnitude } else { magnitude }))
}

/// `math.floor(x)`.
pub fn floor(x: f64) -> Result<Int> {
    to_int(x.floor())
}

/// `math.ceil(x)`.
pub fn ceil(x: f64) -> Result<Int> {
    to_int(x.ceil())
}

/// `round(x)`: to the nearest integer, ties to even.
pub fn round(x: f64) -> Result<Int> {
    to_int(x.round_ties_even())
}

/// `round(x, ndigits)`: the float of the decimal with `ndigits` places that is nearest to the exact value of `x`, ties to even.
pub fn round_digits(x: f64, ndigits: i64) -> Result<f64> {
    // Beyond these bounds, every float is already round or rounds to zero.
    if !x.is_finite() || ndigits > 323 {
        return Ok(x);
    }
    if ndigits < -308 {
        return Ok(0.0 * x);
    }
    let rounded = if ndigits >= 0 {
        let places = usize::try_from(ndigits).unwrap_or(0);
        format!("{x:.places$}").parse().unwrap_or(x)
    } else {
        float_format::round_tens(x, ndigits.unsigned_abs())
    };
    if rounded.is_infinite() {
        return Err(TextError::overflow("rounded value too large to represent"));
    }
    Ok(rounded)
}

/// `x.as_integer_ratio()`: numerator and positive denominator in lowest terms.
pub fn as_integer_ratio(x: f64) -> Result<(Int, Int)> {
    if x.is_infinite() {
        return Err(TextError::overflow("cannot convert Infinity to integer ratio"));
    }
    if x.is_nan() {
        return Err(TextError::value_error("cannot convert NaN to integer ratio"));
    }
    let (negative, mut mantissa, mut exponent) = decode(x);
    if mantissa == 0 {
        return Ok((Int::Small(0), Int::Small(1)));
    }
    let zeros = mantissa.trailing_zeros();
    mantissa >>= zeros;
    exponent = exponent.saturating_add_unsigned(zeros);
    let signed = if negative { -BigInt::from(mantissa) } else { BigInt::from(mantissa) };
    let shift = exponent.unsigned_abs();
    if exponent >= 0 {
        Ok((Int::from(signed << shift), Int::Small(1)))
    } else {
        Ok((Int::from(signed), Int::from(BigInt::from(1) << shift)))
    }
}

/// Quotient and remainder of Python's floor division. The remainder has the sign of `y`. `y` must not be zero.
fn divide(x: f64, y: f64) -> (f64, f64) {
    let mut rest = x % y;
    // `x - rest` is a multiple of `y` except for rounding errors, so the nearest integer is the quotient.
    let mut quotient = (x - rest) / y;
    if rest != 0.0 {
        if (y < 0.0) != (rest < 0.0) {
            rest += y;
            quotient -= 1.0;
        }
    } else {
        rest = 0.0_f64.copysign(y);
    }
    let floor = if quotient != 0.0 {
        let floor = quotient.floor();
        if quotient - floor > 0.5 { floor + 1.0 } else { floor }
    } else {
        0.0_f64.copysign(x / y)
    };
    (floor, rest)
}

/// `divmod(x, y)`.
pub fn div_mod(x: f64, y: f64) -> Result<(f64, f64)> {
    if y == 0.0 {
        return Err(TextError::zero_division("float divmod()"));
    }
    Ok(divide(x, y))
}

/// `value = mantissa * 2^exponent` with the mantissa in `[0.5, 1)`.
#[inline]
#[must_use]
pub fn frexp(value: f64) -> (f64, i32) {
    if value == 0.0 || !value.is_finite() {
        return (value, 0);
    }
    let bits = value.to_bits();
    let raw = (bits >> 52 & 0x7ff) as i32;
    if raw == 0 {
        let (mantissa, exponent) = frexp(value * 18_014_398_509_481_984.0);
        return (mantissa, exponent - 54);
    }
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), raw - 1022)
}
