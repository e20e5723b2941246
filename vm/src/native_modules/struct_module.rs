//! `_struct`: packs values into bytes and unpacks them, by format strings.

use crate::heap::charged_size;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::ChargedVec;
use crate::natives;
use crate::objects::types::buffer;
use crate::objects::types::bytes;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::struct_codec::{ErrorClass, Format, Kind, Slot, StructError, Unpacked};

natives! { pub(crate) NATIVES:
    /// Size in bytes of the struct described by the format string.
    func "calcsize" "(format, /)" => calcsize;
    /// A bytes object containing the values packed according to the format string.
    func "pack" "(*values)" => pack;
    /// Pack the values into the buffer at an offset.
    func "pack_into" "(*values)" => pack_into;
    /// A tuple of the values unpacked according to the format string.
    func "unpack" "(format, buffer, /)" => unpack;
    /// As `unpack`, from an offset on.
    func "unpack_from" "(format, /, buffer, offset=0)" => unpack_from;
    func "_unpack_all" "(format, buffer, /)" => unpack_all;
    func "_kinds" "(format, /)" => kinds;
}

fn raise(rt: &mut Runtime, error: &StructError) -> Abrupt {
    match error.class {
        ErrorClass::Struct => wrong(rt, &error.message),
        ErrorClass::Overflow => rt.overflow_error(&error.message),
    }
}

fn wrong(rt: &mut Runtime, message: &str) -> Abrupt {
    buffer::raise(rt, "struct", "error", message)
}

fn format(rt: &mut Runtime, value: Value) -> Result<Format, Abrupt> {
    let plain = rt.unwrap_payload(value);
    let length = match plain.tag {
        Tag::Str => {
            if !rt.heap.text(plain).is_ascii() {
                rt.encode_text(plain, "ascii", "strict")?;
            }
            rt.heap.text(plain).len()
        }
        Tag::Bytes => rt.byte_data(plain).len(),
        _ => {
            if matches!(plain.tag, Tag::List | Tag::Dict | Tag::Set) {
                rt.hash(plain)?;
            }
            let name = rt.type_name(value);
            return Err(rt.type_error(&format!("Struct() argument 1 must be a str or bytes object, not {name}")));
        }
    };
    // An item takes at most five words (40 bytes) for each byte of the format.
    rt.precheck(length, 40)?;
    let parsed = Format::parse(if plain.tag == Tag::Str { rt.heap.text(plain).as_bytes() } else { rt.byte_data(plain) });
    parsed.map_err(|error| raise(rt, &error))
}

fn calcsize(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let format = format(rt, args.at(0))?;
    Ok(Value::int(format.size as i64))
}

/// One letter for each value of a format: `i`, `f`, `?` or another. The fallback converts instances of user classes by these letters.
fn kinds(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let format = format(rt, args.at(0))?;
    rt.precheck(format.values, 1)?;
    let text: String = format
        .slots()
        .map(|slot| match slot.kind {
            Kind::Int { .. } => 'i',
            Kind::Float => 'f',
            Kind::Bool => '?',
            _ => 's',
        })
        .collect();
    rt.heap.string(text)
}

/// Packs one value.
fn pack_one(rt: &mut Runtime, slot: Slot, value: Value, out: &mut [u8]) -> Result<(), Abrupt> {
    let plain = rt.unwrap_payload(value);
    let done = match slot.kind {
        Kind::Pad => return Ok(()),
        Kind::Bool => {
            let truth = rt.truth(value)?;
            slot.pack_bool(truth, out);
            return Ok(());
        }
        Kind::Int { .. } => match plain.tag {
            Tag::Int | Tag::Bool => slot.pack_int(Some(i128::from(plain.as_i64())), out),
            Tag::BigInt => {
                let wide = rt.big(plain).to_i128();
                slot.pack_int(wide, out)
            }
            _ if rt.has_user_method(value, names::dunder_index) => return Err(Abrupt::NeedsUserCode),
            _ => return Err(wrong(rt, slot.type_error())),
        },
        Kind::Float => match plain.tag {
            Tag::Float => slot.pack_float(plain.as_f64(), out),
            // A float of half precision is too narrow for some i64; single and double precision never are.
            Tag::Int | Tag::Bool => match slot.pack_float(plain.as_i64() as f64, out) {
                Err(_) => return Err(wrong(rt, "int too large to convert")),
                packed => packed,
            },
            Tag::BigInt => {
                let float = crate::objects::types::int::to_f64(&rt.big(plain));
                if float.is_infinite() {
                    return Err(wrong(rt, slot.type_error()));
                }
                slot.pack_float(float, out)
            }
            _ => {
                let float = rt.intern("__float__")?;
                if rt.user_method(value, float).is_some() || rt.has_user_method(value, names::dunder_index) {
                    return Err(Abrupt::NeedsUserCode);
                }
                return Err(wrong(rt, slot.type_error()));
            }
        },
        Kind::Char | Kind::Bytes | Kind::Pascal => {
            let fits = plain.tag == Tag::Bytes || (plain.tag == Tag::ByteArray && slot.kind != Kind::Char);
            if !fits {
                return Err(wrong(rt, slot.type_error()));
            }
            slot.pack_bytes(rt.byte_data(plain), out)
        }
    };
    done.map_err(|error| raise(rt, &error))
}

/// Packs all values. The caller has checked the number of values.
fn packed(rt: &mut Runtime, format: &Format, values: &[Value]) -> Result<Vec<u8>, Abrupt> {
    rt.precheck(format.size, 1)?;
    rt.charge(2 * values.len() as u64)?;
    let mut out = vec![0; format.size];
    for (slot, value) in format.slots().zip(values) {
        pack_one(rt, slot, *value, &mut out)?;
    }
    Ok(out)
}

/// Splits the arguments into the parsed format and the values.
fn first<'a>(rt: &mut Runtime, args: Args<'a>) -> Result<(Format, &'a [Value]), Abrupt> {
    match args.rest.split_first() {
        Some((text, rest)) => Ok((format(rt, *text)?, rest)),
        None => Err(rt.type_error("missing format argument")),
    }
}

fn pack(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (format, values) = first(rt, args)?;
    if values.len() != format.values {
        let (wanted, given) = (format.values, values.len());
        return Err(wrong(rt, &format!("pack expected {wanted} items for packing (got {given})")));
    }
    let out = packed(rt, &format, values)?;
    rt.heap.bytes(out)
}

fn pack_into(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (format, rest) = first(rt, args)?;
    let (Some(buffer), Some(offset), values) = (rest.first(), rest.get(1), rest.get(2..).unwrap_or_default()) else {
        let what = if rest.is_empty() { "buffer" } else { "offset" };
        return Err(wrong(rt, &format!("pack_into expected {what} argument")));
    };
    if values.len() != format.values {
        let (wanted, given) = (format.values, values.len());
        return Err(wrong(rt, &format!("pack_into expected {wanted} items for packing (got {given})")));
    }
    let target = rt.unwrap_payload(*buffer);
    let (owner, start, length) = match target.tag {
        Tag::ByteArray => (target, 0, rt.byte_data(target).len()),
        Tag::Object => match rt.heap.objects.get(target.index()) {
            crate::heap::Object::MemoryView { owner, start, len, readonly: false, form, .. } if owner.tag == Tag::ByteArray => {
                match crate::objects::types::bytes::span(*start, *len, form.as_deref()) {
                    Some((start, len)) => (*owner, start, len),
                    None => return Err(not_writable(rt, *buffer)),
                }
            }
            _ => (Value::UNDEF, 0, array_room(rt, *buffer)?),
        },
        _ => (Value::UNDEF, 0, array_room(rt, *buffer)?),
    };
    let given = rt.index(*offset)?;
    let size = format.size;
    let length_shown = length as i64;
    let at = if given < 0 {
        if given.saturating_add(size as i64) > 0 {
            return Err(wrong(rt, &format!("no space to pack {size} bytes at offset {given}")));
        }
        if given.saturating_add(length_shown) < 0 {
            return Err(wrong(rt, &format!("offset {given} out of range for {length}-byte buffer")));
        }
        given.saturating_add(length_shown)
    } else {
        given
    };
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    if length.checked_sub(at).is_none_or(|room| room < size) {
        let needed = size.saturating_add(at);
        return Err(wrong(
            rt,
            &format!(
                "pack_into requires a buffer of at least {needed} bytes for packing {size} bytes at offset {at} (actual buffer size is {length})"
            ),
        ));
    }
    let out = packed(rt, &format, values)?;
    if owner.is_undef() {
        crate::objects::types::bytes::write_to_array(rt, *buffer, at, &out)?;
        return Ok(Value::NONE);
    }
    let from = start.saturating_add(at);
    let data = &mut rt.heap.bytearrays.get_mut(owner.index()).data;
    if let Some(place) = data.get_mut(from..from.saturating_add(size)) {
        place.copy_from_slice(&out);
    }
    Ok(Value::NONE)
}

fn array_room(rt: &mut Runtime, buffer: Value) -> Result<usize, Abrupt> {
    match crate::objects::types::bytes::room_in_array(rt, buffer)? {
        Some(room) => Ok(room),
        None => Err(not_writable(rt, buffer)),
    }
}

fn not_writable(rt: &mut Runtime, value: Value) -> Abrupt {
    let name = rt.argument_name(value);
    rt.type_error(&format!("argument must be read-write bytes-like object, not {name}"))
}

/// Unpacks the values that begin at byte `from` of a buffer, as a tuple.
fn tuple(rt: &mut Runtime, format: &Format, buffer: Value, from: usize) -> Result<Value, Abrupt> {
    rt.precheck(format.values, charged_size::<Value>())?;
    rt.charge(format.values as u64)?;
    let mut items = ChargedVec::with_capacity(&mut rt.heap, format.values)?;
    for slot in format.slots() {
        enum Read {
            Value(Value),
            Wide(i128),
            Bytes(Vec<u8>),
        }
        let read = match slot.unpack(bytes::data(rt, buffer).and_then(|data| data.get(from..)).unwrap_or_default()) {
            None => continue,
            Some(Unpacked::Int(wide)) => i64::try_from(wide).map_or(Read::Wide(wide), |small| Read::Value(Value::int(small))),
            Some(Unpacked::Bool(truth)) => Read::Value(Value::bool(truth)),
            Some(Unpacked::Float(float)) => Read::Value(Value::float(float)),
            Some(Unpacked::Bytes(piece)) => Read::Bytes(piece.to_vec()),
        };
        let item = match read {
            Read::Value(value) => value,
            Read::Wide(wide) => rt.heap.int(BigInt::from(wide))?,
            Read::Bytes(piece) => {
                rt.charge(5)?;
                rt.heap.bytes(piece)?
            }
        };
        items.push(&mut rt.heap, item)?;
    }
    let items = items.into_uncharged(&mut rt.heap);
    rt.heap.tuple_from(items)
}

fn unpack(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let format = format(rt, args.at(0))?;
    let buffer = buffer::like(rt, args.at(1))?;
    if bytes::data(rt, buffer).map_or(0, <[u8]>::len) != format.size {
        let size = format.size;
        return Err(wrong(rt, &format!("unpack requires a buffer of {size} bytes")));
    }
    tuple(rt, &format, buffer, 0)
}

fn unpack_from(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let format = format(rt, args.at(0))?;
    let buffer = buffer::like(rt, args.at(1))?;
    let given = match args.at(2).defined() {
        Some(offset) => rt.index(offset)?,
        None => 0,
    };
    let (size, length) = (format.size, bytes::data(rt, buffer).map_or(0, <[u8]>::len));
    let at = if given < 0 {
        if given.saturating_add(size as i64) > 0 {
            return Err(wrong(rt, &format!("not enough data to unpack {size} bytes at offset {given}")));
        }
        if given.saturating_add(length as i64) < 0 {
            return Err(wrong(rt, &format!("offset {given} out of range for {length}-byte buffer")));
        }
        given.saturating_add(length as i64)
    } else {
        given
    };
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    if length.checked_sub(at).is_none_or(|room| room < size) {
        let needed = size.saturating_add(at);
        return Err(wrong(
            rt,
            &format!(
                "unpack_from requires a buffer of at least {needed} bytes for unpacking {size} bytes at offset {at} (actual buffer size is {length})"
            ),
        ));
    }
    tuple(rt, &format, buffer, at)
}

fn unpack_all(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let format = format(rt, args.at(0))?;
    let buffer = buffer::like(rt, args.at(1))?;
    if format.size == 0 {
        return Err(wrong(rt, "cannot iteratively unpack with a struct of length 0"));
    }
    let (size, length) = (format.size, bytes::data(rt, buffer).map_or(0, <[u8]>::len));
    if length.checked_rem(size) != Some(0) {
        return Err(wrong(rt, &format!("iterative unpacking requires a buffer of a multiple of {size} bytes")));
    }
    let count = length.checked_div(size).unwrap_or(0);
    rt.precheck(count, 96)?;
    let mut items = ChargedVec::with_capacity(&mut rt.heap, count)?;
    for number in 0..count {
        rt.charge(1)?;
        let item = tuple(rt, &format, buffer, number.saturating_mul(size))?;
        items.push(&mut rt.heap, item)?;
    }
    items.into_list(&mut rt.heap)
}
