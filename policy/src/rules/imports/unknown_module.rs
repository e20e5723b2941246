//! IMP007: a module name that looks misspelt.

use std::rc::Rc;

use crate::check::Context;
use crate::model::did_you_mean;
use crate::names::Certainty;
use crate::rules::Check;
use crate::walk::ImportSite;

declare_rule! {
    /// ## What it does
    /// Reports imports of modules that neither policy nor VM know, when a module of nearly the same name is allowed.
    ///
    /// ## Why it matters
    /// A misspelt name is repaired, not refused.
    ///
    /// ## Bad
    /// ```python
    /// import maths
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// ```
    ///
    /// ## Runtime twin
    /// The `Import` instruction raises ImportError.
    UNKNOWN_MODULE = "IMP007" "unknown-module" Imports Deny
    "a module name that looks misspelt"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    if let Some(near) = meant(context, site) {
        let message = format!("there is no module `{}`", site.module);
        let certainty = if site.at.import_guarded { Certainty::Possible } else { Certainty::Definite };
        if let Some(finding) = context.report_if(certainty, site.module_span, message) {
            finding.label("unknown").help(format!("did you mean `{near}`?"));
        }
    }
}

/// The allowed module that an import of an unknown one probably means.
pub(crate) fn meant(context: &mut Context<'_>, site: &ImportSite) -> Option<String> {
    if site.level > 0 || !site.first || site.module.is_empty() {
        return None;
    }
    if let Some(known) = context.misspelt.get(&site.module) {
        return known.clone();
    }
    let known = context.catalog.has_module(&site.module) || context.grants().import_denial(&site.module).is_some();
    if known || context.import_answer(site).is_ok() || context.misspelt.len() >= MAX_SEARCHES {
        return None;
    }
    let near =
        did_you_mean(&site.module, context.catalog.modules()).filter(|near| context.grants().import(near).is_ok()).map(str::to_owned);
    context.misspelt.insert(Rc::clone(&site.module), near.clone());
    near
}

/// Names looked up in one program: what is meant matters less after that many slips.
const MAX_SEARCHES: usize = 64;
