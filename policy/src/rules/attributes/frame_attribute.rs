//! ATT003: an attribute that reaches interpreter frames.

use crate::analysis::attribute_by_name::named_attributes;
use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::Certainty;
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::{AttributeSite, ImportSite, PatternAttributeSite};
use crate::enforce::grants::Access;

declare_rule! {
    /// ## What it does
    /// Reports the attributes that `attributes.any.deny` lists, on any object.
    ///
    /// ## Why it matters
    /// From a frame a program reaches the globals of its caller.
    ///
    /// ## Bad
    /// ```python
    /// def g():
    ///     yield 1
    /// g().gi_frame
    /// ```
    ///
    /// ## Good
    /// ```python
    /// def g():
    ///     yield 1
    /// next(g())
    /// ```
    ///
    /// ## At run time
    /// Every attribute access calls `Grants::attribute`; the VM's objects have no frames.
    FRAME_ATTRIBUTE = "ATT003" "frame-attribute" Attributes Deny
    cwe: Some(913), is_security: true,
    "an attribute that reaches interpreter frames"
    Check::Several(&[Check::Attribute(Marks::NEVER, attribute), Check::PatternAttribute(pattern), Check::Import(import), Check::KnownCall(Callee::NAMING.and_indirect(), call)])
}

fn attribute(context: &mut Context<'_>, site: &AttributeSite) {
    let name = context.tree.name(site.attr.name);
    let answer = context.grants().attribute(name, Access::of(site.ctx));
    context.refuse(site.attr.span, answer, Certainty::Definite);
}

fn pattern(context: &mut Context<'_>, site: &PatternAttributeSite) {
    let name = context.tree.name(site.attr.name);
    let answer = context.grants().attribute(name, Access::Read);
    context.refuse(site.attr.span, answer, Certainty::Definite);
}

/// `getattr(g, "gi_frame")`.
fn call(context: &mut Context<'_>, site: &KnownCall) {
    for named in named_attributes(&mut context.names, site) {
        let grants = context.grants();
        // A program that tests for a frame attribute wants it, so `hasattr` counts in full.
        let certainty = named.certainty_of_intent(|name| grants.attribute(name, named.access).is_err_and(|denied| denied.rule == "ATT003"));
        for name in named.names.strings() {
            let answer = context.grants().attribute(name, named.access);
            let span = context.expr_span(site.expr);
            context.refuse(span, answer, certainty);
        }
    }
}

/// `from m import __name__` reads it as `m.__name__` does.
fn import(context: &mut Context<'_>, site: &ImportSite) {
    let Some(member) = site.member.as_deref().filter(|_| site.level == 0) else { return };
    let answer = context.grants().attribute(member, Access::Read);
    context.refuse(site.span, answer, Certainty::Definite);
}
