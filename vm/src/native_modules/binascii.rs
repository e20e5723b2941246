//! `binascii`: text forms of bytes, and checksums.

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::objects::types::buffer;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::binascii as core;

natives! { pub(crate) NATIVES:
    /// Decode a line of base64 data.
    func "a2b_base64" "(data, /, *, strict_mode=False)" => a2b_base64;
    /// Base64-code a line of data.
    func "b2a_base64" "(data, /, *, newline=True)" => b2a_base64;
    /// Hexadecimal representation of binary data.
    func "hexlify" "(data, sep=None, bytes_per_sep=1)" => hexlify;
    func "b2a_hex" "(data, sep=None, bytes_per_sep=1)" => hexlify;
    /// Binary data of hexadecimal representation.
    func "unhexlify" "(hexstr, /)" => unhexlify;
    func "a2b_hex" "(hexstr, /)" => unhexlify;
    /// Compute CRC-32 incrementally.
    func "crc32" "(data, crc=0, /)" => crc32;
    /// Compute CRC-CCITT incrementally.
    func "crc_hqx" "(data, crc, /)" => crc_hqx;
    /// Decode a line of uuencoded data.
    func "a2b_uu" "(data, /)" => a2b_uu;
    /// Uuencode a line of data.
    func "b2a_uu" "(data, /, *, backtick=False)" => b2a_uu;
    /// Decode a string of qp-encoded data.
    func "a2b_qp" "(data, header=False)" => a2b_qp;
    /// Encode a string using quoted-printable encoding.
    func "b2a_qp" "(data, quotetabs=False, istext=True, header=False)" => b2a_qp;
}

fn flag(rt: &mut Runtime, value: Value, default: bool) -> Result<bool, Abrupt> {
    match value.defined() {
        Some(value) => rt.truth(value),
        None => Ok(default),
    }
}

fn wrong(rt: &mut Runtime, message: &str) -> Abrupt {
    buffer::raise(rt, "binascii", "Error", message)
}

fn a2b_base64(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let strict = flag(rt, args.at(1), false)?;
    let text = buffer::ascii(rt, args.at(0), 1)?;
    rt.charge(text.len() as u64 / 4)?;
    match core::a2b_base64(&text, strict) {
        Ok(data) => rt.heap.bytes(data),
        Err(message) => Err(wrong(rt, &message)),
    }
}

fn b2a_base64(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let newline = flag(rt, args.at(1), true)?;
    let data = buffer::copied(rt, args.at(0), 2)?;
    rt.charge(data.len() as u64 / 8)?;
    rt.heap.bytes(core::b2a_base64(&data, newline))
}

/// The separator argument of `hexlify`: a single ASCII character.
fn separator(rt: &mut Runtime, value: Value) -> Result<u8, Abrupt> {
    let plain = rt.unwrap_payload(value);
    let found = match plain.tag {
        Tag::Str => {
            let text = rt.heap.text(plain);
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => u8::try_from(u32::from(c)).map_err(|_| "sep must be ASCII."),
                _ => Err("sep must be length 1."),
            }
        }
        Tag::Bytes => match rt.byte_data(plain) {
            [byte] => Ok(*byte),
            _ => Err("sep must be length 1."),
        },
        _ if rt.len(value)? != 1 => Err("sep must be length 1."),
        _ => {
            return Err(rt.type_error("sep must be str or bytes."));
        }
    };
    match found {
        Ok(byte) => Ok(byte),
        Err(message) => Err(rt.value_error(message)),
    }
}

fn hexlify(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let group = i64::from(buffer::int(rt, args.at(2), 1)?);
    let data = buffer::copied(rt, args.at(0), 3)?;
    rt.charge(data.len() as u64 / 8)?;
    let separator = match args.at(1).defined() {
        Some(value) => Some((separator(rt, value)?, group)),
        None => None,
    };
    rt.heap.bytes(core::hexlify(&data, separator))
}

fn unhexlify(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = buffer::ascii(rt, args.at(0), 1)?;
    rt.charge(text.len() as u64 / 8)?;
    match core::unhexlify(&text) {
        Ok(data) => rt.heap.bytes(data),
        Err(message) => Err(wrong(rt, &message)),
    }
}

fn crc32(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let start = buffer::word(rt, args.at(1), 0)?;
    let data = buffer::copied(rt, args.at(0), 0)?;
    Ok(Value::int(core::crc32(&data, start).into()))
}

fn crc_hqx(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let start = buffer::word(rt, args.at(1), 0)?;
    let data = buffer::copied(rt, args.at(0), 0)?;
    rt.charge(data.len() as u64 / 8)?;
    Ok(Value::int(core::crc_hqx(&data, start & 0xFFFF).into()))
}

fn a2b_uu(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = buffer::ascii(rt, args.at(0), 1)?;
    match core::a2b_uu(&text) {
        Ok(data) => rt.heap.bytes(data),
        Err(message) => Err(wrong(rt, &message)),
    }
}

fn b2a_uu(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let backtick = flag(rt, args.at(1), false)?;
    let data = buffer::copied(rt, args.at(0), 2)?;
    match core::b2a_uu(&data, backtick) {
        Ok(line) => rt.heap.bytes(line),
        Err(message) => Err(wrong(rt, &message)),
    }
}

fn a2b_qp(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let header = flag(rt, args.at(1), false)?;
    let text = buffer::ascii(rt, args.at(0), 1)?;
    rt.charge(text.len() as u64 / 4)?;
    rt.heap.bytes(core::a2b_qp(&text, header))
}

fn b2a_qp(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (tabs, text, header) = (flag(rt, args.at(1), false)?, flag(rt, args.at(2), true)?, flag(rt, args.at(3), false)?);
    let data = buffer::copied(rt, args.at(0), 4)?;
    rt.charge(data.len() as u64 / 2)?;
    rt.heap.bytes(core::b2a_qp(&data, tabs, text, header))
}
