//! Parses a `struct` format into a layout of values, and converts numbers to their bytes and back.
//!
//! The code uses no values of the interpreter: the caller walks [`Format::slots`], converts each argument (`__index__`, `__float__`, bytes)
//! and calls the packer of the slot. Native mode is that of 64-bit Linux on a little-endian machine, on every machine.

use crate::text::bytes_ops::is_space;

/// Which exception an error becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// `struct.error`.
    Struct,
    /// `OverflowError`: a float too large for its field.
    Overflow,
}

/// An error in a format or a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructError {
    /// The exception to raise.
    pub class: ErrorClass,
    /// Its text.
    pub message: String,
}

fn wrong<T>(message: impl Into<String>) -> Result<T, StructError> {
    Err(StructError { class: ErrorClass::Struct, message: message.into() })
}

/// The kind of value in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `x`: nothing.
    Pad,
    /// `c`: a bytes of length 1.
    Char,
    /// `?`
    Bool,
    /// Any integer. `P` has its own overflow message.
    Int {
        /// True when negative numbers fit.
        signed: bool,
    },
    /// `e`, `f`, `d`.
    Float,
    /// `s`: bytes, truncated or padded to the size.
    Bytes,
    /// `p`: a length byte, then bytes.
    Pascal,
}

/// One entry of the table of format codes.
struct Row {
    code: u8,
    kind: Kind,
    /// Size in standard mode, or `None` when the code exists only in native mode.
    standard: Option<u8>,
    /// Size and alignment in native mode.
    native: u8,
}

const SIGNED: Kind = Kind::Int { signed: true };
const UNSIGNED: Kind = Kind::Int { signed: false };

const fn row(code: u8, kind: Kind, standard: Option<u8>, native: u8) -> Row {
    Row { code, kind, standard, native }
}

/// All format codes.
const CODES: [Row; 21] = [
    row(b'x', Kind::Pad, Some(1), 1),
    row(b'c', Kind::Char, Some(1), 1),
    row(b'b', SIGNED, Some(1), 1),
    row(b'B', UNSIGNED, Some(1), 1),
    row(b'?', Kind::Bool, Some(1), 1),
    row(b'h', SIGNED, Some(2), 2),
    row(b'H', UNSIGNED, Some(2), 2),
    row(b'i', SIGNED, Some(4), 4),
    row(b'I', UNSIGNED, Some(4), 4),
    row(b'l', SIGNED, Some(4), 8),
    row(b'L', UNSIGNED, Some(4), 8),
    row(b'q', SIGNED, Some(8), 8),
    row(b'Q', UNSIGNED, Some(8), 8),
    row(b'n', SIGNED, None, 8),
    row(b'N', UNSIGNED, None, 8),
    row(b'e', Kind::Float, Some(2), 2),
    row(b'f', Kind::Float, Some(4), 4),
    row(b'd', Kind::Float, Some(8), 8),
    row(b's', Kind::Bytes, Some(1), 1),
    row(b'p', Kind::Pascal, Some(1), 1),
    row(b'P', UNSIGNED, None, 8),
];

/// A format code with its repeat count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Item {
    code: u8,
    kind: Kind,
    /// Size of one value in bytes. For `s` and `p`, the size of the whole value.
    size: usize,
    offset: usize,
    count: usize,
}

/// A parsed format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    items: Vec<Item>,
    /// `struct.calcsize`.
    pub size: usize,
    /// Number of values to pack. Pad bytes have no value.
    pub values: usize,
    little: bool,
    native: bool,
}

/// The position of one value in the packed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The kind of the value.
    pub kind: Kind,
    /// Index of the first byte in the packed data.
    pub offset: usize,
    /// Bytes it takes.
    pub size: usize,
    code: u8,
    little: bool,
    native: bool,
}

/// A value that was read from packed data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unpacked<'a> {
    /// `b` to `N`.
    Int(i128),
    /// `?`
    Bool(bool),
    /// `e`, `f`, `d`
    Float(f64),
    /// `c`, `s`, `p`
    Bytes(&'a [u8]),
}

const MAX_SIZE: usize = isize::MAX.unsigned_abs();

impl Format {
    /// Parses a format. Work is linear in its length. `size` may be huge, so the caller charges it before it allocates.
    ///
    /// # Errors
    /// [`StructError`] with CPython's message.
    pub fn parse(text: &[u8]) -> Result<Self, StructError> {
        if text.contains(&0) {
            return wrong("embedded null character");
        }
        let (native, little, rest) = match text.split_first() {
            Some((b'@', rest)) => (true, true, rest),
            Some((b'=' | b'<', rest)) => (false, true, rest),
            Some((b'>' | b'!', rest)) => (false, false, rest),
            _ => (true, true, text),
        };
        let mut format = Self { items: Vec::new(), size: 0, values: 0, little, native };
        let mut bytes = rest.iter().copied();
        while let Some(mut byte) = bytes.next() {
            if is_space(byte) {
                continue;
            }
            let mut count = None;
            while byte.is_ascii_digit() {
                let digit = usize::from(byte.wrapping_sub(b'0'));
                let more = count.unwrap_or(0_usize).checked_mul(10).and_then(|count| count.checked_add(digit));
                let Some(more) = more.filter(|&more| more <= MAX_SIZE) else { return wrong("total struct size too long") };
                count = Some(more);
                let Some(next) = bytes.next() else { return wrong("repeat count given without format specifier") };
                byte = next;
            }
            format.add(byte, count.unwrap_or(1))?;
        }
        Ok(format)
    }

    fn add(&mut self, code: u8, count: usize) -> Result<(), StructError> {
        let found = CODES.iter().find(|row| row.code == code);
        let size = found.and_then(|row| if self.native { Some(row.native) } else { row.standard });
        let (Some(row), Some(size)) = (found, size.map(usize::from)) else { return wrong("bad char in struct format") };
        let offset = if self.native { self.size.next_multiple_of(size) } else { self.size };
        let end = count.checked_mul(size).and_then(|bytes| offset.checked_add(bytes)).filter(|&end| end <= MAX_SIZE);
        let Some(end) = end else { return wrong("total struct size too long") };
        let text = matches!(row.kind, Kind::Bytes | Kind::Pascal);
        let (size, count) = if text { (count, 1) } else { (size, count) };
        if row.kind != Kind::Pad {
            self.values = self.values.saturating_add(count);
            self.items.push(Item { code, kind: row.kind, size, offset, count });
        }
        self.size = end;
        Ok(())
    }

    /// The slots of all values, in order. Pad bytes leave gaps between them.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        self.items.iter().flat_map(move |item| {
            (0..item.count).map(move |index| Slot {
                kind: item.kind,
                offset: item.offset.saturating_add(index.saturating_mul(item.size)),
                size: item.size,
                code: item.code,
                little: self.little,
                native: self.native,
            })
        })
    }
}

impl Slot {
    fn place<'a>(&self, out: &'a mut [u8]) -> &'a mut [u8] {
        out.get_mut(self.offset..self.offset.saturating_add(self.size)).unwrap_or_default()
    }

    /// Writes the low bytes of a number.
    fn put(&self, out: &mut [u8], bits: u64) {
        let little = self.little;
        let place = self.place(out);
        let length = place.len();
        for (index, byte) in bits.to_le_bytes().into_iter().take(length).enumerate() {
            let at = if little { index } else { length.saturating_sub(index).saturating_sub(1) };
            if let Some(place) = place.get_mut(at) {
                *place = byte;
            }
        }
    }

    /// Packs an integer. `None` means an integer that does not fit 128 bits.
    ///
    /// # Errors
    /// The integer does not fit the slot.
    pub fn pack_int(&self, value: Option<i128>, out: &mut [u8]) -> Result<(), StructError> {
        let bits = u32::try_from(self.size.saturating_mul(8)).unwrap_or(64).min(64);
        let signed = self.kind == SIGNED;
        let (low, high) = if signed {
            let half = 1_i128 << bits.saturating_sub(1);
            (half.wrapping_neg(), half.wrapping_sub(1))
        } else {
            (0, (1_i128 << bits).wrapping_sub(1))
        };
        // `P` also accepts an address as a negative number.
        let low = if self.code == b'P' { i128::from(i64::MIN) } else { low };
        match value {
            Some(value) if (low..=high).contains(&value) => {
                self.put(out, value as u64);
                Ok(())
            }
            _ if self.code == b'P' => wrong("int too large to convert"),
            _ => wrong(format!("'{}' format requires {low} <= number <= {high}", char::from(self.code))),
        }
    }

    /// Packs a truth value.
    pub fn pack_bool(&self, value: bool, out: &mut [u8]) {
        self.put(out, u64::from(value));
    }

    /// Packs a float.
    ///
    /// # Errors
    /// The float is too large for the slot.
    pub fn pack_float(&self, value: f64, out: &mut [u8]) -> Result<(), StructError> {
        let value = crate::text::float::plain_nan(value);
        let bits = match self.code {
            b'e' => half_bits(value).map(u64::from),
            // In native mode CPython uses the conversion of C, which gives infinity for large numbers.
            b'f' => single_bits(value, self.native).map(u64::from),
            _ => Some(value.to_bits()),
        };
        let Some(bits) = bits else {
            let message = format!("float too large to pack with {} format", char::from(self.code));
            return Err(StructError { class: ErrorClass::Overflow, message });
        };
        self.put(out, bits);
        Ok(())
    }

    /// Packs bytes into `c`, `s` or `p`. The slot in `out` must be zero before.
    ///
    /// # Errors
    /// The value of a `c` does not have length 1.
    pub fn pack_bytes(&self, value: &[u8], out: &mut [u8]) -> Result<(), StructError> {
        let (kind, place) = (self.kind, self.place(out));
        let place = match kind {
            Kind::Char if value.len() != 1 => return wrong("char format requires a bytes object of length 1"),
            Kind::Pascal => {
                let Some((length, rest)) = place.split_first_mut() else { return Ok(()) };
                *length = u8::try_from(value.len().min(rest.len())).unwrap_or(u8::MAX);
                rest
            }
            _ => place,
        };
        for (place, byte) in place.iter_mut().zip(value) {
            *place = *byte;
        }
        Ok(())
    }

    /// The message of the `struct.error` for an argument whose type the slot does not accept.
    #[must_use]
    pub fn type_error(&self) -> &'static str {
        match self.kind {
            Kind::Float => "required argument is not a float",
            Kind::Char => "char format requires a bytes object of length 1",
            Kind::Bytes => "argument for 's' must be a bytes object",
            Kind::Pascal => "argument for 'p' must be a bytes object",
            Kind::Int { .. } | Kind::Bool | Kind::Pad => "required argument is not an integer",
        }
    }

    /// Reads the value of the slot.
    #[must_use]
    pub fn unpack<'a>(&self, data: &'a [u8]) -> Option<Unpacked<'a>> {
        let place = data.get(self.offset..self.offset.checked_add(self.size)?)?;
        let number = || {
            let digit = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
            if self.little { place.iter().rev().fold(0, digit) } else { place.iter().fold(0, digit) }
        };
        Some(match self.kind {
            Kind::Pad => return None,
            Kind::Bool => Unpacked::Bool(place.iter().any(|&byte| byte != 0)),
            Kind::Char | Kind::Bytes => Unpacked::Bytes(place),
            Kind::Pascal => {
                let (length, rest) = place.split_first().unwrap_or((&0, &[]));
                Unpacked::Bytes(rest.get(..usize::from(*length).min(rest.len())).unwrap_or_default())
            }
            Kind::Int { signed: false } => Unpacked::Int(i128::from(number())),
            Kind::Int { signed: true } => {
                let unused = 64_u32.saturating_sub(u32::try_from(place.len()).unwrap_or(8).saturating_mul(8));
                Unpacked::Int(i128::from((number() << unused).cast_signed() >> unused))
            }
            Kind::Float => Unpacked::Float(match self.code {
                b'e' => half_value(number() as u16),
                b'f' => single_value(number() as u32),
                _ => f64::from_bits(number()),
            }),
        })
    }
}

const SIGN: u64 = 1 << 63;
const QUIET: u64 = 1 << 51;

/// Converts a double to a half, ties to even. `None` when it is too large.
pub fn half_bits(value: f64) -> Option<u16> {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    if value.is_nan() {
        return Some(sign | 0x7E00);
    }
    let size = value.abs();
    if size.is_infinite() {
        return Some(sign | 0x7C00);
    }
    // A half with this exponent is an integer number of steps. Subnormal halves use the step of the smallest exponent.
    let exponent = ((size.to_bits() >> 52).cast_signed() - 1023).max(-14);
    let step = f64::from_bits((u64::try_from(exponent - 10 + 1023).ok()?) << 52);
    // Dividing by a power of two is exact.
    let steps = (size / step).round_ties_even() as u64;
    // The step count of a normal number has its leading one in bit 10. It makes up for the lowest exponent value, and a full count carries
    // into the exponent.
    let bits = (u64::try_from(exponent + 14).ok()? << 10).checked_add(steps)?;
    (bits < 0x7C00).then_some(sign | bits as u16)
}

/// Converts a half to a double.
pub fn half_value(bits: u16) -> f64 {
    let sign = u64::from(bits & 0x8000) << 48;
    let (exponent, fraction) = (u64::from(bits >> 10 & 0x1F), u64::from(bits & 0x3FF));
    let size = match (exponent, fraction) {
        (0x1F, 0) => f64::INFINITY.to_bits(),
        (0x1F, _) => f64::INFINITY.to_bits() | QUIET | fraction << 42,
        // A subnormal half is a multiple of 2**-24.
        (0, _) => (f64::from(bits & 0x3FF) / 16_777_216.0).to_bits(),
        _ => (exponent + 1023 - 15) << 52 | fraction << 42,
    };
    f64::from_bits(sign | size)
}

/// Converts a double to a single. A number that is too large gives infinity when `to_infinity` is set, and `None` otherwise.
fn single_bits(value: f64, to_infinity: bool) -> Option<u32> {
    if value.is_nan() {
        let bits = value.to_bits();
        return Some(((bits & SIGN) >> 32) as u32 | 0x7FC0_0000 | (bits >> 29) as u32 & 0x3F_FFFF);
    }
    let single = value as f32;
    (to_infinity || single.is_finite() || value.is_infinite()).then(|| single.to_bits())
}

/// Converts a single to a double. The payload of a NaN is kept.
pub fn single_value(bits: u32) -> f64 {
    let single = f32::from_bits(bits);
    if !single.is_nan() {
        return f64::from(single);
    }
    let sign = u64::from(bits >> 31) << 63;
    f64::from_bits(sign | f64::INFINITY.to_bits() | QUIET | u64::from(bits & 0x7F_FFFF) << 29)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;

    enum Arg {
        Int(i128),
        Float(f64),
        Bool(bool),
        Bytes(&'static [u8]),
    }

    fn packed(format: &str, args: &[Arg]) -> Result<String, String> {
        let format = Format::parse(format.as_bytes()).map_err(|error| error.message)?;
        assert_eq!(format.values, args.len());
        let mut out = vec![0; format.size];
        for (slot, arg) in format.slots().zip(args) {
            let done = match *arg {
                Arg::Int(value) => slot.pack_int(Some(value), &mut out),
                Arg::Float(value) => slot.pack_float(value, &mut out),
                Arg::Bytes(value) => slot.pack_bytes(value, &mut out),
                Arg::Bool(value) => {
                    slot.pack_bool(value, &mut out);
                    Ok(())
                }
            };
            done.map_err(|error| error.message)?;
        }
        Ok(out.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    #[test]
    fn packs_as_cpython() {
        let args = [Arg::Int(-1), Arg::Int(513), Arg::Bool(true), Arg::Bytes(b"ab"), Arg::Bytes(b"xyz"), Arg::Float(1.5)];
        assert_eq!(packed(">bH?3s4pd", &args).unwrap(), "ff0201016162000378797a3ff8000000000000");
        let args = [Arg::Int(1), Arg::Int(2), Arg::Int(3), Arg::Int(4), Arg::Float(0.1)];
        assert_eq!(packed("@bhiqe", &args).unwrap(), "01000200030000000400000000000000662e");
        assert_eq!(packed("f", &[Arg::Float(1e300)]).unwrap(), "0000807f");
        assert_eq!(packed("<f", &[Arg::Float(1e300)]).unwrap_err(), "float too large to pack with f format");
        assert_eq!(packed("e", &[Arg::Float(65520.0)]).unwrap_err(), "float too large to pack with e format");
        assert_eq!(packed("B", &[Arg::Int(256)]).unwrap_err(), "'B' format requires 0 <= number <= 255");
        assert_eq!(packed("c", &[Arg::Bytes(b"ab")]).unwrap_err(), "char format requires a bytes object of length 1");
    }

    #[test]
    fn sizes_are_cpythons() {
        for (format, size) in [
            ("bi", 8),
            ("ib", 5),
            ("=bi", 5),
            ("bqb", 17),
            ("b0i", 4),
            ("3si", 8),
            ("0s", 0),
            ("99999999999999999i", 399_999_999_999_999_996),
        ] {
            assert_eq!(Format::parse(format.as_bytes()).unwrap().size, size, "{format}");
        }
        for (format, message) in [
            ("k", "bad char in struct format"),
            ("<n", "bad char in struct format"),
            ("1 i", "bad char in struct format"),
            ("3", "repeat count given without format specifier"),
            ("i\0", "embedded null character"),
            ("99999999999999999999i", "total struct size too long"),
        ] {
            assert_eq!(Format::parse(format.as_bytes()).unwrap_err().message, message, "{format}");
        }
    }

    #[test]
    fn unpacks_what_it_packed() {
        let format = Format::parse(b">hB?e2p").unwrap();
        let data = [0xFF, 0xFE, 200, 2, 0x80, 0x01, 9, b'q'];
        let unpack = |data| format.slots().filter_map(|slot| slot.unpack(data)).collect::<Vec<_>>();
        let values = unpack(&data[..]);
        let tiny = -1.0 / 16_777_216.0;
        assert_eq!(values, [Unpacked::Int(-2), Unpacked::Int(200), Unpacked::Bool(true), Unpacked::Float(tiny), Unpacked::Bytes(b"q")]);
        assert_eq!(unpack(&data[..2]).len(), 1);
    }
}
