//! Comparisons, and conditions that are compiled to jumps: `if`, `while`, `and`, `or`, `not`, ternaries, asserts, filters.

use super::Compiler;
use super::unit::Label;
use crate::bytecode::{Constant, Cost, Dst, Imm8, Imm16, Op, Reg, Target};
use crate::error::Res;
use crate::scope::fold;
use crate::tree::{BoolOp, CmpOp, Expr, ExprId, List, Span, UnaryOp};

fn comparison(cmp: CmpOp, dst: Dst, lhs: Reg, rhs: Reg) -> Op {
    match cmp {
        CmpOp::Eq => Op::Eq { dst, lhs, rhs },
        CmpOp::NotEq => Op::Ne { dst, lhs, rhs },
        CmpOp::Lt => Op::Lt { dst, lhs, rhs },
        CmpOp::LtE => Op::Le { dst, lhs, rhs },
        CmpOp::Gt => Op::Gt { dst, lhs, rhs },
        CmpOp::GtE => Op::Ge { dst, lhs, rhs },
        CmpOp::Is => Op::Is { dst, lhs, rhs },
        CmpOp::IsNot => Op::IsNot { dst, lhs, rhs },
        CmpOp::In => Op::In { dst, lhs, rhs },
        CmpOp::NotIn => Op::NotIn { dst, lhs, rhs },
    }
}

/// Returns the opcode that compares and jumps when the result is `when`. `is` has none.
fn jump_opcode(cmp: CmpOp, when: bool, lhs: Reg, rhs: Reg) -> Option<Op> {
    let target = Target(0);
    Some(match (cmp, when) {
        (CmpOp::Eq, true) => Op::JumpIfEq { lhs, rhs, target },
        (CmpOp::NotEq, true) => Op::JumpIfNe { lhs, rhs, target },
        (CmpOp::Lt, true) => Op::JumpIfLt { lhs, rhs, target },
        (CmpOp::LtE, true) => Op::JumpIfLe { lhs, rhs, target },
        (CmpOp::Gt, true) => Op::JumpIfGt { lhs, rhs, target },
        (CmpOp::GtE, true) => Op::JumpIfGe { lhs, rhs, target },
        (CmpOp::Eq, false) => Op::JumpIfNotEq { lhs, rhs, target },
        (CmpOp::NotEq, false) => Op::JumpIfNotNe { lhs, rhs, target },
        (CmpOp::Lt, false) => Op::JumpIfNotLt { lhs, rhs, target },
        (CmpOp::LtE, false) => Op::JumpIfNotLe { lhs, rhs, target },
        (CmpOp::Gt, false) => Op::JumpIfNotGt { lhs, rhs, target },
        (CmpOp::GtE, false) => Op::JumpIfNotGe { lhs, rhs, target },
        (CmpOp::In, true) | (CmpOp::NotIn, false) => Op::JumpIfIn { lhs, rhs, target },
        (CmpOp::In, false) | (CmpOp::NotIn, true) => Op::JumpIfNotIn { lhs, rhs, target },
        (CmpOp::Is | CmpOp::IsNot, _) => return None,
    })
}

fn jump_opcode_immediate(cmp: CmpOp, when: bool, lhs: Reg, value: i32) -> Option<Op> {
    let (value, target) = (Imm16(i16::try_from(value).ok()?), Target(0));
    Some(match (cmp, when) {
        (CmpOp::Eq, true) => Op::JumpIfEqImm { lhs, value, target },
        (CmpOp::NotEq, true) => Op::JumpIfNeImm { lhs, value, target },
        (CmpOp::Lt, true) => Op::JumpIfLtImm { lhs, value, target },
        (CmpOp::LtE, true) => Op::JumpIfLeImm { lhs, value, target },
        (CmpOp::Gt, true) => Op::JumpIfGtImm { lhs, value, target },
        (CmpOp::GtE, true) => Op::JumpIfGeImm { lhs, value, target },
        (CmpOp::Eq, false) => Op::JumpIfNotEqImm { lhs, value, target },
        (CmpOp::NotEq, false) => Op::JumpIfNotNeImm { lhs, value, target },
        (CmpOp::Lt, false) => Op::JumpIfNotLtImm { lhs, value, target },
        (CmpOp::LtE, false) => Op::JumpIfNotLeImm { lhs, value, target },
        (CmpOp::Gt, false) => Op::JumpIfNotGtImm { lhs, value, target },
        (CmpOp::GtE, false) => Op::JumpIfNotGeImm { lhs, value, target },
        _ => return None,
    })
}

/// Returns the opcode that ends a `while` loop whose test is one comparison.
fn loop_opcode(cmp: CmpOp, lhs: Reg, rhs: Reg, cost: Cost, target: Target) -> Option<Op> {
    Some(match cmp {
        CmpOp::Eq => Op::LoopIfEq { lhs, rhs, cost, target },
        CmpOp::NotEq => Op::LoopIfNe { lhs, rhs, cost, target },
        CmpOp::Lt => Op::LoopIfLt { lhs, rhs, cost, target },
        CmpOp::LtE => Op::LoopIfLe { lhs, rhs, cost, target },
        CmpOp::Gt => Op::LoopIfGt { lhs, rhs, cost, target },
        CmpOp::GtE => Op::LoopIfGe { lhs, rhs, cost, target },
        _ => return None,
    })
}

fn loop_opcode_immediate(cmp: CmpOp, lhs: Reg, value: i32, cost: Cost, target: Target) -> Option<Op> {
    let value = Imm8(i8::try_from(value).ok()?);
    Some(match cmp {
        CmpOp::Eq => Op::LoopIfEqImm { lhs, value, cost, target },
        CmpOp::NotEq => Op::LoopIfNeImm { lhs, value, cost, target },
        CmpOp::Lt => Op::LoopIfLtImm { lhs, value, cost, target },
        CmpOp::LtE => Op::LoopIfLeImm { lhs, value, cost, target },
        CmpOp::Gt => Op::LoopIfGtImm { lhs, value, cost, target },
        CmpOp::GtE => Op::LoopIfGeImm { lhs, value, cost, target },
        _ => return None,
    })
}

impl Compiler<'_> {
    /// Emits `left cmp right` as a value.
    pub(super) fn compare_pair_to(&mut self, left: ExprId, cmp: CmpOp, right: ExprId, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let lhs = self.operand_held(left, self.scratch(dst))?;
        let rhs = self.container_operand(cmp, right)?;
        self.emit(comparison(cmp, Dst(dst), Reg(lhs), Reg(rhs)), span);
        self.free_to(mark);
        Ok(())
    }

    /// Compiles the right side of a comparison. After `in`, a display of constants is compiled to a constant, because
    /// the program cannot reach the container in another way.
    fn container_operand(&mut self, cmp: CmpOp, right: ExprId) -> Res<u8> {
        if matches!(cmp, CmpOp::In | CmpOp::NotIn)
            && let Some(value) = self.constant_display(right)
        {
            let reg = self.temp()?;
            self.load_constant(reg, value, self.tree.expr_span(right))?;
            return Ok(reg);
        }
        self.operand(right, None)
    }

    /// Returns a list or set display of constants as a tuple or frozenset constant. Only for uses that just iterate or
    /// search the container.
    pub(super) fn constant_display(&self, e: ExprId) -> Option<Constant> {
        let (items, set) = match self.tree.expr(e) {
            Expr::List { items, .. } => (items, false),
            Expr::Set { items } => (items, true),
            _ => return None,
        };
        let values: Option<Box<[Constant]>> = self.tree.list(items).iter().map(|item| self.known(*item)).collect();
        values.map(|values| if set { Constant::FrozenSet(values) } else { Constant::Tuple(values) })
    }

    pub(super) fn compare_to(&mut self, left: ExprId, rest: List<(CmpOp, ExprId)>, dst: u8, span: Span) -> Res<()> {
        if let [(cmp, right)] = self.tree.list(rest) {
            return self.compare_pair_to(left, *cmp, *right, dst, span);
        }
        // `a < b < c`: the first false result is the value of the whole.
        let mark = self.unit.next;
        let result = self.temp()?;
        let mut end = Label::new();
        let mut lhs = self.operand_held(left, None)?;
        let links = self.tree.list(rest);
        for (at, (cmp, right)) in links.iter().enumerate() {
            let last = at + 1 == links.len();
            let rhs = if last { self.container_operand(*cmp, *right)? } else { self.operand_held(*right, None)? };
            self.emit(comparison(*cmp, Dst(result), Reg(lhs), Reg(rhs)), span);
            if !last {
                self.jump(&mut end, Op::JumpIfFalse { src: Reg(result), target: Target(0) }, span);
            }
            lhs = self.compact_temporaries(result + 1, rhs);
        }
        self.bind(end);
        self.emit(Op::Move { dst: Dst(dst), src: Reg(result) }, span);
        self.free_to(mark);
        Ok(())
    }

    /// Limits the registers that a long comparison chain needs. Of the temporaries at `from` and above, only `reg` is
    /// still needed; once there are 8, it moves down to `from`.
    fn compact_temporaries(&mut self, from: u8, reg: u8) -> u8 {
        if reg < from {
            self.free_to(from);
            return reg;
        }
        if reg - from < 8 {
            return reg;
        }
        let span = self.unit.here;
        self.emit(Op::Move { dst: Dst(from), src: Reg(reg) }, span);
        self.free_to(from + 1);
        from
    }

    /// Jumps to `label` when the truth value of `e` is `when`. Otherwise control continues with the next instruction.
    pub(super) fn jump_if(&mut self, e: ExprId, when: bool, label: &mut Label) -> Res<()> {
        self.step()?;
        if !self.unit.reachable {
            return Ok(());
        }
        let span = self.tree.expr_span(e);
        if let Some(value) = self.known(e) {
            if fold::truth(&value) == when {
                self.goto(label, span);
            }
            return Ok(());
        }
        let mark = self.unit.next;
        match self.tree.expr(e) {
            Expr::Unary { op: UnaryOp::Not, operand } => return self.jump_if(operand, !when, label),
            Expr::BoolOp { op, values } => return self.jump_if_bool(op, values, when, label),
            Expr::Compare { left, rest } => self.jump_if_compare(left, rest, when, label, span)?,
            Expr::If { test, then, orelse } => {
                let (mut other, mut end) = (Label::new(), Label::new());
                self.jump_if(test, false, &mut other)?;
                self.jump_if(then, when, label)?;
                self.goto(&mut end, span);
                self.bind(other);
                self.jump_if(orelse, when, label)?;
                self.bind(end);
            }
            _ => {
                let src = Reg(self.operand(e, None)?);
                self.jump_if_register(src, when, label, span);
            }
        }
        self.free_to(mark);
        Ok(())
    }

    fn jump_if_register(&mut self, src: Reg, when: bool, label: &mut Label, span: Span) {
        let target = Target(0);
        let op = if when { Op::JumpIfTrue { src, target } } else { Op::JumpIfFalse { src, target } };
        self.jump(label, op, span);
    }

    fn jump_if_bool(&mut self, op: BoolOp, values: List<ExprId>, when: bool, label: &mut Label) -> Res<()> {
        let Some((last, rest)) = self.tree.list(values).split_last() else { return Ok(()) };
        // The truth value with which any operand decides the whole expression.
        let decisive = op == BoolOp::Or;
        if decisive == when {
            for value in rest {
                self.jump_if(*value, when, label)?;
            }
            return self.jump_if(*last, when, label);
        }
        let mut skip = Label::new();
        for value in rest {
            self.jump_if(*value, decisive, &mut skip)?;
        }
        self.jump_if(*last, when, label)?;
        self.bind(skip);
        Ok(())
    }

    fn jump_if_compare(&mut self, left: ExprId, rest: List<(CmpOp, ExprId)>, when: bool, label: &mut Label, span: Span) -> Res<()> {
        let links = self.tree.list(rest);
        if let [(cmp, right)] = links {
            if matches!(cmp, CmpOp::Is | CmpOp::IsNot) && self.is_none(*right) {
                let src = Reg(self.operand(left, None)?);
                let target = Target(0);
                let op = if (*cmp == CmpOp::Is) == when { Op::JumpIfNone { src, target } } else { Op::JumpIfNotNone { src, target } };
                self.jump(label, op, span);
                return Ok(());
            }
            let lhs = Reg(self.operand_held(left, None)?);
            return self.jump_if_link(lhs, *cmp, *right, when, label, span);
        }
        let base = self.unit.next;
        let mut skip = Label::new();
        let mut lhs = self.operand_held(left, None)?;
        for (at, (cmp, right)) in links.iter().enumerate() {
            if at + 1 == links.len() {
                self.jump_if_link(Reg(lhs), *cmp, *right, when, label, span)?;
                break;
            }
            let rhs = self.operand_held(*right, None)?;
            let out = if when { &mut skip } else { &mut *label };
            self.jump_if_pair(Reg(lhs), *cmp, Reg(rhs), false, out, span)?;
            lhs = self.compact_temporaries(base, rhs);
        }
        self.bind(skip);
        Ok(())
    }

    /// Compiles the last comparison of a chain. Its right side may be an immediate or a constant container.
    fn jump_if_link(&mut self, lhs: Reg, cmp: CmpOp, right: ExprId, when: bool, label: &mut Label, span: Span) -> Res<()> {
        if let Some(op) = self.known_int(right).and_then(|value| jump_opcode_immediate(cmp, when, lhs, value)) {
            self.jump(label, op, span);
            return Ok(());
        }
        let rhs = Reg(self.container_operand(cmp, right)?);
        self.jump_if_pair(lhs, cmp, rhs, when, label, span)
    }

    fn jump_if_pair(&mut self, lhs: Reg, cmp: CmpOp, rhs: Reg, when: bool, label: &mut Label, span: Span) -> Res<()> {
        match jump_opcode(cmp, when, lhs, rhs) {
            Some(op) => self.jump(label, op, span),
            None => {
                let dst = self.temp()?;
                self.emit(comparison(cmp, Dst(dst), lhs, rhs), span);
                self.jump_if_register(Reg(dst), when, label, span);
            }
        }
        Ok(())
    }

    /// Compiles the test at the bottom of a `while`. Jumps back to `top` when `e` is true, and charges `cost` for the turn.
    pub(super) fn loop_if(&mut self, e: ExprId, top: u32, cost: u8) -> Res<()> {
        if !self.unit.reachable {
            return Ok(());
        }
        let span = self.tree.expr_span(e);
        let (cost, target) = (Cost(cost), Target(top));
        let mark = self.unit.next;
        if let Some(value) = self.known(e) {
            if fold::truth(&value) {
                self.emit(Op::Loop { cost, target }, span);
                self.end_flow();
            }
            return Ok(());
        }
        match self.tree.expr(e) {
            Expr::BoolOp { op: BoolOp::Or, values } => {
                for value in self.tree.list(values) {
                    self.loop_if(*value, top, cost.0)?;
                }
                return Ok(());
            }
            Expr::BoolOp { op: BoolOp::And, values } => {
                let Some((last, rest)) = self.tree.list(values).split_last() else { return Ok(()) };
                let mut out = Label::new();
                for value in rest {
                    self.jump_if(*value, false, &mut out)?;
                }
                self.loop_if(*last, top, cost.0)?;
                self.bind(out);
                return Ok(());
            }
            Expr::Compare { left, rest } => {
                if let [(cmp @ (CmpOp::Eq | CmpOp::NotEq | CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE), right)] = self.tree.list(rest)
                {
                    let lhs = Reg(self.operand_held(left, None)?);
                    let small = self.known_int(*right).and_then(|value| loop_opcode_immediate(*cmp, lhs, value, cost, target));
                    let op = match small {
                        Some(op) => Some(op),
                        None => {
                            let rhs = Reg(self.operand(*right, None)?);
                            loop_opcode(*cmp, lhs, rhs, cost, target)
                        }
                    };
                    if let Some(op) = op {
                        self.emit(op, span);
                    }
                    self.free_to(mark);
                    return Ok(());
                }
            }
            Expr::Unary { op: UnaryOp::Not, .. } | Expr::If { .. } => {}
            _ => {
                let src = Reg(self.operand(e, None)?);
                self.emit(Op::LoopIfTrue { src, cost, target }, span);
                self.free_to(mark);
                return Ok(());
            }
        }
        let mut out = Label::new();
        self.jump_if(e, false, &mut out)?;
        if self.unit.reachable {
            self.emit(Op::Loop { cost, target }, span);
            self.end_flow();
        }
        self.bind(out);
        Ok(())
    }
}
