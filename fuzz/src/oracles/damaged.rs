//! A damaged snapshot with a correct seal is refused, or continues within all limits. It never panics and is never slow.
//!
//! The seal is recomputed after each change, so that the test reaches the reader and not only the checksum. The damage depends only on the
//! text.

use std::time::Duration;

use stockade_vm::{Config, Outcome, Session, SnapshotError};

use super::Watch;
use crate::generators::Random;
use crate::run::{RunOptions, compile, config, host};

/// Offsets of the length field, the checksum and the body (`docs/snapshots.md`).
const LENGTH: usize = 20;
const CHECKSUM: usize = 28;
const BODY: usize = 60;

/// Number of damaged copies of the snapshots of one program.
const COPIES: usize = 60;
/// Maximum time to read one copy. Each has a few kilobytes.
const TIMEOUT: Duration = Duration::from_secs(5);

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(program) = compile(text) else { return Ok(()) };
    let mut random = Random::new(seed(text));
    let config = config(&RunOptions { fuel: 20_000, memory: 32 << 20, ..RunOptions::default() });
    let mut session = Session::new(&config, host());
    let mut taken = Vec::new();
    session.pause_at(random.draw() % 300 + 1);
    let mut outcome = session.run(&program);
    for _ in 0..3 {
        taken.extend(session.snapshot(None).ok());
        if outcome != Outcome::Paused {
            break;
        }
        session.pause_at(session.usage().fuel + random.draw() % 3_000 + 1);
        outcome = session.resume();
    }
    let Some(after) = compile("z = [n * n for n in range(9)]\nprint(z)") else {
        return Err("what comes after does not compile".to_string());
    };
    for copy in 0..COPIES {
        let Some(whole) = taken.get(copy % taken.len().max(1)) else { return Ok(()) };
        let other = taken.get((copy + 1) % taken.len()).unwrap_or(whole);
        let mut bytes = whole.clone();
        for _ in 0..random.draw() % 4 + 1 {
            damage(&mut bytes, other, &mut random);
        }
        seal(&mut bytes);
        let start = Watch::start();
        read(&bytes, &config, &after).map_err(|what| format!("copy {copy}: {what}"))?;
        let spent = start.spent();
        if spent > TIMEOUT {
            return Err(format!("copy {copy}: {spent:?} for {} bytes", bytes.len()));
        }
    }
    Ok(())
}

/// Restores a snapshot and uses the session in all ways that a host may.
fn read(bytes: &[u8], config: &Config, after: &std::sync::Arc<stockade_compiler::bytecode::Program>) -> Result<(), String> {
    let mut session = match Session::restore(bytes, None, config, host()) {
        Ok(session) => session,
        Err(SnapshotError::Internal(fault)) => return Err(format!("refused as a fault of ours: {fault}")),
        Err(_) => return Ok(()),
    };
    let again = session.snapshot(None);
    if let Ok(again) = &again {
        Session::restore(again, None, config, host()).map_err(|error| format!("read once and not twice: {error}"))?;
    }
    for _ in 0..3 {
        let outcome = session.resume();
        let usage = session.usage();
        if usage.memory > config.limits.memory_bytes + (1 << 20) {
            return Err(format!("{} bytes in use", usage.memory));
        }
        if !matches!(outcome, Outcome::Paused | Outcome::HostCall(_) | Outcome::Awaits(_)) {
            break;
        }
    }
    let mut fork = session.fork(config, host()).map_err(|error| format!("no fork: {error}"))?;
    for session in [&mut session, &mut fork] {
        session.run(after);
        if session.usage().fuel > config.limits.instructions {
            return Err(format!("{} units of fuel", session.usage().fuel));
        }
        let _ = session.snapshot(None);
    }
    Ok(())
}

fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let mut below = |end: usize| usize::try_from(random.draw() % end.max(1) as u64).unwrap_or(0);
    let len = bytes.len().saturating_sub(BODY);
    if len == 0 {
        return;
    }
    let at = BODY + below(len);
    match below(10) {
        0 | 1 => flip(bytes, at, 1 << below(8)),
        2 => flip(bytes, at, u8::try_from(below(255)).unwrap_or(0) + 1),
        3 => {
            // Changes a small number or tag by one.
            if let Some(byte) = bytes.get_mut(at) {
                *byte = if below(2) == 0 { byte.wrapping_add(1) } else { byte.wrapping_sub(1) };
            }
        }
        4 => bytes.truncate(at),
        5 => {
            // Deletes some bytes.
            let end = (at + 1 + below(8)).min(bytes.len());
            bytes.drain(at..end);
        }
        6 => {
            // Copies some bytes to another place.
            let from = BODY + below(len);
            let piece = bytes.get(from..(from + 1 + below(24)).min(bytes.len())).unwrap_or(&[]).to_vec();
            bytes.splice(at..at, piece);
        }
        7 => {
            // Overwrites some bytes with others.
            let from = BODY + below(len);
            let piece = bytes.get(from..(from + 1 + below(24)).min(bytes.len())).unwrap_or(&[]).to_vec();
            for (to, byte) in bytes.iter_mut().skip(at).zip(piece) {
                *to = byte;
            }
        }
        8 => {
            // Continues with the bytes of another state.
            bytes.truncate(at);
            bytes.extend_from_slice(other.get(at..).unwrap_or(&[]));
        }
        _ => {
            // Inserts a large number.
            let number = [0xff, 0xff, 0xff, 0xff, 0x0f, 0xff, 0xff, 0xff, 0xff, 0x01];
            let size = 1 + below(number.len() - 1);
            bytes.splice(at..at + 1, number.iter().copied().take(size).chain([0x01]));
        }
    }
}

fn flip(bytes: &mut [u8], at: usize, bits: u8) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= bits;
    }
}

/// Recomputes the length and the checksum in the header.
fn seal(bytes: &mut [u8]) {
    let len = (bytes.len().saturating_sub(BODY)) as u64;
    if let Some(field) = bytes.get_mut(LENGTH..CHECKSUM) {
        field.copy_from_slice(&len.to_le_bytes());
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(bytes.get(..CHECKSUM).unwrap_or(&[])).update(bytes.get(BODY..).unwrap_or(&[]));
    let sum = hasher.finalize();
    if let Some(field) = bytes.get_mut(CHECKSUM..BODY) {
        field.copy_from_slice(sum.as_bytes());
    }
}

/// A seed for the random generator (FNV-1a), so that the same text is always damaged in the same way.
pub(super) fn seed(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
