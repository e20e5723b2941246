//! Packages in pure Python that the host gives to programs. Their modules are code of the program: they run with its grants and on its
//! budgets. Only their compilation is the host's: a module is compiled once for all sessions that have the same [`Package`].

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};
use stockade_compiler::bytecode::Program;
use stockade_compiler::{ModuleKind, SourceText};

/// The folder in which programs see the files of packages.
pub(crate) const FOLDER: &str = "/packages";
/// What stands in place of a module whose file has changed since the host found its package.
const CHANGED: &[u8] = b"raise ImportError('the file of this module has changed since the host found its package')\n";
/// Endings of files with compiled code.
const COMPILED: [&str; 3] = ["so", "pyd", "dylib"];

/// An installed package: its Python modules, and its other files. The host reads them; nothing of it is opened later.
///
/// ```
/// use std::sync::Arc;
/// use stockade_vm::{Config, Package, Sandbox};
///
/// let files = [("greet/__init__.py".to_string(), b"def hello():\n    return 'hello'\n".to_vec())];
/// let package = Package::new("greet", "1.0", files, &[]);
/// assert_eq!(package.top_modules().collect::<Vec<_>>(), ["greet"]);
/// # static LIBRARY: stockade_vm::Library = stockade_vm::Library::new(stockade_stdlib::read_full);
/// let config = Config { packages: vec![Arc::new(package)].into(), ..Config::with_library(&LIBRARY) };
/// let mut session = stockade_vm::Session::new(&config, Box::new(stockade_vm::CaptureHost::default()));
/// let step = session.step("main.py", "import greet\nassert greet.hello() == 'hello'", Default::default());
/// assert_eq!(step.outcome.to_string(), "completed");
/// ```
pub struct Package {
    name: Box<str>,
    version: Box<str>,
    digest: [u8; 32],
    /// Files by path below the folder of packages.
    files: BTreeMap<Box<str>, File>,
    /// What reads the files that are not there yet.
    reader: Option<Box<dyn PackageReader>>,
    /// Modules by dotted name.
    modules: FxHashMap<Box<str>, PackageModule>,
    /// Dotted names that are no modules and have modules below them: folders without an `__init__.py`.
    namespaces: FxHashSet<Box<str>>,
    /// Files of compiled modules, which are left out, by dotted name.
    compiled: FxHashMap<Box<str>, Box<str>>,
    /// The first parts of the names of modules.
    tops: Vec<Box<str>>,
    /// What a cache has of the modules, compiled.
    stored: OnceLock<Option<Stored>>,
    /// The modules that were compiled since the host took them for its cache.
    unsaved: AtomicUsize,
    /// Where the host keeps templates of sessions that have imported packages.
    templates: OnceLock<Arc<dyn TemplateStore>>,
}

/// Where a host keeps templates for later processes. Whoever may write there decides what programs find in packages, so it must be as safe
/// as a cache of compiled code. Keys name everything that decides what a template is, but for the build of the VM and its library: a store
/// keeps those of other builds apart.
pub trait TemplateStore: Send + Sync {
    /// The bytes that were saved under a key: 64 hexadecimal digits.
    fn load(&self, key: &str) -> Option<Vec<u8>>;
    /// Keeps bytes for [`TemplateStore::load`]. A store that cannot need not.
    fn save(&self, key: &str, bytes: &[u8]);
}

/// Reads what a package has when a program first asks for it. A package that the host knows from an earlier process need not be read before.
pub trait PackageReader: Send + Sync {
    /// The content of a file, by its path below the folder of packages. `None` if it is not the content of which the package has its digest:
    /// programs are told that the file has changed.
    fn file(&self, path: &str) -> Option<Vec<u8>>;
    /// What [`Package::take_compiled`] wrote for this package.
    fn compiled(&self) -> Option<Vec<u8>>;
}

/// A file of a package.
struct File {
    /// In bytes.
    size: usize,
    /// `None` if it has changed since the package was found.
    content: OnceLock<Option<Box<[u8]>>>,
}

/// Compiled modules of a cache: where each begins and ends, by path.
struct Stored {
    bytes: Vec<u8>,
    places: FxHashMap<Box<str>, Range<usize>>,
}

impl Stored {
    /// Reads what [`Package::take_compiled`] wrote for a package. `None` for other bytes. The modules themselves are read when they are
    /// imported.
    fn of(bytes: Vec<u8>, digest: &[u8; 32]) -> Option<Stored> {
        let mut rest = bytes.strip_prefix(digest.as_slice())?;
        let number = |rest: &mut &[u8]| {
            let (four, left) = rest.split_first_chunk::<4>()?;
            *rest = left;
            usize::try_from(u32::from_le_bytes(*four)).ok()
        };
        let mut sizes = Vec::new();
        for _ in 0..number(&mut rest)? {
            let (length, size) = (number(&mut rest)?, number(&mut rest)?);
            let (path, left) = rest.split_at_checked(length)?;
            rest = left;
            sizes.push((Box::<str>::from(std::str::from_utf8(path).ok()?), size));
        }
        let mut at = bytes.len() - rest.len();
        let mut places = FxHashMap::default();
        for (path, size) in sizes {
            let end = at.checked_add(size).filter(|end| *end <= bytes.len())?;
            places.insert(path, at..end);
            at = end;
        }
        (at == bytes.len()).then_some(Stored { bytes, places })
    }

    fn get(&self, path: &str) -> Option<&[u8]> {
        self.bytes.get(self.places.get(path)?.clone())
    }
}

/// A module of a package.
pub(crate) struct PackageModule {
    /// The path below the folder of packages.
    path: Box<str>,
    /// True if it can have modules below it.
    pub(crate) is_package: bool,
    program: OnceLock<Option<Arc<Program>>>,
}

impl Package {
    /// A package of the files with these paths, relative to the folder that modules are searched in. `compiled` are the paths of files with
    /// compiled code. They are not part of the package; programs that import them are told.
    #[must_use]
    pub fn new(name: &str, version: &str, files: impl IntoIterator<Item = (String, Vec<u8>)>, compiled: &[String]) -> Self {
        let contents: BTreeMap<Box<str>, Box<[u8]>> = files.into_iter().map(|(path, data)| (path.into(), data.into())).collect();
        let mut hasher = PackageDigest::new(name, version);
        contents.iter().for_each(|(path, data)| hasher.add(path, data));
        let digest = hasher.finish(compiled);
        let files =
            contents.into_iter().map(|(path, data)| (path, File { size: data.len(), content: OnceLock::from(Some(data)) })).collect();
        Self::with(name, version, digest, files, compiled, None)
    }

    /// A package whose files are read when a program asks for them: their paths and sizes, and the digest of [`Package::digest`] that the
    /// package has with their contents. Whoever gives a digest answers for it: programs that import the package may begin with what they
    /// left behind when it had this digest before.
    ///
    /// ```
    /// use stockade_vm::{Package, PackageReader};
    ///
    /// struct Memory;
    /// impl PackageReader for Memory {
    ///     fn file(&self, path: &str) -> Option<Vec<u8>> {
    ///         (path == "greet.py").then(|| b"word = 'hello'\n".to_vec())
    ///     }
    ///     fn compiled(&self) -> Option<Vec<u8>> {
    ///         None
    ///     }
    /// }
    ///
    /// let known = Package::new("greet", "1.0", [("greet.py".to_string(), b"word = 'hello'\n".to_vec())], &[]);
    /// let later = Package::read_later("greet", "1.0", known.digest_bytes(), [("greet.py".to_string(), 15)], &[], Box::new(Memory));
    /// assert!(later.files().eq(known.files()));
    /// ```
    #[must_use]
    pub fn read_later(
        name: &str,
        version: &str,
        digest: [u8; 32],
        files: impl IntoIterator<Item = (String, usize)>,
        compiled: &[String],
        reader: Box<dyn PackageReader>,
    ) -> Self {
        let files = files.into_iter().map(|(path, size)| (path.into(), File { size, content: OnceLock::new() })).collect();
        Self::with(name, version, digest, files, compiled, Some(reader))
    }

    fn with(
        name: &str,
        version: &str,
        digest: [u8; 32],
        files: BTreeMap<Box<str>, File>,
        compiled: &[String],
        reader: Option<Box<dyn PackageReader>>,
    ) -> Self {
        let mut modules = FxHashMap::default();
        for path in files.keys() {
            if let Some((name, is_package)) = module_of(path) {
                // `x/__init__.py` comes before `x.py`, as for CPython.
                if is_package || !modules.contains_key(name.as_str()) {
                    modules.insert(name.into(), PackageModule { path: path.clone(), is_package, program: OnceLock::new() });
                }
            }
        }
        let compiled: FxHashMap<Box<str>, Box<str>> =
            compiled.iter().filter_map(|path| Some((compiled_name(path)?.into(), path.as_str().into()))).collect();
        let mut namespaces = FxHashSet::default();
        let mut tops: Vec<Box<str>> = Vec::new();
        for name in modules.keys().chain(compiled.keys()) {
            let above = name.match_indices('.').filter_map(|(at, _)| name.get(..at));
            namespaces.extend(above.filter(|name| !modules.contains_key(*name)).map(Box::from));
            tops.push(name.split('.').next().unwrap_or(name).into());
        }
        tops.sort_unstable();
        tops.dedup();
        Package {
            name: name.into(),
            version: version.into(),
            digest,
            files,
            reader,
            modules,
            namespaces,
            compiled,
            tops,
            stored: OnceLock::new(),
            unsaved: AtomicUsize::new(0),
            templates: OnceLock::new(),
        }
    }

    /// Gives the package its modules as a cache has them, compiled, which [`Package::take_compiled`] wrote. False if the bytes are of another
    /// package or damaged. Each module is verified when it is imported, and compiled if it does not verify. The cache must be of the same
    /// build, and nobody else may write to it: what is in it runs in place of the sources.
    pub fn set_compiled(&self, bytes: Vec<u8>) -> bool {
        Stored::of(bytes, &self.digest).is_some_and(|stored| self.stored.set(Some(stored)).is_ok())
    }

    /// Sets where templates of sessions are kept that begin with imports of packages, for sessions that have this package. The first store
    /// that is set stays.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use std::sync::{Arc, Mutex};
    /// use stockade_vm::{CaptureHost, Config, Package, Session, TemplateStore};
    ///
    /// #[derive(Default)]
    /// struct Kept(Mutex<HashMap<String, Vec<u8>>>);
    /// impl TemplateStore for Kept {
    ///     fn load(&self, key: &str) -> Option<Vec<u8>> {
    ///         self.0.lock().unwrap().get(key).cloned()
    ///     }
    ///     fn save(&self, key: &str, bytes: &[u8]) {
    ///         self.0.lock().unwrap().insert(key.to_string(), bytes.to_vec());
    ///     }
    /// }
    ///
    /// let kept = Arc::new(Kept::default());
    /// let package = Package::new("greet", "1.0", [("greet.py".to_string(), b"word = 'hello'\n".to_vec())], &[]);
    /// package.set_templates(Arc::clone(&kept) as Arc<dyn TemplateStore>);
    /// # static LIBRARY: stockade_vm::Library = stockade_vm::Library::new(stockade_stdlib::read_full);
    /// let config = Config { packages: vec![Arc::new(package)].into(), ..Config::with_library(&LIBRARY) };
    /// for _ in 0..2 {
    ///     let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    ///     let step = session.step("main.py", "import greet\nassert greet.word == 'hello'", Default::default());
    ///     assert_eq!(step.outcome.to_string(), "completed");
    /// }
    /// assert_eq!(kept.0.lock().unwrap().len(), 1);
    /// ```
    pub fn set_templates(&self, store: Arc<dyn TemplateStore>) {
        // That there is one already is no error.
        let _ = self.templates.set(store);
    }

    pub(crate) fn templates(&self) -> Option<&Arc<dyn TemplateStore>> {
        self.templates.get()
    }

    /// The compiled modules for a cache; `None` if there are no more than the last time.
    #[must_use]
    pub fn take_compiled(&self) -> Option<Vec<u8>> {
        if self.unsaved.swap(0, Ordering::Relaxed) == 0 {
            return None;
        }
        let stored = self.stored();
        let mut paths: Vec<&PackageModule> = self.modules.values().collect();
        paths.sort_unstable_by_key(|module| &module.path);
        let mut rows = Vec::new();
        for module in paths {
            let bytes = match module.program.get() {
                Some(Some(program)) => std::borrow::Cow::Owned(program.to_bytes()),
                _ => match stored.and_then(|stored| stored.get(&module.path)) {
                    Some(bytes) => std::borrow::Cow::Borrowed(bytes),
                    None => continue,
                },
            };
            rows.push((&module.path, bytes));
        }
        let number = |out: &mut Vec<u8>, number: usize| out.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
        let mut out = self.digest.to_vec();
        number(&mut out, rows.len());
        for (path, bytes) in &rows {
            number(&mut out, path.len());
            number(&mut out, bytes.len());
            out.extend_from_slice(path.as_bytes());
        }
        rows.iter().for_each(|(_, bytes)| out.extend_from_slice(bytes));
        Some(out)
    }

    fn stored(&self) -> Option<&Stored> {
        let read = || Stored::of(self.reader.as_ref()?.compiled()?, &self.digest);
        self.stored.get_or_init(read).as_ref()
    }

    /// The content of a file. `None` if there is none, or if it has changed.
    fn content(&self, path: &str) -> Option<&[u8]> {
        let file = self.files.get(path)?;
        let read = || self.reader.as_ref()?.file(path).filter(|data| data.len() == file.size).map(Box::from);
        file.content.get_or_init(read).as_deref()
    }

    /// The name of the distribution.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its version; empty if it has none.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The digest as bytes.
    #[must_use]
    pub fn digest_bytes(&self) -> [u8; 32] {
        self.digest
    }

    /// The digest of name, version, and the paths and contents of all files: 64 hexadecimal digits. Snapshots name it.
    #[must_use]
    pub fn digest(&self) -> String {
        use std::fmt::Write as _;
        self.digest.iter().fold(String::new(), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// The names that programs import, sorted: the first parts of the names of its modules.
    pub fn top_modules(&self) -> impl Iterator<Item = &str> {
        self.tops.iter().map(|name| &**name)
    }

    /// The dotted names of its modules, in no order.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.modules.keys().map(|name| &**name)
    }

    /// Its files: paths and contents, sorted by path, without those that have changed since it was found.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.keys().filter_map(|path| Some((&**path, self.content(path)?)))
    }

    /// The paths of the files with compiled code that were left out, sorted.
    #[must_use]
    pub fn compiled(&self) -> Vec<&str> {
        let mut paths: Vec<&str> = self.compiled.values().map(|path| &**path).collect();
        paths.sort_unstable();
        paths
    }

    /// The number of its modules.
    #[must_use]
    pub fn module_count(&self) -> usize {
        self.modules.len()
    }

    /// A module of this package by its dotted name.
    fn module(&self, name: &str) -> Option<&PackageModule> {
        self.modules.get(name)
    }
}

impl std::fmt::Debug for Package {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Package").field("name", &self.name).field("version", &self.version).finish_non_exhaustive()
    }
}

/// The dotted name of the module in a file, and whether it is a package. `None` for files that hold none.
fn module_of(path: &str) -> Option<(String, bool)> {
    let stem = path.strip_suffix(".py")?;
    let (stem, is_package) = match stem.strip_suffix("/__init__") {
        Some(above) => (above, true),
        None => (stem, false),
    };
    let is_name = |part: &str| stockade_algorithms::text::case::is_identifier(part);
    stem.split('/').all(is_name).then(|| (stem.replace('/', "."), is_package))
}

/// The dotted name of a compiled module: `pack/_fast.cpython-313-x86_64-linux-gnu.so` is `pack._fast`.
fn compiled_name(path: &str) -> Option<String> {
    let (stem, ending) = path.rsplit_once('.')?;
    if !COMPILED.contains(&ending) {
        return None;
    }
    let (folder, file) = stem.rsplit_once('/').map_or((None, stem), |(folder, file)| (Some(folder), file));
    let file = file.split('.').next().unwrap_or(file);
    Some(folder.map_or_else(|| file.to_string(), |folder| format!("{}.{file}", folder.replace('/', "."))))
}

/// Makes the digest of a package: its name, its version, its files in the order of their paths, and what is compiled.
struct PackageDigest(blake3::Hasher);

impl PackageDigest {
    fn new(name: &str, version: &str) -> Self {
        let mut digest = PackageDigest(blake3::Hasher::new());
        digest.eat(name.as_bytes());
        digest.eat(version.as_bytes());
        digest
    }

    fn eat(&mut self, data: &[u8]) {
        self.0.update(&(data.len() as u64).to_le_bytes());
        self.0.update(data);
    }

    fn add(&mut self, path: &str, data: &[u8]) {
        self.eat(path.as_bytes());
        self.eat(data);
    }

    fn finish(mut self, compiled: &[String]) -> [u8; 32] {
        let mut paths: FxHashMap<String, &str> = FxHashMap::default();
        paths.extend(compiled.iter().filter_map(|path| Some((compiled_name(path)?, path.as_str()))));
        let mut paths: Vec<&str> = paths.into_values().collect();
        paths.sort_unstable();
        paths.into_iter().for_each(|path| self.eat(path.as_bytes()));
        *self.0.finalize().as_bytes()
    }
}

/// The packages of a session, in the order in which the host gave them: the first that has a name gives it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packages(Arc<[Arc<Package>]>);

/// What is at a path below the folder of packages.
pub(crate) enum Entry {
    Folder,
    /// The size in bytes.
    File(usize),
}

/// A module of a package, and where it is.
pub(crate) struct Found<'a> {
    pub(crate) module: &'a PackageModule,
    package: &'a Package,
}

impl Found<'_> {
    /// The name of its file, as the program sees it.
    pub(crate) fn file(&self) -> String {
        format!("{FOLDER}/{}", self.module.path)
    }

    /// The bytes of its file.
    pub(crate) fn source(&self) -> &[u8] {
        self.package.content(&self.module.path).unwrap_or(CHANGED)
    }

    /// The text of its file, in the encoding that it declares. For a file that is no text, what can be shown of it.
    pub(crate) fn text(&self) -> String {
        match std::str::from_utf8(self.source()) {
            Ok(text) if !has_declaration(text) => text.strip_prefix('\u{FEFF}').unwrap_or(text).to_string(),
            _ => crate::runtime::compile::decoded(&self.file(), self.source()),
        }
    }

    /// The module, compiled. `None` if it does not compile.
    pub(crate) fn program(&self) -> Option<&Arc<Program>> {
        let make = || {
            let (file, text) = (self.file(), self.text());
            let is_there = self.package.content(&self.module.path).is_some();
            let stored = self.package.stored().filter(|_| is_there).and_then(|stored| stored.get(&self.module.path));
            let read = stored.and_then(|bytes| Program::from_bytes(bytes, Arc::new(SourceText::new(&file, &text))));
            if let Some(program) = read.filter(|program| program.kind == ModuleKind::Executed) {
                return Some(Arc::new(program));
            }
            let compiled = crate::runtime::compile::package_module(&file, &text)?;
            if is_there {
                self.package.unsaved.fetch_add(1, Ordering::Relaxed);
            }
            Some(Arc::new(compiled))
        };
        self.module.program.get_or_init(make).as_ref()
    }
}

/// True if one of the first two lines may declare an encoding.
fn has_declaration(text: &str) -> bool {
    text.lines().take(2).any(|line| line.trim_start().starts_with('#') && line.contains("coding"))
}

impl Packages {
    pub(crate) fn new(packages: Arc<[Arc<Package>]>) -> Self {
        Packages(packages)
    }

    /// The list itself.
    pub(crate) fn shared(&self) -> Arc<[Arc<Package>]> {
        Arc::clone(&self.0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Package>> {
        self.0.iter()
    }

    /// True if these are the same packages, not only equal ones.
    pub(crate) fn is_same(&self, other: &[Arc<Package>]) -> bool {
        self.0.len() == other.len() && self.0.iter().zip(other).all(|(ours, theirs)| Arc::ptr_eq(ours, theirs))
    }

    /// A module by its dotted name.
    pub(crate) fn find(&self, name: &str) -> Option<Found<'_>> {
        self.0.iter().find_map(|package| package.module(name).map(|module| Found { module, package }))
    }

    /// True if a name is no module, and has modules below it.
    pub(crate) fn is_namespace(&self, name: &str) -> bool {
        self.0.iter().any(|package| package.namespaces.contains(name))
    }

    /// True if a package gives modules whose names start with this part.
    pub(crate) fn has_top(&self, top: &str) -> bool {
        self.0.iter().any(|package| package.tops.binary_search_by(|known| (**known).cmp(top)).is_ok())
    }

    /// The file of a compiled module, which no program can import.
    pub(crate) fn compiled_file(&self, name: &str) -> Option<&str> {
        self.0.iter().find_map(|package| package.compiled.get(name)).map(|path| &**path)
    }

    /// The bytes of a file, by its path below the folder of packages.
    pub(crate) fn data(&self, path: &str) -> Option<&[u8]> {
        self.0.iter().find_map(|package| package.content(path))
    }

    /// How many files there are: the most that a listing walks.
    pub(crate) fn file_count(&self) -> usize {
        self.0.iter().map(|package| package.files.len()).sum()
    }

    /// What is in a folder, by name. `path` is the path below the folder of packages, empty for that folder itself. Empty if there is no
    /// such folder.
    pub(crate) fn entries(&self, path: &str) -> BTreeMap<&str, Entry> {
        let start = if path.is_empty() { String::new() } else { format!("{path}/") };
        let mut found = BTreeMap::new();
        for package in self.0.iter() {
            let files = package.files.range::<str, _>((std::ops::Bound::Included(start.as_str()), std::ops::Bound::Unbounded));
            for (path, file) in files {
                let Some(rest) = path.strip_prefix(start.as_str()) else { break };
                match rest.split_once('/') {
                    Some((folder, _)) => {
                        found.insert(folder, Entry::Folder);
                    }
                    None => {
                        found.entry(rest).or_insert(Entry::File(file.size));
                    }
                }
            }
        }
        found
    }

    /// The folders of metadata, `NAME-VERSION.dist-info`.
    pub(crate) fn information(&self) -> Vec<&str> {
        let folders = self.0.iter().flat_map(|package| package.files.keys()).filter_map(|path| path.strip_suffix("/METADATA"));
        folders.filter(|folder| folder.ends_with(".dist-info") && !folder.contains('/')).collect()
    }
}
