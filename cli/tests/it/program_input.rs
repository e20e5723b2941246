//! What the command gives a program: standard input, arguments, files, modules, a text of its own. And the files that come back.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("stockade-input-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("it is written");
        path.to_str().expect("a path").to_string()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path").to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Status, stdout and stderr of `stockade run` under the policy `permissive`, unless another is named, with these arguments and this standard input.
fn run(arguments: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stockade"));
    let policy = if arguments.first() == Some(&"--policy") { &[][..] } else { &["--policy", "permissive"][..] };
    command.arg("run").args(policy).args(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // The command may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn printed(arguments: &[&str], stdin: &str) -> String {
    let (status, out, err) = run(arguments, stdin);
    assert_eq!(status, 0, "{err}");
    out
}

#[test]
fn variables_come_from_a_file_of_json() {
    let folder = Folder::new("inputs");
    let inputs = folder.file("in.json", r#"{"names": ["Ada", null, true], "rate": 1.5, "big": 100000000000000000000, "größe": {"a": 1}}"#);
    let code = "print(names, rate * 2, big + 1, größe['a'])\nnames.append(2)\nprint(len(names))";
    assert_eq!(printed(&["--inputs", &inputs, "-c", code], ""), "['Ada', None, True] 3.0 100000000000000000001 1\n4\n");
    // The check knows them, and every session of a document begins with them.
    let (status, out, err) = run(&["--policy", "default", "--inputs", &inputs, "-c", "print(rate)"], "");
    assert_eq!((status, out.as_str(), err.as_str()), (0, "1.5\n", ""));
    let lines = folder.file("two.jsonl", "{\"code\": \"rate += 1; print(rate)\"}\n{\"code\": \"print(rate)\"}\n");
    assert_eq!(printed(&["--inputs", &inputs, &lines], ""), "2.5\n1.5\n");
    let list = folder.file("list.json", "[1]");
    let spaced = folder.file("spaced.json", r#"{"a b": 1}"#);
    for (file, said) in [
        (list.as_str(), "is no object of JSON, such as {\"x\": 1}"),
        (spaced.as_str(), "`a b` is no name"),
        ("missing.json", "missing.json"),
    ] {
        let (status, _, err) = run(&["--inputs", file, "-c", "pass"], "");
        assert!(status == 2 && err.contains(said) && err.contains("(--inputs)"), "{err}");
    }
    // No report is written over it.
    let (status, _, err) = run(&["--inputs", &inputs, "--report", &inputs, "-c", "pass"], "");
    assert!(status == 2 && err.contains("in.json"), "{err}");
}

#[test]
fn a_text_runs_without_a_file() {
    assert_eq!(printed(&["-c", "print(1)\nprint(__name__)"], ""), "1\n__main__\n");
    let (status, _, err) = run(&["-c", "1 / 0"], "");
    assert_eq!(status, 1);
    assert!(err.contains("  File \"<string>\", line 1, in <module>\n    1 / 0"), "{err}");
}

#[test]
fn the_program_reads_the_standard_input_of_the_command() {
    assert_eq!(printed(&["-c", "print(int(input()) * 2)"], "3\n"), "6\n");
    let all = "import sys\nprint(sys.stdin.readline(), [*sys.stdin], sys.stdin.read() == '')";
    assert_eq!(printed(&["-c", all], "a\nb\nc"), "a\n ['b\\n', 'c'] True\n");
    assert_eq!(printed(&["-c", "import sys\nprint(sys.stdin.buffer.read())"], "é"), "b'\\xc3\\xa9'\n");
    assert_eq!(printed(&["-c", "print(open(0).readlines())"], "a\nb"), "['a\\n', 'b']\n");
    assert_eq!(printed(&["-c", "import fileinput\nprint([l for l in fileinput.input()])"], "a\nb"), "['a\\n', 'b']\n");
    let long = "x".repeat(200_000);
    assert_eq!(printed(&["-c", "import sys\nprint(len(sys.stdin.read()))"], &long), "200000\n");
}

#[test]
fn steps_read_on_where_the_step_before_stopped() {
    let folder = Folder::new("steps");
    let file = folder.file("s.py", "# %% step 1\na = input()\n# %% step 2\nprint(a, input())\n");
    assert_eq!(printed(&["--steps", &file], "x\ny\n"), "x y\n");
}

#[test]
fn a_file_can_be_the_input() {
    let folder = Folder::new("stdin");
    let file = folder.file("in.txt", "from the file\n");
    assert_eq!(printed(&["--stdin", &file, "-c", "print(input())"], "not this"), "from the file\n");
    let (status, _, err) = run(&["--stdin", &folder.path("none.txt"), "-c", "1"], "");
    assert!(status == 2 && err.contains("none.txt` (--stdin): No such file"), "{err}");
    // The program itself came from there, so nothing is left.
    let (status, _, err) = run(&["-"], "print(input())");
    assert!(status == 1 && err.contains("EOFError: EOF when reading a line"), "{err}");
}

#[test]
fn reading_counts_neither_as_time_nor_without_end() {
    let (status, _, err) = run(&["--fuel", "200000", "-c", "while True: input()"], &"x\n".repeat(500_000));
    assert!(status == 6 && err.contains("limit"), "{status} {err}");
}

#[test]
fn arguments_follow_two_dashes() {
    let folder = Folder::new("argv");
    let file = folder.file("a.py", "import sys\nprint(sys.argv[1:])");
    assert_eq!(printed(&[&file, "--", "a", "--b", "-c"], ""), "['a', '--b', '-c']\n");
    assert_eq!(printed(&["-c", "import sys\nprint(sys.argv)", "--", "x"], ""), "['', 'x']\n");
}

#[test]
fn files_go_in_and_come_out() {
    let folder = Folder::new("files");
    let file = folder.file("in.txt", "text");
    let out = folder.path("out");
    let program = "import os\nopen('o.txt', 'w').write(open('in.txt').read().upper())\nos.makedirs('a/b')\nopen('a/b/c', 'w').write('c')\n\
                   open('/tmp/t', 'w').write('t')\nassert open('/data/x').read() == 'text'";
    printed(&["--file", &file, "--file", &format!("/data/x={file}"), "--out-dir", &out, "-c", program], "");
    let read = |name: &str| std::fs::read_to_string(folder.0.join("out").join(name)).unwrap_or_default();
    assert_eq!((read("o.txt"), read("a/b/c"), read("tmp/t")), ("TEXT".to_string(), "c".to_string(), "t".to_string()));
    assert!(!folder.0.join("out/in.txt").exists() && !folder.0.join("out/data").exists(), "what the host gave does not come back");
    // What was given and changed does.
    printed(&["--file", &file, "--out-dir", &out, "-c", "open('in.txt', 'a').write('!')"], "");
    assert_eq!(read("in.txt"), "text!");
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "text", "the host's file is a copy's source");
}

#[test]
fn nothing_is_written_through_a_link() {
    let folder = Folder::new("links");
    let victim = folder.file("victim", "mine");
    std::fs::create_dir_all(folder.0.join("out")).expect("a folder");
    std::os::unix::fs::symlink(&victim, folder.0.join("out/o.txt")).expect("a link");
    let (status, _, err) = run(&["--out-dir", &folder.path("out"), "-c", "open('o.txt', 'w').write('theirs')"], "");
    assert!(status == 2 && err.contains("is a link (--out-dir)"), "{status} {err}");
    assert_eq!(std::fs::read_to_string(&victim).expect("it is there"), "mine");
}

#[test]
fn modules_are_code_of_the_program() {
    let folder = Folder::new("modules");
    folder.file("lib/helper.py", "def f(): return 'help'\ndef fail(): 1 / 0");
    folder.file("lib/pack/__init__.py", "from .part import z");
    folder.file("lib/pack/part.py", "z = 5");
    folder.file("lib/no_package/x.py", "");
    let (lib, helper) = (folder.path("lib"), folder.path("lib/helper.py"));
    assert_eq!(printed(&["--module", &lib, "-c", "import helper, pack.part\nprint(helper.f(), pack.z)"], ""), "help 5\n");
    let report = folder.path("report.json");
    assert_eq!(printed(&["--module", &helper, "--report", &report, "-c", "import helper\nprint(helper.f())"], ""), "help\n");
    let report = std::fs::read_to_string(report).expect("a report");
    assert!(report.contains("\"imports\": [\n        \"helper\"\n"), "{report}");
    assert_eq!(printed(&["--module", &format!("other={helper}"), "-c", "import other\nprint(other.f())"], ""), "help\n");
    // Giving a module is the host's word, so no policy has to name it. What the module may do is still the policy's to say.
    let (status, out, _) = run(&["--policy", "default", "--module", &lib, "-c", "import helper, pack.part\nprint(helper.f(), pack.z)"], "");
    assert!(status == 0 && out == "help 5\n", "{out}");
    // A name that a policy file denies stays denied. A preset's `requests` is the library that nobody has here.
    let denying = folder.file("denying.yaml", "version: 1\nextends: [default]\nimports: {deny: [helper, \"pack.*\"]}\n");
    for (module, code) in [("helper", "import helper"), ("pack", "from pack import z"), ("pack.part", "from pack.part import z")] {
        let (status, _, err) = run(&["--policy", &denying, "--module", &lib, "-c", code], "");
        assert!(status == 4 && err.contains(&format!("`{module}` is not allowed")), "{status} {err}");
        let (status, _, err) = run(&["--policy", &denying, "--no-check", "--module", &lib, "-c", code], "");
        assert!(status == 1 && err.contains("is not allowed"), "{status} {err}");
    }
    let requests = format!("requests={helper}");
    assert_eq!(run(&["--policy", "default", "--module", &requests, "-c", "import requests\nprint(requests.f())"], "").1, "help\n");
    let evil = folder.file("evil.py", "import os");
    let (status, _, err) = run(&["--policy", "default", "--module", &evil, "-c", "import evil"], "");
    assert!(status == 1 && err.contains("`os` is not allowed"), "{status} {err}");
    let (_, _, err) = run(&["--module", &helper, "-c", "import helper\nhelper.fail()"], "");
    assert!(err.contains("helper.py\", line 2, in fail\n    def fail(): 1 / 0"), "{err}");
    let (status, _, err) = run(&["--module", &format!("json={helper}"), "-c", "1"], "");
    assert!(status == 2 && err.contains("`json` is a module of the library; give yours another name (--module)"), "{err}");
    let (status, _, err) = run(&["--module", &format!("pack.other={helper}"), "-c", "1"], "");
    assert!(status == 2 && err.contains("`pack.other` is in the package `pack`, which is not given"), "{err}");
    let (status, _, err) = run(&["--module", &folder.path("none"), "-c", "1"], "");
    assert!(status == 2 && err.contains("none`: No such file"), "{err}");
}

#[test]
fn a_policy_without_open_says_so() {
    let folder = Folder::new("strict");
    let file = folder.file("in.txt", "text");
    let (status, _, err) = run(&["--policy", "strict", "--file", &file, "-c", "1"], "");
    assert!(status == 2, "{status} {err}");
    assert!(err.contains("the policy grants no files: it must allow the builtin `open`"), "{err}");
}
