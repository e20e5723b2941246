//! The side of the host: a worker process, and one request after the other.
//!
//! No thread waits for a worker. Whoever asks waits at the pipe itself, up to a time, and looks meanwhile whether the run is to end. A
//! worker that sends half a frame, or does not read, is late like one that says nothing.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::Serialize;
use serde::de::DeserializeOwned;
use stockade_vm::Host;

use crate::frames::{self, Frame, FrameBuffer, FrameLimits};
use crate::lost::{LossReason, SessionError, WorkerLost};
use crate::protocol::{Hello, Reply, Request};

/// While a program runs, the host looks so often whether the run is to end.
const LOOK_STEP: Duration = Duration::from_millis(20);
/// So many answers may wait to be read: fewer than a pipe holds.
const MOST_UNREAD: usize = 64;
/// Of what a lost worker said about itself, so many bytes are read.
const MOST_SAID: u64 = 4096;

/// How a worker process is started.
#[derive(Debug, Clone, Default)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Its environment. It has nothing else.
    pub environment: Vec<(OsString, OsString)>,
}

impl WorkerCommand {
    /// The command, with this environment alone and with pipes for the three standard descriptors. It has a process group of its own, so that
    /// Ctrl-C reaches the host alone, which ends the run in order.
    #[must_use]
    pub fn piped(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env_clear().envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        command
    }
}

/// A worker process. It ends with this.
#[derive(Debug)]
pub struct Worker {
    child: Child,
    requests: ChildStdin,
    replies: ChildStdout,
    complaints: ChildStderr,
    buffer: FrameBuffer,
    limits: FrameLimits,
    /// The number of the last request.
    number: u32,
    /// Requests whose answers nobody waits for. They come before those of later ones.
    unread: VecDeque<u32>,
    /// The templates that the worker knows, with what tells whether each is still there.
    pub(crate) templates: BTreeMap<u64, Weak<()>>,
    lost: Option<WorkerLost>,
    patience: Duration,
    /// The process that started it. One that is forked from that has the same pipes, and must not use them.
    owner: u32,
    /// The host wants it to end.
    is_closing: Arc<AtomicBool>,
}

/// A worker that several sessions use, one at a time.
#[derive(Debug)]
pub struct SharedWorker {
    worker: Mutex<Worker>,
    process: u32,
    owner: u32,
    is_closing: Arc<AtomicBool>,
    /// Sessions that are gone, of which the worker was not told because it was at work.
    closing: Mutex<Vec<u64>>,
}

impl SharedWorker {
    /// A worker for sessions.
    #[must_use]
    pub fn new(worker: Worker) -> Arc<SharedWorker> {
        let (process, owner, is_closing) = (worker.process(), worker.owner, Arc::clone(&worker.is_closing));
        Arc::new(SharedWorker { worker: Mutex::new(worker), process, owner, is_closing, closing: Mutex::default() })
    }

    /// Waits until no other session uses the worker.
    ///
    /// # Errors
    /// The worker belongs to the process that this one was forked from. There, another thread may have held the lock, which nobody gives back
    /// here.
    pub(crate) fn lock(&self) -> Result<MutexGuard<'_, Worker>, WorkerLost> {
        if self.is_forked() {
            return Err(WorkerLost::forked());
        }
        let mut worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        self.close_sessions(&mut worker);
        Ok(worker)
    }

    fn is_forked(&self) -> bool {
        self.owner != std::process::id()
    }

    /// The number of the process.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.process
    }

    /// Ends the worker, also while it runs a program.
    pub fn end(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        if let Ok(mut worker) = self.lock() {
            worker.lose(LossReason::Closed);
        }
    }

    /// True if the worker is lost. One that is at work is not.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        if self.is_forked() {
            return true;
        }
        match self.worker.try_lock() {
            Ok(mut worker) => worker.has_ended(),
            Err(TryLockError::Poisoned(worker)) => worker.into_inner().has_ended(),
            Err(TryLockError::WouldBlock) => false,
        }
    }

    /// True if it is known that the worker is lost. Its process is not asked.
    pub(crate) fn is_known_lost(&self) -> bool {
        self.is_forked() || self.worker.try_lock().is_ok_and(|worker| worker.lost().is_some())
    }

    /// Tells the worker that a session is gone: now, or when it has nothing else to do. Nobody waits for that.
    pub(crate) fn close(&self, session: u64) {
        if self.is_forked() {
            return;
        }
        self.closing.lock().unwrap_or_else(PoisonError::into_inner).push(session);
        if let Ok(mut worker) = self.worker.try_lock() {
            self.close_sessions(&mut worker);
        }
    }

    fn close_sessions(&self, worker: &mut Worker) {
        let closing = std::mem::take(&mut *self.closing.lock().unwrap_or_else(PoisonError::into_inner));
        // A worker that is lost has no sessions.
        let _ = closing.into_iter().try_for_each(|session| worker.tell(&Request::Close { session }, &[]).map(|_| ()));
    }
}

/// What is said about a run while it is under way.
pub(crate) struct Attendant<'a> {
    /// Gets the printed text, and says whether the run is to end.
    pub(crate) host: &'a mut dyn Host,
    /// Somebody else says that it is to end.
    pub(crate) is_interrupted: &'a dyn Fn() -> bool,
    /// How many bytes may still be printed.
    pub(crate) room: &'a mut u64,
    /// When the host was asked last, and whether the worker was told that the run is to end. Frames that come do not begin this anew.
    pub(crate) looked: Instant,
    pub(crate) is_told: bool,
}

impl Worker {
    /// Starts a worker. For whatever runs no program it has `patience`, and so much more than the deadline of a program that runs.
    ///
    /// # Errors
    /// The process cannot be started, or it is no worker of this build.
    pub fn start(command: &WorkerCommand, patience: Duration) -> Result<Worker, SessionError> {
        let cannot =
            |error: io::Error| SessionError::CannotStart(format!("a worker cannot be started (`{}`): {error}", command.program.display()));
        let mut child = command.piped().spawn().map_err(cannot)?;
        let (Some(requests), Some(replies), Some(complaints)) = (child.stdin.take(), child.stdout.take(), child.stderr.take()) else {
            return Err(SessionError::CannotStart("a worker has no pipes".to_string()));
        };
        let mut worker = Worker {
            child,
            requests,
            replies,
            complaints,
            buffer: FrameBuffer::default(),
            limits: FrameLimits::REPLIES,
            number: 0,
            unread: VecDeque::new(),
            templates: BTreeMap::new(),
            lost: None,
            patience,
            owner: std::process::id(),
            is_closing: Arc::default(),
        };
        let pipes = [worker.requests.as_fd(), worker.replies.as_fd(), worker.complaints.as_fd()];
        pipes.into_iter().try_for_each(|pipe| rustix::io::ioctl_fionbio(pipe, true)).map_err(|error| cannot(error.into()))?;
        let mut until = later(patience);
        worker.send(&Hello::ours(), &[], until)?;
        let hello = worker.receive::<Hello>(FrameLimits::HELLO, &mut until, None)?.message;
        if hello != Hello::ours() {
            let other = format!("protocol {}, engine {}", hello.protocol, printable(&hello.engine));
            return Err(worker.lose(LossReason::OtherBuild(other)).into());
        }
        Ok(worker)
    }

    /// Why the worker is lost, if it is.
    #[must_use]
    pub fn lost(&self) -> Option<&WorkerLost> {
        self.lost.as_ref()
    }

    /// True if the process is not there any more. Nobody waits for that.
    fn has_ended(&mut self) -> bool {
        if self.lost.is_none() && !matches!(self.child.try_wait(), Ok(None)) {
            self.lose(LossReason::Ended);
        }
        self.lost.is_some()
    }

    /// The number of the process.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Lets replies be longer: a session may print or hold so much.
    pub(crate) fn expect(&mut self, limits: FrameLimits) {
        self.limits.message = self.limits.message.max(limits.message);
        self.limits.payload = self.limits.payload.max(limits.payload);
    }

    /// Asks, and waits for the answer. With an attendant it is a run, which may take `time`, and the worker's patience.
    pub(crate) fn ask(
        &mut self,
        request: &Request,
        payload: &[u8],
        time: Duration,
        mut attendant: Option<Attendant<'_>>,
    ) -> Result<Frame<Reply>, WorkerLost> {
        let mut until = later(time.saturating_add(self.patience));
        let number = self.tell(request, payload)?;
        loop {
            let Frame { message: (of, reply), payload } =
                self.receive::<(u32, Reply)>(self.limits, &mut until, attendant.as_mut().map(|attendant| (number, attendant)))?;
            if self.unread.front() == Some(&of) && matches!(reply, Reply::Done | Reply::Refused(_)) {
                self.unread.pop_front();
                continue;
            }
            if of != number || !self.unread.is_empty() {
                return Err(self.wrong(format!("an answer to request {of}, where {number} was asked")));
            }
            match (&reply, &mut attendant) {
                (Reply::Output { is_error }, Some(Attendant { host, room, .. })) => {
                    let Ok(text) = std::str::from_utf8(&payload) else { return Err(self.wrong("a text that is not UTF-8")) };
                    let Some(left) = room.checked_sub(payload.len() as u64) else {
                        return Err(self.wrong("more output than the limit lets a program print"));
                    };
                    **room = left;
                    host.write(text, *is_error);
                }
                (Reply::Output { .. }, None) => return Err(self.wrong("output where no program runs")),
                _ => return Ok(Frame { message: reply, payload }),
            }
        }
    }

    /// Sends a request whose answer is read together with the next one. If it is refused, so is what needs it.
    pub(crate) fn ask_later(&mut self, request: &Request) -> Result<(), SessionError> {
        if self.unread.len() >= MOST_UNREAD {
            return match self.ask(request, &[], Duration::ZERO, None)?.message {
                Reply::Done => Ok(()),
                Reply::Refused(refusal) => Err(refusal.into()),
                _ => Err(self.wrong("something else than that it is done").into()),
            };
        }
        let number = self.tell(request, &[])?;
        self.unread.push_back(number);
        Ok(())
    }

    /// Sends a request, and does not wait. Gives its number.
    pub(crate) fn tell(&mut self, request: &Request, payload: &[u8]) -> Result<u32, WorkerLost> {
        self.number = self.number.wrapping_add(1);
        self.send(&(self.number, request), payload, later(self.patience))?;
        Ok(self.number)
    }

    /// Tells the worker to forget the templates that are gone.
    pub(crate) fn forget_templates(&mut self) -> Result<(), WorkerLost> {
        let gone: Vec<u64> = self.templates.iter().filter(|(_, there)| there.strong_count() == 0).map(|(number, _)| *number).collect();
        gone.into_iter().try_for_each(|template| {
            self.templates.remove(&template);
            self.tell(&Request::Forget { template }, &[]).map(|_| ())
        })
    }

    /// The worker did what no worker does: it is killed.
    pub(crate) fn wrong(&mut self, what: impl Into<String>) -> WorkerLost {
        self.lose(LossReason::Wrong(what.into()))
    }

    fn lose(&mut self, reason: LossReason) -> WorkerLost {
        if let Some(lost) = &self.lost {
            return lost.clone();
        }
        // One that has ended already keeps its status.
        let _ = self.child.kill();
        let status = self.child.wait().ok();
        let mut said = Vec::new();
        let _ = Read::take(&mut self.complaints, MOST_SAID).read_to_end(&mut said);
        let lost = WorkerLost {
            reason,
            signal: status.and_then(|status| status.signal()),
            status: status.and_then(|status| status.code()),
            said: printable(String::from_utf8_lossy(&said).trim()),
        };
        self.lost = Some(lost.clone());
        lost
    }

    fn still_there(&self) -> Result<(), WorkerLost> {
        self.lost.clone().map_or(Ok(()), Err)
    }

    fn send<M: Serialize>(&mut self, message: &M, payload: &[u8], until: Option<Instant>) -> Result<(), WorkerLost> {
        self.still_there()?;
        let bytes = frames::encode(message, payload).map_err(|error| self.wrong(error.to_string()))?;
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            match self.requests.write(rest) {
                Ok(count) => rest = rest.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !wait(&self.requests, PollFlags::OUT, until, None) {
                        return Err(self.lose(LossReason::Late(self.patience)));
                    }
                }
                Err(_) => return Err(self.lose(LossReason::Ended)),
            }
        }
        Ok(())
    }

    /// The next frame. While a run is under way it tells the worker when it is to end.
    fn receive<M: DeserializeOwned>(
        &mut self,
        limits: FrameLimits,
        until: &mut Option<Instant>,
        mut run: Option<(u32, &mut Attendant<'_>)>,
    ) -> Result<Frame<M>, WorkerLost> {
        self.still_there()?;
        let asked = Instant::now();
        loop {
            if let Some((number, attendant)) = &mut run
                && attendant.looked.elapsed() >= LOOK_STEP
            {
                attendant.looked = Instant::now();
                if self.is_closing.load(Ordering::Relaxed) {
                    return Err(self.lose(LossReason::Closed));
                }
                // What was printed appears while the program goes on.
                attendant.host.elapsed_ms();
                if !attendant.is_told && (attendant.host.is_cancelled() || (attendant.is_interrupted)()) {
                    attendant.is_told = true;
                    let soon = later(self.patience);
                    *until = (*until).min(soon).or(soon);
                    let interrupt = (self.number, Request::Interrupt { number: *number });
                    self.send(&interrupt, &[], soon)?;
                }
                // One that goes on to print does not get more time by that.
                if attendant.is_told && until.is_some_and(|until| Instant::now() >= until) {
                    return Err(self.lose(LossReason::Late(asked.elapsed())));
                }
            }
            match self.buffer.take(limits) {
                Ok(Some(frame)) => return Ok(frame),
                Ok(None) => {}
                Err(error) => return Err(self.wrong(error.to_string())),
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Err(self.lose(LossReason::Late(asked.elapsed())));
            }
            wait(&self.replies, PollFlags::IN, *until, run.is_some().then_some(LOOK_STEP));
            match self.buffer.fill(&mut self.replies) {
                Ok(0) => return Err(self.lose(LossReason::Ended)),
                Ok(_) => {}
                Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
                Err(_) => return Err(self.lose(LossReason::Ended)),
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if self.owner != std::process::id() {
            return;
        }
        // It has nothing that it would have to save.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The time after this one; `None` if it is too far away to come.
fn later(time: Duration) -> Option<Instant> {
    Instant::now().checked_add(time)
}

/// Waits until a pipe is ready or has ended, until a time, and no longer than a step. False if nothing came.
fn wait(pipe: &impl AsFd, flags: PollFlags, until: Option<Instant>, step: Option<Duration>) -> bool {
    let left = until.map(|until| until.saturating_duration_since(Instant::now()));
    let time = match (left, step) {
        (Some(left), Some(step)) => Some(left.min(step)),
        (left, step) => left.or(step),
    };
    let time = time.map(|time| Timespec { tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX), tv_nsec: time.subsec_nanos().into() });
    // A failure shows when the pipe is used.
    poll(&mut [PollFd::new(pipe, flags)], time.as_ref()).unwrap_or(1) > 0
}

/// A text of a worker, for a message: what is no character that is seen is left out.
fn printable(text: &str) -> String {
    let one_line = text.replace('\n', "; ");
    one_line.chars().filter(|c| !c.is_control()).collect()
}
