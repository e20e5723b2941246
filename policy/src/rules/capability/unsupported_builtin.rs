//! CAP005: a builtin that the VM does not have.

use stockade_compiler::tree::Ctx;

use crate::check::Context;
use crate::grants::builtin_help;
use crate::marks::Marks;
use crate::rules::Check;
use crate::rules::undefined::undefined_name::unbound;
use crate::walk::NameSite;

declare_rule! {
    /// ## What it does
    /// Reports builtins that the policy allows and the VM does not have, where neither the program nor the host defines the name, and `open`, which the VM has without any file. A `try` that catches NameError is left alone.
    ///
    /// ## Why it matters
    /// Permission and existence are two questions.
    ///
    /// ## Bad
    /// ```python
    /// breakpoint()  # under a policy that allows `breakpoint`
    /// ```
    ///
    /// ## Good
    /// ```python
    /// print("here")
    /// ```
    ///
    /// ## Runtime twin
    /// Loading such a name raises NameError; `open` raises FileNotFoundError or PermissionError.
    UNSUPPORTED_BUILTIN = "CAP005" "unsupported-builtin" Capability Deny
    "a builtin that the VM does not have"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    let tree = context.tree;
    for site in unbound(context) {
        let name = tree.name(site.name);
        if let Some(help) = builtin_help(name) {
            context.report(site.span, format!("this VM has no builtin `{name}`")).label("not in this VM").help(help);
        }
    }
    if !(tree.symbols.find("open").is_some() && context.catalog.has_builtin("open") && context.grants().builtin("open").is_ok()) {
        return;
    }
    let walk = context.walk;
    let opens = |site: &&NameSite| {
        site.ctx == Ctx::Load
            && tree.name(site.name) == "open"
            && !site.at.guarded
            && walk.variable_at(site.expr).is_none()
            && !context.marks.of(site.name).intersects(Marks::KNOWN)
    };
    let sites: Vec<&NameSite> = walk.names.iter().filter(opens).collect();
    for site in sites {
        let found = context.report(site.span, "there are no files: `open` finds none and makes none");
        found.label("no file to open").help(builtin_help("open").unwrap_or_default());
    }
}
