//! UND001: a name that nothing defines.

use stockade_compiler::tree::{Ctx, Expr, ExprId, Tree};

use crate::analysis::common_mistakes::module_providing;
use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::NameSite;
use crate::base::rule::Level;
use crate::base::spelling::did_you_mean;
use crate::enforce::grants::builtin_help;

declare_rule! {
    /// ## What it does
    /// Reports names that are bound nowhere in the program, are not builtins, and come neither from earlier steps nor from the host. It does not report names inside a `try` that catches NameError.
    ///
    /// ## Why it matters
    /// The run would end in a NameError after it may have done half of its work.
    ///
    /// ## Bad
    /// ```python
    /// pritn(1)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// print(1)
    /// ```
    ///
    /// ## At run time
    /// Loading such a name raises NameError.
    UNDEFINED_NAME = "UND001" "undefined-name" Undefined Deny
    cwe: Some(457), is_security: false,
    "a name that nothing defines"
    Check::Program(check)
}

/// Where names are read that nothing binds. Builtins that the policy denies are known; BLT001 speaks of them.
pub(in crate::rules) fn unbound<'a>(context: &Context<'a>) -> Vec<&'a NameSite> {
    let walk = context.walk;
    let tree = context.tree;
    // Names may come from elsewhere: a star import, or a namespace that is written as a dict.
    let writes_namespaces = |name: &str| tree.symbols.find(name).is_some() && context.grants().builtin(name).is_ok();
    let fills_module = ["global_enum", "_convert_"].into_iter().any(|name| tree.symbols.find(name).is_some());
    if walk.star_import || fills_module || ["globals", "locals", "vars", "exec"].into_iter().any(writes_namespaces) {
        return Vec::new();
    }
    let is_unbound = |site: &&NameSite| {
        let marks = context.marks.of(site.name);
        site.ctx == Ctx::Load
            && !site.at.guarded
            && !marks.intersects(Marks::BUILTIN | Marks::KNOWN | Marks::DUNDER)
            && walk.variable_at(site.expr).is_none()
            && (!marks.intersects(Marks::DENIED) || context.grants().builtin_unlisted(tree.name(site.name)))
    };
    walk.names.iter().filter(is_unbound).collect()
}

fn check(context: &mut Context<'_>) {
    let walk = context.walk;
    let tree = context.tree;
    // A search for the intended name takes time for each name.
    let mut searches = 16u32;
    for site in unbound(context) {
        if context.has_enough_denials() && context.level == Level::Deny {
            break;
        }
        let name = tree.name(site.name);
        // CAP005 reports a builtin that the VM does not have and the policy does not deny.
        if builtin_help(name).is_some() {
            continue;
        }
        let is_module = context.catalog.has_module(name) && context.grants().import(name).is_ok();
        let suggestion = suggestion(context, name);
        let near = if is_module || suggestion.is_some() {
            None
        } else {
            let bound = walk.names.iter().filter(|other| other.ctx == Ctx::Store).map(|other| tree.name(other.name));
            let idents = walk.idents.iter().map(|ident| tree.name(ident.name));
            let candidates = context.known.names().chain(bound).chain(idents).chain(context.catalog.builtins());
            searches = searches.saturating_sub(1);
            let candidates = candidates.filter(|candidate| *candidate != name).take(if searches > 0 { 5000 } else { 0 });
            did_you_mean(name, candidates).map(str::to_owned)
        };
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if is_module => format!("add `import {name}`"),
            None if let Some(suggestion) = suggestion => suggestion,
            None if context.known.tools().count() > 1 => {
                format!("known functions of the host: {}", context.known.tools().collect::<Vec<_>>().join(", "))
            }
            None if searches > 0 && walk.calls.iter().any(|call| calls(tree, call.expr, site.expr)) => {
                "define a function of that name first".into()
            }
            None => "assign it first".into(),
        };
        context.report(site.span, format!("undefined name `{name}`")).label("not defined").help(help);
    }
}

fn calls(tree: &Tree, call: ExprId, callee: ExprId) -> bool {
    matches!(tree.expr(call), Expr::Call { func, .. } if func == callee)
}

/// What to write for a name that the program forgot to import, or that another language has.
fn suggestion(context: &Context<'_>, name: &str) -> Option<String> {
    /// Modules by their common aliases.
    const ALIASES: [(&str, &str); 6] =
        [("np", "numpy"), ("pd", "pandas"), ("plt", "matplotlib.pyplot"), ("dt", "datetime"), ("tf", "tensorflow"), ("sns", "seaborn")];
    let foreign = match name {
        "null" | "nil" | "undefined" => Some("None"),
        "unicode" | "basestring" => Some("str"),
        "unichr" => Some("chr"),
        "long" => Some("int"),
        "printf" | "println" => Some("print"),
        _ => None,
    };
    if let Some(python) = foreign {
        return Some(format!("write `{python}`"));
    }
    if name == "raw_input" {
        return Some(
            builtin_help("input").filter(|_| context.grants().builtin("input").is_err()).map_or_else(|| "write `input`".into(), Into::into),
        );
    }
    let granted = |module: &str| context.grants().import(module).is_ok() && context.catalog.has_module(module);
    if let Some((_, module)) = ALIASES.into_iter().find(|(alias, _)| *alias == name) {
        let can_be = if granted(module) {
            format!("add `import {module} as {name}`")
        } else {
            format!("`{module}` cannot be imported here; do without it")
        };
        return Some(can_be);
    }
    if let Some(module) = module_providing(context, name) {
        return Some(format!("add `from {module} import {name}`"));
    }
    // A module that is not allowed: an import would not help.
    let refused = context.grants().import_denial(name).is_some() && !context.known.is_session();
    refused.then(|| format!("`{name}` is a module that cannot be imported here; do without it"))
}
