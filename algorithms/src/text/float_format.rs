//! Formats a non-negative float as decimal text: shortest, exponent, fixed or general form, with any precision and exact digits.
//!
//! Rust's formatting gives exact digits, rounded half to even. A double has at most 767 significant digits, so a longer precision is padded
//! with zeros.

use std::fmt::Write as _;

use super::{Result, check_size};

/// More significant digits than a double can have.
const MAX_SIGNIFICANT: usize = 770;
/// More places after the point than a double can have.
const MAX_PLACES: usize = 1100;

/// The form of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `e`: one digit, the point, `precision` digits, and an exponent of at least two digits.
    Exponent,
    /// `f`: `precision` digits after the point.
    Fixed,
    /// `g`: `precision` significant digits, fixed or with an exponent depending on size, without trailing zeros.
    General,
    /// The digits of `repr`, with its choice between fixed and exponent.
    Shortest,
}

/// How to format a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// The form.
    pub form: Form,
    /// Number of digits after the point, or of significant digits.
    pub precision: usize,
    /// `#`: keeps the point and, for `General`, the trailing zeros.
    pub alternate: bool,
    /// Writes `.0` when the text would look like an integer.
    pub dot_zero: bool,
    /// Writes `E`, `INF`, `NAN`.
    pub upper: bool,
}

/// The digits of a number and the position of its decimal point: the value is 0.d1d2d3... times ten to the power `point`.
struct Digits {
    digits: String,
    point: i32,
}

/// Appends an integer's decimal digits.
pub(crate) fn push_integer(out: &mut String, value: u64) {
    let done = write!(out, "{value}");
    debug_assert!(done.is_ok());
}

/// Splits a number as Rust and ryu write it: `d.ddde±x` or `ddd.dd`.
fn split(text: &str) -> Digits {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mut digits = String::with_capacity(mantissa.len());
    digits.push_str(whole);
    digits.push_str(fraction);
    Digits { digits, point: exponent.saturating_add_unsigned(whole.len() as u32) }
}

/// The shortest digits that read back as `x`. Ryu rounds ties to even like CPython; Rust's `{:e}` rounds them up.
fn shortest_digits(x: f64) -> Digits {
    if x == 0.0 {
        return Digits { digits: "0".to_owned(), point: 1 };
    }
    let mut buffer = ryu::Buffer::new();
    let mut number = split(buffer.format_finite(x));
    let zeros = number.digits.len().saturating_sub(number.digits.trim_start_matches('0').len());
    number.digits.drain(..zeros);
    number.point = number.point.saturating_sub_unsigned(zeros as u32);
    let kept = number.digits.trim_end_matches('0').len();
    number.digits.truncate(kept);
    number
}

fn significant(x: f64, count: usize) -> Digits {
    let places = count.saturating_sub(1).min(MAX_SIGNIFICANT);
    split(&format!("{x:.places$e}"))
}

/// `repr` of a non-negative float. `dot_zero` adds `.0` to whole numbers.
#[must_use]
pub(crate) fn shortest(x: f64, upper: bool, dot_zero: bool) -> String {
    let style = Style { form: Form::Shortest, precision: 0, alternate: false, dot_zero, upper };
    // The shortest form has at most about thirty characters.
    magnitude(x, style, usize::MAX).unwrap_or_default()
}

/// Formats a non-negative float, infinity or NaN in a style.
pub(crate) fn magnitude(x: f64, style: Style, limit: usize) -> Result<String> {
    if !x.is_finite() {
        let word = match (x.is_nan(), style.upper) {
            (true, false) => "nan",
            (true, true) => "NAN",
            (false, false) => "inf",
            (false, true) => "INF",
        };
        return Ok(word.to_owned());
    }
    match style.form {
        Form::Fixed => fixed(x, style, limit),
        Form::Exponent => {
            let wanted = style.precision.saturating_add(1);
            check_size(wanted.checked_add(16), limit)?;
            let mut number = significant(x, wanted);
            pad(&mut number.digits, wanted);
            Ok(with_exponent(&number, style))
        }
        Form::General => {
            let wanted = style.precision.max(1);
            let mut number = significant(x, wanted);
            if style.alternate {
                check_size(wanted.checked_add(16), limit)?;
                pad(&mut number.digits, wanted);
            } else {
                let kept = number.digits.trim_end_matches('0').len().max(1);
                number.digits.truncate(kept);
            }
            let last = i32::try_from(wanted).unwrap_or(i32::MAX).saturating_sub(i32::from(style.dot_zero));
            // The point of zero comes after its first digit; Rust's exponent is not used.
            if number.point <= -4 || number.point > last { Ok(with_exponent(&number, style)) } else { Ok(without_exponent(&number, style)) }
        }
        Form::Shortest => {
            let number = shortest_digits(x);
            if number.point <= -4 || number.point > 16 { Ok(with_exponent(&number, style)) } else { Ok(without_exponent(&number, style)) }
        }
    }
}

fn pad(digits: &mut String, wanted: usize) {
    let missing = wanted.saturating_sub(digits.len());
    digits.extend(std::iter::repeat_n('0', missing));
}

/// A magnitude with `places` digits after the point, as a fast path for numbers that fit 128 bits. A double is exact in binary, so the
/// dropped bits decide the rounding (half to even, as in C). `None` for larger numbers and more places.
pub fn fixed_fast(x: f64, places: usize) -> Option<compact_str::CompactString> {
    let (bits, scale) = (x.to_bits(), 10_u128.checked_pow(u32::try_from(places).ok().filter(|places| *places <= 17)?)?);
    let exponent = i32::try_from(bits >> 52 & 0x7ff).ok()?;
    let fraction = bits & ((1 << 52) - 1);
    let shift = exponent - 1075;
    if shift > 10 || (exponent == 0 && fraction != 0) {
        return None;
    }
    // The product of a number below 2^53 and a number below 2^57.
    let scaled = u128::from(if exponent == 0 { 0 } else { fraction | 1 << 52 }) * scale;
    let units = match u32::try_from(-shift) {
        Err(_) | Ok(0) => scaled << shift.unsigned_abs(),
        Ok(dropped) if dropped < 128 => {
            let (whole, rest, half) = (scaled >> dropped, scaled & ((1 << dropped) - 1), 1_u128 << (dropped - 1));
            whole + u128::from(rest > half || (rest == half && whole & 1 == 1))
        }
        Ok(_) => 0,
    };
    let mut buffer = itoa::Buffer::new();
    let digits = match u64::try_from(units) {
        Ok(units) => buffer.format(units),
        Err(_) => buffer.format(units),
    };
    let mut out = compact_str::CompactString::const_new("");
    match digits.len().checked_sub(places).filter(|whole| *whole > 0) {
        Some(whole) => {
            let (whole, rest) = digits.split_at_checked(whole)?;
            out.push_str(whole);
            if places > 0 {
                out.push('.');
            }
            out.push_str(rest);
        }
        None => {
            out.push_str("0.");
            out.extend(std::iter::repeat_n('0', places - digits.len()));
            out.push_str(digits);
        }
    }
    Some(out)
}

fn fixed(x: f64, style: Style, limit: usize) -> Result<String> {
    // The largest double has 309 digits before the point.
    check_size(style.precision.checked_add(320), limit.max(1400))?;
    let places = style.precision.min(MAX_PLACES);
    let mut out = match fixed_fast(x, places) {
        Some(text) => text.into(),
        None => format!("{x:.places$}"),
    };
    let missing = style.precision.saturating_sub(places);
    out.extend(std::iter::repeat_n('0', missing));
    if style.precision == 0 && style.alternate {
        out.push('.');
    }
    Ok(out)
}

fn with_exponent(number: &Digits, style: Style) -> String {
    let mut out = String::with_capacity(number.digits.len().saturating_add(8));
    let (first, rest) = number.digits.split_at_checked(1).unwrap_or(("0", ""));
    out.push_str(first);
    if !rest.is_empty() || style.alternate {
        out.push('.');
    }
    out.push_str(rest);
    out.push(if style.upper { 'E' } else { 'e' });
    let exponent = number.point.saturating_sub(1);
    let sign = if exponent < 0 { '-' } else { '+' };
    let done = write!(out, "{sign}{:02}", exponent.unsigned_abs());
    debug_assert!(done.is_ok());
    out
}

/// The digits with the point and without an exponent. Only for a `point` between -3 and the number of digits.
fn without_exponent(number: &Digits, style: Style) -> String {
    let digits = number.digits.as_str();
    let mut out = String::with_capacity(digits.len().saturating_add(8));
    let whole = usize::try_from(number.point).unwrap_or(0);
    let mut fraction = "";
    if number.point <= 0 {
        out.push('0');
        out.push('.');
        out.extend(std::iter::repeat_n('0', number.point.unsigned_abs() as usize));
        out.push_str(digits);
        return out;
    }
    match digits.split_at_checked(whole) {
        Some((before, after)) => {
            out.push_str(before);
            fraction = after;
        }
        None => {
            out.push_str(digits);
            out.extend(std::iter::repeat_n('0', whole.saturating_sub(digits.len())));
        }
    }
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    } else if style.dot_zero {
        out.push_str(".0");
    } else if style.alternate {
        out.push('.');
    }
    out
}

/// `x` rounded to a multiple of ten to the power `power` (1 to 308), ties to even multiples.
pub(super) fn round_tens(x: f64, power: u64) -> f64 {
    let exact = significant(x.abs(), MAX_SIGNIFICANT);
    let power = i32::try_from(power).unwrap_or(i32::MAX);
    let kept = exact.point.saturating_sub(power);
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x == 0.0 || kept < 0 {
        return 0.0_f64.copysign(x);
    }
    let kept = usize::try_from(kept).unwrap_or(0);
    let (head, tail) = exact.digits.split_at_checked(kept).unwrap_or((&exact.digits, ""));
    let tail_rest = tail.get(1..).unwrap_or("");
    let up = match tail.bytes().next() {
        Some(b'6'..=b'9') => true,
        Some(b'5') => tail_rest.bytes().any(|b| b != b'0') || head.bytes().last().is_some_and(|b| b & 1 == 1),
        _ => false,
    };
    let mut digits: Vec<u8> = head.bytes().collect();
    if up {
        let nines = digits.iter().rev().take_while(|&&b| b == b'9').count();
        let start = digits.len().saturating_sub(nines);
        digits.iter_mut().skip(start).for_each(|b| *b = b'0');
        match start.checked_sub(1).and_then(|i| digits.get_mut(i)) {
            Some(b) => *b = b.wrapping_add(1),
            None => digits.insert(0, b'1'),
        }
    }
    let head: String = digits.into_iter().map(char::from).collect();
    let head = if head.is_empty() { "0" } else { &head };
    format!("{sign}{head}e{power}").parse().unwrap_or(x)
}
