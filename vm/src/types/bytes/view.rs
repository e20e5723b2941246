//! `memoryview`: one-dimensional views of unsigned bytes. A view with a step other than one is a read-only copy.

use super::{bytes_of, copied, data, methods};
use crate::exit::Exit;
use crate::heap::Object;
use crate::names;
use crate::natives;
use crate::natives::Args;
use crate::ops::compare::Cmp;
use crate::rt::Rt;
use crate::types::special;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS:
    /// A view of the bytes of an object.
    new "__new__" "(cls, object)" => new;
    method "__delitem__" "(self, key, /)" => |rt, _| Err(rt.type_error("cannot delete memory"));
    method "__enter__" "(self, /)" => |rt, args| live(rt, args.at(0)).map(|_| args.at(0));
    method "__eq__" "(self, value, /)" => eq;
    method "__exit__" "(self, /, *exc_info)" => release;
    method "__getitem__" "(self, key, /)" => |rt, args| get(rt, args.at(0), args.at(1));
    method "__hash__" "(self, /)" => special::hash;
    method "__iter__" "(self, /)" => special::iter;
    method "__len__" "(self, /)" => len;
    method "__ne__" "(self, value, /)" => ne;
    method "__repr__" "(self, /)" => special::repr;
    method "__setitem__" "(self, key, value, /)" => |rt, args| set(rt, args.at(0), args.at(1), args.at(2)).map(|()| Value::NONE);
    method "cast" "(self, /, format, shape=None)" => cast;
    method "hex" "(self, /, sep='', bytes_per_sep=1)" => |rt, args| live(rt, args.at(0)).and_then(|_| methods::hex(rt, args));
    method "release" "(self, /)" => release;
    method "tobytes" "(self, /, order='C')" => tobytes;
    method "tolist" "(self, /)" => tolist;
    method "toreadonly" "(self, /)" => toreadonly;
    get "c_contiguous" "(self, /)" => |rt, args| live(rt, args.at(0)).map(|_| Value::TRUE);
    get "contiguous" "(self, /)" => |rt, args| live(rt, args.at(0)).map(|_| Value::TRUE);
    get "f_contiguous" "(self, /)" => |rt, args| live(rt, args.at(0)).map(|_| Value::TRUE);
    get "format" "(self, /)" => |rt, args| live(rt, args.at(0)).and_then(|_| rt.heap.str("B"));
    get "itemsize" "(self, /)" => |rt, args| live(rt, args.at(0)).map(|_| Value::int(1));
    get "nbytes" "(self, /)" => len;
    get "ndim" "(self, /)" => |rt, args| live(rt, args.at(0)).map(|_| Value::int(1));
    get "obj" "(self, /)" => |rt, args| live(rt, args.at(0)).map(|view| view.owner);
    get "readonly" "(self, /)" => |rt, args| live(rt, args.at(0)).map(|view| Value::bool(view.readonly));
    get "shape" "(self, /)" => |rt, args| live(rt, args.at(0)).and_then(|view| rt.heap.tuple(&[Value::int(view.len as i64)]));
    get "strides" "(self, /)" => |rt, args| live(rt, args.at(0)).and_then(|_| rt.heap.tuple(&[Value::int(1)]));
    get "suboffsets" "(self, /)" => |rt, args| live(rt, args.at(0)).and_then(|_| rt.heap.tuple(&[]));
}

/// A view's fields.
#[derive(Clone, Copy)]
struct View {
    owner: Value,
    start: usize,
    len: usize,
    readonly: bool,
}

/// The fields of a view that has not been released.
fn live(rt: &mut Rt, view: Value) -> Result<View, Exit> {
    match rt.heap.as_object(view) {
        Object::MemoryView { owner, start, len, readonly } if !owner.is_none() => {
            Ok(View { owner: *owner, start: *start, len: *len, readonly: *readonly })
        }
        _ => Err(rt.value_error("operation forbidden on released memoryview object")),
    }
}

fn make(rt: &mut Rt, view: View) -> Result<Value, Exit> {
    let View { owner, start, len, readonly } = view;
    rt.heap.object(Object::MemoryView { owner, start, len, readonly })
}

fn new(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let plain = rt.plain(args.at(1));
    match plain.tag {
        Tag::Bytes | Tag::ByteArray => {
            let (len, readonly) = (rt.byte_data(plain).len(), plain.tag == Tag::Bytes);
            make(rt, View { owner: plain, start: 0, len, readonly })
        }
        Tag::Object if matches!(rt.heap.as_object(plain), Object::MemoryView { .. }) => {
            let view = live(rt, plain)?;
            make(rt, view)
        }
        _ => {
            if let Some(owner) = crate::stdlib::buffers::of_array(rt, args.at(1))? {
                let len = rt.byte_data(owner).len();
                return make(rt, View { owner, start: 0, len, readonly: true });
            }
            let name = rt.type_name(args.at(1));
            Err(rt.type_error(&format!("memoryview: a bytes-like object is required, not '{name}'")))
        }
    }
}

fn eq(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let other = rt.plain(args.at(1));
    if data(rt, other).is_none() {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    Ok(rt.compare_native(Cmp::Eq, args.at(0), other)?.map_or(Value::NOT_IMPLEMENTED, Value::bool))
}

fn ne(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let equal = eq(rt, args)?;
    Ok(if equal == Value::NOT_IMPLEMENTED { equal } else { Value::bool(!equal.is_true()) })
}

/// `hash(view)`: that of its bytes, where they cannot change.
pub(crate) fn hash(rt: &mut Rt, this: Value) -> Result<u64, Exit> {
    if !live(rt, this)?.readonly {
        return Err(rt.value_error("cannot hash writable memoryview object"));
    }
    let len = bytes_of(rt, this).len();
    rt.charge(len as u64 / 64)?;
    Ok(crate::ops::hashing::hash_bytes(bytes_of(rt, this), rt.hash_seed))
}

fn len(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let view = live(rt, args.at(0))?;
    Ok(Value::int(i64::try_from(view.len).unwrap_or(i64::MAX)))
}

fn release(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    if let Object::MemoryView { owner, len, .. } = rt.heap.objects.get_mut(args.at(0).index()) {
        *owner = Value::NONE;
        *len = 0;
    }
    Ok(Value::NONE)
}

fn cast(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let view = live(rt, args.at(0))?;
    let format = rt.str_argument(args.at(1), "cast() argument 'format'")?;
    match rt.heap.text(format) {
        "B" | "@B" if args.at(2).some().is_none() => make(rt, view),
        _ => Err(rt.not_implemented_error("memoryview: only casts to one-dimensional 'B' are supported")),
    }
}

fn tobytes(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    live(rt, args.at(0))?;
    let data = copied(rt, args.at(0))?;
    rt.heap.bytes(data)
}

fn tolist(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    live(rt, args.at(0))?;
    let len = bytes_of(rt, args.at(0)).len();
    rt.precheck(len, 16)?;
    let items: Vec<Value> = bytes_of(rt, args.at(0)).iter().map(|byte| Value::int((*byte).into())).collect();
    rt.heap.list(items)
}

fn toreadonly(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let view = live(rt, args.at(0))?;
    make(rt, View { readonly: true, ..view })
}

/// The position a key names.
fn position(rt: &mut Rt, view: View, key: Value) -> Result<usize, Exit> {
    let plain = rt.plain(key);
    match plain.tag {
        Tag::Int | Tag::Bool | Tag::BigInt => {}
        Tag::Tuple => {
            let count = rt.sequence_items(plain).len();
            return Err(rt.type_error(&format!("cannot index 1-dimension view with {count}-element tuple")));
        }
        _ if rt.has_guest(key, names::dunder_index) => return Err(Exit::Guest),
        _ => return Err(rt.type_error("memoryview: invalid slice key")),
    }
    let at = if plain.tag == Tag::BigInt { i64::MAX } else { plain.as_i64() };
    let at = if at < 0 { at.saturating_add(i64::try_from(view.len).unwrap_or(i64::MAX)) } else { at };
    match usize::try_from(at) {
        Ok(at) if at < view.len => Ok(at),
        _ => Err(rt.index_error("index out of bounds on dimension 1")),
    }
}

/// `view[key]`.
pub(crate) fn get(rt: &mut Rt, this: Value, key: Value) -> Result<Value, Exit> {
    let view = live(rt, this)?;
    if key.tag != Tag::Slice {
        let at = position(rt, view, key)?;
        return Ok(Value::int(bytes_of(rt, this).get(at).copied().unwrap_or(0).into()));
    }
    let slice = *rt.heap.slices.get(key.index());
    let indices = rt.slice_indices(slice.start, slice.stop, slice.step, view.len)?;
    if indices.step == 1 {
        let start = view.start.saturating_add(usize::try_from(indices.start).unwrap_or(0));
        return make(rt, View { start, len: indices.count, ..view });
    }
    rt.precheck(indices.count, 1)?;
    let all = bytes_of(rt, this);
    let picked: Vec<u8> = indices.positions().filter_map(|at| all.get(at).copied()).collect();
    let owner = rt.heap.bytes(picked)?;
    make(rt, View { owner, start: 0, len: indices.count, readonly: true })
}

/// `view[key] = value`.
pub(crate) fn set(rt: &mut Rt, this: Value, key: Value, value: Value) -> Result<(), Exit> {
    let view = live(rt, this)?;
    if view.readonly {
        return Err(rt.type_error("cannot modify read-only memory"));
    }
    let write = |rt: &mut Rt, at: usize, byte: u8| {
        if let Some(slot) = rt.heap.bytearrays.get_mut(view.owner.index()).data.get_mut(view.start.saturating_add(at)) {
            *slot = byte;
        }
    };
    if key.tag != Tag::Slice {
        let at = position(rt, view, key)?;
        let plain = rt.plain(value);
        let number = match plain.tag {
            Tag::Int | Tag::Bool => plain.as_i64(),
            Tag::BigInt => -1,
            _ if rt.has_guest(value, names::dunder_index) => return Err(Exit::Guest),
            _ => return Err(rt.type_error("memoryview: invalid type for format 'B'")),
        };
        let Ok(byte) = u8::try_from(number) else {
            return Err(rt.value_error("memoryview: invalid value for format 'B'"));
        };
        write(rt, at, byte);
        return Ok(());
    }
    let slice = *rt.heap.slices.get(key.index());
    let indices = rt.slice_indices(slice.start, slice.stop, slice.step, view.len)?;
    let plain = super::like(rt, value)?;
    let new = copied(rt, plain)?;
    if new.len() != indices.count {
        return Err(rt.value_error("memoryview assignment: lvalue and rvalue have different structures"));
    }
    rt.charge(new.len() as u64 / 16)?;
    for (at, byte) in indices.positions().zip(new) {
        write(rt, at, byte);
    }
    Ok(())
}
