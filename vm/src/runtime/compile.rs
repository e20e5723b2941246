//! Source to verified program: the compiler's steps in a row, for the host's sources and for the library's own.

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_compiler::{CompileOptions, ModuleKind, ParseLimits, SourceText};

/// What a policy's limits say of sources.
pub(crate) fn limits_of(limits: &stockade_policy::Limits) -> ParseLimits {
    ParseLimits {
        grammar_only: false,
        source_bytes: limits.source_bytes,
        tokens: limits.tokens,
        nodes: limits.ast_nodes,
        nesting: limits.ast_depth,
        brackets: limits.brackets,
        int_digits: limits.int_digits,
        literal_bytes: limits.literal_bytes,
    }
}

/// A library source: trusted text, compiled once in a process. None would be a fault of ours, which a test would show.
pub(crate) fn library(name: &str, text: &str) -> Option<Program> {
    let source = Arc::new(SourceText::new(name, text));
    let limits = ParseLimits { source_bytes: 16 << 20, tokens: 4 << 20, nodes: 4 << 20, ..ParseLimits::default() };
    let tree = stockade_compiler::parse(&source, &limits).ok()?;
    let options = CompileOptions { module_kind: ModuleKind::Library, ..CompileOptions::default() };
    let program = stockade_compiler::compile(&tree, source, &options).ok()?;
    program.verify().ok()?;
    Some(program)
}
