//! A value's parts -> its hash as CPython computes it on 64 bits. -1 is never a hash: it means an error there, and becomes -2.
//!
//! Numbers that are equal hash alike: all are reduced modulo the prime 2**61 - 1. Text is hashed by SipHash-1-3 under a secret of the host.

use num_bigint::{BigInt, Sign};

/// The modulus of numeric hashes.
pub const MODULUS: u64 = (1 << 61) - 1;
/// `sys.hash_info.inf`.
pub const INFINITY: i64 = 314_159;
/// `sys.hash_info.imag`.
pub const IMAGINARY: u64 = 1_000_003;
/// `hash(None)`.
pub const NONE: i64 = 0xFCA8_6420;

const BITS: u32 = 61;

/// No hash is -1.
#[must_use]
pub fn proper(hash: i64) -> i64 {
    if hash == -1 { -2 } else { hash }
}

fn signed(magnitude: u64, negative: bool) -> i64 {
    // Below the modulus, so it fits.
    let hash = magnitude.cast_signed();
    proper(if negative { hash.wrapping_neg() } else { hash })
}

/// `hash` of an int that fits 64 bits; of a bool as 0 or 1.
#[inline]
#[must_use]
pub fn int(value: i64) -> i64 {
    signed(value.unsigned_abs() % MODULUS, value < 0)
}

/// `hash` of any int. Work is linear in its size.
#[must_use]
pub fn big_int(value: &BigInt) -> i64 {
    // 2**32 turned round 61 bits is a shift by 32.
    let fold = |rest: u64, digit: u32| add(rotate(rest, 32), u64::from(digit));
    let magnitude = value.iter_u32_digits().rev().fold(0, fold);
    signed(magnitude, value.sign() == Sign::Minus)
}

/// Multiplies by a power of two modulo the modulus.
fn rotate(value: u64, by: u32) -> u64 {
    if by == 0 { value } else { (value << by) & MODULUS | value >> BITS.saturating_sub(by) }
}

fn add(left: u64, right: u64) -> u64 {
    (left.wrapping_add(right)) % MODULUS
}

/// `hash` of a float, or `None` of a NaN, which hashes by identity.
#[must_use]
pub fn float(value: f64) -> Option<i64> {
    if value.is_nan() {
        return None;
    }
    if value.is_infinite() {
        return Some(if value > 0.0 { INFINITY } else { -INFINITY });
    }
    let bits = value.to_bits();
    let (exponent, fraction) = (bits >> 52 & 0x7FF, bits & ((1 << 52) - 1));
    // The value is `whole` times two to the power of `power`.
    let (whole, power) = if exponent == 0 { (fraction, 0) } else { (fraction | 1 << 52, exponent - 1) };
    let turns = u32::try_from((power + (18 * u64::from(BITS) - 1074)) % u64::from(BITS)).unwrap_or(0);
    Some(signed(rotate(whole % MODULUS, turns), value < 0.0))
}

/// `hash` of a complex, from the hashes of its parts.
#[must_use]
pub fn complex(real: i64, imaginary: i64) -> i64 {
    proper(real.wrapping_add(IMAGINARY.cast_signed().wrapping_mul(imaginary)))
}

const PRIME_1: u64 = 11_400_714_785_074_694_791;
const PRIME_2: u64 = 14_029_467_366_897_019_727;
const PRIME_5: u64 = 2_870_177_450_012_600_261;

/// `hash` of a tuple, fed with the hashes of its items; slices are hashed alike, but for their length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuple {
    mixed: u64,
    length: u64,
}

impl Default for Tuple {
    fn default() -> Self {
        Self { mixed: PRIME_5, length: 0 }
    }
}

impl Tuple {
    /// Adds an item's hash.
    pub fn add(&mut self, hash: i64) {
        let mixed = self.mixed.wrapping_add(hash.cast_unsigned().wrapping_mul(PRIME_2));
        self.mixed = mixed.rotate_left(31).wrapping_mul(PRIME_1);
        self.length = self.length.wrapping_add(1);
    }

    /// The tuple's hash.
    #[must_use]
    pub fn finish(self) -> i64 {
        Self::sealed(self.mixed.wrapping_add(self.length ^ (PRIME_5 ^ 3_527_539)))
    }

    /// The hash of a slice whose start, stop and step were added.
    #[must_use]
    pub fn finish_slice(self) -> i64 {
        Self::sealed(self.mixed)
    }

    fn sealed(mixed: u64) -> i64 {
        if mixed == u64::MAX { 1_546_275_796 } else { mixed.cast_signed() }
    }
}

/// `hash` of a frozenset, fed with the hashes of its members in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrozenSet {
    mixed: u64,
    length: u64,
}

impl FrozenSet {
    /// Adds a member's hash.
    pub fn add(&mut self, hash: i64) {
        let hash = hash.cast_unsigned();
        self.mixed ^= ((hash ^ 89_869_747) ^ (hash << 16)).wrapping_mul(3_644_798_167);
        self.length = self.length.wrapping_add(1);
    }

    /// The set's hash.
    #[must_use]
    pub fn finish(self) -> i64 {
        let mut mixed = self.mixed ^ self.length.wrapping_add(1).wrapping_mul(1_927_868_237);
        mixed ^= (mixed >> 11) ^ (mixed >> 25);
        mixed = mixed.wrapping_mul(69_069).wrapping_add(907_133_923);
        if mixed == u64::MAX { 590_923_713 } else { mixed.cast_signed() }
    }
}

/// The secret under which text is hashed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secret {
    /// First half of the key.
    pub k0: u64,
    /// Second half of the key.
    pub k1: u64,
}

impl Secret {
    /// The secret CPython derives from `PYTHONHASHSEED`; 0 turns it off.
    #[must_use]
    pub fn from_seed(seed: u32) -> Self {
        if seed == 0 {
            return Self::default();
        }
        let mut state = seed;
        let mut half = || {
            let bytes = [0_u8; 8].map(|_| {
                state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
                (state >> 16) as u8
            });
            u64::from_le_bytes(bytes)
        };
        Self { k0: half(), k1: half() }
    }

    /// `hash` of a bytes.
    #[must_use]
    pub fn bytes(&self, text: &[u8]) -> i64 {
        let mut sip = Sip::new(*self);
        let (words, rest) = text.as_chunks::<8>();
        for word in words {
            sip.word(u64::from_le_bytes(*word));
        }
        for byte in rest {
            sip.unit(u64::from(*byte), 1);
        }
        sip.finish(text.is_empty())
    }

    /// `hash` of a str, as Python's code points: by its narrowest array of 1, 2 or 4 bytes each. ASCII goes faster through `bytes`.
    #[must_use]
    pub fn str(&self, codes: impl Iterator<Item = u32> + Clone) -> i64 {
        let width = match codes.clone().max() {
            None => return 0,
            Some(..0x100) => 1,
            Some(0x100..0x1_0000) => 2,
            Some(_) => 4,
        };
        let mut sip = Sip::new(*self);
        codes.for_each(|code| sip.unit(u64::from(code), width));
        sip.finish(false)
    }
}

/// SipHash with one round per word and three at the end.
struct Sip {
    v: [u64; 4],
    /// Bytes not yet a word, the first lowest.
    tail: u64,
    length: u32,
}

impl Sip {
    fn new(Secret { k0, k1 }: Secret) -> Self {
        let v = [k0 ^ 0x736F_6D65_7073_6575, k1 ^ 0x646F_7261_6E64_6F6D, k0 ^ 0x6C79_6765_6E65_7261, k1 ^ 0x7465_6462_7974_6573];
        Self { v, tail: 0, length: 0 }
    }

    fn round(&mut self) {
        let [mut a, mut b, mut c, mut d] = self.v;
        a = a.wrapping_add(b);
        c = c.wrapping_add(d);
        b = b.rotate_left(13) ^ a;
        d = d.rotate_left(16) ^ c;
        a = a.rotate_left(32).wrapping_add(d);
        c = c.wrapping_add(b);
        d = d.rotate_left(21) ^ a;
        b = b.rotate_left(17) ^ c;
        self.v = [a, b, c.rotate_left(32), d];
    }

    fn word(&mut self, word: u64) {
        self.v[3] ^= word;
        self.round();
        self.v[0] ^= word;
        self.length = self.length.wrapping_add(8);
    }

    /// Adds 1, 2 or 4 bytes; all units of a text are of one width, so a word ends where a unit does.
    fn unit(&mut self, value: u64, width: u32) {
        let filled = self.length % 8;
        self.tail |= value << (filled * 8);
        if filled + width < 8 {
            self.length = self.length.wrapping_add(width);
            return;
        }
        let word = std::mem::take(&mut self.tail);
        self.length = self.length.wrapping_sub(filled);
        self.word(word);
    }

    fn finish(mut self, empty: bool) -> i64 {
        if empty {
            return 0;
        }
        let last = u64::from(self.length) << 56 | self.tail;
        self.word(last);
        self.v[2] ^= 0xFF;
        for _ in 0..3 {
            self.round();
        }
        let [a, b, c, d] = self.v;
        proper((a ^ b ^ c ^ d).cast_signed())
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;

    #[test]
    fn numbers_hash_as_in_cpython() {
        for (text, hash) in [
            ("2305843009213693951", 0),
            ("-1", -2),
            ("2305843009213693952", 1),
            ("-9223372036854775808", -4),
            ("1267650600228229401496703205376", 549_755_813_888),
            ("-1000000000000000000000000000000", -465_258_685_558_744_706),
        ] {
            assert_eq!(big_int(&text.parse().unwrap()), hash);
            if let Ok(small) = text.parse() {
                assert_eq!(int(small), hash);
            }
        }
        for (value, hash) in [
            (0.0, 0),
            (-1.0, -2),
            (1.5, 1_152_921_504_606_846_977),
            (-0.5, -1_152_921_504_606_846_976),
            (1e300, 1_224_995_262_755_759_164),
            (5e-324, 16_777_216),
            (-1e22, -1_864_712_049_423_028_464),
            (f64::NEG_INFINITY, -314_159),
        ] {
            assert_eq!(float(value), Some(hash), "{value}");
        }
        assert_eq!(float(f64::NAN), None);
        assert_eq!((complex(1, 2), complex(0, INFINITY)), (2_000_007, 314_159_942_477));
    }

    #[test]
    fn containers_hash_as_in_cpython() {
        let tuple = |items: &[i64]| {
            let mut tuple = Tuple::default();
            items.iter().for_each(|&hash| tuple.add(hash));
            tuple
        };
        assert_eq!(tuple(&[]).finish(), 5_740_354_900_026_072_187);
        assert_eq!(tuple(&[1, 2, 3]).finish(), 529_344_067_295_497_451);
        assert_eq!(tuple(&[NONE, 1, 0]).finish(), -1_360_056_752_296_145_826);
        assert_eq!(tuple(&[1, 2, 3]).finish_slice(), -2_340_833_382_717_974_474);
        let set = |items: &[i64]| {
            let mut set = FrozenSet::default();
            items.iter().for_each(|&hash| set.add(hash));
            set.finish()
        };
        assert_eq!((set(&[]), set(&[1])), (133_146_708_735_736, -558_064_481_276_695_278));
        assert_eq!(set(&[3, -2, 1, 2]), -1_675_867_903_771_378_670);
    }

    #[test]
    fn text_hashes_under_a_secret() {
        let hashes = |seed| {
            let secret = Secret::from_seed(seed);
            let str = |text: &str| secret.str(text.chars().map(u32::from));
            [str("abc"), secret.bytes(b"abcdefgh"), str("é"), str("a☃"), str("x😀"), secret.str([0xD800].into_iter()), str("abcdefghijk")]
        };
        let zero = [
            -4_594_863_902_769_663_758,
            4_574_395_652_268_504_554,
            6_047_309_291_227_476_195,
            8_392_833_530_092_022_424,
            -4_086_645_887_891_144_435,
            5_926_611_903_945_376_553,
            1_450_545_860_578_130_900,
        ];
        let answer = [
            3_869_580_338_025_362_921,
            -5_457_871_895_989_710_762,
            5_653_850_369_683_463_245,
            1_173_795_846_102_784_534,
            -3_947_404_649_157_844_922,
            3_727_559_787_064_597_055,
            7_764_564_197_781_545_852,
        ];
        assert_eq!((hashes(0), hashes(42)), (zero, answer));
        assert_eq!(Secret::from_seed(7).bytes(b""), 0);
        assert_eq!(Secret::from_seed(7).str("".chars().map(u32::from)), 0);
    }
}
