//! The steps of `itertools`' combinatoric iterators, each from one row to the next; the prelude's bodies keep their state in lists.
//!
//! Orders are those that CPython's documentation gives: positions count, not values, and rows come in lexicographic order of positions.

use smallvec::SmallVec;

use crate::exit::Exit;
use crate::heap::{Arena, TupleObj};
use crate::natives::Args;
use crate::rt::Rt;
use crate::value::{Tag, Value};

/// A list of the caller's, taken out to be changed and put back.
fn taken(rt: &mut Rt, list: Value) -> Vec<Value> {
    if list.tag == Tag::List { std::mem::take(&mut rt.heap.lists.get_mut(list.index()).items) } else { Vec::new() }
}

fn put_back(rt: &mut Rt, list: Value, items: Vec<Value>) {
    if list.tag == Tag::List {
        rt.heap.lists.get_mut(list.index()).items = items;
    }
}

/// The work of one row, and the room it needs, seen to before anything changes: a step that fails later would be done twice.
fn paid(rt: &mut Rt, places: usize) -> Result<(), Exit> {
    rt.charge(places as u64 / 8)?;
    let bytes = Arena::<TupleObj>::SLOT + places.saturating_mul(size_of::<Value>());
    rt.heap.charge(bytes)?;
    rt.heap.refund(bytes);
    Ok(())
}

/// The row, a tuple; None where there was none left.
fn row_of(rt: &mut Rt, more: bool, row: &[Value]) -> Result<Value, Exit> {
    if more { rt.heap.tuple(row) } else { Ok(Value::NONE) }
}

/// `_next_permutation(pool, r, indices, left)`: `left[at]` says how many items the place `at` has still to see.
pub(super) fn permutation(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let (pool, r) = (args.at(0), args.at(1).as_i64() as usize);
    // Places that have had every item move all that stand after them.
    let (n, left) = (rt.sequence_items(args.at(2)).len(), rt.sequence_items(args.at(3)));
    let spent = left.iter().enumerate().rev().take_while(|(_, count)| count.as_i64() == 1);
    let moved = spent.map(|(at, _)| n.saturating_sub(at)).fold(0, usize::saturating_add);
    rt.charge(moved as u64 / 32)?;
    paid(rt, r)?;
    let (mut indices, mut left) = (taken(rt, args.at(2)), taken(rt, args.at(3)));
    let mut more = false;
    for at in (0..r.min(left.len())).rev() {
        let Some(count) = left.get_mut(at) else { break };
        let still = count.as_i64() - 1;
        *count = Value::int(still);
        if still == 0 {
            // This place has had every item: it goes to the end, the next place moves on.
            *count = Value::int((indices.len() - at.min(indices.len())) as i64);
            if let Some(tail) = indices.get_mut(at..) {
                tail.rotate_left(1);
            }
        } else {
            let other = indices.len().wrapping_sub(still as usize);
            if at < indices.len() && other < indices.len() {
                indices.swap(at, other);
            }
            more = true;
            break;
        }
    }
    let items = rt.sequence_items(pool);
    let row: SmallVec<[Value; 16]> = indices.iter().take(r).filter_map(|at| items.get(at.as_i64() as usize).copied()).collect();
    put_back(rt, args.at(2), indices);
    put_back(rt, args.at(3), left);
    row_of(rt, more, &row)
}

/// `_next_product(pools, indices, row)`
pub(super) fn product(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    paid(rt, rt.sequence_items(args.at(2)).len())?;
    let (mut indices, mut row) = (taken(rt, args.at(1)), taken(rt, args.at(2)));
    let mut more = false;
    let pools = rt.sequence_items(args.at(0));
    for ((pool, index), item) in pools.iter().zip(&mut indices).zip(&mut row).rev() {
        let pool = rt.sequence_items(*pool);
        let next = index.as_i64() + 1;
        more = (next as usize) < pool.len();
        let next = if more { next } else { 0 };
        *index = Value::int(next);
        if let Some(first) = pool.get(next as usize) {
            *item = *first;
        }
        if more {
            break;
        }
    }
    let made = row_of(rt, more, &row);
    put_back(rt, args.at(1), indices);
    put_back(rt, args.at(2), row);
    made
}

/// `_next_combination(pool, indices, row)`
pub(super) fn combination(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    chosen(rt, args, true)
}

/// `_next_multiset(pool, indices, row)`: as `combination`, where positions repeat.
pub(super) fn multiset(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    chosen(rt, args, false)
}

/// The last place that can moves on by one; those after it follow it, each one further where positions are distinct.
fn chosen(rt: &mut Rt, args: Args<'_>, distinct: bool) -> Result<Value, Exit> {
    paid(rt, rt.sequence_items(args.at(2)).len())?;
    let (mut indices, mut row) = (taken(rt, args.at(1)), taken(rt, args.at(2)));
    let pool = rt.sequence_items(args.at(0));
    let (n, r) = (pool.len(), indices.len());
    // How far the place `at` can go.
    let end = |at: usize| if distinct { (n + at).saturating_sub(r) } else { n.saturating_sub(1) };
    let movable = indices.iter().enumerate().rev().find(|(at, index)| (index.as_i64() as usize) < end(*at));
    let place = movable.map(|(at, index)| (at, index.as_i64() as usize + 1));
    if let Some((first, mut position)) = place {
        for (index, item) in indices.iter_mut().zip(&mut row).skip(first) {
            *index = Value::int(position as i64);
            if let Some(found) = pool.get(position) {
                *item = *found;
            }
            position += usize::from(distinct);
        }
    }
    let made = row_of(rt, place.is_some(), &row);
    put_back(rt, args.at(1), indices);
    put_back(rt, args.at(2), row);
    made
}
