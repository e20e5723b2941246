//! What goes wrong between a host and a session in a worker.

use std::fmt;
use std::time::Duration;

use crate::protocol::Refusal;

/// A worker has ended, or was ended because it did not do what a worker does. Its sessions are gone with it; other workers go on. A session
/// of which there is a snapshot can be opened again from it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct WorkerLost {
    /// Why.
    pub reason: LossReason,
    /// The signal that ended the process, if one did.
    pub signal: Option<i32>,
    /// The exit status of the process, if it ended by itself.
    pub status: Option<i32>,
    /// What it said about itself at last: the beginning of its standard error, without control characters.
    pub said: String,
}

impl WorkerLost {
    pub(crate) fn forked() -> Self {
        WorkerLost { reason: LossReason::Forked, signal: None, status: None, said: String::new() }
    }
}

/// Why a worker is lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LossReason {
    /// The process ended.
    Ended,
    /// It did not answer in this time, and was killed.
    Late(Duration),
    /// It answered what does not fit the question, and was killed.
    Wrong(String),
    /// It is of another build: this is what it says it is.
    OtherBuild(String),
    /// The host ended it.
    Closed,
    /// It belongs to the process that this one was forked from, and goes on there.
    Forked,
}

impl LossReason {
    /// The reason in a word, for programs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            LossReason::Ended => "ended",
            LossReason::Late(_) => "late",
            LossReason::Wrong(_) => "wrong",
            LossReason::OtherBuild(_) => "other-build",
            LossReason::Closed => "closed",
            LossReason::Forked => "forked",
        }
    }
}

impl fmt::Display for WorkerLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            LossReason::Ended => write!(f, "the worker ended")?,
            LossReason::Late(time) => write!(f, "the worker did not answer for {} ms and was killed", time.as_millis())?,
            LossReason::Wrong(what) => write!(f, "the worker answered what no worker answers and was killed: {what}")?,
            LossReason::OtherBuild(engine) => write!(f, "the worker is of another build: {engine}")?,
            LossReason::Closed => f.write_str("the worker was ended by its host")?,
            LossReason::Forked => f.write_str("the worker belongs to the process that this one was forked from")?,
        }
        if self.reason == LossReason::Ended {
            match (self.signal, self.status) {
                (Some(signal), _) => write!(f, ", by signal {signal}{}", signal_name(signal))?,
                (None, Some(status)) => write!(f, ", with status {status}")?,
                (None, None) => {}
            }
        }
        if self.said.is_empty() { Ok(()) } else { write!(f, "; it said: {}", self.said) }
    }
}

/// The signals that end workers, in words.
fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (SIGILL: a bad instruction)",
        6 => " (SIGABRT: it gave up, as it does when the system has no memory for it)",
        9 => " (SIGKILL: killed from outside, as the system does when memory is short)",
        11 => " (SIGSEGV: a bad address)",
        31 if cfg!(target_os = "linux") => " (SIGSYS: it made a system call that the walls forbid)",
        _ => "",
    }
}

/// The error of an operation on a session that may be in a worker.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The session refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The worker is lost, and the session with it.
    #[error(transparent)]
    Lost(#[from] WorkerLost),
    /// There is no worker, and none can be started.
    #[error("{0}")]
    CannotStart(String),
}
