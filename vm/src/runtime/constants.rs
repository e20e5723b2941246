//! Makes the values of a program's constants.

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{Heap, SetObj};
use crate::runtime::core::Runtime;
use num_bigint::{BigInt, Sign};
use stockade_algorithms::integers::cost;
use stockade_algorithms::text::int_parse::DEFAULT_MAX_DIGITS;
use stockade_compiler::bytecode::Constant;

/// The value of a constant.
pub(crate) fn make_constant(rt: &mut Runtime, constant: &Constant) -> Result<Value, Abrupt> {
    Ok(match constant {
        Constant::None => Value::NONE,
        Constant::True => Value::TRUE,
        Constant::False => Value::FALSE,
        Constant::Ellipsis => Value::ELLIPSIS,
        Constant::Int(value) => Value::int(*value),
        Constant::BigInt(text) => {
            let value = parse_big_int(rt, text)?;
            rt.heap.int(value)?
        }
        Constant::Float(value) => Value::float(*value),
        Constant::Complex(re, im) => rt.heap.complex(*re, *im)?,
        Constant::Str(text) => {
            // Short identifiers are interned, because they are often keys and attribute names.
            if text.len() <= 20 { rt.intern_value(text)? } else { rt.heap.str(text)? }
        }
        Constant::Bytes(data) => rt.heap.bytes(data.to_vec())?,
        Constant::Tuple(items) => {
            // The parser limits how deeply constants nest, so this recursion is bounded.
            let mut values = Vec::with_capacity(items.len());
            for item in items {
                values.push(make_constant(rt, item)?);
            }
            rt.heap.tuple_from(values)?
        }
        Constant::FrozenSet(items) => {
            let first = rt.heap.set(SetObj::default(), true)?;
            for item in items {
                let item = make_constant(rt, item)?;
                rt.set_add(first, item)?;
            }
            // CPython's compiler builds such a constant twice, the second time in the iteration order of the first. Programs can see the
            // resulting order.
            let set = rt.heap.set(SetObj::default(), true)?;
            let items: Vec<Value> = rt.heap.sets.get(first.index()).iter_uncharged().map(|(_, item)| item).collect();
            for item in items {
                rt.set_add(set, item)?;
            }
            set
        }
    })
}

/// True if these values are what [`make_constant`] makes of these constants.
pub(crate) fn are_constants(heap: &Heap, constants: &[Constant], values: &[Value]) -> bool {
    constants.len() == values.len() && constants.iter().zip(values).all(|(constant, value)| is_constant(heap, constant, *value))
}

fn is_constant(heap: &Heap, constant: &Constant, value: Value) -> bool {
    match constant {
        Constant::None => value.is_none(),
        Constant::True => value == Value::TRUE,
        Constant::False => value == Value::FALSE,
        Constant::Ellipsis => value == Value::ELLIPSIS,
        Constant::Int(wanted) => value == Value::int(*wanted),
        Constant::BigInt(_) => value.tag == Tag::BigInt,
        Constant::Float(wanted) => value.tag == Tag::Float && value.as_f64().to_bits() == Value::float(*wanted).as_f64().to_bits(),
        Constant::Complex(..) => value.tag == Tag::Complex,
        Constant::Str(text) => value.is_str() && heap.text(value) == &**text,
        Constant::Bytes(data) => value.tag == Tag::Bytes && *heap.bytes.get(value.index()).data == **data,
        // The parser limits how deeply constants nest, so this recursion is bounded.
        Constant::Tuple(items) => value.tag == Tag::Tuple && are_constants(heap, items, &heap.tuples.get(value.index()).items),
        Constant::FrozenSet(items) => value.tag == Tag::FrozenSet && heap.sets.get(value.index()).iter_uncharged().count() <= items.len(),
    }
}

/// The number of a constant: decimal digits, or `0x` and hexadecimal digits, with or without a sign.
fn parse_big_int(rt: &mut Runtime, text: &str) -> Result<BigInt, Abrupt> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (digits, radix) = unsigned.strip_prefix("0x").map_or((unsigned, 10), |digits| (digits, 16));
    let bits = (digits.len() as u64).saturating_mul(4);
    rt.charge(digits.len() as u64 / 8)?;
    let fuel = if radix == 10 && digits.len() > DEFAULT_MAX_DIGITS { cost::from_text(bits) } else { 0 };
    let values: Option<Vec<u8>> = digits.chars().map(|c| c.to_digit(radix).and_then(|digit| u8::try_from(digit).ok())).collect();
    let Some(values) = values.filter(|values| !values.is_empty()) else { return Err(Abrupt::Bug("constant is not a number")) };
    let magnitude = rt.big_work(fuel, bits.saturating_mul(3), |_, work| work.from_digits(&values, radix))?;
    Ok(BigInt::from_biguint(if unsigned.len() < text.len() { Sign::Minus } else { Sign::Plus }, magnitude))
}
