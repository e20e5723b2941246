//! Fuel: the budget of instructions. Handlers test one counter, the rest of the current slice. It falls below zero when the slice is used
//! up, and also when the heap needs a collection, so one test covers both.

use std::cell::Cell;

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::LimitKind;
use crate::base::host::Host;

/// Assumed nanoseconds per unit of fuel for a native operation that does not ask for the time while it runs. Most take less; the larger value
/// keeps the deadline on a busy machine too.
const MAX_NS_PER_FUEL: u64 = 10;

/// Units of fuel for one piece of work that native code counts: an item, some bytes, a turn of a loop. Such a piece takes up to two hundred
/// and forty machine instructions, and a unit pays for sixty.
pub(crate) const PIECE: u64 = 4;

/// The amount that a requested safepoint subtracts from the counter. It is larger than any slice.
const SAFEPOINT_REQUEST: i64 = 1 << 62;

/// The fuel of a run. The fields are cells, because code charges work while it borrows the heap, which contains the fuel.
#[derive(Debug, Default, Clone)]
pub(crate) struct Fuel {
    /// Fuel left in this slice, minus [`SAFEPOINT_REQUEST`] if a safepoint is requested. Below zero, the handlers must return to the loop.
    slice: Cell<i64>,
    /// A safepoint is requested, independent of the fuel left in the slice.
    safepoint_requested: Cell<bool>,
    /// Fuel granted for later slices.
    reserve: Cell<u64>,
    /// Length of a slice.
    slice_len: u64,
    /// The total length of all slices so far, including the current one. Minus the fuel left in the slice, this is the fuel used.
    slices_total: Cell<u64>,
    /// The host wants control back at the first safepoint at which this much fuel is used.
    stop_at: Cell<Option<u64>>,
    /// A safepoint must come as soon as this much fuel is used. [`crate::interpreter::control::finalizers`] uses it.
    scheduled_safepoint: Cell<Option<u64>>,
    /// Fuel that native functions charged for work of dynamic size, apart from the cost of instructions. It is given back when an
    /// instruction runs again.
    dynamic: Cell<u64>,
    /// The last operation that a limit refused before it was done: the limit, and how much of it the operation alone needs.
    refused: Cell<Option<(LimitKind, u64)>>,
}

/// The state of the fuel at one moment, for [`Fuel::rollback`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    left: i64,
    slices_total: u64,
    reserve: u64,
    dynamic: u64,
}

impl Fuel {
    /// A budget with `used` fuel already used and `reserve` left, in slices of `slice_len`.
    pub(crate) fn new(used: u64, reserve: u64, slice_len: u64) -> Self {
        Fuel { reserve: Cell::new(reserve), slice_len, slices_total: Cell::new(used), ..Fuel::default() }
    }

    /// A budget that consists of one slice.
    pub(crate) fn of_one_slice(fuel: u64) -> Self {
        Fuel {
            slice: Cell::new(i64::try_from(fuel).unwrap_or(i64::MAX)),
            slice_len: fuel,
            slices_total: Cell::new(fuel),
            ..Fuel::default()
        }
    }

    /// Fuel left in this slice.
    fn left(&self) -> i64 {
        if self.safepoint_requested.get() { self.slice.get().saturating_add(SAFEPOINT_REQUEST) } else { self.slice.get() }
    }

    fn set_left(&self, left: i64) {
        self.slice.set(if self.safepoint_requested.get() { left.saturating_sub(SAFEPOINT_REQUEST) } else { left });
    }

    /// True if the next instruction may run: the slice is not used up and no safepoint is requested.
    #[inline(always)]
    pub(crate) fn has_budget(&self) -> bool {
        self.slice.get() >= 0
    }

    /// Charges the cost of instructions, even if less is left. True if execution may continue.
    #[inline(always)]
    pub(crate) fn charge(&self, cost: u32) -> bool {
        let left = self.slice.get().wrapping_sub(cost.into());
        self.slice.set(left);
        left >= 0
    }

    /// Like `charge`, but charges nothing and returns false if the slice would be used up.
    #[inline(always)]
    pub(crate) fn try_charge(&self, cost: u32) -> bool {
        let left = self.slice.get().wrapping_sub(cost.into());
        if left < 0 {
            return false;
        }
        self.slice.set(left);
        true
    }

    /// How many times a cost can be charged before the slice is used up; at most 0xffff.
    pub(crate) fn affordable(&self, cost: u32) -> usize {
        self.slice.get().checked_div(cost.into()).and_then(|times| usize::try_from(times).ok()).map_or(0, |times| times.min(0xffff))
    }

    /// Like [`Fuel::spend`], but charges nothing and returns false if the slice would be used up.
    #[inline(always)]
    pub(crate) fn try_charge_work(&self, fuel: u32) -> bool {
        let is_charged = self.try_charge(fuel);
        if is_charged {
            self.dynamic.set(self.dynamic.get().wrapping_add(fuel.into()));
        }
        is_charged
    }

    /// Gives back fuel that was charged.
    pub(crate) fn refund(&self, fuel: u64) {
        self.slice.set(self.slice.get().saturating_add(i64::try_from(fuel).unwrap_or(0)));
    }

    /// Requests a safepoint: the handlers return to the loop as soon as they can.
    #[cold]
    pub(crate) fn request_safepoint(&self) {
        if !self.safepoint_requested.replace(true) {
            self.slice.set(self.slice.get().saturating_sub(SAFEPOINT_REQUEST));
        }
    }

    /// A safepoint is reached: clears the request.
    pub(crate) fn acknowledge_safepoint(&self) {
        let left = self.left();
        self.safepoint_requested.set(false);
        self.slice.set(left);
    }

    /// Fuel used so far. It is exact: it includes what was charged beyond the end of the slice, and does not depend on where slices end.
    pub(crate) fn used(&self) -> u64 {
        let (slices_total, left) = (self.slices_total.get(), self.left());
        if left >= 0 { slices_total.saturating_sub(left.unsigned_abs()) } else { slices_total.saturating_add(left.unsigned_abs()) }
    }

    /// All fuel granted so far. `used` must not exceed it.
    pub(crate) fn granted(&self) -> u64 {
        self.slices_total.get().saturating_add(self.reserve.get())
    }

    /// Raises the fuel granted beyond the current slice to at least this amount.
    pub(crate) fn grant(&self, reserve: u64) {
        self.reserve.set(self.reserve.get().max(reserve));
    }

    /// Lowers the granted fuel to `granted`. If more is used already, sets the used fuel to `granted` and returns true.
    pub(crate) fn clamp_to(&self, granted: u64) -> bool {
        let is_past = self.used() > granted;
        if is_past {
            self.slices_total.set(granted);
            self.set_left(0);
        } else if let Some(beyond) = self.slices_total.get().checked_sub(granted) {
            self.slices_total.set(granted);
            self.set_left(self.left().saturating_sub(i64::try_from(beyond).unwrap_or(i64::MAX)));
        }
        self.reserve.set(granted.saturating_sub(self.slices_total.get()));
        is_past
    }

    /// Fuel that native functions charged for work of dynamic size.
    #[inline(always)]
    pub(crate) fn dynamic(&self) -> u64 {
        self.dynamic.get()
    }

    /// Gives back what native functions charged since [`Fuel::dynamic`] returned `dynamic`.
    pub(crate) fn uncharge(&self, dynamic: u64) {
        self.refund(self.dynamic.get().saturating_sub(dynamic));
        self.dynamic.set(dynamic);
    }

    /// The current state, for [`Fuel::rollback`].
    #[inline(always)]
    pub(crate) fn mark(&self) -> Mark {
        Mark { left: self.left(), slices_total: self.slices_total.get(), reserve: self.reserve.get(), dynamic: self.dynamic.get() }
    }

    /// Restores the state at `mark`, as if nothing had been charged since. Charging the same work again reads the clock again.
    pub(crate) fn rollback(&self, mark: Mark) {
        let Mark { left, slices_total, reserve, dynamic } = mark;
        self.slices_total.set(slices_total);
        self.reserve.set(reserve);
        self.dynamic.set(dynamic);
        self.set_left(left);
    }

    /// The amount of used fuel at which the host wants control back.
    pub(crate) fn stop_at(&self) -> Option<u64> {
        self.stop_at.get()
    }

    /// Makes the host get control back at the first safepoint at which this much fuel is used. The current slice is not shortened.
    pub(crate) fn set_stop(&self, at: Option<u64>) {
        self.stop_at.set(at);
    }

    /// True if the host's stop is reached.
    pub(crate) fn stop_due(&self) -> bool {
        self.stop_at.get().is_some_and(|at| self.used() >= at)
    }

    /// Requests a safepoint as soon as this much fuel is used.
    pub(crate) fn schedule_safepoint(&self, used: u64) {
        self.scheduled_safepoint.set(Some(used));
        self.end_slice();
    }

    /// Starts a slice at the current use. It ends early at the host's stop. If the stop is already due, the counter is below zero, so that
    /// the next safepoint sees the stop.
    pub(crate) fn end_slice(&self) {
        let (used, granted) = (self.used(), self.granted());
        let mut end = used.saturating_add(self.slice_len).min(granted);
        if let Some(at) = self.stop_at.get() {
            // The counter falls below zero one unit after the end of the slice.
            end = end.min(at.saturating_sub(1));
        }
        if let Some(at) = self.scheduled_safepoint.get().filter(|at| *at > used) {
            end = end.min(at.saturating_sub(1));
        }
        self.slices_total.set(end);
        self.reserve.set(granted.saturating_sub(end));
        self.set_left(if end >= used {
            i64::try_from(end - used).unwrap_or(i64::MAX)
        } else {
            i64::try_from(used - end).unwrap_or(i64::MAX).saturating_neg()
        });
    }

    /// Starts the next slice, and checks the host's deadline and cancellation. At a limit no slice starts, so that the next check finds the
    /// limit too: native code that drops an error cannot let a program run on.
    ///
    /// # Errors
    /// [`Abrupt::Limit`] if all granted fuel is used, the deadline has passed, or the host cancels.
    pub(crate) fn refill(&self, host: &mut dyn Host, deadline_ms: u64) -> Result<(), Abrupt> {
        let granted = self.granted();
        if self.used() > granted {
            self.slices_total.set(granted);
            self.reserve.set(0);
            self.set_left(0);
            return Err(Abrupt::Limit(LimitKind::Instructions));
        }
        if host.elapsed_ms() >= deadline_ms || host.is_cancelled() {
            return Err(Abrupt::Limit(LimitKind::Time));
        }
        self.end_slice();
        Ok(())
    }

    /// Like `refill`, for one operation. `asks_time` is false for an operation that runs without asking for the time: it is refused if an
    /// estimate says that it alone takes longer than what is left until the deadline.
    #[cold]
    fn refill_for(&self, fuel: u64, host: &mut dyn Host, deadline_ms: u64, asks_time: bool) -> Result<(), Abrupt> {
        if self.left() >= 0 {
            // The counter is negative only because of a requested safepoint, which can wait.
            return Ok(());
        }
        let ended = self.refill(host, deadline_ms);
        if let Err(Abrupt::Limit(LimitKind::Instructions)) = ended {
            self.refuse(LimitKind::Instructions, fuel);
        }
        ended?;
        let estimated_ms = fuel / (1_000_000 / MAX_NS_PER_FUEL);
        if !asks_time && estimated_ms > 0 && estimated_ms > deadline_ms.saturating_sub(host.elapsed_ms()) {
            self.refuse(LimitKind::Time, estimated_ms);
            return Err(Abrupt::Limit(LimitKind::Time));
        }
        Ok(())
    }

    /// Keeps what an operation needs that a limit refuses, for the report of the limit.
    pub(crate) fn refuse(&self, kind: LimitKind, needed: u64) {
        self.refused.set(Some((kind, needed)));
    }

    /// What the operation needs that this limit refused last.
    pub(crate) fn refused(&self, kind: LimitKind) -> Option<u64> {
        self.refused.get().filter(|(refusing, _)| *refusing == kind).map(|(_, needed)| needed)
    }

    /// Charges the walk over one table or chain, even if less is left. It cannot fail and needs no host, so code that only borrows the heap
    /// can charge. The memory limit bounds one walk; the next [`Fuel::spend`] or safepoint sees that the slice is used up.
    #[inline]
    pub(crate) fn charge_walk(&self, fuel: u64) {
        if fuel > 0 && !crate::base::UNLIMITED {
            self.slice.set(self.slice.get().saturating_sub(i64::try_from(fuel).unwrap_or(i64::MAX)));
            self.dynamic.set(self.dynamic.get().wrapping_add(fuel));
        }
    }

    /// Like [`Fuel::charge_walk`], for the fixed cost of one call.
    #[inline(always)]
    pub(crate) fn charge_call(&self, fuel: u16) {
        if !crate::base::UNLIMITED {
            self.slice.set(self.slice.get().saturating_sub(fuel.into()));
            self.dynamic.set(self.dynamic.get().wrapping_add(fuel.into()));
        }
    }

    /// Charges work whose size is known only at run time.
    ///
    /// # Errors
    /// Those of [`Fuel::refill`]. Also [`Abrupt::Limit`] if the work may take longer than what is left until the deadline.
    #[inline]
    pub(crate) fn spend(&self, fuel: u64, host: &mut dyn Host, deadline_ms: u64) -> Result<(), Abrupt> {
        self.take(fuel);
        if self.slice.get() < 0 { self.refill_for(fuel, host, deadline_ms, false) } else { Ok(()) }
    }

    /// Like [`Fuel::spend`], for work in steps between which the host is asked for the time. So no estimate is needed.
    ///
    /// # Errors
    /// Those of [`Fuel::refill`].
    pub(crate) fn spend_in_steps(&self, fuel: u64, host: &mut dyn Host, deadline_ms: u64) -> Result<(), Abrupt> {
        self.take(fuel);
        if self.slice.get() < 0 { self.refill_for(fuel, host, deadline_ms, true) } else { Ok(()) }
    }

    #[inline]
    fn take(&self, fuel: u64) {
        self.slice.set(self.slice.get().saturating_sub(i64::try_from(fuel).unwrap_or(i64::MAX)));
        self.dynamic.set(self.dynamic.get().wrapping_add(fuel));
    }
}

/// What the VM charges for single operations whose work the source does not show, beside the schedule of the compiler. A unit pays for at
/// most sixty machine instructions.
pub(crate) mod once {
    /// A call of a native function, beside what the call pays by the schedule, when the row of the function says nothing else: arguments are
    /// checked and a result is made.
    pub(crate) const NATIVE: u16 = 20;
    /// A bound method that is taken apart when it is called, or a step of `map` or `filter`.
    pub(crate) const UNWRAP: u32 = 4;
    /// An exception object: its arguments and fields.
    pub(crate) const EXCEPTION: u64 = 16;
    /// The message of an exception that the VM raises, made and copied.
    pub(crate) const MESSAGE: u64 = 16;
    /// A field of an exception, such as `name` of an `AttributeError`: a dict holds it.
    pub(crate) const EXCEPTION_FIELD: u64 = 16;
    /// An exception that leaves its instruction: its context, its traceback and the search of a handler.
    pub(crate) const UNWIND: u64 = 14;
    /// A frame that an exception leaves.
    pub(crate) const UNWIND_FRAME: u64 = 12;
    /// The names around an error, which are kept for the suggestion in its traceback.
    pub(crate) const SUGGESTION: u64 = 40;
    /// A call that an instruction makes for an operator or for `__getattr__`.
    pub(crate) const IMPLICIT_CALL: u64 = 18;
    /// A call whose arguments are bound to the parameters of a native function by name or with defaults.
    pub(crate) const BINDING: u64 = 6;
    /// Arguments that do not fit a function of the library: the words are those of a function in C.
    pub(crate) const LIBRARY_ARGUMENT_ERROR: u64 = 180;
    /// A keyword of such a call.
    pub(crate) const BOUND_KEYWORD: u64 = 6;
    /// `__new__` of a builtin type for a class of the program: the class is looked through.
    pub(crate) const NEW_OF_SUBCLASS: u64 = 32;
    /// A generator or a coroutine, with its registers.
    pub(crate) const GENERATOR: u64 = 10;
    /// An operator on integers that do not fit a machine word.
    pub(crate) const BIG_ARITHMETIC: u64 = 16;
    /// `*` and `**` of such integers.
    pub(crate) const BIG_PRODUCT: u64 = 24;
    /// `gcd` and `lcm` of such integers: a quotient, and numbers that are copied.
    pub(crate) const BIG_DIVISORS: u64 = 40;
    /// Two texts that are joined.
    pub(crate) const CONCATENATION: u64 = 9;
    /// An operator on sequences, sets or complex numbers: an object is made.
    pub(crate) const OTHER_ARITHMETIC: u64 = 28;
    /// An order of values that are not both numbers of one kind.
    pub(crate) const OTHER_ORDER: u64 = 6;
    /// A comparison of a float with an integer, or of a bool with either.
    pub(crate) const MIXED_NUMBERS: u64 = 5;
    /// An equality of values that are no numbers, texts, lists or tuples.
    pub(crate) const OTHER_EQUALITY: u64 = 8;
    /// An operator that changes its left operand, a container.
    pub(crate) const IN_PLACE: u64 = 12;
    /// The address and the class of an object without a text of its own.
    pub(crate) const DEFAULT_TEXT: u64 = 40;
    /// The number of an object, which its hash is made from: a table holds it.
    pub(crate) const IDENTITY: u64 = 6;
    /// An equality of containers.
    pub(crate) const DEEP_EQUALITY: u64 = 8;
    /// An equality of integers that do not fit a machine word.
    pub(crate) const BIG_EQUALITY: u64 = 8;
    /// An equality of bytes.
    pub(crate) const BYTES_EQUALITY: u64 = 5;
    /// Two items of sequences that are compared and are not the same object.
    pub(crate) const EQUAL_ITEMS: u64 = 4;
    /// A string of one character that is not ASCII: it is not shared.
    pub(crate) const OTHER_CHARACTER: u64 = 9;
    /// A text that shows a container: the walk begins and ends.
    pub(crate) const SHOWN: u64 = 40;
    /// A bound method that is made.
    pub(crate) const BOUND_METHOD: u64 = 6;
    /// Targets that take the items of anything but a list or a tuple: it is collected first.
    pub(crate) const UNPACKED: u64 = 12;
    /// A pair of `enumerate`, `zip` or `items`.
    pub(crate) const PAIR: u64 = 6;
    /// An item of an iterator over anything but a list or a range.
    pub(crate) const ITEM: u64 = 2;
    /// A key or a value of an iterator over a dict, which looks whether the dict is still as it was.
    pub(crate) const ENTRY: u64 = 6;
    /// An item of an iterator of the library: it is asked through its table.
    pub(crate) const NATIVE_ITEM: u64 = PAIR;
    /// An attribute that is found by a text: `getattr` and others.
    pub(crate) const NAMED_ATTRIBUTE: u64 = 20;
    /// A class that changes: the caches of its methods become invalid.
    pub(crate) const CLASS_CHANGE: u64 = 40;
    /// A `print`: the policy and the output are asked.
    pub(crate) const PRINT: u64 = 40;
    /// Text to bytes or back: a codec is looked for.
    pub(crate) const CODEC: u64 = 36;
    /// A text that a format makes of a value.
    pub(crate) const FORMAT: u64 = 30;
    /// The shortest decimal text of a float.
    pub(crate) const FLOAT_TEXT: u64 = 40;
    /// An int from a text that is more than some plain digits, or that is wrong.
    pub(crate) const INT_OF_TEXT: u64 = 32;
    /// The text of an int in base 2, 8 or 16, or its bytes.
    pub(crate) const INT_IN_BASE: u64 = 24;
    /// A sort: its items are copied.
    pub(crate) const SORT: u64 = 18;
    /// A number of a generator of random numbers.
    pub(crate) const RANDOM: u64 = 18;
}

/// Unused or deleted slots of a table that a walk passes for one unit. Each takes four to eleven machine instructions.
pub(crate) const SLOTS_PER_FUEL: u64 = 4;

/// Used slots of a table that a walk reads for one unit, beside [`SLOTS_PER_FUEL`].
pub(crate) const ITEMS_PER_FUEL: u64 = 8;

/// Fuel between two checks of the clock.
pub(crate) const SLICE: u64 = 50_000;
