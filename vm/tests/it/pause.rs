//! A run that pauses at safepoints and resumes has the same output, outcome and fuel.

use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::Limits;
use stockade_vm::{Config, Outcome, Session};

use crate::common::{LIBRARY, compile_source, host, printed};

const PROGRAMS: &[&str] = &[
    "x = 0\nfor i in range(300):\n    x += i\nprint(x)\n",
    "class P:\n    def __init__(self, n): self.n = n\n    def __lt__(self, o): return self.n < o.n\n\
     items = [P(i * 7 % 11) for i in range(30)]\nprint([p.n for p in sorted(items)], {i * 3 for i in range(20)})\n",
    "def g(n):\n    while n:\n        got = yield n\n        n -= 1\nprint(sum(g(50)), [*map(lambda x: x * 2, g(9))])\n",
    "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    print(repr(e))\nraise ValueError('end')\n",
    "nodes = [object() for _ in range(40)]\nprint([nodes.index(n) for n in set(nodes)])\n",
];

/// Output, outcome, fuel, and number of pauses.
fn run(text: &str, every: Option<u64>, fuel: u64, stress: bool) -> (String, Outcome, u64, u32) {
    let (host, out) = host();
    let mut config = Config { stress_collection: stress, ..Config::with_library(&LIBRARY) };
    config.limits.instructions = fuel;
    let mut session = Session::new(&config, host);
    let source = Arc::new(SourceText::new("step.py", text));
    let program = compile_source(&source, &Limits::default()).expect("the program compiles");
    let mut stops = 0;
    if let Some(every) = every {
        session.pause_at(every);
    }
    let mut outcome = session.run(&program);
    while outcome == Outcome::Paused {
        stops += 1;
        let used = session.usage().fuel;
        session.pause_at(used + every.unwrap_or(1));
        outcome = session.resume();
    }
    (printed(&out), outcome, session.usage().fuel, stops)
}

#[test]
fn a_stopped_run_ends_as_a_straight_one() {
    for text in PROGRAMS {
        let straight = run(text, None, 1_000_000, false);
        for every in [1, 2, 7, 100] {
            let stopped = run(text, Some(every), 1_000_000, false);
            assert!(stopped.3 > 0 || every == 100, "{text}");
            assert_eq!((&straight.0, &straight.1, straight.2), (&stopped.0, &stopped.1, stopped.2), "{text}");
        }
        let collected = run(text, Some(1), 1_000_000, true);
        assert_eq!((&straight.0, &straight.1, straight.2), (&collected.0, &collected.1, collected.2), "{text}");
    }
}

/// A run reaches the fuel limit at the same place, wherever its slices end.
#[test]
fn the_limit_does_not_depend_on_stops() {
    for text in PROGRAMS {
        for fuel in [1, 50, 333, 900] {
            let straight = run(text, None, fuel, false);
            let stopped = run(text, Some(1), fuel, false);
            assert_eq!((straight.0, straight.1, straight.2), (stopped.0, stopped.1, stopped.2), "{fuel}: {text}");
        }
    }
}

/// The same program uses the same fuel and prints the same, with a collection at every safepoint too.
#[test]
fn runs_repeat_exactly() {
    let text = "class P:\n    def __init__(self, n): self.n = n\n    def __lt__(self, o): return self.n < o.n\n\
                items = [P(i * 7 % 11) for i in range(50)]\nprint([p.n for p in sorted(items)], {i * 3 for i in range(20)})\n";
    let once = |stress: bool| {
        let (host, out) = host();
        let config = Config { stress_collection: stress, ..Config::with_library(&LIBRARY) };
        let mut session = Session::new(&config, host);
        let source = Arc::new(SourceText::new("step.py", text));
        let program = compile_source(&source, &Limits::default()).expect("the program compiles");
        session.run(&program);
        (session.usage().fuel, printed(&out))
    };
    let first = once(false);
    assert!(first.1.starts_with("[0, 0, 0,"), "{}", first.1);
    assert_eq!(first, once(false));
    assert_eq!(first, once(true));
}
