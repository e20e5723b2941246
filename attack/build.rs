//! Writes the programs of `tests/escapes` into one table, so that the command has them without the repository.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("{name} is not set")));
    let home = variable("CARGO_MANIFEST_DIR")?;
    // A package of sources holds only what is below the crate: there the link `escapes` has become a folder.
    let folder = Some(home.join("../tests/escapes")).filter(|folder| folder.is_dir()).unwrap_or_else(|| home.join("escapes"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "py"));
    paths.sort();
    let mut table = String::from("&[\n");
    for path in &paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let _ = writeln!(table, "    ({name:?}, include_str!({:?})),", fs::canonicalize(path)?.display().to_string());
    }
    table.push_str("]\n");
    let out: &Path = &variable("OUT_DIR")?.join("escapes.rs");
    fs::write(out, table)
}
