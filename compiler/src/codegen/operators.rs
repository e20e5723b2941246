//! Arithmetic, `not`, `and`, `or`, and the operators of augmented assignments.

use super::Compiler;
use super::unit::Label;
use crate::bytecode::{ArithOp, Dst, Flag, Imm32, Op, Reg, Target};
use crate::error::Res;
use crate::tree::{BinOp, BoolOp, CmpOp, Expr, ExprId, List, Span, UnaryOp};

/// Returns the instruction `dst = lhs op rhs`.
fn arithmetic(op: BinOp, dst: Dst, lhs: Reg, rhs: Reg) -> Op {
    match op {
        BinOp::Add => Op::Add { dst, lhs, rhs },
        BinOp::Sub => Op::Sub { dst, lhs, rhs },
        BinOp::Mul => Op::Mul { dst, lhs, rhs },
        BinOp::MatMul => Op::MatMul { dst, lhs, rhs },
        BinOp::Div => Op::Div { dst, lhs, rhs },
        BinOp::Mod => Op::Mod { dst, lhs, rhs },
        BinOp::Pow => Op::Pow { dst, lhs, rhs },
        BinOp::LShift => Op::LShift { dst, lhs, rhs },
        BinOp::RShift => Op::RShift { dst, lhs, rhs },
        BinOp::BitOr => Op::BitOr { dst, lhs, rhs },
        BinOp::BitXor => Op::BitXor { dst, lhs, rhs },
        BinOp::BitAnd => Op::BitAnd { dst, lhs, rhs },
        BinOp::FloorDiv => Op::FloorDiv { dst, lhs, rhs },
    }
}

/// Returns the instruction with an immediate right operand, if the operator has one.
fn immediate(op: BinOp, dst: Dst, lhs: Reg, value: i32, inplace: bool) -> Option<Op> {
    let (inplace, value) = (Flag(u8::from(inplace)), Imm32(value));
    Some(match op {
        BinOp::Add => Op::AddImm { dst, lhs, inplace, value },
        BinOp::Sub => Op::SubImm { dst, lhs, inplace, value },
        BinOp::Mul => Op::MulImm { dst, lhs, inplace, value },
        BinOp::FloorDiv => Op::FloorDivImm { dst, lhs, inplace, value },
        BinOp::Mod => Op::ModImm { dst, lhs, inplace, value },
        BinOp::BitAnd => Op::BitAndImm { dst, lhs, inplace, value },
        BinOp::LShift => Op::LShiftImm { dst, lhs, inplace, value },
        BinOp::RShift => Op::RShiftImm { dst, lhs, inplace, value },
        _ => return None,
    })
}

fn arith_op(op: BinOp) -> ArithOp {
    match op {
        BinOp::Add => ArithOp::Add,
        BinOp::Sub => ArithOp::Sub,
        BinOp::Mul => ArithOp::Mul,
        BinOp::MatMul => ArithOp::MatMul,
        BinOp::Div => ArithOp::Div,
        BinOp::Mod => ArithOp::Mod,
        BinOp::Pow => ArithOp::Pow,
        BinOp::LShift => ArithOp::LShift,
        BinOp::RShift => ArithOp::RShift,
        BinOp::BitOr => ArithOp::BitOr,
        BinOp::BitXor => ArithOp::BitXor,
        BinOp::BitAnd => ArithOp::BitAnd,
        BinOp::FloorDiv => ArithOp::FloorDiv,
    }
}

impl Compiler<'_> {
    /// Compiles a binary operation. `a + b + c + ...` nests to the left once for each operator, so a loop handles it instead of recursion.
    pub(super) fn binary_to(&mut self, e: ExprId, dst: u8, span: Span) -> Res<()> {
        if let Some(value) = self.facts.folded(e).cloned() {
            return self.load_constant(dst, value, span);
        }
        let Expr::Binary { op, left, right } = self.tree.expr(e) else { return Ok(()) };
        let mark = self.unit.next;
        if !matches!(self.tree.expr(left), Expr::Binary { .. }) || self.facts.folded(left).is_some() {
            let lhs = self.operand_held(left, self.scratch(dst))?;
            self.operate(op, dst, lhs, right, span)?;
            self.free_to(mark);
            return Ok(());
        }
        let mut spine = vec![(op, right, span)];
        let mut first = left;
        while let (Expr::Binary { op, left, right }, None) = (self.tree.expr(first), self.facts.folded(first)) {
            spine.push((op, right, self.tree.expr_span(first)));
            first = left;
        }
        let acc = match self.scratch(dst) {
            Some(reg) => reg,
            None => self.temp()?,
        };
        let mut lhs = self.operand_held(first, Some(acc))?;
        while let Some((op, right, span)) = spine.pop() {
            let inner = self.unit.next;
            self.operate(op, if spine.is_empty() { dst } else { acc }, lhs, right, span)?;
            self.free_to(inner);
            lhs = acc;
        }
        self.free_to(mark);
        Ok(())
    }

    fn operate(&mut self, op: BinOp, dst: u8, lhs: u8, right: ExprId, span: Span) -> Res<()> {
        if let Some(value) = self.known_int(right)
            && let Some(op) = immediate(op, Dst(dst), Reg(lhs), value, false)
        {
            self.emit(op, span);
            return Ok(());
        }
        let rhs = self.operand(right, None)?;
        self.emit(arithmetic(op, Dst(dst), Reg(lhs), Reg(rhs)), span);
        Ok(())
    }

    /// Emits `dst = lhs op= right`.
    pub(super) fn inplace(&mut self, op: BinOp, dst: u8, lhs: u8, right: ExprId, span: Span) -> Res<()> {
        if let Some(value) = self.known_int(right)
            && let Some(op) = immediate(op, Dst(dst), Reg(lhs), value, true)
        {
            self.emit(op, span);
            return Ok(());
        }
        let rhs = self.operand(right, None)?;
        self.emit(Op::Inplace { dst: Dst(dst), lhs: Reg(lhs), rhs: Reg(rhs), op: Flag(arith_op(op) as u8) }, span);
        Ok(())
    }

    pub(super) fn unary_to(&mut self, e: ExprId, op: UnaryOp, operand: ExprId, dst: u8, span: Span) -> Res<()> {
        if let Some(value) = self.facts.folded(e).cloned() {
            return self.load_constant(dst, value, span);
        }
        if op == UnaryOp::Not {
            // `not a in b` means `a not in b`. The same holds for `is`.
            if let Expr::Compare { left, rest } = self.tree.expr(operand)
                && let [(cmp, right)] = self.tree.list(rest)
            {
                let opposite = match cmp {
                    CmpOp::In => Some(CmpOp::NotIn),
                    CmpOp::NotIn => Some(CmpOp::In),
                    CmpOp::Is => Some(CmpOp::IsNot),
                    CmpOp::IsNot => Some(CmpOp::Is),
                    _ => None,
                };
                if let Some(cmp) = opposite {
                    return self.compare_pair_to(left, cmp, *right, dst, self.tree.expr_span(operand));
                }
                if self.facts.folded(operand).is_none() {
                    // As in CPython, a single comparison under `not` has the span of the `not`.
                    let mark = self.unit.next;
                    let src = self.scratch(dst).map_or_else(|| self.temp(), Ok)?;
                    self.compare_pair_to(left, *cmp, *right, src, span)?;
                    self.emit(Op::Not { dst: Dst(dst), src: Reg(src) }, span);
                    self.free_to(mark);
                    return Ok(());
                }
            }
        }
        let mark = self.unit.next;
        let src = Reg(self.operand(operand, self.scratch(dst))?);
        let dst = Dst(dst);
        self.emit(
            match op {
                UnaryOp::Not => Op::Not { dst, src },
                UnaryOp::Neg => Op::Neg { dst, src },
                UnaryOp::Pos => Op::Pos { dst, src },
                UnaryOp::Invert => Op::Invert { dst, src },
            },
            span,
        );
        self.free_to(mark);
        Ok(())
    }

    pub(super) fn bool_op_to(&mut self, op: BoolOp, values: List<ExprId>, dst: u8, span: Span) -> Res<()> {
        let Some((last, rest)) = self.tree.list(values).split_last() else { return Ok(()) };
        let mark = self.unit.next;
        let mut end = Label::new();
        // `x = x or y`: the first value is already in its destination.
        let in_place = matches!(rest, [only] if self.local_register(*only).is_some_and(|(_, reg)| reg == dst));
        let result = if in_place { dst } else { self.scratch(dst).map_or_else(|| self.temp(), Ok)? };
        for value in rest {
            let inner = self.unit.next;
            self.expr_to(*value, result)?;
            self.free_to(inner);
            let (src, target) = (Reg(result), Target(0));
            let test = match op {
                BoolOp::And => Op::JumpIfFalse { src, target },
                BoolOp::Or => Op::JumpIfTrue { src, target },
            };
            self.jump(&mut end, test, span);
        }
        self.expr_to(*last, result)?;
        self.bind(end);
        if result != dst {
            self.emit(Op::Move { dst: Dst(dst), src: Reg(result) }, span);
        }
        self.free_to(mark);
        Ok(())
    }
}
