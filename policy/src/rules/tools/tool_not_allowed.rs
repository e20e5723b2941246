//! TOOL002: a host function that the policy does not lend.

use stockade_compiler::tree::Ctx;

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Certainty;
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::NameSite;

declare_rule! {
    /// ## What it does
    /// Reports mentions of host functions that `tools` does not allow.
    ///
    /// ## Why it matters
    /// A host function gives the program access to something outside.
    ///
    /// ## Bad
    /// ```python
    /// delete_file("x")  # under tools: {default: deny}
    /// ```
    ///
    /// ## Good
    /// ```python
    /// final_answer("done")
    /// ```
    ///
    /// ## At run time
    /// Calling a host function calls `Grants::tool` and raises NameError.
    TOOL_NOT_ALLOWED = "TOOL002" "tool-not-allowed" Tools Deny
    cwe: Some(862), is_security: true,
    "a host function that the policy does not lend"
    Check::Name(Marks::TOOL, check)
}

fn check(context: &mut Context<'_>, site: &NameSite) {
    if site.ctx != Ctx::Load {
        return;
    }
    let name = context.tree.name(site.name);
    if context.walk.variable_at(site.expr).is_some() {
        return;
    }
    let answer = context.grants().tool(name).map(|_| ());
    if let Some(finding) = context.refuse(site.span, answer, Certainty::Definite) {
        finding.label("not allowed");
    }
}
