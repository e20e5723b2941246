//! Every function of the library is tried with what a policy denies: text that would run, special methods for classes, names of denied
//! attributes, a denied builtin type. `doors/attempts.py` is the program, `doors/exceptions.txt` has what it leaves alone, and why.

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::presets::PRESETS;
use stockade_policy::{Grants, resolve_preset, resolve_text};
use stockade_vm::{Config, Outcome, Session};

use crate::common::{LIBRARY, compile_source, host, printed};

const ATTEMPTS: &str = include_str!("doors/attempts.py");
const EXCEPTIONS: &str = include_str!("doors/exceptions.txt");

/// The names of a module that are not tried.
fn skipped(module: &str) -> Vec<&'static str> {
    let rows = EXCEPTIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let rows = rows.map(|line| line.splitn(3, ' ').collect::<Vec<_>>());
    rows.filter_map(|row| match row.as_slice() {
        [home, name, _reason] if *home == module => Some(*name),
        [_, _, _] => None,
        row => panic!("an exception without a reason: {row:?}"),
    })
    .collect()
}

/// What got through the doors of a module.
fn complaints(grants: &Arc<Grants>, module: &str) -> Vec<String> {
    let text = ATTEMPTS.replace("MODULE", module).replace("SKIPPED", &format!("{:?}", skipped(module)));
    let source = Arc::new(SourceText::new("attempts.py", &text));
    let program = compile_source(&source, &stockade_policy::Limits::default()).expect("the program compiles");
    let (host, out) = host();
    let mut config = Config { grants: Arc::clone(grants), ..Config::with_library(&LIBRARY) };
    (config.limits.instructions, config.limits.wall_ms, config.limits.output_bytes) = (3_000_000_000, 600_000, 4 << 20);
    let outcome = Session::new(&config, host).run(&program);
    let printed = printed(&out);
    let mut found: Vec<String> =
        printed.lines().filter(|line| line.contains("PWNED")).take(20).map(|line| format!("{module}: {line}")).collect();
    if !matches!(outcome, Outcome::Finished(_)) || !printed.lines().any(|line| line == "tried") {
        found.push(format!("{module}: ended as {outcome:?}"));
    }
    found
}

/// Tries the modules that the grants allow.
fn try_all(name: &str, grants: &Grants) {
    let grants = Arc::new(Grants::clone(grants));
    let modules = stockade_vm::library_modules(&LIBRARY).into_iter().filter(|module| grants.import(module).is_ok());
    let found: Vec<String> = modules.flat_map(|module| complaints(&grants, module)).collect();
    assert!(found.is_empty(), "under {name}:\n{}", found.join("\n"));
}

#[test]
fn nothing_denied_happens_through_the_library_under_a_preset() {
    for (name, _) in PRESETS {
        // `permissive` denies nothing, and `strict` denies classes, which the attempts need: its other grants are those of `default`.
        if !matches!(*name, "permissive" | "strict" | "compute-only") {
            try_all(name, &resolve_preset(name).expect("a preset").grants);
        }
    }
}

/// A policy that allows every module, and denies what `default` denies: the modules that run text are there, and run none.
#[test]
fn nothing_denied_happens_through_any_module() {
    let text = "version: 1\nextends: [default]\noverride:\n\
                - {path: imports.deny, value: [], reason: every module is tried}\n\
                - {path: imports.allow, value: ['*'], reason: every module is tried}\n";
    let policy = resolve_text("all.yaml", text, &|_, wanted| Err(format!("no file `{wanted}`"))).expect("the policy resolves");
    try_all("a policy with all modules", &policy.grants);
}

/// A module that the policy denies is not written where it was reached another way.
#[test]
fn members_that_are_denied_are_not_written() {
    let text = "import inspect\nb = inspect.getmodule(len)\n\
                def tried(change):\n    try:\n        change()\n        print('PWNED')\n    except AttributeError as error:\n        print(error)\n\
                def write(): b.len = lambda x: 42\ndef add(): b.my_own = 1\ndef delete(): del b.abs\n\
                for change in (write, add, delete): tried(change)\nprint(len([]))\n";
    let source = Arc::new(SourceText::new("denied.py", text));
    let program = compile_source(&source, &stockade_policy::Limits::default()).expect("the program compiles");
    for (name, is_denied) in [("default", true), ("permissive", false)] {
        let (host, out) = host();
        let grants = Arc::new(Grants::clone(&resolve_preset(name).expect("a preset").grants));
        let outcome = Session::new(&Config { grants, ..Config::with_library(&LIBRARY) }, host).run(&program);
        let printed = printed(&out);
        assert!(matches!(outcome, Outcome::Finished(_)), "{outcome:?}");
        assert_eq!(printed.contains("PWNED"), !is_denied, "{name}: {printed}");
        assert_eq!(printed.lines().last(), Some(if is_denied { "0" } else { "42" }), "{name}: {printed}");
    }
}
