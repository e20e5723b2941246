//! Source to tree: the only room that names the parser.
//!
//! `guard` bounds what the text may cost before anything recursive reads it; the parser reads it; `lower` makes our own tree.
//! The parser is RustPython's of today, published as `rustpython-ruff_python_parser` and taken under the name `rustpython-parser`.

mod check;
mod guard;
mod lexer;
mod limits;
mod lower;
pub mod tree;

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustpython_ast as ast;
use rustpython_parser as parser;

pub use limits::ParseLimits;

use crate::error::{ErrorKind, SyntaxError};
use crate::source::SourceText;
use crate::stack;
use crate::tree::{Span, Tree};

/// Parses a module as CPython 3.13 does.
///
/// # Errors
/// The first thing wrong with the text, with CPython's class and message, or the limit it passes.
pub fn parse(source: &SourceText, limits: &ParseLimits) -> Result<Tree, SyntaxError> {
    let (nesting, clean) = match guard::check(source, limits)? {
        guard::Verdict::Clean { nesting } => (nesting, true),
        guard::Verdict::Broken { nesting } => (nesting, false),
    };
    // The parser asserts its own invariants; a failed one is our bug report, not the host's crash.
    let guarded = || catch_unwind(AssertUnwindSafe(|| read(source, limits, nesting, clean)));
    match stack::run(nesting, guarded) {
        Ok(Ok(result)) => result,
        Ok(Err(_)) | Err(_) => Err(SyntaxError::new(ErrorKind::Internal, "the parser failed on this source", Span::default())),
    }
}

/// INVARIANT: runs on a stack made for `nesting`.
fn read(source: &SourceText, limits: &ParseLimits, nesting: u32, clean: bool) -> Result<Tree, SyntaxError> {
    let options = parser::ParseOptions::from(parser::Mode::Module).with_target_version(ast::PythonVersion::PY313);
    let parsed = parser::parse_unchecked(source.text(), options);
    if let Some(error) = parsed.errors().first() {
        return Err(SyntaxError::syntax(error.error.to_string(), lower::span(error.location)));
    }
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        return Err(SyntaxError::new(ErrorKind::Unsupported, error.to_string(), lower::span(error.range)));
    }
    if !clean {
        return Err(SyntaxError::new(ErrorKind::Internal, "the parser and the lexer disagree", Span::default()));
    }
    let ast::Mod::Module(module) = parsed.into_syntax() else {
        return Err(SyntaxError::new(ErrorKind::Internal, "the parser failed on this source", Span::default()));
    };
    let (mut tree, tracks_names) = lower::lower(&module, source, limits)?;
    if tree.node_count() > limits.nodes as usize {
        let message = format!("source makes {} nodes, the limit is {}", tree.node_count(), limits.nodes);
        return Err(SyntaxError::new(ErrorKind::SourceLimit, message, Span::default()).with_help("split the program into smaller ones"));
    }
    check::check(&tree, tracks_names)?;
    tree.nesting = nesting;
    Ok(tree)
}
