//! Tuple, list, set and dict displays. Long ones are built in chunks, so the number of registers does not limit their length.

use super::Compiler;
use crate::bytecode::{Base, Constant, Count, Dst, Flag, Op, Reg};
use crate::error::Res;
use crate::tree::{Expr, ExprId, List, Span};

/// Maximum number of items that one instruction builds. The rest of a longer display is appended item by item.
const CHUNK: usize = 30;

impl Compiler<'_> {
    fn is_star(&self, e: ExprId) -> bool {
        matches!(self.tree.expr(e), Expr::Starred { .. })
    }

    /// Evaluates `items` into consecutive temporaries and returns the first.
    fn row(&mut self, items: &[ExprId]) -> Res<u8> {
        let first = self.unit.next;
        for item in items {
            let reg = self.temp()?;
            self.expr_to(*item, reg)?;
        }
        Ok(first)
    }

    pub(super) fn tuple_to(&mut self, e: ExprId, items: List<ExprId>, dst: u8, span: Span) -> Res<()> {
        if let Some(value) = self.facts.folded(e).cloned() {
            return self.load_constant(dst, value, span);
        }
        let items = self.tree.list(items);
        let mark = self.unit.next;
        if items.len() <= CHUNK && !items.iter().any(|item| self.is_star(*item)) {
            let base = self.row(items)?;
            self.emit(Op::BuildTuple { dst: Dst(dst), base: Base(base), count: count(items.len()) }, span);
        } else {
            let list = self.collect(dst)?;
            self.list_from(list, 0, items, 0, span)?;
            self.emit(Op::ListToTuple { dst: Dst(dst), list: Reg(list) }, span);
        }
        self.free_to(mark);
        Ok(())
    }

    /// Returns the register in which a container is built. This is `dst` only if the program cannot read `dst` before
    /// the container is complete.
    fn collect(&mut self, dst: u8) -> Res<u8> {
        self.scratch(dst).map_or_else(|| self.temp(), Ok)
    }

    pub(super) fn list_to(&mut self, items: List<ExprId>, dst: u8, span: Span) -> Res<()> {
        let items = self.tree.list(items);
        let mark = self.unit.next;
        if items.len() >= 3 {
            let values: Option<Box<[Constant]>> = items.iter().map(|item| self.known(*item)).collect();
            if let Some(values) = values {
                let value = self.constant(Constant::Tuple(values))?;
                self.emit(Op::BuildListConst { dst: Dst(dst), value }, span);
                return Ok(());
            }
        }
        if items.len() <= CHUNK && !items.iter().any(|item| self.is_star(*item)) {
            let base = self.row(items)?;
            self.emit(Op::BuildList { dst: Dst(dst), base: Base(base), count: count(items.len()) }, span);
        } else {
            let list = self.collect(dst)?;
            self.list_from(list, 0, items, 0, span)?;
            self.emit_move(dst, list, span);
        }
        self.free_to(mark);
        Ok(())
    }

    pub(super) fn emit_move(&mut self, dst: u8, src: u8, span: Span) {
        if dst != src {
            self.emit(Op::Move { dst: Dst(dst), src: Reg(src) }, span);
        }
    }

    /// Builds a list in `list` from `before` values, which are in the registers from `list` on, and then `items`.
    /// `in_call` is the flag of `ListExtend`.
    pub(super) fn list_from(&mut self, list: u8, before: usize, items: &[ExprId], in_call: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let lead = items.iter().take(CHUNK).take_while(|item| !self.is_star(**item)).count();
        let (lead, rest) = items.split_at(lead);
        let base = if before > 0 {
            self.row(lead)?;
            list
        } else {
            self.row(lead)?
        };
        self.emit(Op::BuildList { dst: Dst(list), base: Base(base), count: count(before + lead.len()) }, span);
        self.free_to(mark.max(list + 1));
        for item in rest {
            let inner = self.unit.next;
            match self.tree.expr(*item) {
                Expr::Starred { value, .. } => {
                    let src = self.operand(value, None)?;
                    self.emit(Op::ListExtend { list: Reg(list), src: Reg(src), in_call: Flag(in_call) }, span);
                }
                _ => {
                    let src = self.operand(*item, None)?;
                    self.emit(Op::ListAppend { list: Reg(list), src: Reg(src) }, span);
                }
            }
            self.free_to(inner);
        }
        Ok(())
    }

    pub(super) fn set_to(&mut self, items: List<ExprId>, dst: u8, span: Span) -> Res<()> {
        let items = self.tree.list(items);
        let mark = self.unit.next;
        if items.len() >= 3 {
            let values: Option<Box<[Constant]>> = items.iter().map(|item| self.known(*item)).collect();
            if let Some(values) = values {
                // CPython builds the set from a frozenset. The iteration order depends on how a set is filled, so this does the same.
                let set = self.collect(dst)?;
                let constant = self.temp()?;
                self.load_constant(constant, Constant::FrozenSet(values), span)?;
                self.emit(Op::BuildSet { dst: Dst(set), base: Base(constant), count: count(0) }, span);
                self.emit(Op::SetUpdate { set: Reg(set), src: Reg(constant) }, span);
                self.emit_move(dst, set, span);
                self.free_to(mark);
                return Ok(());
            }
        }
        let lead = items.iter().take(CHUNK).take_while(|item| !self.is_star(**item)).count();
        let (lead, rest) = items.split_at(lead);
        let set = if rest.is_empty() { dst } else { self.collect(dst)? };
        let inner = self.unit.next;
        let base = self.row(lead)?;
        self.emit(Op::BuildSet { dst: Dst(set), base: Base(base), count: count(lead.len()) }, span);
        self.free_to(inner);
        for item in rest {
            match self.tree.expr(*item) {
                Expr::Starred { value, .. } => {
                    let src = self.operand(value, None)?;
                    self.emit(Op::SetUpdate { set: Reg(set), src: Reg(src) }, span);
                }
                _ => {
                    let src = self.operand(*item, None)?;
                    self.emit(Op::SetAdd { set: Reg(set), src: Reg(src) }, span);
                }
            }
            self.free_to(inner);
        }
        self.emit_move(dst, set, span);
        self.free_to(mark);
        Ok(())
    }

    pub(super) fn dict_to(&mut self, keys: List<Option<ExprId>>, values: List<ExprId>, dst: u8, span: Span) -> Res<()> {
        let (keys, values) = (self.tree.list(keys), self.tree.list(values));
        let mark = self.unit.next;
        let lead = keys.iter().take(CHUNK / 2).take_while(|key| key.is_some()).count();
        let dict = if lead == keys.len() { dst } else { self.collect(dst)? };
        let inner = self.unit.next;
        for (key, value) in keys.iter().zip(values).take(lead) {
            if let Some(key) = key {
                self.row(&[*key, *value])?;
            }
        }
        self.emit(Op::BuildDict { dst: Dst(dict), base: Base(inner), count: count(lead) }, span);
        self.free_to(inner);
        for (key, value) in keys.iter().zip(values).skip(lead) {
            match key {
                Some(key) => {
                    let key = self.operand_held(*key, None)?;
                    let src = self.operand(*value, None)?;
                    self.emit(Op::DictInsert { dict: Reg(dict), key: Reg(key), src: Reg(src) }, span);
                }
                None => {
                    let src = self.operand(*value, None)?;
                    self.emit(Op::DictUpdate { dict: Reg(dict), src: Reg(src) }, span);
                }
            }
            self.free_to(inner);
        }
        self.emit_move(dst, dict, span);
        self.free_to(mark);
        Ok(())
    }
}

pub(super) fn count(len: usize) -> Count {
    // Callers keep `len` below the size of a window.
    Count(u8::try_from(len).unwrap_or(u8::MAX))
}
