//! Resumes and suspends generators.

use crate::base::abrupt::Exit;
use crate::base::names;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::GenKind;
use crate::heap::GenState;
use crate::interpreter::calls::call::Called;
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Machine;
use crate::interpreter::machine::Stop;
use crate::runtime::exceptions as exc_types;
use crate::runtime::pending_call::Action;
use crate::runtime::pending_call::Pending;
use crate::runtime::pending_call::Resume;
use stockade_compiler::bytecode::Op;

impl Machine {
    /// `throw` while suspended in `yield from`: the delegate gets it first.
    pub(crate) fn throw_into_delegate(&mut self, delegate: Value, exc: Value, dst: u8) -> Result<Called, Exit> {
        if self.rt.exception_is(exc, exc_types::GENERATOR_EXIT) {
            let callee = self.rt.prelude("delegate_close")?;
            self.rt.pending = Pending { callee, args: smallvec::smallvec![delegate, exc], ..Pending::default() };
            return self.start_pending(dst, Action::Discard, Value::UNDEF);
        }
        if delegate.tag == Tag::Gen {
            return match self.resume(delegate, Resume::Throw, exc, dst, Action::Delegate, Value::UNDEF)? {
                Called::Pushed => Ok(Called::Pushed),
                Called::Value(_) => Err(Exit::Bug("throw gave a value without a frame")),
            };
        }
        if delegate.tag != Tag::Inst && self.rt.class_lookup(self.rt.type_of(delegate), names::throw).is_none() {
            if self.rt.exception_is(exc, exc_types::STOP_ITERATION) {
                // As if the delegate had ended with it.
                let value = self.rt.exception_field(exc, "value").unwrap_or_else(|| self.stop_value(exc));
                self.send_ended(value, dst, Action::Delegate);
                return Ok(Called::Pushed);
            }
            return Err(Exit::Throw(exc));
        }
        let callee = self.rt.prelude("delegate_throw")?;
        self.rt.pending = Pending { callee, args: smallvec::smallvec![delegate, exc], ..Pending::default() };
        self.start_pending(dst, Action::Delegate, Value::UNDEF)
    }

    /// Suspends the top frame, which belongs to a generator, and hands what it yields to its caller.
    pub(crate) fn suspend_generator(&mut self, value: Value) -> Result<Option<Stop>, Exit> {
        let Some(frame) = self.pop_frame() else { return Err(Exit::Bug("yield without a frame")) };
        let nregs = self.codes.get(frame.code as usize).map_or(0, |code| usize::from(code.nregs));
        let window = self.stack.get(frame.base as usize..frame.base as usize + nregs).unwrap_or(&[]);
        let object = self.rt.heap.gens.get_mut(frame.body_of().index());
        if object.regs.len() == window.len() {
            object.regs.copy_from_slice(window);
        } else {
            object.regs = window.into();
        }
        // What `yield` gives unless it is sent something.
        let yielded = self.codes.get(frame.code as usize).and_then(|code| code.ops.get((frame.pc as usize).wrapping_sub(1)));
        if let Some(Op::Yield { dst, .. } | Op::YieldDelegate { dst, .. }) = yielded
            && let Some(slot) = object.regs.get_mut(usize::from(dst.0))
        {
            *slot = Value::NONE;
        }
        object.state = GenState::Suspended;
        let outside = std::mem::take(&mut object.outside);
        if !object.handled.is_none() {
            object.handled = self.rt.handled;
        }
        object.pc = frame.pc;
        self.rt.handled = outside;
        let watched = object.watched || !self.codes.get(frame.code as usize).is_some_and(|code| code.guarded);
        if !watched && let Some(at) = frame.generator {
            self.watch(Value::heap(Tag::Gen, at.get()))?;
        }
        let mut delivered = frame;
        delivered.generator = None;
        self.act(delivered, value)
    }

    /// A generator returned (or was finished already): `StopIteration` in the form the caller's action wants.
    pub(crate) fn generator_ended(&mut self, frame: Frame, value: Value) -> Result<(), Exit> {
        match frame.action {
            Action::ForNext => Ok(()),
            Action::NextDefault => {
                self.set_reg(frame.dst, frame.extra);
                Ok(())
            }
            Action::Send | Action::Delegate => {
                self.send_ended(value, frame.dst, frame.action);
                Ok(())
            }
            _ => {
                let is_async = frame.generator.is_some_and(|at| self.rt.heap.gens.get(at.get()).kind == GenKind::AsyncGenerator);
                if is_async {
                    return Err(match self.rt.make_exception(exc_types::STOP_ASYNC_ITERATION.value(), &[]) {
                        Ok(exc) => Exit::Raise(exc),
                        Err(exit) => exit,
                    });
                }
                Err(self.rt.stop_iteration(value))
            }
        }
    }

    /// A delegate is exhausted: its result lands in the value register and control leaves the loop of the `yield from`.
    pub(crate) fn send_ended(&mut self, value: Value, dst: u8, action: Action) {
        self.set_reg(dst, value);
        let back = if action == Action::Delegate { 2 } else { 1 };
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

    /// The `Send` row, for anything but a native iterator.
    pub(crate) fn send(&mut self, iter: Value, value: Value, dst: u8) -> Result<(), Exit> {
        if iter.tag == Tag::Gen {
            if let Called::Value(value) = self.resume(iter, Resume::Send, value, dst, Action::Send, Value::UNDEF)? {
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
            None => self.rt.tail_prelude("delegate_send", &[iter, value]),
        };
        if !matches!(exit, Exit::Call) {
            return Err(exit);
        }
        match self.start_pending(dst, Action::Send, Value::UNDEF) {
            Ok(Called::Value(value)) => self.set_reg(dst, value),
            Ok(Called::Pushed) => {}
            Err(Exit::Raise(exc)) if self.rt.exception_is(exc, exc_types::STOP_ITERATION) => {
                let value = self.stop_value(exc);
                self.send_ended(value, dst, Action::Send);
            }
            Err(exit) => return Err(exit),
        }
        Ok(())
    }
}
