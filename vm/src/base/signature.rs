//! Parses the signature of a host function.

use crate::base::host_value::ToolError;
use crate::base::host_value::ToolSpec;
use std::fmt::Write as _;
use std::sync::Arc;
use stockade_compiler::ParseLimits;
use stockade_compiler::SourceText;
use stockade_compiler::tree::Constant;
use stockade_compiler::tree::Expr;
use stockade_compiler::tree::ExprId;
use stockade_compiler::tree::Param;
use stockade_compiler::tree::Stmt;
use stockade_compiler::tree::Tree;
use stockade_compiler::tree::UnaryOp;

pub(crate) fn error(message: impl Into<String>) -> ToolError {
    ToolError(message.into())
}

/// A parsed [`ToolSpec`].
pub(crate) struct Parsed {
    /// The source of the stub.
    pub(crate) source: String,
    /// See [`ToolSpec::parameters`].
    pub(crate) parameters: Option<Vec<String>>,
}

/// Parses the name and parameter list of a host function.
pub(crate) fn parse(spec: &ToolSpec) -> Result<Parsed, ToolError> {
    let ToolSpec { name, params, is_final, is_async, .. } = spec;
    if name.starts_with("__") || !stockade_algorithms::text::case::is_identifier(name) {
        return Err(error(format!("`{name}` is no name for a host function")));
    }
    // The newline ends a comment in `params`, so that it cannot hide the rest of the line.
    let text = format!("def {name}({params}\n): pass\n");
    let parsed = Arc::new(SourceText::new("<host>", &text));
    let tree = stockade_compiler::parse(&parsed, &ParseLimits::default())
        .map_err(|problem| error(format!("`{name}({params})` is no signature: {}", problem.message)))?;
    let function = match tree.list(tree.body) {
        [only] => match tree.stmt(*only) {
            Stmt::FunctionDef(id) => tree.function(id),
            _ => None,
        },
        _ => None,
    };
    let function = function.filter(|function| tree.list(function.body).len() == 1);
    let Some(function) = function else { return Err(error(format!("`{name}({params})` is no signature"))) };
    let params = tree.params(function.params);
    let mut list: Vec<String> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    let mut add = |list: &mut Vec<String>, param: &Param| {
        let name = tree.name(param.name.name);
        names.push(name);
        list.push(match param.default {
            None => name.to_string(),
            Some(default) => format!("{name}={}", constant(&tree, &text, default).unwrap_or("...")),
        });
    };
    let (posonly, args, kwonly) = (tree.list(params.posonly), tree.list(params.args), tree.list(params.kwonly));
    posonly.iter().for_each(|param| add(&mut list, param));
    if !posonly.is_empty() {
        list.push("/".to_string());
    }
    args.iter().for_each(|param| add(&mut list, param));
    let rest = params.vararg.map(|param| tree.name(param.name.name));
    match rest {
        Some(rest) => list.push(format!("*{rest}")),
        None if !kwonly.is_empty() => list.push("*".to_string()),
        None => {}
    }
    kwonly.iter().for_each(|param| add(&mut list, param));
    let keywords = params.kwarg.map(|param| tree.name(param.name.name));
    if let Some(keywords) = keywords {
        list.push(format!("**{keywords}"));
    }
    if names.iter().copied().chain(rest).chain(keywords).any(|name| name.starts_with("__")) {
        return Err(error(format!("a parameter of `{name}` begins with two underscores")));
    }
    let quoted: String = names.iter().map(|name| format!("'{name}', ")).collect();
    let values: String = names.iter().map(|name| format!("{name}, ")).collect();
    let service = if *is_async { AWAIT } else { CALL };
    let mut call = format!("{service}('{name}', ({quoted}), {}, ({values}), ", posonly.len() + args.len());
    let _ = write!(call, "{}, {})", rest.unwrap_or("()"), keywords.unwrap_or("None"));
    if *is_async {
        call = format!("await {call}");
    }
    if *is_final {
        call = format!("{ANSWER}({call})");
    }
    let open = rest.is_some() || keywords.is_some();
    let parameters = if open { None } else { Some(names.iter().map(ToString::to_string).collect()) };
    let (keyword, import) =
        if *is_async { ("async def", format!("    from _host_calls import call as {AWAIT}\n")) } else { ("def", String::new()) };
    Ok(Parsed { source: format!("{keyword} {name}({}):\n{import}    return {call}\n", list.join(", ")), parameters })
}

/// The source text of a default, if it is a simple constant on one line: a name like `None`, a number (perhaps negative) or a string.
/// `None` otherwise.
pub(crate) fn constant<'a>(tree: &Tree, text: &'a str, id: ExprId) -> Option<&'a str> {
    let plain = match tree.expr(id) {
        Expr::Constant(constant) => !matches!(constant, Constant::Ellipsis),
        Expr::Unary { op: UnaryOp::Neg, operand } => {
            matches!(tree.expr(operand), Expr::Constant(Constant::Int(_) | Constant::Float(_)))
        }
        _ => false,
    };
    let span = tree.expr_span(id);
    let source = text.get(span.start as usize..span.end as usize)?;
    (plain && !source.contains(['\n', '\r', '\\'])).then_some(source)
}

/// The globals that stubs call. A host function must not have one of these names.
pub(crate) const CALL: &str = "__host_call__";

/// What the stubs of async functions call.
const AWAIT: &str = "__host_await__";

pub(crate) const ANSWER: &str = "__host_answer__";
