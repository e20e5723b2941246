//! Dictionaries: entries in insertion order, an open-addressing index, cached hashes.
//!
//! Comparing keys may need user code. So a lookup is a *probe* that returns the candidates with an equal hash one by one.
//! [`crate::objects::protocols::hash`] drives it natively; a fallback drives it when a key has its own `__eq__`.

use super::Moves;
use super::arena::HeapObject;
use super::charged_sizes::{VALUE_BLOCK, charged_size, charged_sizes};
use super::copies::{recopy_exactly, refill};
use crate::base::fuel::{Fuel, ITEMS_PER_FUEL, SLOTS_PER_FUEL};
use crate::base::sizes::position_of;
use crate::base::value::Value;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) hash: u64,
    /// [`Value::UNDEF`] for a deleted entry.
    pub(crate) key: Value,
    pub(crate) value: Value,
}

const EMPTY: u32 = u32::MAX;
/// Up to this many entries, lookups scan the entries without an index.
const MAX_UNINDEXED: usize = 8;

#[derive(Debug, Default)]
pub(crate) struct DictObj {
    /// A deleted entry keeps its position until the entries are compacted, as in CPython, because iterators store positions.
    entries: Vec<Entry>,
    /// Entry numbers. Its length is a power of two, or 0 while the dict is small. A deleted entry keeps its number here.
    index: Vec<u32>,
    live: usize,
    /// Number of deleted entries before the first key. A dict used as a queue has many.
    front: u32,
    /// True for the dict inside an `OrderedDict`. Its iterators stop when a key was added or removed.
    pub(crate) ordered: bool,
    /// Changes when a key is added or removed. Iterators and suspended probes compare it.
    pub(crate) version: u32,
    /// If the dict is the view of a namespace, one more than the namespace's number; otherwise 0.
    pub(crate) space: u32,
}

/// The state of a lookup.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Probe {
    at: usize,
    perturb: u64,
    started: bool,
}

impl Probe {
    /// The state as plain numbers, to keep it between instructions.
    pub(crate) fn parts(self) -> (u64, u64, bool) {
        (self.at as u64, self.perturb, self.started)
    }
    pub(crate) fn from_parts(at: u64, perturb: u64, started: bool) -> Self {
        Probe { at: position_of(at), perturb, started }
    }
}

impl DictObj {
    pub(crate) fn len(&self) -> usize {
        self.live
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// For the collector, which takes the entries out and puts them back.
    pub(super) fn entries_mut(&mut self) -> &mut Vec<Entry> {
        &mut self.entries
    }

    pub(crate) fn entry(&self, at: usize) -> Option<&Entry> {
        self.entries.get(at)
    }

    /// The fuel of a walk over all entries. A dict from which most keys were removed has far more entries than keys.
    pub(crate) fn walk_cost(&self) -> u64 {
        self.entries.len() as u64 / SLOTS_PER_FUEL + self.live as u64 / ITEMS_PER_FUEL
    }

    /// All keys with their values. Charges the walk before it begins.
    pub(crate) fn iter<'a>(&'a self, fuel: &Fuel) -> impl DoubleEndedIterator<Item = (Value, Value)> + use<'a> {
        fuel.charge_walk(self.walk_cost());
        self.iter_uncharged()
    }

    /// The first entry that holds a key, at or after `at`, with its number. Charges the deleted entries that it passes.
    pub(crate) fn next_from(&self, at: usize, fuel: &Fuel) -> Option<(usize, Entry)> {
        let rest = self.entries.get(at..)?;
        let passed = rest.iter().take_while(|entry| entry.key.is_undef()).count();
        fuel.charge_walk(passed as u64 / SLOTS_PER_FUEL);
        rest.get(passed).map(|entry| (at + passed, *entry))
    }

    /// Like [`DictObj::iter`], for the collector and for values that leave the sandbox. Their walks are charged otherwise.
    pub(crate) fn iter_uncharged(&self) -> impl DoubleEndedIterator<Item = (Value, Value)> + use<'_> {
        self.entries.iter().filter(|entry| !entry.key.is_undef()).map(|entry| (entry.key, entry.value))
    }

    pub(crate) fn probe(hash: u64) -> Probe {
        Probe { at: 0, perturb: hash, started: false }
    }

    /// The entry at the first position of a hash in the index. The entry's own hash may differ. `None` if the position is unused or there
    /// is no index.
    #[inline(always)]
    pub(crate) fn entry_at_hash(&self, hash: u64) -> Option<(usize, &Entry)> {
        let mask = self.index.len().wrapping_sub(1);
        let number = *self.index.get(position_of(hash) & mask)? as usize;
        self.entries.get(number).map(|entry| (number, entry))
    }

    /// The next entry with an equal hash, or `None`. Adds the number of visited slots to `steps`.
    #[inline]
    pub(crate) fn next_candidate(&self, hash: u64, probe: &mut Probe, steps: &mut u64) -> Option<usize> {
        if self.index.is_empty() {
            while let Some(entry) = self.entries.get(probe.at) {
                let at = probe.at;
                probe.at += 1;
                if entry.hash == hash && !entry.key.is_undef() {
                    return Some(at);
                }
            }
            return None;
        }
        let mask = self.index.len() - 1;
        loop {
            if probe.started {
                probe.perturb >>= 5;
                probe.at = probe.at.wrapping_mul(5).wrapping_add(1).wrapping_add(position_of(probe.perturb)) & mask;
            } else {
                probe.started = true;
                probe.at = position_of(hash) & mask;
            }
            *steps += 1;
            let number = *self.index.get(probe.at)?;
            if number == EMPTY {
                return None;
            }
            if let Some(entry) = self.entries.get(number as usize)
                && entry.hash == hash
                && !entry.key.is_undef()
            {
                return Some(number as usize);
            }
        }
    }

    /// Additional bytes that one more entry would make the dict own.
    pub(crate) fn growth_for_insert(&self) -> usize {
        if self.entries.len() < self.entries.capacity() {
            return 0;
        }
        let capacity = self.next_capacity();
        Self::bytes_for(capacity).saturating_sub(self.owned_bytes())
    }

    /// The capacity after the next insertion into a full dict. It never shrinks, because the charged bytes stay charged.
    fn next_capacity(&self) -> usize {
        let now = self.entries.capacity();
        if !self.is_spent() {
            return Self::usable(now);
        }
        // As CPython grows: the index gets the smallest power of two that is at least three times the number of keys (at least 16 if there
        // are any), and two thirds of it are usable.
        let index = if self.live == 0 { 8 } else { (self.live * 3).next_power_of_two().max(16) };
        let wanted = index * 2 / 3;
        let is_small = wanted == Self::usable(MAX_UNINDEXED) && self.live < MAX_UNINDEXED;
        if is_small { MAX_UNINDEXED.max(now) } else { wanted.max(now) }
    }

    /// True if the dict has made as many entries as a CPython table of this size takes, so that the next insertion compacts it. Our
    /// capacity may be smaller.
    fn is_spent(&self) -> bool {
        self.entries.len() >= Self::usable(self.entries.capacity())
    }

    /// The number of entries that CPython's table takes, for the smallest table that holds `capacity` entries.
    fn usable(capacity: usize) -> usize {
        let index = Self::index_len(capacity).max(8);
        let usable = index * 2 / 3;
        if usable < capacity { index * 4 / 3 } else { usable }
    }

    /// The initial capacity for this many keys.
    fn room_for(count: usize) -> usize {
        if count <= MAX_UNINDEXED { count.max(4) } else { Self::usable(count) }
    }

    fn bytes_for(capacity: usize) -> usize {
        capacity * charged_size::<Entry>() + if capacity > MAX_UNINDEXED { Self::index_len(capacity) * 4 } else { 0 }
    }

    fn index_len(capacity: usize) -> usize {
        (capacity + capacity / 2).next_power_of_two()
    }

    /// Bytes that a dict of `count` entries owns when built with [`DictObj::with_capacity`].
    pub(crate) fn bytes_for_count(count: usize) -> usize {
        Self::bytes_for(Self::room_for(count))
    }

    pub(crate) fn with_capacity(count: usize) -> Self {
        let mut dict = DictObj::default();
        if count > 0 {
            dict.rebuild(Self::room_for(count), true);
        }
        dict
    }

    /// Adds a key that is known to be absent. The caller has charged [`DictObj::growth_for_insert`].
    pub(crate) fn insert_new(&mut self, hash: u64, key: Value, value: Value) {
        if self.entries.len() == self.entries.capacity() {
            let (capacity, packs) = (self.next_capacity(), self.is_spent());
            self.rebuild(capacity, packs);
        }
        let number = u32::try_from(self.entries.len()).unwrap_or(0);
        self.entries.push(Entry { hash, key, value });
        self.live += 1;
        self.version = self.version.wrapping_add(1);
        if !self.index.is_empty() {
            Self::link(&mut self.index, hash, number);
        }
    }

    fn link(index: &mut [u32], hash: u64, number: u32) {
        let mask = index.len() - 1;
        let mut perturb = hash;
        let mut at = position_of(hash) & mask;
        while let Some(slot) = index.get_mut(at) {
            if *slot == EMPTY {
                *slot = number;
                return;
            }
            perturb >>= 5;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(position_of(perturb)) & mask;
        }
    }

    /// Rebuilds the dict with this capacity. If `packs`, the deleted entries are removed.
    fn rebuild(&mut self, capacity: usize, packs: bool) {
        if packs {
            self.front = 0;
        }
        if capacity == self.entries.capacity() {
            self.entries.retain(|entry| !packs || !entry.key.is_undef());
        } else {
            let mut entries = Vec::new();
            entries.reserve_exact(capacity);
            entries.extend(self.entries.iter().filter(|entry| !packs || !entry.key.is_undef()).copied());
            self.entries = entries;
        }
        if capacity <= MAX_UNINDEXED {
            self.index = Vec::new();
            return;
        }
        let len = Self::index_len(capacity);
        if len == self.index.len() {
            self.index.fill(EMPTY);
        } else {
            self.index = vec![EMPTY; len];
        }
        for (number, entry) in self.entries.iter().enumerate() {
            Self::link(&mut self.index, entry.hash, u32::try_from(number).unwrap_or(0));
        }
    }

    /// The capacity of the entries and the length of the index. A snapshot writes both, since they decide what the next insertions do.
    pub(crate) fn room(&self) -> (usize, usize) {
        (self.entries.capacity(), self.index.len())
    }

    /// Bytes that a dict with these capacities owns.
    pub(crate) fn bytes_of_room(capacity: usize, index: usize) -> usize {
        capacity.saturating_mul(charged_size::<Entry>()).saturating_add(index.saturating_mul(4))
    }

    /// Rebuilds a dict from its entries (deleted entries keep their hash) and capacities, linking the entries in order. `visit` is called
    /// for each entry that a new entry collides with, and may stop with an error. `None` if the capacities do not fit the entries.
    pub(crate) fn restore<E>(
        entries: Vec<Entry>,
        index: usize,
        version: u32,
        mut visit: impl FnMut(&Entry, &Entry) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let capacity = entries.capacity();
        let fits = if index == 0 { capacity <= MAX_UNINDEXED } else { index.is_power_of_two() && index > capacity };
        if !fits {
            return Ok(None);
        }
        let live = entries.iter().filter(|entry| !entry.key.is_undef()).count();
        let mut dict = DictObj { entries, index: vec![EMPTY; index], live, front: 0, version, ordered: false, space: 0 };
        dict.front = dict.deleted_at_start(0);
        let mask = index.wrapping_sub(1);
        for (number, entry) in dict.entries.iter().enumerate() {
            if index == 0 {
                for other in dict.entries.get(..number).unwrap_or(&[]) {
                    visit(entry, other)?;
                }
                continue;
            }
            let mut perturb = entry.hash;
            let mut at = position_of(entry.hash) & mask;
            while let Some(slot) = dict.index.get_mut(at) {
                match dict.entries.get(*slot as usize) {
                    Some(other) => visit(entry, other)?,
                    None => {
                        *slot = u32::try_from(number).unwrap_or(0);
                        break;
                    }
                }
                perturb >>= 5;
                at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(position_of(perturb)) & mask;
            }
        }
        Ok(Some(dict))
    }

    pub(crate) fn set_value(&mut self, at: usize, value: Value) {
        if let Some(entry) = self.entries.get_mut(at) {
            entry.value = value;
        }
    }

    pub(crate) fn remove_at(&mut self, at: usize) -> Option<(Value, Value)> {
        let entry = self.entries.get_mut(at)?;
        if entry.key.is_undef() {
            return None;
        }
        let pair = (entry.key, entry.value);
        entry.key = Value::UNDEF;
        entry.value = Value::UNDEF;
        self.live -= 1;
        self.version = self.version.wrapping_add(1);
        if at == self.front() {
            self.front = self.deleted_at_start(at);
        }
        Some(pair)
    }

    /// The number of the first entry that may hold a key.
    pub(crate) fn front(&self) -> usize {
        self.front as usize
    }

    /// Like [`Self::front`]; the entries before `from` are known to be deleted.
    fn deleted_at_start(&self, from: usize) -> u32 {
        let more = self.entries.iter().skip(from).take_while(|entry| entry.key.is_undef()).count();
        u32::try_from(from + more).unwrap_or(0)
    }

    /// Number of deleted entries after the last key.
    pub(crate) fn deleted_at_end(&self) -> usize {
        self.entries.iter().rev().take_while(|entry| entry.key.is_undef()).count()
    }

    /// Removes the last key, its entry and the deleted entries after it.
    pub(crate) fn remove_last(&mut self) -> Option<(Value, Value)> {
        while let Some(entry) = self.entries.pop() {
            self.unlink_last(entry.hash);
            if !entry.key.is_undef() {
                self.front = self.front.min(u32::try_from(self.entries.len()).unwrap_or(0));
                self.live -= 1;
                self.version = self.version.wrapping_add(1);
                return Some((entry.key, entry.value));
            }
        }
        None
    }

    /// Removes the number of the popped entry from the index. No entry was linked after it, so no search passes over its position.
    fn unlink_last(&mut self, hash: u64) {
        let number = u32::try_from(self.entries.len()).unwrap_or(0);
        let mask = self.index.len().wrapping_sub(1);
        let mut perturb = hash;
        let mut at = position_of(hash) & mask;
        while let Some(slot) = self.index.get_mut(at) {
            if *slot == number {
                *slot = EMPTY;
                return;
            }
            if *slot == EMPTY {
                return;
            }
            perturb >>= 5;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(position_of(perturb)) & mask;
        }
    }

    pub(crate) fn clear(&mut self) {
        let version = self.version.wrapping_add(1);
        *self = DictObj { version, space: self.space, ordered: self.ordered, ..DictObj::default() };
    }
}

/// A clone keeps the capacity, because the capacity decides what the next insertions do.
impl Clone for DictObj {
    fn clone(&self) -> Self {
        let mut entries = Vec::with_capacity(self.entries.capacity());
        entries.extend_from_slice(&self.entries);
        let (index, live, front) = (self.index.clone(), self.live, self.front);
        DictObj { entries, index, live, front, ordered: self.ordered, version: self.version, space: self.space }
    }

    fn clone_from(&mut self, source: &Self) {
        let DictObj { entries, index, live, front, ordered, version, space } = self;
        refill(entries, &source.entries);
        recopy_exactly(index, &source.index);
        (*live, *front, *ordered) = (source.live, source.front, source.ordered);
        (*version, *space) = (source.version, source.space);
    }
}

charged_sizes! { DictObj = 72, Entry = 40 }

impl HeapObject for DictObj {
    const BLOCKS: usize = VALUE_BLOCK;

    fn forward(&mut self, moves: &Moves) {
        let DictObj { entries, index: _, live: _, front: _, ordered: _, version: _, space: _ } = self;
        moves.values(entries.iter_mut().flat_map(|Entry { hash: _, key, value }| [key, value]));
    }

    fn owned_bytes(&self) -> usize {
        self.entries.capacity() * charged_size::<Entry>() + self.index.len() * 4
    }

    fn block_address(&self) -> usize {
        self.entries.as_ptr().addr()
    }
}
