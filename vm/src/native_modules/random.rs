//! `_random`: the Mersenne Twister as a type, with the seeding and the output of CPython's.

use crate::heap::charged_size;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use sha2::{Digest, Sha512};

use crate::base::abrupt::Abrupt;
use crate::base::sizes::clamped_size;
use crate::base::sizes::low32;
use crate::base::snapshot_error::{Written, corrupt, ensure};
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::native_object::ObjectWriter;
use crate::runtime::native_object::{NativeObject, NativeObjectKind, Restore};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;
use stockade_algorithms::random::mt19937::{Mt19937, WORDS};

natives! { pub(crate) MODULE_NATIVES:
    func "sha512" "(data, /)" => sha512;
    /// A number from zero up to another one, drawn as `random.Random` draws it; None where a class or an object draws bits its own way.
    func "below" "(generator, n, /)" => below;
    /// Mixes a list; false, and nothing done, as `below`.
    func "shuffle" "(generator, items, /)" => shuffle;
}

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, /, *args, **kwargs)" => new;
    /// A number from 0 up to 1.
    method "random" "(self, /)" => random;
    /// Starts the stream over from a seed.
    method "seed" "(self, n=None, /)" => seed;
    /// The state, to be given back to `setstate`.
    method "getstate" "(self, /)" => getstate;
    /// Goes on from a state.
    method "setstate" "(self, state, /)" => setstate;
    /// An int of that many random bits.
    method "getrandbits" "(self, k, /)" => getrandbits;
}

/// The state of MT19937.
#[derive(Debug, Clone)]
struct Twister(Mt19937);

crate::heap::charged_sizes! { Twister = 16 }

/// The table entry for random generators.
pub(crate) static TWISTER_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::RANDOM],
    restore: Restore::Object(19, |input| {
        let bytes = input.wire().take(WORDS * 4)?;
        let mut words = [0u32; WORDS];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        ensure(words.iter().any(|word| *word != 0), "a generator of nothing but zeros")?;
        let index = input.wire().position()?;
        let Some(state) = Mt19937::from_state(words, index) else { return corrupt("a random state out of range") };
        let twister = Twister(state);
        input.room(twister.owned_bytes())?;
        Ok(Box::new(twister))
    }),
    ..NativeObjectKind::NONE
};

impl NativeObject for Twister {
    fn type_id(&self) -> TypeId {
        reg::RANDOM
    }

    fn copy(&self, _child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        Box::new(self.clone())
    }

    fn forward(&mut self, _child: &mut dyn FnMut(&mut Value)) {
        let Twister(_) = self;
    }

    fn owned_bytes(&self) -> usize {
        charged_size::<Twister>() + WORDS * 4
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        let (words, index) = self.0.state();
        for word in words {
            out.wire().bytes.extend_from_slice(&word.to_le_bytes());
        }
        out.wire().size(index);
        Ok(())
    }
}

/// Sets the type as a name of the module.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    crate::runtime::modules::set_constant(rt, module, "Random", reg::RANDOM.value())
}

fn twister(rt: &mut Runtime, value: Value) -> Result<&mut Mt19937, Abrupt> {
    rt.heap.native_as_mut(value).map(|Twister(state)| state).ok_or(Abrupt::Bug("not a generator of random numbers"))
}

/// A generator seeded with `seed`. Without a seed, it takes the next number of a sequence that starts with the host's seed.
fn seeded_generator(rt: &mut Runtime, seed: Value) -> Result<Mt19937, Abrupt> {
    // Seeding mixes all words twice.
    rt.charge(400)?;
    let Some(seed) = seed.some() else {
        let number = rt.identity.random_seed;
        // The increment of splitmix64: all seeds stay distinct.
        rt.identity.random_seed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
        return Ok(Mt19937::from_int(&BigInt::from(number)));
    };
    let plain = rt.unwrap_payload(seed);
    match plain.tag {
        Tag::Int | Tag::Bool | Tag::BigInt => {
            let bits = rt.bits_of(plain);
            rt.fits_bits(bits)?;
            rt.charge(bits / 64)?;
            Ok(Mt19937::from_int(&rt.big_ref(plain)))
        }
        _ => {
            let hash = rt.hash(seed)?;
            Ok(Mt19937::from_hash(hash as i64))
        }
    }
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    // `random.Random.__init__` seeds the generator afterwards.
    let state = Mt19937::from_key(&[0]);
    let made = rt.heap.new_native(Twister(state))?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), made)
}

fn random(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::RANDOM)?;
    Ok(Value::float(twister(rt, args.at(0))?.random()))
}

fn seed(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let state = seeded_generator(rt, args.at(1))?;
    *twister(rt, args.at(0))? = state;
    Ok(Value::NONE)
}

fn getstate(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (words, index) = {
        let (words, index) = twister(rt, args.at(0))?.state();
        (*words, index)
    };
    rt.charge(60)?;
    let mut items: Vec<Value> = words.iter().map(|word| Value::int(i64::from(*word))).collect();
    items.push(Value::int(index as i64));
    rt.heap.tuple_from(items)
}

fn setstate(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let state = rt.unwrap_payload(args.at(1));
    if state.tag != Tag::Tuple {
        return Err(rt.type_error("state vector must be a tuple"));
    }
    let items = rt.sequence_items(state).to_vec();
    if items.len() != WORDS + 1 {
        return Err(rt.value_error("state vector is the wrong size"));
    }
    rt.charge(60)?;
    let mut words = [0_u32; WORDS];
    for (word, item) in words.iter_mut().zip(&items) {
        let plain = rt.unwrap_payload(*item);
        match plain.tag {
            Tag::Int | Tag::Bool => match u64::try_from(plain.as_i64()) {
                // A C `unsigned long` truncated to 32 bits.
                Ok(value) => *word = low32(value),
                Err(_) => return Err(rt.overflow_error("can't convert negative value to unsigned int")),
            },
            Tag::BigInt => return Err(rt.overflow_error("Python int too large to convert to C unsigned long")),
            _ => return Err(rt.type_error("an integer is required")),
        }
    }
    let last = rt.unwrap_payload(items.last().copied().unwrap_or(Value::NONE));
    let index = match last.tag {
        Tag::Int | Tag::Bool => usize::try_from(last.as_i64()).ok(),
        _ => return Err(rt.type_error("an integer is required")),
    };
    match index.and_then(|index| Mt19937::from_state(words, index)) {
        Some(state) => {
            *twister(rt, args.at(0))? = state;
            Ok(Value::NONE)
        }
        None => Err(rt.value_error("invalid state")),
    }
}

fn getrandbits(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(1));
    let bits = match plain.tag {
        Tag::BigInt => {
            return Err(if rt.heap.bigints.get(plain.index()).is_negative() {
                rt.value_error("number of bits must be non-negative")
            } else {
                rt.overflow_error("Python int too large to convert to C int")
            });
        }
        _ => rt.index(args.at(1))?,
    };
    let Ok(bits) = usize::try_from(bits) else { return Err(rt.value_error("number of bits must be non-negative")) };
    if i32::try_from(bits).is_err() {
        return Err(rt.overflow_error("Python int too large to convert to C int"));
    }
    if bits <= 64 {
        let drawn = twister(rt, args.at(0))?.bits(low32(bits as u64));
        return match i64::try_from(drawn) {
            Ok(small) => Ok(Value::int(small)),
            Err(_) => rt.heap.int(BigInt::from(drawn)),
        };
    }
    // The words that are drawn, and the number that is made of them.
    rt.fits_bits((bits as u64).saturating_mul(3))?;
    rt.precheck(bits.div_ceil(8), 1)?;
    rt.charge(bits as u64 / 256)?;
    let drawn = twister(rt, args.at(0))?.big_bits(bits);
    let drawn = BigInt::from(drawn);
    match drawn.to_i64() {
        Some(small) => Ok(Value::int(small)),
        None => rt.heap.int(drawn),
    }
}

/// The twister inside a generator whose class does not override `getrandbits`.
fn unmodified_twister(rt: &mut Runtime, generator: Value) -> Result<Option<Value>, Abrupt> {
    let plain = rt.unwrap_payload(generator);
    let is_twister = rt.heap.native_as::<Twister>(plain).is_some();
    if !is_twister || generator.tag != Tag::Inst {
        return Ok(None);
    }
    let class = rt.type_of(generator);
    let own = crate::runtime::type_table::registry().member(reg::RANDOM, crate::base::names::getrandbits);
    if rt.class_lookup(class, crate::base::names::getrandbits) != own || rt.own_attr(generator, crate::base::names::getrandbits).is_some() {
        return Ok(None);
    }
    Ok(Some(plain))
}

fn below(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let limit = if args.at(1).tag == Tag::Int { u64::try_from(args.at(1).as_i64()).unwrap_or(0) } else { 0 };
    if limit == 0 {
        return Ok(Value::NONE);
    }
    match unmodified_twister(rt, args.at(0))? {
        Some(plain) => Ok(Value::int(i64::try_from(twister(rt, plain)?.below(limit)).unwrap_or(0))),
        None => Ok(Value::NONE),
    }
}

fn shuffle(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(1).tag != Tag::List || (args.at(0).tag == Tag::Inst && rt.own_attr(args.at(0), crate::base::names::randbelow).is_some()) {
        return Ok(Value::FALSE);
    }
    let Some(plain) = unmodified_twister(rt, args.at(0))? else { return Ok(Value::FALSE) };
    let count = rt.sequence_items(args.at(1)).len();
    rt.charge((count as u64).saturating_mul(4))?;
    for at in (1..count).rev() {
        let other = twister(rt, plain)?.below(at as u64 + 1);
        rt.heap.lists.get_mut(args.at(1).index()).items.swap(at, clamped_size(other));
    }
    Ok(Value::TRUE)
}

/// The digest that seeds from text are extended with.
fn sha512(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    let length = crate::objects::types::bytes::data(rt, plain).map_or(0, <[u8]>::len);
    rt.charge(stockade_algorithms::digest::Algorithm::cost(length))?;
    let digest = Sha512::digest(crate::objects::types::bytes::data(rt, plain).unwrap_or_default()).to_vec();
    rt.heap.bytes(digest)
}
