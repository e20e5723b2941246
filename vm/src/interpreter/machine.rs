//! The machine: runtime, loaded code, register stack and frames; loading programs, collecting, running one step.

use std::cell::Cell;
use std::sync::Arc;

use stockade_compiler::bytecode::{Capture, Code, CodeId, CodeKind, Constant, HandlerRow, Liveness, Op, Program, code_flags};

use crate::base::abrupt::Exit;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::{Marker, SetObj};
use crate::interpreter::control::threads::Threads;
use crate::interpreter::fast::{FedBy, Initializer, Window, Word, fed_loops, words_of};
use crate::interpreter::frame::{Action, Frame, Frames};
use crate::runtime::core::{CodeFacts, Rt};
use crate::runtime::inline_cache::{Site, SiteKind};
use crate::session::outcome::LimitKind;

/// Code ready to run: constants made, names resolved. In outline, with what calls and closures ask of it and no instructions,
/// until [`Machine::complete`].
#[derive(Debug, Clone)]
pub(crate) struct Loaded {
    /// Its own, among the codes of the machine.
    pub(crate) number: u32,
    pub(crate) program: u32,
    pub(crate) code: CodeId,
    pub(crate) kind: CodeKind,
    pub(crate) flags: u16,
    /// Plain positional parameters only, and a call runs the body: arguments are the first registers as they stand.
    pub(crate) simple: bool,
    /// Plain positional parameters only, whatever a call makes of them.
    pub(crate) plain_params: bool,
    /// Plain positional parameters and then `*args`, `**kwds` or both, and a call runs the body.
    pub(crate) gathers: bool,
    /// A function of the prelude that keeps the results of another: [`crate::native_modules::functools::recalled`] may know what it will give.
    pub(crate) recalls: Option<crate::native_modules::functools::Recalls>,
    /// How many arguments the loop itself can call it with: all of them, of simple code that is not hidden; else none fits.
    pub(crate) quick_args: u16,
    /// As `quick_args`, of code that is not hidden; else none fits.
    pub(crate) plain_args: u16,
    /// What a call with just its arguments clears after them: so many times four registers, once at least, for all that are left of its own.
    pub(crate) fours: u8,
    /// More than that has to be done where a call begins: it has more registers to clear, or variables of others to find.
    pub(crate) begins_with_more: bool,
    /// And no more than to take one variable of others besides its first four.
    pub(crate) begins_with_one: bool,
    pub(crate) nregs: u8,
    pub(crate) arg_count: u8,
    pub(crate) posonly: u8,
    pub(crate) kwonly: u8,
    pub(crate) entry_cost: u32,
    pub(crate) namespace: u32,
    /// All it does, where that is no more than giving its first argument attributes.
    pub(crate) initializer: Option<Box<Initializer>>,
    /// Prelude code: frames don't show in tracebacks and don't count for the recursion limit.
    pub(crate) hidden: bool,
    /// Code of the VM's own library: the policy is not asked.
    pub(crate) trusted: bool,
    /// A body of the program's that has a `yield` where an exception is looked at: [`crate::interpreter::control::generator_finalizers`].
    pub(crate) guarded: bool,
    pub(crate) name: NameId,
    pub(crate) ops: Vec<Op>,
    /// The same, as the rows read them.
    pub(crate) words: Vec<Word>,
    /// The `ForLoop`s that a generator feeds: see [`fed_loops`].
    pub(crate) fed_loops: Vec<FedBy>,
    pub(crate) consts: Vec<Value>,
    /// Of the first constants, which ASCII characters a text of nothing else has, one bit each; none for others. For `character in 'text'`.
    pub(crate) ascii_sets: Vec<[u64; 2]>,
    /// Its sites are those of the machine from here on.
    pub(crate) first_site: usize,
    pub(crate) names: Vec<NameId>,
    pub(crate) locals: Vec<NameId>,
    pub(crate) spilled: Vec<NameId>,
    pub(crate) free: Vec<NameId>,
    pub(crate) captures: Vec<Capture>,
    /// The first register of the free variables' cells, where a call puts them.
    pub(crate) free_base: Option<u8>,
    /// Which of them get the value in the cell, one bit each.
    pub(crate) free_values: u16,
    pub(crate) children: Vec<u32>,
    pub(crate) handlers: Vec<HandlerRow>,
    /// Variables of comprehensions: name, register and where it is theirs.
    pub(crate) inner: Vec<(NameId, u8, std::ops::Range<u32>)>,
    liveness: std::sync::OnceLock<Option<Liveness>>,
}

impl Loaded {
    /// What this body of code still reads at each of its instructions, found when it is first asked: a matter of the code alone,
    /// so that no answer depends on what was asked before. None of code that is too long to ask. `number`: its own.
    pub(crate) fn liveness(&self, facts: &[CodeFacts], number: u32) -> Option<&Liveness> {
        let known = self.liveness.get_or_init(|| Liveness::of(facts.get(number as usize)?.code()?));
        known.as_ref()
    }

    /// Clears what a call with just its arguments leaves in the window: as many registers as [`Machine::call_func`] does, in fours, since
    /// those above its own are the caller's, who does not need them any more, but whose snapshot they show in. What an undefined
    /// register holds besides its tag is never looked at.
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a u8 cuts 256 registers")]
    pub(crate) fn clear(&self, window: &Window) {
        let undefine = |four: &[Cell<Value>; 4]| four.iter().for_each(|slot| slot.set(Value { tag: Tag::Undef, ..slot.get() }));
        let mut rest = &window[usize::from(self.arg_count)..];
        for _ in 0..self.fours {
            let Some((four, more)) = rest.split_first_chunk() else { return };
            undefine(four);
            rest = more;
        }
    }

    /// As `clear`, the first four: all of them, unless [`Loaded::begins_with_more`].
    #[inline(always)]
    #[expect(clippy::indexing_slicing, reason = "a u8 cuts 256 registers, and there are four more")]
    pub(crate) fn clear_four(&self, window: &Window) {
        let first = usize::from(self.arg_count);
        for slot in [&window[first], &window[first + 1], &window[first + 2], &window[first + 3]] {
            slot.set(Value { tag: Tag::Undef, ..slot.get() });
        }
    }

    /// Whether its instructions are not made yet: it was never entered.
    pub(crate) fn is_outline(&self) -> bool {
        self.ops.is_empty()
    }

    /// Where an exception that leaves an instruction is looked at.
    pub(crate) fn handler(&self, pc: u32) -> Option<HandlerRow> {
        self.handlers.iter().find(|row| row.start <= pc && pc < row.end).copied()
    }
}

/// A program with what it was loaded as: enough to load it again.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) program: Arc<Program>,
    pub(crate) origin: Origin,
    pub(crate) namespace: u32,
    /// Its codes are `first_code..`.
    pub(crate) first_code: u32,
    /// Where codes are completed later: what its names and its globals are here.
    pub(crate) later: Option<Arc<Bindings>>,
}

impl Unit {
    /// The code of the first function that the body of the module defines: of the one there is in a program of the prelude.
    pub(crate) fn first_function(&self) -> Option<u32> {
        Some(self.program.codes.first()?.children.first()?.0 + self.first_code)
    }
}

/// What the numbers that a program's code has for names and globals mean in a session.
#[derive(Debug)]
pub(crate) struct Bindings {
    names: Vec<NameId>,
    slots: Vec<u32>,
}

/// Where a program came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A step of the session: the host's source.
    Guest,
    /// A library module written in Python, by name.
    Library(String),
    /// A function of the prelude, by name.
    Prelude(String),
    /// The imports a program begins with, which were run before it ([`crate::session::warm_imports`]): an outline that is never entered.
    Imports,
    /// Source made at run time: by `exec`, `eval` and `compile`, or by the library for its own use. `shows`: the value of the
    /// last expression is the module's. `over_locals`: its value is a function that runs over a mapping.
    /// `future`: whoever made it keeps annotations as text.
    Dynamic { trusted: bool, shows: bool, over_locals: bool, future: bool },
}

impl Bindings {
    fn name(&self, id: stockade_compiler::bytecode::NameId) -> NameId {
        self.names.get(id.0 as usize).copied().unwrap_or_default()
    }
}

/// What calls and closures ask of code.
fn outline(code: &Code, id: CodeId, number: u32, bindings: &Bindings) -> Loaded {
    Loaded {
        number,
        program: 0,
        code: id,
        kind: code.kind,
        flags: code.flags,
        simple: false,
        plain_params: false,
        gathers: false,
        recalls: None,
        quick_args: u16::MAX,
        plain_args: u16::MAX,
        fours: 0,
        begins_with_more: true,
        begins_with_one: false,
        liveness: std::sync::OnceLock::new(),
        nregs: code.nregs,
        // A class body takes its namespace in register 0.
        arg_count: if code.kind == CodeKind::Class { 1 } else { code.arg_count },
        posonly: code.posonly_count,
        kwonly: code.kwonly_count,
        entry_cost: code.entry_cost,
        initializer: None,
        namespace: 0,
        hidden: false,
        trusted: false,
        guarded: false,
        name: bindings.name(code.name),
        ops: Vec::new(),
        words: Vec::new(),
        fed_loops: Vec::new(),
        ascii_sets: Vec::new(),
        consts: Vec::new(),
        first_site: 0,
        names: Vec::new(),
        locals: Vec::new(),
        spilled: Vec::new(),
        inner: Vec::new(),
        free: code.free.iter().map(|id| bindings.name(*id)).collect(),
        captures: code.captures.clone(),
        free_base: code.free_base,
        free_values: code.free_values,
        children: Vec::new(),
        handlers: Vec::new(),
    }
}

/// Why the loop stopped.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stop {
    /// The outermost frame returned.
    Done(Value),
    /// The text of the step's value is made.
    Shown(Value),
    /// An exception left the outermost frame.
    Raised(Value),
    /// What guest code says of an uncaught exception: the exception and the prelude's list.
    Reported(Value, Value),
    Limit(LimitKind),
    Answer(Value),
    /// At a safepoint, because the host asked.
    Paused,
    /// A host function is called: the request stands in [`Rt::host_request`].
    HostCall,
    Bug(&'static str),
}

/// So many constants have a set of characters: with these the bytes charged for every code are not used up.
const MOST_SETS: usize = 15;

/// Whether a jump asks for something in a constant loaded just before.
fn tests_constants(ops: &[Op]) -> bool {
    ops.windows(2).any(|pair| matches!(pair, [Op::LoadConst { .. }, Op::JumpIfIn { .. } | Op::JumpIfNotIn { .. }]))
}

/// Which characters a constant text has, where they are few and of ASCII.
fn ascii_set(constant: &Constant) -> [u64; 2] {
    let mut set = [0; 2];
    if let Constant::Str(text) = constant
        && text.len() <= 128
        && text.is_ascii()
    {
        for byte in text.bytes() {
            if let Some(half) = set.get_mut(usize::from(byte >> 6)) {
                *half |= 1 << (byte & 63);
            }
        }
    }
    set
}

/// Registers at the start; a window needs 256 of slack.
pub(crate) const FIRST_STACK: usize = 512;

pub(crate) struct Machine {
    pub(crate) rt: Rt,
    pub(crate) units: Vec<Unit>,
    /// Never changed once loaded: forks share them.
    pub(crate) codes: Vec<Arc<Loaded>>,
    /// The sites of all codes.
    pub(crate) sites: Vec<Site>,
    /// What each of them knew before it saw what it knows now: as many, or none where no site has seen two kinds of instances.
    pub(crate) seconds: Vec<Site>,
    pub(crate) stack: Vec<Value>,
    pub(crate) frames: Frames,
    /// Frames that do not count for Python's recursion limit.
    pub(crate) hidden: u32,
    /// Loaded prelude functions by name.
    pub(crate) prelude: rustc_hash::FxHashMap<NameId, Value>,
    /// The instruction that ran out of memory last and was tried again.
    pub(crate) retried: Option<(u32, u32, u64)>,
    /// What calls under way did to the registers of their instructions: empty between instructions.
    pub(crate) moved: Vec<crate::interpreter::calls::call::Moved>,
    /// How many of them are of calls around the innermost one.
    pub(crate) moved_before: usize,
    /// No quick cases.
    pub(crate) plain: bool,
}

impl Machine {
    pub(crate) fn new(rt: Rt) -> Self {
        Machine {
            rt,
            units: Vec::new(),
            codes: Vec::new(),
            sites: Vec::new(),
            seconds: Vec::new(),
            stack: vec![Value::UNDEF; FIRST_STACK],
            frames: Frames::default(),
            hidden: 0,
            prelude: rustc_hash::FxHashMap::default(),
            retried: None,
            moved: Vec::new(),
            moved_before: 0,
            plain: false,
        }
    }

    /// Loads a program into a namespace: the index of its module code.
    pub(crate) fn load(&mut self, program: &Arc<Program>, origin: Origin, namespace: u32) -> Result<u32, Exit> {
        let first_code = u32::try_from(self.codes.len()).map_err(|_| Exit::Bug("too many codes"))?;
        let unit = u32::try_from(self.units.len()).map_err(|_| Exit::Bug("too many units"))?;
        let hidden = matches!(origin, Origin::Prelude(_));
        let trusted = matches!(origin, Origin::Prelude(_) | Origin::Library(_) | Origin::Dynamic { trusted: true, .. });
        // The lines of an example of `doctest` are found as long as it runs.
        let has_lines = !matches!(origin, Origin::Dynamic { .. } | Origin::Imports) || program.source.name().starts_with("<doctest ");
        let traced = !trusted || (!has_lines && program.source.name() == "<string>");
        let mut names = Vec::with_capacity(program.names.len());
        for name in &program.names {
            names.push(self.rt.intern(name)?);
        }
        let mut slots = Vec::with_capacity(program.globals.len());
        if let Some(space) = self.rt.namespaces.get_mut(namespace as usize) {
            space.slots.reserve(program.globals.len());
            if matches!(origin, Origin::Library(_)) {
                space.source = Some(Arc::clone(program));
            }
        }
        for name in &program.globals {
            let name = names.get(name.0 as usize).copied().unwrap_or_default();
            slots.push(self.rt.global_slot(namespace, name)?);
        }
        let bindings = Arc::new(Bindings { names, slots });
        // Most functions of a library module are never called in a session.
        let later = matches!(origin, Origin::Library(_)).then(|| Arc::clone(&bindings));
        let (in_outline, is_run) = (later.is_some(), origin != Origin::Imports);
        // Until the unit is complete nothing refers to it: a failure half-way leaves only unreachable codes.
        self.units.push(Unit { program: Arc::clone(program), origin, namespace, first_code, later });
        self.codes.reserve(program.codes.len());
        self.rt.code_facts.reserve(program.codes.len());
        for (at, code) in program.codes.iter().enumerate() {
            let id = CodeId(u32::try_from(at).unwrap_or(0));
            self.rt.heap.charge(code.ops.len() * 16 + code.sites.len() * size_of::<Site>() + code.inner.len() * 32 + 256)?;
            let mut loaded = outline(code, id, first_code.wrapping_add(id.0), &bindings);
            (loaded.program, loaded.namespace, loaded.hidden, loaded.trusted) = (unit, namespace, hidden, trusted);
            // The body of a module of the prelude only says what the defaults of its function are.
            let is_read = if at > 0 { !in_outline } else { !hidden || crate::fallback::gives_defaults(code) };
            if is_run && is_read {
                self.complete_code(&mut loaded, code, &bindings, first_code)?;
            }
            self.rt.code_facts.push(CodeFacts {
                program: Arc::clone(program),
                id,
                shown: !trusted,
                traced,
                has_lines,
                name: loaded.name,
                namespace,
                plays: if hidden { crate::objects::types::iterators::played_by(&code.qualname) } else { None },
            });
            self.codes.push(Arc::new(loaded));
        }
        Ok(first_code)
    }

    /// Leaves of the first unit what a restored session has of the imports that were run before its program.
    pub(crate) fn imports_are_run(&mut self) {
        let (Some(unit), Some(code), Some(facts)) = (self.units.first_mut(), self.codes.first_mut(), self.rt.code_facts.first_mut()) else {
            return;
        };
        unit.origin = Origin::Imports;
        facts.has_lines = false;
        let mut left = Loaded::clone(code);
        (left.ops, left.words, left.consts) = (Vec::new(), Vec::new(), Vec::new());
        *code = Arc::new(left);
    }

    /// Makes what a code's instructions refer to, where that was left for when it is entered first: before every call by
    /// [`Machine::call_func`], which alone makes generators and which quick calls of such code come to.
    pub(crate) fn complete(&mut self, number: u32) -> Result<(), Exit> {
        let Some(known) = self.codes.get(number as usize).filter(|code| code.is_outline()) else { return Ok(()) };
        let Some(unit) = self.units.get(known.program as usize) else { return Err(Exit::Bug("code of no unit")) };
        let (program, first, known) = (Arc::clone(&unit.program), unit.first_code, Arc::clone(known));
        let (Some(code), Some(bindings)) = (program.codes.get(known.code.0 as usize), unit.later.clone()) else {
            return Err(Exit::Bug("code that nothing completes"));
        };
        let mut loaded = outline(code, known.code, number, &bindings);
        (loaded.program, loaded.namespace, loaded.hidden, loaded.trusted) = (known.program, known.namespace, known.hidden, known.trusted);
        self.complete_code(&mut loaded, code, &bindings, first)?;
        if let Some(slot) = self.codes.get_mut(number as usize) {
            *slot = Arc::new(loaded);
        }
        Ok(())
    }

    fn complete_code(&mut self, loaded: &mut Loaded, code: &Code, bindings: &Bindings, first: u32) -> Result<(), Exit> {
        let rt = &mut self.rt;
        let name = |id: &stockade_compiler::bytecode::NameId| bindings.name(*id);
        let mut consts = Vec::with_capacity(code.consts.len());
        for constant in &code.consts {
            consts.push(make_constant(rt, constant)?);
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
        loaded.first_site = self.sites.len();
        self.sites.extend(code.sites.iter().map(|id| Site::new(name(id))));
        loaded.words = words_of(&ops, loaded.first_site);
        loaded.fed_loops = fed_loops(&ops, loaded.trusted);
        if tests_constants(&ops) {
            loaded.ascii_sets = code.consts.iter().take(MOST_SETS).map(ascii_set).collect();
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
        let bodies = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
        loaded.plain_params = code.flags & (code_flags::VARARGS | code_flags::VARKEYWORDS) == 0 && code.kwonly_count == 0;
        loaded.simple = loaded.plain_params && code.flags & bodies == 0;
        loaded.gathers = !loaded.plain_params && code.kwonly_count == 0 && code.flags & bodies == 0;
        if loaded.hidden {
            loaded.recalls = crate::native_modules::functools::Recalls::of(&self.rt, &code.qualname, &loaded.free);
        }
        loaded.fours = loaded.nregs.saturating_sub(loaded.arg_count).div_ceil(4).max(1);
        loaded.begins_with_more = loaded.fours > 1 || loaded.free_base.is_some();
        loaded.begins_with_one = loaded.fours == 1 && loaded.free_base.is_some() && loaded.free.len() == 1;
        if loaded.simple {
            loaded.quick_args = loaded.arg_count.into();
            loaded.plain_args = if loaded.hidden { u16::MAX } else { loaded.quick_args };
            loaded.initializer = Initializer::of(&loaded.ops, &loaded.consts, loaded.arg_count, loaded.first_site);
        }
        Ok(())
    }

    /// A site of the top frame's code.
    pub(crate) fn site(&self, at: u16) -> Option<Site> {
        let code = self.codes.get(self.frames.last()?.code as usize)?;
        self.sites.get(code.first_site + usize::from(at)).copied()
    }

    /// The compiled code behind a loaded one.
    pub(crate) fn source_code(&self, code: u32) -> Option<(&Program, &Code)> {
        let loaded = self.codes.get(code as usize)?;
        let unit = self.units.get(loaded.program as usize)?;
        Some((&unit.program, unit.program.codes.get(loaded.code.0 as usize)?))
    }

    /// Frees everything unreachable. Only between instructions.
    pub(crate) fn collect(&mut self) {
        let Machine { rt, codes, sites, seconds, stack, frames, prelude, .. } = self;
        let Rt { heap, names, globals, namespaces, modules, pending, handled, in_progress, chars, ids, weak, answer, threads, .. } = rt;
        let held = Held { codes, prelude, namespaces, modules, pending, handled: *handled, in_progress, threads };
        let (mortals, due) = (std::mem::take(&mut weak.mortals), std::mem::take(&mut weak.due));
        let (sleepers, unawaited) = (std::mem::take(&mut weak.sleepers), std::mem::take(&mut weak.unawaited));
        heap.collect(ids, weak, |marker: &mut Marker<'_>| {
            held.mark(marker);
            for frame in frames.iter() {
                marker.roots(registers_of(stack, codes, frame));
                marker.roots(&frame.held());
            }
            marker.roots(globals);
            names.strings.pages().for_each(|page| marker.roots(page));
            marker.roots(chars);
            marker.root(*answer);
            marker.roots(&mortals);
            marker.roots(&unawaited);
            for sleeper in &sleepers {
                marker.roots(&[sleeper.generator, sleeper.via, sleeper.kept_by]);
            }
            for (function, argument) in &due {
                marker.roots(&[*function, *argument]);
            }
        });
        (weak.mortals, weak.due, weak.sleepers, weak.unawaited) = (mortals, due, sleepers, unawaited);
        rt.methods.fill(crate::runtime::core::MethodEntry::default());
        // A cached method may name a freed function only at a class version that is gone; forget those of dead slots anyway.
        seconds.clear();
        for site in sites.iter_mut() {
            if !matches!(site.kind(), SiteKind::Slot | SiteKind::AddSlot | SiteKind::Native) {
                site.forget();
            }
        }
    }

    /// Forgets everything that was kept because the policy allowed it.
    pub(crate) fn forget_answers(&mut self) {
        self.seconds.clear();
        for site in &mut self.sites {
            *site = Site::new(site.name);
        }
        self.rt.builtin_slots.clear();
        self.rt.methods.fill(crate::runtime::core::MethodEntry::default());
        self.rt.slots_known.fill(crate::runtime::core::SlotEntry::default());
        self.rt.makers = crate::interpreter::fast::Makers::default();
        self.rt.specials.take();
    }

    /// Pushes the frame of a module body; its result leaves the loop (`Action::Exit`) or is dropped (`Action::Import`).
    pub(crate) fn push_module(&mut self, code: u32, action: Action, extra: Value, dst: u8) -> Result<(), Exit> {
        let base = self.next_base();
        let nregs = self.codes.get(code as usize).map_or(0, |code| usize::from(code.nregs));
        self.reserve(base)?;
        if let Some(window) = self.stack.get_mut(base..base + nregs) {
            window.fill(Value::UNDEF);
        }
        self.push_frame(Frame { code, pc: 0, base: u32::try_from(base).unwrap_or(u32::MAX), dst, action, extra, ..Frame::default() })
    }

    /// Starts the prelude's `traceback_texts` for exceptions, on behalf of the uncaught `exc`, or `told_by_hook` where the program has a
    /// hook of its own.
    pub(crate) fn ask_texts(&mut self, exc: Value, wanted: Vec<Value>, hook: Option<Value>) -> Result<(), Exit> {
        let list = self.rt.heap.list(wanted)?;
        let (name, args) = match hook {
            Some(hook) => ("told_by_hook", smallvec::smallvec![hook, exc, list]),
            None => ("traceback_texts", smallvec::smallvec![list]),
        };
        let callee = self.rt.prelude(name)?;
        self.rt.pending = crate::runtime::core::Pending { callee, args, ..crate::runtime::core::Pending::default() };
        match self.start_pending(0, Action::Report, exc)? {
            crate::interpreter::calls::call::Called::Pushed => Ok(()),
            crate::interpreter::calls::call::Called::Value(_) => Err(Exit::Bug("texts without a frame")),
        }
    }

    /// The first register above everything in use.
    pub(crate) fn next_base(&self) -> usize {
        self.frames
            .last()
            .map_or(0, |frame| frame.base as usize + self.codes.get(frame.code as usize).map_or(0, |code| usize::from(code.nregs)))
    }

    /// Makes sure a window at `base` exists.
    pub(crate) fn reserve(&mut self, base: usize) -> Result<(), Exit> {
        let needed = base + 512;
        if needed > self.stack.len() {
            let len = needed.max(self.stack.len() * 2);
            self.rt.heap.charge((len - self.stack.len()) * size_of::<Value>())?;
            self.stack.resize(len, Value::UNDEF);
        }
        Ok(())
    }

    /// Pushes a frame, counted against both depth limits and charged its entry.
    pub(crate) fn push_frame(&mut self, mut frame: Frame) -> Result<(), Exit> {
        if self.frames.len() >= self.rt.limits.recursion as usize {
            return Err(Exit::Limit(LimitKind::Recursion));
        }
        let Some(code) = self.codes.get(frame.code as usize) else { return Err(Exit::Bug("no such code")) };
        frame.hidden = code.hidden;
        frame.quick = frame.is_quick(!self.frames.is_empty());
        let cost = code.entry_cost;
        if !frame.hidden && self.frames.len() - self.hidden as usize >= self.rt.recursion_limit as usize {
            return Err(self.rt.raise(crate::runtime::exceptions::RECURSION_ERROR, "maximum recursion depth exceeded"));
        }
        if self.frames.len() == self.frames.capacity() {
            let grow = self.frames.capacity().max(16);
            self.rt.heap.charge(grow * size_of::<Frame>())?;
            self.frames.grow(grow);
        }
        self.rt.heap.fuel.take(cost);
        self.hidden += u32::from(frame.hidden);
        self.frames.push(frame);
        self.set_quick_frames();
        Ok(())
    }

    /// See [`Rt::set_quick_frames`].
    fn set_quick_frames(&mut self) {
        self.rt.set_quick_frames(self.hidden, self.frames.capacity());
    }

    /// Takes the top frame off.
    pub(crate) fn pop_frame(&mut self) -> Option<Frame> {
        let frame = *self.frames.pop()?;
        if frame.hidden {
            self.hidden = self.hidden.saturating_sub(1);
            self.set_quick_frames();
        }
        Some(frame)
    }

    /// Drops every frame: after a limit, an answer or an uncaught exception the session starts its next step clean.
    pub(crate) fn clear_frames(&mut self) {
        if self.rt.threads.number != crate::interpreter::control::threads::MAIN {
            self.forget_threads();
        }
        for frame in std::mem::take(&mut self.frames).iter() {
            if let Some(at) = frame.generator {
                self.rt.heap.finish_body(at.get());
            }
        }
        self.rt.heap.forget_spares();
        self.hidden = 0;
        self.rt.frames_allowed = 0;
        self.rt.handled = Value::NONE;
        self.rt.in_progress.clear();
        self.rt.pending = crate::runtime::core::Pending::default();
        self.rt.host_request = None;
        self.retried = None;
    }
}

/// The window of a frame.
pub(crate) fn registers_of<'a>(stack: &'a [Value], codes: &[Arc<Loaded>], frame: &Frame) -> &'a [Value] {
    let base = frame.base as usize;
    let nregs = codes.get(frame.code as usize).map_or(0, |code| usize::from(code.nregs));
    stack.get(base..base + nregs).unwrap_or(&[])
}

/// What the machine holds whatever it is asked: roots of every marking.
pub(crate) struct Held<'a> {
    pub(crate) codes: &'a [Arc<Loaded>],
    pub(crate) prelude: &'a rustc_hash::FxHashMap<NameId, Value>,
    pub(crate) namespaces: &'a [crate::runtime::core::Namespace],
    pub(crate) modules: &'a rustc_hash::FxHashMap<String, Value>,
    pub(crate) pending: &'a crate::runtime::core::Pending,
    pub(crate) handled: Value,
    pub(crate) in_progress: &'a [Value],
    pub(crate) threads: &'a Threads,
}

impl Held<'_> {
    pub(crate) fn mark(&self, marker: &mut Marker<'_>) {
        for code in self.codes {
            marker.roots(&code.consts);
        }
        #[expect(clippy::iter_over_hash_type, reason = "marking does not depend on order")]
        for function in self.prelude.values() {
            marker.root(*function);
        }
        for space in self.namespaces {
            marker.roots(&[space.module, space.view]);
        }
        #[expect(clippy::iter_over_hash_type, reason = "marking does not depend on order")]
        for module in self.modules.values() {
            marker.root(*module);
        }
        self.pending.visit(&mut |value| marker.root(value));
        marker.root(self.handled);
        marker.roots(self.in_progress);
        marker.root(self.threads.record);
        for parked in self.threads.parked.values() {
            marker.roots(&[parked.handled, parked.record]);
            marker.roots(&parked.in_progress);
            for frame in parked.frames.iter() {
                marker.roots(registers_of(&parked.stack, self.codes, frame));
                marker.roots(&frame.held());
            }
        }
    }
}

/// A constant as a value.
pub(crate) fn make_constant(rt: &mut Rt, constant: &Constant) -> Result<Value, Exit> {
    Ok(match constant {
        Constant::None => Value::NONE,
        Constant::True => Value::TRUE,
        Constant::False => Value::FALSE,
        Constant::Ellipsis => Value::ELLIPSIS,
        Constant::Int(value) => Value::int(*value),
        Constant::BigInt(digits) => {
            rt.charge(digits.len() as u64 / 8)?;
            let value = num_bigint::BigInt::parse_bytes(digits.as_bytes(), 10).ok_or(Exit::Bug("constant is not a number"))?;
            rt.heap.int(value)?
        }
        Constant::Float(value) => Value::float(*value),
        Constant::Complex(re, im) => rt.heap.complex(*re, *im)?,
        Constant::Str(text) => {
            // Short identifiers are worth sharing: they are keys and attribute names.
            if text.len() <= 20 { rt.intern_value(text)? } else { rt.heap.str(text)? }
        }
        Constant::Bytes(data) => rt.heap.bytes(data.to_vec())?,
        Constant::Tuple(items) => {
            // Nesting of constants is bounded by the parser's guard.
            let mut values = Vec::with_capacity(items.len());
            for item in items {
                values.push(make_constant(rt, item)?);
            }
            rt.heap.tuple_from(values)?
        }
        Constant::FrozenSet(items) => {
            let first = rt.heap.set(SetObj::default(), true)?;
            for item in items {
                let item = make_constant(rt, item)?;
                rt.set_add(first, item)?;
            }
            // CPython's compiler builds such a constant twice, the second time in the order of the first: it shows.
            let set = rt.heap.set(SetObj::default(), true)?;
            for item in rt.collect(first)? {
                rt.set_add(set, item)?;
            }
            set
        }
    })
}
