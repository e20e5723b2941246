//! Bytes of choice to inputs (`generators`), inputs to properties that must hold of them (`oracles`); see `fuzz/README.md`.
//!
//! A generator reads its choices from bytes and takes the first alternative when they run out, so that fewer and smaller bytes
//! make smaller inputs: proptest shrinks programs by shrinking bytes, and a reproducer is exactly the text that failed.

pub mod corpus;
pub mod generators;
pub mod oracles;
pub mod run;

/// What programs can import: both shelves of the library.
pub static LIBRARY: stockade_vm::Library = stockade_vm::Library::new(stockade_stdlib::read_full);
