//! What is found of packages: installed ones, folders, wheels, and what they need.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail so")]

use std::fs;
use std::path::{Path, PathBuf};

use stockade_packages::{Request, find, importable};
use stockade_vm::Library;

static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("stockade-packages-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Installs a distribution with one module.
    fn install(&self, name: &str, needs: &[&str]) {
        let module = name.replace('-', "_");
        self.write(&format!("{module}/__init__.py"), "x = 1\n");
        self.write(&format!("{module}/words.txt"), "one\n");
        let needs: String = needs.iter().map(|need| format!("Requires-Dist: {need}\n")).collect();
        self.write(&format!("{module}-1.0.dist-info/METADATA"), &format!("Name: {name}\nVersion: 1.0\n{needs}\n"));
        let record = [
            format!("{module}/__init__.py"),
            format!("{module}/words.txt"),
            format!("{module}/__pycache__/__init__.cpython-313.pyc"),
            format!("{module}/_fast.cpython-313-x86_64-linux-gnu.so"),
            format!("{module}/gone.py"),
            format!("{module}-1.0.dist-info/METADATA"),
            format!("{module}-1.0.dist-info/RECORD"),
            "../../../bin/tool".to_string(),
        ];
        let record: String = record.iter().map(|path| format!("{path},sha256=x,1\n")).collect();
        self.write(&format!("{module}-1.0.dist-info/RECORD"), &record);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn names(requests: &[Request], folder: &Path) -> Result<Vec<String>, String> {
    Ok(find(requests, &[folder.to_path_buf()], &LIBRARY)?
        .iter()
        .map(|package| format!("{} {}", package.name(), package.version()))
        .collect())
}

fn name(text: &str) -> Request {
    Request::Name(text.to_string())
}

#[test]
fn an_installed_package_comes_with_what_it_needs() {
    let folder = Folder::new("needs");
    folder.install("first", &["Second_Part[extra] >=1", "third; python_version < '3.9'", "typing_extensions", "fourth; extra == 'more'"]);
    folder.install("second-part", &["first", "fifth; extra == 'extra'"]);
    folder.install("fourth", &[]);
    folder.install("fifth", &[]);
    assert_eq!(names(&[name("First")], &folder.0).unwrap(), ["first 1.0", "second-part 1.0", "fifth 1.0"]);
    assert_eq!(names(&[name("first[More]")], &folder.0).unwrap().len(), 4);
    let packages = find(&[name("first")], std::slice::from_ref(&folder.0), &LIBRARY).unwrap();
    let paths: Vec<&str> = packages[0].files().map(|(path, _)| path).collect();
    assert_eq!(paths, ["first-1.0.dist-info/METADATA", "first/__init__.py", "first/words.txt"]);
    assert_eq!(packages[0].compiled(), ["first/_fast.cpython-313-x86_64-linux-gnu.so"]);
    // The same files give the same package; a changed file gives another.
    let again = find(&[name("first")], std::slice::from_ref(&folder.0), &LIBRARY).unwrap();
    assert!(std::sync::Arc::ptr_eq(&packages[0], &again[0]));
    folder.write("first/__init__.py", "changed = True\n");
    let changed = find(&[name("first")], std::slice::from_ref(&folder.0), &LIBRARY).unwrap();
    assert_ne!(changed[0].digest(), packages[0].digest());
}

#[test]
fn what_is_missing_is_named() {
    let folder = Folder::new("missing");
    folder.install("first", &["second"]);
    folder.install("PyYaml", &[]);
    let place = folder.0.display();
    assert_eq!(
        names(&[name("first")], &folder.0).unwrap_err(),
        format!(
            "the package `first` needs `second`, which is not installed (searched: `{place}`). Install it there, or give its folder or its wheel"
        )
    );
    assert_eq!(
        names(&[name("yaml")], &folder.0).unwrap_err(),
        format!(
            "there is no installed package `yaml` (searched: `{place}`); similar names: `pyyaml`. Install it there, or give its folder or its wheel"
        )
    );
    assert!(names(&[name("frist")], &folder.0).unwrap_err().contains("similar names: `first`"));
    assert_eq!(names(&[name("a b;")], &folder.0).unwrap_err(), "`a b;` names no package: write `NAME`, `NAME[EXTRA]`, a folder or a wheel");
    let nowhere = Request::Path(folder.0.join("nowhere"));
    assert!(names(&[nowhere], &folder.0).unwrap_err().ends_with("is no folder and no wheel (`.whl`)"));
    fs::create_dir(folder.0.join("empty")).unwrap();
    assert!(names(&[Request::Path(folder.0.join("empty"))], &folder.0).unwrap_err().ends_with("has no Python modules"));
}

#[test]
fn a_folder_is_a_package_a_project_or_several() {
    let folder = Folder::new("folders");
    folder.write("project/pyproject.toml", "");
    folder.write("project/src/lib/__init__.py", "");
    folder.write("project/src/lib/inner/words.txt", "");
    folder.write("project/tests/__init__.py", "");
    folder.write("flat/setup.py", "");
    folder.write("flat/tests/__init__.py", "");
    folder.write("flat/one/__init__.py", "");
    folder.write("flat/two.py", "");
    folder.write("several/a/__init__.py", "");
    folder.write("several/b.py", "");
    folder.write("several/.hidden/c.py", "");
    let modules = |path: &str| {
        let found = find(&[Request::Path(folder.0.join(path))], &[], &LIBRARY).unwrap();
        importable(&found, &LIBRARY, &|_| false).into_iter().filter(|name| !name.contains('.')).collect::<Vec<_>>()
    };
    assert_eq!(modules("project"), ["lib"]);
    assert_eq!(modules("project/src/lib"), ["lib"]);
    assert_eq!(modules("flat"), ["one", "two"]);
    assert_eq!(modules("several"), ["a", "b"]);
}

#[test]
fn names_of_the_library_are_not_importable_from_a_package() {
    let folder = Folder::new("library");
    folder.write("given/json/__init__.py", "");
    folder.write("given/own.py", "");
    let found = find(&[Request::Path(folder.0.join("given"))], &[], &LIBRARY).unwrap();
    assert_eq!(importable(&found, &LIBRARY, &|_| false), ["own", "own.*", "own._*", "own.*._*"]);
    assert_eq!(importable(&found, &LIBRARY, &|name| name == "own"), [""; 0]);
}

#[test]
fn what_a_policy_denies_below_is_not_opened_by_a_pattern() {
    let folder = Folder::new("denied");
    for file in ["pack/__init__.py", "pack/_own.py", "pack/open.py", "pack/closed/__init__.py", "pack/closed/inner.py"] {
        folder.write(file, "");
    }
    let found = find(&[Request::Path(folder.0.join("pack"))], &[], &LIBRARY).unwrap();
    let mut names = importable(&found, &LIBRARY, &|name| name.starts_with("pack.closed"));
    names.sort();
    assert_eq!(names, ["pack", "pack._own", "pack.open"]);
}

#[test]
fn words_are_names_or_paths() {
    assert_eq!(Request::of("attrs"), name("attrs"));
    assert_eq!(Request::of("httpx[http2]"), name("httpx[http2]"));
    for path in ["./attrs", "a/b", ".", "x-1.0-py3-none-any.whl"] {
        assert_eq!(Request::of(path), Request::Path(PathBuf::from(path)));
    }
}

/// A zip archive with one stored file, as `python3 -m zipfile` writes it.
fn archive(path: &str, content: &[u8]) -> Vec<u8> {
    let crc = crc32fast::hash(content).to_le_bytes();
    let size = u32::try_from(content.len()).unwrap().to_le_bytes();
    let name = u16::try_from(path.len()).unwrap().to_le_bytes();
    let mut data = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0".to_vec();
    data.extend([&crc[..], &size, &size, &name, &[0, 0], path.as_bytes(), content].concat());
    let start = u32::try_from(data.len()).unwrap().to_le_bytes();
    data.extend(b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0");
    data.extend([&crc[..], &size, &size, &name, &[0; 16], path.as_bytes()].concat());
    data.extend([&b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..], &[0; 4], &start, &[0, 0]].concat());
    data
}

#[test]
fn a_wheel_is_read_and_a_damaged_one_refused() {
    let folder = Folder::new("wheel");
    let whole = archive("mod-1.0.data/purelib/mod.py", b"x = 1\n");
    let path = folder.0.join("mod-1.0-py3-none-any.whl");
    fs::write(&path, &whole).unwrap();
    let found = find(&[Request::Path(path.clone())], &[], &LIBRARY).unwrap();
    assert_eq!(found[0].files().collect::<Vec<_>>(), [("mod.py", &b"x = 1\n"[..])]);
    assert_eq!((found[0].name(), found[0].version()), ("mod", "1.0"));
    for at in 0..whole.len() {
        for damaged in [whole[..at].to_vec(), [&whole[..at], &[whole[at] ^ 0x55], &whole[at + 1..]].concat()] {
            fs::write(&path, damaged).unwrap();
            // Refused or read, and never a panic.
            let _ = find(&[Request::Path(path.clone())], &[], &LIBRARY);
        }
    }
    fs::write(&path, &whole[..whole.len() - 30]).unwrap();
    assert!(find(&[Request::Path(path)], &[], &LIBRARY).unwrap_err().ends_with("it is no zip archive, or a damaged one"));
}
