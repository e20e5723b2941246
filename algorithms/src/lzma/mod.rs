//! The LZMA formats: bytes to LZMA and LZMA2 streams and back, and the filters in front of them. The containers around them are `_lzma`'s.
//!
//! Compressing is the crate `lzma-rust2`'s. Decompressing is ours: its state is written down between steps, so that a stream in progress
//! is plain data in the machine (snapshots, forks), and a step that is not paid for leaves no trace.

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
