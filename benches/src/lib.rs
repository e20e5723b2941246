//! Workloads, and the few lines that every bench needs to run them.

use std::sync::{Arc, LazyLock};

use stockade_compiler::SourceText;
use stockade_compiler::bytecode::Program;
use stockade_vm::{CaptureHost, Config, Library, Outcome, Sandbox, Session};

/// What programs can import: both shelves of the library.
pub static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// As in the Python package.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A program that does mostly one thing.
#[derive(Debug, Clone, Copy)]
pub struct Workload {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! workloads {
    ($(#[$doc:meta])* $list:ident $folder:literal: $($name:literal)*) => {
        $(#[$doc])*
        pub const $list: &[Workload] = &[$(Workload { name: $name, text: include_str!(concat!("../", $folder, "/", $name, ".py")) }),*];
    };
}

workloads! {
    /// Programs that do one thing for long.
    WORKLOADS "workloads": "loop" "call" "method" "string" "dict" "list" "generator" "exception"
}

workloads! {
    /// Exercises of 1.2 KB with their tests, as graders run them.
    SMALL "small": "anagrams" "brackets" "divisors" "intervals" "knapsack" "roman" "runs" "words"
}

/// An ordinary program of some length, for the stages before the run.
pub const REPORT: &str = include_str!("../../examples/report.py");

/// Limits that no workload meets.
#[must_use]
pub fn config() -> Config {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = u64::MAX / 4;
    config
}

/// A text as a source.
#[must_use]
pub fn source(text: &str) -> Arc<SourceText> {
    Arc::new(SourceText::new("bench.py", text))
}

/// The verified program of a text; None of one that is refused.
#[must_use]
pub fn program(text: &str) -> Option<Arc<Program>> {
    static SANDBOX: LazyLock<Sandbox> = LazyLock::new(Sandbox::permissive);
    SANDBOX.compile("bench.py", text).ok()
}

/// A session that keeps what is printed.
#[must_use]
pub fn session() -> Session {
    Session::new(&config(), Box::new(CaptureHost::default()))
}

/// Runs a program in a session of its own.
#[must_use]
pub fn run(program: &Arc<Program>) -> Outcome {
    session().run(program)
}
