//! What is said about a limit that ended a run: its value, how much was used, what raises it, and where the program was.

use std::fmt;

use stockade_compiler::Phase;

use crate::base::abrupt::LimitKind;
use crate::heap::TraceEntry;
use crate::interpreter::frame::Frame;
use crate::session::Session;
use crate::traceback::{FrameLine, running_stack};

/// Everything about the limit that ended a run. [`crate::Report::limit`] and [`Session::limit_report`] give it.
///
/// Its text (`to_string`) is what `stockade run` prints. The first line is `limit: NAME`, or `interrupted` if the host cancelled the run.
///
/// ```
/// use stockade_vm::{LimitKind, Sandbox};
///
/// let sandbox = Sandbox::default().limits(|limits| limits.instructions = 100_000);
/// let report = sandbox.run("a.py", "def f():\n    while True:\n        pass\nf()\n");
/// let limit = report.limit.unwrap();
/// assert_eq!((limit.kind, limit.used, limit.limit, limit.unit), (LimitKind::Instructions, 100_000, 100_000, "fuel units"));
/// assert_eq!((limit.flag, limit.policy_key), (Some("--fuel"), "limits.fuel"));
/// assert_eq!(limit.stack.last().map(|frame| frame.function.as_str()), Some("f"));
/// assert!(limit.to_string().starts_with("limit: fuel\n  used 100,000 of 100,000 fuel units; raise it with --fuel N, or "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitReport {
    /// The limit.
    pub kind: LimitKind,
    /// The value of the limit.
    pub limit: u64,
    /// How much was used when the run ended.
    pub used: u64,
    /// The unit of `limit`, `used` and `needed`.
    pub unit: &'static str,
    /// What one operation alone needed that was refused before it was done. It is set when that explains the end: for memory and time, and
    /// for fuel if it is a large part of the limit. For time it is an estimate.
    pub needed: Option<u64>,
    /// Memory only: what small blocks have taken and take no more, if a large block was refused because of it. Another block of such a size
    /// cannot use it.
    pub kept: Option<u64>,
    /// True if [`crate::Host::is_cancelled`] ended the run. The outcome is then [`crate::Outcome::Interrupted`], `kind` is one of
    /// the limits on time, and raising the limit does not help.
    pub is_cancelled: bool,
    /// The phase in which the time ended, if it ended while a text was read: the program itself, or a text that it compiled.
    pub phase: Option<Phase>,
    /// The setting of a policy that is this limit.
    pub policy_key: &'static str,
    /// The flag of `stockade run` that sets the limit. `None` if only a policy sets it.
    pub flag: Option<&'static str>,
    /// The active calls, outermost first. Frames of the library are left out, as in tracebacks. At most 20 lines. Empty if the program had
    /// ended already: then the text of its value, or its end, exceeded the limit.
    pub stack: Vec<FrameLine>,
}

/// An operation is part of the report of the fuel limit if it alone needs this part of the limit.
const LARGE_PART: u64 = 10;

impl fmt::Display for LimitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_cancelled {
            writeln!(f, "interrupted")?;
        } else {
            writeln!(f, "limit: {}", self.kind)?;
        }
        match self.flag {
            _ if self.is_cancelled => write!(f, "  after ")?,
            _ => write!(f, "  used ")?,
        }
        write!(f, "{} of {} {}; ", grouped(self.used), grouped(self.limit), self.unit)?;
        match self.flag {
            _ if self.is_cancelled => writeln!(f, "the host cancelled the run")?,
            Some(flag) => {
                let value = if matches!(self.kind, LimitKind::Time | LimitKind::TotalTime) { "Nms" } else { "N" };
                writeln!(f, "raise it with {flag} {value}, or `{}` in the policy", self.policy_key)?;
            }
            None => writeln!(f, "raise it with `{}` in the policy", self.policy_key)?,
        }
        match self.needed {
            Some(needed) if matches!(self.kind, LimitKind::Time | LimitKind::TotalTime) => {
                writeln!(f, "  an operation was refused: it alone may take {} {}", grouped(needed), self.unit)?;
            }
            Some(needed) => writeln!(f, "  an operation was refused: it alone needs {} {}", grouped(needed), self.unit)?,
            None => {}
        }
        if let Some(kept) = self.kept {
            writeln!(f, "  small objects that are gone keep {} bytes more, which a large block cannot use", grouped(kept))?;
        }
        if let Some(phase) = self.phase {
            writeln!(f, "  the time ended while a text was being {phase}")?;
        }
        for frame in &self.stack {
            if frame.omitted_before > 0 {
                writeln!(f, "  [{} frames not shown]", grouped(frame.omitted_before as u64))?;
            }
            writeln!(f, "  File \"{}\", line {}, in {}", frame.file, frame.line, frame.function)?;
            if let Some(source) = &frame.source {
                writeln!(f, "    {source}")?;
            }
            if frame.repeated > 0 {
                let plural = if frame.repeated == 1 { "" } else { "s" };
                writeln!(f, "  [Previous line repeated {} more time{plural}]", grouped(frame.repeated as u64))?;
            }
        }
        Ok(())
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Session {
    /// What is known about the limit that ended the last step. `None` if no limit ended it.
    ///
    /// ```
    /// use stockade_vm::Sandbox;
    ///
    /// let mut session = Sandbox::default().limits(|limits| limits.memory_bytes = 1 << 20).session();
    /// session.step("<step 1>", "x = 'x' * 10_000_000", Default::default());
    /// let limit = session.limit_report().unwrap();
    /// assert_eq!((limit.kind.as_str(), limit.limit), ("memory", 1 << 20));
    /// assert!(limit.needed.unwrap() >= 10_000_000);
    /// ```
    #[must_use]
    pub fn limit_report(&self) -> Option<&LimitReport> {
        self.limit_report.as_ref()
    }

    /// Makes the report of a limit that ends the run now, while the frames still exist. Returns which of the limits on time it is.
    pub(super) fn report_limit(&mut self, kind: LimitKind) -> LimitKind {
        let rt = &mut self.interpreter.rt;
        let elapsed_ms = rt.host.embedder.elapsed_ms();
        let ended = if kind == LimitKind::Time && rt.budget.is_total_time_first() { LimitKind::TotalTime } else { kind };
        let Some(info) = ended.info() else { return ended };
        let limit = rt.budget.limits.get(info.key).unwrap_or(u64::MAX);
        let used = match kind {
            LimitKind::Instructions => rt.heap.fuel.used(),
            LimitKind::Memory => rt.heap.used as u64,
            // The deadline is moved by the time that the host spent in host calls.
            LimitKind::Time if ended == kind => elapsed_ms.saturating_sub(rt.budget.host_ms),
            LimitKind::Time | LimitKind::TotalTime => elapsed_ms,
            LimitKind::Recursion => self.interpreter.frames.len() as u64,
            LimitKind::Output => rt.host.out.used,
            LimitKind::HostCalls => rt.host.calls.into(),
        };
        let kept = if kind == LimitKind::Memory { rt.heap.kept_bytes() as u64 } else { 0 };
        let needed = rt.heap.fuel.refused(kind).filter(|needed| match kind {
            LimitKind::Memory => *needed > 0 && used.saturating_add(*needed).saturating_add(kept) > limit,
            LimitKind::Instructions => *needed > limit / LARGE_PART,
            _ => *needed > 0,
        });
        let kept = needed.filter(|needed| kept > 0 && used.saturating_add(*needed) <= limit).map(|_| kept);
        let is_cancelled = kind == LimitKind::Time && needed.is_none() && used < limit && rt.host.embedder.is_cancelled();
        let phase = self.interpreter.rt.budget.late_phase.take().filter(|_| kind == LimitKind::Time);
        let stack = running_stack(&self.interpreter.rt, self.places());
        let flag = Some(info.flag).filter(|flag| !flag.is_empty());
        self.limit_report = Some(LimitReport {
            kind: ended,
            limit,
            used,
            unit: info.unit,
            needed,
            kept,
            is_cancelled,
            phase,
            policy_key: info.key,
            flag,
            stack,
        });
        ended
    }

    /// The places of the program's own frames, outermost first.
    pub(super) fn places(&self) -> impl Iterator<Item = TraceEntry> {
        let innermost = self.interpreter.frames.len().saturating_sub(1);
        let at_next = self.interpreter.ended_at_safepoint;
        let entry = move |(at, frame): (usize, &Frame)| {
            let ran = if at_next && at == innermost { frame.pc } else { frame.pc.saturating_sub(1) };
            TraceEntry { code: frame.code, pc: ran }
        };
        self.interpreter.frames.iter().enumerate().filter(|(_, frame)| !frame.internal).map(entry)
    }
}
