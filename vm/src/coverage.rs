//! How much of CPython's library is here: what its modules show beside what ours show.

use std::fmt::Write as _;
use std::sync::Arc;

use stockade_compiler::SourceText;

use crate::sandbox::{Config, Session, compile_source};
use crate::stdlib;

/// CPython's public names, asked for by `tools/public_names.py`.
static PUBLIC_NAMES: &str = include_str!("stdlib/public_names.txt");

/// A module and what it lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleCoverage {
    /// Dotted name.
    pub name: String,
    /// The first line of its documentation.
    pub summary: String,
    /// Public names that CPython's module has; none where CPython has no such module.
    pub wanted: Vec<String>,
    /// Those of them that ours has not.
    pub missing: Vec<String>,
}

/// CPython's public names of a module.
fn public_names(module: &str) -> Vec<String> {
    let line = PUBLIC_NAMES.lines().find_map(|line| line.strip_prefix(module)?.strip_prefix(": "));
    line.map_or_else(Vec::new, |names| names.split(' ').map(str::to_owned).collect())
}

/// The modules that programs can import, in the order of their names.
#[must_use]
pub fn library_modules() -> Vec<&'static str> {
    let mut names: Vec<&str> = stdlib::MODULES.iter().map(|module| module.name).filter(|name| is_public(name)).collect();
    names.sort_unstable();
    names
}

fn is_public(name: &str) -> bool {
    crate::stdlib::is_public(name) && name.split('.').skip(1).all(|part| !part.starts_with('_'))
}

/// What a module of the library has of CPython's; None when there is no such module.
#[must_use]
pub fn module_coverage(name: &str) -> Option<ModuleCoverage> {
    if !is_public(name) || !stdlib::is_library(name) {
        return None;
    }
    let wanted = public_names(name);
    let text = format!(
        "import {name} as module\nnames = '{}'.split()\nprint((module.__doc__ or '').strip().partition('\\n')[0])\n\
         print(' '.join([name for name in names if not hasattr(module, name)]))\n",
        wanted.join(" ")
    );
    let shown = output_of(&text)?;
    let mut lines = shown.lines();
    let summary = lines.next().unwrap_or_default().to_owned();
    let missing = lines.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    Some(ModuleCoverage { name: name.to_owned(), summary, wanted, missing })
}

/// What a module of the library shows, by importing it: `dir(module)`, and for a module that makes attributes when they are asked for
/// those words of its own text and of CPython's names that it answers to.
#[must_use]
pub fn module_attributes(name: &str) -> Option<Vec<String>> {
    if !is_public(name) || !stdlib::is_library(name) {
        return None;
    }
    let source = stdlib::MODULES.iter().find(|module| module.name == name).and_then(|module| module.source).unwrap_or_default();
    let words =
        source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()));
    let known = PUBLIC_NAMES.lines().filter_map(|line| line.split_once(": ")).flat_map(|(_, names)| names.split(' '));
    let asked: std::collections::BTreeSet<&str> = words.chain(known).collect();
    let shown = output_of(&format!(
        "import {name} as module\nshown = dir(module)\nif '__getattr__' in shown:\n    \
         shown = sorted({{*shown, *[name for name in '''{}'''.split() if hasattr(module, name)]}})\nprint(*shown)\n",
        asked.into_iter().collect::<Vec<_>>().join(" ")
    ))?;
    Some(shown.split_whitespace().map(str::to_owned).collect())
}

/// What a program prints in a session of its own.
fn output_of(text: &str) -> Option<String> {
    let source = Arc::new(SourceText::new("<coverage>", text));
    let program = Arc::new(compile_source(&source, &stockade_compiler::ParseLimits::default()).ok()?);
    let host = Captured::default();
    let mut session = Session::new(&Config::default(), Box::new(host.clone()));
    let outcome = session.run(&program);
    drop(session);
    let shown = host.0.lock().ok()?.clone();
    matches!(outcome, crate::Outcome::Finished(_) | crate::Outcome::Answered(_)).then_some(shown)
}

/// A host that keeps what is printed.
#[derive(Clone, Default)]
struct Captured(Arc<std::sync::Mutex<String>>);

impl crate::Host for Captured {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, error: bool) {
        if !error && let Ok(mut all) = self.0.lock() {
            all.push_str(text);
        }
    }
}

/// docs/stdlib.md: every module, how much of CPython's it has, and the names it lacks.
#[must_use]
pub fn library_page() -> String {
    let mut page = String::from(
        "# The library\n\nEvery module that programs can import, and how many of the public names of CPython 3.13's it has. \
         `stockade explain module NAME` says the same of one. What is missing would need authority over the host (files, sockets, \
         processes, other threads) or is about the insides of CPython. This page is written by `UPDATE=1 cargo nextest run -p stockade-vm \
         --test library`.\n\n| module | names | missing |\n|---|---|---|\n",
    );
    for name in library_modules() {
        let Some(found) = module_coverage(name) else { continue };
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
