//! CAP005: a builtin that the VM does not have.

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::enforce::grants::builtin_help;
use crate::rules::undefined::undefined_name::unbound;

declare_rule! {
    /// ## What it does
    /// Reports builtins that the policy allows and the VM does not have, where neither the program nor the host defines the name. It does not report names inside a `try` that catches NameError.
    ///
    /// ## Why it matters
    /// A policy may allow what the VM does not have.
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
    /// ## At run time
    /// Loading such a name raises NameError.
    UNSUPPORTED_BUILTIN = "CAP005" "unsupported-builtin" Capability Deny
    cwe: None, is_security: false,
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
