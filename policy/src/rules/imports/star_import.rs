//! IMP003: `from module import *`.

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::walk::ImportSite;

declare_rule! {
    /// ## What it does
    /// Reports star imports. The level is that of `imports.star`.
    ///
    /// ## Why it matters
    /// After a star import, the text does not show what a name means.
    ///
    /// ## Bad
    /// ```python
    /// from math import *
    /// ```
    ///
    /// ## Good
    /// ```python
    /// from math import sqrt
    /// ```
    ///
    /// ## At run time
    /// The `ImportStar` instruction calls `Grants::star_import` and raises ImportError.
    STAR_IMPORT = "IMP003" "star-import" Imports Deny
    cwe: Some(829), is_security: true,
    "`from module import *`"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    if site.member.as_deref() == Some("*") {
        let message = format!("star import from `{}`", site.module);
        context.report(site.span, message).label("brings unknown names").help("name what you import");
    }
}
