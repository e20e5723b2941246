//! BLT003: a global that hides a builtin or a tool.

use stockade_compiler::tree::Ctx;

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::{MODULE, NameSite};

declare_rule! {
    /// ## What it does
    /// Reports module-level assignments to the names of builtins and of the host's tools. `final_answer` is an exception.
    ///
    /// ## Why it matters
    /// Later code, or a later step, expects the builtin or the tool and gets the variable.
    ///
    /// ## Bad
    /// ```python
    /// list = [1, 2]
    /// ```
    ///
    /// ## Good
    /// ```python
    /// items = [1, 2]
    /// ```
    ///
    /// ## At run time
    /// None.
    BUILTIN_SHADOWED = "BLT003" "builtin-shadowed" Builtins Info
    cwe: Some(1109), is_security: true,
    "a global that hides a builtin or a tool"
    Check::Name(Marks::BUILTIN.and(Marks::TOOL), check)
}

fn check(context: &mut Context<'_>, site: &NameSite) {
    if site.ctx != Ctx::Store || site.at.scope != MODULE {
        return;
    }
    let name = context.tree.name(site.name);
    let is_tool = context.known.is_tool(name);
    // `final_answer = x` is a way to give the final answer, so it is not reported.
    if (is_tool && name != "final_answer") || (!is_tool && !name.starts_with('_')) {
        let what = if is_tool { "tool" } else { "builtin" };
        context
            .report(site.span, format!("`{name}` hides the {what} of that name"))
            .label("hidden from here on")
            .help("choose another name");
    }
}
