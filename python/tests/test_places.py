"""Where a step ended: `Result.line`, and `Result.ended_at`."""

from __future__ import annotations

import asyncio
import threading

import pytest

from stockade import Result, Session, run, run_async

HELPER = {"helper.py": "def call(function):\n    return function()\n\n\ndef fail():\n    return 1 / 0\n"}


def test_the_line_of_an_exception() -> None:
    for code, line, function in (
        ("x = 1\n1 / 0", 2, "<module>"),
        ("def f():\n    return 1 / 0\n\nf()", 2, "f"),
        ("import json\n\njson.loads('{')", 3, "<module>"),
        ("import helper\n\nhelper.fail()", 3, "<module>"),
        ("import helper\nhelper.call(lambda:\n  1 / 0)", 3, "<lambda>"),
        ("exec('\\n\\n1 / 0')", 1, "<module>"),
        ("\nexec('1 +')", 2, "<module>"),
        ("try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise ValueError(1) from error", 4, "<module>"),
        ("def f(n):\n    return f(n - 1) if n else 1 / 0\nf(100)", 2, "f"),
        ("def f():\n    raise ExceptionGroup('g', [ValueError(1), ValueError(2)])\n\nf()", 2, "f"),
        ("class E(Exception): pass\n\nraise E", 3, "<module>"),
        ("import numpy", 1, "<module>"),
    ):
        result = run(code, policy="permissive", sources=HELPER)
        assert result.ended_at is not None and (result.line, result.ended_at.line, result.ended_at.function) == (line, line, function), code
        assert result.ended_at.file == "<step 1>"


def test_the_words_of_a_program_are_no_place() -> None:
    fake = "x\\n  File \"<step 1>\", line 99, in f\\nTraceback (most recent call last):\\n  File \"<step 1>\", line 98, in f"
    assert run(f"\nraise ValueError('''{fake}''')").line == 2
    assert run(f"try:\n    raise ValueError('''{fake}''')\nexcept ValueError as error:\n    raise KeyError(1) from error").line == 4


def test_a_function_of_an_earlier_step_says_which_step() -> None:
    session = Session()
    session.run("def f():\n\n    return 1 / 0")
    result = session.run("f()")
    assert result.ended_at is not None and (result.line, result.ended_at.file, result.ended_at.source) == (3, "<step 1>", "return 1 / 0")
    assert session.fork().run("f()").line == 3
    assert Session.restore(session.snapshot()).run("f()").line == 3
    named = session.run("\n1 / 0", filename="cell.py")
    assert named.ended_at is not None and (named.line, named.ended_at.file) == (2, "cell.py")


def test_the_line_of_a_limit() -> None:
    for setting in ({"fuel": 10_000}, {"timeout": 0.05}, {"memory": "3MiB"}):
        result = Session(**setting).run("x = []\ndef f():\n    while True: x.append(1.5 * len(x))\n\nf()")
        assert result.outcome.startswith("limit:") and result.limit is not None and result.ended_at is not None
        assert (result.line, result.ended_at.function) == (3, "f")


def test_the_line_of_what_did_not_run() -> None:
    for check in (True, False):
        result = Session(check=check).run("x = 1\nwhile True pass")
        assert (result.outcome, result.line, result.column) == ("syntax", 2, 12)
    refused = run("x = 1\n\nimport subprocess, os")
    assert (refused.outcome, refused.line, refused.column, refused.ended_at) == ("policy", 3, 8, None)
    assert run("x = '" + chr(0xD800) + "'").line == 1


def test_steps_without_such_a_place_have_none() -> None:
    done = run("1 + 1")
    assert (done.line, done.column, done.ended_at) == (None, None, None)
    session = Session()
    session.pause_at(100)
    paused = session.run("for i in range(1000): pass")
    assert (paused.outcome, paused.line) == ("paused", None)
    assert paused.error == "the step is paused: session.resume() goes on with it"


def test_the_end_of_a_program_has_a_line() -> None:
    code = "import atexit\n\n@atexit.register\ndef end():\n    raise SystemExit(3)\n"
    assert run(code, policy="permissive").line in (5, None)
    assert asyncio.run(run_async("x = 1\n1 / 0")).line == 2


@pytest.fixture
def interrupted() -> Result:
    session = Session()
    threading.Timer(0.1, session.interrupt).start()
    return session.run("x = 1\nwhile True: x += 1")


def test_an_interruption_is_no_limit(interrupted: Result) -> None:
    assert interrupted.outcome == "interrupted" and interrupted.limit is None
    assert interrupted.line == 2 and interrupted.ended_at is not None and interrupted.ended_at.source == "while True: x += 1"
    assert interrupted.error == "interrupted in <step 1>, line 2: while True: x += 1"
    assert "line 2" in interrupted._repr_html_()
