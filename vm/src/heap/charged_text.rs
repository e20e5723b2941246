//! Temporaries: text and vectors that native code builds beside the objects. Their bytes come from the same account as objects.
//!
//! [`Heap::hold`] charges the bytes of a temporary before it is allocated. What is held ends with the native function or the instruction:
//! the calls of natives and the handling of errors release it, so a native cannot forget it. A builder that becomes an object gives its
//! bytes to the object: the text is neither copied nor charged twice.

use std::fmt;
use std::ops::Deref;

use super::{ChargedSize, Heap, charged_size};
use crate::base::abrupt::Abrupt;
use crate::base::value::Value;

/// Bytes of the first allocation of a builder.
const FIRST: usize = 32;
/// The bytes of a text that are made at once between two charges.
pub(crate) const TEXT_PART: usize = 16 << 10;

impl Heap {
    /// Charges bytes of a temporary before it is allocated. They count until the native function or the instruction ends, or until they
    /// are released.
    ///
    /// # Errors
    /// Those of [`Heap::charge`].
    #[inline]
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Abrupt> {
        self.charge(bytes)?;
        self.held = self.held.saturating_add(bytes);
        Ok(())
    }

    /// Gives back held bytes before the native function ends.
    pub(crate) fn release(&mut self, bytes: usize) {
        let bytes = bytes.min(self.held);
        self.held -= bytes;
        self.refund(bytes);
    }

    /// Bytes of temporaries.
    #[inline(always)]
    pub(crate) fn held(&self) -> usize {
        self.held
    }

    /// Gives back what was held since `before` bytes were.
    #[cold]
    pub(crate) fn release_to(&mut self, before: usize) {
        self.release(self.held.saturating_sub(before));
    }

    /// A str from a text whose capacity is held, such as the result of [`ChargedString::into_held`]. The bytes now belong to the str.
    pub(crate) fn held_string(&mut self, text: String) -> Result<Value, Abrupt> {
        self.release(text.capacity());
        self.string(text)
    }

    /// A copy of the text of a str, whose bytes are held.
    pub(crate) fn text_held(&mut self, value: Value) -> Result<String, Abrupt> {
        self.hold(self.text(value).len())?;
        Ok(self.text(value).to_string())
    }

    /// Sets at how many characters the texts are cut that are built from now on. Returns the bound before.
    pub(crate) fn bound_texts(&mut self, most: usize) -> usize {
        std::mem::replace(&mut self.most_text, most)
    }
}

/// The capacity to allocate for `needed` items, with `capacity` allocated, and its bytes held. Near the limit the capacity grows by less,
/// so that a text does not need twice its size.
fn grown(heap: &mut Heap, needed: usize, capacity: usize, first: usize, size: usize) -> Result<usize, Abrupt> {
    let doubled = needed.max(capacity.saturating_mul(2)).max(first);
    let lean = needed.saturating_add(needed / 16).max(first);
    let bytes = |wanted: usize| (wanted - capacity.min(wanted)).saturating_mul(size);
    for wanted in [doubled, lean] {
        if heap.used.saturating_add(bytes(wanted)) <= heap.limit && heap.fits_beside_kept(bytes(wanted)) {
            heap.hold(bytes(wanted))?;
            return Ok(wanted);
        }
    }
    heap.hold(bytes(needed))?;
    Ok(needed)
}

/// A text under construction. Its capacity is held.
#[derive(Debug)]
pub(crate) struct ChargedString {
    text: String,
    /// Bytes held for the text: its capacity.
    charged: usize,
    /// The text is cut at this number of characters. `usize::MAX`: it is not, and they are not counted.
    most: usize,
    chars: usize,
    /// Characters that were pushed and not kept.
    dropped: usize,
    is_cut: bool,
    /// The rest of the text was not made.
    is_stopped: bool,
    /// The length whose fuel is charged.
    paid: usize,
}

impl ChargedString {
    pub(crate) fn new(heap: &Heap) -> Self {
        ChargedString {
            text: String::new(),
            charged: 0,
            most: heap.most_text,
            chars: 0,
            dropped: 0,
            is_cut: false,
            is_stopped: false,
            paid: 0,
        }
    }

    pub(crate) fn with_capacity(heap: &mut Heap, bytes: usize) -> Result<Self, Abrupt> {
        let mut text = Self::new(heap);
        text.reserve(heap, bytes)?;
        Ok(text)
    }

    /// Makes room for `more` bytes.
    #[inline]
    pub(crate) fn reserve(&mut self, heap: &mut Heap, more: usize) -> Result<(), Abrupt> {
        if self.charged - self.text.len() < more { self.grow(heap, more) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, heap: &mut Heap, more: usize) -> Result<(), Abrupt> {
        let needed = self.text.len().checked_add(more).ok_or(Abrupt::Memory(usize::MAX))?;
        self.charged = grown(heap, needed, self.charged, FIRST, 1)?;
        self.text.reserve_exact(self.charged - self.text.len());
        Ok(())
    }

    #[inline]
    pub(crate) fn push_str(&mut self, heap: &mut Heap, more: &str) -> Result<(), Abrupt> {
        let kept = self.kept_of(more);
        self.reserve(heap, kept.len())?;
        self.text.push_str(kept);
        Ok(())
    }

    /// The part of a text that does not exceed the bound.
    #[inline]
    fn kept_of<'a>(&mut self, more: &'a str) -> &'a str {
        if self.most == usize::MAX { more } else { self.cut_of(more) }
    }

    #[cold]
    fn cut_of<'a>(&mut self, more: &'a str) -> &'a str {
        let left = self.most.saturating_sub(self.chars);
        let Some((at, _)) = more.char_indices().nth(left) else {
            self.chars += more.chars().count();
            return more;
        };
        let (kept, dropped) = more.split_at_checked(at).unwrap_or(("", more));
        self.chars = self.most;
        self.dropped = self.dropped.saturating_add(dropped.chars().count());
        self.is_cut = true;
        kept
    }

    /// Appends the text of a str.
    pub(crate) fn push_value(&mut self, heap: &mut Heap, value: Value) -> Result<(), Abrupt> {
        let bound = self.most.saturating_sub(self.chars).saturating_mul(4);
        self.reserve(heap, heap.text(value).len().min(bound))?;
        let kept = self.kept_of(heap.text(value));
        self.text.push_str(kept);
        Ok(())
    }

    /// Appends at most `bound` bytes, which `write` makes.
    pub(crate) fn push_with(&mut self, heap: &mut Heap, bound: usize, write: impl FnOnce(&Heap, &mut String)) -> Result<(), Abrupt> {
        self.reserve(heap, bound)?;
        let before = self.text.len();
        write(heap, &mut self.text);
        debug_assert!(self.text.len() - before <= bound, "{} bytes do not fit {bound}", self.text.len() - before);
        if self.most != usize::MAX {
            let more = self.text.split_off(before);
            let kept = self.cut_of(&more);
            self.text.push_str(kept);
        }
        Ok(())
    }

    /// True if the text is full and more need not be made. A caller that has more then stops.
    pub(crate) fn stops(&mut self) -> bool {
        self.is_stopped |= self.is_cut;
        self.is_cut
    }

    /// The bytes whose fuel is not charged yet, if they are more than `at_least`. They count as charged from now on.
    pub(crate) fn unpaid(&mut self, at_least: usize) -> Option<u64> {
        let unpaid = self.text.len().saturating_sub(self.paid);
        if unpaid <= at_least {
            return None;
        }
        self.paid = self.text.len();
        Some(unpaid as u64)
    }

    /// A str of the text. The held bytes now belong to it.
    pub(crate) fn into_value(self, heap: &mut Heap) -> Result<Value, Abrupt> {
        heap.release(self.charged);
        heap.string(self.text)
    }

    /// The text. Its capacity stays held until the native function ends, or until [`Heap::held_string`] makes a str of it. A text that was
    /// cut says so at its end.
    pub(crate) fn into_held(mut self) -> String {
        if self.is_stopped {
            self.text.push_str("... [the rest is not shown]");
        } else if self.is_cut {
            self.text.push_str(&format!("... [{} characters not shown]", self.dropped));
        }
        self.text
    }

    /// Drops the text.
    pub(crate) fn discard(self, heap: &mut Heap) {
        heap.release(self.charged);
    }
}

impl Deref for ChargedString {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for ChargedString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A vector under construction. Its capacity is held.
#[derive(Debug)]
pub(crate) struct ChargedVec<T: ChargedSize> {
    items: Vec<T>,
    /// The capacity for which bytes are held.
    capacity: usize,
}

impl<T: ChargedSize> ChargedVec<T> {
    pub(crate) const fn new() -> Self {
        ChargedVec { items: Vec::new(), capacity: 0 }
    }

    pub(crate) fn with_capacity(heap: &mut Heap, count: usize) -> Result<Self, Abrupt> {
        let mut made = Self::new();
        made.reserve(heap, count)?;
        Ok(made)
    }

    /// Makes room for `more` items.
    #[inline]
    pub(crate) fn reserve(&mut self, heap: &mut Heap, more: usize) -> Result<(), Abrupt> {
        if self.capacity - self.items.len() < more { self.grow(heap, more) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, heap: &mut Heap, more: usize) -> Result<(), Abrupt> {
        let needed = self.items.len().checked_add(more).ok_or(Abrupt::Memory(usize::MAX))?;
        self.capacity = grown(heap, needed, self.capacity, 4, charged_size::<T>())?;
        self.items.reserve_exact(self.capacity - self.items.len());
        Ok(())
    }

    #[inline]
    pub(crate) fn push(&mut self, heap: &mut Heap, item: T) -> Result<(), Abrupt> {
        self.reserve(heap, 1)?;
        self.items.push(item);
        Ok(())
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn reverse(&mut self) {
        self.items.reverse();
    }

    /// Drops the items.
    pub(crate) fn discard(self, heap: &mut Heap) {
        heap.release(self.capacity.saturating_mul(charged_size::<T>()));
    }

    /// The items, for an object that charges their capacity itself. It charges at least what is released here.
    pub(crate) fn into_uncharged(mut self, heap: &mut Heap) -> Vec<T> {
        heap.release(self.capacity.saturating_mul(charged_size::<T>()));
        self.items.shrink_to_fit();
        self.items
    }
}

impl<T: ChargedSize + Clone> ChargedVec<T> {
    pub(crate) fn extend_from_slice(&mut self, heap: &mut Heap, items: &[T]) -> Result<(), Abrupt> {
        self.reserve(heap, items.len())?;
        self.items.extend_from_slice(items);
        Ok(())
    }

    /// Appends an item for which there is room.
    #[inline]
    pub(crate) fn push_within(&mut self, item: T) {
        debug_assert!(self.items.len() < self.capacity, "room was made for fewer items");
        self.items.push(item);
    }

    /// Appends items for which there is room.
    pub(crate) fn extend_within(&mut self, items: &[T]) {
        debug_assert!(self.items.len() + items.len() <= self.capacity, "room was made for fewer items");
        self.items.extend_from_slice(items);
    }
}

impl<T: ChargedSize> Deref for ChargedVec<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl ChargedVec<Value> {
    /// A list of the items. The held bytes now belong to it.
    pub(crate) fn into_list(self, heap: &mut Heap) -> Result<Value, Abrupt> {
        let items = self.into_uncharged(heap);
        heap.list(items)
    }
}
