//! Builtin functions that consume iterables. The fallbacks handle iterators of user classes, generators and key functions.

use std::ops::ControlFlow;

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::value::{Tag, Value};
use crate::objects::protocols::walk::Walk;
use crate::objects::types::map_filter::is_native_key;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::pending_call::{PendingCall, Resume};

pub(super) fn iter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(1).defined().is_some() {
        return Err(rt.tail_fallback("iter_sentinel", &[args.at(0), args.at(1)]));
    }
    let found = rt.iter(args.at(0))?;
    // For an instance of a subclass of an iterator type, loops use the iterator inside, but the program gets the instance.
    Ok(if rt.is_iterator_around(args.at(0)) && rt.payload(args.at(0)) == Some(found) { args.at(0) } else { found })
}

/// When `next(iterator, default)` calls user code, makes the call return the default at a StopIteration.
fn or_default(rt: &mut Runtime, exit: Abrupt, default: Value) -> Abrupt {
    if matches!(exit, Abrupt::Call) && default.defined().is_some() {
        (rt.pending.call.action, rt.pending.call.extra) = (Some(ReturnAction::NextDefault), default);
    }
    exit
}

pub(super) fn next(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut iter = args.at(0);
    if rt.is_iterator_around(iter) && rt.user_lookup(rt.type_of(iter), crate::base::names::dunder_next).is_none() {
        iter = rt.unwrap_payload(iter);
    }
    match iter.tag {
        Tag::Iter => {
            let next = if rt.is_map_filter(iter) { rt.advance_map_filter(iter) } else { rt.next(iter) };
            match next {
                Ok(next) => next.or(args.at(1).defined()).ok_or_else(|| rt.stop_iteration(Value::UNDEF)),
                Err(exit) => Err(or_default(rt, exit, args.at(1))),
            }
        }
        Tag::Gen if rt.heap.gens.get(iter.index()).kind == crate::heap::GenKind::Generator => {
            let action = args.at(1).defined().map(|_| ReturnAction::NextDefault);
            rt.pending.call = PendingCall {
                callee: iter,
                args: smallvec::smallvec![Value::NONE],
                resume: Some(Resume::Send),
                action,
                extra: args.at(1),
                ..PendingCall::default()
            };
            Err(Abrupt::Call)
        }
        _ => match rt.class_lookup(rt.type_of(iter), crate::base::names::dunder_next) {
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

pub(super) fn sorted(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::SORT)?;
    let items = rt.collect_sized(args.at(0))?;
    let reverse = match args.at(2).defined() {
        Some(flag) => rt.truth(flag)?,
        None => false,
    };
    let items = match args.at(1).some() {
        None => crate::objects::protocols::sort::sort_values(rt, items, reverse)?,
        Some(key) if is_native_key(rt, key) => {
            let keys = rt.keys_of(key, &items)?;
            crate::objects::protocols::sort::sort_values_by(rt, &items, &keys, reverse)?
        }
        Some(key) => {
            let items = rt.heap.list(items)?;
            return Err(rt.tail_fallback("sorted_by", &[items, key, Value::bool(reverse)]));
        }
    };
    rt.heap.list(items)
}

/// The sum of an arithmetic progression by its formula. The fuel is the same as for adding the items one by one.
fn sum_of_range(rt: &mut Runtime, range: Value, start: Value) -> Result<Value, Abrupt> {
    let count = crate::objects::types::range::len(rt, range)?;
    rt.charge(u64::try_from(&count / 2).unwrap_or(u64::MAX))?;
    let parts = rt.heap.ranges.get(range.index());
    let (first, step) = (parts.start, parts.step);
    let (first, step) = (rt.big(first), rt.big(step));
    let factor = first.bits().max(count.bits().saturating_add(step.bits())).saturating_add(1);
    rt.charge(stockade_algorithms::integers::cost::multiply(count.bits(), factor).saturating_mul(2))?;
    let ends = first * 2 + (&count - 1) * step;
    let total = count * ends / 2 + rt.big(start);
    rt.heap.int(total)
}

/// `sum`, as in CPython since 3.12: exact for ints, compensated for floats (Neumaier).
pub(super) fn sum(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let start = args.at(1).or(Value::int(0));
    let kind = rt.unwrap_payload(start).tag;
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
    let mut sum = Sum { total: start, low: 0.0 };
    let mut is_plain = true;
    // Adjacent ints are added here first, so that only one big total is made for them.
    let mut ints: Option<i128> = None;
    rt.walk(args.at(0), Walk { price: 32, fills: None }, |rt, item| {
        if is_plain {
            if !sum.try_add(item) {
                let was_int = sum.total.tag == Tag::Int;
                let total = add_values(rt, sum.value(), item)?;
                sum = Sum { total, low: 0.0 };
                // The fast float loop continues only when ints were followed by a float, as in CPython. Any other change of type ends the
                // fast loops.
                is_plain = was_int && total.tag == Tag::Float;
            }
        } else if matches!(sum.total.tag, Tag::Int | Tag::BigInt) && matches!(item.tag, Tag::Int | Tag::Bool) {
            ints = Some(ints.unwrap_or(0) + i128::from(item.as_i64()));
        } else {
            add_ints(rt, &mut sum, ints.take())?;
            sum.total = add_values(rt, sum.total, item)?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    add_ints(rt, &mut sum, ints)?;
    Ok(sum.value())
}

/// Adds the sum of adjacent ints.
fn add_ints(rt: &mut Runtime, sum: &mut Sum, ints: Option<i128>) -> Result<(), Abrupt> {
    if let Some(ints) = ints {
        let ints = rt.heap.int(ints.into())?;
        sum.total = add_values(rt, sum.total, ints)?;
    }
    Ok(())
}

/// `total + item`; `Abrupt::NeedsUserCode` when a user class may define the addition.
fn add_values(rt: &mut Runtime, total: Value, item: Value) -> Result<Value, Abrupt> {
    if matches!(item.tag, Tag::Inst | Tag::Exc) || matches!(total.tag, Tag::Inst) {
        return Err(Abrupt::NeedsUserCode);
    }
    match rt.arith(ArithOp::Add, total, item)? {
        Some(value) => Ok(value),
        None => Err(rt.unsupported("+", total, item)),
    }
}

/// A sum of plain numbers, with the low bits that the additions of floats lost (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur
/// Summation endlicher Summen", 1974; in CPython since 3.12).
struct Sum {
    total: Value,
    low: f64,
}

impl Sum {
    /// Adds an item. False, with the sum unchanged, when the two are not plain numbers or an int would overflow.
    #[inline(always)]
    fn try_add(&mut self, item: Value) -> bool {
        self.total = match (self.total.tag, item.tag) {
            (Tag::Int, Tag::Int | Tag::Bool) => match self.total.as_i64().checked_add(item.as_i64()) {
                Some(sum) => Value::int(sum),
                None => return false,
            },
            (Tag::Float, Tag::Float) => {
                let (sum, x) = (self.total.as_f64(), item.as_f64());
                let next = sum + x;
                self.low += if sum.abs() >= x.abs() { (sum - next) + x } else { (x - next) + sum };
                Value::float(next)
            }
            (Tag::Float, Tag::Int | Tag::Bool) => Value::float(self.total.as_f64() + item.as_i64() as f64),
            _ => return false,
        };
        true
    }

    /// The result, with the lost bits added.
    fn value(&self) -> Value {
        let exact = self.total.tag == Tag::Float && self.low != 0.0 && self.low.is_finite();
        if exact { Value::float(self.total.as_f64() + self.low) } else { self.total }
    }
}

impl Runtime {
    /// Adds an item to a sum that the fallback keeps as a list `[total, low]`. True, with the sum unchanged, when [`Sum`] cannot add the
    /// item;
    /// None when `state` is not such a list.
    #[inline(always)]
    pub(crate) fn add_to_sum(&mut self, state: Value, item: Value) -> Option<bool> {
        let list = if state.tag == Tag::List { self.heap.lists.find_mut(state.index())? } else { return None };
        let [total, low] = &mut *list.items else { return None };
        let mut sum = Sum { total: *total, low: low.as_f64() };
        let try_add = sum.try_add(item);
        (*total, *low) = (sum.total, Value::float(sum.low));
        Some(!try_add)
    }
}

/// `_sum_refuses` of the fallbacks: [`Runtime::add_to_sum`].
pub(crate) fn sum_refuses(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.add_to_sum(args.at(0), args.at(1)).map(Value::bool).ok_or(Abrupt::Bug("a sum that is none"))
}

/// `_sum_of` of the fallbacks: the result of a sum that [`Runtime::add_to_sum`] added to.
pub(crate) fn sum_of(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [total, low] = *rt.sequence_items(args.at(0)) else { return Err(Abrupt::Bug("a sum that is none")) };
    Ok(Sum { total, low: low.as_f64() }.value())
}

fn min_or_max(rt: &mut Runtime, args: Args<'_>, cmp: Cmp, name: &str) -> Result<Value, Abrupt> {
    if args.rest.is_empty() {
        return Err(rt.type_error(&format!("{name} expected at least 1 argument, got 0")));
    }
    if args.rest.len() > 1 && args.at(1).defined().is_some() {
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
            match min_or_max_by_key(rt, key, source, cmp) {
                Ok(Some(best)) => return Ok(best),
                // The source is empty, or a comparison needs user code: the fallback handles both.
                Ok(None) | Err(Abrupt::NeedsUserCode) => {}
                Err(exit) => return Err(exit),
            }
        }
        let default = args.at(1).or(crate::base::value::MARKER);
        return Err(rt.tail_fallback("_best", &[source, key, default, Value::bool(cmp == Cmp::Lt)]));
    }
    let mut best: Option<Value> = None;
    match args.rest {
        [only] => rt.walk(*only, Walk { price: 48, fills: None }, |rt, item| {
            best = Some(better(rt, cmp, best, item)?);
            Ok(ControlFlow::Continue(()))
        })?,
        several => {
            rt.charge(several.len() as u64 / 4)?;
            for item in several {
                best = Some(better(rt, cmp, best, *item)?);
            }
        }
    }
    match (best, args.at(1).defined()) {
        (Some(value), _) | (None, Some(value)) => Ok(value),
        (None, None) => Err(rt.value_error(&format!("{name}() iterable argument is empty"))),
    }
}

/// The better one of the best item so far and the next item.
#[inline(always)]
fn better(rt: &mut Runtime, cmp: Cmp, best: Option<Value>, item: Value) -> Result<Value, Abrupt> {
    Ok(match best {
        Some(known) if item.tag == Tag::Int && known.tag == Tag::Int => {
            let (new, old) = (item.as_i64(), known.as_i64());
            let is_better = if cmp == Cmp::Lt { new < old } else { new > old };
            if is_better { item } else { known }
        }
        Some(known) if !rt.compare(cmp, item, known)? => known,
        _ => item,
    })
}

/// The item with the greatest or least key; None when there are no items.
fn min_or_max_by_key(rt: &mut Runtime, key: Value, source: Value, cmp: Cmp) -> Result<Option<Value>, Abrupt> {
    let mut best: Option<(Value, Value)> = None;
    rt.walk(source, Walk { price: 16, fills: None }, |rt, item| {
        let key = rt.key_of(key, item)?;
        match best {
            Some((known, _)) if !rt.compare(cmp, key, known)? => {}
            _ => best = Some((key, item)),
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(best.map(|(_, item)| item))
}

pub(super) fn min(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    min_or_max(rt, args, Cmp::Lt, "min")
}

pub(super) fn max(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    min_or_max(rt, args, Cmp::Gt, "max")
}

fn search(rt: &mut Runtime, source: Value, wanted: bool) -> Result<Value, Abrupt> {
    let price = if source.tag == Tag::Iter { 64 } else { 48 };
    let mut found = false;
    rt.walk(source, Walk { price, fills: None }, |rt, item| {
        if source.tag == Tag::Iter && matches!(item.tag, Tag::Inst | Tag::Exc) {
            return Err(rt.tail_fallback(if wanted { "any_from" } else { "all_from" }, &[item, source]));
        }
        found = rt.truth(item)? == wanted;
        Ok(if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(Value::bool(found == wanted))
}

pub(super) fn any(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    search(rt, args.at(0), true)
}

pub(super) fn all(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    search(rt, args.at(0), false)
}

pub(super) fn aiter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("aiter_checked", &[args.at(0)]))
}

pub(super) fn anext(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match args.at(1).defined() {
        Some(default) => Err(rt.tail_fallback("anext_checked", &[args.at(0), default])),
        None => Err(rt.tail_fallback("async_next", &[args.at(0)])),
    }
}
