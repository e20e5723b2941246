//! Where installed packages are: the folders of the Python interpreter that the host uses. No interpreter is started to find them.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The folders that the process said.
static SAID: Mutex<Option<Vec<PathBuf>>> = Mutex::new(None);

/// Sets the folders that are searched for installed packages in this process: those of the interpreter that it is part of.
pub fn set_folders(folders: Vec<PathBuf>) {
    *SAID.lock().unwrap_or_else(PoisonError::into_inner) = Some(folders);
}

/// The folders that are searched for installed packages: those of [`set_folders`], else those of the active environment (`VIRTUAL_ENV`,
/// `CONDA_PREFIX`), else those of the `python3` on the `PATH`.
#[must_use]
pub fn folders() -> Vec<PathBuf> {
    if let Some(said) = &*SAID.lock().unwrap_or_else(PoisonError::into_inner) {
        return said.clone();
    }
    let active = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(std::env::var_os).map(PathBuf::from);
    let mut found: Vec<PathBuf> = active.flat_map(|prefix| below(&prefix)).collect();
    if found.is_empty() {
        let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(".local"));
        let prefixes = interpreter().into_iter().chain(home).chain(["/usr/local", "/usr"].into_iter().map(PathBuf::from));
        found = prefixes.flat_map(|prefix| below(&prefix)).collect();
    }
    // `lib64` is a link in most environments.
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|folder| seen.insert(std::fs::canonicalize(folder).unwrap_or_else(|_| folder.clone())));
    found
}

/// The prefix of the first `python3` on the `PATH`: the folder above its `bin`, and, for a link, that of what it leads to.
fn interpreter() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = if cfg!(windows) { ["python.exe", "python3.exe"] } else { ["python3", "python"] };
    let found = std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name))).find(|file| file.is_file());
    let Some(found) = found else { return Vec::new() };
    let real = std::fs::canonicalize(&found).ok();
    let prefix = |file: &Path| file.parent().and_then(|bin| if cfg!(windows) { Some(bin) } else { bin.parent() }).map(Path::to_path_buf);
    prefix(&found).into_iter().chain(real.as_deref().and_then(prefix)).collect()
}

/// The folders of packages below a prefix.
fn below(prefix: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for lib in ["lib", "Lib", "lib64"] {
        let lib = prefix.join(lib);
        found.push(lib.join("site-packages"));
        let Ok(entries) = std::fs::read_dir(&lib) else { continue };
        let mut versions: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("python3")))
            .collect();
        // The newest version first, by number: `python3.13` before `python3.9`.
        versions.sort_by_key(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            std::cmp::Reverse(name.strip_prefix("python3.").and_then(|minor| minor.parse::<u32>().ok()).unwrap_or(0))
        });
        found.extend(versions.iter().flat_map(|path| [path.join("site-packages"), path.join("dist-packages")]));
    }
    found.retain(|folder| folder.is_dir());
    found
}
