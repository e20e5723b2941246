//! Limits by name: which limit ended a run.

use std::fmt;

/// A limit of the host's that ended a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    Instructions,
    Memory,
    Time,
    Recursion,
    Output,
    HostCalls,
}

impl LimitKind {
    /// The word used on the command line and in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            LimitKind::Instructions => "instructions",
            LimitKind::Memory => "memory",
            LimitKind::Time => "time",
            LimitKind::Recursion => "recursion",
            LimitKind::Output => "output",
            LimitKind::HostCalls => "host-calls",
        }
    }
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
