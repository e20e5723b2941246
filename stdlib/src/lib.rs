//! The part of Python's standard library that is written in Python: sources and lists, as plain data.
//!
//! ```
//! let library = stockade_stdlib::full();
//! let source = library.find("json.decoder").expect("a module");
//! assert!(source.text.contains("class JSONDecoder"));
//! assert_eq!(source.shelf, stockade_stdlib::Shelf::Core);
//! ```
//!
//! A module is a file below `Lib/`. `build.rs` generates the table of modules, so adding a file adds a module. There are two shelves.
//! `Lib/core` holds the modules that generated programs often import, and the modules that are specific to the sandbox: files in memory,
//! sockets that refuse, threads, the event loops of `asyncio`. `Lib/more` holds the rest, in one compressed block that is unpacked when its
//! first module is read.
//!
//! This crate uses no other crate of the project, and `stockade-vm` does not use this crate. The code that builds a sandbox passes
//! [`read_core`] or [`read_full`] to it, a function from a name to a text. So an edited source only rebuilds this crate and links, and
//! neither crate needs a type of the other.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![warn(missing_docs)]

use std::sync::OnceLock;

/// The folder of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// The modules that most programs import.
    Core,
    /// All other modules.
    More,
}

/// A module written in Python.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Dotted name.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
    /// True when the file is the `__init__.py` of a folder.
    pub is_package: bool,
    /// The folder of the file.
    pub shelf: Shelf,
}

/// Name, whether it is a package, and text.
type CoreRow = (&'static str, bool, &'static str);
/// Name, whether it is a package, and start and end of its text in the block.
type MoreRow = (&'static str, bool, usize, usize);

/// Sorted by name.
static CORE: &[CoreRow] = include!(concat!(env!("OUT_DIR"), "/core.rs"));
/// Sorted by name.
static MORE: &[MoreRow] = include!(concat!(env!("OUT_DIR"), "/more.rs"));
/// The texts of `MORE`, compressed.
static BLOCK: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/more.bin"));
/// Length of the unpacked `BLOCK` in bytes.
const BLOCK_LEN: usize = include!(concat!(env!("OUT_DIR"), "/more.len"));

/// The library with one or both shelves.
#[derive(Debug)]
pub struct Library {
    /// Dotted names of the modules written in Python, sorted, one per line.
    pub module_names: &'static str,
    /// The result of `dir(module)` for each public module, as lines `module: name name`. The test `vm/tests/library.rs` writes it.
    pub attributes: &'static str,
    /// The public names of CPython's modules, in the same form. `tools/public_names.py` writes it.
    pub public_names: &'static str,
    /// Functions and classes that are written in Python here and in C in CPython. The head of the file explains the form.
    pub compiled_names: &'static str,
    /// What CPython and often used packages have and this library has not. `tools/missing_names.py` writes it.
    pub missing_names: &'static str,
    has_more: bool,
}

/// The lists that both libraries share.
const SHARED_LISTS: Library = Library {
    module_names: "",
    attributes: include_str!("../data/attributes.txt"),
    public_names: include_str!("../data/public_names.txt"),
    compiled_names: include_str!("../data/compiled_names.txt"),
    missing_names: include_str!("../data/missing_names.txt"),
    has_more: false,
};

/// The library with only the shelf `core`.
#[must_use]
pub fn core() -> &'static Library {
    static LIBRARY: Library = Library { module_names: include_str!(concat!(env!("OUT_DIR"), "/core.txt")), ..SHARED_LISTS };
    &LIBRARY
}

/// The library with both shelves.
#[must_use]
pub fn full() -> &'static Library {
    static LIBRARY: Library = Library { module_names: include_str!(concat!(env!("OUT_DIR"), "/full.txt")), has_more: true, ..SHARED_LISTS };
    &LIBRARY
}

impl Library {
    /// Finds a module by its dotted name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Source> {
        if let Ok(at) = CORE.binary_search_by(|row| row.0.cmp(name)) {
            let (name, is_package, text) = *CORE.get(at)?;
            return Some(Source { name, text, is_package, shelf: Shelf::Core });
        }
        let at = MORE.binary_search_by(|row| row.0.cmp(name)).ok().filter(|_| self.has_more)?;
        let (name, is_package, start, end) = *MORE.get(at)?;
        Some(Source { name, text: block().get(start..end)?, is_package, shelf: Shelf::More })
    }

    /// Reads a text of the library: a module by its dotted name, or a list by its path (`data/attributes.txt`).
    #[must_use]
    pub fn read(&self, path: &str) -> Option<&'static str> {
        match path {
            "data/modules.txt" => Some(self.module_names),
            "data/attributes.txt" => Some(self.attributes),
            "data/public_names.txt" => Some(self.public_names),
            "data/compiled_names.txt" => Some(self.compiled_names),
            "data/missing_names.txt" => Some(self.missing_names),
            name => Some(self.find(name)?.text),
        }
    }
}

/// [`Library::read`] of [`core()`], to pass to a sandbox.
#[must_use]
pub fn read_core(path: &str) -> Option<&'static str> {
    core().read(path)
}

/// [`Library::read`] of [`full`], to pass to a sandbox.
#[must_use]
pub fn read_full(path: &str) -> Option<&'static str> {
    full().read(path)
}

/// The texts of `more`. Unpacked once per process.
fn block() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(BLOCK, BLOCK_LEN).unwrap_or_default();
        // A corrupt block gives an empty text, so no module of the shelf is found, and a test fails.
        String::from_utf8(bytes).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

    use std::path::Path;

    use super::*;

    #[test]
    fn texts_are_those_of_the_files() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("Lib");
        for name in full().module_names.lines() {
            let source = full().find(name).expect("every listed module is there");
            let shelf = if source.shelf == Shelf::Core { "core" } else { "more" };
            let end = if source.is_package { "/__init__.py" } else { ".py" };
            let path = root.join(shelf).join(name.replace('.', "/") + end);
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), source.text, "{name}");
            assert_eq!(core().find(name).is_some(), source.shelf == Shelf::Core, "{name}");
        }
    }

    #[test]
    fn core_does_not_need_more_to_be_imported() {
        for name in core().module_names.lines() {
            let text = core().find(name).expect("every listed module is there").text;
            let imports = text.lines().filter_map(|line| line.strip_prefix("import ").or_else(|| line.strip_prefix("from ")));
            for module in imports.filter_map(|rest| rest.split([' ', ',']).next()) {
                assert!(full().find(module).is_none_or(|source| source.shelf == Shelf::Core), "`{name}` imports `{module}`");
            }
        }
    }
}
