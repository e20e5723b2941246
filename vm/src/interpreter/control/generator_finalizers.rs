//! Suspended generators that are dropped: CPython closes them, so what their `finally` and `with` do happens.
//!
//! Only those that are suspended where a handler would run are watched ([`Interpreter::watch`]); nothing else pays. For each the
//! place is known where it was seen last, mostly a register or a global: as long as it is there, it is alive, and nothing needs
//! to be looked for. When it is not there it is looked for among registers and globals, then close to them, and only then is
//! everything marked that is reachable ([`crate::interpreter::control::finalizers`]). So one is closed before the next instruction of the program, as when
//! its count reaches zero.

use crate::heap::weak_table::FEW;
use crate::heap::weak_table::Place;
use crate::heap::weak_table::WatchedGenerator;
use stockade_compiler::bytecode::{Op, code_flags};

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::weak_table::{FinalizerState, SLEEPER_BYTES};
use crate::heap::{GenKind, GenState, Heap, Object};
use crate::interpreter::code::LinkedCode;
use crate::interpreter::fast::Dispatcher;
use crate::interpreter::frame::Frame;
use crate::interpreter::gc_roots::registers_of;
use crate::interpreter::machine::Interpreter;
use crate::runtime::core::Runtime;

/// How many values are looked at close to a place, and in all.
const NEAR: usize = 64;
const NEAR_IN_ALL: usize = 4096;

/// Where values are looked for.
#[derive(Clone, Copy)]
struct View<'a> {
    frames: &'a [Frame],
    codes: &'a [std::sync::Arc<LinkedCode>],
    globals: &'a [Value],
    facts: &'a [crate::runtime::modules::CodeInfo],
    /// The next instruction of the top frame.
    pc: usize,
}

impl View<'_> {
    /// Whether a frame still reads a register.
    fn is_read(&self, at: usize, reg: u8) -> bool {
        let Some(frame) = self.frames.get(at) else { return false };
        let Some(code) = self.codes.get(frame.code as usize) else { return false };
        if usize::from(reg) < code.locals.len() {
            return true;
        }
        let next = if at + 1 == self.frames.len() { self.pc } else { (frame.pc as usize).saturating_sub(1) };
        code.liveness(self.facts, frame.code).is_none_or(|live| live.in_use(next, reg))
    }

    /// What is in a place.
    fn at(&self, place: Place, register: impl Fn(usize) -> Value) -> Value {
        match place {
            Place::New | Place::Far => Value::UNDEF,
            Place::Global(slot) => self.globals.get(slot as usize).copied().unwrap_or(Value::UNDEF),
            Place::Register(at, reg) => {
                let at = at as usize;
                let Some(frame) = self.frames.get(at) else { return Value::UNDEF };
                let known = self.codes.get(frame.code as usize).is_some_and(|code| reg < code.nregs);
                if !known || !self.is_read(at, reg) {
                    return Value::UNDEF;
                }
                register(frame.base as usize + usize::from(reg))
            }
        }
    }
}

/// Whether some `yield` of a body of code stands where an exception is looked at.
pub(crate) fn is_guarded(code: &LinkedCode) -> bool {
    let bodies = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
    let yields = |at: usize| matches!(code.ops.get(at), Some(Op::Yield { .. } | Op::YieldDelegate { .. }));
    code.flags & bodies != 0 && code.handlers.iter().any(|row| (row.start as usize..row.end as usize).any(yields))
}

/// Whether closing a generator would run something.
pub(crate) fn has_something_to_do(heap: &Heap, codes: &[std::sync::Arc<LinkedCode>], generator: Value) -> bool {
    let object = heap.gens.get(generator.index());
    let Some(code) = codes.get(object.code as usize) else { return false };
    let at = object.pc.wrapping_sub(1);
    let waits = object.kind == GenKind::AsyncGenerator && !matches!(code.ops.get(at as usize), Some(Op::Yield { .. }));
    object.state == GenState::Suspended && !waits && code.handler(at).is_some()
}

/// Where every watched generator is held by a frame that waits for a call: how many frames there are when the call is over, else 0.
/// Until then nothing that runs can drop one of them, and the rows need not stop between instructions. `register` is what a register of
/// the stack holds: a frame that stands where another one was seen is no holder.
pub(crate) fn floor(weak: &FinalizerState, frames: &mut [Frame], register: impl Fn(usize) -> Value) -> usize {
    if weak.polls_per_line() || weak.sleepers.len() > FEW || weak.sleepers.is_empty() {
        return 0;
    }
    let mut highest = 0;
    for sleeper in &weak.sleepers {
        match sleeper.place {
            Place::Register(at, reg) if !sleeper.near => {
                let holder = frames.get(at as usize).map(|frame| register(frame.base as usize + usize::from(reg)));
                if holder != Some(sleeper.generator) {
                    return 0;
                }
                highest = highest.max(at as usize);
            }
            _ => return 0,
        }
    }
    match frames.get_mut(highest + 1) {
        Some(frame) => {
            frame.quick = false;
            highest + 2
        }
        None => 0,
    }
}

/// Before an instruction of the program: whether a watched generator is not where it was. `line`: a line begins here.
pub(crate) fn is_unseen(context: &mut Dispatcher<'_>, pc: usize, line: bool) -> bool {
    let sleepers = std::mem::take(&mut context.rt.finalizers.sleepers);
    context.frames();
    let view = View {
        frames: context.calls.settled(),
        codes: context.codes,
        globals: &context.rt.modules.globals,
        facts: &context.rt.modules.code_info,
        pc,
    };
    let stack = context.stack;
    let mut over = false;
    let mut visited = 0;
    let heap = &context.rt.heap;
    let unseen = (line || sleepers.len() <= FEW)
        && sleepers.iter().any(|sleeper| {
            let state = heap.gens.get(sleeper.generator.index()).state;
            over |= state == GenState::Finished;
            if state != GenState::Suspended {
                return false;
            }
            if sleeper.place == Place::Far {
                return line;
            }
            let there = view.at(sleeper.place, |at| stack.get(at).map_or(Value::UNDEF, std::cell::Cell::get));
            if !sleeper.near {
                return there != sleeper.generator;
            }
            // What is held by something else may be dropped by any line, and is when that goes.
            there != sleeper.via || line && !is_near(heap, there, &mut visited, NEAR, |value| value == sleeper.generator)
        });
    let count = sleepers.len();
    context.rt.finalizers.sleepers = sleepers;
    if over {
        context.rt.forget_finished();
    }
    if line && count > FEW {
        visited += count;
    }
    if visited == 0 {
        return unseen;
    }
    // That nothing is left to pay with is noticed at the next safepoint.
    let rt = &mut *context.rt;
    rt.finalizers.spent = rt.finalizers.spent.saturating_add(visited as u64);
    rt.heap.fuel.take(u32::try_from(visited / 8).unwrap_or(u32::MAX));
    unseen || !rt.finalizers.poll_budget_left(rt.heap.fuel.used())
}

/// Whether a value is one of the first few that a root leads to.
fn is_near(heap: &Heap, root: Value, visited: &mut usize, room: usize, is_it: impl Fn(Value) -> bool) -> bool {
    let mut queue = vec![root];
    let mut at = 0;
    while let Some(value) = queue.get(at).copied() {
        at += 1;
        *visited += 1;
        if at > room {
            return false;
        }
        let small = match value.tag {
            Tag::Object if let Object::Deque(deque) = heap.as_object(value) => deque.items.len() <= NEAR,
            Tag::List => heap.lists.get(value.index()).items.len() <= NEAR,
            Tag::Dict => heap.dicts.get(value.index()).entries().len() <= NEAR,
            Tag::Tuple => heap.tuples.get(value.index()).items.len() <= NEAR,
            Tag::Set => heap.sets.get(value.index()).len() <= NEAR,
            Tag::Inst | Tag::Gen | Tag::Iter | Tag::Method | Tag::Cell | Tag::Object | Tag::Func => true,
            _ => false,
        };
        if !small {
            continue;
        }
        let mut found = false;
        heap.children(value, &mut |child| {
            *visited += 1;
            found |= is_it(child);
            if child.tag.is_heap() && queue.len() < 2 * NEAR && !matches!(child.tag, Tag::Str | Tag::Class | Tag::Module) {
                queue.push(child);
            }
        });
        if found {
            return true;
        }
    }
    false
}

impl Runtime {
    /// Takes those off the list that are finished, whoever finished them.
    fn forget_finished(&mut self) {
        let before = self.finalizers.sleepers.len();
        let gens = &mut self.heap.gens;
        self.finalizers.sleepers.retain(|sleeper| {
            let object = gens.get_mut(sleeper.generator.index());
            object.watched = object.state != GenState::Finished;
            object.watched
        });
        self.heap.refund((before - self.finalizers.sleepers.len()) * SLEEPER_BYTES);
    }
}

impl Interpreter {
    /// A generator was suspended by guarded code: watches it, when something is to be done should it be dropped. What
    /// `contextlib` holds is not watched: its `with` goes on with it.
    #[cold]
    pub(crate) fn watch(&mut self, generator: Value) -> Result<(), Abrupt> {
        let code = self.rt.heap.gens.get(generator.index()).code;
        self.rt.charge(self.codes.get(code as usize).map_or(0, |code| code.handlers.len() as u64 / 64))?;
        if !has_something_to_do(&self.rt.heap, &self.codes, generator) {
            return Ok(());
        }
        let held = self.frames.iter().rev().find(|frame| !frame.hidden).and_then(|frame| self.codes.get(frame.code as usize));
        if let Some(held) = held
            && held.trusted
            && let Some(module) = self.rt.modules.by_name.get("contextlib")
            && self.rt.heap.modules.get(module.index()).namespace == held.namespace
        {
            return Ok(());
        }
        self.rt.heap.charge(SLEEPER_BYTES)?;
        self.rt.heap.gens.get_mut(generator.index()).watched = true;
        self.rt.finalizers.sleepers.push(WatchedGenerator {
            generator,
            place: Place::New,
            near: false,
            via: Value::UNDEF,
            kept_by: Value::UNDEF,
        });
        Ok(())
    }

    /// An exception leaves a frame: its locals are kept as long as the exception is.
    pub(crate) fn keep_locals(&mut self, exc: Value, frame: &Frame) -> Result<(), Abrupt> {
        let Some(code) = self.codes.get(frame.code as usize) else { return Ok(()) };
        let mut visited = self.rt.finalizers.sleepers.len() as u64;
        let top = self.frames.len().saturating_sub(1);
        for sleeper in &mut self.rt.finalizers.sleepers {
            if let Place::Register(at, reg) = sleeper.place
                && at as usize == top
                && usize::from(reg) < code.locals.len()
            {
                sleeper.kept_by = exc;
            }
        }
        let locals = registers_of(&self.stack, &self.codes, frame).iter().take(code.locals.len());
        for value in locals.filter(|value| value.tag == Tag::Gen) {
            visited += self.rt.finalizers.sleepers.len() as u64;
            if let Some(sleeper) = self.rt.finalizers.sleepers.iter_mut().find(|sleeper| sleeper.generator == *value) {
                sleeper.kept_by = exc;
            }
        }
        self.rt.charge(visited / 8)
    }

    /// Looks for the watched generators that are not where they were: whether all of them were found.
    pub(crate) fn seek(&mut self) -> Result<bool, Abrupt> {
        let mut sleepers = std::mem::take(&mut self.rt.finalizers.sleepers);
        let (found, visited) = self.seek_among(&mut sleepers);
        self.rt.finalizers.sleepers = sleepers;
        self.rt.finalizers.spent = self.rt.finalizers.spent.saturating_add(visited);
        self.rt.charge(visited / 8)?;
        Ok(found)
    }

    fn view(&self) -> View<'_> {
        let pc = self.frames.last().map_or(0, |frame| frame.pc as usize);
        View { frames: &self.frames, codes: &self.codes, globals: &self.rt.modules.globals, facts: &self.rt.modules.code_info, pc }
    }

    /// Every place with what is in it: the registers that are read, of the top frame first, and the globals, module by module: the
    /// numbers of their slots are others in a session that was restored.
    fn places(&self) -> impl Iterator<Item = (Place, Value)> {
        let view = self.view();
        let registers = (0..self.frames.len()).rev().flat_map(move |at| {
            let window = view.frames.get(at).map_or(&[][..], |frame| registers_of(&self.stack, view.codes, frame));
            window.iter().enumerate().filter(|(_, value)| value.tag.is_heap()).filter_map(move |(reg, value)| {
                let reg = u8::try_from(reg).ok()?;
                view.is_read(at, reg).then_some((Place::Register(u32::try_from(at).ok()?, reg), *value))
            })
        });
        let slots = self.rt.modules.namespaces.iter().flat_map(|space| space.order.iter().copied());
        let globals = slots.filter_map(|slot| Some((Place::Global(slot), *self.rt.modules.globals.get(slot as usize)?)));
        registers.chain(globals.filter(|(_, value)| value.tag.is_heap()))
    }

    /// How much `places` goes over.
    fn place_count(&self) -> usize {
        let registers = self.frames.iter().map(|frame| registers_of(&self.stack, &self.codes, frame).len()).sum::<usize>();
        registers + self.rt.modules.globals.len()
    }

    fn seek_among(&self, sleepers: &mut [WatchedGenerator]) -> (bool, u64) {
        let heap = &self.rt.heap;
        let view = self.view();
        let mut missing: Vec<&mut WatchedGenerator> = sleepers
            .iter_mut()
            .filter(|sleeper| {
                heap.gens.get(sleeper.generator.index()).state == GenState::Suspended
                    && (sleeper.near
                        || view.at(sleeper.place, |at| self.stack.get(at).copied().unwrap_or(Value::UNDEF)) != sleeper.generator)
            })
            .collect();
        let mut visited = (missing.len() + self.place_count()) as u64;
        for (place, value) in self.places() {
            if value.tag != Tag::Gen || !heap.gens.get(value.index()).watched {
                continue;
            }
            visited += missing.len() as u64;
            if let Some(at) = missing.iter().position(|sleeper| sleeper.generator == value) {
                let sleeper = missing.swap_remove(at);
                (sleeper.place, sleeper.near, sleeper.via) = (place, false, Value::UNDEF);
                if missing.is_empty() {
                    break;
                }
            }
        }
        (missing.is_empty(), visited)
    }

    /// After everything was marked: where those that are alive can be seen from, if they are close to something.
    pub(crate) fn locate(&mut self) -> u64 {
        let mut sleepers = std::mem::take(&mut self.rt.finalizers.sleepers);
        let mut visited = 0;
        let mut room = NEAR_IN_ALL;
        let (heap, view) = (&self.rt.heap, self.view());
        for sleeper in &mut sleepers {
            let suspended = heap.gens.get(sleeper.generator.index()).state == GenState::Suspended;
            let there = view.at(sleeper.place, |at| self.stack.get(at).copied().unwrap_or(Value::UNDEF));
            if !suspended || (there == sleeper.generator && !sleeper.near) {
                continue;
            }
            if is_near(heap, there, &mut visited, NEAR, |value| value == sleeper.generator) {
                (sleeper.near, sleeper.via) = (true, there);
                continue;
            }
            (sleeper.place, sleeper.near, sleeper.via) = (Place::Far, false, Value::UNDEF);
            if room > 0 {
                visited += self.place_count();
            }
            for (place, value) in self.places() {
                if room == 0 {
                    break;
                }
                let before = visited;
                let near = is_near(heap, value, &mut visited, NEAR.min(room), |value| value == sleeper.generator);
                room = room.saturating_sub(visited - before);
                if near {
                    (sleeper.place, sleeper.near, sleeper.via) = (place, true, value);
                    break;
                }
            }
        }
        self.rt.finalizers.sleepers = sleepers;
        visited as u64
    }
}
