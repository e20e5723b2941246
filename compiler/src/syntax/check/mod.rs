//! A tree -> what CPython's compiler would still refuse in it.
//!
//! The grammar accepts more than the language: `return` at module level, two names in one pattern, `nonlocal` without a
//! binding. One walk finds them all. CPython looks in three passes after its grammar; the first error of the earliest pass is the one it
//! reports, so each is kept with its pass.
//!
//! INVARIANT: recursion follows the tree, whose nesting the guard has bounded; `syntax::parse` provides the stack.

mod comprehension;
mod expr;
mod future;
mod pattern;
mod scope;
mod stmt;
mod target;

use crate::error::{ErrorKind, Found, SyntaxError};
use crate::tree::{Span, Sym, Tree};
use scope::{Declaration, Scope, ScopeKind};

/// CPython's passes over a tree, in the order they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Collecting the names of each scope.
    Symbols,
    /// Resolving `nonlocal` and `global` once all scopes are known.
    Analysis,
    /// Generating code.
    Code,
}

const PASSES: usize = 3;

struct Checker<'t> {
    tree: &'t Tree,
    /// Whether names are recorded: only `global`, `nonlocal`, `:=` and type parameters need them.
    tracks_names: bool,
    future_annotations: bool,
    /// `__debug__`, if the text mentions it.
    debug: Option<Sym>,
    /// Every scope in the order it opens; `stack` holds the open ones.
    scopes: Vec<Scope>,
    stack: Vec<usize>,
    declarations: Vec<Declaration>,
    /// An annotation that never runs is being read: nothing in it is compiled.
    in_dead_annotation: bool,
    found: [Option<SyntaxError>; PASSES],
}

/// Checks a module; `tracks_names` says whether it holds a declaration, an assignment expression or a type parameter.
///
/// # Errors
/// The error CPython reports.
pub(super) fn check(tree: &Tree, tracks_names: bool) -> Result<(), SyntaxError> {
    let future_annotations = future::check(tree)?;
    let mut checker = Checker {
        tree,
        tracks_names,
        future_annotations,
        debug: tree.symbols.find("__debug__"),
        scopes: Vec::with_capacity(8),
        stack: Vec::with_capacity(8),
        declarations: Vec::new(),
        in_dead_annotation: false,
        found: [const { None }; PASSES],
    };
    checker.enter(ScopeKind::Module, false);
    checker.body(tree.body);
    checker.leave();
    checker.resolve_declarations();
    match checker.found.into_iter().flatten().next() {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

impl Checker<'_> {
    fn report(&mut self, pass: Pass, kind: ErrorKind, message: impl Into<Box<str>>, span: Span) {
        if pass == Pass::Code && self.in_dead_annotation {
            return;
        }
        if let Some(slot @ None) = self.found.get_mut(pass as usize) {
            let found = if pass == Pass::Code { Found::Compiler } else { Found::Symbols };
            *slot = Some(SyntaxError::new(kind, message, span).with_found(found));
        }
    }

    fn misplaced(&mut self, message: &str, span: Span) {
        self.report(Pass::Code, ErrorKind::Misplaced, message, span);
        let help = match message {
            "'return' outside function" => "put it into a `def`; what is not in a function just ends",
            "'yield' outside function" | "'yield from' outside function" => "put it into a `def`",
            "'await' outside function" | "'await' outside async function" => "put it into an `async def`",
            "'break' outside loop" | "'continue' not properly in loop" => "put it into a `for` or `while` loop",
            _ => return,
        };
        if let Some(Some(error)) = self.found.get_mut(Pass::Code as usize)
            && error.span == span
            && error.help.is_none()
        {
            error.help = Some(help.into());
        }
    }

    /// `__debug__` is a constant: nothing may bind or delete it.
    fn forbid_debug(&mut self, name: Sym, span: Span, verb: &str) {
        if self.debug == Some(name) {
            self.report(Pass::Code, ErrorKind::Target, format!("cannot {verb} __debug__"), span);
        }
    }
}
