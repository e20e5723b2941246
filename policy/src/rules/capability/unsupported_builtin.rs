//! CAP005: a builtin that the VM does not have.

use crate::check::checker::Context;
use crate::enforce::grants::builtin_help;
use crate::rules::Check;
use crate::rules::undefined::undefined_name::unbound;

declare_rule! {
    /// ## What it does
    /// Reports builtins that the policy allows and the VM does not have, where neither the program nor the host defines the name. A `try` that catches NameError is left alone.
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
    /// Loading such a name raises NameError.
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
}
