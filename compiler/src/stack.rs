//! Runs recursive work on a stack that is large enough for it.
//!
//! The guard bounds how deep a source nests ([`crate::tree::Tree::nesting`]); every recursive walk of a tree runs through [`run`].

use std::io;
use std::thread;

/// Nesting that any thread of 2 MiB carries: small programs never pay for a thread. Measured on the parser: at most 2.4 KiB a
/// level when optimised, about twenty times that when not.
const SHALLOW: u32 = if cfg!(debug_assertions) { 48 } else { 300 };
/// Bytes of stack for one level of nesting in an unoptimised build, several recursive functions included.
const LEVEL_BYTES: usize = 64 * 1024;
const BASE_BYTES: usize = 2 * 1024 * 1024;

/// Runs recursive work over a source that nests `nesting` levels deep.
///
/// # Errors
/// The system has no thread to give, or the work panicked on one (a bug of ours, kept from the caller's thread).
pub(crate) fn run<T: Send>(nesting: u32, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if nesting <= SHALLOW {
        return Ok(work());
    }
    let size = BASE_BYTES.saturating_add(LEVEL_BYTES.saturating_mul(nesting as usize));
    thread::scope(|scope| {
        let handle = thread::Builder::new().name("stockade-deep".to_owned()).stack_size(size).spawn_scoped(scope, work)?;
        handle.join().map_err(|_| io::Error::other("the work panicked"))
    })
}
