//! Results that are kept to save work. All of it can be forgotten at any time; a snapshot leaves it out.

use std::cell::{Cell, OnceCell};

use crate::base::interner::ValuePages;
use crate::base::value::Value;
use crate::heap::RootMarker;
use crate::runtime::attribute_caches::{MethodEntry, SlotEntry, SpecialEntry};
use crate::runtime::constructor_cache::ConstructorCache;
use crate::runtime::inline_cache::Epoch;

/// The caches that all code shares. Inline caches belong to the interpreter.
#[derive(Default)]
pub(crate) struct Caches {
    /// Builtins by global slot.
    pub(crate) builtins: Vec<Value>,
    /// By native function: its fallback, after the first call. [`crate::interpreter::machine::Interpreter`] keeps the fallbacks alive.
    pub(crate) fallbacks: ValuePages,
    /// Methods by shape and name.
    pub(crate) methods: Box<[MethodEntry]>,
    /// Special methods by class and name.
    pub(crate) special_method_cache: OnceCell<Box<[Cell<SpecialEntry>]>>,
    /// Slots of instances' own attributes by shape and name.
    pub(crate) own_attributes: Box<[SlotEntry]>,
    /// What calls of classes come to.
    pub(crate) constructors: ConstructorCache,
    /// The next version number of a class. A cache entry is valid for one version.
    pub(crate) next_class_version: u32,
    /// The epoch in which inline caches of instances are valid. Another begins when a class changes that an inline cache has seen, in a way
    /// that could make one wrong.
    pub(crate) epoch: Epoch,
    /// One-character ASCII strings, made on demand.
    pub(crate) chars: Vec<Value>,
    /// Room that regular expressions match in; it holds no state between two matches.
    pub(crate) regex_scratch: stockade_algorithms::regex::Scratch,
}

impl Caches {
    /// The caches of a copied session.
    pub(crate) fn fork(&self) -> Self {
        Caches {
            builtins: self.builtins.clone(),
            fallbacks: self.fallbacks.clone(),
            methods: self.methods.clone(),
            special_method_cache: self.special_method_cache.clone(),
            own_attributes: self.own_attributes.clone(),
            constructors: self.constructors,
            next_class_version: self.next_class_version,
            epoch: self.epoch,
            chars: self.chars.clone(),
            regex_scratch: stockade_algorithms::regex::Scratch::default(),
        }
    }

    /// Rewrites the references to objects, after objects have moved. Entries that are found by an object's index are forgotten.
    pub(crate) fn forward(&mut self, moves: &crate::heap::Moves) {
        let Caches {
            builtins,
            fallbacks,
            methods,
            special_method_cache,
            own_attributes: _,
            constructors,
            next_class_version: _,
            epoch: _,
            chars,
            regex_scratch: _,
        } = self;
        moves.values(builtins.iter_mut().chain(fallbacks.pages_mut().flatten()).chain(chars));
        methods.fill(MethodEntry::default());
        special_method_cache.take();
        *constructors = ConstructorCache::default();
    }

    /// The shared strings live as long as the session.
    pub(crate) fn visit_roots(&self, marker: &mut RootMarker<'_>) {
        marker.roots(&self.chars);
    }
}
