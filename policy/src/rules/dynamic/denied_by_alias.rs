//! DYN004: a denied function called under another name.

use stockade_compiler::tree::{Expr, ExprId};

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::Value;
use crate::analysis::walk::CallSite;

declare_rule! {
    /// ## What it does
    /// Follows assignments, unpacking, containers, default arguments and closures, and reports calls of denied functions under any name.
    ///
    /// ## Why it matters
    /// A denied function stays denied under another name.
    ///
    /// ## Bad
    /// ```python
    /// o = __import__
    /// o("os")
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// ```
    ///
    /// ## At run time
    /// The VM refuses the builtin where it is loaded, before it can get another name.
    DENIED_BY_ALIAS = "DYN004" "denied-by-alias" Dynamic Deny
    cwe: Some(470), is_security: true,
    "a denied function called under another name"
    Check::KnownCall(Callee::DENIED.and_indirect(), check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    let Expr::Call { func, .. } = context.tree.expr(site.expr) else { return };
    let direct = match context.tree.expr(func) {
        Expr::Name { name, .. } => Some(context.tree.name(name)),
        Expr::Attribute { attr, .. } => Some(context.tree.name(attr.name)),
        _ => None,
    };
    let callee = &site.callee;
    for value in &callee.values {
        let mut target = value;
        while let Value::Partial(inner, _) = target {
            target = inner;
        }
        let (last, answer) = match target {
            Value::Builtin(name) => (name, context.grants().builtin(name)),
            Value::Member(module, name) => (name, context.grants().member(module, name)),
            _ => continue,
        };
        let Err(denied) = answer else { continue };
        if direct == last.rsplit('.').next() {
            // Other rules report the use of a denied function under its own name.
            continue;
        }
        let target = match target {
            Value::Member(module, name) => format!("{module}.{name}"),
            _ => last.to_string(),
        };
        let certainty = callee.certainty(|other| other == value);
        let alias = context.text(func);
        let bound = bound_line(context, func, site);
        if let Some(finding) =
            context.report_if(certainty, context.tree.expr_span(func), format!("`{alias}` is `{target}`: {}", denied.message))
        {
            finding.label(format!("calls `{target}`"));
            finding.help = denied.help;
            finding.note = bound.map(|line| format!("bound on line {line}"));
        }
    }
}

fn bound_line(context: &Context<'_>, func: ExprId, site: &CallSite) -> Option<u32> {
    let Expr::Name { name, .. } = context.tree.expr(func) else { return None };
    let owner = context.walk.resolve(site.at.scope, name)?;
    let binding = context.walk.bindings(owner, name).last()?;
    Some(context.source.line_of(binding.span.start))
}
