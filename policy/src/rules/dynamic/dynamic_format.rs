//! DYN003: a format template that is computed.

use stockade_compiler::tree::Expr;

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::walk::CallSite;

declare_rule! {
    /// ## What it does
    /// Reports `.format` and `.format_map` of templates that cannot be folded.
    ///
    /// ## Why it matters
    /// A template from elsewhere can read attributes.
    ///
    /// ## Bad
    /// ```python
    /// def show(template, x):
    ///     return template.format(x)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// def show(x):
    ///     return f"{x}"
    /// ```
    ///
    /// ## At run time
    /// Formatting calls `Grants::attribute` for each attribute of a field.
    DYNAMIC_FORMAT = "DYN003" "dynamic-format" Dynamic Warn
    cwe: Some(134), is_security: true,
    "a format template that is computed"
    Check::FormatCall(check)
}

fn check(context: &mut Context<'_>, site: &CallSite) {
    let Expr::Call { func, .. } = context.tree.expr(site.expr) else { return };
    let Expr::Attribute { value, attr, .. } = context.tree.expr(func) else { return };
    if !matches!(context.tree.name(attr.name), "format" | "format_map") {
        return;
    }
    let base = context.names.facts(value, site.at.scope);
    if base.values.is_empty() {
        let span = context.expr_span(site.expr);
        context.report(span, "format template is not known before the run").label("checked at run time").help("use an f-string");
    }
}
