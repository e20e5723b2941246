//! `try` with `except`, `except*`, `else` and `finally`.
//!
//! A handler comes after the code that it protects, so the exception table never leads backward.

use super::Compiler;
use super::exits::{Block, PendingFinally};
use super::unit::{Label, Registers};
use crate::bytecode::{Base, Count, Dst, HandlerRow, Imm16, Imm32, Op, Reg, Target};
use crate::error::Res;
use crate::scope::EntryId;
use crate::tree::{Handler, List, Span, Stmt, StmtId};

/// A range of code in an `except` clause. An exception that leaves it must first leave the clause and unbind the name.
struct Clause {
    start: u32,
    end: u32,
    name: EntryId,
    span: Span,
}

impl Compiler<'_> {
    pub(super) fn try_statement(&mut self, id: StmtId) -> Res<()> {
        let Stmt::Try { body, handlers, orelse, finalbody, is_star } = self.tree.stmt(id) else { return Ok(()) };
        let span = self.tree.stmt_span(id);
        let inner = |compiler: &mut Self| {
            if handlers.is_empty() {
                compiler.stmts(body)?;
                compiler.stmts(orelse)
            } else if is_star {
                compiler.try_except_star(body, handlers, orelse, span)
            } else {
                compiler.try_except(body, handlers, orelse, span)
            }
        };
        if finalbody.is_empty() { inner(self) } else { self.try_finally(inner, finalbody, span) }
    }

    pub(super) fn handler_row(&mut self, start: u32, end: u32, handler: u32, reg: u8) {
        if start < end {
            self.unit.code.handlers.push(HandlerRow { start, end, handler, reg });
        }
    }

    /// Sets the state for the start of a handler. `state` is the state at the start of the protected code.
    pub(super) fn at_handler(&mut self, state: Registers) {
        self.unit.reachable = true;
        self.unit.assigned = state.without(self.unit.deletable);
    }

    fn try_finally(&mut self, body: impl FnOnce(&mut Self) -> Res<()>, finalbody: List<StmtId>, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let (state, value, save) = (self.temp()?, self.temp()?, self.temp()?);
        let before = self.unit.assigned;
        self.unit.blocks.push(Block::Finally(PendingFinally::new(state, value)));
        let start = self.at();
        body(self)?;
        let end = self.at();
        let Some(Block::Finally(mut pending)) = self.unit.blocks.pop() else { return Ok(()) };
        let mut label = std::mem::replace(&mut pending.label, Label::new());
        let falls_through = self.unit.reachable;
        if falls_through {
            self.emit(Op::LoadInt { dst: Dst(state), value: Imm32(0) }, span);
            self.goto(&mut label, span);
        }
        let handler = self.at();
        self.handler_row(start, end, handler, value);
        let guarded = start < end;
        if guarded {
            self.at_handler(before);
            self.emit(Op::LoadInt { dst: Dst(state), value: Imm32(1) }, span);
            self.emit(Op::EnterHandler { save: Dst(save), exc: Reg(value) }, span);
        }
        self.bind(label);
        let start = self.at();
        self.unit.blocks.push(Block::Finalizer { state, save, span });
        self.stmts(finalbody)?;
        self.unit.blocks.pop();
        let end = self.at();
        let mut done = Label::new();
        if self.unit.reachable && !guarded {
            self.goto(&mut done, span);
        }
        if self.unit.reachable {
            if falls_through {
                self.jump(&mut done, Op::JumpIfEqImm { lhs: Reg(state), value: Imm16(0), target: Target(0) }, span);
            }
            let mut next = Label::new();
            if !pending.exits.is_empty() {
                self.jump(&mut next, Op::JumpIfNotEqImm { lhs: Reg(state), value: Imm16(1), target: Target(0) }, span);
            }
            self.emit(Op::LeaveHandler { save: Reg(save) }, span);
            self.emit(Op::Reraise { exc: Reg(value) }, span);
            self.end_flow();
            self.bind(next);
            if self.unit.reachable {
                self.dispatch(&pending, span)?;
            }
        }
        if start < end {
            // Handles an exception in the `finally` body itself. The pending exception becomes its context, and is dropped.
            self.end_flow();
            let exc = self.temp()?;
            let handler = self.at();
            self.handler_row(start, end, handler, exc);
            self.at_handler(Registers::NONE);
            self.leave_finalizer(state, save, span);
            self.emit(Op::Reraise { exc: Reg(exc) }, span);
            self.end_flow();
        }
        self.bind(done);
        self.free_to(mark);
        Ok(())
    }

    fn try_except(&mut self, body: List<StmtId>, handlers: List<Handler>, orelse: List<StmtId>, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let (exc, save, again) = (self.temp()?, self.temp()?, self.temp()?);
        let before = self.unit.assigned;
        let mut done = Label::new();
        let start = self.at();
        self.stmts(body)?;
        let end = self.at();
        self.stmts(orelse)?;
        if start == end {
            self.free_to(mark);
            return Ok(());
        }
        self.goto(&mut done, span);
        let handler = self.at();
        self.handler_row(start, end, handler, exc);
        self.at_handler(before);
        self.emit(Op::EnterHandler { save: Dst(save), exc: Reg(exc) }, span);
        let start = self.at();
        let mut named = Vec::new();
        for clause in self.tree.list(handlers) {
            let mut next = Label::new();
            if let Some(ty) = clause.ty {
                let inner = self.unit.next;
                let types = self.operand(ty, None)?;
                let test = Op::JumpIfNotMatch { exc: Reg(exc), types: Reg(types), target: Target(0) };
                self.jump(&mut next, test, clause.span);
                self.free_to(inner);
            }
            self.clause_body(clause, exc, save, &mut named)?;
            self.goto(&mut done, clause.span);
            self.bind(next);
        }
        let end = self.at();
        if self.unit.reachable {
            self.emit(Op::LeaveHandler { save: Reg(save) }, span);
            self.emit(Op::Reraise { exc: Reg(exc) }, span);
            self.end_flow();
        }
        for clause in &named {
            self.clause_cleanup(clause, save, again)?;
        }
        let handler = self.at();
        self.handler_row(start, end, handler, again);
        self.at_handler(Registers::NONE);
        self.emit(Op::LeaveHandler { save: Reg(save) }, span);
        self.emit(Op::Reraise { exc: Reg(again) }, span);
        self.end_flow();
        self.bind(done);
        self.free_to(mark);
        Ok(())
    }

    /// Compiles the body of one clause, up to and including its exit.
    fn clause_body(&mut self, clause: &Handler, exc: u8, save: u8, named: &mut Vec<Clause>) -> Res<()> {
        let name = match clause.name {
            Some(ident) => {
                let name = self.names.mangle(self.unit.private, ident.name);
                let entry = self.entry_of(name);
                self.store_entry(entry, exc, ident.span)?;
                Some(entry)
            }
            None => None,
        };
        self.unit.blocks.push(Block::Handler { save, name, span: clause.span });
        let start = self.at();
        self.stmts(clause.body)?;
        let end = self.at();
        self.unit.blocks.pop();
        if let Some(name) = name
            && start < end
        {
            named.push(Clause { start, end, name, span: clause.span });
        }
        if self.unit.reachable {
            self.leave_handler(save, name, clause.span)?;
        }
        Ok(())
    }

    /// Emits the handler for an exception that leaves a clause with a name.
    fn clause_cleanup(&mut self, clause: &Clause, save: u8, again: u8) -> Res<()> {
        let handler = self.at();
        self.handler_row(clause.start, clause.end, handler, again);
        self.at_handler(Registers::NONE);
        self.leave_handler(save, Some(clause.name), clause.span)?;
        self.emit(Op::Reraise { exc: Reg(again) }, clause.span);
        self.end_flow();
        Ok(())
    }

    fn try_except_star(&mut self, body: List<StmtId>, handlers: List<Handler>, orelse: List<StmtId>, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let (exc, save, again, results) = (self.temp()?, self.temp()?, self.temp()?, self.temp()?);
        // `MatchStar` writes the matching part and the rest to adjacent registers.
        let matched = self.temps(2)?;
        let (rest, inner_save) = (self.temp()?, self.temp()?);
        let before = self.unit.assigned;
        let mut done = Label::new();
        let start = self.at();
        self.stmts(body)?;
        let end = self.at();
        self.stmts(orelse)?;
        if start == end {
            self.free_to(mark);
            return Ok(());
        }
        self.goto(&mut done, span);
        let handler = self.at();
        self.handler_row(start, end, handler, exc);
        self.at_handler(before);
        self.emit(Op::EnterHandler { save: Dst(save), exc: Reg(exc) }, span);
        let start = self.at();
        self.emit(Op::BuildList { dst: Dst(results), base: Base(results), count: Count(0) }, span);
        self.emit(Op::Move { dst: Dst(rest), src: Reg(exc) }, span);
        for clause in self.tree.list(handlers) {
            let mut next = Label::new();
            let Some(ty) = clause.ty else { continue };
            let inner = self.unit.next;
            let types = self.operand(ty, None)?;
            self.emit(Op::MatchStar { dst: Base(matched), exc: Reg(rest), types: Reg(types) }, clause.span);
            self.free_to(inner);
            self.emit(Op::Move { dst: Dst(rest), src: Reg(matched + 1) }, clause.span);
            self.jump(&mut next, Op::JumpIfNone { src: Reg(matched), target: Target(0) }, clause.span);
            self.emit(Op::EnterHandler { save: Dst(inner_save), exc: Reg(matched) }, clause.span);
            let first = self.at();
            let mut named = Vec::new();
            self.clause_body(clause, matched, inner_save, &mut named)?;
            let last = self.at();
            self.goto(&mut next, clause.span);
            // An exception of a clause is added to the results, and the other clauses still run.
            let handler = self.at();
            self.handler_row(first, last, handler, again);
            self.at_handler(before);
            let name = clause.name.map(|ident| self.names.mangle(self.unit.private, ident.name));
            let name = name.map(|name| self.entry_of(name));
            self.leave_handler(inner_save, name, clause.span)?;
            self.emit(Op::ListAppend { list: Reg(results), src: Reg(again) }, clause.span);
            self.bind(next);
        }
        self.emit(Op::ListAppend { list: Reg(results), src: Reg(rest) }, span);
        self.emit(Op::FinishStar { dst: Dst(matched), exc: Reg(exc), results: Reg(results) }, span);
        let end = self.at();
        self.emit(Op::LeaveHandler { save: Reg(save) }, span);
        self.jump(&mut done, Op::JumpIfNone { src: Reg(matched), target: Target(0) }, span);
        self.emit(Op::Reraise { exc: Reg(matched) }, span);
        self.end_flow();
        let handler = self.at();
        self.handler_row(start, end, handler, again);
        self.at_handler(Registers::NONE);
        self.emit(Op::LeaveHandler { save: Reg(save) }, span);
        self.emit(Op::Reraise { exc: Reg(again) }, span);
        self.end_flow();
        self.bind(done);
        self.free_to(mark);
        Ok(())
    }
}
