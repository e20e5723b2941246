//! Sessions in real workers.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use stockade_policy::ResolvedPolicy;
use stockade_vm::{Config, Host, HostError, HostValue, Library, LimitKind, Outcome, STDIN_CALL, Stdin, StepOptions, ToolSpec};
use stockade_workers::protocol::{PolicyTexts, Settings};
use stockade_workers::{AnySession, LossReason, Pool, Session, SessionError, Template, WorkerCommand};

static LIBRARY: Library = Library::new(stockade_stdlib::read_full);

/// The worker: behind the walls that the machine has.
pub(crate) fn worker() -> ExitCode {
    let walls = stockade_walls::shut_in(stockade_walls::Allowance::default(), stockade_walls::Strictness::BestEffort);
    match walls.map(|_| stockade_workers::serve(&LIBRARY, std::io::stdin(), std::io::stdout())) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

pub(crate) fn real_command() -> WorkerCommand {
    WorkerCommand { program: std::env::current_exe().unwrap(), arguments: vec!["--worker".into()], environment: Vec::new() }
}

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        Trial::test("sessions::ends_are_those_of_this_process", ends_are_those_of_this_process),
        Trial::test("sessions::state_stays_between_steps", state_stays_between_steps),
        Trial::test("sessions::calls_of_host_functions", calls_of_host_functions),
        Trial::test("sessions::calls_that_are_awaited", calls_that_are_awaited),
        Trial::test("sessions::consent", consent),
        Trial::test("sessions::input_as_the_program_reads_it", input_as_the_program_reads_it),
        Trial::test("sessions::files_and_values", files_and_values),
        Trial::test("sessions::deadlines", deadlines),
        Trial::test("sessions::interrupts", interrupts),
        Trial::test("sessions::output_comes_while_the_program_runs", output_comes_while_the_program_runs),
        Trial::test("sessions::output_keeps_its_order", output_keeps_its_order),
        Trial::test("sessions::forks_go_their_own_ways", forks_go_their_own_ways),
        Trial::test("sessions::a_lost_worker_costs_its_own_sessions", a_lost_worker_costs_its_own_sessions),
        Trial::test("sessions::thousands_in_a_worker", thousands_in_a_worker),
        Trial::test("sessions::policies_with_bases", policies_with_bases),
        Trial::test("sessions::a_closed_session_is_gone", a_closed_session_is_gone),
        Trial::test("sessions::limits_of_a_step", limits_of_a_step),
        Trial::test("sessions::clocks_that_the_host_sets", clocks_that_the_host_sets),
        Trial::test("sessions::small_values_come_with_the_end", small_values_come_with_the_end),
        Trial::test("sessions::names_tools_and_files_go", names_tools_and_files_go),
        Trial::test("sessions::steps_are_counted_on", steps_are_counted_on),
        Trial::test("sessions::a_closed_pool", a_closed_pool),
        Trial::test("sessions::what_a_worker_has_not", what_a_worker_has_not),
    ]
}

/// A host that keeps what is printed.
#[derive(Default, Clone)]
pub(crate) struct Recorder(Arc<Mutex<Vec<(bool, String)>>>);

impl Recorder {
    pub(crate) fn boxed() -> Box<dyn Host> {
        Box::new(Recorder::default())
    }

    /// Stdout, then stderr.
    fn texts(&self) -> [String; 2] {
        let all = self.0.lock().unwrap();
        [false, true].map(|wanted| all.iter().filter(|(error, _)| *error == wanted).map(|(_, text)| text.as_str()).collect())
    }
}

impl Host for Recorder {
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn write(&mut self, text: &str, error: bool) {
        self.0.lock().unwrap().push((error, text.to_string()));
    }
}

fn resolved(text: Option<&str>) -> (PolicyTexts, Arc<ResolvedPolicy>) {
    let name = if text.is_some() { "given.yaml" } else { "default" };
    let (texts, policy) = PolicyTexts::collect(name, text, &|_, wanted| Err(format!("no {wanted}"))).unwrap();
    (texts, Arc::new(policy))
}

pub(crate) fn template_of(policy: Option<&str>, limits: &[(&str, u64)]) -> (Arc<Template>, Config) {
    let (texts, policy) = resolved(policy);
    let mut config = Config { library: &LIBRARY, ..Config::new(&policy) };
    let limits: Vec<(String, u64)> = limits.iter().map(|(key, value)| ((*key).to_string(), *value)).collect();
    limits.iter().for_each(|(key, value)| assert!(config.limits.set(key, *value)));
    (Template::new(Settings { limits, ..Settings::new(texts) }, &policy).unwrap(), config)
}

pub(crate) fn template(limits: &[(&str, u64)]) -> Arc<Template> {
    template_of(None, limits).0
}

fn pool() -> Pool {
    Pool::new(real_command(), 1, Pool::PATIENCE)
}

fn opened(limits: &[(&str, u64)]) -> (Session, Recorder) {
    let recorder = Recorder::default();
    let session = pool().open(&template(limits), &|| Box::new(recorder.clone())).unwrap();
    (session, recorder)
}

fn outcome(session: &mut dyn AnySession, text: &str) -> Outcome {
    session.step("a.py", text, StepOptions::default()).unwrap().outcome
}

fn finished(text: &str) -> Outcome {
    Outcome::Finished(Some(text.to_string()))
}

/// Outcome, usage, verdict, limit, output: nothing differs.
fn ends_are_those_of_this_process() -> Result<(), Failed> {
    let programs = [
        "print('a'); print('b'); 40 + 2",
        "x = {'a': [1, 2.5, None], 'b': (1,)}\nx",
        "raise ValueError('no\\ud800')",
        "import sys; print('e', file=sys.stderr); sys.exit(3)",
        "def f(n): return f(n + 1)\nf(0)",
        "[0] * 10**9",
        "while True: pass",
        "print('x' * 200_000)",
        "def f(:",
        "x = (",
        "é = 'ä'\nimport os\nopen('x')",
        "import subprocess",
        "eval('1')",
        "final_answer({'a': 1})",
        "import json, re, math, random, datetime\nrandom.random()",
        "class A:\n    def __repr__(self): raise ValueError\nA()",
        "import numpy",
        "async def f():\n    return 7\nawait f()",
        "(".repeat(300).leak(),
        "unknown_name",
        "import atexit\natexit.register(print, 'bye')",
    ];
    let limits = [("limits.fuel", 2_000_000), ("limits.memory", 8 << 20), ("limits.output", 100_000)];
    let (template, config) = template_of(None, &limits);
    let pool = pool();
    for program in programs {
        let (here, there) = (Recorder::default(), Recorder::default());
        let mut own: Box<dyn AnySession> = Box::new(stockade_vm::Session::new(&config, Box::new(here.clone())));
        let mut other: Box<dyn AnySession> = Box::new(pool.open(&template, &|| Box::new(there.clone())).unwrap());
        let ends = [&mut own, &mut other].map(|session| {
            let step = session.step("a.py", program, StepOptions::default()).unwrap();
            let value = session.value().map_err(|error| error.to_string());
            let verdict = step.verdict.map(|verdict| (verdict.to_json().to_string(), format!("{:?}", verdict.findings)));
            let first = (step.outcome, verdict, value, session.usage(), session.limit_report().cloned(), session.ended_at().cloned());
            (first, session.finish().unwrap(), session.usage())
        });
        assert_eq!(ends[0], ends[1], "{program}");
        assert_eq!(here.texts(), there.texts(), "{program}");
    }
    Ok(())
}

fn state_stays_between_steps() -> Result<(), Failed> {
    let (mut session, _) = opened(&[("limits.fuel", 100_000)]);
    session.expect_steps().unwrap();
    assert_eq!(outcome(&mut session, "x = [1]"), Outcome::Finished(None));
    assert_eq!(outcome(&mut session, "while True: pass"), Outcome::Exceeded(LimitKind::Instructions));
    assert_eq!(outcome(&mut session, "x.append(2); x"), finished("[1, 2]"));
    Ok(())
}

fn calls_of_host_functions() -> Result<(), Failed> {
    let (mut session, _) = opened(&[]);
    session.add_tool(&ToolSpec::new("price", "item, *, currency='EUR'")).unwrap();
    let Outcome::HostCall(call) = outcome(&mut session, "price('amp', currency='USD') + 1") else { panic!("no call") };
    let kwargs = vec![("currency".to_string(), HostValue::Str("USD".into()))];
    assert_eq!((call.tool.as_str(), call.args, call.kwargs), ("price", vec![HostValue::Str("amp".into())], kwargs));
    assert_eq!(session.resume_with(Ok(HostValue::Int(41))).unwrap(), finished("42"));
    let text = "try:\n    price('x')\nexcept LookupError as error:\n    print(error)\n";
    assert!(matches!(outcome(&mut session, text), Outcome::HostCall(_)));
    let error = HostError { type_name: "LookupError".into(), message: "none".into() };
    assert_eq!(session.resume_with(Err(error)).unwrap(), Outcome::Finished(None));
    // A name that is none is refused, and nobody is lost.
    let refused = session.add_tool(&ToolSpec::new("no name", "")).unwrap_err();
    assert!(matches!(refused, SessionError::Refused(_)), "{refused}");
    Ok(())
}

fn calls_that_are_awaited() -> Result<(), Failed> {
    let (mut session, _) = opened(&[]);
    session.add_tool(&ToolSpec { is_async: true, ..ToolSpec::new("fetch", "page") }).unwrap();
    let text = "import asyncio\nawait asyncio.gather(fetch(1), fetch(2))";
    let Outcome::Awaits(awaited) = outcome(&mut session, text) else { panic!("no wait") };
    let [first, second] = awaited.calls.as_slice() else { panic!("{awaited:?}") };
    session.answer(second.id, Ok(HostValue::Str("two".into()))).unwrap();
    session.answer(first.id, Ok(HostValue::Str("one".into()))).unwrap();
    assert!(matches!(session.answer(99, Ok(HostValue::None)), Err(SessionError::Refused(_))));
    assert_eq!(session.resume().unwrap(), finished("['one', 'two']"));
    Ok(())
}

fn consent() -> Result<(), Failed> {
    let policy = "version: 1\nextends: default\ntools: {allow: {pay: {approve: always}}}";
    let (template, _) = template_of(Some(policy), &[]);
    let mut session = pool().open(&template, &|| Recorder::boxed()).unwrap();
    session.add_tool(&ToolSpec::new("pay", "amount")).unwrap();
    let Outcome::Approval(asked) = outcome(&mut session, "pay(20)") else { panic!("nobody asks") };
    assert_eq!(asked.arguments, [("amount".to_string(), HostValue::Int(20))]);
    let Outcome::HostCall(call) = session.approve().unwrap() else { panic!("no call") };
    assert_eq!(call, asked.call);
    assert_eq!(session.resume_with(Ok(HostValue::Bool(true))).unwrap(), finished("True"));
    assert!(matches!(outcome(&mut session, "pay(20)"), Outcome::Approval(_)));
    let Outcome::Raised(raised) = session.refuse("too much").unwrap() else { panic!("it was paid") };
    assert!(raised.message.contains("too much"), "{raised:?}");
    Ok(())
}

fn input_as_the_program_reads_it() -> Result<(), Failed> {
    let (mut session, _) = opened(&[]);
    session.set_arguments(&["one".to_string()]).unwrap();
    session.set_stdin(&Stdin::Host).unwrap();
    let Outcome::HostCall(call) = outcome(&mut session, "import sys\nint(input()) + len(sys.argv)") else { panic!("no read") };
    assert_eq!(call.tool, STDIN_CALL);
    assert_eq!(session.resume_with(Ok(HostValue::Bytes(b"3\n".to_vec()))).unwrap(), finished("5"));
    Ok(())
}

fn files_and_values() -> Result<(), Failed> {
    let (template, _) = template_of(Some("version: 1\nextends: default\nadd: {builtins: [open]}"), &[]);
    let mut session = pool().open(&template, &|| Recorder::boxed()).unwrap();
    session.write_file("in.txt", b"three").unwrap();
    session.set_variable("n", &HostValue::Int(2)).unwrap();
    let text = "t = open('in.txt').read() * n\nopen('out.txt', 'w').write(t)";
    assert_eq!(outcome(&mut session, text), finished("10"));
    assert_eq!(session.read_file("out.txt").unwrap(), b"threethree");
    assert!(session.list_files("/").unwrap().iter().any(|entry| entry.path == "/home/user/out.txt" && entry.is_written));
    assert!(session.read_file("none.txt").unwrap_err().to_string().contains("none.txt"));
    assert_eq!(session.get_variable("t").unwrap(), Some(HostValue::Str("threethree".into())));
    assert_eq!(session.get_variable("none").unwrap(), None);
    // What cannot cross is refused with its place.
    assert!(matches!(outcome(&mut session, "[object()]"), Outcome::Finished(Some(_))));
    let error = session.value().unwrap_err();
    assert!(error.to_string().ends_with(" at [0]"), "{error}");
    Ok(())
}

fn deadlines() -> Result<(), Failed> {
    let (mut session, _) = opened(&[("limits.timeout", 200), ("limits.fuel", u64::MAX)]);
    let began = Instant::now();
    assert_eq!(outcome(&mut session, "while True: pass"), Outcome::Exceeded(LimitKind::Time));
    assert_eq!(outcome(&mut session, "import time\ntime.sleep(100)"), Outcome::Exceeded(LimitKind::Time));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    Ok(())
}

fn interrupts() -> Result<(), Failed> {
    let (mut session, _) = opened(&[("limits.fuel", u64::MAX), ("limits.timeout", 60_000), ("limits.output", 16 << 30)]);
    let programs = [
        "while True: pass",
        "import time\nwhile True: time.sleep(30)",
        "while True: sum(range(10 ** 6))",
        // Its frames leave no pause in which nothing comes.
        "text = 'x' * 1000\nwhile True: print(text)",
    ];
    for text in programs {
        let interrupter = session.interrupter();
        let ends = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            interrupter.interrupt();
            Instant::now()
        });
        let ended = outcome(&mut session, text);
        let late = ends.join().unwrap().elapsed();
        assert!(matches!(ended, Outcome::Interrupted), "{text}: {ended:?}");
        assert!(late < Duration::from_secs(3), "{text}: {late:?}");
        assert!(session.limit_report().is_some_and(|limit| limit.is_cancelled));
    }
    assert_eq!(outcome(&mut session, "1"), finished("1"));
    Ok(())
}

fn output_comes_while_the_program_runs() -> Result<(), Failed> {
    let (session, recorder) = opened(&[("limits.fuel", u64::MAX), ("limits.timeout", 60_000)]);
    let interrupter = session.interrupter();
    let runs = std::thread::spawn(move || {
        let mut session = session;
        outcome(&mut session, "print('first')\nwhile True: pass")
    });
    let began = Instant::now();
    while recorder.texts()[0] != "first\n" {
        assert!(began.elapsed() < Duration::from_secs(20), "nothing was printed");
        std::thread::sleep(Duration::from_millis(20));
    }
    interrupter.interrupt();
    assert_eq!(runs.join().unwrap(), Outcome::Interrupted);
    Ok(())
}

fn output_keeps_its_order() -> Result<(), Failed> {
    let (mut session, recorder) = opened(&[]);
    let text = "import sys\nfor i in range(3):\n    print(i)\n    print(-i, file=sys.stderr)";
    assert_eq!(outcome(&mut session, text), Outcome::Finished(None));
    let all = recorder.0.lock().unwrap().clone();
    let expected = [(false, "0\n"), (true, "0\n"), (false, "1\n"), (true, "-1\n"), (false, "2\n"), (true, "-2\n")];
    assert_eq!(all, expected.map(|(error, text)| (error, text.to_string())));
    Ok(())
}

fn forks_go_their_own_ways() -> Result<(), Failed> {
    let (mut session, _) = opened(&[]);
    outcome(&mut session, "x = [1]");
    let mut copy = session.fork(Recorder::boxed()).unwrap();
    outcome(&mut session, "x.append(2)");
    assert_eq!(outcome(&mut copy, "x"), finished("[1]"));
    assert_eq!(outcome(&mut session, "x"), finished("[1, 2]"));
    drop(session);
    assert_eq!(outcome(&mut copy, "x"), finished("[1]"));
    Ok(())
}

fn kill(process: u32) {
    assert!(std::process::Command::new("kill").args(["-9", &process.to_string()]).status().unwrap().success());
}

fn a_lost_worker_costs_its_own_sessions() -> Result<(), Failed> {
    let (pool, template) = (Pool::new(real_command(), 2, Pool::PATIENCE), template(&[]));
    let mut sessions: Vec<Session> = (0..4).map(|_| pool.open(&template, &|| Recorder::boxed()).unwrap()).collect();
    for (at, session) in sessions.iter_mut().enumerate() {
        outcome(session, &format!("x = {at}"));
    }
    let processes: Vec<u32> = sessions.iter().map(|session| session.process().unwrap()).collect();
    assert_eq!((processes[0], processes[1]), (processes[2], processes[3]));
    assert_ne!(processes[0], processes[1]);
    let key = [7; 32];
    let snapshot = sessions[2].snapshot(Some(&key)).unwrap();
    kill(processes[0]);
    for at in [0, 2] {
        let lost = sessions[at].step("a.py", "x", StepOptions::default()).unwrap_err();
        assert_eq!((lost.reason, lost.signal), (LossReason::Ended, Some(9)));
    }
    for at in [1, 3] {
        assert_eq!(outcome(&mut sessions[at], "x"), finished(&at.to_string()));
    }
    // A session with a snapshot goes on in another worker; without its key it does not.
    let mut restored = pool.restore(&template, &|| Recorder::boxed(), &snapshot, Some(&key)).unwrap();
    assert_eq!(outcome(&mut restored, "x"), finished("2"));
    let Err(refused) = pool.restore(&template, &|| Recorder::boxed(), &snapshot, None) else { panic!("restored without a key") };
    assert!(matches!(refused, SessionError::Refused(_)), "{refused}");
    // One that dies while nobody looks is no matter for the next session.
    kill(restored.process().unwrap());
    std::thread::sleep(Duration::from_millis(300));
    let mut next = pool.open(&template, &|| Recorder::boxed()).unwrap();
    assert_eq!(outcome(&mut next, "1"), finished("1"));
    Ok(())
}

fn thousands_in_a_worker() -> Result<(), Failed> {
    let (pool, template) = (pool(), template(&[]));
    let mut sessions: Vec<Session> = (0..2000).map(|_| pool.open(&template, &|| Recorder::boxed()).unwrap()).collect();
    for (at, session) in sessions.iter_mut().enumerate() {
        outcome(session, &format!("x = {at}"));
    }
    for (at, session) in sessions.iter_mut().enumerate() {
        assert_eq!(outcome(session, "x"), finished(&at.to_string()));
    }
    Ok(())
}

fn policies_with_bases() -> Result<(), Failed> {
    let find = |child: &str, wanted: &str| match (child, wanted) {
        ("top.yaml", "base.yaml") => Ok(("base.yaml".to_string(), "version: 1\nextends: default\nimports: {deny: [json]}".to_string())),
        _ => Err(format!("no {wanted}")),
    };
    let (texts, policy) = PolicyTexts::collect("top.yaml", Some("version: 1\nextends: base.yaml"), &find).unwrap();
    let template = Template::new(Settings::new(texts.clone()), &policy).unwrap();
    let mut session = pool().open(&template, &|| Recorder::boxed()).unwrap();
    let step = session.step("a.py", "import json", StepOptions::default()).unwrap();
    assert_eq!(step.verdict.unwrap().denying(), ["IMP001"]);
    // Texts that make another policy are refused on either side.
    let forged = PolicyTexts { sha256: "0".into(), ..texts };
    assert!(Template::new(Settings::new(forged), &policy).is_err());
    Ok(())
}

fn limits_of_a_step() -> Result<(), Failed> {
    let (template, config) = template_of(None, &[("limits.fuel", 50_000)]);
    let policy = config.check.as_ref().unwrap();
    let mut session = pool().open(&template, &|| Recorder::boxed()).unwrap();
    let mut limits = template.limits().clone();
    let used = |session: &mut Session| {
        assert_eq!(outcome(session, "while True: pass"), Outcome::Exceeded(LimitKind::Instructions));
        session.limit_report().unwrap().limit
    };
    limits.instructions = 9_000;
    session.rule(policy, &config.grants, &limits).unwrap();
    assert_eq!(used(&mut session), 9_000);
    // A fork has those of its settings.
    let mut copy = session.fork_with(&Config { limits: template.limits().clone(), ..config.clone() }, Recorder::boxed()).unwrap();
    assert!(matches!(copy.step("a.py", "while True: pass", StepOptions::default()).unwrap().outcome, Outcome::Exceeded(_)));
    assert_eq!(copy.limit_report().unwrap().limit, 50_000);
    session.rule(policy, &config.grants, template.limits()).unwrap();
    assert_eq!(used(&mut session), 50_000);
    Ok(())
}

fn clocks_that_the_host_sets() -> Result<(), Failed> {
    let (texts, policy) = PolicyTexts::collect("default", None, &|_, _| Err(String::new())).unwrap();
    let template = Template::new(Settings { skips_sleep: true, ..Settings::new(texts) }, &policy).unwrap();
    let mut session = pool().open(&template, &|| Recorder::boxed()).unwrap();
    session.freeze_clock(Some(1000.5)).unwrap();
    let began = Instant::now();
    assert_eq!(outcome(&mut session, "import time\ntime.sleep(2)\ntime.time(), time.perf_counter()"), finished("(1002.5, 2.0)"));
    assert_eq!(outcome(&mut session, "time.time(), time.perf_counter()"), finished("(1000.5, 2.0)"));
    session.freeze_clock(None).unwrap();
    assert_eq!(outcome(&mut session, "time.time() > 1_500_000_000"), finished("True"));
    // What is slept counts against the deadline.
    assert_eq!(outcome(&mut session, "time.sleep(1e9)"), Outcome::Exceeded(LimitKind::Time));
    assert!(began.elapsed() < Duration::from_secs(5));
    Ok(())
}

fn small_values_come_with_the_end() -> Result<(), Failed> {
    let (mut session, _) = opened(&[]);
    for (text, value) in [
        ("7", HostValue::Int(7)),
        ("x = 7", HostValue::None),
        ("list(range(1000))[998:]", HostValue::List(vec![HostValue::Int(998), HostValue::Int(999)])),
    ] {
        outcome(&mut session, text);
        assert_eq!(session.value().unwrap(), value);
    }
    outcome(&mut session, "list(range(1000))");
    assert!(matches!(session.value().unwrap(), HostValue::List(items) if items.len() == 1000));
    outcome(&mut session, "8");
    // The process is not asked any more.
    kill(session.process().unwrap());
    assert_eq!(session.value().unwrap(), HostValue::Int(8));
    Ok(())
}

fn names_tools_and_files_go() -> Result<(), Failed> {
    let (template, _) = template_of(Some("version: 1\nextends: default\nadd: {builtins: [open]}"), &[]);
    let mut session = pool().open(&template, &|| Recorder::boxed()).unwrap();
    session.add_tool(&ToolSpec::new("price", "item")).unwrap();
    outcome(&mut session, "x = 1\ny = 2\nlambda: 3");
    session.keep_value("f").unwrap();
    session.delete_variable("x").unwrap();
    let names = session.global_names().unwrap();
    assert!(names.contains(&"y".to_string()) && names.contains(&"f".to_string()) && !names.contains(&"x".to_string()), "{names:?}");
    session.remove_tool("price").unwrap();
    assert!(matches!(outcome(&mut session, "price(1)"), Outcome::Raised(raised) if raised.class == "NameError"));
    session.write_file("a.txt", b"a").unwrap();
    session.remove_file("a.txt").unwrap();
    assert!(session.read_file("a.txt").is_err() && session.remove_file("a.txt").is_err());
    session.set_variable("it", &HostValue::Handle(5)).unwrap();
    assert_eq!(session.live_handles().unwrap(), [5]);
    session.delete_variable("it").unwrap();
    assert_eq!(session.live_handles().unwrap(), [0u64; 0]);
    Ok(())
}

fn steps_are_counted_on() -> Result<(), Failed> {
    let (pool, template) = (pool(), template(&[]));
    let mut session = pool.open(&template, &|| Recorder::boxed()).unwrap();
    assert_eq!((session.steps(), session.count_step()), (0, 1));
    outcome(&mut session, "1");
    assert_eq!(session.count_step(), 2);
    outcome(&mut session, "2");
    let snapshot = session.snapshot(None).unwrap();
    let mut restored = pool.restore(&template, &|| Recorder::boxed(), &snapshot, None).unwrap();
    assert_eq!((restored.steps(), restored.count_step(), restored.is_paused()), (2, 3, false));
    let mut copy = session.fork(Recorder::boxed()).unwrap();
    assert_eq!(copy.count_step(), 3);
    // A step was counted and did not run.
    assert_eq!(session.count_step(), 3);
    assert_eq!(session.fork(Recorder::boxed()).unwrap().count_step(), 4);
    let snapshot = session.snapshot(None).unwrap();
    assert_eq!(pool.restore(&template, &|| Recorder::boxed(), &snapshot, None).unwrap().steps(), 3);
    assert_eq!(session.count_step(), 4);
    Ok(())
}

fn a_closed_pool() -> Result<(), Failed> {
    let (pool, template) = (Arc::new(pool()), template(&[("limits.fuel", u64::MAX), ("limits.timeout", 60_000)]));
    let mut session = pool.open(&template, &|| Recorder::boxed()).unwrap();
    assert_eq!(pool.processes(), [session.process().unwrap()]);
    let closing = Arc::clone(&pool);
    let closes = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        closing.close();
    });
    let lost = session.step("a.py", "while True: pass", StepOptions::default()).unwrap_err();
    closes.join().unwrap();
    assert_eq!((&lost.reason, lost.reason.name()), (&LossReason::Closed, "closed"));
    assert_eq!(pool.processes(), [0u32; 0]);
    Ok(())
}

fn what_a_worker_has_not() -> Result<(), Failed> {
    let (mut session, _) = opened(&[]);
    let other = Arc::new(stockade_policy::resolve_preset("strict").unwrap());
    let config = Config::new(&other);
    let refused = [
        session.lend_modules(&["numpy".to_string()]).unwrap_err(),
        session.rule(&other, &config.grants, &config.limits).unwrap_err(),
        session.set_crossing_limits(stockade_vm::CrossingLimits { nodes: 1, ..Default::default() }).unwrap_err(),
    ];
    assert!(refused.iter().all(|error| matches!(error, SessionError::Refused(_))), "{refused:?}");
    assert!(session.fork_with(&config, Recorder::boxed()).is_err());
    Ok(())
}

/// What is dropped takes no memory in the worker.
fn a_closed_session_is_gone() -> Result<(), Failed> {
    let (pool, template) = (pool(), template(&[("limits.memory", 128 << 20)]));
    let first = pool.open(&template, &|| Recorder::boxed()).unwrap();
    let resident = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", first.process().unwrap())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().strip_suffix(" kB")?.parse::<u64>().ok()?;
        Some(line << 10)
    };
    for _ in 0..30 {
        let mut session = pool.open(&template, &|| Recorder::boxed()).unwrap();
        outcome(&mut session, "x = bytes(60_000_000)");
    }
    if let Some(resident) = resident() {
        assert!(resident < 400 << 20, "{resident} bytes");
    }
    Ok(())
}
