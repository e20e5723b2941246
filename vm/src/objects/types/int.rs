//! `int` and `bool`.

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::names;
use crate::base::sizes::clamped_size;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::objects::protocols::arithmetic::Unary;
use crate::objects::types::slot_wrappers;
use crate::objects::types::slot_wrappers::Domain;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use num_bigint::BigInt;
use num_traits::Signed as _;
use stockade_algorithms::integers::cost;
use stockade_algorithms::text::int::{self, Int, IntRef};
use stockade_algorithms::text::{int_bytes, int_parse};

const INT: Domain = Domain::Int;

natives! { pub(crate) NATIVES:
    /// An int from a number, or from digits in a base.
    new "__new__" "(cls, x=0, /, base=10)" costs 0 => new;
    method "__abs__" "(self, /)" => abs;
    method "__add__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::Add, args);
    method "__and__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::BitAnd, args);
    method "__bool__" "(self, /)" => slot_wrappers::truth;
    method "__ceil__" "(self, /)" => unwrap_payload;
    method "__divmod__" "(self, value, /)" => |rt, args| slot_wrappers::divmod(rt, INT, args.at(0), args.at(1));
    method "__eq__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, INT, Cmp::Eq, args);
    method "__float__" "(self, /)" => float;
    method "__floor__" "(self, /)" => unwrap_payload;
    method "__floordiv__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::FloorDiv, args);
    method "__format__" "(self, format_spec, /)" => slot_wrappers::format;
    method "__ge__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, INT, Cmp::Ge, args);
    method "__getnewargs__" "(self, /)" => slot_wrappers::getnewargs;
    method "__gt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, INT, Cmp::Gt, args);
    method "__hash__" "(self, /)" => slot_wrappers::hash;
    method "__index__" "(self, /)" => unwrap_payload;
    method "__int__" "(self, /)" => unwrap_payload;
    method "__invert__" "(self, /)" => |rt, args| slot_wrappers::unary(rt, Unary::Invert, args);
    method "__le__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, INT, Cmp::Le, args);
    method "__lshift__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::LShift, args);
    method "__lt__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, INT, Cmp::Lt, args);
    method "__mod__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::Mod, args);
    method "__mul__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::Mul, args);
    method "__ne__" "(self, value, /)" => |rt, args| slot_wrappers::compare(rt, INT, Cmp::Ne, args);
    method "__neg__" "(self, /)" => |rt, args| slot_wrappers::unary(rt, Unary::Neg, args);
    method "__or__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::BitOr, args);
    method "__pos__" "(self, /)" => |rt, args| slot_wrappers::unary(rt, Unary::Pos, args);
    method "__pow__" "(self, value, mod=None, /)" => |rt, args| slot_wrappers::power(rt, INT, args.at(0), args.at(1), args.at(2));
    method "__radd__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::Add, args);
    method "__rand__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::BitAnd, args);
    method "__rdivmod__" "(self, value, /)" => |rt, args| slot_wrappers::divmod(rt, INT, args.at(1), args.at(0));
    method "__repr__" "(self, /)" => slot_wrappers::repr;
    method "__rfloordiv__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::FloorDiv, args);
    method "__rlshift__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::LShift, args);
    method "__rmod__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::Mod, args);
    method "__rmul__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::Mul, args);
    method "__ror__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::BitOr, args);
    method "__round__" "(self, ndigits=None, /)" => round;
    method "__rpow__" "(self, value, mod=None, /)" => |rt, args| slot_wrappers::power(rt, INT, args.at(1), args.at(0), args.at(2));
    method "__rrshift__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::RShift, args);
    method "__rshift__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::RShift, args);
    method "__rsub__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::Sub, args);
    method "__rtruediv__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::Div, args);
    method "__rxor__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::BitXor, args);
    method "__sub__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::Sub, args);
    method "__truediv__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::Div, args);
    method "__trunc__" "(self, /)" => unwrap_payload;
    method "__xor__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::BitXor, args);
    /// The int itself over one.
    method "as_integer_ratio" "(self, /)" => as_integer_ratio;
    /// Ones in the binary form of the absolute value.
    method "bit_count" "(self, /)" => bit_count;
    method "bit_length" "(self, /)" => bit_length;
    method "conjugate" "(self, /)" => unwrap_payload;
    class "from_bytes" "(cls, bytes, byteorder='big', *, signed=False)" costs 30 => from_bytes;
    method "is_integer" "(self, /)" => |_, _| Ok(Value::TRUE);
    method "to_bytes" "(self, /, length=1, byteorder='big', *, signed=False)" => to_bytes;
    get "denominator" "(self, /)" => |_, _| Ok(Value::int(1));
    get "imag" "(self, /)" => |_, _| Ok(Value::int(0));
    get "numerator" "(self, /)" => unwrap_payload;
    get "real" "(self, /)" => unwrap_payload;
}

natives! { pub(crate) BOOL_NATIVES:
    /// The truth of an object.
    new "__new__" "(cls, object=False, /)" => new_bool;
    method "__and__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::BitAnd, args);
    method "__invert__" "(self, /)" => |rt, args| slot_wrappers::unary(rt, Unary::Invert, args);
    method "__or__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::BitOr, args);
    method "__rand__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::BitAnd, args);
    method "__repr__" "(self, /)" => slot_wrappers::repr;
    method "__ror__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::BitOr, args);
    method "__rxor__" "(self, value, /)" => |rt, args| slot_wrappers::reflected(rt, INT, ArithOp::BitXor, args);
    method "__xor__" "(self, value, /)" => |rt, args| slot_wrappers::binary(rt, INT, ArithOp::BitXor, args);
}

/// `int(x)`, `int(text, base)`.
fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (class, x) = (args.at(0), args.at(1));
    let value = match (x.defined(), args.at(2).defined()) {
        (None, None) => Value::int(0),
        (None, Some(_)) => return Err(rt.type_error("int() missing string argument")),
        (Some(x), None) => from_object(rt, x)?,
        (Some(x), Some(base)) => {
            let base = match rt.unwrap_payload(base).tag {
                // The number is too large for a base. -1 leads to the error for a wrong base.
                Tag::BigInt => -1,
                _ => rt.index(base)?,
            };
            let plain = rt.unwrap_payload(x);
            match plain.tag {
                Tag::Str | Tag::Bytes | Tag::ByteArray => parse(rt, plain, base)?,
                _ if base != 0 && !(2..=36).contains(&base) => return Err(rt.value_error("int() base must be >= 2 and <= 36, or 0")),
                _ => return Err(rt.type_error("int() can't convert non-string with explicit base")),
            }
        }
    };
    crate::objects::types::class_construction::wrap_new_result(rt, class, value)
}

/// `int(x)` without a base.
fn from_object(rt: &mut Runtime, x: Value) -> Result<Value, Abrupt> {
    let others = [names::dunder_index, names::dunder_trunc];
    let plain_value = rt.unwrap_payload(x);
    let number = matches!(plain_value.tag, Tag::Int | Tag::Bool | Tag::BigInt | Tag::Float);
    if rt.has_user_method(x, names::dunder_int) || (!number && others.iter().any(|name| rt.has_user_method(x, *name))) {
        return Err(Abrupt::NeedsUserCode);
    }
    match plain_value.tag {
        Tag::Int | Tag::BigInt => Ok(plain_value),
        Tag::Bool => Ok(Value::int(plain_value.as_i64())),
        Tag::Float => {
            let value = stockade_algorithms::text::float::to_int(plain_value.as_f64());
            let value = rt.pure(value)?;
            rt.make_int(value)
        }
        Tag::Str | Tag::Bytes | Tag::ByteArray => parse(rt, plain_value, 10),
        Tag::Object if super::bytes::data(rt, plain_value).is_some() => parse(rt, plain_value, 10),
        _ => {
            if let Some(made) = crate::objects::types::buffer::bytes_of_other(rt, x)? {
                return parse(rt, made, 10);
            }
            let name = rt.type_name(x);
            Err(rt.type_error(&format!("int() argument must be a string, a bytes-like object or a real number, not '{name}'")))
        }
    }
}

/// Digits that cost nothing beside the walk over the text.
const SHORT_DIGITS: usize = 256;

/// Parses digits in a base.
pub(crate) fn parse(rt: &mut Runtime, text: Value, base: i64) -> Result<Value, Abrupt> {
    let len = if text.is_str() { rt.heap.text(text).len() } else { super::bytes::data(rt, text).map_or(0, <[u8]>::len) };
    // Short numbers are read by a fast path, too. Of long ones this is the walk over the text; converting them is charged below.
    rt.charge(if len > SHORT_DIGITS { len as u64 / 4 } else { len.saturating_sub(20) as u64 / 2 })?;
    rt.precheck(len, 1)?;
    let limit = rt.budget.max_digits as usize;
    if len > SHORT_DIGITS {
        // Every check that refuses the text comes before the charge for its conversion.
        let digits = if text.is_str() {
            int_parse::digits_of_str(rt.heap.text(text), base, limit)
        } else {
            let data = super::bytes::data(rt, text).unwrap_or(&[]);
            int_parse::digits_of_bytes(data, base, limit)
        };
        let digits = rt.pure(digits)?;
        let bits = digits.bits();
        let fuel = if digits.is_costly() { cost::from_text(bits) } else { cost::binary(bits) / 8 };
        // Parts of the number, and powers of the base.
        let number = rt.big_work(fuel, bits.saturating_mul(3), |_, work| digits.convert_in_steps(work))?;
        return rt.make_int(number);
    }
    if base == 10
        && text.is_str()
        && let Some(value) = int_parse::quick(rt.heap.text(text).as_bytes())
    {
        return Ok(Value::int(value));
    }
    rt.charge_units(crate::base::fuel::once::INT_OF_TEXT)?;
    let result = if text.is_str() {
        int_parse::from_str(rt.heap.text(text), base, limit)
    } else {
        let data = super::bytes::data(rt, text).unwrap_or(&[]);
        int_parse::from_bytes(data, base, limit)
    };
    let value = rt.pure(result)?;
    rt.make_int(value)
}

/// `bool(object)`.
fn new_bool(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match args.at(1).defined() {
        Some(value) => rt.truth(value).map(Value::bool),
        None => Ok(Value::FALSE),
    }
}

/// The int without its class: a bool as 0 or 1.
fn unwrap_payload(_: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let this = args.at(0);
    Ok(if this.tag == Tag::Bool { Value::int(this.as_i64()) } else { this })
}

fn abs(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge(rt.bits_of(args.at(0)) / 512)?;
    rt.map_int(args.at(0), i128::abs, |big| big.abs())
}

fn float(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match args.at(0).tag {
        Tag::BigInt => rt.big_to_float(args.at(0)).map(Value::float),
        _ => Ok(Value::float(args.at(0).as_i64() as f64)),
    }
}

fn round(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some(digits) = args.at(1).defined() else { return unwrap_payload(rt, args) };
    let Some(digits) = rt.int_of(digits) else {
        let digits = rt.index(digits)?;
        return round_to(rt, args, Int::Small(digits));
    };
    round_to(rt, args, digits)
}

fn round_to(rt: &mut Runtime, args: Args<'_>, digits: Int) -> Result<Value, Abrupt> {
    let rounded = round_int(rt, args.at(0), digits.as_ref())?;
    rt.make_int(rounded)
}

/// `round(value, digits)` for an int.
pub(crate) fn round_int(rt: &mut Runtime, value: Value, digits: IntRef<'_>) -> Result<Int, Abrupt> {
    let bits = rt.bits_of(value);
    let fuel = if digits.is_negative() { cost::decimal(bits) } else { cost::binary(bits) };
    rt.big_work(fuel, bits.saturating_mul(3), |heap, work| int::round(IntRef::Big(&heap.big_ref(value)), digits, work))
}

fn as_integer_ratio(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = unwrap_payload(rt, args)?;
    rt.heap.tuple(&[value, Value::int(1)])
}

fn bit_count(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge(rt.bits_of(args.at(0)) / 512)?;
    let count = IntRef::Big(&rt.big_ref(args.at(0))).bit_count();
    Ok(Value::int(i64::try_from(count).unwrap_or(i64::MAX)))
}

fn bit_length(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(i64::try_from(rt.bits_of(args.at(0))).unwrap_or(i64::MAX)))
}

/// The `byteorder` and `signed` arguments.
fn layout(rt: &mut Runtime, order: Value, signed: Value, function: &str) -> Result<(int_bytes::ByteOrder, bool), Abrupt> {
    let order = match order.defined() {
        Some(value) => {
            let text = rt.str_argument(value, format_args!("{function}() argument 'byteorder'"))?;
            let order = int_bytes::byte_order(rt.heap.text(text));
            rt.pure(order)?
        }
        None => int_bytes::ByteOrder::Big,
    };
    let signed = match signed.defined() {
        Some(value) => rt.truth(value)?,
        None => false,
    };
    Ok((order, signed))
}

fn to_bytes(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::INT_IN_BASE)?;
    let length = rt.index_or(args.at(1), 1)?;
    let (order, signed) = layout(rt, args.at(2), args.at(3), "to_bytes")?;
    let value = args.at(0);
    let wanted = clamped_size(length);
    // The bytes of the number grow to the wanted length, and the longer buffer is made while the shorter one is there.
    rt.precheck(wanted, 1)?;
    rt.charge(wanted as u64 / 16)?;
    rt.fits_bits((wanted as u64).saturating_mul(8).saturating_add(rt.bits_of(value)))?;
    let data = int_bytes::to_bytes(IntRef::Big(&rt.big_ref(value)), length, order, signed, rt.room());
    let data = rt.pure(data)?;
    rt.heap.bytes(data)
}

fn from_bytes(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::INT_IN_BASE)?;
    let (class, source) = (args.at(0), args.at(1));
    let (order, signed) = layout(rt, args.at(2), args.at(3), "from_bytes")?;
    if rt.has_user_method(source, names::dunder_bytes) {
        return Err(Abrupt::NeedsUserCode);
    }
    let plain = rt.unwrap_payload(source);
    let made = match super::bytes::data(rt, plain) {
        Some(_) => plain,
        None if plain.is_str() || rt.int_of(source).is_some() => {
            let name = rt.type_name(source);
            return Err(rt.type_error(&format!("cannot convert '{name}' object to bytes")));
        }
        None => match crate::objects::types::buffer::bytes_of_other(rt, source)? {
            Some(made) => made,
            None if !rt.is_iterable(source) => {
                let name = rt.type_name(source);
                return Err(rt.type_error(&format!("cannot convert '{name}' object to bytes")));
            }
            None => {
                let data = super::bytes::collect(rt, source)?;
                rt.heap.bytes(data)?
            }
        },
    };
    let length = super::bytes::data(rt, made).map_or(0, <[u8]>::len);
    rt.precheck(length, 1)?;
    rt.charge(length as u64 / 16)?;
    // The bytes in the other order, the number, and its complement.
    rt.fits_bits((length as u64).saturating_mul(24))?;
    let number = int_bytes::from_bytes(super::bytes::data(rt, made).unwrap_or_default(), order, signed);
    let value = rt.make_int(number)?;
    if class == crate::runtime::type_table::INT.value() { Ok(value) } else { Err(rt.tail_call(class, &[value])) }
}

/// `a / b` for ints.
pub(crate) fn true_div(rt: &mut Runtime, a: Value, b: Value) -> Result<f64, Abrupt> {
    let quotient = {
        let (x, y) = (rt.big_ref(a), rt.big_ref(b));
        int::leading_true_div(IntRef::Big(&x), IntRef::Big(&y))
    };
    if let Some(quotient) = rt.pure(quotient)? {
        return Ok(quotient);
    }
    let (x, y) = (rt.bits_of(a), rt.bits_of(b));
    let longer = x.max(y);
    let quotient = rt.big_work(cost::divide(longer.saturating_add(64), longer), longer.saturating_mul(5), |heap, work| {
        int::true_div_in_steps(IntRef::Big(&heap.big_ref(a)), IntRef::Big(&heap.big_ref(b)), work)
    })?;
    rt.pure(quotient)
}

pub(crate) fn to_f64(value: &BigInt) -> f64 {
    int::to_f64(IntRef::Big(value)).unwrap_or(f64::INFINITY)
}

/// Numbers with more bits are written in steps. It is a little more than what the default limit of digits allows.
const LONG_TEXT: u64 = 1 << 14;

/// `str(value)` for an int. A number with too many digits is refused before anything is charged.
pub(crate) fn to_decimal(rt: &mut Runtime, value: Value) -> Result<String, Abrupt> {
    let (bits, max_digits) = (rt.bits_of(value), rt.budget.max_digits as usize);
    if int_parse::exceeds_digits(bits, max_digits) {
        return Err(rt.text_error(&int_parse::too_many_digits(max_digits)));
    }
    let text = if bits > LONG_TEXT {
        // Parts of the number, powers of ten, and the text.
        rt.big_work(cost::decimal(bits), bits.saturating_mul(6), |heap, work| {
            int_parse::to_decimal_in_steps(&heap.big_ref(value), max_digits, work)
        })?
    } else {
        rt.charge(cost::decimal(bits))?;
        if let Some(wide) = rt.wide(value) {
            // A number this small has fewer digits than any limit allows.
            return Ok(wide.to_string());
        }
        int_parse::to_decimal(IntRef::Big(&rt.big_ref(value)), max_digits)
    };
    rt.pure(text)
}

/// The decimal text of a number for which making it takes steps; `None` for shorter ones, which the formatting functions write themselves.
/// Charges for the text in both cases.
pub(crate) fn long_decimal(rt: &mut Runtime, value: Value) -> Result<Option<String>, Abrupt> {
    let bits = rt.bits_of(value);
    if bits > LONG_TEXT {
        return to_decimal(rt, value).map(Some);
    }
    rt.charge(cost::decimal(bits))?;
    Ok(None)
}

/// Like [`long_decimal`], for a number outside the heap that [`int_parse::exceeds_digits`] does not refuse.
pub(crate) fn long_decimal_of(rt: &mut Runtime, number: &BigInt) -> Result<Option<String>, Abrupt> {
    let (bits, max_digits) = (number.bits(), rt.budget.max_digits as usize);
    if bits <= LONG_TEXT {
        rt.charge(cost::decimal(bits))?;
        return Ok(None);
    }
    let text =
        rt.big_work(cost::decimal(bits), bits.saturating_mul(6), |_, work| int_parse::to_decimal_in_steps(number, max_digits, work))?;
    rt.pure(text).map(Some)
}
