//! The short way in and out of a generator, for loops and `yield from`: what [`crate::machine::Machine`] does in `resume` and
//! `suspend_generator` when nothing is special, and nothing else.

use stockade_compiler::bytecode::Op;

use crate::dispatch::{Context, Window};
use crate::frame::{Action, Frame};
use crate::heap::{GenKind, GenState};
use crate::value::{Tag, Value};

/// Resumes a suspended generator for its next item, which goes to `dst` as `action` says ([`Action::ForNext`] or
/// [`Action::Send`]): its registers are copied into the window above the caller's and its frame is pushed. `pc` is where the
/// caller stands. False, and nothing done, when it is not as simple as that.
#[inline]
pub(crate) fn quick_next(context: &mut Context<'_>, regs: &mut Window, pc: usize, generator: Value, dst: u8, action: Action) -> bool {
    if context.plain || generator.tag != Tag::Gen || context.frames.len() >= context.rt.quick_frames {
        return false;
    }
    let first = usize::from(context.code.nregs) + 1;
    let Some(base) = context.window_at(first) else { return false };
    let Some(object) = context.rt.heap.gens.find_mut(generator.index()) else { return false };
    if object.state != GenState::Suspended || object.kind != GenKind::Generator || !object.handled.is_none() {
        return false;
    }
    let resumed = &object.frame;
    let (code, at, func) = (resumed.code, resumed.pc, resumed.func);
    let Some(loaded) = context.codes.get(code as usize) else { return false };
    let Some(window) = regs.get_mut(first..first + object.regs.len()) else { return false };
    for (slot, value) in window.iter_mut().zip(&object.regs) {
        *slot = *value;
    }
    // What a `yield` gives is None; a delegating one's is set by its `Send`.
    if let Some(Op::Yield { dst, .. } | Op::YieldDelegate { dst, .. }) = loaded.ops.get((at as usize).wrapping_sub(1))
        && let Some(slot) = window.get_mut(usize::from(dst.0))
    {
        *slot = Value::NONE;
    }
    object.state = GenState::Running;
    if let Some(caller) = context.frames.last_mut() {
        caller.pc = pc as u32;
    }
    context.rt.fuel.slice = context.rt.fuel.slice.wrapping_sub(1);
    context.frames.push(Frame {
        code,
        pc: at,
        base,
        dst,
        action,
        hidden: loaded.hidden,
        quick: false,
        func,
        extra: Value::UNDEF,
        generator,
        saved_handled: context.rt.handled,
    });
    if loaded.hidden {
        context.count_hidden(true);
    }
    true
}

/// Suspends the top frame's generator, which stands before `pc`, with an item for the `for` or the `Send` that asked: the
/// register there that gets the item. None, and nothing done, when somebody else did.
#[inline]
pub(crate) fn quick_yield(context: &mut Context<'_>, regs: &Window, pc: usize) -> Option<u8> {
    let Context { rt, codes, frames, plain, .. } = context;
    let [.., caller, frame] = frames.as_mut_slice() else { return None };
    let for_next = frame.action == Action::ForNext;
    let known = (for_next || frame.action == Action::Send) && frame.generator.tag == Tag::Gen;
    if *plain || !known || rt.handled != frame.saved_handled {
        return None;
    }
    let collecting = rt.heap.wants_collection();
    let object = rt.heap.gens.find_mut(frame.generator.index())?;
    let window = regs.get(..object.regs.len())?;
    let mut cost = 0;
    if for_next {
        let ops = &codes.get(caller.code as usize)?.ops;
        let Some(Op::ForLoop { cost: turn, target, .. }) = ops.get((caller.pc as usize).wrapping_sub(1)) else { return None };
        cost = i64::from(turn.0);
        // The machine stops between giving the item and going on.
        if rt.fuel.slice < cost || collecting {
            return None;
        }
        caller.pc = target.0;
    }
    rt.fuel.slice = rt.fuel.slice.wrapping_sub(cost);
    for (slot, value) in object.regs.iter_mut().zip(window) {
        *slot = *value;
    }
    object.state = GenState::Suspended;
    object.handled = Value::NONE;
    object.frame.pc = pc as u32;
    let (dst, hidden) = (frame.dst, frame.hidden);
    frames.pop();
    if hidden {
        context.count_hidden(false);
    }
    Some(dst)
}
