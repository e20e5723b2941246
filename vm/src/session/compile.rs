//! From the text of a step to a verified program.

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_compiler::tree::{Span, Tree};
use stockade_compiler::{CompileOptions, ModuleKind, ParseLimits, SourceText};

use crate::session::outcome::CompileRefusal;

/// Parses and compiles a program's source, and verifies the result.
///
/// # Errors
/// A [`CompileRefusal`] with the position in the source.
pub(crate) fn compile_source(source: &Arc<SourceText>, limits: &ParseLimits) -> Result<Program, CompileRefusal> {
    compile_as(source, limits, ModuleKind::Program)
}

/// Like [`compile_source`]. With [`ModuleKind::Cell`], an assignment at the end also gives the step its value.
///
/// # Errors
/// A [`CompileRefusal`] with the position in the source.
pub(crate) fn compile_as(source: &Arc<SourceText>, limits: &ParseLimits, module_kind: ModuleKind) -> Result<Program, CompileRefusal> {
    let tree = stockade_compiler::parse(source, limits).map_err(CompileRefusal::NotPython)?;
    compile_tree(&tree, source, module_kind)
}

/// Compiles a parsed tree and verifies the result.
///
/// # Errors
/// A [`CompileRefusal`] with the position in the source.
pub(crate) fn compile_tree(tree: &Tree, source: &Arc<SourceText>, module_kind: ModuleKind) -> Result<Program, CompileRefusal> {
    let options = CompileOptions { module_kind, ..CompileOptions::default() };
    let program = stockade_compiler::compile(tree, Arc::clone(source), &options)
        .map_err(|error| CompileRefusal::Unsupported { message: error.message.to_string(), span: error.span })?;
    if let Err(error) = program.verify() {
        let message = format!("internal error: compiled code does not verify: {error:?}");
        return Err(CompileRefusal::Unsupported { message, span: Span::default() });
    }
    Ok(program)
}
