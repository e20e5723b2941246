//! The steps of CPython's list sort: it finds or makes runs, merges them by their powers, and gallops over items that need no comparison.
//! So values without a total order (NaN, sets) come out in CPython's order, and the comparison that fails is the same one.
//!
//! [`MergeSort::run`] asks a closure for each comparison. INVARIANT: when the closure fails, the state is the one before the comparison, so
//! that the next `run` asks it again. Native code compares in the closure. A fallback fails in it with the two positions, lets user code
//! compare, and runs on with the answer ([`MergeSort::next`]).

use crate::heap::charged_size;

/// How many times in a row one side must win before galloping begins.
const MIN_GALLOP: usize = 7;

/// With fewer items there is one run, and no merge.
const MIN_MERGE: usize = 64;

#[derive(Debug, Clone, Copy)]
struct Run {
    start: usize,
    len: usize,
    power: u32,
}

crate::heap::charged_sizes! { Run = 24 }

/// The state of one sort of the positions of keys.
#[derive(Debug, Clone)]
pub(crate) struct MergeSort {
    work: Work,
    /// The runs that were found and are not merged yet, in order.
    runs: Vec<Run>,
    /// Shorter runs are extended to this length.
    least: usize,
    phase: Phase,
    reverse: bool,
}

#[derive(Debug, Clone)]
struct Work {
    /// A permutation of positions, except during a merge.
    order: Vec<usize>,
    /// The positions that the current merge has copied aside.
    aside: Vec<usize>,
    /// How many times in a row one side must win now.
    gallop: usize,
    /// How many positions were moved in blocks.
    moved: usize,
}

#[derive(Debug, Clone, Copy)]
enum Phase {
    Find(Find),
    Insert(Insert),
    Merge(Merge),
    Done,
}

impl MergeSort {
    pub(crate) fn new(count: usize, reverse: bool) -> Self {
        let (mut least, mut odd) = (count, 0);
        while least >= MIN_MERGE {
            odd |= least & 1;
            least >>= 1;
        }
        // Reversing before and after keeps the order of equal keys.
        let order = if reverse { (0..count).rev().collect() } else { (0..count).collect() };
        // A merge copies the shorter run aside.
        let aside = Vec::with_capacity(if count < MIN_MERGE { 0 } else { count / 2 });
        let work = Work { order, aside, gallop: MIN_GALLOP, moved: 0 };
        let phase = if count == 0 { Phase::Done } else { Phase::Find(Find::at(0)) };
        MergeSort { work, runs: Vec::new(), least: least + odd, phase, reverse }
    }

    /// Bytes for the vectors of a sort. Waiting runs have growing powers, which are at most the number of bits of the count.
    pub(crate) fn bytes(count: usize) -> usize {
        let runs = (usize::BITS - count.leading_zeros()) as usize + 2;
        count.saturating_mul(charged_size::<usize>() + charged_size::<usize>() / 2).saturating_add(2 * runs * charged_size::<Run>())
    }

    /// Sorts. `less` tells whether the key at the first position is less than that at the second.
    pub(crate) fn run<E>(&mut self, less: &mut impl FnMut(usize, usize) -> Result<bool, E>) -> Result<(), E> {
        loop {
            match &mut self.phase {
                Phase::Find(find) => {
                    let (start, found) = (find.start, find.run(&mut self.work, less)?);
                    let forced = self.least.min(self.work.order.len() - start) + start;
                    if found < forced {
                        self.phase = Phase::Insert(Insert { start, end: forced, at: found, left: start, right: found });
                    } else {
                        self.add_run(start, found);
                    }
                }
                Phase::Insert(insert) => {
                    in_registers(insert, |state| state.run(&mut self.work, less))?;
                    let Insert { start, end, .. } = *insert;
                    self.add_run(start, end);
                }
                Phase::Merge(merge) => {
                    merge.run(&mut self.work, less)?;
                    self.phase = self.next_phase();
                }
                Phase::Done => return Ok(()),
            }
        }
    }

    /// The next two positions to compare, or None at the end. `answer` is the answer for the pair that the last call returned; without one
    /// the same pair comes again.
    pub(crate) fn next(&mut self, mut answer: Option<bool>) -> Option<(usize, usize)> {
        self.work.moved = 0;
        self.run(&mut |a, b| answer.take().ok_or((a, b))).err()
    }

    /// How many positions the last `next` moved in blocks.
    pub(crate) fn moved(&self) -> usize {
        self.work.moved
    }

    /// The order of the positions. Before the end of the sort it is a permutation, too.
    pub(crate) fn finish(mut self) -> Vec<usize> {
        if let Phase::Merge(merge) = self.phase {
            merge.give_up(&mut self.work);
        }
        if self.reverse {
            self.work.order.reverse();
        }
        self.work.order
    }

    fn add_run(&mut self, start: usize, end: usize) {
        let len = end - start;
        if let Some(last) = self.runs.last_mut() {
            last.power = power(last.start, last.len, len, self.work.order.len());
        }
        self.runs.push(Run { start, len, power: 0 });
        self.phase = self.next_phase();
    }

    /// Begins a merge of two waiting runs, or the search for another run.
    fn next_phase(&mut self) -> Phase {
        let end = self.runs.last().map_or(0, |last| last.start + last.len);
        let is_last = end >= self.work.order.len();
        match self.next_merge(is_last) {
            Some((at, after)) => {
                self.runs.remove(at + 1);
                let Some(run) = self.runs.get_mut(at) else { return Phase::Done };
                let merge = Merge::of(run, after);
                run.len += after.len;
                run.power = after.power;
                Phase::Merge(merge)
            }
            None if is_last => Phase::Done,
            None => Phase::Find(Find::at(end)),
        }
    }

    /// The run to merge now, and the one after it. While runs are still found, the last one waits.
    fn next_merge(&self, is_last: bool) -> Option<(usize, Run)> {
        match *self.runs.as_slice() {
            [.., before, run, _] if before.power > run.power => Some((self.runs.len() - 3, run)),
            [.., before, run, after] if is_last && before.len < after.len => Some((self.runs.len() - 3, run)),
            [.., _, after] if is_last => Some((self.runs.len() - 2, after)),
            _ => None,
        }
    }
}

/// Lets a loop work on a copy of its state, so that the state is in registers and is written back once.
#[inline(never)]
fn in_registers<T: Copy, R>(state: &mut T, steps: impl FnOnce(&mut T) -> R) -> R {
    let mut copy = *state;
    let result = steps(&mut copy);
    *state = copy;
    result
}

impl Work {
    fn at(&self, index: usize) -> usize {
        self.order.get(index).copied().unwrap_or(0)
    }

    fn put(&mut self, index: usize, item: usize) {
        if let Some(slot) = self.order.get_mut(index) {
            *slot = item;
        }
    }

    fn waiting(&self, index: usize) -> usize {
        self.aside.get(index).copied().unwrap_or(0)
    }

    fn flip(&mut self, from: usize, to: usize) {
        if let Some(part) = self.order.get_mut(from..to) {
            part.reverse();
            self.moved += to - from;
        }
    }

    fn move_within(&mut self, from: usize, to: usize, dest: usize) {
        self.order.copy_within(from..to, dest);
        self.moved += to - from;
    }

    fn set_aside(&mut self, from: usize, to: usize) {
        self.aside.clear();
        self.aside.extend_from_slice(self.order.get(from..to).unwrap_or_default());
        self.moved += to - from;
    }

    /// Copies waiting items back.
    fn put_back(&mut self, from: usize, to: usize, dest: usize) {
        if let (Some(room), Some(items)) = (self.order.get_mut(dest..dest + (to - from)), self.aside.get(from..to)) {
            room.copy_from_slice(items);
            self.moved += to - from;
        }
    }
}

/// The search for the end of a run.
#[derive(Debug, Clone, Copy)]
struct Find {
    start: usize,
    at: usize,
    /// How many equal items lie before `at` in a descending run.
    equal: usize,
    stage: FindStage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FindStage {
    /// No item is less than the one before it.
    Ascending,
    /// The ascent has ended. Are the items so far equal?
    Equal,
    /// Is the next item less than the one before it?
    Descending,
    /// It is not less. Is it greater?
    Level,
    /// The descent has ended and is reversed; items that are not less follow.
    Reversed,
}

impl Find {
    fn at(start: usize) -> Self {
        Find { start, at: start + 1, equal: 0, stage: FindStage::Ascending }
    }

    /// The end of the run. A descending run is reversed in place.
    fn run<E>(&mut self, work: &mut Work, less: &mut impl FnMut(usize, usize) -> Result<bool, E>) -> Result<usize, E> {
        let end = work.order.len();
        loop {
            match self.stage {
                FindStage::Ascending | FindStage::Reversed => {
                    while self.at < end && !less(work.at(self.at), work.at(self.at - 1))? {
                        self.at += 1;
                    }
                    if self.at >= end || self.stage == FindStage::Reversed {
                        return Ok(self.at);
                    }
                    if self.at - self.start > 1 {
                        self.stage = FindStage::Equal;
                    } else {
                        self.at += 1;
                        self.stage = FindStage::Descending;
                    }
                }
                FindStage::Equal => {
                    if less(work.at(self.start), work.at(self.at - 1))? {
                        return Ok(self.at);
                    }
                    // Equal items are reversed here, so that they keep their order when the whole run is reversed.
                    work.flip(self.start, self.at);
                    self.at += 1;
                    self.stage = FindStage::Descending;
                }
                FindStage::Descending => {
                    while self.at < end && less(work.at(self.at), work.at(self.at - 1))? {
                        self.flip_equal(work);
                        self.at += 1;
                    }
                    if self.at < end {
                        self.stage = FindStage::Level;
                    } else {
                        self.reverse(work);
                    }
                }
                FindStage::Level => {
                    if less(work.at(self.at - 1), work.at(self.at))? {
                        self.reverse(work);
                    } else {
                        self.equal += 1;
                        self.at += 1;
                        self.stage = FindStage::Descending;
                    }
                }
            }
        }
    }

    fn flip_equal(&mut self, work: &mut Work) {
        if self.equal > 0 {
            work.flip(self.at - self.equal - 1, self.at);
            self.equal = 0;
        }
    }

    fn reverse(&mut self, work: &mut Work) {
        self.flip_equal(work);
        work.flip(self.start, self.at);
        self.stage = FindStage::Reversed;
    }
}

/// Binary insertion. The items before `at` are in order already.
#[derive(Debug, Clone, Copy)]
struct Insert {
    start: usize,
    end: usize,
    at: usize,
    /// The item at `at` belongs between these.
    left: usize,
    right: usize,
}

impl Insert {
    fn run<E>(&mut self, work: &mut Work, less: &mut impl FnMut(usize, usize) -> Result<bool, E>) -> Result<(), E> {
        while self.at < self.end {
            let pivot = work.at(self.at);
            while self.left < self.right {
                let middle = self.left.midpoint(self.right);
                if less(pivot, work.at(middle))? {
                    self.right = middle;
                } else {
                    self.left = middle + 1;
                }
            }
            if let Some(part) = work.order.get_mut(self.left..=self.at) {
                part.rotate_right(1);
                work.moved += part.len();
            }
            self.at += 1;
            (self.left, self.right) = (self.start, self.at);
        }
        Ok(())
    }
}

/// The search for the number of items of a run that come before a key.
#[derive(Debug, Clone, Copy)]
enum Search {
    Start,
    /// In growing steps to the right or to the left of the hint.
    Right {
        last: usize,
        step: usize,
    },
    Left {
        last: usize,
        step: usize,
    },
    Between {
        low: usize,
        high: usize,
    },
}

impl Search {
    /// `before` tells whether the item at an index of the run comes before the key. The search starts at `hint`.
    #[inline(always)]
    fn run<E>(&mut self, len: usize, hint: usize, mut before: impl FnMut(usize) -> Result<bool, E>) -> Result<usize, E> {
        loop {
            match self {
                Search::Start => *self = if before(hint)? { Search::Right { last: 0, step: 1 } } else { Search::Left { last: 0, step: 1 } },
                Search::Right { last, step } => {
                    let most = len - hint;
                    while *step < most && before(hint + *step)? {
                        (*last, *step) = (*step, *step * 2 + 1);
                    }
                    *self = Search::Between { low: hint + *last + 1, high: hint + most.min(*step) };
                }
                Search::Left { last, step } => {
                    let most = hint + 1;
                    while *step < most && !before(hint - *step)? {
                        (*last, *step) = (*step, *step * 2 + 1);
                    }
                    *self = Search::Between { low: hint + 1 - most.min(*step), high: hint - *last };
                }
                Search::Between { low, high } => {
                    while *low < *high {
                        let middle = low.midpoint(*high);
                        if before(middle)? {
                            *low = middle + 1;
                        } else {
                            *high = middle;
                        }
                    }
                    let found = *high;
                    *self = Search::Start;
                    return Ok(found);
                }
            }
        }
    }
}

/// The merge of two neighbouring runs. The shorter one is copied aside.
#[derive(Debug, Clone, Copy)]
struct Merge {
    /// Where the first run begins, where the second one begins, and where it ends. Items that are in their places already are left out.
    start: usize,
    middle: usize,
    end: usize,
    stage: MergeStage,
    search: Search,
    /// Where the next item goes.
    dest: usize,
    /// Where the next items of both runs are, in the order or aside.
    a: usize,
    b: usize,
    /// How many times in a row each run has won.
    won_a: usize,
    won_b: usize,
}

#[derive(Debug, Clone, Copy)]
enum MergeStage {
    /// Looks for the first item of the first run that must move.
    TrimStart,
    /// Looks for the last item of the second run that must move.
    TrimEnd,
    /// Merges from the left; the first run is aside.
    Low(Turn),
    /// Merges from the right; the second run is aside.
    High(Turn),
}

/// What a merge compares now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// One item of each run.
    Single,
    /// It looks for the place of the next item of the second run in the first one.
    GallopA,
    /// It looks for the place of the next item of the first run in the second one.
    GallopB,
}

/// How the merge of two neighbouring runs ended.
enum Merged {
    /// The items that were copied aside come next.
    Aside,
    /// One item is left aside. It belongs behind (or before) all the rest of the other run.
    Last,
}

impl Merge {
    fn of(run: &Run, after: Run) -> Self {
        let (start, middle) = (run.start, after.start);
        Merge {
            start,
            middle,
            end: middle + after.len,
            stage: MergeStage::TrimStart,
            search: Search::Start,
            dest: 0,
            a: 0,
            b: 0,
            won_a: 0,
            won_b: 0,
        }
    }

    fn run<E>(&mut self, work: &mut Work, less: &mut impl FnMut(usize, usize) -> Result<bool, E>) -> Result<(), E> {
        loop {
            let Merge { start, middle, end, .. } = *self;
            match self.stage {
                MergeStage::TrimStart => {
                    let key = work.at(middle);
                    self.start += self.search.run(middle - start, 0, |at| less(key, work.at(start + at)).map(|less| !less))?;
                    if self.start == middle {
                        return Ok(());
                    }
                    self.stage = MergeStage::TrimEnd;
                }
                MergeStage::TrimEnd => {
                    let (key, len) = (work.at(middle - 1), end - middle);
                    let left = self.search.run(len, len - 1, |at| less(work.at(middle + at), key))?;
                    if left == 0 {
                        return Ok(());
                    }
                    self.end = middle + left;
                    // The first item to move is known.
                    if middle - start <= left {
                        work.set_aside(start, middle);
                        work.put(start, work.at(middle));
                        (self.dest, self.a, self.b) = (start + 1, 0, middle + 1);
                        self.stage = MergeStage::Low(Turn::Single);
                    } else {
                        work.set_aside(middle, self.end);
                        work.put(self.end - 1, work.at(middle - 1));
                        (self.dest, self.a, self.b) = (self.end - 1, middle - 1, left);
                        self.stage = MergeStage::High(Turn::Single);
                    }
                }
                MergeStage::Low(turn) => {
                    match self.low(turn, work, less)? {
                        Merged::Aside => self.give_up(work),
                        Merged::Last => {
                            work.move_within(self.b, end, self.dest);
                            work.put(end - 1, work.waiting(self.a));
                        }
                    }
                    return Ok(());
                }
                MergeStage::High(turn) => {
                    match self.high(turn, work, less)? {
                        Merged::Aside => self.give_up(work),
                        Merged::Last => {
                            work.move_within(start, self.a, self.dest - (self.a - start));
                            work.put(start, work.waiting(0));
                        }
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Puts the items that are still aside into the gap.
    fn give_up(&self, work: &mut Work) {
        match self.stage {
            MergeStage::TrimStart | MergeStage::TrimEnd => {}
            MergeStage::Low(_) => work.put_back(self.a, work.aside.len(), self.dest),
            MergeStage::High(_) => work.put_back(0, self.b, self.dest - self.b),
        }
    }

    /// After one turn of galloping: whether another one follows.
    fn gallops_on(&self, work: &mut Work) -> bool {
        if self.won_a < MIN_GALLOP && self.won_b < MIN_GALLOP {
            work.gallop += 1;
            return false;
        }
        work.gallop = (work.gallop - 1).max(1);
        true
    }

    /// Compares one item of each run until one has won often enough.
    #[inline(always)]
    fn single_low<E>(&mut self, work: &mut Work, less: &mut impl FnMut(usize, usize) -> Result<bool, E>) -> Result<Option<Merged>, E> {
        let Work { order, aside, gallop, .. } = work;
        let (order, aside, gallop) = (order.as_mut_slice(), aside.as_slice(), *gallop);
        while self.won_a < gallop && self.won_b < gallop {
            let (Some(&a), Some(&b)) = (aside.get(self.a), order.get(self.b)) else { break };
            let b_wins = less(b, a)?;
            if let Some(slot) = order.get_mut(self.dest) {
                *slot = if b_wins { b } else { a };
            }
            self.dest += 1;
            if b_wins {
                (self.won_a, self.won_b) = (0, self.won_b + 1);
                self.b += 1;
                if self.b == self.end {
                    return Ok(Some(Merged::Aside));
                }
            } else {
                (self.won_a, self.won_b) = (self.won_a + 1, 0);
                self.a += 1;
                if self.a + 1 == aside.len() {
                    return Ok(Some(Merged::Last));
                }
            }
        }
        Ok(None)
    }

    fn low<E>(&mut self, mut turn: Turn, work: &mut Work, less: &mut impl FnMut(usize, usize) -> Result<bool, E>) -> Result<Merged, E> {
        let (last, end) = (work.aside.len() - 1, self.end);
        macro_rules! take_a {
            () => {{
                work.put(self.dest, work.waiting(self.a));
                self.dest += 1;
                self.a += 1;
                if self.a == last {
                    return Ok(Merged::Last);
                }
            }};
        }
        macro_rules! take_b {
            () => {{
                work.put(self.dest, work.at(self.b));
                self.dest += 1;
                self.b += 1;
                if self.b == end {
                    return Ok(Merged::Aside);
                }
            }};
        }
        if self.b == end {
            return Ok(Merged::Aside);
        }
        if self.a == last {
            return Ok(Merged::Last);
        }
        loop {
            match turn {
                Turn::Single => {
                    if let Some(merged) = in_registers(self, |state| state.single_low(work, less))? {
                        return Ok(merged);
                    }
                    turn = Turn::GallopA;
                }
                Turn::GallopA => {
                    let (key, a) = (work.at(self.b), self.a);
                    let won = self.search.run(last + 1 - a, 0, |at| less(key, work.waiting(a + at)).map(|less| !less))?;
                    self.won_a = won;
                    work.put_back(a, a + won, self.dest);
                    self.dest += won;
                    self.a += won;
                    if won > 0 && self.a >= last {
                        return Ok(if self.a == last { Merged::Last } else { Merged::Aside });
                    }
                    take_b!();
                    turn = Turn::GallopB;
                }
                Turn::GallopB => {
                    let (key, b) = (work.waiting(self.a), self.b);
                    let won = self.search.run(end - b, 0, |at| less(work.at(b + at), key))?;
                    self.won_b = won;
                    work.move_within(b, b + won, self.dest);
                    self.dest += won;
                    self.b += won;
                    if self.b == end {
                        return Ok(Merged::Aside);
                    }
                    take_a!();
                    turn = if self.gallops_on(work) { Turn::GallopA } else { Turn::Single };
                    (self.won_a, self.won_b) = (0, 0);
                }
            }
            self.stage = MergeStage::Low(turn);
        }
    }

    #[inline(always)]
    fn single_high<E>(&mut self, work: &mut Work, less: &mut impl FnMut(usize, usize) -> Result<bool, E>) -> Result<Option<Merged>, E> {
        let Work { order, aside, gallop, .. } = work;
        let (order, aside, gallop) = (order.as_mut_slice(), aside.as_slice(), *gallop);
        while self.won_a < gallop && self.won_b < gallop {
            let (Some(&a), Some(&b)) = (order.get(self.a - 1), aside.get(self.b - 1)) else { break };
            let a_wins = less(b, a)?;
            self.dest -= 1;
            if let Some(slot) = order.get_mut(self.dest) {
                *slot = if a_wins { a } else { b };
            }
            if a_wins {
                (self.won_a, self.won_b) = (self.won_a + 1, 0);
                self.a -= 1;
                if self.a == self.start {
                    return Ok(Some(Merged::Aside));
                }
            } else {
                (self.won_a, self.won_b) = (0, self.won_b + 1);
                self.b -= 1;
                if self.b == 1 {
                    return Ok(Some(Merged::Last));
                }
            }
        }
        Ok(None)
    }

    /// Like `low` from the other end. `dest`, `a` and `b` are behind the items that come next.
    fn high<E>(&mut self, mut turn: Turn, work: &mut Work, less: &mut impl FnMut(usize, usize) -> Result<bool, E>) -> Result<Merged, E> {
        let start = self.start;
        macro_rules! take_a {
            () => {{
                self.dest -= 1;
                self.a -= 1;
                work.put(self.dest, work.at(self.a));
                if self.a == start {
                    return Ok(Merged::Aside);
                }
            }};
        }
        macro_rules! take_b {
            () => {{
                self.dest -= 1;
                self.b -= 1;
                work.put(self.dest, work.waiting(self.b));
                if self.b == 1 {
                    return Ok(Merged::Last);
                }
            }};
        }
        if self.a == start {
            return Ok(Merged::Aside);
        }
        if self.b == 1 {
            return Ok(Merged::Last);
        }
        loop {
            match turn {
                Turn::Single => {
                    if let Some(merged) = in_registers(self, |state| state.single_high(work, less))? {
                        return Ok(merged);
                    }
                    turn = Turn::GallopA;
                }
                Turn::GallopA => {
                    let (key, left) = (work.waiting(self.b - 1), self.a - start);
                    let won = left - self.search.run(left, left - 1, |at| less(key, work.at(start + at)).map(|less| !less))?;
                    self.won_a = won;
                    self.dest -= won;
                    self.a -= won;
                    work.move_within(self.a, self.a + won, self.dest);
                    if self.a == start {
                        return Ok(Merged::Aside);
                    }
                    take_b!();
                    turn = Turn::GallopB;
                }
                Turn::GallopB => {
                    let (key, b) = (work.at(self.a - 1), self.b);
                    let won = b - self.search.run(b, b - 1, |at| less(work.waiting(at), key))?;
                    self.won_b = won;
                    self.dest -= won;
                    self.b -= won;
                    work.put_back(self.b, b, self.dest);
                    if won > 0 && self.b <= 1 {
                        return Ok(if self.b == 1 { Merged::Last } else { Merged::Aside });
                    }
                    take_a!();
                    turn = if self.gallops_on(work) { Turn::GallopA } else { Turn::Single };
                    (self.won_a, self.won_b) = (0, 0);
                }
            }
            self.stage = MergeStage::High(turn);
        }
    }
}

/// The power of the boundary between two neighbouring runs: its depth in a perfectly balanced tree. Deeper boundaries are merged earlier.
fn power(start: usize, first: usize, second: usize, count: usize) -> u32 {
    let mut a = 2 * start + first;
    let mut b = a + first + second;
    let mut power = 0;
    loop {
        power += 1;
        if a >= count {
            a -= count;
            b -= count;
        } else if b >= count {
            return power;
        }
        a *= 2;
        b *= 2;
    }
}

#[cfg(test)]
mod tests;
