//! Native iterators, `enumerate`, `zip`, `map`, `filter`, `reversed`.
//!
//! Where a source is guest code, the iterator is a generator of the prelude that *plays* the builtin type.

use crate::exit::Exit;
use crate::heap::{DictKind, IterObj, Object};
use crate::names;
use crate::natives;
use crate::natives::Args;
use crate::registry::{self as reg, TypeId, registry};
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS:
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
    method "__length_hint__" "(self, /)" => length_hint;
}

natives! { pub(crate) ENUMERATE_ROWS:
    new "__new__" "(cls, iterable, start=0)" => new_enumerate;
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
}

natives! { pub(crate) ZIP_ROWS:
    new "__new__" "(cls, *iterables, strict=False)" => new_zip;
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
}

natives! { pub(crate) MAP_ROWS:
    new "__new__" "(cls, function, iterable, /, *iterables)" => new_map;
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
}

natives! { pub(crate) FILTER_ROWS:
    new "__new__" "(cls, function, iterable, /)" => new_filter;
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
}

natives! { pub(crate) REVERSED_ROWS:
    new "__new__" "(cls, sequence, /)" => new_reversed;
    method "__iter__" "(self, /)" => itself;
    method "__next__" "(self, /)" => next;
}

/// The builtin type that generators of a prelude function play: `play_map` plays `map`.
pub(crate) fn played_by(qualname: &str) -> Option<TypeId> {
    let name = qualname.strip_prefix("play_")?;
    let name = name.strip_suffix("_many").unwrap_or(name);
    registry().types.iter().position(|info| info.name == name).and_then(|at| u16::try_from(at).ok()).map(TypeId)
}

fn itself(_rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    Ok(args.at(0))
}

fn next(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    if args.at(0).tag == Tag::Gen {
        rt.pending = crate::rt::Pending {
            callee: args.at(0),
            args: smallvec::smallvec![Value::NONE],
            resume: Some(crate::rt::Resume::Send),
            ..crate::rt::Pending::default()
        };
        return Err(Exit::Call);
    }
    match rt.next(args.at(0))? {
        Some(item) => Ok(item),
        None => Err(rt.stop_iteration(Value::UNDEF)),
    }
}

fn length_hint(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let left = match rt.heap.iters.get(args.at(0).index()) {
        IterObj::List { list, at } => rt.heap.lists.get(*list).items.len().saturating_sub(*at),
        IterObj::Tuple { tuple, at } => rt.heap.tuples.get(*tuple).items.len().saturating_sub(*at),
        IterObj::Range { left, .. } => usize::try_from(*left).unwrap_or(usize::MAX),
        IterObj::Dict { len, at, .. } => len.saturating_sub(*at),
        _ => 0,
    };
    Ok(Value::int(left as i64))
}

/// `iter(value)` when stepping it is native for good; None when guest code takes part.
fn native_iter(rt: &mut Rt, value: Value) -> Result<Option<Value>, Exit> {
    if value.tag == Tag::Gen {
        return Ok(None);
    }
    match rt.iter(value) {
        // Past a few levels the prelude's generators take over: their nesting is no recursion of the host's.
        Ok(iter) if iter.tag == Tag::Iter && nests(rt, iter, MOST_LEVELS - 1)? => Ok(Some(iter)),
        Ok(_) | Err(Exit::Call | Exit::Guest) => Ok(None),
        Err(exit) => Err(exit),
    }
}

/// How many `enumerate` and `zip` objects may stand inside each other natively.
pub(crate) const MOST_LEVELS: u32 = 3;

/// Whether an iterator stands over at most `levels` levels of iterators, itself included where it steps others.
pub(crate) fn nests(rt: &mut Rt, iter: Value, levels: u32) -> Result<bool, Exit> {
    if iter.tag != Tag::Iter {
        return Ok(true);
    }
    let inner: Box<[Value]> = match rt.heap.iters.get(iter.index()) {
        IterObj::Enumerate { inner, .. } => Box::new([*inner]),
        IterObj::Zip { inner, .. } => inner.clone(),
        _ => return Ok(true),
    };
    let Some(below) = levels.checked_sub(1) else { return Ok(false) };
    rt.charge(inner.len() as u64 / 4)?;
    for iter in inner {
        if !nests(rt, iter, below)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn new_enumerate(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let start = match args.at(2).given() {
        Some(start) => {
            let plain = rt.plain(start);
            if matches!(plain.tag, Tag::Int | Tag::BigInt) { plain } else { Value::int(rt.index(start)?) }
        }
        None => Value::int(0),
    };
    match native_iter(rt, args.at(1))? {
        Some(inner) => rt.heap.iter(IterObj::Enumerate { inner, count: start }),
        None => Err(rt.tail_prelude("start_enumerate", &[args.at(1), start])),
    }
}

fn new_zip(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let strict = match args.at(1).given() {
        Some(flag) => rt.truth(flag)?,
        None => false,
    };
    let mut inner = Vec::with_capacity(args.rest.len());
    for (at, source) in args.rest.iter().enumerate() {
        match native_iter(rt, *source) {
            Ok(Some(iter)) => inner.push(iter),
            Ok(None) => {
                let sources = rt.heap.tuple(args.rest)?;
                return Err(rt.tail_prelude("start_zip", &[sources, Value::bool(strict)]));
            }
            Err(Exit::Raise(_)) if !rt.is_iterable(*source) => {
                let _ = at;
                let name = rt.type_name(*source);
                return Err(rt.type_error(&format!("'{name}' object is not iterable")));
            }
            Err(exit) => return Err(exit),
        }
    }
    rt.heap.iter(IterObj::Zip { inner: inner.into(), strict })
}

fn new_map(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let mut all = vec![args.at(2)];
    all.extend_from_slice(args.rest);
    let sources = rt.heap.tuple_from(all)?;
    Err(rt.tail_prelude("start_map", &[args.at(1), sources]))
}

fn new_filter(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    Err(rt.tail_prelude("start_filter", &[args.at(1), args.at(2)]))
}

fn new_reversed(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let source = args.at(1);
    if let Some(method) = rt.guest_method(source, names::dunder_reversed) {
        if method.is_none() {
            let name = rt.type_name(source);
            return Err(rt.type_error(&format!("'{name}' object is not reversible")));
        }
        return Err(rt.tail_method(method, source, &[]));
    }
    let plain = rt.plain(source);
    let state = match plain.tag {
        Tag::List => IterObj::ListReversed { list: plain.index(), at: rt.sequence_items(plain).len() },
        Tag::Tuple => IterObj::TupleReversed { tuple: plain.index(), at: rt.sequence_items(plain).len() },
        Tag::Str => IterObj::StrReversed { text: plain.index(), byte: rt.heap.text(plain).len() },
        Tag::Object if crate::stdlib::deque::is_deque(rt, plain) => {
            let version = match rt.heap.as_object(plain) {
                Object::Deque(deque) => deque.version,
                _ => 0,
            };
            IterObj::Deque { deque: plain, at: 0, version, reversed: true }
        }
        Tag::Inst | Tag::Bytes | Tag::ByteArray => {
            let guest = rt.guest_method(plain, names::dunder_getitem).is_some() && rt.guest_method(plain, names::dunder_len).is_some();
            if guest || plain.tag != Tag::Inst {
                return Err(rt.tail_prelude("start_reversed", &[plain]));
            }
            let name = rt.type_name(source);
            if rt.guest_method(plain, names::dunder_getitem).is_some() {
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
            return Err(rt.type_error(&format!("'{name}' object is not reversible")));
        }
    };
    rt.heap.iter(state)
}

/// The builtin type of a native iterator.
pub(crate) fn type_of(rt: &Rt, value: Value) -> TypeId {
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
        IterObj::Count { .. } => reg::COUNT,
        IterObj::Repeat { .. } => reg::REPEAT,
        IterObj::Deque { reversed: false, .. } => reg::DEQUE_ITERATOR,
        IterObj::Deque { .. } => reg::DEQUE_REVERSE_ITERATOR,
        IterObj::Matches(scanner) if scanner.by_hand => reg::SCANNER,
        IterObj::Matches(_) => reg::CALLABLE_ITERATOR,
        IterObj::Empty => reg::ITERATOR,
    }
}

/// `repr` of a native iterator.
pub(crate) fn repr(rt: &mut Rt, value: Value) -> Result<String, Exit> {
    match rt.heap.iters.get(value.index()) {
        IterObj::Count { next, step } => {
            let (next, step) = (*next, *step);
            let shown = rt.repr_text(next)?;
            if step == Value::int(1) {
                return Ok(format!("count({shown})"));
            }
            let step = rt.repr_text(step)?;
            Ok(format!("count({shown}, {step})"))
        }
        IterObj::Repeat { value, left } => {
            let (value, left) = (*value, *left);
            let shown = rt.repr_text(value)?;
            Ok(match left {
                Some(left) => format!("repeat({shown}, {left})"),
                None => format!("repeat({shown})"),
            })
        }
        _ => rt.default_repr(value),
    }
}
