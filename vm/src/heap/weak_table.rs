//! The weak table: weak references, and objects with finalizers.

use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::Heap;
use crate::heap::Object;
use crate::heap::class_flags;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The fuel that polling may use in any case. Beyond it, polling uses no more than the rest of the program.
const FREE_POLL_FUEL: u64 = 64_000_000;

/// Values that a marking visits for a piece of work.
pub(crate) const VISITS_PER_PIECE: u64 = 2;

/// Bytes charged for the entry of a weak reference: a slot of a hash table that is half empty, and a vector of its own.
pub(crate) const REF_BYTES: usize = 160;

/// Bytes charged for an instance with a `__del__`: its entry, and what is needed when many die together. The tables of what dies and of its
/// order cannot be refused then.
pub(crate) const OBJECT_WITH_DEL_BYTES: usize = 160;

/// With more objects with `__del__` than this, the order of their containers is not computed.
pub(crate) const MAX_ORDERED_FINALIZERS: usize = 256;

/// With fewer coroutines than this, the list of unawaited coroutines is not cleaned up.
pub(crate) const MIN_COROUTINES_TO_SCAN: u64 = 64;

/// Bytes charged for a remembered coroutine. Like [`OBJECT_WITH_DEL_BYTES`].
pub(crate) const COROUTINE_BYTES: usize = 160;

/// Bytes charged for a watched generator, whose entry is larger. Like [`OBJECT_WITH_DEL_BYTES`].
pub(crate) const WATCHED_GENERATOR_BYTES: usize = 240;

/// Bytes charged for a due call, in a queue that may be half empty. What dies refunds at least as much.
pub(crate) const CALL_BYTES: usize = 64;
const _: () = assert!(
    CALL_BYTES <= REF_BYTES
        && CALL_BYTES <= OBJECT_WITH_DEL_BYTES
        && CALL_BYTES <= COROUTINE_BYTES
        && CALL_BYTES <= WATCHED_GENERATOR_BYTES
);

/// The objects that have finalizers, and the finalizers that are due.
#[derive(Debug, Clone, Default)]
pub(crate) struct FinalizerState {
    /// Weak reference objects by target, in order of creation.
    pub(crate) refs: FxHashMap<Value, Vec<u32>>,
    /// Instances with a `__del__` that has not run, in order of creation. Objects in one container are in the container's order.
    pub(crate) objects_with_del: Vec<Value>,
    /// Watched generators, in the order in which they were suspended: [`crate::interpreter::control::generator_finalizers`].
    pub(crate) watched_generators: Vec<WatchedGenerator>,
    /// Coroutines in order of creation. If one is dropped before it starts, the program gets a warning. Some that have started are still in
    /// the list: see [`Runtime::remember_coroutine`].
    pub(crate) unstarted_coroutines: Vec<Value>,
    /// When `unstarted_coroutines` has this many entries, those that have started are removed.
    pub(crate) next_coroutine_scan: u64,
    /// Due calls: a function and its argument, or None and a generator to close.
    pub(crate) due: VecDeque<(Value, Value)>,
    /// How many calls at the front of `due` are new: no running call of the fallback `run_due` has claimed them.
    pub(crate) fresh: u64,
    /// The number of weak references with callbacks: those that the last marking reached, plus those created since.
    pub(crate) watched: u64,
    /// Number of weak references created so far.
    pub(crate) made: u64,
    /// The fuel that polling has used in this step.
    pub(crate) spent: u64,
    /// Code number and line at the last poll.
    pub(crate) place: (u32, u32),
}

impl FinalizerState {
    /// True if any finalizer exists: a watched generator, a `__del__`, or a callback.
    #[inline]
    pub(crate) fn has_callbacks(&self) -> bool {
        self.polls_per_line() || !self.watched_generators.is_empty()
    }

    /// True when line events are needed: a finalizer may have to run between two lines of the program.
    #[inline]
    pub(crate) fn polls_per_line(&self) -> bool {
        !self.objects_with_del.is_empty() || self.watched > 0 || !self.due.is_empty()
    }

    /// True if some watched generator must be looked for at the start of each line, because a check before each instruction would miss it
    /// or cost too much.
    pub(crate) fn wants_line_events(&self) -> bool {
        self.watched_generators.len() > MAX_POLLED_GENERATORS || self.watched_generators.iter().any(WatchedGenerator::is_indirectly_held)
    }

    /// The fuel of the step, that of polling included, from which on polling may run.
    #[inline]
    pub(crate) fn next_poll_at(&self) -> u64 {
        self.spent.saturating_mul(2).saturating_sub(FREE_POLL_FUEL)
    }

    /// True if polling may run.
    #[inline]
    pub(crate) fn poll_budget_left(&self, used: u64) -> bool {
        used >= self.next_poll_at()
    }

    /// True if the interpreter must stop between lines to poll finalizers.
    #[inline]
    pub(crate) fn polls_between_lines(&self, used: u64) -> bool {
        self.has_callbacks() && self.poll_budget_left(used)
    }

    /// The number of new due calls. The caller must make them.
    pub(crate) fn take_new_callbacks(&mut self) -> Value {
        Value::int(std::mem::take(&mut self.fresh).cast_signed())
    }

    /// Clears the weak references to targets that the marking has not reached, and drops the reference objects that it has not reached.
    /// Returns the callbacks to call with the owners of their references, latest first.
    pub(crate) fn clear(&mut self, heap: &mut Heap) -> Vec<(Value, Value)> {
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

    /// When a container is dropped, the objects that only it holds are dropped in its order; those of a list from its end. This function
    /// puts such objects into that order, at the places that they have in `objects_with_del`. Returns the number of values it visited.
    pub(crate) fn order_by_containers(&mut self, heap: &Heap) -> u64 {
        // With very many objects, no program depends on the order.
        if !(2..=MAX_ORDERED_FINALIZERS).contains(&self.objects_with_del.len()) {
            return 0;
        }
        let alive = self.objects_with_del.iter().enumerate().filter(|(_, value)| heap.is_marked(**value));
        let mut places: FxHashMap<Value, (usize, u32)> = alive.map(|(at, value)| (*value, (at, 0))).collect();
        if places.len() < 2 {
            return self.objects_with_del.len() as u64;
        }
        let mut visited = self.objects_with_del.len() as u64;
        let mut groups: Vec<Vec<Value>> = Vec::new();
        let mut group_of = |items: &mut dyn Iterator<Item = Value>, is_from_end: bool| {
            let mut group = Vec::new();
            let mut seen = 4;
            for item in items {
                seen += 1;
                if matches!(item.tag, Tag::Inst | Tag::Exc)
                    && let Some((_, holders)) = places.get_mut(&item)
                {
                    // An object belongs to at most one group.
                    if *holders == 0 {
                        group.push(item);
                    }
                    *holders = holders.saturating_add(1);
                }
            }
            // Testing the tag of an item is cheaper than marking it.
            visited += seen / 4;
            if is_from_end {
                group.reverse();
            }
            if group.len() > 1 {
                groups.push(group);
            }
        };
        heap.lists.marked().for_each(|list| group_of(&mut list.items.iter().copied(), true));
        // Tuples are left out: most tuples with such objects hold the arguments of a running call.
        heap.dicts.marked().for_each(|dict| group_of(&mut dict.iter_uncharged().map(|(_, value)| value), false));
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
                if let Some(place) = self.objects_with_del.get_mut(slot) {
                    *place = item;
                }
            }
        }
        visited
    }

    /// Rewrites the references to objects, after objects have moved.
    pub(crate) fn forward(&mut self, moves: &crate::heap::Moves) {
        let FinalizerState {
            refs,
            objects_with_del,
            watched_generators,
            unstarted_coroutines,
            next_coroutine_scan: _,
            due,
            fresh: _,
            watched: _,
            made: _,
            spent: _,
            place: _,
        } = self;
        let before: Vec<(Value, Vec<u32>)> = refs.drain().collect();
        for (target, mut at) in before {
            at.iter_mut().for_each(|at| moves.objects.index(at));
            refs.insert(moves.moved(target), at);
        }
        moves.values(objects_with_del.iter_mut().chain(unstarted_coroutines));
        for WatchedGenerator { generator, place: _, near: _, via, kept_alive_by } in watched_generators {
            moves.values([generator, via, kept_alive_by]);
        }
        moves.values(due.iter_mut().flat_map(|(function, argument)| [function, argument]));
    }

    /// Bytes charged for the objects with finalizers.
    pub(crate) fn entry_bytes(&self) -> usize {
        self.objects_with_del.len() * OBJECT_WITH_DEL_BYTES
            + self.watched_generators.len() * WATCHED_GENERATOR_BYTES
            + self.unstarted_coroutines.len() * COROUTINE_BYTES
    }

    /// Drops weak references that a collection did not reach. Returns how many.
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

/// True if instances of a class have a `__del__` to call.
pub(crate) fn has_finalizer(heap: &Heap, class: u32) -> bool {
    heap.classes.get(class).flags & class_flags::DEL != 0
}

/// Up to this many watched generators are checked before each instruction; more of them are checked only between lines.
pub(crate) const MAX_POLLED_GENERATORS: usize = 12;

/// The place where a watched generator was last seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Place {
    /// It has not been looked for yet.
    #[default]
    New,
    /// It is reachable, but not close to a register or global.
    Far,
    /// A register of a frame.
    Register(u32, u8),
    Global(u32),
}

/// A watched generator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WatchedGenerator {
    pub(crate) generator: Value,
    pub(crate) place: Place,
    /// The place does not hold the generator directly, but an object that leads to it.
    pub(crate) near: bool,
    /// The object in the place when the generator was seen close to it, or undefined.
    pub(crate) via: Value,
    /// An exception that left a frame with the generator among its locals, or undefined. Its traceback keeps the locals alive.
    pub(crate) kept_alive_by: Value,
}

impl WatchedGenerator {
    /// True if, as far as is known, no register and no global holds the generator directly.
    pub(crate) fn is_indirectly_held(&self) -> bool {
        self.near || self.place == Place::Far
    }
}
