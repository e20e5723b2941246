//! Calls: who is called, how arguments reach parameters, what CPython says when they don't.

use smallvec::SmallVec;
use stockade_compiler::bytecode::code_flags;

use crate::base::abrupt::Exit;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{FuncObj, GenKind, GenObj, GenState, Object, class_flags};
use crate::interpreter::frame::{Action, Frame};
use crate::interpreter::machine::{Loaded, Machine};
use crate::runtime::argument_errors::Words;
use crate::runtime::core::{Pending, Rt};
use crate::runtime::native::{Kind, Param, Signature};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

/// What a call came to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Called {
    /// A native answered.
    Value(Value),
    /// A frame was pushed; its action delivers the result.
    Pushed,
}

/// Where a call's arguments are and what becomes of its result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallSite<'a> {
    /// Absolute register of the first argument.
    pub(crate) base: usize,
    /// The register before it is free: until a first object is put there.
    pub(crate) room: bool,
    pub(crate) argc: usize,
    /// Names of the last arguments.
    pub(crate) names: &'a [Value],
    pub(crate) dst: u8,
    pub(crate) action: Action,
    pub(crate) extra: Value,
}

/// What became of a register when an object was put before the arguments of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Moved {
    /// The free register before them took it.
    Replaced { at: usize, before: Value },
    /// They were shifted, to end at a register.
    Shifted { base: usize, end: usize, by: usize },
}

impl Machine {
    fn args(&self, base: usize, argc: usize) -> SmallVec<[Value; 8]> {
        SmallVec::from_slice(self.stack.get(base..base + argc).unwrap_or(&[]))
    }

    /// Calls `callee` with the arguments in registers.
    pub(crate) fn call(&mut self, callee: Value, site: CallSite<'_>) -> Result<Called, Exit> {
        self.call_of(callee, None, site)
    }

    /// As `call`; `bound`: the object of a method, which stands first among the arguments.
    pub(crate) fn call_of(&mut self, callee: Value, bound: Option<Value>, site: CallSite<'_>) -> Result<Called, Exit> {
        let charged = self.rt.heap.fuel.dynamic();
        let outer = std::mem::replace(&mut self.moved_before, self.moved.len());
        let called = self.call_layers(callee, bound, site);
        if let Err(Exit::Memory(_)) = called {
            self.rt.uncharge(charged);
        }
        if self.moved.len() != self.moved_before {
            self.settle_moved(matches!(called, Err(Exit::Memory(_) | Exit::Exports(_) | Exit::Suspend | Exit::Again)));
        }
        self.moved_before = outer;
        called
    }

    /// Forgets what this call did to the registers; where the instruction is to run again, they are as it found them.
    fn settle_moved(&mut self, runs_again: bool) {
        while self.moved.len() > self.moved_before {
            match self.moved.pop() {
                Some(Moved::Replaced { at, before }) if runs_again => {
                    if let Some(slot) = self.stack.get_mut(at) {
                        *slot = before;
                    }
                }
                Some(Moved::Shifted { base, end, by }) if runs_again => {
                    if let Some(window) = self.stack.get_mut(base..=end) {
                        window.rotate_left(by.min(window.len()));
                    }
                }
                _ => {}
            }
        }
    }

    fn call_layers(&mut self, mut callee: Value, mut bound: Option<Value>, mut site: CallSite<'_>) -> Result<Called, Exit> {
        // Each turn peels one layer off the callee; guest code can't nest layers without paying for them.
        let mut layers = 0;
        loop {
            layers += 1;
            if layers > self.rt.recursion_limit {
                return Err(self.rt.raise(crate::runtime::exceptions::RECURSION_ERROR, "maximum recursion depth exceeded"));
            }
            match callee.tag {
                Tag::Func => return self.call_func(callee, site),
                Tag::Native => {
                    return match bound {
                        Some(this) => self.call_bound_native(callee, this, site),
                        None if layers > 1 => self.call_native_once(callee, site),
                        None => self.call_native(callee, site),
                    };
                }
                Tag::Type => return self.call_type(callee, site),
                Tag::Class => return self.call_class(callee, site),
                Tag::Method => {
                    let method = *self.rt.heap.methods.get(callee.index());
                    self.prepend(&mut site, method.this)?;
                    callee = method.func;
                    bound = Some(method.this);
                }
                Tag::NotImplemented => match callee.prelude_name() {
                    Some(name) => callee = self.prelude_function(name)?,
                    None => return Err(self.not_callable(callee)),
                },
                Tag::Inst | Tag::Exc => match self.rt.class_lookup(self.rt.type_of(callee), names::dunder_call) {
                    // None is what is called then.
                    Some(func) => {
                        let (func, first) = self.rt.bind_special(func, callee)?;
                        if let Some(first) = first {
                            self.prepend(&mut site, first)?;
                        }
                        callee = func;
                    }
                    None => return Err(self.not_callable(callee)),
                },
                Tag::Object => match self.rt.heap.as_object(callee) {
                    Object::Partial { func, args, keywords, .. } => {
                        let (func, args, keywords) = (*func, *args, *keywords);
                        if func.is_undef() {
                            // The prelude's way to call something that does not take the object first.
                            callee = args;
                            site.base += 1;
                            site.room = true;
                            site.argc = site.argc.saturating_sub(1);
                            continue;
                        }
                        return self.call_partial(func, args, keywords, site);
                    }
                    Object::StaticMethod(inner, _) => callee = *inner,
                    Object::GenericAlias { origin, .. } if origin.tag == Tag::Class => {
                        // What is made is told of the alias.
                        self.prepend(&mut site, callee)?;
                        callee = self.rt.prelude("alias_call")?;
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
                        self.prepend(&mut site, first)?;
                    }
                    callee = func;
                }
                _ => return Err(self.not_callable(callee)),
            }
            self.rt.charge(1)?;
        }
    }

    /// Puts a value before the first argument: into the free register, or by shifting when that one is in use.
    fn prepend(&mut self, site: &mut CallSite<'_>, first: Value) -> Result<(), Exit> {
        let next = self.next_base();
        if site.room && site.base > 0 && site.base > self.frames.last().map_or(0, |frame| frame.base as usize) && site.base <= next {
            site.base -= 1;
            site.room = false;
            let before = self.stack.get(site.base).copied().unwrap_or(Value::UNDEF);
            self.moved.push(Moved::Replaced { at: site.base, before });
        } else {
            self.reserve(site.base + site.argc + 1)?;
            let end = site.base + site.argc;
            if let Some(window) = self.stack.get_mut(site.base..=end) {
                window.rotate_right(1);
                // However many layers a callee has, one entry tells of all their shifts.
                let own = self.moved.get_mut(self.moved_before..).and_then(<[Moved]>::last_mut);
                match own {
                    Some(Moved::Shifted { base, end: last, by }) if *base == site.base => (*last, *by) = (end, *by + 1),
                    _ => self.moved.push(Moved::Shifted { base: site.base, end, by: 1 }),
                }
            }
        }
        if let Some(slot) = self.stack.get_mut(site.base) {
            *slot = first;
        }
        site.argc += 1;
        Ok(())
    }

    #[cold]
    fn not_callable(&mut self, callee: Value) -> Exit {
        let name = self.rt.type_name(callee);
        if callee.tag == Tag::Module {
            // `import pprint; pprint(x)`
            let (space, own) = (self.rt.heap.modules.get(callee.index()).namespace, self.rt.heap.modules.get(callee.index()).name);
            let own = self.rt.heap.text(own).to_string();
            let found = self.rt.intern(&own).ok().and_then(|name| self.rt.get_global(space, name));
            if found.is_some_and(|found| crate::native_modules::functools::is_callable(&self.rt, found)) {
                return self.rt.type_error(&format!("'module' object is not callable. Did you mean: '{own}.{own}(...)'?"));
            }
        }
        self.rt.type_error(&format!("'{name}' object is not callable"))
    }

    /// A builtin method that was bound before it is called goes by the type of its object where its arguments don't fit.
    fn call_bound_native(&mut self, callee: Value, this: Value, site: CallSite<'_>) -> Result<Called, Exit> {
        let fits = registry().native(callee).is_some_and(|native| native.takes_as_given(site.argc));
        // A call with names mostly names the method itself, as in `object.method(name=1)`: there it goes by its own type.
        if !fits && site.names.is_empty() {
            self.rt.bound_to = this;
        }
        let called = self.call_native_once(callee, site);
        self.rt.bound_to = Value::UNDEF;
        called
    }

    /// A native whose instruction can't run again as it was, for the callee's register holds its first argument by now: what would ask
    /// the class of a key and begin anew is left to the twin.
    fn call_native_once(&mut self, callee: Value, site: CallSite<'_>) -> Result<Called, Exit> {
        let Machine { rt, stack, .. } = self;
        let args = stack.get(site.base..site.base + site.argc).unwrap_or(&[]);
        let result = if site.names.is_empty() { rt.call_native(callee, args) } else { rt.call_native_keywords(callee, args, site.names) };
        let result = match result {
            Err(Exit::Call) if rt.pending.action.is_some_and(Action::runs_again) => {
                rt.pending = Pending::default();
                Err(Exit::Guest)
            }
            result => result,
        };
        self.native_gave(callee, site, result)
    }

    fn call_native(&mut self, callee: Value, site: CallSite<'_>) -> Result<Called, Exit> {
        let Machine { rt, stack, .. } = self;
        let args = stack.get(site.base..site.base + site.argc).unwrap_or(&[]);
        let result = if site.names.is_empty() { rt.call_native(callee, args) } else { rt.call_native_keywords(callee, args, site.names) };
        self.native_gave(callee, site, result)
    }

    fn native_gave(&mut self, callee: Value, site: CallSite<'_>, result: Result<Value, Exit>) -> Result<Called, Exit> {
        match result {
            Ok(value) => Ok(Called::Value(value)),
            Err(Exit::Guest) => self.call_twin(callee, site),
            Err(Exit::Call) => self.start_pending(site.dst, site.action, site.extra),
            Err(Exit::Service(service)) => self.serve(service, site),
            Err(exit) => Err(exit),
        }
    }

    /// Calls the prelude's twin of a native that could not answer by itself, with the same arguments.
    pub(crate) fn call_twin(&mut self, callee: Value, site: CallSite<'_>) -> Result<Called, Exit> {
        let Some(native) = registry().native(callee) else { return Err(Exit::Bug("no such native")) };
        let args = self.args(site.base, site.argc);
        let names = site.names.to_vec();
        let mut all: SmallVec<[Value; 6]> = SmallVec::new();
        let twin = native.twin();
        let twin = if crate::fallback::exists(twin) {
            let name = self.rt.intern(twin)?;
            let function = self.prelude_function(name)?;
            self.rt.keep_twin(callee, function);
            function
        } else {
            // Natives without a twin of their own need guest code for `__index__` only.
            all.extend([callee, Value::int(i64::from(native.has_self()))]);
            self.rt.prelude("call_indexed")?
        };
        all.extend(args);
        self.rt.pending = Pending { callee: twin, args: all, names, ..Pending::default() };
        self.start_pending(site.dst, site.action, site.extra)
    }

    /// Runs the pending call with its result going where the operation's result would.
    ///
    /// A native may answer with a call of another native: such chains are the only calls that nest on the host's stack, so
    /// they are kept short.
    pub(crate) fn start_pending(&mut self, dst: u8, action: Action, extra: Value) -> Result<Called, Exit> {
        const LONGEST: u32 = 64;
        if self.rt.tail_depth >= LONGEST {
            self.rt.pending = Pending::default();
            return Err(self.rt.raise(crate::runtime::exceptions::RECURSION_ERROR, "maximum recursion depth exceeded"));
        }
        self.rt.tail_depth += 1;
        let called = self.call_pending(dst, action, extra);
        self.rt.tail_depth -= 1;
        called
    }

    fn call_pending(&mut self, dst: u8, action: Action, extra: Value) -> Result<Called, Exit> {
        let mut pending = std::mem::take(&mut self.rt.pending);
        if pending.action == Some(Action::Checked) && action != Action::Store {
            // Judged in the prelude, so that the result is used as it should be.
            pending.args.insert_many(0, [pending.extra, pending.callee]);
            (pending.callee, pending.action) = (self.rt.prelude("_checked")?, None);
        }
        let (action, extra) = match pending.action {
            Some(own) => (own, pending.extra),
            None => (action, extra),
        };
        if let Some(mode) = pending.resume {
            let value = pending.args.first().copied().unwrap_or(Value::NONE);
            return self.resume(pending.callee, mode, value, dst, action, extra);
        }
        // One register is left free for a bound object.
        let base = self.next_base() + 1;
        self.reserve(base + pending.args.len())?;
        if let Some(window) = self.stack.get_mut(base..base + pending.args.len()) {
            window.copy_from_slice(&pending.args);
        }
        let site = CallSite { base, room: true, argc: pending.args.len(), names: &pending.names, dst, action, extra };
        match (self.call(pending.callee, site)?, pending.action) {
            (Called::Value(value), Some(Action::Checked | Action::KeyHash | Action::KeyEqual)) => {
                match self.judge(action, extra, value, dst)? {
                    Some(called) => Ok(called),
                    None => {
                        self.step_back();
                        Err(Exit::Again)
                    }
                }
            }
            (called, _) => Ok(called),
        }
    }

    /// A prelude function, loaded on first use.
    pub(crate) fn prelude_function(&mut self, name: crate::base::names::NameId) -> Result<Value, Exit> {
        if let Some(function) = self.prelude.get(&name) {
            return Ok(*function);
        }
        crate::fallback::load(self, name)
    }

    fn call_type(&mut self, callee: Value, mut site: CallSite<'_>) -> Result<Called, Exit> {
        let ty = TypeId::of(callee);
        // What has no constructor of its own finds that of `object`.
        let of_object = registry().member(reg::OBJECT, names::dunder_new);
        let Some(new) = registry().member(ty, names::dunder_new).filter(|new| ty == reg::OBJECT || Some(*new) != of_object) else {
            let name = self.rt.full_class_name(callee);
            // A function that stands for a base class is asked to make one of what a class is made of.
            if ty == reg::FUNCTION
                && site.argc >= 2
                && let Some(first) = self.stack.get(site.base).copied().filter(|first| first.is_str())
            {
                let given = self.rt.type_name(first);
                return Err(self.rt.type_error(&format!("function() argument 'code' must be code, not {given}")));
            }
            return Err(self.rt.type_error(&format!("cannot create '{name}' instances")));
        };
        if ty == reg::SUPER && site.argc == 0 && self.code().is_some_and(|code| code.arg_count > 0) {
            return Err(self.rt.runtime_error("super(): __class__ cell not found"));
        }
        if ty == reg::TYPE && !self.rt.trusted {
            let count = u32::try_from(site.argc).unwrap_or(u32::MAX);
            if let Err(denied) = self.rt.grants.builtin_arity("type", count) {
                return Err(self.rt.deny(crate::runtime::exceptions::TYPE_ERROR, &denied));
            }
        }
        if ty == reg::TYPE && site.argc >= 3 && self.has_metaclass(site.base + 1) {
            // The metaclass of a base makes the class, and then has it begun.
            let args = self.args(site.base, site.argc);
            let args = std::iter::once(callee).chain(args).collect();
            let callee = self.rt.prelude("class_call")?;
            self.rt.pending = Pending { callee, args, names: site.names.to_vec(), ..Pending::default() };
            return self.start_pending(site.dst, site.action, site.extra);
        }
        self.prepend(&mut site, callee)?;
        self.call_native(new, site)
    }

    /// Whether one of the bases in a register is of a class that the program has made.
    fn has_metaclass(&self, bases: usize) -> bool {
        let Some(bases) = self.stack.get(bases).copied().filter(|bases| bases.tag == Tag::Tuple) else { return false };
        let is_made = |base: &Value| base.tag == Tag::Class && self.rt.heap.classes.get(base.index()).metaclass.tag == Tag::Class;
        self.rt.sequence_items(bases).iter().any(is_made)
    }

    /// Makes an instance of a guest class.
    fn call_class(&mut self, callee: Value, mut site: CallSite<'_>) -> Result<Called, Exit> {
        let class = self.rt.heap.classes.get(callee.index());
        let (flags, layout, metaclass) = (class.flags, TypeId(class.layout), class.metaclass);
        if metaclass.tag == Tag::Class
            && let Some(call) = self.rt.guest_lookup(metaclass, names::dunder_call)
        {
            let (call, first) = self.rt.bind_special(call, callee)?;
            if let Some(first) = first {
                self.prepend(&mut site, first)?;
            }
            return self.call(call, site);
        }
        // Only `object.__new__` looks: what builtin types make is made.
        if flags & class_flags::ABSTRACT != 0 && flags & class_flags::NEW == 0 && layout == reg::OBJECT {
            let takes_any = self.rt.guest_lookup(callee, names::dunder_init).is_some();
            if site.argc > 0 && !takes_any {
                let name = self.rt.class_name(callee).to_string();
                return Err(self.rt.type_error(&format!("{name}() takes no arguments")));
            }
            return Err(crate::objects::types::class_construction::abstract_error(&mut self.rt, callee));
        }
        if let Some(new) = self.library_new(callee) {
            self.prepend(&mut site, callee)?;
            return self.call(new, site);
        }
        if flags & class_flags::NEW != 0 || flags & class_flags::META != 0 {
            let args = self.args(site.base, site.argc);
            let mut all: SmallVec<[Value; 6]> = SmallVec::new();
            all.push(callee);
            all.extend(args);
            let callee = self.rt.prelude("class_call")?;
            self.rt.pending = Pending { callee, args: all, names: site.names.to_vec(), ..Pending::default() };
            return self.start_pending(site.dst, site.action, site.extra);
        }
        let init = self.rt.class_lookup(callee, names::dunder_init);
        let guest_init = init.filter(|init| init.tag != Tag::Native);
        let instance = {
            let Machine { rt, stack, .. } = &mut *self;
            let args = stack.get(site.base..site.base + site.argc).unwrap_or(&[]);
            match crate::objects::types::class_construction::new_instance(rt, callee, layout, args, site.names, guest_init.is_some()) {
                Err(Exit::Guest) => {
                    let args: SmallVec<[Value; 6]> = std::iter::once(callee).chain(args.iter().copied()).collect();
                    let callee = rt.prelude("class_call")?;
                    rt.pending = Pending { callee, args, names: site.names.to_vec(), ..Pending::default() };
                    return self.start_pending(site.dst, site.action, site.extra);
                }
                other => other?,
            }
        };
        match guest_init {
            Some(init) => {
                let (func, first) = self.rt.bind_special(init, instance)?;
                if let Some(first) = first {
                    self.prepend(&mut site, first)?;
                }
                if site.action != Action::Store {
                    // Rare: an instance made where an operator's result is expected. The prelude runs `__init__` and returns it.
                    let args = self.args(site.base, site.argc);
                    let mut all: SmallVec<[Value; 6]> = SmallVec::new();
                    all.push(instance);
                    all.push(func);
                    all.extend(args);
                    let callee = self.rt.prelude("class_init")?;
                    self.rt.pending = Pending { callee, args: all, names: site.names.to_vec(), ..Pending::default() };
                    return self.start_pending(site.dst, site.action, site.extra);
                }
                site.action = Action::Init;
                site.extra = instance;
                match self.call(func, site)? {
                    Called::Pushed => Ok(Called::Pushed),
                    Called::Value(result) => {
                        self.check_init(result)?;
                        Ok(Called::Value(instance))
                    }
                }
            }
            None => Ok(Called::Value(instance)),
        }
    }

    /// The `__new__` of a class when it is the library's own and all there is to making an instance, as of named tuples.
    fn library_new(&self, class: Value) -> Option<Value> {
        let object = self.rt.heap.classes.get(class.index());
        if object.flags & class_flags::NEW == 0 || object.flags & class_flags::META != 0 || object.metaclass.tag == Tag::Class {
            return None;
        }
        let new = match self.rt.class_lookup(class, names::dunder_new)? {
            wrapped if wrapped.tag == Tag::Object => match self.rt.heap.as_object(wrapped) {
                Object::StaticMethod(inner, _) => *inner,
                _ => return None,
            },
            new => new,
        };
        let init = registry().native(self.rt.class_lookup(class, names::dunder_init)?)?;
        let code = (new.tag == Tag::Func).then(|| self.rt.heap.funcs.get(new.index()).code)?;
        (init.owner_type == Some(reg::OBJECT) && self.codes.get(code as usize)?.trusted).then_some(new)
    }

    pub(crate) fn check_init(&mut self, result: Value) -> Result<(), Exit> {
        if result.is_none() {
            return Ok(());
        }
        let name = self.rt.type_name(result);
        Err(self.rt.type_error(&format!("__init__() should return None, not '{name}'")))
    }

    fn call_partial(&mut self, func: Value, args: Value, keywords: Value, site: CallSite<'_>) -> Result<Called, Exit> {
        let given = self.args(site.base, site.argc);
        let positional = site.argc.saturating_sub(site.names.len());
        let mut all: SmallVec<[Value; 6]> = SmallVec::from_slice(self.rt.sequence_items(args));
        all.extend(given.iter().take(positional).copied());
        let mut names: Vec<Value> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let stored: Vec<(Value, Value)> =
            if keywords.tag == Tag::Dict { self.rt.heap.dicts.get(keywords.index()).iter().collect() } else { Vec::new() };
        for (name, value) in stored.into_iter().chain(site.names.iter().copied().zip(given.iter().skip(positional).copied())) {
            // `keywords` is a dict the program may put anything into.
            let name = self.rt.plain(name);
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
        self.rt.pending = Pending { callee: func, args: all, names, ..Pending::default() };
        self.start_pending(site.dst, site.action, site.extra)
    }

    /// Calls a function: binds arguments in place and pushes its frame, or makes its generator.
    pub(crate) fn call_func(&mut self, callee: Value, site: CallSite<'_>) -> Result<Called, Exit> {
        self.reserve(site.base)?;
        let code_index = self.rt.heap.funcs.get(callee.index()).code;
        self.complete(code_index)?;
        let Machine { rt, codes, stack, .. } = self;
        let Some(code) = codes.get(code_index as usize) else { return Err(Exit::Bug("function without code")) };
        if let Some(recalls) = code.recalls
            && site.names.is_empty()
            && matches!(site.action, Action::Store)
            && let Some(value) =
                crate::native_modules::functools::recalled(rt, recalls, callee, stack.get(site.base..site.base + site.argc).unwrap_or(&[]))
        {
            return Ok(Called::Value(value));
        }
        let nregs = usize::from(code.nregs);
        let function = rt.heap.funcs.get(callee.index());
        if site.names.is_empty()
            && let Some(defaults) = rt.missing_parameters(function, code, site.argc)
        {
            let first = site.base + usize::from(code.arg_count);
            if let Some(missing) = stack.get_mut(site.base + site.argc..first) {
                missing.copy_from_slice(defaults);
            }
            if let Some(rest) = stack.get_mut(first..first + 4 * usize::from(code.fours)) {
                rest.fill(Value::UNDEF);
            }
        } else {
            bind(rt, code, callee, stack, site.base, site.argc, site.names)?;
            let first = site.base + if code.gathers { nregs } else { usize::from(code.arg_count) };
            let last = site.base + usize::from(code.arg_count) + 4 * usize::from(code.fours);
            if (code.plain_params || code.gathers)
                && let Some(rest) = stack.get_mut(first..last)
            {
                rest.fill(Value::UNDEF);
            }
        }
        if let Some(base) = code.free_base {
            let closure = &rt.heap.funcs.get(callee.index()).closure;
            let cells = stack.get_mut(site.base + usize::from(base)..site.base + nregs).unwrap_or(&mut []);
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
        let base = u32::try_from(site.base).unwrap_or(u32::MAX);
        let frame = Frame {
            code: code_index,
            pc: 0,
            base,
            dst: site.dst,
            action: site.action,
            func: callee.place(),
            extra: site.extra,
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
            let regs: Box<[Value]> = stack.get(site.base..site.base + nregs).unwrap_or(&[]).into();
            // A function that was given another name makes generators of that name.
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
            return Ok(Called::Value(made));
        }
        self.push_frame(frame)?;
        Ok(Called::Pushed)
    }
}

/// The name argument errors use: the function's qualified name.
fn shown_name(rt: &Rt, func: Value) -> String {
    crate::objects::types::function::qualname(rt, func)
}

fn list_names(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("'{one}'"),
        [one, two] => format!("'{one}' and '{two}'"),
        [first @ .., last] => format!("{}, and '{last}'", first.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")),
    }
}

impl Rt {
    /// The defaults that a call of a plain function with so many positional arguments leaves to be filled in: none where it gives
    /// all; `None` where it is not as simple as that.
    #[inline]
    pub(crate) fn missing_arguments(&self, function: &FuncObj, code: &Loaded, given: usize) -> Option<&[Value]> {
        if code.simple { self.missing_parameters(function, code, given) } else { None }
    }

    /// As `missing_arguments`, of a body that may be a generator's.
    #[inline]
    pub(crate) fn missing_parameters(&self, function: &FuncObj, code: &Loaded, given: usize) -> Option<&[Value]> {
        let missing = usize::from(code.arg_count).checked_sub(given).filter(|_| code.plain_params)?;
        if missing == 0 {
            return Some(&[]);
        }
        if function.defaults.tag != Tag::Tuple {
            return None;
        }
        let defaults = self.sequence_items(function.defaults);
        defaults.get(defaults.len().checked_sub(missing)?..)
    }
}

/// Binds arguments that are not simply the parameters in order.
#[inline(never)]
fn bind(rt: &mut Rt, code: &Loaded, func: Value, stack: &mut [Value], base: usize, argc: usize, names: &[Value]) -> Result<(), Exit> {
    match bind_in_place(rt, code, func, stack, base, argc, names) {
        Err(Exit::Raise(error)) if code.trusted => match compiled_refusal(rt, code, func, stack.get(base).copied(), argc, names) {
            Some(text) => Err(rt.type_error(&text)),
            None => Err(Exit::Raise(error)),
        },
        bound => bound,
    }
}

/// What CPython says where arguments don't fit a function of the library that is compiled there.
#[cold]
fn compiled_refusal(rt: &mut Rt, code: &Loaded, func: Value, this: Option<Value>, argc: usize, names: &[Value]) -> Option<String> {
    let module = rt.get_global(code.namespace, crate::base::names::dunder_name).filter(|module| module.is_str())?;
    let qualname = shown_name(rt, func);
    let home = rt.library.compiled_in(rt.heap.text(module), &qualname)?;
    let mut parts = qualname.rsplit('.');
    let (name, class) = (parts.next().unwrap_or_default(), parts.next().filter(|class| *class != "<locals>"));
    if let ("_operator", "__call__", Some(class)) = (home, name, class) {
        let given = argc.saturating_sub(names.len() + 1);
        return Some(if names.is_empty() {
            format!("{class} expected 1 argument, got {given}")
        } else {
            format!("{class}() takes no keyword arguments")
        });
    }
    let name = crate::stdlib::compiled::own_name(home, name);
    let (arg_count, kwonly) = (usize::from(code.arg_count), usize::from(code.kwonly));
    let (defaults, kwdefaults) = {
        let object = rt.heap.funcs.get(func.index());
        (object.defaults, object.kwdefaults)
    };
    let default_count = if defaults.tag == Tag::Tuple { rt.sequence_items(defaults).len() } else { 0 };
    let mut params = Vec::new();
    for (at, id) in code.locals.iter().take(arg_count + kwonly).enumerate() {
        let required = if at < arg_count {
            at + default_count < arg_count
        } else {
            let key = rt.name_value(*id).ok()?;
            kwdefaults.tag != Tag::Dict || !matches!(rt.dict_get(kwdefaults, key), Ok(Some(_)))
        };
        params.push(Param { name: rt.name_text(*id).to_string().into(), required });
    }
    let kind = match (params.first().map(|param| &*param.name), class) {
        (Some("self" | "cls"), Some(_)) if matches!(name, "__new__" | "__init__") => Kind::New,
        (Some("self"), Some(_)) => Kind::Method,
        (Some("self"), None) if home == "_decimal" => Kind::Method,
        (Some("cls"), Some(_)) => Kind::Class,
        (_, Some(_)) => Kind::Static,
        (_, None) => Kind::Func,
    };
    let special = name.starts_with("__") && name.ends_with("__") && kind != Kind::New;
    let signature = Signature {
        params,
        posonly: if special { arg_count } else { usize::from(code.posonly) },
        positional: arg_count,
        min_positional: arg_count.saturating_sub(default_count),
        varargs: code.flags & code_flags::VARARGS != 0,
        varkw: code.flags & code_flags::VARKEYWORDS != 0,
        simple: false,
    };
    let shift = usize::from(matches!(kind, Kind::Method | Kind::Class | Kind::New));
    let only_positional = signature.posonly == signature.params.len();
    let optional = signature.min_positional < signature.positional;
    let parsed_apart = signature.params.len() > shift + 1 || !only_positional || (optional && kind != Kind::New);
    let nameless = home == "_decimal" && (class.is_some() || kind == Kind::Method) && parsed_apart;
    let parsed = (nameless && only_positional) || crate::stdlib::compiled::takes_apart_by_format(home, &qualname);
    let classed = crate::stdlib::compiled::is_told_its_class(home, &qualname);
    let owner = class.filter(|_| kind == Kind::New).and_then(|class| crate::stdlib::compiled::constructor_name(home, class)).or(class);
    let words = Words {
        kind,
        name,
        owner: owner.unwrap_or(home),
        typed: class.is_some(),
        parsed,
        bound: None,
        classed,
        nameless,
        signature: &signature,
    };
    if let (Kind::Method, Some(class)) = (kind, class)
        && let Some(text) = wrong_object(rt, code, class, &words, this.filter(|_| argc > names.len()))
    {
        return Some(text);
    }
    let given: Vec<String> = names.iter().filter(|name| name.is_str()).map(|name| rt.heap.text(*name).to_string()).collect();
    words.refusal(argc.saturating_sub(names.len()), &given)
}

/// A method that was taken from its class is called with no object of the class, which CPython sees before it looks at the arguments.
fn wrong_object(rt: &mut Rt, code: &Loaded, class: &str, words: &Words<'_>, this: Option<Value>) -> Option<String> {
    let id = rt.intern(class).ok()?;
    let owner = rt.get_global(code.namespace, id).filter(|owner| owner.tag == Tag::Class)?;
    let (expected, name) = (rt.full_class_name(owner), words.name);
    let Some(this) = this else {
        return Some(if words.is_slot() {
            format!("descriptor '{name}' of '{expected}' object needs an argument")
        } else {
            format!("unbound method {class}.{name}() needs an argument")
        });
    };
    if this.is_undef() || rt.is_instance(this, owner) {
        return None;
    }
    let got = rt.type_name(this);
    Some(if words.is_slot() {
        format!("descriptor '{name}' requires a '{expected}' object but received a '{got}'")
    } else {
        format!("descriptor '{name}' for '{expected}' objects doesn't apply to a '{got}' object")
    })
}

fn bind_in_place(
    rt: &mut Rt,
    code: &Loaded,
    func: Value,
    stack: &mut [Value],
    base: usize,
    argc: usize,
    names: &[Value],
) -> Result<(), Exit> {
    let given: SmallVec<[Value; 8]> = SmallVec::from_slice(stack.get(base..base + argc).unwrap_or(&[]));
    let nregs = usize::from(code.nregs);
    let Some(window) = stack.get_mut(base..base + nregs.max(argc)) else { return Err(Exit::Bug("window outside the stack")) };
    window.fill(Value::UNDEF);
    let (arg_count, kwonly) = (usize::from(code.arg_count), usize::from(code.kwonly));
    let posonly = usize::from(code.posonly);
    let positional = argc.saturating_sub(names.len());
    let (defaults, kwdefaults) = {
        let object = rt.heap.funcs.get(func.index());
        (object.defaults, object.kwdefaults)
    };
    let default_count = if defaults.tag == Tag::Tuple { rt.sequence_items(defaults).len() } else { 0 };
    for (slot, value) in window.iter_mut().zip(given.iter().take(positional.min(arg_count))) {
        *slot = *value;
    }
    let mut next = arg_count + kwonly;
    let varargs_at = if code.flags & code_flags::VARARGS != 0 {
        next += 1;
        Some(next - 1)
    } else {
        None
    };
    let varkw_at = if code.flags & code_flags::VARKEYWORDS != 0 { Some(next) } else { None };
    if let Some(at) = varargs_at {
        let rest = rt.heap.tuple(given.get(arg_count.min(positional)..positional).unwrap_or(&[]))?;
        if let Some(slot) = window.get_mut(at) {
            *slot = rest;
        }
    }
    let extra = match varkw_at {
        Some(at) => {
            let dict = rt.heap.dict(crate::heap::DictObj::default())?;
            if let Some(slot) = window.get_mut(at) {
                *slot = dict;
            }
            Some(dict)
        }
        None => None,
    };
    let shown = |rt: &Rt| shown_name(rt, func);
    for (name, value) in names.iter().zip(given.get(positional..).unwrap_or(&[])) {
        let id = if name.is_str() { rt.known_name(*name) } else { None };
        let found = id
            .and_then(|id| code.locals.iter().take(arg_count + kwonly).skip(posonly).position(|local| *local == id))
            .map(|at| at + posonly);
        match found {
            Some(at) => {
                let Some(slot) = window.get_mut(at) else { continue };
                if !slot.is_undef() {
                    let (function, text) = (shown(rt), rt.heap.text(*name).to_string());
                    return Err(rt.type_error(&format!("{function}() got multiple values for argument '{text}'")));
                }
                *slot = *value;
            }
            None => match extra {
                Some(dict) => rt.dict_set(dict, *name, *value)?,
                None => {
                    let text = rt.heap.text(*name).to_string();
                    let function = shown(rt);
                    // Those that stand before `/` are told of first, in the order of the parameters.
                    let is_given = |local: &&crate::base::names::NameId| {
                        names.iter().any(|name| name.is_str() && rt.known_name(*name) == Some(**local))
                    };
                    let unnamed: Vec<&str> = code.locals.iter().take(posonly).filter(is_given).map(|id| rt.name_text(*id)).collect();
                    if !unnamed.is_empty() {
                        let list = unnamed.join(", ");
                        let message = format!("{function}() got some positional-only arguments passed as keyword arguments: '{list}'");
                        return Err(rt.type_error(&message));
                    }
                    let candidates: Vec<&str> =
                        code.locals.iter().take(arg_count + kwonly).skip(posonly).map(|id| rt.name_text(*id)).collect();
                    let hint = stockade_algorithms::text::did_you_mean::closest(&text, candidates.into_iter())
                        .map(|name| format!(". Did you mean '{name}'?"))
                        .unwrap_or_default();
                    return Err(rt.type_error(&format!("{function}() got an unexpected keyword argument '{text}'{hint}")));
                }
            },
        }
    }
    if positional > arg_count && varargs_at.is_none() {
        let function = shown(rt);
        let kw_given = window.get(arg_count..arg_count + kwonly).unwrap_or(&[]).iter().filter(|value| !value.is_undef()).count();
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        let takes = if default_count > 0 {
            format!("from {} to {arg_count}", arg_count - default_count.min(arg_count))
        } else {
            arg_count.to_string()
        };
        let many = if default_count > 0 { "s" } else { plural(arg_count) };
        let verb = if positional == 1 && kw_given == 0 { "was" } else { "were" };
        let given_text = if kw_given > 0 {
            format!(
                "{positional} positional argument{} (and {kw_given} keyword-only argument{}) {verb} given",
                plural(positional),
                plural(kw_given)
            )
        } else {
            format!("{positional} {verb} given")
        };
        return Err(rt.type_error(&format!("{function}() takes {takes} positional argument{many} but {given_text}")));
    }
    let first_default = arg_count.saturating_sub(default_count);
    let mut missing: Vec<String> = Vec::new();
    for at in 0..arg_count {
        if window.get(at).is_some_and(|value| value.is_undef()) {
            match at.checked_sub(first_default).and_then(|at| rt.sequence_items(defaults).get(at).copied()) {
                Some(value) => {
                    if let Some(slot) = window.get_mut(at) {
                        *slot = value;
                    }
                }
                None => missing.push(code.locals.get(at).map_or(String::new(), |id| rt.name_text(*id).to_string())),
            }
        }
    }
    let mut kind = "positional";
    if missing.is_empty() {
        kind = "keyword-only";
        for at in arg_count..arg_count + kwonly {
            if window.get(at).is_some_and(|value| value.is_undef()) {
                let Some(id) = code.locals.get(at).copied() else { continue };
                let key = rt.name_value(id)?;
                let default = if kwdefaults.tag == Tag::Dict { rt.dict_get(kwdefaults, key)? } else { None };
                match default {
                    Some(value) => {
                        if let Some(slot) = window.get_mut(at) {
                            *slot = value;
                        }
                    }
                    None => missing.push(rt.name_text(id).to_string()),
                }
            }
        }
    }
    if !missing.is_empty() {
        let function = shown(rt);
        let plural = if missing.len() == 1 { "" } else { "s" };
        let list = list_names(&missing);
        return Err(rt.type_error(&format!("{function}() missing {} required {kind} argument{plural}: {list}", missing.len())));
    }
    Ok(())
}
