//! DUN003: a class that defines a dunder which runs at an unexpected time.

use stockade_compiler::tree::Ctx;

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::{Certainty, Value};
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::{AttributeSite, ClassSite};

declare_rule! {
    /// ## What it does
    /// Reports dunders in a class body that `dunders.define` does not permit.
    ///
    /// ## Why it matters
    /// The interpreter calls `__del__` and its like at times that the program does not choose (smolagents#2395).
    ///
    /// ## Bad
    /// ```python
    /// class A:
    ///     def __del__(self): ...
    /// ```
    ///
    /// ## Good
    /// ```python
    /// class A:
    ///     def close(self): ...
    /// ```
    ///
    /// ## At run time
    /// Creating a class calls `Grants::define_dunder` for each dunder in its namespace and raises TypeError.
    DUNDER_DEFINITION = "DUN003" "dunder-definition" Dunders Deny
    cwe: Some(913), is_security: true,
    "a class that defines a dunder which runs at an unexpected time"
    Check::Several(&[Check::Class(check), Check::Attribute(Marks::DUNDER, attribute)])
}

fn check(context: &mut Context<'_>, site: &ClassSite) {
    let walk = context.walk;
    for name in walk.names_in(site.scope) {
        if !context.marks.of(name).intersects(Marks::DUNDER) {
            continue;
        }
        let text = context.tree.name(name);
        let answer = context.grants().define_dunder(text);
        let Some(binding) = walk.bindings(site.scope, name).last() else { continue };
        if let Some(finding) = context.refuse(binding.span, answer, Certainty::Definite) {
            finding.label("defined here");
        }
    }
}

/// `C.__del__ = f`.
fn attribute(context: &mut Context<'_>, site: &AttributeSite) {
    if site.ctx != Ctx::Store {
        return;
    }
    let name = context.tree.name(site.attr.name);
    let base = context.names.facts(site.value, site.at.scope);
    let certainty = base.certainty(|value| matches!(value, Value::Class(_)));
    let answer = context.grants().define_dunder(name);
    context.refuse(site.attr.span, answer, certainty);
}
