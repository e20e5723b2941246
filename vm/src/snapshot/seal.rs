//! The seal: a header with a checksum in front of the body.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | magic |
//! | 8..10 | version of the format |
//! | 10 | 1 when keyed |
//! | 11 | 0 |
//! | 12..20 | fingerprint of the instruction table and the fuel schedule |
//! | 20..28 | length of the body |
//! | 28..60 | BLAKE3 of everything else, keyed when byte 10 says so |

use super::fingerprint;
use crate::base::snapshot_error::{SnapshotError, VERSION};

/// It starts with a byte that no text starts with, and a transfer that converts line ends changes it visibly.
const MAGIC: [u8; 8] = *b"\x89STKD\r\n\x1a";
/// The header without the checksum.
const HEAD: usize = 28;
const SUM: usize = 32;

fn checksum(head: &[u8], body: &[u8], key: Option<&[u8; 32]>) -> blake3::Hash {
    let mut hasher = match key {
        Some(key) => blake3::Hasher::new_keyed(key),
        None => blake3::Hasher::new(),
    };
    hasher.update(head);
    hasher.update(body);
    hasher.finalize()
}

/// Puts header and checksum in front of a body.
pub(super) fn close(body: &[u8], key: Option<&[u8; 32]>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + SUM + body.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&[u8::from(key.is_some()), 0]);
    bytes.extend_from_slice(&fingerprint::tables().to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    let sum = checksum(&bytes, body, key);
    bytes.extend_from_slice(sum.as_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// Checks the seal of a snapshot and returns its body.
pub(super) fn open<'a>(bytes: &'a [u8], key: Option<&[u8; 32]>) -> Result<&'a [u8], SnapshotError> {
    let (magic, _) = bytes.split_first_chunk::<8>().ok_or(SnapshotError::NotASnapshot)?;
    if *magic != MAGIC {
        return Err(SnapshotError::NotASnapshot);
    }
    let (head, rest) = bytes.split_at_checked(HEAD).ok_or(SnapshotError::Length)?;
    let &[_, _, _, _, _, _, _, _, v0, v1, keyed, zero, ref numbers @ ..] = head else { return Err(SnapshotError::Length) };
    let version = u16::from_le_bytes([v0, v1]);
    if version != VERSION {
        return Err(SnapshotError::Version(version));
    }
    if keyed > 1 || zero != 0 {
        return Err(SnapshotError::Corrupt("unknown flags"));
    }
    if (keyed == 1) != key.is_some() {
        return Err(SnapshotError::Key);
    }
    let (tables, length) = numbers.split_first_chunk::<8>().ok_or(SnapshotError::Length)?;
    let (length, _) = length.split_first_chunk::<8>().ok_or(SnapshotError::Length)?;
    let (sum, body) = rest.split_first_chunk::<SUM>().ok_or(SnapshotError::Length)?;
    if body.len() as u64 != u64::from_le_bytes(*length) {
        return Err(SnapshotError::Length);
    }
    // Comparing two `blake3::Hash` takes constant time.
    if checksum(head, body, key) != blake3::Hash::from_bytes(*sum) {
        return Err(if key.is_some() { SnapshotError::Key } else { SnapshotError::Checksum });
    }
    if u64::from_le_bytes(*tables) != fingerprint::tables() {
        return Err(SnapshotError::OtherBuild("the instruction table or the fuel schedule differs"));
    }
    Ok(body)
}
