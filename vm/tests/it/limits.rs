//! Limits end runs, whatever the program does about it. (`tests/cases/limits` has programs: `vm/tests/cases/limits.rs`.)

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::Limits;
use stockade_vm::{Config, Host, LimitKind, Outcome, Session};

use crate::common::{LIBRARY, compile_source, host, printed};

/// Limits end a run in a typed outcome that the program can't catch, and the session stays usable.
#[test]
fn limits_end_runs_and_leave_the_session_usable() {
    let attempts = [
        ("while True: pass", LimitKind::Instructions),
        ("try:\n    while True: pass\nexcept BaseException:\n    print('caught')\nfinally:\n    print('finally')", LimitKind::Instructions),
        ("x = [0] * 10**10", LimitKind::Memory),
        ("x = 'x' * 10**10", LimitKind::Memory),
        ("x = 1 << 10**10", LimitKind::Memory),
        ("x = []\nwhile True: x.append(x[:])", LimitKind::Memory),
        ("s = 'ab'\nwhile True: s += s", LimitKind::Memory),
        ("while True: print('x' * 1000)", LimitKind::Output),
    ];
    for (text, kind) in attempts {
        let (host, out) = host();
        let mut config = Config::with_library(&LIBRARY);
        config.limits.instructions = 3_000_000;
        config.limits.memory_bytes = 8 << 20;
        config.limits.output_bytes = 100_000;
        let mut session = Session::new(&config, host);
        let step = |session: &mut Session, text: &str| {
            let source = Arc::new(SourceText::new("step.py", text));
            let program = compile_source(&source, &Limits::default()).expect("the step compiles");
            session.run(&program)
        };
        let outcome = step(&mut session, text);
        assert_eq!(outcome, Outcome::Exceeded(kind), "{text}");
        assert!(!printed(&out).contains("caught"), "{text}");
        let after = step(&mut session, "x = s = None\ny = 6 * 7\ny");
        assert_eq!(after, Outcome::Finished(Some("42".into())), "after {text}");
    }
}

/// A host whose clock goes on by a millisecond whenever somebody looks at it.
struct Watched(u64);

impl Host for Watched {
    fn elapsed_ms(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
    fn write(&mut self, _text: &str, _error: bool) {}
}

/// Work that is done in place of an instruction, and given up for it where it fails, does not hide that the time is over.
#[test]
fn the_time_ends_what_is_tried_in_place() {
    let programs = [
        "a, b = list(range(90000)), list(range(90000))\nfor i in range(400): a == b",
        "a, b = tuple(range(90000)), tuple(range(90000))\nfor i in range(400):\n    if a != b: break",
        "a = [list(range(9)) for i in range(9000)]\nb = [list(range(9)) for i in range(9000)]\nfor i in range(400): a == b",
        "def g():\n    for i in range(4000): yield 'x' * 9000 + str(i)\nfor i in range(9): d = {k: 1 for k in g()}",
        "for i in range(40): sum(map(lambda v: v * 2, range(90000)))",
        "for i in range(40): len(list(filter(lambda v: v % 2 == 1, range(90000))))",
    ];
    for text in programs {
        let mut config = Config::with_library(&LIBRARY);
        (config.limits.instructions, config.limits.memory_bytes) = (u64::MAX / 2, 1 << 30);
        config.limits.wall_ms = 20;
        let source = Arc::new(SourceText::new("time.py", text));
        let program = compile_source(&source, &Limits::default()).expect("it compiles");
        let ended = Session::new(&config, Box::new(Watched(0))).run(&program);
        assert_eq!(ended, Outcome::Exceeded(LimitKind::Time), "{text}");
    }
}
