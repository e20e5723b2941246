//! VM requests: what a native function cannot do alone, such as reading the running frames or loading code made at run time.
//!
//! The natives leave their arguments in [`crate::runtime::core::Runtime::pending`] and return [`Abrupt::Request`]; the interpreter handles
//! the request. `globals`, `locals`, `exec`, `eval` and `compile` are fallbacks over these natives. A namespace appears as a dict through
//! the library module `_namespace`.

use crate::base::abrupt::VmRequest;
use crate::builtins::introspection::is_annotation;
use crate::builtins::introspection::space_of;
use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_compiler::error::{End, Found};
use stockade_compiler::tree::{Expr, Stmt, Tree};
use stockade_compiler::{CompileError, CompileOptions, Deadline, ErrorClass, ModuleKind, ParseLimits, SourceText, SyntaxError};
use stockade_policy::{KnownNames, ToolSignature};

use crate::base::abrupt::Abrupt;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Object};
use crate::interpreter::calls::call::{CallArgs, CallOutcome};
use crate::interpreter::code::{LoadedProgram, Origin};
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Interpreter;
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc_types;

impl Runtime {
    /// Updates the dict that shows a namespace after a global changed.
    #[cold]
    pub(crate) fn show_global(&mut self, namespace: u32, name: NameId, value: Value) -> Result<(), Abrupt> {
        let Some(view) = self.modules.namespaces.get(namespace as usize).and_then(|space| space.view.defined()) else { return Ok(()) };
        let dict = self.unwrap_payload(view);
        let key = self.name_value(name)?;
        if value.is_undef() {
            self.dict_remove(dict, key)?;
            return Ok(());
        }
        self.dict_set(dict, key, value)
    }
}

/// True for the text of mode `lookup`: one statement, which imports one module or gives a name the value of another.
fn is_lookup(tree: &Tree) -> bool {
    let mut statements = tree.spanned_stmts().map(|(statement, _)| statement);
    let is_name = |expr| matches!(tree.expr(expr), Expr::Name { .. });
    let is_plain = match statements.next() {
        Some(Stmt::Import { names }) => tree.list(names).len() == 1,
        Some(Stmt::Assign { targets, value }) => tree.list(targets).len() == 1 && is_name(value),
        _ => false,
    };
    is_plain && statements.next().is_none()
}

impl Interpreter {
    /// Handles a VM request. Its arguments are in the pending call.
    #[cold]
    pub(crate) fn handle_request(&mut self, service: VmRequest, site: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        let pending = std::mem::take(&mut self.rt.pending.call);
        let at = |index: usize| pending.args.get(index).copied().unwrap_or(Value::NONE);
        match service {
            VmRequest::Namespace => {
                let space = self.shown_frame().map_or(0, |(frame, _)| self.codes.get(frame.code as usize).map_or(0, |code| code.namespace));
                Ok(CallOutcome::Value(Value::int(space.into())))
            }
            VmRequest::Frame => {
                let level = at(0);
                self.frame_object(level).map(CallOutcome::Value)
            }
            VmRequest::HostCall => Err(self.start_host_call(&pending.args)),
            VmRequest::BeginHostCall => self.rt.begin_awaited_call(&pending.args).map(CallOutcome::Value),
            VmRequest::HostWait => self.rt.wait_for_host(at(0)).map(CallOutcome::Value),
            VmRequest::Refer => crate::objects::types::weakref::new_weakref(&mut self.rt, at(0), at(1), at(2)).map(CallOutcome::Value),
            VmRequest::Deref => {
                self.find_unreachable(false)?;
                Ok(CallOutcome::Value(crate::objects::types::weakref::target_of(&self.rt, at(0))))
            }
            VmRequest::Last => {
                self.rt.host.answer = Value::NONE;
                self.find_unreachable_at_exit()?;
                Ok(CallOutcome::Value(self.rt.finalizers.take_new_callbacks()))
            }
            VmRequest::RunFinalizers => {
                self.find_unreachable_and_prune(at(0) == Value::TRUE)?;
                Ok(CallOutcome::Value(self.rt.finalizers.take_new_callbacks()))
            }
            VmRequest::References => {
                let count = self.references_to(at(0))?;
                Ok(CallOutcome::Value(Value::int(count)))
            }
            VmRequest::Look => {
                self.find_unreachable(false)?;
                Ok(CallOutcome::Value(Value::NONE))
            }
            VmRequest::Locals => self.locals().map(CallOutcome::Value),
            VmRequest::BeginThread => self.begin_thread(at(0), at(1), &site),
            VmRequest::SwitchThread => self.switch_thread(at(0), &site),
            VmRequest::Caller => {
                let module = self.rt.text_or_empty(at(0));
                let level = at(1).as_i64();
                self.caller(&module, usize::try_from(level.unsigned_abs()).unwrap_or(1).max(1), level < 0).map(CallOutcome::Value)
            }
            VmRequest::Stack => {
                self.rt.charge(self.frames.len() as u64)?;
                let frames =
                    self.frames.iter().filter_map(|frame| crate::traceback::entry(&self.rt, frame.code, frame.pc.saturating_sub(1), None));
                // Entries of running frames have no column markers, as in CPython.
                let entries: Vec<crate::traceback::Entry> =
                    frames.map(|entry| crate::traceback::Entry { has_columns: false, ..entry }).collect();
                crate::traceback::module_functions::entry_list(&mut self.rt, &entries).map(CallOutcome::Value)
            }
            VmRequest::Compile => {
                let made = self.compile_dynamic(&pending.args).map(CallOutcome::Value);
                self.rt.heap.release_to(0);
                made
            }
            VmRequest::Tree => {
                let defaults = ParseLimits::default();
                let limits = ParseLimits {
                    source_bytes: 1 << 20,
                    tokens: defaults.tokens * 4,
                    nodes: defaults.nodes * 4,
                    literal_bytes: 1 << 20,
                    grammar_only: true,
                    ..defaults
                };
                let [text, file, mode] = [at(0), at(1), at(2)].map(|value| self.rt.heap.text(self.rt.unwrap_payload(value)).to_string());
                let (tree, source) = self.tree_of(&text, &file, &mode, &limits)?;
                let rows = crate::interpreter::introspection::ast_export::rows(&mut self.rt, &tree, &source).map(CallOutcome::Value);
                self.rt.heap.release_to(0);
                rows
            }
            VmRequest::Class => {
                let (name, namespace, metaclass) = (at(0), at(2), at(3));
                let namespace = self.with_module(namespace)?;
                let bases = self.rt.sequence_items(at(1)).to_vec();
                let by_library =
                    self.shown_frame().and_then(|(frame, _)| self.codes.get(frame.code as usize)).is_some_and(|code| code.trusted);
                let by_policy = !by_library
                    || !crate::objects::types::class_members::is_library_class(&self.rt, metaclass)
                    || crate::objects::types::class_members::contains_user_code(&mut self.rt, namespace)?;
                // The class hooks run as trusted code. What the class defines is checked against the policy here.
                let trusted = std::mem::replace(&mut self.rt.policy.trusted, !by_policy);
                let made = crate::objects::types::class_construction::make_class(&mut self.rt, name, &bases, namespace, metaclass);
                self.rt.policy.trusted = trusted;
                made.map(CallOutcome::Value)
            }
            VmRequest::Yielded => {
                let body = self.rt.heap.gens.get(at(0).index());
                let op = self.codes.get(body.code as usize).and_then(|code| code.ops.get((body.pc as usize).checked_sub(1)?));
                Ok(CallOutcome::Value(Value::bool(matches!(op, Some(stockade_compiler::bytecode::Op::Yield { .. })))))
            }
            VmRequest::Run => {
                let Object::Code(code) = *self.rt.heap.as_object(at(0)) else { return Err(Abrupt::Bug("no code to run")) };
                let unit = self.unit_of(code);
                if unit.is_none_or(|unit| unit.first_code != code) {
                    return Err(self.rt.type_error("only code made by compile() can be run"));
                }
                self.push_module(code, site.action, site.extra, site.dst)?;
                Ok(CallOutcome::Pushed)
            }
        }
    }

    /// A class that is made without a statement gets the `__module__` of the module that makes it.
    fn with_module(&mut self, namespace: Value) -> Result<Value, Abrupt> {
        let key = self.rt.name_value(crate::base::names::dunder_module)?;
        if self.rt.attr_get(namespace, key)?.is_some() {
            return Ok(namespace);
        }
        let space = self.shown_frame().and_then(|(frame, _)| self.codes.get(frame.code as usize)).map(|code| code.namespace);
        match space.and_then(|space| self.rt.get_global(space, crate::base::names::dunder_name)) {
            Some(module) => {
                // The dict belongs to the program, so a copy is changed.
                let entries = self.rt.heap.dicts.get(namespace.index());
                let (size, bytes) = (entries.len(), crate::heap::HeapObject::owned_bytes(entries));
                self.rt.charge(size as u64)?;
                self.rt.precheck(bytes, 1)?;
                let mut copy = self.rt.heap.dicts.get(namespace.index()).clone();
                copy.space = 0;
                let copy = self.rt.heap.dict(copy)?;
                self.rt.attr_set(copy, key, module)?;
                Ok(copy)
            }
            None => Ok(namespace),
        }
    }

    /// The frame object of the visible frame that is `level` frames above the running one, with its callers.
    fn frame_object(&mut self, level: Value) -> Result<Value, Abrupt> {
        let level = if level.is_none() { 0 } else { self.rt.index(level)?.max(0) };
        self.rt.charge(self.frames.len() as u64 / 4)?;
        let shown: Vec<crate::interpreter::frame::Frame> = self
            .frames
            .iter()
            .filter(|frame| !frame.internal && self.rt.modules.code_info.get(frame.code as usize).is_some_and(|facts| facts.shown))
            .copied()
            .collect();
        let Some(count) = usize::try_from(level).ok().and_then(|level| shown.len().checked_sub(level)).filter(|count| *count > 0) else {
            return Err(self.rt.value_error("call stack is not deep enough"));
        };
        let mut back = Value::NONE;
        for (at, frame) in shown.iter().take(count).enumerate() {
            let is_function = self.codes.get(frame.code as usize).is_some_and(|code| {
                !matches!(code.kind, stockade_compiler::bytecode::CodeKind::Module | stockade_compiler::bytecode::CodeKind::Class)
            });
            let mut locals = Value::NONE;
            if is_function && at + 2 >= count {
                locals = self.rt.heap.dict(DictObj::default())?;
                for (name, value) in self.bound_locals(frame) {
                    let key = self.rt.name_value(name)?;
                    self.rt.dict_set(locals, key, value)?;
                }
            }
            self.rt.charge(2)?;
            back = self.rt.heap.object(Object::Frame { code: frame.code, pc: frame.pc.saturating_sub(1), back, locals })?;
        }
        Ok(back)
    }

    /// (file, line, function, source line, module, its `__name__` if it has one) of the `level`th frame up that does not belong to
    /// `module`. Without a module name, only frames of the program count. None beyond the outermost frame.
    fn caller(&mut self, module: &str, level: usize, anywhere: bool) -> Result<Value, Abrupt> {
        self.rt.charge(self.frames.len() as u64 / 4)?;
        let mut frames = self.frames.iter().rev().filter(|frame| !frame.internal).filter_map(|frame| {
            let facts = self.rt.modules.code_info.get(frame.code as usize)?;
            let counts = !module.is_empty() || facts.shown;
            let home = counts.then(|| self.module_name(facts.namespace).to_string())?;
            // The library frames that implement `exec` and `eval` do not count.
            (facts.shown || home != "_namespace").then(|| (facts, frame.pc.saturating_sub(1), home))
        });
        let mut outside = false;
        let mut frames = frames.by_ref().filter(|(_, _, home)| {
            let counts = home != module || outside && !anywhere;
            outside |= counts;
            counts
        });
        let Some((facts, pc, home)) = frames.nth(level - 1) else {
            return Ok(Value::NONE);
        };
        let source = &facts.program.source;
        let span = facts.program.codes.get(facts.id.0 as usize).and_then(|code| code.spans.get(pc as usize)).copied().unwrap_or_default();
        let line = source.line_of(span.start);
        let text = if facts.has_lines && facts.shown { source.line_text(line).to_string() } else { String::new() };
        let (file, name, space) = (source.name().to_string(), facts.name, facts.namespace);
        let rt = &mut self.rt;
        // A namespace that `exec` received without a `__name__` shows that of `builtins`.
        let own = rt.get_global(space, crate::base::names::dunder_name).filter(|_| home != "builtins").unwrap_or(Value::NONE);
        let items =
            [rt.heap.string(file)?, Value::int(line.into()), rt.name_value(name)?, rt.heap.string(text)?, rt.heap.string(home)?, own];
        rt.heap.tuple(&items)
    }

    /// How many loaded programs are searched for one that exists already.
    fn searchable_units(&self) -> u64 {
        self.units.reloaded.len() as u64
    }

    /// The programs that were loaded once more for other global variables.
    fn reloaded(&self) -> impl Iterator<Item = &LoadedProgram> {
        self.units.reloaded.iter().filter_map(|unit| self.units.get(*unit))
    }

    /// True when the code that requests a compilation has `from __future__ import annotations`: the compiled code inherits it.
    fn requester_has_future(&mut self) -> Result<bool, Abrupt> {
        self.rt.charge(self.frames.len() as u64 / 4)?;
        let asking =
            self.frames.iter().rev().filter(|frame| !frame.internal).filter_map(|frame| self.rt.modules.code_info.get(frame.code as usize));
        let asking = asking.into_iter().find(|facts| facts.shown || self.module_name(facts.namespace) != "_namespace");
        Ok(asking.is_some_and(|facts| facts.shown && facts.program.future_annotations))
    }

    /// The nearest frame that a traceback would show.
    fn shown_frame(&self) -> Option<(Frame, usize)> {
        let found = self.frames.iter().enumerate().rev().find(|(_, frame)| !frame.internal).map(|(at, frame)| (*frame, at));
        let passed = self.frames.len() - found.map_or(0, |(_, at)| at);
        self.rt.heap.fuel.charge_walk(passed as u64 / 16);
        found
    }

    /// The bound local variables of the nearest visible frame. None for a module, whose locals are its globals; the namespace for the body
    /// of a class.
    fn locals(&mut self) -> Result<Value, Abrupt> {
        let Some((frame, _)) = self.shown_frame() else { return Ok(Value::NONE) };
        let Some(code) = self.codes.get(frame.code as usize) else { return Ok(Value::NONE) };
        let base = frame.base as usize;
        // In a comprehension of a module or class, only its own variables are visible.
        let kind = code.kind;
        let inner = self.inner_variables(&frame);
        let shown = match kind {
            stockade_compiler::bytecode::CodeKind::Module if inner.is_empty() => return Ok(Value::NONE),
            stockade_compiler::bytecode::CodeKind::Class if inner.is_empty() => {
                return Ok(self.stack.get(base).copied().unwrap_or(Value::NONE));
            }
            stockade_compiler::bytecode::CodeKind::Module | stockade_compiler::bytecode::CodeKind::Class => inner,
            _ => self.bound_locals(&frame),
        };
        self.rt.charge(2 * shown.len() as u64)?;
        let dict = self.rt.heap.dict(DictObj::default())?;
        for (name, value) in shown {
            let key = self.rt.name_value(name)?;
            self.rt.dict_set(dict, key, value)?;
        }
        Ok(dict)
    }

    /// The bound variables of the comprehensions in which a frame is, the innermost first.
    fn inner_variables(&self, frame: &Frame) -> Vec<(NameId, Value)> {
        let Some(code) = self.codes.get(frame.code as usize) else { return Vec::new() };
        let at = frame.pc.saturating_sub(1);
        let rows = code.inner.iter().filter(|(_, _, place)| place.contains(&at));
        let found = rows.filter_map(|(name, reg, _)| {
            let value = self.stack.get(frame.base as usize + usize::from(*reg)).copied()?;
            let value = if value.tag == Tag::Cell { self.rt.heap.cells.get(value.index()).0 } else { value };
            (!value.is_undef()).then_some((*name, value))
        });
        found.collect()
    }

    /// The bound local variables of a function's frame; those of its closure come last.
    pub(crate) fn bound_locals(&self, frame: &Frame) -> Vec<(NameId, Value)> {
        let Some(code) = self.codes.get(frame.code as usize) else { return Vec::new() };
        let base = frame.base as usize;
        // Most functions have neither. Each inner variable is looked for among the others.
        let others = (code.spilled.len() + code.inner.len()) as u64;
        self.rt.heap.fuel.charge_walk(others / 16 * (1 + code.inner.len() as u64 / 16));
        let mut pairs: Vec<(NameId, Value)> = Vec::new();
        for (at, name) in code.locals.iter().enumerate() {
            pairs.push((*name, self.stack.get(base + at).copied().unwrap_or(Value::UNDEF)));
        }
        if !code.spilled.is_empty()
            && let Some(list) = self.stack.get(base + code.locals.len())
            && list.tag == Tag::List
        {
            pairs.extend(code.spilled.iter().copied().zip(self.rt.sequence_items(*list).iter().copied()));
        }
        if let Some(func) = frame.func {
            let closure = &self.rt.heap.funcs.get(func.get()).closure;
            pairs.extend(code.free.iter().copied().zip(closure.iter().copied()));
        }
        // A variable of the innermost comprehension hides others of its name.
        for (name, value) in self.inner_variables(frame).into_iter().rev() {
            match pairs.iter_mut().find(|pair| pair.0 == name) {
                Some(pair) => pair.1 = value,
                None => pairs.push((name, value)),
            }
        }
        pairs.retain_mut(|(name, value)| {
            if value.tag == Tag::Cell {
                *value = self.rt.heap.cells.get(value.index()).0;
            }
            // Names that the compiler made begin with a dot.
            !value.is_undef() && !self.rt.name_text(*name).starts_with('.')
        });
        pairs
    }

    /// Compiles source to a code object for a namespace, or makes a code object of the same program for another namespace.
    fn compile_dynamic(&mut self, args: &[Value]) -> Result<Value, Abrupt> {
        let arg = |at: usize| args.get(at).copied().unwrap_or(Value::NONE);
        if arg(0).tag == Tag::Object && arg(2).is_none() {
            let Object::Code(code) = *self.rt.heap.as_object(arg(0)) else { return Err(Abrupt::Bug("no code object")) };
            let space = space_of(arg(1));
            let Some(unit) = self.unit_of(code) else {
                return Err(Abrupt::Bug("code without a program"));
            };
            let inside = code.wrapping_sub(unit.first_code);
            if unit.namespace == space {
                return Ok(arg(0));
            }
            let origin = match &unit.origin {
                // For other globals, the program's own code counts as code of `exec`.
                Origin::User | Origin::Package(_) => Origin::Dynamic { trusted: false, shows: false, over_locals: false, future: false },
                origin @ Origin::Dynamic { trusted, .. } if !trusted || inside == 0 => origin.clone(),
                _ => return Err(self.rt.value_error("code of the library runs with the global variables it was made for")),
            };
            let program = Arc::clone(unit.program.arc());
            self.rt.charge(self.searchable_units())?;
            let known = self.reloaded().find(|other| other.namespace == space && Arc::ptr_eq(other.program.arc(), &program));
            if let Some(known) = known {
                let first = known.first_code;
                return self.rt.heap.object(Object::Code(first.wrapping_add(inside)));
            }
            self.rt.charge(program.codes.iter().map(|code| 64 + code.ops.len() as u64).sum())?;
            let first = self.load(&program, origin, space)?;
            self.note_reloaded(first);
            return self.rt.heap.object(Object::Code(first.wrapping_add(inside)));
        }
        let mode = self.rt.heap.text(self.rt.unwrap_payload(arg(2))).to_string();
        if let Some(mode) = mode.strip_prefix("unfinished ") {
            let [text, file] = [arg(0), arg(1)].map(|value| self.rt.heap.text(self.rt.unwrap_payload(value)).to_string());
            self.hold_for_parse(&text)?;
            let limits = crate::runtime::compile::limits_of(&self.rt.budget.limits);
            let keeps_blocks_open = mode == "single" && arg(3) != Value::int(0);
            let source = SourceText::new(&file, &text);
            let is_expression = mode == "eval";
            let is_unfinished = |deadline: &Deadline<'_>| {
                stockade_compiler::is_unfinished_until(&source, &limits, is_expression, keeps_blocks_open, deadline)
            };
            return self.rt.in_paid_front_end(is_unfinished).map(Value::bool);
        }
        let (mode, only_checks) = match mode.strip_prefix("check ") {
            Some(mode) => (mode.to_string(), true),
            None => (mode, false),
        };
        let (mode, is_judged) = match mode.strip_suffix(" judged") {
            Some(mode) => (mode.to_string(), true),
            None => (mode, false),
        };
        let (mode, over_locals) = match mode.strip_suffix(" over locals") {
            Some(mode) => (mode.to_string(), true),
            None => (mode, false),
        };
        let (mode, mut future) = match (mode.strip_suffix(" with text"), mode.strip_suffix(" alone")) {
            (Some(mode), _) => (mode.to_string(), true),
            (_, Some(mode)) => (mode.to_string(), false),
            _ => {
                let future = matches!(mode.as_str(), "exec" | "eval" | "single") && self.requester_has_future()?;
                (mode, future)
            }
        };
        if mode == "module"
            && let Some(made) = self.package_code(arg(0), space_of(arg(3)))?
        {
            return Ok(made);
        }
        if arg(1).is_str() {
            // The name of the file exists three times: here, with the source, and in an error.
            self.rt.heap.hold(self.rt.heap.text(arg(1)).len().saturating_mul(3))?;
        }
        let is_for_other_globals = matches!(self.rt.heap.as_object(arg(0)), Object::Code(_)) && arg(0).tag == Tag::Object;
        let (text, file, mode) = match *self.rt.heap.as_object(arg(0)) {
            // Code that was made for other globals is compiled for these, once.
            Object::Code(code) if arg(0).tag == Tag::Object => {
                let unit = self.unit_of(code);
                let Some(unit) = unit.filter(|unit| unit.first_code == code) else {
                    return Err(self.rt.type_error("only code made by compile() can be run"));
                };
                let wanted = unit.program.kind;
                future = unit.program.future_annotations;
                let (source, space) = (Arc::clone(&unit.program.source), space_of(arg(3)));
                self.rt.charge(self.searchable_units() + source.text().len() as u64 / 8)?;
                let known = self.reloaded().find(|unit| {
                    matches!(unit.origin, Origin::Dynamic { over_locals: true, .. })
                        && unit.program.kind == wanted
                        && unit.program.future_annotations == future
                        && unit.namespace == space
                        && unit.program.source.name() == source.name()
                        && unit.program.source.text() == source.text()
                });
                if let Some(known) = known {
                    let first = known.first_code;
                    return self.rt.heap.object(Object::Code(first));
                }
                let mode = match wanted {
                    ModuleKind::Interactive => "single",
                    ModuleKind::Library | ModuleKind::Executed => "exec",
                    ModuleKind::Program | ModuleKind::Cell => "eval",
                };
                (source.text().to_string(), source.name().to_string(), mode.to_string())
            }
            _ if mode == "module" => {
                let name = self.rt.heap.text(self.rt.unwrap_payload(arg(0)));
                match (self.rt.host.module_sources.get(name), self.rt.modules.packages.find(name)) {
                    (Some(source), _) => (source.text.clone(), source.file.clone(), mode),
                    // It does not compile: what follows says why.
                    (None, Some(found)) => (found.text(), found.file(), mode),
                    (None, None) => return Err(self.rt.type_error("the host gives no such module")),
                }
            }
            _ => {
                let text = self.rt.heap.text(self.rt.unwrap_payload(arg(0))).to_string();
                (text, self.rt.heap.text(self.rt.unwrap_payload(arg(1))).to_string(), mode)
            }
        };
        let limits = match mode.as_str() {
            "define" => ParseLimits::default(),
            _ => {
                let limits = crate::runtime::compile::limits_of(&self.rt.budget.limits);
                // The program may have set the limit of digits. The policy's own limit still applies.
                let digits = if self.rt.budget.max_digits == 0 { u32::MAX } else { self.rt.budget.max_digits };
                ParseLimits { int_digits: limits.int_digits.min(digits), ..limits }
            }
        };
        let (tree, source) = self.tree_of(&text, &file, &mode, &limits)?;
        let judged_over = is_judged.then(|| space_of(arg(3)));
        self.admit(&mode, only_checks, judged_over, &tree, &source)?;
        let module_kind = match mode.as_str() {
            "exec" | "lookup" | "module" => ModuleKind::Executed,
            "define" => ModuleKind::Library,
            "single" => ModuleKind::Interactive,
            _ => ModuleKind::Program,
        };
        let options = CompileOptions { module_kind, over_locals, future_annotations: future };
        let compiled = self.rt.in_paid_front_end(|deadline| {
            let program = stockade_compiler::compile_until(&tree, Arc::clone(&source), &options, deadline)?;
            Ok::<_, CompileError>((program.verify_until(deadline).is_ok(), program))
        })?;
        let (is_verified, program) = match compiled {
            Ok(program) => program,
            Err(error) => {
                return Err(self.syntax_error(&source, &SyntaxError::syntax(error.message.as_ref(), error.span), mode != "exec")?);
            }
        };
        if !is_verified {
            return Err(Abrupt::Bug("code made at run time does not verify"));
        }
        if only_checks {
            return Ok(Value::NONE);
        }
        let mut program = program;
        if matches!(mode.as_str(), "exec" | "eval" | "single") {
            self.rt.charge(text.len() as u64 / 4)?;
            program.warnings = self.rt.in_paid_front_end(|deadline| stockade_compiler::warnings_until(&source, &tree, deadline))?;
        }
        // Only code that the library makes for itself (`_namespace.define`) is trusted. Library code may call `exec` on the program's
        // behalf, for example as a callback, so the caller does not decide.
        let origin = Origin::Dynamic { trusted: mode == "define", shows: module_kind == ModuleKind::Program, over_locals, future };
        // Charges the memory of the program itself; `load` charges the rest.
        let bytes = text_bytes(&program) + crate::runtime::compile::charged_bytes(&program);
        self.rt.heap.charge(bytes)?;
        let first = match self.load(&Arc::new(program), origin, space_of(arg(3))) {
            Ok(first) => first,
            Err(exit) => {
                self.rt.heap.refund(bytes);
                return Err(exit);
            }
        };
        self.note_charge(first, bytes);
        if is_for_other_globals {
            self.note_reloaded(first);
        }
        self.rt.heap.object(Object::Code(first))
    }

    /// Loads a module of a package for a namespace. `None` if no package has it, or if its source does not compile.
    ///
    /// The host gives the package and compiles it: neither fuel nor the time limit pays for that. So a run costs the same whether somebody has
    /// compiled the module before. The program pays for loading, by the size of the code.
    fn package_code(&mut self, name: Value, space: u32) -> Result<Option<Value>, Abrupt> {
        let name = self.rt.heap.text(self.rt.unwrap_payload(name)).to_string();
        if self.rt.host.module_sources.contains_key(&name) {
            return Ok(None);
        }
        let began = self.rt.host.embedder.elapsed_ms();
        let Some(found) = self.rt.modules.packages.find(&name) else { return Ok(None) };
        let Some(program) = found.program().cloned() else { return Ok(None) };
        let parsed =
            if self.rt.policy.grants.denies_syntax() { crate::runtime::compile::package_tree(&found.file(), &found.text()) } else { None };
        let spent = self.rt.host.embedder.elapsed_ms().saturating_sub(began);
        self.rt.budget.deadline_ms = self.rt.budget.deadline_ms.saturating_add(spent);
        if let Some((source, tree)) = parsed {
            self.admit("module", false, None, &tree, &source)?;
        }
        self.rt.charge(program.codes.iter().map(|code| 64 + code.ops.len() as u64).sum())?;
        let first = self.load(&program, Origin::Package(name), space)?;
        self.rt.heap.object(Object::Code(first)).map(Some)
    }

    /// The one door for text that becomes code. It decides by what the text is, not by who brings it:
    ///
    /// - `define`: text that the library writes for itself. It comes from a module of the library that writes such text.
    /// - `module`: the source of a module that the host gives. It was looked up by its name.
    /// - `lookup`: one import or one name, written by the library around a checked name, with the rights of the program.
    /// - `annotation`: an expression that calls nothing. Other expressions need the grant of `eval`.
    /// - text that a module of the library runs because that is what the module is for (`doctest`, `timeit`). It is judged like the text of a
    ///   step: by the check, and by the grants while it runs. `judged_over` is the namespace that it runs over.
    /// - everything else is text of the program. It needs the grant of the builtin that takes it; `compile` makes code for each of them.
    fn admit(&mut self, mode: &str, only_checks: bool, judged_over: Option<u32>, tree: &Tree, source: &SourceText) -> Result<(), Abrupt> {
        match mode {
            "define" if self.is_defined_by_library() => return Ok(()),
            // Even where the program may run text: this text would have the rights of the library.
            "define" => return Err(self.rt.type_error("only a module of the library makes code of the library")),
            "lookup" if is_lookup(tree) => {}
            // The host gave the text, which is judged as the program's own from here on.
            "module" => {}
            "annotation" => {
                if tree.exprs().any(|expr| !is_annotation(&expr)) && self.rt.policy.grants.builtin("eval").is_err() {
                    return Err(self.rt.type_error("annotations with calls are not evaluated; write the type itself"));
                }
            }
            _ if only_checks => {}
            _ if self.rt.policy.grants.builtin("compile").is_ok() => {}
            _ if judged_over.is_some() => self.check_over(judged_over.unwrap_or(u32::MAX), tree, source)?,
            "eval" => self.rt.check_builtin("eval")?,
            _ => self.rt.check_builtin("exec")?,
        }
        match self.rt.policy.grants.syntax(tree) {
            Ok(()) => Ok(()),
            Err((denied, span)) => {
                self.rt.policy.denials.record(&denied.message, denied.rule);
                Err(self.syntax_error(source, &SyntaxError::syntax(denied.to_string(), span), mode != "exec")?)
            }
        }
    }

    /// Judges a text as the check judges a step. The grants judge it again while it runs, like all code of the program.
    fn check_over(&mut self, space: u32, tree: &Tree, source: &SourceText) -> Result<(), Abrupt> {
        let size = source.text().len();
        let names = self.rt.modules.namespaces.get(space as usize).map_or(0, |space| space.order.len());
        // Also without a check: fuel and memory do not depend on whether there is one.
        self.rt.charge((size as u64).saturating_mul(CHECK_FUEL_PER_BYTE) + names as u64)?;
        self.rt
            .heap
            .hold(compile_bytes(source.text(), tokens_of(source.text())).saturating_add(names.saturating_mul(BYTES_FOR_KNOWN_NAME)))?;
        let Some(check) = self.rt.policy.text_check.clone() else { return Ok(()) };
        let mut known = KnownNames::standard();
        // More may be run over these variables.
        known.begin_session();
        let order = self.rt.modules.namespaces.get(space as usize).map(|space| space.order.as_slice()).unwrap_or_default();
        for slot in order {
            if let Some(name) = self.rt.modules.global_names.get(*slot as usize)
                && !self.rt.global(*slot).is_undef()
            {
                known.add_variable(self.rt.name_text(*name));
            }
        }
        for tool in &self.rt.host.tools {
            if !known.defines(&tool.name) {
                known.add_tool(&tool.name, ToolSignature::default());
            }
        }
        match self.rt.in_paid_front_end(|deadline| check.refusal(source, tree, &known, deadline))? {
            None => Ok(()),
            Some(refusal) => {
                self.rt.policy.denials.record(&refusal.message, refusal.rule);
                Err(self.syntax_error(source, &SyntaxError::syntax(refusal.message, refusal.span), false)?)
            }
        }
    }

    /// True when `_namespace.define` runs, called by a library module that writes source. A program may get hold of the function `define`,
    /// but what it calls itself, or lets the library call, does not come from these modules.
    fn is_defined_by_library(&self) -> bool {
        let is_of = |frame: &Frame, module: &str| {
            self.codes.get(frame.code as usize).is_some_and(|code| code.trusted && self.module_name(code.namespace) == module)
        };
        let mut frames = self.frames.iter().rev();
        frames.next().is_some_and(|frame| is_of(frame, "_namespace")) && frames.next().is_some_and(|frame| is_of(frame, "dataclasses"))
    }

    /// Charges the work of parsing and compiling a text, and holds the bytes of what that makes: tokens, tree, code.
    fn hold_for_parse(&mut self, text: &str) -> Result<(), Abrupt> {
        self.rt.charge(64 + 2 * text.len() as u64)?;
        let counted = tokens_of(text);
        self.rt.charge(PIECES_FOR_TOKEN * counted.0 as u64)?;
        self.rt.precheck(text.len(), 2)?;
        self.rt.heap.hold(compile_bytes(text, counted))
    }

    /// Parses source made at run time, for a mode of `compile`.
    fn tree_of(&mut self, text: &str, file: &str, mode: &str, limits: &ParseLimits) -> Result<(Tree, Arc<SourceText>), Abrupt> {
        self.hold_for_parse(text)?;
        let text = if mode == "annotation" { text.trim_start_matches([' ', '\t']) } else { text };
        let source = Arc::new(SourceText::new(file, text));
        let is_expression = mode == "eval" || mode == "annotation";
        let parse = match mode {
            "single" => stockade_compiler::parse_interactive_until,
            _ if is_expression => stockade_compiler::parse_expression_until,
            _ => stockade_compiler::parse_until,
        };
        let tree = match self.rt.in_paid_front_end(|deadline| parse(&source, limits, deadline))? {
            Ok(tree) => tree,
            Err(error) => return Err(self.syntax_error(&source, &error, mode != "exec")?),
        };
        Ok((tree, source))
    }

    /// The name of the module that a namespace belongs to.
    fn module_name(&self, space: u32) -> &str {
        let home = self.rt.modules.namespaces.get(space as usize).map_or(Value::NONE, |space| space.module);
        if home.tag == Tag::Module { self.rt.heap.text(self.rt.heap.modules.get(home.index()).name) } else { "" }
    }

    /// `as_is`: a missing newline at the end of the last line is not added. CPython adds it only for whole modules.
    fn syntax_error(&mut self, source: &SourceText, error: &SyntaxError, as_is: bool) -> Result<Abrupt, Abrupt> {
        let ty = match error.class {
            ErrorClass::SyntaxError => exc_types::SYNTAX_ERROR,
            ErrorClass::IndentationError => exc_types::INDENTATION_ERROR,
            ErrorClass::TabError => exc_types::TAB_ERROR,
        };
        let mut place = error.place(source);
        let at_end = error.span.is_empty() && error.span.start as usize >= source.text().len() && !source.text().ends_with('\n');
        if as_is && at_end && matches!(error.found, Found::Grammar { end: End::Span, .. }) {
            (place.offset, place.end_offset) = (0, Some(0));
        }
        if source.text().is_empty() && as_is {
            (place.line, place.end_line) = (0, 0);
            place.text.clear();
        }
        if as_is && place.line == source.line_count() {
            place.text.truncate(place.text.trim_end_matches('\n').len());
        }
        let rt = &mut self.rt;
        let text = if place.needs_file { Value::NONE } else { rt.heap.str(&place.text)? };
        let file = rt.heap.str(source.name())?;
        let [line, offset, end_line] = [place.line.into(), place.offset, place.end_line.into()].map(Value::int);
        let numbers = [line, offset, end_line, place.end_offset.map_or(Value::NONE, Value::int)];
        let place = rt.heap.tuple(&[file, numbers[0], numbers[1], text, numbers[2], numbers[3]])?;
        let message = rt.heap.str(&error.message)?;
        // Errors about names have only the message in `args`, without the place.
        let is_bare = matches!(error.found, Found::Symbols | Found::Future);
        let exc = if is_bare { rt.make_exception(ty.value(), &[message])? } else { rt.make_exception(ty.value(), &[message, place])? };
        let fields = ["filename", "lineno", "offset", "text", "end_lineno", "end_offset"];
        for (field, value) in fields.into_iter().zip([file, numbers[0], numbers[1], text, numbers[2], numbers[3]]) {
            rt.set_exception_field(exc, field, value)?;
        }
        rt.set_exception_field(exc, "msg", message)?;
        Ok(Abrupt::Raise(exc))
    }
}

/// Bytes of the texts that a program keeps: its source with the name and the places of the lines, its names, and the names of its functions.
fn text_bytes(program: &Program) -> usize {
    let source = program.source.name().len() + program.source.text().len() + program.source.line_count() as usize * 4;
    let names = program.names.iter().map(|name| name.len()).sum::<usize>();
    // A class has its name once more, as a constant.
    source + names + program.codes.iter().map(|code| 2 * code.qualname.len()).sum::<usize>()
}

/// Fuel for each byte of a text that the check judges. Measured on the densest sources, which have a finding in each line.
const CHECK_FUEL_PER_BYTE: u64 = 64;
/// Bytes that a name of a namespace needs while the check knows it, besides its text.
const BYTES_FOR_KNOWN_NAME: usize = 96;

/// Bytes that a token of a source needs while it is parsed and compiled. Measured on the densest sources: `x` on each of 400,000 lines.
const BYTES_FOR_TOKEN: usize = 160;
/// A colon counts as this many tokens, because it may begin a block. Measured on `if 1:0` and `try:0` on each line.
const TOKENS_FOR_COLON: usize = 5;
/// Bytes that a function, class or comprehension needs beyond its tokens. Measured on a tuple of 90,000 times `lambda:0`.
const BYTES_FOR_CODE: usize = 2048;

/// Pieces of work for a token of a source, beside those for its bytes: it is parsed, checked and compiled. Measured on `a` on each line.
const PIECES_FOR_TOKEN: u64 = 10;

/// The most bytes that parsing and compiling a text needs, which has these tokens and codes: see [`tokens_of`].
fn compile_bytes(text: &str, (tokens, codes): (usize, usize)) -> usize {
    text.len().saturating_mul(2).saturating_add(tokens * BYTES_FOR_TOKEN).saturating_add(codes * BYTES_FOR_CODE)
}

/// The most tokens that a text has, and functions, classes and comprehensions. Each word and each sign counts as a token, also in strings
/// and comments.
fn tokens_of(text: &str) -> (usize, usize) {
    let mut tokens = 0;
    let mut codes = 0;
    let mut in_word = false;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let is_word = byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
        if is_word && !in_word || !is_word && !matches!(byte, b' ' | b'\t' | b'\r') {
            tokens += if *byte == b':' { TOKENS_FOR_COLON } else { 1 };
        }
        if is_word && !in_word && matches!(byte, b'l' | b'd' | b'c' | b'f') {
            let rest = bytes.get(at..).unwrap_or_default();
            codes += usize::from([&b"lambda"[..], b"def", b"class", b"for"].iter().any(|word| rest.starts_with(word)));
        }
        in_word = is_word;
    }
    (tokens, codes)
}
