//! The structs of heap objects, one for each kind. They are plain data; they refer to other objects by value or index.

use std::collections::VecDeque;

use smallvec::SmallVec;

use super::Moves;
use super::arena::HeapObject;
use super::charged_sizes::{BYTE_BLOCK, VALUE_BLOCK, block, charged_size, charged_sizes, value_block, values};
use super::copies::{copied, recopy, refill, with_its_room};
use super::freelist::VecPool;
use super::native_storage::{IteratorStorage, NativeStorage};
use crate::base::names::NameId;
use crate::base::value::Value;

#[derive(Debug, Default)]
pub(crate) struct BytesObj {
    pub(crate) data: Vec<u8>,
    /// For a bytearray: number of views that were created and not released. Dead views count until the interpreter looks for live ones.
    pub(crate) exports: u32,
}
impl Clone for BytesObj {
    fn clone(&self) -> Self {
        BytesObj { data: with_its_room(&self.data), exports: self.exports }
    }

    fn clone_from(&mut self, source: &Self) {
        let BytesObj { data, exports } = self;
        refill(data, &source.data);
        *exports = source.exports;
    }
}
impl HeapObject for BytesObj {
    const BLOCKS: usize = BYTE_BLOCK;

    fn forward(&mut self, _moves: &Moves) {
        let BytesObj { data: _, exports: _ } = self;
    }

    fn owned_bytes(&self) -> usize {
        self.data.capacity()
    }

    fn block_address(&self) -> usize {
        self.data.as_ptr().addr()
    }
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct ComplexObj {
    pub(crate) re: f64,
    pub(crate) im: f64,
}
impl HeapObject for ComplexObj {
    const TRIVIAL_DROP: bool = true;

    fn forward(&mut self, _moves: &Moves) {
        let ComplexObj { re: _, im: _ } = self;
    }

    fn owned_bytes(&self) -> usize {
        0
    }
}

#[derive(Debug, Default)]
pub(crate) struct ListObj {
    pub(crate) items: Vec<Value>,
}
impl Clone for ListObj {
    fn clone(&self) -> Self {
        ListObj { items: with_its_room(&self.items) }
    }

    fn clone_from(&mut self, source: &Self) {
        let ListObj { items } = self;
        refill(items, &source.items);
    }
}
impl HeapObject for ListObj {
    const BLOCKS: usize = VALUE_BLOCK;

    fn forward(&mut self, moves: &Moves) {
        let ListObj { items } = self;
        moves.values(items);
    }

    fn owned_bytes(&self) -> usize {
        values(self.items.capacity())
    }

    fn block_address(&self) -> usize {
        self.items.as_ptr().addr()
    }

    fn recycle(&mut self, free_list: &mut VecPool) {
        free_list.give(std::mem::take(&mut self.items));
    }
}

#[derive(Debug, Default)]
pub(crate) struct TupleObj {
    pub(crate) items: SmallVec<[Value; 2]>,
}
impl Clone for TupleObj {
    fn clone(&self) -> Self {
        TupleObj { items: copied(&self.items) }
    }

    fn clone_from(&mut self, source: &Self) {
        let TupleObj { items } = self;
        recopy(items, &source.items);
    }
}
impl HeapObject for TupleObj {
    const TRIVIAL_DROP: bool = true;

    fn forward(&mut self, moves: &Moves) {
        let TupleObj { items } = self;
        moves.values(items);
    }

    fn owned_bytes(&self) -> usize {
        if self.items.spilled() { value_block(self.items.capacity()) } else { 0 }
    }

    fn block_address(&self) -> usize {
        self.items.as_ptr().addr()
    }

    fn recycle(&mut self, free_list: &mut VecPool) {
        free_list.give(std::mem::take(&mut self.items).into_vec());
    }
}

/// Start, stop and step are ints, small or big.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct RangeObj {
    pub(crate) start: Value,
    pub(crate) stop: Value,
    pub(crate) step: Value,
}
impl HeapObject for RangeObj {
    const TRIVIAL_DROP: bool = true;

    fn forward(&mut self, moves: &Moves) {
        let RangeObj { start, stop, step } = self;
        moves.values([start, stop, step]);
    }

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
    const TRIVIAL_DROP: bool = true;

    fn forward(&mut self, moves: &Moves) {
        let SliceObj { start, stop, step } = self;
        moves.values([start, stop, step]);
    }

    fn owned_bytes(&self) -> usize {
        0
    }
}

/// A closure cell; its value is undefined when the cell is empty.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct CellObj(pub(crate) Value);
impl HeapObject for CellObj {
    const TRIVIAL_DROP: bool = true;

    fn forward(&mut self, moves: &Moves) {
        let CellObj(value) = self;
        moves.value(value);
    }

    fn owned_bytes(&self) -> usize {
        0
    }
}

#[derive(Debug, Default)]
pub(crate) struct FuncObj {
    /// Index of the linked code.
    pub(crate) code: u32,
    /// Tuple of defaults, or undefined.
    pub(crate) defaults: Value,
    /// Dict of keyword defaults, or undefined.
    pub(crate) kwdefaults: Value,
    pub(crate) closure: Box<[Value]>,
    /// Fields that most functions do not need.
    pub(crate) extra: Option<Box<FuncExtra>>,
}
impl Clone for FuncObj {
    fn clone(&self) -> Self {
        FuncObj {
            code: self.code,
            defaults: self.defaults,
            kwdefaults: self.kwdefaults,
            closure: self.closure.clone(),
            extra: self.extra.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let FuncObj { code, defaults, kwdefaults, closure, extra } = self;
        (*code, *defaults, *kwdefaults) = (source.code, source.defaults, source.kwdefaults);
        if closure.len() == source.closure.len() {
            closure.copy_from_slice(&source.closure);
        } else {
            *closure = source.closure.clone();
        }
        extra.clone_from(&source.extra);
    }
}
/// `__name__` and similar attributes that differ from the code's, and the function's own attributes.
#[derive(Debug, Default, Clone)]
pub(crate) struct FuncExtra {
    pub(crate) name: Value,
    pub(crate) qualname: Value,
    pub(crate) doc: Value,
    pub(crate) module: Value,
    pub(crate) annotations: Value,
    pub(crate) type_params: Value,
    /// The code object that `__code__` returned, or undefined.
    pub(crate) code: Value,
    /// `__dict__`, or undefined.
    pub(crate) dict: Value,
}
/// Bytes charged for a [`FuncExtra`].
pub(crate) const FUNC_EXTRA_BLOCK: usize = block(charged_size::<FuncExtra>());

impl HeapObject for FuncObj {
    fn forward(&mut self, moves: &Moves) {
        let FuncObj { code: _, defaults, kwdefaults, closure, extra } = self;
        moves.values([defaults, kwdefaults]);
        moves.values(closure);
        if let Some(extra) = extra {
            let FuncExtra { name, qualname, doc, module, annotations, type_params, code, dict } = &mut **extra;
            moves.values([name, qualname, doc, module, annotations, type_params, code, dict]);
        }
    }

    fn owned_bytes(&self) -> usize {
        value_block(self.closure.len()) + self.extra.as_ref().map_or(0, |_| FUNC_EXTRA_BLOCK)
    }
}

#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct MethodObj {
    pub(crate) func: Value,
    pub(crate) this: Value,
}
impl HeapObject for MethodObj {
    const TRIVIAL_DROP: bool = true;

    fn forward(&mut self, moves: &Moves) {
        let MethodObj { func, this } = self;
        moves.values([func, this]);
    }

    fn owned_bytes(&self) -> usize {
        0
    }
}

/// The shape of instances whose attributes are in a dict (in their last slot).
pub(crate) const DICT_SHAPE: u32 = u32::MAX;

/// An instance of a class, with its attributes in slots by shape. An instance of a subclass of a builtin type keeps the builtin value in
/// slot 0.
#[derive(Debug, Default)]
pub(crate) struct InstObj {
    pub(crate) class: u32,
    pub(crate) shape: u32,
    pub(crate) slots: SmallVec<[Value; 2]>,
}
impl InstObj {
    /// The attribute in slot `at`, if it exists. The code branches on where the slots are (inline or spilled) before it tests their number.
    #[inline(always)]
    pub(crate) fn slot(&self, at: u32) -> Option<&Value> {
        if self.slots.spilled() {
            self.slots.as_slice().get(at as usize)
        } else {
            // The hint keeps the optimizer from selecting the pointer with a conditional move and testing again.
            std::hint::cold_path();
            self.slots.as_slice().get(at as usize)
        }
    }
}
impl Clone for InstObj {
    fn clone(&self) -> Self {
        InstObj { class: self.class, shape: self.shape, slots: copied(&self.slots) }
    }

    fn clone_from(&mut self, source: &Self) {
        let InstObj { class, shape, slots } = self;
        (*class, *shape) = (source.class, source.shape);
        recopy(slots, &source.slots);
    }
}
impl HeapObject for InstObj {
    const TRIVIAL_DROP: bool = true;

    fn forward(&mut self, moves: &Moves) {
        let InstObj { class, shape: _, slots } = self;
        moves.classes.index(class);
        moves.values(slots);
    }

    fn owned_bytes(&self) -> usize {
        if self.slots.spilled() { value_block(self.slots.capacity()) } else { 0 }
    }

    fn block_address(&self) -> usize {
        self.slots.as_ptr().addr()
    }

    fn recycle(&mut self, free_list: &mut VecPool) {
        free_list.give(std::mem::take(&mut self.slots).into_vec());
    }
}

/// One entry of a traceback: code and instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TraceEntry {
    pub(crate) code: u32,
    pub(crate) pc: u32,
}

/// A traceback. Most exceptions are handled where they are raised or in the caller, so two entries are stored inline.
pub(crate) type Trace = SmallVec<[TraceEntry; 2]>;

/// Bytes that a traceback owns beyond its inline space.
pub(crate) fn bytes_of_trace(trace: &Trace) -> usize {
    if trace.spilled() { block(trace.capacity() * charged_size::<TraceEntry>()) } else { 0 }
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
    /// The outermost call is last: unwinding pushes an entry for each frame.
    pub(crate) trace: Trace,
    /// The traceback objects that the program has seen. Each must stay one object.
    pub(crate) views: Vec<Value>,
    /// Attributes and `__notes__`: a dict, or undefined.
    pub(crate) dict: Value,
    /// For a group, its exceptions (a tuple); for types with fields (`value`, `name`, ...), a dict; otherwise undefined.
    pub(crate) group: Value,
    /// The suggestion context: the variables of the innermost frame when a name was not found, for "Did you mean"
    /// ([`crate::traceback::suggestion`]). Or undefined.
    pub(crate) suggestion_context: Value,
}
impl ExcObj {
    pub(crate) fn is_group(&self) -> bool {
        self.group.tag == crate::base::value::Tag::Tuple
    }
}
impl HeapObject for ExcObj {
    fn forward(&mut self, moves: &Moves) {
        let ExcObj { class, args, cause, context, suppress_context: _, trace: _, views, dict, group, suggestion_context } = self;
        moves.values([class, args, cause, context, dict, group, suggestion_context]);
        moves.values(views);
    }

    fn owned_bytes(&self) -> usize {
        bytes_of_trace(&self.trace) + value_block(self.views.capacity())
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
    /// The result of `agen.__anext__()`, `asend`, `athrow` or `aclose`: it drives the async generator.
    AsyncStep,
}

/// A generator or coroutine: its frame and registers while it is suspended.
#[derive(Debug, Default, Clone)]
pub(crate) struct GenObj {
    pub(crate) kind: GenKind,
    pub(crate) state: GenState,
    /// The generator is in the list of watched generators ([`crate::interpreter::control::generator_finalizers`]).
    pub(crate) watched: bool,
    /// The code, and the pc where it resumes.
    pub(crate) code: u32,
    pub(crate) pc: u32,
    /// The generator's function.
    pub(crate) func: Value,
    pub(crate) regs: Box<[Value]>,
    /// While suspended: the exception that the generator was handling. While running: true if it handles an exception, otherwise None.
    pub(crate) handled: Value,
    /// While running: the exception that was being handled where the generator was resumed.
    pub(crate) outside: Value,
    /// `__name__` and `__qualname__`, if the program set them.
    pub(crate) name: Value,
    pub(crate) qualname: Value,
}
impl HeapObject for GenObj {
    const BLOCKS: usize = VALUE_BLOCK;

    fn forward(&mut self, moves: &Moves) {
        let GenObj { kind: _, state: _, watched: _, code: _, pc: _, func, regs, handled, outside, name, qualname } = self;
        moves.values([func, handled, outside, name, qualname]);
        moves.values(regs);
    }

    fn owned_bytes(&self) -> usize {
        values(self.regs.len())
    }
}

/// Native iterators. Generators of fallbacks implement the other builtin iterators (`itertools` over iterators of the program, ...).
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
        /// Number of keys still to come, as long as none is added or removed.
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
    /// A `map` over one iterator, or a `filter` (`keeps`), made by [`crate::objects::types::map_filter::over`].
    MapFilter {
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
    fn forward(&mut self, moves: &Moves) {
        match self {
            IterObj::Empty | IterObj::Range { next: _, step: _, left: _ } => {}
            IterObj::List { list, at: _ } | IterObj::ListReversed { list, at: _ } => moves.lists.index(list),
            IterObj::Tuple { tuple, at: _ } | IterObj::TupleReversed { tuple, at: _ } => moves.tuples.index(tuple),
            IterObj::Str { text, byte: _ } | IterObj::StrReversed { text, byte: _ } => moves.strs.index(text),
            IterObj::Bytes { owner, at: _ } | IterObj::Set { owner, at: _, version: _, len: _ } => moves.value(owner),
            IterObj::BigRange { next, step, left } => moves.values([next, step, left]),
            IterObj::Dict { dict, at: _, version: _, left: _, kind: _, len: _ }
            | IterObj::DictReversed { dict, at: _, version: _, kind: _, len: _ } => moves.dicts.index(dict),
            IterObj::Enumerate { inner, count } => moves.values([inner, count]),
            IterObj::Zip { inner, strict: _ } => moves.values(inner),
            IterObj::MapFilter { func, inner, held, keeps: _, native: _ } => moves.values([func, inner, held]),
            IterObj::Deque { deque, at: _, version: _, reversed: _ } => moves.value(deque),
            IterObj::Native(iter) => iter.forward_values(&mut |value| moves.value(value)),
        }
    }

    fn owned_bytes(&self) -> usize {
        match self {
            IterObj::Zip { inner, .. } => value_block(inner.len()),
            IterObj::Native(iter) => NATIVE_BLOCKS + iter.storage_bytes(),
            _ => 0,
        }
    }

    fn recycle(&mut self, free_list: &mut VecPool) {
        if let IterObj::Native(iter) = self {
            iter.release(free_list);
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
    /// The number of the namespace.
    pub(crate) namespace: u32,
}
impl HeapObject for ModuleObj {
    fn forward(&mut self, moves: &Moves) {
        let ModuleObj { name, namespace: _ } = self;
        moves.value(name);
    }

    fn owned_bytes(&self) -> usize {
        0
    }
}

/// Objects of kinds that are too rare for their own arena.
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
    /// The wrapped function, and the dict of attributes. The dict is undefined until the program reads it.
    StaticMethod(Value, Value),
    ClassMethod(Value, Value),
    /// `super(class, this)`. The search covers the MRO of the type `start`.
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
    /// The descriptor of an attribute in `__slots__`.
    SlotDescriptor {
        class: Value,
        name: NameId,
    },
    /// A traceback: the first `at` entries of an exception. The last of them is the entry of its own frame.
    Traceback {
        exc: Value,
        at: usize,
    },
    /// The frame of a traceback entry: the code, and the instruction it had reached.
    Frame {
        code: u32,
        pc: u32,
        /// The frame of the caller, or None. The callers of a traceback's frame are unknown.
        back: Value,
        /// The local variables as a dict, or None.
        locals: Value,
    },
    /// A code object, such as `f.__code__`.
    Code(u32),
    Partial {
        func: Value,
        args: Value,
        keywords: Value,
        /// Attributes that the program set; undefined if there are none.
        dict: Value,
    },
    MemoryView {
        owner: Value,
        start: usize,
        /// Number of items in the first dimension.
        len: usize,
        readonly: bool,
        /// `None` if the items are contiguous unsigned bytes.
        form: Option<Box<BufferLayout>>,
        /// The cached hash; undefined until it is computed.
        hash: Value,
    },
    /// An object of a library module.
    Native(Box<dyn NativeStorage>),
    /// A handle of the host. The program can only pass it back.
    Opaque(u64),
    /// The inner object of a library weak reference: [`crate::interpreter::control::finalizers`].
    WeakRef {
        /// Undefined after the target has died.
        target: Value,
        /// Called with the owner when the target dies, or None.
        callback: Value,
        /// The library's weak reference object.
        owner: Value,
        /// A number in order of creation.
        number: u64,
    },
    /// A list of values that native functions of the fallbacks use as state.
    Box(Vec<Value>),
}

/// The memory layout of the items of a `memoryview`.
#[derive(Debug, Default, Clone)]
pub(crate) struct BufferLayout {
    /// The character of the format.
    pub(crate) code: u8,
    /// The format has the prefix `@`.
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

/// What the allocator adds to the storage of a native object and to the one block that most of them own.
pub(crate) const NATIVE_BLOCKS: usize = 2 * BYTE_BLOCK;
/// Bytes charged for an empty deque, and what the allocator adds to its items.
pub(crate) const DEQUE_BLOCKS: usize = block(charged_size::<DequeObj>()) + VALUE_BLOCK;
/// Bytes charged for a layout, and what the allocator adds to its two vectors.
const LAYOUT_BLOCKS: usize = block(charged_size::<BufferLayout>()) + 2 * BYTE_BLOCK;

impl HeapObject for Object {
    fn forward(&mut self, moves: &Moves) {
        match self {
            Object::Plain | Object::Bare | Object::Code(_) | Object::Opaque(_) => {}
            Object::Property { get, set, del, doc, name } => moves.values([get, set, del, doc, name]),
            Object::StaticMethod(inner, dict) | Object::ClassMethod(inner, dict) => moves.values([inner, dict]),
            Object::Super { class, this, start } => moves.values([class, this, start]),
            Object::DictView { dict, kind: _ } => moves.dicts.index(dict),
            Object::MappingProxy(inner) | Object::Union(inner) => moves.value(inner),
            Object::Deque(deque) => {
                let DequeObj { items, maxlen: _, version: _ } = &mut **deque;
                moves.values(items);
            }
            Object::GenericAlias { origin, args, unpacked: _ } => moves.values([origin, args]),
            Object::SlotDescriptor { class, name: _ } => moves.value(class),
            Object::Traceback { exc, at: _ } => moves.value(exc),
            Object::Frame { code: _, pc: _, back, locals } => moves.values([back, locals]),
            Object::Partial { func, args, keywords, dict } => moves.values([func, args, keywords, dict]),
            Object::MemoryView { owner, start: _, len: _, readonly: _, form: _, hash } => moves.values([owner, hash]),
            Object::Native(object) => object.forward_values(&mut |value| moves.value(value)),
            Object::WeakRef { target, callback, owner, number: _ } => moves.values([target, callback, owner]),
            Object::Box(items) => moves.values(items),
        }
    }

    fn owned_bytes(&self) -> usize {
        match self {
            Object::Deque(deque) => DEQUE_BLOCKS + values(deque.items.capacity()),
            Object::Native(object) => NATIVE_BLOCKS + object.storage_bytes(),
            Object::Box(items) => value_block(items.capacity()),
            Object::MemoryView { form: Some(form), .. } => LAYOUT_BLOCKS + 16 * form.shape.len(),
            _ => 0,
        }
    }

    fn recycle(&mut self, free_list: &mut VecPool) {
        if let Object::Native(object) = self {
            object.release(free_list);
        }
        *self = Object::default();
    }
}

charged_sizes! {
    BytesObj = 32,
    ComplexObj = 16,
    ListObj = 24,
    TupleObj = 40,
    RangeObj = 48,
    SliceObj = 48,
    CellObj = 16,
    FuncObj = 64,
    FuncExtra = 128,
    MethodObj = 32,
    InstObj = 48,
    TraceEntry = 8,
    ExcObj = 168,
    GenObj = 112,
    IterObj = 56,
    ModuleObj = 24,
    Object = 80,
    BufferLayout = 56,
    DequeObj = 56,
}
