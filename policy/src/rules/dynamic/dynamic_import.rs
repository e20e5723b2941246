//! DYN001: a denied module imported by name at run time.

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::{Certainty, Value};
use crate::base::rule::Level;

declare_rule! {
    /// ## What it does
    /// Folds the names given to `__import__` and `importlib.import_module` and reports modules that are not allowed.
    ///
    /// ## Why it matters
    /// The call does what an import statement does.
    ///
    /// ## Bad
    /// ```python
    /// __import__("o" + "s")
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// ```
    ///
    /// ## At run time
    /// The functions call `Grants::import` with the name they are given.
    DYNAMIC_IMPORT = "DYN001" "dynamic-import" Dynamic Deny
    cwe: Some(470), is_security: true,
    "a denied module imported by name at run time"
    Check::KnownCall(Callee::IMPORTER.and_indirect(), check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    for call in context.names.calls(site.expr, site.at.scope).iter() {
        let imports = match &call.callee {
            Value::Builtin(name) => &**name == "__import__",
            Value::Member(module, name) => &**module == "importlib" && matches!(&**name, "import_module" | "__import__"),
            _ => false,
        };
        let Some(module) = call.args.first().filter(|_| imports) else { continue };
        let span = context.expr_span(site.expr);
        for text in module.strings() {
            let Err(denied) = context.grants().import(text) else { continue };
            let certainty = module.certainty(|value| matches!(value, Value::Str(other) if &**other == text)).min(if call.certain {
                Certainty::Definite
            } else {
                Certainty::Possible
            });
            if let Some(finding) = context.report_if(certainty, span, format!("dynamic import of `{text}`: {}", denied.message)) {
                finding.label(format!("imports `{text}`"));
                finding.help = denied.help;
            }
        }
        if module.open && module.values.is_empty() {
            let level = context.grants().builtin("__import__").map_or(Level::Deny, |()| Level::Warn);
            context
                .report_at(level, span, "import of a module whose name is computed")
                .label("name unknown")
                .help("use an import statement");
        }
    }
}
