//! The system calls of this crate that no safe interface has. This is the only file with `unsafe`.

use std::io;

/// Makes a system call with up to six arguments that are numbers.
///
/// Callers pass numbers and addresses of what they own and keep until the call returns ([`crate::attempts`]), and only in a worker that ends
/// after it.
///
/// # Errors
/// What the kernel answers.
#[expect(unsafe_code, reason = "attempts at what a worker must not do are raw system calls: no library offers all of them")]
pub(crate) fn raw(number: libc::c_long, arguments: &[usize]) -> io::Result<usize> {
    let at = |place: usize| arguments.get(place).copied().unwrap_or(0);
    // SAFETY: the arguments are plain numbers, or addresses of memory that the caller owns.
    let result = unsafe { libc::syscall(number, at(0), at(1), at(2), at(3), at(4), at(5)) };
    usize::try_from(result).map_err(|_| io::Error::last_os_error())
}

/// Closes every descriptor from `first` on.
///
/// # Errors
/// The kernel is older than 5.9.
#[expect(unsafe_code, reason = "no safe interface closes descriptors that nothing here owns")]
pub(crate) fn close_from(first: u32) -> io::Result<()> {
    // SAFETY: called before the worker opens anything, so that nothing in this process owns one of them.
    let result = unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, 0) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
