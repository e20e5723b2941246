//! `docs/stdlib.md` says what the library has; this holds it to the truth. `UPDATE=1` rewrites it.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::Path;

#[test]
fn the_page_about_the_library_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/stdlib.md");
    let page = stockade_vm::library_page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/stdlib.md is not what the modules say; UPDATE=1 rewrites it");
}

#[test]
fn every_module_can_be_imported() {
    for name in stockade_vm::library_modules() {
        assert!(stockade_vm::module_coverage(name).is_some(), "`{name}` does not import");
    }
}
