//! Changes a bytearray in place. Its capacity doubles when it grows, and is charged first.

use stockade_compiler::bytecode::ArithOp;

use super::{build, byte, bytes_of, copied, data};
use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::sizes::clamped_size;
use crate::base::value::{Tag, Value};
use crate::objects::protocols::subscript::Indices;
use crate::objects::types::buffer::bytes_of_other;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

const RANGE: &str = "byte must be in range(0, 256)";

/// Fails when views of the bytes exist. It is called before the length changes.
fn resizable(rt: &Runtime, this: Value) -> Result<(), Abrupt> {
    if rt.heap.bytearrays.get(this.index()).exports > 0 { Err(Abrupt::Exports(this.index())) } else { Ok(()) }
}

/// Makes room for `extra` more bytes.
fn grow(rt: &mut Runtime, this: Value, extra: usize) -> Result<(), Abrupt> {
    if extra > 0 {
        resizable(rt, this)?;
    }
    let data = &rt.heap.bytearrays.get(this.index()).data;
    let (len, capacity) = (data.len(), data.capacity());
    let needed = len.checked_add(extra).ok_or(Abrupt::Memory(usize::MAX))?;
    if needed > capacity {
        let wanted = needed.max(capacity.saturating_mul(2)).max(16);
        rt.heap.charge(wanted - capacity)?;
        rt.heap.bytearrays.get_mut(this.index()).data.reserve_exact(wanted - len);
    }
    Ok(())
}

/// Replaces the contents. `data` has not been charged yet.
fn replace(rt: &mut Runtime, this: Value, data: Vec<u8>) -> Result<(), Abrupt> {
    if data.len() != rt.heap.bytearrays.get(this.index()).data.len() {
        resizable(rt, this)?;
    }
    rt.heap.charge(data.capacity())?;
    let old = std::mem::replace(&mut rt.heap.bytearrays.get_mut(this.index()).data, data);
    rt.heap.refund(old.capacity());
    Ok(())
}

fn contents(rt: &mut Runtime, this: Value) -> &mut Vec<u8> {
    &mut rt.heap.bytearrays.get_mut(this.index()).data
}

pub(super) fn init(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = build(rt, args, "bytearray")?;
    replace(rt, args.at(0), data)?;
    Ok(Value::NONE)
}

pub(super) fn alloc(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let len = contents(rt, args.at(0)).len();
    Ok(Value::int(i64::try_from(if len == 0 { 0 } else { len.saturating_add(1) }).unwrap_or(i64::MAX)))
}

pub(super) fn append(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let item = byte(rt, args.at(1), RANGE)?;
    grow(rt, args.at(0), 1)?;
    contents(rt, args.at(0)).push(item);
    Ok(Value::NONE)
}

pub(super) fn clear(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    replace(rt, args.at(0), Vec::new())?;
    Ok(Value::NONE)
}

pub(super) fn copy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = super::copied_for_object(rt, args.at(0))?;
    rt.heap.bytearray(data)
}

/// Appends bytes.
fn push_all(rt: &mut Runtime, this: Value, more: &[u8]) -> Result<(), Abrupt> {
    grow(rt, this, more.len())?;
    rt.charge(more.len() as u64 / 64)?;
    contents(rt, this).extend_from_slice(more);
    Ok(())
}

pub(super) fn extend(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (this, source) = (args.at(0), args.at(1));
    let plain = rt.unwrap_payload(source);
    let more = if data(rt, plain).is_some() {
        copied(rt, plain)?
    } else if plain.is_str() && rt.heap.text(plain).is_empty() {
        Vec::new()
    } else if plain.is_str() {
        let name = rt.type_name(source);
        return Err(rt.type_error(&format!("expected iterable of integers; got: '{name}'")));
    } else if let Some(made) = bytes_of_other(rt, source)? {
        copied(rt, made)?
    } else {
        match rt.iter(source) {
            Ok(_) | Err(Abrupt::NeedsUserCode | Abrupt::Call) => {}
            Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::TYPE_ERROR) => {
                let name = rt.type_name(source);
                return Err(rt.type_error(&format!("can't extend bytearray with {name}")));
            }
            Err(exit) => return Err(exit),
        }
        super::collect_as(rt, source, RANGE)?
    };
    push_all(rt, this, &more)?;
    Ok(Value::NONE)
}

pub(super) fn insert(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let at = rt.index(args.at(1))?;
    let item = byte(rt, args.at(2), RANGE)?;
    let len = contents(rt, args.at(0)).len();
    let signed = i64::try_from(len).unwrap_or(i64::MAX);
    let at = if at < 0 { at.saturating_add(signed).max(0) } else { at.min(signed) };
    grow(rt, args.at(0), 1)?;
    rt.charge(len as u64 / 256)?;
    contents(rt, args.at(0)).insert(clamped_size(at).min(len), item);
    Ok(Value::NONE)
}

pub(super) fn pop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let at = rt.index_or(args.at(1), -1)?;
    let len = contents(rt, args.at(0)).len();
    if len == 0 {
        return Err(rt.index_error("pop from empty bytearray"));
    }
    let at = if at < 0 { at.saturating_add(i64::try_from(len).unwrap_or(i64::MAX)) } else { at };
    match usize::try_from(at) {
        Ok(at) if at < len => {
            resizable(rt, args.at(0))?;
            rt.charge((len - at) as u64 / 256)?;
            Ok(Value::int(contents(rt, args.at(0)).remove(at).into()))
        }
        _ => Err(rt.index_error("pop index out of range")),
    }
}

pub(super) fn remove(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let item = byte(rt, args.at(1), RANGE)?;
    let data = contents(rt, args.at(0));
    let (found, len) = (memchr::memchr(item, data), data.len());
    rt.charge(len as u64 / 128)?;
    match found {
        Some(at) => {
            resizable(rt, args.at(0))?;
            contents(rt, args.at(0)).remove(at);
            Ok(Value::NONE)
        }
        None => Err(rt.value_error("value not found in bytearray")),
    }
}

pub(super) fn reverse(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let len = contents(rt, args.at(0)).len();
    rt.charge(len as u64 / 64)?;
    contents(rt, args.at(0)).reverse();
    Ok(Value::NONE)
}

pub(super) fn setitem(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    set_item(rt, args.at(0), args.at(1), args.at(2))?;
    Ok(Value::NONE)
}

pub(super) fn delitem(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    del_item(rt, args.at(0), args.at(1))?;
    Ok(Value::NONE)
}

pub(super) fn iadd(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match inplace(rt, ArithOp::Add, args.at(0), args.at(1))? {
        Some(value) => Ok(value),
        None => Err(rt.unsupported("+", args.at(0), args.at(1))),
    }
}

pub(super) fn imul(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let times = rt.index(args.at(1))?;
    Ok(inplace(rt, ArithOp::Mul, args.at(0), Value::int(times))?.unwrap_or(Value::NOT_IMPLEMENTED))
}

/// `this += other`, `this *= times`. None when the operand has a wrong type.
pub(crate) fn inplace(rt: &mut Runtime, op: ArithOp, this: Value, other: Value) -> Result<Option<Value>, Abrupt> {
    let plain = rt.unwrap_payload(other);
    match op {
        ArithOp::Add => {
            let plain = match data(rt, plain) {
                Some(_) => plain,
                None => match bytes_of_other(rt, other)? {
                    Some(made) => made,
                    None => return Ok(None),
                },
            };
            let more = copied(rt, plain)?;
            if plain == this && !more.is_empty() {
                return Err(rt.raise(crate::runtime::exceptions::BUFFER_ERROR, "Existing exports of data: object cannot be re-sized"));
            }
            push_all(rt, this, &more)?;
            rt.heap.release(more.len());
            Ok(Some(this))
        }
        _ => {
            if plain.tag == Tag::BigInt {
                return rt.arith(op, this, plain);
            }
            let Some(times) = rt.int_of(plain) else { return rt.arith(op, this, other) };
            let times = clamped_size(times.as_ref().to_i64().unwrap_or(0));
            let len = bytes_of(rt, this).len().saturating_mul(times);
            rt.precheck(len, 1)?;
            let data = bytes_of(rt, this).repeat(times);
            replace(rt, this, data)?;
            Ok(Some(this))
        }
    }
}

/// The position of a key.
fn position(rt: &mut Runtime, this: Value, key: Value) -> Result<usize, Abrupt> {
    let plain = rt.unwrap_payload(key);
    let is_index = matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt) || rt.has_user_method(key, names::dunder_index);
    if !is_index {
        let name = rt.type_name(key);
        return Err(rt.type_error(&format!("bytearray indices must be integers or slices, not {name}")));
    }
    if plain.tag == Tag::BigInt {
        return Err(rt.index_error("cannot fit 'int' into an index-sized integer"));
    }
    let len = bytes_of(rt, this).len();
    let at = rt.index(key)?;
    let at = if at < 0 { at.saturating_add(i64::try_from(len).unwrap_or(i64::MAX)) } else { at };
    match usize::try_from(at) {
        Ok(at) if at < len => Ok(at),
        _ => Err(rt.index_error("bytearray index out of range")),
    }
}

fn indices(rt: &mut Runtime, this: Value, key: Value) -> Result<Indices, Abrupt> {
    let slice = *rt.heap.slices.get(key.index());
    let len = bytes_of(rt, this).len();
    rt.slice_indices(slice.start, slice.stop, slice.step, len)
}

/// `this[key] = value`.
pub(crate) fn set_item(rt: &mut Runtime, this: Value, key: Value, value: Value) -> Result<(), Abrupt> {
    rt.restartable(|rt| store(rt, this, key, value))
}

fn store(rt: &mut Runtime, this: Value, key: Value, value: Value) -> Result<(), Abrupt> {
    if key.tag != Tag::Slice {
        // A key that is not an index is reported first, and an index out of range last.
        if !matches!(rt.unwrap_payload(key).tag, Tag::Int | Tag::Bool) {
            position(rt, this, key)?;
        }
        let item = byte(rt, value, RANGE)?;
        let at = position(rt, this, key)?;
        if let Some(slot) = contents(rt, this).get_mut(at) {
            *slot = item;
        }
        return Ok(());
    }
    // CPython reports a wrong slice before a wrong value.
    indices(rt, this, key)?;
    let plain = rt.unwrap_payload(value);
    let new = if data(rt, plain).is_some() {
        copied(rt, plain)?
    } else if let Some(made) = bytes_of_other(rt, value)? {
        copied(rt, made)?
    } else {
        let number = matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt | Tag::Float | Tag::Complex)
            || [names::dunder_index, names::dunder_int, names::dunder_float].iter().any(|name| rt.user_method(value, *name).is_some());
        if number || plain.is_str() {
            return Err(rt.type_error("can assign only bytes, buffers, or iterables of ints in range(0, 256)"));
        }
        match rt.iter(value) {
            Ok(_) | Err(Abrupt::NeedsUserCode | Abrupt::Call) => super::collect_as(rt, value, RANGE)?,
            Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::TYPE_ERROR) => {
                let shown = rt.type_name(value);
                return Err(rt.type_error(&format!("cannot convert '{shown}' object to bytearray")));
            }
            Err(exit) => return Err(exit),
        }
    };
    let slice = indices(rt, this, key)?;
    if slice.step == 1 {
        let start = clamped_size(slice.start);
        let len = bytes_of(rt, this).len();
        if new.len() != slice.count {
            resizable(rt, this)?;
        }
        grow(rt, this, new.len().saturating_sub(slice.count))?;
        rt.charge(len as u64 / 128)?;
        let data = contents(rt, this);
        let start = start.min(data.len());
        let end = start.saturating_add(slice.count).min(data.len());
        data.splice(start..end, new);
        return Ok(());
    }
    if new.is_empty() {
        return del_item(rt, this, key);
    }
    if new.len() != slice.count {
        let message = format!("attempt to assign bytes of size {} to extended slice of size {}", new.len(), slice.count);
        return Err(rt.value_error(&message));
    }
    rt.charge(slice.count as u64 / 16)?;
    let data = contents(rt, this);
    for (at, item) in slice.positions().zip(new) {
        if let Some(slot) = data.get_mut(at) {
            *slot = item;
        }
    }
    Ok(())
}

/// `del this[key]`.
pub(crate) fn del_item(rt: &mut Runtime, this: Value, key: Value) -> Result<(), Abrupt> {
    let len = bytes_of(rt, this).len();
    rt.charge(len as u64 / 128)?;
    if key.tag != Tag::Slice {
        let at = position(rt, this, key)?;
        resizable(rt, this)?;
        contents(rt, this).remove(at);
        return Ok(());
    }
    let slice = indices(rt, this, key)?;
    if slice.count == 0 {
        return Ok(());
    }
    resizable(rt, this)?;
    if slice.step == 1 {
        let start = clamped_size(slice.start);
        contents(rt, this).drain(start..start.saturating_add(slice.count).min(len));
        return Ok(());
    }
    rt.charge(len as u64 / 16)?;
    let (first, last) = slice.ends();
    let stride = usize::try_from(slice.step.unsigned_abs()).unwrap_or(usize::MAX);
    let mut at = 0usize;
    contents(rt, this).retain(|_| {
        let is_gone = (first..=last).contains(&at) && (at - first).is_multiple_of(stride);
        at += 1;
        !is_gone
    });
    Ok(())
}
