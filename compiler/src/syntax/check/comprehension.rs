//! Comprehensions. Each is a scope, and asynchronous ones are only allowed where something can await them.

use super::Checker;
use super::scope::{GENERATOR_EXPRESSION, ScopeKind};
use crate::tree::{ExprId, Generator, List};

impl Checker<'_> {
    pub(super) fn comprehension(
        &mut self,
        id: ExprId,
        what: &'static str,
        element: ExprId,
        value: Option<ExprId>,
        generators: List<Generator>,
    ) {
        let generators = self.tree.list(generators);
        // The first iterable belongs to the enclosing scope.
        if let Some(first) = generators.first() {
            self.iterable(first.iter);
        }
        let around = self.kind();
        let around_is_async = self.current().is_some_and(|scope| scope.is_async);
        self.enter(ScopeKind::Comprehension(what), false);
        for (index, generator) in generators.iter().enumerate() {
            self.in_target(true);
            self.target(generator.target);
            self.in_target(false);
            if index > 0 {
                self.iterable(generator.iter);
            }
            for condition in self.tree.list(generator.conditions) {
                self.expr(*condition);
            }
        }
        if let Some(value) = value {
            self.expr(value);
        }
        self.expr(element);
        let awaits = self.current().is_some_and(|scope| scope.awaits) || generators.iter().any(|generator| generator.is_async);
        self.leave();
        if !awaits || what == GENERATOR_EXPRESSION {
            return;
        }
        match around {
            ScopeKind::Comprehension(_) => {
                if let Some(scope) = self.current_mut() {
                    scope.awaits = true;
                }
            }
            ScopeKind::Function if around_is_async => {}
            ScopeKind::Module if self.top_level_await => {}
            _ => self.misplaced("asynchronous comprehension outside of an asynchronous function", self.tree.expr_span(id)),
        }
    }

    fn in_target(&mut self, reading: bool) {
        if let Some(scope) = self.current_mut() {
            scope.in_target = reading;
        }
    }

    fn iterable(&mut self, iter: ExprId) {
        if let Some(scope) = self.current_mut() {
            scope.in_iterable += 1;
        }
        self.expr(iter);
        if let Some(scope) = self.current_mut() {
            scope.in_iterable -= 1;
        }
    }
}
