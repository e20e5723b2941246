//! Dispatch: a table of handlers. Each handler executes one instruction and jumps to the handler of the next.
//!
//! Invariants:
//! - `regs` is the window of the top frame. Programs are verified, so an operand (`u8`) below the code's `nregs` is in bounds.
//! - Registers are `Cell`s, because the windows of a caller and its callee overlap where the arguments are. A handler switches from one
//!   window to the other (for a call, a return, or a resumed generator) by a jump, like any other handler.
//! - Fuel is charged at entry (when a frame is pushed) and on backward jumps. Both are safepoints: every live value is then in a register,
//!   a frame or another object.
//! - A handler holds no reference to its own stack memory when it jumps on, else the compiler cannot make the call a jump. Work that needs
//!   stack memory is a separate function that returns to the handler first: [`execute_generic`], and the helpers in `attributes` that
//!   return a value, or undefined after they set a dispatch exit.
//!
//! A handler calls the next handler where the compiler turns calls in tail position into jumps (`cfg(stockade_threaded)`, see `build.rs`).
//! In other builds it returns to the loop in [`dispatch`]. `tests/stack.rs` runs handlers of every kind for a long time on a small stack.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use std::cell::Cell;
use std::hint::cold_path;
use std::sync::Arc;

use stockade_compiler::bytecode::Op;

use crate::base::abrupt::Abrupt;
use crate::base::sizes::low32;
use crate::base::value::{Tag, Value};
use crate::heap::{FuncObj, GenState, InstObj};
use crate::interpreter::code::LinkedCode;
use crate::interpreter::fast::generator_frames::{ResumeRequest, resume_fast};
use crate::interpreter::frame::Frame;
use crate::interpreter::generic::opcodes::execute_generic;
use crate::interpreter::machine::Interpreter;
use crate::objects::types::map_filter::MapStep;
use crate::runtime::core::Runtime;
use crate::runtime::inline_cache::{CacheKind, InlineCache};
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::pending_call::{PendingCall, Resume};
use crate::runtime::type_table::Registry;

/// Jumps to the handler at `pc`; in builds without tail calls, sets the dispatcher's `pc`, and the handler returns to [`dispatch`]. Use it
/// only where nothing can refer to the handler's own stack memory any more. All other code sets the dispatcher's `pc` and returns to
/// [`dispatch`], so that the stack is empty again whatever the compiler does.
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

/// Like `dispatch_next`, for a handler that the reference mode also runs: there it returns to [`dispatch`].
macro_rules! dispatch_next_or_return {
    ($context:ident, $regs:ident, $ops:expr, $pc:expr) => {{
        let pc: usize = $pc;
        if $context.reference_mode {
            $context.pc = pc;
        } else {
            dispatch_next!($context, $regs, $ops, pc)
        }
    }};
}

/// Like `dispatch_next`, but continues where the dispatcher's `pc`, `regs` and `code` say. After a call of a helper, the handler then need
/// not keep values of its own across that call.
macro_rules! dispatch_next_here {
    ($context:ident) => {
        if !$context.reference_mode {
            let (pc, regs, code) = ($context.pc, $context.regs, $context.code);
            dispatch_next!($context, regs, code.instructions, pc)
        }
    };
}

/// Has the arguments of `dispatch_next`, but always returns to [`dispatch`].
macro_rules! return_to_event_loop {
    (far; $context:ident, $regs:ident, $ops:expr, $pc:expr) => {
        return_to_event_loop!($context, $regs, $ops, $pc)
    };
    ($context:ident, $regs:ident, $ops:expr, $pc:expr) => {{
        let _ = ($regs, &$ops);
        $context.pc = $pc
    }};
}

/// Reads the register of an operand.
macro_rules! r {
    ($regs:ident, $reg:expr) => {
        $regs[$reg.0 as usize].get()
    };
}

/// Writes the register of an operand.
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
pub(crate) mod slow_paths;
mod superinstructions;
mod trivial_init;

pub(crate) use handlers::encode_instructions;
use handlers::{COLD_HANDLERS, HANDLERS, OPCODE_OF, REFERENCE_HANDLERS, handler_opcode};
pub(crate) use instruction::Instruction;
pub(crate) use loop_fusion::{FusibleLoop, fusible_loops};
pub(crate) use return_stack::CallStack;

/// The registers of a frame, with slack: an operand plus a small offset is also in bounds.
pub(crate) type Registers = [Cell<Value>; WINDOW_LEN];

/// Why the handlers returned to the event loop.
#[derive(Clone, Copy)]
pub(crate) enum DispatchExit {
    /// An operation had an abrupt completion.
    Exit(Abrupt),
    /// A fault of the VM.
    Bug(&'static str),
    /// A call that the handlers cannot make: callee, register of the first argument, count, constant with the keyword names.
    Call {
        callee: Value,
        base: u8,
        argc: u8,
        names: Option<u16>,
        dst: u8,
    },
    /// A call of the fallback of a native function that needs user code.
    Fallback {
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
    /// The fuel slice is used up, or a collection is due.
    Safepoint,
    /// A new line begins, or a watched generator is not where it was: the event loop polls finalizers.
    PollFinalizers,
    /// Resumes a generator for the next item of a `for`.
    ForResume {
        generator: Value,
        dst: u8,
    },
    /// Calls the iterator's `__next__` in user code for the next item of a `for`.
    ForUserIterator {
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
    /// An opcode that [`crate::interpreter::generic::cold`] executes.
    Rare(Op),
}

/// The state that all handlers share. The fields of the top frame are set again whenever the top frame changes.
pub(crate) struct Dispatcher<'m> {
    pub(crate) rt: &'m mut Runtime,
    pub(crate) codes: &'m [Arc<LinkedCode>],
    pub(crate) calls: CallStack<'m>,
    /// How many internal frames there are. They do not count for Python's recursion limit.
    pub(crate) internal_frames: &'m mut u32,
    /// The registers of all frames.
    pub(crate) stack: &'m [Cell<Value>],
    /// Turns the fast paths off: in reference mode, and while finalizers are polled between instructions.
    pub(crate) reference_mode: bool,
    /// Checks before each instruction whether finalizers must be polled.
    polls_lines: bool,
    /// Frames at this depth or below do not use the fast paths of generators and returns, because a watched generator may be dropped there:
    /// [`crate::interpreter::control::generator_finalizers::unwatched_depth`].
    pub(crate) unwatched_depth: usize,
    pub(crate) sites: &'m mut [InlineCache],
    secondary_caches: &'m mut Vec<InlineCache>,
    pub(crate) registry: &'static Registry,
    /// The handlers stop: `event` holds the dispatch exit.
    pub(crate) stopped: bool,
    pub(crate) event: &'m mut DispatchExit,
    /// Where the handlers stopped, or where they continue after a handler returned without a dispatch exit.
    pc: usize,
    // --- The fields of the top frame.
    pub(crate) code: &'m LinkedCode,
    pub(crate) regs: &'m Registers,
}

/// A handler. Each call executes the instruction before `pc` and all that follow, until one of them sets a dispatch exit.
type Handler = for<'m> fn(&mut Dispatcher<'m>, &'m Registers, &'m [Instruction], usize, &'m Instruction);

/// The result of a handler's fast path.
pub(crate) enum Step<'m> {
    /// Done. The next instruction follows.
    Next,
    /// Done. The instruction at this place follows.
    Jump(u32),
    /// A backward jump: its target and its fuel. The fuel is charged, then the jump is done.
    Loop(u32, u32),
    /// Done. The instruction at this place follows, by way of [`handlers::COLD_HANDLERS`].
    Far(usize),
    /// Done. Another frame is on top: its window, its code, and the place of its next instruction.
    Enter(&'m Registers, &'m LinkedCode, usize),
    /// Nothing was done: the fast path does not fit.
    Slow,
    /// The dispatcher holds a dispatch exit.
    Left,
}

/// The result of a call that a handler left to a helper. The enum fits in a machine register: a larger result would lie on the handler's
/// stack, and the jump to the next handler would not be possible.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnterOutcome {
    /// The function was entered.
    On,
    /// Like [`Step::Left`].
    Left,
    /// Like [`Step::Slow`].
    NotEntered,
}

impl Step<'_> {
    /// Replaces `Next` by [`Step::Far`]: the next instruction follows by way of [`handlers::COLD_HANDLERS`].
    #[inline(always)]
    fn far(self, pc: usize) -> Self {
        match self {
            Step::Next => Step::Far(pc),
            other => other,
        }
    }
}

/// Runs handlers until a dispatch exit that the event loop must handle, and leaves that in `event`.
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 handlers")]
pub(crate) fn dispatch(interpreter: &mut Interpreter, event: &mut DispatchExit) {
    let Interpreter { rt, codes, sites, secondary_caches, stack, frames, internal_frames, reference_mode, .. } = interpreter;
    let polls_lines = rt.finalizers.polls_between_lines(rt.heap.fuel.used());
    let held = |at: usize| stack.get(at).copied().unwrap_or(Value::UNDEF);
    let unwatched_depth = if polls_lines && !rt.finalizers.watched_generators.is_empty() {
        crate::interpreter::control::generator_finalizers::unwatched_depth(&rt.finalizers, frames, held)
    } else {
        0
    };
    let polls_lines = polls_lines && unwatched_depth == 0;
    let reference_mode = *reference_mode || polls_lines;
    let handlers = if reference_mode { &REFERENCE_HANDLERS } else { &HANDLERS };
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
        internal_frames,
        stack,
        reference_mode,
        polls_lines,
        unwatched_depth,
        sites,
        secondary_caches,
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
        if context.polls_lines && context.rt.pending.key_replay.is_none() && should_poll_finalizers(&mut context, &code.ops, pc) {
            context.stop(DispatchExit::PollFinalizers);
            break;
        }
        match code.instructions.get(pc) {
            Some(op) => handlers[usize::from(op.handler())](&mut context, regs, &code.instructions, pc.wrapping_add(1), op),
            None => outside(&mut context, pc),
        }
    }
    let pc = low32(context.pc as u64);
    if let Some(frame) = context.frames().last_mut() {
        frame.pc = pc;
    }
    context.rt.policy.trusted = context.code.trusted;
}

/// Registers of one window: the 256 that an operand can name, and four more, so that an access to the four after any register needs no
/// bounds check.
pub(crate) const WINDOW_LEN: usize = 260;

/// Registers of two windows. The interpreter makes room for as many before it pushes a frame.
pub(crate) const TWO_WINDOWS_LEN: usize = 512;

/// The window that starts at `base` of the stack; None when the stack has fewer than `room` registers from there.
#[inline(always)]
pub(crate) fn registers_at(stack: &[Cell<Value>], base: u32, room: usize) -> Option<&Registers> {
    stack.get(base as usize..(base as usize).wrapping_add(room))?.first_chunk()
}

/// Passes copies of `count` registers to `then` as a slice.
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

/// True when finalizers must be polled before the instruction at `pc`: a line begins and a finalizer waits for that, or a watched generator
/// is not where it was last seen.
#[cold]
fn should_poll_finalizers(context: &mut Dispatcher<'_>, ops: &[Op], pc: usize) -> bool {
    context.frames();
    let weak = &context.rt.finalizers;
    let stack = context.stack;
    let held = |at: usize| stack.get(at).map_or(Value::UNDEF, Cell::get);
    if context.code.trusted
        || crate::interpreter::control::generator_finalizers::unwatched_depth(weak, context.calls.materialized(), held) > 0
    {
        return false;
    }
    let (by_line, sleeping) = (weak.polls_per_line(), !weak.watched_generators.is_empty());
    let line = (by_line || weak.wants_line_events()) && {
        let number = context.code.number;
        crate::interpreter::control::finalizers::is_between_lines(context.rt, context.code, number, ops, pc)
    };
    line && by_line || sleeping && crate::interpreter::control::generator_finalizers::may_be_unreachable(context, pc, line)
}

impl<'m> Dispatcher<'m> {
    /// Counts an internal frame that was pushed (`entered`) or popped.
    pub(crate) fn count_internal(&mut self, entered: bool) {
        *self.internal_frames = if entered { *self.internal_frames + 1 } else { self.internal_frames.saturating_sub(1) };
        self.rt.set_frame_limits(*self.internal_frames, self.calls.capacity());
        self.refresh_limit();
    }

    /// Stops the handlers for a dispatch exit.
    #[inline(always)]
    pub(crate) fn stop(&mut self, event: DispatchExit) {
        *self.event = event;
        self.stopped = true;
    }

    /// Stops the handlers for a dispatch exit. They continue at `pc` afterwards.
    pub(crate) fn stop_at(&mut self, pc: usize, event: DispatchExit) {
        self.stop(event);
        self.pc = pc;
    }

    /// Continues at `pc` after a helper changed the place. Stops at a safepoint when the fuel slice is used up.
    pub(crate) fn resume_at(&mut self, pc: usize) {
        self.pc = pc;
        if !self.stopped && !self.rt.heap.fuel.has_budget() {
            self.stop(DispatchExit::Safepoint);
        }
    }

    /// Charges a backward jump. When a safepoint is due (for fuel or memory), stops the handlers at the jump's target and returns false.
    #[inline(always)]
    fn try_charge(&mut self, target: u32, cost: u32) -> bool {
        let paid = self.rt.try_charge(cost);
        if !paid {
            cold_path();
            self.stop(DispatchExit::Safepoint);
            self.pc = target as usize;
        }
        paid
    }

    /// The full instruction before `pc`, for a handler that serves several opcodes.
    #[inline(always)]
    fn current_op(&self, pc: usize) -> Option<Op> {
        self.code.ops.get(pc.wrapping_sub(1)).copied()
    }

    /// An inline cache of the running code.
    #[inline(always)]
    fn site(&self, at: u32) -> Option<&InlineCache> {
        self.sites.get(at as usize)
    }

    /// The secondary entry of an inline cache, and the instance, when the entry is of this kind and hits the instance's shape.
    #[inline(always)]
    fn second(&self, at: u32, kind: CacheKind, object: Value) -> Option<(&InlineCache, &InstObj)> {
        let second = self.secondary_caches.get(at as usize)?;
        let inst = self.rt.heap.insts.find(object.index())?;
        second.hits(kind, inst.shape, self.rt.caches.epoch).then_some((second, inst))
    }

    /// Moves the old entry of an inline cache to its secondary entry.
    #[inline(never)]
    fn keep(&mut self, at: u32, before: InlineCache) {
        self.secondary_caches.resize(self.sites.len(), InlineCache::new(before.name));
        if let Some(second) = self.secondary_caches.get_mut(at as usize) {
            *second = before;
        }
    }

    /// The running function, for its closure.
    #[inline(always)]
    fn function(&self) -> Option<&crate::heap::FuncObj> {
        self.rt.heap.funcs.find(self.calls.function()?.get())
    }

    /// Loads the fields of the top frame, and returns where it continues. Sets a dispatch exit when there is no frame.
    pub(crate) fn top(&mut self) -> usize {
        let frame = self.frames().last().copied();
        let parts = frame.and_then(|frame| {
            let code = self.codes.get(frame.code as usize)?;
            Some((frame.pc as usize, code, registers_at(self.stack, frame.base, WINDOW_LEN)?))
        });
        let Some((pc, code, window)) = parts else {
            self.stop(DispatchExit::Bug("no frame to run"));
            return usize::MAX;
        };
        (self.code, self.regs) = (code, window);
        pc
    }

    /// Copies the running function's cells, or their values, to the registers that the code has for them. False when a variable is unbound.
    #[inline(always)]
    fn load_closure(&self, function: u32) -> bool {
        let (Some(first), Some(function)) = (self.code.free_base, self.rt.heap.funcs.find(function)) else { return true };
        // The registers from `free_base` on, one for each free variable.
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

    /// Enters a user function whose arguments start at register `first` and are its parameters in order. `Slow` when the call needs more
    /// than that, or when there is no room.
    #[inline(always)]
    fn call(&mut self, pc: usize, callee: Value, first: u8, count: u8, dst: u8) -> Step<'m> {
        self.enter_with_action(pc, callee, first, count, dst, ReturnAction::Store, Value::UNDEF)
    }

    /// Like `call`, with the return action `action`. For [`ReturnAction::Store`], [`Frame::is_fast_return`] must agree with the `fast_return` flag that
    /// this sets.
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
    ) -> Step<'m> {
        let base = self.base_of(self.regs).wrapping_add(first.into());
        self.enter(pc, callee, base, count, dst, action, extra)
    }

    /// Like `call`, for handlers: after `On` they continue where the dispatcher's fields say.
    #[inline(never)]
    fn enter_positional(&mut self, pc: usize, callee: Value, first: u8, count: u8, dst: u8) -> EnterOutcome {
        let flow = self.call(pc, callee, first, count, dst);
        self.as_outcome(&flow)
    }

    /// Like `enter_positional`, for the `__init__` of a class: the call's result is the instance, which is in the register that held the class. When
    /// the function was not entered, the class is put back.
    #[inline(never)]
    fn enter_init(&mut self, pc: usize, init: Value, first: u8, count: u8, dst: u8, (class, instance): (Value, Value)) -> EnterOutcome {
        let flow = self.enter_with_action(pc, init, first, count, dst, ReturnAction::Init, instance);
        let enter_positional = self.as_outcome(&flow);
        if enter_positional == EnterOutcome::NotEntered {
            self.regs[usize::from(first)].set(class);
        }
        enter_positional
    }

    #[inline(always)]
    fn as_outcome(&mut self, flow: &Step<'m>) -> EnterOutcome {
        match flow {
            Step::Enter(_, _, at) => {
                self.pc = *at;
                EnterOutcome::On
            }
            Step::Left => EnterOutcome::Left,
            _ => EnterOutcome::NotEntered,
        }
    }

    /// Like `enter_with_action`, but the arguments start at place `base` of the whole stack.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the parts of one frame")]
    fn enter(&mut self, pc: usize, callee: Value, base: u32, count: u8, dst: u8, action: ReturnAction, extra: Value) -> Step<'m> {
        self.frames();
        let Some(function) = self.rt.heap.funcs.find(callee.index()) else { return Step::Slow };
        let target = function.code;
        let Some(code) = self.codes.get(target as usize) else { return Step::Slow };
        if self.calls.depth() >= self.rt.budget.max_unchecked_frames {
            return Step::Slow;
        }
        let Some(window) = registers_at(self.stack, base, TWO_WINDOWS_LEN) else { return Step::Slow };
        let mut gathered = None;
        if code.fast_arg_count != u16::from(count) && !default_arguments(self.rt, function, code, window, count) {
            if let Some(result_cache) = code.result_cache
                && matches!(action, ReturnAction::Store)
                && let Some(value) = with_args(window, 0, count.into(), |given| {
                    crate::native_modules::functools::cached_result(self.rt, result_cache, callee, given)
                })
            {
                if let Some(slot) = self.regs.get(usize::from(dst)) {
                    slot.set(value);
                }
                return Step::Enter(self.regs, self.code, pc);
            }
            gathered = pack_varargs(self.rt, callee, code, window, count);
            if gathered.is_none() {
                return Step::Slow;
            }
        }
        let frame = Frame {
            extra,
            code: target,
            pc: 0,
            base,
            dst,
            action,
            internal: code.internal,
            fast_return: !code.internal && matches!(action, ReturnAction::Store),
            func: callee.place(),
            generator: None,
        };
        if !self.calls.push_materialized(pc, frame) {
            return Step::Slow;
        }
        self.refresh_limit();
        if code.internal {
            self.count_internal(true);
        }
        code.clear(window);
        if let Some(given) = gathered {
            // Clears the registers of the arguments that were packed.
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
            self.pop_materialized();
            if code.internal {
                self.count_internal(false);
            }
            self.top();
            return Step::Slow;
        }
        if !self.rt.try_charge(code.entry_cost) {
            self.pc = 0;
            self.stop(DispatchExit::Safepoint);
            return Step::Left;
        }
        Step::Enter(window, code, 0)
    }
}

#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 handlers")]
fn handler(op: &Instruction) -> Handler {
    HANDLERS[usize::from(op.handler())]
}

/// The opcode of an instruction; for a superinstruction, the opcode of its first half.
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 handlers")]
fn opcode_of(op: &Instruction) -> u8 {
    OPCODE_OF[usize::from(op.handler())]
}

/// Like `handler`, from the second table: see [`handlers::COLD_HANDLERS`].
#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 handlers")]
fn far_handler(op: &Instruction) -> Handler {
    COLD_HANDLERS[usize::from(op.handler())]
}

#[cold]
#[inline(never)]
fn outside(context: &mut Dispatcher<'_>, pc: usize) {
    context.stop(DispatchExit::Bug("pc outside the code"));
    context.pc = pc;
}

/// The handler of every instruction without a fast path, and the last resort of the others: executes the generic implementation.
///
/// The opcode check is also needed for the code that the compiler makes. When a function does not read `op` itself, the compiler passes the
/// fields instead of the reference. A function that reads two operands then has more arguments than fit in machine registers, and the
/// compiler calls it instead of jumping to it.
#[inline(never)]
fn run_generic<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let whole = match context.current_op(pc) {
        Some(whole) if opcode_of(op) == handler_opcode(&whole) as u8 => whole,
        _ => return outside(context, pc),
    };
    let pc = execute_generic(context, regs, pc, whole);
    if context.stopped {
        context.pc = pc;
        match *context.event {
            DispatchExit::Exit(Abrupt::Call) => enter_pending(context),
            DispatchExit::ForUserIterator { iter, dst } => enter_next(context, iter, dst),
            DispatchExit::CallEx { base, dst } => enter_call_ex(context, base, dst),
            _ => {}
        }
        return;
    }
    dispatch_next_or_return!(context, regs, ops, pc)
}

/// True when all closure variables that a function with this code reads are bound.
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

/// The values of the parameters `*args` and `**kwds` for a call with `count` positional arguments; undefined for one that the function does
/// not have. None when the call needs more than that: the window then still has every argument.
#[inline(never)]
fn pack_varargs(rt: &mut Runtime, callee: Value, code: &LinkedCode, window: &Registers, count: u8) -> Option<[Value; 2]> {
    use stockade_compiler::bytecode::code_flags;
    let more = if code.packs_varargs { count.checked_sub(code.arg_count)? } else { return None };
    let (takes, names) = (code.flags & code_flags::VARARGS != 0, code.flags & code_flags::VARKEYWORDS != 0);
    if more > 0 && !takes {
        return None;
    }
    if code.free_base.is_some() {
        // After this check the call cannot fail, so the arguments may be overwritten.
        has_cells(rt, code, callee.index()).then_some(())?;
    }
    let rest = if takes { with_args(window, code.arg_count.into(), more.into(), |given| rt.heap.tuple(given)).ok()? } else { Value::UNDEF };
    let named = if names { rt.heap.dict(crate::heap::DictObj::default()).ok()? } else { Value::UNDEF };
    Some([rest, named])
}

/// Like `enter_pending`, for a call with a tuple of arguments and no names.
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
    // Seven or more arguments are charged, which the generic implementation does.
    if context.reference_mode || args.tag != Tag::Tuple || !nameless || items.len() >= 7 {
        return;
    }
    let all: smallvec::SmallVec<[Value; 8]> = smallvec::SmallVec::from_slice(items);
    if callee.tag == Tag::Func {
        enter_in_next_window(context, context.pc, callee, &all, dst, ReturnAction::Store, Value::UNDEF);
    }
}

/// Fills missing arguments of a plain function from its defaults. False when there are too few defaults.
#[inline(never)]
fn default_arguments(rt: &Runtime, function: &FuncObj, code: &LinkedCode, window: &Registers, count: u8) -> bool {
    let Some(defaults) = rt.missing_arguments(function, code, count.into()) else { return false };
    for (slot, value) in window.iter().skip(count.into()).zip(defaults) {
        slot.set(*value);
    }
    true
}

/// The handlers stopped for a pending call. When the callee is a plain function, this pushes its frame and clears the dispatch exit, so the
/// handlers continue there. It does what [`Interpreter`] does for [`Abrupt::Call`] in the simple case.
#[inline(never)]
fn enter_pending(context: &mut Dispatcher<'_>) {
    let (pc, pending) = (context.pc, &context.rt.pending.call);
    if pending.resume == Some(Resume::Send) {
        return resume_pending(context);
    }
    if context.reference_mode || pending.callee.tag != Tag::Func || pending.resume.is_some() || !pending.names.is_empty() {
        return;
    }
    let Some(op) = context.code.ops.get(pc.wrapping_sub(1)).copied() else { return };
    let (dst, by_op) = crate::interpreter::control::results::return_action(op);
    let (action, extra) = match pending.action {
        Some(ReturnAction::Operator) if by_op == ReturnAction::Branch => (ReturnAction::OperatorBranch, pending.extra),
        Some(ReturnAction::CheckResult) if by_op != ReturnAction::Store => return,
        Some(own) => (own, pending.extra),
        None => (by_op, Value::UNDEF),
    };
    let (callee, args) = (pending.callee, std::mem::take(&mut context.rt.pending.call.args));
    let entered = enter_in_next_window(context, pc, callee, &args, dst, action, extra);
    let pending = &mut context.rt.pending.call;
    if entered {
        // The pending call has no names and no resume to reset.
        (pending.callee, pending.action, pending.extra) = (Value::UNDEF, None, Value::UNDEF);
    } else {
        pending.args = args;
    }
}

/// Like `enter_pending`, for a pending resume of a generator: by `next`, with or without a default, or by a method of the generator.
#[inline(never)]
fn resume_pending(context: &mut Dispatcher<'_>) {
    let pending = &context.rt.pending.call;
    let action = pending.action.unwrap_or(ReturnAction::Store);
    let [sent] = *pending.args.as_slice() else { return };
    if context.reference_mode || !matches!(action, ReturnAction::Store | ReturnAction::NextDefault) {
        return;
    }
    let (pc, regs, generator, default) = (context.pc, context.regs, pending.callee, pending.extra);
    // A generator that is suspended at a `yield` takes the sent value as the result of the `yield`.
    let register = send_register(context, generator);
    if !sent.is_none() && register.is_none() {
        return;
    }
    let Some((dst, ReturnAction::Store)) = context.current_op(pc).map(crate::interpreter::control::results::return_action) else { return };
    context.stopped = false;
    match resume_fast(context, regs, pc, ResumeRequest { generator, dst, pc: low32(pc as u64), cost: 0, action }) {
        Step::Enter(_, _, at) => context.pc = at,
        // The frame is pushed, but a safepoint is due first.
        Step::Left => {}
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

/// The register that receives what a suspended generator is sent; None when the generator is not at a `yield`.
#[inline(never)]
fn send_register(context: &Dispatcher<'_>, generator: Value) -> Option<u8> {
    let object = if generator.tag == Tag::Gen { context.rt.heap.gens.find(generator.index())? } else { return None };
    let code = context.codes.get(object.code as usize)?;
    match code.ops.get((object.pc as usize).wrapping_sub(1))? {
        Op::Yield { dst, .. } | Op::YieldDelegate { dst, .. } if object.state == GenState::Suspended => Some(dst.0),
        _ => None,
    }
}

/// Like `enter_pending`, for the `__next__` of an iterator in a `for` loop.
#[inline(never)]
fn enter_next(context: &mut Dispatcher<'_>, iter: Value, dst: u8) {
    if context.reference_mode {
        return;
    }
    if let Some(callee) = context.rt.plain_method(iter, crate::base::names::dunder_next) {
        enter_in_next_window(context, context.pc, callee, &[iter], dst, ReturnAction::ForNext, Value::UNDEF);
    }
}

/// Like `enter_pending`, for the function of a `map` or `filter` in a `for` loop.
#[inline(never)]
fn enter_map_function(context: &mut Dispatcher<'_>, iter: Value, dst: u8) {
    if context.reference_mode || !context.rt.is_map_filter(iter) {
        return;
    }
    let MapStep { func, item, keeps } = match context.rt.stash_next(iter) {
        Ok(Some(asked)) => asked,
        // The inner iterator is exhausted. The event loop ends the loop, and must not call the inner iterator again.
        Ok(None) => return context.rt.stash_end(iter),
        Err(exit) => return context.stop(DispatchExit::Exit(exit)),
    };
    let action = if keeps { ReturnAction::Filter } else { ReturnAction::ForNext };
    if func.tag == Tag::Func && enter_in_next_window(context, context.pc, func, &[item], dst, action, item) {
        context.rt.release(iter);
    }
}

/// Like `enter_pending`, for the fallback of a native function, with the arguments in registers.
#[inline(never)]
fn enter_fallback(context: &mut Dispatcher<'_>, pc: usize, callee: Value, base: u8, argc: u8, dst: u8) {
    let fallback = context.rt.caches.fallbacks.get(callee.index()).unwrap_or(Value::UNDEF);
    if context.reference_mode || fallback.tag != Tag::Func {
        return;
    }
    let regs = context.regs;
    with_args(regs, base.into(), argc.into(), |args| {
        enter_in_next_window(context, pc, fallback, args, dst, ReturnAction::Store, Value::UNDEF)
    });
}

/// Enters a plain function with these arguments, in the window after the top frame's, where the interpreter also puts it. True when the
/// frame was pushed, and so the dispatch exit is handled.
fn enter_in_next_window(
    context: &mut Dispatcher<'_>,
    pc: usize,
    callee: Value,
    args: &[Value],
    dst: u8,
    action: ReturnAction,
    extra: Value,
) -> bool {
    // One register stays free for a bound object.
    let base = context.base_of(context.regs).wrapping_add(u32::from(context.code.nregs)).wrapping_add(1);
    let (Some(window), Ok(count)) = (registers_at(context.stack, base, TWO_WINDOWS_LEN), u8::try_from(args.len())) else { return false };
    for (slot, arg) in window.iter().zip(args) {
        slot.set(*arg);
    }
    context.stopped = false;
    match context.enter(pc, callee, base, count, dst, action, extra) {
        Step::Enter(_, _, at) => {
            context.pc = at;
            true
        }
        // The frame is pushed, but a safepoint is due first.
        Step::Left => true,
        _ => {
            context.stopped = true;
            false
        }
    }
}
