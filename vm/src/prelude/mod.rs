//! The prelude: what builtins do where guest code takes part, written in Python and run on the machine itself.
//!
//! A native function or an instruction that meets a guest class (`__eq__`, `__hash__`, `__iter__`, a key function, ...) gives
//! [`crate::exit::Exit::Guest`], and its *twin* here runs instead, with the same arguments: an ordinary frame, so depth,
//! fuel, suspension and snapshots need nothing special. Frames of the prelude don't show in tracebacks.
//!
//! A function is compiled when it is first needed. Twins are named `owner_method` (`list_index`), `op_...` for instructions, or as
//! the builtin they stand for. In the prelude, names resolve to builtins whatever the program rebinds, and `_stockade`'s natives
//! are builtins too.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use stockade_compiler::bytecode::Program;

use crate::exit::Exit;
use crate::heap::FuncObj;
use crate::machine::{Machine, Origin};
use crate::names::NameId;
use crate::value::Value;

/// The files, each a sequence of top-level functions.
const SOURCES: &[&str] = &[
    include_str!("operators.py"),
    include_str!("objects.py"),
    include_str!("builtins.py"),
    include_str!("containers.py"),
    include_str!("iterators.py"),
    include_str!("text.py"),
];

/// One function: its source and, once needed, its code.
struct Function {
    source: String,
    program: OnceLock<Option<Arc<Program>>>,
}

static FUNCTIONS: OnceLock<FxHashMap<&'static str, Function>> = OnceLock::new();

/// Splits the sources at their top-level definitions.
fn functions() -> &'static FxHashMap<&'static str, Function> {
    FUNCTIONS.get_or_init(|| {
        let mut all = FxHashMap::default();
        for text in SOURCES {
            let mut starts: Vec<usize> = text.match_indices("\ndef ").map(|(at, _)| at + 1).collect();
            starts.extend(text.match_indices("\nasync def ").map(|(at, _)| at + 1));
            if text.starts_with("def ") {
                starts.push(0);
            }
            starts.sort_unstable();
            for (at, start) in starts.iter().enumerate() {
                let end = starts.get(at + 1).copied().unwrap_or(text.len());
                let Some(source) = text.get(*start..end) else { continue };
                let Some(name) = source.split_once("def ").and_then(|(_, rest)| rest.split_once('(')).map(|(name, _)| name) else {
                    continue;
                };
                all.insert(name, Function { source: source.to_string(), program: OnceLock::new() });
            }
        }
        all
    })
}

/// Every function's name and source, for tests.
pub(crate) fn all() -> Vec<(&'static str, &'static str)> {
    let mut list: Vec<(&'static str, &'static str)> =
        functions().iter().map(|(name, function)| (*name, function.source.as_str())).collect();
    list.sort_unstable();
    list
}

/// Whether there is a function of this name.
pub(crate) fn exists(name: &str) -> bool {
    functions().contains_key(name)
}

fn program(name: &str) -> Option<Arc<Program>> {
    let function = functions().get(name)?;
    function.program.get_or_init(|| crate::compile::library(&format!("<prelude {name}>"), &function.source).map(Arc::new)).clone()
}

/// Loads a function into a machine.
#[cold]
pub(crate) fn load(machine: &mut Machine, name: NameId) -> Result<Value, Exit> {
    let text = machine.rt.name_text(name).to_string();
    let Some(program) = program(&text) else {
        machine.rt.missing_twin = Some(text);
        return Err(Exit::Bug("no such prelude function"));
    };
    let namespace = machine.prelude_namespace()?;
    let module_code = machine.load(&program, Origin::Prelude(text), namespace)?;
    // The module body only defines the function, which is its one child without defaults or closure.
    let Some(code) = machine.codes.get(module_code as usize).and_then(|code| code.children.first().copied()) else {
        return Err(Exit::Bug("prelude function without code"));
    };
    let defaults = program_defaults(&program);
    let mut values = Vec::new();
    for constant in defaults {
        values.push(crate::machine::make_constant(&mut machine.rt, &constant)?);
    }
    let defaults = if values.is_empty() { Value::UNDEF } else { machine.rt.heap.tuple_from(values)? };
    let function = machine.rt.heap.func(FuncObj { code, defaults, kwdefaults: Value::UNDEF, closure: Box::default(), extra: None })?;
    machine.prelude.insert(name, function);
    Ok(function)
}

/// The defaults of the function a prelude program defines: all constant, as one tuple in its module code.
fn program_defaults(program: &Program) -> Vec<stockade_compiler::bytecode::Constant> {
    use stockade_compiler::bytecode::{Constant, Op, function_flags};
    let Some(module) = program.codes.first() else { return Vec::new() };
    let has_defaults = module.ops.iter().any(|op| matches!(op, Op::MakeFunction { flags, .. } if flags.0 & function_flags::DEFAULTS != 0));
    if !has_defaults {
        return Vec::new();
    }
    module
        .consts
        .iter()
        .find_map(|constant| if let Constant::Tuple(items) = constant { Some(items.to_vec()) } else { None })
        .unwrap_or_default()
}
