//! Why bytes are not a snapshot, and the results of reading and writing one. Native objects write their own state, so this lies below them.

use crate::base::abrupt::Abrupt;

/// The format this version writes and reads. Older ones are refused by name.
pub const VERSION: u16 = 15;

/// Why a snapshot was not taken or not restored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes do not begin as a snapshot does.
    #[error("not a snapshot")]
    NotASnapshot,
    /// Another version of the format.
    #[error("unsupported version {0} of the format: this one reads {VERSION}")]
    Version(u16),
    /// The code of the machine differs from the one that wrote it: what differs.
    #[error("made by another build: {0}")]
    OtherBuild(&'static str),
    /// Bytes are missing or too many.
    #[error("the length does not fit the header")]
    Length,
    /// Bytes were changed.
    #[error("the checksum is wrong")]
    Checksum,
    /// A key was given and the snapshot was not sealed with it, or the other way round.
    #[error("not sealed with this key")]
    Key,
    /// The seal is right and the state is not: what is impossible about it.
    #[error("corrupt: {0}")]
    Corrupt(&'static str),
    /// The compiler refuses a source of a step: its message.
    #[error("a source in it does not compile: {0}")]
    Source(String),
    /// The new limit on memory is too small for it.
    #[error("it does not fit the memory limit")]
    Memory,
    /// It passes `Limits::snapshot_bytes`, in bytes.
    #[error("it is larger than the limit of {0} bytes")]
    TooLarge(u64),
    /// Its tables were made to be slow: restoring would take out of all proportion to its size.
    #[error("restoring it would take too much work")]
    TooMuchWork,
    /// The new policy does not grant a module that the program has imported: which.
    #[error("the policy does not allow what it uses: {0}")]
    Denied(String),
    /// The session holds something that cannot be written: what.
    #[error("{0} cannot be part of a snapshot")]
    Unsupported(&'static str),
    /// A fault of ours.
    #[error("internal error: {0}")]
    Internal(&'static str),
}

/// The result of reading.
pub(crate) type Read<T> = Result<T, SnapshotError>;

/// The result of writing.
pub(crate) type Written = Result<(), SnapshotError>;

pub(crate) const fn corrupt<T>(what: &'static str) -> Read<T> {
    Err(SnapshotError::Corrupt(what))
}

pub(crate) fn ensure(ok: bool, what: &'static str) -> Read<()> {
    if ok { Ok(()) } else { Err(SnapshotError::Corrupt(what)) }
}

/// What an operation of the machine's that ended badly means here.
pub(crate) fn trouble(exit: Abrupt) -> SnapshotError {
    match exit {
        Abrupt::Memory(_) => SnapshotError::Memory,
        Abrupt::Limit(_) => SnapshotError::TooMuchWork,
        _ => SnapshotError::Corrupt("an object that cannot be made"),
    }
}
