//! `_lzma`: LZMA streams and filters, with the coders of `stockade_algorithms`. Containers, stream objects and files are in Python, in the
//! modules `_lzma` and `lzma`.

use crate::base::abrupt::Abrupt;
use crate::base::sizes::low32;
use crate::base::value::{Tag, Value};
use crate::native_modules::re::objects::FuelMeter;
use crate::natives;
use crate::objects::types::buffer;
use crate::objects::types::bytes;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::lzma::{Decoder, Properties, Settings, Step, branch, crc64, delta, encode};

natives! { pub(crate) NATIVES:
    /// A stream with its end marked, or of chunks; `spec` is (lc, lp, pb, dictionary, fast, nice length, tree, depth).
    func "_encoded" "(data, chunked, spec, /)" => encoded;
    /// The state of a decoder at the start of a stream, whose size may be unknown (-1).
    func "_decoder" "(chunked, lc, lp, pb, dictionary, size, /)" => decoder;
    /// A step: `(bytes, input used, at its end, where in the window the next goes)`. The state and the window are changed in place.
    func "_step" "(state, window, data, at, most, /)" => step;
    /// Data behind other data less the bytes so far before, or back: `(bytes, the last bytes)`.
    func "_delta" "(history, data, encoding, /)" => differences;
    /// Jumps of machine code: `(bytes, how many are done, where in the code, two marks)`.
    func "_branch" "(machine, at, mask, last, data, encoding, /)" => jumps;
    func "_crc64" "(data, before, /)" => check_sum;
}

/// Maximum number of input bytes that one `step` reads.
const MAX_STEP_INPUT: usize = 1 << 16;

fn number<T: TryFrom<i64>>(rt: &mut Runtime, value: Value) -> Result<T, Abrupt> {
    let wide = rt.index(value)?;
    T::try_from(wide).map_err(|_| rt.value_error("out of range"))
}

fn encoded(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = buffer::copied(rt, args.at(0), 0)?;
    let spec = args.at(2);
    if spec.tag != Tag::Tuple {
        return Err(rt.type_error("a tuple is required"));
    }
    let items = rt.sequence_items(spec).to_vec();
    let [lc, lp, pb, dictionary, fast, nice_length, tree, depth] = items.as_slice() else { return Err(rt.value_error("out of range")) };
    let (small_lc, small_lp, small_pb) = (number(rt, *lc)?, number(rt, *lp)?, number(rt, *pb)?);
    if Properties::new(small_lc, small_lp, small_pb).is_none() {
        return Err(rt.value_error("out of range"));
    }
    let settings = Settings {
        chunked: rt.index(args.at(1))? != 0,
        lc: small_lc.into(),
        lp: small_lp.into(),
        pb: small_pb.into(),
        dictionary: number::<u32>(rt, *dictionary)?.max(1 << 12),
        fast: rt.index(*fast)? != 0,
        nice_length: number(rt, *nice_length)?,
        tree: rt.index(*tree)? != 0,
        depth: number(rt, *depth)?,
    };
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let out = encode(&data, settings, &mut meter).map_err(|_| meter.exit())?;
    rt.heap.bytes(out)
}

fn decoder(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let chunked = rt.index(args.at(0))? != 0;
    let (lc, lp, pb) = (number(rt, args.at(1))?, number(rt, args.at(2))?, number(rt, args.at(3))?);
    let (dictionary, size) = (number(rt, args.at(4))?, rt.index(args.at(5))?);
    let Some(properties) = Properties::new(lc, lp, pb) else { return Err(rt.value_error("out of range")) };
    rt.precheck(Decoder::WRITTEN, 2)?;
    let made = if chunked {
        Decoder::chunks(dictionary)
    } else {
        // A negative size means that the size is unknown.
        Decoder::plain(properties, dictionary, u64::try_from(size).unwrap_or(u64::MAX))
    };
    let mut state = Vec::new();
    made.write_to(&mut state);
    rt.heap.bytearray(state)
}

fn step(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (state, window, data) = (args.at(0), args.at(1), args.at(2));
    let (from, most): (usize, usize) = (number(rt, args.at(3))?, number(rt, args.at(4))?);
    if state.tag != Tag::ByteArray || window.tag != Tag::ByteArray || data.tag != Tag::Bytes || state.index() == window.index() {
        return Err(rt.type_error("a bytearray is required"));
    }
    rt.precheck(Decoder::WRITTEN, 2)?;
    rt.charge(Decoder::WRITTEN as u64 / 64)?;
    let Some(mut decoder) = Decoder::read_from(&rt.heap.bytearrays.get(state.index()).data) else {
        return Err(rt.value_error("out of range"));
    };
    let all = rt.heap.bytes.get(data.index()).data.len();
    let end = from.saturating_add(MAX_STEP_INPUT).min(all);
    let ring = &mut rt.heap.bytearrays.get_mut(window.index()).data;
    let input = rt.heap.bytes.get(data.index()).data.get(from..end).unwrap_or_default();
    let before = decoder.at();
    let Ok(Step { used, made, reset }) = decoder.step(ring, input, most) else { return Err(rt.value_error("Corrupt input data")) };
    // The work is charged after it was done. Its amount is bounded by the size of a step, and its effects stay invisible until the state is
    // written back below.
    rt.charge((used as u64).saturating_mul(8).saturating_add(made as u64 / 2).saturating_add(reset as u64 / 16))?;
    rt.precheck(made, 1)?;
    let mut out = Vec::with_capacity(made);
    let ring = &rt.heap.bytearrays.get(window.index()).data;
    let first = made.min(ring.len().saturating_sub(before));
    out.extend_from_slice(ring.get(before..before.saturating_add(first)).unwrap_or_default());
    out.extend_from_slice(ring.get(..made - first).unwrap_or_default());
    let out = rt.heap.bytes(out)?;
    let used = Value::int(i64::try_from(used).unwrap_or(i64::MAX));
    let at = Value::int(i64::try_from(decoder.at()).unwrap_or(i64::MAX));
    let answer = rt.heap.tuple(&[out, used, Value::bool(decoder.is_ended()), at])?;
    let mut written = Vec::new();
    decoder.write_to(&mut written);
    let slot = &mut rt.heap.bytearrays.get_mut(state.index()).data;
    if slot.len() == written.len() {
        slot.copy_from_slice(&written);
    }
    Ok(answer)
}

/// The delta filter. `history` holds the last bytes before `data`; encoding subtracts the byte at the filter's distance, decoding adds it.
/// Returns the result and the new history.
fn differences(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut history = buffer::copied(rt, args.at(0), 1)?;
    let mut data = buffer::copied(rt, args.at(1), 1)?;
    rt.charge(data.len() as u64 / 8)?;
    let encoding = rt.index(args.at(2))? != 0;
    delta(&mut history, &mut data, encoding);
    let (data, history) = (rt.heap.bytes(data)?, rt.heap.bytes(history)?);
    rt.heap.tuple(&[data, history])
}

/// The branch filter: converts jump targets in machine code between relative and absolute. `at` is the position in the stream; `mask` and
/// `last` are the state of the x86 filter between calls. Returns the data, how many bytes of it are final, and the new state.
fn jumps(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (interpreter, at) = (number(rt, args.at(0))?, number::<u32>(rt, args.at(1))?);
    let mut marks = [number(rt, args.at(2))?, number(rt, args.at(3))?];
    let mut data = buffer::copied(rt, args.at(4), 1)?;
    rt.charge(data.len() as u64 / 2)?;
    let encoding = rt.index(args.at(5))? != 0;
    let done = branch(interpreter, at, &mut marks, &mut data, encoding);
    let data = rt.heap.bytes(data)?;
    let at = at.wrapping_add(low32(done as u64));
    let done = Value::int(i64::try_from(done).unwrap_or(i64::MAX));
    rt.heap.tuple(&[data, done, Value::int(at.into()), Value::int(marks[0].into()), Value::int(marks[1].into())])
}

fn check_sum(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = buffer::like(rt, args.at(0))?;
    let length = bytes::data(rt, data).map_or(0, <[u8]>::len);
    rt.charge(length as u64 / 4)?;
    // A check sum has 64 bits. It is passed as eight bytes, because it need not fit in an i64.
    let before = buffer::copied(rt, args.at(1), 0)?;
    let before = before.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let sum = crc64(bytes::data(rt, data).unwrap_or_default(), before);
    rt.heap.bytes(sum.to_le_bytes().to_vec())
}
