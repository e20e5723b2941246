//! DYN005: a forbidden attribute named to `operator.attrgetter`.

use crate::analysis::attribute_by_name::named_attributes;
use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::enforce::grants::Access;

declare_rule! {
    /// ## What it does
    /// Folds the names given to `operator.attrgetter` and `operator.methodcaller` and reports forbidden ones.
    ///
    /// ## Why it matters
    /// They read attributes by name, like `getattr`.
    ///
    /// ## Bad
    /// ```python
    /// from operator import attrgetter
    /// attrgetter("__globals__")
    /// ```
    ///
    /// ## Good
    /// ```python
    /// from operator import attrgetter
    /// attrgetter("price")
    /// ```
    ///
    /// ## At run time
    /// The getters call `Grants::attribute` when they are called.
    ATTRGETTER_STRING = "DYN005" "attrgetter-string" Dynamic Deny
    cwe: Some(470), is_security: true,
    "a forbidden attribute named to `operator.attrgetter`"
    Check::KnownCall(Callee::NAMING.and_indirect(), check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    for named in named_attributes(&mut context.names, site) {
        if !named.through_operator {
            continue;
        }
        let grants = context.grants();
        let certainty = named.certainty(|name| name.split('.').any(|part| grants.attribute(part, Access::Read).is_err()));
        for name in named.names.strings() {
            // `attrgetter("a.b")` reads the attribute `a`, and then `b` of the result.
            for part in name.split('.') {
                let Err(denied) = context.grants().attribute(part, Access::Read) else { continue };
                let span = context.expr_span(site.expr);
                if let Some(finding) = context.report_if(certainty, span, denied.message) {
                    finding.label(format!("reads `{part}`"));
                    finding.help = denied.help;
                }
            }
        }
    }
}
