//! The part of the walk for expressions: names, operators and their folding, comprehensions.

use super::super::entry_flags as flag;
use super::super::{LoopKey, ScopeKey, ScopeKind};
use super::{Walker, operator};
use crate::bytecode::Constant;
use crate::fuel;
use crate::scope::fold;
use crate::tree::{CmpOp, Ctx, Expr, ExprId, FStringPart, Generator, Keyword, List, Sym};

impl Walker<'_, '_> {
    pub(super) fn opt(&mut self, expr: Option<ExprId>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    pub(super) fn exprs(&mut self, exprs: List<ExprId>) {
        for expr in self.tree.list(exprs) {
            self.expr(*expr);
        }
    }

    pub(super) fn expr(&mut self, id: ExprId) {
        if self.deadline.is_over() {
            return;
        }
        match self.tree.expr(id) {
            Expr::Constant(_) => {}
            Expr::Name { name, ctx } => self.name(id, name, ctx),
            Expr::Attribute { value, ctx, .. } => {
                self.charge(match ctx {
                    Ctx::Load => fuel::ATTRIBUTE,
                    Ctx::Store => fuel::ATTRIBUTE_STORE,
                    Ctx::Del => fuel::ATTRIBUTE_DELETE,
                });
                self.expr(value);
            }
            Expr::Call { func, args, keywords, .. } => self.call(func, args, keywords),
            Expr::Binary { .. } => self.binary(id),
            Expr::Unary { op, operand } => {
                self.operation();
                self.expr(operand);
                if let Some(folded) = self.constant(operand).and_then(|value| fold::unary(op, &value)) {
                    self.keep_folded(id, folded, &[operand]);
                }
            }
            Expr::BoolOp { values, .. } => {
                self.operation();
                self.exprs(values);
            }
            Expr::Compare { left, rest } => {
                self.expr(left);
                for (op, right) in self.tree.list(rest) {
                    self.charge(if matches!(op, CmpOp::In | CmpOp::NotIn) { fuel::IN } else { fuel::OPERATION });
                    self.expr(*right);
                }
            }
            Expr::Subscript { value, index, ctx } => {
                self.charge(match ctx {
                    Ctx::Load => fuel::SUBSCRIPT,
                    Ctx::Store => fuel::SUBSCRIPT_STORE,
                    Ctx::Del => fuel::SUBSCRIPT_DELETE,
                });
                self.expr(value);
                self.expr(index);
            }
            Expr::Tuple { items, ctx, .. } => {
                self.display(fuel::TUPLE, fuel::ITEM, items);
                if ctx == Ctx::Load {
                    self.fold_tuple(id, items);
                }
            }
            Expr::List { items, ctx } => self.display(if ctx == Ctx::Load { fuel::LIST } else { fuel::TUPLE }, fuel::ITEM, items),
            Expr::Set { items } => self.display(fuel::SET, fuel::HASHED_ITEM, items),
            Expr::Dict { keys, values } => self.dict(keys, values),
            Expr::If { test, then, orelse } => {
                self.operation();
                self.expr(test);
                self.expr(then);
                self.expr(orelse);
            }
            Expr::Named { target, value } => {
                self.expr(value);
                self.walrus(target);
            }
            Expr::Starred { value, .. } => self.expr(value),
            Expr::Slice { lower, upper, step } => {
                self.charge(fuel::SLICE);
                self.opt(lower);
                self.opt(upper);
                self.opt(step);
            }
            Expr::Await { value } => {
                self.charge(fuel::AWAIT);
                self.await_here();
                self.expr(value);
            }
            Expr::Yield { value } => {
                self.charge(fuel::YIELD);
                self.current().has_yield = true;
                self.opt(value);
            }
            Expr::YieldFrom { value } => {
                self.charge(fuel::YIELD);
                self.current().has_yield = true;
                self.expr(value);
            }
            Expr::FString { parts } => {
                self.charge(fuel::FSTRING);
                self.fstring(parts);
            }
            Expr::Lambda { params, body } => self.lambda(id, params, body),
            Expr::ListComp { element, generators } => {
                self.charge(fuel::COMPREHENSION + fuel::LIST);
                self.comprehension(id, ScopeKind::Comprehension, generators, &[element], fuel::ITEM);
            }
            Expr::SetComp { element, generators } => {
                self.charge(fuel::COMPREHENSION + fuel::SET);
                self.comprehension(id, ScopeKind::Comprehension, generators, &[element], fuel::HASHED_ITEM);
            }
            Expr::DictComp { key, value, generators } => {
                self.charge(fuel::COMPREHENSION + fuel::DICT);
                self.comprehension(id, ScopeKind::Comprehension, generators, &[key, value], fuel::HASHED_ITEM);
            }
            Expr::GeneratorExp { element, generators } => {
                self.charge(fuel::GENERATOR_EXPRESSION);
                self.comprehension(id, ScopeKind::GenExpr, generators, &[element], fuel::YIELD);
            }
        }
    }

    fn call(&mut self, func: ExprId, args: List<ExprId>, keywords: List<Keyword>) {
        self.charge(fuel::CALL);
        if let Expr::Attribute { value, .. } = self.tree.expr(func) {
            self.charge(fuel::METHOD);
            self.expr(value);
        } else {
            self.expr(func);
        }
        for arg in self.tree.list(args) {
            self.star(*arg, fuel::CALL_STAR);
            self.expr(*arg);
        }
        if !keywords.is_empty() {
            self.charge(fuel::KEYWORD_CALL);
        }
        for keyword in self.tree.list(keywords) {
            self.charge(if keyword.name.is_none() { fuel::CALL_KEYWORDS } else { fuel::KEYWORD });
            self.expr(keyword.value);
        }
    }

    fn dict(&mut self, keys: List<Option<ExprId>>, values: List<ExprId>) {
        self.charge(fuel::DICT);
        for (key, value) in self.tree.list(keys).iter().zip(self.tree.list(values)) {
            self.charge(if key.is_some() { fuel::HASHED_ITEM } else { fuel::STAR });
            self.opt(*key);
            self.expr(*value);
        }
    }

    fn display(&mut self, display: u32, item: u32, items: List<ExprId>) {
        self.charge(display);
        for value in self.tree.list(items) {
            self.charge(item);
            self.star(*value, fuel::STAR);
            self.expr(*value);
        }
    }

    fn star(&mut self, item: ExprId, cost: u32) {
        if matches!(self.tree.expr(item), Expr::Starred { .. }) {
            self.charge(cost);
        }
    }

    /// An augmented assignment reads its target before it stores it.
    pub(super) fn read_for_update(&mut self, target: ExprId) {
        self.charge(match self.tree.expr(target) {
            Expr::Attribute { .. } => fuel::ATTRIBUTE,
            Expr::Subscript { .. } => fuel::SUBSCRIPT,
            _ => 0,
        });
    }

    fn name(&mut self, id: ExprId, name: Sym, ctx: Ctx) {
        let entry = match ctx {
            Ctx::Load => {
                let entry = self.read(name);
                match self.tree.name(name) {
                    // Zero-argument `super()` and `__class__` need the class cell.
                    "super" if !matches!(self.facts.scope(self.scope).kind, ScopeKind::Module | ScopeKind::Class) => {
                        let class = self.names.intern("__class__");
                        self.touch(class, flag::USED);
                    }
                    "__debug__" => {
                        self.facts.folded.insert(id, Constant::True);
                    }
                    _ => {}
                }
                entry
            }
            Ctx::Store => self.bind(name, 0),
            Ctx::Del => self.bind(name, flag::DELETED),
        };
        self.set_name(id, entry);
    }

    /// A chain of operators nests to the left once for each operator, so a loop walks it instead of recursion.
    fn binary(&mut self, id: ExprId) {
        let mut spine = vec![id];
        let mut left = id;
        while let Expr::Binary { left: next, .. } = self.tree.expr(left) {
            left = next;
            if matches!(self.tree.expr(left), Expr::Binary { .. }) {
                spine.push(left);
            }
        }
        self.expr(left);
        for id in spine.into_iter().rev() {
            let Expr::Binary { op, left, right } = self.tree.expr(id) else { continue };
            self.charge(operator(op));
            self.expr(right);
            let Some(a) = self.constant(left) else { continue };
            let Some(b) = self.constant(right) else { continue };
            if let Some(folded) = fold::binary(op, &a, &b) {
                let weight = fold::weight(&folded);
                if weight <= self.fold_budget {
                    self.fold_budget -= weight;
                    self.keep_folded(id, folded, &[left, right]);
                }
            }
        }
    }

    /// Returns the value of an expression whose value is already known to be constant. Long texts are skipped.
    pub(super) fn constant(&self, id: ExprId) -> Option<Constant> {
        match self.tree.expr(id) {
            Expr::Constant(crate::tree::Constant::Str(text) | crate::tree::Constant::BigInt(text)) if self.tree.text(text).len() > 4096 => {
                None
            }
            Expr::Constant(crate::tree::Constant::Bytes(bytes)) if self.tree.bytes(bytes).len() > 4096 => None,
            Expr::Constant(value) => Some(fold::literal(self.tree, value)),
            Expr::Unary { .. } | Expr::Binary { .. } | Expr::Tuple { .. } | Expr::Name { .. } => match self.facts.folded(id)? {
                Constant::Tuple(items) if items.len() > 256 => None,
                value => Some(value.clone()),
            },
            _ => None,
        }
    }

    fn keep_folded(&mut self, id: ExprId, value: Constant, parts: &[ExprId]) {
        for part in parts {
            self.facts.folded.remove(part);
        }
        self.facts.folded.insert(id, value);
    }

    fn fold_tuple(&mut self, id: ExprId, items: List<ExprId>) {
        let items = self.tree.list(items);
        let constant = |item: &ExprId| match self.tree.expr(*item) {
            Expr::Constant(_) => true,
            Expr::Unary { .. } | Expr::Binary { .. } | Expr::Tuple { .. } | Expr::Name { .. } => self.facts.folded(*item).is_some(),
            _ => false,
        };
        if !items.iter().all(constant) {
            return;
        }
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            match self.tree.expr(*item) {
                Expr::Constant(value) => values.push(fold::literal(self.tree, value)),
                _ => values.extend(self.facts.folded.remove(item)),
            }
        }
        self.facts.folded.insert(id, Constant::Tuple(values.into()));
    }

    fn fstring(&mut self, parts: List<FStringPart>) {
        for part in self.tree.list(parts) {
            if let FStringPart::Field { value, spec, .. } = part {
                self.charge(fuel::FIELD);
                self.expr(*value);
                if let Some(spec) = spec {
                    self.charge(fuel::FORMAT);
                    self.fstring(*spec);
                }
            }
        }
    }

    fn lambda(&mut self, id: ExprId, params: crate::tree::ParamsId, body: ExprId) {
        self.charge(fuel::LAMBDA);
        let params = self.tree.params(params);
        self.defaults(params);
        let span = self.tree.expr_span(id);
        self.enter(ScopeKind::Lambda, ScopeKey::Expr(id.0), span, |walker| {
            walker.parameters(params);
            for param in walker.params_of(params) {
                walker.bind(param.name.name, flag::PARAM);
            }
            walker.expr(body);
        });
    }

    /// Notes that the scope waits. Functions say it themselves; a module may wait where the host allows it.
    pub(super) fn await_here(&mut self) {
        if matches!(self.facts.scope(self.scope).kind, ScopeKind::Comprehension | ScopeKind::GenExpr | ScopeKind::Module) {
            self.current().is_async = true;
        }
    }

    /// `cost`: that of keeping or giving an element.
    fn comprehension(&mut self, id: ExprId, kind: ScopeKind, generators: List<Generator>, elements: &[ExprId], cost: u32) {
        let span = self.tree.expr_span(id);
        let list = self.tree.list(generators);
        let Some(first) = list.first() else { return };
        self.expr(first.iter);
        let is_async = self.enter(kind, ScopeKey::Expr(id.0), span, |walker| {
            if kind == ScopeKind::GenExpr {
                let name = walker.names.intern(".0");
                walker.touch(name, flag::PARAM);
            }
            walker.generator(id, list, 0, elements, cost);
            walker.facts.scope(walker.scope).is_async
        });
        if is_async && kind == ScopeKind::Comprehension {
            self.await_here();
        }
    }

    fn generator(&mut self, id: ExprId, list: &[Generator], at: u32, elements: &[ExprId], element: u32) {
        let Some(generator) = list.get(at as usize) else {
            self.charge(element);
            for element in elements {
                self.expr(*element);
            }
            return;
        };
        self.charge(fuel::FOR);
        if at > 0 {
            self.expr(generator.iter);
        }
        if generator.is_async {
            self.await_here();
        }
        let cost = self.turn(LoopKey::Generator(id.0, at), |walker| {
            walker.expr(generator.target);
            for condition in walker.tree.list(generator.conditions) {
                walker.expr(*condition);
            }
            walker.charge(if generator.is_async { fuel::ASYNC_TURN } else { 0 });
            walker.generator(id, list, at + 1, elements, element);
        });
        if generator.is_async {
            self.charge(cost);
        }
    }
}
