//! Calls: resolves callees, and passes arguments to parameters.

use crate::interpreter::calls::bind::bind;
use smallvec::SmallVec;
use stockade_compiler::bytecode::code_flags;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{GenKind, GenObj, GenState, Object};
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Interpreter;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table::registry;

/// The result of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CallOutcome {
    /// A native function returned a value.
    Value(Value),
    /// A frame was pushed; its return action delivers the result.
    Pushed,
}

/// The place of a call's arguments, and the use of its result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallArgs<'a> {
    /// The place of the first argument in the whole stack.
    pub(crate) base: usize,
    /// True while the register before the arguments is free, until an object is put there.
    pub(crate) room: bool,
    pub(crate) argc: usize,
    /// The keyword names, which belong to the last arguments.
    pub(crate) names: &'a [Value],
    pub(crate) dst: u8,
    pub(crate) action: ReturnAction,
    pub(crate) extra: Value,
}

/// How an object was put before the arguments of a call: the record that undoes it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ArgumentShift {
    /// The object went into the free register before the arguments.
    Replaced { at: usize, before: Value },
    /// The arguments were shifted by `by` registers; the last one ended at `end`.
    Shifted { base: usize, end: usize, by: usize },
}

impl Interpreter {
    pub(crate) fn args(&self, base: usize, argc: usize) -> SmallVec<[Value; 8]> {
        SmallVec::from_slice(self.stack.get(base..base + argc).unwrap_or(&[]))
    }

    /// Calls `callee` with the arguments in registers.
    pub(crate) fn call(&mut self, callee: Value, call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        self.call_of(callee, None, call_args)
    }

    /// Like `call`; `bound` is the object of a method, which is the first argument.
    pub(crate) fn call_of(&mut self, callee: Value, bound: Option<Value>, call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        let charged = self.rt.heap.fuel.dynamic();
        let outer = std::mem::replace(&mut self.outer_shifts, self.argument_shifts.len());
        let called = self.resolve_callee(callee, bound, call_args);
        if let Err(Abrupt::Memory(_)) = called {
            self.rt.uncharge(charged);
        }
        if self.argument_shifts.len() != self.outer_shifts {
            self.undo_shifts(matches!(called, Err(Abrupt::Memory(_) | Abrupt::Exports(_) | Abrupt::Suspend | Abrupt::Again)));
        }
        self.outer_shifts = outer;
        called
    }

    /// Drops the argument shifts of this call. When the instruction will run again, it undoes them first.
    fn undo_shifts(&mut self, reruns_instruction: bool) {
        while self.argument_shifts.len() > self.outer_shifts {
            match self.argument_shifts.pop() {
                Some(ArgumentShift::Replaced { at, before }) if reruns_instruction => {
                    if let Some(slot) = self.stack.get_mut(at) {
                        *slot = before;
                    }
                }
                Some(ArgumentShift::Shifted { base, end, by }) if reruns_instruction => {
                    if let Some(window) = self.stack.get_mut(base..=end) {
                        window.rotate_left(by.min(window.len()));
                    }
                }
                _ => {}
            }
        }
    }

    fn resolve_callee(&mut self, mut callee: Value, mut bound: Option<Value>, mut call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        // Each iteration unwraps one layer of the callee. A program pays for each layer, so it cannot nest them without a limit.
        let mut layers = 0;
        loop {
            layers += 1;
            if layers > self.rt.budget.recursion_limit {
                return Err(self.rt.raise(crate::runtime::exceptions::RECURSION_ERROR, "maximum recursion depth exceeded"));
            }
            match callee.tag {
                Tag::Func => return self.call_func(callee, call_args),
                Tag::Native => {
                    return match bound {
                        Some(this) => self.call_bound_native(callee, this, call_args),
                        None if layers > 1 => self.call_native_no_replay(callee, call_args),
                        None => self.call_native(callee, call_args),
                    };
                }
                Tag::Type => return self.call_type(callee, call_args),
                Tag::Class => return self.call_class(callee, call_args),
                Tag::Method => {
                    let method = *self.rt.heap.methods.get(callee.index());
                    self.prepend(&mut call_args, method.this)?;
                    callee = method.func;
                    bound = Some(method.this);
                }
                Tag::NotImplemented => match callee.fallback_name() {
                    Some(name) => callee = self.fallback_function(name)?,
                    None => return Err(self.not_callable(callee)),
                },
                Tag::Inst | Tag::Exc => match self.rt.class_lookup(self.rt.type_of(callee), names::dunder_call) {
                    // A `__call__` that is None is the callee then, and raises the error.
                    Some(func) => {
                        let (func, first) = self.rt.bind_special(func, callee)?;
                        if let Some(first) = first {
                            self.prepend(&mut call_args, first)?;
                        }
                        callee = func;
                    }
                    None => return Err(self.not_callable(callee)),
                },
                Tag::Object => match self.rt.heap.as_object(callee) {
                    Object::Partial { func, args, keywords, .. } => {
                        let (func, args, keywords) = (*func, *args, *keywords);
                        if func.is_undef() {
                            // A form that only fallbacks use: it drops the first argument, so that it can be a method that does not take
                            // its object.
                            callee = args;
                            call_args.base += 1;
                            call_args.room = true;
                            call_args.argc = call_args.argc.saturating_sub(1);
                            continue;
                        }
                        return self.call_partial(func, args, keywords, call_args);
                    }
                    Object::StaticMethod(inner, _) => callee = *inner,
                    Object::GenericAlias { origin, .. } if origin.tag == Tag::Class => {
                        // `alias_call` makes the instance, and sets its `__orig_class__` to the alias.
                        self.prepend(&mut call_args, callee)?;
                        callee = self.rt.fallback("alias_call")?;
                    }
                    Object::GenericAlias { origin, .. } => callee = *origin,
                    _ => return Err(self.not_callable(callee)),
                },
                Tag::Module => {
                    let class = self.rt.module_class(callee);
                    let Some(func) = class.and_then(|class| self.rt.class_lookup(class, names::dunder_call)) else {
                        return Err(self.not_callable(callee));
                    };
                    let (func, first) = self.rt.bind_special(func, callee)?;
                    if let Some(first) = first {
                        self.prepend(&mut call_args, first)?;
                    }
                    callee = func;
                }
                _ => return Err(self.not_callable(callee)),
            }
            // Each further layer moves the arguments again.
            self.rt.charge(if layers > 1 { 6 } else { 1 })?;
        }
    }

    /// Puts a value before the first argument: into the free register, or by a shift when that register is in use.
    pub(crate) fn prepend(&mut self, call_args: &mut CallArgs<'_>, first: Value) -> Result<(), Abrupt> {
        // The arguments may be shifted once for each callee below another. Fast handlers have no more arguments than registers.
        if call_args.argc > 256 {
            self.rt.heap.fuel.charge_walk(call_args.argc as u64 / 64);
        }
        let next = self.next_base();
        if call_args.room
            && call_args.base > 0
            && call_args.base > self.frames.last().map_or(0, |frame| frame.base as usize)
            && call_args.base <= next
        {
            call_args.base -= 1;
            call_args.room = false;
            let before = self.stack.get(call_args.base).copied().unwrap_or(Value::UNDEF);
            self.argument_shifts.push(ArgumentShift::Replaced { at: call_args.base, before });
        } else {
            self.reserve(call_args.base + call_args.argc + 1)?;
            let end = call_args.base + call_args.argc;
            if let Some(window) = self.stack.get_mut(call_args.base..=end) {
                window.rotate_right(1);
                // One record covers all shifts of a callee's layers.
                let own = self.argument_shifts.get_mut(self.outer_shifts..).and_then(<[ArgumentShift]>::last_mut);
                match own {
                    Some(ArgumentShift::Shifted { base, end: last, by }) if *base == call_args.base => (*last, *by) = (end, *by + 1),
                    _ => self.argument_shifts.push(ArgumentShift::Shifted { base: call_args.base, end, by: 1 }),
                }
            }
        }
        if let Some(slot) = self.stack.get_mut(call_args.base) {
            *slot = first;
        }
        call_args.argc += 1;
        Ok(())
    }

    #[cold]
    fn not_callable(&mut self, callee: Value) -> Abrupt {
        let name = self.rt.type_name(callee);
        if callee.tag == Tag::Module {
            // The common mistake `import pprint; pprint(x)`.
            let (space, own) = (self.rt.heap.modules.get(callee.index()).namespace, self.rt.heap.modules.get(callee.index()).name);
            let own = self.rt.heap.text(own).to_string();
            let found = self.rt.intern(&own).ok().and_then(|name| self.rt.get_global(space, name));
            if found.is_some_and(|found| crate::objects::types::partial::is_callable(&self.rt, found)) {
                return self.rt.type_error(&format!("'module' object is not callable. Did you mean: '{own}.{own}(...)'?"));
            }
        }
        self.rt.type_error(&format!("'{name}' object is not callable"))
    }

    /// Calls a builtin method that was bound before. When its arguments do not fit, the error names the type of the object.
    fn call_bound_native(&mut self, callee: Value, this: Value, call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        let fits = registry().native(callee).is_some_and(|native| native.accepts_positional(call_args.argc));
        // A call with keyword names is mostly a direct one, as in `object.method(name=1)`. Its error names the method's own type.
        if !fits && call_args.names.is_empty() {
            self.rt.pending.bound_receiver = this;
        }
        let called = self.call_native_no_replay(callee, call_args);
        self.rt.pending.bound_receiver = Value::UNDEF;
        called
    }

    /// Calls a native function whose instruction cannot run again, because the callee's register already holds its first argument. If the
    /// native needs a key replay, the fallback runs instead.
    fn call_native_no_replay(&mut self, callee: Value, call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        let Interpreter { rt, stack, .. } = self;
        let args = stack.get(call_args.base..call_args.base + call_args.argc).unwrap_or(&[]);
        let result =
            if call_args.names.is_empty() { rt.call_native(callee, args) } else { rt.call_native_keywords(callee, args, call_args.names) };
        let result = match result {
            Err(Abrupt::Call) if rt.pending.call.action.is_some_and(ReturnAction::reruns_instruction) => {
                rt.pending.call = PendingCall::default();
                Err(Abrupt::NeedsUserCode)
            }
            result => result,
        };
        self.finish_native(callee, call_args, result)
    }

    pub(crate) fn call_native(&mut self, callee: Value, call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        let Interpreter { rt, stack, .. } = self;
        let args = stack.get(call_args.base..call_args.base + call_args.argc).unwrap_or(&[]);
        let result =
            if call_args.names.is_empty() { rt.call_native(callee, args) } else { rt.call_native_keywords(callee, args, call_args.names) };
        self.finish_native(callee, call_args, result)
    }

    fn finish_native(&mut self, callee: Value, call_args: CallArgs<'_>, result: Result<Value, Abrupt>) -> Result<CallOutcome, Abrupt> {
        match result {
            Ok(value) => Ok(CallOutcome::Value(value)),
            Err(Abrupt::NeedsUserCode) => self.call_fallback(callee, call_args),
            Err(Abrupt::Call) => self.start_pending(call_args.dst, call_args.action, call_args.extra),
            Err(Abrupt::Request(service)) => self.handle_request(service, call_args),
            Err(exit) => Err(exit),
        }
    }

    /// Calls the fallback of a native function that needs user code, with the same arguments.
    pub(crate) fn call_fallback(&mut self, callee: Value, call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        let Some(native) = registry().native(callee) else { return Err(Abrupt::Bug("no such native")) };
        let args = self.args(call_args.base, call_args.argc);
        let names = call_args.names.to_vec();
        let mut all: SmallVec<[Value; 6]> = SmallVec::new();
        let fallback = native.fallback_name();
        let fallback = if crate::fallback::exists(fallback) {
            let name = self.rt.intern(fallback)?;
            let function = self.fallback_function(name)?;
            self.rt.remember_fallback(callee, function);
            function
        } else {
            // Natives without a fallback of their own need user code only for `__index__`.
            all.extend([callee, Value::int(i64::from(native.has_self()))]);
            self.rt.fallback("call_indexed")?
        };
        all.extend(args);
        self.rt.pending.call = PendingCall { callee: fallback, args: all, names, ..PendingCall::default() };
        self.start_pending(call_args.dst, call_args.action, call_args.extra)
    }

    /// A fallback, which is loaded on first use.
    pub(crate) fn fallback_function(&mut self, name: crate::base::names::NameId) -> Result<Value, Abrupt> {
        if let Some(function) = self.fallbacks.get(&name) {
            return Ok(*function);
        }
        crate::interpreter::fallbacks::load(self, name)
    }

    fn call_partial(&mut self, func: Value, args: Value, keywords: Value, call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        self.rt.charge(self.rt.sequence_items(args).len() as u64 / 8)?;
        let given = self.args(call_args.base, call_args.argc);
        let positional = call_args.argc.saturating_sub(call_args.names.len());
        let mut all: SmallVec<[Value; 6]> = SmallVec::from_slice(self.rt.sequence_items(args));
        all.extend(given.iter().take(positional).copied());
        let mut names: Vec<Value> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let stored: Vec<(Value, Value)> = if keywords.tag == Tag::Dict {
            self.rt.heap.dicts.get(keywords.index()).iter(&self.rt.heap.fuel).collect()
        } else {
            Vec::new()
        };
        for (name, value) in stored.into_iter().chain(call_args.names.iter().copied().zip(given.iter().skip(positional).copied())) {
            // The program may put any key into the dict `keywords`.
            let name = self.rt.unwrap_payload(name);
            if !name.is_str() {
                return Err(self.rt.type_error("keywords must be strings"));
            }
            self.rt.charge(names.len() as u64 / 16)?;
            match names.iter().position(|known| self.rt.str_eq(*known, name)) {
                Some(at) => {
                    if let Some(slot) = values.get_mut(at) {
                        *slot = value;
                    }
                }
                None => {
                    names.push(name);
                    values.push(value);
                }
            }
        }
        all.extend(values);
        self.rt.pending.call = PendingCall { callee: func, args: all, names, ..PendingCall::default() };
        self.start_pending(call_args.dst, call_args.action, call_args.extra)
    }

    /// Calls a function: binds the arguments in place and pushes its frame, or makes its generator.
    pub(crate) fn call_func(&mut self, callee: Value, call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        self.reserve(call_args.base)?;
        let code_index = self.rt.heap.funcs.get(callee.index()).code;
        self.link_stub(code_index)?;
        let Interpreter { rt, codes, stack, .. } = self;
        let Some(code) = codes.get(code_index as usize) else { return Err(Abrupt::Bug("function without code")) };
        if let Some(result_cache) = code.result_cache
            && call_args.names.is_empty()
            && matches!(call_args.action, ReturnAction::Store)
            && let Some(value) = crate::native_modules::functools::cached_result(
                rt,
                result_cache,
                callee,
                stack.get(call_args.base..call_args.base + call_args.argc).unwrap_or(&[]),
            )
        {
            return Ok(CallOutcome::Value(value));
        }
        let nregs = usize::from(code.nregs);
        let function = rt.heap.funcs.get(callee.index());
        if call_args.names.is_empty()
            && let Some(defaults) = rt.missing_parameters(function, code, call_args.argc)
        {
            let first = call_args.base + usize::from(code.arg_count);
            if let Some(missing) = stack.get_mut(call_args.base + call_args.argc..first) {
                missing.copy_from_slice(defaults);
            }
            if let Some(rest) = stack.get_mut(first..first + 4 * usize::from(code.clear_groups)) {
                rest.fill(Value::UNDEF);
            }
        } else {
            bind(rt, code, callee, stack, call_args.base, call_args.argc, call_args.names)?;
            let first = call_args.base + if code.packs_varargs { nregs } else { usize::from(code.arg_count) };
            let last = call_args.base + usize::from(code.arg_count) + 4 * usize::from(code.clear_groups);
            if (code.plain_params || code.packs_varargs)
                && let Some(rest) = stack.get_mut(first..last)
            {
                rest.fill(Value::UNDEF);
            }
        }
        if let Some(base) = code.free_base {
            let closure = &rt.heap.funcs.get(callee.index()).closure;
            let cells = stack.get_mut(call_args.base + usize::from(base)..call_args.base + nregs).unwrap_or(&mut []);
            let mut unbound = None;
            for (at, (slot, cell)) in cells.iter_mut().zip(closure).enumerate() {
                *slot = if code.free_values >> at.min(15) & 1 == 1 { rt.heap.cells.get(cell.index()).0 } else { *cell };
                if slot.is_undef() {
                    unbound = Some(at);
                }
            }
            if let Some(at) = unbound {
                let name = code.free.get(at).copied().unwrap_or_default();
                return Err(rt.unbound_free(name));
            }
        }
        let generator = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
        let flags = code.flags;
        let base = u32::try_from(call_args.base).unwrap_or(u32::MAX);
        let frame = Frame {
            code: code_index,
            pc: 0,
            base,
            dst: call_args.dst,
            action: call_args.action,
            func: callee.place(),
            extra: call_args.extra,
            ..Frame::default()
        };
        if flags & generator != 0 {
            let kind = if flags & code_flags::ASYNC_GENERATOR != 0 {
                GenKind::AsyncGenerator
            } else if flags & code_flags::COROUTINE != 0 {
                GenKind::Coroutine
            } else {
                GenKind::Generator
            };
            let regs: Box<[Value]> = stack.get(call_args.base..call_args.base + nregs).unwrap_or(&[]).into();
            // A function whose `__name__` was set makes generators with that name.
            let named = rt.heap.funcs.get(callee.index()).extra.as_ref().map(|extra| (extra.name, extra.qualname));
            let (name, qualname) = named.unwrap_or((Value::UNDEF, Value::UNDEF));
            let made = rt.heap.generator(GenObj {
                kind,
                state: GenState::Created,
                watched: false,
                code: code_index,
                pc: 0,
                func: callee,
                regs,
                handled: Value::NONE,
                outside: Value::UNDEF,
                name,
                qualname,
            })?;
            if kind == GenKind::Coroutine {
                rt.remember_coroutine(made)?;
            }
            return Ok(CallOutcome::Value(made));
        }
        self.push_frame(frame)?;
        Ok(CallOutcome::Pushed)
    }
}
