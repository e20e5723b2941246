//! Shapes: which attributes an instance has, and in which slots. They form a tree: adding an attribute moves an instance to a child shape.
//!
//! An instance with more than [`MAX_SLOTS`] attributes, or with a shape that has too many children, keeps its attributes in a dict instead.
//! So a program cannot make the tree grow without bound. Each shape is charged to memory.

use rustc_hash::FxHashMap;

use crate::base::names::NameId;
use crate::base::sizes::low32;

/// An instance with more attributes than this keeps them in a dict.
pub(crate) const MAX_SLOTS: usize = 64;
/// If a shape has this many children, a further attribute moves the instance to a dict.
const MAX_CHILDREN: usize = 128;
/// The maximum number of shapes. Inline caches name a shape by a number below it. With one class for each shape, so many shapes would need
/// more than 16 GiB.
pub(crate) const MAX_SHAPES: usize = MAX_SUBJECT as usize + 1;
/// Bytes charged for a shape: its struct, its place among the children of its parent, and its entry in a table of names, with the spare
/// capacity of each.
pub(crate) const SHAPE_BYTES: usize = 160;
/// Bytes charged for a further table of names, and for each name that is copied to it.
const TABLE_BYTES: usize = 160;
const COPIED_NAME_BYTES: usize = 40;
/// With more names than this, a table has an index.
const MAX_UNINDEXED: usize = 12;

/// The shapes that a shape leads to, by the added name. Most lead to one.
#[derive(Debug, Clone, Default)]
enum Children {
    #[default]
    None,
    One(NameId, u32),
    Many(Box<FxHashMap<NameId, u32>>),
}

impl Children {
    fn len(&self) -> usize {
        match self {
            Children::None => 0,
            Children::One(..) => 1,
            Children::Many(children) => children.len(),
        }
    }

    fn get(&self, name: NameId) -> Option<u32> {
        match self {
            Children::None => None,
            Children::One(only, shape) => (*only == name).then_some(*shape),
            Children::Many(children) => children.get(&name).copied(),
        }
    }

    fn add(&mut self, name: NameId, shape: u32) {
        match self {
            Children::None => *self = Children::One(name, shape),
            Children::One(first, first_shape) => {
                *self = Children::Many(Box::new([(*first, *first_shape), (name, shape)].into_iter().collect()));
            }
            Children::Many(children) => {
                children.insert(name, shape);
            }
        }
    }
}

// `SHAPE_BYTES` counts on it.
super::charged_sizes! { Shape = 40 }

#[derive(Debug, Clone)]
pub(crate) struct Shape {
    pub(crate) parent: u32,
    pub(crate) name: NameId,
    /// Slots that instances of this shape use, including a payload slot.
    pub(crate) len: u32,
    /// The table of names, and how many of its first names the shape has.
    table: u32,
    count: u32,
    children: Children,
}

impl Shape {
    /// True if slot 0 holds a builtin value.
    pub(crate) fn has_payload(&self) -> bool {
        self.len > self.count
    }
}

/// Names and their slots, in order. A shape and the shape that it was grown from share a table: the first has one name more. So the names
/// of a chain of shapes are stored once. A second child of a shape begins a table of its own.
#[derive(Debug, Default, Clone)]
struct NameTable {
    names: Vec<(NameId, u32)>,
    /// Position by name, for many names.
    index: Option<FxHashMap<NameId, u32>>,
}

impl NameTable {
    fn add(&mut self, name: NameId, slot: u32) {
        self.names.push((name, slot));
        match &mut self.index {
            Some(index) => {
                index.insert(name, u32::try_from(self.names.len() - 1).unwrap_or(u32::MAX));
            }
            None if self.names.len() > MAX_UNINDEXED => self.index = Some(self.names.iter().map(|entry| entry.0).zip(0..).collect()),
            None => {}
        }
    }
}

#[derive(Debug, Default, Clone)]
pub(crate) struct Shapes {
    shapes: Vec<Shape>,
    tables: Vec<NameTable>,
}

impl Shapes {
    /// Adds the root shape of a new class. `payload` reserves slot 0 for a builtin value. `None` if there are too many shapes.
    pub(crate) fn add_root(&mut self, payload: bool) -> Option<u32> {
        let id = u32::try_from(self.shapes.len()).ok().filter(|_| self.shapes.len() < MAX_SHAPES)?;
        let (parent, name, len) = (u32::MAX, NameId::default(), u32::from(payload));
        self.shapes.push(Shape { parent, name, len, table: u32::MAX, count: 0, children: Children::None });
        Some(id)
    }

    pub(crate) fn get(&self, shape: u32) -> Option<&Shape> {
        self.shapes.get(shape as usize)
    }

    fn table(&self, shape: &Shape) -> Option<&NameTable> {
        self.tables.get(shape.table as usize)
    }

    /// The slot of a name.
    #[inline]
    pub(crate) fn slot(&self, shape: u32, name: NameId) -> Option<u32> {
        let shape = self.shapes.get(shape as usize)?;
        let (table, count) = (self.table(shape)?, shape.count as usize);
        match &table.index {
            Some(index) if count > MAX_UNINDEXED => {
                let at = index.get(&name).filter(|at| **at < shape.count)?;
                table.names.get(*at as usize).map(|entry| entry.1)
            }
            _ => table.names.get(..count)?.iter().find(|entry| entry.0 == name).map(|entry| entry.1),
        }
    }

    /// Names and slots, in the order of addition.
    pub(crate) fn names(&self, shape: u32) -> &[(NameId, u32)] {
        let shape = self.shapes.get(shape as usize);
        shape.and_then(|shape| self.table(shape)?.names.get(..shape.count as usize)).unwrap_or(&[])
    }

    /// The child shape for `name`, if it exists.
    pub(crate) fn child(&self, shape: u32, name: NameId) -> Option<u32> {
        self.shapes.get(shape as usize)?.children.get(name)
    }

    /// True if a child may be added.
    pub(crate) fn can_grow(&self, shape: u32) -> bool {
        self.shapes.get(shape as usize).is_some_and(|shape| (shape.count as usize) < MAX_SLOTS && shape.children.len() < MAX_CHILDREN)
            && self.shapes.len() < MAX_SHAPES
    }

    /// True if the table of a shape has no further names, so that a child can add its own.
    fn ends_table(&self, shape: &Shape) -> bool {
        self.table(shape).is_some_and(|table| table.names.len() == shape.count as usize)
    }

    /// Bytes to charge for a child of a shape. They depend on the shapes of the class alone and on their order, which snapshots keep.
    pub(crate) fn bytes_to_grow(&self, shape: u32) -> usize {
        match self.shapes.get(shape as usize) {
            // What a root is charged pays for the first table.
            Some(parent) if !self.ends_table(parent) && parent.children.len() > 0 => {
                SHAPE_BYTES + TABLE_BYTES + COPIED_NAME_BYTES * parent.count as usize
            }
            _ => SHAPE_BYTES,
        }
    }

    /// Adds the child shape for `name`. The caller has charged [`Shapes::bytes_to_grow`].
    pub(crate) fn grow(&mut self, shape: u32, name: NameId) -> Option<u32> {
        let id = u32::try_from(self.shapes.len()).ok().filter(|_| self.shapes.len() < MAX_SHAPES)?;
        let parent = self.shapes.get(shape as usize)?;
        let (slot, count) = (parent.len, parent.count);
        let table = if self.ends_table(parent) {
            parent.table
        } else {
            let mut table = NameTable::default();
            self.names(shape).iter().for_each(|(name, slot)| table.add(*name, *slot));
            self.tables.push(table);
            u32::try_from(self.tables.len() - 1).unwrap_or(u32::MAX)
        };
        self.tables.get_mut(table as usize)?.add(name, slot);
        self.shapes.get_mut(shape as usize)?.children.add(name, id);
        self.shapes.push(Shape { parent: shape, name, len: slot + 1, table, count: count + 1, children: Children::None });
        Some(id)
    }

    /// The root of every shape. Each root belongs to one class, and only instances of that class have its shapes.
    pub(crate) fn roots(&self) -> Vec<u32> {
        let mut roots: Vec<u32> = Vec::with_capacity(self.shapes.len());
        for (at, shape) in self.shapes.iter().enumerate() {
            // A shape comes after its parent.
            roots.push(roots.get(shape.parent as usize).copied().unwrap_or(low32(at as u64)));
        }
        roots
    }

    pub(crate) fn len(&self) -> usize {
        self.shapes.len()
    }
}

/// The largest number of a shape, class or module that an inline cache can hold. There are never more shapes:
/// [`crate::heap::shapes::MAX_SHAPES`].
pub(crate) const MAX_SUBJECT: u32 = (1 << 24) - 1;

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_shapes_shares_one_table_and_a_branch_has_its_own() {
        let mut shapes = Shapes::default();
        let root = shapes.add_root(true).expect("a root");
        let mut chain = vec![root];
        for at in 0..20 {
            let last = *chain.last().expect("a shape");
            assert_eq!(shapes.bytes_to_grow(last), SHAPE_BYTES);
            chain.push(shapes.grow(last, NameId(at)).expect("a child"));
        }
        let middle = *chain.get(15).expect("a shape");
        assert_eq!(shapes.bytes_to_grow(middle), SHAPE_BYTES + TABLE_BYTES + 15 * COPIED_NAME_BYTES);
        let branch = shapes.grow(middle, NameId(40)).expect("a child");
        assert_eq!(shapes.tables.len(), 2);
        for (count, shape) in chain.iter().enumerate() {
            let known: Vec<u32> = (0..60).filter(|name| shapes.slot(*shape, NameId(*name)).is_some()).collect();
            assert_eq!(known, (0..u32::try_from(count).expect("few")).collect::<Vec<u32>>());
            assert_eq!(shapes.names(*shape).len(), count);
        }
        assert_eq!((shapes.slot(branch, NameId(40)), shapes.slot(branch, NameId(14))), (Some(16), Some(15)));
        assert_eq!(shapes.slot(branch, NameId(15)), None);
        assert_eq!((shapes.child(middle, NameId(40)), shapes.child(middle, NameId(15))), (Some(branch), chain.get(16).copied()));
    }
}
