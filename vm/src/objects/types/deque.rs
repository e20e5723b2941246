//! `collections.deque`: a double-ended queue over a ring buffer whose growth is charged like a list's.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::heap::charged_size;
use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::sizes::clamped_size;
use crate::base::value::{Tag, Value};
use crate::heap::{DequeObj, IterObj, Object};
use crate::natives;
use crate::objects::protocols::walk::Walk;
use crate::objects::types::sequence;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::type_table as reg;

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, iterable=(), maxlen=None)" costs 36 => new;
    method "__init__" "(self, iterable=(), maxlen=None)" => init;
    /// Add an element to the right side of the deque.
    method "append" "(self, item, /)" => append;
    /// Add an element to the left side of the deque.
    method "appendleft" "(self, item, /)" => append_left;
    /// Remove all elements from the deque.
    method "clear" "(self, /)" => clear;
    /// Return a shallow copy of a deque.
    method "copy" "(self, /)" => copy;
    method "__copy__" "(self, /)" => copy;
    /// Number of occurrences of a value.
    method "count" "(self, value, /)" => count;
    /// Extend the right side of the deque with elements from the iterable.
    method "extend" "(self, iterable, /)" => extend_right;
    /// Extend the left side of the deque with elements from the iterable.
    method "extendleft" "(self, iterable, /)" => extend_left;
    /// First position of a value.
    method "index" "(self, value, start=0, stop=9223372036854775807, /)" => index;
    /// Insert a value before an index.
    method "insert" "(self, index, value, /)" => insert;
    /// Remove and return the rightmost element.
    method "pop" "(self, /)" => pop;
    /// Remove and return the leftmost element.
    method "popleft" "(self, /)" => pop_left;
    /// Remove the first occurrence of a value.
    method "remove" "(self, value, /)" => remove;
    /// Reverse in place.
    method "reverse" "(self, /)" => reverse;
    /// Rotate the deque n steps to the right.
    method "rotate" "(self, n=1, /)" => rotate;
    get "maxlen" "(self)" => maxlen;
    method "__len__" "(self, /)" => sequence::len;
    method "__getitem__" "(self, key, /)" => item_native;
    method "__setitem__" "(self, key, value, /)" => set_item_native;
    method "__delitem__" "(self, key, /)" => del_item_native;
    method "__contains__" "(self, key, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__reversed__" "(self, /)" => reversed;
    method "__repr__" "(self, /)" => sequence::repr;
    method "__add__" "(self, value, /)" => add_native;
    method "__iadd__" "(self, value, /)" => iadd_native;
    method "__mul__" "(self, value, /)" => mul_native;
    method "__rmul__" "(self, value, /)" => mul_native;
    method "__imul__" "(self, value, /)" => imul_native;
    method "__eq__" "(self, value, /)" => sequence::eq;
    method "__ne__" "(self, value, /)" => sequence::ne;
    method "__lt__" "(self, value, /)" => sequence::lt;
    method "__le__" "(self, value, /)" => sequence::le;
    method "__gt__" "(self, value, /)" => sequence::gt;
    method "__ge__" "(self, value, /)" => sequence::ge;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

/// Adds the type to the module `_collections`.
pub(crate) fn module_init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    crate::runtime::modules::set_constant(rt, module, "deque", reg::DEQUE.value())
}

// --- access

pub(crate) fn is_deque(rt: &Runtime, value: Value) -> bool {
    value.tag == Tag::Object && matches!(rt.heap.as_object(value), Object::Deque(_))
}

fn get(rt: &Runtime, value: Value) -> Option<&DequeObj> {
    match rt.heap.as_object(value) {
        Object::Deque(deque) if value.tag == Tag::Object => Some(deque),
        _ => None,
    }
}

fn get_mut(rt: &mut Runtime, value: Value) -> Result<&mut DequeObj, Abrupt> {
    match rt.heap.objects.get_mut(value.index()) {
        Object::Deque(deque) => Ok(deque),
        _ => Err(Abrupt::Bug("not a deque")),
    }
}

pub(crate) fn at(rt: &Runtime, deque: Value, position: usize) -> Option<Value> {
    get(rt, deque)?.items.get(position).copied()
}

pub(crate) fn count_of(rt: &Runtime, deque: Value) -> usize {
    get(rt, deque).map_or(0, |deque| deque.items.len())
}

fn bound_of(rt: &Runtime, deque: Value) -> Option<usize> {
    get(rt, deque).and_then(|deque| deque.maxlen)
}

/// Marks a change of the items, which ends running iterations.
fn touch(deque: &mut DequeObj) {
    deque.version = deque.version.wrapping_add(1);
}

/// Makes room for `extra` more items. The room is charged first.
fn grow(rt: &mut Runtime, deque: Value, extra: usize) -> Result<(), Abrupt> {
    let Some(object) = get(rt, deque) else { return Err(Abrupt::Bug("not a deque")) };
    let (len, capacity) = (object.items.len(), object.items.capacity());
    let needed = len.checked_add(extra).ok_or(Abrupt::Memory(usize::MAX))?;
    if needed <= capacity {
        return Ok(());
    }
    let wanted = needed.max(capacity.saturating_mul(2)).max(8);
    rt.heap.charge((wanted - capacity).saturating_mul(charged_size::<Value>()))?;
    let object = get_mut(rt, deque)?;
    object.items.reserve_exact(wanted - len);
    let surplus = object.items.capacity().saturating_sub(wanted);
    if surplus > 0 {
        rt.heap.charge(surplus * charged_size::<Value>())?;
    }
    Ok(())
}

/// Frees room after removals.
fn shrink(rt: &mut Runtime, deque: Value) {
    let Ok(object) = get_mut(rt, deque) else { return };
    let capacity = object.items.capacity();
    if capacity > 64 && object.items.len() < capacity / 4 {
        object.items.shrink_to(object.items.len() * 2);
        let freed = capacity.saturating_sub(object.items.capacity()) * charged_size::<Value>();
        rt.heap.refund(freed);
    }
}

/// A new deque of collected items.
fn make(rt: &mut Runtime, items: Vec<Value>, maxlen: Option<usize>) -> Result<Value, Abrupt> {
    let mut items = items;
    if let Some(maxlen) = maxlen
        && items.len() > maxlen
    {
        items.drain(..items.len() - maxlen);
        items.shrink_to_fit();
    }
    rt.heap.object(Object::Deque(Box::new(DequeObj { items: items.into(), maxlen, version: 0 })))
}

fn items(rt: &mut Runtime, deque: Value) -> Result<Vec<Value>, Abrupt> {
    let count = count_of(rt, deque);
    rt.precheck(count, charged_size::<Value>())?;
    Ok(get(rt, deque).map(|deque| deque.items.iter().copied().collect()).unwrap_or_default())
}

/// The items of an iterable that a deque of such a length keeps: the last ones. The others need no memory.
fn last_items(rt: &mut Runtime, source: Value, maxlen: Option<usize>) -> Result<Vec<Value>, Abrupt> {
    let Some(maxlen) = maxlen else { return rt.collect(source) };
    let mut last = VecDeque::new();
    rt.walk(source, Walk { price: 16, fills: None }, |rt, item| {
        if last.len() == maxlen {
            last.pop_front();
        }
        if last.len() < maxlen {
            if last.len() == last.capacity() {
                let grow = last.capacity().max(4);
                rt.heap.hold(grow.saturating_mul(charged_size::<Value>()))?;
                last.reserve_exact(grow);
            }
            last.push_back(item);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(last.into())
}

// --- construction

fn maxlen_arg(rt: &mut Runtime, value: Value) -> Result<Option<usize>, Abrupt> {
    let Some(value) = value.some() else { return Ok(None) };
    let plain = rt.unwrap_payload(value);
    match plain.tag {
        Tag::Int | Tag::Bool => match usize::try_from(plain.as_i64()) {
            Ok(maxlen) => Ok(Some(maxlen)),
            Err(_) => Err(rt.value_error("maxlen must be non-negative")),
        },
        Tag::BigInt => Err(rt.overflow_error("Python int too large to convert to C ssize_t")),
        _ => Err(rt.type_error("an integer is required")),
    }
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if crate::objects::types::class_construction::init_fills_instance(args.at(0)) {
        let made = make(rt, Vec::new(), None)?;
        return crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), made);
    }
    let maxlen = maxlen_arg(rt, args.at(2))?;
    let source = match args.at(1).defined() {
        Some(source) => last_items(rt, source, maxlen)?,
        None => Vec::new(),
    };
    let made = make(rt, source, maxlen)?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), made)
}

fn init(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let maxlen = maxlen_arg(rt, args.at(2))?;
    let source = match args.at(1).defined() {
        Some(source) => last_items(rt, source, maxlen)?,
        None => Vec::new(),
    };
    let deque = args.at(0);
    get_mut(rt, deque)?.maxlen = maxlen;
    empty(rt, deque)?;
    push_all(rt, deque, source)?;
    Ok(Value::NONE)
}

fn empty(rt: &mut Runtime, deque: Value) -> Result<(), Abrupt> {
    let object = get_mut(rt, deque)?;
    let old = std::mem::take(&mut object.items);
    touch(object);
    rt.heap.refund(old.capacity() * charged_size::<Value>());
    Ok(())
}

/// Appends items on the right. Items on the left are dropped when `maxlen` leaves no room for them.
fn push_all(rt: &mut Runtime, deque: Value, source: Vec<Value>) -> Result<(), Abrupt> {
    let mut source = source;
    if let Some(maxlen) = bound_of(rt, deque) {
        if source.len() > maxlen {
            source.drain(..source.len() - maxlen);
        }
        let excess = (count_of(rt, deque) + source.len()).saturating_sub(maxlen);
        let object = get_mut(rt, deque)?;
        object.items.drain(..excess.min(object.items.len()));
    }
    grow(rt, deque, source.len())?;
    let object = get_mut(rt, deque)?;
    object.items.extend(source);
    touch(object);
    Ok(())
}

fn copy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag == Tag::Inst {
        return Err(rt.tail_fallback("deque_copy", &[args.at(0)]));
    }
    let maxlen = bound_of(rt, args.at(0));
    let copied = items(rt, args.at(0))?;
    make(rt, copied, maxlen)
}

// --- both ends

fn append(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    push(rt, args.at(0), args.at(1), false)?;
    Ok(Value::NONE)
}

fn append_left(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    push(rt, args.at(0), args.at(1), true)?;
    Ok(Value::NONE)
}

fn push(rt: &mut Runtime, deque: Value, item: Value, left: bool) -> Result<(), Abrupt> {
    let full = bound_of(rt, deque).is_some_and(|maxlen| count_of(rt, deque) >= maxlen);
    if full {
        let object = get_mut(rt, deque)?;
        touch(object);
        if object.maxlen == Some(0) {
            return Ok(());
        }
        if left {
            object.items.pop_back();
        } else {
            object.items.pop_front();
        }
    }
    grow(rt, deque, 1)?;
    let object = get_mut(rt, deque)?;
    touch(object);
    if left {
        object.items.push_front(item);
    } else {
        object.items.push_back(item);
    }
    Ok(())
}

fn pop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let object = get_mut(rt, args.at(0))?;
    touch(object);
    match object.items.pop_back() {
        Some(item) => {
            shrink(rt, args.at(0));
            Ok(item)
        }
        None => Err(rt.index_error("pop from an empty deque")),
    }
}

fn pop_left(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let object = get_mut(rt, args.at(0))?;
    touch(object);
    match object.items.pop_front() {
        Some(item) => {
            shrink(rt, args.at(0));
            Ok(item)
        }
        None => Err(rt.index_error("pop from an empty deque")),
    }
}

fn extend_right(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let maxlen = bound_of(rt, args.at(0));
    let source = last_items(rt, args.at(1), maxlen)?;
    push_all(rt, args.at(0), source)?;
    Ok(Value::NONE)
}

fn extend_left(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let maxlen = bound_of(rt, args.at(0));
    let source = last_items(rt, args.at(1), maxlen)?;
    rt.charge(source.len() as u64 / 2)?;
    for item in source {
        push(rt, args.at(0), item, true)?;
    }
    Ok(Value::NONE)
}

fn clear(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    empty(rt, args.at(0))?;
    Ok(Value::NONE)
}

fn maxlen(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(bound_of(rt, args.at(0)).map_or(Value::NONE, |maxlen| Value::int(i64::try_from(maxlen).unwrap_or(i64::MAX))))
}

// --- searching

/// The position of the first item equal to a value, in `from..to`.
fn find(rt: &mut Runtime, deque: Value, wanted: Value, from: usize, to: usize) -> Result<Option<usize>, Abrupt> {
    let version = get(rt, deque).map_or(0, |deque| deque.version);
    let mut position = from;
    while position < to {
        let Some(item) = at(rt, deque, position) else { break };
        if rt.same(item, wanted)? {
            return Ok(Some(position));
        }
        if get(rt, deque).map_or(0, |deque| deque.version) != version {
            return Err(rt.runtime_error("deque mutated during iteration"));
        }
        position += 1;
        if position.is_multiple_of(16) {
            rt.charge(20)?;
        }
    }
    Ok(None)
}

pub(crate) fn contains(rt: &mut Runtime, deque: Value, item: Value) -> Result<bool, Abrupt> {
    Ok(find(rt, deque, item, 0, usize::MAX)?.is_some())
}

fn count(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (mut found, mut from) = (0, 0);
    while let Some(position) = find(rt, args.at(0), args.at(1), from, usize::MAX)? {
        found += 1;
        from = position + 1;
    }
    Ok(Value::int(found))
}

fn index(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    const WHAT: &str = "slice indices must be integers or have an __index__ method";
    let len = count_of(rt, args.at(0));
    let mut bounds = [0, len];
    for (position, slot) in bounds.iter_mut().enumerate() {
        if let Some(value) = args.at(position + 2).defined() {
            let wanted = rt.index_clamped(value, WHAT)?;
            let wanted = if wanted < 0 { wanted.saturating_add(len as i64).max(0) } else { wanted };
            *slot = usize::try_from(wanted).unwrap_or(len).min(len);
        }
    }
    match find(rt, args.at(0), args.at(1), bounds[0], bounds[1])? {
        Some(position) => Ok(Value::int(position as i64)),
        None => {
            let shown = rt.repr_text(args.at(1))?;
            Err(rt.value_error(&format!("{shown} is not in deque")))
        }
    }
}

fn remove(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match find(rt, args.at(0), args.at(1), 0, usize::MAX)? {
        Some(position) => {
            take(rt, args.at(0), position)?;
            Ok(Value::NONE)
        }
        None => {
            let shown = rt.repr_text(args.at(1))?;
            Err(rt.value_error(&format!("{shown} is not in deque")))
        }
    }
}

fn take(rt: &mut Runtime, deque: Value, position: usize) -> Result<(), Abrupt> {
    let count = count_of(rt, deque);
    rt.charge(position.min(count.saturating_sub(position)) as u64 / 64)?;
    let object = get_mut(rt, deque)?;
    object.items.remove(position);
    touch(object);
    shrink(rt, deque);
    Ok(())
}

// --- rearranging

fn insert(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let wanted = rt.index(args.at(1))?;
    let deque = args.at(0);
    let len = count_of(rt, deque);
    if bound_of(rt, deque).is_some_and(|maxlen| len >= maxlen) {
        return Err(rt.index_error("deque already at its maximum size"));
    }
    let wanted = if wanted < 0 { wanted.saturating_add(len as i64).max(0) } else { wanted };
    let position = usize::try_from(wanted).unwrap_or(len).min(len);
    rt.charge(position.min(len - position) as u64 / 64)?;
    grow(rt, deque, 1)?;
    let object = get_mut(rt, deque)?;
    object.items.insert(position, args.at(2));
    touch(object);
    Ok(Value::NONE)
}

fn reverse(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let count = count_of(rt, args.at(0));
    rt.charge(count as u64 / 32)?;
    get_mut(rt, args.at(0))?.items.make_contiguous().reverse();
    Ok(Value::NONE)
}

fn rotate(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let steps = match args.at(1).defined() {
        Some(steps) => rt.index(steps)?,
        None => 1,
    };
    let len = count_of(rt, args.at(0));
    if len < 2 {
        return Ok(Value::NONE);
    }
    let steps = clamped_size(steps.rem_euclid(len as i64));
    rt.charge(steps.min(len - steps) as u64 / 32)?;
    let object = get_mut(rt, args.at(0))?;
    object.items.rotate_right(steps);
    touch(object);
    Ok(Value::NONE)
}

fn reversed(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let version = get(rt, args.at(0)).map_or(0, |deque| deque.version);
    rt.heap.iter(IterObj::Deque { deque: args.at(0), at: 0, version, reversed: true })
}

// --- operators

fn concatenated(rt: &mut Runtime, a: Value, b: Value) -> Result<Value, Abrupt> {
    let total = count_of(rt, a).saturating_add(count_of(rt, b));
    rt.precheck(total, charged_size::<Value>())?;
    let mut all = items(rt, a)?;
    all.extend(items(rt, b)?);
    let maxlen = bound_of(rt, a);
    make(rt, all, maxlen)
}

/// `deque * times`. It makes only as many items as `maxlen` keeps.
fn repeated(rt: &mut Runtime, deque: Value, times: Value) -> Result<Value, Abrupt> {
    let maxlen = bound_of(rt, deque);
    let times = clamped_size(rt.index(times)?);
    let source = items(rt, deque)?;
    let total = source.len().saturating_mul(times);
    let kept = maxlen.map_or(total, |maxlen| total.min(maxlen));
    rt.precheck(kept, charged_size::<Value>())?;
    let mut all: Vec<Value> = Vec::with_capacity(kept);
    if !source.is_empty() {
        all.extend(source.iter().cycle().skip((total - kept) % source.len()).take(kept));
    }
    make(rt, all, maxlen)
}

fn is_count(rt: &Runtime, value: Value) -> bool {
    matches!(rt.unwrap_payload(value).tag, Tag::Int | Tag::Bool | Tag::BigInt) || rt.user_method(value, names::dunder_index).is_some()
}

/// `a + b`, `a * n`, `n * a` when one of them is a deque.
pub(crate) fn operator(rt: &mut Runtime, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
    match op {
        ArithOp::Add if is_deque(rt, a) => {
            let other = rt.unwrap_payload(b);
            if !is_deque(rt, other) {
                return Ok(None);
            }
            concatenated(rt, a, other).map(Some)
        }
        ArithOp::Mul => {
            let (deque, times) = if is_deque(rt, a) { (a, b) } else { (b, a) };
            if !is_count(rt, times) {
                return Ok(None);
            }
            repeated(rt, deque, times).map(Some)
        }
        _ => Ok(None),
    }
}

/// `a + b`, `a * n`, `n * a` when the deque is an instance of a user class: a fallback calls the class for the result.
pub(crate) fn of_class(rt: &mut Runtime, op: ArithOp, a: Value, b: Value) -> Result<(), Abrupt> {
    let holds = |rt: &Runtime, value: Value| value.tag == Tag::Inst && is_deque(rt, rt.unwrap_payload(value));
    match op {
        ArithOp::Add if holds(rt, a) && is_deque(rt, rt.unwrap_payload(b)) => Err(rt.tail_fallback("deque_sum", &[a, b])),
        ArithOp::Mul if holds(rt, a) && is_count(rt, b) => Err(rt.tail_fallback("deque_product", &[a, b])),
        ArithOp::Mul if holds(rt, b) && is_count(rt, a) => Err(rt.tail_fallback("deque_product", &[b, a])),
        _ => Ok(()),
    }
}

/// `a += b`, `a *= n`.
pub(crate) fn inplace(rt: &mut Runtime, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
    match op {
        ArithOp::Add => {
            let source = rt.collect(b)?;
            push_all(rt, a, source)?;
            Ok(Some(a))
        }
        ArithOp::Mul if is_count(rt, b) => {
            let product = repeated(rt, a, b)?;
            let all = items(rt, product)?;
            empty(rt, a)?;
            push_all(rt, a, all)?;
            Ok(Some(a))
        }
        _ => operator(rt, op, a, b),
    }
}

fn add_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    of_class(rt, ArithOp::Add, args.at(0), args.at(1))?;
    let this = rt.unwrap_payload(args.at(0));
    match operator(rt, ArithOp::Add, this, args.at(1))? {
        Some(sum) => Ok(sum),
        None => Err(rt.unsupported("+", this, args.at(1))),
    }
}

fn iadd_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(inplace(rt, ArithOp::Add, args.at(0), args.at(1))?.unwrap_or(Value::NOT_IMPLEMENTED))
}

fn mul_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    of_class(rt, ArithOp::Mul, args.at(0), args.at(1))?;
    Ok(operator(rt, ArithOp::Mul, rt.unwrap_payload(args.at(0)), args.at(1))?.unwrap_or(Value::NOT_IMPLEMENTED))
}

fn imul_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(inplace(rt, ArithOp::Mul, args.at(0), args.at(1))?.unwrap_or(Value::NOT_IMPLEMENTED))
}

// --- subscripts

/// The position of an index.
fn position(rt: &mut Runtime, deque: Value, key: Value) -> Result<usize, Abrupt> {
    if !is_count(rt, key) {
        let name = rt.type_name(key);
        return Err(rt.type_error(&format!("sequence index must be integer, not '{name}'")));
    }
    if rt.unwrap_payload(key).tag == Tag::BigInt {
        return Err(rt.index_error("cannot fit 'int' into an index-sized integer"));
    }
    let wanted = rt.index(key)?;
    let len = count_of(rt, deque);
    let wanted = if wanted < 0 { wanted.saturating_add(len as i64) } else { wanted };
    match usize::try_from(wanted) {
        Ok(wanted) if wanted < len => Ok(wanted),
        _ => Err(rt.index_error("deque index out of range")),
    }
}

pub(crate) fn get_item(rt: &mut Runtime, deque: Value, key: Value) -> Result<Value, Abrupt> {
    let position = position(rt, deque, key)?;
    Ok(at(rt, deque, position).unwrap_or(Value::NONE))
}

pub(crate) fn set_item(rt: &mut Runtime, deque: Value, key: Value, value: Value) -> Result<(), Abrupt> {
    let position = position(rt, deque, key)?;
    if let Some(slot) = get_mut(rt, deque)?.items.get_mut(position) {
        *slot = value;
    }
    Ok(())
}

pub(crate) fn del_item(rt: &mut Runtime, deque: Value, key: Value) -> Result<(), Abrupt> {
    let position = position(rt, deque, key)?;
    take(rt, deque, position)
}

/// Fails for a key that is not an integer. The methods have another error text than the subscripts.
fn as_count(rt: &mut Runtime, key: Value) -> Result<(), Abrupt> {
    if is_count(rt, key) {
        return Ok(());
    }
    let name = rt.type_name(key);
    Err(rt.type_error(&format!("'{name}' object cannot be interpreted as an integer")))
}

fn item_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    as_count(rt, args.at(1))?;
    get_item(rt, args.at(0), args.at(1))
}

fn set_item_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    as_count(rt, args.at(1))?;
    set_item(rt, args.at(0), args.at(1), args.at(2))?;
    Ok(Value::NONE)
}

fn del_item_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    as_count(rt, args.at(1))?;
    del_item(rt, args.at(0), args.at(1))?;
    Ok(Value::NONE)
}
