//! LOOP003: an endless iterator that is consumed whole.

use stockade_compiler::tree::Expr;

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::Value;

declare_rule! {
    /// ## What it does
    /// Reports `list`, `sum`, `sorted` and the like over `itertools.count`, `cycle` and `repeat`.
    ///
    /// ## Why it matters
    /// The run would end only at its memory limit or its instruction limit.
    ///
    /// ## Bad
    /// ```python
    /// import itertools
    /// list(itertools.count())
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import itertools
    /// list(itertools.islice(itertools.count(), 10))
    /// ```
    ///
    /// ## At run time
    /// Native loops charge the budget for each element.
    INFINITE_ITERATOR = "LOOP003" "infinite-iterator" Loops Warn
    cwe: Some(835), is_security: true,
    "an endless iterator that is consumed whole"
    Check::KnownCall(Callee::BUILTIN.and(Callee::METHOD), check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    let tree = context.tree;
    let Expr::Call { args, .. } = tree.expr(site.expr) else { return };
    let Some(first) = tree.list(args).first() else { return };
    let Expr::Call { func: source, args: inner, .. } = tree.expr(*first) else { return };
    let consumes = match site.callee.single() {
        Some(Value::Builtin(name)) => {
            matches!(&**name, "list" | "tuple" | "set" | "frozenset" | "sorted" | "sum" | "max" | "min" | "len" | "dict")
        }
        Some(Value::Method(_, name)) => &**name == "join",
        _ => false,
    };
    if !consumes {
        return;
    }
    let Some(Value::Member(module, name)) = context.names.facts(source, site.at.scope).single().cloned() else { return };
    let endless = &*module == "itertools" && (matches!(&*name, "count" | "cycle") || (&*name == "repeat" && tree.list(inner).len() == 1));
    if endless {
        let span = tree.expr_span(site.expr);
        context
            .report(span, format!("consumes all of `itertools.{name}`, which never ends"))
            .label("never ends")
            .help("take a part with `itertools.islice`");
    }
}
