//! The library that programs import: native modules, which are the VM's own, and sources in Python, which the embedder hands in.
//!
//! The sources come as one function from a name to a text, and not as a type of another crate: then neither this crate nor the one with
//! the sources depends on the other, a changed source builds its own small crate and links, and an embedder can lend a library of its own.

use std::fmt;
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};
use stockade_compiler::bytecode::Program;
use stockade_policy::VmCatalog;

use crate::runtime::modules::NativeModule;
use crate::runtime::type_table;

/// Gives the text of a module by its dotted name, or a list by its path: `data/modules.txt` has the names of all modules, one a line;
/// `data/attributes.txt`, `data/public_names.txt` and `data/compiled_names.txt` say what modules show and what CPython's show.
pub type ReadText = fn(&str) -> Option<&'static str>;

/// A library: the sources of an embedder beside the native modules. Made once, as a `static`; modules are compiled once for each.
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

/// What is asked of a library while programs run.
#[derive(Default)]
struct Index {
    modules: FxHashMap<&'static str, Module>,
    /// Names with modules below them.
    packages: FxHashSet<&'static str>,
    compiled: FxHashMap<&'static str, Vec<CompiledRow>>,
    catalog: OnceLock<VmCatalog>,
}

/// The compiled module's name, and what of the module is compiled: functions and classes, or all.
type CompiledRow = (&'static str, Vec<&'static str>);

/// A module of a library.
pub(crate) struct Module {
    /// Dotted name.
    pub(crate) name: &'static str,
    /// Its native part.
    pub(crate) native: Option<&'static NativeModule>,
    /// Whether a part of it is written in Python, run in the module's namespace.
    pub(crate) has_source: bool,
    program: OnceLock<Option<Arc<Program>>>,
}

static NATIVE_ONLY: Library = Library::new(|_| None);

impl Library {
    /// A library of these sources.
    #[must_use]
    pub const fn new(read: ReadText) -> Library {
        Library { read, index: OnceLock::new() }
    }

    /// The native modules alone: `math` and `itertools` are there, `json` is not.
    #[must_use]
    pub fn native_only() -> &'static Library {
        &NATIVE_ONLY
    }

    /// The names of all modules, in no order, once the native tables are installed.
    pub(crate) fn module_names(&self) -> impl Iterator<Item = &'static str> {
        type_table::native_modules()
            .iter()
            .map(|module| module.name)
            .chain(self.source_names().filter(|name| type_table::native_module(name).is_none()))
    }

    fn source_names(&self) -> impl Iterator<Item = &'static str> {
        self.text("data/modules.txt").lines()
    }

    /// The text of a module or of a list; empty where there is none.
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
                index.compiled.entry(name).or_default().push((home, words.filter(|word| *word != "*").collect()));
            }
            index
        })
    }

    /// A module by its dotted name.
    pub(crate) fn find(&self, name: &str) -> Option<&Module> {
        self.index().modules.get(name)
    }

    /// Whether a dotted name is one of the library's.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Whether modules of the library are below one.
    pub(crate) fn is_package(&self, name: &str) -> bool {
        self.index().packages.contains(name)
    }

    /// The compiled Python part of a module.
    pub(crate) fn program(&self, name: &str) -> Option<Arc<Program>> {
        let module = self.find(name).filter(|module| module.has_source)?;
        module
            .program
            .get_or_init(|| crate::runtime::compile::library(&format!("<frozen {}>", module.name), self.text(module.name)).map(Arc::new))
            .clone()
    }

    /// The compiled module's name, when CPython has this function or the class it belongs to compiled.
    pub(crate) fn compiled_in(&self, module: &str, qualname: &str) -> Option<&'static str> {
        let head = qualname.split('.').next().unwrap_or(qualname);
        // What is made within a compiled function is not that function.
        let is_of = |(_, heads): &&CompiledRow| heads.is_empty() || (heads.contains(&head) && !qualname.contains("<locals>"));
        self.index().compiled.get(module)?.iter().find(is_of).map(|(home, _)| *home)
    }

    /// What the checker is told of this library, gathered once.
    pub(crate) fn catalog_or(&'static self, gather: fn(&'static Library) -> VmCatalog) -> &'static VmCatalog {
        self.index().catalog.get_or_init(|| gather(self))
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").finish_non_exhaustive()
    }
}
