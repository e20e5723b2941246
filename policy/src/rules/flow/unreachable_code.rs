//! FLOW001: statements after one that always leaves.

use stockade_compiler::tree::{Expr, Stmt, StmtId};

use crate::analysis::context::Check;
use crate::analysis::context::Context;

declare_rule! {
    /// ## What it does
    /// Reports code after `return`, `raise`, `break` or `continue` in the same block. Other rules still report what they deny there.
    ///
    /// ## Why it matters
    /// It is a mistake, or it hides something.
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
    /// ## At run time
    /// None.
    UNREACHABLE_CODE = "FLOW001" "unreachable-code" Flow Info
    cwe: Some(561), is_security: false,
    "statements after one that always leaves"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    let walk = context.walk;
    let tree = context.tree;
    for site in &walk.unreachable {
        let Some(rest) = tree.list(site.block).get(site.first..) else { continue };
        // A `yield` makes a function a generator even if it is never reached.
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
