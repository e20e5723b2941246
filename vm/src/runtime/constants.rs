//! Makes the values of a program's constants.

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::heap::SetObj;
use crate::runtime::core::Runtime;
use stockade_compiler::bytecode::Constant;

/// The value of a constant.
pub(crate) fn make_constant(rt: &mut Runtime, constant: &Constant) -> Result<Value, Abrupt> {
    Ok(match constant {
        Constant::None => Value::NONE,
        Constant::True => Value::TRUE,
        Constant::False => Value::FALSE,
        Constant::Ellipsis => Value::ELLIPSIS,
        Constant::Int(value) => Value::int(*value),
        Constant::BigInt(digits) => {
            rt.charge(digits.len() as u64 / 8)?;
            let value = num_bigint::BigInt::parse_bytes(digits.as_bytes(), 10).ok_or(Abrupt::Bug("constant is not a number"))?;
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
            for item in rt.collect(first)? {
                rt.set_add(set, item)?;
            }
            set
        }
    })
}
