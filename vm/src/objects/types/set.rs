//! `set` and `frozenset`: CPython's operations. Keys are visited in CPython's order, which decides the order of results.

use std::ops::ControlFlow;

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::HeapObject as _;
use crate::heap::SetObj;
use crate::natives;
use crate::objects::protocols::walk::Walk;
use crate::objects::types::sequence;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, iterable=(), /)" costs 28 => new_set;
    method "__init__" "(self, iterable=(), /)" => init;
    method "add" "(self, object, /)" => add;
    method "discard" "(self, object, /)" => discard;
    method "remove" "(self, object, /)" => remove;
    method "pop" "(self, /)" => pop;
    method "clear" "(self, /)" => clear;
    method "copy" "(self, /)" => copy;
    method "update" "(self, *others)" => update;
    method "intersection_update" "(self, *others)" => intersection_update;
    method "difference_update" "(self, *others)" => difference_update;
    method "symmetric_difference_update" "(self, other, /)" => symmetric_difference_update;
    method "union" "(self, *others)" => union;
    method "intersection" "(self, *others)" => intersection;
    method "difference" "(self, *others)" => difference;
    method "symmetric_difference" "(self, other, /)" => symmetric_difference;
    method "isdisjoint" "(self, other, /)" => isdisjoint;
    method "issubset" "(self, other, /)" => issubset;
    method "issuperset" "(self, other, /)" => issuperset;
    method "__len__" "(self, /)" => sequence::len;
    method "__contains__" "(self, object, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__or__" "(self, value, /)" => or;
    method "__and__" "(self, value, /)" => and;
    method "__sub__" "(self, value, /)" => sub;
    method "__xor__" "(self, value, /)" => xor;
    method "__rand__" "(self, value, /)" => |rt, args| reflected(rt, ArithOp::BitAnd, args);
    method "__ror__" "(self, value, /)" => |rt, args| reflected(rt, ArithOp::BitOr, args);
    method "__rsub__" "(self, value, /)" => |rt, args| reflected(rt, ArithOp::Sub, args);
    method "__rxor__" "(self, value, /)" => |rt, args| reflected(rt, ArithOp::BitXor, args);
    method "__iand__" "(self, value, /)" => |rt, args| in_place(rt, ArithOp::BitAnd, args);
    method "__ior__" "(self, value, /)" => |rt, args| in_place(rt, ArithOp::BitOr, args);
    method "__isub__" "(self, value, /)" => |rt, args| in_place(rt, ArithOp::Sub, args);
    method "__ixor__" "(self, value, /)" => |rt, args| in_place(rt, ArithOp::BitXor, args);
    method "__eq__" "(self, value, /)" => sequence::eq;
    method "__ne__" "(self, value, /)" => sequence::ne;
    method "__lt__" "(self, value, /)" => sequence::lt;
    method "__le__" "(self, value, /)" => sequence::le;
    method "__gt__" "(self, value, /)" => sequence::gt;
    method "__ge__" "(self, value, /)" => sequence::ge;
    method "__repr__" "(self, /)" => sequence::repr;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

natives! { pub(crate) FROZEN_NATIVES:
    new "__new__" "(cls, iterable=(), /)" costs 28 => new_frozen;
    method "copy" "(self, /)" => frozen_copy;
    method "union" "(self, *others)" => union;
    method "intersection" "(self, *others)" => intersection;
    method "difference" "(self, *others)" => difference;
    method "symmetric_difference" "(self, other, /)" => symmetric_difference;
    method "isdisjoint" "(self, other, /)" => isdisjoint;
    method "issubset" "(self, other, /)" => issubset;
    method "issuperset" "(self, other, /)" => issuperset;
    method "__len__" "(self, /)" => sequence::len;
    method "__contains__" "(self, object, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__or__" "(self, value, /)" => or;
    method "__and__" "(self, value, /)" => and;
    method "__sub__" "(self, value, /)" => sub;
    method "__xor__" "(self, value, /)" => xor;
    method "__rand__" "(self, value, /)" => |rt, args| reflected(rt, ArithOp::BitAnd, args);
    method "__ror__" "(self, value, /)" => |rt, args| reflected(rt, ArithOp::BitOr, args);
    method "__rsub__" "(self, value, /)" => |rt, args| reflected(rt, ArithOp::Sub, args);
    method "__rxor__" "(self, value, /)" => |rt, args| reflected(rt, ArithOp::BitXor, args);
    method "__eq__" "(self, value, /)" => sequence::eq;
    method "__ne__" "(self, value, /)" => sequence::ne;
    method "__lt__" "(self, value, /)" => sequence::lt;
    method "__le__" "(self, value, /)" => sequence::le;
    method "__gt__" "(self, value, /)" => sequence::gt;
    method "__ge__" "(self, value, /)" => sequence::ge;
    method "__hash__" "(self, /)" => sequence::hash;
    method "__repr__" "(self, /)" => sequence::repr;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

fn is_set(value: Value) -> bool {
    matches!(value.tag, Tag::Set | Tag::FrozenSet)
}

/// Adds all items of an iterable as CPython's `update` does: those of sets and dicts by their stored hashes.
pub(crate) fn merge(rt: &mut Runtime, set: Value, source: Value) -> Result<(), Abrupt> {
    // An instance of a user class that derives from a set is read directly. Other user classes are iterated.
    let plain = rt.unwrap_payload(source);
    if is_set(plain) {
        let source = plain;
        if source == set {
            return Ok(());
        }
        let other = rt.heap.sets.get(source.index());
        let (count, walk) = (other.len(), other.walk_cost());
        let table = rt.heap.sets.get(set.index());
        let (growth, old) = (table.growth_for_merge(count), table.owned_bytes());
        rt.heap.charge_copied_growth(growth, if growth > 0 { old } else { 0 })?;
        rt.charge_units(walk)?;
        rt.charge(count as u64 / 2)?;
        // Out of the heap for the time of the copy, which reads the other set.
        let mut table = std::mem::take(rt.heap.sets.get_mut(set.index()));
        let is_copied = table.copy_from(rt.heap.sets.get(source.index()));
        *rt.heap.sets.get_mut(set.index()) = table;
        if is_copied {
            return Ok(());
        }
        rt.heap.sets.get_mut(set.index()).prepare_merge(count);
        // Each key is searched, which reads two places of memory that are seldom in the processor's cache.
        rt.charge(count as u64)?;
        let mut at = 0;
        while let Some((found, slot)) = rt.heap.sets.get(source.index()).next_from(at, &rt.heap.fuel) {
            at = found + 1;
            rt.set_add_hashed(set, slot.key, slot.hash)?;
        }
        return Ok(());
    }
    if source.tag == Tag::Dict {
        let count = rt.heap.dicts.get(source.index()).len();
        let table = rt.heap.sets.get(set.index());
        let (growth, old) = (table.growth_for_merge(count), table.owned_bytes());
        rt.heap.charge_copied_growth(growth, if growth > 0 { old } else { 0 })?;
        rt.charge(2 * count as u64)?;
        rt.heap.sets.get_mut(set.index()).prepare_merge(count);
        let mut at = 0;
        while let Some((found, entry)) = rt.heap.dicts.get(source.index()).next_from(at, &rt.heap.fuel) {
            at = found + 1;
            rt.set_add_hashed(set, entry.key, entry.hash)?;
        }
        return Ok(());
    }
    rt.walk(source, Walk { price: 128, fills: Some(set) }, |rt, item| {
        rt.set_add(set, item)?;
        Ok(ControlFlow::Continue(()))
    })
}

fn made_from(rt: &mut Runtime, source: Value, frozen: bool) -> Result<Value, Abrupt> {
    let set = rt.heap.set(SetObj::default(), frozen)?;
    if let Some(source) = source.defined() {
        merge(rt, set, source)?;
    }
    Ok(set)
}

fn new_set(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let source = if crate::objects::types::class_construction::init_fills_instance(args.at(0)) { Value::UNDEF } else { args.at(1) };
    let set = made_from(rt, source, false)?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), set)
}

fn new_frozen(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag == Tag::Type && args.at(1).tag == Tag::FrozenSet {
        return Ok(args.at(1));
    }
    let set = made_from(rt, args.at(1), true)?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), set)
}

fn init(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let fresh = made_from(rt, args.at(1), false)?;
    replace(rt, args.at(0), fresh);
    Ok(Value::NONE)
}

/// Moves the table of `fresh`, a temporary set, into `set`.
fn replace(rt: &mut Runtime, set: Value, fresh: Value) {
    let taken = std::mem::take(rt.heap.sets.get_mut(fresh.index()));
    let old = rt.heap.sets.get_mut(set.index()).take_over(taken);
    let bytes = crate::heap::HeapObject::owned_bytes(&old);
    rt.heap.refund(bytes);
}

fn add(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.set_add_or_call_special(args.at(0), args.at(1))?;
    Ok(Value::NONE)
}

fn discard(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let removed = rt.set_remove(args.at(0), args.at(1));
    rt.with_key_replay(args.at(1), removed)?;
    Ok(Value::NONE)
}

fn remove(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let removed = rt.set_remove(args.at(0), args.at(1));
    if rt.with_key_replay(args.at(1), removed)? { Ok(Value::NONE) } else { Err(rt.key_error(args.at(1))) }
}

fn pop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match rt.heap.sets.get_mut(args.at(0).index()).pop(&rt.heap.fuel) {
        Some(key) => Ok(key),
        None => {
            let text = rt.heap.str("pop from an empty set")?;
            Err(rt.key_error(text))
        }
    }
}

fn clear(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let bytes = crate::heap::HeapObject::owned_bytes(rt.heap.sets.get(args.at(0).index()));
    rt.heap.sets.get_mut(args.at(0).index()).clear();
    rt.heap.refund(bytes);
    Ok(Value::NONE)
}

fn copy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    made_from(rt, args.at(0), args.at(0).tag == Tag::FrozenSet)
}

fn frozen_copy(_rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(args.at(0))
}

fn update(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    for source in args.rest {
        let source = set_or_itself(rt, *source);
        merge(rt, args.at(0), source)?;
    }
    Ok(Value::NONE)
}

/// An instance of a class that derives from a set is read as the set that it is; anything else is iterated.
fn set_or_itself(rt: &Runtime, source: Value) -> Value {
    let plain = rt.unwrap_payload(source);
    if is_set(plain) { plain } else { source }
}

fn frozen(value: Value) -> bool {
    value.tag == Tag::FrozenSet
}

fn union(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let set = made_from(rt, args.at(0), frozen(args.at(0)))?;
    for source in args.rest {
        let source = set_or_itself(rt, *source);
        merge(rt, set, source)?;
    }
    Ok(set)
}

/// `a & b` as a new set. The smaller set is walked, and the result gets its keys.
fn intersect(rt: &mut Runtime, a: Value, b: Value, is_frozen: bool) -> Result<Value, Abrupt> {
    let result = rt.heap.set(SetObj::default(), is_frozen)?;
    if is_set(b) {
        let (walked, asked) = if rt.heap.sets.get(b.index()).len() > rt.heap.sets.get(a.index()).len() { (a, b) } else { (b, a) };
        rt.charge(3 * rt.heap.sets.get(walked.index()).len() as u64)?;
        let mut at = 0;
        while let Some((found, slot)) = rt.heap.sets.get(walked.index()).next_from(at, &rt.heap.fuel) {
            at = found + 1;
            if rt.set_find(asked, slot.key, slot.hash)?.is_ok() {
                rt.set_add_hashed(result, slot.key, slot.hash)?;
            }
        }
        return Ok(result);
    }
    rt.walk(b, Walk { price: 192, fills: Some(result) }, |rt, key| {
        let hash = rt.hash(key)?;
        if rt.set_find(a, key, hash)?.is_ok() {
            rt.set_add_hashed(result, key, hash)?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(result)
}

fn intersection(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.rest.is_empty() {
        return made_from(rt, args.at(0), frozen(args.at(0)));
    }
    let mut set = args.at(0);
    for source in args.rest {
        let source = set_or_itself(rt, *source);
        set = intersect(rt, set, source, frozen(args.at(0)))?;
    }
    Ok(set)
}

fn intersection_update(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let fresh = intersection(rt, args)?;
    replace(rt, args.at(0), fresh);
    Ok(Value::NONE)
}

/// `a - b` as a new set.
fn subtract(rt: &mut Runtime, a: Value, b: Value, is_frozen: bool) -> Result<Value, Abrupt> {
    let other_len = rt.native_len(b).unwrap_or(0);
    if !(is_set(b) || b.tag == Tag::Dict) || rt.heap.sets.get(a.index()).len() >> 2 > other_len {
        let result = made_from(rt, a, is_frozen)?;
        subtract_from(rt, result, b)?;
        return Ok(result);
    }
    let result = rt.heap.set(SetObj::default(), is_frozen)?;
    rt.charge(3 * rt.heap.sets.get(a.index()).len() as u64)?;
    let mut at = 0;
    while let Some((slot_at, slot)) = rt.heap.sets.get(a.index()).next_from(at, &rt.heap.fuel) {
        at = slot_at + 1;
        let (key, hash) = (slot.key, slot.hash);
        let found = if b.tag == Tag::Dict { rt.dict_find(b, key, hash)?.is_some() } else { rt.set_find(b, key, hash)?.is_ok() };
        if !found {
            rt.set_add_hashed(result, key, hash)?;
        }
    }
    Ok(result)
}

fn subtract_from(rt: &mut Runtime, set: Value, other: Value) -> Result<(), Abrupt> {
    if set == other {
        rt.heap.sets.get_mut(set.index()).clear();
        return Ok(());
    }
    rt.walk(other, Walk { price: 192, fills: Some(set) }, |rt, key| {
        let hash = rt.hash(key)?;
        if let Ok(at) = rt.set_find(set, key, hash)? {
            rt.heap.sets.get_mut(set.index()).remove_at(at);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let table = rt.heap.sets.get(set.index());
    let (growth, cost) = (table.growth_for_rebuild(), if table.is_sparse() { table.walk_cost() } else { 0 });
    rt.heap.charge(growth)?;
    rt.charge_units(cost)?;
    rt.heap.rebuild_set_after_removal(set.index(), growth);
    Ok(())
}

fn difference(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some((first, rest)) = args.rest.split_first() else { return made_from(rt, args.at(0), frozen(args.at(0))) };
    let first = set_or_itself(rt, *first);
    let result = subtract(rt, args.at(0), first, frozen(args.at(0)))?;
    for source in rest {
        let source = set_or_itself(rt, *source);
        subtract_from(rt, result, source)?;
    }
    Ok(result)
}

fn difference_update(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    for source in args.rest {
        let source = set_or_itself(rt, *source);
        subtract_from(rt, args.at(0), source)?;
    }
    Ok(Value::NONE)
}

/// Changes `set` to the keys that are in exactly one of the two.
fn toggle(rt: &mut Runtime, set: Value, other: Value) -> Result<(), Abrupt> {
    if set == other {
        rt.heap.sets.get_mut(set.index()).clear();
        return Ok(());
    }
    let other = if is_set(other) || other.tag == Tag::Dict { other } else { made_from(rt, other, false)? };
    let keys: Vec<Value> = rt.collect(other)?;
    rt.charge(3 * keys.len() as u64)?;
    for key in keys {
        let hash = rt.hash(key)?;
        match rt.set_find(set, key, hash)? {
            Ok(at) => {
                rt.heap.sets.get_mut(set.index()).remove_at(at);
            }
            Err(_) => {
                rt.set_add_hashed(set, key, hash)?;
            }
        }
    }
    Ok(())
}

/// `a ^ b`: CPython copies the right operand and toggles the keys of the left one in the copy.
fn exclusive(rt: &mut Runtime, a: Value, b: Value, is_frozen: bool) -> Result<Value, Abrupt> {
    let result = made_from(rt, b, is_frozen)?;
    toggle(rt, result, a)?;
    Ok(result)
}

fn symmetric_difference(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let source = set_or_itself(rt, args.at(1));
    exclusive(rt, args.at(0), source, frozen(args.at(0)))
}

fn symmetric_difference_update(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let source = set_or_itself(rt, args.at(1));
    toggle(rt, args.at(0), source)?;
    Ok(Value::NONE)
}

fn isdisjoint(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut is_disjoint = true;
    rt.walk(args.at(1), Walk { price: 192, fills: None }, |rt, key| {
        is_disjoint = !rt.set_contains(args.at(0), key)?;
        Ok(if is_disjoint { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(Value::bool(is_disjoint))
}

fn issubset(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = rt.unwrap_payload(args.at(1));
    if !is_set(other) {
        let common = intersect(rt, args.at(0), args.at(1), false)?;
        return Ok(Value::bool(rt.heap.sets.get(common.index()).len() == rt.heap.sets.get(args.at(0).index()).len()));
    }
    Ok(Value::bool(rt.is_subset(args.at(0), other)?))
}

fn issuperset(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = rt.unwrap_payload(args.at(1));
    if is_set(other) {
        return Ok(Value::bool(rt.is_subset(other, args.at(0))?));
    }
    let mut is_superset = true;
    rt.walk(args.at(1), Walk { price: 192, fills: None }, |rt, key| {
        is_superset = rt.set_contains(args.at(0), key)?;
        Ok(if is_superset { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(Value::bool(is_superset))
}

/// `a op b` for two sets. The result has the type of the left operand.
pub(crate) fn operator(rt: &mut Runtime, op: ArithOp, a: Value, b: Value) -> Result<Value, Abrupt> {
    let is_frozen = frozen(a);
    match op {
        ArithOp::BitOr => {
            let result = made_from(rt, a, is_frozen)?;
            merge(rt, result, b)?;
            Ok(result)
        }
        ArithOp::BitAnd => intersect(rt, a, b, is_frozen),
        ArithOp::Sub => subtract(rt, a, b, is_frozen),
        _ => exclusive(rt, a, b, is_frozen),
    }
}

/// `a op= b` for two sets.
pub(crate) fn operator_inplace(rt: &mut Runtime, op: ArithOp, a: Value, b: Value) -> Result<(), Abrupt> {
    match op {
        ArithOp::BitOr => merge(rt, a, b),
        ArithOp::Sub => subtract_from(rt, a, b),
        ArithOp::BitXor => toggle(rt, a, b),
        _ => {
            let fresh = intersect(rt, a, b, false)?;
            replace(rt, a, fresh);
            Ok(())
        }
    }
}

fn as_operator(rt: &mut Runtime, op: ArithOp, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = rt.unwrap_payload(args.at(1));
    if is_set(other) { operator(rt, op, args.at(0), other) } else { Ok(Value::NOT_IMPLEMENTED) }
}

fn or(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    as_operator(rt, ArithOp::BitOr, args)
}
fn and(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    as_operator(rt, ArithOp::BitAnd, args)
}
fn sub(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    as_operator(rt, ArithOp::Sub, args)
}
fn xor(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    as_operator(rt, ArithOp::BitXor, args)
}

fn reflected(rt: &mut Runtime, op: ArithOp, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = rt.unwrap_payload(args.at(1));
    if is_set(other) { operator(rt, op, other, args.at(0)) } else { Ok(Value::NOT_IMPLEMENTED) }
}

fn in_place(rt: &mut Runtime, op: ArithOp, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = rt.unwrap_payload(args.at(1));
    if !is_set(other) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    operator_inplace(rt, op, args.at(0), other)?;
    Ok(args.at(0))
}
