//! TOOL003: a call of a host function whose result is dropped.

use stockade_compiler::tree::{Expr, Stmt};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Value;
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::StatementSite;

declare_rule! {
    /// ## What it does
    /// Reports calls of host functions as statements of their own.
    ///
    /// ## Why it matters
    /// The call costs something and its result is lost.
    ///
    /// ## Bad
    /// ```python
    /// web_search("weather")
    /// print("done")
    /// ```
    ///
    /// ## Good
    /// ```python
    /// found = web_search("weather")
    /// print(found)
    /// ```
    ///
    /// ## At run time
    /// None.
    UNUSED_TOOL_RESULT = "TOOL003" "unused-tool-result" Tools Warn
    cwe: Some(252), is_security: true,
    "a call of a host function whose result is dropped"
    Check::ExprStatement(check)
}

fn check(context: &mut Context<'_>, site: &StatementSite) {
    if !context.marks.any.intersects(Marks::TOOL) {
        return;
    }
    let Stmt::Expr { value } = context.tree.stmt(site.stmt) else { return };
    let Expr::Call { func, .. } = context.tree.expr(value) else { return };
    let Some(Value::Tool(name)) = context.names.facts(func, site.at.scope).single().cloned() else { return };
    // The value of the last statement is the value of the step, and `final_answer` does not return.
    let is_last = context.tree.list(context.tree.body).last() == Some(&site.stmt);
    if &*name == "final_answer" || is_last {
        return;
    }
    let span = context.expr_span(value);
    context.report(span, format!("the result of `{name}` is not used")).label("result dropped").help("assign it to a variable");
}
