//! `float`.

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
use stockade_algorithms::text::int::Int;
use stockade_algorithms::text::{float, float_hex};

const FLOAT: Domain = Domain::Float;

natives! { pub(crate) NATIVES:
    /// A float from a number or a text.
    new "__new__" "(cls, x=0, /)" costs 0 => new;
    method "__abs__" "(self, /)" => |_, args| Ok(Value::float(args.at(0).as_f64().abs()));
    method "__add__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, FLOAT, ArithOp::Add, args);
    method "__bool__" "(self, /)" => slot_wrappers::truth;
    method "__ceil__" "(self, /)" => |rt, args| whole(rt, args, float::ceil);
    method "__divmod__" "(self, value, /)" => |rt, args| divmod(rt, args.at(0), args.at(1));
    method "__eq__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, FLOAT, Cmp::Eq, args);
    method "__float__" "(self, /)" => slot_wrappers::itself;
    method "__floor__" "(self, /)" => |rt, args| whole(rt, args, float::floor);
    method "__floordiv__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, FLOAT, ArithOp::FloorDiv, args);
    method "__format__" "(self, format_spec, /)" => slot_wrappers::format;
    method "__ge__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, FLOAT, Cmp::Ge, args);
    class "__getformat__" "(cls, typestr, /)" => getformat;
    method "__getnewargs__" "(self, /)" => slot_wrappers::getnewargs;
    method "__gt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, FLOAT, Cmp::Gt, args);
    method "__hash__" "(self, /)" => slot_wrappers::hash;
    method "__int__" "(self, /)" => |rt, args| whole(rt, args, float::to_int);
    method "__le__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, FLOAT, Cmp::Le, args);
    method "__lt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, FLOAT, Cmp::Lt, args);
    method "__mod__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, FLOAT, ArithOp::Mod, args);
    method "__mul__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, FLOAT, ArithOp::Mul, args);
    method "__ne__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, FLOAT, Cmp::Ne, args);
    method "__neg__" "(self, /)" => |rt, args| slot_wrappers::unary(rt, Unary::Neg, args);
    method "__pos__" "(self, /)" => |rt, args| slot_wrappers::unary(rt, Unary::Pos, args);
    method "__pow__" "(self, value, mod=None, /)" => |rt, args| slot_wrappers::power(rt, FLOAT, args.at(0), args.at(1), args.at(2));
    method "__radd__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, FLOAT, ArithOp::Add, args);
    method "__rdivmod__" "(self, value, /)" => |rt, args| divmod(rt, args.at(1), args.at(0));
    method "__repr__" "(self, /)" => slot_wrappers::repr;
    method "__rfloordiv__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, FLOAT, ArithOp::FloorDiv, args);
    method "__rmod__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, FLOAT, ArithOp::Mod, args);
    method "__rmul__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, FLOAT, ArithOp::Mul, args);
    method "__round__" "(self, ndigits=None, /)" => round;
    method "__rpow__" "(self, value, mod=None, /)" => |rt, args| slot_wrappers::power(rt, FLOAT, args.at(1), args.at(0), args.at(2));
    method "__rsub__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, FLOAT, ArithOp::Sub, args);
    method "__rtruediv__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, FLOAT, ArithOp::Div, args);
    method "__sub__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, FLOAT, ArithOp::Sub, args);
    method "__truediv__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, FLOAT, ArithOp::Div, args);
    method "__trunc__" "(self, /)" => |rt, args| whole(rt, args, float::to_int);
    /// Numerator and denominator in lowest terms.
    method "as_integer_ratio" "(self, /)" => as_integer_ratio;
    method "conjugate" "(self, /)" => slot_wrappers::itself;
    class "fromhex" "(cls, string, /)" => fromhex;
    method "hex" "(self, /)" => hex;
    method "is_integer" "(self, /)" => |_, args| Ok(Value::bool(float::is_integer(args.at(0).as_f64())));
    get "imag" "(self, /)" => |_, _| Ok(Value::float(0.0));
    get "real" "(self, /)" => slot_wrappers::itself;
}

/// `float(x)`.
fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (class, x) = (args.at(0), args.at(1));
    let value = match x.defined() {
        None => 0.0,
        Some(x) => {
            let value = from_object(rt, x)?;
            if value.is_nan() && rt.unwrap_payload(x).tag != Tag::Float {
                rt.identity.id_counter += 1;
                float::own_nan(value, rt.identity.id_counter)
            } else {
                value
            }
        }
    };
    crate::objects::types::class_construction::wrap_new_result(rt, class, Value::float(value))
}

fn from_object(rt: &mut Runtime, x: Value) -> Result<f64, Abrupt> {
    let plain = rt.unwrap_payload(x);
    if rt.has_user_method(x, names::dunder_float)
        || (!matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt | Tag::Float) && rt.has_user_method(x, names::dunder_index))
    {
        return Err(Abrupt::NeedsUserCode);
    }
    match plain.tag {
        Tag::Float => Ok(plain.as_f64()),
        Tag::Int | Tag::Bool => Ok(plain.as_i64() as f64),
        Tag::BigInt => rt.big_to_float(plain),
        Tag::Str => {
            let len = rt.heap.text(plain).len();
            rt.precheck(len, 1)?;
            rt.charge(2 + len as u64)?;
            let value = float::from_str(rt.heap.text(plain));
            rt.pure(value)
        }
        _ => match super::bytes::data(rt, plain).map(<[u8]>::to_vec) {
            Some(data) => {
                rt.charge(2 + data.len() as u64)?;
                let id = if plain.tag == Tag::Object { rt.id(plain)? } else { 0 };
                let shown = || match plain.tag {
                    Tag::ByteArray => stockade_algorithms::text::repr::bytearray_repr("bytearray", &data),
                    Tag::Object => format!("<memory at {id:#x}>"),
                    _ => stockade_algorithms::text::repr::bytes_repr(&data),
                };
                rt.pure(float::from_bytes(&data, shown))
            }
            None => {
                if let Some(made) = crate::objects::types::buffer::bytes_of_other(rt, x)? {
                    let data = super::bytes::data(rt, made).unwrap_or_default().to_vec();
                    return rt.pure(float::from_bytes(&data, || stockade_algorithms::text::repr::bytes_repr(&data)));
                }
                let name = rt.type_name(x);
                Err(rt.type_error(&format!("float() argument must be a string or a real number, not '{name}'")))
            }
        },
    }
}

/// The float as an int, rounded by `to`.
fn whole(rt: &mut Runtime, args: Args<'_>, to: fn(f64) -> stockade_algorithms::text::Result<Int>) -> Result<Value, Abrupt> {
    let value = rt.pure(to(args.at(0).as_f64()))?;
    rt.make_int(value)
}

fn divmod(rt: &mut Runtime, a: Value, b: Value) -> Result<Value, Abrupt> {
    slot_wrappers::divmod(rt, FLOAT, a, b)
}

fn round(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(digits) = args.at(1).some() else { return whole(rt, args, float::round) };
    // Any number of digits is accepted: past the digits of a float, nothing is rounded or everything.
    let digits = rt.index_clamped(digits, &format!("'{}' object cannot be interpreted as an integer", rt.type_name(digits)))?;
    let value = rt.pure(float::round_digits(args.at(0).as_f64(), digits))?;
    Ok(Value::float(value))
}

fn as_integer_ratio(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (top, bottom) = rt.pure(float::as_integer_ratio(args.at(0).as_f64()))?;
    let (top, bottom) = (rt.make_int(top)?, rt.make_int(bottom)?);
    rt.heap.tuple(&[top, bottom])
}

fn hex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = float_hex::hex(args.at(0).as_f64());
    rt.heap.string(text)
}

fn fromhex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(1));
    if !plain.is_str() {
        return Err(rt.type_error("bad argument type for built-in operation"));
    }
    let len = rt.heap.text(plain).len();
    rt.precheck(len, 1)?;
    rt.check_encodable(plain)?;
    let value = float_hex::from_hex(rt.heap.text(plain));
    let value = Value::float(rt.pure(value)?);
    let class = args.at(0);
    if class == crate::runtime::type_table::FLOAT.value() { Ok(value) } else { Err(rt.tail_call(class, &[value])) }
}

fn getformat(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let kind = rt.str_argument(args.at(1), "__getformat__() argument")?;
    match rt.heap.text(kind) {
        "double" | "float" => rt.heap.str("IEEE, little-endian"),
        _ => Err(rt.value_error("__getformat__() argument 1 must be 'double' or 'float'")),
    }
}
