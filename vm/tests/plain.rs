//! Fast paths and warm imports change nothing observable. Each case runs with and without them, and has the same output, outcome and fuel.
//! In reference mode a snapshot during the run also has the same bytes.
//!
//! Where handlers call each other in tail position (`vm/build.rs`), reference mode continues in the fast paths. So run this test in a debug
//! build.

#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "a test that cannot go on says so")]

mod common;

use std::path::Path;
use std::sync::Arc;

use common::{config, corpus, host, printed, program};
use stockade_compiler::bytecode::Program;
use stockade_vm::{Config, Outcome, Session};

/// The observable result of a run that pauses once, with the snapshot at the pause.
#[derive(PartialEq)]
struct Seen {
    printed: String,
    outcome: Outcome,
    fuel: u64,
    snapshot: Option<Vec<u8>>,
}

fn run(program: &Arc<Program>, pause: Option<u64>, config: &Config) -> Seen {
    let (host, out) = host();
    let mut session = Session::new(config, host);
    let mut outcome = match pause {
        Some(fuel) => {
            session.pause_at(fuel);
            session.run(program)
        }
        None => session.run(program),
    };
    let mut snapshot = None;
    if outcome == Outcome::Paused {
        snapshot = session.snapshot(None).ok();
        outcome = session.resume();
    }
    Seen { printed: printed(&out), outcome, fuel: session.usage().fuel, snapshot }
}

#[test]
fn cases_are_the_same_without_quick_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let quick = config(20_000_000);
    let plain = Config { reference_mode: true, ..quick.clone() };
    let (mut differ, mut snapshots) = (Vec::new(), 0);
    for (shown, path) in corpus(&root) {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(program) = program(&name, &text) else { continue };
        let whole = run(&program, None, &quick);
        let middle = Some(whole.fuel / 2);
        let (a, b) = (run(&program, middle, &quick), run(&program, middle, &plain));
        snapshots += usize::from(a.snapshot.is_some());
        if a != b {
            let line = a.printed.lines().zip(b.printed.lines()).find(|(a, b)| a != b);
            let same = if a.snapshot == b.snapshot { "same" } else { "other" };
            differ.push(format!("{shown}: fuel {} and {}, {same} snapshot, {line:?}", a.fuel, b.fuel));
        }
    }
    assert!(snapshots > 100, "only {snapshots} snapshots were compared");
    assert!(differ.is_empty(), "{} cases differ without quick cases: {differ:#?}", differ.len());
}

#[test]
fn cases_are_the_same_where_imports_are_run_before() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let copied = config(20_000_000);
    let here = Config { runs_imports: true, ..copied.clone() };
    let (mut differ, mut compared, mut exact) = (Vec::new(), 0, 0);
    for (shown, path) in corpus(&root) {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(program) = program(&name, &text) else { continue };
        // The first run may create the template session, the second one uses it.
        let (here, made, kept) = (run(&program, None, &here), run(&program, None, &copied), run(&program, None, &copied));
        compared += 1;
        assert!(made == kept, "{shown} is not the same the second time");
        // Polling for finalizers also visits the constants of the imports, so fuel may differ slightly.
        let same_fuel = here.fuel.abs_diff(kept.fuel) <= here.fuel / 50;
        exact += usize::from(here.fuel == kept.fuel);
        if here.printed != kept.printed || here.outcome != kept.outcome || !same_fuel {
            let line = here.printed.lines().zip(kept.printed.lines()).find(|(a, b)| a != b);
            differ.push(format!("{shown}: fuel {} and {}, {line:?}", here.fuel, kept.fuel));
        }
    }
    assert!(compared > 500, "only {compared} cases were compared");
    assert!(exact > compared * 19 / 20, "fuel is exact in {exact} of {compared} runs");
    assert!(differ.is_empty(), "{} differ where imports were run before: {differ:#?}", differ.len());
}
