//! Sites: what a place in the code remembers of the attribute it names, an inline cache. Never part of a snapshot.

use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::shapes::MAX_SUBJECT;

/// What a site's cache remembers for instances of one shape, and so of one class, as long as no class it may concern changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum CacheKind {
    Empty,
    /// The attribute is in `slot`.
    Slot,
    /// Storing adds an attribute and moves to the shape `slot`.
    AddSlot,
    /// A plain function of the class: the value.
    Method,
    /// What comes after the class `slot` in the method resolution order: a plain function, the value.
    Super,
    /// The function of a static method, called without the instance.
    Static,
    /// The function of a class method, called with the instance's class.
    OfClass,
    /// Asked of the class with the number that stands for a shape itself: the function, called without it.
    StaticOf,
    /// As `StaticOf`, called with it.
    BoundTo,
    /// The function that gets a property.
    Property,
    /// Of a named tuple, the item `slot` of the tuple it is.
    Field,
    /// `__class__` of an instance whose class says nothing else.
    OwnClass,
    /// A builtin method, the value, of every value with the tag in `slot`: see [`InlineCache::learn_native`].
    Native,
    /// Of a module, what stands in the global `slot`; the policy allows it unless that is a module itself.
    Module,
}

/// What sites know of instances holds for the epoch in which they learnt it: another begins whenever a class that any site knows
/// something of changes so that it may concern them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Epoch(u64);

impl Epoch {
    /// The last one, in which nothing is learnt: by then a program did nothing but change classes for minutes.
    const LAST: Epoch = Epoch((u32::MAX as u64) << 32);

    /// Another begins.
    pub(crate) fn advance(&mut self) {
        if *self != Self::LAST {
            self.0 += 1 << 32;
        }
    }
}

/// Where the kind stands in a key, above the subject.
const KIND: u32 = 24;

/// An attribute name at one place of the code, with its inline cache.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InlineCache {
    /// The epoch in the high half; in the low one the kind, and below it what is known something of: a shape, or the number of a class or
    /// a module. One comparison says whether it is what is asked about.
    key: u64,
    payload: u64,
    tag: Tag,
    pub(crate) name: NameId,
    pub(crate) slot: u32,
    kind: CacheKind,
    /// The policy has been asked about this name here and allowed it.
    pub(crate) allowed: bool,
}

impl InlineCache {
    pub(crate) fn new(name: NameId) -> Self {
        InlineCache { key: 0, payload: 0, tag: Tag::Undef, name, slot: 0, kind: CacheKind::Empty, allowed: false }
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn kind(&self) -> CacheKind {
        self.kind
    }

    /// What it knows besides `slot`.
    #[inline(always)]
    #[must_use]
    pub(crate) fn value(&self) -> Value {
        Value::new(self.tag, self.payload)
    }

    /// Whether it knows this kind of thing of a shape, or of the number of a class.
    #[inline(always)]
    #[must_use]
    pub(crate) fn knows(&self, kind: CacheKind, shape: u32, epoch: Epoch) -> bool {
        self.key == epoch.0 | u64::from((kind as u32) << KIND | shape)
    }

    /// Whether it knows what instances of a shape have by its name.
    #[inline(always)]
    #[must_use]
    pub(crate) fn knows_shape(&self, shape: u32, epoch: Epoch) -> bool {
        let is_of_shapes = matches!(self.kind, CacheKind::Method | CacheKind::Slot | CacheKind::Static | CacheKind::OfClass);
        is_of_shapes && self.key & !(0xff << KIND) == epoch.0 | u64::from(shape)
    }

    /// Knows something of a shape, or of the number of a class, from now on; nothing where that cannot be kept.
    pub(crate) fn learn(&mut self, kind: CacheKind, shape: u32, epoch: Epoch, slot: u32, value: Value) {
        if shape > MAX_SUBJECT || epoch == Epoch::LAST {
            return self.forget();
        }
        self.key = epoch.0 | u64::from((kind as u32) << KIND | shape);
        (self.kind, self.slot, self.tag, self.payload) = (kind, slot, value.tag, value.payload);
    }

    /// Knows a builtin method of every value with a tag: whether it takes arguments as they are given, and what it is true of
    /// ([`stockade_algorithms::text::ascii`]) where it is a predicate of strings.
    pub(crate) fn learn_native(&mut self, tag: Tag, method: Value, takes_as_given: bool, classes: u16) {
        self.key = u64::from((CacheKind::Native as u32) << KIND | u32::from(takes_as_given) << 16 | u32::from(classes));
        (self.kind, self.slot, self.tag, self.payload) = (CacheKind::Native, tag as u32, method.tag, method.payload);
    }

    /// Of a builtin method, whether it takes arguments as they are given.
    #[inline(always)]
    #[must_use]
    pub(crate) fn takes_as_given(&self) -> bool {
        self.key >> 16 & 1 == 1
    }

    /// Of a builtin method, what it is true of.
    #[inline(always)]
    #[must_use]
    pub(crate) fn classes(&self) -> u16 {
        self.key as u16
    }

    /// Knows which global of a module has the name.
    pub(crate) fn learn_global(&mut self, module: u32, slot: u32) {
        self.learn(CacheKind::Module, module, Epoch::default(), slot, Value::UNDEF);
    }

    /// Whether it knows a global of this module.
    #[inline(always)]
    #[must_use]
    pub(crate) fn knows_module(&self, module: u32) -> bool {
        self.kind == CacheKind::Module && self.knows(CacheKind::Module, module, Epoch::default())
    }

    /// Knows nothing; what the policy allowed stays allowed.
    pub(crate) fn forget(&mut self) {
        *self = InlineCache { allowed: self.allowed, ..InlineCache::new(self.name) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_32_bytes() {
        assert_eq!(size_of::<InlineCache>(), 32);
    }

    #[test]
    fn knows_what_it_learnt_and_nothing_else() {
        let (mut site, mut epoch) = (InlineCache::new(NameId::default()), Epoch::default());
        assert!(!site.knows(CacheKind::Slot, 0, epoch));
        site.learn(CacheKind::Slot, 7, epoch, 1, Value::UNDEF);
        assert!(site.knows(CacheKind::Slot, 7, epoch));
        assert!(!site.knows(CacheKind::Method, 7, epoch) && !site.knows(CacheKind::Slot, 8, epoch));
        assert!(!site.knows(CacheKind::Slot, crate::heap::DICT_SHAPE, epoch));
        epoch.advance();
        assert!(!site.knows(CacheKind::Slot, 7, epoch));
        site.learn(CacheKind::Slot, MAX_SUBJECT + 1, epoch, 1, Value::UNDEF);
        assert_eq!(site.kind(), CacheKind::Empty);
        site.learn(CacheKind::Slot, 7, Epoch::LAST, 1, Value::UNDEF);
        assert_eq!(site.kind(), CacheKind::Empty);
        let mut last = Epoch::LAST;
        last.advance();
        assert_eq!(last, Epoch::LAST);
    }
}
