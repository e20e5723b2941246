//! Converts bytes to text forms and back (base64, hexadecimal, uuencode, quoted-printable) and computes checksums: the functions of
//! `binascii`.
//!
//! All work is linear. A result is at most three times as long as the input, plus one soft break per line. The caller charges before the
//! call.

use crate::text::bytes_case::hex_bytes;

/// The error message for malformed encoded text. It becomes `binascii.Error` unless a function says otherwise.
pub type Wrong = String;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64_value(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte.wrapping_sub(b'A'),
        b'a'..=b'z' => byte.wrapping_sub(b'a').wrapping_add(26),
        b'0'..=b'9' => byte.wrapping_sub(b'0').wrapping_add(52),
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// `b2a_base64`.
#[must_use]
pub fn b2a_base64(data: &[u8], newline: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len().div_ceil(3).saturating_mul(4).saturating_add(1));
    for group in data.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4_usize {
            let letter = ALPHABET.get((bits >> (18 - 6 * at) & 63) as usize).copied().unwrap_or_default();
            out.push(if at <= group.len() { letter } else { b'=' });
        }
    }
    if newline {
        out.push(b'\n');
    }
    out
}

/// `a2b_base64`.
///
/// # Errors
/// CPython's message.
pub fn a2b_base64(text: &[u8], strict: bool) -> Result<Vec<u8>, Wrong> {
    if strict && text.first() == Some(&b'=') {
        return Err("Leading padding not allowed".into());
    }
    let mut out = Vec::with_capacity(text.len().div_ceil(4).saturating_mul(3));
    // `place` is the position in the group of four, `left` the bits not yet written, `pads` the number of padding characters directly
    // before.
    let (mut place, mut left, mut pads, mut padded) = (0_u8, 0_u8, 0_u8, false);
    for (at, &byte) in text.iter().enumerate() {
        if byte == b'=' {
            padded = true;
            if strict && place == 0 {
                return Err("Excess padding not allowed".into());
            }
            if place >= 2 {
                pads = pads.saturating_add(1);
                if place.saturating_add(pads) >= 4 {
                    if strict && at.saturating_add(1) < text.len() {
                        return Err("Excess data after padding".into());
                    }
                    return Ok(out);
                }
            }
            continue;
        }
        let Some(value) = base64_value(byte) else {
            if strict {
                return Err("Only base64 data is allowed".into());
            }
            continue;
        };
        if strict && padded {
            return Err("Discontinuous padding not allowed".into());
        }
        pads = 0;
        match place {
            0 => {}
            1 => out.push(left << 2 | value >> 4),
            2 => out.push(left << 4 | value >> 2),
            _ => out.push(left << 6 | value),
        }
        left = value;
        place = (place + 1) % 4;
    }
    match place {
        0 => Ok(out),
        1 => {
            let count = (out.len() / 3).saturating_mul(4).saturating_add(1);
            Err(format!("Invalid base64-encoded string: number of data characters ({count}) cannot be 1 more than a multiple of 4"))
        }
        _ => Err("Incorrect padding".into()),
    }
}

const HEX_UPPER: &[u8; 16] = b"0123456789ABCDEF";

/// `hexlify` and `bytes.hex`. The separator comes after every n bytes, counted from the end, or from the start when n is negative.
#[must_use]
pub fn hexlify(data: &[u8], separator: Option<(u8, i64)>) -> Vec<u8> {
    hex_bytes(data, separator)
}

fn hex_value(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// `unhexlify`.
///
/// # Errors
/// CPython's message.
pub fn unhexlify(text: &[u8]) -> Result<Vec<u8>, Wrong> {
    let (pairs, rest) = text.as_chunks::<2>();
    if !rest.is_empty() {
        return Err("Odd-length string".into());
    }
    let value = |[high, low]: &[u8; 2]| Some(hex_value(*high)? << 4 | hex_value(*low)?);
    let found: Option<Vec<u8>> = pairs.iter().map(value).collect();
    found.ok_or_else(|| "Non-hexadecimal digit found".into())
}

/// `crc32`, also `zlib.crc32`.
#[must_use]
pub fn crc32(data: &[u8], start: u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(start);
    hasher.update(data);
    hasher.finalize()
}

/// `zlib.adler32`.
#[must_use]
pub fn adler32(data: &[u8], start: u32) -> u32 {
    const MODULUS: u32 = 65_521;
    let (mut low, mut high) = (start & 0xFFFF, start >> 16);
    // The sums cannot overflow within this many bytes.
    for piece in data.chunks(5_000) {
        for &byte in piece {
            low = low.wrapping_add(u32::from(byte));
            high = high.wrapping_add(low);
        }
        low %= MODULUS;
        high %= MODULUS;
    }
    high << 16 | low
}

/// `crc_hqx`.
#[must_use]
pub fn crc_hqx(data: &[u8], start: u32) -> u16 {
    let mut crc = (start & 0xFFFF) as u16;
    for &byte in data {
        crc ^= u16::from(byte) << 8;
        for _ in 0..8 {
            crc = if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
        }
    }
    crc
}

/// `b2a_uu`.
///
/// # Errors
/// CPython's message.
pub fn b2a_uu(data: &[u8], backtick: bool) -> Result<Vec<u8>, Wrong> {
    let length = u8::try_from(data.len()).ok().filter(|&length| length <= 45);
    let Some(length) = length else { return Err("At most 45 bytes at once".into()) };
    let letter = |value: u8| if value == 0 && backtick { b'`' } else { value + b' ' };
    let mut out = vec![letter(length)];
    for group in data.chunks(3) {
        let byte = |at: usize| group.get(at).copied().unwrap_or(0);
        out.extend([byte(0) >> 2, byte(0) << 4 & 63 | byte(1) >> 4, byte(1) << 2 & 63 | byte(2) >> 6, byte(2) & 63].map(letter));
    }
    out.push(b'\n');
    Ok(out)
}

/// `a2b_uu` of one line.
///
/// # Errors
/// CPython's message.
pub fn a2b_uu(line: &[u8]) -> Result<Vec<u8>, Wrong> {
    let first = line.first().copied().unwrap_or(0);
    let length = usize::from(first.wrapping_sub(b' ') & 63);
    let mut out = Vec::with_capacity(length);
    let mut letters = line.get(1..).unwrap_or_default().iter().copied();
    let (mut bits, mut count) = (0_u32, 0_u32);
    while out.len() < length {
        let value = match letters.next() {
            // A mail program may have removed the spaces at the end of the line.
            None | Some(b'\n' | b'\r') => 0,
            Some(letter @ b' '..=b'`') => letter.wrapping_sub(b' ') & 63,
            Some(_) => return Err("Illegal char".into()),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xFF) as u8);
        }
    }
    if letters.all(|letter| matches!(letter, b' ' | b'`' | b'\n' | b'\r')) { Ok(out) } else { Err("Trailing garbage".into()) }
}

/// `a2b_qp`.
#[must_use]
pub fn a2b_qp(text: &[u8], header: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'=' {
            out.push(if header && byte == b'_' { b' ' } else { byte });
            continue;
        }
        match *rest {
            [] => {}
            // A soft line break.
            [b'\n' | b'\r', ..] => {
                let line = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at.saturating_add(1));
                rest = rest.get(line..).unwrap_or_default();
            }
            [b'=', ..] => {
                out.push(b'=');
                rest = rest.get(1..).unwrap_or_default();
            }
            [high, low, ..] if hex_value(high).is_some() && hex_value(low).is_some() => {
                out.push(hex_value(high).unwrap_or(0) << 4 | hex_value(low).unwrap_or(0));
                rest = rest.get(2..).unwrap_or_default();
            }
            _ => out.push(b'='),
        }
    }
    out
}

/// Maximum length of a line.
const QP_LINE: usize = 76;

#[expect(clippy::indexing_slicing, reason = "half a byte indexes 16 digits")]
fn quote(out: &mut Vec<u8>, byte: u8) {
    out.extend([b'=', HEX_UPPER[usize::from(byte >> 4)], HEX_UPPER[usize::from(byte & 15)]]);
}

/// `b2a_qp`.
#[must_use]
pub fn b2a_qp(data: &[u8], quote_tabs: bool, is_text: bool, header: bool) -> Vec<u8> {
    // The first line break decides which kind of line break the whole output uses.
    let first = data.iter().position(|&byte| byte == b'\n');
    let crlf = first.and_then(|at| at.checked_sub(1)).and_then(|at| data.get(at)) == Some(&b'\r');
    let line_end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
    let mut out = Vec::with_capacity(data.len());
    let (mut at, mut column) = (0, 0);
    while let Some(&byte) = data.get(at) {
        let next = data.get(at.wrapping_add(1)).copied();
        let blank = matches!(byte, b' ' | b'\t');
        let line_break = matches!(byte, b'\n' | b'\r');
        let lone_dot = byte == b'.' && column == 0 && matches!(next, None | Some(b'\n' | b'\r' | 0));
        let quoted = byte > 126
            || byte == b'='
            || (header && byte == b'_')
            || lone_dot
            || (!is_text && line_break)
            || (blank && next.is_none())
            || (byte < 33 && !line_break && (quote_tabs || !blank));
        if quoted {
            if column + 3 >= QP_LINE {
                out.push(b'=');
                out.extend_from_slice(line_end);
                column = 0;
            }
            quote(&mut out, byte);
            column += 3;
            at = at.wrapping_add(1);
        } else if is_text && (byte == b'\n' || (byte == b'\r' && next == Some(b'\n'))) {
            // A blank at the end of a line would be lost in transport, so it is quoted.
            if let Some(&last @ (b' ' | b'\t')) = out.last() {
                out.pop();
                quote(&mut out, last);
            }
            out.extend_from_slice(line_end);
            column = 0;
            at = at.wrapping_add(if byte == b'\r' { 2 } else { 1 });
        } else {
            if next.is_some_and(|next| next != b'\n') && column + 1 >= QP_LINE {
                out.push(b'=');
                out.extend_from_slice(line_end);
                column = 0;
            }
            column += 1;
            out.push(if header && byte == b' ' { b'_' } else { byte });
            at = at.wrapping_add(1);
        }
    }
    out
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;

    #[test]
    fn base64() {
        assert_eq!(b2a_base64(b"ab", true), b"YWI=\n");
        for (text, loose, strict) in [
            ("YWI=", Ok("ab"), Ok("ab")),
            ("YW J\njZA==", Ok("abcd"), Err("Only base64 data is allowed")),
            ("YQ", Err("Incorrect padding"), Err("Incorrect padding")),
            ("=YQ==", Ok("a"), Err("Leading padding not allowed")),
            ("YQ==YQ==", Ok("a"), Err("Excess data after padding")),
            ("YWJj=", Ok("abc"), Err("Excess padding not allowed")),
            ("Y=Q=", Err("Incorrect padding"), Err("Discontinuous padding not allowed")),
        ] {
            let owned = |result: Result<&str, &str>| result.map(|text| text.as_bytes().to_vec()).map_err(str::to_string);
            assert_eq!(a2b_base64(text.as_bytes(), false), owned(loose), "{text:?}");
            assert_eq!(a2b_base64(text.as_bytes(), true), owned(strict), "{text:?} strictly");
        }
        let message = "Invalid base64-encoded string: number of data characters (5) cannot be 1 more than a multiple of 4";
        assert_eq!(a2b_base64(b"YWJjZ", false).unwrap_err(), message);
    }

    #[test]
    fn hexadecimal() {
        assert_eq!(hexlify(b"abcdefg", Some((b':', 2))), b"61:6263:6465:6667");
        assert_eq!(hexlify(b"abcdefg", Some((b':', -2))), b"6162:6364:6566:67");
        assert_eq!((unhexlify(b"6aFF"), unhexlify(b"0")), (Ok(vec![0x6A, 0xFF]), Err("Odd-length string".into())));
        assert_eq!(unhexlify(b"0g").unwrap_err(), "Non-hexadecimal digit found");
    }

    #[test]
    fn checksums() {
        assert_eq!((crc32(b"hello", 0), crc32(b"hello", 5), crc_hqx(b"hello", 0)), (907_060_870, 4_277_152_246, 50_018));
        assert_eq!((adler32(b"hello", 1), adler32(&[0xFF; 20_000], u32::MAX)), (103547413, 2537281137));
    }

    #[test]
    fn uuencode_and_quoted_printable() {
        assert_eq!(b2a_uu(b"hello", false).unwrap(), b"%:&5L;&\\ \n");
        assert_eq!(a2b_uu(b"%:&5L;&\\ \n").unwrap(), b"hello");
        assert_eq!(a2b_uu(b"%:&5L;&\\ x\n").unwrap_err(), "Trailing garbage");
        assert_eq!(b2a_qp(b"a\t\r\nb=\xe9", false, true, false), b"a=09\r\nb=3D=E9");
        assert_eq!(a2b_qp(b"a=\nb=3D=zz_", true), b"ab==zz ");
    }
}
