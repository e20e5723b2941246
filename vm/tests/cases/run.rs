//! Runs of one program, and how two of them differ.

use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_vm::{Captured, Config, Outcome, Session};

use crate::common;

/// What a run printed.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Streams {
    pub(crate) fn of(captured: &Captured) -> Streams {
        Streams { stdout: captured.stdout(), stderr: captured.stderr() }
    }
}

/// The limits that programs run under where their header gives none.
pub(crate) fn config() -> Config {
    common::config(500_000_000)
}

/// Imports that are copied from a session that has run them, and imports that the session runs itself.
pub(crate) fn imports_copied_and_run() -> [Config; 2] {
    [config(), Config { runs_imports: true, ..config() }]
}

/// What can be seen of a run, but for its snapshots.
pub(crate) struct Seen {
    pub(crate) printed: Streams,
    pub(crate) outcome: Outcome,
    pub(crate) fuel: u64,
}

pub(crate) fn run(program: &Arc<Program>, config: &Config) -> Seen {
    let (host, captured) = common::host();
    let mut session = Session::new(config, host);
    let outcome = session.run(program);
    Seen { printed: Streams::of(&captured), outcome, fuel: session.usage().fuel }
}

/// How far the fuel of two runs may differ.
#[derive(Clone, Copy)]
pub(crate) enum Fuel {
    Same,
    /// A fiftieth.
    Near,
}

/// What differs between a run and the one it must be like; None where nothing does.
pub(crate) fn difference(wanted: &Seen, found: &Seen, fuel: Fuel) -> Option<String> {
    let mut wrong = String::new();
    let slack = match fuel {
        Fuel::Same => 0,
        Fuel::Near => wanted.fuel / 50,
    };
    if wanted.fuel.abs_diff(found.fuel) > slack {
        wrong.push_str(&format!("fuel {} instead of {}\n", found.fuel, wanted.fuel));
    }
    if wanted.outcome != found.outcome {
        wrong.push_str(&format!("outcome {:?} instead of {:?}\n", found.outcome, wanted.outcome));
    }
    wrong.extend(text_difference("stdout", &wanted.printed.stdout, &found.printed.stdout));
    wrong.extend(text_difference("stderr", &wanted.printed.stderr, &found.printed.stderr));
    (!wrong.is_empty()).then_some(wrong)
}

/// Two texts line by line, where they are not the same.
pub(crate) fn text_difference(what: &str, wanted: &str, found: &str) -> Option<String> {
    const LONGEST: usize = 20_000;
    if wanted == found {
        return None;
    }
    let compared = similar::TextDiff::from_lines(wanted, found);
    let mut shown = compared.unified_diff().header(&format!("{what} wanted"), &format!("{what} found")).to_string();
    if shown.len() > LONGEST {
        shown.truncate(shown.floor_char_boundary(LONGEST));
        shown.push_str("\n[more]\n");
    }
    Some(shown)
}
