//! Tests `stockade check` as a process: exit status, output streams, and that nothing dangerous reaches a terminal.

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
    // A command that refuses its arguments may exit before it reads stdin.
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

/// The graphical renderer limits the width of lines.
#[test]
fn wide_lines_are_told_of_without_being_drawn() {
    let text = format!("x = '{}')\n", "a".repeat(70_000));
    let (code, stdout, stderr) = answer(&["check", "-", "--policy", "permissive"], &text);
    assert_eq!(code, 1, "{stderr}");
    assert!(stdout.contains("<stdin>:1:70007: unmatched ')'"), "{}", stdout.chars().take(300).collect::<String>());
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

/// A folder for one test. It is removed at the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("stockade-{name}-{}", std::process::id()));
        for (file, text) in files {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self(root)
    }
    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn folders_are_searched_in_order_and_respect_ignore_files() {
    let folder = Folder::new(
        "tree",
        &[
            (".gitignore", "skipped/\n"),
            ("b.py", "import os\n"),
            ("a/z.py", "import socket\n"),
            ("skipped/c.py", "import os\n"),
            ("notes.md", "```python\nimport os\n```\n"),
            ("n.ipynb", r#"{"cells": [{"cell_type": "code", "source": "eval('1')"}]}"#),
            ("other.txt", "import os\n"),
        ],
    );
    let root = folder.path("");
    let names = |extra: &[&str]| -> Vec<String> {
        let mut args = vec!["check", root.as_str(), "--format", "jsonl"];
        args.extend(extra);
        let (code, stdout, stderr) = answer(&args, "");
        assert_eq!(code, 1, "{stderr}");
        let file = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["file"].as_str().unwrap().to_owned();
        stdout.lines().map(|line| file(line).strip_prefix(&root).unwrap().to_owned()).collect()
    };
    assert_eq!(names(&[]), ["a/z.py", "b.py", "n.ipynb#cell1"]);
    assert_eq!(names(&["--markdown"]), ["a/z.py", "b.py", "n.ipynb#cell1", "notes.md"]);
    assert_eq!(names(&["--jobs", "1"]), names(&["--jobs", "3"]));
}

#[test]
fn findings_can_be_chosen_but_final_rules_stay() {
    let code = "import re\npritn(1)\n";
    for (args, want) in [
        (vec![], 0),
        (vec!["--fail-on", "warn"], 1),
        (vec!["--fail-on", "warn", "--exit-zero"], 0),
        (vec!["--fail-on", "warn", "--ignore", "UND001"], 0),
        (vec!["--fail-on", "info", "--select", "IMP,undefined-name"], 1),
        (vec!["--fail-on", "warn", "--select", "DUN"], 0),
        (vec!["--select", "DUX"], 2),
        (vec!["--policy", "strict", "--ignore", "DUN001"], 2),
        (vec!["--ignore", "SYN001"], 2),
    ] {
        let mut all = vec!["check", "-", "--format", "concise"];
        all.extend(&args);
        let (code, stdout, stderr) = answer(&all, code);
        assert_eq!(code, want, "{args:?}\n{stdout}{stderr}");
    }
    let (_, stdout, _) = answer(&["check", "-", "--format", "concise", "--statistics"], "import os\n");
    assert!(stdout.contains("     1  IMP001   deny  import-not-allowed"), "{stdout}");
}

#[test]
fn a_baseline_holds_what_is_known_and_counts() {
    let folder = Folder::new("baseline", &[("a.py", "pritn(1)\nimport os\n")]);
    let (file, baseline) = (folder.path("a.py"), folder.path("known.json"));
    answer(&["check", &file, "--write-baseline", &baseline], "");
    let check = |extra: &[&str]| {
        let mut args = vec!["check", &file, "--fail-on", "warn", "--format", "concise", "--baseline", &baseline];
        args.extend(extra);
        answer(&args, "")
    };
    let (code, stdout, _) = check(&[]);
    assert_eq!((code, stdout.matches("IMP001").count(), stdout.matches("UND001").count()), (1, 1, 0), "a denial stays: {stdout}");
    assert_eq!(check(&["--trusted"]).0, 0);
    std::fs::write(&file, "x = 1\npritn(1)\npritn(1)\n").unwrap();
    let (code, stdout, _) = check(&["--trusted"]);
    assert_eq!((code, stdout.matches("UND001").count()), (1, 1), "{stdout}");
    let old = std::fs::read_to_string(&baseline).unwrap();
    let at = old.find("\"expires\": \"").unwrap() + 12;
    std::fs::write(&baseline, format!("{}2001-01-01{}", &old[..at], &old[at + 10..])).unwrap();
    assert_eq!(check(&[]).0, 2);
}

#[test]
fn the_cache_knows_clean_programs_only() {
    let folder = Folder::new("cache", &[("a.py", "import math\nprint(math.pi)\n"), ("b.py", "import os\n")]);
    let (root, cache) = (folder.path(""), folder.path(".cache"));
    let check = || answer(&["check", &root, "--format", "jsonl", "--cache", &cache], "").1;
    let first = check();
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 1);
    assert_eq!(check(), first);
}

#[test]
fn policies_are_tested_compared_and_described() {
    let folder = Folder::new(
        "policies",
        &[
            (
                "child.yaml",
                "version: 1\nname: child\nextends: [default]\nimports: {deny: [json]}\ntests:\n  - {name: a, code: import json, expect: {deny: [IMP001]}}\n",
            ),
            ("good.policytest.yaml", "version: 1\npolicy: child.yaml\ntests:\n  - {name: b, code: import math, expect: allow}\n"),
            ("bad.policytest.yaml", "version: 1\npolicy: default\ntests:\n  - {name: c, code: import os, expect: allow}\n"),
            ("corpus/a.py", "import math\nprint(math.pi)\n"),
            ("corpus/b.py", "import json\nprint(json)\n"),
        ],
    );
    let (child, corpus) = (folder.path("child.yaml"), folder.path("corpus"));
    let (code, stdout, _) = answer(&["policy", "test", &child, &folder.path("good.policytest.yaml")], "");
    assert_eq!((code, stdout.as_str()), (0, "2 of 2 tests pass\n"));
    let (code, stdout, _) = answer(&["policy", "test", &folder.path("")], "");
    assert_eq!(code, 1);
    assert!(stdout.contains("test `c` failed: expected it to be allowed; what denies it: IMP001"), "{stdout}");
    let (code, stdout, _) = answer(&["policy", "diff", "default", &child, "--corpus", &corpus], "");
    assert_eq!(code, 1);
    assert!(stdout.contains("+ imports.deny: json\n") && stdout.contains("b.py: ") && !stdout.contains("a.py"), "{stdout}");
    assert_eq!(answer(&["policy", "diff", "default", "default", "--corpus", &corpus], "").0, 0);
    let (_, schema, _) = answer(&["policy", "schema"], "");
    assert!(serde_json::from_str::<serde_json::Value>(&schema).unwrap()["properties"]["imports"].is_object());
    assert_eq!(answer(&["policy", "show", "strict", "--resolved", "--origin"], "").0, 0);
}

/// Other users may have created a cache, a baseline or an ignore file in their place.
#[test]
fn files_that_others_made_lead_nowhere() {
    let folder = std::env::temp_dir().join(format!("stockade-check-{}", std::process::id()));
    let (cache, tree, baseline) = (folder.join("cache"), folder.join("tree"), folder.join("baseline.json"));
    for made in [&cache, &tree] {
        std::fs::create_dir_all(made).unwrap();
    }
    let path = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let program = tree.join("a.py");
    std::fs::write(&program, "print(1)\nfinal_answer(1)\n").unwrap();
    std::fs::write(tree.join("b.py"), "import os\n").unwrap();
    std::fs::write(tree.join(".gitignore"), "*.py\n").unwrap();
    let check = |more: &[&str]| {
        let (code, stdout, stderr) = answer(&[&["check", "--format", "concise"], more].concat(), "");
        (code, stdout, stderr)
    };
    assert_eq!(check(&[&path(&tree), "--no-ignore"]).0, 1);
    assert!(!check(&[&path(&tree)]).1.contains("IMP001"));
    // A record that contradicts the source, or is not a valid record.
    let arguments = [path(&program), "--cache".into(), path(&cache)];
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    assert_eq!(check(&arguments).0, 0);
    let record = std::fs::read_dir(&cache).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&record).unwrap();
    for damaged in ["", "{", "null", "[[[[", "{\"key\": \"0\"}", text.get(..text.len() / 2).unwrap()] {
        std::fs::write(&record, damaged).unwrap();
        assert_eq!(check(&arguments).0, 0, "{damaged}");
        assert_eq!(std::fs::read_to_string(&record).unwrap(), text);
    }
    std::fs::remove_file(&record).unwrap();
    std::fs::create_dir(&record).unwrap();
    assert_eq!(check(&arguments).0, 0);
    for (text, message) in [
        ("", "is not a baseline"),
        ("[]", "is not a baseline of version 1"),
        ("{\"version\": 1, \"findings\": {}}", "does not say when it expires"),
        ("{\"version\": 1, \"expires\": \"zzzzzzzzzz\", \"findings\": {}}", "which is not a date"),
        ("{\"version\": 1, \"expires\": \"2020-01-01\", \"findings\": {}}", "expired on 2020-01-01"),
        ("{\"version\": 1, \"expires\": \"2999-01-01\", \"findings\": []}", "has no findings"),
    ] {
        std::fs::write(&baseline, text).unwrap();
        let (code, _, stderr) = check(&[&path(&program), "--baseline", &path(&baseline)]);
        assert!(code == 2 && stderr.contains(message), "{text}: {code} {stderr}");
    }
    let (code, _, stderr) = check(&[&path(&program), "--baseline", &path(&folder)]);
    assert!(code == 2 && stderr.contains("it is not a file"), "{stderr}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Python imports a module through a link, so its file is checked. A link to a folder may lead in a circle. Nobody named the file behind a
/// link, so it is not repaired.
#[cfg(unix)]
#[test]
fn links_to_files_are_checked_and_not_repaired() {
    let folder = Folder::new("links", &[("tree/a.py", "x = 1\n"), ("outside.py", "import os\n")]);
    for (target, link) in [("outside.py", "tree/b.py"), ("tree", "tree/again"), ("none.py", "tree/dead.py")] {
        std::os::unix::fs::symlink(folder.path(target), folder.path(link)).unwrap();
    }
    let tree = folder.path("tree");
    let (code, stdout, stderr) = answer(&["check", &tree, "--format", "concise"], "");
    assert_eq!(code, 2, "{stderr}");
    assert!(stdout.contains("b.py:1:8: deny[IMP001]") && !stdout.contains("again"), "{stdout}");
    assert!(stdout.contains("dead.py:1:1: deny[INP001]"), "{stdout}{stderr}");
    std::fs::remove_file(folder.path("tree/dead.py")).unwrap();
    let (code, _, stderr) = answer(&["check", &tree, "--fix"], "");
    assert!(code == 1 && stderr.contains("1 repair not made") && stderr.contains("links"), "{code} {stderr}");
    assert_eq!(std::fs::read_to_string(folder.path("outside.py")).unwrap(), "import os\n");
    // Whoever names the link means the file.
    assert_eq!(answer(&["check", &folder.path("tree/b.py"), "--fix"], "").0, 0);
    assert_eq!(std::fs::read_to_string(folder.path("outside.py")).unwrap(), "");
}

/// An array of records is read as JSON lines are. Read as Python, it would be a list that does nothing.
#[test]
fn programs_may_stand_in_a_json_array() {
    let notebook = r#"{"nbformat": 4, "cells": [{"cell_type": "code", "source": "import os"}]}"#;
    let records = r#"[{"id": "one", "code": "import os"}, {"code": "print(1)"}]"#;
    let folder = Folder::new("json", &[("a.json", records), ("n.json", notebook), ("none.json", "[]"), ("x.json", "[3]")]);
    for (file, want, status) in [
        ("a.json", "a.json#one:1:8: deny[IMP001]", 1),
        ("n.json", "n.json#cell1:1:8: deny[IMP001]", 1),
        ("x.json", "x.json#item1:1:1: deny[SYN007]", 1),
    ] {
        let (code, stdout, stderr) = answer(&["check", &folder.path(file), "--format", "concise"], "");
        assert!(code == status && stdout.contains(want), "{file}: {code} {stdout} {stderr}");
    }
    assert_eq!(answer(&["check", &folder.path("none.json")], "").0, 2);
    let (code, stdout, _) = answer(&["run", &folder.path("a.json")], "");
    assert_eq!((code, stdout.as_str()), (4, "1\n"));
}

/// pre-commit runs a script of this repository, because the workspace has no package at its root that pre-commit could install.
#[test]
fn hooks_run_what_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let hooks = std::fs::read_to_string(root.join(".pre-commit-hooks.yaml")).unwrap();
    let entries: Vec<&str> = hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: ")).collect();
    assert_eq!(entries.len(), hooks.matches("language: script").count());
    for entry in entries {
        let (script, arguments) = entry.split_once(' ').unwrap();
        assert!(std::fs::read_to_string(root.join(script)).unwrap().contains("cargo install"), "{script}");
        let arguments: Vec<&str> = arguments.split(' ').chain(["--help"]).collect();
        assert_eq!(answer(&arguments, "").0, 0, "{entry}");
    }
}
