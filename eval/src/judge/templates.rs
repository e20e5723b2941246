//! Templates: sessions that have done what several programs need, of which each program gets a copy.

use std::collections::BTreeSet;
use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_vm::{Config, Outcome, Session, StepOptions, Template, ToolSpec};

use super::host::RoomHost;
use super::room::{TESTS, compile};
use super::settings::{LIBRARY, ROOM_CALL, Settings};
use crate::look::{bound_names, modules_in_lines, needs_of, tree_of};
use crate::stubs::Stubs;
use crate::task::{Problem, Tests};

/// Our code in both rooms.
const ROOM_SOURCE: &str = include_str!("room.py");
/// The name of our code in tracebacks.
const ROOM_NAME: &str = "<room>";

/// The options of texts that are not the candidate's.
const UNCHECKED: StepOptions = StepOptions { cell: false, unchecked: true };

/// The most templates for candidates that are kept.
const MAX_TEMPLATES: usize = 48;

/// Modules that a template imports before the program does: those that programs import most, and that take long.
const WARM: &[&str] = &[
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "json",
    "math",
    "operator",
    "random",
    "re",
    "statistics",
    "string",
    "sys",
    "typing",
];

/// The templates for candidates: one for each set of imports.
#[derive(Default)]
pub(crate) struct CandidateTemplates {
    /// The one used last comes last.
    kept: Vec<(Key, Template)>,
}

#[derive(Debug, PartialEq, Eq)]
struct Key {
    warm: u32,
    stubs: Stubs,
    prelude: &'static str,
}

impl CandidateTemplates {
    /// The template for a program.
    pub(crate) fn for_program(&mut self, settings: &Settings, prelude: &'static str, text: &str) -> Result<&Template, String> {
        let mut warm = 0;
        let modules = modules_in_lines(text);
        for (name, at_start) in &modules {
            if *at_start && let Ok(at) = WARM.binary_search(name) {
                warm |= 1 << at;
            }
        }
        let stubs = Stubs::among(&modules, text).with(Stubs::of(prelude));
        let key = Key { warm, stubs, prelude };
        match self.kept.iter().position(|(known, _)| *known == key) {
            Some(at) if at + 1 == self.kept.len() => {}
            Some(at) => {
                let found = self.kept.remove(at);
                self.kept.push(found);
            }
            None => {
                let session = candidate_template(settings, &key)?;
                if self.kept.len() >= MAX_TEMPLATES {
                    self.kept.remove(0);
                }
                self.kept.push((key, session));
            }
        }
        self.kept.last().map(|(_, session)| session).ok_or_else(|| "no template".to_string())
    }
}

fn candidate_template(settings: &Settings, key: &Key) -> Result<Template, String> {
    // What we do is not the program's: it is done without its policy, and its limits hold for none of it. The policy holds from then on.
    let config = Config { limits: settings.tests.limits.clone(), ..settings.candidate.clone() };
    let mut session = open_room(&settings.tests)?;
    key.stubs.add_to(&mut session).map_err(|error| error.to_string())?;
    for name in key.stubs.modules() {
        warm_up(&mut session, name, name.split('.').next().unwrap_or(name));
    }
    if !key.prelude.is_empty() {
        let step = session.step("<prelude>", key.prelude, UNCHECKED);
        if !matches!(step.outcome, Outcome::Finished(_)) {
            return Err(format!("the prelude of the format ends with {}", step.outcome));
        }
    }
    session.set_check(config.check.as_ref());
    session.set_policy(&config.grants, &config.limits);
    for (at, name) in WARM.iter().enumerate() {
        if key.warm & (1 << at) != 0 {
            warm_up(&mut session, name, name);
        }
    }
    template_of(&session, &config)
}

/// Imports a module before the program does. One that the policy denies stays cold, and is refused where the program imports it.
fn warm_up(session: &mut Session, module: &str, bound: &str) {
    let _ = session.step("<imports>", &format!("import {module}\ndel {bound}\n"), UNCHECKED);
}

/// What copies are made of from now on.
fn template_of(session: &Session, config: &Config) -> Result<Template, String> {
    session.template(config, Box::new(RoomHost::silent())).map_err(|error| format!("a template could not be copied: {error}"))
}

/// The room of tests before any tests.
pub(crate) fn open_test_room(settings: &Settings) -> Result<Template, String> {
    let session = open_room(&settings.tests)?;
    template_of(&session, &settings.tests)
}

/// A session with our code in it.
fn open_room(config: &Config) -> Result<Session, String> {
    let mut session = Session::new(config, Box::new(RoomHost::silent()));
    session.add_tool(&ToolSpec::new(ROOM_CALL, "kind, what, args, more, coded")).map_err(|error| error.to_string())?;
    let step = session.step(ROOM_NAME, ROOM_SOURCE, UNCHECKED);
    match step.outcome {
        Outcome::Finished(_) => Ok(session),
        other => Err(format!("the limits leave no place for the engine's own code: {other}")),
    }
}

/// The candidate's side of the conversation, compiled.
pub(crate) fn serve_program(settings: &Settings) -> Result<Arc<Program>, String> {
    compile(&settings.tests, ROOM_NAME, "stockade_serve()").map_err(|error| error.to_string())
}

/// A room in which everything of the tests has run that does not call the candidate.
pub(crate) struct TestRoom {
    /// `None` where the tests run in the candidate's room.
    pub(crate) template: Option<Template>,
    /// The tests, compiled, with their texts.
    pub(crate) steps: Vec<(Arc<Program>, String)>,
    /// The candidate's side of the conversation.
    pub(crate) serve: Arc<Program>,
}

impl TestRoom {
    pub(crate) fn new(settings: &Settings, opened: &Template, problem: &Problem, serve: Arc<Program>) -> Result<TestRoom, String> {
        let Tests::Code { setup, steps } = &problem.tests else { return Err("the tests are no code".to_string()) };
        let all = format!("{setup}\n{}", steps.join("\n"));
        let tree = tree_of(TESTS, &all).ok_or_else(|| match compile(&settings.tests, TESTS, &all) {
            Err(refusal) => format!("the tests of the problem are not Python: {refusal}"),
            Ok(_) => "the tests of the problem are too large".to_string(),
        })?;
        let prompt = complete_prompt(&problem.prompt);
        let mut defined: BTreeSet<String> =
            prompt.as_deref().and_then(|text| tree_of(TESTS, text)).map_or_else(BTreeSet::new, |tree| bound_names(&tree));
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        if let Some(entry) = &problem.entry_point {
            defined.remove(entry);
            wanted.insert(entry.clone());
        }
        // A class by its name, unless the prompt says that it is a function.
        let function = problem.entry_point.as_deref().filter(|entry| !problem.prompt.contains(&format!("class {entry}")));
        let catalog = stockade_vm::catalog(&LIBRARY);
        let mut needs = needs_of(&tree, &defined, function, &|name| catalog.has_builtin(name) || name == "__name__");
        needs.names.extend(wanted);
        let compiled = steps.iter().map(|step| {
            let program = compile(&settings.tests, TESTS, step);
            program.map(|program| (program, step.clone())).map_err(|error| format!("the tests of the problem are not Python: {error}"))
        });
        let steps = compiled.collect::<Result<_, _>>()?;
        let silent = Box::new(RoomHost::silent());
        let mut session = opened.fork(&settings.tests, silent).map_err(|error| format!("a template could not be copied: {error}"))?;
        let is_whole = needs.one_room.is_some() || problem.one_room;
        if !is_whole {
            Stubs::of(&format!("{all}\n{}", problem.prompt)).add_to(&mut session).map_err(|error| error.to_string())?;
            let proxies: String = needs.names.iter().map(|name| format!("{name} = stockade_proxy({name:?})\n")).collect();
            // What the prompt defines is the problem's, except for the function that is asked for.
            let texts = [prompt.unwrap_or_default(), proxies, setup.clone()];
            for text in texts.iter().filter(|text| !text.trim().is_empty()) {
                let step = session.step(TESTS, text, UNCHECKED);
                match step.outcome {
                    Outcome::Finished(_) => {}
                    // What stands at the beginning of the tests calls the candidate already.
                    Outcome::HostCall(_) => needs.one_room = Some("the setup of the tests calls the candidate".to_string()),
                    other => return Err(format!("the tests of the problem fail before they call the candidate: {other}")),
                }
            }
        }
        let is_own = needs.one_room.is_none() && !is_whole;
        let template = is_own.then(|| template_of(&session, &settings.tests)).transpose()?;
        Ok(TestRoom { template, steps, serve })
    }
}

/// A prompt that ends within a function, as a text that can run; `None` if there is none.
fn complete_prompt(prompt: &str) -> Option<String> {
    let candidates = [prompt.to_string(), format!("{prompt}\n    pass\n")];
    candidates.into_iter().find(|text| !text.trim().is_empty() && tree_of(TESTS, text).is_some())
}
