//! The kinds of limits that can end a run.

use std::fmt;

use stockade_policy::{LimitInfo, Limits};

/// The limit of the host that ended a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LimitKind {
    /// Fuel: `Limits::instructions`, in units of the fuel schedule.
    Instructions,
    /// Accounted bytes: `Limits::memory_bytes`.
    Memory,
    /// Wall time: `Limits::wall_ms`. Also used when [`crate::Host::is_cancelled`] returned true.
    Time,
    /// Number of active frames: `Limits::recursion`.
    Recursion,
    /// Printed bytes: `Limits::output_bytes`.
    Output,
    /// Calls of host functions: `Limits::host_calls`.
    HostCalls,
}

impl LimitKind {
    /// The name of the limit on the command line and in reports.
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

    /// The row of the limit in [`Limits::TABLE`].
    pub(crate) fn info(self) -> Option<&'static LimitInfo> {
        let name = match self {
            LimitKind::Instructions => "instructions",
            LimitKind::Memory => "memory_bytes",
            LimitKind::Time => "wall_ms",
            LimitKind::Recursion => "recursion",
            LimitKind::Output => "output_bytes",
            LimitKind::HostCalls => "host_calls",
        };
        Limits::TABLE.iter().find(|info| info.name == name)
    }
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
