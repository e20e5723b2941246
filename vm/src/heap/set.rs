//! Sets and frozen sets. The table is CPython's, with the same probing and growth, so that small ints and tuples of them iterate in
//! CPython's order. `Objects/setobject.c` describes it: nine linear probes, then perturbed jumps; growth at 3/5.

use super::Moves;
use super::arena::HeapObject;
use super::charged_sizes::{VALUE_BLOCK, charged_size, charged_sizes};
use crate::base::fuel::{Fuel, ITEMS_PER_FUEL, SLOTS_PER_FUEL};
use crate::base::sizes::position_of;
use crate::base::value::Value;

const LINEAR_PROBES: usize = 9;
const PERTURB_SHIFT: u32 = 5;
const MIN_SIZE: usize = 8;
/// Bit position of the free slot in the second number of [`SetProbe::parts`].
const FREE_SHIFT: u32 = 8;

/// A slot. Unused: `key` undefined, hash 0. Deleted: `key` undefined, hash 1. Otherwise live.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Slot {
    pub(crate) hash: u64,
    pub(crate) key: Value,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct SetObj {
    /// Its length is a power of two, or 0 before the first insertion.
    table: Vec<Slot>,
    /// Live and deleted slots.
    fill: usize,
    used: usize,
    finger: usize,
    pub(crate) version: u32,
}

/// The state of a lookup.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetProbe {
    at: usize,
    within: usize,
    perturb: u64,
    /// The last deleted slot that the probe passed. A new key goes there.
    free: Option<usize>,
}

impl SetProbe {
    /// The state as plain numbers, to keep it between instructions.
    pub(crate) fn parts(self) -> (u64, u64, u64) {
        let free = self.free.map_or(0, |at| at as u64 + 1);
        (self.at as u64, self.within as u64 | free << FREE_SHIFT, self.perturb)
    }
    /// Restores a state. It may come from a snapshot, so positions outside any possible table are brought back into range.
    pub(crate) fn from_parts(at: u64, within: u64, perturb: u64) -> Self {
        let free = usize::try_from(within >> FREE_SHIFT).ok().and_then(|free| free.checked_sub(1));
        let within = (within & ((1 << FREE_SHIFT) - 1)) as usize;
        SetProbe { at: position_of(at) & (usize::MAX >> 8), within: within.min(LINEAR_PROBES + 1), perturb, free }
    }
}

/// The next result of a probe.
pub(crate) enum Found {
    /// A live slot with an equal hash.
    Candidate(usize),
    /// The key is absent. It would be inserted in this slot.
    Unused(usize),
}

impl SetObj {
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    /// The fuel of a walk over the table. As in CPython the table keeps its size when keys are removed, so it may be far larger than the
    /// number of keys.
    pub(crate) fn walk_cost(&self) -> u64 {
        self.table.len() as u64 / SLOTS_PER_FUEL + self.used as u64 / ITEMS_PER_FUEL
    }

    /// All keys with their hashes. The caller has charged [`SetObj::walk_cost`], or the walk is the collector's or the host's.
    pub(crate) fn iter_uncharged(&self) -> impl Iterator<Item = (u64, Value)> + use<'_> {
        self.table.iter().filter(|slot| !slot.key.is_undef()).map(|slot| (slot.hash, slot.key))
    }

    /// The first live slot at or after `at`: its number and contents. Charges the slots that it passes.
    pub(crate) fn next_from(&self, at: usize, fuel: &Fuel) -> Option<(usize, Slot)> {
        let rest = self.table.get(at..)?;
        let passed = rest.iter().take_while(|slot| slot.key.is_undef()).count();
        fuel.charge_walk(passed as u64 / SLOTS_PER_FUEL);
        rest.get(passed).map(|slot| (at + passed, *slot))
    }

    pub(crate) fn slot(&self, at: usize) -> Option<&Slot> {
        self.table.get(at)
    }

    fn mask(&self) -> usize {
        self.table.len().max(MIN_SIZE) - 1
    }

    pub(crate) fn probe(&self, hash: u64) -> SetProbe {
        SetProbe { at: position_of(hash) & self.mask(), within: 0, perturb: hash, free: None }
    }

    pub(crate) fn next_candidate(&self, hash: u64, probe: &mut SetProbe, steps: &mut u64) -> Found {
        let mask = self.mask();
        if self.table.is_empty() {
            return Found::Unused(probe.at);
        }
        loop {
            let last = if probe.at + LINEAR_PROBES <= mask { LINEAR_PROBES } else { 0 };
            while probe.within <= last {
                let at = probe.at + probe.within;
                probe.within += 1;
                *steps += 1;
                let Some(slot) = self.table.get(at) else { break };
                if slot.key.is_undef() {
                    if slot.hash == 0 {
                        return Found::Unused(probe.free.unwrap_or(at));
                    }
                    probe.free = Some(at);
                } else if slot.hash == hash {
                    return Found::Candidate(at);
                }
            }
            probe.within = 0;
            probe.perturb >>= PERTURB_SHIFT;
            probe.at = probe.at.wrapping_mul(5).wrapping_add(1).wrapping_add(position_of(probe.perturb)) & mask;
        }
    }

    /// Additional bytes that one more key in slot `at` would make the set own.
    pub(crate) fn growth_for_insert(&self, at: usize) -> usize {
        let size = self.table.len();
        if self.table.get(at).is_some_and(|slot| slot.hash != 0) {
            return 0;
        }
        if size == 0 {
            MIN_SIZE * charged_size::<Slot>()
        } else if (self.fill + 1) * 5 < (size - 1) * 3 {
            0
        } else {
            Self::size_for(Self::grown(self.used + 1)).saturating_sub(size) * charged_size::<Slot>()
        }
    }

    fn grown(used: usize) -> usize {
        if used > 50_000 { used * 2 } else { used * 4 }
    }

    fn size_for(min_used: usize) -> usize {
        let mut size = MIN_SIZE;
        while size <= min_used {
            size <<= 1;
        }
        size
    }

    /// Adds an absent key in the slot where its probe ended. The caller has charged [`SetObj::growth_for_insert`].
    pub(crate) fn insert_at(&mut self, at: usize, hash: u64, key: Value) {
        if self.table.is_empty() {
            self.table = vec![Slot::default(); MIN_SIZE];
        }
        // A slot outside the table can only come from a manipulated snapshot.
        let Some(slot) = self.table.get_mut(at) else { return };
        let reused = slot.hash != 0;
        *slot = Slot { hash, key };
        self.used += 1;
        self.version = self.version.wrapping_add(1);
        if reused {
            return;
        }
        self.fill += 1;
        if self.fill * 5 >= self.mask() * 3 {
            self.resize(Self::grown(self.used));
        }
    }

    fn resize(&mut self, min_used: usize) {
        let old = std::mem::replace(&mut self.table, vec![Slot::default(); Self::size_for(min_used)]);
        for slot in old.into_iter().filter(|slot| !slot.key.is_undef()) {
            self.insert_without_lookup(slot);
        }
        self.fill = self.used;
    }

    fn insert_without_lookup(&mut self, new: Slot) {
        let mask = self.table.len() - 1;
        let mut perturb = new.hash;
        let mut base = position_of(new.hash) & mask;
        loop {
            let last = if base + LINEAR_PROBES <= mask { LINEAR_PROBES } else { 0 };
            for at in base..=base + last {
                if let Some(slot) = self.table.get_mut(at)
                    && slot.key.is_undef()
                {
                    *slot = new;
                    return;
                }
            }
            perturb >>= PERTURB_SHIFT;
            base = base.wrapping_mul(5).wrapping_add(1).wrapping_add(position_of(perturb)) & mask;
        }
    }

    /// The slots that the table has after [`SetObj::prepare_merge`] for `other` keys.
    fn size_for_merge(&self, other: usize) -> usize {
        let size = self.table.len().max(MIN_SIZE);
        if (self.fill + other) * 5 >= (size - 1) * 3 { Self::size_for((self.used + other) * 2) } else { size }
    }

    /// Bytes that [`SetObj::prepare_merge`] for `other` keys would add.
    pub(crate) fn growth_for_merge(&self, other: usize) -> usize {
        self.size_for_merge(other).saturating_sub(self.table.len()) * charged_size::<Slot>()
    }

    /// Reserves space for `other` more keys as CPython's set merge does. This decides the order of iteration afterwards.
    pub(crate) fn prepare_merge(&mut self, other: usize) {
        let size = self.table.len().max(MIN_SIZE);
        if (self.fill + other) * 5 >= (size - 1) * 3 {
            self.resize((self.used + other) * 2);
        } else if self.table.is_empty() {
            self.table = vec![Slot::default(); MIN_SIZE];
        }
    }

    /// Merges a whole set into an empty one, as CPython does: a verbatim copy if the tables have the same size and nothing was deleted,
    /// otherwise insertion into the clean table. Returns false, without merging, if this set is not empty.
    pub(crate) fn copy_from(&mut self, other: &SetObj) -> bool {
        if self.fill != 0 {
            return false;
        }
        if self.size_for_merge(other.used) == other.table.len() && other.fill == other.used {
            self.table = other.table.clone();
        } else {
            self.prepare_merge(other.used);
            for slot in other.table.iter().filter(|slot| !slot.key.is_undef()) {
                self.insert_without_lookup(*slot);
            }
        }
        self.version = self.version.wrapping_add(1);
        self.fill = other.used;
        self.used = other.used;
        true
    }

    pub(crate) fn remove_at(&mut self, at: usize) -> Option<Value> {
        let slot = self.table.get_mut(at)?;
        if slot.key.is_undef() {
            return None;
        }
        let key = slot.key;
        *slot = Slot { hash: 1, key: Value::UNDEF };
        self.used -= 1;
        self.version = self.version.wrapping_add(1);
        Some(key)
    }

    /// True if more than a quarter of the slots are deleted.
    pub(crate) fn is_sparse(&self) -> bool {
        self.fill - self.used > self.mask() / 4
    }

    /// Called after a bulk removal. Rebuilds the table, as CPython does, if more than a quarter of the slots are deleted.
    pub(crate) fn rebuild_if_sparse(&mut self) {
        if self.is_sparse() {
            let version = self.version.wrapping_add(1);
            self.resize(Self::grown(self.used));
            self.version = version;
        }
    }

    /// The bytes by which [`SetObj::rebuild_if_sparse`] would make the table larger.
    pub(crate) fn growth_for_rebuild(&self) -> usize {
        if !self.is_sparse() {
            return 0;
        }
        Self::size_for(Self::grown(self.used)).saturating_sub(self.table.len()) * charged_size::<Slot>()
    }

    /// `set.pop()`. Like CPython it continues from where the last `pop` stopped (`finger`).
    /// Charges the slots that it passes.
    pub(crate) fn pop(&mut self, fuel: &Fuel) -> Option<Value> {
        if self.used == 0 {
            return None;
        }
        let mask = self.mask();
        let start = self.finger & mask;
        let (before, after) = self.table.split_at_checked(start)?;
        let is_live = |slot: &Slot| !slot.key.is_undef();
        let passed = after.iter().chain(before).position(is_live)?;
        fuel.charge_walk(passed as u64 / SLOTS_PER_FUEL);
        let at = (start + passed) & mask;
        self.finger = at + 1;
        self.remove_at(at)
    }

    pub(crate) fn clear(&mut self) {
        let version = self.version.wrapping_add(1);
        // As in CPython, `clear` keeps the position of `pop`.
        *self = SetObj { version, finger: self.finger, ..SetObj::default() };
    }

    /// Replaces the contents by those of `other` and returns the old contents. The position of `pop` stays.
    pub(crate) fn take_over(&mut self, other: SetObj) -> SetObj {
        let finger = self.finger;
        std::mem::replace(self, SetObj { finger, ..other })
    }

    /// The table, its fill count and the position of `pop`. A snapshot writes them, since they decide the order of iteration.
    pub(crate) fn parts(&self) -> (&[Slot], usize, usize) {
        (&self.table, self.fill, self.finger)
    }

    /// Rebuilds a set from its parts. `None` if the size is impossible or the table has no unused slot.
    pub(crate) fn restore(table: Vec<Slot>, finger: usize, version: u32) -> Option<Self> {
        let used = table.iter().filter(|slot| !slot.key.is_undef()).count();
        let fill = table.iter().filter(|slot| !slot.key.is_undef() || slot.hash != 0).count();
        let size_ok = table.is_empty() || (table.len() >= MIN_SIZE && table.len().is_power_of_two());
        // Growth keeps more than a third of the slots unused. A search needs an unused slot to end.
        if !size_ok || (!table.is_empty() && fill.saturating_mul(5) >= (table.len() - 1).saturating_mul(3).max(1)) {
            return None;
        }
        Some(SetObj { table, fill, used, finger, version })
    }
}

charged_sizes! { SetObj = 56, Slot = 24 }

impl HeapObject for SetObj {
    const BLOCKS: usize = VALUE_BLOCK;

    fn forward(&mut self, moves: &Moves) {
        let SetObj { table, fill: _, used: _, finger: _, version: _ } = self;
        moves.values(table.iter_mut().map(|Slot { hash: _, key }| key));
    }

    fn owned_bytes(&self) -> usize {
        self.table.capacity() * charged_size::<Slot>()
    }

    fn block_address(&self) -> usize {
        self.table.as_ptr().addr()
    }
}
