//! Resumes and suspends generators.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::GenKind;
use crate::heap::GenState;
use crate::heap::TraceEntry;
use crate::interpreter::calls::call::CallOutcome;
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Interpreter;
use crate::interpreter::machine::RunEnd;
use crate::runtime::exceptions as exc_types;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::Resume;
use crate::runtime::pending_call::ReturnAction;
use stockade_compiler::bytecode::Op;

/// What one step of a resumption did.
enum Resumed {
    Done(CallOutcome),
    /// The exception goes into the generator to which this one delegates. Its result belongs into a register of this one.
    Delegate {
        generator: Value,
        dst: u8,
        /// This one handles an exception.
        handles: bool,
    },
}

impl Interpreter {
    /// Resumes a suspended generator.
    pub(crate) fn resume(
        &mut self,
        mut generator: Value,
        mut mode: Resume,
        value: Value,
        mut dst: u8,
        mut action: ReturnAction,
        mut extra: Value,
    ) -> Result<CallOutcome, Abrupt> {
        // An exception goes down a chain of `yield from` in a loop: the program chooses how long the chain is.
        let (mut is_delegate, mut handles) = (false, false);
        loop {
            match self.resume_one(generator, mode, value, dst, action, extra) {
                Ok(Resumed::Delegate { generator: next, dst: of_next, handles: also }) => {
                    (generator, mode, dst, action, extra) = (next, Resume::Throw, of_next, ReturnAction::Delegate, Value::UNDEF);
                    is_delegate = true;
                    handles |= also;
                }
                Ok(Resumed::Done(CallOutcome::Value(_))) if is_delegate => {
                    return Err(Abrupt::Bug("throw gave a value without a frame"));
                }
                Ok(Resumed::Done(outcome)) => return Ok(outcome),
                Err(Abrupt::Throw(exc)) if handles => return Err(Abrupt::Raise(exc)),
                Err(exit) => return Err(exit),
            }
        }
    }

    fn resume_one(
        &mut self,
        generator: Value,
        mode: Resume,
        value: Value,
        dst: u8,
        action: ReturnAction,
        extra: Value,
    ) -> Result<Resumed, Abrupt> {
        let object = self.rt.heap.gens.get(generator.index());
        let (state, kind) = (object.state, object.kind);
        match state {
            GenState::Running => {
                let what = generator_kind_name(kind);
                return Err(self.rt.value_error(&format!("{what} already executing")));
            }
            GenState::Finished => {
                return match mode {
                    Resume::Close => Ok(Resumed::Done(CallOutcome::Value(Value::NONE))),
                    Resume::Throw | Resume::Send if kind == GenKind::AsyncStep => {
                        let what = if crate::objects::types::generator::is_asend(&self.rt, generator) {
                            "__anext__()/asend()"
                        } else {
                            "aclose()/athrow()"
                        };
                        Err(self.rt.runtime_error(&format!("cannot reuse already awaited {what}")))
                    }
                    Resume::Throw | Resume::Send
                        if kind == GenKind::Coroutine
                            || crate::objects::types::generator::type_of(&self.rt, generator)
                                == crate::runtime::type_table::COROUTINE_WRAPPER =>
                    {
                        Err(self.rt.runtime_error("cannot reuse already awaited coroutine"))
                    }
                    Resume::Throw => Err(Abrupt::Raise(value)),
                    Resume::Send if kind == GenKind::AsyncGenerator => {
                        let exc = self.rt.make_exception(exc_types::STOP_ASYNC_ITERATION.value(), &[])?;
                        Err(Abrupt::Raise(exc))
                    }
                    Resume::Send => {
                        let frame = Frame { dst, action, extra, ..Frame::default() };
                        self.generator_ended(frame, Value::NONE)?;
                        Ok(Resumed::Done(CallOutcome::Pushed))
                    }
                };
            }
            GenState::Created => match mode {
                Resume::Close => {
                    self.rt.heap.finish_body(generator.index());
                    return Ok(Resumed::Done(CallOutcome::Value(Value::NONE)));
                }
                Resume::Send if !value.is_none() => {
                    let what = generator_kind_name(kind);
                    return Err(self.rt.type_error(&format!("can't send non-None value to a just-started {what}")));
                }
                _ => {}
            },
            GenState::Suspended => {}
        }
        let base = self.next_base() + 1;
        self.reserve(base)?;
        let object = self.rt.heap.gens.get(generator.index());
        let (code, pc, func, handled) = (object.code, object.pc, object.func, object.handled);
        let count = object.regs.len();
        if let Some(window) = self.stack.get_mut(base..base + count) {
            window.copy_from_slice(&object.regs);
        }
        let base = u32::try_from(base).unwrap_or(u32::MAX);
        let frame = Frame { extra, code, pc, base, dst, action, func: func.place(), generator: generator.place(), ..Frame::default() };
        let cost = self.codes.get(code as usize).map_or(0, |code| code.entry_cost);
        self.push_frame(frame)?;
        if state == GenState::Suspended {
            // A resume costs one unit, not the entry again.
            self.rt.heap.fuel.refund(u64::from(cost).saturating_sub(1));
        }
        let object = self.rt.heap.gens.get_mut(generator.index());
        object.state = GenState::Running;
        object.outside = self.rt.thread.handled;
        if !handled.is_none() {
            object.handled = Value::TRUE;
            self.rt.thread.handled = handled;
        }
        match mode {
            Resume::Send => {
                if state == GenState::Suspended
                    && let Some(Op::Yield { dst, .. } | Op::YieldDelegate { dst, .. }) = self.current_op()
                {
                    self.set_reg(dst.0, value);
                }
                Ok(Resumed::Done(CallOutcome::Pushed))
            }
            Resume::Throw | Resume::Close => {
                if state == GenState::Suspended
                    && let Some(Op::YieldDelegate { dst, iter, .. }) = self.current_op()
                {
                    let (delegate, handles) = (self.reg(iter), !handled.is_none());
                    if delegate.tag == Tag::Gen && !self.rt.exception_is(value, exc_types::GENERATOR_EXIT) {
                        return Ok(Resumed::Delegate { generator: delegate, dst: dst.0, handles });
                    }
                    return match self.throw_into_delegate(delegate, value, dst.0) {
                        Err(Abrupt::Throw(exc)) if handles => Err(Abrupt::Raise(exc)),
                        thrown => thrown.map(Resumed::Done),
                    };
                }
                if state == GenState::Created {
                    // The traceback shows the `def` line, because nothing has run.
                    if let Some(frame) = self.pop_frame()
                        && !frame.internal
                    {
                        self.add_trace(value, &frame, TraceEntry { code: frame.code, pc: crate::runtime::modules::PC_BEFORE_START });
                    }
                    self.rt.thread.handled = self.rt.heap.finish_body(generator.index());
                }
                // An exception that is thrown into a generator gets as context only what the generator itself handles.
                Err(if handled.is_none() { Abrupt::Throw(value) } else { Abrupt::Raise(value) })
            }
        }
    }

    /// Throws into a generator that is suspended in `yield from`: the delegate, which is no generator, gets the exception first. Any
    /// delegate gets a `GeneratorExit` in this way.
    fn throw_into_delegate(&mut self, delegate: Value, exc: Value, dst: u8) -> Result<CallOutcome, Abrupt> {
        if self.rt.exception_is(exc, exc_types::GENERATOR_EXIT) {
            let callee = self.rt.fallback("delegate_close")?;
            self.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![delegate, exc], ..PendingCall::default() };
            return self.start_pending(dst, ReturnAction::Discard, Value::UNDEF);
        }
        if delegate.tag != Tag::Inst && self.rt.class_lookup(self.rt.type_of(delegate), names::throw).is_none() {
            if self.rt.exception_is(exc, exc_types::STOP_ITERATION) {
                // As if the delegate had returned with this `StopIteration`.
                let value = self.rt.exception_field(exc, "value").unwrap_or_else(|| self.stop_value(exc));
                self.send_ended(value, dst, ReturnAction::Delegate);
                return Ok(CallOutcome::Pushed);
            }
            return Err(Abrupt::Throw(exc));
        }
        let callee = self.rt.fallback("delegate_throw")?;
        self.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![delegate, exc], ..PendingCall::default() };
        self.start_pending(dst, ReturnAction::Delegate, Value::UNDEF)
    }

    /// Suspends the top frame, which belongs to a generator, and passes the yielded value to its caller.
    pub(crate) fn suspend_generator(&mut self, value: Value) -> Result<Option<RunEnd>, Abrupt> {
        let Some(frame) = self.pop_frame() else { return Err(Abrupt::Bug("yield without a frame")) };
        let nregs = self.codes.get(frame.code as usize).map_or(0, |code| usize::from(code.nregs));
        let window = self.stack.get(frame.base as usize..frame.base as usize + nregs).unwrap_or(&[]);
        let object = self.rt.heap.gens.get_mut(frame.generator_value().index());
        if object.regs.len() == window.len() {
            object.regs.copy_from_slice(window);
        } else {
            object.regs = window.into();
        }
        // The `yield` evaluates to None unless a value is sent.
        let yielded = self.codes.get(frame.code as usize).and_then(|code| code.ops.get((frame.pc as usize).wrapping_sub(1)));
        if let Some(Op::Yield { dst, .. } | Op::YieldDelegate { dst, .. }) = yielded
            && let Some(slot) = object.regs.get_mut(usize::from(dst.0))
        {
            *slot = Value::NONE;
        }
        object.state = GenState::Suspended;
        let outside = std::mem::take(&mut object.outside);
        if !object.handled.is_none() {
            object.handled = self.rt.thread.handled;
        }
        object.pc = frame.pc;
        self.rt.thread.handled = outside;
        let watched = object.watched || !self.codes.get(frame.code as usize).is_some_and(|code| code.guarded);
        if !watched && let Some(at) = frame.generator {
            self.watch(Value::heap(Tag::Gen, at.get()))?;
        }
        let mut delivered = frame;
        delivered.generator = None;
        self.deliver_result(delivered, value)
    }

    /// A generator returned, or was already finished: delivers its end in the form that the caller's return action needs.
    pub(crate) fn generator_ended(&mut self, frame: Frame, value: Value) -> Result<(), Abrupt> {
        match frame.action {
            ReturnAction::ForNext => Ok(()),
            ReturnAction::NextDefault => {
                self.set_reg(frame.dst, frame.extra);
                Ok(())
            }
            ReturnAction::Send | ReturnAction::Delegate => {
                self.send_ended(value, frame.dst, frame.action);
                Ok(())
            }
            _ => {
                let is_async = frame.generator.is_some_and(|at| self.rt.heap.gens.get(at.get()).kind == GenKind::AsyncGenerator);
                if is_async {
                    return Err(match self.rt.make_exception(exc_types::STOP_ASYNC_ITERATION.value(), &[]) {
                        Ok(exc) => Abrupt::Raise(exc),
                        Err(exit) => exit,
                    });
                }
                Err(self.rt.stop_iteration(value))
            }
        }
    }

    /// A delegate is exhausted: its result goes to the value register, and the loop of the `yield from` ends.
    pub(crate) fn send_ended(&mut self, value: Value, dst: u8, action: ReturnAction) {
        self.set_reg(dst, value);
        let back = if action == ReturnAction::Delegate { 2 } else { 1 };
        let target = self.frames.last().and_then(|frame| {
            let code = self.codes.get(frame.code as usize)?;
            match code.ops.get((frame.pc as usize).checked_sub(back)?)? {
                Op::Send { target, .. } => Some(target.0),
                _ => None,
            }
        });
        if let (Some(frame), Some(target)) = (self.frames.last_mut(), target) {
            frame.pc = target;
        }
    }

    /// Executes `Send` for anything but a native iterator.
    pub(crate) fn send(&mut self, iter: Value, value: Value, dst: u8) -> Result<(), Abrupt> {
        if iter.tag == Tag::Gen {
            if let CallOutcome::Value(value) = self.resume(iter, Resume::Send, value, dst, ReturnAction::Send, Value::UNDEF)? {
                self.set_reg(dst, value);
            }
            return Ok(());
        }
        let name = if value.is_none() { names::dunder_next } else { names::send };
        let exit = match self.rt.class_lookup(self.rt.type_of(iter), name) {
            Some(method) => {
                let args = [value];
                self.rt.tail_method(method, iter, if value.is_none() { &[] } else { &args })
            }
            None => self.rt.tail_fallback("delegate_send", &[iter, value]),
        };
        if !matches!(exit, Abrupt::Call) {
            return Err(exit);
        }
        match self.start_pending(dst, ReturnAction::Send, Value::UNDEF) {
            Ok(CallOutcome::Value(value)) => self.set_reg(dst, value),
            Ok(CallOutcome::Pushed) => {}
            Err(Abrupt::Raise(exc)) if self.rt.exception_is(exc, exc_types::STOP_ITERATION) => {
                let value = self.stop_value(exc);
                self.send_ended(value, dst, ReturnAction::Send);
            }
            Err(exit) => return Err(exit),
        }
        Ok(())
    }
}

/// The word for a generator of this kind in messages.
pub(crate) fn generator_kind_name(kind: GenKind) -> &'static str {
    match kind {
        GenKind::Generator => "generator",
        GenKind::Coroutine => "coroutine",
        GenKind::AsyncGenerator | GenKind::AsyncStep => "async generator",
    }
}
