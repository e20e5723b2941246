//! Stable sorting of values with native comparisons. A fallback sorts everything else.

use crate::heap::{charged_size, values};
use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::value::{Tag, Value};
use crate::objects::protocols::compare::{LONG_TEXT, compare_text};
use crate::objects::protocols::merge_sort::MergeSort;
use crate::runtime::core::Runtime;

/// Sorts values. The sort is stable, even when reversed.
///
/// # Errors
/// `Abrupt::NeedsUserCode` when a comparison needs user code; `TypeError` when the types do not order.
pub(crate) fn sort_values(rt: &mut Runtime, items: Vec<Value>, reverse: bool) -> Result<Vec<Value>, Abrupt> {
    sort_values_by(rt, &items, &items, reverse)
}

/// Like [`sort_values`], with one key for each item.
pub(crate) fn sort_values_by(rt: &mut Runtime, items: &[Value], keys: &[Value], reverse: bool) -> Result<Vec<Value>, Abrupt> {
    let order = order_of(rt, keys, reverse)?;
    Ok(order.into_iter().filter_map(|at| items.get(at).copied()).collect())
}

/// Sorts the items of a list in place, by one key for each, or by the items themselves. After a failed comparison the items stay as far as
/// they were sorted.
pub(crate) fn sort_in_place(rt: &mut Runtime, items: &mut [Value], keys: Option<&[Value]>, reverse: bool) -> Result<(), Abrupt> {
    let room = values(items.len());
    rt.heap.charge(room)?;
    let before = items.to_vec();
    let keys = keys.unwrap_or(&before);
    let mut order = Vec::new();
    let result = if columns_of(rt, keys).is_some() {
        order_of(rt, keys, reverse).map(|found| order = found)
    } else {
        order_by_comparing(rt, keys, reverse, &mut order)
    };
    for (slot, at) in items.iter_mut().zip(order) {
        *slot = before.get(at).copied().unwrap_or(Value::NONE);
    }
    rt.heap.refund(room);
    result
}

/// The order of keys by `<`. Each comparison is charged by its own cost. `order` is a permutation even when a comparison fails.
fn order_by_comparing(rt: &mut Runtime, keys: &[Value], reverse: bool, order: &mut Vec<usize>) -> Result<(), Abrupt> {
    // Room for the positions, and for those that a merge copies aside.
    let room = keys.len().saturating_mul(2 * charged_size::<usize>());
    rt.heap.charge(room)?;
    let mut sort = MergeSort::new(keys.len(), reverse);
    let key = move |at: usize| keys.get(at).copied().unwrap_or(Value::NONE);
    let runtime = &mut *rt;
    let result = sort.run(&mut move |a, b| runtime.compare(Cmp::Lt, key(a), key(b)));
    *order = sort.finish();
    rt.heap.refund(room);
    result
}

/// The stable order of keys as positions.
pub(crate) fn order_of(rt: &mut Runtime, keys: &[Value], reverse: bool) -> Result<Vec<usize>, Abrupt> {
    let count = keys.len();
    let depth = u64::from(usize::BITS - count.leading_zeros());
    rt.charge((count as u64).saturating_mul(depth) / 4)?;
    if let Some(order) = insertion_order(rt, keys, reverse) {
        return Ok(order);
    }
    let Some(width) = columns_of(rt, keys) else {
        let mut order = Vec::new();
        order_by_comparing(rt, keys, reverse, &mut order)?;
        return Ok(order);
    };
    // Keys of one shape are split into columns once, and then compared without a look at the heap.
    let room = count.saturating_mul(charged_size::<(u64, &str)>().saturating_mul(width).saturating_add(charged_size::<(u64, usize)>()));
    rt.heap.charge(room)?;
    // Texts with a common start cost more than the comparisons charged above.
    let bytes = bytes_of_texts(rt, keys, width);
    let texts = if bytes == 0 { 0 } else { count as u64 * 3 / 4 };
    let charged = rt.charge((texts + bytes / 64).saturating_mul(depth));
    let order = charged.map(|()| order_by_columns(rt, keys, width, reverse));
    rt.heap.refund(room);
    order
}

/// The number of bytes of text in all cells.
fn bytes_of_texts(rt: &Runtime, keys: &[Value], width: usize) -> u64 {
    let cells = keys.iter().flat_map(|key| (0..width).map(|at| cell(rt, *key, at)));
    cells.filter(|cell| cell.tag == Tag::Str).map(|cell| rt.heap.text(cell).len() as u64).sum()
}

/// Up to this many keys are sorted by insertion.
const SMALL_SORT: usize = 16;

/// The stable order of a few ints, floats without NaN, or short ASCII texts. None for anything else.
fn insertion_order(rt: &Runtime, keys: &[Value], reverse: bool) -> Option<Vec<usize>> {
    let first = keys.first().filter(|_| keys.len() <= SMALL_SORT)?;
    let mut sorted: SmallVec<[(u64, usize); SMALL_SORT]> = SmallVec::new();
    for (at, key) in keys.iter().enumerate() {
        let rank = match key.tag {
            _ if key.tag != first.tag => return None,
            Tag::Int => rank_of_int(key.as_i64()),
            Tag::Float if !key.as_f64().is_nan() => rank_of_float(key.as_f64()),
            Tag::Str => {
                let text = rt.heap.text(*key);
                rank_is_exact(text).then(|| rank_of_text(text))?
            }
            _ => return None,
        };
        // Insertion, which is stable.
        let place = sorted.iter().rposition(|(other, _)| if reverse { *other >= rank } else { *other <= rank });
        sorted.insert(place.map_or(0, |place| place.saturating_add(1)), (rank, at));
    }
    Some(sorted.into_iter().map(|(_, at)| at).collect())
}

/// True when [`rank_of_text`] determines the whole text.
fn rank_is_exact(text: &str) -> bool {
    text.len() <= charged_size::<u64>() && text.bytes().all(|byte| (1..0x80).contains(&byte))
}

/// Keys with more columns are not split.
const MAX_COLUMNS: usize = 4;

/// One column: the keys themselves, or the items at one position of all tuples.
struct Column<'h> {
    /// Numbers in the order of the cells. Equal numbers mean equal cells, unless `texts` decides between them.
    ranks: Vec<u64>,
    /// The texts that decide between equal ranks. Empty when ranks decide everything.
    texts: Vec<&'h str>,
}

impl<'h> Column<'h> {
    fn of_texts(texts: Vec<&'h str>) -> Self {
        let whole = texts.iter().all(|text| rank_is_exact(text));
        let ranks = texts.iter().map(|text| rank_of_text(text)).collect();
        Column { ranks, texts: if whole { Vec::new() } else { texts } }
    }

    fn of_numbers(ranks: impl Iterator<Item = u64>) -> Self {
        Column { ranks: ranks.collect(), texts: Vec::new() }
    }

    fn order(&self, a: usize, b: usize) -> Ordering {
        self.ranks.get(a).cmp(&self.ranks.get(b)).then_with(|| self.order_of_texts(a, b))
    }

    /// The order of two texts whose ranks are equal.
    #[inline]
    fn order_of_texts(&self, a: usize, b: usize) -> Ordering {
        match (self.texts.get(a), self.texts.get(b)) {
            (Some(a), Some(b)) => compare_text(a, b),
            _ => Ordering::Equal,
        }
    }
}

fn rank_of_int(value: i64) -> u64 {
    value as u64 ^ 1 << 63
}

/// The bits of floats sort like the floats once those of negative ones are inverted (IEEE 754-2008, 5.10). Both zeros have one rank.
fn rank_of_float(value: f64) -> u64 {
    let bits = (value + 0.0).to_bits();
    if bits >> 63 == 0 { bits ^ 1 << 63 } else { !bits }
}

/// The first bytes of a text as a number. A non-ASCII character ranks after all ASCII ones and ends the rank.
fn rank_of_text(text: &str) -> u64 {
    let mut rank = [0; charged_size::<u64>()];
    for (at, byte) in rank.iter_mut().zip(text.bytes()) {
        if !byte.is_ascii() {
            *at = 0xFF;
            break;
        }
        *at = byte;
    }
    u64::from_be_bytes(rank)
}

/// The cell of a key in one column: the key itself, or an item of a tuple.
fn cell(rt: &Runtime, key: Value, at: usize) -> Value {
    if key.tag == Tag::Tuple { rt.sequence_items(key).get(at).copied().unwrap_or(Value::NONE) } else { key }
}

/// The number of columns, when all keys have one shape: ints, strings, floats without NaN, or tuples of these. Otherwise None, also for long
/// strings: each of their comparisons is charged before it is made.
fn columns_of(rt: &Runtime, keys: &[Value]) -> Option<usize> {
    let first = *keys.first()?;
    let width = if first.tag == Tag::Tuple { rt.sequence_items(first).len() } else { 1 };
    let shape: SmallVec<[Tag; MAX_COLUMNS]> = (0..width.min(MAX_COLUMNS + 1)).map(|at| cell(rt, first, at).tag).collect();
    let fits = |key: &Value| {
        key.tag == first.tag
            && (key.tag != Tag::Tuple || rt.sequence_items(*key).len() == width)
            && shape.iter().enumerate().all(|(at, tag)| {
                let cell = cell(rt, *key, at);
                let is_simple = match cell.tag {
                    Tag::Float => !cell.as_f64().is_nan(),
                    Tag::Str => rt.heap.text(cell).len() <= LONG_TEXT,
                    _ => true,
                };
                cell.tag == *tag && is_simple
            })
    };
    let known = shape.iter().all(|tag| matches!(tag, Tag::Int | Tag::Float | Tag::Str));
    ((1..=MAX_COLUMNS).contains(&width) && known && keys.iter().all(fits)).then_some(width)
}

/// The stable order of keys that [`columns_of`] accepts.
fn order_by_columns(rt: &Runtime, keys: &[Value], width: usize, reverse: bool) -> Vec<usize> {
    let columns: SmallVec<[Column<'_>; MAX_COLUMNS]> = (0..width)
        .map(|at| {
            let cells = keys.iter().map(|key| cell(rt, *key, at));
            match keys.first().map(|key| cell(rt, *key, at).tag) {
                Some(Tag::Int) => Column::of_numbers(cells.map(|int| rank_of_int(int.as_i64()))),
                Some(Tag::Float) => Column::of_numbers(cells.map(|float| rank_of_float(float.as_f64()))),
                _ => Column::of_texts(cells.map(|text| rt.heap.text(text)).collect()),
            }
        })
        .collect();
    let Some((first, others)) = columns.split_first() else { return Vec::new() };
    // Ranks are paired with positions, so all pairs differ and an unstable sort gives the stable order.
    let mut pairs: Vec<(u64, usize)> = first.ranks.iter().copied().zip(0..).collect();
    let directed = |ordering: Ordering| if reverse { ordering.reverse() } else { ordering };
    if others.is_empty() && first.texts.is_empty() {
        pairs.sort_unstable_by(|a, b| directed(a.0.cmp(&b.0)).then(a.1.cmp(&b.1)));
    } else {
        pairs.sort_unstable_by(|a, b| {
            let by_rest = || {
                let rest = others.iter().map(|column| column.order(a.1, b.1)).find(|ordering| ordering.is_ne());
                first.order_of_texts(a.1, b.1).then(rest.unwrap_or(Ordering::Equal))
            };
            directed(a.0.cmp(&b.0).then_with(by_rest)).then(a.1.cmp(&b.1))
        });
    }
    pairs.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_order_as_what_they_stand_for() {
        let floats = [f64::NEG_INFINITY, -1e300, -1.5, -1.0, -5e-324, 0.0, 5e-324, 1.0, 1.5, 1e300, f64::INFINITY];
        for (a, b) in floats.iter().flat_map(|a| floats.iter().map(move |b| (*a, *b))) {
            assert_eq!(Some(rank_of_float(a).cmp(&rank_of_float(b))), a.partial_cmp(&b), "{a} {b}");
        }
        assert_eq!(rank_of_float(-0.0), rank_of_float(0.0));
        let ints = [i64::MIN, -2, -1, 0, 1, 2, i64::MAX];
        for (a, b) in ints.iter().flat_map(|a| ints.iter().map(move |b| (*a, *b))) {
            assert_eq!(rank_of_int(a).cmp(&rank_of_int(b)), a.cmp(&b), "{a} {b}");
        }
        let texts = ["", "\0", "a", "a\0", "aé", "aéz", "aà", "az", "abcdefgh", "abcdefghi", "é", "éa", "\u{10ffff}", "~"];
        for (a, b) in texts.iter().flat_map(|a| texts.iter().map(move |b| (*a, *b))) {
            let ranks = rank_of_text(a).cmp(&rank_of_text(b));
            assert!(ranks.is_eq() || ranks == compare_text(a, b), "{a:?} {b:?}");
        }
    }
}
