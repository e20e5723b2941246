//! The encodings of Chinese: GB 2312, GBK, GB 18030, HZ, Big5, CP950 and Big5-HKSCS.

use super::charset::{BIG5, CP950, Charset, GB18030, HKSCS, code_of_index, index_of_code};
use super::{Decoded, Encoded, Input, State, cell_of};

/// Cells that GB 18030 has and GBK has not, sorted.
const NOT_GBK: [(u16, u16); 24] = [
    (0xA2AB, 0xA2B0),
    (0xA2E3, 0xA2E4),
    (0xA2EF, 0xA2F0),
    (0xA2FD, 0xA2FE),
    (0xA4F4, 0xA4FE),
    (0xA5F7, 0xA5FE),
    (0xA6B9, 0xA6C0),
    (0xA6D9, 0xA6DF),
    (0xA6EC, 0xA6ED),
    (0xA6F3, 0xA6F3),
    (0xA6F6, 0xA6FE),
    (0xA7C2, 0xA7D0),
    (0xA7F2, 0xA7FE),
    (0xA896, 0xA8A0),
    (0xA8BC, 0xA8BC),
    (0xA8BF, 0xA8BF),
    (0xA8C1, 0xA8C4),
    (0xA8EA, 0xA8FE),
    (0xA958, 0xA95F),
    (0xA989, 0xA9A3),
    (0xA9F0, 0xA9FE),
    (0xD7FA, 0xD7FE),
    (0xFE50, 0xFE7E),
    (0xFE80, 0xFEFE),
];

/// Cells inside the gaps of [`NOT_GBK`] that GBK has.
const GBK_AGAIN: [u16; 4] = [0xA959, 0xA95A, 0xA95C, 0xA996];

fn is_gbk(cell: u16) -> bool {
    let [lead, trail] = cell.to_be_bytes();
    let user_defined = match lead {
        0xA1..=0xA7 => trail <= 0xA0,
        0xAA..=0xAF | 0xF8..=0xFD => trail >= 0xA1,
        _ => false,
    };
    !user_defined && (GBK_AGAIN.contains(&cell) || !NOT_GBK.iter().any(|(first, last)| (*first..=*last).contains(&cell)))
}

/// True for cells of GB 2312, apart from two that stand for other characters there.
fn is_gb2312(cell: u16) -> bool {
    let [lead, trail] = cell.to_be_bytes();
    let added = matches!(cell, 0xA2A1..=0xA2AA | 0xA6E0..=0xA6F5 | 0xA8BB..=0xA8C0);
    matches!(lead, 0xA1..=0xA9 | 0xB0..=0xF7) && trail >= 0xA1 && !(lead == 0xA9 && trail < 0xA4) && !added && is_gbk(cell)
}

/// The code point of a cell of GB 2312 in its form with bit 7 of both bytes.
pub(super) fn gb2312_code(lead: u8, trail: u8) -> Option<u32> {
    match cell_of(lead, trail) {
        0xA1A4 => Some(0x30FB),
        0xA1AA => Some(0x2015),
        cell if is_gb2312(cell) => Some(GB18030.decode(lead, trail)?.0),
        _ => None,
    }
}

/// The reverse of [`gb2312_code`].
pub(super) fn gb2312_cell(code: u32) -> Option<u16> {
    match code {
        0x30FB => Some(0xA1A4),
        0x2015 => Some(0xA1AA),
        0xB7 | 0x2014 => None,
        _ => GB18030.encode(code).filter(|cell| is_gb2312(*cell)),
    }
}

pub(super) fn decode_gb2312(rest: &[u8]) -> Decoded {
    super::decode_two(rest, gb2312_code)
}

pub(super) fn encode_gb2312(code: u32, out: &mut Vec<u8>) -> Encoded {
    super::encode_two(gb2312_cell(code), out)
}

pub(super) fn decode_gbk(rest: &[u8]) -> Decoded {
    super::decode_two(rest, |lead, trail| {
        let known = is_gbk(cell_of(lead, trail));
        known.then(|| GB18030.decode(lead, trail)).flatten().map(|(code, _)| code)
    })
}

pub(super) fn encode_gbk(code: u32, out: &mut Vec<u8>) -> Encoded {
    super::encode_two(GB18030.encode(code).filter(|cell| is_gbk(*cell)), out)
}

pub(super) fn decode_gb18030(rest: &[u8]) -> Decoded {
    match *rest {
        [lead, trail, ref more @ ..] if trail.is_ascii_digit() => {
            let [third, fourth, ..] = *more else { return Decoded::Short };
            if lead < 0x81 || !(0x81..0xFF).contains(&third) || !fourth.is_ascii_digit() {
                return Decoded::Bad(1);
            }
            let lead = u32::from(lead - 0x81);
            let index = (lead * 10 + u32::from(trail - 0x30)) * 1260 + u32::from(third - 0x81) * 10 + u32::from(fourth - 0x30);
            let code = match lead {
                // Four lead bytes cover the basic plane, and the others from here on the planes above.
                0..4 => code_of_index(index),
                15.. => Some(index - 15 * 12600 + 0x10000).filter(|code| *code <= 0x10_FFFF),
                _ => None,
            };
            code.map_or(Decoded::Bad(1), |code| Decoded::one(4, code))
        }
        _ => super::decode_two(rest, |lead, trail| Some(GB18030.decode(lead, trail)?.0)),
    }
}

pub(super) fn encode_gb18030(code: u32, out: &mut Vec<u8>) -> Encoded {
    if let Some(cell) = GB18030.encode(code) {
        return super::encode_two(Some(cell), out);
    }
    let index = if code > 0xFFFF { Some(code - 0x10000 + 15 * 12600) } else { index_of_code(code) };
    let Some(index) = index else { return Encoded::Bad };
    let (high, low) = (index / 1260, index % 1260);
    out.extend([high / 10 + 0x81, high % 10 + 0x30, low / 10 + 0x81, low % 10 + 0x30].map(|byte| byte as u8));
    Encoded::Done(1)
}

/// HZ: `~{` and `~}` enclose GB 2312 in seven bits. The first byte of the state is 1 inside.
pub(super) fn decode_hz(state: &mut State, rest: &[u8]) -> Decoded {
    let is_inside = state.byte(0) != 0;
    match *rest {
        [b'~'] => Decoded::Short,
        [b'~', b'~', ..] if !is_inside => Decoded::one(2, u32::from(b'~')),
        [b'~', b'{', ..] if !is_inside => {
            state.set(0, 1);
            Decoded::Silent(2)
        }
        [b'~', b'\n', ..] if !is_inside => Decoded::Silent(2),
        [b'~', b'}', ..] if is_inside => {
            state.set(0, 0);
            Decoded::Silent(2)
        }
        [b'~', ..] | [0x80..=0xFF, ..] | [] => Decoded::Bad(1),
        [byte, ..] if !is_inside => Decoded::one(1, u32::from(byte)),
        [lead, trail, ..] if trail < 0x80 => gb2312_code(lead | 0x80, trail | 0x80).map_or(Decoded::Bad(1), |code| Decoded::one(2, code)),
        [_, _, ..] => Decoded::Bad(1),
        [_] => Decoded::Short,
    }
}

pub(super) fn encode_hz(state: &mut State, code: u32, out: &mut Vec<u8>) -> Encoded {
    let is_inside = state.byte(0) != 0;
    if code < 0x80 {
        if is_inside {
            out.extend_from_slice(b"~}");
            state.set(0, 0);
        }
        // CPython loses the second tilde where its buffer is full.
        if code == u32::from(b'~') {
            out.push(b'~');
        }
        out.push(code as u8);
        return Encoded::Done(1);
    }
    let Some(cell) = gb2312_cell(code) else { return Encoded::Bad };
    if !is_inside {
        out.extend_from_slice(b"~{");
        state.set(0, 1);
    }
    super::encode_two(Some(cell & 0x7F7F), out)
}

/// What ends an encoded text.
pub(super) fn finish_hz(state: &mut State, out: &mut Vec<u8>) {
    if state.byte(0) != 0 {
        out.extend_from_slice(b"~}");
        state.set(0, 0);
    }
}

fn one_of(first: &Charset, second: &Charset, lead: u8, trail: u8) -> Option<(u32, u32)> {
    first.decode(lead, trail).or_else(|| second.decode(lead, trail))
}

pub(super) fn decode_big5(rest: &[u8]) -> Decoded {
    super::decode_two(rest, |lead, trail| Some(BIG5.decode(lead, trail)?.0))
}

pub(super) fn encode_big5(code: u32, out: &mut Vec<u8>) -> Encoded {
    super::encode_two(BIG5.encode(code), out)
}

pub(super) fn decode_cp950(rest: &[u8]) -> Decoded {
    super::decode_two(rest, |lead, trail| Some(one_of(&CP950, &BIG5, lead, trail)?.0))
}

pub(super) fn encode_cp950(code: u32, out: &mut Vec<u8>) -> Encoded {
    // A cell of Big5 that stands for another character here does not encode its own.
    let of_big5 = || BIG5.encode(code).filter(|cell| CP950.decode((cell >> 8) as u8, *cell as u8).is_none());
    super::encode_two(CP950.encode(code).or_else(of_big5), out)
}

pub(super) fn decode_big5hkscs(rest: &[u8]) -> Decoded {
    let decode = |lead, trail| match cell_of(lead, trail) {
        // Big5 is not asked about its additions of signs and Cyrillic letters.
        0xC6A1..=0xC8FE => HKSCS.decode(lead, trail),
        _ => one_of(&HKSCS, &BIG5, lead, trail),
    };
    super::decode_two_to_pair(rest, decode)
}

pub(super) fn encode_big5hkscs(input: Input, out: &mut Vec<u8>) -> Encoded {
    if input.code < 0x80 {
        return super::encode_two(None, out);
    }
    if let Some(found) = super::encode_pair(&HKSCS, input, out, |cell| cell) {
        return found;
    }
    let of_big5 = || BIG5.encode(input.code).filter(|cell| !(0xC6A1..=0xC8FE).contains(cell));
    super::encode_two(HKSCS.encode(input.code).or_else(of_big5), out)
}
