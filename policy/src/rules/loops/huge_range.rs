//! LOOP002: a loop with more turns than the budget has instructions.

use stockade_compiler::tree::{Expr, List, Stmt, StmtId, Tree};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Value;
use crate::analysis::walk::StatementSite;

declare_rule! {
    /// ## What it does
    /// Reports `for` over a `range` whose length is known and beyond `limits.fuel`, unless the body may leave early.
    ///
    /// ## Why it matters
    /// The run would end only when its budget is used up.
    ///
    /// ## Bad
    /// ```python
    /// total = 0
    /// for i in range(10**12):
    ///     total += i
    /// ```
    ///
    /// ## Good
    /// ```python
    /// total = 10**12 * (10**12 - 1) // 2
    /// ```
    ///
    /// ## At run time
    /// The instruction and time budgets end the run.
    HUGE_RANGE = "LOOP002" "huge-range" Loops Warn
    cwe: Some(835), is_security: true,
    "a loop with more turns than the budget has instructions"
    Check::For(check)
}

fn check(context: &mut Context<'_>, site: &StatementSite) {
    let tree = context.tree;
    let Stmt::For { iter, body, .. } = tree.stmt(site.stmt) else { return };
    let Expr::Call { func, args, .. } = tree.expr(iter) else { return };
    if !matches!(context.names.facts(func, site.at.scope).single(), Some(Value::Builtin(name)) if &**name == "range") {
        return;
    }
    let Some(args) = context.names.arguments(args, site.at.scope) else { return };
    let numbers: Option<Vec<i64>> =
        args.iter().map(|facts| if let Some(Value::Int(number)) = facts.single() { Some(*number) } else { None }).collect();
    let (start, stop, step) = match numbers.as_deref() {
        Some([stop]) => (0, *stop, 1),
        Some([start, stop]) => (*start, *stop, 1),
        Some([start, stop, step]) if *step > 0 => (*start, *stop, *step),
        _ => return,
    };
    let turns = (i128::from(stop) - i128::from(start)).max(0) / i128::from(step);
    let limit = context.policy.limits.instructions;
    if turns <= i128::from(limit) || leaves_early(tree, body) {
        return;
    }
    let span = tree.expr_span(iter);
    context
        .report(span, format!("about {turns} turns, and {limit} instructions are allowed"))
        .label("too many turns")
        .help("use fewer turns");
}

fn leaves_early(tree: &Tree, body: List<StmtId>) -> bool {
    let mut work: Vec<StmtId> = tree.list(body).to_vec();
    while let Some(stmt) = work.pop() {
        match tree.stmt(stmt) {
            Stmt::Break | Stmt::Return { .. } | Stmt::Raise { .. } => return true,
            Stmt::Expr { value } if matches!(tree.expr(value), Expr::Yield { .. } | Expr::Call { .. }) => return true,
            Stmt::If { body, orelse, .. } => {
                work.extend(tree.list(body));
                work.extend(tree.list(orelse));
            }
            Stmt::Try { .. } | Stmt::With { .. } | Stmt::For { .. } | Stmt::While { .. } | Stmt::Match { .. } => return true,
            _ => {}
        }
    }
    false
}
