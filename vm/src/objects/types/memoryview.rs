//! `memoryview`: the bytes of an object as items of a format, in any number of dimensions.
//!
//! A view of unsigned bytes in one run has no [`BufferLayout`]. All other views have one. The bytes belong to a `bytes`, to a `bytearray`,
//! or to an `array.array`, which is written in Python and stores values.

use super::bytes::item::{bits_of, is_byte, size_of, value_of};
use super::bytes::{bytes_of, data, methods};
use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::sizes::clamped_size;
use crate::base::value::{Tag, Value};
use crate::heap::{BufferLayout, Object};
use crate::natives;
use crate::objects::types::buffer::ArrayParts;
use crate::objects::types::slot_wrappers;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    /// Create a new memoryview object which references the given object.
    new "__new__" "(cls, object)" => new;
    method "__buffer__" "(self, flags, /)" => of_owner;
    method "__release_buffer__" "(self, buffer, /)" => release_buffer;
    method "__delitem__" "(self, key, /)" => |rt, args| Err(delete(rt, args.at(0)));
    method "__enter__" "(self, /)" => |rt, args| live_view(rt, args.at(0)).map(|_| args.at(0));
    method "__eq__" "(self, value, /)" => eq;
    method "__exit__" "(self, /, *exc_info)" => release;
    method "__getitem__" "(self, key, /)" => |rt, args| get(rt, args.at(0), args.at(1));
    method "__hash__" "(self, /)" => slot_wrappers::hash;
    method "__iter__" "(self, /)" => slot_wrappers::iter;
    method "__len__" "(self, /)" => len;
    method "__ne__" "(self, value, /)" => ne;
    method "__repr__" "(self, /)" => slot_wrappers::repr;
    method "__setitem__" "(self, key, value, /)" => |rt, args| set(rt, args.at(0), args.at(1), args.at(2)).map(|()| Value::NONE);
    method "cast" "(self, /, format, shape=None)" => cast;
    method "hex" "(self, /, sep='', bytes_per_sep=1)" => hex;
    method "release" "(self, /)" => release;
    method "tobytes" "(self, /, order='C')" => tobytes;
    method "tolist" "(self, /)" => tolist;
    method "toreadonly" "(self, /)" => toreadonly;
    get "c_contiguous" "(self, /)" => |rt, args| live_view(rt, args.at(0)).map(|view| Value::bool(view.is_one_run()));
    get "contiguous" "(self, /)" => |rt, args| live_view(rt, args.at(0)).map(|view| Value::bool(view.is_one_run()));
    get "f_contiguous" "(self, /)" => |rt, args| live_view(rt, args.at(0)).map(|view| Value::bool(view.is_one_run() && view.shape.len() < 2));
    get "format" "(self, /)" => |rt, args| live_view(rt, args.at(0)).and_then(|view| rt.heap.str(&view.format()));
    get "itemsize" "(self, /)" => |rt, args| live_view(rt, args.at(0)).map(|view| number(view.size()));
    get "nbytes" "(self, /)" => |rt, args| live_view(rt, args.at(0)).map(|view| number(view.bytes()));
    get "ndim" "(self, /)" => |rt, args| live_view(rt, args.at(0)).map(|view| number(view.shape.len()));
    get "obj" "(self, /)" => |rt, args| live_view(rt, args.at(0)).map(|view| view.owner);
    get "readonly" "(self, /)" => |rt, args| live_view(rt, args.at(0)).map(|view| Value::bool(view.readonly));
    get "shape" "(self, /)" => shape;
    get "strides" "(self, /)" => strides;
    get "suboffsets" "(self, /)" => |rt, args| live_view(rt, args.at(0)).and_then(|_| rt.heap.tuple(&[]));
}

fn number(count: usize) -> Value {
    Value::int(i64::try_from(count).unwrap_or(i64::MAX))
}

/// A view's fields.
#[derive(Clone)]
struct View {
    owner: Value,
    /// The offset of the first item.
    start: usize,
    readonly: bool,
    code: u8,
    /// True when the format was written with `@`.
    native: bool,
    shape: Vec<usize>,
    strides: Vec<i64>,
}

impl View {
    fn format(&self) -> String {
        format!("{}{}", if self.native { "@" } else { "" }, char::from(self.code))
    }

    fn size(&self) -> usize {
        // Items of a character array cannot be read. They have four bytes.
        size_of(self.code).unwrap_or(if matches!(self.code, b'w' | b'u') { 4 } else { 1 })
    }

    fn items(&self) -> usize {
        self.shape.iter().fold(1, |product: usize, count| product.saturating_mul(*count))
    }

    fn bytes(&self) -> usize {
        self.items().saturating_mul(self.size())
    }

    fn is_one_run(&self) -> bool {
        is_contiguous(&self.shape, &self.strides, self.size())
    }

    /// The offset of an item.
    fn place(&self, indices: &[usize]) -> usize {
        let mut at = i128::try_from(self.start).unwrap_or(i128::MAX);
        for (index, stride) in indices.iter().zip(&self.strides) {
            at = at.saturating_add(i128::try_from(*index).unwrap_or(i128::MAX).saturating_mul((*stride).into()));
        }
        usize::try_from(at).unwrap_or(usize::MAX)
    }
}

/// True when the items lie one after the other.
fn is_contiguous(shape: &[usize], strides: &[i64], size: usize) -> bool {
    let mut wanted = i64::try_from(size).unwrap_or(i64::MAX);
    for (count, stride) in shape.iter().zip(strides).rev() {
        if *count > 1 && *stride != wanted {
            return false;
        }
        wanted = wanted.saturating_mul(i64::try_from(*count).unwrap_or(i64::MAX));
    }
    true
}

fn strides_of(shape: &[usize], size: usize) -> Vec<i64> {
    let mut strides = Vec::with_capacity(shape.len());
    let mut next = i64::try_from(size).unwrap_or(i64::MAX);
    for count in shape.iter().rev() {
        strides.push(next);
        next = next.saturating_mul(i64::try_from(*count).unwrap_or(i64::MAX));
    }
    strides.reverse();
    strides
}

/// The offset and number of the bytes of a view of `bytes` or `bytearray`. None when they are not in one run.
pub(crate) fn span(start: usize, len: usize, form: Option<&BufferLayout>) -> Option<(usize, usize)> {
    let Some(form) = form else { return Some((start, len)) };
    let size = size_of(form.code)?;
    let items = form.shape.iter().fold(1, |product: usize, count| product.saturating_mul(*count));
    is_contiguous(&form.shape, &form.strides, size).then_some((start, items.saturating_mul(size)))
}

/// True for a view whose items are not in one run. Most functions that take bytes reject it.
pub(crate) fn has_gaps(rt: &Runtime, value: Value) -> bool {
    match value.tag {
        Tag::Object => match rt.heap.as_object(value) {
            Object::MemoryView { start, len, form, .. } => span(*start, *len, form.as_deref()).is_none(),
            _ => false,
        },
        _ => false,
    }
}

/// The fields of a view. An error when the view has been released.
fn live_view(rt: &mut Runtime, view: Value) -> Result<View, Abrupt> {
    match rt.heap.as_object(view) {
        Object::MemoryView { owner, start, len, readonly, form, .. } if !owner.is_none() => Ok(match form {
            None => {
                View { owner: *owner, start: *start, readonly: *readonly, code: b'B', native: false, shape: vec![*len], strides: vec![1] }
            }
            Some(form) => View {
                owner: *owner,
                start: *start,
                readonly: *readonly,
                code: form.code,
                native: form.native,
                shape: form.shape.clone(),
                strides: form.strides.clone(),
            },
        }),
        _ => Err(rt.value_error("operation forbidden on released memoryview object")),
    }
}

fn make(rt: &mut Runtime, view: View) -> Result<Value, Abrupt> {
    let plain = view.code == b'B' && !view.native && view.strides == [1] && view.owner.tag != Tag::Inst;
    let len = view.shape.first().copied().unwrap_or(1);
    let View { owner, start, readonly, code, native, shape, strides } = view;
    let form = if plain { None } else { Some(Box::new(BufferLayout { code, native, shape, strides })) };
    let made = rt.heap.object(Object::MemoryView { owner, start, len, readonly, form, hash: Value::UNDEF })?;
    if owner.tag == Tag::ByteArray {
        let exports = &mut rt.heap.bytearrays.get_mut(owner.index()).exports;
        *exports = exports.saturating_add(1);
    } else if let Some(guard) = guard_of(rt, owner, true)? {
        let exports = &mut rt.heap.bytearrays.get_mut(guard.index()).exports;
        *exports = exports.saturating_add(1);
    }
    Ok(made)
}

/// The bytearray that counts the views of an `array.array`. `make` creates it when missing. None for other objects.
fn guard_of(rt: &mut Runtime, owner: Value, make: bool) -> Result<Option<Value>, Abrupt> {
    if owner.tag != Tag::Inst {
        return Ok(None);
    }
    let name = rt.intern("_guard")?;
    if let Some(guard) = rt.own_slot(owner, name).filter(|guard| guard.tag == Tag::ByteArray) {
        return Ok(Some(guard));
    }
    if !make {
        return Ok(None);
    }
    let guard = rt.heap.bytearray(vec![0])?;
    rt.store_slot(owner, name, guard)?;
    Ok(Some(guard))
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if !rt.policy.trusted {
        // `type(view).__new__(type(view), data)` is no call of the type.
        rt.check_type(crate::runtime::type_table::MEMORYVIEW)?;
    }
    let view = view_of(rt, args.at(1))?;
    match view {
        Some(view) => make(rt, view),
        None => {
            let name = rt.type_name(args.at(1));
            Err(rt.type_error(&format!("memoryview: a bytes-like object is required, not '{name}'")))
        }
    }
}

/// `owner.__buffer__(flags)`: a view of the owner. `BufferError` when the flags demand a writable view and the owner is read-only.
pub(crate) fn of_owner(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let flags = rt.index(args.at(1))?;
    let Some(view) = view_of(rt, args.at(0))? else { return Err(Abrupt::Bug("a buffer without bytes")) };
    if flags & 1 != 0 && view.readonly {
        let text = if args.at(0).tag == Tag::Object { "memoryview: underlying buffer is not writable" } else { "Object is not writable." };
        return Err(rt.raise(crate::runtime::exceptions::BUFFER_ERROR, text));
    }
    make(rt, view)
}

/// `owner.__release_buffer__(view)`.
pub(crate) fn release_buffer(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let buffer = args.at(1);
    if buffer.tag != Tag::Object || !matches!(rt.heap.as_object(buffer), Object::MemoryView { .. }) {
        return Err(rt.type_error("expected a memoryview object"));
    }
    if live_view(rt, buffer)?.owner != rt.unwrap_payload(args.at(0)) {
        return Err(rt.value_error("memoryview's buffer is not this object"));
    }
    close(rt, buffer)
}

/// A view of all of a bytes-like object. None for anything else.
fn view_of(rt: &mut Runtime, value: Value) -> Result<Option<View>, Abrupt> {
    let plain = rt.unwrap_payload(value);
    Ok(match plain.tag {
        Tag::Bytes | Tag::ByteArray => {
            let (len, readonly) = (rt.byte_data(plain).len(), plain.tag == Tag::Bytes);
            // The owner is the object itself. Only the length of its bytes is used here.
            Some(View { owner: plain, start: 0, readonly, code: b'B', native: false, shape: vec![len], strides: vec![1] })
        }
        Tag::Object if matches!(rt.heap.as_object(plain), Object::MemoryView { .. }) => Some(live_view(rt, plain)?),
        _ => match ArrayParts::of(rt, value)? {
            Some(parts) => {
                let count = rt.sequence_items(parts.items).len();
                let (code, stride) = (parts.code, i64::try_from(parts.size).unwrap_or(8));
                Some(View { owner: value, start: 0, readonly: false, code, native: false, shape: vec![count], strides: vec![stride] })
            }
            None => match crate::objects::types::buffer::pickle_buffer_view(rt, value)? {
                Some(view) if matches!(rt.heap.as_object(view), Object::MemoryView { .. }) => Some(live_view(rt, view)?),
                _ => None,
            },
        },
    })
}

/// The number of bytes that can be written through an `array.array` or a view of one. None for anything else.
pub(crate) fn room_in_array(rt: &mut Runtime, value: Value) -> Result<Option<usize>, Abrupt> {
    Ok(view_of(rt, value)?.filter(|view| view.owner.tag == Tag::Inst && !view.readonly && view.is_one_run()).map(|view| view.bytes()))
}

/// Writes bytes through an `array.array` or a view of one.
pub(crate) fn write_to_array(rt: &mut Runtime, value: Value, at: usize, data: &[u8]) -> Result<(), Abrupt> {
    let Some(view) = view_of(rt, value)? else { return Ok(()) };
    rt.charge(data.len() as u64)?;
    let array = array_of(rt, &view)?;
    for (offset, byte) in data.iter().enumerate() {
        write(rt, &view, array.as_ref(), view.start.saturating_add(at).saturating_add(offset), 1, (*byte).into())?;
    }
    Ok(())
}

/// The parts of the array that a view shows, if it shows one. Whoever reads many items looks for them once.
fn array_of(rt: &mut Runtime, view: &View) -> Result<Option<ArrayParts>, Abrupt> {
    if view.owner.tag == Tag::Inst { ArrayParts::of(rt, view.owner) } else { Ok(None) }
}

/// Reads `size` bytes at an offset into the low end of the result. Bytes that no longer exist read as zero.
fn read(rt: &Runtime, view: &View, array: Option<&ArrayParts>, at: usize, size: usize) -> u64 {
    let mut bytes = [0; 8];
    if view.owner.tag == Tag::Inst {
        let Some(parts) = array else { return 0 };
        if size == parts.size && at.is_multiple_of(size) {
            let item = rt.sequence_items(parts.items).get(at / size).copied();
            // An int that is negative has all the higher bits, too.
            let unused = 64usize.saturating_sub(8 * size);
            return item.map_or(0, |item| parts.bits(rt, item) << unused >> unused);
        }
        for (offset, slot) in bytes.iter_mut().take(size).enumerate() {
            let at = at.saturating_add(offset);
            let item = rt.sequence_items(parts.items).get(at / parts.size).copied();
            let word = item.map_or(0, |item| parts.bits(rt, item)).to_le_bytes();
            *slot = word.get(at % parts.size).copied().unwrap_or(0);
        }
        return u64::from_le_bytes(bytes);
    }
    let all = rt.byte_data(view.owner);
    for (offset, slot) in bytes.iter_mut().take(size).enumerate() {
        *slot = all.get(at.saturating_add(offset)).copied().unwrap_or(0);
    }
    u64::from_le_bytes(bytes)
}

fn write(rt: &mut Runtime, view: &View, array: Option<&ArrayParts>, at: usize, size: usize, word: u64) -> Result<(), Abrupt> {
    let bytes = word.to_le_bytes();
    if view.owner.tag == Tag::Inst {
        let Some(parts) = array else { return Ok(()) };
        for (offset, byte) in bytes.iter().take(size).enumerate() {
            let at = at.saturating_add(offset);
            let Some(item) = rt.sequence_items(parts.items).get(at / parts.size).copied() else { continue };
            let mut word = parts.bits(rt, item).to_le_bytes();
            if let Some(slot) = word.get_mut(at % parts.size) {
                *slot = *byte;
            }
            let value = value_of(rt, parts.code, u64::from_le_bytes(word))?;
            if let Some(slot) = rt.heap.lists.get_mut(parts.items.index()).items.get_mut(at / parts.size) {
                *slot = value;
            }
        }
        return Ok(());
    }
    if view.owner.tag == Tag::ByteArray {
        let all = &mut rt.heap.bytearrays.get_mut(view.owner.index()).data;
        for (offset, byte) in bytes.iter().take(size).enumerate() {
            if let Some(slot) = all.get_mut(at.saturating_add(offset)) {
                *slot = *byte;
            }
        }
    }
    Ok(())
}

/// Fails for formats whose items cannot be read, such as arrays of characters.
fn known(rt: &mut Runtime, view: &View) -> Result<(), Abrupt> {
    if size_of(view.code).is_some() {
        return Ok(());
    }
    Err(rt.not_implemented_error(&format!("memoryview: format {} not supported", view.format())))
}

fn item(rt: &mut Runtime, view: &View, array: Option<&ArrayParts>, at: usize) -> Result<Value, Abrupt> {
    known(rt, view)?;
    let word = read(rt, view, array, at, view.size());
    value_of(rt, view.code, word)
}

/// The offsets of all items. The last index varies fastest.
fn item_offsets(rt: &mut Runtime, view: &View) -> Result<Vec<usize>, Abrupt> {
    let count = view.items();
    rt.precheck(count, 16)?;
    rt.charge(count as u64 / 8)?;
    let mut item_offsets = Vec::with_capacity(count);
    let mut indices = vec![0usize; view.shape.len()];
    for _ in 0..count {
        item_offsets.push(view.place(&indices));
        for (index, limit) in indices.iter_mut().zip(&view.shape).rev() {
            *index = index.saturating_add(1);
            if *index < *limit {
                break;
            }
            *index = 0;
        }
    }
    Ok(item_offsets)
}

/// All bytes of a view, item by item.
fn bytes_in_order(rt: &mut Runtime, view: &View) -> Result<Vec<u8>, Abrupt> {
    let size = view.size();
    rt.precheck(view.bytes(), 1)?;
    let array = array_of(rt, view)?;
    let mut all = Vec::with_capacity(view.bytes());
    for place in item_offsets(rt, view)? {
        rt.charge(3)?;
        let word = read(rt, view, array.as_ref(), place, size);
        all.extend(word.to_le_bytes().into_iter().take(size));
    }
    Ok(all)
}

/// The bytes of a view that cannot be borrowed as one run, as a bytes object. None for anything else.
pub(crate) fn copy_of(rt: &mut Runtime, value: Value) -> Result<Option<Value>, Abrupt> {
    if value.tag != Tag::Object || !matches!(rt.heap.as_object(value), Object::MemoryView { .. }) {
        return Ok(None);
    }
    let view = live_view(rt, value)?;
    let all = bytes_in_order(rt, &view)?;
    rt.heap.bytes(all).map(Some)
}

/// `a == b` for a view and any value.
pub(crate) fn equal(rt: &mut Runtime, this: Value, other: Value) -> Result<bool, Abrupt> {
    if this == other {
        return Ok(true);
    }
    let is_released = |rt: &Runtime, value: Value| {
        value.tag == Tag::Object && matches!(rt.heap.as_object(value), Object::MemoryView { owner, .. } if owner.is_none())
    };
    if is_released(rt, this) || is_released(rt, other) {
        return Ok(false);
    }
    let left = live_view(rt, this)?;
    let Some(right) = view_of(rt, other)? else { return Ok(false) };
    if left.shape != right.shape {
        return Ok(false);
    }
    if left.code == right.code && !matches!(left.code, b'e' | b'f' | b'd' | b'?') || left.code == b'B' && right.code == b'B' {
        rt.charge(left.bytes() as u64 / 16)?;
        if let (Some(left), Some(right)) = (data(rt, this), data(rt, other)) {
            return Ok(left == right);
        }
    }
    if size_of(left.code).is_none() || size_of(right.code).is_none() {
        return Ok(false);
    }
    let pairs: Vec<(usize, usize)> = item_offsets(rt, &left)?.into_iter().zip(item_offsets(rt, &right)?).collect();
    let (left_array, right_array) = (array_of(rt, &left)?, array_of(rt, &right)?);
    for (a, b) in pairs {
        rt.charge(5)?;
        let (a, b) = (item(rt, &left, left_array.as_ref(), a)?, item(rt, &right, right_array.as_ref(), b)?);
        if !rt.eq(a, b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn eq(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = rt.unwrap_payload(args.at(1));
    if args.at(0) != other && view_of(rt, args.at(1)).is_ok_and(|view| view.is_none()) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    equal(rt, args.at(0), if other.tag == Tag::Inst { args.at(1) } else { other }).map(Value::bool)
}

fn ne(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let equal = eq(rt, args)?;
    Ok(if equal == Value::NOT_IMPLEMENTED { equal } else { Value::bool(!equal.is_true()) })
}

/// `hash(view)`: the hash of its bytes, if they are read-only. The hash is kept, even after the view is released.
pub(crate) fn hash(rt: &mut Runtime, this: Value) -> Result<u64, Abrupt> {
    if let Object::MemoryView { hash, .. } = rt.heap.as_object(this)
        && let Some(hash) = hash.defined()
    {
        return Ok(hash.as_i64().cast_unsigned());
    }
    let view = live_view(rt, this)?;
    if !view.readonly {
        return Err(rt.value_error("cannot hash writable memoryview object"));
    }
    if !is_byte(view.code) {
        return Err(rt.value_error("memoryview: hashing is restricted to formats 'B', 'b' or 'c'"));
    }
    if view.owner.tag != Tag::Bytes {
        rt.hash(view.owner)?;
    }
    let all = bytes_in_order(rt, &view)?;
    let made = crate::objects::protocols::hash::hash_bytes(&all, rt.identity.hash_seed);
    if let Object::MemoryView { hash, .. } = rt.heap.objects.get_mut(this.index()) {
        *hash = Value::int(made.cast_signed());
    }
    Ok(made)
}

fn len(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match live_view(rt, args.at(0))?.shape.first() {
        Some(count) => Ok(number(*count)),
        None => Err(rt.type_error("0-dim memory has no length")),
    }
}

fn shape(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let shape: Vec<Value> = live_view(rt, args.at(0))?.shape.into_iter().map(number).collect();
    rt.heap.tuple_from(shape)
}

fn strides(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let strides: Vec<Value> = live_view(rt, args.at(0))?.strides.into_iter().map(Value::int).collect();
    rt.heap.tuple_from(strides)
}

fn release(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    close(rt, args.at(0))
}

fn close(rt: &mut Runtime, view: Value) -> Result<Value, Abrupt> {
    if let Object::MemoryView { owner, len, form, .. } = rt.heap.objects.get_mut(view.index()) {
        let seen = std::mem::replace(owner, Value::NONE);
        if seen.tag == Tag::ByteArray {
            let exports = &mut rt.heap.bytearrays.get_mut(seen.index()).exports;
            *exports = exports.saturating_sub(1);
        }
        *len = 0;
        *form = None;
        if let Some(guard) = guard_of(rt, seen, false)? {
            let exports = &mut rt.heap.bytearrays.get_mut(guard.index()).exports;
            *exports = exports.saturating_sub(1);
        }
    }
    Ok(Value::NONE)
}

/// The letter of a format, and whether an `@` precedes it.
fn parse_format(text: &str) -> Option<(u8, bool)> {
    let (code, native) = match text.as_bytes() {
        [b'@', code] => (*code, true),
        [code] => (*code, false),
        _ => return None,
    };
    size_of(code).map(|_| (code, native))
}

fn cast(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut view = live_view(rt, args.at(0))?;
    let format = rt.str_argument(args.at(1), "cast() argument 'format'")?;
    let format = parse_format(rt.heap.text(format));
    let dims = args.at(2).some();
    if !view.is_one_run() {
        return Err(rt.type_error("memoryview: casts are restricted to C-contiguous views"));
    }
    if (dims.is_some() || view.shape.len() != 1) && view.shape.contains(&0) {
        return Err(rt.type_error("memoryview: cannot cast view with zeros in shape or strides"));
    }
    let mut wanted = None;
    if let Some(dims) = dims {
        let plain = rt.unwrap_payload(dims);
        if !matches!(plain.tag, Tag::List | Tag::Tuple) {
            return Err(rt.type_error("shape must be a list or a tuple"));
        }
        if rt.sequence_items(plain).len() > 64 {
            return Err(rt.value_error("memoryview: number of dimensions must not exceed 64"));
        }
        let items = rt.sequence_items(plain).to_vec();
        if view.shape.len() != 1 && items.len() != 1 {
            return Err(rt.type_error("memoryview: cast must be 1D -> ND or ND -> 1D"));
        }
        wanted = Some(items);
    }
    if size_of(view.code).is_none() {
        return Err(rt.value_error("memoryview: source format must be a native single character format prefixed with an optional '@'"));
    }
    let Some((code, native)) = format else {
        return Err(rt.value_error("memoryview: destination format must be a native single character format prefixed with an optional '@'"));
    };
    if !is_byte(view.code) && !is_byte(code) {
        return Err(rt.type_error("memoryview: cannot cast between two non-byte formats"));
    }
    let (size, bytes) = (size_of(code).unwrap_or(1), view.bytes());
    if bytes % size != 0 {
        return Err(rt.type_error("memoryview: length is not a multiple of itemsize"));
    }
    let mut shape = vec![bytes / size];
    if let Some(items) = wanted {
        shape.clear();
        let mut product: usize = 1;
        for item in items {
            let plain = rt.unwrap_payload(item);
            if !matches!(plain.tag, Tag::Int | Tag::Bool | Tag::BigInt) {
                return Err(rt.type_error("memoryview.cast(): elements of shape must be integers"));
            }
            let count = if plain.tag == Tag::BigInt { 0 } else { clamped_size(plain.as_i64()) };
            if count == 0 {
                return Err(rt.value_error("memoryview.cast(): elements of shape must be integers > 0"));
            }
            product = match product.checked_mul(count).filter(|product| i64::try_from(*product).is_ok()) {
                Some(product) => product,
                None => return Err(rt.value_error("memoryview.cast(): product(shape) > SSIZE_MAX")),
            };
            shape.push(count);
        }
        if product.checked_mul(size) != Some(bytes) {
            return Err(rt.type_error("memoryview: product(shape) * itemsize != buffer size"));
        }
    }
    (view.code, view.native) = (code, native);
    view.strides = strides_of(&shape, size);
    view.shape = shape;
    make(rt, view)
}

fn hex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let view = live_view(rt, args.at(0))?;
    if data(rt, args.at(0)).is_some() {
        return methods::hex(rt, args);
    }
    let all = bytes_in_order(rt, &view)?;
    let all = rt.heap.bytes(all)?;
    let name = rt.intern("hex")?;
    match crate::runtime::type_table::registry().member(crate::runtime::type_table::BYTES, name) {
        Some(method) => rt.call_native(method, &[all, args.at(1).or(Value::UNDEF), args.at(2).or(Value::UNDEF)]),
        None => Err(Abrupt::Bug("bytes without hex")),
    }
}

fn tobytes(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let view = live_view(rt, args.at(0))?;
    let mut reversed = false;
    if let Some(order) = args.at(1).some() {
        let plain = rt.unwrap_payload(order);
        if !plain.is_str() {
            let name = rt.argument_name(order);
            return Err(rt.type_error(&format!("tobytes() argument 'order' must be str or None, not {name}")));
        }
        match rt.heap.text(plain) {
            "C" | "A" => {}
            "F" => reversed = true,
            _ => return Err(rt.value_error("order must be 'C', 'F' or 'A'")),
        }
    }
    if reversed && view.shape.len() > 1 {
        let turned =
            View { shape: view.shape.iter().rev().copied().collect(), strides: view.strides.iter().rev().copied().collect(), ..view };
        let all = bytes_in_order(rt, &turned)?;
        return rt.heap.bytes(all);
    }
    let all = match data(rt, args.at(0)) {
        Some(_) => super::bytes::copied(rt, args.at(0))?,
        None => bytes_in_order(rt, &view)?,
    };
    rt.heap.bytes(all)
}

/// The items as lists of lists.
pub(crate) fn items(rt: &mut Runtime, this: Value) -> Result<Value, Abrupt> {
    let view = live_view(rt, this)?;
    known(rt, &view)?;
    let array = array_of(rt, &view)?;
    let mut level = Vec::new();
    for place in item_offsets(rt, &view)? {
        rt.charge(3)?;
        level.push(item(rt, &view, array.as_ref(), place)?);
    }
    let Some((_, outer)) = view.shape.split_first() else { return Ok(level.first().copied().unwrap_or(Value::NONE)) };
    for count in outer.iter().rev() {
        let mut next = Vec::new();
        for run in level.chunks((*count).max(1)) {
            next.push(rt.heap.list(run.to_vec())?);
        }
        level = next;
    }
    rt.heap.list(level)
}

/// True for a view without dimensions, which contains no items.
pub(crate) fn has_no_dimension(rt: &Runtime, value: Value) -> bool {
    matches!(rt.heap.as_object(value), Object::MemoryView { form: Some(form), .. } if form.shape.is_empty())
}

/// The items to iterate for a view that is not a run of unsigned bytes.
pub(crate) fn iteration_items(rt: &mut Runtime, this: Value) -> Result<Value, Abrupt> {
    match live_view(rt, this)?.shape.len() {
        0 => Err(rt.type_error("invalid indexing of 0-dim memory")),
        1 => items(rt, this),
        _ => Err(rt.not_implemented_error("multi-dimensional sub-views are not implemented")),
    }
}

fn tolist(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    items(rt, args.at(0))
}

fn toreadonly(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let view = live_view(rt, args.at(0))?;
    make(rt, View { readonly: true, ..view })
}

/// The index of a key in one dimension.
fn position(rt: &mut Runtime, key: Value, count: usize, dimension: usize) -> Result<usize, Abrupt> {
    let plain = rt.unwrap_payload(key);
    let at = match plain.tag {
        Tag::BigInt => return Err(rt.index_error("cannot fit 'int' into an index-sized integer")),
        _ => rt.index(key)?,
    };
    let at = if at < 0 { at.saturating_add(i64::try_from(count).unwrap_or(i64::MAX)) } else { at };
    match usize::try_from(at) {
        Ok(at) if at < count => Ok(at),
        _ => Err(rt.index_error(&format!("index out of bounds on dimension {dimension}"))),
    }
}

/// What the key of a view selects.
enum Key {
    Place(usize),
    Slice,
    Whole,
}

fn is_index(rt: &Runtime, key: Value) -> bool {
    matches!(rt.unwrap_payload(key).tag, Tag::Int | Tag::Bool | Tag::BigInt) || rt.has_user_method(key, names::dunder_index)
}

/// The item or part that a key selects. `reads` selects the wording of the error.
fn key_of(rt: &mut Runtime, view: &View, key: Value, reads: bool) -> Result<Key, Abrupt> {
    let plain = rt.unwrap_payload(key);
    rt.charge(rt.sequence_items(plain).len() as u64 / 8)?;
    let parts = if plain.tag == Tag::Tuple { Some(rt.sequence_items(plain).to_vec()) } else { None };
    if view.shape.is_empty() {
        return match parts {
            Some(parts) if parts.is_empty() => Ok(Key::Place(view.start)),
            None if key == Value::ELLIPSIS => Ok(Key::Whole),
            _ => Err(rt.type_error("invalid indexing of 0-dim memory")),
        };
    }
    if is_index(rt, key) {
        known(rt, view)?;
        if view.shape.len() > 1 {
            let text = if reads { "multi-dimensional sub-views are not implemented" } else { "sub-views are not implemented" };
            return Err(rt.not_implemented_error(text));
        }
        let at = position(rt, key, view.shape.first().copied().unwrap_or(0), 1)?;
        return Ok(Key::Place(view.place(&[at])));
    }
    if key.tag == Tag::Slice && (reads || view.shape.len() == 1) {
        return Ok(Key::Slice);
    }
    if let Some(parts) = parts {
        if parts.iter().all(|part| is_index(rt, *part)) {
            known(rt, view)?;
            let (given, wanted) = (parts.len(), view.shape.len());
            if given < wanted {
                return Err(rt.not_implemented_error("sub-views are not implemented"));
            }
            if given > wanted {
                return Err(rt.type_error(&format!("cannot index {wanted}-dimension view with {given}-element tuple")));
            }
            let mut indices = Vec::with_capacity(given);
            for (at, (part, count)) in parts.into_iter().zip(view.shape.clone()).enumerate() {
                indices.push(position(rt, part, count, at + 1)?);
            }
            return Ok(Key::Place(view.place(&indices)));
        }
        if !parts.is_empty() && parts.iter().all(|part| part.tag == Tag::Slice) {
            return Err(rt.not_implemented_error(if reads {
                "multi-dimensional slicing is not implemented"
            } else {
                "memoryview slice assignments are currently restricted to ndim = 1"
            }));
        }
    } else if key.tag == Tag::Slice {
        return Err(rt.not_implemented_error("memoryview slice assignments are currently restricted to ndim = 1"));
    }
    Err(rt.type_error("memoryview: invalid slice key"))
}

/// The part of a view that a slice of its first dimension selects.
fn sliced(rt: &mut Runtime, view: &View, key: Value) -> Result<View, Abrupt> {
    let slice = *rt.heap.slices.get(key.index());
    let count = view.shape.first().copied().unwrap_or(0);
    let indices = rt.slice_indices(slice.start, slice.stop, slice.step, count)?;
    let mut part = view.clone();
    let first = clamped_size(indices.start);
    if indices.count > 0 {
        part.start = view.place(&[first]);
    }
    if let (Some(count), Some(stride)) = (part.shape.first_mut(), part.strides.first_mut()) {
        *count = indices.count;
        *stride = stride.saturating_mul(indices.step);
    }
    Ok(part)
}

/// `view[key]`.
pub(crate) fn get(rt: &mut Runtime, this: Value, key: Value) -> Result<Value, Abrupt> {
    // The common case: one byte.
    if let Object::MemoryView { len, form: None, owner, .. } = rt.heap.as_object(this)
        && key.tag == Tag::Int
        && !owner.is_none()
        && let Ok(at) = usize::try_from(key.as_i64())
        && at < *len
    {
        return Ok(Value::int(bytes_of(rt, this).get(at).copied().unwrap_or(0).into()));
    }
    let view = live_view(rt, this)?;
    match key_of(rt, &view, key, true)? {
        Key::Place(at) => {
            let array = array_of(rt, &view)?;
            item(rt, &view, array.as_ref(), at)
        }
        Key::Slice => {
            let part = sliced(rt, &view, key)?;
            make(rt, part)
        }
        Key::Whole => Ok(this),
    }
}

/// `del view[key]`.
pub(crate) fn delete(rt: &mut Runtime, this: Value) -> Abrupt {
    match live_view(rt, this) {
        Ok(view) if view.readonly => rt.type_error("cannot modify read-only memory"),
        Ok(_) => rt.type_error("cannot delete memory"),
        Err(exit) => exit,
    }
}

/// `view[key] = value`.
pub(crate) fn set(rt: &mut Runtime, this: Value, key: Value, value: Value) -> Result<(), Abrupt> {
    let view = live_view(rt, this)?;
    if view.readonly {
        return Err(rt.type_error("cannot modify read-only memory"));
    }
    match key_of(rt, &view, key, false)? {
        Key::Place(at) => {
            let word = bits_of(rt, view.code, value)?;
            let array = array_of(rt, &view)?;
            write(rt, &view, array.as_ref(), at, view.size(), word)
        }
        Key::Whole => {
            let word = bits_of(rt, view.code, value)?;
            let array = array_of(rt, &view)?;
            write(rt, &view, array.as_ref(), view.start, view.size(), word)
        }
        Key::Slice => {
            let Some(source) = view_of(rt, value)? else {
                let name = rt.type_name(value);
                return Err(rt.type_error(&format!("a bytes-like object is required, not '{name}'")));
            };
            let part = sliced(rt, &view, key)?;
            if source.code != part.code || source.shape != part.shape {
                return Err(rt.value_error("memoryview assignment: lvalue and rvalue have different structures"));
            }
            // Everything is read before anything is written, because the two may overlap.
            let size = part.size();
            let from = item_offsets(rt, &source)?;
            let (read_from, written_to) = (array_of(rt, &source)?, array_of(rt, &part)?);
            let mut words = Vec::with_capacity(from.len());
            for place in from {
                words.push(read(rt, &source, read_from.as_ref(), place, size));
            }
            for (place, word) in item_offsets(rt, &part)?.into_iter().zip(words) {
                rt.charge(3)?;
                write(rt, &part, written_to.as_ref(), place, size, word)?;
            }
            Ok(())
        }
    }
}
