//! Tests that every Python source of the repository parses, compiles and is accepted by the verifier: the library and the cases.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use stockade_compiler::{CompileOptions, ModuleKind, ParseLimits, SourceText, compile, parse};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "py") {
            found.push(path);
        }
    }
    found.sort();
}

/// True if the recorded output of CPython for a case is an error of a text that does not compile.
fn is_invalid_program(path: &Path) -> bool {
    let message = std::fs::read_to_string(path.with_extension("err")).unwrap_or_default();
    let last = message.lines().next_back().unwrap_or("");
    !message.contains("Traceback") && (last.starts_with("SyntaxError: ") || last.starts_with("IndentationError: "))
}

/// Returns the sources below a folder of the repository that do not become a verified program, with the reasons.
fn refused(folder: &str, module_kind: ModuleKind) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    assert!(paths.len() > 20, "{folder} has only {} sources", paths.len());
    let limits = ParseLimits { source_bytes: 16 << 20, tokens: 4 << 20, nodes: 4 << 20, ..ParseLimits::default() };
    let mut problems = Vec::new();
    for path in paths {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let source = Arc::new(SourceText::new(&name, &text));
        let tree = match parse(&source, &limits) {
            Ok(_) if is_invalid_program(&path) => {
                problems.push(format!("{name}: is a program"));
                continue;
            }
            Ok(tree) => tree,
            Err(_) if is_invalid_program(&path) => continue,
            Err(error) => {
                problems.push(format!("{name}: {error:?}"));
                continue;
            }
        };
        match compile(&tree, source, &CompileOptions { module_kind, ..CompileOptions::default() }) {
            Ok(program) => {
                if let Err(error) = program.verify() {
                    problems.push(format!("{name}: {error:?}"));
                }
            }
            Err(error) => problems.push(format!("{name}: {error:?}")),
        }
    }
    problems
}

#[test]
fn the_library_compiles() {
    assert_eq!(refused("stdlib/Lib", ModuleKind::Library), Vec::<String>::new());
}

#[test]
fn the_cases_compile() {
    assert_eq!(refused("tests/cases", ModuleKind::Program), Vec::<String>::new());
}
