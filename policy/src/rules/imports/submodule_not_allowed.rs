//! IMP002: import of a submodule when only its package is allowed.

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::import_removal::removal_of_refused;
use crate::analysis::names::{Certainty, Value};
use crate::analysis::walk::ImportSite;

declare_rule! {
    /// ## What it does
    /// Reports `import a.b` and `from a import b` when the policy allows `a` but not `a.b`.
    ///
    /// ## Why it matters
    /// `numpy` in a policy allows that module alone; `numpy.*` allows everything below it.
    ///
    /// ## Bad
    /// ```python
    /// import numpy.random
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import numpy
    /// ```
    ///
    /// ## At run time
    /// The `Import` instruction calls `Grants::import` and raises ModuleNotFoundError.
    SUBMODULE_NOT_ALLOWED = "IMP002" "submodule-not-allowed" Imports Deny
    cwe: Some(829), is_security: true,
    "import of a submodule when only its package is allowed"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    if site.level > 0 || site.at.import_optional {
        return;
    }
    if site.first {
        let answer = context.import_answer(site);
        let fix = if answer.is_err() { removal_of_refused(context, site, Certainty::Definite) } else { None };
        if let Some(finding) = context.refuse(site.module_span, answer, Certainty::Definite) {
            finding.fix = fix;
        }
    }
    // `from a import b` imports the module `a.b` if it exists.
    if let Some(member) = &site.member
        && context.grants().import_package(&site.module).is_ok()
        && let Value::Module(child) = context.names.module_member(&site.module, member)
        && child.starts_with(&*site.module)
    {
        let answer = context.grants().import(&child);
        context.refuse(site.span, answer, Certainty::Definite);
    }
}
