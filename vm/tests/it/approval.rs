//! Tests the host's consent to calls of host functions, where the policy asks for it.

use std::sync::{Arc, Mutex};

use stockade_vm::{ApprovalRequest, CaptureHost, Captured, Config, HostValue, LimitKind, Outcome, Sandbox, Session, StepOptions, ToolSpec};

use crate::common::LIBRARY;

const POLICY: &str = "version: 1
extends: [permissive]
tools:
  add:
    pay: {approve: always}
    move: {approve: {when: {path: {deny: [\"/tmp/*\"]}, force: {allow: [true]}}}, args: {path: {type: str}}}
    fetch: {approve: {when: {url: {allow: [\"http:*\"]}}}}
    free: {}
";

fn policy(text: &str) -> Arc<stockade_policy::ResolvedPolicy> {
    Arc::new(stockade_policy::resolve_text("p.yaml", text, &|_, _| Err(String::new())).expect("a policy"))
}

fn config() -> Config {
    Config { library: &LIBRARY, ..Config::new(&policy(POLICY)) }
}

fn lend(session: &mut Session) {
    for (name, params) in [("pay", "amount, to='me', *rest, note=..., **more"), ("move", "path, force=False, level=...")] {
        session.add_tool(&ToolSpec::new(name, params)).expect("a tool");
    }
    session.add_tool(&ToolSpec { is_async: true, ..ToolSpec::new("fetch", "url") }).expect("a tool");
}

fn session() -> (Session, Captured) {
    let host = CaptureHost::default();
    let captured = host.captured();
    let mut session = Session::new(&config(), Box::new(host));
    lend(&mut session);
    (session, captured)
}

fn begin(session: &mut Session, text: &str) -> Outcome {
    session.step("step.py", text, StepOptions::default()).outcome
}

fn asked(outcome: Outcome) -> ApprovalRequest {
    assert_eq!(outcome.kind().as_str(), "approval", "{outcome:?}");
    let Outcome::Approval(asked) = outcome else { panic!("{outcome:?}") };
    asked
}

fn shown(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Finished(Some(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_host_is_asked_before_the_call() {
    let (mut session, _) = session();
    let request = asked(begin(&mut session, "pay(20, 'you', 'x', note='n', extra=1)"));
    let text = |text: &str| HostValue::Str(text.into());
    let expected =
        [("amount", HostValue::Int(20)), ("to", text("you")), ("*", text("x")), ("note", text("n")), ("extra", HostValue::Int(1))];
    assert_eq!(request.arguments, expected.map(|(name, value)| (name.to_string(), value)));
    assert_eq!(session.host_call(), None);
    let outcome = session.approve();
    assert_eq!(outcome, Outcome::HostCall(request.call));
    assert_eq!(shown(&session.resume_with(Ok(HostValue::Int(7)))), "7");
    // Each call is asked about, and the word holds for one.
    asked(begin(&mut session, "pay(1), pay(2)"));
    assert!(matches!(session.approve(), Outcome::HostCall(_)));
    let second = asked(session.resume_with(Ok(HostValue::None)));
    assert_eq!(second.arguments.first().map(|(_, value)| value.clone()), Some(HostValue::Int(2)));
    assert!(matches!(session.approve(), Outcome::HostCall(_)));
    assert_eq!(shown(&session.resume_with(Ok(HostValue::None))), "(None, None)");
    assert!(matches!(session.approve(), Outcome::Internal(_)));
}

#[test]
fn a_refusal_is_a_permission_error_of_the_policy() {
    let (mut session, _) = session();
    asked(begin(&mut session, "try: pay(20)\nexcept PermissionError as e: text = f'{type(e).__name__}: {e}'\ntext"));
    let outcome = session.refuse("too\x1b[31m expensive");
    assert_eq!(shown(&outcome), "'PermissionError: the call of tool `pay` was not approved: too\u{fffd}[31m expensive'");
    assert_eq!(session.usage().denials, [("the call of tool `pay` was not approved: too\u{fffd}[31m expensive".into(), "TOOL002".into())]);
    asked(begin(&mut session, "pay(20)"));
    let Outcome::Raised(raised) = session.refuse("") else { panic!() };
    assert_eq!(
        raised.traceback,
        "Traceback (most recent call last):\n  File \"step.py\", line 1, in <module>\n    pay(20)\n    ~~~^^^^\nPermissionError: the call of tool `pay` was not approved\n"
    );
    // Who asks again and again reaches the limit of calls.
    let mut config = config();
    config.limits.host_calls = 3;
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    lend(&mut session);
    let mut outcome = begin(&mut session, "while True:\n    try: pay(1)\n    except PermissionError: pass");
    for _ in 0..3 {
        asked(outcome);
        outcome = session.refuse("no");
    }
    assert_eq!(outcome, Outcome::Exceeded(LimitKind::HostCalls));
}

#[test]
fn rules_for_arguments_say_which_calls() {
    let (mut session, _) = session();
    let mut is_asked = |text: &str| match begin(&mut session, text) {
        Outcome::HostCall(_) => false,
        Outcome::Approval(_) => true,
        other => panic!("{text}: {other:?}"),
    };
    assert!(is_asked("move('/etc/x', True)"));
    assert!(is_asked("move('/etc/x', force=True)"));
    assert!(!is_asked("move('/tmp/x', True)"));
    assert!(!is_asked("move('/etc/x')"));
    // A value that the program leaves to the host may be anything.
    assert!(is_asked("move('/etc/x', ...)"));
    // The other rules come first.
    let outcome = begin(&mut session, "move(7, True)");
    assert_eq!(outcome.to_string(), "runtime:TypeError");
}

#[test]
fn awaited_calls_are_asked_about_too() {
    let (mut session, _) = session();
    let text = "import asyncio\nr = await asyncio.gather(*[fetch(f'{p}://{n}') for p in ('http', 'https') for n in 'ab'], return_exceptions=True)\n[str(x) for x in r]";
    let first = asked(begin(&mut session, text));
    assert_eq!(first.arguments, [("url".to_string(), HostValue::Str("http://a".into()))]);
    asked(session.refuse("not encrypted"));
    let Outcome::Awaits(awaited) = session.approve() else { panic!() };
    assert_eq!(awaited.calls.len(), 3);
    // A restored session asks again before the host is told of the call.
    let bytes = session.snapshot(None).expect("a snapshot");
    let mut other = Session::restore(&bytes, None, &config(), Box::new(CaptureHost::default())).expect("restored");
    lend(&mut other);
    asked(other.resume());
    for session in [&mut session, &mut other] {
        let outcome = if session.awaited_calls().len() < 3 { session.approve() } else { session.resume() };
        let Outcome::Awaits(awaited) = outcome else { panic!("{outcome:?}") };
        for call in awaited.calls {
            session.answer(call.id, Ok(call.call.args[0].clone())).expect("outstanding");
        }
        assert_eq!(
            shown(&session.resume()),
            "['the call of tool `fetch` was not approved: not encrypted', 'http://b', 'https://a', 'https://b']"
        );
    }
}

#[test]
fn a_restored_session_asks_again() {
    let (mut session, _) = session();
    let request = asked(begin(&mut session, "print('before')\npay(3)"));
    let moved = |session: &Session| {
        let bytes = session.snapshot(None).expect("a snapshot");
        let mut other = Session::restore(&bytes, None, &config(), Box::new(CaptureHost::default())).expect("restored");
        lend(&mut other);
        other
    };
    let mut other = moved(&session);
    assert_eq!(asked(other.resume()), request);
    let mut fork = session.fork(&config(), Box::new(CaptureHost::default())).expect("a fork");
    assert_eq!(asked(fork.resume()), request);
    // Also after the host has consented: the bytes may come from anywhere.
    assert!(matches!(session.approve(), Outcome::HostCall(_)));
    let mut late = moved(&session);
    assert_eq!(asked(late.resume()), request);
    for session in [&mut other, &mut fork, &mut late] {
        assert!(matches!(session.approve(), Outcome::HostCall(_)));
    }
    let ends: Vec<(Outcome, u64)> =
        [session, other, fork, late].iter_mut().map(|session| (session.resume_with(Ok(HostValue::Int(1))), session.usage().fuel)).collect();
    assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
    assert_eq!(shown(&ends[0].0), "1");
}

#[test]
fn a_sandbox_asks_its_approver() {
    let spec = || ToolSpec::new("pay", "amount");
    let paid = Arc::new(Mutex::new(0));
    let sandbox = |paid: &Arc<Mutex<i64>>| {
        let paid = Arc::clone(paid);
        let tool = move |call: &stockade_vm::HostCall| {
            if let Some(HostValue::Int(amount)) = call.args.first() {
                *paid.lock().expect("a lock") += amount;
            }
            Ok(HostValue::None)
        };
        Sandbox::with_config(config()).tool(spec(), tool).expect("a tool")
    };
    let text = "for n in (5, 500):\n    try: pay(n)\n    except PermissionError as e: print(e)";
    let report = sandbox(&paid)
        .approver(|asked| match asked.arguments.as_slice() {
            [(_, HostValue::Int(n))] if *n < 100 => Ok(()),
            _ => Err("too much".to_string()),
        })
        .run("a.py", text);
    assert_eq!((report.stdout.as_str(), *paid.lock().expect("a lock")), ("the call of tool `pay` was not approved: too much\n", 5));
    let report = sandbox(&paid).run("a.py", "pay(1)");
    let Outcome::Raised(raised) = report.outcome else { panic!() };
    assert_eq!(
        raised.message,
        "the call of tool `pay` was not approved: the policy's `tools.allow.pay.approve` asks the host for consent, and the host asks nobody"
    );
    assert_eq!(*paid.lock().expect("a lock"), 5);
}

/// A word holds for the call that the host saw, also if that call is gone when the word comes.
#[test]
fn consent_is_for_the_call_that_was_asked_about() {
    let (mut session, _) = session();
    let text = "import asyncio\nawait asyncio.gather(fetch('http://a'), fetch('http://b'))";
    asked(begin(&mut session, text));
    asked(session.approve());
    let Outcome::Awaits(_) = session.approve() else { panic!() };
    let bytes = session.snapshot(None).expect("a snapshot");
    let mut other = Session::restore(&bytes, None, &config(), Box::new(CaptureHost::default())).expect("restored");
    lend(&mut other);
    let first = asked(other.resume());
    assert_eq!(first.call.args, [HostValue::Str("http://a".into())]);
    other.answer(1, Ok(HostValue::Int(1))).expect("outstanding");
    // The word for the first call is not taken for the second.
    let second = match other.approve() {
        Outcome::Approval(asked) => asked,
        outcome => panic!("{outcome:?}"),
    };
    assert_eq!(second.call.args, [HostValue::Str("http://b".into())]);
}

#[test]
fn a_refused_call_of_a_restored_session_counts_once() {
    let text = "version: 1\nextends: [permissive]\ntools:\n  add:\n    fetch: {max_calls: 2, approve: always}\n";
    let config = Config { library: &LIBRARY, ..Config::new(&policy(text)) };
    let lend = |session: &mut Session| {
        session.add_tool(&ToolSpec { is_async: true, ..ToolSpec::new("fetch", "url") }).expect("a tool");
    };
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    lend(&mut session);
    let text = "import asyncio\ntry: await fetch(1)\nexcept PermissionError: pass\nawait fetch(2)";
    asked(begin(&mut session, text));
    let Outcome::Awaits(_) = session.approve() else { panic!() };
    let bytes = session.snapshot(None).expect("a snapshot");
    let mut other = Session::restore(&bytes, None, &config, Box::new(CaptureHost::default())).expect("restored");
    lend(&mut other);
    asked(other.resume());
    // The refused call was counted when it began, so one more is left.
    asked(other.refuse("no"));
    assert!(matches!(other.approve(), Outcome::Awaits(_)));
}
