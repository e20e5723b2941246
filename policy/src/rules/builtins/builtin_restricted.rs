//! BLT002: a builtin called in a form that the policy denies.

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::{Certainty, Value};

declare_rule! {
    /// ## What it does
    /// Reports calls with a number of arguments that `builtins.restrict` does not permit.
    ///
    /// ## Why it matters
    /// `type` with three arguments builds a class that the rules about class bodies do not see.
    ///
    /// ## Bad
    /// ```python
    /// type("A", (), {})
    /// ```
    ///
    /// ## Good
    /// ```python
    /// class A: ...
    /// ```
    ///
    /// ## At run time
    /// Calling such a builtin calls `Grants::builtin_arity` and raises TypeError.
    BUILTIN_RESTRICTED = "BLT002" "builtin-restricted" Builtins Deny
    cwe: Some(749), is_security: true,
    "a builtin called in a form that the policy denies"
    Check::KnownCall(Callee::RESTRICTED.and_indirect(), check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    for call in context.names.calls(site.expr, site.at.scope).iter() {
        let Value::Builtin(name) = &call.callee else { continue };
        let count = u32::try_from(call.args.len()).unwrap_or(u32::MAX);
        let certainty = if call.certain { Certainty::Definite } else { Certainty::Possible };
        let answer = context.grants().builtin_arity(name, count);
        let span = context.expr_span(site.expr);
        if let Some(finding) = context.refuse(span, answer, certainty) {
            finding.label(format!("{count} arguments"));
        }
    }
}
