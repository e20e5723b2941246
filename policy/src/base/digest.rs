//! SHA-256 in hexadecimal, for sources, policies and fingerprints.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// Returns the SHA-256 digest in hexadecimal.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
