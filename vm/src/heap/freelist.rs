//! Room that dead objects leave: short vectors of values, kept for the next objects that want as much. What a collection frees at once
//! the system's allocator files away one by one, and that costs more than to make and to use what it is for.
//!
//! None of this is accounted: it is bounded, and what a vector takes is charged to the object that has it, new or not.

use crate::base::value::Value;

/// The longest kept, in values.
const LONGEST: usize = 16;

/// The bytes kept at most, with what tells of each vector.
const MOST: usize = 1 << 20;

/// Bytes of one with so much room.
fn bytes_of(room: usize) -> usize {
    size_of::<Vec<Value>>() + room * size_of::<Value>()
}

/// Empty vectors by their capacity.
#[derive(Debug, Default)]
pub(crate) struct VecPool {
    of_room: [Vec<Vec<Value>>; LONGEST],
    bytes: usize,
}

/// A copy begins with none.
impl Clone for VecPool {
    fn clone(&self) -> Self {
        VecPool::default()
    }
}

impl VecPool {
    /// An empty vector with room for exactly so many values.
    #[inline(always)]
    pub(crate) fn take(&mut self, room: usize) -> Vec<Value> {
        match self.of_room.get_mut(room.wrapping_sub(1)).and_then(Vec::pop) {
            Some(values) => {
                self.bytes = self.bytes.wrapping_sub(bytes_of(room));
                values
            }
            None => Vec::with_capacity(room),
        }
    }

    /// A vector of these values, with no more room than they take.
    #[inline]
    pub(crate) fn holding(&mut self, values: &[Value]) -> Vec<Value> {
        let mut items = self.take(values.len());
        items.extend_from_slice(values);
        items
    }

    /// Keeps what is left of a dead object.
    #[inline]
    pub(crate) fn give(&mut self, mut values: Vec<Value>) {
        let room = values.capacity();
        if let Some(kept) = self.of_room.get_mut(room.wrapping_sub(1))
            && self.bytes < MOST
        {
            values.clear();
            self.bytes = self.bytes.wrapping_add(bytes_of(room));
            kept.push(values);
        }
    }
}
