//! CAP002: an attribute that the VM's module does not have.

use stockade_compiler::tree::{Ctx, Span};

use crate::analysis::attribute_by_name::named_attributes;
use crate::analysis::common_mistakes::{replacement_for, same_attribute};
use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::{Certainty, Value};
use crate::analysis::walk::{AttributeSite, ImportSite};
use crate::base::spelling::did_you_mean;
use crate::enforce::grants::Access;
use crate::enforce::pattern::is_dunder;
use crate::report::verdict::{Edit, Fix};

declare_rule! {
    /// ## What it does
    /// Reports `module.name` and `from module import name` for names that the VM's module lacks.
    ///
    /// ## Why it matters
    /// The author learns it before the run, not in the middle of it.
    ///
    /// ## Bad
    /// ```python
    /// import re
    /// re.Scanner
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import re
    /// re.finditer
    /// ```
    ///
    /// ## At run time
    /// The access raises AttributeError.
    UNSUPPORTED_ATTRIBUTE = "CAP002" "unsupported-attribute" Capability Deny
    cwe: None, is_security: false,
    "an attribute that the VM's module does not have"
    Check::Several(&[Check::ModuleAttribute(attribute), Check::EveryAttribute(of_class), Check::Import(import)])
}

fn attribute(context: &mut Context<'_>, site: &AttributeSite) {
    let certainty = if site.at.attribute_guarded { Certainty::Possible } else { Certainty::Definite };
    if site.ctx != Ctx::Load || !context.keeps(certainty) {
        return;
    }
    let base = context.names.facts(site.value, site.at.scope);
    let Some(Value::Module(module)) = base.single() else { return };
    let name = context.tree.name(site.attr.name);
    if site.at.attribute_optional || context.catalog.has_attribute(module, name) != Some(false) || is_tested(context, module, name, site) {
        return;
    }
    missing(context, module, name, site.attr.span, certainty, "");
}

/// True if the program asks `hasattr(module, "name")` before this place, in this scope or in one around it. A conditional expression has its
/// test behind what it guards, on the same line.
fn is_tested(context: &mut Context<'_>, module: &str, name: &str, site: &AttributeSite) -> bool {
    let (walk, source) = (context.walk, context.source);
    if walk.attribute_tests.is_empty() {
        return false;
    }
    let line = source.line_of(site.attr.span.end);
    let end = if line < source.line_count() { source.line_start(line.saturating_add(1)) } else { u32::MAX };
    walk.attribute_tests.iter().any(|call| {
        context.expr_span(call.expr).start < end
            && walk.is_within(site.at.scope, call.at.scope)
            && named_attributes(&mut context.names, call).iter().any(|test| {
                test.object.single().is_some_and(|object| matches!(object, Value::Module(tested) if &**tested == module))
                    && test.names.strings().any(|tested| tested == name)
            })
    })
}

/// `datetime.datetime` and `datetime.timedelta` where `datetime` is the class: the module of its name is meant.
fn of_class(context: &mut Context<'_>, site: &AttributeSite) {
    let name = context.tree.name(site.attr.name);
    if site.ctx != Ctx::Load || !matches!(name, "datetime" | "timedelta" | "timezone") {
        return;
    }
    let base = context.names.facts(site.value, site.at.scope);
    if !matches!(base.single(), Some(Value::Member(module, class)) if &**module == "datetime" && &**class == "datetime") {
        return;
    }
    let help = match name {
        "datetime" => "leave out one `datetime`: the name is the class already".into(),
        _ => format!("add `from datetime import {name}` and write `{name}`"),
    };
    if let Some(finding) =
        context.report_if(Certainty::Definite, site.attr.span, format!("the class `datetime.datetime` has no attribute `{name}`"))
    {
        finding.label("not there").help(help);
    }
}

fn import(context: &mut Context<'_>, site: &ImportSite) {
    if let Some(member) = site.member.as_deref().filter(|member| *member != "*" && site.level == 0 && !site.at.import_optional) {
        let certainty = if site.at.import_guarded { Certainty::Possible } else { Certainty::Definite };
        // Another name of the module is bound to the name that the program uses.
        let has_name = site.span.len() as usize > member.len();
        let keep = if has_name { String::new() } else { format!(" as {member}") };
        missing(context, &site.module, member, site.span, certainty, &keep);
    }
}

/// `behind` is what a fix writes behind the name.
fn missing(context: &mut Context<'_>, module: &str, name: &str, span: Span, certainty: Certainty, behind: &str) {
    if is_dunder(name)
        || context.catalog.has_attribute(module, name) != Some(false)
        || context.grants().module_attribute(module, name, Access::Read).is_err()
    {
        return;
    }
    let names = context.catalog.attributes(module);
    // Private names of a module are not suggested.
    let public = names.iter().map(|name| &**name).filter(|other| name.starts_with('_') || !other.starts_with('_'));
    let near = replacement_for(context, module, name)
        .or_else(|| did_you_mean(name, public).map(|near| format!("did you mean `{module}.{near}`?")));
    // The author probably means the class with the name of the module.
    let of_class = module == "datetime" && matches!(name, "now" | "today" | "strptime" | "strftime" | "fromisoformat" | "fromtimestamp");
    let near = if of_class { Some(format!("did you mean `datetime.datetime.{name}`?")) } else { near };
    let fix = same_attribute(context, module, name).map(|other| {
        let end = span.start.saturating_add(u32::try_from(name.len()).unwrap_or(0));
        let edit = Edit::new(context.source, Span::new(span.start, end), format!("{other}{behind}"));
        Fix::new(format!("write `{other}`"), edit)
    });
    if let Some(finding) = context.report_if(certainty, span, format!("`{module}.{name}` is not available in this VM")) {
        finding.label("not in this VM");
        finding.help = near;
        finding.fix = fix;
    }
}
