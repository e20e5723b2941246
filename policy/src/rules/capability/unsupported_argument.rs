//! CAP004: a keyword that a builtin does not take.

use stockade_compiler::tree::Expr;

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::Value;
use crate::base::spelling::did_you_mean;

declare_rule! {
    /// ## What it does
    /// Compares the keywords in calls of builtins and module functions with the keywords that these accept.
    ///
    /// ## Why it matters
    /// The call would raise TypeError.
    ///
    /// ## Bad
    /// ```python
    /// sorted([2, 1], cmp=print)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// sorted([2, 1], key=abs)
    /// ```
    ///
    /// ## At run time
    /// Binding the arguments raises TypeError.
    UNSUPPORTED_ARGUMENT = "CAP004" "unsupported-argument" Capability Warn
    cwe: None, is_security: false,
    "a keyword that a builtin does not take"
    Check::KnownCall(Callee::BUILTIN.and(Callee::MEMBER), check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    let tree = context.tree;
    let Expr::Call { keywords, .. } = tree.expr(site.expr) else { return };
    if keywords.is_empty() {
        return;
    }
    let name = match site.callee.single() {
        Some(Value::Builtin(name)) => name.to_string(),
        Some(Value::Member(module, name)) => format!("{module}.{name}"),
        _ => return,
    };
    let Some(signature) = context.catalog.signature(&name) else { return };
    let Some(taken) = &signature.keywords else { return };
    for keyword in tree.list(keywords) {
        let Some(ident) = keyword.name else { continue };
        let word = tree.name(ident.name);
        if taken.iter().any(|name| **name == *word) {
            continue;
        }
        let help = match did_you_mean(word, taken.iter().map(|name| &**name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if taken.is_empty() => format!("`{name}` takes no keywords"),
            None => format!("keywords: {}", taken.join(", ")),
        };
        context.report(ident.span, format!("`{name}` has no parameter `{word}`")).label("unknown parameter").help(help);
    }
}
