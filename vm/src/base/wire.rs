//! The encoding of numbers and texts, from which all sections of a snapshot are built.
//!
//! INVARIANT: the reader never reads past its input, and refuses a count that is larger than the rest of the input can hold.

use crate::base::sizes::low8;
use crate::base::snapshot_error::{Read, SnapshotError};

/// The bytes written so far.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    pub(crate) bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }
    pub(crate) fn bool(&mut self, value: bool) {
        self.u8(u8::from(value));
    }
    pub(crate) fn fixed(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }
    pub(crate) fn float(&mut self, value: f64) {
        self.fixed(value.to_bits());
    }
    /// Seven bits per byte, the lowest bits first.
    pub(crate) fn uint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.u8(low8(value) | 0x80);
            value >>= 7;
        }
        self.u8(low8(value));
    }
    pub(crate) fn size(&mut self, value: usize) {
        self.uint(value as u64);
    }
    /// Zigzag encoding: numbers of small magnitude are short, with either sign.
    pub(crate) fn int(&mut self, value: i64) {
        self.uint((value.wrapping_shl(1) ^ value >> 63) as u64);
    }
    pub(crate) fn data(&mut self, data: &[u8]) {
        self.size(data.len());
        self.bytes.extend_from_slice(data);
    }
    pub(crate) fn text(&mut self, text: &str) {
        self.data(text.as_bytes());
    }
}

/// The bytes still to be read.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes }
    }
    /// Number of bytes left.
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }
    pub(crate) fn end(&self) -> Read<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(SnapshotError::Corrupt("bytes after the end")) }
    }
    pub(crate) fn take(&mut self, len: usize) -> Read<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(SnapshotError::Corrupt("it ends too early"))?;
        self.rest = rest;
        Ok(taken)
    }
    pub(crate) fn u8(&mut self) -> Read<u8> {
        let (first, rest) = self.rest.split_first().ok_or(SnapshotError::Corrupt("it ends too early"))?;
        self.rest = rest;
        Ok(*first)
    }
    pub(crate) fn bool(&mut self) -> Read<bool> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(SnapshotError::Corrupt("a flag is neither 0 nor 1")),
        }
    }
    pub(crate) fn fixed(&mut self) -> Read<u64> {
        let (taken, rest) = self.rest.split_first_chunk::<8>().ok_or(SnapshotError::Corrupt("it ends too early"))?;
        self.rest = rest;
        Ok(u64::from_le_bytes(*taken))
    }
    /// A float. A signalling NaN becomes a quiet one.
    pub(crate) fn float(&mut self) -> Read<f64> {
        let value = f64::from_bits(self.fixed()?);
        Ok(if value.is_nan() { f64::from_bits(value.to_bits() | 1 << 51) } else { value })
    }
    pub(crate) fn uint(&mut self) -> Read<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                // Each number has exactly one encoding.
                return if byte == 0 && shift > 0 { Err(SnapshotError::Corrupt("a number is padded")) } else { Ok(value) };
            }
        }
        Err(SnapshotError::Corrupt("a number is too long"))
    }
    pub(crate) fn int(&mut self) -> Read<i64> {
        let value = self.uint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }
    pub(crate) fn u32(&mut self) -> Read<u32> {
        u32::try_from(self.uint()?).map_err(|_| SnapshotError::Corrupt("a number is out of range"))
    }
    /// A number that is not checked here, because the interpreter checks such positions at every use.
    pub(crate) fn position(&mut self) -> Read<usize> {
        usize::try_from(self.uint()?).map_err(|_| SnapshotError::Corrupt("a number is out of range"))
    }
    /// The number of items that follow. Each takes at least one byte.
    pub(crate) fn count(&mut self) -> Read<usize> {
        let count = usize::try_from(self.uint()?).unwrap_or(usize::MAX);
        if count > self.left() { Err(SnapshotError::Corrupt("a count is larger than what follows")) } else { Ok(count) }
    }
    /// An index into a table of length `len`.
    pub(crate) fn index(&mut self, len: usize) -> Read<usize> {
        let index = usize::try_from(self.uint()?).unwrap_or(usize::MAX);
        if index < len { Ok(index) } else { Err(SnapshotError::Corrupt("an index is out of range")) }
    }
    pub(crate) fn data(&mut self) -> Read<&'a [u8]> {
        let len = self.count()?;
        self.take(len)
    }
    pub(crate) fn text(&mut self) -> Read<&'a str> {
        std::str::from_utf8(self.data()?).map_err(|_| SnapshotError::Corrupt("a text is not valid UTF-8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, 127, 128, 16_383, 16_384, u64::MAX - 1, u64::MAX] {
            let mut writer = Writer::default();
            writer.uint(value);
            writer.int(value as i64);
            let mut reader = Reader::new(&writer.bytes);
            assert_eq!(reader.uint(), Ok(value));
            assert_eq!(reader.int(), Ok(value as i64));
            assert_eq!(reader.end(), Ok(()));
        }
    }

    #[test]
    fn long_and_padded_numbers_are_refused() {
        for bytes in [&[0x80, 0x00][..], &[0xff; 11], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02], &[0x80]] {
            assert!(Reader::new(bytes).uint().is_err(), "{bytes:?}");
        }
        assert!(Reader::new(&[5, 1, 2]).count().is_err());
    }
}
