//! Computes digests, HMACs and derived keys: the algorithms of `hashlib`, by name.
//!
//! The folder uses [`crate::meter`] only. It does not depend on hash objects: a hash object keeps its data as plain bytes, which a snapshot
//! can hold, and computes the digest on demand. The meter is asked before each piece of the data.

pub mod blake2;
pub mod scrypt;

use sha3::digest::XofReader as _;

use crate::meter::{Meter, Stop, Unlimited};
use blake2::{Parameters, blake2b, blake2s};

/// One hash algorithm.
#[derive(Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// `HASH.name`.
    pub name: &'static str,
    /// `HASH.digest_size`. 0 when the caller chooses the length.
    pub digest_size: usize,
    /// `HASH.block_size`.
    pub block_size: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Md5,
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
    Sha512Cut224,
    Sha512Cut256,
    Sha3Of224,
    Sha3Of256,
    Sha3Of384,
    Sha3Of512,
    Shake128,
    Shake256,
    Blake2b,
    Blake2s,
}

const fn row(name: &'static str, digest_size: usize, block_size: usize, kind: Kind) -> Algorithm {
    Algorithm { name, digest_size, block_size, kind }
}

/// All algorithms: those that CPython guarantees, and the two truncated forms of SHA-512 that OpenSSL adds.
static ALGORITHMS: [Algorithm; 16] = [
    row("md5", 16, 64, Kind::Md5),
    row("sha1", 20, 64, Kind::Sha1),
    row("sha224", 28, 64, Kind::Sha224),
    row("sha256", 32, 64, Kind::Sha256),
    row("sha384", 48, 128, Kind::Sha384),
    row("sha512", 64, 128, Kind::Sha512),
    row("sha512_224", 28, 128, Kind::Sha512Cut224),
    row("sha512_256", 32, 128, Kind::Sha512Cut256),
    row("sha3_224", 28, 144, Kind::Sha3Of224),
    row("sha3_256", 32, 136, Kind::Sha3Of256),
    row("sha3_384", 48, 104, Kind::Sha3Of384),
    row("sha3_512", 64, 72, Kind::Sha3Of512),
    row("shake_128", 0, 168, Kind::Shake128),
    row("shake_256", 0, 136, Kind::Shake256),
    row("blake2b", 64, 128, Kind::Blake2b),
    row("blake2s", 32, 64, Kind::Blake2s),
];

impl Algorithm {
    /// Finds an algorithm by a name that `hashlib.new` accepts: in any case, with `-` for `_`, and `sha-256` for `sha256`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        let plain = name.to_ascii_lowercase().replace('-', "_");
        let squeezed = plain.replacen("sha_", "sha", 1);
        ALGORITHMS.iter().find(|row| row.name == plain || row.name == squeezed)
    }

    /// Steps to charge for a digest of no data.
    pub const BASE_COST: u64 = 256;

    /// Steps to charge for the digest of `length` bytes.
    #[must_use]
    pub fn cost(length: usize) -> u64 {
        (length as u64 / 2).saturating_add(Self::BASE_COST)
    }

    /// The digest of `data`. `length` is the length of a `shake` digest; other algorithms ignore it.
    #[must_use]
    pub fn digest(&self, data: &[u8], length: usize) -> Vec<u8> {
        self.digest_in_steps(&[data], length, &mut Unlimited).unwrap_or_default()
    }

    /// The digest of several pieces of data, one after the other. Charges for the bytes, piece by piece; the caller charges
    /// [`Algorithm::BASE_COST`].
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn digest_in_steps(&self, data: &[&[u8]], length: usize, meter: &mut dyn Meter) -> Result<Vec<u8>, Stop> {
        match self.kind {
            Kind::Md5 => plain_digest::<md5::Md5>(data, meter),
            Kind::Sha1 => plain_digest::<sha1::Sha1>(data, meter),
            Kind::Sha224 => plain_digest::<sha2::Sha224>(data, meter),
            Kind::Sha256 => plain_digest::<sha2::Sha256>(data, meter),
            Kind::Sha384 => plain_digest::<sha2::Sha384>(data, meter),
            Kind::Sha512 => plain_digest::<sha2::Sha512>(data, meter),
            Kind::Sha512Cut224 => plain_digest::<sha2::Sha512_224>(data, meter),
            Kind::Sha512Cut256 => plain_digest::<sha2::Sha512_256>(data, meter),
            Kind::Sha3Of224 => plain_digest::<sha3::Sha3_224>(data, meter),
            Kind::Sha3Of256 => plain_digest::<sha3::Sha3_256>(data, meter),
            Kind::Sha3Of384 => plain_digest::<sha3::Sha3_384>(data, meter),
            Kind::Sha3Of512 => plain_digest::<sha3::Sha3_512>(data, meter),
            Kind::Shake128 => extendable_digest(sha3::Shake128::default(), data, length, meter),
            Kind::Shake256 => extendable_digest(sha3::Shake256::default(), data, length, meter),
            Kind::Blake2b => blake2b(data, &Parameters::default(), meter),
            Kind::Blake2s => blake2s(data, &Parameters { digest_size: 32, ..Parameters::default() }, meter),
        }
    }

    /// The inner and the outer padded key of HMAC, one block each.
    fn hmac_pads(&self, key: &[u8], meter: &mut dyn Meter) -> Result<(Vec<u8>, Vec<u8>), Stop> {
        let mut key = if key.len() > self.block_size { self.digest_in_steps(&[key], 0, meter)? } else { key.to_vec() };
        key.resize(self.block_size, 0);
        Ok((key.iter().map(|byte| byte ^ 0x36).collect(), key.iter().map(|byte| byte ^ 0x5C).collect()))
    }

    /// `hmac.digest` of a message in several pieces. No copy of them is made. The caller charges [`Algorithm::BASE_COST`].
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn hmac(&self, key: &[u8], message: &[&[u8]], meter: &mut dyn Meter) -> Result<Vec<u8>, Stop> {
        let (inner, outer) = self.hmac_pads(key, meter)?;
        let mut pieces = vec![inner.as_slice()];
        pieces.extend_from_slice(message);
        let digest = self.digest_in_steps(&pieces, 0, meter)?;
        self.digest_in_steps(&[&outer, &digest], 0, meter)
    }

    /// `hashlib.pbkdf2_hmac`. Each round is charged here. The caller charges the `length` bytes of the result.
    ///
    /// # Errors
    /// [`Stop`] when the meter refuses.
    pub fn pbkdf2(&self, password: &[u8], salt: &[u8], rounds: u64, length: usize, meter: &mut dyn Meter) -> Result<Vec<u8>, Stop> {
        // HMAC replaces a key longer than a block by its digest.
        let key = if password.len() > self.block_size { self.digest_in_steps(&[password], 0, meter)? } else { password.to_vec() };
        let mut out = Vec::with_capacity(length);
        let mut block = 1_u32;
        while out.len() < length {
            meter.charge(Self::BASE_COST)?;
            let mut last = self.hmac(&key, &[salt, &block.to_be_bytes()], meter)?;
            let mut sum = last.clone();
            for _ in 1..rounds {
                meter.charge(Self::BASE_COST)?;
                last = self.hmac(&key, &[&last], meter)?;
                sum.iter_mut().zip(&last).for_each(|(sum, byte)| *sum ^= byte);
            }
            out.extend_from_slice(sum.get(..length.saturating_sub(out.len())).unwrap_or(&sum));
            block = block.wrapping_add(1);
        }
        Ok(out)
    }
}

/// Bytes that are hashed between two charges: some tenths of a millisecond.
const PIECE: usize = 1 << 16;

/// Charges for data and hands it over, piece by piece.
fn feed(data: &[&[u8]], meter: &mut dyn Meter, mut take: impl FnMut(&[u8])) -> Result<(), Stop> {
    for piece in data.iter().flat_map(|data| data.chunks(PIECE)) {
        meter.charge(piece.len() as u64 / 2)?;
        take(piece);
    }
    Ok(())
}

fn plain_digest<D: sha2::Digest>(data: &[&[u8]], meter: &mut dyn Meter) -> Result<Vec<u8>, Stop> {
    let mut hasher = D::new();
    feed(data, meter, |piece| hasher.update(piece))?;
    Ok(hasher.finalize().to_vec())
}

fn extendable_digest(
    mut hasher: impl sha3::digest::ExtendableOutput,
    data: &[&[u8]],
    length: usize,
    meter: &mut dyn Meter,
) -> Result<Vec<u8>, Stop> {
    feed(data, meter, |piece| hasher.update(piece))?;
    let mut out = vec![0; length];
    let mut reader = hasher.finalize_xof();
    for piece in out.chunks_mut(PIECE) {
        meter.charge(piece.len() as u64 / 2)?;
        reader.read(piece);
    }
    Ok(out)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn digests_are_cpythons() {
        // The first twelve bytes of the digest of `abc`.
        for (name, expect) in [
            ("md5", "900150983cd24fb0d6963f7d"),
            ("sha1", "a9993e364706816aba3e2571"),
            ("sha224", "23097d223405d8228642a477"),
            ("sha256", "ba7816bf8f01cfea414140de"),
            ("sha384", "cb00753f45a35e8bb5a03d69"),
            ("sha512", "ddaf35a193617abacc417349"),
            ("sha512_224", "4634270f707b6a54daae7530"),
            ("sha512_256", "53048e2681941ef99b2e29b7"),
            ("sha3_224", "e642824c3f8cf24ad09234ee"),
            ("sha3_256", "3a985da74fe225b2045c172d"),
            ("sha3_384", "ec01498288516fc926459f58"),
            ("sha3_512", "b751850b1a57168a5693cd92"),
            ("shake_128", "5881092dd818bf5cf8a3ddb7"),
            ("shake_256", "483366601360a8771c686308"),
            ("blake2b", "ba80a53f981c4d0d6a2797b6"),
            ("blake2s", "508c5e8c327c14e2e1a72ba3"),
        ] {
            let algorithm = Algorithm::named(name).unwrap();
            let digest = algorithm.digest(b"abc", 12);
            assert_eq!(hex(&digest[..12]), expect, "{name}");
            assert!(algorithm.digest_size == 0 || algorithm.digest_size == digest.len());
        }
        for (alias, name) in [("SHA-256", "sha256"), ("SHA3-256", "sha3_256"), ("Md5", "md5")] {
            assert_eq!(Algorithm::named(alias).map(|algorithm| algorithm.name), Some(name));
        }
        assert_eq!(Algorithm::named("crc32"), None);
    }

    /// Data in pieces has the digest of the whole, and the meter is asked before each piece.
    #[test]
    fn pieces_are_joined() {
        struct Counting(u64, u64);
        impl Meter for Counting {
            fn charge(&mut self, steps: u64) -> Result<(), Stop> {
                (self.0, self.1) = (self.0 + steps, self.1 + 1);
                if self.1 > 1000 { Err(Stop::Steps) } else { Ok(()) }
            }
            fn reserve(&mut self, _: usize) -> Result<(), Stop> {
                Ok(())
            }
            fn release(&mut self, _: usize) {}
        }
        let data: Vec<u8> = (0..300_000_u32).map(|at| (at.wrapping_mul(at) >> 7) as u8).collect();
        for algorithm in &ALGORITHMS {
            for cut in [0, 1, 63, 64, 65, 128, 129, 200_000, data.len()] {
                let (first, second) = data.split_at(cut);
                let mut meter = Counting(0, 0);
                let digest = algorithm.digest_in_steps(&[first, second], 20, &mut meter).unwrap();
                assert_eq!(digest, algorithm.digest(&data, 20), "{} {cut}", algorithm.name);
                assert!(meter.0 >= 149_000 && meter.1 >= 5, "{} asks {} times for {}", algorithm.name, meter.1, meter.0);
            }
            assert!(algorithm.digest_in_steps(&[&data], 0, &mut Counting(0, 999)).is_err(), "{} goes on", algorithm.name);
        }
    }

    #[test]
    fn keys_are_worked_in() {
        let sha256 = Algorithm::named("sha256").unwrap();
        assert_eq!(
            hex(&sha256.hmac(&[b'k'; 200], &[b"m"], &mut Unlimited).unwrap()),
            "386081d3a1ad30125daa8d66db6df4ea73d39212c64794e2d02abe994806017c"
        );
        let sha1 = Algorithm::named("sha1").unwrap();
        let derived = sha1.pbkdf2(b"password", b"salt", 2, 25, &mut Unlimited).unwrap();
        assert_eq!(hex(&derived), "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957cae9313626");
        let node = Parameters {
            digest_size: 7,
            key: b"k",
            salt: b"s",
            person: b"p",
            fanout: 2,
            depth: 3,
            leaf_size: 4096,
            node_offset: 5,
            node_depth: 1,
            inner_size: 32,
            last_node: true,
        };
        assert_eq!(hex(&blake2s(&[b"abc"], &node, &mut Unlimited).unwrap()), "e8957e037b5f2b");
    }

    #[test]
    fn rounds_are_paid_for() {
        struct LimitedMeter(u64);
        impl Meter for LimitedMeter {
            fn charge(&mut self, steps: u64) -> Result<(), Stop> {
                self.0 = self.0.checked_sub(steps).ok_or(Stop::Steps)?;
                Ok(())
            }
            fn reserve(&mut self, _: usize) -> Result<(), Stop> {
                Ok(())
            }
            fn release(&mut self, _: usize) {}
        }
        let sha1 = Algorithm::named("sha1").unwrap();
        assert_eq!(sha1.pbkdf2(b"p", b"s", u64::MAX, 20, &mut LimitedMeter(100_000)), Err(Stop::Steps));
    }
}
