//! Reads the body of a snapshot to a session.
//!
//! Order of work: the tables; then the code (compiled from sources; its constants are the first objects); then empty objects of every kind,
//! so that each reference can be checked against the number of objects as it is read; then their contents; then the roots; then the checks
//! that need the whole ([`super::validate`]).
//!
//! Memory is charged to the new session's limit before it is allocated. Work that is not linear in the input is charged to a budget
//! proportional to the input size. The interpreter's own fuel counter holds this budget.

use crate::heap::charged_size;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use stockade_compiler::bytecode::Program;
use stockade_compiler::{CompileOptions, ModuleKind, ParseLimits, SourceText};
use stockade_policy::redact::Stream;
use stockade_policy::{Grants, Limits};

use super::state::{KINDS, Kind, action_of, mark, resume_of};
use super::write_sections::{is_loop_register, owners};
use super::{fingerprint, symbols};
use crate::base::fuel::Fuel;
use crate::base::fuel::SLICE;
use crate::base::host::Host;
use crate::base::names::NameId;
use crate::base::snapshot_error::{Read, SnapshotError, corrupt, ensure, trouble};
use crate::base::value::MARKER;
use crate::base::value::{Tag, Value};
use crate::base::wire::Reader;
use crate::heap::shapes::SHAPE_BYTES;
use crate::heap::weak_table::Place;
use crate::heap::{DICT_SHAPE, Heap};
use crate::interpreter::code::Origin;
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Interpreter;
use crate::runtime::core::Runtime;
use crate::runtime::modules::Namespace;
use crate::runtime::native_object::ObjectReader;
use crate::runtime::packages::Package;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::thread::{MAIN, ThreadState};
use crate::runtime::type_table::registry;
use crate::session::outcome::CompileRefusal;
use crate::session::{CheckContext, Config, Session, compile_as};

/// Work allowed for any input, in steps of one or two nanoseconds.
const BASE_WORK: u64 = 20_000_000;
/// Additional work allowed per byte of input.
const WORK_PER_BYTE: u64 = 64;
/// Work charged for compiling one byte of source.
const COMPILE_WORK: u64 = 32;
/// Work charged for loading one instruction or constant of compiled code.
const LOAD_WORK: u64 = 16;

/// The state of the reader.
pub(crate) struct Decoder<'a> {
    pub(crate) input: Reader<'a>,
    pub(crate) interpreter: Interpreter,
    pub(super) names: Vec<NameId>,
    symbols: Vec<Value>,
    pub(super) shapes: Vec<u32>,
    /// The arena index of each object, by kind and number.
    pub(super) objects: [Vec<u32>; KINDS],
    /// How many objects of each kind are constants of code.
    pub(super) constants: [usize; KINDS],
    /// References to sets so far: number, and whether the reference was to a frozen set. Checked after the sets are read.
    pub(super) set_uses: Vec<(u32, bool)>,
    /// The arena indices of frozen sets.
    pub(super) frozen: FxHashSet<u32>,
    /// References to lists from places that the program can reach. None of them may be a list of spilled locals.
    pub(super) list_uses: Vec<u32>,
    /// The arena indices of lists with unbound slots.
    pub(super) spills: FxHashSet<u32>,
    /// The programs of the units, if they need not be compiled.
    ready: Vec<Arc<Program>>,
    /// Generators whose state says that they are running.
    pub(super) running: FxHashSet<u32>,
    /// The bytes never left this process.
    pub(super) in_process: bool,
    /// The bytes are a template.
    pub(super) is_template: bool,
    /// The units of a template whose programs are read later.
    pub(super) later_units: Vec<u32>,
    /// Bytes charged since the object began that is being read.
    pub(super) charged: usize,
}

struct Counters {
    steps: u32,
    later_steps: Vec<(String, String)>,
    hash_seed: u64,
    random_seed: u64,
    clock_ahead: f64,
    recursion_limit: u32,
    max_digits: u32,
    fuel: u64,
    most_small: u64,
    output: crate::runtime::output::Output,
    host_calls: u32,
    host_has_more_input: bool,
    read_input: usize,
    arguments: Vec<String>,
    id_counter: u64,
    tool_calls: Vec<(String, u32)>,
    /// Name, version and digest of each package.
    packages: Vec<(String, String, String)>,
    imports: Vec<String>,
    denials: Vec<(String, String)>,
}

/// Reads the counters of printed text, and the text that a redactor holds back.
fn output(input: &mut Reader<'_>) -> Read<crate::runtime::output::Output> {
    let mut output = crate::runtime::output::Output { used: input.uint()?, shown: input.uint()?, ..Default::default() };
    for stream in &mut output.streams {
        let text = input.text()?;
        let (context, is_blocked) = (input.position()?, input.bool()?);
        *stream = Stream::of_parts(text, context, is_blocked).ok_or(SnapshotError::Corrupt("kept back text that is none"))?;
    }
    Ok(output)
}

/// Reads the arguments of the program.
fn arguments(input: &mut Reader<'_>) -> Read<Vec<String>> {
    let mut arguments = Vec::new();
    for _ in 0..input.count()? {
        arguments.push(input.text()?.to_string());
    }
    Ok(arguments)
}

/// Reads the name and the text of each step that comes later.
fn later_steps(input: &mut Reader<'_>) -> Read<Vec<(String, String)>> {
    let mut steps = Vec::new();
    for _ in 0..input.count()? {
        steps.push((input.text()?.to_string(), input.text()?.to_string()));
    }
    Ok(steps)
}

fn counters(input: &mut Reader<'_>) -> Read<Counters> {
    let mut counters = Counters {
        steps: input.u32()?,
        later_steps: later_steps(input)?,
        hash_seed: input.fixed()?,
        random_seed: input.fixed()?,
        clock_ahead: f64::from_bits(input.fixed()?),
        recursion_limit: input.u32()?,
        max_digits: input.u32()?,
        fuel: input.uint()?,
        most_small: input.uint()?,
        output: output(input)?,
        host_calls: input.u32()?,
        host_has_more_input: input.bool()?,
        read_input: input.position()?,
        arguments: arguments(input)?,
        id_counter: input.uint()?,
        tool_calls: Vec::new(),
        packages: Vec::new(),
        imports: Vec::new(),
        denials: Vec::new(),
    };
    ensure(counters.recursion_limit >= 1, "a recursion limit of 0")?;
    ensure(counters.clock_ahead >= 0.0 && counters.clock_ahead.is_finite(), "a clock that went backwards")?;
    ensure(counters.id_counter < 1 << 48, "a counter is out of range")?;
    for _ in 0..input.count()? {
        counters.tool_calls.push((input.text()?.to_string(), input.u32()?));
    }
    for _ in 0..input.count()? {
        counters.packages.push((input.text()?.to_string(), input.text()?.to_string(), input.text()?.to_string()));
    }
    for _ in 0..input.count()? {
        counters.imports.push(input.text()?.to_string());
    }
    for _ in 0..input.count()? {
        counters.denials.push((input.text()?.to_string(), input.text()?.to_string()));
    }
    Ok(counters)
}

/// Each package of the snapshot must be given again, with the same files.
fn check_packages(wanted: &[(String, String, String)], given: &[Arc<Package>]) -> Read<()> {
    for (name, version, digest) in wanted {
        if given.iter().any(|package| package.digest() == *digest) {
            continue;
        }
        let other = given.iter().find(|package| package.name() == name);
        let given = other.map(|package| Box::new((package.version().to_string(), package.digest())));
        return Err(SnapshotError::Package { name: name.clone(), version: version.clone(), digest: digest.clone(), given });
    }
    Ok(())
}

/// Reads a session from the body of a snapshot whose seal is correct. `ready` has the programs of its units if the process still has them;
/// otherwise the sources are compiled.
pub(super) fn session(body: &[u8], config: &Config, host: Box<dyn Host>, ready: Option<Vec<Arc<Program>>>) -> Read<Session> {
    read(body, config, host, ready, false)
}

/// Reads a session from the body of a snapshot, or of a template.
pub(super) fn read(
    body: &[u8],
    config: &Config,
    host: Box<dyn Host>,
    ready: Option<Vec<Arc<Program>>>,
    is_template: bool,
) -> Read<Session> {
    let _ = registry();
    let mut input = Reader::new(body);
    let counters = counters(&mut input)?;
    check_packages(&counters.packages, &config.packages)?;
    let limit = usize::try_from(config.limits.memory_bytes).unwrap_or(usize::MAX);
    let mut heap = Heap::new(limit);
    if config.stress_collection {
        heap.stress = true;
        heap.request_collection();
    }
    let mut rt = Runtime::new(heap, config.settings(), host);
    rt.policy.changed = true;
    for module in &counters.imports {
        rt.policy.grants.import(module).map_err(|denied| SnapshotError::Denied(denied.to_string()))?;
    }
    rt.identity.hash_seed = counters.hash_seed;
    rt.identity.random_seed = counters.random_seed;
    rt.host.clock_ahead = counters.clock_ahead;
    rt.budget.recursion_limit = counters.recursion_limit;
    rt.budget.max_digits = counters.max_digits;
    rt.host.calls = counters.host_calls;
    rt.host.stdin.host_has_more = counters.host_has_more_input;
    rt.host.stdin.at = counters.read_input;
    rt.host.arguments = counters.arguments;
    rt.identity.id_counter = counters.id_counter;
    rt.host.tool_calls = counters.tool_calls;
    rt.modules.imports = counters.imports;
    for (message, rule) in counters.denials {
        // A rule that this build does not have is reported without its number.
        let rule = stockade_policy::rules::ids().find(|known| *known == rule).unwrap_or("");
        rt.policy.denials.record(&message, rule);
    }
    let work = BASE_WORK.saturating_add(WORK_PER_BYTE.saturating_mul(body.len() as u64));
    rt.heap.fuel = Fuel::of_one_slice(work);
    rt.budget.deadline_ms = u64::MAX;
    let mut decoder = Decoder {
        input,
        interpreter: Interpreter::new(rt),
        names: Vec::new(),
        symbols: Vec::new(),
        shapes: Vec::new(),
        objects: std::array::from_fn(|_| Vec::new()),
        constants: [0; KINDS],
        set_uses: Vec::new(),
        frozen: FxHashSet::default(),
        list_uses: Vec::new(),
        spills: FxHashSet::default(),
        in_process: ready.is_some(),
        ready: ready.unwrap_or_default(),
        running: FxHashSet::default(),
        is_template,
        later_units: Vec::new(),
        charged: 0,
    };
    decoder.tables()?;
    decoder.spaces()?;
    decoder.read_shapes()?;
    decoder.units(&config.limits)?;
    decoder.number_constants();
    decoder.make_objects()?;
    decoder.constants_of_later_units()?;
    for kind in Kind::ALL {
        decoder.kind(kind)?;
    }
    let (main, showing) = decoder.roots()?;
    decoder.input.end()?;
    decoder.validate()?;

    let mut interpreter = decoder.interpreter;
    let rt = &mut interpreter.rt;
    // The limit comes from the new host. Fuel that is used up stays used up.
    rt.heap.fuel = Fuel::new(counters.fuel, rt.budget.limits.instructions.saturating_sub(counters.fuel), SLICE);
    rt.heap.most_small = usize::try_from(counters.most_small).unwrap_or(usize::MAX);
    rt.host.out = counters.output;
    rt.budget.set_deadline(0);
    interpreter.reference_mode = config.reference_mode;
    Ok(Session {
        interpreter: Box::new(interpreter),
        main,
        showing,
        steps: counters.steps,
        later_steps: counters.later_steps,
        runs_imports: config.runs_imports,
        check: CheckContext::restored(config),
        captured: None,
        limit_report: None,
        ended_at: None,
        step_has_begun: false,
        gives_arguments: false,
    })
}

impl<'a> ObjectReader<'a> for Decoder<'a> {
    fn wire(&mut self) -> &mut Reader<'a> {
        &mut self.input
    }

    fn runtime(&mut self) -> &mut Runtime {
        &mut self.interpreter.rt
    }

    fn maybe(&mut self) -> Read<Value> {
        Decoder::maybe(self)
    }

    fn room(&mut self, bytes: usize) -> Read<()> {
        Decoder::room(self, bytes)
    }
}

impl Decoder<'_> {
    /// Charges memory before it is allocated.
    pub(crate) fn room(&mut self, bytes: usize) -> Read<()> {
        self.charged = self.charged.saturating_add(bytes);
        self.interpreter.rt.heap.charge(bytes).map_err(trouble)
    }

    /// Charges work that is not linear in the input.
    pub(crate) fn work(&mut self, steps: u64) -> Read<()> {
        self.interpreter.rt.charge_units(steps).map_err(trouble)
    }

    // --- pieces

    pub(super) fn name(&mut self) -> Read<NameId> {
        let at = self.input.index(self.names.len())?;
        Ok(self.names.get(at).copied().unwrap_or_default())
    }

    /// Reads an object of a known kind; returns its arena index.
    pub(super) fn object(&mut self, kind: Kind) -> Read<u32> {
        let objects = self.objects.get(kind as usize).map_or(&[][..], Vec::as_slice);
        let at = self.input.index(objects.len())?;
        Ok(objects.get(at).copied().unwrap_or(0))
    }

    /// Reads any value, including internal markers.
    fn any(&mut self) -> Read<Value> {
        Ok(match self.input.u8()? {
            mark::UNDEF => Value::UNDEF,
            mark::NONE => Value::NONE,
            mark::FALSE => Value::FALSE,
            mark::TRUE => Value::TRUE,
            mark::INT => Value::int(self.input.int()?),
            mark::FLOAT => Value::float(self.input.float()?),
            mark::ELLIPSIS => Value::ELLIPSIS,
            mark::NOT_IMPLEMENTED => Value::NOT_IMPLEMENTED,
            mark::ABSENT => MARKER,
            mark::SYMBOL => {
                let at = self.input.index(self.symbols.len())?;
                self.symbols.get(at).copied().unwrap_or(Value::NONE)
            }
            mark::RANGE_STOP => Value::new(Tag::RangeStop, self.input.int()? as u64),
            mark::RANGE_STEP => Value::new(Tag::RangeStep, self.input.int()? as u64),
            mark::PRELUDE => Value::fallback(self.name()?),
            byte => {
                let tag = byte.checked_sub(mark::HEAP).and_then(|distance| Tag::ALL.get(Tag::Str as usize + usize::from(distance)));
                let Some(tag) = tag.copied() else { return corrupt("an unknown kind of value") };
                let Some(kind) = Kind::of(tag) else { return corrupt("an unknown kind of value") };
                let index = self.object(kind)?;
                if matches!(tag, Tag::Set | Tag::FrozenSet) {
                    self.set_uses.push((index, tag == Tag::FrozenSet));
                }
                Value::heap(tag, index)
            }
        })
    }

    /// Reads a value that the program may hold, or an undefined value.
    pub(crate) fn maybe(&mut self) -> Read<Value> {
        let value = self.any()?;
        ensure(!value.is_loop_state() && value.fallback_name().is_none(), "a marker of the machine in a value's place")?;
        if value.tag == Tag::List {
            self.list_uses.push(value.index());
        }
        Ok(value)
    }

    /// Reads the function of a bound method: a value, or one of the two fallbacks that can be bound (`special_through` for descriptors,
    /// `none_called` for a special method that is None).
    pub(super) fn method_function(&mut self) -> Read<Value> {
        let value = self.any()?;
        let through =
            value.fallback_name().is_some_and(|name| matches!(self.interpreter.rt.name_text(name), "special_through" | "none_called"));
        ensure(through || !value.is_loop_state() && value.fallback_name().is_none(), "a marker of the machine in a value's place")?;
        ensure(!value.is_undef(), "a value is missing")?;
        if value.tag == Tag::List {
            self.list_uses.push(value.index());
        }
        Ok(value)
    }

    /// Reads a value with this tag, an undefined value or None.
    pub(crate) fn of_or_none(&mut self, tag: Tag, what: &'static str) -> Read<Value> {
        let value = self.maybe()?;
        ensure(value.tag == tag || value.is_undef() || value.is_none(), what)?;
        Ok(value)
    }

    /// Reads a count and that many values. Charges their memory first.
    pub(crate) fn list(&mut self, mut item: impl FnMut(&mut Self) -> Read<Value>) -> Read<Vec<Value>> {
        let count = self.input.count()?;
        self.room(count.saturating_mul(charged_size::<Value>()))?;
        let mut values = Vec::new();
        values.reserve_exact(count);
        for _ in 0..count {
            values.push(item(self)?);
        }
        Ok(values)
    }

    pub(super) fn shape(&mut self) -> Read<u32> {
        match self.input.index(self.shapes.len() + 1)?.checked_sub(1) {
            None => Ok(DICT_SHAPE),
            Some(at) => Ok(self.shapes.get(at).copied().unwrap_or(DICT_SHAPE)),
        }
    }

    /// Reads a register of a frame or a generator.
    fn register(&mut self, code: u32, at: usize) -> Read<Value> {
        let value = self.any()?;
        if value.is_loop_state() {
            ensure(is_loop_register(&self.interpreter, code, at), "the state of a loop in another place")?;
        }
        if value.tag == Tag::List && self.interpreter.codes.get(code as usize).is_none_or(|code| code.spilled.is_empty()) {
            self.list_uses.push(value.index());
        }
        Ok(value)
    }

    /// Reads `count` registers of one code.
    pub(super) fn registers(&mut self, code: u32, count: usize) -> Read<Vec<Value>> {
        let mut values = Vec::with_capacity(count.min(256));
        for at in 0..count {
            values.push(self.register(code, at)?);
        }
        Ok(values)
    }

    // --- sections

    fn tables(&mut self) -> Read<()> {
        for _ in 0..self.input.count()? {
            let text = self.input.text()?;
            let name = self.interpreter.rt.intern(text).map_err(trouble)?;
            self.names.push(name);
        }
        for _ in 0..self.input.count()? {
            let name = self.input.text()?;
            self.symbols.push(symbols::find(name).ok_or(SnapshotError::OtherBuild("it names a builtin that is not there"))?);
        }
        Ok(())
    }

    fn spaces(&mut self) -> Read<()> {
        let count = self.input.count()?;
        self.room(count.saturating_mul(charged_size::<Namespace>()))?;
        for _ in 0..count {
            let trusted = self.input.bool()?;
            self.interpreter.rt.modules.namespaces.push(Namespace { trusted, ..Namespace::default() });
        }
        for slot in 0..self.input.count()? {
            let space = u32::try_from(self.input.index(count)?).unwrap_or(u32::MAX);
            let name = self.name()?;
            let made = self.interpreter.rt.global_slot(space, name).map_err(trouble)?;
            ensure(made as usize == slot, "a global stands twice in one namespace")?;
        }
        Ok(())
    }

    fn read_shapes(&mut self) -> Read<()> {
        for _ in 0..self.input.count()? {
            let parent = self.input.index(self.shapes.len() + 1)?.checked_sub(1).and_then(|at| self.shapes.get(at).copied());
            self.room(parent.map_or(SHAPE_BYTES, |parent| self.interpreter.rt.shapes.bytes_to_grow(parent)))?;
            let shape = match parent {
                None => {
                    let payload = self.input.bool()?;
                    self.interpreter.rt.shapes.add_root(payload).ok_or(SnapshotError::Memory)?
                }
                Some(parent) => {
                    let name = self.name()?;
                    let shapes = &mut self.interpreter.rt.shapes;
                    ensure(shapes.can_grow(parent) && shapes.slot(parent, name).is_none(), "a shape that cannot be")?;
                    ensure(shapes.child(parent, name).is_none(), "a shape stands twice")?;
                    shapes.grow(parent, name).ok_or(SnapshotError::Memory)?
                }
            };
            self.shapes.push(shape);
        }
        Ok(())
    }

    fn units(&mut self, limits: &Limits) -> Read<()> {
        let grants = Arc::clone(&self.interpreter.rt.policy.grants);
        let mut programs: Vec<Option<Arc<Program>>> = Vec::new();
        let mut loaded: FxHashSet<String> = FxHashSet::default();
        let mut packaged: FxHashSet<String> = FxHashSet::default();
        let slots = self.interpreter.rt.modules.globals.len();
        for _ in 0..self.input.count()? {
            let kind = self.input.u8()?;
            if self.is_template && matches!(kind, 1 | 9) {
                self.later_unit(kind == 9)?;
                programs.push(None);
                continue;
            }
            // Loaded once more, and the source of a module.
            let mut is_kept = (false, false);
            let (origin, program) = match kind {
                0 => {
                    (Origin::User, self.source(&programs, |source, work| compile_step(source, ModuleKind::Program, limits, &grants, work))?)
                }
                4 => (Origin::User, self.source(&programs, |source, work| compile_step(source, ModuleKind::Cell, limits, &grants, work))?),
                1 => {
                    let name = self.input.text()?.to_string();
                    let program = self
                        .interpreter
                        .rt
                        .modules
                        .library
                        .program(&name)
                        .ok_or(SnapshotError::OtherBuild("it uses a library module that is not there"))?;
                    (Origin::Library(name), program)
                }
                2 => {
                    let name = self.input.text()?.to_string();
                    ensure(loaded.insert(name.clone()), "a fallback is loaded twice")?;
                    let program =
                        crate::fallback::program(&name).ok_or(SnapshotError::OtherBuild("it uses a fallback that is not there"))?;
                    (Origin::Fallback(name), program)
                }
                3 | 6 | 7 | 8 => {
                    let (trusted, shows, over_locals) = (self.input.bool()?, self.input.bool()?, self.input.bool()?);
                    is_kept = (self.input.bool()?, self.input.bool()?);
                    let module_kind = match (kind, shows) {
                        (6 | 8, _) => ModuleKind::Interactive,
                        (_, true) => ModuleKind::Program,
                        (_, false) if trusted => ModuleKind::Library,
                        (_, false) => ModuleKind::Executed,
                    };
                    let parsed = if trusted { ParseLimits::default() } else { crate::runtime::compile::limits_of(limits) };
                    let future = matches!(kind, 7 | 8);
                    let options = CompileOptions { module_kind, over_locals, future_annotations: future };
                    let program = self.source(&programs, |source, work| {
                        compile_dynamic(source, &options, &parsed, (!trusted).then_some(&*grants), work)
                    })?;
                    (Origin::Dynamic { trusted, shows, over_locals, future }, program)
                }
                9 => {
                    let name = self.input.text()?.to_string();
                    let program = self.interpreter.rt.modules.packages.find(&name).and_then(|found| found.program().cloned());
                    // That the packages are the same was checked.
                    let program = program.ok_or(SnapshotError::Corrupt("a module that no package has"))?;
                    (Origin::Package(name), program)
                }
                5 => (
                    Origin::Imports,
                    self.source(&programs, |source, work| {
                        compile_dynamic(source, &CompileOptions::default(), &ParseLimits::default(), None, work)
                    })?,
                ),
                _ => return corrupt("an unknown kind of code"),
            };
            let space = u32::try_from(self.input.index(self.interpreter.rt.modules.namespaces.len())?).unwrap_or(u32::MAX);
            let codes = self.input.position()?;
            let mut entered = Vec::new();
            if matches!(origin, Origin::Library(_) | Origin::Package(_)) {
                for _ in 0..self.input.count()? {
                    let at = self.input.index(codes)?;
                    ensure(entered.last().map_or(at > 0, |before| at > *before), "codes that were entered are in no order")?;
                    entered.push(at);
                }
            }
            if self.input.fixed()? != fingerprint::program(&program) {
                return Err(SnapshotError::OtherBuild("the compiler or the library differs"));
            }
            let own = matches!(origin, Origin::User | Origin::Imports | Origin::Dynamic { .. });
            programs.push(own.then(|| Arc::clone(&program)));
            let size: usize = program.codes.iter().map(|code| code.ops.len() + code.consts.len()).sum();
            // The bytes name a module of a package in a few letters. Whoever restores gave the package, so loading each module once is granted.
            let is_granted = matches!(&origin, Origin::Package(name) if packaged.insert(name.clone()));
            if !is_granted {
                self.work(LOAD_WORK.saturating_mul(size as u64))?;
            }
            let first = self.interpreter.load(&program, origin, space).map_err(trouble)?;
            ensure(codes == program.codes.len(), "its source has other code")?;
            if is_kept.0 {
                self.interpreter.note_reloaded(first);
            }
            if is_kept.1 {
                self.interpreter.note_module(first);
            }
            for at in entered {
                self.interpreter.link_stub(first.saturating_add(u32::try_from(at).unwrap_or(u32::MAX))).map_err(trouble)?;
            }
            ensure(self.interpreter.rt.modules.globals.len() == slots, "code uses a global that has no slot")?;
        }
        Ok(())
    }

    /// Reads the program of a unit: its own source, or a reference to an earlier unit.
    fn source(
        &mut self,
        programs: &[Option<Arc<Program>>],
        compile: impl FnOnce(&Arc<SourceText>, &mut dyn FnMut(u64) -> Read<()>) -> Read<Program>,
    ) -> Read<Arc<Program>> {
        if let Some(before) = self.input.index(programs.len() + 1)?.checked_sub(1) {
            return match programs.get(before) {
                Some(Some(program)) => Ok(Arc::clone(program)),
                _ => corrupt("code of a unit that has no source"),
            };
        }
        let name = self.input.text()?;
        let text = self.input.text()?;
        if let Some(ready) = self.ready.get(programs.len()) {
            return Ok(Arc::clone(ready));
        }
        let source = Arc::new(SourceText::new(name, text));
        compile(&source, &mut |steps| self.work(steps)).map(Arc::new)
    }

    fn number_constants(&mut self) {
        let units: Vec<u32> = self.interpreter.units.in_order().iter().map(|(unit, _)| *unit).collect();
        for value in super::write_sections::constants(&self.interpreter, &units) {
            let Some(kind) = Kind::of(value.tag) else { continue };
            if let (Some(objects), Some(count)) = (self.objects.get_mut(kind as usize), self.constants.get_mut(kind as usize)) {
                objects.push(value.index());
                *count += 1;
            }
            if value.tag == Tag::FrozenSet {
                self.frozen.insert(value.index());
            }
        }
    }

    /// Makes empty objects of every kind, so that each reference read from here on can be checked.
    fn make_objects(&mut self) -> Read<()> {
        let mut counts = [0; KINDS];
        let mut total = 0usize;
        for count in &mut counts {
            *count = self.input.count()?;
            total = total.saturating_add(*count);
        }
        // Each object takes at least one byte.
        ensure(total <= self.input.left(), "more objects than bytes")?;
        for (kind, count) in Kind::ALL.into_iter().zip(counts) {
            self.make(kind, count)?;
        }
        Ok(())
    }

    fn roots(&mut self) -> Read<(u32, Option<bool>)> {
        let main = u32::try_from(self.input.index(self.interpreter.rt.modules.namespaces.len())?).unwrap_or(0);
        let showing = match self.input.u8()? {
            0 => None,
            1 => Some(false),
            2 => Some(true),
            _ => return corrupt("an unknown state of a step"),
        };
        for slot in 0..self.interpreter.rt.modules.globals.len() {
            let value = self.maybe()?;
            if let Some(global) = self.interpreter.rt.modules.globals.get_mut(slot) {
                *global = value;
            }
        }
        for at in 0..self.interpreter.rt.modules.namespaces.len() {
            let (module, view) = (self.maybe()?, self.maybe()?);
            if let Some(space) = self.interpreter.rt.modules.namespaces.get_mut(at) {
                space.module = module;
                space.view = view;
            }
            self.interpreter.rt.modules.has_views |= !view.is_undef();
            if view.tag == Tag::Dict {
                self.interpreter.rt.heap.dicts.get_mut(view.index()).space = u32::try_from(at).unwrap_or(0).saturating_add(1);
            }
        }
        let mut before: Option<&str> = None;
        for _ in 0..self.input.count()? {
            let name = self.input.text()?;
            ensure(before.is_none_or(|before| before < name), "modules out of order")?;
            before = Some(name);
            let module = self.of(Tag::Module, "a module that is none")?;
            self.interpreter.rt.modules.by_name.insert(name.to_string(), module);
        }
        for _ in 0..self.input.count()? {
            let name = self.name()?;
            let function = self.of(Tag::Func, "a fallback that is none")?;
            ensure(self.interpreter.fallbacks.insert(name, function).is_none(), "a fallback stands twice")?;
        }
        self.frames()?;
        self.threads()?;
        self.interpreter.rt.thread.handled = self.of_or_none(Tag::Exc, "what is handled is no exception")?;
        self.interpreter.rt.host.answer = self.maybe()?;
        self.interpreter.rt.host.stdin.bytes = self.of_or_none(Tag::Bytes, "what is read is no bytes")?;
        self.interpreter.rt.thread.in_progress = self.list(Self::value)?;
        self.pending()?;
        let mut last = 0;
        for _ in 0..self.input.count()? {
            let id = self.input.uint()?;
            ensure(id > last, "ids out of order")?;
            last = id;
            let value = self.value()?;
            self.room(crate::heap::ID_BYTES)?;
            ensure(self.interpreter.rt.identity.ids.insert(value, id).is_none(), "an object with two ids")?;
        }
        ensure(
            last <= crate::runtime::core::FIRST_ID + self.interpreter.rt.identity.id_counter.saturating_mul(16),
            "an id that was never given",
        )?;
        self.weak()?;
        for _ in 0..self.input.count()? {
            let text = self.of(Tag::Str, "a name that is no str")?;
            self.intern(text)?;
        }
        for _ in 0..self.input.count()? {
            let text = self.of(Tag::Str, "a character that is no str")?;
            let at = match self.interpreter.rt.heap.text(text).as_bytes() {
                [byte] => usize::from(*byte),
                _ => return corrupt("a character of another length"),
            };
            if let Some(slot) = self.interpreter.rt.char_slot(at) {
                ensure(slot.is_undef() || *slot == text, "a character stands twice")?;
                *slot = text;
            }
        }
        Ok((main, showing))
    }

    /// Makes a str the interned string of its name.
    fn intern(&mut self, text: Value) -> Read<()> {
        let rt = &mut self.interpreter.rt;
        let spelled = rt.heap.text(text).to_string();
        let name = rt.intern(&spelled).map_err(trouble)?;
        ensure(rt.names.strings.get(name.0).is_none_or(|known| known == text), "a name has two strs")?;
        rt.names.strings.set(name.0, text);
        rt.heap.strs.get(text.index()).name.set(name.0);
        Ok(())
    }

    /// Reads the weak table. The reference objects were read with the other objects.
    fn weak(&mut self) -> Read<()> {
        let objects_with_del = self.list(Self::value)?;
        ensure(
            objects_with_del.iter().all(|value| matches!(value.tag, Tag::Inst | Tag::Exc)),
            "an object with __del__ that is no instance",
        )?;
        self.room(objects_with_del.len().saturating_mul(crate::heap::weak_table::OBJECT_WITH_DEL_BYTES))?;
        let unstarted_coroutines = self.list(Self::value)?;
        ensure(unstarted_coroutines.iter().all(|value| value.tag == Tag::Gen), "a coroutine that is none")?;
        self.room(unstarted_coroutines.len().saturating_mul(crate::heap::weak_table::COROUTINE_BYTES))?;
        let mut watched_generators = Vec::new();
        for _ in 0..self.input.count()? {
            self.room(crate::heap::weak_table::WATCHED_GENERATOR_BYTES)?;
            let generator = self.value()?;
            ensure(generator.tag == Tag::Gen, "a watched generator that is none")?;
            let via = self.maybe()?;
            let kept_alive_by = self.of_or_undef(Tag::Exc, "what keeps a generator is no exception")?;
            let watched = &mut self.interpreter.rt.heap.gens.get_mut(generator.index()).watched;
            ensure(!std::mem::replace(watched, true), "a generator is watched twice")?;
            let near = self.input.bool()?;
            let place = match self.input.u8()? {
                0 => Place::New,
                1 => Place::Far,
                2 => Place::Register(self.input.u32()?, self.input.u8()?),
                3 => Place::Global(self.input.u32()?),
                _ => return corrupt("an unknown place"),
            };
            watched_generators.push(crate::heap::weak_table::WatchedGenerator { generator, place, near, via, kept_alive_by });
        }
        let mut due = std::collections::VecDeque::new();
        for _ in 0..self.input.count()? {
            self.room(crate::heap::weak_table::CALL_BYTES)?;
            due.push_back((self.value()?, self.value()?));
        }
        let mut weak = crate::heap::weak_table::FinalizerState {
            objects_with_del,
            watched_generators,
            unstarted_coroutines,
            due,
            ..crate::heap::weak_table::FinalizerState::default()
        };
        for number in [&mut weak.fresh, &mut weak.watched, &mut weak.made, &mut weak.spent, &mut weak.next_coroutine_scan] {
            *number = self.input.uint()?;
        }
        ensure(weak.fresh <= weak.due.len() as u64, "more calls due than there are")?;
        ensure(weak.next_coroutine_scan <= 1 << 40, "more coroutines than can be made")?;
        ensure(weak.watched <= weak.made && weak.made < 1 << 62, "more references than can be made")?;
        weak.place = (self.input.u32()?, self.input.u32()?);
        let objects = &self.interpreter.rt.heap.objects;
        let mut found: Vec<(u64, u32, Value)> = Vec::new();
        for at in 1..u32::try_from(objects.len()).unwrap_or(u32::MAX) {
            if let crate::heap::Object::WeakRef { target, number, .. } = objects.get(at)
                && !target.is_undef()
            {
                found.push((*number, at, *target));
            }
        }
        found.sort_unstable_by_key(|(number, ..)| *number);
        ensure(
            found.windows(2).all(|pair| pair.first().map(|one| one.0) != pair.last().map(|one| one.0)),
            "two references with one number",
        )?;
        ensure(found.last().is_none_or(|(number, ..)| *number <= weak.made), "a reference that was never made")?;
        self.room(found.len().saturating_mul(crate::heap::weak_table::REF_BYTES))?;
        for (_, at, target) in found {
            weak.refs.entry(target).or_default().push(at);
        }
        self.interpreter.rt.finalizers = weak;
        Ok(())
    }

    fn threads(&mut self) -> Read<()> {
        let number = self.input.u32()?;
        let made = self.input.u32()?;
        ensure(number <= made, "a thread that was never begun")?;
        self.interpreter.rt.thread.record = self.maybe()?;
        let mut before = None;
        for _ in 0..self.input.count()? {
            let other = self.input.u32()?;
            ensure(before < Some(other) && other <= made && other != number, "threads out of order")?;
            before = Some(other);
            self.room(
                crate::interpreter::control::threads::SUSPENDED_BYTES + crate::interpreter::machine::FIRST_STACK * charged_size::<Value>(),
            )?;
            let (record, handled) = (self.maybe()?, self.of_or_none(Tag::Exc, "what is handled is no exception")?);
            let in_progress = self.list(Self::value)?;
            // The stack is read into the fields of the running thread, which are restored afterwards.
            let stack = std::mem::replace(&mut self.interpreter.stack, vec![Value::UNDEF; crate::interpreter::machine::FIRST_STACK]);
            let frames = std::mem::take(&mut self.interpreter.frames);
            let internal = std::mem::take(&mut self.interpreter.internal_frames);
            self.frames()?;
            ensure(!self.interpreter.frames.is_empty(), "a thread without frames")?;
            let thread = crate::interpreter::control::threads::SuspendedThread {
                stack: std::mem::replace(&mut self.interpreter.stack, stack),
                frames: std::mem::replace(&mut self.interpreter.frames, frames),
                internal_frames: std::mem::replace(&mut self.interpreter.internal_frames, internal),
                state: ThreadState { handled, in_progress, record, ..ThreadState::new(other) },
            };
            self.interpreter.suspended.by_number.insert(other, thread);
        }
        let suspended = &mut self.interpreter.suspended;
        suspended.started = made;
        self.interpreter.rt.thread.number = number;
        self.interpreter.rt.thread.others = suspended.by_number.len();
        let main_waits = suspended.by_number.contains_key(&MAIN);
        ensure(main_waits == (number != MAIN), "the main thread is lost")?;
        ensure(number == MAIN || !self.interpreter.frames.is_empty(), "a thread without frames")
    }

    fn frames(&mut self) -> Read<()> {
        let count = self.input.count()?;
        ensure(count <= self.interpreter.rt.budget.limits.recursion as usize, "more frames than the limit allows")?;
        self.room(count.saturating_mul(charged_size::<Frame>()))?;
        let mut base = 0u32;
        for at in 0..count {
            let code = u32::try_from(self.input.index(self.interpreter.codes.len())?).unwrap_or(u32::MAX);
            let pc = self.input.u32()?;
            let dst = self.input.u8()?;
            let Some(action) = action_of(self.input.u8()?) else { return corrupt("an unknown action") };
            let func = self.of_or_undef(Tag::Func, "a frame's function is none")?.place();
            let extra = self.maybe()?;
            let generator = self.of_or_undef(Tag::Gen, "a frame's generator is none")?;
            let outside = self.of_or_none(Tag::Exc, "what was handled is no exception")?;
            if generator.tag == Tag::Gen {
                self.interpreter.rt.heap.gens.get_mut(generator.index()).outside = outside;
            }
            let above = self.input.u32()?;
            ensure((at + 1 == count) == (above == 0), "windows that do not meet")?;
            let nregs = self.interpreter.codes.get(code as usize).map_or(0, |code| u32::from(code.nregs));
            ensure(above <= nregs + 2, "a window that begins too far up")?;
            let internal = self.interpreter.codes.get(code as usize).is_some_and(|code| code.internal);
            let mut frame = Frame { code, pc, base, dst, action, internal, fast_return: false, func, extra, generator: generator.place() };
            frame.fast_return = frame.is_fast_return(at > 0);
            self.interpreter.internal_frames += u32::from(internal);
            self.interpreter.frames.push(frame);
            base = base.checked_add(above.saturating_sub(1)).ok_or(SnapshotError::Corrupt("a window out of range"))?;
        }
        self.interpreter.reserve(base as usize).map_err(trouble)?;
        for (at, owner) in owners(&self.interpreter, &self.interpreter.frames).into_iter().enumerate() {
            let Some((code, place)) = owner else { continue };
            let value = self.register(code, place)?;
            if let Some(register) = self.interpreter.stack.get_mut(at) {
                *register = value;
            }
        }
        Ok(())
    }

    pub(super) fn of_or_undef(&mut self, tag: Tag, what: &'static str) -> Read<Value> {
        let value = self.maybe()?;
        ensure(value.tag == tag || value.is_undef(), what)?;
        Ok(value)
    }

    fn pending(&mut self) -> Read<()> {
        if !self.input.bool()? {
            return Ok(());
        }
        let callee = self.any()?;
        ensure(!callee.is_undef() && !callee.is_loop_state(), "nothing to call")?;
        let args = self.list(Self::value)?;
        let names = self.list(|decoder| decoder.of(Tag::Str, "a keyword that is no str"))?;
        ensure(names.len() <= args.len(), "more keywords than arguments")?;
        let action = match self.input.u8()?.checked_sub(1) {
            None => None,
            Some(number) => Some(action_of(number).ok_or(SnapshotError::Corrupt("an unknown action"))?),
        };
        let extra = self.maybe()?;
        let resume = match self.input.u8()?.checked_sub(1) {
            None => None,
            Some(number) => Some(resume_of(number).ok_or(SnapshotError::Corrupt("an unknown way to resume"))?),
        };
        ensure(resume.is_none() || callee.tag == Tag::Gen, "only generators are resumed")?;
        self.interpreter.rt.pending.call = PendingCall { callee, args: args.into(), names, action, extra, resume };
        Ok(())
    }
}

/// Compiles a step of the program, within the new host's limits on sources.
fn compile_step(
    source: &Arc<SourceText>,
    kind: ModuleKind,
    limits: &Limits,
    grants: &Grants,
    work: &mut dyn FnMut(u64) -> Read<()>,
) -> Read<Program> {
    work(COMPILE_WORK.saturating_mul(source.text().len() as u64))?;
    compile_as(source, &crate::runtime::compile::limits_of_step(limits), grants, kind).map_err(|refused| match refused {
        CompileRefusal::NotPython(error) => SnapshotError::Source(error.message.to_string()),
        CompileRefusal::Unsupported { message, .. } => SnapshotError::Source(message),
        CompileRefusal::DeniedSyntax { message, .. } => SnapshotError::Denied(message),
        CompileRefusal::Denied => SnapshotError::Internal("a source is not checked here"),
    })
}

/// Compiles source that was made at run time, with the interpreter's own options.
fn compile_dynamic(
    source: &Arc<SourceText>,
    options: &CompileOptions,
    limits: &ParseLimits,
    grants: Option<&Grants>,
    work: &mut dyn FnMut(u64) -> Read<()>,
) -> Read<Program> {
    work(COMPILE_WORK.saturating_mul(source.text().len() as u64))?;
    let tree = stockade_compiler::parse(source, limits).map_err(|error| SnapshotError::Source(error.message.to_string()))?;
    if let Some(Err((denied, _))) = grants.map(|grants| grants.syntax(&tree)) {
        return Err(SnapshotError::Denied(denied.to_string()));
    }
    let mut program =
        stockade_compiler::compile(&tree, Arc::clone(source), options).map_err(|error| SnapshotError::Source(error.message.to_string()))?;
    program.verify().map_err(|_| SnapshotError::Internal("compiled code does not verify"))?;
    // The caller of `compile` may not have shown the warnings yet.
    program.warnings = stockade_compiler::warnings(source, &tree);
    Ok(program)
}
