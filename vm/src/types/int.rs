//! `int` and `bool`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }
natives! { pub(crate) BOOL_ROWS: }

pub(crate) fn true_div(rt: &mut Rt, a: Value, b: Value) -> Result<Value, Exit> {
    let (x, y) = (rt.big(a), rt.big(b));
    let result = crate::text::int::true_div(crate::text::int::IntRef::Big(&x), crate::text::int::IntRef::Big(&y));
    match result {
        Ok(value) => Ok(Value::float(value)),
        Err(error) => Err(rt.text_error(&error)),
    }
}

pub(crate) fn to_f64(value: &num_bigint::BigInt) -> f64 {
    crate::text::int::to_f64(crate::text::int::IntRef::Big(value)).unwrap_or(f64::INFINITY)
}

pub(crate) fn to_decimal(rt: &mut Rt, value: Value) -> Result<String, Exit> {
    let big = rt.big(value);
    rt.charge(crate::text::int::decimal_cost(big.bits()))?;
    match crate::text::int_parse::to_decimal(crate::text::int::IntRef::Big(&big), 4300) {
        Ok(text) => Ok(text),
        Err(error) => Err(rt.text_error(&error)),
    }
}
