//! ATT001: an attribute of a module that the policy denies.

use stockade_compiler::tree::Ident;

use crate::analysis::attribute_by_name::named_attributes;
use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::{Certainty, Facts, Value};
use crate::analysis::walk::{AttributeSite, ImportSite, PatternAttributeSite};
use crate::enforce::grants::Access;

declare_rule! {
    /// ## What it does
    /// Reports `module.name`, `from module import name` and `getattr(module, "name")` for what `attributes.modules` denies.
    ///
    /// ## Why it matters
    /// A module may be harmless but for one function.
    ///
    /// ## Bad
    /// ```python
    /// import time
    /// time.sleep(9)  # under a policy that denies time.sleep
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import time
    /// time.time()
    /// ```
    ///
    /// ## At run time
    /// Attribute access on a module calls `Grants::module_attribute` and raises AttributeError.
    ATTRIBUTE_DENIED = "ATT001" "attribute-denied" Attributes Deny
    cwe: Some(913), is_security: true,
    "an attribute of a module that the policy denies"
    Check::Several(&[Check::ModuleAttribute(attribute), Check::PatternAttribute(pattern), Check::Import(import), Check::KnownCall(Callee::NAMING.and_indirect(), call)])
}

fn attribute(context: &mut Context<'_>, site: &AttributeSite) {
    let base = context.names.facts(site.value, site.at.scope);
    touched(context, &base, site.attr, Access::of(site.ctx));
}

/// `case object(sleep=x)` reads the attribute of what is matched.
fn pattern(context: &mut Context<'_>, site: &PatternAttributeSite) {
    if let Some(subject) = site.subject {
        let base = context.names.facts(subject, site.at.scope);
        touched(context, &base, site.attr, Access::Read);
    }
}

fn touched(context: &mut Context<'_>, base: &Facts, attr: Ident, access: Access) {
    let base = base.without_none();
    let name = context.tree.name(attr.name);
    for value in &base.values {
        let Value::Module(module) = value else { continue };
        let certainty = base.certainty(|other| other == value);
        let answer = context.grants().module_attribute(module, name, access);
        context.refuse(attr.span, answer, certainty);
    }
}

fn import(context: &mut Context<'_>, site: &ImportSite) {
    let Some(member) = site.member.as_deref().filter(|member| *member != "*") else { return };
    if site.level > 0 || context.grants().import_package(&site.module).is_err() {
        return;
    }
    let answer = context.grants().module_attribute(&site.module, member, Access::Read);
    context.refuse(site.span, answer, Certainty::Definite);
}

/// `getattr(time, "sleep")`.
fn call(context: &mut Context<'_>, site: &KnownCall) {
    for named in named_attributes(&mut context.names, site) {
        for value in &named.object.values {
            let Value::Module(module) = value else { continue };
            let grants = context.grants();
            let certainty = named.certainty(|name| grants.module_attribute(module, name, named.access).is_err());
            for name in named.names.strings() {
                let answer = context.grants().module_attribute(module, name, Access::Read);
                let span = context.expr_span(site.expr);
                if let Err(denied) = answer
                    && matches!(denied.rule, "ATT001" | "IMP004")
                    && let Some(finding) = context.report_if(certainty, span, denied.message)
                {
                    finding.help = denied.help;
                }
            }
        }
    }
}
