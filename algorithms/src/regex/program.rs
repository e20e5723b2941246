//! What the matcher runs: instructions over bytes, with the tables they point into.
//!
//! Positions are byte offsets. A str pattern runs over UTF-8, a bytes pattern over bytes; literal text is bytes in both.

use super::ast::{At, Greed};

/// Index of an instruction.
pub(super) type Pc = u32;

/// How characters are told apart: which alphabet `\w`, `\b` and case folding know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Alphabet {
    Unicode,
    /// ASCII, bytes, and LOCALE (whose locale is C).
    Ascii,
}

/// Categories a set holds beyond its ranges, for code points from 256 on.
pub(super) mod category_bit {
    pub(in super::super) const DIGIT: u8 = 1;
    pub(in super::super) const NOT_DIGIT: u8 = 2;
    pub(in super::super) const SPACE: u8 = 4;
    pub(in super::super) const NOT_SPACE: u8 = 8;
    pub(in super::super) const WORD: u8 = 16;
    pub(in super::super) const NOT_WORD: u8 = 32;
}

/// A resolved character set: case folding and negation are worked in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CharSet {
    /// Membership of code points below 256.
    pub(super) low: ByteSet,
    /// Ranges from 256 on, sorted, apart from each other; before negation.
    pub(super) ranges: Box<[(u32, u32)]>,
    /// `category_bit`s; before negation.
    pub(super) categories: u8,
    /// Only about code points from 256 on.
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

    /// The only member, if there is just one.
    pub(super) fn only(&self) -> Option<u8> {
        let mut members = (0..=u8::MAX).filter(|&byte| self.has(byte));
        let first = members.next()?;
        members.next().is_none().then_some(first)
    }
}

/// What one character must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum One {
    /// A character that is a single byte.
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
    /// Bytes that may follow, when something must.
    pub(super) next: Next,
    /// The instruction after it.
    pub(super) after: Pc,
}

/// What must come after a run for the match to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Anything,
    Byte(u8),
    Among(u32),
}

/// A counted repetition of anything.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) lazy: bool,
    pub(super) body: Pc,
    pub(super) exit: Pc,
    /// Another loop can enter it again: its counter must be restored when that one backtracks.
    pub(super) nested: bool,
}

/// A group whose inside is matched apart: lookaround or atomic.
#[derive(Clone, Debug)]
pub(super) struct Fence {
    /// Characters to step back first.
    pub(super) back: u32,
    /// The instruction after the whole group.
    pub(super) end: Pc,
}

/// Instructions. Each falls through to the next unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inst {
    Byte(u8),
    /// A stretch of the literal pool.
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
    /// Goes on, and to `other` when that fails. With a byte set, goes straight to `other` unless the next byte is in it.
    Try {
        other: Pc,
        first: Option<u32>,
    },
    Run(u32),
    LoopStart(u32),
    /// Decides whether the loop goes round again.
    LoopNext(u32),
    PossessiveStart(u32),
    /// Forgets the ways the iteration could have gone otherwise, then decides whether the loop goes round again.
    PossessiveNext(u32),
    AtomicStart(u32),
    AtomicEnd(u32),
    LookStart(u32),
    /// Goes on at the position where the lookaround began.
    LookEnd(u32),
    NegativeStart(u32),
    NegativeEnd(u32),
    Backref {
        group: u32,
        fold: Option<Alphabet>,
    },
    /// Goes to `otherwise` unless the group matched.
    IfGroup {
        group: u32,
        otherwise: Pc,
    },
    Fail,
    Match,
}

/// How a search finds places worth trying.
#[derive(Debug)]
pub(super) enum Start {
    /// Only the very start of the text.
    Anchored,
    /// Text the match begins with.
    Literal(Box<memchr::memmem::Finder<'static>>),
    /// One of several first bytes: an index into the byte sets.
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
    /// Least number of characters, hence of bytes, of any match.
    pub(super) least: u64,
    pub(super) group_count: u32,
}

impl Program {
    /// Bytes the program occupies, its own struct left out.
    pub(super) fn memory(&self) -> usize {
        fn of<T>(items: &[T]) -> usize {
            size_of_val(items)
        }
        let ranges = self.sets.iter().map(|set| of(&set.ranges));
        [of(&self.insts), of(&self.text), of(&self.sets), of(&self.byte_sets), of(&self.runs), of(&self.loops), of(&self.fences)]
            .into_iter()
            .chain(ranges)
            .fold(0, usize::saturating_add)
    }
}
