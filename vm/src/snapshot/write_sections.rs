//! Writes a session to the body of a snapshot.
//!
//! It makes two walks. The first reaches every object from the roots, breadth first, and finds the code that these refer to. Then every
//! object gets a number within its kind, and the second walk writes. Constants of the code that is written are numbered first and not written, because the
//! reader gets them by compiling.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stockade_compiler::bytecode::Program;

use super::state::{KINDS, Kind, action_number, mark, resume_number};
use super::template::Watched;
use super::{fingerprint, symbols};
use crate::base::names::NameId;
use crate::base::snapshot_error::{SnapshotError, Written};
use crate::base::value::MARKER;
use crate::base::value::{Tag, Value};
use crate::base::wire::Writer;
use crate::heap::weak_table::Place;
use crate::heap::{CodeMarks, DICT_SHAPE, GenState, StrRepr};
use crate::interpreter::code::{LinkedCode, Origin};
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Interpreter;
use crate::runtime::native_object::ObjectWriter;
use crate::runtime::pending_call::PendingCall;
use crate::session::Session;

const NONE: u32 = u32::MAX;
/// In the place of a number: the object is reached and has no number yet.
const SEEN: u32 = u32::MAX - 1;

/// The state of the writer.
pub(crate) struct Encoder<'m> {
    pub(super) interpreter: &'m Interpreter,
    pub(crate) out: Writer,
    /// The number of each object, by kind and arena index.
    numbers: [Vec<u32>; KINDS],
    /// How many objects of each kind have a number.
    counts: [u32; KINDS],
    /// The objects to write by kind, in the order of their numbers. For `Kind::Buf` the payload is the buffer.
    objects: [Vec<Value>; KINDS],
    /// Objects that are reached, in this order.
    reached: Vec<Value>,
    /// The code that they refer to.
    code_marks: CodeMarks,
    /// The programs to write, in the order in which they were loaded.
    units: Vec<u32>,
    /// By the number of a program: the number that its first code gets.
    new_first: Vec<u32>,
    names: FxHashMap<NameId, u32>,
    name_texts: Vec<NameId>,
    symbols: FxHashMap<Value, u32>,
    symbol_names: Vec<&'static str>,
    /// The numbers of the shapes to write.
    shapes: FxHashMap<u32, u32>,
    /// The bytes stay in this process, where the handles of the host stay valid.
    pub(super) in_process: bool,
    /// What is written is a template.
    pub(super) template: Option<Watched>,
}

/// The body of a session's snapshot, and the programs whose sources it has.
pub(super) fn session(session: &Session, in_process: bool) -> Result<(Vec<u8>, Vec<Arc<Program>>), SnapshotError> {
    write(session, in_process, None)
}

/// The body of a session's snapshot, or of a template.
pub(super) fn write(session: &Session, in_process: bool, template: Option<Watched>) -> Result<(Vec<u8>, Vec<Arc<Program>>), SnapshotError> {
    let interpreter = &session.interpreter;
    let mut encoder = Encoder {
        interpreter,
        out: Writer::default(),
        numbers: std::array::from_fn(|_| Vec::new()),
        counts: [0; KINDS],
        objects: std::array::from_fn(|_| Vec::new()),
        reached: Vec::new(),
        code_marks: CodeMarks::default(),
        units: Vec::new(),
        new_first: Vec::new(),
        names: FxHashMap::default(),
        name_texts: Vec::new(),
        symbols: FxHashMap::default(),
        symbol_names: Vec::new(),
        shapes: FxHashMap::default(),
        in_process,
        template,
    };
    encoder.reach_roots()?;
    encoder.choose_units();
    encoder.number_objects();
    encoder.reach_shapes();
    // The tables of names and symbols are complete only after everything else is written.
    encoder.spaces()?;
    encoder.write_shapes();
    let programs = encoder.units()?;
    encoder.write_objects()?;
    encoder.roots(session.main, session.showing)?;
    let rest = std::mem::take(&mut encoder.out.bytes);
    encoder.counters(session.steps, &session.later_steps);
    encoder.tables();
    let mut body = encoder.out.bytes;
    body.extend_from_slice(&rest);
    Ok((body, programs))
}

impl ObjectWriter for Encoder<'_> {
    fn wire(&mut self) -> &mut Writer {
        &mut self.out
    }

    fn value(&mut self, value: Value) -> Written {
        Encoder::value(self, value)
    }
}

impl Encoder<'_> {
    // --- the first walk

    /// Gives a value its number. True if it had none.
    fn number(&mut self, value: Value) -> bool {
        let Some(kind) = Kind::of(value.tag) else { return false };
        self.number_as(kind, value)
    }

    fn number_as(&mut self, kind: Kind, value: Value) -> bool {
        let (Some(numbers), Some(count)) = (self.numbers.get_mut(kind as usize), self.counts.get_mut(kind as usize)) else { return false };
        let at = value.index() as usize;
        if at >= numbers.len() {
            numbers.resize(at + 1, NONE);
        }
        match numbers.get_mut(at) {
            Some(slot) if *slot >= SEEN => {
                *slot = *count;
                *count += 1;
                true
            }
            _ => false,
        }
    }

    /// Numbers the constants of the code that is written, then the other objects in the order in which they were reached.
    fn number_objects(&mut self) {
        let mut units = self.units.clone();
        if self.template.is_some() {
            // The code of these is read later, so their constants are objects like others.
            units.retain(|unit| self.interpreter.units.get(*unit).is_some_and(|unit| unit.later.is_none()));
        }
        for value in constants(self.interpreter, &units) {
            self.number(value);
        }
        for value in std::mem::take(&mut self.reached) {
            if self.number(value)
                && let Some(kind) = Kind::of(value.tag)
                && let Some(objects) = self.objects.get_mut(kind as usize)
            {
                objects.push(value);
            }
        }
    }

    /// Chooses the programs to write: those that a collection would keep. Others would come and go with the collections of the run.
    fn choose_units(&mut self) {
        let mut next = 0;
        for (number, unit) in self.interpreter.units.in_order() {
            if self.interpreter.units.is_live(number, unit, &self.code_marks) {
                self.units.push(number);
                let at = number as usize;
                if at >= self.new_first.len() {
                    self.new_first.resize(at + 1, NONE);
                }
                if let Some(first) = self.new_first.get_mut(at) {
                    *first = next;
                }
                next += unit.code_count;
            }
        }
    }

    /// The number under which a code is written.
    pub(super) fn code(&mut self, code: u32) -> Written {
        let number = self.code_number(code).ok_or(SnapshotError::Internal("code was not reached"))?;
        self.out.uint(number.into());
        Ok(())
    }

    fn code_number(&self, code: u32) -> Option<u32> {
        let unit = self.interpreter.codes.get(code as usize)?.program;
        let first = self.new_first.get(unit as usize).copied().filter(|first| *first != NONE)?;
        Some(first + code.checked_sub(self.interpreter.units.get(unit)?.first_code)?)
    }

    /// Notes a value that is reached.
    pub(super) fn reach(&mut self, value: Value) {
        let Some(kind) = Kind::of(value.tag) else { return };
        let Some(numbers) = self.numbers.get_mut(kind as usize) else { return };
        let at = value.index() as usize;
        if at >= numbers.len() {
            numbers.resize(at + 1, NONE);
        }
        if let Some(slot) = numbers.get_mut(at)
            && *slot == NONE
        {
            *slot = SEEN;
            self.reached.push(value);
        }
    }

    fn reach_roots(&mut self) -> Result<(), SnapshotError> {
        let interpreter = self.interpreter;
        let rt = &interpreter.rt;
        for value in &rt.modules.globals {
            self.reach(*value);
        }
        self.reach_constants();
        for space in &rt.modules.namespaces {
            self.reach(space.module);
            self.reach(space.view);
        }
        for (_, module) in sorted_modules(interpreter) {
            self.reach(module);
        }
        self.reach(rt.thread.record);
        for stack in Stack::all(interpreter) {
            for (_, value) in registers(interpreter, stack) {
                self.reach(value);
            }
            for frame in stack.frames {
                for value in held(interpreter, frame) {
                    self.reach(value);
                }
                self.code_marks.mark(frame.code);
            }
        }
        for thread in interpreter.suspended.by_number.values() {
            self.reach(thread.state.handled);
            self.reach(thread.state.record);
            for value in &thread.state.in_progress {
                self.reach(*value);
            }
        }
        for (_, function) in sorted_fallbacks(interpreter) {
            self.reach(function);
        }
        let PendingCall { callee, args, names, action: _, extra, resume: _ } = &rt.pending.call;
        for value in [*callee, *extra, rt.thread.handled, rt.host.answer, rt.host.stdin.bytes] {
            self.reach(value);
        }
        for value in args
            .iter()
            .chain(names)
            .chain(&rt.thread.in_progress)
            .chain(&rt.finalizers.objects_with_del)
            .chain(&rt.finalizers.unstarted_coroutines)
        {
            self.reach(*value);
        }
        for watched in &rt.finalizers.watched_generators {
            self.reach(watched.generator);
            self.reach(watched.via);
            self.reach(watched.kept_alive_by);
        }
        for (function, argument) in &rt.finalizers.due {
            self.reach(*function);
            self.reach(*argument);
        }
        // The table of names keeps an interned string alive, and so its `id` too.
        let mut named: Vec<(u64, Value)> =
            rt.identity.ids.iter().filter(|(value, _)| self.is_name(**value)).map(|(value, id)| (*id, *value)).collect();
        named.sort_unstable_by_key(|(id, _)| *id);
        for (_, value) in named {
            self.reach(value);
        }
        let mut next = 0;
        while let Some(value) = self.reached.get(next).copied() {
            next += 1;
            self.reach_children(value);
        }
        Ok(())
    }

    /// True if the table of names or of one-character strings holds the string.
    fn is_name(&self, value: Value) -> bool {
        let rt = &self.interpreter.rt;
        value.tag == Tag::Str && {
            let name = rt.heap.strs.get(value.index()).name.get();
            rt.names.strings.get(name) == Some(value) || rt.caches.chars.contains(&value)
        }
    }

    /// Reaches the values that an object holds.
    fn reach_children(&mut self, value: Value) {
        let heap = &self.interpreter.rt.heap;
        heap.codes_of(value, &mut |code| self.code_marks.mark(code));
        match value.tag {
            Tag::Str => {
                if let StrRepr::Prefix { buf, .. } = heap.strs.get(value.index()).repr {
                    let buffer = Value::new(Tag::Int, buf.into());
                    if self.number_as(Kind::Buf, buffer)
                        && let Some(objects) = self.objects.get_mut(Kind::Buf as usize)
                    {
                        objects.push(buffer);
                    }
                }
            }
            // The fields of a running or finished generator are stale.
            Tag::Gen => {
                let generator = heap.gens.get(value.index());
                let (func, handled, name, qualname) = (generator.func, generator.handled, generator.name, generator.qualname);
                if matches!(generator.state, GenState::Created | GenState::Suspended) {
                    for register in &generator.regs {
                        self.reach(*register);
                    }
                    self.reach(handled);
                }
                for child in [func, name, qualname] {
                    self.reach(child);
                }
            }
            _ => {
                let mut children: Vec<Value> = Vec::new();
                heap.children(value, &mut |child| children.push(child));
                for child in children {
                    self.reach(child);
                }
            }
        }
    }

    /// Collects the shapes of all reached objects. Takes whole trees, so that later transitions of instances stay the same.
    fn reach_shapes(&mut self) {
        let rt = &self.interpreter.rt;
        let mut roots: Vec<bool> = vec![false; rt.shapes.len()];
        let mut root_of: Vec<u32> = Vec::with_capacity(rt.shapes.len());
        for at in 0..u32::try_from(rt.shapes.len()).unwrap_or(0) {
            let parent = rt.shapes.get(at).map_or(u32::MAX, |shape| shape.parent);
            root_of.push(root_of.get(parent as usize).copied().unwrap_or(at));
        }
        let mut wanted = |shape: u32| {
            if let Some(root) = root_of.get(shape as usize)
                && let Some(flag) = roots.get_mut(*root as usize)
            {
                *flag = true;
            }
        };
        for class in self.objects.get(Kind::Class as usize).into_iter().flatten() {
            wanted(rt.heap.classes.get(class.index()).root_shape);
        }
        for inst in self.objects.get(Kind::Inst as usize).into_iter().flatten() {
            wanted(rt.heap.insts.get(inst.index()).shape);
        }
        for (at, root) in root_of.iter().enumerate() {
            if roots.get(*root as usize).copied().unwrap_or(false) {
                let number = u32::try_from(self.shapes.len()).unwrap_or(NONE);
                self.shapes.insert(u32::try_from(at).unwrap_or(NONE), number);
            }
        }
    }

    // --- pieces

    /// Writes a value. Every place may hold every value here; the reader decides what it accepts in which place.
    pub(crate) fn value(&mut self, value: Value) -> Result<(), SnapshotError> {
        match value.tag {
            Tag::Undef => self.out.u8(mark::UNDEF),
            Tag::None => self.out.u8(mark::NONE),
            Tag::Bool => self.out.u8(if value.is_true() { mark::TRUE } else { mark::FALSE }),
            Tag::Int => {
                self.out.u8(mark::INT);
                self.out.int(value.as_i64());
            }
            Tag::Float => {
                self.out.u8(mark::FLOAT);
                self.out.float(value.as_f64());
            }
            Tag::Ellipsis => self.out.u8(mark::ELLIPSIS),
            Tag::NotImplemented => match value.fallback_name() {
                Some(name) => {
                    self.out.u8(mark::PRELUDE);
                    self.name(name);
                }
                None => self.out.u8(if value == MARKER { mark::ABSENT } else { mark::NOT_IMPLEMENTED }),
            },
            Tag::Type | Tag::Native => {
                self.out.u8(mark::SYMBOL);
                let next = u32::try_from(self.symbol_names.len()).unwrap_or(NONE);
                let number = match self.symbols.get(&value) {
                    Some(number) => *number,
                    None => {
                        let name = symbols::name(value).ok_or(SnapshotError::Internal("a native without a name"))?;
                        self.symbols.insert(value, next);
                        self.symbol_names.push(name);
                        next
                    }
                };
                self.out.uint(number.into());
            }
            Tag::RangeStop | Tag::RangeStep => {
                self.out.u8(if value.tag == Tag::RangeStop { mark::RANGE_STOP } else { mark::RANGE_STEP });
                self.out.int(value.payload as i64);
            }
            _ => {
                let distance = value.tag as u32 - Tag::Str as u32;
                self.out.u8(mark::HEAP + u8::try_from(distance).unwrap_or(0));
                let kind = Kind::of(value.tag).ok_or(SnapshotError::Internal("a value of no kind"))?;
                if let Some(watched) = &mut self.template {
                    watched.note(value)?;
                }
                let number = self.number_of(kind, value.index())?;
                self.out.uint(number.into());
            }
        }
        Ok(())
    }

    pub(crate) fn values<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) -> Result<(), SnapshotError> {
        for value in values {
            self.value(*value)?;
        }
        Ok(())
    }

    /// Writes a count and that many values.
    pub(crate) fn list(&mut self, values: &[Value]) -> Result<(), SnapshotError> {
        self.out.size(values.len());
        self.values(values)
    }

    fn number_of(&self, kind: Kind, index: u32) -> Result<u32, SnapshotError> {
        let number = self.numbers.get(kind as usize).and_then(|numbers| numbers.get(index as usize)).copied();
        number.filter(|number| *number < SEEN).ok_or(SnapshotError::Internal("an object was not reached"))
    }

    /// Writes the number of an object whose kind is known from the place.
    pub(super) fn object(&mut self, kind: Kind, index: u32) -> Result<(), SnapshotError> {
        let number = self.number_of(kind, index)?;
        self.out.uint(number.into());
        Ok(())
    }

    pub(super) fn has_number(&self, kind: Kind, index: u32) -> bool {
        self.number_of(kind, index).is_ok()
    }

    pub(super) fn name(&mut self, name: NameId) {
        let next = u32::try_from(self.name_texts.len()).unwrap_or(NONE);
        let number = *self.names.entry(name).or_insert(next);
        if number == next {
            self.name_texts.push(name);
        }
        self.out.uint(number.into());
    }

    /// Writes 0 for "attributes in a dict", otherwise the number of the shape plus 1.
    pub(super) fn shape(&mut self, shape: u32) -> Result<(), SnapshotError> {
        if shape == DICT_SHAPE {
            self.out.uint(0);
            return Ok(());
        }
        let number = self.shapes.get(&shape).ok_or(SnapshotError::Internal("a shape was not reached"))?;
        self.out.uint(u64::from(*number) + 1);
        Ok(())
    }

    pub(super) fn objects_of(&self, kind: Kind) -> Vec<Value> {
        self.objects.get(kind as usize).cloned().unwrap_or_default()
    }

    // --- sections

    fn counters(&mut self, steps: u32, later_steps: &[(String, String)]) {
        let rt = &self.interpreter.rt;
        self.out.uint(steps.into());
        self.out.size(later_steps.len());
        for (name, text) in later_steps {
            self.out.text(name);
            self.out.text(text);
        }
        self.out.fixed(rt.identity.hash_seed);
        self.out.fixed(rt.identity.random_seed);
        self.out.fixed(rt.host.clock_ahead.to_bits());
        self.out.uint(rt.budget.recursion_limit.into());
        self.out.uint(rt.budget.max_digits.into());
        self.out.uint(rt.heap.fuel.used());
        self.out.uint(rt.heap.most_small_bytes() as u64);
        self.out.uint(rt.host.out.used);
        self.out.uint(rt.host.out.shown);
        for stream in &rt.host.out.streams {
            let (text, context, is_blocked) = stream.parts();
            self.out.text(text);
            self.out.size(context);
            self.out.bool(is_blocked);
        }
        self.out.uint(rt.host.calls.into());
        self.out.bool(rt.host.stdin.host_has_more);
        self.out.size(rt.host.stdin.at);
        self.out.size(rt.host.arguments.len());
        for argument in &rt.host.arguments {
            self.out.text(argument);
        }
        self.out.uint(rt.identity.id_counter);
        let called = rt.host.tools.iter().map(|tool| (tool.name.as_str(), tool.calls)).filter(|(_, calls)| *calls > 0);
        let called: std::collections::BTreeMap<&str, u32> =
            rt.host.tool_calls.iter().map(|(name, calls)| (name.as_str(), *calls)).chain(called).collect();
        self.out.size(called.len());
        for (name, calls) in called {
            self.out.text(name);
            self.out.uint(calls.into());
        }
        self.out.size(rt.modules.packages.iter().count());
        for package in rt.modules.packages.iter() {
            self.out.text(package.name());
            self.out.text(package.version());
            self.out.text(&package.digest());
        }
        self.out.size(rt.modules.imports.len());
        for import in &rt.modules.imports {
            self.out.text(import);
        }
        self.out.size(rt.policy.denials.kept().len());
        for (message, rule) in rt.policy.denials.kept() {
            self.out.text(message);
            self.out.text(rule);
        }
    }

    fn tables(&mut self) {
        self.out.size(self.name_texts.len());
        for name in &self.name_texts {
            self.out.text(self.interpreter.rt.names.text(*name));
        }
        self.out.size(self.symbol_names.len());
        for name in &self.symbol_names {
            self.out.text(name);
        }
    }

    /// Writes the namespaces, and the global slots of all of them in order.
    fn spaces(&mut self) -> Result<(), SnapshotError> {
        let rt = &self.interpreter.rt;
        self.out.size(rt.modules.namespaces.len());
        let mut owner = vec![NONE; rt.modules.globals.len()];
        for (at, space) in rt.modules.namespaces.iter().enumerate() {
            self.out.bool(space.trusted);
            for slot in &space.order {
                if let Some(owner) = owner.get_mut(*slot as usize) {
                    *owner = u32::try_from(at).unwrap_or(NONE);
                }
            }
        }
        self.out.size(rt.modules.globals.len());
        for (slot, owner) in owner.iter().enumerate() {
            if *owner == NONE {
                return Err(SnapshotError::Internal("a global slot without a namespace"));
            }
            self.out.uint((*owner).into());
            self.name(rt.modules.global_names.get(slot).copied().unwrap_or_default());
        }
        Ok(())
    }

    /// Writes the shapes in order, parents before children.
    fn write_shapes(&mut self) {
        let rt = &self.interpreter.rt;
        self.out.size(self.shapes.len());
        for at in 0..u32::try_from(rt.shapes.len()).unwrap_or(0) {
            let (true, Some(shape)) = (self.shapes.contains_key(&at), rt.shapes.get(at)) else { continue };
            if shape.parent == u32::MAX {
                // A root shape, with or without a slot for a builtin value.
                self.out.uint(0);
                self.out.bool(shape.len > 0);
            } else {
                let parent = self.shapes.get(&shape.parent).copied().unwrap_or(0);
                self.out.uint(u64::from(parent) + 1);
                self.name(shape.name);
            }
        }
    }

    /// Writes the units of code in the order in which they were loaded. It writes their sources, not their bytecode.
    fn units(&mut self) -> Result<Vec<Arc<Program>>, SnapshotError> {
        let interpreter = self.interpreter;
        let mut programs = Vec::new();
        self.out.size(self.units.len());
        let mut seen: FxHashMap<*const Program, usize> = FxHashMap::default();
        for (at, unit) in std::mem::take(&mut self.units).into_iter().filter_map(|unit| interpreter.units.get(unit)).enumerate() {
            let source = &unit.program.source;
            match &unit.origin {
                Origin::User => {
                    self.out.u8(if unit.program.kind == stockade_compiler::ModuleKind::Cell { 4 } else { 0 });
                }
                Origin::Library(name) => {
                    self.out.u8(1);
                    self.out.text(name);
                }
                Origin::Fallback(name) => {
                    self.out.u8(2);
                    self.out.text(name);
                }
                Origin::Package(name) => {
                    self.out.u8(9);
                    self.out.text(name);
                }
                Origin::Imports => self.out.u8(5),
                Origin::Dynamic { trusted, shows, over_locals, future } => {
                    self.out.u8(match (unit.program.kind, future) {
                        (stockade_compiler::ModuleKind::Interactive, false) => 6,
                        (stockade_compiler::ModuleKind::Interactive, true) => 8,
                        (_, false) => 3,
                        (_, true) => 7,
                    });
                    self.out.bool(*trusted);
                    self.out.bool(*shows);
                    self.out.bool(*over_locals);
                    self.out.bool(unit.is_reloaded);
                    self.out.bool(unit.is_module);
                }
            }
            if matches!(unit.origin, Origin::User | Origin::Imports | Origin::Dynamic { .. }) {
                // A program that was loaded twice (a step run again, code run in another namespace) is written once.
                let before = seen.get(&Arc::as_ptr(unit.program.arc())).copied();
                self.out.size(before.map_or(0, |before| before + 1));
                if before.is_none() {
                    seen.insert(Arc::as_ptr(unit.program.arc()), at);
                    self.out.text(source.name());
                    self.out.text(source.text());
                }
            }
            self.out.uint(unit.namespace.into());
            self.out.uint(unit.code_count.into());
            if self.template.is_some()
                && let Some(table) = &unit.later
            {
                self.later_unit(unit, table);
                continue;
            }
            if unit.later.is_some() {
                let codes = unit.codes(&interpreter.codes);
                let complete = |(at, code): (usize, &Arc<LinkedCode>)| code.has_constants().then_some(at);
                let entered: Vec<usize> = codes.iter().enumerate().skip(1).filter_map(complete).collect();
                self.out.size(entered.len());
                entered.into_iter().for_each(|at| self.out.size(at));
            }
            self.out.fixed(fingerprint::program(&unit.program));
            programs.push(Arc::clone(unit.program.arc()));
        }
        Ok(programs)
    }

    fn write_objects(&mut self) -> Result<(), SnapshotError> {
        for kind in Kind::ALL {
            let count = self.objects.get(kind as usize).map_or(0, Vec::len);
            self.out.size(count);
        }
        self.constants_of_later_units()?;
        for kind in Kind::ALL {
            self.kind(kind)?;
        }
        Ok(())
    }

    fn roots(&mut self, main: u32, showing: Option<bool>) -> Result<(), SnapshotError> {
        let interpreter = self.interpreter;
        let rt = &interpreter.rt;
        self.out.uint(main.into());
        self.out.u8(showing.map_or(0, |clear_key_replay| 1 + u8::from(clear_key_replay)));
        self.values(&rt.modules.globals)?;
        for space in &rt.modules.namespaces {
            self.value(space.module)?;
            self.value(space.view)?;
        }
        let modules = sorted_modules(interpreter);
        self.out.size(modules.len());
        for (name, module) in modules {
            self.out.text(name);
            self.value(module)?;
        }
        let fallbacks = sorted_fallbacks(interpreter);
        self.out.size(fallbacks.len());
        for (name, function) in fallbacks {
            self.name(name);
            self.value(function)?;
        }
        self.frames(Stack::running(interpreter))?;
        self.threads()?;
        self.value(rt.thread.handled)?;
        self.value(rt.host.answer)?;
        self.value(rt.host.stdin.bytes)?;
        self.list(&rt.thread.in_progress)?;
        self.pending(&rt.pending.call)?;
        // Values that are held weakly, if they were reached.
        let mut ids: Vec<(u64, Value)> = Vec::new();
        #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
        for (value, id) in &rt.identity.ids {
            if Kind::of(value.tag).is_none_or(|kind| self.has_number(kind, value.index())) {
                ids.push((*id, *value));
            }
        }
        ids.sort_unstable_by_key(|(id, _)| *id);
        self.out.size(ids.len());
        for (id, value) in ids {
            self.out.uint(id);
            self.value(value)?;
        }
        self.weak(&rt.finalizers)?;
        let strings = self.objects_of(Kind::Str);
        let mut interned: Vec<(Value, NameId)> = Vec::new();
        let mut shared: Vec<Value> = Vec::new();
        for value in strings {
            let name = NameId(rt.heap.strs.get(value.index()).name.get());
            if rt.names.strings.get(name.0) == Some(value) {
                interned.push((value, name));
            }
            if rt.caches.chars.contains(&value) {
                shared.push(value);
            }
        }
        self.out.size(interned.len());
        for (value, _) in interned {
            self.value(value)?;
        }
        self.list(&shared)
    }

    /// Writes the weak table. The reference objects hold their own targets.
    fn weak(&mut self, weak: &crate::heap::weak_table::FinalizerState) -> Result<(), SnapshotError> {
        self.list(&weak.objects_with_del)?;
        self.list(&weak.unstarted_coroutines)?;
        self.out.size(weak.watched_generators.len());
        for watched in &weak.watched_generators {
            self.value(watched.generator)?;
            self.value(watched.via)?;
            self.value(watched.kept_alive_by)?;
            self.out.bool(watched.near);
            match watched.place {
                Place::New => self.out.u8(0),
                Place::Far => self.out.u8(1),
                Place::Register(frame, reg) => {
                    self.out.u8(2);
                    self.out.uint(frame.into());
                    self.out.u8(reg);
                }
                Place::Global(slot) => {
                    self.out.u8(3);
                    self.out.uint(slot.into());
                }
            }
        }
        self.out.size(weak.due.len());
        for (function, argument) in &weak.due {
            self.value(*function)?;
            self.value(*argument)?;
        }
        for number in [weak.fresh, weak.watched, weak.made, weak.spent, weak.next_coroutine_scan] {
            self.out.uint(number);
        }
        let place = self.code_number(weak.place.0).map_or((0, 0), |code| (code, weak.place.1));
        self.out.uint(place.0.into());
        self.out.uint(place.1.into());
        Ok(())
    }

    /// Writes the stacks of the other green threads, and which thread runs.
    fn threads(&mut self) -> Result<(), SnapshotError> {
        let interpreter = self.interpreter;
        self.out.uint(interpreter.rt.thread.number.into());
        self.out.uint(interpreter.suspended.started.into());
        self.value(interpreter.rt.thread.record)?;
        self.out.size(interpreter.suspended.by_number.len());
        for (number, thread) in &interpreter.suspended.by_number {
            self.out.uint((*number).into());
            self.value(thread.state.record)?;
            self.value(thread.state.handled)?;
            self.list(&thread.state.in_progress)?;
            self.frames(Stack { frames: &thread.frames, registers: &thread.stack })?;
        }
        Ok(())
    }

    fn frames(&mut self, stack: Stack<'_>) -> Result<(), SnapshotError> {
        let interpreter = self.interpreter;
        self.out.size(stack.frames.len());
        for (at, frame) in stack.frames.iter().enumerate() {
            self.code(frame.code)?;
            self.out.uint(frame.pc.into());
            self.out.u8(frame.dst);
            self.out.u8(action_number(frame.action));
            for value in held(interpreter, frame) {
                self.value(value)?;
            }
            // The distance from this register window to the next one, plus 1; 0 for the top frame.
            let above = stack.frames.get(at + 1).map_or(0, |above| above.base.saturating_sub(frame.base) + 1);
            self.out.uint(above.into());
        }
        for (_, value) in registers(interpreter, stack) {
            self.value(value)?;
        }
        Ok(())
    }

    fn pending(&mut self, pending: &PendingCall) -> Result<(), SnapshotError> {
        let PendingCall { callee, args, names, action, extra, resume } = pending;
        let there = !callee.is_undef();
        self.out.bool(there);
        if there {
            self.value(*callee)?;
            self.list(args)?;
            self.list(names)?;
            self.out.u8(action.map_or(0, |action| action_number(action) + 1));
            self.value(*extra)?;
            self.out.u8(resume.map_or(0, |resume| resume_number(resume) + 1));
        }
        Ok(())
    }
}

/// The frames of a green thread with their registers.
#[derive(Clone, Copy)]
pub(super) struct Stack<'a> {
    pub(super) frames: &'a [Frame],
    pub(super) registers: &'a [Value],
}

impl<'a> Stack<'a> {
    pub(super) fn running(interpreter: &'a Interpreter) -> Self {
        Stack { frames: &interpreter.frames, registers: &interpreter.stack }
    }

    /// The stack of the running thread, then those of the others by number.
    pub(super) fn all(interpreter: &'a Interpreter) -> impl Iterator<Item = Stack<'a>> {
        let thread = interpreter.suspended.by_number.values().map(|thread| Stack { frames: &thread.frames, registers: &thread.stack });
        std::iter::once(Stack::running(interpreter)).chain(thread)
    }
}

/// The values that a frame holds besides its registers, and the exception that was being handled where its generator was resumed.
fn held(interpreter: &Interpreter, frame: &Frame) -> [Value; 4] {
    let [func, extra, body] = frame.held();
    let outside = if body.is_undef() { Value::UNDEF } else { interpreter.rt.heap.gens.get(body.index()).outside };
    [func, extra, body, outside]
}

/// All registers in the window of some frame, from the bottom. These are exactly the registers that the collector marks. A register that
/// several windows share belongs to the innermost.
fn registers(interpreter: &Interpreter, stack: Stack<'_>) -> Vec<(usize, Value)> {
    let mut found = Vec::new();
    for (at, owner) in owners(interpreter, stack.frames).into_iter().enumerate() {
        let Some(owner) = owner else { continue };
        let value = stack.registers.get(at).copied().unwrap_or(Value::UNDEF);
        // Loop state that an ended call left behind means nothing to the code that owns the register now.
        let stale = value.is_loop_state() && !is_loop_register(interpreter, owner.0, owner.1);
        found.push((at, if stale { Value::UNDEF } else { value }));
    }
    found
}

/// For each register of the stack, the code that owns its window and the register's index in it.
pub(super) fn owners(interpreter: &Interpreter, frames: &[Frame]) -> Vec<Option<(u32, usize)>> {
    let mut owners = Vec::new();
    for frame in frames {
        let base = frame.base as usize;
        let nregs = interpreter.codes.get(frame.code as usize).map_or(0, |code| usize::from(code.nregs));
        if owners.len() < base + nregs {
            owners.resize(base + nregs, None);
        }
        for (at, owner) in owners.iter_mut().skip(base).take(nregs).enumerate() {
            *owner = Some((frame.code, at));
        }
    }
    owners
}

/// True if a register of a code can hold the state of a `for` loop.
pub(super) fn is_loop_register(interpreter: &Interpreter, code: u32, at: usize) -> bool {
    use stockade_compiler::bytecode::Op;
    let Some(code) = interpreter.codes.get(code as usize) else { return false };
    code.ops.iter().any(|op| matches!(op, Op::ForPrep { iter, .. } | Op::ForLoop { iter, .. } if usize::from(iter.0) == at))
}

fn sorted_modules(interpreter: &Interpreter) -> Vec<(&str, Value)> {
    let mut modules: Vec<(&str, Value)> = Vec::new();
    #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
    for (name, module) in &interpreter.rt.modules.by_name {
        modules.push((name, *module));
    }
    modules.sort_unstable_by_key(|(name, _)| *name);
    modules
}

fn sorted_fallbacks(interpreter: &Interpreter) -> Vec<(NameId, Value)> {
    let mut functions: Vec<(NameId, Value)> = Vec::new();
    #[expect(clippy::iter_over_hash_type, reason = "sorted below")]
    for (name, function) in &interpreter.fallbacks {
        functions.push((*name, *function));
    }
    functions.sort_unstable_by_key(|(name, _)| interpreter.rt.names.text(*name));
    functions
}

/// The heap objects among the constants of these programs, each once. A tuple or frozen set comes before its items.
pub(super) fn constants(interpreter: &Interpreter, units: &[u32]) -> Vec<Value> {
    let heap = &interpreter.rt.heap;
    let mut seen: rustc_hash::FxHashSet<Value> = rustc_hash::FxHashSet::default();
    let mut found = Vec::new();
    let mut work: Vec<Value> = Vec::new();
    let units = units.iter().filter_map(|unit| interpreter.units.get(*unit));
    for value in units.flat_map(|unit| unit.codes(&interpreter.codes)).flat_map(|code| &code.consts) {
        work.push(*value);
        while let Some(value) = work.pop() {
            if value.tag.is_heap() && seen.insert(value) {
                found.push(value);
                let from = work.len();
                heap.children(value, &mut |child| work.push(child));
                if let Some(children) = work.get_mut(from..) {
                    children.reverse();
                }
            }
        }
    }
    found
}
