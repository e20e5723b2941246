//! Library coverage: compares the public names of CPython's modules with those of ours.

use std::fmt::Write as _;

use crate::runtime::library::Library;
use crate::sandbox::Sandbox;

/// The coverage of one module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleCoverage {
    /// Dotted name.
    pub name: String,
    /// The first line of its documentation.
    pub summary: String,
    /// The public names of CPython's module. Empty if it has none, or if CPython does not have this module.
    pub wanted: Vec<String>,
    /// The names in `wanted` that our module lacks.
    pub missing: Vec<String>,
}

/// CPython's public names of a module.
fn public_names(library: &Library, module: &str) -> Vec<String> {
    let line = library.text("data/public_names.txt").lines().find_map(|line| line.strip_prefix(module)?.strip_prefix(": "));
    line.map_or_else(Vec::new, |names| names.split(' ').map(str::to_owned).collect())
}

/// The modules that programs can import, in the order of their names.
#[must_use]
pub fn library_modules(library: &Library) -> Vec<&'static str> {
    crate::tables::install();
    let mut names: Vec<&str> = library.names().filter(|name| is_public(name)).collect();
    names.sort_unstable();
    names
}

fn is_public(name: &str) -> bool {
    crate::runtime::modules::is_public(name) && name.split('.').skip(1).all(|part| !part.starts_with('_'))
}

/// Compares one module with CPython's. `None` when the library does not have the module.
#[must_use]
pub fn module_coverage(library: &'static Library, name: &str) -> Option<ModuleCoverage> {
    crate::tables::install();
    if !is_public(name) || !library.contains(name) {
        return None;
    }
    let wanted = public_names(library, name);
    let text = format!(
        "import {name} as module\nnames = '{}'.split()\nprint((module.__doc__ or '').strip().partition('\\n')[0])\n\
         print(' '.join([name for name in names if not hasattr(module, name)]))\n",
        wanted.join(" ")
    );
    let shown = output_of(library, &text)?;
    let mut lines = shown.lines();
    let summary = lines.next().unwrap_or_default().to_owned();
    let missing = lines.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    Some(ModuleCoverage { name: name.to_owned(), summary, wanted, missing })
}

/// The names that a module shows. The function imports the module and takes `dir(module)`. A module with `__getattr__` computes further
/// attributes; for such modules the function also tries every identifier in the module's source and every public name of CPython.
#[must_use]
pub fn module_attributes(library: &'static Library, name: &str) -> Option<Vec<String>> {
    crate::tables::install();
    if !is_public(name) || !library.contains(name) {
        return None;
    }
    let source = library.text(name);
    let words =
        source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()));
    let known =
        library.text("data/public_names.txt").lines().filter_map(|line| line.split_once(": ")).flat_map(|(_, names)| names.split(' '));
    let asked: std::collections::BTreeSet<&str> = words.chain(known).collect();
    let shown = output_of(
        library,
        &format!(
            "import {name} as module\nshown = dir(module)\nif '__getattr__' in shown:\n    \
         shown = sorted({{*shown, *[name for name in '''{}'''.split() if hasattr(module, name)]}})\nprint(*shown)\n",
            asked.into_iter().collect::<Vec<_>>().join(" ")
        ),
    )?;
    Some(shown.split_whitespace().map(str::to_owned).collect())
}

/// The standard output of a program that runs in its own session. `None` if the program fails.
fn output_of(library: &'static Library, text: &str) -> Option<String> {
    let sandbox = Sandbox::permissive().library(library);
    let report = sandbox.step(&mut sandbox.session(), "<coverage>", text);
    report.outcome.is_completed().then_some(report.stdout)
}

/// The text of docs/stdlib.md: a table of all modules with the number of CPython's names that each has, and the names that it lacks.
#[must_use]
pub fn library_page(library: &'static Library) -> String {
    crate::tables::install();
    let mut page = String::from(
        "# The library\n\nThis table lists every module that a program can import, if its policy allows it. *names* is how many of the public names of \
         CPython 3.13's module it has; *missing* are the others. `stockade explain module NAME` says the same about one module. A missing \
         name would need authority over the host (files, sockets, processes, other threads), or belongs to the inside of CPython.\n\n\
         `UPDATE=1 cargo nextest run -p stockade-vm --test it library::` writes this page.\n\n| module | names | missing |\n|---|---|---|\n",
    );
    for name in library_modules(library) {
        let Some(found) = module_coverage(library, name) else { continue };
        let counts = if found.wanted.is_empty() {
            "-".to_owned()
        } else {
            format!("{}/{}", found.wanted.len() - found.missing.len(), found.wanted.len())
        };
        let missing: Vec<String> = found.missing.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(page, "| `{name}` | {counts} | {} |", missing.join(" "));
    }
    page
}
