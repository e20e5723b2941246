//! A program and a way to run it to everything that can be seen of the run.

use std::sync::{Arc, Mutex};

use stockade_compiler::bytecode::Program;
use stockade_compiler::{ParseLimits, SourceText};
use stockade_vm::{Config, Host, Outcome, Session, compile_source};

/// How a run is made.
#[derive(Debug, Clone)]
pub struct Manner {
    pub fuel: u64,
    pub memory: u64,
    /// Collect at every safepoint.
    pub stress: bool,
    /// Run without the quick cases of instructions.
    pub plain: bool,
    /// Stop each time so much fuel is used, and go on.
    pub pause_every: Option<u64>,
    /// End the session as a program ends: what is left is dropped.
    pub is_finished: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Manner { fuel: 200_000, memory: 16 << 20, stress: false, plain: false, pause_every: None, is_finished: false }
    }
}

/// What can be seen of a run, and must not depend on how it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub stdout: String,
    pub stderr: String,
    pub outcome: Outcome,
    pub fuel: u64,
}

/// Keeps both streams; its clock stands still, so that no verdict depends on the load of the machine.
#[derive(Debug, Default, Clone)]
pub(crate) struct Keep(Arc<Mutex<(String, String)>>);

impl Keep {
    /// Stdout and stderr so far.
    pub(crate) fn texts(&self) -> (String, String) {
        self.0.lock().map(|streams| streams.clone()).unwrap_or_default()
    }
}

impl Host for Keep {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, error: bool) {
        if let Ok(mut streams) = self.0.lock() {
            if error { streams.1.push_str(text) } else { streams.0.push_str(text) }
        }
    }
}

/// The program of a text; None when it is refused, which is a fine answer to most texts.
#[must_use]
pub fn compile(text: &str) -> Option<Arc<Program>> {
    let source = Arc::new(SourceText::new("fuzz.py", text));
    compile_source(&source, &ParseLimits::default()).ok().map(Arc::new)
}

/// The limits and seeds of a run.
#[must_use]
pub fn config(manner: &Manner) -> Config {
    let mut config = Config { stress_collection: manner.stress, plain: manner.plain, ..Config::with_library(&crate::LIBRARY) };
    config.limits.instructions = manner.fuel;
    config.limits.memory_bytes = manner.memory;
    config.limits.output_bytes = 1 << 20;
    config
}

/// Runs a program in a session of its own.
#[must_use]
pub fn run(program: &Arc<Program>, manner: &Manner) -> Seen {
    let keep = Keep::default();
    let mut session = Session::new(&config(manner), Box::new(keep.clone()));
    let outcome = drive(&mut session, program, manner.pause_every);
    let fuel = session.usage().fuel;
    if manner.is_finished {
        session.finish();
    }
    drop(session);
    let (stdout, stderr) = keep.texts();
    Seen { stdout, stderr, outcome, fuel }
}

fn drive(session: &mut Session, program: &Arc<Program>, every: Option<u64>) -> Outcome {
    let Some(every) = every else { return session.run(program) };
    session.pause_at(every);
    let mut outcome = session.run(program);
    while outcome == Outcome::Paused {
        let used = session.usage().fuel;
        session.pause_at(used.saturating_add(every));
        outcome = session.resume();
    }
    outcome
}
