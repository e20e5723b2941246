//! Expressions, and the places where `yield`, `await`, `*` and `:=` are allowed.

use super::scope::{AnnotationScope, GENERATOR_EXPRESSION, ScopeKind, name};
use super::{Checker, Pass};
use crate::error::ErrorKind;
use crate::tree::{Expr, ExprId, FStringPart, Keyword, List, Params, ParamsId, Span};

impl Checker<'_> {
    /// Checks an expression that must not be starred.
    pub(super) fn expr(&mut self, id: ExprId) {
        if self.deadline.is_over() {
            return;
        }
        if let Expr::Starred { value, .. } = self.tree.expr(id) {
            let span = self.tree.expr_span(id);
            self.report(Pass::Code, ErrorKind::Misplaced, "can't use starred expression here", span);
            self.expr(value);
            return;
        }
        self.element(id);
    }

    pub(super) fn opt_expr(&mut self, id: Option<ExprId>) {
        if let Some(id) = id {
            self.expr(id);
        }
    }

    fn exprs(&mut self, list: List<ExprId>) {
        for id in self.tree.list(list) {
            self.expr(*id);
        }
    }

    /// Checks an item of a display, a call or a subscript, which may be starred.
    pub(super) fn element(&mut self, id: ExprId) {
        let span = self.tree.expr_span(id);
        match self.tree.expr(id) {
            Expr::Name { name, .. } => self.use_name(name),
            Expr::Constant(_) => {}
            Expr::Attribute { value, .. } => self.expr(value),
            Expr::Call { func, args, keywords, .. } => {
                self.expr(func);
                self.call_arguments(args, keywords);
            }
            Expr::Subscript { value, index, .. } => {
                self.expr(value);
                self.element(index);
            }
            Expr::Slice { lower, upper, step } => {
                self.opt_expr(lower);
                self.opt_expr(upper);
                self.opt_expr(step);
            }
            Expr::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            Expr::Unary { operand, .. } => self.expr(operand),
            Expr::BoolOp { values, .. } => self.exprs(values),
            Expr::Compare { left, rest } => {
                self.expr(left);
                for (_, right) in self.tree.list(rest) {
                    self.expr(*right);
                }
            }
            Expr::If { test, then, orelse } => {
                self.expr(test);
                self.expr(then);
                self.expr(orelse);
            }
            Expr::Tuple { items, .. } | Expr::List { items, .. } | Expr::Set { items } => {
                for item in self.tree.list(items) {
                    self.element(*item);
                }
            }
            Expr::Dict { keys, values } => {
                for (key, value) in self.tree.list(keys).iter().zip(self.tree.list(values)) {
                    self.opt_expr(*key);
                    self.expr(*value);
                }
            }
            Expr::Starred { value, .. } => self.expr(value),
            Expr::FString { parts } => self.fstring(parts),
            Expr::Lambda { params, body } => {
                let params = self.defaults(params);
                self.enter(ScopeKind::Lambda, false);
                self.bind_params(params);
                self.expr(body);
                self.leave();
            }
            Expr::Named { target, value } => self.named(target, value, span),
            Expr::Await { value } => {
                self.await_at("await expression", span);
                self.expr(value);
            }
            Expr::Yield { value } => {
                self.yield_at("yield", span);
                self.opt_expr(value);
            }
            Expr::YieldFrom { value } => {
                self.yield_at("yield from", span);
                self.expr(value);
            }
            Expr::ListComp { element, generators } => self.comprehension(id, "list comprehension", element, None, generators),
            Expr::SetComp { element, generators } => self.comprehension(id, "set comprehension", element, None, generators),
            Expr::GeneratorExp { element, generators } => self.comprehension(id, GENERATOR_EXPRESSION, element, None, generators),
            Expr::DictComp { key, value, generators } => self.comprehension(id, "dict comprehension", key, Some(value), generators),
        }
    }

    pub(super) fn call_arguments(&mut self, args: List<ExprId>, keywords: List<Keyword>) {
        for arg in self.tree.list(args) {
            self.element(*arg);
        }
        for keyword in self.tree.list(keywords) {
            if let Some(name) = keyword.name {
                self.forbid_debug(name.name, keyword.span, "assign to");
            }
            self.expr(keyword.value);
        }
    }

    fn fstring(&mut self, parts: List<FStringPart>) {
        for part in self.tree.list(parts) {
            if let FStringPart::Field { value, spec, .. } = part {
                self.expr(*value);
                if let Some(spec) = spec {
                    self.fstring(*spec);
                }
            }
        }
    }

    /// Checks the defaults of parameters, which belong to the enclosing scope.
    pub(super) fn defaults(&mut self, params: ParamsId) -> Params {
        let tree = self.tree;
        let params = tree.params(params);
        for param in tree.list(params.posonly).iter().chain(tree.list(params.args)).chain(tree.list(params.kwonly)) {
            self.opt_expr(param.default);
        }
        params
    }

    /// Reports an expression that is forbidden inside an annotation scope. Returns true if it did.
    fn forbid_in_annotation(&mut self, what: &str, span: Span) -> bool {
        let ScopeKind::Annotation(scope) = self.kind() else { return false };
        let message = format!("{what} cannot be used within {}", scope.place());
        self.report(Pass::Symbols, ErrorKind::Misplaced, message, span);
        true
    }

    pub(super) fn await_at(&mut self, what: &str, span: Span) {
        if self.forbid_in_annotation(what, span) {
            return;
        }
        match self.kind() {
            ScopeKind::Module if self.top_level_await => {}
            ScopeKind::Module | ScopeKind::Class | ScopeKind::Annotation(_) => self.misplaced("'await' outside function", span),
            ScopeKind::Comprehension(_) => {
                if let Some(scope) = self.current_mut() {
                    scope.awaits = true;
                }
            }
            ScopeKind::Function if self.current().is_some_and(|scope| scope.is_async) => {}
            ScopeKind::Function | ScopeKind::Lambda => self.misplaced("'await' outside async function", span),
        }
    }

    fn yield_at(&mut self, word: &str, span: Span) {
        if self.forbid_in_annotation("yield expression", span) {
            return;
        }
        match self.kind() {
            ScopeKind::Module | ScopeKind::Class | ScopeKind::Annotation(_) => {
                self.misplaced(&format!("'{word}' outside function"), span);
            }
            ScopeKind::Comprehension(what) => {
                let message = format!("'yield' inside {what}");
                self.report(Pass::Symbols, ErrorKind::Misplaced, message, span);
            }
            ScopeKind::Function | ScopeKind::Lambda => {
                if word == "yield from" && self.current().is_some_and(|scope| scope.is_async) {
                    self.misplaced("'yield from' inside async function", span);
                }
                if let Some(scope) = self.current_mut() {
                    scope.has_yield = true;
                }
            }
        }
    }

    /// Checks `target := value`, which binds in the nearest scope that is not a comprehension.
    fn named(&mut self, target: ExprId, value: ExprId, span: Span) {
        let target_span = self.tree.expr_span(target);
        if self.forbid_in_annotation("named expression", span) {
            return;
        }
        if self.current().is_some_and(|scope| scope.in_iterable > 0) {
            let message = "assignment expression cannot be used in a comprehension iterable expression";
            self.report(Pass::Symbols, ErrorKind::Scope, message, span);
        }
        if let (ScopeKind::Comprehension(_), Expr::Name { name, .. }) = (self.kind(), self.tree.expr(target)) {
            self.bind_through_comprehensions(name, target_span);
        }
        self.expr(value);
        self.target(target);
    }

    fn bind_through_comprehensions(&mut self, name: crate::tree::Sym, span: Span) {
        let Some(current) = self.stack.last().copied() else { return };
        for index in self.stack.clone().into_iter().rev() {
            let Some(scope) = self.scopes.get(index) else { return };
            let message = match scope.kind {
                ScopeKind::Comprehension(_) => {
                    if self.flags_in(index, name) & name::ITERATION == 0 {
                        continue;
                    }
                    let text = self.tree.name(name);
                    format!("assignment expression cannot rebind comprehension iteration variable '{text}'")
                }
                ScopeKind::Function | ScopeKind::Lambda => {
                    let global = self.flags_in(index, name) & name::GLOBAL != 0;
                    self.define_in(current, name, if global { name::GLOBAL } else { name::NONLOCAL });
                    if !global {
                        self.define_in(index, name, name::LOCAL);
                    }
                    return;
                }
                ScopeKind::Module => {
                    self.define_in(current, name, name::GLOBAL);
                    self.define_in(index, name, name::LOCAL);
                    return;
                }
                ScopeKind::Class => "assignment expression within a comprehension cannot be used in a class body".to_owned(),
                ScopeKind::Annotation(AnnotationScope::Generic) => {
                    "assignment expression within a comprehension cannot be used within the definition of a generic".to_owned()
                }
                ScopeKind::Annotation(AnnotationScope::TypeAlias) => {
                    "assignment expression within a comprehension cannot be used in a type alias".to_owned()
                }
                ScopeKind::Annotation(AnnotationScope::TypeVar(_)) => {
                    "assignment expression within a comprehension cannot be used in a TypeVar bound".to_owned()
                }
                ScopeKind::Annotation(AnnotationScope::Future) => continue,
            };
            self.report(Pass::Symbols, ErrorKind::Scope, message, span);
            return;
        }
    }
}
