//! Derives a key from a password and a salt with scrypt, which is deliberately expensive (RFC 7914). Work and memory are charged before
//! they are used.

use super::Algorithm;
use crate::meter::{Meter, Stop};

/// The cost parameters of scrypt.
#[derive(Debug, Clone, Copy)]
pub struct Costs {
    /// Number of blocks in the mixing table, a power of two.
    pub n: u64,
    /// Block size in units of 128 bytes.
    pub r: u64,
    /// Number of mixing passes, one after the other.
    pub p: u64,
}

impl Costs {
    /// Bytes that the mixing needs, or `None` when the parameters are invalid.
    #[must_use]
    pub fn bytes(&self) -> Option<usize> {
        let Costs { n, r, p } = *self;
        if n < 2 || !n.is_power_of_two() || r == 0 || p == 0 || p > ((1 << 30) - 1) / r || (r <= 3 && n >= 1 << (16 * r)) {
            return None;
        }
        let block = r.checked_mul(128)?;
        let whole = p.checked_mul(block)?.checked_add(block.checked_mul(n.checked_add(2)?)?)?;
        usize::try_from(whole).ok()
    }
}

/// Computes the key.
///
/// # Errors
/// [`Stop`] when the meter refuses.
pub fn scrypt(hash: &Algorithm, password: &[u8], salt: &[u8], costs: Costs, length: usize, meter: &mut dyn Meter) -> Result<Vec<u8>, Stop> {
    // Costs beyond memory stay so: the meter refuses them.
    let [n, r, p] = [costs.n, costs.r, costs.p].map(|cost| usize::try_from(cost).unwrap_or(usize::MAX));
    let block = r.saturating_mul(128);
    meter.reserve(block.saturating_mul(n.saturating_add(p).saturating_add(2)))?;
    let mut keys = hash.pbkdf2(password, salt, 1, p.saturating_mul(block), meter)?;
    let mut kept = vec![0_u32; block.saturating_mul(n) / 4];
    let mut other = vec![0_u32; block / 4];
    for key in keys.chunks_exact_mut(block) {
        let mut words: Vec<u32> = key.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        for row in kept.chunks_exact_mut(block / 4) {
            meter.charge(costs.r.saturating_mul(8))?;
            row.copy_from_slice(&words);
            mix(&mut words, &mut other);
        }
        for _ in 0..n {
            meter.charge(costs.r.saturating_mul(8))?;
            let last = words.len().saturating_sub(16);
            let at = words.get(last).map_or(0, |word| *word as usize) & n.saturating_sub(1);
            if let Some(row) = kept.chunks_exact(block / 4).nth(at) {
                words.iter_mut().zip(row).for_each(|(word, other)| *word ^= other);
            }
            mix(&mut words, &mut other);
        }
        for (bytes, word) in key.as_chunks_mut::<4>().0.iter_mut().zip(&words) {
            *bytes = word.to_le_bytes();
        }
    }
    hash.pbkdf2(password, &keys, 1, length, meter)
}

/// Mixes a block of 64-byte parts and reorders it: even parts first, then odd parts.
fn mix(words: &mut Vec<u32>, other: &mut Vec<u32>) {
    let parts = words.as_chunks::<16>().0;
    let half = parts.len() / 2;
    let Some(mut state) = parts.last().copied() else { return };
    for (at, part) in parts.iter().enumerate() {
        state.iter_mut().zip(part).for_each(|(word, other)| *word ^= other);
        salsa(&mut state);
        let place = at / 2 + if at % 2 == 0 { 0 } else { half };
        if let Some(out) = other.as_chunks_mut::<16>().0.get_mut(place) {
            *out = state;
        }
    }
    std::mem::swap(words, other);
}

/// Salsa20 with eight rounds.
fn salsa(state: &mut [u32; 16]) {
    let mut x = *state;
    for _ in 0..4 {
        quarter(&mut x, [0, 4, 8, 12]);
        quarter(&mut x, [5, 9, 13, 1]);
        quarter(&mut x, [10, 14, 2, 6]);
        quarter(&mut x, [15, 3, 7, 11]);
        quarter(&mut x, [0, 1, 2, 3]);
        quarter(&mut x, [5, 6, 7, 4]);
        quarter(&mut x, [10, 11, 8, 9]);
        quarter(&mut x, [15, 12, 13, 14]);
    }
    state.iter_mut().zip(x).for_each(|(word, mixed)| *word = word.wrapping_add(mixed));
}

#[expect(clippy::indexing_slicing, reason = "the callers give places below sixteen")]
fn quarter(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    x[b] ^= x[a].wrapping_add(x[d]).rotate_left(7);
    x[c] ^= x[b].wrapping_add(x[a]).rotate_left(9);
    x[d] ^= x[c].wrapping_add(x[b]).rotate_left(13);
    x[a] ^= x[d].wrapping_add(x[c]).rotate_left(18);
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;
    use crate::meter::Unlimited;

    #[test]
    fn keys_are_those_of_the_standard() {
        let sha256 = Algorithm::named("sha256").unwrap();
        let key = |password: &str, salt: &str, n, r, p| {
            let key = scrypt(sha256, password.as_bytes(), salt.as_bytes(), Costs { n, r, p }, 64, &mut Unlimited).unwrap();
            key.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        assert_eq!(key("", "", 16, 1, 1), "77d6576238657b20");
        assert_eq!(key("password", "NaCl", 1024, 8, 16), "fdbabe1c9d347200");
        assert_eq!(Costs { n: 3, r: 1, p: 1 }.bytes(), None);
        assert_eq!(Costs { n: 2, r: u64::MAX, p: 1 }.bytes(), None);
    }
}
