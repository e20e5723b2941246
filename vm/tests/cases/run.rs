//! Runs of one program, and how two of them differ.

use std::sync::{Arc, Mutex};

use stockade_compiler::bytecode::Program;
use stockade_vm::{Config, Host, Outcome, Session};

/// What a run printed: both streams together, and each alone.
#[derive(Debug, Default, Clone)]
pub(crate) struct Streams {
    pub(crate) both: String,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Keeps what is printed. Its clock does not advance, so that no result depends on the load of the machine.
#[derive(Default, Clone)]
pub(crate) struct Printed(Arc<Mutex<Streams>>);

impl Host for Printed {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, error: bool) {
        if let Ok(mut streams) = self.0.lock() {
            streams.both.push_str(text);
            if error { &mut streams.stderr } else { &mut streams.stdout }.push_str(text);
        }
    }
}

impl Printed {
    pub(crate) fn streams(&self) -> Streams {
        self.0.lock().expect("not poisoned").clone()
    }
}

/// The limits that programs run under where their header gives none.
pub(crate) fn config() -> Config {
    let mut config = Config::default();
    config.limits.instructions = 50_000_000;
    config.limits.memory_bytes = 256 << 20;
    config
}

/// What can be seen of a run, but for its snapshots.
pub(crate) struct Seen {
    pub(crate) printed: String,
    pub(crate) outcome: Outcome,
    pub(crate) fuel: u64,
}

pub(crate) fn run(program: &Arc<Program>, config: &Config) -> Seen {
    let printed = Printed::default();
    let mut session = Session::new(config, Box::new(printed.clone()));
    let outcome = session.run(program);
    Seen { printed: printed.streams().both, outcome, fuel: session.usage().fuel }
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
    wrong.extend(text_difference("output", &wanted.printed, &found.printed));
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
