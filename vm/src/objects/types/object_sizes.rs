//! Object sizes as CPython 3.13 reports them on a 64-bit machine (`sys.getsizeof`), so that programs that print them agree.
//!
//! A list is reported as if it was made in one step, and dicts and sets as if they grew item by item.

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{GenKind, IterObj, Object};
use crate::runtime::core::Runtime;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;

/// Bytes of the header of objects that the garbage collector visits.
const GC_HEADER_BYTES: i64 = 16;
/// Bytes before an object that has a `__dict__` or weak references.
const MANAGED_BYTES: i64 = 16;

fn words(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX / 16).saturating_mul(8)
}

/// Bytes before the object itself. `__sizeof__` does not count them.
pub(crate) fn before(rt: &Runtime, value: Value) -> i64 {
    let plain = rt.unwrap_payload(value);
    let is_collected = match plain.tag {
        Tag::Object if is_bare(rt, plain) => false,
        _ if rt.type_of(value).tag == Tag::Class => true,
        Tag::None | Tag::Ellipsis | Tag::NotImplemented | Tag::Bool | Tag::Int | Tag::BigInt | Tag::Float | Tag::Complex => false,
        Tag::Str | Tag::Bytes | Tag::ByteArray | Tag::Range => false,
        _ => true,
    };
    let managed = if is_managed(rt, value) { MANAGED_BYTES } else { 0 };
    if is_collected || managed > 0 { GC_HEADER_BYTES + managed } else { 0 }
}

/// True for an instance of `object` itself.
fn is_bare(rt: &Runtime, value: Value) -> bool {
    rt.type_of(value) == reg::OBJECT.value()
}

/// True when the class of a value gives its instances a `__dict__` or weak references.
fn is_managed(rt: &Runtime, value: Value) -> bool {
    let class = rt.type_of(value);
    matches!(value.tag, Tag::Inst | Tag::Exc)
        && class.tag == Tag::Class
        && (rt.heap.classes.get(class.index()).slots.is_none() || crate::objects::types::weakref::has_weakref(rt, class.index()))
}

/// The size of CPython's object, with the bytes before it.
pub(crate) fn size_of(rt: &mut Runtime, value: Value) -> Result<i64, Abrupt> {
    let plain = rt.unwrap_payload(value);
    let size = own_size(rt, plain, plain != value)?;
    let slots = match rt.type_of(value) {
        class if class.tag == Tag::Class => rt.heap.classes.get(class.index()).slots.as_ref().map_or(0, |slots| slots.len()),
        _ => 0,
    };
    rt.charge(1)?;
    Ok(size + words(slots) + before(rt, value))
}

fn own_size(rt: &mut Runtime, plain: Value, is_inherited: bool) -> Result<i64, Abrupt> {
    let digits = |bits: u64| i64::try_from(bits.div_ceil(30)).unwrap_or(i64::MAX / 16);
    Ok(match plain.tag {
        Tag::Bool => 28,
        Tag::Int => 24 + 4 * digits(64 - u64::from(plain.as_i64().unsigned_abs().leading_zeros())).max(1),
        Tag::BigInt => 24 + 4 * digits(rt.bits_of(plain)),
        Tag::Float => 24,
        Tag::Complex => 32,
        Tag::Str => {
            let cost = rt.heap.text(plain).len() as u64 / 64;
            rt.charge(cost)?;
            let count = i64::try_from(rt.heap.char_count(plain)).unwrap_or(i64::MAX / 16);
            let (room, width) = match rt.heap.text(plain).chars().max() {
                None | Some('\0'..='\x7f') => (40, 1),
                // Strings of one such character are stored together with their UTF-8.
                Some('\u{80}'..='\u{ff}') => (if count == 1 { 59 } else { 56 }, 1),
                Some('\u{100}'..='\u{ffff}') => (56, 2),
                Some(_) => (56, 4),
            };
            // The text of an instance of a subclass is a separate allocation.
            (if is_inherited { 64 } else { room }) + (count + 1) * width
        }
        Tag::Bytes => 33 + words(rt.byte_data(plain).len()) / 8,
        Tag::ByteArray => 56 + words(rt.byte_data(plain).len()) / 8 + i64::from(!rt.byte_data(plain).is_empty()),
        Tag::Tuple => 24 + words(rt.sequence_items(plain).len()),
        Tag::List => 40 + words(list_room(rt.sequence_items(plain).len())),
        Tag::Dict => {
            let count = rt.heap.dicts.get(plain.index()).len();
            rt.charge(rt.heap.dicts.get(plain.index()).entries().len() as u64 / 16)?;
            let named = rt.heap.dicts.get(plain.index()).iter(&rt.heap.fuel).all(|(key, _)| key.tag == Tag::Str);
            48 + dict_room(count, named)
        }
        Tag::Set | Tag::FrozenSet => 200 + words(set_room(rt.heap.sets.get(plain.index()).len()) * 2),
        Tag::Range => 48,
        Tag::Slice => 40,
        Tag::Func => 144,
        Tag::Class => {
            let class = rt.heap.classes.get(plain.index());
            let is_open = class.slots.is_none() && rt.layout_of_class(plain) == reg::OBJECT;
            // Room for the keys that instances share: thirty of them.
            if is_open { 1696 } else { 928 }
        }
        Tag::Type => 400,
        Tag::Method => 48,
        Tag::Native => 56,
        Tag::Cell => 24,
        Tag::Module => 56,
        Tag::Exc => exception_size(rt.exception_type(plain)),
        Tag::Gen => generator_size(rt, plain),
        Tag::Iter => match rt.heap.iters.get(plain.index()) {
            IterObj::Enumerate { .. } => 56,
            IterObj::Zip { .. } => 48,
            _ => 32,
        },
        Tag::Object if is_bare(rt, plain) => 16,
        Tag::Object => match rt.heap.as_object(plain) {
            Object::Property { .. } => 64,
            Object::MemoryView { .. } => 168,
            Object::MappingProxy(_) | Object::DictView { .. } => 24,
            Object::Deque(deque) => 744 + 528 * words(deque.items.len().saturating_sub(1) / 64) / 8,
            Object::Code(_) => 192,
            Object::Partial { .. } => 64,
            _ => 32,
        },
        _ => 16,
    })
}

/// The capacity of a list that CPython made in one step. The capacity after appends is unknown here: the growth of our lists is not part of
/// snapshots.
fn list_room(len: usize) -> usize {
    if len > 2 { len + len % 2 } else { len }
}

/// Bytes of the keys of a dict: a power of two of slots, of which two thirds may be used.
fn dict_room(count: usize, named: bool) -> i64 {
    if count == 0 {
        return 0;
    }
    let mut slots = 8_usize;
    while slots * 2 / 3 < count {
        slots *= 2;
    }
    let index = match slots {
        0..=128 => slots,
        129..=32768 => slots * 2,
        _ => slots * 4,
    };
    let entry = if named { 16 } else { 24 };
    32 + i64::try_from(index + slots * 2 / 3 * entry).unwrap_or(i64::MAX / 16)
}

/// The number of slots in the table of a set, when it is outside the set object. 0 for a small set.
fn set_room(count: usize) -> usize {
    let mut mask = 7;
    for at in 1_usize.. {
        // The number of items at which the table grows next.
        let full = (mask * 3_usize).div_ceil(5).max(at);
        if full > count {
            break;
        }
        let wanted = if full > 50_000 { full * 2 } else { full * 4 };
        mask = (wanted + 1).next_power_of_two().max(8) - 1;
    }
    if mask == 7 { 0 } else { mask + 1 }
}

fn exception_size(ty: TypeId) -> i64 {
    use crate::runtime::exceptions as exc;
    let is = |base: TypeId| reg::registry().is_subtype(ty, base);
    match () {
        () if is(exc::SYNTAX_ERROR) => 136,
        () if is(exc::OS_ERROR) => 112,
        () if is(exc::IMPORT_ERROR) || is(exc::BASE_EXCEPTION_GROUP) => 104,
        () if is(exc::ATTRIBUTE_ERROR) => 88,
        () if is(exc::NAME_ERROR) || is(exc::STOP_ITERATION) || is(exc::SYSTEM_EXIT) => 80,
        () => 72,
    }
}

/// The size of a generator with its frame. The frame has room for the variables and a stack of the depth that most have in CPython.
fn generator_size(rt: &Runtime, generator: Value) -> i64 {
    let object = rt.heap.gens.get(generator.index());
    let code = rt.modules.code_info.get(object.code as usize).and_then(crate::runtime::modules::CodeInfo::code);
    let variables = code.map_or(0, |code| code.locals.len());
    let stack = match object.kind {
        GenKind::Generator => 3,
        _ => 2,
    };
    144 + words(variables + stack)
}
