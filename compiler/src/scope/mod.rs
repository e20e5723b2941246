//! Tree to facts: which names are local, cell, free or global in each scope, what loops and bodies cost, which
//! expressions are constants. One walk (`walk.rs`), then one resolution bottom-up and one top-down (`resolve.rs`).
//!
//! Comprehensions are scopes of their own whose code runs inside the enclosing frame (PEP 709): their variables never
//! leak, yet cost no call. A name read in one resolves to the very entry of the enclosing function (`Place::Alias`).

pub(crate) mod fold;
mod resolve;
mod walk;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bytecode::{Constant, NameId};
use crate::error::{CompileError, Res};
use crate::symbols::Names;
use crate::tree::{ExprId, Span, StmtId, Tree};

/// Registers that locals may take; the rest live in the spill list.
pub(crate) const LOCAL_REGISTERS: usize = 160;
/// Closure cells of all functions together: what a hostile nesting can make the compiler allocate.
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
    /// The type parameters of a generic function, class or alias, or the thunk of a bound, default or alias value.
    TypeParams,
}

/// Where a node's scope is found: nodes have at most one of each.
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

/// Loops whose turns have a static cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LoopKey {
    Stmt(u32),
    /// The n-th `for` of a comprehension.
    Generator(u32, u32),
}

/// Where a name lives, as seen from one scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Register,
    Cell,
    Spill(u32),
    Free(u16),
    Global,
    /// A class body's namespace, then globals.
    Name,
    /// A class body's namespace, then a closure cell.
    NameOrFree(u16),
    /// The namespace of the class around a type-parameter scope, then globals.
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
    /// Rebound inside an expression: reads must not stay in place across other operands.
    pub(crate) const WALRUS: u16 = 32;
    /// Unbound somewhere (`del`, `except ... as`).
    pub(crate) const DELETED: u16 = 64;
    /// Bound here, a closure cell of an inner function.
    pub(crate) const CAPTURED: u16 = 128;
    /// Not bound here, but needed by an inner scope.
    pub(crate) const PASS: u16 = 256;
    /// Wanted as a cell, not only as a value.
    pub(crate) const WANT_CELL: u16 = 512;
    /// A comprehension's variable that is read before the comprehension binds it.
    pub(crate) const EARLY: u16 = 1024;
    /// Declared `nonlocal` by an inner scope: others than the frame that owns it may bind it.
    pub(crate) const SHARED: u16 = 2048;
}

/// One name in one scope.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) name: NameId,
    pub(crate) flags: u16,
    pub(crate) place: Place,
    /// Register of `Place::Register` and `Place::Cell`; for a comprehension's variables given by the code generator.
    pub(crate) reg: u8,
    /// In a class: the closure cell that inner scopes get by this name.
    pub(crate) pass_free: u16,
}

impl Entry {
    pub(crate) fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// Bound by this scope itself.
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
    /// Locals of the frame in register order (for a class: after the namespace in register 0).
    pub(crate) locals: Vec<EntryId>,
    pub(crate) spilled: Vec<NameId>,
    /// Names of the closure's cells.
    pub(crate) free: Vec<NameId>,
    pub(crate) cost: u32,
    pub(crate) has_yield: bool,
    /// A coroutine by `async def`, or a comprehension that awaits.
    pub(crate) is_async: bool,
    pub(crate) needs_class_cell: bool,
    pub(crate) needs_class_dict: bool,
    pub(crate) has_annotations: bool,
    /// A type-parameter scope (or thunk) that sees the names of a class body.
    pub(crate) sees_class: bool,
    /// Defined, however deep, inside a function.
    pub(crate) nested: bool,
}

impl Scope {
    pub(crate) fn is_inlined(&self) -> bool {
        self.kind == ScopeKind::Comprehension
    }
}

/// Everything the walk found out; the tree itself stays as it is.
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
    /// By name: bound in some function, so worth looking for in closures.
    bound_in_function: Vec<bool>,
    /// `while` statements whose test binds a name.
    binding_tests: FxHashSet<u32>,
    /// Statements in deep blocks of their scope, and whether they are too deep everywhere.
    deep_blocks: Vec<(ScopeId, Span, bool)>,
}

impl Facts {
    pub(crate) fn analyze<'t>(tree: &'t Tree, names: &mut Names<'t>, future_annotations: bool, over_locals: bool) -> Res<Self> {
        let mut facts = walk::walk(tree, names, future_annotations, over_locals);
        resolve::resolve(&mut facts, names)?;
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
        // Ids come from `by_node` and parents only; the module's scope always exists.
        self.scopes.get(id.0 as usize).unwrap_or(&self.scopes[0])
    }

    #[expect(clippy::indexing_slicing, reason = "the module's scope always exists")]
    fn scope_mut(&mut self, id: ScopeId) -> &mut Scope {
        let at = if (id.0 as usize) < self.scopes.len() { id.0 as usize } else { 0 };
        &mut self.scopes[at]
    }

    /// The names of a scope's closure, for its code. Taken, not copied: they are not needed once the body is compiled.
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

    /// The entry of `name` in exactly this scope.
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

    /// The entry of a `Name` expression.
    pub(crate) fn of_name(&self, expr: ExprId) -> EntryId {
        self.name_entries.get(expr.0 as usize).copied().unwrap_or(EntryId::NONE)
    }

    pub(crate) fn loop_cost(&self, key: LoopKey) -> u32 {
        self.loop_costs.get(&key).copied().unwrap_or(0)
    }

    /// Whether the test of this `while` binds names (`:=`), so that it must come before the body.
    pub(crate) fn test_binds(&self, stmt: StmtId) -> bool {
        !self.binding_tests.is_empty() && self.binding_tests.contains(&stmt.0)
    }

    /// The constant an operator or tuple expression folds to.
    pub(crate) fn folded(&self, expr: ExprId) -> Option<&Constant> {
        if self.folded.is_empty() { None } else { self.folded.get(&expr) }
    }
}
