//! Source to tree: the only room that names the parser.
//!
//! `guard` bounds what the text may cost before anything recursive reads it; the parser reads it; `lower` makes our own tree.
//! The parser is RustPython's of today, published as `rustpython-ruff_python_parser` and taken under the name `rustpython-parser`.

mod limits;
mod lower;
pub mod tree;

use rustpython_ast as ast;
use rustpython_parser as parser;

pub use limits::ParseLimits;

use crate::error::{ErrorKind, SyntaxError};
use crate::source::SourceText;
use crate::tree::{Span, Tree};

/// Parses a module as CPython 3.13 does.
///
/// # Errors
/// The first thing wrong with the text, with CPython's class and message, or the limit it passes.
pub fn parse(source: &SourceText, limits: &ParseLimits) -> Result<Tree, SyntaxError> {
    let options = parser::ParseOptions::from(parser::Mode::Module).with_target_version(ast::PythonVersion::PY313);
    let parsed = parser::parse_unchecked(source.text(), options);
    if let Some(error) = parsed.errors().first() {
        return Err(SyntaxError::syntax(error.error.to_string(), lower::span(error.location)));
    }
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        return Err(SyntaxError::new(ErrorKind::Unsupported, error.to_string(), lower::span(error.range)));
    }
    let ast::Mod::Module(module) = parsed.into_syntax() else {
        return Err(SyntaxError::new(ErrorKind::Internal, "internal parser error", Span::default()));
    };
    lower::lower(&module, source, limits)
}
