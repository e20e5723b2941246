//! DUN004: a forbidden dunder named by a string.

use crate::analysis::attribute_by_name::named_attributes;
use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::{Facts, items_of};
use crate::analysis::walk::{ClassSite, Source};
use crate::enforce::grants::Access;

declare_rule! {
    /// ## What it does
    /// Folds the names given to `getattr`, `setattr`, `delattr`, `hasattr` and `__getattribute__`, through aliases, `partial`, `map` and `reduce`, and reports forbidden dunders.
    ///
    /// ## Why it matters
    /// A program can put a forbidden name together from harmless pieces.
    ///
    /// ## Bad
    /// ```python
    /// x = ()
    /// getattr(x, "__cl" + "ass__").__base__
    /// getattr(x, "__glo" + "bals__")
    /// ```
    ///
    /// ## Good
    /// ```python
    /// class A:
    ///     field = 1
    /// getattr(A, "field")
    /// ```
    ///
    /// ## At run time
    /// These functions call `Grants::attribute` with the name they are given, wherever it comes from.
    DUNDER_IN_STRING = "DUN004" "dunder-in-string" Dunders Deny
    cwe: Some(913), is_security: true,
    "a forbidden dunder named by a string"
    Check::Several(&[Check::KnownCall(Callee::NAMING.and_indirect(), check), Check::Class(match_args)])
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    for named in named_attributes(&mut context.names, site) {
        if named.through_operator {
            continue;
        }
        let grants = context.grants();
        let certainty = named.certainty(|name| grants.attribute(name, named.access).is_err());
        for name in named.names.strings() {
            let Err(denied) = context.grants().attribute(name, named.access) else { continue };
            if denied.rule != "DUN001" {
                continue;
            }
            let span = context.expr_span(site.expr);
            let written = named.spelled_out(context, site, name);
            if let Some(finding) = context.report_if(certainty, span, denied.message) {
                finding.label(if written { "named by a string" } else { "computed here" });
                if !written {
                    finding.note(format!("the name folds to `{name}`"));
                }
                finding.help = denied.help;
            }
        }
    }
}

/// `__match_args__ = ("__class__",)`: positional patterns read what it names.
fn match_args(context: &mut Context<'_>, site: &ClassSite) {
    let walk = context.walk;
    let Some(name) = context.tree.symbols.find("__match_args__") else { return };
    for binding in walk.bindings(site.scope, name) {
        let Source::Value(value) = binding.source else { continue };
        let facts = context.names.facts(value, site.scope);
        let items: Vec<Facts> = facts.single().and_then(items_of).unwrap_or_default();
        for item in items {
            for name in item.strings() {
                if let Err(denied) = context.grants().attribute(name, Access::Read)
                    && denied.rule == "DUN001"
                {
                    context.report(binding.span, denied.message).label("patterns would read it");
                }
            }
        }
    }
}
