//! `bytes`, `bytearray`, `memoryview`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }
natives! { pub(crate) BYTEARRAY_ROWS: }
natives! { pub(crate) MEMORYVIEW_ROWS: }

pub(crate) fn data(rt: &Rt, value: Value) -> Option<&[u8]> {
    match value.tag {
        Tag::Bytes | Tag::ByteArray => Some(rt.byte_data(value)),
        _ => None,
    }
}

/// The bytes of an iterable of ints.
pub(crate) fn collect(rt: &mut Rt, source: Value) -> Result<Vec<u8>, Exit> {
    let items = rt.collect(source)?;
    let mut data = Vec::with_capacity(items.len());
    for item in items {
        data.push(byte(rt, item, "bytes must be in range(0, 256)")?);
    }
    Ok(data)
}

/// One byte from an int.
pub(crate) fn byte(rt: &mut Rt, value: Value, range: &str) -> Result<u8, Exit> {
    let plain = rt.plain(value);
    let number = if plain.tag == Tag::BigInt { -1 } else { rt.index(value)? };
    match u8::try_from(number) {
        Ok(byte) => Ok(byte),
        Err(_) => Err(rt.value_error(range)),
    }
}

pub(crate) fn contains(rt: &mut Rt, container: Value, item: Value) -> Result<bool, Exit> {
    let _ = (rt, container, item);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn view_get(rt: &mut Rt, view: Value, key: Value) -> Result<Value, Exit> {
    let _ = (rt, view, key);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn view_set(rt: &mut Rt, view: Value, key: Value, value: Value) -> Result<(), Exit> {
    let _ = (rt, view, key, value);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn set_item(rt: &mut Rt, obj: Value, key: Value, value: Value) -> Result<(), Exit> {
    let _ = (rt, obj, key, value);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn del_item(rt: &mut Rt, obj: Value, key: Value) -> Result<(), Exit> {
    let _ = (rt, obj, key);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn inplace(rt: &mut Rt, op: stockade_compiler::bytecode::ArithOp, a: Value, b: Value) -> Result<Option<Value>, Exit> {
    let _ = (rt, op, a, b);
    Err(Exit::Bug("not built yet"))
}
