//! Converts paths to documents: files as given, and the files to check in folders, sorted.

use std::io::{Error, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ignore::WalkBuilder;
use stockade_policy::input::Format;

use crate::check_settings::Exclude;

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
    /// True if neither the arguments nor the name say for certain what the file is. It may be a notebook.
    is_guessed: bool,
    /// True if it was found in a folder, and not named.
    is_found: bool,
}

impl Document {
    /// A file in the given format, or else in the one that its name says.
    pub(crate) fn new(path: &Path, format: Option<&Format>) -> Self {
        let known = format.cloned().or_else(|| Format::of_name(&path.to_string_lossy()));
        // A file of JSON may be a notebook.
        let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let is_guessed = format.is_none() && (known.is_none() || is_json);
        Document { path: path.to_owned(), is_guessed, is_found: false, format: known.unwrap_or(Format::Python) }
    }

    /// True if the file is a link that was found in a folder.
    pub(crate) fn is_found_link(&self) -> bool {
        self.is_found && self.path.is_symlink()
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
        let bytes = self.bytes()?;
        stockade_policy::input::Document::read(name, &bytes, &self.format_of(&bytes))
    }

    /// Reads the file.
    ///
    /// # Errors
    /// A message for the user.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, String> {
        read_limited(&self.path, MAX_BYTES)
    }

    /// The format of the file, now that its bytes are known. Run as Python, a notebook would be one large dict that does nothing.
    pub(crate) fn format_of(&self, bytes: &[u8]) -> Format {
        if self.is_guessed && is_notebook(bytes) { Format::Notebook } else { self.format.clone() }
    }
}

fn is_notebook(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let is_object = text.first() == Some(&b'{');
    let read = || serde_json::from_slice::<serde_json::Value>(text).ok();
    is_object && read().is_some_and(|json| json.get("nbformat").is_some_and(serde_json::Value::is_number))
}

/// Which files of folders are programs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Search<'a> {
    /// The format of every file, if the command line says it.
    pub(crate) format: Option<&'a Format>,
    /// Also Markdown files.
    pub(crate) markdown: bool,
    /// Also hidden files and files excluded by `.gitignore` and `.ignore`.
    pub(crate) everything: bool,
    /// What is left out.
    pub(crate) exclude: Option<&'a Exclude>,
    /// True if files that are named are left out, too, and not only what is found in folders.
    pub(crate) excludes_named: bool,
}

/// What was found under some paths.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) documents: Vec<Document>,
    /// Files and folders that cannot be read, each with the reason.
    pub(crate) unreadable: Vec<(String, String)>,
    /// How many files and folders `exclude` left out.
    pub(crate) excluded: usize,
}

/// Finds all documents under the paths. In folders these are Python files, notebooks and, if asked for, Markdown files.
pub(crate) fn documents(paths: &[PathBuf], search: &Search<'_>) -> Found {
    let mut found = Found::default();
    for path in paths {
        let is_folder = !is_stdin(path) && path.is_dir();
        let is_left_out = search.excludes_named && !is_stdin(path) && search.exclude.is_some_and(|exclude| exclude.has(path, is_folder));
        if is_left_out {
            found.excluded = found.excluded.saturating_add(1);
        } else if is_folder {
            folder(path, search, &mut found);
        } else {
            found.documents.push(Document::new(path, search.format));
        }
    }
    found
}

/// All files under a folder whose name ends with `suffix`, sorted.
pub(crate) fn files_ending(root: &Path, suffix: &str) -> Vec<String> {
    let walk = WalkBuilder::new(root).require_git(false).sort_by_file_path(|a, b| a.cmp(b)).follow_links(false).build();
    let paths = walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    paths.map(|entry| entry.path().to_string_lossy().into_owned()).filter(|path| path.ends_with(suffix)).collect()
}

fn folder(root: &Path, search: &Search<'_>, found: &mut Found) {
    let mut walk = WalkBuilder::new(root);
    walk.standard_filters(!search.everything).require_git(false).sort_by_file_path(|a, b| a.cmp(b)).follow_links(false);
    let excluded = Arc::new(AtomicUsize::new(0));
    if let Some(exclude) = search.exclude.cloned() {
        let excluded = Arc::clone(&excluded);
        walk.filter_entry(move |entry| {
            // The folder itself is named on the command line.
            let is_left_out = entry.depth() > 0 && exclude.has(entry.path(), entry.file_type().is_some_and(|kind| kind.is_dir()));
            excluded.fetch_add(usize::from(is_left_out), Ordering::Relaxed);
            !is_left_out
        });
    }
    for entry in walk.build() {
        match entry {
            // Links to files are read, as they are when Python imports them. Links to folders may lead in circles.
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file() || (kind.is_symlink() && !entry.path().is_dir())) => {
                let wanted = match Format::of_name(&entry.path().to_string_lossy()) {
                    Some(Format::Markdown) if !search.markdown => None,
                    Some(Format::Jsonl { .. }) | None => None,
                    other => other,
                };
                if wanted.is_some() {
                    found.documents.push(Document { is_found: true, ..Document::new(entry.path(), search.format) });
                }
            }
            Ok(_) => {}
            Err(error) => {
                let name = path_of(&error).unwrap_or(root).to_string_lossy().into_owned();
                found.unreadable.push((name, error.to_string()));
            }
        }
    }
    found.excluded = found.excluded.saturating_add(excluded.load(Ordering::Relaxed));
}

/// The path that an error of the search is about.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}
