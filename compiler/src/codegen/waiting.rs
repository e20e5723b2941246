//! `yield`, `yield from`, `await` and `async for`: everything that suspends the frame.

use super::Compiler;
use super::unit::{Label, Registers};
use crate::bytecode::{Common, Constant, Cost, Dst, Flag, HandlerRow, Op, Reg, Target};
use crate::error::Res;
use crate::fuel;
use crate::tree::{ExprId, Span};

/// The construct that awaits. Its number is the `context` of `AwaitIter`.
#[derive(Debug, Clone, Copy)]
pub(super) enum Awaiting {
    Await = 0,
    Enter = 1,
    Exit = 2,
    For = 3,
}

/// State of an `async for` between the code that fetches the next item and the end of the loop.
pub(super) struct AsyncFetch {
    pub(super) top: u32,
    pub(super) item: u8,
    end: u32,
    state: Registers,
}

impl Compiler<'_> {
    pub(super) fn yield_to(&mut self, value: Option<ExprId>, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let src = match value {
            Some(value) => self.operand(value, self.scratch(dst))?,
            None => {
                let reg = self.temp()?;
                self.load_constant(reg, Constant::None, span)?;
                reg
            }
        };
        if self.is_temp(dst) {
            self.emit(Op::Yield { dst: Dst(dst), src: Reg(src) }, span);
        } else {
            // The sent value goes to a temporary, because the variable must keep its old value if an exception is
            // thrown into the generator.
            let sent = self.temp()?;
            self.emit(Op::Yield { dst: Dst(sent), src: Reg(src) }, span);
            self.emit(Op::Move { dst: Dst(dst), src: Reg(sent) }, span);
        }
        self.free_to(mark);
        Ok(())
    }

    pub(super) fn yield_from_to(&mut self, value: ExprId, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let iter = self.temp()?;
        let src = self.operand(value, Some(iter))?;
        self.emit(Op::YieldFromIter { dst: Dst(iter), src: Reg(src) }, span);
        self.delegate(iter, dst, span)?;
        self.free_to(mark);
        Ok(())
    }

    pub(super) fn await_to(&mut self, value: ExprId, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let iter = self.temp()?;
        let src = self.operand(value, Some(iter))?;
        self.await_register(iter, src, Awaiting::Await, dst, span)?;
        self.free_to(mark);
        Ok(())
    }

    /// Emits `dst = await src`. The temporary `iter` holds the iterator.
    pub(super) fn await_register(&mut self, iter: u8, src: u8, context: Awaiting, dst: u8, span: Span) -> Res<()> {
        self.emit(Op::AwaitIter { dst: Dst(iter), src: Reg(src), context: Flag(context as u8) }, span);
        self.delegate(iter, dst, span)
    }

    /// Sends to `iter` until it ends, and stores its result in `dst`.
    fn delegate(&mut self, iter: u8, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let value = self.temp()?;
        self.load_constant(value, Constant::None, span)?;
        let top = self.at();
        let mut end = Label::new();
        self.jump(&mut end, Op::Send { iter: Reg(iter), value: Reg(value), target: Target(0) }, span);
        self.emit(Op::YieldDelegate { dst: Dst(value), src: Reg(value), iter: Reg(iter) }, span);
        let cost = Cost(u8::try_from(fuel::LOOP_TURN).unwrap_or(u8::MAX));
        self.emit(Op::Loop { cost, target: Target(top) }, span);
        self.end_flow();
        self.bind(end);
        if dst != value {
            self.emit(Op::Move { dst: Dst(dst), src: Reg(value) }, span);
        }
        self.free_to(mark);
        Ok(())
    }

    /// Emits `item = await anext(iter)`. Its `StopAsyncIteration` ends the loop. Each turn jumps back to `top`.
    pub(super) fn async_fetch(&mut self, iter: u8, span: Span) -> Res<AsyncFetch> {
        let top = self.at();
        let item = self.temp()?;
        let state = self.unit.assigned;
        self.emit(Op::AsyncNext { dst: Dst(item), src: Reg(iter) }, span);
        self.await_register(item, item, Awaiting::For, item, span)?;
        Ok(AsyncFetch { top, item, end: self.at(), state })
    }

    /// Emits the handler for the `StopAsyncIteration` of `async_fetch`. The code emitted after it runs once the loop has ended.
    pub(super) fn async_fetch_end(&mut self, fetch: &AsyncFetch, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let exc = self.temp()?;
        let stop = self.temp()?;
        let handler = self.at();
        self.unit.code.handlers.push(HandlerRow { start: fetch.top, end: fetch.end, handler, reg: exc });
        self.unit.reachable = true;
        self.unit.assigned = fetch.state;
        self.emit(Op::LoadCommon { dst: Dst(stop), which: Flag(Common::StopAsyncIteration as u8) }, span);
        let (mut other, mut done) = (Label::new(), Label::new());
        self.jump(&mut other, Op::JumpIfNotMatch { exc: Reg(exc), types: Reg(stop), target: Target(0) }, span);
        self.goto(&mut done, span);
        self.bind(other);
        self.emit(Op::Reraise { exc: Reg(exc) }, span);
        self.end_flow();
        self.bind(done);
        self.free_to(mark);
        Ok(())
    }
}
