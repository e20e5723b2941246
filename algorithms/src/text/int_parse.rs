//! Converts text to integers and back: `int(text, base)`, decimal and power-of-two bases, the digit limit and its error messages.

use num_bigint::{BigInt, Sign};
use num_traits::Signed as _;

use super::bytes_ops::is_space;
use super::int::{Int, IntRef};
use super::{Result, TextError, repr};
use crate::integers::Work;
use crate::meter::Stop;
use crate::unicode;

/// CPython's default for `sys.get_int_max_str_digits()`.
pub const DEFAULT_MAX_DIGITS: usize = 4300;
/// The smallest limit that `sys.set_int_max_str_digits` accepts, except 0 for no limit.
pub const MAX_DIGITS_THRESHOLD: usize = 640;

/// Why `int(text, base)` failed. The error message also names the object.
enum Failure {
    Syntax,
    TooLong(usize),
}

/// The digits of a number, checked but not converted.
pub struct Digits {
    sign: Sign,
    /// The value of each digit, the highest first.
    values: Vec<u8>,
    radix: u32,
}

impl Digits {
    /// Upper bound for the bits of the number.
    #[must_use]
    pub fn bits(&self) -> u64 {
        (self.values.len() as u64).saturating_mul(u64::from(self.radix.saturating_sub(1).max(1).ilog2()).saturating_add(1))
    }

    /// True if the conversion takes more than linear time.
    #[must_use]
    pub fn is_costly(&self) -> bool {
        !self.radix.is_power_of_two()
    }

    /// The number.
    #[must_use]
    fn convert(&self) -> Int {
        // `scan` has checked that each digit is smaller than the radix.
        BigInt::from_radix_be(self.sign, &self.values, self.radix).map_or(Int::Small(0), Int::from)
    }

    /// The number, for many digits.
    pub fn convert_in_steps(&self, work: &mut Work<'_>) -> std::result::Result<Int, Stop> {
        Ok(Int::from(BigInt::from_biguint(self.sign, work.from_digits(&self.values, self.radix)?)))
    }
}

/// `int(text, base)` for a str. `max_digits` is the digit limit for bases that are not powers of two. 0 means no limit.
pub fn from_str(text: &str, base: i64, max_digits: usize) -> Result<Int> {
    if let Some(value) = quick(text.as_bytes()).filter(|_| base == 10) {
        return Ok(Int::Small(value));
    }
    digits_of_str(text, base, max_digits).map(|digits| digits.convert())
}

/// The digits of `int(text, base)` for a str. Raises every error that `from_str` raises, in linear time.
pub fn digits_of_str(text: &str, base: i64, max_digits: usize) -> Result<Digits> {
    let radix = check_base(base)?;
    let bare = text.trim_matches(unicode::is_number_space);
    let outcome = if bare.is_ascii() {
        scan(bare.as_bytes(), radix, max_digits)
    } else {
        let plain: Option<Vec<u8>> = bare
            .chars()
            .map(|c| match unicode::decimal(c) {
                Some(d) => Some(b'0'.wrapping_add(d)),
                None => u8::try_from(c).ok().filter(u8::is_ascii),
            })
            .collect();
        plain.map_or(Err(Failure::Syntax), |plain| scan(&plain, radix, max_digits))
    };
    outcome.map_err(|failure| error(failure, base, max_digits, || repr::str_repr_cut(text, 200)))
}

/// `int(data, base)` for bytes or bytearray.
pub fn from_bytes(data: &[u8], base: i64, max_digits: usize) -> Result<Int> {
    digits_of_bytes(data, base, max_digits).map(|digits| digits.convert())
}

/// Like `digits_of_str`, for bytes or bytearray.
pub fn digits_of_bytes(data: &[u8], base: i64, max_digits: usize) -> Result<Digits> {
    let radix = check_base(base)?;
    let start = data.iter().position(|&b| !is_space(b)).unwrap_or(data.len());
    let end = data.iter().rposition(|&b| !is_space(b)).map_or(start, |last| last.saturating_add(1));
    let bare = data.get(start..end).unwrap_or(&[]);
    scan(bare, radix, max_digits).map_err(|failure| error(failure, base, max_digits, || repr::bytes_repr_cut(data, 200)))
}

/// Checks that a base is 0 or 2 to 36.
fn check_base(base: i64) -> Result<u32> {
    match u32::try_from(base) {
        Ok(radix) if radix == 0 || (2..=36).contains(&radix) => Ok(radix),
        _ => Err(TextError::value_error("int() base must be >= 2 and <= 36, or 0")),
    }
}

fn error(failure: Failure, base: i64, max_digits: usize, shown: impl FnOnce() -> String) -> TextError {
    match failure {
        Failure::Syntax => TextError::value_error(format!("invalid literal for int() with base {base}: {}", shown())),
        Failure::TooLong(digits) => TextError::value_error(format!(
            "Exceeds the limit ({max_digits} digits) for integer string conversion: value has {digits} digits; \
             use sys.set_int_max_str_digits() to increase the limit"
        )),
    }
}

/// Fast path for up to 18 plain decimal digits, the most common input.
#[inline]
#[must_use]
pub fn quick(text: &[u8]) -> Option<i64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    text.iter().try_fold(0i64, |sum, &b| {
        let digit = b.wrapping_sub(b'0');
        (digit < 10).then(|| sum.wrapping_mul(10).wrapping_add(i64::from(digit)))
    })
}

/// Reads a number without surrounding white space.
fn scan(text: &[u8], base: u32, max_digits: usize) -> std::result::Result<Digits, Failure> {
    let (negative, unsigned) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let prefix = match unsigned {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'o' | b'O', ..] => 8,
        [b'0', b'b' | b'B', ..] => 2,
        _ => 0,
    };
    let radix = match (base, prefix) {
        (0, 0) => 10,
        (0, prefix) => prefix,
        (base, _) => base,
    };
    let digits = if prefix == radix {
        let rest = unsigned.get(2..).unwrap_or(&[]);
        rest.strip_prefix(b"_").unwrap_or(rest)
    } else {
        unsigned
    };
    let mut values: Vec<u8> = Vec::with_capacity(digits.len());
    let mut after_digit = false;
    for &b in digits {
        if b == b'_' {
            if !after_digit {
                return Err(Failure::Syntax);
            }
            after_digit = false;
            continue;
        }
        let digit = char::from(b).to_digit(radix).ok_or(Failure::Syntax)?;
        values.push(digit as u8);
        after_digit = true;
    }
    if !after_digit {
        return Err(Failure::Syntax);
    }
    if !radix.is_power_of_two() && max_digits > 0 && values.len() > max_digits {
        return Err(Failure::TooLong(values.len()));
    }
    // In base 0, a nonzero decimal number must not begin with a zero.
    if base == 0 && prefix == 0 && values.first() == Some(&0) && values.iter().any(|&d| d != 0) {
        return Err(Failure::Syntax);
    }
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    Ok(Digits { sign, values, radix })
}

/// True if a number of this many bits certainly has more decimal digits than allowed. Then `to_decimal` refuses it without work.
#[must_use]
pub fn exceeds_digits(bits: u64, max_digits: usize) -> bool {
    // 2^(b-1) has at least (b-1) * 0.3010299 digits.
    max_digits > 0 && bits.saturating_sub(1).saturating_mul(3010) / 10_000 > max_digits as u64
}

/// `str(a)`. `max_digits` is the digit limit. 0 means no limit.
pub fn to_decimal(a: IntRef<'_>, max_digits: usize) -> Result<String> {
    match a {
        IntRef::Small(small) => Ok(small.to_string()),
        IntRef::Big(big) if exceeds_digits(big.bits(), max_digits) => Err(too_many_digits(max_digits)),
        IntRef::Big(big) => within_digits(big.to_string(), max_digits),
        IntRef::Written(_, text) => within_digits(text.to_owned(), max_digits),
    }
}

/// Like [`to_decimal`], for numbers of many digits that [`exceeds_digits`] does not refuse.
pub fn to_decimal_in_steps(a: &BigInt, max_digits: usize, work: &mut Work<'_>) -> std::result::Result<Result<String>, Stop> {
    let mut text = work.to_decimal(a.magnitude())?;
    if a.is_negative() {
        text.insert(0, '-');
    }
    Ok(within_digits(text, max_digits))
}

/// The text, or the error for too many digits.
fn within_digits(text: String, max_digits: usize) -> Result<String> {
    let digits = text.len().saturating_sub(usize::from(text.starts_with('-')));
    if max_digits > 0 && digits > max_digits { Err(too_many_digits(max_digits)) } else { Ok(text) }
}

/// The error for a number that has more decimal digits than allowed.
#[must_use]
pub fn too_many_digits(max_digits: usize) -> TextError {
    TextError::value_error(format!(
        "Exceeds the limit ({max_digits} digits) for integer string conversion; \
         use sys.set_int_max_str_digits() to increase the limit"
    ))
}

/// Upper bound for the bytes of `magnitude_radix` with `shift` bits per digit.
#[must_use]
pub(crate) fn radix_size(a: IntRef<'_>, shift: u64) -> usize {
    usize::try_from(a.bits() / shift.max(1)).unwrap_or(usize::MAX).saturating_add(4)
}

/// The digits of the magnitude in base 2, 8 or 16 (lower case), without sign or prefix.
#[must_use]
pub(crate) fn magnitude_radix(a: IntRef<'_>, radix: u32) -> String {
    match (a, radix) {
        (IntRef::Small(small), 2) => format!("{:b}", small.unsigned_abs()),
        (IntRef::Small(small), 8) => format!("{:o}", small.unsigned_abs()),
        (IntRef::Small(small), 16) => format!("{:x}", small.unsigned_abs()),
        (a, radix) => a.to_big().magnitude().to_str_radix(radix.clamp(2, 36)),
    }
}

/// `bin(a)`, `oct(a)` or `hex(a)` for radix 2, 8 or 16.
#[must_use]
pub fn with_prefix(a: IntRef<'_>, radix: u32) -> String {
    let sign = if a.is_negative() { "-" } else { "" };
    let prefix = match radix {
        2 => "0b",
        8 => "0o",
        _ => "0x",
    };
    format!("{sign}{prefix}{}", magnitude_radix(a, radix))
}
