//! The values that expressions may have: constants, modules, builtins and their attributes, followed through assignments.
//!
//! Facts are computed on demand and cached. They join all bindings of a name without regard to control flow, so they
//! hold at every place. If an expression cannot be followed, its set of values is *open*: other values are possible. A
//! closed set with only bad values is a certain finding. A set with some bad values is a possible finding. An open set
//! without bad values is no finding, because the VM checks again at run time.
//!
//! Everything has a limit: values in a set, depth, folded bytes, and steps for a program. Beyond a limit, sets are open.

mod attributes;
mod calls;
mod operations;
mod values;
mod variables;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use stockade_compiler::tree::{ClassId, Expr, ExprId, Sym, Tree, UnaryOp};

use crate::analysis::symbol_marks::SymbolMarks;
use crate::analysis::walk::{ScopeId, VariableId, Walk};
use crate::base::catalog::{KnownNames, VmCatalog};
use crate::enforce::grants::Grants;

pub(crate) use values::{Callee, Certainty, Facts, ResolvedCall, Value, Values, items_of};

/// Maximum number of values in one set.
pub(crate) const MAX_VALUES: usize = 8;
/// Maximum number of items of a sequence whose facts are kept one by one.
pub(crate) const MAX_ITEMS: usize = 256;
const MAX_DEPTH: u32 = 48;
const MAX_STEPS: u32 = 200_000;

/// How a module or class hides a builtin: the offset of the first binding, and of the first binding that certainly runs.
#[derive(Debug, Clone, Copy, Default)]
struct Shadow {
    first: Option<u32>,
    first_certain: Option<u32>,
    deleted: bool,
}

/// The facts about a variable, joined over all its bindings.
#[derive(Debug, Clone)]
enum Known {
    NotComputed,
    /// The facts are being computed. They depend on themselves in `x = f(x)`.
    InProgress,
    Found(Facts),
}

/// The grants on a module, as far as they were looked up.
struct ModuleGrants {
    is_importable: bool,
    /// By name: the rule that refuses a read.
    members: FxHashMap<Box<str>, Option<&'static str>>,
}

/// Cached facts of expressions. Each expression keeps only the latest scope, because it is normally evaluated in its own scope.
struct Memo {
    /// By expression: the index in `found` plus one, or 0.
    places: Vec<u32>,
    found: Vec<(ScopeId, Facts)>,
}

impl Memo {
    fn get(&self, expr: ExprId, scope: ScopeId) -> Option<&Facts> {
        let place = self.places.get(expr.0 as usize)?.checked_sub(1)?;
        self.found.get(place as usize).filter(|(cached_scope, _)| *cached_scope == scope).map(|(_, facts)| facts)
    }

    fn insert(&mut self, expr: ExprId, scope: ScopeId, facts: Facts) {
        self.found.push((scope, facts));
        if let Some(place) = self.places.get_mut(expr.0 as usize) {
            *place = u32::try_from(self.found.len()).unwrap_or(0);
        }
    }
}

/// The facts of one program.
pub(crate) struct Names<'a> {
    tree: &'a Tree,
    walk: &'a Walk,
    grants: &'a Grants,
    catalog: &'a VmCatalog,
    known: &'a KnownNames,
    marks: &'a SymbolMarks,
    memo: Memo,
    /// By variable. Computed on first use.
    variables: Vec<Known>,
    resolved_calls: FxHashMap<ExprId, Rc<[ResolvedCall]>>,
    shadows: FxHashMap<VariableId, Shadow>,
    /// By symbol: the facts of names that no code binds.
    free: Vec<Option<Facts>>,
    callees: FxHashMap<Sym, Callee>,
    modules: FxHashMap<Rc<str>, ModuleGrants>,
    /// The scopes of class bodies. Computed on first use.
    class_scopes: Option<FxHashMap<ClassId, ScopeId>>,
    no_calls: Rc<[ResolvedCall]>,
    /// The values of comprehension targets while the element of the comprehension is folded.
    assumed: Vec<(Sym, Facts)>,
    steps: u32,
    depth: u32,
    /// Number of variables that are being computed. Facts that depend on them are not cached meanwhile.
    in_progress: u32,
}

impl<'a> Names<'a> {
    #[must_use]
    pub(crate) fn new(
        tree: &'a Tree,
        walk: &'a Walk,
        grants: &'a Grants,
        catalog: &'a VmCatalog,
        known: &'a KnownNames,
        marks: &'a SymbolMarks,
    ) -> Self {
        Self {
            tree,
            walk,
            grants,
            catalog,
            known,
            marks,
            memo: Memo { places: vec![0; tree.expr_count()], found: Vec::with_capacity(walk.calls.len()) },
            variables: Vec::new(),
            free: vec![None; tree.symbols.len()],
            callees: FxHashMap::default(),
            modules: FxHashMap::default(),
            resolved_calls: FxHashMap::default(),
            shadows: FxHashMap::default(),
            class_scopes: None,
            no_calls: Rc::new([]),
            assumed: Vec::new(),
            steps: MAX_STEPS,
            depth: 0,
            in_progress: 0,
        }
    }

    pub(crate) fn tree(&self) -> &'a Tree {
        self.tree
    }

    /// Returns the values that an expression used in `scope` may have.
    pub(crate) fn facts(&mut self, expr: ExprId, scope: ScopeId) -> Facts {
        // The most frequent kinds of expression have no facts and need no cache.
        match self.tree.expr(expr) {
            Expr::Constant(constant) => return self.constant(constant),
            Expr::Lambda { .. } | Expr::Compare { .. } | Expr::Await { .. } | Expr::Yield { .. } | Expr::YieldFrom { .. } => {
                return Facts::unknown();
            }
            Expr::Name { name, .. } => return self.read(expr, name, scope),
            Expr::Attribute { value: base, .. } | Expr::Call { func: base, .. } | Expr::Subscript { value: base, .. }
                if self.is_opaque(base) =>
            {
                return Facts::unknown();
            }
            _ => {}
        }
        if self.steps == 0 || self.depth >= MAX_DEPTH {
            return Facts::unknown();
        }
        let remembers = self.assumed.is_empty();
        if remembers && let Some(facts) = self.memo.get(expr, scope) {
            return facts.clone();
        }
        self.steps = self.steps.saturating_sub(1);
        self.depth += 1;
        let facts = self.evaluate(expr, scope);
        self.depth -= 1;
        // A result that the depth limit cut short may be less precise than one computed from a smaller depth, but it is safe.
        if remembers {
            self.memo.insert(expr, scope, facts.clone());
        }
        facts
    }

    fn evaluate(&mut self, expr: ExprId, scope: ScopeId) -> Facts {
        let tree = self.tree;
        match tree.expr(expr) {
            Expr::Attribute { value, attr, .. } => {
                let base = self.facts(value, scope);
                self.attribute(&base, tree.name(attr.name))
            }
            Expr::Call { func, args, keywords, .. } => {
                let callee = self.facts(func, scope);
                if callee.values.is_empty() {
                    return Facts::unknown();
                }
                if !tree.list(keywords).is_empty() {
                    return self.format_with_keywords(&callee, args, keywords, scope);
                }
                let args = if callee.values.iter().any(calls::depends_on_arguments) {
                    let Some(args) = self.arguments(args, scope) else { return Facts::unknown() };
                    args
                } else {
                    Vec::new()
                };
                let mut facts = Facts { values: Values::new(), open: callee.open };
                for value in &callee.values {
                    facts.join(self.apply(value, &args));
                }
                facts
            }
            Expr::Binary { op, left, right } => self.binary(op, left, right, scope),
            Expr::Unary { op, operand } => match (op, self.facts(operand, scope).single()) {
                (UnaryOp::Neg, Some(Value::Int(number))) => {
                    number.checked_neg().map_or_else(Facts::unknown, |number| Facts::of(Value::Int(number)))
                }
                _ => Facts::unknown(),
            },
            Expr::BoolOp { values, .. } => self.union(tree.list(values), scope),
            Expr::If { then, orelse, .. } => self.union(&[then, orelse], scope),
            Expr::Named { value, .. } => self.facts(value, scope),
            Expr::Tuple { items, .. } | Expr::List { items, .. } | Expr::Set { items } => self.sequence(items, scope),
            Expr::Dict { .. } => Facts::of(Value::Dict(expr, scope)),
            Expr::ListComp { element, generators } | Expr::GeneratorExp { element, generators } | Expr::SetComp { element, generators } => {
                let [generator] = tree.list(generators) else { return Facts::unknown() };
                let Expr::Name { name, .. } = tree.expr(generator.target) else { return Facts::unknown() };
                if !generator.conditions.is_empty() || self.assumed.len() >= 3 {
                    return Facts::unknown();
                }
                let inner = self.walk.scope_of.get(&expr).copied().unwrap_or(scope);
                let iter = self.facts(generator.iter, scope);
                let Some(items) = iter.single().and_then(items_of) else { return Facts::unknown() };
                let mut results = Vec::with_capacity(items.len());
                for item in items {
                    self.assumed.push((name, item));
                    results.push(self.facts(element, inner));
                    self.assumed.pop();
                }
                Facts::seq(results)
            }
            Expr::FString { parts } => self.fstring(parts, scope),
            Expr::Subscript { value, index, .. } => self.subscript(value, index, scope),
            _ => Facts::unknown(),
        }
    }
}
