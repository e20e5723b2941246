//! Workloads, and the functions that each benchmark needs to run them.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

use std::sync::{Arc, LazyLock};

use stockade_compiler::SourceText;
use stockade_compiler::bytecode::Program;
use stockade_vm::{CaptureHost, Config, Library, Outcome, Sandbox, Session};

/// The modules that programs can import: both shelves of the library.
pub static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// The same allocator as in the Python package.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A program that mostly exercises one feature.
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
    /// Programs that repeat one operation many times.
    WORKLOADS "workloads": "loop" "call" "method" "string" "dict" "list" "generator" "exception"
}

workloads! {
    /// Exercises of about 1.2 KB with their tests, as graders run them.
    SMALL "small": "anagrams" "brackets" "divisors" "intervals" "knapsack" "roman" "runs" "words"
}

/// A typical program of some length, for the steps before the run.
pub const REPORT: &str = include_str!("../../examples/report.py");

/// A configuration with limits that no workload reaches.
#[must_use]
pub fn config() -> Config {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = u64::MAX / 4;
    config
}

/// Wraps a text as a source.
#[must_use]
pub fn source(text: &str) -> Arc<SourceText> {
    Arc::new(SourceText::new("bench.py", text))
}

/// The verified program of a text. `None` when the text is refused.
#[must_use]
pub fn program(text: &str) -> Option<Arc<Program>> {
    static SANDBOX: LazyLock<Sandbox> = LazyLock::new(Sandbox::permissive);
    SANDBOX.compile("bench.py", text).ok()
}

/// A session that captures its output.
#[must_use]
pub fn session() -> Session {
    Session::new(&config(), Box::new(CaptureHost::default()))
}

/// Runs a program in a new session.
#[must_use]
pub fn run(program: &Arc<Program>) -> Outcome {
    session().run(program)
}
