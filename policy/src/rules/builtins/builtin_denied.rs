//! BLT001: a builtin that the policy denies.

use stockade_compiler::tree::Ctx;

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Value;
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::{AttributeSite, NameSite};

declare_rule! {
    /// ## What it does
    /// Reports every mention of a denied builtin, unless the program itself defines the name.
    ///
    /// ## Why it matters
    /// `eval`, `open` and their like reach outside the program. A mention is enough to pass one on to other code.
    ///
    /// ## Bad
    /// ```python
    /// eval("1")
    /// ```
    ///
    /// ## Good
    /// ```python
    /// int("1")
    /// ```
    ///
    /// ## At run time
    /// Resolving a name to a builtin calls `Grants::builtin` and raises NameError. `exec`, `eval` and `compile` ask again when they are
    /// called, so library functions that run text for the program raise the same error. A denied type may not be called under any name:
    /// `type(view)(data)` raises TypeError.
    BUILTIN_DENIED = "BLT001" "builtin-denied" Builtins Deny
    cwe: Some(95), is_security: true,
    "a builtin that the policy denies"
    Check::Several(&[Check::Name(Marks::DENIED, check), Check::ModuleAttribute(attribute)])
}

fn check(context: &mut Context<'_>, site: &NameSite) {
    if site.ctx != Ctx::Load {
        return;
    }
    let name = context.tree.name(site.name);
    let Err(denied) = context.grants().builtin(name) else { return };
    if !context.catalog.has_builtin(name) && context.grants().builtin_unlisted(name) {
        // The name is not a builtin. It is only missing in the list of allowed builtins.
        return;
    }
    let facts = context.names.variable_at(site.name, site.at.scope, site.span);
    let certainty = facts.certainty(|value| matches!(value, Value::Builtin(builtin) if &**builtin == name));
    if let Some(finding) = context.refuse(site.span, Err(denied), certainty) {
        finding.label("denied builtin");
    }
}

/// `builtins.eval`, however the module was come by.
fn attribute(context: &mut Context<'_>, site: &AttributeSite) {
    let base = context.names.facts(site.value, site.at.scope);
    let certainty = base.certainty(|value| matches!(value, Value::Module(module) if &**module == "builtins"));
    let name = context.tree.name(site.attr.name);
    let answer = context.grants().builtin(name);
    context.refuse(site.attr.span, answer, certainty);
}
