//! `_bisect`: binary search in sorted lists, and insertion that keeps them sorted.

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::sizes::clamped_size;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    /// Where to insert x in a sorted list, before any equal items.
    func "bisect_left" "(a, x, lo=0, hi=None, *, key=None)" => bisect_left;
    /// Where to insert x in a sorted list, after any equal items.
    func "bisect_right" "(a, x, lo=0, hi=None, *, key=None)" => bisect_right;
    /// Insert x into a sorted list, before any equal items.
    func "insort_left" "(a, x, lo=0, hi=None, *, key=None)" => insort_left;
    /// Insert x into a sorted list, after any equal items.
    func "insort_right" "(a, x, lo=0, hi=None, *, key=None)" => insort_right;
}

/// The position; `Abrupt::NeedsUserCode` when there is a key function or the sequence is not a list or tuple.
fn search(rt: &mut Runtime, args: Args<'_>, after_equal: bool) -> Result<usize, Abrupt> {
    let (a, x) = (args.at(0), args.at(1));
    if let Some(high) = args.at(3).some()
        && !matches!(high.tag, Tag::Int | Tag::Bool | Tag::Inst)
    {
        if let Some(low) = args.at(2).defined() {
            rt.index(low)?;
        }
        if high.tag == Tag::BigInt {
            return Err(rt.overflow_error("cannot fit 'int' into an index-sized integer"));
        }
        let name = rt.type_name(high);
        return Err(rt.type_error(&format!("argument should be integer or None, not '{name}'")));
    }
    if !matches!(a.tag, Tag::List | Tag::Tuple) || args.at(4).some().is_some() {
        return Err(Abrupt::NeedsUserCode);
    }
    let len = rt.sequence_items(a).len();
    let low = match args.at(2).defined() {
        Some(low) => rt.index(low)?,
        None => 0,
    };
    let Ok(mut low) = usize::try_from(low) else { return Err(rt.value_error("lo must be non-negative")) };
    let mut high = match args.at(3).some() {
        Some(high) => match rt.index(high)? {
            -1 => len,
            high => clamped_size(high),
        },
        None => len,
    };
    while low < high {
        let middle = low + (high - low) / 2;
        let Some(y) = rt.sequence_items(a).get(middle).copied() else {
            let name = if a.tag == Tag::List { "list" } else { "tuple" };
            return Err(rt.index_error(&format!("{name} index out of range")));
        };
        rt.charge(1)?;
        if after_equal {
            if rt.compare(Cmp::Lt, x, y)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        } else if rt.compare(Cmp::Lt, y, x)? {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

fn insert(rt: &mut Runtime, args: Args<'_>, after_equal: bool) -> Result<Value, Abrupt> {
    if args.at(0).tag != Tag::List {
        return Err(Abrupt::NeedsUserCode);
    }
    let position = search(rt, args, after_equal)?;
    let list = args.at(0).index();
    let len = rt.heap.lists.get(list).items.len();
    let position = position.min(len);
    rt.charge((len - position) as u64 / 64)?;
    rt.heap.list_grow(list, 1)?;
    rt.heap.lists.get_mut(list).items.insert(position, args.at(1));
    Ok(Value::NONE)
}

fn bisect_left(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(search(rt, args, false)? as i64))
}

fn bisect_right(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(search(rt, args, true)? as i64))
}

fn insort_left(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    insert(rt, args, false)
}

fn insort_right(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    insert(rt, args, true)
}
