//! One attempt to get around a policy: its programs are tried, what reached something is shortened, and an edit is found that closes it.

use std::sync::Arc;

use stockade_policy::model::{Expectation, PolicyTest};
use stockade_policy::policy_tests::run_test;
use stockade_policy::redact::Redactor;

use crate::report::{Find, Wall};
use crate::target::{Machine, Ran, Target};
use crate::tests_of_policies::run_policy_test;

/// When a program has reached what it should not.
#[derive(Debug, Clone)]
pub(crate) enum Goal {
    /// It printed the mark.
    Mark,
    /// A call was made, and nobody was asked.
    Unasked,
    /// The host can read this text.
    Shows(String),
    /// The host can read this text in something that the expressions of the policy match.
    Unmasked(String, Arc<Redactor>),
    /// The check accepts it, and the machine refuses something in it.
    AcceptedAndRefused,
    /// The check accepts it. The machine has no such thing now, or it cannot be shown.
    Accepted,
}

/// A program of an attempt.
#[derive(Debug, Clone)]
pub(crate) struct Try {
    /// Its class in the summary.
    pub(crate) way: String,
    pub(crate) code: String,
    /// What the edit for it names.
    pub(crate) part: String,
}

/// Makes the edit that closes what these parts of an attempt showed.
pub(crate) type EditOfParts = Box<dyn Fn(&[&str]) -> String + Send + Sync>;

/// How to close what an attempt opened.
pub(crate) enum Edit {
    /// The first of these that works.
    AnyOf(Vec<String>),
    /// One that is made of the parts of the programs that got through.
    OfParts(EditOfParts),
}

/// An attempt.
pub(crate) struct Attempt {
    pub(crate) wall: Wall,
    pub(crate) title: String,
    pub(crate) key: String,
    pub(crate) place: String,
    pub(crate) why: String,
    pub(crate) goal: Goal,
    pub(crate) tries: Vec<Try>,
    pub(crate) edit: Edit,
    /// Without an edit that works, it is no find: the policy cannot say what it would need to.
    pub(crate) needs_edit: bool,
}

/// Tests of one find in its file.
pub(crate) const MAX_TESTS: usize = 8;

impl Goal {
    fn is_reached(&self, ran: &Ran) -> bool {
        match self {
            Goal::Mark => ran.is_marked(),
            Goal::Unasked => ran.is_marked() && !ran.calls.is_empty() && ran.asked == 0,
            Goal::Shows(text) => ran.shown.contains(text.as_str()),
            Goal::Unmasked(text, redactor) => {
                [&ran.stdout, &ran.told].into_iter().any(|shown| shown.contains(text.as_str()) && redactor.text(shown) != shown.as_str())
            }
            Goal::AcceptedAndRefused => ran.denied_by.is_empty() && ran.ran() && !ran.denials.is_empty(),
            // That the machine lacks a module is no merit of the policy.
            Goal::Accepted => ran.denied_by.iter().all(|rule| rule.starts_with("CAP") || *rule == "IMP007"),
        }
    }

    fn is_of_check(&self) -> bool {
        matches!(self, Goal::AcceptedAndRefused | Goal::Accepted)
    }
}

/// What came of an attempt.
pub(crate) struct Tried {
    pub(crate) find: Option<Find>,
    /// For each program: its class, and whether it got through.
    pub(crate) ways: Vec<(String, bool)>,
    /// The ways of programs that got through, and that no edit closes.
    pub(crate) open: Vec<String>,
}

impl Attempt {
    /// Tries all programs.
    pub(crate) fn run(&self, target: &Target) -> Tried {
        let mut ways = Vec::new();
        let mut through: Vec<(&Try, Ran)> = Vec::new();
        for one in &self.tries {
            let ran = target.run(&target.machine, &one.code);
            let is_reached = self.goal.is_reached(&ran);
            ways.push((one.way.clone(), is_reached));
            if is_reached {
                through.push((one, ran));
            }
        }
        if through.is_empty() {
            return Tried { find: None, ways, open: Vec::new() };
        }
        let parts: Vec<&str> = through.iter().map(|(one, _)| one.part.as_str()).collect();
        let mut closed: Option<(usize, String, Arc<Machine>, Vec<bool>)> = None;
        for edit in self.edits(&parts) {
            let Some(machine) = target.edited(&edit) else { continue };
            let is_closed: Vec<bool> = through.iter().map(|(one, _)| !self.goal.is_reached(&target.run(&machine, &one.code))).collect();
            let count = is_closed.iter().filter(|is_closed| **is_closed).count();
            if closed.as_ref().is_none_or(|(most, ..)| count > *most) && count > 0 {
                closed = Some((count, edit, machine, is_closed));
            }
            if count == through.len() {
                break;
            }
        }
        let mut open = Vec::new();
        let closed = closed.map(|(_, edit, machine, is_closed)| {
            let mut is_closed = is_closed.into_iter();
            through.retain(|(one, _)| {
                let is_closed = is_closed.next().unwrap_or(false);
                if !is_closed {
                    open.push(one.way.clone());
                }
                is_closed
            });
            (machine, edit)
        });
        if closed.is_none() && self.needs_edit {
            let open = through.iter().map(|(one, _)| one.way.clone()).collect();
            return Tried { find: None, ways, open };
        }
        let Some((first, ran)) = through.first() else { return Tried { find: None, ways, open } };
        let evidence = evidence(&self.goal, ran);
        let mut find = Find {
            wall: self.wall,
            title: self.title.clone(),
            key: self.key.clone(),
            place: self.place.clone(),
            why: self.why.clone(),
            way: first.way.clone(),
            evidence,
            program: first.code.clone(),
            edit: String::new(),
            tests: Vec::new(),
        };
        if let Some((machine, edit)) = closed {
            find.edit = edit;
            // One program is as good as another where nothing runs.
            let most = if self.goal.is_of_check() { 1 } else { MAX_TESTS };
            for (one, _) in through.iter().take(most) {
                let code = self.shortened(target, &machine, &one.code);
                if one.code == first.code {
                    find.program.clone_from(&code);
                }
                find.tests
                    .extend(self.test(target, &machine, &one.way, &code).or_else(|| self.test(target, &machine, &one.way, &one.code)));
            }
        } else {
            find.tests.push(target.policy_test(&first.way, &first.code, Expectation::Hide(vec![self.hidden().into()])));
        }
        Tried { find: Some(find), ways, open }
    }

    fn edits(&self, parts: &[&str]) -> Vec<String> {
        match &self.edit {
            Edit::AnyOf(edits) => edits.clone(),
            Edit::OfParts(make) => {
                let mut parts = parts.to_vec();
                parts.sort_unstable();
                parts.dedup();
                vec![make(&parts)]
            }
        }
    }

    fn hidden(&self) -> &str {
        match &self.goal {
            Goal::Shows(text) | Goal::Unmasked(text, _) => text,
            _ => crate::target::MARK,
        }
    }

    /// The program without the lines that it does not need.
    fn shortened(&self, target: &Target, edited: &Machine, code: &str) -> String {
        let mut lines: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
        let is_good = |lines: &[&str]| {
            let text = lines.join("\n");
            // A program that the edit refuses for another reason than this one would be no test of it.
            self.goal.is_reached(&target.run(&target.machine, &text)) && !self.goal.is_reached(&target.run(edited, &text))
        };
        if !is_good(&lines) {
            return code.to_owned();
        }
        let mut size = lines.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at < lines.len() {
                let mut fewer = lines.clone();
                fewer.drain(at..(at + size).min(fewer.len()));
                if !fewer.is_empty() && is_good(&fewer) {
                    lines = fewer;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        lines.join("\n")
    }

    /// A policy test that fails now and passes after the edit.
    fn test(&self, target: &Target, edited: &Machine, way: &str, code: &str) -> Option<PolicyTest> {
        let (before, after) = (target.run(&target.machine, code), target.run(edited, code).denied_by);
        let new: Vec<Box<str>> = after.iter().filter(|rule| !before.denied_by.contains(rule)).map(|rule| (*rule).into()).collect();
        let test = |expect: Expectation| target.policy_test(way, code, expect);
        let catalog = stockade_vm::catalog(target.library);
        if !new.is_empty() && !target.lends_alone(code) {
            let by_check = test(Expectation::Deny(new));
            if run_test(&by_check, target.policy(), catalog).is_err() && run_test(&by_check, &edited.policy, catalog).is_ok() {
                return Some(by_check);
            }
        }
        // A policy test has no modules of a host.
        if self.goal.is_of_check() || target.given().any(|name| code.contains(name)) {
            return None;
        }
        // A traceback shows the line of the program. What was printed is not in it.
        let printed = before.stdout.lines().find(|line| line.contains(crate::target::MARK));
        let hidden = printed.filter(|_| matches!(self.goal, Goal::Mark | Goal::Unasked)).unwrap_or_else(|| self.hidden());
        let by_run = test(Expectation::Hide(vec![hidden.into()]));
        let fails = |machine: &Machine| run_policy_test(&by_run, &machine.policy, target.library, &target.modules).is_err();
        (fails(&target.machine) && !fails(edited)).then_some(by_run)
    }
}

fn evidence(goal: &Goal, ran: &Ran) -> String {
    let first =
        |text: &str| text.lines().find(|line| line.contains(crate::target::MARK)).unwrap_or("").chars().take(120).collect::<String>();
    match goal {
        Goal::Mark | Goal::Unasked => match ran.calls.last() {
            Some(call) => {
                format!("the machine made the call: {} with {:?}{:?}", call.tool, call.args, call.kwargs).chars().take(200).collect()
            }
            None => format!("the check accepts it, and the machine ran it: {}", first(&ran.stdout)),
        },
        Goal::Shows(text) | Goal::Unmasked(text, _) => format!("the host can read `{text}`"),
        Goal::AcceptedAndRefused => {
            let said = ran.denials.first().map_or("", |(message, _)| message.as_str());
            format!("the check accepts it, and the machine refuses it: {said}")
        }
        Goal::Accepted => "the check accepts it, and the policy grants it".to_owned(),
    }
}
