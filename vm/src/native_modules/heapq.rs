//! `_heapq`: binary heaps in lists. An operation makes all comparisons before it moves an item, so that the fallback can start over when
//! a comparison needs user code.

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::value::{Tag, Value};
use crate::heap::charged_size;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    /// Push item onto heap, maintaining the heap invariant.
    func "heappush" "(heap, item, /)" => heappush;
    /// Pop the smallest item off the heap, maintaining the heap invariant.
    func "heappop" "(heap, /)" => heappop;
    /// Transform list into a heap, in-place, in linear time.
    func "heapify" "(heap, /)" => heapify;
    /// Pop and return the current smallest value, and add the new item.
    func "heapreplace" "(heap, item, /)" => heapreplace;
    /// Push item on the heap, then pop and return the smallest item from the heap.
    func "heappushpop" "(heap, item, /)" => heappushpop;
}

/// The list of a heap argument, or a TypeError.
fn heap(rt: &mut Runtime, args: Args<'_>, function: &str, numbered: bool) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    if plain.tag == Tag::List {
        return Ok(plain);
    }
    let name = rt.argument_name(args.at(0));
    let which = if numbered { "argument 1" } else { "argument" };
    Err(rt.type_error(&format!("{function}() {which} must be list, not {name}")))
}

fn less(rt: &mut Runtime, a: Value, b: Value) -> Result<bool, Abrupt> {
    rt.compare(Cmp::Lt, a, b)
}

/// Computes where `new` goes when it replaces the root of the heap `items[..end]` at `start`. Returns the path of slots from the root
/// down: each slot takes the item of the next one, and the last slot takes `new`.
fn sift_path(rt: &mut Runtime, items: &[Value], start: usize, end: usize, new: Value) -> Result<Vec<usize>, Abrupt> {
    let at = |position: usize| items.get(position).copied().unwrap_or(Value::NONE);
    let mut path = vec![start];
    let mut position = start;
    loop {
        let left = 2 * position + 1;
        if left >= end {
            break;
        }
        let right = left + 1;
        position = if right < end && !less(rt, at(left), at(right))? { right } else { left };
        path.push(position);
    }
    // Go back up from the leaf, past every item that is greater than `new`.
    while path.len() > 1 {
        let Some(last) = path.last().copied() else { break };
        if !less(rt, new, at(last))? {
            break;
        }
        path.pop();
    }
    rt.charge(path.len() as u64 / 2 + 1)?;
    Ok(path)
}

/// Moves the items of a path up by one slot each and stores the new item in the last slot.
fn move_along_path(items: &mut [Value], path: &[usize], new: Value) {
    for pair in path.windows(2) {
        if let [to, from] = pair
            && let Some(item) = items.get(*from).copied()
            && let Some(slot) = items.get_mut(*to)
        {
            *slot = item;
        }
    }
    if let Some(slot) = path.last().and_then(|last| items.get_mut(*last)) {
        *slot = new;
    }
}

/// Replaces the root by `new` and returns the old root. The items are taken out of the list during the comparisons, because comparing
/// needs the runtime; no user code runs meanwhile.
fn replace_root(rt: &mut Runtime, list: Value, end: usize, new: Value) -> Result<Value, Abrupt> {
    let items = std::mem::take(&mut rt.heap.lists.get_mut(list.index()).items);
    let path = sift_path(rt, &items, 0, end, new);
    let object = rt.heap.lists.get_mut(list.index());
    object.items = items;
    let path = path?;
    let root = object.items.first().copied().unwrap_or(Value::NONE);
    move_along_path(&mut object.items, &path, new);
    Ok(root)
}

fn heappush(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = heap(rt, args, "heappush", true)?;
    let item = args.at(1);
    let mut path = vec![rt.sequence_items(list).len()];
    while let Some(position) = path.last().copied().filter(|position| *position > 0) {
        let parent = (position - 1) / 2;
        let above = rt.sequence_items(list).get(parent).copied().unwrap_or(Value::NONE);
        if !less(rt, item, above)? {
            break;
        }
        path.push(parent);
    }
    rt.heap.list_push(list.index(), item)?;
    move_along_path(&mut rt.heap.lists.get_mut(list.index()).items, &path, item);
    Ok(Value::NONE)
}

fn heappop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = heap(rt, args, "heappop", false)?;
    let Some((last, rest)) = rt.sequence_items(list).split_last() else {
        return Err(rt.index_error("index out of range"));
    };
    let (last, end) = (*last, rest.len());
    let popped = if end == 0 { last } else { replace_root(rt, list, end, last)? };
    rt.heap.lists.get_mut(list.index()).items.pop();
    rt.heap.list_shrink(list.index());
    Ok(popped)
}

fn heapreplace(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = heap(rt, args, "heapreplace", true)?;
    let end = rt.sequence_items(list).len();
    if end == 0 {
        return Err(rt.index_error("index out of range"));
    }
    replace_root(rt, list, end, args.at(1))
}

fn heappushpop(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = heap(rt, args, "heappushpop", true)?;
    let Some(root) = rt.sequence_items(list).first().copied() else { return Ok(args.at(1)) };
    if !less(rt, root, args.at(1))? {
        return Ok(args.at(1));
    }
    let end = rt.sequence_items(list).len();
    replace_root(rt, list, end, args.at(1))
}

fn heapify(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = heap(rt, args, "heapify", false)?;
    let count = rt.sequence_items(list).len();
    rt.precheck(count, charged_size::<Value>())?;
    let mut items = rt.sequence_items(list).to_vec();
    for start in (0..count / 2).rev() {
        let new = items.get(start).copied().unwrap_or(Value::NONE);
        let path = sift_path(rt, &items, start, count, new)?;
        move_along_path(&mut items, &path, new);
    }
    rt.heap.lists.get_mut(list.index()).items.copy_from_slice(&items);
    Ok(Value::NONE)
}
