//! The limits of a run that the heap does not count: time, recursion, digits.

use crate::base::sizes::low32;
use stockade_policy::Limits;

/// Python's default of `sys.getrecursionlimit()`.
const RECURSION_LIMIT: u32 = 1000;

/// Limits and how much of them is left. Fuel and bytes are counted in [`crate::heap::Heap`].
pub(crate) struct Budget {
    pub(crate) limits: Limits,
    /// Wall time allowed, in milliseconds from the start of the step.
    pub(crate) deadline_ms: u64,
    /// Milliseconds of this step that the host spent in host calls. They count only for the limit on the total time.
    pub(crate) host_ms: u64,
    /// The phase of the front end in which the time ended.
    pub(crate) late_phase: Option<stockade_compiler::Phase>,
    /// `sys.getrecursionlimit()`
    pub(crate) recursion_limit: u32,
    /// The most decimal digits of an int that is converted to or from text; 0 for no limit. The conversion is charged all the same.
    pub(crate) max_digits: u32,
    /// The event loop pushes a frame without asking [`crate::interpreter::machine::Interpreter::push_frame`] while fewer than this many exist.
    /// 0 makes it ask for each frame.
    pub(crate) max_unchecked_frames: usize,
    /// A handler pushes a frame without a check while fewer than this many exist. It is never larger than `max_unchecked_frames`.
    pub(crate) fast_frames: usize,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Budget {
            deadline_ms: limits.wall_ms.min(limits.total_ms),
            host_ms: 0,
            late_phase: None,
            limits,
            recursion_limit: RECURSION_LIMIT,
            max_digits: low32(stockade_algorithms::text::int_parse::DEFAULT_MAX_DIGITS as u64),
            max_unchecked_frames: 0,
            fast_frames: 0,
        }
    }

    /// Sets the deadline of a step, in which the host has spent so much time of its own.
    pub(crate) fn set_deadline(&mut self, host_ms: u64) {
        self.host_ms = host_ms;
        self.deadline_ms = self.limits.wall_ms.saturating_add(host_ms).min(self.limits.total_ms);
    }

    /// True if the total time ends before the time of the program alone.
    pub(crate) fn is_total_time_first(&self) -> bool {
        self.limits.total_ms < self.limits.wall_ms.saturating_add(self.host_ms)
    }

    /// The budget of a copied session: the caller's limits, and what the program has set itself.
    pub(crate) fn fork(&self, limits: &Limits) -> Self {
        Budget { recursion_limit: self.recursion_limit, max_digits: self.max_digits, ..Budget::new(limits.clone()) }
    }
}
