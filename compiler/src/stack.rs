//! Runs recursive work on a stack that is large enough for it.
//!
//! The guard limits how deep a source nests ([`crate::tree::Tree::nesting`]). Every recursive walk of a tree runs through [`run`].

use std::io;
use std::thread;

/// Nesting for which the stack of any thread is enough (2 MiB), so that small programs do not start a thread. Measured
/// for the parser: at most 2.4 KiB a level in an optimised build, and about twenty times as much in an unoptimised one.
const MAX_NESTING_WITHOUT_THREAD: u32 = if cfg!(debug_assertions) { 48 } else { 300 };
/// Stack bytes for one level of nesting in an unoptimised build. A level may take several recursive functions.
const LEVEL_BYTES: usize = 64 * 1024;
const BASE_BYTES: usize = 2 * 1024 * 1024;

/// Runs recursive work on a source that nests `nesting` levels deep.
///
/// # Errors
/// The system cannot start a thread, or the work panicked on it. A panic is a bug of ours and does not reach the caller's thread.
pub(crate) fn run<T: Send>(nesting: u32, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if nesting <= MAX_NESTING_WITHOUT_THREAD {
        return Ok(work());
    }
    run_with(BASE_BYTES.saturating_add(LEVEL_BYTES.saturating_mul(nesting as usize)), work)
}

/// Runs recursive work on a stack of `size` bytes.
///
/// # Errors
/// Those of [`run`].
pub(crate) fn run_with<T: Send>(size: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let handle =
            thread::Builder::new().name("stockade-deep".to_owned()).stack_size(size).spawn_scoped(scope, || on_large_stack(work))?;
        handle.join().map_err(|_| io::Error::other("the work panicked"))
    })
}

/// The cost audit counts what runs on such a stack by the name of this function.
#[inline(never)]
fn on_large_stack<T>(work: impl FnOnce() -> T) -> T {
    work()
}
