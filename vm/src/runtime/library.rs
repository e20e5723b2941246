//! The library that programs import from: native modules, which belong to the VM, and Python sources, which the embedder supplies.
//!
//! The sources come as a function from names to texts, so that this crate and the crate with the sources do not depend on each other. A
//! changed source rebuilds only its own small crate, and an embedder can supply its own library.

use std::fmt;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};
use stockade_compiler::bytecode::Program;
use stockade_policy::VmCatalog;

use crate::runtime::modules::NativeModule;
use crate::runtime::type_table;

/// Returns the text of a module by its dotted name, or of a data file by its path. `data/modules.txt` has the names of all modules, one per
/// line. `data/attributes.txt`, `data/public_names.txt` and `data/compiled_names.txt` list the names that our modules and CPython's modules
/// have.
pub type ReadText = fn(&str) -> Option<&'static str>;

/// A library: the native modules and the embedder's sources. Make it once, as a `static`. Each library compiles its modules once.
///
/// ```
/// use stockade_vm::Library;
///
/// static LIBRARY: Library = Library::new(|path| match path {
///     "data/modules.txt" => Some("greeting"),
///     "greeting" => Some("def hello():\n    return 'hello'\n"),
///     _ => None,
/// });
/// assert_eq!(LIBRARY.names().filter(|name| *name == "greeting").count(), 1);
/// ```
pub struct Library {
    read: ReadText,
    index: OnceLock<Index>,
}

/// Lookup tables that are built on first use.
#[derive(Default)]
struct Index {
    modules: FxHashMap<&'static str, Module>,
    /// Names of packages: modules that contain other modules.
    packages: FxHashSet<&'static str>,
    compiled: FxHashMap<&'static str, Vec<CompiledRow>>,
    /// What the compiled modules call themselves.
    compiled_homes: FxHashSet<&'static str>,
    catalog: OnceLock<VmCatalog>,
}

/// The name of the compiled module in CPython, and the functions and classes of the Python module that it implements. An empty list means
/// all.
type CompiledRow = (&'static str, Vec<&'static str>);

/// A module of a library.
pub(crate) struct Module {
    /// Dotted name.
    pub(crate) name: &'static str,
    /// The native part of the module.
    pub(crate) native: Option<&'static NativeModule>,
    /// True if a part of the module is written in Python. It runs in the module's namespace.
    pub(crate) has_source: bool,
    program: OnceLock<Option<Arc<Program>>>,
}

static NATIVE_ONLY: Library = Library::new(|_| None);

impl Library {
    /// A library with these sources.
    #[must_use]
    pub const fn new(read: ReadText) -> Library {
        Library { read, index: OnceLock::new() }
    }

    /// Only the native modules: `math` and `itertools` exist, `json` does not.
    #[must_use]
    pub fn native_only() -> &'static Library {
        &NATIVE_ONLY
    }

    /// The names of all modules, in no particular order. The native tables must be installed.
    pub(crate) fn module_names(&self) -> impl Iterator<Item = &'static str> {
        type_table::native_modules()
            .iter()
            .map(|module| module.name)
            .chain(self.source_names().filter(|name| type_table::native_module(name).is_none()))
    }

    fn source_names(&self) -> impl Iterator<Item = &'static str> {
        self.text("data/modules.txt").lines()
    }

    /// The text of a module or data file; empty if it does not exist.
    pub(crate) fn text(&self, path: &str) -> &'static str {
        (self.read)(path).unwrap_or_default()
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            for name in self.module_names() {
                let module = Module { name, native: type_table::native_module(name), has_source: false, program: OnceLock::new() };
                index.modules.insert(name, module);
                index.packages.extend(name.match_indices('.').filter_map(|(at, _)| name.get(..at)));
            }
            for name in self.source_names() {
                if let Some(module) = index.modules.get_mut(name) {
                    module.has_source = true;
                }
            }
            let lines = self.text("data/compiled_names.txt").lines().filter(|line| !line.starts_with('#'));
            for (name, rest) in lines.filter_map(|line| line.split_once(": ")) {
                let mut words = rest.split(' ');
                let home = words.next().filter(|home| *home != "-").unwrap_or_default();
                if !home.is_empty() {
                    index.compiled_homes.insert(home);
                }
                index.compiled.entry(name).or_default().push((home, words.filter(|word| *word != "*").collect()));
            }
            index
        })
    }

    /// A module by its dotted name.
    pub(crate) fn find(&self, name: &str) -> Option<&Module> {
        self.index().modules.get(name)
    }

    /// True if the library has a module with this dotted name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// True if `__module__` of a class of the library may be this: a module, a part of a package, or the name of a compiled module.
    pub(crate) fn is_home(&self, name: &str) -> bool {
        /// What classes of the library are said to come from, and the library has no module of that name.
        const OTHER_HOMES: &[&str] = &["_frozen_importlib", "_frozen_importlib_external", "_weakrefset"];
        let top = name.split('.').next().unwrap_or(name);
        self.contains(name) || self.contains(top) || self.index().compiled_homes.contains(name) || OTHER_HOMES.contains(&name)
    }

    /// True if the library has modules below this one.
    pub(crate) fn is_package(&self, name: &str) -> bool {
        self.index().packages.contains(name)
    }

    /// The Python part of a module, compiled.
    pub(crate) fn program(&self, name: &str) -> Option<Arc<Program>> {
        let module = self.find(name).filter(|module| module.has_source)?;
        module
            .program
            .get_or_init(|| crate::runtime::compile::library(&format!("<frozen {}>", module.name), self.text(module.name)).map(Arc::new))
            .clone()
    }

    /// The name of the compiled module, if CPython has this function, or the class that it belongs to, compiled.
    pub(crate) fn compiled_in(&self, module: &str, qualname: &str) -> Option<&'static str> {
        let head = qualname.split('.').next().unwrap_or(qualname);
        // A function made inside a compiled function does not count.
        let is_of = |(_, heads): &&CompiledRow| heads.is_empty() || (heads.contains(&head) && !qualname.contains("<locals>"));
        self.index().compiled.get(module)?.iter().find(is_of).map(|(home, _)| *home)
    }

    /// The description of this library for the checker. `gather` makes it on the first call.
    pub(crate) fn catalog_or(&'static self, gather: fn(&'static Library) -> VmCatalog) -> &'static VmCatalog {
        self.index().catalog.get_or_init(|| gather(self))
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").finish_non_exhaustive()
    }
}
