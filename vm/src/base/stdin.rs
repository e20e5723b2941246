//! What a program reads from `sys.stdin`, as the host gives it.

use serde::{Deserialize, Serialize};

/// What `sys.stdin` and `input()` of a program read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stdin {
    /// Nothing: the first read is at the end.
    #[default]
    Empty,
    /// These bytes, and then the end.
    Bytes(Vec<u8>),
    /// What the host has when the program reads. A read suspends the run: the outcome is a [`crate::HostCall`] of [`STDIN_CALL`], with the
    /// number of bytes that the program has room for as its argument. The answer is `bytes`, as many as the host likes; none are the end.
    Host,
}

/// The name of the host call that reads more input ([`Stdin::Host`]). No host function can have this name. The policy's rules for host
/// functions do not apply, and it does not count for `limits.host_calls`.
pub const STDIN_CALL: &str = "<stdin>";
