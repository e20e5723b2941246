//! Tests that `docs/stdlib.md` and `stdlib/data/attributes.txt` describe the library correctly. `UPDATE=1` rewrites them.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::LIBRARY;

/// Compares a file with its expected contents, or rewrites it.
fn check(path: &str, told: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, told).expect("the file can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let first = kept.lines().zip(told.lines()).find(|(kept, told)| kept != told);
    assert!(kept == told, "{} is not what the modules say; UPDATE=1 rewrites it: {first:?}", path.display());
}

#[test]
fn the_page_about_the_library_is_true() {
    check("../docs/stdlib.md", &stockade_vm::library_page(&LIBRARY));
}

#[test]
fn the_attributes_of_modules_are_known() {
    let mut told = String::new();
    for name in stockade_vm::library_modules(&LIBRARY) {
        if let Some(names) = stockade_vm::module_attributes(&LIBRARY, name) {
            writeln!(told, "{name}: {}", names.join(" ")).expect("a string can be written to");
        }
    }
    check("../stdlib/data/attributes.txt", &told);
}

#[test]
fn every_module_can_be_imported() {
    for name in stockade_vm::library_modules(&LIBRARY) {
        assert!(stockade_vm::module_coverage(&LIBRARY, name).is_some(), "`{name}` does not import");
    }
}
