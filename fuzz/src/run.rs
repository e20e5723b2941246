//! Runs a program with given options, and records everything observable.

use std::sync::{Arc, LazyLock};

use stockade_compiler::bytecode::Program;
use stockade_vm::{CaptureHost, Config, Outcome, Sandbox, Session};

/// The options of a run.
#[derive(Debug, Clone)]
pub struct RunOptions {
    pub fuel: u64,
    pub memory: u64,
    /// Collects at every safepoint.
    pub stress: bool,
    /// Runs in reference mode, without fast paths.
    pub plain: bool,
    /// Pauses each time this much fuel is used, and resumes.
    pub pause_every: Option<u64>,
    /// Finishes the session at the end, so that remaining objects are dropped.
    pub is_finished: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions { fuel: 2_000_000, memory: 16 << 20, stress: false, plain: false, pause_every: None, is_finished: false }
    }
}

/// The observable result of a run. It must not depend on the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    pub stdout: String,
    pub stderr: String,
    pub outcome: Outcome,
    pub fuel: u64,
}

/// Compiles any valid program. No policy applies.
static SANDBOX: LazyLock<Sandbox> = LazyLock::new(Sandbox::permissive);

/// Compiles a text. `None` when it is refused, which is expected for most texts.
#[must_use]
pub fn compile(text: &str) -> Option<Arc<Program>> {
    SANDBOX.compile("fuzz.py", text).ok()
}

/// A host that captures the output. Its clocks show a constant time, so that no result depends on the load of the machine.
pub(crate) fn host() -> Box<CaptureHost> {
    Box::default()
}

/// The limits and seeds of a run.
#[must_use]
pub fn config(run_options: &RunOptions) -> Config {
    let mut config =
        Config { stress_collection: run_options.stress, reference_mode: run_options.plain, ..Config::with_library(&crate::LIBRARY) };
    config.limits.instructions = run_options.fuel;
    config.limits.memory_bytes = run_options.memory;
    config.limits.output_bytes = 1 << 20;
    config
}

/// Runs a program in a new session.
#[must_use]
pub fn run(program: &Arc<Program>, run_options: &RunOptions) -> Observed {
    let host = host();
    let captured = host.captured();
    let mut session = Session::new(&config(run_options), host);
    let outcome = drive(&mut session, program, run_options.pause_every);
    let fuel = session.usage().fuel;
    if run_options.is_finished {
        session.finish();
    }
    let (stdout, stderr) = captured.take();
    Observed { stdout, stderr, outcome, fuel }
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
