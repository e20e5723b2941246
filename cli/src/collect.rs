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

/// Reads a file to its end, or stdin for `-`. It stops when the limit is passed, so that a device or a pipe without end cannot fill the memory.
///
/// # Errors
/// A message for the user.
pub(crate) fn read_limited(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let shown = if is_stdin(path) { "stdin".to_owned() } else { format!("`{}`", path.display()) };
    let unreadable = |error: Error| format!("cannot read {shown}: {error}");
    let mut bytes = Vec::new();
    if is_stdin(path) {
        std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        let about = std::fs::metadata(path).map_err(unreadable)?;
        if about.is_dir() {
            return Err(format!("cannot read {shown}: it is a folder"));
        }
        if about.len() > most {
            return Err(format!("{shown} has {} bytes; at most {most} are read", about.len()));
        }
        std::fs::File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    }
    if bytes.len() as u64 > most {
        return Err(format!("{shown} does not end after {most} bytes; no more are read"));
    }
    Ok(bytes)
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// One file with programs.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// `-` means stdin.
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
    /// True if neither the arguments nor the name say what the file is. It is read as Python then, unless it is a notebook.
    is_guessed: bool,
}

impl Document {
    /// A file in the given format, or else in the one that its name says.
    pub(crate) fn new(path: &Path, format: Option<&Format>) -> Self {
        let known = format.cloned().or_else(|| Format::of_name(&path.to_string_lossy()));
        Document { path: path.to_owned(), is_guessed: known.is_none(), format: known.unwrap_or(Format::Python) }
    }

    /// The same file, divided into steps if it is Python.
    pub(crate) fn with_steps(mut self) -> Self {
        self.format = self.format.with_steps();
        self
    }

    /// The name of the document in reports.
    pub(crate) fn name(&self) -> String {
        if is_stdin(&self.path) { "<stdin>".to_owned() } else { self.path.to_string_lossy().into_owned() }
    }

    /// Reads the programs: the only reader of sources, for every command.
    ///
    /// # Errors
    /// A message for the user.
    pub(crate) fn read(&self, name: &str) -> Result<stockade_policy::input::Document, String> {
        let bytes = read_limited(&self.path, MAX_BYTES)?;
        // Run as Python, a notebook would be one large dict that does nothing.
        let format = if self.is_guessed && is_notebook(&bytes) { &Format::Notebook } else { &self.format };
        stockade_policy::input::Document::read(name, &bytes, format)
    }
}

fn is_notebook(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let is_object = text.first() == Some(&b'{');
    let read = || serde_json::from_slice::<serde_json::Value>(text).ok();
    is_object && read().is_some_and(|json| json.get("nbformat").is_some_and(serde_json::Value::is_number))
}

/// Finds all documents under the paths. In folders these are Python files, notebooks and, if `markdown` is set, Markdown files. Unless
/// `everything` is set, it skips hidden files and files excluded by `.gitignore` and `.ignore`. The second result holds messages about
/// unreadable paths.
pub(crate) fn documents(paths: &[PathBuf], format: Option<&Format>, markdown: bool, everything: bool) -> (Vec<Document>, Vec<String>) {
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if !is_stdin(path) && path.is_dir() {
            folder(path, format, (markdown, everything), &mut found, &mut errors);
            continue;
        }
        found.push(Document::new(path, format));
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
                if wanted.is_some() {
                    found.push(Document::new(entry.path(), format));
                }
            }
            Ok(_) => {}
            Err(error) => errors.push(render::escape(&error.to_string()).into_owned()),
        }
    }
}
