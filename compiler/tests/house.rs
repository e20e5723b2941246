//! Checks the order of the modules, what each may use, and the length of files and functions.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot read its data has nothing to test")]

use std::path::Path;

#[path = "../../tests/house/checks.rs"]
mod checks;

/// The modules of `src`. Each may use only those before it.
const ORDER: &[&str] =
    &["surrogate", "stack", "deadline", "fuel", "tree", "source", "error", "decode", "syntax", "bytecode", "symbols", "scope", "codegen"];

/// Files and functions above the usual size, each with its reason. The list must not grow.
const LONG: &[(&str, &str)] = &[
    ("codegen/unparse.rs::expr", "one arm for each kind of expression"),
    ("scope/walk.rs::stmt", "one arm for each kind of statement"),
    ("tree.rs", "the nodes of the tree, one type beside the other"),
];

fn src() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_use_only_those_before_them() {
    none(&checks::arrows(&src(), ORDER, &["lib.rs"]));
    let first = std::fs::read_to_string(src().join("lib.rs")).unwrap();
    let paragraph = first.split("\n//!\n").next().unwrap_or_default().replace("\n//!", "");
    let order = ORDER.iter().map(|module| format!("`{module}`")).collect::<Vec<_>>().join(", ");
    assert!(paragraph.contains(&order), "lib.rs does not say the order {order}");
}

#[test]
fn every_folder_says_what_it_is() {
    none(&checks::paragraphs(&src()));
}

/// Other crates name the items of these modules by path, as in `bytecode::Op` and `tree::Expr`.
#[test]
fn public_modules_are_listed() {
    none(&checks::public_modules(&src(), &["bytecode", "error", "fuel", "surrogate", "tree"]));
}

#[test]
fn files_and_functions_are_short() {
    none(&checks::sizes(&src(), LONG));
}
