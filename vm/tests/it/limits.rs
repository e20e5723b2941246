//! Limits end runs, whatever the program does about it. (`tests/cases/limits` has programs: `vm/tests/cases/limits.rs`.)

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use stockade_compiler::SourceText;
use stockade_policy::Limits;
use stockade_vm::{Config, FrameLine, Host, LimitKind, LimitReport, Outcome, Sandbox, Session, StepOptions, ToolSpec};

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

/// The memory limit ends an import, or the import succeeds. A module that was made but whose body never ran was taken for an import that is
/// under way, so that the program caught an `ImportError` and went on.
#[test]
fn a_memory_limit_during_an_import_is_no_import_error() {
    let source = Arc::new(SourceText::new("step.py", "try: import timeit\nexcept ImportError as e: e.msg"));
    let program = compile_source(&source, &Limits::default()).expect("the step compiles");
    for memory in (600_000..950_000).step_by(4_000) {
        let mut config = Config::with_library(&LIBRARY);
        config.limits.memory_bytes = memory;
        let outcome = Session::new(&config, host().0).run(&program);
        assert!(matches!(outcome, Outcome::Finished(None) | Outcome::Exceeded(LimitKind::Memory)), "{memory} bytes: {outcome:?}");
    }
}

/// A limit ends the body of a module. The next step imports the module anew; it had the names that were there when the limit came.
#[test]
fn a_module_whose_body_a_limit_ended_is_imported_anew() {
    let mut ended = 0;
    for turns in (0..30_000).step_by(1_500) {
        let mut config = Config::with_library(&LIBRARY);
        config.limits.instructions = 40_000;
        let mut session = Session::new(&config, host().0);
        let mut step = |text: &str| {
            let source = Arc::new(SourceText::new("step.py", text));
            session.run(&compile_source(&source, &Limits::default()).expect("the step compiles"))
        };
        let first = step(&format!("for i in range({turns}): pass\nimport timeit"));
        ended += u32::from(first == Outcome::Exceeded(LimitKind::Instructions));
        assert_eq!(step("import timeit\ntimeit.timeit.__name__"), Outcome::Finished(Some("'timeit'".into())), "after {turns} turns");
    }
    assert!(ended > 0, "no limit ended an import");
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

/// Native code that goes on after an error, such as the search for a suggestion, does not hide that the time is over.
#[test]
fn the_time_ends_a_run_that_asks_for_suggestions() {
    let text = "import traceback\nC = type('C', (), {'name%d' % i: 1 for i in range(60_000)})\ne = None\n\
                try: C().naem\nexcept AttributeError as error: e = error\n\
                for i in range(10_000): traceback.format_exception(e)\n";
    let mut config = Config::with_library(&LIBRARY);
    (config.limits.instructions, config.limits.wall_ms) = (1 << 50, 100);
    let program = compile_source(&Arc::new(SourceText::new("step.py", text)), &Limits::default()).expect("the step compiles");
    let mut session = Session::new(&config, Box::new(Watched(0)));
    assert_eq!(session.run(&program), Outcome::Exceeded(LimitKind::Time));
    // The clock goes on by a millisecond for each look: there were few looks after the end.
    assert!(session.usage().fuel < 50_000_000, "{} units", session.usage().fuel);
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

/// The report of the limit that ends a program.
fn ended(text: &str, change: impl FnOnce(&mut Limits)) -> LimitReport {
    let report = Sandbox::permissive().library(&LIBRARY).limits(change).run("a.py", text);
    report.limit.unwrap_or_else(|| panic!("{text} ended as {:?}", report.outcome))
}

fn place(frame: &FrameLine) -> (u32, &str, Option<&str>) {
    (frame.line, frame.function.as_str(), frame.source.as_deref())
}

/// The report of each limit has its value, its unit, and what raises it.
#[test]
fn each_limit_says_what_raises_it() {
    let limits = |text: &str, change: fn(&mut Limits)| {
        let limit = ended(text, change);
        (limit.kind, limit.limit, limit.used, limit.unit, limit.flag, limit.policy_key)
    };
    assert_eq!(
        limits("while True: pass", |limits| limits.instructions = 5000),
        (LimitKind::Instructions, 5000, 5000, "fuel units", Some("--fuel"), "limits.fuel")
    );
    let memory = limits("x = 'x' * 10**8", |limits| limits.memory_bytes = 1 << 20);
    assert_eq!(
        (memory.0, memory.1, memory.3, memory.4, memory.5),
        (LimitKind::Memory, 1 << 20, "bytes", Some("--memory"), "limits.memory")
    );
    assert!(memory.2 < memory.1, "the text was refused before it was made");
    let time = limits("import time\ntime.sleep(100)", |limits| limits.wall_ms = 20);
    assert_eq!((time.0, time.1, time.3, time.4, time.5), (LimitKind::Time, 20, "milliseconds", Some("--timeout"), "limits.timeout"));
    assert_eq!(
        limits("import sys\nsys.setrecursionlimit(10**6)\ndef f(): f()\nf()", |limits| limits.recursion = 300),
        (LimitKind::Recursion, 300, 300, "frames", Some("--recursion"), "limits.recursion")
    );
    assert_eq!(
        limits("print('x' * 1000)", |limits| limits.output_bytes = 40),
        (LimitKind::Output, 40, 40, "bytes", Some("--output"), "limits.output")
    );
    let sandbox = Sandbox::permissive().limits(|limits| limits.host_calls = 2);
    let sandbox = sandbox.tool(ToolSpec::new("f", ""), |_| Ok(stockade_vm::HostValue::None)).expect("a good tool");
    let limit = sandbox.run("a.py", "while True: f()").limit.expect("a limit");
    assert_eq!((limit.kind, limit.limit, limit.used, limit.flag), (LimitKind::HostCalls, 2, 2, Some("--host-calls")));
    assert!(
        limit
            .to_string()
            .starts_with("limit: host_calls\n  used 2 of 2 calls; raise it with --host-calls N, or `limits.host_calls` in the policy\n")
    );
    assert_eq!(limit.stack.iter().map(place).collect::<Vec<_>>(), [(1, "<module>", Some("while True: f()"))]);
}

/// A host whose clock stands still.
struct At(u64);

impl Host for At {
    fn elapsed_ms(&mut self) -> u64 {
        self.0
    }
    fn write(&mut self, _text: &str, _error: bool) {}
}

/// A refusal before the work is done says what the work needs. Time is then an estimate, and not what has passed.
#[test]
fn refused_operations_say_what_they_need() {
    let limit = ended("x = 'x' * 10**8", |limits| limits.memory_bytes = 1 << 20);
    assert!(limit.needed.is_some_and(|needed| needed >= 100_000_000), "{limit:?}");
    let text = "import sys\nsys.set_int_max_str_digits(0)\nx = str(9 ** 10 ** 6)";
    let limit = ended(text, |limits| (limits.instructions, limits.wall_ms) = (10_000_000, 600_000));
    assert_eq!((limit.kind, limit.used), (LimitKind::Instructions, 10_000_000));
    assert!(limit.needed.is_some_and(|needed| needed > 20_000_000), "{limit:?}");
    // An operation that does not ask for the time is compared with what is left of it.
    for (late, is_refused) in [(0, false), (9_900, true)] {
        let sandbox = Sandbox::permissive().host(At(late)).limits(|limits| {
            (limits.instructions, limits.wall_ms, limits.memory_bytes) = (1 << 50, 10_000, 1 << 30);
        });
        let report = sandbox.run("a.py", "x = b'x' * 400_000_000");
        assert_eq!(report.limit.is_some(), is_refused, "{:?}", report.outcome);
        if let Some(limit) = report.limit {
            assert_eq!((limit.kind, limit.used), (LimitKind::Time, 9_900));
            assert!(limit.needed.is_some_and(|needed| (100..1000).contains(&needed)), "{limit:?}");
            assert!(limit.to_string().contains("\n  an operation was refused: it alone may take "), "{limit}");
        }
    }
    // A small operation that happens to be the last explains nothing.
    assert_eq!(ended("while True: len(str(7))", |limits| limits.instructions = 50_000).needed, None);
}

/// A number that is the value of a step and has too many digits is no reason to end the run.
#[test]
fn the_text_of_a_large_number_is_refused_without_a_charge() {
    let sandbox = Sandbox::permissive().limits(|limits| limits.instructions = 1 << 50);
    let report = sandbox.run("a.py", "10 ** 1_000_000");
    assert!(
        matches!(&report.outcome, Outcome::Finished(Some(text)) if text == "<int object: repr() raised ValueError>"),
        "{:?}",
        report.outcome
    );
}

/// The stack has the frames of the program, with the line that ran. Frames of the library are left out.
#[test]
fn the_stack_shows_where_the_program_was() {
    let fuel = |limits: &mut Limits| limits.instructions = 200_000;
    let stack = |text: &str| ended(text, fuel).stack;
    let text = "import functools\ndef g(n):\n    while n:\n        n += 1\n    return n\ndef f(a, b):\n    return g(b)\nfunctools.reduce(f, [1, 2])\n";
    let shown = stack(text);
    let [module, f, g] = shown.as_slice() else { panic!("{shown:?}") };
    assert_eq!(place(module), (8, "<module>", Some("functools.reduce(f, [1, 2])")));
    assert_eq!(place(f), (7, "f", Some("return g(b)")));
    assert!(matches!(place(g), (3 | 4, "g", Some("while n:" | "n += 1"))), "{g:?}");
    assert_eq!(module.file, "a.py");
    let shown = stack("x = 1\nwhile True:\n    pass\n");
    assert!(matches!(shown.iter().map(place).collect::<Vec<_>>().as_slice(), [(2 | 3, "<module>", Some(_))]), "{shown:?}");
    // The special method that makes the text of the value.
    let shown = stack("class A:\n    def __repr__(self):\n        while True: pass\nA()");
    assert_eq!(shown.iter().map(place).collect::<Vec<_>>(), [(3, "__repr__", Some("while True: pass"))]);
    // A callback of a builtin function.
    let shown = stack("def key(n):\n    while True: pass\nsorted([3, 2], key=key)");
    assert_eq!(shown.iter().map(|frame| frame.function.as_str()).collect::<Vec<_>>(), ["<module>", "key"]);
}

/// The stack has a limited number of lines of limited length, whatever the program chooses.
#[test]
fn the_stack_is_bounded() {
    let depth = |limits: &mut Limits| limits.recursion = 4000;
    let limit = ended("import sys\nsys.setrecursionlimit(10**6)\ndef f(): f()\nf()", depth);
    let [_, f] = limit.stack.as_slice() else { panic!("{:?}", limit.stack) };
    assert_eq!((f.function.as_str(), f.repeated, f.omitted_before), ("f", 3998, 0));
    assert!(limit.to_string().ends_with("in f\n    def f(): f()\n  [Previous line repeated 3,998 more times]\n"), "{limit}");
    let limit = ended("import sys\nsys.setrecursionlimit(10**6)\ndef f(): g()\ndef g(): f()\nf()", depth);
    assert_eq!(limit.stack.len(), 20);
    let shown: usize = limit.stack.iter().map(|frame| 1 + frame.repeated + frame.omitted_before).sum();
    assert_eq!(shown, 4000);
    assert!(limit.to_string().contains("\n  [3,980 frames not shown]\n"), "{limit}");
    let name = "n".repeat(5000);
    let file = "'\\n\\x1b[31mlimit: memory\\n' + 'f' * 2_000".to_string();
    let long = format!("def {name}():\n    x = '{}'\n    while True: x = '{}'\n", "a".repeat(20_000), "b".repeat(20_000));
    let text = format!("exec(compile({long:?} + '{name}()', {file}, 'exec'))");
    let limit = ended(&text, |limits| limits.instructions = 2_000_000);
    assert!(limit.to_string().len() < 3000 && !limit.to_string().contains('\x1b'), "{limit}");
    assert!(limit.stack.iter().all(|frame| !frame.file.contains('\n')), "{limit:?}");
}

/// The stack is masked as all text of the program is.
#[test]
fn the_stack_is_masked() {
    let text = "version: 1\nextends: [permissive]\noutput: {redact: [{id: key, regex: 'sk-[0-9]+', action: mask}]}\n";
    let policy = stockade_policy::resolve_text("own.yaml", text, &|_, _| Err("none".into())).expect("a good policy");
    let sandbox = Sandbox::new(&policy).limits(|limits| limits.instructions = 10_000);
    let mut session = sandbox.session();
    session.step("a.py", "key = 'a'\nwhile key != 'sk-1234567': pass\n", StepOptions { unchecked: true, ..StepOptions::default() });
    let limit = session.limit_report().expect("a limit");
    assert_eq!(limit.stack.iter().map(place).collect::<Vec<_>>(), [(2, "<module>", Some("while key != '[redacted: key]': pass"))]);
}

/// Asking does not change how much is used, and the next step has no report of the last one.
#[test]
fn the_report_belongs_to_one_step() {
    let mut session = Sandbox::permissive().limits(|limits| limits.instructions = 10_000).session();
    assert_eq!(session.limit_report(), None);
    session.step("a", "while True: pass", StepOptions::default());
    assert_eq!((session.limit_report().map(|limit| limit.used), session.usage().fuel), (Some(10_000), 10_000));
    session.step("b", "x = 1", StepOptions::default());
    assert_eq!(session.limit_report(), None);
    session.step("c", "while True: pass", StepOptions::default());
    session.step("d", "x = (", StepOptions::default());
    assert_eq!(session.limit_report(), None);
}

/// A host that cancels the run at once.
struct Cancelling;

impl Host for Cancelling {
    fn elapsed_ms(&mut self) -> u64 {
        7
    }
    fn is_cancelled(&mut self) -> bool {
        true
    }
    fn write(&mut self, _text: &str, _error: bool) {}
}

#[test]
fn a_cancelled_run_says_so() {
    let report = Sandbox::permissive().host(Cancelling).run("a.py", "while True: pass");
    assert_eq!((&report.outcome, report.outcome.to_string().as_str()), (&Outcome::Interrupted, "interrupted"));
    let limit = report.limit.expect("a limit");
    assert!(limit.is_cancelled);
    assert!(limit.to_string().starts_with("interrupted\n  after 7 of 30,000 milliseconds; the host cancelled the run\n"), "{limit}");
}

/// A host whose clock jumps to the end of all limits when it is asked for the n-th time.
struct Jumping {
    asked: Arc<AtomicU64>,
    late_at: u64,
}

impl Host for Jumping {
    fn elapsed_ms(&mut self) -> u64 {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        if asked >= self.late_at { 1 << 40 } else { 0 }
    }
    fn write(&mut self, _text: &str, _error: bool) {}
}

/// Runs a text with a clock that jumps at a question. Returns the outcome, the session, and how often it was asked.
fn run_until(config: &Config, text: &str, late_at: u64) -> (Outcome, Session, u64) {
    let asked = Arc::new(AtomicU64::new(0));
    let mut session = Session::new(config, Box::new(Jumping { asked: Arc::clone(&asked), late_at }));
    let outcome = session.step("late.py", text, StepOptions::default()).outcome;
    let asked = asked.load(Ordering::Relaxed);
    (outcome, session, asked)
}

/// The phases of the front end in which a run ends, each with whether the program had begun. The clock jumps at each of the last questions.
fn late_phases(config: &Config, text: &str, last: u64) -> BTreeSet<(String, bool)> {
    let (_, _, all) = run_until(config, text, u64::MAX);
    let mut phases = BTreeSet::new();
    for late_at in all.saturating_sub(last)..all {
        let (outcome, session, _) = run_until(config, text, late_at);
        if !matches!(outcome, Outcome::Exceeded(LimitKind::Time)) {
            continue;
        }
        let report = session.limit_report().expect("a limit has a report");
        assert_eq!((report.kind, report.is_cancelled), (LimitKind::Time, false));
        let Some(phase) = report.phase else { continue };
        assert!(report.to_string().contains(&format!("the time ended while a text was being {phase}")), "{report}");
        // Nothing has run while the program itself is read.
        assert_eq!(session.usage().fuel > 0, !report.stack.is_empty(), "{report}");
        phases.insert((format!("{phase:?}"), !report.stack.is_empty()));
    }
    phases
}

#[test]
fn the_time_ends_while_the_program_is_read() {
    let text = "def f(a):\n    return [x for x in a]\n".repeat(40);
    let policy = stockade_policy::resolve_preset("default").expect("a preset");
    let config = Config::new(&Arc::new(policy));
    let mut phases = late_phases(&config, &text, 60);
    phases.extend(late_phases(&config, &format!("{text}\nx = = 1\n"), 60));
    for phase in stockade_compiler::Phase::ALL {
        assert!(phases.contains(&(format!("{phase:?}"), false)), "{phase:?} is missing in {phases:?}");
    }
}

/// Text that becomes code while a program runs is read in time too, and the report says where the program was.
#[test]
fn the_time_ends_while_a_program_reads_a_text() {
    let texts = [
        ("exec('def f(a):\\n    return [x for x in a]\\n' * 20)", "Scan Parse Lower Syntax Scopes Generate Warnings Verify"),
        ("compile('[' + 'a, ' * 500 + ']', 'a', 'eval')", "Scan Parse Lower Scopes Generate Verify"),
        ("try: compile('a = 1\\n' * 20 + 'a b', 'a', 'exec')\nexcept SyntaxError: pass", "Scan Parse Diagnose"),
        ("import ast\nast.parse('a = 1\\n' * 200)", "Scan Parse Lower"),
    ];
    for (text, wanted) in texts {
        let phases = late_phases(&Config::with_library(&LIBRARY), text, 40);
        for phase in wanted.split(' ') {
            assert!(phases.contains(&(phase.to_owned(), true)), "{text}: {phase} is missing in {phases:?}");
        }
    }
}

/// 42 MB of texts, of which one stays.
const FREED: &str = "made = ['%0500d' % i for i in range(80_000)]\nkept = made[-1]\ndel made\n";

/// The allocator keeps the pages of small blocks, so they count against a large one: `vm/src/heap/kept_blocks.rs`.
#[test]
fn small_blocks_that_are_gone_count_against_a_large_one() {
    let sandbox = Sandbox::permissive().library(&LIBRARY).limits(|limits| limits.memory_bytes = 64 << 20);
    let run = |text: &str| sandbox.run("kept.py", text);
    // Each fits alone, and what small blocks have taken exceeds the limit by less than a quarter.
    for text in [
        "block = b'x' * 50_000_000\n".to_string(),
        format!("{FREED}block = b'x' * 30_000_000\n"),
        format!("{FREED}made = ['%0500d' % i for i in range(80_000)]\n"),
        format!("{FREED}for _ in range(5): block = b'x' * 30_000_000; del block\n"),
    ] {
        let report = run(&text);
        assert!(report.limit.is_none(), "{text}: {}", report.limit.map_or_else(String::new, |limit| limit.to_string()));
    }
    let report = run(&format!("{FREED}block = b'x' * 50_000_000\n"));
    let limit = report.limit.expect("a limit ended it");
    assert_eq!((limit.kind, limit.needed.map(|bytes| bytes / 1_000_000)), (LimitKind::Memory, Some(50)));
    assert!(limit.kept.is_some_and(|bytes| (40_000_000..45_000_000).contains(&bytes)), "{limit}");
    assert!(limit.to_string().contains("  small objects that are gone keep 4"), "{limit}");
}

/// A run that goes on from a snapshot, or in a fork, ends at the same place.
#[test]
fn what_small_blocks_have_taken_is_kept_in_snapshots() {
    let sandbox = Sandbox::permissive().library(&LIBRARY).limits(|limits| limits.memory_bytes = 64 << 20);
    let mut session = sandbox.session();
    let step = |session: &mut Session, text: &str| session.step("kept.py", text, StepOptions::default()).outcome;
    assert!(matches!(step(&mut session, &format!("import gc\n{FREED}gc.collect()\n")), Outcome::Finished(_)));
    let config = Config { limits: Limits { memory_bytes: 64 << 20, ..Limits::default() }, ..Config::with_library(&LIBRARY) };
    let bytes = session.snapshot(None).expect("a snapshot");
    let mut restored = Session::restore(&bytes, None, &config, host().0).expect("it is restored");
    let mut fork = session.fork(&config, host().0).expect("a fork");
    for (how, session) in [("straight", &mut session), ("restored", &mut restored), ("fork", &mut fork)] {
        let outcome = step(session, "block = b'x' * 50_000_000\n");
        assert!(matches!(outcome, Outcome::Exceeded(LimitKind::Memory)), "{how}: {outcome}");
        let outcome = step(session, "block = b'x' * 30_000_000\n");
        assert!(matches!(outcome, Outcome::Finished(_)), "{how}: {outcome}");
    }
}

/// A limit below what hardly any program can do with holds, too.
#[test]
fn tiny_memory_limits_hold() {
    for limit in [0, 1 << 10, 10 << 10, 40 << 10] {
        let sandbox = Sandbox::permissive().library(&LIBRARY).limits(|limits| limits.memory_bytes = limit);
        let report = sandbox.run("p.py", "x = [[] for i in range(1000)]");
        assert_eq!(report.outcome.to_string(), "limit:memory", "{limit}");
        assert!(report.usage.peak_memory <= limit + limit / 4 + 4096, "{limit}: {}", report.usage.peak_memory);
    }
}

/// The body of a module has run in part. The next import runs it again, as after an exception.
#[test]
fn an_import_that_a_limit_ended_is_made_again() {
    for fuel in [10_000, 20_000, 40_000, 60_000, 85_000] {
        let limits = |fuel| Limits { instructions: fuel, ..Limits::default() };
        let mut session = Session::new(&Config { limits: limits(fuel), ..Config::with_library(&LIBRARY) }, host().0);
        let step = |session: &mut Session, text: &str| session.step("step.py", text, StepOptions::default()).outcome;
        assert_eq!(step(&mut session, "x = 1\nimport datetime"), Outcome::Exceeded(LimitKind::Instructions), "{fuel}");
        session.set_limits(&limits(1_000_000));
        assert_eq!(step(&mut session, "import datetime\ndatetime.date(2026, 1, 1).year"), Outcome::Finished(Some("2026".into())), "{fuel}");
    }
}

/// A tree takes memory before the run. It must fit in the limit on memory, although nothing of the program has run.
#[test]
fn a_tree_fits_in_the_limit_on_memory() {
    let run = |text: &str, memory: u64| {
        let sandbox = Sandbox::permissive().library(&LIBRARY).limits(|limits| {
            limits.memory_bytes = memory;
            (limits.source_bytes, limits.tokens, limits.ast_nodes) = (4 << 20, 4_000_000, 4_000_000);
        });
        sandbox.run("line.py", text).outcome
    };
    let all_tokens = ["a;", "1,", "-", "a\n", ".5-", "()", "'',"];
    for text in all_tokens {
        let Outcome::Refused(refusal) = run(&text.repeat(1_000_000 / text.len()), 64 << 20) else { panic!("`{text}` ran") };
        assert!(refusal.to_string().contains("too many for a memory limit of 67108864 bytes"), "{refusal}");
    }
    // The same with more memory, and fewer of them with as much.
    assert!(matches!(run(&format!("a = 1\n{}", "a;".repeat(400_000)), 1 << 30), Outcome::Finished(_)));
    assert!(matches!(run(&format!("a = 1\n{}", "a;".repeat(100_000)), 64 << 20), Outcome::Finished(_)));
}
