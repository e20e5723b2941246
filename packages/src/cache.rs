//! Compiled modules of packages on disk, so that a new process does not compile them again; and templates of sessions that have imported
//! packages, so that it does not run their imports again; and what is known of installed files ([`crate::index`]).
//!
//! A file of compiled modules holds those of one package that somebody imported. Its name is the digest of the package and of this build's
//! compiler. The name of a template is its key and the digest of this build's VM and library. Files are written beside their place and
//! renamed, so readers see whole files. What is in them runs in place of the sources, so a file counts only if it is this user's and nobody
//! else may write to it or to its folder. A checksum finds damage. Bytecode is verified when it is read, and templates are checked as
//! snapshots are.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use stockade_vm::{Package, TemplateStore};

/// The first bytes of a file. The number is that of the format.
const MAGIC: &[u8; 8] = b"STKPKG1\n";
/// The first bytes of a template.
const TEMPLATE_MAGIC: &[u8; 8] = b"STKTPL1\n";
/// The first bytes of an index: [`crate::index`].
const INDEX_MAGIC: &[u8; 8] = b"STKIDX1\n";
/// The digest of the compiler's sources, made by the build script.
const BUILD: &str = env!("STOCKADE_COMPILER_DIGEST");
/// The digest of the sources of compiler, VM and library.
const VM_BUILD: &str = env!("STOCKADE_VM_DIGEST");
/// The most bytes of a file.
const MAX_BYTES: u64 = 1 << 30;
/// Files that are kept, and their bytes. The oldest go first.
const MAX_FILES: usize = 300;
const MAX_TOTAL_BYTES: u64 = 1 << 30;
/// Templates that are kept. Each seed has its own, so they must not push out what is compiled of packages.
const MAX_TEMPLATES: usize = 50;
/// The ending of a template's file.
const TEMPLATE_ENDING: &str = "tpl";

/// The folder of the cache: `STOCKADE_CACHE`, else `stockade` in the user's folder of caches. `None` if `STOCKADE_CACHE` is empty, or if there
/// is no such folder.
pub(crate) fn folder() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from);
    if let Some(set) = of("STOCKADE_CACHE") {
        return (!set.as_os_str().is_empty()).then(|| set.join("packages"));
    }
    let user = if cfg!(windows) {
        of("LOCALAPPDATA")
    } else {
        of("XDG_CACHE_HOME").filter(|path| path.is_absolute()).or_else(|| of("HOME").map(|home| home.join(".cache")))
    };
    user.map(|user| user.join("stockade").join("packages"))
}

fn file(folder: &Path, digest: &str) -> PathBuf {
    folder.join(format!("{digest}-{BUILD}.bin"))
}

/// The compiled modules of the package with this digest.
pub(crate) fn read_compiled(folder: &Path, digest: &str) -> Option<Vec<u8>> {
    read(folder, &file(folder, digest), MAGIC)
}

fn index_file(folder: &Path, key: &str) -> PathBuf {
    folder.join(format!("{key}.idx"))
}

pub(crate) fn read_index(folder: &Path, key: &str) -> Option<Vec<u8>> {
    read(folder, &index_file(folder, key), INDEX_MAGIC)
}

pub(crate) fn write_index(folder: &Path, key: &str, bytes: &[u8]) {
    // A cache that cannot be written is none.
    let _ = write(folder, &index_file(folder, key), INDEX_MAGIC, bytes);
}

/// Gives a package what the cache has of it. A cache that cannot be read is none.
pub(crate) fn load(package: &Package) {
    if let Some(folder) = folder() {
        load_from(&folder, package);
    }
}

/// True if the cache had something.
fn load_from(folder: &Path, package: &Package) -> bool {
    read_compiled(folder, &package.digest()).is_some_and(|data| package.set_compiled(data))
}

/// The templates in a folder.
struct Templates(PathBuf);

impl Templates {
    fn file(&self, key: &str) -> PathBuf {
        self.0.join(format!("{key}-{VM_BUILD}.{TEMPLATE_ENDING}"))
    }
}

impl TemplateStore for Templates {
    fn load(&self, key: &str) -> Option<Vec<u8>> {
        read(&self.0, &self.file(key), TEMPLATE_MAGIC)
    }

    fn save(&self, key: &str, bytes: &[u8]) {
        // A cache that cannot be written is none.
        let _ = write(&self.0, &self.file(key), TEMPLATE_MAGIC, bytes);
    }
}

/// Lets sessions with a package keep templates in the cache.
pub(crate) fn lend_templates(package: &Package) {
    if let Some(folder) = folder() {
        package.set_templates(Arc::new(Templates(folder)));
    }
}

fn read(folder: &Path, path: &Path, magic: &[u8; 8]) -> Option<Vec<u8>> {
    if !is_ours(&fs::metadata(folder).ok()?) {
        return None;
    }
    let mut file = fs::File::open(path).ok()?;
    // Of what was opened, so that nobody exchanges it in between.
    let about = file.metadata().ok()?;
    if !about.is_file() || !is_ours(&about) || about.len() > MAX_BYTES {
        return None;
    }
    let mut data = Vec::new();
    file.read_to_end(&mut data).ok()?;
    let rest = data.strip_prefix(magic)?;
    let (sum, body) = rest.split_first_chunk::<32>()?;
    let is_whole = blake3::hash(body).as_bytes() == sum;
    let start = data.len() - body.len();
    is_whole.then(|| data.split_off(start))
}

/// True if a file or folder is this user's and only this user may write to it.
fn is_ours(about: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        about.uid() == rustix::process::geteuid().as_raw() && about.mode() & 0o022 == 0
    }
    // Elsewhere the user's folder is nobody else's.
    #[cfg(not(unix))]
    {
        let _ = about;
        true
    }
}

/// Writes what was compiled of a package since it was loaded or saved. A cache that cannot be written is none.
pub(crate) fn save(package: &Package) {
    if let Some(folder) = folder() {
        save_to(&folder, package);
    }
}

/// True if there was something new, and it was written.
fn save_to(folder: &Path, package: &Package) -> bool {
    package.take_compiled().is_some_and(|body| write(folder, &file(folder, &package.digest()), MAGIC, &body).is_ok())
}

fn write(folder: &Path, path: &Path, magic: &[u8; 8], body: &[u8]) -> std::io::Result<()> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    make_folder(folder)?;
    if !is_ours(&fs::metadata(folder)?) {
        return Ok(());
    }
    let name = format!(".new-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let new = folder.join(name);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&new).and_then(|mut file| {
        file.write_all(magic)?;
        file.write_all(blake3::hash(body).as_bytes())?;
        file.write_all(body)
    });
    let placed = written.and_then(|()| fs::rename(&new, path));
    if placed.is_err() {
        let _ = fs::remove_file(&new);
    }
    clear(folder);
    placed
}

fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Removes the oldest files when there are too many, or too large ones.
fn clear(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
        .filter_map(|entry| entry.ok())
        .filter_map(|entry| {
            let about = entry.metadata().ok()?;
            Some((about.modified().ok()?, about.len(), entry.path()))
        })
        .collect();
    files.sort();
    let (mut count, mut templates, mut bytes) = (0, 0, 0u64);
    for (_, size, path) in files.iter().rev() {
        (count, bytes) = (count + 1, bytes.saturating_add(*size));
        let is_template = path.extension().is_some_and(|ending| ending == TEMPLATE_ENDING);
        templates += usize::from(is_template);
        if count > MAX_FILES || bytes > MAX_TOTAL_BYTES || is_template && templates > MAX_TEMPLATES {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use stockade_vm::{CaptureHost, Config, Library, Session};

    use super::*;

    static LIBRARY: Library = Library::new(stockade_stdlib::read_full);
    const TEXT: &str = "import math\nclass Shape:\n    \"\"\"A shape.\"\"\"\n    def __init__(self, *sides, unit='m', **more):\n        self.sides = sides\n\
        def area(shape, cache={}):\n    try:\n        return [s * 2 ** 70 for s in shape.sides if s in {1, 2.5, 3j, b'x', None, ...}]\n    \
        finally:\n        cache[1] = lambda: shape\nasync def wait(): return 'äö'\n";

    fn package() -> Arc<Package> {
        let files = [("pack/__init__.py", TEXT), ("pack/more.py", "x = [n for n in range(5)]\n"), ("pack/idle.py", "y = 1\n")];
        Arc::new(Package::new("pack", "1", files.map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())), &[]))
    }

    /// Imports the package in a new session: what was printed, and the fuel.
    fn used(package: &Arc<Package>) -> (String, u64) {
        used_by(package, true)
    }

    fn used_by(package: &Arc<Package>, runs_imports: bool) -> (String, u64) {
        let host = CaptureHost::default();
        let captured = host.captured();
        let config = Config { packages: [Arc::clone(package)].into(), runs_imports, ..Config::with_library(&LIBRARY) };
        let mut session = Session::new(&config, Box::new(host));
        let outcome = session.step(
            "main.py",
            "import pack.more\nprint(pack.area(pack.Shape(1, 2)), pack.more.x, pack.Shape.__doc__)",
            Default::default(),
        );
        let fuel = session.usage().fuel;
        (format!("{}{}", captured.stdout(), outcome.outcome), fuel)
    }

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("stockade-cache-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_was_compiled_is_not_compiled_again() {
        let folder = Folder::new("again");
        let first = package();
        assert!(!load_from(&folder.0, &first));
        let wanted = used(&first);
        assert_eq!(wanted.0, "[1180591620717411303424] [0, 1, 2, 3, 4] A shape.\ncompleted");
        assert!(save_to(&folder.0, &first) && !save_to(&folder.0, &first));
        let second = package();
        assert!(load_from(&folder.0, &second));
        // Whether it was compiled or read, a run costs the same.
        assert_eq!(used(&second), wanted);
        assert_eq!(second.take_compiled(), None);
        // Another package, or the same with other files, does not get it.
        let other = Package::new("pack", "2", [("pack/__init__.py".to_string(), Vec::new())], &[]);
        assert!(!load_from(&folder.0, &other));
    }

    /// A cache that lacks a module gets it, and keeps what it had.
    #[test]
    fn a_cache_grows() {
        let folder = Folder::new("grows");
        let first = package();
        used(&first);
        save_to(&folder.0, &first);
        let second = package();
        load_from(&folder.0, &second);
        let config = Config { packages: [Arc::clone(&second)].into(), ..Config::with_library(&LIBRARY) };
        let mut session = Session::new(&config, Box::<CaptureHost>::default());
        session.step("main.py", "import importlib\nimportlib.import_module('pack.idle')", Default::default());
        assert!(save_to(&folder.0, &second));
        let third = package();
        assert!(load_from(&folder.0, &third));
        used(&third);
        assert_eq!(third.take_compiled(), None);
    }

    #[test]
    fn a_damaged_file_is_not_read() {
        let folder = Folder::new("damaged");
        let first = package();
        let wanted = used(&first);
        save_to(&folder.0, &first);
        let path = file(&folder.0, &first.digest());
        let whole = fs::read(&path).unwrap();
        for at in (0..whole.len()).step_by(7) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x41;
            fs::write(&path, &damaged).unwrap();
            assert!(!load_from(&folder.0, &package()), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(!load_from(&folder.0, &package()), "cut at {at}");
        }
        assert_eq!(used(&package()), wanted);
    }

    /// Code with a right checksum and any content is refused or runs: nothing panics, and what does not verify is compiled anew.
    #[test]
    fn code_that_does_not_verify_is_compiled() {
        let first = package();
        let wanted = used(&first);
        let whole = first.take_compiled().unwrap();
        let start = whole.len() / 3;
        let mut compiled = 0;
        for at in (start..whole.len()).step_by(11) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x91;
            let again = package();
            if again.set_compiled(damaged) {
                let told = used(&again);
                if again.take_compiled().is_some() {
                    compiled += 1;
                    assert!(told.0.len() > 3 || told == wanted);
                }
            }
        }
        assert!(compiled > 20, "{compiled}");
    }

    fn with_templates(folder: &Folder) -> Arc<Package> {
        let package = package();
        package.set_templates(Arc::new(Templates(folder.0.clone())));
        stockade_vm::forget_templates();
        package
    }

    fn template_files(folder: &Folder) -> Vec<PathBuf> {
        let files = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|ending| ending == TEMPLATE_ENDING)).collect()
    }

    /// Another process begins where the imports of the first ended, and costs the same; a damaged template, and one of another build, is
    /// made anew.
    #[test]
    fn templates_are_kept_for_other_processes() {
        let folder = Folder::new("templates");
        let wanted = used_by(&with_templates(&folder), false);
        assert_eq!(wanted, used(&package()));
        let files = template_files(&folder);
        assert_eq!(files.len(), 1);
        let path = &files[0];
        let whole = fs::read(path).unwrap();
        assert!(whole.len() > 1000);
        assert_eq!(used_by(&with_templates(&folder), false), wanted);
        assert_eq!(fs::read(path).unwrap(), whole);
        for at in (0..whole.len()).step_by(whole.len() / 40) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x41;
            for bytes in [damaged.as_slice(), &whole[..at]] {
                fs::write(path, bytes).unwrap();
                assert_eq!(used_by(&with_templates(&folder), false), wanted, "byte {at}");
                assert_eq!(fs::read(path).unwrap(), whole, "byte {at}");
            }
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let other = path.with_file_name(name.replace(VM_BUILD, "0123456789abcdef"));
        fs::write(path, b"").unwrap();
        fs::write(&other, &whole).unwrap();
        assert_eq!(used_by(&with_templates(&folder), false), wanted);
        assert_eq!(fs::read(path).unwrap(), whole);
    }

    /// Many seeds leave many templates. Those that came last stay, and so does what is compiled.
    #[test]
    fn templates_do_not_push_out_compiled_code() {
        let folder = Folder::new("crowd");
        let first = package();
        used(&first);
        assert!(save_to(&folder.0, &first));
        let store = Templates(folder.0.clone());
        for seed in 0..2 * MAX_FILES {
            store.save(&format!("seed-{seed}"), b"a session");
        }
        assert_eq!(template_files(&folder).len(), MAX_TEMPLATES);
        assert!(store.load(&format!("seed-{}", 2 * MAX_FILES - 1)).is_some());
        assert!(load_from(&folder.0, &package()));
    }

    /// Who reads while others write has the whole of what one of them wrote.
    #[test]
    fn several_write_at_once() {
        let folder = Folder::new("at-once");
        let store = || Templates(folder.0.clone());
        let body = |number: u8| vec![number; 100_000 + usize::from(number)];
        store().save("key", &body(0));
        std::thread::scope(|scope| {
            for number in 1..5 {
                scope.spawn(move || {
                    for _ in 0..20 {
                        store().save("key", &body(number));
                        let read = store().load("key").unwrap();
                        assert_eq!(read, body(read[0]));
                    }
                });
            }
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_cache_that_others_may_write_to_is_not_read() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("rights");
        let first = package();
        used(&first);
        save_to(&folder.0, &first);
        let path = file(&folder.0, &first.digest());
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(&folder.0)), (0o600, 0o700));
        for (path, usual) in [(path.as_path(), 0o600), (folder.0.as_path(), 0o700)] {
            for wide in [0o620, 0o602, 0o777] {
                fs::set_permissions(path, fs::Permissions::from_mode(wide | 0o100)).unwrap();
                assert!(!load_from(&folder.0, &package()), "{wide:o}");
            }
            fs::set_permissions(path, fs::Permissions::from_mode(usual)).unwrap();
        }
        assert!(load_from(&folder.0, &package()));
    }
}
