//! DUN005: a format field that reads a forbidden attribute.

use stockade_compiler::tree::Expr;

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::fold::{self, FieldPath};
use crate::analysis::names::Callee;
use crate::analysis::names::{Certainty, Facts, Value};
use crate::analysis::walk::CallSite;
use crate::enforce::grants::{Access, Denied};

declare_rule! {
    /// ## What it does
    /// Reads the templates of `str.format`, `format_map` and `string.Formatter` and reports fields that read forbidden attributes.
    ///
    /// ## Why it matters
    /// `{0.__globals__}` reads an attribute without any attribute syntax.
    ///
    /// ## Bad
    /// ```python
    /// def f(): ...
    /// "{0.__globals__}".format(f)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// "{0.name}".format(person)
    /// ```
    ///
    /// ## At run time
    /// Formatting calls `Grants::attribute` for each attribute of a field.
    DUNDER_IN_FORMAT = "DUN005" "dunder-in-format" Dunders Deny
    cwe: Some(134), is_security: true,
    "a format field that reads a forbidden attribute"
    Check::Several(&[Check::KnownCall(Callee::METHOD.and_indirect(), check), Check::FormatCall(formatter)])
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    // Only methods that format can matter. A callee that makes other calls may call one of them.
    let may_format = |value: &Value| match value {
        Value::Method(_, name) | Value::BuiltinAttribute(_, name) => matches!(&**name, "format" | "format_map"),
        _ => true,
    };
    if !site.callee.values.iter().any(may_format) {
        return;
    }
    let templates = templates(context, site);
    judge(context, site, templates);
}

/// `string.Formatter().format("...")`: any method of these names that is handed a template.
fn formatter(context: &mut Context<'_>, site: &CallSite) {
    let Expr::Call { func, args, .. } = context.tree.expr(site.expr) else { return };
    let Expr::Attribute { attr, .. } = context.tree.expr(func) else { return };
    let name = context.tree.name(attr.name);
    if !matches!(name, "format" | "vformat" | "get_field") || !templates(context, site).is_empty() {
        return;
    }
    let Some(first) = context.tree.list(args).first() else { return };
    let facts = context.names.facts(*first, site.at.scope);
    let mut found = Vec::new();
    for text in facts.strings() {
        // `get_field` takes the text inside the braces.
        let text = if name == "get_field" { format!("{{{text}}}") } else { text.to_owned() };
        found.push(Template { text, certainty: facts.certainty(|_| true), args: Vec::new() });
    }
    judge(context, site, found);
}

fn judge(context: &mut Context<'_>, site: &CallSite, templates: Vec<Template>) {
    let span = context.expr_span(site.expr);
    for template in templates {
        for field in fold::format_paths(&template.text) {
            let mut base = template.root(context, site, &field);
            for name in &field.attributes {
                if let Some(denied) = refusal(context, &base, name) {
                    let message = format!("format field reads `{name}`: {}", denied.message);
                    if let Some(finding) = context.report_if(template.certainty, span, message) {
                        finding.label("the template walks attributes").help("format the value in an f-string");
                    }
                    break;
                }
                base = context.names.attribute(&base, name);
            }
        }
    }
}

fn refusal(context: &mut Context<'_>, base: &Facts, name: &str) -> Option<Denied> {
    for value in &base.values {
        if let Value::Module(module) = value
            && let Err(denied) = context.grants().module_attribute(module, name, Access::Read)
        {
            return Some(denied);
        }
    }
    let denied = context.grants().attribute(name, Access::Read).err()?;
    let is_own = context.tree.symbols.find(name).is_some_and(|name| context.is_own_attribute(name));
    (!is_own || !base.may_be_own()).then_some(denied)
}

/// A template with the arguments its fields take.
struct Template {
    text: String,
    certainty: Certainty,
    args: Vec<Facts>,
}

impl Template {
    /// The values that the first part of a field may have.
    fn root(&self, context: &mut Context<'_>, site: &CallSite, field: &FieldPath) -> Facts {
        if let Some(position) = field.position {
            return self.args.get(position).cloned().unwrap_or_else(Facts::unknown);
        }
        let tree = context.tree;
        let Expr::Call { keywords, .. } = tree.expr(site.expr) else { return Facts::unknown() };
        let keyword = tree.list(keywords).iter().find(|keyword| keyword.name.is_some_and(|name| tree.name(name.name) == field.root));
        keyword.map_or_else(Facts::unknown, |keyword| context.names.facts(keyword.value, site.at.scope))
    }
}

/// The templates of `str.format`, `format_map` and `string.Formatter` calls.
fn templates(context: &mut Context<'_>, site: &CallSite) -> Vec<Template> {
    let mut found = Vec::new();
    for call in context.names.calls(site.expr, site.at.scope).iter() {
        let certain = if call.certain { Certainty::Definite } else { Certainty::Possible };
        match &call.callee {
            Value::Method(receiver, name) if matches!(&**name, "format" | "format_map") => {
                if let Value::Str(text) = &**receiver {
                    found.push(Template { text: text.to_string(), certainty: certain, args: call.args.clone() });
                }
            }
            Value::BuiltinAttribute(ty, name) if &**ty == "str" && matches!(&**name, "format" | "format_map") => {
                if let Some((first, rest)) = call.args.split_first() {
                    let certainty = certain.min(first.certainty(|_| true));
                    found.extend(first.strings().map(|text| Template { text: text.to_owned(), certainty, args: rest.to_vec() }));
                }
            }
            _ => {}
        }
    }
    found
}
