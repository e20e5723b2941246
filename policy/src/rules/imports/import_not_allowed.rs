//! IMP001: import of a module that the policy does not allow.

use crate::check::checker::Context;
use crate::settings::model::Level;
use crate::analysis::names::Certainty;
use crate::rules::Check;
use crate::rules::imports::unknown_module::{UNKNOWN_MODULE, meant};
use crate::analysis::walk::ImportSite;

declare_rule! {
    /// ## What it does
    /// Reports `import` and `from ... import` of modules that `imports.allow` does not list or `imports.deny` does. One level milder where
    /// the program catches the `ImportError` and the policy has no entry against the module.
    ///
    /// ## Why it matters
    /// Modules are how a program reaches files, the network and the interpreter.
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
    /// ## Runtime twin
    /// The `Import` instruction asks `Grants::import` and raises ImportError.
    IMPORT_NOT_ALLOWED = "IMP001" "import-not-allowed" Imports Deny
    "import of a module that the policy does not allow"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    // A slip of the pen is IMP007's.
    let misspelt = context.policy.level(&UNKNOWN_MODULE) > Level::Off && meant(context, site).is_some();
    if site.level == 0 && site.first && !misspelt {
        let answer = context.import_answer(site);
        // A program that catches the ImportError goes on without the module; one that policies name is none to try for.
        let may_be_missed = site.at.import_guarded && context.grants().import_denial(&site.module).is_none();
        let certainty = if may_be_missed { Certainty::Possible } else { Certainty::Definite };
        if let Some(finding) = context.refuse(site.module_span, answer, certainty) {
            finding.label("not allowed");
        }
    }
}
