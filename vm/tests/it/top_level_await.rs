//! Steps that wait outside functions: `await`, `async for`, `async with` and comprehensions that wait, as in a notebook.

use std::sync::Arc;

use stockade_vm::{CaptureHost, Captured, Config, HostValue, Outcome, Session, StepOptions, ToolSpec};

use crate::common::LIBRARY;

fn config() -> Config {
    Config { library: &LIBRARY, ..Config::permissive() }
}

fn session() -> (Session, Captured) {
    let host = CaptureHost::default();
    let captured = host.captured();
    (Session::new(&config(), Box::new(host)), captured)
}

const WAITERS: &str = "import asyncio\nasync def twice(n):\n    await asyncio.sleep(0.01)\n    return 2 * n\nasync def count(n):\n    for i in range(n): yield i\n";

fn value(session: &mut Session, text: &str) -> Option<String> {
    match session.step("step.py", text, StepOptions::default()).outcome {
        Outcome::Finished(value) => value,
        outcome => panic!("{text}: {outcome:?}"),
    }
}

#[test]
fn every_construct_waits() {
    let (mut session, captured) = session();
    assert_eq!(value(&mut session, WAITERS), None);
    assert_eq!(value(&mut session, "await twice(4)").as_deref(), Some("8"));
    assert_eq!(value(&mut session, "x = [await twice(i) for i in range(3)]\nx").as_deref(), Some("[0, 2, 4]"));
    assert_eq!(value(&mut session, "{i async for i in count(3)}").as_deref(), Some("{0, 1, 2}"));
    assert_eq!(value(&mut session, "async for i in count(2): print('turn', i)\nelse: print('end', i)"), None);
    assert_eq!(value(&mut session, "async with asyncio.timeout(9) as t: y = await twice(5)\ny").as_deref(), Some("10"));
    assert_eq!(value(&mut session, "await asyncio.gather(twice(1), twice(2))").as_deref(), Some("[2, 4]"));
    assert_eq!(
        value(&mut session, "if True:\n    try:\n        z = await twice(1)\n    finally:\n        print('finally')\nz").as_deref(),
        Some("2")
    );
    assert_eq!(captured.stdout(), "turn 0\nturn 1\nend 1\nfinally\n");
}

#[test]
fn names_are_those_of_the_module() {
    let (mut session, _) = session();
    value(&mut session, WAITERS);
    value(&mut session, "a = await twice(1)\ndef f(): return a\nclass C: b = a\ndel twice\nimport math as m");
    assert_eq!(
        value(&mut session, "f(), C.b, a, 'twice' in globals(), m.pi > 3, __name__").as_deref(),
        Some("(2, 2, 2, False, True, '__main__')")
    );
}

#[test]
fn a_cell_has_the_value_of_its_last_assignment() {
    let (mut session, _) = session();
    value(&mut session, WAITERS);
    let outcome = session.step("cell", "n = await twice(21)", StepOptions { cell: true, ..StepOptions::default() }).outcome;
    assert_eq!(outcome, Outcome::Finished(Some("42".to_string())));
}

#[test]
fn tasks_go_on_in_later_steps_and_end_with_the_program() {
    let (mut session, captured) = session();
    value(&mut session, WAITERS);
    value(
        &mut session,
        "async def slow():\n    try:\n        await asyncio.sleep(0.02)\n        print('done')\n        await asyncio.sleep(1000)\n    finally:\n        print('cancelled')\ntask = asyncio.create_task(slow())\nawait asyncio.sleep(0)",
    );
    assert_eq!(captured.stdout(), "");
    value(&mut session, "await asyncio.sleep(0.05)");
    assert_eq!(captured.stdout(), "done\n");
    let end = session.finish();
    assert!(end.as_ref().is_none_or(Outcome::is_completed), "{end:?}");
    assert_eq!(captured.stdout(), "done\ncancelled\n");
}

/// `final_answer` and limits end a step in the middle of a task. Nothing can close the loop that ran it, and nothing tries to.
#[test]
fn a_step_may_end_inside_a_task() {
    for end in ["final_answer(1)", "while True: pass"] {
        let host = CaptureHost::default();
        let captured = host.captured();
        let mut config = config();
        config.limits.instructions = 5_000_000;
        let mut session = Session::new(&config, Box::new(host));
        let text = format!("import asyncio\nasync def m():\n    await asyncio.sleep(0)\n    {end}\nawait m()");
        let outcome = session.step("step.py", &text, StepOptions::default()).outcome;
        assert!(matches!(&outcome, Outcome::Answered(Some(_)) | Outcome::Exceeded(_)), "{outcome:?}");
        value(&mut session, WAITERS);
        assert_eq!(value(&mut session, "await twice(2)").as_deref(), Some("4"));
        assert_eq!(value(&mut session, "await asyncio.gather(twice(1), twice(2))").as_deref(), Some("[2, 4]"));
        let finished = session.finish();
        assert!(finished.as_ref().is_none_or(Outcome::is_completed), "{finished:?}");
        assert_eq!(captured.stdout() + &captured.stderr(), "", "{end}");
    }
}

/// The value of a step whose `repr` raises: what is shown says so.
#[test]
fn a_repr_that_raises_is_named() {
    let (mut session, _) = session();
    value(&mut session, "class E:\n    def __repr__(self): return 1 / 0\nclass F:\n    def __repr__(self): return 3");
    let shown = |session: &mut Session, text: &str| value(session, text).unwrap_or_default();
    assert_eq!(shown(&mut session, "[E()]"), "<list object: repr() raised ZeroDivisionError>");
    assert_eq!(shown(&mut session, "E()"), "<E object: repr() raised ZeroDivisionError>");
    assert_eq!(shown(&mut session, "F()"), "<F object: repr() raised TypeError>");
    assert_eq!(shown(&mut session, "{1: 10 ** 5000}"), "<dict object: repr() raised ValueError>");
    let outcome = session.step("step.py", "final_answer([E()])", StepOptions::default()).outcome;
    assert_eq!(outcome, Outcome::Answered(Some("<list object: repr() raised ZeroDivisionError>".to_string())));
    assert_eq!(shown(&mut session, "1"), "1");
}

#[test]
fn tracebacks_show_the_program_alone() {
    let (mut session, _) = session();
    let outcome = session.step("step.py", "async def bad():\n    1 / 0\nawait bad()", StepOptions::default()).outcome;
    let Outcome::Raised(raised) = outcome else { panic!("{outcome:?}") };
    assert_eq!(
        raised.traceback,
        "Traceback (most recent call last):\n  File \"step.py\", line 3, in <module>\n    await bad()\n  File \"step.py\", line 2, in bad\n    1 / 0\n    ~~^~~\nZeroDivisionError: division by zero\n"
    );
    // What ends a program ends it here, too.
    let outcome = session.step("step.py", "import sys, asyncio\nawait asyncio.sleep(0)\nsys.exit(3)", StepOptions::default()).outcome;
    assert!(outcome.to_string().starts_with("exited") || outcome.to_string() == "runtime:SystemExit", "{outcome}");
}

#[test]
fn tools_are_called_while_a_step_waits() {
    let (mut session, captured) = session();
    session.add_tool(&ToolSpec::new("ask", "n")).expect("a tool");
    value(&mut session, WAITERS);
    let outcome = session
        .step("step.py", "async def both(): return ask(await twice(1)) + ask(await twice(2))\nprint(await both())", StepOptions::default())
        .outcome;
    let answer = |session: &mut Session, outcome: Outcome, expected: i64| {
        let Outcome::HostCall(call) = outcome else { panic!("{outcome:?}") };
        assert_eq!(call.args, [HostValue::Int(expected)]);
        session.resume_with(Ok(HostValue::Int(10)))
    };
    let outcome = answer(&mut session, outcome, 2);
    assert!(answer(&mut session, outcome, 4).is_completed());
    assert_eq!(captured.stdout(), "20\n");
}

#[test]
fn a_waiting_step_is_saved_and_copied_at_every_place() {
    let text = format!("{WAITERS}total = 0\nfor i in range(5):\n    total += await twice(i)\n    print(i)\nprint(total)");
    let mut used = 0;
    loop {
        let (mut session, captured) = session();
        session.pause_at(used);
        let outcome = session.step("step.py", &text, StepOptions::default()).outcome;
        if outcome != Outcome::Paused {
            assert!(outcome.is_completed() && used > 500, "{outcome:?} at {used}");
            break;
        }
        let before = captured.stdout();
        let bytes = session.snapshot(None).expect("a snapshot");
        for restored in [true, false] {
            let host = CaptureHost::default();
            let rest = host.captured();
            let mut other = if restored {
                Session::restore(&bytes, None, &config(), Box::new(host)).expect("restored")
            } else {
                session.fork(&config(), Box::new(host)).expect("a fork")
            };
            assert!(other.resume().is_completed(), "at {used}");
            assert_eq!(format!("{before}{}", rest.stdout()), "0\n1\n2\n3\n4\n20\n", "at {used}, restored: {restored}");
        }
        used += 97;
    }
}

#[test]
fn only_the_text_of_a_step_may_wait() {
    let (mut session, _) = session();
    for text in ["exec('await f()')", "eval('await f()')", "compile('async for i in x: pass', 'f', 'exec')"] {
        let outcome = session.step("step.py", text, StepOptions::default()).outcome;
        assert_eq!(outcome.to_string(), "runtime:SyntaxError", "{text}");
    }
    for text in ["def f():\n    await g()", "class C:\n    await g()", "lambda: await g()", "def f():\n    return [i async for i in x]"] {
        let outcome = session.step("step.py", text, StepOptions::default()).outcome;
        assert_eq!(outcome.to_string(), "syntax", "{text}");
    }
}

#[test]
fn a_policy_can_forbid_it() {
    let text = "version: 1\nextends: [permissive]\nsyntax: {async: deny}\n";
    let policy = Arc::new(stockade_policy::resolve_text("p.yaml", text, &|_, _| Err(String::new())).expect("a policy"));
    let mut session = Session::new(&Config { library: &LIBRARY, ..Config::new(&policy) }, Box::new(CaptureHost::default()));
    for unchecked in [false, true] {
        let outcome = session.step("step.py", "await x", StepOptions { unchecked, ..StepOptions::default() }).outcome;
        assert_eq!(outcome.to_string(), "policy", "unchecked: {unchecked}");
    }
}

#[test]
fn limits_hold_while_a_step_waits() {
    let mut limited = config();
    limited.limits.instructions = 200_000;
    let mut session = Session::new(&limited, Box::new(CaptureHost::default()));
    let outcome = session.step("step.py", "import asyncio\nwhile True: await asyncio.sleep(0)", StepOptions::default()).outcome;
    assert!(outcome.to_string().starts_with("limit:"), "{outcome}");
    assert_eq!(value(&mut session, "1 + 1").as_deref(), Some("2"));
    assert_eq!(value(&mut session, "await asyncio.sleep(0, 'again')").as_deref(), Some("'again'"));
    // So does a loop of the program's own.
    let outcome =
        session.step("step.py", "async def f():\n    while True: await asyncio.sleep(0)\nasyncio.run(f())", StepOptions::default()).outcome;
    assert!(outcome.to_string().starts_with("limit:"), "{outcome}");
    assert_eq!(value(&mut session, "asyncio.run(asyncio.sleep(0, 'and again'))").as_deref(), Some("'and again'"));
}
