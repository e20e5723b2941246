//! `_hashlib`: hash objects. They store the data and digest all of it on request.

use crate::heap::charged_size;
use num_traits::Signed;

use crate::base::abrupt::Abrupt;
use crate::base::sizes::low8;
use crate::base::sizes::low32;
use crate::base::sizes::position_of;
use crate::base::snapshot_error::{Read, SnapshotError, Written, ensure};
use crate::base::value::{Tag, Value};
use crate::native_modules::re::objects::FuelMeter;
use crate::natives;
use crate::objects::types::buffer;
use crate::objects::types::bytes;
use crate::runtime::core::Runtime;
use crate::runtime::modules::set_constant;
use crate::runtime::native::Args;
use crate::runtime::native_object::{NativeObject, NativeObjectKind, Restore, Text};
use crate::runtime::native_object::{ObjectReader, ObjectWriter};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;
use stockade_algorithms::digest::Algorithm;
use stockade_algorithms::digest::blake2::{Parameters, blake2b, blake2s};
use stockade_algorithms::digest::scrypt::Costs;
use stockade_algorithms::meter::Stop;

natives! { pub(crate) MODULE_NATIVES:
    func "_open" "(name, data, /)" => open;
    func "openssl_md5" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "md5", args);
    func "openssl_sha1" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "sha1", args);
    func "openssl_sha224" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "sha224", args);
    func "openssl_sha256" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "sha256", args);
    func "openssl_sha384" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "sha384", args);
    func "openssl_sha512" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "sha512", args);
    func "openssl_sha3_224" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "sha3_224", args);
    func "openssl_sha3_256" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "sha3_256", args);
    func "openssl_sha3_384" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "sha3_384", args);
    func "openssl_sha3_512" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "sha3_512", args);
    func "openssl_shake_128" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "shake_128", args);
    func "openssl_shake_256" "(string=b'', *, usedforsecurity=True)" => |rt, args| named(rt, "shake_256", args);
    func "scrypt" "(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64)" => scrypt;
    func "pbkdf2_hmac" "(hash_name, password, salt, iterations, dklen=None)" => pbkdf2_hmac;
    func "hmac_digest" "(name, key, msg, /)" => hmac_digest;
}

natives! { pub(crate) HASH_NATIVES:
    new "__new__" "(cls, /, *args, **kwargs)" => |rt, _| Err(rt.type_error("cannot create '_hashlib.HASH' instances"));
    /// Update this hash object's state with the provided bytes.
    method "update" "(self, obj, /)" => update;
    /// The digest value as bytes.
    method "digest" "(self, /)" => |rt, args| digest(rt, args, false);
    /// The digest value as a string of hexadecimal digits.
    method "hexdigest" "(self, /)" => |rt, args| digest(rt, args, true);
    /// A copy of the hash object.
    method "copy" "(self, /)" => copy;
    get "name" "(self)" => name;
    get "digest_size" "(self)" => digest_size;
    get "block_size" "(self)" => block_size;
    method "__repr__" "(self, /)" => repr;
}

natives! { pub(crate) HASHXOF_NATIVES:
    new "__new__" "(cls, /, *args, **kwargs)" => |rt, _| Err(rt.type_error("cannot create '_hashlib.HASHXOF' instances"));
    /// A digest of a length, as bytes.
    method "digest" "(self, /, length)" => |rt, args| digest(rt, args, false);
    /// A digest of a length, as a string of hexadecimal digits.
    method "hexdigest" "(self, /, length)" => |rt, args| digest(rt, args, true);
    get "digest_size" "(self)" => digest_size;
}

/// The natives of a type of BLAKE2 hashes, with the maximum lengths of its parameters.
macro_rules! blake2_rows {
    ($rows:ident $name:literal $bounds:ident $signature:literal salt $salt:literal key $key:literal) => {
        natives! { pub(crate) $rows:
            new "__new__" $signature => |rt, args| keyed(rt, $name, &$bounds, args);
            /// A copy of the hash object.
            method "copy" "(self, /)" => copy;
            /// The digest value as bytes.
            method "digest" "(self, /)" => |rt, args| digest(rt, args, false);
            /// The digest value as a string of hexadecimal digits.
            method "hexdigest" "(self, /)" => |rt, args| digest(rt, args, true);
            /// Update this hash object's state with the provided bytes.
            method "update" "(self, data, /)" => update;
            get "name" "(self)" => name;
            get "block_size" "(self)" => block_size;
            get "digest_size" "(self)" => digest_size;
            value "SALT_SIZE" $salt => class_constant;
            value "PERSON_SIZE" $salt => class_constant;
            value "MAX_KEY_SIZE" $key => class_constant;
            value "MAX_DIGEST_SIZE" $key => class_constant;
        }
    };
}

blake2_rows! { BLAKE2B_NATIVES "blake2b" BLAKE2B
"(cls, data=b'', /, *, digest_size=64, key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True)"
salt "16" key "64" }
blake2_rows! { BLAKE2S_NATIVES "blake2s" BLAKE2S
"(cls, data=b'', /, *, digest_size=32, key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True)"
salt "8" key "32" }

pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    set_constant(rt, module, "HASH", reg::HASH.value())?;
    set_constant(rt, module, "HASHXOF", reg::HASHXOF.value())
}

pub(crate) fn init_blake2(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    set_constant(rt, module, "blake2b", reg::BLAKE2B.value())?;
    set_constant(rt, module, "blake2s", reg::BLAKE2S.value())?;
    for (name, value) in BLAKE2_CONSTANTS {
        set_constant(rt, module, name, Value::int(*value))?;
    }
    Ok(())
}

const BLAKE2_CONSTANTS: &[(&str, i64)] = &[
    ("BLAKE2B_SALT_SIZE", 16),
    ("BLAKE2B_PERSON_SIZE", 16),
    ("BLAKE2B_MAX_KEY_SIZE", 64),
    ("BLAKE2B_MAX_DIGEST_SIZE", 64),
    ("BLAKE2S_SALT_SIZE", 8),
    ("BLAKE2S_PERSON_SIZE", 8),
    ("BLAKE2S_MAX_KEY_SIZE", 32),
    ("BLAKE2S_MAX_DIGEST_SIZE", 32),
];

/// The function of a class constant. The table needs a function, but it is never called.
fn class_constant(_: &mut Runtime, _: Args<'_>) -> Result<Value, Abrupt> {
    Err(Abrupt::Bug("a value was called"))
}

fn name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = hasher(rt, args.at(0))?.algorithm.name;
    rt.heap.str(name)
}

fn digest_size(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(hasher(rt, args.at(0))?.digest_size() as i64))
}

fn block_size(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(hasher(rt, args.at(0))?.algorithm.block_size as i64))
}

/// A hash object. It stores plain data, so it can be copied and written to a snapshot.
#[derive(Debug, Clone)]
struct Hasher {
    algorithm: &'static Algorithm,
    /// All data so far.
    data: Vec<u8>,
    /// The parameters that the constructor `blake2b` or `blake2s` got; None for other hashes.
    parameters: Option<Box<Blake2>>,
}

crate::heap::charged_sizes! { Hasher = 40 }

/// The parameters of `blake2b` and `blake2s`.
#[derive(Debug, Clone)]
struct Blake2 {
    digest_size: u8,
    key: Vec<u8>,
    salt: Vec<u8>,
    person: Vec<u8>,
    fanout: u8,
    depth: u8,
    leaf_size: u32,
    node_offset: u64,
    node_depth: u8,
    inner_size: u8,
    last_node: bool,
}

/// The limits of the parameters of BLAKE2b or BLAKE2s.
struct Bounds {
    digest: i64,
    key: usize,
    salt: usize,
    node_offset: u64,
}

const BLAKE2B: Bounds = Bounds { digest: 64, key: 64, salt: 16, node_offset: u64::MAX };
const BLAKE2S: Bounds = Bounds { digest: 32, key: 32, salt: 8, node_offset: (1 << 48) - 1 };

impl Bounds {
    /// The limits for an algorithm that has parameters.
    fn of(algorithm: &Algorithm) -> Option<&'static Bounds> {
        match algorithm.name {
            "blake2b" => Some(&BLAKE2B),
            "blake2s" => Some(&BLAKE2S),
            _ => None,
        }
    }

    /// True when the constructor accepts these parameters.
    fn allow(&self, own: &Blake2) -> bool {
        let most = self.digest as u64;
        (1..=most).contains(&own.digest_size.into())
            && u64::from(own.inner_size) <= most
            && own.depth >= 1
            && own.key.len() <= self.key
            && own.salt.len() <= self.salt
            && own.person.len() <= self.salt
            && own.node_offset <= self.node_offset
    }
}

/// The table entry for hash objects.
pub(crate) static HASHER_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::HASH, reg::HASHXOF, reg::BLAKE2B, reg::BLAKE2S],
    restore: Restore::Object(22, |input| {
        let hasher = Hasher::read(input)?;
        input.room(hasher.owned_bytes())?;
        Ok(Box::new(hasher))
    }),
    ..NativeObjectKind::NONE
};

impl NativeObject for Hasher {
    fn type_id(&self) -> TypeId {
        match self.algorithm.name {
            "blake2b" => reg::BLAKE2B,
            "blake2s" => reg::BLAKE2S,
            _ if self.algorithm.digest_size == 0 => reg::HASHXOF,
            _ => reg::HASH,
        }
    }

    fn repr(&self, _rt: &Runtime) -> Text {
        Text::Leaf(repr_text)
    }

    fn copy(&self, _child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        Box::new(self.clone())
    }

    fn forward(&mut self, _child: &mut dyn FnMut(&mut Value)) {
        let Hasher { algorithm: _, data: _, parameters: _ } = self;
    }

    fn owned_bytes(&self) -> usize {
        charged_size::<Hasher>().saturating_add(self.data.capacity()).saturating_add(self.parameters.as_ref().map_or(0, |_| 256))
    }

    /// Writes the algorithm, the data and the parameters.
    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        let Hasher { algorithm, data, parameters } = self;
        out.wire().text(algorithm.name);
        out.wire().data(data);
        out.wire().bool(parameters.is_some());
        if let Some(own) = parameters {
            let Blake2 { digest_size, key, salt, person, fanout, depth, leaf_size, node_offset, node_depth, inner_size, last_node } =
                &**own;
            for number in [digest_size, fanout, depth, node_depth, inner_size] {
                out.wire().u8(*number);
            }
            for bytes in [key, salt, person] {
                out.wire().data(bytes);
            }
            out.wire().uint((*leaf_size).into());
            out.wire().uint(*node_offset);
            out.wire().bool(*last_node);
        }
        Ok(())
    }
}

impl Hasher {
    fn read(input: &mut dyn ObjectReader<'_>) -> Read<Hasher> {
        let name = input.wire().text()?;
        let algorithm = Algorithm::named(name).filter(|algorithm| algorithm.name == name);
        let algorithm = algorithm.ok_or(SnapshotError::OtherBuild("it hashes with an algorithm that is not there"))?;
        let data = input.wire().data()?.to_vec();
        let parameters = match input.wire().bool()? {
            false => None,
            true => {
                let bounds = Bounds::of(algorithm).ok_or(SnapshotError::Corrupt("parameters of another algorithm"))?;
                let [digest_size, fanout, depth, node_depth, inner_size] = [(); 5].map(|()| input.wire().u8());
                let [key, salt, person] = [(); 3].map(|()| input.wire().data().map(<[u8]>::to_vec));
                let own = Blake2 {
                    digest_size: digest_size?,
                    fanout: fanout?,
                    depth: depth?,
                    node_depth: node_depth?,
                    inner_size: inner_size?,
                    key: key?,
                    salt: salt?,
                    person: person?,
                    leaf_size: input.wire().u32()?,
                    node_offset: input.wire().uint()?,
                    last_node: input.wire().bool()?,
                };
                ensure(bounds.allow(&own), "parameters of a hash out of range")?;
                Some(Box::new(own))
            }
        };
        Ok(Hasher { algorithm, data, parameters })
    }

    fn digest_size(&self) -> usize {
        self.parameters.as_ref().map_or(self.algorithm.digest_size, |parameters| usize::from(parameters.digest_size))
    }

    fn digest(&self, length: usize, meter: &mut FuelMeter<'_>) -> Result<Vec<u8>, Stop> {
        let data: &[&[u8]] = &[&self.data];
        let Some(own) = &self.parameters else { return self.algorithm.digest_in_steps(data, length, meter) };
        let parameters = Parameters {
            digest_size: own.digest_size,
            key: &own.key,
            salt: &own.salt,
            person: &own.person,
            fanout: own.fanout,
            depth: own.depth,
            leaf_size: own.leaf_size,
            node_offset: own.node_offset,
            node_depth: own.node_depth,
            inner_size: own.inner_size,
            last_node: own.last_node,
        };
        if self.algorithm.name == "blake2b" { blake2b(data, &parameters, meter) } else { blake2s(data, &parameters, meter) }
    }
}

fn hasher(rt: &Runtime, value: Value) -> Result<&Hasher, Abrupt> {
    rt.heap.native_as(value).ok_or(Abrupt::Bug("not a hash object"))
}

/// The data of an argument. A str is a TypeError.
fn data(rt: &mut Runtime, value: Value) -> Result<Vec<u8>, Abrupt> {
    let Some(value) = value.defined() else { return Ok(Vec::new()) };
    let plain = rt.unwrap_payload(value);
    if plain.tag == Tag::Str {
        return Err(rt.type_error("Strings must be encoded before hashing"));
    }
    if bytes::view_has_gaps(rt, plain) {
        return buffer::copied(rt, plain, 0);
    }
    if bytes::data(rt, plain).is_none() {
        return match buffer::bytes_of_other(rt, value)? {
            Some(made) => buffer::copied(rt, made, 0),
            None => Err(rt.type_error("object supporting the buffer API required")),
        };
    }
    buffer::copied(rt, plain, 0)
}

fn make(rt: &mut Runtime, algorithm: &'static Algorithm, data: Vec<u8>, parameters: Option<Box<Blake2>>) -> Result<Value, Abrupt> {
    rt.heap.new_native(Hasher { algorithm, data, parameters })
}

fn find(rt: &mut Runtime, name: &str) -> Result<&'static Algorithm, Abrupt> {
    match Algorithm::named(name) {
        Some(found) => Ok(found),
        None => Err(rt.value_error(&format!("unsupported hash type {name}"))),
    }
}

fn named(rt: &mut Runtime, name: &str, args: Args<'_>) -> Result<Value, Abrupt> {
    let given = data(rt, args.at(0))?;
    let algorithm = find(rt, name)?;
    make(rt, algorithm, given, None)
}

fn open(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.unwrap_payload(args.at(0));
    if !name.is_str() {
        return Err(rt.type_error("name must be a string"));
    }
    let name = rt.heap.text_held(name)?;
    let algorithm = find(rt, &name)?;
    let given = data(rt, args.at(1))?;
    make(rt, algorithm, given, None)
}

/// An int argument of 32 bits.
fn number(rt: &mut Runtime, value: Value, default: i64) -> Result<i64, Abrupt> {
    let Some(value) = value.defined() else { return Ok(default) };
    let number = if rt.unwrap_payload(value).tag == Tag::BigInt { i64::MAX } else { rt.index(value)? };
    if i32::try_from(number).is_err() {
        return Err(rt.overflow_error("Python int too large to convert to C int"));
    }
    Ok(number)
}

/// An unsigned int argument of 64 bits.
fn unsigned(rt: &mut Runtime, value: Value, too_large: &str) -> Result<u64, Abrupt> {
    let Some(value) = value.defined() else { return Ok(0) };
    let plain = rt.unwrap_payload(value);
    if !matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt) {
        return Err(rt.type_error("an integer is required"));
    }
    let wide = rt.big(plain);
    if wide.is_negative() {
        return Err(rt.value_error("value must be positive"));
    }
    u64::try_from(&wide).map_err(|_| rt.overflow_error(too_large))
}

fn given_bytes(rt: &mut Runtime, value: Value) -> Result<Vec<u8>, Abrupt> {
    value.defined().map_or_else(|| Ok(Vec::new()), |value| buffer::copied(rt, value, 0))
}

fn keyed(rt: &mut Runtime, name: &str, bounds: &Bounds, args: Args<'_>) -> Result<Value, Abrupt> {
    // As in CPython, all arguments are converted first, and then all are checked.
    let digest_size = number(rt, args.at(2), bounds.digest)?;
    let (key, salt, person) = (given_bytes(rt, args.at(3))?, given_bytes(rt, args.at(4))?, given_bytes(rt, args.at(5))?);
    let (fanout, depth) = (number(rt, args.at(6), 1)?, number(rt, args.at(7), 1)?);
    let leaf_size = unsigned(rt, args.at(8), "Python int too large to convert to C unsigned long")?;
    let node_offset = unsigned(rt, args.at(9), "int too big to convert")?;
    let (node_depth, inner_size) = (number(rt, args.at(10), 0)?, number(rt, args.at(11), 0)?);
    let last_node = args.at(12).defined().map_or(Ok(false), |flag| rt.truth(flag))?;
    let (most, key_most, salt_most) = (bounds.digest, bounds.key, bounds.salt);
    let wrong = if !(1..=most).contains(&digest_size) {
        Some(format!("digest_size must be between 1 and {most} bytes"))
    } else if salt.len() > salt_most {
        Some(format!("maximum salt length is {salt_most} bytes"))
    } else if person.len() > salt_most {
        Some(format!("maximum person length is {salt_most} bytes"))
    } else if !(0..=255).contains(&fanout) {
        Some("fanout must be between 0 and 255".to_string())
    } else if !(1..=255).contains(&depth) {
        Some("depth must be between 1 and 255".to_string())
    } else {
        None
    };
    if let Some(wrong) = wrong {
        return Err(rt.value_error(&wrong));
    }
    if leaf_size > u32::MAX.into() {
        return Err(rt.overflow_error("leaf_size is too large"));
    }
    if node_offset > bounds.node_offset {
        return Err(rt.overflow_error("node_offset is too large"));
    }
    let wrong = if !(0..=255).contains(&node_depth) {
        Some("node_depth must be between 0 and 255".to_string())
    } else if !(0..=most).contains(&inner_size) {
        Some(format!("inner_size must be between 0 and is {most}"))
    } else if key.len() > key_most {
        Some(format!("maximum key length is {key_most} bytes"))
    } else {
        None
    };
    if let Some(wrong) = wrong {
        return Err(rt.value_error(&wrong));
    }
    let parameters = Blake2 {
        digest_size: low8(digest_size as u64),
        key,
        salt,
        person,
        fanout: low8(fanout as u64),
        depth: low8(depth as u64),
        leaf_size: low32(leaf_size),
        node_offset,
        node_depth: low8(node_depth as u64),
        inner_size: low8(inner_size as u64),
        last_node,
    };
    let given = data(rt, args.at(1))?;
    let algorithm = find(rt, name)?;
    make(rt, algorithm, given, Some(Box::new(parameters)))
}

fn update(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let more = data(rt, args.at(1))?;
    let held = &hasher(rt, args.at(0))?.data;
    let (length, capacity) = (held.len(), held.capacity());
    let needed = length.saturating_add(more.len());
    let wanted = if needed > capacity { needed.max(capacity.saturating_mul(2)) } else { capacity };
    rt.heap.charge(wanted.saturating_sub(capacity))?;
    if let Some(hasher) = rt.heap.native_as_mut::<Hasher>(args.at(0)) {
        if wanted > capacity {
            hasher.data.reserve_exact(wanted.saturating_sub(length));
        }
        hasher.data.extend_from_slice(&more);
    }
    Ok(Value::NONE)
}

fn digest(rt: &mut Runtime, args: Args<'_>, in_hex: bool) -> Result<Value, Abrupt> {
    let object = hasher(rt, args.at(0))?;
    let size = object.digest_size();
    let length = if size == 0 { args.at(1) } else { Value::int(size as i64) };
    let wanted = rt.index(length)?;
    let Ok(wanted) = usize::try_from(wanted) else { return Err(rt.value_error("value must be positive")) };
    rt.precheck(wanted, 3)?;
    rt.charge(Algorithm::BASE_COST)?;
    let Some(object) = rt.heap.native_as::<Hasher>(args.at(0)) else { return Err(Abrupt::Bug("not a hash object")) };
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let Ok(digest) = object.digest(wanted, &mut meter) else { return Err(meter.exit()) };
    if in_hex {
        let text = stockade_algorithms::binascii::hexlify(&digest, None);
        return crate::native_modules::re::objects::finish(rt, false, text);
    }
    rt.heap.bytes(digest)
}

fn copy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let length = hasher(rt, args.at(0))?.data.len();
    rt.precheck(length, 1)?;
    let copied = hasher(rt, args.at(0))?.clone();
    rt.heap.new_native(copied)
}

fn repr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = repr_text(rt, args.at(0))?;
    rt.heap.string(text)
}

/// The `repr` of a hash object.
fn repr_text(rt: &mut Runtime, hash: Value) -> Result<String, Abrupt> {
    let name = hasher(rt, hash)?.algorithm.name;
    let id = rt.id(hash)?;
    Ok(match name {
        "blake2b" | "blake2s" => format!("<_blake2.{name} object at {id:#x}>"),
        "shake_128" | "shake_256" => format!("<{name} _hashlib.HASHXOF object @ {id:#x}>"),
        _ => format!("<{name} _hashlib.HASH object @ {id:#x}>"),
    })
}

/// Each round is charged when it runs.
fn pbkdf2_hmac(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.unwrap_payload(args.at(0));
    if !name.is_str() {
        let shown = rt.argument_name(args.at(0));
        return Err(rt.type_error(&format!("pbkdf2_hmac() argument 'hash_name' must be str, not {shown}")));
    }
    let name = rt.heap.text_held(name)?;
    let algorithm = find(rt, &name)?;
    let (password, salt) = (buffer::walked(rt, args.at(1))?, buffer::walked(rt, args.at(2))?);
    let rounds = rt.index(args.at(3))?;
    let rounds = match u64::try_from(rounds) {
        Ok(rounds) if rounds > 0 => rounds,
        _ => return Err(rt.value_error("iteration value must be greater than 0.")),
    };
    let length = match args.at(4).some() {
        Some(length) => match usize::try_from(rt.index(length)?) {
            Ok(length) if length > 0 => length,
            _ => return Err(rt.value_error("key length must be greater than 0.")),
        },
        None => algorithm.digest_size,
    };
    rt.precheck(length, 1)?;
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let [password, salt] = [password, salt].map(|value| bytes::data_in(&rt.heap, value).unwrap_or_default());
    match algorithm.pbkdf2(password, salt, rounds, length, &mut meter) {
        Ok(key) => rt.heap.bytes(key),
        Err(_) => Err(meter.exit()),
    }
}

/// A cost parameter of `scrypt`, which must be an unsigned int of 64 bits.
fn cost(rt: &mut Runtime, value: Value, name: &str) -> Result<u64, Abrupt> {
    let plain = value.defined().map(|value| rt.unwrap_payload(value));
    if let Some(plain) = plain
        && !matches!(plain.tag, Tag::Int | Tag::BigInt | Tag::Bool)
    {
        let shown = rt.argument_name(value);
        return Err(rt.type_error(&format!("scrypt() argument '{name}' must be int, not {shown}")));
    }
    match plain.map(|plain| u64::try_from(&rt.big(plain))) {
        Some(Ok(number)) => Ok(number),
        _ => Err(rt.type_error(&format!("{name} is required and must be an unsigned int"))),
    }
}

/// An int argument of `scrypt` between `least` and [`MOST`]; None when it is out of range.
fn ranged(rt: &mut Runtime, value: Value, default: u64, least: u64) -> Result<Option<u64>, Abrupt> {
    let Some(value) = value.defined() else { return Ok(Some(default)) };
    let number = rt.index(value)?;
    Ok(u64::try_from(number).ok().filter(|number| (least..=MOST).contains(number)))
}

const MOST: u64 = i32::MAX as u64;

fn scrypt(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let password = buffer::walked(rt, args.at(0))?;
    let salt = match args.at(1).defined() {
        Some(salt) => buffer::walked(rt, salt)?,
        None => return Err(rt.type_error("salt is required")),
    };
    let n = cost(rt, args.at(2), "n")?;
    if !n.is_power_of_two() || n < 2 {
        return Err(rt.value_error("n must be a power of 2."));
    }
    let costs = Costs { n, r: cost(rt, args.at(3), "r")?, p: cost(rt, args.at(4), "p")? };
    let Some(memory) = ranged(rt, args.at(5), 0, 0)? else {
        return Err(rt.value_error(&format!("maxmem must be positive and smaller than {MOST}")));
    };
    let Some(length) = ranged(rt, args.at(6), 64, 1)? else {
        return Err(rt.value_error(&format!("dklen must be greater than 0 and smaller than {MOST}")));
    };
    let Some(held) = costs.bytes() else {
        return Err(rt.value_error("Invalid parameter combination for n, r, p, maxmem."));
    };
    if held as u64 > if memory == 0 { 32 << 20 } else { memory } {
        return Err(rt.value_error("[digital envelope routines] memory limit exceeded"));
    }
    let algorithm = find(rt, "sha256")?;
    rt.precheck(held.saturating_add(position_of(length)), 1)?;
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let [password, salt] = [password, salt].map(|value| bytes::data_in(&rt.heap, value).unwrap_or_default());
    match stockade_algorithms::digest::scrypt::scrypt(algorithm, password, salt, costs, position_of(length), &mut meter) {
        Ok(key) => rt.heap.bytes(key),
        Err(_) => Err(meter.exit()),
    }
}

/// `hmac.digest` in one call; None for an unknown algorithm.
fn hmac_digest(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.unwrap_payload(args.at(0));
    let found = if name.is_str() { Algorithm::named(rt.heap.text(name)) } else { None };
    let Some(algorithm) = found.filter(|found| found.digest_size > 0) else { return Ok(Value::NONE) };
    let (key, message) = (buffer::walked(rt, args.at(1))?, buffer::walked(rt, args.at(2))?);
    rt.charge(Algorithm::BASE_COST)?;
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let [key, message] = [key, message].map(|value| bytes::data_in(&rt.heap, value).unwrap_or_default());
    match algorithm.hmac(key, &[message], &mut meter) {
        Ok(digest) => rt.heap.bytes(digest),
        Err(_) => Err(meter.exit()),
    }
}
