//! IMP006: an import that nothing uses.

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::import_removal::removal;
use crate::analysis::names::Certainty;
use crate::analysis::walk::{ImportSite, MODULE};

declare_rule! {
    /// ## What it does
    /// Reports imports whose name is never read. In a session it does not report imports at module level, because later steps may use them.
    ///
    /// ## Why it matters
    /// The program requests more than it needs.
    ///
    /// ## Bad
    /// ```python
    /// import re
    /// print(1)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// print(1)
    /// ```
    ///
    /// ## At run time
    /// None.
    UNUSED_IMPORT = "IMP006" "unused-import" Imports Info
    cwe: Some(1164), is_security: true,
    "an import that nothing uses"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    let walk = context.walk;
    let is_module_of_a_session = context.known.is_session();
    for site in &walk.imports {
        if context.deadline.is_over() {
            return;
        }
        let Some(bound) = site.bound else {
            // The program never mentions the first part of the dotted name.
            if site.member.is_none() {
                unused(context, site, site.module.split('.').next().unwrap_or(""));
            }
            continue;
        };
        let Some(variable) = walk.resolve_variable(site.at.scope, bound).and_then(|id| walk.variable(id)) else { continue };
        if &*site.module == "__future__" || variable.read || (is_module_of_a_session && variable.scope == MODULE) {
            continue;
        }
        let name = context.tree.name(bound);
        unused(context, site, name);
    }
}

fn unused(context: &mut Context<'_>, site: &ImportSite, name: &str) {
    // An import that is not allowed is reported anyway.
    if context.import_answer(site).is_err() {
        return;
    }
    let message = format!("`{name}` is imported and never used");
    let fix = removal(context, site, Certainty::Definite);
    context.report(site.span, message).label("unused").help("remove the import").fix = fix;
}
