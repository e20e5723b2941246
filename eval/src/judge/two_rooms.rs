//! Tests that are code, in a room of their own. The candidate's room answers their calls.

use std::rc::Rc;

use serde_json::{Value as Json, json};
use stockade_vm::{HostValue, Outcome, Template, UncaughtException};

use super::room::{End, PROGRAM, Room, TESTS, last_line, line_of};
use super::settings::ROOM_CALL;
use super::templates::TestRoom;
use super::{Judge, coded, host};
use crate::task::{Problem, Sample};
use crate::values::{short_repr, shorten};
use crate::verdict::{Judgement, Verdict};

/// Arguments and answers in details are at most so long, in characters.
pub(super) const SHOWN_CHARS: usize = 200;

/// What the rooms last said to each other, in whole messages.
#[derive(Default)]
struct Talk {
    /// The last call of the candidate.
    call: Option<Rc<HostValue>>,
    /// What the candidate gave for it.
    answer: Option<HostValue>,
    /// The exception that it raised.
    raised: Option<HostValue>,
    /// What the tests have asked for and the candidate has not answered yet: the calls without keywords. A test's function that the candidate
    /// calls may call the candidate.
    asked: Vec<Option<Rc<HostValue>>>,
}

/// The parts of a message or of a coded value: its kind, and what comes after it.
pub(super) fn parts(message: &HostValue) -> Option<(&str, &[HostValue])> {
    match message {
        HostValue::Tuple(parts) => match parts.as_slice() {
            [HostValue::Str(kind), rest @ ..] => Some((kind, rest)),
            _ => None,
        },
        _ => None,
    }
}

/// True if the values behind the kind of a message are coded, as `room.py` says.
fn are_coded(rest: &[HostValue]) -> bool {
    matches!(rest.get(3), Some(HostValue::Bool(true)))
}

impl Talk {
    /// The last call of the candidate, as it is shown.
    fn call(&self) -> Option<String> {
        let (_, rest) = parts(self.call.as_deref()?)?;
        let [name, args, ..] = rest else { return None };
        let name = if let HostValue::Str(name) = name { name } else { "<function>" };
        Some(if are_coded(rest) { coded::shown_call(name, args) } else { shown_call(name, args) })
    }

    /// What the candidate gave for the last call, as it is shown.
    fn answer(&self) -> Option<String> {
        let (_, rest) = parts(self.answer.as_ref()?)?;
        let answer = rest.first()?;
        Some(if are_coded(rest) { coded::shown(answer) } else { short_repr(answer, SHOWN_CHARS) })
    }

    /// The exception that the candidate raised: the name of the nearest builtin one, and its text.
    fn raised(&self) -> Option<(Option<&str>, &str)> {
        let (_, rest) = parts(self.raised.as_ref()?)?;
        let text = |at: usize| if let Some(HostValue::Str(text)) = rest.get(at) { Some(text.as_str()) } else { None };
        Some((text(0), text(1).unwrap_or_default()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Tests,
    Candidate,
}

impl Judge {
    pub(super) fn judge_in_two_rooms(&mut self, problem: &Problem, template: &Template, tests: &TestRoom, sample: &Sample) -> Judgement {
        let printed = host::Printed::default();
        let kept = self.settings.keeps_output.then_some(&printed);
        let Judge { settings, candidates, used, .. } = self;
        let mut candidate = match Judge::candidate_room(settings, candidates, problem.prelude, sample, &mut used.candidate, kept) {
            Ok(room) => room,
            Err(end) => return end.judgement((0, 0), 2, &[]),
        };
        let total = tests.steps.len() as u64;
        let step = candidate.program(&sample.program);
        let judgement = if let Some(end) = candidate.end_of(&step) {
            end.judgement((0, total), 2, &[&candidate])
        } else {
            match Room::fork(&settings.tests, template, &mut used.tests, settings.host(None)) {
                Ok(mut room) => {
                    let judgement = judge_between(&mut room, &mut candidate, tests);
                    used.tests = Some(room.session);
                    judgement
                }
                Err(end) => end.judgement((0, total), 2, &[&candidate]),
            }
        };
        used.candidate = Some(candidate.session);
        with_output(judgement, kept)
    }
}

/// Runs the tests, after the candidate's program has come to its end.
fn judge_between(room: &mut Room<'_>, candidate: &mut Room<'_>, tests: &TestRoom) -> Judgement {
    let total = tests.steps.len() as u64;
    let ready = candidate.own_program(&tests.serve);
    if !matches!(&ready, Outcome::HostCall(call) if call.tool == ROOM_CALL) {
        let end = candidate.end_of_run(&ready).unwrap_or_else(|| End::host_fault("the candidate's room did not open"));
        return end.judgement((0, total), 2, &[candidate, room]);
    }
    let mut passed = 0;
    for (program, text) in &tests.steps {
        let mut talk = Talk::default();
        let outcome = room.own_program(program);
        let (side, outcome) = converse(room, candidate, outcome, &mut talk);
        if let Some(end) = end_of_test(room, candidate, side, &outcome, &talk, (passed, text)) {
            return end.judgement((passed, total), 2, &[candidate, room]);
        }
        passed += 1;
    }
    End::new(Verdict::Passed, Json::Null, None).judgement((passed, total), 2, &[candidate, room])
}

pub(super) fn with_output(judgement: Judgement, printed: Option<&host::Printed>) -> Judgement {
    Judgement { output: printed.map(host::Printed::take), ..judgement }
}

/// Hands messages from room to room until one of them ends.
fn converse(tests: &mut Room<'_>, candidate: &mut Room<'_>, first: Outcome, talk: &mut Talk) -> (Side, Outcome) {
    let (mut side, mut outcome) = (Side::Tests, first);
    loop {
        let mut message = match outcome {
            Outcome::HostCall(call) if call.tool == ROOM_CALL => call.args,
            other => return (side, other),
        };
        if side == Side::Candidate {
            answer(&mut message, talk);
        }
        say_shape(&mut message);
        let message = HostValue::Tuple(message);
        let (other, next) = match side {
            Side::Tests => (Side::Candidate, candidate.tell(&message)),
            Side::Candidate => (Side::Tests, tests.tell(&message)),
        };
        note(side, message, talk);
        (side, outcome) = (other, next);
    }
}

/// Keeps a message for the answer to it, and for what a detail may have to say.
fn note(side: Side, message: HostValue, talk: &mut Talk) {
    let Some((kind, rest)) = parts(&message) else { return };
    match (side, kind) {
        (Side::Tests, "call") => {
            let has_keywords = match rest.get(2) {
                None | Some(HostValue::None) => false,
                Some(HostValue::Dict(pairs)) => !pairs.is_empty(),
                Some(_) => true,
            };
            let message = Rc::new(message);
            talk.asked.push((!has_keywords).then(|| Rc::clone(&message)));
            (talk.call, talk.answer, talk.raised) = (Some(message), None, None);
        }
        (Side::Tests, "next") => talk.asked.push(None),
        (Side::Candidate, "return") => talk.answer = Some(message),
        (Side::Candidate, "raise") => talk.raised = Some(message),
        _ => {}
    }
}

/// Leaves the arguments out of an answer where the candidate changed none of them: they need not be written back.
fn answer(message: &mut [HostValue], talk: &mut Talk) {
    let [HostValue::Str(kind), _, after, numbers, _] = message else { return };
    if !matches!(kind.as_str(), "return" | "raise" | "stop") {
        return;
    }
    let asked = talk.asked.pop().flatten();
    let arguments = asked.as_deref().and_then(parts).and_then(|(_, rest)| rest.get(1));
    if kind == "return" && arguments.is_some_and(|arguments| *arguments == *after) && are_in_order(numbers) {
        (*after, *numbers) = (HostValue::None, HostValue::None);
    }
}

/// True if the objects inside the arguments are the ones that were there, each at its place.
fn are_in_order(numbers: &HostValue) -> bool {
    match numbers {
        HostValue::None => true,
        HostValue::Tuple(parts) => match parts.as_slice() {
            [HostValue::Int(count), HostValue::List(numbers)] => {
                i64::try_from(numbers.len()) == Ok(*count) && numbers.iter().zip(0..).all(|(number, at)| *number == HostValue::Int(at))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Says in a call without descriptions what can be changed of its arguments: `room.py` would have to look for it.
fn say_shape(message: &mut [HostValue]) {
    let [HostValue::Str(kind), _, HostValue::Tuple(args), kwargs, coded @ HostValue::Bool(false)] = message else { return };
    if kind == "call" {
        let keywords: &[(HostValue, HostValue)] = if let HostValue::Dict(pairs) = kwargs { pairs } else { &[] };
        *coded = HostValue::Int(shape_of(args, keywords));
    }
}

/// What can be changed of the arguments of a call: nothing (0), nothing inside them (1), or more (2).
fn shape_of(args: &[HostValue], keywords: &[(HostValue, HostValue)]) -> i64 {
    let mut shape = 0;
    let given = args.iter().chain(keywords.iter().map(|(_, value)| value));
    let mut open: Vec<(&HostValue, bool)> = given.filter(|value| !is_fixed(value)).map(|value| (value, false)).collect();
    while let Some((value, is_inside)) = open.pop() {
        match value {
            HostValue::Tuple(items) => open.extend(items.iter().filter(|item| !is_fixed(item)).map(|item| (item, true))),
            _ if is_inside => return 2,
            HostValue::List(items) | HostValue::Set(items) => {
                shape = 1;
                open.extend(items.iter().filter(|item| !is_fixed(item)).map(|item| (item, true)));
            }
            HostValue::Dict(pairs) => {
                shape = 1;
                open.extend(pairs.iter().map(|(_, item)| (item, true)).filter(|(item, _)| !is_fixed(item)));
            }
            _ => return 2,
        }
    }
    shape
}

/// True for what cannot be changed and has nothing inside that can.
fn is_fixed(value: &HostValue) -> bool {
    matches!(
        value,
        HostValue::None
            | HostValue::Bool(_)
            | HostValue::Int(_)
            | HostValue::BigInt(_)
            | HostValue::Float(_)
            | HostValue::Str(_)
            | HostValue::Bytes(_)
            | HostValue::FrozenSet(_)
    )
}

/// What the end of a test means; `None` if it passed.
fn end_of_test(
    tests: &mut Room<'_>,
    candidate: &mut Room<'_>,
    side: Side,
    outcome: &Outcome,
    talk: &Talk,
    (number, text): (u64, &str),
) -> Option<End> {
    if side == Side::Candidate {
        let end = candidate.end_of_run(outcome);
        return Some(end.unwrap_or_else(|| End::host_fault("the candidate's room closed")));
    }
    match outcome {
        Outcome::Raised(raised) if is_the_candidates(raised, talk) => {
            // Raised again where it came from, it has the candidate's own lines.
            let message =
                [HostValue::Str("again".into()), HostValue::None, HostValue::Tuple(Vec::new()), HostValue::None, HostValue::Bool(false)];
            let outcome = candidate.tell(&HostValue::Tuple(message.to_vec()));
            let mut end = candidate.end_of_run(&outcome)?;
            if let Json::Object(detail) = &mut end.detail {
                detail.insert("test".into(), json!(number));
                add_call(detail, talk);
            }
            Some(end)
        }
        Outcome::Raised(raised) if raised.lacking.is_none() && raised.class == "AssertionError" => {
            Some(End::new(Verdict::Failed, failed(raised, talk, number, text), None).traced(&raised.traceback))
        }
        Outcome::Exited(_) | Outcome::Answered(_) => {
            Some(End::new(Verdict::Error, json!({ "type": "SystemExit", "message": "", "in": "tests", "test": number }), None))
        }
        outcome => {
            let mut end = tests.end_of_run(outcome)?;
            if let Json::Object(detail) = &mut end.detail {
                detail.insert("in".into(), json!("tests"));
                detail.insert("test".into(), json!(number));
            }
            // The line is one of the tests.
            end.line = None;
            Some(end)
        }
    }
}

/// True if the exception that ended the tests is the one that the candidate's last call raised.
fn is_the_candidates(raised: &UncaughtException, talk: &Talk) -> bool {
    let Some((name, message)) = talk.raised() else { return false };
    let class = name.unwrap_or("CandidateError");
    let class = if class.starts_with("Unicode") { "UnicodeError" } else { class };
    raised.class == class && (raised.message == message || class == "KeyError")
}

fn failed(raised: &UncaughtException, talk: &Talk, number: u64, text: &str) -> Json {
    let mut detail = serde_json::Map::new();
    detail.insert("test".into(), json!(number));
    if let Some(line) = last_line(&raised.traceback, TESTS) {
        // The innermost line may be of the setup, whose text has other numbers.
        let shown = source_line(&raised.traceback).unwrap_or_else(|| line_of(text, line));
        detail.insert("source".into(), json!(shown));
    }
    if !raised.message.is_empty() {
        detail.insert("message".into(), json!(shorten(&raised.message, SHOWN_CHARS)));
    }
    add_call(&mut detail, talk);
    Json::Object(detail)
}

/// The statement that a traceback shows last, in one line.
fn source_line(traceback: &str) -> Option<String> {
    let at = traceback.rfind("\n  File \"")?;
    let lines = traceback.get(at + 1..)?.lines().skip(1).take_while(|line| line.starts_with("    "));
    let shown: Vec<&str> = lines.map(str::trim).filter(|line| !line.chars().all(|c| matches!(c, '^' | '~' | ' ' | '.'))).collect();
    (!shown.is_empty()).then(|| shorten(&shown.join(" "), SHOWN_CHARS))
}

/// Says which call of the candidate came last, and what it gave.
fn add_call(detail: &mut serde_json::Map<String, Json>, talk: &Talk) {
    let Some(call) = talk.call() else { return };
    detail.insert("call".into(), json!(call));
    if let Some(answer) = talk.answer() {
        detail.insert("got".into(), json!(answer));
    }
}

/// A call as Python writes it, shortened.
pub(super) fn shown_call(name: &str, args: &HostValue) -> String {
    let items = match args {
        HostValue::Tuple(items) | HostValue::List(items) => items.as_slice(),
        _ => std::slice::from_ref(args),
    };
    let shown: Vec<String> = items.iter().map(|item| short_repr(item, SHOWN_CHARS)).collect();
    format!("{name}({})", shorten(&shown.join(", "), SHOWN_CHARS))
}

/// What [`PROGRAM`] is called in messages, for tests that run in its room.
pub(super) fn is_from_tests(traceback: &str) -> bool {
    let last = traceback.lines().rev().find(|line| line.starts_with("  File \""));
    last.is_some_and(|line| !line.contains(PROGRAM))
}
