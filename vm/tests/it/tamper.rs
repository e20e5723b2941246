//! Hostile snapshots at the level of bytes: truncated, flipped, sealed again. Each ends in a typed error, or in a session that stays within
//! all limits of the restoring host. (For hostile *state* in a valid encoding, see `vm/src/snapshot/tests.rs`.)

use stockade_vm::{Config, Outcome, SNAPSHOT_VERSION, Session, SnapshotError};

use crate::common::{config, host, program};

const HEAD: usize = 28;
const BODY: usize = 60;

/// Programs that are paused with many kinds of state: closures, generators, classes, sorting with a key, exception handlers, loops of all
/// kinds.
const PROGRAMS: &[(&str, u64)] = &[
    ("x = [1, 2.5, 'three', (4, None), {5: b'6'}, {7, 8}]\nfor i in range(1000):\n    x.append(i)\n", 300),
    (
        "class P:\n    kind = 'p'\n    def __init__(self, n): self.n = n\n    def __lt__(self, o): return self.n < o.n\n\
         def walk(items):\n    for item in items:\n        yield item\n\
         def make():\n    count = 0\n    def inner(k):\n        nonlocal count\n        count += k\n        return count\n    return inner\n\
         f = make()\nitems = [P(i * 7 % 31) for i in range(31)]\n\
         g = walk(items)\nnext(g)\nlog = {}\n\
         for n, p in enumerate(zip(walk(sorted(items, key=lambda p: -p.n)), 'abcdefgh' * 5)):\n\
         \x20   try:\n        log[p[1], n] = f(p[0].n)\n        if n % 3 == 0: raise ValueError(n)\n    except ValueError as e:\n        log[n] = e\n\
         s = frozenset(k for k in log if isinstance(k, tuple))\nprint(len(log), len(s))\n",
        1100,
    ),
    (
        "from collections import deque\nd = deque([1, 2, 3], 5)\nb = 10 ** 40\nt = ''\nfor i in range(100):\n    d.append(b + i)\n    t += 'text' * 5\nprint(d, t[-3:])\n",
        400,
    ),
];

fn taken(text: &str, at: u64, key: Option<&[u8; 32]>) -> Vec<u8> {
    let mut session = Session::new(&config(1_000_000), host().0);
    session.pause_at(at);
    assert_eq!(session.run(&program("step.py", text).expect("it compiles")), Outcome::Paused, "{text}");
    session.snapshot(key).expect("it is written")
}

fn snapshots() -> Vec<Vec<u8>> {
    PROGRAMS.iter().map(|(text, at)| taken(text, *at, None)).collect()
}

/// Strict limits.
fn strict() -> Config {
    let mut config = config(20_000);
    config.limits.memory_bytes = 64 << 20;
    config.limits.output_bytes = 10_000;
    config
}

fn restore(bytes: &[u8]) -> Result<Session, SnapshotError> {
    Session::restore(bytes, None, &strict(), host().0)
}

/// Recomputes the length and the checksum in the header.
fn reseal(bytes: &mut [u8]) {
    let len = (bytes.len() - BODY) as u64;
    bytes[20..28].copy_from_slice(&len.to_le_bytes());
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..HEAD]).update(&bytes[BODY..]);
    let sum = hasher.finalize();
    bytes[HEAD..BODY].copy_from_slice(sum.as_bytes());
}

/// Restores a snapshot and runs the session. It must stay within the limits. True when the snapshot was accepted.
fn survives(bytes: &[u8]) -> bool {
    let Ok(mut session) = restore(bytes) else { return false };
    session.resume();
    let usage = session.usage();
    assert!(usage.memory <= (65 << 20), "{} bytes in use", usage.memory);
    assert!(usage.output <= 10_000 || usage.fuel > 0);
    // The session can run another step and write another snapshot.
    session.run(&program("after.py", "y = [n * n for n in range(9)]").expect("it compiles"));
    if let Ok(bytes) = session.snapshot(None) {
        let _ = restore(&bytes);
    }
    true
}

/// A pseudo-random generator with a fixed seed, so that failures can be repeated.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Every truncation is refused. (s01, s02, s05, s06)
#[test]
fn lengths() {
    for bytes in snapshots() {
        for len in 0..bytes.len() {
            assert!(restore(&bytes[..len]).is_err(), "cut at {len}");
        }
        for extra in [1, 1 << 20] {
            let mut longer = bytes.clone();
            longer.resize(bytes.len() + extra, 7);
            assert_eq!(restore(&longer).err(), Some(SnapshotError::Length));
            reseal(&mut longer);
            assert!(restore(&longer).is_err());
        }
        let mut twice = bytes.clone();
        twice.extend_from_slice(&bytes);
        assert_eq!(restore(&twice).err(), Some(SnapshotError::Length));
    }
    // Truncated and sealed again.
    let bytes = &snapshots()[1];
    for len in (BODY..bytes.len()).step_by(3) {
        let mut cut = bytes[..len].to_vec();
        reseal(&mut cut);
        assert!(restore(&cut).is_err(), "cut at {len}");
    }
}

/// Damaged headers are refused. (s07, s08, s09)
#[test]
fn headers() {
    let bytes = &snapshots()[0];
    for magic in [*b"MONTYSNP", *b"\x1a\n\r\x44\x4b\x54\x53\x89", [0; 8]] {
        let mut other = bytes.clone();
        other[..8].copy_from_slice(&magic);
        reseal(&mut other);
        assert_eq!(restore(&other).err(), Some(SnapshotError::NotASnapshot));
    }
    for version in [0, SNAPSHOT_VERSION + 1, u16::MAX] {
        let mut other = bytes.clone();
        other[8..10].copy_from_slice(&version.to_le_bytes());
        assert_eq!(restore(&other).err(), Some(SnapshotError::Version(version)));
    }
    let mut other = bytes.clone();
    other[12] ^= 1;
    reseal(&mut other);
    assert!(matches!(restore(&other), Err(SnapshotError::OtherBuild(_))));
    for flags in [[2, 0], [0, 1], [255, 255]] {
        let mut other = bytes.clone();
        other[10..12].copy_from_slice(&flags);
        reseal(&mut other);
        assert!(restore(&other).is_err());
    }
    // Wrong lengths of all sizes.
    for len in [0u64, 1 << 32, 1 << 63, u64::MAX, bytes.len() as u64] {
        let mut other = bytes.clone();
        other[20..28].copy_from_slice(&len.to_le_bytes());
        assert_eq!(restore(&other).err(), Some(SnapshotError::Length));
    }
}

/// A flipped bit without a new seal is refused, with a key and without (s03). So is a seal with another key (s50).
#[test]
fn seals() {
    let key = [7; 32];
    let (text, at) = PROGRAMS[0];
    for keyed in [None, Some(&key)] {
        let bytes = taken(text, at, keyed);
        let open = |bytes: &[u8], key| Session::restore(bytes, key, &strict(), host().0);
        assert!(open(&bytes, keyed).is_ok());
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(open(&flipped, keyed).is_err(), "bit {bit}");
        }
    }
    let (open, sealed) = (taken(text, at, None), taken(text, at, Some(&key)));
    assert_eq!(Session::restore(&open, Some(&key), &strict(), host().0).err(), Some(SnapshotError::Key));
    assert_eq!(Session::restore(&sealed, None, &strict(), host().0).err(), Some(SnapshotError::Key));
    assert_eq!(Session::restore(&sealed, Some(&[8; 32]), &strict(), host().0).err(), Some(SnapshotError::Key));
    // Sealed again without the key.
    let mut forged = sealed.clone();
    reseal(&mut forged);
    assert_eq!(Session::restore(&forged, Some(&key), &strict(), host().0).err(), Some(SnapshotError::Key));
}

/// Each bit of a body is flipped and the snapshot sealed again. (s04)
#[test]
fn every_bit_sealed_again() {
    let bytes = &snapshots()[0];
    let mut restored = 0;
    for bit in BODY * 8..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        reseal(&mut flipped);
        restored += u32::from(survives(&flipped));
    }
    assert!(restored > 0);
}

/// Random bytes are changed and the snapshot sealed again; numbers are made huge, bytes are copied or deleted. (s04, s12, s13, s14, s26,
/// s27, s54)
#[test]
fn random_changes_sealed_again() {
    let all = snapshots();
    let mut numbers = Numbers(0x5eed_0001);
    let mut restored = 0;
    let rounds = std::env::var("STOCKADE_TAMPER_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(4000);
    for _ in 0..rounds {
        let mut bytes = all[numbers.below(all.len())].clone();
        for _ in 0..1 + numbers.below(3) {
            let at = BODY + numbers.below(bytes.len() - BODY);
            match numbers.below(6) {
                0 => bytes[at] ^= 1 << numbers.below(8),
                1 => bytes[at] = numbers.below(256) as u8,
                2 => {
                    let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
                    let len = 1 + numbers.below(10);
                    bytes.splice(at..(at + 1).min(bytes.len()), huge[10 - len..].iter().copied());
                }
                3 => {
                    let from = BODY + numbers.below(bytes.len() - BODY);
                    bytes[at] = bytes[from];
                }
                4 => {
                    bytes.remove(at);
                }
                _ => {
                    let copy: Vec<u8> = bytes[at..(at + 8).min(bytes.len())].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        reseal(&mut bytes);
        restored += u32::from(survives(&bytes));
    }
    assert!(restored > 0);
    // Random bytes after a valid header.
    for len in [0, 1, 10, 100, 1000, 100_000] {
        let mut bytes = all[0][..BODY].to_vec();
        bytes.extend((0..len).map(|_| numbers.below(256) as u8));
        reseal(&mut bytes);
        assert!(restore(&bytes).is_err());
    }
}

/// Counters and limits are those of the restoring host. (s23, s24, s25, s46)
#[test]
fn limits_are_the_new_hosts() {
    let (text, at) = PROGRAMS[0];
    let bytes = taken(text, at, None);
    let mut config = strict();
    config.limits.instructions = at + 50;
    let mut session = Session::restore(&bytes, None, &config, host().0).expect("it is read");
    assert_eq!(session.resume(), Outcome::Exceeded(stockade_vm::LimitKind::Instructions));
    config.limits.instructions = 1;
    let mut session = Session::restore(&bytes, None, &config, host().0).expect("it is read");
    assert_eq!(session.resume(), Outcome::Exceeded(stockade_vm::LimitKind::Instructions));
    config = strict();
    config.limits.memory_bytes = 1 << 20;
    let large = taken("x = [0] * 100_000\nwhile True: pass\n", 500, None);
    assert_eq!(Session::restore(&large, None, &config, host().0).err(), Some(SnapshotError::Memory));
    config = strict();
    config.limits.snapshot_bytes = 100;
    assert_eq!(Session::restore(&bytes, None, &config, host().0).err(), Some(SnapshotError::TooLarge(100)));
}

/// The new policy does not grant a module that the snapshot uses. (s10)
#[test]
fn a_policy_that_grants_less() {
    let bytes = taken(PROGRAMS[2].0, PROGRAMS[2].1, None);
    let policy = "version: 1\nimports:\n  allow: [math]\n";
    let resolved = stockade_policy::resolve_text("narrow.yaml", policy, &|_, _| Err("none".into())).expect("a good policy");
    let mut config = strict();
    config.grants = std::sync::Arc::new(resolved.grants.clone());
    assert!(matches!(Session::restore(&bytes, None, &config, host().0), Err(SnapshotError::Denied(_))));
}

/// The same snapshot can be restored many times, each time with a fresh budget (s49). Restored and written again, it has the same bytes
/// (s53).
#[test]
fn replay() {
    for bytes in snapshots() {
        let mut ends = Vec::new();
        for _ in 0..20 {
            let mut session = Session::restore(&bytes, None, &config(1_000_000), host().0).expect("it is read");
            assert!(session.snapshot(None).expect("it is written") == bytes);
            let outcome = session.resume();
            ends.push((outcome, session.usage().fuel));
        }
        assert!(ends.windows(2).all(|pair| pair[0] == pair[1]));
        assert!(matches!(ends[0].0, Outcome::Finished(_)), "{:?}", ends[0]);
    }
}

/// Deep nesting and very many objects cost no more than their bytes. (s16, s51)
#[test]
fn deep_and_wide() {
    let texts = [
        ("x = ()\nfor i in range(200000):\n    x = (x,)\n", 1_800_000),
        ("x = []\nfor i in range(200000):\n    x = [x]\n", 1_000_000),
        ("x = [{} for i in range(100000)]\nwhile True: pass\n", 1_000_000),
    ];
    for (text, at) in texts {
        let mut session = Session::new(&config(50_000_000), host().0);
        session.pause_at(at);
        session.run(&program("deep.py", text).expect("it compiles"));
        let bytes = session.snapshot(None).expect("it is written");
        let back = Session::restore(&bytes, None, &config(50_000_000), host().0).expect("it is read");
        assert!(back.snapshot(None).expect("it is written") == bytes);
    }
}
