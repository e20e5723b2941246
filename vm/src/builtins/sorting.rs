//! Stable sorting of values whose comparison is native; anything else is the prelude's.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::exit::Exit;
use crate::ops::compare::compare_text;
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

/// [`sort_values`] of a list's items where they are: a comparison that fails leaves them as far as they were sorted.
pub(crate) fn sort_in_place(rt: &mut Rt, items: &mut [Value], reverse: bool) -> Result<(), Exit> {
    let room = size_of_val(items);
    rt.heap.charge(room)?;
    let keys = items.to_vec();
    let mut order = Vec::new();
    let result = if columns_of(rt, &keys).is_some() {
        order_of(rt, &keys, reverse).map(|found| order = found)
    } else {
        order_by_comparing(rt, &keys, reverse, &mut order)
    };
    for (slot, at) in items.iter_mut().zip(order) {
        *slot = keys.get(at).copied().unwrap_or(Value::NONE);
    }
    rt.heap.refund(room);
    result
}

/// The order of keys by `<`, each comparison charged by what it costs.
fn order_by_comparing(rt: &mut Rt, keys: &[Value], reverse: bool, order: &mut Vec<usize>) -> Result<(), Exit> {
    // The positions, and those that a merge keeps aside.
    let room = keys.len().saturating_mul(2 * size_of::<usize>());
    rt.heap.charge(room)?;
    // Reversed before and after, so that what is equal keeps its order.
    order.extend(0..keys.len());
    if reverse {
        order.reverse();
    }
    let result = super::timsort::sort(rt, keys, order);
    rt.heap.refund(room);
    if reverse {
        order.reverse();
    }
    result
}

/// The stable order of keys as positions.
pub(crate) fn order_of(rt: &mut Rt, keys: &[Value], reverse: bool) -> Result<Vec<usize>, Exit> {
    let count = keys.len();
    let depth = u64::from(usize::BITS - count.leading_zeros());
    rt.charge((count as u64).saturating_mul(depth) / 8)?;
    let Some(width) = columns_of(rt, keys) else {
        let mut order = Vec::new();
        order_by_comparing(rt, keys, reverse, &mut order)?;
        return Ok(order);
    };
    // Keys of one shape are taken apart once and then compared without looking at the heap.
    let room = count.saturating_mul(size_of::<&str>()).saturating_mul(width);
    rt.heap.charge(room)?;
    let (order, bytes) = order_by_columns(rt, keys, width, reverse);
    rt.heap.refund(room);
    // Long common prefixes cost more than the comparisons counted above.
    rt.charge((bytes as u64 / 64).saturating_mul(depth))?;
    Ok(order)
}

/// Most columns that are worth taking apart.
const COLUMNS: usize = 4;

/// One place of every key.
enum Column<'h> {
    Ints(Vec<i64>),
    Floats(Vec<f64>),
    Texts(Vec<&'h str>),
}

impl Column<'_> {
    fn order(&self, a: usize, b: usize) -> Ordering {
        match self {
            Column::Ints(all) => all.get(a).cmp(&all.get(b)),
            Column::Floats(all) => all.get(a).partial_cmp(&all.get(b)).unwrap_or(Ordering::Equal),
            Column::Texts(all) => match (all.get(a), all.get(b)) {
                (Some(a), Some(b)) => compare_text(a, b),
                _ => Ordering::Equal,
            },
        }
    }
}

/// What stands at a place of a key: the key itself, or an item of a tuple.
fn cell(rt: &Rt, key: Value, at: usize) -> Value {
    if key.tag == Tag::Tuple { rt.sequence_items(key).get(at).copied().unwrap_or(Value::NONE) } else { key }
}

/// How many columns the keys have when all are of one shape: ints, strings, floats without NaN, or tuples of such; else None.
fn columns_of(rt: &Rt, keys: &[Value]) -> Option<usize> {
    let first = *keys.first()?;
    let width = if first.tag == Tag::Tuple { rt.sequence_items(first).len() } else { 1 };
    let shape: SmallVec<[Tag; COLUMNS]> = (0..width.min(COLUMNS + 1)).map(|at| cell(rt, first, at).tag).collect();
    let fits = |key: &Value| {
        key.tag == first.tag
            && (key.tag != Tag::Tuple || rt.sequence_items(*key).len() == width)
            && shape.iter().enumerate().all(|(at, tag)| {
                let cell = cell(rt, *key, at);
                cell.tag == *tag && !(cell.tag == Tag::Float && cell.as_f64().is_nan())
            })
    };
    let known = shape.iter().all(|tag| matches!(tag, Tag::Int | Tag::Float | Tag::Str));
    ((1..=COLUMNS).contains(&width) && known && keys.iter().all(fits)).then_some(width)
}

/// The stable order of keys that [`columns_of`] accepts, and how many bytes of text they hold.
fn order_by_columns(rt: &Rt, keys: &[Value], width: usize, reverse: bool) -> (Vec<usize>, usize) {
    let mut bytes = 0;
    let columns: SmallVec<[Column<'_>; COLUMNS]> = (0..width)
        .map(|at| {
            let cells = keys.iter().map(|key| cell(rt, *key, at));
            match keys.first().map(|key| cell(rt, *key, at).tag) {
                Some(Tag::Int) => Column::Ints(cells.map(Value::as_i64).collect()),
                Some(Tag::Float) => Column::Floats(cells.map(Value::as_f64).collect()),
                _ => Column::Texts(cells.map(|text| rt.heap.text(text)).inspect(|text| bytes += text.len()).collect()),
            }
        })
        .collect();
    let directed = |ordering: Ordering| if reverse { ordering.reverse() } else { ordering };
    // The first column travels with the positions, which also make every pair different: an unstable sort is a stable one.
    let order = match columns.split_first() {
        Some((Column::Ints(all), [])) => {
            let mut pairs: Vec<(i64, usize)> = all.iter().copied().zip(0..).collect();
            pairs.sort_unstable_by(|a, b| directed(a.0.cmp(&b.0)).then(a.1.cmp(&b.1)));
            pairs.into_iter().map(|(_, at)| at).collect()
        }
        _ => {
            let mut order: Vec<usize> = (0..keys.len()).collect();
            order.sort_by(|a, b| {
                let found = columns.iter().map(|column| column.order(*a, *b)).find(|ordering| ordering.is_ne());
                directed(found.unwrap_or(Ordering::Equal))
            });
            order
        }
    };
    (order, bytes)
}
