//! The LZMA formats: bytes to LZMA and LZMA2 streams and back, and the filters in front of them.
//!
//! The folder uses [`crate::meter`] only. It must never know the containers `.xz` and `.lzma`: the library module `_lzma` reads and
//! writes those.
//!
//! The crate `lzma-rust2` compresses. Decompressing is our own code, because its state must be plain data between steps: a stream
//! in progress can then be copied and written into a snapshot, and a step that is not paid for changes nothing.

mod decode;
mod encode;
mod filters;
#[cfg(test)]
mod tests;

pub use decode::{Decoder, Properties, Step};
pub use encode::{Settings, encode};
pub use filters::{branch, crc64, delta};

/// Data that is no stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corrupt;
