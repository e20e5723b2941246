//! The packed character properties of CPython 3.13, unpacked into typed records at compile time.
//!
//! `algorithms/tables/generate_unicode.py` writes `unicode.bin` and documents its layout. Code points are Python's: surrogates are
//! included.

/// The file that the generator wrote.
const BYTES: &[u8] = include_bytes!("../../tables/unicode.bin");

/// Bytes of section `number`.
const fn section(number: usize) -> &'static [u8] {
    let (mut rest, mut left) = (BYTES, number);
    loop {
        let (head, tail) = rest.split_at(4);
        let length = u32_at(head, 0) as usize;
        let (body, after) = tail.split_at(length);
        if left == 0 {
            return body;
        }
        rest = after;
        left -= 1;
    }
}

#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is built, where an index out of range is an error")]
const fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is built, where an index out of range is an error")]
const fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// The properties of a code point, except its decomposition and name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// `flag::*` bits.
    pub(super) flags: u16,
    /// Index into `CATEGORIES`.
    pub(super) category: u8,
    /// Index into `BIDI`.
    pub(super) bidi: u8,
    /// Canonical combining class.
    pub(super) combining: u8,
    /// Index into `WIDTHS`.
    pub(super) width: u8,
    /// Decimal value or -1.
    pub(super) decimal: i8,
    /// Digit value or -1.
    pub(super) digit: i8,
    /// 1 + index into `NUMERICS`, or 0.
    pub(super) numeric: u8,
    /// Distance to the lower case that is a single code point. `re` uses it for case folding.
    pub(super) simple_lower: i32,
    /// Full mapping: a distance, or `SPECIAL` plus an index into the special mappings.
    pub(super) lower: i32,
    /// See `lower`.
    pub(super) upper: i32,
    /// See `lower`.
    pub(super) title: i32,
    /// See `lower`.
    pub(super) fold: i32,
}

/// Marks a mapping that is an index into the special mappings.
pub(super) const SPECIAL: i32 = 0x4000_0000;

/// Bits of `Record::flags`, in the generator's order.
pub(super) mod flag {
    pub(in super::super) const ALPHA: u16 = 1;
    pub(in super::super) const DECIMAL: u16 = 1 << 1;
    pub(in super::super) const DIGIT: u16 = 1 << 2;
    pub(in super::super) const NUMERIC: u16 = 1 << 3;
    pub(in super::super) const SPACE: u16 = 1 << 4;
    pub(in super::super) const PRINTABLE: u16 = 1 << 5;
    pub(in super::super) const LOWER: u16 = 1 << 6;
    pub(in super::super) const UPPER: u16 = 1 << 7;
    pub(in super::super) const TITLE: u16 = 1 << 8;
    pub(in super::super) const ID_START: u16 = 1 << 9;
    pub(in super::super) const ID_CONTINUE: u16 = 1 << 10;
    pub(in super::super) const CASED: u16 = 1 << 11;
    pub(in super::super) const IGNORABLE: u16 = 1 << 12;
    pub(in super::super) const LINE_BREAK: u16 = 1 << 13;
    pub(in super::super) const MIRRORED: u16 = 1 << 14;
}

/// General categories in the generator's order.
pub(super) const CATEGORIES: [&str; 30] = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So",
    "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
];

/// Bidirectional classes in the generator's order; unassigned code points have none.
pub(super) const BIDI: [&str; 24] = [
    "", "L", "LRE", "LRO", "R", "AL", "RLE", "RLO", "PDF", "EN", "ES", "ET", "AN", "CS", "NSM", "BN", "B", "S", "WS", "ON", "LRI", "RLI",
    "FSI", "PDI",
];

/// East Asian widths in the generator's order.
pub(super) const WIDTHS: [&str; 6] = ["N", "A", "H", "W", "F", "Na"];

/// Version of the Unicode database behind the table.
pub(super) const VERSION: &[u8] = section(0);

const RECORD_SIZE: usize = 30;
const RECORD_COUNT: usize = section(3).len() / RECORD_SIZE;
const CELL_COUNT: usize = section(2).len() / 2;
const BLOCK_BITS: u32 = 7;
const BLOCK_COUNT: usize = 0x11_0000 >> BLOCK_BITS;

#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is built, where an index out of range is an error")]
const fn u16s<const N: usize>(bytes: &[u8]) -> [u16; N] {
    let mut out = [0; N];
    let mut at = 0;
    while at < N {
        out[at] = u16_at(bytes, at * 2);
        at += 1;
    }
    out
}

#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is built, where an index out of range is an error")]
const fn u32s<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut out = [0; N];
    let mut at = 0;
    while at < N {
        out[at] = u32_at(bytes, at * 4);
        at += 1;
    }
    out
}

#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is built, where an index out of range is an error")]
const fn record_at(bytes: &[u8], at: usize) -> Record {
    Record {
        flags: u16_at(bytes, at),
        category: bytes[at + 2],
        bidi: bytes[at + 3],
        combining: bytes[at + 4],
        width: bytes[at + 5],
        decimal: bytes[at + 6].cast_signed(),
        digit: bytes[at + 7].cast_signed(),
        numeric: bytes[at + 8],
        simple_lower: u32_at(bytes, at + 10).cast_signed(),
        lower: u32_at(bytes, at + 14).cast_signed(),
        upper: u32_at(bytes, at + 18).cast_signed(),
        title: u32_at(bytes, at + 22).cast_signed(),
        fold: u32_at(bytes, at + 26).cast_signed(),
    }
}

static BLOCKS: [u16; BLOCK_COUNT] = u16s(section(1));
static CELLS: [u16; CELL_COUNT] = u16s(section(2));
#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is built, where an index out of range is an error")]
static RECORDS: [Record; RECORD_COUNT] = {
    let mut out = [record_at(section(3), 0); RECORD_COUNT];
    let mut at = 0;
    while at < RECORD_COUNT {
        out[at] = record_at(section(3), at * RECORD_SIZE);
        at += 1;
    }
    out
};

/// The record for numbers past the last code point: unassigned.
static UNASSIGNED: Record = Record {
    flags: 0,
    category: 29,
    bidi: 0,
    combining: 0,
    width: 0,
    decimal: -1,
    digit: -1,
    numeric: 0,
    simple_lower: 0,
    lower: 0,
    upper: 0,
    title: 0,
    fold: 0,
};

/// The flags of the ASCII characters. Most text is ASCII, and this table needs one load instead of three.
#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is built, where an index out of range is an error")]
static ASCII_FLAGS: [u16; 128] = {
    let mut out = [0; 128];
    let block = u16_at(section(1), 0) as usize;
    let mut at = 0;
    while at < 128 {
        let record = u16_at(section(2), ((block << BLOCK_BITS) + at) * 2) as usize;
        out[at] = record_at(section(3), record * RECORD_SIZE).flags;
        at += 1;
    }
    out
};

/// The `flag::*` bits of a code point.
#[inline]
pub(super) fn flags(code: u32) -> u16 {
    match ASCII_FLAGS.get(code as usize) {
        Some(&flags) => flags,
        None => record(code).flags,
    }
}

/// The record of a code point.
#[inline]
pub(super) fn record(code: u32) -> &'static Record {
    let Some(&block) = BLOCKS.get((code >> BLOCK_BITS) as usize) else { return &UNASSIGNED };
    let cell = (usize::from(block) << BLOCK_BITS) + (code & ((1 << BLOCK_BITS) - 1)) as usize;
    CELLS.get(cell).and_then(|&index| RECORDS.get(usize::from(index))).unwrap_or(&UNASSIGNED)
}

/// The numeric value of a record.
pub(super) fn numeric(record: &Record) -> Option<f64> {
    let at = usize::from(record.numeric).checked_sub(1)? * 8;
    let bytes = section(4).get(at..at + 8)?;
    Some(f64::from_le_bytes(bytes.try_into().ok()?))
}

const SPECIALS: &[u8] = section(5);
#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is built, where an index out of range is an error")]
const SPECIAL_COUNT: usize = {
    let (mut at, mut count) = (0, 0);
    while at < SPECIALS.len() {
        at += 1 + 4 * SPECIALS[at] as usize;
        count += 1;
    }
    count
};
/// The special mappings: up to three code points each, padded with `u32::MAX`. The first entry of the file's table is empty and is not in
/// the section.
#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is built, where an index out of range is an error")]
static SPECIAL_ROWS: [[u32; 3]; SPECIAL_COUNT] = {
    let mut out = [[u32::MAX; 3]; SPECIAL_COUNT];
    let (mut at, mut row) = (0, 0);
    while row < SPECIAL_COUNT {
        let length = SPECIALS[at] as usize;
        let mut place = 0;
        while place < length {
            out[row][place] = u32_at(SPECIALS, at + 1 + 4 * place);
            place += 1;
        }
        at += 1 + 4 * length;
        row += 1;
    }
    out
};

/// The code points that a mapping gives for `code`, padded with `u32::MAX`.
#[inline]
pub(super) fn mapped(code: u32, mapping: i32) -> [u32; 3] {
    if mapping < SPECIAL {
        return [code.wrapping_add_signed(mapping), u32::MAX, u32::MAX];
    }
    let index = usize::try_from(mapping - SPECIAL).ok().and_then(|index| index.checked_sub(1));
    index.and_then(|index| SPECIAL_ROWS.get(index)).copied().unwrap_or([code, u32::MAX, u32::MAX])
}

const DECOMPOSITION_COUNT: usize = section(6).len() / 8;
static DECOMPOSITIONS: [u32; DECOMPOSITION_COUNT * 2] = u32s(section(6));

/// The tag (empty when canonical) and the code points of a decomposition. Only one level, as in the Unicode database.
pub(super) fn decomposition(code: u32) -> Option<(&'static str, impl Iterator<Item = u32>)> {
    let (rows, _) = DECOMPOSITIONS.as_chunks::<2>();
    let found = rows.binary_search_by_key(&code, |row| row[0]).ok()?;
    let data = section(7).get(rows.get(found)?[1] as usize..)?;
    let (&tag, &count) = (data.first()?, data.get(1)?);
    let points = data.get(2..2 + 4 * usize::from(count))?;
    let tag = str::from_utf8(section(9)).ok()?.split('\n').nth(usize::from(tag))?;
    Some((tag, points.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes))))
}

const COMPOSITION_COUNT: usize = section(8).len() / 12;
static COMPOSITIONS: [u32; COMPOSITION_COUNT * 3] = u32s(section(8));

/// The character that two characters compose to.
pub(super) fn composition(first: u32, second: u32) -> Option<u32> {
    let (rows, _) = COMPOSITIONS.as_chunks::<3>();
    let found = rows.binary_search_by_key(&(first, second), |row| (row[0], row[1])).ok()?;
    rows.get(found).map(|row| row[2])
}

const CASEFIX_COUNT: usize = section(10).len() / 8;
static CASEFIX: [u32; CASEFIX_COUNT * 2] = u32s(section(10));

/// Pairs of different lower-case letters that have the same upper case, sorted.
pub(super) fn casefix() -> &'static [[u32; 2]] {
    CASEFIX.as_chunks::<2>().0
}

const LOWERED_COUNT: usize = section(11).len() / 8;
static LOWERED: [u32; LOWERED_COUNT * 2] = u32s(section(11));

/// Pairs of a code point and its simple lower case, where they differ, ascending.
pub(super) fn lowered() -> &'static [[u32; 2]] {
    LOWERED.as_chunks::<2>().0
}

const RAISED_COUNT: usize = section(12).len() / 8;
static RAISED: [u32; RAISED_COUNT * 2] = u32s(section(12));

/// The pairs of `lowered` swapped, sorted by the lower case.
pub(super) fn raised() -> &'static [[u32; 2]] {
    RAISED.as_chunks::<2>().0
}
