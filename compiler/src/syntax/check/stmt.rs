//! Statements: where each is allowed, and the scopes that they open.

use super::future;
use super::scope::{AnnotationScope, Block, ScopeKind, name};
use super::{Checker, Pass};
use crate::error::ErrorKind;
use crate::tree::{Alias, Class, Expr, ExprId, Function, Handler, List, Params, Span, Stmt, StmtId, TypeParam, TypeParamKind};

/// CPython's limit on nested loops, `with`s and `try`s in one function.
const MAX_BLOCKS: usize = 21;

impl Checker<'_> {
    pub(super) fn body(&mut self, body: List<StmtId>) {
        let tree = self.tree;
        let first = if self.kind() == ScopeKind::Module && self.stack.len() == 1 { future::future_import_end(tree) } else { 0 };
        let is_module_body = first > 0;
        for (index, id) in tree.list(body).iter().enumerate() {
            if future::is_future(tree, *id) && !(is_module_body && index < first) {
                let message = "from __future__ imports must occur at the beginning of the file";
                self.report(Pass::Code, ErrorKind::Misplaced, message, tree.stmt_span(*id));
            }
            self.stmt(*id);
        }
    }

    fn stmt(&mut self, id: StmtId) {
        if self.deadline.is_over() {
            return;
        }
        let tree = self.tree;
        let span = tree.stmt_span(id);
        match tree.stmt(id) {
            Stmt::Expr { value } => self.expr(value),
            Stmt::Assign { targets, value } => {
                self.expr(value);
                for target in tree.list(targets) {
                    self.target(*target);
                }
            }
            Stmt::AugAssign { target, value, .. } => {
                // CPython reads the target first, but this read does not count as a use before `global`.
                match tree.expr(target) {
                    // CPython does not report `x.__debug__ += 1`.
                    Expr::Attribute { value, .. } => self.expr(value),
                    _ => self.target(target),
                }
                self.expr(value);
            }
            Stmt::AnnAssign { target, annotation, value, simple } => self.annotated(target, annotation, value, simple, span),
            Stmt::FunctionDef(function) => {
                if let Some(function) = tree.function(function) {
                    self.function(function, span);
                }
            }
            Stmt::ClassDef(class) => {
                if let Some(class) = tree.class(class) {
                    self.class(class, span);
                }
            }
            Stmt::Return { value } => self.return_at(value, span),
            Stmt::Delete { targets } => {
                for target in tree.list(targets) {
                    self.delete(*target);
                }
            }
            Stmt::TypeAlias { name, type_params, value } => {
                if let Expr::Name { name, .. } = tree.expr(name) {
                    self.forbid_debug(name, span, "assign to");
                }
                self.target(name);
                let generic = !type_params.is_empty();
                if generic {
                    self.enter(ScopeKind::Annotation(AnnotationScope::Generic), false);
                    self.type_params(type_params);
                }
                self.annotation_scope(AnnotationScope::TypeAlias, value);
                if generic {
                    self.leave();
                }
            }
            Stmt::For { target, iter, body, orelse, is_async } => {
                if is_async {
                    self.async_statement("'async for' outside async function", span);
                }
                self.expr(iter);
                self.target(target);
                self.block(Block::Loop, body, span);
                self.body(orelse);
            }
            Stmt::While { test, body, orelse } => {
                self.expr(test);
                self.block(Block::Loop, body, span);
                self.body(orelse);
            }
            Stmt::If { test, body, orelse } => {
                self.expr(test);
                self.body(body);
                self.body(orelse);
            }
            Stmt::With { items, body, is_async } => {
                if is_async {
                    self.async_statement("'async with' outside async function", span);
                }
                for item in tree.list(items) {
                    self.expr(item.context);
                    if let Some(target) = item.target {
                        self.target(target);
                    }
                }
                self.block(Block::Other, body, span);
            }
            Stmt::Match { subject, cases } => self.match_cases(subject, cases),
            Stmt::Raise { exc, cause } => {
                self.opt_expr(exc);
                self.opt_expr(cause);
            }
            Stmt::Try { body, handlers, orelse, finalbody, is_star } => {
                self.try_statement(span, body, handlers, orelse, finalbody, is_star)
            }
            Stmt::Assert { test, msg } => {
                self.expr(test);
                self.opt_expr(msg);
            }
            Stmt::Import { names } => self.import(names, span),
            Stmt::ImportFrom { names, .. } => self.import(names, span),
            Stmt::Global { names } => self.declare(names, name::GLOBAL, span),
            Stmt::Nonlocal { names } => self.declare(names, name::NONLOCAL, span),
            Stmt::Pass => {}
            Stmt::Break => self.leave_loop("'break' outside loop", span),
            Stmt::Continue => self.leave_loop("'continue' not properly in loop", span),
        }
    }

    fn block(&mut self, block: Block, body: List<StmtId>, span: Span) {
        self.push_block(block, span);
        self.body(body);
        self.pop_block();
    }

    fn push_block(&mut self, block: Block, span: Span) {
        let Some(scope) = self.current_mut() else { return };
        scope.blocks.push(block);
        if scope.blocks.len() > MAX_BLOCKS {
            self.report(Pass::Code, ErrorKind::Nesting, "too many statically nested blocks", span);
        }
    }

    fn pop_block(&mut self) {
        if let Some(scope) = self.current_mut() {
            scope.blocks.pop();
        }
    }

    fn leave_loop(&mut self, outside: &str, span: Span) {
        let blocks = self.current().map_or(&[][..], |scope| &scope.blocks);
        match blocks.iter().rev().find(|block| **block != Block::Other) {
            Some(Block::Loop) => {}
            Some(_) => self.leave_except_star(span),
            None => self.misplaced(outside, span),
        }
    }

    fn leave_except_star(&mut self, span: Span) {
        self.misplaced("'break', 'continue' and 'return' cannot appear in an except* block", span);
    }

    fn return_at(&mut self, value: Option<ExprId>, span: Span) {
        if self.kind() != ScopeKind::Function {
            self.misplaced("'return' outside function", span);
        }
        if let Some(scope) = self.current_mut() {
            if value.is_some() && scope.value_return.is_none() {
                scope.value_return = Some(span);
            }
            if scope.blocks.contains(&Block::ExceptStar) {
                self.leave_except_star(span);
            }
        }
        self.opt_expr(value);
    }

    fn async_statement(&mut self, message: &str, span: Span) {
        let is_in_async = self.kind() == ScopeKind::Function && self.current().is_some_and(|scope| scope.is_async);
        if !(is_in_async || self.kind() == ScopeKind::Module && self.top_level_await) {
            self.misplaced(message, span);
        }
    }

    fn annotated(&mut self, target: ExprId, annotation: ExprId, value: Option<ExprId>, simple: bool, span: Span) {
        // Annotations of local variables are never evaluated.
        self.in_dead_annotation = self.kind() == ScopeKind::Function;
        self.annotation(annotation);
        self.in_dead_annotation = false;
        self.opt_expr(value);
        if let (Expr::Name { name, .. }, true) = (self.tree.expr(target), simple) {
            let scope = self.stack.last().copied().unwrap_or(0);
            let flags = self.flags_in(scope, name);
            if flags & (name::GLOBAL | name::NONLOCAL) != 0 && self.kind() != ScopeKind::Module {
                let word = if flags & name::GLOBAL != 0 { "global" } else { "nonlocal" };
                let message = format!("annotated name '{}' can't be {word}", self.tree.name(name));
                self.report(Pass::Symbols, ErrorKind::Scope, message, span);
            }
            self.define(name, name::ANNOTATED, span);
            if value.is_none() {
                self.forbid_debug(name, span, "assign to");
            }
        }
        self.target(target);
    }

    fn annotation(&mut self, annotation: ExprId) {
        if self.future_annotations {
            self.annotation_scope(AnnotationScope::Future, annotation);
        } else {
            // The grammar allows a star only in the annotation of `*args`, as in `*args: *Ts`.
            self.element(annotation);
        }
    }

    fn annotation_scope(&mut self, scope: AnnotationScope, value: ExprId) {
        self.enter(ScopeKind::Annotation(scope), false);
        self.element(value);
        self.leave();
    }

    fn function(&mut self, function: Function, span: Span) {
        let tree = self.tree;
        for decorator in tree.list(function.decorators) {
            self.expr(*decorator);
        }
        self.bind(function.name.name, function.name.span);
        self.forbid_debug(function.name.name, span, "assign to");
        let params = self.defaults(function.params);
        let generic = !function.type_params.is_empty();
        if generic {
            self.enter(ScopeKind::Annotation(AnnotationScope::Generic), false);
            self.type_params(function.type_params);
        }
        self.param_annotations(params);
        if let Some(returns) = function.returns {
            self.annotation(returns);
        }
        self.enter(ScopeKind::Function, function.is_async);
        self.bind_params(params);
        self.body(function.body);
        if let Some(scope) = self.current()
            && scope.is_async
            && scope.has_yield
            && let Some(span) = scope.value_return
        {
            self.misplaced("'return' with value in async generator", span);
        }
        self.leave();
        if generic {
            self.leave();
        }
    }

    fn param_annotations(&mut self, params: Params) {
        let tree = self.tree;
        let plain = tree.list(params.posonly).iter().chain(tree.list(params.args)).chain(params.vararg.iter());
        for param in plain.chain(tree.list(params.kwonly)).chain(params.kwarg.iter()) {
            if let Some(annotation) = param.annotation {
                self.annotation(annotation);
            }
        }
    }

    fn class(&mut self, class: Class, span: Span) {
        for decorator in self.tree.list(class.decorators) {
            self.expr(*decorator);
        }
        self.bind(class.name.name, class.name.span);
        self.forbid_debug(class.name.name, span, "assign to");
        let generic = !class.type_params.is_empty();
        if generic {
            self.enter(ScopeKind::Annotation(AnnotationScope::Generic), false);
            self.type_params(class.type_params);
        }
        self.call_arguments(class.bases, class.keywords);
        self.enter_class(class.name.name);
        self.body(class.body);
        self.leave();
        if generic {
            self.leave();
        }
    }

    fn type_params(&mut self, type_params: List<TypeParam>) {
        let tree = self.tree;
        let mut has_default = false;
        for param in tree.list(type_params) {
            let text = tree.name(param.name.name);
            let scope = self.stack.last().copied().unwrap_or(0);
            if self.flags_in(scope, param.name.name) & name::TYPE_PARAMETER != 0 {
                self.report(Pass::Symbols, ErrorKind::Scope, format!("duplicate type parameter '{text}'"), param.span);
            }
            self.define(param.name.name, name::LOCAL | name::TYPE_PARAMETER, param.span);
            self.forbid_debug(param.name.name, param.span, "assign to");
            if let Some(bound) = param.bound {
                let place = if matches!(tree.expr(bound), Expr::Tuple { .. }) { "a TypeVar constraint" } else { "a TypeVar bound" };
                self.annotation_scope(AnnotationScope::TypeVar(place), bound);
            }
            if let Some(default) = param.default {
                let place = match param.kind {
                    TypeParamKind::TypeVar => "a TypeVar default",
                    TypeParamKind::TypeVarTuple => "a TypeVarTuple default",
                    TypeParamKind::ParamSpec => "a ParamSpec default",
                };
                self.annotation_scope(AnnotationScope::TypeVar(place), default);
                has_default = true;
            } else if has_default {
                let message = format!("non-default type parameter '{text}' follows default type parameter");
                self.report(Pass::Code, ErrorKind::Scope, message, param.span);
            }
        }
    }

    fn try_statement(
        &mut self,
        span: Span,
        body: List<StmtId>,
        handlers: List<Handler>,
        orelse: List<StmtId>,
        finalbody: List<StmtId>,
        is_star: bool,
    ) {
        let handlers = self.tree.list(handlers);
        self.block(Block::Other, body, span);
        for (index, handler) in handlers.iter().enumerate() {
            if handler.ty.is_none() && index + 1 < handlers.len() {
                self.misplaced("default 'except:' must be last", handler.span);
            }
            self.opt_expr(handler.ty);
            if let Some(name) = handler.name {
                self.bind(name.name, name.span);
                self.forbid_debug(name.name, handler.span, "assign to");
            }
            self.block(if is_star { Block::ExceptStar } else { Block::Other }, handler.body, span);
        }
        self.body(orelse);
        self.body(finalbody);
    }

    fn import(&mut self, names: List<Alias>, span: Span) {
        for alias in self.tree.list(names) {
            let text = self.tree.name(alias.name.name);
            if text == "*" {
                if self.kind() != ScopeKind::Module {
                    self.report(Pass::Symbols, ErrorKind::Misplaced, "import * only allowed at module level", alias.span);
                }
                continue;
            }
            let bound = match alias.asname {
                Some(asname) => Some(asname.name),
                None => match text.split_once('.') {
                    Some((first, _)) => self.tree.symbols.find(first),
                    None => Some(alias.name.name),
                },
            };
            if let Some(bound) = bound {
                self.define(bound, name::IMPORTED, alias.span);
                self.forbid_debug(bound, span, "assign to");
            }
        }
    }
}
