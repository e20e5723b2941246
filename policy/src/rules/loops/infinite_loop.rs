//! LOOP001: a loop that certainly never ends.

use stockade_compiler::tree::{BinOp, Constant, Expr, ExprId, List, Span, Stmt, StmtId};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Value;
use crate::analysis::walk::StatementSite;

declare_rule! {
    /// ## What it does
    /// Reports `while True` when nothing in its body can leave it, not even by raising an exception.
    ///
    /// ## Why it matters
    /// The run would end only when its budget is used up.
    ///
    /// ## Bad
    /// ```python
    /// while True:
    ///     pass
    /// ```
    ///
    /// ## Good
    /// ```python
    /// n = 0
    /// while True:
    ///     n += 1
    ///     if n > 9:
    ///         break
    /// ```
    ///
    /// ## At run time
    /// The instruction and time budgets end the run.
    INFINITE_LOOP = "LOOP001" "infinite-loop" Loops Warn
    cwe: Some(835), is_security: true,
    "a loop that certainly never ends"
    Check::While(check)
}

fn check(context: &mut Context<'_>, site: &StatementSite) {
    let tree = context.tree;
    let Stmt::While { test, body, .. } = tree.stmt(site.stmt) else { return };
    if site.at.guarded || !always_true(context, test, site) || leaves(context, body, site) {
        return;
    }
    let span = tree.stmt_span(site.stmt);
    let end = tree.expr_span(test).end.max(span.start);
    let limit = context.policy.limits.instructions;
    context
        .report(Span::new(span.start, end), "the loop never ends")
        .label("no way out")
        .help("add a `break`, a `return` or a condition")
        .note(format!("the VM would stop the run after {limit} instructions"));
}

fn always_true(context: &mut Context<'_>, test: ExprId, site: &StatementSite) -> bool {
    match context.tree.expr(test) {
        Expr::Constant(Constant::True) => true,
        Expr::Constant(Constant::Int(number)) => number != 0,
        Expr::Name { .. } => matches!(context.names.facts(test, site.at.scope).single(), Some(Value::Bool(true))),
        _ => false,
    }
}

/// Whether anything in the body may end the loop: by statement, or by an exception that some expression could raise.
fn leaves(context: &mut Context<'_>, body: List<StmtId>, site: &StatementSite) -> bool {
    let tree = context.tree;
    let mut work: Vec<StmtId> = tree.list(body).to_vec();
    let mut exprs: Vec<ExprId> = Vec::new();
    while let Some(stmt) = work.pop() {
        match tree.stmt(stmt) {
            Stmt::Pass | Stmt::Continue | Stmt::Global { .. } | Stmt::Nonlocal { .. } => {}
            Stmt::Expr { value } => exprs.push(value),
            Stmt::Assign { targets, value } => {
                exprs.push(value);
                exprs.extend(tree.list(targets));
            }
            Stmt::AugAssign { target, value, .. } => exprs.extend([target, value]),
            Stmt::If { test, body, orelse } => {
                exprs.push(test);
                work.extend(tree.list(body));
                work.extend(tree.list(orelse));
            }
            // A `break` inside an inner loop leaves only that loop. Everything else that may raise or leave counts as an exit.
            _ => return true,
        }
    }
    while let Some(expr) = exprs.pop() {
        match tree.expr(expr) {
            Expr::Constant(_) | Expr::Name { .. } | Expr::Lambda { .. } => {}
            Expr::Binary { op: BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor, left, right } => {
                exprs.extend([left, right])
            }
            Expr::Compare { left, rest } => {
                exprs.push(left);
                exprs.extend(tree.list(rest).iter().map(|(_, right)| *right));
            }
            Expr::BoolOp { values, .. } => exprs.extend(tree.list(values)),
            Expr::Unary { operand, .. } => exprs.push(operand),
            Expr::Tuple { items, .. } | Expr::List { items, .. } => exprs.extend(tree.list(items)),
            Expr::FString { .. } => {}
            Expr::Call { func, args, keywords, .. } if tree.list(keywords).is_empty() => {
                let callee = context.names.facts(func, site.at.scope);
                if !matches!(callee.single(), Some(Value::Builtin(name)) if matches!(&**name, "print" | "len" | "repr" | "str")) {
                    return true;
                }
                exprs.extend(tree.list(args));
            }
            _ => return true,
        }
    }
    false
}
