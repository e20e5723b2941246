//! DYN003: a format template that is computed.

use rustc_hash::FxHashSet;
use stockade_compiler::tree::{Ctx, Expr, ExprId};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::{Facts, Value};
use crate::analysis::walk::CallSite;

declare_rule! {
    /// ## What it does
    /// Reports `.format` and `.format_map` of templates that cannot be folded, also as `str.format(template)` and where they are not called.
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
    Check::Several(&[Check::FormatCall(check), Check::Program(not_called)])
}

fn check(context: &mut Context<'_>, site: &CallSite) {
    let Expr::Call { func, args, .. } = context.tree.expr(site.expr) else { return };
    let Expr::Attribute { value, attr, .. } = context.tree.expr(func) else { return };
    if !is_method(context.tree.name(attr.name)) {
        return;
    }
    // `str.format(template, x)` has its template as the first argument.
    let is_of_class = is_str(&context.names.facts(value, site.at.scope));
    let template = if is_of_class { context.tree.list(args).first().copied() } else { Some(value) };
    let is_known = template.is_some_and(|template| !context.names.facts(template, site.at.scope).values.is_empty());
    if !is_known {
        report(context, site.expr);
    }
}

/// Methods that are taken and not called here: `show = template.format`. They may be called with any template.
fn not_called(context: &mut Context<'_>) {
    let calls = context.relevant_sites();
    let called: FxHashSet<ExprId> = calls
        .format_calls
        .iter()
        .filter_map(|site| match context.tree.expr(site.expr) {
            Expr::Call { func, .. } => Some(func),
            _ => None,
        })
        .collect();
    let walk = context.walk;
    for site in walk.attributes.iter().filter(|site| site.ctx == Ctx::Load && !called.contains(&site.expr)) {
        if !is_method(context.tree.name(site.attr.name)) || context.deadline.is_over() {
            continue;
        }
        let base = context.names.facts(site.value, site.at.scope);
        if base.values.is_empty() || is_str(&base) {
            report(context, site.expr);
        }
    }
}

fn report(context: &mut Context<'_>, expr: ExprId) {
    let span = context.expr_span(expr);
    context.report(span, "format template is not known before the run").label("checked at run time").help("use an f-string");
}

fn is_method(name: &str) -> bool {
    matches!(name, "format" | "format_map")
}

/// True if a value may be the class `str`.
fn is_str(facts: &Facts) -> bool {
    facts.values.iter().any(|value| matches!(value, Value::Builtin(name) if &**name == "str"))
}
