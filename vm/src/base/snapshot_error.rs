//! Why bytes are not a snapshot, and the results of reading and writing one. Native objects write their own state, so this lies below them.

use crate::base::abrupt::Abrupt;

/// The version of the format that this build writes and reads. Other versions are refused with [`SnapshotError::Version`].
pub const VERSION: u16 = 18;

/// Why a snapshot was not made or not restored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes do not start with the magic number of snapshots.
    #[error("not a snapshot")]
    NotASnapshot,
    /// The snapshot has another version of the format.
    #[error("unsupported version {0} of the format: this one reads {VERSION}")]
    Version(u16),
    /// The build that made the snapshot differs from this build; contains the difference.
    #[error("made by another build: {0}")]
    OtherBuild(&'static str),
    /// Bytes are missing or too many.
    #[error("the length does not fit the header")]
    Length,
    /// The bytes were changed.
    #[error("the checksum is wrong")]
    Checksum,
    /// A key was given and the snapshot is not sealed with it, or the snapshot is sealed with a key and none was given.
    #[error("not sealed with this key")]
    Key,
    /// The seal is correct, but the state is impossible; contains the reason.
    #[error("corrupt: {0}")]
    Corrupt(&'static str),
    /// The compiler refuses the source of a step; contains its message.
    #[error("a source in it does not compile: {0}")]
    Source(String),
    /// The state does not fit the new memory limit.
    #[error("it does not fit the memory limit")]
    Memory,
    /// The snapshot exceeds `Limits::snapshot_bytes`; contains the limit in bytes.
    #[error("it is larger than the limit of {0} bytes")]
    TooLarge(u64),
    /// The snapshot's tables are built to make restoring slow: the work is out of proportion to its size.
    #[error("restoring it would take too much work")]
    TooMuchWork,
    /// The new policy does not grant a module that the program has imported; contains the module.
    #[error("the policy does not allow what it uses: {0}")]
    Denied(String),
    /// The session has a package that whoever restores did not give, or gave with other files.
    #[error("{}", of_package(.name, .version, .digest, .given.as_deref()))]
    Package {
        /// The name of the distribution.
        name: String,
        /// Its version when the snapshot was made.
        version: String,
        /// Its digest then.
        digest: String,
        /// Version and digest of the package with this name that was given.
        given: Option<Box<(String, String)>>,
    },
    /// The session holds an object that cannot be written; contains its description.
    #[error("{0} cannot be part of a snapshot")]
    Unsupported(&'static str),
    /// A bug in the VM.
    #[error("internal error: {0}")]
    Internal(&'static str),
}

/// The digits of a digest that a message shows.
const SHOWN_DIGITS: usize = 12;

fn of_package(name: &str, version: &str, digest: &str, given: Option<&(String, String)>) -> String {
    let short = |digest: &str| digest.get(..SHOWN_DIGITS).unwrap_or(digest).to_string();
    let wanted = format!("it has the package {name} {version} (digest {})", short(digest));
    match given {
        None => {
            format!("{wanted}, which was not given: give the same packages again (`packages=` in Python, `--package` on the command line)")
        }
        Some((version, digest)) => {
            format!("{wanted}, and the one given is {version} (digest {}): give the files that the session was made with", short(digest))
        }
    }
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

/// The snapshot error for an operation of the interpreter that failed.
pub(crate) fn trouble(exit: Abrupt) -> SnapshotError {
    match exit {
        Abrupt::Memory(_) => SnapshotError::Memory,
        Abrupt::Limit(_) => SnapshotError::TooMuchWork,
        _ => SnapshotError::Corrupt("an object that cannot be made"),
    }
}
