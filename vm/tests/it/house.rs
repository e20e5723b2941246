//! Tests the layers of `vm/src`: a lower folder does not name a higher one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and files of `vm/src`, lowest layer first.
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

/// The folder of `vm/src` that contains a file, or the name of a file at the top.
fn layer_of(path: &Path) -> String {
    let first = path.strip_prefix(source()).unwrap().components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_string()
}

fn rank(layer: &str) -> usize {
    LAYERS.iter().position(|name| *name == layer).unwrap_or_else(|| panic!("`{layer}` has no place in LAYERS"))
}

/// The layers that a text names as `crate::layer`, without comments and unit tests.
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
        // A file of unit tests does not belong to the layer.
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
        wrong.push(format!("{from} -> {to}:\n  {}", paths.join("\n  ")));
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

/// Files of more than 800 lines, and why each is not split. The list only shrinks.
const LARGE_FILES: &[(&str, &str)] = &[
    ("heap/mod.rs", "the heap's struct, its accounting and its collector share private fields"),
    ("interpreter/fast/handlers.rs", "one table: a handler for each opcode"),
    ("interpreter/fast/mod.rs", "the dispatcher and the ways to enter a frame from it"),
    ("interpreter/generic/cold.rs", "one table: the cold opcodes"),
    ("objects/protocols/arithmetic.rs", "one operator after the other, on all builtin types"),
    ("objects/protocols/attribute_load.rs", "the lookup order of one attribute load, for all kinds of objects"),
    ("objects/types/exception.rs", "the exception types are one tree with one table"),
    ("objects/types/memoryview.rs", "one type with all its formats"),
    ("snapshot/read_sections.rs", "reads the sections in the order in which write_sections.rs writes them"),
    ("snapshot/write_sections.rs", "writes the sections in the order in which read_sections.rs reads them"),
];

/// Functions of more than 120 lines, and why each is not split. The list only shrinks.
const LONG_FUNCTIONS: &[(&str, &str, &str)] = &[
    ("interpreter/calls/bind.rs", "bind_arguments", "the steps of one binding, in CPython's order"),
    ("interpreter/control/operator_results.rs", "fallback_for", "one arm for each operator"),
    ("interpreter/generic/cold.rs", "execute_cold", "one arm for each cold opcode"),
    ("interpreter/generic/opcodes.rs", "execute_generic", "one arm for each opcode"),
    ("interpreter/introspection/frames.rs", "compile_dynamic", "the options of one `compile` call"),
    ("objects/protocols/iteration.rs", "next", "one arm for each kind of iterator"),
    ("objects/types/iterators.rs", "reduce", "one arm for each kind of iterator"),
];

/// The functions of a file with their number of lines. rustfmt closes each at the column of its `fn`.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let head = line.trim_start();
        let Some(place) =
            head.find("fn ").filter(|place| head[..*place].split_whitespace().all(|word| word.starts_with("pub") || word == "const"))
        else {
            continue;
        };
        let name: String = head[place + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let close = format!("{}}}", " ".repeat(indent));
        if let Some(length) = lines[at..].iter().position(|line| **line == close) {
            found.push((name, length + 1));
        }
    }
    found
}

fn relative(path: &Path) -> String {
    path.strip_prefix(source()).unwrap().display().to_string()
}

#[test]
fn large_files_and_long_functions_are_listed() {
    let mut all = Vec::new();
    files(&source(), &mut all);
    let (mut large, mut long) = (Vec::new(), Vec::new());
    for path in all.iter().filter(|path| path.file_name().is_some_and(|name| name != "tests.rs")) {
        let text = fs::read_to_string(path).unwrap();
        if text.lines().count() > 800 {
            large.push(relative(path));
        }
        let is_long = |(_, length): &(String, usize)| *length > 120;
        long.extend(functions(&text).into_iter().filter(is_long).map(|(name, _)| (relative(path), name)));
    }
    large.sort();
    long.sort();
    let listed: Vec<&str> = LARGE_FILES.iter().map(|(path, _)| *path).collect();
    assert_eq!(large, listed, "split the new one, or take the one that shrank out of LARGE_FILES");
    let listed: Vec<(String, String)> = LONG_FUNCTIONS.iter().map(|(path, name, _)| (path.to_string(), name.to_string())).collect();
    assert_eq!(long, listed, "split the new one, or take the one that shrank out of LONG_FUNCTIONS");
}

/// Words that the glossary has replaced: none may be an identifier of the engine again.
const RETIRED: &[&str] = &[
    "answers",
    "backs",
    "careful",
    "dropped_generators",
    "feed",
    "feeds",
    "ForGuest",
    "Guest",
    "guest",
    "hidden_frames",
    "is_careful",
    "judge",
    "judges",
    "knows",
    "learn",
    "makers",
    "Maker",
    "Makers",
    "parked",
    "Parked",
    "pay",
    "Prelude",
    "quick_body",
    "quick_frames",
    "quick_next",
    "reap",
    "Reap",
    "ROWS",
    "Row",
    "Rt",
    "Machine",
    "Service",
    "Sleeper",
    "sleeper",
    "sleepers",
    "slots_known",
    "told",
    "Twin",
    "twins",
    "Word",
];

/// The identifiers of a text, without comments and strings.
fn identifiers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or("");
        // Every second piece between quotes is a string; an escaped quote inside one does no harm here.
        for piece in code.split('"').step_by(2) {
            found.extend(piece.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).map(str::to_string));
        }
    }
    found
}

#[test]
fn retired_words_do_not_return() {
    let mut all = Vec::new();
    files(&source(), &mut all);
    let mut wrong = Vec::new();
    for path in &all {
        for word in identifiers(&fs::read_to_string(path).unwrap()) {
            if RETIRED.contains(&word.as_str()) {
                wrong.push(format!("{}: `{word}`: docs/glossary.md has the word of today", relative(path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn one_place_runs_the_steps_of_the_pipeline() {
    let mut all = Vec::new();
    for folder in ["vm/src", "cli/src", "python/src", "attack/src", "fuzz/src", "benches"] {
        files(&root().join(folder), &mut all);
    }
    // Who implements a host, and who may check and compile by themselves.
    let hosts = [
        "vm/src/base/host.rs",
        "vm/src/session/warm_imports.rs",
        "vm/src/session/package_imports.rs",
        "cli/src/terminal.rs",
        "cli/src/commands/repl.rs",
        "python/src/host.rs",
    ];
    let steps = ["vm/src/sandbox.rs", "vm/src/session/", "vm/src/snapshot/", "vm/src/lib.rs"];
    let mut wrong = Vec::new();
    for path in &all {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let text = fs::read_to_string(path).unwrap();
        if text.contains("impl Host for ") && !hosts.contains(&name.as_str()) {
            wrong.push(format!("{name} implements Host: use CaptureHost"));
        }
        let own = ["check_source", "compile_source", "compile_as"].iter().find(|step| identifiers(&text).iter().any(|word| word == *step));
        if let Some(step) = own.filter(|_| !steps.iter().any(|allowed| name.starts_with(allowed))) {
            wrong.push(format!("{name} calls {step}: use Sandbox"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_path_of_the_map_exists() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut missing = Vec::new();
    for quoted in map.split('`').skip(1).step_by(2) {
        let is_path = quoted.contains('/') && !quoted.contains([' ', '*', '<', '{', '(', ':', '%']);
        if is_path && !root().join(quoted).exists() && !source().join(quoted).exists() {
            missing.push(quoted.to_string());
        }
    }
    assert!(missing.is_empty(), "ARCHITECTURE.md names what does not exist: {missing:?}");
}

#[test]
fn every_public_type_has_an_example() {
    let face = fs::read_to_string(source().join("lib.rs")).unwrap();
    let mut all = Vec::new();
    files(&source(), &mut all);
    let mut texts: Vec<String> = all.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    // The programs in `examples` count as well: the crate's page names the folder.
    let mut examples = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples"), &mut examples);
    let shown: String = examples.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let documented: String = texts
        .iter_mut()
        .flat_map(|text| {
            text.lines().filter(|line| line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect::<Vec<_>>()
        })
        .collect();
    let mut without = Vec::new();
    for line in face.lines().filter(|line| line.starts_with("pub use ")) {
        for word in line.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            let is_type = word.chars().next().is_some_and(char::is_uppercase) && word.chars().any(char::is_lowercase);
            let in_code =
                documented.lines().any(|line| line.trim_start().starts_with("//") && line.contains(word) && line.contains(['(', ';', '{']));
            if is_type && !shown.contains(word) && !in_code {
                without.push(word.to_string());
            }
        }
    }
    assert!(without.is_empty(), "no example shows {without:?}");
}
