//! Variables: their bindings before a place, and bindings that hide a builtin.

use std::rc::Rc;

use smallvec::smallvec;
use stockade_compiler::tree::{Expr, ExprId, Span, Sym};

use super::values::{Values, items_of};
use super::{Facts, Known, MAX_DEPTH, MAX_VALUES, Names, Shadow, Value};
use crate::analysis::fold;
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::{PassedAs, ScopeId, ScopeKind, Source, VariableId};

impl Names<'_> {
    /// True if the expression starts with a variable that has no facts, followed by attributes, calls or subscripts.
    pub(super) fn is_opaque(&self, mut expr: ExprId) -> bool {
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

    /// True if a quick test shows that a variable has no facts.
    pub(super) fn is_blank(&self, id: VariableId, name: Sym) -> bool {
        if let Some(Known::Found(facts)) = self.variables.get(id.0 as usize) {
            return facts.values.is_empty() && !self.may_hide_builtin(id, name);
        }
        self.walk.variable(id).is_some_and(|variable| variable.opaque) && !self.may_hide_builtin(id, name)
    }

    /// True if an expression is a variable that is never bound to a module. Most variables whose attributes are used are like that.
    pub(super) fn is_never_module(&mut self, expr: ExprId) -> bool {
        let Expr::Name { name, .. } = self.tree.expr(expr) else { return false };
        let Some(id) = self.walk.variable_at(expr).filter(|id| !self.may_hide_builtin(*id, name)) else { return false };
        self.assumed.is_empty() && self.known(id).is_some_and(|facts| !facts.values.iter().any(|value| matches!(value, Value::Module(_))))
    }

    /// True if a variable has one binding, whose value is the same at every read.
    fn is_bound_once(&self, id: VariableId, name: Sym) -> bool {
        let mut bindings = self.walk.bindings_of(id);
        let only = bindings.next().filter(|_| bindings.next().is_none());
        only.is_some_and(|only| !matches!(only.source, Source::Augmented(..))) && !self.may_hide_builtin(id, name)
    }

    pub(super) fn may_hide_builtin(&self, id: VariableId, name: Sym) -> bool {
        self.marks.of(name).intersects(Marks::BUILTIN | Marks::DENIED)
            && self.walk.variable(id).is_some_and(|variable| self.is_outer(variable.scope))
    }

    /// True for module and class scopes. In these, a name means the builtin until it is bound.
    pub(super) fn is_outer(&self, scope: ScopeId) -> bool {
        matches!(self.walk.scope(scope).kind, ScopeKind::Module | ScopeKind::Class(_))
    }

    /// Returns the facts of a name where it is read.
    pub(super) fn read(&mut self, expr: ExprId, name: Sym, scope: ScopeId) -> Facts {
        if let Some((_, facts)) = self.assumed.iter().rev().find(|(assumed, _)| *assumed == name) {
            return facts.clone();
        }
        match self.walk.variable_at(expr) {
            Some(id) if self.is_blank(id, name) => Facts::unknown(),
            Some(id) => {
                if self.depth < MAX_DEPTH && self.steps > 0 && self.is_bound_once(id, name) {
                    self.depth += 1;
                    let facts = self.known(id).cloned();
                    self.depth -= 1;
                    if let Some(facts) = facts {
                        return facts;
                    }
                }
                let remembers = self.in_progress == 0 && self.assumed.is_empty();
                if remembers && let Some(facts) = self.memo.get(expr, scope) {
                    return facts.clone();
                }
                let facts = self.variable_before(id, name, scope, self.tree.expr_span(expr));
                if remembers {
                    self.memo.insert(expr, scope, facts.clone());
                }
                facts
            }
            None => self.free_name(name),
        }
    }

    /// Returns the values that a name may have where it is read.
    pub(crate) fn variable_at(&mut self, name: Sym, scope: ScopeId, span: Span) -> Facts {
        match self.walk.resolve_variable(scope, name) {
            Some(id) => self.variable_before(id, name, scope, span),
            None => self.free_name(name),
        }
    }

    pub(super) fn variable_before(&mut self, id: VariableId, name: Sym, scope: ScopeId, span: Span) -> Facts {
        if self.steps == 0 || self.depth >= MAX_DEPTH {
            return Facts::unknown();
        }
        self.depth += 1;
        // If no value of the variable has facts, the last assignment has none either.
        let blank = self.known(id).is_some_and(|facts| facts.values.is_empty());
        let last = if blank { None } else { self.last_assigned(id, scope, span) };
        let mut facts = last.or_else(|| self.known(id).cloned()).unwrap_or_else(Facts::unknown);
        self.depth -= 1;
        if self.may_be_builtin(id, name, span) {
            let shadow = self.shadowed_everywhere_before(id, scope, span);
            let builtin = self.free_name(name);
            if shadow { facts.join(builtin) } else { facts = builtin }
        }
        facts
    }

    /// Returns the value of the last assignment before a read, if control flow allows only this one: all assignments
    /// are unconditional and in the scope of the read.
    pub(super) fn last_assigned(&mut self, id: VariableId, scope: ScopeId, read: Span) -> Option<Facts> {
        /// Maximum number of assignments to examine. If there are more, the facts of all are joined.
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
            // The value is computed before the name is bound, so `x = f(x)` reads the old one.
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

    /// Returns the facts of a name that the program does not bind.
    pub(super) fn free_name(&mut self, name: Sym) -> Facts {
        let marks = self.marks.of(name);
        if !marks.intersects(Marks::BUILTIN | Marks::DENIED | Marks::TOOL | Marks::BUILTINS) {
            return Facts::unknown();
        }
        if let Some(Some(facts)) = self.free.get(name.0 as usize) {
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
                // Denied builtins count even if the VM does not have them.
                Value::Builtin(text.into())
            };
            // `from m import *` may bind the name, unless the attributes of `m` are known.
            Facts { values: smallvec![value], open: self.walk.star_import && self.star_may_bind(text) }
        };
        if let Some(slot) = self.free.get_mut(name.0 as usize) {
            *slot = Some(facts.clone());
        }
        facts
    }

    pub(super) fn star_may_bind(&self, name: &str) -> bool {
        let stars = self.walk.imports.iter().filter(|site| site.member.as_deref() == Some("*"));
        stars.into_iter().any(|site| site.level > 0 || self.catalog.has_attribute(&site.module, name) != Some(false))
    }

    pub(super) fn may_be_builtin(&mut self, id: VariableId, name: Sym, span: Span) -> bool {
        if !self.may_hide_builtin(id, name) {
            return false;
        }
        let shadow = self.shadow(id);
        if shadow.deleted {
            return true;
        }
        match shadow.first_certain {
            None => true,
            // Code after the binding runs after it. The same holds for a function that is defined there.
            Some(start) => start > span.start,
        }
    }

    /// True if code in a scope runs in the order of the variable's own scope.
    pub(super) fn is_in(&self, id: VariableId, scope: ScopeId) -> bool {
        self.walk.variable(id).is_some_and(|variable| variable.scope == scope || variable.scope == self.walk.owner(scope))
    }

    /// True if a binding may have run before the name is read.
    pub(super) fn shadowed_everywhere_before(&mut self, id: VariableId, scope: ScopeId, span: Span) -> bool {
        !self.is_in(id, scope) || self.shadow(id).first.is_some_and(|start| start <= span.start)
    }

    pub(super) fn shadow(&mut self, id: VariableId) -> Shadow {
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
            // A name bound in a loop may have been bound in the turn before.
            shadow.first = earlier(shadow.first, if binding.at.in_loop { 0 } else { start });
        }
        self.shadows.insert(id, shadow);
        shadow
    }

    /// Returns all values that a variable may have anywhere. `None` while they are being computed.
    pub(super) fn known(&mut self, id: VariableId) -> Option<&Facts> {
        if self.variables.is_empty() {
            self.variables.resize(self.walk.variables.len(), Known::NotComputed);
        }
        if matches!(self.variables.get(id.0 as usize)?, Known::NotComputed) {
            self.set_known(id, Known::InProgress);
            self.in_progress += 1;
            let mut facts = Facts::default();
            let walk = self.walk;
            for (count, binding) in walk.bindings_of(id).enumerate() {
                if count >= 64 || (facts.open && facts.values.len() >= MAX_VALUES) {
                    facts.open = true;
                    break;
                }
                facts.join(self.source(&binding.source, binding.at.scope));
            }
            self.in_progress -= 1;
            self.set_known(id, Known::Found(facts));
        }
        match self.variables.get(id.0 as usize)? {
            Known::Found(facts) => Some(facts),
            Known::InProgress | Known::NotComputed => None,
        }
    }

    pub(super) fn set_known(&mut self, id: VariableId, known: Known) {
        if let Some(slot) = self.variables.get_mut(id.0 as usize) {
            *slot = known;
        }
    }

    pub(super) fn source(&mut self, source: &Source, scope: ScopeId) -> Facts {
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
            Source::Module(module) => Facts::of(Value::Module(Rc::clone(module))),
            Source::Member(module, member) => self.attribute(&Facts::of(Value::Module(Rc::clone(module))), member),
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
            Source::Passed(expr, handed) => {
                let mut facts = match handed {
                    PassedAs::Whole => self.facts(*expr, scope),
                    PassedAs::Items => self.source(&Source::Element(*expr), scope),
                };
                facts.open = true;
                facts
            }
            // In a loop the sum may grow further. Programs that hide names use a single step.
            Source::Opaque | Source::Augmented(..) => Facts::unknown(),
            Source::Nothing => Facts::default(),
        }
    }
}
