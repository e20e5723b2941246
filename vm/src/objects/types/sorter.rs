//! The sorter: an iterator that drives a sort whose keys are compared by user code. It yields pairs of keys; for each the fallback asks
//! whether the first is less than the second.
//!
//! A snapshot holds the answers so far and not the state of the sort: a restore gives them once more. So every state that hostile bytes can
//! make is one that a program can reach, too.

use crate::base::abrupt::Abrupt;
use crate::base::snapshot_error::{Read, Written, ensure, trouble};
use crate::base::value::{Tag, Value};
use crate::heap::charged_size;
use crate::objects::protocols::merge_sort::MergeSort;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::native_object::{
    NativeIterator, NativeObject, NativeObjectKind, Next, NextPairFn, ObjectReader, ObjectWriter, Restore,
};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;

/// Accounted bytes for one word of answers, in a vector that doubles.
const WORD_BYTES: usize = 2 * charged_size::<u64>();

/// Positions that are moved for one unit of fuel.
const MOVES_PER_FUEL: u64 = 32;

#[derive(Debug, Clone)]
struct Sorter {
    /// A list that user code cannot see.
    keys: Value,
    count: usize,
    sort: MergeSort,
    reverse: bool,
    /// The answers so far, in bits.
    answer_bits: Vec<u64>,
    answered: u64,
    /// A pair was yielded, and `is_less` is the answer unless it changes.
    asks: bool,
    is_less: bool,
}

crate::heap::charged_sizes! { Sorter = 264 }

/// Sorters in snapshots.
pub(crate) static SORTER_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::SORTER],
    restore: Restore::Iterator(25, |input| {
        let mut sorter = Sorter::new(input.of(Tag::List, "keys that are no list")?, 0, input.wire().bool()?);
        (sorter.asks, sorter.is_less) = (input.wire().bool()?, input.wire().bool()?);
        sorter.answered = input.wire().uint()?;
        for _ in 0..sorter.answered.div_ceil(u64::BITS.into()) {
            input.room(WORD_BYTES)?;
            sorter.answer_bits.push(input.wire().fixed()?);
        }
        Ok(Box::new(sorter))
    }),
    settle: Some(settle),
    ..NativeObjectKind::NONE
};

/// Runs the sort once more up to its last question.
fn settle(input: &mut dyn ObjectReader<'_>, value: Value) -> Read<()> {
    let Some(read) = input.runtime().heap.iterator_as::<Sorter>(value).cloned() else { return Ok(()) };
    let count = input.runtime().sequence_items(read.keys).len();
    input.room(charged_size::<Sorter>().saturating_add(MergeSort::bytes(count)))?;
    input.runtime().charge(count as u64 / MOVES_PER_FUEL).map_err(trouble)?;
    let mut sorter = Sorter::new(read.keys, count, read.reverse);
    if read.asks || read.answered > 0 {
        sorter.advance();
    }
    for at in 0..read.answered {
        let word = usize::try_from(at / u64::from(u64::BITS)).ok().and_then(|at| read.answer_bits.get(at)).copied().unwrap_or(0);
        ensure(sorter.asks, "more answers than questions")?;
        sorter.is_less = word >> (at % u64::from(u64::BITS)) & 1 == 1;
        sorter.advance();
        input.runtime().charge(sorter.sort.moved() as u64 / MOVES_PER_FUEL).map_err(trouble)?;
    }
    ensure(sorter.answer_bits == read.answer_bits, "bits behind the last answer")?;
    ensure(sorter.asks || !read.asks, "a sort that asks nothing")?;
    ensure(read.asks || !read.is_less, "an answer to no question")?;
    (sorter.asks, sorter.is_less) = (read.asks, read.is_less);
    if let Some(slot) = input.runtime().heap.iterator_as_mut::<Sorter>(value) {
        *slot = sorter;
    }
    Ok(())
}

impl Sorter {
    fn new(keys: Value, count: usize, reverse: bool) -> Self {
        let sort = MergeSort::new(count, reverse);
        Sorter { keys, count, sort, reverse, answer_bits: Vec::new(), answered: 0, asks: false, is_less: false }
    }

    /// True when the next answer needs another word.
    fn grows(&self) -> bool {
        self.asks && self.answered.is_multiple_of(u64::BITS.into())
    }

    /// Takes the answer, if a pair was yielded, and runs to the next question.
    fn advance(&mut self) -> Option<(usize, usize)> {
        let answer = self.asks.then_some(self.is_less);
        if let Some(answer) = answer {
            if self.grows() {
                self.answer_bits.push(0);
            }
            if let Some(word) = self.answer_bits.last_mut() {
                *word |= u64::from(answer) << (self.answered % u64::from(u64::BITS));
            }
            self.answered += 1;
        }
        let pair = self.sort.next(answer);
        (self.asks, self.is_less) = (pair.is_some(), false);
        pair
    }
}

impl NativeObject for Sorter {
    fn type_id(&self) -> TypeId {
        reg::SORTER
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        self.copy_iterator(child)
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.keys);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let Sorter { keys, count: _, sort: _, reverse: _, answer_bits: _, answered: _, asks: _, is_less: _ } = self;
        child(keys);
    }

    fn owned_bytes(&self) -> usize {
        charged_size::<Self>() + MergeSort::bytes(self.count) + WORD_BYTES * self.answer_bits.len()
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        let Sorter { keys, count: _, sort: _, reverse, answer_bits, answered, asks, is_less } = self;
        out.value(*keys)?;
        [*reverse, *asks, *is_less].into_iter().for_each(|flag| out.wire().bool(flag));
        out.wire().uint(*answered);
        answer_bits.iter().for_each(|word| out.wire().fixed(*word));
        Ok(())
    }
}

impl NativeIterator for Sorter {
    fn next(&mut self) -> Next {
        Next::Run(|rt, sorter| {
            let Some(pair) = next_pair(rt, sorter)? else { return Ok(None) };
            let made = rt.heap.tuple(&pair);
            if made.is_err()
                && let Some(sorter) = rt.heap.iterator_as_mut::<Sorter>(sorter)
            {
                // The same pair comes again.
                sorter.asks = false;
            }
            made.map(Some)
        })
    }

    fn next_pair(&self) -> Option<NextPairFn> {
        Some(next_pair)
    }

    fn copy_iterator(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator> {
        Box::new(Sorter { keys: child(self.keys), ..self.clone() })
    }
}

fn sorter(rt: &Runtime, value: Value) -> Result<&Sorter, Abrupt> {
    rt.heap.iterator_as(value).ok_or(Abrupt::Bug("not a sorter"))
}

fn next_pair(rt: &mut Runtime, value: Value) -> Result<Option<[Value; 2]>, Abrupt> {
    let state = sorter(rt, value)?;
    let (keys, grows, moved) = (state.keys, state.grows(), state.sort.moved() as u64);
    // What the last step moved is paid before the next one.
    rt.charge(1 + moved / MOVES_PER_FUEL)?;
    if grows {
        rt.heap.charge(WORD_BYTES)?;
    }
    let Some((a, b)) = rt.heap.iterator_as_mut::<Sorter>(value).and_then(Sorter::advance) else { return Ok(None) };
    let items = rt.sequence_items(keys);
    let key = |at: usize| items.get(at).copied().unwrap_or(Value::NONE);
    Ok(Some([key(a), key(b)]))
}

/// A sorter of a list of keys.
pub(crate) fn start(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let keys = args.at(0);
    let count = rt.sequence_items(keys).len();
    rt.charge(count as u64 / MOVES_PER_FUEL)?;
    rt.fits(MergeSort::bytes(count))?;
    rt.heap.new_iterator(Sorter::new(keys, count, args.at(1).is_true()))
}

/// The first key of the last pair is less than the second one.
pub(crate) fn less(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.heap.iterator_as_mut::<Sorter>(args.at(0)).ok_or(Abrupt::Bug("not a sorter"))?.is_less = true;
    Ok(Value::NONE)
}

/// A list of the items in the order of their keys, as far as they are sorted.
pub(crate) fn end(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let count = sorter(rt, args.at(0))?.count;
    rt.precheck(count, charged_size::<Value>())?;
    let room = MergeSort::bytes(count);
    rt.heap.charge(room)?;
    let order = sorter(rt, args.at(0))?.sort.clone().finish();
    let items = rt.sequence_items(args.at(1));
    let sorted = order.into_iter().map(|at| items.get(at).copied().unwrap_or(Value::NONE)).collect();
    rt.heap.refund(room);
    rt.heap.list(sorted)
}
