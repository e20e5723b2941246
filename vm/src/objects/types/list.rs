//! `list`.

use crate::base::abrupt::Abrupt;
use crate::base::sizes::clamped_size;
use crate::base::value::Value;
use crate::heap::IterObj;
use crate::natives;
use crate::objects::types::map_filter::is_native_key;
use crate::objects::types::sequence;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, iterable=(), /)" => new;
    method "__init__" "(self, iterable=(), /)" => init;
    /// Appends an object to the end.
    method "append" "(self, object, /)" costs 0 => append;
    /// Appends every item of an iterable.
    method "extend" "(self, iterable, /)" => extend_method;
    /// Inserts an object before an index.
    method "insert" "(self, index, object, /)" => insert;
    /// Removes and returns the item at an index, the last by default.
    method "pop" "(self, index=-1, /)" costs 0 => pop;
    /// Removes the first occurrence of a value.
    method "remove" "(self, value, /)" => remove;
    method "clear" "(self, /)" => clear;
    method "copy" "(self, /)" => copy;
    method "count" "(self, value, /)" => sequence::count;
    method "index" "(self, value, start=0, stop=9223372036854775807, /)" => sequence::index;
    method "reverse" "(self, /)" => reverse;
    /// Sorts in place, stably.
    method "sort" "(self, /, *, key=None, reverse=False)" => sort;
    method "__len__" "(self, /)" => sequence::len;
    method "__getitem__" "(self, index, /)" => sequence::get_item;
    method "__setitem__" "(self, index, value, /)" => set_item;
    method "__delitem__" "(self, index, /)" => del_item;
    method "__contains__" "(self, value, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__reversed__" "(self, /)" => reversed;
    method "__add__" "(self, value, /)" => sequence::add;
    method "__iadd__" "(self, value, /)" => iadd;
    method "__mul__" "(self, value, /)" => crate::objects::types::slot_wrappers::repeat;
    method "__rmul__" "(self, value, /)" => crate::objects::types::slot_wrappers::repeat;
    method "__imul__" "(self, value, /)" => imul;
    method "__eq__" "(self, value, /)" => sequence::eq;
    method "__ne__" "(self, value, /)" => sequence::ne;
    method "__lt__" "(self, value, /)" => sequence::lt;
    method "__le__" "(self, value, /)" => sequence::le;
    method "__gt__" "(self, value, /)" => sequence::gt;
    method "__ge__" "(self, value, /)" => sequence::ge;
    method "__repr__" "(self, /)" => sequence::repr;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let items = match args.at(1).defined() {
        Some(source) if !crate::objects::types::class_construction::init_fills_instance(args.at(0)) => rt.collect_sized(source)?,
        _ => Vec::new(),
    };
    let list = rt.heap.list(items)?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), list)
}

fn init(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let items = match args.at(1).defined() {
        Some(source) => rt.collect_sized(source)?,
        None => Vec::new(),
    };
    rt.heap.list_replace(args.at(0).index(), items)?;
    Ok(Value::NONE)
}

fn append(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.heap.list_push(args.at(0).index(), args.at(1))?;
    Ok(Value::NONE)
}

/// `list += iterable`.
pub(crate) fn extend(rt: &mut Runtime, list: Value, source: Value) -> Result<(), Abrupt> {
    let items = rt.collect_sized(source)?;
    rt.charge(items.len() as u64 / 16)?;
    rt.heap.list_grow(list.index(), items.len())?;
    rt.heap.lists.get_mut(list.index()).items.extend(items);
    Ok(())
}

fn extend_method(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    extend(rt, args.at(0), args.at(1))?;
    Ok(Value::NONE)
}

fn iadd(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    extend(rt, args.at(0), args.at(1))?;
    Ok(args.at(0))
}

fn imul(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(1));
    let times = if plain.tag == crate::base::value::Tag::BigInt { plain } else { Value::int(rt.index(args.at(1))?) };
    let value = rt.arith_inplace(stockade_compiler::bytecode::ArithOp::Mul, args.at(0), times)?;
    Ok(value.unwrap_or(Value::NOT_IMPLEMENTED))
}

fn insert(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = args.at(0).index();
    let at = rt.index(args.at(1))?;
    let len = rt.heap.lists.get(list).items.len();
    let at = if at < 0 { clamped_size(at.saturating_add(len as i64)) } else { usize::try_from(at).unwrap_or(len).min(len) };
    rt.heap.list_grow(list, 1)?;
    rt.charge((len - at) as u64 / 64)?;
    rt.heap.lists.get_mut(list).items.insert(at, args.at(2));
    Ok(Value::NONE)
}

fn pop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = args.at(0).index();
    let at = match args.at(1).defined() {
        Some(value) => rt.index(value)?,
        None => -1,
    };
    let len = rt.heap.lists.get(list).items.len();
    if len == 0 {
        return Err(rt.index_error("pop from empty list"));
    }
    let at = if at < 0 { at.saturating_add(len as i64) } else { at };
    match usize::try_from(at) {
        Ok(at) if at < len => {
            rt.charge((len - at) as u64 / 64)?;
            let value = rt.heap.lists.get_mut(list).items.remove(at);
            rt.heap.list_shrink(list);
            Ok(value)
        }
        _ => Err(rt.index_error("pop index out of range")),
    }
}

fn remove(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = args.at(0);
    let mut at = 0;
    while let Some(item) = rt.sequence_items(list).get(at).copied() {
        if rt.same(item, args.at(1))? {
            let len = rt.sequence_items(list).len();
            rt.charge((len - at) as u64 / 64)?;
            rt.heap.lists.get_mut(list.index()).items.remove(at);
            rt.heap.list_shrink(list.index());
            return Ok(Value::NONE);
        }
        at += 1;
        if at % 16 == 0 {
            rt.charge(20)?;
        }
    }
    Err(rt.value_error("list.remove(x): x not in list"))
}

fn clear(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.heap.list_replace(args.at(0).index(), Vec::new())?;
    Ok(Value::NONE)
}

fn copy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let len = rt.sequence_items(args.at(0)).len();
    rt.precheck(len, 16)?;
    let items = rt.sequence_items(args.at(0)).to_vec();
    rt.heap.list(items)
}

fn reverse(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let len = rt.sequence_items(args.at(0)).len();
    rt.charge(len as u64 / 64)?;
    rt.heap.lists.get_mut(args.at(0).index()).items.reverse();
    Ok(Value::NONE)
}

fn reversed(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let len = rt.sequence_items(args.at(0)).len();
    rt.heap.iter(IterObj::ListReversed { list: args.at(0).index(), at: len })
}

fn sort(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::SORT)?;
    let list = args.at(0);
    let key = args.at(1).some();
    if key.is_some_and(|key| !is_native_key(rt, key)) {
        // The fallback calls a key function in user code.
        return Err(Abrupt::NeedsUserCode);
    }
    let reverse = match args.at(2).defined() {
        Some(flag) => rt.truth(flag)?,
        None => false,
    };
    let len = rt.sequence_items(list).len();
    rt.precheck(len, 16)?;
    let mut items = rt.sequence_items(list).to_vec();
    let keys = key.map(|key| rt.keys_of(key, &items)).transpose()?;
    let result = crate::objects::protocols::sort::sort_in_place(rt, &mut items, keys.as_deref(), reverse);
    if matches!(result, Ok(()) | Err(Abrupt::Raise(_))) {
        rt.heap.lists.get_mut(list.index()).items.copy_from_slice(&items);
    }
    result.map(|()| Value::NONE)
}

fn set_item(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.set_item(args.at(0), args.at(1), args.at(2))?;
    Ok(Value::NONE)
}

fn del_item(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.del_item(args.at(0), args.at(1))?;
    Ok(Value::NONE)
}

/// `list[slice] = iterable`.
pub(crate) fn set_slice(rt: &mut Runtime, list: Value, slice: Value, value: Value) -> Result<(), Abrupt> {
    let parts = *rt.heap.slices.get(slice.index());
    // CPython reports a wrong slice before a wrong value.
    rt.slice_indices(parts.start, parts.stop, parts.step, rt.sequence_items(list).len())?;
    let items = match rt.collect(value) {
        Err(Abrupt::Raise(_)) if !rt.is_iterable(value) => {
            return Err(rt.type_error("must assign iterable to extended slice"));
        }
        other => other?,
    };
    let len = rt.sequence_items(list).len();
    let indices = rt.slice_indices(parts.start, parts.stop, parts.step, len)?;
    if indices.step == 1 {
        let start = clamped_size(indices.start);
        let end = start + indices.count;
        rt.charge((len + items.len()) as u64 / 32)?;
        rt.heap.list_grow(list.index(), items.len().saturating_sub(indices.count))?;
        rt.heap.lists.get_mut(list.index()).items.splice(start..end.min(len), items);
        rt.heap.list_shrink(list.index());
        return Ok(());
    }
    if items.len() != indices.count {
        let message = format!("attempt to assign sequence of size {} to extended slice of size {}", items.len(), indices.count);
        return Err(rt.value_error(&message));
    }
    rt.charge(items.len() as u64 / 8)?;
    for (at, item) in indices.positions().zip(items) {
        if let Some(slot) = rt.heap.lists.get_mut(list.index()).items.get_mut(at) {
            *slot = item;
        }
    }
    Ok(())
}

/// `del list[slice]`.
pub(crate) fn del_slice(rt: &mut Runtime, list: Value, slice: Value) -> Result<(), Abrupt> {
    let parts = *rt.heap.slices.get(slice.index());
    let len = rt.sequence_items(list).len();
    let indices = rt.slice_indices(parts.start, parts.stop, parts.step, len)?;
    rt.charge(len as u64 / if indices.step == 1 { 64 } else { 8 })?;
    if indices.count == 0 {
        return Ok(());
    }
    let items = &mut rt.heap.lists.get_mut(list.index()).items;
    if indices.step == 1 {
        let start = clamped_size(indices.start);
        items.drain(start..(start + indices.count).min(len));
    } else {
        let (first, last) = indices.ends();
        let stride = usize::try_from(indices.step.unsigned_abs()).unwrap_or(usize::MAX);
        let mut at = 0usize;
        items.retain(|_| {
            let is_gone = (first..=last).contains(&at) && (at - first).is_multiple_of(stride);
            at += 1;
            !is_gone
        });
    }
    rt.heap.list_shrink(list.index());
    Ok(())
}
