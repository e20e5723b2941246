//! TOOL001: a host function called with arguments it does not take.

use stockade_compiler::tree::Expr;

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::Value;
use crate::base::spelling::did_you_mean;

declare_rule! {
    /// ## What it does
    /// Compares calls of host functions with the parameters that the host declared.
    ///
    /// ## Why it matters
    /// The call would fail after the program has done half of its work.
    ///
    /// ## Bad
    /// ```python
    /// web_search(q="weather")  # its parameter is query
    /// ```
    ///
    /// ## Good
    /// ```python
    /// web_search(query="weather")
    /// ```
    ///
    /// ## At run time
    /// Binding the arguments raises TypeError.
    UNKNOWN_TOOL_ARGUMENT = "TOOL001" "unknown-tool-argument" Tools Deny
    cwe: Some(628), is_security: true,
    "a host function called with arguments it does not take"
    Check::KnownCall(Callee::TOOL, check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    let tree = context.tree;
    let Expr::Call { args, keywords, .. } = tree.expr(site.expr) else { return };
    let Some(Value::Tool(name)) = site.callee.single() else { return };
    let known = context.known;
    let Some(parameters) = known.tool(name).and_then(|signature| signature.parameters.as_ref()) else { return };
    let listing = parameters.join(", ");
    for keyword in tree.list(keywords) {
        let Some(ident) = keyword.name else { continue };
        let word = tree.name(ident.name);
        if !parameters.iter().any(|parameter| &**parameter == word) {
            let near = did_you_mean(word, parameters.iter().map(|parameter| &**parameter));
            let help =
                near.map_or_else(|| format!("parameters: {listing}"), |near| format!("did you mean `{near}`? Parameters: {listing}"));
            context.report(ident.span, format!("`{name}` has no parameter `{word}`")).label("unknown parameter").help(help);
        }
    }
    let positional = tree.list(args);
    if positional.len() > parameters.len() && !positional.iter().any(|arg| matches!(tree.expr(*arg), Expr::Starred { .. })) {
        let span = tree.expr_span(site.expr);
        let message = format!("`{name}` takes {} arguments and is given {}", parameters.len(), positional.len());
        context.report(span, message).label("too many arguments").help(format!("parameters: {listing}"));
    }
}
