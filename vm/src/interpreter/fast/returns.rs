//! Returns: to the caller's next instruction, or to what the caller does with the result.

use crate::base::value::Tag;
use crate::base::value::Value;
use crate::interpreter::control::results::branch_of;
use crate::interpreter::fast::DispatchExit;
use crate::interpreter::fast::Dispatcher;
use crate::interpreter::fast::Registers;
use crate::interpreter::fast::Step;
use crate::interpreter::fast::cold_path;
use crate::interpreter::fast::generator_frames::return_from_generator;
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
    if context.is_fused_map_call() {
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
    if let Step::Enter(regs, code, at) = context.return_by_record(value) {
        return dispatch_next!(context, regs, code.instructions, at);
    }
    match context.return_by_lookup(value) {
        Step::Enter(regs, code, at) => dispatch_next!(context, regs, code.instructions, at),
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
        Some(frame) if frame.action == ReturnAction::Init && value.is_none() && !frame.internal && frame.generator.is_none() => {
            context.pop_materialized();
            store_result(context, frame.extra, frame.dst)
        }
        Some(frame) if frame.only_stores_this_result(value, has_caller) => {
            let dst = frame.dst;
            leave_frame(context);
            store_result(context, value, dst)
        }
        _ => deliver(context, pc, value),
    }
}

/// Returns from a frame with a return action. Performs the action here when it is simple, else it sets a dispatch exit.
#[inline(never)]
pub(crate) fn deliver(context: &mut Dispatcher<'_>, pc: usize, value: Value) {
    if context.frames().last().is_some_and(|frame| frame.generator.is_some()) && return_from_generator(context, value) {
        return;
    }
    let frame = context.frames().last_two().map(|(_, frame)| *frame);
    if let Some(frame) = frame
        && frame.generator.is_none()
        && let Some((dst, value, way)) = result_use(context, frame, value)
    {
        leave_frame(context);
        let at = context.top();
        context.pc = match way {
            ReturnTarget::NextStoringResult | ReturnTarget::NextIgnoringResult => at,
            ReturnTarget::BranchOnTruth => return branch_on_result(context, at, value.is_true()),
            ReturnTarget::SameInstruction => at.wrapping_sub(1),
            ReturnTarget::LoopBody => match context.code.ops.get(at.wrapping_sub(1)) {
                Some(Op::ForLoop { cost, target, .. }) => {
                    context.rt.heap.fuel.charge(cost.0.into());
                    target.0 as usize
                }
                _ => at,
            },
        };
        if let (false, ReturnTarget::NextStoringResult | ReturnTarget::LoopBody, Some(slot)) =
            (context.stopped, way, context.regs.get(usize::from(dst)))
        {
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
    let internal = context.frames().last().is_some_and(|frame| frame.internal);
    context.pop_materialized();
    if internal {
        context.count_internal(false);
    }
}

/// Where a caller continues.
#[derive(Clone, Copy)]
pub(crate) enum ReturnTarget {
    /// After its instruction, which stores the result.
    NextStoringResult,
    /// After its instruction, which ignores the result.
    NextIgnoringResult,
    /// The caller's instruction runs again.
    SameInstruction,
    /// In the body of the `ForLoop` that it is at.
    LoopBody,
    /// Where its instruction branches to for a truth value.
    BranchOnTruth,
}

/// Continues after an instruction that needed the truth of an object: stores the truth or branches.
pub(crate) fn branch_on_result(context: &mut Dispatcher<'_>, at: usize, truth: bool) {
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
        _ => match op.and_then(branch_of) {
            Some((when, target, cost)) if when == truth => {
                context.rt.heap.fuel.charge(cost);
                target.0 as usize
            }
            Some(_) => at,
            None => return context.stop(DispatchExit::Bug("a truth for no instruction")),
        },
    };
}

/// The caller's instruction that waits for the top frame.
pub(crate) fn awaiting_op<'m>(context: &mut Dispatcher<'m>) -> Option<&'m Op> {
    let caller = *context.frames().last_two()?.0;
    context.codes.get(caller.code as usize)?.ops.get((caller.pc as usize).wrapping_sub(1))
}

/// Applies the return action of the top frame to its result: the register, the value, and where the caller continues. None when the event
/// loop must do it.
pub(crate) fn result_use(
    context: &mut Dispatcher<'_>,
    frame: crate::interpreter::frame::Frame,
    value: Value,
) -> Option<(u8, Value, ReturnTarget)> {
    match frame.action {
        ReturnAction::CheckResult => {
            let by_policy = context.registry.native(frame.extra)?.call_without_binding(context.rt, &[value]).ok()?;
            Some((frame.dst, by_policy, ReturnTarget::NextStoringResult))
        }
        ReturnAction::KeyHash | ReturnAction::KeyEqual => {
            context.rt.store_key_result(frame.action, frame.extra, value).ok()?;
            Some((frame.dst, value, ReturnTarget::SameInstruction))
        }
        ReturnAction::ForNext => Some((frame.dst, value, ReturnTarget::LoopBody)),
        // `Discard` is also the action of due finalizers, which the event loop calls between instructions. Those are excluded here.
        ReturnAction::Discard if matches!(awaiting_op(context), Some(Op::SetItem { .. } | Op::DelItem { .. } | Op::StoreAttr { .. })) => {
            Some((frame.dst, value, ReturnTarget::NextIgnoringResult))
        }
        ReturnAction::Truth | ReturnAction::Not | ReturnAction::Branch => {
            let truth = context.rt.truth(value).ok()?;
            Some((frame.dst, Value::bool(truth), ReturnTarget::BranchOnTruth))
        }
        ReturnAction::TruthFromBool | ReturnAction::TruthFromLength => {
            let truth = context.rt.truth_from_result(frame.action, value).ok()??;
            Some((frame.dst, Value::bool(truth), ReturnTarget::BranchOnTruth))
        }
        ReturnAction::OperatorBranch | ReturnAction::Operator if value.tag == Tag::Bool => {
            Some((frame.dst, Value::bool(value.is_true() != frame.is_negated()), ReturnTarget::BranchOnTruth))
        }
        ReturnAction::Filter => match context.rt.truth(value).ok()? {
            true => Some((frame.dst, frame.extra, ReturnTarget::LoopBody)),
            false => Some((frame.dst, frame.extra, ReturnTarget::SameInstruction)),
        },
        _ => None,
    }
}

/// Stores a result in the caller's register after the top frame was popped, and continues in the caller.
#[inline(always)]
pub(crate) fn store_result(context: &mut Dispatcher<'_>, value: Value, dst: u8) {
    let pc = context.top();
    if context.stopped {
        context.pc = pc;
        return;
    }
    let (regs, code) = (context.regs, context.code);
    if let Some(slot) = regs.get(usize::from(dst)) {
        slot.set(value);
    }
    dispatch_next_or_return!(context, regs, code.instructions, pc)
}
