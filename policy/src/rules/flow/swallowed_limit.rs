//! FLOW003: a handler that swallows every exception.

use stockade_compiler::tree::{Expr, Span, Stmt};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::walk::StatementSite;

declare_rule! {
    /// ## What it does
    /// Reports `except BaseException: pass` and `except: pass`.
    ///
    /// ## Why it matters
    /// It hides every mistake, and its author may have tried to survive a limit.
    ///
    /// ## Bad
    /// ```python
    /// try:
    ///     print(1)
    /// except BaseException:
    ///     pass
    /// ```
    ///
    /// ## Good
    /// ```python
    /// try:
    ///     print(int("1"))
    /// except ValueError:
    ///     pass
    /// ```
    ///
    /// ## At run time
    /// Reaching a limit ends the run; no handler sees it.
    SWALLOWED_LIMIT = "FLOW003" "swallowed-limit" Flow Warn
    cwe: Some(396), is_security: false,
    "a handler that swallows every exception"
    Check::Try(check)
}

fn check(context: &mut Context<'_>, site: &StatementSite) {
    let tree = context.tree;
    let Stmt::Try { handlers, .. } = tree.stmt(site.stmt) else { return };
    for handler in tree.list(handlers) {
        let all = match handler.ty {
            None => true,
            Some(ty) => matches!(tree.expr(ty), Expr::Name { name, .. } if tree.name(name) == "BaseException"),
        };
        let empty = tree.list(handler.body).iter().all(|stmt| matches!(tree.stmt(*stmt), Stmt::Pass | Stmt::Continue));
        if all && empty {
            let end = handler.ty.map_or(handler.span.start.saturating_add(7), |ty| tree.expr_span(ty).end);
            context
                .report(Span::new(handler.span.start, end.min(handler.span.end)), "swallows every exception")
                .label("catches everything")
                .help("name the exceptions: `except ValueError:`")
                .note("the limits of a run cannot be caught in any case");
        }
    }
}
