//! The table of weak references and of objects with finalizers.

use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::Heap;
use crate::heap::Object;
use crate::heap::class_flags;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Values that may be looked at for nothing before the program's own work has to pay for looking.
pub(crate) const CREDIT: u64 = 16_000_000;

/// Visits that cost one unit of fuel.
pub(crate) const VISITS: u64 = 8;

/// Bytes charged for the entry of a reference.
pub(crate) const REF_BYTES: usize = 64;

/// Bytes charged for an instance that has a `__del__`.
pub(crate) const MORTAL_BYTES: usize = 48;

/// As many objects with `__del__` are put into the order of their containers.
pub(crate) const MOST_ORDERED: usize = 256;

/// As many coroutines are never looked through.
pub(crate) const LEAST_CROWD: u64 = 64;

/// Bytes charged for a generator that is watched, and for a coroutine that is remembered.
pub(crate) const SLEEPER_BYTES: usize = 48;

/// Bytes charged for a call that is due.
pub(crate) const CALL_BYTES: usize = 32;

/// What is to be noticed when it is gone.
#[derive(Debug, Clone, Default)]
pub(crate) struct FinalizerState {
    /// Reference objects by what they refer to, in order of creation.
    pub(crate) refs: FxHashMap<Value, Vec<u32>>,
    /// Instances with a `__del__` that has not run, in order of creation, but for what a container holds.
    pub(crate) mortals: Vec<Value>,
    /// Generators that have something to do when they are dropped, in the order in which they were suspended: [`crate::interpreter::control::generator_finalizers`].
    pub(crate) sleepers: Vec<WatchedGenerator>,
    /// Coroutines, in the order of their creation: those that have not begun are warned of when they are gone. Some that have begun
    /// are still among them, see [`Runtime::remember_coroutine`].
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

impl FinalizerState {
    /// Whether somebody is to be told.
    #[inline]
    pub(crate) fn has_callbacks(&self) -> bool {
        self.polls_per_line() || !self.sleepers.is_empty()
    }

    /// Whether somebody is to be told between lines.
    #[inline]
    pub(crate) fn polls_per_line(&self) -> bool {
        !self.mortals.is_empty() || self.watched > 0 || !self.due.is_empty()
    }

    /// Whether some generator is looked for where lines begin.
    pub(crate) fn wants_line_events(&self) -> bool {
        self.sleepers.len() > FEW || self.sleepers.iter().any(WatchedGenerator::is_out_of_sight)
    }

    /// Whether the program has worked enough since the last times.
    #[inline]
    pub(crate) fn poll_budget_left(&self, used: u64) -> bool {
        self.spent <= CREDIT.saturating_add(used)
    }

    /// Whether the machine has to stop between lines.
    #[inline]
    pub(crate) fn is_careful(&self, used: u64) -> bool {
        self.has_callbacks() && self.poll_budget_left(used)
    }

    /// How many calls are newly due; who asks works through them.
    pub(crate) fn take_new_callbacks(&mut self) -> Value {
        Value::int(std::mem::take(&mut self.fresh).cast_signed())
    }

    /// Clears the references to what a marking has not reached, and forgets those that it has not reached themselves: the
    /// callbacks to be called, with the references' owners, the latest first.
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

    /// Objects that one container holds, and no other does, go in its order when it goes, those of a list from its end: they stand
    /// in that order from here on, at the places they have among the rest. How much was looked at.
    pub(crate) fn order_by_containers(&mut self, heap: &Heap) -> u64 {
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

/// Whether instances of a class have a `__del__` to be called.
pub(crate) fn is_mortal(heap: &Heap, class: u32) -> bool {
    heap.classes.get(class).flags & class_flags::DEL != 0
}

/// So many are looked after before each instruction; more of them between lines.
pub(crate) const FEW: usize = 12;

/// Where a generator was seen last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Place {
    /// Nowhere yet.
    #[default]
    New,
    /// Reachable, but not from nearby.
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
    /// It is not in that place itself, but close to what is.
    pub(crate) near: bool,
    /// What was in the place when it was seen close to it, or undefined.
    pub(crate) via: Value,
    /// An exception that left a frame with it among its locals, or undefined: the traceback keeps them.
    pub(crate) kept_by: Value,
}

impl WatchedGenerator {
    /// Whether no register and no global holds it, as far as is known.
    pub(crate) fn is_out_of_sight(&self) -> bool {
        self.near || self.place == Place::Far
    }
}
