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

/// Whose a class is can be told by its `__module__`. So each text that the library writes there is a module of the library, or is known to
/// stand for one.
#[test]
fn what_classes_of_the_library_say_that_they_come_from_is_known() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../stdlib");
    let modules = stockade_vm::library_modules(&LIBRARY);
    let compiled = std::fs::read_to_string(library.join("data/compiled_names.txt")).expect("the list can be read");
    let homes: Vec<&str> = compiled.lines().filter_map(|line| line.split_once(": ")?.1.split(' ').next()).collect();
    let mut unknown = std::collections::BTreeSet::new();
    let mut folders = vec![library.join("Lib")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "py") {
                let text = std::fs::read_to_string(&path).expect("a module can be read");
                for home in text.split("__module__ = '").skip(1).filter_map(|rest| rest.split('\'').next()) {
                    let top = home.split('.').next().unwrap_or(home);
                    if !modules.contains(&home) && !modules.contains(&top) && !homes.contains(&home) {
                        unknown.insert(home.to_owned());
                    }
                }
            }
        }
    }
    // `<unknown>` is what the program's own classes are given. The others are `OTHER_HOMES` in `vm/src/runtime/library.rs`.
    let told: Vec<&str> = unknown.iter().map(String::as_str).collect();
    assert_eq!(told, ["<unknown>", "_frozen_importlib", "_frozen_importlib_external", "_weakrefset"]);
}
