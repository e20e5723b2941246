//! `run --isolation process`: what differs from a run in a thread, which is nothing, and what is refused.

#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::common::{Ended, Folder, report};

const TOOLS: &str = r#"{ "price": { "params": "item", "results": { "guitar": 799.99, "amp": {"raise": "LookupError", "message": "none"} } },
    "fetch": { "params": "page", "async": true, "results": ["one", "two"] },
    "pay": { "params": "amount", "results": [true, true] } }"#;
const POLICY: &str =
    "version: 1\nextends: base.yaml\ntools: {allow: {price: {}, fetch: {}, pay: {approve: always}}}\nadd: {builtins: [open]}\n";

/// How a run ended, its report, its audit log, and the files that it wrote.
type Run = (Ended, Value, String, Vec<(String, Vec<u8>)>);

/// A run in a thread and one in a worker: how they ended, their reports without what is measured, their audit logs without times.
fn both(name: &str, files: &[(&str, &str)], args: &[&str], stdin: &str) -> [Run; 2] {
    ["thread", "process"].map(|isolation| {
        let folder = Folder::new(&format!("workers-{name}-{isolation}"));
        for (file, text) in files {
            folder.write(file, text);
        }
        let mut all = vec!["run", "--isolation", isolation, "--report", "report.json", "--capture", "--audit", "audit.jsonl"];
        all.extend(args);
        let ended = folder.fed(&all, stdin.as_bytes());
        let mut report = report(&folder.path("report.json")).unwrap_or_else(|| panic!("{name}: no report: {ended:?}"));
        strip(&mut report);
        let audit = std::fs::read_to_string(folder.path("audit.jsonl")).unwrap_or_default();
        let audit = audit.lines().map(|line| {
            let mut line: Value = serde_json::from_str(line).expect("JSON");
            strip(&mut line);
            line.to_string()
        });
        (ended, report, audit.collect::<Vec<_>>().join("\n"), written(&folder.path("out")))
    })
}

/// Leaves out what is measured.
fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|name, _| !["wall_ms", "unix_nano", "resident"].iter().any(|measured| name.contains(measured)));
            map.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

fn written(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(String, Vec<u8>)> = entries
        .flatten()
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), std::fs::read(entry.path()).unwrap_or_default()))
        .collect();
    files.sort();
    files
}

#[track_caller]
fn same(name: &str, files: &[(&str, &str)], args: &[&str], stdin: &str) -> (Ended, Value) {
    let [thread, process] = both(name, files, args, stdin);
    assert_eq!(thread, process, "{name}");
    (process.0, process.1)
}

/// Every n-th of the programs with CPython's output, under their own limits.
#[test]
fn programs_end_as_in_a_thread() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases");
    let mut programs = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "py") {
                programs.push(path);
            }
        }
    }
    programs.sort();
    let sample: Vec<&PathBuf> = programs.iter().step_by(programs.len() / 60).collect();
    assert!(sample.len() >= 60);
    for path in sample {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let args = ["--no-check", "--policy", "permissive", "--fuel", "20_000_000", "--timeout", "60s", "a.py"];
        same(&format!("case-{name}"), &[("a.py", &text)], &args, "");
    }
}

#[test]
fn every_option_of_a_run_goes_through_a_worker() {
    let base = "version: 1\nextends: default\n";
    let files = |text: &'static str| {
        [
            ("a.py", text),
            ("tools.json", TOOLS),
            ("policy.yaml", POLICY),
            ("base.yaml", base),
            ("helper.py", "def double(x): return 2 * x\n"),
        ]
    };
    let rows: [(&str, &str, &[&str], &str); 14] = [
        ("print", "import sys\nprint(1); print(2, file=sys.stderr); print(3)\n4", &["a.py"], ""),
        ("tools", "price('guitar') + 1", &["--tools", "tools.json", "--policy", "policy.yaml", "a.py"], ""),
        ("tools-raise", "price('amp')", &["--tools", "tools.json", "--policy", "policy.yaml", "a.py"], ""),
        (
            "tools-async",
            "import asyncio\nawait asyncio.gather(fetch(1), fetch(2))",
            &["--tools", "tools.json", "--policy", "policy.yaml", "a.py"],
            "",
        ),
        ("consent", "pay(3)", &["--tools", "tools.json", "--policy", "policy.yaml", "--approve", "all", "a.py"], ""),
        ("no-consent", "pay(3)", &["--tools", "tools.json", "--policy", "policy.yaml", "--approve", "none", "a.py"], ""),
        ("stdin", "import sys\nprint(input(), sys.argv, sys.stdin.read())", &["a.py", "--", "x", "y"], "one\ntwo\nthree"),
        (
            "files",
            "t = open('in.py').read()\nopen('out.txt', 'w').write(t.upper())",
            &["--file", "in.py=helper.py", "--policy", "policy.yaml", "--out-dir", "out", "a.py"],
            "",
        ),
        ("module", "import helper\nhelper.double(4)", &["--module", "helper.py", "a.py"], ""),
        ("allow-import", "import os\nos.getcwd()", &["--allow-import", "os", "--policy", "policy.yaml", "a.py"], ""),
        ("findings", "import subprocess\nprint(unknown)", &["a.py"], ""),
        ("syntax", "def f(:\n  é", &["a.py"], ""),
        ("limit", "def f(n):\n    return f(n) if n else [0] * 10**9\nf(0)", &["--memory", "8MiB", "a.py"], ""),
        ("exit", "import sys, atexit\natexit.register(print, 'bye')\nsys.exit(5)", &["a.py"], ""),
    ];
    for (name, text, args, stdin) in rows {
        same(name, &files(text), args, stdin);
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workers-files-process/out/out.txt");
    assert_eq!(std::fs::read_to_string(file).expect("the file is written"), "DEF DOUBLE(X): RETURN 2 * X\n");
    let options = ["--seed", "7", "--output", "100", "--output-overflow", "truncate", "--recursion", "50", "--no-check", "a.py"];
    same("limits", &files("import random\nprint(random.random(), hash('a'))\nprint('x' * 1000)"), &options, "");
    let (ended, _) = same("inputs", &[("a.py", "x + 1"), ("in.json", "{\"x\": 41}")], &["--inputs", "in.json", "a.py"], "");
    assert_eq!(ended.status, 0, "{ended:?}");
}

#[test]
fn documents_with_several_programs() {
    let steps = "# A\n\n```python\nx = 1\n```\n\n```python\n1 / 0\n```\n\n```python\nx + 1\n```\n";
    same("steps", &[("a.md", steps)], &["a.md"], "");
    let (_, report) = same("keep-going", &[("a.md", steps)], &["--keep-going", "a.md"], "");
    assert_eq!(report.pointer("/steps/2/repr"), Some(&Value::from("2")), "{report:#}");
    let rows = "{\"code\": \"x = 1\\nx\"}\n{\"code\": \"x\"}\n{\"code\": \"import sys; sys.exit(2)\"}\n";
    same("rows", &[("a.jsonl", rows)], &["--keep-going", "--field", "code", "a.jsonl"], "");
}

#[test]
fn what_cannot_be_done_in_a_worker_is_refused() {
    let folder = Folder::new("workers-refused");
    folder.write("a.py", "1");
    std::fs::create_dir_all(folder.path("greet")).expect("a folder");
    folder.write("greet/__init__.py", "");
    let ended = folder.stockade(&["run", "--isolation", "process", "--package", "./greet", "a.py"]);
    assert_eq!(ended.status, 2, "{ended:?}");
    assert!(ended.stderr.contains("--package cannot be used with --isolation process"), "{ended:?}");
    let ended = folder.stockade(&["run", "--walls", "require", "a.py"]);
    assert_eq!((ended.status, ended.stderr.contains("add --isolation process")), (2, true), "{ended:?}");
}

/// The number of the worker of a command.
fn worker_of(command: u32) -> u32 {
    for _ in 0..500 {
        let children = std::fs::read_to_string(format!("/proc/{command}/task/{command}/children")).unwrap_or_default();
        if let Some(worker) = children.split_whitespace().next().and_then(|child| child.parse().ok()) {
            return worker;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no worker was started")
}

/// Starts a program that prints and then runs for long, in a worker. Returns when it has printed.
fn running(folder: &Folder) -> std::process::Child {
    folder.write("a.py", "print('running')\nwhile True: pass");
    folder.write("policy.yaml", "version: 1\nextends: default\nadd: {builtins: [open]}\n");
    let mut args = vec!["run", "--isolation", "process", "--timeout", "300s", "--fuel", "1_000_000_000_000"];
    args.extend(["--policy", "policy.yaml", "--out-dir", "out", "--report", "report.json", "a.py"]);
    let mut command = folder.command(&args);
    // A group of its own, as a shell with a terminal gives it.
    command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let mut printed = [0; 8];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut printed).expect("it prints");
    assert_eq!(&printed, b"running\n");
    child
}

fn signal(signal: &str, process: &str) {
    let sent = std::process::Command::new("kill").args([signal, "--", process]).status().expect("it starts");
    assert!(sent.success());
}

#[test]
fn a_worker_that_dies_is_an_internal_outcome() {
    let folder = Folder::new("workers-dies");
    let child = running(&folder);
    signal("-9", &worker_of(child.id()).to_string());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("the worker ended, by signal 9"), "{said}");
    let report = report(&folder.path("report.json")).expect("a report");
    assert_eq!(report.get("outcome"), Some(&Value::from("internal")));
}

#[test]
fn a_signal_ends_the_run_in_order() {
    let folder = Folder::new("workers-signal");
    let child = running(&folder);
    let worker = worker_of(child.id());
    // As Ctrl-C does: to the whole group.
    signal("-INT", &format!("-{}", child.id()));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let report = report(&folder.path("report.json")).expect("a report");
    assert_eq!(report.get("outcome"), Some(&Value::from("interrupted")));
    assert!(!Path::new(&format!("/proc/{worker}")).exists(), "the worker is left");
}

/// No process is left when the command is killed.
#[test]
fn a_worker_ends_with_its_host() {
    let folder = Folder::new("workers-host");
    let mut child = running(&folder);
    let worker = worker_of(child.id());
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    for _ in 0..500 {
        if !Path::new(&format!("/proc/{worker}")).exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the worker is left")
}
