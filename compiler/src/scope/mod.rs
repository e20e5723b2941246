//! Analyses a tree: which names are local, cell, free or global in each scope, how much fuel loops and bodies cost, and
//! which expressions are constants. One walk over the tree (`walk.rs`) comes first. Then names are resolved, first
//! bottom-up and then top-down (`resolve.rs`).
//!
//! Comprehensions have their own scopes, but their code runs inside the enclosing frame (PEP 709). So their variables
//! are not visible outside, and no call is needed. A name of the enclosing function that a comprehension reads is an
//! alias of the function's entry (`Place::Alias`).

pub(crate) mod fold;
mod resolve;
mod walk;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bytecode::{Constant, NameId};
use crate::deadline::{Deadline, Phase};
use crate::error::{CompileError, Res};
use crate::symbols::Names;
use crate::tree::{ExprId, Span, StmtId, Tree};

/// Maximum number of registers for locals. The rest of the locals are in the spill list.
pub(crate) const LOCAL_REGISTERS: usize = 160;
/// Maximum number of closure cells of all functions together. It limits what the compiler allocates for hostile nesting.
const MAX_CLOSURE_CELLS: usize = 1 << 18;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScopeId(pub(crate) u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EntryId(pub(crate) u32);

impl EntryId {
    pub(crate) const NONE: Self = Self(u32::MAX);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Module,
    Function,
    Lambda,
    GenExpr,
    /// A list, set or dict comprehension, inlined into the frame around it.
    Comprehension,
    Class,
    /// The scope of the type parameters of a generic function, class or alias, or of the thunk of a bound, default or alias value.
    TypeParams,
}

/// Identifies the scope of a node. A node has at most one scope of each variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ScopeKey {
    Function(u32),
    Class(u32),
    /// A lambda, comprehension or generator expression.
    Expr(u32),
    FunctionTypes(u32),
    ClassTypes(u32),
    AliasTypes(u32),
    /// The lazily evaluated expression of a bound, default or alias.
    Thunk(u32),
}

/// Identifies a loop whose turns have a static cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LoopKey {
    Stmt(u32),
    /// The n-th `for` of a comprehension.
    Generator(u32, u32),
}

/// The location of a variable, as seen from one scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Register,
    Cell,
    Spill(u32),
    Free(u16),
    Global,
    /// The namespace of the class body, and then the globals.
    Name,
    /// The namespace of the class body, and then a closure cell.
    NameOrFree(u16),
    /// The namespace of the class around a type-parameter scope, and then the globals.
    DictOrGlobal,
    DictOrFree(u16),
    Alias(EntryId),
}

/// Bits of [`Entry::flags`].
pub(crate) mod entry_flags {
    pub(crate) const PARAM: u16 = 1;
    pub(crate) const BOUND: u16 = 2;
    pub(crate) const USED: u16 = 4;
    pub(crate) const GLOBAL: u16 = 8;
    pub(crate) const NONLOCAL: u16 = 16;
    /// Bound by `:=`, which can happen between the evaluation of two operands. A read must then copy the value instead
    /// of using the register.
    pub(crate) const WALRUS: u16 = 32;
    /// Unbound somewhere, by `del` or at the end of `except ... as`.
    pub(crate) const DELETED: u16 = 64;
    /// Bound in this scope, and captured by an inner function.
    pub(crate) const CAPTURED: u16 = 128;
    /// Not bound in this scope, but an inner scope needs it.
    pub(crate) const PASS: u16 = 256;
    /// An inner scope needs the cell itself, and not only the value.
    pub(crate) const WANT_CELL: u16 = 512;
    /// A variable of a comprehension that is read before the comprehension binds it.
    pub(crate) const EARLY: u16 = 1024;
    /// Declared `nonlocal` by an inner scope, so other frames may bind it too.
    pub(crate) const SHARED: u16 = 2048;
}

/// One name in one scope.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) name: NameId,
    pub(crate) flags: u16,
    pub(crate) place: Place,
    /// The register for `Place::Register` and `Place::Cell`. The code generator sets it for variables of comprehensions.
    pub(crate) reg: u8,
    /// In a class scope: the closure cell of this name for inner scopes.
    pub(crate) pass_free: u16,
}

impl Entry {
    pub(crate) fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// True if this scope itself binds the name.
    pub(crate) fn is_own(&self) -> bool {
        self.has(entry_flags::PARAM | entry_flags::BOUND) && !self.has(entry_flags::GLOBAL | entry_flags::NONLOCAL)
    }
}

#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) kind: ScopeKind,
    pub(crate) parent: ScopeId,
    pub(crate) span: Span,
    pub(crate) entries: Vec<EntryId>,
    /// Locals of the frame in the order of registers. In a class they come after the namespace, which is in register 0.
    pub(crate) locals: Vec<EntryId>,
    pub(crate) spilled: Vec<NameId>,
    /// Names of the closure cells.
    pub(crate) free: Vec<NameId>,
    pub(crate) cost: u32,
    pub(crate) has_yield: bool,
    /// True for an `async def`, and for a comprehension that awaits.
    pub(crate) is_async: bool,
    pub(crate) needs_class_cell: bool,
    pub(crate) needs_class_dict: bool,
    pub(crate) has_annotations: bool,
    /// True for a type-parameter scope or thunk that sees the names of a class body.
    pub(crate) sees_class: bool,
    /// True if the scope is inside a function, at any depth.
    pub(crate) nested: bool,
}

impl Scope {
    pub(crate) fn is_inlined(&self) -> bool {
        self.kind == ScopeKind::Comprehension
    }
}

/// The results of the analysis. The tree itself does not change.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) scopes: Vec<Scope>,
    pub(crate) entries: Vec<Entry>,
    index: FxHashMap<u64, EntryId>,
    by_node: FxHashMap<ScopeKey, ScopeId>,
    /// The entry of each `Name` expression, by expression id.
    name_entries: Vec<EntryId>,
    loop_costs: FxHashMap<LoopKey, u32>,
    folded: FxHashMap<ExprId, Constant>,
    /// By name: true if a function binds it. Only such names can be in closures.
    bound_in_function: Vec<bool>,
    /// `while` statements whose test binds a name.
    binding_tests: FxHashSet<u32>,
    /// Statements at the limit of nested blocks, with their scope. The flag is true if the depth is too large in every kind of scope.
    deep_blocks: Vec<(ScopeId, Span, bool)>,
}

impl Facts {
    pub(crate) fn analyze<'t>(
        tree: &'t Tree,
        names: &mut Names<'t>,
        future_annotations: bool,
        over_locals: bool,
        deadline: &'t Deadline<'t>,
    ) -> Res<Self> {
        deadline.begin(Phase::Scopes);
        let mut facts = walk::walk(tree, names, future_annotations, over_locals, deadline);
        resolve::resolve(&mut facts, names, deadline)?;
        let too_deep = facts.deep_blocks.iter().find(|(scope, _, everywhere)| {
            let scope = facts.scope(*scope);
            *everywhere || scope.has_yield || scope.is_async
        });
        match too_deep {
            Some((_, span, _)) => Err(CompileError::new("too many statically nested blocks", *span)),
            None => Ok(facts),
        }
    }

    #[expect(clippy::indexing_slicing, reason = "the module's scope always exists")]
    pub(crate) fn scope(&self, id: ScopeId) -> &Scope {
        // Ids come only from `by_node` and from parents, and the scope of the module always exists.
        self.scopes.get(id.0 as usize).unwrap_or(&self.scopes[0])
    }

    #[expect(clippy::indexing_slicing, reason = "the module's scope always exists")]
    fn scope_mut(&mut self, id: ScopeId) -> &mut Scope {
        let at = if (id.0 as usize) < self.scopes.len() { id.0 as usize } else { 0 };
        &mut self.scopes[at]
    }

    /// Returns the names of a scope's closure. They are moved out, because nothing needs them after the body is compiled.
    pub(crate) fn take_free(&mut self, id: ScopeId) -> Vec<NameId> {
        std::mem::take(&mut self.scope_mut(id).free)
    }

    #[expect(clippy::indexing_slicing, reason = "entry ids come from `find_or_add` alone, and entries are never removed")]
    pub(crate) fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.0 as usize]
    }

    #[expect(clippy::indexing_slicing, reason = "entry ids come from `find_or_add` alone, and entries are never removed")]
    pub(crate) fn entry_mut(&mut self, id: EntryId) -> &mut Entry {
        &mut self.entries[id.0 as usize]
    }

    pub(crate) fn scope_of(&self, key: ScopeKey) -> Option<ScopeId> {
        self.by_node.get(&key).copied()
    }

    /// Returns the entry of `name` in exactly this scope.
    pub(crate) fn find(&self, scope: ScopeId, name: NameId) -> Option<EntryId> {
        self.index.get(&(u64::from(scope.0) << 32 | u64::from(name.0))).copied()
    }

    fn find_or_add(&mut self, scope: ScopeId, name: NameId) -> EntryId {
        let next = EntryId(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        let id = *self.index.entry(u64::from(scope.0) << 32 | u64::from(name.0)).or_insert(next);
        if id == next {
            self.entries.push(Entry { name, flags: 0, place: Place::Global, reg: 0, pass_free: u16::MAX });
            self.scope_mut(scope).entries.push(id);
        }
        id
    }

    /// Returns the entry of a `Name` expression.
    pub(crate) fn of_name(&self, expr: ExprId) -> EntryId {
        self.name_entries.get(expr.0 as usize).copied().unwrap_or(EntryId::NONE)
    }

    pub(crate) fn loop_cost(&self, key: LoopKey) -> u32 {
        self.loop_costs.get(&key).copied().unwrap_or(0)
    }

    /// True if the test of this `while` binds names with `:=`. The test must then come before the body.
    pub(crate) fn test_binds(&self, stmt: StmtId) -> bool {
        !self.binding_tests.is_empty() && self.binding_tests.contains(&stmt.0)
    }

    /// Returns the constant that an operator or tuple expression folds to.
    pub(crate) fn folded(&self, expr: ExprId) -> Option<&Constant> {
        if self.folded.is_empty() { None } else { self.folded.get(&expr) }
    }
}
