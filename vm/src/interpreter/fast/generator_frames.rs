//! The short way in and out of a generator, for calls, loops and `yield from`: what [`crate::interpreter::machine::Interpreter`] does in `call_func`,
//! `resume`, `suspend_generator` and `generator_ended` when nothing is special, and nothing else.

use std::cell::Cell;

use stockade_compiler::bytecode::{Op, code_flags};

use crate::base::value::{Tag, Value};
use crate::heap::{GenKind, GenObj, GenState};
use crate::interpreter::fast::{DispatchExit, Dispatcher, Flow, ONE, Registers, TWO, has_cells, registers_at};
use crate::runtime::pending_call::ReturnAction;

/// A call of a generator function of the program whose parameters are plain, arguments standing from register `first`: its generator.
/// None, and the arguments as they were, where there is more to it.
#[inline(never)]
pub(crate) fn quick_body(context: &mut Dispatcher<'_>, callee: Value, first: u8, count: u8) -> Option<Value> {
    const KINDS: u16 = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
    // The machine looks anew for watched generators after each call that makes one.
    if context.plain || callee.tag != Tag::Func || !context.rt.finalizers.sleepers.is_empty() {
        return None;
    }
    let heap = &context.rt.heap;
    let function = heap.funcs.find(callee.index())?;
    let code = context.codes.get(function.code as usize)?;
    if code.flags & KINDS != code_flags::GENERATOR || function.extra.is_some() {
        return None;
    }
    let window = registers_at(context.stack, context.base_of(context.regs).wrapping_add(first.into()), TWO)?;
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

/// What asks a generator for its next item.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) generator: Value,
    /// Of the caller: which register gets the item, where it goes on with it, and what that costs.
    pub(crate) dst: u8,
    pub(crate) pc: u32,
    pub(crate) cost: u8,
    /// [`ReturnAction::ForNext`] or [`ReturnAction::Send`]; of `next`, [`ReturnAction::Store`] or [`ReturnAction::NextDefault`].
    pub(crate) action: ReturnAction,
}

/// Resumes a suspended generator, or a new one, for its next item: its registers are copied into the window above the caller's and its
/// frame is pushed. `pc` is where the caller stands. Slow, and nothing done, when it is not as simple as that.
#[inline(always)]
pub(crate) fn quick_next<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, pc: usize, asked: Wanted) -> Flow<'m> {
    let generator = asked.generator;
    if context.plain || generator.tag != Tag::Gen || context.calls.depth() >= context.rt.budget.frames_allowed {
        return Flow::Slow;
    }
    // Looked at first and found again below, so that less is kept in between.
    let Some(object) = context.rt.heap.gens.find(generator.index()) else { return Flow::Slow };
    if !matches!(object.state, GenState::Created | GenState::Suspended) || object.kind != GenKind::Generator || !object.handled.is_none() {
        return Flow::Slow;
    }
    let (code, func) = (object.code, object.func);
    let Some(loaded) = context.codes.get(code as usize) else { return Flow::Slow };
    context.frames();
    let Some(window) = context.push_body(regs, pc, asked, loaded, func) else { return Flow::Slow };
    context.refresh_limit();
    if loaded.hidden {
        hide(context, true);
    }
    let handled = context.rt.thread.handled;
    let (begins, at) = match context.rt.heap.gens.find_mut(generator.index()) {
        Some(object) => (object.state == GenState::Created, wake(object, handled, window)),
        None => (true, 0),
    };
    // Going on costs one unit, not the entry again.
    if !context.rt.pay(if begins { loaded.entry_cost } else { 1 }) {
        context.stop_at(at, DispatchExit::Safepoint);
        return Flow::Left;
    }
    Flow::Enter(window, loaded, at)
}

/// A generator runs now, in this window, what is given being handled where it was resumed: where it goes on.
#[inline(always)]
pub(crate) fn wake(object: &mut GenObj, handled: Value, window: &Registers) -> usize {
    object.state = GenState::Running;
    object.outside = handled;
    for (slot, value) in window.iter().zip(&object.regs) {
        slot.set(*value);
    }
    object.pc as usize
}

/// A frame that does not count for the recursion limit was entered or left.
#[cold]
#[inline(never)]
pub(crate) fn hide(context: &mut Dispatcher<'_>, entered: bool) {
    context.count_hidden(entered);
}

/// Suspends the top frame's generator, which stands before `pc`, with an item for the `for` or the `Send` that asked: goes on
/// there. `result` is the register that gets what `yield` is sent. Slow, and nothing done, when somebody else asked.
#[inline(always)]
pub(crate) fn quick_yield<'m>(context: &mut Dispatcher<'m>, regs: &Registers, pc: usize, item: Value, result: u8) -> Flow<'m> {
    if context.code.guarded || context.calls.depth() <= context.floor || context.plain {
        return Flow::Slow;
    }
    let Some((caller, frame)) = context.frames().last_two().map(|(caller, frame)| (*caller, *frame)) else { return Flow::Slow };
    let Some(body) = frame.generator else { return Flow::Slow };
    let Some(code) = context.codes.get(caller.code as usize) else { return Flow::Slow };
    // Looked at first and found again below, so that less is kept in between.
    if !context.rt.heap.gens.find(body.get()).is_some_and(|object| object.handled.is_none() && object.regs.len() <= ONE) {
        return Flow::Slow;
    }
    let next = match frame.action {
        ReturnAction::Send | ReturnAction::Store | ReturnAction::NextDefault => caller.pc,
        ReturnAction::ForNext => match code.ops.get((caller.pc as usize).wrapping_sub(1)) {
            Some(Op::ForLoop { cost, target, .. }) => {
                // The machine stops between giving the item and going on, where it has to.
                if !context.rt.heap.fuel.takes(cost.0.into()) {
                    return Flow::Slow;
                }
                target.0
            }
            _ => return Flow::Slow,
        },
        _ => return Flow::Slow,
    };
    let (dst, base) = (frame.dst, caller.base);
    if frame.hidden {
        hide(context, false);
    }
    context.drop_last();
    if let Some(object) = context.rt.heap.gens.find_mut(body.get()) {
        sleep(object, regs, pc, result);
    }
    // Every frame below the last one was entered with room for two windows.
    let Some(window) = registers_at(context.stack, base, ONE) else {
        context.stop(DispatchExit::Bug("a frame without its registers"));
        return Flow::Left;
    };
    (context.code, context.regs) = (code, window);
    if let Some(slot) = window.get(usize::from(dst)) {
        slot.set(item);
    }
    Flow::Enter(window, code, next as usize)
}

/// A generator is suspended before `pc`.
#[inline(always)]
pub(crate) fn sleep(object: &mut GenObj, regs: &Registers, pc: usize, result: u8) {
    for (slot, value) in object.regs.iter_mut().zip(regs) {
        *slot = value.get();
    }
    if let Some(slot) = object.regs.get_mut(usize::from(result)) {
        *slot = Value::NONE;
    }
    object.state = GenState::Suspended;
    object.outside = Value::UNDEF;
    object.pc = pc as u32;
}

/// The top frame's generator returned, for the `for` or the `Send` that asked: they go on, as [`Dispatcher::pc`] says. False, and nothing
/// done, when somebody else asked.
#[inline(never)]
pub(crate) fn quick_end(context: &mut Dispatcher<'_>, value: Value) -> bool {
    let stays = context.plain || context.code.guarded || context.calls.depth() <= context.floor;
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
    let hidden = frame.hidden;
    context.drop_last();
    context.rt.thread.handled = if hidden {
        context.count_hidden(false);
        let register = |at: usize| context.regs.get(at).map_or(Value::UNDEF, Cell::get);
        let registers = [0, 1, 2, 3].map(register);
        crate::objects::types::iterators::end_body(context.rt, body.get(), false, registers)
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
