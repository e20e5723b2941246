//! The interpreter's state: runtime, linked code, registers and frames. Loads programs, collects garbage, and pushes and pops frames.

use crate::heap::charged_size;
use crate::interpreter::code::LinkTable;
use crate::interpreter::code::LinkedCode;
use crate::interpreter::code::LoadedProgram;
use crate::interpreter::code::Origin;
use crate::interpreter::control::threads::SuspendedThreads;
use crate::interpreter::gc_roots::RootSet;
use crate::interpreter::gc_roots::registers_of;
use crate::interpreter::loader::MAX_ASCII_SETS;
use crate::interpreter::loader::ascii_set;
use crate::interpreter::loader::make_stub;
use crate::interpreter::loader::tests_constants;
use crate::interpreter::units::Units;
use crate::runtime::constants::{are_constants, make_constant};
use crate::runtime::constructor_cache::ConstructorCache;
use std::sync::Arc;

use stockade_compiler::bytecode::{Code, CodeId, Op, Program, code_flags};

use crate::base::abrupt::Abrupt;
use crate::base::abrupt::LimitKind;
use crate::base::names::NameId;
use crate::base::value::Value;
use crate::heap::RootMarker;
use crate::interpreter::fast::{encode_instructions, fusible_loops};
use crate::interpreter::frame::{FIRST_FRAMES, Frame, Frames};
use crate::runtime::constructor_cache::TrivialInit;
use crate::runtime::core::Runtime;
use crate::runtime::inline_cache::InlineCache;
use crate::runtime::modules::CodeInfo;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::shared_program::SharedProgram;

/// Why the event loop ended.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RunEnd {
    /// The outermost frame returned.
    Done(Value),
    /// The text of the step's value is made.
    Shown(Value),
    /// An exception left the outermost frame.
    Raised(Value),
    /// The program's reports of an uncaught exception: the exception, and the list that the fallback returned.
    Reported(Value, Value),
    Limit(LimitKind),
    Answer(Value),
    /// The host requested a stop at a safepoint.
    Paused,
    /// A host function was called; the request is in [`Runtime::host_request`].
    HostCall,
    Bug(&'static str),
}

/// How many registers there are at the start. A window needs 256 registers of slack.
pub(crate) const FIRST_STACK: usize = 512;

pub(crate) struct Interpreter {
    pub(crate) rt: Runtime,
    pub(crate) units: Units,
    /// Never changed after linking, because forks share them.
    pub(crate) codes: Vec<Arc<LinkedCode>>,
    /// The inline caches of all code.
    pub(crate) sites: Vec<InlineCache>,
    /// The secondary entries of the inline caches: as many, or none when no place is polymorphic.
    pub(crate) secondary_caches: Vec<InlineCache>,
    pub(crate) stack: Vec<Value>,
    pub(crate) frames: Frames,
    /// How many internal frames there are. They do not count for Python's recursion limit.
    pub(crate) internal_frames: u32,
    /// The threads of the program that do not run now.
    pub(crate) suspended: SuspendedThreads,
    /// Loaded fallbacks by name.
    pub(crate) fallbacks: rustc_hash::FxHashMap<NameId, Value>,
    /// The instruction that ran out of memory last and ran again.
    pub(crate) retried_instruction: Option<(u32, u32, u64)>,
    /// The argument shifts of running calls; empty between instructions.
    pub(crate) argument_shifts: Vec<crate::interpreter::calls::call::ArgumentShift>,
    /// How many of them belong to calls outside the innermost one.
    pub(crate) outer_shifts: usize,
    /// Reference mode.
    pub(crate) reference_mode: bool,
    /// The run ended at a safepoint: the top frame is at its next instruction, not after its last one.
    pub(crate) ended_at_safepoint: bool,
}

impl Interpreter {
    pub(crate) fn new(rt: Runtime) -> Self {
        Interpreter {
            rt,
            units: Units::default(),
            codes: Vec::new(),
            sites: Vec::new(),
            secondary_caches: Vec::new(),
            stack: vec![Value::UNDEF; FIRST_STACK],
            frames: Frames::default(),
            internal_frames: 0,
            suspended: SuspendedThreads::default(),
            fallbacks: rustc_hash::FxHashMap::default(),
            retried_instruction: None,
            argument_shifts: Vec::new(),
            outer_shifts: 0,
            reference_mode: false,
            ended_at_safepoint: false,
        }
    }

    /// Loads a program into a namespace, and returns the number of its module code.
    pub(crate) fn load(&mut self, program: &Arc<Program>, origin: Origin, namespace: u32) -> Result<u32, Abrupt> {
        let internal = matches!(origin, Origin::Fallback(_));
        if matches!(origin, Origin::Library(_)) {
            // Sessions share the code of modules, but a process may hold it for this one alone. Compiling took more than the code does, and
            // `malloc` keeps a part of that. Measured: 3.7 to 8.6 times the code, for six groups of modules.
            self.rt.heap.charge(crate::runtime::compile::charged_bytes(program).saturating_mul(3))?;
        }
        let trusted = matches!(origin, Origin::Fallback(_) | Origin::Library(_) | Origin::Dynamic { trusted: true, .. });
        // An example of `doctest` has source lines while it runs.
        let is_given = self.rt.host.module_files.contains(program.source.name());
        let has_lines =
            !matches!(origin, Origin::Dynamic { .. } | Origin::Imports) || program.source.name().starts_with("<doctest ") || is_given;
        let traced = !trusted || (!has_lines && program.source.name() == "<string>");
        let shared = SharedProgram::from(Arc::clone(program));
        let mut names = Vec::with_capacity(program.names.len());
        for name in &program.names {
            names.push(self.rt.intern(name)?);
        }
        let mut slots = Vec::with_capacity(program.globals.len());
        if let Some(space) = self.rt.modules.namespaces.get_mut(namespace as usize) {
            space.slots.reserve(program.globals.len());
            if matches!(origin, Origin::Library(_)) {
                space.source = Some(shared.clone());
            }
        }
        for name in &program.globals {
            let name = names.get(name.0 as usize).copied().unwrap_or_default();
            slots.push(self.rt.global_slot(namespace, name)?);
        }
        let bindings = Arc::new(LinkTable { names, slots });
        let bytes_of = |code: &Code| code.ops.len() * 16 + code.sites.len() * charged_size::<InlineCache>() + code.inner.len() * 32 + 256;
        let charged = program.codes.iter().map(bytes_of).sum();
        self.rt.heap.charge(charged)?;
        // Modules of the library and of packages load as stubs, because most of their functions are never called in a session.
        let later = matches!(origin, Origin::Library(_) | Origin::Package(_)).then(|| Arc::clone(&bindings));
        let (in_outline, is_run) = (later.is_some(), origin != Origin::Imports);
        let code_count = u32::try_from(program.codes.len()).map_err(|_| Abrupt::Bug("too many codes"))?;
        let first_code = self.reserve_codes(code_count).ok_or(Abrupt::Bug("too many codes"))?;
        let is_module = is_given && matches!(origin, Origin::Dynamic { .. });
        let unit =
            LoadedProgram { later, charged, is_module, ..LoadedProgram::new(shared.clone(), code_count, origin, namespace, first_code) };
        let unit = self.units.add(unit).ok_or(Abrupt::Bug("too many units"))?;
        for (at, code) in program.codes.iter().enumerate() {
            let id = CodeId(u32::try_from(at).unwrap_or(0));
            let number = first_code.wrapping_add(id.0);
            let mut loaded = make_stub(code, id, number, &bindings);
            (loaded.program, loaded.namespace, loaded.internal, loaded.trusted) = (unit, namespace, internal, trusted);
            // The module body of a fallback is needed only for the defaults of its function.
            let is_read = if at > 0 { !in_outline } else { !internal || crate::interpreter::fallbacks::gives_defaults(code) };
            if is_run
                && is_read
                && let Err(exit) = self.link_code(&mut loaded, code, &bindings, first_code)
            {
                self.unload(unit);
                return Err(exit);
            }
            let facts = CodeInfo {
                program: shared.clone(),
                id,
                shown: !trusted,
                traced,
                has_lines,
                name: loaded.name,
                namespace,
                represents_iterator: if internal {
                    crate::objects::types::iterators::type_of_fallback_generator(&code.qualname)
                } else {
                    None
                },
            };
            if let (Some(slot), Some(info)) = (self.codes.get_mut(number as usize), self.rt.modules.code_info.get_mut(number as usize)) {
                (*slot, *info) = (Arc::new(loaded), facts);
            }
        }
        if has_lines
            && !trusted
            && let Some(space) = self.rt.modules.namespaces.get_mut(namespace as usize)
        {
            space.first_code = space.first_code.or(Some(first_code));
        }
        Ok(first_code)
    }

    /// Reduces the first program to what a restored session has of its warm imports.
    pub(crate) fn reduce_to_warm_imports(&mut self) {
        let (Some(unit), Some(code), Some(facts)) = (self.units.get_mut(0), self.codes.first_mut(), self.rt.modules.code_info.first_mut())
        else {
            return;
        };
        unit.origin = Origin::Imports;
        if let Some(space) = self.rt.modules.namespaces.get_mut(unit.namespace as usize) {
            space.first_code = None;
        }
        facts.has_lines = false;
        let mut left = LinkedCode::clone(code);
        (left.ops, left.instructions, left.consts) = (Vec::new(), Vec::new(), Vec::new());
        *code = Arc::new(left);
        self.units.forget_steps();
    }

    /// Links a stub. [`Interpreter::call_func`] calls this before every call of a function. A generator of a stub is made only there, and
    /// the fast path of calls hands a stub over to it.
    pub(crate) fn link_stub(&mut self, number: u32) -> Result<(), Abrupt> {
        let Some(known) = self.codes.get(number as usize).filter(|code| code.is_stub()) else { return Ok(()) };
        let Some(unit) = self.units.get(known.program) else { return Err(Abrupt::Bug("code of no unit")) };
        let (program, first, known) = (Arc::clone(unit.program.arc()), unit.first_code, Arc::clone(known));
        let (Some(code), Some(bindings)) = (program.codes.get(known.code.0 as usize), unit.later.clone()) else {
            return Err(self.changed_code());
        };
        let mut loaded = make_stub(code, known.code, number, &bindings);
        (loaded.program, loaded.namespace, loaded.internal, loaded.trusted) =
            (known.program, known.namespace, known.internal, known.trusted);
        loaded.consts.clone_from(&known.consts);
        if !known.is_stub_of(&loaded) {
            return Err(self.changed_code());
        }
        self.link_code(&mut loaded, code, &bindings, first)?;
        if let Some(slot) = self.codes.get_mut(number as usize) {
            *slot = Arc::new(loaded);
        }
        Ok(())
    }

    /// The exception for a function that is linked now, of a module whose file has changed since its package was found.
    fn changed_code(&mut self) -> Abrupt {
        self.rt.import_error("the file of this module has changed since the host found its package")
    }

    fn link_code(&mut self, loaded: &mut LinkedCode, code: &Code, bindings: &LinkTable, first: u32) -> Result<(), Abrupt> {
        let rt = &mut self.rt;
        let name = |id: &stockade_compiler::bytecode::NameId| bindings.name(*id);
        let mut consts = std::mem::take(&mut loaded.consts);
        if !are_constants(&rt.heap, &code.consts, &consts) {
            consts = Vec::with_capacity(code.consts.len());
            for constant in &code.consts {
                consts.push(make_constant(rt, constant)?);
            }
        }
        let mut ops = code.ops.clone();
        for op in &mut ops {
            match op {
                Op::LoadGlobal { global, .. }
                | Op::StoreGlobal { global, .. }
                | Op::DelGlobal { global }
                | Op::LoadDictOrGlobal { global, .. } => {
                    global.0 = bindings.slots.get(global.0 as usize).copied().unwrap_or(0);
                }
                _ => {}
            }
        }
        loaded.first_site = self.add_sites(code.sites.iter().map(name));
        loaded.instructions = encode_instructions(&ops, loaded.first_site);
        loaded.fusible_loops = fusible_loops(&ops, loaded.trusted);
        if tests_constants(&ops) {
            loaded.ascii_sets = code.consts.iter().take(MAX_ASCII_SETS).map(ascii_set).collect();
        }
        loaded.ops = ops;
        loaded.consts = consts;
        loaded.names = code.names.iter().map(name).collect();
        loaded.locals = code.locals.iter().map(name).collect();
        loaded.spilled = code.spilled.iter().map(name).collect();
        loaded.handlers.clone_from(&code.handlers);
        loaded.inner = code.inner.iter().map(|row| (name(&row.name), row.reg, row.start..row.end)).collect();
        loaded.children = code.children.iter().map(|child| child.0 + first).collect();
        loaded.guarded = !loaded.trusted && crate::interpreter::control::generator_finalizers::is_guarded(loaded);
        let generator_flags = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
        loaded.plain_params = code.flags & (code_flags::VARARGS | code_flags::VARKEYWORDS) == 0 && code.kwonly_count == 0;
        loaded.simple = loaded.plain_params && code.flags & generator_flags == 0;
        loaded.packs_varargs = !loaded.plain_params && code.kwonly_count == 0 && code.flags & generator_flags == 0;
        if loaded.internal {
            loaded.result_cache = crate::native_modules::functools::ResultCacheCells::of(&self.rt, &code.qualname, &loaded.free);
        }
        loaded.clear_groups = loaded.nregs.saturating_sub(loaded.arg_count).div_ceil(4).max(1);
        loaded.needs_slow_entry = loaded.clear_groups > 1 || loaded.free_base.is_some();
        loaded.needs_one_cell = loaded.clear_groups == 1 && loaded.free_base.is_some() && loaded.free.len() == 1;
        if loaded.simple {
            loaded.fast_arg_count = loaded.arg_count.into();
            loaded.positional_arg_count = if loaded.internal { u16::MAX } else { loaded.fast_arg_count };
            loaded.initializer = TrivialInit::of(&loaded.ops, &loaded.consts, loaded.arg_count, loaded.first_site);
        }
        Ok(())
    }

    /// An inline cache of the top frame's code.
    pub(crate) fn site(&self, at: u16) -> Option<InlineCache> {
        let code = self.codes.get(self.frames.last()?.code as usize)?;
        self.sites.get(code.first_site + usize::from(at)).copied()
    }

    /// The compiled code of linked code.
    pub(crate) fn source_code(&self, code: u32) -> Option<(&Program, &Code)> {
        let loaded = self.codes.get(code as usize)?;
        let unit = self.units.get(loaded.program)?;
        Some((&unit.program, unit.program.codes.get(loaded.code.0 as usize)?))
    }

    /// Frees everything unreachable. The collector may run only between instructions.
    pub(crate) fn collect(&mut self) {
        // No native function runs during a collection.
        self.rt.heap.release_to(0);
        let Interpreter { rt, units, codes, stack, frames, fallbacks, suspended, .. } = self;
        let Runtime { heap, names, modules, caches, pending, host, identity, thread, finalizers: weak, .. } = rt;
        let root_set = RootSet { codes, fallbacks, modules, pending, thread, suspended };
        let (objects_with_del, due) = (std::mem::take(&mut weak.objects_with_del), std::mem::take(&mut weak.due));
        let (watched_generators, unstarted_coroutines) =
            (std::mem::take(&mut weak.watched_generators), std::mem::take(&mut weak.unstarted_coroutines));
        let mut dead = Vec::new();
        let of_code = |marker: &mut RootMarker<'_>| {
            let marks = std::mem::take(marker.code_marks());
            units.mark_constants(codes, &marks, marker);
            let (units, bytes) = units.dead(&marks);
            dead = units;
            bytes
        };
        let roots = |marker: &mut RootMarker<'_>| {
            root_set.mark(marker);
            for frame in frames.iter() {
                marker.roots(registers_of(stack, codes, frame));
                marker.roots(&frame.held());
                marker.code(frame.code);
            }
            marker.roots(&modules.globals);
            names.strings.pages().for_each(|page| marker.roots(page));
            caches.visit_roots(marker);
            host.visit_roots(marker);
            marker.roots(&objects_with_del);
            marker.roots(&unstarted_coroutines);
            for watched in &watched_generators {
                marker.roots(&[watched.generator, watched.via, watched.kept_alive_by]);
            }
            for (function, argument) in &due {
                marker.roots(&[*function, *argument]);
            }
        };
        heap.collect(&mut identity.ids, weak, roots, of_code);
        (weak.objects_with_del, weak.due, weak.watched_generators, weak.unstarted_coroutines) =
            (objects_with_del, due, watched_generators, unstarted_coroutines);
        rt.caches.methods.fill(crate::runtime::attribute_caches::MethodEntry::default());
        // A cached method may be a freed function only at a class version that no longer exists. The entries are reset anyway.
        self.forget_cached_objects();
        self.free_units(&dead);
        if self.rt.heap.wants_compaction() {
            self.compact();
        }
    }

    /// Drops everything that was cached because the policy allowed it.
    pub(crate) fn reset_policy_caches(&mut self) {
        self.secondary_caches.clear();
        for site in &mut self.sites {
            *site = InlineCache::new(site.name);
        }
        self.rt.caches.builtins.clear();
        self.rt.caches.methods.fill(crate::runtime::attribute_caches::MethodEntry::default());
        self.rt.caches.own_attributes.fill(crate::runtime::attribute_caches::SlotEntry::default());
        self.rt.caches.constructors = ConstructorCache::default();
        self.rt.caches.special_method_cache.take();
    }

    /// Pushes the frame of a module body. Its result ends the run ([`ReturnAction::Exit`]) or is dropped ([`ReturnAction::Import`]).
    pub(crate) fn push_module(&mut self, code: u32, action: ReturnAction, extra: Value, dst: u8) -> Result<(), Abrupt> {
        self.link_stub(code)?;
        let base = self.next_base();
        let nregs = self.codes.get(code as usize).map_or(0, |code| usize::from(code.nregs));
        self.reserve(base)?;
        if let Some(window) = self.stack.get_mut(base..base + nregs) {
            window.fill(Value::UNDEF);
        }
        self.push_frame(Frame { code, pc: 0, base: u32::try_from(base).unwrap_or(u32::MAX), dst, action, extra, ..Frame::default() })
    }

    /// Starts the fallback `traceback_texts` for the uncaught exception `exc` and others, or `told_by_hook` when the program has its own
    /// hook.
    pub(crate) fn start_traceback_texts(&mut self, exc: Value, wanted: Vec<Value>, hook: Option<Value>) -> Result<(), Abrupt> {
        let list = self.rt.heap.list(wanted)?;
        let (name, args) = match hook {
            Some(hook) => ("told_by_hook", smallvec::smallvec![hook, exc, list]),
            None => ("traceback_texts", smallvec::smallvec![list]),
        };
        let callee = self.rt.fallback(name)?;
        self.rt.pending.call =
            crate::runtime::pending_call::PendingCall { callee, args, ..crate::runtime::pending_call::PendingCall::default() };
        match self.start_pending(0, ReturnAction::Report, exc)? {
            crate::interpreter::calls::call::CallOutcome::Pushed => Ok(()),
            crate::interpreter::calls::call::CallOutcome::Value(_) => Err(Abrupt::Bug("texts without a frame")),
        }
    }

    /// The first register after all that are in use.
    pub(crate) fn next_base(&self) -> usize {
        self.frames
            .last()
            .map_or(0, |frame| frame.base as usize + self.codes.get(frame.code as usize).map_or(0, |code| usize::from(code.nregs)))
    }

    /// Makes room for a window at `base`, and for one more.
    pub(crate) fn reserve(&mut self, base: usize) -> Result<(), Abrupt> {
        let needed = base + 512;
        if needed > self.stack.len() {
            let len = needed.max(self.stack.len() * 2);
            self.rt.heap.charge((len - self.stack.len()) * charged_size::<Value>())?;
            self.stack.resize(len, Value::UNDEF);
        }
        Ok(())
    }

    /// Pushes a frame. Checks both depth limits and charges the frame's entry.
    pub(crate) fn push_frame(&mut self, mut frame: Frame) -> Result<(), Abrupt> {
        if self.frames.len() >= self.rt.budget.limits.recursion as usize {
            return Err(Abrupt::Limit(LimitKind::Recursion));
        }
        let Some(code) = self.codes.get(frame.code as usize) else { return Err(Abrupt::Bug("no such code")) };
        frame.internal = code.internal;
        frame.fast_return = frame.is_fast_return(!self.frames.is_empty());
        let cost = code.entry_cost;
        if !frame.internal && self.frames.len() - self.internal_frames as usize >= self.rt.budget.recursion_limit as usize {
            return Err(self.rt.raise(crate::runtime::exceptions::RECURSION_ERROR, "maximum recursion depth exceeded"));
        }
        if self.frames.len() == self.frames.capacity() {
            let grow = self.frames.capacity().max(FIRST_FRAMES);
            self.rt.heap.charge(grow * charged_size::<Frame>())?;
            self.frames.grow(grow);
        }
        self.rt.heap.fuel.charge(cost);
        self.internal_frames += u32::from(frame.internal);
        self.frames.push(frame);
        self.set_frame_limits();
        Ok(())
    }

    /// See [`Runtime::set_frame_limits`].
    fn set_frame_limits(&mut self) {
        self.rt.set_frame_limits(self.internal_frames, self.frames.capacity());
    }

    /// Pops the top frame.
    pub(crate) fn pop_frame(&mut self) -> Option<Frame> {
        let frame = *self.frames.pop()?;
        if frame.internal {
            self.internal_frames = self.internal_frames.saturating_sub(1);
            self.set_frame_limits();
        }
        Some(frame)
    }

    /// What ends with a frame that never returns: its generator, and the import of a module whose body it ran.
    pub(crate) fn drop_frame(&mut self, frame: &Frame) {
        if let Some(at) = frame.generator {
            self.rt.heap.finish_body(at.get());
        }
        if frame.action == ReturnAction::Import {
            // The next import runs the body from its beginning.
            self.import_failed(frame.extra);
        }
    }

    /// Drops every frame. After a limit, an answer or an uncaught exception the session starts its next step without frames.
    pub(crate) fn clear_frames(&mut self) {
        if self.rt.thread.number != crate::runtime::thread::MAIN {
            self.forget_threads();
        }
        let ending = |frame: &&Frame| frame.generator.is_some() || frame.action == ReturnAction::Import;
        let ending: Vec<Frame> = self.frames.iter().filter(ending).copied().collect();
        for frame in &ending {
            self.drop_frame(frame);
        }
        let room = self.frames.clear();
        self.rt.heap.refund(room * charged_size::<Frame>());
        self.rt.heap.release_free_list();
        self.internal_frames = 0;
        self.rt.budget.max_unchecked_frames = 0;
        self.rt.thread.handled = Value::NONE;
        self.rt.thread.in_progress.clear();
        self.rt.pending.call = crate::runtime::pending_call::PendingCall::default();
        self.rt.host.request = None;
        self.retried_instruction = None;
    }
}
