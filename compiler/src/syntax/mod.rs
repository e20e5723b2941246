//! Source to tree. This is the only folder that uses the parser.
//!
//! `guard` limits the cost of the text before anything recursive reads it, then the parser reads it, and `lower` makes
//! our tree. The parser is the current one of RustPython. It is published as `rustpython-ruff_python_parser`, and the
//! name here is `rustpython-parser`.

mod bare_raise;
mod check;
mod diagnose;
mod fields;
mod guard;
mod interactive;
mod joined;
mod lexer;
mod limits;
mod lower;
mod place;
mod steps;
mod warn;

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustpython_ast as ast;
use rustpython_parser as parser;

pub use interactive::{parse_interactive, parse_interactive_until};
pub use limits::ParseLimits;
pub use steps::step_marks;
pub use warn::{Warning, warnings, warnings_until};

use diagnose::Diagnosis;
use guard::GuardResult;
use lexer::{Kind, Lexer};

use crate::deadline::{Deadline, Phase};
use crate::error::{ErrorKind, SyntaxError};
use crate::source::SourceText;
use crate::stack;
use crate::tree::{Expr, Span, Stmt, Tree};

/// Parses a module as CPython 3.13 does.
///
/// # Errors
/// The first error in the text, with CPython's class and message, or the limit that the text exceeds.
pub fn parse(source: &SourceText, limits: &ParseLimits) -> Result<Tree, SyntaxError> {
    parse_until(source, limits, &Deadline::never())
}

/// Parses a module as [`parse`] does, as long as there is time.
///
/// # Errors
/// Those of [`parse`]. Also if the time is over: [`Deadline::ended_in`] then says so.
pub fn parse_until(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>) -> Result<Tree, SyntaxError> {
    let tree = parse_in_time(source, limits, deadline);
    if deadline.ended_in().is_some() { Err(SyntaxError::late()) } else { tree }
}

fn parse_in_time(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>) -> Result<Tree, SyntaxError> {
    deadline.begin(Phase::Scan);
    let verdict = guard::check(source, limits, deadline)?;
    if deadline.begin(Phase::Parse) {
        return Err(SyntaxError::late());
    }
    match verdict {
        GuardResult::Clean { nesting, string_nesting: None, may_need_warnings } => {
            on_stack(nesting, || read(source, limits, deadline, nesting, may_need_warnings))
        }
        // An error in an f-string can make the parser read strings as code, so its stack must be large enough for that too.
        GuardResult::Clean { nesting, string_nesting: Some(string_nesting), may_need_warnings } if string_nesting <= limits.nesting => {
            on_stack(nesting.max(string_nesting), || read(source, limits, deadline, nesting, may_need_warnings))
        }
        // No stack is large enough, so the parser may only read the text if the diagnoser finds no error in it.
        GuardResult::Clean { nesting, may_need_warnings, .. } => {
            on_stack(nesting.max(limits.nesting), || match diagnose::diagnose(source, limits, deadline, 0) {
                Diagnosis::Sound => read(source, limits, deadline, nesting, may_need_warnings),
                Diagnosis::Wrong(error) => Err(error),
                Diagnosis::GaveUp => Err(too_complex()),
            })
        }
        GuardResult::Broken { nesting } => on_stack(nesting, || match diagnose::diagnose(source, limits, deadline, 0) {
            Diagnosis::Wrong(error) => Err(error),
            Diagnosis::Sound | Diagnosis::GaveUp => Err(SyntaxError::syntax("invalid syntax", Span::default())),
        }),
        GuardResult::SplitSpec { nesting, at } => on_stack(nesting, || match diagnose::diagnose(source, limits, deadline, 0) {
            Diagnosis::Wrong(error) => Err(error),
            Diagnosis::Sound | Diagnosis::GaveUp => {
                let message = "f-string: newlines are not allowed in format specifiers when using single quotes";
                Err(SyntaxError::new(ErrorKind::Unsupported, message, Span::new(at, at)).with_help("use triple quotes"))
            }
        }),
    }
}

/// Parses one expression, as `eval` does.
///
/// # Errors
/// Like `parse`. Also if the text is valid but not one expression.
pub fn parse_expression(source: &SourceText, limits: &ParseLimits) -> Result<Tree, SyntaxError> {
    parse_expression_until(source, limits, &Deadline::never())
}

/// Parses one expression as [`parse_expression`] does, as long as there is time.
///
/// # Errors
/// Those of [`parse_expression`]. Also if the time is over: [`Deadline::ended_in`] then says so.
pub fn parse_expression_until(source: &SourceText, limits: &ParseLimits, deadline: &Deadline<'_>) -> Result<Tree, SyntaxError> {
    let read = parse_until(source, limits, deadline);
    let nesting = match &read {
        Ok(tree) if is_expression(source, tree) => return read,
        Ok(tree) => tree.nesting,
        Err(error) if error.kind.is_limit() => return read,
        Err(_) => limits.nesting,
    };
    on_stack(nesting, || match diagnose::diagnose_expression(source, limits, deadline) {
        Diagnosis::Wrong(error) => Err(error),
        Diagnosis::Sound => read,
        Diagnosis::GaveUp => Err(SyntaxError::syntax("invalid syntax", Span::default())),
    })
}

/// True if a text has more than `most` tokens. Nothing is built: a host asks what a tree would take before there is one. Works as long as
/// there is time.
#[must_use]
pub fn has_more_tokens_than(source: &SourceText, most: u64, deadline: &Deadline<'_>) -> bool {
    // A token has a byte at least; those at the end of a text have none.
    if (source.text().len() as u64) < most {
        return false;
    }
    let mut lexer = Lexer::new(source, u32::MAX);
    let mut count = 0_u64;
    while let Ok(token) = lexer.next() {
        if matches!(token.kind, Kind::End | Kind::EndInBracket) || deadline.is_over() {
            return false;
        }
        count = count.saturating_add(1);
        if count > most {
            return true;
        }
    }
    false
}

/// True if a text is incomplete: CPython's grammar accepts it up to its end, and more could follow. With
/// `keeps_blocks_open`, a block whose last line has no newline is incomplete too. Works as long as there is time.
#[must_use]
pub fn is_unfinished_until(
    source: &SourceText,
    limits: &ParseLimits,
    is_expression: bool,
    keeps_blocks_open: bool,
    deadline: &Deadline<'_>,
) -> bool {
    deadline.begin(Phase::Scan);
    let Ok(verdict) = guard::check(source, limits, deadline) else { return false };
    let nesting = match verdict {
        GuardResult::Clean { nesting, .. } | GuardResult::Broken { nesting } | GuardResult::SplitSpec { nesting, .. } => nesting,
    };
    let rule = if is_expression { "eval" } else { "file" };
    on_stack(nesting, || Ok(diagnose::is_incomplete(source, limits, deadline, rule, keeps_blocks_open))).unwrap_or(false)
}

/// True if the text is one expression with only blanks and comments around it. May return false for some of these.
fn is_expression(source: &SourceText, tree: &Tree) -> bool {
    let [only] = tree.list(tree.body) else { return false };
    let Stmt::Expr { value } = tree.stmt(*only) else { return false };
    let is_plain = match tree.expr(value) {
        Expr::Yield { .. } | Expr::YieldFrom { .. } | Expr::Starred { .. } => false,
        Expr::Tuple { items, .. } => !tree.list(items).iter().any(|item| matches!(tree.expr(*item), Expr::Starred { .. })),
        _ => true,
    };
    let after = source.text().get(tree.stmt_span(*only).end as usize..).unwrap_or("");
    is_plain && !after.contains(';')
}

fn too_complex() -> SyntaxError {
    SyntaxError::new(ErrorKind::SourceLimit, "source is too tangled to be checked", Span::default())
        .with_help("split long expressions, and move f-strings out of them")
}

/// Runs recursive work on a large enough stack and catches its panics. The parser asserts its own invariants, and a
/// failed assertion must become an error and not crash the host.
fn on_stack<T: Send>(nesting: u32, work: impl FnOnce() -> Result<T, SyntaxError> + Send) -> Result<T, SyntaxError> {
    match stack::run(nesting, || catch_unwind(AssertUnwindSafe(work))) {
        Ok(Ok(result)) => result,
        Ok(Err(_)) | Err(_) => Err(SyntaxError::new(ErrorKind::Internal, "the parser failed on this source", Span::default())),
    }
}

fn parse_text(text: &str) -> parser::Parsed<ast::Mod> {
    let options = parser::ParseOptions::from(parser::Mode::Module).with_target_version(ast::PythonVersion::PY313);
    parser::parse_unchecked(text, options)
}

/// INVARIANT: runs on a stack that is large enough for the deepest recursion of the parser.
fn read(
    source: &SourceText,
    limits: &ParseLimits,
    deadline: &Deadline<'_>,
    nesting: u32,
    may_need_warnings: bool,
) -> Result<Tree, SyntaxError> {
    let mut parsed = parse_text(source.text());
    if let Some(error) = parsed.errors().first() {
        match diagnose::diagnose(source, limits, deadline, lower::span(error.location).start) {
            Diagnosis::Wrong(error) => return Err(error),
            Diagnosis::GaveUp => return Err(SyntaxError::syntax("invalid syntax", lower::span(error.location))),
            Diagnosis::Sound => {
                // The parser refuses `raise;`. So the text is parsed again with `pass ;` instead, and lowering restores
                // the `raise` from the source.
                let patched = bare_raise::patch(source, limits, deadline).map(|text| parse_text(&text));
                match patched {
                    Some(patched) if patched.has_valid_syntax() => parsed = patched,
                    _ => return Err(refused(source, error)),
                }
            }
        }
    }
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        let span = lower::span(error.range);
        return Err(match diagnose::diagnose(source, limits, deadline, span.start) {
            Diagnosis::Wrong(error) => error,
            Diagnosis::Sound | Diagnosis::GaveUp => SyntaxError::new(ErrorKind::Unsupported, error.to_string(), span),
        });
    }
    let ast::Mod::Module(module) = parsed.into_syntax() else {
        return Err(SyntaxError::new(ErrorKind::Internal, "the parser failed on this source", Span::default()));
    };
    if deadline.begin(Phase::Lower) {
        return Err(SyntaxError::late());
    }
    let (mut tree, facts) = lower::lower(&module, source, deadline)?;
    if tree.node_count() > limits.nodes as usize {
        let message = format!("source makes {} nodes, the limit is {}", tree.node_count(), limits.nodes);
        return Err(SyntaxError::new(ErrorKind::SourceLimit, message, Span::default()).with_help("split the program into smaller ones"));
    }
    if facts.is_suspect
        && let Diagnosis::Wrong(error) = diagnose::diagnose(source, limits, deadline, 0)
    {
        return Err(error);
    }
    if !limits.grammar_only {
        check::check(&tree, facts.needs_names, limits.top_level_await, deadline)?;
    }
    (tree.nesting, tree.may_have_token_warnings) = (nesting, may_need_warnings);
    Ok(tree)
}

/// Returns the error for text that CPython's grammar accepts and the parser refuses. For the known cases, CPython's
/// compiler refuses the text later.
fn refused(source: &SourceText, error: &parser::ParseError) -> SyntaxError {
    let span = lower::span(error.location);
    match &error.error {
        parser::ParseErrorType::DuplicateKeywordArgumentError(name) => {
            SyntaxError::new(ErrorKind::Scope, format!("keyword argument repeated: {name}"), span)
        }
        _ if source.slice(span).trim_end_matches(['"', '\'']).eq_ignore_ascii_case("f") => {
            SyntaxError::new(ErrorKind::Pattern, "patterns may only match literals and attribute lookups", span)
        }
        // No text is known that comes here.
        _ => SyntaxError::new(ErrorKind::Unsupported, "invalid syntax", span)
            .with_help("CPython's grammar has this form, the parser here has not: write it another way"),
    }
}
