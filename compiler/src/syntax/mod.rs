//! Source to tree: the only room that names the parser.
//!
//! `guard` bounds what the text may cost before anything recursive reads it; the parser reads it; `lower` makes our own tree.
//! The parser is RustPython's of today, published as `rustpython-ruff_python_parser` and taken under the name `rustpython-parser`.

mod check;
mod diagnose;
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
    if !clean {
        // The tokens alone show that it is no Python: the parser need not see it.
        return Err(diagnose::diagnose(source, limits, 0).unwrap_or_else(|| SyntaxError::syntax("invalid syntax", Span::default())));
    }
    let options = parser::ParseOptions::from(parser::Mode::Module).with_target_version(ast::PythonVersion::PY313);
    let parsed = parser::parse_unchecked(source.text(), options);
    if let Some(error) = parsed.errors().first() {
        return Err(diagnose::diagnose(source, limits, lower::span(error.location).start).unwrap_or_else(|| refused(error)));
    }
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        let unsupported = || SyntaxError::new(ErrorKind::Unsupported, error.to_string(), lower::span(error.range));
        return Err(diagnose::diagnose(source, limits, lower::span(error.range).start).unwrap_or_else(unsupported));
    }
    let ast::Mod::Module(module) = parsed.into_syntax() else {
        return Err(SyntaxError::new(ErrorKind::Internal, "the parser failed on this source", Span::default()));
    };
    let (mut tree, facts) = lower::lower(&module, source, limits)?;
    if tree.node_count() > limits.nodes as usize {
        let message = format!("source makes {} nodes, the limit is {}", tree.node_count(), limits.nodes);
        return Err(SyntaxError::new(ErrorKind::SourceLimit, message, Span::default()).with_help("split the program into smaller ones"));
    }
    if facts.is_suspect
        && let Some(error) = diagnose::diagnose(source, limits, 0)
    {
        return Err(error);
    }
    check::check(&tree, facts.needs_names)?;
    tree.nesting = nesting;
    Ok(tree)
}

/// What CPython's grammar lets through and the parser does not: its compiler refuses it later.
fn refused(error: &parser::ParseError) -> SyntaxError {
    let span = lower::span(error.location);
    match &error.error {
        parser::ParseErrorType::DuplicateKeywordArgumentError(name) => {
            SyntaxError::new(ErrorKind::Scope, format!("keyword argument repeated: {name}"), span)
        }
        // `raise; x` and an f-string as a mapping pattern's key are all that is known of this kind.
        _ => SyntaxError::new(ErrorKind::Unsupported, "invalid syntax", span)
            .with_help("CPython's grammar has this form, the parser here has not: write it another way"),
    }
}
