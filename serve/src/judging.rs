//! Batches of programs for `/v1/eval`: judged by the same code, in the same workers, as those of `stockade eval run`. Everything here waits.

use std::fmt;
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Map, Value};
use stockade_eval::Settings;
use stockade_eval::extract::Extract;
use stockade_eval::formats::Format;
use stockade_eval::run::{Plan, Start, Stopped, WorkerCommand};

use crate::api::EvalRequest;
use crate::failure::{Failure, FailureKind};
use crate::sessions::random_hex;

/// Rows of a batch. A row may have several programs.
pub(crate) const MOST_ROWS: usize = 4096;
/// A program that takes longer is taken for lost. As for the command.
const BACKSTOP: Duration = Duration::from_secs(60);
/// The limits that a batch may lower, as for the command.
pub(crate) const LIMITS: [&str; 4] = ["limits.fuel", "limits.memory", "limits.output", "limits.recursion"];

type Make = dyn Fn(&[(String, u64)]) -> Result<(Settings, WorkerCommand), String> + Send + Sync;

/// How programs are judged under a policy.
#[derive(Clone)]
pub struct Judging(Arc<Make>);

impl Judging {
    /// `make` gives, for limits by their keys, what verdicts depend on and how a worker is started that judges by it.
    pub fn new(make: impl Fn(&[(String, u64)]) -> Result<(Settings, WorkerCommand), String> + Send + Sync + 'static) -> Self {
        Judging(Arc::new(make))
    }
}

impl fmt::Debug for Judging {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Judging")
    }
}

/// A folder that goes when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("stockade-eval-{}", random_hex()?));
        std::fs::DirBuilder::new().mode(0o700).create(&path).map_err(|error| broken(&error))?;
        Ok(Folder(path))
    }

    fn write(&self, name: &str, rows: &[Map<String, Value>]) -> Result<PathBuf, Failure> {
        let path = self.0.join(name);
        let mut text = Vec::new();
        for row in rows {
            serde_json::to_writer(&mut text, row).map_err(|error| broken(&error))?;
            text.push(b'\n');
        }
        let mut file = std::fs::File::create_new(&path).map_err(|error| broken(&error))?;
        file.write_all(&text).map_err(|error| broken(&error))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn broken(error: &dyn fmt::Display) -> Failure {
    Failure::new(FailureKind::Unavailable, format!("the batch cannot be judged: {error}"))
}

/// A batch ends when this is dropped: its client is gone.
#[derive(Default)]
pub(crate) struct Wanted(Arc<AtomicBool>);

impl Wanted {
    /// What becomes true then.
    pub(crate) fn given_up(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The lines of the results. Ends early, with nothing, once `given_up` is true.
pub(crate) fn judge(
    judging: &Judging,
    limits: &[(String, u64)],
    asked: &EvalRequest,
    workers: usize,
    given_up: Arc<AtomicBool>,
) -> Result<String, Failure> {
    if asked.rows.is_empty() || asked.rows.len() > MOST_ROWS {
        return Err(Failure::bad(format!("`rows` has 1 to {MOST_ROWS} rows")));
    }
    let unknown = |field: &str, given: &str, names: Vec<&str>| {
        Failure::bad(format!("`{field}` is `{given}`, which is not there: there are {}", names.join(", ")))
    };
    let format = match asked.format.as_deref() {
        None => None,
        Some(name) => {
            let names = || Format::NAMES.iter().map(|(name, _)| *name).collect();
            Some(Format::named(name).ok_or_else(|| unknown("format", name, names()))?)
        }
    };
    let extract = match asked.extract.as_deref() {
        None => Extract::default(),
        Some(name) => {
            let names = || Extract::NAMES.iter().map(|(name, _)| *name).collect();
            let found = Extract::NAMES.iter().find(|(known, _)| *known == name);
            found.map(|(_, how)| *how).ok_or_else(|| unknown("extract", name, names()))?
        }
    };
    let (settings, command) = (judging.0)(limits).map_err(Failure::bad)?;
    let folder = Folder::new()?;
    let samples = folder.write("rows.jsonl", &asked.rows)?;
    let problems = asked.problems.as_ref().map(|rows| folder.write("problems.jsonl", rows)).transpose()?;
    let out = folder.0.join("results.jsonl");
    let plan =
        Plan { samples: vec![samples], problems, format, extract, out: out.clone(), workers, shard: None, backstop: BACKSTOP, given_up };
    let judged = stockade_eval::run::run(&plan, &settings, &Start::Process(command), &mut |_| ());
    judged.map_err(|stopped| match stopped {
        Stopped::Usage(message) => Failure::bad(without_folder(&message, &folder.0)),
        Stopped::Host(message) => broken(&without_folder(&message, &folder.0)),
    })?;
    std::fs::read_to_string(&out).map_err(|error| broken(&error))
}

/// Clients know nothing of folders here.
fn without_folder(message: &str, folder: &Path) -> String {
    message.replace(&format!("{}/", folder.display()), "")
}
