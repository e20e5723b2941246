//! Encodes bytes as a bzip2 stream.

use super::huffman;
use super::sort::rotations;
use super::{BLOCK, END, GROUP, block_size, combine, crc};

/// Maximum length of a Huffman code.
const MAX_CODE_LENGTH: u8 = 17;
const ROUNDS: usize = 4;
const RUN_A: u16 = 0;
const RUN_B: u16 = 1;

/// A stream that is being written.
#[derive(Debug)]
pub struct Encoder {
    max_block_len: usize,
    out: Bits,
    check: u32,
    block: Vec<u8>,
    /// The bytes of the block before runs are shortened, as (byte, count). The block's checksum is computed from them.
    runs: Vec<(u8, u8)>,
    run: Option<(u8, u8)>,
}

#[derive(Debug, Default)]
struct Bits {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    fn put(&mut self, count: u32, value: u64) {
        self.held = (self.held << count) | value;
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.held >> self.count) as u8);
        }
    }
}

impl Encoder {
    /// Opens a stream whose blocks hold `level` (1 to 9) times 100,000 bytes.
    #[must_use]
    pub fn new(level: u8) -> Self {
        let mut out = Bits::default();
        for byte in [b'B', b'Z', b'h', b'0' + level.clamp(1, 9)] {
            out.put(8, byte.into());
        }
        // A run takes up to five bytes, so a block must be closed before it is completely full.
        Self { max_block_len: block_size(level) - 19, out, check: 0, block: Vec::new(), runs: Vec::new(), run: None }
    }

    /// Adds bytes until the block is full, and returns how many bytes it added. The caller must call [`Encoder::end_block`] when that is
    /// fewer than `data` holds, or when the block is full.
    pub fn take(&mut self, data: &[u8]) -> usize {
        for (at, byte) in data.iter().enumerate() {
            if self.is_full() {
                return at;
            }
            self.run = match self.run {
                Some((same, count)) if same == *byte && count < 255 => Some((same, count + 1)),
                _ => {
                    self.end_run();
                    Some((*byte, 1))
                }
            };
        }
        data.len()
    }

    /// True when the block can take no more bytes.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.block.len() >= self.max_block_len
    }

    /// Bytes of the stream that are ready for output.
    #[must_use]
    pub fn written(&self) -> usize {
        self.out.bytes.len()
    }

    /// Bytes that the current block holds so far.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.block.len()
    }

    fn end_run(&mut self) {
        let Some((byte, count)) = self.run.take() else { return };
        self.runs.push((byte, count));
        for _ in 0..count.min(4) {
            self.block.push(byte);
        }
        if count >= 4 {
            self.block.push(count - 4);
        }
    }

    /// Writes the block. A run that is still open goes into the next block.
    pub fn end_block(&mut self) {
        if self.block.is_empty() {
            return;
        }
        let own = crc(self.runs.iter().flat_map(|(byte, count)| std::iter::repeat_n(*byte, usize::from(*count))));
        self.check = combine(self.check, own);
        self.out.put(48, BLOCK);
        self.out.put(32, own.into());
        self.out.put(1, 0);
        let block = std::mem::take(&mut self.block);
        self.runs.clear();
        let order = rotations(&block);
        let origin = order.iter().position(|rotation| *rotation == 0).unwrap_or(0);
        self.out.put(24, origin as u64);
        let mut used = [false; 256];
        for byte in &block {
            if let Some(flag) = used.get_mut(usize::from(*byte)) {
                *flag = true;
            }
        }
        self.put_alphabet(&used);
        let symbols = move_to_front(&block, &order, &used);
        let count = used.iter().filter(|used| **used).count() + 2;
        self.put_symbols(&symbols, count);
    }

    /// Ends the stream.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        self.end_run();
        self.end_block();
        self.out.put(48, END);
        self.out.put(32, self.check.into());
        if self.out.count > 0 {
            self.out.put(8 - self.out.count, 0);
        }
        self.out.bytes
    }

    fn put_alphabet(&mut self, used: &[bool; 256]) {
        for rows in used.chunks(16) {
            self.out.put(1, u64::from(rows.contains(&true)));
        }
        for rows in used.chunks(16).filter(|rows| rows.contains(&true)) {
            for used in rows {
                self.out.put(1, u64::from(*used));
            }
        }
    }

    fn put_symbols(&mut self, symbols: &[u16], count: usize) {
        let mut frequencies = vec![0u32; count];
        for symbol in symbols {
            if let Some(frequency) = frequencies.get_mut(usize::from(*symbol)) {
                *frequency += 1;
            }
        }
        let tables = match symbols.len() {
            0..200 => 2,
            200..600 => 3,
            600..1200 => 4,
            1200..2400 => 5,
            _ => 6,
        };
        let mut lengths = initial_code_lengths(&frequencies, symbols.len(), tables);
        let mut selectors: Vec<usize> = Vec::new();
        for _ in 0..ROUNDS {
            let mut chosen = vec![vec![0u32; count]; tables];
            selectors.clear();
            for group in symbols.chunks(GROUP) {
                let cost = |lengths: &Vec<u8>| -> u32 {
                    group.iter().map(|symbol| u32::from(lengths.get(usize::from(*symbol)).copied().unwrap_or(0))).sum()
                };
                let best = lengths.iter().map(cost).enumerate().min_by_key(|(at, cost)| (*cost, *at)).map_or(0, |(at, _)| at);
                selectors.push(best);
                if let Some(chosen) = chosen.get_mut(best) {
                    for symbol in group {
                        if let Some(frequency) = chosen.get_mut(usize::from(*symbol)) {
                            *frequency += 1;
                        }
                    }
                }
            }
            lengths = chosen.iter().map(|frequencies| huffman::lengths(frequencies, MAX_CODE_LENGTH)).collect();
        }
        self.out.put(3, tables as u64);
        self.out.put(15, selectors.len() as u64);
        let mut recent: Vec<usize> = (0..tables).collect();
        for selector in &selectors {
            let at = recent.iter().position(|table| table == selector).unwrap_or(0);
            let table = recent.remove(at);
            recent.insert(0, table);
            for _ in 0..at {
                self.out.put(1, 1);
            }
            self.out.put(1, 0);
        }
        for lengths in &lengths {
            let mut current = lengths.first().copied().unwrap_or(1);
            self.out.put(5, current.into());
            for length in lengths {
                while current < *length {
                    self.out.put(2, 2);
                    current += 1;
                }
                while current > *length {
                    self.out.put(2, 3);
                    current -= 1;
                }
                self.out.put(1, 0);
            }
        }
        let codes: Vec<Vec<u32>> = lengths.iter().map(|lengths| huffman::codes(lengths)).collect();
        for (group, selector) in symbols.chunks(GROUP).zip(&selectors) {
            let (Some(codes), Some(lengths)) = (codes.get(*selector), lengths.get(*selector)) else { continue };
            for symbol in group {
                let (code, length) = (codes.get(usize::from(*symbol)), lengths.get(usize::from(*symbol)));
                if let (Some(code), Some(length)) = (code, length) {
                    self.out.put(u32::from(*length), u64::from(*code));
                }
            }
        }
    }
}

/// The initial tables: each covers a part of the alphabet that holds an equal share of the symbols.
fn initial_code_lengths(frequencies: &[u32], symbols: usize, tables: usize) -> Vec<Vec<u8>> {
    let mut lengths = vec![vec![15u8; frequencies.len()]; tables];
    let (mut left, mut start) = (symbols as u32, 0usize);
    for part in (1..=tables).rev() {
        let wanted = left / part as u32;
        let (mut end, mut have) = (start, 0u32);
        while have < wanted && end < frequencies.len() {
            have += frequencies.get(end).copied().unwrap_or(0);
            end += 1;
        }
        if end > start + 1 && part != tables && part != 1 && (tables - part) % 2 == 1 {
            end -= 1;
            have -= frequencies.get(end).copied().unwrap_or(0);
        }
        if let Some(lengths) = lengths.get_mut(part - 1) {
            for length in lengths.iter_mut().take(end).skip(start) {
                *length = 0;
            }
        }
        left = left.saturating_sub(have);
        start = end;
    }
    lengths
}

/// Applies move-to-front to the last column of the sorted rotations. Runs of index 0 are written as numbers in the digits 1 and 2. The last
/// symbol marks the end of the block.
fn move_to_front(block: &[u8], order: &[u32], used: &[bool; 256]) -> Vec<u16> {
    let mut recent: Vec<u8> = (0..=255u8).filter(|byte| used.get(usize::from(*byte)).copied().unwrap_or(false)).collect();
    let end = recent.len() as u16 + 1;
    let mut symbols = Vec::with_capacity(block.len() / 2);
    let mut zeros = 0usize;
    let flush = |symbols: &mut Vec<u16>, zeros: &mut usize| {
        while *zeros > 0 {
            *zeros -= 1;
            symbols.push(if zeros.is_multiple_of(2) { RUN_A } else { RUN_B });
            *zeros /= 2;
        }
    };
    for rotation in order {
        let before = (*rotation as usize).checked_sub(1).unwrap_or(block.len() - 1);
        let byte = block.get(before).copied().unwrap_or(0);
        match recent.iter().position(|known| *known == byte).unwrap_or(0) {
            0 => zeros += 1,
            at => {
                flush(&mut symbols, &mut zeros);
                recent.copy_within(0..at, 1);
                if let Some(first) = recent.first_mut() {
                    *first = byte;
                }
                symbols.push(at as u16 + 1);
            }
        }
    }
    flush(&mut symbols, &mut zeros);
    symbols.push(end);
    symbols
}
