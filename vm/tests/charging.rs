//! Calls each function and class of the library with huge arguments and little fuel. Each call must end in time: work that depends on the
//! size of an argument is charged before it is done.

#![expect(clippy::disallowed_methods, clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on says so")]

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use stockade_compiler::{ParseLimits, SourceText};
use stockade_vm::{Config, Host, Library, Outcome, Session, compile_source};

/// The library with both shelves.
static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// Far more time than any call needs when its work is charged, even on a slow and busy machine. An uncharged loop over the arguments takes
/// longer.
const MAX_CALL_TIME: Duration = Duration::from_secs(3);

/// The calls to try with each callable.
const CALLS: [&str; 6] = ["f(L)", "f(S)", "f(N)", "f(S, S)", "f(N, N)", "f(B)"];

const ARGUMENTS: &str = "L = [7] * 100000\nS = 'ab1' * 300000\nN = 1 << 600000\nB = S.encode()\n";

#[derive(Clone, Default)]
struct CaptureStdout(Arc<Mutex<String>>);

impl Host for CaptureStdout {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, error: bool) {
        let mut kept = self.0.lock().unwrap();
        // Old modules print warnings about themselves to stderr, which are ignored.
        if !error && kept.len() < 1 << 20 {
            kept.push_str(text);
        }
    }
}

fn session(instructions: u64) -> (Session, CaptureStdout) {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = instructions;
    config.limits.memory_bytes = 64 << 20;
    config.limits.output_bytes = 1 << 20;
    let keep = CaptureStdout::default();
    (Session::new(&config, Box::new(keep.clone())), keep)
}

fn step(session: &mut Session, text: &str) -> Outcome {
    let source = Arc::new(SourceText::new("charging.py", text));
    session.run(&Arc::new(compile_source(&source, &ParseLimits::default()).expect("the program compiles")))
}

/// The names of the callables in a module.
fn callables(module: &str) -> Vec<String> {
    let (mut session, keep) = session(50_000_000);
    let text =
        format!("import {module} as m\nfor n in dir(m):\n    if not n.startswith('_') and callable(getattr(m, n)):\n        print(n)\n");
    step(&mut session, &text);
    let shown = keep.0.lock().unwrap().clone();
    shown.lines().map(str::to_owned).collect()
}

fn slow_calls(module: &str, made: &mut usize) -> Vec<String> {
    let mut slow = Vec::new();
    for name in callables(module) {
        // All calls of one callable share a session, because a step that ends at a limit leaves the session usable.
        let (mut session, _) = session(1_000_000);
        let set_up = step(&mut session, &format!("{ARGUMENTS}import {module} as m\nf = m.{name}\n"));
        if !matches!(set_up, Outcome::Finished(_)) {
            slow.push(format!("{module}.{name} is not there: {set_up:?}"));
            continue;
        }
        for call in CALLS {
            *made += 1;
            let begun = Instant::now();
            let outcome = step(&mut session, &format!("r = {call}\nr = None\n"));
            let taken = begun.elapsed();
            if taken > MAX_CALL_TIME || matches!(outcome, Outcome::Internal(_)) {
                slow.push(format!("{module}.{name}: {call} took {taken:?} and ended as {outcome:?}"));
            }
        }
    }
    slow
}

/// Checks every fourth module, so that the tests of the four parts run in parallel.
fn check(part: usize) {
    let modules = stockade_vm::library_modules(&LIBRARY);
    let mut made = 0;
    let slow: Vec<String> = modules.iter().skip(part).step_by(4).flat_map(|module| slow_calls(module, &mut made)).collect();
    assert!(slow.is_empty(), "these are not charged: {slow:#?}");
    assert!(made > 1000, "only {made} calls were tried");
}

#[test]
fn huge_arguments_are_charged_1() {
    check(0);
}

#[test]
fn huge_arguments_are_charged_2() {
    check(1);
}

#[test]
fn huge_arguments_are_charged_3() {
    check(2);
}

#[test]
fn huge_arguments_are_charged_4() {
    check(3);
}
