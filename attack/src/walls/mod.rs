//! The walls: each file reads a kind of intention from the policy and makes attempts to get around it. This one runs them.
//!
//! Known ways come first, in a fixed order. The time that is left goes to programs that `hunt.rs` composes.

mod agreement;
mod approval;
mod computed;
mod denied;
mod elsewhere;
mod evaded;
mod families;
mod given;
mod graph;
mod hunt;
mod limits;
mod loosened;
mod names;
mod promises;
mod readers;
mod redaction;
mod syntax;
mod tools;
mod ways;

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use stockade_policy::ResolvedPolicy;
use stockade_policy::model::PolicyTest;

use crate::attempt::{Attempt, MAX_TESTS, Tried};
use crate::report;
use crate::report::{Find, Note, Options, Report, Wall};
use crate::target::Target;
use crate::tests_of_policies::run_policy_test;

/// Attempts, and programs that were tried while they were made.
#[derive(Default)]
pub(super) struct Stage {
    pub(super) attempts: Vec<Attempt>,
    pub(super) tried: Vec<(Wall, String, bool)>,
    pub(super) finds: Vec<Find>,
    pub(super) notes: Vec<Note>,
}

impl Stage {
    fn of(attempts: Vec<Attempt>) -> Self {
        Stage { attempts, ..Stage::default() }
    }
}

/// Says when to stop.
pub(super) struct Budget<'a> {
    options: &'a Options,
    start: Instant,
}

impl Budget<'_> {
    pub(super) fn is_used_up(&self) -> bool {
        self.start.elapsed() >= self.options.time
    }
}

type MakeStage = fn(&Target) -> Stage;

/// Every stage of known ways.
const STAGES: &[MakeStage] = &[
    promises::stage,
    limits::stage,
    loosened::stage,
    tools::stage,
    approval::stage,
    redaction::stage,
    syntax::stage,
    names::stage,
    given::stage,
    families::stage,
    computed::stage,
    evaded::stage,
    agreement::stage,
    graph::stage,
    elsewhere::stage,
    readers::stage,
];

pub(crate) fn run(target: &Target, options: &Options, start: Instant) -> Report {
    let budget = Budget { options, start };
    let mut report = Report { is_complete: true, ..Report::default() };
    for make in STAGES {
        if budget.is_used_up() {
            report.is_complete = false;
            break;
        }
        let stage = make(target);
        for (wall, way, is_reached) in stage.tried {
            count(&mut report, wall, way, is_reached);
        }
        report.notes.extend(stage.notes);
        for find in stage.finds {
            add(&mut report, find);
        }
        let answers = try_all(target, &budget, &stage.attempts);
        report.is_complete &= answers.len() == stage.attempts.len() && answers.iter().all(Option::is_some);
        for (attempt, tried) in stage.attempts.iter().zip(answers) {
            if let Some(tried) = tried {
                take(&mut report, attempt, tried);
            }
        }
    }
    if report.is_complete {
        hunt::run(target, &budget, options, &mut report);
    }
    let passes = |test: &&PolicyTest| passes(target, test, target.policy());
    let kept: Vec<&PolicyTest> = target.policy().tests.iter().filter(passes).collect();
    report.finds.iter_mut().for_each(|find| check(target, find, &kept));
    let mut known = std::collections::BTreeSet::new();
    report.notes.retain(|note| known.insert(note.text.clone()));
    report
}

/// Tries attempts on several threads. An attempt that found no time has no answer.
pub(super) fn try_all(target: &Target, budget: &Budget<'_>, attempts: &[Attempt]) -> Vec<Option<Tried>> {
    let answers: Vec<Mutex<Option<Tried>>> = attempts.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((attempt, answer)) =
            (!budget.is_used_up()).then(|| next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((attempts.get(at)?, answers.get(at)?)))
        {
            let tried = attempt.run(target);
            *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(tried);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..budget.options.jobs {
            scope.spawn(work);
        }
        work();
    });
    answers.into_iter().map(|answer| answer.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

pub(super) fn take(report: &mut Report, attempt: &Attempt, tried: Tried) {
    for (way, is_reached) in tried.ways {
        count(report, attempt.wall, way, is_reached);
    }
    if let Some(find) = tried.find {
        add(report, find);
    }
    for way in tried.open {
        let text = format!("{}: {way}. No setting closes this: {}", attempt.title, attempt.why);
        report.notes.push(Note { wall: attempt.wall, text });
    }
}

fn count(report: &mut Report, wall: Wall, way: String, is_reached: bool) {
    let tried: &mut report::Tried = report.tried.entry((wall, way)).or_default();
    tried.programs += 1;
    tried.reached += u64::from(is_reached);
}

/// Adds a find. One with the same cause only adds its tests, and its name to the title.
pub(super) fn add(report: &mut Report, find: Find) {
    let at = report.finds.iter().position(|other| is_same(other, &find));
    let alike = report.finds.iter().position(|other| is_alike(other, &find));
    let Some(other) = at.or(alike).and_then(|at| report.finds.get_mut(at)) else { return report.finds.push(find) };
    if at.is_none() {
        let (_, name, _) = parts_of(&find.title);
        match other.title.strip_suffix(')').filter(|title| title.contains(" (also `")) {
            Some(title) => other.title = format!("{title}, `{name}`)"),
            None => other.title.push_str(&format!(" (also `{name}`)")),
        }
    }
    let room = MAX_TESTS.saturating_sub(other.tests.len());
    other.tests.extend(find.tests.into_iter().take(room));
}

/// True for two finds about the same setting.
fn is_same(one: &Find, other: &Find) -> bool {
    one.wall == other.wall && one.key == other.key && one.place == other.place && one.edit == other.edit
}

/// True for two finds that say the same of two names, and that the same edit closes.
fn is_alike(one: &Find, other: &Find) -> bool {
    let (before, _, after) = parts_of(&one.title);
    let list = |find: &Find| find.key.split(": ").next().map(str::to_owned);
    let file = |find: &Find| find.place.rsplit_once(':').map(|(file, _)| file.to_owned());
    (one.wall, &one.why, &one.edit) == (other.wall, &other.why, &other.edit)
        && !one.edit.is_empty()
        && (list(one), file(one)) == (list(other), file(other))
        && matches!(parts_of(&other.title), (also_before, name, also_after)
            if (before, after) == (also_before, also_after) && !name.is_empty())
}

/// A title around the first name in it, without the names that were added.
fn parts_of(title: &str) -> (&str, &str, &str) {
    let title = title.split(" (also `").next().unwrap_or(title);
    let Some((before, rest)) = title.split_once('`') else { return (title, "", "") };
    let (name, after) = rest.split_once('`').unwrap_or((rest, ""));
    (before, name, after)
}

fn passes(target: &Target, test: &PolicyTest, policy: &ResolvedPolicy) -> bool {
    run_policy_test(test, policy, target.library, &target.modules).is_ok()
}

/// Keeps the tests that fail now and pass after the edit, and says which tests of the file that pass now the edit breaks.
fn check(target: &Target, find: &mut Find, kept: &[&PolicyTest]) {
    let edited = if find.edit.is_empty() { None } else { target.edited(&find.edit) };
    let is_closed = |test: &PolicyTest| edited.as_ref().is_none_or(|machine| passes(target, test, &machine.policy));
    find.tests.retain(|test| !passes(target, test, target.policy()) && is_closed(test));
    let Some(machine) = &edited else { return };
    let broken = kept.iter().filter(|test| !passes(target, test, &machine.policy));
    let names: Vec<String> = broken.map(|test| format!("`{}`", test.name)).collect();
    if !names.is_empty() {
        find.why.push_str(&format!(". The file wants both: the edit breaks its test {}", names.join(", ")));
    }
}
