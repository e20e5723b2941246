//! `range` and `slice`.

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};
use stockade_algorithms::integers::{Work, cost};
use stockade_algorithms::meter::Unlimited;

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
    new "__new__" "(cls, start, stop=None, step=None, /)" costs 0 => new;
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

/// How far the items of a range reach: the distance from its start to just before its stop, and the step, both without sign. `None` if the
/// range is empty.
fn span(rt: &Runtime, range: Value) -> Option<(BigUint, BigUint)> {
    let parts = *rt.heap.ranges.get(range.index());
    let (start, stop, step) = (rt.big_ref(parts.start), rt.big_ref(parts.stop), rt.big_ref(parts.step));
    let span = if step.is_negative() { &*start - &*stop } else { &*stop - &*start };
    span.is_positive().then(|| (span.magnitude() - 1_u8, step.magnitude().clone()))
}

/// The parts of a range as machine integers: start, stop, step.
fn small_parts(rt: &Runtime, range: Value) -> Option<[i128; 3]> {
    let parts = *rt.heap.ranges.get(range.index());
    let is_small = [parts.start, parts.stop, parts.step].iter().all(|part| part.tag == Tag::Int);
    is_small.then(|| [parts.start, parts.stop, parts.step].map(|part| i128::from(part.as_i64())))
}

fn small_len([start, stop, step]: [i128; 3]) -> i128 {
    let (span, step) = if step < 0 { (start - stop, -step) } else { (stop - start, step) };
    if span > 0 { (span - 1) / step + 1 } else { 0 }
}

/// The bits of the parts of a range that are long.
fn part_bits(rt: &Runtime, range: Value) -> u64 {
    let parts = *rt.heap.ranges.get(range.index());
    [parts.start, parts.stop, parts.step].iter().map(|part| rt.bits_of(*part)).sum()
}

/// True if a range has no items.
pub(crate) fn is_empty(rt: &Runtime, range: Value) -> bool {
    match small_parts(rt, range) {
        Some(parts) => small_len(parts) == 0,
        None => span(rt, range).is_none(),
    }
}

/// The number of items in a range, if it is a length that CPython's `len` can give.
pub(crate) fn short_len(rt: &Runtime, range: Value) -> Option<usize> {
    if let Some(parts) = small_parts(rt, range) {
        return usize::try_from(small_len(parts)).ok();
    }
    // The walks over the numbers below are paid for at once, because there is nobody here to refuse them.
    rt.heap.fuel.charge(u32::try_from(part_bits(rt, range) / 128).unwrap_or(u32::MAX));
    let Some((span, step)) = span(rt, range) else { return Some(0) };
    // A quotient so short takes a walk over both numbers.
    if span.bits() > step.bits().saturating_add(64) {
        return None;
    }
    let (last, _) = Work::new(&mut Unlimited).divide(&span, &step).ok()?;
    last.to_usize()?.checked_add(1)
}

/// The number of items in a range.
pub(crate) fn len(rt: &mut Runtime, range: Value) -> Result<BigInt, Abrupt> {
    if let Some(parts) = small_parts(rt, range) {
        return Ok(BigInt::from(small_len(parts)));
    }
    let bits = part_bits(rt, range);
    rt.fits_bits(bits.saturating_mul(2))?;
    rt.charge(bits / 512)?;
    let Some((span, step)) = span(rt, range) else { return Ok(BigInt::from(0)) };
    let fuel = cost::divide(span.bits(), step.bits());
    let (last, _) = rt.big_work(fuel, bits.saturating_mul(4), |_, work| work.divide(&span, &step))?;
    Ok(BigInt::from(last) + 1)
}

/// Ranges are equal when they hold the same items.
pub(crate) fn equal(rt: &mut Runtime, a: Value, b: Value) -> Result<bool, Abrupt> {
    let (x, y) = (*rt.heap.ranges.get(a.index()), *rt.heap.ranges.get(b.index()));
    let (left, right) = (len(rt, a)?, len(rt, b)?);
    if left != right {
        return Ok(false);
    }
    if left.is_zero() {
        return Ok(true);
    }
    Ok(rt.big_ref(x.start) == rt.big_ref(y.start) && (left == BigInt::from(1) || rt.big_ref(x.step) == rt.big_ref(y.step)))
}

/// The position of an int in a range. None when it is not an item.
fn position(rt: &mut Runtime, range: Value, item: Value) -> Result<Option<BigInt>, Abrupt> {
    if let (Some(parts), Tag::Int | Tag::Bool) = (small_parts(rt, range), item.tag) {
        let [start, _, step] = parts;
        let offset = i128::from(item.as_i64()) - start;
        let at = if offset % step == 0 { Some(offset / step) } else { None };
        return Ok(at.filter(|at| (0..small_len(parts)).contains(at)).map(BigInt::from));
    }
    let bits = part_bits(rt, range).saturating_add(rt.bits_of(item));
    rt.fits_bits(bits.saturating_mul(2))?;
    rt.charge(bits / 512)?;
    let parts = *rt.heap.ranges.get(range.index());
    let (offset, step) = (&*rt.big_ref(item) - &*rt.big_ref(parts.start), rt.big_ref(parts.step).into_owned());
    if !offset.is_zero() && offset.is_negative() != step.is_negative() {
        return Ok(None);
    }
    let fuel = cost::divide(offset.bits(), step.bits());
    let (at, rest) = rt.big_work(fuel, bits.saturating_mul(4), |_, work| work.divide(offset.magnitude(), step.magnitude()))?;
    if !rest.is_zero() {
        return Ok(None);
    }
    let at = BigInt::from(at);
    Ok(if at < len(rt, range)? { Some(at) } else { None })
}

/// `item in range`: arithmetic for ints, a search for other values that may equal one.
pub(crate) fn contains(rt: &mut Runtime, range: Value, item: Value) -> Result<bool, Abrupt> {
    match item.tag {
        Tag::Int | Tag::Bool | Tag::BigInt => Ok(position(rt, range, item)?.is_some()),
        Tag::Float => {
            let value = item.as_f64();
            if value.fract() != 0.0 || !value.is_finite() {
                // CPython searches here. No item can be equal, but the search is charged.
                let cost = u64::try_from(len(rt, range)?).unwrap_or(u64::MAX);
                rt.charge(cost)?;
                return Ok(false);
            }
            let whole: BigInt = num_traits::FromPrimitive::from_f64(value).unwrap_or_default();
            let whole = rt.heap.int(whole)?;
            Ok(position(rt, range, whole)?.is_some())
        }
        Tag::Inst | Tag::Complex => {
            let plain = rt.unwrap_payload(item);
            if matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt) && rt.user_method(item, crate::base::names::dunder_eq).is_none() {
                return Ok(position(rt, range, plain)?.is_some());
            }
            Err(Abrupt::NeedsUserCode)
        }
        _ => {
            let cost = u64::try_from(len(rt, range)?).unwrap_or(u64::MAX);
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
        Tag::Int | Tag::Bool | Tag::BigInt => position(rt, args.at(0), item)?,
        Tag::Float if item.as_f64().fract() == 0.0 => {
            let whole: BigInt = num_traits::FromPrimitive::from_f64(item.as_f64()).unwrap_or_default();
            let whole = rt.heap.int(whole)?;
            position(rt, args.at(0), whole)?
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
    let count = len(rt, args.at(0))?;
    let (start, step) = (rt.big(parts.start), rt.big(parts.step));
    rt.charge(cost::multiply(count.bits(), step.bits()))?;
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
    let count = len(rt, range)?;
    let (start, step) = (rt.big(parts.start), rt.big(parts.step));
    if key.tag == Tag::Slice {
        let [first, last, by] = bounds(rt, key, &count)?;
        rt.charge([&first, &last, &by].iter().map(|factor| cost::multiply(factor.bits(), step.bits())).sum())?;
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
    rt.charge(cost::multiply(at.bits(), step.bits()))?;
    rt.heap.int(start + at * step)
}
