//! `zlib`: compression in one call and by streams, with the coders of `stockade_algorithms`.

use crate::base::abrupt::Abrupt;
use crate::base::snapshot_error::{SnapshotError, Written};
use crate::base::value::Value;
use crate::heap::Object;
use crate::heap::charged_size;
use crate::native_modules::re::objects::FuelMeter;
use crate::natives;
use crate::objects::types::buffer;
use crate::objects::types::bytes;
use crate::runtime::core::Runtime;
use crate::runtime::modules::set_constant;
use crate::runtime::native::Args;
use crate::runtime::native_object::ObjectWriter;
use crate::runtime::native_object::{NativeObject, NativeObjectKind};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;
use stockade_algorithms::binascii;
use stockade_algorithms::zlib::{
    Compressor, Decompressor, Failure, Flush, Strategy, compress as compress_all, decompress as decompress_all,
};

natives! { pub(crate) NATIVES:
    /// Compute an Adler-32 checksum of data.
    func "adler32" "(data, value=1, /)" => adler32;
    /// Compute a CRC-32 checksum of data.
    func "crc32" "(data, value=0, /)" => crc32;
    /// A bytes object containing compressed data.
    func "compress" "(data, /, level=-1, wbits=15)" => compress;
    /// A bytes object containing the uncompressed data.
    func "decompress" "(data, /, wbits=15, bufsize=16384)" => decompress;
    /// A compressor object.
    func "compressobj" "(level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=None)" => compressobj;
    /// A decompressor object.
    func "decompressobj" "(wbits=15, zdict=b'')" => decompressobj;
}

natives! { pub(crate) COMPRESS_NATIVES:
    new "__new__" "(cls, /, *args, **kwargs)" => |rt, _| Err(rt.type_error("cannot create 'zlib.Compress' instances"));
    /// Data compressed as far as it is ready.
    method "compress" "(self, data, /)!" => compress_more;
    /// What is left, compressed.
    method "flush" "(self, mode=4, /)!" => flush_compress;
    /// A copy that goes its own way.
    method "copy" "(self, /)!" => copy;
    method "__copy__" "(self, /)" => copy;
    method "__deepcopy__" "(self, memo, /)" => copy;
}

natives! { pub(crate) DECOMPRESS_NATIVES:
    new "__new__" "(cls, /, *args, **kwargs)" => |rt, _| Err(rt.type_error("cannot create 'zlib.Decompress' instances"));
    /// Data decompressed, up to a length.
    method "decompress" "(self, data, /, max_length=0)" => decompress_more;
    /// All that is left, decompressed.
    method "flush" "(self, length=16384, /)!" => flush_decompress;
    method "copy" "(self, /)!" => copy;
    method "__copy__" "(self, /)" => copy;
    method "__deepcopy__" "(self, memo, /)" => copy;
    get "eof" "(self)" => |rt, args| Ok(Value::bool(reader(rt, args.at(0))?.stream.is_done()));
    get "unused_data" "(self)" => |rt, args| {
        let data = reader(rt, args.at(0))?.unused.clone();
        rt.heap.bytes(data)
    };
    get "unconsumed_tail" "(self)" => |rt, args| {
        let data = reader(rt, args.at(0))?.unconsumed.clone();
        rt.heap.bytes(data)
    };
}

const CONSTANTS: &[(&str, i64)] = &[
    ("DEFLATED", 8),
    ("DEF_BUF_SIZE", 16384),
    ("DEF_MEM_LEVEL", 8),
    ("MAX_WBITS", 15),
    ("Z_BEST_COMPRESSION", 9),
    ("Z_BEST_SPEED", 1),
    ("Z_BLOCK", 5),
    ("Z_DEFAULT_COMPRESSION", -1),
    ("Z_DEFAULT_STRATEGY", 0),
    ("Z_FILTERED", 1),
    ("Z_FINISH", 4),
    ("Z_FIXED", 4),
    ("Z_FULL_FLUSH", 3),
    ("Z_HUFFMAN_ONLY", 2),
    ("Z_NO_COMPRESSION", 0),
    ("Z_NO_FLUSH", 0),
    ("Z_PARTIAL_FLUSH", 1),
    ("Z_RLE", 3),
    ("Z_SYNC_FLUSH", 2),
    ("Z_TREES", 6),
];

/// Sets the constants of the module.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    for (name, value) in CONSTANTS {
        set_constant(rt, module, name, Value::int(*value))?;
    }
    for name in ["ZLIB_VERSION", "ZLIB_RUNTIME_VERSION"] {
        let version = rt.heap.str("1.2.13")?;
        set_constant(rt, module, name, version)?;
    }
    let version = rt.heap.str("1.0")?;
    set_constant(rt, module, "__version__", version)
}

/// A compression stream; `done` after its last flush.
#[derive(Debug, Clone)]
struct Writer {
    stream: Compressor,
    done: bool,
    bytes: usize,
}

crate::heap::charged_sizes! { Writer = 312 }

/// A decompression stream.
#[derive(Debug, Clone)]
struct Reader {
    stream: Decompressor,
    /// Data after the end of the stream.
    unused: Vec<u8>,
    /// Input that was not consumed because the output reached `max_length`.
    unconsumed: Vec<u8>,
    /// Set by `flush` after the end of the stream.
    closed: bool,
}

/// Charged memory of a decompression stream: its window and its decoding tables.
const READER_BYTES: usize = 48 << 10;

/// The table entry for the result of `zlib.compressobj()`.
pub(crate) static COMPRESSOR_KIND: NativeObjectKind = NativeObjectKind { types: &[reg::ZLIB_COMPRESS], ..NativeObjectKind::NONE };
/// The table entry for the result of `zlib.decompressobj()`.
pub(crate) static DECOMPRESSOR_KIND: NativeObjectKind = NativeObjectKind { types: &[reg::ZLIB_DECOMPRESS], ..NativeObjectKind::NONE };

/// Snapshots reject both kinds of stream.
const IN_PROGRESS: SnapshotError = SnapshotError::Unsupported("a compressed stream in progress");

impl NativeObject for Writer {
    fn type_id(&self) -> TypeId {
        reg::ZLIB_COMPRESS
    }

    fn copy(&self, _child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        Box::new(self.clone())
    }

    fn forward(&mut self, _child: &mut dyn FnMut(&mut Value)) {
        let Writer { stream: _, done: _, bytes: _ } = self;
    }

    fn owned_bytes(&self) -> usize {
        self.bytes
    }

    fn write(&self, _out: &mut dyn ObjectWriter) -> Written {
        Err(IN_PROGRESS)
    }
}

impl NativeObject for Reader {
    fn type_id(&self) -> TypeId {
        reg::ZLIB_DECOMPRESS
    }

    fn copy(&self, _child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        Box::new(self.clone())
    }

    fn forward(&mut self, _child: &mut dyn FnMut(&mut Value)) {
        let Reader { stream: _, unused: _, unconsumed: _, closed: _ } = self;
    }

    fn owned_bytes(&self) -> usize {
        READER_BYTES.saturating_add(self.unused.capacity()).saturating_add(self.unconsumed.capacity())
    }

    fn write(&self, _out: &mut dyn ObjectWriter) -> Written {
        Err(IN_PROGRESS)
    }
}

fn wrong(rt: &mut Runtime, message: &str) -> Abrupt {
    buffer::raise(rt, "zlib", "error", message)
}

fn adler32(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = buffer::walked(rt, args.at(0))?;
    let start = buffer::word(rt, args.at(1), 1)?;
    Ok(Value::int(binascii::adler32(bytes::data(rt, data).unwrap_or_default(), start).into()))
}

fn crc32(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = buffer::walked(rt, args.at(0))?;
    let start = buffer::word(rt, args.at(1), 0)?;
    Ok(Value::int(binascii::crc32(bytes::data(rt, data).unwrap_or_default(), start).into()))
}

fn meter(rt: &mut Runtime) -> FuelMeter<'_> {
    FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap)
}

/// The level of memory of `zlib.compress`.
const MEMORY_LEVEL: i32 = 8;

fn compress(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = buffer::walked(rt, args.at(0))?;
    let (level, wbits) = (buffer::int(rt, args.at(1), -1)?, buffer::int(rt, args.at(2), 15)?);
    // The tables are cleared first, also for some bytes of data.
    rt.precheck(Compressor::memory(wbits, MEMORY_LEVEL), 1)?;
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let data = bytes::data_in(&rt.heap, data).unwrap_or_default();
    let made = compress_all(data, level, wbits, &mut meter).map_err(|_| meter.exit())?;
    match made {
        Some(out) => rt.heap.bytes(out),
        None => Err(wrong(rt, "Bad compression level")),
    }
}

fn failed(rt: &mut Runtime, failure: &Failure, exit: Abrupt, doing: &str) -> Abrupt {
    match failure {
        Failure::Stop(_) => exit,
        Failure::Data(..) => wrong(rt, &failure.text(doing)),
    }
}

fn decompress(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = buffer::walked(rt, args.at(0))?;
    let wbits = buffer::int(rt, args.at(1), 15)?;
    if let Some(size) = args.at(2).defined()
        && rt.index(size)? < 0
    {
        return Err(rt.value_error("bufsize must be non-negative"));
    }
    let mut meter = FuelMeter::new(&mut *rt.host.embedder, rt.budget.deadline_ms, &rt.heap);
    let result = decompress_all(bytes::data_in(&rt.heap, data).unwrap_or_default(), wbits, &mut meter);
    let exit = meter.exit();
    match result {
        Ok(Some(out)) => rt.heap.bytes(out),
        Ok(None) => Err(wrong(rt, "Error -2 while preparing to decompress data: inconsistent stream state")),
        Err(failure) => Err(failed(rt, &failure, exit, "while decompressing data")),
    }
}

fn compressobj(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (level, method) = (buffer::int(rt, args.at(0), -1)?, buffer::int(rt, args.at(1), 8)?);
    let (wbits, memory_level) = (buffer::int(rt, args.at(2), 15)?, buffer::int(rt, args.at(3), 8)?);
    let strategy = match buffer::int(rt, args.at(4), 0)? {
        0 => Some(Strategy::Default),
        1 => Some(Strategy::Filtered),
        2 => Some(Strategy::HuffmanOnly),
        3 => Some(Strategy::Rle),
        4 => Some(Strategy::Fixed),
        _ => None,
    };
    let dictionary = match args.at(5).defined() {
        Some(dictionary) => Some(buffer::copied(rt, dictionary, 0)?),
        None => None,
    };
    let bytes = Compressor::memory(wbits, memory_level).saturating_add(charged_size::<Writer>());
    rt.precheck(bytes, 1)?;
    let stream =
        strategy.filter(|_| method == 8).and_then(|strategy| Compressor::new(level, wbits, memory_level, strategy, dictionary.as_deref()));
    match stream {
        Some(stream) => rt.heap.new_native(Writer { stream, done: false, bytes }),
        None => Err(rt.value_error("Invalid initialization option")),
    }
}

fn decompressobj(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let wbits = buffer::int(rt, args.at(0), 15)?;
    let dictionary = match args.at(1).defined() {
        Some(dictionary) => match buffer::copied(rt, dictionary, 0) {
            Ok(bytes) => Some(bytes).filter(|bytes| !bytes.is_empty()),
            Err(Abrupt::Raise(_)) => return Err(rt.type_error("zdict argument must support the buffer protocol")),
            Err(exit) => return Err(exit),
        },
        None => None,
    };
    rt.precheck(READER_BYTES, 1)?;
    match Decompressor::new(wbits, dictionary.as_deref()) {
        Some(stream) => {
            let reader = Reader { stream, unused: Vec::new(), unconsumed: Vec::new(), closed: false };
            rt.heap.new_native(reader)
        }
        None => Err(rt.value_error("Invalid initialization option")),
    }
}

fn reader(rt: &Runtime, value: Value) -> Result<&Reader, Abrupt> {
    rt.heap.native_as(value).ok_or(Abrupt::Bug("not a decompressor"))
}

/// Runs `work` on a copy of the stream's state and stores the new state if `work` succeeds. `work` needs the runtime for its budget.
fn with_writer<T>(rt: &mut Runtime, value: Value, work: impl FnOnce(&mut Runtime, &mut Writer) -> Result<T, Abrupt>) -> Result<T, Abrupt> {
    let mut writer = rt.heap.native_as::<Writer>(value).ok_or(Abrupt::Bug("not a compressor"))?.clone();
    let result = work(rt, &mut writer)?;
    if let Some(slot) = rt.heap.native_as_mut(value) {
        *slot = writer;
    }
    Ok(result)
}

fn write(rt: &mut Runtime, this: Value, data: &[u8], flush: Flush, doing: &str) -> Result<Value, Abrupt> {
    with_writer(rt, this, |rt, writer| {
        if writer.done {
            return Err(wrong(rt, &format!("Error -2 while {doing}: inconsistent stream state")));
        }
        // `with_writer` works on a copy, so that a step that runs out of memory can run again.
        rt.charge(writer.bytes as u64 / 256)?;
        let mut meter = meter(rt);
        let out = writer.stream.write(data, flush, &mut meter).map_err(|_| meter.exit())?;
        writer.done = flush == Flush::Finish;
        rt.heap.bytes(out)
    })
}

fn compress_more(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = buffer::copied(rt, args.at(1), 1)?;
    write(rt, args.at(0), &data, Flush::No, "compressing data")
}

fn flush_compress(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mode = match buffer::int(rt, args.at(1), 4)? {
        0 => return rt.heap.bytes(Vec::new()),
        1 => Flush::Partial,
        2 => Flush::Sync,
        3 => Flush::Full,
        4 => Flush::Finish,
        // In zlib, `Z_BLOCK` keeps back up to seven bits. Here it writes as much as `Z_PARTIAL_FLUSH`.
        5 => Flush::Partial,
        _ => return Err(wrong(rt, "Error -2 while flushing: inconsistent stream state")),
    };
    write(rt, args.at(0), &[], mode, "flushing")
}

fn copy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (writer, reader) = (rt.heap.native_as::<Writer>(args.at(0)), rt.heap.native_as::<Reader>(args.at(0)));
    if writer.is_some_and(|writer| writer.done) || reader.is_some_and(|reader| reader.closed) {
        return Err(rt.value_error("Inconsistent stream state"));
    }
    let made = rt.heap.native(args.at(0)).ok_or(Abrupt::Bug("not a stream"))?.copy(&mut |value| value);
    rt.heap.object(Object::Native(made))
}

/// Decompresses `data` to at most `limit` bytes and stores the unused input.
fn read(rt: &mut Runtime, this: Value, data: &[u8], limit: usize) -> Result<Value, Abrupt> {
    let mut state = reader(rt, this)?.clone();
    if state.closed {
        return Err(wrong(rt, "Error -2 while decompressing data: inconsistent stream state"));
    }
    rt.charge(READER_BYTES as u64 / 256)?;
    let mut out = Vec::new();
    let mut used = 0;
    if !state.stream.is_done() {
        let mut meter = meter(rt);
        let result = state.stream.read(data, &mut out, limit, &mut meter);
        let exit = meter.exit();
        used = match result {
            Ok(used) => used,
            Err(failure) => return Err(failed(rt, &failure, exit, "while decompressing data")),
        };
    }
    let left = data.get(used..).unwrap_or_default().to_vec();
    let before = state.owned_bytes();
    if state.stream.is_done() {
        state.unused.extend_from_slice(&left);
    }
    if !state.unconsumed.is_empty() || (!left.is_empty() && !state.stream.is_done()) {
        state.unconsumed = left;
    }
    let made = rt.heap.bytes(out)?;
    rt.heap.charge(state.owned_bytes().saturating_sub(before))?;
    rt.heap.refund(before.saturating_sub(state.owned_bytes()));
    if let Some(slot) = rt.heap.native_as_mut(this) {
        *slot = state;
    }
    Ok(made)
}

fn decompress_more(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let data = buffer::copied(rt, args.at(1), 1)?;
    let most = match args.at(2).defined() {
        Some(most) => rt.index(most)?,
        None => 0,
    };
    match usize::try_from(most) {
        Ok(0) => read(rt, args.at(0), &data, usize::MAX),
        Ok(most) => read(rt, args.at(0), &data, most),
        Err(_) => Err(rt.value_error("max_length must be non-negative")),
    }
}

fn flush_decompress(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(length) = args.at(1).defined()
        && rt.index(length)? <= 0
    {
        return Err(rt.value_error("length must be greater than zero"));
    }
    let data = reader(rt, args.at(0))?.unconsumed.clone();
    rt.precheck(data.len(), 1)?;
    let made = read(rt, args.at(0), &data, usize::MAX)?;
    if let Some(reader) = rt.heap.native_as_mut::<Reader>(args.at(0)) {
        reader.closed = reader.stream.is_done();
    }
    Ok(made)
}
