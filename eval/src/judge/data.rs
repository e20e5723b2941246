//! Tests that are data: runs with an input, and calls with the value that each must give. The engine compares.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use stockade_compiler::bytecode::Program;
use stockade_vm::{Config, HostValue, Outcome, Stdin};

use super::room::{End, PROGRAM, Room, compile};
use super::settings::ROOM_CALL;
use super::two_rooms::{SHOWN_CHARS, shown_call, with_output};
use super::{Judge, host};
use crate::compare::{TextRule, ValueJudge, ValueRule};
use crate::task::{Call, Expected, Problem, Run, Sample, Tests};
use crate::values::{short_repr, shorten};
use crate::verdict::{Judgement, Verdict};

/// Coded values deeper than this are not read.
const MAX_DEPTH: usize = 64;

impl Judge {
    /// Runs a program that has no tests, and keeps what it prints.
    pub(super) fn judge_alone(&mut self, problem: &Problem, sample: &Sample) -> Judgement {
        let printed = host::Printed::default();
        let Judge { settings, candidates, used, .. } = self;
        let forked = Judge::candidate_room(settings, candidates, problem.prelude, sample, &mut used.candidate, Some(&printed));
        let mut room = match forked {
            Ok(room) => room,
            Err(end) => return end.judgement((0, 0), 2, &[]),
        };
        let step = room.program(&sample.program);
        let end = match &step.outcome {
            Outcome::Exited(exit) if exit.code == 0 => None,
            _ => room.end_of(&step),
        };
        let end = end.unwrap_or_else(|| End::new(Verdict::Passed, Json::Null, None));
        let judgement = end.judgement((0, 0), 2, &[&room]);
        used.candidate = Some(room.session);
        with_output(judgement, Some(&printed))
    }

    pub(super) fn judge_runs(&mut self, problem: &Problem, sample: &Sample, runs: &[Run], rule: TextRule, may_exit: bool) -> Judgement {
        // The first run checks the text; the others run the same code.
        let unchecked = Config { check: None, ..self.settings.candidate.clone() };
        let mut program = None;
        let total = runs.len() as u64;
        let (mut fuel, mut memory, mut passed) = (0, 0, 0);
        let Judge { settings, candidates, used, .. } = self;
        for run in runs {
            let printed = host::Printed::default();
            let room = Judge::candidate_room(settings, candidates, problem.prelude, sample, &mut used.candidate, Some(&printed));
            let mut room = match room {
                Ok(room) => room,
                Err(end) => return end.judgement((passed, total), 2, &[]),
            };
            if room.session.set_stdin(&Stdin::Bytes(run.input.clone().into_bytes())).is_err() {
                return End::new(Verdict::Limit("memory"), json!({ "limit": "memory" }), None).judgement((passed, total), 2, &[&room]);
            }
            let (end, outcome) = match &program {
                Some(program) => {
                    let outcome = room.own_program(program);
                    (room.end_of_run(&outcome), outcome)
                }
                None => {
                    let step = room.program(&sample.program);
                    (room.end_of(&step), step.outcome)
                }
            };
            if program.is_none() && passed + 1 < total {
                program = compile(&unchecked, PROGRAM, &sample.program).ok();
            }
            let has_exited = matches!(&outcome, Outcome::Exited(exit) if may_exit || exit.code == 0);
            // Functions of `atexit` print, too. An exception in one changes nothing, as in CPython; a limit is a limit.
            let is_over = matches!(&outcome, Outcome::Finished(_) | Outcome::Answered(_) | Outcome::Exited(_) | Outcome::Raised(_));
            let last = if is_over { room.session.finish() } else { None };
            let at_limit = last.filter(|last| matches!(last, Outcome::Exceeded(_))).and_then(|last| room.end_of_run(&last));
            let output = printed.take();
            let end = match (end, at_limit) {
                (Some(end), _) if !has_exited => Some(end),
                (_, Some(end)) => Some(end),
                _ if rule.is_right(&output, &run.output) => None,
                _ => Some(End::new(
                    Verdict::Failed,
                    json!({
                        "input": shorten(&run.input, SHOWN_CHARS),
                        "expected": shorten(&run.output, SHOWN_CHARS),
                        "got": shorten(&output, SHOWN_CHARS),
                    }),
                    None,
                )),
            };
            let usage = room.used();
            used.candidate = Some(room.session);
            (fuel, memory) = (fuel + usage.0, memory.max(usage.1));
            if let Some(mut end) = end {
                if let Json::Object(detail) = &mut end.detail {
                    detail.insert("test".into(), json!(passed));
                }
                let kept = settings.keeps_output.then_some(output);
                return Judgement { fuel, memory, output: kept, ..end.judgement((passed, total), 2, &[]) };
            }
            passed += 1;
        }
        Judgement { fuel, memory, ..End::new(Verdict::Passed, Json::Null, None).judgement((passed, total), 2, &[]) }
    }

    pub(super) fn judge_calls(
        &mut self,
        problem: &Problem,
        sample: &Sample,
        entry: &str,
        calls: &[Call],
        expected: &[HostValue],
        rule: &ValueRule,
    ) -> Judgement {
        let printed = host::Printed::default();
        let kept = self.settings.keeps_output.then_some(&printed);
        let total = calls.len() as u64;
        let serve = match self.serve() {
            Ok(serve) => serve,
            Err(reason) => return Judgement::host_fault(reason),
        };
        let Judge { settings, candidates, used, .. } = self;
        let mut room = match Judge::candidate_room(settings, candidates, problem.prelude, sample, &mut used.candidate, kept) {
            Ok(room) => room,
            Err(end) => return end.judgement((0, total), 2, &[]),
        };
        let (end, passed) = match open(&mut room, &serve, sample) {
            Ok(()) => end_of_calls(&mut room, entry, calls, expected, rule),
            Err(end) => (end, 0),
        };
        let judgement = end.judgement((passed, total), 2, &[&room]);
        used.candidate = Some(room.session);
        with_output(judgement, kept)
    }

    /// The right answers of a problem whose tests are calls.
    pub(super) fn expected(&mut self, number: u64, problem: &Problem) -> Result<Arc<Vec<HostValue>>, String> {
        if let Some(known) = &self.prepared(number).expected {
            return known.clone();
        }
        let made = self.make_expected(problem).map(Arc::new);
        self.prepared(number).expected = Some(made.clone());
        made
    }

    fn make_expected(&mut self, problem: &Problem) -> Result<Vec<HostValue>, String> {
        let Tests::Calls { entry, calls, .. } = &problem.tests else { return Ok(Vec::new()) };
        let reference = calls.iter().find_map(|call| if let Expected::Reference(program) = &call.expected { Some(program) } else { None });
        let mut room = None;
        if let Some(reference) = reference {
            let sample = Sample { program: reference.to_string(), ..Sample::default() };
            let failed = |end: End| format!("the canonical solution of the problem ends with {}", end.verdict.name());
            let serve = self.serve()?;
            let Judge { settings, candidates, .. } = self;
            let mut opened = Judge::candidate_room(settings, candidates, problem.prelude, &sample, &mut None, None).map_err(failed)?;
            open(&mut opened, &serve, &sample).map_err(failed)?;
            room = Some(opened);
        }
        let mut expected = Vec::with_capacity(calls.len());
        for call in calls {
            match (&call.expected, &mut room) {
                (Expected::Value(value), _) => expected.push(value.clone()),
                (Expected::Reference(_), Some(room)) => match ask(room, entry, call) {
                    Ok(Some(answer)) => expected.push(answer),
                    Ok(None) => return Err("the canonical solution of the problem gives an object that is no plain value".to_string()),
                    Err(end) => return Err(format!("the canonical solution of the problem ends with {}", end.verdict.name())),
                },
                (Expected::Reference(_), None) => return Err("the problem has no canonical solution".to_string()),
            }
        }
        Ok(expected)
    }
}

/// Calls the candidate's function as the tests say. Gives the end, and the number of calls that were right.
fn end_of_calls(room: &mut Room<'_>, entry: &str, calls: &[Call], expected: &[HostValue], rule: &ValueRule) -> (End, u64) {
    let mut judge = ValueJudge::new(rule);
    let mut passed = 0;
    for (call, wanted) in calls.iter().zip(expected) {
        let end = match ask(room, entry, call) {
            Err(end) => Some(end),
            Ok(answer) if answer.as_ref().is_some_and(|answer| judge.is_right(&call.args, answer, wanted)) => None,
            Ok(answer) => {
                let got =
                    answer.map_or_else(|| "<an object that stays in its room>".to_string(), |answer| short_repr(&answer, SHOWN_CHARS));
                Some(End::new(Verdict::Failed, json!({ "expected": short_repr(wanted, SHOWN_CHARS), "got": got }), None))
            }
        };
        if let Some(mut end) = end {
            if let Json::Object(detail) = &mut end.detail {
                detail.insert("test".into(), json!(passed));
                detail.insert("call".into(), json!(shown_call(entry, &HostValue::Tuple(call.args.clone()))));
            }
            return (end, passed);
        }
        passed += 1;
    }
    (End::new(Verdict::Passed, Json::Null, None), passed)
}

/// Runs the candidate's program, so that its functions can be called.
fn open(room: &mut Room<'_>, serve: &Arc<Program>, sample: &Sample) -> Result<(), End> {
    let step = room.program(&sample.program);
    if let Some(end) = room.end_of(&step) {
        return Err(end);
    }
    let ready = room.own_program(serve);
    if matches!(&ready, Outcome::HostCall(call) if call.tool == ROOM_CALL) {
        return Ok(());
    }
    Err(room.end_of_run(&ready).unwrap_or_else(|| End::host_fault("the candidate's room did not open")))
}

/// Calls a function of the candidate. `None` if its answer is no plain value.
fn ask(room: &mut Room<'_>, entry: &str, call: &Call) -> Result<Option<HostValue>, End> {
    let kwargs: Vec<_> = call.kwargs.iter().map(|(name, value)| (HostValue::Str(name.clone()), value.clone())).collect();
    let (mut args, mut kwargs) = (HostValue::Tuple(call.args.clone()), HostValue::Dict(kwargs));
    if call.coded {
        let described = |kind: &str, items: HostValue| HostValue::Tuple(vec![HostValue::Str(kind.into()), items]);
        args = described("tuple", HostValue::List(call.args.clone()));
        kwargs = described("dict", HostValue::List(Vec::new()));
    }
    let message = vec![HostValue::Str("call".into()), HostValue::Str(entry.into()), args, kwargs, HostValue::Bool(call.coded)];
    let outcome = room.tell(&HostValue::Tuple(message));
    let reply = match &outcome {
        Outcome::HostCall(reply) if reply.tool == ROOM_CALL => reply,
        outcome => return Err(room.end_of_run(outcome).unwrap_or_else(|| End::host_fault("the candidate's room closed"))),
    };
    let [HostValue::Str(kind), what, _, _, coded] = reply.args.as_slice() else { return Ok(None) };
    match kind.as_str() {
        "return" if *coded == HostValue::Bool(false) => Ok(Some(what.clone())),
        "return" => Ok(decoded(what, 0)),
        "raise" => {
            // Raised again, it ends the room and shows its line.
            let again =
                [HostValue::Str("again".into()), HostValue::None, HostValue::Tuple(Vec::new()), HostValue::None, HostValue::Bool(false)];
            let outcome = room.tell(&HostValue::Tuple(again.to_vec()));
            Err(room.end_of_run(&outcome).unwrap_or_else(|| End::host_fault("the candidate's room closed")))
        }
        _ => Ok(None),
    }
}

/// The plain value that `room.py` describes, if it describes one.
fn decoded(coded: &HostValue, depth: usize) -> Option<HostValue> {
    let HostValue::Tuple(parts) = coded else { return None };
    let [HostValue::Str(kind), first, ..] = parts.as_slice() else { return None };
    if depth > MAX_DEPTH {
        return None;
    }
    let items = |list: &HostValue| -> Option<Vec<HostValue>> {
        if let HostValue::List(items) = list { items.iter().map(|item| decoded(item, depth + 1)).collect() } else { None }
    };
    match kind.as_str() {
        "plain" => Some(first.clone()),
        "tuple" => items(first).map(HostValue::Tuple),
        "list" => items(first).map(HostValue::List),
        "set" => items(first).map(HostValue::Set),
        "frozenset" => items(first).map(HostValue::FrozenSet),
        "dict" => {
            let HostValue::List(pairs) = first else { return None };
            let pair = |pair: &HostValue| match pair {
                HostValue::Tuple(pair) => Some((decoded(pair.first()?, depth + 1)?, decoded(pair.get(1)?, depth + 1)?)),
                _ => None,
            };
            pairs.iter().map(pair).collect::<Option<Vec<_>>>().map(HostValue::Dict)
        }
        _ => None,
    }
}
