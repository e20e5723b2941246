//! Strings: inline up to 24 bytes, otherwise owned, or a prefix of a shared append buffer, so that repeated `s += x` takes linear time.

use crate::base::sizes::low8;
use std::cell::Cell;

use compact_str::CompactString;

use super::Moves;
use super::arena::{Arena, HeapObject};
use super::charged_sizes::{BYTE_BLOCK, block, charged_sizes};

#[derive(Debug, Clone)]
pub(crate) enum StrRepr {
    Own(CompactString),
    /// The first `len` bytes of append buffer `buf`. Appending to the string that ends at the buffer's end extends the buffer in place;
    /// older strings still see only their own prefix.
    Prefix {
        buf: u32,
        len: u32,
    },
}

#[derive(Debug)]
pub(crate) struct StrObj {
    pub(crate) repr: StrRepr,
    /// Cached hash; 0 means not computed.
    pub(crate) hash: Cell<u64>,
    /// Number of code points. `u32::MAX` means not counted. [`ONE_ASCII`] plus a byte means a single ASCII character.
    chars: Cell<u32>,
    /// The interned name with this text, or `u32::MAX`.
    pub(crate) name: Cell<u32>,
}

impl Clone for StrObj {
    fn clone(&self) -> Self {
        StrObj { repr: self.repr.clone(), hash: self.hash.clone(), chars: self.chars.clone(), name: self.name.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let StrObj { repr, hash, chars, name } = self;
        match (&*repr, &source.repr) {
            // Most long texts of a session that is copied again are what they were.
            (StrRepr::Own(old), StrRepr::Own(new)) if new.is_heap_allocated() && old.capacity() == new.len() && old == new => {}
            _ => *repr = source.repr.clone(),
        }
        hash.set(source.hash.get());
        chars.set(source.chars.get());
        name.set(source.name.get());
    }
}

/// A position in a text: the index of a character and the byte where it begins. The default, character 0 at byte 0, is valid for any text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) text: u32,
    pub(super) character: u32,
    pub(super) byte: u32,
}

/// Flag in `chars`: the string is one ASCII character, whose byte is in the low bits.
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

    /// Number of code points; `u32::MAX` if not counted.
    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        let chars = self.chars.get();
        if chars ^ ONE_ASCII < 128 { 1 } else { chars }
    }

    /// Caches the number of code points. Numbers that collide with [`ONE_ASCII`] are not cached.
    pub(crate) fn set_count(&self, chars: u32) {
        self.chars.set(if chars < ONE_ASCII { chars } else { u32::MAX });
    }

    /// The byte of a string of one ASCII character, if that is cached.
    #[inline(always)]
    fn known_ascii(&self) -> Option<u8> {
        let byte = self.chars.get() ^ ONE_ASCII;
        if byte < 128 { Some(low8(u64::from(byte))) } else { None }
    }

    /// The byte of a string of one ASCII character. The result is cached, because reading the text itself takes more branches.
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

/// A text of so many bytes needs no block. On a machine of 32 bits it may; the charge is the same.
pub(super) const INLINE: usize = 24;

/// So many unused bytes are left to a text: moving it would cost more.
const ALMOST_FITTED: usize = 16;

/// Bytes charged for the text of a str beyond its slot.
#[inline(always)]
pub(super) fn text_block(len: usize) -> usize {
    if len > INLINE { block(len) } else { 0 }
}

/// A text that has its charge's bytes only: one that was built may have more.
pub(super) fn fitted(mut text: CompactString) -> CompactString {
    if text.capacity() - text.len() > ALMOST_FITTED {
        text.shrink_to_fit();
    }
    text
}

charged_sizes! { StrObj = 40, StrBuf = 32 }

impl HeapObject for StrObj {
    const TRIVIAL_DROP: bool = true;

    fn forward(&mut self, moves: &Moves) {
        let StrObj { repr, hash: _, chars: _, name: _ } = self;
        match repr {
            StrRepr::Own(_) => {}
            StrRepr::Prefix { buf, len: _ } => moves.bufs.index(buf),
        }
    }

    fn owned_bytes(&self) -> usize {
        match &self.repr {
            StrRepr::Own(text) => text_block(text.len()),
            StrRepr::Prefix { .. } => 0,
        }
    }

    fn block_address(&self) -> usize {
        match &self.repr {
            StrRepr::Own(text) => text.as_ptr().addr(),
            StrRepr::Prefix { .. } => 0,
        }
    }
}

impl Arena<StrObj> {
    /// Adds a string that owns its text, with this number of code points (`u32::MAX`: not counted). The caller has charged the slot and
    /// what the text owns.
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
    /// Bytes charged for the buffer: the capacity that our own growth rule chose.
    pub(crate) charged: usize,
}

impl HeapObject for StrBuf {
    const BLOCKS: usize = BYTE_BLOCK;

    fn forward(&mut self, _moves: &Moves) {
        let StrBuf { text: _, charged: _ } = self;
    }

    fn owned_bytes(&self) -> usize {
        self.charged
    }

    fn block_address(&self) -> usize {
        self.text.as_ptr().addr()
    }
}
