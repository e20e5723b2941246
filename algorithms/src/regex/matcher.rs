//! Runs a program on a text and finds the first match, by backtracking in CPython's order.
//!
//! INVARIANT: all state of a match is in `Matcher`. There is no recursion, neither over the pattern nor over the text. Untried alternatives
//! are entries on one stack. An entry that undoes a change lies above the entry whose state it restores. INVARIANT: each iteration of each
//! loop below adds to `pending`, which is charged when it exceeds `PORTION`.

use super::ast::{At, Greed, UNLIMITED};
use super::charset::{fold, is_word};
use super::program::{Alphabet, Inst, Loop, Next, One, Pc, Program, Run};
use super::text::{char_at, char_before, step_back};
use crate::meter::{Meter, Stop};

/// Steps between two charges.
const PORTION: u64 = 1024;
/// Bytes scanned between two charges.
const SCAN_WINDOW: usize = 1 << 15;
/// Characters scanned per step.
const CHARS_PER_STEP: u64 = 8;
/// Bytes of multi-byte characters scanned per step.
const DECODED_BYTES_PER_STEP: u64 = 3;
/// Stack entries whose memory is kept for the next match.
const KEPT_ENTRIES: usize = 1024;
/// Means "no position".
pub(super) const NONE: u32 = u32::MAX;

/// An alternative to try after a failure, or a change to undo before that.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// Continue at `pc`.
    ContinueAt { pc: Pc, at: u32 },
    /// A greedy run gives up its last character.
    GiveBack { run: u32, least: u32, at: u32 },
    /// A lazy run takes one more character.
    TakeMore { run: u32, at: u32, count: u32 },
    /// A greedy loop drops the iteration that it has begun, and continues after the loop.
    DropIteration { id: u32, last: u32 },
    /// A lazy loop begins one more iteration.
    IterateAgain { id: u32, at: u32 },
    /// Undo: a group's start.
    Opened { slot: u32, old: u32 },
    /// Undo: a group's end.
    Closed { slot: u32, old: u32, last: u32 },
    /// Undo: a loop's counter.
    Counter { id: u32, count: u32, last: u32 },
}

const ENTRY_SIZE: usize = size_of::<Entry>();

/// The state of a loop.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    /// Number of iterations begun.
    count: u32,
    /// Where the last optional iteration began. The loop ends after an iteration that matched the empty string.
    last: u32,
}

/// The state at the start of a fenced group.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    height: usize,
    at: usize,
}

/// The memory of a match. It is reused by the next match.
#[derive(Debug, Default)]
pub struct Scratch {
    stack: Vec<Entry>,
    /// Start and end of each group.
    pub(super) slots: Vec<u32>,
    counters: Vec<Counter>,
    marks: Vec<Mark>,
    /// The group that was closed last.
    pub(super) last_closed: u32,
    dirty: bool,
    /// Bytes of the stack that are charged.
    reserved: usize,
}

/// Conditions for the end of a match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The match must reach the end of the text.
    pub(super) whole: bool,
    /// The match must not be empty at this position.
    pub(super) not_empty_at: Option<usize>,
}

pub(super) struct Matcher<'a> {
    pub(super) program: &'a Program,
    pub(super) text: &'a [u8],
    pub(super) scratch: &'a mut Scratch,
    pub(super) meter: &'a mut dyn Meter,
    pub(super) goal: Goal,
    pending: u64,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(program: &'a Program, text: &'a [u8], scratch: &'a mut Scratch, meter: &'a mut dyn Meter, goal: Goal) -> Self {
        let slots = (program.group_count as usize).saturating_mul(2);
        scratch.slots.clear();
        scratch.slots.resize(slots, NONE);
        scratch.counters.clear();
        scratch.counters.resize(program.loops.len(), Counter::default());
        scratch.marks.clear();
        scratch.marks.resize(program.loops.len().saturating_add(program.fences.len()), Mark::default());
        scratch.stack.clear();
        scratch.last_closed = 0;
        scratch.dirty = false;
        let cleared = slots.saturating_add(scratch.counters.len()).saturating_add(scratch.marks.len()) as u64;
        Self { program, text, scratch, meter, goal, pending: cleared / CHARS_PER_STEP }
    }

    /// Counts steps, and charges them when there are many.
    #[inline]
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        self.pending = self.pending.saturating_add(steps);
        if self.pending >= PORTION { self.charge_pending() } else { Ok(()) }
    }

    /// Charges the counted steps.
    pub(super) fn charge_pending(&mut self) -> Result<(), Stop> {
        let steps = std::mem::take(&mut self.pending);
        self.meter.charge(steps)
    }

    /// Frees memory beyond a small amount.
    pub(super) fn finish(&mut self) {
        let scratch = &mut *self.scratch;
        scratch.stack.clear();
        if scratch.stack.capacity() > KEPT_ENTRIES {
            scratch.stack.shrink_to(KEPT_ENTRIES);
        }
        self.meter.release(std::mem::take(&mut scratch.reserved));
    }

    #[inline]
    fn push(&mut self, entry: Entry) -> Result<(), Stop> {
        if self.scratch.stack.len() == self.scratch.stack.capacity() {
            self.grow()?;
        }
        self.scratch.stack.push(entry);
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Stop> {
        let stack = &mut self.scratch.stack;
        let more = stack.capacity().max(64);
        let bytes = more.saturating_mul(ENTRY_SIZE);
        // The first `KEPT_ENTRIES` entries belong to the scratch and are not charged.
        if stack.capacity() >= KEPT_ENTRIES {
            self.meter.reserve(bytes)?;
            self.scratch.reserved = self.scratch.reserved.saturating_add(bytes);
        }
        stack.reserve_exact(more);
        Ok(())
    }

    /// Tries to match at one position. Returns the position after the match; the slots then describe it.
    pub(super) fn attempt<const UTF8: bool>(&mut self, start: usize) -> Result<Option<usize>, Stop> {
        if self.scratch.dirty {
            self.scratch.slots.fill(NONE);
            self.scratch.last_closed = 0;
            self.scratch.dirty = false;
            self.pending = self.pending.saturating_add(self.scratch.slots.len() as u64 / CHARS_PER_STEP);
        }
        self.scratch.stack.clear();
        let program = self.program;
        let (mut pc, mut at): (Pc, usize) = (0, start);
        loop {
            self.spend(1)?;
            let Some(&inst) = program.insts.get(pc as usize) else { return Ok(None) };
            let next = pc.wrapping_add(1);
            let step = match inst {
                Inst::Byte(byte) => (self.text.get(at) == Some(&byte)).then(|| (next, at.wrapping_add(1))),
                Inst::Text { start, length } => self.literal(start, length, at).map(|at| (next, at)),
                Inst::Set(_) | Inst::NotNewline | Inst::All => self.one::<UTF8>(inst, at).map(|at| (next, at)),
                Inst::Jump(target) => Some((target, at)),
                Inst::Try { other, first } => {
                    let hopeless = first.is_some_and(|id| !self.next_is_among(id, at));
                    if !hopeless {
                        self.push(Entry::ContinueAt { pc: other, at: to_position(at) })?;
                    }
                    Some((if hopeless { other } else { next }, at))
                }
                Inst::Run(id) => self.run::<UTF8>(id, at)?.map(|at| (next, at)),
                Inst::Open(group) => {
                    self.open(group, at)?;
                    Some((next, at))
                }
                Inst::Close(group) => {
                    self.close(group, at)?;
                    Some((next, at))
                }
                Inst::At { at: place, multiline, alphabet } => {
                    self.assertion_holds::<UTF8>(place, multiline, alphabet, at).then_some((next, at))
                }
                Inst::LoopStart(id) => self.loop_start(id, at)?,
                Inst::LoopNext(id) => self.loop_next(id, at)?,
                Inst::PossessiveStart(id) => {
                    self.set_counter(id, Counter { count: 0, last: NONE });
                    self.possessive_next(id, at)?
                }
                Inst::PossessiveNext(id) => {
                    self.cut(self.mark(id).height)?;
                    self.possessive_next(id, at)?
                }
                Inst::AtomicStart(id) => {
                    self.set_mark(self.fence_mark(id), at);
                    Some((next, at))
                }
                Inst::AtomicEnd(id) => {
                    self.cut(self.mark(self.fence_mark(id)).height)?;
                    Some((next, at))
                }
                Inst::LookStart(id) => {
                    self.set_mark(self.fence_mark(id), at);
                    self.fence_start::<UTF8>(id, at)?.map(|at| (next, at))
                }
                Inst::LookEnd(id) => {
                    let mark = self.mark(self.fence_mark(id));
                    self.cut(mark.height)?;
                    Some((next, mark.at))
                }
                Inst::NegativeStart(id) => {
                    self.set_mark(self.fence_mark(id), at);
                    let end = program.fences.get(id as usize).map_or(next, |fence| fence.end);
                    match self.fence_start::<UTF8>(id, at)? {
                        Some(back) => {
                            self.push(Entry::ContinueAt { pc: end, at: to_position(at) })?;
                            Some((next, back))
                        }
                        None => Some((end, at)),
                    }
                }
                Inst::NegativeEnd(id) => {
                    self.unwind(self.mark(self.fence_mark(id)).height)?;
                    None
                }
                Inst::Backref { group, fold } => self.backref::<UTF8>(group, fold, at)?.map(|at| (next, at)),
                Inst::IfGroup { group, otherwise } => Some((if self.group(group).is_some() { next } else { otherwise }, at)),
                Inst::Fail => None,
                Inst::Match if self.is_goal(at) => return Ok(Some(at)),
                Inst::Match => None,
            };
            match step {
                Some(step) => (pc, at) = step,
                None => match self.backtrack::<UTF8>()? {
                    Some(step) => (pc, at) = step,
                    None => return Ok(None),
                },
            }
        }
    }

    fn is_goal(&self, at: usize) -> bool {
        (!self.goal.whole || at == self.text.len()) && self.goal.not_empty_at != Some(at)
    }

    /// Returns to the last untried alternative, undoing changes on the way.
    fn backtrack<const UTF8: bool>(&mut self) -> Result<Option<(Pc, usize)>, Stop> {
        while let Some(entry) = self.scratch.stack.pop() {
            self.spend(1)?;
            match entry {
                Entry::ContinueAt { pc, at } => return Ok(Some((pc, at as usize))),
                Entry::GiveBack { run, least, at } => {
                    if let Some(step) = self.give_back::<UTF8>(run, least, at)? {
                        return Ok(Some(step));
                    }
                }
                Entry::TakeMore { run, at, count } => {
                    if let Some(step) = self.take_more::<UTF8>(run, at as usize, count)? {
                        return Ok(Some(step));
                    }
                }
                Entry::DropIteration { id, last } => {
                    let counter = self.counter(id);
                    self.set_counter(id, Counter { count: counter.count.saturating_sub(1), last });
                    let exit = self.program.loops.get(id as usize).map_or(0, |looped| looped.exit);
                    return Ok(Some((exit, counter.last as usize)));
                }
                Entry::IterateAgain { id, at } => {
                    if let Some(step) = self.iterate_again(id, at)? {
                        return Ok(Some(step));
                    }
                }
                undo => self.undo(undo),
            }
        }
        Ok(None)
    }

    fn undo(&mut self, entry: Entry) {
        match entry {
            Entry::Opened { slot, old } => self.set_slot(slot, old),
            Entry::Closed { slot, old, last } => {
                self.set_slot(slot, old);
                self.scratch.last_closed = last;
            }
            Entry::Counter { id, count, last } => self.set_counter(id, Counter { count, last }),
            Entry::DropIteration { id, last } => {
                let count = self.counter(id).count.saturating_sub(1);
                self.set_counter(id, Counter { count, last });
            }
            Entry::ContinueAt { .. } | Entry::GiveBack { .. } | Entry::TakeMore { .. } | Entry::IterateAgain { .. } => {}
        }
    }

    /// Undoes all entries above a stack height.
    fn unwind(&mut self, height: usize) -> Result<(), Stop> {
        while self.scratch.stack.len() > height {
            self.spend(1)?;
            if let Some(entry) = self.scratch.stack.pop() {
                self.undo(entry);
            }
        }
        Ok(())
    }

    /// Drops the alternatives above a stack height, but keeps the entries that undo group changes.
    fn cut(&mut self, height: usize) -> Result<(), Stop> {
        let stack = &mut self.scratch.stack;
        let count = stack.len().saturating_sub(height);
        let mut kept = height;
        for read in height..stack.len() {
            let Some(&entry) = stack.get(read) else { break };
            if matches!(entry, Entry::Opened { .. } | Entry::Closed { .. })
                && let Some(place) = stack.get_mut(kept)
            {
                *place = entry;
                kept = kept.saturating_add(1);
            }
        }
        stack.truncate(kept);
        self.spend(count as u64)
    }

    // Tests and runs of single characters.

    #[inline]
    fn next_is_among(&self, id: u32, at: usize) -> bool {
        match (self.text.get(at), self.program.byte_sets.get(id as usize)) {
            (Some(&byte), Some(set)) => set.has(byte),
            _ => false,
        }
    }

    #[inline]
    fn literal(&self, start: u32, length: u32, at: usize) -> Option<usize> {
        let (start, length) = (start as usize, length as usize);
        let wanted = self.program.text.get(start..start.wrapping_add(length))?;
        let end = at.checked_add(length)?;
        (self.text.get(at..end)? == wanted).then_some(end)
    }

    #[inline]
    fn one<const UTF8: bool>(&self, inst: Inst, at: usize) -> Option<usize> {
        let (code, next) = char_at::<UTF8>(self.text, at)?;
        let fits = match inst {
            Inst::Set(id) => self.program.sets.get(id as usize)?.has(code),
            Inst::NotNewline => code != u32::from('\n'),
            _ => true,
        };
        fits.then_some(next)
    }

    /// Scans at most `limit` characters from `at` that satisfy a test. Returns the end, and the number of characters if it is below `limit`
    /// (otherwise `limit`).
    fn scan<const UTF8: bool>(&mut self, one: One, at: usize, limit: u32) -> Result<(usize, u32), Stop> {
        let text = self.text;
        if at >= text.len() {
            return Ok((at, 0));
        }
        let (mut end, mut left) = (at, limit);
        loop {
            let window = end.saturating_add(SCAN_WINDOW).min(text.len());
            let began = end;
            // Without a limit the number of characters is not needed.
            let counted = limit != UNLIMITED;
            match one {
                One::Byte(byte) => {
                    let piece = text.get(end..window).unwrap_or_default();
                    let count = piece.iter().take(if counted { left as usize } else { usize::MAX }).take_while(|&&b| b == byte).count();
                    end = end.wrapping_add(count);
                    left = if counted { left.saturating_sub(to_position(count)) } else { left };
                }
                One::NotNewline if !counted => {
                    let piece = text.get(end..window).unwrap_or_default();
                    end = memchr::memchr(b'\n', piece).map_or(window, |found| end.wrapping_add(found));
                }
                // Nothing needs to be compared.
                One::All if !counted => return Ok((text.len(), 0)),
                One::Set(id) if !UTF8 => {
                    let Some(set) = self.program.sets.get(id as usize) else { return Ok((at, 0)) };
                    let piece = text.get(end..window).unwrap_or_default();
                    let most = if counted { left as usize } else { usize::MAX };
                    let count = piece.iter().take(most).take_while(|&&byte| set.low.has(byte)).count();
                    end = end.wrapping_add(count);
                    left = if counted { left.saturating_sub(to_position(count)) } else { left };
                }
                _ => {
                    let inst = match one {
                        One::Set(id) => Inst::Set(id),
                        One::NotNewline => Inst::NotNewline,
                        _ => Inst::All,
                    };
                    while end < window && left > 0 {
                        let Some(next) = self.one::<UTF8>(inst, end) else { break };
                        end = next;
                        left = if counted { left.wrapping_sub(1) } else { left };
                    }
                }
            }
            // Decoding is slower than comparing bytes.
            self.spend((end.saturating_sub(began) as u64) / if UTF8 { DECODED_BYTES_PER_STEP } else { CHARS_PER_STEP })?;
            if end < window || window == text.len() || left == 0 {
                return Ok((end, limit.saturating_sub(left)));
            }
        }
    }

    /// Matches a run of one kind of character.
    fn run<const UTF8: bool>(&mut self, id: u32, at: usize) -> Result<Option<usize>, Stop> {
        let program = self.program;
        let Some(&Run { one, min, max, greed, .. }) = program.runs.get(id as usize) else { return Ok(None) };
        let least = if min == 0 {
            at
        } else {
            match self.scan::<UTF8>(one, at, min)? {
                (end, count) if count == min => end,
                _ => return Ok(None),
            }
        };
        if greed == Greed::Lazy {
            if max > min {
                self.push(Entry::TakeMore { run: id, at: to_position(least), count: min })?;
            }
            return Ok(Some(least));
        }
        let limit = if max == UNLIMITED { UNLIMITED } else { max.saturating_sub(min) };
        let end = if limit == 0 { least } else { self.scan::<UTF8>(one, least, limit)?.0 };
        if greed == Greed::Possessive || end == least {
            return Ok(Some(end));
        }
        self.push(Entry::GiveBack { run: id, least: to_position(least), at: to_position(end) })?;
        Ok(Some(end))
    }

    /// A greedy run that ended at `at` gives up characters.
    #[inline]
    fn give_back<const UTF8: bool>(&mut self, id: u32, least: u32, at: u32) -> Result<Option<(Pc, usize)>, Stop> {
        let program = self.program;
        let Some(run) = program.runs.get(id as usize) else { return Ok(None) };
        let (text, least, mut at) = (self.text, least as usize, at as usize);
        let began = at;
        let found = match run.next {
            Next::Anything => {
                at = step_back::<UTF8>(text, at);
                true
            }
            // The byte is the first byte of a character, so a hit is on a character boundary.
            Next::Byte(byte) => match memchr::memrchr(byte, text.get(least..at).unwrap_or_default()) {
                Some(found) => {
                    at = least.wrapping_add(found);
                    true
                }
                None => {
                    at = least;
                    false
                }
            },
            Next::Among(set) => loop {
                at = step_back::<UTF8>(text, at);
                if self.next_is_among(set, at) {
                    break true;
                }
                if at <= least {
                    break false;
                }
            },
        };
        self.spend((began.saturating_sub(at) as u64) / CHARS_PER_STEP)?;
        if !found {
            return Ok(None);
        }
        if at > least {
            self.push(Entry::GiveBack { run: id, least: to_position(least), at: to_position(at) })?;
        }
        Ok(Some((run.after, at)))
    }

    /// A lazy run with `count` characters up to `at` takes more, until the byte after it may continue the match.
    fn take_more<const UTF8: bool>(&mut self, id: u32, at: usize, count: u32) -> Result<Option<(Pc, usize)>, Stop> {
        let program = self.program;
        let Some(run) = program.runs.get(id as usize) else { return Ok(None) };
        let (mut at, mut count) = (at, count);
        loop {
            let (end, taken) = self.scan::<UTF8>(run.one, at, 1)?;
            if taken == 0 {
                return Ok(None);
            }
            at = end;
            count = count.saturating_add(1);
            let may_follow = match run.next {
                Next::Anything => true,
                Next::Byte(byte) => self.text.get(at) == Some(&byte),
                Next::Among(set) => self.next_is_among(set, at),
            };
            let more = run.max == UNLIMITED || count < run.max;
            if may_follow {
                if more {
                    self.push(Entry::TakeMore { run: id, at: to_position(at), count })?;
                }
                return Ok(Some((run.after, at)));
            }
            if !more {
                return Ok(None);
            }
            self.spend(1)?;
        }
    }

    // Assertions about positions, and groups.

    fn assertion_holds<const UTF8: bool>(&self, place: At, multiline: bool, alphabet: Alphabet, at: usize) -> bool {
        let text = self.text;
        let newline = |at: usize| text.get(at) == Some(&b'\n');
        match place {
            At::Start => at == 0,
            At::End => at == text.len(),
            At::LineStart => at == 0 || (multiline && newline(at.wrapping_sub(1))),
            At::LineEnd => at == text.len() || (newline(at) && (multiline || at.wrapping_add(1) == text.len())),
            // In an empty text CPython matches neither `\b` nor `\B`.
            At::Boundary | At::NotBoundary if text.is_empty() => false,
            At::Boundary | At::NotBoundary => {
                let before = char_before::<UTF8>(text, at).is_some_and(|code| is_word(code, alphabet));
                let after = char_at::<UTF8>(text, at).is_some_and(|(code, _)| is_word(code, alphabet));
                (before != after) == (place == At::Boundary)
            }
        }
    }

    fn slot(&self, slot: u32) -> u32 {
        self.scratch.slots.get(slot as usize).copied().unwrap_or(NONE)
    }

    fn set_slot(&mut self, slot: u32, value: u32) {
        if let Some(place) = self.scratch.slots.get_mut(slot as usize) {
            *place = value;
        }
    }

    #[inline]
    fn open(&mut self, group: u32, at: usize) -> Result<(), Stop> {
        let slot = group.wrapping_mul(2);
        if !self.scratch.stack.is_empty() {
            self.push(Entry::Opened { slot, old: self.slot(slot) })?;
        }
        self.scratch.dirty = true;
        self.set_slot(slot, to_position(at));
        Ok(())
    }

    #[inline]
    fn close(&mut self, group: u32, at: usize) -> Result<(), Stop> {
        let slot = group.wrapping_mul(2).wrapping_add(1);
        if !self.scratch.stack.is_empty() {
            self.push(Entry::Closed { slot, old: self.slot(slot), last: self.scratch.last_closed })?;
        }
        self.set_slot(slot, to_position(at));
        self.scratch.last_closed = group;
        Ok(())
    }

    /// Start and end of a group that matched.
    pub(super) fn group(&self, group: u32) -> Option<(usize, usize)> {
        let slot = group.wrapping_mul(2);
        let (start, end) = (self.slot(slot), self.slot(slot.wrapping_add(1)));
        // While a group is matched again, its new start may lie after its old end.
        (start != NONE && end != NONE && start <= end).then_some((start as usize, end as usize))
    }

    fn backref<const UTF8: bool>(&mut self, group: u32, folding: Option<Alphabet>, at: usize) -> Result<Option<usize>, Stop> {
        let Some((start, end)) = self.group(group) else { return Ok(None) };
        let text = self.text;
        let length = end.saturating_sub(start);
        self.spend(length as u64 / CHARS_PER_STEP)?;
        let Some(alphabet) = folding else {
            let stop = at.saturating_add(length);
            let same = text.get(at..stop).is_some_and(|piece| Some(piece) == text.get(start..end));
            return Ok(same.then_some(stop));
        };
        let (mut from, mut to) = (start, at);
        while from < end {
            self.spend(1)?;
            let (Some((one, after_from)), Some((other, after_to))) = (char_at::<UTF8>(text, from), char_at::<UTF8>(text, to)) else {
                return Ok(None);
            };
            if one != other && fold(one, alphabet) != fold(other, alphabet) {
                return Ok(None);
            }
            (from, to) = (after_from, after_to);
        }
        Ok(Some(to))
    }

    // Fences: lookarounds and atomic groups.

    /// The marks of possessive loops come first, in the order of the loops, then the marks of fences.
    fn fence_mark(&self, fence: u32) -> u32 {
        fence.wrapping_add(to_position(self.program.loops.len()))
    }

    fn mark(&self, id: u32) -> Mark {
        self.scratch.marks.get(id as usize).copied().unwrap_or_default()
    }

    fn set_mark(&mut self, id: u32, at: usize) {
        let height = self.scratch.stack.len();
        if let Some(mark) = self.scratch.marks.get_mut(id as usize) {
            *mark = Mark { height, at };
        }
    }

    /// Where the inside of a lookaround begins.
    fn fence_start<const UTF8: bool>(&mut self, id: u32, at: usize) -> Result<Option<usize>, Stop> {
        let back = self.program.fences.get(id as usize).map_or(0, |fence| fence.back);
        if !UTF8 {
            return Ok(at.checked_sub(back as usize));
        }
        let mut at = at;
        for _ in 0..back {
            self.spend(1)?;
            if at == 0 {
                return Ok(None);
            }
            at = step_back::<UTF8>(self.text, at);
        }
        Ok(Some(at))
    }

    // Loops: repetitions with a counter.

    fn counter(&self, id: u32) -> Counter {
        self.scratch.counters.get(id as usize).copied().unwrap_or_default()
    }

    fn set_counter(&mut self, id: u32, counter: Counter) {
        if let Some(place) = self.scratch.counters.get_mut(id as usize) {
            *place = counter;
        }
    }

    fn save_counter(&mut self, id: u32) -> Result<(), Stop> {
        let Counter { count, last } = self.counter(id);
        self.push(Entry::Counter { id, count, last })
    }

    fn loop_start(&mut self, id: u32, at: usize) -> Result<Option<(Pc, usize)>, Stop> {
        if self.program.loops.get(id as usize).is_some_and(|looped| looped.nested) {
            self.save_counter(id)?;
        }
        self.set_counter(id, Counter { count: 0, last: NONE });
        self.loop_next(id, at)
    }

    fn loop_next(&mut self, id: u32, at: usize) -> Result<Option<(Pc, usize)>, Stop> {
        let program = self.program;
        let Some(&Loop { min, max, lazy, body, exit, .. }) = program.loops.get(id as usize) else { return Ok(None) };
        let Counter { count, last } = self.counter(id);
        if count < min {
            self.save_counter(id)?;
            self.set_counter(id, Counter { count: count.saturating_add(1), last });
            return Ok(Some((body, at)));
        }
        if lazy {
            self.push(Entry::IterateAgain { id, at: to_position(at) })?;
            return Ok(Some((exit, at)));
        }
        if (count < max || max == UNLIMITED) && last != to_position(at) {
            self.push(Entry::DropIteration { id, last })?;
            self.set_counter(id, Counter { count: count.saturating_add(1), last: to_position(at) });
            return Ok(Some((body, at)));
        }
        Ok(Some((exit, at)))
    }

    /// A lazy loop iterates again after its continuation failed at `at`.
    fn iterate_again(&mut self, id: u32, at: u32) -> Result<Option<(Pc, usize)>, Stop> {
        let Some(&Loop { max, body, .. }) = self.program.loops.get(id as usize) else { return Ok(None) };
        let Counter { count, last } = self.counter(id);
        if (count >= max && max != UNLIMITED) || last == at {
            return Ok(None);
        }
        self.save_counter(id)?;
        self.set_counter(id, Counter { count: count.saturating_add(1), last: at });
        Ok(Some((body, at as usize)))
    }

    /// Begins another iteration of a possessive loop, or leaves the loop.
    fn possessive_next(&mut self, id: u32, at: usize) -> Result<Option<(Pc, usize)>, Stop> {
        let program = self.program;
        let Some(&Loop { min, max, body, exit, .. }) = program.loops.get(id as usize) else { return Ok(None) };
        let Counter { count, last } = self.counter(id);
        if count < min {
            self.set_mark(id, at);
            self.set_counter(id, Counter { count: count.saturating_add(1), last });
            return Ok(Some((body, at)));
        }
        if (count < max || max == UNLIMITED) && last != to_position(at) {
            self.set_mark(id, at);
            self.push(Entry::ContinueAt { pc: exit, at: to_position(at) })?;
            self.set_counter(id, Counter { count: count.saturating_add(1), last: to_position(at) });
            return Ok(Some((body, at)));
        }
        Ok(Some((exit, at)))
    }
}

/// Every position fits `u32`, because longer texts are refused before matching.
#[inline]
fn to_position(at: usize) -> u32 {
    at as u32
}
