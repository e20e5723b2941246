//! What holds for a program in `tests/cases`:
//!
//! - It prints what CPython prints: its stdout is the `.out` beside it, and where there is an `.err`, its stderr is that, with the
//!   traceback of an uncaught exception.
//! - A second run in the process is the same: imports are copied from a session that has run them.
//! - So is a run that runs its imports itself, but for a little fuel: the search for finalizers then meets the imports' own constants.
//! - So is one that is taken apart into a snapshot at some points and continued in another session; the restored session gives the
//!   same bytes again.
//! - So is one whose objects are moved in the heap at many points.
//! - So is one without inline caches and superinstructions (`Config::plain`), and a snapshot halfway has the same bytes. In a build
//!   where handlers jump to each other (`vm/build.rs`) `plain` does not reach all of it: run this in a debug build.
//! - Where the default policy's check accepts it, it runs under that policy as without one. It accepts every program in
//!   `tests/cases/ordinary`.

use std::path::Path;
use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_compiler::bytecode::Program;
use stockade_policy::Limits;
use stockade_policy::{Decision, KnownNames, check_source, resolve_preset};
use stockade_vm::{CompileRefusal, Config, Outcome, ProgramExit, Session, SnapshotError};

use crate::common::{self, LIBRARY, compile_source};
use crate::lists::NotYet;
use crate::run::{Fuel, Seen, Streams, config, difference, imports_copied_and_run, run, text_difference};

/// Programs as people write them, which the default policy must accept.
const ORDINARY: &str = "ordinary/";

/// A run that uses less may have no place to stop on its way.
const STOPS: u64 = 6000;

fn source(path: &Path) -> Arc<SourceText> {
    let text = std::fs::read_to_string(path).expect("a case can be read");
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Arc::new(SourceText::new(name.as_str(), &text))
}

/// The program, if it compiles.
pub(crate) fn compiled(path: &Path) -> Option<Arc<Program>> {
    compile_source(&source(path), &Limits::default()).ok()
}

pub(crate) fn check(name: &str, path: &Path) -> Vec<String> {
    let source = source(path);
    let list = NotYet::cases();
    let program = match compile_source(&source, &Limits::default()) {
        Ok(program) => Arc::new(program),
        Err(CompileRefusal::NotPython(error)) => {
            let stderr = stockade_vm::syntax_error_text(&source, &error);
            return list.check(name, golden_difference(path, &Streams { stderr, ..Streams::default() }), false).into_iter().collect();
        }
        Err(refused) => return list.check(name, Some(format!("does not compile: {refused:?}")), false).into_iter().collect(),
    };
    let mut wrong = Vec::new();
    let mut add = |how: &str, what: Option<String>| wrong.extend(what.map(|what| format!("{how}:\n{what}")));

    let [copied, here] = imports_copied_and_run();
    let (first, streams) = to_the_end(&program, &copied);
    add("unlike CPython", list.check(name, golden_difference(path, &streams), false));
    add("unlike the first run, when run again", difference(&first, &run(&program, &copied), Fuel::Same));

    let whole = run(&program, &here);
    add("unlike a run that copies its imports, when it runs them", difference(&first, &whole, Fuel::Near));

    match interrupted(&program, &here, (whole.fuel / 3).max(50)) {
        Ok((parts, stops)) => {
            add("unlike a straight run, with snapshots on the way", difference(&whole, &parts, Fuel::Same));
            if stops == 0 && whole.fuel > STOPS {
                add("with snapshots on the way", Some(format!("the run of {} never stopped", whole.fuel)));
            }
        }
        Err(what) => add("with snapshots on the way", Some(what)),
    }

    let (moved, stops) = moved(&program, &here, (whole.fuel / 16).max(50));
    add("unlike a straight run, when its objects move", difference(&whole, &moved, Fuel::Same));
    if stops == 0 && whole.fuel > STOPS {
        add("when its objects move", Some(format!("the run of {} never stopped", whole.fuel)));
    }

    let middle = first.fuel / 2;
    let plain = Config { reference_mode: true, ..copied.clone() };
    match (halfway(&program, middle, &copied), halfway(&program, middle, &plain)) {
        (Ok(usual), Ok(plain)) => {
            add("unlike a usual run, without inline caches", difference(&usual.seen, &plain.seen, Fuel::Same));
            if usual.snapshot != plain.snapshot {
                let size = |snapshot: &Option<Vec<u8>>| snapshot.as_ref().map(Vec::len);
                let sizes = (size(&usual.snapshot), size(&plain.snapshot));
                add("without inline caches", Some(format!("another snapshot: {:?} and {:?} bytes", sizes.0, sizes.1)));
            }
            if !usual.has_stopped && first.fuel > STOPS {
                add("halfway", Some(format!("the run did not stop at {middle} of {}", first.fuel)));
            }
        }
        (usual, plain) => [usual.err(), plain.err()].into_iter().for_each(|what| add("halfway", what)),
    }

    let is_accepted = is_accepted(name, path);
    if name.starts_with(ORDINARY) && !is_accepted {
        add("under the default policy", Some("the check denies it".to_string()));
    }
    if is_accepted {
        add("under the default policy, which accepts it", under_default_policy(&source, path));
    }
    wrong
}

/// A run and what comes after it, as the command does both: finalizers that run when a program ends are part of what it prints.
fn to_the_end(program: &Arc<Program>, config: &Config) -> (Seen, Streams) {
    let (host, captured) = common::host();
    let mut session = Session::new(config, host);
    let outcome = session.run(program);
    let seen = Seen { printed: Streams::of(&captured), fuel: session.usage().fuel, outcome };
    session.finish();
    drop(session);
    let mut streams = Streams::of(&captured);
    if let Outcome::Raised(raised) | Outcome::Exited(ProgramExit { exception: raised, .. }) = &seen.outcome
        && !raised.reported_by_hook
    {
        streams.stderr.push_str(&raised.traceback);
    }
    (seen, streams)
}

fn golden_difference(path: &Path, streams: &Streams) -> Option<String> {
    let golden = |extension| std::fs::read_to_string(path.with_extension(extension));
    let Ok(stdout) = golden("out") else { return Some("it has no `.out`: `tools/bless_cpython.py` writes it".to_string()) };
    let stdout = text_difference("stdout", &stdout, &streams.stdout);
    let stderr = golden("err").ok().and_then(|stderr| text_difference("stderr", &stderr, &streams.stderr));
    let both: String = stdout.into_iter().chain(stderr).collect();
    (!both.is_empty()).then_some(both)
}

/// Runs with a snapshot, restored into a fresh session, whenever so much fuel has been used. Says how often that was, too.
fn interrupted(program: &Arc<Program>, config: &Config, stride: u64) -> Result<(Seen, u32), String> {
    let (mut before, mut stops) = (Streams::default(), 0);
    let mut add = |captured: &stockade_vm::Captured| {
        before.stdout.push_str(&captured.stdout());
        before.stderr.push_str(&captured.stderr());
    };
    let (host, mut captured) = common::host();
    let mut session = Session::new(config, host);
    session.pause_at(stride);
    let mut outcome = session.run(program);
    while outcome == Outcome::Paused {
        stops += 1;
        let used = session.usage().fuel;
        match session.snapshot(None) {
            Ok(bytes) => {
                add(&captured);
                let (host, fresh) = common::host();
                captured = fresh;
                session =
                    Session::restore(&bytes, None, config, host).map_err(|error| format!("the snapshot at {used} is not read: {error}"))?;
                session.compact();
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
    add(&captured);
    Ok((Seen { printed: before, outcome, fuel: session.usage().fuel }, stops))
}

/// Moves all objects of the heap whenever so much fuel has been used. Says how often that was, too. In a debug build a compaction turns the
/// order of the objects round, so a reference that it does not rewrite leads elsewhere.
fn moved(program: &Arc<Program>, config: &Config, stride: u64) -> (Seen, u32) {
    let (host, captured) = common::host();
    let mut session = Session::new(config, host);
    session.pause_at(stride);
    let (mut outcome, mut stops) = (session.run(program), 0);
    while outcome == Outcome::Paused {
        stops += 1;
        let used = session.usage().fuel;
        session.compact();
        session.pause_at(used + stride);
        outcome = session.resume();
    }
    (Seen { printed: Streams::of(&captured), outcome, fuel: session.usage().fuel }, stops)
}

/// A run that stopped once, or came to its end before.
struct Halfway {
    seen: Seen,
    /// None also where the state is one that no snapshot holds.
    snapshot: Option<Vec<u8>>,
    has_stopped: bool,
}

/// A run that stops at `fuel` and goes on.
fn halfway(program: &Arc<Program>, fuel: u64, config: &Config) -> Result<Halfway, String> {
    let (host, captured) = common::host();
    let mut session = Session::new(config, host);
    session.pause_at(fuel);
    let mut outcome = session.run(program);
    let has_stopped = outcome == Outcome::Paused;
    let mut snapshot = None;
    if has_stopped {
        snapshot = match session.snapshot(None) {
            Ok(bytes) => Some(bytes),
            Err(SnapshotError::Unsupported(_)) => None,
            Err(error) => return Err(format!("the session at {fuel} is not written: {error}")),
        };
        outcome = session.resume();
    }
    Ok(Halfway { seen: Seen { printed: Streams::of(&captured), outcome, fuel: session.usage().fuel }, snapshot, has_stopped })
}

/// Whether the snapshot that [`check`] compares is one.
pub(crate) fn has_snapshot_halfway(path: &Path) -> bool {
    let Some(program) = compiled(path) else { return false };
    let middle = run(&program, &config()).fuel / 2;
    halfway(&program, middle, &config()).is_ok_and(|halfway| halfway.snapshot.is_some())
}

/// Whether a program's output is compared under the default policy: in these areas it depends on nothing that the policy takes away.
pub(crate) fn is_accepted(name: &str, path: &Path) -> bool {
    let areas = ["builtins/", "programs/", "stdlib/", ORDINARY];
    if !areas.iter().any(|area| name.starts_with(area)) || NotYet::cases().has(name) {
        return false;
    }
    let policy = resolve_preset("default").expect("the preset resolves");
    let (report, _) = check_source(&source(path), &policy, stockade_vm::catalog(&LIBRARY), &KnownNames::standard());
    report.verdict != Decision::Deny
}

/// What the check accepts needs nothing that the policy denies, whichever way the VM takes to it.
fn under_default_policy(source: &Arc<SourceText>, path: &Path) -> Option<String> {
    let policy = resolve_preset("default").expect("the preset resolves");
    let program = compile_source(source, &policy.limits).ok()?;
    let (host, captured) = common::host();
    let config = Config { grants: Arc::new(policy.grants.clone()), limits: policy.limits.clone(), ..Config::with_library(&LIBRARY) };
    let mut session = Session::new(&config, host);
    session.run(&program);
    session.finish();
    drop(session);
    let wanted = std::fs::read_to_string(path.with_extension("out")).unwrap_or_default();
    text_difference("stdout", &wanted, &captured.stdout())
}
