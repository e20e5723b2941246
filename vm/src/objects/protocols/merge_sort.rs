//! The steps of CPython's list sort: it finds or makes runs, merges them by their powers, and gallops over items that need no comparison.
//! So values without a total order (NaN, sets) come out in CPython's order, and the comparison that fails is the same one.
//! The fallback `_merge_order` does the same steps with comparisons in user code.

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::value::Value;
use crate::runtime::core::Runtime;

/// How many times in a row one side must win before galloping begins.
const MIN_GALLOP: usize = 7;

struct Run {
    start: usize,
    len: usize,
    power: u32,
}

/// The state of one sort. `order` holds positions of keys.
struct Sorter<'k> {
    keys: &'k [Value],
    order: Vec<usize>,
    runs: Vec<Run>,
    gallop: usize,
}

/// Sorts the positions of `keys`. They remain a permutation even when a comparison fails.
pub(crate) fn sort(rt: &mut Runtime, keys: &[Value], order: &mut Vec<usize>) -> Result<(), Abrupt> {
    let mut sorter = Sorter { keys, order: std::mem::take(order), runs: Vec::new(), gallop: MIN_GALLOP };
    let result = sorter.run(rt);
    *order = sorter.order;
    result
}

/// How the merge of two neighbouring runs ended.
enum Merged {
    /// The items that were copied aside come next.
    Aside,
    /// One item is left aside. It belongs behind (or before) all the rest of the other run.
    Last,
}

impl Sorter<'_> {
    fn at(&self, index: usize) -> usize {
        self.order.get(index).copied().unwrap_or(0)
    }

    fn put(&mut self, index: usize, item: usize) {
        if let Some(slot) = self.order.get_mut(index) {
            *slot = item;
        }
    }

    /// True when the key at position `a` is less than that at position `b`.
    fn less(&self, rt: &mut Runtime, a: usize, b: usize) -> Result<bool, Abrupt> {
        let key = |at: usize| self.keys.get(at).copied().unwrap_or(Value::NONE);
        rt.compare(Cmp::Lt, key(a), key(b))
    }

    /// True when an item is less than the one before it.
    fn is_descent(&self, rt: &mut Runtime, index: usize) -> Result<bool, Abrupt> {
        self.less(rt, self.at(index), self.at(index - 1))
    }

    fn flip(&mut self, from: usize, to: usize) {
        if let Some(part) = self.order.get_mut(from..to) {
            part.reverse();
        }
    }

    fn run(&mut self, rt: &mut Runtime) -> Result<(), Abrupt> {
        let count = self.order.len();
        let (mut least, mut odd) = (count, 0);
        while least >= 64 {
            odd |= least & 1;
            least >>= 1;
        }
        least += odd;
        let mut start = 0;
        while start < count {
            let mut len = self.natural_run(rt, start, count)?;
            if len < least {
                let forced = least.min(count - start);
                self.insert(rt, start, len, forced)?;
                len = forced;
            }
            if let Some(last) = self.runs.last() {
                let power = power(last.start, last.len, len, count);
                while self.runs.len().checked_sub(2).and_then(|at| self.runs.get(at)).is_some_and(|run| run.power > power) {
                    self.merge_at(rt, self.runs.len() - 2)?;
                }
                if let Some(last) = self.runs.last_mut() {
                    last.power = power;
                }
            }
            self.runs.push(Run { start, len, power: 0 });
            start += len;
        }
        while let Some(mut at) = self.runs.len().checked_sub(2) {
            if let (Some(before), Some(after)) = (at.checked_sub(1).and_then(|at| self.runs.get(at)), self.runs.get(at + 1))
                && before.len < after.len
            {
                at -= 1;
            }
            self.merge_at(rt, at)?;
        }
        Ok(())
    }

    /// The length of the run that begins at `start`. A descending run is reversed in place.
    fn natural_run(&mut self, rt: &mut Runtime, start: usize, end: usize) -> Result<usize, Abrupt> {
        let mut at = start + 1;
        while at < end && !self.is_descent(rt, at)? {
            at += 1;
        }
        if at >= end {
            return Ok(end - start);
        }
        if at - start > 1 {
            if self.less(rt, self.at(start), self.at(at - 1))? {
                return Ok(at - start);
            }
            // Equal items are reversed here, so that they keep their order when the whole run is reversed.
            self.flip(start, at);
        }
        at += 1;
        let mut equal = 0;
        while at < end {
            if self.is_descent(rt, at)? {
                self.flip(at - equal - usize::from(equal > 0), at);
                equal = 0;
            } else if self.less(rt, self.at(at - 1), self.at(at))? {
                break;
            } else {
                equal += 1;
            }
            at += 1;
        }
        self.flip(at - equal - usize::from(equal > 0), at);
        self.flip(start, at);
        while at < end && !self.is_descent(rt, at)? {
            at += 1;
        }
        Ok(at - start)
    }

    /// Binary insertion. The first `done` items are in order already.
    fn insert(&mut self, rt: &mut Runtime, start: usize, done: usize, len: usize) -> Result<(), Abrupt> {
        for at in start + done..start + len {
            let pivot = self.at(at);
            let (mut left, mut right) = (start, at);
            while left < right {
                let middle = left.midpoint(right);
                if self.less(rt, pivot, self.at(middle))? {
                    right = middle;
                } else {
                    left = middle + 1;
                }
            }
            if let Some(part) = self.order.get_mut(left..=at) {
                part.rotate_right(1);
            }
        }
        Ok(())
    }

    fn merge_at(&mut self, rt: &mut Runtime, index: usize) -> Result<(), Abrupt> {
        let after = self.runs.remove(index + 1);
        let Some(run) = self.runs.get_mut(index) else { return Ok(()) };
        let (mut start, mut na, middle) = (run.start, run.len, after.start);
        run.len += after.len;
        run.power = after.power;
        let skipped = self.gallop_right(rt, self.at(middle), self.order.get(start..middle).unwrap_or_default(), 0)?;
        start += skipped;
        na -= skipped;
        if na == 0 {
            return Ok(());
        }
        let rest = self.order.get(middle..middle + after.len).unwrap_or_default();
        let nb = self.gallop_left(rt, self.at(middle - 1), rest, after.len - 1)?;
        if nb == 0 {
            return Ok(());
        }
        if na <= nb { self.merge_low(rt, start, na, nb) } else { self.merge_high(rt, start, na, nb) }
    }

    /// How many items of a run are less than `key`. The search starts at `hint`.
    fn gallop_left(&self, rt: &mut Runtime, key: usize, run: &[usize], hint: usize) -> Result<usize, Abrupt> {
        let item = |at: usize| run.get(at).copied().unwrap_or(0);
        let (mut last, mut step) = (0, 1);
        let (mut low, mut high);
        if self.less(rt, item(hint), key)? {
            let most = run.len() - hint;
            while step < most && self.less(rt, item(hint + step), key)? {
                (last, step) = (step, step * 2 + 1);
            }
            (low, high) = (hint + last + 1, hint + step.min(most));
        } else {
            let most = hint + 1;
            while step < most && !self.less(rt, item(hint - step), key)? {
                (last, step) = (step, step * 2 + 1);
            }
            (low, high) = (hint + 1 - step.min(most), hint - last);
        }
        while low < high {
            let middle = low.midpoint(high);
            if self.less(rt, item(middle), key)? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(high)
    }

    /// How many items of a run are not greater than `key`. The search starts at `hint`.
    fn gallop_right(&self, rt: &mut Runtime, key: usize, run: &[usize], hint: usize) -> Result<usize, Abrupt> {
        let item = |at: usize| run.get(at).copied().unwrap_or(0);
        let (mut last, mut step) = (0, 1);
        let (mut low, mut high);
        if self.less(rt, key, item(hint))? {
            let most = hint + 1;
            while step < most && self.less(rt, key, item(hint - step))? {
                (last, step) = (step, step * 2 + 1);
            }
            (low, high) = (hint + 1 - step.min(most), hint - last);
        } else {
            let most = run.len() - hint;
            while step < most && !self.less(rt, key, item(hint + step))? {
                (last, step) = (step, step * 2 + 1);
            }
            (low, high) = (hint + last + 1, hint + step.min(most));
        }
        while low < high {
            let middle = low.midpoint(high);
            if self.less(rt, key, item(middle))? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(high)
    }

    /// Merges two neighbouring runs. The first is the shorter one and is copied aside.
    fn merge_low(&mut self, rt: &mut Runtime, start: usize, na: usize, nb: usize) -> Result<(), Abrupt> {
        let aside = self.order.get(start..start + na).unwrap_or_default().to_vec();
        let (mut dest, mut a, mut b, end) = (start, 0, start + na, start + na + nb);
        let result = self.merge_low_steps(rt, &aside, &mut dest, &mut a, &mut b, end);
        if let Ok(Merged::Last) = result {
            self.order.copy_within(b..end, dest);
            self.put(end - 1, aside.get(a).copied().unwrap_or(0));
        } else {
            self.put_all(dest, aside.get(a..).unwrap_or_default());
        }
        result.map(|_| ())
    }

    fn put_all(&mut self, dest: usize, items: &[usize]) {
        if let Some(room) = self.order.get_mut(dest..dest + items.len()) {
            room.copy_from_slice(items);
        }
    }

    fn merge_low_steps(
        &mut self,
        rt: &mut Runtime,
        aside: &[usize],
        dest: &mut usize,
        a: &mut usize,
        b: &mut usize,
        end: usize,
    ) -> Result<Merged, Abrupt> {
        let waiting = |at: usize| aside.get(at).copied().unwrap_or(0);
        let last = aside.len() - 1;
        macro_rules! take_a {
            () => {{
                self.put(*dest, waiting(*a));
                *dest += 1;
                *a += 1;
                if *a == last {
                    return Ok(Merged::Last);
                }
            }};
        }
        macro_rules! take_b {
            () => {{
                self.put(*dest, self.at(*b));
                *dest += 1;
                *b += 1;
                if *b == end {
                    return Ok(Merged::Aside);
                }
            }};
        }
        take_b!();
        if last == 0 {
            return Ok(Merged::Last);
        }
        loop {
            let (mut won_a, mut won_b) = (0, 0);
            while won_a < self.gallop && won_b < self.gallop {
                if self.less(rt, self.at(*b), waiting(*a))? {
                    (won_a, won_b) = (0, won_b + 1);
                    take_b!();
                } else {
                    (won_a, won_b) = (won_a + 1, 0);
                    take_a!();
                }
            }
            self.gallop += 1;
            loop {
                self.gallop = (self.gallop - 1).max(1);
                won_a = self.gallop_right(rt, self.at(*b), aside.get(*a..).unwrap_or_default(), 0)?;
                if won_a > 0 {
                    self.put_all(*dest, aside.get(*a..*a + won_a).unwrap_or_default());
                    *dest += won_a;
                    *a += won_a;
                    if *a == last {
                        return Ok(Merged::Last);
                    }
                    if *a > last {
                        return Ok(Merged::Aside);
                    }
                }
                take_b!();
                won_b = self.gallop_left(rt, waiting(*a), self.order.get(*b..end).unwrap_or_default(), 0)?;
                if won_b > 0 {
                    self.order.copy_within(*b..*b + won_b, *dest);
                    *dest += won_b;
                    *b += won_b;
                    if *b == end {
                        return Ok(Merged::Aside);
                    }
                }
                take_a!();
                if won_a < MIN_GALLOP && won_b < MIN_GALLOP {
                    break;
                }
            }
            self.gallop += 1;
        }
    }

    /// Like `merge_low` from the other end: the second run is the shorter one and is copied aside.
    fn merge_high(&mut self, rt: &mut Runtime, start: usize, na: usize, nb: usize) -> Result<(), Abrupt> {
        let middle = start + na;
        let aside = self.order.get(middle..middle + nb).unwrap_or_default().to_vec();
        let (mut dest, mut a, mut b) = (middle + nb, middle, nb);
        let result = self.merge_high_steps(rt, &aside, &mut dest, &mut a, &mut b, start);
        if let Ok(Merged::Last) = result {
            self.order.copy_within(start..a, dest - (a - start));
            self.put(start, aside.first().copied().unwrap_or(0));
        } else {
            self.put_all(dest - b, aside.get(..b).unwrap_or_default());
        }
        result.map(|_| ())
    }

    fn merge_high_steps(
        &mut self,
        rt: &mut Runtime,
        aside: &[usize],
        dest: &mut usize,
        a: &mut usize,
        b: &mut usize,
        start: usize,
    ) -> Result<Merged, Abrupt> {
        let waiting = |at: usize| aside.get(at).copied().unwrap_or(0);
        macro_rules! take_a {
            () => {{
                *dest -= 1;
                *a -= 1;
                self.put(*dest, self.at(*a));
                if *a == start {
                    return Ok(Merged::Aside);
                }
            }};
        }
        macro_rules! take_b {
            () => {{
                *dest -= 1;
                *b -= 1;
                self.put(*dest, waiting(*b));
                if *b == 1 {
                    return Ok(Merged::Last);
                }
            }};
        }
        take_a!();
        if *b == 1 {
            return Ok(Merged::Last);
        }
        loop {
            let (mut won_a, mut won_b) = (0, 0);
            while won_a < self.gallop && won_b < self.gallop {
                if self.less(rt, waiting(*b - 1), self.at(*a - 1))? {
                    (won_a, won_b) = (won_a + 1, 0);
                    take_a!();
                } else {
                    (won_a, won_b) = (0, won_b + 1);
                    take_b!();
                }
            }
            self.gallop += 1;
            loop {
                self.gallop = (self.gallop - 1).max(1);
                let left = *a - start;
                won_a = left - self.gallop_right(rt, waiting(*b - 1), self.order.get(start..*a).unwrap_or_default(), left - 1)?;
                if won_a > 0 {
                    *dest -= won_a;
                    *a -= won_a;
                    self.order.copy_within(*a..*a + won_a, *dest);
                    if *a == start {
                        return Ok(Merged::Aside);
                    }
                }
                take_b!();
                won_b = *b - self.gallop_left(rt, self.at(*a - 1), aside.get(..*b).unwrap_or_default(), *b - 1)?;
                if won_b > 0 {
                    *dest -= won_b;
                    *b -= won_b;
                    self.put_all(*dest, aside.get(*b..*b + won_b).unwrap_or_default());
                    if *b == 1 {
                        return Ok(Merged::Last);
                    }
                    if *b == 0 {
                        return Ok(Merged::Aside);
                    }
                }
                take_a!();
                if won_a < MIN_GALLOP && won_b < MIN_GALLOP {
                    break;
                }
            }
            self.gallop += 1;
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
