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
    /// Code points; `u32::MAX` is "not counted", [`ONE_ASCII`] with its byte a single ASCII character.
    chars: Cell<u32>,
    /// The interned name with this text, or `u32::MAX`.
    pub(crate) name: Cell<u32>,
}

/// A place in a text: the character and the byte where it begins. By default one that is right for any text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) text: u32,
    pub(super) character: u32,
    pub(super) byte: u32,
}

/// Of what is remembered of a string's length: it is one character, whose byte is in the low bits.
const ONE_ASCII: u32 = 1 << 31;

impl Default for StrObj {
    fn default() -> Self {
        StrObj::own(CompactString::const_new(""))
    }
}

impl StrObj {
    pub(crate) fn own(text: CompactString) -> Self {
        StrObj { repr: StrRepr::Own(text), hash: Cell::new(0), chars: Cell::new(u32::MAX), name: Cell::new(u32::MAX) }
    }

    /// Code points; `u32::MAX` where they are not counted.
    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        let chars = self.chars.get();
        if chars ^ ONE_ASCII < 128 { 1 } else { chars }
    }

    /// Remembers how many code points it has. So many that they could be taken for something else are counted each time.
    pub(crate) fn set_count(&self, chars: u32) {
        self.chars.set(if chars < ONE_ASCII { chars } else { u32::MAX });
    }

    /// The byte of a string of one ASCII character, where that is known.
    #[inline(always)]
    fn known_ascii(&self) -> Option<u8> {
        let byte = self.chars.get() ^ ONE_ASCII;
        if byte < 128 { Some(byte as u8) } else { None }
    }

    /// The byte of a string of one ASCII character. It is found at once the next time: the text itself may be in several places.
    #[inline(always)]
    pub(crate) fn one_ascii(&self) -> Option<u8> {
        if let Some(byte) = self.known_ascii() {
            return Some(byte);
        }
        match &self.repr {
            StrRepr::Own(text) => match text.as_bytes() {
                [byte] => {
                    self.chars.set(ONE_ASCII | u32::from(*byte));
                    Some(*byte)
                }
                _ => None,
            },
            StrRepr::Prefix { .. } => None,
        }
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
            object.set_count(chars);
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
