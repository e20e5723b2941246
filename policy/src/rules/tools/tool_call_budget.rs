//! TOOL004: a loop that calls a host function more often than allowed.

use stockade_compiler::tree::{Expr, ExprId, Span, Stmt};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::{Value, items_of};
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::StatementSite;
use crate::enforce::tool_grant::ToolGrant;

declare_rule! {
    /// ## What it does
    /// Reports calls of a host function in a loop with a known number of turns that is more than the function's `max_calls`.
    ///
    /// ## Why it matters
    /// The run would end in the middle, after it has used up its calls.
    ///
    /// ## Bad
    /// ```python
    /// found = []
    /// for n in range(1000):
    ///     found.append(web_search("page"))
    /// ```
    ///
    /// ## Good
    /// ```python
    /// found = []
    /// for n in range(3):
    ///     found.append(web_search("page"))
    /// ```
    ///
    /// ## At run time
    /// Each call counts against its `max_calls`.
    TOOL_CALL_BUDGET = "TOOL004" "tool-call-budget" Tools Warn
    cwe: Some(400), is_security: true,
    "a loop that calls a host function more often than allowed"
    Check::For(check)
}

fn check(context: &mut Context<'_>, site: &StatementSite) {
    if !context.marks.any.intersects(Marks::TOOL) {
        return;
    }
    let tree = context.tree;
    let Stmt::For { iter, body, .. } = tree.stmt(site.stmt) else { return };
    let Some(turns) = turns(context, iter, site) else { return };
    let spans: Vec<Span> = tree.list(body).iter().map(|stmt| tree.stmt_span(*stmt)).collect();
    let walk = context.walk;
    for call in &walk.calls {
        let span = tree.expr_span(call.expr);
        if !spans.iter().any(|body| body.start <= span.start && span.end <= body.end) {
            continue;
        }
        let Expr::Call { func, .. } = tree.expr(call.expr) else { continue };
        let Some(Value::Tool(name)) = context.names.facts(func, call.at.scope).single().cloned() else { continue };
        let Ok(ToolGrant { max_calls: Some(most), .. }) = context.grants().tool(&name) else { continue };
        if turns > i64::from(most) && &*name != "final_answer" {
            context
                .report(span, format!("about {turns} calls of `{name}`, and {most} are allowed"))
                .label("in a loop")
                .help("ask for several things in one call, or for fewer");
        }
    }
}

fn turns(context: &mut Context<'_>, iter: ExprId, site: &StatementSite) -> Option<i64> {
    let tree = context.tree;
    if let Expr::Call { func, args, .. } = tree.expr(iter) {
        let facts = context.names.facts(func, site.at.scope);
        if !matches!(facts.single(), Some(Value::Builtin(name)) if &**name == "range") {
            return None;
        }
        let args = context.names.arguments(args, site.at.scope)?;
        let number = |at: usize| match args.get(at)?.single() {
            Some(Value::Int(number)) => Some(*number),
            _ => None,
        };
        return match args.len() {
            1 => number(0),
            2 => number(1)?.checked_sub(number(0)?),
            _ => None,
        };
    }
    let items = items_of(context.names.facts(iter, site.at.scope).single()?)?;
    i64::try_from(items.len()).ok()
}
