//! An arena: a vector of slots for objects of one kind, named by `u32` index, with bitmaps of live and marked slots.
//!
//! INVARIANT: slot 0 is never handed out. An index without a slot comes from a bug, or from a hostile snapshot that passed validation. It
//! reads a spare object and sets `Arena::corrupt`, and the interpreter raises an internal error at its next safepoint. It never causes
//! undefined behaviour or a panic.
//!
//! An empty arena allocates no memory. A session has many arenas, and most programs use few.

use crate::base::sizes::low32;
use std::cell::Cell;

use super::Moves;
use super::charged_sizes::ChargedSize;
use super::compaction::{ArenaMoves, TURNS_ROUND};
use super::deferred::Deferred;
use super::freelist::VecPool;
use super::kept_blocks::LARGE_BLOCK;

/// What an arena needs from its objects.
pub(crate) trait HeapObject: Default + ChargedSize {
    /// Bytes charged with the slot for what the allocator adds to the blocks that nearly every such object owns.
    const BLOCKS: usize = 0;
    /// If true, an object without owned bytes holds no memory of the host, so it may stay in its slot after it dies, until another object
    /// replaces it.
    const TRIVIAL_DROP: bool = false;
    /// If true, the program can see the order of the objects in their arena, so a compaction keeps it in every build.
    const IS_ORDERED: bool = false;

    /// Rewrites the references that the object holds, after objects have moved. Names every field of the object.
    fn forward(&mut self, moves: &Moves);

    /// Bytes that the object owns beyond its slot, computed from capacities. The same on every machine after the same operations.
    fn owned_bytes(&self) -> usize;

    /// Where the largest block is that the object owns. Only the order in which objects get new blocks depends on it.
    fn block_address(&self) -> usize {
        0
    }

    /// Drops what a dead object owns.
    fn recycle(&mut self, _spares: &mut VecPool) {
        *self = Self::default();
    }
}

/// The part of the memory limit by which an arena grows at most at once, unless an eighth of the arena is more. An arena doubles until then,
/// as vectors do: smaller steps copy its objects more often, and made programs with many strings a quarter slower. But half of a large arena
/// could be unused and not charged.
const GROWTH_OF_LIMIT: usize = 16;
/// A copy of an arena has room for so many more objects, at most.
const MOST_ROOM: usize = 32;
/// With fewer bytes of free slots than this, the objects of an arena are not moved.
const WORTH_MOVING: usize = 16 << 10;

/// For 64 slots: which slots are in use, and which slots the current marking has reached.
#[derive(Debug, Default, Clone, Copy)]
struct Bits {
    live: u64,
    marks: u64,
}

/// What a collection has freed, in bytes.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Freed {
    pub(super) bytes: usize,
    /// The part of it that was in blocks of objects which are not large.
    pub(super) small_blocks: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Arena<T> {
    slots: Vec<T>,
    bits: Vec<Bits>,
    /// Index of a word of `bits`. All slots before this word are in use.
    cursor: usize,
    /// Objects that a marking has reached and not yet walked.
    pub(super) deferred: Deferred,
    /// The object that is read for an index without a slot.
    spare: T,
    corrupt: Cell<bool>,
    /// The most bytes by which the arena grows at once, unless an eighth of it is more.
    max_growth: usize,
}

impl<T: HeapObject + Clone> Clone for Arena<T> {
    fn clone(&self) -> Self {
        let mut copy = Arena::new();
        copy.clone_from(self);
        copy
    }

    /// Objects keep their blocks where the copies have as large ones.
    fn clone_from(&mut self, source: &Self) {
        let Arena { slots, bits, cursor, deferred, spare, corrupt, max_growth } = self;
        // The first new object of a copy would move all others.
        let room = if source.slots.is_empty() { 0 } else { (source.slots.len() / 4).clamp(4, MOST_ROOM) };
        slots.truncate(source.slots.len());
        slots.reserve_exact((source.slots.len() + room).saturating_sub(slots.len()));
        slots.clone_from(&source.slots);
        bits.clone_from(&source.bits);
        deferred.clone_from(&source.deferred);
        spare.clone_from(&source.spare);
        corrupt.set(source.corrupt.get());
        (*cursor, *max_growth) = (source.cursor, source.max_growth);
    }
}

impl<T: HeapObject> Arena<T> {
    pub(crate) fn new() -> Self {
        Arena {
            slots: Vec::new(),
            bits: Vec::new(),
            cursor: 0,
            deferred: Deferred::default(),
            spare: T::default(),
            max_growth: 0,
            corrupt: Cell::new(false),
        }
    }

    /// Bytes of a slot.
    pub(super) const BYTES: usize = T::BYTES;
    /// Bytes charged for an object, without the bytes that it owns.
    pub(crate) const SLOT: usize = T::BYTES + T::BLOCKS;

    #[inline]
    pub(crate) fn insert(&mut self, object: T) -> u32 {
        if let Some(at) = self.take_free()
            && let Some(slot) = self.slots.get_mut(at)
        {
            *slot = object;
            return low32(at as u64);
        }
        self.append(object)
    }

    /// Like `insert`, but `write` builds the object in its slot. It must set every field, because the slot may hold an old object. Building
    /// an object elsewhere and moving it with wider loads than the stores that built it would stall the processor.
    #[inline(always)]
    pub(crate) fn insert_with(&mut self, write: impl FnOnce(&mut T)) -> u32 {
        if let Some(at) = self.take_free()
            && let Some(slot) = self.slots.get_mut(at)
        {
            write(slot);
            return low32(at as u64);
        }
        let mut object = T::default();
        write(&mut object);
        self.append(object)
    }

    /// Adds an object in a new slot at the end.
    #[inline]
    fn append(&mut self, object: T) -> u32 {
        if self.slots.is_empty() {
            self.slots.push(T::default());
        }
        let at = self.slots.len();
        if at == self.slots.capacity() {
            self.grow();
        }
        self.slots.push(object);
        let bit = 1 << (at % 64);
        match self.bits.get_mut(at / 64) {
            Some(bits) => bits.live |= bit,
            None => self.bits.push(Bits { live: bit, marks: 0 }),
        }
        // The memory limit is always reached before 2^32 objects of at least 16 accounted bytes exist.
        u32::try_from(at).unwrap_or(0)
    }

    /// Makes room for more slots: doubles, in bounded steps.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let len = self.slots.len();
        let more = len.min(self.max_growth / Self::BYTES).max(len / 8).max(4);
        self.slots.reserve_exact(more);
    }

    /// Bounds the growth of the arena, for a memory limit in bytes.
    pub(crate) fn bound_growth(&mut self, limit: usize) {
        self.max_growth = limit / GROWTH_OF_LIMIT;
    }

    /// Takes the first free slot, and marks it as live. `None` if all slots are in use.
    #[inline]
    fn take_free(&mut self) -> Option<usize> {
        loop {
            let bits = self.bits.get_mut(self.cursor)?;
            // Slot 0 is never handed out.
            let free = !(bits.live | u64::from(self.cursor == 0));
            if free != 0 {
                let at = self.cursor * 64 + free.trailing_zeros() as usize;
                if at >= self.slots.len() {
                    return None;
                }
                bits.live |= free & free.wrapping_neg();
                return Some(at);
            }
            self.cursor += 1;
        }
    }

    /// Like `get`, for fast paths. On `None` the caller must end in a path that uses `get`, which reports the missing object.
    #[inline(always)]
    pub(crate) fn find(&self, index: u32) -> Option<&T> {
        self.slots.get(index as usize)
    }

    /// Like `find`, mutable.
    #[inline(always)]
    pub(crate) fn find_mut(&mut self, index: u32) -> Option<&mut T> {
        self.slots.get_mut(index as usize)
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> &T {
        match self.slots.get(index as usize) {
            Some(object) => object,
            None => self.missing(),
        }
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut T {
        match self.slots.get_mut(index as usize) {
            Some(object) => object,
            None => {
                self.corrupt.set(true);
                &mut self.spare
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn missing(&self) -> &T {
        self.corrupt.set(true);
        &self.spare
    }

    /// Marks a slot. True if it was not marked before.
    #[inline]
    pub(crate) fn mark(&mut self, index: u32) -> bool {
        let Some(bits) = self.bits.get_mut(index as usize / 64) else { return false };
        let bit = 1 << (index % 64);
        let fresh = bits.marks & bit == 0;
        bits.marks |= bit;
        fresh
    }

    /// True if the current marking has reached the slot.
    pub(crate) fn is_marked(&self, index: u32) -> bool {
        self.bits.get(index as usize / 64).is_some_and(|bits| bits.marks >> (index % 64) & 1 == 1)
    }

    /// The objects that the current marking has reached.
    pub(crate) fn marked(&self) -> impl Iterator<Item = &T> {
        Self::of_bits(&self.slots, self.bits.iter().map(|bits| bits.marks))
    }

    /// Clears all marks without freeing anything.
    pub(crate) fn clear_marks(&mut self) {
        self.bits.iter_mut().for_each(|bits| bits.marks = 0);
    }

    /// Frees all unmarked objects and clears the marks.
    pub(crate) fn sweep(&mut self, free_list: &mut VecPool) -> Freed {
        let mut freed = Freed::default();
        self.cursor = 0;
        for (at, Bits { live, marks }) in self.bits.iter_mut().enumerate() {
            let mut dead = *live & !*marks;
            *live &= *marks;
            *marks = 0;
            while dead != 0 {
                let bit = dead.trailing_zeros() as usize;
                dead &= dead - 1;
                let index = at * 64 + bit;
                if let Some(slot) = self.slots.get_mut(index) {
                    let owned = slot.owned_bytes();
                    freed.bytes += Self::SLOT + owned;
                    freed.small_blocks += if owned < LARGE_BLOCK { owned } else { 0 };
                    if owned > 0 || !T::TRIVIAL_DROP {
                        slot.recycle(free_list);
                    }
                }
            }
        }
        if self.bits.iter().all(|bits| bits.live == 0) {
            // No object is alive. Releasing the vectors makes a session that dropped everything use no memory.
            (self.slots, self.bits) = (Vec::new(), Vec::new());
        }
        freed
    }

    /// Number of slots that objects use.
    pub(super) fn used_slots(&self) -> usize {
        self.bits.iter().map(|bits| bits.live.count_ones() as usize).sum()
    }

    /// Number of slots that no object uses.
    pub(crate) fn free_slots(&self) -> usize {
        // Slot 0 is never in use.
        self.slots.len().saturating_sub(self.used_slots() + 1)
    }

    /// Bytes that objects own which are large blocks.
    pub(super) fn large_owned_bytes(&self) -> usize {
        self.slots.iter().map(HeapObject::owned_bytes).filter(|bytes| *bytes >= LARGE_BLOCK).sum()
    }

    /// Moves the objects together, from slot 1 on, and gives the other slots back. Says where the objects went.
    pub(crate) fn compact(&mut self) -> ArenaMoves {
        let turns_round = TURNS_ROUND && !T::IS_ORDERED;
        let free = self.free_slots();
        if self.slots.is_empty() || !turns_round && free * Self::BYTES < WORTH_MOVING {
            return ArenaMoves::default();
        }
        let mut words = Vec::with_capacity(self.bits.len());
        let mut to = 1;
        for (at, bits) in self.bits.iter().enumerate() {
            words.push((bits.live, u32::try_from(to - 1).unwrap_or(0)));
            let mut in_use = bits.live;
            while in_use != 0 {
                let from = at * 64 + in_use.trailing_zeros() as usize;
                in_use &= in_use - 1;
                if from != to {
                    self.slots.swap(from, to);
                }
                to += 1;
            }
        }
        self.slots.truncate(to);
        self.slots.shrink_to_fit();
        let turned = if turns_round {
            if let Some(objects) = self.slots.get_mut(1..) {
                objects.reverse();
            }
            u32::try_from(to).ok()
        } else {
            None
        };
        self.bits.truncate(to.div_ceil(64));
        self.bits.shrink_to_fit();
        for (at, bits) in self.bits.iter_mut().enumerate() {
            let rest = to - at * 64;
            bits.live = if rest >= 64 { u64::MAX } else { (1 << rest) - 1 };
            if at == 0 {
                bits.live &= !1;
            }
        }
        self.cursor = 0;
        ArenaMoves::new(words, turned)
    }

    /// Rewrites the references that the objects hold.
    pub(crate) fn forward(&mut self, moves: &Moves) {
        let words = self.slots.chunks_mut(64).zip(&self.bits);
        for (slots, bits) in words {
            for (at, object) in slots.iter_mut().enumerate() {
                if bits.live >> at & 1 == 1 {
                    object.forward(moves);
                }
            }
        }
    }

    /// Gives all objects new blocks: in parts of so many bytes, the old blocks of a part are freed before it gets its new ones. Objects
    /// whose copies would have other capacities keep their blocks. What it holds besides is bounded by such a part, too.
    pub(super) fn renew_blocks(&mut self, part: usize)
    where
        T: Clone,
    {
        // An entry of the order has 16 bytes.
        let most = (part / 16).max(1);
        let mut from = 0;
        loop {
            let owning = |at: &u32| *at >= from && (1..LARGE_BLOCK).contains(&self.get(*at).owned_bytes());
            let mut order: Vec<_> = self.live().filter(owning).take(most).map(|at| (self.get(at).block_address(), at)).collect();
            let Some((_, last)) = order.last() else { return };
            from = last.saturating_add(1);
            // The blocks of a part are neighbours, so that they are one hole when they are free.
            order.sort_unstable();
            self.renew_in_order(order, part);
        }
    }

    fn renew_in_order(&mut self, order: Vec<(usize, u32)>, part: usize)
    where
        T: Clone,
    {
        let (mut copies, mut bytes) = (Vec::new(), 0);
        for (_, at) in order {
            let object = self.get_mut(at);
            let owned = object.owned_bytes();
            let copy = object.clone();
            if copy.owned_bytes() == owned {
                *object = T::default();
                bytes += owned + 2 * Self::BYTES;
                copies.push((at, copy));
            }
            if bytes >= part {
                self.place(&mut copies);
                bytes = 0;
            }
        }
        self.place(&mut copies);
    }

    /// Puts copies of these copies into their slots. The first copies are freed only then: a new block would take the place of the copy
    /// before it.
    fn place(&mut self, copies: &mut Vec<(u32, T)>)
    where
        T: Clone,
    {
        for (at, copy) in copies.iter() {
            *self.get_mut(*at) = copy.clone();
        }
        copies.clear();
    }

    pub(crate) fn is_corrupt(&self) -> bool {
        self.corrupt.get()
    }

    /// Number of slots for which there is memory.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// Number of slots, used or free, including slot 0.
    pub(crate) fn len(&self) -> usize {
        self.slots.len().max(1)
    }

    /// The objects in slots whose bits are set.
    fn of_bits(slots: &[T], bits: impl Iterator<Item = u64>) -> impl Iterator<Item = &T> {
        let words = slots.chunks(64).zip(bits).filter(|(_, word)| *word != 0);
        words.flat_map(|(slots, word)| slots.iter().zip(0..).filter(move |(_, bit)| word >> bit & 1 == 1).map(|(object, _)| object))
    }

    /// The indices of live slots, in order.
    pub(crate) fn live(&self) -> impl Iterator<Item = u32> {
        let bit = |at: usize| self.bits.get(at / 64).is_some_and(|bits| bits.live >> (at % 64) & 1 == 1);
        (1..self.slots.len()).filter(move |at| bit(*at)).filter_map(|at| u32::try_from(at).ok())
    }

    /// Accounted bytes that live objects own beyond their slots.
    pub(crate) fn owned_bytes(&self) -> usize {
        // Objects in free slots own nothing.
        self.slots.iter().map(HeapObject::owned_bytes).sum()
    }

    /// Accounted bytes of all live objects.
    #[cfg(test)]
    pub(crate) fn live_bytes(&self) -> usize {
        let live = Self::of_bits(&self.slots, self.bits.iter().map(|bits| bits.live));
        live.map(|object| Self::SLOT + object.owned_bytes()).sum()
    }
}
