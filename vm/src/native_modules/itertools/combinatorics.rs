//! The combinatoric iterators of `itertools`. An iterator holds the indices of the current result, and a step computes the next ones.
//!
//! The order is that of CPython's documentation: results are in lexicographic order of indices; items count by index, not by value.

use crate::heap::{charged_size, value_block};
use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::sizes::clamped_size;
use crate::base::sizes::low32;
use crate::base::snapshot_error::{Written, corrupt};
use crate::base::value::{Tag, Value};
use crate::heap::{Arena, TupleObj};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::native_object::ObjectWriter;
use crate::runtime::native_object::{NativeIterator, NativeObject, NativeObjectKind, Next, ObjectFn, Restore};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;

/// The kind of a combinatoric iterator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CombinatoricKind {
    Permutations,
    Product,
    Combinations,
    /// `combinations_with_replacement`
    CombinationsWithReplacement,
}

impl CombinatoricKind {
    pub(crate) const ALL: [Self; 4] = [Self::Permutations, Self::Product, Self::Combinations, Self::CombinationsWithReplacement];

    /// The Python type of such an iterator.
    pub(crate) fn type_id(self) -> TypeId {
        match self {
            Self::Permutations => reg::PERMUTATIONS,
            Self::Product => reg::PRODUCT,
            Self::Combinations => reg::COMBINATIONS,
            Self::CombinationsWithReplacement => reg::COMBINATIONS_WITH_REPLACEMENT,
        }
    }
}

/// The progress of an iterator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The first result has not been yielded yet.
    Before,
    Between,
    Exhausted,
}

impl Stage {
    const ALL: [Self; 3] = [Self::Before, Self::Between, Self::Exhausted];
}

/// A combinatoric iterator. One result is called a row.
#[derive(Debug, Clone)]
struct Combinatoric {
    kind: CombinatoricKind,
    /// The pool, a tuple. For `product`, a tuple of pools.
    source: Value,
    /// The number of items in a row.
    width: u32,
    /// The indices of the last row yielded, or of the first row. For permutations, the indices of all pool items, with those of the row
    /// first.
    positions: Box<[u32]>,
    /// For permutations: for each place of the row, how many items the place still has to take, including the current one. CPython's
    /// `cycles`.
    left: Box<[u32]>,
    stage: Stage,
}

crate::heap::charged_sizes! { Combinatoric = 56 }

/// Objects of these types in snapshots.
pub(crate) static COMBINATORIC_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::PERMUTATIONS, reg::PRODUCT, reg::COMBINATIONS, reg::COMBINATIONS_WITH_REPLACEMENT],
    restore: Restore::Iterator(22, |input| {
        let Some(kind) = CombinatoricKind::ALL.get(usize::from(input.wire().u8()?)).copied() else { return corrupt("unknown rows") };
        let source = input.of(Tag::Tuple, "rows of no tuple")?;
        let Some(stage) = Stage::ALL.get(usize::from(input.wire().u8()?)).copied() else { return corrupt("rows at no stage") };
        let (positions, left) = (input.numbers()?, input.numbers()?);
        input.room(charged_size::<Combinatoric>())?;
        Ok(Box::new(Combinatoric { kind, source, width: input.wire().u32()?, positions, left, stage }))
    }),
    ..NativeObjectKind::NONE
};

impl NativeObject for Combinatoric {
    fn type_id(&self) -> TypeId {
        self.kind.type_id()
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        self.copy_iterator(child)
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.source);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let Combinatoric { kind: _, source, width: _, positions: _, left: _, stage: _ } = self;
        child(source);
    }

    fn owned_bytes(&self) -> usize {
        charged_size::<Self>() + charged_size::<u32>() * (self.positions.len() + self.left.len())
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        let Combinatoric { kind, source, width, positions, left, stage } = self;
        out.wire().u8(*kind as u8);
        out.value(*source)?;
        out.wire().u8(*stage as u8);
        for numbers in [positions, left] {
            out.wire().size(numbers.len());
            numbers.iter().for_each(|number| out.wire().uint(u64::from(*number)));
        }
        out.wire().uint((*width).into());
        Ok(())
    }
}

impl NativeIterator for Combinatoric {
    fn next(&mut self) -> Next {
        Next::Run(next_native)
    }

    fn variables(&self) -> Option<ObjectFn> {
        Some(variables)
    }

    fn copy_iterator(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator> {
        Box::new(Combinatoric { source: child(self.source), ..self.clone() })
    }
}

impl Combinatoric {
    /// Moves to the next row; false when there is none. `ends(place)` is the number of items in the pool of a place.
    fn step(&mut self, ends: impl Fn(usize) -> usize) -> bool {
        match self.kind {
            CombinatoricKind::Permutations => self.next_permutation(),
            CombinatoricKind::Product => {
                for (at, position) in self.positions.iter_mut().enumerate().rev() {
                    *position = position.saturating_add(1);
                    if (*position as usize) < ends(at) {
                        return true;
                    }
                    *position = 0;
                }
                false
            }
            CombinatoricKind::Combinations => self.next_combination(ends(0), true),
            CombinatoricKind::CombinationsWithReplacement => self.next_combination(ends(0), false),
        }
    }

    fn next_permutation(&mut self) -> bool {
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
            // This place has taken every item: rotate its item to the end and advance the place to the left.
            *left = low32(count.saturating_sub(at) as u64);
            if let Some(tail) = self.positions.get_mut(at..) {
                tail.rotate_left(1);
            }
        }
        false
    }

    /// Advances the last index that can grow. The indices after it continue from it: equal to it, or each one larger if `distinct`.
    fn next_combination(&mut self, count: usize, distinct: bool) -> bool {
        let width = self.positions.len();
        // The largest index at place `at`.
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

/// Charges the work of one row and checks that its tuple fits in memory. This happens before any change, because a step that fails runs
/// again from the start.
fn charge_native(rt: &mut Runtime, places: usize) -> Result<(), Abrupt> {
    rt.charge(2 + places as u64 / 4)?;
    let bytes = Arena::<TupleObj>::SLOT + value_block(places);
    rt.heap.charge(bytes)?;
    rt.heap.refund(bytes);
    Ok(())
}

/// True when there are no rows at all.
fn is_empty(rt: &Runtime, kind: CombinatoricKind, source: Value, width: usize) -> bool {
    let pool = rt.sequence_items(source);
    match kind {
        CombinatoricKind::Permutations | CombinatoricKind::Combinations => width > pool.len(),
        CombinatoricKind::CombinationsWithReplacement => width > 0 && pool.is_empty(),
        CombinatoricKind::Product => pool.iter().any(|pool| rt.sequence_items(*pool).is_empty()),
    }
}

/// Makes an iterator over rows of `width` items. For `product` the number of pools is the width.
///
/// # Errors
/// A memory limit when the iterator does not fit.
pub(crate) fn new_combinatoric(rt: &mut Runtime, kind: CombinatoricKind, source: Value, width: usize) -> Result<Value, Abrupt> {
    let count = rt.sequence_items(source).len();
    let is_empty = is_empty(rt, kind, source, width);
    let width = if kind == CombinatoricKind::Product { count } else { width };
    let places = match kind {
        _ if is_empty => 0,
        CombinatoricKind::Permutations | CombinatoricKind::Product => count,
        CombinatoricKind::Combinations | CombinatoricKind::CombinationsWithReplacement => width,
    };
    rt.precheck(places, 2 * charged_size::<u32>())?;
    rt.charge(places as u64 / 8)?;
    let distinct = matches!(kind, CombinatoricKind::Permutations | CombinatoricKind::Combinations);
    let positions = (0..low32(places as u64)).map(|at| if distinct { at } else { 0 }).collect();
    let left = match kind {
        CombinatoricKind::Permutations if !is_empty => (0..width).map(|at| low32(count.saturating_sub(at) as u64)).collect(),
        _ => Box::default(),
    };
    // A width that does not fit in a u32 exceeds the pool, so the iterator is empty and its exact width does not matter.
    let width = u32::try_from(width).unwrap_or(u32::MAX);
    rt.heap.new_iterator(Combinatoric { kind, source, width, positions, left, stage: Stage::Before })
}

/// The next row as a tuple; None at the end.
fn next_native(rt: &mut Runtime, iter: Value) -> Result<Option<Value>, Abrupt> {
    let Some(rows) = rt.heap.iterator_as::<Combinatoric>(iter) else { return Ok(None) };
    if rows.stage == Stage::Exhausted {
        return Ok(None);
    }
    let (places, first) = (rows.width as usize, rows.stage == Stage::Before);
    if first && is_empty(rt, rows.kind, rows.source, places) {
        if let Some(rows) = rt.heap.iterator_as_mut::<Combinatoric>(iter) {
            rows.stage = Stage::Exhausted;
        }
        return Ok(None);
    }
    if rows.kind == CombinatoricKind::Permutations {
        // A place that has taken every item rotates all items after it.
        let spent = rows.left.iter().enumerate().rev().take_while(|(_, left)| **left == 1);
        let moved = spent.map(|(at, _)| rows.positions.len().saturating_sub(at)).fold(0, usize::saturating_add);
        rt.charge(moved as u64 / 32)?;
    }
    charge_native(rt, places)?;
    // Take the indices out of the object, so that the pools can be read from the heap meanwhile.
    let Some(slot) = rt.heap.iterator_as_mut::<Combinatoric>(iter) else { return Ok(None) };
    let (positions, left) = (std::mem::take(&mut slot.positions), std::mem::take(&mut slot.left));
    let mut rows = Combinatoric { positions, left, ..*slot };
    let (kind, source) = (rows.kind, rt.sequence_items(rows.source));
    let pool = |place: usize| match kind {
        CombinatoricKind::Product => source.get(place).map_or(&[][..], |pool| rt.sequence_items(*pool)),
        _ => source,
    };
    let more = rows.stage == Stage::Before || rows.step(|place| pool(place).len());
    rows.stage = if more { Stage::Between } else { Stage::Exhausted };
    let row: SmallVec<[Value; 16]> =
        rows.positions.iter().take(places).enumerate().filter_map(|(place, at)| pool(place).get(*at as usize).copied()).collect();
    if let Some(slot) = rt.heap.iterator_as_mut(iter) {
        *slot = rows;
    }
    if more { rt.heap.tuple(&row).map(Some) } else { Ok(None) }
}

/// The state from which `copy` and `pickle` rebuild the iterator: a dict of variables, and whether iteration has begun.
fn variables(rt: &mut Runtime, iter: Value) -> Result<Value, Abrupt> {
    let rows = rt.heap.iterator_as::<Combinatoric>(iter).ok_or(Abrupt::Bug("no iterator over rows"))?.clone();
    rt.precheck(rows.positions.len() + rows.left.len(), charged_size::<Value>())?;
    let numbers = |numbers: &[u32]| numbers.iter().map(|number| Value::int(i64::from(*number))).collect::<Vec<Value>>();
    let (positions, left) = (rt.heap.tuple_from(numbers(&rows.positions))?, rt.heap.tuple_from(numbers(&rows.left))?);
    let (width, over) = (Value::int(rows.width.into()), Value::bool(rows.stage == Stage::Exhausted));
    let empty = Value::bool(is_empty(rt, rows.kind, rows.source, rows.width as usize));
    let made = rt.heap.dict(crate::heap::DictObj::default())?;
    let all = [("source", rows.source), ("r", width), ("indices", positions), ("left", left), ("over", over), ("empty", empty)];
    for (name, value) in all {
        let name = rt.intern_value(name)?;
        rt.dict_set(made, name, value)?;
    }
    rt.heap.tuple(&[made, Value::bool(rows.stage == Stage::Between)])
}

/// `__setstate__`: continues after the row with these indices. Each index is clamped to its range.
pub(crate) fn set_state(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (this, state) = (rt.unwrap_payload(args.at(0)), args.at(1));
    let rows = rt.heap.iterator_as::<Combinatoric>(this).ok_or(Abrupt::Bug("a state of no rows"))?;
    let (kind, source, width) = (rows.kind, rows.source, rows.width as usize);
    let count = rt.sequence_items(source).len();
    let (positions, left) = if kind == CombinatoricKind::Permutations {
        if state.tag != Tag::Tuple {
            return Err(rt.type_error("state is not a tuple"));
        }
        let &[indices, cycles] = rt.sequence_items(state) else {
            let given = rt.sequence_items(state).len();
            return Err(rt.type_error(&format!("function takes exactly 2 arguments ({given} given)")));
        };
        for (at, part) in [indices, cycles].into_iter().enumerate() {
            if part.tag != Tag::Tuple {
                let name = rt.type_name(part);
                return Err(rt.type_error(&format!("argument {} must be tuple, not {name}", at + 1)));
            }
        }
        let positions = clamped(rt, indices, count, |_, _| (0, count.saturating_sub(1)))?;
        (positions, clamped(rt, cycles, width, |_, at| (1, count.saturating_sub(at)))?)
    } else {
        // The number of indices that a place can have. `width` may be any number here; then the iterator is empty.
        let end = |rt: &Runtime, at: usize| match kind {
            CombinatoricKind::Product => rt.sequence_items(source).get(at).map_or(0, |pool| rt.sequence_items(*pool).len()),
            CombinatoricKind::Combinations => (count + at + 1).saturating_sub(width),
            _ => count,
        };
        (clamped(rt, state, width, |rt, at| (0, end(rt, at).saturating_sub(1)))?, Box::default())
    };
    if !is_empty(rt, kind, source, width)
        && let Some(rows) = rt.heap.iterator_as_mut::<Combinatoric>(this)
    {
        (rows.positions, rows.left, rows.stage) = (positions, left, Stage::Between);
    }
    Ok(Value::NONE)
}

/// Converts a tuple of exactly `count` ints and clamps each to the bounds `ends(place)`.
fn clamped(rt: &mut Runtime, given: Value, count: usize, ends: impl Fn(&Runtime, usize) -> (usize, usize)) -> Result<Box<[u32]>, Abrupt> {
    if given.tag != Tag::Tuple || rt.sequence_items(given).len() != count {
        return Err(rt.value_error("invalid arguments"));
    }
    rt.precheck(count, charged_size::<u32>())?;
    rt.charge(count as u64 / 8)?;
    let mut numbers = Vec::with_capacity(count);
    for at in 0..count {
        let number = rt.sequence_items(given).get(at).copied().unwrap_or(Value::NONE);
        let (low, high) = ends(rt, at);
        let number = match number.tag {
            Tag::Int | Tag::Bool => number.as_i64(),
            Tag::BigInt => return Err(rt.overflow_error("Python int too large to convert to C ssize_t")),
            _ => return Err(rt.type_error("an integer is required")),
        };
        let number = clamped_size(number).min(high).max(low);
        numbers.push(u32::try_from(number).unwrap_or(u32::MAX));
    }
    Ok(numbers.into_boxed_slice())
}
