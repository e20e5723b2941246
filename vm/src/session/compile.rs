//! From the text of a step to a verified program.

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_compiler::tree::{Span, Tree};
use stockade_compiler::{CompileOptions, Deadline, ModuleKind, ParseLimits, SourceText};
use stockade_policy::Grants;

use crate::session::outcome::CompileRefusal;

/// Parses and compiles a program's source, and verifies the result. With [`ModuleKind::Cell`], an assignment at the end also gives the step
/// its value.
///
/// # Errors
/// A [`CompileRefusal`] with the position in the source.
pub(crate) fn compile_as(
    source: &Arc<SourceText>,
    limits: &ParseLimits,
    grants: &Grants,
    module_kind: ModuleKind,
) -> Result<Program, CompileRefusal> {
    let tree = stockade_compiler::parse(source, limits).map_err(CompileRefusal::NotPython)?;
    compile_tree(&tree, source, grants, module_kind, &Deadline::never())
}

/// Compiles a parsed tree and verifies the result. The grants decide which constructs it may have: also without the check, a program with a
/// construct that the policy denies is not compiled.
///
/// # Errors
/// A [`CompileRefusal`] with the position in the source.
pub(crate) fn compile_tree(
    tree: &Tree,
    source: &Arc<SourceText>,
    grants: &Grants,
    module_kind: ModuleKind,
    deadline: &Deadline<'_>,
) -> Result<Program, CompileRefusal> {
    if let Err((denied, span)) = grants.syntax(tree) {
        return Err(CompileRefusal::DeniedSyntax { message: denied.to_string(), span });
    }
    compile_without_grants(tree, source, module_kind, deadline)
}

/// Parses and compiles a source that does not come from a program.
///
/// # Errors
/// A [`CompileRefusal`] with the position in the source.
pub(crate) fn compile_source(source: &Arc<SourceText>, limits: &ParseLimits) -> Result<Program, CompileRefusal> {
    let tree = stockade_compiler::parse(source, limits).map_err(CompileRefusal::NotPython)?;
    compile_without_grants(&tree, source, ModuleKind::Program, &Deadline::never())
}

fn compile_without_grants(
    tree: &Tree,
    source: &Arc<SourceText>,
    module_kind: ModuleKind,
    deadline: &Deadline<'_>,
) -> Result<Program, CompileRefusal> {
    let options = CompileOptions { module_kind, ..CompileOptions::default() };
    let program = stockade_compiler::compile_until(tree, Arc::clone(source), &options, deadline)
        .map_err(|error| CompileRefusal::Unsupported { message: error.message.to_string(), span: error.span })?;
    if let Err(error) = program.verify_until(deadline) {
        let message = format!("internal error: compiled code does not verify: {error:?}");
        return Err(CompileRefusal::Unsupported { message, span: Span::default() });
    }
    Ok(program)
}
