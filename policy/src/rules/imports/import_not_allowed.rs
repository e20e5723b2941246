//! IMP001: import of a module that the policy does not allow.

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::import_removal::removal_of_refused;
use crate::analysis::names::Certainty;
use crate::analysis::walk::ImportSite;
use crate::base::rule::Level;
use crate::rules::imports::unknown_module::{UNKNOWN_MODULE, meant};

declare_rule! {
    /// ## What it does
    /// Reports `import` and `from ... import` of modules that `imports.allow` does not list or that `imports.deny` lists. A program
    /// that catches the `ImportError` by name expects it, so nothing is reported there. Where it catches every exception, the finding is one
    /// level milder, if the policy has no entry against the module.
    ///
    /// ## Why it matters
    /// Through modules a program reaches files, the network and the interpreter.
    ///
    /// ## Bad
    /// ```python
    /// import os
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// ```
    ///
    /// ## At run time
    /// The `Import` instruction calls `Grants::import` and raises ModuleNotFoundError.
    IMPORT_NOT_ALLOWED = "IMP001" "import-not-allowed" Imports Deny
    cwe: Some(829), is_security: true,
    "import of a module that the policy does not allow"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    // IMP007 reports a misspelt name.
    let misspelt = context.policy.level(&UNKNOWN_MODULE) > Level::Off && meant(context, site).is_some();
    // A program that expects the ImportError continues without the module. The interpreter refuses it in any case.
    if site.level == 0 && site.first && !misspelt && !site.at.import_optional {
        let answer = context.import_answer(site);
        // A program that catches everything continues too. There a module that the policy denies by name stays an error.
        let may_be_missed = site.at.import_guarded && context.grants().import_denial(&site.module).is_none();
        let certainty = if may_be_missed { Certainty::Possible } else { Certainty::Definite };
        let note = how_to_grant(context, &site.module);
        let fix = if answer.is_err() { removal_of_refused(context, site, certainty) } else { None };
        if let Some(finding) = context.refuse(site.module_span, answer, certainty) {
            finding.label("not allowed").note(note).fix = fix;
        }
    }
}

/// How the host of a program grants a module.
pub(crate) fn how_to_grant(context: &Context<'_>, module: &str) -> String {
    let grant = format!("the host allows it with `imports: {{add: [{module}]}}` in the policy, or with `--allow-import {module}`");
    if context.catalog.has_module(module) || context.catalog.is_package(module) {
        return grant;
    }
    format!("this VM has no `{module}`; a Python host that lends its own {}", grant.trim_start_matches("the host "))
}
