//! Floats as hexadecimal text: `float.hex` and `float.fromhex`.

use std::fmt::Write as _;

use super::{Result, TextError, float};
use crate::unicode;

/// `x.hex()`.
#[must_use]
pub fn hex(x: f64) -> String {
    if x.is_nan() {
        return "nan".to_owned();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x.is_infinite() {
        return format!("{sign}inf");
    }
    if x == 0.0 {
        return format!("{sign}0x0.0p+0");
    }
    let bits = x.to_bits();
    let biased = ((bits >> 52) & 0x7FF) as i32;
    let fraction = bits & 0x000F_FFFF_FFFF_FFFF;
    let (lead, exponent) = if biased == 0 { (0, -1022) } else { (1, biased - 1023) };
    let mut out = String::new();
    let done = write!(out, "{sign}0x{lead}.{fraction:013x}p{exponent:+}");
    debug_assert!(done.is_ok());
    out
}

fn invalid() -> TextError {
    TextError::value_error("invalid hexadecimal floating-point string")
}

fn too_large() -> TextError {
    TextError::overflow("hexadecimal value too large to represent as a float")
}

/// `float.fromhex(text)`: the nearest float, ties to even.
pub fn from_hex(text: &str) -> Result<f64> {
    let bare = text.trim_matches(|c: char| c.is_ascii() && unicode::is_number_space(c));
    let (negative, rest) = match bare.as_bytes() {
        [b'-', ..] => (true, bare.get(1..).unwrap_or("")),
        [b'+', ..] => (false, bare.get(1..).unwrap_or("")),
        _ => (false, bare),
    };
    let value = match rest.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        lower => finite(lower)?,
    };
    Ok(if negative { -value } else { value })
}

fn finite(text: &str) -> Result<f64> {
    let text = text.strip_prefix("0x").unwrap_or(text);
    let (mantissa, exponent) = match text.split_once('p') {
        Some((mantissa, exponent)) => (mantissa, power(exponent)?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if (whole.is_empty() && fraction.is_empty()) || !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_hexdigit()) {
        return Err(invalid());
    }
    // About 60 leading bits are kept exactly. All lower bits are merged into one sticky bit.
    let mut bits: u64 = 0;
    let mut dropped: i64 = 0;
    for b in whole.bytes().chain(fraction.bytes()) {
        let digit = u64::from(char::from(b).to_digit(16).unwrap_or(0));
        if bits >> 59 == 0 {
            bits = bits << 4 | digit;
        } else {
            dropped = dropped.saturating_add(4);
            bits |= u64::from(digit != 0);
        }
    }
    if bits == 0 {
        return Ok(0.0);
    }
    let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX).saturating_mul(4);
    let scale = exponent.saturating_sub(places).saturating_add(dropped);
    let value = float::compose(bits, scale);
    if value.is_infinite() { Err(too_large()) } else { Ok(value) }
}

/// The exponent after `p`. Values of more than 18 digits are replaced by a bound, because they overflow or underflow anyway.
fn power(text: &str) -> Result<i64> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(invalid());
    }
    let value = digits.iter().fold(0i64, |sum, &b| sum.saturating_mul(10).saturating_add(i64::from(b.wrapping_sub(b'0')))).min(1 << 60);
    Ok(if negative { -value } else { value })
}
