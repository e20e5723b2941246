//! `from __future__ import ...`: checks that the features exist and that the import comes first.

use crate::error::{ErrorKind, Found, SyntaxError};
use crate::tree::{Constant, Expr, Stmt, StmtId, Tree};

const FEATURES: [&str; 10] = [
    "nested_scopes",
    "generators",
    "division",
    "absolute_import",
    "with_statement",
    "print_function",
    "unicode_literals",
    "barry_as_FLUFL",
    "generator_stop",
    "annotations",
];

/// True if a statement imports from `__future__`.
pub(super) fn is_future(tree: &Tree, id: StmtId) -> bool {
    matches!(tree.stmt(id), Stmt::ImportFrom { module: Some(module), level: 0, .. } if tree.name(module.name) == "__future__")
}

/// Returns the number of statements at the start of the module that are its docstring or imports from `__future__`.
pub(super) fn future_import_end(tree: &Tree) -> usize {
    let body = tree.list(tree.body);
    let is_docstring = |id: &StmtId| match tree.stmt(*id) {
        Stmt::Expr { value } => matches!(tree.expr(value), Expr::Constant(Constant::Str(_))),
        _ => false,
    };
    let docstring = usize::from(body.first().is_some_and(is_docstring));
    docstring + body.iter().skip(docstring).take_while(|id| is_future(tree, **id)).count()
}

/// Checks the features named at the start of the module. Returns true if `annotations` is one of them.
pub(super) fn check(tree: &Tree) -> Result<bool, SyntaxError> {
    let mut annotations = false;
    for id in tree.list(tree.body).iter().take(future_import_end(tree)) {
        let Stmt::ImportFrom { names, .. } = tree.stmt(*id) else { continue };
        for alias in tree.list(names) {
            let feature = tree.name(alias.name.name);
            let message = match feature {
                "braces" => "not a chance".to_string(),
                _ if FEATURES.contains(&feature) => {
                    annotations |= feature == "annotations";
                    continue;
                }
                _ => format!("future feature {feature} is not defined"),
            };
            return Err(SyntaxError::new(ErrorKind::Misplaced, message, tree.stmt_span(*id)).with_found(Found::Future));
        }
    }
    Ok(annotations)
}
