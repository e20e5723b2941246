//! UND003: a name read before anything binds it.

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::walk::MODULE;

declare_rule! {
    /// ## What it does
    /// Reports reads of a local variable before the first statement that binds it, and of a global variable by top-level code.
    ///
    /// ## Why it matters
    /// An assignment anywhere in a function makes the name local everywhere in it.
    ///
    /// ## Bad
    /// ```python
    /// count = 0
    /// def add():
    ///     count = count + 1
    ///     return count
    /// ```
    ///
    /// ## Good
    /// ```python
    /// count = 0
    /// def add():
    ///     global count
    ///     count = count + 1
    ///     return count
    /// ```
    ///
    /// ## At run time
    /// The read raises UnboundLocalError or NameError.
    USED_BEFORE_ASSIGNMENT = "UND003" "used-before-assignment" Undefined Warn
    cwe: Some(457), is_security: false,
    "a name read before anything binds it"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    for read in context.unbound_reads().iter().filter(|read| read.before_any_binding) {
        let name = context.tree.name(read.name).to_owned();
        // At module level, the name means the builtin until it is assigned.
        if read.scope == MODULE && (context.catalog.has_builtin(&name) || context.grants().builtin(&name).is_err()) {
            continue;
        }
        let what = if read.scope == MODULE { "name" } else { "local" };
        context
            .report(read.span, format!("{what} `{name}` is read before it is bound"))
            .label("nothing bound it yet")
            .help(format!("give `{name}` a value first, or declare it `global`"));
    }
}
