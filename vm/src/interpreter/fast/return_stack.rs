//! The return stack. A fast call writes only a return record, which is what its return needs. A function that calls and returns this way
//! never has a full frame. When other code reads the frames, the missing ones are materialized from the return records first.

use std::cell::Cell;
use std::hint::cold_path;
use std::num::NonZeroU32;

use stockade_compiler::bytecode::Op;

use super::{DispatchExit, Dispatcher, Flow, ONE, Registers, TWO, registers_at};
use crate::base::value::{Tag, Value};
use crate::heap::{GenState, Heap, IterObj};
use crate::interpreter::code::LinkedCode;
use crate::interpreter::fast::generator_frames::{Wanted, hide, sleep, wake};
use crate::interpreter::frame::{Frame, Frames};
use crate::runtime::pending_call::ReturnAction;

/// The frames of a run. The topmost ones may not be materialized yet.
///
/// INVARIANT: the frames that are not materialized are those of the last `depth - frames.len()` entries of `backs`, [`BACKS`] at most.
pub(crate) struct CallStack<'m> {
    /// The materialized frames. All their fields are valid, except the last one's `pc` while a frame above is not materialized.
    frames: &'m mut Frames,
    /// How many frames there are, materialized or not.
    depth: usize,
    backs: [ReturnRecord<'m>; BACKS],
    bodies: [GeneratorReturn<'m>; BACKS],
    feeds: [FusedLoop<'m>; BACKS],
}

/// A return record: what a frame returns to. It is written when the frame is pushed, because a lookup at the return would be a chain of
/// dependent loads.
///
/// INVARIANT: code that pushes a frame on `depth` others, or changes the return action of that frame, writes the record of that depth or
/// sets its depth to [`NOWHERE`]. Records live as long as the dispatcher, and while it lives no other code pushes frames.
#[derive(Clone, Copy)]
struct ReturnRecord<'m> {
    code: &'m LinkedCode,
    regs: &'m Registers,
    /// How many frames are below the one that returns, with flags. Without [`YIELDS`], [`MAKES`], [`ROUND`] or [`KEEPS`] it is the record
    /// of a plain call. [`WRITTEN`] and [`FEEDS`] are extra flags.
    depth: u32,
    pc: u32,
    /// The function of the frame; with [`YIELDS`], the generator.
    place: u32,
    /// With [`MAKES`], the instance; with [`ROUND`] and [`KEEPS`], where the loop's body begins.
    instance: u32,
    dst: u8,
    /// With [`YIELDS`], [`ROUND`] and [`KEEPS`], the fuel of one turn of the loop that receives the item.
    cost: u8,
}

/// The code and registers of a generator frame, kept like [`ReturnRecord`] and valid when the record has [`YIELDS`].
#[derive(Clone, Copy)]
struct GeneratorReturn<'m> {
    code: &'m LinkedCode,
    regs: &'m Registers,
}

/// A call of the function of a `map` (or of a `filter`, with `keeps`) for an item, and where the loop continues with the result.
pub(super) struct MapCall {
    pub(super) function: u32,
    pub(super) item: Value,
    pub(super) keeps: bool,
    pub(super) dst: u8,
    pub(super) cost: u8,
    pub(super) target: u32,
}

/// The length of the return stack, a power of two. A frame that is this much deeper overwrites a record. The return then looks up its
/// caller in the materialized frames.
const BACKS: usize = 8;

/// The depth of an invalid record. It differs from every real depth, and from the depth below zero frames, which wraps to `u32::MAX`.
const NOWHERE: u32 = u32::MAX >> 7;

/// Flag of a depth: the frame is a generator frame, and the record says where its items go.
const YIELDS: u32 = 1 << 31;

/// Flag of a depth: the frame is that of an `__init__` that a call of a class entered.
const MAKES: u32 = 1 << 30;

/// Flag of a depth: the frame is materialized.
const WRITTEN: u32 = 1 << 29;

const MAKES_WRITTEN: u32 = MAKES | WRITTEN;

/// Flag of a depth: the frame is that of the function of a `map` in a `for` loop. Its result is the item of the loop.
const ROUND: u32 = 1 << 28;

const ROUND_WRITTEN: u32 = ROUND | WRITTEN;

/// Flag of a depth: the frame is that of the function of a `filter` in a `for` loop. Its result decides whether the loop gets the item.
const KEEPS: u32 = 1 << 27;

const KEEPS_WRITTEN: u32 = KEEPS | WRITTEN;

const ROUND_FEEDS: u32 = ROUND | FEEDS;

const KEEPS_FEEDS: u32 = KEEPS | FEEDS;

/// Flag of a depth. With [`YIELDS`]: the items go to a fused loop, perhaps through generators that delegate to this one. With [`ROUND`] and
/// [`KEEPS`]: the loop is fused.
const FEEDS: u32 = 1 << 26;

/// Flag of a depth with [`YIELDS`]: the generator frame is internal.
const HIDES: u32 = 1 << 25;

/// The fused loop that receives a generator's items, kept like [`ReturnRecord`] and valid when the record has [`FEEDS`].
#[derive(Clone, Copy)]
pub(super) struct FusedLoop<'m> {
    pub(super) regs: &'m Registers,
    pub(super) code: &'m LinkedCode,
    /// Where the loop's body begins, and where its `ForLoop` is.
    pub(super) pc: u32,
    pub(super) end: u32,
    /// The register for the item.
    pub(super) dst: u8,
    /// The fuel of one turn of the loop.
    cost: u8,
    /// The fuel for resuming all generators from the one that the loop iterates over to the one that yields.
    pub(super) down: u16,
    /// How many generators delegate to the one that yields.
    pub(super) above: u16,
}

impl<'m> CallStack<'m> {
    pub(super) fn new(frames: &'m mut Frames, code: &'m LinkedCode, regs: &'m Registers) -> Self {
        let depth = frames.len();
        let back = ReturnRecord { code, regs, depth: NOWHERE, pc: 0, place: 0, instance: 0, dst: 0, cost: 0 };
        let fed = FusedLoop { regs, code, pc: 0, end: 0, dst: 0, cost: 0, down: 0, above: 0 };
        CallStack { frames, depth, backs: [back; BACKS], bodies: [GeneratorReturn { code, regs }; BACKS], feeds: [fed; BACKS] }
    }

    /// How many frames there are.
    #[inline(always)]
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// How many frames there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.frames.capacity()
    }

    /// The materialized frames. These are all frames directly after a call of [`Dispatcher::frames`].
    pub(crate) fn settled(&mut self) -> &mut Frames {
        self.frames
    }

    #[inline(always)]
    fn is_settled(&self) -> bool {
        self.frames.len() == self.depth
    }

    /// The running function; none for module code.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn function(&self) -> Option<NonZeroU32> {
        if self.is_settled() {
            return self.frames.last()?.func;
        }
        NonZeroU32::new(self.backs[self.depth.wrapping_sub(1) & (BACKS - 1)].place)
    }

    /// Pushes a materialized frame. All frames below must be materialized; the caller continues at `pc`. False when there is no room.
    #[inline(always)]
    pub(crate) fn push_whole(&mut self, pc: usize, frame: Frame) -> bool {
        self.will_not_return();
        let Some(caller) = self.frames.last_mut() else { return false };
        caller.pc = pc as u32;
        let Some(room) = self.frames.room() else { return false };
        *room = frame;
        self.push_made();
        true
    }

    /// Makes the slot above the last frame a frame. The slot was filled before.
    #[inline(always)]
    fn push_made(&mut self) {
        self.frames.push_made();
        self.depth = self.depth.wrapping_add(1);
    }

    /// Invalidates the return record of the frame that is pushed next, so that its return takes a slow path.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    fn will_not_return(&mut self) {
        self.backs[self.depth & (BACKS - 1)].depth = NOWHERE;
    }
}

impl<'m> Dispatcher<'m> {
    /// Materializes all frames and returns them.
    #[inline(always)]
    pub(crate) fn frames(&mut self) -> &mut Frames {
        if !self.calls.is_settled() {
            cold_path();
            self.write_frames();
        }
        self.calls.frames
    }

    /// Materializes the frames that have only return records.
    #[inline(never)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    fn write_frames(&mut self) {
        while self.calls.frames.len() < self.calls.depth {
            let at = self.calls.frames.len();
            let (back, above) = (self.calls.backs[at & (BACKS - 1)], at.wrapping_add(1));
            let (code, regs) = match self.calls.backs[above & (BACKS - 1)] {
                next if above < self.calls.depth => (next.code, next.regs),
                _ => (self.code, self.regs),
            };
            let base = self.base_of(regs);
            if let Some(caller) = self.calls.frames.last_mut() {
                caller.pc = back.pc;
            }
            let asked = self.asked(regs);
            if let Some(room) = self.calls.frames.room() {
                room.begin_quick(code.number, base, back.dst, NonZeroU32::new(back.place));
                let more = match back.depth & (MAKES | ROUND | KEEPS) {
                    MAKES => Some((Value::heap(Tag::Inst, back.instance), ReturnAction::Init)),
                    ROUND => Some((asked, ReturnAction::ForNext)),
                    KEEPS => Some((asked, ReturnAction::Filter)),
                    _ => None,
                };
                if let Some((extra, action)) = more {
                    (room.extra, room.action, room.quick) = (extra, action, false);
                }
            }
            self.calls.frames.push_made();
            self.calls.backs[at & (BACKS - 1)].depth |= WRITTEN;
        }
        self.refresh_limit();
    }

    /// Computes again how many frames the fast path of calls may push: as many as are allowed, of which at most [`BACKS`] are not
    /// materialized.
    pub(crate) fn refresh_limit(&mut self) {
        self.rt.budget.fast_frames = self.rt.budget.frames_allowed.min(self.calls.frames.len().saturating_add(BACKS));
    }

    /// Pops the last frame. All frames must be materialized.
    #[inline(always)]
    pub(crate) fn drop_last(&mut self) {
        self.calls.frames.leave();
        let depth = self.calls.frames.len();
        self.calls.depth = depth;
        if self.rt.budget.fast_frames > depth.wrapping_add(BACKS) {
            cold_path();
            self.rt.budget.fast_frames = depth.wrapping_add(BACKS);
        }
    }

    /// The fastest return: pops a frame that is not materialized and has the record of a plain call. `Slow`, with nothing done, for any
    /// other.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn leave(&mut self, value: Value) -> Flow<'m> {
        let depth = self.calls.depth.wrapping_sub(1);
        let back = &self.calls.backs[depth & (BACKS - 1)];
        if back.depth != depth as u32 {
            cold_path();
            return Flow::Slow;
        }
        self.calls.depth = depth;
        let ReturnRecord { code, regs, pc, dst, .. } = *back;
        self.go_back(code, regs, pc, dst, value)
    }

    /// Like `leave`, but the frame may also be materialized, that of an `__init__` (the result is the instance), or that of the function of
    /// a `map` or `filter`.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn leave_known(&mut self, value: Value) -> Flow<'m> {
        let depth = self.calls.depth.wrapping_sub(1);
        let back = self.calls.backs[depth & (BACKS - 1)];
        let ReturnRecord { code, regs, dst, .. } = back;
        let round = |context: &Self, item| {
            context.rt.heap.fuel.take(back.cost.into());
            (item, back.instance)
        };
        let (value, pc) = match (back.depth ^ depth as u32) & !FEEDS {
            MAKES | MAKES_WRITTEN if value.is_none() => (Value::heap(Tag::Inst, back.instance), back.pc),
            0 | WRITTEN => (value, back.pc),
            ROUND | ROUND_WRITTEN => round(self, value),
            KEEPS | KEEPS_WRITTEN if value.tag == Tag::Bool => match value.is_true() {
                true => round(self, self.asked(self.regs)),
                // The filter drops this item: the `ForLoop` runs again.
                false => (regs[usize::from(dst)].get(), back.pc.wrapping_sub(1)),
            },
            _ => return Flow::Slow,
        };
        if self.calls.is_settled() {
            self.drop_last();
        } else {
            self.calls.depth = depth;
        }
        self.go_back(code, regs, pc, dst, value)
    }

    #[inline(always)]
    fn go_back(&mut self, code: &'m LinkedCode, regs: &'m Registers, pc: u32, dst: u8, value: Value) -> Flow<'m> {
        (self.code, self.regs) = (code, regs);
        regs[usize::from(dst)].set(value);
        Flow::Enter(regs, code, pc as usize)
    }

    /// Like `leave`, but without a return record: looks up the caller in the frames. `Slow` unless the result is only stored.
    #[inline(always)]
    pub(super) fn leave_quick(&mut self, value: Value) -> Flow<'m> {
        let Some((caller, frame)) = self.frames().last_two() else { return Flow::Slow };
        let (quick, number, base, pc, dst) = (frame.quick, caller.code as usize, caller.base, caller.pc as usize, frame.dst);
        if !quick {
            return Flow::Slow;
        }
        let Some(code) = self.codes.get(number) else { return Flow::Slow };
        let Some(window) = registers_at(self.stack, base, ONE) else { return Flow::Slow };
        self.drop_last();
        (self.code, self.regs) = (code, window);
        if let Some(slot) = window.get(usize::from(dst)) {
            slot.set(value);
        }
        Flow::Enter(window, code, pc)
    }

    /// Where a window begins in the stack. The frame holds that too, but it was written only a moment ago by the call, and a load of it
    /// would make the next handler wait for the write.
    #[inline(always)]
    pub(crate) fn base_of(&self, regs: &Registers) -> u32 {
        (regs.as_ptr().addr().wrapping_sub(self.stack.as_ptr().addr()) / size_of::<Value>()) as u32
    }

    /// Pushes the return record of a user function whose arguments start at register `first` and whose result is stored; the caller
    /// continues at `pc`. `instance`: the result of the call, when the function is the `__init__` of a class. Returns the new frame's
    /// window, or None when there is no room. The caller has checked that fewer frames exist than
    /// [`crate::runtime::core::Runtime::quick_frames`] allows.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn push(
        &mut self,
        regs: &'m Registers,
        pc: usize,
        first: u8,
        dst: u8,
        callee: Value,
        instance: Option<Value>,
    ) -> Option<&'m Registers> {
        let depth = self.calls.depth;
        let back = &mut self.calls.backs[depth & (BACKS - 1)];
        // `regs` is an argument that is already in a machine register. `self.regs` was written a moment ago, and a load of it together with
        // `self.code` would wait for the writes. The fields that only generator frames use are not written.
        (back.code, back.regs, back.pc, back.place, back.dst) = (self.code, regs, pc as u32, callee.index(), dst);
        match instance {
            Some(instance) => (back.depth, back.instance) = (depth as u32 | MAKES, instance.index()),
            None => back.depth = depth as u32,
        }
        let window = registers_at(self.stack, self.base_of(regs).wrapping_add(first.into()), TWO);
        if window.is_some() {
            self.calls.depth = depth.wrapping_add(1);
        }
        window
    }

    /// The item for which a `map` or `filter` called the function that runs in these registers. It is in the register below the window,
    /// where other calls have a bound object.
    #[inline(always)]
    fn asked(&self, regs: &Registers) -> Value {
        self.stack.get((self.base_of(regs) as usize).wrapping_sub(1)).map_or(Value::UNDEF, Cell::get)
    }

    /// Like [`Dispatcher::push`], for the function of a `map` (or of a `filter`, with `keeps`) in the `for` loop before `pc`. The caller
    /// has found the window, which is after this one. Stores the item as the function's argument.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn push_round(&mut self, regs: &'m Registers, pc: usize, window: &'m Registers, asked: MapCall) {
        let MapCall { function, item, keeps, dst, cost, target } = asked;
        let depth = self.calls.depth;
        let end = (pc as u32).wrapping_sub(1);
        let feeds = if self.code.fed_loops.iter().any(|known| known.at == end && !known.yields) { FEEDS } else { 0 };
        self.calls.backs[depth & (BACKS - 1)] = ReturnRecord {
            code: self.code,
            regs,
            depth: depth as u32 | feeds | if keeps { KEEPS } else { ROUND },
            pc: pc as u32,
            place: function,
            instance: target,
            dst,
            cost,
        };
        self.ask(window, item);
        self.calls.depth = depth.wrapping_add(1);
    }

    /// Passes an item to the function of a `map` or `filter` that runs in a window.
    #[inline(always)]
    fn ask(&self, window: &Registers, item: Value) {
        for slot in self.stack.get((self.base_of(window) as usize).wrapping_sub(1)).into_iter().chain(window.first()) {
            slot.set(item);
        }
    }

    /// True when a fused loop over a `map` or `filter` called the running function.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn is_asked_in_place(&self) -> bool {
        let depth = self.calls.depth.wrapping_sub(1);
        matches!(self.calls.backs[depth & (BACKS - 1)].depth ^ depth as u32, ROUND_FEEDS | KEEPS_FEEDS)
    }

    /// The fused loop over a `map` or `filter` that called the running function, and the item; no item when a `filter` drops it. Charges
    /// the turn of the loop when there is an item. None when no such loop called the function, or when the truth of `value` needs more than
    /// a bool.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn fed_round(&self, value: Value) -> Option<(FusedLoop<'m>, Option<Value>)> {
        let depth = self.calls.depth.wrapping_sub(1);
        let back = &self.calls.backs[depth & (BACKS - 1)];
        let item = match back.depth ^ depth as u32 {
            ROUND_FEEDS => Some(value),
            KEEPS_FEEDS if value.tag == Tag::Bool => value.is_true().then(|| self.asked(self.regs)),
            _ => return None,
        };
        if item.is_some() {
            self.rt.heap.fuel.take(back.cost.into());
        }
        let ReturnRecord { code, regs, pc, instance, dst, cost, .. } = *back;
        Some((FusedLoop { regs, code, pc: instance, end: pc.wrapping_sub(1), dst, cost, down: 0, above: 0 }, item))
    }

    /// Starts the next call of a `map` or `filter` function for a fused loop, in the same frame and with the same return record. False,
    /// with nothing done, when the next item is not from a list or a range, or when anything else needs the `ForLoop` itself.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn asks_again(&mut self, code: &LinkedCode, window: &Registers, iter: Value) -> bool {
        let place = self.calls.backs[self.calls.depth.wrapping_sub(1) & (BACKS - 1)].place;
        let Heap { iters, lists, funcs, fuel, .. } = &mut self.rt.heap;
        let Some(&IterObj::Through { func, inner, held, .. }) = iters.find(iter.index()) else { return false };
        let same = iter.tag == Tag::Iter && func.tag == Tag::Func && func.index() == place && held.is_undef() && inner.tag == Tag::Iter;
        if !same || funcs.find(place).is_none_or(|func| func.code != code.number) {
            return false;
        }
        let item = match iters.find_mut(inner.index()) {
            Some(IterObj::Range { next, step, left }) if *left > 0 && fuel.try_charge_work(1) => {
                *left = left.wrapping_sub(1);
                let item = *next;
                *next = next.wrapping_add(*step);
                Value::int(item)
            }
            Some(IterObj::List { list, at }) => match lists.find(*list).and_then(|list| list.items.get(*at)) {
                Some(item) if fuel.try_charge_work(1) => {
                    *at = at.wrapping_add(1);
                    *item
                }
                _ => return false,
            },
            _ => return false,
        };
        self.ask(window, item);
        true
    }

    /// Pops the frame of a function that a fused loop called. The loop continues outside the fusion.
    #[inline(always)]
    pub(super) fn leave_round(&mut self, fed: FusedLoop<'m>) {
        if self.calls.is_settled() {
            self.drop_last();
        } else {
            self.calls.depth = self.calls.depth.wrapping_sub(1);
        }
        (self.code, self.regs) = (fed.code, fed.regs);
    }

    /// Pushes a generator frame. All frames must be materialized. None, with nothing done, when there is no room.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(crate) fn push_body(
        &mut self,
        regs: &'m Registers,
        at: usize,
        asked: Wanted,
        loaded: &'m LinkedCode,
        func: Value,
    ) -> Option<&'m Registers> {
        let base = self.base_of(regs).wrapping_add(u32::from(self.code.nregs)).wrapping_add(1);
        let window = registers_at(self.stack, base, TWO)?;
        let Wanted { generator, pc, cost, dst, action } = asked;
        self.calls.frames.last_mut()?.pc = at as u32;
        let depth = self.calls.depth;
        let frame = self.calls.frames.room()?;
        frame.begin_body(loaded.number, base, dst, func.place(), generator.place());
        (frame.action, frame.hidden) = (action, loaded.hidden);
        if loaded.guarded || depth < self.floor {
            cold_path();
            self.calls.will_not_return();
        } else {
            let fed = self.fed_by(regs, at, asked);
            let hides = if loaded.hidden { HIDES } else { 0 };
            let at = depth & (BACKS - 1);
            let feeds = match fed {
                Some(fed) => {
                    self.calls.feeds[at] = fed;
                    FEEDS
                }
                None => 0,
            };
            let (depth, place) = (depth as u32 | YIELDS | feeds | hides, generator.index());
            self.calls.backs[at] = ReturnRecord { code: self.code, regs, depth, pc, place, instance: 0, dst, cost };
            self.calls.bodies[at] = GeneratorReturn { code: loaded, regs: window };
        }
        self.calls.push_made();
        (self.code, self.regs) = (loaded, window);
        Some(window)
    }

    /// Resumes a generator for the same loop as the last time. No frame was pushed at its depth since, so its slot still holds its frame.
    /// The caller's frame may be another one of the same function, so its position, `at`, is written. `pc` and `dst`: where the loop
    /// continues with the item, and the item's register. `Slow`, with nothing done, when any of that does not hold.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn enter_body_again(&mut self, regs: &'m Registers, at: usize, generator: Value, pc: u32, dst: u8) -> Flow<'m> {
        let depth = self.calls.depth;
        let back = &self.calls.backs[depth & (BACKS - 1)];
        let (hides, feeds) = (back.depth & HIDES != 0, back.depth & FEEDS != 0);
        let same = back.depth & !(FEEDS | HIDES) == depth as u32 | YIELDS
            && back.place == generator.index()
            && (back.pc, back.dst) == (pc, dst)
            && std::ptr::eq(back.regs, regs)
            && std::ptr::eq(back.code, self.code);
        if !same || generator.tag != Tag::Gen || depth >= self.rt.budget.fast_frames || !self.calls.is_settled() {
            return Flow::Slow;
        }
        // The loop that receives the items of the delegating generators may have changed.
        if feeds && self.calls.feeds[depth & (BACKS - 1)].above > 0 {
            cold_path();
            return Flow::Slow;
        }
        let GeneratorReturn { code, regs } = self.calls.bodies[depth & (BACKS - 1)];
        let handled = self.rt.thread.handled;
        let Some(object) = self.rt.heap.gens.find_mut(generator.index()) else { return Flow::Slow };
        if object.state != GenState::Suspended || !object.handled.is_none() {
            return Flow::Slow;
        }
        if let Some(caller) = self.calls.frames.last_mut() {
            caller.pc = at as u32;
        }
        let at = wake(object, handled, regs);
        self.calls.push_made();
        (self.code, self.regs) = (code, regs);
        if hides {
            hide(self, true);
        }
        // A resume costs one unit of fuel.
        if !self.pay(at as u32, 1) {
            return Flow::Left;
        }
        Flow::Enter(regs, code, at)
    }

    /// Suspends the top frame's generator before `pc` with an item, and continues in the caller that the return record names. `result` is
    /// the register that receives what the `yield` is sent. `Slow`, with nothing done, when there is no such record.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn leave_body(&mut self, regs: &Registers, pc: usize, item: Value, result: u8) -> Flow<'m> {
        let depth = self.calls.depth.wrapping_sub(1);
        let back = &self.calls.backs[depth & (BACKS - 1)];
        let hides = back.depth & HIDES != 0;
        if back.depth & !HIDES != depth as u32 | YIELDS {
            return Flow::Slow;
        }
        let Heap { gens, fuel, .. } = &mut self.rt.heap;
        let Some(object) = gens.find_mut(back.place) else { return Flow::Slow };
        // When the fuel slice ends here, the event loop stops between the item and the turn of the loop.
        if !object.handled.is_none() || !fuel.takes(back.cost.into()) {
            return Flow::Slow;
        }
        sleep(object, regs, pc, result);
        let ReturnRecord { code, regs, pc, dst, .. } = *back;
        // A generator frame is always materialized.
        self.drop_last();
        (self.code, self.regs) = (code, regs);
        regs[usize::from(dst)].set(item);
        if hides {
            hide(self, false);
        }
        Flow::Enter(regs, code, pc as usize)
    }

    /// The fused loop that receives the items of a generator which the running code resumes before `at`: a loop of this code, or, when this
    /// code delegates, the loop that receives this code's own items.
    #[inline(never)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    fn fed_by(&self, regs: &'m Registers, at: usize, asked: Wanted) -> Option<FusedLoop<'m>> {
        let end = (at as u32).wrapping_sub(1);
        let depth = self.calls.depth.wrapping_sub(1);
        let (back, own) = (&self.calls.backs[depth & (BACKS - 1)], &self.calls.feeds[depth & (BACKS - 1)]);
        match asked.action {
            ReturnAction::ForNext => {
                let (Wanted { pc, dst, cost, .. }, code) = (asked, self.code);
                let known = code.fed_loops.iter().find(|known| known.at == end)?;
                let goes_on = !known.yields || back.depth & !HIDES == depth as u32 | YIELDS | FEEDS;
                goes_on.then_some(FusedLoop { regs, code, pc, end, dst, cost, down: 1, above: 0 })
            }
            ReturnAction::Send if back.depth & !HIDES == depth as u32 | YIELDS | FEEDS => {
                // The instructions from the `YieldDelegate` back to the `Send`, as `yield from` is compiled.
                let (Op::YieldDelegate { .. }, Op::Loop { cost, target }) =
                    (self.code.ops.get(at)?, self.code.ops.get(at.wrapping_add(1))?)
                else {
                    return None;
                };
                let is_plain = target.0 == end && self.rt.heap.gens.find(back.place).is_some_and(|object| object.handled.is_none());
                let down = own.down.checked_add(1)?.checked_add(cost.0.into())?;
                is_plain.then_some(FusedLoop { down, above: own.above.checked_add(1)?, ..*own })
            }
            _ => None,
        }
    }

    /// The fused loop that receives the items of the generator whose frame is at `depth`, when the slice has the fuel for a turn of it.
    /// Charges that turn.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn fed_loop(&self, depth: usize) -> Option<&FusedLoop<'m>> {
        let depth = depth.wrapping_sub(1);
        let back = &self.calls.backs[depth & (BACKS - 1)];
        if back.depth & !HIDES != depth as u32 | YIELDS | FEEDS {
            return None;
        }
        let fed = &self.calls.feeds[depth & (BACKS - 1)];
        // A generator that handles an exception cannot be suspended this way, and it may still have to be suspended.
        let is_plain = self.rt.heap.gens.find(back.place).is_some_and(|object| object.handled.is_none());
        let takes = is_plain && self.rt.heap.fuel.takes(fed.cost.into());
        takes.then_some(fed)
    }

    /// The code and registers of the generator whose frame is at `depth`, when the slice has the fuel to resume it and the generators that
    /// delegate to it. Charges that fuel.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn generator_has_budget(&self, depth: u32) -> Option<(&'m LinkedCode, &'m Registers)> {
        let at = (depth as usize).wrapping_sub(1) & (BACKS - 1);
        let GeneratorReturn { code, regs } = self.calls.bodies[at];
        self.rt.heap.fuel.takes(self.calls.feeds[at].down.into()).then_some((code, regs))
    }

    /// Unfuses: suspends the top frame's generator, which yielded to a fused loop before `pc`, and all generators that delegate to it. The
    /// loop's frame is then the top one. `result` is the register that receives what the `yield` is sent. False, with a dispatch exit, when
    /// a frame has no generator.
    #[inline(never)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn bodies_sleep(&mut self, mut pc: usize, mut result: u8) -> bool {
        let fed = self.calls.feeds[self.calls.depth.wrapping_sub(1) & (BACKS - 1)];
        for _ in 0..=fed.above {
            let Some(frame) = self.calls.frames.last().copied() else { break };
            let window = registers_at(self.stack, frame.base, ONE);
            let object = frame.generator.and_then(|generator| self.rt.heap.gens.find_mut(generator.get()));
            let (Some(object), Some(window)) = (object, window) else {
                self.stop(DispatchExit::Bug("a body without its generator"));
                return false;
            };
            sleep(object, window, pc, result);
            self.drop_last();
            if frame.hidden {
                hide(self, false);
            }
            // The generator frame below, if there is one, is at the `YieldDelegate` that passes the item on.
            let Some(below) = self.calls.frames.last() else { break };
            pc = (below.pc as usize).wrapping_add(1);
            let op = self.codes.get(below.code as usize).and_then(|code| code.ops.get(below.pc as usize));
            if let Some(Op::YieldDelegate { dst, .. }) = op {
                result = dst.0;
            }
        }
        (self.code, self.regs) = (fed.code, fed.regs);
        true
    }
}
