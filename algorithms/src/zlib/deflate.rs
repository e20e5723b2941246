//! Writes deflate blocks. It finds matches in the same way as zlib at every level, so that the result has the same bytes.
//!
//! INVARIANT: the window has two halves of `size` bytes. `at` is the index of the next byte to compress, and `ahead` bytes from there are
//! filled. Position 0 means "none" in the chains, as in zlib, so the first byte of the window is never matched.

use super::trees::{BitWriter, Symbol, block};
use crate::meter::{Meter, Stop};

const MIN_MATCH: usize = 3;
const MAX_MATCH: usize = 258;
/// Number of bytes that must be ahead before a match is chosen, unless the input ends.
const MIN_AHEAD: usize = MAX_MATCH + MIN_MATCH + 1;
/// A match of three bytes at a larger distance costs more than it saves.
const TOO_FAR: usize = 4096;
const MAX_STORED: usize = 65_535;

/// How much work a level spends on the search.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// A match of this length divides the remaining search for a better one by four.
    good: usize,
    /// A match of this length is taken without a try at the next byte. For the fast levels: shorter matches are indexed inside.
    lazy: usize,
    /// A match of this length ends the search.
    nice: usize,
    /// How many candidates the search examines.
    chain: usize,
    fast: bool,
}

const fn effort(good: usize, lazy: usize, nice: usize, chain: usize, fast: bool) -> Effort {
    Effort { good, lazy, nice, chain, fast }
}

/// The settings of levels 1 to 9.
const EFFORTS: [Effort; 9] = [
    effort(4, 4, 8, 4, true),
    effort(4, 5, 16, 8, true),
    effort(4, 6, 32, 32, true),
    effort(4, 4, 16, 16, false),
    effort(8, 16, 32, 32, false),
    effort(8, 16, 128, 128, false),
    effort(8, 32, 128, 256, false),
    effort(32, 128, 258, 1024, false),
    effort(32, 258, 258, 4096, false),
];

/// The kind of data to expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// `Z_DEFAULT_STRATEGY`
    Default,
    /// `Z_FILTERED`
    Filtered,
    /// `Z_HUFFMAN_ONLY`
    HuffmanOnly,
    /// `Z_RLE`
    Rle,
    /// `Z_FIXED`
    Fixed,
}

/// How much of the pending data to write out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flush {
    /// `Z_NO_FLUSH`
    No,
    /// `Z_PARTIAL_FLUSH`
    Partial,
    /// `Z_SYNC_FLUSH`
    Sync,
    /// `Z_FULL_FLUSH`
    Full,
    /// `Z_FINISH`
    Finish,
}

/// The state of a raw deflate stream that is being written.
#[derive(Clone, Debug)]
pub(super) struct Deflate {
    level: u8,
    strategy: Strategy,
    effort: Effort,
    /// Size of half the window in bytes: a power of two.
    size: usize,
    window: Vec<u8>,
    /// For each hash, its last position.
    heads: Vec<u16>,
    /// For each position, the previous position with the same hash.
    chains: Vec<u16>,
    hash_bits: u32,
    at: usize,
    ahead: usize,
    /// Number of positions before `at` that are not indexed yet, because too few bytes follow them.
    unindexed: usize,
    /// Start of the current block. Negative after the window has moved past it.
    block_start: i64,
    symbols: Vec<Symbol>,
    most_symbols: usize,
    /// The match found one byte earlier. It is kept until the next byte shows no longer match.
    match_length: usize,
    match_start: usize,
    /// True when the previous byte is not written yet. It is written as a literal unless a match covers it.
    literal_pending: bool,
    pub(super) writer: BitWriter,
    steps: u64,
}

impl Deflate {
    pub(super) fn new(level: u8, window_bits: u32, memory_level: u32, strategy: Strategy) -> Self {
        let size = 1 << window_bits;
        let hash_bits = memory_level + 7;
        Self {
            level,
            strategy,
            effort: EFFORTS.get(usize::from(level).saturating_sub(1)).copied().unwrap_or(EFFORTS[5]),
            size,
            window: vec![0; size * 2],
            heads: vec![0; 1 << hash_bits],
            chains: vec![0; size],
            hash_bits,
            at: 0,
            ahead: 0,
            unindexed: 0,
            block_start: 0,
            symbols: Vec::new(),
            most_symbols: (1 << (memory_level + 6)) - 1,
            match_length: MIN_MATCH - 1,
            match_start: 0,
            literal_pending: false,
            writer: BitWriter::default(),
            steps: 0,
        }
    }

    /// Bytes of memory that a stream uses.
    pub(super) fn memory(window_bits: u32, memory_level: u32) -> usize {
        (1_usize << (window_bits + 2)) + (1 << (memory_level + 8)) + (4 << (memory_level + 6)) + 4096
    }

    /// Upper bound for the bytes that are read but not yet written.
    pub(super) fn waiting(&self) -> usize {
        self.window.len()
    }

    /// Sets a dictionary: matches may refer to it as if it preceded the data.
    pub(super) fn set_dictionary(&mut self, dictionary: &[u8]) {
        let useful = dictionary.get(dictionary.len().saturating_sub(self.size)..).unwrap_or_default();
        let mut rest = useful;
        self.fill(&mut rest);
        loop {
            while self.ahead >= MIN_MATCH {
                self.index(self.at);
                self.at += 1;
                self.ahead -= 1;
            }
            if rest.is_empty() {
                break;
            }
            self.fill(&mut rest);
        }
        self.at += self.ahead;
        self.unindexed = self.ahead;
        self.ahead = 0;
        self.block_start = self.at as i64;
    }

    /// Compresses all of `input`, and writes out as much as `flush` demands.
    pub(super) fn write(&mut self, input: &[u8], flush: Flush, meter: &mut dyn Meter) -> Result<(), Stop> {
        let mut rest = input;
        match (self.level, self.strategy) {
            (0, _) => self.store(&mut rest, flush, meter)?,
            (_, Strategy::HuffmanOnly | Strategy::Rle) => self.runs(&mut rest, flush, meter)?,
            _ if self.effort.fast => self.greedy(&mut rest, flush, meter)?,
            _ => self.lazy(&mut rest, flush, meter)?,
        }
        if self.level > 0 {
            if flush == Flush::No {
                return Ok(());
            }
            let rle = matches!(self.strategy, Strategy::HuffmanOnly | Strategy::Rle);
            self.unindexed = if rle { 0 } else { self.at.min(MIN_MATCH - 1) };
            if flush == Flush::Finish {
                self.end_block(true);
            } else if !self.symbols.is_empty() {
                self.end_block(false);
            }
        }
        match flush {
            Flush::Partial => self.writer.empty_fixed(),
            Flush::Sync | Flush::Full => self.writer.stored(&[], false),
            Flush::Finish => self.writer.align(),
            Flush::No => {}
        }
        if flush == Flush::Full {
            self.heads.fill(0);
            if self.ahead == 0 {
                self.at = 0;
                self.block_start = 0;
                self.unindexed = 0;
            }
        }
        Ok(())
    }

    fn spend(&mut self, steps: usize, meter: &mut dyn Meter) -> Result<(), Stop> {
        self.steps += steps as u64;
        if self.steps < 1024 {
            return Ok(());
        }
        meter.charge(std::mem::take(&mut self.steps))
    }

    fn byte(&self, at: usize) -> u8 {
        self.window.get(at).copied().unwrap_or(0)
    }

    fn max_distance(&self) -> usize {
        self.size - MIN_AHEAD
    }

    /// Inserts a position into the chain of its hash. Returns the previous head of the chain, or 0.
    fn index(&mut self, at: usize) -> usize {
        let shift = self.hash_bits.div_ceil(MIN_MATCH as u32);
        let part = |offset: usize, turns: u32| usize::from(self.byte(at + offset)) << (shift * turns);
        let hash = (part(0, 2) ^ part(1, 1) ^ part(2, 0)) & ((1 << self.hash_bits) - 1);
        let Some(head) = self.heads.get_mut(hash) else { return 0 };
        let before = std::mem::replace(head, at as u16);
        if let Some(chain) = self.chains.get_mut(at & (self.size - 1)) {
            *chain = before;
        }
        usize::from(before)
    }

    /// Copies input into the window. When the window is full, its upper half moves down first.
    fn fill(&mut self, input: &mut &[u8]) {
        loop {
            if self.at >= self.size + self.max_distance() {
                self.window.copy_within(self.size.., 0);
                self.match_start = self.match_start.saturating_sub(self.size);
                self.at -= self.size;
                self.block_start -= self.size as i64;
                self.unindexed = self.unindexed.min(self.at);
                for place in self.heads.iter_mut().chain(&mut self.chains) {
                    *place = usize::from(*place).saturating_sub(self.size) as u16;
                }
            }
            if input.is_empty() {
                return;
            }
            let room = self.window.len() - self.ahead - self.at;
            let (taken, rest) = input.split_at(input.len().min(room));
            *input = rest;
            let place = self.window.get_mut(self.at + self.ahead..).unwrap_or_default();
            place.iter_mut().zip(taken).for_each(|(place, byte)| *place = *byte);
            self.ahead += taken.len();
            while self.unindexed > 0 && self.ahead + self.unindexed >= MIN_MATCH {
                self.index(self.at - self.unindexed);
                self.unindexed -= 1;
            }
            if self.ahead >= MIN_AHEAD || input.is_empty() {
                return;
            }
        }
    }

    /// Records a symbol. Returns true when the block is full.
    fn push_symbol(&mut self, distance: usize, value: u8) -> bool {
        self.symbols.push(Symbol { distance: distance as u16, value });
        self.symbols.len() >= self.most_symbols
    }

    fn end_block(&mut self, last: bool) {
        let start = usize::try_from(self.block_start).ok();
        let bytes = start.and_then(|start| self.window.get(start..self.at));
        // zlib can store a block only while its bytes are in the window, and only up to the maximum of the length field.
        let bytes = bytes.filter(|bytes| bytes.len() <= MAX_STORED);
        block(&mut self.writer, &self.symbols, bytes, self.strategy == Strategy::Fixed, last);
        self.symbols.clear();
        self.block_start = self.at as i64;
    }

    /// The longest match at `at` in the chain from `candidate` on, if it is longer than `least`.
    fn longest(&mut self, candidate: usize, least: usize) -> (usize, usize) {
        let Effort { good, nice, mut chain, .. } = self.effort;
        if least >= good {
            chain >>= 2;
        }
        let nice = nice.min(self.ahead);
        let limit = self.at.saturating_sub(self.max_distance());
        let most = MAX_MATCH.min(self.window.len() - self.at);
        let scan = self.window.get(self.at..self.at + most).unwrap_or_default();
        let (mut best, mut candidate, mut candidates_tried) = (least, candidate, 0);
        loop {
            candidates_tried += 1;
            let other = self.window.get(candidate..candidate + most).unwrap_or_default();
            // Comparing the byte that would make the match longer rejects most candidates early.
            if other.get(best) == scan.get(best) {
                let length = scan.iter().zip(other).take_while(|(left, right)| left == right).count();
                candidates_tried += length / 8;
                if length > best {
                    self.match_start = candidate;
                    best = length;
                    if length >= nice {
                        break;
                    }
                }
            }
            chain -= 1;
            candidate = self.chains.get(candidate & (self.size - 1)).map_or(0, |&before| usize::from(before));
            if candidate <= limit || chain == 0 {
                break;
            }
        }
        (best.min(self.ahead), candidates_tried)
    }

    /// Compresses at the fast levels: takes each match as it is found.
    fn greedy(&mut self, input: &mut &[u8], flush: Flush, meter: &mut dyn Meter) -> Result<(), Stop> {
        while self.has_input(input, flush) {
            let candidate = if self.ahead >= MIN_MATCH { self.index(self.at) } else { 0 };
            let mut candidates_tried = 1;
            if candidate != 0 && self.at - candidate <= self.max_distance() {
                (self.match_length, candidates_tried) = self.longest(candidate, MIN_MATCH - 1);
            }
            let full = if self.match_length >= MIN_MATCH {
                let length = self.match_length;
                let full = self.push_symbol(self.at - self.match_start, (length - MIN_MATCH) as u8);
                self.ahead -= length;
                if length <= self.effort.lazy && self.ahead >= MIN_MATCH {
                    for inside in 1..length {
                        self.index(self.at + inside);
                    }
                }
                self.at += length;
                self.match_length = 0;
                full
            } else {
                let full = self.push_symbol(0, self.byte(self.at));
                self.ahead -= 1;
                self.at += 1;
                full
            };
            if full {
                self.end_block(false);
            }
            self.spend(candidates_tried, meter)?;
        }
        Ok(())
    }

    /// Compresses at the slow levels: takes a match only when the next byte does not begin a longer one.
    fn lazy(&mut self, input: &mut &[u8], flush: Flush, meter: &mut dyn Meter) -> Result<(), Stop> {
        while self.has_input(input, flush) {
            let candidate = if self.ahead >= MIN_MATCH { self.index(self.at) } else { 0 };
            let (before, before_start) = (self.match_length, self.match_start);
            self.match_length = MIN_MATCH - 1;
            let mut candidates_tried = 1;
            if candidate != 0 && before < self.effort.lazy && self.at - candidate <= self.max_distance() {
                (self.match_length, candidates_tried) = self.longest(candidate, before);
                let far = self.match_length == MIN_MATCH && self.at - self.match_start > TOO_FAR;
                if self.match_length <= 5 && (self.strategy == Strategy::Filtered || far) {
                    self.match_length = MIN_MATCH - 1;
                }
            }
            if before >= MIN_MATCH && self.match_length <= before {
                let last = (self.at + self.ahead).saturating_sub(MIN_MATCH);
                let full = self.push_symbol(self.at - 1 - before_start, (before - MIN_MATCH) as u8);
                self.ahead -= before - 1;
                for inside in 1..before - 1 {
                    if self.at + inside <= last {
                        self.index(self.at + inside);
                    }
                }
                self.at += before - 1;
                self.literal_pending = false;
                self.match_length = MIN_MATCH - 1;
                if full {
                    self.end_block(false);
                }
            } else {
                let full = self.literal_pending && self.push_symbol(0, self.byte(self.at - 1));
                if full {
                    self.end_block(false);
                }
                self.literal_pending = true;
                self.at += 1;
                self.ahead -= 1;
            }
            self.spend(candidates_tried, meter)?;
        }
        if flush != Flush::No && self.literal_pending {
            self.push_symbol(0, self.byte(self.at - 1));
            self.literal_pending = false;
        }
        Ok(())
    }

    /// Fills the window. Returns true when there is something to compress.
    fn has_input(&mut self, input: &mut &[u8], flush: Flush) -> bool {
        if self.ahead < MIN_AHEAD {
            self.fill(input);
            if self.ahead < MIN_AHEAD && flush == Flush::No {
                return false;
            }
        }
        self.ahead > 0
    }

    /// Compresses with the strategies RLE (matches at distance 1 only) and Huffman only (no matches).
    fn runs(&mut self, input: &mut &[u8], flush: Flush, meter: &mut dyn Meter) -> Result<(), Stop> {
        let rle = self.strategy == Strategy::Rle;
        loop {
            // RLE needs a full match length ahead, Huffman only needs one byte.
            let wanted = if rle { MAX_MATCH } else { 0 };
            if self.ahead <= wanted {
                self.fill(input);
                if self.ahead <= wanted && flush == Flush::No {
                    return Ok(());
                }
                if self.ahead == 0 {
                    return Ok(());
                }
            }
            let mut length = 0;
            if rle && self.ahead >= MIN_MATCH && self.at > 0 {
                let before = self.byte(self.at - 1);
                let piece = self.window.get(self.at..self.at + MAX_MATCH.min(self.ahead)).unwrap_or_default();
                length = piece.iter().take_while(|&&byte| byte == before).count();
            }
            let full = if length >= MIN_MATCH {
                self.push_symbol(1, (length - MIN_MATCH) as u8)
            } else {
                length = 1;
                self.push_symbol(0, self.byte(self.at))
            };
            self.at += length;
            self.ahead -= length;
            if full {
                self.end_block(false);
            }
            self.spend(1, meter)?;
        }
    }

    /// Level 0: writes stored blocks.
    fn store(&mut self, input: &mut &[u8], flush: Flush, meter: &mut dyn Meter) -> Result<(), Stop> {
        // Bytes that do not fill a block stay in `window`, in `0..at`.
        self.window.truncate(self.at);
        self.window.extend_from_slice(input);
        meter.charge(input.len() as u64 / 16)?;
        *input = &[];
        let waiting = std::mem::take(&mut self.window);
        let mut rest = waiting.as_slice();
        while rest.len() > MAX_STORED {
            let (piece, after) = rest.split_at(MAX_STORED);
            self.writer.stored(piece, false);
            rest = after;
        }
        if flush == Flush::Finish || (flush != Flush::No && !rest.is_empty()) {
            self.writer.stored(rest, flush == Flush::Finish);
            rest = &[];
        }
        self.window = rest.to_vec();
        self.at = self.window.len();
        Ok(())
    }
}
