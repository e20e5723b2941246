//! Loads the Python fallbacks of native functions as code.

use crate::base::abrupt::Abrupt;
use crate::base::names::NameId;
use crate::base::value::Value;
use crate::fallback::program;
use crate::heap::FuncObj;
use crate::interpreter::code::LoadedProgram;
use crate::interpreter::code::Origin;
use crate::interpreter::machine::Interpreter;
use stockade_compiler::bytecode::Code;
use stockade_compiler::bytecode::Op;
use stockade_compiler::bytecode::function_flags;

/// Loads a fallback.
#[cold]
pub(crate) fn load(interpreter: &mut Interpreter, name: NameId) -> Result<Value, Abrupt> {
    let text = interpreter.rt.name_text(name).to_string();
    let Some(program) = program(&text) else {
        interpreter.rt.pending.missing_fallback = Some(text);
        return Err(Abrupt::Bug("no such fallback"));
    };
    let namespace = interpreter.fallback_namespace()?;
    // Only the natives that the fallback names are defined. All possible ones would cost a small program a large part of its run.
    for global in &program.globals {
        let Some(text) = program.names.get(global.0 as usize) else { continue };
        let name = interpreter.rt.intern(text)?;
        if let Some(native) = crate::runtime::type_table::registry().fallback_natives.get(&name) {
            interpreter.rt.set_global(namespace, name, *native)?;
        }
    }
    let module_code = interpreter.load(&program, Origin::Fallback(text), namespace)?;
    // The module body only defines one function, without defaults or closure.
    let Some(code) = interpreter.unit_of(module_code).and_then(LoadedProgram::first_function) else {
        return Err(Abrupt::Bug("fallback without code"));
    };
    let (defaults, kwdefaults) = match program.codes.first() {
        Some(body) if gives_defaults(body) => defaults_of(interpreter, module_code)?,
        _ => (Value::UNDEF, Value::UNDEF),
    };
    let function = interpreter.rt.heap.func(FuncObj { code, defaults, kwdefaults, closure: Box::default(), extra: None })?;
    interpreter.fallbacks.insert(name, function);
    Ok(function)
}

/// True when a module body gives defaults to a function. In the program of a fallback, any other module body is not needed.
pub(crate) fn gives_defaults(body: &Code) -> bool {
    let has = function_flags::DEFAULTS | function_flags::KW_DEFAULTS;
    body.ops.iter().any(|op| matches!(op, Op::MakeFunction { flags, .. } if flags.0 & has != 0))
}

/// The defaults of a fallback, evaluated from its module code. They are constants, or the marker by its name.
pub(crate) fn defaults_of(interpreter: &mut Interpreter, module_code: u32) -> Result<(Value, Value), Abrupt> {
    let Some(code) = interpreter.codes.get(module_code as usize) else { return Err(Abrupt::Bug("no module code")) };
    let (ops, consts) = (code.ops.clone(), code.consts.clone());
    let mut regs = [Value::UNDEF; 256];
    let at = |regs: &[Value; 256], reg: u8| regs.get(usize::from(reg)).copied().unwrap_or(Value::UNDEF);
    for op in ops {
        let (dst, value) = match op {
            Op::LoadConst { dst, value } => (dst.0, consts.get(usize::from(value.0)).copied().unwrap_or(Value::NONE)),
            Op::LoadInt { dst, value } => (dst.0, Value::int(value.0.into())),
            Op::LoadGlobal { dst, global } => (dst.0, interpreter.rt.global(global.0)),
            // Defaults that are not all constants are built as a list and then converted to a tuple. Here they are a tuple from the start.
            Op::Move { dst, src } | Op::ListToTuple { dst, list: src } => (dst.0, at(&regs, src.0)),
            Op::BuildTuple { dst, base, count } | Op::BuildList { dst, base, count } => {
                let items: Vec<Value> = (0..count.0).map(|offset| at(&regs, base.0.wrapping_add(offset))).collect();
                (dst.0, interpreter.rt.heap.tuple(&items)?)
            }
            Op::BuildDict { dst, base, count } => {
                let dict = interpreter.rt.heap.dict(crate::heap::DictObj::default())?;
                for offset in 0..count.0 {
                    let (key, value) = (at(&regs, base.0.wrapping_add(offset * 2)), at(&regs, base.0.wrapping_add(offset * 2 + 1)));
                    interpreter.rt.dict_set(dict, key, value)?;
                }
                (dst.0, dict)
            }
            Op::DictInsert { dict, key, src } => {
                let (dict, key, value) = (at(&regs, dict.0), at(&regs, key.0), at(&regs, src.0));
                interpreter.rt.dict_set(dict, key, value)?;
                continue;
            }
            Op::MakeFunction { base, flags, .. } => {
                let has = |flag: u8| flags.0 & flag != 0;
                let defaults = if has(function_flags::DEFAULTS) { at(&regs, base.0) } else { Value::UNDEF };
                let second = base.0.wrapping_add(u8::from(has(function_flags::DEFAULTS)));
                let kwdefaults = if has(function_flags::KW_DEFAULTS) { at(&regs, second) } else { Value::UNDEF };
                return Ok((defaults, kwdefaults));
            }
            _ => continue,
        };
        if let Some(slot) = regs.get_mut(usize::from(dst)) {
            *slot = value;
        }
    }
    Ok((Value::UNDEF, Value::UNDEF))
}
