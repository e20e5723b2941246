//! Assignment, deletion and augmented assignment of names, attributes, subscripts and unpacked sequences.

use super::Compiler;
use super::display::count;
use crate::bytecode::{Base, Constant, Dst, Free, Imm32, NameId, Op, Reg};
use crate::error::Res;
use crate::scope::{EntryId, Place};
use crate::tree::{BinOp, Expr, ExprId, List, Span};

impl Compiler<'_> {
    /// Stores the value in `src` to a target.
    pub(super) fn store(&mut self, target: ExprId, src: u8) -> Res<()> {
        let span = self.tree.expr_span(target);
        let mark = self.unit.next;
        match self.tree.expr(target) {
            Expr::Name { .. } => self.store_entry(self.facts.of_name(target), src, span)?,
            Expr::Attribute { value, attr, .. } => {
                let obj = Reg(self.operand(value, None)?);
                let site = self.attribute_site(attr.name)?;
                self.emit(Op::StoreAttr { obj, src: Reg(src), site }, self.attribute_span(span, attr));
            }
            Expr::Subscript { value, index, .. } => {
                let obj = Reg(self.operand_held(value, None)?);
                let key = Reg(self.operand(index, None)?);
                self.emit(Op::SetItem { obj, key, src: Reg(src) }, span);
            }
            Expr::Tuple { items, .. } | Expr::List { items, .. } => self.unpack(items, src, span)?,
            Expr::Starred { value, .. } => self.store(value, src)?,
            _ => {}
        }
        self.free_to(mark);
        Ok(())
    }

    /// Stores to a name of this scope.
    pub(super) fn store_name(&mut self, name: NameId, src: u8, span: Span) -> Res<()> {
        let entry = self.entry_of(name);
        self.store_entry(entry, src, span)
    }

    pub(super) fn store_entry(&mut self, id: EntryId, src: u8, span: Span) -> Res<()> {
        let Some(id) = self.resolve(id) else { return Ok(()) };
        let entry = *self.facts.entry(id);
        let src = Reg(src);
        let op = match entry.place {
            Place::Register => {
                self.unit.assigned.insert(entry.reg);
                if entry.reg == src.0 {
                    return Ok(());
                }
                Op::Move { dst: Dst(entry.reg), src }
            }
            Place::Cell => {
                self.unit.assigned.insert(entry.reg);
                Op::StoreCell { src, cell: Reg(entry.reg) }
            }
            Place::Spill(index) => {
                Op::StoreSpill { src, list: Reg(self.unit.spill), index: Imm32(i32::try_from(index).unwrap_or(i32::MAX)) }
            }
            Place::Free(free) | Place::DictOrFree(free) | Place::NameOrFree(free) => match self.free_register(free) {
                Some(cell) => Op::StoreCell { src, cell },
                None => Op::StoreFree { src, free: Free(free) },
            },
            Place::Global | Place::Alias(_) | Place::DictOrGlobal => Op::StoreGlobal { src, global: self.global(entry.name) },
            Place::Name => Op::StoreName { src, name: self.name_operand(entry.name)? },
        };
        self.emit(op, span);
        Ok(())
    }

    pub(super) fn store_global(&mut self, src: u8, name: NameId, span: Span) {
        let global = self.global(name);
        self.emit(Op::StoreGlobal { src: Reg(src), global }, span);
    }

    fn unpack(&mut self, items: List<ExprId>, src: u8, span: Span) -> Res<()> {
        let items = self.tree.list(items);
        let star = items.iter().position(|item| matches!(self.tree.expr(*item), Expr::Starred { .. }));
        if let (None, Some(first)) = (star, self.consecutive_locals(items)) {
            self.emit(Op::Unpack { dst: Base(first), src: Reg(src), count: count(items.len()) }, span);
            for item in items {
                if let Some((_, reg)) = self.local_register(*item) {
                    self.unit.assigned.insert(reg);
                }
            }
            return Ok(());
        }
        let first = self.temps(items.len())?;
        let op = match star {
            None => Op::Unpack { dst: Base(first), src: Reg(src), count: count(items.len()) },
            Some(at) => {
                let after = i32::try_from(items.len() - at - 1).unwrap_or(i32::MAX);
                Op::UnpackEx { dst: Base(first), src: Reg(src), before: count(at), after: Imm32(after) }
            }
        };
        self.emit(op, span);
        for (reg, item) in (first..).zip(items) {
            self.store(*item, reg)?;
        }
        Ok(())
    }

    /// Returns the first register if the targets are locals in consecutive registers.
    fn consecutive_locals(&self, items: &[ExprId]) -> Option<u8> {
        let (_, first) = self.local_register(*items.first()?)?;
        let ok = items.iter().zip(first..).all(|(item, want)| self.local_register(*item).is_some_and(|(_, reg)| reg == want));
        ok.then_some(first)
    }

    pub(super) fn assign(&mut self, targets: List<ExprId>, value: ExprId) -> Res<()> {
        let targets = self.tree.list(targets);
        let mark = self.unit.next;
        match targets {
            [only] => {
                if let Some((_, reg)) = self.local_register(*only) {
                    self.expr_to(value, reg)?;
                    self.unit.assigned.insert(reg);
                } else if !self.assign_in_parallel(*only, value)? {
                    let src = self.operand_for_target(*only, value)?;
                    self.store(*only, src)?;
                }
            }
            _ => {
                let src = self.temp()?;
                self.expr_to(value, src)?;
                for target in targets {
                    self.store(*target, src)?;
                }
            }
        }
        self.free_to(mark);
        Ok(())
    }

    /// Evaluates the value so that a `:=` in the expressions of the target cannot change it.
    fn operand_for_target(&mut self, target: ExprId, value: ExprId) -> Res<u8> {
        match self.tree.expr(target) {
            Expr::Name { .. } => self.operand(value, None),
            _ => self.operand_held(value, None),
        }
    }

    /// Compiles `a, b = x, y` without a tuple: all values first, then the stores from left to right. Returns false if it does not apply.
    fn assign_in_parallel(&mut self, target: ExprId, value: ExprId) -> Res<bool> {
        let (Expr::Tuple { items: targets, .. } | Expr::List { items: targets, .. }) = self.tree.expr(target) else { return Ok(false) };
        let Expr::Tuple { items: values, .. } = self.tree.expr(value) else { return Ok(false) };
        let (targets, values) = (self.tree.list(targets), self.tree.list(values));
        let starred = |items: &[ExprId]| items.iter().any(|item| matches!(self.tree.expr(*item), Expr::Starred { .. }));
        if targets.len() != values.len() || !(1..=16).contains(&targets.len()) || starred(targets) || starred(values) {
            return Ok(false);
        }
        if self.facts.folded(value).is_some() {
            // The values were folded into one constant tuple, which must be taken apart again.
            return self.assign_constants(targets, value);
        }
        let mut sources = [0u8; 16];
        for (at, (value, source)) in values.iter().zip(&mut sources).enumerate() {
            // A local can stay in its register, unless an earlier store changes it.
            let clobbered =
                self.local_register(*value).is_some_and(|(_, reg)| targets.iter().take(at).any(|target| self.stores_to(*target, reg)));
            *source = if clobbered {
                let reg = self.temp()?;
                self.expr_to(*value, reg)?;
                reg
            } else {
                self.operand_held(*value, None)?
            };
        }
        for (target, src) in targets.iter().zip(sources) {
            self.store(*target, src)?;
        }
        Ok(true)
    }

    fn assign_constants(&mut self, targets: &[ExprId], value: ExprId) -> Res<bool> {
        let Some(Constant::Tuple(values)) = self.facts.folded(value).cloned() else { return Ok(false) };
        let span = self.tree.expr_span(value);
        let first = self.temps(targets.len())?;
        for (value, reg) in values.into_iter().zip(first..) {
            self.load_constant(reg, value, span)?;
        }
        for (target, reg) in targets.iter().zip(first..) {
            self.store(*target, reg)?;
        }
        Ok(true)
    }

    /// True if a store to `target` may write the local in `reg`.
    fn stores_to(&self, target: ExprId, reg: u8) -> bool {
        match self.tree.expr(target) {
            Expr::Name { .. } => self.local_register(target).is_some_and(|(_, local)| local == reg),
            // Nested targets are rare, so they are not examined.
            Expr::Tuple { .. } | Expr::List { .. } => true,
            _ => false,
        }
    }

    pub(super) fn aug_assign(&mut self, target: ExprId, op: BinOp, value: ExprId, span: Span) -> Res<()> {
        let mark = self.unit.next;
        match self.tree.expr(target) {
            Expr::Name { .. } => {
                let entry = self.facts.of_name(target);
                let target_span = self.tree.expr_span(target);
                if let Some((_, reg)) = self.local_register(target) {
                    self.check_local(reg, target_span);
                    let lhs = self.held_local(target, reg, target_span)?;
                    self.inplace(op, reg, lhs, value, span)?;
                } else {
                    let reg = self.temp()?;
                    self.load_entry(entry, reg, target_span)?;
                    self.inplace(op, reg, reg, value, span)?;
                    self.store_entry(entry, reg, target_span)?;
                }
            }
            Expr::Attribute { value: obj, attr, .. } => {
                let target_span = self.attribute_span(self.tree.expr_span(target), attr);
                let obj = self.operand_held(obj, None)?;
                let reg = self.temp()?;
                let site = self.attribute_site(attr.name)?;
                self.emit(Op::LoadAttr { dst: Dst(reg), obj: Reg(obj), site }, target_span);
                self.inplace(op, reg, reg, value, span)?;
                let site = self.attribute_site(attr.name)?;
                self.emit(Op::StoreAttr { obj: Reg(obj), src: Reg(reg), site }, target_span);
            }
            Expr::Subscript { value: obj, index, .. } => {
                let target_span = self.tree.expr_span(target);
                let obj = self.operand_held(obj, None)?;
                let key = self.operand_held(index, None)?;
                let reg = self.temp()?;
                self.emit(Op::GetItem { dst: Dst(reg), obj: Reg(obj), key: Reg(key) }, target_span);
                self.inplace(op, reg, reg, value, span)?;
                self.emit(Op::SetItem { obj: Reg(obj), key: Reg(key), src: Reg(reg) }, target_span);
            }
            _ => {}
        }
        self.free_to(mark);
        Ok(())
    }

    /// Returns the register of a local, or a copy of the local if an expression could rebind it.
    fn held_local(&mut self, target: ExprId, reg: u8, span: Span) -> Res<u8> {
        let rebound = self.local_register(target).is_some_and(|(entry, _)| self.facts.entry(entry).has(crate::scope::entry_flags::WALRUS));
        if !rebound {
            return Ok(reg);
        }
        let copy = self.temp()?;
        self.emit(Op::Move { dst: Dst(copy), src: Reg(reg) }, span);
        Ok(copy)
    }

    pub(super) fn delete(&mut self, target: ExprId) -> Res<()> {
        let span = self.tree.expr_span(target);
        let mark = self.unit.next;
        match self.tree.expr(target) {
            Expr::Name { .. } => self.delete_entry(self.facts.of_name(target), span)?,
            Expr::Attribute { value, attr, .. } => {
                let obj = Reg(self.operand(value, None)?);
                let site = self.attribute_site(attr.name)?;
                self.emit(Op::DelAttr { obj, site }, self.attribute_span(span, attr));
            }
            Expr::Subscript { value, index, .. } => {
                let obj = Reg(self.operand_held(value, None)?);
                let key = Reg(self.operand(index, None)?);
                self.emit(Op::DelItem { obj, key }, span);
            }
            Expr::Tuple { items, .. } | Expr::List { items, .. } => {
                for item in self.tree.list(items) {
                    self.delete(*item)?;
                }
            }
            _ => {}
        }
        self.free_to(mark);
        Ok(())
    }

    pub(super) fn delete_entry(&mut self, id: EntryId, span: Span) -> Res<()> {
        let Some(id) = self.resolve(id) else { return Ok(()) };
        let entry = *self.facts.entry(id);
        let op = match entry.place {
            Place::Register => {
                self.check_local(entry.reg, span);
                self.unit.assigned.remove(entry.reg);
                Op::LoadUndef { dst: Dst(entry.reg) }
            }
            Place::Cell => Op::DelCell { cell: Reg(entry.reg) },
            Place::Spill(_) => {
                let reg = self.temp()?;
                self.load_entry(id, reg, span)?;
                self.emit(Op::LoadUndef { dst: Dst(reg) }, span);
                self.free_to(reg);
                return self.store_entry(id, reg, span);
            }
            Place::Free(free) | Place::NameOrFree(free) | Place::DictOrFree(free) => Op::DelFree { free: Free(free) },
            Place::Global | Place::Alias(_) | Place::DictOrGlobal => Op::DelGlobal { global: self.global(entry.name) },
            Place::Name => Op::DelName { name: self.name_operand(entry.name)? },
        };
        self.emit(op, span);
        Ok(())
    }

    /// Unbinds the name of an `except` clause. The clause may have deleted it already.
    pub(super) fn unbind(&mut self, id: EntryId, span: Span) -> Res<()> {
        let Some(resolved) = self.resolve(id) else { return Ok(()) };
        let entry = *self.facts.entry(resolved);
        if entry.place == Place::Register {
            self.emit(Op::LoadUndef { dst: Dst(entry.reg) }, span);
            self.unit.assigned.remove(entry.reg);
            return Ok(());
        }
        let reg = self.temp()?;
        self.load_constant(reg, Constant::None, span)?;
        self.store_entry(resolved, reg, span)?;
        self.free_to(reg);
        self.delete_entry(resolved, span)
    }
}
