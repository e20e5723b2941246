//! Finds names that may be unbound where they are read: definite assignment analysis, one scope at a time.
//!
//! The analysis assumes that loops run at least once, and knows nothing about conditions. So it reports few false
//! positives. Bodies nested deeper than [`MAX_DEPTH`] count as binding every name.

use rustc_hash::FxHashSet;
use stockade_compiler::Deadline;
use stockade_compiler::tree::{Ctx, Expr, ExprId, FStringPart, List, Pattern, PatternId, Span, Stmt, StmtId, Sym, Tree};

use crate::analysis::handlers::catches_name_error;
use crate::analysis::walk::{MODULE, ScopeId, ScopeKind, Walk};

const MAX_DEPTH: u32 = 60;

/// A read of a name that may have no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UnboundRead {
    pub(crate) name: Sym,
    pub(crate) span: Span,
    pub(crate) scope: ScopeId,
    /// True if no code before the read binds the name. Otherwise some path binds it.
    pub(crate) before_any_binding: bool,
}

/// Returns every read in the module and the functions of a program that may be unbound.
#[must_use]
pub(crate) fn unbound_reads(tree: &Tree, walk: &Walk, deadline: &Deadline<'_>, known: impl Fn(&str) -> bool) -> Vec<UnboundRead> {
    let mut found = Vec::new();
    // In most scopes every read clearly comes after a binding.
    if walk.scope(MODULE).doubtful {
        scope_reads((tree, walk, deadline), MODULE, tree.body, &known, &mut found);
    }
    for site in &walk.functions {
        if let Some(function) = tree.function(site.function).filter(|_| walk.scope(site.scope).doubtful) {
            scope_reads((tree, walk, deadline), site.scope, function.body, &known, &mut found);
        }
    }
    found
}

/// A program, the walk over it, and the end of the time for both.
type Program<'a> = (&'a Tree, &'a Walk, &'a Deadline<'a>);

fn scope_reads(program: Program<'_>, scope: ScopeId, body: List<StmtId>, known: &impl Fn(&str) -> bool, found: &mut Vec<UnboundRead>) {
    let (tree, walk, deadline) = program;
    let mut pass = Pass {
        tree,
        walk,
        deadline,
        scope,
        assigned: FxHashSet::default(),
        seen: FxHashSet::default(),
        added: Vec::new(),
        doubtful: Vec::new(),
        name_error_handlers: 0,
    };
    if let ScopeKind::Function(Some(id)) = walk.scope(scope).kind
        && let Some(function) = tree.function(id)
    {
        let params = tree.params(function.params);
        for list in [params.posonly, params.args, params.kwonly] {
            tree.list(list).iter().for_each(|param| pass.bind(param.name.name));
        }
        [params.vararg, params.kwarg].into_iter().flatten().for_each(|param| pass.bind(param.name.name));
    }
    if scope == MODULE {
        // The analysis does not follow calls of functions that read a global before it is set. It also does not know
        // when other scopes bind a name.
        pass.assigned.extend(walk.names_in(MODULE).filter(|name| {
            let text = tree.name(*name);
            // Every module has these names before its first line.
            matches!(text, "__name__" | "__doc__" | "__package__" | "__loader__" | "__spec__" | "__file__" | "__builtins__")
                || walk.bindings(MODULE, *name).any(|binding| walk.owner(binding.at.scope) != MODULE)
                || known(text)
        }));
    }
    pass.block(body, 0);
    found.append(&mut pass.doubtful);
}

struct Pass<'a> {
    tree: &'a Tree,
    walk: &'a Walk,
    deadline: &'a Deadline<'a>,
    scope: ScopeId,
    /// Names that are bound on every path to the current place.
    assigned: FxHashSet<Sym>,
    /// Names that are bound somewhere before the current place.
    seen: FxHashSet<Sym>,
    /// The names added to `assigned`, in order, so that the bindings of a branch can be removed.
    added: Vec<Sym>,
    doubtful: Vec<UnboundRead>,
    /// Number of `try` statements around the current place that would catch a `NameError`.
    name_error_handlers: u32,
}

/// Says whether control continues after a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continues,
    Leaves,
}

impl Pass<'_> {
    fn bind(&mut self, name: Sym) {
        self.seen.insert(name);
        if self.assigned.insert(name) {
            self.added.push(name);
        }
    }

    fn unbind(&mut self, name: Sym) {
        self.assigned.remove(&name);
    }

    /// Analyses a branch and removes its bindings from the state. Returns them, or None if the branch never continues.
    fn branch(&mut self, run: impl FnOnce(&mut Self) -> Next) -> Option<Vec<Sym>> {
        let start = self.added.len();
        let next = run(self);
        let bound: Vec<Sym> = self.added.split_off(start.min(self.added.len()));
        for name in &bound {
            self.assigned.remove(name);
        }
        (next == Next::Continues).then_some(bound)
    }

    /// Binds the names that every continuing branch binds. If no branch continues, the whole statement does not.
    fn join(&mut self, branches: Vec<Option<Vec<Sym>>>) -> Next {
        let mut branches = branches.into_iter().flatten();
        let Some(mut common) = branches.next() else { return Next::Leaves };
        for branch in branches {
            let names: FxHashSet<Sym> = branch.into_iter().collect();
            common.retain(|name| names.contains(name));
        }
        common.into_iter().for_each(|name| self.bind(name));
        Next::Continues
    }

    fn block(&mut self, body: List<StmtId>, depth: u32) -> Next {
        let tree = self.tree;
        for stmt in tree.list(body) {
            if self.deadline.is_over() || self.stmt(*stmt, depth) == Next::Leaves {
                // The following statements are never reached, so nothing is unbound there.
                return Next::Leaves;
            }
        }
        Next::Continues
    }

    fn stmt(&mut self, id: StmtId, depth: u32) -> Next {
        let tree = self.tree;
        if depth > MAX_DEPTH {
            self.walk.names_in(self.scope).for_each(|name| self.bind(name));
            return Next::Continues;
        }
        let deeper = depth + 1;
        match tree.stmt(id) {
            Stmt::Expr { value } => {
                self.read(value);
                // Calls of `exit()` and similar functions do not return, and neither does the host function that ends the run.
                if let Expr::Call { func, .. } = tree.expr(value) {
                    match tree.expr(func) {
                        Expr::Name { name, .. } if matches!(tree.name(name), "exit" | "quit" | "final_answer") => return Next::Leaves,
                        Expr::Attribute { value, attr, .. } if tree.name(attr.name) == "exit" && is_sys(tree, value) => {
                            return Next::Leaves;
                        }
                        _ => {}
                    }
                }
            }
            Stmt::Return { value } => {
                value.into_iter().for_each(|value| self.read(value));
                return Next::Leaves;
            }
            Stmt::Raise { exc, cause } => {
                exc.into_iter().chain(cause).for_each(|value| self.read(value));
                return Next::Leaves;
            }
            Stmt::Break | Stmt::Continue => return Next::Leaves,
            Stmt::Assign { targets, value } => {
                self.read(value);
                tree.list(targets).iter().for_each(|target| self.target(*target));
            }
            Stmt::AugAssign { target, value, .. } => {
                self.read(value);
                if let Expr::Name { name, .. } = tree.expr(target) {
                    self.load(name, tree.expr_span(target));
                }
                self.target(target);
            }
            Stmt::AnnAssign { target, value, .. } => {
                if let Some(value) = value {
                    self.read(value);
                    self.target(target);
                }
            }
            Stmt::TypeAlias { name, .. } => self.target(name),
            Stmt::Delete { targets } => {
                for target in tree.list(targets) {
                    match tree.expr(*target) {
                        Expr::Name { name, .. } => {
                            self.load(name, tree.expr_span(*target));
                            self.unbind(name);
                        }
                        _ => self.read(*target),
                    }
                }
            }
            Stmt::FunctionDef(function) => {
                if let Some(function) = tree.function(function) {
                    tree.list(function.decorators).iter().for_each(|expr| self.read(*expr));
                    let params = tree.params(function.params);
                    for list in [params.posonly, params.args, params.kwonly] {
                        tree.list(list).iter().filter_map(|param| param.default).for_each(|default| self.read(default));
                    }
                    self.bind(function.name.name);
                }
            }
            Stmt::ClassDef(class) => {
                if let Some(class) = tree.class(class) {
                    tree.list(class.decorators).iter().chain(tree.list(class.bases)).for_each(|expr| self.read(*expr));
                    self.bind(class.name.name);
                }
            }
            Stmt::Import { names } => {
                for alias in tree.list(names) {
                    let bound = alias.asname.map(|asname| asname.name).or_else(|| {
                        let dotted = tree.name(alias.name.name);
                        tree.symbols.find(dotted.split('.').next().unwrap_or(dotted))
                    });
                    bound.into_iter().for_each(|name| self.bind(name));
                }
            }
            Stmt::ImportFrom { names, .. } => {
                tree.list(names).iter().for_each(|alias| self.bind(alias.asname.unwrap_or(alias.name).name));
            }
            Stmt::Assert { test, msg } => {
                self.read(test);
                msg.into_iter().for_each(|msg| self.read(msg));
            }
            Stmt::If { test, body, orelse } => {
                self.read(test);
                let then = self.branch(|me| me.block(body, deeper));
                let other = self.branch(|me| me.block(orelse, deeper));
                return self.join(vec![then, other]);
            }
            Stmt::For { target, iter, body, orelse, .. } => {
                self.read(iter);
                self.target(target);
                self.loop_body(body, deeper);
                self.block(orelse, deeper);
            }
            Stmt::While { test, body, orelse } => {
                self.read(test);
                self.loop_body(body, deeper);
                self.block(orelse, deeper);
            }
            Stmt::With { items, body, .. } => {
                for item in tree.list(items) {
                    self.read(item.context);
                    item.target.into_iter().for_each(|target| self.target(target));
                }
                // The context manager may suppress an exception of the body.
                self.block(body, deeper);
            }
            Stmt::Match { subject, cases } => {
                self.read(subject);
                let mut branches = Vec::new();
                let mut exhaustive = false;
                for case in tree.list(cases) {
                    exhaustive |= case.guard.is_none() && is_catch_all(tree, case.pattern);
                    branches.push(self.branch(|me| {
                        me.pattern(case.pattern);
                        case.guard.into_iter().for_each(|guard| me.read(guard));
                        me.block(case.body, deeper)
                    }));
                }
                if !exhaustive {
                    branches.push(Some(Vec::new()));
                }
                return self.join(branches);
            }
            Stmt::Try { body, handlers, orelse, finalbody, .. } => {
                let mut branches = Vec::new();
                let name_error_handlers = u32::from(tree.list(handlers).iter().any(|handler| catches_name_error(tree, handler)));
                let main = self.branch(|me| {
                    me.name_error_handlers += name_error_handlers;
                    let next = me.block(body, deeper);
                    me.name_error_handlers -= name_error_handlers;
                    match next {
                        Next::Continues => me.block(orelse, deeper),
                        Next::Leaves => Next::Leaves,
                    }
                });
                branches.push(main);
                for handler in tree.list(handlers) {
                    branches.push(self.branch(|me| {
                        handler.ty.into_iter().for_each(|ty| me.read(ty));
                        handler.name.into_iter().for_each(|name| me.bind(name.name));
                        let next = me.block(handler.body, deeper);
                        if let Some(name) = handler.name {
                            // Python unbinds the name at the end of the handler.
                            me.unbind(name.name);
                            me.added.retain(|added| *added != name.name);
                        }
                        next
                    }));
                }
                let next = self.join(branches);
                let last = self.block(finalbody, deeper);
                return if next == Next::Leaves { next } else { last };
            }
            Stmt::Global { .. } | Stmt::Nonlocal { .. } | Stmt::Pass => {}
        }
        Next::Continues
    }

    /// Analyses the body of a loop. If one path leaves the body, earlier turns may still have run to its end.
    fn loop_body(&mut self, body: List<StmtId>, depth: u32) {
        self.block(body, depth);
        // After the loop, every name that any part of the body binds counts as bound, because earlier turns may have taken other paths.
        let mut work: Vec<StmtId> = self.tree.list(body).to_vec();
        while let Some(stmt) = work.pop() {
            self.bound_inside(stmt, &mut work);
        }
    }

    fn bound_inside(&mut self, stmt: StmtId, work: &mut Vec<StmtId>) {
        let tree = self.tree;
        match tree.stmt(stmt) {
            Stmt::Assign { targets, .. } => tree.list(targets).iter().for_each(|target| self.bind_names(*target)),
            Stmt::AnnAssign { target, value: Some(_), .. } | Stmt::AugAssign { target, .. } => self.bind_names(target),
            Stmt::If { body, orelse, .. } | Stmt::While { body, orelse, .. } => {
                work.extend(tree.list(body).iter().chain(tree.list(orelse)))
            }
            Stmt::For { target, body, orelse, .. } => {
                self.bind_names(target);
                work.extend(tree.list(body).iter().chain(tree.list(orelse)));
            }
            Stmt::With { body, .. } => work.extend(tree.list(body)),
            Stmt::Try { body, orelse, finalbody, handlers, .. } => {
                work.extend(tree.list(body).iter().chain(tree.list(orelse)).chain(tree.list(finalbody)));
                tree.list(handlers).iter().for_each(|handler| work.extend(tree.list(handler.body)));
            }
            Stmt::Match { cases, .. } => {
                for case in tree.list(cases) {
                    self.pattern(case.pattern);
                    work.extend(tree.list(case.body));
                }
            }
            _ => {}
        }
    }

    fn bind_names(&mut self, target: ExprId) {
        let mut work = vec![target];
        while let Some(target) = work.pop() {
            match self.tree.expr(target) {
                Expr::Name { name, .. } => self.bind(name),
                Expr::Tuple { items, .. } | Expr::List { items, .. } => work.extend(self.tree.list(items)),
                Expr::Starred { value, .. } => work.push(value),
                _ => {}
            }
        }
    }

    fn target(&mut self, target: ExprId) {
        let mut work = vec![target];
        while let Some(target) = work.pop() {
            match self.tree.expr(target) {
                Expr::Name { name, .. } => self.bind(name),
                Expr::Tuple { items, .. } | Expr::List { items, .. } => work.extend(self.tree.list(items)),
                Expr::Starred { value, .. } => work.push(value),
                _ => self.read(target),
            }
        }
    }

    fn pattern(&mut self, pattern: PatternId) {
        let tree = self.tree;
        let mut work = vec![pattern];
        while let Some(pattern) = work.pop() {
            match tree.pattern(pattern) {
                Pattern::Sequence { items } => work.extend(tree.list(items)),
                Pattern::Mapping { patterns, rest, .. } => {
                    work.extend(tree.list(patterns));
                    rest.into_iter().for_each(|rest| self.bind(rest.name));
                }
                Pattern::Class { positional, keywords, .. } => {
                    work.extend(tree.list(positional));
                    work.extend(tree.list(keywords).iter().map(|keyword| keyword.pattern));
                }
                Pattern::Star { name } => name.into_iter().for_each(|name| self.bind(name.name)),
                Pattern::As { pattern, name } => {
                    self.bind(name.name);
                    work.extend(pattern);
                }
                Pattern::Or { patterns } => work.extend(tree.list(patterns)),
                Pattern::Value(_) | Pattern::Singleton(_) | Pattern::Wildcard => {}
            }
        }
    }

    fn load(&mut self, name: Sym, span: Span) {
        if self.assigned.contains(&name) || self.walk.resolve(self.scope, name) != Some(self.scope) {
            return;
        }
        if self.name_error_handlers > 0 {
            // The program handles the error.
            return;
        }
        self.doubtful.push(UnboundRead { name, span, scope: self.scope, before_any_binding: !self.seen.contains(&name) });
        // Reports only the first read, because it raises if the name is unbound.
        self.bind(name);
    }

    /// Analyses the reads that the evaluation of an expression does. The bodies of lambdas and comprehensions run elsewhere.
    fn read(&mut self, expr: ExprId) {
        let tree = self.tree;
        let mut work = vec![expr];
        while let Some(expr) = work.pop() {
            match tree.expr(expr) {
                Expr::Name { name, ctx: Ctx::Load } => self.load(name, tree.expr_span(expr)),
                Expr::Name { .. } | Expr::Constant(_) | Expr::Lambda { .. } => {}
                Expr::Named { target, value } => {
                    // The order of evaluation inside one expression is ignored: the name counts as bound before the rest is read.
                    self.bind_names(target);
                    work.push(value);
                }
                // The loop pops from the end, so the first of several is pushed last.
                Expr::BoolOp { values, .. } => work.extend(tree.list(values).iter().rev()),
                Expr::Binary { left, right, .. } => work.extend([right, left]),
                Expr::Unary { operand, .. } => work.push(operand),
                Expr::If { test, then, orelse } => work.extend([orelse, then, test]),
                Expr::Dict { keys, values } => {
                    work.extend(tree.list(keys).iter().flatten());
                    work.extend(tree.list(values));
                }
                Expr::Set { items } | Expr::List { items, .. } | Expr::Tuple { items, .. } => work.extend(tree.list(items).iter().rev()),
                Expr::ListComp { element, generators }
                | Expr::SetComp { element, generators }
                | Expr::GeneratorExp { element, generators }
                | Expr::DictComp { key: element, generators, .. } => {
                    if let Some(first) = tree.list(generators).first() {
                        work.push(first.iter);
                    }
                    // A `:=` in a comprehension binds in this scope.
                    self.walruses(element);
                    for generator in tree.list(generators) {
                        tree.list(generator.conditions).iter().for_each(|condition| self.walruses(*condition));
                    }
                }
                Expr::Await { value } | Expr::YieldFrom { value } | Expr::Starred { value, .. } => work.push(value),
                Expr::Yield { value } => work.extend(value),
                Expr::Compare { left, rest } => {
                    work.extend(tree.list(rest).iter().rev().map(|(_, right)| *right));
                    work.push(left);
                }
                Expr::Call { func, args, keywords, .. } => {
                    work.extend(tree.list(keywords).iter().rev().map(|keyword| keyword.value));
                    work.extend(tree.list(args).iter().rev());
                    work.push(func);
                }
                Expr::FString { parts } => {
                    let mut lists = vec![parts];
                    while let Some(parts) = lists.pop() {
                        for part in tree.list(parts) {
                            if let FStringPart::Field { value, spec, .. } = part {
                                work.push(*value);
                                lists.extend(*spec);
                            }
                        }
                    }
                }
                Expr::Attribute { value, .. } => work.push(value),
                Expr::Subscript { value, index, .. } => work.extend([index, value]),
                Expr::Slice { lower, upper, step } => work.extend([lower, upper, step].into_iter().flatten()),
            }
        }
    }

    /// Binds the names that `:=` binds anywhere in an expression.
    fn walruses(&mut self, expr: ExprId) {
        let tree = self.tree;
        let mut work = vec![expr];
        while let Some(expr) = work.pop() {
            match tree.expr(expr) {
                Expr::Named { target, value } => {
                    self.bind_names(target);
                    work.push(value);
                }
                Expr::BoolOp { values, .. } => work.extend(tree.list(values)),
                Expr::Binary { left, right, .. } => work.extend([left, right]),
                Expr::Unary { operand, .. } => work.push(operand),
                Expr::Compare { left, rest } => {
                    work.push(left);
                    work.extend(tree.list(rest).iter().map(|(_, right)| *right));
                }
                Expr::Call { func, args, .. } => {
                    work.push(func);
                    work.extend(tree.list(args));
                }
                Expr::Tuple { items, .. } | Expr::List { items, .. } => work.extend(tree.list(items)),
                Expr::If { test, then, orelse } => work.extend([test, then, orelse]),
                _ => {}
            }
        }
    }
}

fn is_sys(tree: &Tree, expr: ExprId) -> bool {
    matches!(tree.expr(expr), Expr::Name { name, .. } if tree.name(name) == "sys")
}

fn is_catch_all(tree: &Tree, pattern: PatternId) -> bool {
    matches!(tree.pattern(pattern), Pattern::Wildcard | Pattern::As { pattern: None, .. })
}
