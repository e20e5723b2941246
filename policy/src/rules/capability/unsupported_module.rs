//! CAP001: import of a module that the VM does not have.

use crate::check::checker::Context;
use crate::settings::model::did_you_mean;
use crate::analysis::names::Certainty;
use crate::rules::Check;
use crate::analysis::walk::ImportSite;

declare_rule! {
    /// ## What it does
    /// Reports imports that the policy allows and the VM does not implement. Of modules that are there without what most programs want of them
    /// it says so, one level milder.
    ///
    /// ## Why it matters
    /// Permission and existence are two questions.
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
    /// ## Runtime twin
    /// The `Import` instruction raises ModuleNotFoundError.
    UNSUPPORTED_MODULE = "CAP001" "unsupported-module" Capability Deny
    "import of a module that the VM does not have"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    if site.level > 0 || !site.first || site.module.is_empty() {
        return;
    }
    if context.catalog.has_module(&site.module) {
        return in_part(context, site);
    }
    // `from a import b` of a package that exists only through its submodules is fine.
    if context.import_answer(site).is_err() || context.catalog.is_package(&site.module) {
        return;
    }
    let near = did_you_mean(&site.module, context.catalog.modules()).map(|near| format!("did you mean `{near}`?"));
    let message = format!("`{}` is allowed by the policy, but this VM does not have it", site.module);
    let help = near.unwrap_or_else(|| "use a module that the VM has".into());
    // A program that catches the ImportError goes on without the module.
    let certainty = if site.at.import_guarded { Certainty::Possible } else { Certainty::Definite };
    if let Some(finding) = context.report_if(certainty, site.module_span, message) {
        finding.label("not in this VM").help(help);
    }
}

const NO_NETWORK: &str = "there is no network here";
const ASK_HOST: &str = "use a function that the host provides";

/// Modules that are there in part: what they do not do, and what to do instead.
const IN_PART: [(&str, &str, &str); 6] = [
    ("http.client", NO_NETWORK, ASK_HOST),
    (
        "multiprocessing",
        "processes of `multiprocessing` are threads here, which share the program's variables",
        "give results back through a pool, a queue or a pipe",
    ),
    ("socket", NO_NETWORK, ASK_HOST),
    ("urllib.request", NO_NETWORK, ASK_HOST),
    ("xmlrpc.client", NO_NETWORK, ASK_HOST),
    ("xmlrpc.server", NO_NETWORK, ASK_HOST),
];

/// What is to be said of a module that is there in part.
pub(crate) fn part_of(module: &str) -> Option<(&'static str, &'static str)> {
    IN_PART.into_iter().find(|(name, ..)| *name == module).map(|(_, message, help)| (message, help))
}

fn in_part(context: &mut Context<'_>, site: &ImportSite) {
    let Some((message, help)) = part_of(&site.module) else { return };
    if context.import_answer(site).is_err() {
        return;
    }
    if let Some(finding) = context.report_if(Certainty::Possible, site.module_span, message) {
        finding.label("only in part").help(help);
    }
}
