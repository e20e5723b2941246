//! Decodes LZMA and LZMA2 streams, one step at a time.
//!
//! The window holds a dictionary and one step. A step writes only behind the bytes that the next step may still read. So a step can be
//! repeated after its state is discarded.

use super::Corrupt;

/// Maximum output of one step in bytes.
pub(super) const STEP: usize = 1 << 16;
/// Maximum input of one symbol in bytes.
const MAX_SYMBOL_BYTES: usize = 21;
const MIN_DICTIONARY: u32 = 4096;
const TOP: u32 = 1 << 24;
const INITIAL_PROBABILITY: u16 = 1024;
const NO_LITERAL: u16 = 256;
/// The size of a stream that ends with an end marker.
pub(super) const UNKNOWN: u64 = u64::MAX;

/// The offset of each kind of probability in the table.
mod at {
    pub(super) const IS_MATCH: usize = 0;
    pub(super) const IS_REP: usize = 192;
    pub(super) const IS_REP0: usize = 204;
    pub(super) const IS_REP1: usize = 216;
    pub(super) const IS_REP2: usize = 228;
    pub(super) const IS_REP0_LONG: usize = 240;
    pub(super) const SLOT: usize = 432;
    pub(super) const SPECIAL: usize = 688;
    pub(super) const ALIGN: usize = 816;
    pub(super) const LENGTH: usize = 832;
    pub(super) const REP_LENGTH: usize = 1346;
    pub(super) const LITERAL: usize = 1860;
}

/// How literals and positions select probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// Number of high bits of the previous byte that select the probabilities of a literal.
    pub lc: u8,
    /// Number of low bits of the position that select the probabilities of a literal.
    pub lp: u8,
    /// Number of low bits of the position that select the other probabilities.
    pub pb: u8,
}

impl Properties {
    /// `None` when a number is out of range.
    pub fn new(lc: u8, lp: u8, pb: u8) -> Option<Properties> {
        (lc <= 4 && lp <= 4 && lc + lp <= 4 && pb <= 4).then_some(Properties { lc, lp, pb })
    }

    /// Decodes the properties byte of a stream.
    fn from_byte(byte: u8) -> Option<Properties> {
        (byte < 9 * 5 * 5).then(|| Properties::new(byte % 9, byte / 9 % 5, byte / 45))?
    }

    fn probability_table(self) -> usize {
        at::LITERAL + (0x300 << (self.lc + self.lp))
    }
}

/// What the decoder reads next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The first bytes of the range coder. The number says how many are missing.
    Start(u8),
    Symbols,
    /// The end marker was read.
    AfterEndMarker,
    /// The control byte of a chunk.
    Control,
    /// The rest of a chunk header. The number says how many bytes are already read.
    Head(u8),
    Copy,
    Ended,
}

/// The state that changes with every symbol.
#[derive(Debug, Clone, Copy)]
struct CoderState {
    range: u32,
    code: u32,
    state: u8,
    reps: [u32; 4],
}

/// The state of a stream that is being decoded.
#[derive(Debug, Clone)]
pub struct Decoder {
    /// True for LZMA2: chunks with headers of their own.
    chunked: bool,
    /// True when a stream of known size may also end with an end marker.
    allows_end_marker: bool,
    properties: Properties,
    dictionary: u32,
    phase: Phase,
    coder_state: CoderState,
    /// Bytes of output that remain, of the chunk or of the stream.
    size: u64,
    /// Bytes of input that remain in the chunk.
    chunk_input_left: u32,
    head: [u8; 6],
    needs_properties: bool,
    needs_reset: bool,
    /// `length` is the rest of a match, and `literal` a literal, that did not fit the output of the last step.
    length: u32,
    literal: u16,
    /// `at` is the position in the window for the next byte, `total` the number of bytes since the dictionary was reset.
    at: u64,
    total: u64,
    probability_table: Vec<u16>,
}

/// How much a step read and wrote.
#[derive(Debug, Clone, Copy, Default)]
pub struct Step {
    /// Bytes of input that were read.
    pub used: usize,
    /// Bytes of output that were written.
    pub made: usize,
    /// Probabilities that the step reset. The caller charges for them.
    pub reset: usize,
}

/// Why the decoder stops reading symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Halt {
    /// More input is needed.
    Short,
    Wrong,
}

enum Symbol {
    Literal(u8),
    Match(u32),
    EndMarker,
}

/// The input of the range coder. `RECORD_CHANGES` is true when the input may end within a symbol. The changed probabilities are then recorded, so
/// that they can be restored.
struct Bits<'a, const RECORD_CHANGES: bool> {
    input: &'a [u8],
    at: usize,
    range: u32,
    code: u32,
    changed: Vec<(usize, u16)>,
}

impl<'a, const RECORD_CHANGES: bool> Bits<'a, RECORD_CHANGES> {
    fn new(input: &'a [u8], at: usize, coder_state: &CoderState, changed: Vec<(usize, u16)>) -> Self {
        Bits { input, at, range: coder_state.range, code: coder_state.code, changed }
    }

    #[inline(always)]
    fn normalize(&mut self) -> Result<(), Halt> {
        if self.range < TOP {
            let byte = *self.input.get(self.at).ok_or(Halt::Short)?;
            self.at += 1;
            self.range <<= 8;
            self.code = (self.code << 8) | u32::from(byte);
        }
        Ok(())
    }

    #[inline(always)]
    fn bit(&mut self, probability_table: &mut [u16], index: usize) -> Result<usize, Halt> {
        self.normalize()?;
        let chance = probability_table.get_mut(index).ok_or(Halt::Wrong)?;
        if RECORD_CHANGES {
            self.changed.push((index, *chance));
        }
        let bound = (self.range >> 11).wrapping_mul(u32::from(*chance));
        if self.code < bound {
            self.range = bound;
            *chance = chance.wrapping_add(2048u16.wrapping_sub(*chance) >> 5);
            Ok(0)
        } else {
            self.range = self.range.wrapping_sub(bound);
            self.code = self.code.wrapping_sub(bound);
            *chance -= *chance >> 5;
            Ok(1)
        }
    }

    #[inline(always)]
    fn tree(&mut self, probability_table: &mut [u16], base: usize, bits: u32) -> Result<usize, Halt> {
        let mut node = 1;
        for _ in 0..bits {
            node = node << 1 | self.bit(probability_table, base + node)?;
        }
        Ok(node - (1 << bits))
    }

    fn reversed(&mut self, probability_table: &mut [u16], base: usize, bits: u32) -> Result<u32, Halt> {
        let (mut node, mut value) = (1, 0);
        for place in 0..bits {
            let bit = self.bit(probability_table, base + node)?;
            node = node << 1 | bit;
            value |= (bit as u32) << place;
        }
        Ok(value)
    }

    fn direct(&mut self, bits: u32) -> Result<u32, Halt> {
        let mut value = 0;
        for _ in 0..bits {
            self.normalize()?;
            self.range >>= 1;
            value <<= 1;
            if self.code >= self.range {
                self.code = self.code.wrapping_sub(self.range);
                value |= 1;
            }
        }
        Ok(value)
    }

    fn length(&mut self, probability_table: &mut [u16], base: usize, place: usize) -> Result<u32, Halt> {
        let length = if self.bit(probability_table, base)? == 0 {
            self.tree(probability_table, base + 2 + (place << 3), 3)?
        } else if self.bit(probability_table, base + 1)? == 0 {
            8 + self.tree(probability_table, base + 130 + (place << 3), 3)?
        } else {
            16 + self.tree(probability_table, base + 258, 8)?
        };
        Ok(2 + length as u32)
    }

    fn distance(&mut self, probability_table: &mut [u16], length: u32) -> Result<u32, Halt> {
        let class = (length - 2).min(3) as usize;
        let slot = self.tree(probability_table, at::SLOT + (class << 6), 6)? as u32;
        if slot < 4 {
            return Ok(slot);
        }
        let bits = (slot >> 1) - 1;
        let base = (2 | (slot & 1)) << bits;
        if slot < 14 {
            return Ok(base + self.reversed(probability_table, at::SPECIAL + (base - slot) as usize, bits)?);
        }
        let high = self.direct(bits - 4)? << 4;
        Ok(base.wrapping_add(high).wrapping_add(self.reversed(probability_table, at::ALIGN, 4)?))
    }

    fn literal(&mut self, probability_table: &mut [u16], base: usize, match_byte: Option<u8>) -> Result<u8, Halt> {
        let mut node = 1;
        if let Some(match_byte) = match_byte {
            let mut other = usize::from(match_byte);
            while node < 0x100 {
                other <<= 1;
                let expected = other & 0x100;
                let bit = self.bit(probability_table, base + 0x100 + expected + node)?;
                node = node << 1 | bit;
                if expected != bit << 8 {
                    break;
                }
            }
        }
        while node < 0x100 {
            node = node << 1 | self.bit(probability_table, base + node)?;
        }
        Ok(node as u8)
    }

    /// Reads one symbol. `coder_state` changes only when the symbol is complete.
    #[inline(always)]
    fn symbol(
        &mut self,
        probability_table: &mut [u16],
        coder_state: &mut CoderState,
        place: usize,
        base: usize,
        match_byte: Option<u8>,
    ) -> Result<Symbol, Halt> {
        let state = usize::from(coder_state.state);
        if self.bit(probability_table, at::IS_MATCH + (state << 4) + place)? == 0 {
            let byte = self.literal(probability_table, base, match_byte)?;
            coder_state.state = match coder_state.state {
                0..4 => 0,
                4..10 => coder_state.state - 3,
                _ => coder_state.state - 6,
            };
            return Ok(Symbol::Literal(byte));
        }
        let after_literal = coder_state.state < 7;
        if self.bit(probability_table, at::IS_REP + state)? == 0 {
            let length = self.length(probability_table, at::LENGTH, place)?;
            let distance = self.distance(probability_table, length)?;
            coder_state.reps = [distance, coder_state.reps[0], coder_state.reps[1], coder_state.reps[2]];
            coder_state.state = if after_literal { 7 } else { 10 };
            return Ok(if distance == u32::MAX { Symbol::EndMarker } else { Symbol::Match(length) });
        }
        let [first, second, third, fourth] = coder_state.reps;
        let reps = if self.bit(probability_table, at::IS_REP0 + state)? == 0 {
            if self.bit(probability_table, at::IS_REP0_LONG + (state << 4) + place)? == 0 {
                coder_state.state = if after_literal { 9 } else { 11 };
                return Ok(Symbol::Match(1));
            }
            coder_state.reps
        } else if self.bit(probability_table, at::IS_REP1 + state)? == 0 {
            [second, first, third, fourth]
        } else if self.bit(probability_table, at::IS_REP2 + state)? == 0 {
            [third, first, second, fourth]
        } else {
            [fourth, first, second, third]
        };
        let length = self.length(probability_table, at::REP_LENGTH, place)?;
        coder_state.reps = reps;
        coder_state.state = if after_literal { 8 } else { 11 };
        Ok(Symbol::Match(length))
    }
}

/// The window, and how many bytes may still be written into it.
struct OutputWindow<'a> {
    window: &'a mut [u8],
    left: usize,
}

impl Decoder {
    /// Opens a stream of LZMA symbols. An end marker may follow even when the size is known.
    pub fn plain(properties: Properties, dictionary: u32, size: u64) -> Decoder {
        Decoder::new(false, properties, dictionary, size)
    }

    /// Opens a stream of LZMA2 chunks.
    pub fn chunks(dictionary: u32) -> Decoder {
        Decoder::new(true, Properties { lc: 0, lp: 0, pb: 0 }, dictionary, 0)
    }

    fn new(chunked: bool, properties: Properties, dictionary: u32, size: u64) -> Decoder {
        let mut made = Decoder {
            chunked,
            allows_end_marker: !chunked,
            properties,
            dictionary: dictionary.max(MIN_DICTIONARY),
            phase: if chunked { Phase::Control } else { Phase::Start(5) },
            coder_state: CoderState { range: 0, code: 0, state: 0, reps: [0; 4] },
            size,
            chunk_input_left: 0,
            head: [0; 6],
            needs_properties: true,
            needs_reset: true,
            length: 0,
            literal: NO_LITERAL,
            at: 0,
            total: 0,
            probability_table: Vec::new(),
        };
        if !chunked {
            made.reset();
        }
        made
    }

    /// Maximum size of the probabilities of a decoder in bytes.
    pub const MEMORY: usize = 2 * (at::LITERAL + (0x300 << 4));

    /// True after the end of the stream is read and all its output is written.
    pub fn is_ended(&self) -> bool {
        self.phase == Phase::Ended && self.length == 0 && self.literal == NO_LITERAL
    }

    /// A window size that always suffices.
    pub(crate) fn max_window_size(&self) -> usize {
        (self.dictionary as usize).saturating_add(STEP)
    }

    /// The position in the window for the next byte.
    pub fn at(&self) -> usize {
        usize::try_from(self.at).unwrap_or(usize::MAX)
    }

    fn reset(&mut self) -> usize {
        let size = self.properties.probability_table();
        self.probability_table.clear();
        self.probability_table.resize(size, INITIAL_PROBABILITY);
        self.coder_state.state = 0;
        self.coder_state.reps = [0; 4];
        size
    }

    /// Reads input until it ends or `most` bytes are written. The window must have that much room behind position `at`.
    pub fn step(&mut self, window: &mut [u8], input: &[u8], most: usize) -> Result<Step, Corrupt> {
        let (size, whole) = (window.len(), self.max_window_size());
        // The window grows until it holds a dictionary and a step. From then on it is a ring.
        let left = if size < whole { size.saturating_sub(self.at()) } else { STEP };
        let most = most.min(left).min(STEP);
        let mut output_window = OutputWindow { window, left: most };
        let mut step = Step::default();
        while self.advance(&mut output_window, input, &mut step)? {
            if step.reset > 1 << 20 {
                break;
            }
        }
        step.made = most - output_window.left;
        Ok(step)
    }

    /// Does one unit of work. Returns false when it needs more input or more room.
    fn advance(&mut self, output_window: &mut OutputWindow<'_>, input: &[u8], step: &mut Step) -> Result<bool, Corrupt> {
        match self.phase {
            Phase::Ended => return Ok(false),
            Phase::Control => {
                let Some(&control) = input.get(step.used) else { return Ok(false) };
                step.used += 1;
                self.control(control)?;
            }
            Phase::Head(have) => {
                let Some(&byte) = input.get(step.used) else { return Ok(false) };
                step.used += 1;
                if let Some(slot) = self.head.get_mut(usize::from(have)) {
                    *slot = byte;
                }
                let control = self.head[0];
                let all = if control < 0x80 {
                    3
                } else if control < 0xC0 {
                    5
                } else {
                    6
                };
                if have + 1 < all {
                    self.phase = Phase::Head(have + 1);
                } else {
                    step.reset += self.begin_chunk()?;
                }
            }
            Phase::Copy => {
                let rest = input.get(step.used..).unwrap_or_default();
                let count = rest.len().min(output_window.left).min(usize::try_from(self.size).unwrap_or(usize::MAX));
                for &byte in rest.iter().take(count) {
                    self.put(output_window, byte)?;
                }
                step.used += count;
                self.size = self.size.saturating_sub(count as u64);
                if self.size > 0 {
                    return Ok(false);
                }
                self.phase = Phase::Control;
            }
            Phase::Start(missing) => {
                let Some(&byte) = self.chunk_input(input, step.used).get(step.used) else {
                    return if self.chunked && self.chunk_input_left == 0 { Err(Corrupt) } else { Ok(false) };
                };
                if missing == 5 && byte != 0 {
                    return Err(Corrupt);
                }
                self.take(step, 1);
                let code = if missing == 5 { 0 } else { self.coder_state.code };
                self.coder_state.range = u32::MAX;
                self.coder_state.code = (code << 8) | u32::from(byte);
                self.phase = if missing <= 1 { Phase::Symbols } else { Phase::Start(missing - 1) };
            }
            Phase::Symbols => {
                let chunk_input = self.chunk_input(input, step.used);
                let mut used = step.used;
                let done = self.symbols(output_window, chunk_input, &mut used);
                self.take(step, used - step.used);
                match done {
                    Ok(true) => self.finish()?,
                    Ok(false) => return Ok(false),
                    Err(Halt::Wrong) => return Err(Corrupt),
                    // The chunk is complete, so more input cannot supply the missing bytes.
                    Err(Halt::Short) if self.chunked && chunk_input.len().saturating_sub(used) >= self.chunk_input_left as usize => {
                        return Err(Corrupt);
                    }
                    Err(Halt::Short) => return Ok(false),
                }
            }
            Phase::AfterEndMarker => {
                let mut bits = Bits::<false>::new(input, step.used, &self.coder_state, Vec::new());
                if bits.normalize().is_err() {
                    return Ok(false);
                }
                (step.used, self.coder_state.range, self.coder_state.code) = (bits.at, bits.range, bits.code);
                if self.coder_state.code != 0 {
                    return Err(Corrupt);
                }
                self.phase = Phase::Ended;
            }
        }
        Ok(true)
    }

    /// The input up to the end of the chunk.
    fn chunk_input<'a>(&self, input: &'a [u8], used: usize) -> &'a [u8] {
        if !self.chunked {
            return input;
        }
        let end = used.saturating_add(self.chunk_input_left as usize).min(input.len());
        input.get(..end).unwrap_or(input)
    }

    fn take(&mut self, step: &mut Step, count: usize) {
        step.used += count;
        self.chunk_input_left = self.chunk_input_left.saturating_sub(u32::try_from(count).unwrap_or(u32::MAX));
    }

    fn finish(&mut self) -> Result<(), Corrupt> {
        if !self.chunked {
            self.phase = Phase::Ended;
        } else if self.chunk_input_left == 0 {
            self.phase = Phase::Control;
        } else {
            return Err(Corrupt);
        }
        Ok(())
    }

    fn control(&mut self, control: u8) -> Result<(), Corrupt> {
        if control == 0 {
            self.phase = Phase::Ended;
            return Ok(());
        }
        if control >= 0xE0 || control == 1 {
            self.needs_properties = true;
            self.needs_reset = true;
        } else if self.needs_reset {
            return Err(Corrupt);
        }
        if control >= 0xC0 {
            self.needs_properties = false;
        } else if (control >= 0x80 && self.needs_properties) || (control > 2 && control < 0x80) {
            return Err(Corrupt);
        }
        if self.needs_reset {
            self.needs_reset = false;
            self.total = 0;
        }
        self.head[0] = control;
        self.phase = Phase::Head(1);
        Ok(())
    }

    /// Reads a chunk header. Returns how many probabilities it reset.
    fn begin_chunk(&mut self) -> Result<usize, Corrupt> {
        let [control, a, b, c, d, properties] = self.head.map(u32::from);
        let low = a << 8 | b;
        if control < 0x80 {
            self.size = u64::from(low) + 1;
            self.phase = Phase::Copy;
            return Ok(0);
        }
        self.size = u64::from((control & 0x1F) << 16 | low) + 1;
        self.chunk_input_left = (c << 8 | d) + 1;
        self.phase = Phase::Start(5);
        if control >= 0xC0 {
            self.properties = Properties::from_byte(properties as u8).ok_or(Corrupt)?;
        }
        Ok(if control >= 0xA0 { self.reset() } else { 0 })
    }

    /// The byte at this distance back, or 0 before the first byte.
    #[inline(always)]
    fn back(&self, window: &[u8], distance: u32) -> u8 {
        if u64::from(distance) >= self.total {
            return 0;
        }
        window.get(self.index_back(window.len(), distance)).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn index_back(&self, size: usize, distance: u32) -> usize {
        let (at, back) = (self.at(), distance as usize + 1);
        if back <= at { at - back } else { (at + size).wrapping_sub(back) }
    }

    #[inline(always)]
    fn put(&mut self, output_window: &mut OutputWindow<'_>, byte: u8) -> Result<(), Corrupt> {
        let size = output_window.window.len();
        *output_window.window.get_mut(self.at()).ok_or(Corrupt)? = byte;
        self.advance_window(output_window, size, 1);
        Ok(())
    }

    #[inline(always)]
    fn advance_window(&mut self, output_window: &mut OutputWindow<'_>, size: usize, count: usize) {
        self.at += count as u64;
        // A window that still grows does not wrap: the caller makes it larger before the next step.
        if self.at() >= size && size >= self.max_window_size() {
            self.at -= size as u64;
        }
        self.total = self.total.saturating_add(count as u64);
        output_window.left = output_window.left.saturating_sub(count);
    }

    /// Copies the rest of a match, as far as there is room.
    fn copy(&mut self, output_window: &mut OutputWindow<'_>) -> Result<(), Corrupt> {
        let size = output_window.window.len();
        while self.length > 0 && output_window.left > 0 {
            let (to, from) = (self.at(), self.index_back(size, self.coder_state.reps[0]));
            let count = (self.length as usize).min(output_window.left).min(size.saturating_sub(to.max(from)));
            if count == 0 {
                return Err(Corrupt);
            }
            if from + count <= to || to + count <= from {
                output_window.window.copy_within(from..from + count, to);
            } else {
                for place in 0..count {
                    let byte = *output_window.window.get(from + place).ok_or(Corrupt)?;
                    *output_window.window.get_mut(to + place).ok_or(Corrupt)? = byte;
                }
            }
            self.advance_window(output_window, size, count);
            self.length -= count as u32;
            if self.size != UNKNOWN {
                self.size = self.size.saturating_sub(count as u64);
            }
        }
        Ok(())
    }

    /// Reads symbols. Returns true at the end of the stream or chunk, and false when there is no more room.
    fn symbols(&mut self, output_window: &mut OutputWindow<'_>, input: &[u8], used: &mut usize) -> Result<bool, Halt> {
        let mut changed = Vec::new();
        let place_mask = (1u64 << self.properties.pb) - 1;
        let literal_mask = (1u64 << self.properties.lp) - 1;
        let Properties { lc, .. } = self.properties;
        loop {
            if self.literal != NO_LITERAL {
                if output_window.left == 0 {
                    return Ok(false);
                }
                let byte = self.literal as u8;
                self.put(output_window, byte).map_err(|Corrupt| Halt::Wrong)?;
                self.literal = NO_LITERAL;
                self.reduce_remaining(1)?;
            }
            if self.length > 0 {
                self.copy(output_window).map_err(|Corrupt| Halt::Wrong)?;
                if self.length > 0 {
                    return Ok(false);
                }
            }
            let at_end = self.size == 0;
            if at_end {
                let mut bits = Bits::<false>::new(input, *used, &self.coder_state, Vec::new());
                bits.normalize()?;
                (*used, self.coder_state.range, self.coder_state.code) = (bits.at, bits.range, bits.code);
                if self.coder_state.code == 0 {
                    return Ok(true);
                }
                if !self.allows_end_marker {
                    return Err(Halt::Wrong);
                }
            }
            let place = (self.total & place_mask) as usize;
            let before = self.back(output_window.window, 0);
            let class = ((self.total & literal_mask) << lc) as usize + (usize::from(before) >> (8 - lc));
            let base = at::LITERAL + 0x300 * class;
            let match_byte = (self.coder_state.state >= 7).then(|| self.back(output_window.window, self.coder_state.reps[0]));
            let mut coder_state = self.coder_state;
            let symbol = if input.len().saturating_sub(*used) >= MAX_SYMBOL_BYTES {
                let mut bits = Bits::<false>::new(input, *used, &coder_state, Vec::new());
                let symbol = bits.symbol(&mut self.probability_table, &mut coder_state, place, base, match_byte)?;
                (*used, coder_state.range, coder_state.code) = (bits.at, bits.range, bits.code);
                symbol
            } else {
                changed.clear();
                let mut bits = Bits::<true>::new(input, *used, &coder_state, std::mem::take(&mut changed));
                let symbol = bits.symbol(&mut self.probability_table, &mut coder_state, place, base, match_byte);
                changed = bits.changed;
                match symbol {
                    Ok(symbol) => {
                        (*used, coder_state.range, coder_state.code) = (bits.at, bits.range, bits.code);
                        symbol
                    }
                    Err(halt) => {
                        for &(index, chance) in changed.iter().rev() {
                            if let Some(slot) = self.probability_table.get_mut(index) {
                                *slot = chance;
                            }
                        }
                        return Err(halt);
                    }
                }
            };
            self.coder_state = coder_state;
            match symbol {
                Symbol::EndMarker => {
                    // The end marker is valid only at the end, and never in chunks.
                    if !self.allows_end_marker || !(at_end || self.size == UNKNOWN) {
                        return Err(Halt::Wrong);
                    }
                    self.phase = Phase::AfterEndMarker;
                    return self.check_after_end_marker(input, used);
                }
                _ if at_end => return Err(Halt::Wrong),
                Symbol::Literal(byte) if output_window.left == 0 => self.literal = u16::from(byte),
                Symbol::Literal(byte) => {
                    self.put(output_window, byte).map_err(|Corrupt| Halt::Wrong)?;
                    self.reduce_remaining(1)?;
                }
                Symbol::Match(length) => {
                    let distance = self.coder_state.reps[0];
                    if distance >= self.dictionary || u64::from(distance) >= self.total || u64::from(length) > self.size {
                        return Err(Halt::Wrong);
                    }
                    self.length = length;
                }
            }
        }
    }

    /// Checks that the range coder is at its end after the end marker.
    fn check_after_end_marker(&mut self, input: &[u8], used: &mut usize) -> Result<bool, Halt> {
        let mut bits = Bits::<false>::new(input, *used, &self.coder_state, Vec::new());
        bits.normalize()?;
        (*used, self.coder_state.range, self.coder_state.code) = (bits.at, bits.range, bits.code);
        if self.coder_state.code == 0 { Ok(true) } else { Err(Halt::Wrong) }
    }

    fn reduce_remaining(&mut self, count: u64) -> Result<(), Halt> {
        if self.size != UNKNOWN {
            self.size = self.size.checked_sub(count).ok_or(Halt::Wrong)?;
        }
        Ok(())
    }

    /// Writes the state as bytes. The length is always the same.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let (phase, count) = match self.phase {
            Phase::Start(missing) => (0, missing),
            Phase::Symbols => (1, 0),
            Phase::AfterEndMarker => (2, 0),
            Phase::Control => (3, 0),
            Phase::Head(have) => (4, have),
            Phase::Copy => (5, 0),
            Phase::Ended => (6, 0),
        };
        let Properties { lc, lp, pb } = self.properties;
        let CoderState { range, code, state, reps } = self.coder_state;
        let flags = [self.chunked, self.allows_end_marker, self.needs_properties, self.needs_reset, !self.probability_table.is_empty()];
        out.clear();
        out.reserve_exact(Decoder::WRITTEN);
        out.extend(flags.map(u8::from));
        out.extend([lc, lp, pb, phase, count, state]);
        out.extend(self.head);
        for word in
            [self.dictionary, range, code, reps[0], reps[1], reps[2], reps[3], self.chunk_input_left, self.length, self.literal.into()]
        {
            out.extend(word.to_le_bytes());
        }
        for long in [self.size, self.at, self.total] {
            out.extend(long.to_le_bytes());
        }
        for chance in &self.probability_table {
            out.extend_from_slice(&chance.to_le_bytes());
        }
        out.resize(Decoder::WRITTEN, 0);
    }

    /// Bytes of a written state before its probabilities.
    const HEAD: usize = 5 + 6 + 6 + 10 * 4 + 3 * 8;

    /// Bytes of a written state.
    pub const WRITTEN: usize = Decoder::HEAD + Decoder::MEMORY;

    /// Reads a state that [`Decoder::write_to`] wrote. `None` when the bytes are not a valid state.
    pub fn read_from(bytes: &[u8]) -> Option<Decoder> {
        let (head, probability_table) = bytes.split_at_checked(Decoder::HEAD)?;
        let (&flags, head) = head.split_first_chunk::<5>()?;
        let (&[lc, lp, pb, phase, count, state], head) = head.split_first_chunk::<6>()?;
        let (&chunk, head) = head.split_first_chunk::<6>()?;
        let (words, longs) = head.split_at_checked(40)?;
        let word = |index: usize| -> Option<u32> { Some(u32::from_le_bytes(*words.get(index * 4..)?.first_chunk()?)) };
        let long = |index: usize| -> Option<u64> { Some(u64::from_le_bytes(*longs.get(index * 8..)?.first_chunk()?)) };
        let phase = match (phase, count) {
            (0, missing @ 1..=5) => Phase::Start(missing),
            (1, _) => Phase::Symbols,
            (2, _) => Phase::AfterEndMarker,
            (3, _) => Phase::Control,
            (4, have @ 1..=5) => Phase::Head(have),
            (5, _) => Phase::Copy,
            (6, _) => Phase::Ended,
            _ => return None,
        };
        let properties = Properties::new(lc, lp, pb)?;
        let count = if flags[4] != 0 { properties.probability_table() } else { 0 };
        let mut kept = Vec::with_capacity(properties.probability_table());
        for pair in probability_table.get(..count * 2)?.chunks_exact(2) {
            kept.push(u16::from_le_bytes(*pair.first_chunk()?).min(2047));
        }
        if state > 11 {
            return None;
        }
        Some(Decoder {
            chunked: flags[0] != 0,
            allows_end_marker: flags[1] != 0,
            properties,
            dictionary: word(0)?.max(MIN_DICTIONARY),
            phase,
            coder_state: CoderState { range: word(1)?, code: word(2)?, state, reps: [word(3)?, word(4)?, word(5)?, word(6)?] },
            size: long(0)?,
            chunk_input_left: word(7)?,
            head: chunk,
            needs_properties: flags[2] != 0,
            needs_reset: flags[3] != 0,
            length: word(8)?.min(273),
            literal: u16::try_from(word(9)?).ok()?.min(NO_LITERAL),
            at: long(1)?.min(1 << 40),
            total: long(2)?,
            probability_table: kept,
        })
    }
}
