//! TOOL001: a host function called with arguments it does not take.

use std::rc::Rc;

use stockade_compiler::tree::{Constant, Expr, ExprId, Tree, UnaryOp};

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::Value;
use crate::base::signature::ToolSignature;
use crate::base::spelling::did_you_mean;
use crate::enforce::tool_grant::{Argument, Number};

declare_rule! {
    /// ## What it does
    /// Compares calls of host functions with the parameters that the host declared, and arguments whose type or value is certain with the
    /// rules that the policy has for them (`tools.allow.NAME.args`).
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
    let name = Rc::clone(name);
    let signature = context.known.tool(&name).cloned().unwrap_or_default();
    check_names(context, site, &name, &signature);
    let Ok(grant) = context.grants().tool(&name) else { return };
    if let Some(why) = grant.misfit(&name, &signature) {
        context.report(tree.expr_span(site.expr), why).label("the policy's rule would hold for nothing");
    }
    if grant.args.is_empty() {
        return;
    }
    // Which parameter an argument behind `*items` belongs to is not known.
    let positional = tree.list(args).iter().take_while(|arg| !matches!(tree.expr(**arg), Expr::Starred { .. }));
    let by_position = signature.parameters.iter().flatten().filter(|parameter| parameter.by_position).map(|parameter| parameter.name.clone());
    // The builtin has this parameter.
    let answer = (&*name == "final_answer" && signature.parameters.is_none()).then(|| "answer".into());
    let mut given: Vec<(Box<str>, ExprId)> = by_position.chain(answer).zip(positional.copied()).collect();
    for keyword in tree.list(keywords) {
        given.extend(keyword.name.map(|ident| (tree.name(ident.name).into(), keyword.value)));
    }
    for (parameter, value) in given {
        let Some(rule) = grant.args.get(&parameter) else { continue };
        let facts = context.names.facts(value, site.at.scope);
        let Some(known) = Known::of(tree, tree.expr(value), facts.single()) else { continue };
        let shown = known.shown.as_deref();
        // Without the value, only its type decides.
        let refused = match rule.refuses_types(known.types) {
            None if known.is_whole => rule.refuses(Argument { types: known.types, len: known.len, shown, number: known.number }),
            refused => refused,
        };
        if let Some(why) = refused {
            let message = format!("`{parameter}` of `{name}` {why}");
            context.report(tree.expr_span(value), message).label("the policy has a rule for it");
        }
    }
}

/// What is known about an argument before the run.
struct Known {
    types: &'static [&'static str],
    len: Option<u64>,
    shown: Option<String>,
    number: Option<Number>,
    /// True if the value itself is known, and not only its type.
    is_whole: bool,
}

impl Known {
    fn of(tree: &Tree, expr: Expr, value: Option<&Value>) -> Option<Self> {
        let of_type = |types| Some(Known { types, len: None, shown: None, number: None, is_whole: false });
        let whole = |types, len, shown| Some(Known { types, len, shown, number: None, is_whole: true });
        let number = |types, number, shown| Some(Known { types, len: None, shown, number: Some(number), is_whole: true });
        match value {
            Some(Value::None) => return whole(&["None", "NoneType"], None, Some("None".into())),
            Some(Value::Bool(value)) => {
                let shown = if *value { "True" } else { "False" };
                return number(&["bool", "int", "float"], Number::Int((*value).into()), Some(shown.into()));
            }
            Some(Value::Int(value)) => return number(&["int", "float"], Number::Int(*value), Some(value.to_string())),
            Some(Value::Str(text)) => return whole(&["str"], Some(text.chars().count() as u64), Some(format!("\"{text}\""))),
            Some(Value::Bytes(bytes)) => return whole(&["bytes"], Some(bytes.len() as u64), None),
            _ => {}
        }
        match expr {
            Expr::Constant(Constant::Float(value)) => number(&["float"], Number::Float(value), None),
            Expr::Unary { op: UnaryOp::Neg, operand } => match tree.expr(operand) {
                Expr::Constant(Constant::Float(value)) => number(&["float"], Number::Float(-value), None),
                _ => None,
            },
            Expr::FString { .. } => of_type(&["str"]),
            Expr::List { .. } | Expr::ListComp { .. } => of_type(&["list"]),
            Expr::Tuple { .. } => of_type(&["tuple"]),
            Expr::Dict { .. } | Expr::DictComp { .. } => of_type(&["dict"]),
            Expr::Set { .. } | Expr::SetComp { .. } => of_type(&["set"]),
            _ => None,
        }
    }
}

/// Compares the names and the number of arguments with the signature.
fn check_names(context: &mut Context<'_>, site: &KnownCall, name: &str, signature: &ToolSignature) {
    let tree = context.tree;
    let Expr::Call { args, keywords, .. } = tree.expr(site.expr) else { return };
    let Some(parameters) = &signature.parameters else { return };
    let listing = signature.listing();
    for keyword in tree.list(keywords) {
        let Some(ident) = keyword.name.filter(|_| !signature.takes_keywords) else { continue };
        let word = tree.name(ident.name);
        if !parameters.iter().any(|parameter| parameter.by_name && &*parameter.name == word) {
            if parameters.iter().any(|parameter| &*parameter.name == word) {
                let help = format!("write the value alone, in its place. Parameters: {listing}");
                context.report(ident.span, format!("`{name}` takes `{word}` by position alone")).label("given by name").help(help);
                continue;
            }
            let near = did_you_mean(word, parameters.iter().map(|parameter| &*parameter.name));
            let help =
                near.map_or_else(|| format!("parameters: {listing}"), |near| format!("did you mean `{near}`? Parameters: {listing}"));
            context.report(ident.span, format!("`{name}` has no parameter `{word}`")).label("unknown parameter").help(help);
        }
    }
    let positional = tree.list(args);
    let most = parameters.iter().filter(|parameter| parameter.by_position).count();
    let has_star = positional.iter().any(|arg| matches!(tree.expr(*arg), Expr::Starred { .. }));
    if positional.len() > most && !signature.takes_more && !has_star {
        let span = tree.expr_span(site.expr);
        let message = format!("`{name}` takes {most} arguments and is given {}", positional.len());
        context.report(span, message).label("too many arguments").help(format!("parameters: {listing}"));
    }
}
