//! Tests what `stockade run` says about a limit that ended a run: on stderr, in the JSON report and in the audit log.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Runs a file in its folder, so that messages show only its name.
fn stockade(folder: &Path, source: &str, args: &[&str]) -> Output {
    std::fs::write(folder.join("a.py"), source).expect("the program can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_stockade"));
    command.current_dir(folder).args(["run", "a.py"]).args(args).output().expect("it starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const LOOP: &str = "def f():\n    # for ever\n    while True: pass\nf()\n";

#[test]
fn a_limit_says_what_raises_it_and_where_the_program_was() {
    let folder = folder("limit_stderr");
    let ended = stockade(&folder, LOOP, &["--fuel", "100000"]);
    assert_eq!(ended.status.code(), Some(6));
    let expected = "limit: fuel
  used 100,000 of 100,000 fuel units; raise it with --fuel N, or `limits.fuel` in the policy
  File \"a.py\", line 4, in <module>
    f()
  File \"a.py\", line 3, in f
    while True: pass
";
    assert_eq!(text(&ended.stderr), expected);
    let ended = stockade(&folder, "x = [0]\nx = x * 10**9\n", &["--memory", "16MiB"]);
    let said = text(&ended.stderr);
    let mut lines = said.lines();
    assert_eq!(lines.next(), Some("limit: memory"));
    let used = lines.next().unwrap_or_default();
    assert!(used.ends_with(" of 16,777,216 bytes; raise it with --memory N, or `limits.memory` in the policy"), "{said}");
    assert!(lines.next().is_some_and(|line| line.starts_with("  an operation was refused: it alone needs ")), "{said}");
    assert_eq!(lines.collect::<Vec<_>>(), ["  File \"a.py\", line 2, in <module>", "    x = x * 10**9"]);
}

#[test]
fn reports_and_the_audit_log_have_the_limit() {
    let folder = folder("limit_report");
    let log = folder.join("audit.jsonl");
    let _ = std::fs::remove_file(&log);
    std::fs::write(folder.join("full.yaml"), "version: 1\nextends: default\naudit: {log: full}\n").expect("the policy can be written");
    let args = ["--fuel", "100000", "--report", "report.json", "--audit", "audit.jsonl", "--policy", "full.yaml"];
    let ended = stockade(&folder, LOOP, &args);
    assert_eq!(ended.status.code(), Some(6), "{}", text(&ended.stderr));
    let report = std::fs::read_to_string(folder.join("report.json")).expect("the report is there");
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    let limit = report.pointer("/steps/0/limit").expect("the step has a limit");
    let frame = |line: u32, function: &str, source: &str| json!({ "file": "a.py", "line": line, "function": function, "source": source, "repeated": 0, "omitted_before": 0 });
    let expected = json!({
        "kind": "fuel", "limit": 100_000, "used": 100_000, "unit": "fuel units", "needed": null, "is_cancelled": false, "phase": null,
        "flag": "--fuel", "policy_key": "limits.fuel",
        "stack": [frame(4, "<module>", "f()"), frame(3, "f", "while True: pass")],
    });
    assert_eq!(*limit, expected);
    let line = std::fs::read_to_string(&log).expect("the log is there");
    let record: Value = serde_json::from_str(line.trim()).expect("a line is JSON");
    let said = |name: &str| record.get("attributes").and_then(|attributes| attributes.get(name)).cloned();
    assert_eq!(said("stockade.limit.key"), Some(json!("limits.fuel")));
    assert_eq!(said("stockade.limit.used"), Some(json!(100_000)));
    assert_eq!(said("code.stacktrace"), Some(json!("  File \"a.py\", line 4, in <module>\n  File \"a.py\", line 3, in f\n")));
}

/// Each flag in the table of limits is a flag of `stockade run`.
#[test]
fn the_flags_of_limits_exist() {
    let help = Command::new(env!("CARGO_BIN_EXE_stockade")).args(["run", "--help"]).output().expect("it starts");
    let help = text(&help.stdout);
    for limit in stockade_policy::Limits::TABLE.iter().filter(|limit| !limit.flag.is_empty()) {
        assert!(help.contains(&format!("{} <", limit.flag)), "{}", limit.flag);
    }
}

/// The report holds its values several times while it is written. A large one would take the process beyond what the limit on memory allows.
#[test]
fn a_report_has_no_value_that_is_large_for_the_limit_on_memory() {
    let folder = folder("large_value");
    let wide = |count: usize| format!("['x'] * {count}");
    for (source, has_value) in [
        ("'x' * 4_000_000".to_string(), true),
        ("'x' * 30_000_000".to_string(), false),
        (wide(60_000), true),
        (wide(240_000), false),
        ("{'a': ['x' * 30_000_000]}".to_string(), false),
    ] {
        for isolation in ["thread", "process"] {
            let args = ["--memory", "64MiB", "--policy", "permissive", "--isolation", isolation, "--report", "r.json"];
            assert_eq!(stockade(&folder, &source, &args).status.code(), Some(0), "{source}");
            let report = std::fs::read(folder.join("r.json")).expect("there is a report");
            let report: Value = serde_json::from_slice(&report).expect("the report is JSON");
            let step = &report["steps"][0];
            assert_eq!(step.get("value").is_some(), has_value, "{source} {isolation}");
            assert!(step["repr"].as_str().is_some_and(|repr| !repr.is_empty()), "{source}");
            let most = (64 << 20) / 4 * 5 + (24 << 20);
            assert!(step["peak_resident"].as_u64().is_none_or(|peak| peak < most), "{source} {isolation}: {}", step["peak_resident"]);
        }
    }
}

/// A compiled pattern is many small blocks, and each is charged with what the allocator adds.
#[test]
fn kept_patterns_are_within_the_limit_on_memory() {
    let folder = folder("kept-patterns");
    for pattern in ["a%d[c-z]{3}", "(a%d|b[c-z]+){1,50}"] {
        let source = format!("import re\nkept = []\nfor i in range(10 ** 9): kept.append(re.compile('{pattern}' % i))\n");
        let args = ["--memory", "64MiB", "--policy", "permissive", "--timeout", "300s", "--isolation", "process", "--report", "r.json"];
        assert_eq!(stockade(&folder, &source, &args).status.code(), Some(6), "{source}");
        let report = std::fs::read(folder.join("r.json")).expect("there is a report");
        let report: Value = serde_json::from_slice(&report).expect("the report is JSON");
        let peak = &report["steps"][0]["peak_resident"];
        let most = (64 << 20) / 4 * 5 + (24 << 20);
        assert!(peak.as_u64().is_none_or(|peak| peak < most), "{source}: {peak}");
    }
}
