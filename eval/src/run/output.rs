//! The file of results: appended in order, repaired after a crash, written to the disk in batches.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

/// Rows are on the disk after so many, or after so long.
const BATCH_ROWS: u32 = 1000;
const BATCH_TIME: Duration = Duration::from_secs(2);

/// A file of rows that only grows.
pub(super) struct Output {
    path: PathBuf,
    file: BufWriter<File>,
    unsynced: u32,
    synced: Instant,
}

/// What earlier runs have written.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// Complete rows.
    pub(super) rows: u64,
    /// Bytes of them.
    bytes: u64,
    /// Rows of each verdict.
    pub(super) verdicts: BTreeMap<String, u64>,
}

/// Reads the complete rows of earlier runs. `index_of` says which index a row must have.
///
/// # Errors
/// The file cannot be read, or has rows that are not of this run.
pub(super) fn written(path: &Path, index_of: impl Fn(u64) -> u64) -> Result<Written, String> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Written::default()),
        Err(error) => return Err(format!("`{}` cannot be read: {error}", path.display())),
    };
    let mut lines = BufReader::with_capacity(1 << 16, file);
    let mut found = Written::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let count = lines.read_until(b'\n', &mut line).map_err(|error| format!("`{}` cannot be read: {error}", path.display()))?;
        // A line without an end was torn by a crash.
        if count == 0 || line.last() != Some(&b'\n') {
            return Ok(found);
        }
        let Ok(row) = serde_json::from_slice::<Json>(&line) else { return Ok(found) };
        let wanted = index_of(found.rows);
        if row.get("index").and_then(Json::as_u64) != Some(wanted) {
            return Err(format!("row {} of `{}` should have the index {wanted}", found.rows + 1, path.display()));
        }
        let verdict = row.get("verdict").and_then(Json::as_str).unwrap_or_default().to_string();
        *found.verdicts.entry(verdict).or_default() += 1;
        found.rows += 1;
        found.bytes += count as u64;
    }
}

impl Output {
    /// Opens the file behind its complete rows, and cuts off what a crash has left.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn open(path: &Path, written: &Written) -> io::Result<Output> {
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).read(true).open(path)?;
        file.set_len(written.bytes)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Output { path: path.to_owned(), file: BufWriter::new(file), unsynced: 0, synced: Instant::now() })
    }

    /// Opens a file whose rows need no repair.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn append(path: &Path) -> io::Result<Output> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Output { path: path.to_owned(), file: BufWriter::new(file), unsynced: 0, synced: Instant::now() })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Those of the file: a full disk, a folder that is gone.
    pub(super) fn add(&mut self, row: &str) -> io::Result<()> {
        self.file.write_all(row.as_bytes())?;
        self.file.write_all(b"\n")?;
        self.unsynced += 1;
        if self.unsynced >= BATCH_ROWS || self.synced.elapsed() > BATCH_TIME {
            self.sync()?;
        }
        Ok(())
    }

    /// Puts everything on the disk.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        self.file.flush()?;
        let file = self.file.get_ref();
        file.sync_data()?;
        // A file that somebody has removed can still be written, and nobody would find it.
        if fs::metadata(&self.path)?.len() != file.metadata()?.len() {
            return Err(io::Error::other("another file has taken its place"));
        }
        (self.unsynced, self.synced) = (0, Instant::now());
        Ok(())
    }
}
