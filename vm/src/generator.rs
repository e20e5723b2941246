//! The short way in and out of a generator, for loops and `yield from`: what [`crate::machine::Machine`] does in `resume` and
//! `suspend_generator` when nothing is special, and nothing else.

use stockade_compiler::bytecode::Op;

use crate::dispatch::{Context, Event, Flow, ONE, TWO, Window, window_at};
use crate::frame::{Action, Frame};
use crate::heap::{GenKind, GenState};
use crate::value::{Tag, Value};

/// Resumes a suspended generator for its next item, which goes to `dst` as `action` says ([`Action::ForNext`] or
/// [`Action::Send`]): its registers are copied into the window above the caller's and its frame is pushed. `pc` is where the
/// caller stands. Slow, and nothing done, when it is not as simple as that.
#[inline(always)]
pub(crate) fn quick_next<'m>(context: &mut Context<'m>, pc: usize, generator: Value, dst: u8, action: Action) -> Flow<'m> {
    if context.plain || generator.tag != Tag::Gen || context.frames.len() >= context.rt.quick_frames {
        return Flow::Slow;
    }
    let first = u32::from(context.code.nregs) + 1;
    let Some(object) = context.rt.heap.gens.find_mut(generator.index()) else { return Flow::Slow };
    if object.state != GenState::Suspended || object.kind != GenKind::Generator || !object.handled.is_none() {
        return Flow::Slow;
    }
    let (code, at, func) = (object.code, object.pc, object.func);
    let Some(loaded) = context.codes.get(code as usize) else { return Flow::Slow };
    let Some(caller) = context.frames.last_mut() else { return Flow::Slow };
    let base = caller.base.wrapping_add(first);
    let Some(window) = window_at(context.stack, base, TWO) else { return Flow::Slow };
    caller.pc = pc as u32;
    // The capacity is above what is quick; said so close to it, pushing needs no way to grow.
    if context.frames.len() >= context.frames.capacity() {
        return Flow::Slow;
    }
    context.frames.push(Frame {
        extra: Value::UNDEF,
        code,
        pc: at,
        base,
        dst,
        action,
        hidden: loaded.hidden,
        quick: false,
        func: func.place(),
        generator: generator.place(),
    });
    object.state = GenState::Running;
    object.outside = context.rt.handled;
    for (slot, value) in window.iter().zip(&object.regs) {
        slot.set(*value);
    }
    if loaded.hidden {
        context.count_hidden(true);
    }
    (context.code, context.regs) = (loaded, window);
    if !context.rt.pay(1) {
        context.stop_at(at as usize, Event::Safepoint);
        return Flow::Left;
    }
    Flow::Enter(window, loaded, at as usize)
}

/// Suspends the top frame's generator, which stands before `pc`, with an item for the `for` or the `Send` that asked: goes on
/// there. `result` is the register that gets what `yield` is sent. Slow, and nothing done, when somebody else asked.
#[inline(always)]
pub(crate) fn quick_yield<'m>(context: &mut Context<'m>, regs: &Window, pc: usize, item: Value, result: u8) -> Flow<'m> {
    let stays = context.code.guarded || context.frames.len() <= context.floor;
    let [.., caller, frame] = context.frames.as_mut_slice() else { return Flow::Slow };
    let for_next = frame.action == Action::ForNext;
    let Some(body) = frame.generator else { return Flow::Slow };
    let rt = &mut *context.rt;
    if context.plain || stays || !(for_next || frame.action == Action::Send) {
        return Flow::Slow;
    }
    let Some(code) = context.codes.get(caller.code as usize) else { return Flow::Slow };
    let Some(window) = window_at(context.stack, caller.base, ONE) else { return Flow::Slow };
    let collecting = rt.heap.wants_collection();
    let Some(object) = rt.heap.gens.find_mut(body.get()) else { return Flow::Slow };
    if !object.handled.is_none() {
        return Flow::Slow;
    }
    let Some(kept) = regs.get(..object.regs.len()) else { return Flow::Slow };
    let mut next = caller.pc;
    if for_next {
        let Some(Op::ForLoop { cost, target, .. }) = code.ops.get((next as usize).wrapping_sub(1)) else { return Flow::Slow };
        let left = rt.fuel.slice.wrapping_sub(i64::from(cost.0));
        // The machine stops between giving the item and going on.
        if left < 0 || collecting {
            return Flow::Slow;
        }
        rt.fuel.slice = left;
        next = target.0;
        caller.pc = next;
    }
    for (slot, value) in object.regs.iter_mut().zip(kept) {
        *slot = value.get();
    }
    if let Some(slot) = object.regs.get_mut(usize::from(result)) {
        *slot = Value::NONE;
    }
    object.state = GenState::Suspended;
    object.outside = Value::UNDEF;
    object.pc = pc as u32;
    let (dst, hidden) = (usize::from(frame.dst), frame.hidden);
    context.frames.truncate(context.frames.len().wrapping_sub(1));
    if hidden {
        context.count_hidden(false);
    }
    (context.code, context.regs) = (code, window);
    if let Some(slot) = window.get(dst) {
        slot.set(item);
    }
    Flow::Enter(window, code, next as usize)
}
