//! The caches that all places share: attributes, special methods and constructors.

use crate::base::names::NameId;
use crate::base::value::Value;

/// One entry of the shared method cache.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MethodEntry {
    pub(crate) shape: u32,
    pub(crate) version: u32,
    pub(crate) class: u32,
    pub(crate) name: NameId,
    pub(crate) value: Value,
}

/// One entry of the cache of special methods: the method that user code defined for instances of a class. Undefined if user code defined
/// none.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SpecialEntry {
    pub(crate) class: u32,
    pub(crate) version: u32,
    pub(crate) name: NameId,
    pub(crate) value: Value,
}

/// Number of entries in the cache of special methods; a power of two.
pub(crate) const SPECIAL_METHOD_CACHE_LEN: usize = 128;

/// One entry of the shared cache of instance attributes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SlotEntry {
    pub(crate) shape: u32,
    pub(crate) version: u32,
    pub(crate) name: NameId,
    pub(crate) slot: u32,
}

/// Number of entries in the shared caches; a power of two.
pub(crate) const CACHE_LINES: usize = 256;
