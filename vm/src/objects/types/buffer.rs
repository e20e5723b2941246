//! Arguments of modules that work on bytes: bytes-like objects in, bytes out. Memory is charged first.

use crate::base::abrupt::Abrupt;
use crate::base::sizes::low32;
use crate::base::sizes::single;
use crate::base::value::{Tag, Value};
use crate::objects::types::bytes;
use crate::runtime::core::Runtime;
use stockade_algorithms::text::float;

/// The bytes-like object in an argument.
pub(crate) fn like(rt: &mut Runtime, value: Value) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(value);
    if bytes::data(rt, plain).is_some() {
        return Ok(plain);
    }
    if bytes::view_has_gaps(rt, plain) {
        return Err(rt.raise(crate::runtime::exceptions::BUFFER_ERROR, "memoryview: underlying buffer is not C-contiguous"));
    }
    if let Some(made) = bytes_of_other(rt, value)? {
        return Ok(made);
    }
    let name = rt.type_name(value);
    Err(rt.type_error(&format!("a bytes-like object is required, not '{name}'")))
}

/// Like [`like`], and charges for a walk over the bytes.
pub(crate) fn walked(rt: &mut Runtime, value: Value) -> Result<Value, Abrupt> {
    let plain = like(rt, value)?;
    let length = bytes::data(rt, plain).map_or(0, <[u8]>::len);
    rt.charge(length as u64 / 128)?;
    Ok(plain)
}

/// The parts of an `array.array`, which is written in Python.
pub(crate) struct ArrayParts {
    pub(crate) code: u8,
    /// Bytes for each item.
    pub(crate) size: usize,
    /// A list.
    pub(crate) items: Value,
}

impl ArrayParts {
    /// The parts of an array. None for anything else.
    pub(crate) fn of(rt: &mut Runtime, value: Value) -> Result<Option<ArrayParts>, Abrupt> {
        if value.tag != Tag::Inst || !rt.modules.by_name.contains_key("array") {
            return Ok(None);
        }
        let class = crate::runtime::modules::module_class(rt, "array", "array")?;
        let of = rt.type_of(value);
        if !rt.is_subclass(of, class) {
            return Ok(None);
        }
        let (code, items) = (rt.intern("_code")?, rt.intern("_items")?);
        let (Some(code), Some(items)) = (rt.own_slot(value, code), rt.own_slot(value, items)) else { return Ok(None) };
        if !code.is_str() || items.tag != Tag::List {
            return Ok(None);
        }
        let code = rt.heap.text(code).bytes().next().unwrap_or_default();
        let size = bytes::item::size_of(code).unwrap_or(4);
        Ok(Some(ArrayParts { code, size, items }))
    }

    /// The bytes of an item, in the low end of the result.
    pub(crate) fn bits(&self, rt: &Runtime, item: Value) -> u64 {
        match item.tag {
            Tag::Float if self.code == b'f' => u64::from(single(float::plain_nan(item.as_f64())).to_bits()),
            Tag::Float => float::plain_nan(item.as_f64()).to_bits(),
            Tag::Str => u64::from(rt.heap.text(item).chars().next().map_or(0, u32::from)),
            Tag::BigInt => u64::try_from(&(rt.big(item) & num_bigint::BigInt::from(u64::MAX))).unwrap_or_default(),
            _ => item.as_i64() as u64,
        }
    }
}

/// The view of a `pickle.PickleBuffer`, which is written in Python. None for anything else.
pub(crate) fn pickle_buffer_view(rt: &mut Runtime, value: Value) -> Result<Option<Value>, Abrupt> {
    if value.tag != Tag::Inst || !rt.modules.by_name.contains_key("pickle") {
        return Ok(None);
    }
    let class = crate::runtime::modules::module_class(rt, "pickle", "PickleBuffer")?;
    let of = rt.type_of(value);
    if !rt.is_subclass(of, class) {
        return Ok(None);
    }
    let view = rt.intern("_view")?;
    match rt.own_slot(value, view) {
        Some(view) if view.is_none() => Err(rt.value_error("operation forbidden on released PickleBuffer object")),
        view => Ok(view.filter(|view| view.tag == Tag::Object)),
    }
}

/// A bytes object with the content of a bytes-like value that is not one run of bytes (an array, a view with steps). None for anything
/// else.
#[cold]
pub(crate) fn bytes_of_other(rt: &mut Runtime, value: Value) -> Result<Option<Value>, Abrupt> {
    if let Some(view) = pickle_buffer_view(rt, value)? {
        let Some(data) = bytes::data(rt, view) else { return bytes::view_copy(rt, view) };
        let length = data.len();
        rt.precheck(length, 1)?;
        let made = bytes::data(rt, view).unwrap_or_default().to_vec();
        return rt.heap.bytes(made).map(Some);
    }
    let Some(parts) = ArrayParts::of(rt, value)? else { return bytes::view_copy(rt, rt.unwrap_payload(value)) };
    let count = rt.sequence_items(parts.items).len();
    rt.precheck(count, parts.size)?;
    rt.charge(count as u64)?;
    let mut made = Vec::with_capacity(count.saturating_mul(parts.size));
    for item in rt.sequence_items(parts.items) {
        let item = *item;
        made.extend(parts.bits(rt, item).to_le_bytes().into_iter().take(parts.size));
    }
    rt.heap.bytes(made).map(Some)
}

/// A copy of a bytes-like argument, whose bytes are held. It also checks that `factor` times its size fits, for the result that is made of it.
pub(crate) fn copied(rt: &mut Runtime, value: Value, factor: usize) -> Result<Vec<u8>, Abrupt> {
    let plain = like(rt, value)?;
    let length = bytes::data(rt, plain).map_or(0, <[u8]>::len);
    rt.precheck(length.saturating_mul(factor.saturating_add(1)), 1)?;
    rt.heap.hold(length)?;
    Ok(bytes::data(rt, plain).unwrap_or_default().to_vec())
}

/// Like [`copied`], for an argument that may also be a str of ASCII characters.
pub(crate) fn ascii(rt: &mut Runtime, value: Value, factor: usize) -> Result<Vec<u8>, Abrupt> {
    let plain = rt.unwrap_payload(value);
    if plain.tag == Tag::Str {
        let text = rt.heap.text(plain);
        if !text.is_ascii() {
            return Err(rt.value_error("string argument should contain only ASCII characters"));
        }
        let length = text.len();
        rt.precheck(length.saturating_mul(factor.saturating_add(1)), 1)?;
        rt.heap.hold(length)?;
        return Ok(rt.heap.text(plain).as_bytes().to_vec());
    }
    if bytes::data(rt, plain).is_none() {
        if !bytes::view_has_gaps(rt, plain)
            && let Some(made) = bytes_of_other(rt, value)?
        {
            return copied(rt, made, factor);
        }
        let name = rt.type_name(value);
        return Err(rt.type_error(&format!("argument should be bytes, buffer or ASCII string, not '{name}'")));
    }
    copied(rt, plain, factor)
}

/// An int argument that C takes as an unsigned 32-bit number, truncated to it.
pub(crate) fn word(rt: &mut Runtime, value: Value, default: u32) -> Result<u32, Abrupt> {
    let Some(value) = value.defined() else { return Ok(default) };
    let plain = rt.unwrap_payload(value);
    match plain.tag {
        Tag::BigInt => {
            let low = rt.big(plain) & num_bigint::BigInt::from(u32::MAX);
            Ok(u32::try_from(&low).unwrap_or(0))
        }
        _ => Ok(low32((rt.index(value)? & i64::from(u32::MAX)) as u64)),
    }
}

/// An int argument that C takes as an `int`.
pub(crate) fn int(rt: &mut Runtime, value: Value, default: i32) -> Result<i32, Abrupt> {
    let Some(value) = value.defined() else { return Ok(default) };
    let plain = rt.unwrap_payload(value);
    let wide = if plain.tag == Tag::BigInt { None } else { i32::try_from(rt.index(value)?).ok() };
    match wide {
        Some(int) => Ok(int),
        None => Err(rt.overflow_error("Python int too large to convert to C int")),
    }
}

/// Raises an exception whose class a library module defines in Python.
pub(crate) fn raise(rt: &mut Runtime, module: &str, class: &str, message: &str) -> Abrupt {
    let parts = crate::runtime::modules::module_class(rt, module, class).and_then(|class| Ok((class, rt.heap.str(message)?)));
    match parts {
        Ok((class, message)) => rt.tail_fallback("raise_with", &[class, message]),
        Err(exit) => exit,
    }
}
