//! Limits by name: which limit ended a run.

use std::fmt;

/// A limit of the host's that ended a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// Fuel: `Limits::instructions`, in units of the schedule.
    Instructions,
    /// Accounted bytes: `Limits::memory_bytes`.
    Memory,
    /// Wall time: `Limits::wall_ms`, or [`crate::Host::is_cancelled`] said so.
    Time,
    /// Frames in use at once: `Limits::recursion`.
    Recursion,
    /// Printed bytes: `Limits::output_bytes`.
    Output,
    /// Calls of host functions: `Limits::host_calls`.
    HostCalls,
}

impl LimitKind {
    /// The word used on the command line and in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
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
        f.write_str(self.as_str())
    }
}
