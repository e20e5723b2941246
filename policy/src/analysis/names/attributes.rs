//! Attributes of modules, classes and instances.

use std::rc::Rc;

use smallvec::SmallVec;
use stockade_compiler::tree::{ClassId, Ctx, ExprId};

use super::values::{Values, type_of};
use super::{Facts, MAX_DEPTH, Names, Value};
use crate::analysis::walk::ScopeId;
use crate::enforce::pattern::is_dunder;

impl Names<'_> {
    /// Returns the facts of an attribute of all the values that the base may have.
    pub(crate) fn attribute(&mut self, base: &Facts, name: &str) -> Facts {
        let mut facts = Facts { values: Values::new(), open: base.open };
        for value in &base.values {
            match value {
                Value::Module(module) => facts.add(self.module_member(module, name)),
                // A call of `f.__call__` is a call of `f`.
                Value::Builtin(_) | Value::Function(_) if name == "__call__" => facts.add(value.clone()),
                _ if name == "__class__" => facts.join(type_of(value)),
                Value::Class(class) => {
                    let mut found = self.class_attribute(*class, name);
                    if is_dunder(name) {
                        // `__init_subclass__` and some others are class methods without a decorator.
                        found.open |= !found.values.is_empty();
                        found.values.retain(|value| !matches!(value, Value::Function(_)));
                    }
                    facts.join(found);
                }
                Value::Instance(class) => {
                    let mut found = self.class_attribute(*class, name);
                    // Methods are bound: a call passes one argument less than the function takes.
                    found.values.retain(|value| !matches!(value, Value::Function(_)));
                    // The instance may have its own attribute.
                    found.open = true;
                    facts.join(found);
                }
                Value::Builtin(builtin) => facts.add(Value::BuiltinAttribute(builtin.clone(), name.into())),
                Value::Str(_) | Value::Bytes(_) => facts.add(Value::Method(Rc::new(value.clone()), name.into())),
                _ => facts.open = true,
            }
        }
        facts
    }

    /// Returns the values that a class body binds to a name. The set is open if any code sets an attribute of this name.
    pub(super) fn class_attribute(&mut self, class: ClassId, name: &str) -> Facts {
        let (tree, walk) = (self.tree, self.walk);
        let scopes = self.class_scopes.get_or_insert_with(|| walk.classes.iter().map(|site| (site.class, site.scope)).collect());
        let Some(scope) = scopes.get(&class).copied() else { return Facts::unknown() };
        let Some((name, id)) = tree.symbols.find(name).and_then(|name| Some((name, *walk.index.get(&(scope, name))?))) else {
            return Facts::unknown();
        };
        if self.depth >= MAX_DEPTH {
            return Facts::unknown();
        }
        self.depth += 1;
        let mut facts = self.known(id).cloned().unwrap_or_else(Facts::unknown);
        self.depth -= 1;
        let is_set = walk.attributes.iter().any(|site| site.ctx != Ctx::Load && site.attr.name == name);
        facts.open |= is_set || tree.class(class).is_none_or(|class| !class.decorators.is_empty() || !class.keywords.is_empty());
        facts
    }

    /// Returns the value of `module.name`: a submodule, a re-exported module, or a plain member.
    #[must_use]
    pub(crate) fn module_member(&self, module: &Rc<str>, name: &str) -> Value {
        if &**module == "builtins" {
            return Value::Builtin(name.into());
        }
        let lent = self.catalog.is_lent(module);
        if !lent && let Some(child) = self.catalog.submodule(module, name) {
            return Value::Module(child.into());
        }
        let bare = name.trim_start_matches('_');
        let is_listed = !lent && self.grants.lists_attribute(module, name);
        if !is_dunder(name) && bare != &**module && !is_listed && self.grants.import_denial(bare).is_some() {
            return Value::Module(bare.into());
        }
        // `textwrap.re` is the module `re`, but `datetime.datetime` and `time.time` are members with the name of a module.
        let exists = |module: &str| self.catalog.has_module(module) || self.grants.import_allow.names(module);
        if lent || is_listed || is_dunder(name) || bare.contains('.') || !exists(bare) || !exists(module) {
            return Value::Member(Rc::clone(module), name.into());
        }
        let last = module.rsplit('.').next().unwrap_or(module);
        let namesake = bare == last || matches!((&**module, bare), ("datetime", "time") | ("os", "stat"));
        if !namesake {
            return Value::Module(bare.into());
        }
        Value::Member(Rc::clone(module), name.into())
    }

    /// Returns the modules that an expression may have as value.
    pub(crate) fn modules(&mut self, expr: ExprId, scope: ScopeId) -> SmallVec<[Rc<str>; 1]> {
        if self.is_opaque(expr) || self.is_never_module(expr) {
            return SmallVec::new();
        }
        let modules = self.facts(expr, scope).values.into_iter().filter_map(|value| match value {
            Value::Module(module) => Some(module),
            _ => None,
        });
        modules.collect()
    }
}
