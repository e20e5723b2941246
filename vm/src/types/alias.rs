//! `types.GenericAlias` and `X | Y`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }
natives! { pub(crate) UNION_ROWS: }

pub(crate) fn union(rt: &mut Rt, a: Value, b: Value) -> Result<Option<Value>, Exit> {
    let _ = (rt, a, b);
    Ok(None)
}

pub(crate) fn class_getitem(rt: &mut Rt, class: Value, key: Value) -> Result<Value, Exit> {
    let _ = (rt, class, key);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn alias_getitem(rt: &mut Rt, alias: Value, key: Value) -> Result<Value, Exit> {
    let _ = (rt, alias, key);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn load_attr(rt: &mut Rt, alias: Value, name: crate::names::NameId) -> Result<Value, Exit> {
    let _ = (rt, alias, name);
    Err(Exit::Bug("not built yet"))
}
