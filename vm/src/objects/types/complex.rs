//! `complex`.

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::objects::protocols::arithmetic::Unary;
use crate::objects::types::slot_wrappers;
use crate::objects::types::slot_wrappers::Domain;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::text::complex;

const COMPLEX: Domain = Domain::Complex;

natives! { pub(crate) NATIVES:
    /// A complex number from its parts, or from a text.
    new "__new__" "(cls, real=0, imag=0)" => new;
    method "__abs__" "(self, /)" => abs;
    method "__add__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, COMPLEX, ArithOp::Add, args);
    method "__bool__" "(self, /)" => slot_wrappers::truth;
    method "__complex__" "(self, /)" => slot_wrappers::itself;
    method "__eq__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, COMPLEX, Cmp::Eq, args);
    method "__format__" "(self, format_spec, /)" => slot_wrappers::format;
    method "__ge__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, COMPLEX, Cmp::Ge, args);
    method "__getnewargs__" "(self, /)" => getnewargs;
    method "__gt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, COMPLEX, Cmp::Gt, args);
    method "__hash__" "(self, /)" => slot_wrappers::hash;
    method "__le__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, COMPLEX, Cmp::Le, args);
    method "__lt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, COMPLEX, Cmp::Lt, args);
    method "__mul__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, COMPLEX, ArithOp::Mul, args);
    method "__ne__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, COMPLEX, Cmp::Ne, args);
    method "__neg__" "(self, /)" => |rt, args| slot_wrappers::unary(rt, Unary::Neg, args);
    method "__pos__" "(self, /)" => |rt, args| slot_wrappers::unary(rt, Unary::Pos, args);
    method "__pow__" "(self, value, mod=None, /)" => |rt, args| slot_wrappers::power(rt, COMPLEX, args.at(0), args.at(1), args.at(2));
    method "__radd__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, COMPLEX, ArithOp::Add, args);
    method "__repr__" "(self, /)" => slot_wrappers::repr;
    method "__rmul__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, COMPLEX, ArithOp::Mul, args);
    method "__rpow__" "(self, value, mod=None, /)" => |rt, args| slot_wrappers::power(rt, COMPLEX, args.at(1), args.at(0), args.at(2));
    method "__rsub__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, COMPLEX, ArithOp::Sub, args);
    method "__rtruediv__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, COMPLEX, ArithOp::Div, args);
    method "__sub__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, COMPLEX, ArithOp::Sub, args);
    method "__truediv__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, COMPLEX, ArithOp::Div, args);
    method "conjugate" "(self, /)" => conjugate;
    get "imag" "(self, /)" => |rt, args| Ok(Value::float(rt.heap.complexes.get(args.at(0).index()).im));
    get "real" "(self, /)" => |rt, args| Ok(Value::float(rt.heap.complexes.get(args.at(0).index()).re));
}

/// The parts of a number of any kind. None for a value that is not a native number.
fn parts(rt: &mut Runtime, value: Value) -> Result<Option<complex::Complex>, Abrupt> {
    Ok(Some(match value.tag {
        Tag::Complex => {
            let object = *rt.heap.complexes.get(value.index());
            (object.re, object.im)
        }
        Tag::Float => (value.as_f64(), 0.0),
        Tag::Int | Tag::Bool => (value.as_i64() as f64, 0.0),
        Tag::BigInt => (rt.big_to_float(value)?, 0.0),
        _ => return Ok(None),
    }))
}

/// `complex(real, imag)`, `complex(text)`.
fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (class, real, imag) = (args.at(0), args.at(1), args.at(2));
    let special = [names::dunder_complex, names::dunder_float, names::dunder_index];
    if real.defined().is_some_and(|real| special.iter().any(|name| rt.has_user_method(real, *name)))
        || imag.defined().is_some_and(|imag| special.iter().skip(1).any(|name| rt.has_user_method(imag, *name)))
    {
        return Err(Abrupt::NeedsUserCode);
    }
    let plain = rt.unwrap_payload(real);
    if real.tag == Tag::Complex && imag.is_undef() && class.tag == Tag::Type {
        return Ok(real);
    }
    if plain.is_str() {
        if imag.defined().is_some() {
            return Err(rt.type_error("complex() can't take second arg if first is a string"));
        }
        let len = rt.heap.text(plain).len();
        rt.precheck(len, 1)?;
        rt.charge(2 + len as u64 / 2)?;
        let value = complex::from_str(rt.heap.text(plain));
        let (re, im) = rt.pure(value)?;
        let value = rt.heap.complex(re, im)?;
        return crate::objects::types::class_construction::wrap_new_result(rt, class, value);
    }
    if let Some(imag) = imag.defined()
        && rt.unwrap_payload(imag).is_str()
    {
        return Err(rt.type_error("complex() second arg can't be a string"));
    }
    let (a, b) = match real.defined() {
        None => (0.0, 0.0),
        Some(_) => match parts(rt, plain)? {
            Some(parts) => parts,
            None => {
                let name = rt.type_name(real);
                return Err(rt.type_error(&format!("complex() first argument must be a string or a number, not '{name}'")));
            }
        },
    };
    let (re, im) = match imag.defined() {
        None => (a, b),
        Some(imag) => {
            let plain = rt.unwrap_payload(imag);
            match parts(rt, plain)? {
                // Complex parts count as real + imag * 1j. A real part leaves the signed zero of the other part alone.
                Some((c, d)) => {
                    let re = if plain.tag == Tag::Complex { a - d } else { a };
                    (re, if rt.unwrap_payload(real).tag == Tag::Complex { b + c } else { c })
                }
                None => {
                    let name = rt.type_name(imag);
                    return Err(rt.type_error(&format!("complex() second argument must be a number, not '{name}'")));
                }
            }
        }
    };
    let value = rt.heap.complex(re, im)?;
    crate::objects::types::class_construction::wrap_new_result(rt, class, value)
}

fn abs(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let object = *rt.heap.complexes.get(args.at(0).index());
    rt.pure(complex::abs((object.re, object.im))).map(Value::float)
}

fn conjugate(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let object = *rt.heap.complexes.get(args.at(0).index());
    rt.heap.complex(object.re, -object.im)
}

fn getnewargs(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let object = *rt.heap.complexes.get(args.at(0).index());
    rt.heap.tuple(&[Value::float(object.re), Value::float(object.im)])
}

/// An operator with at least one complex operand. None when the operator does not support complex numbers.
pub(crate) fn arith(rt: &mut Runtime, op: ArithOp, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
    if !matches!(op, ArithOp::Add | ArithOp::Sub | ArithOp::Mul | ArithOp::Div | ArithOp::Pow) {
        return Ok(None);
    }
    let (Some(x), Some(y)) = (parts(rt, a)?, parts(rt, b)?) else { return Ok(None) };
    let (re, im) = match op {
        ArithOp::Add => (x.0 + y.0, x.1 + y.1),
        ArithOp::Sub => (x.0 - y.0, x.1 - y.1),
        ArithOp::Mul => complex::mul(x, y),
        ArithOp::Div => rt.pure(complex::div(x, y))?,
        _ => rt.pure(complex::pow(x, y))?,
    };
    rt.heap.complex(re, im).map(Some)
}

pub(crate) fn repr(re: f64, im: f64) -> String {
    stockade_algorithms::text::float::complex_repr(re, im)
}
