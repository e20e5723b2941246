//! Paths to documents: files as they are named, folders searched for what can be checked, in sorted order.

use std::io::Read;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use stockade_policy::input::Format;

use crate::render;

/// Files past this size are not read.
const MAX_BYTES: u64 = 64 << 20;

/// One file to check.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// `-` is stdin.
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
}

impl Document {
    /// What reports call it.
    pub(crate) fn name(&self) -> String {
        if self.path.as_os_str() == "-" { "<stdin>".to_owned() } else { self.path.to_string_lossy().into_owned() }
    }

    /// Its bytes.
    ///
    /// # Errors
    /// A message for people.
    pub(crate) fn read(&self) -> Result<Vec<u8>, String> {
        if self.path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            std::io::stdin().lock().take(MAX_BYTES).read_to_end(&mut bytes).map_err(|error| format!("cannot read stdin: {error}"))?;
            return Ok(bytes);
        }
        let shown = self.path.display();
        let size = std::fs::metadata(&self.path).map_err(|error| format!("cannot read `{shown}`: {error}"))?.len();
        if size > MAX_BYTES {
            return Err(format!("`{shown}` has {size} bytes; at most {MAX_BYTES} are read"));
        }
        std::fs::read(&self.path).map_err(|error| format!("cannot read `{shown}`: {error}"))
    }
}

/// Every document under the paths. In folders: Python files, notebooks and, when asked for, Markdown; `.gitignore`, `.ignore` and
/// hidden files are respected. Messages about what cannot be read come second.
pub(crate) fn documents(paths: &[PathBuf], format: Option<&Format>, markdown: bool) -> (Vec<Document>, Vec<String>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() != "-" && path.is_dir() {
            folder(path, format, markdown, &mut found, &mut errors);
            continue;
        }
        let by_name = Format::of_name(&path.to_string_lossy());
        let format = format.cloned().or(by_name).unwrap_or(Format::Python);
        found.push(Document { path: path.clone(), format });
    }
    (found, errors)
}

/// Every file under a folder whose name ends so, sorted.
pub(crate) fn files_ending(root: &Path, suffix: &str) -> Vec<String> {
    let walk = WalkBuilder::new(root).require_git(false).sort_by_file_path(|a, b| a.cmp(b)).follow_links(false).build();
    let paths = walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    paths.map(|entry| entry.path().to_string_lossy().into_owned()).filter(|path| path.ends_with(suffix)).collect()
}

fn folder(root: &Path, format: Option<&Format>, markdown: bool, found: &mut Vec<Document>, errors: &mut Vec<String>) {
    let walk = WalkBuilder::new(root).require_git(false).sort_by_file_path(|a, b| a.cmp(b)).follow_links(false).build();
    for entry in walk {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                let wanted = match Format::of_name(&entry.path().to_string_lossy()) {
                    Some(Format::Markdown) if !markdown => None,
                    Some(Format::Jsonl { .. }) | None => None,
                    other => other,
                };
                if let Some(by_name) = wanted {
                    found.push(Document { path: entry.into_path(), format: format.cloned().unwrap_or(by_name) });
                }
            }
            Ok(_) => {}
            Err(error) => errors.push(render::escape(&error.to_string()).into_owned()),
        }
    }
}
