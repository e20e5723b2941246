//! The workers: each judges a chunk of programs after the other. One that dies or hangs costs its programs another try, and no more.

use std::collections::VecDeque;
use std::io::{BufReader, BufWriter, Read as _, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use super::frames::{self, Answer, Order};
use super::worker::Worker;
use crate::formats::Row;
use crate::judge::Settings;
use crate::verdict::Judgement;

/// A worker keeps the problems it was told about last.
const MAX_PROBLEMS: usize = 64;

/// A program with its problem.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) index: u64,
    pub(super) task: Task,
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
    /// As processes: program and arguments.
    Process(Vec<std::ffi::OsString>),
    /// In this process, where no program of ours can be started.
    Here(std::sync::Arc<Settings>),
}

/// A worker of a run.
pub(super) struct Hand {
    start: Start,
    backstop: Duration,
    link: Option<Link>,
    /// The numbers of the problems that the worker knows, oldest first.
    told: VecDeque<u64>,
    /// Answers of a worker in this process that nobody has taken yet.
    ready: VecDeque<Answer>,
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
}

impl Lost {
    fn reason(&self) -> &'static str {
        match self {
            Lost::Died => "the worker died, twice",
            Lost::Hangs => "the worker did not answer, twice",
            Lost::Backstop => "the wall time of the backstop is over, twice",
            Lost::Cannot(_) => "no worker can be started",
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
    pub(super) fn new(start: Start, backstop: Duration) -> Self {
        Hand { start, backstop, link: None, told: VecDeque::new(), ready: VecDeque::new() }
    }

    /// Judges the programs of a chunk, in order.
    pub(super) fn judge(&mut self, jobs: Vec<Job>, tell: &mut dyn FnMut(Answer)) -> Result<(), String> {
        let mut waiting: VecDeque<Job> = jobs.into();
        // The first job of `waiting` has cost a worker already.
        let mut is_suspect = false;
        while let Some(first) = waiting.front() {
            if let Task::Fault { task_id, reason } = &first.task {
                tell(fault(first.index, task_id, reason));
                waiting.pop_front();
                continue;
            }
            // After an accident a program runs alone.
            let count = if is_suspect { 1 } else { waiting.iter().take_while(|job| matches!(job.task, Task::Judge { .. })).count() };
            let sent: Vec<Job> = waiting.iter().take(count).cloned().collect();
            let mut done = 0;
            let lost = self.send(&sent).and_then(|()| {
                for _ in &sent {
                    let answer = self.receive()?;
                    if answer.retry && !is_suspect {
                        return Err(Lost::Backstop);
                    }
                    tell(answer);
                    done += 1;
                }
                Ok(())
            });
            waiting.drain(..done);
            match lost {
                Ok(()) => {
                    is_suspect = false;
                    if let Some(Link::Process(process)) = &mut self.link {
                        process.is_lost = false;
                    }
                }
                Err(Lost::Cannot(reason)) => return Err(reason),
                Err(why) => {
                    // Answers of what was sent behind it must not be taken for others.
                    self.link = None;
                    if is_suspect && let Some(Job { index, task: Task::Judge { task_id, .. } }) = waiting.pop_front() {
                        tell(fault(index, &task_id, why.reason()));
                        is_suspect = false;
                    } else {
                        is_suspect = true;
                    }
                }
            }
        }
        Ok(())
    }

    /// Tells the worker about programs, and about their problems where it does not know them.
    fn send(&mut self, jobs: &[Job]) -> Result<(), Lost> {
        if self.link.is_none() {
            self.told.clear();
            self.ready.clear();
            self.link = Some(self.start_worker()?);
        }
        for job in jobs {
            let Task::Judge { problem, task_id, program, extracted } = &job.task else { continue };
            if !self.told.contains(&problem.number) {
                if self.told.len() >= MAX_PROBLEMS
                    && let Some(number) = self.told.pop_front()
                {
                    self.order(Order::Forget { number })?;
                }
                self.told.push_back(problem.number);
                self.order(Order::Problem { number: problem.number, format: problem.format.into(), row: problem.row.clone() })?;
            }
            let order = Order::Judge {
                index: job.index,
                problem: problem.number,
                task_id: task_id.clone(),
                program: program.clone(),
                extracted: extracted.clone(),
            };
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
        match &mut self.link {
            Some(Link::Process(process)) => match process.answers.recv_timeout(patience) {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(Lost::Died),
                Err(RecvTimeoutError::Timeout) => Err(Lost::Hangs),
            },
            Some(Link::Here(_)) => self.ready.pop_front().ok_or(Lost::Died),
            None => Err(Lost::Died),
        }
    }

    fn start_worker(&self) -> Result<Link, Lost> {
        let command = match &self.start {
            Start::Here(settings) => return Ok(Link::Here(Box::new(Worker::new(Settings::clone(settings))))),
            Start::Process(command) => command,
        };
        let Some((program, args)) = command.split_first() else { return Err(Lost::Cannot("a worker has no command".to_string())) };
        let cannot = |error: std::io::Error| Lost::Cannot(format!("a worker cannot be started: {error}"));
        let mut child = Command::new(program)
            .args(args)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
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
