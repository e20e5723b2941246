//! The encodings of Japanese: Shift JIS, CP932, EUC-JP, and those of JIS X 0213.

use super::charset::{CP932, JISX0208, JISX0212, JISX0213};
use super::{Decoded, Encoded, Input, cell_of};

/// Katakana of half width are U+FF61 to U+FF9F, and the bytes 0xA1 to 0xDF.
const HALF_WIDTH: u32 = 0xFEC0;

pub(super) fn is_half_width(code: u32) -> bool {
    (0xFF61..=0xFF9F).contains(&code)
}

pub(super) fn half_width_byte(code: u32) -> u8 {
    (code - HALF_WIDTH) as u8
}

pub(super) fn half_width_code(byte: u8) -> u32 {
    HALF_WIDTH + u32::from(byte)
}

/// Two bytes of Shift JIS as (row, column), both counted from 0. There are 120 rows.
fn from_shifted(lead: u8, trail: u8) -> Option<(u8, u8)> {
    let pair = match lead {
        0x81..=0x9F => lead - 0x81,
        0xE0..=0xFC => lead - 0xC1,
        _ => return None,
    };
    let column = match trail {
        0x40..=0x7E => trail - 0x40,
        0x80..=0xFC => trail - 0x41,
        _ => return None,
    };
    Some((pair * 2 + column / 94, column % 94))
}

fn to_shifted(row: u8, column: u8) -> u16 {
    let lead = if row < 62 { row / 2 + 0x81 } else { row / 2 + 0xC1 };
    let column = column + row % 2 * 94;
    cell_of(lead, if column < 63 { column + 0x40 } else { column + 0x41 })
}

/// A cell of seven bits each, in the form of Shift JIS.
fn shifted(cell: u16) -> u16 {
    to_shifted((cell >> 8) as u8 - 0x21, (cell & 0x7F) as u8 - 0x21)
}

pub(super) fn jisx0208(lead: u8, trail: u8) -> Option<u32> {
    Some(JISX0208.decode(lead, trail)?.0)
}

pub(super) fn jisx0212(lead: u8, trail: u8) -> Option<u32> {
    Some(JISX0212.decode(lead, trail)?.0)
}

pub(super) fn decode_shift_jis(rest: &[u8]) -> Decoded {
    match *rest {
        [byte @ 0xA1..=0xDF, ..] => Decoded::one(1, half_width_code(byte)),
        [0x80 | 0xA0 | 0xEB..=0xFF, ..] => Decoded::Bad(1),
        _ => super::decode_two(rest, |lead, trail| {
            let (row, column) = from_shifted(lead, trail)?;
            jisx0208(row + 0x21, column + 0x21)
        }),
    }
}

/// The byte of a character that takes one in Shift JIS beyond ASCII.
fn single(code: u32) -> Option<u8> {
    match code {
        0xA5 => Some(b'\\'),
        0x203E => Some(b'~'),
        _ if is_half_width(code) => Some(half_width_byte(code)),
        _ => None,
    }
}

pub(super) fn encode_shift_jis(code: u32, out: &mut Vec<u8>) -> Encoded {
    match single(code) {
        Some(byte) => super::encode_byte(byte, out),
        None => super::encode_two(JISX0208.encode(code).map(shifted), out),
    }
}

/// The cells of CP932 for characters of users: U+E000 to U+E757.
const USER_DEFINED: u32 = 0xE000;

pub(super) fn decode_cp932(rest: &[u8]) -> Decoded {
    match *rest {
        [0x80, ..] => Decoded::one(1, 0x80),
        [0xA0, ..] => Decoded::one(1, 0xF8F0),
        [byte @ 0xA1..=0xDF, ..] => Decoded::one(1, half_width_code(byte)),
        [byte @ 0xFD..=0xFF, ..] => Decoded::one(1, 0xF8F1 + u32::from(byte - 0xFD)),
        _ => super::decode_two(rest, |lead, trail| {
            if let Some((code, _)) = CP932.decode(lead, trail) {
                return Some(code);
            }
            let (row, column) = from_shifted(lead, trail)?;
            match lead {
                0xF0..=0xF9 => Some(USER_DEFINED + u32::from(row - 94) * 94 + u32::from(column)),
                _ => jisx0208(row + 0x21, column + 0x21),
            }
        }),
    }
}

pub(super) fn encode_cp932(code: u32, out: &mut Vec<u8>) -> Encoded {
    match code {
        0x80 => return super::encode_byte(0x80, out),
        0xF8F0 => return super::encode_byte(0xA0, out),
        0xF8F1..=0xF8F3 => return super::encode_byte((code - 0xF8F1) as u8 + 0xFD, out),
        _ if is_half_width(code) => return super::encode_byte(half_width_byte(code), out),
        USER_DEFINED..=0xE757 => {
            let index = code - USER_DEFINED;
            return super::encode_two(Some(to_shifted((index / 94) as u8 + 94, (index % 94) as u8)), out);
        }
        _ => {}
    }
    super::encode_two(CP932.encode(code).or_else(|| JISX0208.encode(code).map(shifted)), out)
}

/// The single shifts of EUC-JP: the next byte is katakana of half width, or the next two are of another set.
const SS2: u8 = 0x8E;
const SS3: u8 = 0x8F;

/// What EUC encodings of Japanese have before their cells: katakana of half width.
fn decode_single_shift_2(rest: &[u8]) -> Decoded {
    match *rest {
        [_, byte @ 0xA1..=0xDF, ..] => Decoded::one(2, half_width_code(byte)),
        [_] => Decoded::Short,
        _ => Decoded::Bad(1),
    }
}

pub(super) fn decode_euc_jp(rest: &[u8]) -> Decoded {
    match *rest {
        [SS2, ..] => decode_single_shift_2(rest),
        [SS3] | [SS3, _] => Decoded::Short,
        [SS3, lead, trail, ..] => jisx0212(lead ^ 0x80, trail ^ 0x80).map_or(Decoded::Bad(1), |code| Decoded::one(3, code)),
        _ => super::decode_two(rest, |lead, trail| jisx0208(lead ^ 0x80, trail ^ 0x80)),
    }
}

pub(super) fn encode_euc_jp(code: u32, out: &mut Vec<u8>) -> Encoded {
    match code {
        0xA5 => return super::encode_byte(b'\\', out),
        0x203E => return super::encode_byte(b'~', out),
        _ if is_half_width(code) => return super::encode_two(Some(cell_of(SS2, half_width_byte(code))), out),
        _ => {}
    }
    if let Some(cell) = JISX0208.encode(code) {
        return super::encode_two(Some(cell | 0x8080), out);
    }
    let cell = JISX0212.encode(code);
    if cell.is_some() {
        out.push(SS3);
    }
    super::encode_two(cell.map(|cell| cell | 0x8080), out)
}

/// Which edition of JIS X 0213. That of 2000 lacks ten characters, and has U+9B1D in another cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edition {
    Of2000,
    Of2004,
}

const ADDED_IN_2004: [u16; 10] = [0x2E21, 0x2F7E, 0x4F54, 0x4F7E, 0x7427, 0x7E7A, 0x7E7B, 0x7E7C, 0x7E7D, 0x7E7E];
/// A cell of plane 2.
const CHANGED_IN_2004: u16 = 0x7DBB;

/// The tilde that EUC has for the one of JIS X 0213.
const FULL_WIDTH_TILDE: u32 = 0xFF5E;

/// True for a cell of plane 1 that an edition lacks.
fn lacks(edition: Edition, cell: u16) -> bool {
    edition == Edition::Of2000 && ADDED_IN_2004.contains(&cell)
}

/// True for a character that an edition lacks.
fn lacks_code(edition: Edition, code: u32) -> bool {
    edition == Edition::Of2000 && JISX0213.encode(code).is_some_and(|cell| lacks(edition, cell) || cell == CHANGED_IN_2004)
}

/// The characters of a cell of JIS X 0213. Trail bytes of plane 2 have bit 7.
pub(super) fn jisx0213(edition: Edition, lead: u8, trail: u8) -> Option<(u32, u32)> {
    let cell = cell_of(lead, trail);
    if lacks(edition, cell) {
        return None;
    }
    if edition == Edition::Of2000 && cell == CHANGED_IN_2004 {
        return Some((0x9B1D, 0));
    }
    JISX0213.decode(lead, trail)
}

/// The cell of a character in JIS X 0213.
pub(super) fn jisx0213_cell(edition: Edition, code: u32) -> Option<u16> {
    if edition == Edition::Of2000 && code == 0x9B1D {
        return Some(CHANGED_IN_2004);
    }
    if lacks_code(edition, code) { None } else { JISX0213.encode(code) }
}

pub(super) fn decode_euc_jisx0213(edition: Edition, rest: &[u8]) -> Decoded {
    match *rest {
        [SS2, ..] => decode_single_shift_2(rest),
        [SS3] | [SS3, _] => Decoded::Short,
        [SS3, lead, trail, ..] => {
            let found = if trail < 0x80 { None } else { jisx0213(edition, lead ^ 0x80, trail) };
            // The cells that plane 2 has free belong to JIS X 0212.
            let found = found.or_else(|| jisx0212(lead ^ 0x80, trail ^ 0x80).map(|code| (code, 0)));
            found.map_or(Decoded::Bad(1), |(code, after)| Decoded::Chars(3, code, after))
        }
        [0xA2, 0xB2, ..] => Decoded::one(2, FULL_WIDTH_TILDE),
        [lead @ 0x80..=0xFF, trail @ 0x80..=0xFF, ..] if lacks(edition, cell_of(lead & 0x7F, trail & 0x7F)) => Decoded::Bad(2),
        _ => super::decode_two_to_pair(rest, |lead, trail| jisx0213(edition, lead ^ 0x80, trail.checked_sub(0x80)?)),
    }
}

pub(super) fn encode_euc_jisx0213(edition: Edition, input: Input, out: &mut Vec<u8>) -> Encoded {
    match input.code {
        FULL_WIDTH_TILDE => return super::encode_two(Some(0xA2B2), out),
        code if is_half_width(code) => return super::encode_two(Some(cell_of(SS2, half_width_byte(code))), out),
        _ => {}
    }
    if let Some(found) = super::encode_pair(&JISX0213, input, out, |cell| cell | 0x8080) {
        return found;
    }
    // CPython also encodes what only JIS X 0212 has, in its cells.
    let of_0212 = || if lacks_code(edition, input.code) { None } else { JISX0212.encode(input.code).map(|cell| cell | 0x80) };
    let cell = jisx0213_cell(edition, input.code).or_else(of_0212);
    if cell.is_some_and(|cell| cell & 0x80 != 0) {
        out.push(SS3);
    }
    super::encode_two(cell.map(|cell| cell | 0x8080), out)
}

/// The rows of plane 2 in the order in which Shift JIS has them after the 94 rows of plane 1.
const ROWS_OF_PLANE_2: [u8; 26] = [
    0x21, 0x28, 0x23, 0x24, 0x25, 0x2C, 0x2D, 0x2E, 0x2F, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A,
    0x7B, 0x7C, 0x7D, 0x7E,
];

/// The cell of plane 1 of two bytes of Shift JIS.
fn plane_1_of_shifted(lead: u8, trail: u8) -> Option<u16> {
    let (row, column) = from_shifted(lead, trail).filter(|(row, _)| *row < 94)?;
    Some(cell_of(row + 0x21, column + 0x21))
}

pub(super) fn decode_shift_jisx0213(edition: Edition, rest: &[u8]) -> Decoded {
    match *rest {
        [byte @ 0xA1..=0xDF, ..] => Decoded::one(1, half_width_code(byte)),
        [0x80 | 0xA0 | 0xFD..=0xFF, ..] => Decoded::Bad(1),
        [b'\\', ..] => Decoded::one(1, 0xA5),
        [b'~', ..] => Decoded::one(1, 0x203E),
        [0x81, 0x5F, ..] => Decoded::one(2, u32::from(b'\\')),
        [lead, trail, ..] if plane_1_of_shifted(lead, trail).is_some_and(|cell| lacks(edition, cell)) => Decoded::Bad(2),
        _ => super::decode_two_to_pair(rest, |lead, trail| {
            let (row, column) = from_shifted(lead, trail)?;
            match row.checked_sub(94) {
                None => jisx0213(edition, row + 0x21, column + 0x21),
                Some(row) => jisx0213(edition, *ROWS_OF_PLANE_2.get(usize::from(row))?, column + 0xA1),
            }
        }),
    }
}

/// A cell of JIS X 0213 in the form of Shift JIS.
fn shifted_0213(cell: u16) -> u16 {
    if cell & 0x80 == 0 {
        return shifted(cell);
    }
    let row = ROWS_OF_PLANE_2.iter().position(|row| u16::from(*row) == cell >> 8).unwrap_or(0);
    to_shifted(row as u8 + 94, (cell & 0x7F) as u8 - 0x21)
}

pub(super) fn encode_shift_jisx0213(edition: Edition, input: Input, out: &mut Vec<u8>) -> Encoded {
    match input.code {
        // The bytes of ASCII's backslash and tilde belong to the yen sign and the overline.
        0x5C => return super::encode_two(Some(0x815F), out),
        0x7E => return super::encode_two(Some(0x81B0), out),
        0xFF3C => return Encoded::Bad,
        code @ 0..0x80 => return super::encode_byte(code as u8, out),
        _ => {}
    }
    if let Some(byte) = single(input.code) {
        return super::encode_byte(byte, out);
    }
    if let Some(found) = super::encode_pair(&JISX0213, input, out, shifted_0213) {
        return found;
    }
    super::encode_two(jisx0213_cell(edition, input.code).map(shifted_0213), out)
}
