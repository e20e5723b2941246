//! The return stack. A fast call writes only a return record, which is what its return needs. A function that calls and returns this way
//! never has a full frame. When other code reads the frames, the missing ones are materialized from the return records first.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use std::cell::Cell;
use std::hint::cold_path;
use std::num::NonZeroU32;

use stockade_compiler::bytecode::Op;

use super::{DispatchExit, Dispatcher, Registers, Step, TWO_WINDOWS_LEN, WINDOW_LEN, registers_at};
use crate::base::fuel::once;
use crate::base::sizes::low32;
use crate::base::value::{Tag, Value};
use crate::heap::{GenState, Heap, IterObj};
use crate::interpreter::code::LinkedCode;
use crate::interpreter::fast::generator_frames::{ResumeRequest, count_internal_frame, mark_running, mark_suspended};
use crate::interpreter::frame::{Frame, Frames};
use crate::runtime::pending_call::ReturnAction;

/// The frames of a run. The topmost ones may not be materialized yet.
///
/// INVARIANT: the frames that are not materialized are those of the last `depth - frames.len()` entries of `records`, [`RETURN_STACK_LEN`] at most.
pub(crate) struct CallStack<'m> {
    /// The materialized frames. All their fields are valid, except the last one's `pc` while a frame above is not materialized.
    frames: &'m mut Frames,
    /// How many frames there are, materialized or not.
    depth: usize,
    records: [ReturnRecord<'m>; RETURN_STACK_LEN],
    generator_returns: [GeneratorReturn<'m>; RETURN_STACK_LEN],
    fused_loops: [FusedLoop<'m>; RETURN_STACK_LEN],
}

/// A return record: what a frame returns to. It is written when the frame is pushed, because a lookup at the return would be a chain of
/// dependent loads.
///
/// INVARIANT: code that pushes a frame on `depth` others, or changes the return action of that frame, writes the record of that depth or
/// sets its depth to [`INVALID_DEPTH`]. Records live as long as the dispatcher, and while it lives no other code pushes frames.
#[derive(Clone, Copy)]
struct ReturnRecord<'m> {
    code: &'m LinkedCode,
    regs: &'m Registers,
    /// How many frames are below the one that returns, with flags. Without [`IS_GENERATOR`], [`IS_INIT`], [`IS_MAP_CALL`] or [`IS_FILTER_CALL`] it is the record
    /// of a plain call. [`IS_MATERIALIZED`] and [`IS_FUSED`] are extra flags.
    depth: u32,
    pc: u32,
    /// The function of the frame; with [`IS_GENERATOR`], the generator.
    place: u32,
    /// With [`IS_INIT`], the instance; with [`IS_MAP_CALL`] and [`IS_FILTER_CALL`], where the loop's body begins.
    instance: u32,
    dst: u8,
    /// With [`IS_GENERATOR`], [`IS_MAP_CALL`] and [`IS_FILTER_CALL`], the fuel of one turn of the loop that receives the item.
    cost: u8,
}

/// The code and registers of a generator frame, kept like [`ReturnRecord`] and valid when the record has [`IS_GENERATOR`].
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
const RETURN_STACK_LEN: usize = 8;

/// The depth of an invalid record. It differs from every real depth, and from the depth below zero frames, which wraps to `u32::MAX`.
const INVALID_DEPTH: u32 = u32::MAX >> 7;

/// Flag of a depth: the frame is a generator frame, and the record says where its items go.
const IS_GENERATOR: u32 = 1 << 31;

/// Flag of a depth: the frame is that of an `__init__` that a call of a class entered.
const IS_INIT: u32 = 1 << 30;

/// Flag of a depth: the frame is materialized.
const IS_MATERIALIZED: u32 = 1 << 29;

const INIT_MATERIALIZED: u32 = IS_INIT | IS_MATERIALIZED;

/// Flag of a depth: the frame is that of the function of a `map` in a `for` loop. Its result is the item of the loop.
const IS_MAP_CALL: u32 = 1 << 28;

const MAP_CALL_MATERIALIZED: u32 = IS_MAP_CALL | IS_MATERIALIZED;

/// Flag of a depth: the frame is that of the function of a `filter` in a `for` loop. Its result decides whether the loop gets the item.
const IS_FILTER_CALL: u32 = 1 << 27;

const FILTER_CALL_MATERIALIZED: u32 = IS_FILTER_CALL | IS_MATERIALIZED;

const MAP_CALL_FUSED: u32 = IS_MAP_CALL | IS_FUSED;

const FILTER_CALL_FUSED: u32 = IS_FILTER_CALL | IS_FUSED;

/// Flag of a depth. With [`IS_GENERATOR`]: the items go to a fused loop, perhaps through generators that delegate to this one. With [`IS_MAP_CALL`] and
/// [`IS_FILTER_CALL`]: the loop is fused.
const IS_FUSED: u32 = 1 << 26;

/// Flag of a depth with [`IS_GENERATOR`]: the generator frame is internal.
const IS_INTERNAL: u32 = 1 << 25;

/// The fused loop that receives a generator's items, kept like [`ReturnRecord`] and valid when the record has [`IS_FUSED`].
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
    pub(super) resume_fuel: u16,
    /// How many generators delegate to the one that yields.
    pub(super) above: u16,
}

impl<'m> CallStack<'m> {
    pub(super) fn new(frames: &'m mut Frames, code: &'m LinkedCode, regs: &'m Registers) -> Self {
        let depth = frames.len();
        let back = ReturnRecord { code, regs, depth: INVALID_DEPTH, pc: 0, place: 0, instance: 0, dst: 0, cost: 0 };
        let fused = FusedLoop { regs, code, pc: 0, end: 0, dst: 0, cost: 0, resume_fuel: 0, above: 0 };
        CallStack {
            frames,
            depth,
            records: [back; RETURN_STACK_LEN],
            generator_returns: [GeneratorReturn { code, regs }; RETURN_STACK_LEN],
            fused_loops: [fused; RETURN_STACK_LEN],
        }
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
    pub(crate) fn materialized(&mut self) -> &mut Frames {
        self.frames
    }

    #[inline(always)]
    fn is_materialized(&self) -> bool {
        self.frames.len() == self.depth
    }

    /// The running function; none for module code.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn function(&self) -> Option<NonZeroU32> {
        if self.is_materialized() {
            return self.frames.last()?.func;
        }
        NonZeroU32::new(self.records[self.depth.wrapping_sub(1) & (RETURN_STACK_LEN - 1)].place)
    }

    /// Pushes a materialized frame. All frames below must be materialized; the caller continues at `pc`. False when there is no room.
    #[inline(always)]
    pub(crate) fn push_materialized(&mut self, pc: usize, frame: Frame) -> bool {
        self.invalidate_next_record();
        let Some(caller) = self.frames.last_mut() else { return false };
        caller.pc = low32(pc as u64);
        let Some(room) = self.frames.room() else { return false };
        *room = frame;
        self.commit_push();
        true
    }

    /// Makes the slot above the last frame a frame. The slot was filled before.
    #[inline(always)]
    fn commit_push(&mut self) {
        self.frames.commit_push();
        self.depth = self.depth.wrapping_add(1);
    }

    /// Invalidates the return record of the frame that is pushed next, so that its return takes a slow path.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    fn invalidate_next_record(&mut self) {
        self.records[self.depth & (RETURN_STACK_LEN - 1)].depth = INVALID_DEPTH;
    }
}

impl<'m> Dispatcher<'m> {
    /// Materializes all frames and returns them.
    #[inline(always)]
    pub(crate) fn frames(&mut self) -> &mut Frames {
        if !self.calls.is_materialized() {
            cold_path();
            self.materialize_frames();
        }
        self.calls.frames
    }

    /// Materializes the frames that have only return records.
    #[inline(never)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    fn materialize_frames(&mut self) {
        while self.calls.frames.len() < self.calls.depth {
            let at = self.calls.frames.len();
            let (back, above) = (self.calls.records[at & (RETURN_STACK_LEN - 1)], at.wrapping_add(1));
            let (code, regs) = match self.calls.records[above & (RETURN_STACK_LEN - 1)] {
                next if above < self.calls.depth => (next.code, next.regs),
                _ => (self.code, self.regs),
            };
            let base = self.base_of(regs);
            if let Some(caller) = self.calls.frames.last_mut() {
                caller.pc = back.pc;
            }
            let asked = self.asked(regs);
            if let Some(room) = self.calls.frames.room() {
                room.init_call_frame(code.number, base, back.dst, NonZeroU32::new(back.place));
                let more = match back.depth & (IS_INIT | IS_MAP_CALL | IS_FILTER_CALL) {
                    IS_INIT => Some((Value::heap(Tag::Inst, back.instance), ReturnAction::Init)),
                    IS_MAP_CALL => Some((asked, ReturnAction::ForNext)),
                    IS_FILTER_CALL => Some((asked, ReturnAction::Filter)),
                    _ => None,
                };
                if let Some((extra, action)) = more {
                    (room.extra, room.action, room.fast_return) = (extra, action, false);
                }
            }
            self.calls.frames.commit_push();
            self.calls.records[at & (RETURN_STACK_LEN - 1)].depth |= IS_MATERIALIZED;
        }
        self.refresh_limit();
    }

    /// Computes again how many frames the fast path of calls may push: as many as are allowed, of which at most [`RETURN_STACK_LEN`] are not
    /// materialized.
    pub(crate) fn refresh_limit(&mut self) {
        self.rt.budget.fast_frames = self.rt.budget.max_unchecked_frames.min(self.calls.frames.len().saturating_add(RETURN_STACK_LEN));
    }

    /// Pops the last frame. All frames must be materialized.
    #[inline(always)]
    pub(crate) fn pop_materialized(&mut self) {
        self.calls.frames.leave();
        let depth = self.calls.frames.len();
        self.calls.depth = depth;
        if self.rt.budget.fast_frames > depth.wrapping_add(RETURN_STACK_LEN) {
            cold_path();
            self.rt.budget.fast_frames = depth.wrapping_add(RETURN_STACK_LEN);
        }
    }

    /// The fastest return: pops a frame that is not materialized and has the record of a plain call. `Slow`, with nothing done, for any
    /// other.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn leave(&mut self, value: Value) -> Step<'m> {
        let depth = self.calls.depth.wrapping_sub(1);
        let back = &self.calls.records[depth & (RETURN_STACK_LEN - 1)];
        if back.depth != low32(depth as u64) {
            cold_path();
            return Step::Slow;
        }
        self.calls.depth = depth;
        let ReturnRecord { code, regs, pc, dst, .. } = *back;
        self.resume_caller(code, regs, pc, dst, value)
    }

    /// Like `leave`, but the frame may also be materialized, that of an `__init__` (the result is the instance), or that of the function of
    /// a `map` or `filter`.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn return_by_record(&mut self, value: Value) -> Step<'m> {
        let depth = self.calls.depth.wrapping_sub(1);
        let back = self.calls.records[depth & (RETURN_STACK_LEN - 1)];
        let ReturnRecord { code, regs, dst, .. } = back;
        let round = |context: &Self, item| {
            context.rt.heap.fuel.charge(back.cost.into());
            (item, back.instance)
        };
        let (value, pc) = match (back.depth ^ low32(depth as u64)) & !IS_FUSED {
            IS_INIT | INIT_MATERIALIZED if value.is_none() => (Value::heap(Tag::Inst, back.instance), back.pc),
            0 | IS_MATERIALIZED => (value, back.pc),
            IS_MAP_CALL | MAP_CALL_MATERIALIZED => round(self, value),
            IS_FILTER_CALL | FILTER_CALL_MATERIALIZED if value.tag == Tag::Bool => match value.is_true() {
                true => round(self, self.asked(self.regs)),
                // The filter drops this item: the `ForLoop` runs again.
                false => (regs[usize::from(dst)].get(), back.pc.wrapping_sub(1)),
            },
            _ => return Step::Slow,
        };
        if self.calls.is_materialized() {
            self.pop_materialized();
        } else {
            self.calls.depth = depth;
        }
        self.resume_caller(code, regs, pc, dst, value)
    }

    #[inline(always)]
    fn resume_caller(&mut self, code: &'m LinkedCode, regs: &'m Registers, pc: u32, dst: u8, value: Value) -> Step<'m> {
        (self.code, self.regs) = (code, regs);
        regs[usize::from(dst)].set(value);
        Step::Enter(regs, code, pc as usize)
    }

    /// Like `leave`, but without a return record: looks up the caller in the frames. `Slow` unless the result is only stored.
    #[inline(always)]
    pub(super) fn return_by_lookup(&mut self, value: Value) -> Step<'m> {
        let Some((caller, frame)) = self.frames().last_two() else { return Step::Slow };
        let (quick, number, base, pc, dst) = (frame.fast_return, caller.code as usize, caller.base, caller.pc as usize, frame.dst);
        if !quick {
            return Step::Slow;
        }
        let Some(code) = self.codes.get(number) else { return Step::Slow };
        let Some(window) = registers_at(self.stack, base, WINDOW_LEN) else { return Step::Slow };
        self.pop_materialized();
        (self.code, self.regs) = (code, window);
        if let Some(slot) = window.get(usize::from(dst)) {
            slot.set(value);
        }
        Step::Enter(window, code, pc)
    }

    /// Where a window begins in the stack. The frame holds that too, but it was written only a moment ago by the call, and a load of it
    /// would make the next handler wait for the write.
    #[inline(always)]
    #[expect(clippy::disallowed_methods, reason = "it charges nothing")]
    pub(crate) fn base_of(&self, regs: &Registers) -> u32 {
        low32((regs.as_ptr().addr().wrapping_sub(self.stack.as_ptr().addr()) / size_of::<Value>()) as u64)
    }

    /// Pushes the return record of a user function whose arguments start at register `first` and whose result is stored; the caller
    /// continues at `pc`. `instance`: the result of the call, when the function is the `__init__` of a class. Returns the new frame's
    /// window, or None when there is no room. The caller has checked that fewer frames exist than
    /// [`crate::runtime::budget::Budget::fast_frames`] allows.
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
        let back = &mut self.calls.records[depth & (RETURN_STACK_LEN - 1)];
        // `regs` is an argument that is already in a machine register. `self.regs` was written a moment ago, and a load of it together with
        // `self.code` would wait for the writes. The fields that only generator frames use are not written.
        (back.code, back.regs, back.pc, back.place, back.dst) = (self.code, regs, low32(pc as u64), callee.index(), dst);
        match instance {
            Some(instance) => (back.depth, back.instance) = (low32(depth as u64) | IS_INIT, instance.index()),
            None => back.depth = low32(depth as u64),
        }
        let window = registers_at(self.stack, self.base_of(regs).wrapping_add(first.into()), TWO_WINDOWS_LEN);
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
    pub(super) fn push_map_call(&mut self, regs: &'m Registers, pc: usize, window: &'m Registers, asked: MapCall) {
        let MapCall { function, item, keeps, dst, cost, target } = asked;
        let depth = self.calls.depth;
        let end = low32(pc as u64).wrapping_sub(1);
        let fused_loops = if self.code.fusible_loop(end).is_some_and(|known| !known.yields) { IS_FUSED } else { 0 };
        self.calls.records[depth & (RETURN_STACK_LEN - 1)] = ReturnRecord {
            code: self.code,
            regs,
            depth: low32(depth as u64) | fused_loops | if keeps { IS_FILTER_CALL } else { IS_MAP_CALL },
            pc: low32(pc as u64),
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
    pub(super) fn is_fused_map_call(&self) -> bool {
        let depth = self.calls.depth.wrapping_sub(1);
        matches!(self.calls.records[depth & (RETURN_STACK_LEN - 1)].depth ^ low32(depth as u64), MAP_CALL_FUSED | FILTER_CALL_FUSED)
    }

    /// The fused loop over a `map` or `filter` that called the running function, and the item; no item when a `filter` drops it. Charges
    /// the turn of the loop when there is an item. None when no such loop called the function, or when the truth of `value` needs more than
    /// a bool.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn fused_map_result(&self, value: Value) -> Option<(FusedLoop<'m>, Option<Value>)> {
        let depth = self.calls.depth.wrapping_sub(1);
        let back = &self.calls.records[depth & (RETURN_STACK_LEN - 1)];
        let item = match back.depth ^ low32(depth as u64) {
            MAP_CALL_FUSED => Some(value),
            FILTER_CALL_FUSED if value.tag == Tag::Bool => value.is_true().then(|| self.asked(self.regs)),
            _ => return None,
        };
        if item.is_some() {
            self.rt.heap.fuel.charge(back.cost.into());
        }
        let ReturnRecord { code, regs, pc, instance, dst, cost, .. } = *back;
        Some((FusedLoop { regs, code, pc: instance, end: pc.wrapping_sub(1), dst, cost, resume_fuel: 0, above: 0 }, item))
    }

    /// Starts the next call of a `map` or `filter` function for a fused loop, in the same frame and with the same return record. False,
    /// with nothing done, when the next item is not from a list or a range, or when anything else needs the `ForLoop` itself.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn restart_map_call(&mut self, code: &LinkedCode, window: &Registers, iter: Value) -> bool {
        let place = self.calls.records[self.calls.depth.wrapping_sub(1) & (RETURN_STACK_LEN - 1)].place;
        let Heap { iters, lists, funcs, fuel, .. } = &mut self.rt.heap;
        let Some(&IterObj::MapFilter { func, inner, held, .. }) = iters.find(iter.index()) else { return false };
        let same = iter.tag == Tag::Iter && func.tag == Tag::Func && func.index() == place && held.is_undef() && inner.tag == Tag::Iter;
        if !same || funcs.find(place).is_none_or(|func| func.code != code.number) {
            return false;
        }
        let item = match iters.find_mut(inner.index()) {
            Some(IterObj::Range { next, step, left }) if *left > 0 && fuel.try_charge_work(once::UNWRAP) => {
                *left = left.wrapping_sub(1);
                let item = *next;
                *next = next.wrapping_add(*step);
                Value::int(item)
            }
            Some(IterObj::List { list, at }) => match lists.find(*list).and_then(|list| list.items.get(*at)) {
                Some(item) if fuel.try_charge_work(once::UNWRAP) => {
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
    pub(super) fn pop_map_call(&mut self, fused: FusedLoop<'m>) {
        if self.calls.is_materialized() {
            self.pop_materialized();
        } else {
            self.calls.depth = self.calls.depth.wrapping_sub(1);
        }
        (self.code, self.regs) = (fused.code, fused.regs);
    }

    /// Pushes a generator frame. All frames must be materialized. None, with nothing done, when there is no room.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(crate) fn push_generator_frame(
        &mut self,
        regs: &'m Registers,
        at: usize,
        asked: ResumeRequest,
        loaded: &'m LinkedCode,
        func: Value,
    ) -> Option<&'m Registers> {
        let base = self.base_of(regs).wrapping_add(u32::from(self.code.nregs)).wrapping_add(1);
        let window = registers_at(self.stack, base, TWO_WINDOWS_LEN)?;
        let ResumeRequest { generator, pc, cost, dst, action } = asked;
        self.calls.frames.last_mut()?.pc = low32(at as u64);
        let depth = self.calls.depth;
        let frame = self.calls.frames.room()?;
        frame.init_generator_frame(loaded.number, base, dst, func.place(), generator.place());
        (frame.action, frame.internal) = (action, loaded.internal);
        if loaded.guarded || depth < self.unwatched_depth {
            cold_path();
            self.calls.invalidate_next_record();
        } else {
            let fused = self.fused_loop_for(regs, at, asked);
            let hides = if loaded.internal { IS_INTERNAL } else { 0 };
            let at = depth & (RETURN_STACK_LEN - 1);
            let fused_loops = match fused {
                Some(fused) => {
                    self.calls.fused_loops[at] = fused;
                    IS_FUSED
                }
                None => 0,
            };
            let (depth, place) = (low32(depth as u64) | IS_GENERATOR | fused_loops | hides, generator.index());
            self.calls.records[at] = ReturnRecord { code: self.code, regs, depth, pc, place, instance: 0, dst, cost };
            self.calls.generator_returns[at] = GeneratorReturn { code: loaded, regs: window };
        }
        self.calls.commit_push();
        (self.code, self.regs) = (loaded, window);
        Some(window)
    }

    /// Resumes a generator for the same loop as the last time. No frame was pushed at its depth since, so its slot still holds its frame.
    /// The caller's frame may be another one of the same function, so its position, `at`, is written. `pc` and `dst`: where the loop
    /// continues with the item, and the item's register. `Slow`, with nothing done, when any of that does not hold.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn reenter_generator(&mut self, regs: &'m Registers, at: usize, generator: Value, pc: u32, dst: u8) -> Step<'m> {
        let depth = self.calls.depth;
        let back = &self.calls.records[depth & (RETURN_STACK_LEN - 1)];
        let (hides, fused_loops) = (back.depth & IS_INTERNAL != 0, back.depth & IS_FUSED != 0);
        let same = back.depth & !(IS_FUSED | IS_INTERNAL) == low32(depth as u64) | IS_GENERATOR
            && back.place == generator.index()
            && (back.pc, back.dst) == (pc, dst)
            && std::ptr::eq(back.regs, regs)
            && std::ptr::eq(back.code, self.code);
        if !same || generator.tag != Tag::Gen || depth >= self.rt.budget.fast_frames || !self.calls.is_materialized() {
            return Step::Slow;
        }
        // The loop that receives the items of the delegating generators may have changed.
        if fused_loops && self.calls.fused_loops[depth & (RETURN_STACK_LEN - 1)].above > 0 {
            cold_path();
            return Step::Slow;
        }
        let GeneratorReturn { code, regs } = self.calls.generator_returns[depth & (RETURN_STACK_LEN - 1)];
        let handled = self.rt.thread.handled;
        let Some(object) = self.rt.heap.gens.find_mut(generator.index()) else { return Step::Slow };
        if object.state != GenState::Suspended || !object.handled.is_none() {
            return Step::Slow;
        }
        if let Some(caller) = self.calls.frames.last_mut() {
            caller.pc = low32(at as u64);
        }
        let at = mark_running(object, handled, regs);
        self.calls.commit_push();
        (self.code, self.regs) = (code, regs);
        if hides {
            count_internal_frame(self, true);
        }
        // A resume costs one unit of fuel.
        if !self.try_charge(low32(at as u64), 1) {
            return Step::Left;
        }
        Step::Enter(regs, code, at)
    }

    /// Suspends the top frame's generator before `pc` with an item, and continues in the caller that the return record names. `result` is
    /// the register that receives what the `yield` is sent. `Slow`, with nothing done, when there is no such record.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn suspend_by_record(&mut self, regs: &Registers, pc: usize, item: Value, result: u8) -> Step<'m> {
        let depth = self.calls.depth.wrapping_sub(1);
        let back = &self.calls.records[depth & (RETURN_STACK_LEN - 1)];
        let hides = back.depth & IS_INTERNAL != 0;
        if back.depth & !IS_INTERNAL != low32(depth as u64) | IS_GENERATOR {
            return Step::Slow;
        }
        let Heap { gens, fuel, .. } = &mut self.rt.heap;
        let Some(object) = gens.find_mut(back.place) else { return Step::Slow };
        // When the fuel slice ends here, the event loop stops between the item and the turn of the loop.
        if !object.handled.is_none() || !fuel.try_charge(back.cost.into()) {
            return Step::Slow;
        }
        mark_suspended(object, regs, pc, result);
        let ReturnRecord { code, regs, pc, dst, .. } = *back;
        // A generator frame is always materialized.
        self.pop_materialized();
        (self.code, self.regs) = (code, regs);
        regs[usize::from(dst)].set(item);
        if hides {
            count_internal_frame(self, false);
        }
        Step::Enter(regs, code, pc as usize)
    }

    /// The fused loop that receives the items of a generator which the running code resumes before `at`: a loop of this code, or, when this
    /// code delegates, the loop that receives this code's own items.
    #[inline(never)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    fn fused_loop_for(&self, regs: &'m Registers, at: usize, asked: ResumeRequest) -> Option<FusedLoop<'m>> {
        let end = low32(at as u64).wrapping_sub(1);
        let depth = self.calls.depth.wrapping_sub(1);
        let (back, own) = (&self.calls.records[depth & (RETURN_STACK_LEN - 1)], &self.calls.fused_loops[depth & (RETURN_STACK_LEN - 1)]);
        match asked.action {
            ReturnAction::ForNext => {
                let (ResumeRequest { pc, dst, cost, .. }, code) = (asked, self.code);
                let known = code.fusible_loop(end)?;
                let has_budget = !known.yields || back.depth & !IS_INTERNAL == low32(depth as u64) | IS_GENERATOR | IS_FUSED;
                has_budget.then_some(FusedLoop { regs, code, pc, end, dst, cost, resume_fuel: 1, above: 0 })
            }
            ReturnAction::Send if back.depth & !IS_INTERNAL == low32(depth as u64) | IS_GENERATOR | IS_FUSED => {
                // The instructions from the `YieldDelegate` back to the `Send`, as `yield from` is compiled.
                let (Op::YieldDelegate { .. }, Op::Loop { cost, target }) =
                    (self.code.ops.get(at)?, self.code.ops.get(at.wrapping_add(1))?)
                else {
                    return None;
                };
                let is_plain = target.0 == end && self.rt.heap.gens.find(back.place).is_some_and(|object| object.handled.is_none());
                let resume_fuel = own.resume_fuel.checked_add(1)?.checked_add(cost.0.into())?;
                is_plain.then_some(FusedLoop { resume_fuel, above: own.above.checked_add(1)?, ..*own })
            }
            _ => None,
        }
    }

    /// The fused loop that receives the items of the generator whose frame is at `depth`, when the slice has the fuel for a turn of it.
    /// Charges that turn.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn fused_loop_at(&self, depth: usize) -> Option<&FusedLoop<'m>> {
        let depth = depth.wrapping_sub(1);
        let back = &self.calls.records[depth & (RETURN_STACK_LEN - 1)];
        if back.depth & !IS_INTERNAL != low32(depth as u64) | IS_GENERATOR | IS_FUSED {
            return None;
        }
        let fused = &self.calls.fused_loops[depth & (RETURN_STACK_LEN - 1)];
        // A generator that handles an exception cannot be suspended this way, and it may still have to be suspended.
        let is_plain = self.rt.heap.gens.find(back.place).is_some_and(|object| object.handled.is_none());
        let takes = is_plain && self.rt.heap.fuel.try_charge(fused.cost.into());
        takes.then_some(fused)
    }

    /// The code and registers of the generator whose frame is at `depth`, when the slice has the fuel to resume it and the generators that
    /// delegate to it. Charges that fuel.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn generator_has_budget(&self, depth: u32) -> Option<(&'m LinkedCode, &'m Registers)> {
        let at = (depth as usize).wrapping_sub(1) & (RETURN_STACK_LEN - 1);
        let GeneratorReturn { code, regs } = self.calls.generator_returns[at];
        self.rt.heap.fuel.try_charge(self.calls.fused_loops[at].resume_fuel.into()).then_some((code, regs))
    }

    /// Unfuses: suspends the top frame's generator, which yielded to a fused loop before `pc`, and all generators that delegate to it. The
    /// loop's frame is then the top one. `result` is the register that receives what the `yield` is sent. False, with a dispatch exit, when
    /// a frame has no generator.
    #[inline(never)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn unfuse(&mut self, mut pc: usize, mut result: u8) -> bool {
        let fused = self.calls.fused_loops[self.calls.depth.wrapping_sub(1) & (RETURN_STACK_LEN - 1)];
        for _ in 0..=fused.above {
            let Some(frame) = self.calls.frames.last().copied() else { break };
            let window = registers_at(self.stack, frame.base, WINDOW_LEN);
            let object = frame.generator.and_then(|generator| self.rt.heap.gens.find_mut(generator.get()));
            let (Some(object), Some(window)) = (object, window) else {
                self.stop(DispatchExit::Bug("a body without its generator"));
                return false;
            };
            mark_suspended(object, window, pc, result);
            self.pop_materialized();
            if frame.internal {
                count_internal_frame(self, false);
            }
            // The generator frame below, if there is one, is at the `YieldDelegate` that passes the item on.
            let Some(below) = self.calls.frames.last() else { break };
            pc = (below.pc as usize).wrapping_add(1);
            let op = self.codes.get(below.code as usize).and_then(|code| code.ops.get(below.pc as usize));
            if let Some(Op::YieldDelegate { dst, .. }) = op {
                result = dst.0;
            }
        }
        (self.code, self.regs) = (fused.code, fused.regs);
        true
    }
}
