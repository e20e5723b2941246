//! Shapes: which attributes an instance has, and in which slots. They form a tree: adding an attribute moves an instance to a child shape.
//!
//! An instance with more than [`MAX_SLOTS`] attributes, or with a shape that has too many children, keeps its attributes in a dict instead.
//! So a program cannot make the tree grow without bound. Each shape is charged to memory.

use rustc_hash::FxHashMap;

use crate::base::names::NameId;

/// An instance with more attributes than this keeps them in a dict.
pub(crate) const MAX_SLOTS: usize = 64;
/// If a shape has this many children, a further attribute moves the instance to a dict.
const MAX_CHILDREN: usize = 128;
/// The maximum number of shapes. Inline caches name a shape by a number below it. With one class for each shape, so many shapes would need
/// more than 16 GiB.
pub(crate) const MAX_SHAPES: usize = MAX_SUBJECT as usize + 1;
/// Bytes charged for a shape.
pub(crate) const SHAPE_BYTES: usize = 160;

#[derive(Debug, Clone)]
pub(crate) struct Shape {
    pub(crate) parent: u32,
    pub(crate) name: NameId,
    /// Slots that instances of this shape use, including a payload slot.
    pub(crate) len: u32,
    children: FxHashMap<NameId, u32>,
    /// Slot by name, for shapes with many names.
    index: Option<FxHashMap<NameId, u32>>,
    /// All names and their slots, in order.
    names: Vec<(NameId, u32)>,
}

impl Shape {
    /// True if slot 0 holds a builtin value.
    pub(crate) fn has_payload(&self) -> bool {
        self.len as usize > self.names.len()
    }
}

#[derive(Debug, Default, Clone)]
pub(crate) struct Shapes {
    shapes: Vec<Shape>,
}

impl Shapes {
    /// Adds the root shape of a new class. `payload` reserves slot 0 for a builtin value. `None` if there are too many shapes.
    pub(crate) fn add_root(&mut self, payload: bool) -> Option<u32> {
        let id = u32::try_from(self.shapes.len()).ok().filter(|_| self.shapes.len() < MAX_SHAPES)?;
        let len = u32::from(payload);
        self.shapes.push(Shape {
            parent: u32::MAX,
            name: NameId::default(),
            len,
            children: FxHashMap::default(),
            index: None,
            names: Vec::new(),
        });
        Some(id)
    }

    pub(crate) fn get(&self, shape: u32) -> Option<&Shape> {
        self.shapes.get(shape as usize)
    }

    /// The slot of a name.
    #[inline]
    pub(crate) fn slot(&self, shape: u32, name: NameId) -> Option<u32> {
        let shape = self.shapes.get(shape as usize)?;
        match &shape.index {
            Some(index) => index.get(&name).copied(),
            None => shape.names.iter().find(|entry| entry.0 == name).map(|entry| entry.1),
        }
    }

    /// Names and slots, in the order of addition.
    pub(crate) fn names(&self, shape: u32) -> &[(NameId, u32)] {
        self.shapes.get(shape as usize).map_or(&[], |shape| &shape.names)
    }

    /// The child shape for `name`, if it exists.
    pub(crate) fn child(&self, shape: u32, name: NameId) -> Option<u32> {
        self.shapes.get(shape as usize)?.children.get(&name).copied()
    }

    /// True if a child may be added.
    pub(crate) fn can_grow(&self, shape: u32) -> bool {
        self.shapes.get(shape as usize).is_some_and(|shape| shape.names.len() < MAX_SLOTS && shape.children.len() < MAX_CHILDREN)
            && self.shapes.len() < MAX_SHAPES
    }

    /// Adds the child shape for `name`. The caller has charged [`SHAPE_BYTES`].
    pub(crate) fn grow(&mut self, shape: u32, name: NameId) -> Option<u32> {
        let id = u32::try_from(self.shapes.len()).ok().filter(|_| self.shapes.len() < MAX_SHAPES)?;
        let parent = self.shapes.get_mut(shape as usize)?;
        parent.children.insert(name, id);
        let mut names = parent.names.clone();
        names.push((name, parent.len));
        let index = if names.len() > 12 { Some(names.iter().copied().collect()) } else { None };
        let len = parent.len + 1;
        self.shapes.push(Shape { parent: shape, name, len, children: FxHashMap::default(), index, names });
        Some(id)
    }

    /// The root of every shape. Each root belongs to one class, and only instances of that class have its shapes.
    pub(crate) fn roots(&self) -> Vec<u32> {
        let mut roots: Vec<u32> = Vec::with_capacity(self.shapes.len());
        for (at, shape) in self.shapes.iter().enumerate() {
            // A shape comes after its parent.
            roots.push(roots.get(shape.parent as usize).copied().unwrap_or(at as u32));
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
