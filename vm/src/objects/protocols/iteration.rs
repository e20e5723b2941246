//! Iteration of native containers and iterators, and collecting their items.

use crate::heap::{charged_size, value_block};
use crate::runtime::native_object::NativeIterator;
use num_bigint::BigInt;
use num_traits::Zero;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::{SLOTS_PER_FUEL, once};
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{DictKind, IterObj, Object};
use crate::runtime::core::Runtime;
use crate::runtime::native_object::Next;

/// One step of a `zip` of so many iterators is part of the cost of an instruction.
const MAX_UNCHARGED_WIDTH: usize = 4;

/// Bytes charged for the saved state of an iterator that is being consumed.
fn saved_state_bytes(state: &IterObj) -> usize {
    let owned = match state {
        IterObj::Zip { inner, .. } => value_block(inner.len()),
        IterObj::Native(iter) => iter.slots().kept_bytes(),
        _ => 0,
    };
    charged_size::<(u32, IterObj)>() + owned
}

impl Runtime {
    /// `iter(value)` when that is native. Otherwise `Abrupt::NeedsUserCode` or a pending call of `__iter__`.
    pub(crate) fn iter(&mut self, value: Value) -> Result<Value, Abrupt> {
        let state = match value.tag {
            Tag::List => IterObj::List { list: value.index(), at: 0 },
            Tag::Tuple => IterObj::Tuple { tuple: value.index(), at: 0 },
            Tag::Str => IterObj::Str { text: value.index(), byte: 0 },
            Tag::Dict => self.dict_iter(value, DictKind::Keys),
            Tag::Set | Tag::FrozenSet => self.set_iter(value),
            Tag::Range => self.range_iter(value)?,
            Tag::Bytes | Tag::ByteArray => IterObj::Bytes { owner: value, at: 0 },
            Tag::Iter => return Ok(value),
            Tag::Gen => return crate::objects::types::generator::iter(self, value),
            Tag::Object => match self.heap.as_object(value) {
                Object::DictView { dict, kind } => {
                    let (dict, kind) = (*dict, *kind);
                    self.dict_iter(Value::heap(Tag::Dict, dict), kind)
                }
                Object::MappingProxy(inner) if inner.tag != Tag::Object => {
                    let inner = *inner;
                    return self.iter(inner);
                }
                Object::Deque(deque) => {
                    let version = deque.version;
                    IterObj::Deque { deque: value, at: 0, version, reversed: false }
                }
                Object::MemoryView { form: None, .. } => IterObj::Bytes { owner: value, at: 0 },
                Object::MemoryView { .. } => {
                    let items = crate::objects::types::bytes::view_iter(self, value)?;
                    return self.iter(items);
                }
                Object::GenericAlias { .. } => return Err(self.tail_fallback("alias_iter", &[value])),
                Object::Native(object) => {
                    return match object.slots().iter() {
                        Some(iter) => iter(self, value),
                        None => Err(self.not_iterable(value)),
                    };
                }
                _ => return Err(self.not_iterable(value)),
            },
            Tag::Inst | Tag::Exc | Tag::Class => return self.iter_user_object(value),
            _ => return Err(self.not_iterable(value)),
        };
        self.heap.iter(state)
    }

    fn iter_user_object(&mut self, value: Value) -> Result<Value, Abrupt> {
        let class = self.type_of(value);
        if let Some(method) = self.user_lookup(class, names::dunder_iter) {
            if method.is_none() {
                return Err(self.not_iterable(value));
            }
            return match self.call_special(value, names::dunder_iter, &[], Some(names::judge_iterator)) {
                Abrupt::NeedsUserCode => {
                    let method = self.as_bound_callable(method)?;
                    Err(self.tail_fallback("iter_guest", &[value, method]))
                }
                exit => Err(exit),
            };
        }
        if value.tag == Tag::Inst {
            let has_items = self.payload(value).is_some_and(|payload| self.has_items(payload));
            if !has_items && self.user_lookup(class, names::dunder_getitem).is_some() {
                return Err(self.tail_fallback("iter_getitem", &[value]));
            }
            if let Some(payload) = self.payload(value)
                && self.has_items(payload)
            {
                // A `__next__` of the class in user code is used. An inherited one is that of the iterator inside.
                if self.is_iterator_around(value) && self.user_lookup(class, names::dunder_next).is_some() {
                    return Ok(value);
                }
                return self.iter(payload);
            }
        }
        // Exceptions with `__getitem__`, and classes whose metaclass has it, are iterated by index, too.
        if value.tag != Tag::Inst && self.user_lookup(class, names::dunder_getitem).is_some() {
            return Err(self.tail_fallback("iter_getitem", &[value]));
        }
        Err(self.not_iterable(value))
    }

    /// True for an instance of a class that derives from a builtin iterator.
    pub(crate) fn is_iterator_around(&self, value: Value) -> bool {
        value.tag == Tag::Inst && self.payload(value).is_some_and(|payload| matches!(payload.tag, Tag::Iter | Tag::Gen))
    }

    /// True when the builtin value in an instance can be iterated. When it cannot, errors name the class of the instance.
    pub(crate) fn has_items(&self, payload: Value) -> bool {
        match payload.tag {
            Tag::Inst | Tag::Module | Tag::Int | Tag::Bool | Tag::BigInt | Tag::Float | Tag::Complex => false,
            Tag::Object => matches!(self.heap.as_object(payload), Object::Deque(_) | Object::GenericAlias { .. }),
            _ => true,
        }
    }

    #[cold]
    pub(crate) fn not_iterable(&mut self, value: Value) -> Abrupt {
        let name = self.type_name(value);
        self.type_error(&format!("'{name}' object is not iterable"))
    }

    pub(crate) fn dict_iter(&self, dict: Value, kind: DictKind) -> IterObj {
        let object = self.heap.dicts.get(dict.index());
        let left = u32::try_from(object.len()).unwrap_or(u32::MAX);
        IterObj::Dict { dict: dict.index(), at: object.front(), version: object.version, left, kind, len: object.len() }
    }

    fn set_iter(&self, set: Value) -> IterObj {
        let object = self.heap.sets.get(set.index());
        IterObj::Set { owner: set, at: 0, version: object.version, len: object.len() }
    }

    pub(crate) fn range_iter(&mut self, range: Value) -> Result<IterObj, Abrupt> {
        let parts = *self.heap.ranges.get(range.index());
        let left = crate::objects::types::range::len(self, range)?;
        if let (Tag::Int, Tag::Int, Ok(left)) = (parts.start.tag, parts.step.tag, u64::try_from(&left))
            && crate::objects::types::range::fits_small_int(parts.start.as_i64(), parts.step.as_i64(), left)
        {
            return Ok(IterObj::Range { next: parts.start.as_i64(), step: parts.step.as_i64(), left });
        }
        let left = self.heap.int(left)?;
        Ok(IterObj::BigRange { next: parts.start, step: parts.step, left })
    }

    /// The next item of a native iterator, or None at its end. `Abrupt::NeedsUserCode` for other iterators.
    pub(crate) fn next(&mut self, iter: Value) -> Result<Option<Value>, Abrupt> {
        if iter.tag != Tag::Iter {
            return Err(Abrupt::NeedsUserCode);
        }
        let at_iter = iter.index();
        // Each arm copies what it needs, computes, then writes the new position back.
        match self.heap.iters.get(at_iter) {
            IterObj::List { list, at } => {
                let (list, at) = (*list, *at);
                match self.heap.lists.get(list).items.get(at).copied() {
                    Some(item) => {
                        if let IterObj::List { at, .. } = self.heap.iters.get_mut(at_iter) {
                            *at += 1;
                        }
                        Ok(Some(item))
                    }
                    None => self.finish(at_iter),
                }
            }
            IterObj::ListReversed { list, at } => {
                let (list, at) = (*list, *at);
                self.heap.fuel.charge_walk(once::ITEM);
                match at.checked_sub(1).and_then(|at| self.heap.lists.get(list).items.get(at).copied()) {
                    Some(item) => {
                        *self.heap.iters.get_mut(at_iter) = IterObj::ListReversed { list, at: at - 1 };
                        Ok(Some(item))
                    }
                    None => self.finish(at_iter),
                }
            }
            IterObj::Tuple { tuple, at } => {
                let (tuple, at) = (*tuple, *at);
                self.heap.fuel.charge_walk(once::ITEM);
                match self.heap.tuples.get(tuple).items.get(at).copied() {
                    Some(item) => {
                        if let IterObj::Tuple { at, .. } = self.heap.iters.get_mut(at_iter) {
                            *at += 1;
                        }
                        Ok(Some(item))
                    }
                    None => self.finish(at_iter),
                }
            }
            IterObj::TupleReversed { tuple, at } => {
                let (tuple, at) = (*tuple, *at);
                self.heap.fuel.charge_walk(once::ITEM);
                match at.checked_sub(1).and_then(|at| self.heap.tuples.get(tuple).items.get(at).copied()) {
                    Some(item) => {
                        *self.heap.iters.get_mut(at_iter) = IterObj::TupleReversed { tuple, at: at - 1 };
                        Ok(Some(item))
                    }
                    None => self.finish(at_iter),
                }
            }
            IterObj::Str { text, byte } => {
                let (text, byte) = (*text, *byte);
                self.heap.fuel.charge_walk(once::ITEM);
                let next = self.heap.text(Value::heap(Tag::Str, text)).get(byte..).and_then(|rest| rest.chars().next());
                match next {
                    Some(c) => {
                        let value = self.char_value(c)?;
                        *self.heap.iters.get_mut(at_iter) = IterObj::Str { text, byte: byte + c.len_utf8() };
                        Ok(Some(value))
                    }
                    None => self.finish(at_iter),
                }
            }
            IterObj::StrReversed { text, byte } => {
                let (text, byte) = (*text, *byte);
                self.heap.fuel.charge_walk(once::ITEM);
                let next = self.heap.text(Value::heap(Tag::Str, text)).get(..byte).and_then(|rest| rest.chars().next_back());
                match next {
                    Some(c) => {
                        let value = self.char_value(c)?;
                        *self.heap.iters.get_mut(at_iter) = IterObj::StrReversed { text, byte: byte - c.len_utf8() };
                        Ok(Some(value))
                    }
                    None => self.finish(at_iter),
                }
            }
            IterObj::Bytes { owner, at } => {
                let (owner, at) = (*owner, *at);
                self.heap.fuel.charge_walk(once::ITEM);
                match crate::objects::types::bytes::data(self, owner).and_then(|data| data.get(at).copied()) {
                    Some(byte) => {
                        *self.heap.iters.get_mut(at_iter) = IterObj::Bytes { owner, at: at + 1 };
                        Ok(Some(Value::int(byte.into())))
                    }
                    None => self.finish(at_iter),
                }
            }
            IterObj::Range { next, step, left } => {
                let (next, step, left) = (*next, *step, *left);
                if left == 0 {
                    return Ok(None);
                }
                *self.heap.iters.get_mut(at_iter) = IterObj::Range { next: next.wrapping_add(step), step, left: left - 1 };
                Ok(Some(Value::int(next)))
            }
            IterObj::BigRange { next, step, left } => {
                let (next, step, left) = (*next, *step, *left);
                self.charge(7 + self.bits_of(next).max(self.bits_of(step)).max(self.bits_of(left)) / 512)?;
                let remaining = self.big(left);
                if remaining.is_zero() {
                    return Ok(None);
                }
                let after = self.big(next) + self.big(step);
                let after = self.heap.int(after)?;
                let remaining = self.heap.int(remaining - BigInt::from(1))?;
                *self.heap.iters.get_mut(at_iter) = IterObj::BigRange { next: after, step, left: remaining };
                Ok(Some(next))
            }
            IterObj::Dict { kind: DictKind::Items, .. } | IterObj::Enumerate { .. } => match self.next_pair(iter)? {
                Some([first, second]) => self.heap.tuple(&[first, second]).map(Some),
                None => Ok(None),
            },
            IterObj::Dict { kind, .. } => {
                let wants_key = *kind == DictKind::Keys;
                self.heap.fuel.charge_walk(once::ENTRY);
                Ok(self.next_entry(at_iter)?.map(|[key, value]| if wants_key { key } else { value }))
            }
            IterObj::DictReversed { dict, at, version, kind, len } => {
                let (dict, at, version, kind, len) = (*dict, *at, *version, *kind, *len);
                self.heap.fuel.charge_walk(once::ENTRY);
                let object = self.heap.dicts.get(dict);
                if object.ordered && object.version != version {
                    return self.end_mutated_iterator(at_iter, at > 0);
                }
                if object.len() != len {
                    return Err(self.dict_changed(at_iter));
                }
                // Compaction may have left fewer entries than there were.
                let start = at.min(object.entries().len());
                let mut position = start;
                while let Some(before) = position.checked_sub(1) {
                    position = before;
                    let Some(entry) = object.entry(position).copied().filter(|entry| !entry.key.is_undef()) else { continue };
                    self.charge_units(start.saturating_sub(position) as u64 / SLOTS_PER_FUEL)?;
                    let item = match kind {
                        DictKind::Keys => entry.key,
                        DictKind::Values => entry.value,
                        DictKind::Items => self.heap.tuple(&[entry.key, entry.value])?,
                    };
                    *self.heap.iters.get_mut(at_iter) = IterObj::DictReversed { dict, at: position, version, kind, len };
                    return Ok(Some(item));
                }
                self.charge_units(start as u64 / SLOTS_PER_FUEL)?;
                self.finish(at_iter)
            }
            IterObj::Set { owner, at, version, len } => {
                let (owner, at, version, len) = (*owner, *at, *version, *len);
                self.heap.fuel.charge_walk(once::ITEM);
                let object = self.heap.sets.get(owner.index());
                if object.version != version && object.len() != len {
                    return Err(self.runtime_error("Set changed size during iteration"));
                }
                match object.next_from(at, &self.heap.fuel) {
                    Some((found, slot)) => {
                        *self.heap.iters.get_mut(at_iter) = IterObj::Set { owner, at: found + 1, version, len };
                        Ok(Some(slot.key))
                    }
                    None => self.finish(at_iter),
                }
            }
            IterObj::Zip { inner, strict } => {
                let (strict, width) = (*strict, inner.len());
                if width == 0 {
                    return Ok(None);
                }
                self.heap.fuel.charge_walk(once::PAIR);
                if width > MAX_UNCHARGED_WIDTH {
                    self.charge(width as u64 / 2)?;
                }
                let mut items: smallvec::SmallVec<[Value; 4]> = smallvec::SmallVec::new();
                for at in 0..width {
                    let source = self.zipped(at_iter, at);
                    match self.next(source)? {
                        Some(item) => items.push(item),
                        None => {
                            if strict {
                                self.zip_strict(at_iter, at)?;
                            }
                            return Ok(None);
                        }
                    }
                }
                self.heap.tuple(&items).map(Some)
            }
            IterObj::MapFilter { .. } => self.next_map_filter(iter),
            IterObj::Native(_) => self.next_native(iter),
            IterObj::Deque { deque, at, version, reversed } => {
                let (deque, at, version, reversed) = (*deque, *at, *version, *reversed);
                self.heap.fuel.charge_walk(once::ITEM);
                let Object::Deque(object) = self.heap.as_object(deque) else { return Ok(None) };
                if at == usize::MAX {
                    return Ok(None);
                }
                if object.version != version {
                    // The change ends the iterator.
                    self.finish(at_iter)?;
                    return Err(self.runtime_error("deque mutated during iteration"));
                }
                let position = if reversed { object.items.len().checked_sub(at.saturating_add(1)) } else { Some(at) };
                match position.and_then(|position| object.items.get(position).copied()) {
                    Some(item) => {
                        *self.heap.iters.get_mut(at_iter) = IterObj::Deque { deque, at: at + 1, version, reversed };
                        Ok(Some(item))
                    }
                    None => self.finish(at_iter),
                }
            }
            IterObj::Empty => Ok(None),
        }
    }

    #[inline(never)]
    fn next_native(&mut self, iter: Value) -> Result<Option<Value>, Abrupt> {
        let IterObj::Native(native) = self.heap.iters.get_mut(iter.index()) else { return Ok(None) };
        self.heap.fuel.charge_walk(once::NATIVE_ITEM);
        match native.slots_mut().map_or(Next::End, NativeIterator::next) {
            Next::Item(item) => Ok(Some(item)),
            Next::End => Ok(None),
            Next::Run(next) => next(self, iter),
        }
    }

    /// An exhausted iterator stays exhausted, even when its container grows.
    fn finish(&mut self, at_iter: u32) -> Result<Option<Value>, Abrupt> {
        let empty = match self.heap.iters.get(at_iter) {
            // A finished iterator still has its type, such as `list_iterator`: the container is kept, and the position is past any length.
            IterObj::List { list, .. } => IterObj::List { list: *list, at: usize::MAX },
            IterObj::Tuple { tuple, .. } => IterObj::Tuple { tuple: *tuple, at: usize::MAX },
            IterObj::Bytes { owner, .. } => IterObj::Bytes { owner: *owner, at: usize::MAX },
            IterObj::Dict { dict, version, left, kind, len, .. } => {
                IterObj::Dict { dict: *dict, at: usize::MAX, version: *version, left: *left, kind: *kind, len: *len }
            }
            IterObj::DictReversed { dict, version, kind, len, .. } => {
                IterObj::DictReversed { dict: *dict, at: 0, version: *version, kind: *kind, len: *len }
            }
            IterObj::Deque { deque, version, reversed, .. } => {
                IterObj::Deque { deque: *deque, at: usize::MAX, version: *version, reversed: *reversed }
            }
            other => other.clone(),
        };
        *self.heap.iters.get_mut(at_iter) = empty;
        Ok(None)
    }

    /// The source of a `zip` at one position.
    fn zipped(&self, at_iter: u32, at: usize) -> Value {
        match self.heap.iters.get(at_iter) {
            IterObj::Zip { inner, .. } => inner.get(at).copied().unwrap_or(Value::UNDEF),
            _ => Value::UNDEF,
        }
    }

    fn zip_strict(&mut self, at_iter: u32, at: usize) -> Result<(), Abrupt> {
        if at > 0 {
            let plural = if at == 1 { " " } else { "s 1-" };
            let message = format!("zip() argument {} is shorter than argument{plural}{at}", at + 1);
            return Err(self.value_error(&message));
        }
        let width = if let IterObj::Zip { inner, .. } = self.heap.iters.get(at_iter) { inner.len() } else { 0 };
        self.charge(width as u64 / 2)?;
        for other in 1..width {
            let source = self.zipped(at_iter, other);
            if self.next(source)?.is_some() {
                let plural = if other == 1 { " " } else { "s 1-" };
                let message = format!("zip() argument {} is longer than argument{plural}{other}", other + 1);
                return Err(self.value_error(&message));
            }
        }
        Ok(())
    }

    /// True when the items of a native iterator are pairs that [`Self::next_pair`] returns without making a tuple.
    #[inline(never)]
    pub(crate) fn gives_pairs(&self, iter: Value) -> bool {
        if iter.tag != Tag::Iter {
            return false;
        }
        match self.heap.iters.get(iter.index()) {
            IterObj::Enumerate { .. } | IterObj::Dict { kind: DictKind::Items, .. } => true,
            IterObj::Zip { inner, .. } => inner.len() == 2,
            // A sorter charges while it makes a pair, so a stop may lie between the pair and the charge of the loop.
            _ => false,
        }
    }

    /// Like [`Self::next`], for iterators of pairs.
    pub(crate) fn next_pair(&mut self, iter: Value) -> Result<Option<[Value; 2]>, Abrupt> {
        let pair = self.make_pair(iter)?;
        self.heap.fuel.charge_walk(once::PAIR);
        Ok(pair)
    }

    fn make_pair(&mut self, iter: Value) -> Result<Option<[Value; 2]>, Abrupt> {
        let at_iter = iter.index();
        match self.heap.iters.get(at_iter) {
            IterObj::Dict { .. } => self.next_entry(at_iter),
            IterObj::Enumerate { inner, count } => {
                let (inner, number) = (*inner, *count);
                let Some(item) = self.next(inner)? else { return Ok(None) };
                let after = match number.tag {
                    Tag::Int if number.as_i64() < i64::MAX => Value::int(number.as_i64() + 1),
                    _ => {
                        let after = self.big(number) + 1;
                        self.heap.int(after)?
                    }
                };
                if let IterObj::Enumerate { count, .. } = self.heap.iters.get_mut(at_iter) {
                    *count = after;
                }
                Ok(Some([number, item]))
            }
            IterObj::Zip { inner, strict } => {
                let (&[first, second], strict) = (&inner[..], *strict) else { return Err(Abrupt::Bug("a zip of another width")) };
                let mut pair = [Value::UNDEF; 2];
                for (at, source) in [first, second].into_iter().enumerate() {
                    match (self.next(source)?, pair.get_mut(at)) {
                        (Some(item), Some(slot)) => *slot = item,
                        _ => {
                            if strict {
                                self.zip_strict(at_iter, at)?;
                            }
                            return Ok(None);
                        }
                    }
                }
                Ok(Some(pair))
            }
            IterObj::Native(native) => match native.slots().next_pair() {
                Some(next_pair) => next_pair(self, iter),
                None => Err(Abrupt::Bug("an iterator without pairs")),
            },
            _ => Err(Abrupt::Bug("an iterator without pairs")),
        }
    }

    /// The next key and value of a dict iterator, whether it gives keys, values or both.
    fn next_entry(&mut self, at_iter: u32) -> Result<Option<[Value; 2]>, Abrupt> {
        let IterObj::Dict { dict, at, version, left, len, .. } = *self.heap.iters.get(at_iter) else { return Ok(None) };
        let object = self.heap.dicts.get(dict);
        if at == usize::MAX {
            return Ok(None);
        }
        if object.ordered && object.version != version {
            return self.end_mutated_iterator(at_iter, left > 0).map(|_| None);
        }
        if object.len() != len {
            return Err(self.dict_changed(at_iter));
        }
        let mut position = at;
        while let Some(entry) = object.entry(position).copied() {
            position += 1;
            if entry.key.is_undef() {
                continue;
            }
            // The iterator has given as many keys as the dict had at the start.
            let Some(fewer) = left.checked_sub(1) else {
                self.finish(at_iter)?;
                return Err(self.runtime_error("dictionary keys changed during iteration"));
            };
            // Skipped deleted entries cost fuel.
            self.charge_units(position.saturating_sub(at) as u64 / SLOTS_PER_FUEL)?;
            if let IterObj::Dict { at, left, .. } = self.heap.iters.get_mut(at_iter) {
                *at = position;
                *left = fewer;
            }
            return Ok(Some([entry.key, entry.value]));
        }
        self.charge_units(position.saturating_sub(at) as u64 / SLOTS_PER_FUEL)?;
        self.finish(at_iter)?;
        Ok(None)
    }

    /// The error of a dict iterator after keys were added or removed. Each later call raises it again.
    #[cold]
    fn dict_changed(&mut self, at_iter: u32) -> Abrupt {
        if let IterObj::Dict { len, .. } | IterObj::DictReversed { len, .. } = self.heap.iters.get_mut(at_iter) {
            *len = usize::MAX;
        }
        self.runtime_error("dictionary changed size during iteration")
    }

    /// Ends an iterator over an `OrderedDict` whose keys were changed. An error when it had more items.
    #[cold]
    fn end_mutated_iterator(&mut self, at_iter: u32, had_more: bool) -> Result<Option<Value>, Abrupt> {
        self.finish(at_iter)?;
        if had_more { Err(self.runtime_error("OrderedDict mutated during iteration")) } else { Ok(None) }
    }

    /// All items of an iterable, when no user code is needed. Otherwise `Abrupt::NeedsUserCode`.
    pub(crate) fn collect(&mut self, value: Value) -> Result<Vec<Value>, Abrupt> {
        match value.tag {
            Tag::List | Tag::Tuple => {
                let len = self.sequence_items(value).len();
                self.precheck(len, 16)?;
                return Ok(self.sequence_items(value).to_vec());
            }
            Tag::Gen => return Err(Abrupt::NeedsUserCode),
            _ => {}
        }
        let iter = match self.iter(value) {
            Ok(iter) => iter,
            // `__iter__` is user code: the fallback collects.
            Err(Abrupt::Call) => return Err(Abrupt::NeedsUserCode),
            Err(exit) => return Err(exit),
        };
        if !self.is_held_by_program(value, iter) {
            return self.collect_iter(iter);
        }
        // An endless iterator is consumed item by item: `max(count())` takes time, not memory.
        if self.call_map_function(iter) || self.is_endless(iter) {
            return Err(Abrupt::NeedsUserCode);
        }
        self.drain(iter)
    }

    /// True for an iterator that the program holds, itself or in an instance around it. What an operation takes from it must be put back when
    /// the operation does not end.
    pub(super) fn is_held_by_program(&self, source: Value, iter: Value) -> bool {
        iter.tag == Tag::Iter && (source == iter || (source.tag == Tag::Inst && self.unwrap_payload(source) == iter))
    }

    /// Like `collect`, for callers that make an object besides the items. The items are held until the native ends.
    pub(crate) fn collect_held(&mut self, value: Value) -> Result<Vec<Value>, Abrupt> {
        let items = self.collect(value)?;
        self.heap.hold(items.capacity().saturating_mul(charged_size::<Value>()))?;
        Ok(items)
    }

    /// Like `collect`, for callers that first reserve room by the object's own length. The fallback calls `__len__` and `__length_hint__`
    /// of user classes.
    pub(crate) fn collect_sized(&mut self, value: Value) -> Result<Vec<Value>, Abrupt> {
        if value.tag == Tag::Inst {
            let has_length = self.payload(value).is_some_and(|payload| self.native_len(payload).is_some());
            let hints = !has_length && self.user_method(value, names::dunder_length_hint).is_some();
            if hints || self.user_method(value, names::dunder_len).is_some() {
                return Err(Abrupt::NeedsUserCode);
            }
        }
        self.collect(value)
    }

    /// True when a native iterator never ends. Looks through a bounded number of iterators that wrap each other.
    pub(super) fn is_endless(&self, iter: Value) -> bool {
        self.is_endless_within(iter, crate::objects::types::iterators::MAX_NATIVE_NESTING, &mut rustc_hash::FxHashSet::default())
    }

    /// Like [`Self::is_endless`], for at most `levels` more. `seen`: the zips that were looked through. One that ends has ended the search,
    /// so those met again are endless. Without it, zips of one zip would be looked through exponentially often.
    fn is_endless_within(&self, iter: Value, levels: u32, seen: &mut rustc_hash::FxHashSet<Value>) -> bool {
        let Some(below) = levels.checked_sub(1) else { return false };
        if iter.tag != Tag::Iter {
            return false;
        }
        match self.heap.iters.get(iter.index()) {
            IterObj::Enumerate { inner, .. } | IterObj::MapFilter { inner, .. } => self.is_endless_within(*inner, below, seen),
            IterObj::Native(native) => match native.slots().is_endless() {
                Some(is_endless) => is_endless,
                None => native.slots().inner().is_some_and(|inner| self.is_endless_within(inner, below, seen)),
            },
            IterObj::Zip { inner, .. } => {
                self.heap.fuel.charge_walk(inner.len() as u64 / 8);
                let is_new = seen.insert(iter);
                !inner.is_empty() && (!is_new || inner.iter().all(|inner| self.is_endless_within(*inner, below, seen)))
            }
            _ => false,
        }
    }

    /// All items left in an iterator that the program holds. Consumed items are gone, so the operation cannot run again after a collection
    /// if memory runs out halfway. Garbage is collected first, then there is one try.
    fn drain(&mut self, iter: Value) -> Result<Vec<Value>, Abrupt> {
        if self.heap.is_worth_collecting() {
            return Err(Abrupt::Memory(0));
        }
        let over = Abrupt::Limit(crate::base::abrupt::LimitKind::Memory);
        let items = match self.all_or_none(iter, |rt| rt.collect_iter(iter)) {
            Err(Abrupt::Memory(bytes)) => {
                self.heap.fuel.refuse(crate::base::abrupt::LimitKind::Memory, bytes as u64);
                return Err(over);
            }
            items => items?,
        };
        let object = items.len().saturating_mul(2 * charged_size::<Value>()).saturating_add(crate::heap::MIN_GARBAGE_TO_COLLECT);
        if self.heap.used.saturating_add(object) > self.heap.limit {
            self.heap.fuel.refuse(crate::base::abrupt::LimitKind::Memory, object as u64);
            return Err(over);
        }
        Ok(items)
    }

    /// Runs work that may start over: as its fallback when user code must decide, or once more after garbage was collected or views were
    /// counted. Then the iterators that the work has consumed are restored.
    #[inline(always)]
    pub(crate) fn restartable<T>(&mut self, work: impl FnOnce(&mut Runtime) -> Result<T, Abrupt>) -> Result<T, Abrupt> {
        let (consumed_iterators, outer) =
            (self.pending.consumed_iterators.len(), std::mem::replace(&mut self.pending.in_restartable, true));
        let charged = self.heap.fuel.dynamic();
        let held = self.heap.held();
        let result = work(self);
        self.pending.in_restartable = outer;
        if self.heap.held() != held {
            self.heap.release_to(held);
        }
        if let Err(Abrupt::Memory(_)) = result {
            self.uncharge(charged);
        }
        if self.pending.consumed_iterators.len() != consumed_iterators {
            let again = matches!(result, Err(Abrupt::NeedsUserCode | Abrupt::Memory(_) | Abrupt::Exports(_)));
            self.rollback_consumed(consumed_iterators, again, outer);
        }
        result
    }

    /// Like `restartable`, when no other restartable work is active, so that no outer state has to be saved.
    #[inline(always)]
    pub(crate) fn restartable_outermost<T>(&mut self, work: impl FnOnce(&mut Runtime) -> Result<T, Abrupt>) -> Result<T, Abrupt> {
        self.pending.in_restartable = true;
        self.pending.restart_charge_mark = self.heap.fuel.dynamic();
        let result = work(self);
        self.pending.in_restartable = false;
        match result {
            Ok(done) if self.pending.consumed_iterators.is_empty() && self.heap.held() == 0 => Ok(done),
            result => self.finish_restartable(result),
        }
    }

    #[cold]
    #[inline(never)]
    fn finish_restartable<T>(&mut self, result: Result<T, Abrupt>) -> Result<T, Abrupt> {
        self.heap.release_to(0);
        if let Err(Abrupt::Memory(_)) = result {
            self.uncharge(self.pending.restart_charge_mark);
        }
        self.rollback_consumed(0, matches!(result, Err(Abrupt::NeedsUserCode | Abrupt::Memory(_) | Abrupt::Exports(_))), false);
        result
    }

    /// Restores the iterators that were consumed since there were `kept` of them, or drops their saved states. Inside other restartable
    /// work the states are kept, because that work may still start over.
    #[cold]
    fn rollback_consumed(&mut self, kept: usize, put_back: bool, inside: bool) {
        if inside && !put_back {
            return;
        }
        while self.pending.consumed_iterators.len() > kept {
            let Some((at, state)) = self.pending.consumed_iterators.pop() else { return };
            self.heap.refund(saved_state_bytes(&state));
            if put_back {
                *self.heap.iters.get_mut(at) = state;
            }
        }
    }

    /// Saves the state of an iterator, and of the iterators below it, before restartable work advances it.
    pub(crate) fn save_iterator_state(&mut self, iter: Value) -> Result<(), Abrupt> {
        self.save_iterator_levels(iter, crate::objects::types::iterators::MAX_NATIVE_NESTING)
    }

    fn save_iterator_levels(&mut self, iter: Value, levels: u32) -> Result<(), Abrupt> {
        if iter.tag != Tag::Iter || !self.pending.in_restartable {
            return Ok(());
        }
        let bytes = saved_state_bytes(self.heap.iters.get(iter.index()));
        self.charge(bytes as u64 / 64)?;
        self.heap.charge(bytes)?;
        let state = self.heap.iters.get(iter.index()).clone();
        if let Some(below) = levels.checked_sub(1) {
            match &state {
                IterObj::Enumerate { inner, .. } | IterObj::MapFilter { inner, .. } => self.save_iterator_levels(*inner, below)?,
                IterObj::Native(native) => native.slots().inner().map_or(Ok(()), |inner| self.save_iterator_levels(inner, below))?,
                IterObj::Zip { inner, .. } => inner.iter().try_for_each(|inner| self.save_iterator_levels(*inner, below))?,
                _ => {}
            }
        }
        self.pending.consumed_iterators.push((iter.index(), state));
        Ok(())
    }

    /// What 64 items of a native iterator cost, in pieces. One that makes a tuple for each is dearer.
    pub(super) fn price_of_items(&self, iter: Value) -> u64 {
        match self.heap.iters.get(iter.index()) {
            IterObj::Enumerate { .. } | IterObj::Zip { .. } | IterObj::Dict { kind: DictKind::Items, .. } => 128,
            IterObj::DictReversed { kind: DictKind::Items, .. } => 128,
            IterObj::List { .. } | IterObj::Tuple { .. } => 32,
            _ => 64,
        }
    }

    /// All items left in a native iterator.
    pub(crate) fn collect_iter(&mut self, iter: Value) -> Result<Vec<Value>, Abrupt> {
        if iter.tag != Tag::Iter {
            return Err(Abrupt::NeedsUserCode);
        }
        if let IterObj::Range { next, step, left } = self.heap.iters.get(iter.index()) {
            let (next, step, left) = (*next, *step, *left);
            let count = usize::try_from(left).unwrap_or(usize::MAX);
            self.precheck(count, 16)?;
            *self.heap.iters.get_mut(iter.index()) = IterObj::Range { next, step, left: 0 };
            return Ok((0..left).map(|at| Value::int(next.wrapping_add(step.wrapping_mul(at as i64)))).collect());
        }
        let price = self.price_of_items(iter);
        let mut items = Vec::new();
        let mut reserved = 0usize;
        while let Some(item) = self.next(iter)? {
            if items.len() == items.capacity() {
                // The vector's growth is charged while it is built. The object made of it is charged for good.
                let grow = items.capacity().max(4) * charged_size::<Value>();
                if let Err(exit) = self.heap.charge(grow) {
                    self.heap.refund(reserved);
                    return Err(exit);
                }
                reserved += grow;
                items.reserve_exact(items.capacity().max(4));
            }
            if items.len() % 64 == 63 {
                self.charge(price)?;
            }
            items.push(item);
        }
        self.heap.refund(reserved);
        self.charge(items.len() as u64 % 64 * price / 64)?;
        items.shrink_to_fit();
        Ok(items)
    }
}
