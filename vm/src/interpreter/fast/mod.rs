//! How instructions follow each other: a table of rows, each of which does one instruction and goes on to the next.
//!
//! Invariants:
//! - `regs` is the window of the top frame; programs are verified, so operands below its code's `nregs` are in bounds by type (`u8`).
//! - Registers are cells: the windows of a caller and its callee overlap where the arguments are, and a row goes from one to the other
//!   (a call, a return, a generator's turn) by jumping as any other row does.
//! - Fuel is charged at entry (when a frame is pushed) and on backward jumps; both are safepoints, where every live value is in a
//!   register, a frame or another object.
//! - A row leaves nothing on the host's stack that could be referred to when it goes on: what needs room there is a function of its
//!   own that returns to the row first ([`execute_generic`], and those in `misses` that give a value, undefined where they leave an event).
//!
//! Where the optimiser turns calls in tail position into jumps (`cfg(stockade_threaded)`, see `build.rs`) a row calls the next
//! row; elsewhere it returns to the loop in [`dispatch`]. `tests/stack.rs` runs rows of every kind for long on a small stack.

use std::cell::Cell;
use std::hint::cold_path;
use std::sync::Arc;

use stockade_compiler::bytecode::Op;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{FuncObj, GenState, InstObj};
use crate::interpreter::code::LinkedCode;
use crate::interpreter::fast::generator_frames::{Wanted, quick_next};
use crate::interpreter::frame::Frame;
use crate::interpreter::generic::opcodes::execute_generic;
use crate::interpreter::machine::Interpreter;
use crate::objects::types::map_filter::MapStep;
use crate::runtime::core::Runtime;
use crate::runtime::inline_cache::{CacheKind, InlineCache};
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::pending_call::{PendingCall, Resume};
use crate::runtime::type_table::Registry;

/// Goes on at `pc`: only where nothing is left on the host's stack that anybody could still refer to. Everything else sets the
/// context's `pc` and returns to [`dispatch`], so that whatever the optimiser makes of it the stack is empty again.
macro_rules! dispatch_next {
    (far; $context:ident, $regs:ident, $ops:expr, $pc:expr) => {
        dispatch_next!(far_handler; $context, $regs, $ops, $pc)
    };
    ($context:ident, $regs:ident, $ops:expr, $pc:expr) => {
        dispatch_next!(handler; $context, $regs, $ops, $pc)
    };
    ($handler:ident; $context:ident, $regs:ident, $ops:expr, $pc:expr) => {{
        let pc: usize = $pc;
        if cfg!(stockade_threaded) {
            let ops = &$ops[..];
            match ops.get(pc) {
                Some(op) => $handler(op)($context, $regs, ops, pc.wrapping_add(1), op),
                None => {
                    cold_path();
                    outside($context, pc)
                }
            }
        } else {
            $context.pc = pc;
        }
    }};
}

/// As `dispatch_next`, for what is a row of a run without quick cases, too: there it returns to [`dispatch`].
macro_rules! dispatch_next_or_return {
    ($context:ident, $regs:ident, $ops:expr, $pc:expr) => {{
        let pc: usize = $pc;
        if $context.plain {
            $context.pc = pc;
        } else {
            dispatch_next!($context, $regs, $ops, pc)
        }
    }};
}

/// As `dispatch_next`, where the context says: after a call in between nothing of a row's own needs to have been kept.
macro_rules! dispatch_next_here {
    ($context:ident) => {
        if !$context.plain {
            let (pc, regs, code) = ($context.pc, $context.regs, $context.code);
            dispatch_next!($context, regs, code.words, pc)
        }
    };
}

/// As `dispatch_next`, and never from row to row.
macro_rules! return_to_event_loop {
    (far; $context:ident, $regs:ident, $ops:expr, $pc:expr) => {
        return_to_event_loop!($context, $regs, $ops, $pc)
    };
    ($context:ident, $regs:ident, $ops:expr, $pc:expr) => {{
        let _ = ($regs, &$ops);
        $context.pc = $pc
    }};
}

/// What a register holds, by operand.
macro_rules! r {
    ($regs:ident, $reg:expr) => {
        $regs[$reg.0 as usize].get()
    };
}

/// Gives a register, by operand, another value.
macro_rules! set {
    ($regs:ident, $reg:expr, $value:expr) => {
        $regs[$reg.0 as usize].set($value)
    };
}

pub(crate) use {r, set};

mod attributes;
mod calls;
pub(crate) mod generator_frames;
mod handlers;
mod instruction;
mod keyword_calls;
mod loop_fusion;
mod loops;
pub(crate) mod methods;
mod return_stack;
pub(crate) mod returns;
pub(crate) mod trivial_init;

pub(crate) use handlers::words_of;
use handlers::{COLD_HANDLERS, OPCODE_OF, PLAIN, ROWS, row_of};
pub(crate) use instruction::Instruction;
pub(crate) use loop_fusion::{FusibleLoop, fed_loops};
pub(crate) use return_stack::CallStack;

/// The registers of a frame, slack, and what an operand that stands after the last register would be found in.
pub(crate) type Registers = [Cell<Value>; ONE];

/// Why the rows handed over to the machine.
#[derive(Clone, Copy)]
pub(crate) enum DispatchExit {
    /// An operation ended other than with a value.
    Exit(Abrupt),
    /// A fault of ours.
    Bug(&'static str),
    /// A call the loop does not do itself: callee, first argument (window register), count, names constant.
    Call {
        callee: Value,
        base: u8,
        argc: u8,
        names: Option<u16>,
        dst: u8,
    },
    /// The prelude's twin of a native that could not answer by itself.
    Twin {
        callee: Value,
        base: u8,
        argc: u8,
        dst: u8,
    },
    /// `base(*base+1, **base+2)`
    CallEx {
        base: u8,
        dst: u8,
    },
    Return(Value),
    Yield(Value),
    /// Fuel slice used up or collection due.
    Safepoint,
    /// A line begins while something waits to be told what is gone.
    Tidy,
    /// A generator in register `iter` gives the next item of a `for`.
    ForResume {
        generator: Value,
        dst: u8,
    },
    /// A guest iterator does.
    ForGuest {
        iter: Value,
        dst: u8,
    },
    /// `Send` to an iterator that is not native.
    Send {
        iter: Value,
        value: Value,
        dst: u8,
    },
    MakeFunction {
        dst: u8,
        base: u8,
        flags: u8,
        child: u16,
    },
    /// Rows handled by [`crate::interpreter::generic::cold`].
    Rare(Op),
}

/// What rows share. What depends on the top frame is set anew whenever that changes.
pub(crate) struct Dispatcher<'m> {
    pub(crate) rt: &'m mut Runtime,
    pub(crate) codes: &'m [Arc<LinkedCode>],
    pub(crate) calls: CallStack<'m>,
    /// How many frames do not count for Python's recursion limit.
    pub(crate) hidden: &'m mut u32,
    /// The registers of every frame.
    pub(crate) stack: &'m [Cell<Value>],
    /// No quick cases.
    pub(crate) plain: bool,
    /// Stop between lines.
    careful: bool,
    /// With so many frames or fewer nothing is quick: [`crate::interpreter::control::generator_finalizers::floor`].
    pub(crate) floor: usize,
    pub(crate) sites: &'m mut [InlineCache],
    seconds: &'m mut Vec<InlineCache>,
    pub(crate) registry: &'static Registry,
    /// The rows stop, for the event.
    pub(crate) stopped: bool,
    pub(crate) event: &'m mut DispatchExit,
    /// Where they stopped, or go on when a row returned without a stop.
    pc: usize,
    // --- of the top frame
    pub(crate) code: &'m LinkedCode,
    pub(crate) regs: &'m Registers,
}

/// One row: does the instruction before `pc` and everything after it, until an event stands in the context.
type Handler = for<'m> fn(&mut Dispatcher<'m>, &'m Registers, &'m [Instruction], usize, &'m Instruction);

/// What a row's quick case says.
pub(crate) enum Flow<'m> {
    /// Done; the next instruction follows.
    Next,
    /// Done; the instruction at this place follows.
    Jump(u32),
    /// A backward jump: fuel is charged, then as `Jump`.
    Loop(u32, u32),
    /// Done; the instruction at this place follows, found in [`handlers::COLD_HANDLERS`].
    Far(usize),
    /// Done; another frame is on top: its window, its code, and the place of the instruction that follows.
    Enter(&'m Registers, &'m LinkedCode, usize),
    /// Not done: the case is not quick.
    Slow,
    /// What stops the rows stands in the context.
    Left,
}

/// What became of a call, for a row that left it to another function: no more than a register holds, since whatever a row had on the host's
/// stack for it could still be referred to when the row goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnterOutcome {
    /// The function was entered.
    On,
    /// As [`Flow::Left`].
    Left,
    /// As [`Flow::Slow`].
    Nowhere,
}

impl Flow<'_> {
    /// The same, where the next instruction follows by way of [`handlers::COLD_HANDLERS`].
    #[inline(always)]
    fn far(self, pc: usize) -> Self {
        match self {
            Flow::Next => Flow::Far(pc),
            other => other,
        }
    }
}

/// Runs the rows until an event that the machine must deal with, and leaves that in `event`.
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 rows")]
pub(crate) fn dispatch(machine: &mut Interpreter, event: &mut DispatchExit) {
    let Interpreter { rt, codes, sites, seconds, stack, frames, hidden, plain, .. } = machine;
    let careful = rt.finalizers.is_careful(rt.heap.fuel.used());
    let held = |at: usize| stack.get(at).copied().unwrap_or(Value::UNDEF);
    let floor = if careful && !rt.finalizers.sleepers.is_empty() {
        crate::interpreter::control::generator_finalizers::floor(&rt.finalizers, frames, held)
    } else {
        0
    };
    let careful = careful && floor == 0;
    let plain = *plain || careful;
    let rows = if plain { &PLAIN } else { &ROWS };
    let codes: &[Arc<LinkedCode>] = codes;
    let stack: &[Cell<Value>] = Cell::from_mut(stack.as_mut_slice()).as_slice_of_cells();
    let (Some(code), Some(regs)) = (codes.first(), stack.first_chunk()) else {
        *event = DispatchExit::Bug("no code to run, or no registers");
        return;
    };
    let mut context = Dispatcher {
        rt,
        codes,
        calls: CallStack::new(frames, code, regs),
        hidden,
        stack,
        plain,
        careful,
        floor,
        sites,
        seconds,
        registry: crate::runtime::type_table::registry(),
        stopped: false,
        event,
        pc: 0,
        code,
        regs,
    };
    context.refresh_limit();
    context.pc = context.top();
    while !context.stopped {
        let (pc, regs, code) = (context.pc, context.regs, context.code);
        if context.careful && context.rt.pending.key_replay.is_none() && is_to_be_tidied(&mut context, &code.ops, pc) {
            context.stop(DispatchExit::Tidy);
            break;
        }
        match code.words.get(pc) {
            Some(op) => rows[usize::from(op.row())](&mut context, regs, &code.words, pc.wrapping_add(1), op),
            None => outside(&mut context, pc),
        }
    }
    let pc = context.pc as u32;
    if let Some(frame) = context.frames().last_mut() {
        frame.pc = pc;
    }
    context.rt.policy.trusted = context.code.trusted;
}

/// Registers of one window: 256, and four more, so that the four after each are found without a check.
pub(crate) const ONE: usize = 260;

/// Registers of two: the machine makes room for as many before it pushes a frame.
pub(crate) const TWO: usize = 512;

/// The window at a place of the stack, where there is so much room.
#[inline(always)]
pub(crate) fn registers_at(stack: &[Cell<Value>], base: u32, room: usize) -> Option<&Registers> {
    stack.get(base as usize..(base as usize).wrapping_add(room))?.first_chunk()
}

/// Hands copies of registers over as a slice.
#[inline(always)]
pub(crate) fn with_args<R>(regs: &Registers, first: usize, count: usize, then: impl FnOnce(&[Value]) -> R) -> R {
    match regs.get(first..first.wrapping_add(count)).unwrap_or(&[]) {
        [] => then(&[]),
        [a] => then(&[a.get()]),
        [a, b] => then(&[a.get(), b.get()]),
        [a, b, c] => then(&[a.get(), b.get(), c.get()]),
        many => then(&many.iter().map(Cell::get).collect::<smallvec::SmallVec<[Value; 16]>>()),
    }
}

/// Whether something may be gone where the rows have come to: a line begins while somebody waits for that, or a generator is
/// not where it was.
#[cold]
fn is_to_be_tidied(context: &mut Dispatcher<'_>, ops: &[Op], pc: usize) -> bool {
    context.frames();
    let weak = &context.rt.finalizers;
    let stack = context.stack;
    let held = |at: usize| stack.get(at).map_or(Value::UNDEF, Cell::get);
    if context.code.trusted || crate::interpreter::control::generator_finalizers::floor(weak, context.calls.settled(), held) > 0 {
        return false;
    }
    let (by_line, sleeping) = (weak.polls_per_line(), !weak.sleepers.is_empty());
    let line = (by_line || weak.wants_line_events()) && {
        let number = context.code.number;
        crate::interpreter::control::finalizers::is_between_lines(context.rt, context.code, number, ops, pc)
    };
    line && by_line || sleeping && crate::interpreter::control::generator_finalizers::is_unseen(context, pc, line)
}

impl<'m> Dispatcher<'m> {
    /// A frame is on top, or not any more, that does not count for the recursion limit.
    pub(crate) fn count_hidden(&mut self, entered: bool) {
        *self.hidden = if entered { *self.hidden + 1 } else { self.hidden.saturating_sub(1) };
        self.rt.set_quick_frames(*self.hidden, self.calls.capacity());
        self.refresh_limit();
    }

    /// Stops the rows for an event.
    #[inline(always)]
    pub(crate) fn stop(&mut self, event: DispatchExit) {
        *self.event = event;
        self.stopped = true;
    }

    /// Stops the rows for an event, to go on at a place.
    pub(crate) fn stop_at(&mut self, pc: usize, event: DispatchExit) {
        self.stop(event);
        self.pc = pc;
    }

    /// Something was done here that leaves the rows elsewhere: goes on at a place, or has the machine look first as it would there.
    pub(crate) fn resume_at(&mut self, pc: usize) {
        self.pc = pc;
        if !self.stopped && !self.rt.heap.fuel.goes_on() {
            self.stop(DispatchExit::Safepoint);
        }
    }

    /// Charges a backward jump to a place; else the rows stop there.
    #[inline(always)]
    fn pay(&mut self, target: u32, cost: u32) -> bool {
        let paid = self.rt.pay(cost);
        if !paid {
            cold_path();
            self.stop(DispatchExit::Safepoint);
            self.pc = target as usize;
        }
        paid
    }

    /// The instruction before `pc`, whole: where a row is for several.
    #[inline(always)]
    fn current_op(&self, pc: usize) -> Option<Op> {
        self.code.ops.get(pc.wrapping_sub(1)).copied()
    }

    /// A site of the running code.
    #[inline(always)]
    fn site(&self, at: u32) -> Option<&InlineCache> {
        self.sites.get(at as usize)
    }

    /// What a site knew before what it knows now, where it is of this kind and fits an instance.
    #[inline(always)]
    fn second(&self, at: u32, kind: CacheKind, object: Value) -> Option<(&InlineCache, &InstObj)> {
        let second = self.seconds.get(at as usize)?;
        let inst = self.rt.heap.insts.find(object.index())?;
        second.knows(kind, inst.shape, self.rt.caches.epoch).then_some((second, inst))
    }

    /// Keeps what a site knew before it learnt something else.
    #[inline(never)]
    fn keep(&mut self, at: u32, before: InlineCache) {
        self.seconds.resize(self.sites.len(), InlineCache::new(before.name));
        if let Some(second) = self.seconds.get_mut(at as usize) {
            *second = before;
        }
    }

    /// The running function, for its closure.
    #[inline(always)]
    fn function(&self) -> Option<&crate::heap::FuncObj> {
        self.rt.heap.funcs.find(self.calls.function()?.get())
    }

    /// Looks up what depends on the top frame: where it goes on. An event where there is none.
    pub(crate) fn top(&mut self) -> usize {
        let frame = self.frames().last().copied();
        let parts = frame.and_then(|frame| {
            let code = self.codes.get(frame.code as usize)?;
            Some((frame.pc as usize, code, registers_at(self.stack, frame.base, ONE)?))
        });
        let Some((pc, code, window)) = parts else {
            self.stop(DispatchExit::Bug("no frame to run"));
            return usize::MAX;
        };
        (self.code, self.regs) = (code, window);
        pc
    }

    /// Puts the cells that the running function reads into its registers, or the values in them; false where one is unbound.
    #[inline(always)]
    fn load_closure(&self, function: u32) -> bool {
        let (Some(first), Some(function)) = (self.code.free_base, self.rt.heap.funcs.find(function)) else { return true };
        // As many as its registers are for, which the code says.
        let Some(slots) = self.regs.get(usize::from(first)..usize::from(self.code.nregs)) else { return true };
        let (mut values, cells) = (self.code.free_values, &self.rt.heap.cells);
        for (slot, cell) in slots.iter().zip(&function.closure) {
            if values & 1 == 0 {
                slot.set(*cell);
            } else {
                match cells.find(cell.index()) {
                    Some(cell) if !cell.0.is_undef() => slot.set(cell.0),
                    _ => {
                        cold_path();
                        return false;
                    }
                }
            }
            values >>= 1;
        }
        true
    }

    /// Enters a guest function whose arguments stand from register `first` and are its parameters in order, where there is
    /// room; anything else is not quick.
    #[inline(always)]
    fn call(&mut self, pc: usize, callee: Value, first: u8, count: u8, dst: u8) -> Flow<'m> {
        self.enter_with_action(pc, callee, first, count, dst, ReturnAction::Store, Value::UNDEF)
    }

    /// As `call`; its result is used as `action` says, which [`Frame::is_quick`] must know when it is [`ReturnAction::Store`].
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the parts of one frame")]
    fn enter_with_action(
        &mut self,
        pc: usize,
        callee: Value,
        first: u8,
        count: u8,
        dst: u8,
        action: ReturnAction,
        extra: Value,
    ) -> Flow<'m> {
        let base = self.base_of(self.regs).wrapping_add(first.into());
        self.enter(pc, callee, base, count, dst, action, extra)
    }

    /// As `call`, for rows: where the function was entered they go on where the context says.
    #[inline(never)]
    fn went(&mut self, pc: usize, callee: Value, first: u8, count: u8, dst: u8) -> EnterOutcome {
        let flow = self.call(pc, callee, first, count, dst);
        self.as_outcome(&flow)
    }

    /// As `went`, of a class's `__init__`: its call gives the instance, which stands where the class did, and does again where it was not
    /// entered.
    #[inline(never)]
    fn went_to_init(&mut self, pc: usize, init: Value, first: u8, count: u8, dst: u8, (class, instance): (Value, Value)) -> EnterOutcome {
        let flow = self.enter_with_action(pc, init, first, count, dst, ReturnAction::Init, instance);
        let went = self.as_outcome(&flow);
        if went == EnterOutcome::Nowhere {
            self.regs[usize::from(first)].set(class);
        }
        went
    }

    #[inline(always)]
    fn as_outcome(&mut self, flow: &Flow<'m>) -> EnterOutcome {
        match flow {
            Flow::Enter(_, _, at) => {
                self.pc = *at;
                EnterOutcome::On
            }
            Flow::Left => EnterOutcome::Left,
            _ => EnterOutcome::Nowhere,
        }
    }

    /// As `enter_with_action`, the arguments standing from register `base` of the stack.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the parts of one frame")]
    fn enter(&mut self, pc: usize, callee: Value, base: u32, count: u8, dst: u8, action: ReturnAction, extra: Value) -> Flow<'m> {
        self.frames();
        let Some(function) = self.rt.heap.funcs.find(callee.index()) else { return Flow::Slow };
        let target = function.code;
        let Some(code) = self.codes.get(target as usize) else { return Flow::Slow };
        if self.calls.depth() >= self.rt.budget.frames_allowed {
            return Flow::Slow;
        }
        let Some(window) = registers_at(self.stack, base, TWO) else { return Flow::Slow };
        let mut gathered = None;
        if code.quick_args != u16::from(count) && !default_arguments(self.rt, function, code, window, count) {
            if let Some(recalls) = code.recalls
                && matches!(action, ReturnAction::Store)
                && let Some(value) =
                    with_args(window, 0, count.into(), |given| crate::native_modules::functools::recalled(self.rt, recalls, callee, given))
            {
                if let Some(slot) = self.regs.get(usize::from(dst)) {
                    slot.set(value);
                }
                return Flow::Enter(self.regs, self.code, pc);
            }
            gathered = gather(self.rt, callee, code, window, count);
            if gathered.is_none() {
                return Flow::Slow;
            }
        }
        let frame = Frame {
            extra,
            code: target,
            pc: 0,
            base,
            dst,
            action,
            hidden: code.hidden,
            quick: !code.hidden && matches!(action, ReturnAction::Store),
            func: callee.place(),
            generator: None,
        };
        if !self.calls.push_whole(pc, frame) {
            return Flow::Slow;
        }
        self.refresh_limit();
        if code.hidden {
            self.count_hidden(true);
        }
        code.clear(window);
        if let Some(given) = gathered {
            // Those that were gathered stand where nothing is any more.
            for slot in window.iter().take(count.into()).skip(code.arg_count.into()) {
                slot.set(Value::UNDEF);
            }
            let parameters = window.iter().skip(code.arg_count.into());
            for (slot, value) in parameters.zip(given.iter().filter(|value| !value.is_undef())) {
                slot.set(*value);
            }
        }
        (self.code, self.regs) = (code, window);
        if code.free_base.is_some() && !self.load_closure(callee.index()) {
            self.drop_last();
            if code.hidden {
                self.count_hidden(false);
            }
            self.top();
            return Flow::Slow;
        }
        if !self.rt.pay(code.entry_cost) {
            self.pc = 0;
            self.stop(DispatchExit::Safepoint);
            return Flow::Left;
        }
        Flow::Enter(window, code, 0)
    }
}

#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 rows")]
fn handler(op: &Instruction) -> Handler {
    ROWS[usize::from(op.row())]
}

/// The opcode of the instruction that a word was made of.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 rows")]
fn opcode_of(op: &Instruction) -> u8 {
    OPCODE_OF[usize::from(op.row())]
}

/// As `handler`, by another table: see [`handlers::COLD_HANDLERS`].
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 rows")]
fn far_handler(op: &Instruction) -> Handler {
    COLD_HANDLERS[usize::from(op.row())]
}

#[cold]
#[inline(never)]
fn outside(context: &mut Dispatcher<'_>, pc: usize) {
    context.stop(DispatchExit::Bug("pc outside the code"));
    context.pc = pc;
}

/// The row of every instruction that has no quick case, and of the others when theirs does not hold.
///
/// That it looks at the word matters beyond the check: what nobody looks at the optimiser does not pass on, and then a function that reads
/// two operands gets these instead of the word, more values than go in registers, and is called where a jump was meant.
#[inline(never)]
fn slow<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let whole = match context.current_op(pc) {
        Some(whole) if opcode_of(op) == row_of(&whole) as u8 => whole,
        _ => return outside(context, pc),
    };
    let pc = execute_generic(context, regs, pc, whole);
    if context.stopped {
        context.pc = pc;
        match *context.event {
            DispatchExit::Exit(Abrupt::Call) => enter_pending(context),
            DispatchExit::ForGuest { iter, dst } => enter_next(context, iter, dst),
            DispatchExit::CallEx { base, dst } => enter_call_ex(context, base, dst),
            _ => {}
        }
        return;
    }
    dispatch_next_or_return!(context, regs, ops, pc)
}

/// Whether all variables of others that a function with this code reads are bound.
#[inline(always)]
pub(crate) fn has_cells(rt: &Runtime, code: &LinkedCode, function: u32) -> bool {
    let is_bound = |cell: &Value| rt.heap.cells.find(cell.index()).is_some_and(|cell| !cell.0.is_undef());
    rt.heap.funcs.find(function).is_some_and(|function| {
        let mut values = code.free_values;
        function.closure.iter().all(|cell| {
            let reads = values & 1 == 1;
            values >>= 1;
            !reads || is_bound(cell)
        })
    })
}

/// What `*args` and `**kwds` of a function get, undefined where it has not the one or the other, of so many positional arguments; None
/// where there is more to the call, of which the window then still has every argument.
#[inline(never)]
fn gather(rt: &mut Runtime, callee: Value, code: &LinkedCode, window: &Registers, count: u8) -> Option<[Value; 2]> {
    use stockade_compiler::bytecode::code_flags;
    let more = if code.gathers { count.checked_sub(code.arg_count)? } else { return None };
    let (takes, names) = (code.flags & code_flags::VARARGS != 0, code.flags & code_flags::VARKEYWORDS != 0);
    if more > 0 && !takes {
        return None;
    }
    if code.free_base.is_some() {
        // Entered for certain: the arguments are overwritten.
        has_cells(rt, code, callee.index()).then_some(())?;
    }
    let rest = if takes { with_args(window, code.arg_count.into(), more.into(), |given| rt.heap.tuple(given)).ok()? } else { Value::UNDEF };
    let named = if names { rt.heap.dict(crate::heap::DictObj::default()).ok()? } else { Value::UNDEF };
    Some([rest, named])
}

/// As `enter_pending`, for a call with a tuple of arguments and no names.
#[inline(never)]
fn enter_call_ex(context: &mut Dispatcher<'_>, base: u8, dst: u8) {
    let regs = context.regs;
    let at = |offset: u8| regs.get(usize::from(base.wrapping_add(offset))).map_or(Value::UNDEF, Cell::get);
    let (callee, args, named) = (at(0), at(1), at(2));
    let nameless = match named.tag {
        Tag::None => true,
        Tag::Dict => context.rt.heap.dicts.get(named.index()).len() == 0,
        _ => false,
    };
    let items = context.rt.sequence_items(args);
    // More of them cost something.
    if context.plain || args.tag != Tag::Tuple || !nameless || items.len() >= 7 {
        return;
    }
    let all: smallvec::SmallVec<[Value; 8]> = smallvec::SmallVec::from_slice(items);
    if callee.tag == Tag::Func {
        above(context, context.pc, callee, &all, dst, ReturnAction::Store, Value::UNDEF);
    }
}

/// Puts the defaults of a plain function where a call gave fewer arguments; whether there are enough of them.
#[inline(never)]
fn default_arguments(rt: &Runtime, function: &FuncObj, code: &LinkedCode, window: &Registers, count: u8) -> bool {
    let Some(defaults) = rt.missing_arguments(function, code, count.into()) else { return false };
    for (slot, value) in window.iter().skip(count.into()).zip(defaults) {
        slot.set(*value);
    }
    true
}

/// The rows stand for a call that takes the place of an instruction: where it is one of a plain function, its frame is pushed and
/// they go on there. What [`Interpreter`] does with [`Abrupt::Call`], when nothing is special.
#[inline(never)]
fn enter_pending(context: &mut Dispatcher<'_>) {
    let (pc, pending) = (context.pc, &context.rt.pending.call);
    if pending.resume == Some(Resume::Send) {
        return resume_pending(context);
    }
    if context.plain || pending.callee.tag != Tag::Func || pending.resume.is_some() || !pending.names.is_empty() {
        return;
    }
    let Some(op) = context.code.ops.get(pc.wrapping_sub(1)).copied() else { return };
    let (dst, by_op) = crate::interpreter::control::results::result_of(op);
    let (action, extra) = match pending.action {
        Some(ReturnAction::Operator) if by_op == ReturnAction::Branch => (ReturnAction::OperatorBranch, pending.extra),
        Some(ReturnAction::Checked) if by_op != ReturnAction::Store => return,
        Some(own) => (own, pending.extra),
        None => (by_op, Value::UNDEF),
    };
    let (callee, args) = (pending.callee, std::mem::take(&mut context.rt.pending.call.args));
    let entered = above(context, pc, callee, &args, dst, action, extra);
    let pending = &mut context.rt.pending.call;
    if entered {
        // It has no names, and nothing resumes.
        (pending.callee, pending.action, pending.extra) = (Value::UNDEF, None, Value::UNDEF);
    } else {
        pending.args = args;
    }
}

/// As `enter_pending`, for a generator that is asked for its next item: by `next`, with a default or without, or one of its methods.
#[inline(never)]
fn resume_pending(context: &mut Dispatcher<'_>) {
    let pending = &context.rt.pending.call;
    let action = pending.action.unwrap_or(ReturnAction::Store);
    let [sent] = *pending.args.as_slice() else { return };
    if context.plain || !matches!(action, ReturnAction::Store | ReturnAction::NextDefault) {
        return;
    }
    let (pc, regs, generator, default) = (context.pc, context.regs, pending.callee, pending.extra);
    // What it is sent is what its `yield` gives, where it stands at one.
    let register = send_register(context, generator);
    if !sent.is_none() && register.is_none() {
        return;
    }
    let Some((dst, ReturnAction::Store)) = context.current_op(pc).map(crate::interpreter::control::results::result_of) else { return };
    context.stopped = false;
    match quick_next(context, regs, pc, Wanted { generator, dst, pc: pc as u32, cost: 0, action }) {
        Flow::Enter(_, _, at) => context.pc = at,
        // The frame is there, and the machine has to look at something first.
        Flow::Left => {}
        _ => {
            context.stopped = true;
            return;
        }
    }
    if let Some(slot) = register.and_then(|register| context.regs.get(usize::from(register))) {
        slot.set(sent);
    }
    if let Some(frame) = context.frames().last_mut() {
        frame.extra = default;
    }
    context.rt.pending.call = PendingCall::default();
}

/// The register that gets what a suspended generator is sent.
#[inline(never)]
fn send_register(context: &Dispatcher<'_>, generator: Value) -> Option<u8> {
    let object = if generator.tag == Tag::Gen { context.rt.heap.gens.find(generator.index())? } else { return None };
    let code = context.codes.get(object.code as usize)?;
    match code.ops.get((object.pc as usize).wrapping_sub(1))? {
        Op::Yield { dst, .. } | Op::YieldDelegate { dst, .. } if object.state == GenState::Suspended => Some(dst.0),
        _ => None,
    }
}

/// As `enter_pending`, for the `__next__` of an iterator that a loop goes over.
#[inline(never)]
fn enter_next(context: &mut Dispatcher<'_>, iter: Value, dst: u8) {
    if context.plain {
        return;
    }
    if let Some(callee) = context.rt.plain_method(iter, crate::base::names::dunder_next) {
        above(context, context.pc, callee, &[iter], dst, ReturnAction::ForNext, Value::UNDEF);
    }
}

/// As `enter_pending`, for the function of a `map` or `filter` that a loop goes over.
#[inline(never)]
fn enter_map_function(context: &mut Dispatcher<'_>, iter: Value, dst: u8) {
    if context.plain || !context.rt.is_through(iter) {
        return;
    }
    let MapStep { func, item, keeps } = match context.rt.hold(iter) {
        Ok(Some(asked)) => asked,
        // The machine, which ends the loop, does not ask what is below once more.
        Ok(None) => return context.rt.hold_end(iter),
        Err(exit) => return context.stop(DispatchExit::Exit(exit)),
    };
    let action = if keeps { ReturnAction::Filter } else { ReturnAction::ForNext };
    if func.tag == Tag::Func && above(context, context.pc, func, &[item], dst, action, item) {
        context.rt.release(iter);
    }
}

/// As `enter_pending`, for the twin of a native, whose arguments stand in registers.
#[inline(never)]
fn enter_fallback(context: &mut Dispatcher<'_>, pc: usize, callee: Value, base: u8, argc: u8, dst: u8) {
    let twin = context.rt.caches.fallbacks.get(callee.index() as usize).copied().unwrap_or(Value::UNDEF);
    if context.plain || twin.tag != Tag::Func {
        return;
    }
    let regs = context.regs;
    with_args(regs, base.into(), argc.into(), |args| above(context, pc, twin, args, dst, ReturnAction::Store, Value::UNDEF));
}

/// Enters a plain function with these arguments, in the window above the top frame's, where the machine would put it too; whether it
/// did, and so the event of the context is done with.
fn above(context: &mut Dispatcher<'_>, pc: usize, callee: Value, args: &[Value], dst: u8, action: ReturnAction, extra: Value) -> bool {
    // One register is left free for a bound object.
    let base = context.base_of(context.regs).wrapping_add(u32::from(context.code.nregs)).wrapping_add(1);
    let (Some(window), Ok(count)) = (registers_at(context.stack, base, TWO), u8::try_from(args.len())) else { return false };
    for (slot, arg) in window.iter().zip(args) {
        slot.set(*arg);
    }
    context.stopped = false;
    match context.enter(pc, callee, base, count, dst, action, extra) {
        Flow::Enter(_, _, at) => {
            context.pc = at;
            true
        }
        // The frame is there, and the machine has to look at something first.
        Flow::Left => true,
        _ => {
            context.stopped = true;
            false
        }
    }
}
