//! Packages of the host for programs in the sandbox: by the name under which they are installed, as a folder, or as a wheel. Nothing of a
//! package runs on the host. Its Python files and its data are read; its metadata says what else it needs.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![cfg_attr(test, expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail so"))]

mod cache;
mod environment;
mod files;
mod index;
mod markers;
mod requirement;
mod wheel;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use stockade_vm::{Library, Package};

pub use environment::{folders, set_folders};
use files::Distribution;
use requirement::{Requirement, plain};

/// What names a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// The name of an installed distribution, with extras: `requests`, `httpx[http2]`.
    Name(String),
    /// A folder: a package, a folder of packages, or a project; or a wheel.
    Path(PathBuf),
}

impl Request {
    /// Reads what a person wrote: a path has a separator, or ends with `.whl`. Everything else is a name.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let is_path = text.contains(['/', '\\']) || text == "." || text == ".." || text.ends_with(".whl");
        if is_path { Request::Path(PathBuf::from(text)) } else { Request::Name(text.to_string()) }
    }
}

/// The requested packages and what they need, each once: those requested first. `folders` are searched for names, in their order. What a
/// package needs and the library has is left out.
///
/// # Errors
/// What is missing or cannot be read, where it was searched, and what can be done.
pub fn find(requests: &[Request], folders: &[PathBuf], library: &'static Library) -> Result<Vec<Arc<Package>>, String> {
    let mut search = Search { folders, library, found: Vec::new(), asked: BTreeSet::new(), waiting: Vec::new() };
    // What is given as files comes before what the environment has under the same name.
    for request in requests {
        if let Request::Path(path) = request {
            let distribution = Distribution::at(path)?;
            search.take(distribution, &[])?;
        }
    }
    for request in requests {
        if let Request::Name(text) = request {
            let asked = Requirement::parse(text).filter(|asked| asked.marker.is_none());
            let asked = asked.ok_or_else(|| format!("`{text}` names no package: write `NAME`, `NAME[EXTRA]`, a folder or a wheel"))?;
            search.require(&asked, None)?;
        }
    }
    while let Some((needed, by)) = search.waiting.pop() {
        search.require(&needed, Some(&by))?;
    }
    Ok(search.found.into_iter().map(|(_, _, package)| package).collect())
}

/// What a policy has to allow so that programs can import packages, without what it denies itself: `denies` says that of a module. The names
/// that the library has are left out: it wins.
#[must_use]
pub fn importable(packages: &[Arc<Package>], library: &'static Library, denies: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        for top in package.top_modules() {
            modules.entry(top).or_default();
        }
        for name in package.modules() {
            modules.entry(name.split('.').next().unwrap_or(name)).or_default().push(name);
        }
    }
    let mut names = Vec::new();
    for (top, inner) in modules.into_iter().filter(|(top, _)| !has_module(library, top)) {
        if denies(top) {
            continue;
        }
        names.push(top.to_string());
        if inner.iter().any(|name| denies(name)) {
            // A pattern would open what the policy denies below.
            names.extend(inner.into_iter().filter(|name| *name != top && !denies(name)).map(str::to_string));
        } else {
            // Presets deny what is private to a module. The host gives all of a package: nothing of it is behind a wall.
            names.extend([format!("{top}.*"), format!("{top}._*"), format!("{top}.*._*")]);
        }
    }
    names
}

/// A package that was not found here, such as one that was pickled. It is the same as one with the same files that was.
#[must_use]
pub fn adopt(package: Package) -> Arc<Package> {
    files::adopt(package)
}

/// Writes what this process has compiled of packages to the cache on disk (`STOCKADE_CACHE`, else the user's folder of caches). Costs nothing
/// if there is nothing new.
pub fn save(packages: &[Arc<Package>]) {
    packages.iter().for_each(|package| cache::save(package));
}

fn has_module(library: &'static Library, name: &str) -> bool {
    library.names().any(|known| known == name)
}

struct Search<'a> {
    folders: &'a [PathBuf],
    library: &'static Library,
    /// Plain name, what it needs, package.
    found: Vec<(String, Vec<Requirement>, Arc<Package>)>,
    /// Plain names with each extra, and without, whose needs were noted.
    asked: BTreeSet<(String, String)>,
    /// What is needed, and by which package.
    waiting: Vec<(Requirement, String)>,
}

impl Search<'_> {
    fn require(&mut self, wanted: &Requirement, by: Option<&str>) -> Result<(), String> {
        let name = plain(&wanted.name);
        if !self.found.iter().any(|(known, ..)| *known == name) {
            match Distribution::installed(&name, self.folders)? {
                Some(distribution) => return self.take(distribution, &wanted.extras),
                None if by.is_some() && has_module(self.library, &wanted.name.replace('-', "_")) => return Ok(()),
                None => return Err(self.missing(&wanted.name, by)),
            }
        }
        self.note(&name, &wanted.extras);
        Ok(())
    }

    fn take(&mut self, distribution: Distribution, extras: &[String]) -> Result<(), String> {
        let name = plain(&distribution.name);
        let requires = distribution.requires.clone();
        let package = distribution.package()?;
        if package.module_count() == 0 && !package.top_modules().any(|_| true) {
            return Err(format!("the package `{}` has no Python modules", package.name()));
        }
        self.found.push((name.clone(), requires, package));
        self.note(&name, extras);
        Ok(())
    }

    /// Notes what a package needs with these extras.
    fn note(&mut self, name: &str, extras: &[String]) {
        let Some((_, requires, package)) = self.found.iter().find(|(known, ..)| known == name) else { return };
        for extra in [""].into_iter().chain(extras.iter().map(String::as_str)) {
            if self.asked.insert((name.to_string(), plain(extra))) {
                let needed = requires.iter().filter(|one| one.marker.as_deref().is_none_or(|marker| markers::holds(marker, extra)));
                self.waiting.extend(needed.map(|one| (one.clone(), package.name().to_string())));
            }
        }
    }

    fn missing(&self, name: &str, by: Option<&str>) -> String {
        let what = match by {
            None => format!("there is no installed package `{name}`"),
            Some(by) => format!("the package `{by}` needs `{name}`, which is not installed"),
        };
        let shown: Vec<String> = self.folders.iter().map(|folder| format!("`{}`", folder.display())).collect();
        let places = if shown.is_empty() { "no folder was found to search".to_string() } else { format!("searched: {}", shown.join(", ")) };
        let near = files::near_names(name, self.folders);
        let near = if near.is_empty() { String::new() } else { format!("; similar names: {}", near.join(", ")) };
        format!("{what} ({places}){near}. Install it there, or give its folder or its wheel")
    }
}

/// The text of a file of the host; an error names it.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}
