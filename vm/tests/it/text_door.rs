//! Text that becomes code while a program runs, because it is what a module of the library is for: `doctest`, `timeit`. It is judged like
//! the text of a step, by the check and by the grants.

use std::sync::Arc;

use stockade_policy::{resolve_preset, resolve_text};
use stockade_vm::{CaptureHost, Config, HostValue, Outcome, Sandbox, Session, StepOptions, ToolSpec};

use crate::common::{self, LIBRARY};

fn config() -> Config {
    Config { library: &LIBRARY, ..Config::new(&Arc::new(resolve_preset("default").expect("a preset"))) }
}

fn run(text: &str) -> (Outcome, String) {
    let report = Sandbox::with_config(config()).run("p.py", text);
    (report.outcome, report.stdout + &report.stderr)
}

/// The class and the message of the exception that a program ends with.
fn raised(text: &str) -> (String, String) {
    match run(text) {
        (Outcome::Raised(raised), _) => (raised.class.clone(), raised.message.clone()),
        (other, printed) => panic!("{text}: {other:?} {printed}"),
    }
}

#[test]
fn a_text_is_refused_with_the_message_of_the_rule() {
    for (statement, message) in [
        ("import os", "`os` is not allowed: file system and process control (use a function that the host provides instead)"),
        ("eval('1')", "builtin `eval` is not allowed: runs code from text (use int(), float() or json.loads() to read a value)"),
        ("().__class__.__subclasses__()", "dunder attribute `__subclasses__` may not be read (keep a list of the classes yourself)"),
        ("import random; random._os", "`random._os` is module `os`, which is not allowed: file system and process control"),
        ("class A:\n    def __del__(self): pass", "a class may not define `__del__`: it would run outside your call"),
    ] {
        let timed = raised(&format!("import timeit\nprint('before')\ntimeit.timeit({statement:?}, number=1)\nprint('after')\n"));
        assert_eq!(timed.0, "SyntaxError", "{statement}");
        assert!(timed.1.starts_with(message), "{statement}: {}", timed.1);
        let example = statement.replace('\n', "\n    ... ");
        let program = format!("import doctest\ndef f():\n    \"\"\"\n    >>> {example}\n    \"\"\"\nprint(doctest.testmod())\n");
        let (outcome, printed) = run(&program);
        assert!(matches!(outcome, Outcome::Finished(_)), "{program}{outcome:?}");
        assert!(printed.contains(&format!("SyntaxError: {message}")) && printed.contains("failed=1"), "{printed}");
    }
}

#[test]
fn a_text_knows_the_names_around_it() {
    let program = "import doctest, timeit\n\
                   def open(name):\n    \"\"\"\n    >>> open('a')\n    'own a'\n    >>> answer + 1\n    43\n    \"\"\"\n    return 'own ' + name\n\
                   answer = 42\nprint(doctest.testmod())\nprint(timeit.timeit('open(\"b\")', globals=globals(), number=1) >= 0)\n";
    let (outcome, printed) = run(program);
    assert!(matches!(outcome, Outcome::Finished(_)), "{outcome:?} {printed}");
    assert_eq!(printed, "TestResults(failed=0, attempted=2)\nTrue\n");
}

/// Without the check the grants judge the text while it runs.
#[test]
fn the_grants_judge_what_the_check_does_not_see() {
    for check in [true, false] {
        let mut config = config();
        if !check {
            config.check = None;
        }
        for (text, class) in [
            ("import timeit\ntimeit.timeit('getattr(f, name)', globals={'f': len, 'name': '__self__'}, number=1)\n", "AttributeError"),
            ("import timeit\ntimeit.timeit('load(1)', globals={'load': lambda n: __import__('os')}, number=1)\n", "NameError"),
        ] {
            let mut session = Session::new(&config, Box::new(CaptureHost::default()));
            let program = common::program("p.py", text).expect("the program compiles");
            let outcome = session.run(&program);
            assert!(matches!(&outcome, Outcome::Raised(raised) if raised.class == class), "{text}{outcome:?}");
        }
    }
}

/// A copy that goes on in the middle of a step judges by the check of whoever made it, and fuel does not depend on the check.
#[test]
fn copies_judge_texts_too() {
    let spec = ToolSpec::new("ask", "");
    let text = "import timeit\nask()\ntimeit.timeit('import os', number=1)\n";
    let waiting = |config: &Config| {
        let mut session = Session::new(config, Box::new(CaptureHost::default()));
        session.add_tool(&spec).expect("a tool");
        let outcome = session.step("p.py", text, StepOptions::default()).outcome;
        assert!(matches!(outcome, Outcome::HostCall(_)), "{outcome:?}");
        session
    };
    let refused = |outcome: &Outcome, class: &str| matches!(outcome, Outcome::Raised(raised) if raised.class == class);
    let config = config();
    let mut first = waiting(&config);
    let bytes = first.snapshot(None).expect("a snapshot");
    let mut fork = first.fork(&config, Box::new(CaptureHost::default())).expect("a fork");
    let mut restored = Session::restore(&bytes, None, &config, Box::new(CaptureHost::default())).expect("a session");
    restored.add_tool(&spec).expect("a tool");
    for copy in [&mut fork, &mut restored] {
        // A copy makes its host call again.
        assert!(matches!(copy.resume(), Outcome::HostCall(_)));
    }
    let fuel: Vec<u64> = [&mut first, &mut fork, &mut restored]
        .into_iter()
        .map(|session| {
            let outcome = session.resume_with(Ok(HostValue::None));
            assert!(refused(&outcome, "SyntaxError"), "{outcome:?}");
            session.usage().fuel
        })
        .collect();
    assert!(fuel.windows(2).all(|pair| pair.first() == pair.last()), "{fuel:?}");
    // An allowed text uses the same fuel with and without a check.
    let text = "import timeit\ntimeit.timeit('sum(range(10))', number=3)\n";
    let used = |config: &Config| {
        let mut session = Session::new(config, Box::new(CaptureHost::default()));
        let outcome = session.run(&common::program("p.py", text).expect("the program compiles"));
        assert!(matches!(outcome, Outcome::Finished(_)), "{outcome:?}");
        session.usage().fuel
    };
    assert_eq!(used(&config), used(&Config { check: None, ..config.clone() }));
}

/// Under a policy that lets the program run text, nothing is judged that `exec` would run.
#[test]
fn a_policy_that_grants_text_judges_none() {
    let text = "version: 1\nextends: [default]\nbuiltins: {add: [exec, compile, eval]}\n";
    let policy = resolve_text("own.yaml", text, &|_, wanted| Err(format!("no file `{wanted}`"))).expect("the policy resolves");
    let config = Config { library: &LIBRARY, ..Config::new(&Arc::new(policy)) };
    let report = Sandbox::with_config(config).run("p.py", "import timeit\ntimeit.timeit('import os', number=1)\n");
    assert!(matches!(&report.outcome, Outcome::Raised(raised) if raised.class == "ModuleNotFoundError"), "{:?}", report.outcome);
}

/// A judged text is charged before it is judged.
#[test]
fn long_texts_are_paid_for() {
    let text = "import timeit\nfor n in range(1000):\n    timeit.timeit('x = 1\\n' * 2000, number=1)\n";
    let mut config = config();
    config.limits.instructions = 2_000_000;
    let report = Sandbox::with_config(config).run("p.py", text);
    assert_eq!(report.outcome.to_string(), "limit:fuel");
}
