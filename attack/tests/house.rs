//! Checks what each module may use, and the length of files and functions.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot read its data has nothing to test")]

use std::path::Path;

#[path = "../../tests/house/checks.rs"]
mod checks;

/// The modules of `src`. Each may use only those before it.
const ORDER: &[&str] = &["yaml", "generators", "report", "settings", "target", "tests_of_policies", "attempt", "walls"];

/// Files and functions above the usual size, each with its reason.
const LONG: &[(&str, &str)] = &[];

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
    let order = ORDER.iter().map(|module| format!("`{module}`")).collect::<Vec<_>>().join(", ");
    assert!(first.replace("\n//!", "").contains(&order), "lib.rs does not say the order {order}");
}

#[test]
fn every_folder_says_what_it_is() {
    none(&checks::paragraphs(&src()));
}

#[test]
fn public_modules_are_listed() {
    none(&checks::public_modules(&src(), &["generators"]));
}

#[test]
fn files_and_functions_are_short() {
    none(&checks::sizes(&src(), LONG));
}
