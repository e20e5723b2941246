//! `set` and `frozenset`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }
natives! { pub(crate) FROZEN_ROWS: }

pub(crate) fn operator(rt: &mut Rt, op: stockade_compiler::bytecode::ArithOp, a: Value, b: Value) -> Result<Value, Exit> {
    let _ = (rt, op, a, b);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn operator_inplace(rt: &mut Rt, op: stockade_compiler::bytecode::ArithOp, a: Value, b: Value) -> Result<(), Exit> {
    let _ = (rt, op, a, b);
    Err(Exit::Bug("not built yet"))
}
