//! The workers: each judges a chunk of programs after the other. One that dies or hangs costs its programs another try, and no more.

use std::collections::VecDeque;
use std::io::{BufReader, BufWriter, Read as _, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::frames::{self, Answer, Order};
use super::worker::Worker;
use crate::formats::Row;
use crate::judge::{MAX_PROBLEMS, Settings};
use crate::verdict::Judgement;

/// How often it is asked whether the run was given up, while a worker judges.
const LOOK: Duration = Duration::from_millis(50);

/// A program with its problem.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) index: u64,
    pub(super) task: Task,
}

impl Job {
    /// The number of its problem.
    pub(super) fn problem(&self) -> Option<u64> {
        match &self.task {
            Task::Judge { problem, .. } => Some(problem.number),
            Task::Fault { .. } => None,
        }
    }
}

/// What is to be done for a row.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// Judge a program.
    Judge { problem: std::sync::Arc<Known>, task_id: String, program: String, extracted: Option<String> },
    /// Nothing can be judged, and why.
    Fault { task_id: String, reason: String },
}

/// A problem with its number.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) number: u64,
    pub(super) format: &'static str,
    pub(super) row: Row,
}

/// How workers are started.
#[derive(Clone)]
pub enum Start {
    /// As processes.
    Process(WorkerCommand),
    /// In this process, where no program of ours can be started.
    Here(std::sync::Arc<Settings>),
}

/// How a worker process is started.
#[derive(Debug, Clone, Default)]
pub struct WorkerCommand {
    /// The program.
    pub program: std::path::PathBuf,
    /// Its arguments.
    pub arguments: Vec<std::ffi::OsString>,
    /// Variables of its environment beside ours.
    pub environment: Vec<(std::ffi::OsString, std::ffi::OsString)>,
}

/// A worker of a run.
pub(super) struct Hand {
    start: Start,
    backstop: Duration,
    given_up: Arc<AtomicBool>,
    link: Option<Link>,
    /// The numbers of the problems that the worker knows, oldest first.
    told: VecDeque<u64>,
    /// Answers of a worker in this process that nobody has taken yet.
    ready: VecDeque<Answer>,
    /// The jobs without an answer, in order.
    waiting: VecDeque<Job>,
    /// How many of them the worker has been told of.
    sent: usize,
    /// The first of them has cost a worker already.
    is_suspect: bool,
}

/// Why there is no answer.
enum Lost {
    /// The worker ended.
    Died,
    /// The worker does not answer.
    Hangs,
    /// The program reached the backstop.
    Backstop,
    /// No worker can be started.
    Cannot(String),
    /// Nobody wants the answer.
    GivenUp,
}

impl Lost {
    fn reason(&self) -> &'static str {
        match self {
            Lost::Died => "the worker died, twice",
            Lost::Hangs => "the worker did not answer, twice",
            Lost::Backstop => "the wall time of the backstop is over, twice",
            Lost::Cannot(_) => "no worker can be started",
            Lost::GivenUp => "the run was given up",
        }
    }
}

enum Link {
    Process(Process),
    Here(Box<Worker>),
}

struct Process {
    child: Child,
    /// `None` once the worker is told to end.
    orders: Option<BufWriter<std::process::ChildStdin>>,
    /// It may be in the middle of a program, or hang.
    is_lost: bool,
    answers: Receiver<std::io::Result<Answer>>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that is idle ends by itself when its pipe does. One that hangs does not, and one that has ended is not hurt.
        drop(self.orders.take());
        if self.is_lost {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

impl Hand {
    pub(super) fn new(start: Start, backstop: Duration, given_up: Arc<AtomicBool>) -> Self {
        let (told, ready, waiting) = (VecDeque::new(), VecDeque::new(), VecDeque::new());
        Hand { start, backstop, given_up, link: None, told, ready, waiting, sent: 0, is_suspect: false }
    }

    /// Adds programs to those that wait for their answers, and tells the worker of them, so that it need not wait for us.
    ///
    /// # Errors
    /// No worker can be started.
    pub(super) fn add(&mut self, jobs: impl IntoIterator<Item = Job>) -> Result<(), String> {
        self.waiting.extend(jobs);
        match self.send() {
            Err(Lost::Cannot(reason)) => Err(reason),
            // Whoever waits for answers gets those that the worker gave before it ended, and then finds out.
            _ => Ok(()),
        }
    }

    /// The answer for the first program that waits; `None` if none does.
    ///
    /// # Errors
    /// No worker can be started, or the run was given up.
    pub(super) fn next(&mut self) -> Result<Option<Answer>, String> {
        loop {
            let Some(first) = self.waiting.front() else { return Ok(None) };
            if let Task::Fault { task_id, reason } = &first.task {
                let answer = fault(first.index, task_id, reason);
                self.take_first();
                return Ok(Some(answer));
            }
            let received = self.send().and_then(|()| self.receive()).and_then(|answer| {
                // After an accident a program runs alone.
                if answer.retry && !self.is_suspect { Err(Lost::Backstop) } else { Ok(answer) }
            });
            match received {
                Ok(answer) => {
                    self.take_first();
                    return Ok(Some(answer));
                }
                Err(Lost::Cannot(reason)) => return Err(reason),
                Err(Lost::GivenUp) => return Err(Lost::GivenUp.reason().to_string()),
                Err(why) => {
                    // Answers of what was sent behind it must not be taken for others.
                    self.forget_worker();
                    if self.is_suspect
                        && let Some(Job { index, task: Task::Judge { task_id, .. } }) = self.waiting.front()
                    {
                        let answer = fault(*index, task_id, why.reason());
                        self.take_first();
                        return Ok(Some(answer));
                    }
                    self.is_suspect = true;
                }
            }
        }
    }

    /// The first job has its answer.
    fn take_first(&mut self) {
        self.waiting.pop_front();
        self.sent = self.sent.saturating_sub(1);
        self.is_suspect = false;
        if self.sent == 0
            && let Some(Link::Process(process)) = &mut self.link
        {
            process.is_lost = false;
        }
    }

    fn forget_worker(&mut self) {
        (self.link, self.sent) = (None, 0);
    }

    /// Tells the worker about the programs that it does not know of, and about their problems where it does not know them.
    fn send(&mut self) -> Result<(), Lost> {
        let end = if self.is_suspect { self.waiting.len().min(1) } else { self.waiting.len() };
        if self.sent >= end {
            return Ok(());
        }
        if self.link.is_none() {
            self.told.clear();
            self.ready.clear();
            self.link = Some(self.start_worker()?);
        }
        while self.sent < end {
            let Some(job) = self.waiting.get(self.sent) else { break };
            self.sent += 1;
            let Task::Judge { problem, task_id, program, extracted } = &job.task else { continue };
            let order = Order::Judge {
                index: job.index,
                problem: problem.number,
                task_id: task_id.clone(),
                program: program.clone(),
                extracted: extracted.clone(),
            };
            let problem = std::sync::Arc::clone(problem);
            if !self.told.contains(&problem.number) {
                if self.told.len() >= MAX_PROBLEMS
                    && let Some(number) = self.told.pop_front()
                {
                    self.order(Order::Forget { number })?;
                }
                self.told.push_back(problem.number);
                self.order(Order::Problem { number: problem.number, format: problem.format.into(), row: problem.row.clone() })?;
            }
            self.order(order)?;
        }
        if let Some(Link::Process(process)) = &mut self.link {
            process.is_lost = true;
            process.orders.as_mut().ok_or(Lost::Died)?.flush().map_err(|_| Lost::Died)?;
        }
        Ok(())
    }

    fn order(&mut self, order: Order) -> Result<(), Lost> {
        match &mut self.link {
            Some(Link::Process(process)) => {
                let orders = process.orders.as_mut().ok_or(Lost::Died)?;
                frames::write(orders, &order).map_err(|_| Lost::Died)
            }
            Some(Link::Here(worker)) => {
                self.ready.extend(worker.obey(order));
                Ok(())
            }
            None => Err(Lost::Died),
        }
    }

    fn receive(&mut self) -> Result<Answer, Lost> {
        // A program may use the backstop in both rooms, and several times if it has several tests.
        let patience = self.backstop.saturating_mul(4).saturating_add(Duration::from_secs(30));
        let begun = Instant::now();
        match &mut self.link {
            Some(Link::Process(process)) => loop {
                if self.given_up.load(Ordering::Relaxed) {
                    return Err(Lost::GivenUp);
                }
                match process.answers.recv_timeout(LOOK) {
                    Ok(Ok(answer)) => return Ok(answer),
                    Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(Lost::Died),
                    Err(RecvTimeoutError::Timeout) if begun.elapsed() < patience => {}
                    Err(RecvTimeoutError::Timeout) => return Err(Lost::Hangs),
                }
            },
            Some(Link::Here(_)) => self.ready.pop_front().ok_or(Lost::Died),
            None => Err(Lost::Died),
        }
    }

    fn start_worker(&self) -> Result<Link, Lost> {
        let WorkerCommand { program, arguments, environment } = match &self.start {
            Start::Here(settings) => return Ok(Link::Here(Box::new(Worker::new(Settings::clone(settings))))),
            Start::Process(command) => command,
        };
        let cannot = |error: std::io::Error| Lost::Cannot(format!("a worker cannot be started: {error}"));
        let mut command = Command::new(program);
        // Nothing of this process but what is given: no variables, and pipes.
        command.args(arguments).env_clear().envs(environment.iter().map(|(name, value)| (name, value)));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(cannot)?;
        let (Some(orders), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Lost::Cannot("a worker has no pipes".to_string()));
        };
        if let Some(complaints) = child.stderr.take() {
            std::thread::spawn(move || pass_on(complaints));
        }
        let (tell, listen): (SyncSender<_>, _) = sync_channel(1 << 12);
        std::thread::spawn(move || {
            let mut answers = BufReader::new(answers);
            loop {
                let Some(answer) = frames::read(&mut answers).transpose() else { return };
                let is_broken = answer.is_err();
                if tell.send(answer).is_err() || is_broken {
                    return;
                }
            }
        });
        Ok(Link::Process(Process { child, orders: Some(BufWriter::with_capacity(1 << 16, orders)), is_lost: false, answers: listen }))
    }
}

/// Passes on what a worker says about itself. It has pipes only, so that it reaches no terminal, and no more than this comes through.
fn pass_on(complaints: impl std::io::Read) {
    const MOST: u64 = 1 << 16;
    let mut text = Vec::new();
    let _ = complaints.take(MOST).read_to_end(&mut text);
    let _ = std::io::stderr().write_all(&text);
}

fn fault(index: u64, task_id: &str, reason: &str) -> Answer {
    let judgement = Judgement::host_fault(reason);
    Answer { index, row: judgement.row(index, task_id, None), verdict: judgement.verdict.name(), retry: false, micros: 0 }
}
