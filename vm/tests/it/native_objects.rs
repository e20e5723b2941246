//! Tests that a native object is defined in one file: only the table names its parts.

use std::path::{Path, PathBuf};

/// All Rust files of the crate with their texts.
fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a text");
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found
}

/// The text of a file before its unit tests.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text)
}

/// True when a text contains a name as a whole word.
fn names_it(text: &str, name: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text.get(..at), text.get(at + name.len()..));
        !before.is_some_and(|before| before.ends_with(is_word)) && !after.is_some_and(|after| after.starts_with(is_word))
    })
}

/// Names with their files.
type Named = Vec<(String, PathBuf)>;

/// The names of types that implement `NativeObject`, and the names of the entries of the table, with their files.
fn names(files: &[(PathBuf, String)]) -> (Named, Named) {
    let (mut types, mut entries) = (Vec::new(), Vec::new());
    for (path, text) in files {
        for line in code(text).lines().map(str::trim) {
            let of = |start: &str, end: char| Some(line.strip_prefix(start)?.split_once(end)?.0.to_string());
            types.extend(of("impl NativeObject for ", ' ').map(|name| (name, path.clone())));
            let entry = line.split_once("static ").and_then(|(_, rest)| rest.split_once(": NativeObjectKind =")).map(|(name, _)| name);
            entries.extend(entry.map(|name| (name.to_string(), path.clone())));
        }
    }
    (types, entries)
}

/// A private type, or one that is visible only in its module's folder, cannot be named by other modules.
#[test]
fn types_of_library_objects_are_private() {
    let files = sources();
    let (types, _) = names(&files);
    assert!(types.len() >= 10, "{types:?}");
    for (name, path) in types {
        let (_, text) = files.iter().find(|(other, _)| *other == path).expect("the file");
        let declared = text.lines().find(|line| {
            let words: Vec<&str> = line.split([' ', '(', ';', '{']).collect();
            words.windows(2).any(|pair| pair == ["struct", &name])
        });
        let declared = declared.expect("its declaration stands in the same file");
        let visible = declared.starts_with("struct ") || declared.starts_with("pub(super) struct ");
        assert!(visible, "{}: `{declared}` can be named by other modules", path.display());
    }
}

#[test]
fn entries_are_named_by_the_table_alone() {
    let files = sources();
    let (_, entries) = names(&files);
    assert!(entries.len() >= 10, "{entries:?}");
    for (name, home) in entries {
        for (path, text) in files.iter().filter(|(path, _)| *path != home) {
            let is_table = path.ends_with("native_objects.rs");
            assert_eq!(names_it(text, &name), is_table, "{name} in {}", path.display());
        }
    }
}

/// The heap and the snapshot use native objects only through the table.
#[test]
fn the_heap_and_the_snapshot_name_no_library_module() {
    let files = sources();
    let mut looked = 0;
    for (path, text) in &files {
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or("");
        if !["heap", "snapshot"].contains(&folder) || path.ends_with("tests.rs") {
            continue;
        }
        looked += 1;
        for line in code(text).lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            for after in line.split("native_modules::").skip(1) {
                assert!(after.starts_with("native_objects"), "{}: {line}", path.display());
            }
        }
    }
    assert!(looked > 10, "the folders are elsewhere");
}
