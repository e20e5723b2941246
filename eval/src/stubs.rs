//! Packages that the engine lacks, as stubs: the import succeeds, and the first use ends the run with the verdict `unsupported:NAME`.

use std::collections::{BTreeMap, BTreeSet};

use stockade_vm::{ModuleSource, Session, ToolError, ToolSpec};

use crate::look::{Imports, imports_of, modules_in_lines, tree_of};

/// The packages. Programs import them out of habit, and often use nothing of them.
pub const PACKAGES: &[&str] = &[
    "Crypto",
    "PIL",
    "aiohttp",
    "attr",
    "blake3",
    "bs4",
    "cachetools",
    "chardet",
    "colorama",
    "cryptography",
    "cv2",
    "cvxpy",
    "dateutil",
    "django",
    "docx",
    "faker",
    "fastapi",
    "flask",
    "folium",
    "gensim",
    "geopandas",
    "gmpy2",
    "h5py",
    "holidays",
    "httpx",
    "hypothesis",
    "imageio",
    "jax",
    "jinja2",
    "joblib",
    "keras",
    "librosa",
    "lightgbm",
    "lxml",
    "markdown",
    "matplotlib",
    "more_itertools",
    "mpmath",
    "natsort",
    "networkx",
    "nltk",
    "numba",
    "numexpr",
    "numpy",
    "openpyxl",
    "pandas",
    "plotly",
    "polars",
    "prettytable",
    "psutil",
    "pulp",
    "pyarrow",
    "pydantic",
    "pygments",
    "pyparsing",
    "pytesseract",
    "pytz",
    "pyximport",
    "regex",
    "requests",
    "rich",
    "rsa",
    "scipy",
    "seaborn",
    "shapely",
    "simplejson",
    "skimage",
    "sklearn",
    "sortedcontainers",
    "soundfile",
    "spacy",
    "sqlalchemy",
    "statsmodels",
    "sympy",
    "tabulate",
    "tensorflow",
    "termcolor",
    "textblob",
    "texttable",
    "torch",
    "torchvision",
    "tornado",
    "tqdm",
    "transformers",
    "unidecode",
    "urllib3",
    "wikipedia",
    "wordcloud",
    "wordninja",
    "xgboost",
    "xlrd",
    "xlwt",
    "xmltodict",
    "yaml",
];

/// The module with the class of all stubs.
pub(crate) const GAP_MODULE: &str = "stockade_gap";
/// The host function that a stub calls when it is used. It never answers.
pub(crate) const GAP_CALL: &str = "stockade_gap_used";

const GAP_SOURCE: &str = include_str!("gap.py");

/// The stubs that a program gets.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stubs {
    /// The dotted names of the modules that exist.
    modules: BTreeSet<String>,
    /// Packages of which a program wants all names. What it means by a name is not known then.
    pub(crate) starred: BTreeSet<String>,
}

impl Stubs {
    /// The stubs that a program needs. A package that it imports only where a handler waits for its absence is absent, as in CPython
    /// without the package.
    pub(crate) fn of(text: &str) -> Stubs {
        Stubs::among(&modules_in_lines(text), text)
    }

    /// Like [`Stubs::of`], for a text whose lines were looked at.
    pub(crate) fn among(modules: &BTreeMap<&str, bool>, text: &str) -> Stubs {
        if !modules.keys().any(|name| is_package(name)) {
            return Stubs::default();
        }
        tree_of("program.py", text).map_or_else(Stubs::default, |tree| Stubs::for_imports(&imports_of(&tree)))
    }

    fn for_imports(imports: &Imports) -> Stubs {
        let mut stubs = Stubs::default();
        for module in &imports.plain {
            let package = module.split('.').next().unwrap_or_default();
            let is_optional = imports.guarded.iter().any(|guarded| guarded.split('.').next() == Some(package));
            if !is_package(package) || is_optional {
                continue;
            }
            for (at, _) in module.match_indices('.').chain([(module.len(), "")]) {
                stubs.modules.extend(module.get(..at).map(str::to_owned));
            }
        }
        stubs.starred = imports.starred.iter().filter(|module| stubs.modules.contains(*module)).cloned().collect();
        stubs
    }

    /// These stubs and others.
    pub(crate) fn with(mut self, others: Stubs) -> Stubs {
        self.modules.extend(others.modules);
        self.starred.extend(others.starred);
        self
    }

    /// The dotted names of the stubs, packages before what is in them.
    pub(crate) fn modules(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(String::as_str)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.modules.is_empty()
    }

    /// Gives a session the stubs.
    ///
    /// # Errors
    /// The session has no memory left, or a module of the library has one of the names.
    pub(crate) fn add_to(&self, session: &mut Session) -> Result<(), ToolError> {
        if self.is_empty() {
            return Ok(());
        }
        session.add_tool(&ToolSpec::new(GAP_CALL, "name"))?;
        session.add_module(ModuleSource::new(GAP_MODULE, "<stubs>", GAP_SOURCE))?;
        for name in &self.modules {
            let text = format!("import {GAP_MODULE}\n__getattr__ = {GAP_MODULE}.attributes_of({name:?})\n");
            session.add_module(ModuleSource { is_package: true, ..ModuleSource::new(name, "<stubs>", &text) })?;
        }
        Ok(())
    }
}

fn is_package(name: &str) -> bool {
    PACKAGES.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(PACKAGES.is_sorted());
    }

    #[test]
    fn a_guarded_import_has_no_stub() {
        assert!(Stubs::of("try:\n    import numpy\nexcept ImportError:\n    numpy = None\n").is_empty());
        assert!(!Stubs::of("try:\n    import numpy\nexcept KeyError:\n    numpy = None\n").is_empty());
        assert!(Stubs::of("import math").is_empty());
        let stubs = Stubs::of("from numpy.linalg import svd\n");
        assert_eq!(stubs.modules.iter().map(String::as_str).collect::<Vec<_>>(), ["numpy", "numpy.linalg"]);
    }
}
