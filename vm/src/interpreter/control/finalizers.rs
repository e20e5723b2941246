//! Weak references and `__del__`.
//!
//! The collector frees what nothing reaches whenever memory is wanted; programs must not see when that is, or a run that was
//! restored would differ from one that was not. So to the collector weak references are strong, and objects with `__del__`
//! are roots. That one of them is gone is found out by [`Machine::reap`], at places of the program alone: where a reference is
//! asked for its object, at `gc.collect()`, and between lines while anything waits to be told. It marks what is reachable,
//! without temporaries that no instruction will read ([`stockade_compiler::bytecode::Liveness`]), and frees nothing.
//!
//! Marking takes time: it is charged, and it is not done more often than the program's own work pays for
//! ([`Weak::may_look`]); what is noticed late for that reason is noticed equally late in every run.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use stockade_compiler::bytecode::{CodeKind, Op};

use crate::base::abrupt::Exit;
use crate::base::value::{Tag, Value};
use crate::heap::{GenState, Heap, Marker, Object, class_flags};
use crate::interpreter::control::generator_finalizers::{Place, Sleeper};
use crate::interpreter::frame::Action;
use crate::interpreter::introspection::frames::{Service, ask_with};
use crate::interpreter::machine::{Held, Loaded, Machine, registers_of};
use crate::natives;
use crate::runtime::core::{Pending, Rt};
use crate::runtime::native::Args;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;

natives! { pub(crate) ROWS:
    func "make" "(obj, callback, owner, /)" => make;
    func "get" "(core, /)" => get;
    func "peek" "(core, /)" => peek;
    func "owners" "(obj, /)" => owners;
    func "look" "()" => look;
    func "collect" "()" => collect;
    func "begun" "()" => crate::interpreter::control::generator_finalizers::begun;
    func "ignored" "(function, exc, /)" => ignored_row;
}

/// Values that may be looked at for nothing before the program's own work has to pay for looking.
const CREDIT: u64 = 16_000_000;
/// Visits that cost one unit of fuel.
const VISITS: u64 = 8;
/// Bytes charged for the entry of a reference.
pub(crate) const REF_BYTES: usize = 64;
/// Bytes charged for an instance that has a `__del__`.
pub(crate) const MORTAL_BYTES: usize = 48;
/// As many objects with `__del__` are put into the order of their containers.
const MOST_ORDERED: usize = 256;
/// As many coroutines are never looked through.
const LEAST_CROWD: u64 = 64;
/// Bytes charged for a generator that is watched, and for a coroutine that is remembered.
pub(crate) const SLEEPER_BYTES: usize = 48;
/// Bytes charged for a call that is due.
pub(crate) const CALL_BYTES: usize = 32;

/// What is to be noticed when it is gone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Weak {
    /// Reference objects by what they refer to, in order of creation.
    pub(crate) refs: FxHashMap<Value, Vec<u32>>,
    /// Instances with a `__del__` that has not run, in order of creation, but for what a container holds.
    pub(crate) mortals: Vec<Value>,
    /// Generators that have something to do when they are dropped, in the order in which they were suspended: [`crate::interpreter::control::generator_finalizers`].
    pub(crate) sleepers: Vec<Sleeper>,
    /// Coroutines, in the order of their creation: those that have not begun are warned of when they are gone. Some that have begun
    /// are still among them, see [`Rt::remember_coroutine`].
    pub(crate) unawaited: Vec<Value>,
    /// So many of them make it worth while to look which have begun.
    pub(crate) crowd: u64,
    /// Calls that are due: a function and its argument, or None and a generator to be closed.
    pub(crate) due: VecDeque<(Value, Value)>,
    /// How many of them, the first, nobody has begun to work through.
    pub(crate) fresh: u64,
    /// References with callbacks: those that were reached last, and those made since. While there are any, somebody waits.
    pub(crate) watched: u64,
    /// References made so far.
    pub(crate) made: u64,
    /// Values looked at in this step.
    pub(crate) spent: u64,
    /// Code and line where it was looked last.
    pub(crate) place: (u32, u32),
}

impl Weak {
    /// Whether somebody is to be told.
    #[inline]
    pub(crate) fn is_awaited(&self) -> bool {
        self.waits_for_lines() || !self.sleepers.is_empty()
    }

    /// Whether somebody is to be told between lines.
    #[inline]
    pub(crate) fn waits_for_lines(&self) -> bool {
        !self.mortals.is_empty() || self.watched > 0 || !self.due.is_empty()
    }

    /// Whether some generator is looked for where lines begin.
    pub(crate) fn needs_lines(&self) -> bool {
        self.sleepers.len() > crate::interpreter::control::generator_finalizers::FEW || self.sleepers.iter().any(Sleeper::is_out_of_sight)
    }

    /// Whether the program has worked enough since the last times.
    #[inline]
    pub(crate) fn may_look(&self, used: u64) -> bool {
        self.spent <= CREDIT.saturating_add(used)
    }

    /// Whether the machine has to stop between lines.
    #[inline]
    pub(crate) fn is_careful(&self, used: u64) -> bool {
        self.is_awaited() && self.may_look(used)
    }

    /// How many calls are newly due; who asks works through them.
    pub(crate) fn take_fresh(&mut self) -> Value {
        Value::int(std::mem::take(&mut self.fresh).cast_signed())
    }

    /// Clears the references to what a marking has not reached, and forgets those that it has not reached themselves: the
    /// callbacks to be called, with the references' owners, the latest first.
    fn clear(&mut self, heap: &mut Heap) -> Vec<(Value, Value)> {
        let mut cleared: Vec<(u64, Value, Value)> = Vec::new();
        let (mut left, mut watched) = (0, 0);
        let before: usize = self.refs.values().map(Vec::len).sum();
        self.refs.retain(|target, refs| {
            let is_there = heap.is_marked(*target);
            refs.retain(|at| {
                let is_alive = heap.objects.is_marked(*at);
                let Object::WeakRef { target, callback, owner, number } = heap.objects.get_mut(*at) else { return false };
                if is_there {
                    watched += u64::from(is_alive && !callback.is_none());
                    return is_alive;
                }
                *target = Value::UNDEF;
                let callback = std::mem::replace(callback, Value::NONE);
                if is_alive && !callback.is_none() {
                    cleared.push((*number, callback, *owner));
                }
                false
            });
            left += refs.len();
            !refs.is_empty()
        });
        self.watched = watched;
        heap.refund((before - left) * REF_BYTES);
        cleared.sort_unstable_by_key(|(number, ..)| std::cmp::Reverse(*number));
        cleared.into_iter().map(|(_, callback, owner)| (callback, owner)).collect()
    }

    /// Objects that one container holds, and no other does, go in its order when it goes, those of a list from its end: they stand
    /// in that order from here on, at the places they have among the rest. How much was looked at.
    fn order_by_containers(&mut self, heap: &Heap) -> u64 {
        // Of a multitude nobody follows the order.
        if !(2..=MOST_ORDERED).contains(&self.mortals.len()) {
            return 0;
        }
        let alive = self.mortals.iter().enumerate().filter(|(_, value)| heap.is_marked(**value));
        let mut places: FxHashMap<Value, (usize, u32)> = alive.map(|(at, value)| (*value, (at, 0))).collect();
        if places.len() < 2 {
            return self.mortals.len() as u64;
        }
        let mut visited = self.mortals.len() as u64;
        let mut groups: Vec<Vec<Value>> = Vec::new();
        let mut group_of = |items: &mut dyn Iterator<Item = Value>, is_from_end: bool| {
            let mut group = Vec::new();
            let mut seen = 4;
            for item in items {
                seen += 1;
                if matches!(item.tag, Tag::Inst | Tag::Exc)
                    && let Some((_, holders)) = places.get_mut(&item)
                {
                    // Each of them is in one group at most.
                    if *holders == 0 {
                        group.push(item);
                    }
                    *holders = holders.saturating_add(1);
                }
            }
            // To look at an item's kind is less than to mark it.
            visited += seen / 4;
            if is_from_end {
                group.reverse();
            }
            if group.len() > 1 {
                groups.push(group);
            }
        };
        heap.lists.marked().for_each(|list| group_of(&mut list.items.iter().copied(), true));
        // Most tuples that hold such objects are the arguments of a call that goes on.
        heap.dicts.marked().for_each(|dict| group_of(&mut dict.iter().map(|(_, value)| value), false));
        for object in heap.objects.marked() {
            if let Object::Deque(deque) = object {
                group_of(&mut deque.items.iter().copied(), false);
            }
        }
        for mut group in groups {
            group.retain(|item| places.get(item).is_some_and(|(_, holders)| *holders == 1));
            let mut slots: Vec<usize> = group.iter().filter_map(|item| places.get(item).map(|(at, _)| *at)).collect();
            slots.sort_unstable();
            for (slot, item) in slots.into_iter().zip(group) {
                if let Some(place) = self.mortals.get_mut(slot) {
                    *place = item;
                }
            }
        }
        visited
    }

    /// Forgets references that a collection did not reach; how many.
    pub(crate) fn forget(&mut self, is_marked: impl Fn(u32) -> bool) -> usize {
        let mut gone = 0;
        self.refs.retain(|_, refs| {
            let before = refs.len();
            refs.retain(|at| is_marked(*at));
            gone += before - refs.len();
            !refs.is_empty()
        });
        gone
    }
}

/// At the end of a program: in which order its variables let go of what they hold. CPython's collector is told of all of it at once, and
/// goes through the variables, then through what these hold, and so on.
fn ranks_of(rt: &mut Rt) -> (FxHashMap<Value, usize>, u64) {
    let slots = rt.namespaces.iter().filter(|space| !space.trusted).flat_map(|space| space.order.iter().copied());
    let roots: Vec<Value> = slots.map(|slot| rt.global(slot)).collect();
    let watched = rt.weak.mortals.iter().chain(rt.weak.sleepers.iter().map(|sleeper| &sleeper.generator)).chain(&rt.weak.unawaited);
    let watched: FxHashSet<Value> = watched.copied().collect();
    let mut ranks = FxHashMap::default();
    rt.heap.weakly = true;
    let visited = rt.heap.mark_by_levels(&roots, |_, value| {
        if watched.contains(&value) {
            let rank = ranks.len();
            ranks.insert(value, rank);
        }
    });
    rt.heap.end_weak_marking();
    (ranks, visited)
}

/// Marks what the exceptions that were reached keep.
fn keep(heap: &mut Heap, sleepers: &mut [Sleeper]) -> u64 {
    let mut visited = 0;
    loop {
        visited += sleepers.len() as u64;
        let kept: Vec<Value> = sleepers
            .iter()
            .filter(|sleeper| sleeper.kept_by.tag == Tag::Exc && heap.is_marked(sleeper.kept_by) && !heap.is_marked(sleeper.generator))
            .map(|sleeper| sleeper.generator)
            .collect();
        if kept.is_empty() {
            break;
        }
        visited += heap.mark_from(|marker| marker.roots(&kept));
    }
    for sleeper in sleepers {
        if !heap.is_marked(sleeper.kept_by) {
            sleeper.kept_by = Value::UNDEF;
        }
    }
    visited
}

/// Whether CPython lets a value be referred to weakly.
fn is_referable(rt: &Rt, value: Value) -> bool {
    match value.tag {
        Tag::Inst => {
            let class = rt.heap.insts.get(value.index()).class;
            let sized = [reg::INT, reg::BOOL, reg::TUPLE, reg::BYTES];
            if sized.contains(&TypeId(rt.heap.classes.get(class).layout)) {
                return false;
            }
            has_weakref(rt, class)
        }
        Tag::Exc => rt.heap.excs.get(value.index()).class.tag == Tag::Class,
        Tag::Type | Tag::Native | Tag::Func | Tag::Method | Tag::Class | Tag::Set | Tag::FrozenSet | Tag::Gen | Tag::Module => true,
        Tag::Object => matches!(
            rt.heap.as_object(value),
            Object::Deque(_)
                | Object::GenericAlias { .. }
                | Object::Partial { .. }
                | Object::MemoryView { .. }
                | Object::Pattern(_)
                | Object::Code(_)
        ),
        _ => false,
    }
}

/// Whether instances of a class have room for references to them: with slots all the way up, one of them must be `__weakref__`.
pub(crate) fn has_weakref(rt: &Rt, class: u32) -> bool {
    let is_open = |class: u32| rt.heap.classes.get(class).attrs.get(crate::base::names::dunder_slots).is_none() || lists_weakref(rt, class);
    rt.heap.classes.get(class).mro.iter().any(|base| base.tag == Tag::Class && is_open(base.index()))
}

/// Whether the `__slots__` of a class name `__weakref__`.
pub(crate) fn lists_weakref(rt: &Rt, class: u32) -> bool {
    let Some(listed) = rt.heap.classes.get(class).attrs.get(crate::base::names::dunder_slots) else { return false };
    let is_it = |value: &Value| value.is_str() && rt.heap.text(*value) == "__weakref__";
    is_it(&listed) || rt.sequence_items(listed).iter().any(is_it)
}

/// `_weakref.make(obj, callback, owner)`: what `owner` refers to `obj` with. The machine does it, since it runs otherwise while
/// callbacks wait.
fn make(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    ask_with(rt, Service::Refer, &[args.at(0), args.at(1), args.at(2)])
}

/// Makes a reference.
pub(crate) fn refer(rt: &mut Rt, target: Value, callback: Value, owner: Value) -> Result<Value, Exit> {
    if !is_referable(rt, target) {
        let name = rt.type_name(target);
        return Err(rt.type_error(&format!("cannot create weak reference to '{name}' object")));
    }
    rt.heap.charge(REF_BYTES)?;
    rt.weak.made += 1;
    rt.weak.watched += u64::from(!callback.is_none());
    let core = rt.heap.object(Object::WeakRef { target, callback, owner, number: rt.weak.made })?;
    rt.weak.refs.entry(target).or_default().push(core.index());
    Ok(core)
}

/// `_weakref.get(core)`: the object, or None when it is gone.
fn get(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    if rt.weak.may_look(rt.heap.fuel.used()) { ask_with(rt, Service::Deref, &[args.at(0)]) } else { peek(rt, args) }
}

/// `_weakref.peek(core)`: as `get`, by what is known.
fn peek(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    Ok(target_of(rt, args.at(0)))
}

/// What a reference refers to, or None.
pub(crate) fn target_of(rt: &Rt, core: Value) -> Value {
    match rt.heap.as_object(core) {
        Object::WeakRef { target, .. } => target.given().unwrap_or(Value::NONE),
        _ => Value::NONE,
    }
}

/// The first of those who refer to an object: what its `__weakref__` gives.
pub(crate) fn first_owner(rt: &Rt, obj: Value) -> Value {
    match rt.weak.refs.get(&obj).and_then(|refs| refs.first()).map(|at| rt.heap.objects.get(*at)) {
        Some(Object::WeakRef { owner, .. }) => *owner,
        _ => Value::NONE,
    }
}

/// `_weakref.owners(obj)`: those who refer to an object, in order.
fn owners(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let refs = rt.weak.refs.get(&args.at(0)).cloned().unwrap_or_default();
    rt.charge(refs.len() as u64)?;
    let found: Vec<Value> = refs
        .iter()
        .filter_map(|at| if let Object::WeakRef { owner, .. } = rt.heap.objects.get(*at) { Some(*owner) } else { None })
        .collect();
    rt.heap.list(found)
}

/// `_weakref.look()`: finds out what is gone, where there is reason to.
fn look(rt: &mut Rt, _args: Args<'_>) -> Result<Value, Exit> {
    if rt.weak.refs.is_empty() || !rt.weak.may_look(rt.heap.fuel.used()) {
        return Ok(Value::NONE);
    }
    ask_with(rt, Service::Look, &[])
}

/// `_weakref.collect()`: the prelude's loop.
fn collect(_rt: &mut Rt, _args: Args<'_>) -> Result<Value, Exit> {
    Err(Exit::Guest)
}

/// The prelude's `_reap(forgets)`: how many calls are newly due.
pub(crate) fn reap_row(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    ask_with(rt, Service::Reap, &[args.at(0)])
}

/// The prelude's `_due()`: the next call that is due, as a pair, or None.
pub(crate) fn due_row(rt: &mut Rt, _args: Args<'_>) -> Result<Value, Exit> {
    match rt.weak.due.pop_front() {
        Some((function, argument)) => {
            rt.heap.refund(CALL_BYTES);
            rt.heap.tuple(&[function, argument])
        }
        None => Ok(Value::NONE),
    }
}

/// The prelude's `_last()`: as `_reap()`, when all that is left is gone.
pub(crate) fn last_row(rt: &mut Rt, _args: Args<'_>) -> Result<Value, Exit> {
    ask_with(rt, Service::Last, &[])
}

/// The prelude's `_ignored(function, exc, message, is_over)`: says on stderr what became of an exception that nobody can catch. The message is
/// None where it could not be had.
pub(crate) fn ignored_row(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let whose = args.at(0);
    let named = matches!(whose.tag, Tag::Func | Tag::Gen);
    let function = if named { rt.repr_text(whose) } else { rt.default_repr(whose) }.unwrap_or_default();
    let message = Some(args.at(2).or(Value::NONE)).filter(|message| !message.is_none()).map(|message| rt.text_or_empty(message));
    let text = crate::traceback::render_ignored(rt, args.at(1), message.as_deref(), args.at(3) != Value::TRUE);
    let text = if whose.is_none() { text } else { format!("Exception ignored in: {function}\n{text}") };
    rt.write(&text, true)?;
    Ok(Value::NONE)
}

/// The prelude's `_forgotten(whose)`: a generator that goes on when it is closed is gone all the same, it is not dropped a second time.
pub(crate) fn forgotten_row(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let whose = args.at(0);
    if whose.tag == Tag::Gen && rt.heap.gens.get(whose.index()).state == GenState::Suspended {
        rt.heap.finish_body(whose.index());
    }
    Ok(Value::NONE)
}

impl Rt {
    /// Where the program has not worked enough yet: makes sure that there is a safepoint when it has. So looking goes on at the
    /// same instruction in every run, restored or not.
    pub(crate) fn plan_look(&mut self) {
        if self.weak.is_awaited() && !self.weak.may_look(self.heap.fuel.used()) {
            self.heap.fuel.look_at(self.weak.spent - CREDIT);
        }
    }

    /// Remembers an instance that has a `__del__`.
    pub(crate) fn remember_mortal(&mut self, instance: Value) -> Result<(), Exit> {
        self.heap.charge(MORTAL_BYTES)?;
        self.weak.mortals.push(instance);
        Ok(())
    }

    /// Remembers a coroutine until it has begun. That it has is not told, but looked for when there are many: nothing else pays.
    pub(crate) fn remember_coroutine(&mut self, coroutine: Value) -> Result<(), Exit> {
        if self.weak.unawaited.len() as u64 >= self.weak.crowd.max(LEAST_CROWD) {
            self.forget_begun();
            self.weak.crowd = 2 * self.weak.unawaited.len() as u64;
        }
        self.heap.charge(SLEEPER_BYTES)?;
        self.weak.unawaited.push(coroutine);
        Ok(())
    }

    /// Takes those off the list that have begun.
    pub(crate) fn forget_begun(&mut self) {
        let before = self.weak.unawaited.len();
        let gens = &self.heap.gens;
        self.weak.unawaited.retain(|coroutine| gens.get(coroutine.index()).state == GenState::Created);
        self.heap.refund((before - self.weak.unawaited.len()) * SLEEPER_BYTES);
    }
}

impl Machine {
    /// Between two lines, or where a watched generator is not seen: looks, and starts what is due.
    pub(crate) fn tidy(&mut self) -> Result<(), Exit> {
        if !self.rt.weak.may_look(self.rt.heap.fuel.used()) {
            self.rt.plan_look();
            return Ok(());
        }
        if self.rt.weak.waits_for_lines() || !self.seek()? {
            self.reap(true)?;
            let visited = self.locate();
            self.rt.weak.spent = self.rt.weak.spent.saturating_add(visited);
            self.rt.plan_look();
            self.rt.charge(visited / VISITS)?;
        }
        self.start_due()
    }

    /// Starts what is newly due, as a call of nobody's. It comes before what is being worked through already.
    fn start_due(&mut self) -> Result<(), Exit> {
        if self.rt.weak.fresh == 0 {
            return Ok(());
        }
        let callee = self.rt.prelude("run_due")?;
        let count = self.rt.weak.take_fresh();
        self.rt.pending = Pending { callee, args: smallvec::smallvec![count], ..Pending::default() };
        self.start_pending(0, Action::Discard, Value::UNDEF).map(|_| ())
    }

    /// Finds what nothing reaches any more: references to it are cleared, their callbacks and `__del__` are due. `between`: the
    /// top frame's next instruction has not begun.
    pub(crate) fn reap(&mut self, between: bool) -> Result<(), Exit> {
        self.reap_from(between, true, false)
    }

    /// As `reap` inside a line; with `forgets`, classes forget the subclasses that nothing holds, as they do where memory is freed.
    pub(crate) fn reap_and_forget(&mut self, forgets: bool) -> Result<(), Exit> {
        self.reap_from(false, true, forgets)
    }

    /// As `reap`, where the program has ended: nothing reaches anything but what is due.
    pub(crate) fn reap_last(&mut self) -> Result<(), Exit> {
        self.reap_from(false, false, false)
    }

    /// Marks what is reachable, with references followed weakly: how much was looked at. Ends with [`Heap::end_weak_marking`].
    fn mark_reachable(&mut self, between: bool, is_running: bool) -> u64 {
        let Machine { rt, codes, stack, frames, prelude, .. } = self;
        rt.heap.weakly = true;
        let Rt { heap, weak, globals, namespaces, modules, pending, handled, in_progress, answer, code_facts, threads, .. } = &mut *rt;
        let held = Held { codes, prelude, namespaces, modules, pending, handled: *handled, in_progress, threads };
        // Roots are looked at, too; constants are mostly strings, which hold nothing.
        let mut visited = codes.iter().map(|code| code.consts.len() as u64).sum::<u64>() / 4 + globals.len() as u64;
        let size_of = |frames: &[crate::interpreter::frame::Frame], stack: &[Value]| {
            frames.iter().map(|frame| registers_of(stack, codes, frame).len() as u64).sum::<u64>()
        };
        visited += size_of(frames, stack) + threads.parked.values().map(|parked| size_of(&parked.frames, &parked.stack)).sum::<u64>();
        visited += heap.mark_from(|marker| {
            held.mark(marker);
            for (at, frame) in frames.iter().enumerate() {
                let next = if between && at + 1 == frames.len() { frame.pc } else { frame.pc.saturating_sub(1) };
                let live = codes.get(frame.code as usize).and_then(|code| code.liveness(code_facts, frame.code));
                for (reg, value) in registers_of(stack, codes, frame).iter().enumerate() {
                    if live.is_none_or(|live| live.in_use(next as usize, u8::try_from(reg).unwrap_or(u8::MAX))) {
                        marker.root(*value);
                    }
                }
                marker.roots(&frame.held());
            }
            if is_running {
                marker.roots(globals);
                marker.root(*answer);
            }
            for (function, argument) in &weak.due {
                marker.roots(&[*function, *argument]);
            }
        });
        visited + keep(heap, &mut weak.sleepers)
    }

    /// The variables and containers that refer to an object, and the call that asks.
    pub(crate) fn references_to(&mut self, target: Value) -> Result<i64, Exit> {
        let Machine { rt, codes, stack, frames, .. } = self;
        let mut roots: Vec<Value> = rt.globals.clone();
        let mut count = 1 + roots.iter().filter(|value| **value == target).count();
        for frame in frames.iter() {
            let code = codes.get(frame.code as usize);
            let live = code.and_then(|code| code.liveness(&rt.code_facts, frame.code));
            let variables = code.map_or(0, |code| code.locals.len());
            for (reg, value) in registers_of(stack, codes, frame).iter().enumerate() {
                let at = frame.pc.saturating_sub(1) as usize;
                if live.is_none_or(|live| live.in_use(at, u8::try_from(reg).unwrap_or(u8::MAX))) {
                    count += usize::from(reg < variables && *value == target);
                    roots.push(*value);
                }
            }
            roots.extend_from_slice(&frame.held());
        }
        rt.heap.weakly = true;
        let visited = rt.heap.mark_by_levels(&roots, |heap, value| {
            // Only here does a traceback know its exception.
            if !matches!(heap.as_object(value), Object::Traceback { .. }) {
                heap.children(value, &mut |child| count += usize::from(child == target));
            }
        });
        rt.heap.end_weak_marking();
        rt.charge(visited / VISITS)?;
        Ok(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// The length of a bytearray is to change: fails when a view of it is alive, else the instruction runs again.
    #[cold]
    pub(crate) fn count_exports(&mut self, at: u32) -> Result<(), Exit> {
        let visited = self.mark_reachable(false, true);
        let heap = &mut self.rt.heap;
        let whose = Value::heap(Tag::ByteArray, at);
        let is_view = |object: &&Object| matches!(object, Object::MemoryView { owner, .. } if *owner == whose);
        let array = |object: &Object| match object {
            Object::MemoryView { owner, .. } if owner.tag == Tag::Inst => Some(*owner),
            _ => None,
        };
        let mut live = u32::try_from(heap.objects.marked().filter(is_view).count()).unwrap_or(u32::MAX);
        let room = heap.objects.marked().filter_map(array).count() * size_of::<Value>();
        let arrays: Result<Vec<Value>, Exit> = heap.charge(room).map(|()| heap.objects.marked().filter_map(array).collect());
        heap.end_weak_marking();
        let arrays = arrays?;
        if !arrays.is_empty() {
            // An array's views are counted by a bytearray that it has.
            let guard = self.rt.intern("_guard")?;
            for owner in arrays {
                live = live.saturating_add(u32::from(self.rt.own_slot(owner, guard) == Some(whose)));
            }
        }
        self.rt.heap.refund(room);
        let heap = &mut self.rt.heap;
        heap.bytearrays.get_mut(at).exports = live;
        self.rt.charge(visited / VISITS)?;
        if live > 0 {
            return Err(self.rt.raise(crate::runtime::exceptions::BUFFER_ERROR, "Existing exports of data: object cannot be re-sized"));
        }
        self.step_back();
        Ok(())
    }

    fn reap_from(&mut self, between: bool, is_running: bool, forgets: bool) -> Result<(), Exit> {
        // At the end everything is told at once, else what nothing else that is gone holds comes first, as when counts reach zero.
        let ranks = if is_running { None } else { Some(ranks_of(&mut self.rt)) };
        let mut visited = self.mark_reachable(between, is_running);
        let Machine { rt, codes, .. } = self;
        rt.forget_begun();
        let Rt { heap, weak, .. } = &mut *rt;
        visited += weak.order_by_containers(heap);
        let asleep = weak.sleepers.iter().map(|sleeper| sleeper.generator);
        let gone: Vec<Value> = weak
            .mortals
            .iter()
            .copied()
            .chain(asleep)
            .chain(weak.unawaited.iter().copied())
            .filter(|value| !heap.is_marked(*value))
            .collect();
        visited += (weak.mortals.len() + weak.sleepers.len() + weak.unawaited.len()) as u64;
        visited += heap.mark_from(|marker| {
            for value in &gone {
                marker.children(*value);
            }
        });
        let tops: Vec<Value> = gone.iter().copied().filter(|value| !heap.is_marked(*value)).collect();
        let mut dying = if tops.is_empty() || !is_running { gone.clone() } else { tops };
        if let Some((ranks, looked_at)) = ranks {
            visited += looked_at;
            dying.sort_by_key(|value| ranks.get(value).copied().unwrap_or(usize::MAX));
        } else if dying.len() > 1 && !rt.weak.sleepers.is_empty() {
            // Locals go in their order.
            let place = |sleeper: &Sleeper| if let Place::Register(frame, reg) = sleeper.place { Some((frame, reg)) } else { None };
            let places: FxHashMap<Value, _> = rt.weak.sleepers.iter().map(|sleeper| (sleeper.generator, place(sleeper))).collect();
            dying.sort_by_key(|value| places.get(value).copied());
        }
        let Rt { heap, weak, .. } = &mut *rt;
        visited += heap.mark_from(|marker| marker.roots(&gone));
        let mut found = weak.clear(heap);
        if forgets {
            visited += heap.classes.len() as u64;
            heap.prune_subclasses();
        }
        heap.end_weak_marking();
        if !dying.is_empty() {
            let leaving: FxHashSet<Value> = dying.iter().copied().collect();
            weak.mortals.retain(|value| !leaving.contains(value));
            weak.sleepers.retain(|sleeper| !leaving.contains(&sleeper.generator));
            weak.unawaited.retain(|coroutine| !leaving.contains(coroutine));
            const { assert!(MORTAL_BYTES == SLEEPER_BYTES) };
            heap.refund(dying.len() * MORTAL_BYTES);
            for value in dying {
                if value.tag == Tag::Gen {
                    let object = rt.heap.gens.get_mut(value.index());
                    object.watched = false;
                    if object.state == GenState::Created
                        || crate::interpreter::control::generator_finalizers::has_something_to_do(&rt.heap, codes, value)
                    {
                        found.push((Value::NONE, value));
                    }
                    continue;
                }
                let class = rt.type_of(value);
                if let Some(function) = rt.class_lookup(class, crate::base::names::dunder_del) {
                    found.push((function, value));
                }
            }
        }
        let weak = &mut rt.weak;
        weak.spent = weak.spent.saturating_add(visited);
        weak.fresh += found.len() as u64;
        // What dies gives back at least what a call that is due takes; see `MORTAL_BYTES` and `REF_BYTES`.
        rt.heap.add(found.len() * CALL_BYTES);
        for call in found.into_iter().rev() {
            weak.due.push_front(call);
        }
        rt.plan_look();
        rt.charge(visited / VISITS)
    }
}

/// The rows' question between two instructions: whether a line begins here, or the program is about to end.
pub(crate) fn is_between_lines(rt: &mut Rt, code: &Loaded, number: u32, ops: &[Op], pc: usize) -> bool {
    if code.trusted {
        return false;
    }
    let Some(facts) = rt.code_facts.get(number as usize) else { return false };
    let Some(source) = facts.program.codes.get(facts.id.0 as usize) else { return false };
    let ends = code.kind == CodeKind::Module && matches!(ops.get(pc), Some(Op::Return { .. }));
    let line = if ends { u32::MAX } else { source.spans.get(pc).map_or(0, |span| facts.program.source.line_of(span.start)) };
    let is_new = rt.weak.place != (number, line);
    rt.weak.place = (number, line);
    is_new
}

/// Whether instances of a class have a `__del__` to be called.
pub(crate) fn is_mortal(heap: &Heap, class: u32) -> bool {
    heap.classes.get(class).flags & class_flags::DEL != 0
}

impl Pending {
    /// Every value a pending call holds.
    pub(crate) fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.callee);
        visit(self.extra);
        self.args.iter().chain(&self.names).copied().for_each(visit);
    }
}

impl Marker<'_> {
    /// What an object holds, not the object.
    fn children(&mut self, value: Value) {
        let mut held = Vec::new();
        self.heap().children(value, &mut |child| held.push(child));
        self.roots(&held);
    }
}
