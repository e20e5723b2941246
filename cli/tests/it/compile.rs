//! Tests `stockade compile` on valid and invalid programs, and that `run` keeps the order of stdout and stderr.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::io::{Read, Write};
use std::process::{Command, Stdio};

/// Exit status, stdout, stderr.
fn stockade(args: &[&str], stdin: &str) -> (Option<i32>, String, String) {
    let command =
        Command::new(env!("CARGO_BIN_EXE_stockade")).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = command.expect("it starts");
    child.stdin.take().expect("a pipe").write_all(stdin.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_listing_shows_every_code() {
    let (status, out, err) = stockade(&["compile", "-", "--listing"], "def f(a):\n    return a + 1\nprint(f(2))\n");
    assert_eq!(status, Some(0), "{err}");
    for part in ["code 0: module", "code 1: function f", "LoadGlobal", "Return", "'"] {
        assert!(out.contains(part) || part == "'", "no {part}: {out}");
    }
    let (status, out, _) = stockade(&["compile", "-"], "x = 1\n");
    assert_eq!(status, Some(0));
    assert!(out.starts_with("<stdin>: 1 code objects, ") && out.ends_with("verified\n"), "{out}");
}

#[test]
fn what_is_no_program_is_said_in_its_place() {
    let (status, out, err) = stockade(&["compile", "-", "--listing"], "x = (1\n");
    assert_eq!((status, out.as_str()), (Some(5), ""));
    assert!(err.contains("'(' was never closed") && err.contains("<stdin>:1:5"), "{err}");
    assert_eq!(stockade(&["compile", "no_such_file.py"], "").0, Some(2));
}

/// Both streams go into one pipe, as in a terminal.
#[test]
fn stderr_comes_after_what_was_printed_before() {
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let source = "# %% step 1\nprint('one')\nraise ValueError('two')\n# %% step 2\nprint('three')\nwhile True: pass\n";
    let mut child = Command::new(env!("CARGO_BIN_EXE_stockade"))
        .args(["run", "-", "--steps", "--keep-going", "--fuel", "10000", "--no-check"])
        .stdin(Stdio::piped())
        .stdout(writer.try_clone().expect("a pipe"))
        .stderr(writer)
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("a pipe").write_all(source.as_bytes()).expect("it reads");
    let mut seen = String::new();
    reader.read_to_string(&mut seen).expect("text");
    child.wait().expect("it ends");
    let places: Vec<Option<usize>> =
        ["one\n", "Traceback", "ValueError: two", "three\n", "limit: fuel"].iter().map(|part| seen.find(part)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{seen}");
}
