//! The free list: short vectors of dead objects, kept for the next objects that need the same capacity. Freeing them one by one in a
//! collection costs the system's allocator more than making and using the vectors.
//!
//! The free list is not accounted, because it is bounded. The capacity of a vector is charged to the object that owns it, whether the
//! vector is new or reused.

use super::charged_sizes::values;
use crate::base::value::Value;

/// The largest capacity that is kept, in values.
const MAX_CAPACITY: usize = 16;

/// The maximum number of bytes kept, including the `Vec` headers.
const MAX_BYTES: usize = 1 << 20;

/// Bytes of the header of a vector in the list, and of its block.
const HEADER: usize = 40;

/// Bytes of a vector with this capacity.
fn bytes_of(room: usize) -> usize {
    HEADER + values(room)
}

/// Empty vectors, indexed by capacity minus 1.
#[derive(Debug, Default)]
pub(crate) struct VecPool {
    by_capacity: [Vec<Vec<Value>>; MAX_CAPACITY],
    bytes: usize,
}

/// The copy in a fork starts with an empty free list.
impl Clone for VecPool {
    fn clone(&self) -> Self {
        VecPool::default()
    }
}

impl VecPool {
    /// An empty vector with exactly this capacity.
    #[inline(always)]
    pub(crate) fn take(&mut self, room: usize) -> Vec<Value> {
        match self.by_capacity.get_mut(room.wrapping_sub(1)).and_then(Vec::pop) {
            Some(values) => {
                self.bytes = self.bytes.wrapping_sub(bytes_of(room));
                values
            }
            None => Vec::with_capacity(room),
        }
    }

    /// A vector of these values, without spare capacity.
    #[inline]
    pub(crate) fn holding(&mut self, values: &[Value]) -> Vec<Value> {
        let mut items = self.take(values.len());
        items.extend_from_slice(values);
        items
    }

    /// Keeps the vector of a dead object.
    #[inline]
    pub(crate) fn give(&mut self, mut values: Vec<Value>) {
        let room = values.capacity();
        if let Some(kept) = self.by_capacity.get_mut(room.wrapping_sub(1))
            && self.bytes < MAX_BYTES
        {
            values.clear();
            self.bytes = self.bytes.wrapping_add(bytes_of(room));
            kept.push(values);
        }
    }
}
