//! Parses complex numbers, and computes with them in CPython's order of operations, so that results are equal to the last bit.

use super::{Result, TextError, float, repr};
use crate::math::elementary;
use crate::unicode;

/// Real and imaginary part.
pub type Complex = (f64, f64);

/// `complex(text)`. White space and one pair of parentheses may surround the number.
pub fn from_str(text: &str) -> Result<Complex> {
    // Digits of other scripts become ASCII. Other non-ASCII characters become a character that is invalid in numbers.
    let plain: String = text
        .chars()
        .map(|c| match unicode::decimal(c) {
            Some(d) => char::from(b'0'.wrapping_add(d)),
            None if c.is_ascii() => c,
            None if unicode::is_space(c) => ' ',
            None => '?',
        })
        .collect();
    let digit = |at: Option<usize>| at.and_then(|at| plain.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
    if plain.match_indices('_').any(|(at, _)| !digit(at.checked_sub(1)) || !digit(at.checked_add(1))) {
        return Err(TextError::value_error(format!("could not convert string to complex: {}", repr::str_repr(text))));
    }
    parse(&plain).ok_or_else(|| TextError::value_error("complex() arg is a malformed string"))
}

fn parse(text: &str) -> Option<Complex> {
    let mut plain = text.trim_matches(unicode::is_number_space);
    if let Some(inner) = plain.strip_prefix('(') {
        plain = inner.strip_suffix(')')?.trim_matches(unicode::is_number_space);
    }
    let Some(without) = plain.strip_suffix(['j', 'J']) else { return Some((float::parse_ascii(plain)?, 0.0)) };
    // The sign between the two parts is the last sign that does not belong to an exponent.
    let bytes = without.as_bytes();
    let cut = (1..bytes.len()).rev().find(|&at| {
        let sign = matches!(bytes.get(at), Some(b'+' | b'-'));
        let exponent = matches!(at.checked_sub(1).and_then(|before| bytes.get(before)), Some(b'e' | b'E'));
        sign && !exponent
    });
    let (re, im) = match cut.and_then(|at| without.split_at_checked(at)) {
        Some((re, im)) => (float::parse_ascii(re)?, im),
        None => (0.0, without),
    };
    // A bare `j` means 1j.
    let im = match im {
        "" | "+" => 1.0,
        "-" => -1.0,
        im => float::parse_ascii(im)?,
    };
    Some((re, im))
}

/// `a * b`.
#[must_use]
pub fn mul(a: Complex, b: Complex) -> Complex {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// `a / b` by Smith's method: scales by the larger part of the divisor.
pub fn div(a: Complex, b: Complex) -> Result<Complex> {
    quotient(a, b).ok_or_else(|| TextError::zero_division("complex division by zero"))
}

fn quotient(a: Complex, b: Complex) -> Option<Complex> {
    let (re, im) = (b.0.abs(), b.1.abs());
    if re >= im {
        if re == 0.0 {
            return None;
        }
        let ratio = b.1 / b.0;
        let scale = b.0 + b.1 * ratio;
        Some(((a.0 + a.1 * ratio) / scale, (a.1 - a.0 * ratio) / scale))
    } else if im >= re {
        let ratio = b.0 / b.1;
        let scale = b.0 * ratio + b.1;
        Some(((a.0 * ratio + a.1) / scale, (a.1 * ratio - a.0) / scale))
    } else {
        Some((f64::NAN, f64::NAN))
    }
}

/// `abs(a)`.
pub fn abs(a: Complex) -> Result<f64> {
    let size = elementary::hypot(a.0, a.1);
    if size.is_infinite() && a.0.is_finite() && a.1.is_finite() {
        return Err(TextError::overflow("absolute value too large"));
    }
    Ok(size)
}

/// `a ** b`.
pub fn pow(a: Complex, b: Complex) -> Result<Complex> {
    let zero = || TextError::zero_division("0.0 to a negative or complex power");
    // Small integer exponents use multiplication, all others logarithm and angle.
    let result = if b.1 == 0.0 && b.0.floor() == b.0 && b.0.abs() <= 100.0 {
        let power = whole_power(a, b.0.abs() as u32);
        if b.0 < 0.0 { quotient((1.0, 0.0), power).ok_or_else(zero)? } else { power }
    } else if a == (0.0, 0.0) {
        if b.1 != 0.0 || b.0 < 0.0 {
            return Err(zero());
        }
        (0.0, 0.0)
    } else {
        let size = elementary::hypot(a.0, a.1);
        let angle = elementary::atan2(a.1, a.0);
        let mut length = elementary::pow(size, b.0);
        let mut phase = angle * b.0;
        if b.1 != 0.0 {
            length /= elementary::exp(angle * b.1);
            phase += b.1 * elementary::ln(size);
        }
        // The sine of an infinite angle is undefined. CPython reports the C library's domain error with this message.
        if phase.is_infinite() {
            return Err(zero());
        }
        (length * elementary::cos(phase), length * elementary::sin(phase))
    };
    if result.0.is_infinite() || result.1.is_infinite() {
        return Err(TextError::overflow("complex exponentiation"));
    }
    Ok(result)
}

fn whole_power(a: Complex, exponent: u32) -> Complex {
    let mut result = (1.0, 0.0);
    let mut square = a;
    let mut left = exponent;
    while left > 0 {
        if left & 1 == 1 {
            result = mul(result, square);
        }
        left >>= 1;
        if left > 0 {
            square = mul(square, square);
        }
    }
    result
}
