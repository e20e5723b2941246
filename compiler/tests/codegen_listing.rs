//! Golden listings: `tests/cases/compile/<topic>.bc` next to the source. `UPDATE=1` rewrites them. To add one, create
//! an empty file and run with `UPDATE=1`.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use stockade_compiler::{CompileOptions, ParseLimits, SourceText, compile, parse};

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases")
}

/// Collects every file below `dir` with this extension, in order.
fn files(dir: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

#[test]
fn listings_are_as_recorded() {
    let mut goldens = Vec::new();
    files(&cases(), "bc", &mut goldens);
    assert!(!goldens.is_empty());
    let mut stale = Vec::new();
    for golden in goldens {
        let path = golden.with_extension("py");
        let text = std::fs::read_to_string(&path).expect("the source");
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let source = Arc::new(SourceText::new(&name, &text));
        let tree = parse(&source, &ParseLimits::default()).expect("it parses");
        let program = compile(&tree, source, &CompileOptions::default()).expect("it compiles");
        program.verify().expect("it verifies");
        let listing = program.listing();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&golden, listing).expect("a golden is written");
        } else if std::fs::read_to_string(&golden).expect("a golden") != listing {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "stale listings (UPDATE=1 rewrites them): {stale:?}");
}

#[test]
fn every_case_compiles_and_verifies() {
    let mut sources = Vec::new();
    files(&cases(), "py", &mut sources);
    let mut bad = Vec::new();
    for path in sources {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let source = Arc::new(SourceText::new("<case>", &text));
        // Cases that do not parse are tested elsewhere.
        let Ok(tree) = parse(&source, &ParseLimits::default()) else { continue };
        match compile(&tree, source, &CompileOptions::default()) {
            Ok(program) => bad.extend(program.verify().err().map(|error| format!("{}: {error}", path.display()))),
            Err(error) => bad.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}
