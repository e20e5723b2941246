//! Converts paths to documents: files as given, and the files to check in folders, sorted.

use std::io::{Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use stockade_policy::input::Format;

use crate::render;

/// Larger files are not read.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a file that this tool wrote. It must be a regular file of limited size, so that a pipe or a device in its place cannot block the
/// tool or fill the memory.
///
/// # Errors
/// The path is not a regular file, too large, not UTF-8, or unreadable.
pub(crate) fn read_own_file(path: &Path) -> std::io::Result<String> {
    let about = std::fs::metadata(path)?;
    if !about.is_file() {
        return Err(Error::new(ErrorKind::InvalidInput, "it is not a file"));
    }
    if about.len() > MAX_BYTES {
        return Err(Error::new(ErrorKind::InvalidData, format!("it has {} bytes; at most {MAX_BYTES} are read", about.len())));
    }
    let mut text = String::new();
    std::fs::File::open(path)?.take(MAX_BYTES).read_to_string(&mut text)?;
    Ok(text)
}

/// One file to check.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// `-` means stdin.
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
}

impl Document {
    /// The name of the document in reports.
    pub(crate) fn name(&self) -> String {
        if self.path.as_os_str() == "-" { "<stdin>".to_owned() } else { self.path.to_string_lossy().into_owned() }
    }

    /// Reads the contents.
    ///
    /// # Errors
    /// A message for the user.
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
        // The size of a pipe is unknown, and a device may be endless, so the read is limited.
        let mut bytes = Vec::new();
        let read = std::fs::File::open(&self.path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| format!("cannot read `{shown}`: {error}"))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(format!("`{shown}` does not end after {MAX_BYTES} bytes; no more are read"));
        }
        Ok(bytes)
    }
}

/// Finds all documents under the paths. In folders these are Python files, notebooks and, if `markdown` is set, Markdown files. Unless
/// `everything` is set, it skips hidden files and files excluded by `.gitignore` and `.ignore`. The second result holds messages about
/// unreadable paths.
pub(crate) fn documents(paths: &[PathBuf], format: Option<&Format>, markdown: bool, everything: bool) -> (Vec<Document>, Vec<String>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() != "-" && path.is_dir() {
            folder(path, format, (markdown, everything), &mut found, &mut errors);
            continue;
        }
        let by_name = Format::of_name(&path.to_string_lossy());
        let format = format.cloned().or(by_name).unwrap_or(Format::Python);
        found.push(Document { path: path.clone(), format });
    }
    (found, errors)
}

/// All files under a folder whose name ends with `suffix`, sorted.
pub(crate) fn files_ending(root: &Path, suffix: &str) -> Vec<String> {
    let walk = WalkBuilder::new(root).require_git(false).sort_by_file_path(|a, b| a.cmp(b)).follow_links(false).build();
    let paths = walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    paths.map(|entry| entry.path().to_string_lossy().into_owned()).filter(|path| path.ends_with(suffix)).collect()
}

fn folder(root: &Path, format: Option<&Format>, (markdown, everything): (bool, bool), found: &mut Vec<Document>, errors: &mut Vec<String>) {
    let mut walk = WalkBuilder::new(root);
    let walk = walk.standard_filters(!everything).require_git(false).sort_by_file_path(|a, b| a.cmp(b)).follow_links(false).build();
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
