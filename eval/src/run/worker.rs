//! A worker: judges what it is told to, one program after the other.

use std::collections::BTreeMap;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::time::{Duration, Instant};

use super::frames::{self, Answer, Order};
use crate::formats::Format;
use crate::judge::{Judge, Settings};
use crate::task::{Problem, Sample};
use crate::verdict::Judgement;

/// Answers are sent together, unless the first of them would wait for longer than this.
const FLUSH_TIME: Duration = Duration::from_millis(5);

/// A judge with the problems that it was told about.
pub struct Worker {
    judge: Judge,
    problems: BTreeMap<u64, Problem>,
}

impl Worker {
    /// A worker with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Worker { judge: Judge::new(settings), problems: BTreeMap::new() }
    }

    /// Does what it is told. The answer to anything but a program is `None`.
    pub fn obey(&mut self, order: Order) -> Option<Answer> {
        match order {
            Order::Problem { number, format, row } => {
                let format = Format::named(&format).unwrap_or_else(|| Format::of(&row));
                self.problems.insert(number, format.problem(&row));
                None
            }
            Order::Forget { number } => {
                self.problems.remove(&number);
                None
            }
            Order::Judge { index, problem, task_id, program, extracted } => {
                let begun = Instant::now();
                let sample = Sample { task_id, program, extracted };
                let judgement = match self.problems.get(&problem) {
                    Some(known) => self.judge.judge(problem, known, &sample),
                    None => Judgement::host_fault("the worker does not know the problem"),
                };
                Some(answer(index, &judgement, &sample, begun))
            }
        }
    }

    /// Obeys the orders of a pipe until it ends.
    ///
    /// # Errors
    /// Those of the pipes.
    pub fn serve(&mut self, orders: impl Read, answers: impl Write) -> io::Result<()> {
        let (mut orders, mut answers) = (BufReader::with_capacity(1 << 16, orders), BufWriter::with_capacity(1 << 16, answers));
        let mut flushed = Instant::now();
        while let Some(order) = frames::read::<Order>(&mut orders)? {
            let Some(answer) = self.obey(order) else { continue };
            frames::write(&mut answers, &answer)?;
            // To wake the run for each answer would cost more than the answer.
            if orders.buffer().is_empty() || flushed.elapsed() > FLUSH_TIME {
                answers.flush()?;
                flushed = Instant::now();
            }
        }
        answers.flush()
    }
}

fn answer(index: u64, judgement: &Judgement, sample: &Sample, begun: Instant) -> Answer {
    let retry = judgement.is_worth_another_try();
    let mut judgement = judgement.clone();
    if let Some(detail) = judgement.detail.as_object_mut() {
        detail.remove("retry");
    }
    Answer {
        index,
        row: judgement.row(index, &sample.task_id, sample.extracted.as_deref()),
        verdict: judgement.verdict.name(),
        retry,
        micros: u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX),
    }
}
