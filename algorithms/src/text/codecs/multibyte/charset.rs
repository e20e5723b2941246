//! The character sets of East Asia: two bytes to a code point and back. `tools/multibyte_tables.py` writes the data and says what it means.

use std::sync::{LazyLock, OnceLock};

/// The trail bytes of a lead byte.
#[derive(Clone, Copy)]
struct Row {
    first: u8,
    count: u8,
    /// Index of the first cell.
    start: usize,
}

/// A set of characters. A cell is a lead byte and a trail byte in one number.
pub(super) struct Charset {
    first_lead: u8,
    rows: Vec<Row>,
    /// Code points; 0 for none.
    cells: Vec<u16>,
    /// What cells with values from 0xD800 on stand for: a code point outside the basic plane, or two code points.
    listed: Vec<(u32, u32)>,
    exceptions: Vec<(u32, u16)>,
    cells_of_codes: OnceLock<CellsOfCodes>,
    pairs: OnceLock<Vec<(u32, u32, u16)>>,
}

/// The cell of each code point below 0x30000, in blocks of 256.
struct CellsOfCodes {
    /// The number of each block; 0 is a block without cells.
    blocks: Vec<u16>,
    cells: Vec<u16>,
}

impl CellsOfCodes {
    fn new() -> Self {
        Self { blocks: vec![0; 0x300], cells: vec![0; 0x100] }
    }

    fn get(&self, code: u32) -> u16 {
        let block = self.blocks.get((code >> 8) as usize).copied().unwrap_or(0);
        self.cells.get(usize::from(block) << 8 | (code & 0xFF) as usize).copied().unwrap_or(0)
    }

    fn set(&mut self, code: u32, cell: u16, only_first: bool) {
        let Some(block) = self.blocks.get_mut((code >> 8) as usize) else { return };
        if *block == 0 {
            *block = u16::try_from(self.cells.len() >> 8).unwrap_or(0);
            self.cells.resize(self.cells.len().saturating_add(0x100), 0);
        }
        if let Some(place) = self.cells.get_mut(usize::from(*block) << 8 | (code & 0xFF) as usize)
            && (*place == 0 || !only_first)
        {
            *place = cell;
        }
    }
}

fn u16_at(data: &[u8], at: usize) -> u16 {
    match data.get(at..) {
        Some([low, high, ..]) => u16::from_le_bytes([*low, *high]),
        _ => 0,
    }
}

/// A number in groups of seven bits. Also returns what follows it.
fn grouped(mut data: &[u8]) -> (u32, &[u8]) {
    let (mut number, mut shift) = (0, 0);
    while let [first, rest @ ..] = data {
        number |= u32::from(first & 0x7F).checked_shl(shift).unwrap_or(0);
        (data, shift) = (rest, shift.saturating_add(7));
        if first & 0x80 == 0 {
            break;
        }
    }
    (number, data)
}

/// Code points from their differences; 0 for none. Also returns what follows them.
fn cells(mut data: &[u8], count: usize) -> (Vec<u16>, &[u8]) {
    let (mut cells, mut before) = (Vec::with_capacity(count), 0u32);
    for _ in 0..count {
        let (number, rest) = grouped(data);
        data = rest;
        if let Some(number) = number.checked_sub(1) {
            let difference = (number >> 1).saturating_add(number & 1);
            before = if number & 1 == 0 { before.wrapping_add(difference) } else { before.wrapping_sub(difference) };
        }
        cells.push(if number == 0 { 0 } else { u16::try_from(before).unwrap_or(0) });
    }
    (cells, data)
}

/// A list of (u32, u16) with its length in front. Also returns what follows it.
fn list(data: &[u8]) -> (Vec<(u32, u16)>, &[u8]) {
    let length = usize::from(u16_at(data, 0)).saturating_mul(6);
    let (entries, rest) = data.get(2..).and_then(|data| data.split_at_checked(length)).unwrap_or((&[], &[]));
    let entry = |entry: &[u8]| (u32::from(u16_at(entry, 0)) | u32::from(u16_at(entry, 2)) << 16, u16_at(entry, 4));
    (entries.chunks_exact(6).map(entry).collect(), rest)
}

impl Charset {
    fn parse(data: &'static [u8]) -> Self {
        let [first_lead, count, rest @ ..] = data else { return Self::parse(&[0, 0]) };
        let (directory, rest) = rest.split_at_checked(usize::from(*count).saturating_mul(2)).unwrap_or((&[], &[]));
        let mut start = 0usize;
        let mut rows = Vec::with_capacity(usize::from(*count));
        for pair in directory.chunks_exact(2) {
            if let [first, count] = pair {
                rows.push(Row { first: *first, count: *count, start });
                start = start.saturating_add(usize::from(*count));
            }
        }
        let (cells, rest) = cells(rest, start);
        let (listed, rest) = list(rest);
        let (exceptions, _) = list(rest);
        let listed = listed.into_iter().map(|(code, after)| (code, u32::from(after))).collect();
        let (cells_of_codes, pairs) = (OnceLock::new(), OnceLock::new());
        Self { first_lead: *first_lead, rows, cells, listed, exceptions, cells_of_codes, pairs }
    }

    /// The code point of a cell, and the one after it; 0 for none.
    pub(super) fn decode(&self, lead: u8, trail: u8) -> Option<(u32, u32)> {
        let row = self.rows.get(usize::from(lead.checked_sub(self.first_lead)?))?;
        let column = trail.checked_sub(row.first).filter(|column| *column < row.count)?;
        self.value(self.cells.get(row.start.saturating_add(usize::from(column))).copied()?)
    }

    fn value(&self, value: u16) -> Option<(u32, u32)> {
        match value {
            0 => None,
            0xD800..0xE000 => self.listed.get(usize::from(value - 0xD800)).copied(),
            code => Some((u32::from(code), 0)),
        }
    }

    /// Every cell that has characters.
    fn all(&self) -> impl Iterator<Item = (u16, (u32, u32))> + '_ {
        self.rows.iter().zip(self.first_lead..=0xFF).flat_map(move |(row, lead)| {
            (0..row.count).filter_map(move |column| {
                let trail = row.first.saturating_add(column);
                Some((u16::from_be_bytes([lead, trail]), self.decode(lead, trail)?))
            })
        })
    }

    /// The cell that a code point is encoded as.
    pub(super) fn encode(&self, code: u32) -> Option<u16> {
        let cells = self.cells_of_codes.get_or_init(|| {
            let mut cells = CellsOfCodes::new();
            self.all().filter(|(_, (_, after))| *after == 0).for_each(|(cell, (code, _))| cells.set(code, cell, true));
            self.exceptions.iter().for_each(|(code, cell)| cells.set(*code, *cell, false));
            cells
        });
        Some(cells.get(code)).filter(|cell| *cell != 0)
    }

    /// The cells of two code points: (the first, the second, the cell).
    pub(super) fn pairs(&self) -> &[(u32, u32, u16)] {
        self.pairs.get_or_init(|| {
            let pairs = self.all().filter(|(_, (_, after))| *after != 0);
            pairs.map(|(cell, (code, after))| (code, after, cell)).collect()
        })
    }
}

macro_rules! charsets {
    ($($name:ident = $file:literal;)*) => {
        $(pub(super) static $name: LazyLock<Charset> =
            LazyLock::new(|| Charset::parse(include_bytes!(concat!("../../../../tables/multibyte/", $file, ".bin"))));)*
    };
}

charsets! {
    JISX0208 = "jisx0208";
    JISX0212 = "jisx0212";
    // Both planes. Trail bytes of the second one have bit 7.
    JISX0213 = "jisx0213";
    CP932 = "cp932";
    KSX1001 = "ksx1001";
    GB18030 = "gb18030";
    BIG5 = "big5";
    CP950 = "cp950";
    HKSCS = "hkscs";
}

/// The code points of the basic plane that GB 18030 writes with four bytes.
static FOUR_BYTES: &[u8] = include_bytes!("../../../../tables/multibyte/gb18030_ranges.bin");

/// A run of code points: the first, the last, and the index of the first among four-byte sequences.
fn run(at: usize) -> (u16, u16, u16) {
    let at = at.saturating_mul(6);
    (u16_at(FOUR_BYTES, at), u16_at(FOUR_BYTES, at.saturating_add(2)), u16_at(FOUR_BYTES, at.saturating_add(4)))
}

/// The last run for which `is_before` holds. Runs are sorted by index; code points are in the same order.
fn last_run(is_before: impl Fn((u16, u16, u16)) -> bool) -> Option<(u16, u16, u16)> {
    let (mut low, mut high) = (0usize, FOUR_BYTES.len() / 6);
    while low < high {
        let middle = low.midpoint(high);
        if is_before(run(middle)) { low = middle.saturating_add(1) } else { high = middle }
    }
    low.checked_sub(1).map(run)
}

/// The code point of the basic plane whose four-byte sequence has an index.
pub(super) fn code_of_index(index: u32) -> Option<u32> {
    let index = u16::try_from(index).ok()?;
    let (first, last, start) = last_run(|(_, _, start)| start <= index)?;
    let code = first.checked_add(index - start).filter(|code| *code <= last)?;
    Some(u32::from(code))
}

/// The index of the four-byte sequence of a code point of the basic plane.
pub(super) fn index_of_code(code: u32) -> Option<u32> {
    let code = u16::try_from(code).ok()?;
    let (first, last, start) = last_run(|(first, _, _)| first <= code)?;
    (code <= last).then(|| u32::from(start).saturating_add(u32::from(code - first)))
}
