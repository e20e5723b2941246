//! Encodes and decodes zlib, gzip and raw deflate streams, with the bytes and messages of zlib 1.2.13, which CPython links.
//!
//! The folder uses [`crate::binascii`] for checksums, and [`crate::meter`]. It does not depend on the objects of the module `zlib`: their
//! states are plain data here.
//!
//! The code is our own because programs print and compare zlib's exact output, and no crate produces it. Level 0 may divide long input into
//! blocks of other sizes than zlib, because zlib's choice depends on the buffer size of its caller.

mod deflate;
mod inflate;
mod trees;

#[cfg(test)]
mod tests;

pub use deflate::{Flush, Strategy};

use deflate::Deflate;
use inflate::{Bits, Halt, Inflate};

use crate::binascii::{adler32, crc32};
use crate::meter::{Meter, Stop};

/// The container around the deflate data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrap {
    Raw,
    Zlib,
    Gzip,
    /// Zlib or gzip, detected from the data.
    Either,
}

/// Container and window bits of a `wbits` argument. `None` when zlib refuses the argument.
fn format(wbits: i32, reading: bool) -> Option<(Wrap, u32)> {
    let (wrap, bits) = match wbits {
        -15..=-8 => (Wrap::Raw, wbits.unsigned_abs()),
        0 if reading => (Wrap::Zlib, 15),
        8..=15 => (Wrap::Zlib, wbits.unsigned_abs()),
        16 | 32 if reading => (if wbits == 16 { Wrap::Gzip } else { Wrap::Either }, 15),
        24..=31 => (Wrap::Gzip, wbits.unsigned_abs() - 16),
        40..=47 if reading => (Wrap::Either, wbits.unsigned_abs() - 32),
        _ => return None,
    };
    // For `wbits` 8 zlib writes a window of 512 bytes instead of 256. It refuses raw streams of that size, which have no header to record
    // the change.
    match (bits, wrap) {
        (8, Wrap::Zlib) if !reading => Some((wrap, 9)),
        (8, _) if !reading => None,
        _ => Some((wrap, bits)),
    }
}

fn checked(wrap: Wrap, check: u32, data: &[u8]) -> u32 {
    match wrap {
        Wrap::Gzip => crc32(data, check),
        _ => adler32(data, check),
    }
}

/// The state of `zlib.compressobj`.
#[derive(Clone, Debug)]
pub struct Compressor {
    deflate: Deflate,
    wrap: Wrap,
    /// The header, until it is written.
    header: Vec<u8>,
    check: u32,
    length: u32,
    last_flush: Option<Flush>,
}

impl Compressor {
    /// Opens a stream. `None` when zlib refuses the arguments (`ValueError: Invalid initialization option`). `level` is -1 to 9. The stream
    /// uses [`Compressor::memory`] bytes.
    #[must_use]
    pub fn new(level: i32, wbits: i32, memory_level: i32, strategy: Strategy, dictionary: Option<&[u8]>) -> Option<Self> {
        let (wrap, bits) = format(wbits, false)?;
        let level = u8::try_from(if level == -1 { 6 } else { level }).ok().filter(|&level| level <= 9)?;
        let memory_level = u32::try_from(memory_level).ok().filter(|level| (1..=9).contains(level))?;
        let mut deflate = Deflate::new(level, bits, memory_level, strategy);
        if let Some(dictionary) = dictionary {
            deflate.set_dictionary(dictionary);
        }
        let quick = level < 2 || matches!(strategy, Strategy::HuffmanOnly | Strategy::Rle | Strategy::Fixed);
        let header = match wrap {
            Wrap::Gzip => {
                let effort = if level == 9 { 2 } else { u8::from(quick) * 4 };
                vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, effort, 3]
            }
            Wrap::Zlib => {
                let effort = match level {
                    _ if quick => 0,
                    ..6 => 1,
                    6 => 2,
                    _ => 3,
                };
                let head = (8 + ((bits - 8) << 4)) << 8 | effort << 6 | u32::from(dictionary.is_some()) << 5;
                let head = (head + (31 - head % 31)) as u16;
                let mut header = head.to_be_bytes().to_vec();
                header.extend(dictionary.into_iter().flat_map(|dictionary| adler32(dictionary, 1).to_be_bytes()));
                header
            }
            Wrap::Raw | Wrap::Either => Vec::new(),
        };
        Some(Self { deflate, wrap, header, check: u32::from(wrap != Wrap::Gzip), length: 0, last_flush: None })
    }

    /// Bytes of memory that a stream keeps.
    #[must_use]
    pub fn memory(wbits: i32, memory_level: i32) -> usize {
        let bits = wbits.unsigned_abs() % 16;
        Deflate::memory(bits.clamp(8, 15), u32::try_from(memory_level).unwrap_or(9).clamp(1, 9))
    }

    /// Compresses data and returns the output that is ready. Temporary memory is charged and released here; the caller charges the result.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses. The stream cannot be used afterwards.
    pub fn write(&mut self, data: &[u8], flush: Flush, meter: &mut dyn Meter) -> Result<Vec<u8>, Stop> {
        let waiting = self.deflate.waiting().saturating_add(data.len());
        let bytes = waiting.saturating_add(waiting / 8).saturating_add(1024);
        meter.reserve(bytes)?;
        let out = self.written(data, flush, meter);
        meter.release(bytes);
        out
    }

    fn written(&mut self, data: &[u8], flush: Flush, meter: &mut dyn Meter) -> Result<Vec<u8>, Stop> {
        meter.charge(data.len() as u64 / 16)?;
        let before = self.last_flush.replace(flush);
        if data.is_empty() && flush != Flush::Finish && before.is_some_and(|before| flush <= before) {
            return Ok(Vec::new());
        }
        self.deflate.writer.out.append(&mut self.header);
        self.check = checked(self.wrap, self.check, data);
        self.length = self.length.wrapping_add(data.len() as u32);
        self.deflate.write(data, flush, meter)?;
        let mut out = std::mem::take(&mut self.deflate.writer.out);
        if flush == Flush::Finish {
            match self.wrap {
                Wrap::Zlib => out.extend(self.check.to_be_bytes()),
                Wrap::Gzip => {
                    out.extend(self.check.to_le_bytes());
                    out.extend(self.length.to_le_bytes());
                }
                Wrap::Raw | Wrap::Either => {}
            }
        }
        Ok(out)
    }
}

/// Why data could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// `zlib.error`: the code, and zlib's own message if it has one. The full text is `Error {code} {doing}: {message}`.
    Data(i32, Option<&'static str>),
    /// The meter refused.
    Stop(Stop),
}

impl Failure {
    /// The text of `zlib.error`. `doing` names the action, such as `while decompressing data`.
    #[must_use]
    pub fn text(&self, doing: &str) -> String {
        match self {
            Self::Data(code, Some(message)) => format!("Error {code} {doing}: {message}"),
            Self::Data(code, None) => format!("Error {code} {doing}"),
            Self::Stop(_) => String::new(),
        }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Header,
    Body,
    Trailer,
    Done,
}

/// The state of `zlib.decompressobj`.
#[derive(Clone, Debug)]
pub struct Decompressor {
    inflate: Inflate,
    wrap: Wrap,
    window_bits: u32,
    stage: Stage,
    dictionary: Option<Vec<u8>>,
    check: u32,
    length: u32,
    /// Input of an incomplete unit.
    pending: Vec<u8>,
    /// The unused bits of a partly used byte.
    odd_bits: (u8, u32),
}

impl Decompressor {
    /// Opens a stream. `None` when zlib refuses `wbits` (`ValueError: Invalid initialization option`).
    #[must_use]
    pub fn new(wbits: i32, dictionary: Option<&[u8]>) -> Option<Self> {
        let (wrap, window_bits) = format(wbits, true)?;
        let mut inflate = Inflate::new();
        let dictionary = dictionary.map(<[u8]>::to_vec);
        let mut stage = Stage::Header;
        if wrap == Wrap::Raw {
            stage = Stage::Body;
            inflate.set_dictionary(dictionary.as_deref().unwrap_or_default());
        }
        Some(Self { inflate, wrap, window_bits, stage, dictionary, check: 0, length: 0, pending: Vec::new(), odd_bits: (0, 0) })
    }

    /// `Decompress.eof`.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    /// Decodes data into `out` until `out` holds `limit` bytes. Returns how many bytes of the data are used. Memory is charged as output
    /// grows and released at the end; the caller charges the contents of `out`.
    ///
    /// # Errors
    /// [`Failure`]. `out` then holds the output before the failure.
    pub fn read(&mut self, data: &[u8], out: &mut Vec<u8>, limit: usize, meter: &mut dyn Meter) -> Result<usize, Failure> {
        let kept = self.pending.len();
        let before = out.capacity();
        let mut input = std::mem::take(&mut self.pending);
        input.extend_from_slice(data);
        let mut bits = Bits::new(&input, self.odd_bits);
        let charged = meter.charge(input.len() as u64 / 16).map_err(Halt::from);
        let result = charged.and_then(|()| self.advance(&mut bits, out, limit, meter));
        meter.release(out.capacity().saturating_sub(before));
        let (used, odd_bits) = bits.give_back();
        self.odd_bits = odd_bits;
        match result {
            Ok(()) => Ok(used.saturating_sub(kept)),
            Err(Halt::Starved) => {
                self.pending = input.get(used..).unwrap_or_default().to_vec();
                Ok(data.len())
            }
            Err(Halt::Wrong("")) => Err(Failure::Data(2, None)),
            Err(Halt::Wrong(message)) => Err(Failure::Data(-3, Some(message))),
            Err(Halt::Stop(stop)) => Err(stop.into()),
        }
    }

    fn advance(&mut self, bits: &mut Bits<'_>, out: &mut Vec<u8>, limit: usize, meter: &mut dyn Meter) -> Result<(), Halt> {
        loop {
            let mut ahead = *bits;
            match self.stage {
                Stage::Header => {
                    self.header(&mut ahead)?;
                    *bits = ahead;
                    self.stage = Stage::Body;
                }
                Stage::Body => {
                    let from = out.len();
                    let result = self.inflate.read(bits, out, limit, meter);
                    let fresh = out.get(from..).unwrap_or_default();
                    meter.charge(fresh.len() as u64 / 16)?;
                    if self.wrap != Wrap::Raw {
                        self.check = checked(self.wrap, self.check, fresh);
                    }
                    self.length = self.length.wrapping_add(fresh.len() as u32);
                    result?;
                    if !self.inflate.is_done() {
                        return Ok(());
                    }
                    bits.align();
                    self.stage = Stage::Trailer;
                }
                Stage::Trailer => {
                    self.trailer(&mut ahead)?;
                    *bits = ahead;
                    self.stage = Stage::Done;
                }
                Stage::Done => return Ok(()),
            }
        }
    }

    fn header(&mut self, bits: &mut Bits<'_>) -> Result<(), Halt> {
        let (first, second) = (bits.take(8)?, bits.take(8)?);
        if matches!(self.wrap, Wrap::Gzip | Wrap::Either) && (first, second) == (0x1F, 0x8B) {
            self.wrap = Wrap::Gzip;
            return gzip_header(bits);
        }
        if self.wrap == Wrap::Gzip || (first << 8 | second) % 31 != 0 {
            return Err(Halt::Wrong("incorrect header check"));
        }
        if first & 15 != 8 {
            return Err(Halt::Wrong("unknown compression method"));
        }
        if (first >> 4) + 8 > self.window_bits {
            return Err(Halt::Wrong("invalid window size"));
        }
        self.wrap = Wrap::Zlib;
        self.check = 1;
        if second & 0x20 != 0 {
            let mut wanted = 0;
            for _ in 0..4 {
                wanted = wanted << 8 | bits.take(8)?;
            }
            // zlib has no message for a missing dictionary.
            let Some(dictionary) = self.dictionary.as_deref() else { return Err(Halt::Wrong("")) };
            if adler32(dictionary, 1) != wanted {
                return Err(Halt::Wrong("incorrect dictionary"));
            }
            self.inflate.set_dictionary(dictionary);
        }
        Ok(())
    }

    fn trailer(&self, bits: &mut Bits<'_>) -> Result<(), Halt> {
        let mut bytes = || -> Result<[u8; 4], Halt> {
            let mut bytes = [0; 4];
            for byte in &mut bytes {
                *byte = bits.take(8)? as u8;
            }
            Ok(bytes)
        };
        match self.wrap {
            Wrap::Raw | Wrap::Either => {}
            Wrap::Zlib if u32::from_be_bytes(bytes()?) != self.check => return Err(Halt::Wrong("incorrect data check")),
            Wrap::Zlib => {}
            Wrap::Gzip => {
                if u32::from_le_bytes(bytes()?) != self.check {
                    return Err(Halt::Wrong("incorrect data check"));
                }
                if u32::from_le_bytes(bytes()?) != self.length {
                    return Err(Halt::Wrong("incorrect length check"));
                }
            }
        }
        Ok(())
    }
}

/// Reads the rest of a gzip header after its first two bytes.
fn gzip_header(bits: &mut Bits<'_>) -> Result<(), Halt> {
    let mut seen = vec![0x1F, 0x8B];
    let mut byte = |seen: &mut Vec<u8>| -> Result<u8, Halt> {
        let byte = bits.take(8)? as u8;
        seen.push(byte);
        Ok(byte)
    };
    if byte(&mut seen)? != 8 {
        return Err(Halt::Wrong("unknown compression method"));
    }
    let flags = byte(&mut seen)?;
    if flags & 0xE0 != 0 {
        return Err(Halt::Wrong("unknown header flags set"));
    }
    for _ in 0..6 {
        byte(&mut seen)?;
    }
    if flags & 4 != 0 {
        let length = u16::from_le_bytes([byte(&mut seen)?, byte(&mut seen)?]);
        for _ in 0..length {
            byte(&mut seen)?;
        }
    }
    // A file name and a comment, each ended by a zero byte.
    for flag in [8, 16] {
        while flags & flag != 0 && byte(&mut seen)? != 0 {}
    }
    if flags & 2 != 0 {
        let check = crc32(&seen, 0) as u16;
        if u16::from_le_bytes([byte(&mut seen)?, byte(&mut seen)?]) != check {
            return Err(Halt::Wrong("header crc mismatch"));
        }
    }
    Ok(())
}

/// `zlib.compress`. `None` when zlib refuses the arguments.
///
/// # Errors
/// [`Stop`] when the meter refuses.
pub fn compress(data: &[u8], level: i32, wbits: i32, meter: &mut dyn Meter) -> Result<Option<Vec<u8>>, Stop> {
    let memory = Compressor::memory(wbits, 8);
    meter.reserve(memory)?;
    let out = Compressor::new(level, wbits, 8, Strategy::Default, None).map(|mut stream| stream.write(data, Flush::Finish, meter));
    meter.release(memory);
    out.transpose()
}

/// `zlib.decompress`. `None` when zlib refuses `wbits`. Data after the end of the stream is ignored.
///
/// # Errors
/// [`Failure`].
pub fn decompress(data: &[u8], wbits: i32, meter: &mut dyn Meter) -> Result<Option<Vec<u8>>, Failure> {
    let Some(mut stream) = Decompressor::new(wbits, None) else { return Ok(None) };
    let mut out = Vec::new();
    stream.read(data, &mut out, usize::MAX, meter)?;
    if stream.is_done() { Ok(Some(out)) } else { Err(Failure::Data(-5, Some("incomplete or truncated stream"))) }
}
