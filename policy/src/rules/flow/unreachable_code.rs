//! FLOW001: statements after one that always leaves.

use stockade_compiler::tree::{Expr, Stmt, StmtId};

use crate::check::checker::Context;
use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports what stands after `return`, `raise`, `break` or `continue` in the same block. What other rules deny there they still report.
    ///
    /// ## Why it matters
    /// It is either a mistake or a place to hide something.
    ///
    /// ## Bad
    /// ```python
    /// def f():
    ///     return 1
    ///     print(2)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// def f():
    ///     print(2)
    ///     return 1
    /// ```
    ///
    /// ## Runtime twin
    /// None.
    UNREACHABLE_CODE = "FLOW001" "unreachable-code" Flow Info
    "statements after one that always leaves"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    let walk = context.walk;
    let tree = context.tree;
    for site in &walk.unreachable {
        let Some(rest) = tree.list(site.block).get(site.first..) else { continue };
        // A generator is made one by a yield that is never reached.
        let makes_generator = |stmt: &StmtId| matches!(tree.stmt(*stmt), Stmt::Expr { value } if matches!(tree.expr(value), Expr::Yield { .. } | Expr::YieldFrom { .. }));
        if let (Some(first), Some(last)) = (rest.first(), rest.last())
            && !rest.iter().any(makes_generator)
        {
            let span = tree.stmt_span(*first).to(tree.stmt_span(*last));
            context
                .report(span, "this code is never reached")
                .label("unreachable")
                .help("remove it, or the statement before it that leaves");
        }
    }
}
