//! The encodings of Korean: EUC-KR, CP949 and Johab. KS X 1001 is their common set.

use std::sync::LazyLock;

use super::charset::KSX1001;
use super::{Decoded, Encoded};

const SYLLABLES: std::ops::Range<u32> = 0xAC00..0xD7A4;
const VOWELS: u32 = 21;
/// The final consonants of a syllable, and none.
const FINALS: u32 = 28;

/// The trail bytes in KS X 1001 of the letters of a syllable, which stand in row 0xA4. The filler stands for no final consonant.
const INITIAL_BYTES: [u8; 19] =
    [0xA1, 0xA2, 0xA4, 0xA7, 0xA8, 0xA9, 0xB1, 0xB2, 0xB3, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE];
const FIRST_VOWEL_BYTE: u8 = 0xBF;
const FINAL_BYTES: [u8; 28] = [
    0xD4, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB4, 0xB5, 0xB6, 0xB7,
    0xB8, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE,
];
const LETTERS: u8 = 0xA4;
const FILLER: u8 = 0xD4;

/// The initial consonant, the vowel and the final consonant of a syllable.
fn letters(syllable: u32) -> (u32, u32, u32) {
    let index = syllable - SYLLABLES.start;
    (index / (VOWELS * FINALS), index / FINALS % VOWELS, index % FINALS)
}

fn syllable((initial, vowel, last): (u32, u32, u32)) -> u32 {
    SYLLABLES.start + (initial * VOWELS + vowel) * FINALS + last
}

fn position(bytes: &[u8], byte: u8) -> Option<u32> {
    bytes.iter().position(|known| *known == byte).and_then(|at| u32::try_from(at).ok())
}

/// EUC-KR writes a syllable that KS X 1001 lacks as the filler and its three letters: eight bytes.
pub(super) fn decode_euc_kr(rest: &[u8]) -> Decoded {
    match *rest {
        [LETTERS, FILLER, ref spelled @ ..] => {
            let [first, initial, second, vowel, third, last, ..] = *spelled else { return Decoded::Short };
            if [first, second, third] != [LETTERS; 3] {
                return Decoded::Bad(1);
            }
            let vowel = vowel.checked_sub(FIRST_VOWEL_BYTE).map(u32::from).filter(|vowel| *vowel < VOWELS);
            match (position(&INITIAL_BYTES, initial), vowel, position(&FINAL_BYTES, last)) {
                (Some(initial), Some(vowel), Some(last)) => Decoded::one(8, syllable((initial, vowel, last))),
                _ => Decoded::Bad(1),
            }
        }
        _ => super::decode_two(rest, |lead, trail| Some(KSX1001.decode(lead, trail)?.0)),
    }
}

pub(super) fn encode_euc_kr(code: u32, out: &mut Vec<u8>) -> Encoded {
    let cell = KSX1001.encode(code);
    if cell.is_some() || !SYLLABLES.contains(&code) {
        return super::encode_two(cell, out);
    }
    let (initial, vowel, last) = letters(code);
    let byte = |bytes: &[u8], at: u32| bytes.get(at as usize).copied().unwrap_or(FILLER);
    let (initial, last) = (byte(&INITIAL_BYTES, initial), byte(&FINAL_BYTES, last));
    out.extend_from_slice(&[LETTERS, FILLER, LETTERS, initial, LETTERS, FIRST_VOWEL_BYTE + vowel as u8, LETTERS, last]);
    Encoded::Done(1)
}

/// The syllables that KS X 1001 lacks, in order. CP949 gives them the free cells in order.
static OTHER_SYLLABLES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let lacking = SYLLABLES.filter(|code| KSX1001.encode(*code).is_none());
    lacking.filter_map(|code| u16::try_from(code).ok()).collect()
});

/// The trail bytes of CP949 that are free before a lead byte of KS X 1001, and after.
const TRAILS: u32 = 178;
const FEWER_TRAILS: u32 = 84;
/// The lead bytes with all trails: 0x81 to 0xA0.
const FULL_LEADS: u32 = 32;

/// The index of a cell among the free ones.
fn free_index(lead: u8, trail: u8) -> Option<usize> {
    let column = match trail {
        0x41..=0x5A => trail - 0x41,
        0x61..=0x7A => trail - 0x61 + 26,
        0x81..=0xFE => trail - 0x81 + 52,
        _ => return None,
    };
    let (row, column) = (u32::from(lead.checked_sub(0x81)?), u32::from(column));
    let index = if row < FULL_LEADS {
        row * TRAILS + column
    } else if column < FEWER_TRAILS {
        FULL_LEADS * TRAILS + (row - FULL_LEADS) * FEWER_TRAILS + column
    } else {
        return None;
    };
    usize::try_from(index).ok()
}

fn free_cell(index: u32) -> u16 {
    let (row, column) = match index.checked_sub(FULL_LEADS * TRAILS) {
        None => (index / TRAILS, index % TRAILS),
        Some(rest) => (FULL_LEADS + rest / FEWER_TRAILS, rest % FEWER_TRAILS),
    };
    let trail = match column {
        0..26 => column + 0x41,
        26..52 => column - 26 + 0x61,
        _ => column - 52 + 0x81,
    };
    ((row + 0x81) << 8 | trail) as u16
}

pub(super) fn decode_cp949(rest: &[u8]) -> Decoded {
    super::decode_two(rest, |lead, trail| {
        let of_set = KSX1001.decode(lead, trail).map(|(code, _)| code);
        of_set.or_else(|| OTHER_SYLLABLES.get(free_index(lead, trail)?).map(|code| u32::from(*code)))
    })
}

pub(super) fn encode_cp949(code: u32, out: &mut Vec<u8>) -> Encoded {
    let other = || {
        let index = OTHER_SYLLABLES.binary_search(&u16::try_from(code).ok()?).ok()?;
        u32::try_from(index).ok().map(free_cell)
    };
    super::encode_two(KSX1001.encode(code).or_else(other), out)
}

// Johab writes a syllable as bit 15 and three numbers of five bits for its letters.

/// The numbers of the vowels, in order. There are gaps.
const JOHAB_VOWELS: [u8; 21] = [3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 26, 27, 28, 29];
/// The numbers of no letter.
const NO_INITIAL: u32 = 1;
const NO_VOWEL: u32 = 2;
const NO_FINAL: u32 = 1;
/// U+3131 and so on are the letters alone, in the order of KS X 1001.
const FIRST_LETTER: u32 = 0x3131;
const FIRST_VOWEL_LETTER: u32 = 0x314F;

fn johab_final_number(last: u32) -> u32 {
    // Number 18 is not used.
    if last < 17 { last + 1 } else { last + 2 }
}

fn johab_final(number: u32) -> Option<u32> {
    match number {
        1..=17 => Some(number - 1),
        19..=29 => Some(number - 2),
        _ => None,
    }
}

fn letter_of(bytes: &[u8], at: u32) -> Option<u32> {
    bytes.get(usize::try_from(at).ok()?).map(|byte| FIRST_LETTER + u32::from(byte - 0xA1))
}

fn decode_johab_letters(lead: u8, trail: u8) -> Option<u32> {
    let number = u32::from(super::cell_of(lead, trail));
    let (initial, vowel, last) = (number >> 10 & 31, number >> 5 & 31, number & 31);
    let vowel_index = position(&JOHAB_VOWELS, vowel as u8);
    let initial_index = initial.checked_sub(2).filter(|index| *index < 19);
    match (initial_index, vowel_index, johab_final(last)) {
        (Some(initial), Some(vowel), Some(last)) => Some(syllable((initial, vowel, last))),
        (Some(initial), None, Some(0)) if vowel == NO_VOWEL => letter_of(&INITIAL_BYTES, initial),
        (None, Some(vowel), Some(0)) if initial == NO_INITIAL => Some(FIRST_VOWEL_LETTER + vowel),
        (None, None, Some(0)) if (initial, vowel) == (NO_INITIAL, NO_VOWEL) => Some(0x3000),
        (None, None, Some(last)) if (initial, vowel) == (NO_INITIAL, NO_VOWEL) => letter_of(&FINAL_BYTES, last),
        _ => None,
    }
}

/// The row, counted from 0, with which the lead bytes from 0xE0 on begin: that of the Chinese characters.
const SECOND_ROWS: u8 = 0x29;

/// Johab has the other characters of KS X 1001 in two rows for each lead byte.
fn johab_cell(lead: u8, trail: u8) -> Option<(u8, u8)> {
    let row = match lead {
        0xD9..=0xDE => (lead - 0xD9) * 2,
        0xE0..=0xF9 => (lead - 0xE0) * 2 + SECOND_ROWS,
        _ => return None,
    };
    let column = match trail {
        0x31..=0x7E => trail - 0x31,
        0x91..=0xFE => trail - 0x43,
        _ => return None,
    };
    let row = row + column / 94;
    Some((row + 0xA1, column % 94 + 0xA1))
}

pub(super) fn decode_johab(rest: &[u8]) -> Decoded {
    super::decode_two(rest, |lead, trail| match lead {
        0x84..=0xD3 => decode_johab_letters(lead, trail),
        _ => {
            let (row, column) = johab_cell(lead, trail)?;
            // The letters have no second place here, except those after the filler.
            let is_letter = row == LETTERS && column < FILLER;
            if is_letter { None } else { Some(KSX1001.decode(row, column)?.0) }
        }
    })
}

pub(super) fn encode_johab(code: u32, out: &mut Vec<u8>) -> Encoded {
    let numbers = if SYLLABLES.contains(&code) {
        let (initial, vowel, last) = letters(code);
        let vowel = JOHAB_VOWELS.get(vowel as usize).copied().unwrap_or(0);
        Some((initial + 2, u32::from(vowel), johab_final_number(last)))
    } else if (FIRST_VOWEL_LETTER..=0x3163).contains(&code) {
        let vowel = JOHAB_VOWELS.get((code - FIRST_VOWEL_LETTER) as usize).copied().unwrap_or(0);
        Some((NO_INITIAL, u32::from(vowel), NO_FINAL))
    } else if (FIRST_LETTER..FIRST_VOWEL_LETTER).contains(&code) {
        let byte = (code - FIRST_LETTER) as u8 + 0xA1;
        let initial = position(&INITIAL_BYTES, byte).map(|initial| (initial + 2, NO_VOWEL, NO_FINAL));
        initial.or_else(|| position(&FINAL_BYTES, byte).map(|last| (NO_INITIAL, NO_VOWEL, johab_final_number(last))))
    } else {
        None
    };
    if let Some((initial, vowel, last)) = numbers {
        return super::encode_two(Some((0x8000 | initial << 10 | vowel << 5 | last) as u16), out);
    }
    let Some(cell) = KSX1001.encode(code) else { return Encoded::Bad };
    let (row, column) = ((cell >> 8) as u8 - 0xA1, cell as u8 - 0xA1);
    let (lead, row) = match row {
        0..12 => (row / 2 + 0xD9, row),
        SECOND_ROWS.. => ((row - SECOND_ROWS) / 2 + 0xE0, row - SECOND_ROWS),
        _ => return Encoded::Bad,
    };
    let column = column + row % 2 * 94;
    let trail = if column < 78 { column + 0x31 } else { column + 0x43 };
    super::encode_two(Some(super::cell_of(lead, trail)), out)
}
