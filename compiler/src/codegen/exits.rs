//! Exits from blocks: `return`, `break` and `continue` through exception handlers, `with` and `finally`.
//!
//! The body of a `finally` is compiled once. Each path into it stores in a state register how to continue after it, and
//! then jumps to it. The state is 0 to continue normally, 1 to raise the pending exception again, and 2 or more for an
//! entry of `exits`. The end of the body branches on the state. So code size is linear in the size of the source,
//! however deep the nesting.

use super::Compiler;
use super::unit::Label;
use crate::bytecode::{Imm16, Imm32, Op, Reg, Target};
use crate::error::Res;
use crate::scope::EntryId;
use crate::tree::Span;

/// A non-exception exit from blocks. The number of a loop is its index in `Unit::blocks`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    Return,
    Break(usize),
    Continue(usize),
}

/// A block around the current statement. `Unit::blocks` has the outermost first.
#[derive(Debug)]
pub(super) enum Block {
    Loop {
        on_break: Label,
        on_continue: Label,
    },
    /// The body of a `try` with `finally`, or of a `with`. Exits jump to the label of the [`PendingFinally`].
    Finally(PendingFinally),
    /// The body of an `except` clause. `save` holds the exception that was being handled before. Exits unbind the name.
    Handler {
        save: u8,
        name: Option<EntryId>,
        span: Span,
    },
    /// The body of a `finally`.
    Finalizer {
        state: u8,
        save: u8,
        span: Span,
    },
}

/// A `finally` or `with` whose final part is not compiled yet.
#[derive(Debug)]
pub(super) struct PendingFinally {
    pub(super) label: Label,
    /// Register of the state: how to continue after the `finally`.
    pub(super) state: u8,
    /// Register of the value to return, or of the exception.
    pub(super) value: u8,
    pub(super) exits: Vec<Exit>,
}

impl PendingFinally {
    pub(super) fn new(state: u8, value: u8) -> Self {
        Self { label: Label::new(), state, value, exits: Vec::new() }
    }

    /// Returns the state that selects an exit.
    pub(super) fn number(&mut self, exit: Exit) -> i32 {
        let at = self.exits.iter().position(|known| *known == exit).unwrap_or_else(|| {
            self.exits.push(exit);
            self.exits.len() - 1
        });
        i32::try_from(at + 2).unwrap_or(i32::MAX)
    }
}

impl Compiler<'_> {
    pub(super) fn break_statement(&mut self, span: Span) -> Res<()> {
        match self.innermost_loop() {
            Some(at) => self.exit(Exit::Break(at), None, span),
            None => Ok(()),
        }
    }

    pub(super) fn continue_statement(&mut self, span: Span) -> Res<()> {
        match self.innermost_loop() {
            Some(at) => self.exit(Exit::Continue(at), None, span),
            None => Ok(()),
        }
    }

    fn innermost_loop(&self) -> Option<usize> {
        self.unit.blocks.iter().rposition(|block| matches!(block, Block::Loop { .. }))
    }

    /// Leaves blocks, from the innermost outwards, until the target of the exit is reached or a `finally` takes over.
    /// `value` is the register of the value to return.
    pub(super) fn exit(&mut self, exit: Exit, value: Option<u8>, span: Span) -> Res<()> {
        for at in (0..self.unit.blocks.len()).rev() {
            let Some(block) = self.unit.blocks.get_mut(at) else { continue };
            match block {
                Block::Loop { on_break, on_continue } => {
                    let (label, is_break) = match exit {
                        Exit::Break(target) if target == at => (on_break, true),
                        Exit::Continue(target) if target == at => (on_continue, false),
                        _ => continue,
                    };
                    let mut label = std::mem::replace(label, Label::new());
                    self.goto(&mut label, span);
                    if let Some(Block::Loop { on_break, on_continue }) = self.unit.blocks.get_mut(at) {
                        *(if is_break { on_break } else { on_continue }) = label;
                    }
                    return Ok(());
                }
                Block::Finally(pending) => {
                    let number = pending.number(exit);
                    let (state, slot) = (pending.state, pending.value);
                    let mut label = std::mem::replace(&mut pending.label, Label::new());
                    if let Some(value) = value {
                        self.emit_move(slot, value, span);
                    }
                    self.emit(Op::LoadInt { dst: crate::bytecode::Dst(state), value: Imm32(number) }, span);
                    self.goto(&mut label, span);
                    if let Some(Block::Finally(pending)) = self.unit.blocks.get_mut(at) {
                        pending.label = label;
                    }
                    return Ok(());
                }
                Block::Handler { save, name, span } => {
                    let (save, name, span) = (*save, *name, *span);
                    self.leave_handler(save, name, span)?;
                }
                Block::Finalizer { state, save, span } => {
                    let (state, save, span) = (*state, *save, *span);
                    self.leave_finalizer(state, save, span);
                }
            }
        }
        if let Some(value) = value {
            self.emit_return(value, span);
        }
        Ok(())
    }

    /// Emits the end of an `except` clause, which every path out of the clause runs.
    pub(super) fn leave_handler(&mut self, save: u8, name: Option<EntryId>, span: Span) -> Res<()> {
        self.emit(Op::LeaveHandler { save: Reg(save) }, span);
        match name {
            Some(name) => self.unbind(name, span),
            None => Ok(()),
        }
    }

    /// Leaves a `finally` body before its end. A pending exception is dropped.
    pub(super) fn leave_finalizer(&mut self, state: u8, save: u8, span: Span) {
        let mut skip = Label::new();
        self.jump(&mut skip, Op::JumpIfNotEqImm { lhs: Reg(state), value: Imm16(1), target: Target(0) }, span);
        self.emit(Op::LeaveHandler { save: Reg(save) }, span);
        self.bind(skip);
    }

    /// At the end of a `finally`, continues with the exit that the state selects. The state is at least 2 here.
    pub(super) fn dispatch(&mut self, pending: &PendingFinally, span: Span) -> Res<()> {
        for (at, exit) in pending.exits.iter().enumerate() {
            let number = i16::try_from(at + 2).unwrap_or(i16::MAX);
            let mut next = Label::new();
            if at + 1 < pending.exits.len() {
                let test = Op::JumpIfNotEqImm { lhs: Reg(pending.state), value: Imm16(number), target: Target(0) };
                self.jump(&mut next, test, span);
            }
            let value = (*exit == Exit::Return).then_some(pending.value);
            self.exit(*exit, value, span)?;
            self.bind(next);
        }
        Ok(())
    }
}
