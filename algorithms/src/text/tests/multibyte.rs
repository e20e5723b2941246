//! Compares the encodings of East Asia with CPython's. `tools/multibyte_golden.py` writes the expected file, and says what is digested.

use sha2::{Digest, Sha256};

use super::super::codecs::multibyte::{Multibyte, State, decode_part, encode_part};
use super::super::codecs::{self, Codec, CodecError};
use stockade_compiler::surrogate;

const EXPECTED: &str = include_str!("multibyte.txt");

const SETS: [&[u8]; 17] = [
    b"\x1b$B",
    b"\x1b$@",
    b"\x1b$(D",
    b"\x1b$(C",
    b"\x1b$A",
    b"\x1b$(O",
    b"\x1b$(P",
    b"\x1b$(Q",
    b"\x1b(J",
    b"\x1b(I",
    b"\x1b$)C\x0e",
    b"\x1b.AA\x1bN",
    b"\x1b.F\x1bN",
    b"\x1b",
    b"\x1b$",
    b"\x1b(",
    b"\x1b&@\x1b$B",
];

fn failed(error: &CodecError) -> String {
    match error {
        CodecError::Unicode(failure) => format!("!{} {} {} {}", failure.encoding, failure.start, failure.end, failure.reason),
        CodecError::Other(error) => format!("!{}", error.message),
    }
}

fn decoded(kind: Multibyte, data: &[u8], errors: &str) -> String {
    codecs::decode(data, Codec::Multibyte(kind), codecs::handler(errors), errors).unwrap_or_else(|error| failed(&error))
}

fn coded(text: &str) -> String {
    text.chars().map(|c| format!("{:x}", surrogate::code_point(c))).collect::<Vec<_>>().join(",")
}

fn hex(data: &[u8]) -> String {
    data.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn every_two() -> impl Iterator<Item = [u8; 2]> {
    (0..=0xFFFFu16).map(u16::to_be_bytes)
}

/// The same as `sequences` of the script.
fn sequences(kind: Multibyte) -> Vec<Vec<u8>> {
    let after = |prefix: &[u8]| every_two().map(|two| [prefix, &two].concat()).collect::<Vec<_>>();
    match kind.name() {
        "euc_jp" | "euc_jis_2004" | "euc_jisx0213" => [after(b"\x8f"), after(b"\x8e").into_iter().step_by(7).collect()].concat(),
        "hz" => after(b"~{"),
        "gb18030" => [0x81, 0x82, 0x83, 0x84, 0x85, 0x8F, 0x90, 0xE3, 0xE4, 0xFF]
            .into_iter()
            .flat_map(|first| {
                (0..4000u32).map(move |at| vec![first, 0x30 + (at / 3 % 11) as u8, 0x81 + (at % 127) as u8, 0x30 + (at % 13) as u8])
            })
            .collect(),
        "euc_kr" => (0xA0..0xC0u8)
            .flat_map(|one| {
                (0xBD..0xD6u8).map(move |other| {
                    let last = 0xA1 + ((u32::from(one) + u32::from(other)) % 0x38) as u8;
                    vec![0xA4, 0xD4, 0xA4, one, 0xA4, other, 0xA4, last]
                })
            })
            .collect(),
        name if name.starts_with("iso2022") => {
            // Every cell, and some of what is none.
            let is_cell = |two: &[u8; 2]| two.iter().all(|byte| (0x20..0x80).contains(byte));
            let some = every_two().enumerate().filter(|(at, two)| at % 17 == 0 || is_cell(two)).map(|(_, two)| two);
            let some: Vec<[u8; 2]> = some.collect();
            SETS.iter().flat_map(|set| some.iter().map(|two| [set, two.as_slice()].concat())).collect()
        }
        _ => Vec::new(),
    }
}

fn encode_digest(kind: Multibyte) -> String {
    let mut digest = Sha256::new();
    for block in (0..0x11_0000u32).step_by(256).filter(|block| !(0xF_F000..0xF_F800).contains(block)) {
        let text: String = (block..block + 256).filter_map(surrogate::char_of).collect();
        let errors = "backslashreplace";
        digest.update(codecs::encode(&text, Codec::Multibyte(kind), codecs::handler(errors), errors).unwrap());
        digest.update(b"\n");
    }
    hex(&digest.finalize())
}

fn decode_digest(kind: Multibyte) -> String {
    let mut digest = Sha256::new();
    let short = (0..=0xFFu8).map(|byte| vec![byte]).chain(every_two().map(|two| two.to_vec()));
    for data in short.chain(sequences(kind)) {
        digest.update(decoded(kind, &data, "strict"));
        digest.update(b"\n");
    }
    hex(&digest.finalize())
}

fn kind_of(name: &str) -> Multibyte {
    *Multibyte::ALL.iter().find(|kind| kind.name() == name).unwrap()
}

/// The lines of the expected file that begin with one of the words, and what comes out here.
fn compare(words: &[&str], actual: impl Fn(&str, &str, &str) -> String) {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for line in EXPECTED.lines() {
        let mut fields = line.splitn(3, ' ');
        let (word, name, rest) = (fields.next().unwrap(), fields.next().unwrap(), fields.next().unwrap());
        if !words.contains(&word) {
            continue;
        }
        let got = actual(word, name, rest);
        if got != rest {
            wrong.push(format!("{line}\n    got {got}"));
        }
        compared += 1;
    }
    assert!(wrong.is_empty(), "{} of {compared} differ\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared >= Multibyte::ALL.len());
}

#[test]
fn every_code_point_encodes_as_in_cpython() {
    compare(&["encode"], |_, name, _| encode_digest(kind_of(name)));
}

#[test]
fn every_short_sequence_decodes_as_in_cpython() {
    compare(&["decode"], |_, name, _| decode_digest(kind_of(name)));
}

#[test]
fn errors_and_handlers_are_cpythons() {
    compare(&["D", "E"], |what, name, rest| {
        let (given, _) = rest.split_once(" = ").unwrap();
        let (errors, given) = given.split_once(' ').unwrap();
        let got = if what == "D" {
            let byte = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap();
            let data: Vec<u8> = given.as_bytes().chunks(2).map(byte).collect();
            let made = codecs::decode(&data, Codec::Multibyte(kind_of(name)), codecs::handler(errors), errors);
            made.map_or_else(|error| failed(&error), |text| coded(&text))
        } else {
            let text: String = given.split(',').map(|code| surrogate::char_of(u32::from_str_radix(code, 16).unwrap()).unwrap()).collect();
            let made = codecs::encode(&text, Codec::Multibyte(kind_of(name)), codecs::handler(errors), errors);
            made.map_or_else(|error| failed(&error), |data| hex(&data))
        };
        format!("{errors} {given} = {got}")
    });
}

/// Parts of any size give what the whole gives.
#[test]
fn parts_join_to_the_whole() {
    let text = "aか゚b\u{e6}\u{300}漢字~\\가힣ア\u{ca}\u{304}中文\n";
    for &kind in Multibyte::ALL {
        let mut known = String::new();
        for c in text.chars() {
            if codecs::encode(&c.to_string(), Codec::Multibyte(kind), codecs::Handler::Strict, "strict").is_ok() {
                known.push(c);
            }
        }
        let whole = codecs::encode(&known, Codec::Multibyte(kind), codecs::Handler::Strict, "strict").unwrap();
        let chars: Vec<char> = known.chars().collect();
        let (mut state, mut out, mut pending) = (State::of_encoder(kind), Vec::new(), String::new());
        for (at, c) in chars.iter().enumerate() {
            pending.push(*c);
            let is_last = at + 1 == chars.len();
            let (data, end) = encode_part(kind, &mut state, &pending, is_last, is_last);
            out.extend(data);
            pending = pending.chars().skip(end.unwrap()).collect();
        }
        assert_eq!((out, pending.as_str()), (whole.clone(), ""), "{}", kind.name());

        let (mut state, mut text, mut pending) = (State::of_decoder(kind), String::new(), Vec::new());
        for (at, byte) in whole.iter().enumerate() {
            pending.push(*byte);
            let (part, end) = decode_part(kind, &mut state, &pending, at + 1 == whole.len());
            text.push_str(&part);
            pending.drain(..end.unwrap());
        }
        assert_eq!(text, decoded(kind, &whole, "strict"), "{}", kind.name());
        assert_eq!(State::from_number(state.number()), state);
    }
}
