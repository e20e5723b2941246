//! Tests that need objects of the candidate run in the candidate's room.

use serde_json::{Value as Json, json};
use stockade_vm::Outcome;

use super::room::{End, Room, TESTS};
use super::two_rooms::{SHOWN_CHARS, is_from_tests, with_output};
use super::{Judge, host};
use crate::task::{Problem, Sample, Tests};
use crate::values::shorten;
use crate::verdict::{Judgement, Verdict};

impl Judge {
    pub(super) fn judge_in_one_room(&mut self, problem: &Problem, sample: &Sample, steps: &[String]) -> Judgement {
        let Tests::Code { setup, .. } = &problem.tests else { return Judgement::host_fault("the tests are no code") };
        let printed = host::Printed::default();
        let kept = self.settings.keeps_output.then_some(&printed);
        // Stubs that only the tests need are those of the room, too.
        let both = Sample { program: format!("{}\n{setup}", sample.program), ..Sample::default() };
        let (settings, used) = (&self.settings, &mut self.used.candidate);
        let mut room = match Judge::candidate_room(settings, &mut self.candidates, problem.prelude, &both, used, kept) {
            Ok(room) => room,
            Err(end) => return end.judgement((0, 0), 1, &[]),
        };
        let judgement = judge_in(&mut room, setup, steps, sample);
        self.used.candidate = Some(room.session);
        with_output(judgement, kept)
    }
}

fn judge_in(room: &mut Room<'_>, setup: &String, steps: &[String], sample: &Sample) -> Judgement {
    let total = steps.len() as u64;
    let step = room.program(&sample.program);
    if let Some(end) = room.end_of(&step) {
        return end.judgement((0, total), 1, &[room]);
    }
    let mut passed = 0;
    for (at, text) in std::iter::once(setup).chain(steps).enumerate() {
        if text.trim().is_empty() {
            passed += u64::from(at > 0);
            continue;
        }
        let step = room.own_text(TESTS, text);
        let end = match &step.outcome {
            Outcome::Raised(raised) if raised.class == "AssertionError" && raised.lacking.is_none() && is_from_tests(&raised.traceback) => {
                let detail = json!({ "test": passed, "message": shorten(&raised.message, SHOWN_CHARS) });
                Some(End::new(Verdict::Failed, detail, None).traced(&raised.traceback))
            }
            _ => room.end_of(&step),
        };
        if let Some(mut end) = end {
            if let Json::Object(detail) = &mut end.detail {
                detail.insert("test".into(), json!(passed));
            }
            return end.judgement((passed, total), 1, &[room]);
        }
        passed += u64::from(at > 0);
    }
    End::new(Verdict::Passed, Json::Null, None).judgement((passed, total), 1, &[room])
}
