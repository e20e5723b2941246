//! Builtins that consume iterables. Guest iterators, generators and key functions are the prelude's.

use stockade_compiler::bytecode::ArithOp;

use crate::exit::Exit;
use crate::frame::Action;
use crate::natives::Args;
use crate::ops::compare::Cmp;
use crate::rt::{Pending, Resume, Rt};
use crate::types::through::is_native_key;
use crate::value::{Tag, Value};

pub(super) fn iter(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    if args.at(1).given().is_some() {
        return Err(rt.tail_prelude("iter_sentinel", &[args.at(0), args.at(1)]));
    }
    let found = rt.iter(args.at(0))?;
    // Of a class that derives from an iterator: loops go over what is within, but the program sees the whole.
    Ok(if rt.is_iterator_around(args.at(0)) && rt.payload(args.at(0)) == Some(found) { args.at(0) } else { found })
}

/// A call in place of `next` gives the default, where there is one, at the iterator's end.
fn or_default(rt: &mut Rt, exit: Exit, default: Value) -> Exit {
    if matches!(exit, Exit::Call) && default.given().is_some() {
        (rt.pending.action, rt.pending.extra) = (Some(Action::NextDefault), default);
    }
    exit
}

pub(super) fn next(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let mut iter = args.at(0);
    if rt.is_iterator_around(iter) && rt.guest_lookup(rt.type_of(iter), crate::names::dunder_next).is_none() {
        iter = rt.plain(iter);
    }
    match iter.tag {
        Tag::Iter => {
            let next = if rt.is_through(iter) { rt.step_through(iter) } else { rt.next(iter) };
            match next {
                Ok(next) => next.or(args.at(1).given()).ok_or_else(|| rt.stop_iteration(Value::UNDEF)),
                Err(exit) => Err(or_default(rt, exit, args.at(1))),
            }
        }
        Tag::Gen if rt.heap.gens.get(iter.index()).kind == crate::heap::GenKind::Generator => {
            let action = args.at(1).given().map(|_| Action::NextDefault);
            rt.pending = Pending {
                callee: iter,
                args: smallvec::smallvec![Value::NONE],
                resume: Some(Resume::Send),
                action,
                extra: args.at(1),
                ..Pending::default()
            };
            Err(Exit::Call)
        }
        _ => match rt.class_lookup(rt.type_of(iter), crate::names::dunder_next) {
            Some(method) => {
                let exit = rt.tail_method(method, iter, &[]);
                Err(or_default(rt, exit, args.at(1)))
            }
            None => {
                let name = rt.type_name(iter);
                Err(rt.type_error(&format!("'{name}' object is not an iterator")))
            }
        },
    }
}

pub(super) fn sorted(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let items = rt.collect_sized(args.at(0))?;
    let reverse = match args.at(2).given() {
        Some(flag) => rt.truth(flag)?,
        None => false,
    };
    let items = match args.at(1).some() {
        None => super::sorting::sort_values(rt, items, reverse)?,
        Some(key) if is_native_key(rt, key) => {
            let keys = rt.keys_of(key, &items)?;
            super::sorting::sort_values_by(rt, &items, &keys, reverse)?
        }
        Some(key) => {
            let items = rt.heap.list(items)?;
            return Err(rt.tail_prelude("sorted_by", &[items, key, Value::bool(reverse)]));
        }
    };
    rt.heap.list(items)
}

/// The sum of an arithmetic progression: no list of it is made, the fuel is that of adding its items.
fn sum_of_range(rt: &mut Rt, range: Value, start: Value) -> Result<Value, Exit> {
    let count = crate::types::range::len(rt, range);
    rt.charge(u64::try_from(&count / 8).unwrap_or(u64::MAX))?;
    let parts = rt.heap.ranges.get(range.index());
    let (first, step) = (parts.start, parts.step);
    let (first, step) = (rt.big(first), rt.big(step));
    let ends = first * 2 + (&count - 1) * step;
    let total = count * ends / 2 + rt.big(start);
    rt.heap.int(total)
}

/// CPython 3.12's sum: exact for ints, compensated for floats (Neumaier).
pub(super) fn sum(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let start = args.at(1).or(Value::int(0));
    let kind = rt.plain(start).tag;
    if matches!(kind, Tag::Str | Tag::Bytes | Tag::ByteArray) && !rt.is_iterable(args.at(0)) {
        return Err(rt.not_iterable(args.at(0)));
    }
    match kind {
        Tag::Str => return Err(rt.type_error("sum() can't sum strings [use ''.join(seq) instead]")),
        Tag::Bytes => return Err(rt.type_error("sum() can't sum bytes [use b''.join(seq) instead]")),
        Tag::ByteArray => return Err(rt.type_error("sum() can't sum bytearray [use b''.join(seq) instead]")),
        _ => {}
    }
    if args.at(0).tag == Tag::Range && matches!(start.tag, Tag::Int | Tag::BigInt) {
        return sum_of_range(rt, args.at(0), start);
    }
    let items = rt.collect(args.at(0))?;
    rt.charge(items.len() as u64 / 8)?;
    let mut total = start;
    let mut rest = items.iter().copied().peekable();
    loop {
        match total.tag {
            Tag::Int => {
                let mut exact = i128::from(total.as_i64());
                while let Some(item) = rest.next_if(|item| matches!(item.tag, Tag::Int | Tag::Bool)) {
                    exact += i128::from(item.as_i64());
                }
                total = rt.heap.int(exact.into())?;
                if total.tag != Tag::Int && rest.peek().is_some_and(|item| item.tag == Tag::Int) {
                    continue;
                }
            }
            Tag::Float => {
                let mut sum = total.as_f64();
                let mut compensation = 0.0;
                while let Some(item) = rest.next_if(|item| matches!(item.tag, Tag::Int | Tag::Bool | Tag::Float)) {
                    if item.tag == Tag::Float {
                        let x = item.as_f64();
                        let next = sum + x;
                        compensation += if sum.abs() >= x.abs() { (sum - next) + x } else { (x - next) + sum };
                        sum = next;
                    } else {
                        sum += item.as_i64() as f64;
                    }
                }
                if compensation != 0.0 && compensation.is_finite() {
                    sum += compensation;
                }
                total = Value::float(sum);
            }
            _ => {}
        }
        let Some(item) = rest.next() else { return Ok(total) };
        if matches!(item.tag, Tag::Inst | Tag::Exc) || matches!(total.tag, Tag::Inst) {
            return Err(Exit::Guest);
        }
        total = match rt.arith(ArithOp::Add, total, item)? {
            Some(value) => value,
            None => return Err(rt.unsupported("+", total, item)),
        };
    }
}

impl Rt {
    /// Adds an item to a sum that the prelude keeps as a list of two: the sum, and the low bits that its additions of floats dropped
    /// (Neumaier). True, and nothing done, where these are not two plain numbers, or an int would not fit; None where it is no such list.
    #[inline(always)]
    pub(crate) fn sum_step(&mut self, state: Value, item: Value) -> Option<bool> {
        let list = if state.tag == Tag::List { self.heap.lists.find_mut(state.index())? } else { return None };
        let [total, low] = &mut *list.items else { return None };
        *total = match (total.tag, item.tag) {
            (Tag::Int, Tag::Int | Tag::Bool) => match total.as_i64().checked_add(item.as_i64()) {
                Some(sum) => Value::int(sum),
                None => return Some(true),
            },
            (Tag::Float, Tag::Float) => {
                let (sum, x) = (total.as_f64(), item.as_f64());
                let next = sum + x;
                let dropped = if sum.abs() >= x.abs() { (sum - next) + x } else { (x - next) + sum };
                *low = Value::float(low.as_f64() + dropped);
                Value::float(next)
            }
            (Tag::Float, Tag::Int | Tag::Bool) => Value::float(total.as_f64() + item.as_i64() as f64),
            _ => return Some(true),
        };
        Some(false)
    }
}

/// The prelude's way to [`Rt::sum_step`].
pub(crate) fn sum_refuses(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    rt.sum_step(args.at(0), args.at(1)).map(Value::bool).ok_or(Exit::Bug("a sum that is none"))
}

/// What a sum that [`Rt::sum_step`] added to comes to.
pub(crate) fn sum_of(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let [total, low] = *rt.sequence_items(args.at(0)) else { return Err(Exit::Bug("a sum that is none")) };
    let low = low.as_f64();
    Ok(if total.tag == Tag::Float && low != 0.0 && low.is_finite() { Value::float(total.as_f64() + low) } else { total })
}

fn extreme(rt: &mut Rt, args: Args<'_>, cmp: Cmp, name: &str) -> Result<Value, Exit> {
    if args.rest.is_empty() {
        return Err(rt.type_error(&format!("{name} expected at least 1 argument, got 0")));
    }
    if args.rest.len() > 1 && args.at(1).given().is_some() {
        return Err(rt.type_error(&format!("Cannot specify a default for {name}() with multiple positional arguments")));
    }
    if let Some(key) = args.at(0).some() {
        let source = match args.rest {
            [only] => *only,
            several => rt.heap.tuple(several)?,
        };
        if matches!(source.tag, Tag::List | Tag::Tuple | Tag::Dict | Tag::Set | Tag::FrozenSet | Tag::Str | Tag::Object)
            && is_native_key(rt, key)
        {
            match extreme_by(rt, key, source, cmp) {
                Ok(Some(best)) => return Ok(best),
                // Nothing in it, or it takes the program to say: told of there.
                Ok(None) | Err(Exit::Guest) => {}
                Err(exit) => return Err(exit),
            }
        }
        let default = args.at(1).or(Value::ELLIPSIS);
        return Err(rt.tail_prelude("_best", &[source, key, default, Value::bool(cmp == Cmp::Lt)]));
    }
    let items = match args.rest {
        [only] => rt.collect(*only)?,
        several => several.to_vec(),
    };
    let mut best: Option<Value> = None;
    for (at, item) in items.into_iter().enumerate() {
        if at % 16 == 15 {
            rt.charge(4)?;
        }
        best = Some(match best {
            Some(known) if item.tag == Tag::Int && known.tag == Tag::Int => {
                let (new, old) = (item.as_i64(), known.as_i64());
                let better = if cmp == Cmp::Lt { new < old } else { new > old };
                if better { item } else { known }
            }
            Some(known) if !rt.compare(cmp, item, known)? => known,
            _ => item,
        });
    }
    match (best, args.at(1).given()) {
        (Some(value), _) | (None, Some(value)) => Ok(value),
        (None, None) => Err(rt.value_error(&format!("{name}() iterable argument is empty"))),
    }
}

/// The item of the greatest or least key; none of nothing.
fn extreme_by(rt: &mut Rt, key: Value, source: Value, cmp: Cmp) -> Result<Option<Value>, Exit> {
    let mut best: Option<(Value, Value)> = None;
    for item in rt.collect(source)? {
        let key = rt.key_of(key, item)?;
        match best {
            Some((known, _)) if !rt.compare(cmp, key, known)? => {}
            _ => best = Some((key, item)),
        }
    }
    Ok(best.map(|(_, item)| item))
}

pub(super) fn min(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    extreme(rt, args, Cmp::Lt, "min")
}

pub(super) fn max(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    extreme(rt, args, Cmp::Gt, "max")
}

fn search(rt: &mut Rt, source: Value, wanted: bool) -> Result<Value, Exit> {
    if source.tag == Tag::Iter {
        rt.remember(source)?;
        while let Some(item) = rt.next(source)? {
            rt.charge(1)?;
            if matches!(item.tag, Tag::Inst | Tag::Exc) {
                return Err(rt.tail_prelude(if wanted { "any_from" } else { "all_from" }, &[item, source]));
            }
            if rt.truth(item)? == wanted {
                return Ok(Value::bool(wanted));
            }
        }
        return Ok(Value::bool(!wanted));
    }
    if matches!(source.tag, Tag::List | Tag::Tuple) {
        let mut at = 0;
        while let Some(item) = rt.sequence_items(source).get(at).copied() {
            at += 1;
            if at % 16 == 0 {
                rt.charge(4)?;
            }
            if rt.truth(item)? == wanted {
                return Ok(Value::bool(wanted));
            }
        }
        return Ok(Value::bool(!wanted));
    }
    for item in rt.collect(source)? {
        if rt.truth(item)? == wanted {
            return Ok(Value::bool(wanted));
        }
    }
    Ok(Value::bool(!wanted))
}

pub(super) fn any(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    search(rt, args.at(0), true)
}

pub(super) fn all(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    search(rt, args.at(0), false)
}

pub(super) fn aiter(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    Err(rt.tail_prelude("aiter_checked", &[args.at(0)]))
}

pub(super) fn anext(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    match args.at(1).given() {
        Some(default) => Err(rt.tail_prelude("anext_checked", &[args.at(0), default])),
        None => Err(rt.tail_prelude("async_next", &[args.at(0)])),
    }
}
