//! A tool's description to the guest function that stands for it.
//!
//! The parameter list may come from a third party (a server that offers functions), so it is parsed, and only names and plain
//! constants of it reach the stub.

use std::fmt::Write as _;
use std::sync::Arc;

use stockade_compiler::tree::{Constant, Expr, ExprId, Param, Stmt, Tree, UnaryOp};
use stockade_compiler::{ParseLimits, SourceText};

use super::{Tool, ToolError, ToolSpec};
use crate::base::abrupt::Exit;
use crate::heap::FuncObj;
use crate::interpreter::machine::{Machine, Origin};

/// Name of the module whose globals the stubs are.
pub(crate) const MODULE: &str = "stockade.tools";

/// The globals of that module that stubs call: no tool may have such a name.
const CALL: &str = "__host_call__";
const ANSWER: &str = "__host_answer__";

fn error(message: impl Into<String>) -> ToolError {
    ToolError(message.into())
}

/// Adds a tool, or describes one anew.
pub(crate) fn add(machine: &mut Machine, spec: &ToolSpec) -> Result<(), ToolError> {
    let stub = parse(spec)?.source;
    let same = machine.rt.tools.iter().any(|tool| tool.name == spec.name && tool.stub == stub);
    let loaded = same || known(machine, spec, &stub);
    if !loaded {
        load(machine, spec, &stub).map_err(|exit| match exit {
            Exit::Memory(_) | Exit::Limit(_) => error("no memory left for the host function"),
            _ => error(format!("host function `{}` could not be made", spec.name)),
        })?;
    }
    // What a restored step has called before counts on.
    let before = machine.rt.tool_calls.iter().position(|(name, _)| *name == spec.name);
    let calls = before.map_or(0, |at| machine.rt.tool_calls.swap_remove(at).1);
    let tool = Tool { name: spec.name.clone(), stub, max_calls: spec.max_calls, calls };
    match machine.rt.tools.iter_mut().find(|tool| tool.name == spec.name) {
        Some(old) => *old = Tool { calls: old.calls, ..tool },
        None => machine.rt.tools.push(tool),
    }
    Ok(())
}

/// Whether a restored session holds this very stub already.
fn known(machine: &Machine, spec: &ToolSpec, stub: &str) -> bool {
    let rt = &machine.rt;
    let function = rt.names.find(&spec.name).and_then(|name| rt.get_global(rt.tool_space()?, name));
    let Some(function) = function.filter(|function| function.tag == crate::base::value::Tag::Func) else { return false };
    let code = rt.heap.funcs.get(function.index()).code;
    machine.source_code(code).is_some_and(|(program, _)| program.source.text() == stub)
}

fn load(machine: &mut Machine, spec: &ToolSpec, stub: &str) -> Result<(), Exit> {
    let Some(program) = crate::runtime::compile::library("<host>", stub) else { return Err(Exit::Bug("a stub does not compile")) };
    let space = match machine.rt.tool_space() {
        Some(space) => space,
        None => {
            let module = machine.rt.new_module(MODULE, true)?;
            let space = machine.rt.heap.modules.get(module.index()).namespace;
            let answer = crate::runtime::type_table::registry().builtin(crate::base::names::final_answer);
            for (global, native) in [(CALL, super::call_native()), (ANSWER, answer)] {
                let name = machine.rt.intern(global)?;
                machine.rt.set_global(space, name, native.ok_or(Exit::Bug("a native is missing"))?)?;
            }
            space
        }
    };
    machine.rt.heap.charge(4096 + program.codes.iter().map(|code| 1024 + code.ops.len() * 48).sum::<usize>())?;
    let module_code =
        machine.load(&Arc::new(program), Origin::Dynamic { trusted: true, shows: false, over_locals: false, future: false }, space)?;
    // The module body only defines the function, which is its one child without closure; its defaults are constants.
    let code = machine.codes.get(module_code as usize).and_then(|code| code.children.first().copied());
    let code = code.ok_or(Exit::Bug("a stub without code"))?;
    let (defaults, kwdefaults) = crate::fallback::defaults_of(machine, module_code)?;
    let function = machine.rt.heap.func(FuncObj { code, defaults, kwdefaults, closure: Box::default(), extra: None })?;
    let name = machine.rt.intern(&spec.name)?;
    machine.rt.set_global(space, name, function)
}

/// What a description says.
pub(crate) struct Parsed {
    /// The stub's source.
    source: String,
    /// See [`ToolSpec::parameters`].
    pub(crate) parameters: Option<Vec<String>>,
}

/// Reads a description.
pub(crate) fn parse(spec: &ToolSpec) -> Result<Parsed, ToolError> {
    let ToolSpec { name, params, is_final, .. } = spec;
    if name.starts_with("__") || !stockade_algorithms::text::case::is_identifier(name) {
        return Err(error(format!("`{name}` is no name for a host function")));
    }
    // A newline ends the list whatever it holds, so that a comment can't swallow the rest.
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
    let mut call = format!("{CALL}('{name}', ({quoted}), {}, ({values}), ", posonly.len() + args.len());
    let _ = write!(call, "{}, {})", rest.unwrap_or("()"), keywords.unwrap_or("None"));
    if *is_final {
        call = format!("{ANSWER}({call})");
    }
    let open = rest.is_some() || keywords.is_some();
    let parameters = if open { None } else { Some(names.iter().map(ToString::to_string).collect()) };
    Ok(Parsed { source: format!("def {name}({}):\n    return {call}\n", list.join(", ")), parameters })
}

/// The source of a default, when it is a plain constant: a name, a number (with a sign), or a text on one line.
fn constant<'a>(tree: &Tree, text: &'a str, id: ExprId) -> Option<&'a str> {
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
