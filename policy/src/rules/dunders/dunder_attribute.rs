//! DUN001: a dunder attribute that leads into the interpreter.

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::{Certainty, Value};
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::{AttributeSite, ImportSite, PatternAttributeSite};
use crate::enforce::grants::Access;

declare_rule! {
    /// ## What it does
    /// Reports dunder attributes that `dunders` does not permit to be read, set or deleted; also as keywords of class patterns.
    ///
    /// ## Why it matters
    /// `__globals__`, `__subclasses__` and `__mro__` are the classic ways out of a Python sandbox.
    ///
    /// ## Bad
    /// ```python
    /// ().__class__.__base__.__subclasses__()
    /// ```
    ///
    /// ## Good
    /// ```python
    /// type(())
    /// ```
    ///
    /// ## At run time
    /// Every attribute access calls `Grants::attribute` and raises AttributeError.
    DUNDER_ATTRIBUTE = "DUN001" "dunder-attribute" Dunders Deny
    cwe: Some(913), is_security: true,
    "a dunder attribute that leads into the interpreter"
    Check::Several(&[Check::Attribute(Marks::DUNDER, attribute), Check::PatternAttribute(pattern), Check::Import(import)])
}

fn attribute(context: &mut Context<'_>, site: &AttributeSite) {
    let name = context.tree.name(site.attr.name);
    let answer = context.grants().attribute(name, Access::of(site.ctx));
    if answer.is_ok() {
        builtin_namespace(context, site, name);
        return;
    }
    if let Some(finding) = context.refuse(site.attr.span, answer, Certainty::Definite) {
        finding.label("dunder attribute");
    }
}

/// `str.__dict__`: the namespace of a type that all programs share.
fn builtin_namespace(context: &mut Context<'_>, site: &AttributeSite, name: &str) {
    if name != "__dict__" || context.grants().attribute("__code__", Access::Read).is_ok() {
        return;
    }
    let base = context.names.facts(site.value, site.at.scope);
    let certainty = base.certainty(|value| matches!(value, Value::Builtin(_)));
    if let Some(finding) = context.report_if(certainty, site.attr.span, "namespace of a builtin type") {
        finding.label("shared by every program").help("use the type's methods by name");
    }
}

fn pattern(context: &mut Context<'_>, site: &PatternAttributeSite) {
    let name = context.tree.name(site.attr.name);
    let answer = context.grants().attribute(name, Access::Read);
    if let Some(finding) = context.refuse(site.attr.span, answer, Certainty::Definite) {
        finding.label("the pattern reads it");
    }
}

/// `from m import __name__` reads it as `m.__name__` does.
fn import(context: &mut Context<'_>, site: &ImportSite) {
    let Some(member) = site.member.as_deref().filter(|_| site.level == 0) else { return };
    let answer = context.grants().attribute(member, Access::Read);
    if let Some(finding) = context.refuse(site.span, answer, Certainty::Definite) {
        finding.label("dunder attribute");
    }
}
