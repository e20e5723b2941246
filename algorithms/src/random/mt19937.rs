//! CPython's stream of random numbers for a seed: the Mersenne Twister, seeded and read as in `random.Random`.
//!
//! The distributions are built on `random` and `getrandbits` elsewhere. The state is plain data: 624 words and an index.

use num_bigint::{BigInt, BigUint};

/// Words of state.
pub const WORDS: usize = 624;
const SHIFT: usize = 397;
const MATRIX: u32 = 0x9908_B0DF;
const UPPER: u32 = 0x8000_0000;

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mt19937 {
    words: Box<[u32; WORDS]>,
    /// Index of the next unused word. `WORDS` when all are used.
    index: usize,
}

/// One step of seeding: mixes the word before `place` into the word at `place`. Returns the next place, which is 1 after the last word.
#[expect(clippy::indexing_slicing, reason = "a place modulo the number of words")]
fn mix(words: &mut [u32; WORDS], place: usize, factor: u32, add: u32) -> usize {
    let before = words[(place + WORDS - 1) % WORDS];
    let word = &mut words[place % WORDS];
    *word = (*word ^ (before ^ before >> 30).wrapping_mul(factor)).wrapping_add(add);
    if place + 1 < WORDS {
        return place + 1;
    }
    words[0] = words[WORDS - 1];
    1
}

impl Mt19937 {
    /// Seeds with an integer's magnitude, as `random.seed(int)`.
    #[must_use]
    pub fn from_int(seed: &BigInt) -> Self {
        let key = seed.magnitude().to_u32_digits();
        Self::from_key(if key.is_empty() { &[0] } else { &key })
    }

    /// Seeds with the hash of a float or of another hashable value, as `random.seed(float)`.
    #[must_use]
    pub fn from_hash(hash: i64) -> Self {
        Self::from_int(&BigInt::from(hash.cast_unsigned()))
    }

    /// Seeds with 32-bit words.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "there is a first word")]
    pub fn from_key(key: &[u32]) -> Self {
        let mut words = Box::new([0_u32; WORDS]);
        let mut last = 19_650_218_u32;
        for (index, word) in words.iter_mut().enumerate() {
            if index > 0 {
                last = 1_812_433_253_u32.wrapping_mul(last ^ last >> 30).wrapping_add(index as u32);
            }
            *word = last;
        }
        let mut place = 1;
        for round in 0..key.len().max(WORDS) {
            let part = round.checked_rem(key.len()).unwrap_or(0);
            let add = key.get(part).copied().unwrap_or(0).wrapping_add(part as u32);
            place = mix(&mut words, place, 1_664_525, add);
        }
        for _ in 1..WORDS {
            place = mix(&mut words, place, 1_566_083_941, (place as u32).wrapping_neg());
        }
        words[0] = UPPER;
        Self { words, index: WORDS }
    }

    /// The state: words and index, as the second item of `random.getstate()`.
    #[must_use]
    pub fn state(&self) -> (&[u32; WORDS], usize) {
        (&self.words, self.index)
    }

    /// Makes a generator from a state. `None` when the index is out of range (`ValueError: invalid state`).
    #[must_use]
    pub fn from_state(words: [u32; WORDS], index: usize) -> Option<Self> {
        (index <= WORDS).then(|| Self { words: Box::new(words), index })
    }

    #[expect(clippy::indexing_slicing, reason = "a place modulo the number of words")]
    fn refill(&mut self) {
        let words = &mut *self.words;
        for at in 0..WORDS {
            let mixed = words[at] & UPPER | words[(at + 1) % WORDS] & !UPPER;
            let odd = if mixed & 1 == 0 { 0 } else { MATRIX };
            words[at] = words[(at + SHIFT) % WORDS] ^ mixed >> 1 ^ odd;
        }
        self.index = 0;
    }

    /// The next 32 bits.
    fn next_u32(&mut self) -> u32 {
        if self.index >= WORDS {
            self.refill();
        }
        let mut y = self.words.get(self.index).copied().unwrap_or(0);
        self.index += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9D2C_5680;
        y ^= y << 15 & 0xEFC6_0000;
        y ^ y >> 18
    }

    /// `random.random()`: 53 random bits as a float in [0, 1).
    pub fn random(&mut self) -> f64 {
        let high = self.next_u32() >> 5;
        let low = self.next_u32() >> 6;
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// `random.getrandbits(bits)` for at most 64 bits.
    pub fn bits(&mut self, bits: u32) -> u64 {
        match bits {
            0 => 0,
            1..=32 => u64::from(self.next_u32() >> (32 - bits)),
            _ => {
                let low = u64::from(self.next_u32());
                low | u64::from(self.next_u32() >> 64_u32.saturating_sub(bits)) << 32
            }
        }
    }

    /// `random.getrandbits(bits)` for any number of bits. Work and memory are linear in `bits`; the caller charges them before.
    pub fn big_bits(&mut self, bits: usize) -> BigUint {
        let words = bits.div_ceil(32);
        let spare = (words.saturating_mul(32)).saturating_sub(bits) as u32;
        let mut out = Vec::with_capacity(words);
        for index in 0..words {
            let word = self.next_u32();
            out.push(if index + 1 == words { word >> spare } else { word });
        }
        BigUint::new(out)
    }

    /// A random integer in [0, `limit`), drawn as in `randrange`: a number that is too large is drawn again. 0 for a limit of 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        let bits = 64 - limit.leading_zeros();
        loop {
            let drawn = self.bits(bits);
            if drawn < limit {
                return drawn;
            }
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;

    /// Draws 32 bits, 40 bits, a float, a number below ten and 100 bits, in this order.
    fn drawn(mut source: Mt19937) -> (u64, u64, f64, u64, String) {
        (source.bits(32), source.bits(40), source.random(), source.below(10), source.big_bits(100).to_string())
    }

    #[test]
    fn streams_are_cpythons() {
        let int = |text: &str| Mt19937::from_int(&text.parse().unwrap());
        assert_eq!(drawn(int("0")), (3_626_764_237, 834_878_271_422, 0.890243920837131, 0, "595104494081739791237831482938".into()));
        assert_eq!(drawn(int("-5")), (2_675_342_405, 812_845_946_937, 0.35853551175589526, 8, "987628377558082410878553875183".into()));
        let large = drawn(int("1267650600228229401496703205376"));
        assert_eq!(large, (3_258_412_053, 245_158_784_392, 0.08203568294695174, 8, "224196545610206607233057986581".into()));
        let float = drawn(Mt19937::from_hash(-1_152_921_504_606_846_977));
        assert_eq!(float, (3_049_922_142, 1_895_599_190, 0.2589338270762468, 1, "1151047042317610072750224470453".into()));
    }

    #[test]
    fn state_goes_out_and_in() {
        let mut source = Mt19937::from_key(&[1, 2, 3]);
        source.random();
        let (words, index) = source.state();
        let mut copy = Mt19937::from_state(*words, index).unwrap();
        assert_eq!(index, 2);
        assert!((0..2000).all(|_| source.next_u32() == copy.next_u32()));
        assert_eq!(Mt19937::from_state([0; WORDS], 625), None);
    }
}
