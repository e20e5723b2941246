//! Native iterators, `enumerate`, `zip`, `map`, `filter`, `reversed`.
//!
//! When a source needs user code, the iterator is a generator of a fallback that *plays* the builtin type: it shows that type.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{DictKind, GenState, IterObj, Object};
use crate::natives;
use crate::objects::types::map_filter;
use crate::runtime::core::Runtime;
use crate::runtime::native;
use crate::runtime::native::Args;
use crate::runtime::native_object::NativeObject;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

natives! { pub(crate) NATIVES:
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
    method "__length_hint__" "(self, /)" => length_hint;
    method "__reduce__" "(self, /)" => reduce;
    method "__setstate__" "(self, state, /)" => set_state;
}

natives! { pub(crate) ENUMERATE_NATIVES:
    new "__new__" "(cls, iterable, start=0)" costs 20 => |rt, args| of_class(rt, args, new_enumerate);
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
    method "__reduce__" "(self, /)" => reduce;
}

natives! { pub(crate) ZIP_NATIVES:
    new "__new__" "(cls, *iterables, strict=False)" costs 20 => |rt, args| of_class(rt, args, new_zip);
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
    method "__reduce__" "(self, /)" => reduce;
    method "__setstate__" "(self, state, /)" => set_strict;
}

natives! { pub(crate) MAP_NATIVES:
    new "__new__" "(cls, function, iterable, /, *iterables)" costs 20 => |rt, args| of_class(rt, args, new_map);
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
    method "__reduce__" "(self, /)" => reduce;
}

natives! { pub(crate) FILTER_NATIVES:
    new "__new__" "(cls, function, iterable, /)" costs 20 => |rt, args| of_class(rt, args, new_filter);
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
    method "__reduce__" "(self, /)" => reduce;
}

natives! { pub(crate) REVERSED_NATIVES:
    new "__new__" "(cls, sequence, /)" costs 20 => |rt, args| of_class(rt, args, new_reversed);
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
    method "__length_hint__" "(self, /)" => length_hint;
    method "__reduce__" "(self, /)" => reduce;
    method "__setstate__" "(self, state, /)" => set_state;
}

/// The builtin type that generators of a fallback function play: `play_map` plays `map`.
pub(crate) fn type_of_fallback_generator(qualname: &str) -> Option<TypeId> {
    if qualname == "play_coroutine_wrapper" {
        return Some(reg::COROUTINE_WRAPPER);
    }
    let name = qualname.strip_prefix("play_")?;
    let name = name.strip_suffix("_many").unwrap_or(name);
    registry().types.iter().position(|info| info.name == name).and_then(|at| u16::try_from(at).ok()).map(TypeId)
}

/// The number of parameters with which a fallback generator that plays an iterator starts again after it ended. These parameters hold all
/// the state of the generator. So the iterator continues after an exception, and most iterators also continue when their source has more
/// items. None when the iterator is finished.
fn restart_param_count(kind: TypeId, raised: bool) -> Option<usize> {
    match kind {
        reg::ZIP | reg::GROUPBY => Some(1),
        reg::MAP | reg::FILTER | reg::ENUMERATE | reg::STARMAP | reg::FILTERFALSE | reg::COMPRESS | reg::TEE => Some(2),
        reg::TAKEWHILE | reg::DROPWHILE => Some(3),
        reg::ACCUMULATE => Some(4),
        reg::ITERATOR | reg::CALLABLE_ITERATOR | reg::CHAIN if raised => Some(2),
        reg::CYCLE if raised => Some(3),
        _ => None,
    }
}

/// Ends a generator frame that returned or raised. `registers` are its first registers. Returns the exception that was being handled where
/// the generator was resumed.
pub(crate) fn finish_generator(rt: &mut Runtime, body: u32, raised: bool, registers: [Value; 4]) -> Value {
    let code = rt.heap.gens.get(body).code;
    let represents_iterator = rt.modules.code_info.get(code as usize).and_then(|facts| facts.represents_iterator);
    let Some(count) = represents_iterator.and_then(|kind| restart_param_count(kind, raised)) else { return rt.heap.finish_body(body) };
    let object = rt.heap.gens.get_mut(body);
    (object.state, object.pc, object.handled) = (GenState::Created, 0, Value::NONE);
    object.regs.fill(Value::UNDEF);
    for (slot, value) in object.regs.iter_mut().zip(registers).take(count) {
        *slot = value;
    }
    std::mem::take(&mut object.outside)
}

fn itself(_rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(args.at(0))
}

fn next(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag == Tag::Gen {
        rt.pending.call = crate::runtime::pending_call::PendingCall {
            callee: args.at(0),
            args: smallvec::smallvec![Value::NONE],
            resume: Some(crate::runtime::pending_call::Resume::Send),
            ..crate::runtime::pending_call::PendingCall::default()
        };
        return Err(Abrupt::Call);
    }
    let next = if rt.is_map_filter(args.at(0)) { rt.advance_map_filter(args.at(0)) } else { rt.next(args.at(0)) };
    next?.ok_or_else(|| rt.stop_iteration(Value::UNDEF))
}

fn length_hint(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag != Tag::Iter {
        return played_length(rt, args.at(0));
    }
    let left = match rt.heap.iters.get(args.at(0).index()) {
        IterObj::ListReversed { list, at } => Some(*at).filter(|at| *at <= rt.heap.lists.get(*list).items.len()).unwrap_or(0),
        IterObj::Deque { deque, at, .. } => rt.native_len(*deque).unwrap_or(0).saturating_sub(*at),
        IterObj::TupleReversed { at, .. } => *at,
        IterObj::StrReversed { text, byte } => {
            let (value, byte) = (Value::heap(Tag::Str, *text), *byte);
            rt.charge(byte as u64 / 64)?;
            rt.heap.text(value).get(..byte).map_or(0, |rest| rest.chars().count())
        }
        IterObj::Bytes { owner, at } => crate::objects::types::bytes::data(rt, *owner).map_or(0, <[u8]>::len).saturating_sub(*at),
        IterObj::Str { text, byte } => {
            let (value, byte) = (Value::heap(Tag::Str, *text), *byte);
            rt.charge(rt.heap.text(value).len() as u64 / 64)?;
            rt.heap.text(value).get(byte..).map_or(0, |rest| rest.chars().count())
        }
        IterObj::BigRange { left, .. } => return Ok(*left),
        IterObj::DictReversed { dict, len, .. } | IterObj::Dict { dict, len, .. } if rt.heap.dicts.get(*dict).len() != *len => 0,
        IterObj::Set { owner, at, len, .. } => {
            let (owner, mut at, len) = (*owner, *at, *len);
            let set = rt.heap.sets.get(owner.index());
            if set.len() == len {
                let mut left = 0;
                while let Some((found, _)) = set.next_from(at, &rt.heap.fuel) {
                    (at, left) = (found + 1, left + 1);
                }
                rt.charge(left as u64 / 4)?;
                left
            } else {
                0
            }
        }
        IterObj::List { list, at } => rt.heap.lists.get(*list).items.len().saturating_sub(*at),
        IterObj::Tuple { tuple, at } => rt.heap.tuples.get(*tuple).items.len().saturating_sub(*at),
        IterObj::Range { left, .. } => usize::try_from(*left).unwrap_or(usize::MAX),
        IterObj::Dict { at: usize::MAX, .. } => 0,
        IterObj::Dict { left, .. } => *left as usize,
        IterObj::DictReversed { len, at, .. } => (*at).min(*len),
        _ => 0,
    };
    Ok(Value::int(left as i64))
}

/// The registers of a fallback generator that plays an iterator, and whether it is suspended at a `yield`. None when it is finished.
pub(crate) fn played(rt: &Runtime, this: Value) -> Option<(Vec<Value>, bool)> {
    let generator = rt.heap.gens.get(this.index());
    match generator.state {
        GenState::Created | GenState::Suspended => Some((generator.regs.to_vec(), generator.state == GenState::Suspended)),
        _ => None,
    }
}

fn played_length(rt: &mut Runtime, this: Value) -> Result<Value, Abrupt> {
    let found = played(rt, this).map(|(regs, _)| (regs.first().copied(), regs.get(1).copied()));
    match found {
        Some((Some(source), Some(left)))
            if left.tag == Tag::Int && crate::objects::types::generator::type_of(rt, this) == reg::REVERSED =>
        {
            Err(rt.tail_fallback("reversed_length", &[source, left]))
        }
        _ => Ok(Value::int(0)),
    }
}

/// Like [`reduce`], for an iterator that a fallback generator plays: its arguments are in its first registers.
fn reduce_played(rt: &mut Runtime, this: Value) -> Result<Option<Value>, Abrupt> {
    let kind = crate::objects::types::generator::type_of(rt, this);
    let iter = rt.intern("iter")?;
    let iter = registry().builtin(iter).ok_or(Abrupt::Bug("no such builtin"))?;
    if ![reg::MAP, reg::FILTER, reg::ENUMERATE, reg::ZIP, reg::REVERSED, reg::ITERATOR, reg::CALLABLE_ITERATOR].contains(&kind) {
        return Ok(None);
    }
    let Some((regs, started)) = played(rt, this) else {
        let empty = rt.heap.tuple(&[])?;
        let args = rt.heap.tuple(&[empty])?;
        return rt.heap.tuple(&[iter, args]).map(Some);
    };
    let (first, second) = (regs.first().copied().unwrap_or(Value::NONE), regs.get(1).copied().unwrap_or(Value::NONE));
    // The iterators of a `map` or `zip`.
    rt.charge([first, second].iter().filter(|list| list.tag == Tag::List).map(|list| rt.sequence_items(*list).len() as u64 / 8).sum())?;
    let many = |rt: &Runtime, list: Value| if list.tag == Tag::List { rt.sequence_items(list).to_vec() } else { vec![list] };
    let (callable, args, state) = match kind {
        reg::MAP => {
            let mut args = vec![first];
            args.extend(many(rt, second));
            (reg::MAP.value(), args, None)
        }
        reg::FILTER => (reg::FILTER.value(), vec![first, second], None),
        reg::ENUMERATE => {
            let next = if started { rt.big(second) + 1 } else { rt.big(second) };
            let next = rt.heap.int(next)?;
            (reg::ENUMERATE.value(), vec![first, next], None)
        }
        reg::ZIP => (reg::ZIP.value(), many(rt, first), None),
        reg::CALLABLE_ITERATOR => (iter, vec![first, second], None),
        reg::REVERSED => (reg::REVERSED.value(), vec![first], Some(second.as_i64().saturating_sub(1))),
        _ => (iter, vec![first], Some(second.as_i64().saturating_add(i64::from(started)))),
    };
    let args = rt.heap.tuple_from(args)?;
    match state {
        Some(state) => rt.heap.tuple(&[callable, args, Value::int(state)]).map(Some),
        None => rt.heap.tuple(&[callable, args]).map(Some),
    }
}

/// What `copy` and `pickle` need to rebuild an iterator: a callable, its arguments, and the position.
pub(crate) fn reduce(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let this = args.at(0);
    let refuse = |rt: &mut Runtime| {
        let name = rt.type_name(this);
        Err(rt.type_error(&format!("cannot pickle '{name}' object")))
    };
    if this.tag != Tag::Iter {
        return match reduce_played(rt, this)? {
            Some(found) => Ok(found),
            None => refuse(rt),
        };
    }
    let callable = |rt: &mut Runtime, name: &str| -> Result<Value, Abrupt> {
        let name = rt.intern(name)?;
        registry().builtin(name).ok_or(Abrupt::Bug("no such builtin"))
    };
    let position = |at: usize| Value::int(i64::try_from(at).unwrap_or(i64::MAX));
    // The source, and the position in it unless the iterator is exhausted.
    let (source, at) = match rt.heap.iters.get(this.index()) {
        IterObj::List { list, at } => {
            let left = *at <= rt.heap.lists.get(*list).items.len();
            (Value::heap(Tag::List, *list), left.then_some(*at))
        }
        IterObj::Tuple { tuple, at } => {
            let left = *at <= rt.heap.tuples.get(*tuple).items.len();
            (Value::heap(Tag::Tuple, *tuple), left.then_some(*at))
        }
        IterObj::Bytes { owner, at } => {
            let left = crate::objects::types::bytes::data(rt, *owner).is_some_and(|data| *at <= data.len());
            (*owner, left.then_some(*at))
        }
        IterObj::Str { text, byte } => {
            let (value, byte) = (Value::heap(Tag::Str, *text), *byte);
            rt.charge(byte as u64 / 64)?;
            (value, rt.heap.text(value).get(..byte).map(|before| before.chars().count()))
        }
        IterObj::ListReversed { list, at } => {
            let (list, at) = (Value::heap(Tag::List, *list), *at);
            let reversed = callable(rt, "reversed")?;
            let args = rt.heap.tuple(&[list])?;
            return match at.checked_sub(1) {
                Some(at) => rt.heap.tuple(&[reversed, args, position(at)]),
                None => {
                    let (iter, empty) = (callable(rt, "iter")?, rt.heap.list(Vec::new())?);
                    let args = rt.heap.tuple(&[empty])?;
                    rt.heap.tuple(&[iter, args])
                }
            };
        }
        IterObj::TupleReversed { tuple, at } if *at > 0 => {
            let (tuple, at) = (Value::heap(Tag::Tuple, *tuple), *at);
            let args = rt.heap.tuple(&[tuple])?;
            return rt.heap.tuple(&[reg::REVERSED.value(), args, position(at - 1)]);
        }
        IterObj::StrReversed { text, byte } if *byte > 0 => {
            let (value, byte) = (Value::heap(Tag::Str, *text), *byte);
            rt.charge(byte as u64 / 64)?;
            let left = rt.heap.text(value).get(..byte).map_or(0, |before| before.chars().count());
            let args = rt.heap.tuple(&[value])?;
            return rt.heap.tuple(&[reg::REVERSED.value(), args, position(left.saturating_sub(1))]);
        }
        IterObj::TupleReversed { .. } | IterObj::StrReversed { .. } => {
            let empty = rt.heap.tuple(&[])?;
            let args = rt.heap.tuple(&[empty])?;
            return rt.heap.tuple(&[reg::REVERSED.value(), args]);
        }
        IterObj::Deque { deque, at, reversed, .. } => {
            let (deque, at, reversed) = (*deque, *at, *reversed);
            let at = at.min(rt.native_len(deque).unwrap_or(0));
            let function = if reversed { reg::REVERSED.value() } else { callable(rt, "iter")? };
            let args = rt.heap.tuple(&[deque])?;
            return rt.heap.tuple(&[function, args, position(at)]);
        }
        IterObj::Native(iter) => match iter.slots().reduce() {
            Some(reduce) => return reduce(rt, this),
            None => return refuse(rt),
        },
        IterObj::Range { next, step, left } => {
            let (start, step) = (*next, *step);
            let stop = i64::try_from(*left).ok().and_then(|left| step.checked_mul(left)).and_then(|span| start.checked_add(span));
            let Some(stop) = stop else { return refuse(rt) };
            let range = rt.heap.range(Value::int(start), Value::int(stop), Value::int(step))?;
            let (iter, args) = (callable(rt, "iter")?, rt.heap.tuple(&[range])?);
            return rt.heap.tuple(&[iter, args, Value::NONE]);
        }
        IterObj::BigRange { next, step, left } => {
            let (start, step, left) = (*next, *step, *left);
            let stop = rt.big(start) + rt.big(step) * rt.big(left);
            let stop = rt.heap.int(stop)?;
            let range = rt.heap.range(start, stop, step)?;
            let (iter, args) = (callable(rt, "iter")?, rt.heap.tuple(&[range])?);
            return rt.heap.tuple(&[iter, args, Value::NONE]);
        }
        IterObj::Dict { .. } | IterObj::DictReversed { .. } | IterObj::Set { .. } => {
            // A copy is consumed, so that the original keeps its position.
            let copy = rt.heap.iters.get(this.index()).clone();
            let copy = rt.heap.iter(copy)?;
            let items = rt.collect(copy)?;
            let list = rt.heap.list(items)?;
            let (iter, args) = (callable(rt, "iter")?, rt.heap.tuple(&[list])?);
            return rt.heap.tuple(&[iter, args]);
        }
        IterObj::Enumerate { inner, count } => {
            let args = [*inner, *count];
            let args = rt.heap.tuple(&args)?;
            return rt.heap.tuple(&[reg::ENUMERATE.value(), args]);
        }
        IterObj::MapFilter { func, inner, keeps, .. } => {
            let (args, ty) = ([*func, *inner], if *keeps { reg::FILTER } else { reg::MAP });
            let args = rt.heap.tuple(&args)?;
            return rt.heap.tuple(&[ty.value(), args]);
        }
        IterObj::Zip { inner, strict } => {
            let (inner, strict) = (inner.clone(), *strict);
            let args = rt.heap.tuple(&inner)?;
            let zip = reg::ZIP.value();
            return if strict { rt.heap.tuple(&[zip, args, Value::TRUE]) } else { rt.heap.tuple(&[zip, args]) };
        }
        _ => return refuse(rt),
    };
    let iter = callable(rt, "iter")?;
    match at {
        Some(at) => {
            let args = rt.heap.tuple(&[source])?;
            rt.heap.tuple(&[iter, args, position(at)])
        }
        None => {
            let empty = match source.tag {
                Tag::Tuple | Tag::Bytes | Tag::ByteArray => rt.heap.tuple(&[])?,
                Tag::Str => rt.heap.str("")?,
                _ => rt.heap.list(Vec::new())?,
            };
            let args = rt.heap.tuple(&[empty])?;
            rt.heap.tuple(&[iter, args])
        }
    }
}

/// `zip.__setstate__`: the state is the strict flag.
fn set_strict(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let wanted = rt.truth(args.at(1))?;
    if args.at(0).tag == Tag::Iter
        && let IterObj::Zip { strict, .. } = rt.heap.iters.get_mut(args.at(0).index())
    {
        *strict = wanted;
    }
    Ok(Value::NONE)
}

/// Moves to a position that `__reduce__` returned.
fn set_state(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let this = args.at(0);
    let is_big = this.tag == Tag::Iter && matches!(rt.heap.iters.get(this.index()), IterObj::BigRange { .. });
    if this.tag == Tag::Iter && args.at(1).is_none() && (is_big || matches!(rt.heap.iters.get(this.index()), IterObj::Range { .. })) {
        return Ok(Value::NONE);
    }
    if !(matches!(rt.unwrap_payload(args.at(1)).tag, Tag::Int | Tag::Bool) || is_big && args.at(1).tag == Tag::BigInt) {
        return Err(rt.type_error("an integer is required"));
    }
    if is_big && let IterObj::BigRange { next, step, left } = rt.heap.iters.get(this.index()) {
        let (next, step, left) = (*next, *step, *left);
        let zero = num_bigint::BigInt::from(0);
        let by = rt.big(args.at(1)).clamp(zero, rt.big(left));
        let (next, left) = (rt.big(next) + rt.big(step) * &by, rt.big(left) - by);
        let (next, left) = (rt.heap.int(next)?, rt.heap.int(left)?);
        *rt.heap.iters.get_mut(this.index()) = IterObj::BigRange { next, step, left };
        return Ok(Value::NONE);
    }
    if this.tag == Tag::Gen {
        let wanted = rt.index(args.at(1))?;
        let kind = crate::objects::types::generator::type_of(rt, this);
        let Some((regs, started)) = played(rt, this) else { return Ok(Value::NONE) };
        let to = match kind {
            reg::ITERATOR => wanted.max(0).saturating_sub(i64::from(started)),
            reg::REVERSED => {
                let most = regs.get(1).filter(|at| at.tag == Tag::Int).map_or(0, |at| at.as_i64());
                wanted.max(-1).saturating_add(1).min(most)
            }
            _ => return Ok(Value::NONE),
        };
        if let Some(slot) = rt.heap.gens.get_mut(this.index()).regs.get_mut(1) {
            *slot = Value::int(to);
        }
        return Ok(Value::NONE);
    }
    let wanted = rt.index(args.at(1))?;
    let to = usize::try_from(wanted.max(0)).unwrap_or(usize::MAX);
    let state = match rt.heap.iters.get(this.index()) {
        IterObj::List { list, .. } => {
            let len = rt.heap.lists.get(*list).items.len();
            IterObj::List { list: *list, at: if wanted < 0 { len } else { to.min(len) } }
        }
        IterObj::Tuple { tuple, .. } => IterObj::Tuple { tuple: *tuple, at: to.min(rt.heap.tuples.get(*tuple).items.len()) },
        IterObj::ListReversed { list, .. } => {
            let len = rt.heap.lists.get(*list).items.len();
            let at = if wanted < 0 { 0 } else { to.saturating_add(1).min(len) };
            IterObj::ListReversed { list: *list, at }
        }
        IterObj::TupleReversed { tuple, .. } => {
            let len = rt.heap.tuples.get(*tuple).items.len();
            IterObj::TupleReversed { tuple: *tuple, at: if wanted < 0 { 0 } else { to.saturating_add(1).min(len) } }
        }
        IterObj::Bytes { owner, .. } => {
            let owner = *owner;
            IterObj::Bytes { owner, at: to.min(rt.byte_data(owner).len()) }
        }
        IterObj::Str { text, .. } => {
            let text = *text;
            let len = rt.heap.text(Value::heap(Tag::Str, text)).len();
            rt.charge(to.min(len) as u64 / 64)?;
            let byte = rt.heap.text(Value::heap(Tag::Str, text)).char_indices().nth(to).map_or(len, |(at, _)| at);
            IterObj::Str { text, byte }
        }
        IterObj::StrReversed { text, .. } => {
            let text = *text;
            let value = Value::heap(Tag::Str, text);
            rt.charge(rt.heap.text(value).len() as u64 / 64)?;
            let whole = rt.heap.text(value);
            let byte = match to.checked_add(1) {
                _ if wanted < 0 => 0,
                Some(kept) => whole.char_indices().nth(kept).map_or(whole.len(), |(at, _)| at),
                None => whole.len(),
            };
            IterObj::StrReversed { text, byte }
        }
        IterObj::Deque { deque, version, reversed, .. } => {
            let (deque, version, reversed) = (*deque, *version, *reversed);
            IterObj::Deque { deque, at: to.min(rt.native_len(deque).unwrap_or(0)), version, reversed }
        }
        IterObj::Range { next, step, left } => {
            let skip = u64::try_from(to).unwrap_or(u64::MAX).min(*left);
            let moved = i64::try_from(skip).ok().and_then(|skip| step.checked_mul(skip)).and_then(|by| next.checked_add(by));
            IterObj::Range { next: moved.unwrap_or(*next), step: *step, left: *left - skip }
        }
        _ => {
            let name = rt.type_name(this);
            return Err(rt.attribute_error(&format!("'{name}' object has no attribute '__setstate__'")));
        }
    };
    *rt.heap.iters.get_mut(this.index()) = state;
    Ok(Value::NONE)
}

/// `iter(value)` when every later step is native. None when user code takes part.
pub(crate) fn native_iter(rt: &mut Runtime, value: Value) -> Result<Option<Value>, Abrupt> {
    if value.tag == Tag::Gen {
        return Ok(None);
    }
    match rt.iter(value) {
        // Deeper nesting is left to fallback generators, which do not use the host's stack. A `map` may need user code for any item.
        Ok(iter) if iter.tag == Tag::Iter && !rt.is_map_filter(iter) && nests_at_most(rt, iter, MAX_NATIVE_NESTING - 1)? => Ok(Some(iter)),
        Ok(_) | Err(Abrupt::Call | Abrupt::NeedsUserCode) => Ok(None),
        Err(exit) => Err(exit),
    }
}

/// How many `enumerate`, `zip` and other iterators may wrap each other natively.
pub(crate) const MAX_NATIVE_NESTING: u32 = 3;

/// True when an iterator has at most `levels` levels of iterators. It counts itself when it wraps others.
pub(crate) fn nests_at_most(rt: &mut Runtime, iter: Value, levels: u32) -> Result<bool, Abrupt> {
    if iter.tag != Tag::Iter {
        return Ok(true);
    }
    let inner: Box<[Value]> = match rt.heap.iters.get(iter.index()) {
        IterObj::Enumerate { inner, .. } | IterObj::MapFilter { inner, .. } => Box::new([*inner]),
        IterObj::Native(iter) => match iter.slots().inner() {
            Some(inner) => Box::new([inner]),
            None => return Ok(true),
        },
        IterObj::Zip { inner, .. } => inner.clone(),
        _ => return Ok(true),
    };
    let Some(below) = levels.checked_sub(1) else { return Ok(false) };
    rt.charge(inner.len() as u64 / 4)?;
    for iter in inner {
        if !nests_at_most(rt, iter, below)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The result of a constructor, inside an instance when a class that derives from the type is instantiated.
fn of_class(rt: &mut Runtime, args: Args<'_>, new: native::NativeFn) -> Result<Value, Abrupt> {
    let made = new(rt, args)?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), made)
}

fn new_enumerate(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let start = match args.at(2).defined() {
        Some(start) => {
            let plain = rt.unwrap_payload(start);
            if matches!(plain.tag, Tag::Int | Tag::BigInt) { plain } else { Value::int(rt.index(start)?) }
        }
        None => Value::int(0),
    };
    match native_iter(rt, args.at(1))? {
        Some(inner) => rt.heap.iter(IterObj::Enumerate { inner, count: start }),
        None => Err(rt.tail_fallback("start_enumerate", &[args.at(1), start])),
    }
}

fn new_zip(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let strict = match args.at(1).defined() {
        Some(flag) => rt.truth(flag)?,
        None => false,
    };
    rt.charge(2 * args.rest.len() as u64)?;
    let mut inner = Vec::with_capacity(args.rest.len());
    for (at, source) in args.rest.iter().enumerate() {
        match native_iter(rt, *source) {
            Ok(Some(iter)) => inner.push(iter),
            Ok(None) => {
                let sources = rt.heap.tuple(args.rest)?;
                return Err(rt.tail_fallback("start_zip", &[sources, Value::bool(strict)]));
            }
            Err(Abrupt::Raise(_)) if !rt.is_iterable(*source) => {
                let _ = at;
                let name = rt.type_name(*source);
                return Err(rt.type_error(&format!("'{name}' object is not iterable")));
            }
            Err(exit) => return Err(exit),
        }
    }
    rt.heap.iter(IterObj::Zip { inner: inner.into(), strict })
}

fn new_map(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.rest.is_empty()
        && let Some(inner) = native_iter(rt, args.at(2))?
    {
        return rt.heap.iter(map_filter::over(args.at(1), inner, Value::UNDEF, false));
    }
    let mut all = vec![args.at(2)];
    all.extend_from_slice(args.rest);
    let sources = rt.heap.tuple_from(all)?;
    Err(rt.tail_fallback("start_map", &[args.at(1), sources]))
}

fn new_filter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(inner) = native_iter(rt, args.at(2))? {
        return rt.heap.iter(map_filter::over(args.at(1), inner, Value::UNDEF, true));
    }
    Err(rt.tail_fallback("start_filter", &[args.at(1), args.at(2)]))
}

fn new_reversed(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let source = args.at(1);
    if let Some(method) = rt.user_method(source, names::dunder_reversed) {
        if method.is_none() {
            let name = rt.type_name(source);
            return Err(rt.type_error(&format!("'{name}' object is not reversible")));
        }
        return Err(rt.tail_method(method, source, &[]));
    }
    let plain = rt.unwrap_payload(source);
    if matches!(plain.tag, Tag::Tuple | Tag::Str | Tag::Bytes)
        && (rt.user_method(source, names::dunder_getitem).is_some() || rt.user_method(source, names::dunder_len).is_some())
    {
        return Err(rt.tail_fallback("start_reversed", &[source]));
    }
    let state = match plain.tag {
        Tag::List => IterObj::ListReversed { list: plain.index(), at: rt.sequence_items(plain).len() },
        Tag::Tuple => IterObj::TupleReversed { tuple: plain.index(), at: rt.sequence_items(plain).len() },
        Tag::Str => IterObj::StrReversed { text: plain.index(), byte: rt.heap.text(plain).len() },
        Tag::Object if crate::objects::types::deque::is_deque(rt, plain) => {
            let version = match rt.heap.as_object(plain) {
                Object::Deque(deque) => deque.version,
                _ => 0,
            };
            IterObj::Deque { deque: plain, at: 0, version, reversed: true }
        }
        Tag::Object if matches!(rt.heap.as_object(plain), Object::MemoryView { .. }) => {
            rt.len(plain)?;
            return Err(rt.tail_fallback("start_reversed", &[plain]));
        }
        Tag::Inst | Tag::Bytes | Tag::ByteArray => {
            let user_defined = rt.user_method(plain, names::dunder_getitem).is_some() && rt.user_method(plain, names::dunder_len).is_some();
            if user_defined || plain.tag != Tag::Inst {
                return Err(rt.tail_fallback("start_reversed", &[source]));
            }
            let name = rt.type_name(source);
            if rt.user_method(plain, names::dunder_getitem).is_some() {
                return Err(rt.type_error(&format!("object of type '{name}' has no len()")));
            }
            return Err(rt.type_error(&format!("'{name}' object is not reversible")));
        }
        _ => {
            let ty = rt.builtin_type(plain);
            if let Some(method) = registry().member(ty, names::dunder_reversed) {
                return rt.call_native(method, &[plain]);
            }
            let name = rt.type_name(source);
            if rt.user_method(source, names::dunder_getitem).is_some() {
                if rt.user_method(source, names::dunder_len).is_some() {
                    return Err(rt.tail_fallback("start_reversed", &[source]));
                }
                return Err(rt.type_error(&format!("object of type '{name}' has no len()")));
            }
            return Err(rt.type_error(&format!("'{name}' object is not reversible")));
        }
    };
    rt.heap.iter(state)
}

/// The builtin type of a native iterator.
pub(crate) fn type_of(rt: &Runtime, value: Value) -> TypeId {
    match rt.heap.iters.get(value.index()) {
        IterObj::List { .. } => reg::LIST_ITERATOR,
        IterObj::ListReversed { .. } => reg::LIST_REVERSEITERATOR,
        IterObj::Tuple { .. } => reg::TUPLE_ITERATOR,
        IterObj::Str { text, .. } => {
            if rt.heap.is_ascii(Value::heap(Tag::Str, *text)) {
                reg::STR_ASCII_ITERATOR
            } else {
                reg::STR_ITERATOR
            }
        }
        IterObj::TupleReversed { .. } | IterObj::StrReversed { .. } => reg::REVERSED,
        IterObj::Bytes { owner, .. } => match owner.tag {
            Tag::Bytes => reg::BYTES_ITERATOR,
            Tag::ByteArray => reg::BYTEARRAY_ITERATOR,
            _ => reg::ITERATOR,
        },
        IterObj::Range { .. } => reg::RANGE_ITERATOR,
        IterObj::BigRange { .. } => reg::LONGRANGE_ITERATOR,
        IterObj::Dict { kind: DictKind::Keys, .. } => reg::DICT_KEYITERATOR,
        IterObj::Dict { kind: DictKind::Values, .. } => reg::DICT_VALUEITERATOR,
        IterObj::Dict { .. } => reg::DICT_ITEMITERATOR,
        IterObj::DictReversed { kind: DictKind::Keys, .. } => reg::DICT_REVERSEKEYITERATOR,
        IterObj::DictReversed { kind: DictKind::Values, .. } => reg::DICT_REVERSEVALUEITERATOR,
        IterObj::DictReversed { .. } => reg::DICT_REVERSEITEMITERATOR,
        IterObj::Set { .. } => reg::SET_ITERATOR,
        IterObj::Enumerate { .. } => reg::ENUMERATE,
        IterObj::Zip { .. } => reg::ZIP,
        IterObj::MapFilter { keeps: false, .. } => reg::MAP,
        IterObj::MapFilter { .. } => reg::FILTER,
        IterObj::Deque { reversed: false, .. } => reg::DEQUE_ITERATOR,
        IterObj::Deque { .. } => reg::DEQUE_REVERSE_ITERATOR,
        IterObj::Native(iter) => NativeObject::type_id(iter.slots()),
        IterObj::Empty => reg::ITERATOR,
    }
}
