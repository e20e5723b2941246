//! The filters that transform data before LZMA compresses it: the delta filter, and the branch filters, which make the jump targets of
//! machine code absolute. Also the 64-bit checksum.

/// Replaces each byte by its difference to the byte one distance before it, or reverses that. `history` holds the bytes before `data`; its
/// length is the distance.
pub fn delta(history: &mut [u8], data: &mut [u8], encoding: bool) {
    let mut place = 0;
    for byte in data {
        let Some(before) = history.get_mut(place) else { return };
        if encoding {
            let plain = *byte;
            *byte = plain.wrapping_sub(*before);
            *before = plain;
        } else {
            *byte = byte.wrapping_add(*before);
            *before = *byte;
        }
        place += 1;
        if place == history.len() {
            place = 0;
        }
    }
    // The oldest byte comes first again.
    history.rotate_left(place);
}

/// Converts jumps in machine code from relative to absolute addresses, or back. Returns how many bytes are done; the rest needs the data
/// that follows. `marks` is the state of the x86 filter between calls.
pub fn branch(machine: u8, at: u32, marks: &mut [u32; 2], data: &mut [u8], encoding: bool) -> usize {
    let moved = |from: u32, base: u32| if encoding { from.wrapping_add(base) } else { from.wrapping_sub(base) };
    match machine {
        4 => x86(at, marks, data, encoding),
        5 => words(data, 4, at, |word, at| {
            let code = u32::from_be_bytes(*word);
            if code >> 26 == 0x12 && code & 3 == 1 {
                let to = moved(code & 0x03FF_FFFC, at);
                *word = (0x4800_0000 | (to & 0x03FF_FFFC) | 1).to_be_bytes();
            }
        }),
        6 => ia64(data, at, moved),
        7 => words(data, 4, at, |word, at| {
            if word[3] == 0xEB {
                let from = u32::from_le_bytes(*word) & 0x00FF_FFFF;
                let to = moved(from << 2, at.wrapping_add(8)) >> 2;
                *word = ((to & 0x00FF_FFFF) | 0xEB00_0000).to_le_bytes();
            }
        }),
        8 => thumb(data, at, moved),
        9 => words(data, 4, at, |word, at| {
            let code = u32::from_be_bytes(*word);
            if code >> 22 == 0x100 || code >> 22 == 0x1FF {
                let to = moved(code << 2, at) >> 2;
                let sign = 0u32.wrapping_sub((to >> 22) & 1) << 22 & 0x3FFF_FFFF;
                *word = (sign | (to & 0x003F_FFFF) | 0x4000_0000).to_be_bytes();
            }
        }),
        _ => data.len(),
    }
}

fn words(data: &mut [u8], size: usize, at: u32, change: impl Fn(&mut [u8; 4], u32)) -> usize {
    let mut place = at;
    for word in data.chunks_exact_mut(size) {
        if let Some(word) = word.first_chunk_mut() {
            change(word, place);
        }
        place = place.wrapping_add(size as u32);
    }
    data.len() / size * size
}

fn thumb(data: &mut [u8], at: u32, moved: impl Fn(u32, u32) -> u32) -> usize {
    let mut place = 0;
    while let Some(pair) = data.get_mut(place..).and_then(<[u8]>::first_chunk_mut::<4>) {
        if pair[1] & 0xF8 == 0xF0 && pair[3] & 0xF8 == 0xF8 {
            let [a, b, c, d] = pair.map(u32::from);
            let from = (b & 7) << 19 | a << 11 | (d & 7) << 8 | c;
            let to = moved(from << 1, at.wrapping_add(place as u32).wrapping_add(4)) >> 1;
            *pair = [(to >> 11) as u8, 0xF0 | (to >> 19 & 7) as u8, to as u8, 0xF8 | (to >> 8 & 7) as u8];
            place += 2;
        }
        place += 2;
    }
    place.min(data.len())
}

fn ia64(data: &mut [u8], at: u32, moved: impl Fn(u32, u32) -> u32) -> usize {
    /// For each bundle template, the slots that may hold a jump.
    const SLOTS: [u8; 32] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 6, 6, 0, 0, 7, 7, 4, 4, 0, 0, 4, 4, 0, 0];
    let mut place = at;
    for bundle in data.chunks_exact_mut(16) {
        let slots = SLOTS.get(usize::from(bundle.first().copied().unwrap_or(0) & 0x1F)).copied().unwrap_or(0);
        for slot in 0..3 {
            if slots >> slot & 1 == 0 {
                continue;
            }
            let bit = 5 + 41 * slot;
            let Some(bytes) = bundle.get_mut(bit / 8..bit / 8 + 6) else { continue };
            let mut wide = [0; 8];
            for (to, from) in wide.iter_mut().zip(&*bytes) {
                *to = *from;
            }
            let code = u64::from_le_bytes(wide);
            let mut normal = code >> (bit % 8);
            if normal >> 37 & 0xF != 5 || normal >> 9 & 7 != 0 {
                continue;
            }
            let from = (normal >> 13 & 0xF_FFFF | (normal >> 36 & 1) << 20) as u32;
            let to = u64::from(moved(from << 4, place) >> 4);
            normal &= !(0x8F_FFFF << 13);
            normal |= (to & 0xF_FFFF) << 13 | (to & 0x10_0000) << 16;
            let made = code & ((1 << (bit % 8)) - 1) | normal << (bit % 8);
            for (to, from) in bytes.iter_mut().zip(made.to_le_bytes()) {
                *to = from;
            }
        }
        place = place.wrapping_add(16);
    }
    data.len() / 16 * 16
}

fn x86(at: u32, marks: &mut [u32; 2], data: &mut [u8], encoding: bool) -> usize {
    const MAX_DISTANCE: [u32; 5] = [0, 1, 2, 2, 3];
    let far = |byte: u8| byte == 0 || byte == 0xFF;
    let [mut mask, mut last] = *marks;
    let mut place = 0;
    if data.len() >= 5 && at.wrapping_sub(last) > 5 {
        last = at.wrapping_sub(5);
    }
    while let Some(code) = data.get_mut(place..).and_then(<[u8]>::first_chunk_mut::<5>) {
        if code[0] & 0xFE != 0xE8 {
            place += 1;
            continue;
        }
        let here = at.wrapping_add(place as u32);
        let since = here.wrapping_sub(last);
        last = here;
        if since > 5 {
            mask = 0;
        } else {
            for _ in 0..since {
                mask = (mask & 0x77) << 1;
            }
        }
        let byte = code[4];
        if far(byte) && mask >> 1 <= 4 && mask >> 1 != 3 {
            let base = here.wrapping_add(5);
            let mut from = u32::from_le_bytes([code[1], code[2], code[3], code[4]]);
            let to = loop {
                let to = if encoding { from.wrapping_add(base) } else { from.wrapping_sub(base) };
                if mask == 0 {
                    break to;
                }
                let bits = MAX_DISTANCE.get((mask >> 1) as usize).copied().unwrap_or(0) * 8;
                if !far((to >> (24 - bits)) as u8) {
                    break to;
                }
                from = to ^ (u64::MAX >> (32 + bits)) as u32;
            };
            let [a, b, c, _] = to.to_le_bytes();
            *code = [code[0], a, b, c, if to >> 24 & 1 == 1 { 0xFF } else { 0 }];
            place += 5;
            mask = 0;
        } else {
            place += 1;
            mask |= if far(byte) { 0x11 } else { 1 };
        }
    }
    *marks = [mask, last];
    place.min(data.len())
}

#[expect(clippy::indexing_slicing, reason = "the loop counts up to the length")]
const CRC64: [u64; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut value = index as u64;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 { value >> 1 ^ 0xC96C_5795_D787_0F42 } else { value >> 1 };
            bit += 1;
        }
        table[index] = value;
        index += 1;
    }
    table
};

/// The CRC-64 (ECMA-182) of data that follows data with the checksum `before`.
pub fn crc64(data: &[u8], before: u64) -> u64 {
    !data.iter().fold(!before, |sum, &byte| {
        let index = usize::from(sum as u8 ^ byte);
        CRC64.get(index).copied().unwrap_or(0) ^ sum >> 8
    })
}
