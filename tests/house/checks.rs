//! Checks of a crate's own text that the house tests of several crates share: which module uses which, folders that say what they are, sizes.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines that a file may have without a reason on the list.
const MAX_FILE_LINES: usize = 800;
/// Lines that a function may have without a reason on the list.
const MAX_FUNCTION_LINES: usize = 120;

/// Every Rust file below a folder, with its path from there, sorted.
fn sources(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path: PathBuf = entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push((name, text));
            }
        }
    }
    found.sort();
    found
}

/// The text of a file without its unit tests, which stand last and may use everything.
fn without_tests(text: &str) -> &str {
    text.split("\n#[cfg(test)]\nmod ").next().unwrap_or(text)
}

/// The module of `src` that a file belongs to; nothing for the crate's root.
fn module_of<'a>(name: &'a str, root_files: &[&str]) -> Option<&'a str> {
    if root_files.contains(&name) {
        return None;
    }
    Some(name.split(['/', '.']).next().unwrap_or(name))
}

/// A module may use itself and the modules before it in `order`, by `crate::` paths that name the module.
pub(crate) fn arrows(root: &Path, order: &[&str], root_files: &[&str]) -> Vec<String> {
    let rank = |module: &str| order.iter().position(|known| *known == module);
    let mut wrong = Vec::new();
    for (name, text) in sources(root) {
        let Some(module) = module_of(&name, root_files) else { continue };
        let Some(own) = rank(module) else {
            wrong.push(format!("{name}: `{module}` is not in the order of modules"));
            continue;
        };
        let is_root = !name.contains('/');
        for (index, line) in without_tests(&text).lines().enumerate() {
            let line = line.split("//").next().unwrap_or(line);
            for path in line.split("crate::").skip(1) {
                let used: String = path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                match rank(&used) {
                    Some(other) if other <= own => {}
                    Some(_) => wrong.push(format!("{name}:{}: `{module}` uses `{used}`, which comes after it: {}", index + 1, line.trim())),
                    None => wrong.push(format!("{name}:{}: name the module that has it: {}", index + 1, line.trim())),
                }
            }
            if is_root && line.contains("super::") {
                wrong.push(format!("{name}:{}: write `crate::`: {}", index + 1, line.trim()));
            }
        }
    }
    wrong
}

/// Every folder's `mod.rs`, and the crate's root, open with a paragraph that says what is there.
pub(crate) fn paragraphs(root: &Path) -> Vec<String> {
    let opens = |name: &str| name == "lib.rs" || name.ends_with("/mod.rs");
    let all = sources(root).into_iter().filter(|(name, _)| opens(name));
    all.filter(|(_, text)| !text.starts_with("//! ")).map(|(name, _)| format!("{name}: says nothing of itself")).collect()
}

/// `pub mod` lines of `lib.rs` besides those of a list.
pub(crate) fn public_modules(root: &Path, wanted: &[&str]) -> Vec<String> {
    let text = fs::read_to_string(root.join("lib.rs")).unwrap_or_default();
    let found: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    if found == wanted { Vec::new() } else { vec![format!("lib.rs: public modules are {found:?}, not {wanted:?}")] }
}

/// Files and functions that are longer than they may be, against a list of `(name, reason)`; the list may hold no others.
pub(crate) fn sizes(root: &Path, listed: &[(&str, &str)]) -> Vec<String> {
    let mut long = Vec::new();
    for (name, text) in sources(root) {
        if text.lines().count() > MAX_FILE_LINES {
            long.push(name.clone());
        }
        long.extend(long_functions(&text).into_iter().map(|function| format!("{name}::{function}")));
    }
    let mut wrong: Vec<String> =
        long.iter().filter(|name| listed.iter().all(|(known, _)| known != name)).map(|name| format!("{name} is too long")).collect();
    wrong.extend(
        listed
            .iter()
            .filter(|(name, _)| !long.iter().any(|found| found == name))
            .map(|(name, _)| format!("{name} is not long: take it off the list")),
    );
    wrong.extend(listed.iter().filter(|(_, reason)| reason.len() < 10).map(|(name, _)| format!("{name} has no reason")));
    wrong
}

/// The functions of a file that are too long: from the line with `fn` to the closing brace of the same indentation.
fn long_functions(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let body = line.trim_start();
        let is_function = ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn ", "const fn ", "pub const fn ", "async fn "];
        let Some(rest) = is_function.iter().find_map(|word| body.strip_prefix(word)) else { continue };
        let indent = line.len() - body.len();
        let closing = format!("{}}}", &" ".repeat(indent));
        let length = if line.ends_with('}') { 1 } else { lines.iter().skip(start).position(|line| **line == closing).unwrap_or(0) + 1 };
        if length > MAX_FUNCTION_LINES {
            found.push(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}
