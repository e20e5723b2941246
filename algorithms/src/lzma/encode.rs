//! Encodes bytes as LZMA and LZMA2 streams with the crate `lzma-rust2`. Memory and work are charged on the way.

use crate::meter::{Meter, Stop};
use lzma_rust2::{EncodeMode, Error, Lzma2Options, Lzma2Writer, LzmaOptions, LzmaWriter, MfType, Write};

/// The settings of an encoder.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// True for LZMA2: chunks with headers of their own.
    pub chunked: bool,
    /// See [`super::Properties::lc`].
    pub lc: u32,
    /// See [`super::Properties::lp`].
    pub lp: u32,
    /// See [`super::Properties::pb`].
    pub pb: u32,
    /// Maximum distance of a match in bytes.
    pub dictionary: u32,
    /// True for the fast match parser, false for the thorough one.
    pub fast: bool,
    /// A match of this length ends the search for a longer match.
    pub nice_length: u32,
    /// True to search matches in binary trees, false to search in hash chains.
    pub tree: bool,
    /// How many candidates the search examines. 0 derives the number from `nice_length`.
    pub depth: u32,
}

/// Bytes between two charges.
const BYTES_PER_CHARGE: usize = 16 << 10;
const MAX_DICTIONARY: usize = 64 << 20;
/// Maximum number of candidates, whatever the settings say.
const MAX_DEPTH: u32 = 512;

/// The output buffer. It is charged as it grows.
struct MeteredOutput<'a, B> {
    meter: &'a mut B,
    out: Vec<u8>,
    stopped: Option<Stop>,
}

impl<B: Meter> Write for MeteredOutput<'_, B> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        if self.out.capacity() - self.out.len() < bytes.len() {
            let more = bytes.len().max(self.out.capacity()).max(256);
            if let Err(stop) = self.meter.reserve(more) {
                self.stopped = Some(stop);
                return Err(Error::OutOfMemory("the meter is used up"));
            }
            self.out.reserve_exact(more);
        }
        self.out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// Encodes data. The dictionary of the settings limits how far back matches may lie. The encoder allocates no more of the dictionary than
/// the data can fill.
pub fn encode(data: &[u8], settings: Settings, meter: &mut impl Meter) -> Result<Vec<u8>, Stop> {
    let needed = data.len().clamp(1 << 12, MAX_DICTIONARY).next_multiple_of(1 << 12);
    let nice_length = settings.nice_length.clamp(8, 273);
    let depth = settings.depth.min(MAX_DEPTH);
    let options = LzmaOptions::new(
        settings.dictionary.min(u32::try_from(needed).unwrap_or(u32::MAX)),
        settings.lc,
        settings.lp,
        settings.pb,
        if settings.fast { EncodeMode::Fast } else { EncodeMode::Normal },
        nice_length,
        if settings.tree { MfType::Bt4 } else { MfType::Hc4 },
        i32::try_from(depth).unwrap_or(0),
    );
    let memory = (options.get_memory_usage() as usize).saturating_mul(1 << 10).saturating_add(1 << 17);
    meter.reserve(memory)?;
    // The encoder clears its tables first.
    meter.charge(memory as u64 / 256)?;
    let candidates = if depth == 0 { 16 + nice_length / 2 } else { depth };
    let per_byte = u64::from(if settings.fast { 8 + candidates / 2 } else { 32 + candidates });
    let paid = MeteredOutput { meter, out: Vec::new(), stopped: None };
    if settings.chunked {
        let mut options = Lzma2Options { lzma_options: options, chunk_size: None };
        options.set_chunk_size(None);
        let mut writer = Lzma2Writer::new(paid, options);
        for piece in data.chunks(BYTES_PER_CHARGE) {
            writer.inner_mut().meter.charge(piece.len() as u64 * per_byte)?;
            if writer.write_all(piece).is_err() {
                return Err(writer.inner_mut().stopped.unwrap_or(Stop::Memory));
            }
        }
        map_result(writer.finish().map(|paid| paid.out))
    } else {
        let Ok(mut writer) = LzmaWriter::new_no_header(paid, &options, true) else { return Err(Stop::Memory) };
        for piece in data.chunks(BYTES_PER_CHARGE) {
            writer.inner_mut().meter.charge(piece.len() as u64 * per_byte)?;
            if writer.write_all(piece).is_err() {
                return Err(writer.inner_mut().stopped.unwrap_or(Stop::Memory));
            }
        }
        map_result(writer.finish().map(|paid| paid.out))
    }
}

fn map_result(written: Result<Vec<u8>, Error>) -> Result<Vec<u8>, Stop> {
    written.map_err(|_| Stop::Memory)
}
