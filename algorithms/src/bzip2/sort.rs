//! Sorts the rotations of a block. Each pass doubles the compared length within buckets (as Manber and Myers, 1990), so no input makes the
//! sort slow. Equal rotations occur only in periodic blocks; they come out in libbz2's order.

use std::cmp::Ordering;

/// Buckets up to this size use insertion sort.
const INSERTION_SORT_THRESHOLD: usize = 10;
/// How many partitions an item of a bucket may go through, on average, before another sort takes over.
const MAX_PARTITIONS_PER_ITEM: usize = 100;

/// The indices of the block's rotations in their order.
pub(super) fn rotations(block: &[u8]) -> Vec<u32> {
    let size = block.len();
    let mut work = Work { order: vec![0; size], class: vec![0; size], starts: vec![false; size + 2] };
    let mut ends = [0usize; 257];
    for byte in block {
        if let Some(count) = ends.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    for (at, byte) in block.iter().enumerate() {
        if let Some(end) = ends.get_mut(usize::from(*byte)) {
            *end -= 1;
            let place = *end;
            work.put(place, at as u32);
        }
    }
    for start in ends.iter().take(256) {
        if let Some(flag) = work.starts.get_mut(*start) {
            *flag = true;
        }
    }
    // The index after the last one counts as the start of a bucket, so that the last bucket ends there.
    if let Some(flag) = work.starts.get_mut(size) {
        *flag = true;
    }
    let mut compared = 1;
    while work.refine(compared) && compared * 2 <= size {
        compared *= 2;
    }
    work.order
}

struct Work {
    /// The rotations in the order found so far.
    order: Vec<u32>,
    /// For each rotation, the start of the bucket of the rotation that begins `compared` bytes later.
    class: Vec<u32>,
    /// Marks the positions in `order` where a bucket begins.
    starts: Vec<bool>,
}

impl Work {
    fn at(&self, place: usize) -> usize {
        self.order.get(place).copied().unwrap_or(0) as usize
    }

    fn put(&mut self, place: usize, rotation: u32) {
        if let Some(slot) = self.order.get_mut(place) {
            *slot = rotation;
        }
    }

    fn class_at(&self, place: usize) -> u32 {
        self.class.get(self.at(place)).copied().unwrap_or(0)
    }

    fn is_start(&self, place: usize) -> bool {
        self.starts.get(place).copied().unwrap_or(false)
    }

    /// Sorts within each bucket by the bytes from offset `compared` on. Returns false when every bucket has one item.
    fn refine(&mut self, compared: usize) -> bool {
        let size = self.order.len();
        let mut bucket = 0;
        for place in 0..size {
            if self.is_start(place) {
                bucket = place;
            }
            let rotation = self.at(place);
            let before = if rotation >= compared { rotation - compared } else { rotation + size - compared };
            if let Some(slot) = self.class.get_mut(before) {
                *slot = bucket as u32;
            }
        }
        let mut found = false;
        let mut place = 0;
        loop {
            while place < size && self.is_start(place) && self.is_start(place + 1) {
                place += 1;
            }
            if place >= size {
                return found;
            }
            // A bucket with several items reaches from `low` to just before the next start.
            let low = place;
            place += 1;
            while place < size && !self.is_start(place) {
                place += 1;
            }
            let high = place - 1;
            found = true;
            self.sort(low, high);
            let mut last = None;
            for at in low..=high {
                let class = self.class_at(at);
                if last != Some(class) {
                    if let Some(flag) = self.starts.get_mut(at) {
                        *flag = true;
                    }
                    last = Some(class);
                }
            }
        }
    }

    fn insert(&mut self, low: usize, high: usize) {
        for step in [4, 1] {
            if step == 4 && high - low <= 3 {
                continue;
            }
            let mut from = high + 1 - step;
            while from > low {
                from -= 1;
                let moved = self.order.get(from).copied().unwrap_or(0);
                let class = self.class.get(moved as usize).copied().unwrap_or(0);
                let mut at = from + step;
                while at <= high && class > self.class_at(at) {
                    let other = self.order.get(at).copied().unwrap_or(0);
                    self.put(at - step, other);
                    at += step;
                }
                self.put(at - step, moved);
            }
        }
    }

    /// Three-way quicksort with libbz2's choice of pivots.
    fn sort(&mut self, low: usize, high: usize) {
        let mut random = 0usize;
        let mut stack = vec![(low, high)];
        // The pivots are predictable, so a hostile block could make quicksort quadratic. After too much work another sort takes over.
        let mut left = (high + 1 - low).saturating_mul(MAX_PARTITIONS_PER_ITEM);
        while let Some((low, high)) = stack.pop() {
            left = left.saturating_sub((high + 1).saturating_sub(low));
            if left == 0 {
                let class = &self.class;
                if let Some(bucket) = self.order.get_mut(low..=high) {
                    bucket.sort_by_key(|rotation| class.get(*rotation as usize).copied().unwrap_or(0));
                }
                continue;
            }
            if high <= low {
                continue;
            }
            if high - low < INSERTION_SORT_THRESHOLD {
                self.insert(low, high);
                continue;
            }
            random = (random * 7621 + 1) % 32768;
            let pivot = match random % 3 {
                0 => self.class_at(low),
                1 => self.class_at((low + high) / 2),
                _ => self.class_at(high),
            };
            // Equal items are collected at both ends. The bounds may fall below zero by one.
            let (mut left, mut equal_left) = (low, low);
            let (mut right, mut equal_right) = (high as isize, high as isize);
            loop {
                while left as isize <= right {
                    match self.class_at(left).cmp(&pivot) {
                        Ordering::Equal => {
                            self.order.swap(left, equal_left);
                            equal_left += 1;
                        }
                        Ordering::Greater => break,
                        Ordering::Less => {}
                    }
                    left += 1;
                }
                while left as isize <= right {
                    match self.class_at(right as usize).cmp(&pivot) {
                        Ordering::Equal => {
                            self.order.swap(right as usize, equal_right as usize);
                            equal_right -= 1;
                        }
                        Ordering::Less => break,
                        Ordering::Greater => {}
                    }
                    right -= 1;
                }
                if left as isize > right {
                    break;
                }
                self.order.swap(left, right as usize);
                left += 1;
                right -= 1;
            }
            if equal_right < equal_left as isize {
                continue;
            }
            let moved = (equal_left - low).min(left - equal_left);
            self.swap_runs(low, left - moved, moved);
            let moved = (high as isize - equal_right).min(equal_right - right) as usize;
            self.swap_runs(left, high + 1 - moved, moved);
            let below = low as isize + left as isize - equal_left as isize - 1;
            let above = high as isize - (equal_right - right) + 1;
            let lower = (below >= low as isize).then_some((low, below.max(0) as usize));
            let upper = (above <= high as isize).then_some((above.max(0) as usize, high));
            let (first, second) = if below - low as isize > high as isize - above { (lower, upper) } else { (upper, lower) };
            stack.extend(first);
            stack.extend(second);
        }
    }

    fn swap_runs(&mut self, a: usize, b: usize, count: usize) {
        for at in 0..count {
            self.order.swap(a + at, b + at);
        }
    }
}
