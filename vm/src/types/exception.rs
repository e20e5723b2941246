//! Exceptions: fields, text, groups.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }

/// The rows of one exception type.
pub(crate) fn rows(ty: u16) -> &'static [crate::natives::Row] {
    if ty == crate::exception::BASE_EXCEPTION.0 { ROWS } else { &[] }
}

/// `str(exception)`.
pub(crate) fn str_text(rt: &mut Rt, exc: Value) -> Result<String, Exit> {
    let args = rt.heap.excs.get(exc.index()).args;
    let items = rt.sequence_items(args).to_vec();
    match items.as_slice() {
        [] => Ok(String::new()),
        [only] => {
            if rt.exception_is(exc, crate::exception::KEY_ERROR) {
                rt.repr_text(*only)
            } else {
                rt.str_text(*only)
            }
        }
        _ => rt.repr_text(args),
    }
}

/// An exception object made by calling its class.
pub(crate) fn instantiate(rt: &mut Rt, class: Value, args: &[Value]) -> Result<Value, Exit> {
    rt.make_exception(class, args)
}

pub(crate) fn field_default(rt: &mut Rt, exc: Value, name: crate::names::NameId) -> Result<Option<Value>, Exit> {
    let _ = (rt, exc, name);
    Ok(None)
}

pub(crate) fn store_field(rt: &mut Rt, exc: Value, name: crate::names::NameId, value: Value) -> Result<bool, Exit> {
    let _ = (rt, exc, name, value);
    Ok(false)
}

pub(crate) fn split(rt: &mut Rt, exc: Value, types: Value) -> Result<(Value, Value), Exit> {
    let _ = (rt, exc, types);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn finish_star(rt: &mut Rt, exc: Value, results: Value) -> Result<Value, Exit> {
    let _ = (rt, exc, results);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn traceback(rt: &mut Rt, exc: Value) -> Result<Value, Exit> {
    let _ = (rt, exc);
    Err(Exit::Bug("not built yet"))
}
