//! BLT003: a global that hides a builtin.

use stockade_compiler::tree::Ctx;

use crate::check::Context;
use crate::marks::Marks;
use crate::rules::Check;
use crate::walk::{MODULE, NameSite};

declare_rule! {
    /// ## What it does
    /// Reports module-level assignments to the names of builtins.
    ///
    /// ## Why it matters
    /// Later code, or a later step, means the builtin and gets the variable.
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
    /// ## Runtime twin
    /// None.
    BUILTIN_SHADOWED = "BLT003" "builtin-shadowed" Builtins Info
    "a global that hides a builtin"
    Check::Name(Marks::BUILTIN, check)
}

fn check(context: &mut Context<'_>, site: &NameSite) {
    if site.ctx != Ctx::Store || site.at.scope != MODULE {
        return;
    }
    let name = context.tree.name(site.name);
    if context.catalog.has_builtin(name) && !name.starts_with('_') {
        context
            .report(site.span, format!("`{name}` hides the builtin of that name"))
            .label("hidden from here on")
            .help("choose another name");
    }
}
