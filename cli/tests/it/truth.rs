//! Tests that a run tells the truth: nothing is skipped, the exit status counts every step, and what cannot be written is an error.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::common::{Folder, outcomes};
use serde_json::{Value, json};
use stockade_vm::OutcomeKind;

fn field<'a>(report: &'a Value, path: &str) -> &'a Value {
    report.pointer(path).unwrap_or(&Value::Null)
}

#[test]
fn text_before_the_first_mark_is_the_first_step() {
    let folder = Folder::new("truth_first_step");
    let source = b"assert False\n# %% step 1\n";
    assert_eq!(folder.fed(&["run", "-"], source).status, 1);
    let steps = folder.fed(&["run", "-", "--steps"], source);
    assert_eq!(steps.status, 1);
    assert!(
        steps.stderr.ends_with("note: step 2 was not run: step 1 ended with `runtime:AssertionError`; --keep-going runs what is left\n")
    );
    folder.write("p.py", source);
    assert_eq!(folder.stockade(&["snapshot", "p.py", "--steps", "--at", "100000", "-o", "p.snap"]).status, 1);
    // Without `--steps` a mark is a comment.
    folder.write("q.py", "x = 1\n# %% step 1\nprint(x)\n");
    assert_eq!(outcomes(&folder.reported(&["run", "q.py"]).1), ["completed"]);
    assert_eq!(outcomes(&folder.reported(&["run", "q.py", "--steps"]).1), ["completed", "completed"]);
}

#[test]
fn marks_in_strings_and_bodies_do_not_cut() {
    let folder = Folder::new("truth_marks");
    let source = "text = '''\n# %% step a\n'''\ndef f():\n    x = 1\n# %% step b\n    return x\nif f():\n    y = 1\n# %% step c\nelse:\n    y = 2\nz = [\n# %% step d\n1]\nprint(text, y, z)\n# %% step e\nprint(text)\n";
    folder.write("p.py", source);
    let (ended, report) = folder.reported(&["run", "p.py", "--steps"]);
    assert_eq!((ended.status, ended.stdout.as_str()), (0, "\n# %% step a\n 1 [1]\n\n# %% step a\n\n"), "{}", ended.stderr);
    assert_eq!(outcomes(&report), ["completed", "completed"]);
    // The check divides in the same way.
    let check = folder.stockade(&["check", "p.py", "--steps", "--format", "jsonl"]);
    assert_eq!((check.status, check.stdout.lines().count()), (0, 2), "{}", check.stderr);
    let stopped = folder.stockade(&["snapshot", "p.py", "--steps", "--at", "1", "-o", "p.snap"]);
    assert_eq!((stopped.status, stopped.stdout.as_str()), (0, ""), "{}", stopped.stderr);
    assert_eq!(folder.stockade(&["resume", "p.snap"]).stdout, ended.stdout);
}

#[test]
fn lines_are_those_of_the_file() {
    let folder = Folder::new("truth_lines");
    folder.write("p.py", "x = 1\n# %% a\n\n1 / 0\n");
    let ended = folder.stockade(&["run", "p.py", "--steps"]);
    assert!(ended.stderr.contains("File \"p.py\", line 4, in <module>"), "{}", ended.stderr);
    folder.write("p.md", "# Title\n\n```python\nx = 1\n```\n\n> ```py\n> 1 / 0\n> ```\n");
    let ended = folder.stockade(&["run", "p.md"]);
    assert!(ended.stderr.contains("File \"p.md\", line 8, in <module>"), "{}", ended.stderr);
}

#[test]
fn the_worst_step_decides() {
    let folder = Folder::new("truth_worst");
    for (source, want, all) in [
        ("while True: pass\n# %% b\nprint(2)\n", 6, vec!["limit:fuel", "completed"]),
        ("1 / 0\n# %% b\nwhile True: pass\n# %% c\n", 6, vec!["runtime:ZeroDivisionError", "limit:fuel", "completed"]),
        ("import os\n# %% b\nx = 1\n", 4, vec!["policy", "completed"]),
        ("x = = 1\n# %% b\nx = 1\n", 5, vec!["syntax", "completed"]),
        ("import os\n# %% b\nx = = 1\n", 5, vec!["policy", "syntax"]),
        ("raise SystemExit(9)\n# %% b\n1 / 0\n", 1, vec!["exited", "runtime:ZeroDivisionError"]),
        ("raise SystemExit(0)\n# %% b\nraise SystemExit(9)\n# %% c\nx = 1\n", 9, vec!["exited", "exited", "completed"]),
        ("x = 1\n# %% b\nfinal_answer(1)\n# %% c\n1 / 0\n", 0, vec!["completed", "completed"]),
    ] {
        folder.write("p.py", source);
        let (ended, report) = folder.reported(&["run", "p.py", "--steps", "--keep-going", "--fuel", "10000", "--policy", "smolagents"]);
        assert_eq!((ended.status, outcomes(&report)), (want, all.clone()), "{source}{}", ended.stderr);
        // Without `--keep-going`, the first step that does not complete is the last one.
        let (ended, report) = folder.reported(&["run", "p.py", "--steps", "--fuel", "10000", "--policy", "smolagents"]);
        let run = all.iter().position(|outcome| *outcome != "completed").map_or(all.len(), |at| at + 1);
        assert_eq!(outcomes(&report), all.get(..run).expect("steps"), "{source}");
        let marks = source.matches("# %%").count() + 1;
        let left: Vec<u64> =
            field(&report, "/not_run").as_array().expect("a list").iter().filter_map(|one| one.get("step")?.as_u64()).collect();
        assert_eq!(left, (run as u64 + 1..=marks as u64).collect::<Vec<_>>(), "{source}");
        assert_eq!(ended.stderr.contains("not run: "), !left.is_empty(), "{}", ended.stderr);
    }
}

#[test]
fn resume_drops_nothing() {
    let folder = Folder::new("truth_resume");
    folder.write("p.py", "print('one')\nfor i in range(1000): x = i\nprint(x)\n# %% b\nprint(x + 1)\n# %% c\nprint(x + 2)\n");
    let whole = folder.stockade(&["run", "p.py", "--steps"]);
    let first = folder.stockade(&["snapshot", "p.py", "--steps", "--at", "500", "-o", "p.snap"]);
    assert_eq!((first.status, first.stdout.as_str()), (0, "one\n"), "{}", first.stderr);
    let (second, report) = folder.reported(&["resume", "p.snap"]);
    assert_eq!((second.status, first.stdout + &second.stdout), (0, whole.stdout), "{}", second.stderr);
    let numbers: Vec<u64> =
        field(&report, "/steps").as_array().expect("steps").iter().filter_map(|step| step.get("step")?.as_u64()).collect();
    assert_eq!((numbers, field(&report, "/file")), (vec![1, 2, 3], &json!("p.py")));
    // Steps of another file take the place of those in the snapshot.
    folder.write("q.py", folder.read("p.py").replace("x + 2", "x + 9"));
    assert_eq!(folder.stockade(&["resume", "p.snap", "--steps", "q.py"]).stdout, "999\n1000\n1008\n");
    // A step that fails after the resumption stops the rest, too.
    folder.write("f.py", "for i in range(1000): x = i\n1 / 0\n# %% b\nprint('b')\n");
    folder.stockade(&["snapshot", "f.py", "--steps", "--at", "500", "-o", "f.snap"]);
    let (ended, report) = folder.reported(&["resume", "f.snap"]);
    assert_eq!((ended.status, ended.stdout.as_str(), outcomes(&report)), (1, "", vec!["runtime:ZeroDivisionError"]));
    assert_eq!(field(&report, "/not_run/0"), &json!({ "step": 2, "file": "f.py", "line": 3 }));
    assert_eq!(folder.stockade(&["resume", "f.snap", "--keep-going"]).stdout, "b\n");
    // Cells may have the same text.
    folder.write("n.ipynb", notebook(&["x = 0", "for i in range(300): x += 1", "for i in range(300): x += 1", "print(x)"]));
    folder.stockade(&["snapshot", "n.ipynb", "--at", "800", "-o", "n.snap"]);
    assert_eq!(folder.stockade(&["resume", "n.snap"]).stdout, "600\n");
    assert_eq!(folder.stockade(&["resume", "n.snap", "--steps", "n.ipynb"]).stdout, "600\n");
    // Snapshots hold one session.
    folder.write("l.jsonl", "{\"code\": \"x = 1\"}\n{\"code\": \"x = 2\"}\n");
    let refused = folder.stockade(&["snapshot", "l.jsonl", "--at", "1", "-o", "l.snap"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("has 2 programs that stand alone; a snapshot holds one session"), "{}", refused.stderr);
}

fn notebook(cells: &[&str]) -> String {
    let cells: Vec<Value> = cells.iter().map(|cell| json!({ "cell_type": "code", "source": cell })).collect();
    json!({ "cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {} }).to_string()
}

#[test]
fn every_format_is_run_as_it_is_checked() {
    let folder = Folder::new("truth_formats");
    folder.write("n.ipynb", notebook(&["x = 20", "print(x + 1)", "1 / 0", "print('after')"]));
    let (ended, report) = folder.reported(&["run", "n.ipynb"]);
    assert_eq!((ended.status, ended.stdout.as_str()), (1, "21\n"), "{}", ended.stderr);
    assert!(ended.stderr.contains("File \"n.ipynb#cell3\", line 1, in <module>"), "{}", ended.stderr);
    assert_eq!(field(&report, "/not_run/0/file"), &json!("n.ipynb#cell4"));
    // A notebook on stdin is no dict.
    assert_eq!(folder.fed(&["run", "-"], folder.read("n.ipynb").as_bytes()).stdout, "21\n");
    assert!(folder.fed(&["check", "-"], notebook(&["import os"]).as_bytes()).stdout.contains("<stdin>#cell1"));
    folder.write("notes", notebook(&["print('cell')"]));
    assert_eq!(folder.stockade(&["run", "notes"]).stdout, "cell\n");
    assert_eq!(folder.fed(&["run", "-"], b"{'nbformat': 4}\nprint(1)\n").stdout, "1\n");

    folder.write("p.md", "Text\n\n```python\nx = 2\n```\n\n```bash\nls\n```\n\n- ```py\n  print(x + 1)\n  ```<end_code>\n\nthe end\n");
    let (ended, report) = folder.reported(&["run", "p.md"]);
    assert_eq!((ended.stdout.as_str(), outcomes(&report)), ("3\n", vec!["completed", "completed"]), "{}", ended.stderr);

    // Lines of JSON are programs of their own. All of them run.
    folder.write("l.jsonl", "{\"code\": \"x = 1\"}\n\n{\"code\": \"print(x)\", \"id\": \"b\"}\n{\"cod\": 1}\n{\"code\": \"print(3)\"}\n");
    let (ended, report) = folder.reported(&["run", "l.jsonl"]);
    assert_eq!((ended.status, ended.stdout.as_str()), (5, "3\n"), "{}", ended.stderr);
    assert_eq!(outcomes(&report), ["completed", "runtime:NameError", "syntax", "completed"]);
    assert_eq!(field(&report, "/steps/1/file"), &json!("l.jsonl#b"));
    assert_eq!(folder.stockade(&["run", "l.jsonl", "--field", "cod"]).status, 5);

    folder.write("latin.py", b"# -*- coding: latin-1 -*-\nprint('\xe9')\n");
    folder.write("bom.py", b"\xEF\xBB\xBFprint('bom')\r\nprint('crlf')\r\n");
    folder.write("mac.py", b"print('a')\rprint('b')\r");
    folder.write("bad.py", b"print('\xff')\n");
    folder.write("rot.py", "# coding: rot13\nprint(1)\n");
    folder.write("koi.py", b"# -*- coding: KOI8-R -*-\nprint('\xc1')\n");
    folder.write("idna.py", "# -*- coding: idna -*-\nprint(1)\n");
    folder.write("sjis.py", b"# -*- coding: shift_jis -*-\nprint('\x95\x5c\x8e\xa6')\n");
    folder.write("eucjp.py", b"# vim: set fileencoding=euc-jp :\r\nprint('\xb4\xc1\xbb\xfa')\r\n");
    folder.write("jis.py", b"# coding: iso2022_jp\nprint('\x1b$B4A;z\x1b(B')\n");
    folder.write("gbk.py", b"#!/usr/bin/python\n# coding=gbk\nprint('\xd6\xd0\xce\xc4')\n");
    folder.write("gb18030.py", b"# coding: gb18030\nprint('\x94\x39\xda\x33')\n");
    folder.write("big5.py", b"# coding: big5\nprint('\xa4\xa4\xa4\xe5')\n");
    folder.write("euckr.py", b"# coding: euc_kr\nprint('\xc7\xd1\xb1\xdb')\n");
    folder.write("cp1252.py", b"# coding: cp1252\nprint('\x80')");
    folder.write("bad_sjis.py", b"# coding: shift_jis\nx = 1\nprint('\x95\x5c\xff')\n");
    for (file, status, stdout) in [
        ("latin.py", 0, "é\n"),
        ("bom.py", 0, "bom\ncrlf\n"),
        ("mac.py", 0, "a\nb\n"),
        ("bad.py", 5, ""),
        ("rot.py", 5, ""),
        ("koi.py", 0, "а\n"),
        ("idna.py", 7, ""),
        ("sjis.py", 0, "表示\n"),
        ("eucjp.py", 0, "漢字\n"),
        ("jis.py", 0, "漢字\n"),
        ("gbk.py", 0, "中文\n"),
        ("gb18030.py", 0, "\u{1f4a9}\n"),
        ("big5.py", 0, "中文\n"),
        ("euckr.py", 0, "한글\n"),
        ("cp1252.py", 0, "€\n"),
        ("bad_sjis.py", 5, ""),
    ] {
        let (run, check) = (folder.stockade(&["run", file]), folder.stockade(&["check", file]));
        assert_eq!((run.status, run.stdout.as_str(), check.status), (status, stdout, i32::from(status != 0)), "{file}: {}", run.stderr);
        assert_eq!(folder.stockade(&["compile", file]).status, status, "{file}");
    }
    let told = folder.stockade(&["check", "--format", "concise", "bad_sjis.py"]).stdout;
    let message = "'shift_jis' codec can't decode byte 0xff in position 35: illegal multibyte sequence";
    assert!(told.starts_with("bad_sjis.py:3:9: ") && told.contains(message), "{told}");
    for (file, text) in [("empty.md", "no code\n"), ("empty.ipynb", r#"{"cells": [], "nbformat": 4}"#), ("empty.jsonl", "\n")] {
        folder.write(file, text);
        let ended = folder.stockade(&["run", file]);
        assert_eq!((ended.status, ended.stderr), (2, format!("error: `{file}` has no Python programs\n")));
    }
    folder.write("broken.ipynb", "{");
    for command in ["run", "check", "compile"] {
        let ended = folder.stockade(&[command, "broken.ipynb"]);
        assert_eq!(ended.status, 2);
        let said = if command == "check" { &ended.stdout } else { &ended.stderr };
        assert!(said.contains("is not a notebook"), "{said}");
        assert_eq!(folder.stockade(&[command, "no_such.py"]).status, 2);
    }
    assert_eq!(folder.stockade(&["run", "."]).stderr, "error: cannot read `.`: it is a folder\n");
}

#[test]
fn commands_of_notebooks_are_unsupported() {
    let folder = Folder::new("truth_magics");
    folder.write("n.ipynb", notebook(&["import math", "%matplotlib inline\nx = math.pi", "print('after')"]));
    let (ended, report) = folder.reported(&["run", "n.ipynb"]);
    assert_eq!((ended.status, outcomes(&report)), (7, vec!["completed", "unsupported"]), "{}", ended.stderr);
    assert!(ended.stderr.contains("SYN008 notebook-command") && ended.stderr.contains("n.ipynb#cell2:1:1"), "{}", ended.stderr);
    let check = folder.stockade(&["check", "n.ipynb", "--format", "concise"]);
    let want = "n.ipynb#cell2:1:1: deny[SYN008] `%matplotlib` is a magic of notebooks (remove it, or write it in Python)\n";
    assert_eq!((check.status, check.stdout.as_str()), (1, want));
    assert_eq!(folder.stockade(&["compile", "n.ipynb"]).status, 7);
    // 230 parameters are Python, too.
    let many: Vec<String> = (0..300).map(|at| format!("a{at}")).collect();
    folder.write("many.py", format!("def f({}): pass\n", many.join(", ")));
    let (ended, report) = folder.reported(&["run", "many.py"]);
    assert_eq!((ended.status, outcomes(&report)), (7, vec!["unsupported"]), "{}", ended.stderr);
}

#[cfg(unix)]
#[test]
fn endless_inputs_end_at_the_limit() {
    let folder = Folder::new("truth_endless");
    folder.write("p.py", "print(1)\n");
    for args in [
        &["run", "/dev/zero"][..],
        &["compile", "/dev/zero"],
        &["run", "p.py", "--policy", "/dev/zero"],
        &["run", "p.py", "--tools", "/dev/zero"],
        &["snapshot", "p.py", "--at", "1", "-o", "p.snap", "--key", "/dev/zero"],
    ] {
        let ended = folder.stockade(args);
        assert_eq!((ended.status, ended.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ended.stderr.contains("`/dev/zero` does not end after "), "{args:?}: {}", ended.stderr);
    }
    // For a check it is a finding like others.
    let ended = folder.stockade(&["check", "/dev/zero"]);
    assert!(ended.status == 2 && ended.stdout.contains("`/dev/zero` does not end after "), "{}", ended.stdout);
    for command in ["run", "check", "compile"] {
        let zero = std::fs::File::open("/dev/zero").expect("a device");
        let output = folder.command(&[command, "-"]).stdin(zero).output().expect("it ends");
        let said = String::from_utf8_lossy(if command == "check" { &output.stdout } else { &output.stderr }).into_owned();
        assert_eq!((output.status.code(), said.contains("does not end after ")), (Some(2), true), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn lost_output_is_an_error() {
    let folder = Folder::new("truth_lost");
    folder.write("p.py", "print(1)\n");
    folder.write("e.py", "1 / 0\n");
    folder.write("loop.py", "while True: print(1)\n");
    let full = || std::fs::File::options().write(true).open("/dev/full").expect("a device");
    for args in [
        &["run", "p.py"][..],
        &["run", "loop.py"],
        &["check", "p.py"],
        &["compile", "p.py"],
        &["explain", "IMP001"],
        &["policy", "show"],
        &["schema", "report"],
        &["--help"],
        &["--version"],
    ] {
        let output = folder.command(args).stdout(full()).output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!(said, "error: cannot write to stdout: No space left on device (os error 28)\n", "{args:?}");
    }
    assert_eq!(folder.command(&["run", "e.py"]).stderr(full()).status().expect("it ends").code(), Some(2));
    let report = folder.stockade(&["run", "p.py", "--report", "/dev/full"]);
    assert_eq!((report.status, report.stderr.contains("cannot write `/dev/full`")), (2, true), "{}", report.stderr);
    // What the run was stopped for is in its report.
    folder.command(&["run", "loop.py", "--report", "r.json"]).stdout(full()).output().expect("it ends");
    let report = crate::common::report(&folder.path("r.json")).expect("a report");
    assert_eq!((outcomes(&report), field(&report, "/exit_status")), (vec!["interrupted"], &json!(2)));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_a_run_quietly() {
    let folder = Folder::new("truth_pipe");
    folder.write("loop.py", "while True: print('line')\n");
    let limits = ["--timeout", "60s", "--output", "1GiB", "--fuel", "100000000000"];
    let mut child = folder.command(&[&["run", "loop.py"], &limits[..]].concat());
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    // The reader goes after a line.
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert_eq!(line, "line\n");
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert_eq!((child.wait().expect("it ends").code(), said.as_str()), (Some(141), ""));

    folder.write("p.py", "print(1)\n");
    for args in [&["run", "p.py"][..], &["check", "p.py"], &["explain", "IMP001"], &["--help"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = folder.command(args).stdout(writer).stderr(Stdio::piped()).output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(141), &b""[..]), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_in_order() {
    let folder = Folder::new("truth_signal");
    for (source, signal) in [
        ("print('on')\nwhile True: pass\n# %% b\nx = 1\n", "-INT"),
        ("print('on')\nwhile True: pass\n", "-TERM"),
        ("print('on')\nimport time\ntime.sleep(60)\n", "-INT"),
    ] {
        folder.write("p.py", source);
        let _ = std::fs::remove_file(folder.path("a.jsonl"));
        let args = ["run", "p.py", "--steps", "--policy", "permissive", "--fuel", "100000000000000", "--timeout", "100s"];
        let mut command = folder.command(&[&args[..], &["--report", "r.json", "--audit", "a.jsonl"]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        assert_eq!(line, "on\n");
        let sent = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().expect("it starts");
        assert!(sent.success());
        let mut said = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{said}");
        assert!(said.starts_with("interrupted\n  after "), "{said}");
        let report = crate::common::report(&folder.path("r.json")).expect("a report");
        assert_eq!((outcomes(&report), field(&report, "/exit_status")), (vec!["interrupted"], &json!(130)));
        assert!(folder.read("a.jsonl").contains("\"stockade.outcome\":\"interrupted\""));
    }
}

#[test]
fn nothing_is_written_over_an_input() {
    let folder = Folder::new("truth_over");
    folder.write("p.py", "print(1)\n");
    folder.write("tools.json", "{}");
    folder.write("key", "0".repeat(64));
    // A parent that says nothing of its own is read all the same.
    folder.write("plain.yaml", "version: 1\nextends: [default]\n");
    folder.write("parent.yaml", "version: 1\nextends: [plain.yaml]\nimports: {allow: [math]}\n");
    folder.write("policy.yaml", "version: 1\nextends: [parent.yaml]\n");
    std::fs::hard_link(folder.path("p.py"), folder.path("same.py")).expect("a link");
    let inputs = ["p.py", "tools.json", "policy.yaml", "parent.yaml", "plain.yaml"];
    let before: Vec<String> = inputs.iter().map(|name| folder.read(name)).collect();
    for flag in ["--report", "--audit"] {
        for name in inputs.iter().chain(&["same.py"]) {
            let ended = folder.stockade(&["run", "p.py", "--tools", "tools.json", "--policy", "policy.yaml", flag, name]);
            assert_eq!((ended.status, ended.stdout.as_str()), (2, ""), "{flag} {name}");
            assert!(ended.stderr.starts_with(&format!("error: {flag} would overwrite ")), "{}", ended.stderr);
        }
        // It is opened before the run.
        let ended = folder.stockade(&["run", "p.py", flag, "no/such/folder"]);
        assert_eq!((ended.status, ended.stdout.as_str()), (2, ""), "{}", ended.stderr);
        assert!(ended.stderr.contains(&format!("cannot write `no/such/folder` ({flag})")), "{}", ended.stderr);
    }
    let both = folder.stockade(&["run", "p.py", "--report", "one", "--audit", "one"]);
    assert_eq!(both.stderr, "error: --report would overwrite `one`, which --audit writes: name another file\n");
    for output in ["p.py", "key", "plain.yaml"] {
        let ended = folder.stockade(&["snapshot", "p.py", "--at", "1", "--key", "key", "--policy", "policy.yaml", "-o", output]);
        assert_eq!((ended.status, ended.stdout.as_str()), (2, ""), "{output}");
    }
    assert_eq!(folder.stockade(&["snapshot", "p.py", "--at", "1", "-o", "p.snap"]).status, 0);
    assert_eq!(folder.stockade(&["resume", "p.snap", "--report", "p.snap"]).status, 2);
    assert_eq!(folder.stockade(&["resume", "p.snap"]).stdout, "1\n");
    for output in ["same.py", "plain.yaml"] {
        assert_eq!(folder.stockade(&["check", "p.py", "--policy", "policy.yaml", "--write-baseline", output]).status, 2);
    }
    // Nor over what stdin is redirected to, whoever reads it.
    for args in
        [&["run", "-", "--report", "p.py"][..], &["run", "-c", "input()", "--report", "p.py"], &["run", "-c", "1", "--audit", "p.py"]]
    {
        let from = std::fs::File::open(folder.path("p.py")).expect("the program");
        let ended = folder.command(args).stdin(from).output().expect("it ends");
        assert_eq!(ended.status.code(), Some(2));
    }
    assert_eq!(inputs.iter().map(|name| folder.read(name)).collect::<Vec<_>>(), before);
    // An old report is gone when the run does not come to its end.
    folder.write("old.json", "an old report");
    folder.stockade(&["run", "p.py", "--report", "old.json", "--audit", "no/such/folder"]);
    assert_eq!(folder.read("old.json"), "an old report");
    assert!(folder.reported(&["run", "p.py"]).1.is_object());
}

#[cfg(target_os = "linux")]
#[test]
fn the_audit_fails_closed() {
    let folder = Folder::new("truth_audit");
    folder.write("p.py", "x = 1\n# %% b\nprint('b')\n");
    let (ended, report) = folder.reported(&["run", "p.py", "--steps", "--keep-going", "--audit", "/dev/full"]);
    assert_eq!((ended.status, ended.stdout.as_str(), outcomes(&report)), (2, "", vec!["completed"]), "{}", ended.stderr);
    assert!(ended.stderr.contains("cannot write `/dev/full`"), "{}", ended.stderr);
}

#[test]
fn a_program_that_ends_itself_says_so() {
    let folder = Folder::new("truth_exited");
    for (source, status, code, line, stderr) in [
        ("x = 1\nraise SystemExit()\nassert False\n", 0, 0, 2, ""),
        ("raise SystemExit\n", 0, 0, 1, ""),
        ("def f():\n    raise SystemExit(1)\nf()\n", 1, 1, 2, ""),
        ("raise SystemExit(9)\n", 9, 9, 1, ""),
        ("raise SystemExit('why')\n", 1, 1, 1, "why\n"),
        ("raise SystemExit(256)\n", 0, 256, 1, ""),
        ("raise SystemExit(-1)\n", 255, -1, 1, ""),
        ("raise SystemExit(4)\n", 4, 4, 1, "exited: the program itself ended with status 4 (p.py, line 1)\n"),
    ] {
        folder.write("p.py", source);
        let _ = std::fs::remove_file(folder.path("a.jsonl"));
        let (ended, report) = folder.reported(&["run", "p.py", "--audit", "a.jsonl"]);
        assert_eq!((ended.status, ended.stderr.as_str(), outcomes(&report)), (status, stderr, vec!["exited"]), "{source}");
        assert_eq!((field(&report, "/steps/0/exit_code"), field(&report, "/steps/0/line")), (&json!(code), &json!(line)), "{source}");
        let record: Value = serde_json::from_str(folder.read("a.jsonl").trim()).expect("a line of JSON");
        let said = |name: &str| record.get("attributes").and_then(|all| all.get(name)).cloned().unwrap_or_default();
        assert_eq!((said("stockade.outcome"), said("stockade.exit.code")), (json!("exited"), json!(code)));
        assert_eq!((said("stockade.exit.line"), said("stockade.is_final_answer")), (json!(line), json!(false)));
        assert_eq!(field(&record, "/status/code"), &json!(if code == 0 { "OK" } else { "ERROR" }));
        let (ended, report) = folder.reported(&["run", "p.py", "--exit-is-error"]);
        assert_eq!((ended.status, outcomes(&report)), (1, vec!["exited"]), "{source}");
    }
    // Tests behind the program do not pass because it left before them.
    folder.write("p.py", "def add(a, b): raise SystemExit(0)\n# %% tests\nassert add(1, 2) == 3\n");
    assert_eq!(folder.stockade(&["run", "p.py", "--steps", "--exit-is-error"]).status, 1);
    folder.write("p.py", "try:\n    raise SystemExit(3)\nexcept SystemExit as end:\n    print(end.code)\n");
    assert_eq!(folder.stockade(&["run", "p.py", "--exit-is-error"]).status, 0);
    // What runs at the end has a line in the log, too.
    folder.write("end.py", "import atexit\natexit.register(print, 'bye')\n");
    let _ = std::fs::remove_file(folder.path("a.jsonl"));
    let (ended, report) = folder.reported(&["run", "end.py", "--policy", "permissive", "--audit", "a.jsonl"]);
    assert_eq!((ended.stdout.as_str(), field(&report, "/steps/1/is_end")), ("bye\n", &json!(true)), "{}", ended.stderr);
    assert_eq!(folder.read("a.jsonl").lines().count(), 2);
}

#[test]
fn values_are_json_where_json_has_them() {
    let folder = Folder::new("truth_values");
    for (source, value, repr) in [
        ("None", Some(json!(null)), json!(null)),
        ("1 + 1", Some(json!(2)), json!("2")),
        ("True", Some(json!(true)), json!("True")),
        ("1.5", Some(json!(1.5)), json!("1.5")),
        ("'a\"b'", Some(json!("a\"b")), json!("'a\"b'")),
        ("[1, [None], {'k': 'v'}]", Some(json!([1, [null], { "k": "v" }])), json!("[1, [None], {'k': 'v'}]")),
        ("{}", Some(json!({})), json!("{}")),
        ("(1, 2)", None, json!("(1, 2)")),
        ("[(1,)]", None, json!("[(1,)]")),
        ("{1: 2}", None, json!("{1: 2}")),
        ("float('inf')", None, json!("inf")),
        ("2 ** 70", None, json!("1180591620717411303424")),
        ("b'x'", None, json!("b'x'")),
        ("'\\ud800'", None, json!("'\\ud800'")),
        ("{1, 2}", None, json!("{1, 2}")),
        ("class C:\n    def __repr__(self): return 'told'\nC()", None, json!("told")),
    ] {
        folder.write("p.py", source);
        let (_, report) = folder.reported(&["run", "p.py"]);
        let step = field(&report, "/steps/0");
        assert_eq!((step.get("value"), step.get("repr")), (value.as_ref(), Some(&repr)), "{source}");
    }
    folder.write("p.py", "final_answer([1])\n");
    let (_, report) = folder.reported(&["run", "p.py", "--policy", "smolagents"]);
    let step = field(&report, "/steps/0");
    assert_eq!((step.get("value"), step.get("is_final_answer")), (Some(&json!([1])), Some(&json!(true))));
}

#[test]
fn the_report_holds_output_when_asked() {
    let folder = Folder::new("truth_capture");
    folder.write("p.py", "print('a')\n# %% b\nimport sys\nprint('b')\nprint('c', file=sys.stderr)\n1 / 0\n");
    let (ended, report) = folder.reported(&["run", "p.py", "--steps", "--policy", "permissive", "--capture"]);
    assert_eq!(ended.stdout, "a\nb\n");
    assert!(ended.stderr.starts_with("c\nTraceback"), "{}", ended.stderr);
    let printed =
        |step: usize| (field(&report, &format!("/steps/{step}/stdout")).clone(), field(&report, &format!("/steps/{step}/stderr")).clone());
    assert_eq!((printed(0), printed(1)), ((json!("a\n"), json!("")), (json!("b\n"), json!("c\n"))));
    let (_, report) = folder.reported(&["run", "p.py"]);
    assert_eq!(field(&report, "/steps/0/stdout"), &Value::Null);
    assert_eq!(folder.stockade(&["run", "p.py", "--capture"]).status, 2);
}

#[test]
fn output_past_the_limit_is_cut_when_asked() {
    let folder = Folder::new("truth_overflow");
    folder.write("p.py", "for i in range(100): print('x' * 9)\nfinal_answer(7)\n");
    folder.write("cut.yaml", "version: 1\nextends: [smolagents]\noutput: {add: {overflow: truncate}, on_truncate: mark}\n");
    let (stopped, report) = folder.reported(&["run", "p.py", "--policy", "smolagents", "--output", "25", "--output-overflow", "stop"]);
    assert_eq!((stopped.status, outcomes(&report)), (6, vec!["limit:output"]));
    let cut = "xxxxxxxxx\nxxxxxxxxx\nxxxxx\n[output cut: it may have 25 bytes]\n";
    for policy in [&["--policy", "smolagents", "--output-overflow", "truncate"][..], &["--policy", "cut.yaml"]] {
        let args = [&["run", "p.py", "--output", "25"], policy].concat();
        let (ended, report) = folder.reported(&args);
        assert_eq!((ended.status, ended.stdout.as_str(), outcomes(&report)), (0, cut, vec!["completed"]), "{}", ended.stderr);
        let step = field(&report, "/steps/0");
        assert_eq!((step.get("value"), step.get("output_bytes")), (Some(&json!(7)), Some(&json!(25))));
        assert_eq!(step.get("dropped_output_bytes"), Some(&json!(975)));
    }
    // Each step has the whole limit again. What is printed right up to it is not cut.
    folder.write("p.py", "print('x' * 24)\n# %% b\nprint('y' * 25)\n# %% c\nprint('z')\n");
    let ended = folder.stockade(&["run", "p.py", "--steps", "--output", "25", "--output-overflow", "truncate"]);
    let marked = format!("{}\n{}\n[output cut: it may have 25 bytes]\nz\n", "x".repeat(24), "y".repeat(25));
    assert_eq!((ended.status, ended.stdout), (0, marked));
    // The cut is where it would be with a snapshot in between.
    folder.write("p.py", "for i in range(100): print('x' * 9)\nprint('end')\n");
    let args = ["--output", "25", "--output-overflow", "truncate"];
    let first = folder.stockade(&[&["snapshot", "p.py", "--at", "100", "-o", "p.snap"], &args[..]].concat());
    let second = folder.stockade(&[&["resume", "p.snap"], &args[..]].concat());
    assert_eq!((first.stdout + &second.stdout).as_str(), cut);
    // Redaction sees the text before the cut.
    folder.write(
        "mask.yaml",
        "version: 1\noutput: {add: {overflow: truncate}, on_truncate: mark, redact: [{id: key, regex: 'AKIA[0-9]+', action: mask}]}\n",
    );
    folder.write("p.py", "print('AKIA12345' * 1)\nprint('the key AKIA12345 again')\nprint('more')\n7\n");
    let (ended, report) = folder.reported(&["run", "p.py", "--policy", "mask.yaml", "--output", "20"]);
    assert_eq!((ended.status, field(&report, "/steps/0/value")), (0, &json!(7)), "{}", ended.stderr);
    assert!(!ended.stdout.contains("AKIA") && ended.stdout.ends_with("[output cut: it may have 20 bytes]\n"), "{}", ended.stdout);
}

/// `docs/report.md` has the table of outcomes, the schema and the command have the same names.
#[test]
fn the_table_of_outcomes_is_the_documented_one() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/report.md")).expect("the page");
    let rows: Vec<String> = OutcomeKind::TABLE
        .iter()
        .map(|info| {
            let status = info.status.map_or_else(|| "the program's".to_string(), |status| status.to_string());
            let class = info.python_class.map_or_else(String::new, |class| format!("`{class}`"));
            format!("| `{}` | {status} | {class} | {} |", info.name, info.meaning)
        })
        .collect();
    let shown: Vec<&str> =
        page.lines().skip_while(|line| !line.starts_with("| outcome |")).skip(2).take_while(|line| line.starts_with('|')).collect();
    assert_eq!(shown, rows);
    let folder = Folder::new("truth_table");
    let help = folder.stockade(&["run", "--help"]).stdout + &folder.stockade(&["--help"]).stdout;
    let schema = folder.stockade(&["schema", "report"]).stdout;
    for info in OutcomeKind::TABLE {
        assert!(help.contains(&format!("{}: {}", info.name, info.meaning)), "{}", info.name);
        assert!(schema.contains(info.name), "{}", info.name);
    }
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    // Every field of the schema is on the page.
    for path in ["/properties", "/$defs/step/properties", "/$defs/limit/properties", "/$defs/frame/properties"] {
        for name in schema.pointer(path).and_then(Value::as_object).expect("properties").keys() {
            assert!(page.contains(&format!("`{name}`")), "docs/report.md does not have `{name}`");
        }
    }
    assert_eq!(folder.stockade(&["schema", "policy"]), folder.stockade(&["policy", "schema"]));
}

#[test]
fn what_is_missing_here_is_unsupported_and_named() {
    let folder = Folder::new("truth_missing");
    let rows = [
        ("import numpy as np\nprint(np.zeros(3))\n", "unsupported:numpy", 7),
        ("import sklearn.linear_model\n", "unsupported:sklearn", 7),
        ("def f():\n    __import__('pandas')\nf()\n", "unsupported:pandas", 7),
        ("import turtle\n", "unsupported:turtle", 7),
        ("import os\nos.fork()\n", "unsupported:os.fork", 7),
        ("from asyncio import create_subprocess_exec\n", "unsupported:asyncio.create_subprocess_exec", 7),
        // The program's own faults stay what they are.
        ("import nunpy\n", "runtime:ModuleNotFoundError", 1),
        ("import math\nmath.squareroot\n", "runtime:AttributeError", 1),
        ("from math import squareroot\n", "runtime:ImportError", 1),
        ("class A: name = 'os'\nA().fork\n", "runtime:AttributeError", 1),
        ("import json\njson.foo.bar\n", "runtime:AttributeError", 1),
        // A program that expects the exception goes on, and one that turns it into another means that one.
        ("try:\n    import numpy\nexcept ImportError:\n    print('without')\n", "completed", 0),
        ("try:\n    import numpy\nexcept ImportError:\n    raise ValueError\n", "runtime:ValueError", 1),
    ];
    for (source, outcome, status) in rows {
        folder.write("p.py", source);
        let (ended, report) = folder.reported(&["run", "p.py", "--policy", "permissive"]);
        assert_eq!((outcomes(&report), ended.status), (vec![outcome], status), "{source}\n{}", ended.stderr);
        let lacking = outcome.strip_prefix("unsupported:");
        assert_eq!(field(&report, "/steps/0/lacking").as_str(), lacking, "{source}");
        let note = lacking.map_or_else(String::new, |name| format!("\nunsupported: Stockade has no `{name}`\n"));
        assert!(ended.stderr.ends_with(&note), "{source}\n{}", ended.stderr);
    }
}

/// A module that the policy refuses is not there, as CPython says it: programs with something in its place go on, whichever of the two
/// exceptions they name. The check and the run agree.
#[test]
fn a_refused_module_is_not_found() {
    let folder = Folder::new("truth_refused");
    for module in ["os", "platform", "numpy", "no_such_module", "os.path as p, subprocess"] {
        for class in ["ImportError", "ModuleNotFoundError", "(ValueError, ModuleNotFoundError)"] {
            folder.write("p.py", format!("try:\n    import {module}\nexcept {class}:\n    print('without')\n"));
            let ended = folder.stockade(&["run", "p.py"]);
            assert_eq!((ended.status, ended.stdout.as_str()), (0, "without\n"), "{module} {class} {}", ended.stderr);
        }
    }
    folder.write("refuses.yaml", "version: 1\nextends: [permissive]\nimports: {deny: [os]}\n");
    for source in ["__import__('os')", "import importlib\nimportlib.import_module('os')"] {
        let source = format!("try:\n    {}\nexcept ModuleNotFoundError as e: print(e.msg)\n", source.replace('\n', "\n    "));
        folder.write("p.py", source);
        let ended = folder.stockade(&["run", "p.py", "--no-check", "--policy", "refuses.yaml"]);
        assert!(ended.stdout.starts_with("`os` is not allowed"), "{} {}", ended.stdout, ended.stderr);
    }
}

#[test]
fn each_step_has_the_whole_time() {
    let folder = Folder::new("truth_deadline");
    folder.write("t.jsonl", "{\"code\": \"while True: pass\"}\n{\"code\": \"print(2)\"}\n");
    let (ended, report) = folder.reported(&["run", "t.jsonl", "--timeout", "300ms"]);
    assert_eq!((outcomes(&report), ended.stdout.as_str()), (vec!["limit:timeout", "completed"], "2\n"), "{}", ended.stderr);
    folder.write("s.py", "# %% a\nwhile True: pass\n# %% b\nprint(2)\n");
    let (ended, report) = folder.reported(&["run", "s.py", "--steps", "--keep-going", "--timeout", "300ms"]);
    assert_eq!((outcomes(&report), ended.stdout.as_str()), (vec!["limit:timeout", "completed"], "2\n"), "{}", ended.stderr);
    // Steps that are long together, and the clock of the program, which goes on.
    let wait = "import time\nbegin = time.monotonic()\nwhile time.monotonic() < begin + 0.2: pass\n";
    let steps: String = (0..4).map(|step| format!("# %% {step}\n{wait}")).collect();
    folder.write(
        "w.py",
        format!("# %% first\nimport time\nstart = time.monotonic()\n{steps}# %% last\nprint(time.monotonic() - start > 0.75)\n"),
    );
    let (ended, report) = folder.reported(&["run", "w.py", "--steps", "--timeout", "700ms", "--policy", "permissive"]);
    assert_eq!((outcomes(&report), ended.stdout.as_str()), (vec!["completed"; 6], "True\n"), "{}", ended.stderr);
}

#[test]
fn what_was_not_run_names_the_step_that_failed() {
    let folder = Folder::new("truth_not_run");
    folder.write("a.py", "# %%\nimport atexit\natexit.register(print, 'bye')\n1/0\n# %%\nprint(2)\n# %%\nprint(3)\n");
    let ended = folder.stockade(&["run", "a.py", "--steps", "--policy", "permissive"]);
    let note = "note: steps 2 to 3 were not run: step 1 ended with `runtime:ZeroDivisionError`; --keep-going runs what is left\n";
    assert!(ended.stderr.ends_with(note), "{}", ended.stderr);
}

#[test]
fn text_that_is_not_python_is_a_syntax_error() {
    let folder = Folder::new("truth_prose");
    for source in ["```python\nprint(1)\n```\n", "Here is the code\nprint(1)\n", "print(\n"] {
        folder.write("p.py", source);
        for arguments in [&["run", "p.py"][..], &["run", "p.py", "--no-check"]] {
            let (ended, report) = folder.reported(arguments);
            assert_eq!((outcomes(&report), ended.status), (vec!["syntax"], 5), "{source}\n{}", ended.stderr);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_wait_for_input() {
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::new("truth_waiting");
        let program = "print('ready', flush=True)\ntry:\n    input()\nexcept BaseException:\n    print('caught')\nprint('went on')\n";
        folder.write("p.py", program);
        let mut child =
            folder.command(&["run", "p.py", "--report", "r.json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("a line");
        assert_eq!(line, "ready\n");
        let sent = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().expect("it starts");
        assert!(sent.success());
        // The pipe stays open: only the signal can end the wait.
        let status = child.wait().expect("it ends");
        let mut rest = String::new();
        lines.read_to_string(&mut rest).expect("text");
        assert_eq!((status.code(), rest.as_str()), (Some(130), ""));
        let report: Value = serde_json::from_slice(&std::fs::read(folder.path("r.json")).expect("a report")).expect("JSON");
        assert_eq!(outcomes(&report), ["interrupted"]);
    }
}
