//! Inline caches: what one place in the code remembers about the last receiver of an attribute access. Never part of a snapshot.

use crate::base::names::NameId;
use crate::base::sizes::low16;
use crate::base::value::{Tag, Value};
use crate::heap::shapes::MAX_SUBJECT;

/// The kind of an inline cache entry. An entry is valid for instances of one shape, and so of one class, until the epoch changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum CacheKind {
    Empty,
    /// The attribute is in slot `slot` of the instance.
    Slot,
    /// A store adds the attribute and moves the instance to the shape `slot`.
    AddSlot,
    /// A plain function of the class; the cached value is the function.
    Method,
    /// For `super()`: a plain function found after the class `slot` in the method resolution order. The cached value is the function.
    Super,
    /// A static method: its function is called without the instance.
    Static,
    /// A class method: its function is called with the class of the instance.
    OfClass,
    /// The receiver is a class, and its number takes the place of the shape. The cached function is called without the class.
    ClassReceiverStatic,
    /// Like `ClassReceiverStatic`, but the function is called with the class.
    ClassReceiverBound,
    /// The getter function of a property.
    Property,
    /// A field of a named tuple: item `slot` of the tuple.
    Field,
    /// `__class__` of an instance whose class does not define it otherwise.
    OwnClass,
    /// A builtin method (the cached value), valid for every receiver with the tag in `slot`. See [`InlineCache::fill_native`].
    Native,
    /// The receiver is a module, and the attribute is the global `slot`. The policy allows the access unless the value is itself a module.
    Module,
}

/// The number of the current period of class states. An inline cache entry for instances is valid only in the epoch in which it was filled.
/// A new epoch begins when a class that some cache depends on changes in a way that may affect the cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Epoch(u64);

impl Epoch {
    /// The last epoch. Caches are no longer filled in it. A program reaches it only after it has changed classes for minutes.
    const LAST: Epoch = Epoch((u32::MAX as u64) << 32);

    /// Begins a new epoch.
    pub(crate) fn advance(&mut self) {
        if *self != Self::LAST {
            self.0 += 1 << 32;
        }
    }
}

/// The bit position of the kind in a key, above the subject.
const KIND: u32 = 24;

/// The inline cache of one place in the code that names an attribute.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InlineCache {
    /// The epoch in the high half. In the low half the kind, and below it the subject: a shape, or the number of a class or a module. One
    /// comparison of the key tests for a hit.
    key: u64,
    payload: u64,
    tag: Tag,
    pub(crate) name: NameId,
    pub(crate) slot: u32,
    kind: CacheKind,
    /// The policy has allowed this name at this place.
    pub(crate) allowed: bool,
}

crate::heap::charged_sizes! { InlineCache = 32 }

impl InlineCache {
    pub(crate) fn new(name: NameId) -> Self {
        InlineCache { key: 0, payload: 0, tag: Tag::Undef, name, slot: 0, kind: CacheKind::Empty, allowed: false }
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn kind(&self) -> CacheKind {
        self.kind
    }

    /// The cached value. Its meaning depends on the kind.
    #[inline(always)]
    #[must_use]
    pub(crate) fn value(&self) -> Value {
        Value::new(self.tag, self.payload)
    }

    /// True on a hit: the entry has this kind and this shape (or class number) and was filled in this epoch.
    #[inline(always)]
    #[must_use]
    pub(crate) fn hits(&self, kind: CacheKind, shape: u32, epoch: Epoch) -> bool {
        self.key == epoch.0 | u64::from((kind as u32) << KIND | shape)
    }

    /// True on a hit for a shape with any of the kinds that describe instances: method, slot, static method, class method.
    #[inline(always)]
    #[must_use]
    pub(crate) fn hits_shape(&self, shape: u32, epoch: Epoch) -> bool {
        let is_of_shapes = matches!(self.kind, CacheKind::Method | CacheKind::Slot | CacheKind::Static | CacheKind::OfClass);
        is_of_shapes && self.key & !(0xff << KIND) == epoch.0 | u64::from(shape)
    }

    /// Updates the entry for a shape or a class number. Empties it when the subject is too large for the key or no epochs are left.
    pub(crate) fn fill_entry(&mut self, kind: CacheKind, shape: u32, epoch: Epoch, slot: u32, value: Value) {
        if shape > MAX_SUBJECT || epoch == Epoch::LAST {
            return self.forget();
        }
        self.key = epoch.0 | u64::from((kind as u32) << KIND | shape);
        (self.kind, self.slot, self.tag, self.payload) = (kind, slot, value.tag, value.payload);
    }

    /// Updates the entry with a builtin method of all values that have a tag. `accepts_positional`: the method takes its arguments without
    /// binding. `classes`: for a predicate of strings, the character classes that it accepts ([`stockade_algorithms::text::ascii`]).
    pub(crate) fn fill_native(&mut self, tag: Tag, method: Value, accepts_positional: bool, classes: u16) {
        self.key = u64::from((CacheKind::Native as u32) << KIND | u32::from(accepts_positional) << 16 | u32::from(classes));
        (self.kind, self.slot, self.tag, self.payload) = (CacheKind::Native, tag as u32, method.tag, method.payload);
    }

    /// For a builtin method: true if it takes its arguments without binding.
    #[inline(always)]
    #[must_use]
    pub(crate) fn accepts_positional(&self) -> bool {
        self.key >> 16 & 1 == 1
    }

    /// For a builtin method that is a predicate of strings: the character classes that it accepts.
    #[inline(always)]
    #[must_use]
    pub(crate) fn classes(&self) -> u16 {
        low16(self.key)
    }

    /// Updates the entry with the global slot of a module's attribute.
    pub(crate) fn fill_module(&mut self, module: u32, slot: u32) {
        self.fill_entry(CacheKind::Module, module, Epoch::default(), slot, Value::UNDEF);
    }

    /// True on a hit for a global of this module.
    #[inline(always)]
    #[must_use]
    pub(crate) fn hits_module(&self, module: u32) -> bool {
        self.kind == CacheKind::Module && self.hits(CacheKind::Module, module, Epoch::default())
    }

    /// Empties the entry. `allowed` stays, since it does not depend on the receiver.
    pub(crate) fn forget(&mut self) {
        *self = InlineCache { allowed: self.allowed, ..InlineCache::new(self.name) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_it_learnt_and_nothing_else() {
        let (mut site, mut epoch) = (InlineCache::new(NameId::default()), Epoch::default());
        assert!(!site.hits(CacheKind::Slot, 0, epoch));
        site.fill_entry(CacheKind::Slot, 7, epoch, 1, Value::UNDEF);
        assert!(site.hits(CacheKind::Slot, 7, epoch));
        assert!(!site.hits(CacheKind::Method, 7, epoch) && !site.hits(CacheKind::Slot, 8, epoch));
        assert!(!site.hits(CacheKind::Slot, crate::heap::DICT_SHAPE, epoch));
        epoch.advance();
        assert!(!site.hits(CacheKind::Slot, 7, epoch));
        site.fill_entry(CacheKind::Slot, MAX_SUBJECT + 1, epoch, 1, Value::UNDEF);
        assert_eq!(site.kind(), CacheKind::Empty);
        site.fill_entry(CacheKind::Slot, 7, Epoch::LAST, 1, Value::UNDEF);
        assert_eq!(site.kind(), CacheKind::Empty);
        let mut last = Epoch::LAST;
        last.advance();
        assert_eq!(last, Epoch::LAST);
    }
}
