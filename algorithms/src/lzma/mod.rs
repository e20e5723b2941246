//! The LZMA formats: encodes and decodes LZMA and LZMA2 streams, and their filters.
//!
//! The folder uses [`crate::meter`] only. It does not depend on the containers `.xz` and `.lzma`: the library module `_lzma` reads and
//! writes those.
//!
//! The crate `lzma-rust2` compresses. Decompression is our own code, because its state must be plain data between steps: a stream in
//! progress can then be copied and written into a snapshot, and a step that the meter refuses changes nothing.

mod decode;
mod encode;
mod filters;
#[cfg(test)]
mod tests;

pub use decode::{Decoder, Properties, Step};
pub use encode::{Settings, encode};
pub use filters::{branch, crc64, delta};

/// The data is not a valid stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corrupt;
