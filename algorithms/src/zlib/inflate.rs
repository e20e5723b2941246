//! Decodes deflate blocks. Input and output may stop at any byte.
//!
//! The work is divided into units (the header of a block, a symbol). A unit whose bits are incomplete is not started, so the next call
//! repeats it.

use super::trees::{DISTANCE_BASE, DISTANCE_EXTRA, LENGTH_BASE, LENGTH_EXTRA, fixed_length};
use crate::meter::{Meter, Stop};

/// Maximum distance of a match in bytes.
const MAX_DISTANCE: usize = 32_768;
/// Bytes of output between two charges.
const OUTPUT_PER_CHARGE: usize = 16_384;

/// Why a unit was not completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// More input is needed.
    Starved,
    /// The data is malformed. Holds zlib's message.
    Wrong(&'static str),
    /// The meter refused.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Reads bits from bytes, lowest bit first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits<'a> {
    data: &'a [u8],
    at: usize,
    held: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(data: &'a [u8], (held, count): (u8, u32)) -> Self {
        Self { data, at: 0, held: u64::from(held), count }
    }

    fn need(&mut self, count: u32) -> Result<(), Halt> {
        while self.count < count {
            let &byte = self.data.get(self.at).ok_or(Halt::Starved)?;
            self.held |= u64::from(byte) << self.count;
            self.count += 8;
            self.at += 1;
        }
        Ok(())
    }

    pub(super) fn take(&mut self, count: u32) -> Result<u32, Halt> {
        self.need(count)?;
        let value = self.held & ((1 << count) - 1);
        self.held >>= count;
        self.count -= count;
        Ok(value as u32)
    }

    /// Skips the rest of the current byte.
    pub(super) fn align(&mut self) {
        let odd = self.count % 8;
        self.held >>= odd;
        self.count -= odd;
    }

    /// Returns unread whole bytes to the input. Gives the number of bytes used, and the unused bits of the last one.
    pub(super) fn give_back(&self) -> (usize, (u8, u32)) {
        let left = self.count % 8;
        let used = self.at.saturating_sub((self.count / 8) as usize);
        (used, ((self.held & ((1 << left) - 1)) as u8, left))
    }
}

/// Number of bits that the lookup table covers.
const FAST: u32 = 10;

/// A Huffman code in decoding form.
#[derive(Clone, Debug)]
struct Decoder {
    /// For the next `FAST` bits: symbol times 16 plus length, or 0.
    fast: Vec<u16>,
    /// Number of codes of each length.
    counts: [u16; 16],
    /// Symbols in the order of their codes.
    symbols: Vec<u16>,
}

impl Decoder {
    /// Builds a code. It must be complete, except that `single` also allows one code of one bit, or no code.
    #[expect(clippy::indexing_slicing, reason = "a length of four bits indexes 16 entries")]
    fn new(lengths: &[u8], single: bool) -> Option<Self> {
        let mut counts = [0_u16; 16];
        for &length in lengths.iter().filter(|&&length| length > 0) {
            counts[usize::from(length & 15)] += 1;
        }
        let mut left = 1_i32;
        for &count in &counts[1..] {
            left = left * 2 - i32::from(count);
            if left < 0 {
                return None;
            }
        }
        let total: u16 = counts.iter().sum();
        if left > 0 && total > 0 && !(single && total == 1 && counts[1] == 1) {
            return None;
        }
        let mut symbols: Vec<u16> =
            (0..lengths.len() as u16).filter(|&symbol| lengths.get(usize::from(symbol)).is_some_and(|&l| l > 0)).collect();
        symbols.sort_by_key(|&symbol| lengths.get(usize::from(symbol)).copied());
        let mut fast = vec![0; 1 << FAST];
        let (mut code, mut length_before) = (0_u32, 0);
        for &symbol in &symbols {
            let length = u32::from(lengths.get(usize::from(symbol)).copied().unwrap_or(0));
            code <<= length - length_before;
            length_before = length;
            if length <= FAST {
                let first = (code.reverse_bits() >> (32 - length)) as usize;
                for place in fast.iter_mut().skip(first).step_by(1 << length) {
                    *place = symbol << 4 | length as u16;
                }
            }
            code += 1;
        }
        Some(Self { fast, counts, symbols })
    }

    /// The next symbol. `None` for bits that are not a code.
    fn read(&self, bits: &mut Bits<'_>) -> Result<Option<u16>, Halt> {
        // Fewer than 15 bits may be left when the last code is short.
        let filled = bits.need(15);
        let entry = self.fast.get((bits.held & ((1 << FAST) - 1)) as usize).copied().unwrap_or(0);
        let length = u32::from(entry & 15);
        if entry != 0 && length <= bits.count {
            bits.held >>= length;
            bits.count -= length;
            return Ok(Some(entry >> 4));
        }
        // Longer codes are decoded bit by bit. `code` counts from the first code of each length.
        let (mut code, mut first, mut index) = (0_i32, 0_i32, 0_i32);
        for length in 1..16_u32 {
            if length > bits.count {
                return Err(filled.err().unwrap_or(Halt::Starved));
            }
            code |= i32::from(bits.held >> (length - 1) & 1 == 1);
            let count = i32::from(self.counts.get(length as usize).copied().unwrap_or(0));
            if code - count < first {
                bits.held >>= length;
                bits.count -= length;
                let place = usize::try_from(index + (code - first)).unwrap_or(usize::MAX);
                return Ok(self.symbols.get(place).copied());
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        Ok(None)
    }
}

#[derive(Clone, Debug)]
enum State {
    Head,
    Stored(usize),
    Codes(Box<(Decoder, Decoder)>),
    Done,
}

/// The state of a raw deflate stream that is being read.
#[derive(Clone, Debug)]
pub(super) struct Inflate {
    state: State,
    last: bool,
    /// The output of up to twice `MAX_DISTANCE` bytes back. The last `fresh` bytes are not returned yet.
    history: Vec<u8>,
    fresh: usize,
    /// A match that is not copied yet: remaining bytes and distance.
    copy: (usize, usize),
}

impl Inflate {
    pub(super) fn new() -> Self {
        Self { state: State::Head, last: false, history: Vec::new(), fresh: 0, copy: (0, 0) }
    }

    pub(super) fn is_done(&self) -> bool {
        matches!(self.state, State::Done)
    }

    /// Sets a dictionary, which precedes the data.
    pub(super) fn set_dictionary(&mut self, dictionary: &[u8]) {
        let useful = dictionary.get(dictionary.len().saturating_sub(MAX_DISTANCE)..).unwrap_or_default();
        self.history.extend_from_slice(useful);
    }

    /// Decodes until the stream ends, the input ends, or `out` holds `limit` bytes. `Ok` means that the stream or the limit is reached.
    pub(super) fn read(&mut self, bits: &mut Bits<'_>, out: &mut Vec<u8>, limit: usize, meter: &mut dyn Meter) -> Result<(), Halt> {
        loop {
            let portion = OUTPUT_PER_CHARGE.min(limit.saturating_sub(out.len()));
            let ended = self.portion(bits, portion);
            let from = self.history.len() - self.fresh;
            meter.charge(self.fresh as u64 / 4 + 16)?;
            if out.capacity() - out.len() < self.fresh {
                let more = out.capacity().max(self.fresh);
                meter.reserve(more)?;
                out.reserve_exact(out.capacity() - out.len() + more);
            }
            out.extend_from_slice(self.history.get(from..).unwrap_or_default());
            self.fresh = 0;
            if self.history.len() > MAX_DISTANCE * 2 {
                self.history.drain(..self.history.len() - MAX_DISTANCE);
            }
            ended?;
            if self.is_done() || out.len() >= limit {
                return Ok(());
            }
        }
    }

    /// Decodes until `most` bytes are fresh or the stream ends.
    fn portion(&mut self, bits: &mut Bits<'_>, most: usize) -> Result<(), Halt> {
        loop {
            let (left, back) = self.copy;
            let count = left.min(most - self.fresh);
            for _ in 0..count {
                let byte = self.history.get(self.history.len() - back).copied().unwrap_or(0);
                self.history.push(byte);
            }
            self.fresh += count;
            self.copy.0 -= count;
            // At the limit a block that yields no more bytes is still finished, because the end of the stream may follow.
            if self.fresh >= most && !matches!(self.state, State::Head | State::Stored(0)) || self.is_done() {
                if !self.is_done() && self.copy.0 == 0 {
                    self.peek_end(bits)?;
                    if matches!(self.state, State::Head | State::Done) {
                        continue;
                    }
                }
                return Ok(());
            }
            let mut ahead = *bits;
            self.unit(&mut ahead, most)?;
            *bits = ahead;
        }
    }

    /// Consumes the end-of-block symbol if it comes next.
    fn peek_end(&mut self, bits: &mut Bits<'_>) -> Result<(), Halt> {
        let State::Codes(codes) = &self.state else { return Ok(()) };
        let mut ahead = *bits;
        if let Ok(Some(256)) = codes.0.read(&mut ahead) {
            *bits = ahead;
            self.end_block();
        }
        Ok(())
    }

    fn end_block(&mut self) {
        self.state = if self.last { State::Done } else { State::Head };
    }

    fn unit(&mut self, bits: &mut Bits<'_>, most: usize) -> Result<(), Halt> {
        match &mut self.state {
            State::Done => Ok(()),
            State::Head => {
                let last = bits.take(1)? == 1;
                self.state = match bits.take(2)? {
                    0 => {
                        bits.align();
                        let (length, check) = (bits.take(16)?, bits.take(16)?);
                        if length != check ^ 0xFFFF {
                            return Err(Halt::Wrong("invalid stored block lengths"));
                        }
                        State::Stored(length as usize)
                    }
                    1 => {
                        let lengths: Vec<u8> = (0..288).map(fixed_length).collect();
                        let codes = Decoder::new(&lengths, false).zip(Decoder::new(&[5; 32], false));
                        State::Codes(Box::new(codes.ok_or(Halt::Wrong("invalid literal/lengths set"))?))
                    }
                    2 => State::Codes(Box::new(dynamic(bits)?)),
                    _ => return Err(Halt::Wrong("invalid block type")),
                };
                self.last = last;
                Ok(())
            }
            State::Stored(0) => {
                self.end_block();
                Ok(())
            }
            State::Stored(left) => {
                let room = most - self.fresh;
                for done in 0..room.min(*left) {
                    let byte = match bits.take(8) {
                        Ok(byte) => byte,
                        Err(_) if done > 0 => return Ok(()),
                        Err(halt) => return Err(halt),
                    };
                    self.history.push(byte as u8);
                    self.fresh += 1;
                    *left -= 1;
                }
                Ok(())
            }
            State::Codes(codes) => {
                let (literals, distances) = &**codes;
                match literals.read(bits)? {
                    Some(byte @ 0..=255) => {
                        self.history.push(byte as u8);
                        self.fresh += 1;
                        Ok(())
                    }
                    Some(256) => {
                        self.end_block();
                        Ok(())
                    }
                    Some(code @ 257..=285) => {
                        let code = usize::from(code - 257);
                        let value = |table: &[u16], code: usize| table.get(code).copied().map_or(0, usize::from);
                        let extra = |table: &[u8], code: usize| table.get(code).copied().map_or(0, u32::from);
                        let length = value(&LENGTH_BASE, code) + bits.take(extra(&LENGTH_EXTRA, code))? as usize;
                        let code = match distances.read(bits)? {
                            Some(code @ 0..=29) => usize::from(code),
                            _ => return Err(Halt::Wrong("invalid distance code")),
                        };
                        let distance = value(&DISTANCE_BASE, code) + bits.take(extra(&DISTANCE_EXTRA, code))? as usize;
                        if distance > self.history.len() {
                            return Err(Halt::Wrong("invalid distance too far back"));
                        }
                        self.copy = (length, distance);
                        Ok(())
                    }
                    _ => Err(Halt::Wrong("invalid literal/length code")),
                }
            }
        }
    }
}

/// Reads the codes of a dynamic block.
fn dynamic(bits: &mut Bits<'_>) -> Result<(Decoder, Decoder), Halt> {
    const ORDER: [u8; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    let (literals, distances, kinds) = (bits.take(5)? as usize + 257, bits.take(5)? as usize + 1, bits.take(4)? as usize + 4);
    if literals > 286 || distances > 30 {
        return Err(Halt::Wrong("too many length or distance symbols"));
    }
    let mut lengths = [0_u8; 19];
    for &place in ORDER.iter().take(kinds) {
        let length = bits.take(3)? as u8;
        if let Some(slot) = lengths.get_mut(usize::from(place)) {
            *slot = length;
        }
    }
    let kinds = Decoder::new(&lengths, false).ok_or(Halt::Wrong("invalid code lengths set"))?;
    let total = literals + distances;
    let mut lengths: Vec<u8> = Vec::with_capacity(total);
    while lengths.len() < total {
        // When all code lengths are zero, each bit decodes to length 0.
        let kind = if kinds.symbols.is_empty() { bits.take(1).map(|_| Some(0))? } else { kinds.read(bits)? };
        let (length, count) = match kind {
            Some(length @ 0..=15) => (length as u8, 1),
            Some(16) => {
                let Some(&length) = lengths.last() else { return Err(Halt::Wrong("invalid bit length repeat")) };
                (length, 3 + bits.take(2)?)
            }
            Some(17) => (0, 3 + bits.take(3)?),
            _ => (0, 11 + bits.take(7)?),
        };
        if lengths.len() + count as usize > total {
            return Err(Halt::Wrong("invalid bit length repeat"));
        }
        lengths.extend(std::iter::repeat_n(length, count as usize));
    }
    let (literals, distances) = lengths.split_at(literals);
    if literals.get(256) == Some(&0) {
        return Err(Halt::Wrong("invalid code -- missing end-of-block"));
    }
    let literals = Decoder::new(literals, true).ok_or(Halt::Wrong("invalid literal/lengths set"))?;
    let distances = Decoder::new(distances, true).ok_or(Halt::Wrong("invalid distances set"))?;
    Ok((literals, distances))
}
