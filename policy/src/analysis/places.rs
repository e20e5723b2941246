//! The results of the walk: scopes, bindings, and the sites of each kind.

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::{FxBuildHasher, FxHashMap};
use stockade_compiler::tree::{BinOp, ClassId, Ctx, ExprId, FunctionId, Ident, List, Span, StmtId, Sym};

use crate::enforce::constructs::Construct;

/// An index in [`Walk::scopes`]. 0 is the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

pub(crate) const MODULE: ScopeId = ScopeId(0);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScopeKind {
    Module,
    Class(ClassId),
    /// A `def`, or a lambda if there is no id.
    Function(Option<FunctionId>),
    Comprehension,
    /// The scope of a `def f[T]` around its parameters. Code in it still sees an enclosing class.
    TypeParams,
}

#[derive(Debug, Clone, Copy)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: ScopeId,
    /// The latest of its variables. `next_in_scope` links the others.
    pub(crate) variables: u32,
    /// True if some read in the scope does not clearly come after a binding of its name. `flow.rs` must then analyse the scope.
    pub(crate) doubtful: bool,
}

impl Scope {
    pub(crate) fn new(kind: ScopeKind, parent: ScopeId) -> Self {
        Self { kind, parent, variables: NONE, doubtful: false }
    }
}

/// A name in the scope that binds it. An index in [`Walk::variables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub(crate) u32);

#[derive(Debug, Clone, Copy)]
pub struct Variable {
    pub scope: ScopeId,
    pub name: Sym,
    /// Index of its latest binding.
    pub(crate) head: u32,
    pub(crate) next_in_scope: u32,
    /// True if any code reads it.
    pub read: bool,
    /// True if no binding has facts.
    pub(crate) opaque: bool,
}

/// The position of a site in the program: its scope, and the statements around it.
#[derive(Debug, Clone, Copy)]
pub struct Location {
    pub scope: ScopeId,
    /// True inside a branch, a loop or a `try`, which may not run.
    pub conditional: bool,
    pub in_loop: bool,
    /// True inside a `try` whose handler would catch a `NameError`.
    pub guarded: bool,
    /// True inside a `try` whose handler would catch an `ImportError`.
    pub import_guarded: bool,
    /// True where a missing import is meant to be missed: in a `try` with `except ImportError`, and below `if TYPE_CHECKING`.
    pub import_optional: bool,
    /// True inside a `try` whose handler would catch an `AttributeError`.
    pub attribute_guarded: bool,
    /// True in a `try` with `except AttributeError`, where a missing attribute is meant to be missed.
    pub attribute_optional: bool,
    /// A name bound here stays bound at least up to this offset, the end of the branch. Loops are assumed to run at least once.
    pub(crate) until: u32,
}

/// The source of the value that a binding gives a name.
#[derive(Debug, Clone)]
pub enum Source {
    /// The value of an expression.
    Value(ExprId),
    /// An item of an iterable.
    Element(ExprId),
    /// The item at an index of a sequence.
    Item(ExprId, usize),
    Module(Rc<str>),
    Member(Rc<str>, Rc<str>),
    Function(FunctionId),
    Class(ClassId),
    /// A parameter. Its default is one of its possible values.
    Param(Option<ExprId>),
    /// The value that a call passes to a lambda among its arguments, or an item of this value. It is one of the
    /// possible values of the parameter.
    Passed(ExprId, PassedAs),
    /// `x += value`, with the span of the `x` that is read.
    Augmented(BinOp, ExprId, Span),
    /// Any value: `with`, `except`, captures.
    Opaque,
    /// `x: int` without a value, and `del x`. These make a name local without giving it a value.
    Nothing,
}

/// Says how a call passes a value to a lambda.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassedAs {
    Whole,
    /// One item after the other, as in `map`.
    Items,
}

#[derive(Debug, Clone)]
pub struct Binding {
    pub source: Source,
    /// The location where the expressions of `source` are evaluated.
    pub at: Location,
    pub span: Span,
    /// Offset from which on the name has the value: `x = f(x)` reads the old value.
    pub(crate) done: u32,
    /// True for `except E as name`, which Python unbinds at the end of the handler.
    pub(crate) of_handler: bool,
    pub(crate) next: u32,
}

pub(crate) const NONE: u32 = u32::MAX;
/// Marks a name that more than one scope binds.
const SEVERAL: u32 = u32::MAX - 1;

/// `import a.b as c`, or one name of `from a import b as c`.
#[derive(Debug, Clone)]
pub struct ImportSite {
    /// The dotted name. Empty in `from . import x`.
    pub module: Rc<str>,
    /// The name after `import` in a `from` import.
    pub member: Option<Rc<str>>,
    pub level: u32,
    /// The span of the module's name.
    pub module_span: Span,
    /// The span of the alias.
    pub span: Span,
    /// True for the first alias of a statement. Only there are findings about the module reported.
    pub first: bool,
    pub bound: Option<Sym>,
    pub at: Location,
}

#[derive(Debug, Clone, Copy)]
pub struct AttributeSite {
    pub expr: ExprId,
    pub value: ExprId,
    pub attr: Ident,
    pub ctx: Ctx,
    pub at: Location,
}

#[derive(Debug, Clone, Copy)]
pub struct NameSite {
    pub expr: ExprId,
    pub name: Sym,
    pub span: Span,
    pub ctx: Ctx,
    pub at: Location,
}

#[derive(Debug, Clone, Copy)]
pub struct CallSite {
    pub expr: ExprId,
    pub at: Location,
}

/// A binary operation. For `x += y`, the expression is only the right side, and `left` is the target.
#[derive(Debug, Clone, Copy)]
pub struct OperatorSite {
    pub expr: ExprId,
    pub op: BinOp,
    pub at: Location,
}

#[derive(Debug, Clone, Copy)]
pub struct ClassSite {
    pub class: ClassId,
    /// The scope of its body.
    pub scope: ScopeId,
    pub span: Span,
    pub at: Location,
}

#[derive(Debug, Clone, Copy)]
pub struct FunctionSite {
    pub function: FunctionId,
    /// The scope of its body.
    pub scope: ScopeId,
    pub at: Location,
}

/// A keyword of a class pattern. `case Point(x=0)` reads the attribute `x`.
#[derive(Debug, Clone, Copy)]
pub struct PatternAttributeSite {
    pub attr: Ident,
    pub class: ExprId,
    /// The subject, if the pattern matches all of it.
    pub subject: Option<ExprId>,
    pub at: Location,
}

#[derive(Debug, Clone, Copy)]
pub struct StatementSite {
    pub stmt: StmtId,
    pub at: Location,
}

/// Statements of a block that follow a statement that leaves the block.
#[derive(Debug, Clone, Copy)]
pub struct UnreachableSite {
    pub block: List<StmtId>,
    /// Index of the first of these statements.
    pub first: usize,
}

/// The results of the walk.
#[derive(Debug, Default)]
pub struct Walk {
    pub scopes: Vec<Scope>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) index: FxHashMap<(ScopeId, Sym), VariableId>,
    /// By symbol: the variable, if only one scope binds the name. Most unbound names are builtins.
    sole: Vec<u32>,
    /// By expression: the variable that a name refers to.
    variable_of: Vec<u32>,
    /// For `global` and `nonlocal`: the scope that the name belongs to.
    pub(crate) redirects: FxHashMap<(ScopeId, Sym), ScopeId>,
    /// Scopes of lambdas and comprehensions, by their expression.
    pub scope_of: FxHashMap<ExprId, ScopeId>,
    pub imports: Vec<ImportSite>,
    pub attributes: Vec<AttributeSite>,
    pub names: Vec<NameSite>,
    pub calls: Vec<CallSite>,
    /// The first calls of `hasattr`.
    pub attribute_tests: Vec<CallSite>,
    pub operators: Vec<OperatorSite>,
    pub classes: Vec<ClassSite>,
    pub functions: Vec<FunctionSite>,
    pub pattern_attributes: Vec<PatternAttributeSite>,
    pub fors: Vec<StatementSite>,
    pub whiles: Vec<StatementSite>,
    pub ifs: Vec<StatementSite>,
    pub tries: Vec<StatementSite>,
    /// Expression statements.
    pub exprs: Vec<StatementSite>,
    pub features: Vec<Construct>,
    /// Statements after a statement that leaves the block.
    pub unreachable: Vec<UnreachableSite>,
    /// Identifiers that are neither names nor attributes: parameters, keywords, aliases, functions, classes.
    pub idents: Vec<Ident>,
    /// Spans of string literals. They distinguish comments from text in strings.
    pub strings: Vec<Span>,
    /// The same spans sorted and without overlaps. Computed on first use.
    string_ranges: OnceCell<Vec<Span>>,
    /// True if the program has a star import, so names may be bound without a visible binding.
    pub star_import: bool,
}

impl Walk {
    pub(crate) fn with_sizes(exprs: usize, symbols: usize) -> Self {
        Self {
            variable_of: vec![NONE; exprs],
            sole: vec![NONE; symbols],
            // Typical numbers for ordinary programs.
            names: Vec::with_capacity(exprs / 2),
            attributes: Vec::with_capacity(exprs / 6),
            calls: Vec::with_capacity(exprs / 6),
            attribute_tests: Vec::new(),
            bindings: Vec::with_capacity(exprs / 6),
            variables: Vec::with_capacity(exprs / 8),
            index: FxHashMap::with_capacity_and_hasher(exprs / 10, FxBuildHasher),
            strings: Vec::with_capacity(exprs / 8),
            ..Self::default()
        }
    }

    /// Returns the variable of a name in a scope, which is created if it does not exist.
    pub(crate) fn declare(&mut self, scope: ScopeId, name: Sym) -> VariableId {
        let sole = self.sole.get(name.0 as usize).copied().unwrap_or(SEVERAL);
        if sole == SEVERAL {
            if let Some(known) = self.index.get(&(scope, name)) {
                return *known;
            }
        } else if self.variable(VariableId(sole)).is_some_and(|variable| variable.scope == scope) && self.redirects.is_empty() {
            return VariableId(sole);
        }
        let id = VariableId(u32::try_from(self.variables.len()).unwrap_or(NONE));
        self.index.insert((scope, name), id);
        if let Some(slot) = self.sole.get_mut(name.0 as usize) {
            *slot = if sole == NONE { id.0 } else { SEVERAL };
        }
        let next_in_scope = self.scopes.get_mut(scope.0 as usize).map_or(NONE, |scope| std::mem::replace(&mut scope.variables, id.0));
        self.variables.push(Variable { scope, name, head: NONE, next_in_scope, read: false, opaque: true });
        id
    }

    #[must_use]
    pub fn variable(&self, id: VariableId) -> Option<&Variable> {
        self.variables.get(id.0 as usize)
    }

    /// The bindings of a name in one scope, the latest first.
    pub fn bindings(&self, scope: ScopeId, name: Sym) -> impl Iterator<Item = &Binding> {
        let head = self.index.get(&(scope, name)).and_then(|id| self.variable(*id)).map_or(NONE, |variable| variable.head);
        self.chain(head)
    }

    /// The bindings of a variable, the latest first.
    pub(crate) fn bindings_of(&self, id: VariableId) -> impl Iterator<Item = &Binding> {
        self.chain(self.variable(id).map_or(NONE, |variable| variable.head))
    }

    fn chain(&self, head: u32) -> impl Iterator<Item = &Binding> {
        let mut next = head;
        std::iter::from_fn(move || {
            let binding = self.bindings.get(next as usize)?;
            next = binding.next;
            Some(binding)
        })
    }

    #[must_use]
    pub fn binds(&self, scope: ScopeId, name: Sym) -> bool {
        self.index.contains_key(&(scope, name))
    }

    /// True if a scope is `outer`, or is inside it.
    #[must_use]
    pub(crate) fn is_within(&self, mut scope: ScopeId, outer: ScopeId) -> bool {
        while scope != outer && scope != MODULE {
            scope = self.scope(scope).parent;
        }
        scope == outer
    }

    #[must_use]
    pub fn scope(&self, id: ScopeId) -> Scope {
        self.scopes.get(id.0 as usize).copied().unwrap_or(Scope::new(ScopeKind::Module, MODULE))
    }

    /// Returns the variable that a name of the program refers to. `None` for a builtin or an unknown name.
    #[must_use]
    pub fn variable_at(&self, name: ExprId) -> Option<VariableId> {
        self.variable_of.get(name.0 as usize).copied().filter(|id| *id != NONE).map(VariableId)
    }

    /// Returns the scope to which a name used in `from` belongs. `None` for a builtin or an unknown name.
    #[must_use]
    pub fn resolve(&self, from: ScopeId, name: Sym) -> Option<ScopeId> {
        self.resolve_variable(from, name).and_then(|id| self.variable(id)).map(|variable| variable.scope)
    }

    pub(crate) fn resolve_variable(&self, from: ScopeId, name: Sym) -> Option<VariableId> {
        match self.sole.get(name.0 as usize).copied() {
            None | Some(NONE) => return None,
            // Every scope inside sees a variable of the scope itself or of the module.
            Some(sole) if sole != SEVERAL && self.redirects.is_empty() => {
                let id = VariableId(sole);
                let owner = self.variable(id)?.scope;
                if owner == from || owner == MODULE {
                    return Some(id);
                }
            }
            Some(_) => {}
        }
        let find = |scope: ScopeId| self.index.get(&(scope, name)).copied();
        let redirected = |scope: ScopeId| if self.redirects.is_empty() { None } else { self.redirects.get(&(scope, name)) };
        if let Some(target) = redirected(from) {
            return find(*target);
        }
        let mut id = from;
        let mut classes_visible = true;
        loop {
            let scope = self.scope(id);
            let visible = classes_visible || !matches!(scope.kind, ScopeKind::Class(_));
            if visible && let Some(found) = find(id) {
                return Some(found);
            }
            // A `global` in an enclosing function also applies to the functions inside it.
            if id != from
                && let Some(target) = redirected(id)
            {
                return find(*target);
            }
            if id == MODULE {
                return None;
            }
            classes_visible = classes_visible && scope.kind == ScopeKind::TypeParams;
            id = scope.parent;
        }
    }

    /// The names bound in a scope, the latest first.
    pub fn names_in(&self, scope: ScopeId) -> impl Iterator<Item = Sym> {
        let mut next = self.scopes.get(scope.0 as usize).map_or(NONE, |scope| scope.variables);
        std::iter::from_fn(move || {
            loop {
                let variable = self.variables.get(next as usize)?;
                next = variable.next_in_scope;
                // A variable that `global` moved is bound in another scope.
                if variable.head != NONE {
                    return Some(variable.name);
                }
            }
        })
    }

    /// True if an offset is inside a string literal.
    #[must_use]
    pub fn in_string(&self, offset: u32) -> bool {
        let ranges = self.string_ranges.get_or_init(|| {
            let mut strings = self.strings.clone();
            strings.sort_unstable();
            let mut ranges: Vec<Span> = Vec::new();
            for span in strings {
                match ranges.last_mut() {
                    Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                    _ => ranges.push(span),
                }
            }
            ranges
        });
        let after = ranges.partition_point(|span| span.start <= offset);
        after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|span| offset < span.end)
    }

    /// Resolves every name to its variable. Called when all bindings are known.
    pub(crate) fn finish(&mut self) {
        let names = std::mem::take(&mut self.names);
        for site in &names {
            let Some(id) = self.resolve_variable(site.at.scope, site.name) else { continue };
            if let Some(slot) = self.variable_of.get_mut(site.expr.0 as usize) {
                *slot = id.0;
            }
            if site.ctx == Ctx::Store {
                continue;
            }
            let Some(variable) = self.variables.get_mut(id.0 as usize) else { continue };
            variable.read |= site.ctx == Ctx::Load;
            if variable.scope == site.at.scope
                && !self.scope(site.at.scope).doubtful
                && (site.ctx == Ctx::Del || !self.is_bound_before(id, site.span.start))
                && let Some(scope) = self.scopes.get_mut(site.at.scope.0 as usize)
            {
                scope.doubtful = true;
            }
        }
        self.names = names;
    }

    /// True if a read clearly comes after a binding: later in the same block, or deeper. `false` means unknown.
    fn is_bound_before(&self, id: VariableId, read: u32) -> bool {
        let (mut found, mut of_handler) = (false, false);
        for (count, binding) in self.bindings_of(id).enumerate() {
            if count >= 32 || matches!(binding.source, Source::Nothing) {
                return false;
            }
            let covers = binding.done <= read && read < binding.at.until;
            if binding.of_handler {
                if covers {
                    return true;
                }
                of_handler = true;
            }
            found |= covers;
        }
        found && !of_handler
    }

    /// Returns the nearest enclosing `def`, lambda, class or module of a scope.
    #[must_use]
    pub fn owner(&self, mut id: ScopeId) -> ScopeId {
        loop {
            let scope = self.scope(id);
            if !matches!(scope.kind, ScopeKind::Comprehension | ScopeKind::TypeParams) {
                return id;
            }
            id = scope.parent;
        }
    }
}
