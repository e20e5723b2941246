//! Frames as rows push and leave them. A call writes what its return needs, and no more: of a function that calls and returns nobody ever
//! sees a frame. Whoever looks at the frames has what is missing of them written first, from that.

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

/// The frames of a run, the last of which may not be written yet.
///
/// INVARIANT: the frames that are not written are those of the last `depth - frames.len()` entries of `backs`, [`BACKS`] at most.
pub(crate) struct CallStack<'m> {
    /// Those that are written: all of it but where the last of them stands, as long as there is one above.
    frames: &'m mut Frames,
    /// How many there are.
    depth: usize,
    backs: [ReturnRecord<'m>; BACKS],
    bodies: [GeneratorReturn<'m>; BACKS],
    feeds: [FusedLoop<'m>; BACKS],
}

/// What a frame returns to, kept where the frame was pushed: looking it up would be a chain of loads, each waiting for the other.
///
/// INVARIANT: whoever pushes a frame above `depth` others, or changes what the machine does with its result, writes the entry of that
/// depth or makes it none. Entries live as long as a context, and within it nobody else pushes.
#[derive(Clone, Copy)]
struct ReturnRecord<'m> {
    code: &'m LinkedCode,
    regs: &'m Registers,
    /// How many frames there are below the one that returns; with [`YIELDS`], below the body that yields; with [`MAKES`], below the
    /// `__init__` of an instance; with [`ROUND`], below the function of a `map` that a loop goes over, or with [`KEEPS`] of a `filter`; with
    /// [`WRITTEN`], too, where the frame is written; with [`FEEDS`], too, where a body's loop takes what it yields in place.
    depth: u32,
    pc: u32,
    /// The function of the frame; of a body, the generator that yields.
    place: u32,
    /// With [`MAKES`], the instance; with [`ROUND`] and [`KEEPS`], where the loop's body begins.
    instance: u32,
    dst: u8,
    /// What going on there costs a body, and what it costs a loop to go round.
    cost: u8,
}

/// What a generator's body runs with, kept like [`ReturnRecord`] and valid where that is one of a body.
#[derive(Clone, Copy)]
struct GeneratorReturn<'m> {
    code: &'m LinkedCode,
    regs: &'m Registers,
}

/// What a loop over a `map` or `filter` (`keeps`) asks a function, and where it goes on with the item.
pub(super) struct MapCall {
    pub(super) function: u32,
    pub(super) item: Value,
    pub(super) keeps: bool,
    pub(super) dst: u8,
    pub(super) cost: u8,
    pub(super) target: u32,
}

/// A power of two: a frame so much deeper takes the place of what another returns to, which is then looked up.
const BACKS: usize = 8;

/// No depth, and not what comes of having no frame.
const NOWHERE: u32 = u32::MAX >> 7;

/// Beside a depth: the way back of a generator's body.
const YIELDS: u32 = 1 << 31;

/// Beside a depth: the way back of an `__init__` that a call of a class entered.
const MAKES: u32 = 1 << 30;

/// Beside a depth: the frame is written.
const WRITTEN: u32 = 1 << 29;

const MAKES_WRITTEN: u32 = MAKES | WRITTEN;

/// Beside a depth: the way back of the function of a `map`, whose result is the item of the loop it returns to.
const ROUND: u32 = 1 << 28;

const ROUND_WRITTEN: u32 = ROUND | WRITTEN;

/// Beside a depth: that of a `filter`, whose result says whether the item stays.
const KEEPS: u32 = 1 << 27;

const KEEPS_WRITTEN: u32 = KEEPS | WRITTEN;

const ROUND_FEEDS: u32 = ROUND | FEEDS;

const KEEPS_FEEDS: u32 = KEEPS | FEEDS;

/// Beside a depth and [`YIELDS`]: what the body yields goes to a loop that takes it in place, maybe by way of bodies that delegate to it.
/// Beside [`ROUND`] and [`KEEPS`]: the loop takes its item in place.
const FEEDS: u32 = 1 << 26;

/// Beside a depth and [`YIELDS`]: the body's frame does not count for the recursion limit.
const HIDES: u32 = 1 << 25;

/// The loop that a body feeds, kept like [`ReturnRecord`] and valid where that has [`FEEDS`].
#[derive(Clone, Copy)]
pub(super) struct FusedLoop<'m> {
    pub(super) regs: &'m Registers,
    pub(super) code: &'m LinkedCode,
    /// Where what the loop does with an item begins, and where its `ForLoop` stands.
    pub(super) pc: u32,
    pub(super) end: u32,
    /// The register an item goes to.
    pub(super) dst: u8,
    /// What an item costs the loop.
    cost: u8,
    /// What going on costs, from the body that the loop asked to the one that yields.
    pub(super) down: u16,
    /// How many bodies delegate to the one that yields.
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

    /// How many there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.frames.capacity()
    }

    /// The frames that are written: all, where [`Dispatcher::frames`] was asked for just before.
    pub(crate) fn settled(&mut self) -> &mut Frames {
        self.frames
    }

    #[inline(always)]
    fn is_settled(&self) -> bool {
        self.frames.len() == self.depth
    }

    /// The function that runs, if one does.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn function(&self) -> Option<NonZeroU32> {
        if self.is_settled() {
            return self.frames.last()?.func;
        }
        NonZeroU32::new(self.backs[self.depth.wrapping_sub(1) & (BACKS - 1)].place)
    }

    /// Pushes a frame that is written at once, where all others are, the one below standing at `pc`; false where there is no room.
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

    /// What stands in the room above the last frame is one from now on.
    #[inline(always)]
    fn push_made(&mut self) {
        self.frames.push_made();
        self.depth = self.depth.wrapping_add(1);
    }

    /// The frame that is about to be pushed is not left as quickly.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    fn will_not_return(&mut self) {
        self.backs[self.depth & (BACKS - 1)].depth = NOWHERE;
    }
}

impl<'m> Dispatcher<'m> {
    /// The frames, all of them written.
    #[inline(always)]
    pub(crate) fn frames(&mut self) -> &mut Frames {
        if !self.calls.is_settled() {
            cold_path();
            self.write_frames();
        }
        self.calls.frames
    }

    /// Writes what is missing of the frames.
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

    /// Finds out anew how many frames there may be before somebody has to look: as many as are allowed, and no more of them not written
    /// than there is room for.
    pub(crate) fn refresh_limit(&mut self) {
        self.rt.budget.fast_frames = self.rt.budget.frames_allowed.min(self.calls.frames.len().saturating_add(BACKS));
    }

    /// Takes the last frame off, all frames being written.
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

    /// Leaves the top frame with a value, where it is not written.
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

    /// As `leave`, where it may be written, or the frame of an `__init__`, whose call gives the instance.
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
                // The loop asks for another item.
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

    /// As `leave`, where all there is to it is storing the value: what the frame returns to is looked up.
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

    /// Where a window of the stack begins. The frame says so too, which the next row would wait for: it was written when its function was
    /// called, and that is a moment ago.
    #[inline(always)]
    pub(crate) fn base_of(&self, regs: &Registers) -> u32 {
        (regs.as_ptr().addr().wrapping_sub(self.stack.as_ptr().addr()) / size_of::<Value>()) as u32
    }

    /// Pushes the frame of a function of the program whose arguments stand from register `first` and whose result is stored, where there
    /// is room; the caller stands at `pc`. `instance`: what a call of a class gives, the function being its `__init__`. The new frame's
    /// window. There are fewer frames than [`crate::runtime::core::Runtime::quick_frames`] allows.
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
        // `regs` is at hand: copied from here with the code, both would be read at once soon after each was written, and wait for that.
        // What only bodies have is not written.
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

    /// Where the item stands that the function running in these registers is asked about by a `map` or `filter`: a call of anything else
    /// would have a bound object there.
    #[inline(always)]
    fn asked(&self, regs: &Registers) -> Value {
        self.stack.get((self.base_of(regs) as usize).wrapping_sub(1)).map_or(Value::UNDEF, Cell::get)
    }

    /// As [`Dispatcher::push`], of the function of a `map` or `filter` (`keeps`) that a loop before `pc` goes over, whose window was found
    /// above this one's; its item is stored.
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

    /// Gives the function of a `map` or `filter` that runs in a window an item.
    #[inline(always)]
    fn ask(&self, window: &Registers, item: Value) {
        for slot in self.stack.get((self.base_of(window) as usize).wrapping_sub(1)).into_iter().chain(window.first()) {
            slot.set(item);
        }
    }

    /// Whether the running function was asked by a loop over a `map` or `filter` that takes items in place.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn is_asked_in_place(&self) -> bool {
        let depth = self.calls.depth.wrapping_sub(1);
        matches!(self.calls.backs[depth & (BACKS - 1)].depth ^ depth as u32, ROUND_FEEDS | KEEPS_FEEDS)
    }

    /// The running function was asked by a loop over a `map` or `filter` that takes items in place: that loop, and the item where what the
    /// function returns says that there is one. What the item costs the loop is taken.
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

    /// The function whose loop takes items in place is asked about the next item of the loop's iterator, where that is at hand: false, and
    /// nothing done, where the loop has to look. Its frame and its way back are as they were.
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

    /// Takes the frame of a function off that a loop asked, which goes on by itself.
    #[inline(always)]
    pub(super) fn leave_round(&mut self, fed: FusedLoop<'m>) {
        if self.calls.is_settled() {
            self.drop_last();
        } else {
            self.calls.depth = self.calls.depth.wrapping_sub(1);
        }
        (self.code, self.regs) = (fed.code, fed.regs);
    }

    /// Pushes the frame of a generator's body, all frames being written; None, and nothing done, where there is no room.
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

    /// A body goes on for the same loop as the last time, nobody having pushed a frame at its depth since: its frame still stands there.
    /// The caller's may be another one of the same function, so where that stands, `at`, is written. `pc` and `dst`: where it goes on with
    /// the item, and its register. Slow, and nothing done, where that is not so.
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
        // What those above it feed may have become another loop.
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
        // Going on costs one unit.
        if !self.pay(at as u32, 1) {
            return Flow::Left;
        }
        Flow::Enter(regs, code, at)
    }

    /// The top frame's body, which stands before `pc`, is suspended with an item, where what it yields to is known: goes on there. `result`
    /// is the register that gets what `yield` is sent. Slow, and nothing done, where it is not.
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
        // The machine stops between giving the item and going on, where it has to.
        if !object.handled.is_none() || !fuel.takes(back.cost.into()) {
            return Flow::Slow;
        }
        sleep(object, regs, pc, result);
        let ReturnRecord { code, regs, pc, dst, .. } = *back;
        // A body's frame is written.
        self.drop_last();
        (self.code, self.regs) = (code, regs);
        regs[usize::from(dst)].set(item);
        if hides {
            hide(self, false);
        }
        Flow::Enter(regs, code, pc as usize)
    }

    /// The loop that a body feeds which the running code asks for an item, standing before `at`: this code, or what it feeds itself where it
    /// delegates.
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
                // What it does until it asks again, as `yield from` is compiled.
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

    /// The loop that takes what a body yields which `depth` frames end with, where it does so in place and there is fuel for an item; that is
    /// taken.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn fed_loop(&self, depth: usize) -> Option<&FusedLoop<'m>> {
        let depth = depth.wrapping_sub(1);
        let back = &self.calls.backs[depth & (BACKS - 1)];
        if back.depth & !HIDES != depth as u32 | YIELDS | FEEDS {
            return None;
        }
        let fed = &self.calls.feeds[depth & (BACKS - 1)];
        // As where it is suspended: that may yet be.
        let is_plain = self.rt.heap.gens.find(back.place).is_some_and(|object| object.handled.is_none());
        let takes = is_plain && self.rt.heap.fuel.takes(fed.cost.into());
        takes.then_some(fed)
    }

    /// What a body runs with which `depth` frames end with, where there is fuel for its going on, and that of those that delegate to it; that
    /// is taken.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "below the array's length, a power of two")]
    pub(super) fn generator_has_budget(&self, depth: u32) -> Option<(&'m LinkedCode, &'m Registers)> {
        let at = (depth as usize).wrapping_sub(1) & (BACKS - 1);
        let GeneratorReturn { code, regs } = self.calls.bodies[at];
        self.rt.heap.fuel.takes(self.calls.feeds[at].down.into()).then_some((code, regs))
    }

    /// The top frame's body, which yielded to a loop that is fed, before `pc`, is suspended after all, and those that delegate to it: the
    /// loop's frame is the top one. `result` is the register that gets what `yield` is sent. False, with an event, where there is no such body.
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
            // The one below, if it is a body, stands where it yields what it was given.
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
