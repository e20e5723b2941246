//! Marks the names of a program that matter to rules. Each name is examined once, and not at every place that mentions it.

use stockade_compiler::tree::{Sym, Tree};

use crate::base::bitset::set_operations;
use crate::base::catalog::{KnownNames, VmCatalog};
use crate::enforce::grants::Grants;
use crate::enforce::pattern::is_dunder;

/// A set of properties of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks(u16);

impl Marks {
    /// The VM has a builtin of this name.
    pub(crate) const BUILTIN: Self = Self(1);
    /// The policy denies the builtin of this name.
    pub(crate) const DENIED: Self = Self(1 << 1);
    /// `__name__`
    pub(crate) const DUNDER: Self = Self(1 << 2);
    /// `_name`
    pub(crate) const PRIVATE: Self = Self(1 << 3);
    /// The policy denies attributes of this name on every object.
    pub(crate) const NEVER: Self = Self(1 << 4);
    /// A host function.
    pub(crate) const TOOL: Self = Self(1 << 5);
    /// The name exists before the program runs, like a host function.
    pub(crate) const KNOWN: Self = Self(1 << 6);
    /// A method that takes a format template or whose receiver is one.
    pub(crate) const FORMATS: Self = Self(1 << 7);
    /// `__builtins__`
    pub(crate) const BUILTINS: Self = Self(1 << 8);
}
set_operations!(Marks);

/// The marks of every symbol of a tree.
#[derive(Debug, Default)]
pub(crate) struct SymbolMarks {
    marks: Vec<Marks>,
    /// The union of all marks.
    pub(crate) any: Marks,
}

impl SymbolMarks {
    #[must_use]
    pub(crate) fn new(tree: &Tree, grants: &Grants, catalog: &VmCatalog, known: &KnownNames) -> Self {
        let count = u32::try_from(tree.symbols.len()).unwrap_or(u32::MAX);
        let marks: Vec<Marks> = (0..count).map(|sym| marks_of(tree.name(Sym(sym)), grants, catalog, known)).collect();
        let any = marks.iter().fold(Marks::default(), |all, marks| all | *marks);
        Self { marks, any }
    }

    #[must_use]
    pub(crate) fn of(&self, name: Sym) -> Marks {
        self.marks.get(name.0 as usize).copied().unwrap_or_default()
    }
}

fn marks_of(name: &str, grants: &Grants, catalog: &VmCatalog, known: &KnownNames) -> Marks {
    let mut marks = Marks::default();
    let mut mark = |mark: Marks, is: bool| {
        if is {
            marks = marks | mark;
        }
    };
    mark(Marks::BUILTIN, catalog.has_builtin(name));
    mark(Marks::DENIED, grants.denies_builtin(name));
    mark(Marks::NEVER, grants.denies_everywhere(name));
    if known.defines(name) {
        mark(Marks::KNOWN, true);
        mark(Marks::TOOL, known.is_tool(name));
    }
    if name.starts_with('_') {
        mark(if is_dunder(name) { Marks::DUNDER } else { Marks::PRIVATE }, true);
        mark(Marks::BUILTINS, name == "__builtins__");
    }
    mark(Marks::FORMATS, matches!(name, "format" | "format_map" | "vformat" | "get_field"));
    marks
}
