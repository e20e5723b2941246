//! Compiles expressions into registers.
//!
//! If `dst` is a local, `expr_to(e, dst)` writes it only with the last instruction, because an exception before that
//! must leave the local unchanged. `operand(e)` returns the register of a value, which is the local's own register
//! where that is safe. An operand that is followed by the evaluation of other operands goes through `operand_held`. If
//! an expression can rebind the local (`:=`), `operand_held` copies its value first.

use super::Compiler;
use super::unit::Label;
use crate::bytecode::{Constant, Dst, Imm32, Op, Reg};
use crate::error::Res;
use crate::scope::fold;
use crate::scope::{EntryId, Place, entry_flags};
use crate::tree::{Expr, ExprId, Ident, Span};

impl<'t> Compiler<'t> {
    /// Returns the register that holds the value: the local's own register, `scratch`, or a new temporary.
    pub(super) fn operand(&mut self, e: ExprId, scratch: Option<u8>) -> Res<u8> {
        match self.tree.expr(e) {
            Expr::Name { .. } => {
                if let Some(reg) = self.local_in_place(e) {
                    return Ok(reg);
                }
            }
            Expr::Named { target, value } => {
                if let Some((_, reg)) = self.local_register(target) {
                    self.expr_to(value, reg)?;
                    self.unit.assigned.insert(reg);
                    return Ok(reg);
                }
            }
            _ => {}
        }
        let dst = match scratch {
            Some(reg) => reg,
            None => self.temp()?,
        };
        self.expr_to(e, dst)?;
        Ok(dst)
    }

    /// Like `operand`, for a value that must not change while other expressions are evaluated.
    pub(super) fn operand_held(&mut self, e: ExprId, scratch: Option<u8>) -> Res<u8> {
        let name = match self.tree.expr(e) {
            Expr::Name { .. } => e,
            Expr::Named { target, .. } => target,
            _ => return self.operand(e, scratch),
        };
        let rebound = self.local_register(name).is_some_and(|(entry, _)| self.facts.entry(entry).has(entry_flags::WALRUS));
        if !rebound {
            return self.operand(e, scratch);
        }
        let dst = match scratch {
            Some(reg) => reg,
            None => self.temp()?,
        };
        self.expr_to(e, dst)?;
        Ok(dst)
    }

    /// Returns the register of a `Name`, if it is a local in a register.
    pub(super) fn local_register(&self, name: ExprId) -> Option<(EntryId, u8)> {
        let id = self.resolve(self.facts.of_name(name))?;
        let entry = self.facts.entry(id);
        (entry.place == Place::Register).then_some((id, entry.reg))
    }

    /// Follows the alias that a comprehension has for a name of the scope around it.
    pub(super) fn resolve(&self, id: EntryId) -> Option<EntryId> {
        if id == EntryId::NONE {
            return None;
        }
        match self.facts.entry(id).place {
            Place::Alias(outer) => Some(outer),
            _ => Some(id),
        }
    }

    fn local_in_place(&mut self, e: ExprId) -> Option<u8> {
        if self.facts.folded(e).is_some() {
            return None;
        }
        let Some((_, reg)) = self.local_register(e) else {
            return match self.facts.entry(self.resolve(self.facts.of_name(e))?).place {
                Place::Free(free) if self.is_value(free) => self.free_register(free).map(|reg| reg.0),
                _ => None,
            };
        };
        self.check_local(reg, self.tree.expr_span(e));
        Some(reg)
    }

    /// Emits a check that a local is bound, unless it is known to be.
    pub(super) fn check_local(&mut self, reg: u8, span: Span) {
        if !self.unit.assigned.has(reg) {
            self.emit(Op::CheckLocal { src: Reg(reg) }, span);
            self.unit.assigned.insert(reg);
        }
    }

    /// Returns the value of an expression that is a constant.
    pub(super) fn known(&self, e: ExprId) -> Option<Constant> {
        match self.tree.expr(e) {
            Expr::Constant(value) => Some(fold::literal(self.tree, value)),
            Expr::Unary { .. } | Expr::Binary { .. } | Expr::Tuple { .. } | Expr::Name { .. } => self.facts.folded(e).cloned(),
            _ => None,
        }
    }

    /// Like `known`, for small integers. It builds no constant.
    pub(super) fn known_int(&self, e: ExprId) -> Option<i32> {
        match self.tree.expr(e) {
            Expr::Constant(crate::tree::Constant::Int(value)) => i32::try_from(value).ok(),
            Expr::Unary { .. } | Expr::Binary { .. } => match self.facts.folded(e) {
                Some(Constant::Int(value)) => i32::try_from(*value).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn is_none(&self, e: ExprId) -> bool {
        matches!(self.tree.expr(e), Expr::Constant(crate::tree::Constant::None))
    }

    /// Evaluates an expression into the given register.
    pub(super) fn expr_to(&mut self, e: ExprId, dst: u8) -> Res<()> {
        self.step()?;
        let span = self.tree.expr_span(e);
        match self.tree.expr(e) {
            Expr::Constant(value) => self.literal_to(value, dst, span),
            Expr::Name { .. } => self.name_to(e, dst, span),
            Expr::Attribute { value, attr, .. } => self.attribute_to(value, attr, dst, span),
            Expr::Call { .. } => self.call_to(e, dst),
            Expr::Binary { .. } => self.binary_to(e, dst, span),
            Expr::Unary { op, operand } => self.unary_to(e, op, operand, dst, span),
            Expr::BoolOp { op, values } => self.bool_op_to(op, values, dst, span),
            Expr::Compare { left, rest } => self.compare_to(left, rest, dst, span),
            Expr::Subscript { value, index, .. } => self.subscript_to(value, index, dst, span),
            Expr::If { test, then, orelse } => self.conditional_to(test, then, orelse, dst, span),
            Expr::Named { target, value } => self.named_to(target, value, dst, span),
            Expr::Tuple { items, .. } => self.tuple_to(e, items, dst, span),
            Expr::List { items, .. } => self.list_to(items, dst, span),
            Expr::Set { items } => self.set_to(items, dst, span),
            Expr::Dict { keys, values } => self.dict_to(keys, values, dst, span),
            Expr::FString { parts } => self.fstring_to(parts, dst, span),
            Expr::Slice { lower, upper, step } => self.slice_to(lower, upper, step, dst, span),
            Expr::Lambda { params, .. } => self.lambda_to(e, params, dst, span),
            Expr::GeneratorExp { generators, .. } => self.generator_expression_to(e, generators, dst, span),
            Expr::ListComp { .. } | Expr::SetComp { .. } | Expr::DictComp { .. } => self.comprehension_to(e, dst, span),
            Expr::Await { value } => self.await_to(value, dst, span),
            Expr::Yield { value } => self.yield_to(value, dst, span),
            Expr::YieldFrom { value } => self.yield_from_to(value, dst, span),
            // A star alone has the value of its operand. Displays and calls handle the stars inside them.
            Expr::Starred { value, .. } => self.expr_to(value, dst),
        }
    }

    fn literal_to(&mut self, value: crate::tree::Constant, dst: u8, span: Span) -> Res<()> {
        self.load_constant(dst, fold::literal(self.tree, value), span)
    }

    fn name_to(&mut self, e: ExprId, dst: u8, span: Span) -> Res<()> {
        if let Some(value) = self.facts.folded(e).cloned() {
            return self.load_constant(dst, value, span);
        }
        self.load_entry(self.facts.of_name(e), dst, span)
    }

    /// Loads a name into a register.
    pub(super) fn load_entry(&mut self, id: EntryId, dst: u8, span: Span) -> Res<()> {
        let Some(id) = self.resolve(id) else { return Ok(()) };
        let entry = *self.facts.entry(id);
        let op = match entry.place {
            Place::Register => {
                self.check_local(entry.reg, span);
                if entry.reg == dst {
                    return Ok(());
                }
                Op::Move { dst: Dst(dst), src: Reg(entry.reg) }
            }
            Place::Cell => Op::LoadCell { dst: Dst(dst), cell: Reg(entry.reg) },
            Place::Spill(index) => {
                Op::LoadSpill { dst: Dst(dst), list: Reg(self.unit.spill), index: Imm32(i32::try_from(index).unwrap_or(i32::MAX)) }
            }
            Place::Free(free) => match self.free_register(free) {
                Some(value) if self.is_value(free) => Op::Move { dst: Dst(dst), src: value },
                Some(cell) => Op::LoadCell { dst: Dst(dst), cell },
                None => Op::LoadFree { dst: Dst(dst), free: crate::bytecode::Free(free) },
            },
            Place::Global | Place::Alias(_) => Op::LoadGlobal { dst: Dst(dst), global: self.global(entry.name) },
            Place::Name => Op::LoadName { dst: Dst(dst), name: self.name_operand(entry.name)? },
            Place::NameOrFree(free) => {
                Op::LoadClassFree { dst: Dst(dst), name: self.name_operand(entry.name)?, free: crate::bytecode::Free(free) }
            }
            Place::DictOrGlobal => {
                let dict = self.class_dict(span)?;
                self.free_to(dict);
                Op::LoadDictOrGlobal { dst: Dst(dst), dict: Reg(dict), global: self.global(entry.name) }
            }
            Place::DictOrFree(free) => {
                let dict = self.class_dict(span)?;
                self.free_to(dict);
                Op::LoadDictOrFree { dst: Dst(dst), dict: Reg(dict), free: crate::bytecode::Free(free) }
            }
        };
        self.emit(op, span);
        Ok(())
    }

    /// True if the register of a free variable holds its value and not its cell.
    fn is_value(&self, free: u16) -> bool {
        free < 16 && self.unit.code.free_values >> free & 1 == 1
    }

    /// Returns the register that holds the cell of a free variable, or its value ([`crate::bytecode::Code::free_values`]).
    pub(super) fn free_register(&self, free: u16) -> Option<Reg> {
        let base = self.unit.code.free_base?;
        Some(Reg(base + u8::try_from(free).ok()?))
    }

    /// Loads the namespace of the class around a type-parameter scope into a temporary.
    fn class_dict(&mut self, span: Span) -> Res<u8> {
        let name = self.names.intern("__classdict__");
        let reg = self.temp()?;
        let entry = self.entry_of(name);
        self.load_entry(entry, reg, span)?;
        Ok(reg)
    }

    /// Returns the span that a traceback marks for an attribute access: the whole expression, or only the name if it is on a later line.
    pub(super) fn attribute_span(&self, span: Span, attr: Ident) -> Span {
        if self.starts_on_line_of(span, attr) { span } else { attr.span }
    }

    /// Like `attribute_span`, for the call of the method `func`.
    pub(super) fn method_span(&self, call: Span, func: ExprId, attr: Ident) -> Span {
        if self.starts_on_line_of(self.tree.expr_span(func), attr) { call } else { Span::new(attr.span.start, call.end) }
    }

    fn starts_on_line_of(&self, span: Span, attr: Ident) -> bool {
        self.source.line_of(span.start) == self.source.line_of(attr.span.start)
    }

    fn attribute_to(&mut self, value: ExprId, attr: Ident, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let obj = match self.is_zero_argument_super(value) {
            true => {
                let base = self.super_window(value)?;
                self.emit(Op::CallSuper { dst: Dst(base), base: crate::bytecode::Base(base) }, self.tree.expr_span(value));
                base
            }
            false => self.operand(value, self.scratch(dst))?,
        };
        let site = self.attribute_site(attr.name)?;
        self.emit(Op::LoadAttr { dst: Dst(dst), obj: Reg(obj), site }, self.attribute_span(span, attr));
        self.free_to(mark);
        Ok(())
    }

    /// Returns `dst` if it may hold intermediate values. Only a temporary may, because a local must keep its value until the end.
    pub(super) fn scratch(&self, dst: u8) -> Option<u8> {
        self.is_temp(dst).then_some(dst)
    }

    fn subscript_to(&mut self, value: ExprId, index: ExprId, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let obj = self.operand_held(value, self.scratch(dst))?;
        let op = if let Expr::Slice { lower, upper, step } = self.tree.expr(index) {
            let parts = self.slice_parts(lower, upper, step, self.tree.expr_span(index))?;
            Op::GetSlice { dst: Dst(dst), obj: Reg(obj), parts: crate::bytecode::Base(parts) }
        } else if let Some(key) = self.known_int(index) {
            Op::GetItemImm { dst: Dst(dst), obj: Reg(obj), key: Imm32(key) }
        } else {
            let key = self.operand(index, None)?;
            Op::GetItem { dst: Dst(dst), obj: Reg(obj), key: Reg(key) }
        };
        self.emit(op, span);
        self.free_to(mark);
        Ok(())
    }

    /// Evaluates start, stop and step into three temporaries.
    fn slice_parts(&mut self, lower: Option<ExprId>, upper: Option<ExprId>, step: Option<ExprId>, span: Span) -> Res<u8> {
        let first = self.unit.next;
        for part in [lower, upper, step] {
            let reg = self.temp()?;
            match part {
                Some(part) => self.expr_to(part, reg)?,
                None => self.load_constant(reg, Constant::None, span)?,
            }
        }
        Ok(first)
    }

    fn slice_to(&mut self, lower: Option<ExprId>, upper: Option<ExprId>, step: Option<ExprId>, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let parts = self.slice_parts(lower, upper, step, span)?;
        self.emit(Op::BuildSlice { dst: Dst(dst), parts: crate::bytecode::Base(parts) }, span);
        self.free_to(mark);
        Ok(())
    }

    fn conditional_to(&mut self, test: ExprId, then: ExprId, orelse: ExprId, dst: u8, span: Span) -> Res<()> {
        let (mut other, mut end) = (Label::new(), Label::new());
        self.jump_if(test, false, &mut other)?;
        if self.unit.reachable {
            self.expr_to(then, dst)?;
            self.goto(&mut end, span);
        }
        self.bind(other);
        if self.unit.reachable {
            self.expr_to(orelse, dst)?;
        }
        self.bind(end);
        Ok(())
    }

    fn named_to(&mut self, target: ExprId, value: ExprId, dst: u8, span: Span) -> Res<()> {
        if let Some((_, reg)) = self.local_register(target) {
            self.expr_to(value, reg)?;
            self.unit.assigned.insert(reg);
            if reg != dst {
                self.emit(Op::Move { dst: Dst(dst), src: Reg(reg) }, span);
            }
            return Ok(());
        }
        let mark = self.unit.next;
        let reg = match self.scratch(dst) {
            Some(reg) => reg,
            None => self.temp()?,
        };
        self.expr_to(value, reg)?;
        self.store_entry(self.facts.of_name(target), reg, self.tree.expr_span(target))?;
        if reg != dst {
            self.emit(Op::Move { dst: Dst(dst), src: Reg(reg) }, span);
        }
        self.free_to(mark);
        Ok(())
    }
}
