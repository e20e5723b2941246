//! DYN002: an attribute whose name is computed.

use crate::check::checker::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::attribute_by_name::named_attributes;
use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports `getattr` and its like with a name that cannot be folded.
    ///
    /// ## Why it matters
    /// Only the VM can judge it, when it is too late to repair the program.
    ///
    /// ## Bad
    /// ```python
    /// def read(x, n):
    ///     return getattr(x, n)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// def read(x):
    ///     return x.field
    /// ```
    ///
    /// ## Runtime twin
    /// The functions ask `Grants::attribute` with the name they are given.
    DYNAMIC_ATTRIBUTE = "DYN002" "dynamic-attribute" Dynamic Warn
    "an attribute whose name is computed"
    Check::KnownCall(Callee::NAMING.and_indirect(), check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    for named in named_attributes(&mut context.names, site) {
        // Some of the names may be known; the others are not.
        if named.names.open {
            let span = context.expr_span(site.expr);
            context
                .report(span, "attribute name is not known before the run")
                .label("checked at run time")
                .help("write the attribute's name");
        }
    }
}
