//! Walks over the items of an iterable that keep none of them, for functions that need no memory for their items.

use std::ops::ControlFlow;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::HeapObject as _;
use crate::runtime::core::Runtime;

/// Items of a sequence that are copied at a time. Their work is charged at once.
const PART: usize = 64;

/// Bytes of garbage that one walk may leave, for example the tuples of a `zip`. The collector runs only between instructions, so a longer
/// walk continues in Python code.
const MAX_GARBAGE: usize = 1 << 20;

/// What [`Runtime::walk`] should know about the function that walks.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Walk {
    /// What the function does with 64 items, in pieces of work as [`Runtime::charge`] counts them.
    pub(crate) price: u64,
    /// The set or dict that the function fills: its growth is no garbage.
    pub(crate) fills: Option<Value>,
}

impl Runtime {
    /// Gives the items of an iterable to a function, one by one. None is kept. `Abrupt::NeedsUserCode`, with the iterator as it was, when
    /// user code gives the items, or when they leave much garbage: the fallback iterates in both cases. So `each` must not have done
    /// anything that must not be done twice.
    pub(crate) fn walk(
        &mut self,
        source: Value,
        walk: Walk,
        mut each: impl FnMut(&mut Runtime, Value) -> Result<ControlFlow<()>, Abrupt>,
    ) -> Result<(), Abrupt> {
        let iter = match source.tag {
            Tag::List | Tag::Tuple => return self.walk_sequence(source, walk.price, each),
            Tag::Gen => return Err(Abrupt::NeedsUserCode),
            Tag::Iter => source,
            _ => match self.iter(source) {
                // `__iter__` is user code: the fallback iterates.
                Err(Abrupt::Call) => return Err(Abrupt::NeedsUserCode),
                iter => iter?,
            },
        };
        if !self.is_held_by_program(source, iter) {
            return self.walk_iterator(iter, walk, &mut each);
        }
        if self.call_map_function(iter) || self.is_endless(iter) {
            return Err(Abrupt::NeedsUserCode);
        }
        self.all_or_none(iter, |rt| rt.walk_iterator(iter, walk, &mut each))
    }

    fn walk_sequence(
        &mut self,
        source: Value,
        price: u64,
        mut each: impl FnMut(&mut Runtime, Value) -> Result<ControlFlow<()>, Abrupt>,
    ) -> Result<(), Abrupt> {
        let mut from = 0;
        loop {
            let mut part = [Value::UNDEF; PART];
            let items = self.sequence_items(source).get(from..).unwrap_or(&[]);
            let count = items.len().min(PART);
            for (slot, item) in part.iter_mut().zip(items) {
                *slot = *item;
            }
            self.charge(price * count as u64 / PART as u64)?;
            for item in part.iter().take(count) {
                if each(self, *item)?.is_break() {
                    return Ok(());
                }
            }
            if count < PART {
                return Ok(());
            }
            from += count;
        }
    }

    fn walk_iterator(
        &mut self,
        iter: Value,
        walk: Walk,
        each: &mut impl FnMut(&mut Runtime, Value) -> Result<ControlFlow<()>, Abrupt>,
    ) -> Result<(), Abrupt> {
        if iter.tag != Tag::Iter {
            return Err(Abrupt::NeedsUserCode);
        }
        let price = walk.price + self.price_of_items(iter);
        // What the function keeps is no garbage: the object that it fills, and what it holds until it ends.
        let kept = |rt: &Runtime| {
            let filled = match walk.fills {
                Some(dict) if dict.tag == Tag::Dict => rt.heap.dicts.get(dict.index()).owned_bytes(),
                Some(set) => rt.heap.sets.get(set.index()).owned_bytes(),
                None => 0,
            };
            filled.saturating_add(rt.heap.held())
        };
        let most = MAX_GARBAGE.min(self.heap.limit / 8);
        let before = self.heap.used.saturating_sub(kept(self));
        let mut walked = 0usize;
        while let Some(item) = self.next(iter)? {
            walked = walked.wrapping_add(1);
            if walked.is_multiple_of(PART) {
                self.charge(price)?;
                if self.heap.used.saturating_sub(kept(self)).saturating_sub(before) > most {
                    return Err(Abrupt::NeedsUserCode);
                }
            }
            if each(self, item)?.is_break() {
                break;
            }
        }
        self.charge((walked % PART) as u64 * price / PART as u64)
    }
}
