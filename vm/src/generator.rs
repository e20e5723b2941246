//! The short way in and out of a generator, for loops and `yield from`: what [`Machine::resume`] and
//! [`Machine::suspend_generator`] do when nothing is special, and nothing else.

use stockade_compiler::bytecode::Op;

use crate::dispatch::Context;
use crate::frame::{Action, Frame};
use crate::heap::{GenKind, GenState};
use crate::value::{Tag, Value};

/// Resumes a suspended generator for its next item, which goes to `dst` as `action` says ([`Action::ForNext`] or
/// [`Action::Send`]). False, and nothing done, when it is not as simple as that.
#[inline]
pub(crate) fn quick_next(context: &mut Context<'_>, stack: &mut [Value], generator: Value, dst: u8, action: Action) -> bool {
    let Context { rt, codes, frames, .. } = context;
    if generator.tag != Tag::Gen || frames.len() >= rt.quick_frames {
        return false;
    }
    let Some(caller) = frames.last() else { return false };
    let above = codes.get(caller.code as usize).map_or(0, |code| usize::from(code.nregs));
    let base = caller.base as usize + above + 1;
    let object = rt.heap.gens.get_mut(generator.index());
    if object.state != GenState::Suspended || object.kind != GenKind::Generator || !object.handled.is_none() {
        return false;
    }
    let (code, pc, func) = (object.frame.code, object.frame.pc, object.frame.func);
    let Some(loaded) = codes.get(code as usize) else { return false };
    let count = object.regs.len();
    let hidden = loaded.hidden;
    if base + 512 > stack.len() || count > 256 {
        return false;
    }
    let Some(window) = stack.get_mut(base..base + count) else { return false };
    window.copy_from_slice(&object.regs);
    // What a `yield` gives is None; a delegating one's is set by its `Send`.
    if let Some(Op::Yield { dst, .. } | Op::YieldDelegate { dst, .. }) = loaded.ops.get((pc as usize).wrapping_sub(1))
        && let Some(slot) = window.get_mut(usize::from(dst.0))
    {
        *slot = Value::NONE;
    }
    object.state = GenState::Running;
    rt.fuel.slice -= 1;
    frames.push(Frame {
        code,
        pc,
        base: u32::try_from(base).unwrap_or(u32::MAX),
        dst,
        action,
        hidden,
        quick: false,
        func,
        extra: Value::UNDEF,
        generator,
        saved_handled: rt.handled,
    });
    if hidden {
        context.count_hidden(true);
    }
    true
}

/// Suspends the top frame's generator with an item for the `for` or the `Send` that asked: the register there that gets the
/// item. None, and nothing done, when somebody else did.
#[inline]
pub(crate) fn quick_yield(context: &mut Context<'_>, stack: &[Value]) -> Option<u8> {
    let Context { rt, codes, frames, .. } = context;
    let [.., caller, frame] = frames.as_mut_slice() else { return None };
    let for_next = frame.action == Action::ForNext;
    let known = (for_next || frame.action == Action::Send) && frame.generator.tag == Tag::Gen;
    if !known || rt.handled != frame.saved_handled {
        return None;
    }
    let object = rt.heap.gens.get_mut(frame.generator.index());
    let base = frame.base as usize;
    let window = stack.get(base..base + object.regs.len())?;
    if for_next {
        let Some(Op::ForLoop { cost, target, .. }) = codes.get(caller.code as usize)?.ops.get((caller.pc as usize).wrapping_sub(1)) else {
            return None;
        };
        caller.pc = target.0;
        rt.fuel.slice -= i64::from(cost.0);
    }
    object.regs.copy_from_slice(window);
    object.state = GenState::Suspended;
    object.handled = Value::NONE;
    object.frame.pc = frame.pc;
    let (dst, hidden) = (frame.dst, frame.hidden);
    frames.pop();
    if hidden {
        context.count_hidden(false);
    }
    Some(dst)
}
