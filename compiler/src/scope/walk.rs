//! The walk over the tree. It collects scopes and their entries, static costs and folded constants.

mod expressions;

use super::entry_flags as flag;
use super::{Entry, EntryId, Facts, LoopKey, Scope, ScopeId, ScopeKey, ScopeKind, fold};
use crate::bytecode::NameId;
use crate::deadline::Deadline;
use crate::fuel;
use crate::symbols::{Names, Private};
use crate::tree::{BinOp, Expr, ExprId, FunctionId, List, Param, Params, Pattern, PatternId, Span, Stmt, StmtId, Sym, Tree, TypeParam};

/// CPython's limit on nested blocks in a function. In a generator or a coroutine CPython uses one block itself.
const MAX_BLOCKS: u32 = 21;

pub(super) fn walk<'t>(
    tree: &'t Tree,
    names: &mut Names<'t>,
    future_annotations: bool,
    over_locals: bool,
    deadline: &'t Deadline<'t>,
) -> Facts {
    let mut facts = Facts { name_entries: vec![EntryId::NONE; tree.expr_count()], ..Facts::default() };
    facts.entries.reserve(2 * tree.symbols.len());
    facts.index.reserve(2 * tree.symbols.len());
    facts.scopes.reserve(8);
    let budget = (64 << 10) + 4 * tree.expr_count();
    let mut walker = Walker {
        tree,
        deadline,
        names,
        facts,
        scope: ScopeId(0),
        private: Private::default(),
        cost: fuel::CALL_ENTRY,
        walrus: 0,
        blocks: 0,
        future_annotations,
        fold_budget: budget,
    };
    // A module that runs over a mapping resolves names like a class body.
    let kind = if over_locals { ScopeKind::Class } else { ScopeKind::Module };
    walker.facts.scopes.push(new_scope(kind, ScopeId(0), Span::default()));
    walker.stmts(tree.body);
    walker.facts.scope_mut(ScopeId(0)).cost = walker.cost;
    walker.facts
}

fn new_scope(kind: ScopeKind, parent: ScopeId, span: Span) -> Scope {
    Scope {
        kind,
        parent,
        span,
        entries: Vec::new(),
        locals: Vec::new(),
        spilled: Vec::new(),
        free: Vec::new(),
        cost: 0,
        has_yield: false,
        is_async: false,
        needs_class_cell: false,
        needs_class_dict: false,
        has_annotations: false,
        sees_class: false,
        nested: false,
    }
}

struct Walker<'t, 'n> {
    tree: &'t Tree,
    /// When it is over, nothing more is walked.
    deadline: &'t Deadline<'t>,
    names: &'n mut Names<'t>,
    facts: Facts,
    scope: ScopeId,
    /// Decides which names are mangled.
    private: Private,
    /// Fuel cost so far of the current loop or body, without inner loops.
    cost: u32,
    /// Number of `:=` seen so far.
    walrus: u32,
    /// Number of blocks of the current scope around the current statement, counted like CPython.
    blocks: u32,
    future_annotations: bool,
    /// Bytes of constants that folding may still make. It keeps the size of the constants linear in the size of the source.
    fold_budget: usize,
}

/// The cost of an operator on two operands.
fn operator(op: BinOp) -> u32 {
    match op {
        BinOp::Pow => fuel::POWER,
        BinOp::Div | BinOp::FloorDiv | BinOp::Mod | BinOp::LShift | BinOp::RShift => fuel::DIVISION,
        _ => fuel::OPERATION,
    }
}

impl<'t> Walker<'t, '_> {
    fn charge(&mut self, cost: u32) {
        self.cost = self.cost.saturating_add(cost);
    }

    fn operation(&mut self) {
        self.charge(fuel::OPERATION);
    }

    fn current(&mut self) -> &mut Scope {
        let scope = self.scope;
        self.facts.scope_mut(scope)
    }

    // --- scopes

    fn enter<R>(&mut self, kind: ScopeKind, key: ScopeKey, span: Span, inside: impl FnOnce(&mut Self) -> R) -> R {
        let id = ScopeId(u32::try_from(self.facts.scopes.len()).unwrap_or(u32::MAX));
        let mut scope = new_scope(kind, self.scope, span);
        let outer = self.facts.scope(self.scope);
        scope.nested = outer.nested || matches!(outer.kind, ScopeKind::Function | ScopeKind::Lambda | ScopeKind::GenExpr);
        scope.sees_class = kind == ScopeKind::TypeParams && (outer.kind == ScopeKind::Class || outer.sees_class);
        let sees_class = scope.sees_class;
        self.facts.scopes.push(scope);
        self.facts.by_node.insert(key, id);
        let outer = (self.scope, self.cost, self.blocks);
        self.scope = id;
        if kind != ScopeKind::Comprehension {
            self.cost = fuel::CALL_ENTRY;
        }
        if sees_class {
            let class_dict = self.names.intern("__classdict__");
            self.touch(class_dict, flag::USED);
        }
        if kind != ScopeKind::Comprehension {
            self.blocks = 0;
        }
        let result = inside(self);
        self.scope = outer.0;
        self.blocks = outer.2;
        if kind != ScopeKind::Comprehension {
            let scope = self.facts.scope(id);
            if scope.has_yield || scope.is_async || kind == ScopeKind::GenExpr {
                self.charge(fuel::GENERATOR_ENTRY);
            }
            self.facts.scope_mut(id).cost = self.cost;
            self.cost = outer.1;
        }
        result
    }

    /// Walks statements that are nested `count` blocks deeper.
    fn block(&mut self, count: u32, id: StmtId, inside: impl FnOnce(&mut Self)) {
        let outer = self.blocks;
        self.blocks = outer.saturating_add(count);
        if self.blocks >= MAX_BLOCKS {
            self.facts.deep_blocks.push((self.scope, self.tree.stmt_span(id), self.blocks > MAX_BLOCKS));
        }
        inside(self);
        self.blocks = outer;
    }

    fn mangle(&mut self, name: Sym) -> NameId {
        self.names.mangle(self.private, name)
    }

    fn touch(&mut self, name: NameId, flags: u16) -> EntryId {
        let id = self.facts.find_or_add(self.scope, name);
        self.facts.entry_mut(id).flags |= flags;
        if flags & (flag::BOUND | flag::PARAM) != 0 && !matches!(self.facts.scope(self.scope).kind, ScopeKind::Module | ScopeKind::Class) {
            self.mark_bound(name);
        }
        id
    }

    fn mark_bound(&mut self, name: NameId) {
        let at = name.0 as usize;
        if at >= self.facts.bound_in_function.len() {
            self.facts.bound_in_function.resize(self.names.len().max(at + 1), false);
        }
        if let Some(bound) = self.facts.bound_in_function.get_mut(at) {
            *bound = true;
        }
    }

    fn bind(&mut self, name: Sym, flags: u16) -> EntryId {
        if self.facts.scope(self.scope).kind == ScopeKind::Class {
            self.charge(fuel::CLASS_NAME);
        }
        let name = self.mangle(name);
        if self.facts.scope(self.scope).is_inlined() {
            let early = self.facts.find(self.scope, name).is_some_and(|id| {
                let entry: &Entry = self.facts.entry(id);
                entry.has(flag::USED) && !entry.has(flag::BOUND)
            });
            if early {
                return self.touch(name, flags | flag::BOUND | flag::EARLY);
            }
        }
        self.touch(name, flags | flag::BOUND)
    }

    fn read(&mut self, name: Sym) -> EntryId {
        let name = self.mangle(name);
        let id = self.touch(name, flag::USED);
        // The enclosing comprehensions must record whether they use the name before they bind it (`EARLY`).
        let mut scope = self.scope;
        while self.facts.scope(scope).is_inlined() {
            let entry = self.facts.find_or_add(scope, name);
            let entry = self.facts.entry_mut(entry);
            entry.flags |= flag::USED;
            if entry.has(flag::BOUND) {
                break;
            }
            scope = self.facts.scope(scope).parent;
        }
        id
    }

    /// `name := ...` binds in the scope around all comprehensions.
    fn walrus(&mut self, target: ExprId) {
        let Expr::Name { name, .. } = self.tree.expr(target) else { return };
        self.walrus += 1;
        let name = self.mangle(name);
        let here = self.scope;
        let mut host = here;
        while matches!(self.facts.scope(host).kind, ScopeKind::Comprehension | ScopeKind::GenExpr) {
            host = self.facts.scope(host).parent;
        }
        self.scope = host;
        self.touch(name, flag::BOUND | flag::WALRUS);
        self.scope = here;
        let id = self.facts.find_or_add(here, name);
        if host != here && host == ScopeId(0) {
            self.facts.entry_mut(id).flags |= flag::GLOBAL;
        } else {
            self.facts.entry_mut(id).flags |= flag::USED;
        }
        self.set_name(target, id);
    }

    fn set_name(&mut self, expr: ExprId, entry: EntryId) {
        if let Some(slot) = self.facts.name_entries.get_mut(expr.0 as usize) {
            *slot = entry;
        }
    }

    // --- statements

    fn stmts(&mut self, body: List<StmtId>) {
        for stmt in self.tree.list(body) {
            self.stmt(*stmt);
        }
    }

    fn stmt(&mut self, id: StmtId) {
        if self.deadline.is_over() {
            return;
        }
        self.charge(fuel::STATEMENT);
        match self.tree.stmt(id) {
            Stmt::FunctionDef(function) => self.function(function, self.tree.stmt_span(id)),
            Stmt::ClassDef(class) => self.class(class, self.tree.stmt_span(id)),
            Stmt::Return { value } => self.opt(value),
            Stmt::Delete { targets } => self.exprs(targets),
            Stmt::Assign { targets, value } => {
                self.expr(value);
                self.exprs(targets);
            }
            Stmt::TypeAlias { name, type_params, value } => self.type_alias(id, name, type_params, value),
            Stmt::AugAssign { target, op, value } => {
                self.charge(operator(op));
                self.read_for_update(target);
                if let Expr::Name { name, .. } = self.tree.expr(target) {
                    self.read(name);
                }
                self.expr(target);
                self.expr(value);
            }
            Stmt::AnnAssign { target, annotation, value, simple } => self.annotated(target, annotation, value, simple),
            Stmt::For { target, iter, body, orelse, is_async } => {
                self.charge(fuel::FOR);
                self.expr(iter);
                let cost = self.turn(LoopKey::Stmt(id.0), |walker| {
                    walker.charge(if is_async { fuel::ASYNC_TURN } else { 0 });
                    walker.expr(target);
                    walker.block(1, id, |walker| walker.stmts(body));
                });
                // A loop without a test at its bottom charges its first turn when it is entered.
                if is_async {
                    self.await_here();
                    self.charge(cost);
                }
                self.stmts(orelse);
            }
            Stmt::While { test, body, orelse } => {
                let before = self.walrus;
                let cost = self.turn(LoopKey::Stmt(id.0), |walker| {
                    walker.expr(test);
                    if walker.walrus != before {
                        walker.facts.binding_tests.insert(id.0);
                    }
                    walker.block(1, id, |walker| walker.stmts(body));
                });
                if self.facts.test_binds(id) || self.constant(test).is_some_and(|value| fold::truth(&value)) {
                    self.charge(cost);
                }
                self.stmts(orelse);
            }
            Stmt::If { .. } => self.if_chain(id),
            Stmt::With { items, body, is_async } => {
                if is_async {
                    self.await_here();
                }
                for item in self.tree.list(items) {
                    self.charge(fuel::WITH_ITEM + if is_async { 2 * fuel::AWAIT } else { 0 });
                    self.expr(item.context);
                    self.opt(item.target);
                }
                let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
                self.block(count, id, |walker| walker.stmts(body));
            }
            Stmt::Match { subject, cases } => {
                self.expr(subject);
                for case in self.tree.list(cases) {
                    self.charge(fuel::STATEMENT);
                    self.pattern(case.pattern);
                    self.opt(case.guard);
                    self.stmts(case.body);
                }
            }
            Stmt::Raise { exc, cause } => {
                self.charge(fuel::RAISE);
                self.opt(exc);
                self.opt(cause);
            }
            Stmt::Try { body, handlers, orelse, finalbody, is_star } => {
                let around = u32::from(!finalbody.is_empty());
                self.block(around + u32::from(!handlers.is_empty()), id, |walker| walker.stmts(body));
                for handler in self.tree.list(handlers) {
                    self.charge(if is_star { fuel::STAR_HANDLER } else { fuel::HANDLER });
                    self.opt(handler.ty);
                    if let Some(name) = handler.name {
                        self.bind(name.name, flag::DELETED);
                    }
                    self.block(around + 2, id, |walker| walker.stmts(handler.body));
                }
                self.block(around, id, |walker| walker.stmts(orelse));
                self.block(around, id, |walker| walker.stmts(finalbody));
            }
            Stmt::Assert { test, msg } => {
                self.expr(test);
                self.opt(msg);
            }
            Stmt::Import { names } => {
                for alias in self.tree.list(names) {
                    self.import(self.tree.name(alias.name.name));
                    match alias.asname {
                        Some(name) => self.bind(name.name, 0),
                        None => self.bind_first_part(alias.name.name),
                    };
                }
            }
            Stmt::ImportFrom { module, names, .. } => {
                self.import(module.map_or("", |module| self.tree.name(module.name)));
                for alias in self.tree.list(names) {
                    self.charge(fuel::IMPORT_NAME);
                    if self.tree.name(alias.name.name) != "*" {
                        self.bind(alias.asname.unwrap_or(alias.name).name, 0);
                    }
                }
            }
            Stmt::Global { names } => {
                for ident in self.tree.list(names) {
                    let name = self.mangle(ident.name);
                    self.touch(name, flag::GLOBAL);
                    // As in CPython, a `global` in a function also applies to the body of the module. That makes a
                    // difference if the module runs over a mapping of locals.
                    if self.facts.scope(ScopeId(0)).kind == ScopeKind::Class {
                        let outer = self.facts.find_or_add(ScopeId(0), name);
                        self.facts.entry_mut(outer).flags |= flag::GLOBAL;
                    }
                }
            }
            Stmt::Nonlocal { names } => {
                for ident in self.tree.list(names) {
                    let name = self.mangle(ident.name);
                    self.touch(name, flag::NONLOCAL);
                }
            }
            Stmt::Expr { value } => self.expr(value),
            Stmt::Pass | Stmt::Break | Stmt::Continue => {}
        }
    }

    /// A chain of `elif` may be as long as the source, so a loop walks it instead of recursion.
    fn if_chain(&mut self, mut id: StmtId) {
        while let Stmt::If { test, body, orelse } = self.tree.stmt(id) {
            self.expr(test);
            self.stmts(body);
            match self.tree.list(orelse) {
                [only] if matches!(self.tree.stmt(*only), Stmt::If { .. }) => {
                    self.charge(fuel::STATEMENT);
                    id = *only;
                }
                _ => return self.stmts(orelse),
            }
        }
    }

    fn import(&mut self, module: &str) {
        let parts = module.bytes().filter(|byte| *byte == b'.').count();
        self.charge(fuel::IMPORT.saturating_add(fuel::IMPORT_PART.saturating_mul(u32::try_from(parts).unwrap_or(u32::MAX))));
    }

    /// `import a.b` binds `a`.
    fn bind_first_part(&mut self, name: Sym) -> EntryId {
        let tree = self.tree;
        match tree.name(name).split_once('.') {
            None => self.bind(name, 0),
            Some((first, _)) => {
                let id = self.names.mangle_text(self.private, first);
                self.touch(id, flag::BOUND)
            }
        }
    }

    /// Walks the code of one turn of a loop, and records its cost.
    fn turn(&mut self, key: LoopKey, inside: impl FnOnce(&mut Self)) -> u32 {
        let outer = std::mem::replace(&mut self.cost, fuel::LOOP_TURN);
        inside(self);
        let cost = std::mem::replace(&mut self.cost, outer);
        self.facts.loop_costs.insert(key, cost);
        cost
    }

    fn annotated(&mut self, target: ExprId, annotation: ExprId, value: Option<ExprId>, simple: bool) {
        self.opt(value);
        // `(x): int` does not bind or read `x`.
        if simple || value.is_some() || !matches!(self.tree.expr(target), Expr::Name { .. }) {
            self.expr(target);
        }
        let in_body = matches!(self.facts.scope(self.scope).kind, ScopeKind::Module | ScopeKind::Class);
        if !in_body || (self.future_annotations && !simple) {
            return;
        }
        if simple && matches!(self.tree.expr(target), Expr::Name { .. }) {
            self.current().has_annotations = true;
        }
        self.operation();
        if !self.future_annotations {
            self.expr(annotation);
        }
    }

    fn type_alias(&mut self, id: StmtId, name: ExprId, type_params: List<TypeParam>, value: ExprId) {
        self.charge(fuel::TYPE_ALIAS);
        self.expr(name);
        let span = self.tree.stmt_span(id);
        if type_params.is_empty() {
            self.thunk(value);
            return;
        }
        self.enter(ScopeKind::TypeParams, ScopeKey::AliasTypes(id.0), span, |walker| {
            walker.type_params(type_params);
            walker.thunk(value);
        });
    }

    fn thunk(&mut self, value: ExprId) {
        let span = self.tree.expr_span(value);
        self.enter(ScopeKind::TypeParams, ScopeKey::Thunk(value.0), span, |walker| walker.expr(value));
    }

    fn type_params(&mut self, list: List<TypeParam>) {
        for param in self.tree.list(list) {
            self.charge(fuel::TYPE_PARAMETER);
            self.bind(param.name.name, 0);
            if let Some(bound) = param.bound {
                self.thunk(bound);
            }
            if let Some(default) = param.default {
                self.thunk(default);
            }
        }
    }

    fn params_of(&self, params: Params) -> impl Iterator<Item = Param> + use<'t> {
        // The order of registers.
        let tree = self.tree;
        tree.list(params.posonly)
            .iter()
            .chain(tree.list(params.args))
            .chain(tree.list(params.kwonly))
            .copied()
            .chain(params.vararg)
            .chain(params.kwarg)
    }

    fn defaults(&mut self, params: Params) -> (bool, bool) {
        let tree = self.tree;
        let mut found = (false, false);
        for param in tree.list(params.posonly).iter().chain(tree.list(params.args)) {
            found.0 |= param.default.is_some();
            self.opt(param.default);
        }
        if found.0 {
            self.charge(fuel::FUNCTION_PART);
        }
        for param in tree.list(params.kwonly) {
            found.1 |= param.default.is_some();
            self.opt(param.default);
        }
        if found.1 {
            self.charge(fuel::FUNCTION_PART);
        }
        found
    }

    fn annotations(&mut self, params: Params, returns: Option<ExprId>) {
        if self.future_annotations {
            return;
        }
        for annotation in self.params_of(params).filter_map(|param| param.annotation).chain(returns) {
            self.charge(fuel::FUNCTION_PART);
            self.expr(annotation);
        }
    }

    fn function(&mut self, id: FunctionId, span: Span) {
        let Some(function) = self.tree.function(id) else { return };
        self.charge(fuel::FUNCTION);
        for decorator in self.tree.list(function.decorators) {
            self.charge(fuel::CALL);
            self.expr(*decorator);
        }
        self.bind(function.name.name, 0);
        let params = self.tree.params(function.params);
        let (has_defaults, has_kw_defaults) = self.defaults(params);
        if function.type_params.is_empty() {
            self.annotations(params, function.returns);
            self.function_body(id, span);
            return;
        }
        self.enter(ScopeKind::TypeParams, ScopeKey::FunctionTypes(id.0), span, |walker| {
            for (given, name) in [(has_defaults, ".defaults"), (has_kw_defaults, ".kwdefaults")] {
                if given {
                    let name = walker.names.intern(name);
                    walker.touch(name, flag::PARAM);
                }
            }
            walker.type_params(function.type_params);
            walker.annotations(params, function.returns);
            walker.function_body(id, span);
        });
    }

    fn function_body(&mut self, id: FunctionId, span: Span) {
        let Some(function) = self.tree.function(id) else { return };
        let params = self.tree.params(function.params);
        self.enter(ScopeKind::Function, ScopeKey::Function(id.0), span, |walker| {
            walker.current().is_async = function.is_async;
            walker.parameters(params);
            for param in walker.params_of(params) {
                walker.bind(param.name.name, flag::PARAM);
            }
            walker.stmts(function.body);
        });
    }

    /// What the parameters add to the entry of a function.
    fn parameters(&mut self, params: Params) {
        let tree = self.tree;
        let by_position = tree.list(params.posonly).iter().chain(tree.list(params.args)).filter(|param| param.default.is_some()).count();
        let optional = u32::try_from(by_position + params.kwonly.len()).unwrap_or(u32::MAX);
        self.charge(fuel::OPTIONAL_PARAMETER.saturating_mul(optional));
        self.charge(if params.vararg.is_some() { fuel::REST_PARAMETER } else { 0 });
        self.charge(if params.kwarg.is_some() { fuel::KEYWORDS_PARAMETER } else { 0 });
    }

    fn class(&mut self, id: crate::tree::ClassId, span: Span) {
        let Some(class) = self.tree.class(id) else { return };
        for decorator in self.tree.list(class.decorators) {
            self.charge(fuel::CALL);
            self.expr(*decorator);
        }
        let parts = u32::try_from(class.bases.len() + class.keywords.len()).unwrap_or(u32::MAX);
        self.charge(fuel::CLASS.saturating_add(fuel::CLASS_PART.saturating_mul(parts)));
        self.bind(class.name.name, 0);
        let heads = |walker: &mut Self| {
            walker.exprs(class.bases);
            for keyword in walker.tree.list(class.keywords) {
                walker.expr(keyword.value);
            }
        };
        let body = |walker: &mut Self| {
            let outer = std::mem::replace(&mut walker.private, Private::to(class.name.name));
            walker.enter(ScopeKind::Class, ScopeKey::Class(id.0), span, |walker| {
                if !class.type_params.is_empty() {
                    let name = walker.names.intern(".type_params");
                    walker.touch(name, flag::USED);
                }
                walker.stmts(class.body);
            });
            walker.private = outer;
        };
        if class.type_params.is_empty() {
            heads(self);
            body(self);
            return;
        }
        self.enter(ScopeKind::TypeParams, ScopeKey::ClassTypes(id.0), span, |walker| {
            let outer = std::mem::replace(&mut walker.private, Private::type_params(class.name.name, class.type_params));
            walker.type_params(class.type_params);
            let name = walker.names.intern(".type_params");
            walker.touch(name, flag::BOUND);
            heads(walker);
            walker.private = outer;
            body(walker);
        });
    }

    fn pattern(&mut self, id: PatternId) {
        if self.deadline.is_over() {
            return;
        }
        self.charge(fuel::PATTERN);
        let pattern = self.tree.pattern(id);
        match pattern {
            Pattern::Value(value) => self.expr(value),
            Pattern::Singleton(_) | Pattern::Wildcard => {}
            Pattern::Sequence { items } | Pattern::Or { patterns: items } => {
                self.charge(if matches!(pattern, Pattern::Sequence { .. }) { fuel::SEQUENCE_PATTERN } else { 0 });
                for item in self.tree.list(items) {
                    self.pattern(*item);
                }
            }
            Pattern::Mapping { keys, patterns, rest } => {
                self.charge(fuel::MAPPING_PATTERN);
                self.exprs(keys);
                for item in self.tree.list(patterns) {
                    self.charge(fuel::KEY_PATTERN);
                    self.pattern(*item);
                }
                if let Some(rest) = rest {
                    self.charge(fuel::REST_PATTERN);
                    self.bind(rest.name, 0);
                }
            }
            Pattern::Class { class, positional, keywords } => {
                self.charge(fuel::CLASS_PATTERN);
                self.expr(class);
                for item in self.tree.list(positional) {
                    self.charge(fuel::ATTRIBUTE_PATTERN);
                    self.pattern(*item);
                }
                for keyword in self.tree.list(keywords) {
                    self.charge(fuel::ATTRIBUTE_PATTERN);
                    self.pattern(keyword.pattern);
                }
            }
            Pattern::Star { name } => {
                self.charge(fuel::STAR_PATTERN);
                if let Some(name) = name {
                    self.bind(name.name, 0);
                }
            }
            Pattern::As { pattern, name } => {
                if let Some(pattern) = pattern {
                    self.pattern(pattern);
                }
                self.bind(name.name, 0);
            }
        }
    }
}
