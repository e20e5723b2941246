//! Ways out of blocks: `return`, `break` and `continue` through handlers, `with` and `finally`.
//!
//! A `finally` body exists once. Each way through it notes in a register where it continues (0: on, 1: an exception is
//! on its way, 2 and up: an entry of `exits`), jumps to it, and is sent on from its end. So code size stays linear however
//! deep the nesting.

use super::Compiler;
use super::unit::Label;
use crate::bytecode::{Imm16, Imm32, Op, Reg, Target};
use crate::error::Res;
use crate::scope::EntryId;
use crate::tree::Span;

/// A way out. Loops are named by their index among the blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    Return,
    Break(usize),
    Continue(usize),
}

/// The blocks around the current statement, outermost first.
#[derive(Debug)]
pub(super) enum Block {
    Loop {
        on_break: Label,
        on_continue: Label,
    },
    /// Inside a `try` with `finally`, or a `with`: ways out lead through `label`.
    Finally(Pending),
    /// Inside an `except` clause: `save` is what was being handled before; the name is unbound on the way out.
    Handler {
        save: u8,
        name: Option<EntryId>,
        span: Span,
    },
    /// Inside a `finally` body.
    Finalizer {
        state: u8,
        save: u8,
        span: Span,
    },
}

/// A `finally` that is still to come.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) label: Label,
    /// Register of the number of the way out.
    pub(super) state: u8,
    /// Register of a value to be returned, or of the exception.
    pub(super) value: u8,
    pub(super) exits: Vec<Exit>,
}

impl Pending {
    pub(super) fn new(state: u8, value: u8) -> Self {
        Self { label: Label::new(), state, value, exits: Vec::new() }
    }

    /// The state's value for a way out.
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

    /// Leaves blocks from the innermost outwards until the way out ends or a `finally` takes over. `value` is what to return.
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
                        self.moved(slot, value, span);
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

    /// The end of an `except` clause, however it is reached.
    pub(super) fn leave_handler(&mut self, save: u8, name: Option<EntryId>, span: Span) -> Res<()> {
        self.emit(Op::LeaveHandler { save: Reg(save) }, span);
        match name {
            Some(name) => self.unbind(name, span),
            None => Ok(()),
        }
    }

    /// Out of a `finally` body before its end: an exception that was on its way is forgotten.
    pub(super) fn leave_finalizer(&mut self, state: u8, save: u8, span: Span) {
        let mut skip = Label::new();
        self.jump(&mut skip, Op::JumpIfNotEqImm { lhs: Reg(state), value: Imm16(1), target: Target(0) }, span);
        self.emit(Op::LeaveHandler { save: Reg(save) }, span);
        self.bind(skip);
    }

    /// Sends each way out on from the end of a `finally`; the state is none of 0 and 1 here.
    pub(super) fn dispatch(&mut self, pending: &Pending, span: Span) -> Res<()> {
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
