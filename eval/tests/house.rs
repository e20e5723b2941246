//! Checks the order of the modules, what each may use, and the length of files and functions.
#![expect(clippy::panic, reason = "a test that cannot read its data has nothing to test")]

use std::path::Path;

#[path = "../../tests/house/checks.rs"]
mod checks;

/// The modules of `src`. Each may use only those before it.
const ORDER: &[&str] =
    &["values", "compare", "task", "verdict", "extract", "look", "stubs", "formats", "results", "judge", "run", "report"];

fn src() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_use_only_those_before_them() {
    none(&checks::arrows(&src(), ORDER, &["lib.rs"]));
}

#[test]
fn every_folder_says_what_it_is() {
    none(&checks::paragraphs(&src()));
}

#[test]
fn the_public_face_is_listed() {
    none(&checks::public_modules(&src(), &["compare", "extract", "formats", "report", "results", "run", "task", "values"]));
}

#[test]
fn files_and_functions_are_short() {
    none(&checks::sizes(&src(), &[]));
}
