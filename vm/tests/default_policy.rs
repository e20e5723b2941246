//! A program that passes the check of the default policy runs under that policy in the same way as without a policy. So the interpreter
//! refuses nothing that is granted, on any of its paths.

#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::Path;
use std::sync::{Arc, Mutex};

use stockade_compiler::SourceText;
use stockade_policy::{Decision, KnownNames, check_source, resolve_preset};
use stockade_vm::{Config, Host, Library, Session, compile_source};

/// The library with both shelves.
static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// Captures stdout.
struct CaptureStdout(Arc<Mutex<String>>);

impl Host for CaptureStdout {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, error: bool) {
        if let (false, Ok(mut out)) = (error, self.0.lock()) {
            out.push_str(text);
        }
    }
}

#[test]
fn what_the_check_accepts_runs_as_without_a_policy() {
    let policy = resolve_preset("default").expect("the preset resolves");
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let not_yet = std::fs::read_to_string(cases.join("not_yet.txt")).unwrap_or_default();
    let mut accepted = 0;
    let mut differs = Vec::new();
    for area in ["builtins", "programs", "stdlib"] {
        let mut paths: Vec<_> = std::fs::read_dir(cases.join(area)).expect("the folder").flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
        paths.sort();
        for path in paths {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let wanted = std::fs::read_to_string(path.with_extension("out")).unwrap_or_default();
            let source = Arc::new(SourceText::new(name.as_str(), &text));
            let (report, _) = check_source(&source, &policy, stockade_vm::catalog(&LIBRARY), &KnownNames::standard());
            if report.verdict == Decision::Deny || not_yet.contains(&format!("{area}/{name}")) {
                continue;
            }
            accepted += 1;
            let Ok(program) = compile_source(&source, &policy.parse_limits()) else { continue };
            let out = Arc::new(Mutex::new(String::new()));
            let config =
                Config { grants: Arc::new(policy.grants.clone()), limits: policy.limits.clone(), ..Config::with_library(&LIBRARY) };
            let mut session = Session::new(&config, Box::new(CaptureStdout(Arc::clone(&out))));
            session.run(&Arc::new(program));
            session.finish();
            if out.lock().is_ok_and(|out| *out != wanted) {
                differs.push(format!("{area}/{name}"));
            }
        }
    }
    assert!(accepted > 30, "the check accepts hardly anything: {accepted}");
    assert!(differs.is_empty(), "accepted, but not run as without a policy: {differs:#?}");
}
