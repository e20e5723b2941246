//! `obj[key]`, `obj[key] = value`, `del obj[key]` and slices of native containers.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::sizes::clamped_size;
use crate::base::sizes::low32;
use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::runtime::core::Runtime;
use crate::runtime::native_object::NativeObject;
use crate::runtime::type_table::native_kind;

/// A slice resolved against a length: `count` items from `start` in steps of `step`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indices {
    pub(crate) start: i64,
    pub(crate) stop: i64,
    pub(crate) step: i64,
    pub(crate) count: usize,
}

impl Indices {
    /// The positions in order.
    pub(crate) fn positions(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |at| clamped_size(self.start + at as i64 * self.step))
    }

    /// The lowest and the highest position. There must be one.
    pub(crate) fn ends(self) -> (usize, usize) {
        let (first, last) = (clamped_size(self.start), self.last().unwrap_or(0));
        (first.min(last), first.max(last))
    }

    /// The last position.
    fn last(self) -> Option<usize> {
        let steps = i64::try_from(self.count).ok()?.checked_sub(1).filter(|steps| *steps >= 0)?;
        Some(clamped_size(self.start + steps * self.step))
    }
}

/// Slices of up to this many items are copied through the stack.
const MAX_STACK_SLICE: usize = 16;

/// The error text for a slice bound of a wrong type.
pub(crate) const SLICE_PARTS: &str = "slice indices must be integers or None or have an __index__ method";

/// True for payloads without items by key.
fn has_no_items(payload: Value) -> bool {
    matches!(payload.tag, Tag::Inst | Tag::Int | Tag::Bool | Tag::BigInt | Tag::Float | Tag::Complex | Tag::Set | Tag::FrozenSet)
}

impl Runtime {
    /// An index-like value as an i64, clamped. `Abrupt::NeedsUserCode` for one with an `__index__` in user code.
    pub(crate) fn index_clamped(&mut self, value: Value, what: &str) -> Result<i64, Abrupt> {
        let plain = self.unwrap_payload(value);
        match plain.tag {
            Tag::Int | Tag::Bool => Ok(plain.as_i64()),
            Tag::BigInt => Ok(if self.heap.bigints.get(plain.index()).is_negative() { i64::MIN } else { i64::MAX }),
            _ if matches!(value.tag, Tag::Inst | Tag::Exc | Tag::Class) && self.user_method(value, names::dunder_index).is_some() => {
                Err(Abrupt::NeedsUserCode)
            }
            _ => Err(self.type_error(what)),
        }
    }

    /// An index as an i64. `'X' object cannot be interpreted as an integer` for other values.
    pub(crate) fn index(&mut self, value: Value) -> Result<i64, Abrupt> {
        let plain = self.unwrap_payload(value);
        match plain.tag {
            Tag::Int | Tag::Bool => Ok(plain.as_i64()),
            Tag::BigInt => Err(self.overflow_error("Python int too large to convert to C ssize_t")),
            _ if matches!(value.tag, Tag::Inst | Tag::Exc | Tag::Class) && self.user_method(value, names::dunder_index).is_some() => {
                Err(Abrupt::NeedsUserCode)
            }
            _ => {
                let name = self.type_name(value);
                Err(self.type_error(&format!("'{name}' object cannot be interpreted as an integer")))
            }
        }
    }

    /// Resolves `start:stop:step` against a length, as `slice.indices` does.
    pub(crate) fn slice_indices(&mut self, start: Value, stop: Value, step: Value, len: usize) -> Result<Indices, Abrupt> {
        let step = if step.is_none() { 1 } else { self.index_clamped(step, SLICE_PARTS)?.max(-i64::MAX) };
        if step == 0 {
            return Err(self.value_error("slice step cannot be zero"));
        }
        let len = i64::try_from(len).unwrap_or(i64::MAX);
        let (low, high) = if step > 0 { (0, len) } else { (-1, len - 1) };
        let bound = |rt: &mut Runtime, value: Value, default: i64| -> Result<i64, Abrupt> {
            if value.is_none() {
                return Ok(default);
            }
            let at = rt.index_clamped(value, SLICE_PARTS)?;
            Ok(if at < 0 { at.saturating_add(len).max(low) } else { at.min(high) })
        };
        let start = bound(self, start, if step > 0 { low } else { high })?;
        let stop = bound(self, stop, if step > 0 { high } else { low })?;
        let count = if step > 0 {
            if start < stop { (stop - start - 1) / step + 1 } else { 0 }
        } else if stop < start {
            (start - stop - 1) / -step + 1
        } else {
            0
        };
        Ok(Indices { start, stop, step, count: clamped_size(count) })
    }

    /// Position of an index in a sequence of `len` items.
    fn position(&mut self, key: Value, len: usize, what: &str) -> Result<usize, Abrupt> {
        let at = match key.tag {
            Tag::Int | Tag::Bool => key.as_i64(),
            _ => match self.index(key) {
                Ok(at) => at,
                Err(Abrupt::Raise(_)) if self.unwrap_payload(key).tag == Tag::BigInt => {
                    return Err(self.index_error("cannot fit 'int' into an index-sized integer"));
                }
                Err(Abrupt::Raise(_)) => {
                    let name = self.type_name(key);
                    let sequence = what.split(' ').next().unwrap_or("list");
                    let sequence = if sequence == "string" { "string" } else { sequence };
                    return Err(self.type_error(&if sequence == "string" {
                        format!("string indices must be integers, not '{name}'")
                    } else {
                        format!("{sequence} indices must be integers or slices, not {name}")
                    }));
                }
                Err(exit) => return Err(exit),
            },
        };
        let at = if at < 0 { at.saturating_add(i64::try_from(len).unwrap_or(i64::MAX)) } else { at };
        match usize::try_from(at) {
            Ok(at) if at < len => Ok(at),
            _ => Err(self.index_error(what)),
        }
    }

    /// `obj[key]`.
    pub(crate) fn get_item(&mut self, obj: Value, key: Value) -> Result<Value, Abrupt> {
        match obj.tag {
            Tag::List | Tag::Tuple => {
                if key.tag == Tag::Slice {
                    let slice = *self.heap.slices.get(key.index());
                    return self.get_slice(obj, slice.start, slice.stop, slice.step);
                }
                let len = self.sequence_items(obj).len();
                let what = if obj.tag == Tag::List { "list index out of range" } else { "tuple index out of range" };
                let at = self.position(key, len, what)?;
                Ok(self.sequence_items(obj).get(at).copied().unwrap_or(Value::NONE))
            }
            Tag::Dict => match self.dict_get(obj, key)? {
                Some(value) => Ok(value),
                None => Err(self.key_error(key)),
            },
            Tag::Str => {
                if key.tag == Tag::Slice {
                    let slice = *self.heap.slices.get(key.index());
                    return self.get_slice(obj, slice.start, slice.stop, slice.step);
                }
                let len = self.heap.char_count(obj);
                let at = self.position(key, len, "string index out of range")?;
                self.char_at(obj, at)
            }
            Tag::Bytes | Tag::ByteArray => {
                if key.tag == Tag::Slice {
                    let slice = *self.heap.slices.get(key.index());
                    return self.get_slice(obj, slice.start, slice.stop, slice.step);
                }
                let len = self.byte_data(obj).len();
                let what = if obj.tag == Tag::Bytes { "index out of range" } else { "bytearray index out of range" };
                let at = match self.position(key, len, what) {
                    Ok(at) => at,
                    Err(Abrupt::Raise(exc)) if self.exception_is(exc, crate::runtime::exceptions::TYPE_ERROR) => {
                        let (name, kind) = (self.type_name(key), if obj.tag == Tag::Bytes { "byte" } else { "bytearray" });
                        return Err(self.type_error(&format!("{kind} indices must be integers or slices, not {name}")));
                    }
                    Err(exit) => return Err(exit),
                };
                Ok(Value::int(self.byte_data(obj).get(at).copied().unwrap_or(0).into()))
            }
            Tag::Range => crate::objects::types::range::get_item(self, obj, key),
            Tag::Inst => {
                if self.user_method(obj, names::dunder_getitem).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                match self.payload(obj) {
                    Some(payload) if payload.tag == Tag::Dict => match self.dict_get(payload, key)? {
                        Some(value) => Ok(value),
                        None => match self.user_method(obj, names::dunder_missing) {
                            Some(missing) => Err(self.tail_method(missing, obj, &[key])),
                            None => Err(self.key_error(key)),
                        },
                    },
                    Some(payload) if !has_no_items(payload) && self.has_items(payload) => self.get_item(payload, key),
                    _ => Err(self.not_subscriptable(obj)),
                }
            }
            Tag::Exc if self.user_method(obj, names::dunder_getitem).is_some() => Err(Abrupt::NeedsUserCode),
            Tag::Type | Tag::Class => crate::objects::types::generic_alias::class_getitem(self, obj, key),
            Tag::Object => match self.heap.as_object(obj) {
                Object::MappingProxy(inner) => {
                    let inner = *inner;
                    if inner.tag == Tag::Object { Err(self.not_subscriptable(obj)) } else { self.get_item(inner, key) }
                }
                Object::Deque(_) => crate::objects::types::deque::get_item(self, obj, key),
                Object::MemoryView { .. } => crate::objects::types::bytes::view_get(self, obj, key),
                Object::Native(object) => match object.slots().item() {
                    Some(item) => item(self, obj, key),
                    None => Err(self.not_subscriptable(obj)),
                },
                Object::GenericAlias { .. } => crate::objects::types::generic_alias::alias_getitem(self, obj, key),
                Object::Union(_) => Err(self.tail_fallback("union_getitem", &[obj, key])),
                _ => Err(self.not_subscriptable(obj)),
            },
            _ => Err(self.not_subscriptable(obj)),
        }
    }

    #[cold]
    pub(crate) fn not_subscriptable(&mut self, obj: Value) -> Abrupt {
        let name = self.type_name(obj);
        self.type_error(&format!("'{name}' object is not subscriptable"))
    }

    /// The one-character string at a position, which must exist.
    pub(crate) fn char_at(&mut self, text: Value, at: usize) -> Result<Value, Abrupt> {
        if self.heap.is_ascii(text) {
            let byte = self.heap.text(text).as_bytes().get(at).copied().unwrap_or(0);
            return self.char_value(char::from(byte));
        }
        self.charge(at as u64 / 64)?;
        let byte = self.heap.byte_of_char(text, at);
        match self.heap.text(text).get(byte..).and_then(|rest| rest.chars().next()) {
            Some(c) => self.char_value(c),
            None => Err(self.index_error("string index out of range")),
        }
    }

    /// A one-character string; ASCII ones are shared.
    pub(crate) fn char_value(&mut self, c: char) -> Result<Value, Abrupt> {
        if c.is_ascii() {
            let at = c as usize;
            if let Some(value) = self.cached_char(c as u8) {
                return Ok(value);
            }
            let mut buffer = [0; 4];
            let value = self.heap.str(c.encode_utf8(&mut buffer))?;
            if let Some(slot) = self.char_slot(at) {
                *slot = value;
            }
            return Ok(value);
        }
        self.heap.fuel.charge_walk(crate::base::fuel::once::OTHER_CHARACTER);
        let mut buffer = [0; 4];
        self.heap.str(c.encode_utf8(&mut buffer))
    }

    /// The shared string of an ASCII character, if it was made before.
    #[inline(always)]
    pub(crate) fn cached_char(&self, ascii: u8) -> Option<Value> {
        self.caches.chars.get(usize::from(ascii)).copied().and_then(Value::defined)
    }

    /// The slot for the shared string of an ASCII character.
    pub(crate) fn char_slot(&mut self, ascii: usize) -> Option<&mut Value> {
        if self.caches.chars.is_empty() {
            self.caches.chars.resize(128, Value::UNDEF);
        }
        self.caches.chars.get_mut(ascii)
    }

    /// The str of a byte range of a text.
    pub(crate) fn part(&mut self, of: Value, range: std::ops::Range<usize>) -> Result<Value, Abrupt> {
        let ascii = self.heap.is_counted_ascii(of);
        self.part_of(of, range, ascii)
    }

    /// Like `part`, for a text that is known to be ASCII (`ascii`) or may be anything.
    #[inline(always)]
    pub(crate) fn part_of(&mut self, of: Value, range: std::ops::Range<usize>, ascii: bool) -> Result<Value, Abrupt> {
        let text = self.heap.text(of).get(range).unwrap_or("");
        if let [byte] = *text.as_bytes() {
            return self.char_value(char::from(byte));
        }
        let chars = if ascii { u32::try_from(text.len()).unwrap_or(u32::MAX) } else { u32::MAX };
        self.heap.str_counted(compact_str::CompactString::new(text), chars)
    }

    /// `obj[start:stop]` of a list, a tuple or an ASCII str, when the bounds are ints or missing and the copy is small. None, with nothing
    /// done, for all others. It is not inlined: its buffer on the stack must not be part of a handler's stack frame.
    #[inline(never)]
    pub(crate) fn short_slice(&mut self, obj: Value, start: Value, stop: Value) -> Option<Value> {
        let items = match obj.tag {
            Tag::Str if self.heap.is_ascii(obj) => None,
            Tag::List | Tag::Tuple => Some(self.sequence_items(obj)),
            _ => return None,
        };
        let len = items.map_or_else(|| self.heap.text(obj).len(), <[Value]>::len);
        let bound = |value: Value, open: usize| match value.tag {
            Tag::None => Some(open),
            Tag::Int => match usize::try_from(value.as_i64()) {
                Ok(at) => Some(at.min(len)),
                Err(_) => Some(len.saturating_sub(usize::try_from(value.as_i64().unsigned_abs()).ok()?)),
            },
            _ => None,
        };
        let from = bound(start, 0)?;
        let to = bound(stop, len)?.max(from);
        if to - from == len && obj.tag != Tag::List {
            return Some(obj);
        }
        match items {
            None if to - from < 128 => self.part_of(obj, from..to, true).ok(),
            Some(items) if to - from <= MAX_STACK_SLICE => {
                let mut copy = [Value::NONE; MAX_STACK_SLICE];
                let picked = items.get(from..to)?;
                copy.get_mut(..picked.len())?.copy_from_slice(picked);
                let copied = copy.get(..picked.len())?;
                // The same charge as that of `precheck`.
                let (fuel, before) =
                    (low32(crate::heap::values(copied.len()) as u64 / 128 * crate::base::fuel::PIECE), self.heap.fuel.dynamic());
                if fuel > 0 && !self.heap.fuel.try_charge_work(fuel) {
                    return None;
                }
                let made = if obj.tag == Tag::List { self.heap.list_from(copied) } else { self.heap.tuple(copied) };
                if made.is_err() {
                    self.uncharge(before);
                }
                made.ok()
            }
            _ => None,
        }
    }

    /// `obj[start:stop:step]` of a native sequence. Anything else gets a slice object.
    pub(crate) fn get_slice(&mut self, obj: Value, start: Value, stop: Value, step: Value) -> Result<Value, Abrupt> {
        if step.is_none()
            && let Some(part) = self.short_slice(obj, start, stop)
        {
            return Ok(part);
        }
        match obj.tag {
            Tag::List | Tag::Tuple => {
                let len = self.sequence_items(obj).len();
                let indices = self.slice_indices(start, stop, step, len)?;
                if obj.tag == Tag::Tuple && indices.count == len && indices.step == 1 {
                    return Ok(obj);
                }
                self.precheck(indices.count, 16)?;
                // Items that are not side by side are picked one by one.
                self.charge(if indices.step == 1 { 0 } else { indices.count as u64 / 4 })?;
                let items = self.sequence_items(obj);
                let picked: Vec<Value> = if indices.step == 1 {
                    let from = clamped_size(indices.start);
                    items.get(from..from + indices.count).unwrap_or(&[]).to_vec()
                } else {
                    indices.positions().filter_map(|at| items.get(at).copied()).collect()
                };
                if obj.tag == Tag::List { self.heap.list(picked) } else { self.heap.tuple_from(picked) }
            }
            Tag::Str => {
                let len = self.heap.char_count(obj);
                let indices = self.slice_indices(start, stop, step, len)?;
                if indices.count == len && indices.step == 1 {
                    return Ok(obj);
                }
                self.precheck(indices.count, 1)?;
                let from = clamped_size(indices.start);
                if self.heap.is_ascii(obj) {
                    if indices.step == 1 {
                        return self.part(obj, from..from + indices.count);
                    }
                    self.charge(indices.count as u64 / 32)?;
                    let bytes = self.heap.text(obj).as_bytes();
                    let picked: smallvec::SmallVec<[u8; 64]> = if indices.step == -1 && indices.count == len {
                        bytes.iter().rev().copied().collect()
                    } else {
                        indices.positions().filter_map(|at| bytes.get(at).copied()).collect()
                    };
                    let picked = compact_str::CompactString::from_utf8(picked).unwrap_or_default();
                    return self.heap.str_ascii(picked);
                }
                self.charge(len as u64 / if indices.step == 1 { 32 } else { 8 })?;
                if indices.step == 1 {
                    let (from, to) = (self.heap.byte_of_char(obj, from), self.heap.byte_of_char(obj, from + indices.count));
                    let picked = self.heap.text(obj).get(from..to).unwrap_or("").to_owned();
                    return self.heap.string(picked);
                }
                let Some(last) = indices.last() else { return self.heap.str("") };
                let (low, high) = (from.min(last), from.max(last));
                let bytes = self.heap.byte_of_char(obj, low)..self.heap.byte_of_char(obj, high.saturating_add(1));
                // The most that the picked characters need is held: there is no copy of the text.
                let most = bytes.len().min(indices.count.saturating_mul(4));
                self.heap.hold(most)?;
                let between = self.heap.text(obj).get(bytes).unwrap_or("");
                let stride = usize::try_from(indices.step.unsigned_abs()).unwrap_or(usize::MAX);
                let mut picked = String::with_capacity(most);
                if indices.step > 0 {
                    picked.extend(between.chars().step_by(stride));
                } else {
                    picked.extend(between.chars().rev().step_by(stride));
                }
                picked.shrink_to_fit();
                self.heap.release(most);
                self.heap.string(picked)
            }
            Tag::Bytes | Tag::ByteArray => {
                let len = self.byte_data(obj).len();
                let indices = self.slice_indices(start, stop, step, len)?;
                self.precheck(indices.count, 1)?;
                self.charge(if indices.step == 1 { 0 } else { indices.count as u64 / 8 })?;
                let data = self.byte_data(obj);
                let picked: Vec<u8> = match usize::try_from(indices.start) {
                    Ok(from) if indices.step == 1 => data.iter().skip(from).take(indices.count).copied().collect(),
                    _ => indices.positions().filter_map(|at| data.get(at).copied()).collect(),
                };
                if obj.tag == Tag::Bytes { self.heap.bytes(picked) } else { self.heap.bytearray(picked) }
            }
            _ => {
                let slice = self.heap.slice(start, stop, step)?;
                self.get_item(obj, slice)
            }
        }
    }

    /// `obj[key] = value`.
    pub(crate) fn set_item(&mut self, obj: Value, key: Value, value: Value) -> Result<(), Abrupt> {
        match obj.tag {
            Tag::List => {
                if key.tag == Tag::Slice {
                    return crate::objects::types::list::set_slice(self, obj, key, value);
                }
                let len = self.sequence_items(obj).len();
                let at = self.position(key, len, "list assignment index out of range")?;
                if let Some(slot) = self.heap.lists.get_mut(obj.index()).items.get_mut(at) {
                    *slot = value;
                }
                Ok(())
            }
            Tag::Dict => self.dict_set(obj, key, value),
            Tag::ByteArray => crate::objects::types::bytes::set_item(self, obj, key, value),
            Tag::Inst => {
                if self.user_method(obj, names::dunder_setitem).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                match self.payload(obj) {
                    Some(payload) if self.supports_item_assignment(payload) => self.set_item(payload, key, value),
                    // In CPython one slot does both. A class with `__delitem__` has the slot, which then misses `__setitem__` by name.
                    _ if self.user_method(obj, names::dunder_delitem).is_some() => Err(self.attribute_error("__setitem__")),
                    _ => Err(self.no_assignment(obj, key)),
                }
            }
            Tag::Object => match self.heap.as_object(obj) {
                Object::Deque(_) => crate::objects::types::deque::set_item(self, obj, key, value),
                Object::MemoryView { .. } => crate::objects::types::bytes::view_set(self, obj, key, value),
                Object::Native(object) => match object.slots().set_item() {
                    Some(set_item) => set_item(self, obj, key, Some(value)),
                    None => Err(self.no_assignment(obj, key)),
                },
                _ => Err(self.no_assignment(obj, key)),
            },
            Tag::Class | Tag::Exc if self.user_method(obj, names::dunder_setitem).is_some() => Err(Abrupt::NeedsUserCode),
            Tag::Class | Tag::Exc if self.user_method(obj, names::dunder_delitem).is_some() => Err(self.attribute_error("__setitem__")),
            _ => Err(self.no_assignment(obj, key)),
        }
    }

    /// True when the items of the builtin value in an instance can be set. When they cannot, errors name the class of the instance.
    fn supports_item_assignment(&self, payload: Value) -> bool {
        match payload.tag {
            Tag::List | Tag::Dict | Tag::ByteArray => true,
            Tag::Object => matches!(self.heap.as_object(payload), Object::Deque(_) | Object::MemoryView { .. }),
            _ => false,
        }
    }

    #[cold]
    fn no_item(&mut self, obj: Value, what: &str) -> Abrupt {
        let name = self.type_name(obj);
        self.type_error(&format!("'{name}' object does not support item {what}"))
    }

    /// The error for items that cannot be set. For a sequence, an index that does not fit is reported first.
    #[cold]
    fn no_assignment(&mut self, obj: Value, key: Value) -> Abrupt {
        if self.unwrap_payload(key).tag == Tag::BigInt && self.is_sequence_type(obj) {
            return self.index_error("cannot fit 'int' into an index-sized integer");
        }
        self.no_item(obj, "assignment")
    }

    /// True when CPython's type has sequence slots, even empty ones. Every class made at run time has them.
    pub(crate) fn is_sequence_type(&self, obj: Value) -> bool {
        match obj.tag {
            Tag::Str | Tag::Tuple | Tag::Bytes | Tag::Range | Tag::Set | Tag::FrozenSet => true,
            Tag::Exc | Tag::Inst => {
                let class = self.type_of(obj);
                class.tag == Tag::Class && !matches!(self.compiled_home(class), Some("datetime" | "types"))
            }
            Tag::Object => match self.heap.as_object(obj) {
                Object::DictView { .. } | Object::MappingProxy(_) | Object::MemoryView { .. } => true,
                Object::Native(object) => native_kind(NativeObject::type_id(object.slots())).is_some_and(|kind| kind.sequence),
                _ => false,
            },
            _ => false,
        }
    }

    /// The error for items that cannot be deleted. A sequence with an int key has another wording.
    #[cold]
    fn no_deletion(&mut self, obj: Value, key: Value) -> Abrupt {
        let name = self.type_name(obj);
        let sequence = self.is_sequence_type(obj);
        let verb = match self.unwrap_payload(key).tag {
            Tag::BigInt if sequence => return self.index_error("cannot fit 'int' into an index-sized integer"),
            Tag::Int | Tag::Bool if sequence => "doesn't",
            _ => "does not",
        };
        self.type_error(&format!("'{name}' object {verb} support item deletion"))
    }

    /// `del obj[key]`.
    pub(crate) fn del_item(&mut self, obj: Value, key: Value) -> Result<(), Abrupt> {
        match obj.tag {
            Tag::List => {
                if key.tag == Tag::Slice {
                    return crate::objects::types::list::del_slice(self, obj, key);
                }
                let len = self.sequence_items(obj).len();
                let at = self.position(key, len, "list assignment index out of range")?;
                self.charge((len - at) as u64 / 64)?;
                self.heap.lists.get_mut(obj.index()).items.remove(at);
                self.heap.list_shrink(obj.index());
                Ok(())
            }
            Tag::Dict => match self.dict_remove(obj, key)? {
                Some(_) => Ok(()),
                None => Err(self.key_error(key)),
            },
            Tag::ByteArray => crate::objects::types::bytes::del_item(self, obj, key),
            Tag::Inst => {
                if self.user_method(obj, names::dunder_delitem).is_some() {
                    return Err(Abrupt::NeedsUserCode);
                }
                match self.payload(obj) {
                    Some(payload) if self.supports_item_assignment(payload) => self.del_item(payload, key),
                    _ if self.user_method(obj, names::dunder_setitem).is_some() => Err(self.attribute_error("__delitem__")),
                    _ => Err(self.no_deletion(obj, key)),
                }
            }
            Tag::Object => match self.heap.as_object(obj) {
                Object::Deque(_) => crate::objects::types::deque::del_item(self, obj, key),
                Object::MemoryView { .. } => Err(crate::objects::types::bytes::view_delete(self, obj)),
                Object::Native(object) => match object.slots().set_item() {
                    Some(set_item) => set_item(self, obj, key, None),
                    None => Err(self.no_deletion(obj, key)),
                },
                _ => Err(self.no_deletion(obj, key)),
            },
            Tag::Class | Tag::Exc if self.user_method(obj, names::dunder_delitem).is_some() => Err(Abrupt::NeedsUserCode),
            Tag::Class | Tag::Exc if self.user_method(obj, names::dunder_setitem).is_some() => Err(self.attribute_error("__delitem__")),
            _ => Err(self.no_deletion(obj, key)),
        }
    }

    /// `len(obj)` of a native container. None when it has no length.
    pub(crate) fn native_len(&self, obj: Value) -> Option<usize> {
        Some(match obj.tag {
            Tag::List | Tag::Tuple => self.sequence_items(obj).len(),
            Tag::Str => self.heap.char_count(obj),
            Tag::Dict => self.heap.dicts.get(obj.index()).len(),
            Tag::Set | Tag::FrozenSet => self.heap.sets.get(obj.index()).len(),
            Tag::Bytes | Tag::ByteArray => self.byte_data(obj).len(),
            Tag::Range => crate::objects::types::range::short_len(self, obj)?,
            Tag::Object => match self.heap.as_object(obj) {
                Object::DictView { dict, .. } => self.heap.dicts.get(*dict).len(),
                Object::MappingProxy(inner) if inner.tag != Tag::Object => return self.native_len(self.unwrap_payload(*inner)),
                Object::Deque(deque) => deque.items.len(),
                Object::MemoryView { form: Some(form), .. } if form.shape.is_empty() => return None,
                Object::MemoryView { len, .. } => *len,
                Object::Native(object) => return object.slots().len(),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// `len(obj)`.
    pub(crate) fn len(&mut self, obj: Value) -> Result<usize, Abrupt> {
        if let Some(len) = self.native_len(obj).filter(|len| i64::try_from(*len).is_ok()) {
            return match self.released_view(obj) {
                true => Err(self.value_error("operation forbidden on released memoryview object")),
                false => Ok(len),
            };
        }
        if matches!(obj.tag, Tag::Inst | Tag::Exc | Tag::Class) {
            if self.user_method(obj, names::dunder_len).is_some() {
                return Err(Abrupt::NeedsUserCode);
            }
            let plain = self.unwrap_payload(obj);
            if let Some(len) = self.native_len(plain) {
                return Ok(len);
            }
        }
        if obj.tag == Tag::Range {
            return Err(self.overflow_error("Python int too large to convert to C ssize_t"));
        }
        if obj.tag == Tag::Object && matches!(self.heap.as_object(obj), Object::MemoryView { .. }) {
            return Err(self.type_error("0-dim memory has no length"));
        }
        let name = self.type_name(obj);
        Err(self.type_error(&format!("object of type '{name}' has no len()")))
    }

    fn released_view(&self, obj: Value) -> bool {
        obj.tag == Tag::Object && matches!(self.heap.as_object(obj), Object::MemoryView { owner, .. } if owner.is_none())
    }
}
