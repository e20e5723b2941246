//! The heap: one arena for each kind of object, one counter of bytes, a tracing collector.
//!
//! Invariants:
//! - [`Heap::charge`] charges every byte before it is allocated. Sizes follow capacities that our own growth rules choose, never the
//!   allocator's.
//! - Collection happens only between instructions, when every live value is in a register, a frame, a global or another object.
//! - Marking uses an explicit worklist; nothing here recurses.

/// What an expression says of the arena for values with this tag; `$other` for values that refer to no object. The one list of tags with
/// their arenas. `$place` borrows a struct with a field for each arena: `[&self]`, `[&mut self]`.
macro_rules! with_arena {
    (@take [$($place:tt)+], $field:ident, $arena:ident => $result:expr) => {{
        let $arena = $($place)+.$field;
        $result
    }};
    (@rows $tag:expr, $place:tt, $arena:ident => $result:expr, else $other:expr; $($kind:ident $field:ident,)*) => {
        match $tag {
            $(Tag::$kind => with_arena!(@take $place, $field, $arena => $result),)*
            Tag::Undef
            | Tag::None
            | Tag::Bool
            | Tag::Int
            | Tag::Float
            | Tag::Ellipsis
            | Tag::NotImplemented
            | Tag::Type
            | Tag::Native
            | Tag::RangeStop
            | Tag::RangeStep => $other,
        }
    };
    ($tag:expr, $place:tt, $arena:ident => $result:expr, else $other:expr) => {
        with_arena! {
            @rows $tag, $place, $arena => $result, else $other;
            Str strs, Bytes bytes, ByteArray bytearrays, BigInt bigints, Complex complexes, List lists, Tuple tuples, Dict dicts, Set sets,
            FrozenSet sets, Range ranges, Slice slices, Cell cells, Func funcs, Method methods, Class classes, Inst insts, Exc excs, Gen gens,
            Iter iters, Module modules, Object objects,
        }
    };
}

pub(crate) mod arena;
mod bigint;
mod charged_sizes;
mod charged_stack;
mod charged_text;
mod class_object;
mod code_marks;
pub(crate) mod compaction;
mod copies;
mod deferred;
mod dict;
mod freelist;
mod kept_blocks;
mod native_storage;
mod objects;
mod set;

pub(crate) mod shapes;
mod string;
pub(crate) mod weak_table;

pub(crate) use arena::{Arena, HeapObject};
pub(crate) use bigint::BigIntObj;
pub(crate) use charged_sizes::{ChargedSize, block, charged_size, charged_sizes, value_block, values};
pub(crate) use charged_stack::ChargedStack;
pub(crate) use charged_text::{ChargedString, ChargedVec, TEXT_PART};
pub(crate) use class_object::*;
pub(crate) use code_marks::CodeMarks;
pub(crate) use dict::{DictObj, Entry, Probe};
pub(crate) use freelist::VecPool;
pub(crate) use kept_blocks::LARGE_BLOCK;
pub(crate) use native_storage::{IteratorStorage, NativeStorage, SlotTable};
pub(crate) use objects::*;
pub(crate) use set::{Found, SetObj, SetProbe, Slot};
pub(crate) use string::{StrBuf, StrObj, StrRepr};

use compact_str::CompactString;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::Fuel;
use crate::base::value::{Tag, Value};

/// The minimum number of bytes allocated between two collections.
const MIN_THRESHOLD: usize = 1 << 20;
/// Small allocations may exceed the limit by this many bytes, but at most by a quarter, until the next safepoint collects.
pub(crate) const SLACK: usize = 256 << 10;
/// Bytes charged for the number of an object whose `id` the program has read.
pub(crate) const ID_BYTES: usize = 80;
/// Allocations up to this size count as small.
const SMALL_ALLOCATION: usize = 16 << 10;

macro_rules! arenas {
    ($($(#[$doc:meta])* $field:ident : $ty:ty),* $(,)?) => {
        /// All objects of one interpreter.
        #[derive(Debug)]
        pub(crate) struct Heap {
            $($(#[$doc])* pub(crate) $field: Arena<$ty>,)*
            /// Accounted bytes in use, including garbage.
            pub(crate) used: usize,
            /// The memory limit in bytes.
            pub(crate) limit: usize,
            /// The next safepoint collects when `used` exceeds this.
            threshold: usize,
            /// The smallest of `threshold`, `limit` and the bound of `compaction`: [`Heap::charge`] needs only one comparison.
            bound: usize,
            /// The highest `used` before the last refund.
            peak: usize,
            /// The most bytes that small blocks have taken: [`kept_blocks`].
            pub(crate) most_small: usize,
            /// Bytes of the blocks that collections have freed since objects got new ones: [`kept_blocks`].
            holes: usize,
            /// A block was made that is large.
            has_large_blocks: bool,
            /// A large block found no room beside free slots: the next collection gives them back.
            wants_free_slots: bool,
            /// The part of `used` that temporaries hold: [`Heap::hold`].
            held: usize,
            /// The number of characters at which texts are cut that native code builds: [`Heap::bound_texts`].
            most_text: usize,
            /// The fuel of the run. It is here so that the heap can request a safepoint when it needs a collection.
            pub(crate) fuel: Fuel,
            /// Bytes in use after the last collection.
            pub(crate) settled: usize,
            /// Collections so far.
            pub(crate) collections: u64,
            /// Collect at every safepoint, for tests.
            pub(crate) stress: bool,
            /// When the slots of dead objects must be given back.
            compaction: compaction::CompactionRule,
            worklist: Vec<Value>,
            /// With more entries than this on the worklist, a marking defers the objects that it reaches.
            max_worklist: usize,
            pub(crate) free_list: VecPool,
            /// If true, marking does not follow weak references. [`crate::interpreter::control::finalizers`] marks in this way.
            pub(crate) skips_weak_refs: bool,
            /// The code that the current marking has reached.
            pub(crate) code_marks: CodeMarks,
            /// The position in a long text that was found last.
            found: std::cell::Cell<string::Found>,
        }
        /// Where a compaction has moved objects, for each arena.
        #[derive(Debug)]
        pub(crate) struct Moves {
            $(pub(crate) $field: compaction::ArenaMoves,)*
        }
        impl Clone for Heap {
            fn clone(&self) -> Self {
                let mut copy = Heap::new(0);
                copy.clone_from(self);
                copy
            }

            /// Copies into the blocks that the objects of the heap have, where they fit.
            fn clone_from(&mut self, source: &Self) {
                let Heap {
                    $($field,)*
                    used, limit, threshold, bound, peak, most_small, holes, has_large_blocks, wants_free_slots, held, most_text, fuel, settled,
                    collections, stress, compaction, worklist, max_worklist, free_list, skips_weak_refs, code_marks, found,
                } = self;
                $($field.clone_from(&source.$field);)*
                (*used, *limit, *threshold, *bound, *peak) = (source.used, source.limit, source.threshold, source.bound, source.peak);
                (*most_small, *holes, *has_large_blocks) = (source.most_small, source.holes, source.has_large_blocks);
                (*wants_free_slots, *held, *most_text) = (source.wants_free_slots, source.held, source.most_text);
                (*settled, *collections, *stress) = (source.settled, source.collections, source.stress);
                (*max_worklist, *skips_weak_refs) = (source.max_worklist, source.skips_weak_refs);
                fuel.clone_from(&source.fuel);
                compaction.clone_from(&source.compaction);
                worklist.clone_from(&source.worklist);
                free_list.clone_from(&source.free_list);
                code_marks.clone_from(&source.code_marks);
                found.set(source.found.get());
            }
        }
        impl Heap {
            pub(crate) fn new(limit: usize) -> Self {
                let threshold = MIN_THRESHOLD.min(limit / 2 + 1);
                let mut heap = Heap {
                    $($field: Arena::new(),)*
                    used: 0, limit, threshold, bound: threshold.min(limit), peak: 0, most_small: 0, holes: 0, has_large_blocks: false, wants_free_slots: false, held: 0,
                    most_text: usize::MAX, fuel: Fuel::default(), settled: 0, collections: 0,
                    stress: false, compaction: compaction::CompactionRule::default(), worklist: Vec::new(), max_worklist: MAX_WORKLIST,
                    free_list: VecPool::default(), skips_weak_refs: false, code_marks: CodeMarks::default(),
                    found: std::cell::Cell::default(),
                };
                heap.bound_growth();
                heap
            }
            /// Bounds the growth of the arenas for the memory limit.
            fn bound_growth(&mut self) {
                $(self.$field.bound_growth(self.limit);)*
            }
            /// Frees everything that is not marked.
            fn sweep(&mut self) {
                self.code_marks.clear();
                // The index of a freed text may be reused for another text.
                self.found.set(string::Found::default());
                $(
                    let freed = self.$field.sweep(&mut self.free_list);
                    self.refund(freed.bytes);
                    self.holes = self.holes.saturating_add(freed.small_blocks);
                )*
            }
            /// Gives all objects new blocks, in parts of so many bytes.
            fn renew_blocks(&mut self, part: usize) {
                $(self.$field.renew_blocks(part);)*
            }
            fn clear_marks(&mut self) {
                self.code_marks.clear();
                $(self.$field.clear_marks();)*
            }
            /// Bytes of the slots that no object uses.
            fn free_slot_bytes(&self) -> usize {
                0 $(+ self.$field.free_slots() * Arena::<$ty>::BYTES)*
            }
            /// Bytes of the slots that objects use.
            fn used_slot_bytes(&self) -> usize {
                0 $(+ self.$field.used_slots() * Arena::<$ty>::BYTES)*
            }
            /// Bytes that objects own in large blocks.
            fn large_owned_bytes(&self) -> usize {
                0 $(+ self.$field.large_owned_bytes())*
            }
            /// Moves the objects of each arena together.
            fn compact_arenas(&mut self) -> Moves {
                Moves { $($field: self.$field.compact(),)* }
            }
            /// Rewrites the references that objects hold.
            fn forward_objects(&mut self, moves: &Moves) {
                $(self.$field.forward(moves);)*
            }
            pub(crate) fn is_corrupt(&self) -> bool {
                false $(|| self.$field.is_corrupt())*
            }
            /// Like `recount`, but only the bytes that objects own beyond their slots.
            pub(crate) fn owned_bytes(&self) -> usize {
                0 $(+ self.$field.owned_bytes())*
            }
            /// Accounted bytes of live objects, counted from scratch. Tests compare it with the counter.
            #[cfg(test)]
            pub(crate) fn recount(&self) -> usize {
                0 $(+ self.$field.live_bytes())*
            }
        }
    };
}

arenas! {
    strs: StrObj, bufs: StrBuf, bytes: BytesObj, bytearrays: BytesObj, bigints: BigIntObj, complexes: ComplexObj,
    lists: ListObj, tuples: TupleObj, dicts: DictObj,
    /// Sets and frozen sets: the tag of the value tells them apart.
    sets: SetObj,
    ranges: RangeObj, slices: SliceObj, cells: CellObj, funcs: FuncObj, methods: MethodObj, classes: ClassObj,
    insts: InstObj, excs: ExcObj, gens: GenObj, iters: IterObj, modules: ModuleObj, objects: Object,
}

/// With fewer new bytes than this since the last collection, another collection is not worthwhile.
pub(crate) const MIN_GARBAGE_TO_COLLECT: usize = 64 << 10;

/// A marking keeps this many objects on its worklist: half a megabyte. It defers others: [`deferred::Deferred`].
const MAX_WORKLIST: usize = 1 << 15;

/// The result of `as_object` for values of other kinds.
static NO_OBJECT: Object = Object::Plain;

impl Heap {
    /// The rare object that a value refers to. A plain object for values of other kinds.
    #[inline]
    pub(crate) fn as_object(&self, value: Value) -> &Object {
        if value.tag == Tag::Object { self.objects.get(value.index()) } else { &NO_OBJECT }
    }

    /// Charges bytes before they are allocated.
    ///
    /// # Errors
    /// [`Abrupt::Memory`] beyond the limit. The interpreter then collects and runs the instruction once more.
    #[inline]
    pub(crate) fn charge(&mut self, bytes: usize) -> Result<(), Abrupt> {
        let used = self.used.saturating_add(bytes);
        if used > self.bound || bytes >= LARGE_BLOCK {
            return self.charge_over_limit(bytes, used);
        }
        self.used = used;
        Ok(())
    }

    /// Charges the growth of a table that is copied to its new place: there must be room for the old one beside it.
    ///
    /// # Errors
    /// Those of [`Heap::charge`].
    pub(crate) fn charge_copied_growth(&mut self, growth: usize, old: usize) -> Result<(), Abrupt> {
        self.charge(growth.saturating_add(old))?;
        self.refund(old);
        Ok(())
    }

    /// True if this many bytes can be charged without an error or a safepoint.
    #[inline]
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        bytes < LARGE_BLOCK && self.used.saturating_add(bytes) <= self.bound
    }

    /// The cold part of `charge`: beyond the limit, when a collection is needed, or for a large block.
    #[cold]
    #[inline(never)]
    fn charge_over_limit(&mut self, bytes: usize, used: usize) -> Result<(), Abrupt> {
        if !crate::base::UNLIMITED
            && used > self.limit
            && (bytes > SMALL_ALLOCATION || used > self.limit.saturating_add(SLACK.min(self.limit / 4)))
        {
            return Err(Abrupt::Memory(bytes));
        }
        if bytes >= LARGE_BLOCK {
            self.has_large_blocks = true;
            if !crate::base::UNLIMITED && !self.fits_beside_kept(bytes) {
                self.wants_free_slots = true;
                return Err(Abrupt::Memory(bytes));
            }
        }
        self.add(bytes);
        if !self.compaction.is_due && self.used > self.compaction.bound {
            self.review_compaction();
        }
        if self.wants_collection() || self.compaction.is_due {
            self.fuel.request_safepoint();
        }
        Ok(())
    }

    /// Adds bytes that cannot be refused.
    pub(crate) fn add(&mut self, bytes: usize) {
        self.used = self.used.saturating_add(bytes);
    }

    /// Gives back bytes that were charged for something that was freed or never allocated.
    pub(crate) fn refund(&mut self, bytes: usize) {
        self.peak = self.peak();
        self.used = self.used.saturating_sub(bytes);
    }

    /// The largest number of bytes in use at any time.
    pub(crate) fn peak(&self) -> usize {
        self.peak.max(self.used)
    }

    /// Nothing in the heap is garbage, as after a collection. A session that it is a copy of held `peak` bytes at most.
    pub(crate) fn settle(&mut self, peak: usize) {
        self.peak = self.peak().max(peak);
        self.settled = self.used;
        self.set_threshold();
        self.review_compaction();
    }

    /// Sets the memory limit, in bytes.
    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.bound_growth();
        self.set_collection_threshold(self.threshold.min(limit));
        self.review_compaction();
    }

    /// Makes the next safepoint collect.
    pub(crate) fn request_collection(&mut self) {
        self.set_collection_threshold(0);
    }

    fn set_collection_threshold(&mut self, threshold: usize) {
        self.threshold = threshold;
        self.renew_bound();
    }

    fn renew_bound(&mut self) {
        self.bound = self.threshold.min(self.limit).min(self.compaction.bound);
    }

    /// Releases the free list, so that a session that waits for its next step holds only accounted memory.
    pub(crate) fn release_free_list(&mut self) {
        self.free_list = VecPool::default();
    }

    /// True if the next safepoint must collect.
    #[inline(always)]
    pub(crate) fn wants_collection(&self) -> bool {
        self.used > self.threshold
    }

    /// True if memory is short and enough new garbage may exist.
    pub(crate) fn is_worth_collecting(&self) -> bool {
        self.used > self.limit / 2 && self.used.saturating_sub(self.settled) > MIN_GARBAGE_TO_COLLECT
    }

    /// Sets the threshold for the next collection, after a collection.
    fn set_threshold(&mut self) {
        let threshold = if self.stress {
            // Any further allocation makes the next safepoint collect.
            self.used
        } else {
            let next = self.used.saturating_add(self.used.max(MIN_THRESHOLD));
            // Near the limit, collect before garbage makes the program exceed it.
            next.min(self.limit.max(self.used.saturating_add(SLACK / 2)))
        };
        self.set_collection_threshold(threshold);
    }

    /// True if the current marking has reached a value.
    pub(crate) fn is_marked(&self, value: Value) -> bool {
        let at = value.index();
        with_arena!(value.tag, [&self], arena => arena.is_marked(at), else true)
    }

    /// Removes unmarked classes from the lists of subclasses. Their slots will be reused for other classes.
    pub(crate) fn drop_dead_subclasses(&mut self) {
        for at in 1..u32::try_from(self.classes.len()).unwrap_or(u32::MAX) {
            self.classes.get_mut(at).is_unreachable = !self.classes.is_marked(at);
            if self.classes.is_marked(at) && !self.classes.get(at).subclasses.is_empty() {
                let mut subclasses = std::mem::take(&mut self.classes.get_mut(at).subclasses);
                // The capacity stays: it is charged with the class.
                subclasses.retain(|class| self.classes.is_marked(*class));
                self.classes.get_mut(at).subclasses = subclasses;
            }
        }
    }

    /// Marks everything that these roots reach. Returns the number of visited values, without the roots.
    pub(crate) fn mark_from(&mut self, roots: impl FnOnce(&mut RootMarker<'_>)) -> u64 {
        let mut worklist = std::mem::take(&mut self.worklist);
        worklist.clear();
        roots(&mut RootMarker { heap: self, worklist: &mut worklist });
        let mut visited = 0;
        loop {
            while let Some(value) = worklist.pop() {
                visited += 1 + self.trace(value, &mut worklist) as u64;
            }
            self.take_deferred(&mut worklist);
            if worklist.is_empty() {
                break;
            }
        }
        worklist.shrink_to(1024);
        self.worklist = worklist;
        visited
    }

    /// Like [`Heap::mark_from`], but breadth-first: first all roots, then what they hold, and so on, with the items of lists and tuples
    /// from the end. Calls `show` with each value in this order.
    pub(crate) fn mark_by_levels(&mut self, roots: &[Value], mut show: impl FnMut(&Heap, Value)) -> u64 {
        let before = std::mem::replace(&mut self.max_worklist, usize::MAX);
        let mut level = Vec::new();
        roots.iter().for_each(|root| self.mark(*root, &mut level));
        let mut visited = roots.len() as u64;
        while !level.is_empty() {
            let mut next = Vec::new();
            for value in level {
                show(self, value);
                let from = next.len();
                visited += 1 + self.trace(value, &mut next) as u64;
                if let (Tag::List | Tag::Tuple, Some(held)) = (value.tag, next.get_mut(from..)) {
                    held.reverse();
                }
            }
            level = next;
        }
        self.max_worklist = before;
        visited
    }

    /// Ends a marking that did not follow weak references. Frees nothing.
    pub(crate) fn end_weak_marking(&mut self) {
        self.skips_weak_refs = false;
        self.clear_marks();
    }

    /// Marks everything that the roots reach and frees the rest. `ids` and `weak` hold their values weakly: the entries of freed objects
    /// are removed. The numbers in `ids` are never reused. `of_code` is called when it is known which code is reached: it marks what that
    /// code holds, and returns how many bytes were charged for other code, which the caller frees.
    pub(crate) fn collect(
        &mut self,
        ids: &mut rustc_hash::FxHashMap<Value, u64>,
        weak: &mut crate::heap::weak_table::FinalizerState,
        roots: impl FnOnce(&mut RootMarker<'_>),
        of_code: impl FnOnce(&mut RootMarker<'_>) -> usize,
    ) {
        self.note_small_blocks();
        self.mark_from(roots);
        let mut code_bytes = 0;
        self.mark_from(|marker| code_bytes = of_code(marker));
        self.refund(code_bytes);
        let before = ids.len();
        ids.retain(|value, _| self.is_marked(*value));
        self.refund((before - ids.len()) * ID_BYTES);
        let forgotten = weak.forget(|at| self.objects.is_marked(at));
        self.refund(forgotten * crate::heap::weak_table::REF_BYTES);
        self.drop_dead_subclasses();
        self.sweep();
        self.collections += 1;
        self.settled = self.used;
        self.set_threshold();
        self.close_holes();
        self.review_compaction();
    }

    /// Marks one value. Pushes it if its children must be visited.
    #[inline(always)]
    fn mark(&mut self, value: Value, worklist: &mut Vec<Value>) {
        if value.tag.is_heap() {
            self.mark_object(value, worklist);
        }
    }

    fn mark_object(&mut self, value: Value, worklist: &mut Vec<Value>) {
        let at = value.index();
        let fresh = match value.tag {
            Tag::Str => {
                if self.strs.mark(at)
                    && let StrRepr::Prefix { buf, .. } = self.strs.get(at).repr
                {
                    self.bufs.mark(buf);
                }
                false
            }
            Tag::Bytes => {
                self.bytes.mark(at);
                false
            }
            Tag::ByteArray => {
                self.bytearrays.mark(at);
                false
            }
            Tag::BigInt => {
                self.bigints.mark(at);
                false
            }
            Tag::Complex => {
                self.complexes.mark(at);
                false
            }
            Tag::List => self.lists.mark(at),
            Tag::Tuple => self.tuples.mark(at),
            Tag::Dict => self.dicts.mark(at),
            Tag::Set | Tag::FrozenSet => self.sets.mark(at),
            Tag::Range => self.ranges.mark(at),
            Tag::Slice => self.slices.mark(at),
            Tag::Cell => self.cells.mark(at),
            Tag::Func => self.funcs.mark(at),
            Tag::Method => self.methods.mark(at),
            Tag::Class => self.classes.mark(at),
            Tag::Inst => self.insts.mark(at),
            Tag::Exc => self.excs.mark(at),
            Tag::Gen => self.gens.mark(at),
            Tag::Iter => self.iters.mark(at),
            Tag::Module => self.modules.mark(at),
            Tag::Object => self.objects.mark(at),
            _ => false,
        };
        if fresh {
            if worklist.len() < self.max_worklist {
                worklist.push(value);
            } else if let Some(deferred) = self.deferred(value.tag) {
                deferred.add(at);
            }
        }
    }

    /// Moves deferred objects to the worklist, as many as it has room for with what they hold.
    fn take_deferred(&mut self, worklist: &mut Vec<Value>) {
        for tag in Tag::ALL {
            let Some(deferred) = self.deferred(tag) else { continue };
            while worklist.len() < MAX_WORKLIST / 2
                && let Some(index) = deferred.take()
            {
                worklist.push(Value::heap(tag, index));
            }
        }
    }

    /// Visits the children of a marked value. Returns their number.
    fn trace(&mut self, value: Value, worklist: &mut Vec<Value>) -> usize {
        let mut children: SmallVec<[Value; 16]> = SmallVec::new();
        let at = value.index();
        match value.tag {
            // For the most common kinds, the vector is taken out, walked and put back, so that the children need not be copied.
            Tag::List => {
                let items = std::mem::take(&mut self.lists.get_mut(at).items);
                items.iter().for_each(|child| self.mark(*child, worklist));
                let count = items.len();
                self.lists.get_mut(at).items = items;
                return count;
            }
            Tag::Tuple => {
                let items = std::mem::take(&mut self.tuples.get_mut(at).items);
                items.iter().for_each(|child| self.mark(*child, worklist));
                let count = items.len();
                self.tuples.get_mut(at).items = items;
                return count;
            }
            Tag::Inst => {
                let (class, slots) = (self.insts.get(at).class, std::mem::take(&mut self.insts.get_mut(at).slots));
                self.mark(Value::heap(Tag::Class, class), worklist);
                slots.iter().for_each(|child| self.mark(*child, worklist));
                let count = slots.len() + 1;
                self.insts.get_mut(at).slots = slots;
                return count;
            }
            Tag::Dict => {
                let entries = std::mem::take(self.dicts.get_mut(at).entries_mut());
                for entry in &entries {
                    self.mark(entry.key, worklist);
                    self.mark(entry.value, worklist);
                }
                let count = entries.len();
                *self.dicts.get_mut(at).entries_mut() = entries;
                return count;
            }
            _ => {
                self.children(value, &mut |child| children.push(child));
                self.mark_codes_of(value);
            }
        }
        let count = children.len();
        for child in children {
            self.mark(child, worklist);
        }
        count
    }

    /// Calls `visit` with every value that an object holds.
    pub(crate) fn children(&self, value: Value, visit: &mut dyn FnMut(Value)) {
        let at = value.index();
        match value.tag {
            Tag::List => self.lists.get(at).items.iter().copied().for_each(visit),
            Tag::Dict => {
                for entry in self.dicts.get(at).entries() {
                    visit(entry.key);
                    visit(entry.value);
                }
            }
            Tag::Tuple => self.tuples.get(at).items.iter().copied().for_each(visit),
            Tag::Set | Tag::FrozenSet => self.sets.get(at).iter_uncharged().for_each(|(_, key)| visit(key)),
            Tag::Range => {
                let range = self.ranges.get(at);
                [range.start, range.stop, range.step].into_iter().for_each(visit);
            }
            Tag::Slice => {
                let slice = self.slices.get(at);
                [slice.start, slice.stop, slice.step].into_iter().for_each(visit);
            }
            Tag::Cell => visit(self.cells.get(at).0),
            Tag::Func => {
                let func = self.funcs.get(at);
                visit(func.defaults);
                visit(func.kwdefaults);
                func.closure.iter().copied().for_each(&mut *visit);
                if let Some(extra) = &func.extra {
                    for child in
                        [extra.name, extra.qualname, extra.doc, extra.module, extra.annotations, extra.type_params, extra.code, extra.dict]
                    {
                        visit(child);
                    }
                }
            }
            Tag::Method => {
                let method = self.methods.get(at);
                visit(method.func);
                visit(method.this);
            }
            Tag::Class => {
                let class = self.classes.get(at);
                visit(class.name);
                visit(class.qualname);
                visit(class.metaclass);
                class.bases.iter().chain(&class.mro).copied().for_each(&mut *visit);
                class.attrs.iter().for_each(|(_, child)| visit(child));
            }
            Tag::Inst => {
                let inst = self.insts.get(at);
                visit(Value::heap(Tag::Class, inst.class));
                inst.slots.iter().copied().for_each(visit);
            }
            Tag::Exc => {
                let exc = self.excs.get(at);
                for child in [exc.class, exc.args, exc.cause, exc.context, exc.dict, exc.group, exc.suggestion_context] {
                    visit(child);
                }
                exc.views.iter().copied().for_each(visit);
            }
            Tag::Gen => {
                let generator = self.gens.get(at);
                visit(generator.func);
                visit(generator.outside);
                visit(generator.name);
                visit(generator.qualname);
                // While a generator runs, its registers are on the register stack; the fields here are stale.
                if generator.state != GenState::Running {
                    visit(generator.handled);
                    generator.regs.iter().copied().for_each(visit);
                }
            }
            Tag::Iter => match self.iters.get(at) {
                IterObj::List { list, .. } | IterObj::ListReversed { list, .. } => visit(Value::heap(Tag::List, *list)),
                IterObj::Tuple { tuple, .. } | IterObj::TupleReversed { tuple, .. } => visit(Value::heap(Tag::Tuple, *tuple)),
                IterObj::Str { text, .. } | IterObj::StrReversed { text, .. } => visit(Value::heap(Tag::Str, *text)),
                IterObj::Bytes { owner, .. } | IterObj::Set { owner, .. } => visit(*owner),
                IterObj::Dict { dict, .. } | IterObj::DictReversed { dict, .. } => visit(Value::heap(Tag::Dict, *dict)),
                IterObj::BigRange { next, step, left } => [*next, *step, *left].into_iter().for_each(visit),
                IterObj::Enumerate { inner, count } => [*inner, *count].into_iter().for_each(visit),
                IterObj::Zip { inner, .. } => inner.iter().copied().for_each(visit),
                IterObj::MapFilter { func, inner, held, .. } => [*func, *inner, *held].into_iter().for_each(visit),
                IterObj::Deque { deque, .. } => visit(*deque),
                IterObj::Native(iter) => iter.visit_values(visit),
                IterObj::Empty | IterObj::Range { .. } => {}
            },
            Tag::Module => visit(self.modules.get(at).name),
            Tag::Object => match self.objects.get(at) {
                Object::Property { get, set, del, doc, name } => [*get, *set, *del, *doc, *name].into_iter().for_each(visit),
                Object::StaticMethod(inner, dict) | Object::ClassMethod(inner, dict) => [*inner, *dict].into_iter().for_each(visit),
                Object::MappingProxy(inner) | Object::Union(inner) => visit(*inner),
                Object::Super { class, this, start } => [*class, *this, *start].into_iter().for_each(visit),
                Object::DictView { dict, .. } => visit(Value::heap(Tag::Dict, *dict)),
                Object::Deque(deque) => deque.items.iter().copied().for_each(visit),
                Object::GenericAlias { origin, args, .. } => [*origin, *args].into_iter().for_each(visit),
                Object::SlotDescriptor { class, .. } => visit(*class),
                Object::Traceback { exc, .. } => visit(*exc),
                Object::Partial { func, args, keywords, dict } => [*func, *args, *keywords, *dict].into_iter().for_each(visit),
                Object::MemoryView { owner, .. } => visit(*owner),
                Object::Native(object) => object.visit_values(visit),
                Object::Frame { back, locals, .. } => [*back, *locals].into_iter().for_each(visit),
                Object::WeakRef { target, callback, owner, .. } => {
                    if !self.skips_weak_refs {
                        visit(*target);
                    }
                    visit(*callback);
                    visit(*owner);
                }
                Object::Box(items) => items.iter().copied().for_each(visit),
                Object::Plain | Object::Bare | Object::Code(_) | Object::Opaque(_) => {}
            },
            _ => {}
        }
    }

    // --- creating objects: each function charges the slot and what the object owns

    pub(crate) fn str(&mut self, text: &str) -> Result<Value, Abrupt> {
        self.charge(Arena::<StrObj>::SLOT + string::text_block(text.len()))?;
        Ok(Value::heap(Tag::Str, self.strs.insert_own(CompactString::new(text), u32::MAX)))
    }

    /// A str from a `String`. Charges its length.
    pub(crate) fn string(&mut self, text: String) -> Result<Value, Abrupt> {
        self.charge(Arena::<StrObj>::SLOT + string::text_block(text.len()))?;
        let text = if text.len() <= string::INLINE {
            CompactString::new(&text)
        } else {
            let mut text = CompactString::from(text);
            text.shrink_to_fit();
            text
        };
        Ok(Value::heap(Tag::Str, self.strs.insert_own(text, u32::MAX)))
    }

    /// A str from compact text. Charges its length.
    pub(crate) fn str_own(&mut self, text: CompactString) -> Result<Value, Abrupt> {
        self.str_counted(text, u32::MAX)
    }

    /// Like `str_own`, for text that is all ASCII.
    pub(crate) fn str_ascii(&mut self, text: CompactString) -> Result<Value, Abrupt> {
        let chars = u32::try_from(text.len()).unwrap_or(u32::MAX);
        self.str_counted(text, chars)
    }

    /// Like `str_own`, with a known number of code points (`u32::MAX`: not counted).
    #[inline(always)]
    pub(crate) fn str_counted(&mut self, text: CompactString, chars: u32) -> Result<Value, Abrupt> {
        self.charge(Arena::<StrObj>::SLOT + string::text_block(text.len()))?;
        let text = if text.is_heap_allocated() { string::fitted(text) } else { text };
        Ok(Value::heap(Tag::Str, self.strs.insert_own(text, chars)))
    }

    /// A copy of the text of a str. Inline text is copied without looking at its length.
    #[inline(always)]
    pub(crate) fn text_copied(&self, value: Value) -> CompactString {
        match &self.strs.get(value.index()).repr {
            StrRepr::Own(text) => text.clone(),
            StrRepr::Prefix { .. } => CompactString::new(self.text(value)),
        }
    }

    /// The string that is the first `len` bytes of an append buffer. The caller has charged its slot. `chars` is its number of code points
    /// (`u32::MAX`: not counted).
    pub(crate) fn prefix(&mut self, buf: u32, len: u32, chars: u32) -> Value {
        let mut object = StrObj::own(CompactString::const_new(""));
        object.repr = StrRepr::Prefix { buf, len };
        object.set_count(chars);
        Value::heap(Tag::Str, self.strs.insert(object))
    }

    /// The text of a str.
    #[inline]
    pub(crate) fn text(&self, value: Value) -> &str {
        let object = self.strs.get(value.index());
        match &object.repr {
            StrRepr::Own(text) => text,
            StrRepr::Prefix { buf, len } => self.bufs.get(*buf).text.get(..*len as usize).unwrap_or(""),
        }
    }

    /// The bytes of a str that owns its text, as all short ones do. For fast paths, which need a slow path for `None`.
    #[inline(always)]
    pub(crate) fn own_bytes(&self, value: Value) -> Option<&[u8]> {
        match &self.strs.find(value.index())?.repr {
            StrRepr::Own(text) => Some(text.as_bytes()),
            StrRepr::Prefix { .. } => None,
        }
    }

    /// The byte of a str of one ASCII character. For fast paths, like `own_bytes`.
    #[inline(always)]
    pub(crate) fn one_ascii(&self, value: Value) -> Option<u8> {
        self.strs.find(value.index())?.one_ascii()
    }

    /// The number of code points of a str.
    pub(crate) fn char_count(&self, value: Value) -> usize {
        let object = self.strs.get(value.index());
        let known = object.count();
        if known != u32::MAX {
            return known as usize;
        }
        let text = self.text(value);
        let count = if text.is_ascii() { text.len() } else { text.chars().count() };
        object.set_count(u32::try_from(count).unwrap_or(u32::MAX));
        count
    }

    /// The byte where a character of a str begins, or the length of the text for an index past the end. It counts from the nearest of three
    /// positions: start, end, and the position found last. So a loop over a text by index does not count from the start each time.
    pub(crate) fn byte_of_char(&self, value: Value, at: usize) -> usize {
        let (text, len) = (self.text(value), self.char_count(value));
        if at >= len {
            return text.len();
        }
        if len == text.len() {
            return at;
        }
        let found = self.found.get();
        let known = if found.text == value.index() { (found.character as usize, found.byte as usize) } else { (0, 0) };
        let near = [(0, 0), known, (len, text.len())].into_iter().min_by_key(|(character, _)| character.abs_diff(at));
        let (character, byte) = near.unwrap_or_default();
        let byte = if at >= character {
            let rest = text.get(byte..).unwrap_or("");
            rest.char_indices().nth(at - character).map_or(text.len(), |(more, _)| byte + more)
        } else {
            let rest = text.get(..byte).unwrap_or("");
            rest.char_indices().nth_back(character - at - 1).map_or(0, |(byte, _)| byte)
        };
        if let (Ok(character), Ok(found)) = (u32::try_from(at), u32::try_from(byte)) {
            self.found.set(string::Found { text: value.index(), character, byte: found });
        }
        byte
    }

    /// True if a str is known to be ASCII from its cached count, without reading the text.
    pub(crate) fn is_counted_ascii(&self, value: Value) -> bool {
        // `u32::MAX`, for a text that is not counted, is larger than any text.
        self.strs.get(value.index()).count() as usize == self.text(value).len()
    }

    /// True if every code point is one byte, so that character positions are byte offsets.
    pub(crate) fn is_ascii(&self, value: Value) -> bool {
        self.char_count(value) == self.text(value).len()
    }

    pub(crate) fn bytes(&mut self, data: Vec<u8>) -> Result<Value, Abrupt> {
        self.charge(Arena::<BytesObj>::SLOT + data.capacity())?;
        Ok(Value::heap(Tag::Bytes, self.bytes.insert(BytesObj { data, exports: 0 })))
    }

    pub(crate) fn bytearray(&mut self, data: Vec<u8>) -> Result<Value, Abrupt> {
        self.charge(Arena::<BytesObj>::SLOT + data.capacity())?;
        Ok(Value::heap(Tag::ByteArray, self.bytearrays.insert(BytesObj { data, exports: 0 })))
    }

    /// An int of any size in canonical form: `Int` if it fits.
    pub(crate) fn int(&mut self, value: BigInt) -> Result<Value, Abrupt> {
        match value.to_i64() {
            Some(small) => Ok(Value::int(small)),
            None => self.bigint(BigIntObj::new(value)),
        }
    }

    /// An int of up to 128 bits.
    #[inline]
    pub(crate) fn wide_int(&mut self, value: i128) -> Result<Value, Abrupt> {
        match (i64::try_from(value), BigIntObj::of_wide(value)) {
            (Ok(small), _) => Ok(Value::int(small)),
            (_, Some(object)) => self.bigint(object),
            (_, None) => self.bigint(BigIntObj::new(BigInt::from(value))),
        }
    }

    /// The number of an `Int`, `Bool` or `BigInt` value.
    pub(crate) fn big_ref(&self, value: Value) -> std::borrow::Cow<'_, BigInt> {
        match value.tag {
            Tag::BigInt => self.bigints.get(value.index()).big(),
            _ => std::borrow::Cow::Owned(BigInt::from(value.as_i64())),
        }
    }

    fn bigint(&mut self, object: BigIntObj) -> Result<Value, Abrupt> {
        self.charge(Arena::<BigIntObj>::SLOT + object.owned_bytes())?;
        Ok(Value::heap(Tag::BigInt, self.bigints.insert(object)))
    }

    pub(crate) fn complex(&mut self, re: f64, im: f64) -> Result<Value, Abrupt> {
        self.charge(Arena::<ComplexObj>::SLOT)?;
        Ok(Value::heap(Tag::Complex, self.complexes.insert(ComplexObj { re, im })))
    }

    /// A list of these items. Charges their capacity.
    pub(crate) fn list(&mut self, items: Vec<Value>) -> Result<Value, Abrupt> {
        self.charge(Arena::<ListObj>::SLOT + values(items.capacity()))?;
        Ok(Value::heap(Tag::List, self.lists.insert_with(|list| list.items = items)))
    }

    pub(crate) fn list_from(&mut self, items: &[Value]) -> Result<Value, Abrupt> {
        self.charge(Arena::<ListObj>::SLOT + values(items.len()))?;
        let held = self.free_list.holding(items);
        Ok(Value::heap(Tag::List, self.lists.insert_with(|list| list.items = held)))
    }

    pub(crate) fn tuple(&mut self, items: &[Value]) -> Result<Value, Abrupt> {
        self.charge(Arena::<TupleObj>::SLOT + if items.len() > 2 { value_block(items.len()) } else { 0 })?;
        // The tuple is built in its slot: see `insert_with`. `within` makes the same inline vectors.
        let at = match *items {
            [one] => self.tuples.insert_with(|tuple| tuple.items = SmallVec::from_buf_and_len([one, Value::UNDEF], 1)),
            [one, two] => self.tuples.insert_with(|tuple| tuple.items = SmallVec::from_buf([one, two])),
            _ => {
                let held = self.free_list.holding(items);
                self.tuples.insert_with(|tuple| tuple.items = SmallVec::from_vec(held))
            }
        };
        Ok(Value::heap(Tag::Tuple, at))
    }

    pub(crate) fn tuple_from(&mut self, mut items: Vec<Value>) -> Result<Value, Abrupt> {
        if items.len() <= 2 {
            return self.tuple(&items);
        }
        items.shrink_to_fit();
        self.charge(Arena::<TupleObj>::SLOT + value_block(items.capacity()))?;
        Ok(Value::heap(Tag::Tuple, self.tuples.insert(TupleObj { items: SmallVec::from_vec(items) })))
    }

    pub(crate) fn dict(&mut self, dict: DictObj) -> Result<Value, Abrupt> {
        self.charge(Arena::<DictObj>::SLOT + dict.owned_bytes())?;
        Ok(Value::heap(Tag::Dict, self.dicts.insert(dict)))
    }

    pub(crate) fn set(&mut self, set: SetObj, frozen: bool) -> Result<Value, Abrupt> {
        self.charge(Arena::<SetObj>::SLOT + set.owned_bytes())?;
        Ok(Value::heap(if frozen { Tag::FrozenSet } else { Tag::Set }, self.sets.insert(set)))
    }

    pub(crate) fn range(&mut self, start: Value, stop: Value, step: Value) -> Result<Value, Abrupt> {
        self.charge(Arena::<RangeObj>::SLOT)?;
        Ok(Value::heap(Tag::Range, self.ranges.insert_with(|range| (range.start, range.stop, range.step) = (start, stop, step))))
    }

    pub(crate) fn slice(&mut self, start: Value, stop: Value, step: Value) -> Result<Value, Abrupt> {
        self.charge(Arena::<SliceObj>::SLOT)?;
        Ok(Value::heap(Tag::Slice, self.slices.insert_with(|slice| (slice.start, slice.stop, slice.step) = (start, stop, step))))
    }

    pub(crate) fn cell(&mut self, value: Value) -> Result<Value, Abrupt> {
        self.charge(Arena::<CellObj>::SLOT)?;
        Ok(Value::heap(Tag::Cell, self.cells.insert_with(|cell| cell.0 = value)))
    }

    pub(crate) fn func(&mut self, func: FuncObj) -> Result<Value, Abrupt> {
        self.charge(Arena::<FuncObj>::SLOT + func.owned_bytes())?;
        Ok(Value::heap(Tag::Func, self.funcs.insert(func)))
    }

    pub(crate) fn method(&mut self, func: Value, this: Value) -> Result<Value, Abrupt> {
        self.charge(Arena::<MethodObj>::SLOT)?;
        self.fuel.charge_walk(crate::base::fuel::once::BOUND_METHOD);
        Ok(Value::heap(Tag::Method, self.methods.insert_with(|method| (method.func, method.this) = (func, this))))
    }

    pub(crate) fn class(&mut self, class: ClassObj) -> Result<Value, Abrupt> {
        self.charge(Arena::<ClassObj>::SLOT + class.owned_bytes())?;
        Ok(Value::heap(Tag::Class, self.classes.insert(class)))
    }

    pub(crate) fn inst(&mut self, inst: InstObj) -> Result<Value, Abrupt> {
        self.charge(Arena::<InstObj>::SLOT + inst.owned_bytes())?;
        Ok(Value::heap(Tag::Inst, self.insts.insert(inst)))
    }

    pub(crate) fn exc(&mut self, exc: ExcObj) -> Result<Value, Abrupt> {
        self.charge(Arena::<ExcObj>::SLOT + exc.owned_bytes())?;
        Ok(Value::heap(Tag::Exc, self.excs.insert(exc)))
    }

    /// Calls [`SetObj::rebuild_if_sparse`]. The caller has charged `growth` bytes; the unused part is refunded.
    pub(crate) fn rebuild_set_after_removal(&mut self, at: u32, growth: usize) {
        let set = self.sets.get_mut(at);
        let before = set.owned_bytes();
        set.rebuild_if_sparse();
        let after = set.owned_bytes();
        self.refund((before + growth).saturating_sub(after));
    }

    /// Ends a generator and drops its registers. Returns the exception that was being handled where it was resumed, if it ran.
    pub(crate) fn finish_body(&mut self, at: u32) -> Value {
        let generator = self.gens.get_mut(at);
        generator.state = GenState::Finished;
        generator.handled = Value::NONE;
        let (outside, regs) = (std::mem::take(&mut generator.outside), std::mem::take(&mut generator.regs));
        self.refund(values(regs.len()));
        outside
    }

    pub(crate) fn generator(&mut self, generator: GenObj) -> Result<Value, Abrupt> {
        self.charge(Arena::<GenObj>::SLOT + generator.owned_bytes())?;
        self.fuel.charge_walk(crate::base::fuel::once::GENERATOR);
        Ok(Value::heap(Tag::Gen, self.gens.insert(generator)))
    }

    pub(crate) fn iter(&mut self, iter: IterObj) -> Result<Value, Abrupt> {
        self.charge(Arena::<IterObj>::SLOT + iter.owned_bytes())?;
        Ok(Value::heap(Tag::Iter, self.iters.insert(iter)))
    }

    pub(crate) fn module(&mut self, module: ModuleObj) -> Result<Value, Abrupt> {
        self.charge(Arena::<ModuleObj>::SLOT)?;
        Ok(Value::heap(Tag::Module, self.modules.insert(module)))
    }

    pub(crate) fn object(&mut self, object: Object) -> Result<Value, Abrupt> {
        self.charge(Arena::<Object>::SLOT + object.owned_bytes())?;
        Ok(Value::heap(Tag::Object, self.objects.insert(object)))
    }

    // --- growth

    /// Appends to a list. Charges growth first.
    #[inline]
    pub(crate) fn list_push(&mut self, list: u32, value: Value) -> Result<(), Abrupt> {
        let object = self.lists.get(list);
        if object.items.len() == object.items.capacity() {
            self.list_grow(list, 1)?;
        }
        self.lists.get_mut(list).items.push(value);
        Ok(())
    }

    /// Reserves space for `extra` more items: doubles the capacity, or reserves exactly if that is more.
    #[cold]
    #[inline(never)]
    pub(crate) fn list_grow(&mut self, list: u32, extra: usize) -> Result<(), Abrupt> {
        let items = &self.lists.get(list).items;
        let (len, capacity) = (items.len(), items.capacity());
        let needed = len.checked_add(extra).ok_or(Abrupt::Memory(usize::MAX))?;
        if needed <= capacity {
            return Ok(());
        }
        let wanted = needed.max(capacity.saturating_mul(2)).max(4);
        self.charge(values(wanted - capacity))?;
        let items = &mut self.lists.get_mut(list).items;
        if capacity == 0 {
            *items = self.free_list.take(wanted);
        } else {
            items.reserve_exact(wanted - len);
        }
        Ok(())
    }

    /// Shrinks a list that became much shorter, and refunds the freed bytes.
    pub(crate) fn list_shrink(&mut self, list: u32) {
        let items = &mut self.lists.get_mut(list).items;
        let capacity = items.capacity();
        if capacity > 16 && items.len() < capacity / 4 {
            items.shrink_to(items.len() * 2);
            let freed = values(capacity - items.capacity());
            self.refund(freed);
        }
    }

    /// Replaces the items of a list. Charges the capacity of `items`.
    pub(crate) fn list_replace(&mut self, list: u32, items: Vec<Value>) -> Result<(), Abrupt> {
        self.charge(values(items.capacity()))?;
        let old = std::mem::replace(&mut self.lists.get_mut(list).items, items);
        self.refund(values(old.capacity()));
        Ok(())
    }
}

/// Receives the roots of a collection.
pub(crate) struct RootMarker<'a> {
    heap: &'a mut Heap,
    worklist: &'a mut Vec<Value>,
}

impl RootMarker<'_> {
    #[inline]
    pub(crate) fn root(&mut self, value: Value) {
        self.heap.mark(value, self.worklist);
    }
    pub(crate) fn heap(&self) -> &Heap {
        self.heap
    }
    pub(crate) fn code_marks(&mut self) -> &mut CodeMarks {
        &mut self.heap.code_marks
    }
    pub(crate) fn roots(&mut self, values: &[Value]) {
        for value in values {
            self.root(*value);
        }
    }
}
