//! Constants, displays, operators, subscripts and strings with fields.

use stockade_compiler::tree::{BinOp, Constant, Conversion, Expr, ExprId, FStringPart, Keyword, List};

use super::values::{Values, items_of};
use super::{Facts, MAX_ITEMS, MAX_VALUES, Names, Value};
use crate::analysis::fold;
use crate::analysis::walk::ScopeId;

impl Names<'_> {
    pub(super) fn constant(&self, constant: Constant) -> Facts {
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

    /// Folds `"__{n}__".format(n="class")`, the only kind of call with keywords that is folded.
    pub(super) fn format_with_keywords(&mut self, callee: &Facts, args: List<ExprId>, keywords: List<Keyword>, scope: ScopeId) -> Facts {
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

    pub(super) fn union(&mut self, exprs: &[ExprId], scope: ScopeId) -> Facts {
        let mut facts = Facts::default();
        for expr in exprs {
            facts.join(self.facts(*expr, scope));
        }
        facts
    }

    pub(super) fn sequence(&mut self, items: List<ExprId>, scope: ScopeId) -> Facts {
        match self.arguments(items, scope) {
            Some(items) => Facts::seq(items),
            None => Facts::unknown(),
        }
    }

    pub(super) fn binary(&mut self, op: BinOp, left: ExprId, right: ExprId, scope: ScopeId) -> Facts {
        // A chain of `+` nests to the left, so a loop walks it. Long chains would exceed the depth limit otherwise.
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
    pub(super) fn product(&mut self, operands: &[Facts], mut fold: impl FnMut(&[Value]) -> Option<Value>) -> Facts {
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

    pub(super) fn fstring(&mut self, parts: List<FStringPart>, scope: ScopeId) -> Facts {
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

    pub(super) fn subscript(&mut self, value: ExprId, index: ExprId, scope: ScopeId) -> Facts {
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
        // A list or dict with a name may have changed in between.
        facts.open |= matches!(tree.expr(value), Expr::Name { .. } | Expr::Attribute { .. })
            && base.values.iter().any(|value| matches!(value, Value::Dict(..)));
        facts
    }

    /// Returns a dict display with constant keys and values as the pairs that `%(name)s` needs.
    pub(super) fn named_values(&mut self, display: ExprId, scope: ScopeId) -> Facts {
        let tree = self.tree;
        let Expr::Dict { keys, values } = tree.expr(display) else { return Facts::unknown() };
        let mut pairs = Vec::new();
        for (key, value) in tree.list(keys).iter().zip(tree.list(values)).take(MAX_ITEMS) {
            let Some(key) = key else { return Facts::unknown() };
            let pair = [self.facts(*key, scope), self.facts(*value, scope)];
            pairs.push(Facts::seq(pair.to_vec()));
        }
        Facts::of(Value::Named(pairs.into()))
    }

    pub(super) fn dict_item(&mut self, display: ExprId, scope: ScopeId, index: &Facts) -> Facts {
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
}
