//! Converts one item of a buffer to bytes and back, for the single-letter formats of `memoryview` and the type codes of `array`.

use num_bigint::BigInt;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::sizes::low16;
use crate::base::sizes::low32;
use crate::base::sizes::low64;
use crate::base::sizes::single;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use stockade_algorithms::struct_codec::{half_bits, half_value, single_value};

/// Bytes of an item. None for a letter that is not a format.
pub(crate) fn size_of(code: u8) -> Option<usize> {
    Some(match code {
        b'b' | b'B' | b'c' | b'?' => 1,
        b'h' | b'H' | b'e' => 2,
        b'i' | b'I' | b'f' => 4,
        b'l' | b'L' | b'q' | b'Q' | b'n' | b'N' | b'P' | b'd' => 8,
        _ => return None,
    })
}

/// Formats whose items are single bytes.
pub(crate) fn is_byte(code: u8) -> bool {
    matches!(code, b'b' | b'B' | b'c')
}

fn is_signed(code: u8) -> bool {
    matches!(code, b'b' | b'h' | b'i' | b'l' | b'q' | b'n')
}

/// The value of an item, from its bytes in the low end of `wide`.
pub(crate) fn value_of(rt: &mut Runtime, code: u8, wide: u64) -> Result<Value, Abrupt> {
    Ok(match code {
        b'?' => Value::bool(wide & 0xFF != 0),
        b'c' => return rt.heap.bytes(vec![wide.to_le_bytes()[0]]),
        b'e' => Value::float(half_value(low16(wide))),
        b'f' => Value::float(single_value(low32(wide))),
        b'd' => Value::float(f64::from_bits(wide)),
        _ if is_signed(code) => {
            let unused = 64 - 8 * low32(size_of(code).unwrap_or(8) as u64);
            Value::int((wide << unused).cast_signed() >> unused)
        }
        _ => match i64::try_from(wide) {
            Ok(small) => Value::int(small),
            Err(_) => return rt.heap.int(BigInt::from(wide)),
        },
    })
}

/// The bytes of an item that is stored in a view, in the low end of the result.
pub(crate) fn bits_of(rt: &mut Runtime, code: u8, value: Value) -> Result<u64, Abrupt> {
    let wrong_type = |rt: &mut Runtime| rt.type_error(&format!("memoryview: invalid type for format '{}'", char::from(code)));
    let wrong_value = |rt: &mut Runtime| rt.value_error(&format!("memoryview: invalid value for format '{}'", char::from(code)));
    let plain = rt.unwrap_payload(value);
    match code {
        b'?' => rt.truth(value).map(u64::from),
        b'c' if plain.tag != Tag::Bytes => Err(wrong_type(rt)),
        b'c' => match *rt.byte_data(plain) {
            [byte] => Ok(byte.into()),
            _ => Err(wrong_value(rt)),
        },
        b'e' | b'f' | b'd' => {
            let number = match plain.tag {
                Tag::Float => plain.as_f64(),
                Tag::Int | Tag::Bool => plain.as_i64() as f64,
                Tag::BigInt => {
                    use num_traits::ToPrimitive;
                    match rt.big(plain).to_f64().filter(|number| number.is_finite()) {
                        Some(number) => number,
                        None => return Err(rt.overflow_error("int too large to convert to float")),
                    }
                }
                _ if rt.has_user_method(value, names::dunder_float) || rt.has_user_method(value, names::dunder_index) => {
                    return Err(Abrupt::NeedsUserCode);
                }
                _ => return Err(wrong_type(rt)),
            };
            let number = stockade_algorithms::text::float::plain_nan(number);
            match code {
                b'e' => match half_bits(number) {
                    Some(bits) => Ok(bits.into()),
                    None => Err(wrong_value(rt)),
                },
                b'f' => {
                    let single = single(number);
                    Ok(single.to_bits().into())
                }
                _ => Ok(number.to_bits()),
            }
        }
        _ => {
            match plain.tag {
                Tag::Int | Tag::Bool | Tag::BigInt => {}
                _ if rt.has_user_method(value, names::dunder_index) => return Err(Abrupt::NeedsUserCode),
                _ => return Err(wrong_type(rt)),
            }
            let number = rt.big(plain);
            let bits = 8 * low32(size_of(code).unwrap_or(8) as u64);
            let (low, high) = if is_signed(code) { (-1_i128 << (bits - 1), 1_i128 << (bits - 1)) } else { (0, 1_i128 << bits) };
            match i128::try_from(&number) {
                // The pointer format accepts negative numbers, too.
                Ok(number) if code == b'P' && (-1_i128 << 63..0).contains(&number) => Ok(low64(number as u128)),
                Ok(number) if (low..high).contains(&number) => Ok(low64(number as u128)),
                _ => Err(wrong_value(rt)),
            }
        }
    }
}
