//! Hashes and equality, and the dict and set operations built on them.
//!
//! Nothing recurses: nested tuples and containers are walked with explicit stacks and charged on the way. When an instance with a user
//! `__eq__` or `__hash__` is met, the result is [`Abrupt::NeedsUserCode`] and a fallback takes over.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};
use smallvec::{SmallVec, smallvec};
use stockade_algorithms::text::float::frexp;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Found, Object, SetObj, class_flags};
use crate::runtime::core::Runtime;
use crate::runtime::native_object::Hash;

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
    hash_rest((value.unsigned_abs() % u128::from(MODULUS)) as i64, value < 0)
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
        let whole = mantissa as u64;
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
        (wide as u64) ^ (wide >> 64) as u64
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

impl Runtime {
    #[inline(always)]
    pub(crate) fn hash_str(&self, value: Value) -> u64 {
        match self.heap.strs.get(value.index()).hash.get() {
            0 => self.hash_text(value),
            cached => cached,
        }
    }

    /// Like `hash_str`, for a string whose hash is not computed yet.
    #[inline(never)]
    fn hash_text(&self, value: Value) -> u64 {
        let object = self.heap.strs.get(value.index());
        let text = self.heap.text(value);
        let hash = hash_bytes(text.as_bytes(), self.identity.hash_seed);
        object.hash.set(hash);
        hash
    }

    /// `hash(value)`.
    #[inline]
    pub(crate) fn hash(&mut self, value: Value) -> Result<u64, Abrupt> {
        match value.tag {
            Tag::Int | Tag::Bool => Ok(hash_int(value.as_i64())),
            Tag::Str => Ok(self.hash_str(value)),
            Tag::Tuple => self.hash_tuple(value),
            _ => self.hash_scalar(value),
        }
    }

    fn hash_tuple(&mut self, value: Value) -> Result<u64, Abrupt> {
        let items = &self.heap.tuples.get(value.index()).items;
        if items.iter().any(|item| item.tag == Tag::Tuple) {
            return self.hash_nested(value);
        }
        let (len, mut hash) = (items.len(), TupleHash::new());
        for at in 0..len {
            let Some(item) = self.heap.tuples.get(value.index()).items.get(at).copied() else { break };
            hash.add(self.hash(item)?);
        }
        self.charge(len as u64 / 8)?;
        Ok(hash.finish(len))
    }

    /// The hash of nested tuples, without recursion.
    fn hash_nested(&mut self, value: Value) -> Result<u64, Abrupt> {
        let mut stack: Vec<(Value, usize, TupleHash)> = vec![(value, 0, TupleHash::new())];
        while let Some((tuple, at, _)) = stack.last_mut() {
            let items = &self.heap.tuples.get(tuple.index()).items;
            let next = items.get(*at).copied();
            *at += 1;
            let len = items.len();
            let lane = match next {
                Some(item) if item.tag == Tag::Tuple => {
                    self.charge(1)?;
                    stack.push((item, 0, TupleHash::new()));
                    continue;
                }
                Some(item) => self.hash_scalar(item)?,
                None => {
                    self.charge(len as u64 / 8)?;
                    let Some((_, _, hash)) = stack.pop() else { break };
                    let done = hash.finish(len);
                    if stack.is_empty() {
                        return Ok(done);
                    }
                    done
                }
            };
            if let Some((_, _, hash)) = stack.last_mut() {
                hash.add(lane);
            }
        }
        Ok(0)
    }

    /// The hash of an object by identity. It is made from the object's `id`, and ids are numbered in the order in which they are first
    /// requested. So neither a collection nor a snapshot changes the order of a set. The bits are scattered so that sets of objects do not
    /// degenerate.
    pub(crate) fn hash_identity(&mut self, value: Value) -> Result<u64, Abrupt> {
        let number = if value.tag.is_heap() { self.id(value)? } else { value.payload };
        let mixed = (number ^ (value.tag as u64) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Ok(mixed >> 4 & MODULUS)
    }

    fn hash_scalar(&mut self, value: Value) -> Result<u64, Abrupt> {
        Ok(match value.tag {
            Tag::Int | Tag::Bool => hash_int(value.as_i64()),
            Tag::Float => hash_float(value.as_f64()),
            Tag::Str => self.hash_str(value),
            Tag::BigInt => {
                let object = self.heap.bigints.get(value.index());
                let (hash, words) = (object.wide().map_or_else(|| hash_big(&object.big()), hash_wide), object.bits() / 64);
                self.charge(words)?;
                hash
            }
            // CPython 3.13's constant for None.
            Tag::None => 0xfca8_6420,
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
            Tag::Tuple => return self.hash_tuple(value),
            Tag::Range => {
                let range = *self.heap.ranges.get(value.index());
                let len = crate::objects::types::range::len(self, value);
                let (empty, single) = (len.is_zero(), len == BigInt::from(1));
                let len_value = self.heap.int(len)?;
                let start = if empty { Value::NONE } else { range.start };
                let step = if empty || single { Value::NONE } else { range.step };
                let mut hash = TupleHash::new();
                for lane in [len_value, start, step] {
                    let lane = self.hash_scalar(lane)?;
                    hash.add(lane);
                }
                hash.finish(3)
            }
            Tag::Slice => {
                let slice = *self.heap.slices.get(value.index());
                let mut hash = TupleHash::new();
                for part in [slice.start, slice.stop, slice.step] {
                    let lane = self.hash(part)?;
                    hash.add(lane);
                }
                // A slice mixes hashes as a tuple does, but without the length.
                if hash.0 == u64::MAX { 1_546_275_796 } else { hash.0 }
            }
            Tag::List | Tag::Dict | Tag::Set | Tag::ByteArray => return Err(self.unhashable(value)),
            Tag::Inst => {
                let class = self.heap.classes.get(self.heap.insts.get(value.index()).class);
                if class.flags & (class_flags::HASH | class_flags::EQ) != 0 {
                    // A class with `__eq__` and without `__hash__` got `__hash__ = None` when it was created.
                    match self.user_method(value, crate::base::names::dunder_hash) {
                        Some(Value::NONE) => return Err(self.unhashable(value)),
                        Some(_) => return self.replayed_hash(value).ok_or(Abrupt::NeedsUserCode),
                        None => {}
                    }
                }
                match self.payload(value).map(|payload| (payload, payload.tag)) {
                    Some((_, Tag::List | Tag::Dict | Tag::Set | Tag::ByteArray)) => return Err(self.unhashable(value)),
                    Some((payload, Tag::Object)) if crate::objects::types::deque::is_deque(self, payload) => {
                        return Err(self.unhashable(value));
                    }
                    Some((payload, tag)) if tag != Tag::Inst => return self.hash(payload),
                    _ => self.hash_identity(value)?,
                }
            }
            Tag::Exc | Tag::Class => match self.user_method(value, crate::base::names::dunder_hash) {
                Some(Value::NONE) => return Err(self.unhashable(value)),
                Some(_) => return Err(Abrupt::NeedsUserCode),
                None => self.hash_identity(value)?,
            },
            Tag::Object => return self.hash_object(value),
            Tag::Method => {
                let method = *self.heap.methods.get(value.index());
                self.hash_identity(method.func)? ^ self.hash_identity(method.this)?
            }
            _ => self.hash_identity(value)?,
        })
    }

    fn hash_object(&mut self, value: Value) -> Result<u64, Abrupt> {
        self.nested(|rt| rt.hash_object_inner(value))
    }

    fn hash_object_inner(&mut self, value: Value) -> Result<u64, Abrupt> {
        Ok(match self.heap.as_object(value) {
            Object::DictView { kind: crate::heap::DictKind::Values, .. } => self.hash_identity(value)?,
            Object::DictView { .. } | Object::Deque(_) => return Err(self.unhashable(value)),
            Object::MemoryView { .. } => return crate::objects::types::bytes::view_hash(self, value),
            Object::GenericAlias { origin, args, .. } => {
                let (origin, args) = (*origin, *args);
                self.hash(origin)? ^ self.hash(args)?
            }
            Object::Union(members) => {
                let items = self.heap.tuples.get(members.index()).items.to_vec();
                let set = self.set_from(&items, true)?;
                self.hash_frozenset(set)?
            }
            Object::MappingProxy(inner) => {
                let inner = *inner;
                return if inner.tag == Tag::Object { self.hash_identity(inner) } else { self.hash(inner) };
            }
            Object::Native(_) => return self.hash_native(value),
            Object::Code(number) => crate::objects::types::code_object::hash_of(self, *number),
            _ => self.hash_identity(value)?,
        })
    }

    /// The hash of a library object, computed after the hashes of its parts. Objects that wait for a part are on an explicit stack.
    fn hash_native(&mut self, value: Value) -> Result<u64, Abrupt> {
        struct Open {
            parts: SmallVec<[Value; 2]>,
            hashes: SmallVec<[u64; 2]>,
            mix: crate::runtime::native_object::MixHashes,
        }
        let mut open: Vec<Open> = Vec::new();
        let mut value = value;
        loop {
            let mut hash = match self.heap.native(value).map(|object| object.hash(self)) {
                None => self.hash(value)?,
                Some(None) => return Err(self.unhashable(value)),
                Some(Some(Hash::Identity)) => self.hash_identity(value)?,
                Some(Some(Hash::Parts(parts, mix))) => match parts.first().copied() {
                    None => mix(&[]),
                    Some(first) => {
                        self.charge(open.len().min(1) as u64)?;
                        open.push(Open { parts, hashes: SmallVec::new(), mix });
                        value = first;
                        continue;
                    }
                },
            };
            loop {
                let Some(mut top) = open.pop() else { return Ok(hash) };
                top.hashes.push(hash);
                if let Some(part) = top.parts.get(top.hashes.len()).copied() {
                    open.push(top);
                    value = part;
                    break;
                }
                hash = (top.mix)(&top.hashes);
            }
        }
    }

    pub(crate) fn hash_frozenset(&mut self, value: Value) -> Result<u64, Abrupt> {
        self.charge(self.heap.sets.get(value.index()).len() as u64 / 8)?;
        let set = self.heap.sets.get(value.index());
        let mut hash: u64 = 0;
        for (item, _) in set.iter() {
            hash ^= (item ^ 89_869_747 ^ item << 16).wrapping_mul(3_644_798_167);
        }
        hash ^= (set.len() as u64 + 1).wrapping_mul(1_927_868_237);
        hash ^= hash >> 11 ^ hash >> 25;
        hash = hash.wrapping_mul(69_069).wrapping_add(907_133_923);
        Ok(if hash == u64::MAX { 590_923_713 } else { hash })
    }

    #[cold]
    pub(crate) fn unhashable(&mut self, value: Value) -> Abrupt {
        let name = self.type_name(value);
        self.type_error(&format!("unhashable type: '{name}'"))
    }

    // --- equality

    /// `a is b or a == b`: how containers compare items.
    #[inline]
    pub(crate) fn same(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        if a == b { Ok(true) } else { self.eq(a, b) }
    }

    /// `a == b`.
    #[inline]
    pub(crate) fn eq(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        match (a.tag, b.tag) {
            (Tag::Int | Tag::Bool, Tag::Int | Tag::Bool) => Ok(a.payload == b.payload),
            (Tag::Str, Tag::Str) => Ok(a == b || self.str_eq_charged(a, b)?),
            (Tag::Float, Tag::Float) => Ok(a.as_f64() == b.as_f64()),
            _ => match self.eq_flat(a, b)? {
                Some(answer) => Ok(answer),
                None => self.eq_deep(a, b),
            },
        }
    }

    /// Equality of texts. Long texts of equal length are charged by their bytes.
    #[inline]
    fn str_eq_charged(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        let (x, y) = (self.heap.text(a), self.heap.text(b));
        if x.len() != y.len() {
            return Ok(false);
        }
        let (answer, cost) = (x == y, x.len() as u64 / 64);
        if cost > 4 {
            self.charge(cost)?;
        }
        Ok(answer)
    }

    #[inline]
    pub(crate) fn str_eq(&self, a: Value, b: Value) -> bool {
        self.heap.text(a) == self.heap.text(b)
    }

    /// Equality that needs no look inside containers. None when it does.
    fn eq_flat(&mut self, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
        use Tag::{BigInt as Big, Bool, ByteArray, Bytes, Class, Complex, Dict, Exc, Float, FrozenSet, Inst, Int, List, Set, Str, Tuple};
        Ok(Some(match (a.tag, b.tag) {
            (Int | Bool, Int | Bool) => a.payload == b.payload,
            (Str, Str) => a == b || self.str_eq_charged(a, b)?,
            (Float, Float) => a.as_f64() == b.as_f64(),
            (Int | Bool, Float) => int_eq_float(a.as_i64(), b.as_f64()),
            (Float, Int | Bool) => int_eq_float(b.as_i64(), a.as_f64()),
            (Inst | Exc | Class, _) | (_, Inst | Exc | Class) => return self.eq_user_objects(a, b),
            (Tag::Object, _) | (_, Tag::Object) => return self.eq_object(a, b),
            (Big, Big) => {
                let (x, y) = (self.heap.bigints.get(a.index()), self.heap.bigints.get(b.index()));
                let (answer, cost) = (x == y, x.bits() / 512);
                self.charge(cost)?;
                answer
            }
            (Big, Float) => big_eq_float(&self.heap.bigints.get(a.index()).big(), b.as_f64()),
            (Float, Big) => big_eq_float(&self.heap.bigints.get(b.index()).big(), a.as_f64()),
            (Complex, _) | (_, Complex) => {
                let (complex, other) = if a.tag == Complex { (a, b) } else { (b, a) };
                let left = *self.heap.complexes.get(complex.index());
                match other.tag {
                    Complex => {
                        let right = self.heap.complexes.get(other.index());
                        left.re == right.re && left.im == right.im
                    }
                    Int | Bool => left.im == 0.0 && int_eq_float(other.as_i64(), left.re),
                    Float => left.im == 0.0 && left.re == other.as_f64(),
                    Big => left.im == 0.0 && big_eq_float(&self.heap.bigints.get(other.index()).big(), left.re),
                    _ => false,
                }
            }
            (Bytes | ByteArray, Bytes | ByteArray) => {
                let answer = self.byte_data(a) == self.byte_data(b);
                let cost = self.byte_data(a).len() as u64 / 256;
                self.charge(cost)?;
                answer
            }
            (List, List) | (Tuple, Tuple) | (Dict, Dict) | (Set | FrozenSet, Set | FrozenSet) => return Ok(None),
            (Tag::Range, Tag::Range) => return crate::objects::types::range::equal(self, a, b).map(Some),
            (Tag::Slice, Tag::Slice) => return Ok(None),
            (Tag::Method, Tag::Method) => {
                let (x, y) = (self.heap.methods.get(a.index()), self.heap.methods.get(b.index()));
                x.func == y.func && x.this == y.this
            }
            _ => a == b,
        }))
    }

    /// Equality when an instance of a user class takes part.
    fn eq_user_objects(&mut self, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
        let name = crate::base::names::dunder_eq;
        if self.user_method(a, name).is_some() || self.user_method(b, name).is_some() {
            return Err(Abrupt::NeedsUserCode);
        }
        let (x, y) = (self.unwrap_payload(a), self.unwrap_payload(b));
        if (x == a && y == b) || matches!(x.tag, Tag::Inst | Tag::Exc | Tag::Class) || matches!(y.tag, Tag::Inst | Tag::Exc | Tag::Class) {
            return Ok(Some(a == b));
        }
        self.eq_flat(x, y)
    }

    fn eq_object(&mut self, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
        if a == b {
            return Ok(Some(true));
        }
        self.nested(|rt| rt.eq_object_inner(a, b))
    }

    /// The pairs that must be equal so that `a == b`, when one of them is a library object. The inner option is None when they are not
    /// equal in any case. None when neither is a library object.
    fn native_pairs(&self, a: Value, b: Value) -> Option<Option<Vec<(Value, Value)>>> {
        let (object, other) = match self.heap.native(a) {
            Some(object) => (object, b),
            None => (self.heap.native(b)?, a),
        };
        let mut pairs = Vec::new();
        Some(object.eq(self, other, &mut pairs).then_some(pairs))
    }

    fn eq_object_inner(&mut self, a: Value, b: Value) -> Result<Option<bool>, Abrupt> {
        match self.native_pairs(a, b) {
            Some(None) => return Ok(Some(false)),
            // The caller's walk compares the pairs.
            Some(Some(pairs)) => return Ok(pairs.is_empty().then_some(true)),
            None => {}
        }
        let (left, right) = if a.tag == Tag::Object { (a, b) } else { (b, a) };
        Ok(Some(match self.heap.as_object(left) {
            Object::DictView { .. } => return crate::objects::types::dict::view_eq(self, left, right).map(Some),
            Object::MappingProxy(inner) => {
                let inner = *inner;
                let other = match right.tag {
                    Tag::Object => match self.heap.as_object(right) {
                        Object::MappingProxy(other) => *other,
                        _ => right,
                    },
                    _ => right,
                };
                return if inner.tag == Tag::Object || other.tag == Tag::Object {
                    Ok(Some(inner == other))
                } else {
                    self.eq_flat(inner, other).and_then(|answer| match answer {
                        Some(answer) => Ok(Some(answer)),
                        None => self.eq_deep(inner, other).map(Some),
                    })
                };
            }
            Object::Deque(_) => return crate::objects::types::deque::equal(self, left, right).map(Some),
            Object::GenericAlias { origin, args, unpacked } => {
                let (origin, args, starred) = (*origin, *args, *unpacked);
                match self.heap.as_object(right) {
                    Object::GenericAlias { origin: other, args: others, unpacked } if right.tag == Tag::Object => {
                        let (other, others) = (*other, *others);
                        starred == *unpacked && origin == other && self.eq_deep(args, others)?
                    }
                    _ => false,
                }
            }
            Object::Union(members) => {
                let members = *members;
                match self.heap.as_object(right) {
                    Object::Union(others) if right.tag == Tag::Object => {
                        let others = self.heap.tuples.get(others.index()).items.to_vec();
                        let items = self.heap.tuples.get(members.index()).items.to_vec();
                        let (a, b) = (self.set_from(&items, true)?, self.set_from(&others, true)?);
                        self.eq_deep(a, b)?
                    }
                    _ => false,
                }
            }
            Object::Code(_) => crate::objects::types::code_object::same(self, left, right)? == Some(true),
            Object::MemoryView { .. } => crate::objects::types::bytes::view_equal(self, left, right)?,
            _ => false,
        }))
    }

    /// Equality of containers, with a work list of pairs.
    fn eq_deep(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        /// Sensible data is not nested deeper. Containers that contain themselves have no bottom.
        const MAX_DEPTH: u32 = 10_000;
        let mut work: SmallVec<[(Value, Value, u32); 4]> = smallvec![(a, b, 0)];
        while let Some((a, b, depth)) = work.pop() {
            self.charge(1)?;
            if depth > MAX_DEPTH {
                return Err(self.raise(crate::runtime::exceptions::RECURSION_ERROR, "maximum recursion depth exceeded in comparison"));
            }
            let depth = depth + 1;
            match (a.tag, b.tag) {
                (Tag::List, Tag::List) | (Tag::Tuple, Tag::Tuple) => {
                    let len = self.sequence_items(a).len();
                    if len != self.sequence_items(b).len() {
                        return Ok(false);
                    }
                    self.charge(len as u64 / 4)?;
                    let before = work.len();
                    for at in 0..len {
                        let pair = (self.sequence_items(a).get(at).copied(), self.sequence_items(b).get(at).copied());
                        let (Some(x), Some(y)) = pair else { break };
                        if x == y {
                            continue;
                        }
                        match self.eq_flat(x, y)? {
                            Some(true) => {}
                            Some(false) => return Ok(false),
                            None => work.push((x, y, depth)),
                        }
                    }
                    // The work list is a stack: reversed, the first pair is compared first.
                    work.get_mut(before..).unwrap_or_default().reverse();
                }
                (Tag::Slice, Tag::Slice) => {
                    let (x, y) = (*self.heap.slices.get(a.index()), *self.heap.slices.get(b.index()));
                    for (x, y) in [(x.step, y.step), (x.stop, y.stop), (x.start, y.start)] {
                        if x != y {
                            work.push((x, y, depth));
                        }
                    }
                }
                (Tag::Dict, Tag::Dict) => {
                    if self.heap.dicts.get(a.index()).len() != self.heap.dicts.get(b.index()).len() {
                        return Ok(false);
                    }
                    let mut position = 0;
                    while let Some(entry) = self.heap.dicts.get(a.index()).entry(position).copied() {
                        position += 1;
                        if entry.key.is_undef() {
                            continue;
                        }
                        self.charge(1)?;
                        let Some(at) = self.dict_find(b, entry.key, entry.hash)? else { return Ok(false) };
                        let other = self.heap.dicts.get(b.index()).entry(at).map_or(Value::UNDEF, |entry| entry.value);
                        if entry.value == other {
                            continue;
                        }
                        match self.eq_flat(entry.value, other)? {
                            Some(true) => {}
                            Some(false) => return Ok(false),
                            None => work.push((entry.value, other, depth)),
                        }
                    }
                }
                (Tag::Set | Tag::FrozenSet, Tag::Set | Tag::FrozenSet) => {
                    if self.heap.sets.get(a.index()).len() != self.heap.sets.get(b.index()).len() || !self.is_subset(a, b)? {
                        return Ok(false);
                    }
                }
                (Tag::Object, _) | (_, Tag::Object) if let Some(pairs) = self.native_pairs(a, b) => {
                    let Some(pairs) = pairs else { return Ok(false) };
                    // The first pair is compared first.
                    work.extend(pairs.into_iter().rev().filter(|(x, y)| x != y).map(|(x, y)| (x, y, depth)));
                }
                _ => match self.eq_flat(a, b)? {
                    Some(true) => {}
                    Some(false) => return Ok(false),
                    // Instances compare as the builtin values that they carry.
                    None => match (self.unwrap_payload(a), self.unwrap_payload(b)) {
                        (x, y) if x == a && y == b => return Err(Abrupt::NeedsUserCode),
                        (x, y) => work.push((x, y, depth)),
                    },
                },
            }
        }
        Ok(true)
    }

    /// Items of a list or tuple.
    #[inline]
    pub(crate) fn sequence_items(&self, value: Value) -> &[Value] {
        match value.tag {
            Tag::List => &self.heap.lists.get(value.index()).items,
            Tag::Tuple => &self.heap.tuples.get(value.index()).items,
            _ => &[],
        }
    }

    /// The bytes of a bytes or bytearray.
    pub(crate) fn byte_data(&self, value: Value) -> &[u8] {
        match value.tag {
            Tag::Bytes => &self.heap.bytes.get(value.index()).data,
            Tag::ByteArray => &self.heap.bytearrays.get(value.index()).data,
            _ => &[],
        }
    }

    // --- dicts

    /// True when two keys that are different objects are equal.
    #[inline]
    fn equal_keys(&mut self, candidate: Value, key: Value) -> Result<bool, Abrupt> {
        match self.eq(candidate, key) {
            Err(Abrupt::NeedsUserCode) => self.replayed_equal(candidate, key),
            other => other,
        }
    }

    /// The entry of a key, if the first slot probed holds it, as for most keys that are present. None decides nothing.
    #[inline(always)]
    pub(crate) fn dict_find_first_probe(&self, dict: Value, key: Value, hash: u64) -> Option<(usize, Value)> {
        let (at, entry) = self.heap.dicts.find(dict.index())?.entry_at_hash(hash)?;
        if entry.hash != hash {
            return None;
        }
        let same = entry.key == key || (entry.key.tag == Tag::Str && key.tag == Tag::Str && self.str_eq(entry.key, key));
        same.then_some((at, entry.value))
    }

    /// Looks up a str or int key when that needs no charge. `Some(None)`: the key is absent. None decides nothing.
    #[inline(always)]
    pub(crate) fn dict_find_uncharged(&self, dict: Value, key: Value) -> Option<Option<(usize, Value)>> {
        /// Lookups that probe more slots must be charged, so the caller does them.
        const FREE_STEPS: u64 = 8;
        let hash = match key.tag {
            Tag::Str => self.hash_str(key),
            Tag::Int => hash_int(key.as_i64()),
            _ => return None,
        };
        let (mut probe, mut steps) = (DictObj::probe(hash), 0);
        let object = self.heap.dicts.find(dict.index())?;
        let Some(at) = object.next_candidate(hash, &mut probe, &mut steps) else {
            return if steps <= FREE_STEPS { Some(None) } else { None };
        };
        let entry = object.entry(at)?;
        let same = entry.key == key || (entry.key.tag == Tag::Str && key.tag == Tag::Str && self.str_eq(entry.key, key));
        same.then_some(Some((at, entry.value)))
    }

    /// Like `dict_find_uncharged`, for callers that do nothing when the key is absent.
    #[inline(always)]
    pub(crate) fn dict_get_uncharged(&self, dict: Value, key: Value) -> Option<(usize, Value)> {
        self.dict_find_uncharged(dict, key).flatten()
    }

    /// The position of a key's entry.
    pub(crate) fn dict_find(&mut self, dict: Value, key: Value, hash: u64) -> Result<Option<usize>, Abrupt> {
        self.dict_find_inline(dict, key, hash)
    }

    /// Like `dict_find`, inlined for callers in which many programs spend their time.
    #[inline(always)]
    fn dict_find_inline(&mut self, dict: Value, key: Value, hash: u64) -> Result<Option<usize>, Abrupt> {
        let mut probe = DictObj::probe(hash);
        let mut steps = 0;
        loop {
            let object = self.heap.dicts.get(dict.index());
            let Some(at) = object.next_candidate(hash, &mut probe, &mut steps) else { break };
            let Some(entry) = object.entry(at) else { break };
            let candidate = entry.key;
            if candidate == key {
                return Ok(Some(at));
            }
            let equal = if candidate.tag == Tag::Str && key.tag == Tag::Str {
                self.str_eq(candidate, key)
            } else {
                self.equal_keys(candidate, key)?
            };
            if equal {
                return Ok(Some(at));
            }
            self.charge(1)?;
        }
        if steps > 8 {
            self.charge(steps / 8)?;
        }
        Ok(None)
    }

    pub(crate) fn dict_get(&mut self, dict: Value, key: Value) -> Result<Option<Value>, Abrupt> {
        let hash = self.hash(key)?;
        if let Some((_, value)) = self.dict_find_first_probe(dict, key, hash) {
            return Ok(Some(value));
        }
        let at = self.dict_find_inline(dict, key, hash)?;
        Ok(at.and_then(|at| self.heap.dicts.get(dict.index()).entry(at)).map(|entry| entry.value))
    }

    #[inline]
    pub(crate) fn dict_set(&mut self, dict: Value, key: Value, value: Value) -> Result<(), Abrupt> {
        let hash = self.hash(key)?;
        self.dict_set_hashed(dict, key, hash, value)
    }

    pub(crate) fn dict_set_hashed(&mut self, dict: Value, key: Value, hash: u64, value: Value) -> Result<(), Abrupt> {
        let hit = self.dict_find_first_probe(dict, key, hash).map(|(at, _)| at);
        match hit.map_or_else(|| self.dict_find_inline(dict, key, hash), |at| Ok(Some(at)))? {
            Some(at) => {
                self.heap.dicts.get_mut(dict.index()).set_value(at, value);
                if self.modules.has_views { self.variable_set(dict, key, value) } else { Ok(()) }
            }
            None => self.dict_add(dict, key, hash, value),
        }
    }

    /// Adds a key that is known to be absent.
    #[inline]
    pub(crate) fn dict_add(&mut self, dict: Value, key: Value, hash: u64, value: Value) -> Result<(), Abrupt> {
        let growth = self.heap.dicts.get(dict.index()).growth_for_insert();
        if growth > 0 {
            self.heap.charge(growth)?;
        }
        self.heap.dicts.get_mut(dict.index()).insert_new(hash, key, value);
        if self.modules.has_views { self.variable_set(dict, key, value) } else { Ok(()) }
    }

    /// For a dict that shows the variables of a namespace: sets the variable of a key that was set.
    #[cold]
    pub(crate) fn variable_set(&mut self, dict: Value, key: Value, value: Value) -> Result<(), Abrupt> {
        let Some(space) = self.heap.dicts.get(dict.index()).space.checked_sub(1) else { return Ok(()) };
        if !key.is_str() || space as usize >= self.modules.namespaces.len() {
            return Ok(());
        }
        let name = self.name_of(key)?;
        let slot = self.global_slot(space, name)? as usize;
        if let Some(global) = self.modules.globals.get_mut(slot) {
            *global = value;
        }
        Ok(())
    }

    /// For a dict that shows the variables of a namespace: removes the variable of a key that was removed.
    pub(crate) fn variable_removed(&mut self, dict: Value, key: Value) -> Result<(), Abrupt> {
        match self.modules.has_views {
            true => self.variable_set(dict, key, Value::UNDEF),
            false => Ok(()),
        }
    }

    /// For a dict that shows the variables of a namespace: removes all variables.
    pub(crate) fn variables_cleared(&mut self, dict: Value) {
        let Some(space) = self.heap.dicts.get(dict.index()).space.checked_sub(1) else { return };
        let slots = self.modules.namespaces.get(space as usize).map_or(&[][..], |space| &space.order);
        for slot in slots {
            if let Some(global) = self.modules.globals.get_mut(*slot as usize) {
                *global = Value::UNDEF;
            }
        }
    }

    /// Removes a key. Returns its value if it was present.
    pub(crate) fn dict_remove(&mut self, dict: Value, key: Value) -> Result<Option<Value>, Abrupt> {
        let hash = self.hash(key)?;
        let at = self.dict_find(dict, key, hash)?;
        let removed = at.and_then(|at| self.heap.dicts.get_mut(dict.index()).remove_at(at));
        if removed.is_some() {
            self.variable_removed(dict, key)?;
        }
        Ok(removed.map(|pair| pair.1))
    }

    /// The value of a text key.
    pub(crate) fn dict_get_text(&mut self, dict: Value, key: &str) -> Result<Option<Value>, Abrupt> {
        let key = self.intern_value(key)?;
        self.dict_get(dict, key)
    }

    // --- sets

    /// `Ok(slot)` of a key that is present, else `Err(slot)` where the key would go.
    #[inline]
    pub(crate) fn set_find(&mut self, set: Value, key: Value, hash: u64) -> Result<Result<usize, usize>, Abrupt> {
        let mut probe = self.heap.sets.get(set.index()).probe(hash);
        let mut steps = 0;
        let answer = loop {
            let object = self.heap.sets.get(set.index());
            match object.next_candidate(hash, &mut probe, &mut steps) {
                Found::Unused(at) => break Err(at),
                Found::Candidate(at) => {
                    let Some(slot) = object.slot(at) else { break Err(at) };
                    let candidate = slot.key;
                    if candidate == key || self.equal_keys(candidate, key)? {
                        break Ok(at);
                    }
                    self.charge(1)?;
                }
            }
        };
        if steps > 16 {
            self.charge(steps / 8)?;
        }
        Ok(answer)
    }

    /// Adds an item of `dict.update`, a pair, to a plain dict. Returns true, with nothing done, when the item is not a tuple of two or the
    /// key's class may have special methods in user code.
    pub(crate) fn insert_pair(&mut self, dict: Value, item: Value) -> Result<bool, Abrupt> {
        let found = if item.tag == Tag::Tuple { self.heap.tuples.find(item.index()) } else { None };
        let Some([key, value]) = found.map(|tuple| &tuple.items[..]) else { return Ok(true) };
        let (key, value) = (*key, *value);
        if dict.tag != Tag::Dict || !is_plain_key(key) {
            return Ok(true);
        }
        self.dict_set(dict, key, value).map(|()| false)
    }

    /// Adds a key. True if it was new.
    pub(crate) fn set_add(&mut self, set: Value, key: Value) -> Result<bool, Abrupt> {
        let hash = self.hash(key)?;
        self.set_add_hashed(set, key, hash)
    }

    pub(crate) fn set_add_hashed(&mut self, set: Value, key: Value, hash: u64) -> Result<bool, Abrupt> {
        match self.set_find(set, key, hash)? {
            Ok(_) => Ok(false),
            Err(at) => {
                let growth = self.heap.sets.get(set.index()).growth_for_insert(at);
                if growth > 0 {
                    self.heap.charge(growth)?;
                }
                self.heap.sets.get_mut(set.index()).insert_at(at, hash, key);
                Ok(true)
            }
        }
    }

    /// The hash for looking up a key in a set. A set as key counts as a frozenset, as in CPython.
    pub(crate) fn hash_for_set(&mut self, key: Value) -> Result<u64, Abrupt> {
        let plain = if key.tag == Tag::Inst { self.unwrap_payload(key) } else { key };
        if plain.tag == Tag::Set && self.user_method(key, crate::base::names::dunder_hash).is_none_or(Value::is_none) {
            return self.hash_frozenset(plain);
        }
        self.hash(key)
    }

    pub(crate) fn set_contains(&mut self, set: Value, key: Value) -> Result<bool, Abrupt> {
        let hash = self.hash_for_set(key)?;
        Ok(self.set_find(set, key, hash)?.is_ok())
    }

    pub(crate) fn set_remove(&mut self, set: Value, key: Value) -> Result<bool, Abrupt> {
        let hash = self.hash_for_set(key)?;
        Ok(match self.set_find(set, key, hash)? {
            Ok(at) => self.heap.sets.get_mut(set.index()).remove_at(at).is_some(),
            Err(_) => false,
        })
    }

    /// A set of the given items, built in order.
    pub(crate) fn set_from(&mut self, items: &[Value], frozen: bool) -> Result<Value, Abrupt> {
        let set = self.heap.set(SetObj::default(), frozen)?;
        for item in items {
            self.set_add(set, *item)?;
        }
        Ok(set)
    }

    /// True when every key of set `a` is in set `b`.
    pub(crate) fn is_subset(&mut self, a: Value, b: Value) -> Result<bool, Abrupt> {
        if self.heap.sets.get(a.index()).len() > self.heap.sets.get(b.index()).len() {
            return Ok(false);
        }
        let mut position = 0;
        while let Some((at, key)) = self.heap.sets.get(a.index()).next_from(position) {
            position = at + 1;
            self.charge(1)?;
            let hash = self.heap.sets.get(a.index()).slot(at).map_or(0, |slot| slot.hash);
            if self.set_find(b, key, hash)?.is_err() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Exact equality of an integer and a float.
pub(crate) fn int_eq_float(int: i64, float: f64) -> bool {
    // The cast is exact up to 2^53. Larger numbers are compared as integers.
    if int.unsigned_abs() <= 1 << 53 {
        int as f64 == float
    } else {
        float.fract() == 0.0 && float.abs() < 1e19 && float as i128 == i128::from(int)
    }
}

pub(crate) fn big_eq_float(big: &BigInt, float: f64) -> bool {
    float.is_finite() && float.fract() == 0.0 && BigInt::from_f64(float).is_some_and(|other| other == *big)
}

/// True for keys that are hashed and compared without user code.
pub(crate) fn is_plain_key(key: Value) -> bool {
    matches!(key.tag, Tag::Int | Tag::Str | Tag::Float | Tag::Bool | Tag::None)
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
