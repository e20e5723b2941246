//! What the allocator keeps of small blocks that were freed.
//!
//! A large block goes back to the system when it is freed. A small one goes back to the allocator, which keeps its page: other small blocks
//! can use it, a large block cannot. A program that fills its memory with small blocks, frees them and then makes one large block would hold
//! nearly twice its limit. So the most that small blocks have taken counts against a large block, as far as it exceeds a quarter of the limit.
//!
//! The number is looked at before each collection, when most is in use. A session that goes on from a snapshot or as a fork has it too.

use super::Heap;

/// From this size on, a block is large. The command tells the allocator the same (`cli/src/huge_pages.rs`).
pub(crate) const LARGE_BLOCK: usize = 4 << 20;

impl Heap {
    /// Looks at how much small blocks take, before a collection frees them.
    pub(super) fn note_small_blocks(&mut self) {
        self.most_small = self.most_small_bytes();
    }

    /// The most bytes that small blocks have taken, with those of garbage that a snapshot drops. What is below a quarter of the limit is
    /// never asked for.
    pub(crate) fn most_small_bytes(&self) -> usize {
        let can_be_more = self.used > self.limit / 4 && self.used > self.most_small;
        if can_be_more { self.most_small.max(self.small_block_bytes()) } else { self.most_small }
    }

    /// Bytes of blocks that are not large, and that are not the slots of arenas, which are moved together.
    fn small_block_bytes(&self) -> usize {
        self.used.saturating_sub(self.used_slot_bytes()).saturating_sub(self.large_block_bytes())
    }

    /// Bytes of large blocks, of dead objects too.
    fn large_block_bytes(&self) -> usize {
        if self.has_large_blocks { self.large_owned_bytes().saturating_add(self.held()) } else { 0 }
    }

    /// What small blocks have taken and take no more.
    pub(crate) fn kept_bytes(&self) -> usize {
        if self.most_small == 0 { 0 } else { self.most_small.saturating_sub(self.small_block_bytes()) }
    }

    /// True if a block of so many bytes fits beside all blocks and what the allocator keeps: in five quarters of the limit.
    pub(super) fn fits_beside_kept(&self, bytes: usize) -> bool {
        let room = self.limit.saturating_add(self.limit / 4);
        if bytes < LARGE_BLOCK || self.used.saturating_add(self.most_small).saturating_add(bytes) <= room {
            return true;
        }
        // Only what small blocks have taken beyond what they take now is kept for nothing. Free slots go back in a compaction.
        let unused = self.kept_bytes();
        let taken = self.used.saturating_add(unused).saturating_add(self.free_slot_bytes());
        unused == 0 || taken.saturating_add(bytes) <= room
    }
}
