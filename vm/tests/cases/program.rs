//! What holds for a program in `tests/cases`:
//!
//! - It prints what CPython prints: its stdout is the `.out` beside it, and where there is an `.err`, its stderr is that, with the
//!   traceback of an uncaught exception.
//! - A second run in the process is the same: imports are copied from a session that has run them.
//! - So is a run that runs its imports itself, but for a little fuel: the search for finalizers then meets the imports' own constants.
//! - So is one that is taken apart into a snapshot at some points and continued in another session; the restored session gives the
//!   same bytes again.
//! - So is one without inline caches and superinstructions (`Config::plain`), and a snapshot halfway has the same bytes. In a build
//!   where handlers jump to each other (`vm/build.rs`) `plain` does not reach all of it: run this in a debug build.
//! - Where the default policy's check accepts it, it runs under that policy as without one.

use std::path::Path;
use std::sync::Arc;

use stockade_compiler::bytecode::Program;
use stockade_compiler::{ParseLimits, SourceText};
use stockade_policy::{Decision, KnownNames, check_source, resolve_preset};
use stockade_vm::{Config, Outcome, Refused, Session, SnapshotError, compile_source};

use crate::lists::NotYet;
use crate::run::{Fuel, Printed, Seen, Streams, config, difference, run, text_difference};

/// A run that uses less may have no place to stop in its middle.
const STOPS: u64 = 1000;

fn source(path: &Path) -> Arc<SourceText> {
    let text = std::fs::read_to_string(path).expect("a case can be read");
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Arc::new(SourceText::new(name.as_str(), &text))
}

pub(crate) fn check(name: &str, path: &Path) -> Vec<String> {
    let source = source(path);
    let list = NotYet::cases();
    let program = match compile_source(&source, &ParseLimits::default()) {
        Ok(program) => Arc::new(program),
        Err(Refused::Syntax(error)) => {
            let stderr = stockade_vm::syntax_error_text(&source, &error);
            return list.check(name, golden_difference(path, &Streams { stderr, ..Streams::default() }), false).into_iter().collect();
        }
        Err(Refused::Unsupported { .. }) => {
            return list.check(name, Some("the program is not supported".to_string()), false).into_iter().collect();
        }
    };
    let mut wrong = Vec::new();
    let mut add = |how: &str, what: Option<String>| wrong.extend(what.map(|what| format!("{how}:\n{what}")));

    let quick = config();
    let (first, streams) = to_the_end(&program, &quick);
    add("unlike CPython", list.check(name, golden_difference(path, &streams), false));
    add("unlike the first run, when run again", difference(&first, &run(&program, &quick), Fuel::Same));

    let imports = Config { runs_imports: true, ..quick.clone() };
    let whole = run(&program, &imports);
    add("unlike a run that copies its imports, when it runs them", difference(&first, &whole, Fuel::Near));

    match interrupted(&program, &imports, (whole.fuel / 3).max(50)) {
        Ok(parts) => add("unlike a straight run, with snapshots on the way", difference(&whole, &parts, Fuel::Same)),
        Err(what) => add("with snapshots on the way", Some(what)),
    }

    let middle = first.fuel / 2;
    let (a, b) = (halfway(&program, middle, &quick), halfway(&program, middle, &Config { plain: true, ..quick.clone() }));
    add("unlike a usual run, without inline caches", difference(&a.0, &b.0, Fuel::Same));
    if a.1 != b.1 {
        let size = |snapshot: &Option<Vec<u8>>| snapshot.as_ref().map(Vec::len);
        add("without inline caches", Some(format!("another snapshot: {:?} and {:?} bytes", size(&a.1), size(&b.1))));
    }
    if !a.2 && first.fuel > STOPS {
        add("halfway", Some(format!("the run did not stop at {middle} of {}", first.fuel)));
    }

    if is_accepted(name, path) {
        add("under the default policy, which accepts it", under_default_policy(&source, path));
    }
    wrong
}

/// A run and what comes after it, as the command does both: finalizers that run when a program ends are part of what it prints.
fn to_the_end(program: &Arc<Program>, config: &Config) -> (Seen, Streams) {
    let printed = Printed::default();
    let mut session = Session::new(config, Box::new(printed.clone()));
    let outcome = session.run(program);
    let seen = Seen { printed: printed.streams().both, fuel: session.usage().fuel, outcome };
    session.finish();
    drop(session);
    let mut streams = printed.streams();
    if let Outcome::Raised(raised) = &seen.outcome
        && !raised.told
    {
        streams.stderr.push_str(&raised.traceback);
    }
    (seen, streams)
}

fn golden_difference(path: &Path, streams: &Streams) -> Option<String> {
    let stdout = std::fs::read_to_string(path.with_extension("out")).ok()?;
    let stderr = std::fs::read_to_string(path.with_extension("err")).ok();
    let stdout = text_difference("stdout", &stdout, &streams.stdout);
    let stderr = stderr.and_then(|stderr| text_difference("stderr", &stderr, &streams.stderr));
    let both: String = stdout.into_iter().chain(stderr).collect();
    (!both.is_empty()).then_some(both)
}

/// Runs with a snapshot, restored into a fresh session, whenever so much fuel has been used.
fn interrupted(program: &Arc<Program>, config: &Config, stride: u64) -> Result<Seen, String> {
    let mut before = String::new();
    let mut printed = Printed::default();
    let mut session = Session::new(config, Box::new(printed.clone()));
    session.pause_at(stride);
    let mut outcome = session.run(program);
    while outcome == Outcome::Paused {
        let used = session.usage().fuel;
        match session.snapshot(None) {
            Ok(bytes) => {
                before.push_str(&printed.streams().both);
                printed = Printed::default();
                session = Session::restore(&bytes, None, config, Box::new(printed.clone()))
                    .map_err(|error| format!("the snapshot at {used} is not read: {error}"))?;
                if session.usage().fuel != used {
                    return Err(format!("the snapshot at {used} says {}", session.usage().fuel));
                }
                let again = session.snapshot(None).map_err(|error| format!("the restored session at {used} is not written: {error}"))?;
                if again != bytes {
                    return Err(format!("the snapshot at {used}: {} bytes became {}", bytes.len(), again.len()));
                }
            }
            // Compressed streams in progress are refused; the run goes on without.
            Err(SnapshotError::Unsupported(_)) => {}
            Err(error) => return Err(format!("the session at {used} is not written: {error}")),
        }
        session.pause_at(used + stride);
        outcome = session.resume();
    }
    before.push_str(&printed.streams().both);
    Ok(Seen { printed: before, outcome, fuel: session.usage().fuel })
}

/// A run that stops at `fuel` and goes on, its snapshot there, and whether it stopped.
fn halfway(program: &Arc<Program>, fuel: u64, config: &Config) -> (Seen, Option<Vec<u8>>, bool) {
    let printed = Printed::default();
    let mut session = Session::new(config, Box::new(printed.clone()));
    session.pause_at(fuel);
    let mut outcome = session.run(program);
    let stopped = outcome == Outcome::Paused;
    let mut snapshot = None;
    if stopped {
        snapshot = session.snapshot(None).ok();
        outcome = session.resume();
    }
    (Seen { printed: printed.streams().both, outcome, fuel: session.usage().fuel }, snapshot, stopped)
}

/// Whether a program's output is compared under the default policy: in these areas it depends on nothing that the policy takes away.
pub(crate) fn is_accepted(name: &str, path: &Path) -> bool {
    let areas = ["builtins/", "programs/", "stdlib/"];
    if !areas.iter().any(|area| name.starts_with(area)) || NotYet::cases().has(name) {
        return false;
    }
    let policy = resolve_preset("default").expect("the preset resolves");
    let (report, _) = check_source(&source(path), &policy, stockade_vm::catalog(), &KnownNames::standard());
    report.verdict != Decision::Deny
}

/// What the check accepts needs nothing that the policy denies, whichever way the machine takes to it.
fn under_default_policy(source: &Arc<SourceText>, path: &Path) -> Option<String> {
    let policy = resolve_preset("default").expect("the preset resolves");
    let program = compile_source(source, &policy.parse_limits()).ok()?;
    let printed = Printed::default();
    let config = Config { grants: Arc::new(policy.grants.clone()), limits: policy.limits.clone(), ..Config::default() };
    let mut session = Session::new(&config, Box::new(printed.clone()));
    session.run(&Arc::new(program));
    session.finish();
    drop(session);
    let wanted = std::fs::read_to_string(path.with_extension("out")).unwrap_or_default();
    text_difference("stdout", &wanted, &printed.streams().stdout)
}
