//! Runs `tests/cases/**/*.py` and compares stdout with CPython's, which is in the `.out` file of each case. If there is an `.err` file,
//! stderr must equal CPython's too, including the traceback of an uncaught exception.
//!
//! `tests/cases/not_yet.txt` lists the cases that do not agree yet. All other cases must agree. A listed case that agrees fails too, so the
//! list stays correct. `UPDATE=1` rewrites it.

#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "a test that cannot go on says so")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use stockade_compiler::{ParseLimits, SourceText};
use stockade_vm::{CompileRefusal, Config, Host, Library, Outcome, Session, compile_source};

/// The library with both shelves.
static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// Captures stdout and stderr separately. Its clock shows a constant time, so that no result depends on the load of the machine.
struct CaptureOutput(Arc<Mutex<String>>, Arc<Mutex<String>>);

impl Host for CaptureOutput {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, error: bool) {
        let stream = if error { &self.1 } else { &self.0 };
        if let Ok(mut out) = stream.lock() {
            out.push_str(text);
        }
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "py") && path.with_extension("out").exists() {
            found.push(path);
        }
    }
}

/// The output of a program, whatever its outcome is: stdout and stderr.
fn printed(name: &str, text: &str) -> Option<(String, String)> {
    let source = Arc::new(SourceText::new(name, text));
    let program = match compile_source(&source, &ParseLimits::default()) {
        Ok(program) => Arc::new(program),
        Err(CompileRefusal::NotPython(error)) => return Some((String::new(), stockade_vm::syntax_error_text(&source, &error))),
        Err(_) => return None,
    };
    let (out, err) = (Arc::new(Mutex::new(String::new())), Arc::new(Mutex::new(String::new())));
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = 50_000_000;
    config.limits.memory_bytes = 256 << 20;
    let mut session = Session::new(&config, Box::new(CaptureOutput(Arc::clone(&out), Arc::clone(&err))));
    let outcome = session.run(&program);
    // The output at the end of the session counts too.
    session.finish();
    drop(session);
    let mut errors = err.lock().ok()?.clone();
    if let Outcome::Raised(raised) = outcome
        && !raised.reported_by_hook
    {
        errors.push_str(&raised.traceback);
    }
    let text = out.lock().ok()?.clone();
    Some((text, errors))
}

#[test]
fn cases_agree_with_cpython() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let list = root.join("not_yet.txt");
    let listed: BTreeSet<String> = std::fs::read_to_string(&list)
        .unwrap_or_default()
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(String::from)
        .collect();
    let mut found = Vec::new();
    files(&root, &mut found);
    found.sort();
    assert!(found.len() > 100, "the corpus is missing");
    let mut differs = BTreeSet::new();
    for path in &found {
        let shown = path.strip_prefix(&root).map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
        if shown.starts_with("limits/") || shown.starts_with("compile/") {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let wanted = std::fs::read_to_string(path.with_extension("out")).unwrap_or_default();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let wanted_err = std::fs::read_to_string(path.with_extension("err")).ok();
        let agrees = printed(&name, &text).is_some_and(|(out, err)| out == wanted && wanted_err.is_none_or(|wanted| err == wanted));
        if !agrees {
            differs.insert(shown);
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        let mut text = String::from("# Cases whose output is not CPython's yet; UPDATE=1 rewrites this list.\n");
        for name in &differs {
            text.push_str(name);
            text.push('\n');
        }
        std::fs::write(&list, text).expect("the list can be written");
        return;
    }
    let broken: Vec<&String> = differs.difference(&listed).collect();
    let fixed: Vec<&String> = listed.difference(&differs).collect();
    assert!(broken.is_empty(), "cases that no longer agree: {broken:#?}");
    assert!(fixed.is_empty(), "listed cases that agree now (take them off the list): {fixed:#?}");
}

/// A limit ends a run with a typed outcome that the program cannot catch, and the session stays usable.
#[test]
fn limits_end_runs_and_leave_the_session_usable() {
    use stockade_vm::LimitKind;
    let attempts = [
        ("while True: pass", LimitKind::Instructions),
        ("try:\n    while True: pass\nexcept BaseException:\n    print('caught')\nfinally:\n    print('finally')", LimitKind::Instructions),
        ("x = [0] * 10**10", LimitKind::Memory),
        ("x = 'x' * 10**10", LimitKind::Memory),
        ("x = 1 << 10**10", LimitKind::Memory),
        ("x = []\nwhile True: x.append(x[:])", LimitKind::Memory),
        ("s = 'ab'\nwhile True: s += s", LimitKind::Memory),
        ("while True: print('x' * 1000)", LimitKind::Output),
    ];
    for (text, kind) in attempts {
        let out = Arc::new(Mutex::new(String::new()));
        let mut config = Config::with_library(&LIBRARY);
        config.limits.instructions = 3_000_000;
        config.limits.memory_bytes = 8 << 20;
        config.limits.output_bytes = 100_000;
        let mut session = Session::new(&config, Box::new(CaptureOutput(Arc::clone(&out), Arc::default())));
        let step = |session: &mut Session, text: &str| {
            let source = Arc::new(SourceText::new("step.py", text));
            let program = compile_source(&source, &ParseLimits::default()).expect("the step compiles");
            session.run(&Arc::new(program))
        };
        let outcome = step(&mut session, text);
        assert_eq!(outcome, Outcome::Exceeded(kind), "{text}");
        assert!(!out.lock().expect("not poisoned").contains("caught"), "{text}");
        let after = step(&mut session, "x = s = None\ny = 6 * 7\ny");
        assert_eq!(after, Outcome::Finished(Some("42".into())), "after {text}");
    }
}

/// The same program uses the same fuel and prints the same output, also with a collection at every safepoint.
#[test]
fn runs_repeat_exactly() {
    let text = "class P:\n    def __init__(self, n): self.n = n\n    def __lt__(self, o): return self.n < o.n\n\
                items = [P(i * 7 % 11) for i in range(50)]\nprint([p.n for p in sorted(items)], {i * 3 for i in range(20)})\n";
    let once = |stress: bool| {
        let out = Arc::new(Mutex::new(String::new()));
        let config = Config { stress_collection: stress, ..Config::with_library(&LIBRARY) };
        let mut session = Session::new(&config, Box::new(CaptureOutput(Arc::clone(&out), Arc::default())));
        let source = Arc::new(SourceText::new("step.py", text));
        let program = compile_source(&source, &ParseLimits::default()).expect("the program compiles");
        session.run(&Arc::new(program));
        let printed = out.lock().expect("not poisoned").clone();
        (session.usage().fuel, printed)
    };
    let first = once(false);
    assert!(first.1.starts_with("[0, 0, 0,"), "{}", first.1);
    assert_eq!(first, once(false));
    assert_eq!(first, once(true));
}
