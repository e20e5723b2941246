//! Statements, definitions and their clauses.

use rustpython_ast as ast;
use rustpython_text_size::Ranged;

use super::expr::binary;
use super::{Lowerer, span};
use crate::syntax::bare_raise;
use crate::tree::{Alias, Case, Class, ExprId, Function, Handler, List, Span, Stmt, StmtId, WithItem};

impl Lowerer<'_> {
    pub(super) fn body(&mut self, body: &[ast::Stmt]) -> List<StmtId> {
        if body.is_empty() {
            return List::default();
        }
        let mark = self.stmts.len();
        for stmt in body {
            if self.deadline.is_over() {
                break;
            }
            let id = self.stmt(stmt);
            self.stmts.push(id);
        }
        self.tree.add_list(self.stmts.drain(mark..))
    }

    fn stmt(&mut self, stmt: &ast::Stmt) -> StmtId {
        let mut at = span(stmt.range());
        let node = match stmt {
            ast::Stmt::Expr(s) => Stmt::Expr { value: self.value(&s.value) },
            ast::Stmt::Assign(s) => {
                let targets = self.expr_list(&s.targets);
                Stmt::Assign { targets, value: self.value(&s.value) }
            }
            ast::Stmt::AugAssign(s) => {
                let target = self.expr(&s.target);
                Stmt::AugAssign { target, op: binary(s.op), value: self.value(&s.value) }
            }
            ast::Stmt::AnnAssign(s) => {
                let target = self.expr(&s.target);
                let annotation = self.expr(&s.annotation);
                Stmt::AnnAssign { target, annotation, value: s.value.as_deref().map(|value| self.value(value)), simple: s.simple }
            }
            ast::Stmt::FunctionDef(s) => {
                at.start = self.after_decorators(&s.decorator_list, at.start);
                self.function(s)
            }
            ast::Stmt::ClassDef(s) => {
                at.start = self.after_decorators(&s.decorator_list, at.start);
                self.class(s)
            }
            ast::Stmt::Return(s) => Stmt::Return { value: self.opt_expr(s.value.as_deref()) },
            ast::Stmt::Delete(s) => Stmt::Delete { targets: self.expr_list(&s.targets) },
            ast::Stmt::TypeAlias(s) => {
                let name = self.expr(&s.name);
                let type_params = self.type_params(s.type_params.as_deref());
                Stmt::TypeAlias { name, type_params, value: self.expr(&s.value) }
            }
            ast::Stmt::For(s) => {
                let target = self.expr(&s.target);
                let iter = self.expr(&s.iter);
                let body = self.body(&s.body);
                Stmt::For { target, iter, body, orelse: self.body(&s.orelse), is_async: s.is_async }
            }
            ast::Stmt::While(s) => {
                let test = self.expr(&s.test);
                let body = self.body(&s.body);
                Stmt::While { test, body, orelse: self.body(&s.orelse) }
            }
            ast::Stmt::If(s) => self.if_chain(s, at.end),
            ast::Stmt::With(s) => {
                let items: Vec<WithItem> = s
                    .items
                    .iter()
                    .map(|item| WithItem { context: self.expr(&item.context_expr), target: self.opt_expr(item.optional_vars.as_deref()) })
                    .collect();
                let items = self.tree.add_list(items);
                Stmt::With { items, body: self.body(&s.body), is_async: s.is_async }
            }
            ast::Stmt::Match(s) => self.match_statement(s),
            ast::Stmt::Raise(s) => {
                let exc = self.opt_expr(s.exc.as_deref());
                Stmt::Raise { exc, cause: self.opt_expr(s.cause.as_deref()) }
            }
            ast::Stmt::Try(s) => self.try_statement(s),
            ast::Stmt::Assert(s) => {
                let test = self.expr(&s.test);
                Stmt::Assert { test, msg: self.opt_expr(s.msg.as_deref()) }
            }
            ast::Stmt::Import(s) => Stmt::Import { names: self.aliases(&s.names) },
            ast::Stmt::ImportFrom(s) => {
                // The parser accepts `from a import (*)`.
                self.facts.is_suspect |=
                    matches!(&*s.names, [alias] if alias.name.id.as_str() == "*" && self.source.slice(at).ends_with(')'));
                let module = self.opt_ident(s.module.as_ref());
                Stmt::ImportFrom { module, names: self.aliases(&s.names), level: s.level }
            }
            ast::Stmt::Global(s) => Stmt::Global { names: self.names(&s.names) },
            ast::Stmt::Nonlocal(s) => Stmt::Nonlocal { names: self.names(&s.names) },
            ast::Stmt::Pass(_) => match bare_raise::replaced_raise(self.source, at) {
                Some(span) => {
                    at = span;
                    Stmt::Raise { exc: None, cause: None }
                }
                None => Stmt::Pass,
            },
            ast::Stmt::Break(_) => Stmt::Break,
            ast::Stmt::Continue(_) => Stmt::Continue,
            ast::Stmt::IpyEscapeCommand(s) => {
                self.unsupported("invalid syntax", s.range);
                Stmt::Pass
            }
        };
        self.tree.add_stmt(node, at)
    }

    fn function(&mut self, s: &ast::StmtFunctionDef) -> Stmt {
        let function = Function {
            decorators: self.decorators(&s.decorator_list),
            name: self.ident(&s.name),
            type_params: self.type_params(s.type_params.as_deref()),
            params: self.params(Some(&s.parameters)),
            returns: self.opt_expr(s.returns.as_deref()),
            body: self.body(&s.body),
            is_async: s.is_async,
        };
        Stmt::FunctionDef(self.tree.add_function(function))
    }

    fn class(&mut self, s: &ast::StmtClassDef) -> Stmt {
        let decorators = self.decorators(&s.decorator_list);
        let name = self.ident(&s.name);
        let type_params = self.type_params(s.type_params.as_deref());
        let (bases, keywords) = match s.arguments.as_deref() {
            Some(arguments) => {
                self.facts.is_suspect |= arguments.args.iter().any(|arg| matches!(arg, ast::Expr::Generator(e) if !e.parenthesized));
                self.arguments(arguments)
            }
            None => (List::default(), List::default()),
        };
        let class = Class { name, bases, keywords, body: self.body(&s.body), decorators, type_params };
        Stmt::ClassDef(self.tree.add_class(class))
    }

    fn decorators(&mut self, decorators: &[ast::Decorator]) -> List<ExprId> {
        self.expr_list(decorators.iter().map(|decorator| &decorator.expression))
    }

    /// Returns the offset of `def`, `async` or `class`. It comes after the last decorator, the comment of that line,
    /// and blank or comment lines.
    fn after_decorators(&self, decorators: &[ast::Decorator], start: u32) -> u32 {
        let Some(last) = decorators.last() else { return start };
        let text = self.source.text();
        let mut at = last.range().end().to_usize();
        let mut comment = false;
        for byte in text.as_bytes().get(at..).unwrap_or(&[]) {
            match byte {
                b'\n' => comment = false,
                b'#' => comment = true,
                b' ' | b'\t' | b'\x0c' | b'\r' | b'\\' => {}
                _ if comment => {}
                _ => break,
            }
            at += 1;
        }
        u32::try_from(at).unwrap_or(start)
    }

    /// Converts `elif` clauses to nested `If`s, starting with the last clause.
    fn if_chain(&mut self, s: &ast::StmtIf, end: u32) -> Stmt {
        let test = self.expr(&s.test);
        let body = self.body(&s.body);
        // The clauses are lowered in the order of the source, so that symbols and pools have that order.
        let clauses: Vec<(Option<ExprId>, List<StmtId>, u32)> = s
            .elif_else_clauses
            .iter()
            .map(|clause| {
                let test = self.opt_expr(clause.test.as_ref());
                (test, self.body(&clause.body), clause.range().start().to_u32())
            })
            .collect();
        let mut orelse = List::default();
        for (test, body, start) in clauses.into_iter().rev() {
            orelse = match test {
                Some(test) => {
                    let nested = self.tree.add_stmt(Stmt::If { test, body, orelse }, Span::new(start, end));
                    self.tree.add_list([nested])
                }
                None => body,
            };
        }
        Stmt::If { test, body, orelse }
    }

    fn match_statement(&mut self, s: &ast::StmtMatch) -> Stmt {
        let subject = self.expr(&s.subject);
        let cases: Vec<Case> = s
            .cases
            .iter()
            .map(|case| Case {
                pattern: self.pattern(&case.pattern),
                guard: self.opt_expr(case.guard.as_deref()),
                body: self.body(&case.body),
                span: span(case.range()),
            })
            .collect();
        Stmt::Match { subject, cases: self.tree.add_list(cases) }
    }

    fn try_statement(&mut self, s: &ast::StmtTry) -> Stmt {
        let body = self.body(&s.body);
        let handlers: Vec<Handler> = s
            .handlers
            .iter()
            .map(|handler| {
                let ast::ExceptHandler::ExceptHandler(handler) = handler;
                Handler {
                    ty: self.opt_expr(handler.type_.as_deref()),
                    name: self.opt_ident(handler.name.as_ref()),
                    body: self.body(&handler.body),
                    span: span(handler.range()),
                }
            })
            .collect();
        // The parser accepts an `else` without an `except` before it.
        self.facts.is_suspect |= handlers.is_empty() && !s.orelse.is_empty();
        let handlers = self.tree.add_list(handlers);
        let orelse = self.body(&s.orelse);
        Stmt::Try { body, handlers, orelse, finalbody: self.body(&s.finalbody), is_star: s.is_star }
    }

    fn aliases(&mut self, names: &[ast::Alias]) -> List<Alias> {
        let aliases: Vec<Alias> = names
            .iter()
            .map(|alias| Alias { name: self.ident(&alias.name), asname: self.opt_ident(alias.asname.as_ref()), span: span(alias.range()) })
            .collect();
        self.tree.add_list(aliases)
    }

    fn names(&mut self, names: &[ast::Identifier]) -> List<crate::tree::Ident> {
        self.facts.needs_names = true;
        let idents: Vec<_> = names.iter().map(|name| self.ident(name)).collect();
        self.tree.add_list(idents)
    }
}
