//! The fast path into and out of generators, for calls, loops and `yield from`. It does the simple case of `call_func`, `resume`,
//! `suspend_generator` and `generator_ended` of [`crate::interpreter::machine::Interpreter`].

use std::cell::Cell;

use stockade_compiler::bytecode::{Op, code_flags};

use crate::base::sizes::low32;
use crate::base::value::{Tag, Value};
use crate::heap::{GenKind, GenObj, GenState};
use crate::interpreter::fast::{DispatchExit, Dispatcher, Registers, Step, TWO_WINDOWS_LEN, WINDOW_LEN, has_cells, registers_at};
use crate::runtime::pending_call::ReturnAction;

/// Makes the generator for a call of a generator function with plain parameters, whose arguments start at register `first`. None, with the
/// arguments unchanged, when the call needs more than that.
#[inline(never)]
pub(crate) fn make_generator_fast(context: &mut Dispatcher<'_>, callee: Value, first: u8, count: u8) -> Option<Value> {
    const KINDS: u16 = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
    // The event loop polls the watched generators after each call that makes a generator.
    if context.reference_mode || callee.tag != Tag::Func || !context.rt.finalizers.watched_generators.is_empty() {
        return None;
    }
    let heap = &context.rt.heap;
    let function = heap.funcs.find(callee.index())?;
    let code = context.codes.get(function.code as usize)?;
    if code.flags & KINDS != code_flags::GENERATOR || function.extra.is_some() {
        return None;
    }
    let window = registers_at(context.stack, context.base_of(context.regs).wrapping_add(first.into()), TWO_WINDOWS_LEN)?;
    let defaults = context.rt.missing_parameters(function, code, count.into())?;
    let free = code.free_base.map_or(code.nregs, |at| at);
    let value_of = |at: usize, cell: &Value| match code.free_values >> at.min(15) & 1 {
        1 => heap.cells.find(cell.index()).map_or(Value::UNDEF, |cell| cell.0),
        _ => *cell,
    };
    if code.free_base.is_some() && !has_cells(context.rt, code, callee.index()) {
        return None;
    }
    for (slot, value) in window.iter().skip(count.into()).zip(defaults) {
        slot.set(*value);
    }
    code.clear(window);
    let slots = window.get(usize::from(free)..usize::from(code.nregs))?;
    for (at, (slot, cell)) in slots.iter().zip(&function.closure).enumerate() {
        slot.set(value_of(at, cell));
    }
    let regs: Box<[Value]> = window.get(..usize::from(code.nregs))?.iter().map(Cell::get).collect();
    let made = GenObj {
        kind: GenKind::Generator,
        state: GenState::Created,
        watched: false,
        code: function.code,
        pc: 0,
        func: callee,
        regs,
        handled: Value::NONE,
        outside: Value::UNDEF,
        name: Value::UNDEF,
        qualname: Value::UNDEF,
    };
    context.rt.heap.generator(made).ok()
}

/// A request for a generator's next item.
#[derive(Clone, Copy)]
pub(crate) struct ResumeRequest {
    pub(crate) generator: Value,
    /// Of the caller: the register for the item, where it continues with the item, and the fuel for that.
    pub(crate) dst: u8,
    pub(crate) pc: u32,
    pub(crate) cost: u8,
    /// [`ReturnAction::ForNext`] or [`ReturnAction::Send`]; for `next`, [`ReturnAction::Store`] or [`ReturnAction::NextDefault`].
    pub(crate) action: ReturnAction,
}

/// Resumes a suspended or new generator for its next item: copies its registers into the window after the caller's, and pushes its frame.
/// The caller continues at `pc`. `Slow`, with nothing done, when the resume needs more than that.
#[inline(always)]
pub(crate) fn resume_fast<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, pc: usize, asked: ResumeRequest) -> Step<'m> {
    let generator = asked.generator;
    if context.reference_mode || generator.tag != Tag::Gen || context.calls.depth() >= context.rt.budget.max_unchecked_frames {
        return Step::Slow;
    }
    // The generator is looked up here and again below, so that fewer values live across the calls in between.
    let Some(object) = context.rt.heap.gens.find(generator.index()) else { return Step::Slow };
    if !matches!(object.state, GenState::Created | GenState::Suspended) || object.kind != GenKind::Generator || !object.handled.is_none() {
        return Step::Slow;
    }
    let (code, func) = (object.code, object.func);
    let Some(loaded) = context.codes.get(code as usize) else { return Step::Slow };
    context.frames();
    let Some(window) = context.push_generator_frame(regs, pc, asked, loaded, func) else { return Step::Slow };
    context.refresh_limit();
    if loaded.internal {
        count_internal_frame(context, true);
    }
    let handled = context.rt.thread.handled;
    let (begins, at) = match context.rt.heap.gens.find_mut(generator.index()) {
        Some(object) => (object.state == GenState::Created, mark_running(object, handled, window)),
        None => (true, 0),
    };
    // A resume costs one unit of fuel. Only the first one costs the entry.
    if !context.rt.try_charge(if begins { loaded.entry_cost } else { 1 }) {
        context.stop_at(at, DispatchExit::Safepoint);
        return Step::Left;
    }
    Step::Enter(window, loaded, at)
}

/// Marks a generator as running, copies its registers into the window, and returns where it continues. `handled` is the exception that its
/// resumer handles.
#[inline(always)]
pub(crate) fn mark_running(object: &mut GenObj, handled: Value, window: &Registers) -> usize {
    object.state = GenState::Running;
    object.outside = handled;
    for (slot, value) in window.iter().zip(&object.regs) {
        slot.set(*value);
    }
    object.pc as usize
}

/// Counts an internal frame that was entered or left.
#[cold]
#[inline(never)]
pub(crate) fn count_internal_frame(context: &mut Dispatcher<'_>, entered: bool) {
    context.count_internal(entered);
}

/// Suspends the top frame's generator before `pc` with an item, and continues in the caller, a `for`, a `Send` or a `next`. `result` is the
/// register that receives what the `yield` is sent. `Slow`, with nothing done, for any other caller.
#[inline(always)]
pub(crate) fn suspend_fast<'m>(context: &mut Dispatcher<'m>, regs: &Registers, pc: usize, item: Value, result: u8) -> Step<'m> {
    if context.code.guarded || context.calls.depth() <= context.unwatched_depth || context.reference_mode {
        return Step::Slow;
    }
    let Some((caller, frame)) = context.frames().last_two().map(|(caller, frame)| (*caller, *frame)) else { return Step::Slow };
    let Some(body) = frame.generator else { return Step::Slow };
    let Some(code) = context.codes.get(caller.code as usize) else { return Step::Slow };
    // The generator is looked up here and again below, so that fewer values live across the calls in between.
    if !context.rt.heap.gens.find(body.get()).is_some_and(|object| object.handled.is_none() && object.regs.len() <= WINDOW_LEN) {
        return Step::Slow;
    }
    let next = match frame.action {
        ReturnAction::Send | ReturnAction::Store | ReturnAction::NextDefault => caller.pc,
        ReturnAction::ForNext => match code.ops.get((caller.pc as usize).wrapping_sub(1)) {
            Some(Op::ForLoop { cost, target, .. }) => {
                // When the fuel slice ends here, the event loop stops between the item and the turn of the loop.
                if !context.rt.heap.fuel.try_charge(cost.0.into()) {
                    return Step::Slow;
                }
                target.0
            }
            _ => return Step::Slow,
        },
        _ => return Step::Slow,
    };
    let (dst, base) = (frame.dst, caller.base);
    if frame.internal {
        count_internal_frame(context, false);
    }
    context.pop_materialized();
    if let Some(object) = context.rt.heap.gens.find_mut(body.get()) {
        mark_suspended(object, regs, pc, result);
    }
    // Every frame below the last one was entered with room for two windows.
    let Some(window) = registers_at(context.stack, base, WINDOW_LEN) else {
        context.stop(DispatchExit::Bug("a frame without its registers"));
        return Step::Left;
    };
    (context.code, context.regs) = (code, window);
    if let Some(slot) = window.get(usize::from(dst)) {
        slot.set(item);
    }
    Step::Enter(window, code, next as usize)
}

/// Suspends a generator before `pc`: copies its registers from the window.
#[inline(always)]
pub(crate) fn mark_suspended(object: &mut GenObj, regs: &Registers, pc: usize, result: u8) {
    for (slot, value) in object.regs.iter_mut().zip(regs) {
        *slot = value.get();
    }
    if let Some(slot) = object.regs.get_mut(usize::from(result)) {
        *slot = Value::NONE;
    }
    object.state = GenState::Suspended;
    object.outside = Value::UNDEF;
    object.pc = low32(pc as u64);
}

/// The top frame's generator returned: finishes it and continues in the caller, a `for` or a `Send`, at [`Dispatcher::pc`]. False, with
/// nothing done, for any other caller.
#[inline(never)]
pub(crate) fn return_from_generator(context: &mut Dispatcher<'_>, value: Value) -> bool {
    let stays = context.reference_mode || context.code.guarded || context.calls.depth() <= context.unwatched_depth;
    let Some((caller, frame)) = context.frames().last_two().map(|(caller, frame)| (*caller, *frame)) else { return false };
    let (Some(body), false) = (frame.generator, stays) else { return false };
    let sent = match frame.action {
        ReturnAction::ForNext => None,
        ReturnAction::Send => {
            let asked = context.codes.get(caller.code as usize).and_then(|code| code.ops.get((caller.pc as usize).wrapping_sub(1)));
            let Some(Op::Send { target, .. }) = asked else { return false };
            Some((frame.dst, target.0))
        }
        _ => return false,
    };
    let internal = frame.internal;
    context.pop_materialized();
    context.rt.thread.handled = if internal {
        context.count_internal(false);
        let register = |at: usize| context.regs.get(at).map_or(Value::UNDEF, Cell::get);
        let registers = [0, 1, 2, 3].map(register);
        crate::objects::types::iterators::finish_generator(context.rt, body.get(), false, registers)
    } else {
        context.rt.heap.finish_body(body.get())
    };
    let mut at = context.top();
    if let Some((dst, target)) = sent {
        at = target as usize;
        if let Some(slot) = context.regs.get(usize::from(dst)) {
            slot.set(value);
        }
    }
    context.resume_at(at);
    true
}
