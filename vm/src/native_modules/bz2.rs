//! `_bz2`: compresses and decompresses blocks of the bzip2 format with `stockade_algorithms::bzip2`. Streams and files are in the Python
//! module `bz2`.

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::natives;
use crate::objects::types::buffer;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::bzip2::{Encoder, Failure, Part, combine, read_part};

natives! { pub(crate) NATIVES:
    func "compress" "(data, level, /)" => compress;
    /// A block, `(bytes, check sum, next bit)`, or the end, `(None, check sum, next bit)`; None where data is missing.
    func "read_part" "(data, bit, level, /)" => part;
    func "combine" "(stream, block, /)" => |rt, args| {
        let (stream, block) = (buffer::word(rt, args.at(0), 0)?, buffer::word(rt, args.at(1), 0)?);
        Ok(Value::int(combine(stream, block).into()))
    };
}

/// Cost of sorting one byte of a block: units of fuel, and bytes of memory.
const SORT_FUEL: u64 = 24;
const SORT_BYTES: usize = 16;
/// Upper bound for the bytes of one compressed block in the input.
const MAX_BLOCK_BYTES: usize = 2_500_000;

fn compress(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = buffer::copied(rt, args.at(0), 0)?;
    let level = u8::try_from(rt.index(args.at(1))?).unwrap_or(9);
    rt.charge(data.len() as u64 / 4)?;
    let mut encoder = Encoder::new(level);
    let mut rest = data.as_slice();
    while !rest.is_empty() {
        let taken = encoder.take(rest);
        rest = rest.get(taken..).unwrap_or(&[]);
        if encoder.is_full() {
            charge_block(rt, &encoder)?;
            encoder.end_block();
        }
    }
    charge_block(rt, &encoder)?;
    let packed = encoder.finish();
    rt.heap.bytes(packed)
}

fn charge_block(rt: &mut Runtime, encoder: &Encoder) -> Result<(), Abrupt> {
    rt.precheck(encoder.pending().saturating_mul(SORT_BYTES).saturating_add(encoder.written()), 1)?;
    rt.charge((encoder.pending() as u64).saturating_mul(SORT_FUEL))
}

fn part(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (at, level) = (rt.index(args.at(1))?, rt.index(args.at(2))?);
    let (Ok(at), Ok(level)) = (u64::try_from(at), u8::try_from(level)) else { return Err(rt.value_error("out of range")) };
    let start = usize::try_from(at / 8).unwrap_or(usize::MAX);
    let data = buffer::copied(rt, args.at(0), 0)?;
    let left = data.len().saturating_sub(start).min(MAX_BLOCK_BYTES);
    rt.charge(left as u64)?;
    rt.precheck(stockade_algorithms::bzip2::block_size(level).saturating_mul(6), 1)?;
    match read_part(&data, at, level) {
        Err(Failure::Short) => Ok(Value::NONE),
        Err(Failure::Wrong) => Err(rt.value_error("Invalid data stream")),
        Ok(Part::End(check, next)) => answer(rt, Value::NONE, check, next),
        Ok(Part::Block(block, next)) => {
            // A few bits of input can expand to a whole block, so the fuel depends on the size of the block.
            rt.charge(block.packed() as u64 / 4)?;
            let size = block.size();
            rt.charge(size as u64 / 2)?;
            rt.precheck(size, 2)?;
            match block.bytes() {
                Ok((bytes, check)) => {
                    let bytes = rt.heap.bytes(bytes)?;
                    answer(rt, bytes, check, next)
                }
                Err(_) => Err(rt.value_error("Invalid data stream")),
            }
        }
    }
}

fn answer(rt: &mut Runtime, bytes: Value, check: u32, next: u64) -> Result<Value, Abrupt> {
    let next = Value::int(i64::try_from(next).unwrap_or(i64::MAX));
    rt.heap.tuple(&[bytes, Value::int(check.into()), next])
}
