//! The heap object of a class of the program, and its attributes.

use rustc_hash::FxHashMap;

use super::Moves;
use super::arena::HeapObject;
use super::charged_sizes::{VALUE_BLOCK, charged_sizes, values};
use super::copies::recopy_exactly;
use crate::base::names::NameId;
use crate::base::value::Value;

/// Attributes by name in insertion order: the namespace of a class.
#[derive(Debug, Default)]
pub(crate) struct AttrMap {
    /// The value of a removed attribute is [`Value::UNDEF`]. Its entry stays until half of the entries are such, so that removing one does
    /// not move the others.
    entries: Vec<(NameId, Value)>,
    index: FxHashMap<NameId, u32>,
}
impl Clone for AttrMap {
    fn clone(&self) -> Self {
        AttrMap { entries: self.entries.clone(), index: self.index.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let AttrMap { entries, index } = self;
        entries.clone_from(&source.entries);
        index.clone_from(&source.index);
    }
}
impl AttrMap {
    pub(crate) fn get(&self, name: NameId) -> Option<Value> {
        if self.entries.len() <= 8 {
            return self.entries.iter().find(|entry| entry.0 == name && !entry.1.is_undef()).map(|entry| entry.1);
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
        let value = std::mem::take(&mut self.entries.get_mut(at)?.1);
        if self.index.len() <= self.entries.len() / 2 {
            self.entries.retain(|entry| !entry.1.is_undef());
            for (number, entry) in self.entries.iter().enumerate() {
                self.index.insert(entry.0, u32::try_from(number).unwrap_or(0));
            }
        }
        Some(value)
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NameId, Value)> + '_ {
        self.entries.iter().copied().filter(|entry| !entry.1.is_undef())
    }
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }
}

/// Bytes charged for one more attribute in an [`AttrMap`].
pub(crate) const ATTR_BYTES: usize = 48;

#[derive(Debug, Default)]
pub(crate) struct ClassObj {
    /// A str.
    pub(crate) name: Value,
    /// A str.
    pub(crate) qualname: Value,
    /// Classes and builtin types, in the order written in the source.
    pub(crate) bases: Vec<Value>,
    /// The method resolution order: this class first, `object` last.
    pub(crate) mro: Vec<Value>,
    pub(crate) attrs: AttrMap,
    /// `type` or a class derived from it.
    pub(crate) metaclass: Value,
    /// The builtin type whose payload the instances carry, or `object` if they carry none: an index into the type table.
    pub(crate) layout: u16,
    /// A number that is unique among all versions of all classes. It changes when this class or one of its bases changes.
    pub(crate) version: u32,
    /// Some inline cache depends on this class. A change then begins a new epoch ([`crate::runtime::core::Runtime::epoch`]).
    pub(crate) watched: bool,
    pub(crate) subclasses: Vec<u32>,
    /// The shape of a new instance.
    pub(crate) root_shape: u32,
    pub(crate) flags: u32,
    /// The names in `__slots__` along the MRO, if instances have no `__dict__`.
    pub(crate) slots: Option<Box<[NameId]>>,
    /// The last marking for finalizers did not reach this class, so `__subclasses__` does not list it. A snapshot would not contain it.
    pub(crate) is_unreachable: bool,
}
charged_sizes! { ClassObj = 208 }

impl Clone for ClassObj {
    fn clone(&self) -> Self {
        let mut copy = ClassObj::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let ClassObj {
            name,
            qualname,
            bases,
            mro,
            attrs,
            metaclass,
            layout,
            version,
            watched,
            subclasses,
            root_shape,
            flags,
            slots,
            is_unreachable,
        } = self;
        (*name, *qualname, *metaclass) = (source.name, source.qualname, source.metaclass);
        recopy_exactly(bases, &source.bases);
        recopy_exactly(mro, &source.mro);
        attrs.clone_from(&source.attrs);
        (*layout, *version, *watched) = (source.layout, source.version, source.watched);
        recopy_exactly(subclasses, &source.subclasses);
        (*root_shape, *flags, *is_unreachable) = (source.root_shape, source.flags, source.is_unreachable);
        slots.clone_from(&source.slots);
    }
}

impl HeapObject for ClassObj {
    /// Bases, order of resolution, attributes with their index, subclasses.
    const BLOCKS: usize = 5 * VALUE_BLOCK;
    const IS_ORDERED: bool = true;

    fn forward(&mut self, moves: &Moves) {
        let ClassObj {
            name,
            qualname,
            bases,
            mro,
            attrs,
            metaclass,
            layout: _,
            version: _,
            watched: _,
            subclasses,
            root_shape: _,
            flags: _,
            slots: _,
            is_unreachable: _,
        } = self;
        moves.values([name, qualname, metaclass]);
        moves.values(bases.iter_mut().chain(mro));
        let AttrMap { entries, index: _ } = attrs;
        moves.values(entries.iter_mut().map(|(_, value)| value));
        subclasses.iter_mut().for_each(|class| moves.classes.index(class));
    }

    fn owned_bytes(&self) -> usize {
        values(self.bases.capacity() + self.mro.capacity())
            + self.attrs.len() * ATTR_BYTES
            + self.subclasses.capacity() * 4
            + self.slots.as_ref().map_or(0, |slots| slots.len() * 4)
    }
}

/// Bits of [`ClassObj::flags`]. Subclasses inherit them. Fast paths test them to skip lookups.
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
    /// Has abstract methods that are not overridden.
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
