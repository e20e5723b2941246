//! The programs of the repository (`tests/cases`, `tests/escapes`, `examples`) as texts, in a fixed order.

use std::path::{Path, PathBuf};

/// A program of the corpus. Its name is its path in the repository.
pub use stockade_attack::generators::Program;

/// The repository in which this crate was built.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All `.py` files below the folders (relative to the repository), sorted by name. Unreadable files are skipped.
#[must_use]
pub fn programs(folders: &[&str]) -> Vec<Program> {
    let root = root();
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "py") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
        std::fs::read_to_string(&path).ok().map(|text| Program { name, text })
    };
    paths.into_iter().filter_map(read).collect()
}

/// All programs of the corpus.
#[must_use]
pub fn all() -> Vec<Program> {
    programs(&["tests/cases", "tests/escapes", "examples"])
}
