//! A program and a way to run it to everything that can be seen of the run.

use std::sync::{Arc, LazyLock};

use stockade_compiler::bytecode::Program;
use stockade_vm::{CaptureHost, Config, Outcome, Sandbox, Session};

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

/// Any program that compiles, whatever a policy says.
static SANDBOX: LazyLock<Sandbox> = LazyLock::new(Sandbox::permissive);

/// The program of a text; None when it is refused, which is a fine answer to most texts.
#[must_use]
pub fn compile(text: &str) -> Option<Arc<Program>> {
    SANDBOX.compile("fuzz.py", text).ok()
}

/// A host that keeps what is printed. Its clocks stand still, so that no verdict depends on the load of the machine.
pub(crate) fn host() -> Box<CaptureHost> {
    Box::default()
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
    let host = host();
    let captured = host.captured();
    let mut session = Session::new(&config(manner), host);
    let outcome = drive(&mut session, program, manner.pause_every);
    let fuel = session.usage().fuel;
    if manner.is_finished {
        session.finish();
    }
    let (stdout, stderr) = captured.take();
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
