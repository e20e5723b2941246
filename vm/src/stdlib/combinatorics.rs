//! `itertools`' combinatoric iterators: the positions of one row, and the step from each to the next.
//!
//! Orders are those that CPython's documentation gives: positions count, not values, and rows come in lexicographic order of positions.

use smallvec::SmallVec;

use crate::exit::Exit;
use crate::heap::{Arena, IterObj, TupleObj};
use crate::registry::{self as reg, TypeId};
use crate::rt::Rt;
use crate::value::Value;

/// Which rows there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowKind {
    Permutations,
    Product,
    Combinations,
    /// `combinations_with_replacement`
    Multisets,
}

impl RowKind {
    pub(crate) const ALL: [Self; 4] = [Self::Permutations, Self::Product, Self::Combinations, Self::Multisets];

    /// The type of an iterator over such rows.
    pub(crate) fn type_id(self) -> TypeId {
        match self {
            Self::Permutations => reg::PERMUTATIONS,
            Self::Product => reg::PRODUCT,
            Self::Combinations => reg::COMBINATIONS,
            Self::Multisets => reg::COMBINATIONS_WITH_REPLACEMENT,
        }
    }
}

/// How far an iterator has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The first row is still to be given.
    Before,
    Between,
    Over,
}

impl Stage {
    pub(crate) const ALL: [Self; 3] = [Self::Before, Self::Between, Self::Over];
}

/// An iterator over rows.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    pub(crate) kind: RowKind,
    /// The pool, a tuple; of `product` a tuple of pools.
    pub(crate) source: Value,
    /// The positions of the row given last, or of the first one; of permutations those of all items, the row's first.
    pub(crate) positions: Box<[u32]>,
    /// Of permutations, for each place of the row, how many items it has still to see, this one among them.
    pub(crate) left: Box<[u32]>,
    pub(crate) stage: Stage,
}

impl Rows {
    /// Bytes of what it owns.
    pub(crate) fn owned_bytes(&self) -> usize {
        size_of::<Self>() + size_of::<u32>() * (self.positions.len() + self.left.len())
    }

    /// How many items a row has.
    pub(crate) fn width(&self) -> usize {
        if self.kind == RowKind::Permutations { self.left.len() } else { self.positions.len() }
    }

    /// To the next row, where `ends` says how many items the pool of a place has; false where there is none.
    fn step(&mut self, ends: impl Fn(usize) -> usize) -> bool {
        match self.kind {
            RowKind::Permutations => self.permute(),
            RowKind::Product => {
                for (at, position) in self.positions.iter_mut().enumerate().rev() {
                    *position = position.saturating_add(1);
                    if (*position as usize) < ends(at) {
                        return true;
                    }
                    *position = 0;
                }
                false
            }
            RowKind::Combinations => self.choose(ends(0), true),
            RowKind::Multisets => self.choose(ends(0), false),
        }
    }

    fn permute(&mut self) -> bool {
        let count = self.positions.len();
        for (at, left) in self.left.iter_mut().enumerate().rev() {
            *left = left.saturating_sub(1);
            if *left > 0 {
                let other = count.wrapping_sub(*left as usize);
                if at < count && other < count {
                    self.positions.swap(at, other);
                }
                return true;
            }
            // This place has had every item: it goes to the end, the next place moves on.
            *left = count.saturating_sub(at) as u32;
            if let Some(tail) = self.positions.get_mut(at..) {
                tail.rotate_left(1);
            }
        }
        false
    }

    /// The last place that can moves on by one; those after it follow it, each one further where positions are distinct.
    fn choose(&mut self, count: usize, distinct: bool) -> bool {
        let width = self.positions.len();
        // How far the place `at` can go.
        let end = |at: usize| if distinct { (count + at).saturating_sub(width) } else { count.saturating_sub(1) };
        let movable = self.positions.iter().enumerate().rev().find(|(at, position)| (**position as usize) < end(*at));
        let Some((first, position)) = movable else { return false };
        let mut next = position.saturating_add(1);
        for position in self.positions.iter_mut().skip(first) {
            *position = next;
            next = next.saturating_add(u32::from(distinct));
        }
        true
    }
}

/// The work of one row, and the room it needs, seen to before anything changes: a step that fails later would be done twice.
fn paid(rt: &mut Rt, places: usize) -> Result<(), Exit> {
    rt.charge(1 + places as u64 / 8)?;
    let bytes = Arena::<TupleObj>::SLOT + places.saturating_mul(size_of::<Value>());
    rt.heap.charge(bytes)?;
    rt.heap.refund(bytes);
    Ok(())
}

/// An iterator over rows of `width` items; of `product` the pools say how many.
///
/// # Errors
/// What is too large for the memory.
pub(crate) fn rows_of(rt: &mut Rt, kind: RowKind, source: Value, width: usize) -> Result<Value, Exit> {
    let count = rt.sequence_items(source).len();
    let is_empty = match kind {
        RowKind::Permutations | RowKind::Combinations => width > count,
        RowKind::Multisets => width > 0 && count == 0,
        RowKind::Product => rt.sequence_items(source).iter().any(|pool| rt.sequence_items(*pool).is_empty()),
    };
    let places = match kind {
        _ if is_empty => 0,
        RowKind::Permutations | RowKind::Product => count,
        RowKind::Combinations | RowKind::Multisets => width,
    };
    rt.precheck(places, 2 * size_of::<u32>())?;
    rt.charge(places as u64 / 8)?;
    let distinct = matches!(kind, RowKind::Permutations | RowKind::Combinations);
    let positions = (0..places as u32).map(|at| if distinct { at } else { 0 }).collect();
    let left = match kind {
        RowKind::Permutations if !is_empty => (0..width).map(|at| count.saturating_sub(at) as u32).collect(),
        _ => Box::default(),
    };
    let stage = if is_empty { Stage::Over } else { Stage::Before };
    rt.heap.iter(IterObj::Rows(Box::new(Rows { kind, source, positions, left, stage })))
}

/// The next row, a tuple; none at the end.
pub(crate) fn next_row(rt: &mut Rt, iter: u32) -> Result<Option<Value>, Exit> {
    let IterObj::Rows(rows) = rt.heap.iters.get(iter) else { return Ok(None) };
    if rows.stage == Stage::Over {
        return Ok(None);
    }
    let places = rows.width();
    if rows.kind == RowKind::Permutations {
        // Places that have had every item move all that stand after them.
        let spent = rows.left.iter().enumerate().rev().take_while(|(_, left)| **left == 1);
        let moved = spent.map(|(at, _)| rows.positions.len().saturating_sub(at)).fold(0, usize::saturating_add);
        rt.charge(moved as u64 / 32)?;
    }
    paid(rt, places)?;
    let IterObj::Rows(mut rows) = std::mem::take(rt.heap.iters.get_mut(iter)) else { return Ok(None) };
    let (kind, source) = (rows.kind, rt.sequence_items(rows.source));
    let pool = |place: usize| match kind {
        RowKind::Product => source.get(place).map_or(&[][..], |pool| rt.sequence_items(*pool)),
        _ => source,
    };
    let more = rows.stage == Stage::Before || rows.step(|place| pool(place).len());
    rows.stage = if more { Stage::Between } else { Stage::Over };
    let row: SmallVec<[Value; 16]> =
        rows.positions.iter().take(places).enumerate().filter_map(|(place, at)| pool(place).get(*at as usize).copied()).collect();
    *rt.heap.iters.get_mut(iter) = IterObj::Rows(rows);
    if more { rt.heap.tuple(&row).map(Some) } else { Ok(None) }
}

/// What `copy` and `pickle` make such an iterator again from: its variables by name; none of one that is over.
pub(crate) fn variables(rt: &mut Rt, rows: &Rows) -> Result<Option<Value>, Exit> {
    if rows.stage == Stage::Over {
        return Ok(None);
    }
    rt.precheck(rows.positions.len() + rows.left.len(), size_of::<Value>())?;
    let numbers = |numbers: &[u32]| numbers.iter().map(|number| Value::int(i64::from(*number))).collect::<Vec<Value>>();
    let source = if rows.kind == RowKind::Product { "pools" } else { "pool" };
    let (positions, left) = (rt.heap.list(numbers(&rows.positions))?, rt.heap.list(numbers(&rows.left))?);
    let width = Value::int(i64::try_from(rows.width()).unwrap_or(i64::MAX));
    let made = rt.heap.dict(crate::heap::DictObj::default())?;
    for (name, value) in [(source, rows.source), ("r", width), ("indices", positions), ("left", left)] {
        let name = rt.intern_value(name)?;
        rt.dict_set(made, name, value)?;
    }
    Ok(Some(made))
}
