//! UND002: a name that only some paths bind.

use crate::analysis::context::Check;
use crate::analysis::context::Context;

declare_rule! {
    /// ## What it does
    /// Reports reads of a name that was bound in one branch only, or that a handler or `del` unbound. Loops are assumed to run at least once.
    ///
    /// ## Why it matters
    /// On the other path the read raises NameError or UnboundLocalError.
    ///
    /// ## Bad
    /// ```python
    /// import random
    /// if random.random() > 0.5:
    ///     x = 1
    /// print(x)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import random
    /// x = 0
    /// if random.random() > 0.5:
    ///     x = 1
    /// print(x)
    /// ```
    ///
    /// ## At run time
    /// The read raises NameError or UnboundLocalError.
    MAYBE_UNDEFINED = "UND002" "maybe-undefined" Undefined Warn
    cwe: Some(457), is_security: false,
    "a name that only some paths bind"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    for read in context.unbound_reads().iter().filter(|read| !read.before_any_binding) {
        let name = context.tree.name(read.name).to_owned();
        context
            .report(read.span, format!("`{name}` may have no value here"))
            .label("not bound on every path")
            .help(format!("give `{name}` a value before the branch"));
    }
}
