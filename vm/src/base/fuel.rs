//! The budget of instructions. What rows look at is one counter, the rest of the current slice: it falls below zero where the slice is
//! used up, and also where the heap wants to be collected, so that a row asks one question for both.

use std::cell::Cell;

use crate::base::abrupt::Abrupt;
use crate::base::host::Host;
use crate::base::limit::LimitKind;

/// Nanoseconds that a unit of a long native operation's fuel may stand for: big-integer roots came to nine on an idle machine,
/// and the deadline holds on a busy one too.
const NANOSECONDS: u64 = 40;

/// How far a call for a safepoint takes the counter down: further than slices are long.
const CALL: i64 = 1 << 62;

/// The budget's fuel. Cells, for work is charged while the heap, which has it, is being read.
#[derive(Debug, Default, Clone)]
pub(crate) struct Fuel {
    /// Left in this slice, less [`CALL`] where a safepoint is called for; below zero means that somebody has to look.
    slice: Cell<i64>,
    /// A safepoint is called for, if the slice is used up or not.
    called: Cell<bool>,
    /// Granted for later slices.
    reserve: Cell<u64>,
    /// Length of a slice.
    slice_len: u64,
    /// Spent in slices that are over, and the lengths of the running one, together with what is left giving what is used.
    issued: Cell<u64>,
    /// The host wants the machine back at the first safepoint where this much is used.
    stop_at: Cell<Option<u64>>,
    /// There is to be a safepoint as soon as this much is used: [`crate::interpreter::control::finalizers`].
    look_at: Cell<Option<u64>>,
    /// What natives charged by the work they found, as opposed to what instructions cost: tells a retry from progress.
    dynamic: Cell<u64>,
}

/// What is used and left of a budget at one moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    left: i64,
    issued: u64,
    reserve: u64,
    dynamic: u64,
}

impl Fuel {
    /// A budget of which so much is used, and so much left for slices of this length.
    pub(crate) fn new(used: u64, reserve: u64, slice_len: u64) -> Self {
        Fuel { reserve: Cell::new(reserve), slice_len, issued: Cell::new(used), ..Fuel::default() }
    }

    /// A budget that is one slice.
    pub(crate) fn of_one_slice(fuel: u64) -> Self {
        Fuel { slice: Cell::new(i64::try_from(fuel).unwrap_or(i64::MAX)), slice_len: fuel, issued: Cell::new(fuel), ..Fuel::default() }
    }

    /// Left in this slice.
    fn left(&self) -> i64 {
        if self.called.get() { self.slice.get().saturating_add(CALL) } else { self.slice.get() }
    }

    fn set_left(&self, left: i64) {
        self.slice.set(if self.called.get() { left.saturating_sub(CALL) } else { left });
    }

    /// Whether nobody has to look before the next instruction: the slice is not used up, and no safepoint called for.
    #[inline(always)]
    pub(crate) fn goes_on(&self) -> bool {
        self.slice.get() >= 0
    }

    /// Takes what instructions cost, however much is left; whether nobody has to look now.
    #[inline(always)]
    pub(crate) fn take(&self, cost: u32) -> bool {
        let left = self.slice.get().wrapping_sub(cost.into());
        self.slice.set(left);
        left >= 0
    }

    /// As `take`; false, and nothing taken, where somebody would have to look then.
    #[inline(always)]
    pub(crate) fn takes(&self, cost: u32) -> bool {
        let left = self.slice.get().wrapping_sub(cost.into());
        if left < 0 {
            return false;
        }
        self.slice.set(left);
        true
    }

    /// How often a cost can be taken before somebody has to look.
    pub(crate) fn times(&self, cost: u32) -> usize {
        self.slice.get().checked_div(cost.into()).and_then(|times| usize::try_from(times).ok()).map_or(0, |times| times.min(0xffff))
    }

    /// As [`Fuel::spend`]; false, and nothing taken, where somebody would have to look then.
    #[inline(always)]
    pub(crate) fn try_charge_work(&self, fuel: u32) -> bool {
        let takes = self.takes(fuel);
        if takes {
            self.dynamic.set(self.dynamic.get().wrapping_add(fuel.into()));
        }
        takes
    }

    /// Gives back what was taken for something else.
    pub(crate) fn give(&self, fuel: u64) {
        self.slice.set(self.slice.get().saturating_add(i64::try_from(fuel).unwrap_or(0)));
    }

    /// Has the machine come to a safepoint as soon as it can.
    #[cold]
    pub(crate) fn call(&self) {
        if !self.called.replace(true) {
            self.slice.set(self.slice.get().saturating_sub(CALL));
        }
    }

    /// A safepoint is reached: nothing is called for any more.
    pub(crate) fn answer(&self) {
        let left = self.left();
        self.called.set(false);
        self.slice.set(left);
    }

    /// Fuel used so far, exactly: what is spent beyond the slice counts, wherever slices happen to end.
    pub(crate) fn used(&self) -> u64 {
        let (issued, left) = (self.issued.get(), self.left());
        if left >= 0 { issued.saturating_sub(left.unsigned_abs()) } else { issued.saturating_add(left.unsigned_abs()) }
    }

    /// Everything granted: `used` may not pass it.
    pub(crate) fn granted(&self) -> u64 {
        self.issued.get().saturating_add(self.reserve.get())
    }

    /// Grants at least so much beyond the slice.
    pub(crate) fn grant(&self, reserve: u64) {
        self.reserve.set(self.reserve.get().max(reserve));
    }

    /// Ends at a grant what passed it, and takes back what was granted beyond it. Whether it had been passed.
    pub(crate) fn clamp_to(&self, granted: u64) -> bool {
        let is_past = self.used() > granted;
        if is_past {
            self.issued.set(granted);
            self.set_left(0);
        } else if let Some(beyond) = self.issued.get().checked_sub(granted) {
            self.issued.set(granted);
            self.set_left(self.left().saturating_sub(i64::try_from(beyond).unwrap_or(i64::MAX)));
        }
        self.reserve.set(granted.saturating_sub(self.issued.get()));
        is_past
    }

    /// What natives charged by the work they found.
    #[inline(always)]
    pub(crate) fn dynamic(&self) -> u64 {
        self.dynamic.get()
    }

    /// What natives charged since [`Fuel::dynamic`] was this is given back.
    pub(crate) fn uncharge(&self, dynamic: u64) {
        self.give(self.dynamic.get().saturating_sub(dynamic));
        self.dynamic.set(dynamic);
    }

    /// What is used and left now.
    #[inline(always)]
    pub(crate) fn mark(&self) -> Mark {
        Mark { left: self.left(), issued: self.issued.get(), reserve: self.reserve.get(), dynamic: self.dynamic.get() }
    }

    /// As if nothing had been charged since then, and nobody had been asked about time: whoever charges the same again asks again.
    pub(crate) fn rollback(&self, mark: Mark) {
        let Mark { left, issued, reserve, dynamic } = mark;
        self.issued.set(issued);
        self.reserve.set(reserve);
        self.dynamic.set(dynamic);
        self.set_left(left);
    }

    /// Where the host wants the machine back.
    pub(crate) fn stop_at(&self) -> Option<u64> {
        self.stop_at.get()
    }

    /// Has the host get the machine back at the first safepoint where so much is used. The slice is not cut for it.
    pub(crate) fn set_stop(&self, at: Option<u64>) {
        self.stop_at.set(at);
    }

    /// Whether the host's stop is reached.
    pub(crate) fn stop_due(&self) -> bool {
        self.stop_at.get().is_some_and(|at| self.used() >= at)
    }

    /// Has a safepoint come as soon as so much is used.
    pub(crate) fn look_at(&self, used: u64) {
        self.look_at.set(Some(used));
        self.end_slice();
    }

    /// Cuts a slice that begins at what is used now. It ends where the host wants the machine back; a stop that is due
    /// already leaves the counter below zero, so that the next safepoint sees it.
    pub(crate) fn end_slice(&self) {
        let (used, granted) = (self.used(), self.granted());
        let mut end = used.saturating_add(self.slice_len).min(granted);
        if let Some(at) = self.stop_at.get() {
            // The counter falls below zero one unit past the end.
            end = end.min(at.saturating_sub(1));
        }
        if let Some(at) = self.look_at.get().filter(|at| *at > used) {
            end = end.min(at.saturating_sub(1));
        }
        self.issued.set(end);
        self.reserve.set(granted.saturating_sub(end));
        self.set_left(if end >= used {
            i64::try_from(end - used).unwrap_or(i64::MAX)
        } else {
            i64::try_from(used - end).unwrap_or(i64::MAX).saturating_neg()
        });
    }

    /// Takes the next slice and asks the host about time and cancellation.
    ///
    /// # Errors
    /// [`Abrupt::Limit`] where everything granted is used, the time is over or the host cancels.
    pub(crate) fn refill(&self, host: &mut dyn Host, deadline_ms: u64) -> Result<(), Abrupt> {
        let granted = self.granted();
        if self.used() > granted {
            self.issued.set(granted);
            self.reserve.set(0);
            self.set_left(0);
            return Err(Abrupt::Limit(LimitKind::Instructions));
        }
        self.end_slice();
        if host.elapsed_ms() >= deadline_ms || host.is_cancelled() {
            return Err(Abrupt::Limit(LimitKind::Time));
        }
        Ok(())
    }

    /// As `refill`, for one operation that is about to run without looking at the clock: when it would take longer than there
    /// is time for all, by a fixed estimate, it does not begin. So the answer depends on the program and the limit alone.
    #[cold]
    fn refill_for(&self, fuel: u64, host: &mut dyn Host, deadline_ms: u64) -> Result<(), Abrupt> {
        if self.left() >= 0 {
            // A safepoint is called for, and waits.
            return Ok(());
        }
        self.refill(host, deadline_ms)?;
        let estimated_ms = fuel / (1_000_000 / NANOSECONDS);
        if estimated_ms > deadline_ms { Err(Abrupt::Limit(LimitKind::Time)) } else { Ok(()) }
    }

    /// Charges work whose size is known only now.
    ///
    /// # Errors
    /// As [`Fuel::refill`]; [`Abrupt::Limit`], too, for what would take longer than there is time for.
    #[inline]
    pub(crate) fn spend(&self, fuel: u64, host: &mut dyn Host, deadline_ms: u64) -> Result<(), Abrupt> {
        self.slice.set(self.slice.get().saturating_sub(i64::try_from(fuel).unwrap_or(i64::MAX)));
        self.dynamic.set(self.dynamic.get().wrapping_add(fuel));
        if self.slice.get() < 0 { self.refill_for(fuel, host, deadline_ms) } else { Ok(()) }
    }
}

/// Fuel between two looks at the clock.
pub(crate) const SLICE: u64 = 50_000;
