//! Abrupt completions: exceptions unwind frames, pending calls and fallbacks start, generators resume.

use crate::heap::{block, charged_size};
use crate::interpreter::control::generators::generator_kind_name;
use crate::interpreter::control::results::return_action;
use stockade_compiler::bytecode::{CodeKind, Op, Reg};

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::value::{Tag, Value};
use crate::heap::{GenKind, TraceEntry, bytes_of_trace, class_flags};
use crate::interpreter::calls::call::CallOutcome;
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::{Interpreter, RunEnd};
use crate::runtime::exceptions as exc_types;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;

/// A context chain longer than this is not searched for cycles.
const CONTEXT_SEARCH: u64 = 10_000;

impl Interpreter {
    /// Moves the top frame back, so that its last instruction runs again.
    pub(crate) fn rewind_pc(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = frame.pc.saturating_sub(1);
        }
    }

    /// Handles an abrupt completion: the run continues (None), or it ends.
    pub(crate) fn handle_abrupt(&mut self, exit: Abrupt) -> Option<RunEnd> {
        let mut next = Some(exit);
        if self.rt.heap.held() != 0 {
            // The temporaries of the instruction that failed are gone.
            self.rt.heap.release_to(0);
        }
        while let Some(exit) = next.take() {
            let outcome = match exit {
                Abrupt::Raise(exc) => {
                    self.rt.heap.fuel.charge_walk(once::UNWIND);
                    self.set_context(exc);
                    self.unwind(exc, true)
                }
                Abrupt::Throw(exc) => {
                    self.rt.heap.fuel.charge_walk(once::UNWIND);
                    self.unwind(exc, true)
                }
                Abrupt::Reraise(exc) => {
                    self.rt.heap.fuel.charge_walk(once::UNWIND);
                    self.renew_suggestion_context(exc);
                    self.unwind(exc, false)
                }
                Abrupt::Memory(bytes) => self.out_of_memory(bytes),
                Abrupt::Exports(at) => self.count_exports(at).map(|()| None),
                Abrupt::Limit(kind) => return Some(RunEnd::Limit(kind)),
                Abrupt::Answer(value) => return Some(RunEnd::Answer(value)),
                Abrupt::Suspend => {
                    // The call runs again when the host gives no answer: a restored snapshot makes the request again.
                    self.rewind_pc();
                    return Some(RunEnd::HostCall);
                }
                Abrupt::Bug(what) => return Some(RunEnd::Bug(what)),
                Abrupt::Again => Ok(None),
                Abrupt::Call => self.handle_tail_call(),
                Abrupt::NeedsUserCode => self.handle_fallback(),
                Abrupt::Request(_) => Err(Abrupt::Bug("a service was asked for outside a call")),
            };
            match outcome {
                Ok(None) => {}
                Ok(Some(stop)) => return Some(stop),
                Err(exit) => next = Some(exit),
            }
        }
        None
    }

    /// Collects garbage. When that made room, the instruction runs again, but only once.
    fn out_of_memory(&mut self, bytes: usize) -> Result<Option<RunEnd>, Abrupt> {
        let limit = Ok(Some(RunEnd::Limit(crate::base::abrupt::LimitKind::Memory)));
        self.rt.heap.fuel.refuse(crate::base::abrupt::LimitKind::Memory, bytes as u64);
        let Some(frame) = self.frames.last().copied() else { return limit };
        // The fuel of instructions alone, without native work: a native function that charges work before it fails then counts as the same
        // place when it fails again.
        let here = (frame.code, frame.pc, self.rt.heap.fuel.used().wrapping_sub(self.rt.heap.fuel.dynamic()));
        if self.retried_instruction == Some(here) {
            return limit;
        }
        self.collect();
        if self.rt.heap.used.saturating_add(bytes) > self.rt.heap.limit {
            return limit;
        }
        self.retried_instruction = Some(here);
        self.rewind_pc();
        Ok(None)
    }

    /// Starts the pending call in place of the current instruction.
    fn handle_tail_call(&mut self) -> Result<Option<RunEnd>, Abrupt> {
        let Some(op) = self.current_op() else { return Err(Abrupt::Bug("no instruction to call for")) };
        let (dst, action) = return_action(op);
        if let Some(ReturnAction::Operator) = self.rt.pending.call.action
            && action == ReturnAction::Branch
        {
            self.rt.pending.call.action = Some(ReturnAction::OperatorBranch);
        }
        let (own, extra) = (self.rt.pending.call.action, self.rt.pending.call.extra);
        match self.start_pending(dst, action, Value::UNDEF)? {
            CallOutcome::Pushed => Ok(None),
            CallOutcome::Value(value) => {
                // The result of an operator's builtin method is used like that of a user function.
                let used = |own: &ReturnAction| {
                    matches!(
                        own,
                        ReturnAction::Operator | ReturnAction::OperatorBranch | ReturnAction::TruthFromBool | ReturnAction::TruthFromLength
                    )
                };
                let action = own.filter(used).unwrap_or(action);
                self.deliver_result(Frame { dst, action, extra, ..Frame::default() }, value)
            }
        }
    }

    /// Calls the fallback of the current instruction.
    fn handle_fallback(&mut self) -> Result<Option<RunEnd>, Abrupt> {
        let Some(op) = self.current_op() else { return Err(Abrupt::Bug("no instruction for the prelude")) };
        // Some instructions have no fallback, for example a lookup of a name in a dict of `exec` whose keys compare by user code.
        let Some((name, args)) = self.fallback_for(op) else {
            return Err(self.rt.type_error("a key's own comparison can't be asked here"));
        };
        let callee = self.rt.fallback(name)?;
        self.rt.pending.call = PendingCall { callee, args, ..PendingCall::default() };
        self.handle_tail_call()
    }

    /// Sets `__context__` to the exception that was being handled, unless that would make a cycle.
    fn set_context(&mut self, exc: Value) {
        let handled = self.rt.thread.handled;
        if handled.tag != Tag::Exc || handled == exc || exc.tag != Tag::Exc {
            return;
        }
        let (mut at, mut walked) = (handled, 0);
        while walked < CONTEXT_SEARCH {
            walked += 1;
            let context = self.rt.heap.excs.get(at.index()).context;
            if context == exc {
                self.rt.heap.excs.get_mut(at.index()).context = Value::NONE;
                break;
            }
            if context.tag != Tag::Exc {
                break;
            }
            at = context;
        }
        self.rt.heap.fuel.charge_walk(walked / 8);
        self.rt.heap.excs.get_mut(exc.index()).context = handled;
    }

    /// Pops frames until one has a handler for the exception.
    #[inline(never)]
    fn unwind(&mut self, mut exc: Value, mut fresh: bool) -> Result<Option<RunEnd>, Abrupt> {
        if exc.tag != Tag::Exc {
            return Ok(Some(RunEnd::Bug("raised something that is no exception")));
        }
        // Set to `LOOKUP_FAILED` when the exception passed a fallback while it looked up a method.
        let mut lookup = 0;
        loop {
            let Some(frame) = self.frames.last().copied() else { return Ok(Some(RunEnd::Raised(exc))) };
            let pc = frame.pc.saturating_sub(1);
            if frame.internal {
                lookup = if self.is_method_lookup(&frame, pc) { crate::traceback::LOOKUP_FAILED } else { 0 };
            } else {
                if fresh {
                    self.add_trace(exc, &frame, TraceEntry { code: frame.code, pc: pc | lookup });
                }
                lookup = 0;
            }
            fresh = true;
            let code = self.codes.get(frame.code as usize);
            self.rt.charge(code.map_or(0, |code| code.handlers.len() as u64 / 64))?;
            if let Some(def) = code.and_then(|code| code.handler(pc)) {
                self.set_reg(def.reg, exc);
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = def.handler;
                }
                return Ok(None);
            }
            if !self.rt.finalizers.watched_generators.is_empty() {
                self.keep_locals(exc, &frame)?;
            }
            self.rt.heap.fuel.charge_walk(once::UNWIND_FRAME);
            self.pop_frame();
            if exc.tag == Tag::Exc && self.rt.exception_is(exc, exc_types::ATTRIBUTE_ERROR) {
                self.annotate_attribute_error(exc, lookup != 0);
            }
            let is_stop = self.rt.exception_is(exc, exc_types::STOP_ITERATION);
            if let Some(at) = frame.generator {
                self.rt.thread.handled = self.finish_generator(&frame, at.get(), true);
                let kind = self.rt.heap.gens.get(at.get()).kind;
                let is_async_stop = kind == GenKind::AsyncGenerator && self.rt.exception_is(exc, exc_types::STOP_ASYNC_ITERATION);
                if is_stop || is_async_stop {
                    let (what, name) = (generator_kind_name(kind), if is_stop { "StopIteration" } else { "StopAsyncIteration" });
                    let exit = self.rt.runtime_error(&format!("{what} raised {name}"));
                    let Abrupt::Raise(replacement) = exit else { return Err(exit) };
                    let object = self.rt.heap.excs.get_mut(replacement.index());
                    object.cause = exc;
                    object.context = exc;
                    object.suppress_context = true;
                    exc = replacement;
                }
            } else if is_stop {
                match frame.action {
                    ReturnAction::ForNext | ReturnAction::Filter => return Ok(None),
                    ReturnAction::NextDefault => {
                        self.set_reg(frame.dst, frame.extra);
                        return Ok(None);
                    }
                    ReturnAction::Send | ReturnAction::Delegate => {
                        let value = self.rt.exception_field(exc, "value").unwrap_or_else(|| self.stop_value(exc));
                        self.send_ended(value, frame.dst, frame.action);
                        return Ok(None);
                    }
                    _ => {}
                }
            }
            if frame.action == ReturnAction::Exit {
                return Ok(Some(RunEnd::Raised(exc)));
            }
            if frame.action == ReturnAction::Thread {
                // The library catches all exceptions of the program's threads, so one that arrives here has no more use.
                if let Some(stop) = self.thread_ended(Value::NONE)? {
                    return Ok(Some(stop));
                }
            }
            if frame.action == ReturnAction::Report {
                return Ok(Some(RunEnd::Reported(frame.extra, Value::NONE)));
            }
            if frame.action == ReturnAction::Import {
                self.import_failed(frame.extra);
            }
        }
    }

    /// The value of a `StopIteration`: its first argument.
    pub(crate) fn stop_value(&self, exc: Value) -> Value {
        let args = self.rt.heap.excs.get(exc.index()).args;
        self.rt.sequence_items(args).first().copied().unwrap_or(Value::NONE)
    }

    #[inline]
    pub(crate) fn add_trace(&mut self, exc: Value, frame: &Frame, entry: TraceEntry) {
        if self.rt.heap.excs.get(exc.index()).trace.is_empty() {
            if crate::traceback::wants_suggestion_context(&self.rt, exc) {
                self.keep_suggestion_context(exc, frame);
            } else if exc.tag == Tag::Exc && self.rt.heap.excs.get(exc.index()).group.is_undef() {
                self.annotate_library_attribute_error(exc, frame);
            }
        }
        let trace = &self.rt.heap.excs.get(exc.index()).trace;
        if trace.len() == trace.capacity() {
            let (grow, before) = (trace.capacity(), bytes_of_trace(trace));
            // A traceback that does not fit into memory is cut short.
            if self.rt.heap.charge(block(2 * grow * charged_size::<TraceEntry>()) - before).is_err() {
                return;
            }
            self.rt.heap.excs.get_mut(exc.index()).trace.reserve_exact(grow);
        }
        self.rt.heap.excs.get_mut(exc.index()).trace.push(entry);
    }

    /// True when a frame of the fallback `call_attr` is at the first of its two calls, the lookup.
    fn is_method_lookup(&self, frame: &Frame, pc: u32) -> bool {
        let Some(code) = self.codes.get(frame.code as usize) else { return false };
        let is_call = |op: &Op| matches!(op, Op::Call { .. } | Op::CallEx { .. });
        self.rt.name_text(code.name) == "call_attr" && code.ops.iter().position(is_call) == Some(pc as usize)
    }

    /// A library module's own `__getattr__` raised. The exception gets the name and the module, as in CPython, whose modules have all names
    /// from the start.
    fn annotate_library_attribute_error(&mut self, exc: Value, frame: &Frame) {
        let Some(code) = self.codes.get(frame.code as usize) else { return };
        if !code.trusted || !self.rt.exception_is(exc, exc_types::ATTRIBUTE_ERROR) || self.rt.name_text(code.name) != "__getattr__" {
            return;
        }
        let home = self.rt.modules.namespaces.get(code.namespace as usize).map_or(Value::NONE, |space| space.module);
        let name = self.stack.get(frame.base as usize).copied().unwrap_or(Value::NONE);
        if code.arg_count == 1 && name.is_str() && home.tag == Tag::Module {
            // Without memory for it, only the suggestion is lost.
            let _ = self.rt.set_exception_field(exc, "name", name).and_then(|()| self.rt.set_exception_field(exc, "obj", home));
        }
    }

    /// An `AttributeError` of the program left the code that looks up an attribute (a property, `__getattr__`, ...). Sets its name and
    /// object, if it has none yet. `lookup`: a fallback was looking up a method.
    fn annotate_attribute_error(&mut self, exc: Value, lookup: bool) {
        let (object, name) = match self.current_op() {
            Some(Op::LoadAttr { obj, site, .. }) => (self.reg(obj), self.site(site.0).map(|site| site.name)),
            // CPython's lookup of a method on a plain object does not set them.
            Some(Op::CallMethod { base, site, .. }) if lookup && !self.is_plain(self.reg(Reg(base.0))) => {
                (self.reg(Reg(base.0)), self.site(site.0).map(|site| site.name))
            }
            Some(Op::Call { base, argc, .. }) if argc.0 >= 2 && self.is_getattr(self.reg(Reg(base.0))) => {
                let name = self.reg(Reg(base.0.saturating_add(2)));
                (self.reg(Reg(base.0.saturating_add(1))), name.is_str().then(|| self.rt.known_name(name)).flatten())
            }
            _ => return,
        };
        let Some(name) = name else { return };
        if object.is_undef() || ["name", "obj"].iter().any(|field| self.rt.exception_field(exc, field).is_some()) {
            return;
        }
        // Without memory for it, only the suggestion is lost.
        let _ = self.rt.name_value(name).and_then(|text| {
            self.rt.set_exception_field(exc, "name", text)?;
            self.rt.set_exception_field(exc, "obj", object)
        });
    }

    fn is_getattr(&self, callee: Value) -> bool {
        crate::runtime::type_table::registry().native(callee).is_some_and(|native| matches!(native.def.name, "getattr" | "guest_getattr"))
    }

    /// True for an object whose class does not change attribute lookup.
    fn is_plain(&self, object: Value) -> bool {
        let class = self.rt.type_of(object);
        let says = class_flags::GETATTR | class_flags::GETATTRIBUTE;
        matches!(object.tag, Tag::Inst | Tag::Exc) && (class.tag != Tag::Class || self.rt.heap.classes.get(class.index()).flags & says == 0)
    }

    /// A cleanup reraises an exception of its own frame. Takes the suggestion context again, because the cleanup may have deleted
    /// variables.
    fn renew_suggestion_context(&mut self, exc: Value) {
        let object = self.rt.heap.excs.get(exc.index());
        if let (false, 1, Some(frame)) = (object.suggestion_context.is_undef(), object.trace.len(), self.frames.last().copied()) {
            self.keep_suggestion_context(exc, &frame);
        }
    }

    /// Keeps the suggestion context of an exception while its frame still exists.
    #[cold]
    fn keep_suggestion_context(&mut self, exc: Value, frame: &Frame) {
        self.rt.heap.fuel.charge_walk(once::SUGGESTION);
        let locals = match self.codes.get(frame.code as usize).map(|code| code.kind) {
            Some(CodeKind::Function) => self.bound_locals(frame),
            Some(CodeKind::Class) => {
                let space = self.stack.get(frame.base as usize).copied().unwrap_or(Value::NONE);
                let pairs: Vec<(Value, Value)> = if space.tag == Tag::Dict {
                    self.rt.heap.dicts.get(space.index()).iter(&self.rt.heap.fuel).collect()
                } else {
                    Vec::new()
                };
                let named = |(key, value): (Value, Value)| key.is_str().then(|| self.rt.known_name(key)).flatten().map(|key| (key, value));
                pairs.into_iter().filter_map(named).collect()
            }
            _ => return,
        };
        if let Some(suggestion_context) = crate::traceback::suggestion_context(&mut self.rt, &locals) {
            self.rt.heap.excs.get_mut(exc.index()).suggestion_context = suggestion_context;
        }
    }
}
