//! `complex`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }

pub(crate) fn arith(rt: &mut Rt, op: stockade_compiler::bytecode::ArithOp, a: Value, b: Value) -> Result<Option<Value>, Exit> {
    let _ = (rt, op, a, b);
    Ok(None)
}

pub(crate) fn repr(re: f64, im: f64) -> String {
    crate::text::float::complex_repr(re, im)
}
