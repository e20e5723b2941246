//! `bytes`, `bytearray`, `memoryview`.

pub(crate) mod item;
pub(crate) mod methods;
mod mutate;
mod search;

pub(crate) use crate::objects::types::memoryview::{
    NATIVES as MEMORYVIEW_NATIVES, copy_of as view_copy, delete as view_delete, equal as view_equal, get as view_get,
    has_gaps as view_has_gaps, hash as view_hash, iteration_items as view_iter, room_in_array, set as view_set, span, write_to_array,
};
pub(crate) use mutate::{del_item, inplace, set_item};

use crate::heap::charged_size;
use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{Heap, Object};
use crate::natives;
use crate::objects::types::slot_wrappers;
use crate::objects::types::slot_wrappers::Domain;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

const BYTES: Domain = Domain::Bytes;

/// The native table of each of the two types: its own natives, then the common ones.
macro_rules! byte_rows {
    ($table:ident: $($own:tt)*) => {
        natives! { pub(crate) $table:
            $($own)*
            method "__add__" "(self, value, /)" => slot_wrappers::concat;
            method "__buffer__" "(self, flags, /)" => crate::objects::types::memoryview::of_owner;
            method "__contains__" "(self, key, /)" => slot_wrappers::contains;
            method "__eq__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, BYTES, Cmp::Eq, args);
            method "__ge__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, BYTES, Cmp::Ge, args);
            method "__getitem__" "(self, key, /)" => slot_wrappers::getitem;
            method "__gt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, BYTES, Cmp::Gt, args);
            method "__iter__" "(self, /)" => slot_wrappers::iter;
            method "__le__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, BYTES, Cmp::Le, args);
            method "__len__" "(self, /)" => slot_wrappers::len;
            method "__lt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, BYTES, Cmp::Lt, args);
            method "__mod__" "(self, value, /)" => |rt, args| super::str::percent(rt, args.at(0), args.at(1));
            method "__mul__" "(self, value, /)" => slot_wrappers::repeat;
            method "__ne__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, BYTES, Cmp::Ne, args);
            method "__repr__" "(self, /)" => slot_wrappers::repr;
            method "__rmod__" "(self, value, /)" => rmod;
            method "__rmul__" "(self, value, /)" => slot_wrappers::repeat;
            method "__str__" "(self, /)" => slot_wrappers::repr;
            method "capitalize" "(self, /)" => methods::capitalize;
            method "center" "(self, width, fillchar=b' ', /)" => methods::center;
            /// Occurrences without overlap.
            method "count" "(self, sub, start=None, end=None, /)" => search::count;
            method "decode" "(self, /, encoding='utf-8', errors='strict')" => methods::decode;
            method "endswith" "(self, suffix, start=None, end=None, /)" => search::endswith;
            method "expandtabs" "(self, /, tabsize=8)" => methods::expandtabs;
            method "find" "(self, sub, start=None, end=None, /)" => search::find;
            class "fromhex" "(cls, string, /)" => methods::fromhex;
            method "hex" "(self, /, sep='', bytes_per_sep=1)" => methods::hex;
            method "index" "(self, sub, start=None, end=None, /)" => search::index;
            method "isalnum" "(self, /)" => methods::isalnum;
            method "isalpha" "(self, /)" => methods::isalpha;
            method "isascii" "(self, /)" => methods::isascii;
            method "isdigit" "(self, /)" => methods::isdigit;
            method "islower" "(self, /)" => methods::islower;
            method "isspace" "(self, /)" => methods::isspace;
            method "istitle" "(self, /)" => methods::istitle;
            method "isupper" "(self, /)" => methods::isupper;
            method "join" "(self, iterable_of_bytes, /)" => methods::join;
            method "ljust" "(self, width, fillchar=b' ', /)" => methods::ljust;
            method "lower" "(self, /)" => methods::lower;
            method "lstrip" "(self, bytes=None, /)" => methods::lstrip;
            stat "maketrans" "(frm, to, /)" => methods::maketrans;
            method "partition" "(self, sep, /)" => search::partition;
            method "removeprefix" "(self, prefix, /)" => methods::removeprefix;
            method "removesuffix" "(self, suffix, /)" => methods::removesuffix;
            method "replace" "(self, old, new, count=-1, /)" => methods::replace;
            method "rfind" "(self, sub, start=None, end=None, /)" => search::rfind;
            method "rindex" "(self, sub, start=None, end=None, /)" => search::rindex;
            method "rjust" "(self, width, fillchar=b' ', /)" => methods::rjust;
            method "rpartition" "(self, sep, /)" => search::rpartition;
            method "rsplit" "(self, /, sep=None, maxsplit=-1)" => search::rsplit;
            method "rstrip" "(self, bytes=None, /)" => methods::rstrip;
            method "split" "(self, /, sep=None, maxsplit=-1)" => search::split;
            method "splitlines" "(self, /, keepends=False)" => search::splitlines;
            method "startswith" "(self, prefix, start=None, end=None, /)" => search::startswith;
            method "strip" "(self, bytes=None, /)" => methods::strip;
            method "swapcase" "(self, /)" => methods::swapcase;
            method "title" "(self, /)" => methods::title;
            method "translate" "(self, table, /, delete=b'')" => methods::translate;
            method "upper" "(self, /)" => methods::upper;
            method "zfill" "(self, width, /)" => methods::zfill;
        }
    };
}

byte_rows! { NATIVES:
    /// Bytes from a count, ints, bytes, or a text and its encoding.
    new "__new__" "(cls, source=b'', encoding='utf-8', errors='strict')" costs 32 => new_bytes;
    method "__bytes__" "(self, /)" => slot_wrappers::itself;
    method "__getnewargs__" "(self, /)" => slot_wrappers::getnewargs;
    method "__hash__" "(self, /)" => slot_wrappers::hash;
}

byte_rows! { BYTEARRAY_NATIVES:
    /// As bytes, but mutable.
    new "__new__" "(cls, source=b'', encoding='utf-8', errors='strict')" costs 32 => new_bytearray;
    method "__init__" "(self, source=b'', encoding='utf-8', errors='strict')" => mutate::init;
    method "__alloc__" "(self, /)" => mutate::alloc;
    method "__release_buffer__" "(self, buffer, /)" => crate::objects::types::memoryview::release_buffer;
    method "__delitem__" "(self, key, /)" => mutate::delitem;
    method "__iadd__" "(self, value, /)" => mutate::iadd;
    method "__imul__" "(self, value, /)" => mutate::imul;
    method "__setitem__" "(self, key, value, /)" => mutate::setitem;
    method "append" "(self, item, /)" => mutate::append;
    method "clear" "(self, /)" => mutate::clear;
    method "copy" "(self, /)" => mutate::copy;
    method "extend" "(self, iterable_of_ints, /)" => mutate::extend;
    method "insert" "(self, index, item, /)" => mutate::insert;
    method "pop" "(self, index=-1, /)" => mutate::pop;
    method "remove" "(self, value, /)" => mutate::remove;
    method "reverse" "(self, /)" => mutate::reverse;
}

/// The bytes of a payload, if it is bytes-like.
pub(crate) fn data(rt: &Runtime, value: Value) -> Option<&[u8]> {
    data_in(&rt.heap, value)
}

/// Like [`data`], for code that also uses the host: with a copy of the bytes the process would hold twice what was charged.
pub(crate) fn data_in(heap: &Heap, value: Value) -> Option<&[u8]> {
    let stored = |value: Value| match value.tag {
        Tag::Bytes => heap.bytes.get(value.index()).data.as_slice(),
        _ => heap.bytearrays.get(value.index()).data.as_slice(),
    };
    match value.tag {
        Tag::Bytes | Tag::ByteArray => Some(stored(value)),
        Tag::Object => match heap.as_object(value) {
            Object::MemoryView { owner, start, len, form, .. } if matches!(owner.tag, Tag::Bytes | Tag::ByteArray) => {
                let (start, len) = span(*start, *len, form.as_deref())?;
                let all = stored(*owner);
                // A bytearray may have shrunk under its view.
                let end = start.saturating_add(len).min(all.len());
                Some(all.get(start.min(end)..end).unwrap_or(&[]))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The bytes-like payload of an argument.
pub(super) fn like(rt: &mut Runtime, value: Value) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(value);
    if data(rt, plain).is_some() {
        return Ok(plain);
    }
    if let Some(made) = crate::objects::types::buffer::bytes_of_other(rt, value)? {
        return Ok(made);
    }
    let name = rt.type_name(value);
    Err(rt.type_error(&format!("a bytes-like object is required, not '{name}'")))
}

/// The bytes of a bytes-like payload. Empty for anything else.
pub(crate) fn bytes_of(rt: &Runtime, value: Value) -> &[u8] {
    data(rt, value).unwrap_or(&[])
}

/// A copy of a value's bytes, which are held. [`made_of_held`] makes an object of it.
pub(super) fn copied(rt: &mut Runtime, value: Value) -> Result<Vec<u8>, Abrupt> {
    let len = bytes_of(rt, value).len();
    rt.precheck(len, 1)?;
    rt.heap.hold(len)?;
    Ok(bytes_of(rt, value).to_vec())
}

/// A copy of a value's bytes that becomes an object, which charges them. Its size is checked first.
pub(super) fn copied_for_object(rt: &mut Runtime, value: Value) -> Result<Vec<u8>, Abrupt> {
    let len = bytes_of(rt, value).len();
    rt.precheck(len, 1)?;
    Ok(bytes_of(rt, value).to_vec())
}

/// Like [`make`], for a copy whose bytes are held.
pub(super) fn made_of_held(rt: &mut Runtime, this: Value, data: Vec<u8>) -> Result<Value, Abrupt> {
    rt.heap.release(data.capacity());
    make(rt, this, data)
}

/// A result of the same type as `this`.
pub(super) fn make(rt: &mut Runtime, this: Value, data: Vec<u8>) -> Result<Value, Abrupt> {
    if this.tag == Tag::ByteArray { rt.heap.bytearray(data) } else { rt.heap.bytes(data) }
}

/// The object itself when nothing changed. For a bytearray, always a copy.
pub(super) fn unchanged(rt: &mut Runtime, this: Value) -> Result<Value, Abrupt> {
    if this.tag == Tag::ByteArray {
        let data = copied_for_object(rt, this)?;
        return make(rt, this, data);
    }
    Ok(this)
}

/// The bytes of an iterable of ints.
pub(crate) fn collect(rt: &mut Runtime, source: Value) -> Result<Vec<u8>, Abrupt> {
    collect_as(rt, source, "bytes must be in range(0, 256)")
}

fn collect_as(rt: &mut Runtime, source: Value, range: &str) -> Result<Vec<u8>, Abrupt> {
    // An iterator is restored when its items turn out to need user code: the fallback iterates it again.
    let before = if source.tag == Tag::Iter { Some(rt.heap.iters.get(source.index()).clone()) } else { None };
    let items = rt.collect(source)?;
    rt.charge(items.len() as u64 / 2)?;
    rt.heap.hold(items.capacity().saturating_mul(charged_size::<Value>()))?;
    rt.fits(items.len())?;
    let mut data = Vec::with_capacity(items.len());
    for item in items {
        match byte(rt, item, range) {
            Ok(byte) => data.push(byte),
            Err(exit) => {
                if let (Abrupt::NeedsUserCode, Some(before)) = (exit, before) {
                    *rt.heap.iters.get_mut(source.index()) = before;
                }
                return Err(exit);
            }
        }
    }
    Ok(data)
}

/// One byte from an int.
pub(crate) fn byte(rt: &mut Runtime, value: Value, range: &str) -> Result<u8, Abrupt> {
    let plain = rt.unwrap_payload(value);
    let number = if plain.tag == Tag::BigInt { -1 } else { rt.index(value)? };
    match u8::try_from(number) {
        Ok(byte) => Ok(byte),
        Err(_) => Err(rt.value_error(range)),
    }
}

/// The bytes of `bytes(source, encoding, errors)`. `name` is the name of the type.
pub(super) fn build(rt: &mut Runtime, args: Args<'_>, name: &str) -> Result<Vec<u8>, Abrupt> {
    let (source, encoding, errors) = (args.at(1), args.at(2), args.at(3));
    let plain = rt.unwrap_payload(source);
    if plain.is_str() {
        if encoding.defined().is_some() {
            let (encoding, errors) = super::str::codec_arguments(rt, name, encoding, errors)?;
            let is_empty = rt.heap.text(plain).is_empty();
            return rt.encode_text(plain, &encoding, &errors).map_err(|exit| super::str::or_registered_codec(rt, exit, is_empty));
        }
        if !rt.has_user_method(source, names::dunder_bytes) {
            if let Some(value) = errors.defined() {
                rt.str_argument(value, format_args!("{name}() argument 'errors'"))?;
            }
            return Err(rt.type_error("string argument without an encoding"));
        }
    }
    if let Some(value) = encoding.defined() {
        rt.str_argument(value, format_args!("{name}() argument 'encoding'"))?;
        if let Some(value) = errors.defined() {
            rt.str_argument(value, format_args!("{name}() argument 'errors'"))?;
        }
        return Err(rt.type_error("encoding without a string argument"));
    }
    if let Some(value) = errors.defined() {
        rt.str_argument(value, format_args!("{name}() argument 'errors'"))?;
        return Err(rt.type_error("errors without a string argument"));
    }
    let Some(source) = source.defined() else { return Ok(Vec::new()) };
    if (name == "bytes" && rt.has_user_method(source, names::dunder_bytes))
        || (rt.int_of(source).is_none() && rt.has_user_method(source, names::dunder_index))
    {
        return Err(Abrupt::NeedsUserCode);
    }
    match plain.tag {
        Tag::Int | Tag::Bool => match usize::try_from(plain.as_i64()) {
            Ok(count) => {
                rt.precheck(count, 1)?;
                Ok(vec![0; count])
            }
            Err(_) => Err(rt.value_error("negative count")),
        },
        Tag::BigInt => Err(rt.overflow_error("cannot fit 'int' into an index-sized integer")),
        _ if data(rt, plain).is_some() => copied_for_object(rt, plain),
        _ => {
            if let Some(made) = crate::objects::types::buffer::bytes_of_other(rt, source)? {
                return copied_for_object(rt, made);
            }
            let iterable = rt.iter(source);
            match iterable {
                Ok(_) | Err(Abrupt::NeedsUserCode | Abrupt::Call) => {}
                Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::TYPE_ERROR) => {
                    let shown = rt.type_name(source);
                    return Err(rt.type_error(&format!("cannot convert '{shown}' object to {name}")));
                }
                Err(exit) => return Err(exit),
            }
            collect_as(rt, source, if name == "bytes" { "bytes must be in range(0, 256)" } else { "byte must be in range(0, 256)" })
        }
    }
}

fn new_bytes(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    // `bytes` of a bytes object is the same object.
    if args.at(1).tag == Tag::Bytes && args.at(2).is_undef() && args.at(3).is_undef() {
        return crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), args.at(1));
    }
    let data = build(rt, args, "bytes")?;
    let value = rt.heap.bytes(data)?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), value)
}

fn new_bytearray(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data =
        if crate::objects::types::class_construction::init_fills_instance(args.at(0)) { Vec::new() } else { build(rt, args, "bytearray")? };
    let value = rt.heap.bytearray(data)?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), value)
}

/// `item in container`, for a byte or a run of bytes.
pub(crate) fn contains(rt: &mut Runtime, container: Value, item: Value) -> Result<bool, Abrupt> {
    let plain = rt.unwrap_payload(item);
    let (len, wanted) = (bytes_of(rt, container).len(), data(rt, plain).map_or(1, <[u8]>::len));
    rt.charge_search(len, wanted)?;
    if container.tag == Tag::Object {
        // A view is searched item by item.
        if crate::objects::types::memoryview::has_no_dimension(rt, container) {
            return Err(rt.type_error("argument of type 'memoryview' is not iterable"));
        }
        let items = view_iter(rt, container)?;
        for at in 0..rt.sequence_items(items).len() {
            let found = rt.sequence_items(items).get(at).copied().unwrap_or(Value::NONE);
            rt.charge(1)?;
            if rt.same(found, item)? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    let plain = match data(rt, plain) {
        Some(_) => plain,
        None => crate::objects::types::buffer::bytes_of_other(rt, item)?.unwrap_or(plain),
    };
    if data(rt, plain).is_some() {
        return Ok(stockade_algorithms::text::bytes_ops::find(bytes_of(rt, container), bytes_of(rt, plain)).is_some());
    }
    let is_index = matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt) || rt.has_user_method(item, names::dunder_index);
    if !is_index {
        like(rt, item)?;
    }
    let wanted = byte(rt, item, "byte must be in range(0, 256)")?;
    Ok(bytes_of(rt, container).contains(&wanted))
}

/// `self.__rmod__(value)`: `value % self` for bytes or a bytearray as `value`.
fn rmod(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let template = rt.unwrap_payload(args.at(1));
    if !matches!(template.tag, Tag::Bytes | Tag::ByteArray) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    Ok(rt.arith(ArithOp::Mod, template, args.at(0))?.unwrap_or(Value::NOT_IMPLEMENTED))
}
