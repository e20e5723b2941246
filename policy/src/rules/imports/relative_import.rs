//! IMP005: `from . import module`.

use crate::check::checker::Context;
use crate::analysis::names::Certainty;
use crate::rules::Check;
use crate::analysis::walk::ImportSite;

declare_rule! {
    /// ## What it does
    /// Reports imports that start with a dot.
    ///
    /// ## Why it matters
    /// A program that is handed over as one text is not part of a package.
    ///
    /// ## Bad
    /// ```python
    /// from . import helpers
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// ```
    ///
    /// ## Runtime twin
    /// The `Import` instruction asks `Grants::relative_import` and raises ImportError.
    RELATIVE_IMPORT = "IMP005" "relative-import" Imports Deny
    "`from . import module`"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    if site.level > 0 && site.first {
        let answer = context.grants().relative_import();
        context.refuse(site.span, answer, Certainty::Definite);
    }
}
