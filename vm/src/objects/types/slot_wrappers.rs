//! Special methods of builtin types as natives: operators called by name (`int.__add__(a, b)`). `NotImplemented` for unsupported operands.

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::objects::protocols::arithmetic::Unary;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NONE_NATIVES:
    /// The type of the None singleton.
    new "__new__" "(cls, *args, **kwargs)" => |rt, args| single(rt, args, "NoneType", Value::NONE);
    method "__bool__" "(self, /)" => truth;
    method "__repr__" "(self, /)" => repr;
}

natives! { pub(crate) ELLIPSIS_NATIVES:
    /// The type of the Ellipsis singleton.
    new "__new__" "(cls, *args, **kwargs)" => |rt, args| single(rt, args, "EllipsisType", Value::ELLIPSIS);
    method "__repr__" "(self, /)" => repr;
    method "__reduce__" "(self, /)" => |rt, _| rt.heap.str("Ellipsis");
}

natives! { pub(crate) NOT_IMPLEMENTED_NATIVES:
    /// The type of the NotImplemented singleton.
    new "__new__" "(cls, *args, **kwargs)" => |rt, args| single(rt, args, "NotImplementedType", Value::NOT_IMPLEMENTED);
    method "__bool__" "(self, /)" => |rt, args| Err(rt.tail_fallback("op_truth", &[args.at(0)]));
    method "__repr__" "(self, /)" => repr;
    method "__reduce__" "(self, /)" => |rt, _| rt.heap.str("NotImplemented");
}

/// The single value of a type. The constructor takes no arguments.
fn single(rt: &mut Runtime, args: Args<'_>, name: &str, value: Value) -> Result<Value, Abrupt> {
    if args.rest.is_empty() && args.at(1).is_undef() { Ok(value) } else { Err(rt.type_error(&format!("{name} takes no arguments"))) }
}

/// The types of operands that a type's operators accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Domain {
    Int,
    Float,
    Complex,
    Str,
    /// `bytes` and `bytearray`.
    Bytes,
}

impl Domain {
    pub(crate) fn has(self, value: Value) -> bool {
        match value.tag {
            Tag::Int | Tag::Bool | Tag::BigInt => matches!(self, Domain::Int | Domain::Float | Domain::Complex),
            Tag::Float => matches!(self, Domain::Float | Domain::Complex),
            Tag::Complex => self == Domain::Complex,
            Tag::Str => self == Domain::Str,
            Tag::Bytes | Tag::ByteArray => self == Domain::Bytes,
            _ => false,
        }
    }
}

/// `a.__op__(b)` for numbers.
pub(crate) fn binary(rt: &mut Runtime, domain: Domain, op: ArithOp, args: Args<'_>) -> Result<Value, Abrupt> {
    operate(rt, domain, op, args.at(0), args.at(1))
}

/// `a.__rop__(b)` for numbers.
pub(crate) fn reflected(rt: &mut Runtime, domain: Domain, op: ArithOp, args: Args<'_>) -> Result<Value, Abrupt> {
    operate(rt, domain, op, args.at(1), args.at(0))
}

fn operate(rt: &mut Runtime, domain: Domain, op: ArithOp, a: Value, b: Value) -> Result<Value, Abrupt> {
    let (a, b) = (rt.unwrap_payload(a), rt.unwrap_payload(b));
    if !domain.has(a) || !domain.has(b) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    // The type of the method decides the arithmetic. `float.__add__(2, 3)` cannot happen, because `self` must be a float.
    Ok(rt.arith(op, a, b)?.unwrap_or(Value::NOT_IMPLEMENTED))
}

/// `a.__pow__(b, modulus)`.
pub(crate) fn power(rt: &mut Runtime, domain: Domain, base: Value, exponent: Value, modulus: Value) -> Result<Value, Abrupt> {
    if modulus.some().is_none() {
        return operate(rt, domain, ArithOp::Pow, base, exponent);
    }
    let (base, exponent, modulus) = (rt.unwrap_payload(base), rt.unwrap_payload(exponent), rt.unwrap_payload(modulus));
    if domain == Domain::Float {
        return Err(rt.type_error("pow() 3rd argument not allowed unless all arguments are integers"));
    }
    if !domain.has(base) || !domain.has(exponent) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    match domain {
        Domain::Int if !domain.has(modulus) => Ok(Value::NOT_IMPLEMENTED),
        Domain::Int => pow_mod(rt, base, exponent, modulus),
        _ => Err(rt.value_error("complex modulo")),
    }
}

/// `pow(base, exponent, modulus)` for ints.
pub(crate) fn pow_mod(rt: &mut Runtime, base: Value, exponent: Value, modulus: Value) -> Result<Value, Abrupt> {
    use stockade_algorithms::text::int::{self, IntRef};
    if rt.bits_of(modulus) == 0 {
        return Err(rt.value_error("pow() 3rd argument cannot be 0"));
    }
    let fuel = {
        let (base, exponent, modulus) = (rt.big_ref(base), rt.big_ref(exponent), rt.big_ref(modulus));
        int::pow_mod_cost(IntRef::Big(&base), IntRef::Big(&exponent), IntRef::Big(&modulus))
    };
    // A product of two numbers below the modulus, a table of powers, and what reduces the product.
    let held = rt.bits_of(base).saturating_add(rt.bits_of(modulus).saturating_mul(24));
    let result = rt.big_work(fuel, held, |heap, work| {
        let (base, exponent, modulus) = (heap.big_ref(base), heap.big_ref(exponent), heap.big_ref(modulus));
        int::pow_mod(IntRef::Big(&base), IntRef::Big(&exponent), IntRef::Big(&modulus), work)
    })?;
    let result = rt.pure(result)?;
    rt.make_int(result)
}

/// `divmod(a, b)` as a tuple. `NotImplemented` outside the domain.
pub(crate) fn divmod(rt: &mut Runtime, domain: Domain, a: Value, b: Value) -> Result<Value, Abrupt> {
    let (a, b) = (rt.unwrap_payload(a), rt.unwrap_payload(b));
    if !domain.has(a) || !domain.has(b) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    if domain == Domain::Float && !rt.truth(b)? {
        return Err(rt.raise(crate::runtime::exceptions::ZERO_DIVISION_ERROR, "float divmod()"));
    }
    let quotient = rt.arith(ArithOp::FloorDiv, a, b)?.unwrap_or(Value::NONE);
    let rest = rt.arith(ArithOp::Mod, a, b)?.unwrap_or(Value::NONE);
    rt.heap.tuple(&[quotient, rest])
}

/// `a.__lt__(b)` and the other comparisons.
pub(crate) fn compare(rt: &mut Runtime, domain: Domain, op: Cmp, args: Args<'_>) -> Result<Value, Abrupt> {
    let (a, b) = (rt.unwrap_payload(args.at(0)), rt.unwrap_payload(args.at(1)));
    if !domain.has(b) || (domain == Domain::Complex && !matches!(op, Cmp::Eq | Cmp::Ne)) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    Ok(rt.compare_native(op, a, b)?.map_or(Value::NOT_IMPLEMENTED, Value::bool))
}

/// `-a`, `+a`, `~a`.
pub(crate) fn unary(rt: &mut Runtime, op: Unary, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.unary(op, args.at(0))?.unwrap_or(Value::NOT_IMPLEMENTED))
}

/// `hash(a)` of a builtin value.
pub(crate) fn hash(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let hash = rt.hash(args.at(0))?;
    Ok(Value::int(hash as i64))
}

/// `repr(a)` of a builtin value.
pub(crate) fn repr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = rt.repr_text(args.at(0))?;
    rt.heap.held_string(text)
}

/// `bool(a)` of a builtin value.
pub(crate) fn truth(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.truth(args.at(0)).map(Value::bool)
}

/// The value itself.
pub(crate) fn itself(_: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(args.at(0))
}

/// `len(a)`.
pub(crate) fn len(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let len = rt.len(args.at(0))?;
    Ok(Value::int(i64::try_from(len).unwrap_or(i64::MAX)))
}

/// `a[key]`.
pub(crate) fn getitem(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.get_item(args.at(0), args.at(1))
}

/// `key in a`.
pub(crate) fn contains(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.contains(args.at(0), args.at(1)).map(Value::bool)
}

/// `iter(a)`.
pub(crate) fn iter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.iter(args.at(0))
}

/// `a + b` for sequences, with the error of the operator.
pub(crate) fn concat(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (a, b) = (args.at(0), rt.unwrap_payload(args.at(1)));
    match rt.arith(ArithOp::Add, a, b)? {
        Some(value) => Ok(value),
        None => Err(rt.unsupported("+", a, args.at(1))),
    }
}

/// `a * n` for sequences.
pub(crate) fn repeat(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(1));
    let times = match plain.tag {
        Tag::BigInt => plain,
        _ => Value::int(rt.index(args.at(1))?),
    };
    Ok(rt.arith(ArithOp::Mul, args.at(0), times)?.unwrap_or(Value::NOT_IMPLEMENTED))
}

/// `format(a, spec)` as a method.
pub(crate) fn format(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let spec = rt.unwrap_payload(args.at(1));
    if !spec.is_str() {
        let name = rt.argument_name(args.at(1));
        return Err(rt.type_error(&format!("__format__() argument must be str, not {name}")));
    }
    let this = args.at(0);
    if this.tag == Tag::Inst && rt.heap.text(spec).is_empty() {
        return Err(rt.tail_call(crate::runtime::type_table::STR.value(), &[this]));
    }
    let plain = rt.unwrap_payload(this);
    super::format_native(rt, this, plain, spec)
}

/// `a.__getnewargs__()`: the builtin value in a tuple.
pub(crate) fn getnewargs(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.heap.tuple(&[args.at(0)])
}
