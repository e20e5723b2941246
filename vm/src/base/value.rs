//! The representation of Python values: 16 bytes that are copied freely. A heap object is named by its index in an arena.
//!
//! INVARIANT: the kind of object is in `tag`, so a type test never touches the heap.

use crate::base::sizes::low32;
use std::fmt;
use std::num::NonZeroU32;

/// The kind of a [`Value`]. For a heap kind the payload is an index into the arena of that kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub(crate) enum Tag {
    /// An unbound local or a missing argument. User code never sees it.
    Undef = 0,
    None,
    /// Payload 0 or 1.
    Bool,
    /// Payload is an `i64`.
    Int,
    /// Payload is the bits of an `f64`.
    Float,
    Ellipsis,
    NotImplemented,
    /// A builtin type: the payload is a [`crate::runtime::type_table::TypeId`].
    Type,
    /// A builtin function or method: the payload is the number of a native function.
    Native,
    /// The state of a `for` over a `range` with step 1: the payload is the stop. User code never sees it.
    RangeStop,
    /// The state of a `for` over a `range` with another step. The payload is the step (high half, `i32`) and the number of items left (low
    /// half). User code never sees it.
    RangeStep,
    // --- heap kinds
    Str,
    Bytes,
    ByteArray,
    BigInt,
    Complex,
    List,
    Tuple,
    Dict,
    Set,
    FrozenSet,
    Range,
    Slice,
    Cell,
    Func,
    /// A callable with its first argument bound.
    Method,
    Class,
    Inst,
    Exc,
    /// Generators, coroutines, async generators.
    Gen,
    /// Native iterators.
    Iter,
    Module,
    /// All rare kinds: properties, views, super objects, patterns, ... See [`crate::heap::Object`].
    Object,
}

impl Tag {
    /// All tags, in order, for the snapshot reader.
    pub(crate) const ALL: [Tag; 33] = [
        Tag::Undef,
        Tag::None,
        Tag::Bool,
        Tag::Int,
        Tag::Float,
        Tag::Ellipsis,
        Tag::NotImplemented,
        Tag::Type,
        Tag::Native,
        Tag::RangeStop,
        Tag::RangeStep,
        Tag::Str,
        Tag::Bytes,
        Tag::ByteArray,
        Tag::BigInt,
        Tag::Complex,
        Tag::List,
        Tag::Tuple,
        Tag::Dict,
        Tag::Set,
        Tag::FrozenSet,
        Tag::Range,
        Tag::Slice,
        Tag::Cell,
        Tag::Func,
        Tag::Method,
        Tag::Class,
        Tag::Inst,
        Tag::Exc,
        Tag::Gen,
        Tag::Iter,
        Tag::Module,
        Tag::Object,
    ];

    /// True if all values with this tag have the same builtin type.
    #[must_use]
    pub(crate) fn is_whole_type(self) -> bool {
        matches!(
            self,
            Tag::Int
                | Tag::Float
                | Tag::Str
                | Tag::Bytes
                | Tag::ByteArray
                | Tag::List
                | Tag::Tuple
                | Tag::Dict
                | Tag::Set
                | Tag::FrozenSet
                | Tag::Range
        )
    }

    /// True if the payload is an arena index.
    #[must_use]
    pub(crate) fn is_heap(self) -> bool {
        self as u32 >= Tag::Str as u32
    }
}

/// A Python value, or an internal marker ([`Tag::Undef`], [`Tag::RangeStop`], [`Tag::RangeStep`]).
///
/// It has exactly two fields. So the compiler keeps it in two registers and copies it with two 8-byte loads, which match the two stores
/// that wrote it. One 16-byte load after two 8-byte stores would stall until both stores finish (no store forwarding).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value {
    pub(crate) tag: Tag,
    pub(crate) payload: u64,
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}:{:x}", self.tag, self.payload)
    }
}

impl Default for Value {
    fn default() -> Self {
        Value::UNDEF
    }
}

impl Value {
    pub(crate) const UNDEF: Value = Value::new(Tag::Undef, 0);
    pub(crate) const NONE: Value = Value::new(Tag::None, 0);
    pub(crate) const TRUE: Value = Value::new(Tag::Bool, 1);
    pub(crate) const FALSE: Value = Value::new(Tag::Bool, 0);
    pub(crate) const ELLIPSIS: Value = Value::new(Tag::Ellipsis, 0);
    pub(crate) const NOT_IMPLEMENTED: Value = Value::new(Tag::NotImplemented, 0);

    #[inline(always)]
    #[must_use]
    pub(crate) const fn new(tag: Tag, payload: u64) -> Value {
        Value { tag, payload }
    }

    #[inline(always)]
    #[must_use]
    pub(crate) const fn int(value: i64) -> Value {
        Value::new(Tag::Int, value as u64)
    }

    #[inline(always)]
    #[must_use]
    pub(crate) const fn float(value: f64) -> Value {
        Value::new(Tag::Float, value.to_bits())
    }

    #[inline(always)]
    #[must_use]
    pub(crate) const fn bool(value: bool) -> Value {
        Value::new(Tag::Bool, value as u64)
    }

    /// A value that names a fallback to call. It has the tag of `NotImplemented` with another payload, and user code cannot obtain it.
    #[inline]
    #[must_use]
    pub(crate) const fn fallback(name: crate::base::names::NameId) -> Value {
        Value::new(Tag::NotImplemented, (name.0 as u64) << 8 | 2)
    }

    /// The name of the fallback, if this value names one.
    #[inline]
    #[must_use]
    pub(crate) fn fallback_name(self) -> Option<crate::base::names::NameId> {
        (self.tag == Tag::NotImplemented && self.payload & 0xff == 2).then_some(crate::base::names::NameId(low32(self.payload >> 8)))
    }

    /// A heap value with this arena index.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn heap(tag: Tag, index: u32) -> Value {
        Value::new(tag, index as u64)
    }

    /// The payload as an integer, for an `Int`. A `Bool` gives 0 or 1.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn as_i64(self) -> i64 {
        self.payload as i64
    }

    /// The payload as a float, for a `Float`.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn as_f64(self) -> f64 {
        f64::from_bits(self.payload)
    }

    /// The arena index, for a heap kind.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn index(self) -> u32 {
        low32(self.payload)
    }

    /// The arena index of a heap value as a nonzero number. No object has index 0.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn place(self) -> Option<NonZeroU32> {
        NonZeroU32::new(self.index())
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn is_undef(self) -> bool {
        self.tag == Tag::Undef
    }

    /// True if it is the state of a `for` over a range.
    #[inline(always)]
    #[must_use]
    pub(crate) fn is_loop_state(self) -> bool {
        matches!(self.tag, Tag::RangeStop | Tag::RangeStep)
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn is_none(self) -> bool {
        self.tag == Tag::None
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn is_int(self) -> bool {
        self.tag == Tag::Int
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn is_str(self) -> bool {
        self.tag == Tag::Str
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn is_true(self) -> bool {
        self == Value::TRUE
    }

    /// The value, or `None` for a missing argument.
    #[inline(always)]
    #[must_use]
    pub(crate) fn defined(self) -> Option<Value> {
        if self.is_undef() { None } else { Some(self) }
    }

    /// The value, or `None` for a missing argument and for Python's None.
    #[inline(always)]
    #[must_use]
    pub(crate) fn some(self) -> Option<Value> {
        if self.is_undef() || self.is_none() { None } else { Some(self) }
    }

    /// The value, or `default` for a missing argument.
    #[inline(always)]
    #[must_use]
    pub(crate) fn or(self, default: Value) -> Value {
        if self.is_undef() { default } else { self }
    }
}

/// A value that user code cannot obtain. Fallbacks use it to mean "absent".
pub(crate) const MARKER: Value = Value::new(Tag::NotImplemented, 1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_their_numbers() {
        for (at, tag) in Tag::ALL.iter().enumerate() {
            assert_eq!(*tag as usize, at);
        }
    }
}
