//! `dict`, its views, `mappingproxy`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }
natives! { pub(crate) VIEW_ROWS: }
natives! { pub(crate) PROXY_ROWS: }

pub(crate) fn view_eq(rt: &mut Rt, a: Value, b: Value) -> Result<bool, Exit> {
    let _ = (rt, a, b);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn view_contains(rt: &mut Rt, view: Value, item: Value) -> Result<bool, Exit> {
    let _ = (rt, view, item);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn compare_objects(rt: &mut Rt, op: crate::ops::compare::Cmp, a: Value, b: Value) -> Result<Option<bool>, Exit> {
    let _ = (rt, op, a, b);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn view_operator(rt: &mut Rt, op: stockade_compiler::bytecode::ArithOp, a: Value, b: Value) -> Result<Option<Value>, Exit> {
    let _ = (rt, op, a, b);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn proxy_or(rt: &mut Rt, a: Value, b: Value) -> Result<Option<Value>, Exit> {
    let _ = (rt, a, b);
    Err(Exit::Bug("not built yet"))
}

/// A copy with the same order.
pub(crate) fn copy(rt: &mut Rt, dict: Value) -> Result<Value, Exit> {
    let count = rt.heap.dicts.get(dict.index()).len();
    rt.precheck(crate::heap::DictObj::bytes_for_count(count), 1)?;
    let copy = rt.heap.dict(crate::heap::DictObj::with_capacity(count))?;
    update_from_dict(rt, copy, dict)?;
    Ok(copy)
}

/// Takes over every pair of another dict.
pub(crate) fn update_from_dict(rt: &mut Rt, dict: Value, other: Value) -> Result<(), Exit> {
    let mut at = 0;
    while let Some(entry) = rt.heap.dicts.get(other.index()).entry(at).copied() {
        at += 1;
        if !entry.key.is_undef() {
            rt.dict_set_hashed(dict, entry.key, entry.hash, entry.value)?;
        }
        if at % 32 == 0 {
            rt.charge(16)?;
        }
    }
    Ok(())
}
