//! The files of a package on the host: as it is installed, as a folder, as a wheel.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use stockade_vm::Package;

use crate::index::{self, About, Found};
use crate::requirement::{Requirement, metadata, plain};
use crate::wheel;

/// Folders below one another that are looked into.
const MAX_DEPTH: u32 = 32;
/// The most files of a package.
const MAX_FILES: usize = 100_000;
/// The most bytes of a package.
const MAX_BYTES: u64 = 1 << 30;
/// Packages that the process keeps. With more, those of whom no session is left are forgotten.
const MAX_KEPT: usize = 256;
/// Endings of modules that are compiled. They are named, not taken.
const COMPILED: [&str; 3] = ["so", "pyd", "dylib"];
/// Endings of files that no program in the sandbox can use.
const LEFT_OUT: [&str; 9] = ["pyc", "pyo", "pyi", "dll", "exe", "a", "lib", "o", "pth"];
/// Files of metadata that are taken.
const METADATA: [&str; 3] = ["METADATA", "entry_points.txt", "top_level.txt"];
/// What stands beside the packages of a project and is none of them.
const BESIDE: [&str; 12] =
    ["test", "tests", "testing", "doc", "docs", "examples", "benchmarks", "setup.py", "conftest.py", "noxfile.py", "tasks.py", "build"];

/// A package that was found, before its files are read.
pub(crate) struct Distribution {
    pub(crate) name: String,
    version: String,
    pub(crate) requires: Vec<Requirement>,
    files: Vec<(String, Content)>,
    compiled: Vec<String>,
    /// Where it was found.
    place: PathBuf,
}

enum Content {
    At(PathBuf),
    Read(Vec<u8>),
}

/// What becomes of a file of a package.
enum Part {
    Taken,
    Compiled,
    LeftOut,
}

fn part(path: &str) -> Part {
    let mut parts = path.split('/');
    if path.starts_with('/') || parts.any(|part| part.is_empty() || part == ".." || part == "." || part == "__pycache__") {
        return Part::LeftOut;
    }
    let file = path.rsplit('/').next().unwrap_or(path);
    if let Some((folder, inner)) = path.split_once('/')
        && folder.ends_with(".dist-info")
    {
        return if METADATA.contains(&inner) { Part::Taken } else { Part::LeftOut };
    }
    match file.rsplit_once('.') {
        Some((_, ending)) if COMPILED.contains(&ending) => Part::Compiled,
        Some((_, ending)) if LEFT_OUT.contains(&ending) => Part::LeftOut,
        _ if file.contains(".so.") => Part::LeftOut,
        _ => Part::Taken,
    }
}

impl Distribution {
    fn new(name: &str, version: &str, requires: Vec<Requirement>, place: &Path) -> Self {
        Distribution {
            name: name.to_string(),
            version: version.to_string(),
            requires,
            files: Vec::new(),
            compiled: Vec::new(),
            place: place.into(),
        }
    }

    fn add(&mut self, path: String, content: Content) -> Result<(), String> {
        match part(&path) {
            Part::Taken => self.files.push((path, content)),
            Part::Compiled => self.compiled.push(path),
            Part::LeftOut => {}
        }
        if self.files.len() > MAX_FILES {
            return Err(format!("`{}` has more than {MAX_FILES} files", self.place.display()));
        }
        Ok(())
    }

    /// A distribution that is installed in one of the folders, by its plain name.
    pub(crate) fn installed(name: &str, folders: &[PathBuf]) -> Result<Option<Self>, String> {
        for folder in folders {
            for (found, information) in installations(folder) {
                if found == name {
                    return Self::of_information(folder, &information).map(Some);
                }
            }
        }
        Ok(None)
    }

    fn of_information(folder: &Path, information: &Path) -> Result<Self, String> {
        let file = if information.is_file() { information.to_path_buf() } else { information.join("METADATA") };
        let file = if file.is_file() { file } else { information.join("PKG-INFO") };
        let text = String::from_utf8_lossy(&crate::read(&file)?).into_owned();
        let stem = information.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let (name, version, requires) = metadata(&text);
        let (name, version) = (name.unwrap_or_else(|| stem.clone()), version.unwrap_or_default());
        let mut found = Self::new(&name, &version, requires, information);
        let mut links = Vec::new();
        if let Ok(record) = std::fs::read_to_string(information.join("RECORD")) {
            for path in record.lines().map(recorded) {
                if path.ends_with(".pth") {
                    links.push(folder.join(&path));
                }
                let at = folder.join(&path);
                found.add(path, Content::At(at))?;
            }
        } else {
            for top in tops_of(information, &name) {
                found.walk_top(folder, &top)?;
            }
            found.add(format!("{stem}.dist-info/METADATA"), Content::Read(text.into_bytes()))?;
        }
        if !found.files.iter().any(|(path, _)| path.ends_with(".py")) {
            found.follow(&links)?;
        }
        Ok(found)
    }

    /// Takes the folders that an installation in editable mode names.
    fn follow(&mut self, links: &[PathBuf]) -> Result<(), String> {
        for link in links {
            let text = std::fs::read_to_string(link).unwrap_or_default();
            for line in text.lines().map(str::trim).filter(|line| Path::new(line).is_dir()) {
                self.walk_project(Path::new(line))?;
            }
        }
        if self.files.iter().any(|(path, _)| path.ends_with(".py")) || !self.compiled.is_empty() {
            return Ok(());
        }
        Err(format!("the files of `{}` are not in `{}`: give its folder or its wheel", self.name, self.place.display()))
    }

    /// What is at a path: a wheel, a package, or a folder of packages.
    pub(crate) fn at(path: &Path) -> Result<Self, String> {
        if path.is_dir() { Self::folder(path) } else { Self::wheel(path) }
    }

    fn folder(path: &Path) -> Result<Self, String> {
        let path = std::fs::canonicalize(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut found = Self::new(&name, "", Vec::new(), &path);
        if path.join("__init__.py").is_file() {
            found.walk(&path, &name, 0)?;
        } else {
            found.walk_project(&path)?;
        }
        if found.files.iter().any(|(path, _)| path.ends_with(".py")) || !found.compiled.is_empty() {
            return Ok(found);
        }
        Err(format!("`{}` has no Python modules", path.display()))
    }

    /// Takes the modules and packages of a folder; of a project, those below `src` if it has that.
    fn walk_project(&mut self, path: &Path) -> Result<(), String> {
        let is_project = ["pyproject.toml", "setup.py", "setup.cfg"].iter().any(|file| path.join(file).is_file());
        let root = if is_project && path.join("src").is_dir() { path.join("src") } else { path.to_path_buf() };
        let information: Vec<(String, PathBuf)> = installations(&root);
        if let [(_, only)] = information.as_slice() {
            let file = ["METADATA", "PKG-INFO"].map(|file| only.join(file)).into_iter().find(|file| file.is_file());
            let (name, version, requires) = metadata(&String::from_utf8_lossy(&file.map_or(Ok(Vec::new()), |file| crate::read(&file))?));
            self.name = name.unwrap_or_else(|| self.name.clone());
            self.version = version.unwrap_or_default();
            // What is in the folder needs nothing from elsewhere only if it is all there. The rest is searched where packages are installed.
            self.requires = requires;
        }
        for entry in entries(&root)? {
            let name = entry.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if is_project && BESIDE.contains(&name.as_str()) || name.starts_with('.') || name.ends_with(".egg-info") {
                continue;
            }
            if entry.is_dir() {
                if !is_project || entry.join("__init__.py").is_file() || root.ends_with("src") {
                    self.walk(&entry, &name, 0)?;
                }
            } else if name.ends_with(".py") || COMPILED.iter().any(|ending| name.ends_with(&format!(".{ending}"))) {
                self.add(name, Content::At(entry))?;
            }
        }
        Ok(())
    }

    /// Takes a module or package of a folder.
    fn walk_top(&mut self, folder: &Path, top: &str) -> Result<(), String> {
        let inner = folder.join(top);
        if inner.is_dir() {
            self.walk(&inner, top, 0)?;
        }
        let file = format!("{top}.py");
        if folder.join(&file).is_file() {
            self.add(file.clone(), Content::At(folder.join(file)))?;
        }
        Ok(())
    }

    /// Takes what is in a folder.
    fn walk(&mut self, folder: &Path, below: &str, depth: u32) -> Result<(), String> {
        for entry in entries(folder)? {
            let name = entry.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let path = format!("{below}/{name}");
            if entry.is_dir() {
                if depth < MAX_DEPTH && name != "__pycache__" && !name.starts_with('.') {
                    self.walk(&entry, &path, depth + 1)?;
                }
            } else {
                self.add(path, Content::At(entry))?;
            }
        }
        Ok(())
    }

    fn wheel(path: &Path) -> Result<Self, String> {
        if path.extension().is_none_or(|ending| ending != "whl") {
            return Err(format!("`{}` is no folder and no wheel (`.whl`)", path.display()));
        }
        let members = wheel::files(path, |path| matches!(part(&placed(path)), Part::Taken))?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let mut words = stem.split('-');
        let (name, version) = (words.next().unwrap_or_default().to_string(), words.next().unwrap_or_default().to_string());
        let mut found = Self::new(&name, &version, Vec::new(), path);
        for (path, content) in members {
            if path.ends_with(".dist-info/METADATA")
                && let Some(data) = &content
            {
                let (name, version, requires) = metadata(&String::from_utf8_lossy(data));
                found.name = name.unwrap_or(found.name);
                found.version = version.unwrap_or(found.version);
                found.requires = requires;
            }
            found.add(placed(&path), Content::Read(content.unwrap_or_default()))?;
        }
        Ok(found)
    }

    /// The package with its files. The same files give the same package, so that what is compiled of it is shared.
    pub(crate) fn package(self) -> Result<Arc<Package>, String> {
        let began = index::now();
        let abouts = self.abouts();
        let key = (self.place.clone(), self.signature(&abouts));
        if let Some(known) = kept().get(&key) {
            return Ok(Arc::clone(known));
        }
        let folder = crate::cache::folder();
        let found = self.found(&abouts);
        if let Some(package) = folder.as_deref().zip(found.as_ref()).and_then(|(folder, found)| found.known(folder)) {
            return Ok(keep(key, package, false));
        }
        let (mut files, mut left) = (Vec::with_capacity(self.files.len()), MAX_BYTES);
        for ((path, content), about) in self.files.iter().zip(&abouts) {
            let data = match content {
                Content::Read(data) => data.clone(),
                // A file of the list that is not there was removed: programs do not find it either.
                Content::At(_) if about.is_none() => continue,
                Content::At(file) => crate::read(file)?,
            };
            left = left
                .checked_sub(data.len() as u64)
                .ok_or_else(|| format!("the package `{}` has more than {MAX_BYTES} bytes", self.name))?;
            files.push((path.clone(), data));
        }
        let package = Package::new(&self.name, &self.version, files, &self.compiled);
        if let Some((folder, found)) = folder.zip(found) {
            found.save(&folder, &package, began);
        }
        Ok(keep(key, package, true))
    }

    /// What the file system says of each file; `None` for those that are not there.
    fn abouts(&self) -> Vec<Option<About>> {
        let about = |content: &Content| match content {
            Content::Read(_) => None,
            Content::At(file) => index::about(file),
        };
        self.files.iter().map(|(_, content)| about(content)).collect()
    }

    /// The files, if all are in folders of the host.
    fn found<'a>(&'a self, abouts: &[Option<About>]) -> Option<Found<'a>> {
        let mut files = Vec::with_capacity(self.files.len());
        for ((path, content), about) in self.files.iter().zip(abouts) {
            match (content, about) {
                (Content::Read(_), _) => return None,
                (Content::At(_), None) => {}
                (Content::At(file), Some(about)) => files.push((path.as_str(), file.as_path(), *about)),
            }
        }
        Some(Found { place: &self.place, name: &self.name, version: &self.version, files, compiled: &self.compiled })
    }

    /// A number that changes when a file changes: of paths, sizes and times.
    fn signature(&self, abouts: &[Option<About>]) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.name, &self.version, &self.compiled).hash(&mut hasher);
        for ((path, content), about) in self.files.iter().zip(abouts) {
            (path, about).hash(&mut hasher);
            if let Content::Read(data) = content {
                data.hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// The packages that were read, by place and signature.
type Kept = HashMap<(PathBuf, u64), Arc<Package>>;

fn kept() -> MutexGuard<'static, Kept> {
    static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a package. One with the same files, from wherever it was read, is the same. `reads_cache`: it has no reader that does.
fn keep(key: (PathBuf, u64), package: Package, reads_cache: bool) -> Arc<Package> {
    let mut kept = kept();
    if kept.len() >= MAX_KEPT {
        kept.retain(|_, package| Arc::strong_count(package) > 1);
    }
    let digest = package.digest();
    let known = kept.values().find(|known| known.digest() == digest).map(Arc::clone);
    let shared = known.unwrap_or_else(|| {
        if reads_cache {
            crate::cache::load(&package);
        }
        crate::cache::lend_templates(&package);
        Arc::new(package)
    });
    kept.insert(key, Arc::clone(&shared));
    shared
}

/// A package of files that came from elsewhere, shared with those of this process that have the same files.
pub(crate) fn adopt(package: Package) -> Arc<Package> {
    keep((PathBuf::from(package.digest()), 0), package, true)
}

/// The path of a file of a wheel where it would be installed.
fn placed(path: &str) -> String {
    match path.split_once(".data/") {
        Some((_, rest)) if !path.split('/').next().is_some_and(|first| first.ends_with(".dist-info")) => {
            let inner = rest.strip_prefix("purelib/").or_else(|| rest.strip_prefix("platlib/"));
            // Scripts and headers are installed elsewhere.
            inner.map_or_else(|| "..".to_string(), str::to_string)
        }
        _ => path.to_string(),
    }
}

/// The path of a line of a `RECORD`.
fn recorded(line: &str) -> String {
    match line.strip_prefix('"').and_then(|rest| rest.split_once("\",")) {
        Some((path, _)) => path.replace("\"\"", "\""),
        None => line.split(',').next().unwrap_or(line).to_string(),
    }
}

/// The entries of a folder, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error: std::io::Error| format!("cannot read `{}`: {error}", folder.display());
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    found.sort();
    Ok(found)
}

/// The folders of metadata in a folder, by plain name.
fn installations(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for entry in entries(folder).unwrap_or_default() {
        let name = entry.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(stem) = name.strip_suffix(".dist-info").or_else(|| name.strip_suffix(".egg-info")) else { continue };
        let stem = stem.split_once('-').map_or(stem, |(name, _)| name);
        found.push((plain(stem), entry));
    }
    found
}

/// The names of the modules of an installation without a list of files.
fn tops_of(information: &Path, name: &str) -> Vec<String> {
    match std::fs::read_to_string(information.join("top_level.txt")) {
        Ok(text) => text.lines().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect(),
        Err(_) => vec![name.replace('-', "_")],
    }
}

/// Installed packages that have a module with this name, or a name like it: for a message.
pub(crate) fn near_names(name: &str, folders: &[PathBuf]) -> Vec<String> {
    const MAX_SHOWN: usize = 5;
    let wanted = plain(name);
    let module = name.replace('-', "_");
    let (mut found, mut all) = (Vec::new(), Vec::new());
    for folder in folders {
        for (known, information) in installations(folder) {
            let has_module = || {
                let record = std::fs::read_to_string(information.join("RECORD")).unwrap_or_default();
                record.lines().any(|line| line.strip_prefix(&module).is_some_and(|rest| rest.starts_with('/') || rest.starts_with(".py,")))
            };
            if (known.contains(&wanted) || wanted.contains(&known) || has_module()) && !found.contains(&format!("`{known}`")) {
                found.push(format!("`{known}`"));
            }
            all.push(known);
        }
    }
    if found.is_empty() {
        let near = stockade_algorithms::text::did_you_mean::closest(&wanted, all.iter().map(String::as_str));
        found.extend(near.map(|near| format!("`{near}`")));
    }
    found.truncate(MAX_SHOWN);
    found
}
