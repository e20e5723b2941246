//! The method resolution order of classes.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

/// C3 linearisation: the MRO of a class (Barrett and others, 1996; Python's documentation of the MRO).
///
/// The next class is the first head of a sequence that is in the tail of none. The tails are not searched for it: each class has a count of
/// the tails that it is in, and the sequences whose head has the count 0 are kept sorted. So the work grows with the sum of the sequences.
pub(crate) fn linearise(rt: &mut Runtime, class: Value, bases: &[Value]) -> Result<Vec<Value>, Abrupt> {
    let lens = bases.iter().map(|base| mro_len(rt, *base)).sum::<usize>() + bases.len();
    // Classes of ordinary programs have few classes above them. For others the maps cost more than the sequences.
    rt.charge(lens as u64 + 4 * lens.saturating_sub(64) as u64)?;
    // One base leaves nothing to merge, and most classes have one.
    if let [base] = bases {
        let mut order = mro_of(rt, *base);
        order.reserve_exact(1);
        order.insert(0, class);
        rt.charge(order.len() as u64)?;
        return Ok(order);
    }
    let room = lens.saturating_mul(BYTES_PER_C3_ITEM);
    rt.heap.charge(room)?;
    let mut sequences: Vec<Vec<Value>> = bases.iter().map(|base| mro_of(rt, *base)).collect();
    sequences.push(bases.to_vec());
    let merged = merge_sequences(class, &sequences);
    rt.heap.refund(room);
    match merged {
        Ok(mut order) => {
            rt.charge(order.len() as u64)?;
            // The class is charged for its length, and a vector that grew can have twice the room.
            order.shrink_to_fit();
            Ok(order)
        }
        Err(waiting) => {
            let names: Vec<String> = waiting.iter().map(|base| rt.class_name(*base).to_string()).collect();
            Err(rt.type_error(&format!("Cannot create a consistent method resolution order (MRO) for bases {}", names.join(", "))))
        }
    }
}

/// Bytes for each class of each sequence while they are merged: its copy, its entries in the maps, and the room that the maps keep free.
const BYTES_PER_C3_ITEM: usize = 128;

/// What C3 knows about a class.
#[derive(Default)]
struct Candidate {
    /// The number of tails that the class is in.
    tails: usize,
    /// The sequences whose head is the class.
    heads: Vec<usize>,
}

/// Merges sequences of classes by C3, after `class`. The error is the heads that wait for each other.
fn merge_sequences(class: Value, sequences: &[Vec<Value>]) -> Result<Vec<Value>, Vec<Value>> {
    let mut candidates: FxHashMap<Value, Candidate> = FxHashMap::default();
    for (number, sequence) in sequences.iter().enumerate() {
        for (at, value) in sequence.iter().enumerate() {
            let candidate = candidates.entry(*value).or_default();
            if at == 0 {
                candidate.heads.push(number);
            } else {
                candidate.tails += 1;
            }
        }
    }
    let mut positions = vec![0usize; sequences.len()];
    let mut ready: BTreeSet<usize> =
        candidates.values().filter(|candidate| candidate.tails == 0).flat_map(|candidate| candidate.heads.iter().copied()).collect();
    let mut order = vec![class];
    let head = |positions: &[usize], number: usize| sequences.get(number)?.get(*positions.get(number)?).copied();
    while let Some(first) = ready.first().copied() {
        let Some(next) = head(&positions, first) else { break };
        order.push(next);
        // Each sequence that begins with the class goes on to its next one, which leaves the tail.
        let heads = candidates.get_mut(&next).map(|candidate| std::mem::take(&mut candidate.heads)).unwrap_or_default();
        for number in heads {
            ready.remove(&number);
            if let Some(position) = positions.get_mut(number) {
                *position += 1;
            }
            let Some(value) = head(&positions, number) else { continue };
            let Some(candidate) = candidates.get_mut(&value) else { continue };
            candidate.heads.push(number);
            candidate.tails = candidate.tails.saturating_sub(1);
            if candidate.tails == 0 {
                ready.extend(candidate.heads.iter().copied());
            }
        }
    }
    let mut seen = FxHashSet::default();
    let waiting: Vec<Value> =
        (0..sequences.len()).filter_map(|number| head(&positions, number)).filter(|value| seen.insert(*value)).collect();
    if waiting.is_empty() { Ok(order) } else { Err(waiting) }
}

/// The length of the MRO of any class.
fn mro_len(rt: &Runtime, class: Value) -> usize {
    match class.tag {
        Tag::Class => rt.heap.classes.get(class.index()).mro.len(),
        // No builtin type has more types above it.
        _ => mro_of(rt, class).len(),
    }
}

/// The MRO of any class.
pub(crate) fn mro_of(rt: &Runtime, class: Value) -> Vec<Value> {
    match class.tag {
        Tag::Class => rt.heap.classes.get(class.index()).mro.clone(),
        _ => {
            let mut order = Vec::new();
            let mut at = TypeId::of(class);
            loop {
                order.push(at.value());
                if at == reg::OBJECT {
                    return order;
                }
                if at == crate::runtime::exceptions::BASE_EXCEPTION_GROUP
                    && TypeId::of(class) == crate::runtime::exceptions::EXCEPTION_GROUP
                {
                    order.push(crate::runtime::exceptions::EXCEPTION.value());
                }
                at = registry().info(at).base;
            }
        }
    }
}
