//! Calls that name an attribute with a string: `getattr` and similar builtins, `operator.attrgetter`, `object.__getattribute__`.

use stockade_compiler::tree::Expr;

use crate::analysis::context::Context;
use crate::analysis::names::{Certainty, Facts, Names, Value};
use crate::analysis::walk::CallSite;
use crate::enforce::grants::Access;

/// One attribute that a call names with a string.
#[derive(Debug)]
pub(crate) struct NamedAttribute {
    /// The object that has the attribute. Empty if it is not an argument of the call.
    pub(crate) object: Facts,
    pub(crate) names: Facts,
    pub(crate) access: Access,
    /// True for `operator.attrgetter` and `methodcaller`, which accept dotted names.
    pub(crate) through_operator: bool,
    certain: bool,
    /// True for `hasattr`, which only tests whether the attribute exists.
    is_question: bool,
}

impl NamedAttribute {
    /// Returns how certain it is that the call accesses an attribute whose name `bad` accepts.
    pub(crate) fn certainty(&self, mut bad: impl FnMut(&str) -> bool) -> Certainty {
        let certainty = self.names.certainty(|value| matches!(value, Value::Str(text) if bad(text)));
        if self.certain { certainty } else { certainty.min(Certainty::Possible) }
    }

    /// Like `certainty`, for a name that is suspicious even in a test with `hasattr`.
    pub(crate) fn certainty_of_intent(&self, mut bad: impl FnMut(&str) -> bool) -> Certainty {
        let certainty = self.names.certainty(|value| matches!(value, Value::Str(text) if bad(text)));
        if self.certain || self.is_question { certainty } else { certainty.min(Certainty::Possible) }
    }

    /// True if the text of the call contains the name.
    #[must_use]
    pub(crate) fn spelled_out(&self, context: &Context<'_>, site: &CallSite, name: &str) -> bool {
        context.source.slice(context.expr_span(site.expr)).contains(name)
    }
}

/// Returns the attributes that a call names.
pub(crate) fn named_attributes(names: &mut Names<'_>, site: &CallSite) -> Vec<NamedAttribute> {
    let mut found = Vec::new();
    for call in names.calls(site.expr, site.at.scope).iter() {
        let plain = |access: Access, is_test: bool| {
            let (Some(object), Some(name)) = (call.args.first(), call.args.get(1)) else { return None };
            Some(NamedAttribute {
                object: object.clone(),
                names: name.clone(),
                access,
                through_operator: false,
                certain: !is_test && call.certain,
                is_question: is_test && call.certain,
            })
        };
        match &call.callee {
            Value::Builtin(name) => match &**name {
                "getattr" => found.extend(plain(Access::Read, false)),
                "hasattr" => found.extend(plain(Access::Read, true)),
                "setattr" => found.extend(plain(Access::Write, false)),
                // `vars(x)` returns `x.__dict__`.
                "vars" => found.extend(call.args.first().map(|object| NamedAttribute {
                    object: object.clone(),
                    names: Facts::of(Value::Str("__dict__".into())),
                    access: Access::Read,
                    through_operator: false,
                    certain: call.certain,
                    is_question: false,
                })),
                "delattr" => found.extend(plain(Access::Delete, false)),
                _ => {}
            },
            Value::BuiltinAttribute(_, name) => match &**name {
                "__getattribute__" => found.extend(plain(Access::Read, false)),
                "__setattr__" => found.extend(plain(Access::Write, false)),
                "__delattr__" => found.extend(plain(Access::Delete, false)),
                _ => {}
            },
            Value::Member(module, name) if &**module == "operator" => {
                let count = match &**name {
                    "attrgetter" => call.args.len(),
                    "methodcaller" => 1,
                    _ => 0,
                };
                found.extend(call.args.iter().take(count).map(|arg| NamedAttribute {
                    object: Facts::unknown(),
                    names: arg.clone(),
                    access: Access::Read,
                    through_operator: true,
                    certain: call.certain,
                    is_question: false,
                }));
            }
            _ => {}
        }
    }
    found.extend(by_method(names, site));
    found
}

/// Recognises `x.__getattribute__("name")` on an unknown object by the name of the method alone.
fn by_method(names: &mut Names<'_>, site: &CallSite) -> Option<NamedAttribute> {
    let tree = names.tree();
    let Expr::Call { func, args, .. } = tree.expr(site.expr) else { return None };
    let Expr::Attribute { value, attr, .. } = tree.expr(func) else { return None };
    let (access, count) = match tree.name(attr.name) {
        "__getattribute__" | "__getattr__" => (Access::Read, 1),
        "__setattr__" => (Access::Write, 2),
        "__delattr__" => (Access::Delete, 1),
        _ => return None,
    };
    let args = tree.list(args);
    // With one more argument, the method is called through the class. Then the callee is known, or the object is the first argument.
    let at = args.len().checked_sub(count)?;
    let name = args.get(at.min(1))?;
    if names.facts(func, site.at.scope).values.iter().any(|value| matches!(value, Value::BuiltinAttribute(..))) {
        return None;
    }
    let object = names.facts(value, site.at.scope);
    // A class that defines `__setattr__` usually calls `super().__setattr__(name, value)`. So only a known name is reported.
    let names = names.facts(*name, site.at.scope);
    names.strings().next()?;
    Some(NamedAttribute { object, names, access, through_operator: false, certain: true, is_question: false })
}
