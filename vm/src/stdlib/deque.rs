//! `collections.deque`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }

pub(crate) fn is_deque(rt: &Rt, value: Value) -> bool {
    value.tag == Tag::Object && matches!(rt.heap.objects.get(value.index()), crate::heap::Object::Deque(_))
}

pub(crate) fn equal(rt: &mut Rt, a: Value, b: Value) -> Result<bool, Exit> {
    let _ = (rt, a, b);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn contains(rt: &mut Rt, deque: Value, item: Value) -> Result<bool, Exit> {
    let _ = (rt, deque, item);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn operator(rt: &mut Rt, op: stockade_compiler::bytecode::ArithOp, a: Value, b: Value) -> Result<Option<Value>, Exit> {
    let _ = (rt, op, a, b);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn inplace(rt: &mut Rt, op: stockade_compiler::bytecode::ArithOp, a: Value, b: Value) -> Result<Option<Value>, Exit> {
    let _ = (rt, op, a, b);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn get_item(rt: &mut Rt, deque: Value, key: Value) -> Result<Value, Exit> {
    let _ = (rt, deque, key);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn set_item(rt: &mut Rt, deque: Value, key: Value, value: Value) -> Result<(), Exit> {
    let _ = (rt, deque, key, value);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn del_item(rt: &mut Rt, deque: Value, key: Value) -> Result<(), Exit> {
    let _ = (rt, deque, key);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn repr_into(rt: &mut Rt, deque: Value, class: &str, out: &mut String) -> Result<(), Exit> {
    let _ = (rt, deque, class, out);
    Err(Exit::Bug("not built yet"))
}
