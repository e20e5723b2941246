//! Maps the symbols of the tree, mangled names and names made by the compiler to the one table of names of the program.

use crate::bytecode::NameId;
use crate::tree::{FxIndexSet, List, Sym, Tree, TypeParam};

/// Decides which names are mangled (`__x` becomes `_Class__x`).
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Private {
    class: Option<Sym>,
    /// If set, only the names of these parameters are mangled. The type-parameter scope of a class uses it.
    only: Option<List<TypeParam>>,
}

impl Private {
    pub(crate) fn to(class: Sym) -> Self {
        Self { class: Some(class), only: None }
    }

    pub(crate) fn type_params(class: Sym, only: List<TypeParam>) -> Self {
        Self { class: Some(class), only: Some(only) }
    }
}

/// The names of a program. Those of the tree come first and in the same order, so that a [`Sym`] is a [`NameId`] without a lookup.
pub(crate) struct Names<'t> {
    tree: &'t Tree,
    extra: FxIndexSet<Box<str>>,
    /// Bytes that may still be made out of names. Below zero, the program is refused.
    room: i64,
}

/// Each function repeats the names around it in its qualified name, and each use of a private name repeats the name of the class. So a text
/// of 250 KB could stand for gigabytes. What is made is at most so many times as long as the text, and [`FREE`] bytes.
const MOST: i64 = 4;
const FREE: i64 = 1 << 20;

impl<'t> Names<'t> {
    pub(crate) fn new(tree: &'t Tree, text_len: usize) -> Self {
        let room = i64::try_from(text_len).unwrap_or(i64::MAX).saturating_mul(MOST).saturating_add(FREE);
        Self { tree, extra: FxIndexSet::with_capacity_and_hasher(6, rustc_hash::FxBuildHasher), room }
    }

    /// Counts bytes that are made out of names. False if there are too many: then they must not be made.
    pub(crate) fn may_make(&mut self, bytes: usize) -> bool {
        self.room = self.room.saturating_sub(i64::try_from(bytes).unwrap_or(i64::MAX));
        self.room >= 0
    }

    /// True when [`Names::may_make`] was false.
    pub(crate) fn are_too_long(&self) -> bool {
        self.room < 0
    }

    pub(crate) fn of(sym: Sym) -> NameId {
        NameId(sym.0)
    }

    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        match self.find(text) {
            Some(id) => id,
            None => {
                let (at, _) = self.extra.insert_full(text.into());
                self.added(at)
            }
        }
    }

    /// Finds a name that is already in the table.
    pub(crate) fn find(&self, text: &str) -> Option<NameId> {
        let of_tree = self.tree.symbols.find(text).map(|sym| NameId(sym.0));
        of_tree.or_else(|| self.extra.get_index_of(text).map(|at| self.added(at)))
    }

    /// Returns the id of an added name.
    fn added(&self, at: usize) -> NameId {
        NameId(u32::try_from(self.tree.symbols.len() + at).unwrap_or(u32::MAX))
    }

    pub(crate) fn text(&self, id: NameId) -> &str {
        let count = self.tree.symbols.len();
        match (id.0 as usize).checked_sub(count) {
            None => self.tree.symbols.text(Sym(id.0)),
            Some(at) => self.extra.get_index(at).map_or("", |name| name),
        }
    }

    /// Returns the name of `sym` inside a class: `__x` becomes `_Class__x`.
    pub(crate) fn mangle(&mut self, private: Private, sym: Sym) -> NameId {
        let tree = self.tree;
        if private.class.is_none() || !tree.name(sym).starts_with("__") {
            return Self::of(sym);
        }
        match private.only {
            Some(only) if !tree.list(only).iter().any(|param| param.name.name == sym) => Self::of(sym),
            _ => self.mangle_text(private, tree.name(sym)),
        }
    }

    pub(crate) fn mangle_text(&mut self, private: Private, text: &str) -> NameId {
        let class = private.class.map_or("", |class| self.tree.name(class).trim_start_matches('_'));
        if class.is_empty() || !text.starts_with("__") || text.ends_with("__") || text.contains('.') {
            return self.intern(text);
        }
        if !self.may_make(class.len() + text.len()) {
            // The program will be refused.
            return self.intern(text);
        }
        self.intern(&format!("_{class}{text}"))
    }

    pub(crate) fn len(&self) -> usize {
        self.tree.symbols.len() + self.extra.len()
    }

    pub(crate) fn into_table(self) -> Vec<Box<str>> {
        let count = u32::try_from(self.tree.symbols.len()).unwrap_or(u32::MAX);
        (0..count).map(|at| self.tree.symbols.text(Sym(at)).into()).chain(self.extra).collect()
    }
}
