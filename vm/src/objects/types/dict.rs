//! `dict`, its views, `mappingproxy`.

use std::ops::ControlFlow;

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{DictKind, DictObj, IterObj, Object};
use crate::natives;
use crate::objects::protocols::walk::Walk;
use crate::objects::types::sequence;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, mapping_or_iterable=(), /, **kwargs)" costs 20 => new;
    method "__init__" "(self, mapping_or_iterable=(), /, **kwargs)" => update;
    /// The value of a key, or a default.
    method "get" "(self, key, default=None, /)" => get;
    method "setdefault" "(self, key, default=None, /)" => setdefault;
    method "pop" "(self, key, default=None, /)" => pop;
    method "popitem" "(self, /)" => popitem;
    method "update" "(self, mapping_or_iterable=(), /, **kwargs)" => update;
    method "keys" "(self, /)" => keys;
    method "values" "(self, /)" => values;
    method "items" "(self, /)" => items;
    method "clear" "(self, /)" => clear;
    method "copy" "(self, /)" => copy_method;
    class "fromkeys" "(cls, iterable, value=None, /)" => fromkeys;
    method "__len__" "(self, /)" => sequence::len;
    method "__getitem__" "(self, key, /)" => getitem;
    method "__setitem__" "(self, key, value, /)" => set_item;
    method "__delitem__" "(self, key, /)" => del_item;
    method "__contains__" "(self, key, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__reversed__" "(self, /)" => reversed;
    method "__or__" "(self, value, /)" => or;
    method "__ror__" "(self, value, /)" => ror;
    method "__ior__" "(self, value, /)" => ior;
    method "__eq__" "(self, value, /)" => sequence::eq;
    method "__ne__" "(self, value, /)" => sequence::ne;
    method "__repr__" "(self, /)" => sequence::repr;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

natives! { pub(crate) VALUES_NATIVES:
    method "__len__" "(self, /)" => sequence::len;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__reversed__" "(self, /)" => reversed;
    method "__repr__" "(self, /)" => sequence::repr;
    get "mapping" "(self)" => view_mapping;
}

natives! { pub(crate) VIEW_NATIVES:
    method "isdisjoint" "(self, other, /)" => view_isdisjoint;
    method "__and__" "(self, value, /)" => view_and;
    method "__rand__" "(self, value, /)" => view_rand;
    method "__or__" "(self, value, /)" => view_or;
    method "__ror__" "(self, value, /)" => view_ror;
    method "__sub__" "(self, value, /)" => view_sub;
    method "__rsub__" "(self, value, /)" => view_rsub;
    method "__xor__" "(self, value, /)" => view_xor;
    method "__rxor__" "(self, value, /)" => view_rxor;
    method "__lt__" "(self, value, /)" => view_lt;
    method "__le__" "(self, value, /)" => view_le;
    method "__gt__" "(self, value, /)" => view_gt;
    method "__ge__" "(self, value, /)" => view_ge;
    method "__len__" "(self, /)" => sequence::len;
    method "__contains__" "(self, value, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__reversed__" "(self, /)" => reversed;
    method "__eq__" "(self, value, /)" => view_same;
    method "__ne__" "(self, value, /)" => view_differs;
    method "__hash__" "(self, /)" => sequence::hash;
    method "__repr__" "(self, /)" => sequence::repr;
    get "mapping" "(self)" => view_mapping;
}

natives! { pub(crate) PROXY_NATIVES:
    new "__new__" "(cls, mapping)" costs 20 => new_proxy;
    method "get" "(self, key, default=None, /)" => proxy_get;
    method "keys" "(self, /)" => proxy_keys;
    method "values" "(self, /)" => proxy_values;
    method "items" "(self, /)" => proxy_items;
    method "copy" "(self, /)" => proxy_copy;
    method "__reversed__" "(self, /)" => reversed;
    method "__or__" "(self, value, /)" => |rt, args| Ok(proxy_or(rt, args.at(0), args.at(1))?.unwrap_or(Value::NOT_IMPLEMENTED));
    method "__ror__" "(self, value, /)" => |rt, args| Ok(proxy_or(rt, args.at(1), args.at(0))?.unwrap_or(Value::NOT_IMPLEMENTED));
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
    method "__eq__" "(self, value, /)" => proxy_eq;
    method "__ne__" "(self, value, /)" => proxy_ne;
    method "__ior__" "(self, value, /)" => |rt, _| Err(rt.type_error("'|=' is not supported by mappingproxy; use '|' instead"));
    method "__len__" "(self, /)" => sequence::len;
    method "__getitem__" "(self, key, /)" => sequence::get_item;
    method "__contains__" "(self, key, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__repr__" "(self, /)" => sequence::repr;
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = rt.heap.dict(DictObj::default())?;
    if !crate::objects::types::class_construction::init_fills_instance(args.at(0)) {
        fill(rt, dict, args.at(1), args.at(2), "dict")?;
    }
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), dict)
}

fn update(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    fill(rt, args.at(0), args.at(1), args.at(2), "dict")?;
    Ok(Value::NONE)
}

/// Adds the pairs of a mapping or of an iterable of pairs, then the keywords.
fn fill(rt: &mut Runtime, dict: Value, source: Value, keywords: Value, _what: &str) -> Result<(), Abrupt> {
    if let Some(source) = source.defined() {
        let plain = unproxied(rt, rt.unwrap_payload(source))?;
        let source = if plain == rt.unwrap_payload(source) { source } else { plain };
        let plain = rt.unwrap_payload(plain);
        match plain.tag {
            // As in CPython, a dict subclass is read directly unless it overrides `__iter__`.
            Tag::Dict if rt.user_method(source, names::dunder_iter).is_none() => {
                if plain != dict {
                    update_from_dict(rt, dict, plain)?;
                }
            }
            // An object with `keys`, from its class or by `__getattr__`, is a mapping.
            _ if matches!(source.tag, Tag::Inst | Tag::Dict | Tag::Exc | Tag::Class) => return Err(Abrupt::NeedsUserCode),
            _ => {
                let items = rt.collect_held(source)?;
                rt.charge(2 * items.len() as u64)?;
                let mut pairs = Vec::with_capacity(items.len());
                let mut refused = Ok(());
                for (at, item) in items.iter().enumerate() {
                    match update_pair(rt, at, *item) {
                        Ok(pair) => pairs.push(pair),
                        Err(exit @ Abrupt::Raise(_)) => {
                            refused = Err(exit);
                            break;
                        }
                        Err(exit) => return Err(exit),
                    }
                }
                // The pairs before the one that failed are added.
                for (key, hash, value) in pairs {
                    rt.dict_set_hashed(dict, key, hash, value)?;
                }
                refused?;
            }
        }
    }
    if let Some(keywords) = keywords.defined() {
        update_from_dict(rt, dict, keywords)?;
    }
    Ok(())
}

/// Key, hash and value of element number `at` in an update of a dict.
fn update_pair(rt: &mut Runtime, at: usize, item: Value) -> Result<(Value, u64, Value), Abrupt> {
    // Most pairs are tuples. They are read in place.
    if let &[key, value] = rt.sequence_items(item) {
        return Ok((key, rt.hash(key)?, value));
    }
    rt.charge(4)?;
    let pair = match rt.collect(item) {
        Ok(pair) => pair,
        Err(Abrupt::Raise(_)) if !rt.is_iterable(item) => {
            return Err(rt.type_error(&format!("cannot convert dictionary update sequence element #{at} to a sequence")));
        }
        Err(exit) => return Err(exit),
    };
    let [key, value] = pair.as_slice() else {
        let message = format!("dictionary update sequence element #{at} has length {}; 2 is required", pair.len());
        return Err(rt.value_error(&message));
    };
    Ok((*key, rt.hash(*key)?, *value))
}

fn get(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let found = match rt.dict_find_uncharged(args.at(0), args.at(1)) {
        Some(found) => Ok(found.map(|(_, value)| value)),
        None => rt.dict_get(args.at(0), args.at(1)),
    };
    match found {
        Ok(found) => {
            rt.clear_key_replay();
            Ok(found.unwrap_or(args.at(2).or(Value::NONE)))
        }
        Err(exit) => Err(rt.with_key_replay_exit(args.at(1), exit)),
    }
}

fn setdefault(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let found = set_default(rt, args);
    rt.with_key_replay(args.at(1), found)
}

fn set_default(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let hash = rt.hash(args.at(1))?;
    if let Some(at) = rt.dict_find(args.at(0), args.at(1), hash)? {
        return Ok(rt.heap.dicts.get(args.at(0).index()).entry(at).map_or(Value::NONE, |entry| entry.value));
    }
    let value = args.at(2).or(Value::NONE);
    rt.dict_add(args.at(0), args.at(1), hash, value)?;
    Ok(value)
}

fn pop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if rt.heap.dicts.get(args.at(0).index()).len() == 0 {
        // An empty dict does not hash the key. If a method of the key has just emptied the dict, the replay results are dropped.
        rt.clear_key_replay();
        return args.at(2).defined().ok_or_else(|| rt.key_error(args.at(1)));
    }
    let removed = rt.dict_remove(args.at(0), args.at(1));
    match rt.with_key_replay(args.at(1), removed)? {
        Some(value) => Ok(value),
        None => match args.at(2).defined() {
            Some(default) => Ok(default),
            None => Err(rt.key_error(args.at(1))),
        },
    }
}

fn popitem(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = args.at(0).index();
    let deleted = rt.heap.dicts.get(dict).deleted_at_end();
    rt.charge(deleted as u64 / 4)?;
    match rt.heap.dicts.get_mut(dict).remove_last() {
        Some((key, value)) => {
            rt.variable_removed(args.at(0), key)?;
            rt.heap.tuple(&[key, value])
        }
        None => {
            let text = rt.heap.str("popitem(): dictionary is empty")?;
            Err(rt.key_error(text))
        }
    }
}

fn view(rt: &mut Runtime, dict: Value, kind: DictKind) -> Result<Value, Abrupt> {
    rt.heap.object(Object::DictView { dict: dict.index(), kind })
}

fn keys(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    view(rt, args.at(0), DictKind::Keys)
}
fn values(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    view(rt, args.at(0), DictKind::Values)
}
fn items(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    view(rt, args.at(0), DictKind::Items)
}

fn clear(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = args.at(0).index();
    let before = crate::heap::HeapObject::owned_bytes(rt.heap.dicts.get(dict));
    rt.heap.dicts.get_mut(dict).clear();
    rt.variables_cleared(args.at(0));
    rt.heap.refund(before);
    Ok(Value::NONE)
}

fn copy_method(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    copy(rt, args.at(0))
}

fn fromkeys(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0) != crate::runtime::type_table::DICT.value() {
        return Err(Abrupt::NeedsUserCode);
    }
    let dict = rt.heap.dict(DictObj::default())?;
    rt.walk(args.at(1), Walk { price: 128, fills: Some(dict) }, |rt, key| {
        rt.dict_set(dict, key, args.at(2).or(Value::NONE))?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(dict)
}

fn set_item(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.dict_set(args.at(0), args.at(1), args.at(2))?;
    Ok(Value::NONE)
}

fn del_item(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.del_item(args.at(0), args.at(1))?;
    Ok(Value::NONE)
}

fn reversed(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (dict, kind) = match args.at(0).tag {
        Tag::Dict => (args.at(0).index(), DictKind::Keys),
        _ => match rt.heap.as_object(args.at(0)) {
            Object::DictView { dict, kind } => (*dict, *kind),
            Object::MappingProxy(inner) if rt.unwrap_payload(*inner).tag == Tag::Dict => {
                (rt.unwrap_payload(*inner).index(), DictKind::Keys)
            }
            Object::MappingProxy(inner) => {
                let inner = *inner;
                return Err(rt.tail_call(crate::runtime::type_table::REVERSED.value(), &[inner]));
            }
            _ => return Err(Abrupt::Bug("reversed of no view")),
        },
    };
    let object = rt.heap.dicts.get(dict);
    let state = IterObj::DictReversed { dict, at: object.entries().len(), version: object.version, kind, len: object.len() };
    rt.heap.iter(state)
}

fn or(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = rt.unwrap_payload(args.at(1));
    if other.tag != Tag::Dict {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    let made = copy(rt, args.at(0))?;
    update_from_dict(rt, made, other)?;
    Ok(made)
}

fn ror(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = rt.unwrap_payload(args.at(1));
    if other.tag != Tag::Dict {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    let made = copy(rt, other)?;
    update_from_dict(rt, made, args.at(0))?;
    Ok(made)
}

fn ior(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    fill(rt, args.at(0), args.at(1), Value::UNDEF, "dict")?;
    Ok(args.at(0))
}

/// A copy with the same order.
pub(crate) fn copy(rt: &mut Runtime, dict: Value) -> Result<Value, Abrupt> {
    let count = rt.heap.dicts.get(dict.index()).len();
    rt.precheck(DictObj::bytes_for_count(count), 1)?;
    let made = rt.heap.dict(DictObj::with_capacity(count))?;
    update_from_dict(rt, made, dict)?;
    Ok(made)
}

/// Adds all pairs of another dict.
pub(crate) fn update_from_dict(rt: &mut Runtime, dict: Value, other: Value) -> Result<(), Abrupt> {
    let (mut at, mut added) = (0, 0u32);
    let fresh = rt.heap.dicts.get(dict.index()).len() == 0;
    while let Some((found, entry)) = rt.heap.dicts.get(other.index()).next_from(at, &rt.heap.fuel) {
        at = found + 1;
        if fresh {
            rt.dict_add(dict, entry.key, entry.hash, entry.value)?;
        } else {
            rt.dict_set_hashed(dict, entry.key, entry.hash, entry.value)?;
        }
        added = added.wrapping_add(1);
        if added.is_multiple_of(16) {
            rt.charge(32)?;
        }
    }
    Ok(())
}

// --- views

pub(crate) fn view_parts(rt: &Runtime, view: Value) -> Option<(Value, DictKind)> {
    match (view.tag, rt.heap.as_object(view)) {
        (Tag::Object, Object::DictView { dict, kind }) => Some((Value::heap(Tag::Dict, *dict), *kind)),
        _ => None,
    }
}

/// The pairs of a dict, as a view of its items shows them.
pub(crate) fn view_items(rt: &mut Runtime, dict: Value) -> Result<Vec<Value>, Abrupt> {
    let view = rt.heap.object(Object::DictView { dict: dict.index(), kind: DictKind::Items })?;
    rt.collect(view)
}

/// The set of a view of keys or items, or of another set-like operand. None for anything else.
fn as_set(rt: &mut Runtime, value: Value) -> Result<Option<Value>, Abrupt> {
    if matches!(value.tag, Tag::Set | Tag::FrozenSet) {
        return Ok(Some(value));
    }
    match view_parts(rt, value) {
        Some((_, DictKind::Values)) | None => Ok(None),
        Some(_) => {
            let items = rt.collect_held(value)?;
            rt.charge(items.len() as u64)?;
            rt.set_from(&items, false).map(Some)
        }
    }
}

/// The number of members of a set or of a view of keys or items. None for anything else.
pub(crate) fn member_count(rt: &Runtime, value: Value) -> Option<usize> {
    if matches!(value.tag, Tag::Set | Tag::FrozenSet) {
        return Some(rt.heap.sets.get(value.index()).len());
    }
    match view_parts(rt, value) {
        Some((_, DictKind::Values)) | None => None,
        Some((dict, _)) => Some(rt.heap.dicts.get(dict.index()).len()),
    }
}

/// True when every member of `a` is in `b`. Values of an items view need no hash for that.
fn is_member_subset(rt: &mut Runtime, a: Value, b: Value) -> Result<bool, Abrupt> {
    let items = rt.collect(a)?;
    for item in items {
        rt.charge(2)?;
        let found = if matches!(b.tag, Tag::Set | Tag::FrozenSet) { rt.set_contains(b, item)? } else { view_contains(rt, b, item)? };
        if !found {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Compares sets and views. None when one side is neither.
fn compare_members(rt: &mut Runtime, op: Cmp, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
    let (Some(x), Some(y)) = (member_count(rt, a), member_count(rt, b)) else { return Ok(None) };
    Ok(Some(match op {
        Cmp::Eq => rt.eq(a, b)?,
        Cmp::Ne => !rt.eq(a, b)?,
        Cmp::Lt => x < y && is_member_subset(rt, a, b)?,
        Cmp::Le => x <= y && is_member_subset(rt, a, b)?,
        Cmp::Gt => x > y && is_member_subset(rt, b, a)?,
        Cmp::Ge => x >= y && is_member_subset(rt, b, a)?,
    }))
}

/// `item in view`.
pub(crate) fn view_contains(rt: &mut Runtime, view: Value, item: Value) -> Result<bool, Abrupt> {
    let Some((dict, kind)) = view_parts(rt, view) else { return Ok(false) };
    match kind {
        DictKind::Keys => Ok(rt.dict_get(dict, item)?.is_some()),
        DictKind::Items => {
            if item.tag != Tag::Tuple {
                return Ok(false);
            }
            let &[key, value] = rt.sequence_items(item) else { return Ok(false) };
            match rt.dict_get(dict, key)? {
                Some(found) => rt.same(found, value),
                None => Ok(false),
            }
        }
        DictKind::Values => {
            let (mut at, mut compared) = (0, 0u32);
            while let Some((found, entry)) = rt.heap.dicts.get(dict.index()).next_from(at, &rt.heap.fuel) {
                at = found + 1;
                if rt.same(entry.value, item)? {
                    return Ok(true);
                }
                compared = compared.wrapping_add(1);
                if compared.is_multiple_of(16) {
                    rt.charge(8)?;
                }
            }
            Ok(false)
        }
    }
}

/// `dict.__getitem__(self, key)`. For a subclass of `dict` it also calls `__missing__`.
fn getitem(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (whole, key) = (args.at(0), args.at(1));
    let dict = rt.unwrap_payload(whole);
    if whole == dict || dict.tag != Tag::Dict {
        return rt.get_item(whole, key);
    }
    if let Some(found) = rt.dict_get(dict, key)? {
        return Ok(found);
    }
    match rt.user_method(whole, crate::base::names::dunder_missing) {
        Some(missing) => Err(rt.tail_method(missing, whole, &[key])),
        None => rt.get_item(dict, key),
    }
}

/// Orders views like sets.
pub(crate) fn compare_objects(rt: &mut Runtime, op: Cmp, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
    if view_parts(rt, a).is_none() && view_parts(rt, b).is_none() {
        return if a.tag == Tag::ByteArray || b.tag == Tag::ByteArray { compare_with_view(rt, op, a, b) } else { Ok(None) };
    }
    compare_members(rt, op, a, b)
}

/// A `bytearray` orders with any object that has bytes, on either side.
fn compare_with_view(rt: &mut Runtime, op: Cmp, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
    let (Some(x), Some(y)) = (super::bytes::data(rt, a), super::bytes::data(rt, b)) else { return Ok(None) };
    let (answer, cost) = (op.of_order(x.cmp(y)), x.len().min(y.len()) as u64 / 256);
    rt.charge(cost)?;
    Ok(Some(answer))
}

/// `|`, `&`, `-`, `^` when a view of keys or items takes part. The other side may be any iterable.
pub(crate) fn view_operator(rt: &mut Runtime, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
    if !matches!(op, ArithOp::BitOr | ArithOp::BitAnd | ArithOp::Sub | ArithOp::BitXor) {
        return Ok(None);
    }
    let is_view = |rt: &Runtime, side: Value| matches!(view_parts(rt, side), Some((_, DictKind::Keys | DictKind::Items)));
    if !is_view(rt, a) && !is_view(rt, b) {
        return Ok(None);
    }
    rt.restartable(|rt| {
        let mut sides = Vec::new();
        for side in [a, b] {
            sides.push(match as_set(rt, side)? {
                // The result is a set, even for a frozenset.
                Some(set) if set.tag == Tag::Set => set,
                _ => {
                    let items = rt.collect_held(side)?;
                    rt.set_from(&items, false)?
                }
            });
        }
        let [x, y] = sides.as_slice() else { return Ok(None) };
        crate::objects::types::set::operator(rt, op, *x, *y).map(Some)
    })
}

fn view_isdisjoint(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut is_disjoint = true;
    rt.walk(args.at(1), Walk { price: 128, fills: None }, |rt, item| {
        is_disjoint = !view_contains(rt, args.at(0), item)?;
        Ok(if is_disjoint { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(Value::bool(is_disjoint))
}

/// `a op b` as a method of the view `a`, or of the view `b` when it is reflected.
fn view_method(rt: &mut Runtime, op: ArithOp, args: Args<'_>, reflected: bool) -> Result<Value, Abrupt> {
    let (a, b) = (args.at(0), rt.unwrap_payload(args.at(1)));
    let (a, b) = if reflected { (b, a) } else { (a, b) };
    Ok(view_operator(rt, op, a, b)?.unwrap_or(Value::NOT_IMPLEMENTED))
}

macro_rules! view_operators {
    ($($name:ident $reflected:ident $op:ident;)*) => {$(
        fn $name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
            view_method(rt, ArithOp::$op, args, false)
        }
        fn $reflected(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
            view_method(rt, ArithOp::$op, args, true)
        }
    )*};
}

view_operators! { view_and view_rand BitAnd; view_or view_ror BitOr; view_sub view_rsub Sub; view_xor view_rxor BitXor; }

/// A comparison of a view as a method. `NotImplemented` when the other side is neither a set nor a view.
fn view_compare(rt: &mut Runtime, op: Cmp, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = rt.unwrap_payload(args.at(1));
    Ok(compare_members(rt, op, args.at(0), other)?.map_or(Value::NOT_IMPLEMENTED, Value::bool))
}

macro_rules! view_comparisons {
    ($($name:ident $cmp:ident;)*) => {$(
        fn $name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
            view_compare(rt, Cmp::$cmp, args)
        }
    )*};
}

view_comparisons! { view_same Eq; view_differs Ne; view_lt Lt; view_le Le; view_gt Gt; view_ge Ge; }

fn view_mapping(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match view_parts(rt, args.at(0)) {
        Some((dict, _)) => rt.heap.object(Object::MappingProxy(dict)),
        None => Ok(Value::NONE),
    }
}

// --- mappingproxy

fn new_proxy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(1));
    if plain.tag == Tag::Object && matches!(rt.heap.as_object(plain), Object::MappingProxy(_)) {
        let dict = proxy_target(rt, plain);
        return rt.heap.object(Object::MappingProxy(dict));
    }
    let is_mapping = plain.tag == Tag::Inst && rt.user_method(plain, names::dunder_getitem).is_some();
    if plain.tag != Tag::Dict && !is_mapping {
        let name = rt.type_name(args.at(1));
        return Err(rt.type_error(&format!("mappingproxy() argument must be a mapping, not {name}")));
    }
    // An instance of a subclass of dict stays, so that its special methods are used.
    let inner = if args.at(1).tag == Tag::Inst { args.at(1) } else { plain };
    rt.heap.object(Object::MappingProxy(inner))
}

/// The mapping behind a proxy, also through nested proxies, for error messages. Other values are returned unchanged.
pub(crate) fn unproxied(rt: &mut Runtime, mut value: Value) -> Result<Value, Abrupt> {
    while value.tag == Tag::Object {
        let inner = proxy_target(rt, value);
        if inner == value {
            break;
        }
        rt.charge(1)?;
        value = inner;
    }
    Ok(value)
}

fn proxy_eq(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.eq(args.at(0), args.at(1)).map(Value::bool)
}

fn proxy_ne(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.eq(args.at(0), args.at(1)).map(|same| Value::bool(!same))
}

/// The dict behind a proxy. When it is an instance, a fallback is needed.
fn proxy_dict(rt: &Runtime, proxy: Value) -> Result<Value, Abrupt> {
    let inner = proxy_target(rt, proxy);
    if inner.tag == Tag::Dict { Ok(inner) } else { Err(Abrupt::NeedsUserCode) }
}

/// The fallback primitive `_behind`: the instance that a proxy shows, or None. A dict itself is not returned, because it may be the
/// namespace of a class.
pub(crate) fn proxy_instance_primitive(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(proxy_instance(rt, args.at(0)).unwrap_or(Value::NONE))
}

/// The instance that a proxy shows.
pub(crate) fn proxy_instance(rt: &Runtime, proxy: Value) -> Option<Value> {
    Some(proxy_target(rt, proxy)).filter(|inner| inner.tag == Tag::Inst)
}

fn proxy_target(rt: &Runtime, proxy: Value) -> Value {
    match rt.heap.as_object(proxy) {
        Object::MappingProxy(inner) => *inner,
        _ => proxy,
    }
}

fn proxy_get(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = proxy_dict(rt, args.at(0))?;
    Ok(rt.dict_get(dict, args.at(1))?.unwrap_or(args.at(2).or(Value::NONE)))
}
fn proxy_keys(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = proxy_dict(rt, args.at(0))?;
    view(rt, dict, DictKind::Keys)
}
fn proxy_values(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = proxy_dict(rt, args.at(0))?;
    view(rt, dict, DictKind::Values)
}
fn proxy_items(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = proxy_dict(rt, args.at(0))?;
    view(rt, dict, DictKind::Items)
}
fn proxy_copy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = proxy_dict(rt, args.at(0))?;
    copy(rt, dict)
}

/// `proxy | mapping`.
pub(crate) fn proxy_or(rt: &mut Runtime, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
    let inner = |rt: &Runtime, value: Value| if value.tag == Tag::Object { proxy_target(rt, value) } else { value };
    let (x, y) = (inner(rt, a), inner(rt, b));
    if x.tag == Tag::Inst || y.tag == Tag::Inst {
        return Err(Abrupt::NeedsUserCode);
    }
    if x.tag != Tag::Dict || y.tag != Tag::Dict {
        return Ok(None);
    }
    let made = copy(rt, x)?;
    update_from_dict(rt, made, y)?;
    Ok(Some(made))
}
