//! Tests that the texts of uncaught exceptions have limited size, that user code in them obeys the limits, and that the session stays
//! usable.

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::Limits;
use stockade_vm::{CaptureHost, Config, LimitKind, Outcome, Session};

use crate::common::{LIBRARY, compile_source, host, printed};

fn session(instructions: u64) -> Session {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.instructions = instructions;
    config.limits.memory_bytes = 128 << 20;
    config.limits.recursion = 50_000;
    Session::new(&config, Box::new(CaptureHost::default()))
}

fn step(session: &mut Session, text: &str) -> Outcome {
    let source = Arc::new(SourceText::new("step.py", text));
    session.run(&compile_source(&source, &Limits::default()).expect("the step compiles"))
}

fn traceback(text: &str) -> String {
    let mut session = session(20_000_000);
    let outcome = step(&mut session, text);
    assert_eq!(step(&mut session, "6 * 7"), Outcome::Finished(Some("42".into())), "after {text}");
    match outcome {
        Outcome::Raised(raised) => raised.traceback,
        other => panic!("{text} ended as {other:?}"),
    }
}

#[test]
fn texts_are_bounded() {
    let cases = [
        ("e = ValueError(0)\nfor i in range(5000):\n    n = ValueError(i)\n    n.__cause__ = e\n    e = n\nraise e", "ValueError: 4999\n"),
        ("e = [ValueError(i) for i in range(15)]\nfor i in range(12): e = [ExceptionGroup('g', e)] * 15\nraise e[0]", "ExceptionGroup: g"),
        ("raise ExceptionGroup('wide', [ValueError(i) for i in range(100000)])", "+------------------------------------\n"),
        ("raise ValueError('x' * 10_000_000)", "[9900000 characters not shown]\n"),
        ("e = ValueError('n')\nfor i in range(50000): e.add_note('note')\nraise e", "note\n"),
        (
            "import sys\nsys.setrecursionlimit(40000)\ndef a(n):\n    if not n: raise ValueError('deep')\n    b(n - 1)\ndef b(n): a(n)\na(9000)",
            "ValueError: deep\n",
        ),
        ("e = ValueError('again')\nfor i in range(200000):\n    try: raise e\n    except ValueError: pass\nraise e", "ValueError: again\n"),
        ("e = ValueError('loop')\nf = KeyError('other')\ne.__context__ = f\nf.__context__ = e\nraise e", "ValueError: loop\n"),
    ];
    for (text, end) in cases {
        let shown = traceback(text);
        assert!(shown.len() < 1_300_000, "{} bytes for {text}", shown.len());
        assert!(shown.trim_end().contains(end.trim_end()), "{text}: {}", shown.get(shown.len().saturating_sub(300)..).unwrap_or(""));
    }
}

#[test]
fn long_lines_are_cut() {
    let shown = traceback(&format!("x = [{}] + 5", "1, ".repeat(20_000)));
    assert!(shown.len() < 5000, "{}", shown.len());
    assert!(shown.ends_with("TypeError: can only concatenate list (not \"int\") to list\n"));
}

#[test]
fn guest_code_in_texts_is_limited() {
    let class = |body: &str| format!("class E(Exception):\n    def __str__(self):\n        {body}\nraise E(1)");
    let mut one = session(1_000_000);
    assert_eq!(step(&mut one, &class("while True: pass")), Outcome::Exceeded(LimitKind::Instructions));
    assert_eq!(step(&mut one, "6 * 7"), Outcome::Finished(Some("42".into())));
    assert_eq!(step(&mut one, &class("return 'x' * 10**10")), Outcome::Exceeded(LimitKind::Memory));
    assert_eq!(step(&mut one, "6 * 7"), Outcome::Finished(Some("42".into())));
    assert!(traceback(&class("raise self")).ends_with("E: <exception str() failed>\n"));
    assert!(traceback(&class("return 5")).ends_with("E: <exception str() failed>\n"));
    assert!(traceback(&class("return self.__str__()")).ends_with("E: <exception str() failed>\n"));
    assert!(traceback(&class("return f'{self.args}'")).ends_with("E: (1,)\n"));
}

#[test]
fn a_program_that_ends_itself_has_not_finished() {
    let mut one = session(1_000_000);
    // Text, code, exit status, what CPython prints, the line.
    for (text, code, status, printed, line) in [
        ("raise SystemExit", 0, 0, "", 1),
        ("raise SystemExit(0)", 0, 0, "", 1),
        ("raise SystemExit(None)", 0, 0, "", 1),
        ("raise SystemExit(False)", 0, 0, "", 1),
        ("import sys\nsys.exit()", 0, 0, "", 2),
        ("exit()", 0, 0, "", 1),
        ("def f():\n    quit(0)\n\nf()", 0, 0, "", 2),
        ("raise SystemExit('why')", 1, 1, "why\n", 1),
        ("raise SystemExit('')", 1, 1, "\n", 1),
        ("raise SystemExit(1.5)", 1, 1, "1.5\n", 1),
        ("import sys\nsys.exit('why')", 1, 1, "why\n", 2),
        ("exit('why')", 1, 1, "why\n", 1),
        ("raise SystemExit(True)", 1, 1, "", 1),
        ("raise SystemExit(3)", 3, 3, "", 1),
        ("\nquit(300)", 300, 44, "", 2),
        ("raise SystemExit(-1)", -1, 255, "", 1),
        ("raise SystemExit(10**30)", -1, 255, "", 1),
        ("class Code(int):\n    pass\nraise SystemExit(Code(3))", 3, 3, "", 3),
        ("class Gone(SystemExit):\n    pass\nraise Gone(4)", 4, 4, "", 3),
        ("class Code:\n    def __str__(self):\n        return 'told'\nraise SystemExit(Code())", 1, 1, "told\n", 4),
        ("try:\n    exit(2)\nfinally:\n    x = 1", 2, 2, "", 2),
    ] {
        let Outcome::Exited(exit) = step(&mut one, text) else { panic!("not ended by itself: {text}") };
        assert_eq!((exit.code, exit.status(), exit.exception.traceback.as_str(), exit.line), (code, status, printed, Some(line)), "{text}");
    }
    assert!(matches!(step(&mut one, "try:\n    exit(2)\nexcept SystemExit as end:\n    end.code"), Outcome::Finished(_)));
    assert_eq!(step(&mut one, "exit(2)").to_string(), "exited");
}

/// A generator that yields again when it is closed is closed once, without an endless loop.
#[test]
fn a_generator_that_goes_on_is_dropped_once() {
    let stubborn = "def g():\n    try:\n        yield 1\n    finally:\n        while True:\n            try:\n                yield 2\n            finally:\n                continue\n";
    let mut one = session(1_000_000);
    assert_eq!(
        step(&mut one, &format!("{stubborn}next(g())\nit = g()\nnext(it)\nit = None\n'gone'")),
        Outcome::Finished(Some("'gone'".into()))
    );
    assert_eq!(step(&mut one, "6 * 7"), Outcome::Finished(Some("42".into())));
}

/// Code that a program passes to `exec`, directly or through library code, obeys the policy like the program itself.
#[test]
fn exec_is_never_trusted() {
    let source = "try:\n    import _stockade\n    print('trusted')\nexcept ImportError:\n    print('refused')";
    let calls = [
        format!("exec({source:?})"),
        format!("import contextlib\nwith contextlib.ExitStack() as s:\n    s.callback(exec, {source:?})"),
        format!("list(map(exec, [{source:?}]))"),
    ];
    for text in calls {
        let (host, out) = host();
        let mut session = Session::new(&Config::with_library(&LIBRARY), host);
        let outcome = step(&mut session, &text);
        assert_eq!(printed(&out), "refused\n", "{text} ended as {outcome:?}");
    }
}
