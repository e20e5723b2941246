//! Compares output and messages with those of zlib in CPython.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on says so")]

use super::*;
use crate::meter::Unlimited;

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn compresses_to_the_same_bytes() {
    let text = b"the quick brown fox jumps over the lazy dog; the lazy dog sleeps. ".repeat(3);
    for (data, level, wbits, expect) in [
        (b"".as_slice(), 6, 15, "789c030000000001"),
        (b"hello", 6, 15, "789ccb48cdc9c90700062c0215"),
        ([b'a'; 1000].as_slice(), 6, 15, "789c4b4c1c05a360140c770000f9d87af8"),
        (
            text.as_slice(),
            6,
            15,
            "789c2bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a75ba3f0148a7352530b8af5c082036d0200f05d475c",
        ),
        (
            text.as_slice(),
            1,
            15,
            "78012bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a75ba3f0148a7352530b8af5c082036d0200f05d475c",
        ),
        (
            text.as_slice(),
            9,
            -15,
            "2bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a75ba3f0148a7352530b8af5c082036d0200",
        ),
        (
            text.as_slice(),
            6,
            31,
            "1f8b08000000000000032bc94855282ccd4cce56482aca2fcf5348cbaf50c82acd2d2856c82f4b2d5228014ae72456552aa4e4a75ba3f0148a7352530b8af5c082036d0200b9110fe6c6000000",
        ),
        (b"abc", 0, 15, "7801010300fcff616263024d0127"),
    ] {
        let packed = compress(data, level, wbits, &mut Unlimited).unwrap().unwrap();
        assert_eq!(packed, bytes(expect), "level {level}, wbits {wbits}");
        assert_eq!(decompress(&packed, wbits, &mut Unlimited).unwrap().unwrap(), data);
    }
    assert_eq!(compress(b"", 6, 16, &mut Unlimited), Ok(None));
    assert_eq!(compress(b"", 10, 15, &mut Unlimited), Ok(None));
}

#[test]
fn says_what_is_wrong() {
    for (packed, message) in [
        ("", "Error -5 while decompressing data: incomplete or truncated stream"),
        ("789c", "Error -5 while decompressing data: incomplete or truncated stream"),
        ("00", "Error -5 while decompressing data: incomplete or truncated stream"),
        ("789d", "Error -3 while decompressing data: incorrect header check"),
        ("7818", "Error -3 while decompressing data: incorrect header check"),
        ("780c", "Error -3 while decompressing data: incorrect header check"),
        ("789c4b04", "Error -5 while decompressing data: incomplete or truncated stream"),
        ("789c4b040000620063", "Error -3 while decompressing data: incorrect data check"),
        ("789c07", "Error -3 while decompressing data: invalid block type"),
        ("789c0000000000", "Error -3 while decompressing data: invalid stored block lengths"),
        ("78bb00000001", "Error 2 while decompressing data"),
        ("789c4b4c1c05a360140c770000f9d87af9", "Error -3 while decompressing data: incorrect data check"),
    ] {
        let failure = decompress(&bytes(packed), 15, &mut Unlimited).unwrap_err();
        assert_eq!(failure.text("while decompressing data"), message, "{packed}");
    }
}

#[test]
fn streams_stop_anywhere() {
    let text: Vec<u8> = (0..60_000_u32).map(|at| ((at * at) >> 7) as u8).collect();
    let mut stream = Compressor::new(6, 31, 8, Strategy::Default, None).unwrap();
    let mut packed = Vec::new();
    for (at, piece) in text.chunks(7001).enumerate() {
        let flush = [Flush::No, Flush::Sync, Flush::Full, Flush::Partial][at % 4];
        packed.extend(stream.write(piece, flush, &mut Unlimited).unwrap());
    }
    packed.extend(stream.write(&[], Flush::Finish, &mut Unlimited).unwrap());
    packed.extend(b"more");
    let mut reader = Decompressor::new(47, None).unwrap();
    let (mut out, mut rest) = (Vec::new(), packed.as_slice());
    while !reader.is_done() {
        let limit = out.len() + 777;
        let used = reader.read(&rest[..rest.len().min(100)], &mut out, limit, &mut Unlimited).unwrap();
        assert!(out.len() <= limit);
        rest = &rest[used..];
    }
    assert_eq!((out, rest), (text, b"more".as_slice()));
}

#[test]
fn bombs_are_paid_for() {
    struct Small {
        steps: u64,
        memory: usize,
    }
    impl Meter for Small {
        fn charge(&mut self, steps: u64) -> Result<(), Stop> {
            self.steps = self.steps.checked_sub(steps).ok_or(Stop::Steps)?;
            Ok(())
        }
        fn reserve(&mut self, bytes: usize) -> Result<(), Stop> {
            self.memory = self.memory.checked_sub(bytes).ok_or(Stop::Memory)?;
            Ok(())
        }
        fn release(&mut self, bytes: usize) {
            self.memory += bytes;
        }
    }
    let bomb = compress(&vec![0; 20 << 20], 9, 15, &mut Unlimited).unwrap().unwrap();
    let run = |steps, memory| {
        let mut meter = Small { steps, memory };
        let result = decompress(&bomb, 15, &mut meter).map(|out| out.map(|out| out.len()));
        (result, meter.memory == memory)
    };
    assert_eq!(run(1 << 40, 1 << 20), (Err(Failure::Stop(Stop::Memory)), true));
    assert_eq!(run(10_000, 1 << 30), (Err(Failure::Stop(Stop::Steps)), true));
    assert_eq!(run(1 << 40, 1 << 30), (Ok(Some(20 << 20)), true));
    assert_eq!(compress(&vec![0; 1 << 20], 9, 15, &mut Small { steps: 1000, memory: 1 << 30 }), Err(Stop::Steps));
    assert_eq!(compress(&vec![0; 1 << 20], 9, 15, &mut Small { steps: 1 << 40, memory: 1 << 18 }), Err(Stop::Memory));
}
