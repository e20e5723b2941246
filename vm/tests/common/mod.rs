//! What the tests of snapshots share: a host that keeps what is printed, programs, the corpus.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]
#![allow(dead_code, reason = "each test uses a part")]
#![expect(clippy::disallowed_methods, reason = "tests read their data")]

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use stockade_compiler::bytecode::Program;
use stockade_compiler::{ParseLimits, SourceText};
use stockade_vm::{Config, Host, compile_source};

/// Keeps what is printed; its clock stands still.
pub(crate) struct Keep(Arc<Mutex<String>>);

impl Host for Keep {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, _error: bool) {
        if let Ok(mut out) = self.0.lock() {
            out.push_str(text);
        }
    }
}

pub(crate) type Out = Arc<Mutex<String>>;

pub(crate) fn host() -> (Box<dyn Host>, Out) {
    let out = Out::default();
    (Box::new(Keep(Arc::clone(&out))), out)
}

pub(crate) fn printed(out: &Out) -> String {
    out.lock().expect("not poisoned").clone()
}

pub(crate) fn config(fuel: u64) -> Config {
    let mut config = Config::default();
    config.limits.instructions = fuel;
    config.limits.memory_bytes = 256 << 20;
    config
}

pub(crate) fn program(name: &str, text: &str) -> Option<Arc<Program>> {
    let source = Arc::new(SourceText::new(name, text));
    Some(Arc::new(compile_source(&source, &ParseLimits::default()).ok()?))
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

/// The cases with their names.
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
