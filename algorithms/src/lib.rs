//! What CPython's C code computes on plain data: text, numbers, Unicode, regular expressions, compression, digests.
//!
//! Every function takes Rust values and returns Rust values. Work whose length depends on the data is charged through [`meter::Meter`]. The
//! crate may use [`stockade_compiler::surrogate`], which maps lone surrogates to characters of strings. It must not depend on the
//! interpreter: no values of the program, no heap, no fuel counter, no host.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![warn(missing_docs)]

pub mod binascii;
pub mod bzip2;
pub mod decimal;
pub mod digest;
pub mod integers;
pub mod lzma;
pub mod math;
pub mod meter;
pub mod random;
pub mod regex;
pub mod struct_codec;
pub mod text;
pub mod unicode;
pub mod zlib;
