//! LOOP004: a function that calls itself on every path.

use stockade_compiler::tree::{Expr, ExprId, Stmt, Sym, Tree};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::walk::FunctionSite;

declare_rule! {
    /// ## What it does
    /// Reports functions whose straight-line beginning calls the function itself.
    ///
    /// ## Why it matters
    /// The recursion never ends.
    ///
    /// ## Bad
    /// ```python
    /// def f(n):
    ///     return f(n - 1)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// def f(n):
    ///     return 0 if n == 0 else f(n - 1)
    /// ```
    ///
    /// ## At run time
    /// The VM raises RecursionError, and ends the run at the policy's limit.
    NO_BASE_CASE = "LOOP004" "no-base-case" Loops Warn
    cwe: Some(674), is_security: true,
    "a function that calls itself on every path"
    Check::Function(check)
}

fn check(context: &mut Context<'_>, site: &FunctionSite) {
    let tree = context.tree;
    let Some(function) = tree.function(site.function) else { return };
    if function.is_async || !function.decorators.is_empty() || context.walk.bindings(site.at.scope, function.name.name).count() > 1 {
        return;
    }
    // Only a function that the plain name refers to can call itself by this name.
    if context.walk.resolve(site.scope, function.name.name) != Some(site.at.scope) {
        return;
    }
    for stmt in tree.list(function.body) {
        let (exprs, goes_on): (Vec<ExprId>, bool) = match tree.stmt(*stmt) {
            Stmt::Expr { value } | Stmt::Assign { value, .. } | Stmt::AugAssign { value, .. } => (vec![value], true),
            Stmt::AnnAssign { value: Some(value), .. } => (vec![value], true),
            Stmt::Return { value: Some(value) } => (vec![value], false),
            Stmt::Pass | Stmt::Global { .. } | Stmt::Nonlocal { .. } | Stmt::FunctionDef(_) => (Vec::new(), true),
            // Any other statement may leave the function.
            _ => return,
        };
        for expr in exprs {
            match first_call(tree, expr, function.name.name) {
                Found::Call(call) => {
                    let name = tree.name(function.name.name);
                    let span = tree.expr_span(call);
                    context
                        .report(span, format!("every path through `{name}` calls `{name}`"))
                        .label("no base case")
                        .help("return something for the simplest argument first");
                    return;
                }
                Found::MayLeave => return,
                Found::Nothing => {}
            }
        }
        if !goes_on {
            return;
        }
    }
}

enum Found {
    Call(ExprId),
    /// A `yield` makes it a generator, whose body does not run when it is called.
    MayLeave,
    Nothing,
}

/// A call of `name` that is certainly made when `expr` is evaluated.
fn first_call(tree: &Tree, expr: ExprId, name: Sym) -> Found {
    let mut work = vec![expr];
    let mut found = Found::Nothing;
    while let Some(expr) = work.pop() {
        match tree.expr(expr) {
            Expr::Call { func, args, keywords, .. } => {
                if matches!(tree.expr(func), Expr::Name { name: called, .. } if called == name) {
                    found = Found::Call(expr);
                }
                work.push(func);
                work.extend(tree.list(args));
                work.extend(tree.list(keywords).iter().map(|keyword| keyword.value));
            }
            Expr::Yield { .. } | Expr::YieldFrom { .. } | Expr::Await { .. } => return Found::MayLeave,
            Expr::Binary { left, right, .. } => work.extend([left, right]),
            Expr::Unary { operand, .. } => work.push(operand),
            Expr::Compare { left, .. } => work.push(left),
            // Only the first operand of a boolean operator and the test of a conditional are certain to run.
            Expr::BoolOp { values, .. } => work.extend(tree.list(values).first()),
            Expr::If { test, .. } => work.push(test),
            Expr::Tuple { items, .. } | Expr::List { items, .. } | Expr::Set { items } => work.extend(tree.list(items)),
            Expr::Subscript { value, index, .. } => work.extend([value, index]),
            Expr::Attribute { value, .. } | Expr::Starred { value, .. } | Expr::Named { value, .. } => work.push(value),
            _ => {}
        }
    }
    found
}
