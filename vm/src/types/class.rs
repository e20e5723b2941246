//! `type` and guest classes: their attributes, names and special stores.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }

pub(crate) fn special_attr(rt: &mut Rt, class: Value, name: crate::names::NameId) -> Result<Option<Value>, Exit> {
    let _ = (rt, class, name);
    Ok(None)
}

pub(crate) fn store_special(rt: &mut Rt, class: Value, name: crate::names::NameId, value: Value) -> Result<bool, Exit> {
    let _ = (rt, class, name, value);
    Ok(false)
}

pub(crate) fn set_class(rt: &mut Rt, obj: Value, class: Value) -> Result<(), Exit> {
    let _ = (rt, obj, class);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn repr(rt: &mut Rt, class: Value) -> String {
    format!("<class '{}'>", full_name(rt, class))
}

pub(crate) fn full_name(rt: &mut Rt, class: Value) -> String {
    rt.class_name(class).to_string()
}
