//! Calls: their callees, arguments and results.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use stockade_compiler::tree::{BinOp, Expr, ExprId, FunctionId, List, Span, Stmt, StmtId};

use super::values::{Values, items_of, type_of};
use super::{Callee, Facts, MAX_DEPTH, MAX_ITEMS, ModuleGrants, Names, ResolvedCall, Value};
use crate::analysis::fold;
use crate::analysis::walk::ScopeId;
use crate::enforce::grants::Access;
use crate::enforce::pattern::is_dunder;

impl Names<'_> {
    /// Returns the facts of each argument. Constant sequences after `*` are expanded.
    pub(crate) fn arguments(&mut self, args: List<ExprId>, scope: ScopeId) -> Option<Vec<Facts>> {
        let tree = self.tree;
        let args = tree.list(args);
        if args.len() > MAX_ITEMS {
            return None;
        }
        let mut facts = Vec::with_capacity(args.len());
        for arg in args {
            if let Expr::Starred { value, .. } = tree.expr(*arg) {
                facts.extend(self.facts(value, scope).single().and_then(items_of)?);
            } else {
                facts.push(self.facts(*arg, scope));
            }
        }
        Some(facts)
    }

    /// Returns the facts of the result of a call.
    pub(super) fn apply(&mut self, callee: &Value, args: &[Facts]) -> Facts {
        match callee {
            Value::Builtin(name) => self.apply_builtin(name, args),
            Value::Method(receiver, name) => {
                let mut operands = vec![Facts::of((**receiver).clone())];
                operands.extend_from_slice(args);
                self.method(name, &operands)
            }
            Value::BuiltinAttribute(ty, name) if matches!(&**ty, "str" | "bytes") => {
                if &**name == "fromhex" {
                    return self.product(args, |values| fold::from_hex(values.first()?));
                }
                self.method(name, args)
            }
            Value::Partial(inner, bound) => {
                let mut all = bound.to_vec();
                all.extend_from_slice(args);
                self.depth += 1;
                let facts = if self.depth < MAX_DEPTH { self.apply(inner, &all) } else { Facts::unknown() };
                self.depth -= 1;
                facts
            }
            Value::Member(module, name) => match (&**module, &**name) {
                ("functools", "partial") => match args.split_first() {
                    Some((callable, bound)) => {
                        let mut facts = Facts { values: Values::new(), open: callable.open };
                        for value in &callable.values {
                            facts.add(Value::Partial(Rc::new(value.clone()), bound.into()));
                        }
                        facts
                    }
                    None => Facts::unknown(),
                },
                ("importlib", "import_module") => self.apply_builtin("__import__", args),
                ("operator", "add" | "concat") => self.product(args, |values| fold::binary(BinOp::Add, values.first()?, values.get(1)?)),
                _ => Facts::unknown(),
            },
            Value::Function(function) => self.returned(*function),
            Value::Class(class) => Facts::of(Value::Instance(*class)),
            _ => Facts::unknown(),
        }
    }

    /// Returns the facts of the result of a function whose body is a few simple statements that end in `return`.
    pub(super) fn returned(&mut self, id: FunctionId) -> Facts {
        let tree = self.tree;
        let Some(function) = tree.function(id).filter(|function| !function.is_async) else { return Facts::unknown() };
        let Some((last, before)) = tree.list(function.body).split_last() else { return Facts::unknown() };
        let plain = |stmt: &StmtId| {
            matches!(tree.stmt(*stmt), Stmt::Assign { .. } | Stmt::Expr { .. } | Stmt::Import { .. } | Stmt::ImportFrom { .. })
        };
        let Stmt::Return { value: Some(value) } = tree.stmt(*last) else { return Facts::unknown() };
        if before.len() > 16 || !before.iter().all(plain) || self.depth >= MAX_DEPTH {
            return Facts::unknown();
        }
        let Some(site) = self.walk.functions.iter().find(|site| site.function == id) else { return Facts::unknown() };
        // A call of a generator function does not return the value of its `return`.
        let span = Span::new(
            tree.stmt_span(*last).start.min(tree.list(function.body).first().map_or(0, |stmt| tree.stmt_span(*stmt).start)),
            tree.stmt_span(*last).end,
        );
        if self.walk.features.iter().any(|site| site.feature == "generator" && site.span.start >= span.start && site.span.end <= span.end) {
            return Facts::unknown();
        }
        self.depth += 1;
        let facts = self.facts(value, site.scope);
        self.depth -= 1;
        facts
    }

    pub(super) fn method(&mut self, name: &str, operands: &[Facts]) -> Facts {
        if name == "join" && operands.len() == 2 {
            // The facts of the argument are a sequence, whose items have their own facts.
            let (Some(Value::Str(separator)), Some(Some(items))) =
                (operands.first().and_then(Facts::single), operands.get(1).and_then(Facts::single).map(items_of))
            else {
                return Facts::unknown();
            };
            let separator = separator.clone();
            if items.is_empty() {
                return Facts::of(Value::Str("".into()));
            }
            return self.product(&items, |values| fold::join(&separator, values));
        }
        self.product(operands, |values| {
            let (receiver, args) = values.split_first()?;
            fold::method(receiver, name, args)
        })
    }

    pub(super) fn apply_builtin(&mut self, name: &str, args: &[Facts]) -> Facts {
        match (name, args) {
            ("chr", [_]) => self.product(args, |values| fold::chr(values.first()?)),
            ("str", [_]) => self.product(args, |values| fold::string(fold::str_of(values.first()?)?)),
            ("format", [_]) => self.product(args, |values| fold::string(fold::str_of(values.first()?)?)),
            ("ord", [_]) => self.product(args, |values| fold::ord(values.first()?)),
            ("len", [_]) => self.product(args, |values| fold::len(values.first()?)),
            ("bytes" | "bytearray", [one]) => match one.single().and_then(items_of) {
                Some(items) => {
                    let bytes: Option<Vec<u8>> = items
                        .iter()
                        .map(|item| match item.single() {
                            Some(Value::Int(number)) => u8::try_from(*number).ok(),
                            _ => None,
                        })
                        .collect();
                    bytes.map_or_else(Facts::unknown, |bytes| Facts::of(Value::Bytes(bytes.into())))
                }
                None => Facts::unknown(),
            },
            ("list" | "tuple" | "iter" | "reversed", [one]) => match one.single().and_then(items_of) {
                Some(mut items) => {
                    if name == "reversed" {
                        items.reverse();
                    }
                    Facts::seq(items)
                }
                None => Facts::unknown(),
            },
            ("map", [callable, one]) => {
                let (Some(callable), Some(items)) = (callable.single().cloned(), one.single().and_then(items_of)) else {
                    return Facts::unknown();
                };
                let mut results = Vec::with_capacity(items.len());
                for item in items {
                    results.push(self.apply(&callable, &[item]));
                }
                Facts::seq(results)
            }
            ("type", [one]) => {
                let mut facts = Facts { values: Values::new(), open: one.open };
                one.values.iter().for_each(|value| facts.join(type_of(value)));
                facts
            }
            ("__import__", [module, ..]) => {
                let mut facts = Facts { values: Values::new(), open: module.open };
                for value in &module.values {
                    match value {
                        // `__import__("a.b")` returns `a`.
                        Value::Str(text) => facts.add(Value::Module(text.split('.').next().unwrap_or(text).into())),
                        _ => facts.open = true,
                    }
                }
                facts
            }
            ("getattr", [object, attribute, rest @ ..]) => {
                let mut facts = Facts { values: Values::new(), open: attribute.open };
                for text in attribute.strings() {
                    facts.join(self.attribute(object, text));
                }
                for default in rest {
                    facts.join(default.clone());
                }
                facts
            }
            _ => Facts::unknown(),
        }
    }

    /// Returns the kinds and the facts of the callee of a call.
    pub(crate) fn callee(&mut self, func: ExprId, scope: ScopeId) -> (Callee, Facts) {
        if self.is_opaque(func) {
            return (Callee::default(), Facts::unknown());
        }
        let facts = self.facts(func, scope);
        // Most known callees are plain builtins. The kinds of each are computed once.
        let free = match self.tree.expr(func) {
            Expr::Name { name, .. } if self.walk.variable_at(func).is_none() => Some(name),
            _ => None,
        };
        if let Some(kinds) = free.and_then(|name| self.callees.get(&name)) {
            return (*kinds, facts);
        }
        let mut kinds = Callee::default();
        for value in &facts.values {
            kinds = kinds | self.callee_of(value);
        }
        if let Some(name) = free {
            self.callees.insert(name, kinds);
        }
        (kinds, facts)
    }

    pub(super) fn callee_of(&mut self, value: &Value) -> Callee {
        match value {
            Value::Builtin(name) => {
                let mut callee = match &**name {
                    "map" => Callee::BUILTIN.and_indirect(),
                    "__import__" => Callee::BUILTIN.and(Callee::IMPORTER),
                    "getattr" | "hasattr" | "setattr" | "delattr" | "vars" => Callee::BUILTIN.and(Callee::NAMING),
                    "bytes" | "bytearray" => Callee::BUILTIN.and(Callee::SIZED),
                    _ => Callee::BUILTIN,
                };
                if self.grants.restricts_arity(name) {
                    callee = callee | Callee::RESTRICTED;
                }
                if self.grants.denies_builtin(name) {
                    callee = callee | Callee::DENIED;
                }
                callee
            }
            Value::BuiltinAttribute(_, name) if is_dunder(name) => Callee::METHOD.and(Callee::NAMING),
            Value::BuiltinAttribute(..) => Callee::METHOD,
            Value::Method(..) => Callee::METHOD.and(Callee::SIZED),
            Value::Member(module, name) => {
                let callee = match &**module {
                    "functools" => Callee::MEMBER.and_indirect(),
                    "operator" => Callee::MEMBER.and(Callee::NAMING),
                    "importlib" => Callee::MEMBER.and(Callee::IMPORTER),
                    _ => Callee::MEMBER,
                };
                if self.denies_member(module, name) { callee | Callee::DENIED } else { callee }
            }
            Value::Partial(..) => Callee::default().and_indirect(),
            Value::Tool(_) => Callee::TOOL,
            Value::Function(_) | Value::Class(_) | Value::Instance(_) => Callee::OWN,
            _ => Callee::CONSTANT,
        }
    }

    /// True if the policy denies a member of a module.
    fn denies_member(&mut self, module: &Rc<str>, name: &str) -> bool {
        !self.module_grants(module).is_importable || self.member_refusal(module, name).is_some()
    }

    fn module_grants(&mut self, module: &Rc<str>) -> &mut ModuleGrants {
        let grants = self.grants;
        self.modules
            .entry(Rc::clone(module))
            .or_insert_with(|| ModuleGrants { is_importable: grants.import_package(module).is_ok(), members: FxHashMap::default() })
    }

    /// Returns the rule that refuses a read of an attribute of a module. Each is looked up once.
    pub(crate) fn member_refusal(&mut self, module: &Rc<str>, name: &str) -> Option<&'static str> {
        let grants = self.grants;
        let members = &mut self.module_grants(module).members;
        if let Some(refusal) = members.get(name) {
            return *refusal;
        }
        let refusal = grants.module_attribute(module, name, Access::Read).err().map(|denied| denied.rule);
        members.insert(name.into(), refusal);
        refusal
    }

    /// True if any possible callee of a call is known.
    pub(crate) fn callee_is_known(&mut self, call: ExprId, scope: ScopeId) -> bool {
        let Expr::Call { func, .. } = self.tree.expr(call) else { return false };
        !self.facts(func, scope).values.is_empty()
    }

    /// Returns the calls that a call expression makes, directly or through `partial`, `map` and `reduce`.
    pub(crate) fn calls(&mut self, expr: ExprId, scope: ScopeId) -> Rc<[ResolvedCall]> {
        if !self.callee_is_known(expr, scope) {
            return Rc::clone(&self.no_calls);
        }
        if let Some(calls) = self.resolved_calls.get(&expr) {
            return Rc::clone(calls);
        }
        let calls: Rc<[ResolvedCall]> = self.resolve_calls(expr, scope).into();
        self.resolved_calls.insert(expr, Rc::clone(&calls));
        calls
    }

    pub(super) fn resolve_calls(&mut self, expr: ExprId, scope: ScopeId) -> Vec<ResolvedCall> {
        let tree = self.tree;
        let Expr::Call { func, args, .. } = tree.expr(expr) else { return Vec::new() };
        let callee = self.facts(func, scope);
        if callee.values.is_empty() {
            return Vec::new();
        }
        let certain = callee.single().is_some();
        // After `*unknown`, the positions of arguments are unknown.
        let args = match self.arguments(args, scope) {
            Some(args) => args,
            None => {
                let plain = tree.list(args).iter().take(MAX_ITEMS).take_while(|arg| !matches!(tree.expr(**arg), Expr::Starred { .. }));
                plain.map(|arg| self.facts(*arg, scope)).collect()
            }
        };
        let mut calls = Vec::new();
        for value in callee.values {
            expand(ResolvedCall { callee: value, args: args.clone(), certain }, 0, &mut calls);
        }
        calls
    }
}

/// True if the result of a call of this value depends on the arguments. For the other results, [`Names::apply`] needs no arguments.
pub(super) fn depends_on_arguments(callee: &Value) -> bool {
    match callee {
        Value::Builtin(name) => matches!(
            &**name,
            "chr"
                | "str"
                | "format"
                | "ord"
                | "len"
                | "bytes"
                | "bytearray"
                | "list"
                | "tuple"
                | "iter"
                | "reversed"
                | "map"
                | "type"
                | "getattr"
                | "__import__"
        ),
        Value::Member(module, _) => matches!(&**module, "functools" | "importlib" | "operator"),
        Value::Function(_) | Value::Class(_) | Value::Tool(_) => false,
        _ => true,
    }
}

/// Adds a call and the calls that it makes.
fn expand(call: ResolvedCall, depth: u32, calls: &mut Vec<ResolvedCall>) {
    if depth > 4 || calls.len() > 64 {
        return;
    }
    let certain = call.certain;
    let follow = |callee: &Facts, args: Vec<Facts>, calls: &mut Vec<ResolvedCall>| {
        for value in &callee.values {
            let certain = certain && callee.single().is_some();
            expand(ResolvedCall { callee: value.clone(), args: args.clone(), certain }, depth + 1, calls);
        }
    };
    match (&call.callee, call.args.as_slice()) {
        (Value::Partial(inner, bound), _) => {
            let mut args = bound.to_vec();
            args.extend_from_slice(&call.args);
            expand(ResolvedCall { callee: (**inner).clone(), args, certain }, depth + 1, calls);
        }
        (Value::Member(module, name), [callable, rest @ ..]) if &**module == "functools" && &**name == "partial" => {
            follow(callable, rest.to_vec(), calls);
        }
        (Value::Member(module, name), [callable, items, ..]) if &**module == "functools" && &**name == "reduce" => {
            for item in items.single().and_then(items_of).unwrap_or_default() {
                follow(callable, vec![Facts::unknown(), item], calls);
            }
        }
        (Value::Builtin(name), [callable, sequences @ ..]) if &**name == "map" && !sequences.is_empty() => {
            let columns: Vec<Option<Vec<Facts>>> = sequences.iter().map(|sequence| sequence.single().and_then(items_of)).collect();
            let rows = columns.iter().flatten().map(Vec::len).min().unwrap_or(1).min(32);
            for row in 0..rows {
                let args = columns
                    .iter()
                    .map(|column| column.as_ref().and_then(|column| column.get(row)).cloned().unwrap_or_else(Facts::unknown))
                    .collect();
                follow(callable, args, calls);
            }
        }
        _ => {}
    }
    calls.push(call);
}
