//! Tests round trips in steps of any size, and invalid streams.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on says so")]

use super::*;
use crate::meter::{Meter, Stop, Unlimited};

/// Deterministic bytes without a pattern.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, count: usize, kinds: u64) -> Vec<u8> {
        (0..count).map(|_| (self.next() >> 20) as u8 % kinds.clamp(1, 255) as u8).collect()
    }
}

fn settings(chunked: bool) -> Settings {
    Settings { chunked, lc: 3, lp: 0, pb: 2, dictionary: 1 << 23, fast: false, nice_length: 64, tree: true, depth: 0 }
}

fn start(settings: Settings) -> Decoder {
    if settings.chunked {
        Decoder::chunks(settings.dictionary)
    } else {
        let properties = Properties::new(settings.lc as u8, settings.lp as u8, settings.pb as u8).unwrap();
        Decoder::plain(properties, settings.dictionary, u64::MAX)
    }
}

/// Decodes a stream with `piece` bytes of input and `most` bytes of output per step. The state is written and read back between steps. The
/// flag is true when the stream ended.
fn decoded(mut decoder: Decoder, packed: &[u8], piece: usize, most: usize) -> Result<(Vec<u8>, bool), Corrupt> {
    let (mut out, mut window, mut at, mut written) = (Vec::new(), Vec::new(), 0, Vec::new());
    let mut given = 0;
    loop {
        if window.len() <= decoder.at() && window.len() < decoder.max_window_size() {
            let size = (window.len() * 2).clamp(1 << 12, decoder.max_window_size());
            window.resize(size, 0);
        }
        let before = decoder.at();
        let step = decoder.step(&mut window, &packed[at..given], most)?;
        at += step.used;
        assert!(step.made <= most);
        let first = step.made.min(window.len() - before);
        out.extend_from_slice(&window[before..before + first]);
        out.extend_from_slice(&window[..step.made - first]);
        decoder.write_to(&mut written);
        assert_eq!(written.len(), Decoder::WRITTEN);
        decoder = Decoder::read_from(&written).unwrap();
        if decoder.is_ended() {
            return Ok((out, true));
        }
        if step.used == 0 && step.made == 0 {
            if given == packed.len() {
                return Ok((out, false));
            }
            given = (given + piece).min(packed.len());
        }
    }
}

fn texts() -> Vec<Vec<u8>> {
    let mut noise = Noise(7);
    let mut texts = vec![
        Vec::new(),
        b"a".to_vec(),
        b"hello world".repeat(100),
        vec![0; 300_000],
        noise.bytes(100_000, 255),
        noise.bytes(50_000, 3),
        (0..20_000).flat_map(|n: u32| (n * n).to_string().into_bytes()).collect(),
    ];
    let block = noise.bytes(9_000, 255);
    texts.push([block.clone(), vec![1; 5_000], block.clone(), block].concat());
    texts
}

#[test]
fn streams_come_back() {
    for text in texts() {
        for chunked in [false, true] {
            for fast in [false, true] {
                let settings = Settings { fast, tree: !fast, ..settings(chunked) };
                let packed = encode(&text, settings, &mut Unlimited).unwrap();
                assert!(decoded(start(settings), &packed, 8192, 1 << 16) == Ok((text.clone(), true)), "{} {chunked} {fast}", text.len());
            }
        }
    }
}

#[test]
fn any_settings_do() {
    let text = texts().pop().unwrap();
    for (lc, lp, pb) in [(0, 0, 0), (4, 0, 4), (0, 4, 0), (1, 2, 3), (2, 2, 2)] {
        for (dictionary, nice_length, depth) in [(1 << 12, 2, 1), (5000, 273, u32::MAX), (1 << 20, 20, 0)] {
            for chunked in [false, true] {
                let settings = Settings { lc, lp, pb, dictionary, nice_length, depth, ..settings(chunked) };
                let packed = encode(&text, settings, &mut Unlimited).unwrap();
                assert!(decoded(start(settings), &packed, 1000, 1000) == Ok((text.clone(), true)), "{settings:?}");
            }
        }
    }
}

#[test]
fn steps_of_any_size_give_the_same() {
    let text: Vec<u8> = texts()[2..].iter().flat_map(|text| text.iter().copied().take(3000)).collect();
    for chunked in [false, true] {
        let settings = Settings { dictionary: 1 << 12, ..settings(chunked) };
        let packed = encode(&text, settings, &mut Unlimited).unwrap();
        for (piece, most) in [(1, 1 << 16), (1, 1), (300, 7), (64, 300)] {
            assert!(decoded(start(settings), &packed, piece, most) == Ok((text.clone(), true)), "{piece} {most}");
        }
        for end in (0..packed.len()).step_by(97) {
            let (part, ended) = decoded(start(settings), &packed[..end], 1 << 20, 1 << 16).unwrap();
            assert!(!ended && text.starts_with(&part), "{end}");
        }
    }
}

#[test]
fn a_step_that_is_thrown_away_can_be_taken_again() {
    let text = texts().concat();
    let settings = Settings { dictionary: 1 << 12, ..settings(true) };
    let packed = encode(&text, settings, &mut Unlimited).unwrap();
    let (mut decoder, mut window, mut at, mut out) = (start(settings), Vec::new(), 0, Vec::new());
    window.resize(decoder.max_window_size(), 0);
    while !decoder.is_ended() {
        let before = decoder.at();
        decoder.clone().step(&mut window, &packed[at..], 1 << 16).unwrap();
        let step = decoder.step(&mut window, &packed[at..], 1 << 16).unwrap();
        at += step.used;
        out.extend((before..before + step.made).map(|place| window[place % window.len()]));
    }
    assert!(out == text);
}

#[test]
fn wrong_streams_end() {
    let mut noise = Noise(99);
    for text in texts() {
        let text = &text[..text.len().min(4000)];
        for chunked in [false, true] {
            let settings = settings(chunked);
            let packed = encode(text, settings, &mut Unlimited).unwrap();
            for _ in 0..60 {
                let mut wrong = packed.clone();
                for _ in 0..=noise.next() % 4 {
                    let place = noise.next() as usize % wrong.len();
                    wrong[place] = noise.next() as u8;
                }
                wrong.truncate(noise.next() as usize % (wrong.len() * 4));
                let piece = noise.next() as usize % 500 + 1;
                if let Ok((found, _)) = decoded(start(settings), &wrong, piece, 1 << 16) {
                    // One bit of input can yield at most a few hundred bytes of output.
                    assert!(found.len() < (wrong.len() + 1) * 8 * 273);
                }
            }
            let noise = noise.bytes(500, 255);
            let _ = decoded(start(settings), &[&[0][..], &noise].concat(), 1 << 20, 1 << 16);
            let _ = decoded(start(settings), &[&[1][..], &noise].concat(), 1 << 20, 1 << 16);
        }
    }
}

#[test]
fn wrong_states_do_no_harm() {
    let mut noise = Noise(3);
    let settings = settings(true);
    let text = texts().pop().unwrap();
    let packed = encode(&text, settings, &mut Unlimited).unwrap();
    let mut decoder = start(settings);
    let mut window = vec![0; 1 << 14];
    let step = decoder.step(&mut window, &packed, 5000).unwrap();
    let mut written = Vec::new();
    decoder.write_to(&mut written);
    for _ in 0..5_000 {
        let mut wrong = written.clone();
        for _ in 0..=noise.next() % 5 {
            let place = noise.next() as usize % if noise.next().is_multiple_of(4) { wrong.len() } else { 81 };
            wrong[place] = if noise.next().is_multiple_of(3) { 0xFF } else { noise.next() as u8 };
        }
        if let Some(mut decoder) = Decoder::read_from(&wrong) {
            window.truncate(noise.next() as usize % (1 << 15));
            window.resize(noise.next() as usize % (1 << 15), 0);
            let _ = decoder.step(&mut window, &packed[step.used..], 1 << 16);
        }
    }
    assert!(Decoder::read_from(&written[1..]).is_none());
}

#[test]
fn filters_are_undone() {
    let mut noise = Noise(11);
    let mut data = noise.bytes(20_000, 255);
    // Jumps of each supported processor.
    for place in (0..data.len() - 16).step_by(16) {
        let jump: &[u8] = match place / 16 % 8 {
            0 => &[0xE8, 1, 2, 0, 0],
            1 => &[0xE9, 0xE8, 2, 0xFF, 0xFF],
            2 => &[0x48, 0, 1, 1],
            3 => &[1, 2, 3, 0xEB],
            4 => &[0x10, 0xF0, 0x20, 0xF8],
            5 => &[0x40, 0, 1, 2],
            6 => &[0x7F, 0xFF, 1, 2],
            _ => &[0x10, 0, 0, 0, 0, 0x50, 0, 0xA0],
        };
        data[place..place + jump.len()].copy_from_slice(jump);
    }
    for machine in 4..=9 {
        for at in [0, 64, u32::MAX - 63] {
            let mut made = data.clone();
            let done = branch(machine, at, &mut [0, u32::MAX - 4], &mut made, true);
            assert!(made != data && done <= data.len(), "{machine}");
            assert_eq!(branch(machine, at, &mut [0, u32::MAX - 4], &mut made, false), done, "{machine}");
            assert!(made == data, "{machine}");
        }
    }
    for distance in [1, 3, 256] {
        let mut made = data.clone();
        let mut history = vec![0; distance];
        let (head, tail) = made.split_at_mut(777);
        delta(&mut history, head, true);
        delta(&mut history, tail, true);
        delta(&mut vec![0; distance], &mut made, false);
        assert!(made == data, "{distance}");
    }
    assert_eq!(crc64(b"6789", crc64(b"12345", 0)), 0x995D_C9BB_DF19_39FA);
}

/// Counts the charges, and refuses when its budget is used up.
#[derive(Default)]
struct Counting {
    steps: u64,
    bytes: usize,
    most_steps: Option<u64>,
    most_bytes: Option<usize>,
}

impl Meter for Counting {
    fn charge(&mut self, steps: u64) -> Result<(), Stop> {
        self.steps += steps;
        if self.most_steps.is_some_and(|most| self.steps > most) { Err(Stop::Steps) } else { Ok(()) }
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), Stop> {
        self.bytes += bytes;
        if self.most_bytes.is_some_and(|most| self.bytes > most) { Err(Stop::Memory) } else { Ok(()) }
    }

    fn release(&mut self, bytes: usize) {
        self.bytes -= bytes;
    }
}

#[test]
fn writing_is_paid_for() {
    for chunked in [false, true] {
        let (small, large) = (vec![7; 10_000], Noise(5).bytes(1 << 18, 255));
        let mut cheap = Counting::default();
        encode(&small, settings(chunked), &mut cheap).unwrap();
        // Memory depends on the data: a small text with a large dictionary is charged little.
        assert!(cheap.bytes < 2 << 20, "{}", cheap.bytes);
        let mut dear = Counting::default();
        let packed = encode(&large, settings(chunked), &mut dear).unwrap();
        assert!(dear.steps > 16 << 18 && dear.bytes > (2 << 20) + packed.len(), "{} {}", dear.steps, dear.bytes);
        let mut stopped = Counting { most_steps: Some(dear.steps / 2), ..Counting::default() };
        assert_eq!(encode(&large, settings(chunked), &mut stopped), Err(Stop::Steps));
        let mut stopped = Counting { most_bytes: Some(dear.bytes - 1), ..Counting::default() };
        assert_eq!(encode(&large, settings(chunked), &mut stopped), Err(Stop::Memory));
        let mut stopped = Counting { most_bytes: Some(1 << 16), ..Counting::default() };
        assert_eq!(encode(&large, settings(chunked), &mut stopped), Err(Stop::Memory));
    }
}
