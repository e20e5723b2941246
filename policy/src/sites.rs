//! What the walk hands to the rules: scopes, bindings, and the places of each kind.

use rustc_hash::FxHashMap;
use stockade_compiler::tree::{BinOp, ClassId, Ctx, ExprId, FunctionId, Ident, List, Span, StmtId, Sym};

/// A scope of [`Walk::scopes`]; 0 is the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

pub const MODULE: ScopeId = ScopeId(0);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScopeKind {
    Module,
    Class(ClassId),
    /// A `def` or, without an id, a lambda.
    Function(Option<FunctionId>),
    Comprehension,
    /// The scope of a `def f[T]` around its parameters; a class around it stays visible.
    TypeParams,
}

#[derive(Debug, Clone, Copy)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: ScopeId,
}

/// Where something stands.
#[derive(Debug, Clone, Copy)]
pub struct At {
    pub scope: ScopeId,
    /// Below a branch, a loop or a `try`: it may not happen.
    pub conditional: bool,
    pub in_loop: bool,
    /// In a `try` whose handler would catch a `NameError`.
    pub guarded: bool,
    /// In a `try` whose handler would catch an `ImportError`.
    pub import_guarded: bool,
}

/// What a name is bound to.
#[derive(Debug, Clone)]
pub enum Source {
    /// The value of an expression.
    Value(ExprId),
    /// One of the items of an iterable.
    Element(ExprId),
    /// The item at an index of a sequence.
    Item(ExprId, usize),
    Module(Box<str>),
    Member(Box<str>, Box<str>),
    Function(FunctionId),
    Class(ClassId),
    /// A parameter, whose default is one value that it may have.
    Param(Option<ExprId>),
    /// `x += value`, with the place of the `x` that is read.
    Augmented(BinOp, ExprId, Span),
    /// Anything: `with`, `except`, captures.
    Opaque,
    /// `x: int` without a value, and `del x`: makes the name local, gives it nothing.
    Nothing,
}

#[derive(Debug, Clone)]
pub struct Binding {
    pub source: Source,
    /// Where the expressions of `source` are evaluated.
    pub at: At,
    pub span: Span,
    pub(crate) next: u32,
}

pub(crate) const NONE: u32 = u32::MAX;

/// `import a.b as c`, or one name of `from a import b as c`.
#[derive(Debug, Clone)]
pub struct ImportSite {
    /// Dotted; empty in `from . import x`.
    pub module: Box<str>,
    /// The name after `import` of a `from`.
    pub member: Option<Box<str>>,
    pub level: u32,
    /// Of the module's name.
    pub module_span: Span,
    /// Of the alias.
    pub span: Span,
    /// First alias of its statement: what concerns the module is said once.
    pub first: bool,
    pub bound: Option<Sym>,
    pub at: At,
}

#[derive(Debug, Clone, Copy)]
pub struct AttributeSite {
    pub expr: ExprId,
    pub value: ExprId,
    pub attr: Ident,
    pub ctx: Ctx,
    pub at: At,
}

#[derive(Debug, Clone, Copy)]
pub struct NameSite {
    pub name: Sym,
    pub span: Span,
    pub ctx: Ctx,
    pub at: At,
}

#[derive(Debug, Clone, Copy)]
pub struct CallSite {
    pub expr: ExprId,
    pub at: At,
}

/// A binary operation; for `x += y` the expression is the right side alone and `left` is the target.
#[derive(Debug, Clone, Copy)]
pub struct OperatorSite {
    pub expr: ExprId,
    pub op: BinOp,
    pub at: At,
}

#[derive(Debug, Clone, Copy)]
pub struct ClassSite {
    pub class: ClassId,
    /// Of its body.
    pub scope: ScopeId,
    pub span: Span,
    pub at: At,
}

#[derive(Debug, Clone, Copy)]
pub struct FunctionSite {
    pub function: FunctionId,
    /// Of its body.
    pub scope: ScopeId,
    pub at: At,
}

/// A keyword of a class pattern: `case Point(x=0)` reads attribute `x`.
#[derive(Debug, Clone, Copy)]
pub struct PatternAttributeSite {
    pub attr: Ident,
    pub class: ExprId,
    /// What is matched, when the pattern is for all of it.
    pub subject: Option<ExprId>,
    pub at: At,
}

#[derive(Debug, Clone, Copy)]
pub struct StatementSite {
    pub stmt: StmtId,
    pub at: At,
}

/// A construct that `syntax:` may forbid, by its key there.
#[derive(Debug, Clone, Copy)]
pub struct FeatureSite {
    pub feature: &'static str,
    pub span: Span,
}

/// What the walk found.
#[derive(Debug, Default)]
pub struct Walk {
    pub scopes: Vec<Scope>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) heads: FxHashMap<(ScopeId, Sym), u32>,
    /// `global` and `nonlocal`: the scope a name of a scope really lives in.
    pub(crate) redirects: FxHashMap<(ScopeId, Sym), ScopeId>,
    /// Scopes of lambdas and comprehensions, by their expression.
    pub scope_of: FxHashMap<ExprId, ScopeId>,
    pub imports: Vec<ImportSite>,
    pub attributes: Vec<AttributeSite>,
    pub names: Vec<NameSite>,
    pub calls: Vec<CallSite>,
    pub operators: Vec<OperatorSite>,
    pub classes: Vec<ClassSite>,
    pub functions: Vec<FunctionSite>,
    pub pattern_attributes: Vec<PatternAttributeSite>,
    pub statements: Vec<StatementSite>,
    pub features: Vec<FeatureSite>,
    pub blocks: Vec<List<StmtId>>,
    /// Identifiers that are neither names nor attributes: parameters, keywords, aliases, functions, classes.
    pub idents: Vec<Ident>,
    /// Texts, so that comments can be told from them.
    pub strings: Vec<Span>,
    /// The same without overlaps, in order.
    pub(crate) string_ranges: Vec<Span>,
    pub(crate) names_by_scope: Vec<Vec<Sym>>,
    /// A star import anywhere: names may come from nowhere.
    pub star_import: bool,
}

impl Walk {
    /// The bindings of a name in one scope, latest first.
    pub fn bindings(&self, scope: ScopeId, name: Sym) -> impl Iterator<Item = &Binding> {
        let mut next = self.heads.get(&(scope, name)).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let binding = self.bindings.get(next as usize)?;
            next = binding.next;
            Some(binding)
        })
    }

    #[must_use]
    pub fn binds(&self, scope: ScopeId, name: Sym) -> bool {
        self.heads.contains_key(&(scope, name))
    }

    #[must_use]
    pub fn scope(&self, id: ScopeId) -> Scope {
        self.scopes.get(id.0 as usize).copied().unwrap_or(Scope { kind: ScopeKind::Module, parent: MODULE })
    }

    /// The scope that a name used in `from` belongs to; `None` for a builtin or an unknown name.
    #[must_use]
    pub fn resolve(&self, from: ScopeId, name: Sym) -> Option<ScopeId> {
        if let Some(target) = self.redirects.get(&(from, name)) {
            return self.binds(*target, name).then_some(*target);
        }
        let mut id = from;
        let mut classes_visible = true;
        loop {
            let scope = self.scope(id);
            let visible = classes_visible || !matches!(scope.kind, ScopeKind::Class(_));
            if visible && self.binds(id, name) {
                return Some(id);
            }
            // A `global` of an enclosing function counts for the functions inside it.
            if id != from
                && let Some(target) = self.redirects.get(&(id, name))
            {
                return self.binds(*target, name).then_some(*target);
            }
            if id == MODULE {
                return None;
            }
            classes_visible = classes_visible && scope.kind == ScopeKind::TypeParams;
            id = scope.parent;
        }
    }

    /// Every name bound in a scope, sorted.
    pub fn names_in(&self, scope: ScopeId) -> impl Iterator<Item = Sym> {
        let names: &[Sym] = self.names_by_scope.get(scope.0 as usize).map_or(&[], |names| names);
        names.iter().copied()
    }

    /// Whether an offset is inside a text.
    #[must_use]
    pub fn in_string(&self, offset: u32) -> bool {
        let after = self.string_ranges.partition_point(|span| span.start <= offset);
        after.checked_sub(1).and_then(|at| self.string_ranges.get(at)).is_some_and(|span| offset < span.end)
    }

    /// Indexes that only make sense once everything is known.
    pub(crate) fn finish(&mut self) {
        self.names_by_scope.resize(self.scopes.len(), Vec::new());
        self.heads.keys().for_each(|(scope, name)| {
            // The order of a hash table is gone after the sort below.
            if let Some(names) = self.names_by_scope.get_mut(scope.0 as usize) {
                names.push(*name);
            }
        });
        self.names_by_scope.iter_mut().for_each(|names| names.sort_unstable());
        let mut strings = self.strings.clone();
        strings.sort_unstable();
        for span in strings {
            match self.string_ranges.last_mut() {
                Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                _ => self.string_ranges.push(span),
            }
        }
    }

    /// The nearest `def`, lambda, class or module around a scope.
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
