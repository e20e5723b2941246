//! CAP003: a construct that the policy forbids.

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Value;
use crate::analysis::walk::ClassSite;
use crate::base::rule::Level;
use crate::enforce::constructs::{Construct, words};

declare_rule! {
    /// ## What it does
    /// Reports the constructs that `syntax:` forbids, at the level given there. Metaclasses of the standard library (`ABCMeta`, `EnumMeta`) are always allowed.
    ///
    /// ## Why it matters
    /// A host may want programs that are simple to read.
    ///
    /// ## Bad
    /// ```python
    /// class M(type): ...
    /// class A(metaclass=M): ...  # under a policy that denies metaclasses
    /// ```
    ///
    /// ## Good
    /// ```python
    /// from abc import ABC
    /// class A(ABC): ...
    /// ```
    ///
    /// ## At run time
    /// Denied constructs are compiled into the grants: the VM asks `Grants::syntax` before it compiles a text, also without the check, and
    /// also for text that reaches `exec`, `eval` or `compile` later. Levels below `deny` are for the check alone. Metaclasses: creating a
    /// class calls `Grants::metaclass`.
    UNSUPPORTED_FEATURE = "CAP003" "unsupported-feature" Capability Deny
    cwe: None, is_security: false,
    "a construct that the policy forbids"
    Check::Several(&[Check::Feature(feature), Check::Class(class)])
}

fn feature(context: &mut Context<'_>, site: &Construct) {
    let level = context.policy.syntax(site.feature);
    if level == Level::Off {
        return;
    }
    let (what, help) = words(site.feature);
    context.report_at(level, site.span, format!("{what} is not allowed by the policy")).label("not allowed").help(help);
}

fn class(context: &mut Context<'_>, site: &ClassSite) {
    let level = context.policy.syntax("metaclass");
    let Some(class) = context.tree.class(site.class) else { return };
    if level == Level::Off {
        return;
    }
    for keyword in context.tree.list(class.keywords) {
        let Some(name) = keyword.name.filter(|name| context.tree.name(name.name) == "metaclass") else { continue };
        let facts = context.names.facts(keyword.value, site.at.scope);
        let ours = facts.single().is_some_and(|value| match value {
            Value::Builtin(name) => &**name == "type",
            Value::Member(module, name) => matches!((&**module, &**name), ("abc", "ABCMeta") | ("enum", "EnumMeta" | "EnumType")),
            _ => false,
        });
        if !ours {
            let span = name.span.to(context.expr_span(keyword.value));
            context
                .report_at(level, span, "metaclasses are not allowed")
                .label("metaclass")
                .help("use an ordinary base class or a decorator");
        }
    }
}
