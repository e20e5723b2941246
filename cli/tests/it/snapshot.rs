//! Tests `stockade snapshot` and `resume` as processes. Together they print the same as `run`.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::path::PathBuf;
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn stockade(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stockade")).args(args).output().expect("it starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_run_goes_on_in_another_process() {
    let folder = folder("goes_on");
    let (program, snap, report) = (folder.join("p.py"), folder.join("p.snap"), folder.join("p.json"));
    std::fs::write(
        &program,
        "# %% step 1\nprint('one')\ntotal = 0\nfor i in range(1000):\n    total += i\nprint(total)\n# %% step 2\nprint(total + 1)\n1 / 0\n",
    )
    .expect("the program can be written");
    let (program, snap, report) = (program.to_string_lossy(), snap.to_string_lossy(), report.to_string_lossy());
    let whole = stockade(&["run", &program, "--steps"]);
    assert_eq!(whole.status.code(), Some(1));

    let first = stockade(&["snapshot", &program, "--steps", "--at", "500", "-o", &snap]);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert_eq!(text(&first.stdout), "one\n");
    let second = stockade(&["resume", &snap, "--steps", &program, "--report", &report]);
    assert_eq!(second.status.code(), Some(1), "{}", text(&second.stderr));
    assert_eq!(text(&first.stdout) + &text(&second.stdout), text(&whole.stdout));
    assert_eq!(text(&second.stderr), text(&whole.stderr));
    let report = std::fs::read_to_string(&*report).expect("the report is there");
    assert!(report.contains("\"outcome\": \"completed\"") && report.contains("\"outcome\": \"runtime:ZeroDivisionError\""), "{report}");

    // Without `--steps`, the steps that the snapshot holds run.
    let alone = stockade(&["resume", &snap]);
    assert_eq!((alone.status.code(), alone.stdout), (Some(1), second.stdout));
    // The limits are those of the resuming command.
    let limited = stockade(&["resume", &snap, "--fuel", "600"]);
    assert_eq!(limited.status.code(), Some(6));
    let said = text(&limited.stderr);
    assert!(said.starts_with("limit: fuel\n  used 600 of 600 fuel units; raise it with --fuel N, or "), "{said}");
}

#[test]
fn keys_and_damage() {
    let folder = folder("keys");
    let (program, snap, key) = (folder.join("p.py"), folder.join("p.snap"), folder.join("key"));
    std::fs::write(&program, "print(6 * 7)\n").expect("the program can be written");
    std::fs::write(&key, "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n").expect("the key can be written");
    let (program, snap_path, key) = (program.to_string_lossy(), snap.to_string_lossy(), key.to_string_lossy());
    let made = stockade(&["snapshot", &program, "--at", "1", "-o", &snap_path, "--key", &key]);
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    assert_eq!(text(&stockade(&["resume", &snap_path, "--key", &key]).stdout), "42\n");
    let without = stockade(&["resume", &snap_path]);
    assert_eq!(without.status.code(), Some(2));
    assert!(text(&without.stderr).contains("not sealed with this key"), "{}", text(&without.stderr));
    let mut bytes = std::fs::read(&snap).expect("the snapshot is there");
    if let Some(last) = bytes.last_mut() {
        *last ^= 1;
    }
    std::fs::write(&snap, bytes).expect("the snapshot can be written");
    assert_eq!(stockade(&["resume", &snap_path, "--key", &key]).status.code(), Some(2));
}

#[test]
fn what_resume_is_given_and_what_it_gives_back() {
    let folder = folder("given");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (program, snap, lines, data, out) = (path("p.py"), path("p.snap"), path("lines.txt"), path("in.txt"), path("out"));
    std::fs::write(
        &program,
        "for i in range(1000):\n    pass\n# %% step 2\nopen('o.txt', 'w').write(input())\nprint(open('in.txt').read())\n",
    )
    .expect("it is written");
    std::fs::write(&lines, "a line\n").expect("it is written");
    std::fs::write(&data, "text").expect("it is written");
    let _ = std::fs::remove_dir_all(&out);
    let taken = stockade(&["snapshot", &program, "--steps", "--policy", "permissive", "--at", "500", "-o", &snap, "--file", &data]);
    assert_eq!(taken.status.code(), Some(0), "{}", text(&taken.stderr));
    let resumed = stockade(&["resume", &snap, "--policy", "permissive", "--stdin", &lines, "--out-dir", &out]);
    assert_eq!((resumed.status.code(), text(&resumed.stdout).as_str()), (Some(0), "text\n"), "{}", text(&resumed.stderr));
    assert_eq!(std::fs::read_to_string(folder.join("out/o.txt")).expect("it was written"), "a line");
    // A file cannot come in the middle of a step, and the command says so.
    let refused = stockade(&["resume", &snap, "--policy", "permissive", "--file", &data]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("(--file)"), "{}", text(&refused.stderr));
    // `snapshot` does not write files, so it does not take the option.
    let refused = stockade(&["snapshot", &program, "--at", "1", "-o", &snap, "--out-dir", &out]);
    assert!(refused.status.code() == Some(2) && text(&refused.stderr).contains("unexpected argument '--out-dir'"));
}

/// What the program did not read is in the snapshot, also when it had read nothing yet.
#[test]
fn a_snapshot_keeps_the_input() {
    let folder = folder("keeps_input");
    let (program, snap, input) = (folder.join("p.py"), folder.join("p.snap"), folder.join("in.txt"));
    std::fs::write(&program, "import sys\nfor i in range(100):\n    pass\nprint(input(), input(), sys.argv[1:])\n")
        .expect("the program can be written");
    std::fs::write(&input, "a\nb\n").expect("the input can be written");
    let (program, snap, input) = (program.to_string_lossy(), snap.to_string_lossy(), input.to_string_lossy());
    let first = stockade(&["snapshot", &program, "--stdin", &input, "--at", "1", "-o", &snap, "--", "x", "-y"]);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    let second = stockade(&["resume", &snap]);
    assert_eq!(text(&second.stdout), "a b ['x', '-y']\n", "{}", text(&second.stderr));
}

/// A program that ends before the snapshot ends as under `run`. The usage of its end is its own.
#[test]
fn a_program_that_ends_earlier_is_ended() {
    let folder = folder("ends_earlier");
    let (program, snap, report) = (folder.join("p.py"), folder.join("p.snap"), folder.join("p.json"));
    std::fs::write(&program, "import atexit\natexit.register(print, 'bye')\nprint('body', sum(range(10**6)))\n")
        .expect("the program can be written");
    let (program, snap, report) = (program.to_string_lossy(), snap.to_string_lossy(), report.to_string_lossy());
    let policy = ["--policy", "permissive"];
    let first = stockade(&["snapshot", policy[0], policy[1], &program, "--at", "100000000", "-o", &snap, "--report", &report]);
    assert_eq!((first.status.code(), text(&first.stdout)), (Some(0), "body 499999500000\nbye\n".to_string()), "{}", text(&first.stderr));
    let second = stockade(&["resume", policy[0], policy[1], &snap]);
    assert_eq!(text(&second.stdout), "", "{}", text(&second.stderr));
    let report: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&*report).expect("it is there")).expect("it is JSON");
    let end = &report["steps"][1];
    assert_eq!((&end["is_end"], &end["output_bytes"]), (&serde_json::json!(true), &serde_json::json!(4)), "{end}");
}
