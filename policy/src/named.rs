//! Calls that name an attribute by a string: `getattr` and its like, `operator.attrgetter`, `object.__getattribute__`.

use crate::check::Context;
use crate::grants::Access;
use crate::names::{Certainty, Facts, Names, Value};
use crate::walk::CallSite;

/// One attribute named by a string.
#[derive(Debug)]
pub struct NamedAttribute {
    /// What has the attribute, when that is an argument.
    pub object: Facts,
    pub names: Facts,
    pub access: Access,
    /// By `operator.attrgetter` or `methodcaller`, which take dotted names.
    pub through_operator: bool,
    certain: bool,
}

impl NamedAttribute {
    /// How sure it is that the attribute has a name that `bad` accepts.
    pub fn certainty(&self, mut bad: impl FnMut(&str) -> bool) -> Certainty {
        let certainty = self.names.certainty(|value| matches!(value, Value::Str(text) if bad(text)));
        if self.certain { certainty } else { certainty.min(Certainty::Possible) }
    }

    /// Whether the call's text shows the name as it is.
    #[must_use]
    pub fn spelled_out(&self, context: &Context<'_>, site: &CallSite, name: &str) -> bool {
        context.source.slice(context.expr_span(site.expr)).contains(name)
    }
}

/// The attributes that a call names.
pub fn named_attributes(names: &mut Names<'_>, site: &CallSite) -> Vec<NamedAttribute> {
    let mut found = Vec::new();
    for call in names.calls(site.expr, site.at.scope).iter() {
        let plain = |access: Access, certain: bool| {
            let (Some(object), Some(name)) = (call.args.first(), call.args.get(1)) else { return None };
            Some(NamedAttribute {
                object: object.clone(),
                names: name.clone(),
                access,
                through_operator: false,
                certain: certain && call.certain,
            })
        };
        match &call.callee {
            Value::Builtin(name) => match &**name {
                "getattr" => found.extend(plain(Access::Read, true)),
                // It only says whether the attribute is there.
                "hasattr" => found.extend(plain(Access::Read, false)),
                "setattr" => found.extend(plain(Access::Write, true)),
                // `vars(x)` is `x.__dict__`.
                "vars" if call.args.len() == 1 => found.extend(call.args.first().map(|object| NamedAttribute {
                    object: object.clone(),
                    names: Facts::of(Value::Str("__dict__".into())),
                    access: Access::Read,
                    through_operator: false,
                    certain: call.certain,
                })),
                "delattr" => found.extend(plain(Access::Delete, true)),
                _ => {}
            },
            Value::BuiltinAttribute(_, name) => match &**name {
                "__getattribute__" => found.extend(plain(Access::Read, true)),
                "__setattr__" => found.extend(plain(Access::Write, true)),
                "__delattr__" => found.extend(plain(Access::Delete, true)),
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
                }));
            }
            _ => {}
        }
    }
    found
}
