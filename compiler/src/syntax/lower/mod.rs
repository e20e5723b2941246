//! Converts the parser's tree to our arena tree.
//!
//! INVARIANT: the guard has limited the nesting of the source, and `syntax::parse` runs this on a stack made for that
//! limit. Recursion here is never deeper than the parser's.

mod expr;
mod literal;
mod pattern;
mod stmt;

use rustpython_ast as ast;
use rustpython_text_size::{Ranged, TextRange};

use crate::deadline::Deadline;
use crate::error::{ErrorKind, SyntaxError};
use crate::source::SourceText;
use crate::tree::{ExprId, Ident, Span, StmtId, Sym, Tree};

/// Facts about the tree that lowering collects.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Facts {
    /// The module has a `global`, `nonlocal`, `:=` or type parameter, so the checker must record names.
    pub(super) needs_names: bool,
    /// The module has a construct that the parser accepts in more places than CPython's grammar does, so the diagnoser must read it.
    pub(super) is_suspect: bool,
}

/// The state of lowering, which is one pass over the parser's tree. The ids of children are on scratch stacks until the
/// list of their parent is stored, so nodes need no `Vec`.
pub(super) struct Lowerer<'a> {
    tree: Tree,
    source: &'a SourceText,
    /// When it is over, nothing more is lowered.
    deadline: &'a Deadline<'a>,
    /// The first construct that our tree cannot express. Lowering continues with a placeholder, and returns the error at the end.
    error: Option<SyntaxError>,
    facts: Facts,
    /// Span of the value of the current statement. A `yield` with exactly this span needs no parentheses.
    statement_value: Span,
    exprs: Vec<ExprId>,
    stmts: Vec<StmtId>,
}

/// Lowers a module that the parser read without errors.
pub(super) fn lower(module: &ast::ModModule, source: &SourceText, deadline: &Deadline<'_>) -> Result<(Tree, Facts), SyntaxError> {
    let mut lowerer = Lowerer {
        tree: Tree::for_text(source.text().len()),
        source,
        deadline,
        error: None,
        facts: Facts::default(),
        statement_value: Span::default(),
        exprs: Vec::new(),
        stmts: Vec::new(),
    };
    lowerer.tree.body = lowerer.body(&module.body);
    match lowerer.error {
        Some(error) => Err(error),
        None => Ok((lowerer.tree, lowerer.facts)),
    }
}

pub(super) fn span(range: TextRange) -> Span {
    Span::new(range.start().to_u32(), range.end().to_u32())
}

impl Lowerer<'_> {
    fn fail(&mut self, error: SyntaxError) {
        if self.error.is_none() {
            self.error = Some(error);
        }
    }

    fn unsupported(&mut self, message: &str, range: TextRange) {
        self.fail(SyntaxError::new(ErrorKind::Unsupported, message, span(range)));
    }

    fn sym(&mut self, name: &str) -> Sym {
        self.tree.symbols.intern(name)
    }

    fn ident(&mut self, identifier: &ast::Identifier) -> Ident {
        Ident { name: self.sym(identifier.id.as_str()), span: span(identifier.range()) }
    }

    fn opt_ident(&mut self, identifier: Option<&ast::Identifier>) -> Option<Ident> {
        identifier.map(|identifier| self.ident(identifier))
    }
}
