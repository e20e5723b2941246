//! `sys.stdin`, `input()` and `sys.argv`: what the host gives arrives, suspended and copied sessions keep it.

use stockade_vm::{CaptureHost, Config, HostValue, Outcome, STDIN_CALL, Sandbox, Session, Stdin};

use crate::common::LIBRARY;

fn sandbox(text: &str) -> Sandbox {
    Sandbox::permissive().library(&LIBRARY).stdin(text)
}

fn printed(stdin: &str, program: &str) -> String {
    let report = sandbox(stdin).run("p.py", program);
    format!("{}{}", report.stdout, if report.outcome.is_completed() { String::new() } else { report.outcome.to_string() })
}

#[test]
fn each_way_of_reading_gets_the_same_text() {
    let stdin = "eins\nzwei é\r\n\ndrei";
    assert_eq!(printed(stdin, "import sys\nprint(repr(sys.stdin.read()))"), "'eins\\nzwei é\\r\\n\\ndrei'\n");
    assert_eq!(printed(stdin, "import sys\nprint(sys.stdin.readlines())"), "['eins\\n', 'zwei é\\r\\n', '\\n', 'drei']\n");
    assert_eq!(printed(stdin, "import sys\nprint([l for l in sys.stdin])"), "['eins\\n', 'zwei é\\r\\n', '\\n', 'drei']\n");
    assert_eq!(printed(stdin, "import sys\nprint([*map(str.strip, open(0))])"), "['eins', 'zwei é', '', 'drei']\n");
    assert_eq!(printed(stdin, "print([input(), input(), input(), input()])"), "['eins', 'zwei é\\r', '', 'drei']\n");
    assert_eq!(printed(stdin, "import sys\nprint(sys.stdin.readline(2), sys.stdin.read(3), input('? '))"), "? ei ns\n zwei é\r\n");
    assert_eq!(printed(stdin, "import sys\nprint(sys.stdin.buffer.read())"), "b'eins\\nzwei \\xc3\\xa9\\r\\n\\ndrei'\n");
    assert_eq!(printed(stdin, "import sys\nprint(sys.stdin.buffer.readline(), [*sys.stdin.buffer][1:])"), "b'eins\\n' [b'\\n', b'drei']\n");
    assert_eq!(printed(stdin, "import sys\nprint(open(0, 'rb').readlines()[3])"), "b'drei'\n");
    assert_eq!(printed(stdin, "import os\nprint(os.read(0, 3), os.read(0, 99)[-6:], os.read(0, 9))"), "b'ein' b'\\n\\ndrei' b''\n");
}

/// Programs of contests open the device by its name.
#[test]
fn the_device_is_the_input() {
    let stdin = "eins\nzwei é\n";
    assert_eq!(printed(stdin, "print(open('/dev/stdin').read())"), "eins\nzwei é\n\n");
    assert_eq!(printed(stdin, "print([*map(str.strip, open('/dev/stdin'))])"), "['eins', 'zwei é']\n");
    assert_eq!(printed(stdin, "with open('/dev/stdin', 'rb') as f: print(f.readline(), f.read())"), "b'eins\\n' b'zwei \\xc3\\xa9\\n'\n");
    assert_eq!(printed(stdin, "import pathlib\nprint(repr(pathlib.Path('/dev/stdin').read_text()))"), "'eins\\nzwei é\\n'\n");
    assert_eq!(
        printed(stdin, "import io\nprint(io.FileIO('/dev/stdin').readall(), io.FileIO('/dev/stdin').readall())"),
        "b'eins\\nzwei \\xc3\\xa9\\n' b''\n"
    );
    assert_eq!(
        printed(stdin, "import os\nfd = os.open('/dev/stdin', os.O_RDONLY)\nprint(os.read(fd, 3), os.read(fd, 99)[-4:])"),
        "b'ein' b' \\xc3\\xa9\\n'\n"
    );
    assert_eq!(printed(stdin, "print(input(), open('/dev/stdin').read())"), "eins zwei é\n\n");
}

/// As on Linux, `sys.stdin` translates no ends of lines and ends a line only at a line feed. `open(0)` is another stream, which does.
#[test]
fn carriage_returns_stay() {
    let stdin = "a\r\nb\rc\n";
    assert_eq!(printed(stdin, "import sys\nprint([input(), sys.stdin.read()])"), "['a\\r', 'b\\rc\\n']\n");
    assert_eq!(printed(stdin, "import fileinput\nprint([*fileinput.input()])"), "['a\\r\\n', 'b\\rc\\n']\n");
    assert_eq!(printed(stdin, "import sys\nsys.stdin.buffer\nprint([*sys.stdin])"), "['a\\r\\n', 'b\\rc\\n']\n");
    assert_eq!(printed(stdin, "print(open(0).readlines(), open(0).read())"), "['a\\n', 'b\\n', 'c\\n'] \n");
}

/// Whole lines are read without the streams of `io`, which are dear to make.
#[test]
fn the_first_line_costs_little() {
    for program in ["print(input())", "import sys\nprint(sys.stdin.readline())", "import sys\nprint([*sys.stdin])"] {
        let report = sandbox("one\ntwo\n").run("p.py", program);
        assert!(report.outcome.is_completed() && report.usage.fuel < 25_000, "{program}: {} of fuel", report.usage.fuel);
    }
}

#[test]
fn the_end_is_the_end() {
    let end = "try:\n    input()\nexcept EOFError as e:\n    print(e)\nimport sys\nprint(repr(sys.stdin.read()), sys.stdin.readline() == '', [*sys.stdin])";
    assert_eq!(printed("", end), "EOF when reading a line\n'' True []\n");
    assert_eq!(printed("x", &format!("print(input())\n{end}")), "x\nEOF when reading a line\n'' True []\n");
}

#[test]
fn long_input_is_read_in_pieces() {
    let stdin = "0123456789\n".repeat(20_000);
    assert_eq!(printed(&stdin, "import sys\nprint(sum(len(line) for line in sys.stdin))"), "220000\n");
    assert_eq!(printed(&stdin, "n = 0\ntry:\n    while True: n += int(input())\nexcept EOFError: print(n)"), "2469135780000\n");
}

#[test]
fn input_that_is_no_text_is_an_error_of_the_program() {
    let report = Sandbox::permissive().library(&LIBRARY).stdin(vec![b'a', 0xff, b'\n']).run("p.py", "input()");
    let text = format!("{:?}", report.outcome);
    assert!(text.contains("UnicodeDecodeError"), "{text}");
}

#[test]
fn input_counts_as_memory() {
    let small = Sandbox::permissive().library(&LIBRARY).limits(|limits| limits.memory_bytes = 1 << 20);
    let report = small.stdin("x".repeat(1 << 21)).run("p.py", "import sys\nprint(len(sys.stdin.read()))");
    assert_eq!(report.outcome.to_string(), "limit:memory");
}

#[test]
fn arguments_follow_the_name() {
    let sandbox = sandbox("").arguments(["a", "b c"]);
    assert_eq!(sandbox.run("p.py", "import sys\nprint(sys.argv)").stdout, "['p.py', 'a', 'b c']\n");
    let mut session = sandbox.session();
    sandbox.step(&mut session, "1.py", "import sys");
    session.set_arguments(&["z".to_string()]).expect("memory");
    assert_eq!(sandbox.step(&mut session, "2.py", "print(sys.argv[1:])").stdout, "['z']\n");
}

/// A session that asks its host for input.
fn asking() -> (Session, stockade_vm::Captured, Config) {
    let config = Config { library: &LIBRARY, ..Config::permissive() };
    let host = CaptureHost::default();
    let captured = host.captured();
    let mut session = Session::new(&config, Box::new(host));
    session.set_stdin(&Stdin::Host).expect("no memory is needed");
    (session, captured, config)
}

fn answer(session: &mut Session, bytes: &[u8]) -> Outcome {
    session.resume_with(Ok(HostValue::Bytes(bytes.to_vec())))
}

#[test]
fn a_session_suspends_where_its_host_has_the_input() {
    let (mut session, captured, _) = asking();
    let outcome = session.step("p.py", "a = input()\nb = input()\nprint(a, b)\nprint(input())", Default::default()).outcome;
    let Outcome::HostCall(call) = outcome else { panic!("{outcome:?}") };
    assert_eq!(call.tool, STDIN_CALL);
    assert!(matches!(call.args.as_slice(), [HostValue::Int(size)] if *size > 0.into()), "{call:?}");
    // The two lines come at once, and the third is asked for.
    let outcome = answer(&mut session, b"one\ntwo\nthr");
    assert!(matches!(outcome, Outcome::HostCall(_)), "{outcome:?}");
    assert_eq!(captured.stdout(), "one two\n");
    let outcome = answer(&mut session, b"ee");
    assert!(matches!(outcome, Outcome::HostCall(_)), "{outcome:?}");
    assert!(answer(&mut session, b"").is_completed());
    assert_eq!(captured.stdout(), "one two\nthree\n");
}

#[test]
fn a_snapshot_and_a_fork_keep_what_is_not_read() {
    let program = "import sys\nfirst = input()";
    let rest = "print(first, input(), sys.argv[1:])";
    for asks in [false, true] {
        let (mut session, _, config) = asking();
        session.set_arguments(&["x".to_string()]).expect("memory");
        if asks {
            let outcome = session.step("1.py", program, Default::default()).outcome;
            assert!(matches!(outcome, Outcome::HostCall(_)), "{outcome:?}");
            assert!(answer(&mut session, b"a\nb\nc\n").is_completed());
        } else {
            session.set_stdin(&Stdin::Bytes(b"a\nb\nc\n".to_vec())).expect("memory");
            assert!(session.step("1.py", program, Default::default()).outcome.is_completed());
        }
        let bytes = session.snapshot(None).expect("a snapshot");
        let host = CaptureHost::default();
        let captured = host.captured();
        let mut restored = Session::restore(&bytes, None, &config, Box::new(host)).expect("restored");
        assert!(restored.step("2.py", rest, Default::default()).outcome.is_completed());
        assert_eq!(captured.stdout(), "a b ['x']\n", "asks: {asks}");
        let host = CaptureHost::default();
        let captured = host.captured();
        let mut fork = session.fork(&config, Box::new(host)).expect("a fork");
        assert!(fork.step("2.py", rest, Default::default()).outcome.is_completed());
        assert_eq!(captured.stdout(), "a b ['x']\n", "a fork, asks: {asks}");
    }
    // Bytes that no stream has begun to read, too.
    let (mut session, _, config) = asking();
    session.set_stdin(&Stdin::Bytes(b"a\nb\n".to_vec())).expect("memory");
    assert!(session.step("1.py", "x = 1", Default::default()).outcome.is_completed());
    let bytes = session.snapshot(None).expect("a snapshot");
    let host = CaptureHost::default();
    let captured = host.captured();
    let mut restored = Session::restore(&bytes, None, &config, Box::new(host)).expect("restored");
    assert!(restored.step("2.py", "print(input())", Default::default()).outcome.is_completed());
    assert_eq!(captured.stdout(), "a\n");
}

#[test]
fn reading_does_not_count_as_calls_of_the_host() {
    let (mut session, captured, _) = asking();
    let program = "n = 0\ntry:\n    while True:\n        input()\n        n += 1\nexcept EOFError:\n    print(n)";
    let mut outcome = session.step("p.py", program, Default::default()).outcome;
    for turn in 0..5_000 {
        assert!(matches!(outcome, Outcome::HostCall(_)), "{outcome:?} at {turn}");
        outcome = answer(&mut session, if turn < 4_000 { b"x\n" } else { b"" });
        if outcome.is_completed() {
            break;
        }
    }
    assert_eq!(captured.stdout(), "4000\n");
}
