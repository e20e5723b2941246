//! IMP004: a denied module reached as an attribute of another.

use stockade_compiler::tree::Ident;

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::{Certainty, Facts, Value};
use crate::analysis::walk::{AttributeSite, ImportSite, PatternAttributeSite};
use crate::enforce::grants::Access;

declare_rule! {
    /// ## What it does
    /// Follows aliases and attributes of modules and reports those that are named like a denied module or are private to their module.
    ///
    /// ## Why it matters
    /// Many modules import `os` or `sys` for themselves; through an attribute a program could use them without an import.
    ///
    /// ## Bad
    /// ```python
    /// import random
    /// random._os.system("x")
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import random
    /// random.random()
    /// ```
    ///
    /// ## At run time
    /// Attribute access on a module calls `Grants::module_attribute`; the VM's modules have no such attributes anyway.
    MODULE_VIA_ATTRIBUTE = "IMP004" "module-via-attribute" Imports Deny
    cwe: Some(829), is_security: true,
    "a denied module reached as an attribute of another"
    Check::Several(&[Check::ModuleAttribute(attribute), Check::PatternAttribute(pattern), Check::Import(import)])
}

fn attribute(context: &mut Context<'_>, site: &AttributeSite) {
    let base = context.names.facts(site.value, site.at.scope);
    reached(context, &base, site.attr, Access::of(site.ctx));
}

/// `case object(_os=x)` reads the attribute of what is matched.
fn pattern(context: &mut Context<'_>, site: &PatternAttributeSite) {
    if let Some(subject) = site.subject {
        let base = context.names.facts(subject, site.at.scope);
        reached(context, &base, site.attr, Access::Read);
    }
}

fn reached(context: &mut Context<'_>, base: &Facts, attr: Ident, access: Access) {
    let base = base.without_none();
    let name = context.tree.name(attr.name);
    for value in &base.values {
        let Value::Module(module) = value else { continue };
        // If the whole module is not allowed, the place where the program obtains it is reported already.
        if context.grants().import_package(module).is_err() {
            continue;
        }
        let certainty = base.certainty(|other| other == value);
        let answer = context.grants().module_attribute(module, name, access);
        if let Some(finding) = context.refuse(attr.span, answer, certainty) {
            finding.label("reached through an attribute");
        }
    }
}

fn import(context: &mut Context<'_>, site: &ImportSite) {
    let Some(member) = site.member.as_deref().filter(|member| *member != "*") else { return };
    // What the first name of a statement shows of the module, IMP001 reports.
    let is_reported = site.first && context.import_answer(site).is_err();
    if site.level > 0 || is_reported || context.grants().import_package(&site.module).is_err() {
        return;
    }
    let answer = context.grants().module_attribute(&site.module, member, Access::Read);
    if let Some(finding) = context.refuse(site.span, answer, Certainty::Definite) {
        finding.label("reached through another module");
    }
}
