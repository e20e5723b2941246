//! Computes a BLAKE2 digest from bytes and a parameter block: both widths, keyed, salted, personalized, and as a node of a tree (RFC 7693
//! and the parameter block of the BLAKE2 paper). Published crates lack the tree mode, which `hashlib.blake2b` has.

use crate::meter::{Meter, Stop};

/// Parameters of `hashlib.blake2b` and `blake2s`. The caller checks their bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters<'a> {
    /// Length of the digest in bytes: 1 to 64, or 1 to 32 for `blake2s`.
    pub digest_size: u8,
    /// Up to 64 bytes, or 32 for `blake2s`.
    pub key: &'a [u8],
    /// Up to 16 bytes, or 8 for `blake2s`.
    pub salt: &'a [u8],
    /// Up to 16 bytes, or 8 for `blake2s`.
    pub person: &'a [u8],
    /// Children per node. 1 means that there is no tree.
    pub fanout: u8,
    /// Levels of the tree. 1 means that there is no tree.
    pub depth: u8,
    /// Bytes of a leaf.
    pub leaf_size: u32,
    /// Index of the node in its level: 64 bits, or 48 for `blake2s`.
    pub node_offset: u64,
    /// Level of the node. Leaves have level 0.
    pub node_depth: u8,
    /// Length of an inner digest in bytes.
    pub inner_size: u8,
    /// True for the last node of its level.
    pub last_node: bool,
}

impl Default for Parameters<'_> {
    fn default() -> Self {
        Self {
            digest_size: 64,
            key: &[],
            salt: &[],
            person: &[],
            fanout: 1,
            depth: 1,
            leaf_size: 0,
            node_offset: 0,
            node_depth: 0,
            inner_size: 0,
            last_node: false,
        }
    }
}

const SIGMA: [[u8; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// The state words that each step of a round mixes: columns first, then diagonals.
const QUARTERS: [[usize; 4]; 8] =
    [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

macro_rules! blake2 {
    ($name:ident, $word:ty, $rounds:expr, $block:expr, $iv:expr, $rotations:expr, $parameter:expr) => {
        /// The digest of several pieces of data under `parameters`. Charges for each piece before it is read.
        ///
        /// # Errors
        /// [`Stop`] when the meter refuses.
        #[expect(
            clippy::indexing_slicing,
            reason = "the order of words and the quarters of a round hold indices of 16 words; a block is filled up to its end"
        )]
        pub fn $name(data: &[&[u8]], parameters: &Parameters<'_>, meter: &mut dyn Meter) -> Result<Vec<u8>, Stop> {
            const WORD: usize = size_of::<$word>();
            let iv: [$word; 8] = $iv;
            let block: [u8; WORD * 8] = $parameter(parameters);
            let mut state = iv;
            for (word, bytes) in state.iter_mut().zip(block.as_chunks::<WORD>().0) {
                *word ^= <$word>::from_le_bytes(*bytes);
            }
            let mut compress = |block: &[u8; $block], count: u128, last: bool| {
                let mut message = [0 as $word; 16];
                for (word, bytes) in message.iter_mut().zip(block.as_chunks::<WORD>().0) {
                    *word = <$word>::from_le_bytes(*bytes);
                }
                let mut v = [0 as $word; 16];
                v[..8].copy_from_slice(&state);
                v[8..].copy_from_slice(&iv);
                v[12] ^= count as $word;
                v[13] ^= (count >> <$word>::BITS) as $word;
                if last {
                    v[14] = !v[14];
                    if parameters.last_node {
                        v[15] = !v[15];
                    }
                }
                let [r1, r2, r3, r4]: [u32; 4] = $rotations;
                for round in 0..$rounds {
                    let order = &SIGMA[round % 10];
                    for (step, &[a, b, c, d]) in QUARTERS.iter().enumerate() {
                        let pick = |offset: usize| message[usize::from(order[step * 2 + offset]) % 16];
                        v[a] = v[a].wrapping_add(v[b]).wrapping_add(pick(0));
                        v[d] = (v[d] ^ v[a]).rotate_right(r1);
                        v[c] = v[c].wrapping_add(v[d]);
                        v[b] = (v[b] ^ v[c]).rotate_right(r2);
                        v[a] = v[a].wrapping_add(v[b]).wrapping_add(pick(1));
                        v[d] = (v[d] ^ v[a]).rotate_right(r3);
                        v[c] = v[c].wrapping_add(v[d]);
                        v[b] = (v[b] ^ v[c]).rotate_right(r4);
                    }
                }
                for (index, word) in state.iter_mut().enumerate() {
                    *word ^= v[index] ^ v[index + 8];
                }
            };
            // A key fills one block before the data. The last block is marked, whether full or not, so a full block waits for more data.
            let (mut waiting, mut filled, mut count) = ([0; $block], 0, 0_u128);
            if !parameters.key.is_empty() {
                (waiting, filled) = (padded(parameters.key), $block);
            }
            super::feed(data, meter, |mut piece| {
                while !piece.is_empty() {
                    if filled == $block {
                        count += $block;
                        compress(&waiting, count, false);
                        filled = 0;
                    }
                    let (now, later) = piece.split_at(piece.len().min($block - filled));
                    waiting[filled..filled + now.len()].copy_from_slice(now);
                    filled += now.len();
                    piece = later;
                }
            })?;
            waiting[filled..].fill(0);
            compress(&waiting, count + filled as u128, true);
            let bytes = state.into_iter().flat_map(<$word>::to_le_bytes);
            Ok(bytes.take(usize::from(parameters.digest_size)).collect())
        }
    };
}

fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    out.iter_mut().zip(bytes).for_each(|(place, byte)| *place = *byte);
    out
}

fn wide_block(p: &Parameters<'_>) -> [u8; 64] {
    let mut out = [0; 64];
    out[..4].copy_from_slice(&[p.digest_size, p.key.len() as u8, p.fanout, p.depth]);
    out[4..8].copy_from_slice(&p.leaf_size.to_le_bytes());
    out[8..16].copy_from_slice(&p.node_offset.to_le_bytes());
    out[16..18].copy_from_slice(&[p.node_depth, p.inner_size]);
    out[32..48].copy_from_slice(&padded::<16>(p.salt));
    out[48..].copy_from_slice(&padded::<16>(p.person));
    out
}

fn narrow_block(p: &Parameters<'_>) -> [u8; 32] {
    let mut out = [0; 32];
    out[..4].copy_from_slice(&[p.digest_size, p.key.len() as u8, p.fanout, p.depth]);
    out[4..8].copy_from_slice(&p.leaf_size.to_le_bytes());
    out[8..14].copy_from_slice(&padded::<6>(&p.node_offset.to_le_bytes()));
    out[14..16].copy_from_slice(&[p.node_depth, p.inner_size]);
    out[16..24].copy_from_slice(&padded::<8>(p.salt));
    out[24..].copy_from_slice(&padded::<8>(p.person));
    out
}

blake2!(
    blake2b,
    u64,
    12,
    128,
    [
        0x6A09_E667_F3BC_C908,
        0xBB67_AE85_84CA_A73B,
        0x3C6E_F372_FE94_F82B,
        0xA54F_F53A_5F1D_36F1,
        0x510E_527F_ADE6_82D1,
        0x9B05_688C_2B3E_6C1F,
        0x1F83_D9AB_FB41_BD6B,
        0x5BE0_CD19_137E_2179
    ],
    [32, 24, 16, 63],
    wide_block
);

blake2!(
    blake2s,
    u32,
    10,
    64,
    [0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19],
    [16, 12, 8, 7],
    narrow_block
);
