//! Compiles sources to verified programs: the parse limits of a policy, and the compilation of library sources.

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_compiler::{CompileOptions, ModuleKind, ParseLimits, SourceText};

/// The limits of a policy for the parser.
pub(crate) fn limits_of(limits: &stockade_policy::Limits) -> ParseLimits {
    ParseLimits {
        grammar_only: false,
        top_level_await: false,
        source_bytes: limits.source_bytes,
        tokens: limits.tokens,
        nodes: limits.ast_nodes,
        nesting: limits.ast_depth,
        brackets: limits.brackets,
        int_digits: limits.int_digits,
        literal_bytes: limits.literal_bytes,
    }
}

/// The limits of a policy for the parser, for the text of a step: it may wait outside functions.
pub(crate) fn limits_of_step(limits: &stockade_policy::Limits) -> ParseLimits {
    ParseLimits { top_level_await: true, ..limits_of(limits) }
}

/// Compiles a source of the library. Library text is trusted and compiled once for each process. `None` means a bug in our library; a test
/// finds it.
pub(crate) fn library(name: &str, text: &str) -> Option<Program> {
    let source = Arc::new(SourceText::new(name, text));
    let limits = ParseLimits { source_bytes: 16 << 20, tokens: 4 << 20, nodes: 4 << 20, ..ParseLimits::default() };
    let tree = stockade_compiler::parse(&source, &limits).ok()?;
    let options = CompileOptions { module_kind: ModuleKind::Library, ..CompileOptions::default() };
    let program = stockade_compiler::compile(&tree, source, &options).ok()?;
    program.verify().ok()?;
    Some(program)
}
