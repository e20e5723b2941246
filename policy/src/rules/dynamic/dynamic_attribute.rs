//! DYN002: an attribute whose name is computed.

use crate::analysis::attribute_by_name::named_attributes;
use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;

declare_rule! {
    /// ## What it does
    /// Reports `getattr` and its like with a name that cannot be folded.
    ///
    /// ## Why it matters
    /// Only the VM can check the name, and then it is too late to repair the program.
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
    /// ## At run time
    /// The functions call `Grants::attribute` with the name they are given.
    DYNAMIC_ATTRIBUTE = "DYN002" "dynamic-attribute" Dynamic Warn
    cwe: Some(470), is_security: true,
    "an attribute whose name is computed"
    Check::KnownCall(Callee::NAMING.and_indirect(), check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    for named in named_attributes(&mut context.names, site) {
        // Some of the possible names may be known, but others are possible.
        if named.names.open {
            let span = context.expr_span(site.expr);
            context
                .report(span, "attribute name is not known before the run")
                .label("checked at run time")
                .help("write the attribute's name");
        }
    }
}
