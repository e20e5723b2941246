//! Builtin functions for numbers and characters.

use num_bigint::BigInt;
use num_traits::Signed;
use stockade_algorithms::math::elementary;
use stockade_compiler::bytecode::ArithOp;
use stockade_compiler::surrogate;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::text::int::IntRef;

pub(super) fn abs(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    if let Some(method) = rt.user_method(value, names::dunder_abs) {
        return Err(rt.tail_method(method, value, &[]));
    }
    let plain = rt.unwrap_payload(value);
    match plain.tag {
        Tag::Int | Tag::Bool => match plain.as_i64().checked_abs() {
            Some(value) => Ok(Value::int(value)),
            None => rt.heap.int(BigInt::from(plain.as_i64()).abs()),
        },
        Tag::BigInt => rt.map_int(plain, i128::abs, |big| big.abs()),
        Tag::Float => Ok(Value::float(plain.as_f64().abs())),
        Tag::Complex => {
            let complex = *rt.heap.complexes.get(plain.index());
            let size = elementary::hypot(complex.re, complex.im);
            if size.is_infinite() && complex.re.is_finite() && complex.im.is_finite() {
                return Err(rt.overflow_error("absolute value too large"));
            }
            Ok(Value::float(size))
        }
        _ => {
            let name = rt.type_name(value);
            Err(rt.type_error(&format!("bad operand type for abs(): '{name}'")))
        }
    }
}

/// Converts an int of `stockade_algorithms` to a value.
pub(crate) fn int_value(rt: &mut Runtime, value: stockade_algorithms::text::int::Int) -> Result<Value, Abrupt> {
    match value {
        stockade_algorithms::text::int::Int::Small(small) => Ok(Value::int(small)),
        stockade_algorithms::text::int::Int::Big(big) => rt.heap.int(big),
    }
}

fn round_to(rt: &mut Runtime, digits: Value) -> Result<i64, Abrupt> {
    let name = rt.type_name(digits);
    rt.index_clamped(digits, &format!("'{name}' object cannot be interpreted as an integer"))
}

pub(super) fn round(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    if let Some(method) = rt.user_method(value, names::dunder_round) {
        return Err(match args.at(1).some() {
            Some(digits) => rt.tail_method(method, value, &[digits]),
            None => rt.tail_method(method, value, &[]),
        });
    }
    let plain = rt.unwrap_payload(value);
    match plain.tag {
        Tag::Float => match args.at(1).some() {
            None => match stockade_algorithms::text::float::round(plain.as_f64()) {
                Ok(int) => int_value(rt, int),
                Err(error) => Err(rt.text_error(&error)),
            },
            Some(digits) => {
                let digits = round_to(rt, digits)?;
                match stockade_algorithms::text::float::round_digits(plain.as_f64(), digits) {
                    Ok(value) => Ok(Value::float(value)),
                    Err(error) => Err(rt.text_error(&error)),
                }
            }
        },
        Tag::Int | Tag::Bool | Tag::BigInt => match args.at(1).some() {
            None => Ok(if plain.tag == Tag::Bool { Value::int(plain.as_i64()) } else { plain }),
            Some(digits) => {
                let digits = round_to(rt, digits)?;
                if digits >= 0 {
                    return Ok(if plain.tag == Tag::Bool { Value::int(plain.as_i64()) } else { plain });
                }
                // More zeros are asked for than the number has digits, so the result is zero. No power of ten is computed for it.
                if digits.unsigned_abs() > rt.bits_of(plain) {
                    return Ok(Value::int(0));
                }
                let rounded = crate::objects::types::int::round_int(rt, plain, IntRef::Small(digits))?;
                int_value(rt, rounded)
            }
        },
        _ => {
            let name = rt.type_name(value);
            Err(rt.type_error(&format!("type {name} doesn't define __round__ method")))
        }
    }
}

pub(super) fn divmod(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (a, b) = (args.at(0), args.at(1));
    if [a, b].iter().any(|side| matches!(side.tag, Tag::Inst | Tag::Exc)) {
        return Err(Abrupt::NeedsUserCode);
    }
    let number = |value: Value| matches!(value.tag, Tag::Int | Tag::Bool | Tag::BigInt | Tag::Float);
    if !number(a) || !number(b) {
        return Err(rt.unsupported("divmod()", a, b));
    }
    if a.tag == Tag::Float || b.tag == Tag::Float {
        let float = |rt: &mut Runtime, value: Value| match value.tag {
            Tag::Float => Ok(value.as_f64()),
            Tag::BigInt => rt.big_to_float(value),
            _ => Ok(value.as_i64() as f64),
        };
        let (x, y) = (float(rt, a)?, float(rt, b)?);
        return match stockade_algorithms::text::float::div_mod(x, y) {
            Ok((quotient, rest)) => rt.heap.tuple(&[Value::float(quotient), Value::float(rest)]),
            Err(error) => Err(rt.text_error(&error)),
        };
    }
    let zero = match b.tag {
        Tag::BigInt => false,
        _ => b.as_i64() == 0,
    };
    if zero {
        return Err(rt.zero_division("integer division or modulo by zero"));
    }
    let quotient = rt.arith(ArithOp::FloorDiv, a, b)?.unwrap_or(Value::NONE);
    let rest = rt.arith(ArithOp::Mod, a, b)?.unwrap_or(Value::NONE);
    rt.heap.tuple(&[quotient, rest])
}

pub(super) fn pow(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (base, exponent) = (args.at(0), args.at(1));
    if [base, exponent, args.at(2)].iter().any(|value| matches!(value.tag, Tag::Inst | Tag::Exc)) {
        return Err(Abrupt::NeedsUserCode);
    }
    let Some(modulus) = args.at(2).some() else {
        return match rt.arith(ArithOp::Pow, base, exponent)? {
            Some(value) => Ok(value),
            None => Err(rt.unsupported("** or pow()", base, exponent)),
        };
    };
    let int = |value: Value| matches!(value.tag, Tag::Int | Tag::Bool | Tag::BigInt);
    if !int(base) || !int(exponent) || !int(modulus) {
        // CPython's error depends on the first operand whose `__pow__` rejects a modulus: a float always, a complex when base and exponent
        // are
        // numbers.
        let number = |value: Value| int(value) || matches!(value.tag, Tag::Float | Tag::Complex);
        let refuses = |value: &Value| value.tag == Tag::Float || value.tag == Tag::Complex && number(base) && number(exponent);
        match [base, exponent, modulus].into_iter().find(refuses) {
            Some(value) if value.tag == Tag::Complex => return Err(rt.value_error("complex modulo")),
            Some(_) => return Err(rt.type_error("pow() 3rd argument not allowed unless all arguments are integers")),
            None => {}
        }
        let names: Vec<String> = [base, exponent, modulus].iter().map(|value| format!("'{}'", rt.type_name(*value))).collect();
        return Err(rt.type_error(&format!("unsupported operand type(s) for ** or pow(): {}", names.join(", "))));
    }
    crate::objects::types::slot_wrappers::pow_mod(rt, base, exponent, modulus)
}

fn in_radix(rt: &mut Runtime, value: Value, radix: u32) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::INT_IN_BASE)?;
    let plain = rt.unwrap_payload(value);
    let number = match plain.tag {
        Tag::Int | Tag::Bool | Tag::BigInt => plain,
        _ => Value::int(rt.index(value)?),
    };
    let digits = rt.bits_of(number) / u64::from(radix.ilog2().max(1));
    // Eight digits are a piece.
    rt.charge(digits / 8)?;
    // A digit for each bit, the digits as numbers, and the text with its prefix.
    rt.precheck(usize::try_from(digits).unwrap_or(usize::MAX), 3)?;
    let text = stockade_algorithms::text::int_parse::with_prefix(IntRef::Big(&rt.big_ref(number)), radix);
    rt.heap.string(text)
}

pub(super) fn bin(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    in_radix(rt, args.at(0), 2)
}
pub(super) fn oct(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    in_radix(rt, args.at(0), 8)
}
pub(super) fn hex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    in_radix(rt, args.at(0), 16)
}

pub(super) fn chr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    let code = if plain.tag == Tag::BigInt { i64::MAX } else { rt.index(args.at(0))? };
    match u32::try_from(code).ok().and_then(surrogate::char_of) {
        Some(c) => rt.char_value(c),
        None => Err(rt.value_error("chr() arg not in range(0x110000)")),
    }
}

pub(super) fn ord(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    match plain.tag {
        Tag::Str => {
            let mut chars = rt.heap.text(plain).chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => Ok(Value::int(surrogate::code_point(c).into())),
                _ => {
                    let len = rt.heap.char_count(plain);
                    Err(rt.type_error(&format!("ord() expected a character, but string of length {len} found")))
                }
            }
        }
        Tag::Bytes | Tag::ByteArray => match rt.byte_data(plain) {
            [byte] => Ok(Value::int((*byte).into())),
            data => {
                let len = data.len();
                Err(rt.type_error(&format!("ord() expected a character, but string of length {len} found")))
            }
        },
        _ => {
            let name = rt.type_name(args.at(0));
            Err(rt.type_error(&format!("ord() expected string of length 1, but {name} found")))
        }
    }
}
