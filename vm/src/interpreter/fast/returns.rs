//! Returns: to the caller's next instruction, or to what the caller does with the result.

use crate::base::value::Tag;
use crate::base::value::Value;
use crate::interpreter::control::results::jump_of;
use crate::interpreter::fast::DispatchExit;
use crate::interpreter::fast::Dispatcher;
use crate::interpreter::fast::Flow;
use crate::interpreter::fast::Registers;
use crate::interpreter::fast::cold_path;
use crate::interpreter::fast::generator_frames::quick_end;
use crate::interpreter::fast::handler;
use crate::interpreter::fast::instruction::Instruction;
use crate::interpreter::fast::instruction::fields;
use crate::interpreter::fast::loop_fusion::return_to_loop;
use crate::interpreter::fast::outside;
use crate::runtime::pending_call::ReturnAction;
use stockade_compiler::bytecode::Op;

/// The slow path of `Return`, when the return record is not that of a plain call.
#[inline(never)]
pub(crate) fn return_fast<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    if context.is_asked_in_place() {
        return return_to_loop(context, regs, ops, pc, op);
    }
    return_with_action(context, regs, ops, pc, op);
}

/// Like `return_fast`, when no fused loop called the function.
#[inline(always)]
pub(crate) fn return_with_action<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::Return { src } = fields::Return::of(op);
    let value = r!(regs, src);
    if let Flow::Enter(regs, code, at) = context.leave_known(value) {
        return dispatch_next!(context, regs, code.words, at);
    }
    match context.leave_quick(value) {
        Flow::Enter(regs, code, at) => dispatch_next!(context, regs, code.words, at),
        _ => return_generic(context, regs, ops, pc, op),
    }
}

/// `Return` without a return record, and in reference mode: from an `__init__`, from an internal frame, or with a return action.
#[inline(never)]
pub(crate) fn return_generic<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    _ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::Return { src } = fields::Return::of(op);
    let value = r!(regs, src);
    let frames = context.frames();
    let has_caller = frames.len() > 1;
    match frames.last().copied() {
        Some(frame) if frame.action == ReturnAction::Init && value.is_none() && !frame.hidden && frame.generator.is_none() => {
            context.drop_last();
            back(context, frame.extra, frame.dst)
        }
        Some(frame) if frame.just_stores_given(value, has_caller) => {
            let dst = frame.dst;
            leave_frame(context);
            back(context, value, dst)
        }
        _ => returned(context, pc, value),
    }
}

/// Returns from a frame with a return action. Performs the action here when it is simple, else it sets a dispatch exit.
#[inline(never)]
pub(crate) fn returned(context: &mut Dispatcher<'_>, pc: usize, value: Value) {
    if context.frames().last().is_some_and(|frame| frame.generator.is_some()) && quick_end(context, value) {
        return;
    }
    let frame = context.frames().last_two().map(|(_, frame)| *frame);
    if let Some(frame) = frame
        && frame.generator.is_none()
        && let Some((dst, value, way)) = used(context, frame, value)
    {
        leave_frame(context);
        let at = context.top();
        context.pc = match way {
            Way::On | Way::Past => at,
            Way::By => return by_truth(context, at, value.is_true()),
            Way::Again => at.wrapping_sub(1),
            Way::Round => match context.code.ops.get(at.wrapping_sub(1)) {
                Some(Op::ForLoop { cost, target, .. }) => {
                    context.rt.heap.fuel.take(cost.0.into());
                    target.0 as usize
                }
                _ => at,
            },
        };
        if let (false, Way::On | Way::Round, Some(slot)) = (context.stopped, way, context.regs.get(usize::from(dst))) {
            slot.set(value);
        }
        return;
    }
    context.stop(DispatchExit::Return(value));
    context.pc = pc;
}

/// Pops the top frame.
#[inline(always)]
pub(crate) fn leave_frame(context: &mut Dispatcher<'_>) {
    let hidden = context.frames().last().is_some_and(|frame| frame.hidden);
    context.drop_last();
    if hidden {
        context.count_hidden(false);
    }
}

/// Where a caller continues.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// After its instruction, which stores the result.
    On,
    /// After its instruction, which ignores the result.
    Past,
    /// The caller's instruction runs again.
    Again,
    /// In the body of the `ForLoop` that it is at.
    Round,
    /// Where its instruction branches to for a truth value.
    By,
}

/// Continues after an instruction that needed the truth of an object: stores the truth or branches.
pub(crate) fn by_truth(context: &mut Dispatcher<'_>, at: usize, truth: bool) {
    let (code, regs) = (context.code, context.regs);
    let op = code.ops.get(at.wrapping_sub(1));
    context.pc = match op {
        Some(Op::Not { dst, .. } | Op::NotIn { dst, .. }) => {
            set!(regs, dst, Value::bool(!truth));
            at
        }
        Some(Op::ToBool { dst, .. } | Op::In { dst, .. } | Op::Ne { dst, .. }) => {
            set!(regs, dst, Value::bool(truth));
            at
        }
        _ => match op.and_then(jump_of) {
            Some((when, target, cost)) if when == truth => {
                context.rt.heap.fuel.take(cost);
                target.0 as usize
            }
            Some(_) => at,
            None => return context.stop(DispatchExit::Bug("a truth for no instruction")),
        },
    };
}

/// The caller's instruction that waits for the top frame.
pub(crate) fn waiting<'m>(context: &mut Dispatcher<'m>) -> Option<&'m Op> {
    let caller = *context.frames().last_two()?.0;
    context.codes.get(caller.code as usize)?.ops.get((caller.pc as usize).wrapping_sub(1))
}

/// Applies the return action of the top frame to its result: the register, the value, and where the caller continues. None when the event
/// loop must do it.
pub(crate) fn used(context: &mut Dispatcher<'_>, frame: crate::interpreter::frame::Frame, value: Value) -> Option<(u8, Value, Way)> {
    match frame.action {
        ReturnAction::Checked => {
            let judged = context.registry.native(frame.extra)?.call_as_given(context.rt, &[value]).ok()?;
            Some((frame.dst, judged, Way::On))
        }
        ReturnAction::KeyHash | ReturnAction::KeyEqual => {
            context.rt.take_answer(frame.action, frame.extra, value).ok()?;
            Some((frame.dst, value, Way::Again))
        }
        ReturnAction::ForNext => Some((frame.dst, value, Way::Round)),
        // `Discard` is also the action of due finalizers, which the event loop calls between instructions. Those are excluded here.
        ReturnAction::Discard if matches!(waiting(context), Some(Op::SetItem { .. } | Op::DelItem { .. } | Op::StoreAttr { .. })) => {
            Some((frame.dst, value, Way::Past))
        }
        ReturnAction::Truth | ReturnAction::Not | ReturnAction::Branch => {
            let truth = context.rt.truth(value).ok()?;
            Some((frame.dst, Value::bool(truth), Way::By))
        }
        ReturnAction::AskedBool | ReturnAction::AskedLength => {
            let truth = context.rt.truth_given(frame.action, value).ok()??;
            Some((frame.dst, Value::bool(truth), Way::By))
        }
        ReturnAction::OperatorBranch | ReturnAction::Operator if value.tag == Tag::Bool => {
            Some((frame.dst, Value::bool(value.is_true() != frame.is_turned()), Way::By))
        }
        ReturnAction::Filter => match context.rt.truth(value).ok()? {
            true => Some((frame.dst, frame.extra, Way::Round)),
            false => Some((frame.dst, frame.extra, Way::Again)),
        },
        _ => None,
    }
}

/// Stores a result in the caller's register after the top frame was popped, and continues in the caller.
#[inline(always)]
pub(crate) fn back(context: &mut Dispatcher<'_>, value: Value, dst: u8) {
    let pc = context.top();
    if context.stopped {
        context.pc = pc;
        return;
    }
    let (regs, code) = (context.regs, context.code);
    if let Some(slot) = regs.get(usize::from(dst)) {
        slot.set(value);
    }
    dispatch_next_or_return!(context, regs, code.words, pc)
}
