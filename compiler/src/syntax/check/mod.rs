//! Finds the errors that CPython's compiler reports after its grammar has accepted the text.
//!
//! The grammar accepts more than the language: `return` at module level, one name twice in a pattern, `nonlocal`
//! without a binding. One walk over the tree finds all such errors. CPython runs three passes after its grammar, and
//! reports the first error of the earliest pass. So the checker keeps the first error of each pass.
//!
//! INVARIANT: recursion follows the tree, whose nesting the guard has limited. `syntax::parse` provides a large enough stack.

mod comprehension;
mod expr;
mod future;
mod pattern;
mod scope;
mod stmt;
mod target;

use crate::deadline::{Deadline, Phase};
use crate::error::{ErrorKind, Found, SyntaxError};
use crate::tree::{Span, Sym, Tree};
use scope::{Declaration, Scope, ScopeKind};

/// CPython's passes over a tree, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Collects the names of each scope.
    Symbols,
    /// Resolves `nonlocal` and `global` when all scopes are known.
    Analysis,
    /// Generates code.
    Code,
}

const PASSES: usize = 3;

struct Checker<'t> {
    tree: &'t Tree,
    /// When it is over, nothing more is checked.
    deadline: &'t Deadline<'t>,
    /// True to record names. Only `global`, `nonlocal`, `:=` and type parameters need them.
    tracks_names: bool,
    /// True if the module itself may wait: [`ParseLimits::top_level_await`](crate::ParseLimits::top_level_await).
    top_level_await: bool,
    future_annotations: bool,
    /// The symbol `__debug__`, if the text mentions it.
    debug: Option<Sym>,
    /// All scopes in the order in which they open. `stack` has the indexes of the open ones.
    scopes: Vec<Scope>,
    stack: Vec<usize>,
    declarations: Vec<Declaration>,
    /// True inside an annotation that never runs. CPython generates no code for it, so errors of the last pass do not count there.
    in_dead_annotation: bool,
    found: [Option<SyntaxError>; PASSES],
}

/// Checks a module. `tracks_names` says whether the module has a declaration, an assignment expression or a type parameter.
///
/// # Errors
/// The error that CPython reports.
pub(super) fn check(tree: &Tree, tracks_names: bool, top_level_await: bool, deadline: &Deadline<'_>) -> Result<(), SyntaxError> {
    deadline.begin(Phase::Syntax);
    let future_annotations = future::check(tree)?;
    let mut checker = Checker {
        tree,
        deadline,
        tracks_names,
        top_level_await,
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

    /// Reports a binding or deletion of `__debug__`, which is a constant.
    fn forbid_debug(&mut self, name: Sym, span: Span, verb: &str) {
        if self.debug == Some(name) {
            self.report(Pass::Code, ErrorKind::Target, format!("cannot {verb} __debug__"), span);
        }
    }
}
