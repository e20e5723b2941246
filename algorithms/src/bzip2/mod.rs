//! The bzip2 format: run-length coding, the Burrows-Wheeler transform (1994), move-to-front and Huffman coding of blocks of bytes.
//!
//! The folder uses nothing else of this crate. It does not depend on files, stream objects or accounting: the caller charges [`block_size`]
//! before it calls.
//!
//! The compressor writes the same bits as libbz2 1.0: the same block ends, the same order of equal rotations, the same tables.

mod decode;
mod encode;
mod huffman;
mod sort;

pub use decode::{Block, Failure, Part, read_part};
pub use encode::Encoder;

/// The magic number of a block: the digits of pi.
const BLOCK: u64 = 0x3141_5926_5359;
/// The magic number of the end of a stream: the digits of the square root of pi.
const END: u64 = 0x1772_4538_5090;
/// Symbols that share one Huffman table.
const GROUP: usize = 50;

/// Maximum number of bytes in a block of this level.
#[must_use]
pub fn block_size(level: u8) -> usize {
    100_000 * usize::from(level.clamp(1, 9))
}

/// CRC-32 with the highest bit first.
#[must_use]
pub(crate) fn crc(data: impl Iterator<Item = u8>) -> u32 {
    !data.fold(u32::MAX, |crc, byte| {
        let mut crc = crc ^ (u32::from(byte) << 24);
        for _ in 0..8 {
            crc = if crc & 0x8000_0000 != 0 { (crc << 1) ^ 0x04C1_1DB7 } else { crc << 1 };
        }
        crc
    })
}

/// The checksum of a stream after one more block.
#[must_use]
pub fn combine(stream: u32, block: u32) -> u32 {
    stream.rotate_left(1) ^ block
}

#[cfg(test)]
mod tests;
