//! The shapes of heap objects, one struct for each kind: plain data, handles only.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::arena::HeapObject;
use super::freelist::VecPool;
use super::native_storage::{IteratorStorage, NativeStorage};
use crate::base::names::NameId;
use crate::base::value::Value;

const VALUE: usize = size_of::<Value>();

/// Bytes a vector of values owns.
fn values(capacity: usize) -> usize {
    capacity * VALUE
}

#[derive(Debug, Default, Clone)]
pub(crate) struct BytesObj {
    pub(crate) data: Vec<u8>,
    /// Of a bytearray: views that were made and not released, as far as nobody has looked which of them live.
    pub(crate) exports: u32,
}
impl HeapObject for BytesObj {
    fn owned_bytes(&self) -> usize {
        self.data.capacity()
    }
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct ComplexObj {
    pub(crate) re: f64,
    pub(crate) im: f64,
}
impl HeapObject for ComplexObj {
    const LIGHT: bool = true;

    fn owned_bytes(&self) -> usize {
        0
    }
}

#[derive(Debug, Default, Clone)]
pub(crate) struct ListObj {
    pub(crate) items: Vec<Value>,
}
impl HeapObject for ListObj {
    fn owned_bytes(&self) -> usize {
        values(self.items.capacity())
    }

    fn retire(&mut self, spares: &mut VecPool) {
        spares.give(std::mem::take(&mut self.items));
    }
}

/// Values that are few enough to lie in their object.
#[inline(always)]
pub(super) fn within(values: &[Value]) -> Option<SmallVec<[Value; 2]>> {
    match values {
        [] => Some(SmallVec::new()),
        [one] => Some(SmallVec::from_buf_and_len([*one, Value::UNDEF], 1)),
        [one, two] => Some(SmallVec::from_buf([*one, *two])),
        _ => None,
    }
}

/// As `clone`, which is slow for few values: forks copy every object there is, and most have few.
fn copied(values: &SmallVec<[Value; 2]>) -> SmallVec<[Value; 2]> {
    within(values).unwrap_or_else(|| values.clone())
}

#[derive(Debug, Default)]
pub(crate) struct TupleObj {
    pub(crate) items: SmallVec<[Value; 2]>,
}
impl Clone for TupleObj {
    fn clone(&self) -> Self {
        TupleObj { items: copied(&self.items) }
    }
}
impl HeapObject for TupleObj {
    const LIGHT: bool = true;

    fn owned_bytes(&self) -> usize {
        if self.items.spilled() { values(self.items.capacity()) } else { 0 }
    }

    fn retire(&mut self, spares: &mut VecPool) {
        spares.give(std::mem::take(&mut self.items).into_vec());
    }
}

/// Start, stop and step are ints of either size.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct RangeObj {
    pub(crate) start: Value,
    pub(crate) stop: Value,
    pub(crate) step: Value,
}
impl HeapObject for RangeObj {
    const LIGHT: bool = true;

    fn owned_bytes(&self) -> usize {
        0
    }
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct SliceObj {
    pub(crate) start: Value,
    pub(crate) stop: Value,
    pub(crate) step: Value,
}
impl HeapObject for SliceObj {
    const LIGHT: bool = true;

    fn owned_bytes(&self) -> usize {
        0
    }
}

/// A closure cell; undefined when empty.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct CellObj(pub(crate) Value);
impl HeapObject for CellObj {
    const LIGHT: bool = true;

    fn owned_bytes(&self) -> usize {
        0
    }
}

#[derive(Debug, Default, Clone)]
pub(crate) struct FuncObj {
    /// Index into the machine's loaded code.
    pub(crate) code: u32,
    /// Tuple of defaults, or undefined.
    pub(crate) defaults: Value,
    /// Dict of keyword defaults, or undefined.
    pub(crate) kwdefaults: Value,
    pub(crate) closure: Box<[Value]>,
    /// What is rarely there or rarely asked for.
    pub(crate) extra: Option<Box<FuncExtra>>,
}
/// `__name__` and its kin when they differ from the code's, and the function's own attributes.
#[derive(Debug, Default, Clone)]
pub(crate) struct FuncExtra {
    pub(crate) name: Value,
    pub(crate) qualname: Value,
    pub(crate) doc: Value,
    pub(crate) module: Value,
    pub(crate) annotations: Value,
    pub(crate) type_params: Value,
    /// The code object it has shown, or undefined.
    pub(crate) code: Value,
    /// `__dict__`, or undefined.
    pub(crate) dict: Value,
}
impl HeapObject for FuncObj {
    fn owned_bytes(&self) -> usize {
        values(self.closure.len()) + self.extra.as_ref().map_or(0, |_| size_of::<FuncExtra>())
    }
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct MethodObj {
    pub(crate) func: Value,
    pub(crate) this: Value,
}
impl HeapObject for MethodObj {
    const LIGHT: bool = true;

    fn owned_bytes(&self) -> usize {
        0
    }
}

/// Attributes by name in insertion order: a class namespace.
#[derive(Debug, Default, Clone)]
pub(crate) struct AttrMap {
    entries: Vec<(NameId, Value)>,
    index: FxHashMap<NameId, u32>,
}
impl AttrMap {
    pub(crate) fn get(&self, name: NameId) -> Option<Value> {
        if self.entries.len() <= 8 {
            return self.entries.iter().find(|entry| entry.0 == name).map(|entry| entry.1);
        }
        self.index.get(&name).and_then(|at| self.entries.get(*at as usize)).map(|entry| entry.1)
    }
    pub(crate) fn set(&mut self, name: NameId, value: Value) {
        if let Some(at) = self.index.get(&name) {
            if let Some(entry) = self.entries.get_mut(*at as usize) {
                entry.1 = value;
            }
            return;
        }
        self.index.insert(name, u32::try_from(self.entries.len()).unwrap_or(0));
        self.entries.push((name, value));
    }
    pub(crate) fn remove(&mut self, name: NameId) -> Option<Value> {
        let at = self.index.remove(&name)? as usize;
        if at >= self.entries.len() {
            return None;
        }
        let (_, value) = self.entries.remove(at);
        for (number, entry) in self.entries.iter().enumerate().skip(at) {
            self.index.insert(entry.0, u32::try_from(number).unwrap_or(0));
        }
        Some(value)
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NameId, Value)> + '_ {
        self.entries.iter().copied()
    }
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

/// Bytes charged for one more attribute in an [`AttrMap`].
pub(crate) const ATTR_BYTES: usize = 48;

#[derive(Debug, Default, Clone)]
pub(crate) struct ClassObj {
    /// A str.
    pub(crate) name: Value,
    /// A str.
    pub(crate) qualname: Value,
    /// Classes and builtin types, as written.
    pub(crate) bases: Vec<Value>,
    /// The linearisation, this class first, `object` last.
    pub(crate) mro: Vec<Value>,
    pub(crate) attrs: AttrMap,
    /// `type`, or a class derived from it.
    pub(crate) metaclass: Value,
    /// The builtin type whose payload instances carry (`object` for none): an index of [`crate::runtime::type_table`].
    pub(crate) layout: u16,
    /// Unique among all versions of all classes; changes when this class or one above it changes.
    pub(crate) version: u32,
    /// Sites know something of its instances: when it changes, a new epoch begins ([`crate::runtime::core::Runtime::epoch`]).
    pub(crate) watched: bool,
    pub(crate) subclasses: Vec<u32>,
    /// Instances start here.
    pub(crate) root_shape: u32,
    pub(crate) flags: u32,
    /// Names in `__slots__` along the MRO when instances have no `__dict__`.
    pub(crate) slots: Option<Box<[NameId]>>,
}
impl HeapObject for ClassObj {
    fn owned_bytes(&self) -> usize {
        values(self.bases.capacity() + self.mro.capacity())
            + self.attrs.len() * ATTR_BYTES
            + self.subclasses.capacity() * 4
            + self.slots.as_ref().map_or(0, |slots| slots.len() * 4)
    }
}

/// Bits of [`ClassObj::flags`], inherited: what the hot paths ask before they may skip a lookup.
pub(crate) mod class_flags {
    /// Defines `__getattribute__`.
    pub(crate) const GETATTRIBUTE: u32 = 1;
    /// Defines `__getattr__`.
    pub(crate) const GETATTR: u32 = 2;
    /// Defines `__setattr__`.
    pub(crate) const SETATTR: u32 = 4;
    /// Defines `__delattr__`.
    pub(crate) const DELATTR: u32 = 8;
    /// Defines `__eq__`.
    pub(crate) const EQ: u32 = 16;
    /// Defines `__hash__` (or sets it to None).
    pub(crate) const HASH: u32 = 32;
    /// Defines `__new__`.
    pub(crate) const NEW: u32 = 64;
    /// Defines `__bool__` or `__len__`.
    pub(crate) const TRUTH: u32 = 128;
    /// Has abstract methods left.
    pub(crate) const ABSTRACT: u32 = 256;
    /// Derives from an exception type.
    pub(crate) const EXCEPTION: u32 = 512;
    /// Derives from `type`.
    pub(crate) const META: u32 = 1024;
    /// Defines `__del__`.
    pub(crate) const DEL: u32 = 2048;
    /// Defines `__init__`.
    pub(crate) const INIT: u32 = 4096;
}

/// Instances whose attributes live in a dict (their last slot) have this shape.
pub(crate) const DICT_SHAPE: u32 = u32::MAX;

/// An instance of a class: attributes by shape. A class over a builtin type keeps the builtin value in slot 0.
#[derive(Debug, Default)]
pub(crate) struct InstObj {
    pub(crate) class: u32,
    pub(crate) shape: u32,
    pub(crate) slots: SmallVec<[Value; 2]>,
}
impl InstObj {
    /// The slot of so great a number, where attributes have one. Where the slots are is asked once, and then how many.
    #[inline(always)]
    pub(crate) fn slot(&self, at: u32) -> Option<&Value> {
        if self.slots.spilled() {
            self.slots.as_slice().get(at as usize)
        } else {
            // Said so that the optimiser does not choose between the two ways by a conditional move and ask again.
            std::hint::cold_path();
            self.slots.as_slice().get(at as usize)
        }
    }
}
impl Clone for InstObj {
    fn clone(&self) -> Self {
        InstObj { class: self.class, shape: self.shape, slots: copied(&self.slots) }
    }
}
impl HeapObject for InstObj {
    const LIGHT: bool = true;

    fn owned_bytes(&self) -> usize {
        if self.slots.spilled() { values(self.slots.capacity()) } else { 0 }
    }

    fn retire(&mut self, spares: &mut VecPool) {
        spares.give(std::mem::take(&mut self.slots).into_vec());
    }
}

/// One line of a traceback: code and instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TraceEntry {
    pub(crate) code: u32,
    pub(crate) pc: u32,
}

/// A traceback. Most exceptions are handled where they are raised or in the caller: so many entries need no room beyond the object.
pub(crate) type Trace = SmallVec<[TraceEntry; 2]>;

/// Bytes of a traceback beyond its object.
pub(crate) fn bytes_of_trace(trace: &Trace) -> usize {
    if trace.spilled() { trace.capacity() * size_of::<TraceEntry>() } else { 0 }
}

#[derive(Debug, Default, Clone)]
pub(crate) struct ExcObj {
    /// A builtin exception type or a class derived from one.
    pub(crate) class: Value,
    /// A tuple.
    pub(crate) args: Value,
    pub(crate) cause: Value,
    pub(crate) context: Value,
    pub(crate) suppress_context: bool,
    /// Outermost call last: entries are pushed while unwinding.
    pub(crate) trace: Trace,
    /// The traceback objects that were asked for, so that each is one object.
    pub(crate) views: Vec<Value>,
    /// Attributes and `__notes__`: a dict, or undefined.
    pub(crate) dict: Value,
    /// Exceptions of a group (tuple), the fields of particular types (`value`, `name`, ...: a dict), or undefined.
    pub(crate) group: Value,
    /// What the innermost frame knew when a name was missing, for "Did you mean" ([`crate::traceback::scene`]), or undefined.
    pub(crate) scene: Value,
}
impl ExcObj {
    pub(crate) fn is_group(&self) -> bool {
        self.group.tag == crate::base::value::Tag::Tuple
    }
}
impl HeapObject for ExcObj {
    fn owned_bytes(&self) -> usize {
        bytes_of_trace(&self.trace) + values(self.views.capacity())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum GenState {
    /// Not started.
    #[default]
    Created,
    Suspended,
    Running,
    Finished,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum GenKind {
    #[default]
    Generator,
    Coroutine,
    AsyncGenerator,
    /// What `agen.__anext__()`, `asend`, `athrow` and `aclose` return: drives the async generator in `peer`.
    AsyncStep,
}

/// A suspended body: its frame and its registers.
#[derive(Debug, Default, Clone)]
pub(crate) struct GenObj {
    pub(crate) kind: GenKind,
    pub(crate) state: GenState,
    /// On the list of [`crate::interpreter::control::generator_finalizers`].
    pub(crate) watched: bool,
    /// Its code, and where it goes on.
    pub(crate) code: u32,
    pub(crate) pc: u32,
    /// Its function.
    pub(crate) func: Value,
    pub(crate) regs: Box<[Value]>,
    /// What this body was handling when it was suspended; while it runs, whether it handles anything: true, or None.
    pub(crate) handled: Value,
    /// While it runs: what was being handled where it was resumed.
    pub(crate) outside: Value,
    /// Name and qualname when set by the guest.
    pub(crate) name: Value,
    pub(crate) qualname: Value,
}
impl HeapObject for GenObj {
    fn owned_bytes(&self) -> usize {
        values(self.regs.len())
    }
}

/// Native iterators. `Prelude` generators play the rest (`map`, `itertools` over guest iterables, ...).
#[derive(Debug, Default, Clone)]
pub(crate) enum IterObj {
    #[default]
    Empty,
    List {
        list: u32,
        at: usize,
    },
    ListReversed {
        list: u32,
        at: usize,
    },
    Tuple {
        tuple: u32,
        at: usize,
    },
    TupleReversed {
        tuple: u32,
        at: usize,
    },
    Str {
        text: u32,
        byte: usize,
    },
    StrReversed {
        text: u32,
        byte: usize,
    },
    Bytes {
        owner: Value,
        at: usize,
    },
    Range {
        next: i64,
        step: i64,
        left: u64,
    },
    BigRange {
        next: Value,
        step: Value,
        left: Value,
    },
    Dict {
        dict: u32,
        at: usize,
        version: u32,
        /// How many keys are still to come where none came or went.
        left: u32,
        kind: DictKind,
        len: usize,
    },
    DictReversed {
        dict: u32,
        at: usize,
        version: u32,
        kind: DictKind,
        len: usize,
    },
    Set {
        owner: Value,
        at: usize,
        version: u32,
        len: usize,
    },
    Enumerate {
        inner: Value,
        count: Value,
    },
    Zip {
        inner: Box<[Value]>,
        strict: bool,
    },
    /// `map` of one iterator, or `filter` (`keeps`), made by [`crate::objects::types::map_filter::over`].
    Through {
        func: Value,
        inner: Value,
        held: Value,
        keeps: bool,
        native: bool,
    },
    Deque {
        deque: Value,
        at: usize,
        version: u32,
        reversed: bool,
    },
    /// An iterator of a library module.
    Native(Box<dyn IteratorStorage>),
}
impl HeapObject for IterObj {
    fn owned_bytes(&self) -> usize {
        match self {
            IterObj::Zip { inner, .. } => values(inner.len()),
            IterObj::Native(iter) => iter.storage_bytes(),
            _ => 0,
        }
    }

    fn retire(&mut self, spares: &mut VecPool) {
        if let IterObj::Native(iter) = self {
            iter.release(spares);
        }
        *self = IterObj::default();
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DictKind {
    Keys,
    Values,
    Items,
}

#[derive(Debug, Default, Clone)]
pub(crate) struct ModuleObj {
    /// A str.
    pub(crate) name: Value,
    /// The namespace: index into the machine's module tables.
    pub(crate) namespace: u32,
}
impl HeapObject for ModuleObj {
    fn owned_bytes(&self) -> usize {
        0
    }
}

/// Kinds too rare for an arena of their own.
#[derive(Debug, Default, Clone)]
pub(crate) enum Object {
    #[default]
    Plain,
    /// `object()`
    Bare,
    Property {
        get: Value,
        set: Value,
        del: Value,
        doc: Value,
        name: Value,
    },
    /// What is wrapped, and the dict of attributes; undefined while nobody asked for it.
    StaticMethod(Value, Value),
    ClassMethod(Value, Value),
    /// `super(class, this)`; `start` is the type whose MRO is searched.
    Super {
        class: Value,
        this: Value,
        start: Value,
    },
    DictView {
        dict: u32,
        kind: DictKind,
    },
    /// A read-only view of a dict (`types.MappingProxyType`).
    MappingProxy(Value),
    Deque(Box<DequeObj>),
    /// `types.GenericAlias`: `list[int]`.
    GenericAlias {
        origin: Value,
        args: Value,
        /// `*list[int]`
        unpacked: bool,
    },
    /// `int | str`: a tuple of its members.
    Union(Value),
    /// The attribute slot of a class with `__slots__`.
    SlotDescriptor {
        class: Value,
        name: NameId,
    },
    /// A traceback: the first `at` entries of an exception, its own frame being the last of them.
    Traceback {
        exc: Value,
        at: usize,
    },
    /// The frame a traceback names: code, and the instruction it had come to.
    Frame {
        code: u32,
        pc: u32,
        /// The caller's frame, or None: of a traceback's frame nobody knows.
        back: Value,
        /// What the local variables were, as a dict, or None.
        locals: Value,
    },
    /// A function's code, as `f.__code__`.
    Code(u32),
    Partial {
        func: Value,
        args: Value,
        keywords: Value,
        /// Attributes that were set on it; undefined when none were.
        dict: Value,
    },
    MemoryView {
        owner: Value,
        start: usize,
        /// How many items the first dimension has.
        len: usize,
        readonly: bool,
        /// None where the items are unsigned bytes in one run.
        form: Option<Box<BufferLayout>>,
        /// Its hash, where it was asked for; else undefined.
        hash: Value,
    },
    /// An object of a library module.
    Native(Box<dyn NativeStorage>),
    /// A value of the host that the guest can only pass back.
    Opaque(u64),
    /// What a weak reference of the library refers to its object with: [`crate::interpreter::control::finalizers`].
    WeakRef {
        /// Undefined when it is gone.
        target: Value,
        /// Called with the owner when it goes, or None.
        callback: Value,
        /// The library's object.
        owner: Value,
        /// In order of creation.
        number: u64,
    },
    /// A cursor over a list of steps kept by the prelude (native helper state): a plain box of values.
    Box(Vec<Value>),
}

/// How the items of a `memoryview` lie in its bytes.
#[derive(Debug, Default, Clone)]
pub(crate) struct BufferLayout {
    /// The letter of the format.
    pub(crate) code: u8,
    /// The format was written with `@`.
    pub(crate) native: bool,
    pub(crate) shape: Vec<usize>,
    pub(crate) strides: Vec<i64>,
}

#[derive(Debug, Default, Clone)]
pub(crate) struct DequeObj {
    pub(crate) items: VecDeque<Value>,
    pub(crate) maxlen: Option<usize>,
    pub(crate) version: u32,
}

impl HeapObject for Object {
    fn owned_bytes(&self) -> usize {
        match self {
            Object::Deque(deque) => size_of::<DequeObj>() + values(deque.items.capacity()),
            Object::Native(object) => object.storage_bytes(),
            Object::Box(items) => values(items.capacity()),
            Object::MemoryView { form: Some(form), .. } => size_of::<BufferLayout>() + 16 * form.shape.len(),
            _ => 0,
        }
    }

    fn retire(&mut self, spares: &mut VecPool) {
        if let Object::Native(object) = self {
            object.release(spares);
        }
        *self = Object::default();
    }
}
