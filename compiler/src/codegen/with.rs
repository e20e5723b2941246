//! `with` and `async with`. Each item is like a `try` with `finally` that calls `__exit__` on every path out of the body.

use super::Compiler;
use super::exits::{Block, PendingFinally};
use super::unit::{Label, Registers};
use super::waiting::Awaiting;
use crate::bytecode::{Base, Constant, Count, Dst, Flag, Imm16, Imm32, Op, Reg, Special, Target};
use crate::error::Res;
use crate::tree::{List, Span, StmtId, WithItem};

impl Compiler<'_> {
    pub(super) fn with_statement(&mut self, items: List<WithItem>, body: List<StmtId>, is_async: bool) -> Res<()> {
        let items = self.tree.list(items);
        self.with_items(items, body, is_async)
    }

    fn with_items(&mut self, items: &[WithItem], body: List<StmtId>, is_async: bool) -> Res<()> {
        let Some((item, rest)) = items.split_first() else { return self.stmts(body) };
        let at = self.tree.expr_span(item.context);
        let mark = self.unit.next;
        let (exit, state, value, save) = (self.temp()?, self.temp()?, self.temp()?, self.temp()?);
        let inner = self.unit.next;
        let (special_enter, special_exit) =
            if is_async { (Special::AsyncEnter, Special::AsyncExit) } else { (Special::Enter, Special::Exit) };
        // `__enter__` is looked up first, then `__exit__`, and then `__enter__` is called.
        let manager = self.operand(item.context, Some(exit))?;
        let entered = self.temp()?;
        self.emit(Op::LoadSpecial { dst: Dst(entered), obj: Reg(manager), which: Flag(special_enter as u8) }, at);
        self.emit(Op::LoadSpecial { dst: Dst(exit), obj: Reg(manager), which: Flag(special_exit as u8) }, at);
        self.emit(Op::Call { dst: Dst(entered), base: Base(entered), argc: Count(0) }, at);
        if is_async {
            self.await_register(entered, entered, Awaiting::Enter, entered, at)?;
        }
        let before = self.unit.assigned;
        self.unit.blocks.push(Block::Finally(PendingFinally::new(state, value)));
        let start = self.at();
        if let Some(target) = item.target {
            self.store(target, entered)?;
        }
        self.free_to(inner);
        self.with_items(rest, body, is_async)?;
        let end = self.at();
        let Some(Block::Finally(mut pending)) = self.unit.blocks.pop() else { return Ok(()) };
        let mut done = Label::new();
        self.leave_normally(&mut pending, exit, is_async, &mut done, at)?;
        if start < end {
            let handler = self.at();
            self.handler_row(start, end, handler, value);
            self.at_handler(before);
            self.leave_by_exception(exit, value, save, is_async, &mut done, at)?;
        }
        self.bind(done);
        self.free_to(mark);
        Ok(())
    }

    /// Emits the call of `__exit__` for exits without an exception. All of them share one call.
    fn leave_normally(&mut self, pending: &mut PendingFinally, exit: u8, is_async: bool, done: &mut Label, at: Span) -> Res<()> {
        let falls_through = self.unit.reachable;
        if !falls_through && pending.exits.is_empty() {
            return Ok(());
        }
        let shared = !pending.exits.is_empty();
        if falls_through && shared {
            self.emit(Op::LoadInt { dst: Dst(pending.state), value: Imm32(0) }, at);
        }
        self.bind(std::mem::replace(&mut pending.label, Label::new()));
        let base = self.temps(4)?;
        self.emit(Op::Move { dst: Dst(base), src: Reg(exit) }, at);
        for reg in base + 1..base + 4 {
            self.load_constant(reg, Constant::None, at)?;
        }
        self.emit(Op::Call { dst: Dst(base), base: Base(base), argc: Count(3) }, at);
        if is_async {
            self.await_register(base, base, Awaiting::Exit, base, at)?;
        }
        self.free_to(base);
        if !shared {
            self.goto(done, at);
            return Ok(());
        }
        if falls_through {
            self.jump(done, Op::JumpIfEqImm { lhs: Reg(pending.state), value: Imm16(0), target: Target(0) }, at);
        }
        self.dispatch(pending, at)
    }

    /// Emits the call of `__exit__` for an exception. A true result suppresses the exception.
    fn leave_by_exception(&mut self, exit: u8, exc: u8, save: u8, is_async: bool, done: &mut Label, at: Span) -> Res<()> {
        self.emit(Op::EnterHandler { save: Dst(save), exc: Reg(exc) }, at);
        let start = self.at();
        let base = self.temps(4)?;
        self.emit(Op::Move { dst: Dst(base), src: Reg(exit) }, at);
        self.emit(Op::ExcInfo { dst: Base(base + 1), exc: Reg(exc) }, at);
        self.emit(Op::Call { dst: Dst(base), base: Base(base), argc: Count(3) }, at);
        if is_async {
            self.await_register(base, base, Awaiting::Exit, base, at)?;
        }
        let mut swallowed = Label::new();
        self.jump(&mut swallowed, Op::JumpIfTrue { src: Reg(base), target: Target(0) }, at);
        let end = self.at();
        self.emit(Op::LeaveHandler { save: Reg(save) }, at);
        self.emit(Op::Reraise { exc: Reg(exc) }, at);
        self.end_flow();
        self.bind(swallowed);
        self.emit(Op::LeaveHandler { save: Reg(save) }, at);
        self.goto(done, at);
        let handler = self.at();
        self.handler_row(start, end, handler, base);
        self.at_handler(Registers::NONE);
        self.emit(Op::LeaveHandler { save: Reg(save) }, at);
        self.emit(Op::Reraise { exc: Reg(base) }, at);
        self.end_flow();
        self.free_to(base);
        Ok(())
    }
}
