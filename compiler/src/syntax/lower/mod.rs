//! The parser's boxed tree -> our arena tree.
//!
//! INVARIANT: the guard has bounded the nesting of the source, and `syntax::parse` runs this on a stack made for that bound;
//! recursion here is never deeper than the parser's own.

mod expr;
mod literal;
mod pattern;
mod stmt;

use rustpython_ast as ast;
use rustpython_text_size::{Ranged, TextRange};

use crate::error::{ErrorKind, SyntaxError};
use crate::source::SourceText;
use crate::syntax::ParseLimits;
use crate::tree::{ExprId, Ident, Span, StmtId, Sym, Tree};

/// One pass over the parser's tree. Scratch stacks hold children until their parent's list is stored: no `Vec` per node.
pub(super) struct Lowerer<'a> {
    tree: Tree,
    source: &'a SourceText,
    limits: &'a ParseLimits,
    /// The first thing that cannot be expressed; lowering goes on with a placeholder and the error wins at the end.
    error: Option<SyntaxError>,
    /// The module has a `global`, `nonlocal`, `:=` or type parameter: the checker must know every name.
    needs_names: bool,
    exprs: Vec<ExprId>,
    stmts: Vec<StmtId>,
}

/// Lowers a module that parsed without errors; tells whether the checker must know every name.
pub(super) fn lower(module: &ast::ModModule, source: &SourceText, limits: &ParseLimits) -> Result<(Tree, bool), SyntaxError> {
    let mut lowerer =
        Lowerer { tree: Tree::default(), source, limits, error: None, needs_names: false, exprs: Vec::new(), stmts: Vec::new() };
    lowerer.tree.body = lowerer.body(&module.body);
    match lowerer.error {
        Some(error) => Err(error),
        None => Ok((lowerer.tree, lowerer.needs_names)),
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
