//! The layers of `vm/src`: a lower folder never names a higher one.
//!
//! `KNOWN` lists the arrows that still point up. It only shrinks: a new one fails, and so does a line that is true no longer.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and files of `vm/src`, the lowest first.
const LAYERS: &[&str] = &[
    "base",
    "heap",
    "runtime",
    "objects",
    "traceback",
    "builtins",
    "native_modules",
    "fallback",
    "interpreter",
    "host_calls",
    "tables",
    "catalog",
    "session",
    "snapshot",
    "sandbox",
    "coverage",
    "lib",
];

/// From, to, and how many files of the first name the second.
const KNOWN: &[(&str, &str, usize)] = &[
    ("heap", "objects", 1),
    ("heap", "runtime", 1),
    ("heap", "snapshot", 1),
    ("native_modules", "snapshot", 7),
    ("objects", "native_modules", 2),
    ("objects", "traceback", 1),
    ("runtime", "interpreter", 1),
    ("runtime", "objects", 1),
];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            out.push(path);
        }
    }
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The folder of `vm/src` that a file is in, or the file's own name at the top.
fn layer_of(path: &Path) -> String {
    let first = path.strip_prefix(source()).unwrap().components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_string()
}

fn rank(layer: &str) -> usize {
    LAYERS.iter().position(|name| *name == layer).unwrap_or_else(|| panic!("`{layer}` has no place in LAYERS"))
}

/// The layers that a text names as `crate::layer`, comments and unit tests left out.
fn named(text: &str) -> Vec<String> {
    let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
    let code: String = code.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            found.extend(group.split('}').next().unwrap().split(',').map(|name| name.trim().to_string()));
        } else {
            found.push(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found.retain(|name: &String| LAYERS.contains(&name.as_str()));
    found
}

#[test]
fn arrows_point_down() {
    let mut all = Vec::new();
    files(&source(), &mut all);
    let mut up: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for path in &all {
        let from = layer_of(path);
        let text = fs::read_to_string(path).unwrap();
        // A file of tests beside the code is not part of the layer.
        if path.file_name().is_some_and(|name| name == "tests.rs") {
            continue;
        }
        let mut targets = named(&text);
        targets.sort();
        targets.dedup();
        for to in targets {
            if rank(&to) > rank(&from) {
                up.entry((from.clone(), to)).or_default().push(path.display().to_string());
            }
        }
    }
    let mut wrong = Vec::new();
    for ((from, to), paths) in &up {
        let known = KNOWN.iter().find(|(a, b, _)| a == from && b == to).map_or(0, |(_, _, count)| *count);
        if paths.len() != known {
            wrong.push(format!("{from} -> {to}: {} files, KNOWN says {known}:\n  {}", paths.len(), paths.join("\n  ")));
        }
    }
    for (from, to, _) in KNOWN {
        if !up.contains_key(&((*from).to_string(), (*to).to_string())) {
            wrong.push(format!("{from} -> {to} is gone: take it out of KNOWN"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_map_names_every_folder() {
    let map = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../ARCHITECTURE.md")).unwrap();
    for entry in fs::read_dir(source()).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            let name = entry.file_name().into_string().unwrap();
            assert!(map.contains(&format!("{name}/")), "ARCHITECTURE.md does not name vm/src/{name}/");
            let head = fs::read_to_string(entry.path().join("mod.rs")).unwrap();
            assert!(head.starts_with("//!"), "vm/src/{name}/mod.rs does not open with what the folder is");
        }
    }
}

#[test]
fn the_public_face_has_no_modules() {
    let face = fs::read_to_string(source().join("lib.rs")).unwrap();
    assert!(!face.lines().any(|line| line.trim_start().starts_with("pub mod ")), "a `pub mod` in vm/src/lib.rs hides dead code from rustc");
}
