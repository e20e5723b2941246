//! FLOW002: a condition that compares two constants.

use stockade_compiler::tree::{CmpOp, Constant, Expr, Stmt};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::walk::StatementSite;

declare_rule! {
    /// ## What it does
    /// Reports `if` and `while` with a comparison of two literals.
    ///
    /// ## Why it matters
    /// One of the branches never runs. It is a mistake, or it hides something.
    ///
    /// ## Bad
    /// ```python
    /// if 1 == 2:
    ///     print(1)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// x = 1
    /// if x == 2:
    ///     print(1)
    /// ```
    ///
    /// ## At run time
    /// None.
    CONSTANT_CONDITION = "FLOW002" "constant-condition" Flow Info
    cwe: Some(571), is_security: false,
    "a condition that compares two constants"
    Check::Several(&[Check::If(check), Check::While(check)])
}

fn check(context: &mut Context<'_>, site: &StatementSite) {
    let tree = context.tree;
    let (Stmt::If { test, .. } | Stmt::While { test, .. }) = tree.stmt(site.stmt) else { return };
    let Expr::Compare { left, rest } = tree.expr(test) else { return };
    let [(op, right)] = tree.list(rest) else { return };
    let (Expr::Constant(left), Expr::Constant(right)) = (tree.expr(left), tree.expr(*right)) else { return };
    let truth = match (op, left, right) {
        (CmpOp::Eq, Constant::Int(a), Constant::Int(b)) => a == b,
        (CmpOp::NotEq, Constant::Int(a), Constant::Int(b)) => a != b,
        (CmpOp::Lt, Constant::Int(a), Constant::Int(b)) => a < b,
        (CmpOp::LtE, Constant::Int(a), Constant::Int(b)) => a <= b,
        (CmpOp::Gt, Constant::Int(a), Constant::Int(b)) => a > b,
        (CmpOp::GtE, Constant::Int(a), Constant::Int(b)) => a >= b,
        (CmpOp::Eq, Constant::Str(a), Constant::Str(b)) => tree.text(a) == tree.text(b),
        (CmpOp::NotEq, Constant::Str(a), Constant::Str(b)) => tree.text(a) != tree.text(b),
        _ => return,
    };
    let span = tree.expr_span(test);
    context.report(span, format!("the condition is always {truth}")).label("constant").help("compare a variable, or remove the test");
}
