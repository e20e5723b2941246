//! Objects of library modules: a struct, its [`NativeObject`] slots and its [`NativeKind`] in one file, and a line in the table of
//! [`crate::native_modules::native_objects`]. The collector, the accounting, snapshots, forks and the operators reach it through the slots.
//!
//! There are two kinds of slots:
//! - A slot that looks into the object (`len`, `eq`, `repr`, `str`, `hash`, `copy`, `convert`, `visit`, `owned_bytes`, `write`, `drop`)
//!   takes `&self` and, where it needs more, the runtime *read-only*. It gives back data: an answer, and the values the answer
//!   depends on. The runtime walks those values with a stack of its own, so objects may nest as deep as memory allows. A slot cannot
//!   call the runtime's walk: that needs `&mut Runtime`.
//! - A slot that acts (`item`, `set_item`, `iter`, `truth`, `compare`, `arith`) gives the *function* that does it. The function gets the
//!   runtime and the object's value, looks the object up again, and may make objects, raise, and charge. It must not walk into
//!   values that it holds.
//!
//! INVARIANT: a function charges fuel and memory before it works, and changes the object last. It can be run again after a collection
//! ([`Abrupt::Memory`]).

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
/// `object[key] = value`, or `del object[key]` where the value is None.
pub(crate) type SetItemFn = fn(&mut Runtime, Value, Value, Option<Value>) -> Result<(), Abrupt>;
/// A function of the object alone: `iter(object)`, `object.__reduce__()`.
pub(crate) type ObjectFn = fn(&mut Runtime, Value) -> Result<Value, Abrupt>;
/// `bool(object)`.
pub(crate) type TruthFn = fn(&mut Runtime, Value) -> Result<bool, Abrupt>;
/// `object op other`; `Ok(None)` is `NotImplemented`.
pub(crate) type CompareFn = fn(&mut Runtime, Cmp, Value, Value) -> Result<Option<bool>, Abrupt>;
/// `left op right`, where the object is one of the two; `Ok(None)` is `NotImplemented`.
pub(crate) type ArithFn = fn(&mut Runtime, ArithOp, Value, Value) -> Result<Option<Value>, Abrupt>;
/// The next item of an iterator; `Ok(None)` at its end. The iterator is left as it was where this fails.
pub(crate) type NextFn = fn(&mut Runtime, Value) -> Result<Option<Value>, Abrupt>;
/// The next item of an iterator over pairs, without a tuple around it.
pub(crate) type NextPairFn = fn(&mut Runtime, Value) -> Result<Option<[Value; 2]>, Abrupt>;

/// How `repr(object)` or `str(object)` is written.
pub(crate) enum Text {
    /// `<module.Class object at 0x...>`
    Default,
    /// By a function that shows no value which can hold others.
    Leaf(fn(&mut Runtime, Value) -> Result<String, Abrupt>),
    /// By pieces in order.
    Pieces(Vec<Piece>),
}

/// A piece of a text.
#[derive(Debug)]
pub(crate) enum Piece {
    Text(Box<str>),
    /// The `repr` of a value.
    Value(Value),
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Piece::Text(text.into())
    }
}

/// What an iterator says when it is asked for an item.
pub(crate) enum Next {
    Item(Value),
    End,
    /// This function gives it: it needs the runtime.
    Run(NextFn),
}

/// Makes one hash of the hashes of an object's parts.
pub(crate) type MixHashes = Box<dyn FnOnce(&[u64]) -> u64>;

/// How an object is hashed.
pub(crate) enum Hash {
    Identity,
    /// From the hashes of these values, in order, by this function.
    Parts(SmallVec<[Value; 2]>, MixHashes),
}

/// How an object becomes a value of the host: these values are converted, and put together by this function.
pub(crate) type Conversion = (Vec<Value>, PutTogether);

/// Makes a host value of the converted parts.
pub(crate) type PutTogether = Box<dyn FnOnce(Vec<HostValue>) -> HostValue>;

/// The slots of an object of a library module. The defaults are those of `object` in Python's data model.
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

    /// `iter(object)`. None: `TypeError: 'X' object is not iterable`. `in` goes over the same iterator.
    fn iter(&self) -> Option<ObjectFn> {
        None
    }

    /// `bool(object)`. None: whether `len` is not 0; true for an object without `len`.
    fn truth(&self) -> Option<TruthFn> {
        None
    }

    /// Whether this object is equal to another one, as `in`, dict keys and `==` see it. It is not called for one and the same object.
    /// Pushes the pairs of values that have to be equal as well: the runtime compares them in order. False decides alone.
    fn eq(&self, _rt: &Runtime, _other: Value, _pairs: &mut Vec<(Value, Value)>) -> bool {
        false
    }

    /// `<`, `<=`, `>`, `>=`. None: `TypeError: '<' not supported between instances of 'X' and 'Y'`.
    fn compare(&self) -> Option<CompareFn> {
        None
    }

    /// Binary operators, with the object on either side. None: `TypeError: unsupported operand type(s) for +: 'X' and 'Y'`.
    fn arith(&self) -> Option<ArithFn> {
        None
    }

    /// `repr(object)`.
    fn repr(&self, _rt: &Runtime) -> Text {
        Text::Default
    }

    /// `str(object)`, the same as `repr` unless the type has its own.
    fn str(&self, rt: &Runtime) -> Text {
        self.repr(rt)
    }

    /// `hash(object)`. None: `TypeError: unhashable type: 'X'`.
    fn hash(&self, _rt: &Runtime) -> Option<Hash> {
        Some(Hash::Identity)
    }

    /// A copy in which each value it holds is replaced by what `child` gives for it, in the order of `visit`. A fork replaces nothing; a deep
    /// copy gives the copies that it has finished.
    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject>;

    /// The object as a value of the host. None: it does not cross.
    fn convert(&self, _rt: &Runtime) -> Option<Conversion> {
        None
    }

    /// Calls `visit` with every value that the object holds, always in the same order. A value that is not shown is freed.
    fn visit(&self, _visit: &mut dyn FnMut(Value)) {}

    /// Accounted bytes beyond the object's slot, by capacity. It is the same for the same history on every machine. What changes it charges or
    /// refunds the difference.
    fn owned_bytes(&self) -> usize;

    /// Writes the object to a snapshot, so that [`NativeKind::restore`] can read it back. The same state gives the same bytes.
    ///
    /// # Errors
    /// `Unsupported` where the state cannot be written.
    fn write(&self, out: &mut dyn ObjectWriter) -> Written;

    /// Lets go of what it owns, dead. Vectors of values can go to `spares`. An object whose parts nest takes them apart here in a loop, since Rust
    /// drops nested boxes recursively.
    fn drop(&mut self, _spares: &mut VecPool) {}
}

/// What an iterator of a library module has beside its [`NativeObject`] slots. `iter` gives itself.
pub(crate) trait NativeIterator: NativeObject + IteratorStorage {
    /// The next item. An iterator that needs nothing else takes the step here; one that needs the runtime names a function and does not
    /// change yet.
    fn next(&mut self) -> Next;

    /// Two items at once, for an iterator over pairs. None: it is not one.
    fn next_pair(&self) -> Option<NextPairFn> {
        None
    }

    /// The one iterator that it takes its items from, if there is one.
    fn inner(&self) -> Option<Value> {
        None
    }

    /// Whether it never ends. None: it is endless if `inner` is.
    fn is_endless(&self) -> Option<bool> {
        Some(false)
    }

    /// `__reduce__`, for `copy` and `pickle`. None: `TypeError: cannot pickle 'X' object`.
    fn reduce(&self) -> Option<ObjectFn> {
        None
    }

    /// Its variables by name in a dict, and whether it has begun, as a tuple: what the library's own `__reduce__` reads. None: `()`.
    fn variables(&self) -> Option<ObjectFn> {
        None
    }

    /// Accounted bytes of a copy that is kept while the iterator is emptied by work which may start over.
    fn kept_bytes(&self) -> usize {
        self.owned_bytes()
    }

    /// As [`NativeObject::copy`].
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
        self.room(count.saturating_mul(size_of::<u32>()))?;
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
    fn storage_bytes(&self) -> usize {
        self.owned_bytes()
    }
    fn release(&mut self, spares: &mut VecPool) {
        NativeObject::drop(self, spares);
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
    fn storage_bytes(&self) -> usize {
        self.owned_bytes()
    }
    fn release(&mut self, spares: &mut VecPool) {
        NativeObject::drop(self, spares);
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
    pub(crate) fn slots(&self) -> &dyn NativeObject {
        self.slot_table().downcast_ref::<ObjectSlots>().and_then(|slots| slots.0(self)).unwrap_or(&NoSlots)
    }
}

impl dyn IteratorStorage {
    /// The slots of the iterator.
    pub(crate) fn slots(&self) -> &dyn NativeIterator {
        self.iterator_slot_table().downcast_ref::<IteratorSlots>().and_then(|slots| (slots.shared)(self)).unwrap_or(&NoSlots)
    }

    /// Like [`Self::slots`], to take an item.
    pub(crate) fn slots_mut(&mut self) -> Option<&mut dyn NativeIterator> {
        self.iterator_slot_table().downcast_ref::<IteratorSlots>().and_then(|slots| (slots.unique)(self))
    }
}

/// How an object is read from a snapshot.
pub(crate) enum Restore {
    /// It is never written.
    Never,
    /// An object, after this tag.
    Object(u8, fn(&mut dyn ObjectReader<'_>) -> Read<Box<dyn NativeObject>>),
    /// An iterator, after this tag. Tags of iterators are numbered apart.
    Iterator(u8, fn(&mut dyn ObjectReader<'_>) -> Read<Box<dyn NativeIterator>>),
}

/// What is known of a kind of object without an object at hand: a line in the table of [`crate::native_modules::native_objects`] names it.
pub(crate) struct NativeKind {
    /// The types that its objects can have.
    pub(crate) types: &'static [TypeId],
    /// Whether weak references to it can be made.
    pub(crate) referable: bool,
    /// Whether CPython's type has the slots of a sequence, which errors of subscripts show.
    pub(crate) sequence: bool,
    pub(crate) restore: Restore,
    /// Run for each such object that was read, when everything else is read too.
    pub(crate) settle: Option<fn(&mut dyn ObjectReader<'_>, Value) -> Read<()>>,
}

impl NativeKind {
    /// The defaults, for a kind that names the rest.
    pub(crate) const NONE: NativeKind = NativeKind { types: &[], referable: false, sequence: false, restore: Restore::Never, settle: None };
}

impl Heap {
    /// The library object that a value names.
    pub(crate) fn native(&self, value: Value) -> Option<&dyn NativeObject> {
        match self.as_object(value) {
            Object::Native(object) => Some(object.slots()),
            _ => None,
        }
    }

    /// The library iterator that a value names.
    pub(crate) fn native_iterator(&self, value: Value) -> Option<&dyn NativeIterator> {
        // An index of another kind of value would count as a fault of the machine.
        if value.tag != Tag::Iter {
            return None;
        }
        match self.iters.get(value.index()) {
            IterObj::Native(iter) => Some(iter.slots()),
            _ => None,
        }
    }

    /// The library object that a value names, where it is of this kind.
    pub(crate) fn native_as<T: NativeObject>(&self, value: Value) -> Option<&T> {
        match self.as_object(value) {
            Object::Native(object) => (&**object as &dyn Any).downcast_ref(),
            _ => None,
        }
    }

    /// As [`Heap::native_as`], to change it.
    pub(crate) fn native_as_mut<T: NativeObject>(&mut self, value: Value) -> Option<&mut T> {
        if value.tag != Tag::Object {
            return None;
        }
        match self.objects.get_mut(value.index()) {
            Object::Native(object) => (&mut **object as &mut dyn Any).downcast_mut(),
            _ => None,
        }
    }

    /// The library iterator that a value names, where it is of this kind.
    pub(crate) fn iterator_as<T: NativeIterator>(&self, value: Value) -> Option<&T> {
        if value.tag != Tag::Iter {
            return None;
        }
        match self.iters.get(value.index()) {
            IterObj::Native(iter) => (&**iter as &dyn Any).downcast_ref(),
            _ => None,
        }
    }

    /// As [`Heap::iterator_as`], to change it.
    pub(crate) fn iterator_as_mut<T: NativeIterator>(&mut self, value: Value) -> Option<&mut T> {
        if value.tag != Tag::Iter {
            return None;
        }
        match self.iters.get_mut(value.index()) {
            IterObj::Native(iter) => (&mut **iter as &mut dyn Any).downcast_mut(),
            _ => None,
        }
    }

    /// A new library object; its slot and what it owns are charged.
    pub(crate) fn new_native(&mut self, object: impl NativeObject) -> Result<Value, Abrupt> {
        self.object(Object::Native(Box::new(object)))
    }

    /// A new library iterator, charged likewise.
    pub(crate) fn new_iterator(&mut self, iter: impl NativeIterator) -> Result<Value, Abrupt> {
        self.iter(IterObj::Native(Box::new(iter)))
    }
}
