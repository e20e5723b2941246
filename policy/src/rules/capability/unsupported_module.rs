//! CAP001: import of a module that the VM does not have.

use crate::analysis::common_mistakes::partial_module;
use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::import_removal::removal_of_refused;
use crate::analysis::names::Certainty;
use crate::analysis::walk::ImportSite;
use crate::base::spelling::did_you_mean;

declare_rule! {
    /// ## What it does
    /// Reports imports that the policy allows and the VM does not implement. It also reports modules that
    /// exist but lack what most programs use them for, one level milder.
    ///
    /// ## Why it matters
    /// A policy may allow what the VM does not have.
    ///
    /// ## Bad
    /// ```python
    /// import pandas  # under a policy that allows pandas
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import statistics
    /// ```
    ///
    /// ## At run time
    /// The `Import` instruction raises ModuleNotFoundError.
    UNSUPPORTED_MODULE = "CAP001" "unsupported-module" Capability Deny
    cwe: None, is_security: false,
    "import of a module that the VM does not have"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    // A program that expects the ImportError continues without the module.
    if site.level > 0 || !site.first || site.module.is_empty() || site.at.import_optional {
        return;
    }
    if context.catalog.has_module(&site.module) {
        return in_part(context, site);
    }
    // `from a import b` of a package that exists only through its submodules is allowed.
    if context.import_answer(site).is_err() || context.catalog.is_package(&site.module) {
        return;
    }
    let near = did_you_mean(&site.module, context.catalog.modules()).map(|near| format!("did you mean `{near}`?"));
    let message = format!("`{}` is allowed by the policy, but this VM does not have it", site.module);
    let help = near.unwrap_or_else(|| "use a module that the VM has".into());
    let certainty = if site.at.import_guarded { Certainty::Possible } else { Certainty::Definite };
    let fix = removal_of_refused(context, site, certainty);
    if let Some(finding) = context.report_if(certainty, site.module_span, message) {
        finding.label("not in this VM").help(help).fix = fix;
    }
}

fn in_part(context: &mut Context<'_>, site: &ImportSite) {
    let Some((message, help)) = partial_module(&site.module) else { return };
    if context.import_answer(site).is_err() {
        return;
    }
    if let Some(finding) = context.report_if(Certainty::Possible, site.module_span, message) {
        finding.label("only in part").help(help);
    }
}
