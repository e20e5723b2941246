//! The event loop around the handlers of [`crate::interpreter::fast`]: handles their dispatch exits, and stops at safepoints.
//!
//! It is a trampoline: a handler that cannot go on returns here with what to do, and the loop makes the call. So calls of calls do not
//! grow the host's stack.

use stockade_compiler::bytecode::{Op, Reg};

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::interpreter::calls::call::{CallArgs, CallOutcome};
use crate::interpreter::fast::{DispatchExit, dispatch};
use crate::interpreter::machine::{Interpreter, RunEnd};
use crate::runtime::pending_call::Resume;
use crate::runtime::pending_call::ReturnAction;

impl Interpreter {
    /// Runs until the outermost frame returns or something ends the run.
    pub(crate) fn run(&mut self) -> RunEnd {
        self.rt.schedule_poll();
        // Loading a fallback is not a safepoint: in a session that has it already, the handlers do not return here.
        let mut found = false;
        loop {
            let mut event = DispatchExit::Safepoint;
            if found || (self.rt.heap.fuel.has_budget() && !self.rt.heap.wants_collection()) {
                dispatch(self, &mut event);
            }
            found = matches!(event, DispatchExit::Rare(Op::LoadGlobal { .. }));
            let stop = match self.handle(&event) {
                Ok(stop) => stop,
                Err(exit) => self.handle_abrupt(exit),
            };
            if let Some(stop) = stop {
                self.ended_at_safepoint = matches!(event, DispatchExit::Safepoint);
                return stop;
            }
        }
    }

    /// Handles a dispatch exit.
    fn handle(&mut self, event: &DispatchExit) -> Result<Option<RunEnd>, Abrupt> {
        // The exit is read in place, field by field. A copy of all of it would wait for the writes of the parts.
        match *event {
            DispatchExit::Exit(exit) => return Err(exit),
            DispatchExit::Call { callee, base, argc, names, dst } => {
                let first = self.window_base() + usize::from(base);
                let names: Vec<Value> = match names {
                    Some(index) => {
                        let tuple = self.constant(index);
                        self.rt.sequence_items(tuple).to_vec()
                    }
                    None => Vec::new(),
                };
                let site = CallArgs {
                    base: first,
                    room: true,
                    argc: usize::from(argc),
                    names: &names,
                    dst,
                    action: ReturnAction::Store,
                    extra: Value::UNDEF,
                };
                let called = self.call(callee, site)?;
                self.store_call_result(called, dst);
            }
            DispatchExit::Fallback { callee, base, argc, dst } => {
                let base = self.window_base() + usize::from(base);
                let (argc, action) = (usize::from(argc), ReturnAction::Store);
                let site = CallArgs { base, room: true, argc, names: &[], dst, action, extra: Value::UNDEF };
                let called = self.call_fallback(callee, site)?;
                self.store_call_result(called, dst);
            }
            DispatchExit::CallEx { base, dst } => {
                let called = self.call_ex(base, dst)?;
                self.store_call_result(called, dst);
            }
            DispatchExit::Bug(what) => return Ok(Some(RunEnd::Bug(what))),
            DispatchExit::Return(value) => return self.finish_frame(value),
            DispatchExit::Yield(value) => return self.suspend_generator(value),
            DispatchExit::Safepoint => {
                self.rt.heap.fuel.acknowledge_safepoint();
                if self.rt.heap.wants_collection() {
                    self.collect();
                }
                if self.rt.heap.wants_compaction() {
                    self.compact();
                }
                if self.rt.heap.is_corrupt() {
                    return Ok(Some(RunEnd::Bug("heap index out of range")));
                }
                if !self.rt.heap.fuel.has_budget() {
                    self.rt.refill()?;
                    if self.rt.heap.fuel.stop_due() {
                        self.rt.heap.fuel.set_stop(None);
                        self.rt.heap.fuel.end_slice();
                        // Drops a finished call, so that a snapshot does not contain it.
                        self.rt.pending.call = crate::runtime::pending_call::PendingCall::default();
                        return Ok(Some(RunEnd::Paused));
                    }
                }
                if self.rt.heap.used > self.rt.heap.limit.saturating_add(crate::heap::SLACK) {
                    // Many small allocations together: no single one was refused.
                    self.rt.heap.fuel.refuse(crate::base::abrupt::LimitKind::Memory, 0);
                    return Ok(Some(RunEnd::Limit(crate::base::abrupt::LimitKind::Memory)));
                }
            }
            DispatchExit::PollFinalizers => self.poll_finalizers()?,
            DispatchExit::ForResume { generator, dst } => {
                let called = self.resume(generator, Resume::Send, Value::NONE, dst, ReturnAction::ForNext, Value::UNDEF)?;
                if let CallOutcome::Value(value) = called {
                    self.store_loop_item(value, dst)?;
                }
            }
            DispatchExit::ForUserIterator { iter, dst } if self.rt.is_map_filter(iter) => self.start_map_function(iter, dst)?,
            DispatchExit::ForUserIterator { iter, dst } => {
                let method = self.rt.class_lookup(self.rt.type_of(iter), crate::base::names::dunder_next);
                match method {
                    Some(method) => {
                        let exit = self.rt.tail_method(method, iter, &[]);
                        if !matches!(exit, Abrupt::Call) {
                            return Err(exit);
                        }
                        if let CallOutcome::Value(value) = self.start_pending(dst, ReturnAction::ForNext, Value::UNDEF)? {
                            self.store_loop_item(value, dst)?;
                        }
                    }
                    None => {
                        let name = self.rt.type_name(iter);
                        return Err(self.rt.type_error(&format!("'{name}' object is not an iterator")));
                    }
                }
            }
            DispatchExit::Send { iter, value, dst } => self.send(iter, value, dst)?,
            DispatchExit::MakeFunction { dst, base, flags, child } => self.make_function(dst, base, flags, child)?,
            DispatchExit::Rare(op) => self.execute_cold(op)?,
        }
        Ok(None)
    }

    /// The first register of the top frame's window.
    pub(crate) fn window_base(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.base as usize)
    }

    pub(crate) fn reg(&self, reg: Reg) -> Value {
        self.stack.get(self.window_base() + usize::from(reg.0)).copied().unwrap_or(Value::UNDEF)
    }

    pub(crate) fn set_reg(&mut self, reg: u8, value: Value) {
        let at = self.window_base() + usize::from(reg);
        if let Some(slot) = self.stack.get_mut(at) {
            *slot = value;
        }
    }

    pub(crate) fn constant(&self, index: u16) -> Value {
        let code = self.frames.last().and_then(|frame| self.codes.get(frame.code as usize));
        code.and_then(|code| code.consts.get(usize::from(index))).copied().unwrap_or(Value::NONE)
    }

    /// Stores the result of a call that returned a value already.
    pub(crate) fn store_call_result(&mut self, called: CallOutcome, dst: u8) {
        if let CallOutcome::Value(value) = called {
            self.set_reg(dst, value);
        }
    }

    /// The instruction that the top frame ran last.
    pub(crate) fn current_op(&self) -> Option<Op> {
        let frame = self.frames.last()?;
        let code = self.codes.get(frame.code as usize)?;
        code.ops.get((frame.pc as usize).checked_sub(1)?).copied()
    }

    /// Stores the next item of a `for` that a call returned, and jumps to the loop's body.
    pub(crate) fn store_loop_item(&mut self, value: Value, dst: u8) -> Result<(), Abrupt> {
        self.set_reg(dst, value);
        if let Some(Op::ForLoop { cost, target, .. }) = self.current_op() {
            self.rt.heap.fuel.charge(cost.0.into());
            if let Some(frame) = self.frames.last_mut() {
                frame.pc = target.0;
            }
        }
        Ok(())
    }
}
