//! Copies of what objects own, for copies of sessions. They have the capacities of the originals, which are charged. A copy that is made in the
//! memory of an older one keeps its blocks where they have these capacities.

use smallvec::SmallVec;

use crate::base::value::Value;

/// The values as an inline vector, if there are at most two.
#[inline(always)]
fn inline_values(values: &[Value]) -> Option<SmallVec<[Value; 2]>> {
    match values {
        [] => Some(SmallVec::new()),
        [one] => Some(SmallVec::from_buf_and_len([*one, Value::UNDEF], 1)),
        [one, two] => Some(SmallVec::from_buf([*one, *two])),
        _ => None,
    }
}

/// A copy with the capacity of the original, which is charged: a copy of a session goes on with the same bytes.
pub(super) fn with_its_room<T: Copy>(items: &Vec<T>) -> Vec<T> {
    let mut copy = Vec::with_capacity(items.capacity());
    copy.extend_from_slice(items);
    copy
}

/// Makes a vector such a copy. It keeps its block if that has the capacity of the original.
pub(super) fn refill<T: Copy>(copy: &mut Vec<T>, items: &Vec<T>) {
    if copy.capacity() == items.capacity() {
        copy.clear();
        copy.extend_from_slice(items);
    } else {
        *copy = with_its_room(items);
    }
}

/// Makes a vector a copy without spare capacity, which is charged. It keeps its block if that has this capacity.
pub(super) fn recopy_exactly<T: Copy>(copy: &mut Vec<T>, items: &[T]) {
    if copy.capacity() == items.len() {
        copy.clear();
        copy.extend_from_slice(items);
    } else {
        *copy = items.to_vec();
    }
}

/// Makes values the copy that [`copied`] gives. They keep their block if that has the capacity of the original.
pub(super) fn recopy(copy: &mut SmallVec<[Value; 2]>, values: &SmallVec<[Value; 2]>) {
    if copy.spilled() && values.spilled() && copy.capacity() == values.capacity() {
        copy.clear();
        copy.extend_from_slice(values);
    } else {
        *copy = copied(values);
    }
}

/// Faster than `clone` for few values. Forks copy all objects, and most hold few values.
pub(super) fn copied(values: &SmallVec<[Value; 2]>) -> SmallVec<[Value; 2]> {
    inline_values(values).unwrap_or_else(|| {
        let mut copy = SmallVec::with_capacity(values.capacity());
        copy.extend_from_slice(values);
        copy
    })
}
