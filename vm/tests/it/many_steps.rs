//! Sessions of many steps, and programs that make much code at run time: what nothing refers to is freed, and nothing else.

use stockade_vm::{Config, Outcome, Session};

use crate::common;

fn config(memory: u64, stress: bool) -> Config {
    let mut config = common::config(1_000_000_000);
    (config.limits.memory_bytes, config.stress_collection) = (memory, stress);
    config
}

/// Runs a step with a name of its own.
fn step(session: &mut Session, number: usize, text: &str) -> Outcome {
    session.run(&common::program(&format!("<step {number}>"), text).expect("the step compiles"))
}

/// Steps that leave no code behind leave no bytes behind, and a small limit lasts for any number of them.
#[test]
fn steps_are_freed() {
    let mut session = Session::new(&config(4 << 20, false), common::host().0);
    let mut used = Vec::new();
    for number in 0..30_000 {
        let text = match number % 4 {
            0 => "x = 1".to_string(),
            1 => format!("x = x + {number}"),
            2 => format!("def f(n):\n    return n + {number}\ny = f(x)"),
            _ => "z = [f(i) for i in range(3)]".to_string(),
        };
        assert_eq!(step(&mut session, number, &text).to_string(), "completed", "step {number}");
        if number % 10_000 == 9_999 {
            session.compact();
            used.push(session.usage().memory);
        }
    }
    assert_eq!(used.first(), used.last());
    assert!(session.sources().len() < 10);
}

/// The same for texts that one program runs.
#[test]
fn texts_are_freed() {
    let texts = [
        "for i in range(20000):\n    exec('x = 1')\n",
        "for i in range(20000):\n    exec('def f(): return 1')\n    f()\n",
        "for i in range(20000):\n    assert eval('1 + 1') == 2\n",
        "for i in range(20000):\n    c = compile('1 + 1', '<c>', 'eval')\n",
    ];
    for text in texts {
        let mut session = Session::new(&config(8 << 20, false), common::host().0);
        assert_eq!(step(&mut session, 1, text).to_string(), "completed", "{text}");
    }
}

/// What a program can still reach of the code of old steps.
const KEPT: [&str; 7] = [
    "number = 0\nimport sys\ndef old(n):\n    if n < 0:\n        raise ValueError('too small')\n    return n * 2\ndef numbers():\n    yield 1\n    yield 2\n    yield 3\n\
     class Point:\n    def __init__(self, x): self.x = x\n    def twice(self): return Point(self.x * 2)\n",
    "g = numbers(); first = next(g)\nc = compile('40 + 2', '<c>', 'eval')\ndef outer():\n    def inner(): return inner.__code__.co_name\n    return inner\ninner = outer()\ndel outer",
    "try:\n    old(-1)\nexcept ValueError as error:\n    kept = error\nframe = sys._getframe()\n",
    "def __init__(self, x): self.x = x + 100\nPoint.__init__.__code__ = __init__.__code__\ndel __init__",
    "async def wait(): return 7\nw = wait()\nl = [lambda: 'a', lambda: 'b']\ndel wait",
    "numbers = None\nimport traceback\nprint(traceback.format_exception(kept), first, list(g), eval(c), inner(), Point(1).twice().x)",
    "try:\n    w.send(None)\nexcept StopIteration as stop: print(stop.value)\nprint([f() for f in l], old(4), frame.f_lineno)\nold(-2)",
];

/// Runs these steps with others in between, and says what they printed and used. With `restores` each runs in a restored session.
fn kept(stress: bool, between: usize, restores: bool) -> (String, Vec<String>, Vec<u64>, Vec<Vec<u8>>) {
    let config = config(64 << 20, stress);
    let (host, mut out) = common::host();
    let mut session = Session::new(&config, host);
    let (mut text, mut outcomes, mut fuel, mut snapshots) = (String::new(), Vec::new(), Vec::new(), Vec::new());
    for (number, code) in KEPT.iter().enumerate() {
        outcomes.push(format!("{:?}", step(&mut session, number, code)));
        fuel.push(session.usage().fuel);
        for _ in 0..between {
            step(&mut session, 99, "def old_(n):\n    return [n]\nold_(1)\ndel old_");
        }
        let bytes = session.snapshot(None).expect("it is written");
        if restores {
            text.push_str(&out.stdout());
            let (host, fresh) = common::host();
            session = Session::restore(&bytes, None, &config, host).expect("it is read");
            out = fresh;
            assert!(session.snapshot(None).expect("it is written") == bytes, "after step {number}");
        }
        snapshots.push(bytes);
    }
    text.push_str(&out.stdout());
    (text, outcomes, fuel, snapshots)
}

/// Functions, generators, coroutines, code objects, frames, and tracebacks keep their code, whatever was loaded and freed meanwhile.
#[test]
fn reachable_code_is_kept() {
    let plain = kept(false, 0, false);
    assert!(plain.0.contains("line 5, in old"), "{}", plain.0);
    assert!(plain.0.contains("1 [2, 3] 42 inner 302\n7\n['a', 'b'] 8 5\n"), "{}", plain.0);
    assert!(plain.1.last().is_some_and(|last| last.contains("too small")), "{:?}", plain.1);
    for (stress, restores) in [(true, false), (false, true), (true, true)] {
        let other = kept(stress, 0, restores);
        assert_eq!((&other.0, &other.1, &other.2), (&plain.0, &plain.1, &plain.2), "stress {stress}, restores {restores}");
        for (at, (other, plain)) in other.3.iter().zip(&plain.3).enumerate() {
            assert!(other == plain, "bytes after step {at}: stress {stress}, restores {restores}");
        }
    }
    let busy = kept(false, 3, false);
    assert_eq!((&busy.0, &busy.1, &busy.2), (&plain.0, &plain.1, &plain.2));
    for (stress, restores) in [(true, false), (false, true), (true, true)] {
        assert!(kept(stress, 3, restores) == busy, "busy, stress {stress}, restores {restores}");
    }
    let crowded = kept(false, 2000, false);
    assert_eq!((crowded.0, crowded.1, crowded.2), (plain.0, plain.1, plain.2));
}

/// Code that runs over other variables is found again, as long as the session lives: its second run uses the same fuel, collected or not.
#[test]
fn code_for_other_variables_is_found_again() {
    let texts = [
        "def f(): return x + 1\ncode = f.__code__\nspace = {'x': 1}\n",
        "print(eval(code, space))",
        "print(eval(code, space), eval(compile('x + 1', '<c>', 'eval'), {'x': 5}, {'y': 1}))",
        "del f",
        "print(eval(code, space), eval(compile('x + 1', '<c>', 'eval'), {'x': 5}, {'y': 1}))",
    ];
    let once = |stress: bool, restores: bool| {
        let config = config(64 << 20, stress);
        let mut session = Session::new(&config, common::host().0);
        let mut seen = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            seen.push((step(&mut session, number, text), session.usage().fuel));
            if restores {
                let bytes = session.snapshot(None).expect("it is written");
                session = Session::restore(&bytes, None, &config, common::host().0).expect("it is read");
            }
        }
        seen
    };
    let plain = once(false, false);
    for (stress, restores) in [(true, false), (false, true), (true, true)] {
        assert_eq!(once(stress, restores), plain, "stress {stress}, restores {restores}");
    }
}

/// The source of `__main__` is that of the first step, and finalizers are due at the same fuel, whatever was freed.
#[test]
fn nothing_that_a_program_sees_depends_on_what_was_freed() {
    let texts = [
        "import inspect, sys, weakref\nclass Held:\n    def __del__(self): print('gone')\nheld = Held()\n",
        "exec('a = [1, 2, 3, (4, 5, 6), \"a rather long constant text\", 7.5]')\nexec('b = {1, 2}')\n",
        "def unused(): return ('x', 'y', 2.5)\ndel unused\n",
        "held = None\nother = 1\nr = weakref.ref(Held)\n",
        "print(r() is Held, inspect.getsource(sys.modules['__main__'])[:6])\n",
    ];
    let once = |stress: bool, restores: bool| {
        let config = config(64 << 20, stress);
        let (host, mut out) = common::host();
        let mut session = Session::new(&config, host);
        let (mut seen, mut printed) = (Vec::new(), String::new());
        for (number, text) in texts.iter().enumerate() {
            seen.push((step(&mut session, number, text), session.usage().fuel));
            if restores {
                printed.push_str(&out.stdout());
                let (host, fresh) = common::host();
                let bytes = session.snapshot(None).expect("it is written");
                session = Session::restore(&bytes, None, &config, host).expect("it is read");
                out = fresh;
            }
        }
        (seen, printed + &out.stdout())
    };
    let plain = once(false, false);
    assert!(plain.1.starts_with("gone\n"), "{plain:?}");
    for (stress, restores) in [(true, false), (false, true), (true, true)] {
        assert_eq!(once(stress, restores), plain, "stress {stress}, restores {restores}");
    }
}
