//! Hashes of values.
//!
//! Nothing recurses: values that hold others are walked with explicit stacks, which are charged on the way. When an instance with a user
//! `__hash__` is met, the result is [`Abrupt::NeedsUserCode`] and a fallback takes over.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use smallvec::SmallVec;
use stockade_algorithms::text::float::frexp;

use crate::base::abrupt::Abrupt;
use crate::base::sizes::low64;
use crate::base::sizes::whole_u64;
use crate::base::value::{Tag, Value};
use crate::heap::{ChargedStack, Object, class_flags};
use crate::runtime::core::Runtime;
use crate::runtime::native_object::{Hash, MixHashes};

/// CPython 3.13's hash of None.
const NONE_HASH: u64 = 0xfca8_6420;

const MODULUS: u64 = (1 << 61) - 1;

/// `hash(int)` of a machine integer: the value modulo 2^61 - 1, with -1 replaced by -2.
#[inline]
pub(crate) fn hash_int(value: i64) -> u64 {
    let magnitude = (value.unsigned_abs() % MODULUS) as i64;
    let hash = if value < 0 { -magnitude } else { magnitude };
    if hash == -1 { -2i64 as u64 } else { hash as u64 }
}

fn hash_big(value: &BigInt) -> u64 {
    hash_rest((value.magnitude() % MODULUS).to_i64().unwrap_or(0), value.is_negative())
}

/// Like `hash_big`, for up to 127 bits.
fn hash_wide(value: i128) -> u64 {
    hash_rest(low64(value.unsigned_abs() % u128::from(MODULUS)) as i64, value < 0)
}

/// The hash from the remainder of a number's magnitude modulo 2^61 - 1.
fn hash_rest(magnitude: i64, negative: bool) -> u64 {
    let hash = if negative { -magnitude } else { magnitude };
    if hash == -1 { -2i64 as u64 } else { hash as u64 }
}

/// `hash(float)`: equal numbers of different types have equal hashes (Python's documentation of numeric hashing).
pub(crate) fn hash_float(value: f64) -> u64 {
    if value.is_nan() {
        // CPython hashes a NaN by identity. Here it is hashed by its bits.
        return value.to_bits() >> 3;
    }
    if value.is_infinite() {
        return if value > 0.0 { 314_159 } else { -314_159i64 as u64 };
    }
    let (mut mantissa, mut exponent) = frexp(value.abs());
    let mut hash: u64 = 0;
    while mantissa != 0.0 {
        hash = ((hash << 28) & MODULUS) | hash >> (61 - 28);
        mantissa *= 268_435_456.0;
        exponent -= 28;
        let whole = whole_u64(mantissa);
        mantissa -= whole as f64;
        hash += whole;
        if hash >= MODULUS {
            hash -= MODULUS;
        }
    }
    let shift = exponent.rem_euclid(61) as u32;
    hash = ((hash << shift) & MODULUS) | hash >> (61 - shift);
    let signed = if value < 0.0 { -(hash as i64) } else { hash as i64 };
    if signed == -1 { -2i64 as u64 } else { signed as u64 }
}

/// A keyed hash of bytes: folded 64x64 multiplications over eight-byte words, as in wyhash. Colliding strings cannot be prepared without
/// the host's seed.
pub(crate) fn hash_bytes(bytes: &[u8], seed: u64) -> u64 {
    if bytes.is_empty() {
        return 0;
    }
    let fold = |a: u64, b: u64| {
        let wide = u128::from(a) * u128::from(b);
        low64(wide) ^ (wide >> 64) as u64
    };
    let mut hash = seed ^ 0x9e37_79b9_7f4a_7c15 ^ (bytes.len() as u64).wrapping_mul(0xa076_1d64_78bd_642f);
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let mut buffer = [0; 8];
        buffer.copy_from_slice(word);
        hash = fold(hash ^ u64::from_le_bytes(buffer), 0xe703_7ed1_a0b4_28db ^ seed);
    }
    let rest = words.remainder();
    if !rest.is_empty() {
        let mut buffer = [0; 8];
        for (slot, byte) in buffer.iter_mut().zip(rest) {
            *slot = *byte;
        }
        hash = fold(hash ^ u64::from_le_bytes(buffer), 0x8ebc_6af0_9c88_c6e3 ^ seed);
    }
    hash = fold(hash, 0x5899_65cc_7537_4cc3);
    // 0 means "not computed", and -1 is not a valid hash in Python.
    if hash == 0 || hash == u64::MAX { 1 } else { hash }
}

const XX_1: u64 = 11_400_714_785_074_694_791;
const XX_2: u64 = 14_029_467_366_897_019_727;
const XX_5: u64 = 2_870_177_450_012_600_261;

/// CPython's tuple hash: the xxHash-derived combination of the items' hashes.
struct TupleHash(u64);

impl TupleHash {
    fn new() -> Self {
        TupleHash(XX_5)
    }
    fn add(&mut self, lane: u64) {
        self.0 = self.0.wrapping_add(lane.wrapping_mul(XX_2)).rotate_left(31).wrapping_mul(XX_1);
    }
    fn finish(&self, len: usize) -> u64 {
        let hash = self.0.wrapping_add(len as u64 ^ (XX_5 ^ 3_527_539));
        if hash == u64::MAX { 1_546_275_796 } else { hash }
    }
}

/// The hash of a tuple from the hashes of its items.
pub(crate) fn combine(hashes: &[u64]) -> u64 {
    let mut hash = TupleHash::new();
    for lane in hashes {
        hash.add(*lane);
    }
    hash.finish(hashes.len())
}

/// Spreads the hash of a set's item, so that the order of the items does not matter when they are combined (CPython's `setobject.c`).
fn scatter(item: u64) -> u64 {
    (item ^ 89_869_747 ^ item << 16).wrapping_mul(3_644_798_167)
}

/// The hash of a frozenset from its combined items and their number.
fn finish_set_hash(combined: u64, len: usize) -> u64 {
    let mut hash = combined ^ (len as u64 + 1).wrapping_mul(1_927_868_237);
    hash ^= hash >> 11 ^ hash >> 25;
    hash = hash.wrapping_mul(69_069).wrapping_add(907_133_923);
    if hash == u64::MAX { 590_923_713 } else { hash }
}

/// A value that waits for the hash of a part.
enum OpenHash {
    Tuple { tuple: Value, at: usize, hash: TupleHash },
    Slice { parts: [Value; 3], at: usize, hash: TupleHash },
    Alias { origin: Value, args: Value, at: u8, hash: u64 },
    Union { members: Value, at: usize, hash: u64 },
    Native { parts: SmallVec<[Value; 2]>, hashes: SmallVec<[u64; 2]>, mix: MixHashes },
}

crate::heap::charged_sizes! { OpenHash = 88 }

/// What one step of a hash walk finds.
enum HashStep {
    Done(u64),
    /// The value has the hash of this one.
    Same(Value),
    Open(OpenHash),
}

/// What a waiting value does with the hash of its part.
enum Fed {
    /// It needs the hash of this part as well.
    Part(Value),
    Finished(u64),
}

/// The longest text whose hash is kept with it.
const KEPT: usize = 256;

impl Runtime {
    #[inline(always)]
    pub(crate) fn hash_str(&self, value: Value) -> u64 {
        match self.heap.strs.get(value.index()).hash.get() {
            0 => self.hash_text(value),
            cached => cached,
        }
    }

    /// The hash of a string that is not long, which charges nothing. None for a long one.
    #[inline(always)]
    pub(crate) fn hash_short(&self, value: Value) -> Option<u64> {
        match self.heap.strs.get(value.index()).hash.get() {
            0 if self.heap.text(value).len() > KEPT => None,
            0 => Some(self.hash_text(value)),
            kept => Some(kept),
        }
    }

    /// Like `hash_str`, for a string whose hash is not kept. That of a long one never is: its walk is charged, and a snapshot drops what is
    /// kept, so that the same program would be charged otherwise after a restore.
    #[inline(never)]
    fn hash_text(&self, value: Value) -> u64 {
        let object = self.heap.strs.get(value.index());
        let text = self.heap.text(value);
        let hash = hash_bytes(text.as_bytes(), self.identity.hash_seed);
        if text.len() > KEPT {
            self.heap.fuel.charge_walk(text.len() as u64 / 32);
        } else {
            object.hash.set(hash);
        }
        hash
    }

    /// `hash(value)`.
    #[inline]
    pub(crate) fn hash(&mut self, value: Value) -> Result<u64, Abrupt> {
        match value.tag {
            Tag::Int | Tag::Bool => Ok(hash_int(value.as_i64())),
            Tag::Str => Ok(self.hash_str(value)),
            Tag::Tuple => self.hash_tuple(value),
            // Most instances have the hash of their identity and need no walk.
            Tag::Slice | Tag::Inst | Tag::Object => match self.hash_step(value)? {
                HashStep::Done(hash) => Ok(hash),
                step => self.hash_deep(step),
            },
            _ => self.hash_leaf(value),
        }
    }

    fn hash_tuple(&mut self, value: Value) -> Result<u64, Abrupt> {
        let items = &self.heap.tuples.get(value.index()).items;
        if items.iter().any(|item| matches!(item.tag, Tag::Tuple | Tag::Slice | Tag::Inst | Tag::Object)) {
            let step = self.hash_step(value)?;
            return self.hash_deep(step);
        }
        let (len, mut hash) = (items.len(), TupleHash::new());
        for at in 0..len {
            let Some(item) = self.heap.tuples.get(value.index()).items.get(at).copied() else { break };
            hash.add(match item.tag {
                Tag::Int | Tag::Bool => hash_int(item.as_i64()),
                Tag::Str => self.hash_str(item),
                _ => self.hash_leaf(item)?,
            });
        }
        self.charge(len as u64 / 4 * 3)?;
        Ok(hash.finish(len))
    }

    /// The hash of a value that may hold others. The values that wait for a part are on an explicit stack, so the program chooses how deep
    /// they nest and the host's stack does not grow.
    fn hash_deep(&mut self, first: HashStep) -> Result<u64, Abrupt> {
        let mut open = ChargedStack::new();
        let result = self.hash_walk(first, &mut open);
        open.release(&mut self.heap);
        result
    }

    fn hash_walk(&mut self, first: HashStep, open: &mut ChargedStack<OpenHash>) -> Result<u64, Abrupt> {
        let mut step = first;
        loop {
            let mut done = match step {
                HashStep::Done(hash) => Some(hash),
                HashStep::Same(other) => {
                    self.charge(2)?;
                    step = self.hash_step(other)?;
                    continue;
                }
                HashStep::Open(frame) => {
                    let costs = match (&frame, open.last()) {
                        (OpenHash::Tuple { .. }, None) => 0,
                        (OpenHash::Slice { .. }, _) => 4,
                        _ => 2,
                    };
                    self.charge(costs)?;
                    open.push(&mut self.heap, frame)?;
                    None
                }
            };
            loop {
                let Some(top) = open.last_mut() else { return Ok(done.unwrap_or(0)) };
                match self.hash_feed(top, done)? {
                    Fed::Part(part) => {
                        step = self.hash_step(part)?;
                        break;
                    }
                    Fed::Finished(hash) => {
                        open.pop();
                        done = Some(hash);
                    }
                }
            }
        }
    }

    /// Gives a waiting value the hash of its part, and returns its next part or its own hash.
    fn hash_feed(&mut self, frame: &mut OpenHash, part: Option<u64>) -> Result<Fed, Abrupt> {
        Ok(match frame {
            OpenHash::Tuple { tuple, at, hash } => {
                if let Some(part) = part {
                    hash.add(part);
                }
                let items = &self.heap.tuples.get(tuple.index()).items;
                let (next, len) = (items.get(*at).copied(), items.len());
                *at += 1;
                match next {
                    Some(item) => Fed::Part(item),
                    None => {
                        let hash = hash.finish(len);
                        self.charge(len as u64 / 4 * 3)?;
                        Fed::Finished(hash)
                    }
                }
            }
            OpenHash::Slice { parts, at, hash } => {
                if let Some(part) = part {
                    hash.add(part);
                }
                let next = parts.get(*at).copied();
                *at += 1;
                match next {
                    Some(part) => Fed::Part(part),
                    // A slice mixes hashes as a tuple does, but without the length.
                    None => Fed::Finished(if hash.0 == u64::MAX { 1_546_275_796 } else { hash.0 }),
                }
            }
            OpenHash::Alias { origin, args, at, hash } => {
                *hash ^= part.unwrap_or(0);
                *at += 1;
                match *at {
                    1 => Fed::Part(*origin),
                    2 => Fed::Part(*args),
                    _ => Fed::Finished(*hash),
                }
            }
            OpenHash::Union { members, at, hash } => {
                if let Some(part) = part {
                    *hash ^= scatter(part);
                }
                let items = &self.heap.tuples.get(members.index()).items;
                let (next, len) = (items.get(*at).copied(), items.len());
                *at += 1;
                match next {
                    Some(member) => Fed::Part(member),
                    None => {
                        self.charge(len as u64 / 4 * 3)?;
                        Fed::Finished(finish_set_hash(*hash, len))
                    }
                }
            }
            OpenHash::Native { parts, hashes, mix } => {
                hashes.extend(part);
                match parts.get(hashes.len()).copied() {
                    Some(part) => Fed::Part(part),
                    None => Fed::Finished(mix(hashes)),
                }
            }
        })
    }

    /// One step of the walk: the hash of a leaf, or what to walk next.
    fn hash_step(&mut self, value: Value) -> Result<HashStep, Abrupt> {
        Ok(match value.tag {
            Tag::Tuple => HashStep::Open(OpenHash::Tuple { tuple: value, at: 0, hash: TupleHash::new() }),
            Tag::Slice => {
                let slice = *self.heap.slices.get(value.index());
                HashStep::Open(OpenHash::Slice { parts: [slice.start, slice.stop, slice.step], at: 0, hash: TupleHash::new() })
            }
            Tag::Inst => {
                let class = self.heap.classes.get(self.heap.insts.get(value.index()).class);
                if class.flags & (class_flags::HASH | class_flags::EQ) != 0 {
                    // A class with `__eq__` and without `__hash__` got `__hash__ = None` when it was created.
                    match self.user_method(value, crate::base::names::dunder_hash) {
                        Some(Value::NONE) => return Err(self.unhashable(value)),
                        Some(_) => return self.replayed_hash(value).map(HashStep::Done).ok_or(Abrupt::NeedsUserCode),
                        None => {}
                    }
                }
                match self.payload(value).map(|payload| (payload, payload.tag)) {
                    Some((_, Tag::List | Tag::Dict | Tag::Set | Tag::ByteArray)) => return Err(self.unhashable(value)),
                    Some((payload, Tag::Object)) if crate::objects::types::deque::is_deque(self, payload) => {
                        return Err(self.unhashable(value));
                    }
                    Some((payload, tag)) if tag != Tag::Inst => HashStep::Same(payload),
                    _ => HashStep::Done(self.hash_identity(value)?),
                }
            }
            Tag::Object => match self.heap.as_object(value) {
                Object::DictView { kind: crate::heap::DictKind::Values, .. } => HashStep::Done(self.hash_identity(value)?),
                Object::DictView { .. } | Object::Deque(_) => return Err(self.unhashable(value)),
                Object::MemoryView { .. } => HashStep::Done(crate::objects::types::bytes::view_hash(self, value)?),
                Object::GenericAlias { origin, args, .. } => {
                    HashStep::Open(OpenHash::Alias { origin: *origin, args: *args, at: 0, hash: 0 })
                }
                Object::Union(members) => HashStep::Open(OpenHash::Union { members: *members, at: 0, hash: 0 }),
                Object::MappingProxy(inner) => {
                    let inner = *inner;
                    if inner.tag == Tag::Object { HashStep::Done(self.hash_identity(inner)?) } else { HashStep::Same(inner) }
                }
                Object::Native(object) => match object.slots().hash(self) {
                    None => return Err(self.unhashable(value)),
                    Some(Hash::Identity) => HashStep::Done(self.hash_identity(value)?),
                    Some(Hash::Parts(parts, mix)) => HashStep::Open(OpenHash::Native { parts, hashes: SmallVec::new(), mix }),
                },
                Object::Code(number) => HashStep::Done(crate::objects::types::code_object::hash_of(self, *number)),
                _ => HashStep::Done(self.hash_identity(value)?),
            },
            Tag::Int | Tag::Bool => HashStep::Done(hash_int(value.as_i64())),
            Tag::Str => HashStep::Done(self.hash_str(value)),
            _ => HashStep::Done(self.hash_leaf(value)?),
        })
    }

    /// The hash of an object by identity. It is made from the object's `id`, and ids are numbered in the order in which they are first
    /// requested. So neither a collection nor a snapshot changes the order of a set. The bits are scattered so that sets of objects do not
    /// degenerate.
    pub(crate) fn hash_identity(&mut self, value: Value) -> Result<u64, Abrupt> {
        let number = if value.tag.is_heap() {
            self.charge_units(crate::base::fuel::once::IDENTITY)?;
            self.id(value)?
        } else {
            value.payload
        };
        let mixed = (number ^ (value.tag as u64) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Ok(mixed >> 4 & MODULUS)
    }

    /// The hash of a value that holds no other value to hash. Tuples, slices, instances and objects are not leaves.
    fn hash_leaf(&mut self, value: Value) -> Result<u64, Abrupt> {
        Ok(match value.tag {
            Tag::Int | Tag::Bool => hash_int(value.as_i64()),
            Tag::Float => hash_float(value.as_f64()),
            Tag::Str => self.hash_str(value),
            Tag::BigInt => self.hash_bigint(value)?,
            Tag::None => NONE_HASH,
            Tag::Complex => {
                let complex = *self.heap.complexes.get(value.index());
                let hash = hash_float(complex.re).wrapping_add(hash_float(complex.im).wrapping_mul(1_000_003));
                if hash == u64::MAX { -2i64 as u64 } else { hash }
            }
            Tag::Bytes => {
                self.charge(self.byte_data(value).len() as u64 / 64)?;
                hash_bytes(self.byte_data(value), self.identity.hash_seed)
            }
            Tag::FrozenSet => self.hash_frozenset(value)?,
            Tag::Range => {
                let range = *self.heap.ranges.get(value.index());
                let len = crate::objects::types::range::len(self, value)?;
                let (empty, single) = (len.is_zero(), len == BigInt::from(1));
                let len_value = self.heap.int(len)?;
                let start = if empty { Value::NONE } else { range.start };
                let step = if empty || single { Value::NONE } else { range.step };
                let mut hash = TupleHash::new();
                for lane in [len_value, start, step] {
                    hash.add(match lane.tag {
                        Tag::BigInt => self.hash_bigint(lane)?,
                        Tag::None => NONE_HASH,
                        _ => hash_int(lane.as_i64()),
                    });
                }
                hash.finish(3)
            }
            Tag::List | Tag::Dict | Tag::Set | Tag::ByteArray => return Err(self.unhashable(value)),
            Tag::Exc | Tag::Class => match self.user_method(value, crate::base::names::dunder_hash) {
                Some(Value::NONE) => return Err(self.unhashable(value)),
                Some(_) => return Err(Abrupt::NeedsUserCode),
                None => self.hash_identity(value)?,
            },
            Tag::Method => {
                let method = *self.heap.methods.get(value.index());
                self.hash_identity(method.func)? ^ self.hash_identity(method.this)?
            }
            _ => self.hash_identity(value)?,
        })
    }

    fn hash_bigint(&mut self, value: Value) -> Result<u64, Abrupt> {
        let object = self.heap.bigints.get(value.index());
        let (hash, words) = (object.wide().map_or_else(|| hash_big(&object.big()), hash_wide), object.bits() / 64);
        self.charge(words)?;
        Ok(hash)
    }

    pub(crate) fn hash_frozenset(&mut self, value: Value) -> Result<u64, Abrupt> {
        // Not only counted: a native that hashes many values meets its limit here.
        self.charge_units(self.heap.sets.get(value.index()).walk_cost())?;
        let set = self.heap.sets.get(value.index());
        let hash = set.iter_uncharged().fold(0, |hash, (item, _)| hash ^ scatter(item));
        Ok(finish_set_hash(hash, set.len()))
    }

    #[cold]
    pub(crate) fn unhashable(&mut self, value: Value) -> Abrupt {
        let name = self.type_name(value);
        self.type_error(&format!("unhashable type: '{name}'"))
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;

    #[test]
    fn numbers_hash_as_in_cpython() {
        for (text, hash) in [
            ("2305843009213693951", 0_i64),
            ("-1", -2),
            ("2305843009213693952", 1),
            ("-9223372036854775808", -4),
            ("1267650600228229401496703205376", 549_755_813_888),
            ("-1000000000000000000000000000000", -465_258_685_558_744_706),
        ] {
            assert_eq!(hash_big(&text.parse().unwrap()).cast_signed(), hash);
            assert_eq!(hash_wide(text.parse().unwrap()).cast_signed(), hash);
            if let Ok(small) = text.parse() {
                assert_eq!(hash_int(small).cast_signed(), hash);
            }
        }
        for (value, hash) in [
            (0.0, 0_i64),
            (-1.0, -2),
            (1.5, 1_152_921_504_606_846_977),
            (-0.5, -1_152_921_504_606_846_976),
            (1e300, 1_224_995_262_755_759_164),
            (5e-324, 16_777_216),
            (-1e22, -1_864_712_049_423_028_464),
            (f64::NEG_INFINITY, -314_159),
        ] {
            assert_eq!(hash_float(value).cast_signed(), hash, "{value}");
        }
    }

    #[test]
    fn tuples_hash_as_in_cpython() {
        // 0xFCA86420 is the hash of None.
        assert_eq!(combine(&[]).cast_signed(), 5_740_354_900_026_072_187);
        assert_eq!(combine(&[1, 2, 3]).cast_signed(), 529_344_067_295_497_451);
        assert_eq!(combine(&[0xFCA8_6420, 1, 0]).cast_signed(), -1_360_056_752_296_145_826);
    }
}
