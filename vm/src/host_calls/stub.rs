//! Makes the stub of a host function from its description.
//!
//! The parameter list may come from a third party, such as a server that offers functions. So it is parsed, and only its names and plain
//! constants get into the source of the stub.

use crate::base::signature::ANSWER;
use crate::base::signature::CALL;
use crate::base::signature::error;
use crate::base::signature::parse;
use std::sync::Arc;

use stockade_policy::{Grants, catalog::ToolSignature};

use crate::base::abrupt::Abrupt;
use crate::base::host_value::{ToolError, ToolSpec};
use crate::heap::FuncObj;
use crate::interpreter::code::Origin;
use crate::interpreter::machine::Interpreter;
use crate::runtime::host_functions::Tool;

/// The name of the module that holds the stubs.
pub(crate) const MODULE: &str = "stockade.tools";

/// Adds a host function, or replaces its description.
pub(crate) fn add(interpreter: &mut Interpreter, spec: &ToolSpec) -> Result<(), ToolError> {
    let stub = parse(spec)?.source;
    fits(spec, &interpreter.rt.policy.grants)?;
    let same = interpreter.rt.host.tools.iter().any(|tool| tool.name == spec.name && tool.stub == stub);
    let loaded = same || has_same_stub(interpreter, spec, &stub);
    if !loaded {
        load(interpreter, spec, &stub).map_err(|exit| match exit {
            Abrupt::Memory(_) | Abrupt::Limit(_) => error("no memory left for the host function"),
            _ => error(format!("host function `{}` could not be made", spec.name)),
        })?;
    }
    // A restored step keeps the number of calls that it has made.
    let before = interpreter.rt.host.tool_calls.iter().position(|(name, _)| *name == spec.name);
    let calls = before.map_or(0, |at| interpreter.rt.host.tool_calls.swap_remove(at).1);
    let tool = Tool { name: spec.name.clone(), stub, max_calls: spec.max_calls, calls };
    match interpreter.rt.host.tools.iter_mut().find(|tool| tool.name == spec.name) {
        Some(old) => *old = Tool { calls: old.calls, ..tool },
        None => interpreter.rt.host.tools.push(tool),
    }
    Ok(())
}

/// Checks that the policy's rules name parameters of the host function.
pub(crate) fn fits(spec: &ToolSpec, grants: &Grants) -> Result<(), ToolError> {
    let signature = ToolSignature::parse(&spec.name, &spec.params).map_err(ToolError)?;
    grants.tool_signature(&spec.name, &signature).map_err(ToolError)
}

/// True when a restored session already has a stub with the same source.
fn has_same_stub(interpreter: &Interpreter, spec: &ToolSpec, stub: &str) -> bool {
    let rt = &interpreter.rt;
    let function = rt.names.find(&spec.name).and_then(|name| rt.get_global(rt.tool_space()?, name));
    let Some(function) = function.filter(|function| function.tag == crate::base::value::Tag::Func) else { return false };
    let code = rt.heap.funcs.get(function.index()).code;
    interpreter.source_code(code).is_some_and(|(program, _)| program.source.text() == stub)
}

fn load(interpreter: &mut Interpreter, spec: &ToolSpec, stub: &str) -> Result<(), Abrupt> {
    let Some(program) = crate::runtime::compile::library("<host>", stub) else { return Err(Abrupt::Bug("a stub does not compile")) };
    let space = match interpreter.rt.tool_space() {
        Some(space) => space,
        None => {
            let module = interpreter.rt.new_module(MODULE, true)?;
            let space = interpreter.rt.heap.modules.get(module.index()).namespace;
            for (global, native) in [(CALL, super::service("host_call")), (ANSWER, super::service("host_answer"))] {
                let name = interpreter.rt.intern(global)?;
                interpreter.rt.set_global(space, name, native.ok_or(Abrupt::Bug("a native is missing"))?)?;
            }
            space
        }
    };
    let bytes = crate::runtime::compile::charged_bytes(&program);
    interpreter.rt.heap.charge(bytes)?;
    let module_code =
        interpreter.load(&Arc::new(program), Origin::Dynamic { trusted: true, shows: false, over_locals: false, future: false }, space)?;
    interpreter.note_charge(module_code, bytes);
    // The module body only defines the function. The function is its only child, has no closure, and its defaults are constants.
    let code = interpreter.codes.get(module_code as usize).and_then(|code| code.children.first().copied());
    let code = code.ok_or(Abrupt::Bug("a stub without code"))?;
    let (defaults, kwdefaults) = crate::interpreter::fallbacks::defaults_of(interpreter, module_code)?;
    let function = interpreter.rt.heap.func(FuncObj { code, defaults, kwdefaults, closure: Box::default(), extra: None })?;
    let name = interpreter.rt.intern(&spec.name)?;
    interpreter.rt.set_global(space, name, function)
}
