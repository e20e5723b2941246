//! The encodings by ISO 2022, in which escape sequences select character sets. The state holds the sets that are selected.

use super::charset::{JISX0208, JISX0212, JISX0213, KSX1001};
use super::chinese::{gb2312_cell, gb2312_code};
use super::japanese::{self, Edition};
use super::{Decoded, Encoded, Input, Multibyte, State};

const ESC: u8 = 0x1B;
const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;

/// A set is the last byte of its escape sequence, with bit 7 for sets of two bytes. CPython's numbers: a program sees them in the state of
/// an incremental decoder.
pub(super) const ASCII: u8 = b'B';
const TWO: u8 = 0x80;
const OF_0208: u8 = b'B' | TWO;
const OF_0208_OLD: u8 = b'@' | TWO;
const OF_0212: u8 = b'D' | TWO;
const OF_0213_2000: u8 = b'O' | TWO;
const OF_0213_2004: u8 = b'Q' | TWO;
const OF_0213_PLANE_2: u8 = b'P' | TWO;
const OF_KSX1001: u8 = b'C' | TWO;
const OF_GB2312: u8 = b'A' | TWO;
const ROMAN: u8 = b'J';
const KATAKANA: u8 = b'I';
const LATIN_1: u8 = b'A';
const GREEK: u8 = b'F';

/// The bytes of the state: the sets in the places G0, G1 and G2, and flags.
const G0: usize = 0;
const G1: usize = 1;
const G2: usize = 2;
const FLAGS: usize = 4;
const SHIFTED: u8 = 1;
/// Inside an escape sequence that selects nothing known, whose bytes are text.
const PASSING: u8 = 2;

/// The longest escape sequence that is read.
const LONGEST: usize = 16;

/// The sets of an encoding, in the order in which they are asked for a character.
fn sets(kind: Multibyte) -> &'static [u8] {
    match kind {
        Multibyte::Iso2022Kr => &[OF_KSX1001],
        Multibyte::Iso2022Jp => &[OF_0208, ROMAN, OF_0208_OLD],
        Multibyte::Iso2022Jp1 => &[OF_0208, OF_0212, ROMAN, OF_0208_OLD],
        Multibyte::Iso2022Jp2 => &[OF_0208, OF_0212, OF_KSX1001, OF_GB2312, ROMAN, OF_0208_OLD, LATIN_1, GREEK],
        Multibyte::Iso2022Jp3 => &[OF_0208, OF_0213_2000, OF_0213_PLANE_2],
        Multibyte::Iso2022Jp2004 => &[OF_0208, OF_0213_2004, OF_0213_PLANE_2],
        _ => &[OF_0208, OF_0212, ROMAN, KATAKANA, OF_0208_OLD],
    }
}

/// The edition of JIS X 0213. Both have the same second plane.
fn edition(kind: Multibyte) -> Edition {
    if kind == Multibyte::Iso2022Jp3 { Edition::Of2000 } else { Edition::Of2004 }
}

fn has_shifts(kind: Multibyte) -> bool {
    kind == Multibyte::Iso2022Kr
}

fn has_g2(kind: Multibyte) -> bool {
    kind == Multibyte::Iso2022Jp2
}

/// The encodings that read the sequence `ESC & @ ESC $ B`.
fn has_long_0208(kind: Multibyte) -> bool {
    !matches!(kind, Multibyte::Iso2022Kr)
}

/// The characters of one or two bytes in a set.
fn from_set(kind: Multibyte, set: u8, lead: u8, trail: u8) -> Option<(u32, u32)> {
    let single = |code: Option<u32>| code.map(|code| (code, 0));
    match set {
        OF_0208 | OF_0208_OLD => single(japanese::jisx0208(lead, trail)),
        OF_0212 => single(japanese::jisx0212(lead, trail)),
        OF_0213_2000 | OF_0213_2004 if trail < 0x80 => japanese::jisx0213(edition(kind), lead, trail),
        // CPython decodes one cell to another character here than in EUC, which encodes as nothing.
        OF_0213_PLANE_2 if kind == Multibyte::Iso2022Jp3 && (lead, trail) == (0x7D, 0x3B) => Some((0x9B1C, 0)),
        OF_0213_PLANE_2 if trail < 0x80 => japanese::jisx0213(edition(kind), lead, trail | 0x80),
        OF_KSX1001 if trail < 0x80 => KSX1001.decode(lead | 0x80, trail | 0x80),
        OF_GB2312 if trail < 0x80 => single(gb2312_code(lead | 0x80, trail | 0x80)),
        ROMAN => Some((
            match lead {
                b'\\' => 0xA5,
                b'~' => 0x203E,
                other => u32::from(other),
            },
            0,
        )),
        KATAKANA => (0x21..=0x5F).contains(&lead).then(|| (japanese::half_width_code(lead | 0x80), 0)),
        _ => None,
    }
}

/// The cell or byte of a character in a set.
fn in_set(kind: Multibyte, set: u8, code: u32) -> Option<u16> {
    match set {
        OF_0208 => JISX0208.encode(code),
        OF_0212 => JISX0212.encode(code),
        OF_0213_2000 | OF_0213_2004 | OF_0213_PLANE_2 => {
            let is_here = |cell: &u16| (cell & 0x80 != 0) == (set == OF_0213_PLANE_2);
            japanese::jisx0213_cell(edition(kind), code).filter(is_here).map(|cell| cell & 0x7F7F)
        }
        OF_KSX1001 => KSX1001.encode(code).map(|cell| cell & 0x7F7F),
        OF_GB2312 => gb2312_cell(code).map(|cell| cell & 0x7F7F),
        ROMAN => match code {
            0xA5 => Some(u16::from(b'\\')),
            0x203E => Some(u16::from(b'~')),
            _ => None,
        },
        KATAKANA => japanese::is_half_width(code).then(|| u16::from(japanese::half_width_byte(code) & 0x7F)),
        _ => None,
    }
}

pub(super) fn decode(kind: Multibyte, state: &mut State, rest: &[u8]) -> Decoded {
    let Some(&byte) = rest.first() else { return Decoded::Short };
    let as_it_is = Decoded::one(1, u32::from(byte));
    if state.byte(FLAGS) & PASSING != 0 {
        if matches!(byte, b'@'..=b'Z') {
            state.set(FLAGS, state.byte(FLAGS) & !PASSING);
        }
        return as_it_is;
    }
    match byte {
        ESC => decode_escape(kind, state, rest),
        SHIFT_IN | SHIFT_OUT if has_shifts(kind) => {
            let flags = state.byte(FLAGS);
            state.set(FLAGS, if byte == SHIFT_OUT { flags | SHIFTED } else { flags & !SHIFTED });
            Decoded::Silent(1)
        }
        b'\n' => {
            state.set(FLAGS, state.byte(FLAGS) & !SHIFTED);
            as_it_is
        }
        0..0x20 => as_it_is,
        0x80.. => Decoded::Bad(1),
        _ => {
            let set = state.byte(if state.byte(FLAGS) & SHIFTED != 0 { G1 } else { G0 });
            if set == ASCII {
                return as_it_is;
            }
            let width = if set & TWO != 0 { 2 } else { 1 };
            let (lead, trail) = match *rest {
                [lead, trail, ..] => (lead, trail),
                [lead] if width == 1 => (lead, 0),
                _ => return Decoded::Short,
            };
            from_set(kind, set, lead, trail).map_or(Decoded::Bad(width), |(code, after)| Decoded::Chars(width, code, after))
        }
    }
}

fn decode_escape(kind: Multibyte, state: &mut State, rest: &[u8]) -> Decoded {
    let Some(&second) = rest.get(1) else { return Decoded::Short };
    match second {
        b'(' | b')' | b'$' | b'.' | b'&' => select(kind, state, rest),
        b'N' if has_g2(kind) => decode_single_shift(state, rest),
        _ => {
            state.set(FLAGS, state.byte(FLAGS) | PASSING);
            Decoded::one(1, u32::from(ESC))
        }
    }
}

/// Reads an escape sequence that selects a set.
fn select(kind: Multibyte, state: &mut State, rest: &[u8]) -> Decoded {
    let mut at = 1usize;
    let length = loop {
        if at >= LONGEST {
            return Decoded::Bad(1);
        }
        match rest.get(at) {
            None => return Decoded::Short,
            Some(b'@'..=b'Z') => break at + 1,
            Some(b'&') if has_long_0208(kind) && rest.get(at + 1) == Some(&b'@') => at += 3,
            Some(_) => at += 1,
        }
    };
    let selected = match *rest.get(..length).unwrap_or_default() {
        [_, b'$', last] => Some((G0, last | TWO)),
        [_, b'(', last] => Some((G0, last)),
        [_, b')', last] => Some((G1, last)),
        [_, b'.', last] if has_g2(kind) => Some((G2, last)),
        [_, b'$', b'(', last] => Some((G0, last | TWO)),
        [_, b'$', b')', last] => Some((G1, last | TWO)),
        // Of the sequence `ESC & @ ESC $ B`, CPython looks at the second half.
        [_, _, _, ESC, b'$', b'B'] if has_long_0208(kind) => Some((G0, OF_0208)),
        _ => None,
    };
    match selected {
        Some((place, set)) if set == ASCII || sets(kind).contains(&set) => {
            state.set(place, set);
            Decoded::Silent(length)
        }
        _ => Decoded::Bad(length),
    }
}

/// `ESC N` and a byte of the set in G2.
fn decode_single_shift(state: &State, rest: &[u8]) -> Decoded {
    let Some(&byte) = rest.get(2) else { return Decoded::Short };
    let code = match state.byte(G2) {
        // CPython turns bit 7 around here, and reads what is below 0xA0 as it is.
        GREEK if byte >= 0x80 => Some(u32::from(byte & 0x7F)),
        _ if byte >= 0x80 => None,
        ASCII => Some(u32::from(byte)),
        LATIN_1 => Some(u32::from(byte) + 0x80),
        GREEK => greek(byte | 0x80),
        _ => None,
    };
    code.map_or(Decoded::Bad(3), |code| Decoded::one(3, code))
}

/// The upper half of ISO 8859-7 in its first edition, which has no currency signs.
fn greek(byte: u8) -> Option<u32> {
    match byte {
        0xA1 => Some(0x2018),
        0xA2 => Some(0x2019),
        0xAF => Some(0x2015),
        0x80..=0xA0 | 0xA3 | 0xA6..=0xA9 | 0xAB..=0xAD | 0xB0..=0xB3 | 0xB7 | 0xBB | 0xBD => Some(u32::from(byte)),
        0xB4..=0xB6 | 0xB8..=0xBA | 0xBC | 0xBE..=0xD1 | 0xD3..=0xFE => Some(u32::from(byte) + 0x2D0),
        _ => None,
    }
}

/// Writes the sequence that ends the shift, if there is one.
fn shift_in(state: &mut State, out: &mut Vec<u8>) {
    if state.byte(FLAGS) & SHIFTED != 0 {
        out.push(SHIFT_IN);
        state.set(FLAGS, state.byte(FLAGS) & !SHIFTED);
    }
}

/// Selects ASCII.
fn to_ascii(state: &mut State, out: &mut Vec<u8>) {
    if state.byte(G0) != ASCII {
        out.extend_from_slice(&[ESC, b'(', ASCII]);
        state.set(G0, ASCII);
    }
}

/// Writes what ends an encoded text.
pub(super) fn finish(state: &mut State, out: &mut Vec<u8>) {
    shift_in(state, out);
    to_ascii(state, out);
}

pub(super) fn encode(kind: Multibyte, state: &mut State, input: Input, out: &mut Vec<u8>) -> Encoded {
    if input.code < 0x80 {
        to_ascii(state, out);
        shift_in(state, out);
        out.push(input.code as u8);
        return Encoded::Done(1);
    }
    // A pair of JIS X 0213 comes before the sets that have its first character.
    let paired = match kind {
        Multibyte::Iso2022Jp3 => super::pair_cell(&JISX0213, input).map(|found| (OF_0213_2000, found)),
        Multibyte::Iso2022Jp2004 => super::pair_cell(&JISX0213, input).map(|found| (OF_0213_2004, found)),
        _ => None,
    };
    let (set, cell, count) = match paired {
        Some((_, Err(short))) => return short,
        Some((set, Ok(cell))) => (set, cell, 2),
        None => {
            let mut found = sets(kind).iter().filter_map(|set| Some((*set, in_set(kind, *set, input.code)?, 1)));
            let Some(found) = found.next() else { return Encoded::Bad };
            found
        }
    };
    let last = set & !TWO;
    if has_shifts(kind) {
        if state.byte(G1) != set {
            out.extend_from_slice(&[ESC, b'$', b')', last]);
            state.set(G1, set);
        }
        if state.byte(FLAGS) & SHIFTED == 0 {
            out.push(SHIFT_OUT);
            state.set(FLAGS, state.byte(FLAGS) | SHIFTED);
        }
    } else {
        shift_in(state, out);
        if state.byte(G0) != set {
            match set {
                OF_0208 => out.extend_from_slice(&[ESC, b'$', last]),
                _ if set & TWO == 0 => out.extend_from_slice(&[ESC, b'(', last]),
                _ => out.extend_from_slice(&[ESC, b'$', b'(', last]),
            }
            state.set(G0, set);
        }
    }
    let [high, low] = cell.to_be_bytes();
    if set & TWO != 0 {
        out.push(high);
    }
    out.push(low);
    Encoded::Done(count)
}
