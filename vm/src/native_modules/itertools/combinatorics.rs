//! `itertools`' combinatoric iterators: the positions of one row, and the step from each to the next.
//!
//! Orders are those that CPython's documentation gives: positions count, not values, and rows come in lexicographic order of positions.

use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::snapshot_error::{Written, corrupt};
use crate::base::value::{Tag, Value};
use crate::heap::{Arena, TupleObj};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::native_object::ObjectWriter;
use crate::runtime::native_object::{NativeIterator, NativeKind, NativeObject, Next, ObjectFn, Restore};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;

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
enum Stage {
    /// The first row is still to be given.
    Before,
    Between,
    Over,
}

impl Stage {
    const ALL: [Self; 3] = [Self::Before, Self::Between, Self::Over];
}

/// An iterator over rows.
#[derive(Debug, Clone)]
struct Rows {
    kind: RowKind,
    /// The pool, a tuple; of `product` a tuple of pools.
    source: Value,
    /// How many items a row has.
    width: u32,
    /// The positions of the row given last, or of the first one; of permutations those of all items, the row's first.
    positions: Box<[u32]>,
    /// Of permutations, for each place of the row, how many items it has still to see, this one among them.
    left: Box<[u32]>,
    stage: Stage,
}

/// Iterators over rows.
pub(crate) static ROWS_KIND: NativeKind = NativeKind {
    types: &[reg::PERMUTATIONS, reg::PRODUCT, reg::COMBINATIONS, reg::COMBINATIONS_WITH_REPLACEMENT],
    restore: Restore::Iterator(22, |input| {
        let Some(kind) = RowKind::ALL.get(usize::from(input.wire().u8()?)).copied() else { return corrupt("unknown rows") };
        let source = input.of(Tag::Tuple, "rows of no tuple")?;
        let Some(stage) = Stage::ALL.get(usize::from(input.wire().u8()?)).copied() else { return corrupt("rows at no stage") };
        let (positions, left) = (input.numbers()?, input.numbers()?);
        input.room(size_of::<Rows>())?;
        Ok(Box::new(Rows { kind, source, width: input.wire().u32()?, positions, left, stage }))
    }),
    ..NativeKind::NONE
};

impl NativeObject for Rows {
    fn type_id(&self) -> TypeId {
        self.kind.type_id()
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        self.copy_iterator(child)
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.source);
    }

    fn owned_bytes(&self) -> usize {
        size_of::<Self>() + size_of::<u32>() * (self.positions.len() + self.left.len())
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        let Rows { kind, source, width, positions, left, stage } = self;
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

impl NativeIterator for Rows {
    fn next(&mut self) -> Next {
        Next::Run(next_row)
    }

    fn variables(&self) -> Option<ObjectFn> {
        Some(variables)
    }

    fn copy_iterator(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator> {
        Box::new(Rows { source: child(self.source), ..self.clone() })
    }
}

impl Rows {
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
fn paid(rt: &mut Runtime, places: usize) -> Result<(), Abrupt> {
    rt.charge(1 + places as u64 / 8)?;
    let bytes = Arena::<TupleObj>::SLOT + places.saturating_mul(size_of::<Value>());
    rt.heap.charge(bytes)?;
    rt.heap.refund(bytes);
    Ok(())
}

/// Whether there is no row at all.
fn is_empty(rt: &Runtime, kind: RowKind, source: Value, width: usize) -> bool {
    let pool = rt.sequence_items(source);
    match kind {
        RowKind::Permutations | RowKind::Combinations => width > pool.len(),
        RowKind::Multisets => width > 0 && pool.is_empty(),
        RowKind::Product => pool.iter().any(|pool| rt.sequence_items(*pool).is_empty()),
    }
}

/// An iterator over rows of `width` items; of `product` the pools say how many.
///
/// # Errors
/// What is too large for the memory.
pub(crate) fn rows_of(rt: &mut Runtime, kind: RowKind, source: Value, width: usize) -> Result<Value, Abrupt> {
    let count = rt.sequence_items(source).len();
    let is_empty = is_empty(rt, kind, source, width);
    let width = if kind == RowKind::Product { count } else { width };
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
    // What cannot be a number of items is a row that there is not.
    let width = u32::try_from(width).unwrap_or(u32::MAX);
    rt.heap.new_iterator(Rows { kind, source, width, positions, left, stage: Stage::Before })
}

/// The next row, a tuple; none at the end.
fn next_row(rt: &mut Runtime, iter: Value) -> Result<Option<Value>, Abrupt> {
    let Some(rows) = rt.heap.iterator_as::<Rows>(iter) else { return Ok(None) };
    if rows.stage == Stage::Over {
        return Ok(None);
    }
    let (places, first) = (rows.width as usize, rows.stage == Stage::Before);
    if first && is_empty(rt, rows.kind, rows.source, places) {
        if let Some(rows) = rt.heap.iterator_as_mut::<Rows>(iter) {
            rows.stage = Stage::Over;
        }
        return Ok(None);
    }
    if rows.kind == RowKind::Permutations {
        // Places that have had every item move all that stand after them.
        let spent = rows.left.iter().enumerate().rev().take_while(|(_, left)| **left == 1);
        let moved = spent.map(|(at, _)| rows.positions.len().saturating_sub(at)).fold(0, usize::saturating_add);
        rt.charge(moved as u64 / 32)?;
    }
    paid(rt, places)?;
    // Its numbers are taken out while the pools are read.
    let Some(slot) = rt.heap.iterator_as_mut::<Rows>(iter) else { return Ok(None) };
    let (positions, left) = (std::mem::take(&mut slot.positions), std::mem::take(&mut slot.left));
    let mut rows = Rows { positions, left, ..*slot };
    let (kind, source) = (rows.kind, rt.sequence_items(rows.source));
    let pool = |place: usize| match kind {
        RowKind::Product => source.get(place).map_or(&[][..], |pool| rt.sequence_items(*pool)),
        _ => source,
    };
    let more = rows.stage == Stage::Before || rows.step(|place| pool(place).len());
    rows.stage = if more { Stage::Between } else { Stage::Over };
    let row: SmallVec<[Value; 16]> =
        rows.positions.iter().take(places).enumerate().filter_map(|(place, at)| pool(place).get(*at as usize).copied()).collect();
    if let Some(slot) = rt.heap.iterator_as_mut(iter) {
        *slot = rows;
    }
    if more { rt.heap.tuple(&row).map(Some) } else { Ok(None) }
}

/// What `copy` and `pickle` make such an iterator again from: its variables by name, and how far it has come.
fn variables(rt: &mut Runtime, iter: Value) -> Result<Value, Abrupt> {
    let rows = rt.heap.iterator_as::<Rows>(iter).ok_or(Abrupt::Bug("no iterator over rows"))?.clone();
    rt.precheck(rows.positions.len() + rows.left.len(), size_of::<Value>())?;
    let numbers = |numbers: &[u32]| numbers.iter().map(|number| Value::int(i64::from(*number))).collect::<Vec<Value>>();
    let (positions, left) = (rt.heap.tuple_from(numbers(&rows.positions))?, rt.heap.tuple_from(numbers(&rows.left))?);
    let (width, over) = (Value::int(rows.width.into()), Value::bool(rows.stage == Stage::Over));
    let empty = Value::bool(is_empty(rt, rows.kind, rows.source, rows.width as usize));
    let made = rt.heap.dict(crate::heap::DictObj::default())?;
    let all = [("source", rows.source), ("r", width), ("indices", positions), ("left", left), ("over", over), ("empty", empty)];
    for (name, value) in all {
        let name = rt.intern_value(name)?;
        rt.dict_set(made, name, value)?;
    }
    rt.heap.tuple(&[made, Value::bool(rows.stage == Stage::Between)])
}

/// `__setstate__`: goes on after the row of these positions, each moved to where it can be.
pub(crate) fn set_state(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (this, state) = (rt.plain(args.at(0)), args.at(1));
    let rows = rt.heap.iterator_as::<Rows>(this).ok_or(Abrupt::Bug("a state of no rows"))?;
    let (kind, source, width) = (rows.kind, rows.source, rows.width as usize);
    let count = rt.sequence_items(source).len();
    let (positions, left) = if kind == RowKind::Permutations {
        if state.tag != Tag::Tuple {
            return Err(rt.type_error("state is not a tuple"));
        }
        let parts: SmallVec<[Value; 2]> = rt.sequence_items(state).iter().copied().collect();
        let &[indices, cycles] = parts.as_slice() else {
            return Err(rt.type_error(&format!("function takes exactly 2 arguments ({} given)", parts.len())));
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
        // How many items a place can have: that of a row may be any number, of which there are none.
        let end = |rt: &Runtime, at: usize| match kind {
            RowKind::Product => rt.sequence_items(source).get(at).map_or(0, |pool| rt.sequence_items(*pool).len()),
            RowKind::Combinations => (count + at + 1).saturating_sub(width),
            _ => count,
        };
        (clamped(rt, state, width, |rt, at| (0, end(rt, at).saturating_sub(1)))?, Box::default())
    };
    if !is_empty(rt, kind, source, width)
        && let Some(rows) = rt.heap.iterator_as_mut::<Rows>(this)
    {
        (rows.positions, rows.left, rows.stage) = (positions, left, Stage::Between);
    }
    Ok(Value::NONE)
}

/// As many numbers as a tuple must have, each at least and at most what its place allows.
fn clamped(rt: &mut Runtime, given: Value, count: usize, ends: impl Fn(&Runtime, usize) -> (usize, usize)) -> Result<Box<[u32]>, Abrupt> {
    if given.tag != Tag::Tuple || rt.sequence_items(given).len() != count {
        return Err(rt.value_error("invalid arguments"));
    }
    rt.precheck(count, size_of::<u32>())?;
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
        let number = usize::try_from(number).unwrap_or(0).min(high).max(low);
        numbers.push(u32::try_from(number).unwrap_or(u32::MAX));
    }
    Ok(numbers.into_boxed_slice())
}
