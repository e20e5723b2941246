//! The fallbacks: Python code that takes over from a native function when user code must decide.
//!
//! A native function or an instruction that meets a user class (`__eq__`, `__hash__`, `__iter__`, a key function, ...) returns
//! [`crate::base::abrupt::Abrupt::NeedsUserCode`]. Its *fallback* in this folder then runs with the same arguments, as an ordinary frame. So depth,
//! fuel, suspension and snapshots need no special treatment. Tracebacks do not show frames of fallbacks.
//!
//! A function is compiled when it is first needed. Fallbacks have the name `owner_method` (`list_index`), `op_...` for instructions, or
//! the name of the builtin. In their code, names of builtins always mean the original builtins, even when the program rebinds them. The
//! natives of `_stockade` are available as builtins too.

pub(crate) mod primitives;
pub(crate) mod result_checks;

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use stockade_compiler::bytecode::Program;

/// The source files. Each is a sequence of top-level functions.
const SOURCES: &[&str] = &[
    include_str!("operators.py"),
    include_str!("objects.py"),
    include_str!("builtins.py"),
    include_str!("frames.py"),
    include_str!("containers.py"),
    include_str!("iterators.py"),
    include_str!("text.py"),
    include_str!("itertools.py"),
    include_str!("functools.py"),
    include_str!("traceback.py"),
    include_str!("math.py"),
    include_str!("deque.py"),
    include_str!("heapq.py"),
    include_str!("re.py"),
    include_str!("json.py"),
    include_str!("modules.py"),
    include_str!("weak.py"),
    include_str!("files.py"),
    include_str!("waiting.py"),
];

/// A fallback function: its source, and its code after the first use.
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

/// True when there is a function with this name.
pub(crate) fn exists(name: &str) -> bool {
    functions().contains_key(name)
}

/// The code of a function; None when there is no function with this name.
pub(crate) fn program(name: &str) -> Option<Arc<Program>> {
    let function = functions().get(name)?;
    function.program.get_or_init(|| crate::runtime::compile::library(&format!("<prelude {name}>"), &function.source).map(Arc::new)).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_stands_once() {
        let mut names: Vec<&str> = SOURCES
            .iter()
            .flat_map(|text| text.lines())
            .filter_map(|line| line.strip_prefix("async def ").or_else(|| line.strip_prefix("def "))?.split_once('(').map(|(name, _)| name))
            .collect();
        assert_eq!(names.len(), functions().len());
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), functions().len());
    }
}
