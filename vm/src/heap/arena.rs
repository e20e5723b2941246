//! One arena: objects of one kind, named by `u32` index, with bitmaps of what lives and what is marked.
//!
//! INVARIANT: slot 0 is never handed out. An index that names no slot (our bug, or hostile snapshot bytes that slipped through)
//! reads a spare object and raises `Arena::corrupt`, which the machine turns into an internal error at its next safepoint: never
//! undefined behaviour, never a panic.
//!
//! An arena that nothing was put into owns no memory: a session has many, and most programs use few.

use std::cell::Cell;

use super::freelist::VecPool;

/// What an arena must know about its objects.
pub(crate) trait HeapObject: Default {
    /// An object without owned bytes holds no memory of the host's: dead, it may lie in its slot until another takes that.
    const LIGHT: bool = false;

    /// Bytes the object owns beyond its slot, by capacity: the same for the same history on every machine.
    fn owned_bytes(&self) -> usize;

    /// Lets go of what it owns, dead.
    fn retire(&mut self, _spares: &mut VecPool) {
        *self = Self::default();
    }
}

/// Of 64 slots: which are in use, and which a collection under way has reached.
#[derive(Debug, Default, Clone, Copy)]
struct Bits {
    live: u64,
    marks: u64,
}

#[derive(Debug, Default, Clone)]
pub(crate) struct Arena<T> {
    slots: Vec<T>,
    bits: Vec<Bits>,
    /// No slot below that of this word is free.
    cursor: usize,
    /// Read for an index that names no slot.
    spare: T,
    corrupt: Cell<bool>,
}

impl<T: HeapObject> Arena<T> {
    pub(crate) fn new() -> Self {
        Arena { slots: Vec::new(), bits: Vec::new(), cursor: 0, spare: T::default(), corrupt: Cell::new(false) }
    }

    /// Bytes charged for a slot.
    pub(crate) const SLOT: usize = size_of::<T>();

    #[inline]
    pub(crate) fn insert(&mut self, object: T) -> u32 {
        if let Some(at) = self.take_free()
            && let Some(slot) = self.slots.get_mut(at)
        {
            *slot = object;
            return at as u32;
        }
        self.append(object)
    }

    /// As `insert`, of an object that is written where it will be: whatever was there before, `write` sets every field. An object that
    /// was just made and is read again in larger pieces, to be moved, has the processor wait.
    #[inline(always)]
    pub(crate) fn insert_with(&mut self, write: impl FnOnce(&mut T)) -> u32 {
        if let Some(at) = self.take_free()
            && let Some(slot) = self.slots.get_mut(at)
        {
            write(slot);
            return at as u32;
        }
        let mut object = T::default();
        write(&mut object);
        self.append(object)
    }

    /// Puts an object after all others.
    #[inline]
    fn append(&mut self, object: T) -> u32 {
        if self.slots.is_empty() {
            self.slots.push(T::default());
        }
        let at = self.slots.len();
        self.slots.push(object);
        let bit = 1 << (at % 64);
        match self.bits.get_mut(at / 64) {
            Some(bits) => bits.live |= bit,
            None => self.bits.push(Bits { live: bit, marks: 0 }),
        }
        // 2^32 objects of at least 16 accounted bytes pass every memory limit first.
        u32::try_from(at).unwrap_or(0)
    }

    /// The first free slot below the end, which lives from now on.
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

    /// As `get`, for code that has another way to go on: it must end in `get`, which reports a missing object.
    #[inline(always)]
    pub(crate) fn find(&self, index: u32) -> Option<&T> {
        self.slots.get(index as usize)
    }

    /// As `find`.
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

    /// Marks; true when it was not marked before.
    #[inline]
    pub(crate) fn mark(&mut self, index: u32) -> bool {
        let Some(bits) = self.bits.get_mut(index as usize / 64) else { return false };
        let bit = 1 << (index % 64);
        let fresh = bits.marks & bit == 0;
        bits.marks |= bit;
        fresh
    }

    /// Whether a collection under way has marked this.
    pub(crate) fn is_marked(&self, index: u32) -> bool {
        self.bits.get(index as usize / 64).is_some_and(|bits| bits.marks >> (index % 64) & 1 == 1)
    }

    /// What a marking under way has reached.
    pub(crate) fn marked(&self) -> impl Iterator<Item = &T> {
        Self::of_bits(&self.slots, self.bits.iter().map(|bits| bits.marks))
    }

    /// Ends a marking that frees nothing.
    pub(crate) fn clear_marks(&mut self) {
        self.bits.iter_mut().for_each(|bits| bits.marks = 0);
    }

    /// Drops what is not marked, clears the marks, gives the bytes that became free.
    pub(crate) fn sweep(&mut self, spares: &mut VecPool) -> usize {
        let mut freed = 0;
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
                    freed += Self::SLOT + owned;
                    if owned > 0 || !T::LIGHT {
                        slot.retire(spares);
                    }
                }
            }
        }
        if self.bits.iter().all(|bits| bits.live == 0) {
            // Nothing lives: start afresh so that a session that dropped everything costs nothing.
            (self.slots, self.bits) = (Vec::new(), Vec::new());
        }
        freed
    }

    pub(crate) fn is_corrupt(&self) -> bool {
        self.corrupt.get()
    }

    /// Slots in use or free, slot 0 included.
    pub(crate) fn len(&self) -> usize {
        self.slots.len().max(1)
    }

    /// The objects of slots whose bits are set.
    fn of_bits(slots: &[T], bits: impl Iterator<Item = u64>) -> impl Iterator<Item = &T> {
        let words = slots.chunks(64).zip(bits).filter(|(_, word)| *word != 0);
        words.flat_map(|(slots, word)| slots.iter().zip(0..).filter(move |(_, bit)| word >> bit & 1 == 1).map(|(object, _)| object))
    }

    /// The indices of what lives, in order.
    pub(crate) fn live(&self) -> impl Iterator<Item = u32> {
        let bit = |at: usize| self.bits.get(at / 64).is_some_and(|bits| bits.live >> (at % 64) & 1 == 1);
        (1..self.slots.len()).filter(move |at| bit(*at)).filter_map(|at| u32::try_from(at).ok())
    }

    /// Accounted bytes that what lives owns beyond its slots.
    pub(crate) fn owned_bytes(&self) -> usize {
        // What lies in a free slot owns nothing.
        self.slots.iter().map(HeapObject::owned_bytes).sum()
    }

    /// Accounted bytes of everything alive.
    #[cfg(test)]
    pub(crate) fn live_bytes(&self) -> usize {
        let live = Self::of_bits(&self.slots, self.bits.iter().map(|bits| bits.live));
        live.map(|object| Self::SLOT + object.owned_bytes()).sum()
    }
}
