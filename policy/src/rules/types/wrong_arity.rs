//! TYP002: a call with too few or too many arguments.

use stockade_compiler::tree::{Expr, ExprId, FunctionId, Keyword, List, Sym};

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::Value;

declare_rule! {
    /// ## What it does
    /// Compares calls of the program's own undecorated functions, of builtins and of modules' functions with their parameters,
    /// where the VM knows them before a run.
    ///
    /// ## Why it matters
    /// The call would raise TypeError.
    ///
    /// ## Bad
    /// ```python
    /// import math
    /// math.sqrt()
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// math.sqrt(2)
    /// ```
    ///
    /// ## At run time
    /// Binding the arguments raises TypeError.
    WRONG_ARITY = "TYP002" "wrong-arity" Types Warn
    cwe: Some(628), is_security: false,
    "a call with too few or too many arguments"
    Check::KnownCall(Callee::OWN.and(Callee::BUILTIN).and(Callee::MEMBER), check)
}

fn check(context: &mut Context<'_>, site: &KnownCall) {
    let tree = context.tree;
    let Expr::Call { args, keywords, .. } = tree.expr(site.expr) else { return };
    let args = tree.list(args);
    let spreads = args.iter().any(|arg| matches!(tree.expr(*arg), Expr::Starred { .. }))
        || tree.list(keywords).iter().any(|keyword| keyword.name.is_none());
    if spreads {
        return;
    }
    let member: String;
    let name: &str = match site.callee.single() {
        Some(Value::Function(id)) => return own_function(context, *id, args.len(), keywords, site.expr),
        Some(Value::Builtin(name)) => name,
        Some(Value::Member(module, name)) => {
            member = [module, ".", name].concat();
            &member
        }
        _ => return,
    };
    let Some(signature) = context.catalog.signature(name) else { return };
    // Keywords may fill missing positions.
    let (least, most) = (signature.least.saturating_sub(tree.list(keywords).len()), signature.most);
    let given = args.len();
    if given < least || most.is_some_and(|most| given > most) {
        let wanted = match most {
            Some(most) if most == least => format!("{least}"),
            Some(most) => format!("{least} to {most}"),
            None => format!("at least {least}"),
        };
        let span = tree.expr_span(site.expr);
        let plural = if wanted == "1" { "" } else { "s" };
        context.report(span, format!("`{name}` takes {wanted} argument{plural} and is given {given}")).label(format!("{given} given"));
    }
}

fn own_function(context: &mut Context<'_>, id: FunctionId, given: usize, keywords: List<Keyword>, call: ExprId) {
    let tree = context.tree;
    let Some(function) = tree.function(id) else { return };
    let params = tree.params(function.params);
    let positional = || tree.list(params.posonly).iter().chain(tree.list(params.args));
    let most = params.posonly.len() + params.args.len();
    let name = tree.name(function.name.name);
    let span = tree.expr_span(call);
    if given > most && params.vararg.is_none() {
        context
            .report(span, format!("`{name}` takes {most} positional argument{} and is given {given}", if most == 1 { "" } else { "s" }))
            .label(format!("{given} given"));
        return;
    }
    let words = || tree.list(keywords).iter().filter_map(|keyword| keyword.name).map(|ident| ident.name);
    let missing: Vec<String> = positional()
        .skip(given)
        .chain(tree.list(params.kwonly))
        .filter(|param| param.default.is_none() && !words().any(|word| word == param.name.name))
        .map(|param| format!("`{}`", tree.name(param.name.name)))
        .collect();
    if !missing.is_empty() {
        let listing = missing.join(", ");
        context.report(span, format!("`{name}` is missing {listing}")).label("called here");
        return;
    }
    if params.kwarg.is_none() {
        let known = |word: &Sym| tree.list(params.args).iter().chain(tree.list(params.kwonly)).any(|param| param.name.name == *word);
        if let Some(unknown) = words().find(|word| !known(word)) {
            let word = tree.name(unknown);
            context.report(span, format!("`{name}` has no parameter `{word}`")).label("called here");
        }
    }
}
