//! Generates the table of library modules from the folders. A module is a file, and the folder is its shelf.
//!
//! Files of `core` are included one by one, so that a build after an edit takes about a second. `more` becomes one compressed block: it is
//! large and rarely imported, and compression reduces it to a quarter of its size in the binary.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// A source file and the module that it defines.
struct File {
    /// Dotted name.
    name: String,
    is_package: bool,
    path: PathBuf,
}

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| io::Error::other(format!("{name} is not set")));
    let (root, out) = (variable("CARGO_MANIFEST_DIR")?.join("Lib"), variable("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Lib");

    let core = files(&root.join("core"))?;
    let more = files(&root.join("more"))?;
    if let Some(twice) = core.iter().find(|file| more.iter().any(|other| other.name == file.name)) {
        return Err(io::Error::other(format!("`{}` is on both shelves", twice.name)));
    }

    let mut table = String::from("&[\n");
    for File { name, is_package, path } in &core {
        let _ = writeln!(table, "    ({name:?}, {is_package}, include_str!({:?})),", path.display().to_string());
    }
    table.push_str("]\n");
    write_if_new(&out.join("core.rs"), table.as_bytes())?;

    let (mut table, mut block) = (String::from("&[\n"), Vec::new());
    for File { name, is_package, path } in &more {
        let text = fs::read_to_string(path)?;
        let _ = writeln!(table, "    ({name:?}, {is_package}, {}, {}),", block.len(), block.len() + text.len());
        block.extend_from_slice(text.as_bytes());
    }
    table.push_str("]\n");
    write_if_new(&out.join("more.rs"), table.as_bytes())?;
    write_if_new(&out.join("more.len"), format!("{}\n", block.len()).as_bytes())?;
    write_if_new(&out.join("more.bin"), &miniz_oxide::deflate::compress_to_vec(&block, 9))?;

    let mut names: Vec<&str> = core.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    write_if_new(&out.join("core.txt"), names.join("\n").as_bytes())?;
    names.extend(more.iter().map(|file| file.name.as_str()));
    names.sort_unstable();
    write_if_new(&out.join("full.txt"), names.join("\n").as_bytes())
}

/// Writes a file only if its contents change, so that an edit without effect does not cause a rebuild of the crate.
fn write_if_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) { Ok(()) } else { fs::write(path, bytes) }
}

/// The source files of a shelf, sorted by name.
fn files(shelf: &Path) -> io::Result<Vec<File>> {
    let mut found = Vec::new();
    walk(shelf, "", &mut found)?;
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn walk(folder: &Path, prefix: &str, found: &mut Vec<File>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
        if path.is_dir() {
            if stem != "__pycache__" {
                walk(&path, &format!("{prefix}{stem}."), found)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "py") {
            let is_package = stem == "__init__";
            let name = if is_package { prefix.trim_end_matches('.').to_owned() } else { format!("{prefix}{stem}") };
            found.push(File { name, is_package, path });
        }
    }
    Ok(())
}
