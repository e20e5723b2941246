//! The objects of one arena that a marking has reached and whose children it has not visited yet, because its worklist was full.
//!
//! A list of a million lists would put a million entries on the worklist: memory of the collector that nobody is charged for. Here each
//! takes one bit.

use super::Heap;
use crate::base::value::Tag;

/// A set of indices.
#[derive(Debug, Default, Clone)]
pub(crate) struct Deferred {
    words: Vec<u64>,
    /// All words before this one are 0.
    first: usize,
}

impl Deferred {
    pub(super) fn add(&mut self, index: u32) {
        let word = index as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        if let Some(bits) = self.words.get_mut(word) {
            *bits |= 1 << (index % 64);
        }
        self.first = self.first.min(word);
    }

    /// Removes an index. `None` if there is none.
    pub(super) fn take(&mut self) -> Option<u32> {
        while let Some(bits) = self.words.get_mut(self.first) {
            if *bits != 0 {
                let bit = bits.trailing_zeros();
                *bits &= *bits - 1;
                return u32::try_from(self.first * 64).ok().map(|from| from + bit);
            }
            self.first += 1;
        }
        *self = Deferred::default();
        None
    }
}

impl Heap {
    /// The deferred objects of the arena for values with this tag.
    pub(super) fn deferred(&mut self, tag: Tag) -> Option<&mut Deferred> {
        with_arena!(tag, [&mut self], arena => Some(&mut arena.deferred), else None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_it_got() {
        let mut deferred = Deferred::default();
        for index in [700, 3, 64, 3] {
            deferred.add(index);
        }
        assert_eq!(deferred.take(), Some(3));
        deferred.add(1);
        let rest: Vec<u32> = std::iter::from_fn(|| deferred.take()).collect();
        assert_eq!(rest, [1, 64, 700]);
        assert_eq!(deferred.take(), None);
    }
}
