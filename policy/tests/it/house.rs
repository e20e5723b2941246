//! Checks the order of the folders, what each may use, and the length of files and functions.

use std::path::Path;

use crate::checks;

/// The folders of `src`. Each may use only those before it.
const ORDER: &[&str] = &["base", "enforce", "settings", "report", "analysis", "rules", "check"];

/// Files and functions above the usual size, each with its reason. The list must not grow.
const LONG: &[(&str, &str)] = &[
    ("analysis/flow.rs::stmt", "one arm for each kind of statement"),
    ("settings/load.rs", "the only file that names the YAML parser; half of it is the decoder, half the search for places"),
];

fn src() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn folders_use_only_those_before_them() {
    none(&checks::arrows(&src(), ORDER, &["lib.rs", "public.rs"]));
    let first = std::fs::read_to_string(src().join("lib.rs")).unwrap();
    let paragraph = first.split("\n//!\n").next().unwrap_or_default().replace("\n//!", "");
    let order = ORDER.iter().map(|folder| format!("`{folder}`")).collect::<Vec<_>>().join(", ");
    assert!(paragraph.contains(&order), "lib.rs does not say the order {order}");
}

#[test]
fn every_folder_says_what_it_is() {
    none(&checks::paragraphs(&src()));
}

/// The module `rules` is public as a whole: the list of rules and functions to find one.
#[test]
fn the_public_face_is_listed() {
    none(&checks::public_modules(&src(), &["rules"]));
}

#[test]
fn files_and_functions_are_short() {
    none(&checks::sizes(&src(), LONG));
}
