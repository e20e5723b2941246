//! ATT003: an attribute that reaches interpreter frames.

use crate::analysis::attribute_by_name::named_attributes;
use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::{Certainty, Value};
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::{AttributeSite, ClassSite, ImportSite, PatternAttributeSite};
use crate::enforce::grants::Access;

declare_rule! {
    /// ## What it does
    /// Reports the attributes that `attributes.any.deny` lists, on any object. An attribute that a class of the program defines (in its
    /// body, or by `self.mro = ...` in a method) is left to the run, unless the object is clearly something else.
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
    /// Every attribute access calls `Grants::attribute` and raises AttributeError, unless a class of the program defines the attribute of
    /// this object.
    FRAME_ATTRIBUTE = "ATT003" "frame-attribute" Attributes Deny
    cwe: Some(913), is_security: true,
    "an attribute that reaches interpreter frames"
    Check::Several(&[Check::Attribute(Marks::NEVER, attribute), Check::Class(class), Check::PatternAttribute(pattern), Check::Import(import), Check::KnownCall(Callee::NAMING.and_indirect(), call)])
}

fn attribute(context: &mut Context<'_>, site: &AttributeSite) {
    if context.is_own_attribute(site.attr.name) && context.names.facts(site.value, site.at.scope).may_be_own() {
        return;
    }
    let name = context.tree.name(site.attr.name);
    let answer = context.grants().attribute(name, Access::of(site.ctx));
    context.refuse(site.attr.span, answer, Certainty::Definite);
}

fn pattern(context: &mut Context<'_>, site: &PatternAttributeSite) {
    if context.is_own_attribute(site.attr.name) && context.names.facts(site.class, site.at.scope).may_be_own() {
        return;
    }
    let name = context.tree.name(site.attr.name);
    let answer = context.grants().attribute(name, Access::Read);
    context.refuse(site.attr.span, answer, Certainty::Definite);
}

/// A metaclass whose method `mro` replaces the bases of its classes.
fn class(context: &mut Context<'_>, site: &ClassSite) {
    let (tree, walk) = (context.tree, context.walk);
    let bound = tree.symbols.find("mro").and_then(|name| walk.bindings(site.scope, name).last());
    let (Some(binding), Some(class)) = (bound, tree.class(site.class)) else { return };
    let is_metaclass = |value: &Value| match value {
        Value::Builtin(name) => &**name == "type",
        Value::Member(_, name) => matches!(&**name, "ABCMeta" | "EnumMeta" | "EnumType"),
        _ => false,
    };
    let derives = tree.list(class.bases).iter().any(|base| context.names.facts(*base, site.at.scope).values.iter().any(is_metaclass));
    if derives {
        let answer = context.grants().attribute("mro", Access::Write);
        context.refuse(binding.span, answer, Certainty::Definite);
    }
}

/// `getattr(g, "gi_frame")`.
fn call(context: &mut Context<'_>, site: &KnownCall) {
    for named in named_attributes(&mut context.names, site) {
        let grants = context.grants();
        // A program that tests for a frame attribute wants it, so `hasattr` counts in full.
        let certainty = named.certainty_of_intent(|name| grants.attribute(name, named.access).is_err_and(|denied| denied.rule == "ATT003"));
        for name in named.names.strings() {
            let is_own = context.tree.symbols.find(name).is_some_and(|name| context.is_own_attribute(name));
            if is_own && named.object.may_be_own() {
                continue;
            }
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
