//! Stable sorting of values whose comparison is native; anything else is the prelude's merge sort.

use std::cmp::Ordering;

use crate::exit::Exit;
use crate::ops::compare::{Cmp, compare_text};
use crate::rt::Rt;
use crate::value::{Tag, Value};

/// Sorted values, stable also when reversed.
///
/// # Errors
/// `Exit::Guest` when a comparison needs guest code; `TypeError` when the types don't order.
pub(crate) fn sort_values(rt: &mut Rt, items: Vec<Value>, reverse: bool) -> Result<Vec<Value>, Exit> {
    let order = order_of(rt, &items, reverse)?;
    Ok(order.into_iter().filter_map(|at| items.get(at).copied()).collect())
}

/// The stable order of keys as positions.
pub(crate) fn order_of(rt: &mut Rt, keys: &[Value], reverse: bool) -> Result<Vec<usize>, Exit> {
    let count = keys.len();
    let depth = u64::from(usize::BITS - count.leading_zeros());
    rt.charge((count as u64).saturating_mul(depth) / 8)?;
    let mut order: Vec<usize> = (0..count).collect();
    let all = |tag: Tag| keys.iter().all(|key| key.tag == tag);
    let directed = |ordering: Ordering| if reverse { ordering.reverse() } else { ordering };
    if all(Tag::Int) {
        order.sort_by(|a, b| directed(int_at(keys, *a).cmp(&int_at(keys, *b))));
        return Ok(order);
    }
    if all(Tag::Str) {
        let heap = &rt.heap;
        let texts: Vec<&str> = keys.iter().map(|key| heap.text(*key)).collect();
        let bytes: usize = texts.iter().map(|text| text.len()).sum();
        let text = |at: usize| texts.get(at).copied().unwrap_or("");
        order.sort_by(|a, b| directed(compare_text(text(*a), text(*b))));
        // Long common prefixes cost more than the comparisons counted above.
        rt.charge((bytes as u64 / 64).saturating_mul(depth))?;
        return Ok(order);
    }
    if all(Tag::Float) && keys.iter().all(|key| !key.as_f64().is_nan()) {
        let float = |at: usize| keys.get(at).map_or(0.0, |key| key.as_f64());
        order.sort_by(|a, b| directed(float(*a).partial_cmp(&float(*b)).unwrap_or(Ordering::Equal)));
        return Ok(order);
    }
    merge_sort(rt, keys, order, reverse)
}

fn int_at(keys: &[Value], at: usize) -> i64 {
    keys.get(at).map_or(0, |key| key.as_i64())
}

/// Bottom-up merge sort by `<`, each comparison charged by what it costs.
fn merge_sort(rt: &mut Rt, keys: &[Value], mut order: Vec<usize>, reverse: bool) -> Result<Vec<usize>, Exit> {
    let count = order.len();
    let key = |at: usize| keys.get(at).copied().unwrap_or(Value::NONE);
    // Runs of 8 by binary insertion, then merges.
    const RUN: usize = 8;
    for run in order.chunks_mut(RUN) {
        for at in 1..run.len() {
            let mut spot = at;
            while let (Some(left), Some(right)) = (spot.checked_sub(1).and_then(|before| run.get(before)).copied(), run.get(spot).copied())
            {
                if !precedes(rt, key(right), key(left), reverse)? {
                    break;
                }
                run.swap(spot - 1, spot);
                spot -= 1;
            }
        }
    }
    let mut width = RUN;
    let mut buffer: Vec<usize> = Vec::with_capacity(count);
    while width < count {
        buffer.clear();
        for pair in order.chunks(width * 2) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            let (mut i, mut j) = (0, 0);
            while let (Some(a), Some(b)) = (left.get(i).copied(), right.get(j).copied()) {
                if precedes(rt, key(b), key(a), reverse)? {
                    buffer.push(b);
                    j += 1;
                } else {
                    buffer.push(a);
                    i += 1;
                }
            }
            buffer.extend_from_slice(left.get(i..).unwrap_or(&[]));
            buffer.extend_from_slice(right.get(j..).unwrap_or(&[]));
        }
        std::mem::swap(&mut order, &mut buffer);
        width *= 2;
    }
    Ok(order)
}

/// Whether `a` must come before `b`: `a < b`, or `b < a` when the order is reversed.
fn precedes(rt: &mut Rt, a: Value, b: Value, reverse: bool) -> Result<bool, Exit> {
    let (a, b) = if reverse { (b, a) } else { (a, b) };
    rt.compare(Cmp::Lt, a, b)
}
