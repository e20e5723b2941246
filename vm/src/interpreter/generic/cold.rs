//! The cold opcodes, which no handler executes: names of class bodies, building sets and dicts, exceptions, imports, matching, ...

use crate::heap::charged_size;
use stockade_compiler::bytecode::{Base, Capture, Common, Intrinsic, Op, Reg, Special, function_flags};
use stockade_policy::Access;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::sizes::clamped_size;
use crate::base::sizes::low8;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, FuncExtra, FuncObj, GenKind};
use crate::interpreter::calls::call::{CallArgs, CallOutcome};
use crate::interpreter::machine::Interpreter;
use crate::objects::types::exception::CLASSES_PER_PIECE;
use crate::runtime::exceptions as exc_types;
use crate::runtime::inline_cache::InlineCache;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table as reg;

fn after(base: Base, offset: u8) -> Reg {
    Reg(base.0.wrapping_add(offset))
}

impl Interpreter {
    /// A statement that uses a builtin (`class`, `import`) fails when its code runs with a `__builtins__` that lacks the builtin.
    fn require_builtin(&mut self, name: &str, otherwise: reg::TypeId) -> Result<(), Abrupt> {
        let space = self.code().filter(|code| !code.trusted).map_or(u32::MAX, |code| code.namespace);
        let Some(given) = self.rt.custom_builtins(space) else { return Ok(()) };
        // A read-only view of a module's namespace always has all builtins.
        let shown = given.tag == Tag::Object && matches!(self.rt.heap.as_object(given), crate::heap::Object::MappingProxy(_));
        if shown || (given.tag == Tag::Dict && self.rt.dict_get_text(given, name)?.is_some()) {
            return Ok(());
        }
        Err(self.rt.raise(otherwise, &format!("{name} not found")))
    }

    pub(crate) fn execute_cold(&mut self, op: Op) -> Result<(), Abrupt> {
        match op {
            Op::CheckLocal { src } => {
                let name = self.local_name(usize::from(src.0));
                return Err(self.unbound_local(name));
            }
            // A fallback that another fallback names for the first time.
            Op::LoadGlobal { dst, global } => {
                let space = self.code().map_or(0, |code| code.namespace);
                let Some(name) = self.rt.builtin_by_slot(global.0, space)?.fallback_name() else {
                    return Err(Abrupt::Bug("a builtin to be loaded"));
                };
                let function = self.fallback_function(name)?;
                self.rt.keep_builtin(global.0, function);
                self.set_reg(dst.0, function);
            }
            Op::LoadCommon { dst, which } => {
                let value = match Common::from_u8(which.0) {
                    Some(Common::AssertionError) => exc_types::ASSERTION_ERROR.value(),
                    Some(Common::StopAsyncIteration) => exc_types::STOP_ASYNC_ITERATION.value(),
                    Some(Common::BuildClass) => {
                        self.require_builtin("__build_class__", exc_types::NAME_ERROR)?;
                        self.rt.fallback("build_class")?
                    }
                    None => return Err(Abrupt::Bug("unknown common value")),
                };
                self.set_reg(dst.0, value);
            }
            Op::MakeSpill { dst, count } => {
                let count = clamped_size(count.0);
                self.rt.heap.charge(count * charged_size::<Value>())?;
                let list = self.rt.heap.list(vec![Value::UNDEF; count])?;
                self.rt.heap.refund(count * charged_size::<Value>());
                self.set_reg(dst.0, list);
            }
            Op::LoadSpill { dst, list, index } => {
                let at = clamped_size(index.0);
                let value = self.rt.sequence_items(self.reg(list)).get(at).copied().unwrap_or(Value::UNDEF);
                if value.is_undef() {
                    let name = self.code().and_then(|code| code.spilled.get(at).copied()).unwrap_or_default();
                    return Err(self.unbound_local(name));
                }
                self.set_reg(dst.0, value);
            }
            Op::StoreSpill { src, list, index } => {
                let (list, value) = (self.reg(list), self.reg(src));
                if let Some(slot) = self.rt.heap.lists.get_mut(list.index()).items.get_mut(clamped_size(index.0)) {
                    *slot = value;
                }
            }
            Op::StoreGlobal { src, global } => {
                let name = self.rt.modules.global_names.get(global.0 as usize).copied().unwrap_or_default();
                let space = self.code().map_or(0, |code| code.namespace);
                let value = self.reg(src);
                self.rt.set_global(space, name, value)?;
            }
            Op::DelGlobal { global } => {
                let slot = global.0 as usize;
                if self.rt.global(global.0).is_undef() {
                    let name = self.rt.modules.global_names.get(slot).copied().unwrap_or_default();
                    return Err(self.rt.name_error(name));
                }
                if let Some(value) = self.rt.modules.globals.get_mut(slot) {
                    *value = Value::UNDEF;
                }
                if self.rt.modules.has_views {
                    let name = self.rt.modules.global_names.get(slot).copied().unwrap_or_default();
                    let space = self.code().map_or(0, |code| code.namespace);
                    self.rt.show_global(space, name, Value::UNDEF)?;
                }
            }
            Op::LoadName { dst, name } => self.load_name(dst.0, name.0, None)?,
            Op::LoadClassFree { dst, name, free } => self.load_name(dst.0, name.0, Some(free.0))?,
            Op::StoreName { src, name } => self.store_name(name.0, self.reg(src))?,
            Op::DelName { name } => self.del_name(name.0)?,
            Op::LoadDictOrGlobal { dst, dict, global } => {
                let name = self.rt.modules.global_names.get(global.0 as usize).copied().unwrap_or_default();
                let namespace = self.reg(dict);
                let known = self.rt.global(global.0).defined();
                if self.needs_namespace_lookup(namespace) {
                    let space = self.code().map_or(0, |code| code.namespace);
                    let known = known.or_else(|| self.rt.builtin_by_slot(global.0, space).ok()).unwrap_or(Value::UNDEF);
                    let fallback = self.rt.heap.cell(known)?;
                    return self.call_namespace_lookup(dst.0, namespace, name, fallback);
                }
                let value = match self.namespace_get(namespace, name)? {
                    Some(value) => value,
                    None => match known {
                        Some(value) => value,
                        None => {
                            let space = self.code().map_or(0, |code| code.namespace);
                            self.rt.builtin_by_slot(global.0, space)?
                        }
                    },
                };
                self.set_reg(dst.0, value);
            }
            Op::LoadDictOrFree { dst, dict, free } => {
                let name = self.code().and_then(|code| code.free.get(usize::from(free.0)).copied()).unwrap_or_default();
                let namespace = self.reg(dict);
                if self.needs_namespace_lookup(namespace) {
                    let fallback = self.free_cell(free.0);
                    return self.call_namespace_lookup(dst.0, namespace, name, fallback);
                }
                let value = match self.namespace_get(namespace, name)? {
                    Some(value) => value,
                    None => self.free_value(free.0)?,
                };
                self.set_reg(dst.0, value);
            }
            Op::LoadCell { cell, .. } | Op::DelCell { cell } => {
                if self.rt.heap.cells.get(self.reg(cell).index()).0.is_undef() {
                    let code = self.code();
                    let base = code.and_then(|code| code.free_base).map(u16::from);
                    if let Some(free) = base.and_then(|base| u16::from(cell.0).checked_sub(base))
                        && code.is_some_and(|code| usize::from(free) < code.free.len())
                    {
                        self.free_value(free)?;
                    }
                    let name = self.local_name(usize::from(cell.0));
                    return Err(self.unbound_local(name));
                }
                let cell = self.reg(cell);
                self.rt.heap.cells.get_mut(cell.index()).0 = Value::UNDEF;
            }
            Op::LoadFree { dst, free } => {
                let value = self.free_value(free.0)?;
                self.set_reg(dst.0, value);
            }
            Op::DelFree { free } => {
                self.free_value(free.0)?;
                let cell = self.free_cell(free.0);
                self.rt.heap.cells.get_mut(cell.index()).0 = Value::UNDEF;
            }
            Op::LoadFreeCell { dst, free } => {
                let cell = self.free_cell(free.0);
                self.set_reg(dst.0, cell);
            }
            Op::DelAttr { obj, site } => {
                let object = self.reg(obj);
                let (name, trusted) = match self.code() {
                    Some(code) => (self.site(site.0).map_or_else(NameId::default, |site| site.name), code.trusted),
                    None => return Err(Abrupt::Bug("no running code")),
                };
                if !trusted {
                    self.rt.check_attribute_of(object, name, Access::Delete)?;
                }
                self.rt.store_attr(object, name, Value::UNDEF)?;
            }
            Op::BuildSet { dst, base, count } => {
                let items: Vec<Value> = (0..count.0).map(|at| self.reg(after(base, at))).collect();
                let set = self.rt.set_from(&items, false)?;
                self.set_reg(dst.0, set);
            }
            Op::ListExtend { list, src, .. } => {
                let (list, source) = (self.reg(list), self.reg(src));
                let collected = if self.rt.has_iter(source) { self.rt.collect_sized(source) } else { self.rt.collect(source) };
                let items = match collected {
                    Ok(items) => items,
                    Err(Abrupt::Raise(_)) if !self.rt.has_iter(source) => {
                        let name = self.rt.type_name(source);
                        return Err(self.rt.type_error(&format!("Value after * must be an iterable, not {name}")));
                    }
                    Err(exit) => return Err(exit),
                };
                self.rt.heap.list_grow(list.index(), items.len())?;
                self.rt.heap.lists.get_mut(list.index()).items.extend(items);
            }
            Op::SetUpdate { set, src } => {
                let (set, source) = (self.reg(set), self.reg(src));
                self.rt.restartable(|rt| crate::objects::types::set::merge(rt, set, source))?;
            }
            Op::DictUpdate { dict, src } => {
                let (dict, source) = (self.reg(dict), self.reg(src));
                let plain = self.rt.unwrap_payload(source);
                if plain.tag != Tag::Dict || self.rt.user_method(source, names::dunder_iter).is_some() {
                    if self.rt.is_mapping_like(source) {
                        return Err(Abrupt::NeedsUserCode);
                    }
                    let name = self.rt.type_name(source);
                    return Err(self.rt.type_error(&format!("'{name}' object is not a mapping")));
                }
                crate::objects::types::dict::update_from_dict(&mut self.rt, dict, plain)?;
            }
            Op::DictMerge { dict, src, func } => self.dict_merge(self.reg(dict), self.reg(src), self.reg(func))?,
            Op::ListToTuple { dst, list } => {
                let list = self.reg(list);
                let items = self.rt.sequence_items(list).to_vec();
                let tuple = self.rt.heap.tuple_from(items)?;
                self.set_reg(dst.0, tuple);
            }
            Op::Unpack { src, .. } | Op::UnpackEx { src, .. } => {
                let source = self.reg(src);
                self.unpack_from(source)?;
            }
            Op::CallMethod { dst, base, argc, site } => {
                // The attribute lookup itself needs user code. The fallback does `getattr(obj, name)(*args)`.
                let name = self.site(site.0).map_or_else(NameId::default, |site| site.name);
                let text = self.rt.name_value(name)?;
                let object = self.reg(Reg(base.0));
                let mut args: smallvec::SmallVec<[Value; 6]> = smallvec::smallvec![object, text];
                args.extend((1..=argc.0).map(|at| self.reg(after(base, at))));
                let callee = self.rt.fallback("call_attr")?;
                self.rt.pending.call = PendingCall { callee, args, ..PendingCall::default() };
                let called = self.start_pending(dst.0, ReturnAction::Store, Value::UNDEF)?;
                self.store_call_result(called, dst.0);
            }
            Op::CallSuper { dst, base } => {
                let callee = self.reg(Reg(base.0));
                let is_super = callee == reg::SUPER.value();
                if is_super {
                    let (class, this) = (self.reg(after(base, 1)), self.reg(after(base, 2)));
                    crate::objects::types::descriptor::check_super(&mut self.rt, class, this)?;
                }
                let first = self.window_base() + usize::from(base.0) + 1;
                let site = CallArgs {
                    room: true,
                    base: first,
                    argc: if is_super { 2 } else { 0 },
                    names: &[],
                    dst: dst.0,
                    action: ReturnAction::Store,
                    extra: Value::UNDEF,
                };
                let called = self.call(callee, site)?;
                self.store_call_result(called, dst.0);
            }
            Op::CallSuperMethod { dst, base, argc, site } => self.call_super_method(dst.0, base, argc.0, site.0)?,
            Op::Intrinsic { dst, base, argc, which } => self.intrinsic(dst.0, base, argc.0, which.0)?,
            Op::Raise { exc } => {
                let value = self.reg(exc);
                return self.raise(value, None);
            }
            Op::RaiseFrom { exc, cause } => {
                let (value, cause) = (self.reg(exc), self.reg(cause));
                return self.raise(value, Some(cause));
            }
            Op::RaiseCurrent {} => {
                let handled = self.rt.thread.handled;
                if handled.tag != Tag::Exc {
                    return Err(self.rt.runtime_error("No active exception to reraise"));
                }
                // No second traceback line for this frame, as in CPython.
                return Err(Abrupt::Reraise(handled));
            }
            Op::Reraise { exc } => return Err(Abrupt::Reraise(self.reg(exc))),
            Op::JumpIfNotMatch { exc, types, target } => {
                let (exc, types) = (self.reg(exc), self.reg(types));
                if !self.exception_matches(exc, types)?
                    && let Some(frame) = self.frames.last_mut()
                {
                    frame.pc = target.0;
                }
            }
            Op::MatchStar { dst, exc, types } => {
                let (exc, types) = (self.reg(exc), self.reg(types));
                if exc.is_none() {
                    self.set_reg(dst.0, Value::NONE);
                    self.set_reg(dst.0.wrapping_add(1), Value::NONE);
                } else {
                    self.check_catchable(types, true)?;
                    let types = self.rt.unwrap_payload(types);
                    if crate::objects::types::exception::has_user_derive(&mut self.rt, exc)? {
                        return Err(self.rt.tail_fallback("match_star", &[exc, types]));
                    }
                    let (matched, rest) = self.rt.restartable(|rt| crate::objects::types::exception::split(rt, exc, types))?;
                    self.set_reg(dst.0, matched);
                    self.set_reg(dst.0.wrapping_add(1), rest);
                }
            }
            Op::FinishStar { dst, exc, results } => {
                let (exc, results) = (self.reg(exc), self.reg(results));
                let value = crate::objects::types::exception::finish_star(&mut self.rt, exc, results)?;
                self.set_reg(dst.0, value);
            }
            Op::ExcInfo { dst, exc } => {
                let exc = self.reg(exc);
                let class = self.rt.type_of(exc);
                let trace = crate::objects::types::exception::traceback(&mut self.rt, exc)?;
                self.set_reg(dst.0, class);
                self.set_reg(dst.0.wrapping_add(1), exc);
                self.set_reg(dst.0.wrapping_add(2), trace);
            }
            Op::YieldFromIter { dst, src } => {
                let source = self.reg(src);
                let iter = match source.tag {
                    Tag::Gen if self.rt.heap.gens.get(source.index()).kind == GenKind::Coroutine && !self.rt.policy.trusted => {
                        return Err(self.rt.type_error("cannot 'yield from' a coroutine object in a non-coroutine generator"));
                    }
                    Tag::Gen => source,
                    _ => self.rt.iter(source)?,
                };
                self.set_reg(dst.0, iter);
            }
            Op::AwaitIter { dst, src, context } => {
                let source = self.reg(src);
                if source.tag == Tag::Gen && matches!(self.rt.heap.gens.get(source.index()).kind, GenKind::Coroutine | GenKind::AsyncStep) {
                    let object = self.rt.heap.gens.get(source.index());
                    if object.kind == GenKind::Coroutine
                        && object.state == crate::heap::GenState::Suspended
                        && crate::objects::types::generator::is_busy(&self.rt, source)
                    {
                        return Err(self.rt.runtime_error("coroutine is being awaited already"));
                    }
                    self.set_reg(dst.0, source);
                } else {
                    return Err(self.rt.tail_fallback("await_iter", &[source, Value::int(context.0.into())]));
                }
            }
            Op::AsyncIter { src, .. } => {
                let source = self.reg(src);
                if source.tag == Tag::Gen && self.rt.heap.gens.get(source.index()).kind == GenKind::AsyncGenerator {
                    let (Some(Op::AsyncIter { dst, .. }), value) = (self.current_op(), source) else { return Ok(()) };
                    self.set_reg(dst.0, value);
                } else {
                    return Err(self.rt.tail_fallback("async_iter", &[source]));
                }
            }
            Op::AsyncNext { src, .. } => {
                let source = self.reg(src);
                return Err(self.rt.tail_fallback("async_next", &[source]));
            }
            Op::Import { dst, level, name, fromlist } => {
                self.require_builtin("__import__", exc_types::IMPORT_ERROR)?;
                let (name, fromlist) = (self.constant(name.0), self.constant(fromlist.0));
                self.import(dst.0, name, fromlist, level.0)?;
            }
            Op::ImportFrom { dst, module, name } => {
                let (module, name) = (self.reg(module), self.constant(name.0));
                let value = self.import_from(module, name)?;
                self.set_reg(dst.0, value);
            }
            Op::ImportStar { module } => self.import_star(self.reg(module))?,
            Op::MatchKeys { dst, src, keys } => {
                let (source, keys) = (self.reg(src), self.reg(keys));
                let plain = self.rt.unwrap_payload(source);
                if plain.tag != Tag::Dict || self.rt.user_method(source, names::get).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                let mut found = Vec::new();
                let keys = self.rt.sequence_items(keys).to_vec();
                for (at, key) in keys.iter().copied().enumerate() {
                    // This is quadratic, but a pattern has few keys.
                    for earlier in keys.iter().take(at) {
                        self.rt.charge(1)?;
                        if self.rt.eq(*earlier, key)? {
                            let shown = self.rt.repr_text(key)?;
                            return Err(self.rt.value_error(&format!("mapping pattern checks duplicate key ({shown})")));
                        }
                    }
                    match self.rt.dict_get(plain, key)? {
                        Some(value) => found.push(value),
                        None => {
                            self.set_reg(dst.0, Value::NONE);
                            return Ok(());
                        }
                    }
                }
                let tuple = self.rt.heap.tuple_from(found)?;
                self.set_reg(dst.0, tuple);
            }
            Op::MatchClass { base, argc, .. } => {
                let (subject, class, keywords) = (self.reg(Reg(base.0)), self.reg(after(base, 1)), self.reg(after(base, 2)));
                if !self.rt.is_type(class) {
                    return Err(self.rt.type_error("called match pattern must be a class"));
                }
                if !self.code().is_some_and(|code| code.trusted) {
                    // This also runs when the subject is of another class, so that the policy's decision does not depend on the data.
                    let wanted: Vec<Value> = self.rt.sequence_items(keywords).to_vec();
                    for keyword in wanted {
                        let name = self.rt.name_of(keyword)?;
                        self.rt.check_attribute_of_instances(class, name)?;
                        if subject.tag == Tag::Module {
                            self.rt.check_module_attribute(subject, name)?;
                        }
                    }
                }
                return Err(self.rt.tail_fallback("op_match_class", &[subject, class, Value::int(argc.0.into()), keywords]));
            }
            _ => return Err(Abrupt::Bug("instruction without an arm")),
        }
        Ok(())
    }

    pub(crate) fn code(&self) -> Option<&crate::interpreter::code::LinkedCode> {
        self.frames.last().and_then(|frame| self.codes.get(frame.code as usize)).map(std::sync::Arc::as_ref)
    }

    fn local_name(&self, at: usize) -> NameId {
        self.code().and_then(|code| code.locals.get(at).copied()).unwrap_or_default()
    }

    /// The kind of the running code.
    fn code_kind(&self) -> Option<stockade_compiler::bytecode::CodeKind> {
        let facts = self.rt.modules.code_info.get(self.frames.last()?.code as usize)?;
        facts.code().map(|code| code.kind)
    }

    #[cold]
    fn unbound_local(&mut self, name: NameId) -> Abrupt {
        let text = self.rt.name_text(name).to_string();
        let in_class = self.code_kind() == Some(stockade_compiler::bytecode::CodeKind::Class);
        if text == "__class__" && in_class {
            // The cell of a class that is not made yet. A comprehension in the class body reads it as a free variable, like a function.
            let message = "cannot access free variable '__class__' where it is not associated with a value in enclosing scope";
            return self.rt.raise(exc_types::NAME_ERROR, message);
        }
        // CPython does not set the name of this exception, so there is no suggestion.
        self.rt.raise(
            exc_types::UNBOUND_LOCAL_ERROR,
            &format!("cannot access local variable '{text}' where it is not associated with a value"),
        )
    }

    fn free_cell(&self, free: u16) -> Value {
        let func = self.frames.last().map_or(Value::UNDEF, crate::interpreter::frame::Frame::function);
        self.rt.heap.funcs.get(func.index()).closure.get(usize::from(free)).copied().unwrap_or(Value::UNDEF)
    }

    fn free_value(&mut self, free: u16) -> Result<Value, Abrupt> {
        let cell = self.free_cell(free);
        let value = self.rt.heap.cells.get(cell.index()).0;
        if !value.is_undef() {
            return Ok(value);
        }
        let name = self.code().and_then(|code| code.free.get(usize::from(free)).copied()).unwrap_or_default();
        Err(self.rt.unbound_free(name))
    }

    // --- Class namespaces, in register 0.

    fn namespace_get(&mut self, namespace: Value, name: NameId) -> Result<Option<Value>, Abrupt> {
        let key = self.rt.name_value(name)?;
        let plain = self.rt.unwrap_payload(namespace);
        if plain.tag == Tag::Dict {
            return self.rt.dict_get(plain, key);
        }
        // The namespace of a finished class.
        if plain.tag == Tag::Class {
            return Ok(self.rt.heap.classes.get(plain.index()).attrs.get(name));
        }
        Ok(None)
    }

    /// True when a namespace is a mapping whose lookup needs user code.
    fn needs_namespace_lookup(&self, namespace: Value) -> bool {
        self.rt.user_method(namespace, names::dunder_getitem).is_some() || self.rt.user_method(namespace, names::dunder_missing).is_some()
    }

    /// Looks up a name in such a mapping, and else reads the cell `fallback`.
    fn call_namespace_lookup(&mut self, dst: u8, namespace: Value, name: NameId, fallback: Value) -> Result<(), Abrupt> {
        let key = self.rt.name_value(name)?;
        match self.rt.tail_fallback("namespace_get", &[namespace, key, fallback]) {
            Abrupt::Call => {
                let called = self.start_pending(dst, ReturnAction::Store, Value::UNDEF)?;
                self.store_call_result(called, dst);
                Ok(())
            }
            other => Err(other),
        }
    }

    fn load_name(&mut self, dst: u8, index: u16, free: Option<u16>) -> Result<(), Abrupt> {
        let Some((name, space)) = self.code().map(|code| (code.names.get(usize::from(index)).copied().unwrap_or_default(), code.namespace))
        else {
            return Err(Abrupt::Bug("no running code"));
        };
        let namespace = self.reg(Reg(0));
        if self.needs_namespace_lookup(namespace) {
            let fallback = match free {
                Some(free) => self.free_cell(free),
                None => {
                    let known = self.rt.get_global(space, name).or_else(|| crate::runtime::type_table::registry().builtin(name));
                    self.rt.heap.cell(known.unwrap_or(Value::UNDEF))?
                }
            };
            return self.call_namespace_lookup(dst, namespace, name, fallback);
        }
        let value = match self.namespace_get(namespace, name)? {
            Some(value) => value,
            None => match free {
                Some(free) => self.free_value(free)?,
                None => match self.rt.get_global(space, name) {
                    Some(value) => value,
                    None => self.rt.builtin_in(space, name)?,
                },
            },
        };
        self.set_reg(dst, value);
        Ok(())
    }

    fn store_name(&mut self, index: u16, value: Value) -> Result<(), Abrupt> {
        let name = self.code().and_then(|code| code.names.get(usize::from(index)).copied()).unwrap_or_default();
        let key = self.rt.name_value(name)?;
        let namespace = self.reg(Reg(0));
        if self.rt.user_method(namespace, names::dunder_setitem).is_some() {
            return Err(self.rt.tail_fallback("op_setitem", &[namespace, key, value]));
        }
        let plain = self.rt.unwrap_payload(namespace);
        self.rt.set_item(plain, key, value)
    }

    fn del_name(&mut self, index: u16) -> Result<(), Abrupt> {
        let name = self.code().and_then(|code| code.names.get(usize::from(index)).copied()).unwrap_or_default();
        let key = self.rt.name_value(name)?;
        let namespace = self.reg(Reg(0));
        if self.rt.user_method(namespace, names::dunder_delitem).is_some() {
            return Err(self.rt.tail_fallback("op_delitem", &[namespace, key]));
        }
        let namespace = self.rt.unwrap_payload(namespace);
        match self.rt.dict_remove(namespace, key)? {
            Some(_) => Ok(()),
            None => Err(self.rt.name_error(name)),
        }
    }

    // --- Functions and calls.

    pub(crate) fn make_function(&mut self, dst: u8, base: u8, flags: u8, child: u16) -> Result<(), Abrupt> {
        let Some(code) = self.code() else { return Err(Abrupt::Bug("no running code")) };
        let Some(target) = code.children.get(usize::from(child)).copied() else { return Err(Abrupt::Bug("child out of range")) };
        let captures = self.codes.get(target as usize).map(|code| code.captures.clone()).unwrap_or_default();
        let closure: Box<[Value]> = captures
            .iter()
            .map(|capture| match capture {
                Capture::Local(reg) => self.reg(Reg(*reg)),
                Capture::Free(free) => self.free_cell(*free),
            })
            .collect();
        let mut next = base;
        let mut take = |flag: u8| {
            if flags & flag != 0 {
                let value = self.reg(Reg(next));
                next = next.wrapping_add(1);
                value
            } else {
                Value::UNDEF
            }
        };
        let defaults = take(function_flags::DEFAULTS);
        let kwdefaults = take(function_flags::KW_DEFAULTS);
        let annotations = take(function_flags::ANNOTATIONS);
        let mut func = FuncObj { code: target, defaults, kwdefaults, closure, extra: None };
        if !annotations.is_undef() {
            func.extra = Some(Box::new(FuncExtra { annotations, ..FuncExtra::default() }));
        }
        let func = self.rt.heap.func(func)?;
        self.set_reg(dst, func);
        Ok(())
    }

    pub(crate) fn call_ex(&mut self, base: u8, dst: u8) -> Result<CallOutcome, Abrupt> {
        let callee = self.reg(Reg(base));
        let (args, keywords) = (self.reg(Reg(base.wrapping_add(1))), self.reg(Reg(base.wrapping_add(2))));
        let held = self.rt.heap.held();
        if matches!(args.tag, Tag::Tuple | Tag::List) {
            // The arguments wait in the pending call until the callee has them. An iterator cannot be read twice, so this would come too late.
            let count = self.rt.sequence_items(args).len();
            if args.tag == Tag::List {
                self.rt.charge(count as u64 / 8)?;
            }
            let bytes = crate::heap::values(self.rt.sequence_items(args).len());
            self.rt.heap.hold(bytes)?;
        }
        let mut all: smallvec::SmallVec<[Value; 6]> = if matches!(args.tag, Tag::Tuple | Tag::List) {
            smallvec::SmallVec::from_slice(self.rt.sequence_items(args))
        } else {
            match self.rt.collect_sized(args) {
                Err(Abrupt::Raise(_)) if !self.rt.has_iter(args) => {
                    let (name, shown) = (self.rt.type_name(args), self.shown_callee(callee)?);
                    return Err(self.rt.type_error(&format!("{shown} argument after * must be an iterable, not {name}")));
                }
                items => smallvec::SmallVec::from_vec(items?),
            }
        };
        let mut names = Vec::new();
        if keywords.tag == Tag::Dict {
            for (key, value) in self.rt.heap.dicts.get(keywords.index()).iter(&self.rt.heap.fuel) {
                names.push(self.rt.unwrap_payload(key));
                all.push(value);
            }
            if names.iter().any(|name| !name.is_str()) {
                return Err(self.rt.type_error("keywords must be strings"));
            }
        }
        let before = self.rt.heap.fuel.dynamic();
        self.rt.charge(all.len() as u64 / 8 + 6 * names.len() as u64)?;
        self.rt.pending.call = PendingCall { callee, args: all, names, ..PendingCall::default() };
        let started = self.start_pending(dst, ReturnAction::Store, Value::UNDEF);
        if matches!(started, Err(Abrupt::Memory(_))) {
            self.rt.uncharge(before);
        }
        self.rt.heap.release_to(held);
        started
    }

    fn call_super_method(&mut self, dst: u8, base: Base, argc: u8, at: u16) -> Result<(), Abrupt> {
        let Some(site) = self.site(at) else {
            return Err(Abrupt::Bug("site out of range"));
        };
        if !self.rt.policy.trusted && !site.allowed {
            self.rt.check_attribute(site.name, Access::Read)?;
        }
        let callee = self.reg(Reg(base.0));
        if callee == reg::SUPER.value() {
            let (class, this) = (self.reg(after(base, 1)), self.reg(after(base, 2)));
            if let Some(method) = self.next_method(class, this, at) {
                // The object is in the register before the arguments, so no bound method is made.
                let first = self.window_base() + usize::from(base.0) + 2;
                let (argc, action, extra) = (usize::from(argc) + 1, ReturnAction::Store, Value::UNDEF);
                let site = CallArgs { room: true, base: first, argc, names: &[], dst, action, extra };
                let called = self.call_of(method, Some(this), site)?;
                self.store_call_result(called, dst);
                return Ok(());
            }
        }
        let args: smallvec::SmallVec<[Value; 6]> = (0..argc).map(|at| self.reg(after(base, at.wrapping_add(3)))).collect();
        if callee == reg::SUPER.value() {
            let (class, this) = (self.reg(after(base, 1)), self.reg(after(base, 2)));
            crate::objects::types::descriptor::check_super(&mut self.rt, class, this)?;
            let object = match crate::objects::types::descriptor::make_super(&mut self.rt, class, this) {
                Err(Abrupt::Call) => {
                    // A proxy's `__class__` must be read by user code first.
                    let (fallback, name) = (self.rt.fallback("super_call_of_another")?, self.rt.name_value(site.name)?);
                    let mut all: smallvec::SmallVec<[Value; 6]> = smallvec::smallvec![class, this, name];
                    all.extend(args);
                    self.rt.pending.call = PendingCall { callee: fallback, args: all, ..PendingCall::default() };
                    let called = self.start_pending(dst, ReturnAction::Store, Value::UNDEF)?;
                    self.store_call_result(called, dst);
                    return Ok(());
                }
                made => made?,
            };
            let method = match self.rt.load_attr(object, site.name) {
                Ok(method) => method,
                Err(Abrupt::Call) => return self.call_attr(object, site.name, &args, dst),
                Err(exit) => return Err(exit),
            };
            self.rt.pending.call = PendingCall { callee: method, args, ..PendingCall::default() };
        } else {
            let name = self.rt.name_value(site.name)?;
            let mut all: smallvec::SmallVec<[Value; 6]> = smallvec::smallvec![callee, name];
            all.extend(args);
            let fallback = self.rt.fallback("call_result_attr")?;
            self.rt.pending.call = PendingCall { callee: fallback, args: all, ..PendingCall::default() };
        }
        let called = self.start_pending(dst, ReturnAction::Store, Value::UNDEF)?;
        self.store_call_result(called, dst);
        Ok(())
    }

    /// The function or builtin method that `super(class, this)` has under an inline cache's name. Updates the cache for a function. None
    /// for any other attribute, or when user code is needed.
    fn next_method(&mut self, class: Value, this: Value, at: u16) -> Option<Value> {
        if class.tag != Tag::Class || !matches!(this.tag, Tag::Inst | Tag::Exc) {
            return None;
        }
        let first = self.codes.get(self.frames.last()?.code as usize)?.first_site;
        let site = self.sites.get_mut(first + usize::from(at))?;
        site.allowed = true;
        let method = self.rt.update_super_cache(site, class, this)?;
        let is_method = |native: &crate::runtime::native::Native| native.def.kind == crate::runtime::native::NativeKind::Method;
        (method.tag == Tag::Func || crate::runtime::type_table::registry().native(method).is_some_and(is_method)).then_some(method)
    }

    fn call_attr(&mut self, object: Value, name: NameId, args: &[Value], dst: u8) -> Result<(), Abrupt> {
        let text = self.rt.name_value(name)?;
        let mut all: smallvec::SmallVec<[Value; 6]> = smallvec::smallvec![object, text];
        all.extend_from_slice(args);
        let callee = self.rt.fallback("call_attr")?;
        self.rt.pending.call = PendingCall { callee, args: all, ..PendingCall::default() };
        let called = self.start_pending(dst, ReturnAction::Store, Value::UNDEF)?;
        self.store_call_result(called, dst);
        Ok(())
    }

    fn intrinsic(&mut self, dst: u8, base: Base, argc: u8, which: i32) -> Result<(), Abrupt> {
        let args: smallvec::SmallVec<[Value; 6]> = (0..argc).map(|at| self.reg(after(base, at))).collect();
        let first = args.first().copied().unwrap_or(Value::NONE);
        let second = args.get(1).copied().unwrap_or(Value::NONE);
        let name = match u8::try_from(which).ok().and_then(Intrinsic::from_u8) {
            Some(Intrinsic::TypeVar) => "intrinsic_typevar",
            Some(Intrinsic::TypeVarBound) => "intrinsic_typevar_bound",
            Some(Intrinsic::ParamSpec) => "intrinsic_paramspec",
            Some(Intrinsic::TypeVarTuple) => "intrinsic_typevartuple",
            Some(Intrinsic::TypeAlias) => "intrinsic_typealias",
            Some(Intrinsic::SubscriptGeneric) => "intrinsic_subscript_generic",
            Some(Intrinsic::SetTypeParamDefault) => "intrinsic_type_param_default",
            Some(Intrinsic::Display) => "intrinsic_display",
            Some(Intrinsic::SetTypeParams) => {
                self.rt.func_extra(first)?.type_params = second;
                self.set_reg(dst, first);
                return Ok(());
            }
            Some(Intrinsic::SetupAnnotations) => return self.setup_annotations(),
            None => return Err(Abrupt::Bug("unknown intrinsic")),
        };
        let callee = self.rt.fallback(name)?;
        self.rt.pending.call = PendingCall { callee, args, ..PendingCall::default() };
        let called = self.start_pending(dst, ReturnAction::Store, Value::UNDEF)?;
        self.store_call_result(called, dst);
        Ok(())
    }

    fn setup_annotations(&mut self) -> Result<(), Abrupt> {
        let Some((kind, space)) = self.code().map(|code| (code.kind, code.namespace)) else { return Ok(()) };
        let name = names::dunder_annotations;
        if kind == stockade_compiler::bytecode::CodeKind::Class {
            let namespace = self.rt.unwrap_payload(self.reg(Reg(0)));
            let key = self.rt.name_value(name)?;
            if namespace.tag == Tag::Dict && self.rt.dict_get(namespace, key)?.is_none() {
                let dict = self.rt.heap.dict(DictObj::default())?;
                self.rt.dict_set(namespace, key, dict)?;
            }
        } else if self.rt.get_global(space, name).is_none() {
            let dict = self.rt.heap.dict(DictObj::default())?;
            self.rt.set_global(space, name, dict)?;
        }
        Ok(())
    }

    fn dict_merge(&mut self, dict: Value, source: Value, func: Value) -> Result<(), Abrupt> {
        let plain = self.rt.unwrap_payload(source);
        if plain.tag != Tag::Dict || self.rt.user_method(source, names::dunder_iter).is_some() {
            if self.rt.is_mapping_like(source) {
                return Err(Abrupt::NeedsUserCode);
            }
            let (name, shown) = (self.rt.type_name(source), self.shown_callee(func)?);
            return Err(self.rt.type_error(&format!("{shown} argument after ** must be a mapping, not {name}")));
        }
        let entries: Vec<(Value, Value)> = self.rt.heap.dicts.get(plain.index()).iter(&self.rt.heap.fuel).collect();
        for (at, (key, value)) in entries.iter().copied().enumerate() {
            let key = self.rt.unwrap_payload(key);
            if !key.is_str() {
                return Err(self.rt.type_error("keywords must be strings"));
            }
            if self.rt.dict_get(dict, key)?.is_some() {
                let shown = self.shown_callee(func);
                if matches!(shown, Err(Abrupt::NeedsUserCode)) {
                    // The fallback starts from the beginning.
                    for (key, _) in entries.iter().take(at) {
                        self.rt.dict_remove(dict, *key)?;
                    }
                }
                let (text, shown) = (self.rt.heap.text(key).to_string(), shown?);
                return Err(self.rt.type_error(&format!("{shown} got multiple values for keyword argument '{text}'")));
            }
            self.rt.dict_set(dict, key, value)?;
        }
        Ok(())
    }

    /// The callee as errors about `*` and `**` name it: `module.function()`, or the object's text when it has no qualified name.
    fn shown_callee(&mut self, func: Value) -> Result<String, Abrupt> {
        match self.rt.callee_name(func) {
            Some(text) => Ok(text),
            // The class of an instance may define its name and its text.
            None if func.tag == Tag::Inst => Err(Abrupt::NeedsUserCode),
            None => match self.rt.repr_text(func) {
                Err(Abrupt::NeedsUserCode | Abrupt::Call) => Err(Abrupt::NeedsUserCode),
                text => text,
            },
        }
    }

    // --- Unpacking.

    fn unpack_from(&mut self, source: Value) -> Result<(), Abrupt> {
        let price = if matches!(source.tag, Tag::List | Tag::Tuple) { 0 } else { once::UNPACKED };
        let need = self.unpack_need();
        let items = match self.rt.charged_once(price, |rt| rt.collect_at_most(source, need)) {
            Ok(items) => items,
            Err(Abrupt::Raise(_)) if !self.rt.has_iter(source) => {
                let name = self.rt.type_name(source);
                return Err(self.rt.type_error(&format!("cannot unpack non-iterable {name} object")));
            }
            Err(exit) => return Err(exit),
        };
        self.store_unpacked(&items)
    }

    /// How many items an exact unpacking must read; None for one with a star.
    fn unpack_need(&self) -> Option<usize> {
        match self.current_op() {
            Some(Op::Unpack { count, .. }) => Some(usize::from(count.0) + 1),
            _ => None,
        }
    }

    /// Stores the items that a fallback collected.
    pub(crate) fn unpack_items(&mut self, items: Value) -> Result<(), Abrupt> {
        let items = self.rt.sequence_items(items).to_vec();
        self.store_unpacked(&items)
    }

    fn store_unpacked(&mut self, items: &[Value]) -> Result<(), Abrupt> {
        match self.current_op() {
            Some(Op::Unpack { dst, count, .. }) => {
                let count = usize::from(count.0);
                if items.len() > count {
                    return Err(self.rt.value_error(&format!("too many values to unpack (expected {count})")));
                }
                if items.len() < count {
                    return Err(self.rt.value_error(&format!("not enough values to unpack (expected {count}, got {})", items.len())));
                }
                for (at, item) in items.iter().enumerate() {
                    self.set_reg(dst.0.wrapping_add(low8(at as u64)), *item);
                }
            }
            Some(Op::UnpackEx { dst, before, after, .. }) => {
                let (before, after) = (usize::from(before.0), clamped_size(after.0));
                if items.len() < before + after {
                    let message = format!("not enough values to unpack (expected at least {}, got {})", before + after, items.len());
                    return Err(self.rt.value_error(&message));
                }
                let middle = items.get(before..items.len() - after).unwrap_or(&[]);
                let rest = self.rt.heap.list_from(middle)?;
                let mut values = items.get(..before).unwrap_or(&[]).to_vec();
                values.push(rest);
                values.extend_from_slice(items.get(items.len() - after..).unwrap_or(&[]));
                for (at, item) in values.iter().enumerate() {
                    self.set_reg(dst.0.wrapping_add(low8(at as u64)), *item);
                }
            }
            _ => return Err(Abrupt::Bug("unpacking at another instruction")),
        }
        Ok(())
    }

    // --- Exceptions.

    fn raise(&mut self, value: Value, cause: Option<Value>) -> Result<(), Abrupt> {
        let make = |interpreter: &mut Interpreter, value: Value| -> Result<Option<Value>, Abrupt> {
            Ok(match value.tag {
                Tag::Exc => Some(value),
                Tag::Type if interpreter.rt.is_subclass(value, exc_types::BASE_EXCEPTION.value()) => {
                    Some(crate::objects::types::exception::instantiate(&mut interpreter.rt, value, &[])?)
                }
                _ => None,
            })
        };
        let is_user_class = |interpreter: &Interpreter, value: Value| {
            value.tag == Tag::Class && interpreter.rt.is_subclass(value, exc_types::BASE_EXCEPTION.value())
        };
        if is_user_class(self, value) || cause.is_some_and(|cause| is_user_class(self, cause)) {
            // Calling the class may run user code, so a fallback does that and then raises.
            let cause = cause.unwrap_or(Value::UNDEF);
            let mut args: smallvec::SmallVec<[Value; 6]> = smallvec::smallvec![value];
            if !cause.is_undef() {
                args.push(cause);
            }
            let callee = self.rt.fallback("raise_class")?;
            self.rt.pending.call = PendingCall { callee, args, ..PendingCall::default() };
            self.start_pending(0, ReturnAction::Discard, Value::UNDEF)?;
            return Ok(());
        }
        let Some(exc) = make(self, value)? else {
            return Err(self.rt.type_error("exceptions must derive from BaseException"));
        };
        if let Some(cause) = cause {
            let cause = if cause.is_none() { Some(cause) } else { make(self, cause)? };
            let Some(cause) = cause else {
                return Err(self.rt.type_error("exception causes must derive from BaseException"));
            };
            let object = self.rt.heap.excs.get_mut(exc.index());
            object.cause = cause;
            object.suppress_context = true;
        }
        Err(Abrupt::Raise(exc))
    }

    fn check_catchable(&mut self, types: Value, star: bool) -> Result<(), Abrupt> {
        let types = self.rt.unwrap_payload(types);
        let one = [types];
        if types.tag == Tag::Tuple {
            self.rt.charge(self.rt.sequence_items(types).len() as u64 / CLASSES_PER_PIECE)?;
        }
        let items: &[Value] = if types.tag == Tag::Tuple { self.rt.sequence_items(types) } else { &one };
        let is = |item: &Value, base: reg::TypeId| self.rt.is_subclass(*item, base.value());
        if items.iter().any(|item| !self.rt.is_type(*item) || !is(item, exc_types::BASE_EXCEPTION)) {
            return Err(self.rt.type_error("catching classes that do not inherit from BaseException is not allowed"));
        }
        if star && items.iter().any(|item| is(item, exc_types::BASE_EXCEPTION_GROUP)) {
            return Err(self.rt.type_error("catching ExceptionGroup with except* is not allowed. Use except instead."));
        }
        Ok(())
    }

    fn exception_matches(&mut self, exc: Value, types: Value) -> Result<bool, Abrupt> {
        self.check_catchable(types, false)?;
        let types = self.rt.unwrap_payload(types);
        let class = self.rt.type_of(exc);
        Ok(match types.tag {
            Tag::Tuple => self.rt.sequence_items(types).iter().any(|item| self.rt.is_subclass(class, *item)),
            _ => self.rt.is_subclass(class, types),
        })
    }
}

impl crate::runtime::core::Runtime {
    /// The bound special method of a context manager that `with` calls.
    pub(crate) fn load_special(&mut self, object: Value, which: u8) -> Result<Value, Abrupt> {
        let (name, is_async, is_enter) = match Special::from_u8(which) {
            Some(Special::Enter) => (names::dunder_enter, false, true),
            Some(Special::Exit) => (names::dunder_exit, false, false),
            Some(Special::AsyncEnter) => (names::dunder_aenter, true, true),
            Some(Special::AsyncExit) => (names::dunder_aexit, true, false),
            None => return Err(Abrupt::Bug("unknown special method")),
        };
        let class = self.type_of(object);
        match self.class_lookup(class, name) {
            Some(found) => self.bind(found, object, class),
            None => {
                let shown = self.full_class_name(class);
                let protocol = if is_async { "asynchronous context manager" } else { "context manager" };
                let missed = if is_enter { "" } else { " (missed __exit__ method)" };
                let missed = if is_async && !is_enter { " (missed __aexit__ method)" } else { missed };
                Err(self.type_error(&format!("'{shown}' object does not support the {protocol} protocol{missed}")))
            }
        }
    }

    /// Like [`Runtime::is_iterable`], but also true when a class sets its `__iter__` to None: `iter` then raises the error.
    pub(crate) fn has_iter(&self, value: Value) -> bool {
        self.is_iterable(value) || self.user_method(value, names::dunder_iter).is_some()
    }

    /// True when `iter(value)` finds something to call.
    pub(crate) fn is_iterable(&self, value: Value) -> bool {
        match value.tag {
            Tag::Inst | Tag::Exc | Tag::Class => {
                self.user_method(value, names::dunder_iter).is_some_and(|method| !method.is_none())
                    || self.user_method(value, names::dunder_getitem).is_some()
                    || (value.tag == Tag::Inst
                        && self.payload(value).is_some_and(|payload| payload.tag != Tag::Inst && self.is_iterable(payload)))
            }
            Tag::List
            | Tag::Tuple
            | Tag::Str
            | Tag::Dict
            | Tag::Set
            | Tag::FrozenSet
            | Tag::Range
            | Tag::Bytes
            | Tag::ByteArray
            | Tag::Iter => true,
            Tag::Gen => self.heap.gens.get(value.index()).kind == GenKind::Generator,
            Tag::Object => {
                let ty = self.builtin_type(value);
                matches!(
                    ty,
                    reg::DICT_KEYS
                        | reg::DICT_VALUES
                        | reg::DICT_ITEMS
                        | reg::MAPPINGPROXY
                        | reg::DEQUE
                        | reg::MEMORYVIEW
                        | reg::GENERIC_ALIAS
                )
            }
            _ => false,
        }
    }

    /// True when a value may have `keys()`, which `**value` needs. An instance always may, because it can have the attribute itself.
    pub(crate) fn is_mapping_like(&self, value: Value) -> bool {
        if matches!(value.tag, Tag::Inst | Tag::Exc) {
            return true;
        }
        let class = self.type_of(value);
        self.class_lookup(class, names::keys).is_some()
    }

    /// The items of an iterable, at most `most` of them.
    pub(crate) fn collect_at_most(&mut self, value: Value, most: Option<usize>) -> Result<Vec<Value>, Abrupt> {
        let Some(most) = most else { return self.collect(value) };
        match value.tag {
            Tag::List | Tag::Tuple => return Ok(self.sequence_items(value).iter().copied().take(most).collect()),
            Tag::Gen => return Err(Abrupt::NeedsUserCode),
            Tag::Iter if self.call_map_function(value) => return Err(Abrupt::NeedsUserCode),
            _ => {}
        }
        let iter = match self.iter(value) {
            Ok(iter) => iter,
            Err(Abrupt::Call) => return Err(Abrupt::NeedsUserCode),
            Err(exit) => return Err(exit),
        };
        self.all_or_none(iter, |rt| {
            let mut items = Vec::new();
            while items.len() < most {
                match rt.next(iter)? {
                    Some(item) => items.push(item),
                    None => break,
                }
            }
            Ok(items)
        })
    }

    /// The `NameError` for a name that is neither global nor builtin.
    #[cold]
    pub(crate) fn name_error(&mut self, name: NameId) -> Abrupt {
        let text = self.names.text(name).to_string();
        let exit = self.raise(exc_types::NAME_ERROR, &format!("name '{text}' is not defined"));
        self.with_name_field(exit, name)
    }

    /// The `NameError` for a free variable that the enclosing function has not bound.
    pub(crate) fn unbound_free(&mut self, name: NameId) -> Abrupt {
        let text = self.name_text(name).to_string();
        let exit = self.raise(
            exc_types::NAME_ERROR,
            &format!("cannot access free variable '{text}' where it is not associated with a value in enclosing scope"),
        );
        self.with_name_field(exit, name)
    }

    pub(crate) fn with_name_field(&mut self, exit: Abrupt, name: NameId) -> Abrupt {
        if let Abrupt::Raise(exc) = exit {
            let set = self.name_value(name).and_then(|text| self.set_exception_field(exc, "name", text));
            if let Err(other) = set {
                return other;
            }
        }
        exit
    }

    /// The builtin of a name, if the policy grants it.
    pub(crate) fn builtin_by_name(&mut self, name: NameId) -> Result<Value, Abrupt> {
        if !self.policy.trusted
            && let Some(value) = self.tool_value(name)?
        {
            return Ok(value);
        }
        let registry = crate::runtime::type_table::registry();
        let found = if self.policy.trusted { registry.trusted_builtin(name) } else { registry.builtin(name) };
        if !self.policy.trusted
            && let Some(module) = self.modules.by_name.get("builtins")
            && let Some(value) = self.get_global(self.heap.modules.get(module.index()).namespace, name)
            && found != Some(value)
        {
            // The program assigned it in the module `builtins`.
            return Ok(value);
        }
        if !self.policy.trusted {
            let text = self.names.text(name);
            let asked = match found {
                Some(_) => self.policy.grants.builtin(text),
                None => self.policy.grants.name(text).and_then(|()| self.policy.grants.builtin(text)),
            };
            if let Err(denied) = asked {
                return Err(self.deny(exc_types::NAME_ERROR, &denied));
            }
        }
        match found {
            Some(value) => Ok(value),
            None if !self.policy.trusted && crate::objects::types::module::MAIN_NAMES.contains(&self.names.text(name)) => {
                let text = self.names.text(name).to_string();
                self.main_module_default(&text)?.map_or_else(|| Err(self.name_error(name)), Ok)
            }
            // Fallbacks call each other by name.
            None if self.policy.trusted && crate::fallback::exists(self.names.text(name)) => Ok(Value::fallback(name)),
            None => Err(self.name_error(name)),
        }
    }

    /// The value of a name of [`crate::objects::types::module::MAIN_NAMES`] that a program's own module has without setting it.
    pub(crate) fn main_module_default(&mut self, text: &str) -> Result<Option<Value>, Abrupt> {
        Ok(match text {
            // When the policy denies the name, it does not exist.
            "__builtins__" if self.policy.grants.name(text).is_err() => None,
            "__builtins__" => Some(self.builtins_module()?),
            // A program from one text has no package, and no finder found it.
            "__spec__" | "__package__" | "__loader__" | "__cached__" => Some(Value::NONE),
            _ => None,
        })
    }

    /// The module that a program's own module has as `__builtins__`.
    fn builtins_module(&mut self) -> Result<Value, Abrupt> {
        if let Some(module) = self.modules.by_name.get("builtins") {
            return Ok(*module);
        }
        let module = self.new_module("builtins", true)?;
        crate::builtins::module::init(self, module)?;
        self.modules.by_name.insert("builtins".to_owned(), module);
        Ok(module)
    }

    /// Like `check_module_attribute`, but only once for an inline cache, unless the attribute is a module.
    pub(crate) fn check_module_at(&mut self, cache: &mut InlineCache, module: Value, trusted: bool) -> Result<(), Abrupt> {
        if self.cached_module_global(cache, module).is_some() {
            return Ok(());
        }
        if !trusted {
            self.check_module_attribute(module, cache.name)?;
        }
        let namespace = self.heap.modules.get(module.index()).namespace;
        if let Some(slot) = self.modules.namespaces.get(namespace as usize).and_then(|space| space.slots.get(&cache.name)) {
            cache.fill_module(module.index(), *slot);
        }
        Ok(())
    }

    /// The global of a module that an inline cache hits; None for a module in it, which the policy must check each time.
    #[inline]
    pub(crate) fn cached_module_global(&self, cache: &InlineCache, module: Value) -> Option<Value> {
        if module.tag != Tag::Module || !cache.hits_module(module.index()) {
            return None;
        }
        self.global(cache.slot).defined().filter(|value| value.tag != Tag::Module)
    }

    /// Checks an attribute of a module against the policy.
    pub(crate) fn check_module_attribute(&mut self, module: Value, name: NameId) -> Result<(), Abrupt> {
        let module_name = self.heap.modules.get(module.index()).name;
        let namespace = self.heap.modules.get(module.index()).namespace;
        let asked = {
            let (module_text, text) = (self.heap.text(module_name), self.names.text(name));
            let is_library = self.modules.namespaces.get(namespace as usize).is_some_and(|space| space.trusted);
            let may_be_held = if self.policy.changed && is_library { self.policy.grants.import_package(module_text) } else { Ok(()) };
            may_be_held.and_then(|()| self.policy.grants.module_attribute(module_text, text, Access::Read))
        };
        if let Err(denied) = asked {
            return Err(self.deny(exc_types::ATTRIBUTE_ERROR, &denied));
        }
        if let Some(value) = self.get_global(namespace, name)
            && value.tag == Tag::Module
        {
            // The attribute is a module. It may be a package that contains a granted module; its own attributes are checked when they are
            // read.
            let inner = self.heap.modules.get(value.index()).name;
            if let Err(denied) = self.policy.grants.import_package(self.heap.text(inner)) {
                return Err(self.deny(exc_types::ATTRIBUTE_ERROR, &denied));
            }
        }
        Ok(())
    }
}

impl crate::runtime::core::Runtime {
    /// `module.function()` for a callee that has a qualified name.
    pub(crate) fn callee_name(&mut self, func: Value) -> Option<String> {
        if self.fallback("build_class").is_ok_and(|build| build == func) {
            return Some("__build_class__()".to_owned());
        }
        if self.is_type(func) {
            return Some(format!("{}()", crate::objects::types::class::full_name(self, func)));
        }
        if !matches!(func.tag, Tag::Func | Tag::Native | Tag::Method) {
            return None;
        }
        let mut text = |name| match self.load_attr(func, name) {
            Ok(value) if value.is_str() => Some(self.heap.text(value).to_string()),
            _ => None,
        };
        let (module, name) = (text(names::dunder_module), text(names::dunder_qualname));
        // The lookups may have left a pending call of user code, which is dropped.
        self.pending.call = PendingCall::default();
        match (module, name?) {
            (Some(module), name) if module != "builtins" => {
                let home =
                    self.modules.library.compiled_in(&module, &name).filter(|home| {
                        func.tag == Tag::Func && !home.is_empty() && crate::objects::types::function::is_compiled(self, func)
                    });
                Some(format!("{}.{name}()", home.unwrap_or(&module)))
            }
            (_, name) => Some(format!("{name}()")),
        }
    }
}
