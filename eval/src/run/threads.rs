//! Judges rows that are at hand, on threads of this process: for reward functions and for maps over batches.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::frames::Answer;
use super::pool::{Hand, Job, Start};
use super::{Feeder, Problems, Source};
use crate::extract::Extract;
use crate::formats::{Format, Row};
use crate::judge::Settings;

/// The stack of a thread: that of a process's first thread, for which the interpreter is made.
const STACK_BYTES: usize = 8 << 20;

/// A job, and where its answer goes.
type Asked = (Job, Sender<Result<Answer, String>>);

/// Judges batches of rows. Its threads and what they have prepared stay between batches.
pub struct Evaluator {
    feeder: Mutex<Feeder>,
    jobs: Sender<Asked>,
}

impl Evaluator {
    /// An evaluator with so many threads, at least one.
    ///
    /// # Errors
    /// The problems cannot be read.
    pub fn new(
        settings: &Settings,
        problems: Option<&Source>,
        format: Option<Format>,
        extract: Extract,
        workers: usize,
        backstop: Duration,
    ) -> Result<Self, String> {
        let problems = problems.map(|source| Problems::read(source, format)).transpose()?;
        let (jobs, asked) = channel::<Asked>();
        let asked = Arc::new(Mutex::new(asked));
        let settings = Arc::new(settings.clone());
        for _ in 0..workers.max(1) {
            let (asked, start) = (Arc::clone(&asked), Start::Here(Arc::clone(&settings)));
            // They end when the evaluator is dropped, because nobody sends any more.
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn(move || serve(&asked, start, backstop)).map_err(|error| format!("a thread cannot be started: {error}"))?;
        }
        Ok(Evaluator { feeder: Mutex::new(Feeder::new(problems, format, extract)), jobs })
    }

    /// Judges rows. The results are in their order, one for each program; indices begin at 0 in every batch.
    ///
    /// # Errors
    /// The threads have ended.
    pub fn evaluate(&self, rows: Vec<Result<Row, String>>) -> Result<Vec<String>, String> {
        let jobs: Vec<Job> = {
            let mut feeder = self.feeder.lock().unwrap_or_else(PoisonError::into_inner);
            feeder.next = 0;
            rows.into_iter().flat_map(|row| feeder.jobs(row)).collect()
        };
        let count = jobs.len();
        let (tell, answers) = channel();
        for job in jobs {
            self.jobs.send((job, tell.clone())).map_err(|_| "the threads of the evaluator have ended".to_string())?;
        }
        drop(tell);
        let mut lines: Vec<(u64, String)> = Vec::with_capacity(count);
        for answer in answers {
            let answer = answer?;
            lines.push((answer.index, answer.row));
        }
        if lines.len() != count {
            return Err("a thread of the evaluator has ended".to_string());
        }
        lines.sort_by_key(|(index, _)| *index);
        Ok(lines.into_iter().map(|(_, line)| line).collect())
    }
}

fn serve(asked: &Mutex<Receiver<Asked>>, start: Start, backstop: Duration) {
    let mut hand = Hand::new(start, backstop, Arc::default());
    loop {
        let next = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((job, tell)) = next else { return };
        let judged = hand.add([job]).and_then(|()| hand.next());
        if let Some(answer) = judged.transpose() {
            let _ = tell.send(answer);
        }
    }
}
