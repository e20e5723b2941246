//! Delivers the results of operators that user code computes.

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::sizes::index_of;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::interpreter::calls::call::CallOutcome;
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Interpreter;
use crate::objects::protocols::arithmetic::op_names;
use crate::objects::protocols::operator_dispatch::NEGATED_EQ;
use crate::objects::protocols::operator_dispatch::Operator;
use crate::objects::protocols::operator_dispatch::is_user_object;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;
use smallvec::SmallVec;
use stockade_compiler::bytecode::ArithOp;
use stockade_compiler::bytecode::Op;

impl Frame {
    /// True when an operator's result is the negation of its method's result.
    pub(crate) fn is_negated(&self) -> bool {
        matches!(self.action, ReturnAction::Operator | ReturnAction::OperatorBranch) && self.extra == Value::int(NEGATED_EQ)
    }
}

impl Interpreter {
    /// An operator's method returned `NotImplemented`: tries the next candidate, or does what is left without one.
    pub(crate) fn try_next_operand(&mut self, frame: Frame) -> Result<(), Abrupt> {
        let Some(op) = self.current_op() else { return Err(Abrupt::Bug("operator without an instruction")) };
        let Some(operator) = self.operands_of(op) else { return Err(Abrupt::Bug("operator at an instruction that is none")) };
        if frame.is_negated() {
            // The reflected half of `!=`, and the default when neither side implements it.
            let Operator::Compare(_, a, b) = operator else { return Err(Abrupt::Bug("unequal at another instruction")) };
            let callee = self.rt.fallback("_ne_other_half")?;
            self.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![a, b], ..PendingCall::default() };
            let (dst, action) = crate::interpreter::control::results::return_action(op);
            return self.start_pending(dst, action, Value::UNDEF).map(drop);
        }
        let asked = if frame.extra.tag == Tag::Int { index_of(frame.extra.as_i64()) } else { usize::MAX };
        if let Some(next) = self.rt.attempts(operator).get(asked) {
            let exit = self.rt.attempt(*next, asked);
            if !matches!(exit, Abrupt::Call) {
                return Err(exit);
            }
            if self.rt.pending.call.action == Some(ReturnAction::Operator) {
                self.rt.pending.call.action = Some(frame.action);
            }
            return match self.start_pending(frame.dst, frame.action, Value::UNDEF)? {
                CallOutcome::Pushed => Ok(()),
                CallOutcome::Value(value) if value == Value::NOT_IMPLEMENTED => {
                    self.try_next_operand(Frame { extra: Value::int(asked as i64 + 1), ..frame })
                }
                CallOutcome::Value(value) => self.operator_result(frame, value),
            };
        }
        let value = match operator {
            Operator::Arith(op, a, b, inplace) => {
                let own_inplace = inplace && self.rt.user_method(a, op_names(op).inplace).is_none();
                let repeats = own_inplace && op == ArithOp::Mul && self.rt.is_mutable_sequence(a);
                if !repeats && !self.rt.builtin_decides(op, a, b) {
                    return Err(self.rt.unsupported_operands(op, a, b, inplace));
                }
                // A class that overrides `+=` and returned `NotImplemented` gets a new value.
                self.rt.operate_on_payloads(op, a, b, own_inplace, inplace)?
            }
            Operator::Compare(cmp, a, b) => match cmp {
                Cmp::Eq => {
                    let (x, y) = (self.rt.unwrap_payload(a), self.rt.unwrap_payload(b));
                    let natively = if is_user_object(x) || is_user_object(y) || !self.rt.builtin_compares(cmp, a, b) {
                        a == b
                    } else {
                        self.rt.eq(x, y)?
                    };
                    Value::bool(natively)
                }
                Cmp::Ne => {
                    let (x, y) = (self.rt.unwrap_payload(a), self.rt.unwrap_payload(b));
                    let natively = if is_user_object(x) || is_user_object(y) || !self.rt.builtin_compares(cmp, a, b) {
                        a != b
                    } else {
                        !self.rt.eq(x, y)?
                    };
                    Value::bool(natively)
                }
                _ => {
                    let (x, y) = (self.rt.unwrap_payload(a), self.rt.unwrap_payload(b));
                    let natively = if is_user_object(x) || is_user_object(y) || !self.rt.builtin_compares(cmp, a, b) {
                        None
                    } else {
                        self.rt.compare_native(cmp, x, y)?
                    };
                    match natively {
                        Some(answer) => Value::bool(answer),
                        None => return Err(self.rt.not_ordered(cmp, a, b)),
                    }
                }
            },
        };
        self.operator_result(frame, value)
    }

    /// Delivers the negation of a value as an operator's result.
    pub(crate) fn deliver_negated(&mut self, value: Value) -> Result<(), Abrupt> {
        let Some(op) = self.current_op() else { return Err(Abrupt::Bug("unequal without an instruction")) };
        let (dst, action) = crate::interpreter::control::results::return_action(op);
        match (self.rt.truth(value), action) {
            (Ok(truth), ReturnAction::Branch) => self.branch(Value::bool(!truth)),
            (Ok(truth), _) => {
                self.set_reg(dst, Value::bool(!truth));
                Ok(())
            }
            (Err(Abrupt::NeedsUserCode), _) => {
                let callee = self.rt.fallback("_untrue")?;
                self.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![value], ..PendingCall::default() };
                self.start_pending(dst, action, Value::UNDEF).map(drop)
            }
            (Err(exit), _) => Err(exit),
        }
    }

    pub(crate) fn operator_result(&mut self, frame: Frame, value: Value) -> Result<(), Abrupt> {
        if frame.action == ReturnAction::OperatorBranch {
            self.branch(value)
        } else {
            self.set_reg(frame.dst, value);
            Ok(())
        }
    }

    /// The operands of an operator instruction.
    pub(crate) fn operands_of(&self, op: Op) -> Option<Operator> {
        use Op::*;
        let arith = |which, lhs, rhs| Some(Operator::Arith(which, self.reg(lhs), self.reg(rhs), false));
        let imm = |which, lhs, value: i32, inplace: u8| Some(Operator::Arith(which, self.reg(lhs), Value::int(value.into()), inplace == 1));
        let cmp = |which, lhs, rhs| Some(Operator::Compare(which, self.reg(lhs), self.reg(rhs)));
        let cmp_imm = |which, lhs, value: i64| Some(Operator::Compare(which, self.reg(lhs), Value::int(value)));
        match op {
            Add { lhs, rhs, .. } => arith(ArithOp::Add, lhs, rhs),
            Sub { lhs, rhs, .. } => arith(ArithOp::Sub, lhs, rhs),
            Mul { lhs, rhs, .. } => arith(ArithOp::Mul, lhs, rhs),
            MatMul { lhs, rhs, .. } => arith(ArithOp::MatMul, lhs, rhs),
            Div { lhs, rhs, .. } => arith(ArithOp::Div, lhs, rhs),
            Mod { lhs, rhs, .. } => arith(ArithOp::Mod, lhs, rhs),
            Pow { lhs, rhs, .. } => arith(ArithOp::Pow, lhs, rhs),
            LShift { lhs, rhs, .. } => arith(ArithOp::LShift, lhs, rhs),
            RShift { lhs, rhs, .. } => arith(ArithOp::RShift, lhs, rhs),
            BitOr { lhs, rhs, .. } => arith(ArithOp::BitOr, lhs, rhs),
            BitXor { lhs, rhs, .. } => arith(ArithOp::BitXor, lhs, rhs),
            BitAnd { lhs, rhs, .. } => arith(ArithOp::BitAnd, lhs, rhs),
            FloorDiv { lhs, rhs, .. } => arith(ArithOp::FloorDiv, lhs, rhs),
            Inplace { lhs, rhs, op, .. } => ArithOp::from_u8(op.0).map(|which| Operator::Arith(which, self.reg(lhs), self.reg(rhs), true)),
            AddImm { lhs, inplace, value, .. } => imm(ArithOp::Add, lhs, value.0, inplace.0),
            SubImm { lhs, inplace, value, .. } => imm(ArithOp::Sub, lhs, value.0, inplace.0),
            MulImm { lhs, inplace, value, .. } => imm(ArithOp::Mul, lhs, value.0, inplace.0),
            FloorDivImm { lhs, inplace, value, .. } => imm(ArithOp::FloorDiv, lhs, value.0, inplace.0),
            ModImm { lhs, inplace, value, .. } => imm(ArithOp::Mod, lhs, value.0, inplace.0),
            BitAndImm { lhs, inplace, value, .. } => imm(ArithOp::BitAnd, lhs, value.0, inplace.0),
            LShiftImm { lhs, inplace, value, .. } => imm(ArithOp::LShift, lhs, value.0, inplace.0),
            RShiftImm { lhs, inplace, value, .. } => imm(ArithOp::RShift, lhs, value.0, inplace.0),
            Eq { lhs, rhs, .. } | JumpIfEq { lhs, rhs, .. } | JumpIfNotEq { lhs, rhs, .. } | LoopIfEq { lhs, rhs, .. } => {
                cmp(Cmp::Eq, lhs, rhs)
            }
            Ne { lhs, rhs, .. } | JumpIfNe { lhs, rhs, .. } | JumpIfNotNe { lhs, rhs, .. } | LoopIfNe { lhs, rhs, .. } => {
                cmp(Cmp::Ne, lhs, rhs)
            }
            Lt { lhs, rhs, .. } | JumpIfLt { lhs, rhs, .. } | JumpIfNotLt { lhs, rhs, .. } | LoopIfLt { lhs, rhs, .. } => {
                cmp(Cmp::Lt, lhs, rhs)
            }
            Le { lhs, rhs, .. } | JumpIfLe { lhs, rhs, .. } | JumpIfNotLe { lhs, rhs, .. } | LoopIfLe { lhs, rhs, .. } => {
                cmp(Cmp::Le, lhs, rhs)
            }
            Gt { lhs, rhs, .. } | JumpIfGt { lhs, rhs, .. } | JumpIfNotGt { lhs, rhs, .. } | LoopIfGt { lhs, rhs, .. } => {
                cmp(Cmp::Gt, lhs, rhs)
            }
            Ge { lhs, rhs, .. } | JumpIfGe { lhs, rhs, .. } | JumpIfNotGe { lhs, rhs, .. } | LoopIfGe { lhs, rhs, .. } => {
                cmp(Cmp::Ge, lhs, rhs)
            }
            JumpIfEqImm { lhs, value, .. } | JumpIfNotEqImm { lhs, value, .. } => cmp_imm(Cmp::Eq, lhs, value.0.into()),
            JumpIfNeImm { lhs, value, .. } | JumpIfNotNeImm { lhs, value, .. } => cmp_imm(Cmp::Ne, lhs, value.0.into()),
            JumpIfLtImm { lhs, value, .. } | JumpIfNotLtImm { lhs, value, .. } => cmp_imm(Cmp::Lt, lhs, value.0.into()),
            JumpIfLeImm { lhs, value, .. } | JumpIfNotLeImm { lhs, value, .. } => cmp_imm(Cmp::Le, lhs, value.0.into()),
            JumpIfGtImm { lhs, value, .. } | JumpIfNotGtImm { lhs, value, .. } => cmp_imm(Cmp::Gt, lhs, value.0.into()),
            JumpIfGeImm { lhs, value, .. } | JumpIfNotGeImm { lhs, value, .. } => cmp_imm(Cmp::Ge, lhs, value.0.into()),
            LoopIfEqImm { lhs, value, .. } => cmp_imm(Cmp::Eq, lhs, value.0.into()),
            LoopIfNeImm { lhs, value, .. } => cmp_imm(Cmp::Ne, lhs, value.0.into()),
            LoopIfLtImm { lhs, value, .. } => cmp_imm(Cmp::Lt, lhs, value.0.into()),
            LoopIfLeImm { lhs, value, .. } => cmp_imm(Cmp::Le, lhs, value.0.into()),
            LoopIfGtImm { lhs, value, .. } => cmp_imm(Cmp::Gt, lhs, value.0.into()),
            LoopIfGeImm { lhs, value, .. } => cmp_imm(Cmp::Ge, lhs, value.0.into()),
            _ => None,
        }
    }

    /// The fallback of an instruction that needs user code: its name and its arguments.
    pub(crate) fn fallback_for(&self, op: Op) -> Option<(&'static str, SmallVec<[Value; 6]>)> {
        let mut args: SmallVec<[Value; 6]> = SmallVec::new();
        let name = match self.operands_of(op) {
            Some(Operator::Arith(which, a, b, _)) => {
                args.extend([a, b]);
                match which {
                    ArithOp::Mod => "op_mod",
                    ArithOp::BitOr => "op_or",
                    ArithOp::BitAnd => "op_and",
                    ArithOp::Sub => "op_sub",
                    ArithOp::BitXor => "op_xor",
                    _ => "op_add",
                }
            }
            Some(Operator::Compare(cmp, a, b)) => {
                args.extend([a, b]);
                match cmp {
                    Cmp::Eq => "op_eq",
                    Cmp::Ne => "op_ne",
                    Cmp::Lt => "op_lt",
                    Cmp::Le => "op_le",
                    Cmp::Gt => "op_gt",
                    Cmp::Ge => "op_ge",
                }
            }
            None => match op {
                Op::In { lhs, rhs, .. } | Op::NotIn { lhs, rhs, .. } | Op::JumpIfIn { lhs, rhs, .. } | Op::JumpIfNotIn { lhs, rhs, .. } => {
                    args.extend([self.reg(rhs), self.reg(lhs)]);
                    "op_contains"
                }
                Op::Not { src, .. }
                | Op::ToBool { src, .. }
                | Op::JumpIfTrue { src, .. }
                | Op::JumpIfFalse { src, .. }
                | Op::LoopIfTrue { src, .. } => {
                    args.push(self.reg(src));
                    "op_truth"
                }
                Op::GetItem { obj, key, .. } => {
                    args.extend([self.reg(obj), self.reg(key)]);
                    "op_getitem"
                }
                Op::GetItemImm { obj, key, .. } => {
                    args.extend([self.reg(obj), Value::int(key.0.into())]);
                    "op_getitem"
                }
                Op::GetSlice { obj, parts, .. } => {
                    use stockade_compiler::bytecode::Reg;
                    args.push(self.reg(obj));
                    args.extend((0..3).map(|at| self.reg(Reg(parts.0.wrapping_add(at)))));
                    "op_getslice"
                }
                Op::SetItem { obj, key, src } => {
                    args.extend([self.reg(obj), self.reg(key), self.reg(src)]);
                    "op_setitem"
                }
                Op::DelItem { obj, key } => {
                    args.extend([self.reg(obj), self.reg(key)]);
                    "op_delitem"
                }
                Op::Len { src, .. } => {
                    args.push(self.reg(src));
                    "op_len"
                }
                Op::Format { src, conversion, .. } => {
                    args.extend([self.reg(src), Value::int(conversion.0.into()), Value::NONE]);
                    "op_format"
                }
                Op::FormatSpec { src, conversion, spec, .. } => {
                    args.extend([self.reg(src), Value::int(conversion.0.into()), self.reg(spec)]);
                    "op_format"
                }
                Op::Unpack { src, count, .. } => {
                    args.extend([self.reg(src), Value::int(i64::from(count.0) + 1)]);
                    "unpack_collect"
                }
                Op::UnpackEx { src, .. } => {
                    args.extend([self.reg(src), Value::int(-1)]);
                    "unpack_collect"
                }
                Op::ListExtend { list, src, .. } => {
                    args.extend([self.reg(list), self.reg(src)]);
                    "list_extend"
                }
                Op::SetUpdate { set, src } => {
                    args.extend([self.reg(set), self.reg(src)]);
                    "set_update"
                }
                Op::SetAdd { set, src } => {
                    args.extend([self.reg(set), self.reg(src)]);
                    "set_add"
                }
                Op::DictInsert { dict, key, src } => {
                    args.extend([self.reg(dict), self.reg(key), self.reg(src)]);
                    "op_setitem"
                }
                Op::DictUpdate { dict, src } => {
                    args.extend([self.reg(dict), self.reg(src)]);
                    "dict_spread"
                }
                Op::DictMerge { dict, src, func } => {
                    args.extend([self.reg(dict), self.reg(src), self.reg(func)]);
                    "dict_merge"
                }
                Op::BuildSet { base, count, .. } => {
                    use stockade_compiler::bytecode::Reg;
                    args.extend((0..count.0).map(|at| self.reg(Reg(base.0.wrapping_add(at)))));
                    "op_build_set"
                }
                Op::BuildDict { base, count, .. } => {
                    use stockade_compiler::bytecode::Reg;
                    args.extend((0..count.0.saturating_mul(2)).map(|at| self.reg(Reg(base.0.wrapping_add(at)))));
                    "op_build_dict"
                }
                Op::CallEx { base, .. } => {
                    use stockade_compiler::bytecode::Reg;
                    let keywords = self.reg(Reg(base.0.wrapping_add(2)));
                    args.extend([self.reg(Reg(base.0)), self.reg(Reg(base.0.wrapping_add(1))), keywords.or(Value::NONE)]);
                    "op_call_ex"
                }
                Op::MatchKeys { src, keys, .. } => {
                    args.extend([self.reg(src), self.reg(keys)]);
                    "op_match_keys"
                }
                Op::StoreName { .. } | Op::LoadName { .. } | Op::DelName { .. } => return None,
                _ => return None,
            },
        };
        Some((name, args))
    }
}
