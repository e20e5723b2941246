//! The named sessions of a server. A *room* is a session with the thread that does what is asked of it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value, json};
use stockade_compiler::SourceText;
use stockade_policy::Checked;
use stockade_vm::{CompileRefusal, FileEntry, LimitReport, Outcome, Step, StepOptions};
use stockade_workers::SessionError;
use tokio::sync::oneshot;

use crate::host::{Cancel, SessionHost, Shared};
use crate::{Ended, Opened, Settings, resources};

/// Threads of sessions have a stack like that of a main thread: handlers jump, but a build without optimisation calls.
const STACK_BYTES: usize = 8 << 20;
/// The longest name of a session, in characters.
const MOST_NAME: usize = 64;
/// The record of a step names so many files.
pub(crate) const MOST_FILES: usize = 1_000;

/// How a step ended, for the text for the model and the structured result.
pub(crate) struct Ran {
    pub(crate) outcome: Outcome,
    /// What the check refused.
    pub(crate) refused: Option<Checked>,
    /// Where the compiler refused the text, as an error of Python's.
    pub(crate) refusal_text: Option<String>,
    pub(crate) limit: Option<LimitReport>,
    /// What it printed, both streams in order.
    pub(crate) printed: String,
    pub(crate) dropped_output: u64,
    pub(crate) record: Map<String, Value>,
    /// The session began with this step.
    pub(crate) is_new: bool,
    /// The files that the program made or changed, in this step or before.
    pub(crate) files: Arc<[FileEntry]>,
}

/// Why nothing ran, or nobody knows what ran.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotRun {
    /// The session cannot be opened.
    #[error("the session `{0}` cannot be opened: {1}")]
    CannotOpen(String, String),
    /// The worker is lost, and the session with it.
    #[error(
        "the session `{0}` is lost, with its variables and files: {1}. No other session is affected. The next call begins the session \
         anew: import and define again what you need"
    )]
    Lost(String, String),
    /// The session that was to be copied cannot be.
    #[error("the session `{0}` cannot be copied: {1}")]
    CannotFork(String, String),
    /// The request was cancelled while others of the session were before it.
    #[error("the call was cancelled before it began")]
    Cancelled,
    /// The thread of the session ended.
    #[error("the session `{0}` has ended by a fault of the server: end it with `reset`, or use another name")]
    Ended(String),
}

/// Why there is no such room.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoRoom {
    #[error(
        "`{0}` is no name of a session: a name has 1 to {MOST_NAME} characters, which are ASCII letters, digits, `-`, `_` and `.`, and begins \
         with a letter or a digit"
    )]
    Name(String),
    #[error(
        "there are {0} sessions already ({1}), and the server has no more at once: end one with `reset`, or use one of them. The host allows \
         more with `--sessions N`"
    )]
    TooMany(usize, String),
    #[error("there is no session `{0}` to copy ({1}). Leave `fork_of` out to begin an empty session")]
    NoOrigin(String, String),
    #[error("there is a session `{0}` already, so no copy can have this name: choose another, or end it with `reset` first")]
    Taken(String),
    #[error("no thread can be started for the session: {0}")]
    NoThread(String),
}

/// What is done in a room.
type Job = Box<dyn FnOnce(&mut Room) + Send>;

/// The way into a room.
#[derive(Clone)]
pub(crate) struct Door {
    jobs: Sender<Job>,
    shared: Shared,
    files: Arc<Mutex<Written>>,
    /// The call that runs.
    running: Arc<Mutex<Option<Cancel>>>,
}

/// The files that the program made or changed, as of the last step.
#[derive(Default)]
struct Written {
    files: Arc<[FileEntry]>,
    /// How often there were other paths than before.
    changes: usize,
}

impl Written {
    fn set(&mut self, files: Arc<[FileEntry]>) {
        let is_other = self.files.iter().map(|file| &file.path).ne(files.iter().map(|file| &file.path));
        self.changes = self.changes.saturating_add(usize::from(is_other));
        self.files = files;
    }
}

impl Door {
    /// What the step that runs has printed until now: how many bytes, and the beginning of the last line.
    pub(crate) fn printed(&self) -> (usize, String) {
        let printed = self.shared.printed();
        let line = printed.both.lines().next_back().unwrap_or_default();
        (printed.both.len(), line.chars().take(200).collect())
    }

    /// True while a call runs which this ends.
    pub(crate) fn runs(&self, cancel: &Cancel) -> bool {
        lock(&self.running).as_ref().is_some_and(|running| running.is(cancel))
    }

    /// The files that the program made or changed, as of the last step.
    pub(crate) fn files(&self) -> Arc<[FileEntry]> {
        Arc::clone(&lock(&self.files).files)
    }

    /// Another number than before if there are other files than before.
    pub(crate) fn file_changes(&self) -> usize {
        lock(&self.files).changes
    }

    /// True if both lead into the same room.
    fn is(&self, other: &Door) -> bool {
        Arc::ptr_eq(&self.running, &other.running)
    }

    /// Puts a job into the queue. It waits for those before it.
    fn ask<T: Send + 'static>(&self, job: impl FnOnce(&mut Room) -> T + Send + 'static) -> oneshot::Receiver<T> {
        let (answer, receiver) = oneshot::channel();
        // If the thread has ended, the receiver says so.
        let _ = self.jobs.send(Box::new(move |room| {
            let _ = answer.send(job(room));
        }));
        receiver
    }

    /// Ends the session after what was asked of it before.
    fn close(&self) -> oneshot::Receiver<()> {
        let (over, ended) = oneshot::channel();
        // If the thread has ended, the receiver says so.
        let _ = self.jobs.send(Box::new(move |room| room.over = Some(over)));
        ended
    }

    /// Runs a text as the next step.
    pub(crate) fn run(&self, code: String, cancel: Cancel) -> oneshot::Receiver<Result<Ran, NotRun>> {
        self.ask(move |room| room.run(&code, &cancel))
    }

    /// The content of a file.
    pub(crate) fn read_file(&self, path: String) -> oneshot::Receiver<Result<Vec<u8>, String>> {
        self.ask(move |room| match &mut room.state {
            State::Open(begun) => begun.opened.session.read_file(&path).map_err(|error| error.to_string()),
            State::Fresh | State::Copy(..) | State::Failed(_) => Err("the session has not begun".to_string()),
        })
    }
}

/// A session that is there.
struct Begun {
    opened: Opened,
    /// The steps that ran in it, and in the session of which it is a copy up to then.
    steps: usize,
}

/// A session as bytes with the number of its steps, or why there is no such thing.
type Copied = Result<(Vec<u8>, usize), String>;

/// The session of a room.
enum State {
    /// The first step opens it.
    Fresh,
    /// The first step opens it, as a copy of this session.
    Copy(String, oneshot::Receiver<Copied>),
    Open(Begun),
    /// It could not become the copy that it was to be.
    Failed(NotRun),
}

/// A session, on its thread.
struct Room {
    name: String,
    settings: Arc<Settings>,
    shared: Shared,
    files: Arc<Mutex<Written>>,
    running: Arc<Mutex<Option<Cancel>>>,
    state: State,
    /// Nothing more is done here. This is told when everything is gone.
    over: Option<oneshot::Sender<()>>,
}

impl Room {
    fn begun(&mut self) -> Result<&mut Begun, NotRun> {
        let is_frozen = self.settings.policy.clock_is_frozen();
        let shared = self.shared.clone();
        let make_host = move || -> Box<dyn stockade_vm::Host> { Box::new(SessionHost::new(is_frozen, shared.clone())) };
        let opener = &self.settings.opener;
        self.state = match std::mem::replace(&mut self.state, State::Fresh) {
            State::Fresh => {
                let opened = opener.open(&make_host).map_err(|error| NotRun::CannotOpen(self.name.clone(), error))?;
                State::Open(Begun { opened, steps: 0 })
            }
            State::Copy(of, snapshot) => {
                let snapshot = snapshot.blocking_recv().unwrap_or_else(|_| Err("it has ended".to_string()));
                let begun =
                    snapshot.and_then(|(snapshot, steps)| opener.restore(&make_host, &snapshot).map(|opened| Begun { opened, steps }));
                match begun {
                    Ok(begun) => State::Open(begun),
                    Err(why) => State::Failed(NotRun::CannotFork(of, why)),
                }
            }
            state => state,
        };
        match &mut self.state {
            State::Open(begun) => Ok(begun),
            State::Failed(why) => Err(why.clone()),
            State::Fresh | State::Copy(..) => Err(NotRun::Ended(self.name.clone())),
        }
    }

    /// The session as bytes, for a copy. A session that has not begun is nothing to copy.
    fn snapshot(&mut self) -> Copied {
        if matches!(self.state, State::Fresh) {
            return Err("it has not begun: nothing ran in it, or it was lost".to_string());
        }
        let Begun { opened, steps } = self.begun().map_err(|error| error.to_string())?;
        let snapshot = opened.session.snapshot(None).map_err(|error| error.to_string())?;
        Ok((snapshot, *steps))
    }

    fn run(&mut self, code: &str, cancel: &Cancel) -> Result<Ran, NotRun> {
        if cancel.is_cancelled() {
            return Err(NotRun::Cancelled);
        }
        *lock(&self.running) = Some(cancel.clone());
        let ran = self.step(code, cancel);
        *lock(&self.running) = None;
        if let Err(NotRun::Lost(..)) = &ran {
            self.state = State::Fresh;
            lock(&self.files).set(Arc::default());
        }
        ran
    }

    fn step(&mut self, code: &str, cancel: &Cancel) -> Result<Ran, NotRun> {
        let is_new = matches!(self.state, State::Fresh);
        self.shared.begin(cancel);
        let name = self.name.clone();
        let lost = |error: &dyn std::fmt::Display| NotRun::Lost(name.clone(), error.to_string());
        let (settings, shared, files) = (Arc::clone(&self.settings), self.shared.clone(), Arc::clone(&self.files));
        let Begun { opened: Opened { session, answer }, steps } = self.begun()?;
        *steps = steps.saturating_add(1);
        let (session, number) = (&mut **session, *steps);
        session.count_step();
        if is_new {
            // A name that one step binds and a later one uses is no finding.
            session.expect_steps().map_err(|error| lost(&error))?;
        }
        let options = StepOptions { cell: true, unchecked: false };
        let Step { source, verdict, outcome } = session.step(&format!("step{number}"), code, options).map_err(|error| lost(&error))?;
        let outcome = answer(session, &|| cancel.is_cancelled(), outcome).map_err(|error| lost(&error))?;
        let printed = shared.take();
        let refused = verdict.clone().filter(|verdict| !verdict.accepted());
        let refused = refused.map(|report| Checked { report, source: SourceText::new(source.name(), source.text()) });
        let refusal_text = match &outcome {
            Outcome::Refused(refusal) => Some(refusal_text(&source, refusal)),
            _ => None,
        };
        let (limit, dropped_output) = (session.limit_report().cloned(), session.usage().dropped_output);
        let both = (printed.stdout, printed.stderr);
        let ended = Ended { number, source: &source, verdict, outcome: outcome.clone(), printed: both };
        let mut record = settings.opener.record(session, ended);
        let written: Arc<[FileEntry]> = match session.list_files("/") {
            Ok(entries) => entries.into_iter().filter(|entry| entry.is_written).collect(),
            Err(SessionError::Lost(error)) => return Err(lost(&error)),
            // The run is over; what cannot be listed is not there for the client.
            Err(_) => Arc::default(),
        };
        let named = written.iter().take(MOST_FILES);
        let named = named.map(|file| json!({ "path": file.path, "size": file.size, "uri": resources::file_uri(&name, &file.path) }));
        record.insert("files".to_string(), named.collect());
        lock(&files).set(Arc::clone(&written));
        Ok(Ran { outcome, refused, refusal_text, limit, printed: printed.both, dropped_output, record, is_new, files: written })
    }
}

/// The error of a text that the compiler refused, as Python shows it.
fn refusal_text(source: &SourceText, refusal: &CompileRefusal) -> String {
    match refusal {
        CompileRefusal::NotPython(error) => stockade_vm::syntax_error_text(source, error),
        refusal => format!("  File \"{}\", line {}\n{refusal}\n", source.name(), source.position(refusal.span().start).line),
    }
}

/// Every room of a server.
pub(crate) struct Rooms {
    settings: Arc<Settings>,
    doors: Mutex<BTreeMap<String, Door>>,
    /// The sessions that are there, with those that are ending.
    count: Arc<AtomicUsize>,
}

impl Rooms {
    pub(crate) fn new(settings: Arc<Settings>) -> Self {
        Rooms { settings, doors: Mutex::default(), count: Arc::default() }
    }

    /// The room of a session. It is made if it is not there.
    pub(crate) fn enter(&self, name: &str) -> Result<Door, NoRoom> {
        let mut doors = lock(&self.doors);
        match doors.get(name) {
            Some(door) => Ok(door.clone()),
            None => self.make(&mut doors, name, State::Fresh),
        }
    }

    /// A new room, with a copy of a session as it is after what was asked of it before.
    pub(crate) fn fork(&self, of: &str, name: &str) -> Result<Door, NoRoom> {
        let mut doors = lock(&self.doors);
        let Some(origin) = doors.get(of).cloned() else {
            let there = if doors.is_empty() { "there are none".to_string() } else { format!("there are: {}", listed(&doors)) };
            return Err(NoRoom::NoOrigin(of.to_string(), there));
        };
        if doors.contains_key(name) {
            return Err(NoRoom::Taken(name.to_string()));
        }
        let (send, receive) = oneshot::channel();
        let door = self.make(&mut doors, name, State::Copy(of.to_string(), receive))?;
        // The copy waits for it on its own thread.
        let _ = origin.jobs.send(Box::new(move |room| {
            let _ = send.send(room.snapshot());
        }));
        Ok(door)
    }

    fn make(&self, doors: &mut BTreeMap<String, Door>, name: &str, state: State) -> Result<Door, NoRoom> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || name.len() > MOST_NAME || !name.chars().all(is_name) {
            return Err(NoRoom::Name(name.chars().take(MOST_NAME).collect()));
        }
        if self.count.load(Ordering::Relaxed) >= self.settings.most_sessions {
            return Err(NoRoom::TooMany(self.settings.most_sessions, listed(doors)));
        }
        let (jobs, queue) = channel();
        let door = Door { jobs, shared: Shared::default(), files: Arc::default(), running: Arc::default() };
        let (settings, shared, files) = (Arc::clone(&self.settings), door.shared.clone(), Arc::clone(&door.files));
        let running = Arc::clone(&door.running);
        let count = Counted::new(&self.count);
        let own_name = name.to_string();
        let thread = std::thread::Builder::new().name(format!("session {name}")).stack_size(STACK_BYTES);
        thread
            .spawn(move || {
                let room = Room { name: own_name, settings, shared, files, running, state, over: None };
                live(room, &queue, count);
            })
            .map_err(|error| NoRoom::NoThread(error.to_string()))?;
        doors.insert(name.to_string(), door.clone());
        Ok(door)
    }

    /// Ends a session after what was asked of it before. `None` if there is none of that name.
    pub(crate) fn end(&self, name: &str) -> Option<(Door, oneshot::Receiver<()>)> {
        let door = lock(&self.doors).remove(name)?;
        let ended = door.close();
        Some((door, ended))
    }

    /// Forgets a session that could not become what it was to be. Another that has its name by now stays.
    pub(crate) fn forget(&self, name: &str, door: &Door) {
        let mut doors = lock(&self.doors);
        if doors.get(name).is_some_and(|there| there.is(door)) {
            doors.remove(name);
            drop(door.close());
        }
    }

    /// The room of a session, if it is there.
    pub(crate) fn find(&self, name: &str) -> Option<Door> {
        lock(&self.doors).get(name).cloned()
    }

    /// The names of the sessions, with their rooms.
    pub(crate) fn doors(&self) -> Vec<(String, Door)> {
        lock(&self.doors).iter().map(|(name, door)| (name.clone(), door.clone())).collect()
    }

    /// The names of the sessions.
    pub(crate) fn names(&self) -> Vec<String> {
        lock(&self.doors).keys().cloned().collect()
    }

    /// Ends every run that is under way.
    pub(crate) fn interrupt_all(&self) {
        for (_, door) in self.doors() {
            if let Some(running) = &*lock(&door.running) {
                running.cancel();
            }
        }
    }
}

/// One of the sessions that are counted.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Counted(Arc::clone(count))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Does what is asked, until the room is over or nobody can ask any more.
fn live(mut room: Room, queue: &Receiver<Job>, count: Counted) {
    while room.over.is_none()
        && let Ok(job) = queue.recv()
    {
        job(&mut room);
    }
    let over = room.over.take();
    drop(room);
    drop(count);
    if let Some(over) = over {
        let _ = over.send(());
    }
}

fn listed(doors: &BTreeMap<String, Door>) -> String {
    doors.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
