//! Calls each function and class of the library with huge arguments and little fuel. Each call must end in time: work that depends on the
//! size of an argument is charged before it is done.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stockade_compiler::SourceText;
use stockade_policy::Limits;
use stockade_vm::{Captured, Config, Outcome, Session};

use crate::common::{LIBRARY, compile_source, host};

/// Far more time than any call needs when its work is charged, even on a slow and busy machine. An uncharged loop over the arguments takes
/// longer.
const IN_TIME: Duration = Duration::from_secs(3);

/// The calls to try with each callable.
const CALLS: [&str; 6] = ["f(L)", "f(S)", "f(N)", "f(S, S)", "f(N, N)", "f(B)"];

const ARGUMENTS: &str = "L = [7] * 100000\nS = 'ab1' * 300000\nN = 1 << 600000\nB = S.encode()\n";

fn session(instructions: u64) -> (Session, Captured) {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = instructions;
    config.limits.memory_bytes = 64 << 20;
    config.limits.output_bytes = 1 << 20;
    let (host, captured) = host();
    (Session::new(&config, host), captured)
}

fn step(session: &mut Session, text: &str) -> Outcome {
    let source = Arc::new(SourceText::new("charging.py", text));
    session.run(&compile_source(&source, &Limits::default()).expect("the program compiles"))
}

/// The names of the callables in a module.
fn callables(module: &str) -> Vec<String> {
    let (mut session, captured) = session(500_000_000);
    let text =
        format!("import {module} as m\nfor n in dir(m):\n    if not n.startswith('_') and callable(getattr(m, n)):\n        print(n)\n");
    step(&mut session, &text);
    // Not stderr: old modules warn of themselves.
    captured.stdout().lines().map(str::to_owned).collect()
}

fn slow_calls(module: &str, made: &mut usize) -> Vec<String> {
    let mut slow = Vec::new();
    for name in callables(module) {
        // All calls of one callable share a session, because a step that ends at a limit leaves the session usable.
        let (mut session, _) = session(10_000_000);
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
            if taken > IN_TIME || matches!(outcome, Outcome::Internal(_)) {
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

/// What a text becomes is counted piece by piece, so that the count itself ends in time.
#[test]
fn normal_forms_are_paid_for_while_they_are_counted() {
    for call in ["normalize", "is_normalized"] {
        let (mut session, _) = session(2_000_000);
        let begin = Instant::now();
        let outcome = step(&mut session, &format!("import unicodedata\nunicodedata.{call}('NFKD', '\u{fdfa}' * 9_000_000)\n"));
        assert!(matches!(outcome, Outcome::Exceeded(_)), "{outcome:?}");
        assert!(begin.elapsed() < IN_TIME, "{call}: {:?}", begin.elapsed());
    }
}
