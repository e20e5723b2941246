//! What expressions may stand for: constants, modules, builtins and their attributes, followed through assignments.
//!
//! Facts are found on demand and kept. They join every binding of a name, wherever control flow goes, so they hold at any point;
//! what cannot be followed leaves a set *open*. A finding about a closed set of bad values is certain, about some of the values possible,
//! and about an open set without bad ones there is nothing to say: the VM asks again at run time.
//!
//! Everything is bounded: values per set, depth, folded bytes, and steps per program. Past a bound the answer is "open".

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use stockade_compiler::tree::{
    BinOp, ClassId, Constant, Conversion, Ctx, Expr, ExprId, FStringPart, FunctionId, Keyword, List, Span, Stmt, StmtId, Sym, Tree, UnaryOp,
};

use crate::catalog::{KnownNames, VmCatalog};
use crate::fold;
use crate::grants::Grants;
use crate::marks::{Marks, SymbolMarks};
use crate::pattern::is_dunder;
use crate::walk::{MODULE, ScopeId, ScopeKind, Source, VariableId, Walk};

/// Values in one set.
pub const MAX_VALUES: usize = 8;
/// Items of a sequence that are followed one by one.
pub const MAX_ITEMS: usize = 256;
const MAX_DEPTH: u32 = 48;
const MAX_STEPS: u32 = 200_000;

/// One thing that an expression may stand for.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    None,
    Bool(bool),
    Int(i64),
    Str(Rc<str>),
    Bytes(Rc<[u8]>),
    /// Tuple, list, set: the facts of each item.
    Seq(Rc<[Facts]>),
    /// A dict display.
    Dict(ExprId, ScopeId),
    /// The pairs of a dict display: only as the right side of `%`.
    Named(Rc<[Facts]>),
    Module(Rc<str>),
    /// `module.name` that is no module.
    Member(Rc<str>, Rc<str>),
    Builtin(Rc<str>),
    /// Attribute of a builtin type: `str.format`, `object.__getattribute__`.
    BuiltinAttribute(Rc<str>, Rc<str>),
    /// Method bound to a constant: `"{}".format`.
    Method(Rc<Value>, Rc<str>),
    /// `functools.partial(callable, args...)`.
    Partial(Rc<Value>, Rc<[Facts]>),
    Tool(Rc<str>),
    Function(FunctionId),
    Class(ClassId),
    /// What calling a class of the program gives.
    Instance(ClassId),
}

/// Mostly none or one: those need no allocation.
pub type Values = SmallVec<[Value; 1]>;

/// The values that are possible; `open` when others are too.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts {
    pub values: Values,
    pub open: bool,
}

impl Facts {
    #[must_use]
    pub fn unknown() -> Self {
        Self { values: Values::new(), open: true }
    }

    #[must_use]
    pub fn of(value: Value) -> Self {
        Self { values: smallvec![value], open: false }
    }

    pub fn add(&mut self, value: Value) {
        if self.values.contains(&value) {
            return;
        }
        if self.values.len() >= MAX_VALUES {
            self.open = true;
            return;
        }
        self.values.push(value);
    }

    pub fn join(&mut self, other: Self) {
        self.open |= other.open;
        for value in other.values {
            self.add(value);
        }
    }

    /// The value, when there is exactly one.
    #[must_use]
    pub fn single(&self) -> Option<&Value> {
        match self.values.as_slice() {
            [value] if !self.open => Some(value),
            _ => None,
        }
    }

    /// Without `None`, which has nothing to offer: an access to it raises before anything is reached.
    #[must_use]
    pub fn without_none(&self) -> Self {
        Self { values: self.values.iter().filter(|value| **value != Value::None).cloned().collect(), open: self.open }
    }

    /// The texts among the values.
    pub fn strings(&self) -> impl Iterator<Item = &str> {
        self.values.iter().filter_map(|value| match value {
            Value::Str(text) => Some(&**text),
            _ => None,
        })
    }

    /// How sure it is that a value is one that `bad` accepts.
    pub fn certainty(&self, mut bad: impl FnMut(&Value) -> bool) -> Certainty {
        let hits = self.values.iter().filter(|value| bad(value)).count();
        if hits == 0 {
            Certainty::No
        } else if hits == self.values.len() && !self.open {
            Certainty::Definite
        } else {
            Certainty::Possible
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    No,
    Possible,
    Definite,
}

/// A call with what is called, arguments in place; also those that `map`, `reduce` and `partial` will make.
#[derive(Debug, Clone)]
pub struct ResolvedCall {
    pub callee: Value,
    pub args: Vec<Facts>,
    /// The only possible callee.
    pub certain: bool,
}

/// What a call may call, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Callee(u16);

impl Callee {
    pub const BUILTIN: Self = Self(1);
    /// A function of a module.
    pub const MEMBER: Self = Self(1 << 1);
    /// Of a builtin type, or of a constant.
    pub const METHOD: Self = Self(1 << 2);
    pub const MODULE: Self = Self(1 << 3);
    /// A function or class of the program.
    pub const OWN: Self = Self(1 << 4);
    pub const TOOL: Self = Self(1 << 5);
    /// What cannot be called.
    pub const CONSTANT: Self = Self(1 << 6);
    /// `partial`, `map` and `reduce`: the call makes others.
    pub const INDIRECT: Self = Self(1 << 7);
    /// Takes the name of a module.
    pub const IMPORTER: Self = Self(1 << 8);
    /// Takes the name of an attribute, or makes calls that may.
    pub const NAMING: Self = Self(1 << 9);
    /// A builtin that takes a fixed number of arguments under this policy.
    pub const RESTRICTED: Self = Self(1 << 10);
    /// A builtin that the policy denies.
    pub const DENIED: Self = Self(1 << 11);
    /// Takes a size.
    pub const SIZED: Self = Self(1 << 12);

    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// With the calls that make others.
    #[must_use]
    pub const fn and_indirect(self) -> Self {
        self.and(Self::INDIRECT)
    }

    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl std::ops::BitOr for Callee {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.and(other)
    }
}

/// How a module or class hides a builtin: offsets of the first binding, and of the first that certainly happens.
#[derive(Debug, Clone, Copy, Default)]
struct Shadow {
    first: Option<u32>,
    first_certain: Option<u32>,
    deleted: bool,
}

/// What is known about a variable, all its bindings joined.
#[derive(Debug, Clone)]
enum Known {
    NotAsked,
    /// Being found out: `x = f(x)`.
    Asked,
    Found(Facts),
}

/// The facts of one program.
pub struct Names<'a> {
    tree: &'a Tree,
    walk: &'a Walk,
    grants: &'a Grants,
    catalog: &'a VmCatalog,
    known: &'a KnownNames,
    marks: &'a SymbolMarks,
    memo: FxHashMap<(ExprId, ScopeId), Facts>,
    /// By variable, once they are asked for.
    variables: Vec<Known>,
    resolved_calls: FxHashMap<ExprId, Rc<[ResolvedCall]>>,
    shadows: FxHashMap<VariableId, Shadow>,
    /// Names that nothing binds, by symbol.
    free: FxHashMap<Sym, Facts>,
    callees: FxHashMap<Sym, Callee>,
    /// Scopes of class bodies; made when first asked for.
    class_scopes: Option<FxHashMap<ClassId, ScopeId>>,
    no_calls: Rc<[ResolvedCall]>,
    /// Values that comprehension targets have while their element is folded.
    assumed: Vec<(Sym, Facts)>,
    steps: u32,
    depth: u32,
}

impl<'a> Names<'a> {
    #[must_use]
    pub fn new(
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
            memo: FxHashMap::default(),
            variables: Vec::new(),
            free: FxHashMap::default(),
            callees: FxHashMap::default(),
            resolved_calls: FxHashMap::default(),
            shadows: FxHashMap::default(),
            class_scopes: None,
            no_calls: Rc::new([]),
            assumed: Vec::new(),
            steps: MAX_STEPS,
            depth: 0,
        }
    }

    pub(crate) fn tree(&self) -> &'a Tree {
        self.tree
    }

    /// What an expression used in `scope` may stand for.
    pub fn facts(&mut self, expr: ExprId, scope: ScopeId) -> Facts {
        // The commonest shapes have nothing to say and need no memory.
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
        if remembers && let Some(facts) = self.memo.get(&(expr, scope)) {
            return facts.clone();
        }
        self.steps = self.steps.saturating_sub(1);
        self.depth += 1;
        let facts = self.evaluate(expr, scope);
        self.depth -= 1;
        // An answer cut short by depth is not the answer asked for at another depth, but it is a safe one.
        if remembers {
            self.memo.insert((expr, scope), facts.clone());
        }
        facts
    }

    /// Whether an expression is, at the root of its attributes and calls, a variable that nothing is known about.
    fn is_opaque(&self, mut expr: ExprId) -> bool {
        for _ in 0..8 {
            match self.tree.expr(expr) {
                Expr::Attribute { value, .. } => expr = value,
                Expr::Call { func, .. } => expr = func,
                Expr::Subscript { value, .. } => expr = value,
                Expr::Name { name, .. } if self.assumed.is_empty() => {
                    return match self.walk.variable_at(expr) {
                        Some(id) => self.is_blank(id, name),
                        None => !self.marks.of(name).intersects(Marks::BUILTIN | Marks::DENIED | Marks::TOOL | Marks::BUILTINS),
                    };
                }
                _ => return false,
            }
        }
        false
    }

    /// Whether nothing can be known about a variable, by a glance.
    fn is_blank(&self, id: VariableId, name: Sym) -> bool {
        if let Some(Known::Found(facts)) = self.variables.get(id.0 as usize) {
            return facts.values.is_empty() && !self.may_hide_builtin(id, name);
        }
        self.walk.variable(id).is_some_and(|variable| variable.opaque) && !self.may_hide_builtin(id, name)
    }

    fn may_hide_builtin(&self, id: VariableId, name: Sym) -> bool {
        self.marks.of(name).intersects(Marks::BUILTIN | Marks::DENIED)
            && self.walk.variable(id).is_some_and(|variable| self.is_outer(variable.scope))
    }

    /// Module and class scopes fall back to builtins while a name is not bound yet.
    fn is_outer(&self, scope: ScopeId) -> bool {
        matches!(self.walk.scope(scope).kind, ScopeKind::Module | ScopeKind::Class(_))
    }

    /// A name where it stands.
    fn read(&mut self, expr: ExprId, name: Sym, scope: ScopeId) -> Facts {
        if let Some((_, facts)) = self.assumed.iter().rev().find(|(assumed, _)| *assumed == name) {
            return facts.clone();
        }
        match self.walk.variable_at(expr) {
            Some(id) if self.is_blank(id, name) => Facts::unknown(),
            Some(id) => self.variable_before(id, name, scope, self.tree.expr_span(expr)),
            None => self.free_name(name),
        }
    }

    fn constant(&self, constant: Constant) -> Facts {
        Facts::of(match constant {
            Constant::None => Value::None,
            Constant::True => Value::Bool(true),
            Constant::False => Value::Bool(false),
            Constant::Int(number) => Value::Int(number),
            Constant::Str(id) if self.tree.text(id).len() <= fold::MAX_BYTES => Value::Str(self.tree.text(id).into()),
            Constant::Bytes(id) if self.tree.bytes(id).len() <= fold::MAX_BYTES => Value::Bytes(self.tree.bytes(id).into()),
            _ => return Facts::unknown(),
        })
    }

    fn evaluate(&mut self, expr: ExprId, scope: ScopeId) -> Facts {
        let tree = self.tree;
        match tree.expr(expr) {
            Expr::Name { name, .. } => self.read(expr, name, scope),
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
                let Some(args) = self.arguments(args, scope) else { return Facts::unknown() };
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
                Facts::of(Value::Seq(results.into()))
            }
            Expr::FString { parts } => self.fstring(parts, scope),
            Expr::Subscript { value, index, .. } => self.subscript(value, index, scope),
            _ => Facts::unknown(),
        }
    }

    /// `"__{n}__".format(n="class")`: the one call whose keywords make a text.
    fn format_with_keywords(&mut self, callee: &Facts, args: List<ExprId>, keywords: List<Keyword>, scope: ScopeId) -> Facts {
        let Some(Value::Method(receiver, name)) = callee.single() else { return Facts::unknown() };
        let (Value::Str(template), "format") = (&**receiver, &**name) else { return Facts::unknown() };
        let template = template.clone();
        let Some(args) = self.arguments(args, scope) else { return Facts::unknown() };
        let Some(positional) = args.iter().map(|arg| arg.single().cloned()).collect::<Option<Vec<Value>>>() else {
            return Facts::unknown();
        };
        let mut named = Vec::new();
        for keyword in self.tree.list(keywords) {
            let (Some(name), Some(value)) = (keyword.name, self.facts(keyword.value, scope).single().cloned()) else {
                return Facts::unknown();
            };
            named.push((self.tree.name(name.name), value));
        }
        fold::format_fields(&template, &positional, &named).map_or_else(Facts::unknown, Facts::of)
    }

    fn union(&mut self, exprs: &[ExprId], scope: ScopeId) -> Facts {
        let mut facts = Facts::default();
        for expr in exprs {
            facts.join(self.facts(*expr, scope));
        }
        facts
    }

    fn sequence(&mut self, items: List<ExprId>, scope: ScopeId) -> Facts {
        match self.arguments(items, scope) {
            Some(items) => Facts::of(Value::Seq(items.into())),
            None => Facts::unknown(),
        }
    }

    /// The facts of each item, `*` of constant sequences expanded.
    pub fn arguments(&mut self, args: List<ExprId>, scope: ScopeId) -> Option<Vec<Facts>> {
        let tree = self.tree;
        let args = tree.list(args);
        if args.len() > MAX_ITEMS {
            return None;
        }
        let mut facts = Vec::with_capacity(args.len());
        for arg in args {
            if let Expr::Starred { value, .. } = tree.expr(*arg) {
                facts.extend(self.facts(value, scope).single().and_then(items_of)?);
            } else {
                facts.push(self.facts(*arg, scope));
            }
        }
        Some(facts)
    }

    /// What a name may stand for where it is read.
    pub fn variable_at(&mut self, name: Sym, scope: ScopeId, span: Span) -> Facts {
        match self.walk.resolve_variable(scope, name) {
            Some(id) => self.variable_before(id, name, scope, span),
            None => self.free_name(name),
        }
    }

    fn variable_before(&mut self, id: VariableId, name: Sym, scope: ScopeId, span: Span) -> Facts {
        if self.steps == 0 || self.depth >= MAX_DEPTH {
            return Facts::unknown();
        }
        self.depth += 1;
        let joined = self.variable(id);
        let mut facts = match joined {
            // Nothing is known about any of its values.
            Some(facts) if facts.values.is_empty() => facts,
            joined => match self.last_assigned(id, scope, span) {
                Some(facts) => facts,
                None => joined.unwrap_or_else(Facts::unknown),
            },
        };
        self.depth -= 1;
        if self.may_be_builtin(id, name, span) {
            let shadow = self.shadowed_everywhere_before(id, scope, span);
            let builtin = self.free_name(name);
            if shadow { facts.join(builtin) } else { facts = builtin }
        }
        facts
    }

    /// The value of the last assignment before a read, when control flow leaves no choice: several assignments in a row, none of them
    /// under a condition, in the scope that reads.
    fn last_assigned(&mut self, id: VariableId, scope: ScopeId, read: Span) -> Option<Facts> {
        /// Assignments looked at; more are joined.
        const MAX_BINDINGS: usize = 16;
        let walk = self.walk;
        let owner = walk.variable(id)?.scope;
        if owner != scope || self.depth >= MAX_DEPTH {
            return None;
        }
        let mut last: Option<(u32, &Source)> = None;
        for (count, binding) in walk.bindings_of(id).enumerate() {
            if count >= MAX_BINDINGS || binding.at.conditional || binding.at.scope != owner || matches!(binding.source, Source::Nothing) {
                return None;
            }
            // The value is computed before the name is bound: `x = f(x)` reads the old one.
            if binding.done <= read.start && last.is_none_or(|(latest, _)| latest < binding.done) {
                last = Some((binding.done, &binding.source));
            }
        }
        let (_, source) = last?;
        match source {
            Source::Augmented(op, value, target) => {
                self.depth += 1;
                let before = self.last_assigned(id, scope, *target).unwrap_or_else(Facts::unknown);
                self.depth -= 1;
                let value = self.facts(*value, scope);
                Some(self.product(&[before, value], |values| fold::binary(*op, values.first()?, values.get(1)?)))
            }
            source => Some(self.source(source, scope)),
        }
    }

    /// A name that the program does not bind.
    fn free_name(&mut self, name: Sym) -> Facts {
        let marks = self.marks.of(name);
        if !marks.intersects(Marks::BUILTIN | Marks::DENIED | Marks::TOOL | Marks::BUILTINS) {
            return Facts::unknown();
        }
        if let Some(facts) = self.free.get(&name) {
            return facts.clone();
        }
        let text = self.tree.name(name);
        let facts = if marks.intersects(Marks::TOOL) {
            Facts::of(Value::Tool(text.into()))
        } else if self.known.defines(text) {
            Facts::unknown()
        } else {
            let value = if marks.intersects(Marks::BUILTINS) {
                Value::Module("builtins".into())
            } else {
                // Denied builtins count even where the VM has none of that name.
                Value::Builtin(text.into())
            };
            // `from m import *` may bind it, unless it is known what `m` has.
            Facts { values: smallvec![value], open: self.walk.star_import && self.star_may_bind(text) }
        };
        self.free.insert(name, facts.clone());
        facts
    }

    fn star_may_bind(&self, name: &str) -> bool {
        let stars = self.walk.imports.iter().filter(|site| site.member.as_deref() == Some("*"));
        stars.into_iter().any(|site| site.level > 0 || self.catalog.has_attribute(&site.module, name) != Some(false))
    }

    fn may_be_builtin(&mut self, id: VariableId, name: Sym, span: Span) -> bool {
        if !self.may_hide_builtin(id, name) {
            return false;
        }
        let shadow = self.shadow(id);
        if shadow.deleted {
            return true;
        }
        match shadow.first_certain {
            None => true,
            // What stands behind the binding runs behind it, and so does a function that is made there.
            Some(start) => start > span.start,
        }
    }

    /// Whether code in a scope runs in the order of a variable's own scope.
    fn is_in(&self, id: VariableId, scope: ScopeId) -> bool {
        self.walk.variable(id).is_some_and(|variable| variable.scope == scope || variable.scope == self.walk.owner(scope))
    }

    /// Whether a binding may have happened when the name is read.
    fn shadowed_everywhere_before(&mut self, id: VariableId, scope: ScopeId, span: Span) -> bool {
        !self.is_in(id, scope) || self.shadow(id).first.is_some_and(|start| start <= span.start)
    }

    fn shadow(&mut self, id: VariableId) -> Shadow {
        if let Some(shadow) = self.shadows.get(&id) {
            return *shadow;
        }
        let mut shadow = Shadow::default();
        for binding in self.walk.bindings_of(id) {
            let start = binding.span.start;
            let earlier = |old: Option<u32>, new: u32| Some(old.map_or(new, |old| old.min(new)));
            if matches!(binding.source, Source::Nothing) {
                shadow.deleted = true;
            } else if !binding.at.conditional {
                shadow.first_certain = earlier(shadow.first_certain, start);
            }
            // What a loop binds may have been bound in the turn before.
            shadow.first = earlier(shadow.first, if binding.at.in_loop { 0 } else { start });
        }
        self.shadows.insert(id, shadow);
        shadow
    }

    /// All that a variable may stand for, wherever it is read; `None` while that is being found out.
    fn variable(&mut self, id: VariableId) -> Option<Facts> {
        if self.variables.is_empty() {
            self.variables.resize(self.walk.variables.len(), Known::NotAsked);
        }
        match self.variables.get(id.0 as usize)? {
            Known::Found(facts) => return Some(facts.clone()),
            Known::Asked => return None,
            Known::NotAsked => {}
        }
        self.set_known(id, Known::Asked);
        let mut facts = Facts::default();
        let walk = self.walk;
        for (count, binding) in walk.bindings_of(id).enumerate() {
            if count >= 64 || (facts.open && facts.values.len() >= MAX_VALUES) {
                facts.open = true;
                break;
            }
            facts.join(self.source(&binding.source, binding.at.scope));
        }
        self.set_known(id, Known::Found(facts.clone()));
        Some(facts)
    }

    fn set_known(&mut self, id: VariableId, known: Known) {
        if let Some(slot) = self.variables.get_mut(id.0 as usize) {
            *slot = known;
        }
    }

    fn source(&mut self, source: &Source, scope: ScopeId) -> Facts {
        match source {
            Source::Value(expr) => self.facts(*expr, scope),
            Source::Element(expr) => {
                let iter = self.facts(*expr, scope);
                let mut facts = Facts { values: Values::new(), open: iter.open };
                for value in &iter.values {
                    match items_of(value) {
                        Some(items) => items.into_iter().for_each(|item| facts.join(item)),
                        None => facts.open = true,
                    }
                }
                facts
            }
            Source::Item(expr, index) => match self.facts(*expr, scope).single().and_then(items_of) {
                Some(items) => items.get(*index).cloned().unwrap_or_else(Facts::unknown),
                None => Facts::unknown(),
            },
            Source::Module(module) => Facts::of(Value::Module((&**module).into())),
            Source::Member(module, member) => self.attribute(&Facts::of(Value::Module((&**module).into())), member),
            Source::Function(id) => {
                let decorated = self.tree.function(*id).is_some_and(|function| !function.decorators.is_empty());
                if decorated { Facts::unknown() } else { Facts::of(Value::Function(*id)) }
            }
            Source::Class(id) => Facts::of(Value::Class(*id)),
            Source::Param(default) => {
                let mut facts = default.map_or_else(Facts::default, |default| self.facts(default, scope));
                facts.open = true;
                facts
            }
            // In a loop the sum may go on; the first step is what people hide names in.
            Source::Opaque | Source::Augmented(..) => Facts::unknown(),
            Source::Nothing => Facts::default(),
        }
    }

    /// An attribute of whatever the base may be.
    pub fn attribute(&mut self, base: &Facts, name: &str) -> Facts {
        let mut facts = Facts { values: Values::new(), open: base.open };
        for value in &base.values {
            match value {
                Value::Module(module) => facts.add(self.module_member(module, name)),
                // Calling `f.__call__` is calling `f`.
                Value::Builtin(_) | Value::Function(_) if name == "__call__" => facts.add(value.clone()),
                _ if name == "__class__" => facts.join(type_of(value)),
                Value::Class(class) => {
                    let mut found = self.class_attribute(*class, name);
                    if is_dunder(name) {
                        // `__init_subclass__` and the like are class methods without saying so.
                        found.open |= !found.values.is_empty();
                        found.values.retain(|value| !matches!(value, Value::Function(_)));
                    }
                    facts.join(found);
                }
                Value::Instance(class) => {
                    let mut found = self.class_attribute(*class, name);
                    // Methods are bound: called with one argument less than the function takes.
                    found.open |= found.values.iter().any(|value| matches!(value, Value::Function(_)));
                    found.values.retain(|value| !matches!(value, Value::Function(_)));
                    // The instance may have an attribute of its own.
                    found.open = true;
                    facts.join(found);
                }
                Value::Builtin(builtin) => facts.add(Value::BuiltinAttribute(builtin.clone(), name.into())),
                Value::Str(_) | Value::Bytes(_) => facts.add(Value::Method(Rc::new(value.clone()), name.into())),
                _ => facts.open = true,
            }
        }
        facts
    }

    /// What a class body binds a name to; other values are possible when something sets the attribute.
    fn class_attribute(&mut self, class: ClassId, name: &str) -> Facts {
        let (tree, walk) = (self.tree, self.walk);
        let scopes = self.class_scopes.get_or_insert_with(|| walk.classes.iter().map(|site| (site.class, site.scope)).collect());
        let Some(scope) = scopes.get(&class).copied() else { return Facts::unknown() };
        let Some((name, id)) = tree.symbols.find(name).and_then(|name| Some((name, *walk.index.get(&(scope, name))?))) else {
            return Facts::unknown();
        };
        if self.depth >= MAX_DEPTH {
            return Facts::unknown();
        }
        self.depth += 1;
        let mut facts = self.variable(id).unwrap_or_else(Facts::unknown);
        self.depth -= 1;
        let is_set = walk.attributes.iter().any(|site| site.ctx != Ctx::Load && site.attr.name == name);
        facts.open |= is_set || tree.class(class).is_none_or(|class| !class.decorators.is_empty() || !class.keywords.is_empty());
        facts
    }

    /// `module.name`: a submodule, a re-exported module, or a plain member.
    #[must_use]
    pub fn module_member(&self, module: &str, name: &str) -> Value {
        if module == "builtins" {
            return Value::Builtin(name.into());
        }
        let child = format!("{module}.{name}");
        let lent = self.catalog.is_lent(module);
        if !lent && self.catalog.has_module(&child) {
            return Value::Module(child.into());
        }
        let bare = name.trim_start_matches('_');
        if !is_dunder(name) && bare != module && self.grants.import_denial(bare).is_some() {
            return Value::Module(bare.into());
        }
        // `textwrap.re` is `re`; but `datetime.datetime` and `time.time` are members that share their name with a module.
        let exists = |module: &str| self.catalog.has_module(module) || self.grants.import_allow.names(module);
        if lent || is_dunder(name) || bare.contains('.') || !exists(bare) || !exists(module) {
            return Value::Member(module.into(), name.into());
        }
        let last = module.rsplit('.').next().unwrap_or(module);
        let namesake = bare == last || matches!((module, bare), ("datetime", "time") | ("os", "stat"));
        if !namesake {
            return Value::Module(bare.into());
        }
        Value::Member(module.into(), name.into())
    }

    fn binary(&mut self, op: BinOp, left: ExprId, right: ExprId, scope: ScopeId) -> Facts {
        // A chain of `+` leans left; walk it in a loop so that long ones do not run out of depth.
        let tree = self.tree;
        let mut operands = vec![(op, right)];
        let mut leftmost = left;
        while let Expr::Binary { op, left, right } = tree.expr(leftmost) {
            operands.push((op, right));
            leftmost = left;
            if operands.len() > 512 {
                return Facts::unknown();
            }
        }
        let mut facts = self.facts(leftmost, scope);
        while let Some((op, right)) = operands.pop() {
            if facts.values.is_empty() {
                return Facts::unknown();
            }
            let mut right = self.facts(right, scope);
            if op == BinOp::Mod
                && let Some(Value::Dict(display, inner)) = right.single()
            {
                right = self.named_values(*display, *inner);
            }
            facts = self.product(&[facts, right], |values| fold::binary(op, values.first()?, values.get(1)?));
        }
        facts
    }

    /// Applies `fold` to every combination of values.
    fn product(&mut self, operands: &[Facts], mut fold: impl FnMut(&[Value]) -> Option<Value>) -> Facts {
        let mut result = Facts { values: Values::new(), open: operands.iter().any(|facts| facts.open) };
        let combinations = operands.iter().try_fold(1usize, |count, facts| count.checked_mul(facts.values.len()));
        match combinations {
            Some(0) => return Facts::unknown(),
            Some(count) if count <= MAX_VALUES => {}
            _ => return Facts::unknown(),
        }
        let total = combinations.unwrap_or(0);
        self.steps = self.steps.saturating_sub(u32::try_from(operands.len()).unwrap_or(u32::MAX));
        for number in 0..total {
            let mut rest = number;
            let mut values = Vec::with_capacity(operands.len());
            for facts in operands {
                let len = facts.values.len().max(1);
                values.extend(facts.values.get(rest % len).cloned());
                rest /= len;
            }
            match fold(&values) {
                Some(value) => {
                    self.steps = self.steps.saturating_sub(fold::weight(&value));
                    result.add(value);
                }
                None => result.open = true,
            }
        }
        result
    }

    fn fstring(&mut self, parts: List<FStringPart>, scope: ScopeId) -> Facts {
        let tree = self.tree;
        let mut operands = Vec::new();
        for part in tree.list(parts) {
            match part {
                FStringPart::Literal(text, _) => operands.push(Facts::of(Value::Str(tree.text(*text).into()))),
                FStringPart::Field { value, conversion: Conversion::None | Conversion::Str, spec: None, debug_text: None, .. } => {
                    operands.push(self.facts(*value, scope));
                }
                FStringPart::Field { .. } => return Facts::unknown(),
            }
        }
        self.product(&operands, |values| {
            let mut text = String::new();
            for value in values {
                text.push_str(&fold::str_of(value)?);
            }
            fold::string(text)
        })
    }

    fn subscript(&mut self, value: ExprId, index: ExprId, scope: ScopeId) -> Facts {
        let tree = self.tree;
        let base = self.facts(value, scope);
        if base.values.is_empty() {
            return Facts::unknown();
        }
        if let Expr::Slice { lower, upper, step } = tree.expr(index) {
            let mut bounds = [None; 3];
            for (bound, expr) in bounds.iter_mut().zip([lower, upper, step]) {
                if let Some(expr) = expr {
                    match self.facts(expr, scope).single() {
                        Some(Value::Int(number)) => *bound = Some(*number),
                        Some(Value::None) => {}
                        _ => return Facts::unknown(),
                    }
                }
            }
            return self.product(&[base], |values| fold::slice(values.first()?, bounds));
        }
        let index = self.facts(index, scope);
        let mut facts = Facts { values: Values::new(), open: base.open };
        for value in &base.values {
            match value {
                Value::Seq(_) | Value::Str(_) => {
                    let Some(items) = items_of(value) else { return Facts::unknown() };
                    match index.single() {
                        Some(Value::Int(number)) => match fold::index(*number, items.len()).and_then(|at| items.into_iter().nth(at)) {
                            Some(item) => facts.join(item),
                            None => facts.open = true,
                        },
                        _ => {
                            items.into_iter().for_each(|item| facts.join(item));
                            facts.open = true;
                        }
                    }
                }
                Value::Dict(display, scope) => facts.join(self.dict_item(*display, *scope, &index)),
                _ => facts.open = true,
            }
        }
        // Lists and dicts that have a name may have changed since.
        facts.open |= matches!(tree.expr(value), Expr::Name { .. } | Expr::Attribute { .. })
            && base.values.iter().any(|value| matches!(value, Value::Dict(..)));
        facts
    }

    /// A dict display with constant keys and values, as the pairs that `%(name)s` asks for.
    fn named_values(&mut self, display: ExprId, scope: ScopeId) -> Facts {
        let tree = self.tree;
        let Expr::Dict { keys, values } = tree.expr(display) else { return Facts::unknown() };
        let mut pairs = Vec::new();
        for (key, value) in tree.list(keys).iter().zip(tree.list(values)).take(MAX_ITEMS) {
            let Some(key) = key else { return Facts::unknown() };
            let pair = [self.facts(*key, scope), self.facts(*value, scope)];
            pairs.push(Facts::of(Value::Seq(pair.to_vec().into())));
        }
        Facts::of(Value::Named(pairs.into()))
    }

    fn dict_item(&mut self, display: ExprId, scope: ScopeId, index: &Facts) -> Facts {
        let tree = self.tree;
        let Expr::Dict { keys, values } = tree.expr(display) else { return Facts::unknown() };
        let (keys, values) = (tree.list(keys), tree.list(values));
        if keys.len() > MAX_ITEMS {
            return Facts::unknown();
        }
        let mut facts = Facts { values: Values::new(), open: true };
        for (key, value) in keys.iter().zip(values) {
            let Some(key) = key else { continue };
            let key = self.facts(*key, scope);
            if index.open || key.values.iter().any(|value| index.values.contains(value)) {
                let item = self.facts(*value, scope);
                if let (Some(_), Some(_)) = (key.single(), index.single()) {
                    return item;
                }
                facts.join(item);
            }
        }
        facts
    }

    /// The value of a call.
    fn apply(&mut self, callee: &Value, args: &[Facts]) -> Facts {
        match callee {
            Value::Builtin(name) => self.apply_builtin(name, args),
            Value::Method(receiver, name) => {
                let mut operands = vec![Facts::of((**receiver).clone())];
                operands.extend_from_slice(args);
                self.method(name, &operands)
            }
            Value::BuiltinAttribute(ty, name) if matches!(&**ty, "str" | "bytes") => {
                if &**name == "fromhex" {
                    return self.product(args, |values| fold::from_hex(values.first()?));
                }
                self.method(name, args)
            }
            Value::Partial(inner, bound) => {
                let mut all = bound.to_vec();
                all.extend_from_slice(args);
                self.depth += 1;
                let facts = if self.depth < MAX_DEPTH { self.apply(inner, &all) } else { Facts::unknown() };
                self.depth -= 1;
                facts
            }
            Value::Member(module, name) => match (&**module, &**name) {
                ("functools", "partial") => match args.split_first() {
                    Some((callable, bound)) => {
                        let mut facts = Facts { values: Values::new(), open: callable.open };
                        for value in &callable.values {
                            facts.add(Value::Partial(Rc::new(value.clone()), bound.into()));
                        }
                        facts
                    }
                    None => Facts::unknown(),
                },
                ("importlib", "import_module") => self.apply_builtin("__import__", args),
                ("operator", "add" | "concat") => self.product(args, |values| fold::binary(BinOp::Add, values.first()?, values.get(1)?)),
                _ => Facts::unknown(),
            },
            Value::Function(function) => self.returned(*function),
            Value::Class(class) => Facts::of(Value::Instance(*class)),
            Value::Module(module) if &**module == "importlib.import_module" => self.apply_builtin("__import__", args),
            _ => Facts::unknown(),
        }
    }

    /// What a function gives that does one thing after the other and returns at its end.
    fn returned(&mut self, id: FunctionId) -> Facts {
        let tree = self.tree;
        let Some(function) = tree.function(id).filter(|function| !function.is_async) else { return Facts::unknown() };
        let Some((last, before)) = tree.list(function.body).split_last() else { return Facts::unknown() };
        let plain = |stmt: &StmtId| {
            matches!(tree.stmt(*stmt), Stmt::Assign { .. } | Stmt::Expr { .. } | Stmt::Import { .. } | Stmt::ImportFrom { .. })
        };
        let Stmt::Return { value: Some(value) } = tree.stmt(*last) else { return Facts::unknown() };
        if before.len() > 16 || !before.iter().all(plain) || self.depth >= MAX_DEPTH {
            return Facts::unknown();
        }
        let Some(site) = self.walk.functions.iter().find(|site| site.function == id) else { return Facts::unknown() };
        // A generator gives something else than what it returns.
        let span = Span::new(
            tree.stmt_span(*last).start.min(tree.list(function.body).first().map_or(0, |stmt| tree.stmt_span(*stmt).start)),
            tree.stmt_span(*last).end,
        );
        if self.walk.features.iter().any(|site| site.feature == "generator" && site.span.start >= span.start && site.span.end <= span.end) {
            return Facts::unknown();
        }
        self.depth += 1;
        let facts = self.facts(value, site.scope);
        self.depth -= 1;
        facts
    }

    fn method(&mut self, name: &str, operands: &[Facts]) -> Facts {
        if name == "join" && operands.len() == 2 {
            // The items of the argument are facts of their own.
            let (Some(Value::Str(separator)), Some(Some(items))) =
                (operands.first().and_then(Facts::single), operands.get(1).and_then(Facts::single).map(items_of))
            else {
                return Facts::unknown();
            };
            let separator = separator.clone();
            if items.is_empty() {
                return Facts::of(Value::Str("".into()));
            }
            return self.product(&items, |values| fold::join(&separator, values));
        }
        self.product(operands, |values| {
            let (receiver, args) = values.split_first()?;
            fold::method(receiver, name, args)
        })
    }

    fn apply_builtin(&mut self, name: &str, args: &[Facts]) -> Facts {
        match (name, args) {
            ("chr", [_]) => self.product(args, |values| fold::chr(values.first()?)),
            ("str", [_]) => self.product(args, |values| fold::string(fold::str_of(values.first()?)?)),
            ("format", [_]) => self.product(args, |values| fold::string(fold::str_of(values.first()?)?)),
            ("ord", [_]) => self.product(args, |values| fold::ord(values.first()?)),
            ("len", [_]) => self.product(args, |values| fold::len(values.first()?)),
            ("bytes" | "bytearray", [one]) => match one.single().and_then(items_of) {
                Some(items) => {
                    let bytes: Option<Vec<u8>> = items
                        .iter()
                        .map(|item| match item.single() {
                            Some(Value::Int(number)) => u8::try_from(*number).ok(),
                            _ => None,
                        })
                        .collect();
                    bytes.map_or_else(Facts::unknown, |bytes| Facts::of(Value::Bytes(bytes.into())))
                }
                None => Facts::unknown(),
            },
            ("list" | "tuple" | "iter" | "reversed", [one]) => match one.single().and_then(items_of) {
                Some(mut items) => {
                    if name == "reversed" {
                        items.reverse();
                    }
                    Facts::of(Value::Seq(items.into()))
                }
                None => Facts::unknown(),
            },
            ("map", [callable, one]) => {
                let (Some(callable), Some(items)) = (callable.single().cloned(), one.single().and_then(items_of)) else {
                    return Facts::unknown();
                };
                let mut results = Vec::with_capacity(items.len());
                for item in items {
                    results.push(self.apply(&callable, &[item]));
                }
                Facts::of(Value::Seq(results.into()))
            }
            ("type", [one]) => {
                let mut facts = Facts { values: Values::new(), open: one.open };
                one.values.iter().for_each(|value| facts.join(type_of(value)));
                facts
            }
            ("__import__", [module, ..]) => {
                let mut facts = Facts { values: Values::new(), open: module.open };
                for value in &module.values {
                    match value {
                        // `__import__("a.b")` gives `a`.
                        Value::Str(text) => facts.add(Value::Module(text.split('.').next().unwrap_or(text).into())),
                        _ => facts.open = true,
                    }
                }
                facts
            }
            ("getattr", [object, attribute, rest @ ..]) => {
                let mut facts = Facts { values: Values::new(), open: attribute.open };
                for text in attribute.strings() {
                    facts.join(self.attribute(object, text));
                }
                for default in rest {
                    facts.join(default.clone());
                }
                facts
            }
            ("vars" | "globals" | "locals", _) => Facts::unknown(),
            _ => Facts::unknown(),
        }
    }

    /// The modules that an expression may stand for.
    pub(crate) fn modules(&mut self, expr: ExprId, scope: ScopeId) -> SmallVec<[Rc<str>; 1]> {
        if self.is_opaque(expr) {
            return SmallVec::new();
        }
        let modules = self.facts(expr, scope).values.into_iter().filter_map(|value| match value {
            Value::Module(module) => Some(module),
            _ => None,
        });
        modules.collect()
    }

    /// What is known about what a call calls.
    pub(crate) fn callee(&mut self, func: ExprId, scope: ScopeId) -> Callee {
        if self.is_opaque(func) {
            return Callee::default();
        }
        // Plain builtins are most of what is known.
        if let Expr::Name { name, .. } = self.tree.expr(func)
            && let Some(callee) = self.callees.get(&name)
            && self.walk.variable_at(func).is_none()
        {
            return *callee;
        }
        let facts = self.facts(func, scope);
        let callee = facts.values.iter().fold(Callee::default(), |all, value| all | self.callee_of(value));
        if let Expr::Name { name, .. } = self.tree.expr(func)
            && self.walk.variable_at(func).is_none()
        {
            self.callees.insert(name, callee);
        }
        callee
    }

    fn callee_of(&self, value: &Value) -> Callee {
        match value {
            Value::Builtin(name) => {
                let mut callee = match &**name {
                    "map" => Callee::BUILTIN.and_indirect(),
                    "__import__" => Callee::BUILTIN.and(Callee::IMPORTER),
                    "getattr" | "hasattr" | "setattr" | "delattr" | "vars" => Callee::BUILTIN.and(Callee::NAMING),
                    "bytes" | "bytearray" => Callee::BUILTIN.and(Callee::SIZED),
                    _ => Callee::BUILTIN,
                };
                if self.grants.restricts_arity(name) {
                    callee = callee | Callee::RESTRICTED;
                }
                if self.grants.denies_builtin(name) {
                    callee = callee | Callee::DENIED;
                }
                callee
            }
            Value::BuiltinAttribute(_, name) if is_dunder(name) => Callee::METHOD.and(Callee::NAMING),
            Value::BuiltinAttribute(..) => Callee::METHOD,
            Value::Method(..) => Callee::METHOD.and(Callee::SIZED),
            Value::Member(module, _) => match &**module {
                "functools" => Callee::MEMBER.and_indirect(),
                "operator" => Callee::MEMBER.and(Callee::NAMING),
                "importlib" => Callee::MEMBER.and(Callee::IMPORTER),
                _ => Callee::MEMBER,
            },
            Value::Partial(..) => Callee::default().and_indirect(),
            Value::Tool(_) => Callee::TOOL,
            Value::Module(_) => Callee::MODULE,
            Value::Function(_) | Value::Class(_) | Value::Instance(_) => Callee::OWN,
            _ => Callee::CONSTANT,
        }
    }

    /// Whether anything is known about what a call calls.
    pub(crate) fn callee_is_known(&mut self, call: ExprId, scope: ScopeId) -> bool {
        let Expr::Call { func, .. } = self.tree.expr(call) else { return false };
        !self.facts(func, scope).values.is_empty()
    }

    /// The calls that a call expression makes, itself and through `partial`, `map` and `reduce`.
    pub fn calls(&mut self, expr: ExprId, scope: ScopeId) -> Rc<[ResolvedCall]> {
        if !self.callee_is_known(expr, scope) {
            return Rc::clone(&self.no_calls);
        }
        if let Some(calls) = self.resolved_calls.get(&expr) {
            return Rc::clone(calls);
        }
        let calls: Rc<[ResolvedCall]> = self.resolve_calls(expr, scope).into();
        self.resolved_calls.insert(expr, Rc::clone(&calls));
        calls
    }

    fn resolve_calls(&mut self, expr: ExprId, scope: ScopeId) -> Vec<ResolvedCall> {
        let tree = self.tree;
        let Expr::Call { func, args, .. } = tree.expr(expr) else { return Vec::new() };
        let callee = self.facts(func, scope);
        if callee.values.is_empty() {
            return Vec::new();
        }
        let certain = callee.single().is_some();
        // With `*unknown` in between, only the arguments before it are in place.
        let args = match self.arguments(args, scope) {
            Some(args) => args,
            None => {
                let plain = tree.list(args).iter().take(MAX_ITEMS).take_while(|arg| !matches!(tree.expr(**arg), Expr::Starred { .. }));
                plain.map(|arg| self.facts(*arg, scope)).collect()
            }
        };
        let mut calls = Vec::new();
        for value in callee.values {
            expand(ResolvedCall { callee: value, args: args.clone(), certain }, 0, &mut calls);
        }
        calls
    }
}

/// Adds a call and those that follow from it.
fn expand(call: ResolvedCall, depth: u32, calls: &mut Vec<ResolvedCall>) {
    if depth > 4 || calls.len() > 64 {
        return;
    }
    let certain = call.certain;
    let follow = |callee: &Facts, args: Vec<Facts>, calls: &mut Vec<ResolvedCall>| {
        for value in &callee.values {
            let certain = certain && callee.single().is_some();
            expand(ResolvedCall { callee: value.clone(), args: args.clone(), certain }, depth + 1, calls);
        }
    };
    match (&call.callee, call.args.as_slice()) {
        (Value::Partial(inner, bound), _) => {
            let mut args = bound.to_vec();
            args.extend_from_slice(&call.args);
            expand(ResolvedCall { callee: (**inner).clone(), args, certain }, depth + 1, calls);
        }
        (Value::Member(module, name), [callable, rest @ ..]) if &**module == "functools" && &**name == "partial" => {
            follow(callable, rest.to_vec(), calls);
        }
        (Value::Member(module, name), [callable, items, ..]) if &**module == "functools" && &**name == "reduce" => {
            for item in items.single().and_then(items_of).unwrap_or_default() {
                follow(callable, vec![Facts::unknown(), item], calls);
            }
        }
        (Value::Builtin(name), [callable, sequences @ ..]) if &**name == "map" && !sequences.is_empty() => {
            let columns: Vec<Option<Vec<Facts>>> = sequences.iter().map(|sequence| sequence.single().and_then(items_of)).collect();
            let rows = columns.iter().flatten().map(Vec::len).min().unwrap_or(1).min(32);
            for row in 0..rows {
                let args = columns
                    .iter()
                    .map(|column| column.as_ref().and_then(|column| column.get(row)).cloned().unwrap_or_else(Facts::unknown))
                    .collect();
                follow(callable, args, calls);
            }
        }
        _ => {}
    }
    calls.push(call);
}

/// The class of a value.
fn type_of(value: &Value) -> Facts {
    let name = match value {
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Str(_) => "str",
        Value::Bytes(_) => "bytes",
        Value::Dict(..) => "dict",
        Value::Builtin(name)
            if matches!(
                &**name,
                "bool"
                    | "int"
                    | "float"
                    | "complex"
                    | "str"
                    | "bytes"
                    | "bytearray"
                    | "list"
                    | "tuple"
                    | "dict"
                    | "set"
                    | "frozenset"
                    | "object"
                    | "type"
                    | "range"
            ) =>
        {
            "type"
        }
        Value::Instance(class) => return Facts::of(Value::Class(*class)),
        _ => return Facts::unknown(),
    };
    Facts::of(Value::Builtin(name.into()))
}

/// The items of a constant iterable.
#[must_use]
pub fn items_of(value: &Value) -> Option<Vec<Facts>> {
    match value {
        Value::Seq(items) => Some(items.to_vec()),
        Value::Str(text) if text.len() <= MAX_ITEMS => Some(text.chars().map(|c| Facts::of(Value::Str(c.to_string().into()))).collect()),
        Value::Bytes(bytes) if bytes.len() <= MAX_ITEMS => Some(bytes.iter().map(|byte| Facts::of(Value::Int(i64::from(*byte)))).collect()),
        _ => None,
    }
}

/// Whether a scope is the module: for rules that care about top-level code.
#[must_use]
pub fn is_module(scope: ScopeId) -> bool {
    scope == MODULE
}
