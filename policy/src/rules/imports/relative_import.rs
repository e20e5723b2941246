//! IMP005: `from . import module`.

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Certainty;
use crate::analysis::walk::ImportSite;

declare_rule! {
    /// ## What it does
    /// Reports imports that start with a dot.
    ///
    /// ## Why it matters
    /// A program that is one text is not part of a package.
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
    /// ## At run time
    /// The `Import` instruction calls `Grants::relative_import` and raises ImportError.
    RELATIVE_IMPORT = "IMP005" "relative-import" Imports Deny
    cwe: Some(829), is_security: true,
    "`from . import module`"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    if site.level > 0 && site.first {
        let answer = context.grants().relative_import();
        context.refuse(site.span, answer, Certainty::Definite);
    }
}
