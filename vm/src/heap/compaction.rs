//! Compaction: moves the objects of an arena together, and gives the slots behind them back.
//!
//! A program that fills an arena and keeps one object of it would otherwise keep the memory of all its slots, while only the one is charged.
//! After objects have moved, [`Moves`] says where, and every reference to an object is rewritten once. Each struct that holds references
//! rewrites its own: [`crate::heap::HeapObject::forward`] for objects, [`crate::interpreter::machine::Interpreter::compact`] for the rest.
//! They name all fields of the struct, so that a new field does not compile until somebody says whether it holds a reference.
//!
//! Objects move only between instructions, like a collection. A program cannot see it: no number that it can read depends on the index of
//! an object, and no byte is charged or refunded.

use super::{Heap, Moves};
use crate::base::value::{Tag, Value};

/// The order of the moved objects. A debug build turns it round, so that every object moves, and a reference that was not rewritten leads
/// to another object.
pub(super) const TURNS_ROUND: bool = cfg!(debug_assertions);

/// Bytes of free slots that are tolerated before anything is moved, whatever the limit is.
const ALWAYS_FREE: usize = 1 << 20;

/// Where the objects of one arena have moved. Nothing moved if it is empty.
#[derive(Debug, Default)]
pub(crate) struct ArenaMoves {
    /// For each 64 slots: which were in use, and how many slots before them were in use.
    words: Vec<(u64, u32)>,
    /// If the order was turned round: one more than the number of objects.
    turned: Option<u32>,
}

impl ArenaMoves {
    pub(super) fn new(words: Vec<(u64, u32)>, turned: Option<u32>) -> Self {
        ArenaMoves { words, turned }
    }

    /// The new index of the object that had this index. An index without an object gives any other; nothing reads one.
    pub(crate) fn new_index(&self, index: u32) -> u32 {
        let Some((in_use, before)) = self.words.get(index as usize / 64) else { return index };
        if index == 0 {
            return 0;
        }
        let below = in_use & ((1 << (index % 64)) - 1);
        let rank = before.wrapping_add(below.count_ones()).wrapping_add(1);
        self.turned.map_or(rank, |turned| turned.wrapping_sub(rank))
    }

    /// Rewrites an index.
    pub(crate) fn index(&self, index: &mut u32) {
        *index = self.new_index(*index);
    }
}

/// When to compact.
#[derive(Debug, Clone, Copy)]
pub(super) struct CompactionRule {
    /// With more bytes in use than this, the slots of dead objects and the bytes in use could together exceed what the limit allows.
    pub(super) bound: usize,
    /// The next safepoint compacts.
    pub(super) is_due: bool,
}

impl Default for CompactionRule {
    fn default() -> Self {
        CompactionRule { bound: usize::MAX, is_due: false }
    }
}

impl CompactionRule {
    /// The rule for a heap with so many bytes in use and so many bytes of free slots.
    ///
    /// Bytes in use and free slots together may exceed the limit by a sixteenth. A single large object is made without asking: so free slots
    /// alone may never take more than a quarter of the limit.
    fn of(limit: usize, used: usize, free: usize) -> Self {
        let allowed = limit.saturating_add(limit / 16).saturating_add(ALWAYS_FREE);
        let bound = allowed.saturating_sub(free);
        // Near the bound every allocation would ask again.
        let is_near = used.saturating_add(limit / 64) > bound;
        CompactionRule { bound, is_due: free > ALWAYS_FREE && (is_near || free > (limit / 4).max(ALWAYS_FREE)) }
    }
}

impl Heap {
    /// Decides again when to compact: after free slots have appeared or gone.
    pub(super) fn review_compaction(&mut self) {
        self.compaction = CompactionRule::of(self.limit, self.used, self.free_slot_bytes());
        self.compaction.is_due |= self.stress | std::mem::take(&mut self.wants_free_slots);
        self.renew_bound();
    }

    /// True if the next safepoint must compact.
    pub(crate) fn wants_compaction(&self) -> bool {
        self.compaction.is_due
    }

    /// Moves the objects of all arenas together. The caller rewrites all references outside the heap.
    pub(crate) fn compact(&mut self) -> Moves {
        let moves = self.compact_arenas();
        self.found.set(super::string::Found::default());
        self.forward_objects(&moves);
        self.compaction = CompactionRule::of(self.limit, self.used, self.free_slot_bytes());
        // What is left free is less than is worth moving.
        self.compaction.is_due = false;
        self.renew_bound();
        moves
    }
}

impl Moves {
    /// Rewrites a value that refers to an object.
    pub(crate) fn value(&self, value: &mut Value) {
        let index = with_arena!(value.tag, [&self], moves => moves.new_index(value.index()), else return);
        *value = Value::heap(value.tag, index);
    }

    /// Rewrites values that refer to objects.
    pub(crate) fn values<'v>(&self, values: impl IntoIterator<Item = &'v mut Value>) {
        values.into_iter().for_each(|value| self.value(value));
    }

    /// The value after the move.
    pub(crate) fn moved(&self, mut value: Value) -> Value {
        self.value(&mut value);
        value
    }
}
