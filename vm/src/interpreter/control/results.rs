//! Performs return actions: delivers the result of a callee.

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::interpreter::calls::call::CallOutcome;
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Interpreter;
use crate::interpreter::machine::RunEnd;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;
use stockade_compiler::bytecode::Op;
use stockade_compiler::bytecode::Target;

/// For a conditional jump: the truth value that takes it, its target, and its fuel.
pub(crate) fn branch_of(op: &Op) -> Option<(bool, Target, u32)> {
    Some(match *op {
        Op::JumpIfTrue { target, .. }
        | Op::JumpIfEq { target, .. }
        | Op::JumpIfNe { target, .. }
        | Op::JumpIfLt { target, .. }
        | Op::JumpIfLe { target, .. }
        | Op::JumpIfGt { target, .. }
        | Op::JumpIfGe { target, .. }
        | Op::JumpIfEqImm { target, .. }
        | Op::JumpIfNeImm { target, .. }
        | Op::JumpIfLtImm { target, .. }
        | Op::JumpIfLeImm { target, .. }
        | Op::JumpIfGtImm { target, .. }
        | Op::JumpIfGeImm { target, .. }
        | Op::JumpIfIn { target, .. } => (true, target, 0),
        Op::JumpIfFalse { target, .. }
        | Op::JumpIfNotEq { target, .. }
        | Op::JumpIfNotNe { target, .. }
        | Op::JumpIfNotLt { target, .. }
        | Op::JumpIfNotLe { target, .. }
        | Op::JumpIfNotGt { target, .. }
        | Op::JumpIfNotGe { target, .. }
        | Op::JumpIfNotEqImm { target, .. }
        | Op::JumpIfNotNeImm { target, .. }
        | Op::JumpIfNotLtImm { target, .. }
        | Op::JumpIfNotLeImm { target, .. }
        | Op::JumpIfNotGtImm { target, .. }
        | Op::JumpIfNotGeImm { target, .. }
        | Op::JumpIfNotIn { target, .. } => (false, target, 0),
        Op::LoopIfTrue { cost, target, .. }
        | Op::LoopIfEq { cost, target, .. }
        | Op::LoopIfNe { cost, target, .. }
        | Op::LoopIfLt { cost, target, .. }
        | Op::LoopIfLe { cost, target, .. }
        | Op::LoopIfGt { cost, target, .. }
        | Op::LoopIfGe { cost, target, .. }
        | Op::LoopIfEqImm { cost, target, .. }
        | Op::LoopIfNeImm { cost, target, .. }
        | Op::LoopIfLtImm { cost, target, .. }
        | Op::LoopIfLeImm { cost, target, .. }
        | Op::LoopIfGtImm { cost, target, .. }
        | Op::LoopIfGeImm { cost, target, .. } => (true, target, cost.0.into()),
        _ => return None,
    })
}

/// The register and return action for an instruction whose result a call computes.
pub(crate) fn return_action(op: Op) -> (u8, ReturnAction) {
    match op {
        Op::Add { dst, .. }
        | Op::Sub { dst, .. }
        | Op::Mul { dst, .. }
        | Op::Eq { dst, .. }
        | Op::Ne { dst, .. }
        | Op::Lt { dst, .. }
        | Op::GetItem { dst, .. }
        | Op::Len { dst, .. } => (dst.0, ReturnAction::Store),
        Op::JumpIfTrue { .. } | Op::JumpIfFalse { .. } | Op::JumpIfLt { .. } | Op::JumpIfNotLt { .. } => (0, ReturnAction::Branch),
        Op::JumpIfEq { .. } | Op::JumpIfNotEq { .. } | Op::JumpIfNe { .. } | Op::JumpIfNotNe { .. } => (0, ReturnAction::Branch),
        Op::Not { dst, .. } | Op::NotIn { dst, .. } => (dst.0, ReturnAction::Not),
        Op::In { dst, .. } | Op::ToBool { dst, .. } => (dst.0, ReturnAction::Truth),
        Op::ForPrep { iter, .. } => (iter.0, ReturnAction::Store),
        Op::ForLoop { dst, .. } => (dst.0, ReturnAction::ForNext),
        Op::Unpack { .. } | Op::UnpackEx { .. } => (0, ReturnAction::Unpack),
        Op::Send { value, .. } => (value.0, ReturnAction::Send),
        Op::MatchStar { dst, .. } => (dst.0, ReturnAction::Pair),
        _ => {
            let mut dst = None;
            let mut jumps = false;
            op.operands(|name, operand| match operand {
                stockade_compiler::bytecode::Operand::Dst(reg) if name == "dst" => dst = Some(reg.0),
                stockade_compiler::bytecode::Operand::Target(_) => jumps = true,
                _ => {}
            });
            match (dst, jumps) {
                (Some(dst), _) => (dst, ReturnAction::Store),
                (None, true) => (0, ReturnAction::Branch),
                (None, false) => (0, ReturnAction::Discard),
            }
        }
    }
}

impl Interpreter {
    /// Pops the top frame and delivers its result.
    pub(crate) fn finish_frame(&mut self, value: Value) -> Result<Option<RunEnd>, Abrupt> {
        let Some(frame) = self.pop_frame() else { return Ok(Some(RunEnd::Bug("no frame to leave"))) };
        if let Some(at) = frame.generator {
            self.rt.thread.handled = self.finish_generator(&frame, at.get(), false);
            return self.generator_ended(frame, value).map(|()| None);
        }
        self.deliver_result(frame, value)
    }

    /// Finishes a generator whose frame was popped.
    pub(crate) fn finish_generator(&mut self, frame: &Frame, body: u32, raised: bool) -> Value {
        let at = frame.base as usize;
        let register = |at: usize| self.stack.get(at).copied().unwrap_or(Value::UNDEF);
        let registers = [0, 1, 2, 3].map(|n| register(at + n));
        crate::objects::types::iterators::finish_generator(&mut self.rt, body, raised, registers)
    }

    /// Performs a frame's return action with its result.
    pub(crate) fn deliver_result(&mut self, frame: Frame, value: Value) -> Result<Option<RunEnd>, Abrupt> {
        match frame.action {
            ReturnAction::Store | ReturnAction::NextDefault => self.set_reg(frame.dst, value),
            ReturnAction::Discard => {}
            ReturnAction::Pair => {
                let [first, second] = *self.rt.sequence_items(value) else { return Err(Abrupt::Bug("not two results")) };
                self.set_reg(frame.dst, first);
                self.set_reg(frame.dst.wrapping_add(1), second);
            }
            ReturnAction::Init => {
                self.check_init(value)?;
                self.set_reg(frame.dst, frame.extra);
            }
            ReturnAction::Branch => self.branch(value)?,
            ReturnAction::Not | ReturnAction::Truth => match self.rt.truth(value) {
                Ok(truth) => self.set_reg(frame.dst, Value::bool(truth == (frame.action == ReturnAction::Truth))),
                Err(Abrupt::NeedsUserCode) => self.call_truth(value, frame.dst, frame.action)?,
                Err(exit) => return Err(exit),
            },
            ReturnAction::ForNext => self.store_loop_item(value, frame.dst)?,
            ReturnAction::Filter => self.deliver_filter_result(frame, value)?,
            ReturnAction::Operator | ReturnAction::OperatorBranch => {
                if value == Value::NOT_IMPLEMENTED {
                    self.try_next_operand(frame)?;
                } else if frame.is_negated() {
                    self.deliver_negated(value)?;
                } else if frame.action == ReturnAction::OperatorBranch {
                    self.branch(value)?;
                } else {
                    self.set_reg(frame.dst, value);
                }
            }
            ReturnAction::TruthFromBool | ReturnAction::TruthFromLength => {
                let Some(op) = self.current_op() else { return Err(Abrupt::Bug("no instruction to ask for")) };
                let (dst, action) = return_action(op);
                match self.rt.truth_from_result(frame.action, value)? {
                    Some(truth) => return self.deliver_result(Frame { dst, action, ..Frame::default() }, Value::bool(truth)),
                    None => {
                        let callee = self.rt.fallback("_truth_of_length")?;
                        self.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![value], ..PendingCall::default() };
                        self.start_pending(dst, action, Value::UNDEF)?;
                    }
                }
            }
            ReturnAction::CheckResult | ReturnAction::KeyHash | ReturnAction::KeyEqual => {
                match self.check_result(frame.action, frame.extra, value, frame.dst)? {
                    Some(CallOutcome::Value(value)) => self.set_reg(frame.dst, value),
                    Some(CallOutcome::Pushed) => {}
                    None => self.rewind_pc(),
                }
            }
            ReturnAction::Send => self.set_reg(frame.dst, value),
            ReturnAction::Delegate => {
                self.set_reg(frame.dst, value);
                self.rewind_pc();
            }
            ReturnAction::Unpack => self.unpack_items(value)?,
            ReturnAction::Import => self.import_done(frame.extra, frame.dst)?,
            ReturnAction::Exit => return Ok(Some(RunEnd::Done(value))),
            ReturnAction::Thread => return self.thread_ended(value),
            ReturnAction::Report => return Ok(Some(RunEnd::Reported(frame.extra, value))),
            ReturnAction::Shown => return Ok(Some(RunEnd::Shown(value))),
        }
        Ok(None)
    }

    /// Calls the fallback of the truth test; `action` uses its result.
    pub(crate) fn call_truth(&mut self, value: Value, dst: u8, action: ReturnAction) -> Result<(), Abrupt> {
        let callee = self.rt.fallback("op_truth")?;
        self.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![value], ..PendingCall::default() };
        match self.start_pending(dst, action, Value::UNDEF)? {
            CallOutcome::Pushed => Ok(()),
            CallOutcome::Value(_) => Err(Abrupt::Bug("truth test without a frame")),
        }
    }

    /// Takes the jump of the caller's instruction, or not, by the truth of a value.
    pub(crate) fn branch(&mut self, value: Value) -> Result<(), Abrupt> {
        let truth = match self.rt.truth(value) {
            Ok(truth) => truth,
            Err(Abrupt::NeedsUserCode) => return self.call_truth(value, 0, ReturnAction::Branch),
            Err(exit) => return Err(exit),
        };
        let Some(op) = self.current_op() else { return Err(Abrupt::Bug("no instruction to branch at")) };
        let Some((when, target, cost)) = branch_of(&op) else { return Err(Abrupt::Bug("branch at an instruction that does not jump")) };
        if truth == when {
            self.rt.heap.fuel.charge(cost);
            if let Some(frame) = self.frames.last_mut() {
                frame.pc = target.0;
            }
        }
        Ok(())
    }
}
