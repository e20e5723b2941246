//! Strings: inline up to 24 bytes, owned beyond, or a prefix of a shared append buffer, so that `s += x` is linear.

use std::cell::Cell;

use compact_str::CompactString;

use super::arena::{Arena, HeapObject};

#[derive(Debug, Clone)]
pub(crate) enum StrRepr {
    Own(CompactString),
    /// The first `len` bytes of append buffer `buf`. Appending to the string that ends at the buffer's end extends the
    /// buffer in place; every older string still sees its own prefix.
    Prefix {
        buf: u32,
        len: u32,
    },
}

#[derive(Debug, Clone)]
pub(crate) struct StrObj {
    pub(crate) repr: StrRepr,
    /// Cached hash; 0 is "not computed".
    pub(crate) hash: Cell<u64>,
    /// Code points; `u32::MAX` is "not counted".
    pub(crate) chars: Cell<u32>,
    /// The interned name with this text, or `u32::MAX`.
    pub(crate) name: Cell<u32>,
}

impl Default for StrObj {
    fn default() -> Self {
        StrObj::own(CompactString::const_new(""))
    }
}

impl StrObj {
    pub(crate) fn own(text: CompactString) -> Self {
        StrObj { repr: StrRepr::Own(text), hash: Cell::new(0), chars: Cell::new(u32::MAX), name: Cell::new(u32::MAX) }
    }
}

impl HeapObject for StrObj {
    const LIGHT: bool = true;

    fn owned_bytes(&self) -> usize {
        match &self.repr {
            StrRepr::Own(text) if text.is_heap_allocated() => text.len(),
            _ => 0,
        }
    }
}

impl Arena<StrObj> {
    /// A string with a text of its own of so many code points (`u32::MAX`: not counted); its slot and what the text owns have been
    /// charged.
    #[inline]
    pub(crate) fn insert_own(&mut self, text: CompactString, chars: u32) -> u32 {
        self.insert_with(|object| {
            object.repr = StrRepr::Own(text);
            object.hash.set(0);
            object.chars.set(chars);
            object.name.set(u32::MAX);
        })
    }
}

/// An append buffer.
#[derive(Debug, Default, Clone)]
pub(crate) struct StrBuf {
    pub(crate) text: String,
    /// Bytes charged for it: the capacity our own growth rule chose.
    pub(crate) charged: usize,
}

impl HeapObject for StrBuf {
    fn owned_bytes(&self) -> usize {
        self.charged
    }
}
