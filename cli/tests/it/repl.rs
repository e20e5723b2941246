//! `stockade repl` with lines of a pipe. Tests of the Python package try it with a terminal.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::io::Write;
use std::process::{Command, Stdio};

/// stdout and stderr of a session in which these lines are typed.
fn typed(arguments: &[&str], lines: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stockade"));
    command.arg("repl").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it is written");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn state_and_values() {
    let (out, err) = typed(&[], "x = 3\nx * 2\n'a'\nNone\nprint(x)\nx; 4\n");
    assert_eq!((out.as_str(), err.as_str()), ("6\n'a'\n3\n4\n", ""));
}

#[test]
fn a_block_ends_with_an_empty_line_and_brackets_when_they_close() {
    let (out, _) = typed(
        &[],
        "def f(a):\n    if a:\n        return 1\n    return 2\n\nf(0)\nfor i in range(2):\n    print(i)\n\n(1,\n2)\n'''a\nb'''\n",
    );
    assert_eq!(out, "2\n0\n1\n(1, 2)\n'a\\nb'\n");
    // The end of the input ends a block, too.
    assert_eq!(typed(&[], "if 1:\n    print('last')").0, "last\n");
}

#[test]
fn errors_do_not_end_the_session() {
    let (out, err) = typed(&[], "1 / 0\nimport os\nx = = 1\n5\n");
    assert_eq!(out, "5\n");
    assert!(
        err.contains("ZeroDivisionError: division by zero") && err.contains("`os` is not allowed") && err.contains("SyntaxError"),
        "{err}"
    );
}

/// As in CPython's: a program that ends itself ends the session, with its status.
#[test]
fn a_program_that_ends_itself_ends_the_session() {
    for (lines, status, printed) in
        [("import sys\nsys.exit(3)\n5\n", 3, ""), ("raise SystemExit\n5\n", 0, ""), ("1\nexit()\n5\n", 0, "1\n")]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stockade"));
        let mut child = command.arg("repl").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        // The session may end before it has read everything.
        let _ = child.stdin.take().expect("a pipe").write_all(lines.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()), (Some(status), printed), "{lines}");
    }
}

#[test]
fn limits_hold_for_each_step() {
    let (out, err) = typed(&["--fuel", "10000"], "while True: pass\n\n1\n");
    assert_eq!(out, "1\n");
    assert!(err.contains("limit"), "{err}");
}

#[test]
fn a_program_reads_the_lines_that_follow() {
    let (out, _) = typed(&[], "name = input()\nEmma\nname\ninput() + '!'\nlast\n2\n");
    assert_eq!(out, "'Emma'\n'last!'\n2\n");
}

#[test]
fn forks_and_snapshots() {
    let folder = std::env::temp_dir().join(format!("stockade-repl-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("state.snap");
    let file = file.to_str().expect("a path");
    let (out, err) = typed(&[], &format!("x = 1\n:fork\nx = 2\nx\n:snapshot {file}\n:back\nx\n:back\n:names\n"));
    assert!(out.contains("2\n") && out.ends_with("1\nx\n"), "{out}");
    assert!(err.contains("there is no state to return to"), "{err}");
    assert_eq!(typed(&["--restore", file], "x\n").0, "2\n");
    assert_eq!(typed(&[], &format!(":restore {file}\nx + 1\n")).0, "3\n");
    std::fs::remove_dir_all(&folder).expect("it is removed");
}

#[test]
fn commands_that_do_not_exist_are_told() {
    let (out, err) = typed(&[], ":nope\n:snapshot\n:help\n:policy\n:quit\n1\n");
    assert!(err.contains("there is no command `:nope`; `:help` lists them") && err.contains("name a file: `:snapshot FILE`"), "{err}");
    assert!(out.contains(":limits") && out.ends_with("default\n"), "{out}");
}

#[test]
fn files_and_modules_are_given_as_to_run() {
    let folder = std::env::temp_dir().join(format!("stockade-repl-given-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("a path").to_string();
    let (module, data, state) = (path("helper.py"), path("in.txt"), path("state.snap"));
    std::fs::write(&module, "def f(): return 'help'").expect("it is written");
    std::fs::write(&data, "text").expect("it is written");
    let given = ["--policy", "permissive", "--module", &module, "--file", &data];
    let (out, err) =
        typed(&given, &format!("import helper\nhelper.f()\nopen('in.txt').read()\n:fork\nhelper.f() * 2\n:snapshot {state}\n"));
    assert!(out.starts_with("'help'\n'text'\n") && out.contains("\n'helphelp'\n"), "{out}{err}");
    let restored = [&["--restore", &state], &given[..]].concat();
    assert_eq!(typed(&restored, "open('in.txt').read()\nimport helper\nhelper.f()\n").0, "'text'\n'help'\n");
    std::fs::remove_dir_all(&folder).expect("it is removed");
}

#[test]
fn options_that_mean_nothing_here_are_refused() {
    for option in ["--report", "--audit", "--out-dir", "--stdin", "--keep-going", "--exit-is-error", "--capture"] {
        let command = Command::new(env!("CARGO_BIN_EXE_stockade")).args(["repl", option, "x"]).stdin(Stdio::null()).output();
        let output = command.expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && err.contains(&format!("unexpected argument '{option}'")), "{err}");
    }
}

#[test]
fn the_last_value_has_a_name_and_exit_ends_the_session() {
    assert_eq!(typed(&[], "6 * 7\n_ + 1\nx = 1\n_\n").0, "42\n43\n43\n");
    for word in ["exit", "quit()", "exit()", "quit"] {
        assert_eq!(typed(&[], &format!("1\n{word}\n2\n")).0, "1\n", "{word}");
    }
}
