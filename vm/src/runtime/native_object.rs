//! Objects of library modules written in Rust. One file has the struct, its [`NativeObject`] slots and its [`NativeObjectKind`]; a line in the
//! table of [`crate::native_modules::native_objects`] registers it. The collector, accounting, snapshots, forks and operators use the
//! object only through its slots.
//!
//! There are two kinds of slots:
//! - A slot that inspects the object (`len`, `eq`, `repr`, `str`, `hash`, `copy`, `convert`, `visit`, `owned_bytes`, `write`, `drop`) takes
//!   `&self` and, if it needs more, a *read-only* runtime. It returns data: a result, and the values that the result depends on. The
//!   runtime then walks these values with its own stack, so objects may nest as deep as memory allows. A slot cannot call the runtime's
//!   walk, because that needs `&mut Runtime`.
//! - A slot that acts (`item`, `set_item`, `iter`, `truth`, `compare`, `arith`) returns a *function* that does the work. The function
//!   receives the runtime and the object's value. It looks the object up again, and may create objects, raise exceptions and charge work.
//!   It must not walk into the values that the object holds.
//!
//! INVARIANT: such a function charges fuel and memory before it works, and changes the object last. So it can run again after a collection
//! ([`Abrupt::Memory`]).

use crate::heap::charged_size;
use std::any::Any;

use smallvec::SmallVec;
use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::host_value::HostValue;
use crate::base::snapshot_error::{Read, SnapshotError, Written, ensure};
use crate::base::value::{Tag, Value};
use crate::base::wire::{Reader, Writer};
use crate::heap::{Heap, IterObj, IteratorStorage, NativeStorage, Object, SlotTable, VecPool};
use crate::runtime::core::Runtime;
use crate::runtime::type_table::TypeId;

/// `object[key]`. Errors are Python exceptions: `TypeError` for a key of a wrong type, `IndexError` or `KeyError` for a missing item.
pub(crate) type ItemFn = fn(&mut Runtime, Value, Value) -> Result<Value, Abrupt>;
/// `object[key] = value`, or `del object[key]` if the value is `None`.
pub(crate) type SetItemFn = fn(&mut Runtime, Value, Value, Option<Value>) -> Result<(), Abrupt>;
/// A function that takes only the object: `iter(object)`, `object.__reduce__()`.
pub(crate) type ObjectFn = fn(&mut Runtime, Value) -> Result<Value, Abrupt>;
/// `bool(object)`.
pub(crate) type TruthFn = fn(&mut Runtime, Value) -> Result<bool, Abrupt>;
/// `object op other`; `Ok(None)` means `NotImplemented`.
pub(crate) type CompareFn = fn(&mut Runtime, Cmp, Value, Value) -> Result<Option<bool>, Abrupt>;
/// `left op right`, where one of the two is the object; `Ok(None)` means `NotImplemented`.
pub(crate) type ArithFn = fn(&mut Runtime, ArithOp, Value, Value) -> Result<Option<Value>, Abrupt>;
/// The next item of an iterator; `Ok(None)` at its end. On an error the iterator is unchanged.
pub(crate) type NextFn = fn(&mut Runtime, Value) -> Result<Option<Value>, Abrupt>;
/// The next item of an iterator over pairs, without allocating a tuple.
pub(crate) type NextPairFn = fn(&mut Runtime, Value) -> Result<Option<[Value; 2]>, Abrupt>;

/// How to make the text for `repr(object)` or `str(object)`.
pub(crate) enum Text {
    /// `<module.Class object at 0x...>`
    Default,
    /// A function makes the text. It must not show values that can contain other objects.
    Leaf(fn(&mut Runtime, Value) -> Result<String, Abrupt>),
    /// The text is the concatenation of these pieces.
    Pieces(Vec<Piece>),
}

/// One piece of a text.
#[derive(Debug)]
pub(crate) enum Piece {
    Text(Box<str>),
    /// The `repr` of a value.
    Value(Value),
    /// The `str()` of a value.
    Str(Value),
    /// A type or parameter inside an alias or union.
    Parameter(Value),
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Piece::Text(text.into_boxed_str())
    }
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Piece::Text(text.into())
    }
}

/// The result of one step of an iterator.
pub(crate) enum Next {
    Item(Value),
    End,
    /// This function makes the step, because it needs the runtime.
    Run(NextFn),
}

/// Combines the hashes of an object's parts to one hash.
pub(crate) type MixHashes = Box<dyn Fn(&[u64]) -> u64>;

/// How to compute the hash of an object.
pub(crate) enum Hash {
    Identity,
    /// The function combines the hashes of these values, in order.
    Parts(SmallVec<[Value; 2]>, MixHashes),
}

/// How to convert an object to a host value: the runtime converts these values, and the function combines them.
pub(crate) type Conversion = (Vec<Value>, PutTogether);

/// Builds a host value from the converted parts.
pub(crate) type PutTogether = Box<dyn FnOnce(Vec<HostValue>) -> HostValue>;

/// The slots of an object of a library module. Each default behaves as `object` does in Python's data model.
pub(crate) trait NativeObject: NativeStorage {
    /// The builtin type of the object. It never changes.
    fn type_id(&self) -> TypeId;

    /// `len(object)` in items. None: `TypeError: object of type 'X' has no len()`.
    fn len(&self) -> Option<usize> {
        None
    }

    /// `object[key]`. None: `TypeError: 'X' object is not subscriptable`.
    fn item(&self) -> Option<ItemFn> {
        None
    }

    /// `object[key] = value` and `del object[key]`. None: `TypeError: 'X' object does not support item assignment` (or deletion).
    fn set_item(&self) -> Option<SetItemFn> {
        None
    }

    /// `iter(object)`. None: `TypeError: 'X' object is not iterable`. The operator `in` uses the same iterator.
    fn iter(&self) -> Option<ObjectFn> {
        None
    }

    /// `bool(object)`. None: true if `len` is not 0. An object without `len` is true.
    fn truth(&self) -> Option<TruthFn> {
        None
    }

    /// Equality for `in`, dict keys and `==`. Not called when both operands are the same object. Returns false if the objects differ for
    /// certain. Otherwise it pushes the pairs of values that must also be equal, and the runtime compares them in order.
    fn eq(&self, _rt: &Runtime, _other: Value, _pairs: &mut Vec<(Value, Value)>) -> bool {
        false
    }

    /// `<`, `<=`, `>`, `>=`. None: `TypeError: '<' not supported between instances of 'X' and 'Y'`.
    fn compare(&self) -> Option<CompareFn> {
        None
    }

    /// Binary operators; the object may be either operand. None: `TypeError: unsupported operand type(s) for +: 'X' and 'Y'`.
    fn arith(&self) -> Option<ArithFn> {
        None
    }

    /// `repr(object)`.
    fn repr(&self, _rt: &Runtime) -> Text {
        Text::Default
    }

    /// `str(object)`. The default is `repr`.
    fn str(&self, rt: &Runtime) -> Text {
        self.repr(rt)
    }

    /// `hash(object)`. None: `TypeError: unhashable type: 'X'`.
    fn hash(&self, _rt: &Runtime) -> Option<Hash> {
        Some(Hash::Identity)
    }

    /// A copy in which each value that the object holds is replaced by the result of `child`, in the order of `visit`. A fork keeps all
    /// values. A deep copy replaces them by the copies it has finished.
    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject>;

    /// Converts the object to a host value. None: the object cannot cross.
    fn convert(&self, _rt: &Runtime) -> Option<Conversion> {
        None
    }

    /// Calls `visit` with every value that the object holds, always in the same order. The collector frees values that `visit` misses.
    fn visit(&self, _visit: &mut dyn FnMut(Value)) {}

    /// Calls `child` with every value that `visit` visits, so that it can be replaced: the objects have moved in the heap.
    fn forward(&mut self, child: &mut dyn FnMut(&mut Value));

    /// Accounted bytes beyond the object's slot, computed from capacities. It must be the same on every machine after the same operations.
    /// Code that changes it must charge or refund the difference.
    fn owned_bytes(&self) -> usize;

    /// Writes the object to a snapshot, in the form that [`NativeObjectKind::restore`] reads. Equal states must give equal bytes.
    ///
    /// # Errors
    /// `Unsupported` if the state cannot be written.
    fn write(&self, out: &mut dyn ObjectWriter) -> Written;

    /// Drops what a dead object owns. It can give vectors of values to `free_list`. An object whose parts nest must take them apart here in a
    /// loop, because Rust drops nested boxes recursively.
    fn drop(&mut self, _spares: &mut VecPool) {}
}

/// The slots that an iterator of a library module has in addition to those of [`NativeObject`]. Its `iter` returns the iterator.
pub(crate) trait NativeIterator: NativeObject + IteratorStorage {
    /// Makes one step. An iterator that does not need the runtime takes the step here. Otherwise it returns a function and does not change.
    fn next(&mut self) -> Next;

    /// Returns two items at once, for an iterator over pairs. None: it does not iterate over pairs.
    fn next_pair(&self) -> Option<NextPairFn> {
        None
    }

    /// The iterator that it takes its items from, if there is exactly one.
    fn inner(&self) -> Option<Value> {
        None
    }

    /// True if the iterator never ends. None: it is endless if `inner` is endless.
    fn is_endless(&self) -> Option<bool> {
        Some(false)
    }

    /// `__reduce__`, for `copy` and `pickle`. None: `TypeError: cannot pickle 'X' object`.
    fn reduce(&self) -> Option<ObjectFn> {
        None
    }

    /// A tuple of its variables, as a dict by name, and whether it has started. The library's `__reduce__` reads it. None: the tuple is
    /// `()`.
    fn variables(&self) -> Option<ObjectFn> {
        None
    }

    /// Accounted bytes of the copy that is kept while restartable work consumes the iterator.
    fn kept_bytes(&self) -> usize {
        self.owned_bytes()
    }

    /// Like [`NativeObject::copy`].
    fn copy_iterator(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator>;
}

/// Where an object writes its state.
pub(crate) trait ObjectWriter {
    /// Numbers and texts.
    fn wire(&mut self) -> &mut Writer;

    /// A value that the object holds.
    ///
    /// # Errors
    /// `Unsupported` for a value that cannot be part of a snapshot.
    fn value(&mut self, value: Value) -> Written;

    /// Several values, without their count.
    ///
    /// # Errors
    /// Like [`ObjectWriter::value`].
    fn values(&mut self, values: &[Value]) -> Written {
        values.iter().try_for_each(|value| self.value(*value))
    }
}

/// Where an object reads its state. The bytes may be hostile: each method checks what it reads.
pub(crate) trait ObjectReader<'a> {
    /// Numbers and texts.
    fn wire(&mut self) -> &mut Reader<'a>;

    /// The runtime of the session that is being read.
    fn runtime(&mut self) -> &mut Runtime;

    /// A value, or the mark of a missing one.
    ///
    /// # Errors
    /// `Corrupt` for bytes that are not a value.
    fn maybe(&mut self) -> Read<Value>;

    /// Charges memory before it is allocated, in bytes.
    ///
    /// # Errors
    /// `Memory` where the limit is passed.
    fn room(&mut self, bytes: usize) -> Read<()>;

    /// A value that must be there.
    ///
    /// # Errors
    /// `Corrupt` for a missing one.
    fn value(&mut self) -> Read<Value> {
        let value = self.maybe()?;
        ensure(!value.is_undef(), "a value is missing")?;
        Ok(value)
    }

    /// A value of one kind.
    ///
    /// # Errors
    /// `Corrupt` with `what` for another kind.
    fn of(&mut self, tag: Tag, what: &'static str) -> Read<Value> {
        let value = self.value()?;
        ensure(value.tag == tag, what)?;
        Ok(value)
    }

    /// A position in a text. It is at most 2^48, so that positions can be added without overflow; each use checks it against the text.
    ///
    /// # Errors
    /// `Corrupt` for a larger one.
    fn offset(&mut self) -> Read<usize> {
        let offset = self.wire().position()?;
        ensure(offset <= 1 << 48, "a position that is too large")?;
        Ok(offset)
    }

    /// A count and that many small numbers.
    ///
    /// # Errors
    /// `Corrupt` for a number that is too large, `Memory` where there is no room.
    fn numbers(&mut self) -> Read<Box<[u32]>> {
        let count = self.wire().count()?;
        self.room(count.saturating_mul(charged_size::<u32>()))?;
        (0..count).map(|_| self.wire().u32()).collect()
    }
}

/// How to get from the storage of an object of one type to its slots.
struct ObjectSlots(fn(&dyn Any) -> Option<&dyn NativeObject>);

/// The same for an iterator. Its next item needs it writable.
struct IteratorSlots {
    shared: fn(&dyn Any) -> Option<&dyn NativeIterator>,
    unique: fn(&mut dyn Any) -> Option<&mut dyn NativeIterator>,
}

impl<T: NativeObject> NativeStorage for T {
    fn copy_storage(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeStorage> {
        self.copy(child)
    }
    fn visit_values(&self, visit: &mut dyn FnMut(Value)) {
        self.visit(visit);
    }
    fn forward_values(&mut self, child: &mut dyn FnMut(&mut Value)) {
        self.forward(child);
    }
    fn storage_bytes(&self) -> usize {
        self.owned_bytes()
    }
    fn release(&mut self, free_list: &mut VecPool) {
        NativeObject::drop(self, free_list);
    }
    fn slot_table(&self) -> SlotTable {
        const { &ObjectSlots(|any| any.downcast_ref::<T>().map(|object| object as &dyn NativeObject)) }
    }
}

impl<T: NativeIterator> IteratorStorage for T {
    fn copy_iterator_storage(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn IteratorStorage> {
        self.copy_iterator(child)
    }
    fn visit_values(&self, visit: &mut dyn FnMut(Value)) {
        self.visit(visit);
    }
    fn forward_values(&mut self, child: &mut dyn FnMut(&mut Value)) {
        self.forward(child);
    }
    fn storage_bytes(&self) -> usize {
        self.owned_bytes()
    }
    fn release(&mut self, free_list: &mut VecPool) {
        NativeObject::drop(self, free_list);
    }
    fn iterator_slot_table(&self) -> SlotTable {
        const {
            &IteratorSlots {
                shared: |any| any.downcast_ref::<T>().map(|iter| iter as &dyn NativeIterator),
                unique: |any| any.downcast_mut::<T>().map(|iter| iter as &mut dyn NativeIterator),
            }
        }
    }
}

/// An object without slots. [`NativeStorage::slot_table`] would have to lie for anyone to meet it.
#[derive(Debug)]
struct NoSlots;

impl NativeObject for NoSlots {
    fn type_id(&self) -> TypeId {
        crate::runtime::type_table::OBJECT
    }
    fn copy(&self, _child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        Box::new(NoSlots)
    }
    fn forward(&mut self, _child: &mut dyn FnMut(&mut Value)) {}

    fn owned_bytes(&self) -> usize {
        0
    }
    fn write(&self, _out: &mut dyn ObjectWriter) -> Written {
        Err(SnapshotError::Internal("an object without slots"))
    }
}

impl NativeIterator for NoSlots {
    fn next(&mut self) -> Next {
        Next::End
    }
    fn copy_iterator(&self, _child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator> {
        Box::new(NoSlots)
    }
}

impl dyn NativeStorage {
    /// The slots of the object.
    // Not inlined: its stack memory would keep a handler that calls it from jumping to the next one.
    #[inline(never)]
    pub(crate) fn slots(&self) -> &dyn NativeObject {
        self.slot_table().downcast_ref::<ObjectSlots>().and_then(|slots| slots.0(self)).unwrap_or(&NoSlots)
    }
}

impl dyn IteratorStorage {
    /// The slots of the iterator.
    // Not inlined: its stack memory would keep a handler that calls it from jumping to the next one.
    #[inline(never)]
    pub(crate) fn slots(&self) -> &dyn NativeIterator {
        self.iterator_slot_table().downcast_ref::<IteratorSlots>().and_then(|slots| (slots.shared)(self)).unwrap_or(&NoSlots)
    }

    /// Like [`Self::slots`], to take an item.
    // Not inlined: its stack memory would keep a handler that calls it from jumping to the next one.
    #[inline(never)]
    pub(crate) fn slots_mut(&mut self) -> Option<&mut dyn NativeIterator> {
        self.iterator_slot_table().downcast_ref::<IteratorSlots>().and_then(|slots| (slots.unique)(self))
    }
}

/// How to read an object from a snapshot.
pub(crate) enum Restore {
    /// The object is never written.
    Never,
    /// Reads an object with this tag.
    Object(u8, fn(&mut dyn ObjectReader<'_>) -> Read<Box<dyn NativeObject>>),
    /// Reads an iterator with this tag. Tags of iterators are a separate series.
    Iterator(u8, fn(&mut dyn ObjectReader<'_>) -> Read<Box<dyn NativeIterator>>),
}

/// Runs for each object of a kind that was read, when everything else is read too.
pub(crate) type SettleFn = fn(&mut dyn ObjectReader<'_>, Value) -> Read<()>;

/// Facts about a kind of object that do not depend on one object. A line in the table of [`crate::native_modules::native_objects`] names
/// the constant.
pub(crate) struct NativeObjectKind {
    /// The builtin types that objects of this kind can have.
    pub(crate) types: &'static [TypeId],
    /// The program can make weak references to the object.
    pub(crate) referable: bool,
    /// CPython's type has the sequence slots. It changes the wording of subscript errors.
    pub(crate) sequence: bool,
    pub(crate) restore: Restore,
    /// Called for each object of this kind after the whole snapshot was read.
    pub(crate) settle: Option<SettleFn>,
}

impl NativeObjectKind {
    /// Defaults, for kinds that set only some fields.
    pub(crate) const NONE: NativeObjectKind =
        NativeObjectKind { types: &[], referable: false, sequence: false, restore: Restore::Never, settle: None };
}

impl Heap {
    /// The native object that a value refers to.
    pub(crate) fn native(&self, value: Value) -> Option<&dyn NativeObject> {
        match self.as_object(value) {
            Object::Native(object) => Some(object.slots()),
            _ => None,
        }
    }

    /// The native iterator that a value refers to.
    pub(crate) fn native_iterator(&self, value: Value) -> Option<&dyn NativeIterator> {
        // Without this test the index of a value of another kind would be reported as a corrupt heap.
        if value.tag != Tag::Iter {
            return None;
        }
        match self.iters.get(value.index()) {
            IterObj::Native(iter) => Some(iter.slots()),
            _ => None,
        }
    }

    /// The native object that a value refers to, if it is a `T`.
    pub(crate) fn native_as<T: NativeObject>(&self, value: Value) -> Option<&T> {
        match self.as_object(value) {
            Object::Native(object) => (&**object as &dyn Any).downcast_ref(),
            _ => None,
        }
    }

    /// Like [`Heap::native_as`], mutable.
    pub(crate) fn native_as_mut<T: NativeObject>(&mut self, value: Value) -> Option<&mut T> {
        if value.tag != Tag::Object {
            return None;
        }
        match self.objects.get_mut(value.index()) {
            Object::Native(object) => (&mut **object as &mut dyn Any).downcast_mut(),
            _ => None,
        }
    }

    /// The native iterator that a value refers to, if it is a `T`.
    pub(crate) fn iterator_as<T: NativeIterator>(&self, value: Value) -> Option<&T> {
        if value.tag != Tag::Iter {
            return None;
        }
        match self.iters.get(value.index()) {
            IterObj::Native(iter) => (&**iter as &dyn Any).downcast_ref(),
            _ => None,
        }
    }

    /// Like [`Heap::iterator_as`], mutable.
    pub(crate) fn iterator_as_mut<T: NativeIterator>(&mut self, value: Value) -> Option<&mut T> {
        if value.tag != Tag::Iter {
            return None;
        }
        match self.iters.get_mut(value.index()) {
            IterObj::Native(iter) => (&mut **iter as &mut dyn Any).downcast_mut(),
            _ => None,
        }
    }

    /// Creates a native object. Charges its slot and what it owns.
    pub(crate) fn new_native(&mut self, object: impl NativeObject) -> Result<Value, Abrupt> {
        self.object(Object::Native(Box::new(object)))
    }

    /// Creates a native iterator. Charges its slot and what it owns.
    pub(crate) fn new_iterator(&mut self, iter: impl NativeIterator) -> Result<Value, Abrupt> {
        self.iter(IterObj::Native(Box::new(iter)))
    }
}
