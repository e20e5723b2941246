//! The command as a shell sees it: exit status, where text goes, and what never reaches a terminal.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot start the command has nothing to test")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn stockade(args: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stockade"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that refuses its arguments may end before it has read anything.
    if let Err(error) = child.stdin.take().unwrap().write_all(stdin) {
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe, "writing to the command");
    }
    child.wait_with_output().unwrap()
}

fn answer(args: &[&str], stdin: &str) -> (i32, String, String) {
    let output = stockade(args, stdin.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn exit_status_says_what_happened() {
    for (args, stdin, want) in [
        (vec!["check", "-"], "print(1)\n", 0),
        (vec!["check", "-"], "import os\n", 1),
        (vec!["check", "-"], "x = (\n", 1),
        (vec!["check", "-", "--policy", "permissive"], "import sys\n", 0),
        (vec!["check", "-", "--policy", "strikt"], "", 2),
        (vec!["check", "-", "--policy", "no/such/file.yaml"], "", 2),
        (vec!["check", "no_such_file.py"], "", 2),
        (vec!["check"], "", 2),
        (vec!["explain", "IMP001"], "", 0),
        (vec!["explain", "star-import"], "", 0),
        (vec!["explain", "LoadAttr"], "", 0),
        (vec!["explain", "IMP01"], "", 2),
        (vec!["policy", "show"], "", 0),
        (vec!["policy", "check", "--policy", "strict"], "", 0),
        (vec!["--version"], "", 0),
    ] {
        let (code, stdout, stderr) = answer(&args, stdin);
        assert_eq!(code, want, "{args:?}\n{stdout}\n{stderr}");
    }
}

#[test]
fn concise_is_one_line_for_each_finding() {
    let (_, stdout, _) = answer(&["check", "-", "--format", "concise"], "import os\n");
    assert_eq!(
        stdout,
        "<stdin>:1:8: deny[IMP001] `os` is not allowed: file system and process control (use a function that the host provides instead)\n"
    );
}

#[test]
fn json_has_the_stable_fields() {
    let (_, stdout, _) = answer(&["check", "-", "--format", "json"], "o = __import__\no(\"os\")\n");
    let reports: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let report = &reports[0];
    assert_eq!(report["verdict"], "deny");
    assert_eq!(report["policy"], "default");
    let fields: Vec<&String> = report.as_object().unwrap().keys().collect();
    let want =
        ["file", "verdict", "findings", "imports_used", "capabilities_used", "policy", "policy_sha256", "source_sha256", "tool_version"];
    assert_eq!(fields, want);
    let ids: Vec<&str> = report["findings"].as_array().unwrap().iter().map(|finding| finding["rule"].as_str().unwrap()).collect();
    assert_eq!(ids, ["BLT001", "DYN004", "DYN001"]);
    assert_eq!(report["findings"][1]["note"], "bound on line 1");
}

#[test]
fn hostile_sources_do_not_reach_the_terminal() {
    let code = "x = \"\u{1b}]0;title\u{7}\u{202e}\"\nimport os\u{20}# \u{1b}[31m\u{202e}\n";
    for format in ["fancy", "concise", "json"] {
        let (_, stdout, stderr) = answer(&["check", "-", "--format", format], code);
        for text in [stdout, stderr] {
            assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{format}: {text:?}");
        }
    }
}

#[test]
fn bytes_that_are_no_utf8_are_refused() {
    let output = stockade(&["check", "-"], b"x = \"\xff\"\n");
    assert_eq!(output.status.code(), Some(1));
    let output = stockade(&["check", "-"], b"# coding: rot13\nvzcbeg bf\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn bad_policies_are_shown_with_the_place() {
    let folder = std::env::temp_dir().join(format!("stockade-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("bad.yaml");
    std::fs::write(&file, "version: 1\nimports:\n  alow: [math]\n").unwrap();
    let (code, _, stderr) = answer(&["check", "-", "--policy", &file.to_string_lossy()], "print(1)\n");
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(code, 2);
    assert!(stderr.contains("unknown key `alow` in `imports`") && stderr.contains("did you mean `allow`?"), "{stderr}");
}
