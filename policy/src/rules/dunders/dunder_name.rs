//! DUN002: a dunder variable of the interpreter.

use stockade_compiler::tree::Ctx;

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Certainty;
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::NameSite;

declare_rule! {
    /// ## What it does
    /// Reports dunder variables that `dunders.names` does not allow, such as `__builtins__`. Dunder variables that the program assigns itself (`__all__ = [...]`) are allowed.
    ///
    /// ## Why it matters
    /// `__builtins__` holds every builtin, including the denied ones.
    ///
    /// ## Bad
    /// ```python
    /// __builtins__["eval"]
    /// ```
    ///
    /// ## Good
    /// ```python
    /// print(__name__)
    /// ```
    ///
    /// ## At run time
    /// Loading such a name calls `Grants::name` and raises NameError.
    DUNDER_NAME = "DUN002" "dunder-name" Dunders Deny
    cwe: Some(913), is_security: true,
    "a dunder variable of the interpreter"
    Check::Name(Marks::DUNDER, check)
}

fn check(context: &mut Context<'_>, site: &NameSite) {
    let name = context.tree.name(site.name);
    // A program may use dunder names that it defines, but not those of the interpreter.
    let own = context.walk.variable_at(site.expr).is_some() || context.known.defines(name);
    if own && !INTERPRETER.contains(&name) {
        return;
    }
    if site.ctx == Ctx::Load {
        let answer = context.grants().name(name);
        if let Some(finding) = context.refuse(site.span, answer, Certainty::Definite) {
            finding.label("name of the interpreter's own");
        }
    } else if !context.grants().dunder_names.contains(name) && INTERPRETER.contains(&name) {
        context.report(site.span, format!("dunder name `{name}` may not be bound")).label("name of the interpreter's own");
    }
}

/// Names that mean something to the interpreter wherever they are bound.
const INTERPRETER: [&str; 8] =
    ["__builtins__", "__loader__", "__spec__", "__package__", "__path__", "__cached__", "__import__", "__build_class__"];
