//! The program that the matcher runs: instructions over bytes, and the tables that they refer to.
//!
//! Positions are byte offsets. A str pattern runs on UTF-8, a bytes pattern on bytes. Literal text is bytes in both.

use super::ast::{At, Greed};

/// Index of an instruction.
pub(super) type Pc = u32;

/// The alphabet of `\w`, `\b` and case folding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Alphabet {
    Unicode,
    /// For ASCII, bytes, and LOCALE (whose locale is C).
    Ascii,
}

/// The categories of a set besides its ranges, for code points from 256 on.
pub(super) mod category_bit {
    pub(in super::super) const DIGIT: u8 = 1;
    pub(in super::super) const NOT_DIGIT: u8 = 2;
    pub(in super::super) const SPACE: u8 = 4;
    pub(in super::super) const NOT_SPACE: u8 = 8;
    pub(in super::super) const WORD: u8 = 16;
    pub(in super::super) const NOT_WORD: u8 = 32;
}

/// A resolved character set. Case folding and negation are already applied.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CharSet {
    /// Membership of code points below 256.
    pub(super) low: ByteSet,
    /// Sorted, disjoint ranges of code points from 256 on, before negation.
    pub(super) ranges: Box<[(u32, u32)]>,
    /// Bits of `category_bit`, before negation.
    pub(super) categories: u8,
    /// Applies only to code points from 256 on.
    pub(super) negate: bool,
}

/// 256 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ByteSet(pub(super) [u64; 4]);

impl ByteSet {
    pub(super) const ALL: Self = Self([u64::MAX; 4]);

    #[inline]
    pub(super) fn has(&self, byte: u8) -> bool {
        self.0.get(usize::from(byte >> 6)).is_some_and(|word| (word >> (byte & 63)) & 1 != 0)
    }

    pub(super) fn add(&mut self, byte: u8) {
        if let Some(word) = self.0.get_mut(usize::from(byte >> 6)) {
            *word |= 1 << (byte & 63);
        }
    }

    pub(super) fn add_range(&mut self, low: u8, high: u8) {
        (low..=high).for_each(|byte| self.add(byte));
    }

    pub(super) fn union(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// The only member, if there is exactly one.
    pub(super) fn only(&self) -> Option<u8> {
        let mut members = (0..=u8::MAX).filter(|&byte| self.has(byte));
        let first = members.next()?;
        members.next().is_none().then_some(first)
    }
}

/// A test of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum One {
    /// A character that has one byte.
    Byte(u8),
    Set(u32),
    /// Any but a newline.
    NotNewline,
    All,
}

/// A repetition of one character.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) one: One,
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) greed: Greed,
    /// The bytes that must follow.
    pub(super) next: Next,
    /// The instruction after the run.
    pub(super) after: Pc,
}

/// What must follow a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Anything,
    Byte(u8),
    Among(u32),
}

/// A counted repetition.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) lazy: bool,
    pub(super) body: Pc,
    pub(super) exit: Pc,
    /// True when another loop contains this one. The counter must then be restored on backtracking.
    pub(super) nested: bool,
}

/// A group whose inside is matched separately: a lookaround or an atomic group.
#[derive(Clone, Debug)]
pub(super) struct Fence {
    /// Number of characters to step back before the inside is matched (lookbehind).
    pub(super) back: u32,
    /// The instruction after the whole group.
    pub(super) end: Pc,
}

/// The instructions. Each continues with the next one unless its comment says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inst {
    Byte(u8),
    /// A range of the literal pool.
    Text {
        start: u32,
        length: u32,
    },
    Set(u32),
    NotNewline,
    All,
    At {
        at: At,
        multiline: bool,
        alphabet: Alphabet,
    },
    Open(u32),
    Close(u32),
    Jump(Pc),
    /// Continues with the next instruction, and on failure at `other`. With a byte set, continues at `other` at once when the next byte is
    /// not in the set.
    Try {
        other: Pc,
        first: Option<u32>,
    },
    Run(u32),
    LoopStart(u32),
    /// Iterates the loop again or leaves it.
    LoopNext(u32),
    PossessiveStart(u32),
    /// Drops the alternatives of the last iteration, then iterates again or leaves the loop.
    PossessiveNext(u32),
    AtomicStart(u32),
    AtomicEnd(u32),
    LookStart(u32),
    /// Continues at the position where the lookaround began.
    LookEnd(u32),
    NegativeStart(u32),
    NegativeEnd(u32),
    Backref {
        group: u32,
        fold: Option<Alphabet>,
    },
    /// Continues at `otherwise` unless the group matched.
    IfGroup {
        group: u32,
        otherwise: Pc,
    },
    Fail,
    Match,
}

/// How a search finds candidate positions.
#[derive(Debug)]
pub(super) enum Start {
    /// Only the start of the text.
    Anchored,
    /// Text that each match begins with.
    Literal(Box<memchr::memmem::Finder<'static>>),
    /// A set of first bytes, as an index into the byte sets.
    Among(u32),
    Anywhere,
}

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) insts: Vec<Inst>,
    pub(super) text: Vec<u8>,
    pub(super) sets: Vec<CharSet>,
    pub(super) byte_sets: Vec<ByteSet>,
    pub(super) runs: Vec<Run>,
    pub(super) loops: Vec<Loop>,
    pub(super) fences: Vec<Fence>,
    pub(super) start: Start,
    /// Minimum number of characters of any match. It is also a minimum number of bytes.
    pub(super) least: u64,
    pub(super) group_count: u32,
}

/// What an allocation takes besides what was asked for: the allocator's own words, and rounding.
const BLOCK: usize = 32;
/// Bytes of a prepared search, without its text.
const FINDER: usize = 320;
const _: () = assert!(size_of::<memchr::memmem::Finder<'static>>() <= FINDER);

impl Program {
    /// Gives back the memory that the program does not need. It does not grow any more.
    pub(super) fn shrink(&mut self) {
        self.insts.shrink_to_fit();
        self.text.shrink_to_fit();
        self.sets.shrink_to_fit();
        self.byte_sets.shrink_to_fit();
        self.runs.shrink_to_fit();
        self.loops.shrink_to_fit();
        self.fences.shrink_to_fit();
    }

    /// Memory of the program in bytes, without the struct itself. The vectors have no room left over: see [`Program::shrink`].
    pub(super) fn memory(&self) -> usize {
        fn of<T>(items: &[T]) -> usize {
            if items.is_empty() { 0 } else { size_of_val(items).saturating_add(BLOCK) }
        }
        let ranges = self.sets.iter().map(|set| of(&set.ranges));
        let start = match &self.start {
            Start::Literal(finder) => FINDER.saturating_add(finder.needle().len()).saturating_add(2 * BLOCK),
            Start::Anchored | Start::Among(_) | Start::Anywhere => 0,
        };
        [of(&self.insts), of(&self.text), of(&self.sets), of(&self.byte_sets), of(&self.runs), of(&self.loops), of(&self.fences), start]
            .into_iter()
            .chain(ranges)
            .fold(0, usize::saturating_add)
    }
}
