//! A run: samples and problems to a file of results, over workers, in order, and on from where an earlier run stopped.

mod again;
pub mod frames;
mod input;
pub mod manifest;
mod output;
mod pool;
mod threads;
mod worker;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value as Json, json};

pub use again::judge_again;
pub use input::Source;
pub use manifest::Paths;
pub use pool::{Start, WorkerCommand};
pub use threads::Evaluator;
pub use worker::Worker;

use crate::extract::Extract;
use crate::formats::{Format, Row, samples, task_id};
use crate::judge::Settings;
use crate::task::Problem;
use frames::Answer;
use output::{Output, Written};
use pool::{Hand, Job, Known, Task};

/// Programs that a worker gets at once, at most. Few, so that one that takes long holds up few others.
const CHUNK: usize = 16;
/// A chunk of so many ends where a problem does, so that few workers prepare the same problem.
const SMALL_CHUNK: usize = 8;
/// A worker that took longer for a chunk gets the next one only when it has ended it.
const QUICK: Duration = Duration::from_millis(100);
/// Chunks that may be under way or wait for an earlier one, for each worker.
const WINDOW: usize = 64;

/// What a run is made of.
pub struct Plan {
    /// Files and folders of samples.
    pub samples: Vec<PathBuf>,
    /// The file of problems; samples that have their own tests need none.
    pub problems: Option<PathBuf>,
    /// The format of the problems; found by their fields if it is `None`.
    pub format: Option<Format>,
    /// How programs are taken out of answers.
    pub extract: Extract,
    /// The file of results.
    pub out: PathBuf,
    /// The number of workers, at least 1.
    pub workers: usize,
    /// Only each row whose index leaves this remainder: `(remainder, count)`.
    pub shard: Option<(u64, u64)>,
    /// Wall time after which a room is taken for lost.
    pub backstop: Duration,
    /// Becomes true, from another thread, where the run is to end early. It ends as [`Stopped::Host`], and its workers are killed.
    pub given_up: Arc<AtomicBool>,
}

/// The verdicts so far.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Rows with each verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Rows that were there before.
    pub kept: u64,
    /// Rows that this run has written.
    pub written: u64,
}

impl Tally {
    fn add(&mut self, verdict: &str) {
        *self.verdicts.entry(verdict.to_string()).or_default() += 1;
    }

    /// Rows that are there.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.kept + self.written
    }

    /// Rows whose host was at fault.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.verdicts.get("host_fault").copied().unwrap_or(0)
    }
}

/// Why a run did not come to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// What was asked for cannot be done: exit status 2.
    Usage(String),
    /// The host failed: exit status 1. What was written stays.
    Host(String),
}

/// Runs a plan.
///
/// # Errors
/// [`Stopped`]. What was written until then is complete rows.
pub fn run(plan: &Plan, settings: &Settings, start: &Start, progress: &mut dyn FnMut(&Tally)) -> Result<Tally, Stopped> {
    let sources = plan.samples.iter().map(|path| Source::new(path)).collect::<Result<Vec<_>, _>>().map_err(Stopped::Usage)?;
    let problems = plan.problems.as_deref().map(Source::new).transpose().map_err(Stopped::Usage)?;
    let manifest = manifest_of(plan, settings, &sources, problems.as_ref()).map_err(Stopped::Usage)?;
    let known = problems.as_ref().map(|source| Problems::read(source, plan.format)).transpose().map_err(Stopped::Usage)?;
    let paths = Paths::of(&plan.out);
    manifest::agree(&paths, &manifest).map_err(Stopped::Usage)?;
    let (remainder, count) = plan.shard.unwrap_or((0, 1));
    let written = output::written(&paths.results, |row| row * count + remainder).map_err(Stopped::Usage)?;
    let mut feeder = Feeder::new(known, plan.format, plan.extract);
    work(plan, &sources, &mut feeder, start, &paths, &written, progress)
}

/// What the results depend on. No names of files: the same bytes elsewhere give the same results.
fn manifest_of(plan: &Plan, settings: &Settings, sources: &[Source], problems: Option<&Source>) -> Result<Map<String, Json>, String> {
    let samples = sources.iter().map(Source::digest).collect::<Result<Vec<_>, _>>()?;
    let mut manifest = Map::new();
    manifest.insert("manifest".into(), json!(1));
    manifest.insert("engine".into(), json!(env!("CARGO_PKG_VERSION")));
    manifest.insert("samples".into(), json!(samples));
    manifest.insert("problems".into(), json!(problems.map(Source::digest).transpose()?));
    manifest.insert("format".into(), json!(plan.format.map(name_of)));
    manifest.insert("extract".into(), json!(Extract::NAMES.iter().find(|(_, how)| *how == plan.extract).map(|(name, _)| *name)));
    manifest.insert("policy".into(), json!(settings.policy_digest()));
    let limits: Map<String, Json> =
        settings.limits().filter(|(key, _)| *key != "limits.timeout").map(|(key, value)| (key.into(), json!(value))).collect();
    manifest.insert("limits".into(), Json::Object(limits));
    manifest.insert("seed".into(), json!(settings.seed()));
    manifest.insert("keep_output".into(), json!(settings.keeps_output()));
    manifest.insert("shard".into(), json!(plan.shard.map(|(remainder, count)| format!("{}/{count}", remainder + 1))));
    Ok(manifest)
}

fn name_of(format: Format) -> &'static str {
    Format::NAMES.iter().find(|(_, known)| *known == format).map_or("auto", |(name, _)| name)
}

/// The problems of a file, by name.
#[derive(Default)]
struct Problems {
    rows: Vec<(Arc<Known>, Problem)>,
    by_name: HashMap<String, usize>,
}

impl Problems {
    fn read(source: &Source, format: Option<Format>) -> Result<Problems, String> {
        Problems::of(source.rows()?, format)
    }

    fn of(rows: impl Iterator<Item = Result<Row, String>>, format: Option<Format>) -> Result<Problems, String> {
        let mut all = Problems::default();
        for (at, row) in rows.enumerate() {
            let row = row.map_err(|error| format!("problem {}: {error}", at + 1))?;
            let Some(name) = task_id(&row) else { return Err(format!("problem {} has no `task_id`", at + 1)) };
            if all.by_name.insert(name.clone(), all.rows.len()).is_some() {
                return Err(format!("two problems have the name `{name}`"));
            }
            all.rows.push(known(at as u64, row, format));
        }
        Ok(all)
    }
}

fn known(number: u64, row: Row, format: Option<Format>) -> (Arc<Known>, Problem) {
    let format = format.unwrap_or_else(|| Format::of(&row));
    let problem = format.problem(&row);
    // A worker reads the tests itself; here only prompt and entry point count.
    let problem = Problem { tests: crate::task::Tests::Nothing, ..problem };
    (Arc::new(Known { number, format: name_of(format), row }), problem)
}

/// Makes jobs of rows.
struct Feeder {
    problems: Problems,
    /// Samples name a problem of `problems`, unless they have tests of their own.
    has_problems: bool,
    format: Option<Format>,
    extract: Extract,
    /// The index of the next sample.
    next: u64,
    /// The number of the next problem that comes with its sample.
    inline: u64,
}

impl Feeder {
    fn new(problems: Option<Problems>, format: Option<Format>, extract: Extract) -> Self {
        let has_problems = problems.is_some();
        let problems = problems.unwrap_or_default();
        let inline = problems.rows.len() as u64;
        Feeder { problems, has_problems, format, extract, next: 0, inline }
    }

    /// The jobs of a row: one for each of its programs.
    fn jobs(&mut self, row: Result<Row, String>) -> Vec<Job> {
        let tasks = match row {
            Ok(row) => self.tasks(row),
            Err(reason) => vec![Task::Fault { task_id: String::new(), reason }],
        };
        let numbered = tasks.into_iter().map(|task| {
            self.next += 1;
            Job { index: self.next - 1, task }
        });
        numbered.collect()
    }

    fn tasks(&mut self, row: Row) -> Vec<Task> {
        let name = task_id(&row).unwrap_or_default();
        let has_tests = Format::of(&row) != Format::Plain;
        let found = self.problems.by_name.get(&name).and_then(|at| self.problems.rows.get(*at)).cloned();
        let (problem, head) = match found {
            Some(found) => found,
            None if self.has_problems && !has_tests => {
                let reason = format!("no problem has the name `{name}`");
                return vec![Task::Fault { task_id: name, reason }];
            }
            None => {
                self.inline += 1;
                known(self.inline - 1, row.clone(), self.format)
            }
        };
        match samples(&row, Some(&head), self.extract) {
            Err(reason) => vec![Task::Fault { task_id: name, reason }],
            Ok(found) => found
                .into_iter()
                .map(|sample| Task::Judge {
                    problem: Arc::clone(&problem),
                    task_id: name.clone(),
                    program: sample.program,
                    extracted: sample.extracted,
                })
                .collect(),
        }
    }
}

/// A program of a run as [`programs`] shows it.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'s> {
    /// The index of its row.
    pub index: u64,
    /// The name of its problem.
    pub task_id: &'s str,
    /// The program.
    pub program: &'s str,
    /// How it was taken out of an answer; `None` if it was given as it is.
    pub extracted: Option<&'s str>,
    /// The row of its problem.
    pub problem: &'s Row,
    /// The name of the problem's format.
    pub format: &'static str,
}

/// Reads the programs of samples as a run does. `see` gets each, and says whether to go on.
///
/// # Errors
/// A file cannot be read.
pub fn programs(
    samples: &[PathBuf],
    problems: Option<&Path>,
    format: Option<Format>,
    extract: Extract,
    see: &mut dyn FnMut(&Seen<'_>) -> bool,
) -> Result<(), String> {
    let known = problems.map(|path| Problems::read(&Source::new(path)?, format)).transpose()?;
    let mut feeder = Feeder::new(known, format, extract);
    for path in samples {
        for row in Source::new(path)?.rows()? {
            for job in feeder.jobs(row) {
                let Task::Judge { problem, task_id, program, extracted } = &job.task else { continue };
                let Known { format, row: problem, .. } = &**problem;
                if !see(&Seen { index: job.index, task_id, program, extracted: extracted.as_deref(), problem, format }) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

type Chunk = (usize, Vec<Job>);

fn work(
    plan: &Plan,
    sources: &[Source],
    feeder: &mut Feeder,
    start: &Start,
    paths: &Paths,
    written: &Written,
    progress: &mut dyn FnMut(&Tally),
) -> Result<Tally, Stopped> {
    let host = |error: String| Stopped::Host(error);
    let failed = |path: &Path, error: &std::io::Error| Stopped::Host(format!("`{}` cannot be written: {error}", path.display()));
    let mut results = Output::open(&paths.results, written).map_err(|error| failed(&paths.results, &error))?;
    let mut timing = Output::append(&paths.timing).map_err(|error| failed(&paths.timing, &error))?;
    let mut tally = Tally { kept: written.rows, verdicts: written.verdicts.clone(), ..Tally::default() };
    let workers = plan.workers.max(1);
    let (send_chunk, chunks) = sync_channel::<Chunk>(workers * 2);
    let (send_answers, answers) = sync_channel::<Result<(usize, usize, Vec<Answer>), String>>(workers * 2);
    // A place for each chunk that is not written yet.
    let (free_place, places) = sync_channel::<()>(workers * WINDOW);
    for _ in 0..workers * WINDOW {
        let _ = free_place.send(());
    }
    // The threads alone own it: when the last of them ends, the reader of samples ends too.
    let chunks = Arc::new(Mutex::new(chunks));
    let outcome = std::thread::scope(|scope| {
        for number in 0..workers {
            let (chunks, send_answers, start) = (Arc::clone(&chunks), send_answers.clone(), start.clone());
            scope.spawn(move || {
                let mut hand = Hand::new(start, plan.backstop, Arc::clone(&plan.given_up));
                let mut under_way = VecDeque::new();
                let mut is_quick = true;
                loop {
                    if under_way.is_empty() {
                        let chunk = chunks.lock().unwrap_or_else(PoisonError::into_inner).recv();
                        let Ok((at, jobs)) = chunk else { return };
                        under_way.push_back((at, jobs.len(), hand.add(jobs)));
                    }
                    // The worker finds its next chunk when it has ended this one. If the lock is taken, another worker has nothing to do.
                    let next = if is_quick { chunks.try_lock().ok().and_then(|chunks| chunks.try_recv().ok()) } else { None };
                    if let Some((at, jobs)) = next {
                        under_way.push_back((at, jobs.len(), hand.add(jobs)));
                    }
                    let Some((at, count, added)) = under_way.pop_front() else { return };
                    let begun = Instant::now();
                    let judged = added.and_then(|()| answers_of(&mut hand, count));
                    is_quick = begun.elapsed() < QUICK;
                    if send_answers.send(judged.map(|done| (number, at, done))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send_answers);
        drop(chunks);
        let done_before = written.rows;
        let feeding = scope.spawn(move || feed(plan, sources, feeder, done_before, send_chunk, &places));
        let mut waiting: BTreeMap<usize, (usize, Vec<Answer>)> = BTreeMap::new();
        let mut next = 0;
        let mut stopped = None;
        while let Ok(message) = answers.recv() {
            let (worker, at, rows) = match message {
                Ok(message) => message,
                Err(reason) => {
                    stopped = Some(host(reason));
                    break;
                }
            };
            waiting.insert(at, (worker, rows));
            while let Some((worker, rows)) = waiting.remove(&next) {
                next += 1;
                let _ = free_place.try_send(());
                for answer in rows {
                    let added = results.add(&answer.row).map_err(|error| failed(&paths.results, &error));
                    let time = format!(r#"{{"index":{},"micros":{},"worker":{worker}}}"#, answer.index, answer.micros);
                    if let Err(error) = added.and_then(|()| timing.add(&time).map_err(|error| failed(&paths.timing, &error))) {
                        stopped = stopped.or(Some(error));
                        break;
                    }
                    tally.add(&answer.verdict);
                    tally.written += 1;
                }
                progress(&tally);
            }
            if stopped.is_some() {
                break;
            }
        }
        // Whoever still sends finds nobody there, and ends.
        drop(answers);
        drop(free_place);
        let fed = feeding.join().unwrap_or_else(|_| Err("the reader of samples failed".to_string()));
        match stopped {
            Some(stopped) => Err(stopped),
            None => fed.map_err(host),
        }
    });
    let synced = results.sync().map_err(|error| failed(&paths.results, &error));
    let timed = timing.sync().map_err(|error| failed(&paths.timing, &error));
    outcome.and(synced).and(timed).map(|()| tally)
}

/// The answers for the next programs.
fn answers_of(hand: &mut Hand, count: usize) -> Result<Vec<Answer>, String> {
    let mut answers = Vec::with_capacity(count);
    while answers.len() < count {
        answers.push(hand.next()?.ok_or("a program has no answer")?);
    }
    Ok(answers)
}

/// Reads the samples and sends them in chunks, but for those that earlier runs have judged.
fn feed(
    plan: &Plan,
    sources: &[Source],
    feeder: &mut Feeder,
    done_before: u64,
    send: SyncSender<Chunk>,
    places: &Receiver<()>,
) -> Result<(), String> {
    let (remainder, count) = plan.shard.unwrap_or((0, 1));
    let first = done_before * count + remainder;
    let (mut at, mut chunk) = (0, Vec::new());
    let mut flush = |chunk: &mut Vec<Job>| -> bool {
        if chunk.is_empty() {
            return true;
        }
        let is_sent = places.recv().is_ok() && send.send((at, std::mem::take(chunk))).is_ok();
        at += 1;
        is_sent
    };
    for source in sources {
        for row in source.rows()? {
            let jobs = feeder.jobs(row).into_iter().filter(|job| job.index >= first && job.index % count == remainder);
            for job in jobs {
                let is_other = chunk.last().is_some_and(|last: &Job| last.problem() != job.problem());
                let is_full = chunk.len() >= CHUNK || chunk.len() >= SMALL_CHUNK && is_other;
                if is_full && !flush(&mut chunk) {
                    return Ok(());
                }
                chunk.push(job);
            }
        }
    }
    flush(&mut chunk);
    Ok(())
}
