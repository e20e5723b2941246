//! Generators turn bytes into inputs (`generators`), and oracles check properties of the inputs (`oracles`). See `fuzz/README.md`.
//!
//! A generator reads its choices from bytes and takes the first alternative when they run out. So fewer and smaller bytes give smaller
//! inputs: proptest shrinks programs by shrinking bytes, and a reproducer is exactly the text that failed.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

use std::alloc::System;

use peakmem_alloc::{INSTRUMENTED_SYSTEM, PeakMemAlloc};

pub mod corpus;
pub mod generators;
pub mod oracles;
pub mod run;

/// Counts what is allocated, for the oracle `memory`.
#[global_allocator]
pub static ALLOCATOR: &PeakMemAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The modules that programs can import: both shelves of the library.
pub static LIBRARY: stockade_vm::Library = stockade_vm::Library::new(stockade_stdlib::read_full);
