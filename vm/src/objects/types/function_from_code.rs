//! Creates functions from code objects, and gives functions other code: `types.FunctionType(...)` and `f.__code__ = ...`.
//!
//! INVARIANT: a function has as many cells as its code has captures, in the order of the code's names. Only code that was compiled as a
//! function of the program, for the same namespace, is accepted. Code for another namespace is compiled for this one first.

use stockade_compiler::bytecode::CodeKind;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{FuncExtra, FuncObj, Object};
use crate::runtime::core::Runtime;
use crate::runtime::modules::CodeInfo;
use crate::runtime::native::Args;

/// The number and the description of the code in a code object.
fn code_of(rt: &Runtime, value: Value) -> Option<(u32, CodeInfo)> {
    match rt.heap.as_object(value) {
        Object::Code(number) if value.tag == Tag::Object => Some((*number, rt.modules.code_info.get(*number as usize)?.clone())),
        _ => None,
    }
}

fn is_code(rt: &Runtime, value: Value) -> bool {
    value.tag == Tag::Object && matches!(rt.heap.as_object(value), Object::Code(_))
}

/// True when a function can be made from a code: it is the code of a function of the program.
fn is_function_code(facts: &CodeInfo) -> bool {
    facts.shown && facts.code().is_some_and(|code| code.kind == CodeKind::Function)
}

/// The position of each capture of a code in `co_freevars`. None when the compiler added captures.
fn capture_positions(facts: &CodeInfo) -> Option<Vec<usize>> {
    let names = super::code_object::free_names(facts);
    let mut sorted = names.clone();
    sorted.sort_unstable();
    names.iter().map(|name| if name.starts_with('.') { None } else { sorted.binary_search(name).ok() }).collect()
}

/// `FunctionType(code, globals, name, argdefs, closure, kwdefaults)`
pub(crate) fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (code, globals, name, defaults, closure, kwdefaults) =
        (args.at(1), rt.unwrap_payload(args.at(2)), args.at(3).or(Value::NONE), args.at(4), args.at(5), args.at(6));
    if !is_code(rt, code) {
        let shown = rt.argument_name(code);
        return Err(rt.type_error(&format!("function() argument 'code' must be code, not {shown}")));
    }
    let Some((number, facts)) = code_of(rt, code) else { return Err(Abrupt::Bug("code without facts")) };
    if globals.tag != Tag::Dict {
        let shown = rt.argument_name(args.at(2));
        return Err(rt.type_error(&format!("function() argument 'globals' must be dict, not {shown}")));
    }
    if !name.is_none() && !rt.unwrap_payload(name).is_str() {
        return Err(rt.type_error("arg 3 (name) must be None or string"));
    }
    let (defaults, closure) = (defaults.some(), closure.some());
    if defaults.is_some_and(|given| rt.unwrap_payload(given).tag != Tag::Tuple) {
        return Err(rt.type_error("arg 4 (defaults) must be None or tuple"));
    }
    let wanted = super::code_object::free_names(&facts).len();
    let cells = match closure {
        None if wanted > 0 => return Err(rt.type_error("arg 5 (closure) must be tuple")),
        None => Vec::new(),
        Some(given) if rt.unwrap_payload(given).tag != Tag::Tuple => return Err(rt.type_error("arg 5 (closure) must be None or tuple")),
        Some(given) => rt.sequence_items(rt.unwrap_payload(given)).to_vec(),
    };
    let kwdefaults = kwdefaults.some();
    if kwdefaults.is_some_and(|given| rt.unwrap_payload(given).tag != Tag::Dict) {
        return Err(rt.type_error("arg 6 (kwdefaults) must be None or dict"));
    }
    if cells.len() != wanted {
        let (shown, given) = (rt.name_text(facts.name).to_string(), cells.len());
        return Err(rt.value_error(&format!("{shown} requires closure of length {wanted}, not {given}")));
    }
    if let Some(other) = cells.iter().copied().find(|cell| cell.tag != Tag::Cell) {
        let shown = rt.type_name(other);
        return Err(rt.type_error(&format!("arg 5 (closure) expected cell, found {shown}")));
    }
    let Some(capture_positions) = capture_positions(&facts).filter(|_| is_function_code(&facts)) else {
        return Err(rt.type_error("functions are made of code of the program's own functions"));
    };
    let space = rt.heap.dicts.get(globals.index()).space.checked_sub(1);
    if space != Some(facts.namespace) {
        let given: Vec<Value> = (1..7).map(|at| args.at(at).or(Value::NONE)).collect();
        return Err(rt.tail_fallback("function_elsewhere", &given));
    }
    rt.charge(capture_positions.len() as u64)?;
    let function = FuncObj {
        code: number,
        defaults: defaults.map_or(Value::UNDEF, |given| rt.unwrap_payload(given)),
        kwdefaults: kwdefaults.map_or(Value::UNDEF, |given| rt.unwrap_payload(given)),
        closure: capture_positions.iter().filter_map(|place| cells.get(*place).copied()).collect(),
        extra: Some(Box::new(FuncExtra { name: name.some().unwrap_or_default(), code, ..FuncExtra::default() })),
    };
    rt.heap.func(function)
}

/// `function.__code__ = code`. The function keeps its name, docstring and cells.
pub(crate) fn set_code(rt: &mut Runtime, function: Value, code: Value) -> Result<(), Abrupt> {
    if !is_code(rt, code) {
        return Err(rt.type_error("__code__ must be set to a code object"));
    }
    let before = rt.heap.funcs.get(function.index()).code;
    let known = rt.modules.code_info.get(before as usize).cloned();
    let (Some((number, facts)), Some(known)) = (code_of(rt, code), known) else { return Err(Abrupt::Bug("code without facts")) };
    if !known.shown {
        return Err(rt.attribute_error("readonly attribute"));
    }
    let (had, wanted) = (super::code_object::free_names(&known).len(), super::code_object::free_names(&facts).len());
    if had != wanted {
        let name = super::function::shown_name(rt, function)?;
        return Err(rt.value_error(&format!("{name}() requires a code object with {had} free vars, not {wanted}")));
    }
    let (Some(old), Some(new)) = (capture_positions(&known), capture_positions(&facts).filter(|_| is_function_code(&facts))) else {
        return Err(rt.type_error("functions are given code of the program's own functions"));
    };
    if facts.namespace != known.namespace {
        return Err(rt.tail_fallback("recode_elsewhere", &[function, code, Value::int(known.namespace.into())]));
    }
    rt.charge(new.len() as u64)?;
    super::function::pin_metadata(rt, function)?;
    let closure = &rt.heap.funcs.get(function.index()).closure;
    let cell_at = |place: usize| old.iter().position(|other| *other == place).and_then(|at| closure.get(at)).copied();
    let closure: Box<[Value]> = new.iter().filter_map(|place| cell_at(*place)).collect();
    if closure.len() != wanted {
        return Err(Abrupt::Bug("cells of a function that are not there"));
    }
    let object = rt.heap.funcs.get_mut(function.index());
    (object.code, object.closure) = (number, closure);
    rt.func_extra(function)?.code = code;
    Ok(())
}
