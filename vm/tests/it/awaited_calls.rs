//! Tests async host functions: calls that the program awaits, several at once, answered in any order.

use std::time::Duration;

use stockade_vm::{AwaitedCalls, CaptureHost, Captured, Config, HostError, HostValue, LimitKind, Outcome, Session, StepOptions, ToolSpec};

use crate::common::{LIBRARY, host};

const IMPORT: &str = "import asyncio\n";

fn lend(session: &mut Session) {
    for (name, params) in [("fetch", "n"), ("pair", "a, b=..., *rest, c=3, **more")] {
        session.add_tool(&ToolSpec { is_async: true, ..ToolSpec::new(name, params) }).expect("a tool");
    }
    session.add_tool(&ToolSpec::new("plain", "n")).expect("a tool");
}

fn session() -> (Session, Captured) {
    let (host, captured) = host();
    let mut session = Session::new(&Config::with_library(&LIBRARY), host);
    lend(&mut session);
    (session, captured)
}

fn begin(session: &mut Session, text: &str) -> Outcome {
    session.step("step.py", &format!("{IMPORT}{text}"), StepOptions::default()).outcome
}

fn awaited(outcome: Outcome) -> AwaitedCalls {
    let Outcome::Awaits(awaited) = outcome else { panic!("{outcome:?}") };
    awaited
}

/// The arguments of the outstanding calls, with the number of each.
fn outstanding(awaited: &AwaitedCalls) -> Vec<(u64, i64)> {
    let number = |value: Option<&HostValue>| match value {
        Some(HostValue::Int(n)) => *n,
        other => panic!("{other:?}"),
    };
    awaited.calls.iter().map(|one| (one.id, number(one.call.args.first()))).collect()
}

fn ten_times(n: i64) -> Result<HostValue, HostError> {
    Ok(HostValue::Int(10 * n))
}

/// Answers every call of a step, the newest first.
fn finish(session: &mut Session, mut outcome: Outcome) -> (Outcome, usize) {
    let mut waits = 0;
    loop {
        outcome = match outcome {
            Outcome::Awaits(awaited) => {
                waits += 1;
                for (id, n) in outstanding(&awaited).into_iter().rev() {
                    session.answer(id, ten_times(n)).expect("outstanding");
                }
                session.resume()
            }
            Outcome::HostCall(call) => {
                assert_eq!(call.tool, "plain");
                session.resume_with(Ok(HostValue::Str("plain".into())))
            }
            other => return (other, waits),
        }
    }
}

fn shown(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Finished(Some(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_call_is_awaited() {
    let (mut session, _) = session();
    let outcome = begin(&mut session, "await fetch(4)");
    let calls = awaited(outcome);
    assert_eq!((outstanding(&calls), calls.timeout, calls.dropped.as_slice()), (vec![(1, 4)], None, &[][..]));
    session.answer(1, ten_times(4)).expect("outstanding");
    assert_eq!(session.answer(1, ten_times(4)).expect_err("answered").0, 1);
    assert_eq!(shown(&session.resume()), "40");
    // It binds its arguments when it is called, and is a coroutine function.
    let text = "import inspect\nx = fetch(1)\nresult = [inspect.iscoroutinefunction(fetch), inspect.iscoroutine(x), await x]\ntry: fetch()\nexcept TypeError as e: result.append(str(e))\nresult";
    let outcome = begin(&mut session, text);
    assert_eq!(shown(&finish(&mut session, outcome).0), "[True, True, 10, \"fetch() missing 1 required positional argument: 'n'\"]");
    let outcome = begin(&mut session, "await pair(1, 2, 3, c=4, d=5)");
    let calls = awaited(outcome);
    let call = &calls.calls[0].call;
    let int = HostValue::Int;
    assert_eq!((call.tool.as_str(), call.args.clone()), ("pair", vec![int(1), int(2), int(3)]));
    assert_eq!(call.kwargs, [("c".to_string(), int(4)), ("d".to_string(), int(5))]);
}

/// Programs with several calls, how often each waits when all calls are answered at once, and the value.
const PROGRAMS: &[(&str, usize, &str)] = &[
    ("await asyncio.gather(*[fetch(i) for i in range(5)])", 1, "[0, 10, 20, 30, 40]"),
    ("a, b = asyncio.create_task(fetch(1)), asyncio.create_task(fetch(2))\nawait b, await a", 1, "(20, 10)"),
    ("[await fetch(i) for i in range(3)]", 3, "[0, 10, 20]"),
    ("[await f for f in asyncio.as_completed([fetch(1), fetch(2), fetch(3)])]", 1, "[30, 20, 10]"),
    ("async with asyncio.TaskGroup() as g: tasks = [g.create_task(fetch(i)) for i in (1, 2)]\n[t.result() for t in tasks]", 1, "[10, 20]"),
    ("await asyncio.wait_for(fetch(1), 5)", 1, "10"),
    ("async def both(i): return await fetch(i) + await fetch(i + 1)\nawait asyncio.gather(both(1), both(5))", 2, "[30, 110]"),
    ("asyncio.run(fetch(3)) if False else await asyncio.shield(fetch(3))", 1, "30"),
    ("async def g():\n    for i in range(2): yield await fetch(i)\n[x async for x in g()]", 2, "[0, 10]"),
    ("(await asyncio.gather(fetch(1), asyncio.sleep(0, 'slept'), asyncio.to_thread(lambda: 'thread')))", 1, "[10, 'slept', 'thread']"),
    ("async def mixed(): return plain(1), await fetch(2)\nawait asyncio.gather(mixed(), fetch(1))", 1, "[('plain', 20), 10]"),
    (
        "async def work(q, out):\n    while True:\n        n = await q.get()\n        out.append(await fetch(n))\n        q.task_done()\nq, out = asyncio.Queue(), []\nfor i in range(4): q.put_nowait(i)\nworkers = [asyncio.create_task(work(q, out)) for _ in range(2)]\nawait q.join()\nfor w in workers: w.cancel()\nsorted(out)",
        2,
        "[0, 10, 20, 30]",
    ),
];

#[test]
fn other_tasks_go_on_and_the_session_waits_for_all_calls_at_once() {
    for (text, waits, value) in PROGRAMS {
        let (mut session, _) = session();
        let outcome = begin(&mut session, text);
        let (outcome, waited) = finish(&mut session, outcome);
        assert_eq!((shown(&outcome), waited), (*value, *waits), "{text}");
        assert_eq!(session.awaited_calls(), [], "{text}");
    }
    // A loop of the program's own waits as well.
    let (mut session, _) = session();
    let outcome = begin(&mut session, "async def main(): return await asyncio.gather(fetch(1), fetch(2))\nasyncio.run(main())");
    let (outcome, waits) = finish(&mut session, outcome);
    assert_eq!((shown(&outcome), waits), ("[10, 20]", 1));
}

#[test]
fn answers_come_in_any_order_and_one_at_a_time() {
    let (mut session, captured) = session();
    let text = "async def show(n): print('got', await fetch(n), flush=True)\nawait asyncio.gather(show(1), show(2), show(3))\nNone";
    let first = awaited(begin(&mut session, text));
    assert_eq!(outstanding(&first), [(1, 1), (2, 2), (3, 3)]);
    assert!(first.calls.iter().all(|call| call.is_new));
    session.answer(2, ten_times(2)).expect("outstanding");
    let second = awaited(session.resume());
    assert_eq!(outstanding(&second), [(1, 1), (3, 3)]);
    assert!(second.calls.iter().all(|call| !call.is_new));
    assert_eq!(captured.stdout(), "got 20\n");
    // Without an answer the step goes on waiting.
    assert_eq!(outstanding(&awaited(session.resume())), [(1, 1), (3, 3)]);
    session.answer(3, ten_times(3)).expect("outstanding");
    session.answer(1, ten_times(1)).expect("outstanding");
    assert!(session.resume().is_completed());
    assert_eq!(captured.stdout(), "got 20\ngot 30\ngot 10\n");
}

#[test]
fn an_answer_can_be_an_exception() {
    let (mut session, _) = session();
    let text = "async def safe(n):\n    try: return await fetch(n)\n    except ValueError as e: return f'{e!r}'\nawait asyncio.gather(safe(1), safe(2))";
    awaited(begin(&mut session, text));
    let error = |name: &str| Err(HostError { type_name: name.into(), message: "no page".into() });
    session.answer(1, error("ValueError")).expect("outstanding");
    session.answer(2, ten_times(2)).expect("outstanding");
    assert_eq!(shown(&session.resume()), "[\"ValueError('no page')\", 20]");
    awaited(begin(&mut session, "async def f():\n    return await fetch(1)\nawait f()"));
    session.answer(3, error("KeyError")).expect("outstanding");
    let Outcome::Raised(raised) = session.resume() else { panic!() };
    assert_eq!(
        raised.traceback,
        "Traceback (most recent call last):\n  File \"step.py\", line 4, in <module>\n    await f()\n  File \"step.py\", line 3, in f\n    return await fetch(1)\n           ^^^^^^^^^^^^^^\nKeyError: 'no page'\n"
    );
    // A value that cannot enter is an exception, too.
    awaited(begin(&mut session, "try: await fetch(1)\nexcept ValueError as e: x = str(e)[:40]\nx"));
    let deep = (0..100).fold(HostValue::None, |inner, _| HostValue::List(vec![inner]));
    session.answer(4, Ok(deep)).expect("outstanding");
    assert_eq!(shown(&session.resume()), "\"the host's value can't enter the sandbox\"");
}

#[test]
fn cancelled_tasks_drop_their_calls() {
    let (mut session, _) = session();
    let text = "t = asyncio.create_task(fetch(1))\nu = asyncio.create_task(fetch(2))\nawait fetch(3)\nt.cancel()\nx = await fetch(4)\nx, t.cancelled()";
    let calls = awaited(begin(&mut session, text));
    let numbers: Vec<i64> = outstanding(&calls).into_iter().map(|(_, n)| n).collect();
    assert_eq!(numbers.len(), 3);
    let id_of = |calls: &AwaitedCalls, n: i64| outstanding(calls).into_iter().find(|(_, m)| *m == n).expect("a call").0;
    let dropped = id_of(&calls, 1);
    session.answer(id_of(&calls, 3), ten_times(3)).expect("outstanding");
    let calls = awaited(session.resume());
    assert_eq!(calls.dropped, [dropped]);
    let mut left: Vec<i64> = outstanding(&calls).into_iter().map(|(_, n)| n).collect();
    left.sort_unstable();
    assert_eq!(left, [2, 4]);
    assert!(session.answer(dropped, ten_times(1)).is_err());
    session.answer(id_of(&calls, 4), ten_times(4)).expect("outstanding");
    assert_eq!(shown(&session.resume()), "(40, True)");
    // The task that was left running goes on in the next step, also with an answer that came between the steps.
    let left = session.awaited_calls();
    assert_eq!(left.len(), 1);
    session.answer(left[0].id, ten_times(2)).expect("outstanding");
    assert_eq!(shown(&begin(&mut session, "await u")), "20");
    // The end of the program drops the rest.
    let calls = awaited(begin(&mut session, "u = asyncio.create_task(fetch(5))\nawait asyncio.sleep(0)\nawait fetch(6)"));
    session.answer(id_of(&calls, 6), ten_times(6)).expect("outstanding");
    assert_eq!(shown(&session.resume()), "60");
    assert_eq!(session.awaited_calls().len(), 1);
    assert!(session.finish().is_none_or(|end| end.is_completed()));
    assert_eq!(session.awaited_calls(), []);
}

#[test]
fn timers_fire_while_the_host_works() {
    let (mut session, _) = session();
    let text = "async def late():\n    try: return await asyncio.wait_for(fetch(1), 0.5)\n    except TimeoutError: return 'too late'\nawait asyncio.gather(late(), fetch(2))";
    let calls = awaited(begin(&mut session, text));
    assert_eq!(calls.timeout.map(|time| (time.as_secs_f64() * 1000.0).round() / 1000.0), Some(0.5));
    // Not long enough: the time that is left gets shorter by what the host waited.
    session.pass_time(Duration::from_millis(200));
    session.answer(2, ten_times(2)).expect("outstanding");
    let calls = awaited(session.resume());
    assert_eq!(calls.timeout.map(|time| (time.as_secs_f64() * 1000.0).round() / 1000.0), Some(0.3));
    session.pass_time(calls.timeout.expect("a time"));
    assert_eq!(shown(&session.resume()), "['too late', 20]");
    // A sleep beside a call takes the host's time, and the clocks show it.
    let text = "import time\nstart = time.monotonic()\nasync def tick(): await asyncio.sleep(1); return round(time.monotonic() - start, 3)\nawait asyncio.gather(tick(), fetch(7))";
    let calls = awaited(begin(&mut session, text));
    session.pass_time(calls.timeout.expect("a time"));
    let calls = awaited(session.resume());
    assert_eq!(calls.timeout, None);
    session.answer(calls.calls[0].id, ten_times(7)).expect("outstanding");
    let outcome = session.resume();
    let value: f64 = shown(&outcome).trim_start_matches('[').split(',').next().and_then(|text| text.parse().ok()).expect("a number");
    assert!((1.0..1.5).contains(&value), "{outcome:?}");
}

#[test]
fn threads_run_while_the_host_works() {
    let (mut session, captured) = session();
    let text = "import threading, time\ndef work():\n    time.sleep(0.5)\n    print('worked')\nt = threading.Thread(target=work)\nt.start()\nx = await fetch(1)\nt.join()\nx";
    let calls = awaited(begin(&mut session, text));
    let time = calls.timeout.expect("the thread has a timer");
    assert!(time <= Duration::from_millis(500) && time > Duration::from_millis(400), "{time:?}");
    session.pass_time(time);
    let calls = awaited(session.resume());
    assert_eq!((captured.stdout().as_str(), calls.timeout), ("worked\n", None));
    session.answer(1, ten_times(1)).expect("outstanding");
    assert_eq!(shown(&session.resume()), "10");
    // Two loops that wait, in two threads.
    let text = "def other(): box.append(asyncio.run(fetch(2)))\nbox = []\nt = threading.Thread(target=other)\nt.start()\ny = await fetch(3)\nt.join()\nbox, y";
    let outcome = begin(&mut session, text);
    assert_eq!(shown(&finish(&mut session, outcome).0), "([20], 30)");
}

#[test]
fn arguments_are_those_of_the_call() {
    let (mut session, _) = session();
    let text = "x = [1]\nt = asyncio.create_task(fetch(x))\nawait asyncio.sleep(0)\nx.append(2)\nawait t";
    let calls = awaited(begin(&mut session, text));
    assert_eq!(calls.calls[0].call.args, [HostValue::List(vec![HostValue::Int(1)])]);
    let bytes = session.snapshot(None).expect("a snapshot");
    let mut other = Session::restore(&bytes, None, &Config::with_library(&LIBRARY), Box::new(CaptureHost::default())).expect("restored");
    lend(&mut other);
    assert_eq!(awaited(other.resume()).calls[0].call.args, [HostValue::List(vec![HostValue::Int(1)])]);
    // What cannot leave is refused where it is awaited.
    let outcome = begin(&mut session, "try: await fetch(len)\nexcept TypeError as e: text = str(e)\ntext");
    assert!(shown(&outcome).starts_with("\"fetch() was given an argument that can't leave the sandbox"), "{outcome:?}");
}

/// A session that moves through a snapshot or a fork at each wait, and between answers, ends like one that does not.
#[test]
fn calls_survive_snapshots_and_forks() {
    for (text, ..) in PROGRAMS {
        let config = Config::with_library(&LIBRARY);
        let (mut straight, _) = session();
        let begun = begin(&mut straight, text);
        let (end, _) = finish(&mut straight, begun);
        for restores in [true, false] {
            let (mut session, _) = session();
            let mut outcome = begin(&mut session, text);
            let moved = |session: &Session| {
                let host = Box::new(CaptureHost::default());
                let mut moved = if restores {
                    let bytes = session.snapshot(None).expect("a snapshot");
                    Session::restore(&bytes, None, &config, host).expect("restored")
                } else {
                    session.fork(&config, host).expect("a fork")
                };
                lend(&mut moved);
                moved
            };
            loop {
                outcome = match outcome {
                    Outcome::Awaits(calls) => {
                        session = moved(&session);
                        let again = awaited(session.resume());
                        assert_eq!(outstanding(&again), outstanding(&calls), "{text}");
                        assert!(again.calls.iter().all(|call| call.is_new), "{text}");
                        for (id, n) in outstanding(&calls).into_iter().rev() {
                            session.answer(id, ten_times(n)).expect("outstanding");
                            session = moved(&session);
                        }
                        session.resume()
                    }
                    Outcome::HostCall(_) => session.resume_with(Ok(HostValue::Str("plain".into()))),
                    other => break outcome = other,
                }
            }
            assert_eq!(outcome, end, "{text}, restores: {restores}");
            assert_eq!(session.usage().fuel, straight.usage().fuel, "{text}, restores: {restores}");
            if restores {
                assert_eq!(session.snapshot(None), straight.snapshot(None), "{text}");
            }
        }
    }
}

#[test]
fn limits_count_calls_when_they_begin() {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.host_calls = 3;
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    lend(&mut session);
    let outcome = begin(&mut session, "await asyncio.gather(*[fetch(i) for i in range(4)])");
    assert_eq!(outcome, Outcome::Exceeded(LimitKind::HostCalls));
    assert_eq!(session.awaited_calls(), []);
    let outcome = begin(&mut session, "await asyncio.gather(*[fetch(i) for i in range(3)])");
    assert_eq!(shown(&finish(&mut session, outcome).0), "[0, 10, 20]");
    // Its own bound, in the words of the policy.
    session.add_tool(&ToolSpec { is_async: true, max_calls: Some(1), ..ToolSpec::new("once", "n") }).expect("a tool");
    let outcome = begin(&mut session, "r = await asyncio.gather(once(1), once(2), return_exceptions=True)\nr");
    let (outcome, _) = finish(&mut session, outcome);
    assert!(shown(&outcome).starts_with("[10, RuntimeError('host function `once` may be called 1 time in a step"), "{outcome:?}");
    // Memory and time of an answer are the program's.
    let mut config = Config::with_library(&LIBRARY);
    config.limits.memory_bytes = 24 << 20;
    let mut session = Session::new(&config, Box::new(CaptureHost::default()));
    lend(&mut session);
    awaited(begin(&mut session, "await fetch(1)"));
    session.answer(1, Ok(HostValue::Str("x".repeat(25 << 20)))).expect("outstanding");
    assert_eq!(session.resume(), Outcome::Exceeded(LimitKind::Memory));
    let outcome = begin(&mut session, "await fetch(2)");
    assert_eq!(shown(&finish(&mut session, outcome).0), "20");
}

#[test]
fn a_final_tool_ends_the_step_with_its_result() {
    let (mut session, _) = session();
    session.add_tool(&ToolSpec { is_async: true, is_final: true, ..ToolSpec::new("done", "n") }).expect("a tool");
    let outcome = begin(&mut session, "await done(4)\nprint('not reached')");
    let (outcome, _) = finish(&mut session, outcome);
    assert_eq!(outcome, Outcome::Answered(Some("40".into())));
    let outcome = begin(&mut session, "await fetch(1)");
    assert_eq!(shown(&finish(&mut session, outcome).0), "10");
}

#[test]
fn the_sandbox_answers_async_functions() {
    let spec = ToolSpec { is_async: true, ..ToolSpec::new("fetch", "n") };
    let sandbox = stockade_vm::Sandbox::permissive()
        .library(&LIBRARY)
        .tool(spec, |call| match call.args.as_slice() {
            [HostValue::Int(n)] => ten_times(*n),
            _ => Ok(HostValue::None),
        })
        .expect("a tool");
    let report = sandbox.run("a.py", "import asyncio\nprint(await asyncio.gather(fetch(1), fetch(2)))");
    assert_eq!(report.stdout, "[10, 20]\n", "{:?}", report.outcome);
}

#[test]
fn a_restored_call_is_judged_by_the_policy_of_today() {
    let (mut session, _) = session();
    let text = "try: x = await fetch(1)\nexcept NameError as e: x = str(e)\nx";
    awaited(begin(&mut session, text));
    let bytes = session.snapshot(None).expect("a snapshot");
    let policy = "version: 1\nextends: [permissive]\nimports: {add: [asyncio]}\ntools: {default: deny}\n";
    let policy = std::sync::Arc::new(stockade_policy::resolve_text("p.yaml", policy, &|_, _| Err(String::new())).expect("a policy"));
    let config = Config { library: &LIBRARY, ..Config::new(&policy) };
    let mut other = Session::restore(&bytes, None, &config, Box::new(CaptureHost::default())).expect("restored");
    lend(&mut other);
    let outcome = other.resume();
    assert!(shown(&outcome).contains("tool `fetch` is not allowed"), "{outcome:?}");
}

/// The host's time is not the program's: neither while it works, nor while its answer is stored.
#[test]
fn a_late_and_large_answer_does_not_end_the_program() {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.wall_ms = 1_000;
    let large = || Ok(HostValue::List(vec![HostValue::Int(1); 20_000]));
    // The host keeps real time.
    let mut session = Session::new(&config, Box::new(CaptureHost::with_clock(true)));
    lend(&mut session);
    awaited(begin(&mut session, "len(await fetch(1))"));
    std::thread::sleep(Duration::from_millis(1_100));
    session.answer(1, large()).expect("outstanding");
    assert_eq!(shown(&session.resume()), "20000");
    // Between steps no deadline holds.
    let calls = awaited(begin(&mut session, "u = asyncio.create_task(fetch(2))\nawait asyncio.sleep(0)\nawait fetch(3)"));
    session.answer(calls.calls.last().expect("a call").id, ten_times(3)).expect("outstanding");
    assert_eq!(shown(&session.resume()), "30");
    std::thread::sleep(Duration::from_millis(1_100));
    session.answer(calls.calls[0].id, large()).expect("outstanding");
    assert_eq!(shown(&begin(&mut session, "1 + 1")), "2");
    assert_eq!(shown(&begin(&mut session, "len(await u)")), "20000");
}

#[test]
fn an_answer_to_a_closed_loop_disturbs_no_other() {
    let (mut session, _) = session();
    let text = "loop = asyncio.new_event_loop()\nasync def begin():\n    t = loop.create_task(fetch(1))\n    await asyncio.sleep(0)\n    await asyncio.sleep(0)\nloop.run_until_complete(begin())\nloop.close()\nasync def main(): return await fetch(2)\nasyncio.run(main())";
    let calls = awaited(begin(&mut session, text));
    for (id, n) in outstanding(&calls) {
        session.answer(id, ten_times(n)).expect("outstanding");
    }
    assert_eq!(shown(&session.resume()), "20");
}

#[test]
fn a_final_answer_drops_the_calls_that_nobody_awaits() {
    let (mut session, _) = session();
    session.add_tool(&ToolSpec { is_final: true, ..ToolSpec::new("final_answer", "x") }).expect("a tool");
    let text = "asyncio.create_task(fetch(1))\nawait asyncio.sleep(0)\nfinal_answer(5)";
    let Outcome::HostCall(_) = begin(&mut session, text) else { panic!() };
    assert!(matches!(session.resume_with(ten_times(1)), Outcome::Answered(_)));
    assert_eq!(session.awaited_calls(), []);
    assert_eq!(outstanding(&awaited(begin(&mut session, "await fetch(7)"))).len(), 1);
}

#[test]
fn times_of_one_wait_add_up() {
    let (mut session, _) = session();
    let text = "async def late():\n    try: return await asyncio.wait_for(fetch(1), 0.5)\n    except TimeoutError: return 'too late'\nawait late()";
    awaited(begin(&mut session, text));
    session.pass_time(Duration::from_millis(300));
    let calls = awaited(session.resume());
    let left = calls.timeout.expect("a timer").as_secs_f64();
    assert!((0.19..0.21).contains(&left), "{left}");
    session.pass_time(Duration::from_millis(300));
    assert_eq!(shown(&session.resume()), "'too late'");
    // Nothing waits now: this time is nobody's.
    session.pass_time(Duration::from_secs(60));
    let calls = awaited(begin(&mut session, text));
    assert!(calls.timeout.is_some_and(|time| time > Duration::from_millis(400)), "{calls:?}");
}

/// What the host is told of a call counts as memory until the call is answered or dropped, beside the copy of its arguments.
#[test]
fn outstanding_calls_count_as_memory() {
    let text = "items = [None] * 131100\nasync def main():\n    return [len(r) for r in await asyncio.gather(*[fetch(items) for i in range(10)])]\nawait main()";
    let (mut session, _) = session();
    let before = {
        let outcome = begin(&mut session, "items = [None] * 131100\nawait fetch(1)");
        finish(&mut session, outcome);
        session.compact();
        session.usage().memory
    };
    let calls = awaited(begin(&mut session, text));
    assert_eq!(calls.calls.len(), 10);
    // Ten copies in the heap with 16 bytes for each item, and ten trees for the host.
    let grown = session.usage().memory - before;
    assert!(grown > 10 * 131_100 * (16 + 40), "{grown}");
    let fork = session.fork(&Config::with_library(&LIBRARY), host().0).expect("it is copied");
    assert!(fork.usage().memory < session.usage().memory - 10 * 131_100 * 40 + (1 << 16), "{}", fork.usage().memory);
    for call in &calls.calls {
        session.answer(call.id, Ok(HostValue::Str("ok".into()))).expect("it waits");
    }
    let outcome = session.resume();
    assert_eq!(shown(&outcome), "[2, 2, 2, 2, 2, 2, 2, 2, 2, 2]");
    session.compact();
    assert!(session.usage().memory < before + (1 << 18), "{} after {before}", session.usage().memory);
    // Dropped calls, and those of a loop that a limit ends.
    for text in [
        "t = [asyncio.create_task(fetch(items)) for i in range(10)]\nawait asyncio.sleep(0)\nfor one in t: one.cancel()\nawait asyncio.sleep(0)\ndel t, one",
        "await asyncio.gather(*[fetch(items) for i in range(10)], asyncio.sleep(0))\n",
    ] {
        let outcome = begin(&mut session, text);
        if matches!(outcome, Outcome::Awaits(_)) {
            // The next step drops what a step that did not end awaits.
            begin(&mut session, "pass");
        }
        session.compact();
        assert!(session.usage().memory < before + (1 << 18), "{} after {before}: {text}", session.usage().memory);
    }
    // A limit that the copies alone would keep is reached.
    let mut config = Config::with_library(&LIBRARY);
    config.limits.memory_bytes = 60 << 20;
    let mut small = Session::new(&config, Box::new(CaptureHost::default()));
    lend(&mut small);
    assert_eq!(begin(&mut small, text), Outcome::Exceeded(LimitKind::Memory));
}
