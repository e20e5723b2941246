//! Helpers for the tests of snapshots: a capturing host, programs, the corpus.

#![allow(dead_code, reason = "each test uses a part")]

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use stockade_compiler::bytecode::Program;
use stockade_vm::{CaptureHost, Captured, Config, Host, Library, Sandbox};

/// The library with both shelves.
pub(crate) static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// A host that captures the output, and a handle to read the output. Its clocks show a constant time.
pub(crate) fn host() -> (Box<dyn Host>, Captured) {
    let host = Box::<CaptureHost>::default();
    let captured = host.captured();
    (host, captured)
}

/// The output so far: stdout, then stderr.
pub(crate) fn printed(captured: &Captured) -> String {
    captured.stdout() + &captured.stderr()
}

pub(crate) fn config(fuel: u64) -> Config {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = fuel;
    config.limits.memory_bytes = 256 << 20;
    config
}

/// Compiles a program without a check.
pub(crate) fn program(name: &str, text: &str) -> Option<Arc<Program>> {
    static SANDBOX: LazyLock<Sandbox> = LazyLock::new(Sandbox::permissive);
    SANDBOX.compile(name, text).ok()
}

/// The steps of a source, split at `# %% step` lines.
pub(crate) fn steps(text: &str) -> Vec<String> {
    let mut steps = vec![String::new()];
    for line in text.split_inclusive('\n') {
        if line.starts_with("# %% step ") {
            steps.push(String::new());
        }
        if let Some(step) = steps.last_mut() {
            step.push_str(line);
        }
    }
    steps.retain(|step| !step.trim().is_empty());
    steps
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "py") {
            found.push(path);
        }
    }
}

/// The cases, sorted, with their names.
pub(crate) fn corpus(root: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    files(root, &mut found);
    found.sort();
    found
        .into_iter()
        .map(|path| (path.strip_prefix(root).map(|path| path.to_string_lossy().into_owned()).unwrap_or_default(), path))
        .filter(|(shown, _)| !shown.starts_with("limits/") && !shown.starts_with("compile/"))
        .collect()
}
