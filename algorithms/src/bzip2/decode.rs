//! Decodes a bzip2 stream, one part at a time: a block, or the end of the stream.

use super::{BLOCK, END, GROUP, block_size, crc};

/// Maximum length of a Huffman code.
const MAX_CODE_LENGTH: usize = 20;
/// Maximum number of selectors that a block can use. Selectors beyond this number are skipped.
const MAX_SELECTORS: usize = 18_002;

/// Why a part could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The data ends before the part does.
    Short,
    /// The data is not a bzip2 stream.
    Wrong,
}

/// One part of a stream, with the position of the first bit after it.
#[derive(Debug)]
pub enum Part {
    /// A block.
    Block(Block, u64),
    /// The end of the stream, with the checksum over all blocks.
    End(u32, u64),
}

/// A block in which runs are still in their shortened form.
#[derive(Debug)]
pub struct Block {
    bytes: Vec<u8>,
    check: u32,
}

impl Block {
    /// Bytes of the block with runs in their shortened form.
    #[must_use]
    pub fn packed(&self) -> usize {
        self.bytes.len()
    }

    /// Bytes of the block after runs are expanded.
    #[must_use]
    pub fn size(&self) -> usize {
        self.runs().map(|(_, count)| count).sum()
    }

    /// The expanded bytes and their checksum.
    ///
    /// # Errors
    /// The checksum does not match.
    pub fn bytes(&self) -> Result<(Vec<u8>, u32), Failure> {
        let mut all = Vec::with_capacity(self.size());
        for (byte, count) in self.runs() {
            all.extend(std::iter::repeat_n(byte, count));
        }
        if crc(all.iter().copied()) == self.check { Ok((all, self.check)) } else { Err(Failure::Wrong) }
    }

    fn runs(&self) -> impl Iterator<Item = (u8, usize)> + '_ {
        // After four equal bytes, the next byte counts how many more equal bytes follow.
        let (mut last, mut equal) = (None, 0);
        self.bytes.iter().map(move |byte| {
            if equal == 4 {
                let run = (last.unwrap_or(0), usize::from(*byte));
                (last, equal) = (None, 0);
                return run;
            }
            equal = if last == Some(*byte) { equal + 1 } else { 1 };
            last = Some(*byte);
            (*byte, 1)
        })
    }
}

struct Bits<'a> {
    data: &'a [u8],
    at: u64,
}

impl Bits<'_> {
    fn bit(&mut self) -> Result<u32, Failure> {
        let byte = usize::try_from(self.at / 8).ok().and_then(|at| self.data.get(at)).ok_or(Failure::Short)?;
        let bit = (byte >> (7 - self.at % 8)) & 1;
        self.at += 1;
        Ok(bit.into())
    }

    fn take(&mut self, count: u32) -> Result<u64, Failure> {
        let mut value = 0;
        for _ in 0..count {
            value = (value << 1) | u64::from(self.bit()?);
        }
        Ok(value)
    }
}

/// Reads the part that begins at bit `at` of the data.
///
/// # Errors
/// The part is incomplete or malformed.
pub fn read_part(data: &[u8], at: u64, level: u8) -> Result<Part, Failure> {
    let mut bits = Bits { data, at };
    let mut magic = 0;
    for left in [40, 32, 24, 16, 8, 0] {
        magic = (magic << 8) | bits.take(8)?;
        // The bits read so far match neither magic number, so more input cannot make the part valid.
        if magic != BLOCK >> left && magic != END >> left {
            return Err(Failure::Wrong);
        }
    }
    let check = bits.take(32)? as u32;
    match magic {
        END => Ok(Part::End(check, bits.at)),
        BLOCK => {
            let bytes = block(&mut bits, block_size(level))?;
            Ok(Part::Block(Block { bytes, check }, bits.at))
        }
        _ => Err(Failure::Wrong),
    }
}

/// Decodes by code length. `limits` holds the last code of each length, `bases` the first code minus the number of shorter codes.
struct Table {
    limits: [i64; MAX_CODE_LENGTH + 2],
    bases: [i64; MAX_CODE_LENGTH + 2],
    symbols: Vec<u16>,
    shortest: usize,
}

impl Table {
    fn new(lengths: &[u8]) -> Self {
        let mut counts = [0i64; MAX_CODE_LENGTH + 2];
        for length in lengths {
            if let Some(count) = counts.get_mut(usize::from(*length)) {
                *count += 1;
            }
        }
        let mut symbols: Vec<u16> = (0..lengths.len() as u16).collect();
        symbols.sort_by_key(|symbol| lengths.get(usize::from(*symbol)));
        let (mut limits, mut bases) = ([-1i64; MAX_CODE_LENGTH + 2], [0i64; MAX_CODE_LENGTH + 2]);
        let (mut code, mut before) = (0i64, 0i64);
        for (length, count) in counts.iter().enumerate() {
            if let (Some(limit), Some(base)) = (limits.get_mut(length), bases.get_mut(length)) {
                *base = code - before;
                code += count;
                *limit = code - 1;
                before += count;
                code <<= 1;
            }
        }
        let shortest = lengths.iter().min().copied().unwrap_or(1).into();
        Self { limits, bases, symbols, shortest }
    }

    fn read(&self, bits: &mut Bits<'_>) -> Result<u16, Failure> {
        let mut code = 0i64;
        for length in 1..=MAX_CODE_LENGTH {
            code = (code << 1) | i64::from(bits.bit()?);
            let (limit, base) = (self.limits.get(length).copied().unwrap_or(-1), self.bases.get(length).copied().unwrap_or(0));
            if length >= self.shortest && code <= limit {
                let at = usize::try_from(code - base).map_err(|_| Failure::Wrong)?;
                return self.symbols.get(at).copied().ok_or(Failure::Wrong);
            }
        }
        Err(Failure::Wrong)
    }
}

fn tables(bits: &mut Bits<'_>, count: usize, alphabet: usize) -> Result<Vec<Table>, Failure> {
    let mut tables = Vec::with_capacity(count);
    for _ in 0..count {
        let mut length = bits.take(5)?;
        let mut lengths = Vec::with_capacity(alphabet);
        for _ in 0..alphabet {
            loop {
                if !(1..=MAX_CODE_LENGTH as u64).contains(&length) {
                    return Err(Failure::Wrong);
                }
                if bits.bit()? == 0 {
                    break;
                }
                length = if bits.bit()? == 0 { length + 1 } else { length - 1 };
            }
            lengths.push(length as u8);
        }
        tables.push(Table::new(&lengths));
    }
    Ok(tables)
}

/// Decodes what follows the checksum of a block: the bytes with shortened runs.
fn block(bits: &mut Bits<'_>, most: usize) -> Result<Vec<u8>, Failure> {
    if bits.bit()? != 0 {
        // Only versions before 0.9.5 wrote randomized blocks.
        return Err(Failure::Wrong);
    }
    let origin = bits.take(24)? as usize;
    let rows = bits.take(16)?;
    let mut recent = Vec::new();
    for row in 0..16u8 {
        if rows & (0x8000 >> row) != 0 {
            let used = bits.take(16)?;
            recent.extend((0..16u8).filter(|at| used & (0x8000 >> at) != 0).map(|at| row * 16 + at));
        }
    }
    if recent.is_empty() {
        return Err(Failure::Wrong);
    }
    let alphabet = recent.len() + 2;
    let table_count = bits.take(3)? as usize;
    let selector_count = bits.take(15)? as usize;
    if !(2..=6).contains(&table_count) || selector_count == 0 {
        return Err(Failure::Wrong);
    }
    let mut order: Vec<usize> = (0..table_count).collect();
    let mut selectors = Vec::with_capacity(selector_count.min(MAX_SELECTORS));
    for number in 0..selector_count {
        let mut at = 0;
        while bits.bit()? == 1 {
            at += 1;
            if at >= table_count {
                return Err(Failure::Wrong);
            }
        }
        if number < MAX_SELECTORS {
            let table = order.remove(at);
            order.insert(0, table);
            selectors.push(table);
        }
    }
    let tables = tables(bits, table_count, alphabet)?;
    let last = symbols(bits, &selectors, &tables, recent, most)?;
    invert_transform(&last, origin)
}

/// Decodes the last column of the sorted rotations.
fn symbols(bits: &mut Bits<'_>, selectors: &[usize], tables: &[Table], mut recent: Vec<u8>, most: usize) -> Result<Vec<u8>, Failure> {
    let end = recent.len() + 1;
    let mut last: Vec<u8> = Vec::new();
    let (mut run, mut digit) = (0usize, 1usize);
    for selector in selectors {
        let table = tables.get(*selector).ok_or(Failure::Wrong)?;
        for _ in 0..GROUP {
            let symbol = usize::from(table.read(bits)?);
            if symbol < 2 {
                run = run.saturating_add(digit.saturating_mul(symbol + 1));
                digit = digit.saturating_mul(2);
                if run > most {
                    return Err(Failure::Wrong);
                }
                continue;
            }
            if run > 0 {
                if last.len() + run > most {
                    return Err(Failure::Wrong);
                }
                last.extend(std::iter::repeat_n(recent.first().copied().unwrap_or(0), run));
                (run, digit) = (0, 1);
            }
            if symbol == end {
                return Ok(last);
            }
            if last.len() >= most || symbol > end {
                return Err(Failure::Wrong);
            }
            let at = symbol - 1;
            let byte = recent.get(at).copied().ok_or(Failure::Wrong)?;
            recent.copy_within(0..at, 1);
            if let Some(first) = recent.first_mut() {
                *first = byte;
            }
            last.push(byte);
        }
    }
    Err(Failure::Wrong)
}

/// Inverts the Burrows-Wheeler transform: from the last column of the sorted rotations and the index of the original rotation.
fn invert_transform(last: &[u8], origin: usize) -> Result<Vec<u8>, Failure> {
    if origin >= last.len() {
        return Err(Failure::Wrong);
    }
    let mut starts = [0usize; 257];
    for byte in last {
        if let Some(count) = starts.get_mut(usize::from(*byte) + 1) {
            *count += 1;
        }
    }
    let mut total = 0;
    for start in &mut starts {
        total += *start;
        *start = total;
    }
    // The index of the rotation that begins one byte later.
    let mut next = vec![0u32; last.len()];
    for (at, byte) in last.iter().enumerate() {
        if let Some(start) = starts.get_mut(usize::from(*byte)) {
            if let Some(slot) = next.get_mut(*start) {
                *slot = at as u32;
            }
            *start += 1;
        }
    }
    let mut bytes = Vec::with_capacity(last.len());
    let mut at = origin;
    for _ in 0..last.len() {
        at = next.get(at).copied().unwrap_or(0) as usize;
        bytes.push(last.get(at).copied().unwrap_or(0));
    }
    Ok(bytes)
}
