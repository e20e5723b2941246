//! `for` and `while`. Only the last instruction of a loop jumps back, and it charges for the turn.

use super::Compiler;
use super::comprehension::turn_cost;
use super::exits::Block;
use super::unit::Label;
use crate::bytecode::{Base, Dst, Op, Reg, Target, WideCost};
use crate::error::Res;
use crate::scope::LoopKey;
use crate::tree::{ExprId, Stmt, StmtId};

impl Compiler<'_> {
    fn open_loop(&mut self, on_continue: Label) {
        self.unit.blocks.push(Block::Loop { on_break: Label::new(), on_continue });
    }

    /// Closes the loop and returns the labels of `break` and `continue`.
    fn close_loop(&mut self) -> (Label, Label) {
        match self.unit.blocks.pop() {
            Some(Block::Loop { on_break, on_continue }) => (on_break, on_continue),
            _ => (Label::new(), Label::new()),
        }
    }

    pub(super) fn for_statement(&mut self, id: StmtId) -> Res<()> {
        let Stmt::For { target, iter, body, orelse, is_async } = self.tree.stmt(id) else { return Ok(()) };
        if is_async {
            return self.async_for_statement(id);
        }
        let cost = self.facts.loop_cost(LoopKey::Stmt(id.0));
        let mark = self.unit.next;
        let span = self.tree.expr_span(iter);
        let state = self.temps(2)?;
        let source = self.iterable(iter, state)?;
        self.emit(Op::ForPrep { iter: Base(state), src: Reg(source) }, span);
        let mut next = Label::new();
        let outside = self.unit.assigned;
        self.goto(&mut next, span);
        self.unit.reachable = true;
        self.unit.assigned = outside.without(self.unit.deletable);
        let top = self.at();
        let item = self.loop_item(target)?;
        self.loop_start(target, item, cost)?;
        self.open_loop(next);
        self.stmts(body)?;
        let (out, next) = self.close_loop();
        self.bind(next);
        self.emit(Op::ForLoop { dst: Dst(item), iter: Base(state), cost: turn_cost(cost), target: Target(top) }, span);
        self.free_to(mark);
        self.stmts(orelse)?;
        self.bind(out);
        Ok(())
    }

    /// Returns the register of the iterable of a loop: `state`, or a local's own register. A display of constants is
    /// compiled to a constant, because the loop only iterates over it.
    pub(super) fn iterable(&mut self, iter: ExprId, state: u8) -> Res<u8> {
        match self.constant_display(iter) {
            Some(value) => {
                self.load_constant(state, value, self.tree.expr_span(iter))?;
                Ok(state)
            }
            None => self.operand(iter, Some(state)),
        }
    }

    fn async_for_statement(&mut self, id: StmtId) -> Res<()> {
        let Stmt::For { target, iter, body, orelse, .. } = self.tree.stmt(id) else { return Ok(()) };
        let cost = self.facts.loop_cost(LoopKey::Stmt(id.0));
        let mark = self.unit.next;
        let span = self.tree.expr_span(iter);
        let state = self.temp()?;
        let source = self.operand(iter, Some(state))?;
        self.emit(Op::AsyncIter { dst: Dst(state), src: Reg(source) }, span);
        self.unit.assigned = self.unit.assigned.without(self.unit.deletable);
        // If fetching the next item raises, CPython's traceback marks the whole statement.
        let span = self.tree.stmt_span(id);
        let fetch = self.async_fetch(state, span)?;
        self.loop_store(target, fetch.item)?;
        self.open_loop(Label::new());
        self.stmts(body)?;
        let (out, next) = self.close_loop();
        self.bind(next);
        self.loop_back(cost, fetch.top, span);
        self.async_fetch_end(&fetch, span)?;
        self.free_to(mark);
        self.stmts(orelse)?;
        self.bind(out);
        Ok(())
    }

    /// Emits an unconditional backward jump that charges a whole turn.
    fn loop_back(&mut self, cost: u32, top: u32, span: crate::tree::Span) {
        if !self.unit.reachable {
            return;
        }
        if cost > 255 {
            self.emit(Op::Charge { cost: WideCost(cost - 255) }, span);
        }
        self.emit(Op::Loop { cost: turn_cost(cost), target: Target(top) }, span);
        self.end_flow();
    }

    pub(super) fn while_statement(&mut self, id: StmtId) -> Res<()> {
        let Stmt::While { test, body, orelse } = self.tree.stmt(id) else { return Ok(()) };
        let cost = self.facts.loop_cost(LoopKey::Stmt(id.0));
        let span = self.tree.stmt_span(id);
        let constant = self.known(test).map(|value| crate::scope::fold::truth(&value));
        if constant == Some(false) {
            return self.stmts(orelse);
        }
        let out = if constant == Some(true) || self.facts.test_binds(id) {
            // The test must come first, because the body may use a variable that the test binds.
            self.unit.assigned = self.unit.assigned.without(self.unit.deletable);
            let top = self.at();
            let mut done = Label::new();
            self.jump_if(test, false, &mut done)?;
            self.open_loop(Label::new());
            self.stmts(body)?;
            let (out, next) = self.close_loop();
            self.bind(next);
            self.loop_back(cost, top, span);
            self.bind(done);
            out
        } else {
            // The test is at the bottom. A simple comparison then takes one instruction for each turn.
            let mut next = Label::new();
            let entry = self.unit.assigned;
            self.goto(&mut next, span);
            self.unit.reachable = true;
            self.unit.assigned = entry.without(self.unit.deletable);
            let top = self.at();
            if cost > 255 {
                self.emit(Op::Charge { cost: WideCost(cost - 255) }, span);
            }
            self.open_loop(next);
            self.stmts(body)?;
            let (out, next) = self.close_loop();
            self.bind(next);
            self.unit.here = span;
            self.loop_if(test, top, turn_cost(cost).0)?;
            out
        };
        self.stmts(orelse)?;
        self.bind(out);
        Ok(())
    }
}
