//! Converts integers to bytes and back: `int.to_bytes` and `int.from_bytes`.

use num_bigint::BigInt;

use super::int::{Int, IntRef};
use super::{Result, TextError, check_size};

/// The order of the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// Least significant first.
    Little,
    /// Most significant first.
    Big,
}

/// Parses the `byteorder` argument.
pub fn byte_order(name: &str) -> Result<ByteOrder> {
    match name {
        "little" => Ok(ByteOrder::Little),
        "big" => Ok(ByteOrder::Big),
        _ => Err(TextError::value_error("byteorder must be either 'little' or 'big'")),
    }
}

/// `a.to_bytes(length, order, signed=signed)`.
pub fn to_bytes(a: IntRef<'_>, length: i64, order: ByteOrder, signed: bool, limit: usize) -> Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(|_| TextError::value_error("length argument must be non-negative"))?;
    let too_big = || TextError::overflow("int too big to convert");
    if a.is_negative() && !signed {
        return Err(TextError::overflow("can't convert negative int to unsigned"));
    }
    let bytes = match a {
        _ if a.is_zero() => Vec::new(),
        IntRef::Small(small) if signed => small.to_le_bytes().to_vec(),
        IntRef::Small(small) => small.unsigned_abs().to_le_bytes().to_vec(),
        IntRef::Big(big) | IntRef::Written(big, _) if signed => big.to_signed_bytes_le(),
        IntRef::Big(big) | IntRef::Written(big, _) => big.magnitude().to_bytes_le(),
    };
    let fill = if a.is_negative() { 0xFF } else { 0 };
    let significant = bytes.iter().rposition(|&b| b != fill).map_or(0, |last| last.saturating_add(1));
    // The sign bit must fit too. CPython makes an exception for -1 in zero bytes.
    let sign_fits = match bytes.get(..length.min(bytes.len())).and_then(<[u8]>::last) {
        Some(&top) if signed && length <= bytes.len() => (top & 0x80 != 0) == a.is_negative(),
        _ => true,
    };
    if significant > length || !sign_fits {
        return Err(too_big());
    }
    check_size(Some(length), limit)?;
    let mut out = bytes;
    out.resize(length, fill);
    if order == ByteOrder::Big {
        out.reverse();
    }
    Ok(out)
}

/// `int.from_bytes(data, order, signed=signed)`.
#[must_use]
pub fn from_bytes(data: &[u8], order: ByteOrder, signed: bool) -> Int {
    let value = match (order, signed) {
        (ByteOrder::Little, true) => BigInt::from_signed_bytes_le(data),
        (ByteOrder::Big, true) => BigInt::from_signed_bytes_be(data),
        (ByteOrder::Little, false) => BigInt::from_bytes_le(num_bigint::Sign::Plus, data),
        (ByteOrder::Big, false) => BigInt::from_bytes_be(num_bigint::Sign::Plus, data),
    };
    Int::from(value)
}
