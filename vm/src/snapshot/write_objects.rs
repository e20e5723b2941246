//! Writes the contents of each kind of object. The matches are exhaustive, so a new kind or variant does not compile until it is handled
//! here.

use super::state::{Kind, dict_kind_number, gen_kind_number, gen_state_number};
use super::write_sections::Encoder;
use crate::base::snapshot_error::{SnapshotError, Written};
use crate::base::value::{Tag, Value};
use crate::heap::{
    BytesObj, CellObj, ClassObj, ComplexObj, DequeObj, ExcObj, FuncExtra, FuncObj, GenObj, GenState, InstObj, IterObj, MethodObj,
    ModuleObj, Object, RangeObj, SliceObj, StrRepr,
};
use crate::runtime::native_object::{NativeObject, Restore};
use crate::runtime::type_table::TypeId;
use crate::runtime::type_table::native_kind;

/// Flag in the length of a dict's index: the dict belongs to an `OrderedDict`.
pub(super) const ORDERED: u8 = 64;

/// True if the reader can compute the hash of the key. For other keys the hash is written.
pub(super) fn is_atomic(key: Value) -> bool {
    match key.tag {
        Tag::None
        | Tag::Bool
        | Tag::Int
        | Tag::Float
        | Tag::Ellipsis
        | Tag::NotImplemented
        | Tag::Type
        | Tag::Native
        | Tag::Str
        | Tag::Bytes
        | Tag::BigInt
        | Tag::Complex => true,
        Tag::Undef
        | Tag::RangeStop
        | Tag::RangeStep
        | Tag::ByteArray
        | Tag::List
        | Tag::Tuple
        | Tag::Dict
        | Tag::Set
        | Tag::FrozenSet
        | Tag::Range
        | Tag::Slice
        | Tag::Cell
        | Tag::Func
        | Tag::Method
        | Tag::Class
        | Tag::Inst
        | Tag::Exc
        | Tag::Gen
        | Tag::Iter
        | Tag::Module
        | Tag::Object => false,
    }
}

impl Encoder<'_> {
    /// Writes the section of one kind.
    pub(super) fn kind(&mut self, kind: Kind) -> Written {
        for value in self.objects_of(kind) {
            let at = value.index();
            let heap = &self.interpreter.rt.heap;
            match kind {
                Kind::Buf => {
                    let text = &heap.bufs.get(at).text;
                    self.out.text(text);
                }
                Kind::Str => self.str(at)?,
                Kind::Bytes => {
                    let data = &heap.bytes.get(at).data;
                    self.out.data(data);
                }
                Kind::ByteArray => {
                    let BytesObj { data, exports } = heap.bytearrays.get(at);
                    self.out.data(data);
                    self.out.uint((*exports).into());
                }
                Kind::BigInt => {
                    let (sign, magnitude) = heap.bigints.get(at).big().to_bytes_le();
                    self.out.bool(sign == num_bigint::Sign::Minus);
                    self.out.data(&magnitude);
                }
                Kind::Complex => {
                    let ComplexObj { re, im } = *heap.complexes.get(at);
                    self.out.float(re);
                    self.out.float(im);
                }
                Kind::Range => {
                    let RangeObj { start, stop, step } = *heap.ranges.get(at);
                    self.values(&[start, stop, step])?;
                }
                Kind::Slice => {
                    let SliceObj { start, stop, step } = *heap.slices.get(at);
                    self.values(&[start, stop, step])?;
                }
                Kind::Tuple => {
                    let items = &heap.tuples.get(at).items;
                    self.list(items)?;
                }
                Kind::List => {
                    let items = &heap.lists.get(at).items;
                    self.list(items)?;
                }
                Kind::Dict => self.dict(at)?,
                Kind::Set => {
                    self.out.bool(value.tag == Tag::FrozenSet);
                    self.set(at)?;
                }
                Kind::Cell => {
                    let CellObj(content) = *heap.cells.get(at);
                    self.value(content)?;
                }
                Kind::Func => self.func(at)?,
                Kind::Method => {
                    let MethodObj { func, this } = *heap.methods.get(at);
                    self.values(&[func, this])?;
                }
                Kind::Class => self.class(at)?,
                Kind::Inst => {
                    let InstObj { class, shape, slots } = heap.insts.get(at);
                    self.object(Kind::Class, *class)?;
                    self.shape(*shape)?;
                    self.list(slots)?;
                }
                Kind::Exc => self.exc(at)?,
                Kind::Gen => self.generator(at)?,
                Kind::Iter => self.iter(at)?,
                Kind::Module => {
                    let ModuleObj { name, namespace } = *heap.modules.get(at);
                    self.value(name)?;
                    self.out.uint(namespace.into());
                }
                Kind::Object => self.execute_cold(at)?,
            }
        }
        Ok(())
    }

    fn str(&mut self, at: u32) -> Written {
        match &self.interpreter.rt.heap.strs.get(at).repr {
            StrRepr::Own(text) => {
                self.out.u8(0);
                self.out.text(text);
            }
            StrRepr::Prefix { buf, len } => {
                self.out.u8(1);
                self.object(Kind::Buf, *buf)?;
                self.out.uint((*len).into());
            }
        }
        Ok(())
    }

    /// Writes the entries in order, including deleted ones because iterators count them, and then the capacities.
    fn dict(&mut self, at: u32) -> Written {
        let dict = self.interpreter.rt.heap.dicts.get(at);
        self.out.size(dict.entries().len());
        for entry in dict.entries() {
            self.value(entry.key)?;
            if entry.key.is_undef() {
                self.out.fixed(entry.hash);
                continue;
            }
            if !is_atomic(entry.key) {
                self.out.fixed(entry.hash);
            }
            self.value(entry.value)?;
        }
        let (capacity, index) = dict.room();
        self.out.size(capacity.saturating_sub(dict.entries().len()));
        let bits = if index == 0 { 0 } else { u8::try_from(index.trailing_zeros() + 1).unwrap_or(0) };
        self.out.u8(bits | if dict.ordered { ORDERED } else { 0 });
        self.out.uint(dict.version.into());
        Ok(())
    }

    /// Writes the table in its layout, since it decides the order of iteration: one bit per slot for "not unused", then those slots.
    fn set(&mut self, at: u32) -> Written {
        let set = self.interpreter.rt.heap.sets.get(at);
        let (table, _, finger) = set.parts();
        self.out.u8(if table.is_empty() { 0 } else { u8::try_from(table.len().trailing_zeros()).unwrap_or(0) });
        let taken = |slot: &crate::heap::Slot| !slot.key.is_undef() || slot.hash != 0;
        for slots in table.chunks(8) {
            self.out.u8(slots.iter().enumerate().fold(0, |bits, (at, slot)| bits | u8::from(taken(slot)) << at));
        }
        for slot in table.iter().filter(|slot| taken(slot)) {
            self.value(slot.key)?;
            if !slot.key.is_undef() && !is_atomic(slot.key) {
                self.out.fixed(slot.hash);
            }
        }
        self.out.size(finger);
        self.out.uint(set.version.into());
        Ok(())
    }

    fn func(&mut self, at: u32) -> Written {
        let FuncObj { code, defaults, kwdefaults, closure, extra } = self.interpreter.rt.heap.funcs.get(at);
        self.code(*code)?;
        self.values(&[*defaults, *kwdefaults])?;
        self.list(closure)?;
        self.out.bool(extra.is_some());
        if let Some(extra) = extra {
            let FuncExtra { name, qualname, doc, module, annotations, type_params, code, dict } = **extra;
            self.values(&[name, qualname, doc, module, annotations, type_params, code, dict])?;
        }
        Ok(())
    }

    /// Writes a class, without what the reader computes: method resolution order, layout, flags, version.
    fn class(&mut self, at: u32) -> Written {
        let ClassObj {
            name,
            qualname,
            bases,
            mro: _,
            attrs,
            metaclass,
            layout: _,
            version: _,
            watched: _,
            subclasses,
            root_shape,
            flags: _,
            slots,
            is_unreachable: _,
        } = self.interpreter.rt.heap.classes.get(at);
        self.values(&[*name, *qualname, *metaclass])?;
        self.list(bases)?;
        self.out.size(attrs.len());
        for (name, value) in attrs.iter() {
            self.name(name);
            self.value(value)?;
        }
        self.shape(*root_shape)?;
        self.out.bool(slots.is_some());
        if let Some(slots) = slots {
            self.out.size(slots.len());
            for name in slots {
                self.name(*name);
            }
        }
        let subclasses: Vec<u32> = subclasses.iter().copied().filter(|class| self.has_number(Kind::Class, *class)).collect();
        self.out.size(subclasses.len());
        for class in subclasses {
            self.object(Kind::Class, class)?;
        }
        Ok(())
    }

    fn exc(&mut self, at: u32) -> Written {
        let ExcObj { class, args, cause, context, suppress_context, trace, views, dict, group, suggestion_context } =
            self.interpreter.rt.heap.excs.get(at);
        self.values(&[*class, *args, *cause, *context])?;
        self.out.bool(*suppress_context);
        self.out.size(trace.len());
        for entry in trace {
            self.code(entry.code)?;
            self.out.uint(entry.pc.into());
        }
        self.out.size(views.len());
        self.values(views)?;
        self.values(&[*dict, *group, *suggestion_context])
    }

    /// Writes a generator. It has registers only while it is not running; otherwise they are on the register stack.
    fn generator(&mut self, at: u32) -> Written {
        // The exception handled where a running generator was resumed is written with its frame.
        let GenObj { kind, state, code, pc, func, regs, handled, outside: _, watched: _, name, qualname } =
            self.interpreter.rt.heap.gens.get(at);
        self.refuse_in_template(*code, *state)?;
        self.out.u8(gen_kind_number(*kind));
        self.out.u8(gen_state_number(*state));
        self.code(*code)?;
        self.value(*func)?;
        self.values(&[*name, *qualname])?;
        match state {
            GenState::Created | GenState::Suspended => {
                self.out.uint((*pc).into());
                self.value(*handled)?;
                self.list(regs)
            }
            GenState::Running => {
                self.out.bool(!handled.is_none());
                Ok(())
            }
            GenState::Finished => Ok(()),
        }
    }

    /// Writes a position plus 1, so that "at the end", which is the largest number, is short.
    fn position(&mut self, at: usize) {
        self.out.size(at.wrapping_add(1));
    }

    fn iter(&mut self, at: u32) -> Written {
        match self.interpreter.rt.heap.iters.get(at) {
            IterObj::Empty => self.out.u8(0),
            IterObj::List { list, at } => {
                self.out.u8(1);
                self.object(Kind::List, *list)?;
                self.position(*at);
            }
            IterObj::ListReversed { list, at } => {
                self.out.u8(2);
                self.object(Kind::List, *list)?;
                self.position(*at);
            }
            IterObj::Tuple { tuple, at } => {
                self.out.u8(3);
                self.object(Kind::Tuple, *tuple)?;
                self.position(*at);
            }
            IterObj::TupleReversed { tuple, at } => {
                self.out.u8(4);
                self.object(Kind::Tuple, *tuple)?;
                self.position(*at);
            }
            IterObj::Str { text, byte } => {
                self.out.u8(5);
                self.object(Kind::Str, *text)?;
                self.position(*byte);
            }
            IterObj::StrReversed { text, byte } => {
                self.out.u8(6);
                self.object(Kind::Str, *text)?;
                self.position(*byte);
            }
            IterObj::Bytes { owner, at } => {
                self.out.u8(7);
                self.value(*owner)?;
                self.position(*at);
            }
            IterObj::Range { next, step, left } => {
                self.out.u8(8);
                self.out.int(*next);
                self.out.int(*step);
                self.out.uint(*left);
            }
            IterObj::BigRange { next, step, left } => {
                self.out.u8(9);
                self.values(&[*next, *step, *left])?;
            }
            IterObj::Dict { dict, at, version, left, kind, len } => {
                self.out.u8(10);
                self.object(Kind::Dict, *dict)?;
                self.position(*at);
                self.out.uint((*version).into());
                self.out.uint((*left).into());
                self.out.u8(dict_kind_number(*kind));
                self.position(*len);
            }
            IterObj::DictReversed { dict, at, version, kind, len } => {
                self.out.u8(11);
                self.object(Kind::Dict, *dict)?;
                self.position(*at);
                self.out.uint((*version).into());
                self.out.u8(dict_kind_number(*kind));
                self.position(*len);
            }
            IterObj::Set { owner, at, version, len } => {
                self.out.u8(12);
                self.value(*owner)?;
                self.position(*at);
                self.out.uint((*version).into());
                self.position(*len);
            }
            IterObj::Enumerate { inner, count } => {
                self.out.u8(13);
                self.values(&[*inner, *count])?;
            }
            IterObj::Zip { inner, strict } => {
                self.out.u8(14);
                self.list(inner)?;
                self.out.bool(*strict);
            }
            IterObj::MapFilter { func, inner, held, keeps, .. } => {
                self.out.u8(if *keeps { 21 } else { 20 });
                self.values(&[*func, *inner, *held])?;
            }
            IterObj::Deque { deque, at, version, reversed } => {
                self.out.u8(17);
                self.value(*deque)?;
                self.position(*at);
                self.out.uint((*version).into());
                self.out.bool(*reversed);
            }
            IterObj::Native(iter) => {
                let iter = iter.slots();
                self.native_tag(NativeObject::type_id(iter))?;
                iter.write(self)?;
            }
        }
        Ok(())
    }

    /// Writes the tag by which the reader identifies a native object.
    fn native_tag(&mut self, type_id: TypeId) -> Written {
        match native_kind(type_id).map(|kind| &kind.restore) {
            Some(Restore::Object(tag, _) | Restore::Iterator(tag, _)) => self.out.u8(*tag),
            // The object's `write` slot returns the error.
            Some(Restore::Never) => {}
            None => return Err(SnapshotError::Internal("a library object without an entry in the table")),
        }
        Ok(())
    }

    fn execute_cold(&mut self, at: u32) -> Written {
        match self.interpreter.rt.heap.objects.get(at) {
            Object::Plain | Object::Bare => self.out.u8(0),
            Object::Property { get, set, del, doc, name } => {
                self.out.u8(1);
                self.values(&[*get, *set, *del, *doc, *name])?;
            }
            Object::StaticMethod(inner, Value::UNDEF) => {
                self.out.u8(2);
                self.value(*inner)?;
            }
            Object::ClassMethod(inner, Value::UNDEF) => {
                self.out.u8(3);
                self.value(*inner)?;
            }
            Object::StaticMethod(inner, dict) => {
                self.out.u8(23);
                self.values(&[*inner, *dict])?;
            }
            Object::ClassMethod(inner, dict) => {
                self.out.u8(24);
                self.values(&[*inner, *dict])?;
            }
            Object::Super { class, this, start } => {
                self.out.u8(4);
                self.values(&[*class, *this, *start])?;
            }
            Object::DictView { dict, kind } => {
                self.out.u8(5);
                self.object(Kind::Dict, *dict)?;
                self.out.u8(dict_kind_number(*kind));
            }
            Object::MappingProxy(inner) => {
                self.out.u8(6);
                self.value(*inner)?;
            }
            Object::Deque(deque) => {
                self.out.u8(7);
                let DequeObj { items, maxlen, version } = &**deque;
                self.out.size(items.len());
                self.values(items)?;
                self.out.bool(maxlen.is_some());
                self.out.size(maxlen.unwrap_or(0));
                self.out.uint((*version).into());
            }
            Object::GenericAlias { origin, args, unpacked } => {
                self.out.u8(8);
                self.values(&[*origin, *args])?;
                self.out.bool(*unpacked);
            }
            Object::Union(members) => {
                self.out.u8(9);
                self.value(*members)?;
            }
            Object::SlotDescriptor { class, name } => {
                self.out.u8(10);
                self.value(*class)?;
                self.name(*name);
            }
            Object::Traceback { exc, at } => {
                self.out.u8(11);
                self.value(*exc)?;
                self.out.size(*at);
            }
            Object::Code(code) => {
                self.out.u8(12);
                self.code(*code)?;
            }
            Object::Partial { func, args, keywords, dict } => {
                self.out.u8(13);
                self.values(&[*func, *args, *keywords, *dict])?;
            }
            Object::MemoryView { owner, start, len, readonly, form, hash } => {
                self.out.u8(14);
                self.value(*owner)?;
                self.out.size(*start);
                self.out.size(*len);
                self.out.bool(*readonly);
                self.value(*hash)?;
                self.out.bool(form.is_some());
                if let Some(form) = form {
                    self.out.u8(form.code);
                    self.out.bool(form.native);
                    self.out.size(form.shape.len());
                    for (count, stride) in form.shape.iter().zip(&form.strides) {
                        self.out.size(*count);
                        self.out.int(*stride);
                    }
                }
            }
            Object::WeakRef { target, callback, owner, number } => {
                self.out.u8(15);
                self.values(&[*target, *callback, *owner])?;
                self.out.uint(*number);
            }
            Object::Box(items) => {
                self.out.u8(16);
                self.list(items)?;
            }
            // Handles 1 and 2 are the streams of `sys`, not handles of the host.
            Object::Opaque(number) if self.in_process || matches!(number, 1 | 2) => {
                self.out.u8(17);
                self.out.uint(*number);
            }
            Object::Opaque(_) => return Err(SnapshotError::Unsupported("a handle or object of the host's, which only this process has,")),
            Object::Frame { code, pc, back, locals } => {
                self.out.u8(18);
                self.code(*code)?;
                self.out.uint((*pc).into());
                self.values(&[*back, *locals])?;
            }
            Object::Native(object) => {
                let object = object.slots();
                self.native_tag(NativeObject::type_id(object))?;
                object.write(self)?;
            }
        }
        Ok(())
    }
}
