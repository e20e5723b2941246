//! Python's standard library as Stockade's programs see it, as far as it is written in Python: sources and lists, as plain data.
//!
//! ```
//! let library = stockade_stdlib::full();
//! let source = library.find("json.decoder").expect("a module");
//! assert!(source.text.contains("class JSONDecoder"));
//! assert_eq!(source.shelf, stockade_stdlib::Shelf::Core);
//! ```
//!
//! A module is a file below `Lib/`; `build.rs` makes the table of them, so adding a file adds a module. There are two shelves. `Lib/core`
//! holds what generated programs import and what is Stockade's by nature: files in memory, sockets that refuse, threads, the loops of
//! `asyncio`. `Lib/more` holds the rest, in one compressed block that is unpacked when the first module of it is read.
//!
//! This crate uses no other crate of the project, and `stockade-vm` does not use this one: the VM is given [`read_core`] or [`read_full`],
//! a function from a name to a text. So an edited source rebuilds this crate and links, and neither crate needs a type of the other.

#![warn(missing_docs)]

use std::sync::OnceLock;

/// Which folder a module lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// What most programs import.
    Core,
    /// The rest.
    More,
}

/// A module written in Python.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Dotted name.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
    /// Whether the file is the `__init__.py` of a folder.
    pub is_package: bool,
    /// Where the file lies.
    pub shelf: Shelf,
}

/// Name, whether it is a package, and text.
type CoreRow = (&'static str, bool, &'static str);
/// Name, whether it is a package, and where its text begins and ends in the block.
type MoreRow = (&'static str, bool, usize, usize);

/// In the order of names.
static CORE: &[CoreRow] = include!(concat!(env!("OUT_DIR"), "/core.rs"));
/// In the order of names.
static MORE: &[MoreRow] = include!(concat!(env!("OUT_DIR"), "/more.rs"));
/// The texts of `MORE`, compressed.
static BLOCK: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/more.bin"));
/// How long `BLOCK` is when it is unpacked.
const BLOCK_LEN: usize = include!(concat!(env!("OUT_DIR"), "/more.len"));

/// One or both shelves.
#[derive(Debug)]
pub struct Library {
    /// Dotted names of the modules written in Python, sorted, one a line.
    pub module_names: &'static str,
    /// What `dir(module)` gives for each public module here, as lines `module: name name`. A test of the VM writes it.
    pub attributes: &'static str,
    /// The public names that CPython's modules have, in the same form. `tests/public_names.py` asks CPython for them.
    pub public_names: &'static str,
    /// Functions and classes that are written in Python here and in C in CPython; the head of the file explains the form.
    pub compiled_names: &'static str,
    has_more: bool,
}

/// What every library says of CPython and of itself.
const LISTS: Library = Library {
    module_names: "",
    attributes: include_str!("../data/attributes.txt"),
    public_names: include_str!("../data/public_names.txt"),
    compiled_names: include_str!("../data/compiled_names.txt"),
    has_more: false,
};

/// The shelf that most programs need.
#[must_use]
pub fn core() -> &'static Library {
    static LIBRARY: Library = Library { module_names: include_str!(concat!(env!("OUT_DIR"), "/core.txt")), ..LISTS };
    &LIBRARY
}

/// Both shelves.
#[must_use]
pub fn full() -> &'static Library {
    static LIBRARY: Library = Library { module_names: include_str!(concat!(env!("OUT_DIR"), "/full.txt")), has_more: true, ..LISTS };
    &LIBRARY
}

impl Library {
    /// A module by its dotted name.
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

    /// The library as a folder of texts: a module by its dotted name, a list by its path (`data/attributes.txt`).
    #[must_use]
    pub fn read(&self, path: &str) -> Option<&'static str> {
        match path {
            "data/modules.txt" => Some(self.module_names),
            "data/attributes.txt" => Some(self.attributes),
            "data/public_names.txt" => Some(self.public_names),
            "data/compiled_names.txt" => Some(self.compiled_names),
            name => Some(self.find(name)?.text),
        }
    }
}

/// [`Library::read`] of [`core`]: what a VM is given.
#[must_use]
pub fn read_core(path: &str) -> Option<&'static str> {
    core().read(path)
}

/// [`Library::read`] of [`full`]: what a VM is given.
#[must_use]
pub fn read_full(path: &str) -> Option<&'static str> {
    full().read(path)
}

/// The texts of `more`, unpacked once for the process.
fn block() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(BLOCK, BLOCK_LEN).unwrap_or_default();
        // A fault here shows in a test: then no module of the shelf is found.
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
