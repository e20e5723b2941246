//! `range` and `slice`.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::IterObj;
use crate::natives;
use crate::objects::protocols::subscript::SLICE_PARTS;
use crate::objects::types::sequence;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, start, stop=None, step=None, /)" => new;
    method "count" "(self, value, /)" => count;
    method "index" "(self, value, /)" => index;
    method "__len__" "(self, /)" => sequence::len;
    method "__bool__" "(self, /)" => crate::objects::types::slot_wrappers::truth;
    method "__getitem__" "(self, index, /)" => sequence::get_item;
    method "__contains__" "(self, value, /)" => sequence::contains;
    method "__iter__" "(self, /)" => sequence::iter;
    method "__reversed__" "(self, /)" => reversed;
    method "__eq__" "(self, value, /)" => sequence::eq;
    method "__ne__" "(self, value, /)" => sequence::ne;
    method "__hash__" "(self, /)" => sequence::hash;
    method "__repr__" "(self, /)" => sequence::repr;
    get "start" "(self)" => start;
    get "stop" "(self)" => stop;
    get "step" "(self)" => step;
}

natives! { pub(crate) SLICE_NATIVES:
    new "__new__" "(cls, start, stop=None, step=None, /)" => new_slice;
    /// Start, stop and step for a sequence of a length.
    method "indices" "(self, len, /)" => indices;
    method "__eq__" "(self, value, /)" => sequence::eq;
    method "__ne__" "(self, value, /)" => sequence::ne;
    method "__lt__" "(self, value, /)" => sequence::lt;
    method "__le__" "(self, value, /)" => sequence::le;
    method "__gt__" "(self, value, /)" => sequence::gt;
    method "__ge__" "(self, value, /)" => sequence::ge;
    method "__hash__" "(self, /)" => sequence::hash;
    method "__repr__" "(self, /)" => sequence::repr;
    get "start" "(self)" => slice_start;
    get "stop" "(self)" => slice_stop;
    get "step" "(self)" => slice_step;
}

/// An int argument of any size.
fn int_arg(rt: &mut Runtime, value: Value) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(value);
    match plain.tag {
        Tag::Int | Tag::BigInt => Ok(plain),
        Tag::Bool => Ok(Value::int(plain.as_i64())),
        _ => rt.index(value).map(Value::int),
    }
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let first = int_arg(rt, args.at(1))?;
    let (start, stop) = match args.at(2).defined() {
        Some(stop) => (first, int_arg(rt, stop)?),
        None => (Value::int(0), first),
    };
    let step = match args.at(3).defined() {
        Some(step) => int_arg(rt, step)?,
        None => Value::int(1),
    };
    if step == Value::int(0) {
        return Err(rt.value_error("range() arg 3 must not be zero"));
    }
    rt.heap.range(start, stop, step)
}

fn new_slice(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match args.at(2).defined() {
        Some(stop) => rt.heap.slice(args.at(1), stop, args.at(3).or(Value::NONE)),
        None => rt.heap.slice(Value::NONE, args.at(1), Value::NONE),
    }
}

fn indices(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let slice = *rt.heap.slices.get(args.at(0).index());
    if [args.at(1), slice.start, slice.stop, slice.step].iter().any(|part| rt.unwrap_payload(*part).tag == Tag::BigInt) {
        return Err(Abrupt::NeedsUserCode);
    }
    let len = rt.index(args.at(1))?;
    let Ok(len) = usize::try_from(len) else { return Err(rt.value_error("length should not be negative")) };
    let found = rt.slice_indices(slice.start, slice.stop, slice.step, len)?;
    rt.heap.tuple(&[Value::int(found.start), Value::int(found.stop), Value::int(found.step)])
}

fn start(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.heap.ranges.get(args.at(0).index()).start)
}
fn stop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.heap.ranges.get(args.at(0).index()).stop)
}
fn step(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.heap.ranges.get(args.at(0).index()).step)
}
fn slice_start(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.heap.slices.get(args.at(0).index()).start)
}
fn slice_stop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.heap.slices.get(args.at(0).index()).stop)
}
fn slice_step(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.heap.slices.get(args.at(0).index()).step)
}

/// True when every item from `start` on, and the step past the last one, is a small int.
pub(crate) fn fits_small_int(start: i64, step: i64, left: u64) -> bool {
    i128::from(step)
        .checked_mul(i128::from(left))
        .and_then(|span| span.checked_add(i128::from(start)))
        .is_some_and(|end| i64::try_from(end).is_ok())
}

/// The number of items in a range.
pub(crate) fn len(rt: &Runtime, range: Value) -> BigInt {
    let parts = *rt.heap.ranges.get(range.index());
    if let (Tag::Int, Tag::Int, Tag::Int) = (parts.start.tag, parts.stop.tag, parts.step.tag) {
        let (start, stop, step) = (i128::from(parts.start.as_i64()), i128::from(parts.stop.as_i64()), i128::from(parts.step.as_i64()));
        let (span, step) = if step < 0 { (start - stop, -step) } else { (stop - start, step) };
        return BigInt::from(if span > 0 { (span - 1) / step + 1 } else { 0 });
    }
    let (start, stop, step) = (rt.big(parts.start), rt.big(parts.stop), rt.big(parts.step));
    let (span, step) = if step.is_negative() { (start - stop, -step) } else { (stop - start, step) };
    if span.is_positive() { (span - 1) / step + 1 } else { BigInt::from(0) }
}

/// Ranges are equal when they hold the same items.
pub(crate) fn equal(rt: &mut Runtime, a: Value, b: Value) -> Result<bool, Abrupt> {
    let (x, y) = (*rt.heap.ranges.get(a.index()), *rt.heap.ranges.get(b.index()));
    let (left, right) = (len(rt, a), len(rt, b));
    if left != right {
        return Ok(false);
    }
    if left.is_zero() {
        return Ok(true);
    }
    Ok(rt.big(x.start) == rt.big(y.start) && (left == BigInt::from(1) || rt.big(x.step) == rt.big(y.step)))
}

/// The position of an int in a range. None when it is not an item.
fn position(rt: &Runtime, range: Value, item: Value) -> Option<BigInt> {
    let parts = *rt.heap.ranges.get(range.index());
    let (start, step) = (rt.big(parts.start), rt.big(parts.step));
    let offset = rt.big(item) - start;
    if !(&offset % &step).is_zero() {
        return None;
    }
    let at = offset / step;
    (!at.is_negative() && at < len(rt, range)).then_some(at)
}

/// `item in range`: arithmetic for ints, a search for other values that may equal one.
pub(crate) fn contains(rt: &mut Runtime, range: Value, item: Value) -> Result<bool, Abrupt> {
    match item.tag {
        Tag::Int | Tag::Bool | Tag::BigInt => Ok(position(rt, range, item).is_some()),
        Tag::Float => {
            let value = item.as_f64();
            if value.fract() != 0.0 || !value.is_finite() {
                // CPython searches here. No item can be equal, but the search is charged.
                let cost = u64::try_from(len(rt, range)).unwrap_or(u64::MAX);
                rt.charge(cost)?;
                return Ok(false);
            }
            let whole: BigInt = num_traits::FromPrimitive::from_f64(value).unwrap_or_default();
            let whole = rt.heap.int(whole)?;
            Ok(position(rt, range, whole).is_some())
        }
        Tag::Inst | Tag::Complex => {
            let plain = rt.unwrap_payload(item);
            if matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt) && rt.user_method(item, crate::base::names::dunder_eq).is_none() {
                return Ok(position(rt, range, plain).is_some());
            }
            Err(Abrupt::NeedsUserCode)
        }
        _ => {
            let cost = u64::try_from(len(rt, range)).unwrap_or(u64::MAX);
            rt.charge(cost)?;
            Ok(false)
        }
    }
}

fn count(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(i64::from(contains(rt, args.at(0), args.at(1))?)))
}

fn index(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let item = args.at(1);
    let found = match item.tag {
        Tag::Int | Tag::Bool | Tag::BigInt => position(rt, args.at(0), item),
        Tag::Float if item.as_f64().fract() == 0.0 => {
            let whole: BigInt = num_traits::FromPrimitive::from_f64(item.as_f64()).unwrap_or_default();
            let whole = rt.heap.int(whole)?;
            position(rt, args.at(0), whole)
        }
        Tag::Inst | Tag::Complex => return Err(Abrupt::NeedsUserCode),
        _ => None,
    };
    match found {
        Some(at) => rt.heap.int(at),
        None => {
            let shown = rt.repr_text(item)?;
            Err(if matches!(item.tag, Tag::Int | Tag::Bool | Tag::BigInt) {
                rt.value_error(&format!("{shown} is not in range"))
            } else {
                rt.value_error("sequence.index(x): x not in sequence")
            })
        }
    }
}

fn reversed(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let parts = *rt.heap.ranges.get(args.at(0).index());
    let count = len(rt, args.at(0));
    let (start, step) = (rt.big(parts.start), rt.big(parts.step));
    let last = &start + (&count - 1) * &step;
    let (last, step, left) = (rt.heap.int(last)?, rt.heap.int(-step)?, rt.heap.int(count)?);
    let state = match (last.tag, step.tag, left.tag) {
        (Tag::Int, Tag::Int, Tag::Int) if fits_small_int(last.as_i64(), step.as_i64(), u64::try_from(left.as_i64()).unwrap_or(0)) => {
            IterObj::Range { next: last.as_i64(), step: step.as_i64(), left: u64::try_from(left.as_i64()).unwrap_or(0) }
        }
        _ => IterObj::BigRange { next: last, step, left },
    };
    rt.heap.iter(state)
}

/// A slice resolved against a length of any size, as start, stop and step.
fn bounds(rt: &mut Runtime, slice: Value, len: &BigInt) -> Result<[BigInt; 3], Abrupt> {
    let slice = *rt.heap.slices.get(slice.index());
    let part = |rt: &mut Runtime, value: Value| -> Result<Option<BigInt>, Abrupt> {
        if value.is_none() {
            return Ok(None);
        }
        // A value that is not an int is converted or rejected as in any slice.
        rt.index_clamped(value, SLICE_PARTS)?;
        Ok(Some(rt.big(rt.unwrap_payload(value))))
    };
    let step = part(rt, slice.step)?.unwrap_or_else(|| BigInt::from(1));
    if step.is_zero() {
        return Err(rt.value_error("slice step cannot be zero"));
    }
    let (low, high) = if step.is_negative() { (BigInt::from(-1), len - 1) } else { (BigInt::from(0), len.clone()) };
    let place = |at: BigInt| if at.is_negative() { (at + len).max(low.clone()) } else { at.min(high.clone()) };
    let (first, last) = if step.is_negative() { (&high, &low) } else { (&low, &high) };
    let start = part(rt, slice.start)?.map_or_else(|| first.clone(), place);
    let stop = part(rt, slice.stop)?.map_or_else(|| last.clone(), place);
    Ok([start, stop, step])
}

/// `range[key]`: an item, or a range for a slice.
pub(crate) fn get_item(rt: &mut Runtime, range: Value, key: Value) -> Result<Value, Abrupt> {
    let parts = *rt.heap.ranges.get(range.index());
    let count = len(rt, range);
    let (start, step) = (rt.big(parts.start), rt.big(parts.step));
    if key.tag == Tag::Slice {
        let [first, last, by] = bounds(rt, key, &count)?;
        let new_start = rt.heap.int(&start + first * &step)?;
        let new_stop = rt.heap.int(&start + last * &step)?;
        let new_step = rt.heap.int(step * by)?;
        return rt.heap.range(new_start, new_stop, new_step);
    }
    let at = match rt.unwrap_payload(key).tag {
        Tag::Int | Tag::Bool | Tag::BigInt => rt.big(rt.unwrap_payload(key)),
        _ if rt.has_user_method(key, names::dunder_index) => BigInt::from(rt.index(key)?),
        _ => {
            let name = rt.type_name(key);
            return Err(rt.type_error(&format!("range indices must be integers or slices, not {name}")));
        }
    };
    let at = if at.is_negative() { at + &count } else { at };
    if at.is_negative() || at >= count {
        return Err(rt.index_error("range object index out of range"));
    }
    rt.heap.int(start + at * step)
}
