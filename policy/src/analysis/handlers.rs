//! What the handlers of a `try` expect, and what the test of an `if` is about.

use stockade_compiler::tree::{Expr, ExprId, Handler, Stmt, Tree, UnaryOp};

pub(crate) fn catches_name_error(tree: &Tree, handler: &Handler) -> bool {
    catches_one_of(tree, handler, &["NameError", "UnboundLocalError"])
}

pub(crate) fn catches_import_error(tree: &Tree, handler: &Handler) -> bool {
    catches_one_of(tree, handler, &IMPORT_ERRORS)
}

const IMPORT_ERRORS: [&str; 2] = ["ImportError", "ModuleNotFoundError"];

/// True if a handler names `ImportError` and goes on without the module: it does not end by raising.
pub(crate) fn expects_import_error(tree: &Tree, handler: &Handler) -> bool {
    expects_one_of(tree, handler, &IMPORT_ERRORS)
}

pub(crate) fn catches_attribute_error(tree: &Tree, handler: &Handler) -> bool {
    catches_one_of(tree, handler, &["AttributeError"])
}

/// As [`expects_import_error`], for an attribute that is missing.
pub(crate) fn expects_attribute_error(tree: &Tree, handler: &Handler) -> bool {
    expects_one_of(tree, handler, &["AttributeError"])
}

fn expects_one_of(tree: &Tree, handler: &Handler, wanted: &[&str]) -> bool {
    let raises = tree.list(handler.body).last().is_some_and(|last| matches!(tree.stmt(*last), Stmt::Raise { .. }));
    !raises && handler.ty.is_some_and(|ty| names_one_of(tree, ty, wanted))
}

/// True for `TYPE_CHECKING` and `typing.TYPE_CHECKING`. What is imported for annotations alone is never imported.
pub(crate) fn is_for_type_checkers(tree: &Tree, test: ExprId) -> bool {
    match tree.expr(test) {
        Expr::Name { name, .. } => tree.name(name) == "TYPE_CHECKING",
        Expr::Attribute { attr, .. } => tree.name(attr.name) == "TYPE_CHECKING",
        _ => false,
    }
}

/// True for `not TYPE_CHECKING`: what is imported for annotations alone stands in the other branch.
pub(crate) fn is_for_the_run(tree: &Tree, test: ExprId) -> bool {
    matches!(tree.expr(test), Expr::Unary { op: UnaryOp::Not, operand } if is_for_type_checkers(tree, operand))
}

/// True if an expression is one of these names, or a tuple with one of them.
fn names_one_of(tree: &Tree, expr: ExprId, wanted: &[&str]) -> bool {
    let is_wanted = |expr: ExprId| matches!(tree.expr(expr), Expr::Name { name, .. } if wanted.contains(&tree.name(name)));
    match tree.expr(expr) {
        Expr::Tuple { items, .. } => tree.list(items).iter().any(|item| is_wanted(*item)),
        _ => is_wanted(expr),
    }
}

fn catches_one_of(tree: &Tree, handler: &Handler, wanted: &[&str]) -> bool {
    let Some(ty) = handler.ty else { return true };
    let catches = |expr: ExprId| match tree.expr(expr) {
        Expr::Name { name, .. } => wanted.contains(&tree.name(name)) || matches!(tree.name(name), "Exception" | "BaseException"),
        _ => false,
    };
    match tree.expr(ty) {
        Expr::Tuple { items, .. } => tree.list(items).iter().any(|item| catches(*item)),
        _ => catches(ty),
    }
}
