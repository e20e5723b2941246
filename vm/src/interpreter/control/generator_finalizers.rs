//! Dropped generators. CPython closes a suspended generator when its reference count reaches zero, which runs its `finally` and `with`.
//!
//! Only generators that are suspended inside a `try` or `with` are watched ([`Interpreter::watch`]); others cost nothing. For each one the
//! place where it was last seen is kept, mostly a register or a global. While it is there, it is alive and no search is needed. When it is
//! not there, the search goes through registers and globals, then through objects close to them. Only after that is everything reachable
//! marked ([`crate::interpreter::control::finalizers`]). So a generator is closed before the program's next instruction, as with reference
//! counts.

use crate::heap::weak_table::MAX_POLLED_GENERATORS;
use crate::heap::weak_table::Place;
use crate::heap::weak_table::WatchedGenerator;
use stockade_compiler::bytecode::{Op, code_flags};

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::weak_table::{FinalizerState, WATCHED_GENERATOR_BYTES};
use crate::heap::{GenKind, GenState, Heap, IterObj, Object};
use crate::interpreter::code::LinkedCode;
use crate::interpreter::fast::Dispatcher;
use crate::interpreter::frame::Frame;
use crate::interpreter::gc_roots::registers_of;
use crate::interpreter::machine::Interpreter;
use crate::runtime::core::Runtime;

/// How many values are visited close to one root, and close to all roots together. They are counted, and charged after the visit, so the
/// bound of all must not be passed by more than what one object holds.
const MAX_NEAR_VALUES: usize = 64;
const MAX_NEAR_VALUES_IN_ALL: usize = 4096;

/// The roots in which watched generators are searched.
#[derive(Clone, Copy)]
struct RootView<'a> {
    frames: &'a [Frame],
    codes: &'a [std::sync::Arc<LinkedCode>],
    globals: &'a [Value],
    facts: &'a [crate::runtime::modules::CodeInfo],
    /// The next instruction of the top frame.
    pc: usize,
}

impl RootView<'_> {
    /// True when a frame still reads a register.
    fn is_read(&self, at: usize, reg: u8) -> bool {
        let Some(frame) = self.frames.get(at) else { return false };
        let Some(code) = self.codes.get(frame.code as usize) else { return false };
        if usize::from(reg) < code.locals.len() {
            return true;
        }
        let next = if at + 1 == self.frames.len() { self.pc } else { (frame.pc as usize).saturating_sub(1) };
        code.liveness(self.facts, frame.code).is_none_or(|live| live.in_use(next, reg))
    }

    /// The value at a place.
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

/// True when some `yield` of a generator's code is inside a `try` or `with`.
pub(crate) fn is_guarded(code: &LinkedCode) -> bool {
    let generator_flags = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
    let yields = |at: usize| matches!(code.ops.get(at), Some(Op::Yield { .. } | Op::YieldDelegate { .. }));
    code.flags & generator_flags != 0 && code.handlers.iter().any(|row| (row.start as usize..row.end as usize).any(yields))
}

/// True when closing a generator would run code.
pub(crate) fn runs_code_on_close(heap: &Heap, codes: &[std::sync::Arc<LinkedCode>], generator: Value) -> bool {
    let object = heap.gens.get(generator.index());
    let Some(code) = codes.get(object.code as usize) else { return false };
    let at = object.pc.wrapping_sub(1);
    let waits = object.kind == GenKind::AsyncGenerator && !matches!(code.ops.get(at as usize), Some(Op::Yield { .. }));
    object.state == GenState::Suspended && !waits && code.handler(at).is_some()
}

/// The unwatched depth: when every watched generator is in a register of a frame that waits for a call, the depth of the callee's frame;
/// else 0. While deeper frames run, no watched generator can be dropped, so the handlers need not stop between instructions. `register`
/// reads a register of the stack, which must still hold the generator, because another frame may have taken the place of the one where it
/// was seen.
pub(crate) fn unwatched_depth(weak: &FinalizerState, frames: &mut [Frame], register: impl Fn(usize) -> Value) -> usize {
    if weak.polls_per_line() || weak.watched_generators.len() > MAX_POLLED_GENERATORS || weak.watched_generators.is_empty() {
        return 0;
    }
    let mut highest = 0;
    for watched in &weak.watched_generators {
        match watched.place {
            Place::Register(at, reg) if !watched.near => {
                let holder = frames.get(at as usize).map(|frame| register(frame.base as usize + usize::from(reg)));
                if holder != Some(watched.generator) {
                    return 0;
                }
                highest = highest.max(at as usize);
            }
            _ => return 0,
        }
    }
    match frames.get_mut(highest + 1) {
        Some(frame) => {
            frame.fast_return = false;
            highest + 2
        }
        None => 0,
    }
}

/// True when a watched generator is not where it was before an instruction of the program. `line`: a line begins here.
pub(crate) fn may_be_unreachable(context: &mut Dispatcher<'_>, pc: usize, line: bool) -> bool {
    let watched_generators = std::mem::take(&mut context.rt.finalizers.watched_generators);
    context.frames();
    let view = RootView {
        frames: context.calls.materialized(),
        codes: context.codes,
        globals: &context.rt.modules.globals,
        facts: &context.rt.modules.code_info,
        pc,
    };
    let stack = context.stack;
    let mut over = false;
    let mut visited = 0;
    let heap = &context.rt.heap;
    let unseen = (line || watched_generators.len() <= MAX_POLLED_GENERATORS)
        && watched_generators.iter().any(|watched| {
            let state = heap.gens.get(watched.generator.index()).state;
            over |= state == GenState::Finished;
            if state != GenState::Suspended {
                return false;
            }
            if watched.place == Place::Far {
                return line;
            }
            let there = view.at(watched.place, |at| stack.get(at).map_or(Value::UNDEF, std::cell::Cell::get));
            if !watched.near {
                return there != watched.generator;
            }
            // An object that holds the generator may drop it on any line. That is noticed when a line begins, or when the object itself is
            // gone.
            // Beyond the bound it is looked for as one that is gone.
            there != watched.via || line && !is_near(heap, there, &mut visited, MAX_NEAR_VALUES_IN_ALL, watched.generator)
        });
    let count = watched_generators.len();
    context.rt.finalizers.watched_generators = watched_generators;
    if over {
        context.rt.forget_finished();
    }
    if line && count > MAX_POLLED_GENERATORS {
        visited += count;
    }
    if visited == 0 {
        return unseen;
    }
    // When the fuel is exhausted here, the next safepoint notices it.
    let rt = &mut *context.rt;
    let charged = u32::try_from(visited / 8).unwrap_or(u32::MAX);
    rt.finalizers.spent = rt.finalizers.spent.saturating_add(charged.into());
    rt.heap.fuel.charge(charged);
    unseen || !rt.finalizers.poll_budget_left(rt.heap.fuel.used())
}

/// True when a root leads to a value by few steps. `visited` counts the values that were visited for all roots; beyond `most` of them
/// nothing is found.
fn is_near(heap: &Heap, root: Value, visited: &mut usize, most: usize, wanted: Value) -> bool {
    let most = most.min(visited.saturating_add(2 * MAX_NEAR_VALUES));
    let mut queue = vec![root];
    let mut at = 0;
    while let Some(value) = queue.get(at).copied() {
        at += 1;
        *visited += 1;
        if at > MAX_NEAR_VALUES || *visited > most {
            return false;
        }
        if !is_narrow(heap, value) {
            continue;
        }
        let mut found = false;
        heap.children(value, &mut |child| {
            *visited += 1;
            found |= child == wanted;
            if child.tag.is_heap() && queue.len() < 2 * MAX_NEAR_VALUES && !matches!(child.tag, Tag::Str | Tag::Class | Tag::Module) {
                queue.push(child);
            }
        });
        if found {
            return true;
        }
    }
    false
}

/// True when an object may be looked into: it holds few values, as far as that is known without a visit.
fn is_narrow(heap: &Heap, value: Value) -> bool {
    let held = match value.tag {
        Tag::Object => match heap.as_object(value) {
            Object::Deque(deque) => deque.items.len(),
            Object::Box(items) => items.len(),
            _ => 0,
        },
        Tag::Iter => match heap.iters.get(value.index()) {
            IterObj::Zip { inner, .. } => inner.len(),
            _ => 0,
        },
        Tag::List => heap.lists.get(value.index()).items.len(),
        Tag::Dict => heap.dicts.get(value.index()).entries().len(),
        Tag::Tuple => heap.tuples.get(value.index()).items.len(),
        Tag::Set => heap.sets.get(value.index()).len(),
        Tag::Inst => heap.insts.get(value.index()).slots.len(),
        Tag::Func => heap.funcs.get(value.index()).closure.len(),
        // It has at most 256 registers.
        Tag::Gen | Tag::Method | Tag::Cell => 0,
        _ => return false,
    };
    held <= MAX_NEAR_VALUES
}

impl Runtime {
    /// Removes finished generators from the list.
    fn forget_finished(&mut self) {
        let before = self.finalizers.watched_generators.len();
        let gens = &mut self.heap.gens;
        self.finalizers.watched_generators.retain(|watched| {
            let object = gens.get_mut(watched.generator.index());
            object.watched = object.state != GenState::Finished;
            object.watched
        });
        self.heap.refund((before - self.finalizers.watched_generators.len()) * WATCHED_GENERATOR_BYTES);
    }
}

impl Interpreter {
    /// Watches a generator that guarded code suspended, if dropping it would run code. Generators that `contextlib` holds are not watched,
    /// because their `with` statement resumes them.
    #[cold]
    pub(crate) fn watch(&mut self, generator: Value) -> Result<(), Abrupt> {
        let code = self.rt.heap.gens.get(generator.index()).code;
        self.rt.charge(self.codes.get(code as usize).map_or(0, |code| code.handlers.len() as u64 / 64))?;
        if !runs_code_on_close(&self.rt.heap, &self.codes, generator) {
            return Ok(());
        }
        let held = self.frames.iter().rev().find(|frame| !frame.internal).and_then(|frame| self.codes.get(frame.code as usize));
        if let Some(held) = held
            && held.trusted
            && let Some(module) = self.rt.modules.by_name.get("contextlib")
            && self.rt.heap.modules.get(module.index()).namespace == held.namespace
        {
            return Ok(());
        }
        self.rt.heap.charge(WATCHED_GENERATOR_BYTES)?;
        self.rt.heap.gens.get_mut(generator.index()).watched = true;
        self.rt.finalizers.watched_generators.push(WatchedGenerator {
            generator,
            place: Place::New,
            near: false,
            via: Value::UNDEF,
            kept_alive_by: Value::UNDEF,
        });
        Ok(())
    }

    /// An exception leaves a frame: the frame's locals stay alive as long as the exception does.
    pub(crate) fn keep_locals(&mut self, exc: Value, frame: &Frame) -> Result<(), Abrupt> {
        let Some(code) = self.codes.get(frame.code as usize) else { return Ok(()) };
        let mut visited = self.rt.finalizers.watched_generators.len() as u64;
        let top = self.frames.len().saturating_sub(1);
        for watched in &mut self.rt.finalizers.watched_generators {
            if let Place::Register(at, reg) = watched.place
                && at as usize == top
                && usize::from(reg) < code.locals.len()
            {
                watched.kept_alive_by = exc;
            }
        }
        let locals = registers_of(&self.stack, &self.codes, frame).iter().take(code.locals.len());
        for value in locals.filter(|value| value.tag == Tag::Gen) {
            visited += self.rt.finalizers.watched_generators.len() as u64;
            if let Some(watched) = self.rt.finalizers.watched_generators.iter_mut().find(|watched| watched.generator == *value) {
                watched.kept_alive_by = exc;
            }
        }
        self.rt.charge(visited / 8)
    }

    /// Searches the watched generators that are not where they were. True when all were found.
    pub(crate) fn locate_watched(&mut self) -> Result<bool, Abrupt> {
        let mut watched_generators = std::mem::take(&mut self.rt.finalizers.watched_generators);
        let (found, visited) = self.locate_watched_among(&mut watched_generators);
        self.rt.finalizers.watched_generators = watched_generators;
        self.rt.charge_poll(visited / 8)?;
        Ok(found)
    }

    fn view(&self) -> RootView<'_> {
        let pc = self.frames.last().map_or(0, |frame| frame.pc as usize);
        RootView { frames: &self.frames, codes: &self.codes, globals: &self.rt.modules.globals, facts: &self.rt.modules.code_info, pc }
    }

    /// Every place with its value: the registers that are still read, from the top frame down, then the globals module by module. The order
    /// is not that of the slots, whose numbers differ in a restored session.
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

    /// How many values `places` visits at most.
    fn place_count(&self) -> usize {
        let registers = self.frames.iter().map(|frame| registers_of(&self.stack, &self.codes, frame).len()).sum::<usize>();
        registers + self.rt.modules.globals.len()
    }

    fn locate_watched_among(&self, watched_generators: &mut [WatchedGenerator]) -> (bool, u64) {
        let heap = &self.rt.heap;
        let view = self.view();
        let mut missing: Vec<&mut WatchedGenerator> = watched_generators
            .iter_mut()
            .filter(|watched| {
                heap.gens.get(watched.generator.index()).state == GenState::Suspended
                    && (watched.near
                        || view.at(watched.place, |at| self.stack.get(at).copied().unwrap_or(Value::UNDEF)) != watched.generator)
            })
            .collect();
        let mut visited = (missing.len() + self.place_count()) as u64;
        for (place, value) in self.places() {
            if value.tag != Tag::Gen || !heap.gens.get(value.index()).watched {
                continue;
            }
            visited += missing.len() as u64;
            if let Some(at) = missing.iter().position(|watched| watched.generator == value) {
                let watched = missing.swap_remove(at);
                (watched.place, watched.near, watched.via) = (place, false, Value::UNDEF);
                if missing.is_empty() {
                    break;
                }
            }
        }
        (missing.is_empty(), visited)
    }

    /// After everything reachable was marked: finds a root close to each watched generator that is alive.
    pub(crate) fn find_roots_near_watched(&mut self) -> u64 {
        let mut watched_generators = std::mem::take(&mut self.rt.finalizers.watched_generators);
        let mut visited = 0;
        let mut near_visited = 0;
        let (heap, view) = (&self.rt.heap, self.view());
        for watched in &mut watched_generators {
            let suspended = heap.gens.get(watched.generator.index()).state == GenState::Suspended;
            let there = view.at(watched.place, |at| self.stack.get(at).copied().unwrap_or(Value::UNDEF));
            if !suspended || (there == watched.generator && !watched.near) {
                continue;
            }
            if is_near(heap, there, &mut near_visited, MAX_NEAR_VALUES_IN_ALL, watched.generator) {
                (watched.near, watched.via) = (true, there);
                continue;
            }
            (watched.place, watched.near, watched.via) = (Place::Far, false, Value::UNDEF);
            if near_visited < MAX_NEAR_VALUES_IN_ALL {
                visited += self.place_count();
            }
            for (place, value) in self.places() {
                if near_visited >= MAX_NEAR_VALUES_IN_ALL {
                    break;
                }
                if is_near(heap, value, &mut near_visited, MAX_NEAR_VALUES_IN_ALL, watched.generator) {
                    (watched.place, watched.near, watched.via) = (place, true, value);
                    break;
                }
            }
        }
        self.rt.finalizers.watched_generators = watched_generators;
        (visited + near_visited) as u64
    }
}
