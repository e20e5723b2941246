//! What is known of installed packages from earlier processes: for the files of a package, as the host's file system describes them, the
//! digest of the package. So a process need not read a thousand files to know what a package is.
//!
//! A description has size, number of the file, and the times when the content and the description itself were changed. Programs can set the
//! first time and not the second, so a file whose content was changed has another description. Times have a grain: a file that was changed
//! within two seconds before the index was made is not trusted, and there is no index. Files are read when a program asks for them, and then
//! their own digests must be right. On systems without such times there is no index.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use stockade_vm::{Package, PackageReader};

use crate::cache;

/// What a file system says of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct About {
    size: u64,
    device: u64,
    number: u64,
    /// Nanoseconds since 1970.
    modified: i64,
    changed: i64,
}

/// Nanoseconds within which a change may not show in the times of a file.
const GRAIN: i64 = 2_000_000_000;

#[cfg(unix)]
pub(crate) fn about(file: &Path) -> Option<About> {
    use std::os::unix::fs::MetadataExt;
    let about = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    let time = |seconds: i64, nanoseconds: i64| seconds.saturating_mul(1_000_000_000).saturating_add(nanoseconds);
    Some(About {
        size: about.len(),
        device: about.dev(),
        number: about.ino(),
        modified: time(about.mtime(), about.mtime_nsec()),
        changed: time(about.ctime(), about.ctime_nsec()),
    })
}

#[cfg(not(unix))]
pub(crate) fn about(file: &Path) -> Option<About> {
    let about = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    let modified = about.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let modified = modified.and_then(|time| i64::try_from(time.as_nanos()).ok()).unwrap_or_default();
    Some(About { size: about.len(), device: 0, number: 0, modified, changed: modified })
}

/// Nanoseconds since 1970.
pub(crate) fn now() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.ok().and_then(|time| i64::try_from(time.as_nanos()).ok()).unwrap_or_default()
}

/// The files of a package where it was found.
pub(crate) struct Found<'a> {
    pub(crate) place: &'a Path,
    pub(crate) name: &'a str,
    pub(crate) version: &'a str,
    /// Path below the folder of packages, path on the host, and what the file system said of it.
    pub(crate) files: Vec<(&'a str, &'a Path, About)>,
    pub(crate) compiled: &'a [String],
}

impl Found<'_> {
    /// What an index is about: everything but the contents.
    fn description(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut eat = |data: &[u8]| {
            out.extend_from_slice(&(data.len() as u64).to_le_bytes());
            out.extend_from_slice(data);
        };
        eat(self.place.as_os_str().as_encoded_bytes());
        eat(self.name.as_bytes());
        eat(self.version.as_bytes());
        for (path, file, About { size, device, number, modified, changed }) in &self.files {
            eat(path.as_bytes());
            eat(file.as_os_str().as_encoded_bytes());
            [*size, *device, *number].into_iter().for_each(|number| eat(&number.to_le_bytes()));
            [*modified, *changed].into_iter().for_each(|time| eat(&time.to_le_bytes()));
        }
        eat(&[]);
        self.compiled.iter().for_each(|path| eat(path.as_bytes()));
        out
    }

    /// Named by the place alone, so that a package that is installed anew replaces what was known of the old one.
    fn key(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.place.as_os_str().as_encoded_bytes());
        hasher.finalize().to_hex().to_string()
    }

    /// The package, if an index in this folder knows it as it is now.
    pub(crate) fn known(&self, folder: &Path) -> Option<Package> {
        if cfg!(not(unix)) {
            return None;
        }
        let bytes = cache::read_index(folder, &self.key())?;
        let (described, rest) = bytes.split_first_chunk::<32>()?;
        if blake3::hash(&self.description()).as_bytes() != described {
            return None;
        }
        let (digest, sums) = rest.split_first_chunk::<32>()?;
        let (sums, rest) = sums.as_chunks::<32>();
        if sums.len() != self.files.len() || !rest.is_empty() {
            return None;
        }
        let files = self.files.iter().zip(sums).map(|((path, file, _), sum)| (path.to_string(), (file.to_path_buf(), *sum)));
        let reader = Reader { files: files.collect(), folder: folder.to_path_buf(), digest: *digest };
        let sizes = self.files.iter().map(|(path, _, about)| (path.to_string(), usize::try_from(about.size).unwrap_or(usize::MAX)));
        Some(Package::read_later(self.name, self.version, *digest, sizes, self.compiled, Box::new(reader)))
    }

    /// Makes the index for a package of these files, whose contents were read after `began`.
    pub(crate) fn save(&self, folder: &Path, package: &Package, began: i64) {
        let is_old = |about: &About| about.modified.max(about.changed) < began.saturating_sub(GRAIN);
        // What changed while it was read has another description now.
        let is_unchanged = |(_, file, before): &(&str, &Path, About)| is_old(before) && about(file).as_ref() == Some(before);
        if cfg!(not(unix)) || !self.files.iter().all(is_unchanged) {
            return;
        }
        let contents: HashMap<&str, &[u8]> = package.files().collect();
        let mut out = blake3::hash(&self.description()).as_bytes().to_vec();
        out.extend_from_slice(&package.digest_bytes());
        for (path, ..) in &self.files {
            let Some(content) = contents.get(path) else { return };
            out.extend_from_slice(blake3::hash(content).as_bytes());
        }
        cache::write_index(folder, &self.key(), &out);
    }
}

/// Reads the files of a package that an index knows.
struct Reader {
    /// Path on the host and digest of the content, by path below the folder of packages.
    files: HashMap<String, (PathBuf, [u8; 32])>,
    /// The folder of the cache.
    folder: PathBuf,
    digest: [u8; 32],
}

impl PackageReader for Reader {
    fn file(&self, path: &str) -> Option<Vec<u8>> {
        let (file, sum) = self.files.get(path)?;
        std::fs::read(file).ok().filter(|data| blake3::hash(data).as_bytes() == sum)
    }

    fn compiled(&self) -> Option<Vec<u8>> {
        cache::read_compiled(&self.folder, &blake3::Hash::from_bytes(self.digest).to_hex())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    /// The package of two files, and whether an index knew it. Makes the index if it did not.
    fn package(root: &Path) -> (Package, bool) {
        let began = now();
        let files = ["pack/__init__.py", "pack/data.txt"].map(|path| (path, root.join(path)));
        let described = files.iter().filter_map(|(path, file)| Some((*path, file.as_path(), about(file)?))).collect();
        let found = Found { place: root, name: "pack", version: "1", files: described, compiled: &["pack/fast.so".to_string()] };
        let cache = root.join("cache");
        if let Some(package) = found.known(&cache) {
            return (package, true);
        }
        let contents = found.files.iter().map(|(path, file, _)| (path.to_string(), fs::read(file).unwrap()));
        let package = Package::new("pack", "1", contents, found.compiled);
        found.save(&cache, &package, began);
        (package, false)
    }

    fn contents(package: &Package) -> Vec<(String, Vec<u8>)> {
        package.files().map(|(path, data)| (path.to_string(), data.to_vec())).collect()
    }

    #[test]
    fn a_package_is_known_while_its_files_are_the_same() {
        let root = std::env::temp_dir().join(format!("stockade-index-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("pack")).unwrap();
        let (module, data) = (root.join("pack/__init__.py"), root.join("pack/data.txt"));
        fs::write(&module, "x = 1\n").unwrap();
        fs::write(&data, "one").unwrap();
        // What changed a moment ago may change again within the grain of the clock.
        assert!(!package(&root).1 && !package(&root).1);
        std::thread::sleep(Duration::from_millis(2100));
        let (first, was_known) = package(&root);
        assert!(!was_known);
        let (again, was_known) = package(&root);
        assert!(was_known);
        assert_eq!((again.digest(), contents(&again)), (first.digest(), contents(&first)));
        assert_eq!((again.name(), again.version(), again.compiled()), ("pack", "1", vec!["pack/fast.so"]));
        // The same size and the same time of the content: the file has changed nevertheless.
        let modified = fs::metadata(&module).unwrap().modified().unwrap();
        let (late, _) = package(&root);
        fs::write(&module, "x = 2\n").unwrap();
        fs::File::options().write(true).open(&module).unwrap().set_modified(modified).unwrap();
        assert_eq!(fs::metadata(&module).unwrap().modified().unwrap(), modified);
        // Who found the package before sees no other content under its digest.
        assert_eq!(contents(&late), [("pack/data.txt".to_string(), b"one".to_vec())]);
        let (changed, was_known) = package(&root);
        assert!(!was_known && changed.digest() != first.digest());
        std::thread::sleep(Duration::from_millis(2100));
        assert_eq!(package(&root).0.digest(), changed.digest());
        assert!(package(&root).1);
        // A file that is gone, and one that was exchanged for another with the same content.
        fs::remove_file(&data).unwrap();
        assert!(!package(&root).1);
        fs::write(&data, "one").unwrap();
        assert!(!package(&root).1);
        // A damaged index is none.
        std::thread::sleep(Duration::from_millis(2100));
        package(&root);
        let index = fs::read_dir(root.join("cache")).unwrap().next().unwrap().unwrap().path();
        let whole = fs::read(&index).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&index, if at % 2 == 0 { &damaged } else { &whole[..at] }).unwrap();
            assert_eq!(package(&root).0.digest(), changed.digest());
        }
        let _ = fs::remove_dir_all(&root);
    }
}
