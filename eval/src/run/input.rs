//! The files of problems and samples: JSON lines, compressed or not, Parquet, and folders of programs.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::extract::Extract;
use crate::formats::{Row, samples};

/// What went wrong with a file, for the user.
pub(super) type Result<T> = std::result::Result<T, String>;

/// A file of rows, or a folder of programs.
#[derive(Debug, Clone)]
pub struct Source {
    path: PathBuf,
    /// The programs of a folder, sorted by their paths below it.
    programs: Option<Vec<PathBuf>>,
}

impl Source {
    /// Looks at a path.
    ///
    /// # Errors
    /// There is nothing to read.
    pub fn new(path: &Path) -> Result<Source> {
        let failed = |error: io::Error| format!("`{}` cannot be read: {error}", path.display());
        let is_folder = fs::metadata(path).map_err(failed)?.is_dir();
        if !is_folder && path.extension().is_none_or(|kind| kind != "py") {
            if stockade_tables::is_parquet(path) {
                // Says at once, before anything is written, if it cannot be read.
                drop(stockade_tables::rows(path)?);
            }
            return Ok(Source { path: path.to_owned(), programs: None });
        }
        let mut programs = Vec::new();
        if is_folder {
            collect(path, &mut programs).map_err(failed)?;
            programs.sort();
            if programs.is_empty() {
                return Err(format!("`{}` has no files that end with .py", path.display()));
            }
        } else {
            programs.push(path.to_owned());
        }
        Ok(Source { path: path.to_owned(), programs: Some(programs) })
    }

    /// The digest of what it holds, in hexadecimal.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn digest(&self) -> Result<String> {
        let mut hash = Sha256::new();
        let mut add = |path: &Path| -> io::Result<()> {
            let mut file = File::open(path)?;
            let mut buffer = vec![0; 1 << 16];
            loop {
                match file.read(&mut buffer)? {
                    0 => return Ok(()),
                    count => hash.update(buffer.get(..count).unwrap_or_default()),
                }
            }
        };
        let files = self.programs.clone().unwrap_or_else(|| vec![self.path.clone()]);
        for file in &files {
            add(file).map_err(|error| format!("`{}` cannot be read: {error}", file.display()))?;
        }
        if let Some(programs) = &self.programs {
            programs.iter().for_each(|file| hash.update(self.task_of(file).as_bytes()));
        }
        Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The rows, in order. A row that is none is an error with the reason.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn rows(&self) -> Result<Box<dyn Iterator<Item = Result<Row>> + Send + '_>> {
        if let Some(programs) = &self.programs {
            return Ok(Box::new(programs.iter().map(|file| self.row_of(file))));
        }
        if stockade_tables::is_parquet(&self.path) {
            return stockade_tables::rows(&self.path);
        }
        let lines = open(&self.path).map_err(|error| format!("`{}` cannot be read: {error}", self.path.display()))?;
        Ok(Box::new(rows_of(lines)))
    }

    /// About how many programs it holds, for those who wait: rows are counted and not read, but for the first, which says how many programs each
    /// has.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn count(&self) -> Result<u64> {
        if let Some(programs) = &self.programs {
            return Ok(programs.len() as u64);
        }
        let failed = |error: io::Error| format!("`{}` cannot be read: {error}", self.path.display());
        let first = self.rows()?.next().and_then(Result::ok).and_then(|row| samples(&row, None, Extract::None).ok());
        let each = first.map_or(1, |programs| programs.len() as u64);
        let mut rows = 0;
        if stockade_tables::is_parquet(&self.path) || is_array(&mut open(&self.path).map_err(failed)?) {
            rows = self.rows()?.count() as u64;
        } else {
            for line in open(&self.path).map_err(failed)?.split(b'\n') {
                rows += u64::from(!line.map_err(failed)?.trim_ascii().is_empty());
            }
        }
        Ok(rows * each)
    }

    /// The name of the problem of a program in a folder: the folders below ours, as in EvalPlus' output, or the name of the file.
    fn task_of(&self, file: &Path) -> String {
        let below = file.strip_prefix(&self.path).unwrap_or(file);
        let folder = below.parent().filter(|folder| !folder.as_os_str().is_empty());
        let name =
            folder.map_or_else(|| below.with_extension("").to_string_lossy().into_owned(), |folder| folder.to_string_lossy().into_owned());
        // A file name has no slash: `HumanEval_0` is `HumanEval/0`.
        match name.rsplit_once('_') {
            Some((set, number)) if !name.contains('/') && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{set}/{number}")
            }
            _ => name,
        }
    }

    fn row_of(&self, file: &Path) -> Result<Row> {
        let bytes = fs::read(file).map_err(|error| format!("`{}` cannot be read: {error}", file.display()))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match json!({ "task_id": self.task_of(file), "solution": text }) {
            Json::Object(row) => Ok(row),
            _ => Err("no row".to_string()),
        }
    }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "py") {
                found.push(path);
            }
        }
    }
    Ok(())
}

/// The text of a file, unpacked by its first bytes.
fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let head = file.fill_buf()?;
    if head.starts_with(&[0x1f, 0x8b]) {
        return Ok(Box::new(BufReader::with_capacity(1 << 16, flate2::bufread::MultiGzDecoder::new(file))));
    }
    if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        let decoder = ruzstd::decoding::StreamingDecoder::new(file).map_err(io::Error::other)?;
        return Ok(Box::new(BufReader::with_capacity(1 << 16, decoder)));
    }
    Ok(Box::new(file))
}

/// True if the text is one JSON array, in place of lines.
fn is_array(lines: &mut Box<dyn BufRead + Send>) -> bool {
    lines.fill_buf().is_ok_and(|head| head.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'['))
}

/// The rows of JSON lines, or of one JSON array.
fn rows_of(mut lines: Box<dyn BufRead + Send>) -> Box<dyn Iterator<Item = Result<Row>> + Send> {
    if is_array(&mut lines) {
        let mut text = String::new();
        let read = lines.read_to_string(&mut text).map_err(|error| error.to_string());
        let parsed = read.and_then(|_| serde_json::from_str::<Vec<Row>>(&text).map_err(|error| format!("it is no JSON: {error}")));
        return match parsed {
            Ok(rows) => Box::new(rows.into_iter().map(Ok)),
            Err(error) => Box::new(std::iter::once(Err(error))),
        };
    }
    let lines = lines.split(b'\n').filter(|line| line.as_ref().is_ok_and(|line| !line.trim_ascii().is_empty()) || line.is_err());
    Box::new(lines.map(|line| {
        let line = line.map_err(|error| format!("it cannot be read: {error}"))?;
        serde_json::from_slice(&line).map_err(|error| format!("the row is no JSON object: {error}"))
    }))
}
