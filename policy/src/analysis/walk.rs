//! One walk over the tree that collects scopes, the bindings of each name, and the sites that rules examine.
//!
//! The walk is a loop with an explicit stack, so deep sources cannot overflow the native stack. Sites are collected in
//! the order of statements, so that the first findings belong to the first lines. In the end they are sorted by place.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use stockade_compiler::Deadline;
use stockade_compiler::tree::{
    Alias, ClassId, Constant, Ctx, Expr, ExprId, FStringPart, FunctionId, Generator, Handler, Ident, Keyword, List, Params, Pattern,
    PatternId, Span, Stmt, StmtId, Sym, Tree, TypeParam,
};

use crate::analysis::handlers::{
    catches_attribute_error, catches_import_error, catches_name_error, expects_attribute_error, expects_import_error, is_for_the_run,
    is_for_type_checkers,
};
pub(crate) use crate::analysis::places::*;
use crate::enforce::constructs::constructs;

enum Work {
    Stmt(StmtId, Location),
    Expr(ExprId, Location),
    /// A pattern. The subject is set as long as the pattern matches the whole subject.
    Pattern(PatternId, Option<ExprId>, Location),
    /// A target inside another target, with its value and the offset from which on it has the value.
    Target(ExprId, Part, u32, Location),
}

/// The value of one of several targets. It is small because the walk copies its work items.
#[derive(Clone, Copy)]
enum Part {
    Value(ExprId),
    Item(ExprId, usize),
    Unknown,
}

impl Part {
    fn source(self) -> Source {
        match self {
            Self::Value(value) => Source::Value(value),
            Self::Item(value, index) => Source::Item(value, index),
            Self::Unknown => Source::Opaque,
        }
    }
}

/// Walks a whole tree, as long as there is time.
#[must_use]
pub fn walk(tree: &Tree, deadline: &Deadline<'_>) -> Walk {
    let mut walker = Walker {
        tree,
        lazy_annotations: has_lazy_annotations(tree),
        out: Walk::with_sizes(tree.expr_count(), tree.symbols.len()),
        work: Vec::with_capacity(64),
        declarations: Vec::new(),
        passed: FxHashMap::default(),
    };
    walker.out.scopes.push(Scope::new(ScopeKind::Module, MODULE));
    let at = Location {
        scope: MODULE,
        conditional: false,
        in_loop: false,
        guarded: false,
        import_guarded: false,
        import_optional: false,
        attribute_guarded: false,
        attribute_optional: false,
        until: u32::MAX,
    };
    walker.block(tree.body, at);
    while let Some(work) = walker.work.pop() {
        if deadline.is_over() {
            break;
        }
        match work {
            Work::Stmt(id, at) => walker.stmt(id, at),
            Work::Expr(id, at) => walker.expr(id, at),
            Work::Pattern(id, subject, at) => walker.pattern(id, subject, at),
            Work::Target(id, part, done, at) => walker.target(id, part.source(), done, at),
        }
    }
    walker.redirect();
    walker.out.features = constructs(tree);
    walker.out.finish();
    walker.out
}

/// Calls of `hasattr` that are remembered. Each missing attribute is compared with all of them.
const MAX_ATTRIBUTE_TESTS: usize = 64;

struct Walker<'t> {
    tree: &'t Tree,
    /// True under `from __future__ import annotations`. Annotations are then never evaluated.
    lazy_annotations: bool,
    out: Walk,
    work: Vec<Work>,
    /// Tuples of scope, name, and true for `global`.
    declarations: Vec<(ScopeId, Sym, bool)>,
    /// By lambda: the known values that the enclosing call passes to its parameters.
    passed: FxHashMap<ExprId, Vec<(Sym, Source)>>,
}

impl<'t> Walker<'t> {
    /// Pushes an expression. Leaves are handled immediately, because most nodes of a tree are leaves.
    #[inline]
    fn push(&mut self, expr: ExprId, at: Location) {
        match self.tree.expr(expr) {
            Expr::Name { name, ctx: ctx @ (Ctx::Load | Ctx::Store) } => {
                self.out.names.push(NameSite { expr, name, span: self.tree.expr_span(expr), ctx, at });
            }
            Expr::Constant(Constant::Str(_)) => self.out.strings.push(self.tree.expr_span(expr)),
            Expr::Constant(_) => {}
            _ => self.work.push(Work::Expr(expr, at)),
        }
    }

    fn push_all(&mut self, exprs: List<ExprId>, at: Location) {
        let tree = self.tree;
        tree.list(exprs).iter().for_each(|expr| self.push(*expr, at));
    }

    fn maybe(&mut self, expr: Option<ExprId>, at: Location) {
        if let Some(expr) = expr {
            self.push(expr, at);
        }
    }

    fn annotation(&mut self, expr: Option<ExprId>, at: Location) {
        self.maybe(expr, Location { guarded: at.guarded || self.lazy_annotations, ..at });
    }

    fn block(&mut self, body: List<StmtId>, at: Location) {
        let tree = self.tree;
        let statements = tree.list(body);
        // The loop pops from the end, so the statements are pushed in reverse.
        self.work.extend(statements.iter().rev().map(|stmt| Work::Stmt(*stmt, at)));
        if let Some((_, before)) = statements.split_last() {
            let leaves =
                |stmt: &StmtId| matches!(tree.stmt(*stmt), Stmt::Return { .. } | Stmt::Raise { .. } | Stmt::Break | Stmt::Continue);
            if let Some(leaver) = before.iter().position(leaves) {
                self.out.unreachable.push(UnreachableSite { block: body, first: leaver + 1 });
            }
        }
    }

    /// Returns the location of code in a branch, which may not run. A name bound there is certainly bound until the end of the branch.
    fn branch(&self, body: List<StmtId>, at: Location) -> Location {
        let end = self.tree.list(body).last().map_or(at.until, |last| self.tree.stmt_span(*last).end);
        Location { conditional: true, until: end.min(at.until), ..at }
    }

    fn new_scope(&mut self, kind: ScopeKind, parent: ScopeId) -> ScopeId {
        let id = ScopeId(u32::try_from(self.out.scopes.len()).unwrap_or(u32::MAX));
        self.out.scopes.push(Scope::new(kind, parent));
        id
    }

    fn bind(&mut self, scope: ScopeId, name: Sym, source: Source, at: Location, span: Span, done: u32) {
        let id = self.out.declare(scope, name);
        let index = u32::try_from(self.out.bindings.len()).unwrap_or(NONE);
        let Some(variable) = self.out.variables.get_mut(id.0 as usize) else { return };
        variable.opaque &= matches!(source, Source::Opaque | Source::Param(None));
        let next = std::mem::replace(&mut variable.head, index);
        self.out.bindings.push(Binding { source, at, span, done, of_handler: false, next });
    }

    fn bind_ident(&mut self, ident: Ident, source: Source, at: Location, done: u32) {
        self.out.idents.push(ident);
        self.bind(at.scope, ident.name, source, at, ident.span, done);
    }

    /// Moves the bindings of names declared `global` or `nonlocal` to the scope that the names belong to.
    fn redirect(&mut self) {
        for (scope, name, is_global) in std::mem::take(&mut self.declarations) {
            let target = if is_global { MODULE } else { self.enclosing_function(scope, name) };
            self.out.redirects.insert((scope, name), target);
            let Some(old) = self.out.index.remove(&(scope, name)) else { continue };
            let Some(moved) = self.out.variables.get_mut(old.0 as usize) else { continue };
            let (head, opaque) = (std::mem::replace(&mut moved.head, NONE), moved.opaque);
            // The bindings of the function go before those of the target.
            let target = self.out.declare(target, name);
            let Some(variable) = self.out.variables.get_mut(target.0 as usize) else { continue };
            variable.opaque &= opaque;
            let rest = std::mem::replace(&mut variable.head, head);
            let mut index = head;
            while let Some(binding) = self.out.bindings.get_mut(index as usize) {
                // It is unknown when the function is called, if at all.
                binding.at.conditional = true;
                binding.at.until = 0;
                index = binding.next;
                if index == NONE {
                    binding.next = rest;
                    break;
                }
            }
        }
    }

    fn enclosing_function(&self, scope: ScopeId, name: Sym) -> ScopeId {
        let mut id = self.out.scope(scope).parent;
        while id != MODULE {
            let scope = self.out.scope(id);
            if !matches!(scope.kind, ScopeKind::Class(_)) && self.out.binds(id, name) {
                return id;
            }
            id = scope.parent;
        }
        MODULE
    }

    /// The body and the handlers of a `try`.
    fn try_statement(&mut self, body: List<StmtId>, handlers: List<Handler>, at: Location) {
        let tree = self.tree;
        let guarded = at.guarded || tree.list(handlers).iter().any(|handler| catches_name_error(tree, handler));
        let import_guarded = at.import_guarded || tree.list(handlers).iter().any(|handler| catches_import_error(tree, handler));
        let import_optional = at.import_optional || tree.list(handlers).iter().any(|handler| expects_import_error(tree, handler));
        let attribute_guarded = at.attribute_guarded || tree.list(handlers).iter().any(|handler| catches_attribute_error(tree, handler));
        let attribute_optional = at.attribute_optional || tree.list(handlers).iter().any(|handler| expects_attribute_error(tree, handler));
        let branch = self.branch(body, at);
        self.block(body, Location { guarded, import_guarded, import_optional, attribute_guarded, attribute_optional, ..branch });
        for handler in tree.list(handlers) {
            let branch = self.branch(handler.body, at);
            self.maybe(handler.ty, branch);
            if let Some(name) = handler.name {
                self.bind_ident(name, Source::Opaque, branch, name.span.end);
                if let Some(binding) = self.out.bindings.last_mut() {
                    binding.of_handler = true;
                }
            }
            self.block(handler.body, branch);
        }
    }

    fn stmt(&mut self, id: StmtId, at: Location) {
        let tree = self.tree;
        let span = tree.stmt_span(id);
        let end_of = |expr: ExprId| tree.expr_span(expr).end;
        let turn = Location { conditional: true, in_loop: true, ..at };
        match tree.stmt(id) {
            Stmt::FunctionDef(function) => self.function(function, at, span),
            Stmt::ClassDef(class) => self.class(class, at, span),
            Stmt::Return { value } => self.maybe(value, at),
            Stmt::Delete { targets } => self.push_all(targets, at),
            Stmt::Assign { targets, value } => {
                self.push(value, at);
                for target in tree.list(targets) {
                    self.target(*target, Source::Value(value), end_of(value), at);
                }
            }
            Stmt::TypeAlias { name, type_params, value } => {
                self.target(name, Source::Opaque, end_of(name), at);
                let inner = self.type_params(type_params, at);
                self.push(value, Location { guarded: true, ..inner });
            }
            Stmt::AugAssign { target, op, value } => {
                self.push(value, at);
                self.out.operators.push(OperatorSite { expr: value, op, at });
                if let Expr::Name { name, .. } = tree.expr(target) {
                    self.out.names.push(NameSite { expr: target, name, span: tree.expr_span(target), ctx: Ctx::Load, at });
                }
                let source = match tree.expr(target) {
                    Expr::Name { .. } => Source::Augmented(op, value, tree.expr_span(target)),
                    _ => Source::Opaque,
                };
                self.target(target, source, end_of(value), at);
            }
            Stmt::AnnAssign { target, annotation, value, .. } => {
                // Annotations of local variables are never evaluated.
                let is_local = matches!(self.out.scope(self.out.owner(at.scope)).kind, ScopeKind::Function(_));
                self.annotation(Some(annotation), if is_local { Location { guarded: true, ..at } } else { at });
                self.maybe(value, at);
                let done = value.map_or(0, end_of);
                self.target(target, value.map_or(Source::Nothing, Source::Value), done, at);
            }
            Stmt::For { target, iter, body, orelse, .. } => {
                self.out.fors.push(StatementSite { stmt: id, at });
                self.push(iter, at);
                self.target(target, Source::Element(iter), end_of(iter), turn);
                self.block(body, turn);
                self.block(orelse, Location { conditional: true, ..at });
            }
            Stmt::While { test, body, orelse } => {
                self.out.whiles.push(StatementSite { stmt: id, at });
                self.push(test, turn);
                self.block(body, turn);
                self.block(orelse, Location { conditional: true, ..at });
            }
            Stmt::If { test, body, orelse } => {
                self.out.ifs.push(StatementSite { stmt: id, at });
                self.push(test, at);
                let import_optional = at.import_optional || is_for_type_checkers(tree, test);
                self.block(body, Location { import_optional, ..self.branch(body, at) });
                let import_optional = at.import_optional || is_for_the_run(tree, test);
                self.block(orelse, Location { import_optional, ..self.branch(orelse, at) });
            }
            Stmt::With { items, body, .. } => {
                for item in tree.list(items) {
                    self.push(item.context, at);
                    if let Some(target) = item.target {
                        self.target(target, Source::Opaque, end_of(target), at);
                    }
                }
                self.block(body, at);
            }
            Stmt::Match { subject, cases } => {
                self.push(subject, at);
                for case in tree.list(cases) {
                    let branch = self.branch(case.body, at);
                    self.work.push(Work::Pattern(case.pattern, Some(subject), branch));
                    self.maybe(case.guard, branch);
                    self.block(case.body, branch);
                }
            }
            Stmt::Raise { exc, cause } => {
                self.maybe(exc, at);
                self.maybe(cause, at);
            }
            Stmt::Try { body, handlers, orelse, finalbody, .. } => {
                self.out.tries.push(StatementSite { stmt: id, at });
                self.try_statement(body, handlers, at);
                self.block(orelse, self.branch(orelse, at));
                self.block(finalbody, at);
            }
            Stmt::Assert { test, msg } => {
                self.push(test, at);
                self.maybe(msg, at);
            }
            Stmt::Import { names } => {
                for alias in tree.list(names) {
                    self.import(alias, at);
                }
            }
            Stmt::ImportFrom { module, names, level } => self.import_from(module, names, level, span, at),
            Stmt::Global { names } => self.declare(names, true, at),
            Stmt::Nonlocal { names } => self.declare(names, false, at),
            Stmt::Expr { value } => {
                self.out.exprs.push(StatementSite { stmt: id, at });
                self.push(value, at);
            }
            Stmt::Pass | Stmt::Break | Stmt::Continue => {}
        }
    }

    fn declare(&mut self, names: List<Ident>, is_global: bool, at: Location) {
        let tree = self.tree;
        let scope = self.out.owner(at.scope);
        self.declarations.extend(tree.list(names).iter().map(|ident| (scope, ident.name, is_global)));
        self.out.idents.extend(tree.list(names));
    }

    fn import(&mut self, alias: &Alias, at: Location) {
        let tree = self.tree;
        let module: Rc<str> = tree.name(alias.name.name).into();
        let (bound, source) = match alias.asname {
            Some(asname) => {
                self.out.idents.push(asname);
                (Some(asname.name), Rc::clone(&module))
            }
            None => {
                let top = module.split('.').next().unwrap_or(&module);
                // The tree interns dotted names as a whole. If the first part is not a symbol, no name uses it.
                (tree.symbols.find(top), top.into())
            }
        };
        if let Some(bound) = bound {
            self.bind(at.scope, bound, Source::Module(source), at, alias.span, alias.span.end);
        }
        self.out.imports.push(ImportSite {
            module,
            member: None,
            level: 0,
            module_span: alias.name.span,
            span: alias.span,
            first: true,
            bound,
            at,
        });
        self.out.idents.push(alias.name);
    }

    fn import_from(&mut self, module: Option<Ident>, names: List<Alias>, level: u32, span: Span, at: Location) {
        let tree = self.tree;
        let name: Rc<str> = module.map_or("", |ident| tree.name(ident.name)).into();
        self.out.idents.extend(module);
        for (index, alias) in tree.list(names).iter().enumerate() {
            let member: Rc<str> = tree.name(alias.name.name).into();
            let bound = (&*member != "*").then(|| alias.asname.unwrap_or(alias.name));
            self.out.idents.push(alias.name);
            match bound {
                Some(ident) => self.bind_ident(ident, Source::Member(Rc::clone(&name), Rc::clone(&member)), at, alias.span.end),
                None => self.out.star_import = true,
            }
            self.out.imports.push(ImportSite {
                module: Rc::clone(&name),
                member: Some(member),
                level,
                module_span: module.map_or(span, |ident| ident.span),
                span: alias.span,
                first: index == 0,
                bound: bound.map(|ident| ident.name),
                at,
            });
        }
    }

    fn type_params(&mut self, params: List<TypeParam>, at: Location) -> Location {
        if params.is_empty() {
            return at;
        }
        let tree = self.tree;
        let inner = Location { scope: self.new_scope(ScopeKind::TypeParams, at.scope), ..at };
        for param in tree.list(params) {
            self.bind_ident(param.name, Source::Opaque, inner, param.name.span.end);
            // Bounds and defaults of type parameters are evaluated lazily.
            self.maybe(param.bound, Location { guarded: true, ..inner });
            self.maybe(param.default, Location { guarded: true, ..inner });
        }
        inner
    }

    fn function(&mut self, id: FunctionId, at: Location, span: Span) {
        let tree = self.tree;
        let Some(function) = tree.function(id) else { return };
        self.decorators(function.decorators, at);
        self.bind_ident(function.name, Source::Function(id), at, span.end);
        let around = self.type_params(function.type_params, at);
        self.annotation(function.returns, around);
        let scope = self.new_scope(ScopeKind::Function(Some(id)), around.scope);
        let inner = Location { scope, conditional: false, in_loop: false, until: u32::MAX, ..at };
        self.params(&tree.params(function.params), around, inner, &[]);
        self.block(function.body, inner);
        self.out.functions.push(FunctionSite { function: id, scope, at });
    }

    fn decorators(&mut self, decorators: List<ExprId>, at: Location) {
        self.push_all(decorators, at);
    }

    /// Binds parameters. A parameter in `given` with a certain value gets this value. Others may have any value, including the default.
    fn params(&mut self, params: &Params, around: Location, inner: Location, given: &[(Sym, Source)]) {
        let tree = self.tree;
        let named = [params.posonly, params.args, params.kwonly];
        // A value from outside is evaluated there, so the binding keeps that location.
        let outside = Location { scope: around.scope, ..inner };
        for param in named.iter().flat_map(|list| tree.list(*list)) {
            self.out.idents.push(param.name);
            let mut certain = false;
            for (_, source) in given.iter().filter(|(name, _)| *name == param.name.name) {
                certain |= matches!(source, Source::Value(_));
                self.bind(inner.scope, param.name.name, source.clone(), outside, param.name.span, 0);
            }
            if !certain {
                self.bind(inner.scope, param.name.name, Source::Param(param.default), outside, param.name.span, 0);
            }
            self.maybe(param.default, around);
            self.annotation(param.annotation, around);
        }
        for param in [params.vararg, params.kwarg].into_iter().flatten() {
            self.bind_ident(param.name, Source::Opaque, inner, 0);
            self.annotation(param.annotation, around);
        }
    }

    /// Records the values that a call passes to a lambda. The lambda is called directly, or by `map`, `sorted` or a similar builtin.
    ///
    /// The walk does not know whether these names refer to the builtins. So the recorded value is only one of the possible values.
    fn lambdas(&mut self, func: ExprId, args: List<ExprId>, keywords: List<Keyword>) {
        let tree = self.tree;
        let (args, keywords) = (tree.list(args), tree.list(keywords));
        let params_of = |expr: ExprId| match tree.expr(expr) {
            Expr::Lambda { params, .. } => Some(tree.params(params)),
            _ => None,
        };
        let positional = |params: &Params| -> Vec<Sym> {
            tree.list(params.posonly).iter().chain(tree.list(params.args)).map(|param| param.name.name).collect()
        };
        if let Some(params) = params_of(func) {
            let plain = args.iter().take_while(|arg| !matches!(tree.expr(**arg), Expr::Starred { .. }));
            let mut given: Vec<(Sym, Source)> =
                positional(&params).into_iter().zip(plain).map(|(name, arg)| (name, Source::Value(*arg))).collect();
            given.extend(keywords.iter().filter_map(|keyword| Some((keyword.name?.name, Source::Value(keyword.value)))));
            self.passed.insert(func, given);
            return;
        }
        let key = keywords.iter().find(|keyword| matches!(tree.expr(keyword.value), Expr::Lambda { .. })).map(|keyword| keyword.value);
        let first = args.first().copied().filter(|first| matches!(tree.expr(*first), Expr::Lambda { .. }));
        if key.is_none() && first.is_none() {
            return;
        }
        let called = match tree.expr(func) {
            Expr::Name { name, .. } => tree.name(name),
            Expr::Attribute { attr, .. } => tree.name(attr.name),
            _ => return,
        };
        let items = |arg: &ExprId| Source::Passed(*arg, PassedAs::Items);
        let (lambda, sources): (ExprId, Vec<Vec<Source>>) = match (called, first, key, args) {
            ("map", Some(lambda), _, [_, rest @ ..]) => (lambda, rest.iter().map(|arg| vec![items(arg)]).collect()),
            ("filter" | "filterfalse" | "takewhile" | "dropwhile", Some(lambda), _, [_, arg]) => (lambda, vec![vec![items(arg)]]),
            ("reduce", Some(lambda), _, [_, arg, rest @ ..]) => {
                let mut before = vec![items(arg)];
                before.extend(rest.iter().map(|start| Source::Passed(*start, PassedAs::Whole)));
                (lambda, vec![before, vec![items(arg)]])
            }
            ("sorted" | "min" | "max" | "groupby" | "nlargest" | "nsmallest", _, Some(lambda), [.., arg])
                if args.len() == 1 || called.starts_with('n') =>
            {
                (lambda, vec![vec![items(arg)]])
            }
            ("min" | "max", _, Some(lambda), many) => {
                (lambda, vec![many.iter().take(8).map(|arg| Source::Passed(*arg, PassedAs::Whole)).collect()])
            }
            ("sort", _, Some(lambda), []) => match tree.expr(func) {
                Expr::Attribute { value, .. } => (lambda, vec![vec![items(&value)]]),
                _ => return,
            },
            _ => return,
        };
        let Some(params) = params_of(lambda) else { return };
        let given =
            positional(&params).into_iter().zip(sources).flat_map(|(name, sources)| sources.into_iter().map(move |source| (name, source)));
        self.passed.insert(lambda, given.collect());
    }

    fn class(&mut self, id: ClassId, at: Location, span: Span) {
        let tree = self.tree;
        let Some(class) = tree.class(id) else { return };
        self.decorators(class.decorators, at);
        self.bind_ident(class.name, Source::Class(id), at, span.end);
        let around = self.type_params(class.type_params, at);
        self.push_all(class.bases, around);
        for keyword in tree.list(class.keywords) {
            self.push(keyword.value, around);
            self.out.idents.extend(keyword.name);
        }
        let scope = self.new_scope(ScopeKind::Class(id), around.scope);
        self.block(class.body, Location { scope, conditional: false, in_loop: false, until: u32::MAX, ..at });
        self.out.classes.push(ClassSite { class: id, scope, span, at });
    }

    fn expr(&mut self, id: ExprId, at: Location) {
        let tree = self.tree;
        match tree.expr(id) {
            Expr::Constant(Constant::Str(_)) => self.out.strings.push(tree.expr_span(id)),
            Expr::Constant(_) => {}
            Expr::Name { name, ctx } => {
                let span = tree.expr_span(id);
                self.out.names.push(NameSite { expr: id, name, span, ctx, at });
                if ctx == Ctx::Del {
                    self.bind(at.scope, name, Source::Nothing, Location { conditional: true, ..at }, span, span.end);
                }
            }
            Expr::Attribute { value, attr, ctx } => {
                self.out.attributes.push(AttributeSite { expr: id, value, attr, ctx, at });
                self.push(value, at);
            }
            Expr::Call { func, args, keywords, .. } => {
                self.out.calls.push(CallSite { expr: id, at });
                let is_test = matches!(tree.expr(func), Expr::Name { name, .. } if tree.name(name) == "hasattr");
                if is_test && self.out.attribute_tests.len() < MAX_ATTRIBUTE_TESTS {
                    self.out.attribute_tests.push(CallSite { expr: id, at });
                }
                self.lambdas(func, args, keywords);
                self.push(func, at);
                self.push_all(args, at);
                for keyword in tree.list(keywords) {
                    self.push(keyword.value, at);
                    self.out.idents.extend(keyword.name);
                }
            }
            Expr::Binary { op, left, right } => {
                self.out.operators.push(OperatorSite { expr: id, op, at });
                self.push(left, at);
                self.push(right, at);
            }
            Expr::BoolOp { values, .. } => self.push_all(values, at),
            Expr::Named { target, value } => {
                self.push(value, at);
                // A `:=` in a comprehension binds in the enclosing scope.
                let scope = self.out.owner(at.scope);
                self.bind_walrus(target, value, scope, at);
            }
            Expr::Unary { operand, .. } => self.push(operand, at),
            Expr::Lambda { params, body } => {
                let scope = self.new_scope(ScopeKind::Function(None), at.scope);
                self.out.scope_of.insert(id, scope);
                let inner = Location { scope, conditional: false, in_loop: false, until: u32::MAX, ..at };
                let given = if self.passed.is_empty() { None } else { self.passed.remove(&id) };
                self.params(&tree.params(params), at, inner, given.as_deref().unwrap_or_default());
                self.push(body, inner);
            }
            Expr::If { test, then, orelse } => {
                self.push(test, at);
                self.push(then, at);
                self.push(orelse, at);
            }
            Expr::Dict { keys, values } => {
                for key in tree.list(keys).iter().flatten() {
                    self.push(*key, at);
                }
                self.push_all(values, at);
            }
            Expr::Set { items } | Expr::List { items, .. } | Expr::Tuple { items, .. } => self.push_all(items, at),
            Expr::ListComp { element, generators } | Expr::SetComp { element, generators } | Expr::GeneratorExp { element, generators } => {
                let inner = self.comprehension(id, generators, at);
                self.push(element, inner);
            }
            Expr::DictComp { key, value, generators } => {
                let inner = self.comprehension(id, generators, at);
                self.push(key, inner);
                self.push(value, inner);
            }
            Expr::Await { value } => {
                self.push(value, at);
            }
            Expr::Yield { value } => {
                self.maybe(value, at);
            }
            Expr::YieldFrom { value } => {
                self.push(value, at);
            }
            Expr::Compare { left, rest } => {
                self.push(left, at);
                tree.list(rest).iter().for_each(|(_, right)| self.push(*right, at));
            }
            Expr::FString { parts } => {
                self.out.strings.push(tree.expr_span(id));
                self.fstring(parts, at);
            }
            Expr::Subscript { value, index, .. } => {
                self.push(value, at);
                self.push(index, at);
            }
            Expr::Starred { value, .. } => self.push(value, at),
            Expr::Slice { lower, upper, step } => {
                self.maybe(lower, at);
                self.maybe(upper, at);
                self.maybe(step, at);
            }
        }
    }

    fn bind_walrus(&mut self, target: ExprId, value: ExprId, scope: ScopeId, at: Location) {
        if let Expr::Name { name, .. } = self.tree.expr(target) {
            let span = self.tree.expr_span(target);
            self.out.names.push(NameSite { expr: target, name, span, ctx: Ctx::Store, at });
            self.bind(scope, name, Source::Value(value), Location { conditional: true, ..at }, span, self.tree.expr_span(value).end);
        }
    }

    /// Walks an f-string. Format specs nest at most two levels deep, which the guard of the parser ensures.
    fn fstring(&mut self, parts: List<FStringPart>, at: Location) {
        let tree = self.tree;
        let mut lists = vec![parts];
        while let Some(parts) = lists.pop() {
            for part in tree.list(parts) {
                if let FStringPart::Field { value, spec, .. } = part {
                    self.push(*value, at);
                    lists.extend(*spec);
                }
            }
        }
    }

    fn comprehension(&mut self, id: ExprId, generators: List<Generator>, at: Location) -> Location {
        let tree = self.tree;
        let scope = self.new_scope(ScopeKind::Comprehension, at.scope);
        self.out.scope_of.insert(id, scope);
        let inner = Location { scope, in_loop: true, ..at };
        for (index, generator) in tree.list(generators).iter().enumerate() {
            // The first iterable is evaluated in the enclosing scope.
            let around = if index == 0 { at } else { inner };
            self.push(generator.iter, around);
            self.target(generator.target, Source::Element(generator.iter), tree.expr_span(generator.iter).end, inner);
            self.push_all(generator.conditions, inner);
        }
        inner
    }

    fn target(&mut self, id: ExprId, source: Source, done: u32, at: Location) {
        let tree = self.tree;
        match tree.expr(id) {
            Expr::Name { name, .. } => {
                let span = tree.expr_span(id);
                self.out.names.push(NameSite { expr: id, name, span, ctx: Ctx::Store, at });
                self.bind(at.scope, name, source, at, span, done.max(span.end));
            }
            Expr::Tuple { items, .. } | Expr::List { items, .. } => self.unpack(items, &source, done, at),
            Expr::Starred { value, .. } => self.work.push(Work::Target(value, Part::Unknown, done, at)),
            // Attributes and subscripts are expressions with their own sites.
            _ => self.push(id, at),
        }
    }

    fn unpack(&mut self, targets: List<ExprId>, source: &Source, done: u32, at: Location) {
        let tree = self.tree;
        let targets = tree.list(targets);
        let starred = targets.iter().any(|target| matches!(tree.expr(*target), Expr::Starred { .. }));
        let values: Option<&'t [ExprId]> = match source {
            Source::Value(value) => match tree.expr(*value) {
                Expr::Tuple { items, .. } | Expr::List { items, .. } => Some(tree.list(items)),
                _ => None,
            },
            _ => None,
        };
        let pairs = values.filter(|values| {
            !starred && values.len() == targets.len() && !values.iter().any(|value| matches!(tree.expr(*value), Expr::Starred { .. }))
        });
        for (index, target) in targets.iter().enumerate() {
            let part = match (pairs.and_then(|values| values.get(index)), source) {
                (Some(value), _) => Part::Value(*value),
                (None, Source::Value(value)) if !starred => Part::Item(*value, index),
                _ => Part::Unknown,
            };
            self.work.push(Work::Target(*target, part, done, at));
        }
    }

    fn pattern(&mut self, id: PatternId, subject: Option<ExprId>, at: Location) {
        let tree = self.tree;
        match tree.pattern(id) {
            Pattern::Value(expr) => self.push(expr, at),
            Pattern::Singleton(_) | Pattern::Wildcard => {}
            Pattern::Sequence { items } => {
                self.work.extend(tree.list(items).iter().map(|item| Work::Pattern(*item, None, at)));
            }
            Pattern::Mapping { keys, patterns, rest } => {
                self.push_all(keys, at);
                self.work.extend(tree.list(patterns).iter().map(|item| Work::Pattern(*item, None, at)));
                if let Some(rest) = rest {
                    self.bind_ident(rest, Source::Opaque, at, rest.span.end);
                }
            }
            Pattern::Class { class, positional, keywords } => {
                self.push(class, at);
                self.work.extend(tree.list(positional).iter().map(|item| Work::Pattern(*item, None, at)));
                for keyword in tree.list(keywords) {
                    self.out.pattern_attributes.push(PatternAttributeSite { attr: keyword.attr, class, subject, at });
                    self.work.push(Work::Pattern(keyword.pattern, None, at));
                }
            }
            Pattern::Star { name } => {
                if let Some(name) = name {
                    self.bind_ident(name, Source::Opaque, at, name.span.end);
                }
            }
            Pattern::As { pattern, name } => {
                self.bind_ident(name, subject.map_or(Source::Opaque, Source::Value), at, name.span.end);
                if let Some(pattern) = pattern {
                    self.work.push(Work::Pattern(pattern, subject, at));
                }
            }
            Pattern::Or { patterns } => {
                self.work.extend(tree.list(patterns).iter().map(|item| Work::Pattern(*item, subject, at)));
            }
        }
    }
}

fn has_lazy_annotations(tree: &Tree) -> bool {
    tree.list(tree.body).iter().any(|stmt| match tree.stmt(*stmt) {
        Stmt::ImportFrom { module: Some(module), names, .. } if tree.name(module.name) == "__future__" => {
            tree.list(names).iter().any(|alias| tree.name(alias.name.name) == "annotations")
        }
        _ => false,
    })
}
