//! Judges programs: a pure function of program, tests, policy, limits and seed.
//!
//! The candidate runs in one session and the tests in another (`two_rooms.rs`), or both in one where the tests need the candidate's objects
//! (`one_room.rs`). Tests that are data (calls, runs with an input) need no session of their own (`data.rs`). Sessions are copies of
//! templates that have done what every program of a problem needs. A template depends on the texts alone, so that what is kept between
//! programs changes no verdict, no fuel and no memory.

mod coded;
mod data;
mod host;
mod one_room;
mod room;
mod settings;
mod templates;
mod two_rooms;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::json;
use stockade_compiler::bytecode::Program;
use stockade_vm::{HostValue, Session, Template};

pub use settings::{Chosen, Finder, Settings};

use crate::task::{Problem, Sample, Tests};
use crate::verdict::{Judgement, Verdict};
use room::{End, Room};
use templates::{CandidateTemplates, TestRoom, open_test_room, serve_program};

/// The most problems whose preparations are kept: all of most sets, so that samples need not be sorted by problem.
pub(crate) const MAX_PROBLEMS: usize = 256;

/// Judges programs one after the other, and keeps what several programs need.
pub struct Judge {
    settings: Settings,
    candidates: CandidateTemplates,
    /// The room of tests before any tests.
    opened: Option<Template>,
    problems: BTreeMap<u64, Prepared>,
    /// The order in which problems were used last, oldest first.
    order: Vec<u64>,
    used: Used,
    /// The candidate's side of the conversation, compiled.
    serve: Option<Arc<Program>>,
}

/// The sessions of the last program. The next copies of templates take their memory, and nothing that is in it.
#[derive(Default)]
struct Used {
    candidate: Option<Session>,
    tests: Option<Session>,
}

/// What all programs of a problem share.
#[derive(Default)]
struct Prepared {
    room: Option<Rc<Result<TestRoom, String>>>,
    expected: Option<Result<Arc<Vec<HostValue>>, String>>,
}

impl Judge {
    /// A judge with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let (candidates, problems, order) = (CandidateTemplates::default(), BTreeMap::new(), Vec::new());
        Judge { settings, candidates, opened: None, problems, order, used: Used::default(), serve: None }
    }

    /// Judges a program. `number` identifies the problem among those of this judge.
    pub fn judge(&mut self, number: u64, problem: &Problem, sample: &Sample) -> Judgement {
        let mut judgement = match &problem.tests {
            Tests::Broken(reason) => Judgement::host_fault(reason.clone()),
            Tests::Nothing => self.judge_alone(problem, sample),
            Tests::Stdio { runs, rule, may_exit } => self.judge_runs(problem, sample, runs, *rule, *may_exit),
            Tests::Calls { entry, calls, rule } => match self.expected(number, problem) {
                Ok(expected) => self.judge_calls(problem, sample, entry, calls, &expected, rule),
                Err(reason) => Judgement::host_fault(reason),
            },
            Tests::Code { steps, .. } => match &*self.test_room(number, problem) {
                Err(reason) => Judgement::host_fault(reason.clone()),
                Ok(room @ TestRoom { template: Some(template), .. }) => self.judge_in_two_rooms(problem, template, room, sample),
                Ok(_) => self.judge_in_one_room(problem, sample, steps),
            },
        };
        if judgement.tests.1 == 0 {
            judgement.tests.1 = test_count(&problem.tests);
        }
        if matches!(judgement.verdict, Verdict::Error) && judgement.detail.get("type") == Some(&json!("NameError")) {
            self.excuse_starred(sample, &mut judgement);
        }
        judgement
    }

    /// A name that may come from a package of which the program imports all names is our gap.
    fn excuse_starred(&self, sample: &Sample, judgement: &mut Judgement) {
        let starred = crate::stubs::Stubs::of(&sample.program).starred;
        if let Some(module) = starred.first() {
            judgement.verdict = Verdict::Unsupported(format!("{module}.*"));
            judgement.detail = json!({ "name": format!("{module}.*") });
        }
    }

    fn prepared(&mut self, number: u64) -> &mut Prepared {
        if self.order.last() != Some(&number) {
            self.order.retain(|known| *known != number);
            self.order.push(number);
        }
        if self.order.len() > MAX_PROBLEMS {
            let oldest = self.order.remove(0);
            self.problems.remove(&oldest);
        }
        self.problems.entry(number).or_default()
    }

    fn test_room(&mut self, number: u64, problem: &Problem) -> Rc<Result<TestRoom, String>> {
        if let Some(room) = &self.prepared(number).room {
            return Rc::clone(room);
        }
        let room = Rc::new(self.new_test_room(problem));
        self.prepared(number).room = Some(Rc::clone(&room));
        room
    }

    /// The candidate's side of the conversation.
    fn serve(&mut self) -> Result<Arc<Program>, String> {
        let serve = match &mut self.serve {
            Some(serve) => serve,
            none => none.insert(serve_program(&self.settings)?),
        };
        Ok(Arc::clone(serve))
    }

    fn new_test_room(&mut self, problem: &Problem) -> Result<TestRoom, String> {
        let serve = self.serve()?;
        let opened = match &mut self.opened {
            Some(opened) => opened,
            none => none.insert(open_test_room(&self.settings)?),
        };
        TestRoom::new(&self.settings, opened, problem, serve)
    }

    /// A copy of the candidate's room before its program.
    fn candidate_room<'s>(
        settings: &'s Settings,
        templates: &mut CandidateTemplates,
        prelude: &'static str,
        sample: &Sample,
        used: &mut Option<Session>,
        printed: Option<&host::Printed>,
    ) -> Result<Room<'s>, End> {
        let template = templates.for_program(settings, prelude, &sample.program).map_err(|reason| End::host_fault(&reason))?;
        Room::fork(&settings.candidate, template, used, settings.host(printed))
    }
}

/// The number of tests of a problem.
fn test_count(tests: &Tests) -> u64 {
    let count = match tests {
        Tests::Nothing | Tests::Broken(_) => 0,
        Tests::Code { steps, .. } => steps.len(),
        Tests::Calls { calls, .. } => calls.len(),
        Tests::Stdio { runs, .. } => runs.len(),
    };
    count as u64
}
