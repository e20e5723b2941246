//! What the allocator keeps of small blocks that were freed.
//!
//! A large block goes back to the system when it is freed. A small one goes back to the allocator, which keeps its page: other small blocks
//! can use it, a large block cannot. A program that fills its memory with small blocks, frees them and then makes one large block would hold
//! nearly twice its limit. So the most that small blocks have taken counts against a large block, as far as it exceeds a quarter of the limit.
//!
//! The same is true of small blocks that become larger and larger: between the blocks that stay, each freed one leaves a hole that is smaller
//! than the next block. So the objects get new blocks when what is in use and what was freed since could together exceed the limit by an
//! eighth. A program cannot see it: no byte is charged or refunded.
//!
//! The most that small blocks have taken is looked at before each collection, when most is in use. A session that goes on from a snapshot or
//! as a fork has it too.

use super::Heap;

/// From this size on, a block is large. The command tells the allocator the same (`cli/src/huge_pages.rs`).
pub(crate) const LARGE_BLOCK: usize = 4 << 20;

/// The objects get their new blocks in parts of at most so many bytes, so that the old blocks of a part lie together when they are free.
const PART: usize = LARGE_BLOCK;
/// A run that collects at each safepoint, for tests, renews the blocks in one collection of so many.
const STRESS_INTERVAL: u64 = 16;

impl Heap {
    /// Gives the objects new blocks, if the holes between their blocks may be too large. After a collection.
    pub(super) fn close_holes(&mut self) {
        // What may be in use at the next collection.
        let most_used = self.threshold.max(self.used);
        let too_large = self.holes > self.limit / 16 && most_used.saturating_add(self.holes) > self.limit.saturating_add(self.limit / 8);
        if too_large || self.stress && self.collections.is_multiple_of(STRESS_INTERVAL) {
            self.holes = 0;
            self.renew_blocks(PART.min(self.limit / 16));
        }
    }

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
