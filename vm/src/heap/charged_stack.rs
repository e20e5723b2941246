//! A stack for native walks over values. What it holds beyond a few items is charged before it is allocated, so a program that nests values
//! reaches the memory limit, not the host's memory.

use smallvec::SmallVec;

use super::{ChargedSize, Heap, charged_size};
use crate::base::abrupt::Abrupt;

/// Items that need no allocation.
const INLINE: usize = 4;

/// The stack of one walk. [`ChargedStack::release`] gives its bytes back before the native function ends.
pub(crate) struct ChargedStack<T: ChargedSize> {
    items: SmallVec<[T; INLINE]>,
    /// Bytes charged for the stack so far.
    charged: usize,
}

impl<T: ChargedSize> ChargedStack<T> {
    pub(crate) fn new() -> Self {
        ChargedStack { items: SmallVec::new(), charged: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    #[inline]
    pub(crate) fn push(&mut self, heap: &mut Heap, item: T) -> Result<(), Abrupt> {
        if self.items.len() == self.items.capacity() {
            self.grow(heap)?;
        }
        self.items.push(item);
        Ok(())
    }

    #[cold]
    fn grow(&mut self, heap: &mut Heap) -> Result<(), Abrupt> {
        let more = self.items.capacity();
        let bytes = (more + self.items.capacity()).saturating_mul(charged_size::<T>());
        heap.hold(bytes - self.charged)?;
        self.charged = bytes;
        self.items.reserve_exact(more);
        Ok(())
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    pub(crate) fn last(&self) -> Option<&T> {
        self.items.last()
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.items.last_mut()
    }

    /// Reverses the items from a position on.
    pub(crate) fn reverse_from(&mut self, from: usize) {
        self.items.get_mut(from..).unwrap_or_default().reverse();
    }

    /// Gives back what was charged.
    pub(crate) fn release(self, heap: &mut Heap) {
        heap.release(self.charged);
    }
}
