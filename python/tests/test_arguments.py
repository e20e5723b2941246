"""What is given and would do nothing is refused: arguments that need others, and names that hide others."""

from __future__ import annotations

import asyncio
from pathlib import PurePosixPath
from typing import Any

import pytest

from stockade import Policy, Session, run, run_async, sandboxed
from stockade.dspy import StockadeInterpreter
from stockade.eval import Evaluator
from stockade.smolagents import StockadeExecutor


def test_trust_needs_modules() -> None:
    for trust in (True, ["sklearn"]):
        with pytest.raises(ValueError, match=r"trust= says of which modules of modules= .*: modules=\['sklearn'\], trust=\['sklearn'\]"):
            Session(trust=trust)
    Session(trust=False)
    Session(trust=[])


def test_modules_that_the_sandbox_has_are_not_lent() -> None:
    for lend in (lambda: Session(modules=["json"], trust=True), lambda: Session().lend_modules(["xml.dom"], trust=True)):
        with pytest.raises(ValueError, match="is not lent: the sandbox has its own"):
            lend()


def test_a_name_is_given_in_one_way() -> None:
    with pytest.raises(ValueError, match="tools= and inputs= both have 'x'"):
        Session(tools={"x": len}, inputs={"x": 1})
    with pytest.raises(ValueError, match="both have 'yaml'"):
        Session("permissive", sources={"yaml/__init__.py": ""}, modules=["yaml"], trust=["yaml"])
    # A step may give a name anew: it says so itself.
    assert Session(tools={"x": len}).run("x", inputs={"x": 1}).value == 1


def test_a_replay_has_the_seed_of_its_log() -> None:
    recorded = Session(record=True, seed=5)
    recorded.run("1")
    with pytest.raises(ValueError, match="seed=6 is not that of the log, which is 5"):
        Session(replay=recorded.log, seed=6)
    Session(replay=recorded.log, seed=5)
    Session(replay=recorded.log)


def test_numbers_out_of_range_are_said() -> None:
    session = Session()
    refused: list[tuple[Any, str]] = [
        (lambda: Session(seed=-1), r"seed is a whole number from 0 to 2\*\*64 - 1, not -1"), (lambda: Session(seed=2**64), "seed is a whole number"),
        (lambda: session.add_tool("f", len, max_calls=-1), "max_calls is a whole number from 0"),
        (lambda: session.pause_at(-1), "fuel at which to pause is a whole number of units of fuel from 0, not -1"),
        (lambda: Session(clock=float("nan")), "clock is a number of seconds since 1970, not nan"),
    ]
    for call, said in refused:
        with pytest.raises(ValueError, match=said):
            call()
    with pytest.raises(TypeError, match="seed is a whole number .*, not 'a'"):
        Session(seed="a")  # type: ignore[arg-type]


def test_logs_that_nobody_could_read_are_refused() -> None:
    for call in (lambda: sandboxed(record=True), lambda: StockadeExecutor([], record=True), lambda: StockadeInterpreter(record=True)):
        with pytest.raises(TypeError, match="unexpected keyword argument 'record'"):
            call()


def test_an_executor_asks_about_tools_that_are_named() -> None:
    with pytest.raises(ValueError, match="approve= would never be asked: approve_tools= names the tools"):
        StockadeExecutor([], approve=lambda call: True)
    StockadeExecutor([], approve=lambda call: True, approve_tools=["pay"])
    with pytest.raises(TypeError, match="timeout_seconds=10 and timeout=5 are the same limit: give one"):
        StockadeExecutor([], timeout_seconds=10, timeout=5)
    assert StockadeExecutor([], timeout=5).timeout_seconds == 5


def test_an_input_that_cannot_enter_is_named() -> None:
    with pytest.raises(TypeError, match=r"inputs: 'b': 'object' object can't enter the sandbox.*\(at \['c'\]\[0\]\)"):
        run("1", inputs={"a": 1, "b": {"c": [object()]}})


def test_lent_modules_are_there_and_allowed() -> None:
    with pytest.raises(ValueError, match=r"module 'nunpy' is not lent: .* trust=\['nunpy'\] .* It is not installed for this interpreter"):
        Session(modules=["nunpy"])
    pytest.importorskip("numpy")
    refused = Session(modules=["numpy"]).run("import numpy.linalg")
    said = r"`numpy.linalg` is not allowed (it is lent, and the policy must allow it, too: Policy.preset('default').add(imports=['numpy.linalg']))"
    assert refused.outcome == "policy" and said in (refused.error or "")
    assert "lent" not in (Session(modules=["numpy"]).run("import os").error or "")


def test_a_run_takes_the_settings_of_a_session() -> None:
    printed: list[str] = []
    lines: list[str] = []
    result = run("import random\nprint(random.random())", seed=3, clock=0.0, audit=lines.append, on_output=lambda text, is_error: printed.append(text))
    again = asyncio.run(run_async("import random\nprint(random.random())", seed=3))
    assert "".join(printed) == result.output == again.output and len(lines) == 1
    assert run("import os", check=False).exception == "ModuleNotFoundError"
    for name in ("record", "replay"):
        with pytest.raises(TypeError, match=rf"^run\(\) got an unexpected keyword argument '{name}': it is a setting of Session$"):
            run("1", **{name: {}})
    with pytest.raises(TypeError, match=r"^Session.run\(\) got an unexpected keyword argument 'tools': it is a setting of Session$"):
        Session().run("1", tools={})  # type: ignore[call-arg]


def test_an_evaluator_says_what_it_takes() -> None:
    wrong: list[tuple[Any, str]] = [
        (lambda: Evaluator(limit={}), r"Evaluator\(\) got an unexpected keyword argument 'limit'. Did you mean 'limits'\?"),
        (lambda: Evaluator(limits={"timout": 1}), "there is no limit 'timout': did you mean 'timeout'"),
        (lambda: Evaluator(policy=Policy.preset("strict")), "policy is the name of a preset such as 'permissive' or the path of a policy file here, not Policy"),
        (lambda: Evaluator(workers=1).evaluate({"solution": "x = 1"}), "rows is a list of mappings, not dict"),
    ]
    for call, said in wrong:
        with pytest.raises(TypeError, match=said):
            call()


def test_a_session_is_read_like_a_mapping() -> None:
    session = Session(inputs={"a": 1, "b": [2]})
    assert dict(session) == {"a": 1, "b": [2]} and session.get("a") == 1 and session.get("c") is None and session.get("c", 5) == 5
    session.run("def f(): pass")
    with pytest.raises(TypeError, match="variable 'f' can't leave the sandbox: 'function' object"):
        session.get("f")
    with pytest.raises(TypeError, match=r"the source is a str, not PurePosixPath: read the file, with Path.read_text\(\)"):
        session.run(PurePosixPath("a.py"))  # type: ignore[arg-type]
